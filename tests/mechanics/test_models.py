"""The model systems of the books, and the small vocabulary of states, rotations and quaternions."""

import math

import pytest

from scmpy import *
from scmpy.errors import StructureError
from scmpy.scheme import Session

from ..comparing import same

m, k, g, R, t, a, omega, A, B, C = symbols("m k g R t a omega A B C")
r, phi, theta = literal_functions("r phi theta")


def test_the_periodically_driven_pendulum():
    acceleration = Lagrangian_to_acceleration(L_periodically_driven_pendulum(m, R, g, a, omega))
    angle, rate = symbols("theta thetadot")
    assert same(acceleration(up(t, angle, rate)), (a * omega**2 * cos(omega * t) - g) * sin(angle) / R)
    flow = H_pend_sysder(m, R, g)(up(t, angle, symbols("p")))
    assert same(flow, up(1, symbols("p") / (m * R**2), -m * g * R * sin(angle)))


def test_central_potentials_in_three_coordinates():
    U = literal_function("U")
    polar = up(t, up(*symbols("r phi")), up(*symbols("rdot phidot")))
    rectangular = F_to_C(p_to_r)(polar)
    assert same(
        L_central_rectangular(m, lambda s: k * s**2)(rectangular), L_central_polar(m, lambda s: k * s**2)(polar)
    )
    spherical = up(t, up(*symbols("r theta phi")), up(*symbols("rdot thetadot phidot")))
    assert same(T3_spherical(m)(spherical), L_free_particle(m)(F_to_C(s_to_r)(spherical)))
    assert same(L3_central(m, U)(spherical), T3_spherical(m)(spherical) - U(spherical[1][0]))
    momentum = compose(ang_mom_z(m), F_to_C(s_to_r))
    assert same(momentum(spherical), partial(2)(L3_central(m, U))(spherical)[2])
    kepler = Lagrange_equations(L_Kepler_polar(k, m))(up(r, phi))(t)
    assert same(kepler[0], m * (D**2)(r)(t) - m * r(t) * D(phi)(t) ** 2 + k * m / r(t) ** 2)


def test_pairs():
    m1, m2 = symbols("m1 m2")
    pair = up(up(*literal_functions("x1 y1")), up(*literal_functions("x2 y2")))
    assert same(Lagrange_equations(L_two_particle(m1, m2, lambda p, q: 0))(pair)(t)[0][1], m1 * (D**2)(pair[0][1])(t))
    assert "V" in str(Lagrange_equations(L_two_particle(m1, m2))(pair)(t))


def test_three_bodies_in_turning_coordinates():
    """The two forms of the restricted problem are one, at a moment when the rotation is by any angle."""
    turning = up(0, up(0.3, 0.7), up(0.2, -0.4))
    total, distance = 3.0, 2.0
    rate = math.sqrt(total / distance**3)

    def F(s):
        angle = rate * s[0]
        x, y = s[1]
        return up(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))

    for moment in (0.0, 0.9):
        place = up(moment, *turning[1:])
        fixed = LR3B(1.0, distance, 2.0, 1.0)(F_to_C(F)(place))
        assert fixed == pytest.approx(LR3B1(1.0, 2 / 3, 4 / 3, rate, 2.0, 1.0)(place))


@pytest.mark.parametrize(
    "model",
    [L_central_polar(m, lambda s: 0), T3_spherical(m), L_uniform_acceleration(m, g), L_axisymmetric_top(A, C, g)],
)
@pytest.mark.parametrize("state", [up(t, 1, 2), up(t, up(1, 2, 3, 4), up(1, 2, 3, 4)), 3])
def test_models_say_what_states_they_take(model, state):
    with pytest.raises(StructureError, match="expects"):
        model(state)


def test_exact_arguments_give_exact_values():
    assert L_harmonic(1, 1)(up(0, 1, 2)) * 2 == 3
    assert str(T3_spherical(1)(up(0, up(1, 0, 0), up(1, 1, 1)))) == "1"


def test_the_names_are_free_to_be_defined():
    session = Session()
    session.run("(define ((L-harmonic m k) state) 42)")
    assert session.run("((L-harmonic 'm 'k) (up 't 'x 'v))") == 42


# --- the small vocabulary --------------------------------------------------------------------------------------


def test_names_of_states():
    state = up(t, up(1, 2), up(3, 4), up(5, 6))
    assert (Q(state), Qdot(state), Qdotdot(state)) == (up(1, 2), up(3, 4), up(5, 6))
    assert coordinate_tuple(1, 2) == up(1, 2)
    assert momentum_tuple(1, 2) == down(1, 2)
    assert state_to_n_dof(state) == 2
    assert linear_interpolants(0, 1, 1)[0] * 2 == 1


def test_rotations_by_tuples_and_parts():
    v, angle = up(*symbols("x y z")), symbols("alpha")
    for matrix, parts, linear, function in (
        (Rx_matrix, rotate_x_matrix_2, rotate_x_tuple, Rx),
        (Ry_matrix, rotate_y_matrix_2, rotate_y_tuple, Ry),
        (Rz_matrix, rotate_z_matrix_2, rotate_z_tuple, Rz),
    ):
        assert matrix(angle) == parts(cos(angle), sin(angle))
        assert same(linear(angle) * v, function(angle)(v))


def test_quaternions_turn_bodies():
    """The equations without poles: the same accelerations as in Euler angles, the same angular momentum."""
    q, w = up(*symbols("q0 q1 q2 q3")), up(*symbols("a b c"))
    rates = qw_sysder(A, B, C)(up(t, q, w))
    assert qw_sysder(A, B, C)(up(t, quaternion(*q), w)) == up(1, quaternion(*rates[1]), rates[2])
    assert same(quaternion_state_to_omega_body(up(t, q, rates[1])), w)
    assert same(D(lambda v: (A * v[0] ** 2 + B * v[1] ** 2 + C * v[2] ** 2) / 2)(w) * rates[2], 0)
    assert same(qw_state_to_L_body(A, B, C)(up(t, q, w)), down(A * w[0], B * w[1], C * w[2]))
    identity = up(t, up(1, 0, 0, 0), w)
    assert same(qw_state_to_L_space(A, B, C)(identity), qw_state_to_L_body(A, B, C)(identity))


@pytest.mark.parametrize("real", [0.0, 1e-15, 1e-9, 1e-4, 0.5, 3.0, -0.7])
def test_rotations_by_about_half_a_turn_and_others(real):
    q = quaternion(real, -3.5, -1 / 3, 0.25)
    unit = q / sqrt(q.norm)
    found = rotation_matrix_to_quaternion(quaternion_to_rotation_matrix(unit))
    sign = 1 if found[1] * unit[1] > 0 else -1
    assert [sign * x for x in found] == pytest.approx(list(unit), abs=1e-15)
    assert found[0] >= 0


def test_quaternions_form_a_division_ring():
    p, q, r = (quaternion(*symbols(names)) for names in ("a b c d", "e f g h", "k l m n"))
    assert all(x == 0 for x in simplify(p * (q * r) - (p * q) * r))
    assert simplify((p * q).norm - p.norm * q.norm) == 0
    assert list(simplify(p * q / q)) == list(p)
