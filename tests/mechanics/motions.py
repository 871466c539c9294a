"""Equations of motion from textbooks, each in several forms that say the same, and with mistakes in them.

A problem is a function without arguments: forms of its equations, wrong forms (a sign, a factor, a term), and perhaps a
change of the unknowns between them. Derived forms are scmpy's own, typed ones are the formulas of the books.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import scmpy as s
from scmpy import D, cos, down, literal_functions, sin, square, symbols, up

t, k, g, b, q, B, E, omega, Omega, alpha, F, a, eps = symbols("t k g b q B E omega Omega alpha F a epsilon")
m, c, R, M, m1, m2, l1, l2, I1, I2, I3 = symbols("m c R M m1 m2 l1 l2 I1 I2 I3", positive=True)
x, y, z, r, theta, phi, psi, chi = literal_functions("x y z r theta phi psi chi")
u, v, w, p, p1, p2, p3, lam, mu, N = literal_functions("u v w p p1 p2 p3 lambda mu N")
V, U = literal_functions("V U")


class Forms(NamedTuple):
    """Forms of one problem, wrong ones, and what replaces the unknowns of some of them."""

    right: list[Any]
    wrong: list[Any]
    change: dict[Any, Any] | None = None


PROBLEMS: dict[str, Callable[[], Forms]] = {}


def problem(function: Callable[[], Forms]) -> Callable[[], Forms]:
    PROBLEMS[function.__name__.replace("_", " ")] = function
    return function


def pairs(name: str) -> Iterator[tuple[Any, Any, dict[Any, Any] | None, bool]]:
    """The first form with each of the others, neighbours among these, and the first with each wrong one."""
    right, wrong, change = PROBLEMS[name]()
    first, *others = right
    for other in others:
        yield first, other, change, True
    for one, other in itertools.pairwise(others):
        yield one, other, change, True
    for other in wrong:
        yield first, other, change, False


def d(f: Any) -> Any:
    return D(f)(t)


def dd(f: Any) -> Any:
    return (D**2)(f)(t)


def lagrange(L: Any, *path: Any) -> Any:
    return s.Lagrange_equations(L)(path[0] if len(path) == 1 else up(*path))(t)


def hamilton(H: Any, path: Any, momenta: Any) -> Any:
    return s.Hamilton_equations(H)(path, momenta)(t)


def of_state(function: Callable[[Any, Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda state: function(*state)


# --- one dimension ---------------------------------------------------------------------------------------------


@problem
def harmonic_oscillator() -> Forms:
    newton = m * dd(x) + k * x(t)
    return Forms(
        [
            newton,
            lagrange(s.L_harmonic(m, k), x),
            hamilton(of_state(lambda t, q, p: p**2 / (2 * m) + k * q**2 / 2), x, p),
            up(d(x) - v(t), m * d(v) + k * x(t)),
            up(m * d(x) - p(t), d(p) + k * x(t)),
            s.Lagrange_equations_1(s.L_harmonic(m, k))(x, v)(t),
        ],
        [
            m * dd(x) - k * x(t),
            up(d(x) - p(t) / m, d(p) - k * x(t)),
            up(d(x) - p(t) / m, d(p) + 2 * k * x(t)),
            m * dd(x) + k * x(t) ** 2,
            m * dd(x),
        ],
    )


@problem
def scaled_oscillator() -> Forms:
    return Forms(
        [dd(x) + omega**2 * x(t), 3 * dd(x) + 3 * omega**2 * x(t), s.exp(t) * (dd(x) + omega**2 * x(t))],
        [dd(x) + omega * x(t)],
    )


@problem
def damped_oscillator() -> Forms:
    damped = m * dd(x) + b * d(x) + k * x(t)
    caldirola = of_state(lambda t, q, v: s.exp(b * t / m) * (m * v**2 - k * q**2) / 2)
    return Forms(
        [damped, lagrange(caldirola, x), up(d(x) - v(t), m * d(v) + b * v(t) + k * x(t))],
        [m * dd(x) - b * d(x) + k * x(t), m * dd(x) + b * d(x), m * dd(x) + b * d(x) ** 2 + k * x(t)],
    )


@problem
def driven_oscillator() -> Forms:
    driven = m * dd(x) + k * x(t) - F * cos(omega * t)
    return Forms(
        [
            driven,
            lagrange(of_state(lambda t, q, v: m * v**2 / 2 - k * q**2 / 2 + F * cos(omega * t) * q), x),
            up(d(x) - p(t) / m, d(p) + k * x(t) - F * cos(omega * t)),
        ],
        [m * dd(x) + k * x(t) + F * cos(omega * t), m * dd(x) + k * x(t) - F * sin(omega * t)],
    )


@problem
def particle_in_a_potential() -> Forms:
    return Forms(
        [
            m * dd(x) + D(V)(x(t)),
            lagrange(of_state(lambda t, q, v: m * v**2 / 2 - V(q)), x),
            hamilton(of_state(lambda t, q, p: p**2 / (2 * m) + V(q)), x, p),
        ],
        [m * dd(x) - D(V)(x(t)), m * dd(x) + V(x(t)), m * dd(x) + (D**2)(V)(x(t))],
    )


@problem
def gauge_of_a_lagrangian() -> Forms:
    """A total derivative of G(t, q) changes nothing."""
    G = s.literal_function("G", "(-> (X Real Real) Real)")
    L = of_state(lambda t, q, v: m * v**2 / 2 - V(q))
    gauged = of_state(lambda t, q, v: m * v**2 / 2 - V(q) + s.partial(0)(G)(t, q) + s.partial(1)(G)(t, q) * v)
    wrong = of_state(lambda t, q, v: m * v**2 / 2 - V(q) + s.partial(0)(G)(t, q) - s.partial(1)(G)(t, q) * v)
    return Forms([lagrange(L, x), lagrange(gauged, x), m * dd(x) + D(V)(x(t))], [lagrange(wrong, x)])


@problem
def pendulum() -> Forms:
    return Forms(
        [
            R * dd(theta) + g * sin(theta(t)),
            lagrange(of_state(lambda t, q, v: m * R**2 * v**2 / 2 + m * g * R * cos(q)), theta) / m,
            up(d(theta) - w(t), d(w) + g / R * sin(theta(t))),
            up(d(theta) - p(t) / (m * R**2), d(p) + m * g * R * sin(theta(t))),
        ],
        [R * dd(theta) - g * sin(theta(t)), R * dd(theta) + g * cos(theta(t)), dd(theta) + g * R * sin(theta(t))],
    )


@problem
def pendulum_in_cartesian_coordinates() -> Forms:
    newton = up(m * dd(x) + lam(t) * x(t), m * dd(y) + lam(t) * y(t) + m * g, x(t) ** 2 + y(t) ** 2 - R**2)
    tension = up(m * dd(x) + N(t) * x(t) / R, m * dd(y) + N(t) * y(t) / R + m * g, x(t) ** 2 + y(t) ** 2 - R**2)
    return Forms(
        [
            m * R * dd(theta) + m * g * sin(theta(t)),
            newton,
            tension,
            up(m * (x(t) * dd(y) - y(t) * dd(x)) + m * g * x(t), x(t) ** 2 + y(t) ** 2 - R**2),
        ],
        [
            up(m * dd(x) + lam(t) * x(t), m * dd(y) + lam(t) * y(t) - m * g, x(t) ** 2 + y(t) ** 2 - R**2),
            up(m * dd(x) - lam(t) * x(t), m * dd(y) + lam(t) * y(t) + m * g, x(t) ** 2 + y(t) ** 2 - R**2),
            up(m * dd(x) + lam(t) * x(t), m * dd(y) + m * g, x(t) ** 2 + y(t) ** 2 - R**2),
        ],
        {x: R * sin(theta(t)), y: -R * cos(theta(t))},
    )


@problem
def driven_pendulum() -> Forms:
    y_s = s.literal_function("y_s")
    return Forms(
        [lagrange(s.L_pend(m, R, g, y_s), theta), m * R**2 * dd(theta) + m * R * (g + dd(y_s)) * sin(theta(t))],
        [
            m * R**2 * dd(theta) + m * R * (g - dd(y_s)) * sin(theta(t)),
            m * R**2 * dd(theta) + m * R * g * sin(theta(t)),
        ],
    )


@problem
def bead_on_a_rotating_hoop() -> Forms:
    L = of_state(lambda t, q, v: m * R**2 * (v**2 + Omega**2 * sin(q) ** 2) / 2 + m * g * R * cos(q))
    return Forms(
        [
            lagrange(L, theta),
            m * R**2 * dd(theta) + m * R * (g - R * Omega**2 * cos(theta(t))) * sin(theta(t)),
            up(
                d(theta) - p(t) / (m * R**2),
                d(p) - m * R**2 * Omega**2 * sin(2 * theta(t)) / 2 + m * g * R * sin(theta(t)),
            ),
        ],
        [
            m * R**2 * dd(theta) + m * R * (g + R * Omega**2 * cos(theta(t))) * sin(theta(t)),
            m * R**2 * dd(theta) + m * R * (g - R * Omega**2) * sin(theta(t)),
        ],
    )


@problem
def bead_on_a_parabola() -> Forms:
    constrained = up(m * dd(x) + lam(t) * 2 * a * x(t), m * dd(y) + m * g - lam(t), y(t) - a * x(t) ** 2)
    L = of_state(lambda t, q, v: m * (1 + 4 * a**2 * q**2) * v**2 / 2 - m * g * a * q**2)
    return Forms(
        [up(lagrange(L, x), y(t) - a * x(t) ** 2), constrained],
        [up(m * dd(x) + lam(t) * a * x(t), m * dd(y) + m * g - lam(t), y(t) - a * x(t) ** 2)],
    )


@problem
def relativistic_particle() -> Forms:
    with_root = of_state(lambda t, q, v: -m * c**2 * s.sqrt(1 - v**2 / c**2) - V(q))
    gamma2 = 1 - d(x) ** 2 / c**2
    return Forms(
        [
            m * dd(x) + gamma2 * s.sqrt(gamma2) * D(V)(x(t)),
            lagrange(with_root, x),
            m * dd(x) / (gamma2 * s.sqrt(gamma2)) + D(V)(x(t)),
        ],
        [m * dd(x) + s.sqrt(gamma2) * D(V)(x(t)), m * dd(x) - gamma2 * s.sqrt(gamma2) * D(V)(x(t))],
    )


@problem
def variable_mass() -> Forms:
    """A rocket that loses mass at a constant rate."""
    return Forms(
        [
            (M - alpha * t) * dd(z) - alpha * u(t) + (M - alpha * t) * g,
            up(d(z) - v(t), (M - alpha * t) * (d(v) + g) - alpha * u(t)),
        ],
        [(M - alpha * t) * dd(z) + alpha * u(t) + (M - alpha * t) * g],
    )


@problem
def falling_chain() -> Forms:
    return Forms(
        [
            x(t) * dd(x) + d(x) ** 2 - g * x(t),
            D(lambda t: x(t) * D(x)(t))(t) - g * x(t),
            up(p(t) - x(t) * d(x), d(p) - g * x(t)),
        ],
        [x(t) * dd(x) - d(x) ** 2 - g * x(t), x(t) * dd(x) - g * x(t)],
    )


@problem
def van_der_pol() -> Forms:
    """Liénard's variables."""
    return Forms(
        [dd(x) - eps * (1 - x(t) ** 2) * d(x) + x(t), up(d(x) - eps * (x(t) - x(t) ** 3 / 3) + y(t), d(y) - x(t))],
        [
            up(d(x) - eps * (x(t) - x(t) ** 3) + y(t), d(y) - x(t)),
            up(d(x) - eps * (x(t) - x(t) ** 3 / 3) + y(t), d(y) + x(t)),
        ],
    )


