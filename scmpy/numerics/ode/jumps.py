"""Motions with jumps: at an event the state becomes another one, as at impacts, kicks and switches.

A step in which the function of an event passes through zero ends there; the motion goes on from the state that ``then``
makes of that one. So it does in machine code, where all functions are compiled, for steps of which the text of
:mod:`scmpy.numerics.ode.events` tells that one event has one crossing; all other steps are looked at in Python.

After an impact the function goes back where it came from, after a kick it goes on: its rate after the jump tells which.
The time is the same before and after. Events that follow each other in no time, as the last ones of a ball that comes
to rest do, end the motion with an error.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6; Brogliato, Nonsmooth Mechanics, 1
"""

from __future__ import annotations

import math
import operator
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import DomainError, IntegrationError, ScmpyError, StructureError
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, name_of
from scmpy.generic.types import measure_of, tree_leaves, tree_map, tree_structure, tree_unflatten
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_function
from scmpy.numerics.compile.ir import StraightLineProgram, VirtualRegister
from scmpy.numerics.compile.llvm import Value, Variable, loaded, written
from scmpy.numerics.compile.tracing import dependencies
from scmpy.numerics.nondimensional import time_measure
from scmpy.numerics.ode.dense_output import Record, Table
from scmpy.numerics.ode.events import (
    BESIDE_ZERO,
    DIRECTIONS,
    MOMENT,
    ROUNDING,
    START,
    Crossings,
    End,
    Events,
    arranged,
    found_again,
    listed,
)
from scmpy.numerics.ode.evolution import PerturbedMotion
from scmpy.numerics.ode.ivp import InitialValueProblem, chosen, real, timed, undisplaced
from scmpy.numerics.ode.llvm_loop import NUMBERS, STEPS_TAKEN, Piece, Status
from scmpy.numerics.ode.llvm_steps import PROTOTYPE, Compiled
from scmpy.numerics.ode.methods import Method, State, between
from scmpy.numerics.ode.sections import Watching, displaced_crossing
from scmpy.numerics.ode.step_control import MOST_TURNS, Integrator, Step, turns_so_far
from scmpy.registry import numpy
from scmpy.structure.tuples import Structure, Up

ROWS = 128  # steps in a record
COST = 4  # a jump in Python takes as long as so many steps more
MOST_HALVINGS = 20  # of a step, until it is left to Python


_jumps: dict[Any, Jump] = {}


class Jump:
    def __init__(self, then: Callable[[Any], Any], place: Structure) -> None:
        self.then, self.place, self.code = then, place, None
        with suppress(ArithmeticError, DomainError):  # it need not have a value there
            self(tree_leaves(place))  # which says what is wrong with it
        code = compile_function(self._state, place)
        self.code = code if isinstance(code, CompiledFunction) else None
        graph = None if self.code is None or self.code.whole.guards else self.code.whole
        self.graph = graph if graph is not None and graph.outputs[0] == VirtualRegister(0) else None

    def _state(self, state: Any) -> Structure:
        found: Structure = as_tuples(self.then(state))
        if tree_structure(found) != tree_structure(self.place):
            raise StructureError(
                f"then= of an event gives a state like {self.place}; {name_of(self.then)} gives {found}"
            )
        return undisplaced(found)

    def __call__(self, y: State) -> list[float]:
        found = None if self.code is None else self.code.numbers(list(y))
        if found is None:
            try:
                value = self._state(tree_unflatten(iter(y), self.place))
            except (ArithmeticError, ValueError) as error:
                if isinstance(error, ScmpyError):
                    raise
                raise DomainError(
                    f"then= of an event: {name_of(self.then)} has no value at {list(y)}: {error}"
                ) from error
            what = f"a component of the state by {name_of(self.then)}"
            found = [real(x, "an event", what) for x in tree_leaves(value)]
        if abs(found[0] - y[0]) > 1e-9 * max(1.0, abs(y[0])):
            raise DomainError(
                f"then= of an event changes the state, not the time: {name_of(self.then)} makes {found[0]} of {y[0]}"
            )
        return [y[0], *found[1:]]


