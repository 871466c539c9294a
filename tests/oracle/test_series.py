"""Elementary functions of series agree with mpmath's Taylor expansions of the composed functions."""

from fractions import Fraction

import mpmath
import pytest

import scmpy as s
from scmpy.errors import DivisionByZeroError

from ..tables import refusals

COEFFICIENTS = (Fraction(1, 3), -1, 2, 1)
NAMES = "sqrt exp log sin cos tan cot sec csc asin acos atan sinh cosh tanh sech csch asinh acosh atanh".split()
BEYOND_ONE = ("acosh",)


def taylor(f, coefficients, n):
    with mpmath.workdps(40):
        terms = [mpmath.mpf(c.numerator) / c.denominator for c in map(Fraction, coefficients)]
        return [complex(c) for c in mpmath.taylor(lambda x: f(mpmath.polyval(terms[::-1], x)), 0, n)]


def of_floats(*coefficients):
    return s.power_series(*map(float, coefficients))


def numbers(series, n):
    return [complex(series[k]) for k in range(n + 1)]


@pytest.mark.parametrize("name", NAMES)
def test_elementary_functions(name):
    coefficients = (Fraction(3, 2) if name in BEYOND_ONE else Fraction(1, 2), *COEFFICIENTS)
    ours = numbers(getattr(s, name)(of_floats(*coefficients)), 6)
    assert ours == pytest.approx(taylor(getattr(mpmath, name), coefficients, 6), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("exponent", [Fraction(1, 2), Fraction(-7, 3), 5, -2])
def test_powers(exponent):
    coefficients = (2, *COEFFICIENTS)
    power = mpmath.mpf(exponent.numerator) / exponent.denominator
    ours = numbers(s.expt(of_floats(*coefficients), exponent), 6)
    assert ours == pytest.approx(taylor(lambda u: u**power, coefficients, 6), rel=1e-9)


def test_they_obey_the_laws_of_the_functions():
    a, b = s.symbols("a b")
    u = s.power_series(a, b, 1)
    for difference in (
        s.sin(u) ** 2 + s.cos(u) ** 2 - 1,
        s.exp(s.log(u)) - u,
        s.sqrt(u) ** 2 - u,
        s.tan(s.atan(u)) - u,
        s.expt(u, Fraction(1, 2)) - s.sqrt(u),
        s.D(s.sin(u)) - s.cos(u) * s.D(u),
    ):
        assert [s.simplify(difference[n]) for n in range(4)] == [0, 0, 0, 0]


def test_known_series_come_back():
    x = s.series_identity
    for f, series in ((s.exp, s.exp_series), (s.sin, s.sin_series), (s.cos, s.cos_series), (s.tan, s.tan_series)):
        assert [f(x)[n] for n in range(8)] == [series[n] for n in range(8)]
    assert [((1 + x) ** s.symbols("a"))[n] for n in range(2)] == [1, s.symbols("a")]


def test_many_terms_are_quick():
    assert s.exp(s.series_identity)[300] * s.factorial(300) == 1


def test_quotients_cancel_what_both_start_with():
    x = s.series_identity
    assert [(s.sin(x) / x)[n] for n in range(3)] == [1, 0, Fraction(-1, 6)]
    with pytest.raises(DivisionByZeroError):
        (1 / x)[0]


test_what_is_refused = refusals(__file__, "series", globals())
