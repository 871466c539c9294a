"""Hamiltonian mechanics: brackets, equations, the Legendre transform, canonical transformations, Lie series.

Source: SICM 3, 5, 6.
"""

import math

import pytest

from scmpy import *
from scmpy.calculus.jet import taped, traced
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError

t, m, k, x, y, z, px, py, pz = symbols("t m k x y z p_x p_y p_z")
alpha, beta, h, theta, p = symbols("alpha beta h theta p")
plane = up(t, up(x, y), down(px, py))
line = up(t, x, px)
F, G, H = (literal_function(name, Hamiltonian_signature(2)) for name in "FGH")


def zero(value):
    """Are all leaves of the simplified value zero?"""
    words = str(simplify(value)).replace("(", " ").replace(")", " ").split()
    return set(words) <= {"0", "0.", "up", "down", "list", "matrix-by-rows"}


# --- states ----------------------------------------------------------------------------------------------------


def test_states():
    state = literal_Hamiltonian_state(2)
    assert is_H_state(state)
    assert degrees_of_freedom(state) == 2
    assert is_compatible_H_state(D(F)(state))
    assert matrix_to_H_state(H_state_to_matrix(state), state) == state
    assert momentum(state) == state[2]
    assert is_H_state(line)
    assert not is_H_state(up(t, up(x, y), down(px, py, pz)))
    assert not is_H_state(down(t, up(x, y), down(px, py)))


@pytest.mark.parametrize("bad", [3, up(t, x), down(t, x, px), "state"])
def test_what_is_no_state(bad):
    for operation in (Hamiltonian_to_state_derivative(H_harmonic(m, k)), Poisson_bracket(F, G), F_to_CT(p_to_r)):
        with pytest.raises(StructureError, match="expects a phase-space state"):
            operation(bad)
    assert not is_H_state(bad)


@pytest.mark.parametrize(
    "operation",
    [H_central_polar(m, lambda r: r), F_to_CT(two_particle_center_of_mass(m, k)), two_particle_center_of_mass(m, k)],
)
def test_states_with_another_number_of_coordinates(operation):
    for state in (line, up(t, up(x, y, z), down(px, py, pz))):
        with pytest.raises(StructureError, match="expects 2 coordinates"):
            operation(state)


# --- brackets --------------------------------------------------------------------------------------------------


def test_bracket_of_structures_is_the_structure_of_brackets():
    pair, both = up(F, G), lambda s: up(F(s), G(s))
    whole = Poisson_bracket(pair, momentum)(plane)
    for f, part in zip((F, G), whole, strict=True):
        assert zero(part - Poisson_bracket(f, momentum)(plane))
    assert zero(whole - Poisson_bracket(both, momentum)(plane))


def test_brackets_of_literal_functions_are_those_of_procedures_that_call_them():
    f, g = (lambda s, known=known: known(s) for known in (F, G))
    for place in (plane, up(t, up(x, 2), down(sin(t), 0.5))):
        assert str(Poisson_bracket(F, Poisson_bracket(G, H))(place)) == str(
            Poisson_bracket(f, Poisson_bracket(g, lambda s: H(s)))(place)
        )
        assert str(D(Poisson_bracket(F, G))(place)) == str(D(Poisson_bracket(f, g))(place))


def test_bracket_of_what_is_no_function():
    with pytest.raises(WrongTypeError, match="Poisson-bracket expects functions"):
        Poisson_bracket("f", F)
    assert zero(Poisson_bracket(3, F)(plane))


# --- the Legendre transform ------------------------------------------------------------------------------------


def L_polar(state):
    (r, _), (rdot, phidot) = state[1], state[2]
    return m * (rdot**2 + (r * phidot) ** 2) / 2 - literal_function("U")(r)


def L_coupled(state):
    q, (u, v) = state[1], state[2]
    return m * u**2 / 2 + cos(q[0]) * u * v + k * v**2 / 2 + q[1] * u - literal_function("W")(q[0])


@pytest.mark.parametrize("L", [L_polar, L_coupled])
def test_Legendre_transform_is_an_involution(L):
    local = up(t, up(x, y), up(*symbols("u v")))
    assert zero(Hamiltonian_to_Lagrangian(Lagrangian_to_Hamiltonian(L))(local) - L(local))