@problem
def morse_potential() -> Forms:
    L = of_state(lambda t, q, v: m * v**2 / 2 - E * (1 - s.exp(-a * q)) ** 2)
    return Forms(
        [lagrange(L, x), m * dd(x) + 2 * a * E * (s.exp(-a * x(t)) - s.exp(-2 * a * x(t)))],
        [m * dd(x) + 2 * a * E * (s.exp(-a * x(t)) + s.exp(-2 * a * x(t)))],
    )


# --- central forces --------------------------------------------------------------------------------------------


@problem
def free_particle_in_polar_coordinates() -> Forms:
    return Forms(
        [
            up(dd(r) - r(t) * d(phi) ** 2, r(t) * dd(phi) + 2 * d(r) * d(phi)),
            up(m * dd(x), m * dd(y)),
            lagrange(s.L_free_polar(m), r, phi) / m,
            up(d(x) - u(t), d(y) - v(t), d(u), d(v)),
        ],
        [
            up(dd(r) + r(t) * d(phi) ** 2, r(t) * dd(phi) + 2 * d(r) * d(phi)),
            up(dd(r) - r(t) * d(phi) ** 2, r(t) * dd(phi) + d(r) * d(phi)),
        ],
        {x: r(t) * cos(phi(t)), y: r(t) * sin(phi(t))},
    )


