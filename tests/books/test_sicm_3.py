"""SICM, chapter 3: Hamiltonian mechanics. Legendre transforms, brackets, reduction, driven systems."""

import pytest

from scmpy import *
from scmpy.errors import DivisionByZeroError, DomainError

from ..comparing import same

m, k, g, l, t, a, omega, A, C, gMR = symbols("m k g l t a omega A C gMR")  # noqa: E741
x, y, r, phi, p_x, p_y, p_r, p_phi = literal_functions("x y r phi p_x p_y p_r p_phi")
V = literal_function("V", "(-> (X Real Real) Real)")
plane = up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))


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
    with pytest.raises(DomainError, match="Lagrangian->Hamiltonian: "):
        Lagrangian_to_Hamiltonian(lambda s: s[2] ** 4)(up(t, 1, 2))
    with pytest.raises(DivisionByZeroError, match="Lagrangian->Hamiltonian: "):
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


@pytest.mark.slow
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


def test_a_charged_particle():
    """3.1 (exercise): in a magnetic field the momentum is m v + e A, and the velocities do not commute."""
    e, B, phi_ = symbols("e B phi")
    space = up(t, up(*symbols("x y z")), down(*symbols("p_x p_y p_z")))

    def A(q):
        return up(-B * q[1] / 2, B * q[0] / 2, 0)

    def L(s):
        return m * square(s[2]) / 2 + e * (dot_product(s[2], A(s[1])) - phi_)

    H, (x, y, _), (p_x, p_y, p_z) = Lagrangian_to_Hamiltonian(L)(space), space[1], space[2]
    kinetic = ((p_x + e * B * y / 2) ** 2 + (p_y - e * B * x / 2) ** 2 + p_z**2) / (2 * m)
    assert same(H, kinetic + e * phi_)
    v_x, v_y = (lambda s: (s[2][0] + e * B * s[1][1] / 2) / m), (lambda s: (s[2][1] - e * B * s[1][0] / 2) / m)
    assert same(Poisson_bracket(v_x, v_y)(space), e * B / m**2)


def test_legendre_transforms_of_functions():
    """3.1.1: of a square; of several arguments; twice is nothing."""
    p, b = symbols("p b")
    assert same(Legendre_transform(lambda v: m * v**2 / 2 + b * v)(p), (p - b) ** 2 / (2 * m))

    def F(v):
        return 2 * v[0] ** 2 + v[0] * v[1] + v[1] ** 2

    v = up(*symbols("v w"))
    assert same(Legendre_transform(Legendre_transform(F))(v), F(v))
    w = D(F)(v)
    assert same(F(v) + Legendre_transform(F)(w), w * v)


def test_passive_variables():
    """3.1.1: a parameter's derivatives of the two transforms are opposite: d1 H = -d1 L, d0 H = -d0 L."""
    L = L_pend(m, l, g, literal_function("y_s"))
    local = up(t, *symbols("theta thetadot"))
    H, there = Lagrangian_to_Hamiltonian(L), Lstate_to_Hstate(L)(local)
    for slot in (0, 1):
        assert same(partial(slot)(H)(there), -partial(slot)(L)(local))


def test_hamilton_in_turning_coordinates():
    """3.1 (exercise): the Hamiltonian is that of the rest less Omega times the angular momentum."""
    Omega = symbols("Omega")
    H = Lagrangian_to_Hamiltonian(L_rotating_rectangular(m, Omega))
    (x, y), (p_x, p_y) = plane[1], plane[2]
    assert same(H(plane), (p_x**2 + p_y**2) / (2 * m) - Omega * (x * p_y - y * p_x))


def test_constants_close_under_brackets():
    """3.2 (exercise): the bracket of two constants is one: with L_x and L_y every central force keeps L_z."""
    U = literal_function("U")
    space = up(t, up(*symbols("x y z")), down(*symbols("p_x p_y p_z")))
    H = H_central(m, U)

    def L(i, j):
        return lambda s: s[1][i] * s[2][j] - s[1][j] * s[2][i]

    for one in (L(1, 2), L(2, 0), Poisson_bracket(L(1, 2), L(2, 0))):
        assert same(Poisson_bracket(one, H)(space), 0)


