"""Trajectories: numbers of the states of a motion over the time, or one against another.

Source:  SICM 1.7, 3.1
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scmpy.errors import CALLED, ArityError, DomainError, StructureError, WrongTypeError, describe, warn
from scmpy.generic.functions import Function, name_of
from scmpy.generic.numbers import principal_value
from scmpy.generic.settings import length
from scmpy.generic.types import Numbers, Real, tree_leaves
from scmpy.mechanics.rigid_body import Euler_state_to_L_body, Euler_state_to_L_space, T_body_Euler, relative_error
from scmpy.mechanics.state import check_state
from scmpy.numerics.dynamics.maps import NondimensionalMotion, of_motion
from scmpy.numerics.ode.ivp import real, state_of
from scmpy.numerics.ode.trajectory import over_states, trajectory
from scmpy.plot import figure
from scmpy.plot.animation import FPS, frames_of, movie
from scmpy.plot.curves import (
    Curve,
    angular,
    curves_of,
    drawing,
    extent,
    names_among,
    reduced,
    shared_unit,
    some_finite,
    space,
    surface_in,
)
from scmpy.plot.figure import Axes, Motion, Movie, Names
from scmpy.plot.phase_portraits import CURVE
from scmpy.plot.window import Canvas, plot_point, window_of
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, leaves, unflatten
from scmpy.structure.types import Name, State, StateFunction, Vector


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
    >>> motion = trajectory(Lagrangian_to_state_derivative(L_pendulum(1, 1, 1)), up(0, 1, 0), 9, names="theta thetadot")
    >>> ax = plot_trajectory(motion, "theta", "thetadot", angles="theta")
    >>> ax.get_xlabel(), ax.get_ylabel(), len(ax.lines)
    ('$\\\\theta$', '$\\\\dot{\\\\theta}$', 1)
    """
    if len(what) > 3:
        raise ArityError(f"{CALLED} draws one number over the time, two or three against one another; got {len(what)}")
    curves = curves_of(motion, names, times)
    shown = what or curves[0].names[1:]
    turning = names_among(angles, shown)
    measured = _units(curves, shown)
    units = figure.with_measured(measured, units)
    values = [[some_finite(curve.values(one), figure.label(one)) for one in shown] for curve in curves]
    axes = space(ax) if len(what) == 3 else figure.axes_of(ax)
    drawn = what if len(what) > 1 else (curves[0].names[0], *(shown if len(shown) == 1 else ()))
    figure.measure(axes, *(measured.get(figure.name_in_label(one), "") for one in drawn))
    if len(what) < 2:
        return _over_time(curves, shown, values, turning, units, axes, style)
    for curve, columns in zip(curves, values, strict=True):
        axes.plot(*reduced(columns, turning), **curve.styled(style))
    figure.write(axes, *(figure.label(one, units) for one in what))
    _finish(axes, turning, curves)
    return axes


def _units(curves: list[Curve], shown: Any) -> dict[str, str]:
    found = {figure.name_in_label(one): shared_unit(curves, one) for one in (curves[0].names[0], *shown)}
    return {name: unit for name, unit in found.items() if unit}


def _over_time(
    curves: list[Curve], shown: Any, values: Any, turning: set[int], units: Any, axes: Any, style: dict[str, Any]
) -> Any:
    several = len(shown) > 1
    for curve, columns in zip(curves, values, strict=True):
        for i, (one, column) in enumerate(zip(shown, columns, strict=True)):
            x, y = reduced([curve.times, column], {1} if i in turning else set())
            axes.plot(x, y, **({"label": figure.label(one, units), **style} if several else curve.styled(style)))
    figure.write(axes, figure.label(curves[0].names[0], units), "" if several else figure.label(shown[0], units))
    if several:
        axes.legend()
    _finish(axes, {1} if len(turning) == len(shown) else set(), curves)
    return axes


