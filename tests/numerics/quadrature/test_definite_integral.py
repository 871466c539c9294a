"""Integrals whose integrand is singular at an end, or inside, in closed form; and what has no integral."""

import math

import mpmath
import pytest

import scmpy as s
from scmpy import definite_integral, log, sqrt, up
from scmpy.errors import ConvergenceError, LimitError

CLOSED = {
    "log^5 x": (lambda x: log(x) ** 5, 0, 1, -120),
    "x^-3/4": (lambda x: x**-0.75, 0, 1, 4),
    "log |x| across 0": (lambda x: log(abs(x)), -1, 2, 2 * math.log(2) - 3),
    "sqrt x": (sqrt, 0, 1, 2 / 3),
    "a step": (lambda x: 1 if x < 1 / 3 else 0, 0, 1, 1 / 3),
    "backwards": (lambda x: log(x), 1, 0, 1),
}


@pytest.mark.parametrize(("f", "a", "b", "exact"), CLOSED.values(), ids=CLOSED)
def test_singular_integrands(f, a, b, exact):
    assert definite_integral(f, a, b) == pytest.approx(exact, rel=1e-9)


def test_tuples_of_singular_integrands():
    assert list(definite_integral(lambda x: up(log(x), 1), 0, 1)) == pytest.approx([-1, 1])


@pytest.mark.parametrize(
    "f", [lambda x: 1 / x, lambda x: x**-1.5, lambda x: math.sin(1 / x) / x**2, lambda x: 1 / x**2]
)
def test_what_has_no_integral(f):
    with pytest.raises(LimitError, match=r"did not converge near|infinite: near"):
        definite_integral(f, 0, 1)


AGAIN = [
    (lambda x: s.exp(-x * x), 0, 1, "quad(lambda x: exp(-x*x), [0, 1])"),
    (lambda x: 1 / s.sqrt(x), 0, 1, "2"),
    (lambda x: s.log(x) * s.cos(x), 0, 2, "quad(lambda x: log(x)*cos(x), [0, 1, 2])"),
    (s.sin, 0, math.pi, "2"),
    (lambda x: s.exp(-1e8 * (x - 0.3) ** 2), 0, 1, "sqrt(pi)*mpf(10)**-4"),
    (lambda x: s.sinh(x) / (1 + x**4), -1, 3, "quad(lambda x: sinh(x)/(1+x**4), [-1, 0, 1, 2, 3])"),
    (lambda x: 1 / (1e-4 + x * x), -1, 1, "200*atan(100)"),
    (lambda x: x**5 - x, 1, 3, "mpf(364)/3 - 4"),
    (lambda x: s.sqrt(x * (1 - x)), 0, 1, "pi/8"),
    (lambda x: s.atan(x) ** 3, 0.5, 2.5, "quad(lambda x: atan(x)**3, [.5, 1, 1.5, 2, 2.5])"),
]


@pytest.mark.parametrize(("f", "a", "b", "exact"), AGAIN)
def test_a_function_that_is_integrated_again(f, a, b, exact):
    with mpmath.workdps(40):
        known = eval(exact, vars(mpmath).copy())
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
