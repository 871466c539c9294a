"""Adaptive quadrature of floats: kinks, steps and singularities are integrated, poles are refused soon."""

import math

import pytest
from scipy import integrate

from scmpy import cosh, definite_integral, exp, sin, sqrt
from scmpy.errors import ConvergenceError
from scmpy.numerics.quadrature import by_quadpack


@pytest.mark.parametrize("count", [7, 10, 30, 50, 61])
def test_kinks_at_many_places(count):
    found = by_quadpack(lambda x: abs(math.sin(count * x)), 0.0, math.pi, 1e-11, "a test")
    assert found == pytest.approx(2, abs=1e-10)


@pytest.mark.parametrize("place", [1e-7, 1e-5, 1e-3, 0.004, 0.37, 0.3821, 0.5, 0.99, 0.9995, 1 - 1e-6])
def test_a_kink_and_a_step_anywhere(place):
    kink = by_quadpack(lambda x: abs(x - place), 0.0, 1.0, 1e-11, "a test")
    assert kink == pytest.approx((place**2 + (1 - place) ** 2) / 2, abs=1e-11)
    step = by_quadpack(lambda x: float(x > place), 0.0, 1.0, 1e-9, "a test")
    assert step == pytest.approx(1 - place, abs=1e-7)


def test_singularities_at_many_places():
    found = by_quadpack(lambda x: abs(x - round(x)) ** -0.2, 0.001, 4.999, 1e-10, "a test")
    end = 0.001**0.8 / 0.8
    assert found == pytest.approx(5 * 2 * 0.5**0.8 / 0.8 - 2 * end, abs=1e-8)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_pole_is_refused_before_twenty_thousand_parts(order):
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return math.exp(x) / (math.exp(x) - 2) ** order

    with pytest.raises(ConvergenceError, match=r"did not converge near 0\.693"):
        by_quadpack(f, 0.0, 1.0, 1e-11, "a test")
    assert calls < 50_000


@pytest.mark.slow
def test_a_function_that_is_called_often_is_compiled():
    calls = []

    def waves(x):
        calls.append(x)
        return sin(60 * x) * sqrt(sin(90 * x) + 1.001)

    assert definite_integral(waves, 0, 1) == pytest.approx(0.02094286556413404, abs=1e-10) and len(calls) < 100
    waved = integrate.quad(lambda x: math.sin(60 * x) * math.sqrt(math.sin(90 * x) + 1.001), 0, 1, limit=500)[0]
    assert waved == pytest.approx(0.02094286556413404, abs=1e-8)


WIDTH = 1e-7
PEAKS = {
    "of hyperbolic functions": (lambda x: 1 / cosh((x - 0.3) / WIDTH), math.pi * WIDTH),
    "of quotients of exponentials": (lambda x: exp((x - 0.3) / WIDTH) / (1 + exp((x - 0.3) / WIDTH)) ** 2, WIDTH),
    "beside a smooth term": (lambda x: 1 / cosh((x - 0.3) / WIDTH) + WIDTH * x, (math.pi + 0.5) * WIDTH),
    "that cancel": (lambda x: cosh((x - 0.3) / WIDTH) ** -2 - x * cosh((x - 0.7) / WIDTH) ** -2, 0.6 * WIDTH),
}


@pytest.mark.slow
@pytest.mark.parametrize(("f", "expected"), PEAKS.values(), ids=PEAKS)
@pytest.mark.parametrize("size", [1, 1e-30, 1e30])
def test_narrow_peaks_where_a_ball_of_the_values_holds_all_sizes(f, expected, size):
    assert definite_integral(lambda x: f(x / size), 0, size) == pytest.approx(expected * size, rel=1e-9)


@pytest.mark.parametrize("width", [1e-4, 1e-6, 1e-9, 1e-12])
def test_narrow_peaks_of_expressions(width):
    found = definite_integral(lambda x: width / ((x - 0.61) ** 2 + width**2), -1, 2)
    assert found == pytest.approx(math.atan(1.39 / width) + math.atan(1.61 / width), rel=1e-9)
    peak = definite_integral(lambda x: exp(-(((x - 0.61) / width) ** 2)), -1, 2)
    assert peak / width == pytest.approx(math.sqrt(math.pi), rel=1e-9)
