"""Forces that are no potentials: the same in all forms of the equations, their power, and what is no force."""

import pytest

import scmpy as s
from scmpy import PGA3, D, down, equivalent, literal_function, literal_functions, partial, symbols, units, up
from scmpy.errors import DimensionError, StructureError, WrongTypeError

m, k, c, t, r, phi, v, w, p, h = symbols("m k c t r phi v w p h")
LOCAL, PLACE = up(t, up(r, phi), up(v, w)), up(r, phi)


def L(local):
    (r, phi), (v, w) = local[1], local[2]
    return m * (v**2 + r**2 * w**2) / 2 - k * r**2 / 2 + h * t * phi


def friction(local):
    return c * (local[2][0] ** 2 + local[1][0] * local[2][1] ** 2) / 2


def push(local):
    (r, phi), (v, w) = local[1], local[2]
    return down(s.sin(phi) - r * w, v * phi + t)


FORCES = friction, push
ACCELERATION = s.Lagrangian_to_acceleration(L, *FORCES)


def total(local):
    """- d2 F + Q, by hand."""
    return push(local) - partial(2)(friction)(local)


def test_they_are_in_lagrange_s_equations():
    free, inertia = s.Lagrangian_to_acceleration(L)(LOCAL), down(m, m * r**2)
    for a, b, f, i in zip(ACCELERATION(LOCAL), free, total(LOCAL), inertia, strict=True):
        assert equivalent(a, b + f / i)
    q = up(*literal_functions("r phi"))
    path = s.Gamma(q)
    assert equivalent(s.Lagrange_equations(L, *FORCES)(q)(t), s.Lagrange_equations(L)(q)(t) - total(path(t)))
    assert equivalent(s.Euler_Lagrange_operator(L, *FORCES)(up(*LOCAL, ACCELERATION(LOCAL))), down(0, 0))
    first = s.Lagrange_equations_first_order(L, *FORCES)(q, D(q))(t)
    assert equivalent(first[2], D(D(q))(t) - ACCELERATION(path(t)))


def test_and_hamilton_s():
    H, to_phase = s.Lagrangian_to_Hamiltonian(L), s.Lstate_to_Hstate(L)
    rates = s.Hamiltonian_to_state_derivative(H, *FORCES)(to_phase(LOCAL))
    assert equivalent(rates, D(to_phase)(LOCAL) * up(1, LOCAL[2], ACCELERATION(LOCAL)))
    q, momenta = up(*literal_functions("r phi")), down(*literal_functions("p l"))
    residual = s.Hamilton_equations(H, *FORCES)(q, momenta)(t)
    state = up(t, q(t), momenta(t))
    velocity = s.Hstate_to_Lstate(H)(state)
    assert equivalent(residual, s.Hamilton_equations(H)(q, momenta)(t) - up(0, up(0, 0), total(velocity)))


def test_and_routh_s():
    R, to_routhian = s.Lagrangian_to_Routhian(L), s.Lagrangian_state_to_Routhian_state(L)
    rates = s.Routhian_to_state_derivative(R, *FORCES)(to_routhian(LOCAL))
    assert equivalent(rates, D(to_routhian)(LOCAL) * up(1, LOCAL[2], ACCELERATION(LOCAL)))
    assert equivalent(s.Routhian_to_acceleration(R, *FORCES)(to_routhian(LOCAL)), ACCELERATION(LOCAL)[0])
    x, y, momentum = literal_functions("r phi p")
    state = up(t, up(x(t), y(t)), up(D(x)(t), momentum(t)))
    force = total(s.Routhian_state_to_Lagrangian_state(R)(state))
    plain = s.Routh_equations(R)(x, y, momentum)(t)
    assert equivalent(s.Routh_equations(R, *FORCES)(x, y, momentum)(t), plain + up(force[0], up(0, 0, -force[1])))


