"""Surfaces in space, and geodesics on them.

A surface is given by the position in space as a function of two coordinates. What moves freely on it has the Lagrangian
of a free particle in space, with the position as a transformation of coordinates: its paths are the geodesics.

Source:  SICM 1.6; FDG 1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable
from scmpy.generic.arrays import as_batch
from scmpy.generic.functions import compose
from scmpy.mechanics.lagrangian import Lagrangian_to_state_derivative
from scmpy.mechanics.models import L_free_particle
from scmpy.mechanics.transformation import F_to_C
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.trajectory import over_states, trajectory
from scmpy.plot.along import write
from scmpy.plot.configuration import same_scale
from scmpy.plot.drawing import drawing, elements, extent, some_finite, space
from scmpy.plot.picture_types import Axes
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Real, Values
from scmpy.structure.structure import Structure, Up, leaves

GRID = 60  # points of a surface along each coordinate
POINTS = 500  # of a geodesic
LOOK = {"color": "lightgray", "alpha": 0.5, "linewidth": 0}


@drawing("plot-surface")
def plot_surface(
    position: Callable[[Any], Any], u: Values, v: Values, *, ax: Canvas | None = None, **style: Any
) -> Axes:
    """Draw a surface in space, with the same scale along all axes.

    ``position`` takes the two coordinates of a place to where it is in space, ``u`` and ``v`` are their ranges. The
    style is of matplotlib's plot_surface.

    Scheme:  (plot-surface [window] position (list umin umax) (list vmin vmax))
    Shapes:  position: up(u, v) -> up(x, y, z);  result: the Axes
    Raises:  StructureError unless the position has three coordinates;  DomainError if a range is empty, or the position
             has no values
    1 ]=> (plot-surface (lambda (q) (up (ref q 0) (ref q 1) (* (ref q 0) (ref q 1)))) (list -1 1) (list -1 1))
    >>> from scmpy import *
    >>> ax = plot_surface(lambda q: up(q[0], q[1], q[0] * q[1]), (-1, 1), (-1, 1))
    >>> ax.name, len(ax.collections)
    ('3d', 1)
    """
    import numpy

    name = "plot-surface"
    grid = numpy.meshgrid(*(numpy.linspace(*extent(ends, name, what), GRID) for ends, what in ((u, "u"), (v, "v"))))
    places = _in_space(position, Up([as_batch(x.ravel()) for x in grid]), name)
    axes = space(ax, name)
    x, y, z = (some_finite(place, name, "the position").reshape(GRID, GRID) for place in places)
    axes.plot_surface(x, y, z, **{**LOOK, "rstride": 1, "cstride": 1, "zorder": 0, **style})
    write(axes, "$x$", "$y$", "$z$")
    same_scale(axes)
    return axes


@drawing("plot-geodesics")
def plot_geodesics(
    position: Callable[[Any], Any],
    starts: Values,
    duration: Real,
    u: Values | None = None,
    v: Values | None = None,
    *,
    tolerance: Real | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw geodesics on a surface in space, the paths of what moves on it freely.

    The surface is drawn too if its ranges are given. ``position`` takes the two coordinates of a place to where it is
    in space. Each of the starts is a place and a velocity, a local tuple without the time. The speed in space stays, so
    that the length is the speed times the duration.

    Scheme:  (plot-geodesics [window] position (list (list q qdot) ...) duration [(list umin umax) (list vmin vmax)])
    Shapes:  position: up(u, v) -> up(x, y, z);  q, qdot: up(2);  result: the Axes
    Units:   none: positions, velocities and the duration are numbers, the tolerance is as of trajectory
    Raises:  StructureError unless the position has three coordinates; DomainError if the duration is zero
    Source:  SICM 1.6
    1 ]=> (define (saddle q) (up (ref q 0) (ref q 1) (* (ref q 0) (ref q 1))))
    1 ]=> (plot-geodesics saddle (list (list (up 0. 0.) (up 1. 0.))) 1.)
    >>> from scmpy import *
    >>> def sphere(q):
    ...     return up(sin(q[0]) * cos(q[1]), sin(q[0]) * sin(q[1]), cos(q[0]))
    >>> ax = plot_geodesics(sphere, [(up(1.0, 0.0), up(0.3, 1.0))], 5.0)
    >>> points = ax.lines[0].get_data_3d()
    >>> import numpy
    >>> bool(numpy.linalg.svd(numpy.array(points))[1][2] < 1e-8)  # a great circle: in a plane through the centre
    True
    """
    import numpy

    name = "plot-geodesics"
    total = real(duration, name, "the duration")
    if not total:
        raise DomainError(f"{name} expects a duration, got {duration}")
    free = compose(L_free_particle(1), F_to_C(lambda local: position(local[1])))
    slope = Lagrangian_to_state_derivative(free)
    paths = []
    for q, rate in (_start(one, name) for one in elements(starts, name)):
        _in_space(position, q, name)
        motion = trajectory(slope, Up((0.0, q, rate)), total, tolerance)
        paths.append(_in_space(position, motion(numpy.linspace(0.0, total, POINTS))[1], name))
    if not paths:
        raise DomainError(f"{name}: there is nothing to draw: no starts")
    axes = space(ax, name) if u is None or v is None else plot_surface(position, u, v, ax=ax)
    for path in paths:
        axes.plot(*(some_finite(column, name, "the path") for column in path), **style)
    write(axes, "$x$", "$y$", "$z$")
    same_scale(axes)
    return axes


def _start(value: Any, operation: str) -> tuple[Up, Up]:
    """A place and a velocity, of two numbers each."""
    parts = elements(value, operation)
    if len(parts) != 2 or not all(isinstance(part, Structure) and len(leaves(part)) == 2 for part in parts):
        raise WrongTypeError(
            f"{operation} expects starts of a place and a velocity, up(u, v) each; got {describe(value)}"
        )
    q, rate = ([real(x, operation, "a number of a start") for x in leaves(part)] for part in parts)
    return Up(q), Up(rate)


def _in_space(position: Callable[[Any], Any], places: Any, operation: str) -> list[Any]:
    """The coordinates in space of places."""
    check_callable(position, operation, "positions as a function of two coordinates")
    found = over_states(position, places)
    if not isinstance(found, Structure) or len(leaves(found)) != 3:
        raise StructureError(f"{operation} expects positions in space, up(x, y, z), got {describe(found)}")
    return leaves(found)
