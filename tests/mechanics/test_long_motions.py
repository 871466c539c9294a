"""What a motion keeps it keeps for ten thousand periods, or characteristic times: of every kind of motion."""

import math
from collections.abc import Callable
from typing import Any

import pytest

import scmpy as s
from scmpy import down, up

PERIODS = 10_000
GRAVITY = 9.8

MOTIONS: dict[str, Callable[[], tuple[Any, Any, float, Callable[[Any], list[float]], float]]] = {}


def motion(function):
    """A motion, a state, a characteristic time, what is kept, and the bound of its change relative to 1."""
    MOTIONS[function.__name__.replace("_", " ")] = function
    return function


def swinging(state):
    """The Lagrangian of a double pendulum."""
    (a, b), (v, w) = state[1], state[2]
    return v * v + w * w / 2 + v * w * s.cos(a - b) + GRAVITY * (2 * s.cos(a) + s.cos(b))


def energy_of(lagrangian):
    return s.Lagrangian_to_energy(lagrangian)


@motion
def a_pendulum_by_its_Lagrangian():
    L = s.L_pendulum(1, 1, GRAVITY)
    start = up(0.0, 2.0, 0.0)
    return s.compile_motion(L, kind="Lagrangian", tolerance=1e-13), start, 3.0, lambda y: [energy_of(L)(y)], 1e-9


@motion
def a_double_pendulum_by_Taylor():
    run = s.compile_motion(swinging, tolerance=1e-14, method="taylor")
    return run, up(0.0, up(1.5, 1.0), up(0.0, 0.0)), 2.0, lambda y: [energy_of(swinging)(y) / 30], 1e-10


@motion
def Kepler_by_a_symplectic_method():
    def H(state):
        return s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))

    def kept(y):
        (a, b), (p, q) = y[1], y[2]
        return [H(y), a * q - b * p]

    run = s.compile_motion(H, method="yoshida-6", step=2 * math.pi / 50)
    return run, up(0.0, up(1.0, 0.0), down(0.0, 1.1)), 2 * math.pi, kept, 2e-5


@motion
def a_force_whose_power_is_counted():
    """x'' = -x - x'/10 + cos t, with the work W' = (cos t - x'/10) x' as a further number: E - W is kept."""

    def rates(state):
        t, x, v, _ = state
        force = s.cos(t) - v / 10
        return up(1, v, force - x, force * v)

    run = s.compile_motion(rates, kind="derivative", tolerance=1e-14)
    return run, up(0.0, 1.0, 0.0, 0.0), 2 * math.pi, lambda y: [(y[1] ** 2 + y[2] ** 2) / 2 - y[3]], 1e-8


@motion
def a_constraint_with_a_multiplier():
    """A pendulum in rectangular coordinates: its length, the rate of that and the energy are kept."""
    L = s.L_uniform_acceleration(1, GRAVITY)
    rates = s.constrained_Lagrangian_to_state_derivative(L, lambda y: s.square(y[1]) - 1, stabilization=1)

    def kept(y):
        return [s.square(y[1]), s.dot_product(y[1], y[2]), energy_of(L)(y)]

    run = s.compile_motion(rates, kind="derivative", tolerance=1e-13)
    return run, up(0.0, up(0.8, -0.6), up(0.0, 0.0)), 2.2, kept, 1e-7


@motion
def a_constraint_that_is_no_potential():
    """Heisenberg's system in a harmonic potential, by quasi-velocities: the energy and the constraint."""

    def heisenberg(y):
        return y[2][2] - y[1][1] * y[2][0] + y[1][0] * y[2][1]

    def L(y):
        return s.square(y[2]) / 2 - s.square(y[1]) / 2

    basis = s.constraint_basis(heisenberg, s.R3_rect)
    reduced = s.quasi_Lagrangian(L, basis)
    rates = s.constrained_Poincare_to_state_derivative(reduced, basis)

    def kept(y):
        return [energy_of(reduced)(up(y[0], y[1], up(*y[2], 0)))]

    run = s.compile_motion(rates, kind="derivative", tolerance=1e-13)
    return run, up(0.0, up(1.0, 0.2, 0.1), up(0.1, 0.5)), 2 * math.pi, kept, 1e-8


