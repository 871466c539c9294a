"""Stops at equal distances of time as machine code: the loop of :mod:`scmpy.numerics.ode.loop`, which records the
states at them and goes on.

The orbit has further places: the time of the first state, the distance between stops, the number of the next one, and
that behind the last one. The record has a row of numbers for each stop that is made. Beyond the end there are no stops:
they are at it. A motion that is put back goes on from its first time, with an angle between -pi and pi if one is told;
its stops are at the end.
"""

from __future__ import annotations

import math

from scmpy.numerics.compile.llvm import WHOLE, Array, Value
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.loop import Loop, Status, numbers_in
from scmpy.numerics.ode.methods.step import Expanding, Method
from scmpy.numerics.ode.taylor_loop import TaylorLoop


class Stops(Loop):
    """The part of the text that records states at stops."""

    def watched(self) -> Stops:
        """The same with its further places."""
        first = numbers_in(self.graph)
        self.kept = [self.writer.variable(self.orbit[first + i]) for i in range(4)]
        self.first, self.pace, self.number, self.beyond_last = self.kept
        self.made = self.writer.variable(0, WHOLE)
        return self

    @property
    def end(self) -> Value:
        w = self.writer
        manner, w.manner = w.manner, ""  # as Python rounds
        stop = self.first() + self.number() * self.pace()
        found = w.chosen((self.final - stop) * self.pace() < 0.0, self.final, stop)
        w.manner = manner
        return found

    def _arrived(self) -> None:
        w = self.writer
        with w.loop() as stops:
            row = self.record.beginning(self.made() * self.count)
            self.layout.store(self.state(), row)
            self.made.set(self.made() + 1)
            self.number.set(self.number() + 1.0)
            self._go_on(row)
            with w.when(self.number() >= self.beyond_last()):
                self._end(Status.RECORD_FULL)
            with w.when(~self.time().equals(self.end)):
                w.leave(stops)

    def _go_on(self, row: Array) -> None:
        """What is done at a stop, whose state is recorded."""


class TaylorStops(Stops, TaylorLoop):
    """The same by series."""


class Periods(Stops):
    """The part of the text that puts the motion back."""

    angle: int | None = None

    @property
    def end(self) -> Value:
        return self.final

    def _go_on(self, row: Array) -> None:
        w, t = self.writer, self.first()
        row[0] = t
        if self.angle is not None:
            turns = w.call("llvm.floor", (row[self.angle] + math.pi) / math.tau)
            row[self.angle] = row[self.angle] - math.tau * turns
        self.time.set(t)
        self.state.set(self.layout.loaded(row))
        self.rates.set(self.slope(t, self.state()))


def stops_loop(graph: Schedule, method: Method, scaled: bool) -> Loop:
    """The text of the loop that stops."""
    loop = TaylorStops if isinstance(method, Expanding) else Stops
    return loop(graph, method, False, scaled=scaled).watched()


def periods_loop(graph: Schedule, method: Method, angle: int | None) -> Loop:
    """The text of the loop that is put back at each stop, by steps of a method, not by series, and without a scale."""
    loop = Periods(graph, method, False)
    loop.angle = angle
    return loop.watched()
