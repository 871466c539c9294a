"""SICM, chapter 2: rigid bodies. Angular velocity, Euler angles, tops, Euler's equations, quaternions."""

from scmpy import *
from scmpy.structure.matrix import Matrix

from ..comparing import same

A, B, C, gMR, m, t = symbols("A B C gMR m t")
angles, rates = up(*symbols("theta phi psi")), up(*symbols("thetadot phidot psidot"))
state = up(t, angles, rates)
path = up(*literal_functions("theta phi psi"))
theta, phi, psi = angles
theta_dot, phi_dot, psi_dot = rates


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


def particles(*places):
    """The inertia tensor of unit masses: the sum of (x . x) 1 - x x^T."""
    tensor = Matrix(((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    for place in places:
        outer = Matrix([[a * b for b in place] for a in place])
        tensor = tensor + dot_product(place, place) * m_make_identity(3) - outer
    return tensor


def test_moments_about_any_line_through_the_centre():
    """2.3 (exercise): four unit masses at the corners of a cube, none joined by an edge: all moments are 8."""
    corners = (up(1, 1, 1), up(1, -1, -1), up(-1, 1, -1), up(-1, -1, 1))
    assert same(particles(*corners), 8 * m_make_identity(3))


def test_steiners_theorem():
    """2.3 (exercise): moved by R the tensor of a body about its centre gains that of its mass at R."""
    R, x = up(*symbols("R_x R_y R_z")), up(*symbols("x y z"))
    moved = particles(R + x, R - x)
    assert same(moved, particles(x, -1 * x) + 2 * particles(R))


def test_principal_moments():
    """2.4: eigenvalues of the tensor, with orthogonal axes; the greatest is at most the sum of the others."""
    a, b = symbols("a b")
    tensor = particles(up(a, b, 0), up(-a, -b, 0))
    axis, across, normal = (Matrix([[x] for x in v]) for v in ((a, b, 0), (-b, a, 0), (0, 0, 1)))
    both = 2 * (a**2 + b**2)
    for direction, moment in ((axis, 0), (across, both), (normal, both)):
        assert same(tensor * direction, moment * direction)


def test_the_stability_of_principal_rotations():
    """2.9 (exercise): near a rotation about the first axis the rates obey lambda^2 = (A - B)(C - A) w^2/(B C)."""
    w = symbols("w")

    def euler(omega):
        a, b, c = omega
        return up((B - C) / A * b * c, (C - A) / B * c * a, (A - B) / C * a * b)

    matrix = as_matrix(D(euler))(up(w, 0, 0))
    assert same(-determinant(Matrix([row[1:] for row in matrix.rows[1:]])), (A - B) * (C - A) / (B * C) * w**2)
    assert same(trace(matrix), 0)


def test_energy_and_square_of_the_momentum_are_kept():
    """2.9: the two integrals of Euler's equations."""
    omega = Euler_state_to_omega_body(state)
    motion = rigid_sysder(A, B, C)(state)

    def size(s):
        return square(Euler_state_to_L_body(A, B, C)(s))

    assert same(size(state), (A * omega[0]) ** 2 + (B * omega[1]) ** 2 + (C * omega[2]) ** 2)
    assert same(D(size)(state) * motion, 0)


def test_the_rate_of_a_quaternion():
    """2.12: Dq = q omega'/2 for omega' on the body's axes; the length is kept, and so is the momentum in space."""
    q, omega = quaternion(*symbols("q0 q1 q2 q3")), up(*symbols("a b c"))
    moving = qw_sysder(A, B, C)(up(t, up(*q), omega))
    assert same(moving[1], quaternion_to_vector(q * quaternion(0, *omega)) / 2)
    assert same(dot_product(up(*q), moving[1]), 0)
    here = up(t, up(*q), omega)
    assert same(D(qw_state_to_L_space(A, B, C))(here) * moving, 0 * qw_state_to_L_space(A, B, C)(here))
    assert same(quaternion_state_to_omega_body(up(t, up(*q), moving[1])), omega)


def test_quaternions_compose_as_rotations():
    """2.12: the matrix of a product is the product of the matrices; q and -q turn alike."""
    p, q = (quaternion(*symbols(f"{n}0 {n}1 {n}2 {n}3")) for n in "pq")
    matrix = quaternion_to_rotation_matrix
    assert same(matrix(p * q), matrix(p) * matrix(q))
    assert same(matrix(-q), matrix(q))
    turned = q_rotate(angle_axis_to_quaternion(m, up(0, 0, 1)))(up(1, 0, 0))
    assert same(turned, up(cos(m), sin(m), 0))


def test_spin_orbit_coupling():
    """2.11: a body out of round turns about its axis of greatest moment, pulled by what it circles."""
    n, e2 = symbols("n epsilon2")
    f, R, a = literal_function("f"), literal_function("R"), symbols("a")
    turning = literal_function("theta")

    def L(s):
        """The potential to the second order in the size of the body; e2 = 3 (B - A)/C."""
        tide = n**2 * e2 * C / 4 * (a / R(s[0])) ** 3
        return C * s[2] ** 2 / 2 + tide * cos(2 * (s[1] - f(s[0])))

    residual = Lagrange_equations(L)(turning)(t)
    torque = n**2 * e2 / 2 * (a / R(t)) ** 3 * sin(2 * (turning(t) - f(t)))
    assert same(residual, C * ((D**2)(turning)(t) + torque))


def test_the_potential_of_a_body_out_of_round():
    """2.11.1: the second order in the size, of unit masses at +-x, is (3 I_n - tr I)/(2 R^3): MacCullagh's formula."""
    R = symbols("R")
    x, n = up(*symbols("x y z")), up(0, 0, 1)
    tensor = particles(x, -1 * x)

    def potential(s):
        return -sum(1 / sqrt(square(R * n + sign * s * x)) for sign in (1, -1))

    second = (D**2)(potential)(0) / 2
    along = tensor.rows[2][2]
    assert str(simplify(second - (3 * along - trace(tensor)) / (2 * R**3))) == "0"


def test_the_angular_velocity_of_a_known_rotation():
    """2.7: a body that turns evenly about z has omega = (0, 0, w) in space and on its own axes."""
    w = symbols("w")
    turning = lambda t: up(w * t)  # noqa: E731
    for omega in (M_of_q_to_omega_of_t, M_of_q_to_omega_body_of_t):
        column = omega(lambda q: Rz_matrix(q[0]))(turning)(t)
        assert same(column, Matrix(((0,), (0,), (w,))))


def test_euler_angles_of_a_rotation_matrix():
    """2.8: and back to the angles."""
    assert str(M_to_Euler(Euler_to_M(angles))) == "(up theta phi psi)"


def test_the_sleeping_top():
    """2.10.2: an upright top is stable if (C spin)^2 > 4 A gMR: the effective potential's curvature at the vertical."""
    spin = symbols("omega")

    def effective(theta):
        p = C * spin
        return (p - p * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2) + gMR * cos(theta)

    small = symbols("theta")
    in_half_angles = (C * spin) ** 2 / (2 * A) * (sin(small / 2) / cos(small / 2)) ** 2 + gMR * cos(small)
    assert same(effective(small), in_half_angles)
    curvature = (D**2)(lambda x: (C * spin) ** 2 / (2 * A) * tan(x / 2) ** 2 + gMR * cos(x))(0)
    assert same(curvature, (C * spin) ** 2 / (4 * A) - gMR)
