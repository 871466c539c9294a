"""A state derivative compiled, states flattened and named."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from scmpy.boundary import arity_of_signature
from scmpy.calculus.dual_numbers import Tagged, finite_part
from scmpy.errors import (
    CALLED,
    ArityError,
    DomainError,
    IntegrationError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    counted,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, keep, name_of
from scmpy.generic.settings import check_callable, derived, setting
from scmpy.generic.types import TreeNode, builder, is_number, tree_leaves, tree_map, tree_structure, tree_unflatten
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.codegen import (
    AGREEMENT,
    MOST_VARIANTS,
    NotEnclosed,
    Variant,
    as_tuples,
    decisions_by_first,
    divisors,
    parts_of_first,
    shown,
)
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_smooth
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.numerics.compile.tracing import Dependencies, dependencies
from scmpy.numerics.nondimensional import MOST, check_rates, scale_of_state, time_measure
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.llvm_loop import NUMBERS
from scmpy.numerics.ode.methods import Controlled, Method, State
from scmpy.numerics.ode.solvers import (
    compiling,
    jacobian_of,
    method_named,
    ode_method,
    ode_step,
    ode_target,
    ode_tolerance,
)
from scmpy.numerics.ode.step_control import NO_LIMITS, FixedSolution, Integrator, Scale, StepLimits, most_steps
from scmpy.pickling import portable
from scmpy.structure.tuples import Structure, has_units
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import symbol

# --- numbers of states -----------------------------------------------------------------------------------------------
# The numbers of a state, a tuple whose first component is the time: its leaves in order.

RATE_OF_TIME = 1e-9  # may differ from 1 by that, being rounded


def timed(t: float, y: Sequence[Any], operation: str = CALLED) -> Sequence[Any]:
    """The numbers of a state at a time: the first is exactly it, or runs otherwise than time does, which is refused."""
    if (apart := abs(y[0] - t)) > RATE_OF_TIME and apart > RATE_OF_TIME * abs(t):
        raise StructureError(
            f"{operation} expects a state (up t q ...) whose first component is the time, of the rate 1; at the time "
            f"{t} it is {y[0]}. A state without a time has one put in front of it"
        )
    return (t, *y[1:])


def shaped(place: Structure, t: float, y: Sequence[Any]) -> Any:
    return tree_unflatten(iter(timed(t, y)), place)


def form_of(value: Any) -> Any:
    """The shape of a value, whichever of its tuples are up and which are down: so a derivative has that of a state."""
    if isinstance(value, Structure):
        return tuple(map(form_of, value.components))
    return tree_structure(value) if isinstance(value, TreeNode) and not value.is_scalar else None


def rates_of(value: Any, state: Structure, operation: str) -> Any:
    """What a state derivative gives, shaped as the state: a multivector in it has all blades of that in the state."""
    rates = as_tuples(value)
    if isinstance(rates, TreeNode):
        rates = rates._in_form_of_(state)
    if form_of(rates) == form_of(state):
        return rates
    hint = "" if is_of_tuples(state) else "; of a multivector with all its blades, with the number 0. if need be"
    state, rates = (tree_map(finite_part, x) for x in (state, rates))
    raise StructureError(
        f"{operation}: the derivative of a state has the shape of the state; of {state} it is {rates}{hint}"
    )


def checked_rates(derivative: Callable[[Any], Any], state: Any, place: Structure, operation: str) -> Any:
    rates = rates_of(derivative(state), place, operation)
    if has_units(place):
        check_rates(state, rates, operation)
    return rates


def is_of_tuples(value: Any) -> bool:
    if isinstance(value, Structure):
        return all(map(is_of_tuples, value.components))
    return not isinstance(value, TreeNode) or value.is_scalar


# --- motion ----------------------------------------------------------------------------------------------------------
# Motions: states in structures, moved along by their derivative, which is compiled.
#
# A state is a tuple of real numbers whose first component is the time; its derivative has the same shape, and that of
# the time is 1. The derivative runs as code (:mod:`scmpy.numerics.compile`), or as it is if it cannot; the two are
# compared where an integration starts, where it ends, and at some states between.

if TYPE_CHECKING:  # what only some motions need is loaded by the first of them
    from scmpy.numerics.ode.llvm_steps import Compiled, StepCode
    from scmpy.numerics.ode.solvers import Jacobian
    from scmpy.numerics.ode.step_control import Stepper
    from scmpy.numerics.ode.taylor import Series


def real(value: Any, operation: str, what: str) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    try:
        number = g.inexact(value)
    except ScmpyError:
        number = None
    if not is_number(number) or isinstance(number, complex):
        raise WrongTypeError(f"{operation} expects real numbers, {what} is {describe(value)}")
    if not math.isfinite(number):
        raise DomainError(f"{operation} expects finite numbers, {what} is {value}")
    return float(number)


def time_from(value: Any, state: Structure, operation: str, what: str) -> float:
    return real(time_measure(value, state, operation, what), operation, what)


def tolerance_of(value: Any, operation: str = CALLED) -> float:
    what = "the error allowed, one for all components and relative to the size of each,"
    tolerance = real(ode_tolerance.value if value is None else value, operation, what)
    if tolerance <= 0:
        raise DomainError(f"{operation} expects a positive error to be allowed, got {value}")
    return tolerance


def method_step(step: Any, method: Method, operation: str = CALLED) -> float | None:
    """The length of the steps of a method that makes steps of one length, None for others; False means none given."""
    if method.powers:
        if step is not None:
            raise WrongTypeError(f"{operation}: {method.name} finds the lengths of its steps, and is given one")
        return None
    if step is False:
        raise WrongTypeError(
            f"{operation}: {method.name} makes steps of one length: say which with step= or *ode-integration-step*"
        )
    length = real(step, operation, "the step")
    if length <= 0:
        raise DomainError(f"{operation} expects a positive step, got {step}")
    return length


def step_from(step: Any, state: Any, operation: str = CALLED) -> Any:
    if step is None or step is False:
        return step
    place = as_tuples(state)
    return time_measure(step, place, operation, "the step") if isinstance(place, Structure) and len(place) else step


@contextmanager
def chosen(method: Any, step: Any, state: Any, operation: str) -> Iterator[None]:
    if method is None and step is None:
        yield
        return
    by = method_named(method or ode_method.value, operation)
    step = step_from(step, state, operation)
    length = ode_step.value if step is None else method_step(step, by, operation)
    with setting(ode_integration_method=by.name, ode_integration_step=length):
        yield


def as_state(value: Any) -> Any:
    """A state in tuples, that is given as tuples, lists or an array of its numbers."""
    return as_tuples(value.tolist() if is_array(value) and value.ndim == 1 else value)


def state_of(value: Any, operation: str) -> Structure:
    state = as_state(value)
    if not isinstance(state, Structure) or not len(state) or isinstance(state[0], Structure):
        raise StructureError(f"{operation} expects a state, up(t, q, ...), got {describe(value)}")
    return tree_map(lambda x: real(x, operation, "a component of the state"), state)  # type: ignore[no-any-return]


C = TypeVar("C", "Compiled", "StepCode")
T = TypeVar("T")


class MoreDirections(BaseException):
    """The derivative has directions that the state lacks: it was made with parameters that are differentials.

    It is not an error but the end of an attempt: no handler of the derivative's is meant to see it.
    """

    def __init__(self, *values: Any) -> None:
        super().__init__()
        self.values = values


def undisplaced(value: T) -> T:
    """A value computed of numbers; where there are differentials in it all the same, it raises MoreDirections."""
    found = [x for x in tree_leaves(as_tuples(value)) if isinstance(x, Tagged)]
    if found:
        raise MoreDirections(*found)
    return value


def watched(derivative: Any) -> Function:
    return Function(lambda state: undisplaced(derivative(state)), name_of(derivative))


FAST = 2.0**60
SMALL, LARGE = 2.0**-10, 2.0**30  # beyond these the largest number is too far from 1 for errors relative to that


def is_far_from_one(y: State) -> bool:
    size: Any = 0
    for x in y[1:]:
        size = x if x > size else -x if -x > size else size
    return not SMALL <= (size or 1) <= LARGE


_FLOATS = frozenset((int, float))
MOST_ENCLOSURES = 2_000  # for the instants at which the time turns decisions
MOST_MADE = 4 * MOST_VARIANTS  # of a derivative are kept: codes, steps, series and derivatives of its ways
MOST_DERIVATIVES = 64  # whose code is kept
ENOUGH_LOOKS = 16  # at steps, after which the code of a derivative that is known to be the same is trusted


class ChangedDerivative(ScmpyError):
    """The code of a derivative disagrees with it."""


class DerivativeCode:
    """The code of a derivative for states shaped alike, and what is made of it."""

    def __init__(
        self, place: Any, compiled: CompiledFunction | None = None, shared: dict[Any, Any] | None = None
    ) -> None:
        self.place, self.compiled = place, compiled
        self.made: dict[Any, Any] = {}
        self.shared: dict[Any, Any] = {} if shared is None else shared  # made of the code for all parameters
        self.looks = 0  # at steps
        self.entries: dict[Any, Any] = {}  # code that takes a state to a time at once, by how
        self.latest: tuple[Any, ...] = None, None, None, None  # of these: by which settings, how, which, tolerance

    @cached_property
    def has_units(self) -> bool:
        return self.place is not None and has_units(self.place)

    @cached_property
    def packing(self) -> tuple[Callable[..., Any], Callable[[Sequence[float]], Any]]:
        if self.is_of_tuples:
            return self.place._packing_()  # type: ignore[no-any-return]
        build = builder(self.place)
        return lambda state: None, lambda numbers: build(iter(numbers))

    @cached_property
    def is_of_tuples(self) -> bool:
        return isinstance(self.place, Structure) and is_of_tuples(self.place) and not self.has_units

    def once(self, key: Any, make: Callable[[], T], shared: bool = False) -> T:
        """What a function makes of the code, made once; what is shared does not depend on the parameters."""
        made = self.shared if shared else self.made
        found = made.get(key, made)
        return keep(made, key, make(), MOST_MADE) if found is made else found  # type: ignore[no-any-return]

    def with_parameters(self, parameters: tuple[Any, ...] | None) -> DerivativeCode | None:
        """The code for other parameters; None where they differ by more than numbers."""
        family = None if self.compiled is None else self.compiled.family
        if family is None or not parameters or _are_same(parameters, family.parameters or ()):
            return self
        if family.with_parameters(parameters) is None:
            return None
        compiled: Any = self.compiled
        other = DerivativeCode(self.place, compiled.with_parameters(*parameters), self.shared)
        other.looks = self.looks
        vars(other).update((key, x) for key, x in vars(self).items() if key in ("packing", "has_units"))
        numbers = other.compiled.parameter_numbers  # type: ignore[union-attr]
        other.entries = {how: code.with_parameters(numbers) for how, code in self.entries.items()}
        return other


def _are_same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(
        x is y or (type(x) in (int, float) and repr(x) == repr(y)) for x, y in pairs
    )


#: What is compiled, by derivative, or what makes it of parameters, and shape of the states: the last used is the last.
_codes: dict[Any, tuple[Any, DerivativeCode]] = {}

#: The code for all derivatives that differ by floats alone; None where there was one of them, which has its own code.
_families: dict[Any, DerivativeCode | None] = {}


class Member(Function):
    """The derivative that the maker of a motion makes of parameters; it has the code of that motion."""

    __slots__ = ("advance", "problem")

    def __init__(self, problem: InitialValueProblem, advance: Callable[[Any, Any], Any] | None = None) -> None:
        super().__init__(problem.perturbed, lambda: name_of(problem.perturbed))
        self.problem, self.advance = problem, advance  # through events, of a state and a time

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Member, (self.problem, self.advance)))


class InitialValueProblem:
    """The motion of states by a derivative, which is compiled for the shape of the first state.

    The code is found again by other motions of the same derivative. Where what it refers to does not tell whether it
    still is the same, the code is compared with it at one state of each motion at least. Derivatives that differ by
    floats alone have one code, from the second on, which takes these as parameters.
    """

    names: Sequence[str] = ()  #: of the parameters of a compiled motion

    def __init__(
        self,
        make: Callable[..., Any],
        operation: str,
        parameters: tuple[Any, ...] | None = None,
        watching: bool = False,
        constant: bool = False,
        scaled: bool = False,
    ) -> None:
        if parameters and all(isinstance(x, (Function, FunctionType)) for x in parameters):
            make, parameters = make(*parameters), None  # it has the code of others like it
        self.given = make, operation, parameters, watching, constant
        self.perturbed = make if parameters is None else make(*parameters)  # the derivative of states of differentials
        self.subject = make if parameters else self.perturbed
        self.make = make
        if watching:
            self.make = watched(make) if parameters is None else lambda *parameters: watched(make(*parameters))
        derivative = self.perturbed if not watching else watched(self.perturbed)
        check_callable(self.perturbed, operation, "a state derivative, a function of states")
        called: Any = self.perturbed
        while isinstance(called, Function):
            called = called.function
        least, _ = arity_of_signature(called)
        if least > 1:
            raise ArityError(
                f"{operation} expects a state derivative, a function of a state alone, up(t, q, ...), whose first "
                f"component is the time; {name_of(called)} takes {counted(least)}; delays are not integrated"
            )
        self.parameters = parameters
        self.derivative = derivative
        self.operation = operation
        self.constant = constant  # the derivative is known not to change: its code is compared with it no more
        self.shared = self.subject.problem if isinstance(self.subject, Member) else self  # whose code it has
        self.through_events = self.subject.advance if isinstance(self.subject, Member) else None
        self.refers: Dependencies | None = dependencies(self.subject) if self.shared is self else self.shared.refers
        self.code = DerivativeCode(None)
        self.scaled = scaled  # the parts of a state with units have a scale and none
        self.limits: StepLimits = NO_LIMITS if self.shared is self else self.shared.limits

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((_restored, (self.given, self.place, self.names)))

    def with_parameters(self, parameters: tuple[Any, ...]) -> InitialValueProblem:
        other = object.__new__(InitialValueProblem)
        vars(other).update(vars(self))
        make, operation, _, watching, constant = self.given
        other.given = make, operation, parameters, watching, constant
        other.perturbed, other.parameters, other.shared = make(*parameters), parameters, other
        other.derivative = watched(other.perturbed) if watching else other.perturbed
        other.code = self.code.with_parameters(parameters) or DerivativeCode(None)
        return other

    @property
    def by_name(self) -> dict[str, Any]:
        """The values of the parameters of a compiled motion."""
        return dict(zip(self.shared.names, self.shared.parameters or (), strict=False))

    @property
    def place(self) -> Any:
        return self.code.place

    @property
    def has_units(self) -> bool:
        return self.code.has_units

    @property
    def compiled(self) -> CompiledFunction | None:
        return self.code.compiled

    def end(self, state: Structure, duration: float, tolerance: float) -> Any:
        def run(trusted: bool) -> tuple[State, Any]:
            end = tree_leaves(state)[0] + duration
            solution = self.solution(state, tolerance, trusted=trusted, until=end)
            y = solution.advance(end)
            self.keep_entry(solution, tolerance)
            return y, self.shaped(solution.time, y)

        return self.by_known_code(state, run)

    def keep_entry(self, solution: Integrator, tolerance: float, events: Any = None, jumping: Any = None) -> None:
        """Remember the code that a solution went by, where it needs nothing but numbers."""
        code: Any = solution.code
        is_plain = code is not None and code.patience <= 0 and solution.scale is None and not code.graph.guards
        is_plain = is_plain and not (solution.way and solution.way.driven)
        if is_plain and self.limits is NO_LIMITS and not (self.is_watched or self.scaled or self.has_units):
            key = code.method.name, ode_target.value, tolerance, id(events)
            keep(self.code.entries, key, jumping or code, MOST_MADE)

    def at_once(
        self, state: Any, duration: Any, tolerance: Any, ends: bool = False, events: Any = None, method: Any = None
    ) -> Any:
        """The state after a duration, or at an end, by one entry into code that is known; None where there is none."""
        own, how = self.code, (tolerance, method)
        y = own.packing[0](state) if own.entries else None
        if y is None or not _FLOATS.issuperset(map(type, y)) or type(duration) not in _FLOATS:
            return None
        end = float(duration if events is not None else y[0] + (duration - y[0] if ends else duration))
        settings, last, code, allowed = own.latest
        if code is None or events is not None or settings is not derived(object) or last != how:
            allowed = tolerance_of(tolerance, self.operation)
            code = self.entry(y, end, allowed, events, method)
            own.latest = derived(object), how, code if events is None else None, allowed
        elif self.scaled or not self.refers.are_current() or is_far_from_one(y) or not math.isfinite(end):  # type: ignore[union-attr]
            return None
        found = None if code is None else self.numbers_at(y, end, allowed, 0.0, events, method, code)
        return None if found is None else own.packing[1](timed(end, found[0], self.operation))

    def numbers_at(
        self, y: State, end: float, tolerance: float, length: float, events: Any = None, method: Any = None, by: Any = 0
    ) -> tuple[State, float] | None:
        """The same of numbers, at a time, from a length of the first step on, if it is known, to that of the next."""
        code = by or self.entry(y, end, tolerance, events, method)
        if code is None:
            return None
        reached, orbit = code.enter(y, end, tolerance, length)
        if reached:
            return orbit[NUMBERS : NUMBERS + len(y)], orbit[1]
        if events is not None:
            self.code.entries.clear()  # until all goes by code again
            return None
        solution = self.solution(self.code.packing[1](y), tolerance, method, trusted=True, until=end)
        solution.length = length
        code.resume(solution, orbit)
        return solution.advance(end), solution.length

    def entry(self, y: State, end: float, tolerance: float, events: Any = None, method: Any = None) -> Any:
        """The code that takes numbers to a time by one entry, if it is there and known to be the derivative's."""
        code: Any = self.code.entries.get((str(method or ode_method.value), ode_target.value, tolerance, id(events)))
        if code is None or self.scaled or not self.refers.are_current() or is_far_from_one(y):  # type: ignore[union-attr]
            return None
        return code if math.isfinite(end) and (most_steps.value or math.inf) >= code.budget else None

    def by_known_code(self, state: Structure, run: Callable[[bool], tuple[State, T]]) -> T:
        """What comes of running a motion from a state, which tells its last state too, by code that is there already.

        It is compared with the derivative there; where they disagree, the derivative is another one than it was, and is
        compiled again.
        """
        if self._has_code(state):
            try:
                y, found = run(True)
                if self.refers is not None or self._is_current(y):
                    return found
            except ChangedDerivative:
                pass
            except ScmpyError as error:
                if self._is_current(getattr(error, "state", None) or tree_leaves(state)):
                    raise
            self.code = DerivativeCode(None)
            _codes.pop(self._key(state), None)
        y, found = run(False)
        self.check(y)
        return found

    def solution(
        self,
        state: Structure,
        tolerance: float,
        method: Any = None,
        step: Any = None,
        trusted: bool = False,
        until: float | None = None,
    ) -> Integrator:
        """The solution that starts at a state, which is yet to be continued; trusted code is not compared there.

        It may be known until when; the sizes of states with units may follow from that.
        """
        by = method_named(method or ode_method.value, self.operation)
        length = method_step(ode_step.value if step is None and not by.powers else step, by, self.operation)
        layout = None if by.layout is None else by.layout(state, self.operation)
        if not trusted:
            self.prepare(state)
        y = tree_leaves(state)
        self.scaled = self.scaled or is_far_from_one(y) or self.limits.least is not None or self._is_far_in_time(y)
        scale = self.scale(y, until) if by.powers and self.limits.least is None else None
        scale = self.limits.sizes(len(y), tolerance) if by.powers and self.limits.least is not None else scale
        if isinstance(by, Controlled):
            started: Integrator = by.starts(self, y[0], y, tolerance, scale)
            return self.limits.applied(started)
        if length is None and by.implicit:
            from scmpy.numerics.ode.llvm_steps import solved_by

            by = solved_by(by, self.stepper(by, layout))
            return self.limits.applied(Integrator(self.slope, y[0], y, tolerance, by, scale=scale))
        if length is None:
            return self.limits.applied(Integrator(None, y[0], y, tolerance, by, ways=self, scale=scale))
        stepper, code = self.stepper(by, layout), self.step_code(by, layout)
        if self.compiled is None or not self.compiled.schedule.guards:
            return FixedSolution(stepper, y[0], y, length, code)
        stepper_of = lambda way: way.variant and self.stepper(by, layout, way.variant)  # noqa: E731
        return FixedSolution(stepper, y[0], y, length, code, self, stepper_of)

    def _is_far_in_time(self, y: State) -> bool:
        """Are the rates too far from the state for errors of what is 0 at first that are relative to 1?"""
        try:
            most = max(map(abs, self.slope(y[0], y)[1:]), default=0.0)
        except (ScmpyError, ArithmeticError, ValueError):  # which the first step tells of
            return False
        return 0 < most < math.inf and not FAST**-1 < most / (max(map(abs, y[1:]), default=0.0) or 1.0) < FAST

    def scale(self, y: State, until: float | None = None) -> Scale:
        """The sizes that errors are relative to where numbers are small: of states with units, or far from 1.

        They are for motions to a time.

        Raises:  as the derivative
        """
        if not (self.scaled or self.has_units):
            return None
        slopes: Any = None
        with suppress(WrongTypeError, ArithmeticError, ValueError):  # they are not known, or not there
            jacobian = self.way(y).jacobian if len(y) <= MOST else None
            slopes = jacobian and jacobian(y[0], y)
        return scale_of_state(y, self.slope(y[0], y), slopes, 0.0 if until is None else until - y[0])

    def loop(self, variant: Variant, method: Method) -> Compiled | None:
        compiled = self.compiled
        if compiled is None or not self._wants_code():
            return None
        from scmpy.numerics.ode.llvm_loop import longest
        from scmpy.numerics.ode.llvm_steps import Compiled

        if len(tree_leaves(self.place)) > longest(method) or (variant.schedule.guards and method.polynomial is None):
            return None
        scaled = self.scaled or self.has_units
        key, numbers = ("loop", variant, method.name, method.order, scaled), compiled.parameter_numbers
        made = self.code.once(key, partial(Compiled, variant.complete, method, numbers, scaled=scaled), shared=True)
        return self._at_once(self.code.once(key, partial(made.with_parameters, numbers)))

    def expansion(self, variant: Variant) -> Series:
        from scmpy.numerics.ode.taylor import real_functions, series

        made = partial(series, variant.complete, real_functions(), float)
        found, numbers = self.code.once(("series", variant), made, shared=True), self.numbers
        return lambda y, order, unit: found([*y, *numbers], order, unit)

    def _wants_code(self) -> bool:
        if str(ode_target.value) == "llvm" and not machine.is_available():
            raise ScmpyError(f"{self.operation}: the target llvm needs llvmlite, which scmpy's extra fast installs")
        return str(ode_target.value) != "python" and machine.is_available()

    def _at_once(self, code: C) -> C:
        code.patience = 0 if str(ode_target.value) == "llvm" else code.patience
        return code

    def step_code(self, method: Method, layout: Any) -> StepCode | None:
        from scmpy.numerics.ode.llvm_steps import CompiledStep

        stepper = self.stepper(method, layout)
        if not isinstance(stepper, CompiledStep) or not self._wants_code():
            return None
        from scmpy.numerics.ode.llvm_steps import StepCode

        made = partial(StepCode, stepper.program, stepper.parameters, len(tree_leaves(self.place)))
        return self._at_once(self.code.once(("steps", method.name, layout), made))

    def stepper(self, method: Method, layout: Any, variant: Variant | None = None) -> Stepper:
        """The code of a method's step, with that of the derivative in it, on one way through its decisions.

        Where no way is told and the derivative decides, it is called.
        """
        from scmpy.numerics.ode.llvm_steps import CompiledStep, PlainStep, program

        def made() -> Stepper:
            graph = self.graph if variant is None else variant.complete._replace(guards=())
            if graph is None:
                return PlainStep(method.fitted(layout), self.anything)
            return CompiledStep(program(method.fitted(layout), graph, len(tree_leaves(self.place))), self.numbers)

        return self.code.once(("step", method.name, layout, variant), made)

    @property
    def graph(self) -> StraightLineProgram | None:
        """The schedule of the derivative, of a state and numbers; None where it decides or is not compiled."""
        return None if self.compiled is None or self.compiled.schedule.guards else self.compiled.whole

    @property
    def numbers(self) -> list[float]:
        return [] if self.compiled is None else list(self.compiled.parameter_numbers)

    def prepare(self, state: Structure) -> None:
        if not self._has_code(state) or (self.refers is None and not self._agrees(tree_leaves(state))):
            self._compile(state)

    def _fits(self, state: Structure) -> bool:
        return self.place is not None and tree_structure(self.place) == tree_structure(state)

    def _has_code(self, state: Structure) -> bool:
        """Is there code for the shape of a state, its own or that of other motions? It is taken."""
        if self.refers is not None and not self.refers.are_current():
            self.refers = dependencies(self.subject) if self.shared is self else None
            self.code = DerivativeCode(None)
        if self._fits(state):
            return True
        if self.shared is not self:
            self.shared.prepare(state)
            self.code, self.refers = self.shared.code, self.shared.refers
            return True
        key, family = self._key(state), self._family_key(state)
        _, code = _codes.get(key, (None, None))
        found = None if code is None else code.with_parameters(self.parameters)
        if found is None and self.refers is not None and _families.get(family) is not None:
            found = _families[family].with_parameters(tuple(self.refers.floats))  # type: ignore[union-attr]
        if found is not None:
            keep(_codes, key, (self.subject, found), MOST_DERIVATIVES)
            self.code = found
        return found is not None

    def _key(self, state: Structure) -> Any:
        identity = id(self.subject) if self.refers is None else self.refers.exactly
        return identity, tree_structure(state), bool(compiling.value)

    def _family_key(self, state: Structure) -> Any:
        """What derivatives have in common that differ by floats; None where there are none that could be parameters."""
        if self.parameters or self.refers is None or not self.refers.floats:
            return None
        return self.refers.key, tree_structure(state), bool(compiling.value)

    def _compile(self, state: Structure) -> None:
        self.code = DerivativeCode(state)
        self.slow(tree_leaves(state))  # which says what is wrong with it
        family = self._family_key(state)
        if compiling.value:
            is_second = self.refers is not None and _families.get(family, self) is None
            numbers = tuple(self.refers.floats) if is_second else self.parameters  # type: ignore[union-attr]
            make = self._checked(self._made_of_floats if is_second else self.make, numbers)
            compiled = compile_smooth(make, state, numbers)
            if isinstance(compiled, CompiledFunction):
                self.code = DerivativeCode(state, compiled)
            if family is not None:
                known = self.code if is_second and self.compiled else _families.get(family)
                keep(_families, family, known, MOST_DERIVATIVES)
        keep(_codes, self._key(state), (self.subject, self.code), MOST_DERIVATIVES)

    def _made_of_floats(self, *numbers: Any) -> Callable[..., Any]:
        assert self.refers is not None
        made: Callable[..., Any] = self.refers.with_floats(iter(numbers))
        return watched(made) if self.given[3] else made

    def way(self, y: State) -> Way:
        found = None if self.compiled is None else self.compiled.variant(y)
        return Way(self, found)

    def slope(self, t: float, y: State) -> Sequence[float]:
        found = None if self.compiled is None else self.compiled.numbers(list(y))
        return self.slow(y) if found is None else found

    def slow(self, y: Sequence[float]) -> list[float]:
        try:
            value = checked_rates(self.derivative, tree_unflatten(iter(y), self.place), self.place, self.operation)
        except ScmpyError:
            raise  # which says itself what is wrong
        except (ArithmeticError, ValueError) as error:
            why = f"{self.operation}: the derivative has no value at {list(y)}: {error}"
            raise IntegrationError(why, time=y[0], state=list(y)) from error
        rates = [real(x, self.operation, f"a component of the derivative at {list(y)}") for x in tree_leaves(value)]
        if abs(rates[0] - 1) > RATE_OF_TIME:
            raise StructureError(
                f"{self.operation} expects a state (up t q ...) whose first component is the time, of the rate 1; "
                f"{name_of(self.derivative)} gives it the rate {rates[0]} at {tree_unflatten(iter(y), self.place)}. "
                "A state without a time has one put in front of it"
            )
        return rates

    def _checked(self, make: Callable[..., Any], parameters: tuple[Any, ...] | None) -> Callable[..., Any]:
        """What makes the derivative that is compiled: with the units and the blades that the state has."""
        place, operation = self.place, self.operation
        if not self.has_units and is_of_tuples(place):
            return make
        if parameters is None:
            return lambda state: checked_rates(make, state, place, operation)
        return lambda *parameters: partial(checked_rates, make(*parameters), place=place, operation=operation)

    def anything(self, t: Any, y: State) -> list[Any]:
        """The rates of a state of anything; where it is not of floats, as the derivative itself gives them."""
        if all(type(x) is float for x in y):
            return list(self.slope(t, y))
        return list(tree_leaves(as_tuples(self.perturbed(tree_unflatten(iter(y), self.place)))))

    def check(self, y: State) -> None:
        try:
            agrees = self._agrees(y)
        except ScmpyError as error:  # the derivative has no value there, and its code has one
            error.time, error.state = y[0], list(y)  # type: ignore[attr-defined]
            raise
        if not agrees:
            raise ChangedDerivative(
                f"{self.operation}: the derivative {name_of(self.derivative)} is {self.slow(y)} at {y}, "
                f"its code gives {self.slope(0, y)}: does it change from call to call?"
            )

    @property
    def is_known(self) -> bool | None:
        """Is the derivative the one that is compiled? None where nobody knows."""
        return None if self.refers is None else self.refers.are_current()

    @property
    def is_watched(self) -> bool:
        """Is the code compared with the derivative now and then? No more where it often was, and is known to be its."""
        return self.refers is None or self.code.looks < ENOUGH_LOOKS

    def watch(self, count: int, y: State) -> None:
        """Check the first steps of an integration, and then fewer and fewer: those numbered by powers of 4.

        Of those, where a motion is integrated again and again, fewer and fewer too.
        """
        if count & (count - 1) == 0 and count.bit_length() % 2 == 1 and self.is_watched:
            self.look(y)

    def look(self, y: State) -> None:
        self.code.looks += 1
        if self.code.looks & (self.code.looks - 1) == 0:
            self.check(y)

    def _agrees(self, y: State) -> bool:
        if self.compiled is None or self.constant:
            return True
        mine, theirs = self.slope(0, y), self.slow(y)
        most = max(map(abs, theirs))
        return all(abs(a - b) <= AGREEMENT * most for a, b in zip(mine, theirs, strict=True))

    def _is_current(self, y: State) -> bool:
        try:
            return self._agrees(y)
        except ScmpyError:
            return False

    def shaped(self, t: float, y: Sequence[float]) -> Any:
        return self.code.packing[1](timed(t, y, self.operation))