@pytest.mark.parametrize("L", [L_polar, L_coupled])
def test_states_go_to_phase_space_and_back(L):
    local = up(t, up(x, y), up(*symbols("u v")))
    assert zero(Hstate_to_Lstate(Lagrangian_to_Hamiltonian(L))(Lstate_to_Hstate(L)(local)) - local)


def test_Hamilton_s_equations_of_a_Lagrangian_are_Lagrange_s():
    q = up(*literal_functions("r phi"))

    def momenta(t):
        return Lstate_to_Hstate(L_polar)(Gamma(q)(t))[2]

    residual = Hamilton_equations(Lagrangian_to_Hamiltonian(L_polar))(q, momenta)(t)
    assert zero(residual - up(0, up(0, 0), Lagrange_equations(L_polar)(q)(t)))


def test_Legendre_transform_of_numbers():
    assert Legendre_transform(lambda v: 3 * v**2)(12) == 12
    assert Legendre_transform(lambda v: v[0] ** 2 + v[1] ** 2)(down(2.0, 4.0)) == 5.0


@pytest.mark.parametrize(
    ("f", "at"),
    [
        (lambda v: 3 * v, p),
        (lambda v: (v[0] + v[1]) ** 2, down(px, py)),
        (lambda v: v[0] ** 2, down(px, py)),
        (lambda v: 7, p),
        (lambda v: alpha * v - v * alpha, p),
    ],
)
def test_singular_Legendre_transforms(f, at):
    with pytest.raises(DivisionByZeroError, match="the second derivative of the function is singular"):
        Legendre_transform(f)(at)


@pytest.mark.parametrize(
    ("f", "at"), [(lambda v: v**4, p), (lambda v: sqrt(1 - v**2), p), (lambda v: v[0] ** 2 * v[1], down(px, py))]
)
def test_Legendre_transforms_of_what_is_not_quadratic(f, at):
    with pytest.raises(DomainError, match="Legendre-transform: the function is not quadratic"):
        Legendre_transform(f)(at)


# --- the Routhian ----------------------------------------------------------------------------------------------


def test_Routhian_has_the_accelerations_of_the_Lagrangian():
    local = up(t, up(x, y), up(*symbols("u v")))
    R = Lagrangian_to_Routhian(L_coupled)
    state = Lagrangian_state_to_Routhian_state(L_coupled)(local)
    assert zero(Routhian_to_acceleration(R)(state) - Lagrangian_to_acceleration(L_coupled)(local)[0])
    assert zero(Routhian_state_to_Lagrangian_state(R)(state) - local)


def test_Routh_equations_say_what_the_state_derivative_says():
    R = Lagrangian_to_Routhian(L_polar)
    r, phi, pphi = literal_functions("r phi p_phi")
    first, (of_time, second, third) = Routh_equations(R)(r, phi, pphi)(t)
    state = up(t, up(r(t), phi(t)), up(D(r)(t), pphi(t)))
    _, (_, y_rate), (acceleration, p_rate) = Routhian_to_state_derivative(R)(state)
    assert of_time == 0
    assert zero(second - (D(phi)(t) - y_rate))
    assert zero(third - (D(pphi)(t) - p_rate))
    assert zero(first - m * (acceleration - (D**2)(r)(t)))


def test_a_Routhian_needs_a_pair_of_coordinates():
    with pytest.raises(StructureError, match="Lagrangian->Routhian expects"):
        Lagrangian_to_Routhian(L_polar)(up(t, x, y))


# --- canonical transformations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("F", [p_to_r, lambda s: up(s[1][0] + s[1][1] ** 2, 3 * s[1][1])])
def test_point_transformations_are_canonical(F):
    C = F_to_CT(F)
    assert zero(is_time_independent_canonical(C)(plane))
    assert zero(is_canonical_transform(C)(plane))
    assert zero(is_symplectic_transform(C)(plane))
    assert zero(is_symplectic(C)(plane))
    assert zero(is_compositional_canonical(C, H)(plane))
    assert zero(is_qp_canonical(C, H)(plane))


def test_a_point_transformation_that_cannot_be_inverted():
    with pytest.raises(DivisionByZeroError, match="F->CT: "):
        F_to_CT(lambda s: up(s[1][0], s[1][0]))(plane)


