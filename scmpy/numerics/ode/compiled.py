"""Solutions continued by machine code: the loop of :mod:`scmpy.numerics.ode.loop`, called from Python.

The code takes the steps that the driver would take, many in one call. Calls are short, so that Ctrl-C is seen, and the
interpreter's lock is released in them. A step at which a number is not finite, or which gets too short, is left to the
driver, which asks the derivative itself and says what is wrong; then the code goes on.

Making code takes as long as some thousand steps in Python: it is made when motions by the same slope have taken
:data:`PATIENCE` steps.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable, Generator, Sequence
from hashlib import sha256
from typing import Any

from scmpy.errors import WrongTypeError, warn
from scmpy.numerics.compile.llvm import Writer, module
from scmpy.numerics.compile.machine import Loaded, loaded
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.driver import Solution, Step, Turn
from scmpy.numerics.ode.loop import LENGTH, NUMBERS, STEPS_TAKEN, TIME, Loop, Status, cost_of, numbers_in
from scmpy.numerics.ode.methods.step import Expanding, Method, State, between
from scmpy.numerics.ode.record import Table
from scmpy.numerics.ode.taylor_loop import TaylorLoop
from scmpy.pickling import Portable, portable

PATIENCE = 300  # steps in Python come first
_NANOSECONDS = 3_000_000  # of a call, about
_FEWEST_ROWS, _MOST_ROWS = 64, 1024  # of a record

_patience: dict[str, list[int]] = {}  # the steps that are left to Python, by the key of the code
_MOST_KEYS = 10_000  # codes whose steps are counted: then the counts begin again

_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
PROTOTYPE = ctypes.CFUNCTYPE(_WHOLE, _POINTER, _POINTER, _POINTER, _DOUBLE, _DOUBLE, _WHOLE)


def advancing(
    graph: Schedule, method: Method, recording: bool, scaled: bool = False, more: Sequence[tuple[Writer, str]] = ()
) -> str:
    """The text of the loop for a slope and a method, and of functions that call it."""
    loop = (TaylorLoop if isinstance(method, Expanding) else Loop)(graph, method, recording, scaled=scaled)
    return module(*loop.functions(), *more)


class Compiled(Portable):
    """The loop for a slope, whose schedule is given, and a method; the code is made when it is first run.

    Where the schedule has guards, it ends where one turns, and the solution goes another way. Where it is ``scaled``,
    the solutions have a scale, which is given to the code after the parameters.
    """

    def __init__(
        self,
        graph: Schedule,
        method: Method,
        parameters: Sequence[float] = (),
        patience: int | None = None,
        scaled: bool = False,
    ) -> None:
        self.graph, self.method, self.parameters, self.scaled = graph, method, array("d", parameters), scaled
        self.key = sha256(repr((method.name, method.order, scaled, graph)).encode()).hexdigest()
        if len(_patience) >= _MOST_KEYS:
            _patience.clear()
        self._patience = _patience.setdefault(self.key, [PATIENCE]) if patience is None else [patience]
        self.count = len(graph.outputs)
        self.places = range(NUMBERS, numbers_in(graph), self.count)  # in an orbit
        calls, vectors = cost_of(method)
        self.row = NUMBERS + self.count * vectors
        self.budget = max(1, _NANOSECONDS // (2 * calls * len(graph.operations) + 100 * self.count))
        self._functions: dict[Any, Loaded] = {}

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Compiled, (self.graph, self.method, self.parameters, None, self.scaled)))

    @property
    def patience(self) -> int:
        """The steps that are taken in Python before: by all that have this slope, unless it was given its own."""
        return self._patience[0]

    @patience.setter
    def patience(self, steps: int) -> None:
        self._patience[0] = steps

    def advance(self, solution: Solution, end: float) -> bool:
        """Move a solution along as far as the code can, to a time at most; is the next step the driver's?"""
        while (status := self._call(solution, end, self.budget)) is Status.BUDGET_USED:
            pass
        return status is not Status.TURNED and solution.time != end

    def pieces(self, solution: Solution, end: float) -> Generator[Step | Table, None, bool]:
        """The steps of :meth:`advance`, in tables where the method has a polynomial; the solution may be ahead."""
        rows, polynomial = _FEWEST_ROWS, self.method.polynomial
        status, record = Status.BUDGET_USED, array("d")
        while status is Status.BUDGET_USED:
            if len(record) < self.row * rows:
                record = array("d", [0.0]) * (self.row * rows)
            count = solution.count
            status = self._call(solution, end, rows, record)
            table = Table(record[: (solution.count - count) * self.row], self.row, self.count, polynomial or between)
            if polynomial is None:
                yield from (step._replace(inside=self._again(solution, step)) for step in table)
            elif len(table):
                yield table
            rows = min(2 * rows, _MOST_ROWS, max(self.budget, _FEWEST_ROWS))
        return status is not Status.TURNED and solution.time != end

    def _again(self, solution: Solution, step: Step) -> Callable[[float], State]:
        """The states inside a step by integration from its start."""
        slope = solution.slope
        return lambda when: solution.anew(slope, step.start, step.before, self).advance(when)

    def given(self, solution: Solution) -> array[float]:
        """The parameters for a solution."""
        scale = array("d", solution.scale or [1.0] * self.count) if self.scaled else array("d")
        return self.parameters + scale

    def _call(self, solution: Solution, end: float, budget: int, record: array[float] | None = None) -> Status:
        """Run the code for some steps; where none was taken the driver has to."""
        recording = record is not None
        function = self.function(recording, lambda: advancing(self.graph, self.method, recording, self.scaled))
        return Status.REACHED if function is None else self.run(function, solution, end, budget, record)[0]

    def run(
        self,
        function: Loaded,
        solution: Solution,
        end: float,
        budget: int,
        record: array[float] | None = None,
        further: Sequence[float] = (),
    ) -> tuple[Status, Sequence[float]]:
        """The same with the code of a loop, whose orbit has further numbers: what they are then."""
        n, left = self.count, int(min(budget, solution.allowance, _until_watched(solution.count)))
        beyond = [0.0] * n if self.graph.guards else []
        numbers = solution.time, solution.length, 0.0, *solution.state, *solution.rates, *beyond, *further
        orbit, given = array("d", numbers), self.given(solution)
        addresses = (None if x is None else x.buffer_info()[0] for x in (orbit, given, record))
        status = Status(function.call(*addresses, end, solution.tolerance, left))
        taken = int(orbit[STEPS_TAKEN])
        if taken:
            solution.count += taken
            solution.spent += taken
            solution.time, solution.length = orbit[TIME], orbit[LENGTH]
            solution.state, solution.rates, *turned = (orbit[i : i + n].tolist() for i in self.places)
            if solution.ways is not None:
                solution.ways.watch(solution.count, solution.state)
            if status is Status.TURNED:
                solution.go_another_way(Turn(solution.time, turned[0]))
        return status if taken else Status.REACHED, orbit[self.places.stop :]

    def function(self, kind: Any, write: Callable[[], str]) -> Loaded | None:
        """The code of a kind of loop, whose text is written where it is not known; None where there can be none."""
        if kind not in self._functions:
            try:
                self._functions[kind] = loaded(("loop", kind, self.key), "advance", PROTOTYPE, write)
            except (RuntimeError, OSError, WrongTypeError) as error:  # memory that cannot be run, for one
                warn(f"there is no machine code, integration takes longer: {error}")
                self.patience = sys.maxsize
        return self._functions.get(kind)


def _until_watched(count: int) -> int:
    """So many steps are left until that of the next power of 4, at which a solution is looked at."""
    return int(4 ** ((count.bit_length() + 1) // 2)) - count
