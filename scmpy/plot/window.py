"""Windows: a frame of coordinates in which the course's procedures draw."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scmpy.errors import CALLED, DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.operations import PartialFunction
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, items
from scmpy.generic.types import Numbers, Real, Scalar, is_number
from scmpy.numerics.dynamics.maps import coordinates
from scmpy.numerics.ode.ivp import real
from scmpy.plot import figure as screen
from scmpy.plot.figure import (
    DPI,
    AxisUnits,
    along,
    axes_of,
    forget_graphs,
    frame_in_units,
    frame_unit,
    has_pointer,
    is_in_units,
    new_figure,
    of_unit,
    png,
    styles,
    write_graph,
)
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, attach_units, magnitudes
from scmpy.structure.types import Name, RealFunction

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Where something is drawn: a window of the course, or Axes of matplotlib.
Canvas: TypeAlias = "Window | Axes"

SIZE = 400  # pixels, of a window in the original
LARGEST = 5_000  # pixels


def in_notebook(figure: Any) -> bytes:
    """What a notebook shows of a figure; if it is about to show pyplot's figures too, not this one again."""
    content = png(figure)
    if figure.canvas.manager is not None and not has_pointer(figure):
        from matplotlib import pyplot

        pyplot.close(figure)
    return content


class Window:
    """A window of the course: Axes of matplotlib, with pens for the points and lines that programs put one by one.

    ``axes`` and ``figure`` are matplotlib's; ``save`` writes the picture to a file.
    """

    kind_in_scheme = "graphics-device"  # as the original prints it

    def __init__(self, axes: Any) -> None:
        self.axes = axes
        self.framed = not axes.get_autoscale_on()  # or it grows with what is drawn, at once
        self.plain = not is_in_units(axes)  # are its limits plain numbers?
        self.closed = False
        self.explorer: Any = None  # that answers its events
        self._pens: list[Any] = []
        self.changes = 0  # but for points and lines
        axes.scmpy_window = self

    @property
    def figure(self) -> Any:
        return self.axes.figure

    @property
    def name(self) -> str:
        """What the window is called: the label of its figure."""
        return str(self.figure.get_label())

    @cached_property
    def points(self) -> tuple[array[float], array[float]]:
        from scmpy.plot.artists import Points

        return self._added(Points)

    @cached_property
    def strokes(self) -> tuple[array[float], array[float]]:
        from scmpy.plot.artists import Strokes

        return self._added(Strokes)

    def _added(self, kind: Any) -> tuple[array[float], array[float]]:
        """What waits to be drawn by a new pen."""
        from matplotlib import rcParams

        pen = kind(color=rcParams["axes.edgecolor"], linewidth=1.0)
        self.axes.add_line(pen)
        self._pens.append(pen)
        return pen.waiting  # type: ignore[no-any-return]

    def state(self) -> tuple[int, ...]:
        """What differs when something has been drawn since."""
        return (self.changes, *map(len, self._pens))

    def draw(self, x: Any, y: Any, **style: Any) -> None:
        """A line through points, in a style of matplotlib's if one is given."""
        if style or not self.framed:
            with styles(style):
                self.axes.plot(x, y, scalex=not self.framed, scaley=not self.framed, **style)
            self.changes += 1
            return
        for waiting, numbers in zip(self.strokes, (x, y), strict=True):
            waiting.append(math.nan)  # which parts this line from the last one
            waiting.extend(numbers)

    def clear(self) -> None:
        """Take away all that is drawn; the frame and its title stay."""
        for pen in self._pens:
            pen.clear()
        axes = self.axes
        for artist in [*axes.lines, *axes.collections, *axes.patches, *axes.texts, *axes.images]:
            if artist not in self._pens:
                artist.remove()
        axes.set_prop_cycle(None)
        forget_graphs(axes)
        self.changes += 1

    def save(self, path: str | PathLike[str], **options: Any) -> None:
        """Write the picture to a file, in the format that its name ends in; the options are matplotlib's."""
        try:
            self.figure.savefig(path, **options)
        except OSError as error:
            raise ScmpyError(f"{path}: cannot write the picture: {error.strerror or error}") from None
        except ValueError as error:
            raise WrongTypeError(f"{path}: cannot write the picture: {error}") from None

    def show(self) -> None:
        """Show the picture in a window on the screen, where it can be explored, and wait until that is closed."""
        if not screen.is_there():
            raise ScmpyError("there is no screen to show the window on; its save writes the picture to a file")
        if self.explorer is not None:
            self.explorer.begin()
        screen.show([self.figure])
        screen.wait()

    def png(self) -> bytes:
        """The picture as the content of a PNG file."""
        return png(self.figure)

    def _repr_png_(self) -> bytes:
        return in_notebook(self.figure)

    def __repr__(self) -> str:
        return f"<Window {self.name!r}>" if self.name else "<Window>"