class Zeno(NamedTuple):
    """How many events have been close to each other, and when the last one was."""

    turns: int = 0
    turned: float = -math.inf

    def then(self, t: float) -> Zeno:
        return Zeno(turns_so_far(self.turns, t, self.turned), t)

    def check(self, events: Events, y: State) -> None:
        if self.turns > MOST_TURNS:
            names = ", ".join(name_of(finder.event.function) for finder in events.finders if finder.event.then)
            raise IntegrationError(
                f"the events of {names} follow each other without end at time {self.turned}: what then= makes of a "
                "state leads back to it, as where a body comes to rest; an event with terminal= ends the motion before",
                time=self.turned,
                state=list(y),
            )


class DisplacedTrajectory(Function):
    """A trajectory from a state of differentials, or of a derivative with such: they move to each time asked for.

    The times of events follow those (saltation); where some are at one instant, what follows depends on which is first.
    """

    __slots__ = ("_flow", "_given", "_last", "_part", "_start", "of_numbers", "others")

    def __init__(
        self,
        flow: PerturbedMotion,
        start: Any,
        last: Any,
        given: Any,
        moved: Any,
        others: Sequence[Any],
        part: Any = None,
    ) -> None:
        super().__init__(self._at, "trajectory")
        self._flow, self._start, self._last = flow, start, last
        self._given, self.of_numbers, self.others = given, moved, others
        self._part = moved if part is None else part  # which is asked for

    @property
    def end(self) -> Any:
        last = self._part.moments[-1]
        return self._through(self._start, self._last if last == self.of_numbers.moments[-1] else last, operator.le)

    @property
    def events(self) -> Any:
        pairs = zip(listed(self._given), self._part._found, strict=True)
        found = ([self.crossed(event, y[0]) for y in states] for event, states in pairs)
        return arranged(self._given, map(Crossings, found))

    at = property(lambda self: self)
    times = property(lambda self: self._part.times)
    names = property(lambda self: self._part.names)

    def extended(self, t_final: Any) -> DisplacedTrajectory:
        moved = self.of_numbers.extended(tree_map(finite_part, t_final))
        if moved.moments[0] != self.of_numbers.moments[0]:
            raise DomainError("a trajectory of differentials is continued to later times than its last alone")
        part = moved._between(slice(self._part.times[0], None))
        end = time_measure(t_final, moved.place, "extended", "the final time")
        return DisplacedTrajectory(self._flow, self._start, end, self._given, moved, self.others, part)

    def __getitem__(self, key: Any) -> Any:
        part = self._part[key]
        if not isinstance(key, slice):
            return self.along(lambda state: tree_leaves(state)[self.names.index(str(key))])
        return DisplacedTrajectory(self._flow, self._start, self._last, self._given, self.of_numbers, self.others, part)

    def along(self, f: Callable[[Any], Any], times: Any = None) -> tuple[Any, ...]:
        return tuple(f(self._at(t)) for t in (self.times if times is None else times))

    def _at(self, t: Any) -> Any:
        found, is_one = [self._start], not (is_array(t) or isinstance(t, (list, tuple)))
        for x in [t] if is_one else t:
            self._part(tree_map(finite_part, x))  # is it known there?
            end = time_measure(x, self.of_numbers.place, "trajectory", "the time")
            found.append(self._through(self._start if self._given else found[-1], end, operator.le))
        rows = map(Up, zip(*map(tree_leaves, found[1:]), strict=True))
        return found[-1] if is_one else tree_unflatten(rows, self._start)

    def crossed(self, event: Any, t: Any) -> Any:
        state, tolerance = self._through(self._start, measure_of(t), operator.lt), self.of_numbers.course.tolerance
        return displaced_crossing(self._flow, event.function, state, self._time(0.0), tolerance, self.others)

    def _time(self, x: Any) -> Any:
        return tree_unflatten(iter([x]), self.of_numbers.place[0])

    def _through(self, state: Any, end: Any, is_before: Callable[[Any, Any], bool]) -> Any:
        flow, others, course, last = self._flow, self.others, self.of_numbers.course, self.of_numbers.moments[-1]
        tolerance = course.tolerance
        times = [[measure_of(y[0]) for y in states] for states in self.of_numbers._found]
        found = [[t for t in each if is_before(t, finite_part(end))] for each in times]
        pairs = list(zip(listed(self._given), found, strict=True))
        is_over = any(event.terminal and last in times for event, times in pairs)
        passed = sorted(((t, event) for event, times in pairs for t in times), key=lambda x: x[0])
        before = None
        with chosen(course.method, course.step, state, "trajectory"):
            for t, event in passed:
                if event.then is None and not (is_over and t == last and event.terminal):
                    continue
                if before is not None and t - before <= MOMENT * max(abs(t), abs(last)):
                    raise DomainError(f"a motion has no derivatives where events are at one instant, as at time {t}")
                duration = self._time(t - finite_part(tree_leaves(state)[0]))
                state = displaced_crossing(flow, event.function, state, duration, tolerance, others)
                if not (is_over and t == last and event.terminal):
                    state = as_tuples(event.then(state))
                before = t
            rest = self._time(g.sub(end, tree_leaves(state)[0]))
            return state if is_over else flow.advance(state, rest, tolerance, others)


