"""Figures of matplotlib: how they are made, and who is told of them.

A figure is made without pyplot's global state and so is never shown by surprise, unless something shows pyplot's
figures anyhow: a notebook of Python, or an interactive shell where pyplot has been switched on. Whoever runs a program
may collect what it draws (:func:`collecting`) and decide what becomes of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError, describe

DPI = 100
FORMATS = ("png", "svg", "pdf")  # of files with pictures


class Collection(list[Any]):
    """The figures that a program makes, in their order; they will be shown ``on_screen``, if that says so."""

    def __init__(self, on_screen: Callable[[], bool]) -> None:
        super().__init__()
        self.on_screen = on_screen


#: What the running program draws, if somebody collects it.
_collected: ContextVar[Collection | None] = ContextVar("collected figures", default=None)


def require_matplotlib(operation: str) -> None:
    """Load matplotlib, or an error that says where it comes from."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise ScmpyError(f"{operation} draws with matplotlib, which scmpy's extra plot installs") from None


def new_figure(operation: str, width: float = 640, height: float = 480, name: str = "") -> Any:
    """A figure of so many pixels; its label is the name that it is known by."""
    require_matplotlib(operation)
    size = (width / DPI, height / DPI)
    if _pyplot_shows():
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=size, dpi=DPI, layout="constrained")
    else:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
    figure.set_label(name)
    if (collected := _collected.get()) is not None:
        collected.append(figure)
    return figure


def figure_of(value: Any) -> Any:
    """The figure that a window or Axes draw on; None for any other value.

    >>> from scmpy import frame
    >>> figure_of(frame()).axes[0].get_xlim(), figure_of(3)
    ((np.float64(0.0), np.float64(1.0)), None)
    """
    axes = _axes(value)
    return None if axes is None else axes.figure


def _axes(value: Any) -> Any:
    """The Axes of a window, or those that are given; None for anything else."""
    axes = getattr(value, "axes", None)
    return axes if hasattr(axes, "add_artist") else None


def axes_of(ax: Any, operation: str, **options: Any) -> Any:
    """The Axes to draw on: those of a window, the given ones, or, where none are given, those of a new figure.

    The options are those of ``Figure.add_subplot``, as ``projection="3d"``.
    """
    if ax is None:
        return new_figure(operation).add_subplot(**options)
    axes = _axes(ax)
    if axes is None:
        raise WrongTypeError(f"{operation} expects Axes of matplotlib or a window as ax, got {describe(ax)}")
    return axes


@contextmanager
def collecting(on_screen: Callable[[], bool] = lambda: False) -> Iterator[Collection]:
    """The list of the figures that are made meanwhile, those of windows and all others, in their order.

    >>> from scmpy import frame
    >>> with collecting() as figures:
    ...     window = frame(0, 1, 0, 1)
    >>> figures == [window.figure]
    True
    """
    figures = Collection(on_screen)
    token = _collected.set(figures)
    try:
        yield figures
    finally:
        _collected.reset(token)


@contextmanager
def undone_by_errors() -> Iterator[None]:
    """Let no figure that has been made meanwhile be left, blank, if there is an error."""
    collected = _collected.get()
    count = 0 if collected is None else len(collected)
    try:
        yield
    except Exception:
        if collected is not None:
            del collected[count:]
        raise


def emptiness(figure: Any) -> str:
    """Why a picture is blank: nothing is drawn in it, or nothing of that is in its frame; empty if it is not blank."""
    found = "nothing is drawn in it"
    for axes in figure.axes:
        if axes.collections or axes.images or axes.patches or axes.texts or axes.name != "rectilinear":
            return ""
        for line in axes.lines:
            points = line.get_xydata()
            if len(points):
                found = "all that is drawn is outside of its frame"
            if _is_seen(line, points, axes.viewLim) or line.get_transform() is not axes.transData:
                return ""
    return found


def _is_seen(line: Any, points: Any, frame: Any) -> bool:
    """Is some of a line, or of points that are not joined, in a frame?"""
    if line.get_linestyle() not in ("None", "", " "):
        return bool(len(points)) and bool(line.get_path().intersects_bbox(frame, filled=False))
    return bool(((points >= frame.min) & (points <= frame.max)).all(axis=1).any())


def changed(figures: Iterable[Any], seen: Callable[[Any], bool] = lambda figure: False) -> list[Any]:
    """Those of some figures that something has been drawn in since this was asked, unless they are blank.

    Those that can be ``seen`` already are among them when they have become blank, too.

    >>> from scmpy import frame, plot_point
    >>> window = frame()
    >>> len(changed([window.figure])), plot_point(window, 0.5, 0.5), len(changed([window.figure]))
    (0, None, 1)
    >>> changed([window.figure])
    []
    """
    new = (figure for figure in figures if figure.stale or _is_waiting(figure))
    found = [figure for figure in new if seen(figure) or not emptiness(figure)]
    for figure in found:
        figure.stale = False
    return found


def _is_waiting(figure: Any) -> bool:
    return any(len(line.waiting[1]) for axes in figure.axes for line in axes.lines if hasattr(line, "waiting"))


def has_pointer(figure: Any) -> bool:
    """Does the figure stand where buttons are pressed, or will it: on a screen, or in a notebook by ipympl?"""
    canvas = figure.canvas
    if canvas.manager is None:
        collected = _collected.get()
        return collected is not None and figure in collected and collected.on_screen()
    web = sys.modules.get("matplotlib.backends.backend_webagg_core")
    return canvas.required_interactive_framework is not None or (
        web is not None and isinstance(canvas, web.FigureCanvasWebAggCore)
    )


def _pyplot_shows() -> bool:
    """Is this a notebook of Python, or a shell whose user has switched pyplot's interactive mode on?"""
    interactive = sys.modules.get("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell._instance if interactive is not None else None
    if getattr(shell, "kernel", None) is not None:
        return True
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot is not None and pyplot.isinteractive()
