"""Homoclinic tangles: the stable and the unstable manifolds of a hyperbolic fixed point of a map of the plane.

Source:  SICM 4.4
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.settings import Limit
from scmpy.generic.undefined import Partial
from scmpy.numerics.flow.fixed_points import find_fixed_point
from scmpy.numerics.flow.manifolds import fixed_point_eigen, stable_manifold, unstable_manifold
from scmpy.numerics.flow.plane_points import coordinates
from scmpy.numerics.flow.point_maps import PointMap
from scmpy.numerics.ode.motion import real
from scmpy.plot.curves import reduced
from scmpy.plot.drawing import drawing
from scmpy.plot.figures import axes_of
from scmpy.plot.picture_types import Axes
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Real, Vector
from scmpy.structure.structure import Structure, Up

EPS = 1e-5  # of the straight piece
MOST_POINTS = Limit(
    "most-branch-points",
    5_000,
    "Points of a branch of a tangle.",
    "points of a branch; a smaller extent or a larger spacing has fewer",
)
PIECES = 16  # of a branch, at least
SHORTEST = 1e-12  # piece of it


@drawing("plot-manifolds")
def plot_manifolds(
    step: Callable[..., Any],
    near: Vector,
    extent: Real = 50.0,
    spacing: Real = 0.05,
    *,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the stable and the unstable manifold of the hyperbolic fixed point of a map near a point: where they cross
    is a homoclinic tangle.

    The parameter of each branch goes to ``extent``, which is about its length while it is straight; neighbouring points
    are no further apart than ``spacing``. Angles are shown within half a turn from the fixed point.

    Scheme:  (plot-manifolds [window] map (up x y) [extent spacing])
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y');  result: the Axes
    Raises:  DomainError if the fixed point is not hyperbolic, with multipliers that are positive or negative, or the
             extent too large for floats;  LimitError if a branch has too many points
    Source:  SICM 4.4
    1 ]=> (plot-manifolds (standard-map .9) (up 0. 0.) .5)
    >>> from scmpy import *
    >>> ax = plot_manifolds(standard_map(0.9), up(0.0, 0.0), 0.5)
    >>> [line.get_label() for line in ax.lines[::2]]
    ['unstable', 'stable', 'fixed point']
    """
    name = "plot-manifolds"
    far, gap = real(extent, name, "the extent"), real(spacing, name, "the spacing")
    if far <= EPS or gap <= 0:
        raise DomainError(f"{name} expects an extent above {EPS} and a positive spacing, got {extent} and {spacing}")
    if far * SHORTEST > gap:
        raise DomainError(
            f"{name}: with a spacing of {spacing} the extent is at most {gap / SHORTEST:g}, got {extent}: beyond that "
            "floats do not tell the points of a branch apart"
        )
    x, y = coordinates(near.components if isinstance(near, Structure) else near, name)
    found = find_fixed_point(step, Up((x, y)))
    multipliers = sorted(found.multipliers, key=abs)
    if any(abs(complex(m).imag) > 1e-12 for m in multipliers) or not abs(multipliers[0]) < 1 < abs(multipliers[1]):
        raise DomainError(f"{name}: the fixed point {found.point} is {found.kind}; only hyperbolic ones have manifolds")
    x, y = (float(c) for c in found.point)
    turning = PointMap(step, found.point, name).angles()
    axes = axes_of(ax, name)
    found = fixed_point_eigen(step, x, y, EPS, lambda *parts: parts)
    smaller, larger = sorted((found[:3], found[3:]), key=lambda part: abs(part[0]))
    for of, (factor, dx, dy), colour in (("unstable", larger, "C3"), ("stable", smaller, "C0")):
        size = math.hypot(dx, dy)
        make = unstable_manifold if of == "unstable" else stable_manifold
        manifold = make(step, x, y, dx / size, dy / size, factor, EPS)
        for sign in (1, -1):
            line = _filled(manifold, sign * far, gap, turning, name)
            axes.plot(
                *_about((x, y), line, turning),
                **{"color": colour, "linewidth": 0.8, "label": of if sign > 0 else None, **style},
            )
    axes.plot([x], [y], "ko", markersize=4, label="fixed point")
    axes.legend()
    return axes


def _filled(
    curve: Callable[[float], Any], end: float, gap: float, turning: set[int], operation: str
) -> list[list[float]]:
    """Points of a curve with small gaps between them, as far as it has points."""

    at = Partial(lambda t: tuple(float(x) for x in curve(t)))

    def apart(p: tuple[float, ...], q: tuple[float, ...]) -> float:
        steps = [
            math.remainder(a - b, math.tau) if i in turning else a - b
            for i, (a, b) in enumerate(zip(p, q, strict=True))
        ]
        return math.hypot(*steps)

    left, place = 0.0, at(0.0)
    found = [place]
    pending = [(t, at(t)) for t in (end * k / PIECES for k in range(PIECES, 0, -1))]
    while pending and place is not None:
        right, there = pending[-1]
        if abs(right - left) > SHORTEST * abs(end) and (there is None or apart(place, there) > gap):
            middle = (left + right) / 2
            pending.append((middle, at(middle)))
            continue
        pending.pop()
        if there is None:
            break
        MOST_POINTS.check(len(found), operation)
        found.append(there)
        left, place = right, there
    return [list(column) for column in zip(*(point for point in found if point is not None), strict=True)]


def _about(centre: tuple[float, float], columns: list[list[float]], turning: set[int]) -> list[Any]:
    """A curve with its angles within half a turn from a centre, parted where they jump."""
    import numpy

    steady = [numpy.array(x) - c for x, c in zip(columns, centre, strict=True)]
    steady = [numpy.unwrap(x) if i in turning else x for i, x in enumerate(steady)]
    return [x + c for x, c in zip(reduced(steady, turning), centre, strict=True)]
