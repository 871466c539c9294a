"""Constraints by multipliers and by elimination, on systems whose constraint forces are known.

Source: P. N. Saeta, "Lagrange Multipliers"; SICM 1.6.2, 1.10; Neimark and Fufaev (the knife edge and the rolling coin).
"""

import pytest

from scmpy import *
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError

from ..comparing import same

m, M, g, R, ell, t, omega, alpha, A, C = symbols("m M g R ell t omega alpha A C")
x, y, theta, phi, r, lam = literal_functions("x y theta phi r lambda")


def state(n, *names):
    """A state of symbols: n coordinates and n velocities."""
    parts = symbols(" ".join(names))
    return up(t, up(*parts[:n]), up(*parts[n:]))


# --- the hoop that rolls down an incline -----------------------------------------------------------------------


def L_hoop(s):
    _, (x, _), (v, w) = s
    return m * v**2 / 2 + m * R**2 * w**2 / 2 + m * g * x * sin(alpha)


def rolling(s):
    return R * s[1][1] - s[1][0]


def rolling_velocities(s):
    return R * s[2][1] - s[2][0]


hoop = state(2, "x", "theta", "v", "w")


@pytest.mark.parametrize("constraint", [rolling, rolling_velocities])
def test_hoop(constraint):
    assert same(constraint_coefficients(constraint)(hoop), up(down(-1, R), 0))
    half = g * sin(alpha) / 2
    assert same(constrained_Lagrangian_to_acceleration(L_hoop, constraint)(hoop), up(half, half / R))
    assert same(Lagrange_multipliers(L_hoop, constraint)(hoop), m * half)
    assert same(Lagrangian_to_constraint_forces(L_hoop, constraint)(hoop), down(-m * half, m * R * half))
    assert same(
        constrained_Lagrangian_to_state_derivative(L_hoop, constraint)(hoop), up(1, hoop[2], up(half, half / R))
    )


def test_the_equations_with_multipliers():
    residual = constrained_Lagrange_equations(L_hoop, rolling)(up(x, theta), lam)(t)
    a, b = (D**2)(x)(t), (D**2)(theta)(t)
    assert same(residual[0], down(m * a - m * g * sin(alpha) + lam(t), m * R**2 * b - lam(t) * R))
    assert same(residual[1], R * theta(t) - x(t))


def test_the_augmented_lagrangian_gives_them_too():
    with_multiplier = Lagrange_equations(augmented_Lagrangian(L_hoop, rolling))(up(up(x, theta), lam))(t)
    residual = constrained_Lagrange_equations(L_hoop, rolling)(up(x, theta), lam)(t)
    assert same(with_multiplier, down(residual[0], -residual[1]))


@pytest.mark.parametrize("index", [0, 1])
def test_hoop_by_elimination(index):
    eliminated = eliminate_constraints(L_hoop, rolling, index)
    place, velocity = symbols("q qdot")
    acceleration = Lagrangian_to_acceleration(eliminated)(up(t, place, velocity))
    assert same(acceleration, g * sin(alpha) / 2 / (1 if index else R))


# --- beads, pendulums, wheels ----------------------------------------------------------------------------------


def L_spherical(s):
    """A particle under gravity in spherical coordinates, theta from the upward vertical."""
    _, (r, theta, _), (r_dot, theta_dot, phi_dot) = s
    speed = r_dot**2 + (r * theta_dot) ** 2 + (r * sin(theta) * phi_dot) ** 2
    return m * speed / 2 - m * g * r * cos(theta)


def on_the_hoop(s):
    t, (r, _, phi), _ = s
    return up(r - R, phi - omega * t)


def test_bead_on_a_rotating_hoop():
    a, b = symbols("theta thetadot")
    on_it = up(t, up(R, a, omega * t), up(0, b, omega))
    angular = omega**2 * sin(a) * cos(a) + g / R * sin(a)
    assert same(constrained_Lagrangian_to_acceleration(L_spherical, on_the_hoop)(on_it), up(0, angular, 0))
    normal = m * g * cos(a) - m * R * (b**2 + (omega * sin(a)) ** 2)
    torque = m * R**2 * omega * 2 * sin(a) * cos(a) * b
    assert same(Lagrangian_to_constraint_forces(L_spherical, on_the_hoop)(on_it), down(normal, 0, torque))
    assert same(Lagrange_multipliers(L_spherical, on_the_hoop)(on_it), down(normal, torque))
    eliminated = eliminate_constraints(L_spherical, on_the_hoop, 0, 2)
    assert same(Lagrangian_to_acceleration(eliminated)(up(t, a, b)), angular)


