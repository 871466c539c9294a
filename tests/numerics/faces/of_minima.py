"""Minima against SciPy; flat, steep and hidden ones, narrow valleys."""

import math

import pytest
import scipy.optimize

import scmpy as s

from .table import hard, library


def lowest(f, function, low, high):
    """The place of the minimum by any of the faces, of which some look for the maximum, and the value there."""
    if f in (s.brent_max, s.golden_section_max, s.gsmax):
        x, value = _extremal(f, lambda x: -function(x), low, high)
        return x, -value
    return _extremal(f, function, low, high)


def _extremal(f, function, low, high):
    if f in (s.golden_section_min, s.golden_section_max):
        found = f(function, low, high, lambda a, x, b, fa, fx, fb, count: abs(b - a) < 1e-9 * abs(x) + 1e-13)
    elif f in (s.gsmin, s.gsmax):
        found = f(function, low, high, "arg-tol", 1e-10)
    else:
        found = f(function, low, high, 1e-11)
    return found[:2]


IN_ONE = "minimize brent-min brent-max golden-section-min golden-section-max gsmin gsmax"


@library(IN_ONE)
def as_minimize_scalar(f):
    for function, low, high in (
        (lambda x: x * math.log(x), 0.01, 2.0),
        (lambda x: math.exp(x) - 3 * x, -1.0, 4.0),
        (lambda x: -math.sin(x) / x, -1.1, 2.0),
    ):
        wanted = scipy.optimize.minimize_scalar(function, bounds=(low, high), method="bounded", options={"xatol": 1e-9})
        x, value = lowest(f, function, low, high)
        assert x == pytest.approx(wanted.x, abs=2e-6) and value == pytest.approx(wanted.fun, rel=1e-12, abs=1e-12)


@hard(IN_ONE)
def flat_cusped_and_hidden_minima(f):
    for function, place, low, high, near in (
        (lambda x: (x - 0.2) ** 8, 0.2, -1.0, 0.9, 0.1),
        (lambda x: abs(x - 0.2) ** 0.5, 0.2, -1.0, 0.9, 1e-6),
        (lambda x: 1e6 + (x - 0.2) ** 2, 0.2, -1.0, 0.9, 3e-5),
        (lambda x: (x - 1e8) ** 2, 1e8, 0.0, 3e8, 10),
        (lambda x: math.cosh(300 * (x - 0.2)), 0.2, -1.0, 0.9, 1e-6),
    ):
        x, value = lowest(f, function, low, high)
        assert abs(x - place) <= near and value <= function(place + near)


@hard(IN_ONE)
def small_values(f):
    """Those that end by differences of values, to a tolerance, take these for the same."""
    x, _ = lowest(f, lambda x: 1e-200 * (x - 0.2) ** 2, -1.0, 0.9)
    assert x == pytest.approx(0.2, abs=1e-5)


@library("bracket-min bracket-max")
def a_bracket_holds_the_minimum(f):
    wanted = scipy.optimize.minimize_scalar(lambda x: (x - 3) ** 4 + x)
    sign = 1 if f is s.bracket_min else -1
    said, a, b, c, *_ = f(lambda x: sign * ((x - 3) ** 4 + x), 0.0, 0.1, 60)
    assert str(said) == "okay" and a < wanted.x < c and a < b < c


@hard("bracket-min bracket-max")
def far_and_near_brackets(f):
    sign = 1 if f is s.bracket_min else -1
    for place in (1e6, -1e-6):
        said, a, _, c, *_ = f(lambda x, place=place: sign * (x - place) ** 2, 0.0, 1e-8, 200)
        assert str(said) == "okay" and a <= place <= c and c - a < 10 * abs(place) + 1e-6


def rosenbrock(v):
    return (1 - v[0]) ** 2 + 100 * (v[1] - v[0] ** 2) ** 2


def in_several(f, function, start):
    """The place of the minimum by any of the faces."""
    if f is s.multidimensional_minimize:
        return list(f(function, list(start)))
    said, (place, _), _ = f(function, list(start), 0.3, 1e-18, 3000)
    assert str(said) == "ok"
    return list(place)


IN_SEVERAL = "multidimensional-minimize nelder-mead"


@library(IN_SEVERAL)
def as_scipys_minimize(f):
    function = lambda v: math.cosh(v[0] - 1) + (v[0] + 2 * v[1] - 3) ** 2  # noqa: E731
    ours = lambda v: s.cosh(v[0] - 1) + (v[0] + 2 * v[1] - 3) ** 2  # noqa: E731
    slope = lambda v: [math.sinh(v[0] - 1) + 2 * (v[0] + 2 * v[1] - 3), 4 * (v[0] + 2 * v[1] - 3)]  # noqa: E731
    wanted = scipy.optimize.minimize(function, [3.0, -2.0], jac=slope, options={"gtol": 1e-10}).x
    assert in_several(f, ours, [3.0, -2.0]) == pytest.approx(list(wanted), abs=1e-5)


@hard(IN_SEVERAL)
def narrow_valleys(f):
    """Rosenbrock's, and a quadratic function whose second derivative has a condition of 10^6."""
    assert in_several(f, rosenbrock, [-1.2, 1.0]) == pytest.approx([1, 1], abs=2e-3)
    bowl = lambda v: (v[0] - 1) ** 2 + 1e6 * (v[1] + 2) ** 2  # noqa: E731
    found = in_several(f, bowl, [3.0, 1.0])
    assert found == pytest.approx([1, -2], abs=2e-3)
