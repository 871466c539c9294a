"""Reflection formulas, Lambert's W and the arcsine of imaginary numbers: true ones, and ones that are nearly so."""

import pytest

import scmpy as s

x, i = s.symbols("x"), s.sqrt(-1)
pi = 4 * s.atan(1)
gamma, psi, omega = s.gamma_function, s.polygamma, s.Lambert_W
sine, cosine = s.sin(pi * x), s.cos(pi * x)

TRUE = [
    (gamma(x) * gamma(1 - x), pi / sine),
    (gamma(x) * gamma(-x), -pi / (x * sine)),
    (gamma(x + s.div(1, 2)) * gamma(s.div(1, 2) - x), pi / cosine),
    (gamma(2 - x) / gamma(1 - x), 1 - x),
    (psi(0, 1 - x) - psi(0, x), pi * cosine / sine),
    (psi(1, 1 - x) + psi(1, x), pi**2 / sine**2),
    (psi(2, 1 - x) - psi(2, x), 2 * pi**3 * cosine / sine**3),
    (omega(x) * s.exp(omega(x)), x),
    (s.exp(omega(x)), x / omega(x)),
    (s.exp(-2 * omega(x)), omega(x) ** 2 / x**2),
    (s.asin(i * x), i * s.asinh(x)),
    (s.asin(i * x) + s.asin(-i * x), 0),
    (s.acos(i * x), pi / 2 - i * s.asinh(x)),
]
FALSE = [
    (gamma(x) * gamma(1 - x), pi / cosine),
    (gamma(x) * gamma(-x), pi / (x * sine)),
    (psi(0, 1 - x) + psi(0, x), pi * cosine / sine),
    (psi(1, 1 - x) - psi(1, x), pi**2 / sine**2),
    (omega(x) * s.exp(-omega(x)), x),
    (s.asin(i * x), -i * s.asinh(x)),
]


@pytest.mark.parametrize(("left", "right"), TRUE)
def test_formulas_are_proved(left, right):
    assert s.equivalent(left, right).verdict == "equal"


@pytest.mark.parametrize(("left", "right"), FALSE)
def test_formulas_that_are_false_are_refuted(left, right):
    assert s.equivalent(left, right).verdict == "different"


def test_solutions_at_points_where_a_reflection_has_no_value():
    """At x = 1 the reflected Gamma has a pole, and 1 - x = 0: a solution of the equation all the same."""
    assert s.equivalent_equations([gamma(2 - x) - 1], [x - 1]).verdict in ("implied", "undecided", "different")
    assert s.equivalent_equations([gamma(2 - x) - 1, x - 1], [x - 1]).verdict in ("equal", "undecided")
    assert s.equivalent_equations([omega(x)], [x]).verdict in ("equal", "undecided")
