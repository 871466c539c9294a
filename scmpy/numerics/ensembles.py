"""Many orbits in one call, results, folders."""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from hashlib import sha256
from os import PathLike
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import DomainError, IntegrationError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.display import bar
from scmpy.generic.functions import name_of
from scmpy.generic.settings import check_callable, items, length
from scmpy.generic.types import Numbers, Real, Values, measure_of, tree_leaves, tree_unflatten
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ensemble_workers import Chunk, Job, Orbits, dismiss, parameters_from, run, state_from
from scmpy.numerics.nondimensional import time_measure
from scmpy.numerics.ode.dense_output import Labelled, names_of
from scmpy.numerics.ode.ivp import method_step, time_from, tolerance_of
from scmpy.numerics.ode.solvers import method_named, ode_method, ode_step, ode_target
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, attach_units, magnitudes, units_of
from scmpy.structure.types import Name, State

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


class Failure(NamedTuple):
    """An orbit that ended too early: its index, the time and state that it got to, and why."""

    orbit: Any
    time: Any
    state: Any
    reason: str


class Ensemble(Labelled, namedtuple("_Found", "states times failures")):
    """The states of all orbits at the final time, or at all times.

    ``states`` is a state of arrays: with the shape of the first states', and one more axis, the last, where times were
    given. ``failures`` are the orbits that ended too early: their numbers are nan from there on.
    """

    def _labelled(self, given: Any) -> tuple[Any, Iterable[Any], Sequence[str], Sequence[str]]:
        names, (clock, *others) = names_of(self.states, given), tree_leaves(magnitudes(self.states))
        moments = [names[0] if getattr(clock, "ndim", 0) < 2 else "moment"] if is_array(measure_of(self.times)) else []
        count = max(getattr(x, "ndim", 0) for x in (clock, *others)) - len(moments)
        return self.states, [clock, *others], names, [*(f"orbit_{k}" if k else "orbit" for k in range(count)), *moments]


# --- folder ----------------------------------------------------------------------------------------------------------
# Chunks of an ensemble in a folder: a run that was interrupted goes on with those that are not there.
#
# A file is written under another name and then renamed: it is whole, or not there. One that cannot be read is made
# again.

_HEAD = "ensemble.npz"


class Folder:
    def __init__(self, path: Any, identity: str) -> None:
        self.path = pathlib.Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        head = self.path / _HEAD
        found = self._read(head)
        if found is not None and str(found["identity"]) != identity:
            raise DomainError(
                f"ensemble: the folder {self.path} has the chunks of another ensemble: of other states, parameters, "
                "times, of another derivative or method"
            )
        if found is None:
            self._write(head, identity=numpy.array(identity))

    def chunk(self, number: int, shape: tuple[int, ...]) -> Chunk | None:
        found = self._read(self._file(number))
        if found is None or not {"found", "lost"} <= found.keys() or found["found"].shape != shape:
            return None
        return Chunk(found["found"], list(map(tuple, json.loads(str(found["lost"])))))

    def keep(self, number: int, chunk: Chunk) -> None:
        self._write(self._file(number), found=chunk.found, lost=numpy.array(json.dumps(chunk.lost)))

    def _file(self, number: int) -> pathlib.Path:
        return self.path / f"chunk-{number:06d}.npz"

    def _read(self, file: pathlib.Path) -> dict[str, Any] | None:
        import zipfile

        try:
            with file.open("rb") as stream, numpy.load(stream, allow_pickle=False) as found:
                return {name: found[name] for name in found.files}
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
            return None

    def _write(self, file: pathlib.Path, **arrays: Any) -> None:
        partial = file.with_suffix(f".{os.getpid()}.partial")
        with partial.open("wb") as stream:
            numpy.savez(stream, **arrays)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(file)


# --- ensemble --------------------------------------------------------------------------------------------------------
# Ensembles: the motions from many first states, or with many parameters, in one call.
#
# The orbits are divided into chunks, whose size depends on their number alone. Chunks run in threads, where there is
# machine code for them, or in the workers of any executor of the kind of ``concurrent.futures``: of processes, of a
# cluster of Dask's, of MPI's (mpi4py.futures).

MOST_CHUNKS = 256  # of a large ensemble, about
SMALLEST, LARGEST = 256, 16_384  # numbers of orbits in a chunk
SOON = 0.005  # seconds of this thread, after which there are threads
TRIED = 100  # first states, for one where the derivative has a value
AHEAD = 256  # chunks are handed to an executor at most
MANY = 32 * machine.LANES  # orbits: several are moved at once


