"""Mechanisms: linkages, given by the positions of their joints as functions of the state; still and as movies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable
from scmpy.generic.settings import Limit
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.plot.configuration import same_scale
from scmpy.plot.curves import Curve, curves_of
from scmpy.plot.drawing import drawing, elements, some_finite, space
from scmpy.plot.figures import axes_of
from scmpy.plot.movies import FPS, frames_of, movie
from scmpy.plot.picture_types import Axes, Motion, Movie
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Numbers, Real, StateFunction

SHOWN = 9  # positions of a still picture
MOST_JOINTS = Limit("most-joints", 10_000, "Joints in a chain of a mechanism.", "joints in a chain")
LINK = {"marker": "o", "linewidth": 2.0, "markersize": 5.0}


@drawing("plot-mechanism")
def plot_mechanism(
    motion: Motion,
    joints: StateFunction,
    times: int | Numbers = SHOWN,
    *,
    links: Iterable[Iterable[int]] | None = None,
    path: bool = True,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw a mechanism at several times of a motion, the earlier ones fainter, and the path of its last joint.

    ``joints`` is a function of states whose value are the positions of the joints, a tuple of tuples, each of which is
    linked to the next. ``links`` are chains of joints by their numbers, where it is otherwise: [(0, 1, 2), (1, 3)].
    ``times`` are those shown, or how many.

    Scheme:  (plot-mechanism [window] motion joints [times])
    Shapes:  joints: state -> up(up(x, y), ...) or up(up(x, y, z), ...);  result: the Axes
    Raises:  StructureError unless positions have two or three coordinates;  DomainError if no time is shown, or the
             joints have no values; WrongTypeError unless there are chains of joints that exist, and times; LimitError
             for too many joints
    1 ]=> (define (turn state) (up 1 1))
    1 ]=> (define (arm state) (up (up 0 0) (up (sin (ref state 1)) (cos (ref state 1)))))
    1 ]=> (plot-mechanism (trajectory turn (up 0 0) 1) arm 5)
    >>> import numpy
    >>> from scmpy import *
    >>> t = numpy.linspace(0, pi / 2, 100)
    >>> ax = plot_mechanism(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))), 3)
    >>> ax.lines[-1].get_xydata().round(9).tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """
    import numpy

    name = "plot-mechanism"
    (curve,) = _one(curves_of(motion, name), name)
    axes, points = _stage(curve, joints, ax, name)
    if path:
        axes.plot(*points[-1], color="gray", linewidth=0.8)
    if isinstance(times, int) and not isinstance(times, bool):
        if times < 1:
            raise DomainError(f"{name} shows a mechanism at some times, got {times}")
        shown = numpy.linspace(0, len(curve.times) - 1, times).round().astype(int)
        at = [[[column[i] for column in point] for point in points] for i in shown]
    else:
        elements(times, name, "the times at which the mechanism is shown, or how many") if times is not None else ()
        (moments,) = _one(curves_of(motion, name, times=times), name) if isinstance(motion, Trajectory) else (None,)
        if moments is None:
            raise WrongTypeError(f"{name} shows states of arrays at a number of times, got {describe(times)}")
        places = _positions(moments, joints, name)
        at = [[[column[i] for column in point] for point in places] for i in range(len(moments.times))]
    for i, place in enumerate(at):
        strength = 0.25 + 0.75 * (i + 1) / len(at)
        for chain in _chains(links, len(points), name):
            axes.plot(*_polyline(place, chain), **{"color": "C0", "alpha": strength, **LINK, **style})
    return axes


