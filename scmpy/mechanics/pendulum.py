"""The motion of the pendulum in closed form, and its action and angle variables.

H = p^2/(2 alpha) - beta cos(theta), with alpha, beta > 0. Below the energy beta the pendulum swings, above it goes
round, and at beta it takes forever to come to the top. With u measured from the passage through theta = 0 upwards:

    oscillation   k^2 = (E + beta)/(2 beta),  w = sqrt(beta/alpha):    sin(theta/2) = k sn(w t, k),  p = 2 alpha w k cn
    circulation   k^2 = (2 beta)/(E + beta),  w = sqrt(beta/alpha)/k:  theta = 2 am(w t, k),         p = 2 alpha w dn
    separatrix    w = sqrt(beta/alpha):                                theta = 2 gd(w t),            p = 2 alpha w sech

The action is the integral of p over a cycle, divided by 2 pi; its derivative by E is one over the frequency. A
circulation downwards has a negative action. Angles are between -pi and pi.

Source:  SICM 7.2 for the Hamiltonian; Abramowitz and Stegun, ch. 16 and 17, for the elliptic functions
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.numerics.special.elliptic import (
    Jacobi_elliptic_functions,
    complete_elliptic_integral_E,
    complete_elliptic_integral_K,
    elliptic_integral_F,
    jacobi_am,
)
from scmpy.registry import public, register
from scmpy.structure.aliases import Real, Scalar, Value
from scmpy.structure.structure import Up

ROUNDING = 1e-14  # the part of beta that the energy of the separatrix may be off


def principal(angle: float) -> float:
    """The angle between -pi and pi."""
    return math.remainder(angle, 2 * math.pi)


@dataclass(frozen=True)
class Motion:
    """The motion through theta = 0 at the time 0 with a momentum that is not negative."""

    alpha: float
    beta: float
    k: float

    @property
    def small(self) -> float:
        """The frequency of small oscillations."""
        return math.sqrt(self.beta / self.alpha)

    @property
    def size(self) -> float:
        """The unit of action, sqrt(alpha beta)."""
        return math.sqrt(self.alpha * self.beta)


class Oscillation(Motion):
    """A pendulum that swings."""

    name = "oscillating"

    @classmethod
    def of(cls, alpha: float, beta: float, energy: float) -> Oscillation:
        if not -beta * (1 + ROUNDING) <= energy < beta:
            raise DomainError(f"the pendulum oscillates at energies from {-beta} to {beta}, got {energy}")
        return cls(alpha, beta, math.sqrt(max(0.0, (energy + beta) / (2 * beta))))

    @classmethod
    def of_action(cls, alpha: float, beta: float, action: float) -> Oscillation:
        size = math.sqrt(alpha * beta)
        if not 0 <= action < 8 / math.pi * size:
            raise DomainError(f"the pendulum oscillates with actions from 0 to {8 / math.pi * size}, got {action}")
        return cls(alpha, beta, _inverse(lambda k: cls(alpha, beta, k).action, action))

    @property
    def energy(self) -> float:
        return self.beta * (2 * self.k**2 - 1)

    @property
    def frequency(self) -> float:
        return math.pi * self.small / (2 * complete_elliptic_integral_K(self.k))

    @property
    def action(self) -> float:
        rest = (1 - self.k) * (1 + self.k) * complete_elliptic_integral_K(self.k) if self.k < 1 else 0.0
        return 8 / math.pi * self.size * (complete_elliptic_integral_E(self.k) - rest)

    def at(self, t: float) -> tuple[float, float]:
        def place(sn: float, cn: float, dn: float) -> tuple[float, float]:
            return 2 * math.asin(self.k * sn), 2 * self.alpha * self.small * self.k * cn

        return Jacobi_elliptic_functions(self.small * t, self.k, place)  # type: ignore[no-any-return]

    def time_of(self, theta: float, p: float) -> float:
        phi = math.atan2(math.sin(principal(theta) / 2), p / (2 * self.alpha * self.small)) if self.k else 0.0
        return elliptic_integral_F(phi, self.k) / self.small


class Circulation(Motion):
    """A pendulum that goes round."""

    name = "circulating"

    @classmethod
    def of(cls, alpha: float, beta: float, energy: float) -> Circulation:
        if not energy > beta:
            raise DomainError(f"the pendulum circulates at energies above {beta}, got {energy}")
        return cls(alpha, beta, math.sqrt(2 * beta / (energy + beta)))

    @classmethod
    def of_action(cls, alpha: float, beta: float, action: float) -> Circulation:
        least = 4 / math.pi * math.sqrt(alpha * beta)
        if not action > least:
            raise DomainError(f"the pendulum circulates with actions above {least}, got {action}")
        return cls(alpha, beta, _inverse(lambda k: -cls(alpha, beta, k).action if k else -math.inf, -action))

    @property
    def energy(self) -> float:
        return self.beta * (2 / self.k**2 - 1)

    @property
    def frequency(self) -> float:
        return math.pi * self.small / (self.k * complete_elliptic_integral_K(self.k))

    @property
    def action(self) -> float:
        return 4 / math.pi * self.size * complete_elliptic_integral_E(self.k) / self.k

    def at(self, t: float) -> tuple[float, float]:
        phi = jacobi_am(self.small / self.k * t, self.k)
        ks = self.k * math.sin(phi)
        return principal(2 * phi), 2 * self.alpha * self.small / self.k * math.sqrt((1 - ks) * (1 + ks))

    def time_of(self, theta: float, p: float) -> float:
        return elliptic_integral_F(principal(theta) / 2, self.k) * self.k / self.small


class Separatrix(Motion):
    """A pendulum that comes to rest at the top."""

    name = "separatrix"

    @property
    def action(self) -> float:
        return 8 / math.pi * self.size

    def at(self, t: float) -> tuple[float, float]:
        return 2 * gudermannian(self.small * t), 2 * self.alpha * self.small / math.cosh(
            min(abs(self.small * t), 700.0)
        )

    def time_of(self, theta: float, p: float) -> float:
        return inverse_gudermannian(principal(theta) / 2) / self.small


def _inverse(f: Callable[[float], float], value: float) -> float:
    """The modulus at which a growing function has this value, by bisection."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if f(middle) < value else (low, middle)
    return low if low else high


