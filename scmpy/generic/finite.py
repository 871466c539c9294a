"""Finite real numbers, as numerical methods ask for them: kept as they are, or as floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import (
    CALLED,
    DivisionByZeroError,
    DomainError,
    GenericOperationError,
    ScmpyError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.kinds import ScalarKind, is_number


def finite_real(value: Any, operation: str = CALLED) -> Any:
    """The value, checked to be a finite real number; of a constant such as the exact pi its float.

    >>> finite_real(3, "an example")
    3
    """
    if isinstance(value, ScalarKind) and not is_number(value):
        value = g.inexact(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or not magnitude(value) < math.inf:
        raise WrongTypeError(f"{operation} expects a finite real number, got {describe(value)}")
    return value


def magnitude(value: Any) -> float:
    """The absolute value as a float: infinite where it is too large for one."""
    try:
        return abs(complex(value))
    except OverflowError:
        return math.inf


def real(value: Any, operation: str = CALLED, where: str = "") -> float:
    """A finite float, or an error that says what should have been one."""
    if type(value) is float and math.isfinite(value):
        return value
    try:
        number = g.inexact(value)
    except (GenericOperationError, OverflowError):
        number = None
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number):
        raise WrongTypeError(f"{operation} expects real numbers, got {describe(value)}{where}")
    return float(number)


def real_at(f: Callable[[Any], Any], place: Any, operation: str) -> float:
    """The value of a function at a place, a finite float; an error that says where it has none.

    >>> real_at(lambda x: 1 / x, 2, "an example")
    0.5
    >>> real_at(lambda x: 1 / x, 0, "an example")
    Traceback (most recent call last):
        ...
    scmpy.errors.DivisionByZeroError: an example: the function has no value at 0: division by zero
    """
    return real(value_at(f, place, operation), operation, f" at {place}")


def value_at(f: Callable[[Any], Any], place: Any, operation: str) -> Any:
    """The value of a function at a place; an error that says where it has none."""
    try:
        return f(place)
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, ScmpyError) and not isinstance(error, DivisionByZeroError):
            raise
        kind, what = (
            (DivisionByZeroError, "division by zero") if isinstance(error, ZeroDivisionError) else (DomainError, error)
        )
        raise kind(f"{operation}: the function has no value at {place}: {what}") from error
