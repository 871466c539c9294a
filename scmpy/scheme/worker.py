"""Evaluation in a thread of its own, with a stack deep enough for 100,000 nested calls.

The caller waits; an exception that reaches it meanwhile (Ctrl-C, a timer) is passed on as an interrupt, and
evaluation ends before the caller goes on. An evaluation inside another runs in the same thread.
"""

from __future__ import annotations

import contextvars
import ctypes
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

#: Frames of Python; a call of a Scheme procedure takes one to four.
RECURSION_LIMIT = 450_000
STACK_SIZES = (1024, 512, 256, 64, 16)  # megabytes; the first that the system grants
_MEGABYTE = 1024 * 1024
_PATIENCE = 0.1  # seconds; on some systems Ctrl-C gets through only between waits

_inside = threading.local()
_guard = threading.Lock()
_running = 0
_usual_limit = 0


class _Job:
    """One evaluation: its outcome, and the thread that it runs in."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.context = contextvars.copy_context()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        _inside.job = self
        try:
            self.result = self.context.run(self.work)
        except BaseException as error:
            self.error = error


def evaluate(work: Callable[[], T]) -> T:
    """The value of ``work()``, computed with a deep stack.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> evaluate(lambda: depth(100_000))
    100000
    """
    if getattr(_inside, "job", None) is not None:
        return work()
    job = _Job(work)
    _raise_limit()
    try:
        thread = _start(job)
        _wait(thread)
    finally:
        _restore_limit()
    if job.error is not None:
        error, job.error = job.error, None
        raise error
    return job.result  # type: ignore[no-any-return]


def _start(job: _Job) -> threading.Thread:
    for size in STACK_SIZES:
        thread = threading.Thread(target=job.run, name="scheme", daemon=True)
        with _guard:
            try:
                usual = threading.stack_size(size * _MEGABYTE)
                try:
                    thread.start()
                finally:
                    threading.stack_size(usual)
            except (RuntimeError, ValueError, MemoryError):
                continue
        return thread
    raise MemoryError("no thread could be started")


def _wait(thread: threading.Thread) -> None:
    try:
        while thread.is_alive():
            thread.join(_PATIENCE)
    except BaseException:
        while thread.is_alive():
            assert thread.ident is not None
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt)
            )
            thread.join(_PATIENCE)
        raise


def _raise_limit() -> None:
    global _running, _usual_limit
    with _guard:
        if _running == 0:
            _usual_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(RECURSION_LIMIT, _usual_limit))
        _running += 1


def _restore_limit() -> None:
    global _running
    with _guard:
        _running -= 1
        if _running == 0:
            sys.setrecursionlimit(_usual_limit)