def window_of(value: Any, operation: str = CALLED) -> Window:
    if isinstance(value, Window):
        found = value
    elif hasattr(value, "add_artist") and hasattr(value, "get_xlim"):
        found = getattr(value, "scmpy_window", None) or Window(value)
    else:
        raise WrongTypeError(f"{operation} expects a window, which frame makes, got {describe(value)}")
    if found.closed:
        raise ScmpyError(f"{operation}: the window is closed")
    return found


def is_closed(figure: Any) -> bool:
    windows = (getattr(axes, "scmpy_window", None) for axes in figure.axes)
    return any(window is not None and window.closed for window in windows)


@public("frame", "make-display-frame", "plot-frame")
def frame(
    xmin: Real = 0.0,
    xmax: Real = 1.0,
    ymin: Real = 0.0,
    ymax: Real = 1.0,
    width: int = SIZE,
    height: int = SIZE,
    left: int | None = None,
    top: int | None = None,
    display: str | None = None,
    *,
    ax: Canvas | None = None,
    name: str = "",
) -> Window:
    """A window whose picture spans these coordinates; width and height are of the whole, in pixels.

    Where there is no screen it is drawn all the same: ``save`` writes it, a notebook shows it. The place on a screen
    and the display that the original is told are left to the system. In Python ``ax`` are Axes to draw on instead of
    a figure of one's own, and ``name`` is what the figure is called, as rename-window says it. Limits may be
    quantities: the axes are labelled with their units, and what is drawn has to have these.

    Scheme:  (frame xmin xmax ymin ymax [width height])
    Raises:  DomainError if a range is empty
    Source:  SICM 1.4
    >>> window = frame(0, 6.3, -1, 1)
    >>> plot_function(window, sin, 0, 6.3, 0.1)
    >>> window.figure is window.axes.figure
    True
    """
    plain = list(map(magnitudes, map(converted, (xmin, xmax, ymin, ymax))))
    limits = [real(x, "frame", "a limit") for x in plain]
    for which, (a, b) in {"xmin and xmax": limits[:2], "ymin and ymax": limits[2:]}.items():
        if a == b:
            raise DomainError(f"frame: the range is empty: {which} are both {a}")
        if not math.isfinite(b - a):
            raise DomainError(f"frame: the range is too large: {which} are {a} and {b}")
    axes = new_figure(_pixels(width), _pixels(height)).add_subplot() if ax is None else axes_of(ax)
    axes.set_xlim(*limits[:2])
    axes.set_ylim(*limits[2:])
    if [*axes.get_xlim(), *axes.get_ylim()] != limits:
        raise DomainError(f"frame: a range is too narrow for floats: {limits}")
    frame_in_units(axes, (xmin, xmax), (ymin, ymax))
    window = Window(axes)
    if name:
        rename_window(window, name)
    return window


def _pixels(value: Any) -> float:
    pixels = real(value, CALLED, "a number of pixels")
    if not 50 <= pixels <= LARGEST:
        raise DomainError(f"{CALLED}: a window is 50 to {LARGEST} pixels wide and high, not {describe(value)}")
    return pixels


