"""Roots against SciPy, numpy and mpmath; clustered and multiple roots, steep and flat functions, singular slopes."""

import math
from fractions import Fraction

import mpmath
import numpy
import pytest
import scipy.optimize

import scmpy as s

from .table import hard, library


def between(f, function, low, high):
    """The root by any of the methods between two places."""
    if f is s.bisect_1:
        return f(function, low, high)
    if f is s.zbrent:
        found, root, _ = f(function, low, high, 1e-14, 200)
        assert found
        return root
    if f is s.search_for_roots:
        [root] = f(function, low, high, 1e-13, (high - low) / 3)
        return root
    return f(function, low, high, 1e-13)


BETWEEN = "bisect bisect-1 bisect-2 bisect-fp false-position-search zbrent search-for-roots"


@library(BETWEEN)
def as_brentq(f):
    for function, low, high in (
        (lambda x: math.exp(x) - 3 * x**2, 2.0, 5.0),
        (lambda x: math.cos(x) - x, 0.0, 1.5),
        (lambda x: math.atan(x - 3.3), 0.1, 40.0),
    ):
        assert between(f, function, low, high) == pytest.approx(scipy.optimize.brentq(function, low, high), abs=1e-9)


@hard(BETWEEN)
def steep_flat_and_far_from_one(f):
    for function, low, high, root, near in (
        (lambda x: math.expm1(200 * (x - 0.7)), 0.0, 1.0, 0.7, 1e-9),
        (lambda x: (x - 0.3) ** 5, -1.0, 0.9, 0.3, 3e-3),
        (lambda x: math.copysign(abs(x - 0.3) ** 0.1, x - 0.3), -1.0, 0.9, 0.3, 1e-9),
        (lambda x: 1e-150 * (x - 1e-5), -1.0, 0.9, 1e-5, 1e-9),
        (lambda x: 1e150 * (x - 1e8 - 0.25), 0.0, 3e8, 1e8 + 0.25, 1e-3),
        (lambda x: math.tan(x) - 1e6, 0.1, 1.57079632, math.atan(1e6), 1e-9),
    ):
        assert between(f, function, low, high) == pytest.approx(root, rel=1e-9, abs=near)


def pair(value, slope):
    return lambda x, both: both(value(x), slope(x))


def kepler(e):
    return pair(lambda x: x - e * math.sin(x) - 0.01, lambda x: 1 - e * math.cos(x))


@library("newton-with-false-position-search")
def as_newton(f):
    function = pair(lambda x: math.exp(x) - 3, math.exp)
    wanted = scipy.optimize.newton(lambda x: math.exp(x) - 3, 1.0, fprime=math.exp)
    assert f(function, 0.9, 1.4, 1e-14) == pytest.approx(wanted, rel=1e-12)


@hard("newton-with-false-position-search")
def nearly_parabolic_orbits(f):
    for e in (0.99, 0.9999):
        with mpmath.workdps(40):
            wanted = float(mpmath.findroot(lambda x, e=e: x - mpmath.mpf(e) * mpmath.sin(x) - mpmath.mpf(0.01), 0.3))
        assert f(kepler(e), 0.0, 1.0, 1e-14) == pytest.approx(wanted, rel=1e-9)


@library("multidimensional-root")
def as_scipys_root(f):
    function = lambda v: [v[0] ** 2 + v[1] ** 2 - 4, s.exp(v[0]) + v[1] - 1]  # noqa: E731
    wanted = scipy.optimize.root(lambda v: [v[0] ** 2 + v[1] ** 2 - 4, math.exp(v[0]) + v[1] - 1], [1.0, -1.7]).x
    assert list(f(function, [1.0, -1.7], 0.01, 1e-13)) == pytest.approx(list(wanted), rel=1e-9)


@hard("multidimensional-root")
def badly_scaled_and_nearly_singular_systems(f):
    """M. J. D. Powell's badly scaled function; lines that meet at an angle of 1e-8."""
    powell = lambda v: [1e4 * v[0] * v[1] - 1, s.exp(-v[0]) + s.exp(-v[1]) - 1.0001]  # noqa: E731
    found = list(f(powell, [1e-5, 9.0], 1e-6, 1e-14))
    assert found == pytest.approx([1.0981593296997e-5, 9.106146739867], rel=1e-8)
    lines = lambda v: [v[0] + v[1] - 2, v[0] + (1 + 1e-8) * v[1] - 2]  # noqa: E731
    assert list(f(lines, [5.0, 7.0], 0.1, 1e-13)) == pytest.approx([2, 0], abs=1e-6)


@library("certified-roots")
def as_mpmaths(f):
    found = f(lambda x: s.bessj(1, x) + x / 20, 1, 12)
    with mpmath.workdps(30):
        wanted = [mpmath.findroot(lambda x: mpmath.besselj(1, x) + x / 20, place) for place in (4.5, 6.5)]
        assert all(low <= root <= high for (low, high), root in zip(found, wanted, strict=True))


@hard("certified-roots")
def clustered_roots(f):
    wilkinson = f(lambda x: math.prod(x - k for k in range(1, 16)), 0, 16.5)
    assert [round(low, 9) for low, high in wilkinson] == list(range(1, 16))
    near = [Fraction(1), 1 + Fraction(1, 10**7), 1 + Fraction(2, 10**7)]
    found = f(lambda x: math.prod(x - root for root in near), 0, 3)
    assert [low <= root <= high for (low, high), root in zip(found, near, strict=True)] == [True] * 3
    assert len(f(lambda x: s.sin(1 / x), Fraction(1, 100), 1)) == 31


def coefficients(roots):
    """Of the polynomial with these roots, the constant first, exactly."""
    found = [Fraction(1)]
    for root in roots:
        found = [b - root * a for a, b in zip([*found, Fraction(0)], [Fraction(0), *found], strict=True)]
    return found


def same_roots(found, wanted, near):
    left = [complex(z) for z in found]
    assert len(left) == len(wanted)
    for z in map(complex, wanted):
        nearest = min(left, key=lambda other, z=z: abs(other - z))
        assert abs(nearest - z) <= near * max(1, abs(z))
        left.remove(nearest)


OF_POLYNOMIALS = "poly->roots "


@library(OF_POLYNOMIALS)
def as_numpys_roots(f):
    for given in ([-5, 3, 0, 2, 1], [7, 0, 0, 1], [1, Fraction(1, 2), -3, 4, 0, 2]):
        same_roots(
            f(s.poly_from_dense(list(map(Fraction, given)))), numpy.roots([float(c) for c in reversed(given)]), 1e-9
        )


@hard(OF_POLYNOMIALS)
def wilkinsons_polynomial_and_clusters(f):
    moved = coefficients(range(1, 13))
    moved[11] -= Fraction(1, 2**23)
    near = [Fraction(1), 1 + Fraction(1, 10**3), Fraction(-2)]
    for given, to in ((moved, 1e-3), (coefficients(near), 1e-6)):
        with mpmath.workdps(60):
            exact = mpmath.polyroots([mpmath.mpf(c.numerator) / c.denominator for c in reversed(given)], maxsteps=500,
                                     extraprec=500)  # fmt: skip
        same_roots(f(s.poly_from_dense(given)), exact, to)
