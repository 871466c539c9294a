"""Evolution of states: to a time, to stops, together with sensitivities."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, reduce
from operator import add, mul
from typing import TYPE_CHECKING, Any

from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import Differential, Tagged, finite_part, make, new_tag, primal_part, split
from scmpy.errors import ArityError, DifferentiationError, DomainError, IntegrationError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, arity, name_of
from scmpy.generic.settings import MOST_COMPONENTS, Limit, check_callable
from scmpy.generic.types import Real, Value, is_number, tree_leaves, tree_map, tree_structure, tree_unflatten
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.numerics.compile.llvm import WHOLE, Array
from scmpy.numerics.compile.llvm import Value as Register
from scmpy.numerics.nondimensional import time_measure
from scmpy.numerics.ode.ivp import (
    InitialValueProblem,
    Member,
    MoreDirections,
    as_state,
    chosen,
    method_step,
    rates_of,
    real,
    state_of,
    step_from,
    time_from,
    timed,
    tolerance_of,
)
from scmpy.numerics.ode.llvm_loop import Loop, Piece, Status
from scmpy.numerics.ode.methods import Expanding, Method, State
from scmpy.numerics.ode.solvers import method_named, ode_method, ode_step
from scmpy.numerics.ode.step_control import LEAST, Floats, Integrator
from scmpy.numerics.ode.taylor import loop_for
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, Up, has_units
from scmpy.structure.types import Name, SystemDerivative
from scmpy.symbolic.expression import symbol

# --- perturbed -------------------------------------------------------------------------------------------------------
# Motions of differentials: the variational equations, which move the derivatives of a motion along with it.
#
# A state of differentials is moved by moving their parts, the primal numbers and the tangents, as numbers of one larger
# motion: its derivative puts the differentials together, calls the state derivative and takes the result apart. So the
# derivative of a flow by the state and by the parameters, of any order, is found by the method of integration that is
# in use, and to its accuracy; by the duration it is the rates at the end. A method that keeps what a state is made of,
# as symplectic ones do, makes its steps on the differentials themselves: theirs are the exact derivatives of its steps.
#
# Math: x' = f(x, p) and (dx)' = D1 f(x, p) dx + D2 f(x, p) dp
# Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, I.14

MOST_STEPS = Limit("most-perturbed-steps", 1_000_000, "Steps of an integration of what is no number, by differentials.")
CHECKED = 4**8  # steps after which the code is hardly compared with the derivative any more

#: The derivatives that are being taken: their tags, the highest first, and the directions of each.
Frame = tuple[tuple[int, tuple[int, ...]], ...]


def is_perturbed(*values: Any) -> bool:
    return any(isinstance(x, Tagged) for value in values for x in tree_leaves(as_tuples(value)))


def frame_of(values: Iterable[Any]) -> Frame:
    found: dict[int, set[int]] = {}
    pending = list(values)
    while pending:
        x = pending.pop()
        if isinstance(x, Differential):
            found.setdefault(x.tag, set()).update(x.tangents)
            pending += [x.primal, *x.tangents.values()]
        elif isinstance(x, Tagged):
            raise DifferentiationError("a motion is differentiated forwards, to low orders: direction by direction")
    return tuple((tag, tuple(sorted(found[tag]))) for tag in sorted(found, reverse=True))


def parts(x: Any, frame: Frame) -> Iterator[Any]:
    """The primal number and the tangents of a scalar in every direction of a frame."""
    if not frame:
        if isinstance(x, Tagged):
            raise MoreDirections(x)
        yield x
        return
    (tag, directions), *rest = frame
    primal, tangents = split(x, tag)
    if not tangents.keys() <= set(directions):
        raise MoreDirections(x)
    for part in (primal, *(tangents.get(i, 0) for i in directions)):
        yield from parts(part, tuple(rest))


def joined(numbers: Iterator[Any], frame: Frame) -> Any:
    if not frame:
        return next(numbers)
    (tag, directions), *rest = frame
    primal = joined(numbers, tuple(rest))
    return make(tag, primal, {i: joined(numbers, tuple(rest)) for i in directions})


class AugmentedProblem:
    """The motion of the parts of states of differentials, for states shaped alike and one frame."""

    def __init__(self, motion: InitialValueProblem, place: Structure, frame: Frame, rarely: bool = False) -> None:
        self.small, self.rarely = motion, rarely
        self.last: tuple[Any, float, int, Method] | None = None  # how, the length and number of steps
        operation, form = motion.operation, tree_map(lambda _: 0.0, place)

        def varied(derivative: Callable[[Any], Any]) -> Function:
            def rates(numbers: Structure) -> Structure:
                time, _, *others = numbers.components
                state = shaped(iter((time, *others)), form, frame)
                return Up((1, *flat(rates_of(derivative(state), form, operation), frame)))

            return Function(rates, f"{name_of(derivative)} with variations")

        of = motion.subject.problem if isinstance(motion.subject, Member) else motion
        if of.parameters and of is not motion:
            make = of.given[0]
            kept = InitialValueProblem(lambda *p: varied(make(*p)), operation, of.parameters, scaled=has_units(place))
        else:
            derivative = motion.derivative if of is motion else of.perturbed
            kept = InitialValueProblem(varied(derivative), operation, scaled=has_units(place))
        self.motion = kept

    def advance(self, numbers: Sequence[Any], first: float, last: float, tolerance: float) -> list[float]:
        """The parts at the last time; it goes on from where it was last, as to the lengths of steps and to checks."""
        how = str(ode_method.value), ode_step.value, tolerance
        known = self.last if self.last is not None and self.last[0] == how else None
        if known is not None and {float, int}.issuperset(map(type, numbers)):
            found = self.motion.numbers_at([first, *map(float, numbers)], last, tolerance, known[1])
            if found is not None:
                self.last = how, found[1], *known[2:]
                return self._checked(found[0], last)
        state = state_of(Up((first, *numbers)), self.small.operation)
        is_known = self.motion.is_known
        if known is not None and is_known is not False:
            _, length, count, method = known
            y, scale = tree_leaves(state), self.motion.scale(tree_leaves(state), last)
            solution = Integrator(None, first, y, tolerance, method, ways=self.motion, scale=scale)
            solution.length, solution.count = length, min(count, CHECKED)
        else:
            solution = self.motion.solution(state, tolerance, until=last)
        y = solution.advance(last)
        self.motion.keep_entry(solution, tolerance)
        if is_known or self.rarely:
            self.motion.look(y)
        else:
            self.motion.check(y)
        is_plain = type(solution) is Integrator
        self.last = (how, solution.length, solution.count, solution.method) if is_plain else None
        return self._checked(y, last)

    def frames(self, rows: Any, pace: float, tolerance: float, count: int, limits: tuple[float, float]) -> Any:
        """The parts after each of some paces, in rows, as :class:`Frames` leaves them: as far as code leads at once."""
        numbers, width, count = rows.T.ravel().tolist(), len(rows), min(count, ROOM)
        y, how = [numbers[0], *numbers], (str(ode_method.value), ode_step.value, tolerance)
        end = y[0] + count * pace
        code: Any = self.motion.entry(y, end, tolerance) if self.last is not None and self.last[0] == how else None
        is_ready = code is not None and not isinstance(code.method, Expanding) and width <= MOST_WIDTH
        write = lambda: Frames(code.graph, code.method, width).text()  # noqa: E731
        function = code.function(("frames", width), write) if is_ready else None
        if function is None:
            return ()
        orbit = array("d", (y[0], self.last[1], 1.0, *y, *y, *limits, pace, y[0], 1.0, count + 1.0))  # type: ignore[index]
        record = numpy.empty((count, len(y)))
        function.call(
            orbit.buffer_info()[0], code.parameters.buffer_info()[0], record.ctypes.data, end, tolerance, code.budget
        )
        found = record[: int(orbit[-2]) - 1]
        if len(found):
            self.last = how, float(found[-1, 0]), *self.last[2:]  # type: ignore[index]
        return found[:, 1:].reshape(-1, *rows.T.shape).transpose(0, 2, 1)

    def _checked(self, y: State, last: float) -> list[float]:
        timed(last, y[1:], self.small.operation)
        return y[1:]


def flat(value: Any, frame: Frame) -> list[Any]:
    return [part for x in tree_leaves(value) for part in parts(x, frame)]


def shaped(numbers: Iterator[Any], place: Any, frame: Frame) -> Any:
    return tree_map(lambda _: joined(numbers, frame), place)


def moved_on(motion: InitialValueProblem, state: Any, late: Any) -> Any:
    """The state after a time whose square vanishes: it changes at the rates that it has but for that."""
    before, rates = tree_map(lambda x: primal_part(x, late.tag), state), None
    if all(type(x) is float for x in tree_leaves(before)):
        with suppress(ScmpyError):  # where its parameters are differentials
            motion.prepare(before)
        rates = motion.compiled and motion.compiled.numbers(tree_leaves(before))
    rates = rates or tree_leaves(as_tuples(motion.perturbed(before)))
    return tree_unflatten(map(g.add, tree_leaves(state), (g.mul(late, rate) for rate in rates)), state)


class PerturbedMotion:
    """Moves states where the state, the duration or what the derivative is made of are differentials.

    The code for one shape of the differentials is kept, with tags of its own. A derivative that has differentials in it
    is of the one call. Where one call moves many states, the code is compared with the derivative ever more ``rarely``.
    """

    def __init__(self, derivative: Any, operation: str, rarely: bool = False) -> None:
        self.motion, self.rarely = InitialValueProblem(derivative, operation), rarely
        self.kept: dict[Any, AugmentedProblem] = {}

    def advance(self, state: Any, dt: Any, tolerance: Any = None, others: Sequence[Any] = ()) -> Any:
        """The state of differentials after a time; others are values that have directions of the derivative's."""
        state = as_state(state)
        if self.motion.through_events:
            return self.motion.through_events(state, dt)
        dt = time_measure(dt, state, self.motion.operation, "the time step")
        return self._after(state, dt, tolerance, others)

    def _after(self, state: Any, dt: Any, tolerance: Any, others: Sequence[Any]) -> Any:
        if isinstance(dt, Tagged):
            frame_of([dt])  # which refuses some
            before = primal_part(dt, dt.tag)
            return moved_on(self.motion, self._after(state, before, tolerance, others), g.sub(dt, before))
        seen = [*tree_leaves(state), *others]
        while True:
            frame = frame_of(seen)
            try:
                return self._advance(state, dt, frame, tolerance, not others)
            except MoreDirections as found:
                seen += found.values

    def with_derivatives(self, state: Structure, dt: float, tolerance: Any = None) -> tuple[Structure, Any]:
        """The state after a time, and the matrix of its derivatives by the first one, without those of the time."""
        numbers = tree_leaves(state)
        found = self.moved(state, numpy.vstack([numbers, numpy.eye(len(numbers))[1:]]), dt, tolerance)
        return tree_unflatten(iter(found[0].tolist()), state), found[1:, 1:].T

    def moved(self, state: Structure, rows: Any, dt: float, tolerance: Any = None) -> Any:
        """The numbers of a state, and of tangents, rows of an array, after a time."""
        problem = self._known(state, rows, dt)
        if problem is not None:
            first, allowed = float(rows[0, 0]), tolerance_of(tolerance, self.motion.operation)
            found = problem.advance(rows.T.ravel().tolist(), first, first + dt, allowed)
            return numpy.array(found).reshape(rows.T.shape).T
        tag = new_tag()
        moved = (make(tag, x, dict(enumerate(column))) for x, *column in rows.T.tolist())
        end = [split(x, tag) for x in tree_leaves(self.advance(tree_unflatten(moved, state), dt, tolerance))]
        return numpy.array([[x, *(slopes.get(i, 0) for i in range(len(rows) - 1))] for x, slopes in end], float).T

    def frames(self, state: Structure, rows: Any, dt: float, tolerance: Any, count: int, limits: Any) -> Any:
        """The same after some of so many times: the tangents orthonormal, their lengths before in their times.

        They end where the largest of the lengths by the least is not within the limits.
        """
        problem, allowed = self._known(state, rows, dt), tolerance_of(tolerance, self.motion.operation)
        found = () if problem is None else problem.frames(rows, dt, allowed, count, limits)
        if not len(found):
            moved = self.moved(state, rows, dt, tolerance)
            moved[1:, 1:], moved[1:, 0] = orthonormal(moved[1:, 1:].tolist())
            found = moved[None]
        return found

    def _known(self, state: Structure, rows: Any, dt: float) -> AugmentedProblem | None:
        is_plain = type(dt) is float and method_named(ode_method.value).layout is None
        return self.kept.get((tree_structure(state), (tuple(range(len(rows) - 1)),))) if is_plain else None

    def _advance(self, state: Structure, dt: Any, frame: Frame, tolerance: Any, by_own_tags: bool) -> Any:
        operation = self.motion.operation
        method = method_named(ode_method.value, operation)
        if method.layout is not None:
            return self._by_steps(method, state, dt, [tag for tag, _ in frame])
        allowed, numbers = tolerance_of(tolerance, operation), flat(state, frame)
        try:
            first = real(finite_part(tree_leaves(state)[0]), operation, "the time")
            last = first + real(dt, operation, "the time step")
            if by_own_tags:
                with suppress(MoreDirections):
                    return shaped(iter(self._own(state, frame).advance(numbers, first, last, allowed)), state, frame)
            end = AugmentedProblem(self.motion, state, frame).advance(numbers, first, last, allowed)
        except IntegrationError as error:
            if error.state is not None:
                error.state = [finite_part(x) for x in tree_leaves(shaped(iter(error.state[1:]), state, frame))]
            raise
        return shaped(iter(end), state, frame)

    def _by_steps(self, method: Method, state: Structure, dt: Any, tags: Sequence[int]) -> Any:
        from scmpy.numerics.ode.llvm_steps import PlainStep

        operation = self.motion.operation
        length = method_step(ode_step.value, method, operation)
        count = math.ceil(abs(dt) / length * (1 - 1e-12))  # type: ignore[operator]
        layout = method.layout(state, operation)  # type: ignore[misc]

        def slope(t: Any, y: Sequence[Any]) -> list[Any]:
            return tree_leaves(as_tuples(self.motion.derivative(tree_unflatten(iter(y), state))))

        step = PlainStep(method.fitted(layout), slope, lambda image, guess: _solved(image, guess, tags))
        y = tree_leaves(state)
        for _ in range(MOST_STEPS.check(count, operation)):
            y = step(y, dt / count)[: len(y)]
        return tree_unflatten(iter(y), state)

    def _own(self, state: Structure, frame: Frame) -> AugmentedProblem:
        key = tree_structure(state), tuple(directions for _, directions in frame)
        if key not in self.kept:
            tags = sorted((new_tag() for _ in frame), reverse=True)
            own = tuple((tag, directions) for tag, (_, directions) in zip(tags, frame, strict=True))
            self.kept[key] = AugmentedProblem(self.motion, state, own, self.rarely)
        return self.kept[key]


