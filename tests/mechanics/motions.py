"""Equations of motion from textbooks, each in several forms that say the same, and with mistakes in them.

A problem is a function without arguments: forms of its equations, wrong forms (a sign, a factor, a term), and perhaps a
change of the unknowns between them. Derived forms are scmpy's own, typed ones are the formulas of the books.
"""

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
        x(t) * dd(y) - y(t) * dd(x), x(t) * (dd(z) + g) - z(t) * dd(x), y(t) * (dd(z) + g) - z(t) * dd(y), sphere
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
