"""The pendulum's formulas for each kind of motion: frequencies, actions, momenta and phases, and the separatrix.

The angle of an oscillation is in :mod:`scmpy.mechanics.pendulum`, with the motions themselves.

Source:  SICM 7.2 for the Hamiltonian; Abramowitz and Stegun, ch. 16 and 17, for the elliptic functions
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.mechanics.pendulum import Circulation, Oscillation, Separatrix, parameters, through, times
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.registry import public, register
from scmpy.structure.aliases import Real, Scalar, Value
from scmpy.structure.structure import Up

#: Doctests of each operation, of oscillations and of circulations, with alpha = beta = 1 but for a small oscillation.
#: The turning point of an oscillation of energy 0 is at pi/2, and at an energy of 5000 a circulation is nearly uniform.
_EXAMPLES = {
    "frequency": (
        (">>> round(pendulum_oscillating_frequency(4, 9, -9), 9)", "1.5"),
        (">>> round(pendulum_circulating_frequency(1, 1, 5000), 4)", "100.0"),
    ),
    "action": (
        (
            ">>> round(pendulum_oscillating_action(1, 1, 1 - 1e-12), 6), round(pendulum_separatrix_action(1, 1), 6)",
            "(2.546479, 2.546479)",
        ),
        (">>> round(pendulum_circulating_action(1, 1, 5000), 4)", "100.0"),
    ),
    "angle": (
        (),  # that of oscillations is not here
        (
            ">>> half = pi / pendulum_circulating_frequency(1, 1, 7)",
            ">>> round(abs(pendulum_circulating_angle(1, 1, 7)(half)), 6)",
            "3.141593",
        ),
    ),
    "angular-momentum": (
        (">>> round(pendulum_oscillating_angular_momentum(1, 1, -0.5)(0), 9)", "1.0"),
        (">>> round(pendulum_circulating_angular_momentum(1, 1, 7)(0), 9)", "4.0"),
    ),
    "action-to-E": (
        (
            ">>> round(pendulum_oscillating_action_to_E(1, 1)(pendulum_oscillating_action(1, 1, 0.5)), 9)",
            "0.5",
        ),
        (
            ">>> round(pendulum_circulating_action_to_E(1, 1)(pendulum_circulating_action(1, 1, 7)), 9)",
            "7.0",
        ),
    ),
    "dt": (
        (
            ">>> quarter = pi / 2 / pendulum_oscillating_frequency(1, 1, 0)",
            ">>> round(pendulum_oscillating_dt(1, 1)(up(0, pi / 2, 0)) / quarter, 9)",
            "1.0",
        ),
        (
            ">>> half = pi / pendulum_circulating_frequency(1, 1, 7)",
            ">>> round(pendulum_circulating_dt(1, 1)(up(0, pi, sqrt(12))) / half, 9)",
            "1.0",
        ),
    ),
    "phase": (
        (">>> round(pendulum_oscillating_phase(1, 1)(up(0, pi / 2, 0)), 6)", "1.570796"),
        (">>> round(pendulum_circulating_phase(1, 1)(up(0, pi, sqrt(12))), 6)", "3.141593"),
    ),
    "state-to-aa-state": (
        (
            ">>> _, phase, action = pendulum_oscillating_state_to_aa_state(1, 1)(up(0, pi / 2, 0))",
            ">>> round(phase, 6), round(action / pendulum_oscillating_action(1, 1, 0), 9)",
            "(1.570796, 1.0)",
        ),
        (
            ">>> _, phase, action = pendulum_circulating_state_to_aa_state(1, 1)(up(0, pi, sqrt(12)))",
            ">>> round(phase, 6), round(action / pendulum_circulating_action(1, 1, 7), 9)",
            "(3.141593, 1.0)",
        ),
    ),
    "aa-state-to-state": (
        (
            ">>> action = pendulum_oscillating_action(1, 1, 0)",
            ">>> round(pendulum_oscillating_aa_state_to_state(1, 1)(up(0, pi / 2, action))[1], 6)",
            "1.570796",
        ),
        (
            ">>> action = pendulum_circulating_action(1, 1, 7)",
            ">>> round(pendulum_circulating_aa_state_to_state(1, 1)(up(0, pi, action))[2] ** 2, 9)",
            "12.0",
        ),
    ),
}


def _with_example(kind: Any, name: str, doc: str, form: str) -> str:
    """The documentation of an operation."""
    lines = ("Source:  SICM 7.2", ">>> from scmpy import *", *_EXAMPLES[name][kind is Circulation])
    return "\n    ".join((f"{doc}\n", f"Scheme:  {form}", *_FIELDS.get(name, ()), *lines, ""))


#: What the operations take and give that needs a word.
_FIELDS = {
    "frequency": ("Units:   radians by time: 2 pi over the period",),
    "angle": ("Shapes:  t -> angle between -pi and pi",),
    "angular-momentum": ("Shapes:  t -> momentum",),
    "action-to-E": ("Raises:  DomainError for an action that this kind of motion does not have",),
    "dt": ("Shapes:  state: up(t, theta, p)", "Raises:  DomainError for a state of another kind of motion"),
    "phase": ("Shapes:  state: up(t, theta, p)", "Raises:  DomainError for a state of another kind of motion"),
    "state-to-aa-state": (
        "Shapes:  up(t, theta, p) -> up(t, phase, action)",
        "Raises:  DomainError for a state of another kind of motion",
    ),
    "aa-state-to-state": (
        "Shapes:  up(t, phase, action) -> up(t, theta, p)",
        "Raises:  DomainError for an action that this kind of motion does not have",
    ),
}


def _of_energy(kind: Any, name: str, read: Callable[[Any], Any], doc: str) -> None:
    scheme = f"pendulum-{kind.name}-{name}"

    def at(alpha: Scalar, beta: Scalar, energy: Real) -> Value:
        return read(kind.of(*parameters(scheme, alpha, beta), real(energy, scheme)))

    at.__doc__ = _with_example(kind, name, doc, _form(scheme, name))
    register(scheme, at)


def _form(scheme: str, name: str) -> str:
    call = f"({scheme} alpha beta E)"
    return f"({call} t)" if name in ("angle", "angular-momentum") else call


def _register(kind: Any, motion_name: str) -> None:
    for name, read, doc in (
        ("frequency", lambda m: m.frequency, f"The frequency of the {motion_name} of a pendulum."),
        ("action", lambda m: m.action, f"The action of the {motion_name} of a pendulum."),
        (
            "angular-momentum",
            lambda m: Function(lambda t: m.at(times(t))[1], "angular-momentum"),
            f"The momentum of the {motion_name} of a pendulum that passes 0 upwards at the time 0.",
        ),
    ):
        _of_energy(kind, name, read, doc)
    for name, convert, doc in (
        ("action-to-E", _action_to_E, f"The energy of the {motion_name} of a pendulum as a function of its action."),
        ("dt", _dt, f"The time since the {motion_name} through a state passed 0, within half a cycle."),
        ("phase", _phase, f"The angle variable of the {motion_name} through a state, between -pi and pi."),
        ("state-to-aa-state", _to_aa, f"The state of angle and action variables of the {motion_name} through a state."),
        ("aa-state-to-state", _from_aa, f"The state of the {motion_name} with these angle and action variables."),
    ):
        _of_parameters(kind, name, convert, doc)


def _of_parameters(kind: Any, name: str, convert: Any, doc: str) -> None:
    scheme = f"pendulum-{kind.name}-{name}"
    argument = "action" if name == "action-to-E" else "state"

    def at(alpha: Scalar, beta: Scalar) -> Function:
        a, b = parameters(scheme, alpha, beta)
        return convert(kind, scheme, a, b)  # type: ignore[no-any-return]

    at.__doc__ = _with_example(kind, name, doc, f"(({scheme} alpha beta) {argument})")
    register(scheme, at)


def _action_to_E(kind: Any, name: str, alpha: float, beta: float) -> Function:
    return Function(lambda action: kind.of_action(alpha, beta, real(action, name)).energy, name)


def _checked(kind: Any, name: str, alpha: float, beta: float, state: Any) -> tuple[Any, int, float, float]:
    found = through(name, alpha, beta, state)
    if not isinstance(found[0], kind):
        raise DomainError(f"{name}: this state is of the {found[0].name} pendulum")
    return found


def _dt(kind: Any, name: str, alpha: float, beta: float) -> Function:
    def at(state: Up) -> float:
        found, direction, theta, p = _checked(kind, name, alpha, beta, state)
        return direction * found.time_of(theta, p)  # type: ignore[no-any-return]

    return on_phase_space(name, at)


def angle_and_action(found: Any, direction: int, theta: float, p: float) -> tuple[float, float]:
    return found.frequency * found.time_of(theta, p), direction * found.action


def _phase(kind: Any, name: str, alpha: float, beta: float) -> Function:
    return on_phase_space(name, lambda state: angle_and_action(*_checked(kind, name, alpha, beta, state))[0])


def _to_aa(kind: Any, name: str, alpha: float, beta: float) -> Function:
    def at(state: Up) -> Up:
        return Up((state[0], *angle_and_action(*_checked(kind, name, alpha, beta, state))))

    return on_phase_space(name, at)


def _from_aa(kind: Any, name: str, alpha: float, beta: float) -> Function:
    def at(state: Up) -> Up:
        phase, action = real(state[1], name), real(state[2], name)
        direction = -1 if action < 0 and kind is Circulation else 1
        found = kind.of_action(alpha, beta, direction * action)
        theta, p = found.at(phase / found.frequency)
        return Up((state[0], theta, direction * p))

    return on_phase_space(name, at)


_register(Oscillation, "oscillation")
_register(Circulation, "circulation")
_of_energy(
    Circulation,
    "angle",
    lambda m: Function(lambda t: m.at(times(t))[0], "angle"),
    "The angle of the circulation of a pendulum that passes 0 upwards at the time 0.",
)


@public("pendulum-separatrix-action")
def pendulum_separatrix_action(alpha: Scalar, beta: Scalar) -> float:
    """The action that oscillations of the pendulum come near to, 8 sqrt(alpha beta)/pi: of both branches together.

    Scheme:  (pendulum-separatrix-action alpha beta)
    >>> import math
    >>> round(pendulum_separatrix_action(4, 9), 9) == round(48 / math.pi, 9)
    True
    """
    return Separatrix(*parameters("pendulum-separatrix-action", alpha, beta), 1.0).action


@public("pendulum-separatrix-angle")
def pendulum_separatrix_angle(alpha: Scalar, beta: Scalar) -> Function:
    """The angle on the separatrix, 0 at the time 0.

    Scheme:  ((pendulum-separatrix-angle alpha beta) t)
    Math:    2 gd(w t), with w = sqrt(beta/alpha)
    Shapes:  result: t -> angle
    Units:   the angle is in radians, from -pi to pi
    Source:  SICM 7.2
    >>> import math
    >>> swing = pendulum_separatrix_angle(4, 9)
    >>> swing(0), round(swing(20), 9) == round(math.pi, 9)
    (0.0, True)
    """
    found = Separatrix(*parameters("pendulum-separatrix-angle", alpha, beta), 1.0)
    return Function(lambda t: found.at(real(t, "time"))[0], "angle")