def test_and_poincare_s():
    """In the orthonormal basis of polar coordinates: forces on quasi-velocities have the same power."""
    e_r, e_phi = s.R2_polar.basis().vectors
    radius = s.R2_polar.coordinates("r phi")[0]
    frame = down(e_r, (1 / radius) * e_phi)
    basis = s.make_basis(frame, s.vector_basis_to_dual(frame, s.R2_polar))

    def local(state):
        t, q, (a, b) = state
        return up(t, q, up(a, b / q[0]))

    quasi, forces = (
        s.quasi_Lagrangian(L, basis),
        (lambda x: friction(local(x)), lambda x: down(push(local(x))[0], push(local(x))[1] / x[1][0])),
    )
    rates = s.Poincare_to_state_derivative(quasi, basis, *forces)(up(t, PLACE, up(v, r * w)))
    assert equivalent(rates, up(1, LOCAL[2], up(ACCELERATION(LOCAL)[0], v * w + r * ACCELERATION(LOCAL)[1])))
    q, quasi_path = up(*literal_functions("r phi")), up(*literal_functions("a b"))
    force = total(local(up(t, q(t), quasi_path(t))))
    residual = s.Poincare_equations(quasi, basis, *forces)(q, quasi_path)(t)
    assert equivalent(
        residual, s.Poincare_equations(quasi, basis)(q, quasi_path)(t) - down(force[0], force[1] / q(t)[0])
    )


def test_and_those_with_multipliers():
    """In rectangular coordinates on a circle: forces at a point, and by virtual work in its angle."""
    b, R = symbols("b R")

    def free(local):
        return m * s.square(local[2]) / 2

    def circle(local):
        return s.square(local[1]) - R**2

    def dragged(local):
        return -c * local[2] + up(h, 0)

    def on_circle(local):
        return up(R * s.cos(local[1]), R * s.sin(local[1]))

    here = up(t, phi, w)
    there = s.F_to_C(on_circle)(here)
    force = s.generalized_force(lambda local: dragged(s.F_to_C(on_circle)(local)), on_circle)
    assert equivalent(force(here), -c * R**2 * w - h * R * s.sin(phi))
    turning = s.Lagrangian_to_acceleration(lambda local: free(s.F_to_C(on_circle)(local)), None, force)(here)
    lowered = lambda local: down(*dragged(local))  # noqa: E731
    found = s.constrained_Lagrangian_to_acceleration(free, circle, None, lowered)(there)
    assert equivalent(found, s.F_to_C(on_circle)(up(t, phi, w, turning))[3])
    multiplier = s.Lagrange_multipliers(free, circle, None, lowered)(there)
    assert equivalent(2 * R * multiplier, -m * R * w**2 - h * s.cos(phi))
    held = s.Lagrangian_to_constraint_forces(free, circle, None, lowered)(there)
    assert equivalent(held, 2 * multiplier * down(*there[1]))
    path, pull = up(*literal_functions("x y")), literal_function("lambda")
    plain, moved = (s.constrained_Lagrange_equations(free, circle, None, f)(path, pull)(t) for f in (None, lowered))
    assert equivalent(moved, plain - up(lowered(s.Gamma(path)(t)), 0))
    rates = s.constrained_Lagrangian_to_state_derivative(free, circle, lambda q: c * s.square(q[2]) / 2)
    assert equivalent(rates(up(t, up(R, 0), up(0, b))), up(1, up(0, b), up(-(b**2) / R, -c * b / m)))


def test_and_those_of_euler_lie_and_poisson():
    A, B, C, J = *symbols("A B C"), up(*symbols("a b c"))
    gamma, generators = up(*symbols("x y z")), s.so3_generators

    def reduced(state):
        return s.T_body(A, B, C)(state[2]) - h * state[1][2]

    def H(state):
        return sum(x**2 / i for x, i in zip(state[2], (A, B, C), strict=True)) / 2 + h * state[1][2]

    def drag(state):
        return k * s.square(state[2]) / 2

    def torque(state):
        return down(state[1][0], 0, state[2][0])

    mu = s.L_body(A, B, C)(J)
    plain, moved = (
        s.Lie_Poisson_to_state_derivative(H, generators, *f)(up(t, gamma, mu)) for f in ((), (drag, torque))
    )
    force = torque(up(t, gamma, J)) - k * down(*J)
    assert equivalent(moved, plain + up(0, up(0, 0, 0), force))
    paths = up(*literal_functions("x y z")), up(*literal_functions("a b c"))
    force = torque(up(t, paths[0](t), paths[1](t))) - k * down(*paths[1](t))
    plain, moved = (s.Euler_Poincare_equations(reduced, generators, *f)(*paths)(t) for f in ((), (drag, torque)))
    assert equivalent(moved, plain - up(up(0, 0, 0), force))
    momenta = s.compose(s.L_body(A, B, C), paths[1])
    plain, moved = (s.Lie_Poisson_equations(H, generators, *f)(paths[0], momenta)(t) for f in ((), (drag, torque)))
    assert equivalent(moved, plain - up(0, up(0, 0, 0), force))


