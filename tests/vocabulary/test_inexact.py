"""exact->inexact, under both of its names; zeros, exact and not, beside floats."""

import math
from fractions import Fraction

import pytest

import scmpy as s


def test_nearest_float():
    assert s.exact_to_inexact(Fraction(1, 4)) == 0.25
    assert s.inexact is s.exact_to_inexact


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lambda: s.mul(0, 1.5), "0.0"),
        (lambda: s.mul(1.5, 0), "0.0"),
        (lambda: s.mul(0, -1.5), "-0.0"),
        (lambda: s.mul(0, 1.5 + 2j), "0.0"),
        (lambda: s.mul(0, math.inf), "nan"),
        (lambda: s.mul(math.nan, 0), "nan"),
        (lambda: s.add(0, 1.5), "1.5"),
        (lambda: s.div(0, 1.5), "0.0"),
        (lambda: s.div(5.0, 0.0), "inf"),
        (lambda: s.div(-5, 0.0), "-inf"),
        (lambda: s.div(0.0, 0.0), "nan"),
        (lambda: s.mul(s.up(0, 0), 1.5), "(up 0. 0.)"),
        (lambda: s.mul(0, s.symbols("x"), 1.5), "0.0"),
        (lambda: s.D(lambda x: s.mul(0, x))(1.5), "0"),
    ],
    ids=range(14),
)
def test_an_exact_zero_beside_floats_is_a_float(value, expected):
    assert str(value()) == expected


@pytest.mark.parametrize("number", [5, 0, Fraction(1, 2), s.symbols("x")], ids=str)
def test_nothing_exact_is_divided_by_an_exact_zero(number):
    with pytest.raises(s.errors.DivisionByZeroError):
        s.div(number, 0)
