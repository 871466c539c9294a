"""Advancers: from a derivative and an error allowed, the function that makes one step of a state by a certain method.

They are what the original makes its integrations of; each is called with a state, a duration, and a function that is
given the state after the step, how long it was, and how long the next one may be.

Source: SICM 1.7
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError, ScmpyError, StructureError, describe
from scmpy.generic.arguments import check_callable, count
from scmpy.generic.functions import Function
from scmpy.generic.tail_calls import TailCall, bounce, tail_called
from scmpy.numerics.ode.evolution import motion_of
from scmpy.numerics.ode.motion import Motion, real, state_of, step_from, time_from, tolerance_of
from scmpy.registry import public
from scmpy.structure.aliases import StateDerivative, SystemDerivative, Tolerance, Value
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves


def _started(motion: Motion, state: Any, dt: Any, receive: Any) -> tuple[Structure, float]:
    """The state with floats for its numbers, and the time step, where a function is given that takes what follows."""
    operation = motion.operation
    check_callable(receive, operation, "a function of a state and two durations")
    start = state_of(state, operation)
    return start, time_from(dt, start, operation, "the time step")


def _one_step(
    motion: Motion,
    state: Any,
    dt: Any,
    tolerance: Any,
    receive: Callable[[Any, float, float], Any],
    method: Any = None,
    step: Any = None,
) -> Any:
    """What a function makes of the state after one step, how long that was, and how long the next one may be."""
    start, most = _started(motion, state, dt, receive)
    if most == 0:
        return receive(start, 0.0, 0.0)
    allowed, before = tolerance_of(tolerance, motion.operation), leaves(start)[0]
    step = step_from(step, start, motion.operation)
    solution = motion.solution(start, allowed, method, step, until=before + most)
    solution.length = solution.length or abs(most)
    taken = next(iter(solution.to(before + most)))
    motion.check(taken.after)
    suggested = math.copysign(solution.suggested(), most)
    duration = most if taken.end == before + most else taken.end - before
    return receive(motion.shaped(taken.end, taken.after), duration, suggested)


def _steps_beyond(
    motion: Motion,
    state: Any,
    dt: Any,
    tolerance: Any,
    time: Any,
    receive: Callable[[Any, float, float], Any],
    method: Any = None,
    step: Any = None,
) -> Any:
    """What a function makes of the first state at a time or beyond it, and of how long the next step may be."""
    operation = motion.operation
    start, first = _started(motion, state, dt, receive)
    end = time_from(time, start, operation, "the time")
    step = step_from(step, start, operation)
    solution = motion.solution(start, tolerance_of(tolerance, operation), method, step, until=end)
    if first == 0:
        raise DomainError(f"{operation} expects a time step that is not 0")
    suggested = first
    while (end - solution.time) * first > 0:
        for _ in solution.to(solution.time + suggested):
            break
        suggested = math.copysign(solution.suggested(), first)
    motion.check(solution.state)
    return receive(motion.shaped(solution.time, solution.state), suggested, suggested)


def _advancer(name: str, method: str | None, derivative: Any, tolerance: Any) -> Function:
    motion, allowed = Motion(derivative, name), tolerance_of(tolerance, name)

    def advance(state: Any, dt: Any, receive: Callable[[Any, float, float], Any]) -> Any:
        return _one_step(motion, state, dt, allowed, receive, method)

    return Function(advance, name)


def rates_alone(derivative: Any, operation: str = CALLED) -> Function:
    """The rates of a function that gives, to a function, rates and their Jacobian."""
    check_callable(derivative, operation, "a function of a state and a function")
    return Function(lambda state: derivative(state, lambda slope, jacobian: slope), "f&df")


@public("qcrk4-advancer")
def qcrk4_advancer(derivative: StateDerivative, tolerance: Tolerance) -> Function:
    """The function that makes one step of the classical Runge-Kutta method, two steps for one.

    Scheme:  ((qcrk4-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    1 ]=> (define step (qcrk4-advancer (lambda (state) (up 1 (- (ref state 1)))) 1e-6))
    1 ]=> (step (up 0. 1.) .0625 (lambda (state taken suggested) (list taken (> suggested .0625))))
    ;Value: (.0625 #t)
    >>> from scmpy import up
    >>> step = qcrk4_advancer(lambda state: up(1, -state[1]), 1e-6)
    >>> state, taken, suggested = step(up(0, 1), 0.0625, lambda *found: found)
    >>> taken, suggested > 0.0625, round(state[1], 6)
    (0.0625, True, 0.939413)
    """
    return _advancer("qcrk4-advancer", "qcrk4", derivative, tolerance)


@public("qc-ctrap-advancer")
def qc_ctrap_advancer(derivative: StateDerivative, tolerance: Tolerance) -> Function:
    """The function that makes one step of the trapezoidal rule, two steps for one.

    Scheme:  ((qc-ctrap-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    >>> from scmpy import up
    >>> step = qc_ctrap_advancer(lambda state: up(1, -state[1]), 1e-4)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: round(state[1], 5))
    0.93941
    """
    return _advancer("qc-ctrap-advancer", "qcctrap2", derivative, tolerance)


@public("qc-ceuler-advancer")
def qc_ceuler_advancer(derivative: StateDerivative, tolerance: Tolerance) -> Function:
    """The function that makes one step of Euler's implicit method, two steps for one.

    Scheme:  ((qc-ceuler-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    >>> from scmpy import up
    >>> step = qc_ceuler_advancer(lambda state: up(1, -state[1]), 1e-2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: round(state[1], 3))
    0.939
    """
    return _advancer("qc-ceuler-advancer", "qcceuler", derivative, tolerance)


@public("bs-advancer")
def bs_advancer(derivative: StateDerivative, tolerance: Tolerance, dimension: int | None = None) -> Function:
    """The function that makes one step of the extrapolation after Bulirsch and Stoer.

    The dimension of states, which the original asks for, is that of the state that is given.

    Scheme:  ((bs-advancer derivative tolerance dimension) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    >>> from scmpy import up
    >>> step = bs_advancer(lambda state: up(1, -state[1]), 1e-10, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: (taken, round(state[1], 9)))
    (0.0625, 0.939413063)
    """
    return _advancer("bs-advancer", "bulirsch-stoer", derivative, tolerance)


@public("bulirsch-stoer-lisptran", "bulirsch-stoer-floating-lisptran")
def bulirsch_stoer_lisptran(derivative: Callable[[Any, Any], Any], dimension: int, tolerance: Tolerance) -> Function:
    """The function that makes one step of bs-advancer, by a derivative that writes the rates into a vector.

    The derivative is given a vector of the numbers of a state and one, of as many, for their rates.

    Scheme:  ((bulirsch-stoer-lisptran derivative! dimension tolerance) state dt continue)
    Shapes:  derivative: (numbers, rates) -> anything;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   the tolerance is a number, as of trajectory
    Raises:  as state-advancer; StructureError for a state of another dimension
    1 ]=> (define (decay! in out) (vector-set! out 0 1) (vector-set! out 1 (- (vector-ref in 1))))
    1 ]=> ((bulirsch-stoer-lisptran decay! 2 1e-10) (vector 0 1) 1/16 (lambda (state taken suggested) taken))
    ;Value: .0625
    >>> from scmpy import up
    >>> def decay(numbers, rates): rates[:] = 1, -numbers[1]
    >>> step = bulirsch_stoer_lisptran(decay, 2, 1e-10)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: (taken, round(state[1], 9)))
    (0.0625, 0.939413063)
    """
    name = "bulirsch-stoer-lisptran"
    check_callable(derivative, name, "a function of two vectors")
    size = count(dimension, name)

    def rates(state: Any) -> Any:
        numbers = list(state)
        if len(numbers) != size:
            raise StructureError(f"{name} expects a state of dimension {size}, got {describe(state)}")
        found = [0.0] * size
        derivative(numbers, found)
        return Up(found)

    return _advancer(name, "bulirsch-stoer", rates, tolerance)


@public("gear-advancer")
def gear_advancer(derivative: Callable[..., Any], tolerance: Tolerance, dimension: int | None = None) -> Function:
    """The function that makes one step of the method for stiff equations, explicit-gear.

    The derivative gives, to a function, what the rates of a state are and their Jacobian; the Jacobian that is used is
    that of the rates, which is exact.

    Scheme:  ((gear-advancer f&df tolerance dimension) state dt continue)
    Shapes:  derivative: (state, receive) -> receive(rates, Jacobian);  continue: as of bs-advancer
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  ScmpyError without SciPy;  DomainError unless the tolerance is positive
    1 ]=> (define (rates state receive) (receive (up 1 (- (ref state 1))) (down (up 0 0) (up 0 -1))))
    1 ]=> ((gear-advancer rates 1e-6 2) (up 0. 1.) .0625 (lambda (state taken suggested) (<= 0 taken .0625)))
    ;Value: #t
    >>> from scmpy import down, up
    >>> rates = lambda state, receive: receive(up(1, -state[1]), down(up(0, 0), up(0, -1)))
    >>> step = gear_advancer(rates, 1e-6, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: 0 < taken <= 0.0625)
    True
    """
    return _advancer("gear-advancer", "explicit-gear", rates_alone(derivative), tolerance)


def _gear_motion(name: str, derivative: Any, implicit: Any, coarse: Any) -> Motion:
    """The motion by a derivative with a Jacobian; an error where the original would do what is not here."""
    for what, given in (("implicit equations", implicit), ("steps of unknown error", coarse)):
        if given is not False:
            raise ScmpyError(
                f"{name} has no {what}: what would ask for them is left out, or false; got {describe(given)}"
            )
    return Motion(rates_alone(derivative, name), name)


@public("gear-stepper-generator")
def gear_stepper_generator(
    derivative: Callable[..., Any],
    dimension: int,
    tolerance: Tolerance,
    convergence: Tolerance | None = None,
    implicit: bool = False,
    coarse: bool = False,
) -> Function:
    """The function that moves a state along for a time, by as many steps of gear-advancer as that takes.

    The dimension, and the tolerance for the convergence of inner iterations, are found without being given.

    Scheme:  ((gear-stepper-generator f&df dimension tolerance [convergence]) state dt continue)
    Shapes:  derivative: (state, receive) -> receive(rates, Jacobian);  continue: (state, dt, dt suggested) -> anything
    Units:   the tolerance is a number, as of trajectory
    Raises:  as gear-advancer;  DomainError unless the tolerance is positive
    1 ]=> (define (rates state receive) (receive (up 1 (- (ref state 1))) (down (up 0 0) (up 0 -1))))
    1 ]=> ((gear-stepper-generator rates 2 1e-6) (up 0 1) 1 (lambda (state taken suggested) taken))
    ;Value: 1.
    >>> from scmpy import down, up
    >>> rates = lambda state, receive: receive(up(1, -state[1]), down(up(0, 0), up(0, -1)))
    >>> step = gear_stepper_generator(rates, 2, 1e-6)
    >>> step(up(0, 1), 1, lambda state, taken, suggested: (taken, round(state[1], 4)))
    (1.0, 0.3679)
    """
    name = "gear-stepper-generator"
    motion, allowed = _gear_motion(name, derivative, implicit, coarse), tolerance_of(tolerance, name)

    def step(state: Any, dt: Any, receive: Callable[[Any, float, float], Any]) -> Any:
        check_callable(receive, name, "a function of a state and two durations")
        solution = motion.solution(state_of(state, name), allowed, "explicit-gear")
        duration = real(dt, name, "the time step")
        end = solution.time + duration
        motion.check(solution.advance(end))
        suggested = math.copysign(solution.suggested(), duration)
        return receive(motion.shaped(end, solution.state), duration, suggested)

    return Function(step, name)


def durations(name: str, functions: tuple[Any, Any], *given: Any) -> tuple[float, float, float]:
    """A duration, the first step on the way and the longest one, checked, as the two functions are."""
    for function in functions:
        check_callable(function, name, "two functions after the durations")
    whole, first, most = (real(x, name, "a duration") for x in given)
    if first == 0 or most == 0:
        raise DomainError(f"{name} expects steps that are not 0")
    return whole, first, most


@public("gear-advance-generator")
def gear_advance_generator(
    derivative: Callable[..., Any],
    dimension: int,
    tolerance: Tolerance,
    convergence: Tolerance | None = None,
    implicit: bool = False,
    coarse: bool = False,
) -> Function:
    """The function that moves a state along for a time, by steps of gear-advancer between which the caller decides.

    Before each step a function is given the state, how far it has got, how long the next step may be, and a function of
    nothing that goes on; at the end another one is given the first three. The value of either is the value of all.
    In Scheme there may be any number of steps, if the call that goes on comes last; in Python these calls nest.

    Scheme:  ((gear-advance-generator f&df dimension tolerance [convergence]) state duration dt longest continue done)
    Shapes:  derivative: (state, receive) -> receive(rates, Jacobian);  done: (state, achieved, dt) -> anything;
             continue: (state, achieved, dt, next) -> anything
    Units:   the tolerance is a number, as of trajectory
    Raises:  as gear-advancer; DomainError for a step of no length
    1 ]=> (define (rates state receive) (receive (up 1 (- (ref state 1))) (down (up 0 0) (up 0 -1))))
    1 ]=> (define advance (gear-advance-generator rates 2 1e-6))
    1 ]=> (advance (up 0 1) 1 1e-3 1/4 (lambda (state achieved dt next) (next)) (lambda (state achieved dt) achieved))
    ;Value: 1.
    >>> from scmpy import down, up
    >>> rates = lambda state, receive: receive(up(1, -state[1]), down(up(0, 0), up(0, -1)))
    >>> advance = gear_advance_generator(rates, 2, 1e-6)
    >>> go_on = lambda state, achieved, dt, next: next()
    >>> advance(up(0, 1), 1, 1e-3, 0.25, go_on, lambda state, achieved, dt: (achieved, round(state[1], 4)))
    (1.0, 0.3679)
    """
    name = "gear-advance-generator"
    motion, allowed = _gear_motion(name, derivative, implicit, coarse), tolerance_of(tolerance, name)

    def advance(
        state: Any, duration: Any, dt: Any, longest: Any, receive: Callable[..., Any], done: Callable[..., Any]
    ) -> Any:
        whole, first, most = durations(name, (receive, done), duration, dt, longest)
        solution: Any = motion.solution(state_of(state, name), allowed, "explicit-gear")
        solution.begin(min(abs(first), abs(most)), abs(most))
        start, end = solution.time, solution.time + whole

        def following() -> TailCall:
            next(iter(solution.to(end)))
            return shown()

        def shown() -> TailCall:
            reached = motion.shaped(solution.time, solution.state)
            suggested = math.copysign(solution.suggested(), whole)
            if solution.time == end:
                motion.check(solution.state)
                return TailCall((done, (reached, whole, suggested), None))
            return TailCall((receive, (reached, solution.time - start, suggested, go_on), None))

        go_on = tail_called("next", following)
        return bounce(shown())

    return Function(advance, name)


@public("ode-advancer")
def ode_advancer(derivative: StateDerivative, tolerance: Tolerance, dimension: int | None = None) -> Function:
    """The function that makes one step of the method that is set, by ``set-ode-integration-method!``.

    Scheme:  ((ode-advancer derivative tolerance dimension) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Units:   states and dt may be quantities; the tolerance is a number, as of trajectory
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    >>> from scmpy import up
    >>> step = ode_advancer(lambda state: up(1, -state[1]), 1e-10, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: (taken, round(state[1], 9)))
    (0.0625, 0.939413063)
    """
    return _advancer("ode-advancer", None, derivative, tolerance)


@public("free-run-state-advancer")
def free_run_state_advancer(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that makes one step of a state, as long as the error allowed lets it be, at most dt.

    It gives the state after it, how long it was and how long the next one may be to a function, whose value it has.

    Scheme:  ((free-run-state-advancer sysder p ...) state dt tolerance continue)
    Shapes:  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer;  DomainError unless the tolerance is positive
    1 ]=> (define step (free-run-state-advancer (lambda () (lambda (state) (up 1 (- (ref state 1)))))))
    1 ]=> (step (up 0. 1.) .125 1e-6 (lambda (state taken suggested) (list taken (ref state 1))))
    ;Value: (.125 .882496903)
    >>> from scmpy import up
    >>> step = free_run_state_advancer(lambda: lambda state: up(1, -state[1]))
    >>> state, taken, suggested = step(up(0, 1), 0.125, 1e-6, lambda *found: found)
    >>> taken, suggested > 0.125, round(state[1], 6)
    (0.125, True, 0.882497)
    """
    motion = motion_of(sysder, parameters, "free-run-state-advancer")

    def advance(state: Any, dt: Any, tolerance: Any, receive: Any, method: Any = None, step: Any = None) -> Any:
        return _one_step(motion, state, dt, tolerance, receive, method, step)

    return Function(advance, "free-run-state-advancer")


@public("advance-beyond")
def advance_beyond(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that makes steps, as long as the error allowed lets them be, until they lead to a time or beyond it.

    It gives the state there and how long the next step may be, twice, to a function, whose value it has.

    Scheme:  ((advance-beyond sysder p ...) state dt tolerance time continue)
    Shapes:  dt: the first step at most, and the direction;  continue: (state, dt suggested, the same) -> anything
    Raises:  as state-advancer; DomainError if dt is 0
    >>> from scmpy import exp, up
    >>> go = advance_beyond(lambda: lambda state: up(1, -state[1]))
    >>> state = go(up(0, 1), 0.125, 1e-8, 1, lambda state, suggested, again: state)
    >>> state[0] >= 1, abs(state[1] - exp(-state[0])) < 1e-7
    (True, True)
    """
    motion = motion_of(sysder, parameters, "advance-beyond")

    def advance(state: Any, dt: Any, tolerance: Any, time: Any, receive: Any, *how: Any, **named: Any) -> Any:
        return _steps_beyond(motion, state, dt, tolerance, time, receive, *how, **named)

    return Function(advance, "advance-beyond")