@public("make-window")
def make_window(
    width: int, height: int, left: int | None = None, top: int | None = None, display: str | None = None
) -> Window:
    """A window of so many pixels, whose coordinates go from 0 to 1.

    Scheme:  (make-window width height x y)
    Raises:  DomainError unless both are 50 to 5000 pixels
    >>> window_size(make_window(500, 300, 0, 0))
    (500, 300)
    """
    return frame(0.0, 1.0, 0.0, 1.0, width, height)


@public("graphics-clear")
def graphics_clear(window: Canvas) -> None:
    """Take away all that is drawn in a window.

    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> window = frame()
    >>> plot_point(window, 0.5, 0.5)
    >>> graphics_clear(window)
    >>> len(window.axes.lines[0].get_xdata())
    0
    """
    window_of(window).clear()


@public("graphics-flush")
def graphics_flush(window: Canvas) -> None:
    """Show at once what was drawn in a window, where it is on a screen; elsewhere it is drawn when it is asked for.

    Raises:  ScmpyError if the window is closed
    >>> window = frame()
    >>> plot_point(window, 0.5, 0.5)
    >>> graphics_flush(window)
    """
    figure = window_of(window).figure
    if has_pointer(figure):
        figure.canvas.draw_idle()
        figure.canvas.flush_events()


@public("graphics-close")
def graphics_close(window: Canvas) -> None:
    """Close a window: nothing more can be drawn in it. What was drawn is still written to files.

    Raises:  ScmpyError if the window is closed already
    Source:  the course's handouts
    >>> graphics_close(frame())
    """
    window_of(window).closed = True


@public("rename-window")
def rename_window(window: Canvas, name: Name) -> None:
    """Give a window a name: its title, the label of its figure, and what the file with its picture is called.

    Scheme:  (rename-window window "name")
    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> window = frame()
    >>> rename_window(window, "section")
    >>> window.name, window.axes.get_title()
    ('section', 'section')
    """
    found = window_of(window)
    text = str(name)
    title = found.axes.set_title(text)
    title.set_parse_math(_is_mathematics(text))
    title.set_usetex(False)  # it may come from a stranger's program
    found.figure.set_label(text)
    found.changes += 1


def _is_mathematics(text: str) -> bool:
    if "$" not in text:
        return False
    from matplotlib.mathtext import MathTextParser

    try:
        MathTextParser("path").parse(text)
    except ValueError:
        return False
    return True


@public("resize-window")
def resize_window(window: Canvas, width: int, height: int) -> None:
    """Give a window another size, in pixels.

    Raises:  ScmpyError if the window is closed;  DomainError unless both are 50 to 5000 pixels
    Source:  the course's handouts
    >>> window = frame()
    >>> resize_window(window, 600, 300)
    >>> window_size(window)
    (600, 300)
    """
    found = window_of(window)
    found.figure.set_size_inches(*(_pixels(x) / DPI for x in (width, height)))
    found.changes += 1


@public("window-coordinates")
def window_coordinates(window: Canvas) -> Sequence[float]:
    """The limits of a window's coordinates: xmin, xmax, ymin and ymax.

    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> window_coordinates(frame(0, 1, -2, 2))
    (0.0, 1.0, -2.0, 2.0)
    """
    axes = window_of(window).axes
    return tuple(float(x) for x in (*axes.get_xlim(), *axes.get_ylim()))


@public("window-size")
def window_size(window: Canvas) -> Sequence[int]:
    """The width and the height of a window, in pixels.

    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> window_size(frame())
    (400, 400)
    """
    width, height = window_of(window).figure.get_size_inches()
    return round(width * DPI), round(height * DPI)


# --- course ----------------------------------------------------------------------------------------------------------
# The course's drawing procedures: points, lines, functions and curves in a window.
#
# In Python they take styles of matplotlib's too, as ``color="red"``. A window may be Axes of matplotlib: those that
# have no limits yet grow with what is drawn.
#
# Source:  SICM, appendix on Scheme; its programs of chapters 1, 3 and 4

NOWHERE = math.nan, math.nan  # the point of a curve that has none
LEAST, DEEPEST = 4, 50  # halvings of a parameter's range: a closed curve begins near its end

