"""Orbits of maps of the plane in windows, and their explorer.

A collector takes the coordinates of a point, shows it and its images to a monitor, and goes on with one of two
continuations: with the last point, or, where the map is not defined, without arguments. Orbits of maps that are made of
generic arithmetic, or that find many images at once (``images``), run as compiled code.

The explorer works by matplotlib's events, so in a window on a screen and in a notebook with ipympl: the left button
starts an orbit, the middle one continues it, the right one reads coordinates; escape ends. Where there is no pointer,
it starts orbits at a grid of points.

Source:  SICM 3.6, 6
"""

from __future__ import annotations

import itertools
import math
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from scmpy.errors import CALLED, DomainError, IntegrationError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.display import watched
from scmpy.generic.functions import Function
from scmpy.generic.operations import PartialFunction, has_no_value
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, length
from scmpy.generic.settings import count as count_of
from scmpy.generic.types import Real, is_number
from scmpy.mechanics.sections import EnergySection, map_orbit, section_map
from scmpy.numerics.dynamics.invariant_manifolds import fixed_point_eigen, stable_manifold, unstable_manifold
from scmpy.numerics.dynamics.maps import PointMap, coordinates, of_coordinates
from scmpy.numerics.dynamics.periodic_orbits import find_fixed_point
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.ode.sections import MOST_IMAGES
from scmpy.plot import figure
from scmpy.plot.curves import drawing, elements, numbers, reduced, some_finite, words
from scmpy.plot.figure import Axes, Names
from scmpy.plot.window import Canvas, Window, plot_point, refined, window_of
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, Up, attach_units, magnitudes
from scmpy.structure.types import Hamiltonian, Name, Vector

Map = Callable[..., Any]
Collector = Callable[..., Any]

ITERATES = 1000  # of a point, as in the original
WIDE = 54  # letters of a line in the corner of a window of the usual size
PATIENCE = 0.5  # seconds that an orbit takes before a window says that it is at work
HOPELESS = 4  # points whose orbits have no image say enough
COLUMNS, ROWS = 6, 2  # of points in a window without a pointer; even: where a momentum is 0 a body may stay for ever


class _Drawing(Function):
    __slots__ = ("window",)

    def __init__(self, window: Window) -> None:
        super().__init__(lambda x, y: plot_point(window, x, y), "(default-monitor window)")
        self.window = window


@public("default-monitor")
def default_monitor(window: Canvas) -> Function:
    """The monitor that puts the points of an orbit in a window.

    Scheme:  ((default-monitor window) x y)
    Shapes:  result: (x, y) -> nothing
    Raises:  ScmpyError if the window is closed;  WrongTypeError for a coordinate that is no real number
    Source:  SICM 6
    >>> window = frame(0, 1, 0, 1)
    >>> default_monitor(window)(0.5, 0.25)
    >>> window.axes.lines[0].get_xydata()
    array([[0.5 , 0.25]])
    """
    return _Drawing(window_of(window))


