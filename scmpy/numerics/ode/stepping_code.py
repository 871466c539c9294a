"""Steps of one length as machine code: many of them in one call, with Newton's method for what is solved for in each.

The code makes the steps of :mod:`scmpy.numerics.ode.stepping`. Where a number is not finite, or Newton's method does
not get to its end, it stops before that step, which is left to Python: that knows what to say.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Sequence
from typing import Any

from scmpy.errors import WrongTypeError, warn
from scmpy.numerics.compile.iterates import iterated
from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Operand_, Value, Writer, written
from scmpy.numerics.compile.machine import Loaded, loaded
from scmpy.numerics.ode.stepping import CLOSE, ITERATIONS, Part, Program

PATIENCE = 1000  # steps in Python take as long as to make code
MOST_UNKNOWNS = 12  # of a system of equations that is solved in the code
_NANOSECONDS = 3_000_000  # of a call, about
_MOST_ROWS = 4096  # of a record

_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
_PROTOTYPE = ctypes.CFUNCTYPE(_WHOLE, _POINTER, _POINTER, _POINTER, _DOUBLE, _WHOLE)


def stepping(program: Program, size: int, recording: bool) -> str:
    """The text of the function (state, parameters, record, length, count) -> how many steps were taken."""
    writer = Writer("steps", ["state", "parameters", "record", (DOUBLE, "h"), (WHOLE, "count")], WHOLE)
    state, parameters, record, h, count = writer.arguments
    given = [parameters[i] for i in range(_parameters(program, size))]

    def step(numbers: list[Value], turns: str) -> list[Operand_]:
        known: list[Any] = [*numbers, *given, h]
        for part in program.parts:
            known += _solved(writer, part, known, turns)
        after = written(writer, program.last, known)[:size]
        with writer.when(~writer.all_finite(x for x in after if isinstance(x, Value))):
            writer.leave(turns)
        return after

    return iterated(writer, state, size, record if recording else None, count, step)


def _parameters(program: Program, size: int) -> int:
    first = program.parts[0].guess if program.parts else program.last
    return first.inputs - size - 1


def _solved(writer: Writer, part: Part, known: list[Any], failed: str) -> list[Value]:
    """The unknowns of a part, by the iteration of :func:`scmpy.numerics.ode.stepping.newton`."""
    guess = written(writer, part.guess, known)
    z = [writer.variable(x) for x in guess]
    rounding = CLOSE * _largest(writer, [*guess, *known])
    last, turn = writer.variable(float("inf")), writer.variable(0, WHOLE)
    with writer.loop() as newton:
        with writer.when(turn() >= ITERATIONS):
            writer.leave(failed)
        now = [x() for x in z]
        found = written(writer, part.equations, [*known, *now])
        change = _linear(writer, found[len(z) :], found[: len(z)])
        after = [x - dx for x, dx in zip(now, change, strict=True)]
        for variable, x in zip(z, after, strict=True):
            variable.set(x)
        size = _largest(writer, change)
        with writer.when(~writer.all_finite(change)):
            writer.leave(failed)
        with writer.when(size <= CLOSE * _largest(writer, after)):
            writer.leave(newton)
        with writer.when((last() <= size) & (size <= rounding)):
            writer.leave(newton)
        last.set(size)
        turn.set(turn() + 1)
    return [x() for x in z]


def _largest(writer: Writer, values: Sequence[Any]) -> Any:
    """The largest absolute value."""
    found = writer.variable(0.0)()
    for x in values:
        found = writer.larger(found, abs(x))
    return found


def _linear(writer: Writer, matrix: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    """The solution of a system of linear equations: by elimination, each time with the largest element of a column.

    Rows are exchanged by choosing between their numbers, without branches.
    """
    n = len(right)
    rows = [[writer.variable(x)() for x in (*matrix[i * n : i * n + n], right[i])] for i in range(n)]
    for i in range(n):
        for k in range(i + 1, n):
            larger = abs(rows[k][i]) > abs(rows[i][i])
            above, below = rows[i], rows[k]
            rows[i] = [writer.chosen(larger, b, a) for a, b in zip(above, below, strict=True)]
            rows[k] = [writer.chosen(larger, a, b) for a, b in zip(above, below, strict=True)]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [b - factor * a for a, b in zip(rows[i], rows[k], strict=True)]
    found: list[Any] = []
    for i in reversed(range(n)):
        rest = rows[i][n]
        for k, x in enumerate(found):
            rest = rest - rows[i][n - 1 - k] * x
        found.append(rest / rows[i][i])
    return found[::-1]


class StepCode:
    """The code of the steps of a program, for states of so many numbers; it is made when it is first run."""

    def __init__(self, program: Program, parameters: Sequence[float], size: int, patience: int = PATIENCE) -> None:
        self.program, self.parameters, self.size = program, array("d", parameters), size
        self.patience = patience
        self.is_possible = all(len(part.guess.outputs) <= MOST_UNKNOWNS for part in program.parts)
        schedules = [program.last, *(part.equations for part in program.parts)]
        self.budget = max(1, _NANOSECONDS // (4 * sum(len(graph.operations) for graph in schedules) + 1))
        self._functions: dict[bool, Loaded] = {}

    def __reduce__(self) -> Any:
        return StepCode, (self.program, list(self.parameters), self.size)

    @property
    def is_ready(self) -> bool:
        """Is code worth its time, and to be had?"""
        return self.is_possible and self.patience <= 0

    def advance(self, y: list[float], h: float, count: int) -> tuple[int, list[float]]:
        """How many steps of a length were taken, at most so many, and the state after them."""
        state, done = array("d", y), 0
        while done < count:
            wanted = min(self.budget, count - done)
            taken = self._call(state, None, h, wanted)
            done += taken
            if taken < wanted:
                break
        return done, state.tolist()

    def states(self, y: list[float], h: float, count: int) -> list[list[float]]:
        """The states after some steps of a length, at most so many."""
        wanted = min(self.budget, count, _MOST_ROWS)
        record = array("d", bytes(8 * self.size * wanted))
        taken = self._call(array("d", y), record, h, wanted)
        return [record[i : i + self.size].tolist() for i in range(0, taken * self.size, self.size)]

    def _call(self, state: array[float], record: array[float] | None, h: float, count: int) -> int:
        recording = record is not None
        if recording not in self._functions:
            key = "steps", self.program, self.size, recording
            try:
                self._functions[recording] = loaded(
                    key, "steps", _PROTOTYPE, lambda: stepping(self.program, self.size, recording)
                )
            except (RuntimeError, OSError, WrongTypeError) as error:  # memory that cannot be run, for one
                warn(f"there is no machine code, integration takes longer: {error}")
                self.patience = sys.maxsize
                return 0
        addresses = (None if x is None else x.buffer_info()[0] for x in (state, self.parameters, record))
        return int(self._functions[recording].call(*addresses, h, count))
