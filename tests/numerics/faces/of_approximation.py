"""Interpolation and orthogonal polynomials against numpy, SciPy and exact arithmetic; near and many points, cancellation, kinks."""

import math
from fractions import Fraction

import pytest
import scipy.interpolate
from numpy.polynomial import chebyshev, legendre

import scmpy as s
from scmpy.scheme import Session

from .table import hard, library

POINTS, VALUES = [0.0, 0.5, 1.5, 4.0], [1.0, -2.0, 0.5, 3.0]
NEAR = [1.0, 1.0 + 1e-6, 1.0 + 2e-6, 3.0]


def dense(p):
    return [float(c) for c in s.poly_to_dense(p)]


def exact_value(points, values, x):
    """Of the polynomial through the points, by Lagrange's formula in fractions."""
    points, values, x = list(map(Fraction, points)), list(map(Fraction, values)), Fraction(x)
    return sum(
        w * math.prod((x - q) / (p - q) for q in points if q != p) for p, w in zip(points, values, strict=True)
    )  # fmt: skip


def at(f, points, values, x):
    """The value of the polynomial through points by a face."""
    return f(values, points)(x)


THROUGH = "lagrange-interpolation-function Lagrange-interpolation-function make-interp-poly "


@library(THROUGH)
def as_scipys_interpolant(f):
    for x in (0.7, 2.0, -1.0):
        wanted = scipy.interpolate.BarycentricInterpolator(POINTS, VALUES)(x)
        assert at(f, POINTS, VALUES, x) == pytest.approx(float(wanted), rel=1e-12)


@hard(THROUGH)
def points_beside_each_other(f):
    values = [math.sin(p) for p in NEAR]
    assert at(f, NEAR, values, 2.0) == pytest.approx(float(exact_value(NEAR, values, 2)), rel=1e-7)
    many = [math.cos(k * math.pi / 20) for k in range(21)]
    runge = [1 / (1 + 25 * p * p) for p in many]
    assert at(f, many, runge, 0.33) == pytest.approx(float(exact_value(many, runge, 0.33)), rel=1e-6)


@library("lagrange")
def the_text_of_a_polynomial(f):
    value = Session().run("((eval (lagrange '(1 4 9) '(1 2 3)) user-generic-environment) 5)")
    assert value == scipy.interpolate.lagrange([1, 2, 3], [1, 4, 9])(5) == pytest.approx(25)


@hard("lagrange")
def exact_beside_each_other(f):
    given = "((eval (lagrange '(1 2) '(0 1/1000000000000)) user-generic-environment) 1)"
    assert Session().run(given) == 10**12 + 1


@library("chebyshev-polynomial legendre-polynomial")
def as_numpys_polynomials(f):
    unit = [0, 0, 0, 0, 0, 1]
    module = chebyshev.cheb2poly if f is s.chebyshev_polynomial else legendre.leg2poly
    assert dense(f(5)) == pytest.approx(list(module(unit)))


@hard("chebyshev-polynomial legendre-polynomial")
def of_high_degree(f):
    """The coefficients, of 10^30 and more, are exact: the value at 1 is 1."""
    assert f(90)(1) == 1 and f(90)(Fraction(1, 2)) == f(90)(Fraction(-1, 2))


@library("cheb-root-list")
def as_numpys_points(f):
    assert list(f(7)) == pytest.approx(list(chebyshev.chebpts1(7)), abs=1e-15)


@hard("cheb-root-list")
def many_points(f):
    assert max(abs(chebyshev.chebval(x, [0] * 101 + [1])) for x in f(101)) < 1e-11
