"""What work costs, in numbers that are the same on every machine."""

import gc
import sys
import threading
from collections.abc import Callable
from typing import Any


def python_calls(work: Callable[[], Any]) -> int:
    """The number of Python functions that a work calls, in threads that it starts too.

    Garbage is not collected meanwhile: every expression that others have left is forgotten by a call.
    """
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    collecting = gc.isenabled()
    gc.disable()
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        if collecting:
            gc.enable()
    return count
