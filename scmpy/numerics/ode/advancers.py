"""Advancers: from a derivative and an error allowed, the function that makes one step of a state by a certain method.

They are what the original makes its integrations of; each is called with a state, a duration, and a function that is
given the state after the step, how long it was, and how long the next one may be.

Source: SICM 1.7
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic.functions import Function
from scmpy.numerics.ode.motion import Motion, real, state_of, tolerance_of
from scmpy.registry import public


def one_step(
    motion: Motion,
    state: Any,
    dt: Any,
    tolerance: Any,
    receive: Callable[[Any, float, float], Any],
    method: Any = None,
    step: Any = None,
) -> Any:
    """What a function makes of the state after one step, how long that was, and how long the next one may be."""
    operation = motion.operation
    if not callable(receive):
        raise WrongTypeError(f"{operation} expects a function of a state and two durations, got {describe(receive)}")
    start, most = state_of(state, operation), real(dt, operation, "the time step")
    if most == 0:
        return receive(start, 0.0, 0.0)
    solution = motion.solution(start, tolerance_of(tolerance, operation), method, step)
    before, solution.length = solution.time, solution.length or abs(most)
    taken = next(iter(solution.to(before + most)))
    motion.check(taken.after)
    suggested = math.copysign(solution.suggested(), most)
    return receive(motion.shaped(taken.end, taken.after), taken.end - before, suggested)


def steps_beyond(
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
    if not callable(receive):
        raise WrongTypeError(f"{operation} expects a function of a state and two durations, got {describe(receive)}")
    start, first = state_of(state, operation), real(dt, operation, "the time step")
    end = real(time, operation, "the time")
    solution = motion.solution(start, tolerance_of(tolerance, operation), method, step)
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
        return one_step(motion, state, dt, allowed, receive, method)

    return Function(advance, name)


@public("qcrk4-advancer")
def qcrk4_advancer(derivative: Callable[[Any], Any], tolerance: Any) -> Function:
    """The function that makes one step of the classical Runge-Kutta method, two steps for one.

    Scheme:  ((qcrk4-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer
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
def qc_ctrap_advancer(derivative: Callable[[Any], Any], tolerance: Any) -> Function:
    """The function that makes one step of the trapezoidal rule, two steps for one.

    Scheme:  ((qc-ctrap-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer
    >>> from scmpy import up
    >>> step = qc_ctrap_advancer(lambda state: up(1, -state[1]), 1e-4)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: round(state[1], 5))
    0.93941
    """
    return _advancer("qc-ctrap-advancer", "qcctrap2", derivative, tolerance)


@public("qc-ceuler-advancer")
def qc_ceuler_advancer(derivative: Callable[[Any], Any], tolerance: Any) -> Function:
    """The function that makes one step of Euler's implicit method, two steps for one.

    Scheme:  ((qc-ceuler-advancer derivative tolerance) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer
    >>> from scmpy import up
    >>> step = qc_ceuler_advancer(lambda state: up(1, -state[1]), 1e-2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: round(state[1], 3))
    0.939
    """
    return _advancer("qc-ceuler-advancer", "qcceuler", derivative, tolerance)


@public("bs-advancer")
def bs_advancer(derivative: Callable[[Any], Any], tolerance: Any, dimension: Any = None) -> Function:
    """The function that makes one step of the extrapolation after Bulirsch and Stoer.

    The dimension of states, which the original asks for, is that of the state that is given.

    Scheme:  ((bs-advancer derivative tolerance dimension) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer
    >>> from scmpy import up
    >>> step = bs_advancer(lambda state: up(1, -state[1]), 1e-10, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: (taken, round(state[1], 9)))
    (0.0625, 0.939413063)
    """
    return _advancer("bs-advancer", "bulirsch-stoer", derivative, tolerance)


@public("gear-advancer")
def gear_advancer(derivative: Callable[..., Any], tolerance: Any, dimension: Any = None) -> Function:
    """The function that makes one step of the method for stiff equations, explicit-gear.

    The derivative gives, to a function, what the rates of a state are and their Jacobian; the Jacobian that is used is
    that of the rates, which is exact.

    Scheme:  ((gear-advancer f&df tolerance dimension) state dt continue)
    Shapes:  derivative: (state, receive) -> receive(rates, Jacobian);  continue: as of bs-advancer
    Raises:  as state-advancer; ScmpyError without SciPy
    1 ]=> (define (rates state receive) (receive (up 1 (- (ref state 1))) (down (up 0 0) (up 0 -1))))
    1 ]=> ((gear-advancer rates 1e-6 2) (up 0. 1.) .0625 (lambda (state taken suggested) (<= 0 taken .0625)))
    ;Value: #t
    >>> from scmpy import down, up
    >>> rates = lambda state, receive: receive(up(1, -state[1]), down(up(0, 0), up(0, -1)))
    >>> step = gear_advancer(rates, 1e-6, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: 0 < taken <= 0.0625)
    True
    """
    if not callable(derivative):
        raise WrongTypeError(f"gear-advancer expects a function of a state and a function, got {describe(derivative)}")
    rates = Function(lambda state: derivative(state, lambda slope, jacobian: slope), "f&df")
    return _advancer("gear-advancer", "explicit-gear", rates, tolerance)


@public("ode-advancer")
def ode_advancer(derivative: Callable[[Any], Any], tolerance: Any, dimension: Any = None) -> Function:
    """The function that makes one step of the method that is set, by ``set-ode-integration-method!``.

    Scheme:  ((ode-advancer derivative tolerance dimension) state dt continue)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, dt that was taken, dt suggested) -> anything
    Raises:  as state-advancer
    >>> from scmpy import up
    >>> step = ode_advancer(lambda state: up(1, -state[1]), 1e-10, 2)
    >>> step(up(0, 1), 0.0625, lambda state, taken, suggested: (taken, round(state[1], 9)))
    (0.0625, 0.939413063)
    """
    return _advancer("ode-advancer", None, derivative, tolerance)
