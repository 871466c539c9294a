"""Invariant curves of maps of the plane that twist, found by the order of the points on them.

The points of an orbit on an invariant curve come in the order of a rotation by the same number of turns. Where two of
them are in another order than the rotation puts them, the orbit goes round faster or slower than that.

Source: SICM 4.2, 4.3
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.numerics.flow.point_maps import PointMap, turned
from scmpy.numerics.ode.motion import real
from scmpy.numerics.roots.bracketed import bisect
from scmpy.registry import public
from scmpy.structure.structure import Up

ITERATIONS = 10_000  # of an orbit that keeps the order: it is taken to rotate as asked
SAME = 1e-12  # turns that differ by no more are the same place of the rotation


@public("which-way?", python="which_way")
def which_way(rotation: Any, x0: Any, y0: Any, step: Callable[..., Any]) -> int:
    """Does an orbit of a map go round faster (1) or slower (-1) than a rotation by a number of turns?

    It is 0 if no two of the first 10,000 points tell. The abscissa is the angle; its advance is taken to differ from
    the rotation by less than half a turn.

    Scheme:  (which-way? rotation-number x0 y0 map)
    Shapes:  map: (x y continue fail), or up(x, y) -> up(x', y')
    Raises:  DomainError if the map is not defined at a point of the orbit
    Source:  SICM 4.3
    >>> from scmpy import standard_map
    >>> which_way(0.38, 0, 2, standard_map(0.95)), which_way(0.38, 0, 2.2, standard_map(0.95))
    (-1, 1)
    """
    name = "which-way?"
    turns = real(rotation, name, "the rotation number")
    mapping = PointMap(step, Up((x0, y0)), name)
    total = [0.0]  # turns that the points have made
    placed = [(0.0, 0)]  # the points in the order of the rotation
    point = mapping.start
    for k in range(1, ITERATIONS + 1):
        image = mapping.values(point)
        total.append(total[-1] + turns + turned(image[0] - point[0] - math.tau * turns) / math.tau)
        point = image
        place = k * turns % 1.0, k
        i = bisect_left(placed, place)
        apart = True
        for sign, n in ((1, i), (1, i + 1), (-1, i - 1), (-1, i - 2)):  # the neighbours, and one more beyond a tie
            j = placed[n % len(placed)][1]
            expected = (k - j) * turns
            bound = math.ceil(expected) if sign > 0 else math.floor(expected)
            if abs(expected - round(expected)) < SAME * k:
                apart = False
            elif (total[k] - total[j] - bound) * sign >= 0:
                return sign
        if apart:
            insort(placed, place)
    return 0


@public("find-invariant-curve")
def find_invariant_curve(step: Callable[..., Any], rotation: Any, theta0: Any, low: Any, high: Any, eps: Any) -> float:
    """The ordinate at an angle of the invariant curve of a map that has a rotation number, between two ordinates.

    Scheme:  (find-invariant-curve map rotation-number theta0 Jmin Jmax eps)
    Shapes:  map: (x y continue fail), or up(x, y) -> up(x', y'); with the ordinate the turns grow, or shrink
    Raises:  DomainError unless one ordinate turns faster and the other one slower
    Source:  SICM 4.3
    >>> from scmpy import golden_ratio, standard_map
    >>> round(find_invariant_curve(standard_map(0.95), 1 - 1 / golden_ratio, 0, 2, 2.2, 1e-5), 4)
    2.1145
    """
    found = bisect(lambda J: which_way(rotation, theta0, J, step), low, high, eps)
    if found is False:
        raise DomainError(
            f"find-invariant-curve: from ({theta0}, {low}) and from ({theta0}, {high}) the map turns to the same side "
            f"of the rotation number {rotation}"
        )
    return float(found)


@public("radially-mapping-points")
def radially_mapping_points(step: Callable[..., Any], low: Any, high: Any, phi: Any, eps: Any) -> float:
    """The ordinate between two ordinates whose point at an angle is mapped to the same angle, by bisection.

    Such points form a curve, which crosses its image at fixed points.

    Scheme:  (radially-mapping-points map Jmin Jmax phi eps)
    Shapes:  map: (x y continue fail), or up(x, y) -> up(x', y')
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
