"""The control of steps as machine code: the loop that :mod:`scmpy.numerics.ode.driver` has in Python, for one method.

The texts of the method and of the slope run once, on values that write instructions
(:mod:`scmpy.numerics.compile.llvm`), inside a loop that makes the driver's decisions: the first length, which error is
allowed, the next length, the last step. It is a function

    advance(orbit, parameters, record, end, tolerance, budget) -> status

that keeps nothing of its own. The orbit has the time, the length of the next step (0 if it is yet to be found), how
many steps were taken, the numbers of the state and their rates; it is moved along until ``end`` or for ``budget``
steps, so whoever calls it can look up in between. Where the loop is written to record, the record gets a row for every
step: the time at the start and at the end, the length, both states, the coefficients of the polynomial between them.

What the loop cannot decide as the driver does, because a number is not finite or a step is too short, it leaves to the
driver: it stops before that step and says so. So it does where a guard of the slope's schedule turns in a step, by the
driver's test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import lru_cache, partial, reduce
from operator import and_
from typing import Any

from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Value, Variable, Writer, written
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.driver import PARTS, SHORTEST, TINY
from scmpy.numerics.ode.layouts import SHORT, Memory, Registers, called_slope
from scmpy.numerics.ode.methods.step import Expanding, Method, Taken, between


class Status(IntEnum):
    """Why the loop ended."""

    REACHED = 0
    BUDGET_USED = 1
    NOT_FINITE = 2
    TOO_SHORT = 3
    TURNED = 4
    TO_LOOK_AT = 5
    RECORD_FULL = 6


#: Places in an orbit; the numbers of the state are followed by their rates. In a row of the record there are the times
#: of start and end and the length of the step before the vectors.
TIME, LENGTH, STEPS_TAKEN, NUMBERS = 0, 1, 2, 3


class Loop:
    def __init__(self, graph: Schedule, method: Method, recording: bool, short: int = SHORT) -> None:
        self.graph, self.method, self.recording = graph, method, recording
        self.count = n = len(graph.outputs)
        given = (DOUBLE, "end"), (DOUBLE, "tolerance"), (WHOLE, "budget")
        self.writer = w = Writer("advance", ["orbit", "parameters", "record", *given], WHOLE)
        self.orbit, parameters, self.record, self.end, self.tolerance, self.budget = w.arguments
        self.layout: Any = (
            Registers(w, graph, parameters, cost_of(method)[0]) if n <= short else Memory(w, graph, parameters)
        )
        self.slope = self.layout.slope
        self.time, self.length = w.variable(self.orbit[TIME]), w.variable(self.orbit[LENGTH])
        self.state, self.rates = (self.layout.place(self.orbit.beginning(NUMBERS + k * n)) for k in (0, 1))
        self.kept: list[Variable] = []  # in the orbit, after the rates
        self.steps = w.variable(0, WHOLE)
        self.status = w.variable(Status.REACHED, WHOLE)

    def functions(self) -> list[tuple[Writer, str]]:
        w = self.writer
        with w.loop() as steps:
            self.steps_loop = steps
            self._step()
        self.orbit[TIME], self.orbit[LENGTH] = self.time(), self.length()
        self.orbit[STEPS_TAKEN] = w.real(self.steps())
        for k, place in enumerate((self.state, self.rates)):
            self.layout.store(place(), self.orbit.beginning(NUMBERS + k * self.count))
        for i, variable in enumerate(self.kept):
            self.orbit[NUMBERS + 2 * self.count + i] = variable()
        own = w, w.finished(self.status())
        return [called_slope(self.graph), own] if self.layout.calls_slope else [own]

    def _end(self, status: Status) -> None:
        self.status.set(status)
        self.writer.leave(self.steps_loop)

    def _unless_finite(self, *values: Value) -> None:
        """End where a number is not finite."""
        with self.writer.when(~self.writer.all_finite(values)):
            self._end(Status.NOT_FINITE)

    def _unless_finite_states(self, *states: Sequence[Any]) -> None:
        """End where a number of a state is not finite."""
        self._unless_finite(*(self.layout.total([0.0 * x for x in state]) for state in states))

    def _step(self) -> None:
        w = self.writer
        t = self.time()
        with w.when(t.equals(self.end)):
            w.leave(self.steps_loop)
        with w.when(self.steps() >= self.budget):
            self._end(Status.BUDGET_USED)
        rest = self.end - t
        y, f = self.state(), self.rates()
        h = w.variable(self.length())
        with w.when(h().equals(0.0)):
            h.set(self._first_length(t, y, f, rest))
        h.set(w.call("llvm.copysign", h(), rest))
        with w.loop() as tries:
            last = abs(h()) >= abs(rest) * (1 - 1e-12)
            h.set(w.chosen(last, rest, h()))
            length = h()
            with w.when((abs(length) <= SHORTEST * w.larger(abs(t), TINY)) & ~last):
                self._end(Status.TOO_SHORT)
            left = len(self.method.powers)
            for taken, power in zip(self.method.tries(self.slope, t, y, f, length), self.method.powers, strict=False):
                left -= 1
                if not taken.errors:
                    continue
                self.layout.keep(taken.state)
                error = self.method.error(length, [self._excess(e, y, taken.state) for e in taken.errors])
                with w.when(error <= 1.0):
                    factor = self._factor(error, power) * (1.5 if left > 1 else 1.0)
                    self._accept(t, y, length, taken, factor, last)
                    w.leave(tries)
            self._unless_finite(error)
            self._unless_finite_states(taken.state)
            h.set(length * w.smaller(self._factor(error, power) * (1.5 if left > 1 else 1.0), 0.9))

    def _accept(self, t: Value, y: list[Value], h: Value, taken: Taken, factor: Value, last: Value) -> None:
        w = self.writer
        after = self.slope(t + h, taken.state)
        self._unless_finite_states(taken.state, after)
        end = w.chosen(last, self.end, t + h)
        inside: list[Any] = []
        if self.method.dense is not None and (self.recording or self.graph.guards):
            inside = self.method.dense(self.slope, t, y, h, taken, after)
        if self.graph.guards:
            self._unless_turned(t, h, end, taken.state, partial(between, inside, y))
        self._taken(t, y, h, end, taken, after, inside)
        self.time.set(end)
        self.length.set(w.larger(abs(h) * factor, w.chosen(last, self.length(), 0.0)))
        self.state.set(taken.state)
        self.rates.set(after)
        self.steps.set(self.steps() + 1)

    def _taken(
        self, t: Value, y: list[Value], h: Value, end: Value, taken: Taken, after: Sequence[Any], inside: list[Any]
    ) -> None:
        """Record a step, with the polynomial between its ends, before the orbit is moved along."""
        if self.recording:
            vectors = [y, taken.state, *inside]
            row = self.record.beginning(self.steps() * (NUMBERS + self.count * len(vectors)))
            for i, x in enumerate((t, end, h)):
                row[i] = x
            for k, vector in enumerate(vectors):
                self.layout.store(vector, row.beginning(NUMBERS + k * self.count))

    def _unless_turned(
        self, t: Value, h: Value, end: Value, after: Sequence[Any], at: Callable[[Value], Sequence[Any]]
    ) -> None:
        """End where a guard turns in the step, inside which there are states at parts of its length."""
        for part in PARTS:
            state = after if part == 1 else at(part * (end - t) / h)
            with self.writer.when(~self._guards_hold(state)):
                self._end(Status.TURNED)

    def _guards_hold(self, state: Sequence[Any]) -> Value:
        differences = self.graph._replace(outputs=[]).with_differences().needed()
        found = written(self.writer, differences, [*self.layout.numbers(state), *self.layout.given])
        relations = {("<", True): "lt", ("<=", True): "le", ("=", True): "eq"}
        relations |= {("<", False): "ge", ("<=", False): "gt", ("=", False): "ne"}
        results = [
            self.writer.compared(relations[guard.relation, guard.holds], difference, 0.0)
            for guard, difference in zip(self.graph.guards, found, strict=True)
        ]
        return reduce(and_, results)

    def _excess(self, error: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> Any:
        larger = self.layout.larger
        ratios = [e / (self.tolerance * (1 + larger(abs(a), abs(b)))) for e, a, b in zip(error, old, new, strict=True)]
        return self.layout.total([ratio * ratio for ratio in ratios]) / self.count

    def _factor(self, error: Value, power: int) -> Value:
        w = self.writer
        factor = w.smaller(w.larger(0.9 * error ** (-0.5 / power), 0.2), 5.0)
        return w.chosen(error.equals(0.0), 5.0, factor)

    def _first_length(self, t: Value, y: list[Value], f: list[Value], rest: Value) -> Value:
        w = self.writer
        size, speed = (w.call("sqrt", self._excess(x, y, y)) for x in (y, f))
        usual = (size > 1e-5) & (speed > 1e-5)
        guess = w.smaller(w.chosen(usual, 0.01 * size / speed, 1e-6), abs(rest))
        signed = w.call("llvm.copysign", guess, rest)
        ahead = self.slope(t + signed, [x + signed * k for x, k in zip(y, f, strict=True)])
        change = [b - a for a, b in zip(f, ahead, strict=True)]
        bend = w.call("sqrt", self._excess(change, y, [0.0 * x for x in y])) / guess
        most = w.larger(speed, bend)
        self._unless_finite(most, bend)
        by_bend = w.chosen(most > 1e-15, (0.01 / most) ** (1 / 8), w.larger(guess * 1e-3, 1e-6))
        return w.smaller(w.smaller(100 * guess, by_bend), abs(rest))


@lru_cache(64)
def cost_of(method: Method) -> tuple[int, int]:
    """How often a step asks for the slope, at most, and how many vectors are recorded of it."""
    if isinstance(method, Expanding):
        return 2 * method.order, method.order + 2
    count, vectors = 0, 2

    def slope(t: float, y: Sequence[float]) -> Sequence[float]:
        nonlocal count
        count += 1
        return y

    for taken in method.tries(slope, 0.0, [0.0], [0.0], 1.0):
        count += bool(taken.errors)  # the slope after it
    if method.dense is not None:
        vectors += len(method.dense(slope, 0.0, [0.0], 1.0, taken, [0.0]))
    return count, vectors
