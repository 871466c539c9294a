"""Integrals of functions that oscillate without end, and of functions that are singular inside the interval."""

import math
import random
from fractions import Fraction

import pytest

import scmpy as s
from scmpy import definite_integral
from scmpy.errors import ConvergenceError, DomainError

from .table import INTEGRALS, integral

INF = math.inf


@pytest.mark.parametrize("row", INTEGRALS["oscillating"])
def test_functions_that_oscillate(row):
    f, a, b, exact = integral(row)
    assert definite_integral(f, a, b) == pytest.approx(float(exact), rel=1e-10)


@pytest.mark.slow
def test_tuples_of_functions_that_oscillate():
    found = definite_integral(lambda x: s.up(s.sin(x) / x, s.cos(x) / (1 + x * x)), 0, INF)
    assert list(found) == pytest.approx([math.pi / 2, math.pi / 2 / math.e])


@pytest.mark.parametrize("row", INTEGRALS["does not fade"])
@pytest.mark.slow
def test_what_oscillates_and_does_not_fade(row):
    (f,) = integral(row)
    with pytest.raises(ConvergenceError, match="did not converge"):
        definite_integral(f, 1, INF)


@pytest.mark.slow
def test_what_fades_is_not_said_not_to():
    with pytest.raises(ConvergenceError, match="at infinity, where the function oscillates"):
        definite_integral(lambda x: s.sin(3 * x) * s.cos(5 * x) / x, 0, INF, 1e-11, False)
    assert definite_integral(lambda x: s.sin(3 * x) * s.cos(5 * x) / x, 0, INF) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("row", INTEGRALS["singular inside"])
def test_singular_places_inside_are_enclosed(row):
    f, a, b, exact = integral(row)
    assert definite_integral(f, a, b) == pytest.approx(float(exact), rel=1e-13)
    low, high = s.integral_enclosure(f, a, b)
    assert low - 1e-15 <= exact <= high + 1e-15
    assert high - low < 1e-13


def pole(source):
    """An integrand with a pole of an order at a place, and other factors that do not vanish there."""
    place = source.choice([Fraction(source.randint(-9, 9), source.randint(1, 12)), source.uniform(-2, 2), math.sqrt(2)])
    order, shape = source.randint(1, 5), source.randint(0, 2)
    factor = (lambda x: 1, lambda x: s.exp(x), lambda x: 2 + s.sin(x))[shape]
    return place, lambda x: factor(x) / (x - place) ** order


@pytest.mark.parametrize("seed", range(15))
def test_poles_inside_are_errors_with_their_place(seed):
    source = random.Random(seed)
    place, f = pole(source)
    low, high = place - Fraction(source.randint(1, 9), 4), place + Fraction(source.randint(1, 9), 4)
    with pytest.raises(ConvergenceError) as told:
        definite_integral(f, low, high)
    words = str(told.value).split("near ")[1].split()[0]
    assert float(words) == pytest.approx(float(place), abs=1e-9)
    with pytest.raises(DomainError):
        s.integral_enclosure(f, low, high)


@pytest.mark.slow
@pytest.mark.parametrize("order", range(1, 5))
@pytest.mark.parametrize(("place", "tolerance"), [(1.5, 1e-7), (0.3819660112501051, 1e-3)])
def test_poles_of_functions_of_floats(order, place, tolerance):
    with pytest.raises(ConvergenceError, match="did not converge near"):
        definite_integral(lambda x: (float(x) - place) ** -order, -1, 3, tolerance)


@pytest.mark.parametrize("row", INTEGRALS["poles, and their places"])
def test_places_of_poles(row):
    """Those at simple fractions are known exactly, others as floats tell them."""
    f, a, b, place = integral(row)
    with pytest.raises(ConvergenceError, match="near") as told:
        definite_integral(f, a, b)
    place, near = float(place), 1e-9 if place == int(place) else 1e-7
    assert float(str(told.value).split("near ")[1].split()[0]) == pytest.approx(place, abs=near * max(1, abs(place)))


def test_what_is_nearly_a_pole_is_none():
    assert definite_integral(lambda x: 1 / (x * x + 1e-8), -1, 1) == pytest.approx(2e4 * math.atan(1e4), rel=1e-9)
    with pytest.raises(ConvergenceError, match="not finite there"):
        definite_integral(lambda x: s.exp(1 / x), -1, 1)


@pytest.mark.slow
def test_oscillations_about_a_mean_that_fades():
    assert definite_integral(lambda x: s.sin(x) ** 2 / x**2, 0, INF) == pytest.approx(math.pi / 2, rel=1e-11)
    found = definite_integral(lambda x: (1 - s.cos(x)) / abs(x) ** 1.5, -INF, 0, 1e-8)
    assert found == pytest.approx(math.sqrt(2 * math.pi), rel=1e-8)


@pytest.mark.parametrize("row", INTEGRALS["harmonics"])
@pytest.mark.slow
def test_harmonics_are_integrated_for_themselves(row):
    """Powers and products of sines, whose terms are easier than they are."""
    f, a, b, exact = integral(row)
    assert definite_integral(f, a, b) == pytest.approx(float(exact), rel=1e-13)
    assert definite_integral(lambda x: f(-x), -b, a) == pytest.approx(float(exact), rel=1e-13)
