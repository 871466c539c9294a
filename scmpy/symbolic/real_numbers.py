"""Exact and inexact numbers, integer division, fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import DivisionByZeroError, WrongTypeError, describe
from scmpy.generic.numbers import exact as exact_number
from scmpy.generic.numbers import is_exact as is_exact_number
from scmpy.generic.types import (
    Scalar,
    ScalarValue,
    TreeNode,
    Value,
    finite_part,
    is_container,
    is_number,
    measure_of,
    number_in,
    tree_map,
)
from scmpy.registry import declare_predicate, docstring, public, register
from scmpy.symbolic.arithmetic import numerical_value, with_leaves
from scmpy.symbolic.ball_arithmetic import exact_value, is_real_constant, rounded_constant, undecided
from scmpy.symbolic.expression import Expression

# --- real numbers ----------------------------------------------------------------------------------------------------
# Real numbers as Scheme has them, for Python: exactness, integer division, fractions.
#
# Constant expressions such as ``(sqrt 4)`` count as the numbers that they stand for. In Scheme the procedures of the
# language itself have these names, and say what is wrong in the words of the original.

Real = int | Fraction | float


def numeral(value: Any) -> Any:
    """The number that a value is or stands for, else the value; the unknowns of a trace refuse to be asked."""
    if isinstance(value, Expression):
        return numerical_value(value) if value.constant else value
    decide = getattr(value, "_decide_", None)
    return value if decide is None else decide()


def is_constant(value: Any) -> bool:
    """Is this an expression of numbers alone, such as (sqrt 2)?"""
    return isinstance(value, Expression) and value.constant


def exact_decimals(value: Any) -> Any:
    """An expression with the fractions that its floats are written as; what rounding made of a short one is that."""

    def leaf(x: Any) -> Any:
        if not isinstance(x, float) or not math.isfinite(x):
            return x
        short = Fraction(f"{x:.13g}")
        return exact_number(short if abs(short - Fraction(x)) <= abs(x) * 1e-15 else Fraction(repr(x)))

    return with_leaves(value, leaf)


def is_comparable(value: Any) -> bool:
    """Is this a real number, or what compares itself as one: a real constant, or an unknown of a trace?"""
    if isinstance(value, Expression):
        return value.constant and is_real_constant(value) is not False
    return is_real_number(value) or hasattr(value, "_decide_")


def is_real_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def is_finite_number(value: Any) -> bool:
    return is_real_number(value) and (not isinstance(value, float) or math.isfinite(value))


def is_whole_number(value: Any) -> bool:
    """Is this a real number without a fractional part, or a constant that is one? UndecidedError where nobody knows."""
    if isinstance(value, Expression):
        known = exact_value(value) if value.constant else 0.5
        if known is None and is_real_constant(value) and rounded_constant(math.floor, value) is None:
            raise undecided(value, "whole number")
        return isinstance(known, int)
    return is_finite_number(value) and (isinstance(value, int) or value == value // 1)


def _expected(name: str, value: Any, test: Callable[[Any], bool], what: str) -> Any:
    number = value if test is is_whole_number else numeral(value)
    if not test(number):
        raise WrongTypeError(f"{name} expects {what}, got {describe(value)}")
    return number


# --- predicates ------------------------------------------------------------------------------------------------


#: The predicates of numbers that tell of a real number without knowing which it is, or by comparing it.
OF_UNKNOWNS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("number?", "complex?", "real?", "rational?"), lambda x: True),
    "positive?": lambda x: x > 0,
    "negative?": lambda x: x < 0,
    "integer?": lambda x: x == math.floor(x),
    "exact-rational?": lambda x: x.is_exact,
}


#: Those that are decided of constants themselves, not of their floats.
_OF_CONSTANTS = ("positive?", "negative?", "integer?", "even?", "odd?")


def number_predicate(names: str, test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The predicate of these names, of numbers, of what stands for numbers, and of the unknowns of a trace."""
    name = names.split()[0]
    of_unknown = OF_UNKNOWNS.get(name)
    is_decided = name in _OF_CONSTANTS
    is_of_measures = name in ("positive?", "negative?")

    def holds(value: object) -> bool:
        if is_of_measures:
            value = measure_of(value)
        elif hasattr(value, "primal"):
            value = finite_part(value)
        if of_unknown is not None and hasattr(value, "_decide_"):
            return bool(of_unknown(value))
        return bool(test(value if is_decided else numeral(value)))

    return holds


_PREDICATES: tuple[tuple[str, Callable[[Any], bool], str, str, str], ...] = (
    ("number?", is_number, "Is this a number?", "2.5", "symbols('x')"),
    ("real?", is_real_number, "Is this a real number?", "sqrt(2)", "sqrt(-2)"),
    ("rational?", is_finite_number, "Is this a rational number? Every finite float is.", "2.5", "float('inf')"),
    ("integer?", is_whole_number, "Is this a whole number, exact or not?", "2.0", "2.5"),
    (
        "exact-rational?",
        lambda x: is_exact_number(x) and is_real_number(x),
        "Is this an exact rational number?",
        "div(2, 3)",
        "2.5",
    ),
    ("exact-integer?", lambda x: type(x) is int, "Is this an exact integer?", "2", "2.0"),
    ("positive?", lambda x: is_comparable(x) and x > 0, "Is this a positive number?", "2", "0"),
    ("negative?", lambda x: is_comparable(x) and x < 0, "Is this a negative number?", "-2", "0"),
    ("even?", lambda x: is_whole_number(x) and int(x) % 2 == 0, "Is this an even number?", "-2", "3"),
    ("odd?", lambda x: is_whole_number(x) and int(x) % 2 == 1, "Is this an odd number?", "-3", "2"),
)
for _name, _test, *_shown in _PREDICATES:
    declare_predicate(_name, number_predicate(_name, _test), *_shown)


