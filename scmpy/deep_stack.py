"""Work in a thread of its own, with a stack deep enough for 100,000 nested calls.

The caller waits; an exception that reaches it meanwhile (Ctrl-C, a timer, the end of a budget) is passed on as an
interrupt, and the work ends before the caller goes on.

Such exceptions may come on both sides wherever Python calls, enters a function or goes round a loop, again and again:
what must happen are rows of calls that C makes, which lose at most one of them, and operations that are no calls.

Where no thread can be started, as in WebAssembly, or with the environment variable ``SCMPY_THREADS=0``, the work is
done in place: as deep as the interpreter goes, its time looked at where functions are entered and loops go round.
"""

from __future__ import annotations

import contextvars
import math
import os
import sys
import threading
import time
from _thread import allocate_lock, start_new_thread
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from operator import call
from types import FrameType
from typing import Any, TypeVar

from scmpy.errors import LimitError

T = TypeVar("T")

#: Frames of Python on the largest stack, on a smaller one fewer; a call of a Scheme procedure takes one to four.
RECURSION_LIMIT = 450_000
STACK_SIZES = (1024, 512, 256, 64, 16)  # megabytes; the first that the system grants
_MEGABYTE = 1024 * 1024
_PATIENCE = 0.1  # seconds; on some systems Ctrl-C gets through only between waits
_PERSISTENCE = 0.03  # seconds between interrupts, until one gets through
_ROUNDS = 100  # interrupts before another exception lets the caller go on without the end of the work
_IMPORTING = "<frozen importlib._bootstrap>"
_FRAMES_OF_IMPORTS = 1000  # as far from the innermost one are the frames of the importer looked for

_inside = threading.local()
_guard = allocate_lock()
_running = _ending = 0
_usual_limit = 0
_usual_report: Any = None
_unreported = deque[Any](maxlen=0).append


class Watch:
    """What looks after the work while the caller waits: this one lets it go on."""

    def check(self) -> None:
        """Raise an error to end the work."""

    def patience(self, longest: float) -> float:
        """How many seconds to wait until the next check."""
        return longest


class _Job:
    """One piece of work: its outcome, and the thread that it runs in."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.context = contextvars.copy_context()
        self.result: Any = None
        self.error: BaseException | None = KeyboardInterrupt("the work was not finished")
        self.ended: list[bool] = []  # not empty: the thread has done all that it does
        self._claim = [True]  # who takes this decides whether the work is begun
        self._thread: list[int] = []  # to which an interrupt can be sent
        self._sending = allocate_lock()
        self._news = allocate_lock()
        self._news.acquire()

    def start(self) -> None:
        import ctypes

        steps: list[Callable[[], Any]] = [
            ctypes.CFUNCTYPE(None)(self._do),  # whatever comes out of it, C goes on
            self._sending.acquire,
            self._thread.clear,
            self._sending.release,
            partial(self.ended.append, True),
            self._news.release,
        ]
        for size in STACK_SIZES:
            with _guard:
                usual = threading.stack_size()
                try:
                    threading.stack_size(size * _MEGABYTE)
                    sys.setrecursionlimit(max(RECURSION_LIMIT * size // STACK_SIZES[0], _usual_limit))
                    start_new_thread(deque, (map(call, steps), 0))
                except (RuntimeError, ValueError, MemoryError):
                    continue
                finally:
                    threading.stack_size(usual)
            return
        raise MemoryError("no thread could be started")

    def _do(self) -> None:
        try:
            self._claim.pop()
        except IndexError:
            return
        try:
            _inside.job = self
            sys.settrace(threading.gettrace())
            self._thread.append(threading.get_ident())
            self.result = self.context.run(self.work)
            self.error = None
        except BaseException as error:
            self.error = error

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; has the work ended?"""
        if not self.ended:
            self._news.acquire(timeout=seconds)
        return bool(self.ended)

    def interrupts(self) -> Iterator[Any]:
        """Interrupts until the work has ended, for some seconds at most, by C: nothing comes between them."""
        import ctypes

        shielded = ctypes.CFUNCTYPE(None, ctypes.py_object)(self.interrupt)
        return map(shielded, zip(range(_ROUNDS), iter(self.ended.__len__, 1), strict=False))

    def interrupt(self, _: Any = None) -> None:
        """Raise KeyboardInterrupt in the thread, wherever it is; a call in C, and an import, are finished first."""
        import ctypes

        with suppress(IndexError):  # the work has begun
            self.ended.extend(map(list.pop, [self._claim]))
        with self._sending:
            for thread in self._thread:
                if _is_importing(sys._current_frames().get(thread)):  # numpy left half imported cannot be used again
                    continue
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))
        self.wait(_PERSISTENCE)


def _is_importing(frame: FrameType | None) -> bool:
    for _ in range(_FRAMES_OF_IMPORTS):
        if frame is None:
            break
        if frame.f_code.co_filename == _IMPORTING:
            return True
        frame = frame.f_back
    return False


def is_deep() -> bool:
    return getattr(_inside, "job", None) is not None