class Way:
    """The derivative of a motion along one way through its decisions: smooth, also beyond where these are the same."""

    def __init__(self, motion: InitialValueProblem, variant: Variant | None) -> None:
        self.motion = motion
        self.variant = variant
        self.decides = variant is not None and bool(variant.decisions)
        self._numbers = [] if motion.compiled is None else motion.compiled.parameter_numbers
        self._instants: tuple[float, Sequence[float]] = math.nan, ()  # until when they are known

    def __reduce__(self) -> Any:
        return Way, (self.motion, self.variant)

    @cached_property
    def driven(self) -> Sequence[Any]:
        """What the derivative computes of the time alone that may have narrow features."""
        return () if self.variant is None else parts_of_first(self.variant, tuple(self._numbers))

    def instants(self, start: float, end: float, linear: bool = False) -> Sequence[float]:
        """The times at which decisions by nothing but the time turn, and those about narrow features of such parts.

        Decisions linear in the time turn once, and need be wanted.
        """
        found = self.variant and decisions_by_first(self.variant, tuple(self._numbers), linear)
        if not (found or self.driven) or not math.isfinite(end - start):
            return ()
        known, there = self._instants
        if known != end:
            from scmpy.numerics.certified import features, turns

            low, high = sorted((start, end))
            there = [x for part in self.driven for x in features(part, low, high)]
            with suppress(NotEnclosed):
                there += map(float, turns(found or (), low, high, high - low, MOST_ENCLOSURES))
            self._instants = end, there
        return there

    def slope(self, t: float, y: State) -> Sequence[float]:
        if self.variant is not None:
            try:
                return self.variant.continued([*y, *self._numbers])
            except (ValueError, ArithmeticError):
                pass
        return self.motion.slow(y)

    @property
    def jacobian(self) -> Jacobian | None:
        motion, variant = self.motion, self.variant
        if variant is None:
            return None
        graph = variant.complete._replace(guards=())
        return motion.code.once(("jacobian", variant), lambda: jacobian_of(graph, motion.numbers))

    def code(self, method: Method) -> Compiled | None:
        return None if self.variant is None else self.motion.loop(self.variant, method)

    def series(self) -> Series | None:
        return None if self.variant is None else self.motion.expansion(self.variant)

    def changes_of_divisors(
        self, y: State, rates: Sequence[float], time: float
    ) -> Iterator[tuple[str, float, float, float]]:
        """What the derivative divides by, its size and rate, and the change in a short time beside the size."""
        names = [*names_of(self.motion.place, None), *self.motion.by_name]
        known = {symbol(f"${i}"): x for i, x in enumerate((*y, *self._numbers))}
        moved = known | {symbol(f"${i}"): x + time * rate for i, (x, rate) in enumerate(zip(y, rates, strict=True))}
        named = {symbol(f"${i}"): symbol(name) for i, name in enumerate(names)}
        for divisor in divisors(self.variant) if self.variant else ():
            with suppress(ScmpyError, ArithmeticError, TypeError, ValueError):
                size = substitute(divisor, known)
                change = substitute(divisor, moved) - size
                yield f"the divisor {shown(substitute(divisor, named))}, ", size, change / time, abs(change / size)

    def holds(self, y: State) -> bool:
        try:
            return self.variant is None or self.variant.guarding([*y, *self._numbers]) is not None
        except (ValueError, ArithmeticError):  # what is decided by has no value
            return False


def _restored(given: tuple[Any, ...], place: Any, names: Sequence[str] = ()) -> InitialValueProblem:
    motion = InitialValueProblem(*given)
    motion.names = names
    if place is not None:
        motion.prepare(place)
    return motion
