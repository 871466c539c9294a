"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Gives a function to be called when one more is done, and one that prints text beside the bar, if there is one.

    >>> import io
    >>> with progress(2, io.StringIO()) as (advance, show): advance(); show("one")
    one
    """
    bar = _bar(total, stream) if total > 1 and stream.isatty() else None
    if bar is None:
        yield lambda: None, lambda text: print(text, end="", flush=True)
        return
    with bar:
        yield lambda: bar.update(), lambda text: bar.write(text, end="")


def _bar(total: int, stream: TextIO):  # type: ignore[no-untyped-def]
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, file=stream, unit="file", leave=False)
