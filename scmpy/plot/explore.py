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
import textwrap
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic.arguments import check_callable, length
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.generic.progress import watched
from scmpy.generic.undefined import has_no_value
from scmpy.mechanics.plane_maps import MOST_IMAGES, map_orbit
from scmpy.numerics.flow.point_maps import of_coordinates
from scmpy.plot.along import MapOfNumbers, frame_unit
from scmpy.plot.course import plot_point
from scmpy.plot.figures import has_pointer
from scmpy.plot.window import Canvas, Window, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real
from scmpy.structure.measures import with_units_of
from scmpy.structure.structure import Up

Map = Callable[..., Any]
Collector = Callable[..., Any]

ITERATES = 1000  # of a point, as in the original
WIDE = 54  # letters of a line in the corner of a window of the usual size
PATIENCE = 0.5  # seconds that an orbit takes before a window says that it is at work
HOPELESS = 4  # points whose orbits have no image say enough
SEEDS = 6  # along each side of a window without a pointer


# --- collectors ------------------------------------------------------------------------------------------------


class _Drawing(Function):
    """The monitor that puts points in a window."""

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
    >>> from scmpy import default_monitor, frame
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
    >>> from scmpy import default_collector, standard_map
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
    """The number of images of a map, both checked."""
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
    import numpy

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
    >>> from scmpy import display_map, frame, standard_map
    >>> window = frame(0, 6.3, 0, 6.3)
    >>> display_map(window, standard_map(0.6), 1.0, 2.0, 1000)
    >>> window.axes.lines[0].get_xydata().shape
    (1001, 2)
    """
    name = "display-map"
    found, count = window_of(window, name), _images(step, n, name)
    points = orbit_of(step, x, y, count, name)
    plot_point(found, points[:, 0], points[:, 1])
    if len(points) == 1 and count:
        warn(f"{name}: the map is not defined at {x}, {y}: there is this point, and no image of it")


# --- the explorer ----------------------------------------------------------------------------------------------


class Explorer:
    """What answers the events of a window: it starts orbits, continues them and reads coordinates."""

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
        """Answer the events of the window."""
        canvas = self.window.figure.canvas
        self._connections = self._connections or [
            canvas.mpl_connect("button_press_event", self._pressed),
            canvas.mpl_connect("key_press_event", self._typed),
        ]

    def start(self, x: Any, y: Any) -> bool:
        """Start an orbit; False where the map is not defined, or ceases to be."""
        self.last = None
        try:
            self.last = self.collect(x, y, lambda x, y: (x, y), lambda: None)
        except Exception as error:
            if not has_no_value(error):
                raise
            self.say(f"the orbit ended: {error}")
        if not isinstance(self.last, tuple):
            self.last = None
        return self.last is not None

    def proceed(self) -> bool:
        """Continue the orbit; False if there is none."""
        return self.last is not None and self.start(*self.last)

    def say(self, text: str) -> None:
        """Show a text in the corner of the window."""
        self.said = text
        if self._note is None or self._note.axes is None:  # it was cleared away
            axes = self.window.axes
            style = {"facecolor": axes.get_facecolor(), "alpha": 0.8, "linewidth": 0}
            self._note = axes.text(0.01, 0.99, "", transform=axes.transAxes, va="top", fontsize="small", bbox=style)
            self._note.set_in_layout(False)  # or a long text takes the room of the picture
        self._note.set_text(textwrap.fill(text, WIDE))

    def end(self) -> None:
        """Answer no more."""
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
    """Explore a map of the plane with the pointer; where there is none, start orbits at a grid of 6 by 6 points.

    The left button starts an orbit, the middle one continues it, the right one reads coordinates; escape ends.
    The mode is how many images a press of a button draws. What is neither a number nor left out says that the map is a
    collector (default-collector): it draws what it likes.
    In Python the explorer is ``window.explorer``, with ``start``, ``proceed`` and ``end``.

    Scheme:  (explore-map window map [n])
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y')
    Raises:  ScmpyError if the window is closed; WrongTypeError if the map is no function
    Source:  SICM 3.6
    >>> from scmpy import explore_map, frame, standard_map
    >>> window = frame(0, 6.3, 0, 6.3)
    >>> explore_map(window, standard_map(0.6), 100)
    >>> window.axes.lines[0].get_xydata().shape  # 36 orbits: there is no pointer here
    (3636, 2)
    """
    found, mode = window_of(window), converted(mode)
    if is_number(mode):
        step = orbit_drawer(found, step, mode, "explore-map")
    elif not callable(step):
        raise WrongTypeError(f"explore-map expects a collector, got {describe(step)}")
    explore(found, step, "explore-map")


def orbit_drawer(window: Window, step: Map, n: Any, operation: str) -> Collector:
    """The collector that draws orbits, but no points without an image."""
    _images(step, n, operation)
    units = [frame_unit(window.axes, axis) for axis in (0, 1)]
    image = step if window.plain else MapOfNumbers(step, units)

    def collect(x: Any, y: Any, done: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        points = orbit_of(image, x, y, n, operation)
        if len(points) > 1:
            plot_point(window, *with_units_of(units, Up((points[:, 0], points[:, 1]))))
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
    if has_pointer(window.figure):
        explorer.say(BUTTONS)
        return
    left, right, low, high = where or (*window.axes.get_xlim(), *window.axes.get_ylim())
    places = [(k + 0.5) / SEEDS for k in range(SEEDS)]
    grid = sorted(itertools.product(places, places), key=lambda place: max(abs(x - 0.5) for x in place))
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
        warn(f"{operation}: the map is defined at none of {SEEDS**2} points of the window: nothing is drawn")
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
    >>> from scmpy import frame, pointer_coordinates
    >>> pointer_coordinates(frame(), print)
    Traceback (most recent call last):
        ...
    scmpy.errors.ScmpyError: pointer-coordinates: there is no pointer: the window is not on a screen
    """
    found = window_of(window)
    if not has_pointer(found.figure):
        raise ScmpyError("pointer-coordinates: there is no pointer: the window is not on a screen")
    canvas = found.figure.canvas

    def pressed(event: Any) -> None:
        if event.inaxes is found.axes:
            canvas.mpl_disconnect(connection)
            proceed(float(event.xdata), float(event.ydata), int(event.button) - 1)

    connection = canvas.mpl_connect("button_press_event", pressed)
