"""Trajectories: motions as functions of the time, by integration with dense output.

Source: SICM 1.7; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
"""

from __future__ import annotations

import math
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any, NamedTuple

from scmpy.boundary import guarded_call
from scmpy.calculus.dual_numbers import Differential, finite_part, primal_part
from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, elements, is_array, real_or_nan
from scmpy.generic.elementary import RECORDS
from scmpy.generic.functions import Function, name_of
from scmpy.generic.operations import PartialFunction
from scmpy.generic.settings import MOST_DIGITS, items
from scmpy.generic.types import (
    AnyChart,
    Real,
    TreeNode,
    Values,
    builder,
    is_number,
    is_scalar,
    measure_of,
    tree_leaves,
    tree_map,
    tree_structure,
    tree_unflatten,
)
from scmpy.numerics.compile.codegen import as_tuples, ball_of
from scmpy.numerics.compile.ir import StraightLineProgram, straight_line_program
from scmpy.numerics.compile.tracing import Untraceable, traced
from scmpy.numerics.nondimensional import check_rates, time_measure
from scmpy.numerics.ode import ivp
from scmpy.numerics.ode.dense_output import Labelled, Record, names_of, read, written
from scmpy.numerics.ode.events import (
    Crossing,
    Crossings,
    Events,
    arranged,
    crossing,
    events_without,
    listed,
    looked_at,
    without,
)
from scmpy.numerics.ode.evolution import PerturbedMotion, frame_of, is_perturbed, moved_on
from scmpy.numerics.ode.solvers import method_named, ode_method, ode_step
from scmpy.numerics.ode.step_control import Scale, Step
from scmpy.numerics.ode.taylor import Polynomials, Series, SeriesSolution, series
from scmpy.pickling import portable
from scmpy.registry import flint, numpy, public, scheme_entry
from scmpy.structure.tuples import Structure, Up, attach_units, common_units, has_units, units_of
from scmpy.structure.types import Name, State, StateDerivative, StateFunction
from scmpy.symbolic.ball_arithmetic import precision
from scmpy.symbolic.expression import Application, Expression, Symbol, application, fold, symbol

NOT_DIFFERENTIATED = "a trajectory from a file is not differentiated: it has no state derivative"
MOST_ON_A_PAGE = 60  # numbers of a state


class Course(NamedTuple):
    """By what a trajectory was integrated, and so can be continued."""

    motion: ivp.InitialValueProblem
    tolerance: float
    method: str
    step: Any = None  # of a method that makes steps of one length

    def go_on(self, steps: Record, state: Structure, end: float, events: Events, trusted: bool) -> None:
        def start(y: Any, trusted: bool = True) -> Any:
            at = tree_unflatten(iter(y), state)
            return self.motion.solution(at, self.tolerance, self.method, self.step, trusted, until=end)

        if events.jump:
            from scmpy.numerics.ode.jumps import JumpingMotion

            self.motion.prepare(state)
            JumpingMotion(self.motion, start, events).go_on(steps, tree_leaves(state), end)
            return
        solution = start(tree_leaves(state), trusted)
        if not steps and solution.time == end:
            steps.append(Step(end, solution.state, end, solution.state, None))
        if not events.finders:
            for piece in solution.pieces(end):
                steps.append(piece)
            return
        for piece, told in looked_at(solution.pieces(end), events.finders, self.motion):
            last = events.look(piece, told, self.motion.slope)
            if last is not None:
                steps.append_until(piece, *last)
                break
            steps.append(piece)
        else:
            events.arrive(steps[-1])


