"""SICM, chapter 1: Lagrangian mechanics. Actions, Lagrange's equations, transformations, constants of motion."""

import math

import pytest

from scmpy import *

from ..comparing import same

m, k, g, t, R, a, omega, epsilon = symbols("m k g t R a omega epsilon")
x, y, z, r, phi, theta = literal_functions("x y z r phi theta")


def test_local_tuples_of_a_path():
    """1.4: Gamma[q](t) = (t, q, Dq)."""
    state = Gamma(up(x, y, z))(t)
    assert str(state) == "(up t (up (x t) (y t) (z t)) (up ((D x) t) ((D y) t) ((D z) t)))"
    assert same(L_free_particle(m)(state), m * (D(x)(t) ** 2 + D(y)(t) ** 2 + D(z)(t) ** 2) / 2)


def test_actions_of_a_free_particle():
    """1.4: on a straight line from 0 to 10 the action of a mass of 3 is 435; a variation of 0.001 raises it."""

    def line(t):
        return up(4 * t + 7, 3 * t + 5, 2 * t + 1)

    def nu(t):
        return up(sin(t), cos(t), t**2)

    assert Lagrangian_action(L_free_particle(3.0), line, 0.0, 10.0) == pytest.approx(435.0)
    varied = varied_free_particle_action(3.0, line, nu, 0.0, 10.0)
    assert varied(0.001) == pytest.approx(436.2912142857)


def test_the_path_of_an_oscillator_is_nearly_a_polynomial():
    """1.4: through values of the cosine the action is within a thousandth of its least value, 0."""
    action = parametric_path_action(L_harmonic(1.0, 1.0), 0.0, 1.0, math.pi / 2, 0.0)
    nearly = action([math.cos(math.pi / 8), math.cos(math.pi / 4), math.cos(3 * math.pi / 8)])
    assert abs(nearly) < 1e-3


@pytest.mark.slow
def test_minimal_paths():
    """1.4: the polynomial of least action through three places between the ends is right to 2e-4."""
    path = find_path(L_harmonic(1.0, 1.0), 0.0, 1.0, math.pi / 2, 0.0, 3)
    errors = [abs(path(i * math.pi / 40) - math.cos(i * math.pi / 40)) for i in range(21)]
    assert 1e-4 < max(errors) < 2e-4


def test_the_variation_operator():
    """1.5: a derivative of functions of paths: of sums, products and compositions."""
    eta, q, F, G = literal_functions("eta q F G")
    delta = variation(eta)

    def f(path):
        return compose(F, path)

    def h(path):
        return compose(G, path)

    assert str(delta(lambda path: path)(q)(t)) == "(eta t)"
    assert same(delta(f)(q)(t), D(F)(q(t)) * eta(t))
    assert same(delta(lambda p: f(p) * h(p))(q)(t), (delta(f)(q) * h(q) + f(q) * delta(h)(q))(t))


def test_oscillator_and_orbit():
    """1.5.2: the oscillator's equation on a path that solves it, and in general."""
    proposed = a * cos(omega * t + symbols("phi"))
    residual = Lagrange_equations(L_harmonic(m, k))(lambda t: a * cos(omega * t + symbols("phi")))(t)
    assert same(residual, (k - m * omega**2) * proposed)
    assert str(Lagrange_equations(L_harmonic(m, k))(x)(t)) == "(+ (* k (x t)) (* m (((expt D 2) x) t)))"


def test_uniform_acceleration():
    equations = Lagrange_equations(L_uniform_acceleration(m, g))(up(x, y))(t)
    assert str(equations) == "(down (* m (((expt D 2) x) t)) (+ (* g m) (* m (((expt D 2) y) t))))"


def test_central_force():
    """1.5.2, 1.6.1: rectangular and polar equations are one system in two coordinates."""
    U = literal_function("U")
    polar = Lagrange_equations(L_central_polar(m, U))(up(r, phi))(t)
    assert same(polar[0], m * (D**2)(r)(t) - m * r(t) * D(phi)(t) ** 2 + D(U)(r(t)))
    assert same(polar[1], D(lambda t: m * r(t) ** 2 * D(phi)(t))(t))
    lifted = compose(L_central_rectangular(m, U), F_to_C(p_to_r))
    known = assuming_positive_radius(Lagrange_equations(lifted)(up(r, phi))(t))
    assert equivalent_equations(known, polar).verdict == "equal"


