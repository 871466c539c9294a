"""Forty problems of textbooks: what is derived is the answer of the book, or of a second way to derive it.

Goldstein, Poole and Safko, Classical Mechanics, 3rd edition (G); Greenwood, Advanced Dynamics and Principles of Dynamics
(W); Bloch, Nonholonomic Mechanics and Control (B); Featherstone, Rigid Body Dynamics Algorithms (F).
"""

# ruff: noqa: E731, E741

import pytest

import scmpy as s
from scmpy import *

t, g, k, q, b, c, w, e, F = symbols("t g k q b c w e F")
m, M, l, R, A, B, C = symbols("m M l R A B C", positive=True)
x, y, z, u, v, a, p = symbols("x y z u v a p")
PROBLEMS = {}


def problem(title):
    def kept(function):
        PROBLEMS[title] = function
        return function

    return kept


def accelerations(L, place, rate, *forces):
    return s.Lagrangian_to_acceleration(L, *forces)(up(t, place, rate))


def on(position, mass=m, height=1):
    """The Lagrangian of a mass at a function of the coordinates and the time, that is heavy in one direction."""

    def L(local):
        moving = D(lambda h: position(local[0] + h, local[1] + h * local[2]))(0)
        return mass * square(moving) / 2 - mass * g * position(local[0], local[1])[height]

    return L


@problem("G 1.6 Atwood's machine")
def _():
    L = lambda s: (m + M) * s[2] ** 2 / 2 + (M - m) * g * s[1]
    return accelerations(L, x, v), (M - m) * g / (M + m)


@problem("G 1.6 bead on a turning wire")
def _():
    return accelerations(on(lambda t, r: up(r * cos(w * t), r * sin(w * t), 0), height=2), x, v), w**2 * x


@problem("G 1.11 a Lagrangian that is a square of the energy")
def _():
    V = literal_function("V")
    L = lambda s: m**2 * s[2] ** 4 / 12 + m * s[2] ** 2 * V(s[1]) - V(s[1]) ** 2
    return accelerations(L, x, v), -D(V)(x) / m


@problem("G 1.19 spherical pendulum")
def _():
    L = on(lambda t, q: up(l * sin(q[0]) * cos(q[1]), l * sin(q[0]) * sin(q[1]), l * cos(q[0])), height=2)
    found = accelerations(L, up(x, y), up(u, v))
    return found, up(sin(x) * cos(x) * v**2 + g * sin(x) / l, -2 * u * v * cos(x) / sin(x))


@problem("G 1.21 two masses joined through a hole in a table")
def _():
    L = lambda s: ((m + M) * s[2][0] ** 2 + m * s[1][0] ** 2 * s[2][1] ** 2) / 2 - M * g * s[1][0]
    return accelerations(L, up(x, y), up(u, v)), up((m * x * v**2 - M * g) / (m + M), -2 * u * v / x)


@problem("G 1.22 double pendulum by multipliers")
def _():
    free = lambda s: (square(s[2]) / 2 - g * (s[1][1] + s[1][3])) * m
    G = lambda s: up(s[1][0] ** 2 + s[1][1] ** 2, (s[1][2] - s[1][0]) ** 2 + (s[1][3] - s[1][1]) ** 2) - up(l**2, R**2)
    place = lambda q: up(l * sin(q[0]), -l * cos(q[0]), l * sin(q[0]) + R * sin(q[1]), -l * cos(q[0]) - R * cos(q[1]))
    state = s.F_to_C(lambda s: place(s[1]))(up(t, up(x, y), up(u, v)))
    L = s.compose(free, s.F_to_C(lambda s: place(s[1])))
    rates = accelerations(L, up(x, y), up(u, v))
    path = s.F_to_C(lambda s: place(s[1]))(up(t, up(x, y), up(u, v), rates))
    return s.constrained_Lagrangian_to_acceleration(free, G)(state), path[3]


