"""Work in a thread of its own, with a stack deep enough for 100,000 nested calls.

The caller waits; an exception that reaches it meanwhile (Ctrl-C, a timer, the end of a budget) is passed on as an
interrupt, and the work ends before the caller goes on.
"""

from __future__ import annotations

import contextvars
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

#: Frames of Python on the largest stack, on a smaller one fewer; a call of a Scheme procedure takes one to four.
RECURSION_LIMIT = 450_000
STACK_SIZES = (1024, 512, 256, 64, 16)  # megabytes; the first that the system grants
_MEGABYTE = 1024 * 1024
_PATIENCE = 0.1  # seconds; on some systems Ctrl-C gets through only between waits
_PERSISTENCE = 0.03  # seconds between interrupts, until one gets through

_inside = threading.local()
_guard = threading.Lock()
_running = 0
_usual_limit = 0


class Watch(Protocol):
    """What looks after the work while the caller waits."""

    def check(self) -> None:
        """Raise an error to end the work."""

    def patience(self, longest: float) -> float:
        """How many seconds to wait until the next check."""


class _Unwatched:
    def check(self) -> None:
        pass

    def patience(self, longest: float) -> float:
        return longest


class _Job:
    """One piece of work: its outcome, and the thread that it runs in."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.context = contextvars.copy_context()
        self.result: Any = None
        self.error: BaseException | None = None
        self.finished = threading.Event()
        self._lock = threading.Lock()
        self._thread: int | None = None  # to which an interrupt can be sent
        self._interrupted = False

    def run(self) -> None:
        """Do the work, in the thread that is made for it."""
        _inside.job = self
        try:
            try:
                with self._lock:
                    self._thread = threading.get_ident()
                if not self._interrupted:
                    self.result = self.context.run(self.work)
            except BaseException as error:
                self.error = error
            with self._lock:
                self._thread = None
        except KeyboardInterrupt:  # another one, while the first was dealt with
            self._thread = None
        finally:
            self.finished.set()

    def interrupt(self) -> None:
        """Raise KeyboardInterrupt in the thread, wherever it is; a call in C returns first."""
        import ctypes

        with self._lock:
            self._interrupted = True
            if self._thread is not None:
                thread, exception = ctypes.c_ulong(self._thread), ctypes.py_object(KeyboardInterrupt)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, exception)


def is_deep() -> bool:
    """Has the running code a deep stack already?"""
    return getattr(_inside, "job", None) is not None


def run_apart(work: Callable[[], T], watch: Watch | None = None) -> T:
    """The value of ``work()``, computed with a deep stack; context variables that it set are set for the caller.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> run_apart(lambda: depth(100_000))
    100000
    """
    _raise_limit()  # first: the caller may have no stack left
    try:
        job = _Job(work)
        _run_to_the_end(job, watch or _Unwatched())
    finally:
        _restore_limit()
    if job.error is not None:
        error, job.error = job.error, None
        raise error
    for variable, value in job.context.items():
        if variable.get(None) is not value:
            variable.set(value)
    return job.result  # type: ignore[no-any-return]


def _run_to_the_end(job: _Job, watch: Watch) -> None:
    """Not by ``join``: one that is interrupted takes its thread for ended (in Python 3.11)."""
    try:
        _start(job)
        while not job.finished.wait(watch.patience(_PATIENCE)):
            watch.check()
    except MemoryError:  # there is no thread
        raise
    except BaseException:
        with _quiet_destructors():
            job.interrupt()
            while not job.finished.wait(_PERSISTENCE):
                job.interrupt()
        raise


@contextmanager
def _quiet_destructors() -> Iterator[None]:
    """Python reports exceptions in destructors, and drops them: an interrupt that meets one is sent again, silently."""
    usual = sys.unraisablehook

    def report(lost: Any) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            usual(lost)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = usual


def _start(job: _Job) -> None:
    for size in STACK_SIZES:
        thread = threading.Thread(target=job.run, name="deep-stack", daemon=True)
        with _guard:
            try:
                usual = threading.stack_size(size * _MEGABYTE)
                sys.setrecursionlimit(max(RECURSION_LIMIT * size // STACK_SIZES[0], _usual_limit))
                try:
                    thread.start()
                finally:
                    threading.stack_size(usual)
            except (RuntimeError, ValueError, MemoryError):
                continue
        return
    raise MemoryError("no thread could be started")


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