def _solved(image: Any, guess: Sequence[Any], tags: Sequence[int]) -> list[Any]:
    """The differentials z for which z = image(z): the numbers, then one order of the infinitesimals after the other."""
    from scmpy.numerics.ode.llvm_steps import solved

    def without(x: Any) -> Any:
        for tag in tags:
            x = primal_part(x, tag)
        return x

    def finite(z: Sequence[Any]) -> list[Any]:
        return [without(x) for x in image(z)]

    z: list[Any] = list(solved(finite, [without(x) for x in guess]))
    columns = D(lambda z: Up(finite(list(z))))(Up(z))
    inverse = numpy.linalg.inv(numpy.eye(len(z)) - numpy.array([list(x) for x in columns], dtype=float).T).tolist()
    for _ in tags:
        wrong = [g.sub(x, y) for x, y in zip(z, image(z), strict=True)]
        z = [g.sub(x, sum(map(g.mul, row, wrong), 0)) for x, row in zip(z, inverse, strict=True)]
    return z


def orthonormal(columns: Sequence[Sequence[Any]], on: Any = Floats) -> tuple[list[list[Any]], list[Any]]:
    """Columns made orthonormal by Gram and Schmidt, and the lengths that this takes off them."""
    done: list[list[Any]] = []
    lengths = []
    for column in map(list, columns):
        for other in 2 * done:  # the second time takes off what rounding left
            part = reduce(add, map(mul, column, other))
            column = [x - part * y for x, y in zip(column, other, strict=True)]
        lengths.append(on.larger(on.sqrt(reduce(add, map(mul, column, column))), LEAST))
        done.append([x / lengths[-1] for x in column])
    return done, lengths


