"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[Callable[[], None]]:
    """Gives a function to be called when one more is done; it does nothing where no bar can be shown.

    >>> import io
    >>> with progress(2, io.StringIO()) as advance: advance()
    """
    bar = _bar(total, stream) if total > 1 and stream.isatty() else None
    if bar is None:
        yield lambda: None
        return
    with bar:
        yield lambda: bar.update()


def _bar(total: int, stream: TextIO):  # type: ignore[no-untyped-def]
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, file=stream, unit="file", leave=False)