class JumpingMotion:
    def __init__(self, motion: InitialValueProblem, start: Callable[[State], Integrator], events: Events) -> None:
        self.motion, self.start, self.events = motion, start, events
        made = (finder.event.then for finder in events.finders)
        self.jumps = [None if then is None else found_again(_jumps, Jump, then, events.place) for then in made]
        self.zeno = Zeno()

    def go_on(self, steps: Record, y: State, end: float) -> None:
        solution = self.start(y)
        if end < solution.time:
            raise DomainError("a motion with then= at its events goes forward in time: a jump is not undone")
        if not steps and solution.time == end:
            steps.append(Step(end, solution.state, end, solution.state, None))
        if not steps and self._code_of(solution) is not None:
            for finder in self.events.finders:
                finder.start(solution.time, solution.state, self.motion.slope, end)
        while solution.time != end:
            following = self._by_code(steps, solution, end)
            if following is None and not self.events.is_over:
                following = self._by_steps(steps, solution, end)
            if following is None:
                return
            solution = following
        if not self._is_at_jump(steps[-1]):
            self.events.arrive(steps[-1])
        may_end = any(finder.event.terminal for finder in self.events.finders)
        if all(isinstance(x, Table) for x in steps.parts) and not may_end:
            self.events.keep = partial(self._keep, solution)

    def _keep(self, solution: Integrator) -> None:
        entry = JumpEntry(self._code_of(solution), self.events, solution.code)  # type: ignore[arg-type]
        if None not in entry.refers:
            self.motion.keep_entry(solution, solution.tolerance, self.events.given, entry)

    def _by_steps(self, steps: Record, solution: Integrator, end: float) -> Integrator | None:
        """The solution after a step that code can go on from, after a jump, or at the time; None after the end."""
        has_code = self._code_of(solution) is not None
        for step in [solution._next(solution.stop(end))] if has_code else solution.to(end):
            if self._is_at_jump(step) or self.events.look(step, (), self.motion.slope) is None:
                steps.append(step)
            else:
                return self._after(steps, step, solution)
        return solution

    def _is_at_jump(self, step: Step) -> bool:
        """Is it so soon after a jump that functions are what rounding makes of zero?"""
        return step.start == self.zeno.turned and step.end - step.start <= MOMENT * abs(step.end)

    def _after(self, steps: Record, step: Step, solution: Integrator) -> Integrator | None:
        """The solution after the jump that was found in a step; None where it is the end."""
        t, y = self.events.place_of_last
        steps.append_until(step, t, y)
        if self.events.is_over:
            return None
        before = self.zeno.turned
        self.zeno = self.zeno.then(t)
        if step.start == before and any(map(partial(self._comes_from_beyond, t, y), self.events.now)):
            self.zeno = Zeno(MOST_TURNS + 1, t)
        self.zeno.check(self.events, y)
        if isinstance(solution.code, Compiled):
            solution.code.patience -= COST
        crossed = y
        for i in self.events.now:
            y = (self.jumps[i] or list)(list(timed(t, y)))
        after = self.start(y)
        if type(after) is type(solution) is Integrator:
            after.length, after.count, after.spent = solution.length, solution.count, solution.spent
        for i, finder in enumerate(self.events.finders):
            finder.restart(t, y, self.motion.slope, crossed if i in self.events.now else None)
        return after

    def _comes_from_beyond(self, t: float, y: State, i: int) -> bool:
        """Does the function of an event go the other way at its crossing? One before it could not be told apart."""
        finder = self.events.finders[i]
        if not finder.passed:
            return False
        toward = finder.passed[min(finder.passed, key=lambda when: abs(when - t))]
        return (finder.end(t, y, self.motion.slope).rate or 0.0) * toward < 0

    def _code_of(self, solution: Integrator) -> JumpCode | None:
        code, finders = solution.code, self.events.finders
        if type(solution) is not Integrator or not isinstance(code, Compiled) or code.patience > 0:
            return None
        graphs: list[Any] = [finder.watch.graphs for finder in finders]
        if code.method.polynomial is None or code.graph.guards or None in graphs:
            return None
        if any(jump is not None and jump.graph is None for jump in self.jumps):
            return None
        kind = "jumps", tuple((f.watch, jump, f.event.direction) for f, jump in zip(finders, self.jumps, strict=True))
        if kind not in code._functions:
            made = [jump and jump.graph for jump in self.jumps]
            directions = [DIRECTIONS[finder.event.direction] for finder in finders]
            events = [Watched(*g, then, k) for g, then, k in zip(graphs, made, directions, strict=True)]  # type: ignore[call-arg]
            code._functions[kind] = JumpCode(code, events)  # type: ignore[assignment]
        return code._functions[kind]  # type: ignore[return-value]

    def _by_code(self, steps: Record, solution: Integrator, end: float) -> Integrator | None:
        code, finders = self._code_of(solution), self.events.finders
        if code is None or solution.stop(end) != end:
            return None
        if any(f.last is None or not f.is_beside_zero(f.last) or f.wary for f in finders):
            return None
        left = [
            (f.event.terminal or math.inf) - len(found) for f, found in zip(finders, self.events.found, strict=True)
        ]
        known = [(f.last.value, f.last.rate or 0.0) for f in finders]  # type: ignore[union-attr]
        table, which, told = code.run(solution, end, known, left, self.zeno)
        if not len(which):
            return None
        step = table[len(table) - 1] if told.look else None
        table = table.part(0, len(table) - 1) if told.look else table
        for k, i in enumerate(which[: len(table)]):
            if i >= 0:
                self.events.enter(int(i), *table.end(k))
        if len(table):
            steps.append(table)
        self.zeno = told.zeno
        self.zeno.check(self.events, solution.state)
        if step is None:
            last = table[len(table) - 1]
            for finder, (value, rate) in zip(finders, told.known, strict=True):
                finder.go_on(End(value, rate, solution.rates))
                if solution.time == end:  # it may be on zero there
                    finder.rounds(finder.watch.value(last.before), rate * (last.end - last.start))
            return solution
        rates = self.motion.slope(step.start, step.before)
        for finder, (value, rate) in zip(finders, told.known, strict=True):
            finder.go_on(End(value, rate, rates))
        if self._is_at_jump(step) or self.events.look(step, (), self.motion.slope) is None:
            steps.append(step)
            return solution
        return self._after(steps, step, solution)