def test_and_those_of_motors():
    """The power of a force is its outer product with the velocity; in PGA3 it is a wrench seen from the body."""
    mu, M = s.literal_multivector("mu", PGA3, 2), s.literal_multivector("M", PGA3, 0, 2, 4)
    wrench = s.literal_multivector("Q", PGA3, 2)

    def H(state):
        return (
            sum(
                state[2][name] ** 2 / x
                for name, x in zip(("e01", "e02", "e03", "e23", "e31", "e12"), symbols("A B C m m m"), strict=True)
            )
            / 2
        )

    def drag(state):
        return c * sum(state[2][name] ** 2 for name in ("e23", "e31", "e12")) / 2

    state = up(t, M, mu)
    B = s.motor_momentum_to_velocity(H)(state)
    rate = s.motor_phase_space_derivative(H, drag, lambda state: wrench)(state)[2]
    assert equivalent((rate ^ B)["I"], (wrench ^ B)["I"] - 2 * drag(up(t, M, B)))
    assert equivalent(rate - s.motor_phase_space_derivative(H, drag)(state)[2], wrench)


@pytest.mark.parametrize("forces", [(None, push), (friction,), FORCES])
def test_the_energy_changes_by_their_power(forces):
    """dE/dt = (- d2 F + Q) v - d0 L."""
    energy, rates = s.Lagrangian_to_energy(L), s.Lagrangian_to_state_derivative(L, *forces)(LOCAL)
    power = (push(LOCAL) if forces[-1] is push else 0 * push(LOCAL)) * LOCAL[2]
    power -= partial(2)(friction)(LOCAL) * LOCAL[2] if forces[0] else 0
    assert equivalent(D(energy)(LOCAL) * rates, power - partial(0)(L)(LOCAL))
    H, to_phase = s.Lagrangian_to_Hamiltonian(L), s.Lstate_to_Hstate(L)
    state = to_phase(LOCAL)
    assert equivalent(D(H)(state) * s.Hamiltonian_to_state_derivative(H, *forces)(state), power - partial(0)(L)(LOCAL))


@pytest.mark.slow  # SymPy is loaded
def test_equilibria_and_linearizations_have_them():
    x, u, F = symbols("x u F")
    pushed = s.Lagrangian_to_state_derivative(s.L_harmonic(m, k), None, lambda local: F - c * local[2])
    assert s.equilibria(pushed, up(t, x, u)) == (up(t, F / k, 0),)
    assert equivalent(s.linearize(pushed, up(t, F / k, 0)), s.matrix_by_rows([0, 1], [-k / m, -c / m]))
    damped = s.Lagrangian_to_state_derivative(s.L_harmonic(1, 1), lambda local: local[2] ** 2 / 10)
    assert str(s.stability(damped, up(0, 0, 0)).verdict) == "asymptotically-stable"


