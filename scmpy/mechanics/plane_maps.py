"""Area-preserving maps of the plane, in the form that explorers and collectors of orbits take.

A map takes x and y, a continuation that gets the next x and y, and one that is called, without arguments, where the
map is not defined.

Source: SICM 3.6, 3.9.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items, length
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.numerics.flow.counted import CountedMap, of_map
from scmpy.numerics.flow.point_maps import PointMap, of_coordinates, takes_points
from scmpy.numerics.iteration import FEW, Iteration, images_of, is_real_point
from scmpy.numerics.ode.motion import real
from scmpy.registry import public
from scmpy.structure.aliases import PlaneMap, Real, Scalar, Value, Vector
from scmpy.structure.structure import Structure, Up
from scmpy.symbolic.expression import Expression

MOST_IMAGES = Limit("most-images", 100_000_000, "Images of a point under a map.")

Continuation = Callable[[Any, Any], Any]
Failure = Callable[[], Any]


def angle_from(start: float, x: Any) -> Any:
    """The angle in the full turn from a start that differs from x by whole turns."""
    value = x if is_array(x) else g.inexact(x)
    if isinstance(value, (complex, Structure, Expression)):
        raise WrongTypeError(f"a map of angles expects real numbers, got {describe(x)}")
    turns = g.floor(g.div(g.sub(finite_part(value), start) if start else finite_part(value), math.tau))
    return g.sub(value, g.mul(math.tau, turns))


def _angle(x: Any) -> Any:
    return angle_from(0.0, x)


@public("standard-map")
def standard_map(K: Scalar) -> Function:
    """Chirikov's standard map, of an angle and an angular momentum modulo 2 pi.

    Scheme:  ((standard-map K) x y continue fail)
    Math:    y' = y + K sin x,  x' = x + y'
    Shapes:  result: (x, y) -> list of x and y, both from 0 to 2 pi
    Source:  SICM 3.9
    1 ]=> ((standard-map 0) 1 2 list (lambda () 'failed))
    ;Value: (3. 2.)
    >>> standard_map(0)(1, 2, lambda x, y: (x, y), lambda: None)
    (3.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        momentum = g.add(y, g.mul(K, g.sin(x)))
        return proceed(_angle(g.add(x, momentum)), _angle(momentum))

    return Function(step, "standard-map")


@public("standard-map-inverse")
def standard_map_inverse(K: Scalar) -> Function:
    """The inverse of the standard map.

    Scheme:  ((standard-map-inverse K) x y continue fail)
    Math:    x = x' - y',  y = y' - K sin x
    Source:  SICM 3.9
    1 ]=> ((standard-map-inverse 0) 3 2 list (lambda () 'failed))
    ;Value: (1. 2.)
    >>> standard_map_inverse(0)(3, 2, lambda x, y: (x, y), lambda: None)
    (1.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        angle = g.sub(x, y)
        return proceed(_angle(angle), _angle(g.sub(y, g.mul(K, g.sin(angle)))))

    return Function(step, "standard-map-inverse")


@public("iterated-map")
def iterated_map(step: PlaneMap, n: int) -> Function:
    """The n-th iterate of a map.

    Scheme:  ((iterated-map map n) x y continue fail)
    Shapes:  map: x, y, continue, fail -> continue(x', y') or fail(), or x, y -> a tuple of two;  result: as the first
    Raises:  DomainError if an image is not real; WrongTypeError unless n is a natural number
    Source:  SICM 4
    1 ]=> ((iterated-map (standard-map 0) 3) 0 1 list (lambda () 'failed))
    ;Value: (3. 1.)
    >>> iterated_map(standard_map(0), 3)(0, 1, lambda x, y: (x, y), lambda: None)
    (3.0, 1.0)
    """
    step = of_coordinates(check_callable(step, wanted="a map"))
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise WrongTypeError(f"iterated-map expects a count of iterations, got {describe(n)}")

    def iterate(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        if n > 1 and is_real_point((x, y)) and (images := images_of(step, (x, y), n)) is not None:
            return proceed(*images[-1].tolist()) if len(images) == n else fail()
        if n > FEW and is_real_point((x, y)):
            point = Iteration(_of_tuples(step), Up((x, y)), n).after((x, y), n)
            return fail() if point is None else proceed(*point)
        for _ in range(n):
            image = step(x, y, lambda x, y: (x, y), lambda: None)
            if not isinstance(image, tuple):
                return fail()
            x, y = image
        return proceed(x, y)

    return Function(iterate, "iterated-map")


def _of_tuples(step: Callable[..., Any]) -> Callable[[Structure], Structure | None]:
    """A map of the plane as a function of tuples, None where it fails."""

    def image(point: Structure) -> Structure | None:
        found = step(*point.components, lambda x, y: Up((x, y)), lambda: None)
        if isinstance(found, Up) and any(isinstance(x, complex) for x in found):
            raise DomainError(f"a map of the plane expects real numbers; the image of {point} is {found}")
        return found if isinstance(found, Up) else None

    return image


@public("map-orbit", in_scheme=False)
@of_map("map-orbit", "point", CountedMap.orbit)
def map_orbit(step: PlaneMap, point: Vector | Real, n: int) -> Value:
    """A point and its n images under a map, one a row of an array; fewer where a map of the plane fails.

    The map takes x and y and two continuations, or x and y and gives a tuple of the next ones, None where there are
    none; or it takes a number, a tuple or a state, whose image is shaped alike: a row has the numbers of one. So
    Poincare maps and stroboscopic maps have orbits too.

    A map that is made of generic arithmetic runs as compiled code: a million images take some hundredths of a second
    with llvmlite (the extra ``fast``), about two seconds without. Surfaces of section go on from point to point.

    Shapes:  point: up(x, y) of real numbers, or what the map takes;  result: (n + 1, count of its numbers)
    Raises:  WrongTypeError unless the point is one of the plane, or of the map;  LimitError if there are too many;
             DomainError unless the numbers are real
    Source:  SICM 3.9
    >>> from scmpy import map_orbit, standard_map, up
    >>> map_orbit(standard_map(0.6), up(1.0, 2.0), 3)
    array([[1.        , 2.        ],
           [3.50488259, 2.50488259],
           [5.79655436, 2.29167177],
           [1.52445047, 2.01108142]])
    >>> map_orbit(lambda x, y: (y, x + y), (1, 1), 1)
    array([[1., 1.],
           [1., 2.]])
    >>> map_orbit(lambda p: up(p[1], p[0] + p[1]), up(1, 1), 3)
    array([[1., 1.],
           [1., 2.],
           [2., 3.],
           [3., 5.]])
    """
    name = "map-orbit"
    length(n, name, MOST_IMAGES)
    if takes_points(step):
        mapping = PointMap(step, point, name)
        return mapping.orbit(mapping.start, n)
    given = items(point.components if isinstance(point, Structure) else point, name)
    if len(given) != 2:
        raise WrongTypeError(f"{name} expects a point of the plane, got {describe(point)}")
    numbers = [real(x, name, "a coordinate") for x in given]
    images = images_of(step, numbers, n)
    if images is None:
        return Iteration(_of_tuples(step), Up(numbers), n).orbit(numbers, n)
    import numpy

    return numpy.vstack([numbers, images])