@public("ensemble")
def ensemble(
    derivative: Callable[..., Any],
    states: Structure | Iterable[State],
    times: Real | Numbers,
    tolerance: Real | None = None,
    *,
    parameters: Values | None = None,
    method: Name | None = None,
    step: Real | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    folder: str | PathLike[str] | None = None,
    progress: bool | None = None,
) -> Ensemble:
    """The motions from many states to a final time, or to several, in one call.

    The states are one state with arrays for its numbers, what is no array is shared by all; or a list of states. With
    ``parameters``, a list of numbers and arrays, the derivative is ``derivative(*parameters)``, of each orbit with its
    own.

    Orbits run in chunks: in ``workers`` threads (as many as there are processors) where there is machine code, or by an
    ``executor``. Results do not depend on who runs them, nor on the size of a chunk. In a ``folder`` every chunk is
    kept when it is done, and the same call goes on with what is missing. An orbit that ends too early is reported among
    the failures, the others go on. On a terminal a bar shows the progress, if tqdm is installed.

    Scheme:  (ensemble (sysder p ...) states times [tolerance]), where arrays come from Python
    Shapes:  states: up(t, ...) of arrays and numbers;  times: number, or list or array of numbers in order
    Units:   states, times and parameters may be quantities; the tolerance is as of trajectory, for each orbit
    Raises:  StructureError if arrays have shapes that do not fit;  DomainError if the folder has another ensemble, or
             if times do not lead away from the start;  DimensionError if a time is of another dimension than that of
             the states
    1 ]=> (define ((decay rate) state) (up 1 (* -1 rate (ref state 1))))
    1 ]=> (car (ensemble (decay 1) (up 0 1) 1.))
    ;Value: (up 1. .367879441)
    >>> import numpy
    >>> def pendulum(g):
    ...     return lambda state: up(1, state[2], -g * sin(state[1]))
    >>> angles = numpy.linspace(0, 1, 5)
    >>> end = ensemble(pendulum, up(0, angles, 0), 1.0, parameters=[1.0])
    >>> [round(float(x), 6) for x in end.states[1]], end.failures
    ([0.0, 0.136021, 0.277699, 0.430599, 0.600085], ())
    >>> ensemble(pendulum, up(0, 1, 0), [1.0, 2.0], parameters=[angles]).states[1].shape
    (5, 2)
    """
    name = "ensemble"
    orbits = Orbits(states, parameters)
    at_end, moments = _moments(times, orbits.place)
    if is_array(measure_of(times)) and orbits.shape == (len(moments),) != (1,):
        raise StructureError(
            f"{name} takes the same times for all orbits; an array of {len(moments)} of them beside arrays of shape "
            f"{orbits.shape} for the orbits may be meant as one for each: write list(times) for all of them, or make a "
            "call for each time"
        )
    _check_order(moments, orbits)
    by = method_named(method or ode_method.value, name)
    step = None if step is None else time_measure(step, orbits.place, name, "the step")
    given = ode_step.value if step is None and not by.powers else step
    method_step(given, by, name)
    how = by.name, tolerance_of(tolerance, name), given, str(ode_target.value)
    job = _job(derivative, orbits, moments, how, folder is not None)
    size = min(max(orbits.count // MOST_CHUNKS, SMALLEST), LARGEST) if chunk is None else chunk
    length(size, name, things="orbits in a chunk")
    if size < 1:
        raise DomainError(f"{name} expects a positive number of orbits in a chunk, got {chunk}")
    kept = None if folder is None else Folder(folder, f"{job.identity} {size}")
    work = _Run(job, orbits, size, kept)
    try:
        with _executor(executor, workers) as (pool, ours), _bar(progress, len(work.starts)) as advance:
            work.run(pool, ours, advance)
    except BaseException as error:
        error.ensemble = _result(orbits, job.times, work.done, at_end)  # type: ignore[attr-defined]
        raise
    return _result(orbits, job.times, work.done, at_end)


def _moments(times: Any, place: Structure) -> tuple[bool, list[float]]:
    listed = times.tolist() if is_array(times) else list(times) if is_array(measure_of(times)) else times
    if not isinstance(listed, Iterable) or isinstance(listed, str):
        return True, [time_from(listed, place, "ensemble", "the final time")]
    found = [time_from(t, place, "ensemble", "a time") for t in items(listed, "ensemble")]
    if not found or (found != sorted(found) and found != sorted(found, reverse=True)):
        raise DomainError(f"ensemble expects times in order, got {describe(times)}")
    return False, found


def _check_order(moments: list[float], orbits: Orbits) -> None:
    starts = orbits.states[:, 0]
    first, last = moments[0], moments[-1]
    if (first < last and first < starts.max()) or (first > last and first > starts.min()):
        raise DomainError(
            f"ensemble expects times in order, away from the start, which is {starts[0]}; got {first} to {last}"
        )


_jobs = itertools.count()


def _job(
    derivative: Any, orbits: Orbits, moments: list[float], how: tuple[str, float, float | None, str], is_kept: bool
) -> Job:
    """What is to be done; what is kept has a name by all that it depends on."""
    check_callable(derivative, "ensemble", "a state derivative")
    for i in range(min(orbits.count, TRIED)):
        example = orbits.states[i].tolist(), orbits.values[i].tolist()
        identity = f"{os.getpid()} {next(_jobs)}"
        known = *how, identity, orbits.count >= MANY, orbits.are_far
        job = Job(derivative, orbits.example(i), orbits.parameters, example, list(moments), *known)
        motion = job.motion(example[1])
        try:
            motion.prepare(state_from(job.place, example[0]))
            break
        except StructureError:
            raise
        except (ScmpyError, ArithmeticError, ValueError) as error:
            failed = error
    else:
        raise failed
    if not is_kept:
        return job
    code = name_of(derivative) if motion.compiled is None else repr(motion.compiled.schedule)
    digest = sha256(repr((code, how, moments, job.place, example)).encode())
    for table in (orbits.states, orbits.values):
        digest.update(table.tobytes())
    job.identity = digest.hexdigest()
    return job


@contextmanager
def _executor(executor: Any, workers: int | None) -> Iterator[tuple[Any, bool]]:
    if executor is not None:
        if not hasattr(executor, "submit"):
            raise WrongTypeError(
                f"ensemble expects an executor, as those of concurrent.futures, got {describe(executor)}"
            )
        yield executor, False
        return
    if workers is not None:
        length(workers, "ensemble", things="workers")
        if not workers:
            raise DomainError("ensemble expects some workers, got 0")
    threads = _Threads(workers or ((os.cpu_count() or 1) if machine.is_available() else 1))
    try:
        yield threads, True
    finally:
        dismiss()
        if threads.pool is not None:
            threads.pool.shutdown(wait=True, cancel_futures=True)


class _Threads:
    """Threads, which are not begun before some calls have taken as long as that: they are made here."""

    def __init__(self, count: int) -> None:
        self.count, self.left = count, SOON
        self.pool: Any = None

    def submit(self, call: Callable[..., Any], *arguments: Any) -> Any:
        from concurrent.futures import Future, ThreadPoolExecutor

        if self.left <= 0:
            self.pool = self.pool or ThreadPoolExecutor(self.count, thread_name_prefix="ensemble")
            return self.pool.submit(call, *arguments)
        future, begun = Future[Any](), time.thread_time()
        try:
            future.set_result(call(*arguments))
        except Exception as error:
            future.set_exception(error)
        self.left -= time.thread_time() - begun
        return future


@contextmanager
def _bar(progress: bool | None, total: int) -> Iterator[Callable[[], Any]]:
    wanted = progress if progress is not None else total > 1 and sys.stderr.isatty()
    found = bar(range(total), sys.stderr, "chunk") if wanted else None
    if found is None:
        if progress:
            raise ScmpyError("ensemble: a progress bar needs tqdm, which scmpy's extra progress installs")
        yield lambda: None
        return
    with found:
        yield found.update


class _Run:
    def __init__(self, job: Job, orbits: Orbits, size: int, folder: Folder | None) -> None:
        self.job, self.orbits, self.size, self.folder = job, orbits, size, folder
        self.starts = range(0, orbits.count, size)
        self.done: dict[int, Chunk] = {}  #: by the numbers of their first orbits
        self.stop = threading.Event()
        self.ends: SimpleQueue[tuple[Future[Chunk], int, BaseException | None]] = SimpleQueue()

    def _rows(self, number: int) -> tuple[Any, Any]:
        rows = slice(self.starts[number], self.starts[number] + self.size)
        return self.orbits.states[rows], self.orbits.values[rows]

    def _missing(self, advance: Callable[[], Any]) -> Iterator[int]:
        for number in range(len(self.starts)):
            shape = (len(self._rows(number)[0]), len(self.job.times), self.orbits.states.shape[1])
            found = None if self.folder is None else self.folder.chunk(number, shape)
            if found is None:
                yield number
            else:
                self.done[self.starts[number]] = found
                advance()

    def run(self, pool: Any, ours: bool, advance: Callable[[], Any]) -> None:
        """Run what is missing; on an error, or Ctrl-C, what is under way is stopped, and what is done is kept.

        What fails elsewhere is run once more: a cluster may lose a process that has done a chunk, and what it did.
        """
        missing, failed = self._missing(advance), set[int]()
        running: set[Future[Chunk]] = set()
        try:
            while True:
                while len(running) < AHEAD and (number := next(missing, None)) is not None:
                    call: tuple[Any, ...] = (run, self.job, *self._rows(number))
                    if ours:  # a thread, in which settings are as here
                        call = (copy_context().run, *call, self.stop.is_set)
                    future = pool.submit(*call)
                    running.add(future)
                    future.add_done_callback(partial(self._finish, number))
                if not running:
                    return
                future, number, error = self._finished()
                running.remove(future)
                if error is None:
                    advance()
                elif ours or number in failed or not isinstance(error, Exception):
                    raise error
                else:
                    failed.add(number)
                    missing = itertools.chain([number], missing)
        except BaseException:
            self.stop.set()
            for future in running:
                future.cancel()
            raise

    def _finish(self, number: int, future: Future[Chunk]) -> None:
        """Keep a chunk as soon as it is done, in whatever thread that is; on the way to an end not what was stopped."""
        error = None
        try:
            if not future.cancelled() and not self.stop.is_set():
                chunk = future.result()
                if self.folder is not None:
                    self.folder.keep(number, chunk)
                self.done[self.starts[number]] = chunk
        except BaseException as failed:
            error = failed
        self.ends.put((future, number, error))

    def _finished(self) -> tuple[Future[Chunk], int, BaseException | None]:
        while True:
            with suppress(Empty):
                return self.ends.get(timeout=0.2)


def ensemble_singly(
    states: Any, times: Any, parameters: Sequence[Any], moved: Callable[[Any, Sequence[Any], list[float]], Any]
) -> Ensemble:
    """The same where each orbit is moved by itself: numbers, a row for each time, of a state and parameters."""
    orbits = Orbits(states, list(parameters))
    at_end, moments = _moments(times, orbits.place)
    _check_order(moments, orbits)
    found = numpy.full((orbits.count, len(moments), orbits.states.shape[1]), numpy.nan)
    lost = []
    for i, row in enumerate(orbits.states.tolist()):
        own = parameters_from(orbits.parameters or (), iter(orbits.values[i].tolist()))
        try:
            rows = moved(state_from(orbits.place, row), own, moments)
            found[i, : len(rows)] = rows
        except IntegrationError as error:
            lost.append((i, error.time or row[0], error.state or row, error.message))
    return _result(orbits, moments, {0: Chunk(found, lost)}, at_end)


def _result(orbits: Orbits, times: list[float], done: dict[int, Chunk], at_end: bool) -> Ensemble:
    found = numpy.full((orbits.count, len(times), orbits.states.shape[1]), numpy.nan)
    failures, clock_unit = [], units_of(orbits.example(0)[0])
    for start, chunk in sorted(done.items()):
        found[start : start + len(chunk.found)] = chunk.found
        for i, t, state, reason in sorted(chunk.lost):
            index = numpy.unravel_index(start + i, orbits.shape)
            place = tuple(map(int, index)) if len(index) != 1 else int(index[0])
            when = attach_units(clock_unit, t)
            failures.append(Failure(place, when, state_from(orbits.place, state), reason))
    moments = numpy.array(times)
    table = found.reshape(*orbits.shape, *found.shape[1:])
    table = table[..., 0, :] if at_end else table
    clock = times[0] if at_end else as_batch(moments)
    regular = numpy.isnan(table[..., 0]) | (
        numpy.abs(table[..., 0] - clock) <= 1e-9 * numpy.maximum(1.0, numpy.abs(clock))
    )
    columns: list[Any] = [as_batch(table[..., k].copy()) for k in range(table.shape[-1])]
    if regular.all():
        columns[0] = clock
    if not orbits.shape and at_end:
        columns = [float(x) for x in columns]
    end = attach_units(clock_unit, times[0] if at_end else moments)
    return Ensemble(tree_unflatten(iter(columns), orbits.place), end, tuple(failures))
