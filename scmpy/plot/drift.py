"""Drift: how far what should be conserved gets from its value at the start.

Source:  SICM 1.7, 3.7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic.functions import name_of
from scmpy.plot.along import check_axis, measure, write
from scmpy.plot.curves import Curve, curves_of, shared_unit
from scmpy.plot.drawing import drawing, some_finite
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label, with_measured, with_unit
from scmpy.plot.picture_types import Axes, Motion, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Numbers


@drawing("plot-drift")
def plot_drift(
    motion: Motion,
    f: Callable[[Any], Any] | Mapping[str, Callable[[Any], Any]],
    *,
    relative: bool = False,
    signed: bool = False,
    names: Names | None = None,
    times: Numbers | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw how far functions of the states of a motion, such as the energy, get from their values at the start.

    A trajectory is looked at where it stepped. The distances are drawn on a logarithmic scale, or with their signs on a
    linear one; ``relative`` ones are parts of the value at the start. A function may be one, or several by their names;
    the motion a trajectory, an ensemble at several times, a state of arrays, or a list of these, or several by their
    names.

    Scheme:  (plot-drift [window] motion f)
    Shapes:  f: state -> real;  result: the Axes
    Units:   quantities are drawn in base units; ``units`` are those of plain numbers
    Raises:  DomainError if there is nothing finite to draw, or the relative drift of what is zero at the start is
             asked;  DimensionError if a unit is given of what has another; WrongTypeError unless it is given functions,
             and for other axes
    1 ]=> (define L (L-pendulum 9.8 1. 1.))
    1 ]=> (plot-drift (trajectory (Lagrangian->state-derivative L) (up 0. 1. 0.) 10.) (Lagrangian->energy L))
    >>> from scmpy import *
    >>> L = L_pendulum(9.8, 1.0, 1.0)
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0.0, 1.0, 0.0), 10.0)
    >>> ax = plot_drift(motion, Lagrangian_to_energy(L))
    >>> ax.get_yscale(), bool((ax.lines[0].get_ydata()[2:] < 1e-10).all())
    ('log', True)
    """
    import numpy

    name = "plot-drift"
    functions = f if isinstance(f, Mapping) else {"": f}
    wrong = next((one for one in functions.values() if not callable(one)), None)
    if wrong is not None or not functions:
        raise WrongTypeError(f"{name} expects functions of states, got {describe(wrong if functions else f)}")
    curves = curves_of(motion, name, names, times, smooth=False)
    lines = []
    for curve in curves:
        for called, function in functions.items():
            values = some_finite(curve.values(function), name, called or name_of(function))
            if relative and not values[0]:
                raise DomainError(f"{name}: {called or name_of(function)} is zero at the start: relative to what?")
            drift = (values - values[0]) / (abs(values[0]) if relative else 1.0)
            told = ", ".join(text for text in (curve.name, called) if text)
            shown = drift if signed else numpy.where(drift == 0, numpy.nan, abs(drift))
            lines.append((curve.times, shown, {"label": told} if told else {}))
    time = shared_unit(curves, lambda curve: curve.unit(curve.names[0]))
    size = "" if relative else shared_unit(curves, lambda curve: _unit(curve, functions, name))
    axes = axes_of(ax, name)
    measure(axes, name, time, size)
    for x, y, named in lines:
        axes.plot(x, y, **{**named, **style})
    if not signed:
        axes.set_yscale("log")
    if any(curve.name for curve in curves) or any(functions):
        axes.legend()
    what = label(next(iter(functions.values()))) if len(functions) == 1 else ""
    clock = curves[0].names[0]
    text = f"{'relative ' * relative}drift" + (f" of {what}" if what else "")
    write(axes, label(clock, with_measured({clock: time} if time else {}, units)), with_unit(text, size))
    return axes


def _unit(curve: Curve, functions: Mapping[str, Any], operation: str) -> str:
    """The unit of all functions; an error if they have different ones."""
    first, *others = map(curve.unit, functions.values())
    for other in others:
        check_axis(operation, "the drift", first, other)
    return first
