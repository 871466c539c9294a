"""What becomes of the pictures that a program of Scheme draws: files in a folder, windows on a screen, or a word.

A program reaches no files. Its pictures are written where the command line says, under their names.
"""

from __future__ import annotations

import itertools
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from scmpy.app.files import FileProblem
from scmpy.plot.figures import emptiness, has_pointer

LONGEST_NAME = 100  # characters
MENTIONED = 10

_UNFIT = re.compile(r"[^\w.+,= ()-]+")


def written(figures: Sequence[Any], folder: str, formats: Sequence[str]) -> list[str]:
    """Write pictures to files in a folder, which is made if need be; the files.

    A picture is called as its window is (rename-window), and figure-1 and so on where that has no name. A file of that
    name is replaced; what it links to is not.
    """
    paths = [os.path.join(folder, f"{name}.{suffix}") for name in names(figures) for suffix in formats]
    try:
        os.makedirs(folder, exist_ok=True)
        for (figure, suffix), path in zip(itertools.product(figures, formats), paths, strict=True):
            _write(figure, path, suffix)
    except OSError as error:
        raise FileProblem(f"{folder}: cannot write the pictures: {error.strerror or error}") from None
    return paths


def names(figures: Sequence[Any]) -> list[str]:
    """What the files of pictures are called: each differently, in letters that are fit for names of files."""
    found: dict[str, str] = {}
    for number, figure in enumerate(figures, 1):
        stem = _UNFIT.sub("-", str(figure.get_label())).strip(" .-")[:LONGEST_NAME] or f"figure-{number}"
        name = next(
            name
            for count in itertools.count(1)
            if (name := stem if count == 1 else f"{stem}-{count}").lower() not in found
        )
        found[name.lower()] = name
    return [*found.values()]


def _write(figure: Any, path: str, suffix: str) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", suffix=f".{suffix}")
    try:
        with os.fdopen(handle, "wb") as file:
            figure.savefig(file, format=suffix)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def dispose(figures: Sequence[Any], folder: str | None, formats: Sequence[str]) -> None:
    """What ``scmpy run`` does with what was drawn: it writes it, or shows it on a screen, and says what it did."""
    called = names(figures)
    drawn = [figure for figure in figures if not emptiness(figure)]
    for figure, name in zip(figures, called, strict=True):
        if reason := emptiness(figure):
            _say(f"the picture {name} is blank: {reason}")
    if folder is not None:
        for path in written(figures, folder, formats):
            _say(f"wrote {path}")
    elif drawn and sys.stdout.isatty() and show(drawn):
        wait()
    elif drawn:
        count = f"{len(called)} picture{'s' if len(called) > 1 else ''}"
        some = ", ".join(called[:MENTIONED]) + (", ..." if len(called) > MENTIONED else "")
        _say(f"drew {count} ({some}), and there is no screen to show them on: --figures FOLDER writes them to files")


def _say(text: str) -> None:
    print(f"scmpy: {text}", file=sys.stderr)


# --- screens ---------------------------------------------------------------------------------------------------


def show(figures: Iterable[Any]) -> bool:
    """Show figures in windows on the screen, and what is new in those that are there; False if there is no screen."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    from matplotlib import pyplot

    for figure in figures:
        if figure.canvas.manager is None:
            try:
                pyplot.figure(FigureClass=lambda *args, figure=figure, **options: figure)
            except ImportError:  # no toolkit for windows
                return False
            if not has_pointer(figure):
                return False
            manager: Any = figure.canvas.manager
            manager.set_window_title(figure.get_label() or "scmpy")
            manager.show()
        figure.canvas.draw_idle()
        figure.canvas.flush_events()
    return True


def wait() -> None:
    """Wait until the windows on the screen are closed."""
    from matplotlib import pyplot

    pyplot.show(block=True)


def tend() -> None:
    """Let the windows on the screen, if there are any, answer what has happened to them."""
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot is not None else ():
        pyplot.figure(number).canvas.flush_events()
