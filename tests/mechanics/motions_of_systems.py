"""More equations of motion from textbooks: in fields and frames, of several degrees of freedom, of rigid bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import scmpy as s
from scmpy import D, cos, down, sin, square, up

from .motions import (
    I1,
    I2,
    I3,
    B,
    E,
    Forms,
    M,
    N,
    Omega,
    R,
    alpha,
    b,
    c,
    chi,
    d,
    dd,
    g,
    hamilton,
    k,
    l1,
    l2,
    lagrange,
    lam,
    m,
    m1,
    m2,
    mu,
    of_state,
    omega,
    p,
    p1,
    p2,
    p3,
    phi,
    problem,
    psi,
    q,
    r,
    t,
    theta,
    u,
    v,
    w,
    x,
    y,
    z,
)

# --- fields and frames -----------------------------------------------------------------------------------------


@problem
def charge_in_a_magnetic_field() -> Forms:
    newton = up(m * dd(x) - q * B * d(y), m * dd(y) + q * B * d(x))
    symmetric = of_state(lambda t, s_, v: m * square(v) / 2 + q * B / 2 * (s_[0] * v[1] - s_[1] * v[0]))
    landau = of_state(lambda t, s_, v: m * square(v) / 2 + q * B * s_[0] * v[1])
    H = of_state(lambda t, s_, p: ((p[0] + q * B / 2 * s_[1]) ** 2 + (p[1] - q * B / 2 * s_[0]) ** 2) / (2 * m))
    return Forms(
        [newton, lagrange(symmetric, x, y), lagrange(landau, x, y), hamilton(H, up(x, y), down(p1, p2))],
        [
            up(m * dd(x) + q * B * d(y), m * dd(y) + q * B * d(x)),
            up(m * dd(x) - q * B * d(y), m * dd(y) + 2 * q * B * d(x)),
            up(m * dd(x) + q * B * d(y), m * dd(y) - q * B * d(x)),
        ],
    )


@problem
def crossed_fields() -> Forms:
    newton = up(m * dd(x) - q * B * d(y) - q * E, m * dd(y) + q * B * d(x))
    L = of_state(lambda t, s_, v: m * square(v) / 2 + q * B * s_[0] * v[1] + q * E * s_[0])
    return Forms(
        [
            newton,
            lagrange(L, x, y),
            up(d(x) - u(t), d(y) - v(t), m * d(u) - q * (E + B * v(t)), m * d(v) + q * B * u(t)),
        ],
        [lagrange(of_state(lambda t, s_, v: m * square(v) / 2 + q * B * s_[0] * v[1] - q * E * s_[0]), x, y)],
    )


@problem
def rotating_frame() -> Forms:
    L = of_state(lambda t, s_, v: m * ((v[0] - Omega * s_[1]) ** 2 + (v[1] + Omega * s_[0]) ** 2) / 2)
    return Forms(
        [
            up(m * (dd(x) - 2 * Omega * d(y) - Omega**2 * x(t)), m * (dd(y) + 2 * Omega * d(x) - Omega**2 * y(t))),
            lagrange(L, x, y),
            up(m * dd(u), m * dd(v)),
        ],
        [
            up(dd(x) + 2 * Omega * d(y) - Omega**2 * x(t), dd(y) - 2 * Omega * d(x) - Omega**2 * y(t)),
            up(dd(x) - 2 * Omega * d(y) + Omega**2 * x(t), dd(y) + 2 * Omega * d(x) + Omega**2 * y(t)),
        ],
        {u: cos(Omega * t) * x(t) - sin(Omega * t) * y(t), v: sin(Omega * t) * x(t) + cos(Omega * t) * y(t)},
    )


@problem
def accelerated_frame() -> Forms:
    f = s.literal_function("f")
    return Forms(
        [m * dd(x) + k * x(t), m * dd(u) + m * dd(f) + k * (u(t) + f(t))],
        [m * dd(u) - m * dd(f) + k * (u(t) + f(t)), m * dd(u) + k * (u(t) + f(t))],
        {x: u(t) + f(t)},
    )


@problem
def foucault_pendulum() -> Forms:
    precessing = up(dd(x) - 2 * Omega * d(y) + omega**2 * x(t), dd(y) + 2 * Omega * d(x) + omega**2 * y(t))
    L = of_state(lambda t, s_, v: (square(v) - omega**2 * square(s_)) / 2 + Omega * (s_[0] * v[1] - s_[1] * v[0]))
    return Forms([precessing, lagrange(L, x, y)], [up(precessing[0], dd(y) - 2 * Omega * d(x) + omega**2 * y(t))])


@problem
def brachistochrone() -> Forms:
    """Beltrami's identity against Euler's equation."""
    L = of_state(lambda t, q, v: s.sqrt((1 + v**2) / q))
    return Forms(
        [2 * x(t) * dd(x) + 1 + d(x) ** 2, lagrange(L, x), up(d(x) - v(t), 2 * x(t) * d(v) + 1 + v(t) ** 2)],
        [2 * x(t) * dd(x) - 1 - d(x) ** 2, x(t) * dd(x) + 1 + d(x) ** 2],
    )


@problem
def catenary() -> Forms:
    L = of_state(lambda t, q, v: q * s.sqrt(1 + v**2))
    return Forms([x(t) * dd(x) - 1 - d(x) ** 2, lagrange(L, x)], [x(t) * dd(x) + 1 + d(x) ** 2])


@problem
def geodesics_of_the_plane_in_polar_coordinates() -> Forms:
    return Forms(
        [
            up(dd(r) - r(t) * d(phi) ** 2, dd(phi) + 2 / r(t) * d(r) * d(phi)),
            lagrange(of_state(lambda t, q, v: (v[0] ** 2 + q[0] ** 2 * v[1] ** 2) / 2), r, phi),
        ],
        [up(dd(r) - r(t) * d(phi) ** 2, dd(phi) + 1 / r(t) * d(r) * d(phi))],
    )


@problem
def geodesics_of_the_sphere() -> Forms:
    typed = up(
        dd(theta) - sin(theta(t)) * cos(theta(t)) * d(phi) ** 2,
        sin(theta(t)) * dd(phi) + 2 * cos(theta(t)) * d(theta) * d(phi),
    )
    speed = d(x) ** 2 + d(y) ** 2 + d(z) ** 2
    embedded = up(*(R**2 * dd(f) + speed * f(t) for f in (x, y, z)), x(t) ** 2 + y(t) ** 2 + z(t) ** 2 - R**2)
    return Forms(
        [
            typed,
            up(
                dd(theta) - sin(2 * theta(t)) / 2 * d(phi) ** 2,
                D(lambda t: sin(theta(t)) ** 2 * D(phi)(t))(t) / sin(theta(t)),
            ),
            embedded,
        ],
        [up(dd(theta) + sin(theta(t)) * cos(theta(t)) * d(phi) ** 2, typed[1])],
        {x: R * sin(theta(t)) * cos(phi(t)), y: R * sin(theta(t)) * sin(phi(t)), z: R * cos(theta(t))},
    )


@problem
def schwarzschild_orbits() -> Forms:
    """Geodesics in the equatorial plane, by the affine parameter."""
    f = 1 - 2 * M / r(t)
    L = of_state(
        lambda t, q, v: (-(1 - 2 * M / q[1]) * v[0] ** 2 + v[1] ** 2 / (1 - 2 * M / q[1]) + q[1] ** 2 * v[2] ** 2) / 2
    )
    typed = up(
        dd(chi) + 2 * M / (r(t) ** 2 * f) * d(r) * d(chi),
        dd(r) + M * f / r(t) ** 2 * d(chi) ** 2 - M / (r(t) ** 2 * f) * d(r) ** 2 - r(t) * f * d(phi) ** 2,
        dd(phi) + 2 / r(t) * d(r) * d(phi),
    )
    wrong = up(typed[0], typed[1] + 2 * M / (r(t) ** 2 * f) * d(r) ** 2, typed[2])
    return Forms([typed, lagrange(L, chi, r, phi)], [wrong])


# --- several degrees of freedom --------------------------------------------------------------------------------


@problem
def coupled_oscillators() -> Forms:
    coupled = up(m * dd(x) + k * x(t) + c * (x(t) - y(t)), m * dd(y) + k * y(t) + c * (y(t) - x(t)))
    return Forms(
        [
            coupled,
            up(coupled[0] + coupled[1], coupled[0] - coupled[1]),
            up(m * dd(u) + k * u(t), m * dd(v) + (k + 2 * c) * v(t)),
            up(
                d(x) - p1(t) / m,
                d(y) - p2(t) / m,
                d(p1) + k * x(t) + c * (x(t) - y(t)),
                d(p2) + k * y(t) + c * (y(t) - x(t)),
            ),
        ],
        [
            up(coupled[0], m * dd(y) + k * y(t) + c * (x(t) - y(t))),
            up(coupled[0] + coupled[1], coupled[0] + coupled[1]),
            up(m * dd(u) + k * u(t), m * dd(v) + (k + c) * v(t)),
        ],
        {x: (u(t) + v(t)) / 2, y: (u(t) - v(t)) / 2},
    )


@problem
def fourth_order_chain() -> Forms:
    """One unknown eliminated by hand."""
    return Forms(
        [up(dd(x) + x(t) - y(t), dd(y) + y(t) - x(t)), up((D**4)(x)(t) + 2 * dd(x), y(t) - dd(x) - x(t))],
        [up((D**4)(x)(t) + dd(x), y(t) - dd(x) - x(t)), up((D**4)(x)(t) + 2 * dd(x), y(t) - dd(x) + x(t))],
    )


@problem
def double_pendulum() -> Forms:
    L = of_state(
        lambda t, q, v: (
            (m1 + m2) * l1**2 * v[0] ** 2 / 2
            + m2 * l2**2 * v[1] ** 2 / 2
            + m2 * l1 * l2 * v[0] * v[1] * cos(q[0] - q[1])
            + (m1 + m2) * g * l1 * cos(q[0])
            + m2 * g * l2 * cos(q[1])
        )
    )
    delta = theta(t) - phi(t)
    typed = up(
        (m1 + m2) * l1 * dd(theta)
        + m2 * l2 * cos(delta) * dd(phi)
        + m2 * l2 * sin(delta) * d(phi) ** 2
        + (m1 + m2) * g * sin(theta(t)),
        l2 * dd(phi) + l1 * cos(delta) * dd(theta) - l1 * sin(delta) * d(theta) ** 2 + g * sin(phi(t)),
    )
    wrong = up(typed[0], typed[1] + 2 * l1 * sin(delta) * d(theta) ** 2)
    return Forms(
        [up(*(e / f for e, f in zip(lagrange(L, theta, phi), (l1, m2 * l2), strict=True))), typed],
        [wrong, up(typed[0] - g * m2 * sin(theta(t)), typed[1])],
    )


@problem
def sliding_pendulum() -> Forms:
    typed = up(
        (m1 + m2) * dd(x) + m2 * b * cos(theta(t)) * dd(theta) - m2 * b * sin(theta(t)) * d(theta) ** 2,
        b * dd(theta) + cos(theta(t)) * dd(x) + g * sin(theta(t)),
    )
    lagrangian = lagrange(s.L_sliding_pend(m1, m2, b, g), x, theta)
    return Forms(
        [up(lagrangian[0], lagrangian[1] / (m2 * b)), typed],
        [
            up(typed[0], b * dd(theta) - cos(theta(t)) * dd(x) + g * sin(theta(t))),
            up(typed[0], typed[1] - g * sin(theta(t))),
        ],
    )


@problem
def elastic_pendulum() -> Forms:
    L = of_state(
        lambda t, q, v: m * (v[0] ** 2 + q[0] ** 2 * v[1] ** 2) / 2 + m * g * q[0] * cos(q[1]) - k * (q[0] - R) ** 2 / 2
    )
    typed = up(
        m * dd(r) - m * r(t) * d(theta) ** 2 - m * g * cos(theta(t)) + k * (r(t) - R),
        r(t) * dd(theta) + 2 * d(r) * d(theta) + g * sin(theta(t)),
    )
    lagrangian = lagrange(L, r, theta)
    return Forms(
        [up(lagrangian[0], lagrangian[1] / (m * r(t))), typed],
        [up(typed[0] + 2 * m * g * cos(theta(t)), typed[1]), up(typed[0], typed[1] - d(r) * d(theta))],
    )


@problem
def atwood_machine() -> Forms:
    return Forms(
        [
            up((m1 + m2) * dd(x) - (m1 - m2) * g, x(t) + y(t) - R),
            up(m1 * dd(x) - m1 * g + N(t), m2 * dd(y) - m2 * g + N(t), x(t) + y(t) - R),
        ],
        [
            up(m1 * dd(x) - m1 * g + N(t), m2 * dd(y) - m2 * g - N(t), x(t) + y(t) - R),
            up(m1 * dd(x) - m1 * g + N(t), m2 * dd(y) + m2 * g + N(t), x(t) + y(t) - R),
        ],
    )


@problem
def swinging_atwood_machine() -> Forms:
    L = of_state(
        lambda t, q, v: (M + m) * v[0] ** 2 / 2 + m * q[0] ** 2 * v[1] ** 2 / 2 - g * q[0] * (M - m * cos(q[1]))
    )
    typed = up(
        (M + m) * dd(r) - m * r(t) * d(theta) ** 2 + g * (M - m * cos(theta(t))),
        r(t) * dd(theta) + 2 * d(r) * d(theta) + g * sin(theta(t)),
    )
    lagrangian = lagrange(L, r, theta)
    return Forms(
        [up(lagrangian[0], lagrangian[1] / (m * r(t))), typed],
        [
            up(typed[0] - 2 * g * M, typed[1]),
            up((M - m) * dd(r) - m * r(t) * d(theta) ** 2 + g * (M - m * cos(theta(t))), typed[1]),
        ],
    )


@problem
def rolling_hoop_on_an_incline() -> Forms:
    rolling = up(M * dd(x) - M * g * sin(alpha) + lam(t), M * R**2 * dd(theta) - R * lam(t), d(x) - R * d(theta))
    return Forms(
        [
            up(2 * dd(x) - g * sin(alpha), d(x) - R * d(theta)),
            up(*(e / f for e, f in zip(rolling, (M, M * R, 1), strict=True))),
        ],
        [
            up(dd(x) - g * sin(alpha) - mu(t), R * dd(theta) - mu(t), d(x) - R * d(theta)),
            up(dd(x) - g * sin(alpha) + mu(t), R * dd(theta) + mu(t), d(x) - R * d(theta)),
        ],
    )


@problem
def spherical_pendulum() -> Forms:
    speed = d(x) ** 2 + d(y) ** 2 + d(z) ** 2
    tension = (g * z(t) - speed) / R**2
    sphere = x(t) ** 2 + y(t) ** 2 + z(t) ** 2 - R**2
    constrained = up(dd(x) - lam(t) * x(t), dd(y) - lam(t) * y(t), dd(z) - lam(t) * z(t) + g, sphere)
    accelerations = up(dd(x) - tension * x(t), dd(y) - tension * y(t), dd(z) - tension * z(t) + g, sphere)
    torques = up(
        x(t) * dd(y) - y(t) * dd(x),
        x(t) * (dd(z) + g) - z(t) * dd(x),
        y(t) * (dd(z) + g) - z(t) * dd(y),
        sphere,
    )
    wrong = up(*(dd(f) + tension * f(t) for f in (x, y)), dd(z) + tension * z(t) + g, sphere)
    return Forms(
        [accelerations, constrained, torques],
        [wrong, up(dd(x) - lam(t) * x(t), dd(y) - lam(t) * y(t), dd(z) - lam(t) * z(t) - g, sphere)],
    )


@problem
def spherical_pendulum_in_angles() -> Forms:
    typed = up(
        R * dd(theta) - R * sin(theta(t)) * cos(theta(t)) * d(phi) ** 2 - g * sin(theta(t)),
        sin(theta(t)) * dd(phi) + 2 * cos(theta(t)) * d(theta) * d(phi),
    )
    L = of_state(lambda t, q, v: m * R**2 * (v[0] ** 2 + sin(q[0]) ** 2 * v[1] ** 2) / 2 - m * g * R * cos(q[0]))
    sphere = x(t) ** 2 + y(t) ** 2 + z(t) ** 2 - R**2
    lagrangian = lagrange(L, theta, phi)
    return Forms(
        [
            typed,
            up(lagrangian[0] / (m * R), lagrangian[1] / (m * R**2 * sin(theta(t)))),
            up(dd(x) - lam(t) * x(t), dd(y) - lam(t) * y(t), dd(z) - lam(t) * z(t) + g, sphere),
        ],
        [
            up(typed[0] + 2 * g * sin(theta(t)), typed[1]),
            up(dd(x) - lam(t) * x(t), dd(y) - lam(t) * y(t), dd(z) - lam(t) * z(t) - g, sphere),
        ],
        {x: R * sin(theta(t)) * cos(phi(t)), y: R * sin(theta(t)) * sin(phi(t)), z: R * cos(theta(t))},
    )


# --- rigid bodies ----------------------------------------------------------------------------------------------


@problem
def eulers_equations() -> Forms:
    euler = up(
        I1 * d(u) - (I2 - I3) * v(t) * w(t), I2 * d(v) - (I3 - I1) * w(t) * u(t), I3 * d(w) - (I1 - I2) * u(t) * v(t)
    )
    momenta = up(
        d(p1) - (1 / I3 - 1 / I2) * p2(t) * p3(t),
        d(p2) - (1 / I1 - 1 / I3) * p3(t) * p1(t),
        d(p3) - (1 / I2 - 1 / I1) * p1(t) * p2(t),
    )
    wrong = up(
        I1 * d(u) + (I2 - I3) * v(t) * w(t), I2 * d(v) - (I3 - I1) * w(t) * u(t), I3 * d(w) - (I1 - I2) * u(t) * v(t)
    )
    return Forms(
        [euler, momenta, up(*(-e for e in euler))],
        [wrong, up(*momenta[:2], d(p3) - (1 / I2 + 1 / I1) * p1(t) * p2(t))],
        {p1: I1 * u(t), p2: I2 * v(t), p3: I3 * w(t)},
    )


@problem
def symmetric_top_free() -> Forms:
    euler = up(I1 * d(u) - (I1 - I3) * v(t) * w(t), I1 * d(v) + (I1 - I3) * u(t) * w(t), I3 * d(w))
    second = up(I1 * d(u) - (I1 - I3) * v(t) * w(t), I1 * d(v) + (I1 - I3) * u(t) * w(t), d(w))
    return Forms(
        [second, up(*(f * e for f, e in zip((-1, 2, 3), second, strict=True)))],
        [up(euler[0], euler[0], d(w)), up(euler[0], I1 * d(v) - (I1 - I3) * u(t) * w(t), d(w))],
    )


def body(i1: Any, i2: Any, i3: Any) -> Callable[[Any], Any]:
    return lambda state: (i1 * state[2][0] ** 2 + i2 * state[2][1] ** 2 + i3 * state[2][2] ** 2) / 2


@problem
def rigid_body_by_lagrange_and_poincare() -> Forms:
    path = up(theta, phi, psi)
    velocities = s.quasi_velocities(s.so3p_basis, path)
    return Forms(
        [
            s.Lagrange_equations(s.T_body_Euler(I1, I2, I3))(path)(t),
            s.Poincare_equations(body(I1, I2, I3), s.so3p_basis)(path, velocities)(t),
        ],
        [s.Poincare_equations(body(I1, I3, I2), s.so3p_basis)(path, velocities)(t)],
    )


@problem
def heavy_top_nutation() -> Forms:
    """The equation of the nutation with the momenta of the other angles."""
    angle = theta(t)
    L = of_state(
        lambda t, q, v: (
            I1 * (v[0] ** 2 + v[1] ** 2 * sin(q[0]) ** 2) / 2
            + I3 * (v[2] + v[1] * cos(q[0])) ** 2 / 2
            - M * g * R * cos(q[0])
        )
    )
    momentum = I3 * (d(psi) + d(phi) * cos(angle))
    typed = up(
        I1 * dd(theta)
        - I1 * d(phi) ** 2 * sin(angle) * cos(angle)
        + momentum * d(phi) * sin(angle)
        - M * g * R * sin(angle),
        D(lambda t: I1 * D(phi)(t) * sin(theta(t)) ** 2 + I3 * (D(psi)(t) + D(phi)(t) * cos(theta(t))) * cos(theta(t)))(
            t
        ),
        D(lambda t: I3 * (D(psi)(t) + D(phi)(t) * cos(theta(t))))(t),
    )
    return Forms(
        [lagrange(L, theta, phi, psi), typed],
        [
            up(typed[0] + 2 * M * g * R * sin(angle), *typed[1:]),
            up(typed[0] - 2 * momentum * d(phi) * sin(angle), *typed[1:]),
        ],
    )


@problem
def physical_pendulum_with_flywheel() -> Forms:
    return Forms(
        [
            up((I1 + I2) * dd(theta) + I2 * dd(phi) + M * g * R * sin(theta(t)), dd(theta) + dd(phi)),
            up(I1 * dd(theta) + M * g * R * sin(theta(t)), dd(theta) + dd(phi)),
        ],
        [
            up(I1 * dd(theta) - M * g * R * sin(theta(t)), dd(theta) + dd(phi)),
            up(I1 * dd(theta) + M * g * R * sin(theta(t)), dd(theta) - dd(phi)),
        ],
    )


@problem
def euler_equations_with_the_kinematics() -> Forms:
    """Quasi-velocities against a coordinate: a body that turns about a fixed axis."""
    return Forms(
        [
            I3 * dd(theta) + k * theta(t),
            up(d(theta) - w(t), I3 * d(w) + k * theta(t)),
            up(I3 * d(theta) - p(t), d(p) + k * theta(t)),
        ],
        [up(d(theta) + w(t), I3 * d(w) + k * theta(t)), up(d(theta) - w(t), I3 * d(w) + k)],
    )


@problem
def knife_edge() -> Forms:
    """A skate on ice: constraint force against quasi-velocities."""
    sideways = d(x) * sin(theta(t)) - d(y) * cos(theta(t))
    quasi = up(d(x) - v(t) * cos(theta(t)), d(y) - v(t) * sin(theta(t)), d(v), dd(theta))
    wrong = up(d(x) - v(t) * cos(theta(t)), d(y) - v(t) * sin(theta(t)), d(v) - v(t) * d(theta), dd(theta))
    plain = up(dd(x) - mu(t) * sin(theta(t)), dd(y) + mu(t) * cos(theta(t)), dd(theta), sideways)
    return Forms(
        [plain, quasi], [wrong, up(dd(x) - mu(t) * cos(theta(t)), dd(y) + mu(t) * sin(theta(t)), dd(theta), sideways)]
    )
