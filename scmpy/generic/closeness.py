"""Comparison of inexact numbers, exact zeros and ones, and angles in a standard range."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar
from scmpy.generic.arrays import is_array, real_or_nan
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.finite import finite_real, magnitude
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.registry import public

#: What is smaller than this counts as a zero that was rounded.
ZERO_TOLERANCE = 1e-15


def _number(value: Any) -> Any:
    if not is_number(value):
        raise WrongTypeError(f"{CALLED} expects a number, got {describe(value)}")
    return value


@public("close-enuf?", python="is_close")
def is_close(x: Scalar, y: Scalar, tolerance: float, scale: float = 1.0) -> bool:
    """Do two numbers differ by no more than a tolerance, relative to their mean magnitude plus the scale?

    Scheme:  (close-enuf? x y tolerance [scale])
    Units:   the tolerance is relative, but of numbers far below the scale, which is 1 unless given, absolute
    >>> is_close(1.0, 1.0000001, 1e-6), is_close(1.0, 1.1, 1e-6)
    (True, False)
    """
    difference = g.sub(_number(x), _number(y))
    allowed = max(finite_real(tolerance), MACHINE_EPSILON)
    size = (magnitude(x) + magnitude(y)) / 2 + finite_real(scale)
    return magnitude(difference) <= allowed * size


@public("~0?", python="is_almost_zero")
def is_almost_zero(x: Scalar, tolerance: float = ZERO_TOLERANCE) -> bool:
    """Is this number zero up to rounding?

    Scheme:  (~0? x), (~0? x tolerance)
    Math:    |x| <= tolerance, which is 1e-15 unless it is given
    Units:   the tolerance is absolute
    >>> is_almost_zero(1e-20), is_almost_zero(0.1), is_almost_zero(0.1, 0.5)
    (True, False, True)
    """
    return magnitude(_number(x)) <= finite_real(tolerance)


def _is_known_exactly(x: Any) -> bool:
    """Is this an exact number, or an unknown of a trace that is one there?"""
    return is_exact(x) or bool(hasattr(x, "_decide_") and x.is_exact)


@public("exact-zero?")
def is_exact_zero(x: object) -> bool:
    """Is this an exact zero (0., which is inexact, is none)?

    Scheme:  (exact-zero? x)
    >>> is_exact_zero(0), is_exact_zero(0.0)
    (True, False)
    """
    return _is_known_exactly(x) and bool(x == 0)


@public("exact-one?")
def is_exact_one(x: object) -> bool:
    """Is this an exact one?

    Scheme:  (exact-one? x)
    >>> is_exact_one(1), is_exact_one(1.0)
    (True, False)
    """
    return _is_known_exactly(x) and bool(x == 1)


@public("principal-value")
def principal_value(cut: Scalar) -> Callable[[Any], Any]:
    """The function that brings an angle into the full turn that ends at the cut.

    Scheme:  ((principal-value cut) angle)
    Math:    the angle plus the multiple of 2 pi that puts it into [cut - 2 pi, cut)
    >>> import math
    >>> round(principal_value(math.pi)(4.0), 6)
    -2.283185
    >>> import numpy
    >>> principal_value(math.pi)(numpy.array([1.0, 4.0])).round(6).tolist()
    [1.0, -2.283185]
    """
    start = finite_real(cut) - 2 * math.pi

    def principal(angle: Any) -> Any:
        if hasattr(angle, "_decide_"):  # an unknown of a trace
            return g.sub(angle, g.mul(2 * math.pi, g.floor(g.div(g.sub(angle, start), 2 * math.pi))))
        if is_array(angle):
            angles = real_or_nan(angle)
            return angles - 2 * math.pi * ((angles - start) // (2 * math.pi))
        value = finite_real(angle, "principal-value")
        turns = math.floor((value - start) / (2 * math.pi))
        return value - turns * (2 * math.pi) if turns else angle

    return Function(principal, lambda: f"(principal-value {cut})")
