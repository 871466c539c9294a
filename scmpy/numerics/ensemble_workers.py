"""Chunks, orbits moved together by code."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from scmpy.errors import DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.elementary import RECORDS
from scmpy.generic.settings import items, setting
from scmpy.generic.types import TreeNode, nested_leaves, nested_map, tree_leaves, tree_structure, tree_unflatten
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.codegen import Variant, as_tuples, decisions_by_first, driven_parts
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.numerics.compile.llvm import DOUBLE, LANES, WHOLE, Array, Operand_, Value, Variable, Writer, written
from scmpy.numerics.ode.ivp import LARGE, SMALL, InitialValueProblem, Way, is_far_from_one, real
from scmpy.numerics.ode.llvm_loop import (
    INLINE,
    LENGTH,
    NUMBERS,
    SHORT,
    STEPS_TAKEN,
    TIME,
    Registers,
    Status,
    cost_of,
    guards_hold,
    longest,
)
from scmpy.numerics.ode.llvm_steps import advancing
from scmpy.numerics.ode.methods import Controlled, Expanding, Method
from scmpy.numerics.ode.solvers import method_named
from scmpy.numerics.ode.step_control import (
    MOST_TURNS,
    Integrator,
    Scale,
    Switching,
    error_norm,
    is_too_short,
    leads_to_end,
    length_factor,
    most_steps,
    turns_so_far,
)
from scmpy.numerics.ode.taylor import TaylorSolution, fitted
from scmpy.pickling import Portable
from scmpy.registry import numpy
from scmpy.structure.tuples import Structure
from scmpy.symbolic.real_numbers import is_real_number

# --- together --------------------------------------------------------------------------------------------------------
# Orbits moved together by machine code: one call goes on with every orbit of a chunk for some steps.
#
# The loop of :mod:`scmpy.numerics.ode.llvm_loop` is called for one orbit after the other, inside code: the
# interpreter's lock is released all the while, so threads run at once. Where it hands an orbit back, the driver takes
# the next step, or says what is wrong.
#
# Of a slope that decides there is such code for each way through its decisions that an orbit has taken. Where a
# decision turns, an orbit ends on its way and takes that whose decisions hold there, in code as well; Python traces a
# way that has no code yet. Which way an orbit takes depends on its own state alone.

MOST_WAYS = 256  # have code; orbits that take further ones are the driver's from there on, with the same bits
_NANOSECONDS = 20_000_000  # of a call, about
_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
_PROTOTYPE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _DOUBLE, _DOUBLE, _WHOLE, _WHOLE, _DOUBLE)

#: Further statuses: the orbit is to take a way; it ended too early; it is the driver's for good.
TO_START, GIVEN_UP, ALONE = -1, -2, -3

#: What an orbit that ends too early leaves: its number, time, state and the reason.
Lost = tuple[int, float, list[float], str]


def _lost(i: int, error: Exception, time: float, state: list[float]) -> Lost:
    at, when = getattr(error, "state", None), getattr(error, "time", None)
    return i, time if when is None else when, state if at is None else list(at), str(error)


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


class _Advancing:
    """The function that moves the orbits of a table that are on a way, or are to take it, while it is written.

    Many are moved at once: there is a row of lanes for each place of an orbit, and for what it is given. Before an
    orbit comes into a lane, and after it has left one, at the end or where something is wrong, it takes a step by
    itself, which finds the first length, or says what it is.
    """

    def __init__(self, graph: StraightLineProgram, method: Method, scaled: bool) -> None:
        numbers = (DOUBLE, "end"), (DOUBLE, "tolerance"), (WHOLE, "budget"), (WHOLE, "count"), (DOUBLE, "way")
        self.writer = w = Writer("advance_all", ["orbits", "parameters", *numbers])
        self.orbits, self.parameters, self.end, self.tolerance, self.budget, self.count, self.way = w.arguments
        self.graph, self.method, self.scaled, self.size = graph, method, scaled, len(graph.outputs)
        self.given = graph.inputs - (0 if scaled else self.size)  # the scale comes after the parameters
        self.tried, self.number, self.leaving = (_beyond(self.size) + self.given + k for k in range(3))
        self.lanes = w.array((self.leaving + 1) * LANES)

    def text(self, at_once: bool) -> str:
        w = self.writer
        with w.each(self.count) as i:
            self._start(i)
            if not at_once:
                self._advance(i, self.budget)
        if at_once:
            self._advance_at_once()
        return advancing(self.graph, self.method, False, self.scaled, [(w, w.finished())])

    def _rows(self, i: Value) -> tuple[Array, Array, Array]:
        """The row of an orbit, of what it is given, and the places at the end of the first."""
        orbit = self.orbits.beginning(i * _width(self.size))
        return orbit, self.parameters.beginning(i * self.given), orbit.beginning(_beyond(self.size) + self.size)

    def _start(self, i: Value) -> None:
        w, graph, (orbit, own, places) = self.writer, self.graph, self._rows(i)
        given = [own[k] for k in range(graph.inputs - self.size)]
        takes = places[Place.STATUS].equals(TO_START)
        if graph.guards:
            beyond = [orbit[_beyond(self.size) + k] for k in range(self.size)]
            takes = takes & guards_hold(w, graph, [*beyond, *given])
        with w.when(takes):
            state = [orbit[NUMBERS + k] for k in range(self.size)]
            for k, rate in enumerate(written(w, graph, [*state, *given])):
                orbit[NUMBERS + self.size + k] = rate
            places[Place.WAY] = self.way
            places[Place.STATUS] = float(Status.BUDGET_USED)

    def _can_advance(self, i: Value) -> Value:
        _, _, places = self._rows(i)
        return places[Place.STATUS].equals(float(Status.BUDGET_USED)) & places[Place.WAY].equals(self.way)

    def _advance(self, i: Value, budget: Operand_) -> None:
        w, (orbit, own, places) = self.writer, self._rows(i)
        with w.when(self._can_advance(i)):
            given = f"double {self.end.text}, double {self.tolerance.text}, i64 {w.text(budget, WHOLE)}"
            status = w.instruction(
                WHOLE, f"call i64 @advance(ptr {orbit.address}, ptr {own.address}, ptr null, {given})"
            )
            places[Place.STATUS] = w.real(status)
            places[Place.SPENT] = places[Place.SPENT] + orbit[STEPS_TAKEN]
            if self.graph.guards:
                with w.when(status.equals(int(Status.TURNED))):
                    turns = turns_so_far(places[Place.TURNS], orbit[TIME], places[Place.TURNED], w, abs(orbit[LENGTH]))
                    places[Place.TURNS], places[Place.TURNED] = turns, orbit[TIME]
                    with w.when(turns <= float(MOST_TURNS)):
                        places[Place.STATUS] = float(TO_START)

    def _row(self, k: int) -> Value:
        return self.lanes.lanes(k * LANES)

    def _advance_at_once(self) -> None:
        w = self.writer
        left, following = w.variable(self.budget * self.count, WHOLE), w.variable(0, WHOLE)
        self.lanes.set_lanes(self.number * LANES, -1.0)
        self.lanes.set_lanes(self.leaving * LANES, 1.0)
        with w.loop() as moving:
            some = w.any(self._row(self.leaving) > 0.0)
            with w.when(some), w.each(LANES) as j, w.when(self.lanes[j + self.leaving * LANES] > 0.0):
                self._relieve(j, following)
            with w.when(~w.any(self._row(self.number) >= 0.0) | (left() <= 0)):
                w.leave(moving)
            self._step()
            left.set(left() - 1)
        with w.each(LANES) as j:
            self._give_back(j)

    def _give_back(self, j: Value) -> Variable:
        w = self.writer
        number = w.variable(
            w.instruction(WHOLE, f"fptosi double {self.lanes[j + self.number * LANES].text} to i64"), WHOLE
        )
        with w.when(number() >= 0):
            orbit, _, places = self._rows(number())
            for k in range(_beyond(self.size)):
                orbit[k] = self.lanes[j + k * LANES]
            places[Place.SPENT] = places[Place.SPENT] + orbit[STEPS_TAKEN]
        return number

    def _relieve(self, j: Value, following: Variable) -> None:
        """Into a lane comes its own orbit, after a step by itself, or the next one that can advance; or none."""
        w, number = self.writer, self._give_back(j)
        with w.loop() as search:
            with w.when(number() >= 0):
                self._advance(number(), 1)
                with w.when(self._can_advance(number())):
                    orbit, own, _ = self._rows(number())
                    tried = w.call("llvm.copysign", orbit[LENGTH], self.end - orbit[TIME])
                    places = [orbit[k] for k in range(_beyond(self.size))] + [own[k] for k in range(self.given)]
                    for k, x in enumerate([*places, tried, w.real(number())]):
                        self.lanes[j + k * LANES] = 0.0 if k == STEPS_TAKEN else x
                    w.leave(search)
            number.set(following())
            following.set(following() + 1)
            with w.when(number() >= self.count):
                self.lanes[j + self.number * LANES] = -1.0
                w.leave(search)

    def _step(self) -> None:
        w, n, method, rows = self.writer, self.size, self.method, list(map(self._row, range(self.leaving)))
        end, tolerance = w.everywhere(self.end), w.everywhere(self.tolerance)
        (t, length, steps, *y), f = rows[: NUMBERS + n], rows[NUMBERS + n : _beyond(n)]
        layout = Registers(w, self.graph, self.parameters, 1)
        layout.given = rows[_beyond(n) : _beyond(n) + self.graph.inputs - n]
        scale = rows[self.tried - n : self.tried] if self.scaled else [1] * n
        rest, h = end - t, rows[self.tried]
        last = leads_to_end(h, rest)
        h = w.chosen(last, rest, h)
        [taken] = method.tries(layout.slope, t, y, f, h)
        after = layout.slope(t + h, taken.state)
        error = method.error(h, [error_norm(e, y, taken.state, tolerance, scale, n, layout) for e in taken.errors])
        totals = (layout.total([0.0 * x for x in state]) for state in (taken.state, after))
        goes = w.all_finite([error, *totals]) & (last | ~is_too_short(h, t, rest, w))
        is_taken, factor = goes & (error <= 1.0), length_factor(error, method.powers[0], w)
        following = w.larger(abs(h) * factor, w.chosen(last, length, 0.0))
        for k, x in enumerate([w.chosen(last, end, t + h), following, steps + 1.0, *taken.state, *after]):
            self.lanes.set_lanes(k * LANES, w.chosen(is_taken, x, rows[k]))
        tried = w.chosen(is_taken, w.call("llvm.copysign", following, rest), h * w.smaller(factor, 0.9))
        self.lanes.set_lanes(self.tried * LANES, tried)
        leaves = (rows[self.number] >= 0.0) & (~goes | self._row(TIME).equals(end))
        self.lanes.set_lanes(self.leaving * LANES, w.chosen(leaves, 1.0, 0.0))


def _may_be_at_once(graph: StraightLineProgram, method: Method) -> bool:
    is_plain = len(method.powers) == 1 and method.slopes is None and not isinstance(method, Controlled)
    is_short = len(graph.outputs) <= SHORT and cost_of(method)[0] * len(graph.operations) <= INLINE
    in_lanes = all(x.name not in RECORDS or "llvm." in str(RECORDS[x.name].code.llvm) for x in graph.operations)
    return is_plain and is_short and in_lanes and not graph.guards


class Code:
    def __init__(self, variant: Variant, method: Method, scaled: bool, at_once: bool) -> None:
        graph = variant.complete
        self.variant = variant
        at_once = at_once and _may_be_at_once(graph, method)
        key = "orbits", method.name, method.order, scaled, at_once, graph
        write = lambda: _Advancing(graph, method, scaled).text(at_once)  # noqa: E731
        self.function = machine.loaded(key, "advance_all", _PROTOTYPE, write)
        self.step_cost = 2 * cost_of(method)[0] * len(graph.operations) + 100 * len(graph.outputs)


class BatchIntegrator:
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
        solution: Callable[[InitialValueProblem, float, list[float], Scale], Any],
        scaled: bool,
        at_once: bool,
    ) -> None:
        self.method, self.tolerance, self.solution, self.scaled = method, tolerance, solution, scaled
        self.size = len(first.complete.outputs)
        self.ways = [Code(first, method, scaled, at_once)]

    def number(self, variant: Variant | None) -> int | None:
        if variant is None:
            return None
        for number, code in enumerate(self.ways):
            if code.variant is variant or code.variant.decisions == variant.decisions:
                return number
        if len(self.ways) >= MOST_WAYS and not isinstance(self.method, Expanding):
            return None
        try:
            self.ways.append(Code(variant, self.method, self.scaled, False))
        except WrongTypeError:  # a function that LLVM does not have
            return None
        return len(self.ways) - 1


class _Chunk:
    def __init__(
        self,
        together: BatchIntegrator,
        states: Any,
        parameters: Any,
        alone: Callable[[int], InitialValueProblem],
        end: float,
    ) -> None:
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
            scales: Any = [alone(i).scale(y, end) or [1.0] * size for i, y in enumerate(states.tolist())]
            self.own = numpy.hstack([self.own.reshape(len(states), -1), scales])
        self.solutions: dict[int, Integrator] = {}  # of orbits that are the driver's for good
        self.lost: list[Lost] = []

    def run(self, times: Sequence[float], stopped: Callable[[], bool]) -> tuple[Any, list[Lost]]:
        status = self.places[:, Place.STATUS]
        found = numpy.full((len(self.table), len(times), self.size), numpy.nan)
        for k, end in enumerate(times):
            status[status == Status.REACHED] = Status.BUDGET_USED
            while not stopped() and ((status == Status.BUDGET_USED) | (status == TO_START)).any():
                self._advance(end)
            for i in self.solutions:
                if self.places[i, Place.STATUS] == ALONE:
                    self._guarded(i, self._steps, end, stopped)
            there = (status == Status.REACHED) | (status == ALONE) & (self.table[:, TIME] == end)
            found[there, k] = self.table[there, self.numbers]
        return found, self.lost

    def _advance(self, end: float) -> None:
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
        try:
            act(i, *args)
        except (ScmpyError, ArithmeticError, ValueError) as error:
            row = self.table[i]
            self.places[i, Place.STATUS] = GIVEN_UP
            self.lost.append(_lost(i, error, float(row[TIME]), row[self.numbers].tolist()))

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

    def _solution(self, i: int, motion: InitialValueProblem) -> Integrator:
        row, places = self.table[i], self.places[i]
        scale = self.own[i, -self.size :].tolist() if self.together.scaled else None
        solution: Integrator = self.together.solution(motion, float(row[TIME]), row[self.numbers].tolist(), scale)
        solution.length, solution.spent = float(row[LENGTH]), int(places[Place.SPENT])
        solution.count = solution.spent  # at most: those of Python count for more
        solution.turns, solution.turned = int(places[Place.TURNS]), float(places[Place.TURNED])
        return solution

    def _step(self, i: int, end: float) -> None:
        row, places, motion = self.table[i], self.places[i], self.alone(i)
        solution = self._solution(i, motion)
        way = self.together.ways[int(places[Place.WAY])].variant
        if way.decisions:
            solution._follow(Way(motion, way))
        if places[Place.STATUS] == Status.TURNED:
            solution.turns = MOST_TURNS
            solution.go_another_way(Switching(solution.turned, row[self.beyond].tolist()))
        solution._next(end)
        self._keep(i, solution)
        now: Any = solution.way
        number = places[Place.WAY] if not way.decisions else self.together.number(now.variant)
        places[Place.STATUS], places[Place.WAY] = Status.BUDGET_USED, number
        if number is None:
            self.solutions[i] = solution
            places[Place.STATUS] = ALONE

    def _keep(self, i: int, solution: Integrator) -> None:
        row, places, size = self.table[i], self.places[i], self.size
        row[TIME], row[LENGTH], places[Place.SPENT] = solution.time, solution.length, solution.spent
        row[NUMBERS : NUMBERS + 2 * size] = [*solution.state, *solution.rates]
        places[Place.TURNS], places[Place.TURNED] = solution.turns, solution.turned

    def _steps(self, i: int, end: float, stopped: Callable[[], bool]) -> None:
        solution = self.solutions[i]
        for _ in solution.to(end):
            if stopped():
                return
        self._keep(i, solution)


# --- orbits ----------------------------------------------------------------------------------------------------------
# The orbits of an ensemble: their first states and parameters, as tables with a row for each.


class Orbits:
    """First states and parameters: what is an array differs from orbit to orbit, all else is shared."""

    def __init__(self, states: Any, parameters: Any) -> None:
        self.place = _together(states)
        if not isinstance(self.place, Structure) or not len(self.place) or isinstance(self.place[0], Structure):
            raise StructureError(f"ensemble expects states, up(t, q, ...) of arrays, got {describe(states)}")
        if parameters is not None and not isinstance(parameters, (tuple, list)):
            raise WrongTypeError(f"ensemble expects a list of parameters, got {describe(parameters)}")
        self.parameters = None if parameters is None else tuple(parameters)
        numbers = tree_leaves(self.place)
        varied = list(filter(_varies, nested_leaves(self.parameters or ())))
        self.parameters = nested_map(lambda x: x[:0] if is_array(x) else x, self.parameters)
        try:
            self.shape = numpy.broadcast_shapes(*(x.shape for x in (*numbers, *varied) if is_array(x)))
        except ValueError as error:
            raise StructureError(f"ensemble: the arrays have shapes that do not fit: {error}") from None
        self.states = self._table(numbers, "a component of the states")
        self.values = self._table(varied, "a parameter")
        self.count = len(self.states)
        largest = abs(self.states[:, 1:]).max(axis=1, initial=0.0)  #: are some of them far from 1?
        self.are_far = bool(((largest != 0) & ~((largest >= SMALL) & (largest <= LARGE))).any())
        if not self.count:
            raise DomainError("ensemble expects some orbits, got none")

    def example(self, i: int) -> Structure:
        return state_from(self.place, self.states[i].tolist())

    def _table(self, columns: Sequence[Any], what: str) -> Any:
        table = numpy.empty((*self.shape, len(columns)))
        for i, column in enumerate(columns):
            if is_array(column):
                if column.dtype.kind not in "fiu":
                    raise WrongTypeError(f"ensemble expects arrays of real numbers, {what} is {describe(column)}")
                table[..., i] = column
            else:
                table[..., i] = real(column, "ensemble", what)
        if not numpy.isfinite(table).all():
            raise DomainError(f"ensemble expects finite numbers, {what} is not")
        return table.reshape(math.prod(self.shape), len(columns))


def _together(states: Any) -> Any:
    rows = () if isinstance(states, (TreeNode, str)) or is_array(states) else states
    rows = items(rows, "ensemble") if isinstance(rows, Iterable) else ()
    listed = [as_tuples(list(row) if isinstance(row, tuple) else row) for row in rows]
    if not listed or not all(isinstance(state, Structure) for state in listed):
        return as_tuples(states)
    if len(set(map(tree_structure, listed))) > 1:
        raise StructureError("ensemble expects states that are shaped alike")
    numbers = [[real(x, "ensemble", "a component of a state") for x in tree_leaves(state)] for state in listed]
    return tree_unflatten(map(as_batch, numpy.array(numbers).T), listed[0])


def state_from(place: Structure, row: Sequence[float]) -> Structure:
    return tree_unflatten(iter(row), place)  # type: ignore[no-any-return]


def parameters_from(parameters: Any, row: Iterator[float]) -> Any:
    """The parameters of an orbit: a shared number stays what it is, an element of an array is a float."""

    def own(x: Any) -> Any:
        number = next(row) if _varies(x) else None
        return number if is_array(x) else x

    return nested_map(own, parameters)


def _varies(x: Any) -> bool:
    """Is this an array, or a number, which may be one for each orbit?"""
    return is_array(x) or is_real_number(x)


# --- chunks ----------------------------------------------------------------------------------------------------------
# Chunks of an ensemble: what is sent to a worker, and what comes back.
#
# What an orbit does depends on nothing but its own state and parameters, so results are the same to the last bit
# however many workers there are. The derivative is compiled once in each process, from the same example.


class Chunk(NamedTuple):
    """The states of the orbits of a chunk at all times, by orbit, time and number; and the orbits that ended early."""

    found: Any
    lost: list[Lost]


@dataclass
class Job(Portable):
    make: Any
    place: Structure
    parameters: tuple[Any, ...] | None
    example: tuple[Sequence[float], Sequence[float]]
    times: list[float]
    method: str
    tolerance: float
    step: float | None
    target: str
    identity: str
    at_once: bool  # are several moved at once?
    are_far: bool

    def motion(self, numbers: Sequence[float]) -> InitialValueProblem:
        own = None if self.parameters is None else parameters_from(self.parameters, iter(numbers))
        return InitialValueProblem(self.make, "ensemble", own)


class Worker:
    def __init__(self, job: Job) -> None:
        self.job = job
        method = method_named(job.method, "ensemble")
        self.method = fitted(method, job.tolerance) if isinstance(method, Expanding) else method
        state, numbers = job.example
        self.motion = job.motion(numbers)
        with setting(ode_target=job.target):
            self.motion.prepare(state_from(job.place, state))
        self.together = cache(self._together)

    def _together(self, scaled: bool) -> BatchIntegrator | None:
        job, motion, compiled = self.job, self.motion, self.motion.compiled
        controlled = isinstance(self.method, Controlled) and not isinstance(self.method, Expanding)
        direct = self.method.powers and not controlled and not self.method.implicit and job.target != "python"
        if not direct or not machine.is_available() or compiled is None or motion.numbers != list(job.example[1]):
            return None
        if len(job.example[0]) > longest(self.method) or (compiled.schedule.guards and self.method.polynomial is None):
            return None
        try:
            known = compiled.variants.known[0]
            count = len(motion.numbers)
            if decisions_by_first(known, (0.0,) * count, False) or driven_parts(known, count):
                return None  # the driver ends steps where these turn, and about narrow features
            return BatchIntegrator(known, self.method, job.tolerance, self._solution, scaled, job.at_once)
        except WrongTypeError:  # a function that LLVM does not have
            return None

    def _solution(self, motion: InitialValueProblem, t: float, y: list[float], scale: Scale) -> Integrator:
        if isinstance(self.method, Expanding):
            return TaylorSolution(motion, t, y, self.job.tolerance, self.method, scale)
        if motion.graph is not None:
            return Integrator(motion.slope, t, y, self.job.tolerance, self.method, scale=scale)
        return Integrator(None, t, y, self.job.tolerance, self.method, ways=motion, scale=scale)

    def run(self, states: Any, parameters: Any, stopped: Callable[[], bool]) -> Chunk:
        together = self.together(self.motion.has_units or self.job.are_far)
        if together is None:
            return self._one_by_one(states, parameters, stopped)

        def alone(i: int) -> InitialValueProblem:
            return self._alone(states[i], parameters[i])

        moving = _Chunk(together, states, parameters, alone, self.job.times[-1])
        chunk = Chunk(*moving.run(self.job.times, stopped))
        self._check(chunk, parameters)
        return chunk

    def _alone(self, state: Any, numbers: Any) -> InitialValueProblem:
        motion = self.job.motion(numbers.tolist())
        motion.code = self.motion.code.with_parameters(motion.parameters) or motion.code
        motion.scaled = is_far_from_one(state)
        return motion

    def _one_by_one(self, states: Any, parameters: Any, stopped: Callable[[], bool]) -> Chunk:
        found = numpy.full((len(states), len(self.job.times), states.shape[1]), numpy.nan)
        lost: list[Lost] = []
        for i, row in enumerate(states):
            y, t = row.tolist(), float(row[0])
            try:
                with setting(ode_target=self.job.target):
                    start, end = state_from(self.job.place, y), self.job.times[-1]
                    how = self.job.tolerance, self.job.method, self.job.step
                    solution = self._alone(row, parameters[i]).solution(start, *how, until=end)
                    for k, end in enumerate(self.job.times):
                        for _ in solution.to(end):
                            if stopped():
                                return Chunk(found, lost)
                        found[i, k] = y = list(solution.state)
                        t = solution.time
            except (ScmpyError, ArithmeticError, ValueError) as error:
                lost.append(_lost(i, error, t, y))
        return Chunk(found, lost)

    def _check(self, chunk: Chunk, parameters: Any) -> None:
        """Compare the code with the derivative where the first orbit of the chunk ends that got there.

        Where the derivative is known to be that of the code, fewer and fewer chunks are looked at.
        """
        code = self.motion.code
        code.looks += 1
        if self.motion.is_known and code.looks & (code.looks - 1):
            return
        good = numpy.flatnonzero(numpy.isfinite(chunk.found[:, -1]).all(axis=1))
        if len(good):
            i = int(good[0])
            end = chunk.found[i, -1].tolist()
            self._alone(end, parameters[i]).check(end)


_workers = threading.local()


def dismiss() -> None:
    vars(_workers).pop("worker", None)


def run(job: Job, states: Any, parameters: Any, stopped: Callable[[], bool] | None = None) -> Chunk:
    """A chunk, by the worker of this thread, which is kept for the next one."""
    worker = getattr(_workers, "worker", None)
    if worker is None or worker.job.identity != job.identity:
        worker = _workers.worker = Worker(job)
    return worker.run(states, parameters, stopped or (lambda: False))  # type: ignore[no-any-return]