def run_apart(work: Callable[[], T], watch: Watch | None = None) -> T:
    """The value of ``work()``, computed with a deep stack; context variables that it set are set for the caller.

    An exception that reaches the caller meanwhile leaves when the work has ended. A call in C (a long sum of numpy's)
    ends first; after some three seconds a further exception leaves at once, and the work ends later.
    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> run_apart(lambda: depth(100_000))
    100000
    """
    global _running, _ending, _usual_limit, _usual_report
    watch = watch or Watch()
    if _in_place:
        return _run_in_place(work, watch)
    raised = False
    try:
        if _running == 0:
            _usual_limit = sys.getrecursionlimit()
        _running += 1
        raised = True
        sys.setrecursionlimit(max(RECURSION_LIMIT, _usual_limit))  # first: the caller may have no stack left
        job = _Job(work)
        interrupts = job.interrupts()
        try:
            job.start()
            while not job.wait(watch.patience(_PATIENCE)):
                watch.check()
        except BaseException:
            _ending += 1
            if _ending == 1:  # an interrupt that a destructor drops is sent again, and no matter for a report
                _usual_report, sys.unraisablehook = sys.unraisablehook, _unreported
            try:
                deque(interrupts, 0)
                while not job.ended:
                    job.interrupt()
            finally:
                _ending -= 1
                if _ending == 0:
                    sys.unraisablehook = _usual_report
            raise
    finally:
        if raised:
            _running -= 1
            if _running == 0:
                sys.setrecursionlimit(_usual_limit)
    if job.error is not None:
        error, job.error = job.error, None
        raise error
    _take_variables(job.context)
    return job.result  # type: ignore[no-any-return]


def _take_variables(context: contextvars.Context) -> None:
    for variable, value in context.items():
        if variable.get(None) is not value:
            variable.set(value)


# --- in place --------------------------------------------------------------------------------------------------------

#: Is WebAssembly the machine? Its stack of C is too small for chains of thousands of values to be freed at once.
IS_WEB = sys.platform == "emscripten"

_in_place = IS_WEB or os.environ.get("SCMPY_THREADS") == "0"


def _run_in_place(work: Callable[[], T], watch: Watch) -> T:
    outer, limit, context = getattr(_inside, "job", None), sys.getrecursionlimit(), contextvars.copy_context()
    clock = _Clock(watch.patience(math.inf), outer)
    try:
        _inside.job = clock
        if sys.version_info >= (3, 12):  # there the stack of C is guarded by itself
            sys.setrecursionlimit(max(RECURSION_LIMIT, limit))
        if clock.end < math.inf:
            _look_at_clocks()
        result = context.run(work)
        if clock.expired:
            watch.check()
    except KeyboardInterrupt as interrupt:
        release_frames(interrupt)
        watch.check()
        raise
    finally:
        _inside.job = outer
        sys.setrecursionlimit(limit)
        if clock.end < math.inf and (outer is None or outer.end == math.inf):
            _look_at_clocks(False)
    _take_variables(context)
    return result


class _Clock:
    """When the time of a piece of work is up, or of the one that it is part of."""

    def __init__(self, seconds: float, outer: _Clock | None) -> None:
        self.end: float = min(time.monotonic() + seconds, outer.end if outer else math.inf)
        self.expired = False

    def look(self) -> None:
        if time.monotonic() >= self.end and not _is_importing(sys._getframe(2)):
            self.expired = True
            self.end = time.monotonic() + _PERSISTENCE
            raise KeyboardInterrupt


def _look_at_clocks(wanted: bool = True) -> None:
    """Have the clock looked at where functions are entered and where loops go round, or no longer."""
    if sys.version_info < (3, 12):
        raise LimitError("a limit of time needs a thread, or Python 3.12")
    monitoring, events = sys.monitoring, sys.monitoring.events
    tool = monitoring.PROFILER_ID + 1  # the first number without a use
    if monitoring.get_tool(tool) is None:
        monitoring.use_tool_id(tool, "scmpy")
        for event in (events.PY_START, events.JUMP):
            monitoring.register_callback(tool, event, _look)
    monitoring.set_events(tool, events.PY_START | events.JUMP if wanted else 0)


def _look(*_: Any) -> None:
    if clock := getattr(_inside, "job", None):
        clock.look()


def release_frames(error: BaseException) -> None:
    """Let go of the frames that an error and those before it hold, the innermost first, where that has to be done so.

    Each frame holds the one that called it: to let go of the innermost last takes a stack of C as deep as theirs.
    """
    if not IS_WEB:
        return
    errors, held = [error], []
    for each in errors:
        errors += [x for x in (each.__cause__, each.__context__) if x is not None and x not in errors]
        traceback, each.__traceback__ = each.__traceback__, None
        while traceback is not None:
            held.append(traceback)
            traceback = traceback.tb_next
    for part in held:
        part.tb_next = None
    del part
    while held:
        held.pop()


def freed_in_turn(kind: type[T]) -> type[T]:
    """Decorator of a class whose values hold each other in long chains: there they are freed one after the other."""
    waiting: list[Any] = []

    def leave(value: Any) -> None:
        if first := not waiting:
            waiting.append(None)
        for name in kind.__slots__:  # type: ignore[attr-defined]
            if name != "__weakref__":
                waiting.append(getattr(value, name, None))
                setattr(value, name, None)
        while first and len(waiting) > 1:
            waiting.pop()
        if first:
            waiting.clear()

    if IS_WEB:
        kind.__del__ = leave  # type: ignore[attr-defined]
    return kind