# --- stops -----------------------------------------------------------------------------------------------------------
# The states of a motion at some times, and those once a period, by machine code.

if TYPE_CHECKING:
    from scmpy.numerics.ode.llvm_steps import Compiled

ROOM = 256  # stops in a record
MOST_WIDTH = 13  # of frames that code makes orthonormal: a number and its tangents
COUNTED = 1 << 16  # steps, of a motion that is looked at once a period


def once_a_period(solution: Integrator, start: float, end: float, count: int, angle: int | None) -> Sequence[State]:
    """The states at some of so many ends of periods, each with its time put back to the start, an angle in [-pi, pi).

    The solution is then on its way from the last of them; there are none where it is the driver's turn.
    """
    code = _code(solution)
    is_driven = solution.way is not None and bool(solution.way.driven)
    if code is None or is_driven or code.graph.guards or code.scaled or isinstance(code.method, Expanding):
        return ()
    kind, n, room = ("periods", angle), code.count, min(count, ROOM)
    function = code.function(kind, lambda: Periods(code.graph, code.method, angle).text())
    if function is None:
        return ()
    record = array("d", bytes(8 * n * room))
    _, (_, number, _) = code.run(function, solution, end, code.budget, record, (start, 0.0, float(room)))
    if number:
        solution.spent, solution.count = 0, solution.count % COUNTED
    return [record[i : i + n].tolist() for i in range(0, n * int(number), n)]