class Trajectory(Labelled, Function):
    """The states of a motion as a function of the time; see :func:`trajectory`.

    ``times`` are those at which the integration stepped, ``moments`` their numbers; ``names`` those of the numbers of a
    state, in order.
    """

    __slots__ = ("_build", "_ends", "_found", "_given", "_steps", "course", "moments", "names", "parameters", "place")

    @guarded_call
    def __init__(
        self,
        place: Structure,
        steps: Sequence[Step],
        names: tuple[str, ...],
        course: Course | None = None,
        given: Any = None,
        found: Sequence[Sequence[Any]] = (),
    ) -> None:
        super().__init__(self._at, "trajectory")
        self._given, self._found = given, found  # the events, and the states at them
        self.place = place
        self._build = builder(place)
        self.names = names
        self.course, self.parameters = course, course.motion.by_name if course else {}
        self._steps = steps if isinstance(steps, Record) else Record(steps)
        first, ends = steps[0].start, self._steps.ends
        self.moments = [first, *(b for a, b in zip([first, *ends], ends, strict=False) if a != b)]
        self._ends: list[float] = []  # how far from the start the steps end; found when it is first asked for

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Trajectory, (self.place, self._steps, self.names, self.course, self._given, self._found)))

    kind_in_scheme = "trajectory"

    @property
    def times(self) -> list[Any]:
        """The times at which the integration stepped, in the unit that the time of a state has."""
        return [attach_units(units_of(self.place[0]), t) for t in self.moments] if self.has_units else self.moments

    @property
    def has_units(self) -> bool:
        """Has the time of a state a unit?"""
        return has_units(self.place[0])

    @property
    def words(self) -> tuple[Any, ...]:
        derivative: Any = self.course and self.course.motion.perturbed
        while isinstance(derivative, Function):
            derivative = derivative.function
        remark = getattr(derivative, "remark", None)  # on what was done to keep constraints
        steps = len(self.moments) - 1, f"steps, {remark(self.at_numbers(self.moments[0]))}" if remark else "steps"
        return "of", *self.names, "from", self.times[0], "to", self.times[-1], "in", *steps

    def __repr__(self) -> str:
        return f"<trajectory {' '.join(map(str, self.words))}, which ends at {self.end}>"

    def _repr_latex_(self) -> None:
        """It is no formula."""

    def _repr_html_(self) -> str | None:
        """A notebook shows it as a page, in which it goes on, where the browser can compute it; else the text."""
        if self.has_units or len(self.names) > MOST_ON_A_PAGE:
            return None
        entry: Any = scheme_entry("page")
        try:
            with warnings.catch_warnings(action="ignore"):
                return entry.value(self)._repr_html_()  # type: ignore[no-any-return]
        except ScmpyError:
            return None

    @property
    def end(self) -> Any:
        return self.at_numbers(self.moments[-1])

    @property
    def events(self) -> Any:
        """The states at the events that were asked for, arranged as these were: for each one a list, with ``times``."""
        return arranged(self._given, (Crossings(found, self.parameters) for found in self._found))

    @property
    def jumps(self) -> list[Crossing]:
        """Those of its events at which the motion goes on from another state."""
        return [event for event in listed(self._given) if event.then]

    @property
    def at(self) -> Callable[[Any], Any]:
        return self

    def _at(self, t: Any) -> Any:
        if isinstance(t, (Differential, TreeNode)) and isinstance(measure_of(t), Differential):
            return self._displaced(t)
        return self.at_numbers(self._measured(t))

    def _displaced(self, t: Any) -> Any:
        """The state at a time that is a differential: it changes at the rates that it has in the motion."""
        if self.course is None:
            raise DomainError(NOT_DIFFERENTIATED)
        x: Any = measure_of(t)
        before = primal_part(x, x.tag)
        return moved_on(self.course.motion, self._at(tree_unflatten(iter([before]), t)), g.sub(x, before))

    def _measured(self, t: Any) -> Any:
        if isinstance(t, (list, tuple)):
            return [self._measured(x) for x in t]
        if isinstance(self.place[0], TreeNode) and is_array(t):
            return [self._measured(x) for x in t.ravel()]
        times, is_alike = tree_leaves(t), tree_structure(t) == tree_structure(self.place[0])
        if isinstance(t, TreeNode) and is_alike and is_array(times[0]):
            return times[0]
        if isinstance(self.place[0], TreeNode) or isinstance(t, TreeNode):
            return ivp.time_from(t, self.place, "trajectory", "the time")
        return t

    def at_numbers(self, t: Any) -> Any:
        """The state at a time, or at several, given as numbers of the unit that the time of a state has."""
        if isinstance(t, (list, tuple, range)):
            t = reals(t, "trajectory", "a time")
        elif isinstance(t, Iterable) and not (is_array(t) or isinstance(t, (str, Structure))):  # a list of Scheme's
            return tuple(map(self._at, items(t, "trajectory")))
        if is_array(t):
            rows = self._rows(t.ravel()).T
            return tree_unflatten((as_batch(row.reshape(t.shape)) for row in rows), self.place)
        when = ivp.real(t, "trajectory", "the time")
        return self._build(iter(ivp.timed(when, self._steps[self._index(when)].at(when))))

    def _index(self, t: float) -> int:
        low, high = self._known()
        first, last = self.moments[0], self.moments[-1]
        if not low <= t <= high:
            raise DomainError(f"the trajectory is known from {first} to {last}, not at {t}")
        return min(bisect_left(self._distances(), abs(t - first)), len(self._distances()) - 1)

    def _known(self) -> tuple[float, float]:
        """The least and the greatest time, and what is beyond them by rounding: 0.1 * 3 is 0.3."""
        low, high = sorted((self.moments[0], self.moments[-1]))
        slack = 4 * math.ulp(max(-low, high))
        return low - slack, high + slack

    def _distances(self) -> list[float]:
        if not self._ends:
            first = self.moments[0]
            self._ends = [abs(end - first) for end in self._steps.ends]
        return self._ends

    def _rows(self, times: Any) -> Any:
        when = numpy.asarray(times, dtype=float)
        low, high = self._known()
        outside = ~((when >= low) & (when <= high))
        if outside.any():
            self._index(float(when[outside][0]))
        ends = self._distances()
        found = numpy.searchsorted(ends, numpy.abs(when - self.moments[0]))
        rows = self._steps.at(numpy.minimum(found, len(ends) - 1), when)
        regular = numpy.abs(rows[:, 0] - when) <= 1e-9 * numpy.maximum(1.0, numpy.abs(when))
        rows[regular, 0] = when[regular]
        return rows

    def numpy(self, times: Any = None) -> Any:
        """An array with the numbers of a state in each row, at the times given, or those of the steps."""
        return self._rows(self.moments_of(times))

    def moments_of(self, times: Any) -> Any:
        """Times as numbers, of the unit that the time of a state has; those of the steps if none are given."""
        if times is None:
            return self.moments
        times = self._measured(times)
        if not is_array(times) and not isinstance(times, (list, tuple, range)):
            raise WrongTypeError(f"a trajectory expects an array of times, got {describe(times)}")
        return reals(times, "trajectory", "a time")

    def __getitem__(self, key: Any) -> Any:
        """The number of a name, at the times of the steps; or, from one time to another, the part of the trajectory."""
        if isinstance(key, slice):
            return self._between(key)
        name = str(key) if isinstance(key, (str, Symbol)) else None
        if name not in self.names:
            raise WrongTypeError(
                f"a trajectory of {' '.join(self.names)} has the numbers of these names, and its parts from one time "
                f"to another, motion[1.0:2.0]; got {describe(key)}"
            )
        i = self.names.index(name)
        column, unit = self.numpy()[:, i], tree_leaves(self.place, is_scalar)[i]
        return tree_map(lambda _: column, unit) if isinstance(unit, TreeNode) else column

    def _between(self, key: slice) -> Trajectory:
        if key.step is not None:
            raise WrongTypeError("a trajectory has no steps of equal length; call it at an array of times")
        first, last = self.moments[0], self.moments[-1]
        if key.start is not None:
            first = ivp.time_from(key.start, self.place, "trajectory", "the first time")
        if key.stop is not None:
            last = ivp.time_from(key.stop, self.place, "trajectory", "the last time")
        if (last - first) * (self.moments[-1] - self.moments[0]) < 0:
            raise DomainError(
                f"the trajectory goes from {self.moments[0]} to {self.moments[-1]}, not {first} to {last}"
            )
        steps = self._steps[self._index(first) : self._index(last) + 1]
        start = steps[0]._replace(start=first, before=steps[0].at(first))
        if len(steps) > 1:
            steps = Record([start, *steps[1:-1].parts, steps[-1]._replace(end=last, after=steps[-1].at(last))])
        else:
            steps = Record([start._replace(end=last, after=start.at(last))])
        low, high = sorted((first, last))
        found = [[state for state in states if low <= state[0] <= high] for states in self._found]
        return self._of(steps, found)

    def along(self, f: Callable[[Any], Any], times: Any = None) -> Any:
        """The values of a function of states at the times given, or those of the steps: an array or a tuple of them."""
        return over_states(f, self.at_numbers(numpy.array(self.moments_of(times))))

    def drift(self, f: Callable[[Any], Any], times: Any = None) -> Any:
        """How far a function of states gets from its value at the start, at most, at these times; in its unit."""
        start, values = f(self.at_numbers(self.moments[0])), tree_leaves(self.along(f, times))
        first, *others = tree_leaves(start, is_scalar)
        units = common_units("drift", first, *others)
        pairs = zip(values, tree_leaves(start), strict=True)
        return attach_units(units, max(float(numpy.max(numpy.abs(x - float(x0)))) for x, x0 in pairs))

    def crossings(self, f: Callable[[Any], Any], direction: str = "both") -> Crossings:
        """The states at which a function of states passes through zero, rising with the time, falling, or both."""
        tolerance = ivp.tolerance_of(self.course.tolerance if self.course else None, "crossings")
        motion, event = self.course.motion if self.course else None, crossing(f, direction)
        try:
            events = Events(event, self.place, tolerance)
        except ivp.MoreDirections as found:
            return self._displaced_crossings(event, list(found.values))
        for piece, told in looked_at(self._steps.parts, events.finders, motion):
            events.look(piece, told, motion.slope if motion else None)
        events.arrive(self._steps[-1])
        return Crossings(events.states[0], self.parameters)

    def _displaced_crossings(self, event: Crossing, others: Sequence[Any]) -> Crossings:
        if self.course is None:
            raise DomainError(NOT_DIFFERENTIATED)
        from scmpy.numerics.ode.jumps import DisplacedTrajectory

        flow = PerturbedMotion(self.course.motion.perturbed, "crossings")
        start, last = self.at_numbers(self.moments[0]), self.moments[-1]
        moved = DisplacedTrajectory(flow, start, last, self._given, self, others)
        found = self.crossings(without([tag for tag, _ in frame_of(others)], event.function), event.direction)
        return Crossings((moved.crossed(event, state[0]) for state in found), self.parameters)

    def extended(self, t_final: Any) -> Trajectory:
        """The trajectory continued to a later time than its last, or to an earlier one than its first.

        Raises:  as trajectory; DomainError if it is known there already, or if it was loaded from a file
        """
        end = ivp.time_from(t_final, self.place, "extended", "the final time")
        first, last = self.moments[0], self.moments[-1]
        forward = last >= first
        if self.course is None:
            raise DomainError(
                "a trajectory from a file has no derivative: trajectory(derivative, loaded.end, t) goes on"
            )
        if (end > last) is forward and end != last:
            join, start = self._followed_by, after_events(self._given, self._found, self.end, self.end[0])
        elif (end < first) is forward and end != first:
            join, start = self._preceded_by, self.at_numbers(first)
        else:
            raise DomainError(f"the trajectory is known from {first} to {last}, and so to {end}")
        try:
            return join(integrated(self.place, self.names, self.course, start, end, self._given))
        except (ScmpyError, KeyboardInterrupt) as error:
            more = getattr(error, "trajectory", None)
            error.trajectory = self if more is None else join(more)  # type: ignore[union-attr]
            raise

    def _followed_by(self, more: Trajectory) -> Trajectory:
        found = [[*before, *after] for before, after in zip(self._found, more._found, strict=True)]
        return self._of(Record([*self._steps.parts, *more._steps.parts]), found)

    def _preceded_by(self, more: Trajectory) -> Trajectory:
        steps = [Step(s.end, s.after, s.start, s.before, s.inside) for s in reversed(more._steps)]
        found = [[*before[::-1], *after] for before, after in zip(more._found, self._found, strict=True)]
        return self._of(Record([*steps, *self._steps.parts]), found)

    def _of(self, steps: Record, found: Sequence[Sequence[Any]]) -> Trajectory:
        return Trajectory(self.place, steps.without_empty(), self.names, self.course, self._given, found)

    def _labelled(self, given: Any) -> tuple[Any, Iterable[Any], Sequence[str], Sequence[str]]:
        return self.place, self.numpy(given).T, self.names, self.names[:1]

    def save(self, file: Any) -> None:
        """Write the trajectory to a file of numpy's (npz), without its derivative."""
        written(file, self.place, self._steps, self.names, self.course.tolerance if self.course else 0.0)

    @classmethod
    def load(cls, file: Any) -> Trajectory:
        """The trajectory in a file."""
        return cls(*read(file))