def assuming_positive_radius(equations):
    """The equations with the radius sqrt(r^2) written as r, which the printed form does."""
    return simplify(equations)


def test_coordinate_transformations():
    """1.6.1: F->C by the chain rule; a potential that depends on the radius only."""
    velocities = velocity(F_to_C(p_to_r)(up(t, up(*symbols("r phi")), up(*symbols("rdot phidot")))))
    assert str(velocities) == (
        "(up (+ (* -1 phidot r (sin phi)) (* rdot (cos phi))) (+ (* phidot r (cos phi)) (* rdot (sin phi))))"
    )


def test_driven_pendulum():
    """1.6.2: Lagrange's equation of a pendulum whose support moves."""
    y_s = literal_function("y_s")
    residual = Lagrange_equations(L_pend(m, R, g, y_s))(theta)(t)
    assert same(residual, m * R**2 * (D**2)(theta)(t) + m * R * (g + (D**2)(y_s)(t)) * sin(theta(t)))


def test_total_time_derivatives_do_not_change_the_equations():
    """1.6.5: Dt of any function of time and coordinates may be added to a Lagrangian."""
    F = literal_function("F", "(-> (X Real Real) Real)")

    def with_derivative(state):
        return L_harmonic(m, k)(state) + Dt(lambda s: F(s[0], s[1]))(state)

    assert same(Lagrange_equations(with_derivative)(x)(t), Lagrange_equations(L_harmonic(m, k))(x)(t))


def test_first_order_equations():
    """1.7: the state derivative, and the residual of coordinates and velocities as functions of their own."""
    state = up(t, up(*symbols("x y")), up(*symbols("v w")))
    assert same(
        Lagrangian_to_state_derivative(L_harmonic(m, k))(state),
        up(1, state[2], up(-k / m * state[1][0], -k / m * state[1][1])),
    )
    v = literal_functions("v_x v_y")
    residual = Lagrange_equations_first_order(L_harmonic(m, k))(up(x, y), up(*v))(t)
    assert same(residual[1], up(D(x)(t) - v[0](t), D(y)(t) - v[1](t)))
    assert same(residual[2][0], D(v[0])(t) + k / m * x(t))


def test_energy_of_a_central_force_in_space():
    """1.8.2: three momenta of spherical coordinates, and the energy."""
    V = literal_function("V")
    (r, theta, _), (r_dot, theta_dot, phi_dot) = q, v = symbols("r theta phi"), symbols("rdot thetadot phidot")
    state = up(t, up(*q), up(*v))
    momenta = partial(2)(L3_central(m, V))(state)
    assert same(momenta, m * down(r_dot, r**2 * theta_dot, (r * sin(theta)) ** 2 * phi_dot))
    assert same(partial(1)(L3_central(m, V))(state)[2] + t, t)
    speed = r_dot**2 + (r * theta_dot) ** 2 + (r * sin(theta) * phi_dot) ** 2
    assert same(Lagrangian_to_energy(L3_central(m, V))(state), m * speed / 2 + V(r))


def test_noether():
    """1.8.5: rotations leave a central force alone; the angular momentum about each axis is conserved."""
    U = literal_function("U")
    state = up(t, up(*symbols("x y z")), up(*symbols("vx vy vz")))

    def turned(alpha, beta, gamma):
        return compose(Rx(alpha), Ry(beta), Rz(gamma), coordinate)

    conserved = Noether_integral(L_central_rectangular(m, U), turned)(state)
    (x, y, z), (vx, vy, vz) = state[1], state[2]
    assert same(conserved, m * down(y * vz - z * vy, z * vx - x * vz, x * vy - y * vx))
    assert same(conserved[2], ang_mom_z(m)(state))


def test_the_jacobi_constant_of_three_bodies():
    """1.8.5: in turning coordinates the energy function of the restricted problem is conserved."""
    parameters = symbols("m a0 a1 Omega GM0 GM1")
    L = LR3B1(*parameters)
    state = up(t, up(*symbols("x y")), up(*symbols("v w")))
    rate = D(Lagrangian_to_energy(L))(state) * Lagrangian_to_state_derivative(L)(state)
    assert same(rate, 0)


