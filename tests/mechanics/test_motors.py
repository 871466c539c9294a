"""Hamilton's equations on groups of motors: conserved quantities, Newton and Euler's equations, Lie and Poisson's."""

import operator
import random

import pytest

import scmpy
from scmpy import *

t, m, g = symbols("t m g")
J = symbols("J_1 J_2 J_3")
omega, v = symbols("omega_1 omega_2 omega_3"), symbols("v_1 v_2 v_3")


def rotation_and_velocity(B):
    """The angular velocity and the velocity of the origin, in the body's frame: B is minus half of them."""
    return [-2 * B[name] for name in ("e23", "e31", "e12")], [-2 * B[name] for name in ("e01", "e02", "e03")]


def L_body(state):
    turning, moving = rotation_and_velocity(state[2])
    return sum(j * w * w for j, w in zip(J, turning, strict=True)) / 2 + m * sum(x * x for x in moving) / 2


def velocity(turning, moving):
    names = dict(zip(("e23", "e31", "e12", "e01", "e02", "e03"), (*turning, *moving), strict=True))
    return make_multivector(PGA3, {name: -x / 2 for name, x in names.items()})


def cross(a, b):
    return tuple(scmpy.cross_product(up(*a), up(*b)))


@pytest.mark.slow
def test_a_free_body_obeys_newton_and_euler():
    H, M = motor_Lagrangian_to_Hamiltonian(L_body), literal_multivector("M", PGA3, 0, 2, 4)
    momentum = motor_velocity_to_momentum(L_body)
    mu = momentum(up(t, M, velocity(omega, v)))
    assert equivalent(motor_momentum_to_velocity(H)(up(t, M, mu)), velocity(omega, v))
    spin = [j * w for j, w in zip(J, omega, strict=True)]
    turning = [x / j for x, j in zip(cross(spin, omega), J, strict=True)]
    rate = motor_phase_space_derivative(H)(up(t, M, mu))
    assert equivalent(rate[1], M * velocity(omega, v))
    assert equivalent(rate[2], momentum(up(t, M, velocity(turning, cross(v, omega)))))


def test_weight_is_a_force_on_the_body():
    """In the body's frame the momentum of a body at rest changes by its weight, seen from there."""

    def H(state):
        return m * g * ga_coordinates(sandwich(state[1], ga_origin(PGA3)))[2]

    rest = make_multivector(PGA3, [0] * 6, 2)
    upright = motor_phase_space_derivative(H)(up(0, even_part(1 + 0 * PGA3.e1), rest))
    momentum = motor_velocity_to_momentum(L_body)
    falling = velocity([0, 0, 0], [0, 0, -g])
    assert equivalent(upright[2], momentum(up(t, PGA3.I, falling)))
    turned = motor_phase_space_derivative(H)(up(0, scmpy.ga_rotor(scmpy.pi / 2, PGA3.e23), rest))
    assert equivalent(turned[2], momentum(up(t, PGA3.I, velocity([0, 0, 0], [0, -g, 0]))))


@pytest.mark.parametrize("signature", [(3, 0, 0), (2, 0, 1), (3, 0, 1), (4, 0, 0), (1, 3, 0), (4, 1, 0)], ids=str)
def test_what_is_conserved(signature):
    """The energy of any quadratic H, and of any H what the coadjoint action keeps: the powers of mu."""
    algebra = geometric_algebra(*signature)
    n = algebra.dimension
    mu, M = literal_multivector("mu", algebra, n - 2), literal_multivector("M", algebra, 0, 2)
    weights = symbols(" ".join(f"k_{i}" for i in range(len(mu.terms))))

    def H(state):
        return sum(k * x * x for k, x in zip(weights, state[2].terms.values(), strict=True)) / 2

    state = up(t, M, mu)
    B, rate = motor_momentum_to_velocity(H)(state), motor_phase_space_derivative(H)(state)[2]
    assert equivalent(rate ^ B, 0)  # dH/dt I
    assert equivalent(commutator(mu * mu, B), mu * rate + rate * mu)
    assert equivalent(scalar_part(mu * rate + rate * mu), 0)