def after_events(given: Any, found: Iterable[Iterable[Any]], state: Any, t: Any) -> Any:
    """What events that were found at a time make of a state then, from which the motion goes on."""
    for event, states in zip(listed(given), found, strict=True):
        if event.then is not None and t in (crossed[0] for crossed in states):
            state = as_tuples(event.then(state))
    return state


def reals(values: Any, operation: str, what: str) -> Any:
    if is_array(values) or {int, float}.issuperset(map(type, values)):
        found = numpy.asarray(values)
        if found.dtype.kind in "iuf" and numpy.isfinite(found).all():
            return found.ravel().astype(float)
    return numpy.array([ivp.real(x, operation, what) for x in (values.ravel() if is_array(values) else values)])


def over_states(f: Callable[[Any], Any], states: Structure) -> Any:
    columns = tree_leaves(states)
    shape = numpy.shape(columns[0])
    try:
        with numpy.errstate(all="ignore"):
            value = f(states)
    except (ScmpyError, ArithmeticError, TypeError, ValueError):  # which takes one state at a time
        return _one_by_one(f, states, shape)
    try:
        return tree_map(lambda x: as_batch(numpy.broadcast_to(real_or_nan(x), shape)), value)
    except (TypeError, ValueError):
        raise _no_numbers(value) from None


