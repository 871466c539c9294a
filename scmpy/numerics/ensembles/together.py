"""Orbits moved together by machine code: one call goes on with every orbit of a chunk for some steps.

The loop of :mod:`scmpy.numerics.ode.loop` is called for one orbit after the other, inside code: the interpreter's lock
is released all the while, so threads run at once. Where it hands an orbit back, the driver takes the next step, or says
what is wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Writer, written
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.ode.compiled import advancing
from scmpy.numerics.ode.driver import Solution, most_steps
from scmpy.numerics.ode.loop import LENGTH, NUMBERS, STEPS_TAKEN, TIME, Status, cost_of
from scmpy.numerics.ode.methods.step import Method

_NANOSECONDS = 20_000_000  # of a call, about
_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
_PROTOTYPE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _DOUBLE, _DOUBLE, _WHOLE, _WHOLE)

GIVEN_UP = -1.0  # as status: the orbit ended too early

#: What an orbit that ends too early leaves: its number, time, state and the reason.
Lost = tuple[int, float, list[float], str]


def _advancing_all(graph: Schedule, method: Method) -> str:
    """The text of a function that moves all orbits of a table whose status is that their budget was used."""
    size = len(graph.outputs)
    given = graph.inputs - size
    w = Writer(
        "advance_all",
        ["orbits", "parameters", (DOUBLE, "end"), (DOUBLE, "tolerance"), (WHOLE, "budget"), (WHOLE, "count")],
    )
    orbits, parameters, end, tolerance, budget, count = w.arguments
    status = NUMBERS + 2 * size
    with w.each(count) as i:
        orbit, own = orbits.beginning(i * (status + 2)), parameters.beginning(i * given)
        with w.when(orbit[status].equals(float(Status.BUDGET_USED))):
            with w.when(orbit[LENGTH].equals(0.0)):
                y = [orbit[NUMBERS + k] for k in range(size)]
                for k, rate in enumerate(written(w, graph, [*y, *(own[k] for k in range(given))])):
                    orbit[NUMBERS + size + k] = rate
            arguments = f"ptr {orbit.address}, ptr {own.address}, ptr null, double {end.text}, double {tolerance.text}"
            found = w.instruction(WHOLE, f"call i64 @advance({arguments}, i64 {budget.text})")
            orbit[status] = w.real(found)
            orbit[status + 1] = orbit[status + 1] + orbit[STEPS_TAKEN]
    return advancing(graph, method, False, [(w, w.finished())])


class Together:
    """The machine code for a slope and a method."""

    def __init__(self, graph: Schedule, method: Method, tolerance: float) -> None:
        self.graph, self.method, self.tolerance = graph, method, tolerance
        self.size = len(graph.outputs)
        key = "orbits", method.name, method.order, graph
        self.function = machine.loaded(key, "advance_all", _PROTOTYPE, lambda: _advancing_all(graph, method))
        self.step_cost = 2 * cost_of(method)[0] * len(graph.operations) + 100 * self.size

    def run(
        self,
        states: Any,
        parameters: Any,
        times: Sequence[float],
        started: Callable[[int, float, list[float]], Solution],
        stopped: Callable[[], bool],
    ) -> tuple[Any, list[Lost]]:
        """The states of all orbits at all times, and what is lost; ``started`` makes a solution of an orbit."""
        import numpy

        count, size, status = len(states), self.size, NUMBERS + 2 * self.size
        table = numpy.zeros((count, status + 2))
        table[:, TIME], table[:, NUMBERS : NUMBERS + size] = states[:, 0], states
        own = numpy.ascontiguousarray(parameters, dtype=float)
        budget = max(1, _NANOSECONDS // (self.step_cost * count))
        found = numpy.full((count, len(times), size), numpy.nan)
        lost: list[Lost] = []
        for k, end in enumerate(times):
            table[:, status] = numpy.where(table[:, status] == GIVEN_UP, GIVEN_UP, float(Status.BUDGET_USED))
            while not stopped():
                self.function.call(table.ctypes.data, own.ctypes.data, end, self.tolerance, budget, count)
                over = table[:, status + 1] > (most_steps.value or numpy.inf)
                for i in numpy.flatnonzero(over | (table[:, status] > Status.BUDGET_USED)):
                    self._by_driver(table, int(i), end, started, lost)
                if not (table[:, status] == Status.BUDGET_USED).any():
                    break
            reached = table[:, status] == Status.REACHED
            found[reached, k] = table[reached, NUMBERS : NUMBERS + size]
        return found, lost

    def _by_driver(
        self, table: Any, i: int, end: float, started: Callable[[int, float, list[float]], Solution], lost: list[Lost]
    ) -> None:
        """One step of an orbit by the driver."""
        row, size = table[i], self.size
        if row[-2] == GIVEN_UP:
            return
        y = row[NUMBERS : NUMBERS + size].tolist()
        try:
            solution = started(i, float(row[TIME]), y)
            solution.length, solution.spent = float(row[LENGTH]), int(row[-1])
            solution._next(end)
        except (ScmpyError, ArithmeticError, ValueError) as error:
            row[-2] = GIVEN_UP
            lost.append((i, float(row[TIME]), y, str(error)))
            return
        row[TIME], row[LENGTH], row[-1] = solution.time, solution.length, solution.spent
        row[NUMBERS : NUMBERS + 2 * size] = [*solution.state, *solution.rates]
        row[-2] = float(Status.BUDGET_USED)
