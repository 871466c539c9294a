"""Monitors for ``evolve`` that draw: an angle over the time, a path in the plane, the errors of a rigid body's motion.

Source:  SICM 1.7, 2.8.1; the course's programs
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.closeness import principal_value
from scmpy.generic.functions import Function
from scmpy.mechanics.lagrangian import check_state
from scmpy.mechanics.rigid import Euler_state_to_L_space, T_body_Euler, relative_error
from scmpy.plot.along import write
from scmpy.plot.course import plot_point
from scmpy.plot.window import Canvas, Window, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Real, Vector
from scmpy.structure.structure import Structure


@public("monitor-theta")
def monitor_theta(window: Canvas) -> Function:
    """The monitor that draws an angle over the time, taken between -pi and pi: the first coordinate, if there are more.

    Scheme:  ((monitor-theta window) state)
    Shapes:  result: a function of up(t, q, v), or up(t, q, p)
    Units:   the angle is in radians
    Raises:  ScmpyError if the window is closed
    Source:  SICM 1.7
    >>> from scmpy import L_pendulum, Lagrangian_to_state_derivative, evolve, frame, monitor_theta, up
    >>> window = frame(0, 10, -3.2, 3.2)
    >>> _ = evolve(lambda: Lagrangian_to_state_derivative(L_pendulum(9.8, 1.0, 1.0)))(
    ...     up(0.0, 1.0, 0.0), monitor_theta(window), 0.5, 10.0)
    >>> window.axes.lines[0].get_xydata().shape
    (22, 2)
    """
    found = _labelled(window, "$t$", r"$\theta$")
    angle = principal_value(math.pi)

    def monitor(state: Any) -> None:
        t, q = check_state(state, "monitor-theta")[:2]
        plot_point(found, t, angle(q[0] if isinstance(q, Structure) else q))

    return Function(monitor, "(monitor-theta window)")


@public("monitor-xy")
def monitor_xy(window: Canvas) -> Function:
    """The monitor that draws the first two coordinates against each other.

    Scheme:  ((monitor-xy window) state)
    Shapes:  result: a function of up(t, q, ...), q of two coordinates at least
    Raises:  WrongTypeError if a state has fewer than two coordinates
    >>> from scmpy import frame, monitor_xy, up
    >>> window = frame(-1, 1, -1, 1)
    >>> monitor_xy(window)(up(0.0, up(0.5, 0.25), up(0.0, 0.0)))
    >>> window.axes.lines[0].get_xydata()
    array([[0.5 , 0.25]])
    """
    found = _labelled(window, "$x$", "$y$")

    def monitor(state: Any) -> None:
        q = check_state(state, "monitor-xy")[1]
        if not isinstance(q, Structure) or len(q) < 2:
            raise WrongTypeError(f"monitor-xy expects states of two coordinates, got {describe(q)}")
        plot_point(found, q[0], q[1])

    return Function(monitor, "(monitor-xy window)")


@public("monitor-errors")
def monitor_errors(window: Canvas, A: Real, B: Real, C: Real, L0: Vector, E0: Real) -> Function:
    """The monitor that draws the relative errors of a free rigid body's angular momentum in space, and of its energy.

    Scheme:  ((monitor-errors window A B C L0 E0) state)
    Shapes:  L0: up(3);  result: a function of up(t, up(3), up(3)), with Euler angles
    Raises:  DivisionByZeroError if a component of L0, or E0, is zero
    Source:  SICM 2.8.1
    1 ]=> (define start (up 0. (up 1. 0. 0.) (up .1 .1 .1)))
    1 ]=> (define window (frame 0. 10. -1e-12 1e-12))
    1 ]=> (define errors
            (monitor-errors window 1. 2. 3. ((Euler-state->L-space 1. 2. 3.) start) ((T-body-Euler 1. 2. 3.) start)))
    1 ]=> (define end ((evolve rigid-sysder 1. 2. 3.) start errors .5 10.))
    >>> from scmpy import L_space_Euler, T_body_Euler, evolve, frame, monitor_errors, rigid_sysder, up
    >>> start, moments = up(0.0, up(1.0, 0.0, 0.0), up(0.1, 0.1, 0.1)), (1.0, 2**0.5, 2.0)
    >>> window = frame(0, 10, -1e-12, 1e-12)
    >>> errors = monitor_errors(window, *moments, L_space_Euler(*moments)(start), T_body_Euler(*moments)(start))
    >>> _ = evolve(rigid_sysder, *moments)(start, errors, 5.0, 10.0)
    >>> window.axes.lines[0].get_xydata().shape  # four numbers at 0, 5, 10, and at the end
    (16, 2)
    """
    found = _labelled(window, "$t$", "relative error")
    momentum, energy = Euler_state_to_L_space(A, B, C), T_body_Euler(A, B, C)

    def monitor(state: Any) -> None:
        for value, reference in zip((*momentum(state), energy(state)), (*L0, E0), strict=True):
            plot_point(found, state[0], relative_error(value, reference))

    return Function(monitor, "(monitor-errors window A B C L0 E0)")


def _labelled(window: Any, x: str, y: str) -> Window:
    """The window, with these labels at its axes unless they have others."""
    found = window_of(window)
    write(found.axes, x, y)
    return found
