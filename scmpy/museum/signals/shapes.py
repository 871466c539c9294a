"""Functions to try signals with: a step, a boxcar, a ramp, a smooth bump."""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.finite import finite_real
from scmpy.generic.functions import Function
from scmpy.registry import public
from scmpy.structure.aliases import Real, Scalar


@public("unit-step")
def unit_step(place: Real = 0) -> Function:
    """The function that is 0 below a place, 0 unless it is given, and 1 from it on.

    Scheme:  ((unit-step [place]) t)
    Shapes:  result: real -> 0 or 1
    >>> unit_step(1)(0.5), unit_step()(0)
    (0, 1)
    """
    at = finite_real(place)
    return Function(lambda t: int(finite_real(t, "unit-step") >= at), "unit-step")


@public("unit-boxcar")
def unit_boxcar(half_width: Real = 1, place: Real = 0) -> Function:
    """The function that is 1 nearer to a place than half a width, which is 1 unless it is given, and 0 elsewhere.

    Scheme:  ((unit-boxcar [half-width place]) t)
    Shapes:  result: real -> 0 or 1
    >>> unit_boxcar()(0.5), unit_boxcar(1, 2)(0.5)
    (1, 0)
    """
    half, at = (finite_real(x) for x in (half_width, place))
    return Function(lambda t: int(abs(finite_real(t, "unit-boxcar") - at) < half), "unit-boxcar")


@public("ramp")
def ramp(slope: Scalar = 1, place: Real = 0) -> Function:
    """The linear function of a slope, 1 unless it is given, that is 0 at a place, 0 unless it is given.

    Scheme:  ((ramp [slope place]) t)
    Shapes:  result: real -> number
    >>> ramp(2, 1)(3)
    4
    """
    return Function(lambda t: g.mul(slope, g.sub(t, place)), "ramp")


@public("general-bump")
def general_bump(x0: Real, x1: Real, x2: Real) -> Function:
    """The function that is 0 with all its derivatives at two places and beyond, and greatest, 1, at one between them.

    Scheme:  ((general-bump x0 x1 x2) x)
    Raises:  DomainError unless x0 < x1 < x2
    >>> general_bump(0, 1, 3)(1), general_bump(0, 1, 3)(3)
    (1.0, 0)
    """
    a, peak, b = (float(finite_real(x)) for x in (x0, x1, x2))
    if not a < peak < b:
        raise DomainError(f"general-bump expects three places in order, got {x0}, {x1} and {x2}")
    weight = ((b - peak) / (peak - a)) ** 2

    def exponent(x: float) -> float:
        return 1 / (x - a) + weight / (b - x)

    def bump(x: Any) -> Any:
        place = float(finite_real(x, "general-bump"))
        return math.exp(exponent(peak) - exponent(place)) if a < place < b else 0

    return Function(bump, "general-bump")
