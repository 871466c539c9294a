"""Tracebacks as they are shown: they end at the user's line.

Where Python or IPython shows an error, the calls inside the library are left out, and so are errors that the library
caught on the way. An error that is a defect of the library keeps all of it, and Python's development mode
(``python -X dev``) shows everything of every error.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

#: The packages whose frames are not the user's: scmpy and what it calls.
_OURS = frozenset(
    "scmpy multipledispatch toolz numpy sympy mpmath flint "
    "abc collections copy fractions functools inspect numbers".split()
)


def is_ours(variables: dict[str, Any]) -> bool:
    """Are these the global variables of the library, or of what it calls?"""
    return str(variables.get("__name__")).partition(".")[0] in _OURS


def is_plumbing(variables: dict[str, Any]) -> bool:
    """Are these the global variables of calls between the user's? Those of Scheme say where in a program they are."""
    package, _, layer = str(variables.get("__name__")).partition(".")
    return package in ("scmpy", "multipledispatch", "toolz") and not layer.startswith("scheme.")


def without_plumbing(entry: TracebackType | None) -> TracebackType | None:
    """A traceback without the calls in the library, but for the last; in Python's development mode as it is."""
    if sys.flags.dev_mode:
        return entry
    entries = _entries(entry)
    return _linked([x for x in entries if x is entries[-1] or not is_plumbing(x.tb_frame.f_globals)])


def _entries(entry: TracebackType | None) -> list[TracebackType]:
    entries = []
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    return entries


def _linked(entries: list[TracebackType]) -> TracebackType | None:
    linked = None
    for entry in reversed(entries):
        linked = TracebackType(linked, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return linked


def trim(error: BaseException | None, done: tuple[BaseException, ...] = ()) -> None:
    """Leave the library's calls out of an error that is about to be shown, and out of those that it came from.

    An error may have come from itself (``raise error from error``): those that are ``done`` are not entered again.
    """
    if error is None or sys.flags.dev_mode or any(error is x for x in done):
        return
    entries = _entries(error.__traceback__)
    if not getattr(error, "ends_at_user", not (entries and is_ours(entries[-1].tb_frame.f_globals))):
        return
    while entries and is_ours(entries[-1].tb_frame.f_globals):
        entries.pop()
    kept = [x for x in entries if not is_plumbing(x.tb_frame.f_globals)]
    if kept:
        error.__traceback__ = _linked(kept)
    error.__cause__, error.__context__, hidden = (
        _of_the_user(error.__cause__, (*done, error)),
        _of_the_user(error.__context__, (*done, error)),
        error.__suppress_context__,
    )
    error.__suppress_context__ = hidden and error.__cause__ is None  # setting a cause has set it


def _of_the_user(error: BaseException | None, done: tuple[BaseException, ...]) -> BaseException | None:
    """An error that another one came from, if the user's calls raised it."""
    while error is not None and all(is_ours(x.tb_frame.f_globals) for x in _entries(error.__traceback__)):
        if any(error is x for x in done):
            return None
        done = (*done, error)
        error = error.__cause__ or error.__context__
    trim(error, done)
    return error


def rendered(error: BaseException) -> list[str]:
    """What IPython shows of an error."""
    trim(error)
    ipython = sys.modules.get("IPython")
    shell: Any = ipython and ipython.get_ipython()
    if shell is None:
        return "".join(traceback.format_exception(error)).splitlines()
    return list(shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__))


def render_in_notebooks(error: BaseException) -> None:
    """Let IPython show an error of the user's own that has come through the library as it shows the library's."""
    if "IPython" in sys.modules and not hasattr(error, "_render_traceback_"):
        with suppress(AttributeError):  # of a class that has no room for it
            error._render_traceback_ = lambda: rendered(error)  # type: ignore[attr-defined]


def install() -> None:
    """Let Python show errors trimmed, by the hook that shows them now."""
    show = sys.excepthook
    if getattr(show, "trims", False):
        return

    def show_trimmed(kind: type[BaseException], error: BaseException, entry: TracebackType | None) -> None:
        trim(error)
        show(kind, error, error.__traceback__ if entry is not None else None)

    show_trimmed.trims = True  # type: ignore[attr-defined]
    hook: Callable[..., Any] = show_trimmed
    sys.excepthook = hook
