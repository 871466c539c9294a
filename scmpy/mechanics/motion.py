"""Motions as objects: derived and compiled once, called with states, times and parameters.

The code of a motion takes its parameters as arguments, so other values of them derive and compile nothing. What is made
of it, trajectories, ensembles, sections, exponents, periodic orbits, has the same code: the derivative that the motion
gives for parameters brings it along. Impacts and dry friction, events of motions, are below.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

from scmpy.boundary import guarded_call
from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import Tagged, finite_part
from scmpy.errors import (
    ArityError,
    DomainError,
    IntegrationError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    counted,
    describe,
    did_you_mean,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.display import NOTATIONS, typeset
from scmpy.generic.functions import Function, arity, keep, name_of
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import (
    Numbers,
    Real,
    Scalar,
    ScalarKind,
    Value,
    Values,
    is_number,
    measure_of,
    ones_like,
    tree_leaves,
    tree_map,
    tree_unflatten,
)
from scmpy.mechanics.constraints import OFF, Constrained, check_constraints, constrained, rate_form
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative
from scmpy.mechanics.lagrangian import Lagrangian_to_state_derivative, check_lagrangian, force_of_inertia
from scmpy.mechanics.state import check_state, check_state_function, number_of
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.dynamics.continuation import Branch, continue_periodic_orbits
from scmpy.numerics.dynamics.periodic_orbits import (
    FixedPoint,
    find_periodic_orbit,
    lyapunov_exponents,
    monodromy_matrix,
)
from scmpy.numerics.ensembles import Ensemble, ensemble, ensemble_singly
from scmpy.numerics.ode import ivp
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.events import Crossing, crossing, listed
from scmpy.numerics.ode.evolution import advancer, is_perturbed, states_at_times
from scmpy.numerics.ode.jumps import DisplacedTrajectory
from scmpy.numerics.ode.sections import FAR, STEPS, SectionMap, StroboscopicMap, poincare_map, stroboscopic_map
from scmpy.numerics.ode.step_control import NO_LIMITS, StepLimits
from scmpy.numerics.ode.trajectory import Trajectory, after_events, course_of, integrated, reals, trajectory
from scmpy.pickling import portable
from scmpy.registry import numpy, public
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.tuples import (
    Down,
    Structure,
    Up,
    attach_units,
    has_units,
    in_units,
    leaves,
    magnitudes,
    sum_of,
    unflatten,
)
from scmpy.structure.types import Lagrangian, Name, State, StateDerivative, StateFunction
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.simplify import simplify

KINDS = "derivative", "Lagrangian", "Hamiltonian"
_FLOATS = frozenset((int, float))
MOST_MEMBERS = 64  # sets of parameters whose derivative is kept


class Motion(Function):
    """A motion that is derived and compiled once; see :func:`compile_motion`."""

    __slots__ = ("_adjoints", "_advancers", "_at_once", "_given", "_limits", "_problem", "defaults", "make", "names")

    def __init__(
        self,
        system: Callable[..., Any],
        parameters: Any,
        kind: Any,
        force: Any,
        how: dict[str, Any],
        limits: StepLimits = NO_LIMITS,
    ) -> None:
        super().__init__(self._moved, lambda: f"motion of {name_of(system)}")
        self._given, self._limits = (system, parameters, kind, force, how), limits
        is_plain = not how.keys() - {"tolerance", "events", "method"}
        self._at_once = (how.get("tolerance"), True, how.get("events"), how.get("method")) if is_plain else None
        self.names, self.defaults = _named(parameters)
        _check_arity(system, self.names)
        self.make = _maker(system, bool(self.names), kind, force)
        self._problem: ivp.InitialValueProblem | None = None
        self._advancers: dict[tuple[float, ...], tuple[ivp.Member, Callable[..., Any]]] = {}
        self._adjoints: dict[str, ivp.InitialValueProblem] = {}  # by the shapes of states

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Motion, (*self._given, self._limits)))

    def _repr_latex_(self) -> str | None:
        """The rates of a state in symbols, once its shape is known from a call."""
        try:
            place: Any = self._problem and self._problem.place
            state = tree_unflatten(map(symbol, names_of(place, None)), place)
            rates = simplify(self.make(*map(symbol, self.names))(state))
            return typeset(f"D {NOTATIONS['tex'](state)} = {NOTATIONS['tex'](rates)}")
        except (ScmpyError, ArithmeticError, AttributeError):  # it was not called, or is of numbers alone
            return super()._repr_latex_()

    @guarded_call
    def derivative(self, *values: Value, **named: Value) -> Any:
        return self._member(self._values(values, named))[0]

    def trajectory(self, state: Any, t_final: Any, *values: Value, names: Any = None, **named: Value) -> Trajectory:
        """The states as a function of the time, with the events; see :func:`~scmpy.trajectory`."""
        return trajectory(self.derivative(*values, **named), state, t_final, names=names, **self._given[4])

    def ensemble(self, states: Any, times: Any, *values: Value, **named: Value) -> Ensemble:
        """The motions from many states, or with arrays for parameters; see :func:`~scmpy.ensemble`."""
        how, given = self._given[4], self._values(values, named)
        if "events" in how or self._limits is not NO_LIMITS:
            found = ensemble_singly(states, times, given, self._rows)
        else:
            found = ensemble(self.make, states, times, parameters=[*given], **how)
        found.parameters = dict(zip(self.names, given, strict=True))
        return found

    def _rows(self, state: Any, given: Sequence[Any], times: list[float]) -> Any:
        """The numbers of a state at times in order, until its motion ends; at one time alone, where it ends."""
        moved = self.trajectory(state, times[-1], *given)
        if len(times) == 1:
            return [tree_leaves(moved.end)]
        first, last = moved.moments[0], moved.moments[-1]
        return moved.numpy([t for t in times if abs(t - first) <= abs(last - first)])

    def section(self, f: StateFunction, direction: Name = "both", *values: Value, **named: Value) -> SectionMap:
        """The map from state to state where a function of them is zero; see :func:`~scmpy.poincare_map`."""
        found = poincare_map(self._member(self._values(values, named))[0], f, direction, self._tolerance)
        return SectionThroughEvents(found, self._given[4]) if self._is_changed_by_events else found

    def periods(self, period: Real, *values: Value, **named: Value) -> StroboscopicMap:
        """The map from a state to that after a period; see :func:`~scmpy.stroboscopic_map`."""
        return stroboscopic_map(self._through_events(values, named), period, self._tolerance)

    def monodromy(self, state: Any, period: Real, *values: Value, **named: Value) -> Any:
        """The matrix of the derivatives of the last state by the first; see :func:`~scmpy.monodromy_matrix`."""
        return monodromy_matrix(self._through_events(values, named), state, period, self._tolerance)

    def lyapunov(self, state: Any, duration: Real, *values: Value, **named: Value) -> tuple[float, ...]:
        """The Lyapunov exponents; see :func:`~scmpy.lyapunov_exponents`."""
        return lyapunov_exponents(self._through_events(values, named), state, duration, None, self._tolerance)

    def periodic_orbit(self, state: Any, period: Real, *values: Value, **named: Value) -> FixedPoint:
        """A periodic orbit near a state; see :func:`~scmpy.find_periodic_orbit`."""
        return find_periodic_orbit(self._through_events(values, named), state, period, False, self._tolerance)

    def continued(
        self, state: Any, period: Real, name: Name, last: Real, *values: Value, fixed: bool = False, **named: Value
    ) -> Branch:
        """The periodic orbits as a parameter goes to a last value; see :func:`~scmpy.continue_periodic_orbits`."""
        given = self._values(values, named)
        if str(name) not in self.names:
            raise ArityError(f"{self.__name__} has no parameter {name}, it has {' '.join(self.names) or '(none)'}")
        i = self.names.index(str(name))

        def system(p: Any) -> Any:
            values = *given[:i], p, *given[i + 1 :]
            return self._through_events(values, {}) if self._is_changed_by_events else self.make(*values)

        return continue_periodic_orbits(system, state, period, given[i], last, fixed=fixed, tolerance=self._tolerance)

    @property
    def _is_changed_by_events(self) -> bool:
        return any(event.then or event.terminal for event in listed(self._given[4].get("events")))

    def _through_events(self, values: Sequence[Any], named: dict[str, Any]) -> Any:
        """The derivative, with what moves states through the events, where these change the motion."""
        given = self._values(values, named)
        if not self._is_changed_by_events:
            return self._member(given)[0]
        return ivp.Member(ivp.InitialValueProblem(self.make, "motion", given), partial(self._advanced, given))

    def _advanced(self, given: tuple[Any, ...], state: Any, dt: Any) -> Any:
        end = g.add(state[0], dt)
        after = self._moved(state, end, *given)
        time, wanted = (finite_part(measure_of(x)) for x in (after[0], end))
        if abs(time - wanted) > OFF * (abs(wanted) + abs(finite_part(measure_of(dt)))):
            raise IntegrationError(f"{self.__name__} ends at an event at the time {time}, before {wanted}")
        return after

    def _moved(self, state: Any, t: Any, *values: Value, **named: Value) -> Any:
        given = values if not named and len(values) == len(self.names) else self._values(values, named)
        if self._at_once and _FLOATS.issuperset(map(type, given)):
            member = self._advancers.get(given) or self._member(given)
            found = member[0].problem.at_once(state, t, *self._at_once)
            if found is not None:
                return found
        start, how = state if isinstance(state, Structure) else ivp.as_state(state), self._given[4]
        if not isinstance(start, Structure) or not len(start):
            raise StructureError(f"motion expects a state, up(t, q, ...), got {describe(state)}")
        first, numbers = start.components[0], (*given, *tree_leaves(start))
        is_one, displaced = not isinstance(t, Iterable), is_perturbed(start, *given) or isinstance(t, Tagged)
        if displaced and any(is_array(finite_part(x)) for x in numbers):
            return orbit_by_orbit(self._moved)(start, t, *given)
        if any(map(is_array, numbers)) or isinstance(first, Structure):
            return self._all_there(self.ensemble(state, t, *given))
        if is_one and "events" not in how:
            return self._member(given)[1](state, g.sub(t, first), **how)
        t = t if is_one or is_array(t) else items(t, "motion")
        if not displaced:
            with suppress(ivp.MoreDirections):
                return self._at_end(start, t, given) if is_one else self._at_times(state, t, given)
        return self.trajectory(start, t, *given).end if is_one else self._over(start, t, given)(t)

    def _at_end(self, state: Any, t: Any, given: tuple[Any, ...]) -> Any:
        start, how = ivp.state_of(state, "motion"), dict(self._given[4])
        events = how.pop("events")
        course = course_of(self._member(given)[0].problem, start, **how)
        return integrated(start, (), course, start, ivp.time_from(t, start, "motion", "the time"), events, whole=False)

    def _at_times(self, state: Any, times: Any, given: tuple[Any, ...]) -> Any:
        how, start = self._given[4], ivp.as_state(state)
        if not len(times) or getattr(times, "ndim", 1) != 1:
            raise DomainError(f"motion expects one time or a list of some, got {describe(times)}")
        is_plain = is_array(times) or _FLOATS.issuperset(map(type, times))
        if is_plain and not how.keys() - {"tolerance", "method"} and not has_units(start):
            when = reals(times, "motion", "a time")
            start, problem = ivp.state_of(start, "motion"), self._member(given)[0].problem
            first = tree_leaves(start)[0]
            if len(when) and (numpy.diff(when, prepend=first) * numpy.sign(when[-1] - first) >= 0).all():
                tolerance = ivp.tolerance_of(self._tolerance, "motion")
                rows = states_at_times(problem, start, when, tolerance, how.get("method"))
                if rows is not None:
                    return tree_unflatten(map(as_batch, rows.T.copy()), start)
        return self._over(start, times, given)(times)

    def _over(self, start: Any, times: Any, given: tuple[Any, ...]) -> Any:
        """The trajectory to the farthest of some times, and from there to one on the other side of the start."""
        after = sorted((finite_part(measure_of(g.sub(t, start[0]))), i) for i, t in enumerate(times))
        (first, i), (last, k) = after[0], after[-1]
        moved = self.trajectory(start, times[k if last > -first else i], *given)
        return moved.extended(times[i if last > -first else k]) if first < 0 < last else moved

    @property
    def _tolerance(self) -> Any:
        return self._given[4].get("tolerance")

    def _all_there(self, found: Ensemble) -> Any:
        if found.failures:
            orbit, time, state, reason = found.failures[0]
            raise IntegrationError(
                f"orbit {orbit} ends at time {time}, at {state}: {reason}; ensemble goes on without it"
            )
        return found.states

    def _values(self, values: Sequence[Any], named: dict[str, Any]) -> tuple[Any, ...]:
        if not named and len(values or self.defaults) == len(self.names):
            return tuple(values or self.defaults.values())
        if (
            len(values) > len(self.names)
            or set(named) & set(self.names[: len(values)])
            or not {*named} <= {*self.names}
        ):
            odd = next((name for name in named if name not in self.names), "")
            raise ArityError(
                f"{self.__name__} has the parameters {' '.join(self.names) or '(none)'}, each is given once; got "
                f"{' '.join(map(str, [*values, *named]))}{did_you_mean(odd, self.names) if odd else ''}"
            )
        found = {**self.defaults, **dict(zip(self.names, values, strict=False)), **named}
        missing = [name for name in self.names if name not in found]
        if missing:
            raise ArityError(f"{self.__name__} needs a value for {missing[0]}: motion(state, t, {missing[0]}=...)")
        return tuple(found[name] for name in self.names)

    def _member(self, values: tuple[Any, ...]) -> tuple[Any, Callable[..., Any]]:
        if not _FLOATS.issuperset(map(type, values)):
            if is_perturbed(*values):
                problem = ivp.InitialValueProblem(self.make, "motion", values, watching=True)
                return problem.perturbed, advancer(problem)
            if has_units(*values):
                return self._made(values)
            pairs = zip(self.names, values, strict=True)
            values = tuple(ivp.real(x, "motion", f"the parameter {name}") for name, x in pairs)
        key = values if 0 not in values else (*values, *map(str, values))  # as 0. is not -0.
        made = self._advancers.get(key)
        return made or keep(self._advancers, key, self._made(tuple(map(float, values))), MOST_MEMBERS)

    def _made(self, values: tuple[Any, ...]) -> tuple[ivp.Member, Callable[..., Any]]:
        problem = self._problem
        if problem is None:
            problem = ivp.InitialValueProblem(self.make, "motion", values, watching=True)
            problem.limits, problem.names = self._limits, self.names
        self._problem = problem = problem.with_parameters(values)
        return ivp.Member(problem), advancer(problem)


class SectionThroughEvents(SectionMap):
    """The map on a surface of section of a motion that events change; where these happen it has the states after."""

    __slots__ = ("_events", "_given", "_how", "_number")

    def __init__(self, section: SectionMap, how: dict[str, Any]) -> None:
        event = section.event
        super().__init__(section.derivative, event, section.tolerance)
        self._given, self._how = (section, how), how
        self._events, watched = listed(how["events"]), (event.function, event.direction)
        known = [(x.function, x.direction) for x in self._events]
        self._number = known.index(watched) if watched in known else len(known)
        if watched not in known:
            self._events.append(event)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((SectionThroughEvents, self._given))

    def of_numbers(self, counted: Any) -> SectionMap:
        units = counted.units

        def event_of_numbers(event: Crossing) -> Crossing:
            function, then = counted.of_state(event.function), event.then
            after = then and (lambda state: in_units(units, then(attach_units(units, as_tuples(state)))))
            return Crossing(function, event.direction, event.terminal, after)

        events = [*map(event_of_numbers, listed(self._how["events"]))]
        return SectionThroughEvents(super().of_numbers(counted), self._how | {"events": events})

    def _rows(self, state: Any, trusted: bool = False) -> Iterator[list[list[float]]]:
        for moved in self._pieces(ivp.state_of(state, "poincare-map"), goes_on=True):
            if isinstance(moved, DisplacedTrajectory):
                raise ivp.MoreDirections(*moved.others)
            if found := moved.events[self._number]:
                after = (after_events(self._events, moved.events, state, state[0]) for state in found)
                yield [tree_leaves(magnitudes(state)) for state in after]

    def _perturbed_next(self, state: Structure) -> Any:
        moved = next(moved for moved in self._pieces(state) if moved.of_numbers.events[self._number])
        found = moved.of_numbers.events
        t = found[self._number][0][0]
        return after_events(self._events, found, moved.crossed(self.event, t), t)

    def _pieces(self, state: Any, goes_on: bool = False) -> Iterator[Any]:
        """Trajectories over durations, and numbers of events, that double; each goes on from the last, or from a state
        to the first crossing.
        """
        left, idle, most = [event.terminal or math.inf for event in self._events], 0, 64
        parts = (tree_leaves(tree_map(finite_part, magnitudes(part))) for part in (state, self.derivative(state)))
        size, rate = (max(map(abs, numbers[1:]), default=0.0) or 1.0 for numbers in parts)
        duration = size / rate
        left[self._number] = left[self._number] if goes_on else 1
        while True:
            pairs = zip(self._events, left, strict=True)
            events = [Crossing(x.function, x.direction, int(min(n, most)), x.then) for x, n in pairs]
            end = g.add(state[0], tree_unflatten(iter([duration]), state[0]))
            try:
                moved = trajectory(self.derivative, state, end, **(self._how | {"events": events}))
            except IntegrationError as error:
                if goes_on and error.trajectory is not None:
                    yield error.trajectory
                raise
            yield moved
            numbers = moved if isinstance(moved, Trajectory) else moved.of_numbers
            t, y = numbers.moments[-1], tree_leaves(magnitudes(numbers.end))
            counts = [len(states) for states in numbers.events]
            if any(map(operator.ge, counts, left)):
                raise IntegrationError(f"{self.__name__}: the motion ends at an event at the time {t}")
            idle = 0 if counts[self._number] else idle + len(numbers.moments)
            if idle > STEPS or max(map(abs, y)) > FAR:
                raise self._lost(t, y)
            if goes_on:
                state = after_events(events, numbers.events, numbers.end, numbers.end[0])
                left = [*map(operator.sub, left, counts)]
            duration, most = 2 * duration, 2 * most


def _named(parameters: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    if parameters is None or parameters is False:
        return (), {}
    found = parameters.split() if isinstance(parameters, str) else [*items(parameters, "compile-motion")]
    if not all(isinstance(name, (str, Symbol)) for name in found) or len({*map(str, found)}) < len(found):
        raise WrongTypeError(
            'compile-motion expects names of the parameters, each once, such as "m k", or a dictionary of names and '
            f"values; got {describe(parameters)}"
        )
    given = {str(name): x for name, x in parameters.items()} if isinstance(parameters, dict) else {}
    return tuple(map(str, found)), given


def _check_arity(system: Callable[..., Any], names: Sequence[str]) -> None:
    least, most = arity(system)
    if least > (len(names) or 1) or (most is not None and most < len(names)):
        listed = ", ".join(names)
        of = f"the parameters {listed} (lambda {listed}: ...) that makes one of a state" if names else "a state alone"
        raise ArityError(
            f"compile-motion expects a function of {of}, up(t, q, ...); {name_of(system)} takes {counted(least)}"
        )


def _maker(system: Callable[..., Any], named: bool, kind: str | None, force: Any) -> Callable[..., Any]:
    """What makes the state derivative of parameters; what the system is, its value tells, and the state."""

    def make(*values: Any) -> Function:
        function, outer = (f(*values) if named and f is not None else f for f in (system, force))

        def rates(state: Any) -> Any:
            value = as_tuples(function(state)) if kind is None or kind == "derivative" else 0
            if isinstance(value, (Structure, tuple)) or is_array(value) or kind == "derivative":
                if outer is not None:
                    raise WrongTypeError("compile-motion: a force goes with a Lagrangian or a Hamiltonian")
                return value
            if isinstance(value, (Function, FunctionType)):
                raise WrongTypeError(
                    f"compile-motion: {name_of(function)} gives a function, not a number or a tuple: are there "
                    'parameters to be named, parameters="m k"?'
                )
            of_hamiltonian = (kind or _kind_at(state)) == "Hamiltonian"
            derivative: Any = Hamiltonian_to_state_derivative if of_hamiltonian else Lagrangian_to_state_derivative
            return (derivative(function) if outer is None else derivative(function, force=outer))(state)

        return Function(rates, lambda: name_of(function))

    return make


def _kind_at(state: Any) -> str:
    slot = state[2] if len(state) > 2 else None
    if not isinstance(slot, Structure):
        raise StructureError(
            f"compile-motion: whether {describe(slot)} in the state is a velocity or a momentum, it does not tell; say "
            'kind="Lagrangian" or kind="Hamiltonian" (velocities are up tuples, momenta down)'
        )
    return "Hamiltonian" if isinstance(slot, Down) else "Lagrangian"


@public("compile-motion")
def compile_motion(
    system: Callable[..., Any],
    parameters: Name | Values | None = None,
    kind: Name | None = None,
    force: Callable[..., Any] | None = None,
    events: Crossing | StateFunction | Iterable[Any] | None = None,
    tolerance: Real | None = None,
    method: Name | None = None,
    step: Real | None = None,
    atol: Real | State | Numbers | None = None,
    first_step: Real | None = None,
    max_step: Real | None = None,
) -> Motion:
    """The motion of a Lagrangian, a Hamiltonian or a state derivative, derived and compiled once.

    ``motion(state, t)`` is the state at a time; with a list or an array of times, or arrays in the state, those of all.
    Of ``parameters``, names or a dictionary of names and values, the system is made, as ``system(m, k)``, and so is the
    force; ``motion(state, t, m=2, k=8)``, or with values in their order, takes other ones and compiles nothing. ``D``
    goes through the motion, its events, what ``then`` makes there, and many orbits: by state, time and parameters.

    What the system is, its value and the state tell: velocities are an up tuple, momenta a down one; of one number
    ``kind`` tells: "Lagrangian", "Hamiltonian", "derivative". A ``force`` is a function of states.

    The error allowed is ``tolerance`` times the size of each number of a state, and absolute ``atol``, one or those of
    the numbers after the time, where it is told; no step is longer than ``max_step``; ``first_step`` is the first one,
    but for taylor. ``D`` does not heed these.

    ``trajectory``, ``ensemble``, ``section``, ``periods``, ``monodromy``, ``lyapunov`` and ``periodic_orbit`` of a
    motion do what the functions of these names do, with the parameters after the other arguments;
    ``continued(state, period, "k", 9)`` follows periodic orbits until a parameter has this value. All go through the
    events; a surface of section at which one of these happens has the states after it.
    ``derivative(m=2, k=8)`` is the state derivative, for anything else that takes one: the code goes with it.

    Scheme:  ((compile-motion system ['(m k ...) kind force events tolerance method step]) state t m k ...)
    Shapes:  system: state -> scalar or rates, or parameters -> that;  result: state t parameters -> state
    Units:   states, times, steps and parameters may be quantities; the tolerance is a number
    Raises:  WrongTypeError for other kinds, and for what are no names of parameters;  StructureError where a state
             tells no kind;  ArityError for a parameter that is missing or unknown;  IntegrationError where it ends;
             DomainError unless steps and absolute errors are positive
    Source:  SICM 1.7, 3.1
    1 ]=> (define spring (compile-motion L-harmonic '(m k) 'Lagrangian))
    1 ]=> (spring (up 0. 1. 0.) 1. 2. 8.)
    ;Value: (up 1. -.416146837 -1.81859485)
    1 ]=> (coordinate ((trajectory (motion-derivative spring 2. 8.) (up 0. 1. 0.) 2.) 1.))
    ;Value: -.416146837
    >>> spring = compile_motion(L_harmonic, {"m": 2.0, "k": 8.0}, kind="Lagrangian")
    >>> [round(x, 9) for x in spring(up(0.0, 1.0, 0.0), 1.0)]  # 1, cos 2, -2 sin 2
    [1.0, -0.416146837, -1.818594854]
    >>> round(spring(up(0.0, 1.0, 0.0), 1.0, k=2.0)[1], 9)  # cos 1
    0.540302306
    >>> round(D(lambda k: spring(up(0.0, 1.0, 0.0), 1.0, k=k)[1])(8.0), 9)  # -sin 2 / 8
    -0.113662178
    >>> spring(up(0.0, 1.0, 0.0), [1.0, 2.0])[1].round(9)
    array([-0.41614684, -0.65364362])
    """
    check_callable(system, wanted="a Lagrangian, a Hamiltonian, a state derivative, or what makes one of parameters")
    if kind and str(kind) not in KINDS:
        raise WrongTypeError(f"compile-motion expects one of the kinds {', '.join(KINDS)}, got {kind}")
    how = {"events": events, "tolerance": tolerance, "method": method, "step": step}
    how = {key: x for key, x in how.items() if x}
    limits = _limits(atol, first_step, max_step)
    return Motion(system, parameters, str(kind) if kind else None, force or None, how, limits)


def _limits(atol: Any, first: Any, longest: Any) -> StepLimits:
    def positive(x: Any, what: str, least: float = 0.0) -> float:
        found = ivp.real(x, "compile-motion", what)
        if not found > least:
            raise DomainError(f"compile-motion expects {what} to be positive, got {x}")
        return found

    told: Any = None
    if atol is not None and atol is not False:
        listed = as_tuples(atol)
        each = tuple(positive(x, "an absolute error", -5e-324) for x in tree_leaves(listed))
        told = each if isinstance(listed, Structure) else each[0]
    steps = [positive(x, "a step") if x else default for x, default in ((first, 0.0), (longest, math.inf))]
    return NO_LIMITS if (told, *steps) == (None, 0.0, math.inf) else StepLimits(told, *steps)


@public("motion-derivative")
def motion_derivative(motion: Motion, *parameters: Value) -> StateDerivative:
    """The state derivative of a compiled motion for values of its parameters, which brings the code of it along.

    Scheme:  (motion-derivative (compile-motion ...) m k ...)
    Shapes:  result: state -> state
    Raises:  WrongTypeError unless it is a compiled motion;  ArityError unless the parameters are its own
    Source:  SICM 1.7
    1 ]=> ((motion-derivative (compile-motion H-harmonic '(m k) 'Hamiltonian) 2. 8.) (up 0. 1. 3.))
    ;Value: (up 1 1.5 -8.)
    >>> motion_derivative(compile_motion(H_harmonic, "m k", kind="Hamiltonian"), 2.0, 8.0)(up(0, 1, 3))
    (up 1 1.5 -8.)
    """
    if not isinstance(motion, Motion):
        raise WrongTypeError(f"motion-derivative expects what compile-motion makes, got {describe(motion)}")
    return motion.derivative(*parameters)


class Gradient(NamedTuple):
    """A number that a motion ends with, and its derivatives by the state that it begins with, and by the parameters."""

    value: Any
    by_state: Any
    by_parameters: Any


SEGMENTS = 32  # of a motion that is gone back along: the states between them are those of the way there
HALVINGS = 6  # of one
ERRORS, LEAST_ALLOWED = 100, 1e-12  # that are allowed in a step may the state be off at the other end of one


@public("motion-gradient")
def motion_gradient(
    motion: Motion, f: StateFunction, state: State, t: Real, *parameters: Value, **named: Value
) -> Gradient:
    """A function of the last state of a compiled motion, with its derivatives by the first state and by all parameters.

    They are found on the way back, by the adjoint equations: the cost is that of a few motions, however many parameters
    there are, where ``D`` takes a motion for each; that is done for quantities, where events change the motion, and
    where it is damped too strongly to be gone back along.

    Scheme:  (motion-gradient motion f state t p ...)
    Math:    for y' = F(t, y, p), lambda' = - lambda d_1 F back from lambda = D f,  d f/d p = int lambda d_2 F dt
    Shapes:  f: state -> number;  result: the value, its derivatives shaped as those of D, and a down tuple
    Raises:  WrongTypeError unless it is a compiled motion, and f gives a number; ArityError unless the parameters are
             its own; IntegrationError where the motion ends before the time
    Source:  Pontryagin et al., The Mathematical Theory of Optimal Processes; Cao et al., SIAM J. Sci. Comput. 24 (2003)
    1 ]=> (define spring (compile-motion L-harmonic '(m k) 'Lagrangian))
    1 ]=> (motion-gradient spring coordinate (up 0. 1. 0.) 1. 2. 8.)
    ;Value: (-.416146837 (down 1.81859485 -.416146837 .454648713) (down .454648713 -.113662178))
    >>> spring = compile_motion(L_harmonic, "m k", kind="Lagrangian")
    >>> [round(x, 9) for x in motion_gradient(spring, coordinate, up(0.0, 1.0, 0.0), 1.0, 2.0, 8.0).by_parameters]
    [0.454648713, -0.113662178]
    """
    name = "motion-gradient"
    if not isinstance(motion, Motion):
        raise WrongTypeError(f"{name} expects a compiled motion, got {describe(motion)}")
    start, given = ivp.as_state(state), motion._values(parameters, named)
    at = Function(lambda state, given: f(motion(state, t, *given)))
    if motion._is_changed_by_events or has_units(start, t, *given):
        return Gradient(at(start, given), *D(at)(start, Up(given)))
    first, last = (ivp.real(x, name, "a time") for x in (tree_leaves(start)[0], t))
    times = [first + (last - first) * k / SEGMENTS for k in range(SEGMENTS)]
    way = zip(*(x.tolist() for x in tree_leaves(motion(start, times[1:], *given))), strict=True)
    places, end = [start, *(tree_unflatten(iter(numbers), start) for numbers in way)], motion(start, t, *given)
    value, tolerance = f(end), ivp.tolerance_of(motion._tolerance, name)
    if not is_number(value):
        raise WrongTypeError(f"{name} expects a function that gives a number, got {describe(value)}")
    back = _adjoint(motion, start, given)
    slopes = D(lambda numbers: f(tree_unflatten(iter(numbers), end)))(Up(tree_leaves(end)))
    found: Sequence[Up] = (Up([*slopes][1:]), Up((0.0,) * len(given)))
    allowed = ERRORS * max(tolerance, LEAST_ALLOWED)

    def gone_back(before: Any, after: Any, found: Sequence[Up], halvings: int) -> Sequence[Up]:
        """The costate and the sums before a part of the way; it is halved if the state there is not found again."""
        (first, *wanted), (last, *numbers) = map(tree_leaves, (before, after))
        with suppress(IntegrationError):
            _, there, *sooner = back.end(Up((last, Up(numbers), *found)), first - last, tolerance)
            back.constant = True
            if max(map(abs, map(operator.sub, there, wanted))) <= allowed * max(map(abs, wanted)):
                return sooner
        if not halvings:
            raise IntegrationError(f"{name}: the motion cannot be gone back along")
        middle = motion(before, (first + last) / 2, *given)
        return gone_back(before, middle, gone_back(middle, after, found, halvings - 1), halvings - 1)

    try:
        for before, after in zip(reversed(places), [end, *reversed(places)], strict=False):
            found = gone_back(before, after, found, HALVINGS)
    except IntegrationError:  # it is damped too strongly
        return Gradient(at(start, given), *D(at)(start, Up(given)))
    costate, sums = found
    rates = tree_leaves(motion.derivative(*given)(start))[1:]
    covector = [g.negate(sum_of(map(g.mul, costate, rates))), *costate]
    by_state = D(lambda state: sum_of(map(g.mul, covector, tree_leaves(state))))(start)
    return Gradient(value, by_state, Down(sums))


def _adjoint(motion: Motion, state: Any, given: tuple[Any, ...]) -> ivp.InitialValueProblem:
    """The motion of the flat state, the costate and the derivatives by the parameters."""
    shape = tree_map(lambda _: 0, state)

    def system(*values: Any) -> Function:
        def rates(state: Any) -> Up:
            time, place, costate, _ = state

            def flow(place: Any, values: Any) -> list[Any]:
                return tree_leaves(motion.make(*values)(tree_unflatten(iter([time, *place]), shape)))[1:]

            along = D(lambda place, values: sum_of(map(g.mul, costate, flow(place, values))))(place, Up(values))
            return Up((1, Up(flow(place, values)), *(Up(map(g.negate, part)) for part in along)))

        return Function(rates, "adjoint")

    numbers = tuple(map(float, given))
    kept = motion._adjoints.setdefault(str(shape), ivp.InitialValueProblem(system, "motion-gradient", numbers))
    return kept.with_parameters(numbers)


# --- contact ---------------------------------------------------------------------------------------------------------
# Contact of bodies: impacts, constraints that begin all at once, and dry friction.
#
# Contact is held by forces lambda a, as constraints are, with a the coefficients of what it lets not happen: of the gap
# between two bodies, or of the velocity at which they slip.
#
# - At an impact the momenta jump by an impulse lambda a, after which the rate a v + a_t is - e times the one before.
# - With dry friction a contact sticks, a v + a_t = 0, while abs(lambda) is not above a limit; it slips with lambda at
#   the limit against the slip. The state has a place for which it does, 1, 0 or -1, which events change.
#
# Source:  B. Brogliato, Nonsmooth Mechanics, 3rd edition 2016, 4 and 5


@public("impact")
def impact(L: Lagrangian, constraints: StateFunction, restitution: Scalar = 0) -> Function:
    """The state after an impact of bodies between which there is a gap: what an event makes of the one before.

    The constraints are gaps that closed, or velocities that vanish from now on, without restitution; several act
    together.

    Scheme:  ((impact L G [restitution]) (up t q v))
    Math:    d2 L(t, q, v') - d2 L(t, q, v) = lambda a,  a v' + a_t = - e (a v + a_t)
    Shapes:  G: up(t, q, v) -> scalar or up(P), as in constraint-coefficients;  result: up(t, q, v')
    Raises:  DomainError for redundant constraints, and for momenta that are not linear in the velocities;
             DivisionByZeroError naming a direction without inertia; StructureError unless G is a scalar or an up tuple
             of scalars, and v shaped like q
    Source:  Brogliato, Nonsmooth Mechanics, 4
    1 ]=> (define (gap s) (ref s 1 1))
    1 ]=> ((impact (L-uniform-acceleration 'm 'g) gap 'e) (up 't (up 'x 0) (up 'u 'v)))
    ;Value: (up t (up x 0) (up u (* -1 e v)))
    >>> gap = lambda s: s[1][1] - s[1][0]  # of two balls in a row; the masses are 1 and 2
    >>> balls = lambda s: (s[2][0] ** 2 + 2 * s[2][1] ** 2) / 2
    >>> impact(balls, gap, 1)(up(0, up(0, 0), up(3, 0)))
    (up 0 (up 0 0) (up -1 2))
    """
    name = "impact"
    check_lagrangian(L, name)
    checked = check_constraints(constraints, name)

    def at(state: Any) -> Up:
        system = constrained(L, checked, state, name)
        local, after = system.local, g.negate(g.add(1, restitution))
        right = [g.mul(after, x) for x in leaves(system.rate(local))]
        found = system.after_impulse(right, name)
        _check_same(system.inertia, force_of_inertia(L, found, name)[0], name)
        return found

    return Function(at, name)


def _check_same(inertia: Any, later: Any, operation: str) -> None:
    pairs = [(x, y) for row, other in zip(inertia, later, strict=True) for x, y in zip(row, other, strict=True)]
    numbers = [(x, y) for x, y in pairs if isinstance(x, (int, float)) and isinstance(y, (int, float))]
    if any(abs(x - y) > OFF * (abs(x) + abs(y)) for x, y in numbers):
        raise DomainError(f"{operation} expects a Lagrangian whose momenta are linear in the velocities")


class DryFriction(NamedTuple):
    """A motion with contacts that slip or stick: its state derivative, its events, and what makes its states."""

    derivative: StateDerivative
    events: tuple[Crossing, ...]
    start: StateFunction


@public("dry-friction")
def dry_friction(
    L: Lagrangian,
    slip: StateFunction | Values,
    limit: StateFunction | Scalar | Values,
    static_limit: StateFunction | Scalar | Values | None = None,
    dissipation: StateFunction | None = None,
    force: StateFunction | None = None,
) -> DryFriction:
    """The motion with dry friction at contacts, in states (t, q, v, how): 0 of a contact that sticks, else the sign of
    its slip.

    The value is the list of a state derivative, the events at which contacts begin to stick or to slip, and a function
    that makes a state of (t, q, v): together they are a motion, as ``compile_motion(derivative, kind="derivative",
    events=events)``. The limits of the friction forces may depend on the state, as they do on its normal forces. A
    sign of a slip that is written into a state by hand is not compared with the velocity.

    Scheme:  (dry-friction L slip limit [static-limit [dissipation [force]]])
    Math:    M A = f + lambda a;  slipping: lambda = - sign(a v + a_t) limit;  sticking: d(a v + a_t)/dt = 0
    Shapes:  slip: up(t, q, v) -> scalar, linear in v, or a list of such;  limits: scalars or functions of up(t, q, v),
             or lists of such;  how: a scalar, for a list an up tuple
    Units:   slips, limits and states may be quantities
    Raises:  DomainError for redundant contacts, and for a contact that sticks and slips; WrongTypeError for limits that
             are no scalars; StructureError unless there is one for each contact
    Source:  Brogliato, Nonsmooth Mechanics, 5
    1 ]=> (define block (dry-friction (L-uniform-acceleration 'm 'g) (lambda (s) (ref s 2 0)) 'F))
    1 ]=> ((car block) (up 't (up 'x 'y) (up 'u 'v) 1))
    ;Value: (up 1 (up u v) (up (/ (* -1 F) m) (* -1 g)) 0)
    >>> block = dry_friction(lambda s: s[2] ** 2 / 2 - 2 * s[1], velocity, 4)  # on an incline
    >>> slide = compile_motion(block.derivative, kind="derivative", events=block.events)
    >>> [round(x, 9) for x in slide(block.start(up(0.0, 0.0, 2.0)), 3.0)]  # it sticks after a third of a second
    [3.0, 0.333333333, 0.0, 0.0]
    """
    check_lagrangian(L, "dry-friction")
    slips = (slip,) if callable(slip) else items(slip, "dry-friction")
    first = _friction_limits(limit, len(slips))
    last = first if static_limit is None or static_limit is False else _friction_limits(static_limit, len(slips))
    contacts = Contacts(L, slips, callable(slip), (first, last), (dissipation, force))
    return DryFriction(Function(contacts.derivative, "dry-friction"), contacts.events(), contacts.start)


def _friction_limits(given: Any, count: int) -> list[Any]:
    limits = [given] * count if isinstance(given, ScalarKind) or callable(given) else items(given, "dry-friction")
    if len(limits) != count:
        raise StructureError(f"dry-friction expects a limit for each of {count} contacts, got {len(limits)}")
    for limit in limits:
        if not isinstance(limit, ScalarKind):
            check_state_function(limit, "dry-friction", "limit", "(up t q v)")
    return [(lambda _, x=x: x) if isinstance(x, ScalarKind) else x for x in limits]


class Contacts(NamedTuple):
    L: Lagrangian
    slips: Sequence[StateFunction]
    is_one: bool
    limits: tuple[list[Any], list[Any]]  #: while they slip, and while they stick
    forces: tuple[Any, Any]

    def system(self, local: Up) -> Constrained:
        checked = check_constraints(lambda state: Up(slip(state) for slip in self.slips), "dry-friction")
        return constrained(self.L, rate_form(checked, "dry-friction"), local, "dry-friction", *self.forces)

    def gates(self, system: Constrained, how: list[Any]) -> list[tuple[Any, Any]]:
        """Does each contact slip, 1 or 0, and the unit of the change of its slip by that of its force."""
        if not has_units(*system.drift):
            return [(g.square(sign), 1) for sign in how]
        pairs = enumerate(zip(how, system.drift, strict=True))
        return [(g.square(s), g.div(*map(ones_like, (x, self.limit(0, j, system.local))))) for j, (s, x) in pairs]

    def forces_at(self, system: Constrained, how: list[Any]) -> tuple[list[Any], list[Any]]:
        """The accelerations, and the forces of contact lambda."""
        gates = self.gates(system, how)
        right = [
            g.sub(g.mul(g.sub(gate, 1), drift), g.mul(g.mul(sign, unit), self.limit(0, j, system.local)))
            for j, ((gate, unit), drift, sign) in enumerate(zip(gates, system.drift, how, strict=True))
        ]
        found = system.solve(right, "dry-friction", gates)
        return found[: -len(how)], found[-len(how) :]

    def limit(self, kind: int, j: int, local: Up) -> Any:
        return number_of(self.limits[kind][j](local), "dry-friction", "a limit")

    def parts(self, state: Any) -> tuple[Up, list[Any]]:
        t, q, v, places = check_state(state, "dry-friction", "t q v how")[:4]
        how = list(leaves(places))
        if len(how) != len(self.slips) or any(is_number(x) and x not in (-1, 0, 1) for x in how):
            raise StructureError(
                f"dry-friction expects 1, 0 or -1 for each of {len(self.slips)} contacts, got {describe(places)}"
            )
        return Up((t, q, v)), how

    def derivative(self, state: Any) -> Up:
        local, how = self.parts(state)
        system = self.system(local)
        size = 1 + max((abs(x) for x in leaves(local[2]) if isinstance(x, float)), default=0)
        for sign, rate in zip(how, leaves(system.rate(local)), strict=True):
            if isinstance(rate, float) and is_number(sign) and sign == 0 and abs(rate) > OFF * size:
                raise DomainError(f"dry-friction: a contact that sticks slips at the rate {rate}")
        found = unflatten(iter(self.forces_at(system, how)[0]), local[2])
        return Up((1, local[2], found, g.zero_like(state[3])))

    def settled(self, local: Up, how: list[Any]) -> Up:
        """The state in which contacts that are to stick do if they can, without slip, and begin to slip if not."""
        system = self.system(local)
        gates = self.gates(system, how)
        stop = [g.mul(g.sub(gate, 1), x) for (gate, _), x in zip(gates, leaves(system.rate(local)), strict=True)]
        local = system.after_impulse(stop, "dry-friction", gates)
        for j in [*range(len(how))] * len(how):  # what one holds no longer may be too much for others
            if how[j] == 0:
                force = self.forces_at(system, how)[1][j]
                if abs(force) > self.limit(1, j, local):
                    how[j] = -1 if measure_of(force) > 0 else 1
        return Up((*local, how[0] if self.is_one else Up(how)))

    def start(self, local: Any) -> Up:
        local = Up(check_state(local, "dry-friction")[:3])
        slips = map(measure_of, leaves(self.system(local).rate(local)))
        return self.settled(local, [0 if x == 0 else 1 if x > 0 else -1 for x in slips])

    def events(self) -> tuple[Crossing, ...]:
        """Where each contact comes to rest, and where its force passes the limit."""

        def of(j: int) -> tuple[Crossing, Crossing]:
            def slip(state: Any) -> Any:
                local, how = self.parts(state)
                rate = leaves(self.system(local).rate(local))[j]
                return g.add(g.mul(how[j], rate), g.mul(g.sub(1, g.square(how[j])), ones_like(rate)))

            def reserve(state: Any) -> Any:
                local, how = self.parts(state)
                force, gate = self.forces_at(self.system(local), how)[1][j], g.square(how[j])
                spare = g.sub(g.square(self.limit(1, j, local)), g.square(force))
                return g.add(g.mul(g.sub(1, gate), spare), g.mul(gate, ones_like(spare)))

            def stopped(state: Any) -> Up:
                local, how = self.parts(state)
                how[j] = 0
                return self.settled(local, how)

            def gone(state: Any) -> Up:
                local, how = self.parts(state)
                how[j] = -1 if measure_of(self.forces_at(self.system(local), how)[1][j]) > 0 else 1
                return self.settled(local, how)

            return crossing(slip, "falling", then=stopped), crossing(reserve, "falling", then=gone)

        return tuple(event for j in range(len(self.slips)) for event in of(j))