def _code(solution: Integrator) -> Compiled | None:
    from scmpy.numerics.ode.llvm_steps import Compiled

    code = solution.code
    return code if isinstance(code, Compiled) and code.patience <= 0 else None


def states_at_times(motion: InitialValueProblem, state: Structure, times: Any, tolerance: float, method: Any) -> Any:
    """The numbers at times in order, which the steps pass, one state a row; None where code does not lead there."""
    rows = numpy.empty((len(times), len(tree_leaves(state))))
    rows[:, 0] = times
    record, n = array("d", rows.tobytes()), rows.shape[1]
    end, further = float(times[-1]), [0.0, float(len(times))]

    def run(trusted: bool) -> tuple[State, bool]:
        solution = motion.solution(state, tolerance, method, trusted=trusted, until=end)
        code = _code(solution)
        if code is None or code.graph.guards or code.method.polynomial is None or solution.stop(end) != end:
            return solution.state, False
        kind = loop_for(code.method, Moments)
        function = code.function("times", lambda: kind(code.graph, code.method, scaled=code.scaled).text())
        status = Status.BUDGET_USED
        while function is not None and status is Status.BUDGET_USED and solution.time != end:
            status, further[:] = code.run(function, solution, end, code.budget, record, further)
        return solution.state, solution.time == end and further[0] == len(times)

    return numpy.frombuffer(record).reshape(-1, n) if motion.by_known_code(state, run) else None


