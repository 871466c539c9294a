"""Step control as machine code; registers or memory."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import lru_cache, partial, reduce
from operator import and_
from typing import Any, NamedTuple

from scmpy.numerics.compile.ir import StraightLineProgram, with_jacobian
from scmpy.numerics.compile.llvm import (
    DOUBLE,
    WHOLE,
    Array,
    Operand_,
    Value,
    Variable,
    Writer,
    WritingArithmetic,
    module,
    written,
)
from scmpy.numerics.ode import step_control
from scmpy.numerics.ode.methods import Expanding, Method

# --- layouts ---------------------------------------------------------------------------------------------------------
# How the numbers of a state are laid out in the machine code of a loop: each in a register, or all in memory.
#
# The text of a method does the same with every number of a state. In a short state each number is a value, and the text
# writes instructions for each; a long one is a single :class:`Elementwise`, and the text writes loops over its numbers.

SHORT = 24  # numbers of a state that are kept in registers
LONGEST = 800  # numbers of a state: some forty such arrays are on the stack
MOST_UNKNOWNS = 12  # of a system of equations that is solved in the code
INLINE = 4_000  # operations of slopes are written where they are used, at most: more are called


def called_slope(graph: StraightLineProgram) -> tuple[Writer, str]:
    writer = Writer("slope", ["y", "f", "parameters"])
    state, rates, parameters = writer.arguments
    count = len(graph.outputs)
    given = [*(state[i] for i in range(count)), *(parameters[i] for i in range(graph.inputs - count))]
    for i, x in enumerate(written(writer, graph, given)):
        rates[i] = x
    return writer, writer.finished().replace("define void", "define internal void").replace("#0", "#2")


class _InRegisters:
    def __init__(self, variables: list[Variable]) -> None:
        self.variables = variables

    def __call__(self) -> list[Any]:
        return [variable() for variable in self.variables]

    def set(self, state: Sequence[Any]) -> None:
        for variable, x in zip(self.variables, state, strict=True):
            variable.set(x)


class Registers:
    def __init__(self, writer: Writer, graph: StraightLineProgram, parameters: Array, calls: int) -> None:
        self.writer, self.graph, self.parameters = writer, graph, parameters
        self.count = len(graph.outputs)
        self.given = [parameters[i] for i in range(graph.inputs - self.count)]
        self.calls_slope = calls * len(graph.operations) > INLINE
        if self.calls_slope:
            self._arguments = writer.array(self.count), writer.array(self.count)

    def place(self, numbers: Array) -> Any:
        return _InRegisters(list(map(self.writer.variable, self.loaded(numbers))))

    def loaded(self, numbers: Array) -> list[Any]:
        return [numbers[i] for i in range(self.count)]

    def slope(self, t: Any, y: Sequence[Any]) -> list[Any]:
        if not self.calls_slope:
            return written(self.writer, self.graph, [*y, *self.given])
        state, rates = self._arguments
        self.store(y, state)
        _call_slope(self.writer, state, rates, self.parameters)
        return self.loaded(rates)

    def larger(self, x: Any, y: Any) -> Any:
        return self.writer.larger(x, y)

    def total(self, state: Sequence[Any]) -> Value:
        return sum(state, 0.0)  # type: ignore[return-value]

    def numbers(self, state: Sequence[Any]) -> list[Any]:
        return list(state)

    def store(self, state: Sequence[Any], into: Array) -> None:
        for i, x in enumerate(state):
            into[i] = x

    def keep(self, state: Sequence[Any]) -> None:
        pass


def _call_slope(writer: Writer, state: Array, rates: Array, parameters: Array) -> None:
    listed = ", ".join(f"ptr {array.address}" for array in (state, rates, parameters))
    writer.line(f"call void @slope({listed})")


class Elementwise(WritingArithmetic):
    """The numbers of a state in one: in memory, or an expression of others whose loop is yet to be written."""

    def __init__(
        self, memory: Memory, form: Callable[..., Any] | None, operands: tuple[Any, ...], array: Array | None = None
    ) -> None:
        self.memory, self.form, self.operands, self.array = memory, form, operands, array

    def _infix(self, name: str, x: Any, y: Any) -> Elementwise:
        return Elementwise(self.memory, getattr(operator, name), (x, y))

    def __abs__(self) -> Elementwise:
        return Elementwise(self.memory, abs, (self,))

    def at(self, index: Any, known: dict[Elementwise, Any]) -> Any:
        if self not in known:
            if self.form is None or self.array is not None:
                known[self] = self.array[index]  # type: ignore[index]
            else:
                operands = (x.at(index, known) if isinstance(x, Elementwise) else x for x in self.operands)
                known[self] = self.form(*operands)
        return known[self]

    def stored(self) -> Array:
        if self.array is None:
            array = self.memory.fresh()
            self.memory.store([self], array)
            self.array = array
        return self.array


class _InMemory:
    def __init__(self, memory: Memory, array: Array) -> None:
        self.memory, self.array = memory, array

    def __call__(self) -> list[Any]:
        return [Elementwise(self.memory, None, (), self.array)]

    def set(self, state: Sequence[Any]) -> None:
        self.memory.store(state, self.array)


class Memory:
    """A state is one :class:`Elementwise`; there are arrays for all that is computed."""

    calls_slope = True

    def __init__(self, writer: Writer, graph: StraightLineProgram, parameters: Array) -> None:
        self.writer, self.parameters = writer, parameters
        self.count = len(graph.outputs)
        self.given = [parameters[i] for i in range(graph.inputs - self.count)]

    def fresh(self) -> Array:
        return self.writer.array(self.count)

    def place(self, numbers: Array) -> Any:
        array = self.fresh()
        self.store(self.loaded(numbers), array)
        return _InMemory(self, array)

    def loaded(self, numbers: Array) -> list[Any]:
        return [Elementwise(self, None, (), numbers)]

    def slope(self, t: Any, y: Sequence[Any]) -> list[Any]:
        [state] = y
        rates = self.fresh()
        _call_slope(self.writer, state.stored(), rates, self.parameters)
        return self.loaded(rates)

    def larger(self, x: Any, y: Any) -> Any:
        return Elementwise(self, self.writer.larger, (x, y))

    def total(self, state: Sequence[Any]) -> Value:
        found = self.writer.variable(0.0)
        with self.writer.each(self.count) as i:
            found.set(found() + state[0].at(i, {}))
        return found()

    def numbers(self, state: Sequence[Any]) -> list[Any]:
        array = state[0].stored()
        return [array[i] for i in range(self.count)]

    def store(self, state: Sequence[Any], into: Array) -> None:
        with self.writer.each(self.count) as i:
            into[i] = state[0].at(i, {})

    def keep(self, state: Sequence[Any]) -> None:
        """Compute the numbers here: what is written where a condition holds is not known elsewhere."""
        for x in state:
            x.stored()


class ShiftedSlope:
    """The slope of a state in registers, which writes solutions of linear systems of its derivatives too."""

    def __init__(self, layout: Any) -> None:
        self.layout: Registers = layout
        self.derivatives = with_jacobian(layout.graph._replace(guards=()))

    def __call__(self, t: Any, y: Sequence[Any]) -> list[Any]:
        return self.layout.slope(t, y)

    def shifted(self, t: Any, y: Sequence[Any], shift: Value) -> Callable[[Sequence[Any]], list[Any]]:
        layout, n = self.layout, self.layout.count
        found = written(layout.writer, self.derivatives, [*y, *layout.given])[n:]
        width = self.derivatives.inputs
        rows = [[-x if x != 0 else 0.0 for x in found[i * width : i * width + n]] for i in range(n)]
        for i, row in enumerate(rows):
            row[i] = shift + row[i]
        return solver(layout.writer, rows)


def solver(writer: Writer, matrix: Sequence[Sequence[Any]]) -> Callable[[Sequence[Any]], list[Any]]:
    """What solves systems of linear equations of a matrix: by elimination, with the largest element of each column.

    Rows are exchanged by choosing between their numbers, without branches; what is 0 for certain is a float.
    """
    rows, n = [list(row) for row in matrix], len(matrix)
    steps: list[tuple[int, int, Any, bool]] = []

    def chosen(condition: Value, x: Any, y: Any) -> Any:
        return x if isinstance(x, float) and isinstance(y, float) and x == y else writer.chosen(condition, x, y)

    def exchanged(larger: Value, above: Any, below: Any) -> tuple[Any, Any]:
        return chosen(larger, below, above), chosen(larger, above, below)

    def less(x: Any, factor: Any, y: Any) -> Any:
        return x if isinstance(y, float) and y == 0 else x - factor * y

    for i in range(n):
        below = [k for k in range(i + 1, n) if not (isinstance(rows[k][i], float) and rows[k][i] == 0)]
        for k in below:
            larger = writer.compared("gt", abs(rows[k][i]), abs(rows[i][i]))
            steps.append((i, k, larger, True))
            pairs = [exchanged(larger, a, b) for a, b in zip(rows[i], rows[k], strict=True)]
            rows[i], rows[k] = ([pair[j] for pair in pairs] for j in (0, 1))
        for k in below:
            factor = rows[k][i] / rows[i][i]
            steps.append((i, k, factor, False))
            rows[k] = [less(b, factor, a) for a, b in zip(rows[i], rows[k], strict=True)]

    def solve(right: Sequence[Any]) -> list[Any]:
        rest = list(right)
        for i, k, x, exchanging in steps:
            if exchanging:
                rest[i], rest[k] = exchanged(x, rest[i], rest[k])
            else:
                rest[k] = less(rest[k], x, rest[i])
        for i in reversed(range(n)):
            for k in range(i + 1, n):
                rest[i] = less(rest[i], rest[k], rows[i][k])
            rest[i] = rest[i] / rows[i][i]
        return rest

    return solve


# --- loop ------------------------------------------------------------------------------------------------------------
# The control of steps as machine code: the loop that :mod:`scmpy.numerics.ode.step_control` has in Python, for one
# method.
#
# The texts of the method and of the slope run once, on values that write instructions
# (:mod:`scmpy.numerics.compile.llvm`), inside a loop that makes the driver's decisions: the first length, which error
# is allowed, the next length, the last step. It is a function
#
#     advance(orbit, parameters, record, end, tolerance, budget) -> status
#
# that keeps nothing of its own. The orbit has the time, the length of the next step (0 if it is yet to be found), how
# many steps were taken, the numbers of the state and their rates (found here if those steps are not 0 at the start); it
# is moved along until ``end`` or for ``budget`` steps, so whoever calls it can look up in between. After the parameters
# there is the scale of the solution, where it has one. Where the loop is written to record, the record gets a row for
# every step: the time at the start and at the end, the length, both states, the coefficients of the polynomial between
# them.
#
# A step that leads to where a number is not finite is cut, as the driver cuts it. What the loop cannot decide as the
# driver does, because steps get too short or the first length is not finite, it leaves to the driver: it stops before
# that step and says so. Where a guard of the slope's schedule turns in a step, it finds the time
# as the driver does, takes a step up to there, and ends: who called it goes on another way. The orbit then has a place
# for the state at which the guards do not hold any more, after the rates.


class Status(IntEnum):
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


def numbers_in(graph: StraightLineProgram) -> int:
    return NUMBERS + len(graph.outputs) * (3 if graph.guards else 2)


class Piece(NamedTuple):
    """A step: from a time and a state, of a length, its end, the state and the rates there, and what is inside.

    The coefficients of the polynomial inside are written where they are asked for.
    """

    t: Value
    y: list[Any]
    h: Value
    end: Value
    after: Sequence[Any]
    rates: Sequence[Any]
    inside: Callable[[], list[Any]]


def guards_hold(writer: Writer, graph: StraightLineProgram, inputs: Sequence[Operand_]) -> Value:
    differences = graph._replace(outputs=[]).with_differences().needed()
    relations = {("<", True): "lt", ("<=", True): "le", ("=", True): "eq"}
    relations |= {("<", False): "ge", ("<=", False): "gt", ("=", False): "ne"}
    found = zip(graph.guards, written(writer, differences, inputs), strict=True)
    return reduce(and_, (writer.compared(relations[guard.relation, guard.holds], x, 0.0) for guard, x in found))


class Loop:
    further = 0  # places in the orbit after the others, for what is kept of them
    asks_for_numbers = False  # of the state: none is in memory

    def __init__(
        self, graph: StraightLineProgram, method: Method, recording: bool = False, scaled: bool = False
    ) -> None:
        self.graph, self.method, self.recording, self.scaled = graph, method, recording, scaled
        self.count = n = len(graph.outputs)
        given = (DOUBLE, "end"), (DOUBLE, "tolerance"), (WHOLE, "budget")
        self.writer = w = Writer("advance", ["orbit", "parameters", "record", *given], WHOLE)
        self.orbit, parameters, self.record, self.final, self.tolerance, self.budget = w.arguments
        in_registers = n <= SHORT or self.asks_for_numbers
        self.layout: Any = (
            Registers(w, graph, parameters, cost_of(method)[0]) if in_registers else Memory(w, graph, parameters)
        )
        self.slope: Any = self.layout.slope if method.slopes is None else ShiftedSlope(self.layout)
        scale = parameters.beginning(graph.inputs - n)
        self.scale: Sequence[Any] = self.layout.loaded(scale) if scaled else [1] * n
        self.time, self.length = w.variable(self.orbit[TIME]), w.variable(self.orbit[LENGTH])
        self.places = [self.layout.place(self.orbit.beginning(i)) for i in range(NUMBERS, numbers_in(graph), n)]
        self.state, self.rates, *self.beyond = self.places  # there is a state beyond a turn if there are guards
        first = numbers_in(graph)
        self.kept = [w.variable(self.orbit[first + i]) for i in range(self.further)]
        self.steps = w.variable(0, WHOLE)
        self.status = w.variable(Status.REACHED, WHOLE)
        self.aim, self.next_length, self.turning = (w.variable(0.0) for _ in range(3))

    @property
    def end(self) -> Value:
        return self.final

    @property
    def step_width(self) -> int:
        return NUMBERS + self.count * cost_of(self.method)[1]

    def _arrived(self) -> None:
        self.writer.leave(self.steps_loop)

    def text(self) -> str:
        return module(*self.functions())

    def functions(self) -> list[tuple[Writer, str]]:
        w = self.writer
        with w.when(self.orbit[STEPS_TAKEN] > 0.0):
            self._begin()
        with w.loop() as steps:
            self.steps_loop = steps
            self._step()
        self.orbit[TIME], self.orbit[LENGTH] = self.time(), self.length()
        self.orbit[STEPS_TAKEN] = w.real(self.steps())
        for k, place in enumerate(self.places):
            self.layout.store(place(), self.orbit.beginning(NUMBERS + k * self.count))
        for i, variable in enumerate(self.kept, numbers_in(self.graph)):
            self.orbit[i] = variable()
        own = w, w.finished(self.status())
        return [called_slope(self.graph), own] if self.layout.calls_slope else [own]

    def _begin(self) -> None:
        """Find the rates, and what else is not known yet."""
        self.rates.set(self.slope(self.time(), self.state()))

    def _end(self, status: Status) -> None:
        self.status.set(status)
        self.writer.leave(self.steps_loop)

    def _unless_finite(self, *values: Value) -> None:
        with self.writer.when(~self.writer.all_finite(values)):
            self._end(Status.NOT_FINITE)

    def _are_finite(self, *states: Sequence[Any]) -> Value:
        return self.writer.all_finite([self.layout.total([0.0 * x for x in state]) for state in states])

    def _step(self) -> None:
        w = self.writer
        with w.when(self.time().equals(self.end)):
            self._arrived()
        with w.when(self.steps() >= self.budget):
            self._end(Status.BUDGET_USED)
        t = self.time()
        rest = self.end - t
        y = self.state()
        self._aim_at(self.end)
        h = w.variable(self.length())
        with w.when(h().equals(0.0)):
            h.set(self._first_length(t, y, self.rates(), rest))
        f = self.rates()
        h.set(w.call("llvm.copysign", h(), rest))
        with w.loop() as tries:
            rest = self.aim() - t if self.graph.guards else rest
            last = step_control.leads_to_end(h(), rest)
            h.set(w.chosen(last, rest, h()))
            length = h()
            with w.when(step_control.is_too_short(length, t, self.end - t, w) & ~last):
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
                    after = self.slope(t + length, taken.state)
                    with w.when(~self._are_finite(taken.state, after)):
                        h.set(length * step_control.SHRINK)
                        w.again(tries)
                    end = w.chosen(last, self.aim() if self.graph.guards else self.end, t + length)
                    dense = partial(self.method.dense or (lambda *_: []), self.slope, t, y, length, taken, after)
                    piece = Piece(t, y, length, end, taken.state, after, dense)
                    self._unless_shorter(piece, h, tries)
                    following = w.larger(abs(length) * factor, w.chosen(last, self.length(), 0.0))
                    if self.graph.guards:
                        piece = self._with_inside(piece)
                        with w.when(self._turns(piece, partial(self._between, piece))):
                            self.next_length.set(following)
                            h.set(self.aim() - t)
                            w.again(tries)
                        following = w.chosen(self._is_turning(), self.next_length(), following)
                    self._taken(piece)
                    self.length.set(following)
                    self._arrive(piece)
                    w.leave(tries)
            shorter = w.smaller(self._factor(error, power) * (1.5 if left > 1 else 1.0), 0.9)
            h.set(
                length * w.chosen(w.all_finite([error]) & self._are_finite(taken.state), shorter, step_control.SHRINK)
            )

    def _unless_shorter(self, piece: Piece, h: Variable, tries: str) -> None:
        """Try a shorter step instead, where that is wanted."""

    def _with_inside(self, piece: Piece) -> Piece:
        found = piece.inside()
        for coefficients in found:
            self.layout.keep(coefficients)
        return piece._replace(inside=lambda: found)

    def _between(self, piece: Piece, when: Value) -> Sequence[Any]:
        return self.method.polynomial(piece.inside(), piece.y, (when - piece.t) / piece.h)  # type: ignore[misc]

    def _taken(self, piece: Piece) -> None:
        if self.recording:
            self._record(piece, self.record.beginning(self.steps() * self.step_width))

    def _record(self, piece: Piece, row: Array) -> None:
        for i, x in enumerate((piece.t, piece.end, piece.h)):
            row[i] = x
        for k, vector in enumerate((piece.y, piece.after, *piece.inside())):
            self.layout.store(vector, row.beginning(NUMBERS + k * self.count))

    def _arrive(self, piece: Piece) -> None:
        self.time.set(piece.end)
        self.state.set(piece.after)
        self.rates.set(piece.rates)
        self.steps.set(self.steps() + 1)
        if self.graph.guards:
            with self.writer.when(self._is_turning() & piece.end.equals(self.aim())):
                self._end(Status.TURNED)

    # where a guard turns

    def _aim_at(self, end: Value) -> None:
        if self.graph.guards:
            self.aim.set(end)
            self.turning.set(0.0)

    def _is_turning(self) -> Value:
        return self.turning().equals(1.0)

    def _turns(self, piece: Piece, at: Callable[[Value], Sequence[Any]]) -> Value:
        """Does a guard turn in a step, of which that is not known? Then it is aimed at, and the state there is kept.

        There are states at the times inside the step.
        """
        w, t, end, after = self.writer, piece.t, piece.end, piece.after
        low, high = w.variable(t), w.variable(t)
        found = w.variable(0.0)
        with w.when(~self._is_turning()):
            for part in step_control.PARTS:
                with w.when(found().equals(0.0)):
                    when = end if part == 1 else t + part * (end - t)
                    holds = self._guards_hold(after if part == 1 else at(when))
                    high.set(when)
                    low.set(w.chosen(holds, when, low()))
                    found.set(w.chosen(holds, 0.0, 1.0))
            with w.when(found().equals(1.0)):
                self._halve(low, high, at)
                self.aim.set(high())
                self.turning.set(1.0)
                self.beyond[0].set(at(high()))
                with w.when(high().equals(end)):
                    self.beyond[0].set(after)
        return found().equals(1.0)

    def _halve(self, low: Variable, high: Variable, at: Callable[[Value], Sequence[Any]]) -> None:
        w = self.writer
        with w.loop() as halves:
            middle = (low() + high()) / 2.0
            with w.when(middle.equals(low()) | middle.equals(high())):
                w.leave(halves)
            holds = self._guards_hold(at(middle))
            before, after = w.chosen(holds, middle, low()), w.chosen(holds, high(), middle)
            low.set(before)
            high.set(after)

    def _guards_hold(self, state: Sequence[Any]) -> Value:
        return guards_hold(self.writer, self.graph, [*self.layout.numbers(state), *self.layout.given])

    def _excess(self, error: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> Any:
        return step_control.error_norm(error, old, new, self.tolerance, self.scale, self.count, self.layout)

    def _factor(self, error: Value, power: int) -> Value:
        return step_control.length_factor(error, power, self.writer)  # type: ignore[no-any-return]

    def _first_length(self, t: Value, y: list[Value], f: list[Value], rest: Value) -> Value:
        w = self.writer
        size, speed = (w.sqrt(self._excess(x, y, y)) for x in (y, f))
        guess = step_control.first_guess(size, speed, t, rest, self.scaled, w)
        signed = w.call("llvm.copysign", guess, rest)
        ahead = self.slope(t + signed, [x + signed * k for x, k in zip(y, f, strict=True)])
        change = [b - a for a, b in zip(f, ahead, strict=True)]
        bend = w.sqrt(self._excess(change, y, [0.0 * x for x in y])) / guess
        self._unless_finite(speed, bend)
        return step_control.length_by_bend(guess, speed, bend, t, rest, self.scaled, w)  # type: ignore[no-any-return]


def longest(method: Method) -> int:
    return LONGEST if method.slopes is None else 1 + MOST_UNKNOWNS


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

    slope.shifted = lambda t, y, shift: list  # type: ignore[attr-defined]

    for taken in method.tries(slope, 0.0, [0.0], [0.0], 1.0):
        count += bool(taken.errors)  # the slope after it
    if method.dense is not None:
        vectors += len(method.dense(slope, 0.0, [0.0], 1.0, taken, [0.0]))
    return count, vectors