@pytest.mark.parametrize("signature", [(3, 0, 0), (2, 0, 1), (3, 0, 1), (2, 1, 0), (1, 3, 0)], ids=str)
def test_the_coadjoint_action_is_that_of_the_matrices(signature):
    """Bivectors act on vectors by the commutator: the matrices have the same structure constants, and the same ad*."""
    algebra = geometric_algebra(*signature)
    vectors, generators = basis_blades(algebra, 1), basis_blades(algebra, 2)

    def matrix(E):
        images = [commutator(E, e) for e in vectors]
        return matrix_by_rows(*[[image[str(e)] for image in images] for e in vectors])

    xi, mu = literal_multivector("xi", algebra, 2), literal_multivector("mu", algebra, algebra.dimension - 2)
    moved = commutator(mu, xi)
    paired = [(mu ^ E)["I"] for E in generators]
    expected = [(moved ^ E)["I"] for E in generators]
    found = ad_star(scmpy.down(*map(matrix, generators)))(up(*[xi[str(E)] for E in generators]), scmpy.down(*paired))
    assert equivalent(found, scmpy.down(*expected))


@pytest.mark.slow
def test_hamilton_s_equations_are_those_of_lie_and_poisson():
    """Of any H of a momentum of SE(3) and of a point of space as seen from the body: rates of M, of the point, and of mu."""
    H = literal_function("H", "(-> (UP Real (UP Real Real Real Real) (DOWN Real Real Real Real Real Real)) Real)")
    a, b, c, d, x, y, z = symbols("a b c d x y z")
    rotor = make_multivector(PGA3, {"1": a, "e23": b, "e31": c, "e12": d})
    M = even_part(scmpy.ga_translator(PGA3, up(x, y, z)) * rotor)  # of any norm: no roots
    mu = literal_multivector("mu", PGA3, 2)
    units = [velocity(row[:3], row[3:]) for row in ([int(i == k) for k in range(6)] for i in range(6))]

    def paired(mu):
        return scmpy.down(*[(mu ^ E)["I"] for E in units])

    def seen(M):  # the origin of space
        return up(*ga_coordinates(sandwich(~M, ga_origin(PGA3))), 1)

    def moved(M, point):
        return ga_coordinates(sandwich(M, ga_point(PGA3, up(*point))))

    found = motor_phase_space_derivative(lambda state: H(up(state[0], seen(state[1]), paired(state[2]))))(up(t, M, mu))
    _, by_point, by_momentum = scmpy.Lie_Poisson_to_state_derivative(H, scmpy.se3_generators)(
        up(t, seen(M), paired(mu))
    )
    assert equivalent(paired(found[2]), by_momentum)
    along = scmpy.D(lambda h: seen(M + h * found[1]))(0)
    assert equivalent(along, by_point)
    w = scmpy.partial(2)(H)(up(t, seen(M), paired(mu)))
    turning = sum(w[i] * scmpy.se3_generators[i] for i in range(6))  # of the matrix G of the motion, G' = G turning
    for point in ((0, 0, 0), (1, 2, -3)):
        rate = turning * up(*point, 1)
        expected = scmpy.D(lambda h, rate=rate, point=point: moved(M, [p + h * rate[i] for i, p in enumerate(point)]))(
            0
        )
        assert equivalent(scmpy.D(lambda h, point=point: moved(M + h * found[1], point))(0), expected)


@pytest.mark.slow
def test_the_equations_of_motors_of_space_are_those_of_rotations():
    """The same of SO(3), with a vector of space as seen from the body, as of a heavy top."""
    H = literal_function("H", "(-> (UP Real (UP Real Real Real) (DOWN Real Real Real)) Real)")
    M, mu = literal_multivector("M", VGA3, 0, 2), literal_multivector("mu", VGA3, 1)
    units = [make_multivector(VGA3, {name: scmpy.div(-1, 2)}) for name in ("e23", "e31", "e12")]

    def paired(mu):
        return scmpy.down(*[(mu ^ E)["I"] for E in units])

    def seen(M):
        vertical = sandwich(~M, VGA3.e3) / norm_squared(M)
        return up(*[vertical[name] for name in ("e1", "e2", "e3")])

    found = motor_phase_space_derivative(lambda state: H(up(state[0], seen(state[1]), paired(state[2]))))(up(t, M, mu))
    expected = scmpy.Lie_Poisson_to_state_derivative(H, scmpy.so3_generators)(up(t, seen(M), paired(mu)))
    assert equivalent(paired(found[2]), expected[2])
    assert equivalent(scmpy.D(lambda h: seen(M + h * found[1]))(0), expected[1])