# --- evolution -------------------------------------------------------------------------------------------------------
# evolve and state-advancer: the motion that a state derivative gives, by integration.
#
# ``sysder`` makes a state derivative from parameters, ``((sysder p ...) state)``; it is called even where there are
# none.
#
# Source: SICM 1.7, 3.1


def motion_of(
    sysder: Callable[..., Any], parameters: tuple[Any, ...], operation: str, watching: bool = False
) -> InitialValueProblem:
    check_callable(sysder, operation, "a function from parameters to a state derivative")
    if not parameters and arity(sysder)[0]:
        raise ArityError(
            f"{operation} calls {name_of(sysder)} with the parameters that follow it, to make a state derivative, and "
            "there are none; a derivative of states itself is handed over as lambda: derivative"
        )
    return InitialValueProblem(sysder, operation, parameters, watching)


@public("set-ode-integration-method!")
def set_ode_integration_method(name: Name, step: Real | None = None) -> None:
    """Choose the method that integrates differential equations from now on, in this session.

    They find the lengths of their steps by the error allowed:

    - dop853, the default: Dormand and Prince's explicit Runge-Kutta method of order 8;
    - bulirsch-stoer: extrapolation of Gragg's method, of orders up to 16;
    - qcrk4: the classical Runge-Kutta method of order 4, two steps for one;
    - qcctrap2, qcceuler: the trapezoidal rule and Euler's implicit method, two steps for one, of orders 4 and 2;
    - taylor: the series of the solution, of an order that goes with the error allowed, 20 for 1e-12; for small errors
      its steps are few, and its error is less than dop853's;
    - rodas5p: Rosenbrock's method of order 5, for stiff equations of a dozen numbers at most by machine code, with the
      exact Jacobian;
    - radau, bdf (or explicit-gear, as the original calls it), lsoda: SciPy's, for stiff equations, with the exact
      Jacobian.

    Or they make steps of one length, ``step``, and keep a structure of the equations:

    - symplectic-euler-a, which moves the coordinates first, symplectic-euler-b, the momenta (both of order 1),
      stormer-verlet (2), yoshida-4, yoshida-6, yoshida-8, suzuki-umeno-8 (the best of order 8): symplectic, for
      Hamilton's equations on states up(t, q, p), explicit where the Hamiltonian is T(p) + V(t, q), else implicit (of
      velocities in place of momenta they have the same order, and are symplectic where a momentum is a velocity times
      a constant);
    - implicit-midpoint, gauss-legendre-4, gauss-legendre-6: symplectic and symmetric, of order 2, 4 and 6, implicit,
      for all equations;
    - munthe-kaas-4, munthe-kaas-8: Runge-Kutta methods for states with rotations in them, matrices as tuples of three
      tuples, which stay rotations;
    - runge-kutta-4, the classical method, and explicit-euler, of order 1, which keep nothing.

    Implicit ones solve their equations by Newton's method with exact derivatives.

    Where a derivative decides by the state, dop853, bulirsch-stoer, qcrk4, rodas5p, taylor and those with steps of one
    length find where a decision turns and end a step there; radau, bdf, lsoda, qcctrap2 and qcceuler make shorter steps
    there, as their errors are. A decision that holds, or a rate that is large, for less than a quarter of a step may be
    missed, unless it is by the time alone, the derivative is compiled, and the steps are not of one length (nor, for
    rates, those of qcctrap2 or qcceuler).

    Scheme:  (set-ode-integration-method! 'qcrk4), (set-ode-integration-method! 'stormer-verlet .01)
    Raises:  WrongTypeError if there is no such method;  DomainError unless the step is positive
    Source:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; Hairer, Lubich, Wanner, Geometric
             Numerical Integration
    1 ]=> (set-ode-integration-method! 'qcrk4)
    1 ]=> ((state-advancer (lambda () (lambda (state) (up 1 (- (ref state 1)))))) (up 0. 1.) 1. 1e-10)
    ;Value: (up 1. .367879441)
    >>> with setting(ode_integration_method="dop853"):
    ...     set_ode_integration_method_bang("qcrk4")
    """
    method = method_named(name)
    if step is not None:
        ode_step.set(method_step(step, method))
    ode_method.set(symbol(method.name))


