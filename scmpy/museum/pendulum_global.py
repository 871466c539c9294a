"""Angle and action variables of the pendulum that are continuous across the separatrix.

Oscillations have the angle and the action (phi, I) of their own. A pendulum that goes round upwards has half the angle
and twice the action, so that it fills the half |phi| < pi/2 of each circle; one that goes round downwards, mirrored at
the origin, fills the other half. The orbits are the circles around the point of rest, in the order of their actions:

    upwards   (phi/2, 2 I)        downwards   (pi - phi/2, -2 I)        at the separatrix   2 I -> 8 sqrt(alpha beta)/pi

Each of these is a canonical transformation of the angle and action of that kind of motion.

Source:  SICM 7.2
"""

from __future__ import annotations

import math

from scmpy.errors import DomainError
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.mechanics.pendulum import (
    Circulation,
    Oscillation,
    Separatrix,
    parameters,
    principal,
    through,
)
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.museum.pendulum_motions import angle_and_action
from scmpy.registry import public
from scmpy.structure.aliases import Scalar
from scmpy.structure.structure import Up


def _no_variables(name: str) -> DomainError:
    return DomainError(f"{name}: there are no angle and action variables on the separatrix")


@public("pendulum-state-to-global-aa-state")
def pendulum_state_to_global_aa_state(alpha: Scalar, beta: Scalar) -> Function:
    """The angle and action variables of the pendulum through a state, continuous across the separatrix.

    Scheme:  ((pendulum-state-to-global-aa-state alpha beta) (up t theta p))
    Math:    (phi, I) of an oscillation, (phi/2, 2 I) upwards, (pi - phi/2, -2 I) downwards
    Shapes:  result: up(t, theta, p) -> up(t, phi, I)
    Raises:  DomainError on the separatrix
    Source:  SICM 7.2
    >>> from scmpy import up
    >>> _, angle, action = pendulum_state_to_global_aa_state(1, 1)(up(0, 0, 3))
    >>> round(angle, 9), round(action, 9)
    (0.0, 5.263969291)
    """
    name = "pendulum-state-to-global-aa-state"
    a, b = parameters(name, alpha, beta)

    def at(state: Up) -> Up:
        found, direction, theta, p = through(name, a, b, state)
        if isinstance(found, Separatrix):
            raise _no_variables(name)
        phi, action = angle_and_action(found, direction, theta, p)
        if isinstance(found, Oscillation):
            return Up((state[0], phi, action))
        return Up((state[0], phi / 2 if direction == 1 else principal(math.pi - phi / 2), 2 * abs(action)))

    return on_phase_space(name, at)


@public("pendulum-global-aa-state-to-state")
def pendulum_global_aa_state_to_state(alpha: Scalar, beta: Scalar) -> Function:
    """The state of the pendulum with these angle and action variables: the inverse of the other direction.

    Scheme:  ((pendulum-global-aa-state-to-state alpha beta) (up t phi I))
    Shapes:  result: up(t, phi, I) -> up(t, theta, p)
    Raises:  DomainError for a negative action, and at that of the separatrix
    Source:  SICM 7.2
    1 ]=> ((pendulum-global-aa-state-to-state 1 1) ((pendulum-state-to-global-aa-state 1 1) (up 0 1 -3)))
    ;Value: (up 0 1. -3.)
    >>> from scmpy import up
    >>> there, back = pendulum_state_to_global_aa_state(1, 1), pendulum_global_aa_state_to_state(1, 1)
    >>> [round(x, 9) for x in back(there(up(0, 1, -3)))]
    [0, 1.0, -3.0]
    """
    name = "pendulum-global-aa-state-to-state"
    a, b = parameters(name, alpha, beta)
    limit = Separatrix(a, b, 1.0).action

    def at(state: Up) -> Up:
        phi, action = principal(real(state[1], name)), real(state[2], name)
        if action == limit:
            raise _no_variables(name)
        if action < limit:
            oscillation = Oscillation.of_action(a, b, action)
            return Up((state[0], *oscillation.at(phi / oscillation.frequency)))
        circulation = Circulation.of_action(a, b, action / 2)
        theta, p = circulation.at(principal(2 * phi) / circulation.frequency)
        direction = 1 if -math.pi / 2 <= phi < math.pi / 2 else -1
        return Up((state[0], direction * theta, direction * p))

    return on_phase_space(name, at)
