"""How special functions are declared: one record each, on balls of python-flint, from which their numbers come too.

A float is the middle of a ball that is computed with more and more bits until it is sure to 53 of them; so are the
values of derivatives, whose terms may cancel.

To add one, decorate what it is on complex balls with its name, its derivatives and its facts, which are those of
:class:`scmpy.generic.records.Elementary`; erf in integral_functions is an example, polygamma in gamma one of two
arguments. Its documentation is that of the function on balls. Nothing else knows it; the table of public names is made
again by ``python tests/structure/stubs.py``, and its values are compared with another library's in
tests/numerics/special.

An array takes 6 to 20 microseconds an element, Y of a whole order 100. SciPy's take .01 to 1, and are right to
1e-12: an array's values are those of its elements.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from scmpy.errors import DifferentiationError, describe
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import inexact_complex
from scmpy.generic.records import Code, Elementary, declare
from scmpy.registry import python_name, register
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable
from scmpy.symbolic.expression import symbol

BITS = 53
MOST_BITS = 5000  # about a hundred times those of a float: what cancels further counts as having no value

Function = Callable[..., Any]

#: The names of the functions that are declared here.
SPECIAL: set[str] = set()


def _settled(function: Function, numbers: tuple[Any, ...]) -> Any:
    """The ball of a function at complex numbers, sure to 53 bits; ValueError where it is not finite."""
    from flint import acb, ctx

    bits, before = BITS + 11, ctx.prec
    balls = [acb(z.real, z.imag) for z in numbers]
    try:
        while bits <= MOST_BITS:
            ctx.prec = bits
            found = function(*balls)
            if found.is_finite() and (found.rel_accuracy_bits() >= BITS or found == 0):
                return found
            bits *= 2
    finally:
        ctx.prec = before
    raise ValueError("there is no finite value")


def of_floats(function: Function) -> Function:
    """The function on floats; ValueError where it is not real."""

    def real(*numbers: float) -> float:
        found = _settled(function, tuple(map(complex, numbers)))
        if not found.imag.contains(0):
            raise ValueError("the value is not real")
        return float(found.real.mid())

    return real


def _with_ends(function: Function, ends: tuple[float | None, float | None]) -> Function:
    """The function on floats, with its limits where the last argument is infinite."""

    def real(*numbers: float) -> float:
        *others, last = numbers
        value = ends[last > 0] if math.isinf(last) and all(map(math.isfinite, others)) else None
        return function(*numbers) if value is None else value

    return real


def _with_edge(function: Function, edge: Function | None) -> Function:
    """The function on floats, with its values on the edge of its domain."""
    if edge is None:
        return function

    def real(*numbers: float) -> float:
        value = edge(*numbers)
        return function(*numbers) if value is None else value

    return real


def of_complex(function: Function) -> Function:
    """The function on complex floats."""

    def over_complex(*numbers: complex) -> complex:
        found = _settled(function, tuple(map(complex, numbers)))
        return complex(*(0.0 if part.contains(0) else float(part.mid()) for part in (found.real, found.imag)))

    return over_complex


def _beside_reals(function: Function) -> Function:
    """The function on complex numbers that are not all real: those are branch points, and cuts."""

    def over_complex(*numbers: complex) -> complex:
        if not any(z.imag for z in numbers):
            raise ValueError("the value is not real")
        return complex(function(*numbers))

    return over_complex


def of_reals(function: Function) -> Function:
    """The function on balls of real numbers, where its values are real."""

    def enclosure(*balls: Any) -> Any:
        from flint import acb

        found = function(*map(acb, balls))
        if not (found.is_finite() and found.imag.contains(0)):
            raise ValueError("there is no real value that is enclosed")
        return found.real

    return enclosure


def not_by(name: str, what: str, x: Any) -> Any:
    """The error that the derivative by an argument is not known."""
    raise DifferentiationError(f"the derivative of {name} by its {what} is not known, got {describe(x)}")


def _sure(formula: Function, arity: int, is_even: bool) -> Function:
    """A derivative that is sure to 53 bits at inexact numbers, where terms of its formula may cancel.

    That of an even function of one argument is 0 at 0, where the formula may be 0/0.
    """
    unknowns = [symbol(f"x{i}") for i in range(arity)]
    evaluator = functools.cache(lambda: Evaluator(formula(*unknowns), complex_domain=True))

    def on_balls(*balls: Any) -> Any:
        try:
            return evaluator().at(dict(zip(unknowns, balls, strict=True)))[0]
        except Unusable as error:
            raise ValueError("there is no value that is enclosed") from error

    def derivative(*arguments: Any) -> Any:
        if all(map(is_number, arguments)):
            if is_even and arguments[0] == 0:
                return arguments[0]
            if any(isinstance(x, (float, complex)) for x in arguments):
                with suppress(ValueError, OverflowError):
                    return inexact_complex(of_complex(on_balls)(*map(complex, arguments)))
        return formula(*arguments)

    return derivative


def special(
    name: str,
    derivatives: tuple[Function, ...],
    *,
    complex_of_reals: bool = True,
    ends: tuple[float | None, float | None] = (None, None),
    edge: Callable[..., float | None] | None = None,
    python: str = "",
    aliases: tuple[str, ...] = (),
    **facts: Any,
) -> Callable[[Function], Any]:
    """Decorator: a special function of one or two arguments, with its record, by what it is on complex balls.

    That tells its numbers. At real arguments its values may be complex, unless that is denied: then there are none. The
    ``ends`` are its limits as the (last) argument goes to minus and to plus infinity, where there are such. The
    ``edge`` tells the value on the edge of its domain for floats that are there but for their rounding, None for all
    others: a float beyond the edge by that has a value too.
    """

    def declared(balls: Function) -> Any:
        meaning = balls.__doc__ or ""
        one = len(derivatives) == 1
        sure = tuple(_sure(formula, len(derivatives), one and facts.get("parity") == 1) for formula in derivatives)
        operation: Any = unary(name, meaning, sure[0]) if one else binary(name, meaning, sure)
        braces = ", ".join(["{}"] * len(derivatives))
        record = Elementary(
            name,
            name,
            operation,
            real=_with_edge(_with_ends(of_floats(balls), ends), edge),
            over_complex=of_complex(balls) if complex_of_reals else _beside_reals(of_complex(balls)),
            ball=of_reals(balls),
            complex_ball=balls,
            code=Code(f"{python_name(name)}({braces})"),
            **{"tex": rf"\operatorname{{{name}}}", **facts},
        )
        declare(record)
        SPECIAL.add(name)
        for each in (name, *aliases):
            register(each, operation, python=python or python_name(each), module=__name__)
        return operation

    return declared
