"""SICM, chapter 4: phase-space structure. Fixed points, their multipliers, what can be said without integrating."""

from fractions import Fraction

import pytest

from scmpy import *
from scmpy.structure.matrix import Matrix

from ..comparing import same

alpha, beta, K = symbols("alpha beta K")


def linearized(H, state):
    """The matrix of the flow about a state, the time left out."""
    return qp_submatrix(D_as_matrix(Hamiltonian_to_state_derivative(H))(state))


def test_equilibria_of_the_pendulum():
    """4.2: the rates obey lambda^2 = -beta cos(theta)/alpha: elliptic at the bottom, hyperbolic at the top."""
    theta = symbols("theta")
    matrix = linearized(pendulum_Hamiltonian(alpha, beta), up(0, theta, 0))
    assert same(trace(matrix), 0)
    assert same(-determinant(matrix), -beta * cos(theta) / alpha)
    assert same(-determinant(linearized(pendulum_Hamiltonian(alpha, beta), up(0, 0, 0))), -beta / alpha)


def test_multipliers_of_the_standard_map():
    """4.2: at (0, 0) their product is 1 and their sum 2 + K; at (pi, 0) the sum is 2 - K."""

    def step(s):
        new = s[1] + K * sin(s[0])
        return up(s[0] + new, new)

    def matrix(x):
        return as_matrix(D(step))(up(x, 0))

    origin = matrix(0)
    assert same(determinant(origin), 1)
    assert same(trace(origin), 2 + K)
    angle = symbols("x")
    assert same(trace(matrix(angle)), 2 + K * cos(angle))


def test_invariant_curves_of_an_integrable_map():
    """4.6: the twist map turns each circle by an angle of its own, and keeps areas."""
    rotation = literal_function("rho")

    def twist(s):
        return up(s[0] + rotation(s[1]), s[1])

    place = up(*symbols("theta J"))
    assert same(determinant(D(twist)(place)), 1)
    assert same(twist(twist(place))[0], place[0] + 2 * rotation(place[1]))


def test_the_separatrix():
    """4.3: on it the energy is that of the top, and the momentum 2 sqrt(alpha beta) cos(theta/2)."""
    theta = symbols("theta")
    H = pendulum_Hamiltonian(alpha, beta)
    on_it = up(0, theta, 2 * sqrt(alpha * beta) * cos(theta / 2))
    assert same(H(on_it), beta)


def test_multipliers_come_in_reciprocal_pairs():
    """4.2: of a symplectic matrix det(M - x) = x^4 det(M - 1/x), for two degrees of freedom."""
    a, b, c, x = symbols("a b c x")
    shear = Matrix(((1, 0, a, b), (0, 1, b, c), (0, 0, 1, 0), (0, 0, 0, 1)))
    other = Matrix(((1, 0, 0, 0), (0, 1, 0, 0), (c, a, 1, 0), (a, b, 0, 1)))
    M = shear * other
    assert same(is_symplectic_matrix(M), 0 * M)
    one = m_make_identity(4)
    assert same(determinant(M - x * one), x**4 * determinant(M - one / x))


def test_henons_map():
    """4 (exercise): x' = x cos a - (y - x^2) sin a, y' = x sin a + (y - x^2) cos a keeps areas, and turns by a at 0."""
    angle, x, y = symbols("a x y")

    def step(s):
        lowered = s[1] - s[0] ** 2
        return up(s[0] * cos(angle) - lowered * sin(angle), s[0] * sin(angle) + lowered * cos(angle))

    matrix = as_matrix(D(step))
    assert same(determinant(matrix(up(x, y))), 1)
    assert same(trace(matrix(up(0, 0))), 2 * cos(angle))


def test_a_cycle_of_two_in_the_standard_map():
    """4.2: 0 and pi at y = pi change places; the multipliers' sum is 2 - K^2: elliptic for K < 2."""

    def step(s, K=K):
        new = s[1] + K * sin(s[0])
        return up(s[0] + new, new)

    there = step(up(0, pi))
    assert there == up(pi, pi)
    assert list(map(float, step(there, 0.7))) == pytest.approx([float(2 * pi), float(pi)])
    assert same(trace(as_matrix(D(compose(step, step)))(up(0, pi))), 2 - K**2)


def test_critical_points_of_henon_and_heiles():
    """4.2: rest at the origin is elliptic; at (0, 1), of energy 1/6, lambda^2 = 1 or -3: a saddle and a centre."""
    x = symbols("lambda")
    for y, energy, squares in ((0, 0, (-1, -1)), (1, 1 / 6, (1, -3))):
        place = up(0, up(0, y), down(0, 0))
        assert float(HHHam(place)) == energy
        assert same(HHsysder()(place), up(1, up(0, 0), down(0, 0)))
        matrix = linearized(HHHam, place)
        wanted = (x**2 - squares[0]) * (x**2 - squares[1])
        assert same(determinant(matrix - x * m_make_identity(4)), wanted)


def test_the_triangular_points_of_lagrange():
    """4.2: at L4 of the restricted problem lambda^4 + lambda^2 + 27/4 mu (1 - mu) = 0: stable for a small mu."""
    mu, x = symbols("mu lambda")
    L = LR3B1(1, mu, 1 - mu, 1, 1 - mu, mu)
    place = up(0, up(Fraction(1, 2) - mu, sqrt(3) / 2), up(0, 0))
    flow = Lagrangian_to_state_derivative(L)
    assert str(simplify(flow(place))) == "(up 1 (up 0 0) (up 0 0))"
    slope = qp_submatrix(D_as_matrix(flow)(place))
    characteristic = determinant(slope - x * m_make_identity(4))
    assert str(simplify(characteristic - (x**4 + x**2 + Fraction(27, 4) * mu * (1 - mu)))) == "0"


def test_rotation_numbers_and_symmetry():
    """4.5, 4.6: the standard map is the product of two reflections, so that some of its orbits lie on lines."""
    x, y = symbols("x y")

    def one(s):
        return up(-s[0], s[1] + K * sin(s[0]))

    def other(s):
        return up(-s[0] + s[1], s[1])

    def step(s):
        new = s[1] + K * sin(s[0])
        return up(s[0] + new, new)

    place = up(x, y)
    for reflection in (one, other):
        assert same(reflection(reflection(place)), place)
        assert same(determinant(as_matrix(D(reflection))(place)), -1)
    assert same(other(one(place)), step(place))


def test_floquets_theorem_for_a_kick():
    """4.2 (periodic linear equations): drift, then kick: the product of the multipliers is 1, their sum 2 - k T/m."""
    k, T, m = symbols("k T m")
    drift, kick = Matrix(((1, T / m), (0, 1))), Matrix(((1, 0), (-k, 1)))
    turn = kick * drift
    assert same(determinant(turn), 1)
    assert same(trace(turn), 2 - k * T / m)