def _no_numbers(value: Any) -> ScmpyError:
    odd = next((x for part in tree_leaves(value) for x in elements(part) if not is_number(x)), value)
    return expected("numbers as the values of a function of states", describe(odd))


def _one_by_one(f: Callable[[Any], Any], states: Structure, shape: tuple[int, ...]) -> Any:
    """The values of a function at one state after the other, nan where there is none."""
    at = PartialFunction(f)
    each = zip(*(numpy.broadcast_to(x, shape).ravel().tolist() for x in tree_leaves(states)), strict=True)
    values = [at(tree_unflatten(iter(row), states)) for row in each]
    example = next((value for value in values if value is not None), None)
    if example is None and at.error is not None:
        raise expected("a function that has values", f"none at {len(values)} states{at.reason}", DomainError)
    missing = [numpy.nan] * len(tree_leaves(example))
    try:
        rows = real_or_nan(numpy.array([missing if value is None else tree_leaves(value) for value in values])).T
    except (TypeError, ValueError):
        raise _no_numbers(example) from None
    return tree_unflatten((as_batch(row.reshape(shape)) for row in rows), example)


def integrated(
    place: Structure,
    names: tuple[str, ...],
    course: Course,
    state: Structure,
    end: float,
    given: Any,
    whole: bool = True,
) -> Any:
    """The trajectory from a state to a time or the event that ends it, or its end; an error has what there is of it."""

    def run(trusted: bool) -> tuple[list[Any], Any]:
        steps, events = Record(), Events(given, place, course.tolerance)

        def found() -> Trajectory:
            return Trajectory(place, steps, names, course, given, events.states)

        try:
            course.go_on(steps, state, end, events, trusted)
        except (ScmpyError, KeyboardInterrupt) as error:
            if steps:
                error.trajectory = found()  # type: ignore[union-attr]
            raise
        last = steps[-1]
        final = ivp.shaped(place, last.end, last.after)
        if not whole and events.keep:
            events.keep()
        return last.after, found() if whole else final

    return course.motion.by_known_code(state, run)


