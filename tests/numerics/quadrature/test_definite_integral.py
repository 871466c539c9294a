"""Integrals whose integrand is singular at an end, or inside, in closed form; and what has no integral."""

import math

import mpmath
import pytest

import scmpy as s
from scmpy import definite_integral, log, up
from scmpy.errors import ConvergenceError, LimitError

from .table import INTEGRALS, integral


@pytest.mark.parametrize("row", INTEGRALS["closed"])
def test_singular_integrands(row):
    f, a, b, exact = integral(row)
    assert definite_integral(f, a, b) == pytest.approx(float(exact), rel=1e-9)


def test_tuples_of_singular_integrands():
    assert list(definite_integral(lambda x: up(log(x), 1), 0, 1)) == pytest.approx([-1, 1])


@pytest.mark.parametrize(
    "f", [lambda x: 1 / x, lambda x: x**-1.5, lambda x: math.sin(1 / x) / x**2, lambda x: 1 / x**2]
)
def test_what_has_no_integral(f):
    with pytest.raises(LimitError, match=r"did not converge near|infinite: near"):
        definite_integral(f, 0, 1)


@pytest.mark.parametrize("row", INTEGRALS["integrated again"])
def test_a_function_that_is_integrated_again(row):
    with mpmath.workdps(40):
        f, a, b, known = integral(row)
        for _ in range(5):
            assert abs(s.definite_integral(f, a, b) - known) <= 1e-11 * abs(known)
            assert abs(s.definite_integral(f, b, a) + known) <= 1e-11 * abs(known)
    middle = a + 0.3 * (b - a)
    parts = s.definite_integral(f, a, middle) + s.definite_integral(f, middle, b)
    assert parts == pytest.approx(float(known), rel=1e-10)


def test_what_a_function_refers_to_is_looked_at_when_it_is_integrated_again():
    power, kept = 2, {"factor": 1.0}

    def f(x):
        return kept["factor"] * s.exp(x) ** power

    def g(x):
        return s.exp(x) if x < bound else 1.0

    for power in (2, 2, 2, 1, 1, 3):
        for factor in (1.0, 1.0, -2.0, 1.0):
            kept["factor"] = factor
            expected = factor * (math.exp(power) - 1) / power
            assert s.definite_integral(f, 0, 1) == pytest.approx(expected, rel=1e-11)
    for bound in (0.5, 0.5, 0.5, 0.25, 2.0, 0.5):
        end = min(bound, 1.0)
        assert s.definite_integral(g, 0, 1) == pytest.approx(math.exp(end) - 1 + 1 - end, rel=1e-11)
    for _ in range(3):
        with pytest.raises(ConvergenceError, match="infinite"):
            s.definite_integral(lambda x: s.exp(x) / x, 0, 1)
        assert s.D(lambda p: s.definite_integral(lambda x: s.exp(p * x), 0, 1))(1.0) == pytest.approx(1.0)
        assert s.definite_integral(lambda x: s.up(s.cos(x), 1j * s.exp(x)), 0, 1)[1] == pytest.approx(1j * (math.e - 1))
