"""Integrals with singular and infinite ends: enclosures hold the values in closed form, or are refused with a word."""

import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb

import scmpy as s
from scmpy.errors import ConvergenceError, DomainError
from scmpy.numerics.asymptotic_series import Expanded, Expansion, Range, constant, distance
from scmpy.numerics.compile.codegen import UNKNOWN, graph_of
from scmpy.symbolic.ball_arithmetic import PointRejected, precision

from ...tables import evaluated
from .table import INTEGRALS, integral

INF = math.inf


def real(x):
    return mpmath.mpf(x.numerator) / x.denominator


def powers(n, b):
    """The integral of log(x)^n from 0 to b."""
    terms = ((-1) ** i * math.perm(n, i) * mpmath.log(real(b)) ** (n - i) for i in range(n + 1))
    return real(b) * mpmath.fsum(terms)


#: Families: an integrand with parameters, the limits, and the integral.
FAMILIES = {
    "power": lambda a, b, c, n: (lambda x: x**a, 0, b, lambda: real(b) ** (real(a) + 1) / (real(a) + 1)),
    "logarithm": lambda a, b, c, n: (lambda x: s.log(x) ** n, 0, b, lambda: powers(n, b)),
    "product": lambda a, b, c, n: (
        lambda x: x**a * s.log(x),
        0,
        b,
        lambda: real(b) ** (real(a) + 1) * (mpmath.log(real(b)) / (real(a) + 1) - 1 / (real(a) + 1) ** 2),
    ),
    "right end": lambda a, b, c, n: (lambda x: (b - x) ** a, 0, b, lambda: real(b) ** (real(a) + 1) / (real(a) + 1)),
    "beta": lambda a, b, c, n: (
        lambda x: x**a * (1 - x) ** (a + n - 1), 0, 1, lambda: mpmath.beta(real(a) + 1, real(a) + n)
    ),
    "gamma": lambda a, b, c, n: (
        lambda x: x**a * s.exp(-c * x), 0, INF, lambda: mpmath.gamma(real(a) + 1) / real(c) ** (real(a) + 1)
    ),
    "Cauchy": lambda a, b, c, n: (lambda x: 1 / (x * x + c * c), -INF, INF, lambda: mpmath.pi / real(c)),
    "Gauss": lambda a, b, c, n: (lambda x: s.exp(-c * x * x), -INF, INF, lambda: mpmath.sqrt(mpmath.pi / real(c))),
    "tail": lambda a, b, c, n: (lambda x: x ** (-1 - c), b, INF, lambda: real(b) ** -real(c) / real(c)),
    "tail with a logarithm": lambda a, b, c, n: (lambda x: s.log(x) / x ** (1 + c), 1, INF, lambda: 1 / real(c) ** 2),
    "damped": lambda a, b, c, n: (
        lambda x: s.sin(b * x) * s.exp(-c * x), 0, INF, lambda: real(b) / (real(b) ** 2 + real(c) ** 2)
    ),
    "Frullani": lambda a, b, c, n: (
        lambda x: (s.exp(-b * x) - s.exp(-(b + c) * x)) / x, 0, INF, lambda: mpmath.log(real(b + c) / real(b))
    ),
    "Planck": lambda a, b, c, n: (
        lambda x: x ** (n + a + 1) / (s.exp(x) - 1),
        0,
        INF,
        lambda: mpmath.gamma(real(a) + n + 2) * mpmath.zeta(real(a) + n + 2),
    ),
    "two logarithms": lambda a, b, c, n: (lambda x: s.log(x) * s.log(1 - x), 0, 1, lambda: 2 - mpmath.pi**2 / 6),
    "backwards": lambda a, b, c, n: (lambda x: s.exp(c * x), 0, -INF, lambda: -1 / real(c)),
}  # fmt: skip


def bounds(ball):
    return (mpmath.mpf(end.str(60, radius=False)) for end in (ball.lower(), ball.upper()))


#: Of 15 families, 210 integrals.
OF_EACH = 14


