"""Complex numbers by parts: rectangular and polar construction, generic over symbols.

Source: the course's generic arithmetic handout.
"""

from __future__ import annotations

from fractions import Fraction

from scmpy.generic import operations as g
from scmpy.generic.annotations import Angle, Scalar, ScalarValue
from scmpy.generic.numeric_tower import ExactComplex, inexact_complex
from scmpy.registry import public

_REAL = (int, Fraction, float)


@public("make-rectangular")
def make_rectangular(x: Scalar, y: Scalar) -> ScalarValue:
    """The complex number x + i y.

    Scheme:  (make-rectangular x y)
    >>> make_rectangular(1, 2) * make_rectangular(3, -1)
    5+5i
    """
    if isinstance(x, _REAL) and isinstance(y, _REAL) and (isinstance(x, float) or isinstance(y, float)):
        return inexact_complex(complex(x, y))  # no product: i times an infinity has a part that is no number
    return g.add(x, g.mul(ExactComplex(0, 1), y))


@public("make-polar")
def make_polar(r: Scalar, theta: Angle) -> ScalarValue:
    """The complex number r (cos theta + i sin theta).

    Scheme:  (make-polar r theta)
    Units:   theta in radians
    >>> from scmpy import symbols
    >>> make_polar(2, 0), make_polar(*symbols("r theta"))
    (2, (+ (* r (cos theta)) (* +i r (sin theta))))
    """
    return g.mul(r, g.add(g.cos(theta), g.mul(ExactComplex(0, 1), g.sin(theta))))


@public("angle")
def angle(z: Scalar) -> ScalarValue:
    """The argument of a complex number.

    Scheme:  (angle z)
    >>> from scmpy import angle, make_rectangular
    >>> angle(make_rectangular(0.0, 2.0))
    1.5707963267948966
    """
    return g.atan2(g.imag_part(z), g.real_part(z))
