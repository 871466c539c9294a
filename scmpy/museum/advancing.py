"""Along a duration by the steps of any advancer, with the caller between them; rates of second order as of first."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import IntegrationError, StructureError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.functions import Function
from scmpy.generic.settings import SWITCH, Setting
from scmpy.museum.advancers import durations
from scmpy.numerics.ode.motion import real
from scmpy.registry import public
from scmpy.structure.structure import Structure, Up

progress_monitor = Setting(
    "*progress-monitor*",
    False,
    SWITCH,
    "Does advance-monitor print the state, how far it has got and the next step?",
    """1 ]=> (define advance (advance-generator ((quality-control rk4 4) (lambda (x) x) 1e-4)))
    1 ]=> (fluid-let ((*progress-monitor* #t)) (advance (up 1) 0 1 1 advance-monitor (lambda (x t dt) t)))
    ;Value: 0.
    >>> from scmpy import setting
    >>> with setting(progress_monitor=True): pass""",
)


def _step(left: float, suggested: float, longest: float) -> float:
    """The next step: what is left, or a part of it that is neither longer than suggested nor than allowed."""
    return math.copysign(min(abs(left), abs(suggested), abs(longest)), left)


@public("advance-generator")
def advance_generator(advancer: Callable[..., Any]) -> Function:
    """The function that moves a state along for a time by the steps of an advancer, between which the caller decides.

    Before each step a function is given the state, how far it has got, how long the next step is to be, and a function
    of nothing that goes on; at the end another one is given the state, how far it has got and how long a step may be.
    The value of either is the value of all.

    Scheme:  ((advance-generator advancer) state duration dt longest continue done)
    Shapes:  advancer: (state, dt, receive) -> receive(state, dt taken, dt suggested);
             continue: (state, achieved, dt, next) -> anything;  done: (state, achieved, dt) -> anything
    Raises:  DomainError for steps of no length;  IntegrationError if a step leads nowhere
    1 ]=> (define advance (advance-generator ((quality-control rk4 4) (lambda (x) x) 1e-4)))
    1 ]=> (advance (up 1.) 1 1/8 1/2 (lambda (state achieved dt next) (next)) (lambda (state achieved dt) achieved))
    ;Value: 1.
    >>> from scmpy import quality_control, rk4, up
    >>> advance = advance_generator(quality_control(rk4, 4)(lambda x: x, 1e-4))
    >>> go_on = lambda state, achieved, dt, next: next()
    >>> advance(up(1.0), 1, 0.125, 0.5, go_on, lambda state, achieved, dt: (achieved, round(state[0], 4)))
    (1.0, 2.7183)
    """
    name = "advance-generator"
    check_callable(advancer, name, "a function that makes steps")

    def advance(
        state: Any, duration: Any, dt: Any, longest: Any, receive: Callable[..., Any], done: Callable[..., Any]
    ) -> Any:
        whole, first, most = durations(name, (receive, done), duration, dt, longest)

        def shown(state: Any, achieved: float, suggested: float) -> Any:
            left = whole - achieved
            if left == 0 or left * whole < 0:
                return done(state, achieved, suggested)
            step = _step(left, suggested, most)

            def stepped(after: Any, taken: Any, next_dt: Any) -> Any:
                obtained, following = real(taken, name, "the step taken"), real(next_dt, name, "the step suggested")
                reached = whole if obtained == left else achieved + obtained
                if reached == achieved or following == 0:
                    raise IntegrationError(
                        f"{name}: a step of {step} from {achieved} takes {obtained}, then {following}"
                    )
                return shown(after, reached, following)

            return receive(state, achieved, step, lambda: advancer(state, step, stepped))

        return shown(state, 0.0, first)

    return Function(advance, name)


@public("2nd-order->1st-order", python="second_order_to_first_order")
def second_order_to_first_order(acceleration: Callable[[Any, Any], Any]) -> Function:
    """The rates of positions with velocities, from the accelerations as a function of both.

    Scheme:  ((2nd-order->1st-order acceleration) (vector x ... v ...))
    Shapes:  acceleration: (positions, velocities) -> as many;  result: (x ..., v ...) -> (v ..., a ...)
    Raises:  StructureError if the state has an odd number of components, or there are not as many accelerations
    >>> from scmpy import up
    >>> second_order_to_first_order(lambda x, v: -4 * x)(up(1, 2, 3, 4))
    (up 3 4 -4 -8)
    """
    name = "2nd-order->1st-order"
    check_callable(acceleration, name, "a function of positions and velocities")

    def rates(state: Any) -> Any:
        numbers = items(state, name)
        half, odd = divmod(len(numbers), 2)
        if odd:
            raise StructureError(f"{name} expects as many velocities as positions, got {describe(state)}")
        made = type(state) if isinstance(state, Structure) else Up
        x, v = made(numbers[:half]), made(numbers[half:])
        found = acceleration(x, v)
        after = items(found, name) if isinstance(found, (Structure, list, tuple)) or half != 1 else (found,)
        if len(after) != half:
            raise StructureError(f"{name} expects {half} accelerations, got {describe(found)}")
        return made((*v, *after))

    return Function(rates, name)
