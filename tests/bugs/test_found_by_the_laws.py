"""Defects that the laws found, each with its smallest reproducer."""

import math
from fractions import Fraction

import pytest

import scmpy as s

x, y = s.symbols("x y")
f = s.literal_function("f")
i = s.sqrt(-1)


@pytest.mark.parametrize(
    ("function", "order", "point", "slope"),
    [(lambda t: t**0, 1, 0, 0), (lambda t: t**3, 4, 0, 0), (lambda t: t**2, 3, 0.0, 0)],
)
def test_high_derivatives_of_powers_at_zero(function, order, point, slope):
    assert (s.D**order)(function)(point) == slope


@pytest.mark.parametrize(("a", "b"), [(abs(x) ** 2, x**2), (abs(x), s.sqrt(x**2)), (abs(-x), abs(x))])
def test_absolute_values_are_not_different_from_what_they_equal(a, b):
    assert s.equivalent(a, b).verdict != "different"


def test_witness_of_an_absolute_value():
    assert s.equivalent(abs(x), x).witness["x"] < 0


def test_complex_logarithm_is_not_the_inverse_of_exp():
    """At x = 10 the left side is i (10 - 4 pi)."""
    assert s.equivalent(s.log(s.exp(i * x)), i * x).verdict != "equal"


def test_mixed_partials_stay_equal_when_they_are_simplified_again():
    F = s.literal_function("F", "(-> (X Real Real) Real)")
    once = s.simplify(s.partial(0)(s.partial(1)(F))(x, y))
    assert s.equivalent(s.simplify(once), once).verdict == "equal"


def test_substitution_of_a_differential_is_refused():
    with pytest.raises(s.ScmpyError, match="operands of an expression"):
        s.D(lambda t: s.substitute(f(x), x, t))(y)


def test_comparison_of_deep_expressions():
    deep = x
    for _ in range(10_000):
        deep = s.sin(deep)
    assert s.equivalent(deep, deep + 1).verdict != "equal"


def test_a_second_simplification_changes_no_value():
    once = s.simplify((s.sin(2 * x) + s.sin(x)) ** 2)
    assert s.equivalent(s.simplify(once), once).verdict == "equal"


@pytest.mark.parametrize("zero", [s.sin(x) + s.sin(-x), s.sin(x - y) + s.sin(y - x), s.cos(x - y) - s.cos(y - x)])
def test_opposite_angles_cancel(zero):
    assert s.simplify(zero) == 0


def test_angle_of_a_quotient_with_a_negative_leading_coefficient():
    """1 + (sin x)^2 becomes 2 - (cos x)^2; turning both signs around turns the angle by pi."""
    printed = s.simplify(s.atan(x / (1 + s.sin(x) ** 2)))
    assert abs(s.substitute(printed, x, 0.5) - math.atan(0.5 / (1 + math.sin(0.5) ** 2))) < 1e-12


def test_exact_zero_times_float_and_rational_powers():
    assert s.equivalent((x ** Fraction(1, 2)) ** 2, x).verdict == "equal"