@public("state-advancer")
def state_advancer(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that moves a state along for a time, by integration of its derivative (an ODE).

    Its derivatives by the state, the time and the parameters, of low orders, are moved along with the state: ``D`` of
    it is the solution of the variational equations. A function in the place of the method is given the state, and, as
    the original does for a single step, dt twice: what it returns is the value.

    Scheme:  ((state-advancer sysder p ...) state dt [tolerance method step])
    Shapes:  state: up(t, ...) of real numbers;  (sysder p ...): state -> shaped like the state;  dt may be negative
    Raises:  StructureError if a state and its derivative are shaped differently;  IntegrationError where the solution
             ends, with its last ``time`` and ``state``;  DomainError unless the tolerance is positive
    Source:  SICM 1.7
    1 ]=> ((state-advancer (lambda () (Lagrangian->state-derivative (L-harmonic 2 8)))) (up 0. 1. 0.) 1. 1e-12)
    ;Value: (up 1. -.416146837 -1.81859485)
    >>> def oscillator(m, k):
    ...     return Lagrangian_to_state_derivative(L_harmonic(m, k))
    >>> end = state_advancer(oscillator, 2.0, 8.0)(up(0, 1, 0), 1.0, 1e-12)
    >>> [round(x, 9) for x in end]  # 1, cos 2, -2 sin 2
    [1.0, -0.416146837, -1.818594854]
    >>> [round(x, 9) for x in D(lambda k: state_advancer(oscillator, 2.0, k)(up(0, 1, 0), 1.0))(8.0)]
    [0, -0.113662178, -0.009625469]
    """
    return Function(advancer(motion_of(sysder, parameters, "state-advancer", watching=True)), "state-advancer")


def advancer(motion: InitialValueProblem) -> Callable[..., Any]:
    operation = motion.operation
    perturbed = cache(lambda: PerturbedMotion(motion.perturbed, operation))
    displaced = [x for x in tree_leaves(Up(map(as_tuples, motion.parameters or ()))) if isinstance(x, Tagged)]

    def advance(state: Any, dt: Any, tolerance: Any = None, method: Any = None, step: Any = None) -> Any:
        if motion.through_events:
            return motion.through_events(state, dt)
        if method is None and step is None and not displaced:
            found = motion.at_once(state, dt, tolerance)
            if found is not None:
                return found
        if callable(method):
            return method(advance(state, dt, tolerance), dt, dt)
        with chosen(method, step, state, operation):
            if displaced or is_perturbed(state, dt):
                return perturbed().advance(state, dt, tolerance, displaced)
            try:
                return numbers(state, dt, tolerance)
            except MoreDirections as found:
                return perturbed().advance(state, dt, tolerance, found.values)

    def numbers(state: Any, dt: Any, tolerance: Any) -> Any:
        start = state_of(state, operation)
        allowed = tolerance_of(tolerance, operation)
        duration = time_from(dt, start, operation, "the time step")
        return motion.end(start, duration, allowed)

    return advance


@public("evolve")
def evolve(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that moves a state to a final time (an ODE) and shows a monitor the states on the way.

    The monitor is called with the first state, with the states at every multiple of dt after it, and with the last one,
    which is the value; #f is no monitor. At a multiple of dt that one is shown twice; the original, which integrates
    the time as well, shows it once where the sum of its steps is a rounding beyond the end. The sign of dt does not
    matter. A number in the place of the method is the length of the first step of the integration.

    Scheme:  ((evolve sysder p ...) state monitor dt t-final [tolerance method step])
    Shapes:  state: up(t, ...) of real numbers;  monitor: state -> anything;  result: shaped like the state
    Raises:  StructureError if a state and its derivative are shaped differently; DomainError if dt is 0;
             IntegrationError where the solution ends; LimitError for more states than are kept
    Source:  SICM 1.7
    1 ]=> (define ((fall g) state) (up 1 (ref state 2) (- g)))
    1 ]=> (define (show state) (pp (list (time state) (coordinate state))))
    1 ]=> (velocity ((evolve fall 10) (up 0 0 4) show .25 .6 1e-10))
    ;Value: (0. 0.) (.25 .6875) (.5 .75) (.6 .6) -2.
    >>> def fall(g):
    ...     return lambda state: up(1, state[2], -g)
    >>> def show(state):
    ...     print(round(state[0], 9), round(state[1], 9))
    >>> end = evolve(fall, 10)(up(0, 0, 4), show, 0.25, 0.6, 1e-10)
    0.0 0.0
    0.25 0.6875
    0.5 0.75
    0.6 0.6
    """
    motion = motion_of(sysder, parameters, "evolve")

    def evolver(
        state: Any, monitor: Any, dt: Any, t_final: Any, tolerance: Any = None, method: Any = None, step: Any = None
    ) -> Any:
        monitor = (lambda _: None) if monitor is None or monitor is False else monitor
        check_callable(monitor, "evolve", "a monitor, a function of states")
        start = state_of(state, "evolve")
        pace, end = time_from(dt, start, "evolve", "dt"), time_from(t_final, start, "evolve", "the final time")
        begun = None if method is None or not is_number(method) else abs(real(method, "evolve", "the first step"))
        by, allowed = method if begun is None else None, tolerance_of(tolerance, "evolve")
        solution = motion.solution(start, allowed, by, step_from(step, start, "evolve"), until=end)
        if begun is not None:
            solution.length = solution.length or begun
        first = solution.time
        if pace == 0:
            raise DomainError(f"evolve expects a dt that leads to the final time {end} from {first}, got {pace}")
        pace = math.copysign(pace, end - first)
        count = math.floor((end - first) / pace * (1 + 1e-12))
        MOST_COMPONENTS.check(count, "evolve", "states for the monitor")
        monitor(motion.shaped(first, solution.state))
        for number in range(1, count + 1):
            t = first + number * pace
            t = end if (end - t) * pace < 0 else t
            monitor(motion.shaped(t, solution.advance(t)))
        y = solution.advance(end)
        motion.check(y)
        final = motion.shaped(end, y)
        monitor(final)
        return final

    return Function(evolver, "evolve")