def course_of(
    motion: ivp.InitialValueProblem, start: Structure, tolerance: Any = None, method: Any = None, step: Any = None
) -> Course:
    tolerance, step = (None if x is False else x for x in (tolerance, step))
    by, step = method_named(method or ode_method.value), ivp.step_from(step, start)
    length = ode_step.value if step is None and not by.powers else step
    return Course(motion, ivp.tolerance_of(tolerance), by.name, length)


@public("trajectory")
def trajectory(
    derivative: StateDerivative,
    state: State,
    t_final: Real,
    tolerance: Real | None = None,
    method: Name | None = None,
    step: Real | None = None,
    events: Crossing | StateFunction | Iterable[Any] | None = None,
    names: Name | AnyChart | Values | None = None,
    digits: int | None = None,
) -> Trajectory:
    """The motion from a state to a final time as a function of the time, by integration with dense output.

    At an array of times it is a state of arrays: what is a function of states, such as the energy, is one of these.
    ``times`` are those at which the integration stepped; with ``names`` for the numbers of a state, or the chart of its
    coordinates, ``motion["theta"]`` has a number at these times. ``along`` has the values of a function of states,
    ``drift`` says how much it changes; ``numpy``, ``to_pandas`` and ``to_xarray`` give tables; a slice of times is a
    part, ``extended`` goes on; ``save`` writes a file, which ``Trajectory.load`` reads.

    ``events`` are functions of states, or crossings of them with a direction, one of which may be the end: a list or
    dictionary of them, or a single one. ``events`` of the trajectory has the states where they passed through zero.
    Of a trajectory that is there, ``crossings`` finds them for any function.

    ``method`` is one of those that ``set-ode-integration-method!`` lists, ``step`` the length of the steps of one that
    does not find it.

    States, times and steps may be quantities. The error allowed is relative to the size that each number has in the
    motion then, so that no unit is special; it is absolute for plain numbers that are smaller than 1.

    The motion is a function of the time that ``D`` differentiates, by the derivative of the states; it goes through the
    motion, by what the state and the derivative are made of, as through a state advancer. Equations with delays (of
    what the state was) and stochastic ones (with noise) are not integrated here.

    With ``digits`` the numbers are decimals of so many digits, by Taylor's method; what is exact in the state and the
    derivative is so then, and a float is the number that it is exactly. What is computed of decimals is exact too.

    Scheme:  ((trajectory (sysder p ...) state t-final [tolerance method step events]) t)
    Shapes:  derivative: state -> shaped like the state;  result: t -> state, for t between the times of both
    Units:   states, times and steps may be quantities; the tolerance is a number
    Raises:  as state-advancer;  DomainError for another time;  StructureError for more or fewer names than numbers;
             WrongTypeError for another method, and for digits with other than Taylor's; LimitError above most-digits;
             DimensionError for a time of another dimension;  DifferentiationError for high orders, by jets
    Source:  SICM 1.7; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
    1 ]=> ((trajectory (Lagrangian->state-derivative (L-harmonic 1 4)) (up 0. 1. 0.) 10.) 1.)
    ;Value: (up 1. -.416146837 -1.81859485)
    >>> import numpy
    >>> L = L_harmonic(1.0, 4.0)
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0, 1, 0), 10, names="x v")
    >>> [round(x, 9) for x in motion(1)]  # 1, cos 2, -2 sin 2
    [1.0, -0.416146837, -1.818594854]
    >>> bool(numpy.allclose(motion["x"], numpy.cos(2 * motion["t"]), atol=1e-10))
    True
    >>> motion.drift(Lagrangian_to_energy(L)) < 1e-10
    True
    >>> motion[2:3].times[-1], motion.extended(12).times[-1], motion.numpy([0, 1, 2]).shape
    (3.0, 12.0, (3, 3))
    >>> trajectory(lambda state: up(1, state[1]), up(0, 1), 1, digits=40)(1)[1]
    Decimal('2.718281828459045235360287471352662497757')
    """
    if digits is not None:
        if str(method or "taylor") != "taylor" or not all(x in (None, False) for x in (tolerance, step, events)):
            raise WrongTypeError("trajectory: digits go with Taylor's method alone: no tolerance, step or events")
        return precise_motion(derivative, state, t_final, digits, names)  # type: ignore[return-value]

    def moved_by(derivative: Any, state: Any, events: Any) -> Any:
        start = ivp.state_of(state, "trajectory")
        end = ivp.time_from(tree_map(finite_part, t_final), start, "trajectory", "the final time")
        problem = ivp.InitialValueProblem(derivative, "trajectory", watching=True)
        return integrated(
            start, names_of(start, names), course_of(problem, start, tolerance, method, step), start, end, events
        )

    others: list[Any] = []
    start = tree_map(finite_part, ivp.as_state(state)) if is_perturbed(state, t_final) else state
    moved = None
    while moved is None:
        tags = [tag for tag, _ in frame_of(others)]
        try:
            moved = moved_by(without(tags, derivative) if tags else derivative, start, events_without(tags, events))
        except ivp.MoreDirections as found:
            others += found.values
    if start is state and not others:
        return moved  # type: ignore[no-any-return]
    from scmpy.numerics.ode.jumps import DisplacedTrajectory

    flow = PerturbedMotion(derivative, "trajectory")
    last = time_measure(t_final, moved.place, "trajectory", "the final time")
    return DisplacedTrajectory(flow, ivp.as_state(state), last, events, moved, others)  # type: ignore[return-value]


