"""Stable and unstable manifolds of fixed points of maps of the plane, and where they cross.

A short piece of the manifold is nearly straight, along an eigenvector. The map stretches it by the eigenvalue.

Source: SICM 4.4
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import finite_part
from scmpy.errors import DimensionError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.composite import Composite, measure_of
from scmpy.generic.functions import Function
from scmpy.numerics.flow.counted import DIRECTIONS, CountedMap, of_map, sized
from scmpy.numerics.flow.plane_points import Point, coordinates
from scmpy.numerics.flow.point_maps import PointMap, turned
from scmpy.numerics.ode.motion import real
from scmpy.numerics.roots.newton import REGULAR, newton
from scmpy.registry import public
from scmpy.structure.aliases import Name, PlaneMap, Real, RealFunction, Value
from scmpy.structure.measures import common_units, in_units, with_units_of
from scmpy.structure.structure import Up

SURFACES = {"plane": 0, "cylinder": 1, "torus": 2}  # how many coordinates, from the first, are angles


@public("fixed-point-eigen")
@of_map("fixed-point-eigen", "x y", axes="xy", told={"proceed": CountedMap.of_eigenvectors})
def fixed_point_eigen(step: PlaneMap, x: Real, y: Real, eps: Real, proceed: Callable[..., Any]) -> Value:
    """The eigenvalues and eigenvectors of the derivative of a map at a fixed point, handed to a continuation.

    The derivative is exact; of a map that takes numbers alone it is found by differences.

    Scheme:  (fixed-point-eigen map x y eps (lambda (A1 x1 y1 A2 x2 y2) ...))
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y'); eps is not used
    Units:   coordinates may be quantities; so are the components of the vectors then
    Source:  SICM 4.4
    1 ]=> (define (cat x y continue fail) (continue (+ (* 2 x) y) (+ x y)))
    1 ]=> (fixed-point-eigen cat 0 0 1e-5 list)
    ;Value: (2.61803399 1. .618033989 .381966011 1. -1.61803399)
    >>> def cat(x, y, proceed, fail):
    ...     return proceed(2 * x + y, x + y)
    >>> [round(x, 6) for x in fixed_point_eigen(cat, 0, 0, 1e-5, lambda *found: found)]
    [2.618034, 1.0, 0.618034, 0.381966, 1.0, -1.618034]
    """
    check_callable(proceed, "fixed-point-eigen", "a continuation")
    mapping = PointMap(step, Up((x, y)), "fixed-point-eigen")
    _, ((a, b), (c, d)) = mapping.with_derivative(mapping.start)
    half, product = (a + d) / 2, a * d - b * c
    root = g.sqrt(half * half - product)
    found: list[Any] = []
    for value, spare in ((half + root, (1.0, 0.0)), (half - root, (0.0, 1.0))):
        if b:
            vector = (b, value - a)
        elif c:
            vector = (value - d, c) if value != d else (0.0, 1.0)
        else:
            vector = spare if a >= d else spare[::-1]
        found += [value, *vector]
    return proceed(*found)


def _generations(param: Any, eps: float, factor: float, operation: str) -> int:
    """By how many iterations a point beyond the straight piece comes from that."""
    size = abs(real(finite_part(param), operation, "the parameter"))
    return max(0, math.floor(math.log(size / eps) / math.log(factor))) if size > eps else 0


def _piece(x: Any, y: Any, dx: Any, dy: Any, factor: Any, eps: Any, name: str) -> tuple[list[float], list[float]]:
    """The fixed point and the direction; then the factor and the length of the piece."""
    numbers = [
        real(v, name, what)
        for v, what in ((x, "x"), (y, "y"), (dx, "dx"), (dy, "dy"), (factor, "the eigenvalue"), (eps, "eps"))
    ]
    if numbers[5] <= 0 or numbers[4] == 0:
        raise DomainError(
            f"{name} expects an eigenvalue and a positive length of the straight piece, got {factor} {eps}"
        )
    return numbers[:4], numbers[4:]


@public("unstable-manifold")
@of_map("unstable-manifold", "x y", CountedMap.curve, axes="xy", told=DIRECTIONS)
def unstable_manifold(step: PlaneMap, x: Real, y: Real, dx: Real, dy: Real, factor: Real, eps: Real) -> Function:
    """The unstable manifold of a fixed point of a map of the plane, as a function from a parameter to points.

    Where the parameter is no more than eps, the point is the fixed point plus the parameter times the direction.
    Otherwise it is an image of such a point, and the map multiplies the parameter by the eigenvalue.

    Scheme:  ((unstable-manifold map x y dx dy A eps) parameter)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y');
             (dx, dy): an eigenvector, A its eigenvalue, |A| > 1
    Units:   coordinates and components may be quantities, the parameter is a number
    Raises:  DomainError unless |A| > 1, or where the map is not defined
    Source:  SICM 4.4
    1 ]=> (define (map x y continue fail) (continue (* 2 x) (+ (/ y 2) (square x))))
    1 ]=> ((unstable-manifold map 0 0 1 0 2 1e-5) 1)
    ;Value: (1. . .285714286)
    >>> curve = unstable_manifold(lambda x, y, go, fail: go(2 * x, y / 2 + x**2), 0, 0, 1, 0, 2, 1e-5)
    >>> [round(x, 6) for x in curve(1)]  # y = 2 x^2 / 7
    [1.0, 0.285714]
    """
    name = "unstable-manifold"
    (x, y, dx, dy), (factor, eps) = _piece(x, y, dx, dy, factor, eps, name)
    if abs(factor) <= 1:
        raise DomainError(f"{name} expects an eigenvalue of a size above 1, got {factor}")
    mapping = PointMap(step, Up((x, y)), name)

    def manifold(param: Any) -> Point:
        count = _generations(param, eps, abs(factor), name)
        part = g.div(param, factor**count)
        point = mapping.after([g.add(x, g.mul(dx, part)), g.add(y, g.mul(dy, part))], count)
        return point[0], point[1]

    return Function(manifold, name)


@public("stable-manifold")
@of_map("stable-manifold", "x y", CountedMap.curve, axes="xy", told=DIRECTIONS)
def stable_manifold(step: PlaneMap, x: Real, y: Real, dx: Real, dy: Real, factor: Real, eps: Real) -> Function:
    """The stable manifold of a fixed point of a map of the plane, as a function from a parameter to points.

    It is as unstable-manifold, with preimages, which Newton's method finds: no inverse of the map is needed.

    Scheme:  ((stable-manifold map x y dx dy A eps) parameter)
    Shapes:  as of unstable-manifold, with 0 < |A| < 1
    Units:   coordinates and components may be quantities, the parameter and eps are numbers
    Raises:  DomainError unless 0 < |A| < 1; ConvergenceError where no preimage is found
    Source:  SICM 4.4
    1 ]=> (define (map x y continue fail) (continue (+ (* 2 x) (square y)) (/ y 2)))
    1 ]=> ((stable-manifold map 0 0 0 1 1/2 1e-5) 1)
    ;Value: (-.571428571 . 1.)
    >>> curve = stable_manifold(lambda x, y, go, fail: go(2 * x + y**2, y / 2), 0, 0, 0, 1, 0.5, 1e-5)
    >>> [round(x, 6) for x in curve(1)]  # x = -4 y^2 / 7
    [-0.571429, 1.0]
    """
    name = "stable-manifold"
    (x, y, dx, dy), (factor, eps) = _piece(x, y, dx, dy, factor, eps, name)
    if abs(factor) >= 1:
        raise DomainError(f"{name} expects an eigenvalue of a size below 1, got {factor}")
    mapping = PointMap(step, Up((x, y)), name)
    angles = mapping.angles()

    def preimage(point: Sequence[Any], guess: Sequence[float]) -> list[Any]:
        goal = [float(finite_part(c)) for c in point]

        def system(numbers: list[float]) -> tuple[list[float], list[list[float]]]:
            image, rows = mapping.with_derivative(numbers)
            moved = [turned(p - q) if i in angles else p - q for i, (p, q) in enumerate(zip(image, goal, strict=True))]
            return moved, rows

        found = newton(system, guess, name, 1e-13, REGULAR)
        _, ((a, b), (c, d)) = mapping.with_derivative(found)
        off, across = (g.sub(p, q) for p, q in zip(point, goal, strict=True))  # the infinitesimal parts, if any
        size = a * d - b * c
        return [
            g.add(found[0], g.div(g.sub(g.mul(d, off), g.mul(b, across)), size)),
            g.add(found[1], g.div(g.sub(g.mul(a, across), g.mul(c, off)), size)),
        ]

    def manifold(param: Any) -> Point:
        count = _generations(param, eps, 1 / abs(factor), name)
        part = g.mul(param, factor**count)
        point: list[Any] = [g.add(x, g.mul(dx, part)), g.add(y, g.mul(dy, part))]
        before = [x, y]
        for _ in range(count):
            place = [float(finite_part(c)) for c in point]
            guess = [p + (p - q) / (factor if abs(factor) > 0.2 else 1.0) for p, q in zip(place, before, strict=True)]
            before, point = place, preimage(point, guess)
        return point[0], point[1]

    return Function(manifold, name)


@public("find-homoclinic-point")
def find_homoclinic_point(
    unstable: RealFunction, stable: RealFunction, first: Real, second: Real, surface: Name = "plane"
) -> tuple[float, float, Point]:
    """Where two manifolds cross near two parameters: both parameters, and the point, by Newton's method.

    On a cylinder the abscissa is an angle, on a torus both coordinates are: whole turns do not count.

    Scheme:  (find-homoclinic-point unstable stable parameter parameter ['plane, 'cylinder or 'torus])
    Shapes:  unstable, stable: parameter -> point
    Units:   coordinates may be quantities, those that are no angles; parameters are numbers
    Raises:  ConvergenceError if they do not cross near;  DimensionError for an angle that is a quantity;  DomainError
             for a parameter that is not finite; WrongTypeError for another surface, and for what is no point
    Source:  SICM 4.4
    1 ]=> (find-homoclinic-point (lambda (s) (list s (square s))) (lambda (t) (list (+ t 1) (- 2 t))) 1. 0.)
    ;Value: (1.30277564 .302775638 (1.30277564 . 1.69722436))
    >>> s, t, point = find_homoclinic_point(lambda s: (s, s**2), lambda t: (t + 1, 2 - t), 1, 0)
    >>> [round(x, 9) for x in (s, t, *point)]  # x^2 = 3 - x
    [1.302775638, 0.302775638, 1.302775638, 1.697224362]
    """
    name = "find-homoclinic-point"
    start = [real(x, name, "a parameter") for x in (first, second)]
    if str(surface) not in SURFACES:
        raise WrongTypeError(f"{name} expects one of the surfaces {', '.join(SURFACES)}, got {describe(surface)}")
    angles = SURFACES[str(surface)]
    ends = [Up(coordinates(curve(t), name)) for curve, t in zip((unstable, stable), start, strict=True)]
    units = common_units(name, *ends)
    if any(isinstance(unit, Composite) for unit in units[:angles]):
        raise DimensionError(f"{name}: angles are plain numbers, got {ends[0]}")
    sizes = sized(units, [max(abs(measure_of(x)) for x in pair) for pair in zip(*ends, strict=True)])
    both: Any = [
        Function(lambda t, f=f: in_units(sizes, Up(coordinates(f(t), name))), name) for f in (unstable, stable)
    ]

    def system(numbers: list[float]) -> tuple[list[float], list[list[float]]]:
        curves = [curve(t) for curve, t in zip(both, numbers, strict=True)]
        slopes = [D(curve)(t) for curve, t in zip(both, numbers, strict=True)]
        apart = [p - q for p, q in zip(*curves, strict=True)]
        return [turned(x) if i < angles else x for i, x in enumerate(apart)], [
            [p, -q] for p, q in zip(*slopes, strict=True)
        ]

    s, t = newton(system, start, name, 1e-9, REGULAR)
    x, y = with_units_of(sizes, both[0](s))
    return s, t, (g.inexact(x), g.inexact(y))
