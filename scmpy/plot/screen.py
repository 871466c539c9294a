"""Windows on a screen, by the toolkit that matplotlib finds; they are shown by the thread that started the program.

A program of Scheme runs in a thread of its own, and toolkits want the first one: what a program draws is shown between
the forms of a prompt, and when a program has ended.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any


def is_there() -> bool:
    """Is there a screen, and a toolkit to show windows on it?"""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    from matplotlib import get_backend, pyplot

    try:
        backend = get_backend()  # which finds one, where none is chosen
        if backend not in _working:
            pyplot.switch_backend(backend)
    except ImportError:
        return False
    _working.add(backend)
    return backend.lower() not in DRAWING_FILES


#: The backends of matplotlib that have no windows.
DRAWING_FILES = {"agg", "cairo", "pdf", "pgf", "ps", "svg", "template", "inline"}

_working: set[str] = set()  # backends that could be loaded


def show(figures: Iterable[Any]) -> None:
    """Show figures in windows, and what is new in those that have one; a window that was closed is opened again."""
    from matplotlib import pyplot

    for figure in figures:
        if not has(figure):
            pyplot.figure(FigureClass=lambda *args, figure=figure, **options: figure)
            manager: Any = figure.canvas.manager
            manager.set_window_title(figure.get_label() or "scmpy")
            manager.show()
        figure.canvas.draw_idle()
    tend()


def has(figure: Any) -> bool:
    """Is there a window of this figure on the screen?"""
    return any(manager is figure.canvas.manager for manager in _managers())


def close(figures: Iterable[Any]) -> None:
    """Close the windows of figures, where they have any."""
    from matplotlib import pyplot

    for figure in figures:
        if figure.canvas.manager is not None:
            pyplot.close(figure)


def wait() -> None:
    """Wait until the windows are closed."""
    from matplotlib import pyplot

    pyplot.show(block=True)


def tend() -> None:
    """Let the windows, if there are any, answer what has happened to them."""
    for manager in _managers():
        manager.canvas.flush_events()


def framework() -> str | None:
    """The toolkit of the windows that there are, by the name that IPython calls it; None if there are none."""
    found = next((manager.canvas.required_interactive_framework for manager in _managers()), None)
    return None if found is None else str(found)


def _managers() -> list[Any]:
    """What keeps the windows of pyplot; without matplotlib there are none."""
    helpers: Any = sys.modules.get("matplotlib._pylab_helpers")
    return [] if helpers is None else helpers.Gcf.get_all_fig_managers()
