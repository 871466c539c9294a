"""Chunks of an ensemble: what is sent to a worker, and what comes back.

What an orbit does depends on nothing but its own state and parameters, so results are the same to the last bit however
many workers there are. The derivative is compiled once in each process, from the same example.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic.settings import setting
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.variants import decisions_by_first
from scmpy.numerics.ensembles.orbits import parameters_from, state_from
from scmpy.numerics.ode.driver import Scale, Solution
from scmpy.numerics.ode.layouts import LONGEST
from scmpy.numerics.ode.methods.step import Controlled, Expanding
from scmpy.numerics.ode.methods_by_name import method_named
from scmpy.numerics.ode.motion import Motion
from scmpy.numerics.ode.taylor_method import TaylorSolution, fitted
from scmpy.pickling import Portable
from scmpy.structure.structure import Structure

if TYPE_CHECKING:
    from scmpy.numerics.ensembles.together import Lost, Together


class Chunk(NamedTuple):
    """The states of the orbits of a chunk at all times, by orbit, time and number; and the orbits that ended early."""

    found: Any
    lost: list[Lost]


class Job(Portable):
    """What the orbits of an ensemble have in common."""

    def __init__(
        self,
        make: Any,
        place: Structure,
        parameters: tuple[Any, ...] | None,
        example: tuple[Sequence[float], Sequence[float]],
        times: Sequence[float],
        how: tuple[str, float, float | None, str],
        identity: str,
    ) -> None:
        self.make, self.place, self.parameters, self.example = make, place, parameters, example
        self.times = list(times)
        self.method, self.tolerance, self.step, self.target = how
        self.identity = identity

    def motion(self, numbers: Sequence[float]) -> Motion:
        """The motion with these numbers for parameters."""
        own = None if self.parameters is None else parameters_from(self.parameters, iter(numbers))
        return Motion(self.make, "ensemble", own)


class Worker:
    """Runs chunks of a job, in one thread."""

    def __init__(self, job: Job) -> None:
        self.job = job
        method = method_named(job.method, "ensemble")
        self.method = fitted(method, job.tolerance) if isinstance(method, Expanding) else method
        state, numbers = job.example
        self.motion = job.motion(numbers)
        with setting(ode_target=job.target):
            self.motion.prepare(state_from(job.place, state))
        self.together = self._together(numbers)

    def _together(self, numbers: Sequence[float]) -> Together | None:
        """The code that moves many orbits; None where there is none, and each is moved by itself."""
        job, motion, compiled = self.job, self.motion, self.motion.compiled
        controlled = isinstance(self.method, Controlled) and not isinstance(self.method, Expanding)
        direct = self.method.powers and not controlled and job.target != "python"
        if not direct or not machine.is_available() or compiled is None or motion.numbers != list(numbers):
            return None
        if len(job.example[0]) > LONGEST or (compiled.schedule.guards and self.method.polynomial is None):
            return None
        from scmpy.numerics.ensembles.together import Together

        try:
            known = compiled.variants.known[0]
            if decisions_by_first(known, (0.0,) * len(motion.numbers), False):
                return None  # the driver ends steps where these turn
            return Together(known, self.method, job.tolerance, self._solution, motion.has_units)
        except WrongTypeError:  # a function that LLVM does not have
            return None

    def _solution(self, motion: Motion, t: float, y: list[float], scale: Scale) -> Solution:
        """The solution of a motion, without machine code of its own."""
        if isinstance(self.method, Expanding):
            return TaylorSolution(motion, t, y, self.job.tolerance, self.method, scale)
        if motion.graph is not None:
            return Solution(motion.slope, t, y, self.job.tolerance, self.method, scale=scale)
        return Solution(None, t, y, self.job.tolerance, self.method, ways=motion, scale=scale)

    def run(self, states: Any, parameters: Any, stopped: Callable[[], bool]) -> Chunk:
        """The states of the orbits that start from these numbers."""
        if self.together is None:
            return self._one_by_one(states, parameters, stopped)

        def alone(i: int) -> Motion:
            return self._alone(states[i], parameters[i])

        chunk = Chunk(*self.together.run(states, parameters, self.job.times, alone, stopped))
        self._check(chunk, parameters)
        return chunk

    def _alone(self, state: Any, numbers: Any) -> Motion:
        """The motion of one orbit, with the code of all."""
        motion = self.job.motion(numbers.tolist())
        motion.place, motion.has_units = self.motion.place, self.motion.has_units
        if self.motion.compiled is not None:
            compiled, own = self.motion.compiled, motion.parameters
            motion.compiled = compiled if own is None else compiled.with_parameters(*own)
        return motion

    def _one_by_one(self, states: Any, parameters: Any, stopped: Callable[[], bool]) -> Chunk:
        import numpy

        found = numpy.full((len(states), len(self.job.times), states.shape[1]), numpy.nan)
        lost: list[Lost] = []
        for i, row in enumerate(states):
            y, t = row.tolist(), float(row[0])
            try:
                with setting(ode_target=self.job.target):
                    start, end = state_from(self.job.place, y), self.job.times[-1]
                    how = self.job.tolerance, self.job.method, self.job.step
                    solution = self._alone(row, parameters[i]).solution(start, *how, until=end)
                    for k, end in enumerate(self.job.times):
                        for _ in solution.to(end):
                            if stopped():
                                return Chunk(found, lost)
                        found[i, k] = y = list(solution.state)
                        t = solution.time
            except (ScmpyError, ArithmeticError, ValueError) as error:
                at, when = getattr(error, "state", None), getattr(error, "time", None)
                lost.append((i, t if when is None else when, y if at is None else list(at), str(error)))
        return Chunk(found, lost)

    def _check(self, chunk: Chunk, parameters: Any) -> None:
        """Compare the code with the derivative where the first orbit of the chunk ends that got there."""
        import numpy

        good = numpy.flatnonzero(numpy.isfinite(chunk.found[:, -1]).all(axis=1))
        if len(good):
            i = int(good[0])
            end = chunk.found[i, -1].tolist()
            self._alone(end, parameters[i]).check(end)


_workers = threading.local()


def run(job: Job, states: Any, parameters: Any, stopped: Callable[[], bool] | None = None) -> Chunk:
    """A chunk, by the worker of this thread, which is kept for the next one."""
    worker = getattr(_workers, "worker", None)
    if worker is None or worker.job.identity != job.identity:
        worker = _workers.worker = Worker(job)
    return worker.run(states, parameters, stopped or (lambda: False))  # type: ignore[no-any-return]