# --- loop ------------------------------------------------------------------------------------------------------------
# The loop of :mod:`scmpy.numerics.ode.llvm_loop` with jumps. The orbit has further places: of each event the value of
# its function, the rate of that, and how often it may happen until it ends the motion; 1 if the last step is to be
# looked at; how many jumps were close to each other, and the time of the last one. After a step that is to be looked at
# the values are those at its start. A row of the record has the number of the event after the step, or -1.


class Watched(NamedTuple):
    """The schedules of an event: of the value of a function, of its rate, of the state after a jump; the direction."""

    value: StraightLineProgram
    rate: StraightLineProgram
    then: StraightLineProgram | None
    direction: int


class JumpLoop(Watching):
    def __init__(self, graph: StraightLineProgram, method: Method, scaled: bool, events: Sequence[Watched]) -> None:
        self.events, count = events, len(events)
        self.further = 3 * count + 3
        super().__init__(graph, method, True, scaled)
        w = self.writer
        self.known = [self.kept[i : i + 3] for i in range(0, 3 * count, 3)]
        self.look, self.turns, self.turned = self.kept[3 * count :]
        self.which, self.moment, self.halvings = w.variable(-1.0), w.variable(0.0), w.variable(0.0)
        self.before, self.after = (self.layout.place(self.orbit.beginning(NUMBERS)) for _ in range(2))
        self.ends = [
            [w.variable(0.0) for _ in range(4)] for _ in events
        ]  # value, rate, what rounds to 0, to which side

    def _begin(self) -> None:
        """The values of the functions, which are to be plainly beside zero, as :meth:`Finder.start` has it."""
        super()._begin()
        w, now = self.writer, [self.time(), *self.state()[1:]]
        for event, (value, rate, _) in zip(self.events, self.known, strict=True):
            value.set(self._one(event.value, now))
            rate.set(self._one(event.rate, [*now, *self.rates()]))
            far = START * (1.0 + abs(self.final - self.time())) * (1.0 + abs(rate()))
            with w.when(~(abs(value()) > far)):
                self.look.set(1.0)

    def _step(self) -> None:
        self.halvings.set(0.0)
        with self.writer.when((self.look() > 0.0) | (self.turns() > float(MOST_TURNS))):
            self._end(Status.TO_LOOK_AT)
        super()._step()

    def _unless_shorter(self, piece: Piece, h: Variable, tries: str) -> None:
        """Half a step is tried where it is not plain that one event at most has a crossing, some times."""
        w, now = self.writer, [piece.end, *piece.after[1:]]
        found: Any = 0.0
        self.crossed, self.unclear = [], w.variable(0.0)
        for event, (value, rate, left), ends in zip(self.events, self.known, self.ends, strict=True):
            end = self._one(event.value, now), self._one(event.rate, [*now, *piece.rates])
            cubic, told = self._told(event.value, piece, (value(), rate()), end)
            wanted = {1: told.rises, -1: told.falls, 0: told.rises | told.falls}[event.direction]
            rounding = ROUNDING * w.larger(abs(cubic.start), abs(cubic.last))
            for variable, x in zip(ends, (*end, rounding, w.chosen(told.rises, 1.0, -1.0)), strict=True):
                variable.set(x)
            with w.when(~(told.plain & w.all_finite(end))):
                self.unclear.set(1.0)
            with w.when(wanted & ~((left() > 1.0) if event.then is not None else (left() < 0.0))):
                self.look.set(1.0)  # it may be the last one
            found = found + w.chosen(wanted, 1.0, 0.0)
            self.crossed.append((wanted, (cubic.start, cubic.end)))
        with w.when(found > 1.0):
            self.unclear.set(1.0)
        with w.when((self.unclear() > 0.0) & (self.halvings() < float(MOST_HALVINGS))):
            self.halvings.set(self.halvings() + 1.0)
            self.look.set(0.0)
            h.set(h() * 0.5)
            w.again(tries)
        self.look.set(w.larger(self.look(), self.unclear()))

    def _taken(self, piece: Piece) -> None:
        w, inside, length = self.writer, self._with_inside(piece), piece.end - piece.t
        self.which.set(-1.0)
        for i, (event, (wanted, values)) in enumerate(zip(self.events, self.crossed, strict=True)):
            if event.then is not None:
                with w.when(wanted & self.look().equals(0.0)):
                    self._cross(i, event, inside, length, values)
        row = self.record.beginning(self.steps() * (self.step_width + 1))
        self._record(inside, row)
        row[self.step_width] = self.which()
        with w.when(self.which() >= 0.0):
            row[1] = self.moment()
            self.layout.store(self.before(), row.beginning(NUMBERS + self.count))
        with w.when(self.look().equals(0.0)):
            for (value, rate, _), (end_value, end_rate, *_) in zip(self.known, self.ends, strict=True):
                value.set(end_value())
                rate.set(end_rate())

    def _cross(self, i: int, event: Watched, piece: Piece, length: Value, values: tuple[Value, Value]) -> None:
        w = self.writer
        is_root, state = self._zero(event.value, piece, length, values)
        after = [x if isinstance(x, Value) else w.variable(x)() for x in written(w, event.then, state)]  # type: ignore[arg-type]
        is_good = is_root & w.all_finite(after)
        with w.when(~is_good):
            self.look.set(1.0)
        with w.when(is_good):
            self.which.set(float(i))
            self.moment.set(state[0])
            self.before.set(state)
            self.after.set([state[0], *after[1:]])

    def _arrive(self, piece: Piece) -> None:
        super()._arrive(piece)
        w = self.writer
        with w.when(self.which() >= 0.0):
            t, y = self.moment(), self.after()
            self.time.set(t)
            self.state.set(y)
            self.rates.set(self.slope(t, y))
            self.turns.set(turns_so_far(self.turns(), t, self.turned(), w))
            self.turned.set(t)
            for i, (event, (value, rate, left), ends) in enumerate(
                zip(self.events, self.known, self.ends, strict=True)
            ):
                _, _, rounding, toward = (x() for x in ends)
                now, changing = self._one(event.value, y), self._one(event.rate, [*y, *self.rates()])
                is_own = self.which().equals(float(i))
                near = w.larger(abs(self._one(event.value, self.before())), rounding)
                side = w.chosen(changing * toward > 0.0, toward, -toward)
                value.set(w.chosen(is_own & (abs(now) <= near), side * BESIDE_ZERO, now))
                rate.set(changing)
                left.set(left() - w.chosen(is_own, 1.0, 0.0))


