"""The actions of the pendulum's motions by their energies.

Source:  SICM 7.2
"""

from __future__ import annotations

from typing import Any

from scmpy.generic.finite import real
from scmpy.mechanics.pendulum import Circulation, Oscillation, parameters
from scmpy.registry import register
from scmpy.structure.aliases import Real, Scalar, Value


def _declare(kind: Any, motion: str, typed: str, answer: str) -> None:
    name = f"pendulum-{kind.name}-action"

    def action(alpha: Scalar, beta: Scalar, energy: Real) -> Value:
        return kind.of(*parameters(name, alpha, beta), real(energy, name)).action

    action.__doc__ = f"""The action of the {motion} of a pendulum.

    Scheme:  ({name} alpha beta E)
    Source:  SICM 7.2
    >>> from scmpy import *
    >>> {typed}
    {answer}
    """
    register(name, action)


_declare(Oscillation, "oscillation", "round(pendulum_oscillating_action(1, 1, 1 - 1e-12), 6)", "2.546479")
_declare(Circulation, "circulation", "round(pendulum_circulating_action(1, 1, 5000), 4)", "100.0")