_INFINITY = math.inf

Point = tuple[float, float]


@public("plot-point", "graphics-draw-point")
def plot_point(window: Canvas, x: Scalar | Numbers, y: Scalar | Numbers, **style: Any) -> None:
    """Put a point in a window, or many: x and y may be lists, tuples or arrays.

    Points are drawn together when the picture is looked at: a million take a second or two.

    Shapes:  x, y: numbers, or lists, tuples or arrays of one length
    Raises:  WrongTypeError if a coordinate is no finite real number
    Source:  SICM 1.7
    >>> window = frame(0, 1, 0, 1)
    >>> plot_point(window, 0.25, 0.5)
    >>> window.axes.lines[0].get_xydata()
    array([[0.25, 0.5 ]])
    """
    if not (
        type(x) is float
        and type(y) is float
        and -_INFINITY < x < _INFINITY
        and -_INFINITY < y < _INFINITY
        and type(window) is Window
        and window.framed
        and window.plain
        and not window.closed
        and not style
    ):
        found = window_of(window)
        x, y = along(found.axes, x, y)
        return _put_points(found, x, y, style)
    xs, ys = window.points
    xs.append(x)
    ys.append(y)


def _put_points(found: Window, x: Any, y: Any, style: Any) -> None:
    x, y = map(_as_array, (x, y))
    if is_array(x) or is_array(y):
        x, y = _finite(x, y)
    else:
        x, y = (array("d", [real(number, "plot-point", "a coordinate")]) for number in (x, y))
    if style or not found.framed:
        found.draw(x, y, **{"linestyle": "", "marker": ".", **style})
        return
    for waiting, numbers in zip(found.points, (x, y), strict=True):
        waiting.frombytes(numbers.tobytes())


def _as_array(numbers: Any) -> Any:
    if hasattr(numbers, "__array__") and hasattr(numbers, "__len__") and not isinstance(numbers, Structure):
        return numpy.asarray(numbers)
    if not isinstance(numbers, (list, tuple, Structure)) and not hasattr(numbers, "car"):
        return numbers
    return numpy.array([value_at(x, "a coordinate") for x in items(numbers, "plot-point")])


def _finite(x: Any, y: Any) -> tuple[Any, Any]:
    """The points of arrays that are finite; an error if there are points, and none that is."""
    shapes = numpy.shape(x), numpy.shape(y)
    try:
        x, y = map(numpy.ravel, numpy.broadcast_arrays(numpy.asarray(x, dtype=float), numpy.asarray(y, dtype=float)))
        if not x.size and () in shapes:
            raise ValueError("a number, and no other")
    except (ValueError, TypeError):
        raise WrongTypeError(f"plot-point expects as many ordinates as abscissas, real numbers, got {shapes}") from None
    good = numpy.isfinite(x) & numpy.isfinite(y)
    if len(good) and not good.any():
        raise DomainError(f"plot-point: none of the {len(good)} points is of finite numbers")
    return (x, y) if good.all() else (x[good], y[good])


@public("plot-line", "graphics-draw-line")
def plot_line(window: Canvas, x0: Real, y0: Real, x1: Real, y1: Real, **style: Any) -> None:
    """Draw a line between two points in a window.

    Raises:  DomainError if a coordinate is not finite
    Source:  the course's handouts
    >>> window = frame(0, 1, 0, 1)
    >>> plot_line(window, 0, 0, 1, 1)
    >>> plot_line(window, 0, 1, 1, 0, color="red", linestyle="--")
    >>> len(window.axes.get_lines())
    2
    """
    found = window_of(window)
    (x0, x1), (y0, y1) = along(found.axes, (x0, x1), (y0, y1))
    a, b, c, d = (real(x, "plot-line", "a coordinate") for x in (x0, y0, x1, y1))
    found.draw((a, c), (b, d), **style)


