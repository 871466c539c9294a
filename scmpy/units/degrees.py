"""Angles in degrees, minutes and seconds of arc, or in hours, minutes and seconds of time, and in radians."""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.aliases import Angle, Numbers, Real, Scalar, ScalarValue
from scmpy.symbolic.real_numbers import is_real_number


def _parts(operation: str, value: Any) -> tuple[float, float, float]:
    """Degrees or hours, with minutes and seconds, each part of the sign of the whole."""
    if not is_real_number(value):
        raise WrongTypeError(f"{operation} expects a real number, got {describe(value)}")
    seconds, whole = abs(float(value)) * 3600, math.copysign(1.0, float(value))
    units, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return whole * units, whole * minutes, whole * seconds


def _whole(operation: str, parts: Any) -> Any:
    """The degrees or hours of a list of them, minutes and seconds."""
    given = tuple(items(parts, operation))
    if not 1 <= len(given) <= 3 or not all(map(is_number, given)):
        raise WrongTypeError(f"{operation} expects a list of at most three numbers, got {describe(parts)}")
    total: Any = 0
    for part, scale in zip(given, (1, 60, 3600), strict=False):
        total = g.add(total, g.div(part, scale))
    return total


#: The radians of a degree, and of an hour, of which a turn has 24.
DEGREE, HOUR = math.pi / 180, math.pi / 12


@public("degrees->radians", python=None)
def degrees_to_radians(degrees: Scalar) -> ScalarValue:
    """The radians of an angle in degrees.

    Scheme:  (degrees->radians x)
    Units:   degrees to radians
    >>> from scmpy.units import degrees_to_radians
    >>> degrees_to_radians(180)
    3.141592653589793
    """
    return g.mul(degrees, DEGREE)


@public("radians->degrees", python=None)
def radians_to_degrees(radians: Angle) -> ScalarValue:
    """The degrees of an angle in radians.

    Scheme:  (radians->degrees x)
    Units:   radians to degrees
    >>> from scmpy.units import radians_to_degrees
    >>> radians_to_degrees(math.pi)
    180.0
    """
    return g.div(radians, DEGREE)


@public("hours->radians", python=None)
def hours_to_radians(hours: Scalar) -> ScalarValue:
    """The radians of an angle in hours, of which a turn has 24.

    Scheme:  (hours->radians x)
    Units:   hours, 24 to a turn, to radians
    >>> from scmpy.units import hours_to_radians
    >>> hours_to_radians(6)
    1.5707963267948966
    """
    return g.mul(hours, HOUR)


@public("radians->hours", python=None)
def radians_to_hours(radians: Angle) -> ScalarValue:
    """The hours, of which a turn has 24, of an angle in radians.

    Scheme:  (radians->hours x)
    Units:   radians to hours, 24 to a turn
    >>> from scmpy.units import radians_to_hours
    >>> radians_to_hours(math.pi)
    12.0
    """
    return g.div(radians, HOUR)


@public("x->xms", "d->dms", "h->hms", python=None)
def d_to_dms(value: Real) -> tuple[float, float, float]:
    """A number of degrees or hours as a list of whole ones, minutes and seconds, all of one sign.

    Scheme:  (d->dms x), (h->hms x)
    >>> from scmpy.units import d_to_dms
    >>> d_to_dms(1.5)
    (1.0, 30.0, 0.0)
    """
    return _parts("d->dms", value)


@public("xms->x", "dms->d", "hms->h", python=None)
def dms_to_d(parts: Numbers) -> ScalarValue:
    """The number of degrees or hours of a list of them, minutes and seconds.

    Scheme:  (dms->d '(1 30 0)), (hms->h '(1 30 0))
    >>> from scmpy.units import dms_to_d
    >>> dms_to_d((1, 30, 0))
    Fraction(3, 2)
    """
    return _whole("dms->d", parts)


@public("dms->radians", python=None)
def dms_to_radians(parts: Numbers) -> ScalarValue:
    """The radians of an angle given as a list of degrees, minutes and seconds.

    Scheme:  (dms->radians '(180 0 0))
    >>> from scmpy.units import dms_to_radians
    >>> dms_to_radians((180, 0, 0))
    3.141592653589793
    """
    return g.mul(_whole("dms->radians", parts), DEGREE)


@public("radians->dms", python=None)
def radians_to_dms(radians: Angle) -> tuple[float, float, float]:
    """The list of degrees, minutes and seconds of an angle in radians.

    Scheme:  (radians->dms x)
    Units:   radians to degrees, minutes and seconds of arc
    >>> from scmpy.units import radians_to_dms
    >>> radians_to_dms(0.25)[0]
    14.0
    """
    return _parts("radians->dms", g.div(radians, DEGREE))


@public("hms->radians", python=None)
def hms_to_radians(parts: Numbers) -> ScalarValue:
    """The radians of an angle given as a list of hours, minutes and seconds.

    Scheme:  (hms->radians '(6 0 0))
    >>> from scmpy.units import hms_to_radians
    >>> hms_to_radians((6, 0, 0))
    1.5707963267948966
    """
    return g.mul(_whole("hms->radians", parts), HOUR)


@public("radians->hms", python=None)
def radians_to_hms(radians: Angle) -> tuple[float, float, float]:
    """The list of hours, minutes and seconds of an angle in radians.

    Scheme:  (radians->hms x)
    Units:   radians to hours, minutes and seconds of time, 24 hours to a turn
    >>> from scmpy.units import radians_to_hms
    >>> radians_to_hms(1)[0]
    3.0
    """
    return _parts("radians->hms", g.div(radians, HOUR))
