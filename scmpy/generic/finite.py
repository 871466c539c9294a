"""Finite real numbers, as numerical methods ask for them: kept as they are, or as floats."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import Scalar, is_number


def finite_real(value: Any, operation: str) -> Any:
    """The value, checked to be a finite real number; of a constant such as the exact pi its float.

    >>> finite_real(3, "an example")
    3
    """
    if isinstance(value, Scalar) and not is_number(value):
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


def real(value: Any, operation: str) -> float:
    """A finite float, or an error that says what should have been one."""
    try:
        number = g.inexact(value)
    except (GenericOperationError, OverflowError):
        number = None
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number):
        raise WrongTypeError(f"{operation} expects real numbers, got {describe(value)}")
    return float(number)
