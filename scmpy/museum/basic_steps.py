"""Single steps of the classical Runge-Kutta method, as the original calls them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import IntegrationError
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function
from scmpy.numerics.ode.methods.classical import runge_kutta_4
from scmpy.numerics.ode.motion import Motion, real, state_of, tolerance_of
from scmpy.registry import public
from scmpy.structure.aliases import StateDerivative, Tolerance
from scmpy.structure.structure import leaves


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
    motion = Motion(derivative, "rk4")

    def from_state(state: Any) -> Function:
        start = state_of(state, "rk4")

        def step(dt: Any, receive: Callable[[Any, int], Any], fail: Callable[[], Any]) -> Any:
            for function in (receive, fail):
                check_callable(function, "rk4", "two functions after the time step")
            h, y = real(dt, "rk4", "the time step"), list(leaves(start))
            motion.prepare(start)
            after = runge_kutta_4(motion.slope, y[0], y, motion.slope(y[0], y), h)
            if not all(map(math.isfinite, after)):
                raise IntegrationError(f"rk4: the step of {h} from {y} has no finite end")
            return receive(motion.shaped(y[0] + h, after), 1)

        return Function(step, "rk4")

    return Function(from_state, "rk4")