@problem
def central_force_in_polar_coordinates() -> Forms:
    radial = m * dd(r) - m * r(t) * d(phi) ** 2 + D(U)(r(t))
    H = of_state(lambda t, q, p: (p[0] ** 2 + p[1] ** 2 / q[0] ** 2) / (2 * m) + U(q[0]))
    return Forms(
        [
            lagrange(s.L_central_polar(m, U), r, phi),
            up(radial, m * r(t) * dd(phi) + 2 * m * d(r) * d(phi)),
            up(radial, D(lambda t: r(t) ** 2 * D(phi)(t))(t)),
            hamilton(H, up(r, phi), down(p1, p2)),
        ],
        [
            up(radial, m * r(t) * dd(phi) - 2 * m * d(r) * d(phi)),
            up(m * dd(r) - m * r(t) * d(phi) ** 2 - D(U)(r(t)), m * r(t) * dd(phi) + 2 * m * d(r) * d(phi)),
            up(radial, m * r(t) * dd(phi)),
        ],
    )


@problem
def kepler_in_cartesian_coordinates() -> Forms:
    rho = s.sqrt(x(t) ** 2 + y(t) ** 2)
    return Forms(
        [
            up(dd(x) + k * x(t) / rho**3, dd(y) + k * y(t) / rho**3),
            lagrange(of_state(lambda t, q, v: square(v) / 2 + k / s.sqrt(square(q))), x, y),
            up(x(t) * dd(y) - y(t) * dd(x), x(t) * dd(x) + y(t) * dd(y) + k / rho),
        ],
        [
            up(dd(x) + k * x(t) / rho**2, dd(y) + k * y(t) / rho**2),
            up(dd(x) - k * x(t) / rho**3, dd(y) - k * y(t) / rho**3),
            up(x(t) * dd(y) + y(t) * dd(x), x(t) * dd(x) + y(t) * dd(y) + k / rho),
        ],
    )


