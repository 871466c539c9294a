"""Exact values at multiples of the symbol ``:pi``: sin(pi/6) = 1/2, cos(pi/4) = sqrt(2)/2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scmpy.errors import DivisionByZeroError, shown_text
from scmpy.generic import operations as g
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.symbolic.expression import (
    MINUS,
    OVER,
    PI,
    PLUS,
    TIMES,
    Expression,
    application,
    numerical,
    symbol,
)
from scmpy.symbolic.rewriting.predicates import is_rational
from scmpy.symbolic.rewriting.rules import Rule, named
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.simplify import reduced

_COS, _SIN, _TAN = map(numerical, ("cos", "sin", "tan"))

#: The squares of the cosines from 0 to a quarter of a turn, by multiple of pi.
_SQUARES = {
    Fraction(0): Fraction(1),
    Fraction(1, 6): Fraction(3, 4),
    Fraction(1, 4): Fraction(1, 2),
    Fraction(1, 3): Fraction(1, 4),
    Fraction(1, 2): Fraction(0),
}


def multiple_of_pi(x: Any) -> Any:
    """The rational r where x is r times the symbol pi; None where it is not.

    >>> multiple_of_pi(3 * PI / 4)
    Fraction(3, 4)
    """
    if not isinstance(x, Expression):
        return 0 if is_zero_number(x) else None
    known: dict[Any, Any] = {}
    for node in parts_first((x,), _terms, known):
        known[node] = 1 if node is PI else _multiple(node, known) if _terms(node) else None
    return known[x]


def _terms(x: Any) -> tuple[Any, ...] | None:
    """What of an angle may be multiples of pi: all that it is a sum, a difference, a product or a quotient of."""
    if not isinstance(x, Expression):
        return None
    return x.operands if x.operator in (TIMES, OVER, MINUS, PLUS) else ()


def _multiple(x: Any, known: dict[Any, Any]) -> Any:
    """The multiple of pi that a node is, from those that its operands are."""
    parts = [known[y] if isinstance(y, Expression) else y if is_rational(y) or y else 0 for y in x.operands]
    counts = [not is_number(operand) for operand in x.operands]
    if not all(map(is_rational, parts)):
        return None
    if x.operator in (PLUS, MINUS):
        return combined(x.operator, tuple(parts)) if all(counts) else None
    alone = sum(counts) == 1 and (x.operator is TIMES or counts[0])
    return combined(x.operator, tuple(parts)) if alone else None


def exact_cosine(turns: Any) -> Any:
    """cos(r pi) where it is a number or half a square root; None where it is neither.

    >>> exact_cosine(Fraction(2, 3)), exact_cosine(Fraction(1, 5))
    (Fraction(-1, 2), None)
    """
    r = abs((Fraction(turns) + 1) % 2 - 1)  # from 0 to 1
    square = _SQUARES.get(min(r, 1 - r))
    if square is None:
        return None
    root = g.sqrt(g.div(square.numerator, square.denominator)) if square.denominator != 2 else g.div(g.sqrt(2), 2)
    if square.numerator == 3:
        root = g.div(g.sqrt(3), 2)
    return root if 2 * r <= 1 else g.negate(root)


def _exact_sine(turns: Any) -> Any:
    return exact_cosine(Fraction(1, 2) - turns)


def _cosine(x: Any) -> Any:
    value = exact_cosine(multiple_of_pi(x))
    return application(_COS, x) if value is None else value


def _sine(x: Any) -> Any:
    value = _exact_sine(multiple_of_pi(x))
    return application(_SIN, x) if value is None else value


def _tangent(x: Any) -> Any:
    turns = multiple_of_pi(x)
    sine, cosine = _exact_sine(turns), exact_cosine(turns)
    if cosine == 0 and is_number(cosine):
        raise DivisionByZeroError(
            f"Division by zero signalled by tan: {shown_text(x)} is an odd multiple of a right angle"
        )
    return application(_TAN, x) if cosine is None else reduced(g.div(sine, cosine))


def _is_multiple(x: Any) -> bool:
    return multiple_of_pi(x) is not None


def _shifted(head: Any, by_odd: int) -> Any:
    """The function at an angle from whose sum a whole multiple of pi is taken away."""

    def value(a: Any, m: Any, b: Any) -> Any:
        rest = application(head, combined(PLUS, (*a, *b)))
        return rest if multiple_of_pi(m) % 2 == 0 or by_odd == 1 else g.negate(rest)

    return value


def _is_whole_multiple(x: Any) -> bool:
    turns = multiple_of_pi(x)
    return turns is not None and turns != 0 and turns == int(turns)


def _pattern(head: Any, predicate: Any, in_sum: bool) -> Any:
    element = (symbol("?"), symbol("m" if in_sum else "x"), predicate)
    if not in_sum:
        return head, element
    return head, (PLUS, (symbol("??"), symbol("a")), element, (symbol("??"), symbol("b")))


special_trig = named(
    "special-trig",
    "Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums.",
    ("(cos (/ :pi 4))", "(/ (sqrt 2) 2)"),
    Rule(_pattern(_COS, _is_multiple, False), None, _cosine, "special-trig"),
    Rule(_pattern(_SIN, _is_multiple, False), None, _sine, "special-trig"),
    Rule(_pattern(_TAN, _is_multiple, False), None, _tangent, "special-trig"),
    Rule(_pattern(_COS, _is_whole_multiple, True), None, _shifted(_COS, -1), "special-trig"),
    Rule(_pattern(_SIN, _is_whole_multiple, True), None, _shifted(_SIN, -1), "special-trig"),
    Rule(_pattern(_TAN, _is_whole_multiple, True), None, _shifted(_TAN, 1), "special-trig"),
    alias="trig:special",
)
