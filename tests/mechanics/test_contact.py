"""Impacts by the balance of momenta and energy; dry friction against motions known in closed form."""

import itertools
import math

import pytest

import scmpy as s
from scmpy import VGA3, crossing, down, equivalent, partial, symbols, up
from scmpy.structure.tuples import leaves
from scmpy.units import kilogram, meter, newton, second

from ..tables import refusals

cos, sin, square = s.cos, s.sin, s.square
e, m, M, g, t, R = symbols("e m M g t R")
ANGLES, RATES = up(*symbols("a b")), up(*symbols("u w"))


def double_pendulum(local):
    (a, b), (u, w) = local[1], local[2]
    return (m + M) * u**2 / 2 + M * w**2 / 2 + M * u * w * cos(a - b) + (m + M) * g * cos(a) + M * g * cos(b)


def wall(local):
    """How far the second mass is from a wall."""
    return 1 - sin(local[1][0]) - sin(local[1][1])


def test_an_impact_gives_momenta_across_the_gap_and_takes_energy():
    before = up(t, ANGLES, RATES)
    after = s.impact(double_pendulum, wall, e)(before)
    a = leaves(partial(1)(wall)(before))
    p, q = (leaves(partial(2)(double_pendulum)(state)) for state in (before, after))
    assert equivalent((q[0] - p[0]) * a[1], (q[1] - p[1]) * a[0])
    rates = [sum(x * y for x, y in zip(a, state[2], strict=True)) for state in (before, after)]
    assert equivalent(rates[1], -e * rates[0])
    energy = s.Lagrangian_to_energy(double_pendulum)
    lost = energy(before) - energy(after)
    assert equivalent(
        lost, (1 - e) / (1 + e) * (q[0] - p[0]) / a[0] * -rates[0] * (1 + e) / 2
    )  # Carnot, Thomson and Tait


def test_a_rod_that_is_caught_at_its_end_keeps_its_moment_about_it():
    """Constraints that begin: both coordinates of an end come to rest."""

    def T(s):
        return m * (s[2][0] ** 2 + s[2][1] ** 2) / 2 + m * R**2 * s[2][2] ** 2 / 24

    def end(s):
        return up(s[1][0] - R / 2 * cos(s[1][2]), s[1][1] - R / 2 * sin(s[1][2]))

    x, y, a, u, v, w = symbols("x y a u v w")
    moment = m * R**2 / 12 * w + m * R / 2 * (cos(a) * v - sin(a) * u)
    assert equivalent(s.impact(T, end)(up(t, up(x, y, a), up(u, v, w)))[2][2], moment / (m * R**2 / 3))
    assert s.impact(lambda s: s[2] ** 2, lambda s: s[1] - 2 * s[0])(up(0, 0, 5)) == up(0, 0, 2)  # a piston moves


def test_impacts_of_multivectors_are_those_of_their_components():
    e1, e2, _ = VGA3.vectors

    def gap(s):
        return (s[1] | (e1 + 2 * e2)).scalar

    found = s.impact(lambda s: (s[2] * s[2]).scalar, gap, e)(up(0, 3 * e2, 3 * e1 + e2))
    flat = s.impact(lambda s: square(s[2]), lambda s: s[1][0] + 2 * s[1][1], e)(up(0, up(0, 3), up(3, 1)))
    assert equivalent(up(found[2]["e1"], found[2]["e2"]), flat[2])


def two_rods(local):
    (a, b), (u, w) = local[1], local[2]
    first = up(u * cos(a), u * sin(a))
    second = first + up(w * cos(b), w * sin(b))
    return (square(first) + square(second)) / 2 + 9.8 * (2 * cos(a) + cos(b))


def side(local):
    return 0.3 - sin(local[1][0]) - sin(local[1][1])


