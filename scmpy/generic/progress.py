"""A progress bar: tqdm's, on a terminal, where it is installed."""

from __future__ import annotations

from typing import Any, TextIO


def bar(total: int, stream: TextIO, unit: str) -> Any:
    """The bar for so many units; None where tqdm, which the extra ``progress`` installs, is not there.

    >>> import io
    >>> with bar(2, io.StringIO(), "file") or io.StringIO() as shown: pass
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, file=stream, unit=unit, leave=False)
