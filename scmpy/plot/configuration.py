"""Paths in configuration space: where the points of a system are, with the same scale along all axes.

Source:  SICM 1.7
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scmpy.plot.along import measure, write
from scmpy.plot.curves import curves_of, shared_unit
from scmpy.plot.drawing import drawing, some_finite, space
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label, name_in_label, with_measured
from scmpy.plot.picture_types import Axes, Motion, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Numbers, StateFunction


@drawing("plot-configuration")
def plot_configuration(
    motion: Motion,
    position: StateFunction | None = None,
    *,
    names: Names | None = None,
    times: Numbers | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the path of a motion in the plane or in space, with the same scale along all axes.

    ``position`` is a function of states whose value is the position of a point, or a tuple of positions of several,
    each of which gets a line of its own; without it the coordinates are the position. The motion is a trajectory, an
    ensemble at several times, a state of arrays, or a list of these.

    Scheme:  (plot-configuration [window] motion [position])
    Shapes:  position: state -> up(2), up(3), or a tuple of such;  result: the Axes
    Units:   quantities are drawn in base units; ``units`` are those of plain numbers
    Raises:  StructureError unless positions have two or three coordinates;  DomainError if there is nothing finite to
             draw;  DimensionError if a unit is given of what has another
    1 ]=> (define (free state) (up 1 (velocity state) (* 0 (velocity state))))
    1 ]=> (plot-configuration (trajectory free (up 0 (up 0 0) (up 1 2)) 3))
    >>> from scmpy import *
    >>> def L(state):
    ...     return square(velocity(state)) / 2 + 1 / sqrt(square(coordinate(state)))
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0, up(1, 0), up(0, 1.2)), 20, names="x y vx vy")
    >>> ax = plot_configuration(motion)
    >>> ax.get_xlabel(), ax.get_ylabel(), ax.get_aspect()
    ('$x$', '$y$', 1.0)
    """
    name = "plot-configuration"
    curves = curves_of(motion, name, names, times)
    paths = [(curve, path) for curve in curves for path in curve.paths(position)]
    size = len(paths[0][1])
    axes = space(ax, name) if size == 3 else axes_of(ax, name)
    unit = shared_unit(curves, lambda curve: curve.position_unit(position))
    measure(axes, name, *[unit] * size)
    for curve, path in paths:
        called = {"label": curve.name} if curve.name else {}
        axes.plot(*(some_finite(column, name, "the position") for column in path), **{**called, **style})
    labels = curves[0].names[1 : size + 1] if position is None else "xyz"[:size]
    units = with_measured({name_in_label(one): unit for one in labels} if unit else {}, units)
    write(axes, *(label(one, units) for one in labels))
    same_scale(axes)
    if curves[0].name:
        axes.legend()
    return axes


def same_scale(axes: Any, adjustable: str = "datalim") -> None:
    """Let a length be as long along each of the axes, by longer ranges, or by the form of the picture (box)."""
    if hasattr(axes, "get_zlim"):
        axes.set_aspect("equal")
    else:
        axes.set_aspect("equal", adjustable=adjustable)
