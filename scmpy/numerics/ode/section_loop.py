"""Crossings of a section as machine code: the loop of :mod:`scmpy.numerics.ode.loop` that finds them as it goes.

By the text that :mod:`scmpy.numerics.ode.events` runs too (:mod:`scmpy.numerics.ode.outlook`) it decides whether a step
has no crossing, or one, which is found on the polynomial inside; or must be looked at closely, as where the sign
changes and the function does not get small, at a pole. Such a step, which is seldom, is left to Python: the loop ends
after it, and its record has it.

The orbit has further places: the value of the function, its rate, the number of crossings found, how many there is room
for, and 1 if the last step is to be looked at. The record has that step, then a row of numbers for each crossing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from scmpy.numerics.compile.llvm import WHOLE, Value, Variable, written
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.loop import NUMBERS, Loop, Piece, Status, cost_of, numbers_in
from scmpy.numerics.ode.methods.step import Expanding, Method
from scmpy.numerics.ode.outlook import Cubic, doubt, outlook, states
from scmpy.numerics.ode.taylor_loop import TaylorLoop
from scmpy.numerics.roots.bracketed import SMALLER

TRIES = 60  # to find a crossing
NEAR = 2.0**-52  # parts of a step


class Sections(Loop):
    """The part of the text that finds crossings, of a function of states, by its rate of change in a direction."""

    def watch(self, value: Schedule, rate: Schedule, direction: int) -> Sections:
        """Find the crossings of this function."""
        self.value_graph, self.rate_graph, self.direction = value, rate, direction
        first = numbers_in(self.graph)
        further = [self.writer.variable(self.orbit[first + i]) for i in range(5)]
        self.value, self.rate, self.found, self.room, self.look = further
        self.kept = further
        return self

    def _step(self) -> None:
        w = self.writer
        with w.when(self.look() > 0.0):
            self._end(Status.TO_LOOK_AT)
        with w.when(self.found() >= self.room()):
            self._end(Status.RECORD_FULL)
        super()._step()

    def _timed(self, t: Value, y: Sequence[Any]) -> list[Any]:
        w = self.writer
        near = abs(y[0] - t) <= 1e-9 * w.larger(abs(t), 1.0)
        return [w.chosen(near, t, y[0]), *y[1:]]

    def _taken(self, piece: Piece) -> None:
        w, length = self.writer, piece.end - piece.t
        now = self._timed(piece.end, piece.after)
        value, rate = self._value(now), w.variable(written(w, self.rate_graph, [*now, *piece.rates])[0])()
        self._unless_finite(value, rate)
        cubic = Cubic(self.value(), self.rate() * length, value, rate * length)
        inner = states(piece.y, self.rates(), length, piece.after, piece.rates)
        told = outlook(cubic, doubt(cubic, list(map(self._value, inner))))
        with w.when(~told.plain):
            self._record(piece, self.record)
            self.look.set(1.0)
        wanted = {1: told.rises, -1: told.falls, 0: told.rises | told.falls}[self.direction]
        with w.when(wanted):
            inside = self._with_inside(piece)
            is_root = self._cross(inside, length, (cubic.start, cubic.end))
            with w.when(~is_root):
                self._record(piece, self.record)
                self.look.set(1.0)
        self.value.set(value)
        self.rate.set(rate)

    def _value(self, y: Sequence[Any]) -> Value:
        """The value of the function at the numbers of a state."""
        return self.writer.variable(written(self.writer, self.value_graph, y)[0])()

    def _cross(self, piece: Piece, length: Value, ends: tuple[Value, Value]) -> Value:
        """Find the crossing in a step by false position, the end that stays twice counting half; record it.

        Where the function is not small, it may be a pole: that is told, and nothing recorded.
        """
        w = self.writer
        a, f_a, b, f_b = (w.variable(x) for x in (0.0, ends[0], 1.0, ends[1]))
        part, stays, count, found = w.variable(-1.0), w.variable(0.0), w.variable(0, WHOLE), w.variable(math.inf)

        def at(x: Value) -> list[Any]:
            """The state where this part of the step has gone."""
            inside = self.method.polynomial(piece.inside(), piece.y, x)  # type: ignore[misc]
            return self._timed(piece.t + x * length, inside)

        with w.loop() as tries:
            with w.when(count() >= TRIES):
                w.leave(tries)
            x = b() - f_b() * ((b() - a()) / (f_b() - f_a()))
            x = w.chosen((x > a()) & (x < b()), x, a() + (b() - a()) / 2.0)
            change = abs(x - part())
            part.set(x)
            value = self._value(at(x))
            found.set(value)
            with w.when((change <= NEAR) | value.equals(0.0)):
                w.leave(tries)
            on_low = ((value > 0.0) & (f_a() > 0.0)) | ((value < 0.0) & (f_a() < 0.0))
            self._move(on_low, x, value, (a, f_a, f_b), stays, 1.0)
            self._move(~on_low, x, value, (b, f_b, f_a), stays, -1.0)
            count.set(count() + 1)
        is_root = abs(found()) <= SMALLER * w.larger(abs(ends[0]), abs(ends[1]))
        with w.when(is_root):
            row = self.record.beginning(self._row(self.found()))
            for i, number in enumerate(at(part())):
                row[i] = number
            self.found.set(self.found() + 1.0)
        return is_root

    def _move(
        self, here: Value, x: Value, value: Value, ends: tuple[Variable, ...], stays: Variable, side: float
    ) -> None:
        """Where it is to be, move an end, and halve the value at the other one if that stays again."""
        place, at_place, at_other = ends
        with self.writer.when(here):
            place.set(x)
            at_place.set(value)
            with self.writer.when(stays().equals(side)):
                at_other.set(at_other() * 0.5)
            stays.set(side)

    def _row(self, found: Value) -> Value:
        whole = self.writer.instruction(WHOLE, f"fptosi double {found.text} to i64")
        return whole * self.count + (NUMBERS + self.count * cost_of(self.method)[1])


class SectionLoop(Sections):
    """The text of the loop by steps of a method, which finds crossings; it asks for numbers of the state."""

    def __init__(self, graph: Schedule, method: Method, scaled: bool) -> None:
        super().__init__(graph, method, False, short=len(graph.outputs), scaled=scaled)


class TaylorSectionLoop(Sections, TaylorLoop):
    """The same by series."""

    def __init__(self, graph: Schedule, method: Method, scaled: bool) -> None:
        TaylorLoop.__init__(self, graph, method, False, scaled)


def section_loop(
    graph: Schedule, method: Method, scaled: bool, value: Schedule, rate: Schedule, direction: int
) -> Loop:
    """The text of the loop for a slope, a method, a function of states, and its rate of change in a direction."""
    loop = TaylorSectionLoop if isinstance(method, Expanding) else SectionLoop
    return loop(graph, method, scaled).watch(value, rate, direction)