class Told(NamedTuple):
    """What the code tells: the values and rates of the functions, is the last step to be looked at, and close jumps."""

    known: list[tuple[float, float]]
    look: bool
    zeno: Zeno


class JumpCode:
    def __init__(self, compiled: Compiled, events: Sequence[Watched]) -> None:
        self.compiled, graph, method, scaled = compiled, compiled.graph, compiled.method, compiled.scaled
        key = "jumps", method.name, method.order, scaled, graph, tuple(events)

        def text() -> str:
            return JumpLoop(graph, method, scaled, events).text()

        self.function = loaded(key, "advance", PROTOTYPE, text)
        self.room = 8 * (compiled.row + 1) * ROWS
        self.unread = array("d", bytes(self.room))  # by several threads, as may be

    def run(
        self, solution: Integrator, end: float, known: Sequence[tuple[float, float]], left: Sequence[float], zeno: Zeno
    ) -> tuple[Table, list[float], Told]:
        given = [x for pair, rest in zip(known, left, strict=True) for x in (*pair, float(rest))]
        before, width, compiled = solution.count, self.compiled.row, solution.code
        assert isinstance(compiled, Compiled)
        further, record = (*given, 0.0, float(zeno.turns), zeno.turned), array("d", bytes(self.room))
        found = compiled.run(self.function, solution, end, min(ROWS, compiled.budget), record, further)[1]
        rows = numpy.frombuffer(record).reshape(-1, width + 1)[: solution.count - before]
        table = Table(
            array("d", rows[:, :width].tobytes()), width, compiled.count, compiled.method.polynomial or between
        )
        *each, look, turns, turned = found
        values = list(zip(each[::3], each[1::3], strict=True))
        return table, rows[:, width].tolist(), Told(values, look > 0, Zeno(int(turns), turned))