def misses(family, count):
    """The random integrals of a family that the ball does not hold, or the value misses; all balls are narrow."""
    source = random.Random(family)
    missed = []
    for _ in range(count):
        a, b, c = Fraction(source.randint(-9, 20), 10), *(Fraction(source.randint(1, 40), 8) for _ in range(2))
        f, low, high, known = FAMILIES[family](a, b, c, source.randint(1, 4))
        with mpmath.workdps(50):
            exact = known()
            found = s.integral_ball(f, low, high)
            least, most = bounds(found)
            margin = abs(exact) * mpmath.mpf(10) ** -45
            is_near = s.definite_integral(f, low, high) == pytest.approx(float(exact), rel=1e-11)
            if not (least - margin <= exact <= most + margin and is_near):
                missed.append((a, b, c))
        assert found.rad() <= 1e-14 * max(1.0, abs(float(exact)))
    return missed


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.slow
def test_enclosures_of_random_integrals_with_singular_ends(family):
    assert misses(family, OF_EACH) == []


def test_an_expansion_without_its_remainder_is_caught(monkeypatch):
    integral = Expansion.integral
    monkeypatch.setattr(Expansion, "integral", lambda value: integral(Expansion(value.range, value.settled().terms)))
    assert misses("gamma", 8)


@pytest.mark.parametrize("digits", [16, 40])
@pytest.mark.parametrize("row", INTEGRALS["enclosed"])
def test_enclosures_of_named_integrals(row, digits):
    with mpmath.workdps(70):
        f, a, b, exact = integral(row)
        found = s.integral_ball(f, a, b, digits=digits)
        least, most = bounds(found)
        margin = abs(exact) * mpmath.mpf(10) ** -60
        assert least - margin <= exact <= most + margin
    assert found.rad() <= 10.0**-digits * 10


@pytest.mark.parametrize("row", INTEGRALS["infinite"])
def test_infinite_integrals_are_told(row):
    row, _, words = row.rpartition(" | ")
    f, a, b = integral(row)
    with pytest.raises(DomainError, match=words):
        s.integral_enclosure(f, a, b)
    with pytest.raises(ConvergenceError, match=words):
        s.definite_integral(f, a, b)


@pytest.mark.parametrize("row", INTEGRALS["not enclosed"])
def test_what_has_no_enclosure_is_refused(row):
    f, a, b = integral(row)
    with pytest.raises(DomainError, match="integral-enclosure"):
        s.integral_enclosure(f, a, b)


VALUES = evaluated(__file__, "expansions.txt", "singular ends: values", globals())


@pytest.mark.parametrize(("f", "F"), VALUES)
def test_expansions_enclose_the_values(f, F):
    with precision(120), mpmath.workdps(50):
        value = Expanded(range_ := Range(arb(2) ** -7, 6), graph_of(f, 0.37)).value(UNKNOWN, distance(range_)).settled()
        for t in (mpmath.mpf(2) ** -7, mpmath.mpf(2) ** -9, mpmath.mpf("0.0001"), mpmath.mpf(10) ** -9):
            at = arb(str(t))
            found = sum((c * at ** arb(str(float(j))) * at.log() ** k for (j, k), c in value.terms.items()), arb(0))
            if value.order is not None:
                found += value.rest * at ** arb(str(float(value.order)))
            least, most = bounds(found)
            assert least - mpmath.mpf(10) ** -20 <= F(t) <= most + mpmath.mpf(10) ** -20


def test_what_cannot_be_told_is_refused():
    with precision(60):
        range_ = Range(arb(2) ** -7, 6)
        doubtful = Expansion(range_, {(Fraction(0), 0): arb(0, 1e-10), (Fraction(1), 0): arb(1)})
        for wrong in (
            lambda: doubtful ** Fraction(-1),
            lambda: Expansion(range_, {(Fraction(-1), 1): arb(1)}).integral(),
            lambda: constant(range_, arb(-1)) ** Fraction(1, 2),
        ):
            with pytest.raises(PointRejected):
                wrong()