@public("plot-function")
def plot_function(
    window: Canvas,
    f: RealFunction,
    x0: Real | None = None,
    x1: Real | None = None,
    dx: Real | None = None,
    **style: Any,
) -> None:
    """Draw the graph of a function from x0 to x1 in steps of dx: the limits of the window, and 300 steps, if not given.

    The graph ends, and begins again, where the function is no finite real number. The axes are labelled by the names
    that a function of one's own and its argument have, unless they are labelled, or have graphs of other names.

    Scheme:  (plot-function window f x0 x1 dx)
    Shapes:  f: real -> real
    Raises:  DomainError if the range is empty, or the function nowhere finite and real; LimitError for too many steps
    Source:  SICM 1.4
    >>> window = frame(0, 1, 0, 1)
    >>> plot_function(window, cos, 0, 1, 0.25)
    >>> window.axes.lines[0].get_ydata()[-1].round(9)  # after the four steps
    np.float64(0.540302306)
    """
    axes = window_of(window).axes
    check_function(f)
    limits = (attach_units([frame_unit(axes, 0)], limit) for limit in axes.get_xlim())
    start, end = (limit if x is None else x for x, limit in zip((x0, x1), limits, strict=True))
    columns = AxisUnits()
    start, end, step = (columns.plain(0, x) for x in (start, end, dx))
    places = _places(start, end, step)
    at = PartialFunction(of_unit(f, next(iter(columns.units[0]), 1)), math.nan)
    values = [value_at(columns.plain(1, at(x))) for x in places]
    columns.drawn(axes)
    if all(map(math.isnan, values)):
        raise DomainError(f"{CALLED}: the function is nowhere a finite real number from {start} to {end}{at.reason}")
    window_of(window).draw(places, values, **style)
    write_graph(axes, f)


def check_function(f: Any) -> None:
    check_callable(f, CALLED, "a function of one real number")


def _places(start: Any, end: Any, step: Any) -> list[float]:
    """The places from the start to the end in steps of this length; the end is one of them, after a shorter step."""
    a, b = (real(x, CALLED, "an end of the range") for x in (start, end))
    if a == b:
        raise DomainError(f"{CALLED}: the range is empty, from {a} to {b}")
    length = (b - a) / 300 if step is None else real(step, CALLED, "a step")
    if length == 0 or (length > 0) != (b > a):
        raise DomainError(f"{CALLED}: steps of {length} do not lead from {a} to {b}")
    count = MOST_COMPONENTS.check(math.ceil((b - a) / length * (1 - 1e-12)), CALLED, "steps")
    return [*(a + k * length for k in range(count)), b]


def value_at(found: Any, what: str = "a value of the function") -> float:
    """A float; not a number where there is no finite real one. What is no number at all is an error."""
    if type(found) is float:
        return found if math.isfinite(found) else math.nan
    if isinstance(found, complex):
        return math.nan
    try:
        return real(found, CALLED, what)
    except DomainError:
        return math.nan


@public("plot-parametric")
def plot_parametric(window: Canvas, f: RealFunction, t0: Real, t1: Real, dt: Real, **style: Any) -> None:
    """Draw a curve in a window, for a parameter from t0 to t1 in steps of dt.

    Shapes:  f: t -> point, as make-point, cons, list, up or a complex number give it
    Raises:  DomainError if the range is empty, dt does not lead through it, or no point is of finite real numbers;
             LimitError for too many steps
    Source:  SICM 4.4
    >>> window = frame(-1, 1, -1, 1)
    >>> plot_parametric(window, lambda t: (cos(t), sin(2 * t)), 0, 6.3, 0.1)
    """
    check_function(f)
    parameter, columns = AxisUnits(1), AxisUnits()
    t0, t1, dt = (parameter.plain(0, t) for t in (t0, t1, dt))
    places = _places(t0, t1, dt)
    curve = PartialFunction(of_unit(f, next(iter(parameter.units[0]), 1)), NOWHERE)
    point = _curve(curve, places[0], places[-1], columns)
    xs, ys = zip(*(point(t).at for t in places), strict=True)
    if all(map(math.isnan, xs)):
        nowhere = f"the curve is nowhere of finite real numbers from {t0} to {t1}{curve.reason}"
        raise DomainError(f"plot-parametric: {nowhere}")
    found = window_of(window)
    columns.drawn(found.axes)
    found.draw(xs, ys, **style)