@problem("G 2.4 hoop that rolls down an incline, with its friction")
def _():
    L = lambda s: (m * s[2][0] ** 2 + m * R**2 * s[2][1] ** 2) / 2 + m * g * s[1][0] * sin(a)
    state = up(t, up(x, y), up(v, v / R))
    G = lambda s: s[2][0] - R * s[2][1]
    found = up(s.constrained_Lagrangian_to_acceleration(L, G)(state)[0], s.Lagrange_multipliers(L, G)(state))
    return found, up(g * sin(a) / 2, -m * g * sin(a) / 2)


@problem("G 2.13 a body slides off a sphere at the cosine 2/3")
def _():
    L = lambda s: m * (s[2][0] ** 2 + (s[1][0] * s[2][1]) ** 2) / 2 - m * g * s[1][0] * cos(s[1][1])
    held = s.Lagrange_multipliers(L, lambda s: s[1][0] - R)(up(t, up(R, x), up(0, sqrt(2 * g * (1 - cos(x)) / R))))
    return held, m * g * (3 * cos(x) - 2)


@problem("G 2.18 bead on a turning hoop")
def _():
    L = on(lambda t, q: R * up(sin(q) * cos(w * t), sin(q) * sin(w * t), -cos(q)), height=2)
    return accelerations(L, x, v), sin(x) * (w**2 * cos(x) - g / R)


@problem("G 2.20 a body on a wedge that slides")
def _():
    L = lambda s: (
        (M * s[2][0] ** 2 + m * ((s[2][0] + s[2][1] * cos(a)) ** 2 + (s[2][1] * sin(a)) ** 2)) / 2
        + m * g * s[1][1] * sin(a)
    )
    below = M + m * sin(a) ** 2
    return accelerations(L, up(x, y), up(u, v)), up(-m * g * sin(a) * cos(a), (M + m) * g * sin(a)) / below


@problem("G 3.8 spring pendulum, and its Hamilton's equations")
def _():
    L = lambda s: (
        m * (s[2][0] ** 2 + (s[1][0] * s[2][1]) ** 2) / 2 + m * g * s[1][0] * cos(s[1][1]) - k * (s[1][0] - l) ** 2 / 2
    )
    local = up(t, up(x, y), up(u, v))
    rates = s.Hamiltonian_to_state_derivative(s.Lagrangian_to_Hamiltonian(L))(s.Lstate_to_Hstate(L)(local))
    to_momenta = D(s.Lstate_to_Hstate(L))(local) * s.Lagrangian_to_state_derivative(L)(local)
    return rates, to_momenta


@problem("G 4.10 a frame that turns: Coriolis and centrifugal forces")
def _():
    turned = lambda t, q: up(q[0] * cos(w * t) - q[1] * sin(w * t), q[0] * sin(w * t) + q[1] * cos(w * t), 0)
    found = accelerations(on(turned, height=2), up(x, y), up(u, v))
    return found, up(2 * w * v + w**2 * x, -2 * w * u + w**2 * y)


@problem("G 5.6 Euler's equations from a Lagrangian in Euler's angles")
def _():
    local = up(t, up(x, y, z), up(u, v, a))
    rates = s.Lagrangian_to_state_derivative(s.T_body_Euler(A, B, C))(local)
    n = s.Euler_state_to_omega_body(local)
    found = D(s.Euler_state_to_omega_body)(local) * rates
    return found, up((B - C) * n[1] * n[2] / A, (C - A) * n[2] * n[0] / B, (A - B) * n[0] * n[1] / C)


@problem("G 5.7 heavy top: the equation of its nutation by a Routhian")
def _():
    L = s.L_axisymmetric_top(A, C, g)
    rates = s.Lagrangian_to_acceleration(L)(up(t, up(x, y, z), up(u, v, a)))[0]
    spin = C * (a + v * cos(x))
    return rates, (A * v**2 * sin(x) * cos(x) - spin * v * sin(x) + g * sin(x)) / A


