"""Defects that the laws found, each with its smallest reproducer; those not yet repaired are strict xfails."""

from fractions import Fraction

import pytest

import scmpy as s

x, y = s.symbols("x y")
f = s.literal_function("f")
i = s.sqrt(-1)


@pytest.mark.xfail(strict=True, reason="the slope n x^(n-1) is evaluated even where n is 0")
@pytest.mark.parametrize(
    ("function", "order", "point", "slope"),
    [(lambda t: t**0, 1, 0, 0), (lambda t: t**3, 4, 0, 0), (lambda t: t**2, 3, 0.0, 0)],
)
def test_high_derivatives_of_powers_at_zero(function, order, point, slope):
    assert (s.D**order)(function)(point) == slope


@pytest.mark.xfail(strict=True, reason="abs is compared as a literal function")
@pytest.mark.parametrize(("a", "b"), [(abs(x) ** 2, x**2), (abs(x), s.sqrt(x**2)), (abs(-x), abs(x))])
def test_absolute_values_are_not_different_from_what_they_equal(a, b):
    assert s.equivalent(a, b).verdict != "different"


@pytest.mark.xfail(strict=True, reason="the witness x > 0 does not tell abs x from x")
def test_witness_of_an_absolute_value():
    assert s.equivalent(abs(x), x).witness["x"] < 0


@pytest.mark.xfail(strict=True, reason="log(exp u) = u is applied to complex arguments too")
def test_complex_logarithm_is_not_the_inverse_of_exp():
    """At x = 10 the left side is i (10 - 4 pi)."""
    assert s.equivalent(s.log(s.exp(i * x)), i * x).verdict != "equal"


@pytest.mark.xfail(strict=True, reason="each simplification turns the product of the two operators around")
def test_mixed_partials_are_simplified_once_and_for_all():
    F = s.literal_function("F", "(-> (X Real Real) Real)")
    once = s.simplify(s.partial(0)(s.partial(1)(F))(x, y))
    assert repr(s.simplify(once)) == repr(once)


@pytest.mark.xfail(strict=True, reason="substitute hides a differential inside the node of a literal application")
def test_substitution_into_a_literal_function_is_differentiated():
    slope = s.D(lambda t: s.substitute(f(x), x, t))(y)
    assert s.equivalent(slope, s.D(f)(y)).verdict == "equal"


@pytest.mark.xfail(strict=True, raises=RecursionError, reason="the ball evaluator recurses over nested kernels")
def test_comparison_of_deep_expressions():
    deep = x
    for _ in range(10_000):
        deep = s.sin(deep)
    assert s.equivalent(deep, deep + 1).verdict != "equal"


@pytest.mark.xfail(strict=True, reason="the order of kernels is not a fixed point of simplification")
def test_order_of_printing_is_kept_by_a_second_simplification():
    once = s.simplify((s.sin(2 * x) + s.sin(x)) ** 2)
    assert repr(s.simplify(once)) == repr(once)


def test_exact_zero_times_float_and_rational_powers():
    assert s.equivalent((x ** Fraction(1, 2)) ** 2, x).verdict == "equal"