def test_the_torque_of_the_hoop_is_the_rate_of_angular_momentum():
    path = up(lambda t: R, theta, lambda t: omega * t)
    angular_momentum = compose(lambda s: partial(2)(L_spherical)(s)[2], Gamma(path))
    torque = Lagrangian_to_constraint_forces(L_spherical, on_the_hoop)(Gamma(path)(t))[2]
    assert same(D(angular_momentum)(t), torque)


def L_plane(s):
    _, (_, y), v = s
    return m * square(v) / 2 - m * g * y


def circle(s):
    return square(s[1]) - ell**2


def test_pendulum_in_rectangular_coordinates():
    a, w = symbols("theta thetadot")

    def F(s):
        return up(ell * sin(s[1]), -ell * cos(s[1]))

    eliminated = eliminate_constraints(L_plane, circle, F)
    angular = Lagrangian_to_acceleration(eliminated)(up(t, a, w))
    assert same(angular, -g / ell * sin(a))
    on_it = F_to_C(F)(up(t, a, w, angular))
    assert same(constrained_Lagrangian_to_acceleration(L_plane, circle)(on_it[:3]), on_it[3])
    tension = m * g * cos(a) + m * ell * w**2
    assert same(Lagrangian_to_constraint_forces(L_plane, circle)(on_it[:3]), tension * down(-sin(a), cos(a)))


def test_atwood_machine():
    def L(s):
        _, (a, b), (v, w) = s
        return m * v**2 / 2 + M * w**2 / 2 - m * g * a - M * g * b

    machine = state(2, "a", "b", "v", "w")
    forces = Lagrangian_to_constraint_forces(L, lambda s: s[1][0] + s[1][1] - ell)(machine)
    tension = 2 * m * M * g / (m + M)
    assert same(forces, down(tension, tension))


def test_a_moving_constraint():
    """A mass on a support that rises as h(t): the force carries the weight and accelerates it."""
    h = literal_function("h")
    s = state(2, "x", "y", "v", "w")
    forces = Lagrangian_to_constraint_forces(L_plane, lambda s: s[1][1] - h(s[0]))(s)
    assert same(forces, down(0, m * g + m * (D**2)(h)(t)))


# --- constraints of velocities that cannot be integrated -------------------------------------------------------


def test_rolling_coin():
    """Two velocity constraints on four coordinates: the rates of rolling and of turning are constant."""

    def L(s):
        _, _, (v, w, roll, turn) = s
        return m * (v**2 + w**2) / 2 + A * roll**2 / 2 + C * turn**2 / 2

    def coin(s):
        _, (_, _, _, phi), (v, w, roll, _) = s
        return up(v - R * roll * cos(phi), w - R * roll * sin(phi))

    phi, roll, turn = symbols("phi w psi")
    moving = up(t, up(*symbols("x y theta"), phi), up(R * roll * cos(phi), R * roll * sin(phi), roll, turn))
    acceleration = constrained_Lagrangian_to_acceleration(L, coin)(moving)
    assert same(acceleration[2], 0)
    assert same(acceleration[3], 0)
    forces = Lagrangian_to_constraint_forces(L, coin)(moving)
    assert same(forces, down(m * acceleration[0], m * acceleration[1], 0, 0))


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (lambda s: up(rolling(s), 2 * rolling(s)), "constraints 0, 1 .from 0. are redundant"),
        (lambda s: up(rolling(s), s[1][0], s[1][1]), "constraints 0, 1, 2 .from 0. are redundant"),
        (lambda s: up(s[1][0] - 1, s[1][1], s[1][0] - 2), "constraints 0, 2 .from 0. are inconsistent at"),
        (lambda s: up(s[1][0] - ell, s[1][0] - R), r"inconsistent unless .* vanishes"),
        (lambda s: up(s[1][0] - s[0], s[1][0] - 2 * s[0]), "constraints 0, 1 .from 0. are inconsistent at"),
        (lambda s: up(s[2][0] - 1, s[2][0] - 2), "constraints 0, 1 .from 0. are inconsistent"),
        (lambda s: 1, "the constraint is inconsistent"),
        (lambda s: square(s[2]) - ell, "the constraint is not linear in the velocities"),
        (lambda s: up(s[1][0], s[2][0] * s[2][1]), "constraint 1 .from 0. is not linear in the velocities"),
    ],
)
def test_constraints_that_cannot_be_solved(constraints, message):
    for operation in (constrained_Lagrangian_to_acceleration, Lagrangian_to_constraint_forces, Lagrange_multipliers):
        with pytest.raises(DomainError, match=message):
            operation(L_hoop, constraints)(hoop)


