"""The predicates by which the variables of patterns are restricted, by name: ``(? n even-integer?)``.

They ask what an expression is as it stands; what is known of its value is a matter of facts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import ExactComplex, is_exact
from scmpy.symbolic.derivatives import derivative_orders, is_derivative_operator
from scmpy.symbolic.expression import MINUS, OVER, PLUS, TIMES, Application, Expression, Symbol, application


def is_integer(x: Any) -> bool:
    """Is this an exact integer?"""
    return type(x) is int


def is_rational(x: Any) -> bool:
    """Is this an exact rational number?"""
    return type(x) is int or isinstance(x, Fraction)


def is_real_number(x: Any) -> bool:
    """Is this a real number of the tower?"""
    return is_rational(x) or isinstance(x, float)


def has_minus(x: Any) -> bool:
    """Is the first number in this negative? Of x and its :func:`negated` form at most one has a minus."""
    turned = False
    while isinstance(x, Application) and x.operands:
        if x.operator not in (PLUS, MINUS, TIMES, OVER):
            return turned
        turned ^= x.operator is MINUS and len(x.operands) == 1
        x = x.operands[0]
    return (is_real_number(x) and x < 0) != turned


def negated(x: Any) -> Any:
    """The negative, its minus in the first place where there may be one."""
    opposites: dict[Any, Any] = {}
    for part in parts_first((x,), _signed, opposites):
        signed = [opposites[y] if isinstance(y, Expression) else g.negate(y) for y in _signed(part) or ()]
        opposites[part] = _opposite(part, signed)
    return opposites[x] if isinstance(x, Expression) else g.negate(x)


def _signed(x: Any) -> tuple[Any, ...] | None:
    """The operands of which the negatives make that of the whole."""
    if not isinstance(x, Expression):
        return None
    if x.operator in (MINUS, OVER) and len(x.operands) > 1:
        return x.operands[:1]
    return x.operands if x.operator is PLUS else ()


def _opposite(x: Any, operands: list[Any]) -> Any:
    """The negative of a node from the negatives of its signed operands."""
    if not isinstance(x, Application):
        return g.negate(x)
    if x.operator is PLUS:
        return application(PLUS, *operands)
    if x.operator is MINUS:
        return application(PLUS, *operands, *x.operands[1:]) if operands else x.operands[0]
    if operands:
        return g.div(operands[0], functools.reduce(g.mul, x.operands[1:]))
    if x.operator is TIMES and is_number(x.operands[0]):
        number, *factors = x.operands
        if type(number) is int and number == -1:
            return factors[0] if len(factors) == 1 else application(TIMES, *factors)
        return application(TIMES, -number, *factors)
    return application(TIMES, -1, *(x.operands if x.operator is TIMES else (x,)))


def is_derivative(x: Any) -> bool:
    """Is this D, a partial derivative, or a product of whole powers of such?"""
    return (
        isinstance(x, Expression)
        and is_derivative_operator(x)
        and all(type(order) is int and all(map(is_integer, path)) for path, order in derivative_orders(x))
    )


def are_opposite(x: Any, y: Any) -> bool:
    """Are these numbers negatives of each other?"""
    return is_number(x) and is_number(y) and bool(x + y == 0)


PREDICATES: dict[str, Callable[..., bool]] = {
    "number?": is_number,
    "real-number?": is_real_number,
    "rational?": is_rational,
    "exact-rational?": is_rational,
    "integer?": is_integer,
    "exact-integer?": is_integer,
    "even-integer?": lambda x: is_integer(x) and x % 2 == 0,
    "odd-integer?": lambda x: is_integer(x) and x % 2 == 1,
    "positive-integer?": lambda x: is_integer(x) and x > 0,
    "negative-integer?": lambda x: is_integer(x) and x < 0,
    "even-positive-integer?": lambda x: is_integer(x) and x > 0 and x % 2 == 0,
    "odd-positive-integer?": lambda x: is_integer(x) and x > 0 and x % 2 == 1,
    "at-least-two?": lambda x: is_integer(x) and x >= 2,
    "more-than-two?": lambda x: is_integer(x) and x > 2,
    "odd-more-than-two?": lambda x: is_integer(x) and x > 2 and x % 2 == 1,
    "even-more-than-two?": lambda x: is_integer(x) and x > 2 and x % 2 == 0,
    "half-integer?": lambda x: isinstance(x, Fraction) and x.denominator == 2,
    "non-integer?": lambda x: not is_integer(x),
    "positive-number?": lambda x: is_real_number(x) and x > 0,
    "negative-number?": lambda x: is_real_number(x) and x < 0,
    "imaginary-number?": lambda x: isinstance(x, (ExactComplex, complex)) and x.real == 0,
    "exact-imaginary?": lambda x: isinstance(x, ExactComplex) and x.real == 0,
    "complex-number?": lambda x: isinstance(x, (ExactComplex, complex)),
    "exact-number?": lambda x: is_number(x) and is_exact(x),
    "not-number?": lambda x: not is_number(x),
    "symbol?": lambda x: isinstance(x, Symbol),
    "combination?": lambda x: isinstance(x, Application),
    "has-minus?": has_minus,
    "may-be-nonnegative?": lambda x: not is_number(x) or (is_real_number(x) and x >= 0),
    "may-be-positive?": lambda x: not is_number(x) or (is_real_number(x) and x > 0),
    "derivative?": is_derivative,
    "opposite?": are_opposite,
}