def _finish(axes: Any, turning: set[int], curves: list[Curve]) -> None:
    for i in turning:
        getattr(axes, f"set_{'xyz'[i]}lim")(-math.pi, math.pi)
        angular(getattr(axes, f"{'xyz'[i]}axis"))
    if any(curve.name for curve in curves):
        axes.legend()


# --- tori ------------------------------------------------------------------------------------------------------------
# Motions on a torus: two angles as places on it, the first one the long way round, the second the short way.
#
# Source:  SICM 3.7, 4

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
    >>> t = numpy.linspace(0, 10, 500)
    >>> ax = plot_torus(up(t, t, 3 * t), "x1", "x2")
    >>> x, y, z = ax.lines[0].get_data_3d()
    >>> bool(abs((numpy.hypot(x, y) - 2)**2 + z**2 - 1.01**2).max() < 1e-12)
    True
    """
    curves = curves_of(motion, names, times)
    axes, paths = _on_torus(curves, (first, second), radii, ax, surface)
    for curve, path in zip(curves, paths, strict=True):
        axes.plot(*path, **curve.styled(style, linewidth=1.0))
    return axes


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
    >>> t = numpy.linspace(0, 10, 50)
    >>> len(list(torus_movie(up(t, t, 3 * t), "x1", "x2").new_frame_seq()))
    50
    """
    curve = frames_of(motion, fps, speed, names)
    axes, (path,) = _on_torus([curve], (first, second), radii, ax)
    (trail,) = axes.plot([], [], [], **{"linewidth": 1.0, **style})
    (point,) = axes.plot([], [], [], marker="o", color="black", markersize=5.0)

    def update(i: int) -> Sequence[Any]:
        trail.set_data_3d(*(column[: i + 1] for column in path))
        point.set_data_3d(*(column[i : i + 1] for column in path))
        return trail, point

    update(0)
    return movie(axes.figure, update, len(curve.times), fps)


def on_torus(first: Any, second: Any, small: float, large: float) -> tuple[Any, Any, Any]:
    across = large + small * numpy.cos(second)
    return across * numpy.cos(first), across * numpy.sin(first), small * numpy.sin(second)


def _on_torus(
    curves: list[Curve], angles: tuple[Any, Any], radii: Any, ax: Any, surface: bool = True
) -> tuple[Any, list[Any]]:
    """Axes that a torus fills, with the torus if it is to be seen, and the paths of curves on it."""
    small, large = extent(radii, "the radii")
    if small <= 0:
        raise DomainError(f"{CALLED} expects positive radii, got {small}")
    places = [[some_finite(curve.values(one), figure.label(one)) for one in angles] for curve in curves]
    for one in angles:
        figure.check_axis("an angle", "", shared_unit(curves, one))
    axes = space(ax)
    if surface:
        grid = numpy.meshgrid(numpy.linspace(0, math.tau, 61), numpy.linspace(0, math.tau, 31))
        surface_in(axes, *on_torus(*grid, small, large), color="lightgray", alpha=0.35)
    for axis, size in (("x", large + small), ("y", large + small), ("z", small)):
        getattr(axes, f"set_{axis}lim")(-size, size)
    axes.set_box_aspect((large + small, large + small, small), zoom=1.25)
    axes.set_axis_off()
    return axes, [on_torus(a, b, small * ABOVE, large) for a, b in places]