@problem("G 6.4 modes of a linear molecule")
def _():
    L = lambda s: (
        (m * (s[2][0] ** 2 + s[2][2] ** 2) + M * s[2][1] ** 2) / 2
        - k * ((s[1][1] - s[1][0]) ** 2 + (s[1][2] - s[1][1]) ** 2) / 2
    )
    matrix = s.linearize(L, up(t, up(0, 0, 0), up(0, 0, 0)))
    square_of = lambda shape, size: matrix * up(*shape, 0, 0, 0) + size * up(0, 0, 0, *shape)
    return up(square_of((1, 0, -1), k / m), square_of((1, -2 * m / M, 1), k * (1 + 2 * m / M) / m)), up(
        up(*[0] * 6), up(*[0] * 6)
    )


@problem("G 6.P12 modes of a double pendulum")
def _():
    masses = lambda s: l**2 * (2 * s[2][0] ** 2 + s[2][1] ** 2 + 2 * s[2][0] * s[2][1] * cos(s[1][0] - s[1][1])) / 2
    L = lambda s: masses(s) + g * l * (2 * cos(s[1][0]) + cos(s[1][1]))
    matrix, r = s.linearize(L, up(t, up(0, 0), up(0, 0))), sqrt(2)
    of = lambda sign: matrix * up(1, sign * r, 0, 0) + g / l * (2 - sign * r) * up(0, 0, 1, sign * r)
    return up(of(1), of(-1)), up(up(0, 0, 0, 0), up(0, 0, 0, 0))


@problem("G 7.9 relativistic oscillator")
def _():
    L = lambda s: -m * c**2 * sqrt(1 - s[2] ** 2 / c**2) - k * s[1] ** 2 / 2
    return accelerations(L, x, v), -k * x / m * sqrt(1 - v**2 / c**2) ** 3


@problem("G 1.5 charge in a magnetic field")
def _():
    L = lambda s: m * square(s[2]) / 2 + q * b * (s[1][0] * s[2][1] - s[1][1] * s[2][0]) / 2
    return accelerations(L, up(x, y, z), up(u, v, a)), q * b / m * up(v, -u, 0)


@problem("G 9.P5 a transformation by logarithms is canonical")
def _():
    Q = lambda h: s.log(sin(h[2]) / h[1])
    P = lambda h: h[1] * cos(h[2]) / sin(h[2])
    return s.Poisson_bracket(Q, P)(up(t, x, p)), 1


@problem("G 9.7 angular momenta do not commute")
def _():
    angular = [lambda h, i=i: h[1][i - 2] * h[2][i - 1] - h[1][i - 1] * h[2][i - 2] for i in range(3)]
    state = up(t, up(x, y, z), down(u, v, a))
    return up(*(s.Poisson_bracket(angular[i - 2], angular[i - 1])(state) for i in range(3))), up(
        *(L(state) for L in angular)
    )


@problem("G 9.7 the vector of Laplace, Runge and Lenz")
def _():
    H = lambda h: square(h[2]) / (2 * m) - k / sqrt(square(h[1]))

    def vector(h):
        r, n = h[1], h[2]
        spin = r[0] * n[1] - r[1] * n[0]
        return up(n[1] * spin, -n[0] * spin) - m * k * r / sqrt(square(r))

    return s.Poisson_bracket(vector, H)(up(t, up(x, y), down(u, v))), up(0, 0)


@problem("G 11.5 Henon and Heiles")
def _():
    rates = s.Hamiltonian_to_state_derivative(s.HHHam)(up(t, up(x, y), down(u, v)))
    return rates, up(1, up(u, v), down(-x - 2 * x * y, -y - x**2 + y**2))


# --- Greenwood -------------------------------------------------------------------------------------------------------


