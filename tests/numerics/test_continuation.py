"""Branches of equilibria, periodic orbits and invariant curves: where they turn back, meet others, change their stability."""

import math

import pytest
from scipy.special import ellipk

import scmpy as s
from scmpy import up
from scmpy.errors import ArityError, DomainError
from scmpy.units import meter, second


def lorenz(r):
    def rates(state):
        _, x, y, z = state
        return up(1, 10 * (y - x), x * (r - z) - y, x * y - 8 / 3 * z)

    return rates


def roessler(c):
    return lambda y: up(1, -y[2] - y[3], y[1] + 0.2 * y[2], 0.2 + y[3] * (y[1] - c))


@pytest.mark.parametrize(
    ("rate", "x", "interval", "special"),
    [
        (lambda p, x: p + x - x**3, -1.5, (-2.0, 2.0), [("fold", 2 / math.sqrt(27)), ("fold", -2 / math.sqrt(27))]),
        (lambda p, x: p * x - x**3, 0.0, (-1.0, 1.2), [("branch point", 0.0)]),
        (lambda p, x: p * x - x * x, 0.0, (1.0, -2.0), [("branch point", 0.0)]),
        (lambda p, x: p - x**3, -1.0, (-1.0, 1.0), []),
    ],
)
def test_equilibria_of_one_number(rate, x, interval, special):
    branch = s.continue_equilibria(lambda p: lambda y: up(1, rate(p, y[1])), up(0, x), *interval)
    assert [point.event for point in branch.special] == [event for event, _ in special]
    assert [point.parameter for point in branch.special] == pytest.approx([p for _, p in special], abs=1e-9)
    assert (branch[0].parameter, branch[-1].parameter) == pytest.approx(interval, abs=1e-12)
    assert all(abs(rate(point.parameter, point.state[1])) < 1e-8 for point in branch)
    assert {point.period for point in branch} == {0.0}


def test_lorenz_begins_to_oscillate():
    root = math.sqrt(8 / 3 * 27)
    branch = s.continue_equilibria(lorenz, up(0, root, root, 27), 28.0, 2.0)
    [hopf] = branch.special
    assert (hopf.event, hopf.parameter) == ("Hopf", pytest.approx(10 * (10 + 8 / 3 + 3) / (10 - 8 / 3 - 1), abs=1e-6))
    assert (branch[0].kind, branch[-1].kind) == ("unstable", "attracting")
    [pitchfork] = s.continue_equilibria(lorenz, up(0, 0.0, 0.0, 0.0), 0.5, 2.0).special
    assert (pitchfork.event, pitchfork.parameter) == ("branch point", pytest.approx(1, abs=1e-9))


@pytest.mark.slow
def test_a_period_doubles():
    """Kuznetsov's value for Roessler's system with a = b = .2: 2.832."""
    start = s.state_advancer(lambda: roessler(2.5))(up(0.0, 1.0, 1.0, 1.0), 200.0)
    branch = s.continue_periodic_orbits(roessler, up(0.0, *start[1:]), 5.7, 2.5, 3.0)
    [doubling] = branch.special
    assert (doubling.event, doubling.parameter) == ("period doubling", pytest.approx(2.83245, abs=1e-4))
    assert min(doubling.multipliers, key=lambda m: abs(m + 1)) == pytest.approx(-1, abs=1e-5)


@pytest.mark.slow
def test_a_compiled_motion_is_continued():
    motion = s.compile_motion(
        lambda mu, k: lambda y: up(1, y[2], mu * (1 - y[1] ** 2) * y[2] - k * y[1]), {"mu": 1.0, "k": 1.0}
    )
    branch = motion.continued(up(0.0, 2.0, 0.0), 6.5, "mu", 2.0)
    assert branch[-1].period == pytest.approx(7.629874479, abs=1e-6)
    alone = motion.periodic_orbit(up(0.0, 2.0, 0.0), 7.5, mu=2.0)
    assert branch[-1].period == pytest.approx(alone.period, abs=1e-8)
    assert alone.distance == pytest.approx((alone.period - 7.5) / alone.period, rel=0.2)
    with pytest.raises(ArityError, match="no parameter nu"):
        motion.continued(up(0.0, 2.0, 0.0), 6.5, "nu", 2.0)