# --- body momentum ---------------------------------------------------------------------------------------------------
# The angular momentum of a free rigid body, in the body: curves of equal energy on the sphere of its size.
#
# In space it is constant, so that in the body its size is; so is the energy, L_a^2/2A + L_b^2/2B + L_c^2/2C. The
# curves are where the sphere and ellipsoids cut. About the axes of the largest and of the smallest moment they are
# closed; those through the axis of the middle one part them.
#
# Source:  SICM 2.9

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
    Units:   the moments, and the numbers of the motion, may be quantities
    Raises:  DomainError unless the moments are positive; StructureError if a state has no three components
    Source:  SICM 2.9
    1 ]=> (plot-body-momentum 1. 2. 3.)
    >>> import numpy
    >>> ax = plot_body_momentum(1.0, 2.0, 3.0)
    >>> a, b, c = ax.lines[0].get_data_3d()
    >>> energy = a**2 / 2 + b**2 / 4 + c**2 / 6
    >>> bool(numpy.ptp(energy) < 1e-12), bool(abs(a**2 + b**2 + c**2 - 1).max() < 1e-12)
    (True, True)
    """
    moments = [real(x, CALLED, "a moment of inertia") for x in figure.AxisUnits(1).plain(0, (A, B, C))]
    if min(moments) <= 0:
        raise DomainError(f"{CALLED} expects positive moments of inertia, got {A} {B} {C}")
    length(count, CALLED, things="energies", each=CURVE)
    curves = [] if motion is None else [_of(curve, momentum, moments) for curve in curves_of(motion)]
    axes = space(ax)
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
    figure.write(axes, "$L_a$", "$L_b$", "$L_c$")
    axes.set_box_aspect((1, 1, 1))
    return axes


def _of(curve: Curve, momentum: Callable[[Any], Any] | None, moments: list[float]) -> list[Any]:
    count = len(curve.names)
    if momentum is None and count == 7:
        momentum = Euler_state_to_L_body(*moments)
    parts = tree_leaves(curve.states)[1:] if momentum is None else tree_leaves(over_states(momentum, curve.states))
    if len(parts) != 3:
        raise StructureError(
            f"{CALLED} expects states with three Euler angles, or with three components of the angular momentum, or "
            f"a function that gives these; got {describe(curve.states)}"
        )
    size = numpy.sqrt(sum(part**2 for part in parts))
    with numpy.errstate(all="ignore"):
        return [some_finite(part / size, "the angular momentum") * 1.005 for part in parts]


def _draw(axes: Any, moments: list[float], energy: float, **style: Any) -> None:
    weights = [1 / (2 * moment) for moment in moments]
    middle = sorted(weights)[1]
    about = weights.index(max(weights) if energy >= middle else min(weights))  # the axis that they go around
    i, j = (k for k in range(3) if k != about)
    over = weights[about] - energy
    s = numpy.linspace(0.0, math.tau, POINTS)
    place: list[Any] = [None, None, None]
    place[i] = math.sqrt(over / (weights[about] - weights[i])) * numpy.cos(s)
    place[j] = math.sqrt(over / (weights[about] - weights[j])) * numpy.sin(s)
    above = numpy.sqrt(numpy.maximum(0.0, 1 - place[i] ** 2 - place[j] ** 2))
    for place[about] in (above, -above):
        _on_sphere(axes, place, **style)


def _on_sphere(axes: Any, place: Any, **style: Any) -> None:
    """A line on the sphere, faint where it is behind, as the picture is looked at to begin with."""
    azimuth, elevation = math.radians(axes.azim), math.radians(axes.elev)
    x, y, z = place
    across = x * math.cos(azimuth) + y * math.sin(azimuth)
    behind = across * math.cos(elevation) + z * math.sin(elevation) < 0
    axes.plot(*place, **{**style, "alpha": 0.15})
    axes.plot(*(numpy.where(behind, numpy.nan, column) for column in place), **style)


def _sphere(axes: Any) -> None:
    theta, phi = numpy.meshgrid(numpy.linspace(0, math.pi, 31), numpy.linspace(0, math.tau, 61))
    x, y, z = numpy.sin(theta) * numpy.cos(phi), numpy.sin(theta) * numpy.sin(phi), numpy.cos(theta)
    surface_in(axes, 0.99 * x, 0.99 * y, 0.99 * z, color="white", alpha=0.3)


# --- drift -----------------------------------------------------------------------------------------------------------
# Drift: how far what should be conserved gets from its value at the start.
#
# Source:  SICM 1.7, 3.7


@drawing("plot-drift")
def plot_drift(
    motion: Motion,
    f: Callable[[Any], Any] | Mapping[str, Callable[[Any], Any]],
    *,
    relative: bool = False,
    names: Names | None = None,
    times: Numbers | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw how far functions of the states of a motion, such as the energy, get from their values at the start.

    A trajectory is looked at where it stepped. The distances are drawn on a logarithmic scale; ``relative`` ones are
    parts of the value at the start. A function may be one, or several by their names; the motion a trajectory, an
    ensemble at several times, a state of arrays, or a list of these, or several by their names.

    Scheme:  (plot-drift [window] motion f)
    Shapes:  f: state -> real;  result: the Axes
    Units:   quantities are drawn in base units; ``units`` are those of plain numbers
    Raises:  DomainError if there is nothing finite to draw, or the relative drift of what is zero at the start is
             asked;  DimensionError if a unit is given of what has another; WrongTypeError unless it is given functions,
             and for other axes
    1 ]=> (define L (L-pendulum 9.8 1. 1.))
    1 ]=> (plot-drift (trajectory (Lagrangian->state-derivative L) (up 0. 1. 0.) 10.) (Lagrangian->energy L))
    >>> L = L_pendulum(9.8, 1.0, 1.0)
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0.0, 1.0, 0.0), 10.0)
    >>> ax = plot_drift(motion, Lagrangian_to_energy(L))
    >>> ax.get_yscale(), bool((ax.lines[0].get_ydata()[2:] < 1e-10).all())
    ('log', True)
    """
    functions = f if isinstance(f, Mapping) else {"": f}
    wrong = next((one for one in functions.values() if not callable(one)), None)
    if wrong is not None or not functions:
        raise WrongTypeError(f"{CALLED} expects functions of states, got {describe(wrong if functions else f)}")
    curves = curves_of(motion, names, times, smooth=False)
    lines = []
    for curve in curves:
        for called, function in functions.items():
            values = some_finite(curve.values(function), called or name_of(function))
            if relative and not values[0]:
                raise DomainError(f"{CALLED}: {called or name_of(function)} is zero at the start: relative to what?")
            drift = abs(values - values[0]) / (abs(values[0]) if relative else 1.0)
            told = ", ".join(text for text in (curve.name, called) if text)
            shown = numpy.where(drift == 0, numpy.nan, drift)
            lines.append((curve.times, shown, {"label": told} if told else {}))
    time = shared_unit(curves, curves[0].names[0])
    size = "" if relative else shared_unit(curves, *functions.values())
    axes = figure.axes_of(ax)
    figure.measure(axes, time, size)
    for x, y, named in lines:
        axes.plot(x, y, **{**named, **style})
    axes.set_yscale("log")
    if all(numpy.isnan(shown).all() for _, shown, _ in lines):
        warn(f"{CALLED}: this does not drift at all: a logarithmic scale has no 0, and nothing is drawn")
    if any(curve.name for curve in curves) or any(functions):
        axes.legend()
    what = figure.label(next(iter(functions.values()))) if len(functions) == 1 else ""
    clock = curves[0].names[0]
    text = f"{'relative ' * relative}drift" + (f" of {what}" if what else "")
    time_label = figure.label(clock, figure.with_measured({clock: time} if time else {}, units))
    figure.write(axes, time_label, figure.with_unit(text, size))
    return axes


