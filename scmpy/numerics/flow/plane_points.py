"""Points of a plane, and which of them are near: on a plane, a cylinder or a torus, whose angles are taken modulo 2 pi.

In Scheme a point is a pair of its abscissa and its ordinate; a list of both counts as one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.composite import Composite
from scmpy.generic.functions import Function
from scmpy.numerics.flow.point_maps import turned
from scmpy.numerics.ode.motion import real
from scmpy.registry import public
from scmpy.structure.aliases import Real, Scalar, ScalarValue, Vector
from scmpy.structure.measures import common_units, has_units, measures

Point = tuple[Any, Any]


@public("make-point")
def make_point(x: Scalar, y: Scalar) -> Point:
    """The point with this abscissa and ordinate.

    Scheme:  (make-point x y)
    Source:  SICM 4.4
    1 ]=> (make-point 1 2)
    ;Value: (1 . 2)
    >>> make_point(1, 2)
    (1, 2)
    """
    return x, y


def coordinates(point: Any, operation: str = CALLED) -> Point:
    """The abscissa and the ordinate of a point; an error that says what is none."""
    if hasattr(point, "car") and not hasattr(point.cdr, "car"):
        return point.car, point.cdr
    try:
        found = items(point, operation)
    except WrongTypeError:
        found = ()
    if len(found) != 2:
        raise WrongTypeError(f"{operation} expects a point, of two coordinates, got {describe(point)}")
    return found[0], found[1]


@public("abscissa")
def abscissa(point: Vector) -> ScalarValue:
    """The first coordinate of a point.

    Scheme:  (abscissa point)
    Shapes:  point: as make-point, cons, list or up give it
    Raises:  WrongTypeError unless there are two coordinates
    Source:  SICM 4.4
    >>> abscissa(make_point(1, 2))
    1
    """
    return coordinates(point)[0]


@public("ordinate")
def ordinate(point: Vector) -> ScalarValue:
    """The second coordinate of a point.

    Scheme:  (ordinate point)
    Shapes:  point: as make-point, cons, list or up give it
    Raises:  WrongTypeError unless there are two coordinates
    Source:  SICM 4.4
    >>> ordinate(make_point(1, 2))
    2
    """
    return coordinates(point)[1]


def _near(name: str, eps: Any, x_is_angle: bool, y_is_angle: bool) -> Function:
    allowed, is_measured = real(measures(eps), name, "the distance"), has_units(eps)

    def near(p: Any, q: Any) -> bool:
        points = [coordinates(point, name) for point in (p, q)]
        if is_measured or any(isinstance(x, Composite) for point in points for x in point):
            common_units(name, eps, *(x for point in points for x in point))
            points = [(measures(x), measures(y)) for x, y in points]
        (a, b), (c, d) = ([real(x, name, "a coordinate") for x in point] for point in points)
        dx, dy = turned(a - c) if x_is_angle else a - c, turned(b - d) if y_is_angle else b - d
        return math.hypot(dx, dy) < allowed

    return Function(near, f"({name} {eps})")


@public("plane-near?", python="plane_near")
def plane_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of the plane that are nearer than a distance.

    Scheme:  ((plane-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   the distance and the coordinates may be quantities of one dimension
    >>> plane_near(0.1)((0.01, 2), (6.28, 2.05)), plane_near(0.1)((2, 2), (2.08, 2.05))
    (False, True)
    """
    return _near("plane-near?", eps, False, False)


@public("cylinder-near?", python="cylinder_near")
def cylinder_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of a cylinder that are nearer than a distance: the abscissa is an angle.

    Scheme:  ((cylinder-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   both coordinates and the distance are numbers, the abscissa in radians
    Source:  SICM 4.4
    >>> cylinder_near(0.1)((0.01, 2), (6.28, 2.05)), cylinder_near(0.1)((2, 0.01), (2.05, 6.28))
    (True, False)
    """
    return _near("cylinder-near?", eps, True, False)


@public("torus-near?", python="torus_near")
def torus_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of a torus that are nearer than a distance: both coordinates are angles.

    Scheme:  ((torus-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   radians; the distance too
    >>> torus_near(0.1)((0.01, 2), (6.28, 2.05)), torus_near(0.1)((2, 0.01), (2.05, 6.28))
    (True, True)
    """
    return _near("torus-near?", eps, True, True)
