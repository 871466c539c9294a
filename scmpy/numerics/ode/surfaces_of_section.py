"""Surfaces of section: the states of a motion at which a function is zero, one after the other.

The map from each to the next is a function of states, so it composes and iterates. It is differentiated exactly: the
variational equations move a displacement along for the time of the return, and what that time changes by, so that the
displaced motion is on the section too, moves it along the flow:

    dx -> dy - f(y) (Dg(y) dy) / (Dg(y) f(y)),  where dy = D phi_T(x) dx, y = phi_T(x), g(y) = 0.

Source: SICM 3.6; M. Hénon, Physica D 5 (1982) 412
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.errors import DifferentiationError, IntegrationError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, length
from scmpy.generic.composite import measure_of
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import Limit
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.ode.driver import Solution, Step
from scmpy.numerics.ode.events import Crossing, Crossings, Finder, Watch, crossing, rate_of
from scmpy.numerics.ode.evolution import state_advancer
from scmpy.numerics.ode.fixed import FixedSolution
from scmpy.numerics.ode.methods.step import Slope
from scmpy.numerics.ode.motion import Motion, state_of, time_from, tolerance_of
from scmpy.numerics.ode.numbers_of_states import shape_of, timed
from scmpy.numerics.ode.perturbed import PerturbedMotion, Wider, frame_of, is_perturbed, watched
from scmpy.numerics.ode.stops import COUNTED, once_a_period
from scmpy.pickling import portable
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real, StateDerivative, StateFunction
from scmpy.structure.structure import Structure
from scmpy.structure.within import leaves, map_leaves, unflatten

STEPS = 10_000  # are taken to find the next crossing
FAR = 1e150  # numbers of a state: the squares of larger ones are infinite
MOST_CROSSINGS = Limit(
    "most-crossings", 100_000_000, "Crossings of a surface of section, or the periods of a driven motion."
)


class SectionMap(Function):
    """The map from state to state on a surface of section; see :func:`poincare_map`."""

    __slots__ = ("_perturbed", "_watch", "event", "motion", "tolerance")

    def __init__(self, derivative: Callable[[Any], Any], event: Crossing, tolerance: float) -> None:
        super().__init__(self._next, lambda: f"(poincare-map {name_of(derivative)} {name_of(event.function)})")
        self.event = event
        self.tolerance = tolerance
        self.motion = Motion(watched(derivative), "poincare-map", perturbed=derivative)
        self._perturbed = PerturbedMotion(derivative, "poincare-map")
        self._watch: Watch | None = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((SectionMap, (self._perturbed.motion.derivative, self.event, self.tolerance)))

    def _next(self, state: Any) -> Any:
        state = as_tuples(state)
        if is_perturbed(state):
            return self._perturbed_next(state)
        try:
            return next(self._crossings(state))
        except Wider:  # of parameters that are differentials
            return self._perturbed_next(state)

    def of_numbers(self, counted: Any) -> SectionMap:
        """The map of numbers, of a motion that is counted (:mod:`scmpy.numerics.flow.counted`)."""
        function = counted.of_state(self.event.function)
        return SectionMap(counted.function, crossing(function, self.event.direction), self.tolerance)

    def orbit(self, state: Any, count: int) -> Crossings:
        """The next states on the section, so many."""
        length(count, "poincare-map", MOST_CROSSINGS)
        return Crossings(islice(self._states(state), count))

    def _states(self, state: Any) -> Iterator[Any]:
        """The next states, without end; where parameters are differentials, by the map."""
        try:
            yield from self._crossings(state)
        except Wider:
            while True:
                state = self._next(state)
                yield state

    def numpy(self, state: Any, count: int) -> Any:
        """The numbers of the next states on the section, one state a row."""
        rows, lost = self.found(state, count)
        if lost is not None:
            raise lost
        return rows

    def found(self, state: Any, count: int, trusted: bool = False) -> tuple[Any, IntegrationError | None]:
        """The numbers of the next states; where there are fewer, what ends the motion.

        Trusted code, which has just been compared with the derivative, is not compared with it at the start.
        """
        import numpy

        length(count, "poincare-map", MOST_CROSSINGS)
        rows = numpy.empty((count, len(leaves(as_tuples(state)))))
        done = 0
        found = self._rows(state, trusted)
        try:
            while done < count:
                some = next(found)[: count - done]
                rows[done : done + len(some)] = some
                done += len(some)
        except IntegrationError as error:
            return rows[:done], error
        except Wider:
            raise DifferentiationError(
                "poincare-map: arrays of states have no derivatives by parameters; those of orbit have"
            ) from None
        return rows, None

    # --- numbers ----------------------------------------------------------------------------------------------------

    def _crossings(self, state: Any) -> Iterator[Any]:
        """The states on the section, without end."""
        place = as_tuples(state)
        return (unflatten(iter(row), place) for rows in self._rows(state) for row in rows)

    def _rows(self, state: Any, trusted: bool = False) -> Iterator[Sequence[Sequence[float]]]:
        """The numbers of the states on the section, some at a time, without end."""
        start = state_of(state, "poincare-map")
        solution = self.motion.solution(start, self.tolerance, trusted=trusted)
        if self._watch is None or shape_of(self._watch.place) != shape_of(start):
            value = self.event.function(start)
            if is_perturbed(value):
                raise Wider(value)
            self._watch = Watch(self.event.function, start)
        finder = Finder(self.event, self._watch, self.tolerance)
        idle = 0
        for rows, taken in _searched(solution, finder, self.motion.slope):
            if rows:
                yield rows
            idle = 0 if rows else idle + taken
            if idle > STEPS or (idle and max(map(abs, solution.state)) > FAR):
                raise self._lost(solution)

    def _lost(self, solution: Solution) -> IntegrationError:
        far = max(map(abs, solution.state)) > FAR
        error = IntegrationError(
            f"the motion does not return to the section of {name_of(self.event.function)} ({self.event.direction}) "
            f"{'before it is too far away to compute' if far else f'in {STEPS} steps'}, until time {solution.time:.9g}"
        )
        error.time, error.state = solution.time, solution.state
        return error

    # --- differentials ----------------------------------------------------------------------------------------------

    def _perturbed_next(self, state: Structure) -> Any:
        """The next state of differentials: that after the same time, and the change of the time."""
        flow, function = self._perturbed, self.event.function
        numbers, others = map_leaves(finite_part, state), [function(state)]
        try:
            crossed = next(self._crossings(numbers))
        except Wider as found:
            others += found.values
            crossed = next(self._finite()._crossings(numbers))
        duration: Any = g.sub(crossed[0], numbers[0])
        orders = len(frame_of([*leaves(state), *map(measure_of, others)]))
        for _ in range(orders.bit_length()):
            moved = flow.advance(state, duration, self.tolerance, others)
            rates = as_tuples(flow.motion.derivative(moved))
            late = g.div(measure_of(function(moved)), rate_of(function, moved, rates))
            duration = unflatten(iter([g.sub(measure_of(duration), late)]), duration)
        if orders > 1:
            return flow.advance(state, duration, self.tolerance, others)
        pairs = zip(leaves(moved), leaves(rates), strict=True)
        return unflatten((g.sub(x, g.mul(late, k)) for x, k in pairs), state)

    def _finite(self) -> SectionMap:
        """The map of numbers, where parameters are differentials: of their numbers."""
        derivative, function = self._perturbed.motion.derivative, self.event.function
        section = crossing(lambda state: map_leaves(finite_part, function(state)), self.event.direction)
        return SectionMap(lambda state: map_leaves(finite_part, as_tuples(derivative(state))), section, self.tolerance)


def _endless(solution: Solution) -> Iterator[Step]:
    """The steps of a solution without end."""
    if not isinstance(solution, FixedSolution):
        return solution.to(math.inf)
    return (step for _ in iter(int, 1) for step in solution.to(solution.time + solution.length * STEPS))


def _searched(solution: Solution, finder: Finder, slope: Slope) -> Iterator[tuple[Sequence[Sequence[float]], int]]:
    """The numbers at crossings, some at a time, and the steps taken to find them, without end."""
    from scmpy.numerics.ode.section_code import SectionCode, has_section_code

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
        found = [timed(t, y) for t, y in finder.crossings(step, slope)]
        _found(solution, found)
        yield found, 1


def _found(solution: Solution, rows: Sequence[Any]) -> None:
    """Where there are crossings the steps are counted anew."""
    if rows:
        solution.spent, solution.count = 0, solution.count % COUNTED


def _is_for_code(solution: Solution, finder: Finder) -> bool:
    """Is the next step one for machine code?"""
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
    >>> from scmpy import *
    >>> swing = Lagrangian_to_state_derivative(L_pendulum(1.0, 1.0, 1.0))
    >>> next_turn = poincare_map(swing, velocity, "falling")
    >>> turn = next_turn(up(0.0, 1.0, 0.0))
    >>> round(turn[0], 9), round(turn[1], 9)  # 4 K(sin 1/2)
    (6.699975664, 1.0)
    >>> [round(x / turn[0], 9) for x in next_turn.orbit(turn, 3).times]
    [2.0, 3.0, 4.0]
    """
    check_callable(derivative, wanted="a state derivative")
    allowed = tolerance_of(tolerance)
    return SectionMap(derivative, crossing(section, direction), allowed)


