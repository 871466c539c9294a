"""Invariant curves of maps of the plane that twist, found by the order of the points on them.

The points of an orbit on an invariant curve come in the order of a rotation by the same number of turns. Where two of
them are in another order than the rotation puts them, the orbit goes round faster or slower than that.

Source: SICM 4.2, 4.3
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.numerics.flow.counted import CountedMap, of_map
from scmpy.numerics.flow.point_maps import PointMap, turned
from scmpy.numerics.ode.motion import real
from scmpy.numerics.roots.bracketed import bisect
from scmpy.registry import public
from scmpy.structure.aliases import Angle, PlaneMap, Real
from scmpy.structure.structure import Up

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
        import numpy

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
    >>> from scmpy import standard_map
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
@of_map("find-invariant-curve", "theta0 low high", CountedMap.ordinate, axes="xyy", angle=True, errors="eps")
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
    >>> from scmpy import golden_ratio, standard_map
    >>> round(find_invariant_curve(standard_map(0.95), 1 - 1 / golden_ratio, 0, 2, 2.2, 1e-10), 9)
    2.114460549
    """
    allowed = real(eps, "find-invariant-curve", "eps")
    iterations = max(ITERATIONS, min(MOST_ITERATIONS, LONGER / math.sqrt(allowed) if allowed > 0 else math.inf))
    found = bisect(lambda J: _which_way(rotation, theta0, J, step, iterations), low, high, allowed)
    if found is False:
        raise DomainError(
            f"find-invariant-curve: from ({theta0}, {low}) and from ({theta0}, {high}) the map turns to the same side "
            f"of the rotation number {rotation}"
        )
    return float(found)


@public("radially-mapping-points")
@of_map("radially-mapping-points", "low high phi", CountedMap.ordinate, axes="yyx", angle=True, errors="eps")
def radially_mapping_points(step: PlaneMap, low: Real, high: Real, phi: Angle, eps: Real) -> float:
    """The ordinate between two ordinates whose point at an angle is mapped to the same angle, by bisection.

    Such points form a curve, which crosses its image at fixed points.

    Scheme:  (radially-mapping-points map Jmin Jmax phi eps)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Units:   ordinates may be quantities, and so may eps
    Raises:  DomainError if the angles of the images do not pass by the angle between these ordinates
    Source:  SICM 4.4
    >>> from scmpy import iterated_map, standard_map
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