@drawing("mechanism-movie")
def mechanism_movie(
    motion: Motion,
    joints: StateFunction,
    *,
    links: Iterable[Iterable[int]] | None = None,
    path: bool = True,
    fps: Real = FPS,
    speed: Real = 1.0,
    ax: Canvas | None = None,
    **style: Any,
) -> Movie:
    """The movie of a mechanism: an animation of matplotlib, with the path of the last joint behind it.

    ``joints`` and ``links`` are as those of plot_mechanism. There are ``fps`` pictures a second, in which the time of
    the motion goes on by ``speed``; of a state of arrays each time is a picture. save_movie writes it to a file.

    Scheme:  (mechanism-movie [window] motion joints)
    Shapes:  joints: state -> up(up(x, y), ...) or up(up(x, y, z), ...);  result: an animation
    Raises:  as plot_mechanism; DomainError unless there are pictures; LimitError for too many joints or pictures
    1 ]=> (define (turn state) (up 1 1))
    1 ]=> (define (arm state) (up (up 0 0) (up (sin (ref state 1)) (cos (ref state 1)))))
    1 ]=> (define film (mechanism-movie (trajectory turn (up 0 0) 1) arm))
    >>> import numpy
    >>> from scmpy import *
    >>> t = numpy.linspace(0, 1, 5)
    >>> turning = mechanism_movie(up(t, t), lambda state: up(up(0, 0), up(cos(state[1]), sin(state[1]))))
    >>> len(list(turning.new_frame_seq()))
    5
    """
    name = "mechanism-movie"
    curve = frames_of(motion, name, fps, speed)
    axes, points = _stage(curve, joints, ax, name)
    (trail,) = axes.plot(*([] for _ in points[0]), color="gray", linewidth=0.8)
    chains = _chains(links, len(points), name)
    arms = [axes.plot(*([] for _ in points[0]), **{"color": "C0", **LINK, **style})[0] for _ in chains]
    text = axes.text2D if len(points[0]) == 3 else axes.text
    clock = text(0.02, 0.98, "", transform=axes.transAxes, verticalalignment="top")

    def update(i: int) -> Sequence[Any]:
        place = [[column[i] for column in point] for point in points]
        for arm, chain in zip(arms, chains, strict=True):
            put(arm, _polyline(place, chain))
        if path:
            put(trail, [column[: i + 1] for column in points[-1]])
        clock.set_text(f"$t$ = {curve.times[i]:.1f}")
        return [*arms, trail, clock]

    update(0)
    return movie(axes.figure, update, len(curve.times), fps)


def put(line: Any, columns: Sequence[Any]) -> None:
    """Let a line go through these points, of the plane or of space."""
    if len(columns) == 3:
        line.set_data_3d(*columns)
    else:
        line.set_data(*columns)


def _one(curves: list[Curve], operation: str) -> list[Curve]:
    if len(curves) != 1:
        raise WrongTypeError(f"{operation} shows one motion, got {len(curves)}")
    return curves


def _positions(curve: Curve, joints: Callable[[Any], Any], operation: str) -> list[list[Any]]:
    """The coordinates of the joints over the time."""
    check_callable(joints, operation, "the positions of joints, a function of states")
    points = curve.paths(joints)
    for point in points:
        for column in point:
            some_finite(column, operation, "the positions of the joints")
    return points


def _stage(curve: Curve, joints: Callable[[Any], Any], ax: Any, operation: str) -> tuple[Any, list[list[Any]]]:
    """Axes that have room for all positions, and these; a window keeps its frame."""
    import numpy

    points = _positions(curve, joints, operation)
    size = len(points[0])
    axes = space(ax, operation) if size == 3 else axes_of(ax, operation)
    same_scale(axes, "box")
    if getattr(getattr(axes, "scmpy_window", None), "framed", False):
        return axes, points
    every = [numpy.concatenate([point[k] for point in points]) for k in range(size)]
    room = 0.06 * max(float(numpy.nanmax(column) - numpy.nanmin(column)) for column in every) or 1.0
    for axis, column in zip("xyz", every, strict=False):
        getattr(axes, f"set_{axis}lim")(numpy.nanmin(column) - room, numpy.nanmax(column) + room)
    return axes, points


def _chains(links: Any, count: int, operation: str) -> list[list[int]]:
    """The chains of joints that are linked."""
    if links is None:
        return [list(range(count))]
    found = [list(elements(chain, operation)) for chain in elements(links, operation)]
    for chain in found:
        MOST_JOINTS.check(len(chain), operation)
        if not all(isinstance(k, int) and -count <= k < count for k in chain):
            raise WrongTypeError(f"{operation}: there are joints 0 to {count - 1}; the chain {chain} has others")
    if not found:
        raise WrongTypeError(f"{operation} expects chains of joints, as [(0, 1, 2), (1, 3)], got {describe(links)}")
    return found


def _polyline(place: Sequence[Sequence[Any]], chain: Sequence[int]) -> list[list[float]]:
    """The coordinates of the joints of a chain."""
    return [list(column) for column in zip(*(place[k] for k in chain), strict=True)]