def test_inertia_is_the_derivative_of_kinetic_energy():
    """Of masses at points moved by a motor: T = B/2 v I(B) for the B of M' = - M B / 2."""
    masses = symbols("m_1 m_2")
    places = (up(*symbols("x y z")), up(*symbols("a b c")))
    points = [ga_point(PGA3, place) for place in places]
    inertia, B = motor_inertia(masses, points), literal_multivector("B", PGA3, 2)

    def T(state):
        total = 0
        for mass, point in zip(masses, points, strict=True):
            moving = commutator(state[2], point)  # X' in the body's frame, for M' = M B
            total = total + mass * norm_squared(dual(moving)) / 2
        return total

    momentum = motor_velocity_to_momentum(T)(up(t, PGA3.I, B))
    assert equivalent(inertia(-2 * B) * -2, momentum)
    assert equivalent(scalar_part(B & inertia(B)) / 2, T(up(t, PGA3.I, B / -2)))


@pytest.mark.slow
def test_the_form_with_half_the_generator():
    """S. De Keninck and L. Dorst: M' = - M B / 2, I(B)' = B x I(B), with half the commutator, is the same motion."""
    masses, points = [1, 2, 3, 4], [ga_point(PGA3, up(*x)) for x in ((1, 0, 0), (0, 1, 0), (0, 0, 2), (1, 1, 1))]
    inertia, B = motor_inertia(masses, points), literal_multivector("B", PGA3, 2)

    def L(state):
        return 2 * scalar_part(state[2] & inertia(state[2]))

    H = motor_Lagrangian_to_Hamiltonian(L)
    M = literal_multivector("M", PGA3, 0, 2, 4)
    mu = motor_velocity_to_momentum(L)(up(t, M, B / -2))
    rate = motor_phase_space_derivative(H)(up(t, M, mu))
    assert equivalent(mu, -2 * inertia(B))
    assert equivalent(rate[1], -M * B / 2)
    assert equivalent(rate[2], -2 * commutator_product(B, inertia(B)))


def test_an_elastic_body_of_the_conformal_algebra():
    """With an inertia for the scaling too the dilation is free, and the energy is kept."""
    J_0 = symbols("J_0")
    scaling = (CGA3.e4 - CGA3.e5) ^ (CGA3.e4 + CGA3.e5)

    def L(state):
        B = state[2]
        turning = sum(j * B[name] ** 2 for j, name in zip(J, ("e23", "e13", "e12"), strict=True))
        return turning / 2 + J_0 * scalar_part(scaling * B) ** 2 / 2

    B = literal_multivector("B", CGA3, 2)
    mu = motor_velocity_to_momentum(L)(up(t, CGA3.I, B))
    assert equivalent(mu ^ B, CGA3.I * 2 * L(up(t, CGA3.I, B)))  # Euler: mu . B = 2 L
    rate = commutator(mu, B)
    assert equivalent(rate ^ B, 0)


def test_any_hamiltonian_may_be_given():
    H = literal_function("H")

    def hamiltonian(state):
        return H(state[2]["e12"])

    mu, M = literal_multivector("mu", PGA3, 2), literal_multivector("M", PGA3, 0, 2, 4)
    assert equivalent(motor_momentum_to_velocity(hamiltonian)(up(t, M, mu)), scmpy.D(H)(mu["e12"]) * PGA3.e03)


def test_a_motion_in_the_plane_is_integrated():
    """A body of the plane that is thrown: a parabola, and a constant rotation."""

    def L(state):
        B = state[2]
        return 2 * B["e12"] ** 2 * 3.0 + 2 * 2.0 * (B["e01"] ** 2 + B["e02"] ** 2)

    H_free = motor_Lagrangian_to_Hamiltonian(L)

    def H(state):
        return H_free(state) + 2.0 * 9.8 * ga_coordinates(sandwich(state[1], ga_origin(PGA2)))[1]

    B = make_multivector(PGA2, {"e12": -0.5 * 1.5, "e01": -0.5 * 3.0, "e02": -0.5 * 4.0})
    start = even_part(1.0 + 0 * PGA2.e1)
    mu = motor_velocity_to_momentum(L)(up(0.0, start, B))
    end = state_advancer(motor_phase_space_derivative, H)(up(0.0, start, mu), 0.7, 1e-12)
    place = ga_coordinates(sandwich(end[1], ga_origin(PGA2)))
    assert abs(place[0] - 3.0 * 0.7) < 1e-9 and abs(place[1] - (4.0 * 0.7 - 4.9 * 0.49)) < 1e-9
    assert abs(end[1]["e12"] / end[1].scalar + scmpy.tan(1.5 * 0.7 / 2)) < 1e-9


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (up(0, 1, 2), "of multivectors"),
        (3, "expects a state"),
        (up(0, PGA3.I, PGA3.e1), "grade 2"),
        (up(0, VGA3.I, VGA3.e12), "grade 1"),
        (up(0, VGA3.I, PGA3.e12), "grade 1"),
    ],
)
def test_wrong_states(state, says):
    for procedure in (motor_phase_space_derivative, motor_momentum_to_velocity, motor_Lagrangian_to_Hamiltonian):
        with pytest.raises(scmpy.ScmpyError, match=says):
            procedure(lambda state: 0)(state)