@pytest.mark.slow
def test_a_double_pendulum_bounces_and_keeps_its_energy():
    """Hundreds of times, at a wall; and with less restitution its energy falls."""
    start, energy = up(0.0, up(-1.0, -0.5), up(0.0, 0.0)), s.Lagrangian_to_energy(two_rods)
    for restitution, fewest in ((1, 600), (0.9, 10)):
        bounce = crossing(side, "falling", then=s.impact(two_rods, side, restitution))
        motion = s.compile_motion(two_rods, events=bounce, tolerance=1e-12)
        path = motion.trajectory(start, 1000.0 if restitution == 1 else 20.0)
        states = [path(x) for x in (0.0, *path.events.times)]
        energies = [energy(state) for state in states]
        assert len(path.events.times) > fewest and min(map(side, states)) > -1e-9
        if restitution == 1:
            assert max(abs(x - energies[0]) for x in energies) < 1e-6
        else:
            assert all(later < earlier + 1e-9 for earlier, later in itertools.pairwise(energies))


def ball(gravity, restitution):
    bounce = crossing(s.coordinate, "falling", then=lambda y: up(y[0], y[1], -restitution * y[2]))
    return s.compile_motion(lambda y: up(1, y[2], -gravity(y[0])), events=bounce, tolerance=1e-12)


test_what_is_no_contact = refusals(__file__, "contact", globals())


# --- dry friction ----------------------------------------------------------------------------------------------------


def OSCILLATOR(local):
    return (square(local[2]) - square(local[1])) / 2


def moved(system, start, time):
    motion = s.compile_motion(system.derivative, kind="derivative", events=system.events, tolerance=1e-12)
    return motion.trajectory(system.start(start), time)


def test_an_oscillator_loses_twice_the_limit_in_each_half_turn_and_sticks():
    path = moved(s.dry_friction(OSCILLATOR, s.velocity, 0.1, 0.15), up(0.0, 1.0, 0.0), 20.0)
    turns = [path(k * math.pi)[1] for k in range(1, 7)]
    assert turns == pytest.approx([-0.8, 0.6, -0.4, 0.2, 0.0, 0.0], abs=1e-9)
    assert path.end[3] == 0 and abs(path.end[2]) < 1e-12


def test_stick_and_slip_on_a_belt():
    """It is carried to where the spring is the static limit, and slips back round the other one."""
    path = moved(s.dry_friction(OSCILLATOR, lambda s: s[2] - 0.3, 1.0, 1.5), up(0.0, 0.0, 0.3), 40.0)
    stuck, gone = (list(of) for of in path.events)
    assert [state[1] for state in gone] == pytest.approx([1.5] * len(gone)) and gone[0][0] == pytest.approx(5)
    assert [state[1] for state in stuck] == pytest.approx([0.5] * len(stuck)) and len(stuck) == 5
    slipping = 2 * (math.pi - math.atan2(0.5, 0.3))
    assert stuck[0][0] - gone[0][0] == pytest.approx(slipping)


def test_on_a_wall_with_the_normal_force_of_a_constraint():
    """A ring on an incline: the limit is mu N, with N the multiplier of the constraint that holds it there."""
    slope, mu = 0.5, 0.4
    free = s.L_uniform_acceleration(1, 9.8)

    def incline(s):
        return cos(slope) * s[1][1] - sin(slope) * s[1][0]

    def along(local):
        return up(local[0], local[1] * up(cos(slope), sin(slope)), local[2] * up(cos(slope), sin(slope)))

    L = s.compose(free, along)
    normal = s.Lagrange_multipliers(free, incline)
    sliding = s.dry_friction(L, s.velocity, lambda local: mu * normal(along(local)))
    path = moved(sliding, up(0.0, 0.0, 3.0), 5.0)
    up_hill, down_hill = (9.8 * (math.sin(slope) + sign * mu * math.cos(slope)) for sign in (1, -1))
    top = 3 / up_hill
    assert path(top)[1] == pytest.approx(4.5 / up_hill) and path.end[2] == pytest.approx(-down_hill * (5 - top))
    path = moved(s.dry_friction(L, s.velocity, lambda local: 0.6 * normal(along(local))), up(0.0, 0.0, 3.0), 5.0)
    assert path.end[2:] == up(0, 0)