def test_linear_systems_of_inputs_and_outputs():
    """An inverted pendulum on a cart that is pushed: Ogata, Modern Control Engineering, 3.6; and what cannot be led."""
    M, g, h = symbols("M g h")

    def L(local):
        (_, a), (u, w) = local[1], local[2]
        across, sinking = u + h * w * s.cos(a), -h * w * s.sin(a)
        return (M * u**2 + m * (across**2 + sinking**2)) / 2 - m * g * h * s.cos(a)

    def pushed(F):
        return s.Lagrangian_to_state_derivative(L, None, lambda local: down(F, 0))

    rest = up(t, up(0, 0), up(0, 0))
    A, B, C, feed = s.linearize(pushed, rest, [0], lambda F: lambda state: up(state[1], F * h))
    assert equivalent(
        A, s.matrix_by_rows([0, 0, 1, 0], [0, 0, 0, 1], [0, -m * g / M, 0, 0], [0, (M + m) * g / (M * h), 0, 0])
    )
    assert equivalent(B, s.matrix_by_rows([0], [0], [1 / M], [-1 / (M * h)]))
    assert (C, feed) == (s.matrix_by_rows([1, 0, 0, 0], [0, 1, 0, 0], [0] * 4), s.matrix_by_rows([0], [0], [h]))
    assert s.linearize(pushed, rest, [0])[2:] == (
        s.matrix_by_rows(*([int(i == k) for k in range(4)] for i in range(4))),
        s.matrix_by_rows(*[[0]] * 4),
    )
    assert s.is_controllable(A, B) and s.is_controllable(A.transpose, C.transpose)
    assert not s.is_controllable(A, s.matrix_by_rows([0], [0], [0], [0]))
    assert not s.is_controllable(A.transpose, s.matrix_by_rows([0], [1], [0], [0]))  # the angle does not tell the place
    inexact = s.matrix_by_rows([0.1, 0.3, 0.0], [0.3, 0.9, 0.0], [0.3, 0.7, 1.1])  # leads (1, 3) to its multiples
    assert [s.is_controllable(inexact, s.matrix_by_rows([x], [0.3], [0.7])) for x in (0.1, 0.2)] == [False, True]
    for wrong, message in (
        (lambda: s.linearize(3, rest, [0]), "what makes a system from inputs"),
        (lambda: s.linearize(pushed, rest, 0), "expects a list"),
        (lambda: s.linearize(pushed, rest, [0 * units.newton]), "without units"),
        (lambda: s.is_controllable(A, s.matrix_by_rows([1])), "a square matrix and one"),
    ):
        with pytest.raises(s.ScmpyError, match=message):
            wrong()


def test_units():
    L = s.L_harmonic(2 * units.kilogram, 3 * units.newton / units.meter)
    state = up(0 * units.second, 1 * units.meter, 2 * units.meter / units.second)
    drag = s.Lagrangian_to_acceleration(L, None, lambda local: -4 * units.kilogram / units.second * local[2])
    assert drag(state) == -5.5 * units.meter / units.second**2
    H, mass = s.H_harmonic(2 * units.kilogram, 3 * units.newton / units.meter), 2 * units.kilogram
    rates = s.Hamiltonian_to_state_derivative(H, None, lambda local: -4 * units.kilogram / units.second * local[2])
    assert rates(up(*state[:2], mass * state[2]))[2] == -11 * units.newton
    with pytest.raises(DimensionError):
        s.Lagrangian_to_acceleration(L, None, lambda local: 4 * units.kilogram)(state)


@pytest.mark.parametrize(
    ("force", "error", "message"),
    [
        (3, WrongTypeError, "a force, a function of"),
        (lambda local: down(1, 2, 3), StructureError, r"a component for each velocity, such as down\(2\)"),
        (lambda local: 1, StructureError, "got the number 1"),
    ],
)
def test_what_is_no_force(force, error, message):
    H = s.Lagrangian_to_Hamiltonian(L)
    for f in (
        lambda: s.Lagrangian_to_acceleration(L, None, force)(LOCAL),
        lambda: s.Lagrange_equations(L, None, force)(up(*literal_functions("r phi")))(t),
        lambda: s.Hamiltonian_to_state_derivative(H, None, force)(up(t, PLACE, down(p, w))),
        lambda: s.constrained_Lagrangian_to_acceleration(L, lambda local: local[1][0] - 1, None, force)(
            up(t, up(1, phi), up(0, w))
        ),
    ):
        with pytest.raises(error, match=message):
            f()
    one = s.make_multivector(PGA3, [0] * 6, 2)
    with pytest.raises((StructureError, WrongTypeError), match="expects a force"):
        s.motor_phase_space_derivative(lambda state: 0, None, force)(up(t, s.even_part(1 + 0 * PGA3.e1), one))