# --- divergence ------------------------------------------------------------------------------------------------------
# The divergence of neighbours: how the distance between motions that start close together grows.
#
# Source:  SICM 1.7, 3.7

DIVERGENCE_POINTS = 1000  # times


@drawing("plot-divergence")
def plot_divergence(
    derivative: Callable[[Any], Any],
    state: State,
    duration: Real,
    displacement: Real = 1e-8,
    tolerance: Real | None = None,
    *,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw how the distance between two motions grows that start close together, on a logarithmic scale.

    The second one starts with its first coordinate displaced, or from a state of one's own in place of a displacement.
    The distance is that of the numbers of the states but for the time, by Pythagoras; angles count with their turns,
    quantities, and their displacement unless it is one, relative to the sizes that they have in the motion.

    Scheme:  (plot-divergence [window] (sysder p ...) state duration [displacement tolerance])
    Shapes:  derivative: state -> shaped like the state;  result: the Axes
    Units:   the state, the duration and the displacement may be quantities
    Raises:  DomainError if the duration is not positive, or the two start from the same state
    Source:  SICM 3.7
    1 ]=> (define (saddle state) (up 1 (* 2 (ref state 1))))
    1 ]=> (plot-divergence saddle (up 0 0) 3)
    >>> def saddle(state):
    ...     return up(1, 2 * state[1])
    >>> ax = plot_divergence(saddle, up(0, 0), 3)
    >>> t, apart = ax.lines[0].get_data()
    >>> bool(abs(apart / (1e-8 * exp(2 * t)) - 1).max() < 1e-3)
    True
    """
    found = _divergence(derivative, state, duration, displacement, tolerance)
    axes = figure.axes_of(ax)
    times, apart = figure.along(axes, *found)
    axes.plot(times, numpy.where(apart == 0, numpy.nan, apart), **style)
    axes.set_yscale("log")
    figure.write(axes, "$t$", "distance")
    return axes


@of_motion(
    "plot-divergence",
    "state",
    lambda counted, found: (counted.duration(found[0]), found[1]),
    told={"duration": NondimensionalMotion.time, "displacement": NondimensionalMotion.displacement},
)
def _divergence(
    derivative: Callable[[Any], Any], state: Any, duration: Any, displacement: Any, tolerance: Any
) -> tuple[Any, Any]:
    name = "plot-divergence"
    start = state_of(state, name)
    total = real(duration, name, "the duration")
    if total <= 0:
        raise DomainError(f"{name} expects a positive duration, got {duration}")
    first = trajectory(derivative, start, start[0] + total, tolerance)
    second = trajectory(derivative, _beside(start, displacement), start[0] + total, tolerance)
    times = numpy.linspace(first.moments[0], first.moments[-1], DIVERGENCE_POINTS)
    apart = numpy.linalg.norm(first.numpy(times)[:, 1:] - second.numpy(times)[:, 1:], axis=1)
    if not apart[0]:
        raise DomainError(f"{name}: the two motions start from the same state")
    return times, apart


def _beside(start: Any, displacement: Any) -> Any:
    if hasattr(displacement, "components"):
        other = state_of(displacement, CALLED)
        if len(leaves(other)) != len(leaves(start)):
            raise WrongTypeError(f"{CALLED} expects a second state like {describe(start)}, got {describe(other)}")
        return other
    numbers = leaves(start)
    numbers[1] += real(displacement, CALLED, "the displacement")
    return unflatten(iter(numbers), start)


# --- monitors --------------------------------------------------------------------------------------------------------
# Monitors for ``evolve`` that draw: an angle over the time, a path in the plane, the errors of a rigid body's motion.
#
# Source:  SICM 1.7, 2.8.1; the course's programs


@public("monitor-theta")
def monitor_theta(window: Canvas) -> Function:
    """The monitor that draws an angle over the time, taken between -pi and pi: the first coordinate, if there are more.

    Scheme:  ((monitor-theta window) state)
    Shapes:  result: a function of up(t, q, v), or up(t, q, p)
    Units:   the angle is in radians
    Raises:  ScmpyError if the window is closed
    Source:  SICM 1.7
    >>> window = frame(0, 10, -3.2, 3.2)
    >>> _ = evolve(lambda: Lagrangian_to_state_derivative(L_pendulum(9.8, 1.0, 1.0)))(
    ...     up(0.0, 1.0, 0.0), monitor_theta(window), 0.5, 10.0)
    >>> window.axes.lines[0].get_xydata().shape
    (22, 2)
    """
    angle = principal_value(math.pi)

    def place(state: Any) -> Iterator[tuple[Any, Any]]:
        t, q = check_state(state, "monitor-theta")[:2]
        yield t, angle(q[0] if isinstance(q, Structure) else q)

    return _monitor(window, "$t$", r"$\theta$", place, "(monitor-theta window)")


@public("monitor-xy")
def monitor_xy(window: Canvas) -> Function:
    """The monitor that draws the first two coordinates against each other.

    Scheme:  ((monitor-xy window) state)
    Shapes:  result: a function of up(t, q, ...), q of two coordinates at least
    Raises:  WrongTypeError if a state has fewer than two coordinates
    >>> window = frame(-1, 1, -1, 1)
    >>> monitor_xy(window)(up(0.0, up(0.5, 0.25), up(0.0, 0.0)))
    >>> window.axes.lines[0].get_xydata()
    array([[0.5 , 0.25]])
    """

    def place(state: Any) -> Iterator[tuple[Any, Any]]:
        q = check_state(state, "monitor-xy")[1]
        if not isinstance(q, Structure) or len(q) < 2:
            raise WrongTypeError(f"monitor-xy expects states of two coordinates, got {describe(q)}")
        yield q[0], q[1]

    return _monitor(window, "$x$", "$y$", place, "(monitor-xy window)")


@public("monitor-errors")
def monitor_errors(window: Canvas, A: Real, B: Real, C: Real, L0: Vector, E0: Real) -> Function:
    """The monitor that draws the relative errors of a free rigid body's angular momentum in space, and of its energy.

    Scheme:  ((monitor-errors window A B C L0 E0) state)
    Shapes:  L0: up(3);  result: a function of up(t, up(3), up(3)), with Euler angles
    Raises:  DivisionByZeroError if a component of L0, or E0, is zero
    Source:  SICM 2.8.1
    1 ]=> (define start (up 0. (up 1. 0. 0.) (up .1 .1 .1)))
    1 ]=> (define window (frame 0. 10. -1e-12 1e-12))
    1 ]=> (define errors
            (monitor-errors window 1. 2. 3. ((Euler-state->L-space 1. 2. 3.) start) ((T-body-Euler 1. 2. 3.) start)))
    1 ]=> (define end ((evolve rigid-sysder 1. 2. 3.) start errors .5 10.))
    >>> start, moments = up(0.0, up(1.0, 0.0, 0.0), up(0.1, 0.1, 0.1)), (1.0, 2**0.5, 2.0)
    >>> window = frame(0, 10, -1e-12, 1e-12)
    >>> errors = monitor_errors(window, *moments, L_space_Euler(*moments)(start), T_body_Euler(*moments)(start))
    >>> _ = evolve(rigid_sysder, *moments)(start, errors, 5.0, 10.0)
    >>> window.axes.lines[0].get_xydata().shape  # four numbers at 0, 5, 10, and at the end
    (16, 2)
    """
    momentum, energy = Euler_state_to_L_space(A, B, C), T_body_Euler(A, B, C)

    def places(state: Any) -> Iterator[tuple[Any, Any]]:
        for value, reference in zip((*momentum(state), energy(state)), (*L0, E0), strict=True):
            yield state[0], relative_error(value, reference)

    return _monitor(window, "$t$", "relative error", places, "(monitor-errors window A B C L0 E0)")


def _monitor(window: Any, x: str, y: str, places: Callable[[Any], Iterable[tuple[Any, Any]]], name: str) -> Function:
    found = window_of(window)
    figure.write(found.axes, x, y)

    def monitor(state: Any) -> None:
        for place in places(state):
            plot_point(found, *place)

    return Function(monitor, name)
