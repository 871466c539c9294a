"""Stable/unstable manifolds, invariant curves, rotation numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import finite_part, new_tag, split
from scmpy.errors import DimensionError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import check_callable, length
from scmpy.generic.types import Angle, Real, TreeNode, Value, measure_of
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.dynamics.maps import (
    DIRECTIONS,
    NondimensionalMap,
    NondimensionalMotion,
    Point,
    PointMap,
    coordinates,
    displaced,
    of_map,
    of_motion,
    sized,
    turned,
)
from scmpy.numerics.linear import REGULAR, newton
from scmpy.numerics.ode.ivp import InitialValueProblem, real, state_of, tolerance_of
from scmpy.numerics.roots import bisect, sign_change
from scmpy.registry import numpy, public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import Up, attach_units, common_units, in_units, leaves, unflatten
from scmpy.structure.types import Name, PlaneMap, RealFunction, State, StateDerivative, StateFunction, Vector

# --- manifolds -------------------------------------------------------------------------------------------------------
# Stable and unstable manifolds of fixed points of maps of the plane, and where they cross.
#
# A short piece of the manifold is nearly straight, along an eigenvector. The map stretches it by the eigenvalue.
#
# Source: SICM 4.4

SURFACES = {"plane": 0, "cylinder": 1, "torus": 2}  # how many coordinates, from the first, are angles


@public("fixed-point-eigen")
@of_map("fixed-point-eigen", "x y", axes="xy", told={"proceed": NondimensionalMap.of_eigenvectors})
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
    size = abs(real(finite_part(param), operation, "the parameter"))
    return max(0, math.floor(math.log(size / eps) / math.log(factor))) if size > eps else 0


def _piece(x: Any, y: Any, dx: Any, dy: Any, factor: Any, eps: Any, name: str) -> tuple[list[float], list[float]]:
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
@of_map("unstable-manifold", "x y", NondimensionalMap.curve, axes="xy", told=DIRECTIONS)
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
@of_map("stable-manifold", "x y", NondimensionalMap.curve, axes="xy", told=DIRECTIONS)
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
        off = tuple(map(g.sub, point, goal))  # the infinitesimal parts, if any
        rows = tuple(map(tuple, mapping.with_derivative(found)[1]))
        return [*map(g.add, found, linear.solve(rows, off))]

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
    if any(isinstance(unit, TreeNode) for unit in units[:angles]):
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
    x, y = attach_units(sizes, both[0](s))
    return s, t, (g.inexact(x), g.inexact(y))


# --- invariant curves ------------------------------------------------------------------------------------------------
# Invariant curves of maps of the plane that twist, found by the order of the points on them.
#
# The points of an orbit on an invariant curve come in the order of a rotation by the same number of turns. Where two of
# them are in another order than the rotation puts them, the orbit goes round faster or slower than that.
#
# Source: SICM 4.2, 4.3

ITERATIONS = 10_000  # of an orbit that keeps the order: it is taken to rotate as asked
LONGER = 10  # times as many as it takes to see an error where the curve is like a circle
MOST_ITERATIONS = 10_000_000  # beyond which floats do not tell the order any more
AT_FIRST, AT_ONCE = 100, 1_000_000  # iterations are looked at together
SAME = 1e-15  # turns by iterations: places of the rotation that differ by no more are the same


class Neighbours:
    """The places next to the first one, on both sides: in the rotation, and in the orbit."""

    def __init__(self, rotation: float, first: float) -> None:
        self.rotation, self.first = rotation, first
        self.count = 0  # of images
        self.ahead = 0.0  # turns that the orbit is ahead of the rotation
        self.before, self.after = (-1.0, -1.0), (1.0, 1.0)

    def compare(self, angles: Any) -> int:
        """Do the next angles, after the first of them, come faster (1) or slower (-1) than the rotation? 0: neither."""
        count = numpy.arange(self.count + 1, self.count + len(angles))
        steps = numpy.diff(angles) / math.tau - self.rotation
        ahead = self.ahead + numpy.cumsum(steps - numpy.rint(steps))
        expected = count * self.rotation
        expected -= numpy.rint(expected)
        turns = (angles[1:] - self.first) / math.tau
        turns += numpy.rint(expected + ahead - turns)
        self.count, self.ahead = int(count[-1]), float(ahead[-1])
        expected[abs(expected) < SAME * count] = 0.0
        done = 0
        while len(telling := numpy.flatnonzero(self._telling(expected[done:], turns[done:], count[done:]))):
            done += int(telling[0])
            place = float(expected[done]), float(turns[done])
            low = 0.0 if place[0] > 0 else self.before[1]
            high = 0.0 if place[0] < 0 else self.after[1]
            if not low < place[1] < high:
                return 1 if place[1] >= high else -1
            if place[0] > 0:
                self.after = place
            else:
                self.before = place
            done += 1
        return 0

    def _telling(self, expected: Any, turns: Any, count: Any) -> Any:
        """Which places come between the neighbours; of those that are the first one itself, which are not there."""
        low, high = self.before[0] + SAME * count, self.after[0] - SAME * count
        between = (expected > low) & (expected < high) & (expected != 0)
        return between | ((expected == 0) & ((turns <= self.before[1]) | (turns >= self.after[1])))


@public("which-way?", python="which_way")
@of_map("which-way?", "x0 y0", axes="xy", angle=True, of="step")
def which_way(rotation: Real, x0: Real, y0: Real, step: PlaneMap) -> int:
    """Does an orbit of a map go round faster (1) or slower (-1) than a rotation by a number of turns?

    The order of the points next to the first one tells; it is 0 if it is that of the rotation for 10,000 points. The
    abscissa is the angle; its advance is taken to differ from the rotation by less than half a turn.

    Scheme:  (which-way? rotation-number x0 y0 map)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Units:   ordinates may be quantities
    Raises:  DomainError if the map is not defined at a point of the orbit
    Source:  SICM 4.3
    >>> which_way(0.38, 0, 2, standard_map(0.95)), which_way(0.38, 0, 2.2, standard_map(0.95))
    (-1, 1)
    """
    return _which_way(rotation, x0, y0, step, ITERATIONS)


def _which_way(rotation: Any, x0: Any, y0: Any, step: Callable[..., Any], iterations: float) -> int:
    name = "which-way?"
    mapping = PointMap(step, Up((x0, y0)), name)
    point: Any = mapping.start
    neighbours = Neighbours(real(rotation, name, "the rotation number"), point[0])
    size = AT_FIRST
    while neighbours.count < iterations:
        try:
            orbit = mapping.orbit(point, size)
        except DomainError:
            if size == 1:
                raise
            size = 1
            continue
        found = neighbours.compare(orbit[:, 0])
        if found:
            return found
        point = orbit[-1].tolist()
        size = 1 if size == 1 else min(10 * size, AT_ONCE)
    return 0


@public("find-invariant-curve")
@of_map("find-invariant-curve", "theta0 low high", NondimensionalMap.ordinate, axes="xyy", angle=True, errors="eps")
def find_invariant_curve(step: PlaneMap, rotation: Real, theta0: Angle, low: Real, high: Real, eps: Real) -> float:
    """The ordinate at an angle of the invariant curve of a map that has a rotation number, between two ordinates.

    Errors of eps in the ordinate are seen after about 1/sqrt(eps) iterations, of which 10,000,000 are made at most: it
    is exact to about 1e-13.

    Scheme:  (find-invariant-curve map rotation-number theta0 Jmin Jmax eps)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y');
             with the ordinate the turns grow, or shrink
    Units:   ordinates may be quantities, and so may eps
    Raises:  DomainError unless one ordinate turns faster and the other one slower
    Source:  SICM 4.3
    >>> round(find_invariant_curve(standard_map(0.95), 1 - 1 / golden_ratio, 0, 2, 2.2, 1e-10), 9)
    2.114460549
    """
    name = "find-invariant-curve"
    allowed = real(eps, name, "eps")
    iterations = max(ITERATIONS, min(MOST_ITERATIONS, LONGER / math.sqrt(allowed) if allowed > 0 else math.inf))
    found = sign_change(lambda J: _which_way(rotation, theta0, J, step, iterations), low, high, allowed)
    if found is False:
        raise DomainError(
            f"{name}: from ({theta0}, {low}) and from ({theta0}, {high}) the map turns to the same side "
            f"of the rotation number {rotation}"
        )
    return float(found)


@public("radially-mapping-points")
@of_map("radially-mapping-points", "low high phi", NondimensionalMap.ordinate, axes="yyx", angle=True, errors="eps")
def radially_mapping_points(step: PlaneMap, low: Real, high: Real, phi: Angle, eps: Real) -> float:
    """The ordinate between two ordinates whose point at an angle is mapped to the same angle, by bisection.

    Such points form a curve, which crosses its image at fixed points.

    Scheme:  (radially-mapping-points map Jmin Jmax phi eps)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Units:   ordinates may be quantities, and so may eps
    Raises:  DomainError if the angles of the images do not pass by the angle between these ordinates
    Source:  SICM 4.4
    >>> round(radially_mapping_points(iterated_map(standard_map(0.6), 2), 2, 4.2, 0.4, 1e-6), 5)
    3.06708
    """
    name = "radially-mapping-points"
    mapping = PointMap(step, Up((phi, low)), name)
    angle = mapping.start[0]

    def advance(J: float) -> float:
        return turned(mapping.values([angle, J])[0] - angle)

    found = bisect(advance, low, high, eps)
    if found is False or abs(advance(found)) > 1:
        raise DomainError(f"{name}: no point at the angle {phi} between {low} and {high} is mapped to the same angle")
    return float(found)


# --- rotation number -------------------------------------------------------------------------------------------------
# Rotation numbers: the mean advance of an angle, in turns, along an orbit of a map or of a flow.
#
# Means along quasiperiodic motions are taken with weights that vanish smoothly at both ends of the orbit: so they
# converge like a high power of its length, or faster, where those without weights converge like its inverse.
#
# Source: Das, Saiki, Sander, Yorke, Nonlinearity 30 (2017) 4111; Laskar, Physica D 67 (1993) 257

POWER = 8  # of the sine that weights a flow; of its mean, which is 35/128
MEAN = 35 / 128


def weights(count: int) -> Iterator[float]:
    """Weights of sum 1 that vanish at both ends with all their derivatives."""
    found = [math.exp(-1 / (u * (1 - u))) for u in ((k + 1) / (count + 1) for k in range(count))]
    total = math.fsum(found)
    return (x / total for x in found)


def lifted(angles: Sequence[float]) -> list[float]:
    """The advances from each angle to the next, known but for whole turns, each the one nearest to their mean.

    >>> [round(x, 6) for x in lifted([0.0, 0.1, 6.2, 0.2])]
    [0.1, -0.183185, 0.283185]
    """
    steps = [b - a for a, b in itertools.pairwise(angles)]
    middle = math.atan2(math.fsum(map(math.sin, steps)), math.fsum(map(math.cos, steps)))
    return [middle + turned(x - middle) for x in steps]


@public("rotation-number")
@of_map("rotation-number", "point", angle=True)
def rotation_number(step: PlaneMap, point: Vector, iterations: int = 10_000) -> float:
    """The mean advance of an angle under a map, in turns from 0 to 1: the first coordinate is the angle.

    Scheme:  (rotation-number map point [iterations])
    Math:    lim (theta_n - theta_0) / (2 pi n)
    Shapes:  map: number or tuple -> shaped alike, or (x y [continue fail]), then the point is up(x, y)
    Units:   turns / iteration; coordinates but the angle may be quantities
    Raises:  DomainError if there are no iterations
    Source:  SICM 4.2; Das, Saiki, Sander, Yorke, Nonlinearity 30 (2017) 4111
    >>> import math
    >>> round(rotation_number(standard_map(0), up(1, 2), 100) * 2 * math.pi, 9)
    2.0
    """
    length(iterations, "rotation-number", things="iterations")
    if not iterations:
        raise DomainError("rotation-number expects some iterations, got 0")
    mapping = PointMap(step, point, "rotation-number")
    advances = lifted([numbers[0] for numbers in mapping.iterated(mapping.start, iterations)])
    mean = math.fsum(w * x for w, x in zip(weights(iterations), advances, strict=True))
    return mean / math.tau % 1.0


@public("mean-frequency")
@of_motion(
    "mean-frequency",
    "state",
    NondimensionalMotion.per_time,
    told={"duration": NondimensionalMotion.time, "angle": NondimensionalMotion.of_state},
)
def mean_frequency(
    derivative: StateDerivative, state: State, angle: StateFunction, duration: Real, tolerance: Real | None = None
) -> float:
    """The mean rate at which an angle advances along a motion; the rotation number of a flow is a quotient of two.

    The angle is a function of states, of which only the derivative is taken: atan(y, x) may jump by turns.

    Scheme:  (mean-frequency (sysder p ...) state angle duration [tolerance])
    Math:    lim (theta(T) - theta(0)) / T
    Shapes:  derivative: state -> shaped like the state;  angle: state -> real
    Units:   radians / time; states and the duration may be quantities
    Raises:  as state-advancer;  DomainError if the duration is zero;  StructureError unless the state is up(t, q, ...)
    Source:  Laskar, Physica D 67 (1993) 257
    >>> f = Hamiltonian_to_state_derivative(H_harmonic(1, 4))
    >>> round(mean_frequency(f, up(0, 1, 0), lambda s: atan(s[1], s[2]), 50), 7)
    2.0
    """
    name = "mean-frequency"
    start, total = state_of(state, name), real(duration, name, "the duration")
    if total == 0:
        raise DomainError(f"{name} expects a duration, got {duration}")
    for f, what in ((derivative, "a state derivative"), (angle, "an angle, a function of states")):
        check_callable(f, name, what)
    first = start[0]

    def rates(weighted: Any) -> Up:
        t, state, _ = weighted
        slope = derivative(state)
        tag = new_tag()
        moved = angle(displaced(state, tag, [leaves(as_tuples(slope))]))
        rate = split(moved, tag)[1].get(0, 0)
        weight = g.expt(g.sin(g.mul(math.pi / total, g.sub(t, first))), POWER)
        return Up((1, slope, g.mul(weight, rate)))

    motion = InitialValueProblem(rates, name)
    whole = Up((first, start, 1.0))  # angles are accurate as numbers of the size 1 are
    solution = motion.solution(whole, tolerance_of(tolerance, name))
    y = solution.advance(first + total)
    motion.check(y)
    return float((unflatten(iter(y), whole)[2] - 1) / (MEAN * total))
