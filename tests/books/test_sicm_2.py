"""SICM, chapter 2: rigid bodies. Angular velocity, Euler angles, tops, Euler's equations, quaternions."""

# ruff: noqa: F403, F405

from scmpy import *
from scmpy.structure.matrix import Matrix

A, B, C, gMR, m, t = symbols("A B C gMR m t")
angles, rates = up(*symbols("theta phi psi")), up(*symbols("thetadot phidot psidot"))
state = up(t, angles, rates)
path = up(*literal_functions("theta phi psi"))
theta, phi, psi = angles
theta_dot, phi_dot, psi_dot = rates


def same(one, other):
    return equivalent(one, other).verdict == "equal"


def test_rotations_keep_lengths():
    """2.2: the matrix of Euler angles is orthogonal, with determinant 1."""
    M = Euler_to_M(angles)
    assert same(M * M.transpose, m_make_identity(3))
    assert same(determinant(M), 1)
    assert same(M, Rz_matrix(phi) * Rx_matrix(theta) * Rz_matrix(psi))


def test_angular_velocity():
    """2.2, 2.7: on the body's axes, from the rotation and in closed form; in space it is turned by M."""
    body = M_to_omega_body(Euler_to_M)(state)
    in_closed_form = Euler_state_to_omega_body(state)
    assert same(up(*(row[0] for row in body.rows)), in_closed_form)
    across = phi_dot * sin(theta)
    assert same(
        in_closed_form,
        up(
            across * sin(psi) + theta_dot * cos(psi),
            across * cos(psi) - theta_dot * sin(psi),
            phi_dot * cos(theta) + psi_dot,
        ),
    )
    space = M_to_omega(Euler_to_M)(state)
    assert same(space, Euler_to_M(angles) * body)


def test_the_kinetic_energy_does_not_depend_on_phi():
    """2.8: phi is cyclic for a free body; its momentum is the angular momentum about the vertical."""
    L = T_body_Euler(A, B, C)
    assert same(partial(1)(L)(state)[1] + t, t)
    assert same(partial(2)(L)(state)[1], Euler_state_to_L_space(A, B, C)(state)[2])
    assert same(partial(2)(L)(state)[2], Euler_state_to_L_body(A, B, C)(state)[2])


def test_angular_momentum_in_space_is_conserved():
    """2.8.1: its rate along the motion of a free body vanishes, and so does that of the energy."""
    motion = rigid_sysder(A, B, C)(state)
    assert same(D(Euler_state_to_L_space(A, B, C))(state) * motion, down(0, 0, 0))
    assert same(D(Lagrangian_to_energy(T_body_Euler(A, B, C)))(state) * motion, 0)


def test_the_inertia_of_turned_axes():
    """2.3, 2.4: the kinetic energy is that of omega I omega, whatever the axes."""
    omega = Matrix([[x] for x in symbols("w_x w_y w_z")])
    M = Euler_to_M(angles)
    inertia = M * Matrix(((A, 0, 0), (0, B, 0), (0, 0, C))) * M.transpose
    in_space = (omega.transpose * inertia * omega).rows[0][0] / 2
    on_body = M.transpose * omega
    assert same(in_space, T_body(A, B, C)(up(*(row[0] for row in on_body.rows))))


def test_eulers_equations():
    """2.9: A Dw_a = (B - C) w_b w_c and cyclic, from Lagrange's equations in Euler angles."""
    accelerations = Lagrangian_to_acceleration(T_body_Euler(A, B, C))(state)
    a, b, c = Euler_state_to_omega_body(state)
    slopes = Dt(Euler_state_to_omega_body)(up(t, angles, rates, accelerations))
    assert same(slopes, up((B - C) / A * b * c, (C - A) / B * c * a, (A - B) / C * a * b))


def test_the_axisymmetric_top():
    """2.10: two cyclic angles; the energy with their momenta depends on the tilt alone."""
    L = L_axisymmetric_top(A, C, gMR)
    momenta = partial(2)(L)(state)
    assert same(momenta[0], A * theta_dot)
    assert same(momenta[2], C * (psi_dot + phi_dot * cos(theta)))
    assert same(momenta[1], (A * sin(theta) ** 2 + C * cos(theta) ** 2) * phi_dot + C * psi_dot * cos(theta))
    assert same(partial(1)(L)(state)[1:] + 0 * momenta[1:], 0 * momenta[1:])
    p_phi, p_psi = momenta[1], momenta[2]
    energy = (
        p_psi**2 / (2 * C)
        + (p_phi - p_psi * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2)
        + A * theta_dot**2 / 2
        + gMR * cos(theta)
    )
    assert same(Lagrangian_to_energy(L)(state), energy)


def test_the_reduced_top():
    """2.10: Routh's procedure leaves one equation for the tilt, the same that the whole Lagrangian gives."""
    L = L_axisymmetric_top(A, C, gMR)

    def in_pairs(s):
        return L(up(s[0], up(s[1][0], *s[1][1]), up(s[2][0], *s[2][1])))

    pairs = up(t, up(theta, angles[1:]), up(theta_dot, rates[1:]))
    reduced_state = Lagrangian_state_to_Routhian_state(in_pairs)(pairs)
    tilt = Routhian_to_acceleration(Lagrangian_to_Routhian(in_pairs))(reduced_state)
    assert same(tilt, Lagrangian_to_acceleration(L)(state)[0])


def test_steady_precession():
    """2.10.1: a top precesses evenly where C spin Omega - A Omega^2 cos(theta) = gMR."""
    Omega, spin = symbols("Omega omega")
    steady = up(t, angles, up(0, Omega, spin - Omega * cos(theta)))
    tilt = Lagrangian_to_acceleration(L_axisymmetric_top(A, C, gMR))(steady)[0]
    assert same(tilt * A, sin(theta) * (gMR - C * spin * Omega + A * Omega**2 * cos(theta)))


def test_quaternions():
    """2.12: unit quaternions turn as rotation matrices do, and their rates give the angular velocity."""
    angle = symbols("alpha")
    q = angle_axis_to_quaternion(angle, up(1, 0, 0))
    assert same(quaternion_to_rotation_matrix(q), Rx_matrix(angle))
    assert same(angle_and_axis_to_rotation_matrix(angle, up(1, 0, 0)), Rx_matrix(angle))
    q, v = up(*symbols("q0 q1 q2 q3")), up(*symbols("v0 v1 v2 v3"))
    body = quaternion_state_to_omega_body(up(t, q, v))
    assert same(quaternion_to_rotation_matrix(quaternion(*q)) * body, quaternion_state_to_omega_space(up(t, q, v)))
