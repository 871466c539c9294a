"""Orbits moved together by machine code: one call goes on with every orbit of a chunk for some steps.

The loop of :mod:`scmpy.numerics.ode.loop` is called for one orbit after the other, inside code: the interpreter's lock
is released all the while, so threads run at once. Where it hands an orbit back, the driver takes the next step, or says
what is wrong.

Of a slope that decides there is such code for each way through its decisions that an orbit has taken. Where a decision
turns, an orbit ends on its way and takes that whose decisions hold there, in code as well; Python traces a way that has
no code yet. Which way an orbit takes depends on its own state alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Array, Value, Writer, written
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.compile.variants import Variant
from scmpy.numerics.ode.compiled import advancing
from scmpy.numerics.ode.driver import MOST_TURNS, SLIDING, TINY, Scale, Solution, Turn, most_steps
from scmpy.numerics.ode.loop import LENGTH, NUMBERS, STEPS_TAKEN, TIME, Status, cost_of, guards_hold
from scmpy.numerics.ode.methods.step import Expanding, Method
from scmpy.numerics.ode.motion import Motion, Way

MOST_WAYS = 256  # have code; orbits that take further ones are the driver's from there on, with the same bits
_NANOSECONDS = 20_000_000  # of a call, about
_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
_PROTOTYPE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _DOUBLE, _DOUBLE, _WHOLE, _WHOLE, _DOUBLE)

#: Further statuses: the orbit is to take a way; it ended too early; it is the driver's for good.
TO_START, GIVEN_UP, ALONE = -1, -2, -3

#: What an orbit that ends too early leaves: its number, time, state and the reason.
Lost = tuple[int, float, list[float], str]


class Place(IntEnum):
    """Places in the row of an orbit, after its numbers, rates and the state beyond a turn."""

    STATUS = 0
    SPENT = 1  # steps
    WAY = 2
    TURNS = 3  # close to each other
    TURNED = 4  # when it last went another way


def _beyond(size: int) -> int:
    """Where the state is, in the row of an orbit, by which it takes a way."""
    return NUMBERS + 2 * size


def _width(size: int) -> int:
    return _beyond(size) + size + len(Place)


def _advancing_all(graph: Schedule, method: Method, scaled: bool) -> str:
    """The text of a function that moves the orbits of a table that are on a way, or are to take it."""
    size = len(graph.outputs)
    given = graph.inputs if scaled else graph.inputs - size  # the scale comes after the parameters
    numbers = (DOUBLE, "end"), (DOUBLE, "tolerance"), (WHOLE, "budget"), (WHOLE, "count"), (DOUBLE, "way")
    w = Writer("advance_all", ["orbits", "parameters", *numbers])
    orbits, parameters, end, tolerance, budget, count, way = w.arguments
    with w.each(count) as i:
        orbit, own = orbits.beginning(i * _width(size)), parameters.beginning(i * given)
        places = orbit.beginning(_beyond(size) + size)
        with w.when(places[Place.STATUS].equals(TO_START)):
            _start(w, graph, orbit, own, way)
        with w.when(places[Place.STATUS].equals(float(Status.BUDGET_USED)) & places[Place.WAY].equals(way)):
            arguments = f"ptr {orbit.address}, ptr {own.address}, ptr null, double {end.text}, double {tolerance.text}"
            status = w.instruction(WHOLE, f"call i64 @advance({arguments}, i64 {budget.text})")
            places[Place.STATUS] = w.real(status)
            places[Place.SPENT] = places[Place.SPENT] + orbit[STEPS_TAKEN]
            if graph.guards:
                with w.when(status.equals(int(Status.TURNED))):
                    _turn(w, places, orbit[TIME])
    return advancing(graph, method, False, scaled, [(w, w.finished())])


def _start(w: Writer, graph: Schedule, orbit: Array, own: Array, way: Value) -> None:
    """Let an orbit take a way, if its decisions are those of the way."""
    size = len(graph.outputs)
    places = orbit.beginning(_beyond(size) + size)
    given = [own[k] for k in range(graph.inputs - size)]

    def take() -> None:
        state = [orbit[NUMBERS + k] for k in range(size)]
        for k, rate in enumerate(written(w, graph, [*state, *given])):
            orbit[NUMBERS + size + k] = rate
        places[Place.WAY] = way
        places[Place.STATUS] = float(Status.BUDGET_USED)

    if not graph.guards:
        take()
        return
    with w.when(guards_hold(w, graph, [*(orbit[_beyond(size) + k] for k in range(size)), *given])):
        take()


def _turn(w: Writer, places: Array, time: Value) -> None:
    """An orbit goes another way, unless both ways lead back, as the driver has it."""
    is_close = abs(time - places[Place.TURNED]) <= SLIDING * w.larger(abs(time), TINY)
    turns = w.chosen(is_close, places[Place.TURNS] + 1.0, 0.0)
    places[Place.TURNS], places[Place.TURNED] = turns, time
    with w.when(turns <= float(MOST_TURNS)):
        places[Place.STATUS] = float(TO_START)


class Code:
    """The machine code for a way and a method."""

    def __init__(self, variant: Variant, method: Method, scaled: bool) -> None:
        graph = variant.complete
        self.variant = variant
        key = "orbits", method.name, method.order, scaled, graph
        self.function = machine.loaded(key, "advance_all", _PROTOTYPE, lambda: _advancing_all(graph, method, scaled))
        self.step_cost = 2 * cost_of(method)[0] * len(graph.operations) + 100 * len(graph.outputs)


class Together:
    """The machine code that moves the orbits of motions that differ by parameters; the first way is given.

    ``alone`` makes the motion of an orbit, and ``solution`` the solution of a motion from a time and state, with a
    scale where the orbits are ``scaled``.

    Raises:  WrongTypeError if LLVM does not have a function of the slope
    """

    def __init__(
        self,
        first: Variant,
        method: Method,
        tolerance: float,
        solution: Callable[[Motion, float, list[float], Scale], Any],
        scaled: bool,
    ) -> None:
        self.method, self.tolerance, self.solution, self.scaled = method, tolerance, solution, scaled
        self.size = len(first.complete.outputs)
        self.ways = [Code(first, method, scaled)]

    def run(
        self,
        states: Any,
        parameters: Any,
        times: Sequence[float],
        alone: Callable[[int], Motion],
        stopped: Callable[[], bool],
    ) -> tuple[Any, list[Lost]]:
        """The states of all orbits at all times, and what is lost."""
        chunk = _Chunk(self, states, parameters, alone, times[-1])
        return chunk.run(times, stopped)

    def number(self, variant: Variant | None) -> int | None:
        """The number of a way, for which code is made; None where there is none."""
        if variant is None:
            return None
        for number, code in enumerate(self.ways):
            if code.variant is variant or code.variant.decisions == variant.decisions:
                return number
        if len(self.ways) >= MOST_WAYS and not isinstance(self.method, Expanding):
            return None
        try:
            self.ways.append(Code(variant, self.method, self.scaled))
        except WrongTypeError:  # a function that LLVM does not have
            return None
        return len(self.ways) - 1


class _Chunk:
    """The table of the orbits of a chunk: a row for each."""

    def __init__(
        self, together: Together, states: Any, parameters: Any, alone: Callable[[int], Motion], end: float
    ) -> None:
        import numpy

        self.together, self.alone = together, alone
        self.size = size = together.size
        self.numbers = slice(NUMBERS, NUMBERS + size)
        self.beyond = slice(_beyond(size), _beyond(size) + size)
        self.table = numpy.zeros((len(states), _width(size)))
        self.places = self.table[:, -len(Place) :]
        self.table[:, TIME] = states[:, 0]
        self.table[:, self.numbers] = self.table[:, self.beyond] = states
        self.places[:, Place.STATUS], self.places[:, Place.TURNED] = TO_START, -numpy.inf
        self.own = numpy.ascontiguousarray(parameters, dtype=float)
        if together.scaled:
            scales: Any = [alone(i).scale(y, end) for i, y in enumerate(states.tolist())]
            self.own = numpy.hstack([self.own.reshape(len(states), -1), scales])
        self.solutions: dict[int, Solution] = {}  # of orbits that are the driver's for good
        self.lost: list[Lost] = []

    def run(self, times: Sequence[float], stopped: Callable[[], bool]) -> tuple[Any, list[Lost]]:
        import numpy

        status = self.places[:, Place.STATUS]
        found = numpy.full((len(self.table), len(times), self.size), numpy.nan)
        for k, end in enumerate(times):
            status[status == Status.REACHED] = Status.BUDGET_USED
            while not stopped() and numpy.isin(status, (Status.BUDGET_USED, TO_START)).any():
                self._advance(end)
            for i in self.solutions:
                self._advance_alone(i, end, stopped)
            there = (status == Status.REACHED) | (status == ALONE) & (self.table[:, TIME] == end)
            found[there, k] = self.table[there, self.numbers]
        return found, self.lost

    def _advance(self, end: float) -> None:
        """Go on with all orbits for some steps."""
        import numpy

        together, status, spent = self.together, self.places[:, Place.STATUS], self.places[:, Place.SPENT]
        count, before, waited = len(self.table), self.table[:, TIME].copy(), status == TO_START
        for number, code in enumerate(together.ways):
            budget = max(1, _NANOSECONDS // (code.step_cost * count))
            addresses = self.table.ctypes.data, self.own.ctypes.data
            code.function.call(*addresses, end, together.tolerance, budget, count, float(number))
        over = (spent > (most_steps.value or numpy.inf)) & (status == Status.BUDGET_USED)
        for i in numpy.flatnonzero(over | (status > Status.BUDGET_USED)).tolist():
            self._guarded(i, self._step, end)
        waiting = numpy.flatnonzero(waited & (status == TO_START) & (self.table[:, TIME] == before)).tolist()
        if waiting:  # for a way that is none of these
            self._guarded(waiting[0], self._trace)

    def _guarded(self, i: int, act: Callable[..., None], *args: Any) -> None:
        """Do something with an orbit; it may end too early."""
        try:
            act(i, *args)
        except (ScmpyError, ArithmeticError, ValueError) as error:
            row = self.table[i]
            self.places[i, Place.STATUS] = GIVEN_UP
            at, when = getattr(error, "state", None), getattr(error, "time", None)
            y = row[self.numbers].tolist() if at is None else list(at)
            self.lost.append((i, float(row[TIME] if when is None else when), y, str(error)))

    def _trace(self, i: int) -> None:
        """Make the code of a way that an orbit is to take, which has none; without it, the orbit is the driver's."""
        motion = self.alone(i)
        variant = motion.compiled.variant(self.table[i, self.beyond].tolist())  # type: ignore[union-attr]
        count = len(self.together.ways)
        if self.together.number(variant) == count:
            return
        solution = self._solution(i, motion)
        solution._follow(Way(motion, variant))
        self.solutions[i] = solution
        self.places[i, Place.STATUS] = ALONE

    def _solution(self, i: int, motion: Motion) -> Solution:
        """The solution of an orbit, to be continued by the driver."""
        row, places = self.table[i], self.places[i]
        scale = self.own[i, -self.size :].tolist() if self.together.scaled else None
        solution: Solution = self.together.solution(motion, float(row[TIME]), row[self.numbers].tolist(), scale)
        solution.length, solution.spent = float(row[LENGTH]), int(places[Place.SPENT])
        solution.count = solution.spent  # at most: those of Python count for more
        solution.turns, solution.turned = int(places[Place.TURNS]), float(places[Place.TURNED])
        return solution

    def _step(self, i: int, end: float) -> None:
        """One step of an orbit by the driver; or where it slides, its error."""
        row, places, motion = self.table[i], self.places[i], self.alone(i)
        solution = self._solution(i, motion)
        way = self.together.ways[int(places[Place.WAY])].variant
        if way.decisions:
            solution._follow(Way(motion, way))
        if places[Place.STATUS] == Status.TURNED:
            solution.turns = MOST_TURNS
            solution.go_another_way(Turn(solution.turned, row[self.beyond].tolist()))
        solution._next(end)
        self._keep(i, solution)
        now: Any = solution.way
        number = places[Place.WAY] if not way.decisions else self.together.number(now.variant)
        places[Place.STATUS], places[Place.WAY] = Status.BUDGET_USED, number
        if number is None:
            self.solutions[i] = solution
            places[Place.STATUS] = ALONE

    def _keep(self, i: int, solution: Solution) -> None:
        row, places, size = self.table[i], self.places[i], self.size
        row[TIME], row[LENGTH], places[Place.SPENT] = solution.time, solution.length, solution.spent
        row[NUMBERS : NUMBERS + 2 * size] = [*solution.state, *solution.rates]
        places[Place.TURNS], places[Place.TURNED] = solution.turns, solution.turned

    def _advance_alone(self, i: int, end: float, stopped: Callable[[], bool]) -> None:
        """Go on with an orbit that is the driver's."""
        if self.places[i, Place.STATUS] == ALONE:
            self._guarded(i, self._steps, end, stopped)

    def _steps(self, i: int, end: float, stopped: Callable[[], bool]) -> None:
        solution = self.solutions[i]
        for _ in solution.to(end):
            if stopped():
                return
        self._keep(i, solution)
