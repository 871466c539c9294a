"""Constraints linear in the velocities: by multipliers and by quasi-velocities; Dirac's bracket; stabilised drift."""

from fractions import Fraction

import pytest

import scmpy as s
from scmpy import D, down, equivalent, equivalent_equations, literal_function, literal_functions, symbols, up
from scmpy.errors import DivisionByZeroError, DomainError, LimitError, StructureError
from scmpy.geometry.fields import components_in
from scmpy.structure.tuples import leaves

cos, sin, square = s.cos, s.sin, s.square
PLACE = [Fraction(1, 3), 2, Fraction(1, 2), Fraction(3, 4), -1]
RATES = [Fraction(1, 2), -2, Fraction(2, 3), 1]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def sleigh(local):
    """Chaplygin's: the centre of mass is ahead of the edge."""
    (_, _, angle), (vx, vy, w) = local[1], local[2]
    return (square(vx - 2 * w * sin(angle)) + square(vy + 2 * w * cos(angle))) / 2 + 3 * w * w / 2


def edge(local):
    return local[2][1] * cos(local[1][2]) - local[2][0] * sin(local[1][2])


def disc(local):
    """An upright disc of radius 2, with its heading and its turn about the axle."""
    vx, vy, heading, turn = local[2]
    return (3 * (vx**2 + vy**2) + heading**2 + 2 * turn**2) / 2


def rolling(local):
    (_, _, heading, _), (vx, vy, _, turn) = local[1], local[2]
    return up(vx - 2 * turn * cos(heading), vy - 2 * turn * sin(heading))


def particle(local):
    return square(local[2]) / 2 - local[1][2]


def heisenberg(local):
    (x, y, _), (vx, vy, vz) = local[1], local[2]
    return vz - y * vx + x * vy


def snakeboard(local):
    """The board's place and angle, the rotor's angle and that of the wheels, which turn against each other."""
    vx, vy, board, rotor, wheels = local[2]
    return (vx**2 + vy**2 + 3 * board**2 + rotor**2 + wheels**2) / 2 + board * rotor


def wheels(local):
    (_, _, angle, _, turn), (vx, vy, board, _, _) = local[1], local[2]
    front, back = angle + turn, angle - turn
    return up(
        -sin(front) * vx + cos(front) * vy + cos(turn) * board, -sin(back) * vx + cos(back) * vy - cos(turn) * board
    )


def pushed(local):
    return down(*(k + x * v for k, (x, v) in enumerate(zip(local[1], local[2], strict=True))))


FIVE = s.coordinate_system_at("rectangular", "origin", s.make_manifold(s.R_n, 5))
SYSTEMS = {
    "sleigh": (sleigh, edge, s.R3_rect, (1,)),
    "rolling disc": (disc, rolling, s.R4_rect, (0, 1)),
    "Heisenberg": (particle, heisenberg, s.R3_rect, ()),
    "snakeboard": (snakeboard, wheels, FIVE, (0, 1)),
}