@problem("W a ladder between wall and floor, by two ways")
def _():
    rod = lambda s: m * (s[2][0] ** 2 + s[2][1] ** 2) / 2 + m * l**2 * s[2][2] ** 2 / 24 - m * g * s[1][1]
    ends = lambda s: up(s[1][0] - l / 2 * sin(s[1][2]), s[1][1] - l / 2 * cos(s[1][2]))
    state = up(t, l / 2 * up(sin(x), cos(x), 2 * x / l), l / 2 * up(cos(x) * v, -sin(x) * v, 2 * v / l))
    return s.constrained_Lagrangian_to_acceleration(rod, ends)(state)[2], 3 * g * sin(x) / (2 * l)


@problem("W dumbbell with a knife edge")
def _():
    L = lambda s: m * (s[2][0] ** 2 + s[2][1] ** 2) + m * l**2 * s[2][2] ** 2 / 4
    G = lambda s: s[2][1] * cos(s[1][2]) - s[2][0] * sin(s[1][2])
    found = s.constrained_Lagrangian_to_acceleration(L, G)(up(t, up(x, y, a), up(v * cos(a), v * sin(a), w)))
    return found, up(-v * w * sin(a), v * w * cos(a), 0)


@problem("W tube that turns, with friction in it")
def _():
    return accelerations(
        on(lambda t, r: up(r * cos(w * t), r * sin(w * t), 0), height=2), x, v, None, lambda s: -c * s[2]
    ), w**2 * x - c * v / m


@problem("W cylinder that rolls on a block that slides")
def _():
    L = lambda s: (M * s[2][0] ** 2 + m * (s[2][0] + R * s[2][1]) ** 2 + m * R**2 * s[2][1] ** 2 / 2) / 2
    found = accelerations(L, up(x, y), up(u, v), None, lambda s: down(F, 0))
    return found, F / (3 * M + m) * up(3, -2 / R)


@problem("W bead on a parabola that turns")
def _():
    L = on(lambda t, r: up(r * cos(w * t), r * sin(w * t), r**2 / (2 * a)), height=2)
    return accelerations(L, x, v), ((w**2 - g / a) * x - x * v**2 / a**2) / (1 + x**2 / a**2)


@problem("W centre of percussion of a rod that is struck")
def _():
    rod = lambda s: m * s[2][0] ** 2 / 2 + m * l**2 * s[2][1] ** 2 / 24
    struck = s.impact(rod, lambda s: s[1][0] + l / 6 * s[1][1], e)(up(t, up(0, 0), up(v, 0)))
    return struck[2][0] - l / 2 * struck[2][1], v


@problem("W central impact of two spheres")
def _():
    T = lambda s: (m * s[2][0] ** 2 + M * s[2][1] ** 2) / 2
    after = s.impact(T, lambda s: s[1][1] - s[1][0], e)(up(t, up(0, 0), up(u, v)))[2]
    return after, (m * u + M * v) / (m + M) * up(1, 1) + e * (u - v) / (m + M) * up(-M, m)


@problem("W compound pendulum with its support on a spring")
def _():
    L = lambda s: (
        (M * s[2][0] ** 2 + m * square(up(s[2][0] + l * cos(s[1][1]) * s[2][1], l * sin(s[1][1]) * s[2][1]))) / 2
        - k * s[1][0] ** 2 / 2
        + m * g * l * cos(s[1][1])
    )
    found = accelerations(L, up(x, a), up(u, v))
    pull = (M + m) * found[0] + m * l * cos(a) * found[1] - m * l * sin(a) * v**2 + k * x
    return up(pull, l * found[1] + cos(a) * found[0] + g * sin(a)), up(0, 0)


# --- Bloch -----------------------------------------------------------------------------------------------------------