# --- stops loop ------------------------------------------------------------------------------------------------------
# Stops as machine code: the loop of :mod:`scmpy.numerics.ode.llvm_loop`, which records the states at them and goes on.
#
# The orbit has further places: the time of the first state, the number of the next stop, and that behind the last one.
# The record has a row of numbers for each stop that is made. There a motion is put back to its first time, with an
# angle between -pi and pi if one is told; or its tangents are made orthonormal.


class Stops(Loop):
    further = 3

    def __init__(self, graph: StraightLineProgram, method: Method) -> None:
        super().__init__(graph, method)
        self.first, self.number, self.beyond_last = self.kept[-3:]
        self.made = self.writer.variable(0, WHOLE)

    def _arrived(self) -> None:
        w = self.writer
        with w.loop() as stops:
            row = self.record.beginning(self.made() * self.count)
            self.layout.store(self.state(), row)
            self.made.set(self.made() + 1)
            self.number.set(self.number() + 1.0)
            self._go_on(row)
            with w.when(self.number() >= self.beyond_last()):
                self._end(Status.RECORD_FULL)
            with w.when(~self.time().equals(self.end)):
                w.leave(stops)

    def _go_on(self, row: Array) -> None:
        """What is done at a stop, whose state is recorded."""


class Periods(Stops):
    def __init__(self, graph: StraightLineProgram, method: Method, angle: int | None) -> None:
        super().__init__(graph, method)
        self.angle = angle

    def _go_on(self, row: Array) -> None:
        w, t = self.writer, self.first()
        row[0] = t
        if self.angle is not None:
            turns = w.call("llvm.floor", (row[self.angle] + math.pi) / math.tau)
            row[self.angle] = row[self.angle] - math.tau * turns
        self.time.set(t)
        self.state.set(self.layout.loaded(row))
        self.rates.set(self.slope(t, self.state()))