def test_what_has_units_is_continued():
    def spring(k):
        return lambda y: up(1, y[2], k * (meter - y[1]) - y[2] / second)

    start, rate = up(0 * second, 1.0 * meter, 0.0 * meter / second), 1 / second**2
    found = s.continue_equilibria(spring, start, 1.0 * rate, 4.25 * rate)[-1]
    assert (found.parameter, found.state[1], found.kind) == (4.25 * rate, 1.0 * meter, "attracting")
    assert found.multipliers[0] * second == pytest.approx(-0.5 + 2j)
    swing = s.compile_motion(lambda k: lambda y: up(1, y[2], -k * y[1]), "k")
    orbit = swing.continued(start, math.tau * second, "k", 4 * rate, k=rate)[-1]
    assert orbit.parameter == 4 * rate and orbit.period / second == pytest.approx(math.pi)


@pytest.mark.slow
def test_orbits_of_a_family_keep_the_period():
    """Of a pendulum's orbits that of one period is followed as its length changes: T = 4 sqrt(l) K(sin(a/2))."""
    branch = s.continue_periodic_orbits(
        lambda b: lambda y: up(1, y[2], -s.sin(y[1]) / b), up(0.0, 1.0, 0.0), 6.69997566, 1.0, 0.9, fixed=True
    )
    for point in branch[:: len(branch) - 1]:
        _, angle, speed = map(float, point.state)
        modulus = math.sqrt(math.sin(angle / 2) ** 2 + point.parameter * speed**2 / 4)
        period = 4 * math.sqrt(point.parameter) * float(ellipk(modulus**2))
        assert period == pytest.approx(6.69997566, abs=1e-6)


@pytest.mark.slow
def test_invariant_curves_until_they_break_up():
    """The golden one of the standard map breaks up at K = .971635 (Greene 1979)."""
    golden = 1 - 1 / s.golden_ratio
    branch = s.continue_invariant_curves(s.standard_map, golden, 2.4, 0.0, 1.2, 65)
    last = branch[-1]
    assert 0.6 < last.parameter < 0.971635
    curve = next(point for point in branch if point.parameter > 0.5)
    angle, ordinate = curve.state[1][7], curve.state[2][7]
    found = s.find_invariant_curve(s.standard_map(curve.parameter), golden, angle, ordinate - 0.1, ordinate + 0.1, 1e-8)
    assert ordinate == pytest.approx(found, abs=1e-7)


def test_curves_that_are_not_there():
    with pytest.raises(DomainError, match="at least 3 points"):
        s.continue_invariant_curves(s.standard_map, 0.4, 2.5, 0.0, 1.0, 2)
    with pytest.raises(DomainError, match="is not defined"):
        s.continue_invariant_curves(lambda K: lambda x, y: None, 0.4, 2.5, 0, 1, 5)


def test_what_cannot_be_followed():
    cubic = lambda p: lambda y: up(1, p + y[1] ** 2)  # noqa: E731
    with pytest.raises(DomainError, match="two values"):
        s.continue_equilibria(cubic, up(0, -1.0), -1.0, -1.0)
    with pytest.raises(DomainError, match="expects a period"):
        s.continue_periodic_orbits(cubic, up(0, -1.0), 0, -1.0, 1.0)
    assert len(s.continue_equilibria(cubic, up(0, -1.0), -1.0, 1.0, 4)) == 4
    back = s.continue_equilibria(cubic, up(0, -1.0), -1.0, 1.0)
    assert (back[-1].parameter, back[-1].state[1]) == pytest.approx((-1.0, 1.0), abs=1e-9)
