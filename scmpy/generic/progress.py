"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import Any, TextIO, TypeVar

T = TypeVar("T")

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
    return tqdm(total=total, file=stream, unit=unit, leave=False, delay=delay)


def watched(things: Collection[T], unit: str) -> Iterator[T]:
    """The things one after the other, on a terminal with a bar of those that are done, where they take a while.

    >>> sum(watched([1, 2, 3], "number"))
    6
    """
    found = bar(len(things), sys.stderr, unit, DELAY) if len(things) > 1 and sys.stderr.isatty() else None
    if found is None:
        yield from things
        return
    with found:
        for thing in things:
            yield thing
            found.update()