def test_symplectic_matrices():
    for n in (1, 2, 3):
        assert zero(is_symplectic_matrix(symplectic_unit(n)))
        assert qp_submatrix(J_matrix(n)) == symplectic_unit(n)
    with pytest.raises(StructureError, match="square matrix of even size"):
        is_symplectic_matrix(J_matrix(1))
    with pytest.raises(WrongTypeError, match="an integer from 1"):
        symplectic_unit(0)


# --- Lie series ------------------------------------------------------------------------------------------------


def test_explicit_time_enters_the_flow_transform():
    def ramp(s):
        return s[2] ** 2 / 2 - alpha * s[0] * s[1]

    total = series_sum(flow_transform(ramp, h)(coordinate)(line), 4)
    assert zero(total - (x + h * px + alpha * t * h**2 / 2 + alpha * h**3 / 6))
    assert zero(shift_t(h)(line) - up(t + h, x, px))


def test_the_series_at_numbers_is_that_at_symbols():
    E = Lie_transform(pendulum_Hamiltonian(1, 1), 0.25)
    symbolic = series_sum(E(coordinate)(up(0, theta, p)), 5)
    assert series_sum(E(coordinate)(up(0, 0.5, 0.75)), 5) == pytest.approx(
        substitute(symbolic, {theta: 0.5, p: 0.75}), rel=1e-12
    )


@pytest.mark.slow
def test_a_high_order_stays_cheap():
    """Without tapes the twentieth derivative of a derivative would take hours."""
    E = Lie_transform(pendulum_Hamiltonian(alpha, beta), h)
    assert not zero(E(coordinate)(up(0, theta, p))[20])
    E = Lie_transform(pendulum_Hamiltonian(1, 1), 0.25)
    assert abs(E(coordinate)(up(0, 0.5, 0.75))[20]) < 1e-15


def test_a_series_of_functions_that_ask_for_their_arguments():
    """What cannot be evaluated at unknowns has no tape."""

    def cases(s):
        return s[2] ** 2 / 2 + (s[1] ** 2 if s[1] > 0 else -s[1])

    E = Lie_transform(cases, h)
    assert zero(series_sum(E(coordinate)(up(0, 3, 5)), 3) - (3 + 5 * h - 3 * h**2 - 5 * h**3 / 3))
    assert zero(series_sum(E(coordinate)(up(0, -3, 5)), 3) - (-3 + 5 * h + h**2 / 2))


# --- tapes -----------------------------------------------------------------------------------------------------


def test_tapes_and_functions_have_the_same_derivatives():
    f = literal_function("f")

    def function(s):
        return F(up(s[0], up(s[1], s[2]), down(f(s[1]), 2))) * exp(s[1]) + atan(s[1], s[2])

    place = up(t, x, y)
    assert zero((D**2)(taped(function))(place) - (D**2)(function)(place))
    assert D(taped(lambda s: s[0] ** 3))(up(2, 5)) == down(12, 0)


def test_tapes_leave_the_printed_form_alone():
    W = pendulum_Hamiltonian(alpha, beta)
    untaped = make_operator(lambda f: Poisson_bracket(f, W), "ad")
    for n in range(6):
        taped_term = Lie_transform(W, h)(momentum)(up(0, theta, p))[n]
        assert str(simplify(taped_term)) == str(simplify(exp(h * untaped)(momentum)(up(0, theta, p))[n]))


def test_tapes_do_not_mix_their_unknowns():
    def f(s):
        parameter = s[0]
        return D(taped(lambda u: parameter * u[0] ** 2))(s)[0]

    assert zero(D(taped(f))(up(x, y)) - down(4 * x, 0))


def test_replay_of_what_has_no_symbols():
    assert traced(up(1, x), {y: 3}) == up(1, x)


# --- maps ------------------------------------------------------------------------------------------------------


def keep(*point):
    return point


def test_standard_map_of_exact_numbers():
    assert standard_map(1)(1, 2, keep, None) == pytest.approx((3 + math.sin(1), 2 + math.sin(1)))


def test_iterates_fail_where_a_map_fails():
    assert iterated_map(lambda x, y, proceed, fail: fail(), 3)(0, 0, keep, lambda: "failed") == "failed"
    with pytest.raises(WrongTypeError, match="expects real numbers"):
        standard_map(1)(x, 0, keep, None)
    with pytest.raises(WrongTypeError, match="an integer from zero"):
        iterated_map(standard_map(1), -1)
