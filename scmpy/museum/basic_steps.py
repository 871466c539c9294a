"""Single steps of basic methods, and the control of their lengths: two steps of half the length beside one.

A basic method is a function of a derivative and an error allowed. It gives the function of a state that gives the
function of a time step and two functions: the first is given the state after the step and how often an equation was
gone through for it, the second is called, with nothing, where this did not converge. Any such function, one of the
user's too, makes an advancer by ``quality-control``.

The error allowed is a number, relative to the numbers of the states, or a function of two states: the distance of these
as a multiple of the one that is allowed.

Source: Press, Teukolsky, Vetterling, Flannery, Numerical Recipes, 2nd edition 1992, 16.2 (step doubling)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DomainError, IntegrationError, StructureError, describe
from scmpy.generic.arguments import check_callable, length
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.museum.advancers import rates_alone
from scmpy.museum.measures_of_errors import max_norm
from scmpy.numerics.ode.driver import SHORTEST, TINY
from scmpy.numerics.ode.methods.classical import backward, runge_kutta_4, trapezoid
from scmpy.numerics.ode.methods.step import State
from scmpy.numerics.ode.motion import Motion, real, state_of, tolerance_of
from scmpy.numerics.ode.numbers_of_states import shape_of
from scmpy.registry import public
from scmpy.structure.aliases import StateDerivative, Tolerance
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Down, Structure, leaves, unflatten

#: The distance of two states, as a multiple of the one that is allowed.
Measure = Callable[[Structure, Structure], float]

ENOUGH = 2.0  # allowed distances between one iterate and the next: it is solved
MOST = 10_000  # iterations
SAFE = 0.9  # of the length with which the error would be the one allowed
UNSOLVED = 0.3  # of a length is tried next where already the half of it was too long for an equation to be solved
HALF_SOLVED = 0.5  # of it, where only the half was not
NONE = 1e-20  # of the error allowed, is no error
MOST_ORDERS = Limit("most-method-orders", 100, "Order of a method of integration.")

_NOT_SOLVED = object()


def measure_of(allowed: Any, operation: str) -> Measure:
    """The measure that an error allowed stands for.

    >>> from scmpy.structure.structure import Up
    >>> round(measure_of(0.5, "an example")(Up((1.0, 2.0)), Up((1.0, 3.0))), 6)
    0.8
    """
    if callable(allowed):
        return lambda a, b: abs(real(allowed(a, b), operation, "the measure of an error"))
    return max_norm(tolerance_of(allowed, operation))


class _NotSolvedError(Exception):
    """The iterates of a step do not come closer to each other."""


class Repetition:
    """What solves z = image(z): it makes z better, until it stays, and counts how often."""

    def __init__(
        self, motion: Motion, near: Measure, better: Callable[[Callable[[State], State], State], State]
    ) -> None:
        self.motion, self.near, self.better = motion, near, better
        self.count = 0

    def __call__(self, image: Callable[[State], State], guess: State) -> State:
        z, last = guess, math.inf
        while self.count < MOST:
            self.count += 1
            before, z = z, self.better(image, z)
            if not all(map(math.isfinite, z)):
                break
            distance = self.near(self._shaped(before), self._shaped(z))
            if distance < ENOUGH:
                return z
            if not distance < last:
                break
            last = distance
        raise _NotSolvedError

    def _shaped(self, z: State) -> Any:
        return unflatten(iter(z), self.motion.place)


#: The numbers of a state after a step of a motion, and the count.
Single = Callable[[Motion, State, float, Sequence[float]], tuple[State, int]]


def _basic(motion: Motion, single: Single) -> Function:
    """The steps of a motion, as the original calls them."""
    name = motion.operation

    def from_state(state: Any) -> Function:
        start = state_of(state, name)

        def step(dt: Any, receive: Callable[[Any, int], Any], fail: Callable[[], Any]) -> Any:
            for function in (receive, fail):
                check_callable(function, name, "two functions after the time step")
            h, y = real(dt, name, "the time step"), list(leaves(start))
            motion.prepare(start)
            try:
                after, count = single(motion, y, h, motion.slope(y[0], y))
            except _NotSolvedError:
                return fail()
            if not all(map(math.isfinite, after)):
                raise IntegrationError(f"{name}: the step of {h} from {y} has no finite end")
            return receive(motion.shaped(y[0] + h, after), count)

        return Function(step, name)

    return Function(from_state, name)


@public("rk4")
def rk4(derivative: StateDerivative, tolerance: Tolerance) -> Function:
    """Steps of the classical Runge-Kutta method, of order 4; its error is that of the length that is asked for.

    Scheme:  (((rk4 derivative tolerance) state) dt continue fail)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, count) -> anything;  fail: () -> anything
    Units:   none: a state is of numbers; the tolerance does not matter
    Raises:  as state-advancer;  DomainError unless the tolerance is positive;  IntegrationError if a step has no finite
             end
    1 ]=> (define step (rk4 (lambda (state) (up 1 (- (ref state 1)))) 1e-6))
    1 ]=> ((step (up 0 1)) 1/2 list (lambda () 'failed))
    ;Value: ((up .5 .6067708333333334) 1)
    >>> from scmpy import up
    >>> step = rk4(lambda state: up(1, -state[1]), 1e-6)
    >>> step(up(0, 1))(0.5, lambda state, count: (round(state[1], 10), count), lambda: "failed")
    (0.6067708333, 1)
    """
    tolerance if callable(tolerance) else tolerance_of(tolerance)
    return _basic(Motion(derivative, "rk4"), lambda motion, y, h, f: (runge_kutta_4(motion.slope, y[0], y, f, h), 1))


def _corrected(name: str, text: Callable[..., State], derivative: Any, allowed: Any) -> Function:
    """Steps of an implicit method whose equation is solved by putting in what it gives, again and again."""
    near = measure_of(allowed, name)

    def single(motion: Motion, y: State, h: float, f: Sequence[float]) -> tuple[State, int]:
        solve = Repetition(motion, near, lambda image, z: image(z))
        return text(motion.slope, y[0], y, f, h, solve), solve.count

    return _basic(Motion(derivative, name), single)


@public("c-trapezoid")
def c_trapezoid(derivative: StateDerivative, tolerance: Tolerance, convergence: Tolerance | None = None) -> Function:
    """Steps of the trapezoidal rule, of order 2, its equation solved by corrections of a step of Euler's.

    They end where they change the state by no more than about the tolerance, or what is given for convergence; they
    fail where they get larger: where the step is long for the derivative.

    Scheme:  (((c-trapezoid derivative tolerance [convergence]) state) dt continue fail)
    Math:    y' = y + dt (f(y) + f(y')) / 2
    Shapes:  derivative: state -> shaped like the state;  continue: (state, count) -> anything;  fail: () -> anything
    Units:   none: a state is of numbers; the tolerance is as of max-norm, or a measure
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    1 ]=> (define step (c-trapezoid (lambda (state) (up 1 (- (ref state 1)))) 1e-6))
    1 ]=> ((step (up 0 1)) 1/2 (lambda (state count) count) (lambda () 'failed))
    ;Value: 10
    1 ]=> ((step (up 0 1)) 2 (lambda (state count) count) (lambda () 'failed))
    ;Value: failed
    >>> from scmpy import up
    >>> step = c_trapezoid(lambda state: up(1, -state[1]), 1e-6)
    >>> step(up(0, 1))(0.5, lambda state, count: (round(state[1], 5), count), lambda: "failed")
    (0.6, 10)
    """
    return _corrected("c-trapezoid", trapezoid, derivative, tolerance if convergence is None else convergence)


@public("c-euler")
def c_euler(derivative: StateDerivative, tolerance: Tolerance, convergence: Tolerance | None = None) -> Function:
    """Steps of Euler's implicit method, of order 1, its equation solved by corrections of a step of the explicit one.

    They end and fail as those of c-trapezoid.

    Scheme:  (((c-euler derivative tolerance [convergence]) state) dt continue fail)
    Math:    y' = y + dt f(y')
    Shapes:  derivative: state -> shaped like the state;  continue: (state, count) -> anything;  fail: () -> anything
    Units:   none: a state is of numbers; the tolerance is as of max-norm, or a measure
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    1 ]=> (define step (c-euler (lambda (state) (up 1 (- (ref state 1)))) 1e-3))
    1 ]=> ((step (up 0 1)) 1/2 (lambda (state count) count) (lambda () 'failed))
    ;Value: 9
    >>> from scmpy import up
    >>> step = c_euler(lambda state: up(1, -state[1]), 1e-3)
    >>> step(up(0, 1))(0.5, lambda state, count: (round(state[1], 3), count), lambda: "failed")
    (0.667, 9)
    """
    return _corrected("c-euler", backward, derivative, tolerance if convergence is None else convergence)


def _rows(jacobian: Any, size: int, operation: str) -> Any:
    """The matrix of the derivatives of rates by a state: a matrix, or the down tuple that D gives."""
    import numpy

    numbers = [x for row in jacobian.rows for x in row] if isinstance(jacobian, Matrix) else leaves(jacobian)
    if not isinstance(jacobian, (Matrix, Down)) or len(numbers) != size * size:
        raise StructureError(
            f"{operation} expects a Jacobian, a matrix or a down tuple of {size} times {size} numbers, "
            f"got {describe(jacobian)}"
        )
    found = numpy.reshape([real(x, operation, "a component of the Jacobian") for x in numbers], (size, size))
    return found if isinstance(jacobian, Matrix) else found.T


@public("n-trapezoid")
def n_trapezoid(
    derivative: Callable[..., Any], tolerance: Tolerance, dimension: int, convergence: Tolerance | None = None
) -> Function:
    """Steps of the trapezoidal rule, of order 2, its equation solved by Newton's method from a step of Euler's.

    The derivative gives, to a function, what the rates of a state are and their Jacobian: a matrix, or the tuple that
    D gives. The dimension of states, which the original asks for, is that of the state that is given. Newton's method
    ends and fails as the corrections of c-trapezoid do, but where the rates are linear no step is too long for it.

    Scheme:  (((n-trapezoid f&df tolerance dimension [convergence]) state) dt continue fail)
    Math:    y' = y + dt (f(y) + f(y')) / 2
    Shapes:  derivative: (state, receive) -> receive(rates, Jacobian);  continue and fail: as of c-trapezoid
    Units:   none: a state is of numbers; the tolerance is as of max-norm, or a measure
    Raises:  as state-advancer;  StructureError for a Jacobian of another shape;  IntegrationError if a step has no
             finite end
    1 ]=> (define (rates state receive) (receive (up 1 (- (ref state 1))) (matrix-by-rows '(0 0) '(0 -1))))
    1 ]=> (((n-trapezoid rates 1e-6 2) (up 0 1)) 10 list (lambda () 'failed))
    ;Value: ((up 10. -.6666666666666666) 2)
    >>> from scmpy import down, up
    >>> rates = lambda state, receive: receive(up(1, -state[1]), down(up(0, 0), up(0, -1)))
    >>> step = n_trapezoid(rates, 1e-6, 2)
    >>> step(up(0, 1))(10, lambda state, count: (round(state[1], 6), count), lambda: "failed")
    (-0.666667, 2)
    """
    name = "n-trapezoid"
    near = measure_of(tolerance if convergence is None else convergence, name)
    rates = rates_alone(derivative, name)

    def single(motion: Motion, y: State, h: float, f: Sequence[float]) -> tuple[State, int]:
        import numpy

        def better(image: Callable[[State], State], z: State) -> State:
            given = derivative(unflatten(iter(z), motion.place), lambda slope, jacobian: jacobian)
            matrix = numpy.identity(len(z)) - h / 2 * _rows(given, len(z), name)
            wrong = numpy.subtract(z, image(z))
            try:
                return numpy.subtract(z, numpy.linalg.solve(matrix, wrong)).tolist()  # type: ignore[no-any-return]
            except numpy.linalg.LinAlgError:
                raise _NotSolvedError from None

        solve = Repetition(motion, near, better)
        return trapezoid(motion.slope, y[0], y, f, h, solve), solve.count

    return _basic(Motion(rates, name), single)


@public("quality-control")
def quality_control(method: Callable[..., Any], order: int) -> Function:
    """Advancers by a basic method of this order: two steps of half the length are compared with one.

    Where they differ by more than is allowed, or a step fails, a shorter one is tried. From the state after the two the
    error that the difference shows is taken off. The method may be rk4, c-trapezoid, c-euler, n-trapezoid, or any
    function that is called as they are; what is given after the tolerance is handed on to it.

    Scheme:  (((quality-control method order) derivative tolerance argument ...) state dt continue)
    Shapes:  method: as rk4;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer;  IntegrationError where the steps get too short;  DomainError unless the order is
             positive
    1 ]=> (define ((decay) state) (up 1 (- (ref state 1))))
    1 ]=> (((quality-control rk4 4) (decay) 1e-6) (up 0 1) 1/16 list)
    ;Value: ((up .0625 .9394130627999824) .0625 .14635333344431878)
    >>> from scmpy import up
    >>> step = quality_control(rk4, 4)(lambda state: up(1, -state[1]), 1e-6)
    >>> step(up(0, 1), 0.0625, lambda state, taken, next: (round(state[1], 9), taken, round(next, 6)))
    (0.939413063, 0.0625, 0.146353)
    """
    name = "quality-control"
    check_callable(method, name, "a method as rk4 is one")
    if length(order, name, MOST_ORDERS) == 0:
        raise DomainError(f"{name} expects a method of a positive order")

    def advancer(derivative: Any, tolerance: Any, *others: Any) -> Function:
        steps, near = method(derivative, tolerance, *others), measure_of(tolerance, name)

        def advance(state: Any, dt: Any, receive: Callable[[Any, float, float], Any]) -> Any:
            check_callable(receive, name, "a function of a state and two durations")
            start, h = state_of(state, name), real(dt, name, "the time step")
            if h == 0:
                return receive(start, 0.0, 0.0)
            while True:
                found, factor = _compared(steps, start, h, order, near)
                if found is not None:
                    return receive(found, h, h * factor)
                h *= factor
                if abs(h) <= SHORTEST * max(abs(start[0]), TINY):
                    raise IntegrationError(f"{name}: the steps from {start} get too short")

        return Function(advance, name)

    return Function(advancer, name)


def _compared(steps: Any, start: Structure, h: float, order: int, near: Measure) -> tuple[Any, float]:
    """The state after two half steps, made better, or None if they are no good; and the factor of the next length."""
    half = _after(steps, start, h / 2)
    if half is None:
        return None, UNSOLVED
    fine = _after(steps, half, h / 2)
    coarse = None if fine is None else _after(steps, start, h)
    if coarse is None:
        return None, HALF_SOLVED
    most, less = 2**order, 2**order - 1
    error = max(near(fine, coarse), NONE) * most / less
    if not math.isfinite(error):
        return None, UNSOLVED
    if error * less > most:
        return None, SAFE * error ** (-1 / order)
    better = (a + (a - b) / less for a, b in zip(leaves(fine), leaves(coarse), strict=True))
    return unflatten(better, fine), SAFE * error ** (-1 / (order + 1))


def _after(steps: Any, state: Structure, h: float) -> Any:
    """The state after a step of a basic method; None where it fails."""
    found = steps(state)(h, lambda after, *count: after, lambda *why: _NOT_SOLVED)
    if found is _NOT_SOLVED:
        return None
    after = state_of(found, "quality-control")
    if shape_of(after) != shape_of(state):
        raise StructureError(f"quality-control: after a step the state has the shape of {state}, it is {after}")
    return after