class StroboscopicMap(Function):
    """The map from state to state after a period; see :func:`stroboscopic_map`."""

    __slots__ = ("advance", "motion", "period", "tolerance")

    def __init__(self, derivative: Callable[[Any], Any], period: Any, tolerance: Any, constant: bool = False) -> None:
        super().__init__(self._next, lambda: f"(stroboscopic-map {name_of(derivative)} {period})")
        self.period = period
        self.tolerance = tolerance
        self.advance = state_advancer(lambda: derivative)
        self.motion = Motion(derivative, "stroboscopic-map", constant=constant)

    def __reduce_ex__(self, protocol: Any) -> Any:
        motion = self.motion
        return portable((StroboscopicMap, (motion.derivative, self.period, self.tolerance, motion.constant)))

    def of_numbers(self, counted: Any) -> StroboscopicMap:
        """The map of numbers, of a motion that is counted (:mod:`scmpy.numerics.flow.counted`)."""
        return StroboscopicMap(counted.function, counted.time(self.period), self.tolerance, self.motion.constant)

    def _next(self, state: Any) -> Any:
        state = as_tuples(state)
        if self.motion.constant and not is_perturbed(state):
            return unflatten(iter(self.numpy(state, 1)[0].tolist()), state)
        after = self.advance(state, self.period, self.tolerance)
        return type(state)((state[0], *after.components[1:]))

    def numpy(self, state: Any, count: int) -> Any:
        """The numbers of the next states, one state a row."""
        rows, lost = self.found(state, count)
        if lost is not None:
            raise lost
        return rows

    def found(self, state: Any, count: int, angle: int | None = None) -> tuple[Any, IntegrationError | None]:
        """The numbers of the next states, an angle in [-pi, pi); where there are fewer, what ends the motion."""
        import numpy

        name = "stroboscopic-map"
        length(count, name, MOST_CROSSINGS, "periods")
        start = state_of(state, name)
        first = leaves(start)[0]
        end = first + time_from(self.period, start, name, "the period")
        solution = self.motion.solution(start, tolerance_of(self.tolerance, name), until=end)
        rows, done = numpy.empty((count, len(solution.state))), 0
        while done < count:
            some = once_a_period(solution, first, end, count - done, angle) if type(solution) is Solution else ()
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

    def _again(self, before: Solution, y: Sequence[float]) -> Solution:
        """The solution from a state, which goes on from one before as to the lengths of steps and to checks."""
        if type(before) is not Solution:
            return self.motion.solution(unflatten(iter(y), self.motion.place), before.tolerance)
        scale = self.motion.scale(list(y))
        solution = Solution(None, y[0], y, before.tolerance, before.method, ways=self.motion, scale=scale)
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
    >>> from scmpy import *
    >>> P = stroboscopic_map(Lagrangian_to_state_derivative(L_harmonic(1, 1)), pi / 2)
    >>> [round(x, 9) for x in P(up(0.0, 1.0, 0.0))]
    [0.0, 0.0, -1.0]
    >>> P.numpy(up(0.0, 1.0, 0.0), 4).round(9)[3] + 0.0
    array([0., 1., 0.])
    """
    return StroboscopicMap(derivative, period, tolerance)