class _Place(NamedTuple):
    """A point as a curve gives it, which predicates are asked about, and its coordinates."""

    point: Any
    at: Point


def _curve(f: Callable[[Any], Any], start: float, end: float, columns: AxisUnits) -> Callable[[float], _Place]:
    """A curve as a function to points. If its points are complex numbers, some of them may be real."""
    probes = (start, end, start + 0.618 * (end - start))
    in_complex_plane = any(isinstance(f(t), complex) for t in probes)

    def place(t: float) -> _Place:
        found = f(t)
        at = _coordinates(complex(found) if in_complex_plane and is_number(found) else found, columns)
        return _Place(at if in_complex_plane else found, at)

    return place


def _coordinates(found: Any, columns: AxisUnits) -> Point:
    if isinstance(found, complex):
        found = found.real, found.imag
    values = enumerate(coordinates(found, CALLED))
    x, y = (value_at(columns.plain(axis, x)) for axis, x in values)
    return (math.nan, math.nan) if math.isnan(x) or math.isnan(y) else (x, y)


@public("plot-parametric-fill")
def plot_parametric_fill(window: Canvas, f: RealFunction, t0: Real, t1: Real, near: Callable[[Any, Any], Any]) -> None:
    """Put points of a curve in a window so close to each other that all neighbours are near.

    The range of the parameter is halved as often as it takes, but not below the spacing of floats; where a curve jumps,
    that ends it.

    Scheme:  (plot-parametric-fill window f t0 t1 near?)
    Shapes:  f: t -> point;  near?: point, point -> boolean, as cylinder-near? makes it
    Raises:  DomainError if the range is empty, or no point is of finite real numbers; LimitError for too many points
    Source:  SICM 4.4
    >>> window = frame(-1, 1, -1, 1)
    >>> plot_parametric_fill(window, lambda t: (cos(t), sin(t)), 0, 6.3, plane_near(0.1))
    >>> len(window.axes.lines[0].get_xdata()) > 60
    True
    """
    found = window_of(window)
    check_function(f)
    check_callable(near, CALLED, "a predicate of two points, as plane-near? makes")
    start, end = (real(t, CALLED, "an end of the range") for t in (t0, t1))
    if start == end:
        raise DomainError(f"{CALLED}: the range is empty, from {start} to {end}")

    columns, curve = AxisUnits(), PartialFunction(f, NOWHERE)
    point = _curve(curve, start, end, columns)

    def are_apart(left: float, a: _Place, right: float, b: _Place, depth: int) -> bool:
        if LEAST <= depth < DEEPEST and (left + right) / 2 not in (left, right):
            undefined = math.isnan(a.at[0]), math.isnan(b.at[0])
            return not (all(undefined) if any(undefined) else near(a.point, b.point))
        return depth < LEAST

    xs: list[float] = []
    ys: list[float] = []
    for place in itertools.islice(refined(point, [start, end], are_apart), 1, None):
        MOST_COMPONENTS.check(len(xs), CALLED, "points", 100)
        if not math.isnan(place.at[0]):
            xs.append(place.at[0])
            ys.append(place.at[1])
    if not xs:
        raise DomainError(f"{CALLED}: the curve is nowhere of finite real numbers from {start} to {end}{curve.reason}")
    columns.drawn(found.axes)
    _put_points(found, xs, ys, {})


def refined(
    point: Callable[[float], Any], places: Sequence[float], are_apart: Callable[[float, Any, float, Any, int], Any]
) -> Iterator[Any]:
    """The points of a curve at places, and between neighbours that are apart, where a part is halved so many times."""
    left, here = places[0], point(places[0])
    yield here
    pending = [(t, point(t), 0) for t in reversed(places[1:])]
    while pending:
        right, there, depth = pending.pop()
        if are_apart(left, here, right, there, depth):
            middle = (left + right) / 2
            pending += [(right, there, depth + 1), (middle, point(middle), depth + 1)]
        else:
            yield there
            left, here = right, there