class Frames(Stops):
    """The part of the text that makes the tangents orthonormal, which are so many beside each number of a state.

    In the rows are the length of the next step, and for the tangents of the time, which are 0, the lengths that were
    taken off. It ends where the largest of these by the least is not within limits, which are in further places.
    """

    further = 6

    def __init__(self, graph: StraightLineProgram, method: Method, width: int) -> None:
        super().__init__(graph, method)
        self.width = width

    @property
    def end(self) -> Register:
        return self.first() + self.kept[2]()

    def _go_on(self, row: Array) -> None:
        w, (least, most) = self.writer, self.kept[:2]
        places = [range(1 + self.width + j, self.count, self.width) for j in range(1, self.width)]
        columns, lengths = orthonormal([[row[i] for i in own] for own in places], w)
        for own, column in zip(places, columns, strict=True):
            for i, x in zip(own, column, strict=True):
                row[i] = x
        row[0] = row[1]
        self.state.set(self.layout.loaded(row))
        self.first.set(row[0])
        self.time.set(row[0])
        self.rates.set(self.slope(self.time(), self.state()))
        row[0] = self.length()
        for i, x in enumerate(lengths, 2):
            row[i] = x
        apart = reduce(w.larger, lengths) / reduce(w.smaller, lengths)
        with w.when((apart < least()) | ~(apart <= most())):
            self._end(Status.RECORD_FULL)


class Moments(Loop):
    """The part of the text that enters the states at times in a record, where these are the first numbers of rows.

    The orbit has further places: the number of the next row, and of all.
    """

    further = 2

    def _next(self) -> tuple[Array, Register]:
        number = self.writer.instruction(WHOLE, f"fptosi double {self.kept[0]().text} to i64")
        row = self.record.beginning(number * self.count)
        return row, row[0]

    def _is_passed(self, piece: Piece) -> Register:
        w, (number, count) = self.writer, self.kept
        found = w.variable(0.0)
        with w.when(number() < count()):
            found.set(w.chosen((self._next()[1] - piece.end) * (piece.end - piece.t) <= 0.0, 1.0, 0.0))
        return found() > 0.0

    def _taken(self, piece: Piece) -> None:
        w = self.writer
        with w.when(self._is_passed(piece)):
            inside = self._with_inside(piece).inside()
            with w.loop() as times:
                row, t = self._next()
                y = self.method.polynomial(inside, piece.y, (t - piece.t) / piece.h)  # type: ignore[misc]
                self.layout.store(y, row)
                with w.when(t.equals(piece.t)):
                    self.layout.store(piece.y, row)
                with w.when(t.equals(piece.end)):
                    self.layout.store(piece.after, row)
                row[0] = t
                self.kept[0].set(self.kept[0]() + 1.0)
                with w.when(~self._is_passed(piece)):
                    w.leave(times)