@public("default-collector")
def default_collector(monitor: Callable[[Any, Any], Any], step: Map, n: int) -> Function:
    """The collector of a point and n images: it shows each to a monitor, then calls one of its two continuations.

    The coordinates are numbers, or whatever else the map takes, as states.

    Scheme:  ((default-collector monitor map n) x y done fail)
    Shapes:  monitor: (x, y) -> anything;  map: (x y continue fail);  done: (x, y) -> anything;  fail: () -> anything
    Raises:  DomainError if an error of the map leaves the point without image
    Source:  SICM 6
    1 ]=> (define collect (default-collector list (standard-map 0) 2))
    1 ]=> (collect 0 1 list (lambda () 'ended))
    ;Value: (2. 1.)
    >>> collect = default_collector(print, standard_map(0), 2)
    >>> collect(0, 1, lambda x, y: (x, y), lambda: "no further")
    0.0 1.0
    1.0 1.0
    2.0 1.0
    (2.0, 1.0)
    """
    _images(step, n, "default-collector")

    def collect(x: Any, y: Any, done: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        if not (is_number(x) and is_number(y)):
            return _collect_states(monitor, of_coordinates(step), n, x, y, done, fail)
        points = orbit_of(step, x, y, n, "default-collector")
        if isinstance(monitor, _Drawing):
            plot_point(monitor.window, points[:, 0], points[:, 1])
        else:
            for point in points.tolist():
                monitor(*point)
        return done(*points[-1].tolist()) if len(points) > n else fail()

    return Function(collect, "(default-collector ...)")


def _images(step: Any, n: Any, operation: str) -> int:
    check_callable(step, operation, "a map")
    return length(n, operation, MOST_IMAGES)


def _collect_states(monitor: Any, step: Map, n: int, x: Any, y: Any, done: Any, fail: Any) -> Any:
    monitor(x, y)
    for _ in range(n):
        image = step(x, y, lambda x, y: (x, y), lambda: None)
        if not isinstance(image, tuple):
            return fail()
        x, y = image
        monitor(x, y)
    return done(x, y)


def orbit_of(step: Map, x: Any, y: Any, n: int, operation: str) -> Any:
    """The point and its images, one a row; they end where the map is not defined, not real, or runs to infinity.

    Raises:  DomainError if what the map raises says that it is not defined at the point
    """
    of_plane = of_coordinates(step)

    def ending(x: Any, y: Any, proceed: Any, fail: Any) -> Any:
        def if_real(x: Any, y: Any) -> Any:
            return fail() if isinstance(x, complex) or isinstance(y, complex) else proceed(x, y)

        try:
            return of_plane(x, y, if_real, fail)
        except Exception as error:
            if not has_no_value(error):
                raise
            return fail()

    try:
        points = map_orbit(step, Up((x, y)), n)
    except Exception as error:
        if not has_no_value(error):
            raise
        points = map_orbit(ending, Up((x, y)), n)
        if len(points) == 1:
            if isinstance(error, ScmpyError):
                raise
            raise DomainError(f"{operation}: the map is not defined at {x}, {y}: {error}") from error
    lost = ~numpy.isfinite(points).all(axis=1)
    return points[: lost.argmax()] if lost.any() else points


@public("display-map")
def display_map(window: Canvas, step: Map, x: Real, y: Real, n: int) -> None:
    """Put a point and n of its images under a map in a window; fewer where the map is not defined.

    Scheme:  (display-map window map x y n)
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Raises:  ScmpyError if the window is closed;  DomainError if an error of the map leaves the point without image
    Source:  SICM 3.6
    >>> window = frame(0, 6.3, 0, 6.3)
    >>> display_map(window, standard_map(0.6), 1.0, 2.0, 1000)
    >>> window.axes.lines[0].get_xydata().shape
    (1001, 2)
    """
    name = "display-map"
    found, count = window_of(window, name), _images(step, n, name)
    points = orbit_of(step, x, y, count, name)
    plot_point(found, points[:, 0], points[:, 1])
    label_section(found.axes, step)
    if len(points) == 1 and count:
        warn(f"{name}: the map is not defined at {x}, {y}: there is this point, and no image of it")


def label_section(axes: Any, step: Any, names: Any = None, units: Any = None) -> None:
    """Label axes by names, by the coordinate and the momentum of a surface of section, or by what a map takes."""
    if isinstance(step, EnergySection):
        known: tuple[str, ...] = (f"q^{1 - step.k}", f"p_{1 - step.k}")
    else:
        taken = figure.parameters_of(step)  # x and y, beside continuations or alone; or a point
        known = taken[:2] if len(taken) in (2, 4) else ("x0", "x1")
    figure.write(axes, *(figure.label(one, units) for one in words(names) or known))


class Explorer:
    def __init__(self, window: Window, collect: Collector) -> None:
        self.window, self.collect = window, collect
        self.last: tuple[Any, Any] | None = None  # of the orbit
        self.said = ""
        self._is_at_work = False
        self._seconds = math.inf  # that the last orbit took
        self._note: Any = None
        self._connections: list[int] = []
        self.begin()

    def begin(self) -> None:
        canvas = self.window.figure.canvas
        self._connections = self._connections or [
            canvas.mpl_connect("button_press_event", self._pressed),
            canvas.mpl_connect("key_press_event", self._typed),
        ]

    def start(self, x: Any, y: Any) -> bool:
        """Start an orbit; False where the map is not defined, or ceases to be."""
        found = None
        try:
            found = self.collect(x, y, lambda x, y: (x, y), lambda: None)
        except Exception as error:
            if not has_no_value(error):
                raise
            self.say(f"the orbit ended: {error}")
        self.last = found if isinstance(found, tuple) else None
        return self.last is not None

    def proceed(self) -> bool:
        return self.last is not None and self.start(*self.last)

    def say(self, text: str) -> None:
        self.said = text
        if self._note is None or self._note.axes is None:  # it was cleared away
            axes = self.window.axes
            style = {"facecolor": axes.get_facecolor(), "alpha": 0.8, "linewidth": 0}
            self._note = axes.text(0.01, 0.99, "", transform=axes.transAxes, va="top", fontsize="small", bbox=style)
            self._note.set_in_layout(False)  # or a long text takes the room of the picture
        self._note.set_text(textwrap.fill(text, WIDE))

    def end(self) -> None:
        for connection in self._connections:
            self.window.figure.canvas.mpl_disconnect(connection)
        self._connections = []
        if self._note is not None and self._note.axes is not None:
            self._note.remove()
        self._note = None
        self.window.figure.canvas.draw_idle()

    def _pressed(self, event: Any) -> None:
        toolbar = getattr(event.canvas, "toolbar", None)
        if event.inaxes is not self.window.axes or getattr(toolbar, "mode", None):  # or else it zooms or pans
            return
        if event.button == 3:
            self.say(f"{event.xdata:.6g}, {event.ydata:.6g}")
        elif not self._is_at_work:
            self._work(event)
        event.canvas.draw_idle()

    def _work(self, event: Any) -> None:
        """Start an orbit, or continue it; where that may take long, the window says so first."""
        x, y = float(event.xdata), float(event.ydata)
        begun, self._is_at_work = perf_counter(), True
        try:
            if self._seconds > PATIENCE:
                self.say("at work ...")
                event.canvas.draw_idle()
                event.canvas.flush_events()
            if event.button == 1:
                self.say("")
                if not self.start(x, y) and not self.said:
                    self.say(f"the map is not defined on all of the orbit of {x:.6g}, {y:.6g}")
            else:
                self.say("" if self.proceed() else "there is no orbit to continue")
        except ScmpyError as error:
            self.say(str(error))
        finally:
            self._seconds, self._is_at_work = perf_counter() - begun, False

    def _typed(self, event: Any) -> None:
        if event.key in ("q", "escape"):
            self.end()


BUTTONS = "left button: start an orbit; middle: continue it; right: read coordinates; escape: end"


@public("explore-map")
def explore_map(window: Canvas, step: Map, mode: int | Name = ITERATES) -> None:
    """Explore a map of the plane interactively, with the pointer; where there is none, a dozen orbits start at a grid.

    The left button starts an orbit, the middle one continues it, the right one reads coordinates; escape ends.
    The mode is how many images a press of a button draws. What is neither a number nor left out says that the map is a
    collector (default-collector): it draws what it likes.
    In Python the explorer is ``window.explorer``, with ``start``, ``proceed`` and ``end``.

    Scheme:  (explore-map window map [n])
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Raises:  ScmpyError if the window is closed; WrongTypeError if the map is no function
    Source:  SICM 3.6
    >>> window = frame(0, 6.3, 0, 6.3)
    >>> explore_map(window, standard_map(0.6), 100)
    >>> window.axes.lines[0].get_xydata().shape  # 12 orbits: there is no pointer here
    (1212, 2)
    """
    found, mode = window_of(window), converted(mode)
    if is_number(mode):
        step = orbit_drawer(found, step, mode, "explore-map")
    elif not callable(step):
        raise WrongTypeError(f"explore-map expects a collector, got {describe(step)}")
    explore(found, step, "explore-map")


def orbit_drawer(window: Window, step: Map, n: Any, operation: str) -> Collector:
    _images(step, n, operation)
    units = [figure.frame_unit(window.axes, axis) for axis in (0, 1)]
    image = step if window.plain else figure.MapOfNumbers(step, units)
    label_section(window.axes, step)

    def collect(x: Any, y: Any, done: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        points = orbit_of(image, x, y, n, operation)
        if len(points) > 1:
            plot_point(window, *attach_units(units, Up((points[:, 0], points[:, 1]))))
        return done(*points[-1].tolist()) if len(points) > n else fail()

    return collect


def explore(
    window: Window,
    collect: Collector,
    operation: str,
    where: Sequence[float] | None = None,
    possible: Callable[[float, float], bool] | None = None,
) -> None:
    """Let an explorer answer the events of a window; where there are none, start orbits at a grid of points.

    The grid fills the window, or the part of it (xmin, xmax, ymin, ymax) where motion is possible, from the middle on.
    Where the orbits of the first points at which motion is ``possible`` have no image, which takes long to find out,
    the others are not tried.
    """
    if window.explorer is not None:
        window.explorer.end()
    window.explorer = explorer = Explorer(window, collect)
    if figure.has_pointer(window.figure):
        explorer.say(BUTTONS)
        return
    left, right, low, high = where or (*window.axes.get_xlim(), *window.axes.get_ylim())
    print(f"{operation}: there is no pointer here: {COLUMNS * ROWS} orbits are drawn", file=sys.stderr)
    places = ([(k + 0.5) / count for k in range(count)] for count in (COLUMNS, ROWS))
    grid = sorted(itertools.product(*places), key=lambda place: max(abs(x - 0.5) for x in place))
    before, lost = window.state(), 0
    with watched(grid, "orbit") as points:
        for u, v in points:
            x, y = left + u * (right - left), low + v * (high - low)
            explorer.start(x, y)
            lost += possible is not None and window.state() == before and possible(x, y)
            if lost == HOPELESS:
                break
    if lost == HOPELESS:
        warn(f"{operation}: the orbits of {HOPELESS} points do not come back: nothing is drawn")
    elif window.state() == before:
        warn(f"{operation}: the map is defined at none of {COLUMNS * ROWS} points of the window: nothing is drawn")
    if explorer.said:
        warn(f"{operation}: some orbits ended early: {explorer.said}")
    explorer.end()


@public("pointer-coordinates", "get-pointer-coordinates")
def pointer_coordinates(window: Canvas, proceed: Callable[[Any, Any, Any], Any]) -> None:
    """Call a function with the coordinates, and the number of the button, of the next press of a button in a window.

    The buttons are 0 (left), 1 and 2. The program goes on meanwhile.

    Scheme:  (get-pointer-coordinates window (lambda (x y button) ...))
    Shapes:  proceed: (x, y, button) -> anything
    Raises:  ScmpyError where there is no pointer: the window is on no screen
    1 ]=> (guard (no-pointer (#t 'none)) (get-pointer-coordinates (frame) list))
    ;Value: none
    >>> pointer_coordinates(frame(), print)
    Traceback (most recent call last):
        ...
    scmpy.errors.ScmpyError: pointer-coordinates: there is no pointer: the window is not on a screen
    """
    found = window_of(window)
    if not figure.has_pointer(found.figure):
        raise ScmpyError("pointer-coordinates: there is no pointer: the window is not on a screen")
    canvas = found.figure.canvas

    def pressed(event: Any) -> None:
        if event.inaxes is found.axes:
            canvas.mpl_disconnect(connection)
            proceed(float(event.xdata), float(event.ydata), int(event.button) - 1)

    connection = canvas.mpl_connect("button_press_event", pressed)


# --- section explorer ------------------------------------------------------------------------------------------------
# The explorer of surfaces of section: of any Hamiltonian system of two degrees of freedom, at one energy.
#
# A point of the window is a coordinate and its momentum; the other coordinate is where the section is, and its
# momentum follows from the energy. Where the energy is too low for that, motion is forbidden, and the window is grey.
#
# Source:  SICM 3.6.4

FINE, COARSE = 240, 48  # places along each side where the energy is looked at: all at once, one by one
FORBIDDEN = "0.88"  # grey


@public("explore-section")
def explore_section(
    window: Canvas, H: Hamiltonian, energy: Real, k: int = 0, n: int = ITERATES, at: Real = 0.0, angle: bool = False
) -> None:
    """Explore the surface of section of a Hamiltonian system of two degrees of freedom, as explore-map does.

    The section is where coordinate k rises through zero, or through what ``at`` says; of an ``angle``, in any turn. The
    window shows the other coordinate and its momentum; the momentum that is missing is solved for, and where there is
    none the window is grey.

    Scheme:  (explore-section window H energy [k n at angle?])
    Shapes:  H: up(t, up(2), down(2)) -> real
    Units:   the energy and the limits of the window may be quantities
    Raises:  DomainError if the energy is too low for motion anywhere in the window
    Source:  SICM 3.6.4
    >>> window = frame(-0.5, 0.75, -0.5, 0.5)
    >>> explore_section(window, HHHam, 0.125, 0, 20)
    >>> points = window.axes.lines[0].get_xydata()
    >>> len(points) > 100 and bool((abs(points[:, 0]) < 0.75).all())
    True
    """
    name = "explore-section"
    found = window_of(window, name)
    real(magnitudes(energy), name, "the energy")
    section = section_map(H, energy, k, at=at, angle=angle)
    units = [figure.frame_unit(found.axes, axis) for axis in (0, 1)]
    allowed = draw_forbidden(found, section, name, units)

    def is_possible(q: float, p: float) -> bool:
        return section.state(*attach_units(units, Up((q, p)))) is not None

    explore(found, orbit_drawer(found, section, n, name), name, allowed, is_possible)


def draw_forbidden(
    window: Window, section: EnergySection, operation: str, units: Sequence[Any] = (1, 1)
) -> tuple[float, float, float, float]:
    """Make grey where the energy is too low; the smallest rectangle around the rest."""
    (left, right), (low, high) = window.axes.get_xlim(), window.axes.get_ylim()

    def place(q: Any, p: Any) -> Up:
        return attach_units(units, Up((q, p)))

    def grid(count: int) -> list[Any]:
        return [numpy.linspace(*ends, count) for ends in ((left, right), (low, high))]

    margin = None
    with suppress(ScmpyError, ArithmeticError, TypeError, ValueError):  # it takes one place at a time
        margin = section.margin(*place(*numpy.meshgrid(*grid(FINE))))
    if margin is not None:
        margin = numpy.broadcast_to(numpy.asarray(margin, dtype=float), (FINE, FINE))
    else:
        known = numpy.vectorize(lambda q, p: -1.0 if section.state(*place(float(q), float(p))) is None else 1.0)
        with numpy.errstate(all="ignore"):
            margin = known(*numpy.meshgrid(*grid(COARSE)))
    q, p = grid(len(margin))
    allowed = margin >= 0
    if not allowed.any():
        why = f"the energy {section.energy} is too low for motion anywhere in the window"
        raise DomainError(f"{operation}: {why}, or the Hamiltonian has no real value there")
    if not allowed.all():
        depth = numpy.where(numpy.isfinite(margin), margin, -1.0)
        window.axes.contourf(q, p, depth, levels=[min(depth.min(), -1.0), 0.0], colors=[FORBIDDEN], zorder=0)
    q, p = q[allowed.any(axis=0)], p[allowed.any(axis=1)]
    return q[0], q[-1], p[0], p[-1]


# --- map orbits ------------------------------------------------------------------------------------------------------
# Sections and maps of the plane: orbits as points, each in a colour of its own.
#
# Source:  SICM 3.6, 4

MAP_ITERATES = 500


@drawing("plot-section")
def plot_section(
    section: Callable[..., Any] | Any,
    starts: Iterable[Vector] | None = None,
    count: int = MAP_ITERATES,
    *,
    names: Names | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the orbits of points under a map of the plane, such as a surface of section.

    Instead of a map and starts, points that are there may be given: a table of two columns, or a list of tables. Starts
    may be quantities, if the map takes and gives such. An
    orbit ends where the map is not defined, and has no points where it is not defined at its start. Where the energy of
    a section is too low, the picture is grey.

    Scheme:  (plot-section [window] map (list (up x y) ...) [count])
    Shapes:  map: (x y continue fail), as section-map and standard-map make them;  result: the Axes
    Raises:  DomainError if the map is defined at none of the starts
    Source:  SICM 3.6
    1 ]=> (plot-section (standard-map .6) (list (up 1. 2.) (up 3. .5)) 100)
    >>> ax = plot_section(standard_map(0.6), [up(1.0, 2.0), up(3.0, 0.5)], 100)
    >>> [len(line.get_xdata()) for line in ax.lines]
    [101, 101]
    """
    name, plane = "plot-section", figure.AxisUnits()
    if callable(section):
        if not count_of(count, name):
            raise DomainError(f"{name} expects a number of iterates, got 0")
        found = _starts(starts, plane)
        measured = [known[0] if known else 1 for known in plane.units]
        step = figure.MapOfNumbers(section, measured) if any(plane.texts) else section
        with watched(found, "orbit") as places:
            orbits = [orbit for start in places if len(orbit := _orbit(step, start, count))]
        if not orbits:
            energy = f" the energy {section.energy} is too low, or" if isinstance(section, EnergySection) else ""
            raise DomainError(f"{name}: there is nothing to draw:{energy} the map is defined at none of the starts")
    else:
        orbits = _tables(section)
    axes = figure.axes_of(ax)
    plane.drawn(axes)
    from scmpy.plot.artists import DOT, FEW, PIXEL

    for orbit in orbits:
        axes.plot(orbit[:, 0], orbit[:, 1], **{**(DOT if len(orbit) <= FEW else PIXEL), **style})
    if isinstance(section, EnergySection):
        axes.margins(0.1)
        axes.set(xlim=axes.get_xlim(), ylim=axes.get_ylim())
        draw_forbidden(window_of(axes, name), section, name, measured)
    label_section(axes, section, names, units)
    return axes


def _starts(starts: Any, plane: figure.AxisUnits) -> list[tuple[float, float]]:
    if starts is None:
        raise WrongTypeError(f"{CALLED} of a map expects a list of points where orbits start")
    listed = elements(starts, "a list of points where orbits start")
    if len(listed) == 2 and not any(isinstance(x, (Structure, Iterable)) for x in listed):
        listed = (listed,)
    pairs = [coordinates(elements(point, "points, of two coordinates each"), CALLED) for point in listed]
    if not pairs:
        raise DomainError(f"{CALLED}: there is nothing to draw: no points where orbits start")
    pairs = [tuple(plane.plain(i, x) for i, x in enumerate(pair)) for pair in pairs]
    return [tuple(map(float, numbers(pair, "a start"))) for pair in pairs]  # type: ignore[misc]


def _orbit(step: Callable[..., Any], start: Sequence[float], count: int) -> Any:
    """A point and its images, as many as there are; nothing where it is no point of the section, or has no image."""
    x, y = start
    if not isinstance(step, EnergySection):
        found = orbit_of(step, x, y, count, CALLED)
        return found if len(found) > 1 else ()
    if step.state(x, y) is None:
        return ()
    try:
        return numpy.vstack([numpy.array([[x, y]]), step.orbit(x, y, count)])
    except IntegrationError:  # it runs away: go as far as it comes back
        return map_orbit(step, Up((x, y)), count)


def _tables(value: Any) -> list[Any]:
    what = "a map, or tables of points of two columns"
    listed = [value] if is_array(value) else elements(value, what)
    if not listed or not all(is_array(table) and table.ndim == 2 and table.shape[1] == 2 for table in listed):
        raise WrongTypeError(f"{CALLED} expects {what}, got {describe(value)}")
    return [some_finite(numbers(table, "points"), "the points") for table in listed]


# --- tangles ---------------------------------------------------------------------------------------------------------
# Homoclinic tangles: the stable and the unstable manifolds of a hyperbolic fixed point of a map of the plane.
#
# Source:  SICM 4.4

EPS = 1e-5  # of the straight piece, and of the extent
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
    >>> ax = plot_manifolds(standard_map(0.9), up(0.0, 0.0), 0.5)
    >>> [line.get_label() for line in ax.lines[::2]]
    ['unstable', 'stable', 'fixed point']
    """
    far, gap = real(extent, CALLED, "the extent"), real(spacing, CALLED, "the spacing")
    if far <= 0 or gap <= 0:
        raise DomainError(f"{CALLED} expects a positive extent and a positive spacing, got {extent} and {spacing}")
    if far * SHORTEST > gap:
        raise DomainError(
            f"{CALLED}: with a spacing of {spacing} the extent is at most {gap / SHORTEST:g}, got {extent}: beyond "
            "that floats do not tell the points of a branch apart"
        )
    x, y = coordinates(near.components if isinstance(near, Structure) else near, CALLED)
    found = find_fixed_point(step, Up((x, y)))
    multipliers = sorted(found.multipliers, key=abs)
    if any(abs(complex(m).imag) > 1e-12 for m in multipliers) or not abs(multipliers[0]) < 1 < abs(multipliers[1]):
        raise DomainError(
            f"{CALLED}: the fixed point {found.point} is {found.kind}; only hyperbolic ones have manifolds"
        )
    x, y = (float(c) for c in found.point)
    turning = PointMap(step, found.point, "plot-manifolds").angles()
    axes = figure.axes_of(ax)
    straight = EPS * min(1.0, far)
    found = fixed_point_eigen(step, x, y, straight, lambda *parts: parts)
    smaller, larger = sorted((found[:3], found[3:]), key=lambda part: abs(part[0]))
    branches = ("unstable", unstable_manifold, larger, "C3"), ("stable", stable_manifold, smaller, "C0")
    for of, make, (factor, dx, dy), colour in branches:
        size = math.hypot(dx, dy)
        manifold = make(step, x, y, dx / size, dy / size, factor, straight)
        for sign in (1, -1):
            line = _filled(manifold, sign * far, gap, turning)
            axes.plot(
                *_about((x, y), line, turning),
                **{"color": colour, "linewidth": 0.8, "label": of if sign > 0 else None, **style},
            )
    axes.plot([x], [y], "ko", markersize=4, label="fixed point")
    axes.legend()
    label_section(axes, step)
    return axes


def _filled(curve: Callable[[float], Any], end: float, gap: float, turning: set[int]) -> list[list[float]]:
    at = PartialFunction(lambda t: tuple(float(x) for x in curve(t)))

    def apart(p: tuple[float, ...], q: tuple[float, ...]) -> float:
        steps = [
            math.remainder(a - b, math.tau) if i in turning else a - b
            for i, (a, b) in enumerate(zip(p, q, strict=True))
        ]
        return math.hypot(*steps)

    def are_apart(left: float, place: Any, right: float, there: Any, depth: int) -> bool:
        return abs(right - left) > SHORTEST * abs(end) and (there is None or apart(place, there) > gap)

    found: list[Any] = []
    for place in refined(at, [end * k / PIECES for k in range(PIECES + 1)], are_apart):
        if place is None:  # beyond that nothing is known
            break
        points = "points of a branch; a smaller extent or a larger spacing has fewer"
        MOST_COMPONENTS.check(len(found), CALLED, points, 2_000)
        found.append(place)
    return [list(column) for column in zip(*found, strict=True)]


def _about(centre: tuple[float, float], columns: list[list[float]], turning: set[int]) -> list[Any]:
    """A curve with its angles within half a turn from a centre, parted where they jump."""
    steady = [numpy.array(x) - c for x, c in zip(columns, centre, strict=True)]
    steady = [numpy.unwrap(x) if i in turning else x for i, x in enumerate(steady)]
    return [x + c for x, c in zip(reduced(steady, turning), centre, strict=True)]
