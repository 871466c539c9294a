"""The divergence of neighbours: how the distance between motions that start close together grows.

Source:  SICM 1.7, 3.7
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DimensionError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.numerics.flow.counted import CountedMotion, of_motion
from scmpy.numerics.ode.motion import real, state_of
from scmpy.numerics.ode.trajectory import trajectory
from scmpy.plot.along import along, write
from scmpy.plot.drawing import drawing
from scmpy.plot.figures import axes_of
from scmpy.plot.picture_types import Axes
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Real, State
from scmpy.structure.measures import has_units
from scmpy.structure.structure import leaves, unflatten

COUNT = 1000  # times


@drawing("plot-divergence")
def plot_divergence(
    derivative: Callable[[Any], Any],
    state: State,
    duration: Real,
    displacement: Real = 1e-8,
    tolerance: Real | None = None,
    *,
    exponent: Real | bool | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw how the distance between two motions grows that start close together, on a logarithmic scale.

    The second one starts with its first coordinate displaced, or from a state of one's own in place of a displacement.
    The distance is that of the numbers of the states but for the time, by Pythagoras; angles count with their turns,
    quantities, and their displacement unless it is one, relative to the sizes that they have in the motion. An
    ``exponent``, as lyapunov_exponents finds the largest, is drawn as a straight line beside it.

    Scheme:  (plot-divergence [window] (sysder p ...) state duration [displacement tolerance])
    Shapes:  derivative: state -> shaped like the state;  result: the Axes
    Units:   the state, the duration, the displacement and the exponent may be quantities
    Raises:  DomainError if the duration is not positive, or the two start from the same state;  DimensionError unless
             the exponent is one per time
    Source:  SICM 3.7
    1 ]=> (define (saddle state) (up 1 (* 2 (ref state 1))))
    1 ]=> (plot-divergence saddle (up 0 0) 3)
    >>> from scmpy import *
    >>> def saddle(state):
    ...     return up(1, 2 * state[1])
    >>> ax = plot_divergence(saddle, up(0, 0), 3, exponent=2)
    >>> t, apart = ax.lines[0].get_data()
    >>> bool(abs(apart / (1e-8 * exp(2 * t)) - 1).max() < 1e-3)
    True
    """
    import numpy

    name = "plot-divergence"
    measured_times, apart = _divergence(derivative, state, duration, displacement, tolerance)
    axes = axes_of(ax, name)
    times, apart = along(axes, name, measured_times, apart)
    axes.plot(times, numpy.where(apart == 0, numpy.nan, apart), **style)
    if exponent is not None:
        growth = g.mul(exponent, measured_times[-1])
        if has_units(growth):
            raise DimensionError(f"{name} expects an exponent per time, got {describe(exponent)}")
        rate = real(g.div(growth, times[-1]), name, "the exponent")
        line = apart[0] * numpy.exp(rate * (times - times[0]))
        shown = line <= apart.max()
        axes.plot(times[shown], line[shown], linestyle="--", label=f"exp({rate:.3g} t)")
        axes.legend()
    axes.set_yscale("log")
    write(axes, "$t$", "distance")
    return axes


@of_motion(
    "plot-divergence",
    "state",
    lambda counted, found: (counted.duration(found[0]), found[1]),
    told={"duration": CountedMotion.time, "displacement": CountedMotion.displacement},
)
def _divergence(
    derivative: Callable[[Any], Any], state: Any, duration: Any, displacement: Any, tolerance: Any
) -> tuple[Any, Any]:
    """Times, and the distances at these."""
    import numpy

    name = "plot-divergence"
    start = state_of(state, name)
    total = real(duration, name, "the duration")
    if total <= 0:
        raise DomainError(f"{name} expects a positive duration, got {duration}")
    first = trajectory(derivative, start, start[0] + total, tolerance)
    second = trajectory(derivative, _beside(start, displacement, name), start[0] + total, tolerance)
    times = numpy.linspace(first.moments[0], first.moments[-1], COUNT)
    apart = numpy.linalg.norm(first.numpy(times)[:, 1:] - second.numpy(times)[:, 1:], axis=1)
    if not apart[0]:
        raise DomainError(f"{name}: the two motions start from the same state")
    return times, apart


def _beside(start: Any, displacement: Any, operation: str) -> Any:
    if hasattr(displacement, "components"):
        other = state_of(displacement, operation)
        if len(leaves(other)) != len(leaves(start)):
            raise WrongTypeError(f"{operation} expects a second state like {describe(start)}, got {describe(other)}")
        return other
    numbers = leaves(start)
    numbers[1] += real(displacement, operation, "the displacement")
    return unflatten(iter(numbers), start)
