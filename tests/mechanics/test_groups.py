"""Mechanics on groups and other manifolds: invariant bases, and one system by Lagrange, Poincaré, Lie and Poisson.

Source: MIT 12.620J, "Poincaré equations".
"""

import pytest

from scmpy import *
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError
from scmpy.structure.matrix import Matrix

from ..comparing import same

A, B, C, h, m, R, g, t = symbols("A B C h m R g t")
angles = up(*symbols("theta phi psi"))
path = up(*literal_functions("theta phi psi"))


def contracted(basis, residual, place):
    """The residual of Lagrange's equations contracted with the fields of a basis."""
    return s_map(lambda e: residual * e(basis.chart.map)(place), basis.vectors)


# --- bases from the multiplication of a group ------------------------------------------------------------------


@pytest.mark.parametrize(("derived", "typed"), [(left_invariant_basis, so3p_basis), (right_invariant_basis, so3_basis)])
def test_bases_of_the_rotations(derived, typed):
    basis = derived(Euler_angles, Euler_to_M, so3_generators)
    for ours, theirs in zip(basis.vectors, typed.vectors, strict=True):
        assert same(ours.components(angles), theirs.components(angles))
    for i, form in enumerate(basis.forms):
        assert same(form(typed.vectors)(angles), down(*(int(i == k) for k in range(3))))


def test_a_group_of_ones_own():
    """The affine maps of the line, x -> a x + b: a group that is not unimodular."""
    affine = make_chart("a b")

    def M(q):
        return Matrix(((q[0], q[1]), (0, 1)))

    generators = group_generators(M, up(1, 0))
    left, right = (make(affine, M, generators) for make in (left_invariant_basis, right_invariant_basis))
    a, b = symbols("a b")
    assert same(down(*(e.components(up(a, b)) for e in left.vectors)), down(up(a, 0), up(0, a)))
    assert same(down(*(e.components(up(a, b)) for e in right.vectors)), down(up(a, b), up(0, 1)))
    assert same(structure_constants(left)(up(a, b))[1], down(down(0, 1), down(-1, 0)))
    assert same(structure_constants(right)(up(a, b))[1], down(down(0, -1), down(1, 0)))


def test_bases_that_cannot_be_made():
    with pytest.raises(StructureError, match="expects 3 generators"):
        left_invariant_basis(Euler_angles, Euler_to_M, so3_generators[:2])
    with pytest.raises(DivisionByZeroError, match="linearly dependent"):
        left_invariant_basis(Euler_angles, Euler_to_M, down(so3_generators[0], so3_generators[1], so3_generators[0]))
    with pytest.raises(WrongTypeError, match="expects generators"):
        left_invariant_basis(Euler_angles, Euler_to_M, 3)
    strange = down(*so3_generators[:2], Matrix(((1, 0, 0), (0, 0, 0), (0, 0, 0))))
    with pytest.raises(DomainError, match="do not span"):
        left_invariant_basis(Euler_angles, Euler_to_M, strange).vectors[0].components(angles)
    with pytest.raises(DomainError, match="do not span"):
        generators_to_structure_constants(so3_generators[:2])
    with pytest.raises(DomainError, match="coordinates of the identity"):
        group_generators(Euler_to_M, angles)


# --- the heavy top ---------------------------------------------------------------------------------------------


def L_top(state):
    """Any body with its centre of mass on the third principal axis, h = m g R, in Euler angles."""
    return T_body_Euler(A, B, C)(state) - h * cos(state[1][0])


def L_hat(state):
    return T_body(A, B, C)(state[2]) - h * cos(state[1][0])


def l_reduced(state):
    return T_body(A, B, C)(state[2]) - h * state[1][2]


def vertical(s):
    """The vertical on the axes of the body."""
    return Euler_to_M(path(s)).transpose * up(0, 0, 1)


w = quasi_velocities(so3p_basis, path)
lagrange = Lagrange_equations(L_top)(path)(t)
poincare = Poincare_equations(L_hat, so3p_basis)(path, w)(t)


def test_quasi_lagrangian_of_the_top():
    a, b, c = symbols("a b c")
    state = up(t, angles, up(a, b, c))
    assert same(quasi_Lagrangian(L_top, so3p_basis)(state), L_hat(state))


@pytest.mark.slow
def test_lagrange_and_poincare():
    answer = equivalent_equations(lagrange, poincare)
    assert answer.verdict == "equal"
    assert same(contracted(so3p_basis, lagrange, path(t)), poincare)


@pytest.mark.slow
def test_poincare_in_the_basis_of_space():
    spatial = Poincare_equations(quasi_Lagrangian(L_top, so3_basis), so3_basis)
    residual = spatial(path, quasi_velocities(so3_basis, path))(t)
    assert equivalent_equations(residual, lagrange).verdict == "equal"


@pytest.mark.slow
def test_euler_and_poincare():
    advected, momenta = Euler_Poincare_equations(l_reduced, so3_generators)(vertical, w)(t)
    assert same(advected, up(0, 0, 0))
    assert same(momenta, poincare)
    assert equivalent_equations(momenta, lagrange).verdict == "equal"


def test_lie_and_poisson():
    H = Lagrangian_to_Hamiltonian(l_reduced)

    def mu(s):
        return partial(2)(l_reduced)(up(s, vertical(s), w(s)))

    _, advected, momenta = Lie_Poisson_equations(H, so3_generators)(vertical, mu)(t)
    assert same(advected, up(0, 0, 0))
    assert equivalent_equations(momenta, lagrange).verdict == "equal"


