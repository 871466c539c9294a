"""The states of a motion at equal distances of time, and those once a period: by machine code where there is some."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scmpy.numerics.ode.driver import Solution
from scmpy.numerics.ode.methods.step import Expanding, State

if TYPE_CHECKING:
    from scmpy.numerics.compile.machine import Loaded
    from scmpy.numerics.ode.compiled import Compiled

ROOM = 256  # stops in a record
COUNTED = 1 << 16  # steps, of a motion that is looked at once a period


def states_at_stops(solution: Solution, pace: float, end: float, count: int) -> Iterator[tuple[float, State]]:
    """The times and states after one pace, after two, ... and so many of them, none beyond an end."""
    first, number = solution.time, 1
    while number <= count:
        for y in _at_stops(solution, (first, pace, float(number), count + 1.0), end):
            yield _stop(first, pace, number, end), y
            number += 1
        if number <= count:
            time = _stop(first, pace, number, end)
            yield time, solution.advance(time)
            number += 1


def _stop(first: float, pace: float, number: int, end: float) -> float:
    time = first + number * pace
    return end if (end - time) * pace < 0 else time


def _at_stops(solution: Solution, stops: tuple[float, float, float, float], end: float) -> Sequence[State]:
    """Some of the states at stops that machine code leads to; none where it is the driver's turn."""
    code = _code(solution)
    if code is None or solution.stop(end) != end:
        return ()
    from scmpy.numerics.compile.llvm import module
    from scmpy.numerics.ode.stops_loop import stops_loop

    function = code.function("stops", lambda: module(*stops_loop(code.graph, code.method, code.scaled).functions()))
    return () if function is None else _rows(code, function, solution, stops, end)


def once_a_period(solution: Solution, start: float, end: float, count: int, angle: int | None) -> Sequence[State]:
    """The states at some of so many ends of periods, each with its time put back to the start, an angle in [-pi, pi).

    The solution is then on its way from the last of them; there are none where it is the driver's turn.
    """
    code = _code(solution)
    if code is None or code.graph.guards or code.scaled or isinstance(code.method, Expanding):
        return ()
    from scmpy.numerics.compile.llvm import module
    from scmpy.numerics.ode.stops_loop import periods_loop

    kind = "periods", angle
    function = code.function(kind, lambda: module(*periods_loop(code.graph, code.method, angle).functions()))
    rows = _rows(code, function, solution, (start, 0.0, 0.0, float(count)), end) if function else ()
    if rows:
        solution.spent, solution.count = 0, solution.count % COUNTED
    return rows


def _code(solution: Solution) -> Compiled | None:
    """The machine code of a solution, if the next step is one for it."""
    from scmpy.numerics.ode.compiled import Compiled

    code = solution.code
    return code if isinstance(code, Compiled) and code.patience <= 0 else None


def _rows(
    code: Compiled, function: Loaded, solution: Solution, stops: tuple[float, float, float, float], end: float
) -> list[State]:
    """The numbers at the stops that one call of the code makes, of those from a number up to another one."""
    first, pace, number, past = stops
    n, past = code.count, min(past, number + ROOM)
    record = array("d", bytes(int(8 * n * (past - number))))
    further = code.run(function, solution, end, code.budget, record, (first, pace, number, past))[1]
    return [record[i : i + n].tolist() for i in range(0, n * int(further[2] - number), n)]
