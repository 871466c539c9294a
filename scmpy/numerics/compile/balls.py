"""Compiled functions on balls: enclosures of their values, to any number of digits.

The graph is evaluated as it was traced, in the ball arithmetic of python-flint: its exact constants stay exact, and
every ball holds the value at all points of the balls of the arguments. It is so only where all points take one way
through the decisions of the function: where balls are too wide to tell, that is an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.settings import Limit
from scmpy.numerics.compile.trace import Decision, Untraceable, traced
from scmpy.numerics.compile.values import entries, with_entries
from scmpy.numerics.compile.variants import Variant
from scmpy.structure.structure import Up, leaves
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, enclosure
from scmpy.symbolic.expression import Expression, symbol
from scmpy.symbolic.real_numbers import is_finite_number

#: The one argument of a function whose graph is evaluated on balls.
UNKNOWN = symbol("$0")

MOST_DIGITS = Limit("most-digits", 1_000_000, "Digits of an enclosure.")


class NotEnclosed(Exception):
    """The function cannot be traced, decides by its argument, or has no enclosure that is narrow enough."""


def graph_of(f: Callable[[Any], Any], place: float, smooth: bool = False) -> Any:
    """The value of a function at an unknown, a structure of expressions in it.

    Raises:  NotEnclosed if it cannot be traced, or decides by its argument
    """
    value, decisions = decided_graph(f, place, smooth)
    if decisions:
        decision = decisions[0]
        raise NotEnclosed(f"the function decides by {decision.left} {decision.relation} {decision.right}")
    return value


def decided_graph(f: Callable[[Any], Any], place: float, smooth: bool = False) -> tuple[Any, tuple[Decision, ...]]:
    """The same of a function that decides, where it decides as at the place; and its decisions.

    Raises:  NotEnclosed if it cannot be traced
    """
    try:
        trace, value = traced(f, Up((place,)), smooth)
    except (Untraceable, ScmpyError, TypeError, ValueError, ArithmeticError) as error:
        raise NotEnclosed(f"the function cannot be called on an unknown: {error}") from error
    evaluator = Evaluator(*leaves(value))
    unknown = [*(x for x in evaluator.symbols if x is not UNKNOWN), *evaluator.functions]
    if unknown:
        raise NotEnclosed(f"the function has symbols and functions without values: {', '.join(map(str, unknown))}")
    return value, trace.decisions


def bits_of(digits: Any, operation: str) -> int:
    """The bits of a number of decimal digits, and some more."""
    if type(digits) is not int or digits < 1:
        raise WrongTypeError(f"{operation} expects a positive whole number of digits, got {describe(digits)}")
    return math.ceil(MOST_DIGITS.check(digits, operation) * math.log2(10)) + 16


def ball_of(x: Any, bits: int) -> Any:
    """The ball of a number, a decimal, or a constant such as the exact pi; a ball is its own."""
    from flint import acb, arb, fmpq

    if isinstance(x, (arb, acb)):
        return x
    if isinstance(x, Expression) and x.constant:
        return enclosure(x, bits)
    if is_finite_number(x) or (isinstance(x, Decimal) and x.is_finite()):
        exact = Fraction(x)
        return arb(fmpq(exact.numerator, exact.denominator))
    if isinstance(x, complex) and math.isfinite(abs(x)):
        return acb(x.real, x.imag)
    raise WrongTypeError(f"balls expects numbers and balls, got {describe(x)}")


def enclosed(way: Variant, inputs: Sequence[Any], bits: int) -> Any:
    """The value of a variant at balls: a structure of balls."""
    from flint import acb

    is_complex = any(isinstance(x, acb) for x in inputs)
    values = [x if known is None else known for known, x in _with_nodes(way)]
    compared = [x for decision in way.decisions for x in (decision.left, decision.right)]
    try:
        evaluator = Evaluator(*values, *compared, complex_domain=is_complex)
        found = evaluator.at({symbol(f"${i}"): x for i, x in enumerate(inputs)})
    except Unusable:
        kind = "complex" if is_complex else "real"
        raise DomainError(f"balls: there is no finite {kind} value, or these balls are too wide for one") from None
    sides = iter(found[len(values) :])
    for decision in way.decisions:
        _check(decision, next(sides), next(sides))
    return with_entries(iter(found[: len(values)]), way.value_shape)


def _with_nodes(way: Variant) -> list[tuple[Any, Any]]:
    nodes = iter(way.nodes)
    return [(known, next(nodes) if known is None else None) for known in entries(way.value_shape)]


def _check(decision: Decision, left: Any, right: Any) -> None:
    """An error if a decision is not the same at all points of balls."""
    relation, holds = decision.relation, decision.holds
    if relation == "=":
        certain = left == right if holds else left != right
    elif relation == "<":
        certain = left < right if holds else left >= right
    else:
        certain = left <= right if holds else left > right
    if not certain:
        raise DomainError(
            f"balls: the function decides by {left} {relation} {right}, and these balls are too wide to tell"
        )
