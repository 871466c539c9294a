"""The systems that the books use; the pendulum's motions in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_array, real_or_nan
from scmpy.generic.functions import Function, compose
from scmpy.generic.operations import real
from scmpy.generic.types import Real, Scalar
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative, Lagrangian_to_Hamiltonian
from scmpy.mechanics.lagrangian import F_to_C
from scmpy.mechanics.state import check_state, on_phase_space, several
from scmpy.numerics.special_functions import (
    Jacobi_elliptic_functions,
    amplitudes,
    complete_elliptic_integral_E,
    complete_elliptic_integral_K,
    elliptic_integral_F,
    jacobi_am,
)
from scmpy.registry import public
from scmpy.structure.literal_functions import REAL, Signature, Tuple, literal_function
from scmpy.structure.tuples import Structure, Up, sum_of
from scmpy.structure.types import Path, Potential

# --- models ----------------------------------------------------------------------------------------------------------
# Model systems: the Lagrangians, energies and coordinates that the books define and use again.
#
# Each is a function of parameters that gives a function of the state. They are plain bindings: a program that defines
# one of these names itself has its own. Model Hamiltonians stand with Hamilton's equations (hamiltonian.py).
#
# Source:  SICM 1, 3, 6


def _of_state(name: str, energy: Callable[[Any, Any, Any], Any], n: int | None = None) -> Function:
    """A function of local tuples, of so many coordinates if their number is given."""

    def at(state: Any) -> Any:
        t, q, v = check_state(state, name)[:3]
        if n is not None:
            q, v = several(q, n, name), several(v, n, name, "velocities")
        return energy(t, q, v)

    return Function(at, name)


def _kinetic(m: Any, v: Any) -> Any:
    return _half(m * g.square(v))


def _half(x: Any) -> Any:
    return g.div(x, 2)


@public("L-free-particle", "L-free-rectangular")
def L_free_particle(m: Scalar) -> Function:
    """A free particle, m v^2/2.

    Shapes:  q, v: up(n), or scalars;  result: up(t, q, v) -> scalar
    Source:  SICM 1.4
    >>> L_free_particle(symbols("m"))(up(0, 0, symbols("v")))
    (* 1/2 m (expt v 2))
    """
    return _of_state("L-free-particle", lambda t, q, v: _kinetic(m, v))


@public("L-rectangular")
def L_rectangular(m: Scalar, V: Potential) -> Function:
    """A particle in a potential V(x, y, ...), in rectangular coordinates.

    Shapes:  V: as many numbers as coordinates -> scalar;  q, v: up(n), or scalars
    Source:  SICM 3.1
    >>> m, k, x, y, v, w = symbols("m k x y v w")
    >>> Lagrangian_to_acceleration(L_rectangular(m, lambda x, y: k * x))(up(0, up(x, y), up(v, w)))
    (up (/ (* -1 k) m) 0)
    """
    return _of_state(
        "L-rectangular", lambda t, q, v: _kinetic(m, v) - V(*(q.components if isinstance(q, Structure) else (q,)))
    )


@public("L-harmonic")
def L_harmonic(m: Scalar, k: Scalar) -> Function:
    """The harmonic oscillator, m v^2/2 - k q^2/2.

    Shapes:  q, v: up(n), or scalars;  result: up(t, q, v) -> scalar
    Source:  SICM 1.4
    >>> Lagrangian_to_acceleration(L_harmonic(*symbols("m k")))(up(0, *symbols("q v")))
    (/ (* -1 k q) m)
    """
    return _of_state("L-harmonic", lambda t, q, v: _kinetic(m, v) - _half(k * g.square(q)))


@public("L-uniform-acceleration", "Lf")
def L_uniform_acceleration(m: Scalar, gravity: Scalar) -> Function:
    """A particle in the plane falls along y, m v^2/2 - m g y.

    Scheme:  (L-uniform-acceleration m g)
    Shapes:  coordinates up(x, y)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.6
    >>> m, g, x, y, v, w = symbols("m g x y v w")
    >>> Lagrangian_to_acceleration(L_uniform_acceleration(m, g))(up(0, up(x, y), up(v, w)))
    (up 0 (* -1 g))
    """
    return _of_state("L-uniform-acceleration", lambda t, q, v: _kinetic(m, v) - m * gravity * q[1], 2)


@public("L-central-rectangular")
def L_central_rectangular(m: Scalar, U: Potential) -> Function:
    """A central potential U(r) in rectangular coordinates.

    Shapes:  coordinates up(n);  U: r -> scalar
    Source:  SICM 1.6
    >>> m, k = symbols("m k")
    >>> L_central_rectangular(m, lambda r: k * r**2)(up(0, up(3, 4), up(0, 0)))
    (* -25 k)
    """
    return _of_state("L-central-rectangular", lambda t, q, v: _kinetic(m, v) - U(g.sqrt(g.square(q))))


@public("L-central-polar")
def L_central_polar(m: Scalar, U: Potential) -> Function:
    """A central potential U(r) in polar coordinates (r, phi).

    Math:    m (r'^2 + r^2 phi'^2)/2 - U(r)
    Shapes:  coordinates up(r, phi);  U: r -> scalar
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.6
    >>> m, r, phi, w = symbols("m r phi w")
    >>> Lagrangian_to_acceleration(L_central_polar(m, lambda r: 0))(up(0, up(r, phi), up(0, w)))
    (up (* r (expt w 2)) 0)
    """

    def energy(t: Any, q: Any, v: Any) -> Any:
        (r, _), (r_dot, phi_dot) = q, v
        return _half(m * (g.square(r_dot) + g.square(r * phi_dot))) - U(r)

    return _of_state("L-central-polar", energy, 2)


@public("L-free-polar")
def L_free_polar(m: Scalar) -> Function:
    """A free particle in polar coordinates (r, phi).

    Shapes:  coordinates up(r, phi)
    Source:  SICM 1.6.1
    >>> L_free_polar(2)(up(0, up(3, 0), up(4, 5)))
    241
    """
    return L_central_polar(m, lambda r: 0)


@public("L-rotating-polar")
def L_rotating_polar(m: Scalar, Omega: Scalar) -> Function:
    """A free particle in polar coordinates that turn at a rate.

    Math:    L-free-polar with phi + Omega t in the place of phi
    Shapes:  coordinates up(r, phi)
    Source:  SICM 1.6.1
    >>> m, Omega, t, r, phi = symbols("m Omega t r phi")
    >>> L_rotating_polar(m, Omega)(up(t, up(r, phi), up(0, 0)))
    (* 1/2 (expt Omega 2) m (expt r 2))
    """
    turn = F_to_C(lambda state: Up((state[1][0], state[1][1] + Omega * state[0])))
    return compose(L_free_polar(m), turn)  # type: ignore[no-any-return]


@public("L-rotating-rectangular")
def L_rotating_rectangular(m: Scalar, Omega: Scalar) -> Function:
    """A free particle in rectangular coordinates that turn at a rate.

    Math:    m (v + Omega (-y, x))^2 / 2
    Shapes:  coordinates up(x, y)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.6.1
    >>> m, Omega, t, v, w = symbols("m Omega t v w")
    >>> Lagrangian_to_acceleration(L_rotating_rectangular(m, Omega))(up(t, up(0, 0), up(v, w)))
    (up (* 2 Omega w) (* -2 Omega v))
    """
    return _of_state("L-rotating-rectangular", lambda t, q, v: _kinetic(m, v + Omega * Up((g.negate(q[1]), q[0]))), 2)


@public("gravitational-energy")
def gravitational_energy(G: Scalar, M: Scalar, m: Scalar) -> Function:
    """The potential of two masses by their distance, -G M m / r.

    Scheme:  ((gravitational-energy G M m) r)
    Shapes:  result: r -> scalar
    Source:  SICM 1.5.2
    >>> gravitational_energy(1, 2, 3)(6)
    -1
    """
    return Function(lambda r: g.negate(g.div(G * M * m, r)), "gravitational-energy")


@public("L-Kepler-polar")
def L_Kepler_polar(GM: Scalar, m: Scalar) -> Function:
    """Kepler's problem in polar coordinates (r, phi).

    Math:    m (r'^2 + r^2 phi'^2)/2 + GM m / r
    Shapes:  coordinates up(r, phi)
    Source:  SICM 1.6
    >>> Lagrangian_to_acceleration(L_Kepler_polar(8, 1))(up(0, up(2, 0), up(0, 1)))
    (up 0 0)
    """
    return L_central_polar(m, gravitational_energy(1, GM, m))


@public("T3-spherical")
def T3_spherical(m: Scalar) -> Function:
    """The kinetic energy of a particle in spherical coordinates (r, theta, phi).

    Math:    m (r'^2 + r^2 theta'^2 + r^2 sin(theta)^2 phi'^2) / 2
    Shapes:  coordinates up(r, theta, phi)
    Raises:  StructureError unless there are three coordinates
    Source:  SICM 1.8.3
    >>> m, r, phi, u, v, w = symbols("m r phi u v w")
    >>> T3_spherical(m)(up(0, up(r, 0, phi), up(u, v, w)))
    (+ (* 1/2 m (expt r 2) (expt v 2)) (* 1/2 m (expt u 2)))
    """

    def energy(t: Any, q: Any, v: Any) -> Any:
        (r, theta, _), (r_dot, theta_dot, phi_dot) = q, v
        return _half(m * (g.square(r_dot) + g.square(r * theta_dot) + g.square(r * g.sin(theta) * phi_dot)))

    return _of_state("T3-spherical", energy, 3)


@public("L3-central")
def L3_central(m: Scalar, V: Potential) -> Function:
    """A central potential V(r) in spherical coordinates.

    Shapes:  coordinates up(r, theta, phi);  V: r -> scalar
    Source:  SICM 1.8.3
    >>> m, k, r = symbols("m k r")
    >>> L3_central(m, lambda r: k / r)(up(0, up(r, 0, 0), up(0, 0, 0)))
    (/ (* -1 k) r)
    """
    T = T3_spherical(m)
    return Function(lambda state: T(state) - V(state[1][0]), "L3-central")


@public("ang-mom-z")
def ang_mom_z(m: Scalar) -> Function:
    """The angular momentum about the z axis, in rectangular coordinates.

    Scheme:  ((ang-mom-z m) state)
    Shapes:  coordinates up(x, y, z)
    Raises:  StructureError unless there are three coordinates
    Source:  SICM 1.8.3
    >>> ang_mom_z(symbols("m"))(up(0, up(1, 2, 3), up(4, 5, 6)))
    (* -3 m)
    """

    def momentum(t: Any, q: Any, v: Any) -> Any:
        (x, y, _), (x_dot, y_dot, _) = q, v
        return m * (x * y_dot - y * x_dot)

    return _of_state("ang-mom-z", momentum, 3)


@public("L-coupled-harmonic")
def L_coupled_harmonic(m: Scalar, k: Scalar) -> Function:
    """Coupled oscillators, v m v/2 - q k q/2.

    Shapes:  m, k: down(n) of down(n), for q and v up(n)
    Source:  the course's programs
    >>> c, x, y, v, w = symbols("c x y v w")
    >>> L = L_coupled_harmonic(down(down(1, 0), down(0, 1)), down(down(2, c), down(c, 2)))
    >>> Lagrangian_to_acceleration(L)(up(0, up(x, y), up(v, w)))
    (up (+ (* -1 c y) (* -2 x)) (+ (* -1 c x) (* -2 y)))
    """
    return _of_state("L-coupled-harmonic", lambda t, q, v: _half(g.mul(g.mul(v, m), v) - g.mul(g.mul(q, k), q)))


@public("L-two-particle")
def L_two_particle(m1: Scalar, m2: Scalar, V: Potential | None = None) -> Function:
    """Two particles of the plane with a potential V(x1, x2), an unknown one unless it is given.

    Scheme:  (L-two-particle m1 m2), (L-two-particle m1 m2 V)
    Shapes:  coordinates up(x1, x2), each an up(2);  V: up(2), up(2) -> scalar
    Raises:  StructureError unless there are two coordinates, each up(2); WrongTypeError if V is no function
    Source:  SICM 1.6
    >>> spring = lambda one, other: square(one - other)
    >>> L_two_particle(2, 4, spring)(up(0, up(up(0, 0), up(3, 4)), up(up(1, 0), up(0, 1))))
    -22
    """
    place = Tuple("up", (REAL, REAL))
    potential = literal_function("V", Signature((place, place), REAL)) if V is None else V
    if not callable(potential):
        raise WrongTypeError(f"L-two-particle expects a potential, a function of two places, got {describe(V)}")

    def energy(t: Any, q: Any, v: Any) -> Any:
        (x1, x2), (v1, v2) = q, v
        return _kinetic(m1, v1) + _kinetic(m2, v2) - potential(x1, x2)

    return _of_state("L-two-particle", energy, 2)


@public("L-axisymmetric-top")
def L_axisymmetric_top(A: Scalar, C: Scalar, gMR: Scalar) -> Function:
    """The symmetric top under gravity, in Euler angles.

    Math:    A (theta'^2 + phi'^2 sin(theta)^2)/2 + C (psi' + phi' cos(theta))^2/2 - gMR cos(theta)
    Shapes:  coordinates up(theta, phi, psi);  A, C: the moments across the axis and about it
    Raises:  StructureError unless there are three coordinates
    Source:  SICM 2.10, 3.4
    >>> L_axisymmetric_top(*symbols("A C gMR"))(up(0, up(0, 0, 0), up(0, 0, symbols("w"))))
    (+ (* 1/2 C (expt w 2)) (* -1 gMR))
    """

    def energy(t: Any, q: Any, v: Any) -> Any:
        (theta, _, _), (theta_dot, phi_dot, psi_dot) = q, v
        across = g.square(theta_dot) + g.square(phi_dot * g.sin(theta))
        spin = psi_dot + phi_dot * g.cos(theta)
        return _half(A * across) + _half(C * g.square(spin)) - gMR * g.cos(theta)

    return _of_state("L-axisymmetric-top", energy, 3)


@public("LR3B")
def LR3B(m: Scalar, a: Scalar, GM0: Scalar, GM1: Scalar) -> Function:
    """The restricted problem of three bodies, in rectangular coordinates that do not turn.

    Two bodies circle at the distance a; the third is attracted and does not attract. Scheme: (LR3B m a GM0 GM1).

    Shapes:  coordinates up(x, y), from the centre of mass of the two bodies
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.8.4
    >>> LR3B(1, 1, 1, 0)(up(0, up(2, 0), up(0, 0)))
    Fraction(1, 2)
    """
    total = GM0 + GM1
    Omega = g.sqrt(g.div(total, g.expt(a, 3)))

    def energy(t: Any, q: Any, v: Any) -> Any:
        axis = Up((g.cos(Omega * t), g.sin(Omega * t)))
        bodies = ((GM0, g.negate(g.div(GM1 * a, total))), (GM1, g.div(GM0 * a, total)))
        return _kinetic(m, v) + sum_of(g.div(GM * m, g.sqrt(g.square(q - distance * axis))) for GM, distance in bodies)

    return _of_state("LR3B", energy, 2)


@public("LR3B1")
def LR3B1(m: Scalar, a0: Scalar, a1: Scalar, Omega: Scalar, GM0: Scalar, GM1: Scalar) -> Function:
    """The restricted problem of three bodies, in coordinates that turn with the two bodies at (-a0, 0) and (a1, 0).

    Shapes:  coordinates up(x, y)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.8.4
    1 ]=> ((Lagrangian->acceleration (LR3B1 1 1/2 1/2 1 1/2 1/2)) (up 0 (up 0 (/ (sqrt 3) 2)) (up 0 0)))
    ;Value: (up 0 0)
    >>> from fractions import Fraction
    >>> half, place = Fraction(1, 2), up(0, sqrt(3) / 2)
    >>> Lagrangian_to_acceleration(LR3B1(1, half, half, 1, half, half))(up(0, place, up(0, 0)))
    (up 0 0)
    """
    inertia = L_rotating_rectangular(m, Omega)

    def energy(t: Any, q: Any, v: Any) -> Any:
        x, y = q
        r0, r1 = (g.sqrt(g.square(x - place) + g.square(y)) for place in (g.negate(a0), a1))
        return inertia(Up((t, q, v))) + g.div(GM0 * m, r0) + g.div(GM1 * m, r1)

    return _of_state("LR3B1", energy, 2)


@public("L-pendulum")
def L_pendulum(gravity: Scalar, m: Scalar, length: Scalar) -> Function:
    """The pendulum, m l^2 theta'^2/2 + m g l cos(theta).

    Scheme:  (L-pendulum g m l)
    Shapes:  the coordinate theta, from the vertical downwards, a scalar
    Source:  SICM 1.6.2
    >>> Lagrangian_to_acceleration(L_pendulum(*symbols("g m l")))(up(*symbols("t theta v")))
    (/ (* -1 g (sin theta)) l)
    """
    return _of_state("L-pendulum", lambda t, q, v: _kinetic(m, length * v) + m * gravity * length * g.cos(q))


@public("L-sliding-pend")
def L_sliding_pend(m1: Scalar, m2: Scalar, b: Scalar, gravity: Scalar) -> Function:
    """A pendulum of mass m2 and length b on a support of mass m1 that slides.

    Scheme:  (L-sliding-pend m1 m2 b g)
    Shapes:  coordinates up(x, theta)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 1.6.2
    >>> M, m, b, g, t, x, v = symbols("M m b g t x v")
    >>> L_sliding_pend(M, m, b, g)(up(t, up(x, 0), up(v, 0)))
    (+ (* 1/2 M (expt v 2)) (* b g m) (* 1/2 m (expt v 2)))
    """

    def energy(t: Any, q: Any, v: Any) -> Any:
        (_, theta), (x_dot, theta_dot) = q, v
        bob = Up((x_dot + b * theta_dot * g.cos(theta), b * theta_dot * g.sin(theta)))
        return _kinetic(m1, x_dot) + _kinetic(m2, bob) + m2 * gravity * b * g.cos(theta)

    return _of_state("L-sliding-pend", energy, 2)


@public("periodic-drive")
def periodic_drive(amplitude: Scalar, frequency: Scalar, phase: Scalar) -> Function:
    """A motion of the support, a cos(omega t + phi).

    Scheme:  ((periodic-drive a omega phi) t)
    Shapes:  result: t -> scalar
    Source:  SICM 1.7
    >>> periodic_drive(*symbols("a omega phi"))(symbols("t"))
    (* a (cos (+ (* omega t) phi)))
    """
    return Function(lambda t: amplitude * g.cos(frequency * t + phase), "periodic-drive")


@public("dp-coordinates")
def dp_coordinates(length: Scalar, y_s: Path) -> Function:
    """The place of a pendulum's bob by its angle, with the support at (0, y_s(t)).

    Scheme:  ((dp-coordinates l y_s) state)
    Shapes:  y_s: t -> scalar;  state: up(t, theta, theta');  result: up(x, y)
    Source:  SICM 1.6.2
    >>> l, h, t, theta, v = symbols("l h t theta v")
    >>> dp_coordinates(l, lambda t: h)(up(t, theta, v))
    (up (* l (sin theta)) (+ (* -1 l (cos theta)) h))
    """
    return _of_state("dp-coordinates", lambda t, q, v: Up((length * g.sin(q), y_s(t) - length * g.cos(q))))


@public("T-pend")
def T_pend(m: Scalar, length: Scalar, gravity: Scalar, y_s: Path) -> Function:
    """The kinetic energy of a pendulum whose support moves as y_s.

    Scheme:  (T-pend m l g y_s)
    Shapes:  the coordinate theta, a scalar;  y_s: t -> scalar
    Source:  SICM 1.6.2
    >>> m, l, g, u, v = symbols("m l g u v")
    >>> T_pend(m, l, g, lambda t: u * t)(up(0, 0, v))
    (+ (* 1/2 (expt l 2) m (expt v 2)) (* 1/2 m (expt u 2)))
    """

    def energy(t: Any, q: Any, v: Any) -> Any:
        rise = D(y_s)(t)
        return _half(m * (g.square(length * v) + g.square(rise) + 2 * length * rise * v * g.sin(q)))

    return _of_state("T-pend", energy)


@public("V-pend")
def V_pend(m: Scalar, length: Scalar, gravity: Scalar, y_s: Path) -> Function:
    """The potential energy of a pendulum whose support moves as y_s.

    Scheme:  (V-pend m l g y_s)
    Shapes:  the coordinate theta, a scalar;  y_s: t -> scalar
    Source:  SICM 1.6.2
    >>> m, l, g, t, v = symbols("m l g t v")
    >>> V_pend(m, l, g, lambda t: 0)(up(t, 0, v))
    (* -1 g l m)
    """
    return _of_state("V-pend", lambda t, q, v: m * gravity * (y_s(t) - length * g.cos(q)))


@public("L-pend")
def L_pend(m: Scalar, length: Scalar, gravity: Scalar, y_s: Path) -> Function:
    """A pendulum whose support moves up and down as y_s.

    Scheme:  (L-pend m l g y_s)
    Shapes:  the coordinate theta, a scalar;  y_s: t -> scalar
    Source:  SICM 1.6.2
    >>> m, l, g, t, a, v = symbols("m l g t a v")
    >>> L_pend(m, l, g, lambda t: 0)(up(t, a, v))
    (+ (* 1/2 (expt l 2) m (expt v 2)) (* g l m (cos a)))
    """
    T, V = T_pend(m, length, gravity, y_s), V_pend(m, length, gravity, y_s)
    return Function(lambda state: T(state) - V(state), "L-pend")


@public("L-periodically-driven-pendulum")
def L_periodically_driven_pendulum(m: Scalar, length: Scalar, gravity: Scalar, a: Scalar, omega: Scalar) -> Function:
    """A pendulum whose support oscillates as a cos(omega t).

    Scheme:  (L-periodically-driven-pendulum m l g a omega)
    Shapes:  the coordinate theta, a scalar
    Source:  SICM 1.7
    >>> m, l, g, a, omega, theta, v = symbols("m l g a omega theta v")
    >>> Lagrangian_to_acceleration(L_periodically_driven_pendulum(m, l, g, a, omega))(up(0, theta, v))
    (/ (+ (* a (expt omega 2) (sin theta)) (* -1 g (sin theta))) l)
    """
    return L_pend(m, length, gravity, periodic_drive(a, omega, 0))


@public("H-pend-sysder")
def H_pend_sysder(m: Scalar, length: Scalar, gravity: Scalar, a: Scalar = 0, omega: Scalar = 0) -> Function:
    """The phase-space flow of a pendulum, whose support oscillates as a cos(omega t).

    Scheme:  ((H-pend-sysder m l g) state), ((H-pend-sysder m l g a omega) state)
    Shapes:  state: up(t, theta, p);  result: up(1, theta', p')
    Source:  SICM 3.6
    >>> H_pend_sysder(*symbols("m l g"))(up(*symbols("t theta p")))
    (up 1 (/ p (* (expt l 2) m)) (* -1 g l m (sin theta)))
    """
    return Hamiltonian_to_state_derivative(
        Lagrangian_to_Hamiltonian(L_periodically_driven_pendulum(m, length, gravity, a, omega))
    )


# --- pendulum --------------------------------------------------------------------------------------------------------
# The motion of the pendulum in closed form, and its action and angle variables.
#
# H = p^2/(2 alpha) - beta cos(theta), with alpha, beta > 0. Below the energy beta the pendulum swings, above it goes
# round, and at beta it takes forever to come to the top. With u measured from the passage through theta = 0 upwards:
#
#     oscillation   k^2 = (E + beta)/(2 beta),  w = sqrt(beta/alpha):    sin(theta/2) = k sn(w t, k),  p = 2 alpha w k
#     cn circulation   k^2 = (2 beta)/(E + beta),  w = sqrt(beta/alpha)/k:  theta = 2 am(w t, k),         p = 2 alpha w
#     dn separatrix    w = sqrt(beta/alpha):                                theta = 2 gd(w t),            p = 2 alpha w
#     sech
#
# The action is the integral of p over a cycle, divided by 2 pi; its derivative by E is one over the frequency. A
# circulation downwards has a negative action. Angles are between -pi and pi.
#
# Source:  SICM 7.2 for the Hamiltonian; Abramowitz and Stegun, ch. 16 and 17, for the elliptic functions

ROUNDING = 1e-14  # the part of beta that the energy of the separatrix may be off


def principal(angle: Any) -> Any:
    return angle - math.tau * (angle / math.tau).round() if is_array(angle) else math.remainder(angle, 2 * math.pi)


def times(t: Any) -> Any:
    return as_batch(real_or_nan(t)) if is_array(t) else real(t, "time")


@dataclass(frozen=True)
class Motion:
    """The motion through theta = 0 at the time 0 with a momentum that is not negative."""

    alpha: float
    beta: float
    k: float

    @property
    def small(self) -> float:
        return math.sqrt(self.beta / self.alpha)

    @property
    def size(self) -> float:
        """The unit of action, sqrt(alpha beta)."""
        return math.sqrt(self.alpha * self.beta)


class Oscillation(Motion):
    @classmethod
    def of(cls, alpha: float, beta: float, energy: float) -> Oscillation:
        if not -beta * (1 + ROUNDING) <= energy < beta:
            raise DomainError(f"the pendulum oscillates at energies from {-beta} to {beta}, got {energy}")
        return cls(alpha, beta, math.sqrt(max(0.0, (energy + beta) / (2 * beta))))

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
    @classmethod
    def of(cls, alpha: float, beta: float, energy: float) -> Circulation:
        if not energy > beta:
            raise DomainError(f"the pendulum circulates at energies above {beta}, got {energy}")
        return cls(alpha, beta, math.sqrt(2 * beta / (energy + beta)))

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
    def at(self, t: Any) -> tuple[Any, Any]:
        phi = amplitudes(self.small * t, 1.0) if is_array(t) else gudermannian(self.small * t)
        small = g.exp(-abs(self.small * t))
        return 2 * phi, 4 * self.alpha * self.small * small / (1 + small * small)

    def time_of(self, theta: float, p: float) -> float:
        return math.asinh(math.tan(principal(theta) / 2)) / self.small


def parameters(name: str, alpha: Any, beta: Any) -> tuple[float, float]:
    values = real(alpha, name), real(beta, name)
    if min(values) <= 0:
        raise DomainError(f"{name} expects positive alpha and beta, got {values[0]} and {values[1]}")
    return values


def motion(name: str, alpha: Any, beta: Any, energy: Any) -> Oscillation | Circulation | Separatrix:
    a, b = parameters(name, alpha, beta)
    E = real(energy, name)
    if abs(E - b) <= ROUNDING * b:
        return Separatrix(a, b, 1.0)
    return Oscillation.of(a, b, E) if b > E else Circulation.of(a, b, E)


def through(name: str, alpha: float, beta: float, state: Any) -> tuple[Any, int, float, float]:
    theta, p = real(state[1], name), real(state[2], name)
    found = motion(name, alpha, beta, p * p / (2 * alpha) - beta * math.cos(theta))
    direction = -1 if p < 0 and not isinstance(found, Oscillation) else 1
    return found, direction, principal(theta), p


@public("gudermannian")
def gudermannian(x: Real) -> float:
    """The angle gd(x) = 2 atan(tanh(x/2)), with sin gd(x) = tanh(x).

    Source:  DLMF 4.23(viii)
    >>> round(gudermannian(1), 9)
    0.865769483
    """
    return 2 * math.atan(math.tanh(real(x) / 2))


@public("pendulum-oscillating-angle")
def pendulum_oscillating_angle(alpha: Scalar, beta: Scalar, energy: Real) -> Function:
    """The angle of the oscillation of a pendulum that passes 0 upwards at the time 0.

    Scheme:  ((pendulum-oscillating-angle alpha beta E) t)
    Shapes:  t -> angle between -pi and pi
    Raises:  DomainError unless alpha and beta are positive
    Source:  SICM 7.2
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