def parameters(name: str, alpha: Any, beta: Any) -> tuple[float, float]:
    values = real(alpha, name), real(beta, name)
    if min(values) <= 0:
        raise DomainError(f"{name} expects positive alpha and beta, got {values[0]} and {values[1]}")
    return values


def motion(name: str, alpha: Any, beta: Any, energy: Any) -> Oscillation | Circulation | Separatrix:
    """The kind of motion at an energy."""
    a, b = parameters(name, alpha, beta)
    E = real(energy, name)
    if abs(E - b) <= ROUNDING * b:
        return Separatrix(a, b, 1.0)
    return Oscillation.of(a, b, E) if b > E else Circulation.of(a, b, E)


def through(name: str, alpha: float, beta: float, state: Any) -> tuple[Any, int, float, float]:
    """The motion through a state, its direction if it is not an oscillation, the angle and the momentum."""
    theta, p = real(state[1], name), real(state[2], name)
    found = motion(name, alpha, beta, p * p / (2 * alpha) - beta * math.cos(theta))
    direction = -1 if p < 0 and not isinstance(found, Oscillation) else 1
    return found, direction, principal(theta), p


# --- for each kind of motion -----------------------------------------------------------------------------------


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
        (
            ">>> quarter = pi / 2 / pendulum_oscillating_frequency(1, 1, 0)",
            ">>> round(pendulum_oscillating_angle(1, 1, 0)(quarter), 6)",
            "1.570796",
        ),
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
            "angle",
            lambda m: Function(lambda t: m.at(real(t, "time"))[0], "angle"),
            f"The angle of the {motion_name} of a pendulum that passes 0 upwards at the time 0.",
        ),
        (
            "angular-momentum",
            lambda m: Function(lambda t: m.at(real(t, "time"))[1], "angular-momentum"),
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


# --- the separatrix, and all kinds of motion -------------------------------------------------------------------


@public("gudermannian")
def gudermannian(x: Real) -> float:
    """The angle gd(x) = 2 atan(tanh(x/2)), with sin gd(x) = tanh(x).

    Scheme:  (gudermannian x)
    >>> round(gudermannian(1), 9)
    0.865769483
    """
    return 2 * math.atan(math.tanh(real(x, "gudermannian") / 2))


@public("inverse-gudermannian")
def inverse_gudermannian(angle: Real) -> float:
    """The x with gd(x) = angle, between -pi/2 and pi/2.

    Scheme:  (inverse-gudermannian angle)
    Raises:  DomainError for any other angle
    >>> round(inverse_gudermannian(gudermannian(1)), 12)
    1.0
    """
    value = real(angle, "inverse-gudermannian")
    if not abs(value) < math.pi / 2:
        raise DomainError(f"inverse-gudermannian expects an angle between -pi/2 and pi/2, got {value}")
    return math.asinh(math.tan(value))


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
    Source:  SICM 7.2
    >>> import math
    >>> swing = pendulum_separatrix_angle(4, 9)
    >>> swing(0), round(swing(20), 9) == round(math.pi, 9)
    (0.0, True)
    """
    found = Separatrix(*parameters("pendulum-separatrix-angle", alpha, beta), 1.0)
    return Function(lambda t: found.at(real(t, "time"))[0], "angle")


@public("pendulum-separatrix-angular-momentum")
def pendulum_separatrix_angular_momentum(alpha: Scalar, beta: Scalar) -> Function:
    """The momentum on the separatrix, largest at the time 0.

    Scheme:  ((pendulum-separatrix-angular-momentum alpha beta) t)
    Math:    2 alpha w sech(w t), with w = sqrt(beta/alpha)
    Source:  SICM 7.2
    >>> pendulum_separatrix_angular_momentum(4, 9)(0)
    12.0
    """
    found = Separatrix(*parameters("pendulum-separatrix-angular-momentum", alpha, beta), 1.0)
    return Function(lambda t: found.at(real(t, "time"))[1], "angular-momentum")


@public("pendulum-frequency")
def pendulum_frequency(alpha: Scalar, beta: Scalar, energy: Scalar) -> float:
    """The frequency of the pendulum at an energy: of oscillations, of circulations, or 0 on the separatrix.

    Scheme:  (pendulum-frequency alpha beta E)
    Units:   radians by time: 2 pi over the period
    >>> round(pendulum_frequency(1, 9.8, 5), 9), round(pendulum_frequency(1, 9.8, 20), 9)
    (2.270507191, 6.011206071)
    """
    found = motion("pendulum-frequency", alpha, beta, energy)
    return 0.0 if isinstance(found, Separatrix) else found.frequency


@public("pendulum-advance")
def pendulum_advance(alpha: Scalar, beta: Scalar) -> Function:
    """The state of a pendulum at a time, from its state at another.

    Scheme:  (((pendulum-advance alpha beta) (up t0 theta p)) t)
    Source:  SICM 7.2
    >>> from scmpy import up
    >>> _, theta, p = pendulum_advance(1, 1)(up(0, 0, 2))(1)
    >>> round(theta, 9) == round(2 * gudermannian(1), 9)
    True
    """
    name = "pendulum-advance"
    a, b = parameters(name, alpha, beta)

    def start(state: Up) -> Function:
        found, direction, theta, p = through(name, a, b, state)
        if isinstance(found, Separatrix) and abs(theta) == math.pi:
            return Function(lambda t: Up((t, theta, 0.0)), name)
        since = found.time_of(theta, p) - direction * real(state[0], name)

        def at(t: Any) -> Up:
            angle, momentum = found.at(since + direction * real(t, name))
            return Up((t, angle, direction * momentum))

        return Function(at, name)

    return on_phase_space(name, start)
