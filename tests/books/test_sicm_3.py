"""SICM, chapter 3: Hamiltonian mechanics. Legendre transforms, brackets, reduction, driven systems."""

# ruff: noqa: F403, F405

import pytest

from scmpy import *
from scmpy.errors import DivisionByZeroError, DomainError

m, k, g, l, t, a, omega, A, C, gMR = symbols("m k g l t a omega A C gMR")  # noqa: E741
x, y, r, phi, p_x, p_y, p_r, p_phi = literal_functions("x y r phi p_x p_y p_r p_phi")
V = literal_function("V", "(-> (X Real Real) Real)")
plane = up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))


def same(one, other):
    return equivalent(one, other).verdict == "equal"


def test_hamiltons_equations_of_a_particle():
    """3.1: rates of place and of momentum."""
    residual = Hamilton_equations(H_rectangular(m, V))(up(x, y), down(p_x, p_y))(t)
    assert same(residual[1], up(D(x)(t) - p_x(t) / m, D(y)(t) - p_y(t) / m))
    assert same(residual[2][1], D(p_y)(t) + partial(1)(V)(x(t), y(t)))


def test_legendre_transform_both_ways():
    """3.1.1: of a quadratic Lagrangian; back it comes; what is not quadratic or is singular is refused."""
    L = L_rectangular(m, V)
    H = Lagrangian_to_Hamiltonian(L)
    assert same(H(plane), H_rectangular(m, V)(plane))
    local = up(t, up(*symbols("x y")), up(*symbols("v w")))
    assert same(Hamiltonian_to_Lagrangian(H)(local), L(local))
    assert same(Hstate_to_Lstate(H)(Lstate_to_Hstate(L)(local)), local)
    with pytest.raises(DomainError):
        Lagrangian_to_Hamiltonian(lambda s: s[2] ** 4)(up(t, 1, 2))
    with pytest.raises(DivisionByZeroError):
        Lagrangian_to_Hamiltonian(lambda s: s[1] * s[2])(up(t, 1, 2))


def test_the_polar_hamiltonian():
    """3.1.1: a central force in polar coordinates; the angular momentum is conserved."""
    U = literal_function("U")
    H = Lagrangian_to_Hamiltonian(L_central_polar(m, U))
    state = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    assert same(H(state), H_central_polar(m, U)(state))
    residual = Hamilton_equations(H)(up(r, phi), down(p_r, p_phi))(t)
    assert same(residual[2][1], D(p_phi)(t))
    assert same(residual[2][0], D(p_r)(t) - p_phi(t) ** 2 / (m * r(t) ** 3) + D(U)(r(t)))


def test_brackets():
    """3.2: antisymmetry, bilinearity, Leibniz, Jacobi; coordinates and momenta; the rate along the flow."""
    signature = Hamiltonian_signature(2)
    F, G, H = (literal_function(name, signature) for name in "FGH")
    bracket = Poisson_bracket
    assert same((bracket(F, G) + bracket(G, F))(plane), 0)
    assert same((bracket(F, G + H) - bracket(F, G) - bracket(F, H))(plane), 0)
    assert same((bracket(F, G * H) - bracket(F, G) * H - G * bracket(F, H))(plane), 0)
    jacobi = bracket(F, bracket(G, H)) + bracket(G, bracket(H, F)) + bracket(H, bracket(F, G))
    assert same(jacobi(plane), 0)
    assert bracket(coordinate, momentum)(plane) == up(down(1, 0), down(0, 1))
    rate = D(F)(plane) * Hamiltonian_to_state_derivative(H)(plane)
    assert same(rate, (partial(0)(F) + bracket(F, H))(plane))


def test_angular_momenta_close():
    """3.2: {L_x, L_y} = L_z."""
    space = up(t, up(*symbols("x y z")), down(*symbols("p_x p_y p_z")))

    def L(i, j):
        return lambda s: s[1][i] * s[2][j] - s[1][j] * s[2][i]

    assert same(Poisson_bracket(L(1, 2), L(2, 0))(space), L(0, 1)(space))


def test_the_reduced_top():
    """3.3, 3.4: the Hamiltonian of the symmetric top depends on one angle; two momenta are constants."""
    H = Lagrangian_to_Hamiltonian(L_axisymmetric_top(A, C, gMR))
    theta, p, p_phi, p_psi = symbols("theta p_theta p_phi p_psi")
    state = up(t, up(theta, *symbols("phi psi")), down(p, p_phi, p_psi))
    tilt = p**2 / (2 * A) + p_psi**2 / (2 * C) + gMR * cos(theta)
    assert same(H(state), tilt + (p_phi - p_psi * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2))
    assert same(Hamiltonian_to_state_derivative(H)(state)[2][1:] + down(t, t), down(t, t))


def test_the_driven_pendulum():
    """3.1.1, 3.6: the Hamiltonian depends on the time, and is not the energy."""
    H = Lagrangian_to_Hamiltonian(L_periodically_driven_pendulum(m, l, g, a, omega))
    theta, p = symbols("theta p_theta")
    state = up(t, theta, p)
    drive = a * omega * sin(omega * t)
    kinetic = (p + m * l * drive * sin(theta)) ** 2 / (2 * m * l**2) - m * drive**2 / 2
    assert same(H(state), kinetic + m * g * (a * cos(omega * t) - l * cos(theta)))
    assert same(H_pend_sysder(m, l, g, a, omega)(state), Hamiltonian_to_state_derivative(H)(state))


def test_henon_and_heiles():
    """3.6.4: energy is conserved; the angular momentum is not, unless it is a symmetry by thirds of a turn."""
    energy_rate = Poisson_bracket(HHHam, HHHam)(plane)
    assert same(energy_rate, 0)
    third = sqrt(3) / 2

    def turned(s):
        (x, y), (px, py) = s[1], s[2]
        return up(s[0], up(-x / 2 - third * y, third * x - y / 2), down(-px / 2 - third * py, third * px - py / 2))

    assert same(HHHam(turned(plane)), HHHam(plane))


def test_the_standard_map_keeps_areas():
    """3.9: the determinant of its derivative is 1."""
    K, angle, momentum_ = symbols("K x y")

    def step(s):
        new = s[1] + K * sin(s[0])
        return up(s[0] + new, new)

    assert same(determinant(D(step)(up(angle, momentum_))), 1)


def test_liouville():
    """3.8: the flow of a Hamiltonian has no divergence."""
    H = literal_function("H", Hamiltonian_signature(1))
    flow = Hamiltonian_to_state_derivative(H)
    state = up(t, *symbols("q p"))
    slope = D(flow)(state)
    assert same(slope[1][1] + slope[2][2], 0)