def test_the_vector_of_laplace_runge_and_lenz():
    """3.2 (exercise): p x L - m k r/|r| is kept by the force of Kepler, and by no other."""
    space = up(t, up(*symbols("x y z")), down(*symbols("p_x p_y p_z")))

    def H(s):
        return square(s[2]) / (2 * m) - k / sqrt(square(s[1]))

    def eccentricity(s):
        q, p = s[1], up(*s[2])
        return cross_product(p, cross_product(q, p)) - m * k * q / sqrt(square(q))

    for i in range(3):
        assert same(Poisson_bracket(lambda s, i=i: eccentricity(s)[i], H)(space), 0)
    oscillator = H_harmonic(m, k)
    assert not same(Poisson_bracket(lambda s: eccentricity(s)[0], oscillator)(space), 0)


def test_reduction_to_one_degree_of_freedom():
    """3.4.1: Routh's function of a central force has the effective potential U + p_phi^2/(2 m r^2)."""
    U = literal_function("U")
    radius, angle, speed, momentum_ = symbols("r phi rdot p_phi")
    reduced = Lagrangian_to_Routhian(L_central_polar(m, U))
    state = up(t, up(radius, angle), up(speed, momentum_))
    effective = U(radius) + momentum_**2 / (2 * m * radius**2)
    assert same(reduced(state), effective - m * speed**2 / 2)
    residual = Routh_equations(reduced)(r, phi, p_phi)(t)
    assert str(simplify(residual)).count("(expt D 2) r") == 1


def test_henon_and_heiles_equations():
    """3.6.4: the state derivative of the two coordinates."""
    (x, y), (p_x, p_y) = plane[1], plane[2]
    wanted = up(1, up(p_x, p_y), down(-x - 2 * x * y, -y - x**2 + y**2))
    assert same(HHsysder()(plane), wanted)
    assert same(HHHam(plane), (p_x**2 + p_y**2 + x**2 + y**2) / 2 + x**2 * y - y**3 / 3)


def test_a_surface_of_section_keeps_areas():
    """3.6.2, 3.8: on a section at fixed energy the map (y, p_y) is canonical: for oscillators, by hand."""
    w, turn, y, p_y = symbols("w T y p_y")

    def step(s):
        """From one crossing x = 0 upwards to the next it takes the time T, in which y turns by w T."""
        c, sine = cos(w * turn), sin(w * turn)
        return up(c * s[0] + sine * s[1] / w, c * s[1] - w * sine * s[0])

    assert same(determinant(as_matrix(D(step))(up(y, p_y))), 1)


def test_the_standard_map_and_its_inverse():
    """3.9: there and back, between 0 and 2 pi."""
    forward, back = standard_map(0.6), standard_map_inverse(0.6)

    def there(theta, action):
        return forward(theta, action, lambda *place: back(*place, up, None), None)

    for place in ((2.0, 1.0), (6.0, 5.5), (0.1, 0.0)):
        assert list(there(*place)) == pytest.approx(place)


def test_the_axisymmetric_potential_of_a_galaxy():
    """3.6.3: about the axis the angular momentum is kept, and the meridional plane has an effective potential."""
    V = literal_function("V", "(-> (X Real Real) Real)")

    def L(s):
        (rho, _, z), (rho_dot, angle_dot, z_dot) = s[1], s[2]
        return m * (rho_dot**2 + (rho * angle_dot) ** 2 + z_dot**2) / 2 - V(rho, z)

    rho, angle, z, p_rho, p_angle, p_z = symbols("rho theta z p_rho p_theta p_z")
    H = Lagrangian_to_Hamiltonian(L)(up(t, up(rho, angle, z), down(p_rho, p_angle, p_z)))
    assert same(H, (p_rho**2 + p_z**2) / (2 * m) + p_angle**2 / (2 * m * rho**2) + V(rho, z))


def test_hamiltonians_that_do_not_depend_on_the_time_are_kept():
    """3.1.2, 3.2: dH/dt along the motion is d0 H."""
    H = literal_function("H", Hamiltonian_signature(2))
    rate = D(H)(plane) * Hamiltonian_to_state_derivative(H)(plane)
    assert same(rate, partial(0)(H)(plane))