@public("crossings")
def crossings(motion: Trajectory, f: StateFunction, direction: Name = "both") -> tuple[Any, ...]:
    """The states of a trajectory at which a function of states passes through zero, in the order of their times.

    Only where it is rising with the time, or falling, if that is the direction. The start of the trajectory is no
    crossing, the end is one. What touches zero without passing is none.

    Scheme:  (crossings motion f ['rising | 'falling])
    Shapes:  f: state -> real;  result: a list of states
    Raises:  WrongTypeError unless it is a trajectory and a function of real values
    Source:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
    1 ]=> (define motion (trajectory (Lagrangian->state-derivative (L-harmonic 1 1)) (up 0. 1. 0.) 10.))
    1 ]=> (map time (crossings motion coordinate))
    ;Value: (1.57079633 4.71238898 7.85398163)
    >>> motion = trajectory(Lagrangian_to_state_derivative(L_harmonic(1, 1)), up(0, 1, 0), 10)
    >>> [round(state[0] / pi, 9) for state in crossings(motion, coordinate)]
    [0.5, 1.5, 2.5]
    """
    if not isinstance(motion, Trajectory):
        raise WrongTypeError(f"crossings expects a trajectory, got {describe(motion)}")
    return motion.crossings(f, direction)  # type: ignore[arg-type]


