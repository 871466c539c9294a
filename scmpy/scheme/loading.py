"""Reading files: texts, and the programs that ``load`` evaluates.

A name is relative to the folder of the file that loads it, at a prompt to the working directory; of ``(load "ch1")``
the file ``ch1.scm`` is meant where there is no ``ch1``, as in MIT Scheme.
"""

from __future__ import annotations

import os
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.generic.settings import Limit
from scmpy.scheme.runtime import Evaluator
from scmpy.scheme.session_limits import MOST_SOURCE

_SUFFIX = ".scm"

MOST_FILES = Limit(
    "most-nested-files",
    100,
    "Files that are being loaded at once, each by the one before.",
    "files that load each other",
)


class FileError(ScmpyError, OSError):
    """A file that cannot be read or written."""

    __str__ = ScmpyError.__str__


def read_text(filename: str, name: str) -> str:
    """The text of a file, for the procedure of this name; devices and pipes, which may have no end, are no files."""
    if os.path.exists(filename) and not os.path.isfile(filename):
        raise FileError(f"{name}: cannot read {filename}: it is not a file")
    try:
        with open(filename, encoding="utf-8-sig") as file:
            text = file.read(MOST_SOURCE.value + 1)
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: cannot read {filename}: it is not UTF-8 text ({error.reason})") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot read {filename}: {getattr(error, 'strerror', None) or error}") from None
    MOST_SOURCE.check(len(text), f"{name}: {filename}")
    return text


def opened_at_once(path: str, flags: int) -> int:
    """Open a file to write it, as ``opener`` of ``open``: an OSError, no wait, for a pipe that nobody reads."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def load_file(session: Evaluator, filename: str) -> Any:
    """Evaluate the forms of a file; the value of the last. What is loaded by no other file can be loaded again."""
    path = _found(filename, session.loading[-1] if session.loading else "")
    if not session.loading:
        session.loaded = path
    return _evaluate(session, path, "load")


def reload_file(session: Evaluator) -> Any:
    """Evaluate the file that was last loaded, as it is now."""
    if not session.loaded:
        raise ScmpyError('reload: no file has been loaded yet; (load "FILE") loads one')
    return _evaluate(session, session.loaded, "reload")


def _evaluate(session: Evaluator, path: str, name: str) -> Any:
    text = read_text(path, name)
    if len(session.loading) >= MOST_FILES.value:
        raise MOST_FILES.refusal(f"{name}: {path} loads itself:" if path in session.loading else f"{name}:")
    session.loading += (path,)
    try:
        return session.run_here(text, path)
    finally:
        session.loading = session.loading[:-1]


def _found(filename: str, loader: str) -> str:
    """Where a file is that is loaded by another, or, if that is no name, at a prompt."""
    path = os.path.join(os.path.dirname(loader), os.path.expanduser(filename))
    return path if os.path.exists(path) or not os.path.exists(path + _SUFFIX) else path + _SUFFIX
