"""Forty problems of textbooks: what is derived is the answer of the book, or of a second way to derive it.

Goldstein, Poole and Safko, Classical Mechanics, 3rd edition (G); Greenwood, Advanced Dynamics and Principles of Dynamics
(W); Bloch, Nonholonomic Mechanics and Control (B); Featherstone, Rigid Body Dynamics Algorithms (F).
"""

# ruff: noqa: E731, E741

import functools

import pytest

import scmpy as s
from scmpy import *

from ..tables import sections

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


@problem("G 9.7 the vector of Laplace, Runge and Lenz")
def _():
    H = lambda h: square(h[2]) / (2 * m) - k / sqrt(square(h[1]))

    def vector(h):
        r, n = h[1], h[2]
        spin = r[0] * n[1] - r[1] * n[0]
        return up(n[1] * spin, -n[0] * spin) - m * k * r / sqrt(square(r))

    return s.Poisson_bracket(vector, H)(up(t, up(x, y), down(u, v))), up(0, 0)


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


TEXTS = sections(__file__, "problems.txt")


def stated(title):
    """What is derived in a problem of the text, and what it is to be."""
    names = dict(globals())
    *definitions, (found, answer) = (line.split(" = ") for line in TEXTS[title])
    for (definition,) in definitions:
        exec(definition.replace(" := ", " = ", 1), names)
    return eval(found, names), eval(answer, names)


PROBLEMS |= {title: functools.partial(stated, title) for title in TEXTS}
SLOW = ["G 1.22", "B 5.5", "G 5.6", "B 1.7"]


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.slow] * title.startswith(tuple(SLOW))) for title in PROBLEMS]
)
def test_problems(title):
    found, answer = PROBLEMS[title]()
    assert equivalent(found, answer).verdict == "equal"