@problem
def central_oscillator() -> Forms:
    """Polar coordinates against Cartesian ones."""
    return Forms(
        [
            up(m * dd(r) - m * r(t) * d(phi) ** 2 + k * r(t), r(t) * dd(phi) + 2 * d(r) * d(phi)),
            up(m * dd(x) + k * x(t), m * dd(y) + k * y(t)),
            lagrange(s.L_harmonic(m, k), x, y),
        ],
        [up(m * dd(x) + k * x(t), m * dd(y) - k * y(t)), up(m * dd(x) - k * x(t), m * dd(y) - k * y(t))],
        {x: r(t) * cos(phi(t)), y: r(t) * sin(phi(t))},
    )


@problem
def spherical_coordinates() -> Forms:
    lagrangian = lagrange(s.L3_central(m, U), r, theta, phi)
    typed = up(
        m * (dd(r) - r(t) * d(theta) ** 2 - r(t) * sin(theta(t)) ** 2 * d(phi) ** 2) + D(U)(r(t)),
        r(t) * dd(theta) + 2 * d(r) * d(theta) - r(t) * sin(theta(t)) * cos(theta(t)) * d(phi) ** 2,
        r(t) * sin(theta(t)) * dd(phi)
        + 2 * sin(theta(t)) * d(r) * d(phi)
        + 2 * r(t) * cos(theta(t)) * d(theta) * d(phi),
    )
    wrong = up(*typed[:2], typed[2] - r(t) * cos(theta(t)) * d(theta) * d(phi))
    return Forms([lagrangian, typed], [wrong])


@problem
def binet() -> Forms:
    """The orbit as a function of the angle, u = 1/r."""
    orbit = s.literal_function("u")
    return Forms(
        [dd(orbit) + orbit(t) - k, up(d(orbit) - v(t), d(v) + orbit(t) - k), -2 * dd(orbit) - 2 * orbit(t) + 2 * k],
        [dd(orbit) - orbit(t) - k, dd(orbit) + orbit(t) + k],
    )


@problem
def two_bodies() -> Forms:
    """Relative coordinate and centre of mass against the two bodies."""
    return Forms(
        [
            up(m1 * dd(x) + k * (x(t) - y(t)), m2 * dd(y) - k * (x(t) - y(t))),
            up((m1 + m2) * dd(u), m1 * m2 / (m1 + m2) * dd(r) + k * r(t)),
            lagrange(of_state(lambda t, q, v: (m1 * v[0] ** 2 + m2 * v[1] ** 2 - k * (q[0] - q[1]) ** 2) / 2), x, y),
        ],
        [up((m1 + m2) * dd(u), (m1 + m2) * dd(r) + k * r(t)), up(dd(u), m1 * m2 / (m1 + m2) * dd(r) - k * r(t))],
        {x: u(t) + m2 / (m1 + m2) * r(t), y: u(t) - m1 / (m1 + m2) * r(t)},
    )


@problem
def routh_reduction() -> Forms:
    """The angle eliminated by its momentum: the Routhian's equation with that of the angle."""
    return Forms(
        [
            lagrange(s.L_central_polar(m, U), r, phi),
            up(m * dd(r) - p(t) ** 2 / (m * r(t) ** 3) + D(U)(r(t)), d(phi) - p(t) / (m * r(t) ** 2), d(p)),
        ],
        [
            up(m * dd(r) + p(t) ** 2 / (m * r(t) ** 3) + D(U)(r(t)), d(phi) - p(t) / (m * r(t) ** 2), d(p)),
            up(m * dd(r) - p(t) ** 2 / (m * r(t) ** 3) + D(U)(r(t)), d(phi) - p(t) / (m * r(t)), d(p)),
        ],
    )