@motion
def a_free_rigid_body_by_Lie_and_Poisson():
    def H(state):
        a, b, c = state[2]
        return a * a / 2 + b * b / 4 + c * c / 6

    rates = s.Lie_Poisson_to_state_derivative(H, s.so3_generators)

    def kept(y):
        return [H(y), s.square(y[2])]

    run = s.compile_motion(rates, kind="derivative", tolerance=1e-13)
    return run, up(0.0, up(0.0, 0.0, 1.0), down(1.0, 0.1, 0.5)), 10.0, kept, 1e-8


@motion
def a_heavy_body_by_motors():
    """By the midpoint rule: the momentum as seen from space about the vertical, M M~ = 1, and the energy nearly."""
    weights = 1.0, 0.5, 1 / 3

    def H(y):
        a, b, c = y[2]._children_()
        up_there = s.reversion(y[1]) * s.VGA3.e3 * y[1]
        return (weights[0] * a * a + weights[1] * b * b + weights[2] * c * c) / 2 + up_there._children_()[2]

    def kept(y):
        turned = y[1] * y[2] * s.reversion(y[1])
        return [s.norm_squared(y[1]), turned._children_()[2], 1e-3 * H(y)]

    run = s.compile_motion(s.motor_phase_space_derivative(H), kind="derivative", method="lie-midpoint", step=0.15)
    start = up(
        0.0,
        s.make_multivector(s.VGA3, [1.0, 0.1, 0.2, 0.1], 0, 2) / math.sqrt(1.06),
        s.make_multivector(s.VGA3, [0.1, 0.2, 2.0], 1),
    )
    return run, start, 3.0, kept, 1e-4


@motion
def bodies_joined_to_a_tree():
    arm = s.make_linkage(
        [s.make_link("revolute", 1, up(0, -1, 0)), s.make_link("revolute", 2, up(0, -1, 0), 0.5, up(0, -1, 0))],
        up(0, -GRAVITY, 0),
    )
    L = s.linkage_Lagrangian(arm)
    run = s.compile_motion(s.linkage_to_state_derivative(arm), kind="derivative", tolerance=1e-14, method="taylor")
    return run, up(0.0, up(1.0, 0.5), up(0.0, 0.0)), 2.0, lambda y: [energy_of(L)(y)], 1e-9


@motion
def a_block_on_a_belt():
    """It sticks and slips, the same in each of 200 periods: it forgets the earlier ones where it sticks."""

    def L(y):
        return s.square(y[2]) / 2 - s.square(y[1]) / 2

    block = s.dry_friction(L, lambda y: y[2] - 1, 1, 2)
    run = s.compile_motion(block.derivative, kind="derivative", events=block.events, tolerance=1e-12)
    # it slips from x = 2, where its speed is 1, about x = 1, and sticks again at x = 0, to be carried to x = 2
    period, few = 3 * math.pi / 2 + 2, PERIODS // 200
    return (
        lambda y, t: run(y, period * round(t / period / few) + 0.25),
        run(block.start(up(0.0, 0.0, 1.0)), 0.25),
        period,
        lambda y: [*y[1:]],
        1e-6,
    )


@motion
def a_ball_that_is_not_damped():
    """It falls for a time sqrt(2/g) and is thrown up again, ten thousand times."""
    bounce = s.crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0.0, -y[2]))
    run = s.compile_motion(lambda y: up(1, y[2], -GRAVITY), kind="derivative", events=bounce, tolerance=1e-13)
    start = up(0.0, 1.0, 0.0)
    return run, start, 2 * math.sqrt(2 / GRAVITY), lambda y: [y[2] ** 2 / 2 + GRAVITY * y[1]], 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", MOTIONS)
def test_what_is_kept_is_kept_for_ten_thousand_periods(name):
    run, start, period, kept, bound = MOTIONS[name]()
    moments = [period * PERIODS * part for part in (0.01, 1.0)]
    first = kept(start)
    for moment in moments:
        now = kept(run(start, moment + 0.1))
        assert now == pytest.approx(first, rel=bound, abs=bound), moment
