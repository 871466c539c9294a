"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

T = TypeVar("T")

BESIDE = 4  # columns are left for what a terminal writes of Ctrl-C, or the line that is cleared is the next one
DELAY = 1.0  # seconds: what takes less has no bar


def bar(total: int, stream: TextIO, unit: str, delay: float = 0.0) -> Any:
    """The bar for so many units; None where tqdm, which the extra ``progress`` installs, is not there.

    >>> import io
    >>> with bar(2, io.StringIO(), "file") or io.StringIO() as shown: pass
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    import shutil

    width = shutil.get_terminal_size().columns - BESIDE if stream.isatty() else None
    return tqdm(total=total, file=stream, unit=unit, leave=False, delay=delay, ncols=width)


@contextmanager
def watched(things: Collection[T], unit: str) -> Iterator[Iterable[T]]:
    """The things one after the other, on a terminal with a bar of those that are done, where they take a while.

    The bar is gone when this is left, also by an error or an interrupt.

    >>> with watched([1, 2, 3], "number") as numbers:
    ...     sum(numbers)
    6
    """
    found = bar(len(things), sys.stderr, unit, DELAY) if len(things) > 1 and sys.stderr.isatty() else None
    if found is None:
        yield things
        return
    with found:
        yield _counted(things, found)


def _counted(things: Iterable[T], found: Any) -> Iterator[T]:
    for thing in things:
        yield thing
        found.update()
