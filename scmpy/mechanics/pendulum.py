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
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_array, real_or_nan
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.numerics.special.elliptic import (
    Jacobi_elliptic_functions,
    amplitudes,
    complete_elliptic_integral_E,
    complete_elliptic_integral_K,
    elliptic_integral_F,
    jacobi_am,
)
from scmpy.registry import public
from scmpy.structure.aliases import Angle, Real, Scalar
from scmpy.structure.structure import Up

ROUNDING = 1e-14  # the part of beta that the energy of the separatrix may be off


def principal(angle: Any) -> Any:
    """The angle between -pi and pi, or the angles of an array."""
    return angle - math.tau * (angle / math.tau).round() if is_array(angle) else math.remainder(angle, 2 * math.pi)


def times(t: Any) -> Any:
    """A time as a float, or times as an array of floats."""
    return as_batch(real_or_nan(t)) if is_array(t) else real(t, "time")


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

    def at(self, t: Any) -> tuple[Any, Any]:
        def place(sn: Any, cn: Any, dn: Any) -> tuple[Any, Any]:
            return 2 * g.asin(self.k * sn), 2 * self.alpha * self.small * self.k * cn

        if is_array(t):
            phi = amplitudes(self.small * t, self.k)
            return place(g.sin(phi), g.cos(phi), None)
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

    def at(self, t: Any) -> tuple[Any, Any]:
        phi = (amplitudes if is_array(t) else jacobi_am)(self.small / self.k * t, self.k)
        ks = self.k * g.sin(phi)
        return principal(2 * phi), 2 * self.alpha * self.small / self.k * g.sqrt((1 - ks) * (1 + ks))

    def time_of(self, theta: float, p: float) -> float:
        return elliptic_integral_F(principal(theta) / 2, self.k) * self.k / self.small


class Separatrix(Motion):
    """A pendulum that comes to rest at the top."""

    name = "separatrix"

    @property
    def action(self) -> float:
        return 8 / math.pi * self.size

    def at(self, t: Any) -> tuple[Any, Any]:
        phi = amplitudes(self.small * t, 1.0) if is_array(t) else gudermannian(self.small * t)
        small = g.exp(-abs(self.small * t))
        return 2 * phi, 4 * self.alpha * self.small * small / (1 + small * small)

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


@public("gudermannian")
def gudermannian(x: Real) -> float:
    """The angle gd(x) = 2 atan(tanh(x/2)), with sin gd(x) = tanh(x).

    Scheme:  (gudermannian x)
    Source:  DLMF 4.23(viii)
    >>> round(gudermannian(1), 9)
    0.865769483
    """
    return 2 * math.atan(math.tanh(real(x) / 2))


@public("inverse-gudermannian")
def inverse_gudermannian(angle: Angle) -> float:
    """The x with gd(x) = angle, between -pi/2 and pi/2.

    Scheme:  (inverse-gudermannian angle)
    Units:   the angle in radians
    Raises:  DomainError for any other angle
    Source:  DLMF 4.23(viii)
    >>> round(inverse_gudermannian(gudermannian(1)), 12)
    1.0
    """
    value = real(angle)
    if not abs(value) <= math.pi / 2:  # which is a little less than a quarter turn
        raise DomainError(f"inverse-gudermannian expects an angle between -pi/2 and pi/2, got {value}")
    return math.asinh(math.tan(value))


@public("pendulum-oscillating-angle")
def pendulum_oscillating_angle(alpha: Scalar, beta: Scalar, energy: Real) -> Function:
    """The angle of the oscillation of a pendulum that passes 0 upwards at the time 0.

    Scheme:  ((pendulum-oscillating-angle alpha beta E) t)
    Shapes:  t -> angle between -pi and pi
    Raises:  DomainError unless alpha and beta are positive
    Source:  SICM 7.2
    >>> from scmpy import *
    >>> quarter = pi / 2 / pendulum_frequency(1, 1, 0)
    >>> round(pendulum_oscillating_angle(1, 1, 0)(quarter), 6)
    1.570796
    """
    name = "pendulum-oscillating-angle"
    found = Oscillation.of(*parameters(name, alpha, beta), real(energy, name))
    return Function(lambda t: found.at(times(t))[0], "angle")


@public("pendulum-separatrix-angular-momentum")
def pendulum_separatrix_angular_momentum(alpha: Scalar, beta: Scalar) -> Function:
    """The momentum on the separatrix, largest at the time 0.

    Scheme:  ((pendulum-separatrix-angular-momentum alpha beta) t)
    Math:    2 alpha w sech(w t), with w = sqrt(beta/alpha)
    Raises:  DomainError unless alpha and beta are positive
    Source:  SICM 7.2
    >>> pendulum_separatrix_angular_momentum(4, 9)(0)
    12.0
    """
    found = Separatrix(*parameters("pendulum-separatrix-angular-momentum", alpha, beta), 1.0)
    return Function(lambda t: found.at(times(t))[1], "angular-momentum")


@public("pendulum-frequency")
def pendulum_frequency(alpha: Scalar, beta: Scalar, energy: Scalar) -> float:
    """The frequency of the pendulum at an energy: of oscillations, of circulations, or 0 on the separatrix.

    Scheme:  (pendulum-frequency alpha beta E)
    Units:   radians by time: 2 pi over the period
    Source:  SICM 7.2; Abramowitz and Stegun, 16 and 17
    >>> round(pendulum_frequency(1, 9.8, 5), 9), round(pendulum_frequency(1, 9.8, 20), 9)
    (2.270507191, 6.011206071)
    """
    found = motion("pendulum-frequency", alpha, beta, energy)
    return 0.0 if isinstance(found, Separatrix) else found.frequency


@public("pendulum-advance")
def pendulum_advance(alpha: Scalar, beta: Scalar) -> Function:
    """The state of a pendulum at a time, from its state at another; at an array of times the states there.

    Scheme:  (((pendulum-advance alpha beta) (up t0 theta p)) t)
    Raises:  DomainError unless alpha and beta are positive
    Source:  SICM 7.2
    >>> from scmpy import up
    >>> _, theta, p = pendulum_advance(1, 1)(up(0, 0, 2))(1)
    >>> round(theta, 9) == round(2 * gudermannian(1), 9)
    True
    >>> import numpy
    >>> pendulum_advance(1, 1)(up(0, 0, 1))(numpy.array([0.0, 1.0]))[2].round(9)
    array([1.      , 0.568569])
    """
    name = "pendulum-advance"
    a, b = parameters(name, alpha, beta)

    def start(state: Up) -> Function:
        found, direction, theta, p = through(name, a, b, state)
        if isinstance(found, Separatrix) and abs(theta) == math.pi:
            return Function(lambda t: Up((t, theta + 0 * times(t), 0 * times(t))), name)
        since = found.time_of(theta, p) - direction * real(state[0], name)

        def at(t: Any) -> Up:
            angle, momentum = found.at(since + direction * times(t))
            return Up((t, angle, direction * momentum))

        return Function(at, name)

    return on_phase_space(name, start)
