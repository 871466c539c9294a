"""Surfaces of section, also as code."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import DifferentiationError, IntegrationError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import Limit, check_callable, length
from scmpy.generic.types import Real, measure_of, tree_leaves, tree_map, tree_structure, tree_unflatten
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.numerics.compile.llvm import WHOLE, Value, Variable, loaded, written
from scmpy.numerics.ode import events, ivp
from scmpy.numerics.ode.dense_output import Table
from scmpy.numerics.ode.evolution import COUNTED, PerturbedMotion, frame_of, is_perturbed, once_a_period, state_advancer
from scmpy.numerics.ode.llvm_loop import Loop, Piece, Status
from scmpy.numerics.ode.llvm_steps import PROTOTYPE, Compiled
from scmpy.numerics.ode.methods import Slope, between
from scmpy.numerics.ode.step_control import FixedSolution, Integrator, Step
from scmpy.numerics.ode.taylor import loop_for
from scmpy.numerics.roots import SMALLER
from scmpy.pickling import portable
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure
from scmpy.structure.types import Name, StateDerivative, StateFunction

# --- surfaces of section ---------------------------------------------------------------------------------------------
# Surfaces of section: the states of a motion at which a function is zero, one after the other.
#
# The map from each to the next is a function of states, so it composes and iterates. It is differentiated exactly: the
# variational equations move a displacement along for the time of the return, and what that time changes by, so that the
# displaced motion is on the section too, moves it along the flow:
#
#     dx -> dy - f(y) (Dg(y) dy) / (Dg(y) f(y)),  where dy = D phi_T(x) dx, y = phi_T(x), g(y) = 0.
#
# Source: SICM 3.6; M. Hénon, Physica D 5 (1982) 412

STEPS = 10_000  # are taken to find the next crossing
FAR = 1e150  # numbers of a state: the squares of larger ones are infinite
MOST_IMAGES = Limit(
    "most-images", 100_000_000, "Images under a map, crossings of a surface of section, periods of a driven motion."
)


class MotionMap(Function):
    """A map from state to state by a motion, many of which are found at less cost than one by one."""

    __slots__ = ()

    def found(self, state: Any, count: int) -> tuple[Any, IntegrationError | None]:
        raise NotImplementedError

    def numpy(self, state: Any, count: int) -> Any:
        """The numbers of the next states, one state a row."""
        rows, lost = self.found(state, count)
        if lost is not None:
            raise lost
        return rows


class SectionMap(MotionMap):
    """The map from state to state on a surface of section; see :func:`poincare_map`."""

    __slots__ = ("_perturbed", "_watch", "event", "motion", "tolerance")

    def __init__(self, derivative: Callable[[Any], Any], event: events.Crossing, tolerance: float) -> None:
        super().__init__(self._next, lambda: f"(poincare-map {name_of(derivative)} {name_of(event.function)})")
        self.event = event
        self.tolerance = tolerance
        self.motion = ivp.InitialValueProblem(derivative, "poincare-map", watching=True)
        self._perturbed = PerturbedMotion(derivative, "poincare-map")
        self._watch: events.Watch | None = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((SectionMap, (self.derivative, self.event, self.tolerance)))

    @property
    def derivative(self) -> Callable[[Any], Any]:
        return self._perturbed.motion.derivative

    def _next(self, state: Any) -> Any:
        state = ivp.as_state(state)
        if is_perturbed(state):
            return self._perturbed_next(state)
        try:
            return next(self._crossings(state))
        except ivp.MoreDirections:  # of parameters that are differentials
            return self._perturbed_next(state)

    def of_numbers(self, counted: Any) -> SectionMap:
        function = counted.of_state(self.event.function)
        return SectionMap(counted.function, events.crossing(function, self.event.direction), self.tolerance)

    def orbit(self, state: Any, count: int) -> events.Crossings:
        """The next states on the section, so many."""
        length(count, "poincare-map", MOST_IMAGES, "crossings")
        return events.Crossings(islice(self._states(state), count), self.motion.by_name)

    def _states(self, state: Any) -> Iterator[Any]:
        try:
            yield from self._crossings(state)
        except ivp.MoreDirections:
            while True:
                state = self._next(state)
                yield state

    def found(self, state: Any, count: int, trusted: bool = False) -> tuple[Any, IntegrationError | None]:
        """The numbers of the next states; where there are fewer, what ends the motion.

        Trusted code, which has just been compared with the derivative, is not compared with it at the start.
        """
        length(count, "poincare-map", MOST_IMAGES, "crossings")
        rows = numpy.empty((count, len(tree_leaves(ivp.as_state(state)))))
        done = 0
        found = self._rows(state, trusted)
        try:
            while done < count:
                some = next(found)[: count - done]
                rows[done : done + len(some)] = some
                done += len(some)
        except IntegrationError as error:
            return rows[:done], error
        except ivp.MoreDirections:
            raise DifferentiationError(
                "poincare-map: arrays of states have no derivatives by parameters; those of orbit have"
            ) from None
        return rows, None

    def _crossings(self, state: Any) -> Iterator[Any]:
        place = ivp.as_state(state)
        return (tree_unflatten(iter(row), place) for rows in self._rows(state) for row in rows)

    def _rows(self, state: Any, trusted: bool = False) -> Iterator[Sequence[Sequence[float]]]:
        start = ivp.state_of(state, "poincare-map")
        solution = self.motion.solution(start, self.tolerance, trusted=trusted)
        if self._watch is None or tree_structure(self._watch.place) != tree_structure(start):
            self._watch = events.Watch(self.event.function, start)
        finder = events.Finder(self.event, self._watch, self.tolerance)
        idle = 0
        for rows, taken in _searched(solution, finder, self.motion.slope):
            if rows:
                yield rows
            idle = 0 if rows else idle + taken
            if idle > STEPS or (idle and max(map(abs, solution.state)) > FAR):
                raise self._lost(solution.time, solution.state)

    def _lost(self, time: float, state: Sequence[float]) -> IntegrationError:
        where, length = name_of(self.event.function), f"in {STEPS} steps"
        if max(map(abs, state[1:])) > FAR:
            length = "before it is too far away to compute"
        elif abs(time) > FAR:
            length = "however long it goes on"
        why = f"the motion does not return to the section of {where} ({self.event.direction}) {length}"
        return IntegrationError(f"{why}, until time {time:.9g}", time=time, state=state)

    def _perturbed_next(self, state: Structure) -> Any:
        """The next state of differentials: that after the same time, and the change of the time."""
        flow, function = self._perturbed, self.event.function
        numbers, others = tree_map(finite_part, state), [function(state)]
        try:
            crossed = next(self._crossings(numbers))
        except ivp.MoreDirections as found:
            others += found.values
            crossed = next(self._without([tag for tag, _ in frame_of(others)])._crossings(numbers))
        return displaced_crossing(flow, function, state, g.sub(crossed[0], numbers[0]), self.tolerance, others)

    def _without(self, tags: Sequence[int]) -> SectionMap:
        return SectionMap(
            events.without(tags, self.derivative), events.events_without(tags, self.event), self.tolerance
        )


def displaced_crossing(
    flow: PerturbedMotion, function: Any, state: Structure, duration: Any, tolerance: Any, others: Sequence[Any]
) -> Any:
    """The state of differentials at which a function is zero: that of numbers is there after a duration."""
    turns, orders = 0, 1
    while turns < (orders.bit_length() or 1):
        moved, turns = flow.advance(state, duration, tolerance, others), turns + 1
        orders = len(frame_of([*tree_leaves(state), *tree_leaves(moved), *map(measure_of, others)]))
        rates = as_tuples(flow.motion.derivative(moved))
        late = g.div(measure_of(function(moved)), events.rate_of(function, moved, rates))
        duration = tree_unflatten(iter([g.sub(measure_of(duration), late)]), duration)
    if orders > 1:
        return flow.advance(state, duration, tolerance, others)
    pairs = zip(tree_leaves(moved), tree_leaves(rates), strict=True)
    return tree_unflatten((g.sub(x, g.mul(late, k)) for x, k in pairs), state)


def _endless(solution: Integrator) -> Iterator[Step]:
    if not isinstance(solution, FixedSolution):
        return solution.to(math.inf)
    return (step for _ in iter(int, 1) for step in solution.to(solution.time + solution.length * STEPS))


def _searched(
    solution: Integrator, finder: events.Finder, slope: Slope
) -> Iterator[tuple[Sequence[Sequence[float]], int]]:
    codes: dict[Any, SectionCode] = {}
    steps = None if has_section_code(solution, finder) else _endless(solution)
    while True:
        step = None
        if steps is not None:
            step = next(steps)
        elif _is_for_code(solution, finder):
            if solution.code not in codes:
                try:
                    codes[solution.code] = SectionCode(solution.code, finder)
                except WrongTypeError:  # a function that LLVM does not have
                    steps = _endless(solution)
                    continue
            rows, step, taken = codes[solution.code].run(solution, finder)
            _found(solution, rows)
            yield rows, taken
            if step is not None:
                finder.go_on(finder.end(step.start, step.before, slope))
            elif taken:
                continue
        step = step or solution._next(math.inf)
        found = [ivp.timed(t, y) for t, y in finder.crossings(step, slope)]
        _found(solution, found)
        yield found, 1


def _found(solution: Integrator, rows: Sequence[Any]) -> None:
    if rows:
        solution.spent, solution.count = 0, solution.count % COUNTED


def _is_for_code(solution: Integrator, finder: events.Finder) -> bool:
    is_known = finder.last is not None and finder.is_beside_zero(finder.last)
    return is_known and not finder.wary and solution.code is not None and solution.code.patience <= 0


@public("poincare-map")
def poincare_map(
    derivative: StateDerivative, section: StateFunction, direction: Name = "rising", tolerance: Real | None = None
) -> SectionMap:
    """The map from a state to the next one on a surface of section, where a function of states passes through zero.

    A state that is on the section goes to the next one, any other to the first. It is differentiated exactly. ``orbit``
    gives many states one after the other, ``numpy`` their numbers as an array, at less cost.

    Scheme:  ((poincare-map (sysder p ...) section ['rising tolerance]) state)
    Shapes:  derivative: state -> shaped like the state;  section: state -> real;  result: state -> state
    Units:   states may be quantities; the tolerance is as of trajectory
    Raises:  IntegrationError where the motion does not return, with its last ``time`` and ``state``;  DomainError
             unless the tolerance is positive
    Source:  SICM 3.6
    >>> swing = Lagrangian_to_state_derivative(L_pendulum(1.0, 1.0, 1.0))
    >>> next_turn = poincare_map(swing, velocity, "falling")
    >>> turn = next_turn(up(0.0, 1.0, 0.0))
    >>> round(turn[0], 9), round(turn[1], 9)  # 4 K(sin 1/2)
    (6.699975664, 1.0)
    >>> [round(x / turn[0], 9) for x in next_turn.orbit(turn, 3).times]
    [2.0, 3.0, 4.0]
    """
    check_callable(derivative, wanted="a state derivative")
    allowed = ivp.tolerance_of(tolerance)
    return SectionMap(derivative, events.crossing(section, direction), allowed)


class StroboscopicMap(MotionMap):
    """The map from state to state after a period; see :func:`stroboscopic_map`."""

    __slots__ = ("advance", "motion", "period", "tolerance")

    def __init__(self, derivative: Callable[[Any], Any], period: Any, tolerance: Any, constant: bool = False) -> None:
        super().__init__(self._next, lambda: f"(stroboscopic-map {name_of(derivative)} {period})")
        self.period = period
        self.tolerance = tolerance
        self.advance = state_advancer(lambda: derivative)
        self.motion = ivp.InitialValueProblem(derivative, "stroboscopic-map", constant=constant)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((StroboscopicMap, (self.derivative, self.period, self.tolerance, self.motion.constant)))

    @property
    def derivative(self) -> Callable[[Any], Any]:
        return self.motion.derivative

    def of_numbers(self, counted: Any) -> StroboscopicMap:
        return StroboscopicMap(counted.function, counted.time(self.period), self.tolerance, self.motion.constant)

    def _next(self, state: Any) -> Any:
        state = ivp.as_state(state)
        if self.motion.constant and not is_perturbed(state):
            return tree_unflatten(iter(self.numpy(state, 1)[0].tolist()), state)
        after = self.advance(state, self.period, self.tolerance)
        return type(state)((state[0], *after.components[1:]))

    def found(self, state: Any, count: int, angle: int | None = None) -> tuple[Any, IntegrationError | None]:
        """The numbers of the next states, an angle in [-pi, pi); where there are fewer, what ends the motion."""
        name = "stroboscopic-map"
        length(count, name, MOST_IMAGES, "periods")
        start = ivp.state_of(state, name)
        first = tree_leaves(start)[0]
        end = first + ivp.time_from(self.period, start, name, "the period")
        rows, done = numpy.empty((count, len(tree_leaves(start)))), 0
        if self.motion.through_events:
            try:
                for done in range(count):
                    rows[done] = tree_leaves(start := self._next(start))
            except IntegrationError as error:
                return rows[:done], error
            return rows, None
        solution = self.motion.solution(start, ivp.tolerance_of(self.tolerance, name), until=end)
        while done < count:
            some = once_a_period(solution, first, end, count - done, angle) if type(solution) is Integrator else ()
            if not some:
                try:
                    y = list(solution.advance(end))
                except IntegrationError as error:
                    return rows[:done], error
                y[0] = first
                if angle is not None:
                    y[angle] -= math.tau * math.floor((y[angle] + math.pi) / math.tau)
                some = [y]
                if done + 1 < count:
                    solution = self._again(solution, y)
            rows[done : done + len(some)] = some
            done += len(some)
        self.motion.check(solution.state)
        return rows, None

    def _again(self, before: Integrator, y: Sequence[float]) -> Integrator:
        if type(before) is not Integrator:
            return self.motion.solution(tree_unflatten(iter(y), self.motion.place), before.tolerance)
        scale = self.motion.scale(list(y))
        solution = Integrator(None, y[0], y, before.tolerance, before.method, ways=self.motion, scale=scale)
        solution.length, solution.count = before.length, before.count % COUNTED
        return solution


@public("stroboscopic-map")
def stroboscopic_map(derivative: StateDerivative, period: Real, tolerance: Real | None = None) -> StroboscopicMap:
    """The map from a state to that after a period, with its time put back: of a system that is driven periodically.

    ``numpy`` has the numbers of many states one after the other as an array, at less cost.

    Scheme:  ((stroboscopic-map (sysder p ...) period [tolerance]) state)
    Shapes:  derivative: state -> shaped like the state;  result: state -> state
    Units:   states and the period may be quantities; the tolerance is as of trajectory
    Raises:  as state-advancer
    Source:  SICM 3.6.2
    1 ]=> (velocity ((stroboscopic-map (Lagrangian->state-derivative (L-harmonic 1 1)) :pi/2) (up 0. 1. 0.)))
    ;Value: -1.
    >>> P = stroboscopic_map(Lagrangian_to_state_derivative(L_harmonic(1, 1)), pi / 2)
    >>> [round(x, 9) for x in P(up(0.0, 1.0, 0.0))]
    [0.0, 0.0, -1.0]
    >>> P.numpy(up(0.0, 1.0, 0.0), 4).round(9)[3] + 0.0
    array([0., 1., 0.])
    """
    return StroboscopicMap(derivative, period, tolerance)


# --- section loop ----------------------------------------------------------------------------------------------------
# Crossings of a section as machine code: the loop of :mod:`scmpy.numerics.ode.llvm_loop` that finds them as it goes.
#
# By the text that :mod:`scmpy.numerics.ode.events` runs too it decides whether a step has no crossing, or one, which is
# found on the polynomial inside; or must be looked at closely, as where the sign changes and the function does not get
# small, at a pole. Such a step, which is seldom, is left to Python: the loop ends after it, and its record has it.
#
# The orbit has further places: the value of the function, its rate, the number of crossings found, how many there is
# room for, and 1 if the last step is to be looked at. The record has that step, then a row of numbers for each
# crossing.

TRIES = 60  # to find a crossing
NEAR = 2.0**-52  # parts of a step


class Watching(Loop):
    asks_for_numbers = True

    def _one(self, graph: StraightLineProgram, inputs: Sequence[Any]) -> Value:
        return self.writer.variable(written(self.writer, graph, inputs)[0])()

    def _told(
        self, graph: StraightLineProgram, piece: Piece, start: tuple[Value, Value], end: tuple[Value, Value]
    ) -> tuple[events.HermiteCubic, events.Prediction]:
        length = piece.end - piece.t
        cubic = events.HermiteCubic(start[0], start[1] * length, end[0], end[1] * length)
        inner = events.states(piece.y, self.rates(), length, piece.after, piece.rates)
        return cubic, events.predicted_crossing(cubic, events.doubt(cubic, [self._one(graph, y) for y in inner]))

    def _zero(
        self, graph: StraightLineProgram, piece: Piece, length: Value, ends: tuple[Value, Value]
    ) -> tuple[Value, list[Any]]:
        """Find a zero in a step by false position, the end that stays twice counting half: is it one, and the state.

        Where the function is not small, it may be a pole.
        """
        w = self.writer
        a, f_a, b, f_b = (w.variable(x) for x in (0.0, ends[0], 1.0, ends[1]))
        part, stays, count, found = w.variable(-1.0), w.variable(0.0), w.variable(0, WHOLE), w.variable(math.inf)

        def at(x: Value) -> list[Any]:
            inside = self.method.polynomial(piece.inside(), piece.y, x)  # type: ignore[misc]
            return [piece.t + x * length, *inside[1:]]

        with w.loop() as tries:
            with w.when(count() >= TRIES):
                w.leave(tries)
            x = b() - f_b() * ((b() - a()) / (f_b() - f_a()))
            x = w.chosen((x > a()) & (x < b()), x, a() + (b() - a()) / 2.0)
            change = abs(x - part())
            part.set(x)
            value = self._one(graph, at(x))
            found.set(value)
            with w.when((change <= NEAR) | value.equals(0.0)):
                w.leave(tries)
            on_low = ((value > 0.0) & (f_a() > 0.0)) | ((value < 0.0) & (f_a() < 0.0))
            self._move(on_low, x, value, (a, f_a, f_b), stays, 1.0)
            self._move(~on_low, x, value, (b, f_b, f_a), stays, -1.0)
            count.set(count() + 1)
        return abs(found()) <= SMALLER * w.larger(abs(ends[0]), abs(ends[1])), at(part())

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


class Sections(Watching):
    further = 5

    def watch(self, value: StraightLineProgram, rate: StraightLineProgram, direction: int) -> Sections:
        self.value_graph, self.rate_graph, self.direction = value, rate, direction
        self.value, self.rate, self.found, self.room, self.look = self.kept
        return self

    def _step(self) -> None:
        w = self.writer
        with w.when(self.look() > 0.0):
            self._end(Status.TO_LOOK_AT)
        with w.when(self.found() >= self.room()):
            self._end(Status.RECORD_FULL)
        super()._step()

    def _taken(self, piece: Piece) -> None:
        w, length = self.writer, piece.end - piece.t
        now = [piece.end, *piece.after[1:]]
        value, rate = self._one(self.value_graph, now), self._one(self.rate_graph, [*now, *piece.rates])
        self._unless_finite(value, rate)
        cubic, told = self._told(self.value_graph, piece, (self.value(), self.rate()), (value, rate))
        with w.when(~told.plain):
            self._record(piece, self.record)
            self.look.set(1.0)
        wanted = {1: told.rises, -1: told.falls, 0: told.rises | told.falls}[self.direction]
        with w.when(wanted):
            inside = self._with_inside(piece)
            is_root, state = self._zero(self.value_graph, inside, length, (cubic.start, cubic.end))
            with w.when(is_root):
                row = self.record.beginning(self._row(self.found()))
                for i, number in enumerate(state):
                    row[i] = number
                self.found.set(self.found() + 1.0)
            with w.when(~is_root):
                self._record(piece, self.record)
                self.look.set(1.0)
        self.value.set(value)
        self.rate.set(rate)

    def _row(self, found: Value) -> Value:
        whole = self.writer.instruction(WHOLE, f"fptosi double {found.text} to i64")
        return whole * self.count + self.step_width


ROOM = 256  # for crossings in a record


class SectionCode:
    def __init__(self, compiled: Any, finder: events.Finder) -> None:
        self.compiled: Compiled = compiled
        value, rate = finder.watch.graphs  # type: ignore[misc]
        direction = events.DIRECTIONS[finder.event.direction]
        graph, method = compiled.graph, compiled.method
        key = "section", method.name, method.order, compiled.scaled, graph, value, rate, direction

        def text() -> str:
            loop = loop_for(method, Sections)(graph, method, scaled=compiled.scaled)
            return loop.watch(value, rate, direction).text()

        self.function = loaded(key, "advance", PROTOTYPE, text)
        self.record = array("d", bytes(8 * (compiled.row + compiled.count * ROOM)))

    def run(self, solution: Integrator, finder: events.Finder) -> tuple[list[list[float]], Step | None, int]:
        """Move a solution along for some time: the numbers at the crossings, a step to look at, the steps taken."""
        n, last, count = self.compiled.count, finder.last, solution.count
        assert last is not None and last.rate is not None
        event = last.value, last.rate, 0.0, float(ROOM), 0.0
        given = self.function, solution, math.inf, self.compiled.budget, self.record, event
        status, (value, rate, found, _, look) = self.compiled.run(*given)
        taken = solution.count - count
        first = self.compiled.row
        rows = [self.record[i : i + n].tolist() for i in range(first, first + n * int(found), n)]
        end = events.End(value, rate, solution.rates)
        if status is Status.TURNED:
            end = finder.end(solution.time, solution.state, solution.slope)
        if not look:
            finder.go_on(end)
            return rows, None, taken
        step = Table(self.record[:first], first, n, self.compiled.method.polynomial or between)[0]
        return rows, step, taken


def has_section_code(solution: Integrator, finder: events.Finder) -> bool:
    code = solution.code
    return isinstance(code, Compiled) and code.method.polynomial is not None and finder.watch.graphs is not None
