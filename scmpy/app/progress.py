"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from scmpy.generic.progress import bar


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Gives a function to be called when one more is done, and one that prints text beside the bar, if there is one.

    >>> import io
    >>> with progress(2, io.StringIO()) as (advance, show): advance(); show("one")
    one
    """
    found = bar(total, stream, "file") if total > 1 and stream.isatty() else None
    if found is None:
        yield lambda: None, lambda text: print(text, end="", flush=True)
        return
    with found:
        yield lambda: found.update(), lambda text: found.write(text, end="")