def test_paths_and_local_tuples():
    """1.9: the osculating path has the local tuple it is made from; Dt and the Euler-Lagrange operator."""
    local = up(t, *symbols("q v a"))
    assert same(Gamma(osculating_path(local), 4)(t), local)
    F = literal_function("F", "(-> (UP Real Real Real) Real)")
    q = literal_function("q")
    assert same(D(compose(F, Gamma(q)))(t), Dt(F)(Gamma(q, 4)(t)))
    operator = Euler_Lagrange_operator(L_harmonic(m, k))
    assert same(operator(local), k * local[1] + m * local[3])
    assert same(compose(operator, Gamma(x, 4))(t), Lagrange_equations(L_harmonic(m, k))(x)(t))


def test_dissipation():
    """1.12 (exercise): Rayleigh's function gives friction, and the energy falls at twice its value."""
    b = symbols("b")
    friction = lambda s: b * s[2] ** 2 / 2  # noqa: E731
    residual = Lagrange_equations(L_harmonic(m, k), friction)(x)(t)
    assert same(residual, m * (D**2)(x)(t) + b * D(x)(t) + k * x(t))
    state = up(t, *symbols("q v"))
    rate = D(Lagrangian_to_energy(L_harmonic(m, k)))(state) * Lagrangian_to_state_derivative(
        L_harmonic(m, k), friction
    )(state)
    assert same(rate, -b * state[2] ** 2)


def test_higher_derivatives():
    """1.12: a Lagrangian of accelerations gives an equation of the fourth order."""

    def L(state):
        return state[3] ** 2 * m / 2 - k * state[1] ** 2 / 2

    assert same(generalized_LE(L)(Gamma(x, 6)(t)), m * (D**4)(x)(t) - k * x(t))


def test_the_action_does_not_depend_on_the_coordinates():
    """1.4: a straight line in rectangular and in polar coordinates has one action."""
    rectangular = Lagrangian_action(L_free_rectangular(3.0), lambda t: up(1 + t, 2 - t), 0.0, 1.0)

    def turned(t):
        return up(sqrt((1 + t) ** 2 + (2 - t) ** 2), atan(2 - t, 1 + t))

    assert Lagrangian_action(L_free_polar(3.0), turned, 0.0, 1.0) == pytest.approx(rectangular)


def test_lagrange_equations_of_the_exercises():
    """1.5 (exercises): a pendulum, a well of third order, a particle on a sphere."""
    V = literal_function("V", "(-> (X Real Real) Real)")
    pendulum = Lagrange_equations(L_pendulum(g, m, R))(theta)(t)
    assert same(pendulum, m * R**2 * (D**2)(theta)(t) + m * g * R * sin(theta(t)))
    well = Lagrange_equations(L_rectangular(m, lambda x, y: (x**2 + y**2) / 2 + x**2 * y - y**3 / 3))(up(x, y))(t)
    assert same(well[0], m * (D**2)(x)(t) + x(t) + 2 * x(t) * y(t))
    assert same(well[1], m * (D**2)(y)(t) + y(t) + x(t) ** 2 - y(t) ** 2)

    def on_a_sphere(s):
        (theta, _), (theta_dot, phi_dot) = s[1], s[2]
        return m * R**2 * (theta_dot**2 + (phi_dot * sin(theta)) ** 2) / 2

    sphere = Lagrange_equations(on_a_sphere)(up(theta, phi))(t)
    turning = D(phi)(t) ** 2 * sin(theta(t)) * cos(theta(t))
    assert same(sphere[0], m * R**2 * ((D**2)(theta)(t) - turning))
    assert same(sphere[1], D(lambda t: m * R**2 * sin(theta(t)) ** 2 * D(phi)(t))(t))
    assert same(Lagrange_equations(L_rectangular(m, V))(up(x, y))(t)[1], m * (D**2)(y)(t) + partial(1)(V)(x(t), y(t)))


def test_keplers_third_law():
    """1.5.2 (exercise): on a circle n^2 a^3 = G (M1 + M2)."""
    G, M1, M2, n = symbols("G M1 M2 n")
    relative = L_central_polar(M1 * M2 / (M1 + M2), gravitational_energy(G, M1, M2))
    residual = Lagrange_equations(relative)(up(lambda t: a, lambda t: n * t))(t)
    assert same(residual[1], 0)
    assert same(residual[0] * (M1 + M2) * a**2 / (M1 * M2), G * (M1 + M2) - n**2 * a**3)