def test_two_blocks_one_on_the_other():
    """A pull that grows: the upper one slips first on the lower one, which the table holds."""

    def L(s):
        return (square(s[2][0]) + 2 * square(s[2][1])) / 2

    slips = [lambda s: s[2][1], lambda s: s[2][0] - s[2][1]]
    system = s.dry_friction(L, slips, [6.0, 2.0], None, None, lambda s: down(s[0], 0))
    path = moved(system, up(0.0, up(0.0, 0.0), up(0.0, 0.0)), 5.0)
    assert path.end[1][0] == pytest.approx(4.5) and path.end[1][1] == 0 and path.end[3] == up(0, 1)
    system = s.dry_friction(L, slips, [1.5, 2.0], None, None, lambda s: down(s[0], 0))
    path = moved(system, up(0.0, up(0.0, 0.0), up(0.0, 0.0)), 5.0)
    apart = 2 + 0.5 / 2  # then the pull on the upper one is 2 more than what the lower one takes
    assert [state[0] for of in path.events for state in of] == pytest.approx([1.5, apart])


def test_what_slips_has_units():
    def end(one, length, time, force, moment):
        block = s.dry_friction(s.L_harmonic(one, 4 * force / length), s.velocity, 0.5 * force, 0.7 * force)
        start = block.start(up(0.0 * time, 1.0 * length, 0.0 * length / time))
        return s.compile_motion(block.derivative, kind="derivative", events=block.events)(start, moment * time)

    for moment in (1.6, 10.0):
        wanted, found = end(1, 1, 1, 1, moment), end(kilogram, meter, second, newton, moment)
        assert [found[1] / meter, found[3]] == pytest.approx([wanted[1], wanted[3]], abs=1e-9)


def test_what_one_contact_holds_no_longer_is_too_much_for_another():
    """A rod on two feet, pulled near one of them: that slips, and the jump of the force makes the other slip back."""

    def rod(local):
        return square(local[2][0]) / 2 + square(local[2][1]) / 24

    feet = [lambda s: s[2][0] + s[2][1] / 2, lambda s: s[2][0] - s[2][1] / 2]
    system = s.dry_friction(rod, feet, 0.1, [1.0, 0.3], None, lambda s: down(s[0], 0.4 * s[0]))
    path = moved(system, up(0.0, up(0.0, 0.0), up(0.0, 0.0)), 1.2)
    assert path.end[3] == up(1, -1)
    assert [state[0] for of in path.events for state in of] == pytest.approx([1 / 0.9])
    moment = 0.4 * (1.2**2 - 1 / 0.81) / 2 - 0.1 * (1.2 - 1 / 0.9)
    assert path.end[2][1] == pytest.approx(12 * moment)


def test_what_is_made_of_a_motion_goes_through_its_impacts():
    start, driven = up(0.0, 1.0, 0.0), ball(lambda t: 1 - 0.5 * cos(t), 0.8)
    orbit = ball(lambda t: 1, 1).periodic_orbit(start, 2.9)
    assert orbit.period == pytest.approx(2 * math.sqrt(2 * orbit.point[1] + orbit.point[2] ** 2), rel=1e-9)
    after = driven.periods(math.tau)
    assert [*after(start)][1:] == [*driven(start, math.tau)][1:] == after.numpy(start, 1)[0, 1:].tolist()
    slopes, found = s.D(lambda y: driven(y, math.tau))(start), driven.monodromy(start, math.tau)
    assert all(found[i][k] == pytest.approx(slopes[k + 1][i + 1], rel=1e-9) for i in (0, 1) for k in (0, 1))
    heavy = s.compile_motion(lambda g: lambda y: up(1, y[2], g * (cos(y[0] / second) / 2 - 1)), "g", **driven._given[4])
    state = up(0.0 * second, 1.0 * meter, 0.0 * meter / second)
    rows = heavy.monodromy(state, math.tau * second, 1.0 * meter / second**2)
    assert [rows[0][0], rows[1][0] * second] == pytest.approx([found[0][0], found[1][0]])


