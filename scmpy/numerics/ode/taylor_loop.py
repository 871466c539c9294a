"""Taylor's method as machine code: the loop of :mod:`scmpy.numerics.ode.loop`, whose steps are by series.

The lines of the recurrences (:class:`scmpy.numerics.ode.recurrences.Recurrences`) run once, on values that write
instructions, inside a loop over the orders. What products of series have from lower orders is summed up before, of
several products at once, in lanes: row j of two tables has the coefficients of order j of their first and of their
second factors. So the code is as long as the slope, whatever the order is (:mod:`scmpy.numerics.ode.recurrence_code`).

A step is decided as in :mod:`scmpy.numerics.ode.taylor_method`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from math import exp
from operator import and_
from typing import Any

from scmpy.numerics.compile.llvm import LANES, VECTOR, WHOLE, Array, Value, Writer
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.driver import SHORTEST, TINY
from scmpy.numerics.ode.loop import Loop, Piece, Status
from scmpy.numerics.ode.methods.step import Method
from scmpy.numerics.ode.recurrence_code import Rows, recurrence_code
from scmpy.numerics.ode.recurrences import Recurrences
from scmpy.numerics.ode.taylor_method import DEFECT, LAST, MARGIN

AT_ONCE = 4  # vectors of products that are summed up together


def _padded(count: int, to: int = LANES) -> int:
    return -(-count // to) * to


class TaylorLoop(Loop):
    """The text of the loop for a slope and the order of a method."""

    def __init__(self, graph: Schedule, method: Method, recording: bool, scaled: bool = False) -> None:
        super().__init__(graph, method, recording, short=len(graph.outputs), scaled=scaled)
        w, self.order = self.writer, method.order
        w.manner = " contract"
        found = Recurrences(graph)
        self.recurrences = recurrence_code(w, found, self.layout.parameters)
        self.row, self.width = _padded(self.count), _padded(len(found.products) or 1)
        if self.width > AT_ONCE * LANES:
            self.width = _padded(self.width, AT_ONCE * LANES)
        self.series = self._table(self.row)  # row k has the coefficients of order k of the state
        self.factors = self._table(self.width), self._table(self.width)
        self.sums = w.array(self.width)
        self.next, self.next_rates = w.array(self.row), w.array(self.row)
        self.h, self.tried, self.last = w.variable(0.0), w.variable(0.0), w.variable(0.0)
        for i, x in enumerate(self.state()):
            self.next[i] = x

    def _table(self, width: int) -> Array:
        """Rows of numbers, up to the order, which are 0."""
        array = self.writer.array((self.order + 1) * width)
        with self.writer.each((self.order + 1) * width // LANES) as i:
            array.set_lanes(i * LANES, self.writer.everywhere(0.0))
        return array

    def _step(self) -> None:
        w = self.writer
        t, y = self.time(), self.state()
        with w.loop() as tries:
            rates = self.recurrences.numbers(self.next)
            after = [self.next[i] for i in range(self.count)]
            with w.when(self.tried().equals(0.0)):
                w.leave(tries)
            with w.when(self._agrees(after, rates)):
                w.leave(tries)
            self._end_if_short(self.h(), t)
            self.h.set(self.h() * 0.5)
            self.last.set(0.0)
            self._go(self.h())
        with w.when(self.tried() > 0.0):
            aim = self.aim() if self.graph.guards else self.end
            end = w.chosen(self.last().equals(1.0), aim, t + self.h())
            piece = Piece(t, y, self.h(), end, after, rates, self._powers)
            if self.graph.guards:
                with w.when(self._turns(piece, partial(self._at, t))):
                    self.h.set(self.aim() - t)
                    self.last.set(1.0)
                    self._go(self.h())
                    w.again(self.steps_loop)
            self._taken(piece)
            self.length.set(abs(self.h()))
            self._arrive(piece)
        self.rates.set(rates)
        with w.when(self.time().equals(self.end)):
            self._arrived()
        with w.when(self.steps() >= self.budget):
            self._end(Status.BUDGET_USED)
        self._unless_finite(*rates)
        self._expand(rates)
        self._aim_at(self.end)
        self._choose()
        self._go(self.h())
        self.tried.set(1.0)

    def functions(self) -> list[tuple[Writer, str]]:
        return [*self.recurrences.functions(), *super().functions()]

    def _expand(self, rates: Sequence[Any]) -> None:
        """The coefficients of all orders."""
        w = self.writer
        self.recurrences.begin(rates)
        with w.each(self.order) as below:
            k = below + 1
            self._sum_up(k)
            left, right = (table.beginning(k * self.width) for table in self.factors)
            self.recurrences.coefficients(w.real(k), self.sums, Rows(self.series.beginning(k * self.row), left, right))

    def _sum_up(self, k: Value) -> None:
        """What the products have from orders below one."""
        group = AT_ONCE * LANES
        if self.width <= group:
            self._sum_up_some(k, 0, range(0, self.width, LANES))
            return
        with self.writer.each(self.width // group) as i:
            self._sum_up_some(k, i * group, range(0, group, LANES))

    def _sum_up_some(self, k: Value, first: Value | int, places: Sequence[int]) -> None:
        """The sums of a_j b_(k - j) of some products, from the middle on: what was found last comes last."""
        w = self.writer
        half = w.instruction(WHOLE, f"lshr i64 {k.text}, 1")
        odd = w.instruction(WHOLE, f"and i64 {k.text}, 1")
        left, right = (table.beginning(first) for table in self.factors)
        totals = [w.variable(0.0, VECTOR) for _ in places]

        def add(i: Value, j: Value) -> None:
            a, b = left.beginning(i * self.width), right.beginning(j * self.width)
            for total, place in zip(totals, places, strict=True):
                total.set(total() + a.lanes(place) * b.lanes(place))

        with w.when(odd.equals(0)):
            add(half, half)
        with w.each(half + odd - 1) as done:
            i = half + odd - done - 1
            add(i, k - i)
            add(k - i, i)
        sums = self.sums.beginning(first)
        for total, place in zip(totals, places, strict=True):
            sums.set_lanes(place, total())

    def _choose(self) -> None:
        """The length of the step, as :class:`scmpy.numerics.ode.taylor_method.SeriesSolution` has it."""
        w, t = self.writer, self.time()
        y, rest = self.state(), self.end - t
        weights = [1.0 / (least + abs(x)) for x, least in zip(y[1:], self.scale[1:], strict=True)]
        wanted: Any = w.variable(float("-inf"))()
        for j in range(self.order - LAST + 1, self.order + 1):
            row = self.series.beginning(j * self.row)
            sizes = [abs(row[i]) * weight for i, weight in enumerate(weights, 1)]
            if sizes:
                wanted = w.larger(wanted, w.call("log", reduce(w.larger, sizes)) / float(j))
        allowed = (w.call("log", self.tolerance) - MARGIN) / float(self.order)
        length = w.call("exp", w.smaller(allowed - wanted, 700.0))
        self._unless_finite(length)
        last = length >= abs(rest)
        with w.when(~last):
            self._end_if_short(length, t)
        self.last.set(w.chosen(last, 1.0, 0.0))
        self.h.set(w.chosen(last, rest, w.call("llvm.copysign", length, rest)))

    def _end_if_short(self, h: Value, t: Value) -> None:
        with self.writer.when(abs(h) <= SHORTEST * self.writer.larger(abs(t), TINY)):
            self._end(Status.TOO_SHORT)

    def _go(self, h: Value) -> None:
        """Put the state after a length, and the rates of the series there, in their places."""
        w = self.writer
        y = self.state()
        for i, x in enumerate(y):
            self.next[i] = x
        with w.each(self.row // LANES) as chunk:
            place = chunk * LANES
            step = w.everywhere(h)
            rows = [self.series.lanes(place + k * self.row) for k in range(1, self.order + 1)]
            self.next.set_lanes(place, self.next.lanes(place) + step * _polynomial(rows, step))
            self.next_rates.set_lanes(place, _polynomial([c * float(k) for k, c in enumerate(rows, 1)], step))

    def _at(self, t: Value, when: Value) -> list[Value]:
        """The state at a time of the step, which began at another."""
        h, found = when - t, []
        for i, x in enumerate(self.state()):
            total: Any = self.series[self.order * self.row + i]
            for k in range(self.order - 1, 0, -1):
                total = total * h + self.series[k * self.row + i]
            found.append(x + total * h)
        return found

    def _agrees(self, after: Sequence[Value], rates: Sequence[Any]) -> Value:
        """Is the slope at the end of a step that of the series?"""
        h, allowed = abs(self.h()), self.tolerance * exp(DEFECT)
        wrong = [abs(self.next_rates[i] - rate) * h for i, rate in enumerate(rates)]
        sizes = (least + abs(y) for y, least in zip(after, self.scale, strict=True))
        return reduce(and_, (x <= allowed * size for x, size in zip(wrong, sizes, strict=True)))

    def _powers(self) -> list[list[Value]]:
        """The coefficients of the polynomial inside the step, in parts of it."""
        h, found = self.h(), []
        power = h
        for k in range(1, self.order + 1):
            found.append([self.series[k * self.row + i] * power for i in range(self.count)])
            power = power * h
        return found


def _polynomial(coefficients: Sequence[Value], h: Value) -> Value:
    """The value of a polynomial: those of its even and odd parts, at once."""
    square = h * h
    even, odd = (reduce(lambda total, c: total * square + c, coefficients[i::2][::-1]) for i in (0, 1))
    return even + h * odd