def test_two_particles_about_their_centre_of_mass():
    """1.6 (exercise): the Lagrangian falls apart into that of the centre and that of the relative place."""
    m1, m2 = symbols("m1 m2")
    potential = literal_function("V")
    M = m1 + m2

    def to_particles(s):
        centre, apart = s[1]
        return up(centre - m2 / M * apart, centre + m1 / M * apart)

    L = L_two_particle(m1, m2, lambda x1, x2: potential(square(x2 - x1)))
    state = up(t, up(up(*symbols("X Y")), up(*symbols("x y"))), up(up(*symbols("U V")), up(*symbols("u v"))))
    apart, velocities = state[1][1], state[2]
    both = M * square(velocities[0]) / 2 + m1 * m2 / M * square(velocities[1]) / 2 - potential(square(apart))
    assert same(compose(L, F_to_C(to_particles))(state), both)


def test_rotating_coordinates():
    """1.6.1: Coriolis' and the centrifugal force, from polar coordinates that turn."""
    Omega = symbols("Omega")
    residual = Lagrange_equations(L_rotating_rectangular(m, Omega))(up(x, y))(t)
    assert same(residual[0], m * ((D**2)(x)(t) - 2 * Omega * D(y)(t) - Omega**2 * x(t)))
    assert same(residual[1], m * ((D**2)(y)(t) + 2 * Omega * D(x)(t) - Omega**2 * y(t)))
    polar = up(t, up(*symbols("r phi")), up(*symbols("rdot phidot")))
    assert same(compose(L_rotating_rectangular(m, Omega), F_to_C(p_to_r))(polar), L_rotating_polar(m, Omega)(polar))


def test_the_foucault_pendulum():
    """1.8 (project): small swings at the latitude lambda turn backwards at Omega sin(lambda)."""
    Omega, latitude, l = symbols("Omega lambda l")  # noqa: E741
    w = Omega * sin(latitude)

    def L(s):
        """Places in the horizontal plane; the earth's turning to the first order."""
        (x, y), (v_x, v_y) = s[1], s[2]
        return m * (v_x**2 + v_y**2) / 2 + m * w * (x * v_y - y * v_x) - m * g * (x**2 + y**2) / (2 * l)

    def slow(s):
        """Coordinates that turn with the plane of the swing."""
        t, (x, y), _ = s
        return up(x * cos(w * t) + y * sin(w * t), y * cos(w * t) - x * sin(w * t))

    residual = Lagrange_equations(compose(L, F_to_C(slow)))(up(x, y))(t)
    assert same(residual, down(*(m * (D**2)(q)(t) + m * (g / l + w**2) * q(t) for q in (x, y))))


def test_constraints_are_coordinate_transformations():
    """1.6.2, 1.6.3: gravity in the coordinates of the driven pendulum is its Lagrangian; and a sliding pendulum's."""
    y_s = literal_function("y_s")
    state = up(t, *symbols("theta thetadot"))
    composed = compose(L_uniform_acceleration(m, g), F_to_C(dp_coordinates(R, y_s)))
    assert same(composed(state), L_pend(m, R, g, y_s)(state))
    assert same((T_pend(m, R, g, y_s) - V_pend(m, R, g, y_s))(state), composed(state))
    m1, m2 = symbols("m1 m2")
    residual = Lagrange_equations(L_sliding_pend(m1, m2, R, g))(up(x, theta))(t)
    assert same(residual[0], D(lambda t: (m1 + m2) * D(x)(t) + m2 * R * cos(theta(t)) * D(theta)(t))(t))
    assert same(residual[1], m2 * R * (R * (D**2)(theta)(t) + cos(theta(t)) * (D**2)(x)(t) + g * sin(theta(t))))


def test_a_bead_on_a_helix():
    """1.6.2 (exercise): it slides down like a particle on an incline of the helix' slope."""
    c = symbols("c")

    def helix(s):
        return up(R * cos(s[1]), R * sin(s[1]), c * s[1])

    def L(s):
        return m * square(s[2]) / 2 - m * g * s[1][2]

    residual = Lagrange_equations(compose(L, F_to_C(helix)))(theta)(t)
    assert same(residual, m * (R**2 + c**2) * (D**2)(theta)(t) + m * g * c)


