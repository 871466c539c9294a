"""What becomes of the pictures that a program of Scheme draws: files in a folder, windows on a screen, or a word.

A program reaches no files. Its pictures are written where the command line says, under their names.
"""

from __future__ import annotations

import itertools
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from scmpy.app.files import FileProblem
from scmpy.plot import screen
from scmpy.plot.figures import changed, emptiness
from scmpy.plot.movies import best_suffix, movies_of, save_movie
from scmpy.plot.window import is_closed

LONGEST_NAME = 100  # characters
MENTIONED = 10

NO_SCREEN = "There is no screen to show pictures on: scmpy's option --figures FOLDER writes them to files"

_UNFIT = re.compile(r"[^\w.+,= ()-]+")


def prepare(folder: str) -> None:
    """Make the folder for pictures, before a program runs for an hour; an error where nothing can be written."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"{folder}: cannot write the pictures: {error.strerror or error}") from None
    if not os.access(folder, os.W_OK):
        raise FileProblem(f"{folder}: cannot write the pictures: the folder is not writable")


def written(
    figures: Sequence[Any], folder: str, formats: Sequence[str], chosen: Sequence[Any] | None = None
) -> list[str]:
    """Write pictures, or those that are chosen of them, to files in a folder, which is made if need be; the files.

    What moves is written as a movie too, as MP4 or GIF.

    A picture is called as its window is (rename-window), and figure-1 and so on where that has no name. A file of that
    name is replaced; what it links to is not.
    """
    paths: list[str] = []
    prepare(folder)
    try:
        for figure, name in zip(figures, names(figures), strict=True):
            for suffix in formats if chosen is None or figure in chosen else ():
                paths.append(os.path.join(folder, f"{name}.{suffix}"))
                _write(figure, paths[-1], suffix)
            if (chosen is None or figure in chosen) and (films := movies_of(figure)):
                paths.append(str(save_movie(films, os.path.join(folder, name + best_suffix()))))
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
        figure.stale = False
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


def is_watched() -> bool:
    """Does somebody who has a screen run the program, at a terminal?"""
    return sys.stdout.isatty() and screen.is_there()


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
    elif drawn and is_watched():
        screen.show(drawn)
        screen.wait()
    elif drawn:
        count = f"{len(called)} picture{'s' if len(called) > 1 else ''}"
        some = ", ".join(called[:MENTIONED]) + (", ..." if len(called) > MENTIONED else "")
        _say(f"drew {count} ({some}). {NO_SCREEN}")


def _say(text: str) -> None:
    print(f"scmpy: {text}", file=sys.stderr)


class Viewer:
    """What becomes of the pictures of a prompt: after each form, those that it has drawn in are shown, or written."""

    def __init__(self, figures: Sequence[Any], folder: str | None, formats: Sequence[str]) -> None:
        self.figures, self.folder, self.formats = figures, folder, formats
        self._told = False

    def look(self) -> None:
        """See to what is new."""
        if not self.figures:
            return
        new = changed(self.figures, screen.has)
        if self.folder is not None:
            try:
                for path in written(self.figures, self.folder, self.formats, new):
                    _say(f"wrote {path}")
            except FileProblem as problem:
                _say(str(problem))
        elif screen.is_there():
            screen.show([figure for figure in new if not is_closed(figure)])
            screen.close(filter(is_closed, self.figures))
        elif new and not self._told:
            self._told = True
            _say(NO_SCREEN)