# --- arbitrary precision ---------------------------------------------------------------------------------------------
# Motions to any number of digits: Taylor's method on balls of python-flint, of which the midpoints are taken.
#
# The derivative is traced once. Its constants, such as 1/3 or the square root of 2, are computed to all digits.

GUARD_DIGITS = 5  # more are computed with
_LOG_10 = math.log(10)


def exact_schedule(derivative: Callable[[Any], Any], state: Structure) -> tuple[StraightLineProgram, list[Any]]:
    """The schedule of a derivative, of a state and constants; and the constants, those that are no floats exactly."""
    motion = ivp.InitialValueProblem(derivative, "trajectory")
    motion.code = ivp.DerivativeCode(state)
    motion.slow(tree_leaves(state))  # which says what is wrong with it, by numbers
    try:
        trace, value = traced(derivative, Up((state,)))
    except Untraceable as reason:
        raise WrongTypeError(f"a motion to many digits has a derivative that is compiled: {reason}") from None
    if trace.decisions:
        raise WrongTypeError(
            f"a motion to many digits has a derivative that does not decide: {name_of(derivative)} does"
        )
    rates = ivp.rates_of(value, state, "trajectory")
    constants: dict[Any, Symbol] = {}

    def named(x: Any) -> Any:
        return constants.setdefault(x, symbol(f"$constant{len(constants)}"))

    def leaf(x: Any) -> Any:
        if isinstance(x, Expression):
            return named(x) if x.constant else x
        return x if isinstance(x, float) or float(x) == x else named(x)

    def node(x: Application, operands: list[Any]) -> Any:
        return named(x) if x.constant else application(x.operator, *operands)

    outputs = [fold(x, leaf, node) for x in tree_leaves(rates)]
    return straight_line_program([*trace.unknowns, *constants.values()], outputs), list(constants)


def real_ball(x: Any, bits: int, what: str) -> Any:
    """The midpoint of the ball of what a user gives for a real number; it may be exact, a float, or a decimal."""
    with suppress(WrongTypeError):
        found = ball_of(x, bits)
        if isinstance(found, flint.arb):
            return found.mid()
    raise WrongTypeError(f"a motion to many digits is of real numbers, {what} is {describe(x)}")


def _log_of(x: Any) -> float:
    size = abs(x).mid()
    return float(size.log()) if size > 0 else -math.inf


