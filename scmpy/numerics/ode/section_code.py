"""Crossings found by machine code: the loop of :mod:`scmpy.numerics.ode.section_loop`, called from Python."""

from __future__ import annotations

import math
from array import array
from typing import Any

from scmpy.numerics.compile.llvm import module
from scmpy.numerics.compile.machine import loaded
from scmpy.numerics.ode.compiled import PROTOTYPE, Compiled
from scmpy.numerics.ode.driver import Solution, Step
from scmpy.numerics.ode.events import DIRECTIONS, End, Finder
from scmpy.numerics.ode.loop import NUMBERS, Status
from scmpy.numerics.ode.methods.step import between
from scmpy.numerics.ode.record import Inside
from scmpy.numerics.ode.section_loop import section_loop

ROOM = 256  # for crossings in a record


class SectionCode:
    """The loop for the motion of a solution, whose code is given, and the event of a finder."""

    def __init__(self, compiled: Any, finder: Finder) -> None:
        self.compiled: Compiled = compiled
        value, rate = finder.watch.graphs  # type: ignore[misc]
        direction = DIRECTIONS[finder.event.direction]
        graph, method = compiled.graph, compiled.method
        key = "section", method.name, method.order, compiled.scaled, graph, value, rate, direction

        def text() -> str:
            return module(*section_loop(graph, method, compiled.scaled, value, rate, direction).functions())

        self.function = loaded(key, "advance", PROTOTYPE, text)
        self.record = array("d", bytes(8 * (compiled.row + compiled.count * ROOM)))

    def run(self, solution: Solution, finder: Finder) -> tuple[list[list[float]], Step | None, int]:
        """Move a solution along for some time: the numbers at the crossings, a step to look at, the steps taken."""
        n, last, count = self.compiled.count, finder.last, solution.count
        assert last is not None and last.rate is not None
        event = last.value, last.rate, 0.0, float(ROOM), 0.0
        given = self.function, solution, math.inf, self.compiled.budget, self.record, event
        status, (value, rate, found, _, look) = self.compiled.run(*given)
        taken = solution.count - count
        first = self.compiled.row
        rows = [self.record[i : i + n].tolist() for i in range(first, first + n * int(found), n)]
        end = End(value, rate, solution.rates)
        if status is Status.TURNED:
            end = finder.end(solution.time, solution.state, solution.slope)
        if not look:
            finder.go_on(end)
            return rows, None, taken
        row = self.record[:first]
        before, after = row[NUMBERS : NUMBERS + n].tolist(), row[NUMBERS + n : NUMBERS + 2 * n].tolist()
        polynomial = self.compiled.method.polynomial or between
        return rows, Step(row[0], before, row[1], after, Inside(row, n, polynomial)), taken


def has_section_code(solution: Solution, finder: Finder) -> bool:
    """Are a solution and an event continued by machine code?"""
    code = solution.code
    return isinstance(code, Compiled) and code.method.polynomial is not None and finder.watch.graphs is not None
