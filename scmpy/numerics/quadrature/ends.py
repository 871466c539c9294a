"""Enclosures of integrals between a place where a function may be singular, or infinity, and a place near it.

The graph of the function's operations is expanded about the place (:mod:`scmpy.numerics.quadrature.expansions`), and
the expansion integrated term by term. Near enough means where its remainder is as small as is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import ScmpyError
from scmpy.generic.finite import real
from scmpy.generic.records import fill, record_of
from scmpy.numerics.quadrature import expansions as x
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable
from scmpy.symbolic.expression import Application, Symbol, symbol
from scmpy.symbolic.real_numbers import is_finite_number

PLUS_INFINITY, MINUS_INFINITY = symbol(":+infinity"), symbol(":-infinity")


def limit_of(value: Any, operation: str) -> Any:
    """A limit: an infinite float, or a finite real number.

    >>> limit_of(symbol(":-infinity"), "an example"), limit_of(3, "an example")
    (-inf, 3)
    """
    if value is PLUS_INFINITY or value is MINUS_INFINITY:
        return math.inf if value is PLUS_INFINITY else -math.inf
    if isinstance(value, float) and math.isinf(value):
        return value
    real(value, operation)
    return value


#: How near the places are that are tried: as powers of 2, of the length of the interval; to infinity, of 1.
NEARNESS = (-6, -9, -13, -20, -32, -50)


class Part(NamedTuple):
    """The integral between an end and a place near it."""

    value: Any
    place: Any


class Expanded(Evaluator):
    """Expressions on expansions."""

    def __init__(self, range_: x.Range, expression: Any) -> None:
        self.range = range_
        super().__init__(expression)

    def _number(self, value: Any) -> Any:
        if isinstance(value, x.Expansion):
            return value
        return x.constant(self.range, super()._number(value))

    def _pi(self) -> Any:
        return x.constant(self.range, super()._pi())

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        operands = list(node.operands)
        name = getattr(node.operator, "name", "")
        if name == "expt" and is_finite_number(operands[1]):
            exponent = Fraction(operands[1])
            return lambda a: _rational_power(a, exponent), operands[:1]
        if name in _ARITHMETIC:
            return _ARITHMETIC[name], operands
        record = record_of(node.operator, len(operands))
        if record is None:
            return _unknown, operands
        if record.expansion is not None:
            return record.expansion, operands
        if record.definition is not None:
            return lambda value: value, [record.definition(*operands)]
        return _unknown, operands

    def value(self, unknown: Symbol, at: x.Expansion) -> x.Expansion:
        """The expansion of the expression."""
        found: x.Expansion = self.at({unknown: at})[0]
        return found


def _unknown(*values: Any) -> Any:
    raise Unusable


def _add(first: x.Expansion, *others: x.Expansion) -> x.Expansion:
    for other in others:
        first = first.plus(other)
    return first


def _negated(a: x.Expansion) -> x.Expansion:
    return a.scaled(-1)


def _subtract(first: x.Expansion, *others: x.Expansion) -> x.Expansion:
    return _add(first, *map(_negated, others)) if others else _negated(first)


def _multiply(first: x.Expansion, *others: x.Expansion) -> x.Expansion:
    for other in others:
        first = first.times(other)
    return first


def _divide(first: x.Expansion, *others: x.Expansion) -> x.Expansion:
    if not others:
        return first.to_power(-x.ONE)
    return _multiply(first, *(other.to_power(-x.ONE) for other in others))


def _power(a: x.Expansion, y: x.Expansion) -> x.Expansion:
    return x.exponential(x.logarithm(a).times(y))


def _rational_power(a: x.Expansion, y: Fraction) -> x.Expansion:
    if y.denominator == 1 and 0 <= y <= x.MOST_TERMS:
        return _multiply(x.one(a.range), *[a] * int(y))
    return a.to_power(y)


def _hyperbolic(sign: int) -> Callable[[x.Expansion], x.Expansion]:
    def function(a: x.Expansion) -> x.Expansion:
        return _add(x.exponential(a), x.exponential(_negated(a)).scaled(sign)).scaled(x.half())

    return function


def _bounded(name: str) -> Callable[[x.Expansion], x.Expansion]:
    return lambda a: x.bounded(a, lambda z: getattr(z, name)())


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "expt": _power,
}
for _name, _expansion in {
    "sqrt": lambda a: a.to_power(x.HALF),
    "exp": x.exponential,
    "log": x.logarithm,
    "sin": lambda a: x.wave(a, lambda z: z.sin()),
    "cos": lambda a: x.wave(a, lambda z: z.cos()),
    "atan": x.arctangent,
    "asin": _bounded("asin"),
    "acos": _bounded("acos"),
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
    "abs": x.absolute,
}.items():
    fill(_name, expansion=_expansion)


def near_end(expression: Any, unknown: Symbol, end: Any, other: Any, goal: Any) -> Part | None:
    """The integral from an end to a place near it on the way to the other one; None where it is not enclosed.

    An infinite end is a float. The places are tried from the far ones on, until the enclosure is as narrow as the goal.

    Raises:  DivergentError where the integral is infinite for certain
    """
    from flint import arb, ctx

    orders = min(x.MOST_TERMS // 2, ctx.prec // 6 + 2)
    is_infinite = isinstance(end, float)
    length = arb(1) if isinstance(other, float) else abs(other) + 1 if is_infinite else abs(other - end)
    best: Part | None = None
    for nearness in NEARNESS:
        delta = arb(2) ** nearness * (1 / length if is_infinite else length.min(1))
        sign = (1 if end < 0 else -1) if is_infinite else 1 if end < other else -1
        part = _part(expression, unknown, end, sign, x.Range(delta, orders))
        if part is not None and (best is None or part.value.rad() < best.value.rad()):
            best = part
        if best is not None and best.value.rad() <= goal * abs(best.value).upper().max(1):
            break
    return best


def _part(expression: Any, unknown: Symbol, end: Any, sign: int, range_: x.Range) -> Part | None:
    distance = x.distance(range_)
    try:
        evaluator = Expanded(range_, expression)
        if isinstance(end, float):
            at = distance.to_power(-x.ONE).scaled(-sign)
            value = evaluator.value(unknown, at).scaled(1, -2 * x.ONE)
            place = -sign / range_.delta
        else:
            value = evaluator.value(unknown, x.constant(range_, end).plus(distance.scaled(sign)))
            place = end + sign * range_.delta
        found = value.integral()
    except (Unusable, ScmpyError, ValueError, ArithmeticError):
        return None
    return Part(found, place) if found.is_finite() else None
