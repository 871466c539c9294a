"""evolve and state-advancer: the motion that a state derivative gives, by integration.

``sysder`` makes a state derivative from parameters, ``((sysder p ...) state)``; it is called even where there are none.

Source: SICM 1.7, 3.1
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic.arguments import limited
from scmpy.generic.functions import Function
from scmpy.numerics.ode.methods.named import METHODS
from scmpy.numerics.ode.motion import Motion, ode_method, real, state_of, tolerance_of
from scmpy.numerics.ode.perturbed import PerturbedMotion, Wider, is_perturbed, watched
from scmpy.registry import public

MOST_STATES = 10_000_000  # are given to a monitor


def _motion(sysder: Callable[..., Any], parameters: tuple[Any, ...], operation: str) -> Motion:
    if not callable(sysder):
        raise WrongTypeError(
            f"{operation} expects a function from parameters to a state derivative, got {describe(sysder)}"
        )
    return Motion(sysder(*parameters), operation)


@public("set-ode-integration-method!")
def set_ode_integration_method(name: Any) -> None:
    """Choose the method that integrates differential equations from now on, in this session.

    They are dop853 (Dormand and Prince's of order 8, the default), bulirsch-stoer (extrapolation) and qcrk4 (the
    classical method of order 4 with steps of controlled length).

    Scheme:  (set-ode-integration-method! 'qcrk4)
    Raises:  WrongTypeError if there is no such method
    >>> from scmpy import set_ode_integration_method_bang, setting
    >>> with setting(ode_integration_method="dop853"):
    ...     set_ode_integration_method_bang("qcrk4")
    """
    if str(name) not in METHODS:
        raise WrongTypeError(f"set-ode-integration-method! expects one of {', '.join(METHODS)}, got {name}")
    ode_method.set(str(name))


@public("state-advancer")
def state_advancer(sysder: Callable[..., Any], *parameters: Any) -> Function:
    """The function that moves a state along for a time, by integration of its derivative.

    Its derivatives by the state, the time and the parameters, of low orders, are moved along with the state: ``D`` of
    it is the solution of the variational equations.

    Scheme:  ((state-advancer sysder p ...) state dt [tolerance])
    Shapes:  state: up(t, ...) of real numbers;  (sysder p ...): state -> shaped like the state;  dt may be negative
    Raises:  StructureError if a state and its derivative are shaped differently; IntegrationError where the solution
             ends, with its last ``time`` and ``state``
    Source:  SICM 1.7
    >>> from scmpy import L_harmonic, Lagrangian_to_state_derivative, up
    >>> def oscillator(m, k):
    ...     return Lagrangian_to_state_derivative(L_harmonic(m, k))
    >>> end = state_advancer(oscillator, 2.0, 8.0)(up(0, 1, 0), 1.0, 1e-12)
    >>> [round(x, 9) for x in end]  # 1, cos 2, -2 sin 2
    [1.0, -0.416146837, -1.818594854]
    >>> from scmpy import D
    >>> [round(x, 9) for x in D(lambda k: state_advancer(oscillator, 2.0, k)(up(0, 1, 0), 1.0))(8.0)]
    [0, -0.113662178, -0.009625469]
    """
    derivative = _motion(sysder, parameters, "state-advancer").derivative
    motion, perturbed = Motion(watched(derivative), "state-advancer"), PerturbedMotion(derivative, "state-advancer")

    def advance(state: Any, dt: Any, tolerance: Any = None) -> Any:
        if is_perturbed(state, dt):
            return perturbed.advance(state, dt, tolerance)
        try:
            return numbers(state, dt, tolerance)
        except Wider as found:
            return perturbed.advance(state, dt, tolerance, found.values)

    def numbers(state: Any, dt: Any, tolerance: Any) -> Any:
        start = state_of(state, "state-advancer")
        solution = motion.solution(start, tolerance_of(tolerance, "state-advancer"))
        y = solution.advance(solution.time + real(dt, "state-advancer", "the time step"))
        motion.check(y)
        return motion.shaped(solution.time, y)

    return Function(advance, "state-advancer")


@public("evolve")
def evolve(sysder: Callable[..., Any], *parameters: Any) -> Function:
    """The function that moves a state to a final time and shows a monitor the states on the way.

    The monitor is called with the first state, with the states at every multiple of dt after it, and with the last one,
    which is the value (at a multiple of dt the last one is shown twice).

    Scheme:  ((evolve sysder p ...) state monitor dt t-final [tolerance])
    Shapes:  state: up(t, ...) of real numbers;  monitor: state -> anything;  result: shaped like the state
    Raises:  StructureError if a state and its derivative are shaped differently; DomainError if dt leads away from
             the final time; IntegrationError where the solution ends
    Source:  SICM 1.7
    >>> from scmpy import up
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
    motion = _motion(sysder, parameters, "evolve")

    def evolver(state: Any, monitor: Callable[[Any], Any], dt: Any, t_final: Any, tolerance: Any = None) -> Any:
        if not callable(monitor):
            raise WrongTypeError(f"evolve expects a monitor, a function of states, got {describe(monitor)}")
        start = state_of(state, "evolve")
        step, end = real(dt, "evolve", "dt"), real(t_final, "evolve", "the final time")
        solution = motion.solution(start, tolerance_of(tolerance, "evolve"))
        first = solution.time
        if (end - first) * step < 0 or step == 0:
            raise DomainError(f"evolve expects a dt that leads to the final time {end} from {first}, got {step}")
        count = math.floor((end - first) / step * (1 + 1e-12))
        limited(count, "evolve", "states for the monitor", MOST_STATES)
        for k in range(count + 1):
            t = first + k * step
            t = end if (end - t) * step < 0 else t
            monitor(motion.shaped(t, solution.advance(t)))
        y = solution.advance(end)
        motion.check(y)
        final = motion.shaped(end, y)
        monitor(final)
        return final

    return Function(evolver, "evolve")
