"""The course's drawing procedures: points, lines, functions and curves in a window.

In Python they take styles of matplotlib's too, as ``color="red"``. A window may be Axes of matplotlib: those that have
no limits yet grow with what is drawn.

Source:  SICM, appendix on Scheme; its programs of chapters 1, 3 and 4
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from scmpy.errors import CALLED, DomainError, WrongTypeError
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arrays import is_array
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.generic.undefined import Partial
from scmpy.numerics.flow.plane_points import coordinates
from scmpy.numerics.ode.motion import real
from scmpy.plot.along import Columns, along, frame_unit, of_unit
from scmpy.plot.window import Canvas, Window, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, RealFunction, Scalar
from scmpy.structure.measures import with_units_of
from scmpy.structure.structure import Structure

MOST_POINTS = Limit("most-curve-points", 10_000_000, "Points of a curve that are drawn.")
MOST_REFINED = Limit("most-refined-points", 100_000, "Points of a curve that are put where it bends.")
NOWHERE = math.nan, math.nan  # the point of a curve that has none
LEAST, DEEPEST = 4, 50  # halvings of a parameter's range: a closed curve begins near its end

_INFINITY = math.inf

Point = tuple[float, float]


@public("plot-point", "graphics-draw-point")
def plot_point(window: Canvas, x: Scalar | Numbers, y: Scalar | Numbers, **style: Any) -> None:
    """Put a point in a window, or many: x and y may be lists, tuples or arrays.

    Points are drawn together when the picture is looked at: a million take a second or two.

    Scheme:  (plot-point window x y)
    Shapes:  x, y: numbers, or lists, tuples or arrays of one length
    Raises:  WrongTypeError if a coordinate is no finite real number
    Source:  SICM 1.7
    >>> from scmpy import frame, plot_point
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
        return _plot_points(window, x, y, style)
    xs, ys = window.points
    xs.append(x)
    ys.append(y)


def _plot_points(window: Any, x: Any, y: Any, style: Any) -> None:
    """Draw points of numbers or quantities."""
    found = window_of(window, "plot-point")
    x, y = along(found.axes, "plot-point", x, y)
    _put_points(found, x, y, style)


def _put_points(found: Window, x: Any, y: Any, style: Any) -> None:
    """Draw points of numbers."""
    x, y = map(_as_array, (x, y))
    if is_array(x) or is_array(y):
        x, y = _finite(x, y)
    else:
        x, y = (array("d", [real(number, "plot-point", "a coordinate")]) for number in (x, y))
    if style or not found.framed:
        look = {"linestyle": "", "marker": ".", **style}
        found.draw(x, y, **look)
        return
    for waiting, numbers in zip(found.points, (x, y), strict=True):
        waiting.frombytes(numbers.tobytes())


def _as_array(numbers: Any) -> Any:
    """The array of the numbers of a list, a tuple or a column of a table; anything else as it is."""
    if hasattr(numbers, "__array__") and hasattr(numbers, "__len__") and not isinstance(numbers, Structure):
        import numpy

        return numpy.asarray(numbers)
    if not isinstance(numbers, (list, tuple, Structure)) and not hasattr(numbers, "car"):
        return numbers
    import numpy

    return numpy.array([value_at(x, "plot-point", "a coordinate") for x in items(numbers, "plot-point")])


def _finite(x: Any, y: Any) -> tuple[Any, Any]:
    """The points of arrays that are finite; an error if there are points, and none that is."""
    import numpy

    try:
        x, y = numpy.broadcast_arrays(numpy.asarray(x, dtype=float), numpy.asarray(y, dtype=float))
    except (ValueError, TypeError):
        shapes = f"{numpy.shape(x)} and {numpy.shape(y)}"
        raise WrongTypeError(f"plot-point expects as many ordinates as abscissas, real numbers, got {shapes}") from None
    x, y = x.ravel(), y.ravel()
    good = numpy.isfinite(x) & numpy.isfinite(y)
    if len(good) and not good.any():
        raise DomainError(f"plot-point: none of the {len(good)} points is of finite numbers")
    return (x, y) if good.all() else (x[good], y[good])


