"""Adaptive quadrature of floats: singularities at many places are integrated, poles are refused soon."""

import math

import pytest

from scmpy.errors import ConvergenceError
from scmpy.numerics.quadrature.adaptive import by_panels


def test_singularities_at_many_places():
    found = by_panels(lambda x: abs(x - round(x)) ** -0.25, 0.001, 4.999, 1e-10, "a test")
    end = 0.001**0.75 / 0.75
    assert found == pytest.approx(5 * 2 * 0.5**0.75 / 0.75 - 2 * end, abs=1e-8)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_pole_is_refused_before_twenty_thousand_parts(order):
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return math.exp(x) / (math.exp(x) - 2) ** order

    with pytest.raises(ConvergenceError, match=r"did not converge near 0\.6931"):
        by_panels(f, 0.0, 1.0, 1e-11, "a test")
    assert calls < 50_000