@problem("B 1.4 vertical disc that rolls and is turned")
def _():
    L = lambda s: (m * (s[2][0] ** 2 + s[2][1] ** 2) + A * s[2][2] ** 2 + C * s[2][3] ** 2) / 2
    G = lambda s: up(s[2][0] - R * s[2][3] * cos(s[1][2]), s[2][1] - R * s[2][3] * sin(s[1][2]))
    state = up(t, up(x, y, a, z), up(R * v * cos(a), R * v * sin(a), w, v))
    found = s.constrained_Lagrangian_to_acceleration(L, G, None, lambda s: down(0, 0, b, F))(state)
    return found[2:], up(b / A, F / (C + m * R**2))


@problem("B 1.7 Chaplygin's sleigh by quasi-velocities")
def _():
    def L(s):
        (_, _, h), (vx, vy, n) = s[1], s[2]
        return (m * (square(vx - a * n * sin(h)) + square(vy + a * n * cos(h))) + C * n**2) / 2

    edge = lambda s: s[2][1] * cos(s[1][2]) - s[2][0] * sin(s[1][2])
    basis = s.constraint_basis(edge, s.R3_rect, 1)
    _, _, found = s.constrained_Poincare_to_state_derivative(s.quasi_Lagrangian(L, basis), basis)(
        up(t, up(x, y, z), up(v * cos(z), w))
    )
    return found, up(a * w**2 * cos(z) - v * w * sin(z), -m * a * v * w / (C + m * a**2))


@problem("B 8.6 Suslov's problem")
def _():
    products = symbols("D E G")
    inertia = s.matrix_by_rows(
        [A, products[0], products[1]], [products[0], B, products[2]], [products[1], products[2], C]
    )
    T = lambda state: sum(x * y for x, y in zip(state[2], inertia * state[2], strict=True)) / 2
    found = s.constrained_Poincare_to_state_derivative(T, s.so3p_basis)(up(t, up(*symbols("theta phi psi")), up(u, v)))[
        2
    ]
    spin = products[1] * u + products[2] * v
    return up(A * found[0] + products[0] * found[1], products[0] * found[0] + B * found[1]), spin * up(-v, u)


@problem("B 5.5 ball that rolls on a table that turns")
def _():
    def L(local):
        n = s.Euler_state_to_omega_body(up(local[0], local[1][2:], local[2][2:]))
        return m * (local[2][0] ** 2 + local[2][1] ** 2) / 2 + m * R**2 * square(n) / 5

    def spin(local):
        (h, f, _), (hd, _, pd) = local[1][2:], local[2][2:]
        return hd * cos(f) + pd * sin(h) * sin(f), hd * sin(f) - pd * sin(h) * cos(f)

    def G(local):
        n = spin(local)
        return up(local[2][0] - R * n[1] + w * local[1][1], local[2][1] + R * n[0] - w * local[1][0])

    angles, rates = symbols("theta phi psi"), symbols("n_1 n_2 n_3")
    turned = spin(up(t, up(0, 0, *angles), up(0, 0, *rates)))
    state = up(t, up(x, y, *angles), up(R * turned[1] - w * y, -R * turned[0] + w * x, *rates))
    found = s.constrained_Lagrangian_to_state_derivative(L, G)(state)[2][:2]
    return found, 2 * w / 7 * up(-state[2][1], state[2][0])


@problem("B 1.8 Heisenberg's particle: multipliers against quasi-velocities")
def _():
    L = lambda s: m * square(s[2]) / 2 - g * s[1][2]
    G = lambda s: s[2][2] - s[1][1] * s[2][0] + s[1][0] * s[2][1]
    basis = s.constraint_basis(G, s.R3_rect)
    found = s.constrained_Poincare_to_state_derivative(s.quasi_Lagrangian(L, basis), basis)(
        up(t, up(x, y, z), up(u, v))
    )
    whole = s.constrained_Lagrangian_to_acceleration(L, G)(up(t, up(x, y, z), found[1]))
    return found[2], whole[:2]


