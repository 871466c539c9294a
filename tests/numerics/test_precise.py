"""Motions to many digits, against mpmath and against the integration in floats."""

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest

import scmpy as s

from ..tables import refusals
from .systems import double_pendulum


def same(x, expected, digits):
    """Whether a decimal is a number of mpmath's to so many digits."""
    with mpmath.workdps(digits + 20):
        return abs(mpmath.mpf(str(x)) - expected) < mpmath.mpf(10) ** -(digits - 1)


@pytest.mark.parametrize("digits", [5, 20, 50, 120])
def test_the_oscillator(digits):
    motion = s.trajectory(lambda x: s.up(1, x[2], -x[1]), s.up(0, 1, 0), 10, digits=digits)
    with mpmath.workdps(digits + 10):
        for t in (10, Fraction(1, 3), 0, 2.5, Decimal("7.1")):
            when = mpmath.mpf(t.numerator) / t.denominator if isinstance(t, Fraction) else mpmath.mpf(str(t))
            assert same(motion(t)[1], mpmath.cos(when), digits)
    assert len(str(motion(10)[1]).lstrip("-0.")) == digits


def test_constants_have_all_digits():
    """The square root of 2 and 1/3 are no floats; 0.1 is the float that it is."""
    motion = s.trajectory(lambda x: s.up(1, s.sqrt(2) * x[1] / 3 + 0 * x[0]), s.up(0, s.exp(1)), s.pi, digits=40)
    with mpmath.workdps(60):
        assert same(motion(s.pi)[1], mpmath.exp(1 + mpmath.sqrt(2) / 3 * mpmath.pi), 39)
    tenth = s.trajectory(lambda x: s.up(1, 0.1), s.up(0, 0), 1, digits=60)
    assert tenth(1)[1] == Decimal.from_float(0.1)


def test_functions():
    """Of x' = f(x) the time is the integral of 1 / f."""
    f = lambda x: s.sin(x) + s.exp(-x) * s.tan(x) / s.expt(1 + x * x, Fraction(1, 3))  # noqa: E731
    motion = s.trajectory(lambda state: s.up(1, f(state[1])), s.up(0, Fraction(1, 2)), Fraction(1, 2), digits=30)
    with mpmath.workdps(40):
        g = lambda x: mpmath.sin(x) + mpmath.exp(-x) * mpmath.tan(x) / mpmath.cbrt(1 + x * x)  # noqa: E731
        end = mpmath.mpf(str(motion(Fraction(1, 2))[1]))
        assert abs(mpmath.quad(lambda x: 1 / g(x), [0.5, end]) - 0.5) < 1e-29


@pytest.mark.slow
def test_taylor_at_50_digits_agrees_with_dop853():
    derivative, start = s.Lagrangian_to_state_derivative(double_pendulum), s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))
    mine = s.trajectory(derivative, start, 1, digits=50)
    theirs = s.trajectory(derivative, start, 1, 1e-13)
    for part in (1, 2):
        assert [float(x) for x in mine(1)[part]] == pytest.approx(list(theirs(1)[part]), rel=1e-12)


def test_the_digits_are_right():
    """Those of a longer calculation are the same."""
    pendulum = lambda x: s.up(1, x[2], -s.sin(x[1]))  # noqa: E731
    short, long = (s.trajectory(pendulum, s.up(0, 1, 0), 4, digits=digits)(4)[1] for digits in (25, 45))
    assert abs(short - long) < Decimal(10) ** -24


def test_backwards_and_not_at_all():
    motion = s.trajectory(lambda x: s.up(1, x[1]), s.up(1, 1), -1, digits=30)
    assert motion.times[0] == 1
    assert motion.times[-1] == -1
    with mpmath.workdps(40):
        assert same(motion(-1)[1], mpmath.exp(-2), 30)
    assert s.trajectory(lambda x: s.up(1, x[1]), s.up(1, 1), 1, digits=30)(1)[1] == 1


def test_it_is_pickled():
    for end in (2, 0):
        motion = s.trajectory(lambda x: s.up(1, x[1]), s.up(0, 1), end, digits=30)
        again = pickle.loads(pickle.dumps(motion))
        assert (again(end), again.times) == (motion(end), motion.times)


decay = lambda x: s.up(1, -x[1])  # noqa: E731


test_bad_input = refusals(__file__, "precise", globals())


def test_what_is_computed_of_decimals_is_exact():
    """They were refused by all arithmetic, so that no energy of such a motion could be computed."""
    L = s.L_harmonic(1, 1)
    motion = s.trajectory(s.Lagrangian_to_state_derivative(L), s.up(0, 1, 0), 1, digits=40)
    energy = s.Lagrangian_to_energy(L)(motion(1))
    assert isinstance(energy, Fraction) and abs(energy - Fraction(1, 2)) < Fraction(1, 10**38)
    x = s.symbols("x")
    assert Decimal("0.1") * x == Fraction(1, 10) * x and s.sqrt(Decimal("0.25")) == Fraction(1, 2)
    assert math.isnan(s.sin(Decimal("NaN"))) and s.D(s.square)(Decimal("0.5")) == 1
    later = s.trajectory(s.Lagrangian_to_state_derivative(L), motion(1), 2)(2)
    assert later[1] == pytest.approx(math.cos(2))
    assert repr(motion(1)).startswith("(up 1.000000000000000000000000000000000000000 0.54030230586813")


def test_a_notebook_shows_what_motions_are():
    """Their names alone were typeset."""
    oscillator = s.Lagrangian_to_state_derivative(s.L_harmonic(1, 1))
    for motion in (s.trajectory(oscillator, s.up(0, 1, 0), 1, digits=9), s.trajectory(oscillator, s.up(0, 1, 0), 1)):
        assert motion._repr_latex_() is None and "from 0" in repr(motion)
