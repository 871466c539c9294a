"""evolve and state-advancer: the motion that a state derivative gives, by integration.

``sysder`` makes a state derivative from parameters, ``((sysder p ...) state)``; it is called even where there are none.

Source: SICM 1.7, 3.1
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import ArityError, DomainError
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, arity, name_of
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.numerics.ode.methods_by_name import method_named
from scmpy.numerics.ode.motion import (
    Motion,
    chosen,
    method_step,
    ode_method,
    ode_step,
    real,
    state_of,
    step_from,
    time_from,
    tolerance_of,
)
from scmpy.numerics.ode.perturbed import PerturbedMotion, Wider, is_perturbed, watched
from scmpy.numerics.ode.stops import states_at_stops
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real, SystemDerivative, Value
from scmpy.symbolic.expression import symbol

MOST_STATES = Limit(
    "most-monitored-states", 10_000_000, "States that a monitor of an evolution is given.", "states for the monitor"
)


def motion_of(sysder: Callable[..., Any], parameters: tuple[Any, ...], operation: str) -> Motion:
    """The motion by the state derivative that a function makes of parameters."""
    check_callable(sysder, operation, "a function from parameters to a state derivative")
    if not parameters and arity(sysder)[0]:
        raise ArityError(
            f"{operation} calls {name_of(sysder)} with the parameters that follow it, to make a state derivative, and "
            "there are none; a derivative of states itself is handed over as lambda: derivative"
        )
    return Motion(sysder, operation, parameters)


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
    - heyoka: the same by the library of this name, where it is installed;
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

    Where a derivative decides by the state, dop853, bulirsch-stoer, qcrk4, taylor and those with steps of one length
    find where a decision turns and end a step there; radau, bdf, lsoda, qcctrap2 and qcceuler make shorter steps there,
    as their errors are; heyoka refuses it. A decision that holds for less than a quarter of a step may be missed unless
    it is by the time alone, with steps that are not of one length; so may a rate that is large for less than that.

    Scheme:  (set-ode-integration-method! 'qcrk4), (set-ode-integration-method! 'stormer-verlet .01)
    Raises:  WrongTypeError if there is no such method;  DomainError unless the step is positive
    Source:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; Hairer, Lubich, Wanner, Geometric
             Numerical Integration
    1 ]=> (set-ode-integration-method! 'qcrk4)
    1 ]=> ((state-advancer (lambda () (lambda (state) (up 1 (- (ref state 1)))))) (up 0. 1.) 1. 1e-10)
    ;Value: (up 1. .367879441)
    >>> from scmpy import set_ode_integration_method_bang, setting
    >>> with setting(ode_integration_method="dop853"):
    ...     set_ode_integration_method_bang("qcrk4")
    """
    method = method_named(name)
    if step is not None:
        ode_step.set(method_step(step, method))
    ode_method.set(symbol(method.name))


@public("state-advancer")
def state_advancer(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that moves a state along for a time, by integration of its derivative.

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
    derivative = motion_of(sysder, parameters, "state-advancer").derivative
    motion = Motion(lambda *numbers: watched(sysder(*numbers)), "state-advancer", parameters, derivative)
    perturbed = PerturbedMotion(derivative, "state-advancer")

    def advance(state: Any, dt: Any, tolerance: Any = None, method: Any = None, step: Any = None) -> Any:
        if callable(method):
            return method(advance(state, dt, tolerance), dt, dt)
        with chosen(method, step, state, "state-advancer"):
            if is_perturbed(state, dt):
                return perturbed.advance(state, dt, tolerance)
            try:
                return numbers(state, dt, tolerance)
            except Wider as found:
                return perturbed.advance(state, dt, tolerance, found.values)

    def numbers(state: Any, dt: Any, tolerance: Any) -> Any:
        start = state_of(state, "state-advancer")
        allowed = tolerance_of(tolerance, "state-advancer")
        duration = time_from(dt, start, "state-advancer", "the time step")
        return motion.end(start, duration, allowed)

    return Function(advance, "state-advancer")


def _unseen(state: Any) -> None:
    """The monitor that is none."""


@public("evolve")
def evolve(sysder: SystemDerivative, *parameters: Value) -> Function:
    """The function that moves a state to a final time and shows a monitor the states on the way.

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
    motion = motion_of(sysder, parameters, "evolve")

    def evolver(
        state: Any,
        monitor: Any,
        dt: Any,
        t_final: Any,
        tolerance: Any = None,
        method: Any = None,
        step: Any = None,
    ) -> Any:
        monitor = _unseen if monitor is None or monitor is False else monitor
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
        MOST_STATES.check(count, "evolve")
        monitor(motion.shaped(first, solution.state))
        for t, y in states_at_stops(solution, pace, end, count):
            monitor(motion.shaped(t, y))
        y = solution.advance(end)
        motion.check(y)
        final = motion.shaped(end, y)
        monitor(final)
        return final

    return Function(evolver, "evolve")