@public("exact?")
def is_exact(value: Value) -> bool:
    """Is this number exact?

    Scheme:  (exact? x)
    >>> is_exact(div(1, 2)), is_exact(0.5)
    (True, False)
    """
    value = number_in(value)
    if hasattr(value, "_decide_"):
        return bool(value.is_exact)
    return is_exact_number(_expected("exact?", value, is_number, "a number"))


@public("inexact?")
def is_inexact(value: object) -> bool:
    """Is this number inexact, or one of the components of this structure, matrix or list?

    Scheme:  (inexact? x)
    >>> is_inexact([1, 0.5]), is_inexact(1)
    (True, False)
    """
    if isinstance(value, (list, tuple)):
        return any(map(is_inexact, value))
    found: list[bool] = []
    if is_container(value):
        value._mapped_(lambda leaf: found.append(is_inexact(leaf)) or leaf)  # type: ignore[func-returns-value]
        return any(found)
    return not is_exact_number(_expected("inexact?", finite_part(value), is_number, "a number or a structure of them"))


# --- conversion ------------------------------------------------------------------------------------------------


@public("inexact->exact", "exact")
def exact(x: Scalar) -> ScalarValue:
    """The exact number that is equal to x; of a constant, the whole or half number that it is, or that of its float.

    Scheme:  (inexact->exact x), (exact x)
    >>> exact(0.25), exact(2.0)
    (Fraction(1, 4), 2)
    """
    if isinstance(x, TreeNode) and x.is_scalar:
        return tree_map(exact, x)
    number = _expected("inexact->exact", x, lambda x: is_finite_number(x) or is_exact_number(x), "a finite real number")
    known = exact_value(x) if isinstance(x, Expression) else None
    if known is not None:
        return known  # type: ignore[no-any-return]
    return exact_number(Fraction(number)) if isinstance(number, float) else number


@public("numerator")
def numerator(x: Scalar) -> ScalarValue:
    """The numerator of a rational number in lowest terms.

    >>> numerator(div(6, 4)), numerator(0.75)
    (3, 3.0)
    """
    return _term(_expected("numerator", x, is_finite_number, "a rational number"), "numerator")


@public("denominator")
def denominator(x: Scalar) -> ScalarValue:
    """The denominator of a rational number in lowest terms, which is positive.

    >>> denominator(div(6, 4))
    2
    """
    return _term(_expected("denominator", x, is_finite_number, "a rational number"), "denominator")


def _term(number: Real, part: str) -> Any:
    value = getattr(Fraction(number), part)
    return float(value) if isinstance(number, float) else value


@public("rationalize")
def rationalize(x: Real, tolerance: Real) -> ScalarValue:
    """The rational number of least denominator that differs from x by no more than a tolerance.

    Units:   the tolerance is absolute
    >>> rationalize(div(3, 10), div(1, 10)), rationalize(exact(3.14159), div(1, 1000))
    (Fraction(1, 3), Fraction(201, 64))
    """
    x, tolerance = (_expected("rationalize", value, is_finite_number, "rational numbers") for value in (x, tolerance))
    found = simplest_fraction(Fraction(x) - abs(Fraction(tolerance)), Fraction(x) + abs(Fraction(tolerance)))
    return float(found) if isinstance(x, float) or isinstance(tolerance, float) else exact_number(found)


def simplest_fraction(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator between two, by continued fractions."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_fraction(-high, -low)
    terms = []
    while math.floor(low) == math.floor(high) and low != math.floor(low):
        terms.append(math.floor(low))
        low, high = 1 / (high - terms[-1]), 1 / (low - terms[-1])
    result = Fraction(math.ceil(low))
    for term in reversed(terms):
        result = term + 1 / result
    return result


# --- integer division ------------------------------------------------------------------------------------------


def toward_zero(n: int, d: int) -> int:
    """The quotient of integers without its fractional part."""
    q = abs(n) // abs(d)
    return q if (n < 0) == (d < 0) else -q


def _declare_division(name: str, of_integers: Callable[[int, int], int], doc: str, answers: str) -> None:
    def divide(n: Scalar, d: Scalar) -> ScalarValue:
        n, d = (_expected(name, value, is_whole_number, "whole numbers") for value in (n, d))
        if d == 0:
            raise DivisionByZeroError(f"Division by zero signalled by {name}.")
        result = of_integers(int(n), int(d))  # type: ignore[call-overload]
        return float(result) if isinstance(n, float) or isinstance(d, float) else result

    typed = f"{name}(-7, 2), {name}(7, -2), {name}(7.0, 2)"
    divide.__doc__ = docstring(doc, f"({name} n d)", typed, answers, raises="DivisionByZeroError if d is 0")
    register(name, divide)


_declare_division(
    "quotient", toward_zero, "The quotient of whole numbers without its fractional part.", "(-3, -3, 3.0)"
)
_declare_division(
    "remainder", lambda n, d: n - d * toward_zero(n, d), "What quotient leaves, with the sign of n.", "(-1, 1, 1.0)"
)
_declare_division("modulo", lambda n, d: n % d, "The remainder that has the sign of d.", "(1, -1, 1.0)")
