"""Windows: a frame of coordinates in which the course's procedures draw."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from scmpy.errors import CALLED, DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.dispatch import converted
from scmpy.numerics.ode.motion import real
from scmpy.plot import screen
from scmpy.plot.along import frame_in_units, is_in_units
from scmpy.plot.figures import DPI, axes_of, has_pointer, new_figure
from scmpy.plot.styles import styles
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real
from scmpy.structure.measures import measures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Where something is drawn: a window of the course, or Axes of matplotlib.
Canvas: TypeAlias = "Window | Axes"

SIZE = 400  # pixels, of a window in the original
LARGEST = 5_000  # pixels


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
        self._points: Any = None
        self._strokes: Any = None
        self.changes = 0  # but for points and lines
        axes.scmpy_window = self

    @property
    def figure(self) -> Any:
        """The figure of matplotlib."""
        return self.axes.figure

    @property
    def name(self) -> str:
        """What the window is called: the label of its figure."""
        return str(self.figure.get_label())

    @property
    def points(self) -> tuple[array[float], array[float]]:
        """Where the coordinates of points wait to be drawn."""
        if self._points is None:
            from scmpy.plot.artists import Points

            self._points = self._added(Points)
        return self._points.waiting  # type: ignore[no-any-return]

    @property
    def strokes(self) -> tuple[array[float], array[float]]:
        """Where the ends of lines wait to be drawn."""
        if self._strokes is None:
            from scmpy.plot.artists import Strokes

            self._strokes = self._added(Strokes)
        return self._strokes.waiting  # type: ignore[no-any-return]

    def _added(self, kind: Any) -> Any:
        """An artist in the colour of the frame, with thin lines."""
        from matplotlib import rcParams

        artist = kind(color=rcParams["axes.edgecolor"], linewidth=1.0)
        self.axes.add_line(artist)
        return artist

    def state(self) -> tuple[int, ...]:
        """What differs when something has been drawn since."""
        pens = [pen for pen in (self._points, self._strokes) if pen is not None]
        return (self.changes, *(len(pen) for pen in pens))

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
        limits = self.axes.get_xlim(), self.axes.get_ylim()
        for pen in (self._points, self._strokes):
            if pen is not None:
                pen.clear()
        axes = self.axes
        for artist in [*axes.lines, *axes.collections, *axes.patches, *axes.texts, *axes.images]:
            if artist is not self._points and artist is not self._strokes:
                artist.remove()
        if self.framed:
            self.axes.set(xlim=limits[0], ylim=limits[1])
        self.axes.set_prop_cycle(None)
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
        found = BytesIO()
        self.figure.savefig(found, format="png")
        return found.getvalue()

    def _repr_png_(self) -> bytes:
        """What a notebook shows; if it is about to show pyplot's figures too, not this one again."""
        content = self.png()
        if self.figure.canvas.manager is not None and not has_pointer(self.figure):
            from matplotlib import pyplot

            pyplot.close(self.figure)
        return content

    def __repr__(self) -> str:
        return f"<Window {self.name!r}>" if self.name else "<Window>"


def window_of(value: Any, operation: str = CALLED) -> Window:
    """A window that is open; of Axes the window that draws on them."""
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
    """Has a program closed the window of a figure?"""
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
    >>> from scmpy import frame, plot_function, sin
    >>> window = frame(0, 6.3, -1, 1)
    >>> plot_function(window, sin, 0, 6.3, 0.1)
    >>> window.figure is window.axes.figure
    True
    """
    plain = list(map(measures, map(converted, (xmin, xmax, ymin, ymax))))
    limits = [real(x, "frame", "a limit") for x in plain]
    for which, (a, b) in {"xmin and xmax": limits[:2], "ymin and ymax": limits[2:]}.items():
        if a == b:
            raise DomainError(f"frame: the range is empty: {which} are both {a}")
        if not math.isfinite(b - a):
            raise DomainError(f"frame: the range is too large: {which} are {a} and {b}")
    axes = new_figure("frame", _pixels(width), _pixels(height)).add_subplot() if ax is None else axes_of(ax, "frame")
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
    >>> from scmpy import make_window, window_size
    >>> window_size(make_window(500, 300, 0, 0))
    (500, 300)
    """
    return frame(0.0, 1.0, 0.0, 1.0, width, height)


@public("graphics-clear")
def graphics_clear(window: Canvas) -> None:
    """Take away all that is drawn in a window.

    Scheme:  (graphics-clear window)
    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> from scmpy import frame, graphics_clear, plot_point
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

    Scheme:  (graphics-flush window)
    Raises:  ScmpyError if the window is closed
    >>> from scmpy import frame, graphics_flush, plot_point
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

    Scheme:  (graphics-close window)
    Raises:  ScmpyError if the window is closed already
    Source:  the course's handouts
    >>> from scmpy import frame, graphics_close
    >>> graphics_close(frame())
    """
    window_of(window).closed = True


@public("rename-window")
def rename_window(window: Canvas, name: Name) -> None:
    """Give a window a name: its title, the label of its figure, and what the file with its picture is called.

    Scheme:  (rename-window window "name")
    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> from scmpy import frame, rename_window
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
    """Has a text formulas between dollar signs that matplotlib can typeset?"""
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

    Scheme:  (resize-window window width height)
    Raises:  ScmpyError if the window is closed;  DomainError unless both are 50 to 5000 pixels
    Source:  the course's handouts
    >>> from scmpy import frame, resize_window, window_size
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

    Scheme:  (window-coordinates window)
    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> from scmpy import frame, window_coordinates
    >>> window_coordinates(frame(0, 1, -2, 2))
    (0.0, 1.0, -2.0, 2.0)
    """
    axes = window_of(window).axes
    return tuple(float(x) for x in (*axes.get_xlim(), *axes.get_ylim()))


@public("window-size")
def window_size(window: Canvas) -> Sequence[int]:
    """The width and the height of a window, in pixels.

    Scheme:  (window-size window)
    Raises:  ScmpyError if the window is closed
    Source:  the course's handouts
    >>> from scmpy import frame, window_size
    >>> window_size(frame())
    (400, 400)
    """
    width, height = window_of(window).figure.get_size_inches()
    return round(width * DPI), round(height * DPI)