def test_reconstruction():
    assert same(reconstruction_equations(so3p_basis)(path, w)(t), up(0, 0, 0))
    rates = Poincare_to_state_derivative(L_hat, so3p_basis)
    velocities = up(*symbols("thetadot phidot psidot"))
    state = up(t, angles, velocities)
    there = up(t, angles, Euler_state_to_omega_body(state))
    assert same(rates(there)[1], velocities)
    accelerations = Lagrangian_to_acceleration(L_top)(state)
    assert same(rates(there)[2], Dt(Euler_state_to_omega_body)(up(t, angles, velocities, accelerations)))


# --- brackets --------------------------------------------------------------------------------------------------

here = up(t, up(*symbols("x y z")), down(*symbols("p q r")))
bracket = Lie_Poisson_bracket(so3_generators)


def test_casimirs_of_the_top():
    for casimir in (lambda s: square(s[1]), lambda s: s[1] * s[2]):
        assert same(Lie_Poisson_to_state_derivative(casimir, so3_generators)(here), up(1, up(0, 0, 0), down(0, 0, 0)))
    assert not same(Lie_Poisson_to_state_derivative(lambda s: square(s[2]), so3_generators)(here)[1], up(0, 0, 0))


def test_the_bracket_is_a_derivation_and_satisfies_jacobi():
    F = component(2, 0) * component(1, 1)
    G = component(2, 1) ** 2 + component(1, 0)
    K = component(2, 2) * component(2, 0)
    assert same((bracket(F, G) + bracket(G, F))(here), 0)
    assert same((bracket(F, G * K) - bracket(F, G) * K - G * bracket(F, K))(here), 0)
    cyclic = bracket(F, bracket(G, K)) + bracket(G, bracket(K, F)) + bracket(K, bracket(F, G))
    assert same(cyclic(here), 0)


def test_the_flow_is_the_bracket():
    H = Lagrangian_to_Hamiltonian(l_reduced)
    rates = Lie_Poisson_to_state_derivative(H, so3_generators)(here)
    for slot in (1, 2):
        for i in range(3):
            assert same(bracket(component(slot, i), H)(here), rates[slot][i])


def test_ad_star_is_dual_to_the_commutator():
    xi, eta = up(*symbols("a b c")), up(*symbols("d e f"))
    mu = here[2]
    assert same(ad_star(so3_generators)(xi, mu) * eta, mu * cross_product(xi, eta))


@pytest.mark.parametrize(
    "state", [up(t, up(1, 2), down(1, 2, 3)), up(t, up(1, 2, 3), up(1, 2, 3)), up(t, up(1, 2, 3)), 5]
)
def test_states_that_do_not_fit(state):
    with pytest.raises(StructureError, match="Lie-Poisson->state-derivative expects"):
        Lie_Poisson_to_state_derivative(lambda s: square(s[2]), so3_generators)(state)


# --- other manifolds -------------------------------------------------------------------------------------------


def test_the_spherical_pendulum_in_an_orthonormal_frame():
    """On S^2, whose frame cannot be of a group: the structure functions depend on the place."""
    d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    theta, _ = S2_spherical.coordinates("theta phi")
    frame = down(d_dtheta, d_dphi / sin(theta))
    basis = make_basis(frame, vector_basis_to_dual(frame, S2_spherical))
    q = up(*literal_functions("theta phi"))

    def L(state):
        _, (theta, _), (a, b) = state
        return m * R**2 * (a**2 + (sin(theta) * b) ** 2) / 2 - m * g * R * cos(theta)

    def L_hat(state):
        return m * R**2 * square(state[2]) / 2 - m * g * R * cos(state[1][0])

    assert same(quasi_Lagrangian(L, basis)(up(t, angles[:2], angles[1:])), L_hat(up(t, angles[:2], angles[1:])))
    residual = Poincare_equations(L_hat, basis)(q, quasi_velocities(basis, q))(t)
    assert equivalent_equations(residual, Lagrange_equations(L)(q)(t)).verdict == "equal"
    assert same(reconstruction_equations(basis)(q, quasi_velocities(basis, q))(t), up(0, 0))


def test_one_dimension():
    d_dx = R1_rect.vector_basis("x")[0]
    x = R1_rect.coordinates("x")[0]
    frame = down((1 + x**2) * d_dx)
    basis = make_basis(frame, vector_basis_to_dual(frame, R1_rect))
    assert str(structure_constants(basis)(symbols("a"))) == "(up (down (down 0)))"


def test_a_basis_that_is_dependent_at_a_point():
    d_dx, d_dy = R2_rect.vector_basis("x y")
    x, _ = R2_rect.coordinates("x y")
    frame = down(d_dx, x * d_dy)
    basis = make_basis(frame, vector_basis_to_dual(frame, R2_rect))

    def free(state):
        return square(state[2]) / 2

    with pytest.raises(DivisionByZeroError, match="dependent or not defined at"):
        Poincare_to_state_derivative(free, basis)(up(0, up(0, 1), up(1, 1)))
    with pytest.raises(DivisionByZeroError, match="dependent or not defined at"):
        Poincare_equations(free, basis)(lambda t: up(0, t), lambda t: up(1, t))(1)
    with pytest.raises(DivisionByZeroError, match="no inertia in the direction"):
        Poincare_to_state_derivative(lambda s: s[2][0] ** 2, basis)(up(0, up(1, 1), up(1, 1)))
    with pytest.raises(StructureError, match="as many quasi-velocities"):
        Poincare_to_state_derivative(free, basis)(up(0, up(1, 1), up(1, 1, 1)))