@public("plot-line", "graphics-draw-line")
def plot_line(window: Canvas, x0: Real, y0: Real, x1: Real, y1: Real, **style: Any) -> None:
    """Draw a line between two points in a window.

    Scheme:  (plot-line window x0 y0 x1 y1)
    Raises:  DomainError if a coordinate is not finite
    Source:  the course's handouts
    >>> from scmpy import frame, plot_line
    >>> window = frame(0, 1, 0, 1)
    >>> plot_line(window, 0, 0, 1, 1)
    >>> plot_line(window, 0, 1, 1, 0, color="red", linestyle="--")
    >>> len(window.axes.get_lines())
    2
    """
    found = window_of(window)
    (x0, x1), (y0, y1) = along(found.axes, "plot-line", (x0, x1), (y0, y1))
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

    The graph ends, and begins again, where the function is no finite real number.

    Scheme:  (plot-function window f x0 x1 dx)
    Shapes:  f: real -> real
    Raises:  DomainError if the range is empty, or the function nowhere finite and real
    Source:  SICM 1.4
    >>> from scmpy import cos, frame, plot_function
    >>> window = frame(0, 1, 0, 1)
    >>> plot_function(window, cos, 0, 1, 0.25)
    >>> window.axes.lines[0].get_ydata()[-1].round(9)  # after the four steps
    np.float64(0.540302306)
    """
    draw_graph(window, f, x0, x1, dx, "plot-function", style)


def draw_graph(window: Any, f: Any, x0: Any, x1: Any, dx: Any, operation: str, style: dict[str, Any]) -> None:
    window_of(window, operation).draw(*graph(window, f, x0, x1, dx, operation, 0), **style)


def graph(
    window: Any, f: Callable[[Any], Any], start: Any, end: Any, step: Any, operation: str, axis: int
) -> tuple[list[float], list[float]]:
    axes = window_of(window, operation).axes
    check_function(f, operation)
    limits = (axes.get_xlim, axes.get_ylim)[axis]()
    limits = [with_units_of([frame_unit(axes, axis)], limit) for limit in limits]
    start, end = (limit if x is None else x for x, limit in zip((start, end), limits, strict=True))
    columns = Columns(operation)
    start, end, step = (columns.plain(axis, x) for x in (start, end, step))
    places = _places(start, end, step, operation)
    at = Partial(of_unit(f, next(iter(columns.units[axis]), 1)), math.nan)
    values = [value_at(columns.plain(1 - axis, at(x)), operation) for x in places]
    columns.drawn(axes)
    if all(map(math.isnan, values)):
        raise DomainError(f"{operation}: the function is nowhere a finite real number from {start} to {end}{at.reason}")
    return places, values


def check_function(f: Any, operation: str = CALLED) -> None:
    check_callable(f, operation, "a function of one real number")


def _places(start: Any, end: Any, step: Any, operation: str = CALLED) -> list[float]:
    """The places from the start to the end in steps of this length; the end is one of them, after a shorter step."""
    a, b = (real(x, operation, "an end of the range") for x in (start, end))
    if a == b:
        raise DomainError(f"{operation}: the range is empty, from {a} to {b}")
    length = (b - a) / 300 if step is None else real(step, operation, "a step")
    if length == 0 or (length > 0) != (b > a):
        raise DomainError(f"{operation}: steps of {length} do not lead from {a} to {b}")
    count = MOST_POINTS.check(math.ceil((b - a) / length * (1 - 1e-12)), operation, "steps")
    return [*(a + k * length for k in range(count)), b]


def value_at(found: Any, operation: str = CALLED, what: str = "a value of the function") -> float:
    """A float; not a number where there is no finite real one. What is no number at all is an error."""
    if type(found) is float:
        return found if math.isfinite(found) else math.nan
    if isinstance(found, complex):
        return math.nan
    try:
        return real(found, operation, what)
    except DomainError:
        return math.nan


@public("plot-parametric")
def plot_parametric(window: Canvas, f: RealFunction, t0: Real, t1: Real, dt: Real, **style: Any) -> None:
    """Draw a curve in a window, for a parameter from t0 to t1 in steps of dt.

    Scheme:  (plot-parametric window f t0 t1 dt)
    Shapes:  f: t -> point, as make-point, cons, list, up or a complex number give it
    Raises:  DomainError if the range is empty, dt does not lead through it, or no point is of finite real numbers;
             LimitError for too many steps
    Source:  SICM 4.4
    >>> from scmpy import cos, frame, plot_parametric, sin
    >>> window = frame(-1, 1, -1, 1)
    >>> plot_parametric(window, lambda t: (cos(t), sin(2 * t)), 0, 6.3, 0.1)
    """
    check_function(f)
    parameter, columns = Columns("plot-parametric", 1), Columns("plot-parametric")
    t0, t1, dt = (parameter.plain(0, t) for t in (t0, t1, dt))
    places = _places(t0, t1, dt)
    curve = Partial(of_unit(f, next(iter(parameter.units[0]), 1)), NOWHERE)
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


def _curve(f: Callable[[Any], Any], start: float, end: float, columns: Columns) -> Callable[[float], _Place]:
    """A curve as a function to points. If its points are complex numbers, some of them may be real."""
    probes = (start, end, start + 0.618 * (end - start))
    in_complex_plane = any(isinstance(f(t), complex) for t in probes)

    def place(t: float) -> _Place:
        found = f(t)
        at = _coordinates(complex(found) if in_complex_plane and is_number(found) else found, columns)
        return _Place(at if in_complex_plane else found, at)

    return place


def _coordinates(found: Any, columns: Columns) -> Point:
    """The coordinates of a point of a curve; not numbers if one of them is not finite and real."""
    if isinstance(found, complex):
        found = found.real, found.imag
    values = enumerate(coordinates(found, columns.operation))
    x, y = (value_at(columns.plain(axis, x), columns.operation) for axis, x in values)
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
    >>> from scmpy import cos, frame, plane_near, plot_parametric_fill, sin
    >>> window = frame(-1, 1, -1, 1)
    >>> plot_parametric_fill(window, lambda t: (cos(t), sin(t)), 0, 6.3, plane_near(0.1))
    >>> len(window.axes.lines[0].get_xdata()) > 60
    True
    """
    fill(window, f, t0, t1, near, "plot-parametric-fill")


