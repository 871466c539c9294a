"""Integrals whose integrand is singular at an end, or inside, in closed form; and what has no integral."""

import math
from collections.abc import Callable

import mpmath
import pytest
from scipy import integrate

import scmpy as s
from scmpy import D, cos, cosh, definite_integral, exp, floor, log, sin, sqrt, up
from scmpy.errors import ConvergenceError
from scmpy.numerics.quadrature import by_quadpack

from ...tables import refusals
from .table import INTEGRALS, integral


@pytest.mark.parametrize("row", INTEGRALS["closed"])
def test_singular_integrands(row):
    f, a, b, exact = integral(row)
    assert definite_integral(f, a, b) == pytest.approx(float(exact), rel=1e-9)


def test_tuples_of_singular_integrands():
    assert list(definite_integral(lambda x: up(log(x), 1), 0, 1)) == pytest.approx([-1, 1])


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


CASES: dict[str, tuple[Callable[[object], object], float, float]] = {
    "parameter": (lambda a: definite_integral(lambda x: a * x, 0, 1), 3.0, 0.5),
    "upper limit": (lambda b: definite_integral(lambda x: x**2, 0, b), 3.0, 9.0),
    "lower limit": (lambda b: definite_integral(cos, b, 2.0), 1.0, -math.cos(1)),
    "limits and parameter": (
        lambda b: definite_integral(lambda x: sin(b * x), b, 2 * b),
        1.0,
        4 * math.sin(2) - 2 * math.sin(1) - math.cos(1) + math.cos(2),
    ),
    "nothing between": (lambda b: definite_integral(lambda x: b * x, 1, b), 1.0, 1.0),
    "infinite limits": (
        lambda a: definite_integral(lambda x: exp(-a * x * x), -math.inf, math.inf),
        1.0,
        -math.sqrt(math.pi) / 2,
    ),
    "where it decides": (lambda a: definite_integral(lambda x: a * x if x > 0.6 else 0.0, 0, 1), 3.0, 0.32),
    "where it jumps moves": (lambda a: definite_integral(lambda x: a * x if x < a else 0, 0, 1), 0.5, 0.375),
    "only where it jumps moves": (lambda a: definite_integral(lambda x: 1 if x < a * a else 0, 1, 0), 0.5, -1.0),
    "where it rounds moves": (lambda a: definite_integral(lambda x: floor(5 * a * x), 0, 1), 0.5, 2.4),
    "where it turns moves": (lambda a: definite_integral(lambda x: abs(x - a), 0, 1), 0.3, -0.4),
    "inside another": (
        lambda a: definite_integral(lambda x: definite_integral(lambda y: a * x * y, 0, x), 0, 1),
        3.0,
        0.125,
    ),
    "twice": (D(lambda a: definite_integral(lambda x: exp(a * x), 0, 1)), 1.0, math.e - 2),
    "no confusion": (lambda a: a * D(lambda b: definite_integral(lambda x: a * b * b * x, 0, 1))(a), 2.0, 12.0),
}


@pytest.mark.parametrize("name", CASES)
def test_by_a_number(name: str) -> None:
    f, place, slope = CASES[name]
    assert D(f)(place) == pytest.approx(slope, rel=1e-9)


def test_by_a_tuple() -> None:
    slopes = D(lambda v: definite_integral(lambda x: up(v[0] * sin(v[1] * x), v[0]), 0, 1))(up(2.0, 3.0))
    assert [float(slopes[i][j]) for i in range(2) for j in range(2)] == pytest.approx(
        [(1 - math.cos(3)) / 3, 1, 2 * (3 * math.sin(3) + math.cos(3) - 1) / 9, 0], rel=1e-9
    )


def test_of_a_tuple_with_nothing_between() -> None:
    assert D(lambda b: definite_integral(lambda x: up(b, x), 1, b))(1.0) == up(1.0, 1.0)


@pytest.mark.parametrize("degree", [0, 1, 5, 30, 99, 150])
def test_polynomials_are_integrated_to_the_last_digit(degree: int) -> None:
    assert definite_integral(lambda x: (degree + 1) * x**degree, 0, 2.0) == pytest.approx(
        2.0 ** (degree + 1), rel=2e-16
    )
    assert definite_integral(lambda x: x**degree - 1 / (degree + 1), 0, 1) == pytest.approx(0, abs=1e-16)


def test_an_integrand_that_is_zero():
    for f in (lambda x: 0 * x, lambda x: x - x, D(lambda x: 3)):
        assert definite_integral(f, 0, 1.5) == 0
    assert list(definite_integral(lambda x: up(x, 0 * x, 1), 0, 2)) == [2, 0, 2]


test_what_is_refused = refusals(__file__, "definite integral", globals())
