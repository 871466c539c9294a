"""Integrals of functions that oscillate without end, and of functions that are singular inside the interval."""

import math
import random
from fractions import Fraction

import mpmath
import pytest

import scmpy as s
from scmpy import definite_integral
from scmpy.errors import ConvergenceError, DomainError

INF = math.inf


def gamma(x):
    return float(mpmath.gamma(x))


OSCILLATING = {
    "Dirichlet": (lambda x: s.sin(x) / x, 0, INF, math.pi / 2),
    "both ways": (lambda x: s.sin(x) / x, -INF, INF, math.pi),
    "from 5": (lambda x: s.sin(x) / x, 5, INF, math.pi / 2 - float(mpmath.si(5))),
    "fast": (lambda x: s.sin(100 * x) / x, 0, INF, math.pi / 2),
    "slow": (lambda x: s.sin(x / 1000) / x, 0, INF, math.pi / 2),
    "Fresnel": (lambda x: s.cos(x * x), 0, INF, math.sqrt(math.pi / 8)),
    "cube": (lambda x: s.cos(x**3), 0, INF, gamma(1 / 3) * math.cos(math.pi / 6) / 3),
    "growing": (lambda x: x * s.cos(x**3), 0, INF, gamma(2 / 3) * math.cos(math.pi / 3) / 3),
    "Airy": (lambda x: s.cos(x**3 / 3 + x), 0, INF, float(mpmath.pi * mpmath.airyai(1))),
    "Bessel": (lambda x: s.bessj(0, x), 0, INF, 1.0),
    "Laplace": (lambda x: x * s.sin(x) / (1 + x * x), 0, INF, math.pi / 2 / math.e),
    "root": (lambda x: s.sin(x) / s.sqrt(x), 0, INF, math.sqrt(math.pi / 2)),
    "hardly fading": (lambda x: s.sin(x) / s.log(x + 2), 0, INF, 1.051550587720987897),
    "damped": (lambda x: s.exp(-x / 50) * s.cos(x), 0, INF, 0.02 / (1 / 2500 + 1)),
    "floats only": (lambda x: math.sin(float(x)) / float(x), 0, INF, math.pi / 2),
    "zero in the middle of parts": (lambda x: s.sin(2 * x) * s.cos(x) / x, 0, INF, math.pi / 2),
    "at an end": (lambda x: s.sin(1 / x), 0, 1, float(mpmath.sin(1) - mpmath.ci(1))),
    "at the other end": (lambda x: s.sin(1 / (1 - x)), 0, 1, float(mpmath.sin(1) - mpmath.ci(1))),
    "without bound": (lambda x: s.sin(1 / x) / x, 0, 1, math.pi / 2 - float(mpmath.si(1))),
}


@pytest.mark.parametrize(("f", "a", "b", "exact"), OSCILLATING.values(), ids=OSCILLATING)
def test_functions_that_oscillate(f, a, b, exact):
    assert definite_integral(f, a, b) == pytest.approx(exact, rel=1e-10)


@pytest.mark.slow
def test_tuples_of_functions_that_oscillate():
    found = definite_integral(lambda x: s.up(s.sin(x) / x, s.cos(x) / (1 + x * x)), 0, INF)
    assert list(found) == pytest.approx([math.pi / 2, math.pi / 2 / math.e])


@pytest.mark.parametrize(
    "f",
    [
        s.sin,
        lambda x: x * s.sin(x),
        lambda x: s.sin(x) * (1 + 1 / (1 + x)),
        lambda x: s.sin(x) * (1 + (1 + x) ** -0.25),
        lambda x: x * x * s.cos(x**3),
        lambda x: s.sin(x) ** 2,
        lambda x: s.sin(x) ** 2 / x,
        lambda x: 1 / (1 + x * x) + s.sin(x) ** 2 / 1e6,
    ],
)
@pytest.mark.slow
def test_what_oscillates_and_does_not_fade(f):
    with pytest.raises(ConvergenceError, match="did not converge"):
        definite_integral(f, 1, INF)


@pytest.mark.slow
def test_what_fades_is_not_said_not_to():
    with pytest.raises(ConvergenceError, match="at infinity, where the function oscillates"):
        definite_integral(lambda x: s.sin(3 * x) * s.cos(5 * x) / x, 0, INF, 1e-11, False)
    assert definite_integral(lambda x: s.sin(3 * x) * s.cos(5 * x) / x, 0, INF) == pytest.approx(0, abs=1e-12)


INSIDE = {
    "size^-1/2": (lambda x: 1 / s.sqrt(abs(x - 1)), 0, 3, 2 + 2 * math.sqrt(2)),
    "logarithm": (lambda x: s.log(abs(x - 1)), 0, 3, 2 * math.log(2) - 3),
    "two places": (lambda x: abs(x * x - s.div(1, 4)) ** s.div(-1, 2), 0, 1, math.pi / 2 + math.acosh(2)),
    "removable": (lambda x: s.sin(x - 1) / (x - 1), 0, 3, float(mpmath.si(1) + mpmath.si(2))),
}


@pytest.mark.parametrize(("f", "a", "b", "exact"), INSIDE.values(), ids=INSIDE)
def test_singular_places_inside_are_enclosed(f, a, b, exact):
    assert definite_integral(f, a, b) == pytest.approx(exact, rel=1e-13)
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


@pytest.mark.parametrize(
    ("f", "a", "b", "place"),
    [
        (s.tan, 0, 3, math.pi / 2),
        (lambda x: 1 / s.tan(x), -1, 1, 0.0),
        (lambda x: 1 / (x * x - 2), 0, 3, math.sqrt(2)),
        (lambda x: 1 / (s.cos(x) - x), 0, 1, 0.739085133215),
        (lambda x: 1 / (x - 3) ** 2, 0, INF, 3.0),
        (lambda x: s.exp(-x) / (x + 3), -INF, INF, -3.0),
        (lambda x: 1 / (x - 3e20), 0, 1e21, 3e20),
    ],
)
def test_places_of_poles(f, a, b, place):
    """Those at simple fractions are known exactly, others as floats tell them."""
    with pytest.raises(ConvergenceError, match="near") as told:
        definite_integral(f, a, b)
    near = 1e-9 if place == int(place) else 1e-7
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


@pytest.mark.parametrize(
    "f, exact",
    [
        (lambda x: (s.sin(3 * x) / x) ** 2, 1.5 * math.pi),
        (lambda x: (1 - s.cos(x)) / x**2, math.pi / 2),
        (lambda x: s.cos(x) ** 2 / (1 + x * x), math.pi / 4 * (1 + math.exp(-2))),
        (lambda x: (s.sin(x) * s.sin(2**0.5 * x) / x) ** 2, math.pi / 4),
        (lambda x: (s.sin(x) / x) ** 4, math.pi / 3),
        (lambda x: s.sin(x) * s.cos(x) ** 2 / x, math.pi / 4),
    ],
)
@pytest.mark.slow
def test_harmonics_are_integrated_for_themselves(f, exact):
    """Powers and products of sines, whose terms are easier than they are."""
    assert definite_integral(f, 0.0, INF) == pytest.approx(exact, rel=1e-13)
    assert definite_integral(lambda x: f(-x), -INF, 0.0) == pytest.approx(exact, rel=1e-13)