def fill(window: Any, f: Any, t0: Any, t1: Any, near: Any, name: str) -> None:
    found = window_of(window, name)
    check_function(f, name)
    check_callable(near, name, "a predicate of two points, as plane-near? makes")
    start, end = (real(t, name, "an end of the range") for t in (t0, t1))
    if start == end:
        raise DomainError(f"{name}: the range is empty, from {start} to {end}")

    columns, curve = Columns(name), Partial(f, NOWHERE)
    point = _curve(curve, start, end, columns)

    def are_near(a: _Place, b: _Place) -> Any:
        undefined = math.isnan(a.at[0]), math.isnan(b.at[0])
        return all(undefined) if any(undefined) else near(a.point, b.point)

    xs: list[float] = []
    ys: list[float] = []
    pending = [(end, point(end), 0)]
    left, at = start, point(start)
    while pending:
        right, there, depth = pending[-1]
        middle = (left + right) / 2
        if depth < LEAST or (depth < DEEPEST and middle not in (left, right) and not are_near(at, there)):
            pending[-1:] = [(right, there, depth + 1), (middle, point(middle), depth + 1)]
            MOST_REFINED.check(len(xs), name)
            continue
        pending.pop()
        if not math.isnan(there.at[0]):
            xs.append(there.at[0])
            ys.append(there.at[1])
        left, at = right, there
    if not xs:
        raise DomainError(f"{name}: the curve is nowhere of finite real numbers from {start} to {end}{curve.reason}")
    columns.drawn(found.axes)
    _put_points(found, xs, ys, {})