class PreciseMotion(Function):
    """The states of a motion as a function of the time, to many digits; see :func:`~scmpy.trajectory`."""

    __slots__ = ("_bits", "_steps", "digits", "names", "place")

    def __init__(self, place: Structure, steps: Sequence[Step], digits: int, bits: int, names: tuple[str, ...]) -> None:
        super().__init__(self._at, "trajectory")
        self.place = place
        self.digits = digits
        self.names = names
        self._steps = list(steps)
        self._bits = bits

    def __reduce_ex__(self, protocol: Any) -> Any:
        rows = [[_parts(step.start), _parts(step.end), *_inside(step)] for step in self._steps]
        return _restored, (self.place, rows, self.digits, self._bits, self.names)

    @property
    def times(self) -> list[Any]:
        """The times at which the integration stepped."""
        moments = [self._decimal(t) for t in (self._steps[0].start, *(step.end for step in self._steps))]
        return [attach_units(units_of(self.place[0]), t) for t in moments] if has_units(self.place[0]) else moments

    @property
    def end(self) -> Any:
        """The last state."""
        return self(self.times[-1])

    @property
    def events(self) -> tuple[()]:
        """No events are looked for."""
        return ()

    def __repr__(self) -> str:
        return (
            f"<trajectory of {' '.join(self.names)} from {self.times[0]} to {self.times[-1]}, to {self.digits} digits>"
        )

    def _repr_latex_(self) -> None:
        """A notebook shows the text."""

    def _decimal(self, x: Any) -> Decimal:
        return Decimal(x.str(self.digits, radius=False))

    def _at(self, t: Any) -> Any:
        with precision(self._bits):
            when = real_ball(time_measure(t, self.place, "trajectory", "the time"), self._bits, "the time")
            first, last = self._steps[0].start, self._steps[-1].end
            if not min(first, last) <= when <= max(first, last):
                raise DomainError(f"the trajectory is known from {first} to {last}, not at {t}")
            found = bisect_left([abs(step.end - first) for step in self._steps], abs(when - first))
            y = self._steps[found].at(when)
            return tree_unflatten(map(self._decimal, (when, *y[1:])), self.place)


def _parts(x: Any) -> tuple[int, int]:
    mantissa, exponent = x.mid().man_exp()
    return int(mantissa), int(exponent)


def _whole(parts: tuple[int, int]) -> Any:
    return flint.arb(parts[0]) * flint.arb(2) ** parts[1]


def _inside(step: Step) -> list[list[tuple[int, int]]]:
    rows = step.inside.coefficients if step.inside else [[x] for x in step.before]
    return [list(map(_parts, row)) for row in rows]


def _restored(place: Structure, rows: list[Any], digits: int, bits: int, names: tuple[str, ...]) -> PreciseMotion:
    steps = []
    with precision(bits):
        for first, last, *inside in rows:
            start, end = _whole(first), _whole(last)
            at = Polynomials(start, [list(map(_whole, row)) for row in inside])
            steps.append(Step(start, at(start), end, at(end), at))
    return PreciseMotion(place, steps, digits, bits, names)


def precise_motion(
    derivative: Callable[[Any], Any], state: Any, t_final: Any, digits: Any, names: Any = None
) -> PreciseMotion:
    if type(digits) is not int or digits < 1:
        raise WrongTypeError(f"trajectory expects a positive whole number of digits, got {describe(digits)}")
    MOST_DIGITS.check(digits, "trajectory", each=100)
    given = tree_leaves(ivp.as_state(state)) if isinstance(ivp.as_state(state), Structure) else []
    place = ivp.state_of(ivp.as_state(state), "trajectory")
    if has_units(place):
        check_rates(place, as_tuples(derivative(place)), "trajectory")
    called = names_of(place, names)
    bits = math.ceil((digits + 2 * GUARD_DIGITS) * math.log2(10)) + 32
    with precision(bits):
        numbers = [real_ball(x, bits, "a component of the state") for x in given]
        graph, constants = exact_schedule(derivative, place)
        functions = {record.name: record.ball for record in RECORDS.values() if record.ball is not None}
        functions["power"] = lambda x, y: x**y
        found = series(graph, functions, lambda x: ball_of(x, bits), exact=True)
        known = [ball_of(x, bits) for x in constants]
        expand: Series = lambda y, order, unit: found([*(x.mid() for x in y), *known], order, unit)  # noqa: E731
        end = real_ball(time_measure(t_final, place, "trajectory", "the final time"), bits, "the final time")
        allowed, scale = -(digits + GUARD_DIGITS) * _LOG_10, _scale(derivative, place, float(end))
        solution = SeriesSolution(expand, numbers[0], numbers, allowed, _log_of, scale)
        steps = list(solution.to(end)) or [Step(end, numbers, end, numbers, None)]
    return PreciseMotion(place, steps, digits, bits, called)


def _scale(derivative: Callable[[Any], Any], place: Structure, end: float) -> Scale:
    if not has_units(place):
        return None
    motion = ivp.InitialValueProblem(derivative, "trajectory")
    motion.prepare(place)
    return motion.scale(tree_leaves(place), end)