def test_sections_go_through_impacts():
    fall, start, v = ball(lambda t: 1, 0.9), up(0.0, 2.0, 0.0), 2.0
    landing, top = fall.section(s.coordinate, "falling"), fall.section(s.velocity, "falling")
    assert landing.orbit(start, 3).times == pytest.approx([v, v * 2.8, v * 4.42], rel=1e-12)
    assert [*landing(start)][1:] == pytest.approx([0, 0.9 * v], abs=1e-12)
    assert landing.numpy(start, 2)[1] == pytest.approx([v * 2.8, 0, 0.81 * v], abs=1e-12)
    assert [y[1] for y in top.orbit(start, 3)] == pytest.approx([2 * 0.81**n for n in (1, 2, 3)])
    slopes = s.D(landing)(start)[1]
    assert [*slopes] == pytest.approx([1 / v, 0, 0.9 / v], abs=1e-12)
    heavy = s.compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=fall._given[4]["events"])
    assert s.D(lambda g: heavy.section(s.coordinate, "falling", g)(start)[2])(1.0) == pytest.approx(0.9 * v / 2)


def test_a_billiard_in_an_ellipse_keeps_the_product_of_momenta_about_its_foci():
    a, f = 2.0, math.sqrt(3)

    def bounced(y):
        n, (u, w) = up(y[1][0] / a**2, y[1][1]), y[2]
        return up(y[0], y[1], y[2] - 2 * (u * n[0] + w * n[1]) / (n[0] ** 2 + n[1] ** 2) * n)  # none at the centre

    wall = crossing(lambda y: (y[1][0] / a) ** 2 + y[1][1] ** 2 - 1, "rising", then=bounced)
    billiard = s.compile_motion(lambda y: up(1, y[2], up(0, 0)), kind="derivative", events=wall)
    section = billiard.section(wall.function, "rising")
    for _, x, y, u, w in section.numpy(up(0.0, up(0.0, 0.0), up(0.3, 1.0)), 500):
        assert (x * w - y * u + f * w) * (x * w - y * u - f * w) == pytest.approx(-3, rel=1e-10)
    slopes = s.D(lambda y: section(section(y)))(up(0.0, up(0.0, -1.0), up(0.0, 1.0)))
    assert slopes[1][0][1][0] + slopes[2][0][2][0] == pytest.approx(-1)  # 2 (2 (1 - 2/R)^2 - 1), R = a^2


def test_a_ball_on_a_table_that_shakes_doubles_its_period():
    """The trace of the map of impacts, (1 + A cos t) (1 + r)^2 - 2 r, is - (1 + r^2) there, and A sin t = pi - v."""
    r, v = 0.8, 2 * math.pi / (1 + 1 / 0.8)
    bounce = crossing(s.coordinate, "falling", then=lambda y: up(y[0], y[1], -r * y[2]))
    shaken = s.compile_motion(lambda A: lambda y: up(1, y[2], -1 - A * cos(y[0])), "A", events=bounce, tolerance=1e-12)
    [found] = shaken.continued(up(0.0, 5.83, -0.62), math.tau, "A", 1.2, 0.6, fixed=True).special
    impact = shaken.section(s.coordinate, "falling", found.parameter)(found.state)
    assert found.event == "period doubling"
    assert [impact[2], math.sin(impact[0])] == pytest.approx([v, (math.pi - v) / found.parameter])
    assert 1 + found.parameter * cos(impact[0]) == pytest.approx(-(((1 - r) / (1 + r)) ** 2))


@pytest.mark.parametrize("y", [2.0, 3.842495632985409, 0.23890263495783093])
def test_times_at_an_impact(y):
    """Where the end of a motion is at an impact, it has its state before or after, and is continued from after it."""
    motion = s.compile_motion(lambda y: up(1, y[2], -1), events=ball(lambda t: 1, 0.9)._given[4]["events"])
    for k in range(-5, 6):
        end, start = math.sqrt(2 * y) * (1 + k * 2.0**-52), up(0.0, y, 0.0)
        path = motion.trajectory(start, end)
        assert [*path.extended(end + 0.1).end] == pytest.approx([*motion(start, end + 0.1)], rel=1e-11)


def test_what_ends_at_an_impact_has_the_derivatives_of_the_state_before():
    second = crossing(s.coordinate, "falling", 2, then=lambda y: up(y[0], 0, -0.9 * y[2]))
    fall = s.compile_motion(lambda y: up(1, y[2], -1), events=second)
    slopes = s.D(lambda y: fall(up(0.0, y, 0.0), 9.0))(2.0)  # of 2.8 sqrt(2 y) and - .9 sqrt(2 y)
    assert [*slopes] == pytest.approx([1.4, 0, -0.45], abs=1e-12)