@problem("B 3.6 rigid body: Lie and Poisson's equations")
def _():
    H = lambda s: (s[2][0] ** 2 / A + s[2][1] ** 2 / B + s[2][2] ** 2 / C) / 2
    n = up(u / A, v / B, a / C)
    found = s.Lie_Poisson_to_state_derivative(H, s.so3_generators)(up(t, up(x, y, z), down(u, v, a)))[2]
    return found, down(v * n[2] - a * n[1], a * n[0] - u * n[2], u * n[1] - v * n[0])


# --- Featherstone ----------------------------------------------------------------------------------------------------

ELBOW = [make_link("revolute", m, up(l / 2, 0, 0), A), make_link("revolute", M, up(R / 2, 0, 0), B, up(l, 0, 0))]


@problem("F 3 torques of an arm of two links")
def _():
    found = s.linkage_torques(make_linkage(ELBOW, up(0, -g, 0)))(up(t, up(x, y), up(u, v), up(a, b)))
    h = M * l * R / 2
    first = (A + m * l**2 / 4 + M * l**2 + B + M * R**2 / 4 + 2 * h * cos(y)) * a + (B + M * R**2 / 4 + h * cos(y)) * b
    first += -h * sin(y) * (2 * u * v + v**2) + (m / 2 + M) * g * l * cos(x) + M * g * R / 2 * cos(x + y)
    second = (
        (B + M * R**2 / 4 + h * cos(y)) * a + (B + M * R**2 / 4) * b + h * sin(y) * u**2 + M * g * R / 2 * cos(x + y)
    )
    return found, down(first, second)


@problem("F 4 a polar arm: revolute, then prismatic")
def _():
    arm = make_linkage(
        [make_link("revolute", 0, up(0, 0, 0), A), make_link(("prismatic", up(1, 0, 0)), m, up(0, 0, 0))], up(0, -g, 0)
    )
    found = s.linkage_to_acceleration(arm)(up(t, up(x, y), up(u, v)))
    return found, up(-m * y * (2 * u * v + g * cos(x)) / (A + m * y**2), y * u**2 - g * sin(x))


@problem("F 6 cart and pole, pushed")
def _():
    links = [
        make_link(("prismatic", up(1, 0, 0)), M, up(0, 0, 0)),
        make_link(("revolute", up(0, 1, 0)), m, up(0, 0, l)),
    ]
    found = s.linkage_to_acceleration(make_linkage(links, up(0, 0, -g)), None, lambda s: down(F, 0))(
        up(t, up(x, y), up(u, v))
    )
    L = on(lambda t, q: up(q[0] + l * sin(q[1]), l * cos(q[1])))
    return found, accelerations(lambda s: L(s) + M * s[2][0] ** 2 / 2, up(x, y), up(u, v), None, lambda s: down(F, 0))


@problem("F 9 a body that floats keeps its momentum")
def _():
    links = [make_link(("prismatic", up(1, 0, 0)), M, up(0, 0, 0)), make_link("revolute", m, up(l, 0, 0), A)]
    L = s.linkage_Lagrangian(make_linkage(links))
    state = up(t, up(x, y), up(u, v))
    rates = s.linkage_to_state_derivative(make_linkage(links))(state)
    return D(lambda state: partial(2)(L)(state)[0])(state) * rates, 0


@problem("F 2 a planar joint is two prismatic ones and a revolute one")
def _():
    body = make_linkage([make_link("planar", m, up(R, 0, 0), A)], up(0, -g, 0))
    found = s.linkage_to_acceleration(body)(up(t, up(x, y, z), up(u, v, a)))
    return found, up(R * a**2 * cos(z), R * a**2 * sin(z) - g, 0)


SLOW = ["G 1.22", "B 5.5", "G 5.6", "B 1.7"]


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.slow] * title.startswith(tuple(SLOW))) for title in PROBLEMS]
)
def test_problems(title):
    found, answer = PROBLEMS[title]()
    assert equivalent(found, answer).verdict == "equal"