def test_wrong_inertia():
    with pytest.raises(scmpy.ScmpyError, match="1 masses at 2 points"):
        motor_inertia([1], [ga_origin(PGA3)] * 2)


@pytest.mark.slow
def test_two_motors_in_one_lagrangian():
    """Bodies joined by a spring: the momenta of both as seen from space have a constant sum, the energy is kept."""
    chance = random.Random(2)

    def some(*grades):
        return sum((chance.uniform(-1, 1) * PGA3(PGA3.names[b]) for b in PGA3.of_grade(*grades)), 0 * PGA3.e12)

    places = [scmpy.ga_point(PGA3, up(*place)) for place in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.3, 0.2, 0.1))]
    inertias = [scmpy.motor_inertia(masses, places) for masses in ([1, 2, 1.5, 1], [2, 1, 0.5, 3])]

    def V(motors):
        apart = scmpy.sandwich(motors[0], places[0]) - scmpy.sandwich(motors[1], places[1])
        return sum(apart[name] ** 2 for name in ("e023", "e013", "e012")) / 2

    def L(state):
        pairs = zip(inertias, state[2], strict=True)
        return sum((momentum_of(B) ^ B)["I"] / 2 for momentum_of, B in pairs) - V(state[1])

    def H(state):
        squares = (x**2 * (k + 2) for part in state[2] for k, x in enumerate(part._children_()))
        return sum(squares) / 2 + V(state[1])

    motors, some_velocities = up(*(scmpy.even_part(scmpy.exp(some(2) / 2)) for _ in range(2))), up(some(2), some(2))
    momenta = scmpy.motor_velocity_to_momentum(L)(up(0, motors, some_velocities))
    power = sum((mu ^ B)["I"] for mu, B in zip(momenta, some_velocities, strict=True))
    found = scmpy.motor_Lagrangian_to_Hamiltonian(L)(up(0, motors, momenta))
    assert abs(found - power + L(up(0, motors, some_velocities))) < 1e-10
    state = up(0.0, motors, momenta)
    rates = scmpy.motor_phase_space_derivative(H)(state)
    velocities = scmpy.motor_momentum_to_velocity(H)(state)

    def in_space(state):
        return sum(scmpy.sandwich(M, mu) for M, mu in zip(state[1], state[2], strict=True))

    def change(f, rates):
        return D(lambda h: f(state + h * rates))(0)

    assert abs(change(H, rates)) < 1e-10
    assert max(abs(x) for x in change(in_space, rates)._children_()) < 1e-10
    assert rates[1] == up(*map(operator.mul, motors, velocities))
    pull = up(some(2), some(2))
    forced = scmpy.motor_phase_space_derivative(H, None, lambda _: pull)(state)
    power = sum((Q ^ B)["I"] for Q, B in zip(pull, velocities, strict=True))
    assert abs(change(H, forced) - power) < 1e-10
    drag = scmpy.motor_phase_space_derivative(H, lambda state: sum(B["e12"] ** 2 for B in state[2]))(state)
    assert abs(change(H, drag) + 2 * sum(B["e12"] ** 2 for B in velocities)) < 1e-10
    for wrong in (up(0, motors, up(some(2))), up(0, motors, some(2)), up(0, up(1, 2), up(3, 4))):
        with pytest.raises(scmpy.errors.StructureError, match="of multivectors"):
            scmpy.motor_phase_space_derivative(H)(wrong)
    with pytest.raises(scmpy.errors.StructureError, match="a force of the grade"):
        scmpy.motor_phase_space_derivative(H, None, lambda _: some(2))(state)
