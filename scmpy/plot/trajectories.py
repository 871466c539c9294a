"""Trajectories: numbers of the states of a motion over the time, or one against another.

Source:  SICM 1.7, 3.1
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scmpy.errors import ArityError
from scmpy.plot.along import measure, write
from scmpy.plot.curves import Curve, curves_of, names_among, reduced, shared_unit
from scmpy.plot.drawing import angular, drawing, some_finite, space
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label, name_in_label, with_measured
from scmpy.plot.picture_types import Axes, Motion, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Name, Numbers, StateFunction


@drawing("plot-trajectory")
def plot_trajectory(
    motion: Motion,
    *what: Name | StateFunction,
    angles: Names | None = None,
    names: Names | None = None,
    times: Numbers | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw numbers of the states of a motion: one over the time, one against another, or three in space.

    What is drawn are numbers by their names, or functions of states; if nothing is named, all numbers over the time.
    Those that are ``angles`` are taken from -pi to pi. Quantities are drawn in base units, with which the axes are
    labelled. The motion is a trajectory, an ensemble at several times, a state of arrays, or a list or dictionary of
    these; ``names`` are for the numbers of states that have none, ``units`` the units of plain numbers, as
    {"theta": "rad"}.

    Scheme:  (plot-trajectory [window] motion 'x ['y ['z]])
    Shapes:  result: the Axes
    Units:   quantities are drawn in base units; ``units`` are those of plain numbers
    Raises:  WrongTypeError if there is no number of this name; DomainError if there is nothing finite to draw;
             DimensionError if a unit is given of what has another; ArityError for more than three of them
    1 ]=> (define (swing state) (up 1 (velocity state) (- (sin (coordinate state)))))
    1 ]=> (plot-trajectory (trajectory swing (up 0 1 0) 9) coordinate velocity)
    >>> from scmpy import *
    >>> motion = trajectory(Lagrangian_to_state_derivative(L_pendulum(1, 1, 1)), up(0, 1, 0), 9, names="theta thetadot")
    >>> ax = plot_trajectory(motion, "theta", "thetadot", angles="theta")
    >>> ax.get_xlabel(), ax.get_ylabel(), len(ax.lines)
    ('$\\\\theta$', '$\\\\dot{\\\\theta}$', 1)
    """
    name = "plot-trajectory"
    if len(what) > 3:
        raise ArityError(f"{name} draws one number over the time, two or three against one another; got {len(what)}")
    curves = curves_of(motion, name, names, times)
    shown = what or curves[0].names[1:]
    turning = names_among(angles, shown, name)
    measured = _units(curves, shown)
    units = with_measured(measured, units)
    values = [[some_finite(curve.values(one), name, label(one)) for one in shown] for curve in curves]
    if len(what) < 2:
        axes, along = axes_of(ax, name), (curves[0].names[0], *(shown if len(shown) == 1 else ()))
        measure(axes, name, *(measured.get(name_in_label(one), "") for one in along))
        return _over_time(curves, shown, values, turning, units, axes, style)
    axes = space(ax, name) if len(what) == 3 else axes_of(ax, name)
    measure(axes, name, *(measured.get(name_in_label(one), "") for one in what))
    for curve, columns in zip(curves, values, strict=True):
        axes.plot(*reduced(columns, turning), **_called(curve, style))
    write(axes, *(label(one, units) for one in what))
    _finish(axes, turning, curves)
    return axes


def _units(curves: list[Curve], shown: Any) -> dict[str, str]:
    """The units of what is shown, and of the time, by the names of labels."""
    found = {}
    for one in (curves[0].names[0], *shown):
        found[name_in_label(one)] = shared_unit(curves, lambda curve, one=one: curve.unit(one))  # type: ignore[misc]
    return {name: unit for name, unit in found.items() if unit}


def _over_time(
    curves: list[Curve], shown: Any, values: Any, turning: set[int], units: Any, axes: Any, style: dict[str, Any]
) -> Any:
    several = len(shown) > 1
    for curve, columns in zip(curves, values, strict=True):
        for i, (one, column) in enumerate(zip(shown, columns, strict=True)):
            x, y = reduced([curve.times, column], {1} if i in turning else set())
            axes.plot(x, y, **({"label": label(one, units), **style} if several else _called(curve, style)))
    write(axes, label(curves[0].names[0], units), "" if several else label(shown[0], units))
    if several:
        axes.legend()
    _finish(axes, {1} if len(turning) == len(shown) else set(), curves)
    return axes


def _called(curve: Curve, style: dict[str, Any]) -> dict[str, Any]:
    return {"label": curve.name, **style} if curve.name else style


def _finish(axes: Any, turning: set[int], curves: list[Curve]) -> None:
    """Let the axes of angles span a turn; tell curves that have names from one another."""
    for i in turning:
        getattr(axes, f"set_{'xyz'[i]}lim")(-math.pi, math.pi)
        angular(getattr(axes, f"{'xyz'[i]}axis"))
    if any(curve.name for curve in curves):
        axes.legend()
