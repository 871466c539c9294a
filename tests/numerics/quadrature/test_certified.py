"""Enclosures hold the exact values: random integrals of derivatives of known functions, by mpmath; hard integrands."""

import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ...tables import refusals
from .table import INTEGRALS, integral

#: Functions of scmpy's and of mpmath's; entire, or with branch points or poles where the argument is not positive.
ENTIRE = {"sin": "sin", "cos": "cos", "exp": "exp", "sinh": "sinh", "atan": "atan", "tanh": "tanh", "asinh": "asinh"}
OF_POSITIVE = {"log": "log", "sqrt": "sqrt"}


def random_function(source, depth):
    """A function on both kinds of numbers: (of scmpy's, of mpmath's)."""
    if depth == 0:
        c = Fraction(source.randint(-8, 8), source.randint(1, 4))
        return source.choice(
            [(lambda x: x, lambda x: x), (lambda x: c * x, lambda x: mpmath.mpf(c.numerator) / c.denominator * x)]
        )
    kind = source.randrange(4)
    f, F = random_function(source, depth - 1)
    if kind == 0:
        h, H = random_function(source, depth - 1)
        return (lambda x: f(x) + h(x)), (lambda x: F(x) + H(x))
    if kind == 1:
        h, H = random_function(source, depth - 1)
        return (lambda x: f(x) * h(x)), (lambda x: F(x) * H(x))
    if kind == 2:
        name = source.choice(sorted(ENTIRE))
        ours, theirs = getattr(s, name), getattr(mpmath, ENTIRE[name])
        return (lambda x: ours(s.div(f(x), 4))), (lambda x: theirs(F(x) / 4))
    name = source.choice(sorted(OF_POSITIVE))
    ours, theirs = getattr(s, name), getattr(mpmath, OF_POSITIVE[name])
    return (lambda x: ours(1 + f(x) ** 2)), (lambda x: theirs(1 + F(x) ** 2))


#: 800 integrals; with those of test_singular_ends.py, whose ends are singular or infinite, they are more than 1,000.
SEEDS, OF_EACH = 8, 100


def misses(seed, count, enclosure):
    """The random integrals that an enclosure does not hold, and how many enclosures are narrow."""
    source = random.Random(seed)
    missed, narrow = [], 0
    for number in range(count):
        f, F = random_function(source, source.randint(1, 3))
        a, b = (Fraction(source.randint(-12, 12), 4) for _ in range(2))
        with mpmath.workdps(40):
            exact = F(mpmath.mpf(b.numerator) / b.denominator) - F(mpmath.mpf(a.numerator) / a.denominator)
        low, high = enclosure(s.D(f), a, b)
        margin = mpmath.mpf(abs(exact)) * mpmath.mpf(10) ** -33
        if not low - margin <= exact <= high + margin:
            missed.append((number, low, high, mpmath.nstr(exact, 35)))
        narrow += high - low <= 1e-13 * max(1.0, abs(high))
        value = s.definite_integral(s.D(f), a, b) if number % 5 == 0 else float(exact)
        assert abs(value - float(exact)) <= 2e-11 * max(1.0, abs(float(exact)))
    return missed, narrow


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_enclosures_of_random_integrals(seed):
    missed, narrow = misses(seed, OF_EACH, s.integral_enclosure)
    assert missed == []
    assert narrow >= OF_EACH - 2


def test_an_enclosure_that_is_too_narrow_is_caught():
    def narrowed(f, a, b):
        _, high = s.integral_enclosure(f, a, b)
        return high, high

    assert len(misses(0, 10, narrowed)[0]) > 5


@pytest.mark.parametrize("row", INTEGRALS["hard"])
def test_hard_integrands(row):
    with mpmath.workdps(40):
        f, a, b, exact = integral(row)
        low, high = s.integral_enclosure(f, a, b)
        assert low <= exact <= high
    assert high - low < 1e-10 * max(1.0, abs(high))


def test_more_digits():
    ball = s.integral_ball(lambda x: s.exp(-(x**2)), 0, 1, digits=60)
    with mpmath.workdps(80):
        exact = mpmath.sqrt(mpmath.pi) / 2 * mpmath.erf(1)
        assert abs(mpmath.mpf(ball.str(64, radius=False)) - exact) < mpmath.mpf(10) ** -60
    assert ball.rad() < arb(10) ** -60


def test_tuples_and_switches():
    assert list(s.definite_integral(lambda x: s.up(s.sin(x), x), 0, 2)) == pytest.approx([1 - math.cos(2), 2])
    assert s.definite_integral(lambda x: s.up(x, 1), 0, 0) == 0
    assert s.definite_integral(s.cos, 0, 1, 1e-6, False) == pytest.approx(math.sin(1))


test_what_has_no_integral_is_told = refusals(__file__, "certified", globals())


def test_names_of_the_original():
    session = Session()
    answers = {
        "(list :+infinity :-infinity)": "(:+infinity :-infinity)",
        "(round (* 1e9 (definite-integral (lambda (x) (* (exp (- x)) (log x))) 0. :+infinity)))": "-577215665.",
    }
    found = {source: session.result_text(session.run(source)) for source in answers}
    assert {
        key: text.replace(".33249999999999996", ".3325").replace(".33250000000000007", ".3325")
        for key, text in found.items()
    } == answers
    with pytest.raises(ScmpyError):
        session.run("(definite-integral (lambda (x) (/ 1 x)) -1 1)")
