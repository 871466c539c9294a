"""The angular momentum of a free rigid body, in the body: curves of equal energy on the sphere of its size.

In space it is constant, so that in the body its size is; so is the energy, L_a^2/2A + L_b^2/2B + L_c^2/2C. The curves
are where the sphere and ellipsoids cut. About the axes of the largest and of the smallest moment they are closed; those
through the axis of the middle one part them.

Source:  SICM 2.9
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, StructureError, describe
from scmpy.generic.arguments import length
from scmpy.mechanics.rigid import Euler_state_to_L_body
from scmpy.numerics.ode.motion import real
from scmpy.plot.along import write
from scmpy.plot.curves import Curve, curves_of
from scmpy.plot.drawing import drawing, some_finite, space
from scmpy.plot.phase_portraits import MOST_CURVES
from scmpy.plot.picture_types import Axes, Motion
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Real, StateFunction
from scmpy.structure.structure import leaves

COUNT = 8  # energies
POINTS = 361  # of a curve


@drawing("plot-body-momentum")
def plot_body_momentum(
    A: Real,
    B: Real,
    C: Real,
    motion: Motion | None = None,
    momentum: StateFunction | None = None,
    count: int = COUNT,
    *,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the sphere of a rigid body's angular momentum in the body, with curves of equal energy, and a motion on it.

    A, B and C are the principal moments of inertia. The motion's states have Euler angles and their velocities, or the
    three components of the angular momentum; for others ``momentum`` is the function of states that gives them. The
    sphere has the radius 1; the curve through the axis of the middle moment is black.

    Scheme:  (plot-body-momentum [window] A B C [motion momentum count])
    Shapes:  momentum: state -> three components;  result: the Axes
    Raises:  DomainError unless the moments are positive; StructureError if a state has no three components
    Source:  SICM 2.9
    1 ]=> (plot-body-momentum 1. 2. 3.)
    >>> import numpy
    >>> from scmpy import *
    >>> ax = plot_body_momentum(1.0, 2.0, 3.0)
    >>> a, b, c = ax.lines[0].get_data_3d()
    >>> energy = a**2 / 2 + b**2 / 4 + c**2 / 6
    >>> bool(numpy.ptp(energy) < 1e-12), bool(abs(a**2 + b**2 + c**2 - 1).max() < 1e-12)
    (True, True)
    """
    name = "plot-body-momentum"
    moments = [real(x, name, "a moment of inertia") for x in (A, B, C)]
    if min(moments) <= 0:
        raise DomainError(f"{name} expects positive moments of inertia, got {A} {B} {C}")
    length(count, name, MOST_CURVES, "energies")
    curves = [] if motion is None else [_of(curve, momentum, moments, name) for curve in curves_of(motion, name)]
    axes = space(ax, name)
    _sphere(axes)
    low, middle, high = sorted(1 / (2 * moment) for moment in moments)
    for k in range(count):
        for least, most in ((low, middle), (middle, high)):
            if most > least:
                _draw(axes, moments, least + (most - least) * (k + 0.5) / count, color="gray", linewidth=0.7)
    if low < middle < high:
        _draw(axes, moments, middle, color="black", linewidth=1.2)
    for momenta in curves:
        _on_sphere(axes, momenta, **{"color": "C3", "linewidth": 1.5, **style})
    for axis in "xyz":
        getattr(axes, f"set_{axis}ticks")((-1, 0, 1))
    write(axes, "$L_a$", "$L_b$", "$L_c$")
    axes.set_box_aspect((1, 1, 1))
    return axes


def _of(curve: Curve, momentum: Callable[[Any], Any] | None, moments: list[float], operation: str) -> list[Any]:
    """The directions of the angular momenta of a motion."""
    import numpy

    count = len(curve.names)
    if momentum is None and count == 7:
        momentum = Euler_state_to_L_body(*moments)
    parts = leaves(curve.states)[1:] if momentum is None else leaves(curve.of_many(momentum))
    if len(parts) != 3:
        raise StructureError(
            f"{operation} expects states with three Euler angles, or with three components of the angular momentum, or "
            f"a function that gives these; got {describe(curve.states)}"
        )
    size = numpy.sqrt(sum(part**2 for part in parts))
    with numpy.errstate(all="ignore"):
        return [some_finite(part / size, operation, "the angular momentum") * 1.005 for part in parts]


def _draw(axes: Any, moments: list[float], energy: float, **style: Any) -> None:
    """The two curves of an energy on the sphere of radius 1."""
    import numpy

    weights = [1 / (2 * moment) for moment in moments]
    middle = sorted(weights)[1]
    about = weights.index(max(weights) if energy >= middle else min(weights))  # the axis that they go around
    i, j = (k for k in range(3) if k != about)
    over = weights[about] - energy
    s = numpy.linspace(0.0, math.tau, POINTS)
    place: list[Any] = [None, None, None]
    place[i] = math.sqrt(over / (weights[about] - weights[i])) * numpy.cos(s)
    place[j] = math.sqrt(over / (weights[about] - weights[j])) * numpy.sin(s)
    place[about] = numpy.sqrt(numpy.maximum(0.0, 1 - place[i] ** 2 - place[j] ** 2))
    for sign in (1, -1):
        place[about] = sign * abs(place[about])
        _on_sphere(axes, place, **style)


def _on_sphere(axes: Any, place: Any, **style: Any) -> None:
    """A line on the sphere, faint where it is behind, as the picture is looked at to begin with."""
    import numpy

    azimuth, elevation = math.radians(axes.azim), math.radians(axes.elev)
    x, y, z = place
    across = x * math.cos(azimuth) + y * math.sin(azimuth)
    behind = across * math.cos(elevation) + z * math.sin(elevation) < 0
    axes.plot(*place, **{**style, "alpha": 0.15})
    axes.plot(*(numpy.where(behind, numpy.nan, column) for column in place), **style)


def _sphere(axes: Any) -> None:
    import numpy

    theta, phi = numpy.meshgrid(numpy.linspace(0, math.pi, 31), numpy.linspace(0, math.tau, 61))
    x, y, z = numpy.sin(theta) * numpy.cos(phi), numpy.sin(theta) * numpy.sin(phi), numpy.cos(theta)
    axes.plot_surface(
        0.99 * x, 0.99 * y, 0.99 * z, color="white", alpha=0.3, linewidth=0, zorder=0, rstride=1, cstride=1
    )