class JumpEntry:
    """Code that takes a state through jumps to a time at once, where no step is to be looked at."""

    def __init__(self, jumping: JumpCode, events: Events, code: Compiled) -> None:
        self.jumping, self.events, self.code, self.budget = jumping, events, code, code.budget
        self.watched = [finder.event for finder in events.finders]
        functions = [f for event in self.watched for f in (event.function, event.then) if f is not None]
        self.refers = [dependencies(f) for f in functions]

    def with_parameters(self, parameters: Sequence[float]) -> JumpEntry:
        return JumpEntry(self.jumping, self.events, self.code.with_parameters(parameters))

    def enter(self, y: State, end: float, tolerance: float, length: float) -> tuple[bool, array[float]]:
        """As :meth:`Compiled.enter`; the functions of the events are known to be those of the code."""
        counts = (0.0, 0.0, math.inf) * len(self.watched)
        orbit = array("d", (y[0], length, 1.0, *y, *y, *counts, 0.0, 0.0, -math.inf))
        is_same = listed(self.events.given) == self.watched and all(x.are_current() for x in self.refers)  # type: ignore[union-attr]
        if end < y[0] or not is_same:
            return False, orbit
        addresses = (x.buffer_info()[0] for x in (orbit, self.code.parameters, self.jumping.unread))
        given = *addresses, end, tolerance, min(ROWS, self.budget)
        while (status := self.jumping.function.call(*given)) == Status.BUDGET_USED:
            orbit[STEPS_TAKEN] = 0.0  # the rates are known
        return status == Status.REACHED and not orbit[-3], orbit