@pytest.mark.slow
def test_charged_particle():
    """1.6.4 (exercise): the potentials give the Lorentz force, and a change of gauge changes nothing."""
    e = symbols("e")
    phi_ = literal_function("phi", "(-> (X Real (UP Real Real Real)) Real)")
    A = up(*(literal_function(name, "(-> (X Real (UP Real Real Real)) Real)") for name in ("A_x", "A_y", "A_z")))
    gauge = literal_function("F", "(-> (X Real (UP Real Real Real)) Real)")

    def L(s):
        return m * square(s[2]) / 2 + e * (dot_product(s[2], A(s[0], s[1])) - phi_(s[0], s[1]))

    path = up(x, y, z)
    residual = Lagrange_equations(L)(path)(t)
    place, v = path(t), D(path)(t)
    curl = [[partial(1, i)(A[j])(t, place) - partial(1, j)(A[i])(t, place) for j in range(3)] for i in range(3)]
    electric = [-partial(1, i)(phi_)(t, place) - partial(0)(A[i])(t, place) for i in range(3)]
    magnetic = [sum(v[j] * curl[i][j] for j in range(3)) for i in range(3)]
    assert same(residual, down(*(m * (D**2)(path[i])(t) - e * (electric[i] + magnetic[i]) for i in range(3))))

    def other(s):
        return L(s) + e * Dt(lambda s: gauge(s[0], s[1]))(s)

    assert same(Lagrange_equations(other)(path)(t), residual)


def test_a_particle_at_relativistic_speed():
    """1.8 (exercise): the energy is m c^2 times the usual factor; momentum changes as the potential says."""
    c = symbols("c", positive=True)
    V = literal_function("V")

    def L(s):
        return -m * c**2 * sqrt(1 - s[2] ** 2 / c**2) - V(s[1])

    state = up(t, *symbols("q v"))
    factor = 1 / sqrt(1 - state[2] ** 2 / c**2)
    assert same(Lagrangian_to_energy(L)(state), m * c**2 * factor + V(state[1]))
    assert same(partial(2)(L)(state), m * state[2] * factor)


def test_constrained_motion():
    """1.10: a pendulum in rectangular coordinates; the multiplier is minus the tension over the length."""
    l = symbols("l")  # noqa: E741

    def L(s):
        return m * square(s[2]) / 2 - m * g * s[1][1]

    def rod(s):
        return (square(s[1]) - l**2) / 2

    state = up(t, up(l * sin(a), -l * cos(a)), up(l * omega * cos(a), l * omega * sin(a)))
    assert same(Lagrange_multipliers(L, rod)(state), -m * (omega**2 + g / l * cos(a)))
    acceleration = constrained_Lagrangian_to_acceleration(L, rod)(state)
    along = up(cos(a), sin(a))
    assert same(dot_product(acceleration, along), -g * sin(a))
    free = augmented_Lagrangian(L, rod)
    path = up(up(x, y), literal_function("lambda"))
    residual = Lagrange_equations(free)(path)(t)
    assert same(residual[1], -rod(Gamma(up(x, y))(t)))


def test_a_derivative_constraint():
    """1.10.2: a hoop that rolls down an incline without slipping has half of gravity's acceleration along it."""
    alpha = symbols("alpha")

    def L(s):
        (v, w), (place, _) = s[2], s[1]
        return m * v**2 / 2 + m * R**2 * w**2 / 2 + m * g * place * sin(alpha)

    def rolling(s):
        return R * s[2][1] - s[2][0]

    state = up(t, up(*symbols("x theta")), up(*symbols("v w")))
    downhill = g * sin(alpha) / 2
    assert same(constrained_Lagrangian_to_acceleration(L, rolling)(state), up(downhill, downhill / R))
    forces = Lagrangian_to_constraint_forces(L, rolling)(state)
    assert same(forces, down(-m * g * sin(alpha) / 2, m * g * R * sin(alpha) / 2))


def test_a_skate():
    """1.10.3: a constraint that cannot be integrated; on a level plane the skate goes in a circle with its own spin."""
    moment = symbols("I")

    def L(s):
        v_x, v_y, w = s[2]
        return m * (v_x**2 + v_y**2) / 2 + moment * w**2 / 2

    def blade(s):
        (_, _, angle), (v_x, v_y, _) = s[1], s[2]
        return v_x * sin(angle) - v_y * cos(angle)

    angle, speed = symbols("theta u")
    state = up(t, up(*symbols("x y"), angle), up(speed * cos(angle), speed * sin(angle), omega))
    acceleration = constrained_Lagrangian_to_acceleration(L, blade)(state)
    assert same(acceleration, up(-speed * omega * sin(angle), speed * omega * cos(angle), 0))