@pytest.mark.parametrize(
    ("constraints", "error"),
    [(3, WrongTypeError), (lambda s: down(1, 2), StructureError), (lambda s: "x", StructureError)],
)
def test_what_is_no_constraint(constraints, error):
    with pytest.raises(error, match="expects constraints"):
        constrained_Lagrangian_to_acceleration(L_hoop, constraints)(hoop)


def test_no_inertia():
    with pytest.raises(DivisionByZeroError, match=r"no inertia in the direction \(up 0 1\)"):
        constrained_Lagrangian_to_acceleration(lambda s: m * s[2][0] ** 2, lambda s: s[1][0])(hoop)
    with pytest.raises(DivisionByZeroError, match=r"no inertia in the direction \(up -1 1\)"):
        Lagrangian_to_acceleration(lambda s: m * square(s[2][0] + s[2][1]))(hoop)


def test_constraints_of_velocities_are_not_put_into_lagrangians():
    with pytest.raises(DomainError, match="expects holonomic constraints"):
        augmented_Lagrangian(L_hoop, rolling_velocities)(up(t, up(hoop[1], m), up(hoop[2], m)))
    with pytest.raises(DomainError, match="expects holonomic constraints"):
        eliminate_constraints(L_hoop, rolling_velocities, 0)(state(1, "x", "v"))


def test_elimination_that_cannot_be_done():
    place = state(1, "x", "v")
    with pytest.raises(DomainError, match="not linear in the coordinates 0"):
        eliminate_constraints(L_plane, circle, 0)(place)
    with pytest.raises(DivisionByZeroError, match="do not determine the coordinates 1"):
        eliminate_constraints(L_plane, lambda s: s[1][0] - ell, 1)(place)
    with pytest.raises(DomainError, match="does not satisfy constraint 0"):
        eliminate_constraints(L_plane, circle, lambda s: up(s[1], ell))(place)
    for indices in ((), (2,), (0, 0), ("x",), (0, 1)):
        with pytest.raises(StructureError, match="expects"):
            eliminate_constraints(L_plane, lambda s: s[1][0] - ell, *indices)(place)
    with pytest.raises(StructureError, match="expects 1 multipliers"):
        constraint_forces(circle)(hoop, down(1, 2))


def test_a_state_off_its_constraints_is_an_error_with_the_residual():
    m, g = symbols("m g")
    falling, circle = L_uniform_acceleration(m, g), lambda state: state[1][0] ** 2 + state[1][1] ** 2 - 1
    on, off, leaving = (up(0, up(x, 0), up(v, 0)) for x, v in ((1, 0), (1.01, 0), (1, 2)))
    for made in (constrained_Lagrangian_to_acceleration, Lagrange_multipliers, Lagrangian_to_constraint_forces):
        function = made(falling, circle)
        function(on), function(up(0, up(1 + 1e-9, 0), up(0, 1))), function(up(0, up(*symbols("x y")), up(0, 1)))
        with pytest.raises(DomainError, match=r"satisfies the constraints, but the constraint is 0\.0201\d* at \(up 0"):
            function(off)
        with pytest.raises(DomainError, match="but the rate of the constraint is 4 at"):
            function(leaving)
    rates = constrained_Lagrangian_to_state_derivative(falling, circle)
    assert rates(off)[0] == 1, "methods of integration take steps beside the constraint"
