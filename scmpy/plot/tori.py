"""Motions on a torus: two angles as places on it, the first one the long way round, the second the short way.

Source:  SICM 3.7, 4
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from scmpy.errors import DomainError
from scmpy.plot.along import check_axis
from scmpy.plot.curves import Curve, curves_of, shared_unit
from scmpy.plot.drawing import drawing, extent, some_finite, space
from scmpy.plot.labels import label
from scmpy.plot.movies import FPS, frames_of, movie
from scmpy.plot.picture_types import Axes, Motion, Movie, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Name, Numbers, Real, StateFunction

RADII = (1.0, 2.0)  # of the tube and of the circle along which it goes
ABOVE = 1.01  # the surface, lest it hide them, are the lines, in radii of the tube


@drawing("plot-torus")
def plot_torus(
    motion: Motion,
    first: Name | StateFunction,
    second: Name | StateFunction,
    radii: Numbers = RADII,
    *,
    surface: bool = True,
    names: Names | None = None,
    times: Numbers | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the path of two angles of a motion on a torus in space.

    The angles are numbers of the states by their names, or functions of states; the first goes the long way round. The
    radii are those of the tube and of the circle along which it goes.

    Scheme:  (plot-torus [window] motion 'theta 'phi)
    Math:    x = (R + r cos b) cos a,  y = (R + r cos b) sin a,  z = r sin b
    Shapes:  motion: trajectory, ensemble at several times, state of arrays, or list of these;  result: the Axes
    Raises:  DomainError unless the radius of the tube is the smaller one
    1 ]=> (define (wind state) (up 1 (up 1 3)))
    1 ]=> (plot-torus (trajectory wind (up 0 (up 0 0)) 10) (component 1 0) (component 1 1))
    >>> import numpy
    >>> from scmpy import *
    >>> t = numpy.linspace(0, 10, 500)
    >>> ax = plot_torus(up(t, t, 3 * t), "x1", "x2")
    >>> x, y, z = ax.lines[0].get_data_3d()
    >>> bool(abs((numpy.hypot(x, y) - 2)**2 + z**2 - 1.01**2).max() < 1e-12)
    True
    """
    name = "plot-torus"
    small, large = _radii(radii, name)
    curves = curves_of(motion, name, names, times)
    paths = [[some_finite(curve.values(one), name, label(one)) for one in (first, second)] for curve in curves]
    _refuse_units(curves, (first, second), name)
    axes = _stage(ax, name, small, large, surface)
    for curve, angles in zip(curves, paths, strict=True):
        called = {"label": curve.name} if curve.name else {}
        axes.plot(*on_torus(angles[0], angles[1], small * ABOVE, large), **{"linewidth": 1.0, **called, **style})
    return axes


def _refuse_units(curves: list[Curve], angles: tuple[Any, ...], operation: str) -> None:
    for one in angles:
        check_axis(operation, "an angle", "", shared_unit(curves, lambda curve, one=one: curve.unit(one)))  # type: ignore[misc]


@drawing("torus-movie")
def torus_movie(
    motion: Motion,
    first: Name | StateFunction,
    second: Name | StateFunction,
    radii: Numbers = RADII,
    *,
    names: Names | None = None,
    fps: Real = FPS,
    speed: Real = 1.0,
    ax: Canvas | None = None,
    **style: Any,
) -> Movie:
    """The movie of two angles of a motion as a point on a torus, with its path behind it: an animation of matplotlib.

    There are ``fps`` pictures a second, in which the time of the motion goes on by ``speed``. save_movie writes it to a
    file, on its own or with another movie of the same figure.

    Scheme:  (torus-movie [window] motion 'theta 'phi)
    Shapes:  as of plot_torus;  result: an animation
    Raises:  DomainError unless the radius of the tube is the smaller one, and pictures a second and the speed are
             positive; LimitError for too many pictures
    1 ]=> (define (wind state) (up 1 (up 1 3)))
    1 ]=> (define film (torus-movie (trajectory wind (up 0 (up 0 0)) 1) (component 1 0) (component 1 1)))
    >>> import numpy
    >>> from scmpy import *
    >>> t = numpy.linspace(0, 10, 50)
    >>> len(list(torus_movie(up(t, t, 3 * t), "x1", "x2").new_frame_seq()))
    50
    """
    name = "torus-movie"
    curve = frames_of(motion, name, fps, speed, names)
    small, large = _radii(radii, name)
    angles = [some_finite(curve.values(one), name, label(one)) for one in (first, second)]
    _refuse_units([curve], (first, second), name)
    axes = _stage(ax, name, small, large, True)
    path = on_torus(angles[0], angles[1], small * ABOVE, large)
    (trail,) = axes.plot([], [], [], **{"linewidth": 1.0, **style})
    (point,) = axes.plot([], [], [], marker="o", color="black", markersize=5.0)

    def update(i: int) -> Sequence[Any]:
        trail.set_data_3d(*(column[: i + 1] for column in path))
        point.set_data_3d(*(column[i : i + 1] for column in path))
        return trail, point

    update(0)
    return movie(axes.figure, update, len(curve.times), fps)


def on_torus(first: Any, second: Any, small: float, large: float) -> tuple[Any, Any, Any]:
    """The places in space of two angles."""
    import numpy

    across = large + small * numpy.cos(second)
    return across * numpy.cos(first), across * numpy.sin(first), small * numpy.sin(second)


def _radii(radii: Any, operation: str) -> tuple[float, float]:
    small, large = extent(radii, operation, "the radii")
    if small <= 0:
        raise DomainError(f"{operation} expects positive radii, got {small}")
    return small, large


def _stage(ax: Any, operation: str, small: float, large: float, surface: bool) -> Any:
    """Axes that a torus fills, with the torus if it is to be seen."""
    import numpy

    axes = space(ax, operation)
    if surface:
        first, second = numpy.meshgrid(numpy.linspace(0, math.tau, 61), numpy.linspace(0, math.tau, 31))
        axes.plot_surface(
            *on_torus(first, second, small, large),
            color="lightgray",
            alpha=0.35,
            linewidth=0,
            zorder=0,
            rstride=1,
            cstride=1,
        )
    for axis, size in (("x", large + small), ("y", large + small), ("z", small)):
        getattr(axes, f"set_{axis}lim")(-size, size)
    axes.set_box_aspect((large + small, large + small, small), zoom=1.25)
    axes.set_axis_off()
    return axes