@pytest.mark.parametrize("force", [None, pytest.param(pushed, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*list(SYSTEMS)[:3], pytest.param("snakeboard", marks=pytest.mark.slow)])
def test_multipliers_and_quasi_velocities_agree(name, force):
    L, G, chart, solved = SYSTEMS[name]
    basis = s.constraint_basis(G, chart, *solved)
    n = chart.dimension
    count = n - len(leaves(G(up(0, up(*PLACE[:n]), up(*PLACE[:n])))))
    q, u = up(*PLACE[:n]), up(*RATES[:count])
    quasi, fields = s.quasi_Lagrangian(L, basis), [components_in(e, chart) for e in basis.vectors]

    def in_basis(state):
        """The force on quasi-velocities: what has the same power."""
        t, q, w = state
        v = sum(x * field(q) for x, field in zip(w, fields, strict=True))
        return down(*(force(up(t, q, v)) * field(q) for field in fields))

    forces = (None, in_basis) if force else ()
    rates = s.constrained_Poincare_to_state_derivative(quasi, basis, *forces)
    _, velocity, changes = rates(up(0, q, u))
    local = up(0, q, velocity)
    assert equivalent(up(*leaves(G(local))), up(*(0 for _ in range(n - count))))
    wanted = D(lambda state: rates(state)[1])(up(0, q, u)) * up(1, velocity, changes)
    given = (None, force) if force else ()
    assert equivalent(s.constrained_Lagrangian_to_acceleration(L, G, *given)(local), wanted)
    held = s.Poincare_to_constraint_forces(quasi, basis, *forces)(up(0, q, u))
    assert equivalent(held, down(*leaves(s.Lagrange_multipliers(L, G, *given)(local))))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sleigh", "snakeboard"])
def test_the_equations_in_quasi_velocities_are_those_with_multipliers(name):
    L, G, chart, solved = SYSTEMS[name]
    t, q = symbols("t"), up(*literal_functions("x y theta psi phi")[: chart.dimension])
    basis = s.constraint_basis(G, chart, *solved)
    reduced = s.constrained_Poincare_equations(s.quasi_Lagrangian(L, basis), basis)
    ours = reduced(q, up(*literal_functions("u v w")[: chart.dimension - len(solved)]))(t)
    held = up(*literal_functions("lambda mu")) if len(solved) > 1 else literal_function("lambda")
    pulled = s.constrained_Lagrange_equations(lambda state: L(state) + state[1][0], G)(q, held)(t)
    whole = s.constrained_Lagrange_equations(L, G)(q, held)(t)
    assert equivalent_equations(ours, whole).verdict == "equal"
    assert equivalent_equations(ours, pulled).verdict == "different"


@pytest.mark.slow
def test_the_equations_of_suslov_and_of_a_ball_are_equal():
    """In Euler's angles with multipliers, and in quasi-velocities: about the axes of the body, and of the constraints."""
    A, B, C, E, F, R = symbols("A B C E F R", positive=True)
    t, spin, angles = symbols("t"), s.Euler_state_to_omega_body, literal_functions("theta phi psi")

    def kinetic(n):
        return (A * n[0] ** 2 + B * n[1] ** 2 + C * n[2] ** 2) / 2 + E * n[0] * n[2] + F * n[1] * n[2]

    quasi = s.constrained_Poincare_equations(lambda local: kinetic(local[2]), s.so3p_basis)
    whole = s.constrained_Lagrange_equations(lambda local: kinetic(spin(local)), lambda local: spin(local)[2])
    q, u = up(*angles), up(*literal_functions("a b"))
    assert equivalent_equations(quasi(q, u)(t), whole(q, literal_function("lambda"))(t)).verdict == "equal"

    def ball(local):
        (vx, vy), n = local[2][:2], spin(up(local[0], local[1][2:], local[2][2:]))
        return (A * (vx**2 + vy**2) + B * square(n)) / 2

    def rolls(local):
        (theta, phi, _), (u, _, w) = local[1][2:], local[2][2:]
        across = w * sin(theta)
        return up(
            local[2][0] - R * (u * sin(phi) - across * cos(phi)), local[2][1] + R * (u * cos(phi) + across * sin(phi))
        )

    basis = s.constraint_basis(rolls, FIVE, 0, 1)
    q, u = up(*literal_functions("x y"), *angles), up(*literal_functions("a b c"))
    quasi = s.constrained_Poincare_equations(s.quasi_Lagrangian(ball, basis), basis)
    whole = s.constrained_Lagrange_equations(ball, rolls)(q, lambda t: down(*up(*literal_functions("lambda mu"))(t)))
    assert equivalent_equations(quasi(q, u)(t), whole(t)).verdict == "equal"


def test_what_has_no_such_basis():
    for G, chart, solved, error, message in (
        (lambda a: a[2][0] - a[0], s.R2_rect, (), DomainError, "free of the time"),
        (lambda a: a[2][0] * a[0], s.R2_rect, (), DomainError, "free of the time"),
        (lambda a: a[2][0] ** 2, s.R2_rect, (), DomainError, "not linear"),
        (lambda a: a[2][0], s.R2_rect, (1,), DivisionByZeroError, "rates of coordinates 1"),
        (lambda a: up(a[2][0], 2 * a[2][0]), s.R2_rect, (), DivisionByZeroError, "any coordinates"),
        (lambda a: a[2][0], s.R2_rect, (0, 1), StructureError, "an index for each"),
        (lambda a: a[2][0], s.R2_rect, (5,), StructureError, "numbers below 2"),
    ):
        with pytest.raises(error, match=message):
            s.constraint_basis(G, chart, *solved)
    basis = s.constraint_basis(lambda a: a[2][0], s.R2_rect)
    for u in (up(1, 2), 3):
        with pytest.raises(StructureError, match="fewer quasi-velocities than the 2"):
            s.constrained_Poincare_to_state_derivative(lambda a: square(a[2]), basis)(up(0, up(0, 0), u))


def test_drift_is_stabilised():
    """Off a circle by a hundredth: G'' + 2 s G' + s^2 G = 0, and P' + s P = 0."""
    free, circle = s.L_uniform_acceleration(1, Fraction(98, 10)), lambda a: square(a[1]) - 1
    state = up(0, up(Fraction(101, 100), 0), up(Fraction(1, 7), 1))
    rate = symbols("s")
    _, velocity, found = s.constrained_Lagrangian_to_state_derivative(free, circle, None, None, rate)(state)
    first, second = 2 * dot(state[1], velocity), 2 * (square(velocity) + dot(state[1], found))
    assert equivalent(second + 2 * rate * first + rate**2 * circle(state), 0)
    _, _, found = s.constrained_Lagrangian_to_state_derivative(particle, heisenberg, None, None, rate)(
        up(0, up(1, 2, 3), up(1, 1, 5))
    )
    assert equivalent(found[2] - 2 * found[0] + found[1] + rate * heisenberg(up(0, up(1, 2, 3), up(1, 1, 5))), 0)
    derivative = s.constrained_Lagrangian_to_state_derivative(free, circle, None, None, 5.0)
    end = s.state_advancer(lambda: derivative)(up(0.0, up(1.01, 0.0), up(0.0, 0.0)), 4.0, 1e-10)
    assert abs(circle(end)) < 1e-6
    motion = s.trajectory(derivative, up(0.0, up(1.0, 0.0), up(0.0, 0.0)), 1.0)
    assert "whose constraints are stabilized at the rate 5.0" in repr(motion)
    derivative = s.constrained_Lagrangian_to_state_derivative(free, circle)
    motion = s.trajectory(derivative, up(0.0, up(1.0, 0.0), up(0.0, 0.0)), 1.0)
    assert "whose constraints are not stabilized, which" in repr(motion)
    motion = s.trajectory(derivative, up(0.0, up(1.5, 0.0), up(0.0, 1.0)), 1.0)
    assert "whose constraints are not stabilized (the constraint is 1.25 at the start, not 0), which" in repr(motion)
    motion = s.trajectory(derivative, up(0.0, up(1.0, 0.0), up(0.25, 1.0)), 1.0)
    assert "(the rate of the constraint is 0.5 at the start, not 0)" in repr(motion)


def test_dirac_s_bracket():
    """On a sphere: {x_i, p_j} = delta_ij - x_i x_j / x^2; and the constraints commute with everything."""
    state = up(0, up(*symbols("x y z")), down(*symbols("a b c")))

    def sphere(a):
        return up(square(a[1]) - 1, a[1] * a[2])

    def F(a):
        return a[2][0] ** 2 * a[1][1]

    bracket = s.Dirac_bracket(sphere)
    for i in range(3):
        for j in range(3):
            expected = int(i == j) - state[1][i] * state[1][j] / square(state[1])
            assert equivalent(bracket(s.component(1, i), s.component(2, j))(state), expected)
    for k in (0, 1):
        assert equivalent(bracket(F, lambda a, k=k: sphere(a)[k])(state), 0)
    with pytest.raises(DivisionByZeroError, match="first class is the combination"):
        s.Dirac_bracket(lambda a: up(a[1][0], a[1][1]))(F, F)(state)
    with pytest.raises(StructureError, match="an up tuple of scalars"):
        s.Dirac_bracket(lambda a: a[1][0])(F, F)(state)


m, c = symbols("m c")
#: Lagrangians, the shape of their coordinates, and how many constraints are of the first and second class, and degrees.
SINGULAR = {
    "regular": (s.L_free_particle(m), up(0, 0), (0, 0, 2)),
    "of the first order": (lambda a: (a[1][0] * a[2][1] - a[1][1] * a[2][0] - square(a[1])) / 2, up(0, 0), (0, 2, 1)),
    "gauge": (lambda a: square(a[2][0] - a[2][1]), up(0, 0), (1, 0, 1)),
    "gauge by a potential": (lambda a: square(a[2][0] - a[1][1]), up(0, 0), (2, 0, 0)),
    "particle in space-time": (
        lambda a: (a[2][0] ** 2 - a[2][1] ** 2) / a[1][2] - m**2 * a[1][2],
        up(0, 0, 0),
        (2, 0, 1)
    ),
    "Cawley": (lambda a: a[2][0] * a[2][1] + a[1][2] * a[1][1] ** 2 / 2, up(0, 0, 0), (3, 0, 0)),
    "with the time": (lambda a: a[2][0] ** 2 / 2 + a[1][1] * (a[1][0] - a[0]), up(0, 0), (0, 4, 0)),
    "on a sphere": (s.augmented_Lagrangian(s.L_free_particle(m), lambda a: square(a[1]) - c), up(up(0, 0, 0), 0), (0, 4, 2)),
    "relativistic by its own time": (lambda a: a[1][0] * a[1][1] - s.sqrt(1 - a[2][0] ** 2), up(0, 0), (0, 4, 0)),
    "Jacobi's metric": (lambda a: s.sqrt(2 * m * (c - a[1][1]) * square(a[2])), up(0, 0), (1, 0, 1)),
    "Jacobi's metric of planets": (lambda a: s.sqrt((c + 1 / s.sqrt(square(a[1]))) * square(a[2])), up(0, 0), (1, 0, 1)),
    "regular and not quadratic": (lambda a: s.sqrt(1 + a[2] ** 2), 0, (0, 0, 1)),
    "odd": (lambda a: a[1][0] * a[2][1] + a[1][1] * a[2][2] + a[1][2] * a[2][0], up(0, 0, 0), (1, 2, 1)),
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [pytest.param(x, marks=[pytest.mark.slow] * (x in ("particle in space-time", "on a sphere"))) for x in SINGULAR],
)
def test_constraints_of_singular_lagrangians(name):
    L, place, counts = SINGULAR[name]
    assert s.Dirac_constraints(L, up(0, place, place))[1:] == counts


@pytest.mark.slow
def test_what_is_homogeneous_in_the_velocities_has_no_time_of_its_own():
    m, (y, p, q) = symbols("m", positive=True), symbols("y p q")
    for L, wanted in (
        (lambda a: -m * s.sqrt(a[2][0] ** 2 - a[2][1] ** 2) + c * a[1][1] * a[2][0], p - c * y + s.sqrt(m**2 + q**2)),
        (lambda a: a[2][1] ** 2 / a[2][0], p + q**2 / 4),
        (lambda a: s.exp(a[2][0] - a[2][1]), p + q),
    ):
        constraints, *counts = s.Dirac_constraints(L, up(0, up(0, 0), up(0, 0)))
        assert counts == [1, 0, 1] and equivalent(constraints(up(0, up(0, y), down(p, q)))[0], wanted)


@pytest.mark.slow
def test_a_pendulum_with_its_multiplier():
    """All four constraints, and Dirac's bracket of them."""
    pendulum = s.augmented_Lagrangian(s.L_uniform_acceleration(m, c), lambda a: square(a[1]) - 1)
    place = up(up(0, 0), 0)
    found = s.Dirac_constraints(pendulum, up(0, place, place))
    assert found[1:] == (0, 4, 1)
    x, y, a, b, pull, p = symbols("x y a b pull p")
    state = up(0, up(up(x, y), pull), down(down(a, b), p))
    values = found.constraints(state)
    for value, wanted in zip(
        values,
        (
            p,
            x**2 + y**2 - 1,
            2 * (x * a + y * b) / m,
            2 * (a**2 + b**2) / m**2 - 2 * c * y + 4 * pull / m * (x**2 + y**2),
        ),
        strict=True,
    ):
        assert equivalent(value, wanted)
    bracket = s.Dirac_bracket(found.constraints)(lambda h: h[1][0][0], lambda h: h[2][0][0])(state)
    assert equivalent(bracket, y**2 / (x**2 + y**2))


def test_what_has_no_such_constraints():
    with pytest.raises(DomainError, match="lead to 1 = 0"):
        s.Dirac_constraints(lambda a: a[1], up(0, 0, 0))
    with pytest.raises(LimitError, match="solve"):
        s.Dirac_constraints(lambda a: s.cos(a[2][0]) + a[2][0] ** 4 + a[2][1], up(0, up(0, 0), up(0, 0)))
