"""Floats recognised: those that are very nearly a small rational multiple of a known constant, written as that.

A guess, good for reading and for checking by eye: a float that differs from ``3 pi / 4`` by less than 10^-13 is most
often meant for it. Euler's constant is not looked for, since no exact expression here stands for it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.generic.numeric_tower import exact as exact_number
from scmpy.registry import public, register
from scmpy.symbolic.expression import EXP, PI, PLUS, SQRT, TIMES, Application, application
from scmpy.symbolic.policy import FORMS, Policy
from scmpy.symbolic.real_numbers import simplest_fraction
from scmpy.symbolic.rewriting.everywhere import everywhere
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.templates import combined

#: How far a float may be from a rational multiple of a constant, in units of that; denominators are less than this.
TOLERANCE = Fraction(1, 10**13)
DENOMINATOR = 20

#: A part of a complex number is taken for zero if it is less than this times the other part.
INSIGNIFICANT = 1e-10

_CONSTANTS: list[tuple[float, Any]] = [
    (1.0, 1),
    (math.pi, PI),
    (1 / math.pi, g.div(1, PI)),
    (math.e, application(EXP, 1)),
    (1 / math.e, application(EXP, -1)),
    *((math.sqrt(n), application(SQRT, n)) for n in (2, 3, 5, 7)),
    ((1 + math.sqrt(5)) / 2, application(TIMES, Fraction(1, 2), application(PLUS, 1, application(SQRT, 5)))),
]


@public("heuristic-canonicalize-complex", "heuristic-canonicalize-real", python="heuristic_canonicalize")
def heuristic_canonicalize(x: Scalar) -> ScalarValue:
    """A number as a small rational multiple of 1, pi, e or a root, if it very nearly is one; else as it stands.

    Scheme:  (heuristic-canonicalize-complex z)
    Raises:  WrongTypeError for what is no number
    >>> heuristic_canonicalize(0.3333333333333333), heuristic_canonicalize(4.71238898038469)
    (Fraction(1, 3), (* 3/2 π))
    """
    if not is_number(x):
        raise WrongTypeError(f"heuristic-canonicalize-complex expects a number, got {describe(x)}")
    if isinstance(x, float):
        return _recognised(x)
    if not isinstance(x, complex):
        return x
    real, imag = x.real, x.imag
    if abs(imag) < INSIGNIFICANT * abs(real):
        return _recognised(real)
    times_i = combined(TIMES, (ExactComplex(0, 1), _recognised(imag)))
    return times_i if abs(real) < INSIGNIFICANT * abs(imag) else combined(PLUS, (_recognised(real), times_i))


def _recognised(x: float) -> Any:
    factor, _, constant = as_multiple(x)
    return x if factor is None else combined(TIMES, (factor, constant))


def as_multiple(x: float) -> tuple[Any, Any, Any]:
    """The rational factor of a constant, the constant's value and the constant that a float very nearly is."""
    for value, constant in _CONSTANTS if math.isfinite(x) else ():
        if not _may_be_simple(x / value):
            continue
        ratio = Fraction(x / value)
        found = simplest_fraction(ratio - TOLERANCE, ratio + TOLERANCE)
        if found and found.denominator < DENOMINATOR:
            return exact_number(found), value, constant
    return None, x, x


def _may_be_simple(ratio: float) -> bool:
    """May a float be as near as that to a fraction with a small denominator? To rounding, and more."""
    near = 2e-13 + 1e-15 * abs(ratio)
    return any(abs(ratio - round(ratio * d) / d) <= near for d in range(1, DENOMINATOR))


def _once(node: Any, policy: Policy, search: Search) -> Any:
    """An application with the numbers among its operands recognised; None if there are none."""
    if not isinstance(node, Application):
        return None
    operands = tuple(heuristic_canonicalize(x) if isinstance(x, (float, complex)) else x for x in node.operands)
    if all(new is old for new, old in zip(operands, node.operands, strict=True)):
        return None
    return (
        combined(node.operator, operands) if node.operator in (PLUS, TIMES) else application(node.operator, *operands)
    )


def _with_numbers_recognised(expression: Any, policy: Policy) -> Any:
    if is_number(expression):
        return heuristic_canonicalize(expression)
    return everywhere(_once, expression, policy, Search())


register(
    "*important-numbers*",
    tuple(_CONSTANTS),
    python="important_numbers",
    module=__name__,
    doc="""The constants that floats are compared with: of each the number and the exact expression.

    Scheme:  *important-numbers*
    >>> important_numbers[1]
    (3.141592653589793, π)
    """,
)

FORMS["heuristic_numbers"] = _with_numbers_recognised
