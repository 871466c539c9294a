"""Approximations against numpy, SciPy and exact arithmetic; near and many points, cancellation, kinks."""

import math
from fractions import Fraction

import numpy
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


def by_columns(f, places, values):
    """The extrapolated value, of columns that rational-interpolation makes one after the other."""
    row = values[:1]
    for k in range(1, len(places)):
        row = [values[k], *f(row, values[k], places[k - 1 :: -1], places[k])]
    return sum(row)


@library("rational-extrapolation rational-interpolation")
def of_a_fraction(f):
    """(2 + x)/(3 - x) at 0, which numpy's coefficients of the fraction give too."""
    places = [0.5, 0.25, 0.125, 0.0625]
    values = [(2 + x) / (3 - x) for x in places]
    A = [[1, x, -x * y] for x, y in zip(places[:3], values[:3], strict=True)]
    wanted = numpy.linalg.solve(numpy.array(A), values[:3])[0]
    if f is s.rational_extrapolation:
        assert f(places, values)[-1] == pytest.approx(wanted, rel=1e-10)
    else:
        assert by_columns(f, places, values) == pytest.approx(wanted, rel=1e-10)


@hard("rational-extrapolation rational-interpolation")
def beside_a_pole(f):
    """tan at 1.57, where a polynomial through the values has no digit; of constant values the constant."""
    places = [0.4, 0.3, 0.2, 0.1, 0.05]
    values = [math.tan(1.57 - p) for p in places]
    if f is s.rational_extrapolation:
        assert f(places, values)[-1] == pytest.approx(math.tan(1.57), rel=1e-2)
        assert f([1.0, 0.5, 0.25], [2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)
    else:
        assert by_columns(f, places, values) == pytest.approx(math.tan(1.57), rel=1e-2)


@library("chebyshev-polynomial legendre-polynomial")
def as_numpys_polynomials(f):
    unit = [0, 0, 0, 0, 0, 1]
    module = chebyshev.cheb2poly if f is s.chebyshev_polynomial else legendre.leg2poly
    assert dense(f(5)) == pytest.approx(list(module(unit)))


@hard("chebyshev-polynomial legendre-polynomial")
def of_high_degree(f):
    """The coefficients, of 10^30 and more, are exact: the value at 1 is 1."""
    assert f(90)(1) == 1 and f(90)(Fraction(1, 2)) == f(90)(Fraction(-1, 2))


EXPANSIONS = "poly->cheb-exp cheb-exp->poly cheb-exp-value"


@library(EXPANSIONS)
def as_numpys_expansions(f):
    given = [1.5, -2.0, 0.25, 3.0]
    if f is s.poly_to_cheb_exp:
        assert [float(x) for x in f(s.poly_from_dense(given))] == pytest.approx(list(chebyshev.poly2cheb(given)))
    elif f is s.cheb_exp_to_poly:
        assert dense(f(given)) == pytest.approx(list(chebyshev.cheb2poly(given)))
    elif f is s.cheb_exp_value:
        assert f(given, 0.3) == pytest.approx(chebyshev.chebval(0.3, given))
    else:
        assert list(f(6, 0.3)) == pytest.approx([chebyshev.chebval(0.3, [0] * k + [1]) for k in range(6)])


@hard(EXPANSIONS)
def long_expansions(f):
    """Of 60 terms: exact as a polynomial; sums at 1, where no term is small; T_n at the end of its interval."""
    if f is s.poly_to_cheb_exp:
        found = f(s.poly_from_dense([0] * 60 + [1]))
        assert sum(found) == 1 and found[60] == Fraction(1, 2**59)
    elif f is s.cheb_exp_to_poly:
        assert f([0] * 60 + [1]) == s.chebyshev_polynomial(60)
    elif f is s.cheb_exp_value:
        given = [(-1) ** k / (k + 1) for k in range(60)]
        assert f(given, 0.999999) == pytest.approx(chebyshev.chebval(0.999999, given), rel=1e-12)
        assert f(given, 1.0) == pytest.approx(math.fsum(given), rel=1e-14)
    else:
        assert list(f(200, 1 - 2.0**-50)) == pytest.approx(
            [math.cos(k * math.acos(1 - 2.0**-50)) for k in range(200)], rel=1e-12
        )


@library("cheb-root-list trim-cheb-exp")
def as_numpys_points(f):
    if f is s.cheb_root_list:
        assert list(f(7)) == pytest.approx(list(chebyshev.chebpts1(7)), abs=1e-15)
    else:
        assert list(f([1.0, 2.0, 1e-9, 1e-9], 1e-6)) == list(chebyshev.chebtrim([1.0, 2.0, 1e-9, 1e-9], 1e-6))


@hard("cheb-root-list trim-cheb-exp")
def many_points_and_terms(f):
    if f is s.cheb_root_list:
        assert max(abs(s.cheb_exp_value([0] * 101 + [1], x)) for x in f(101)) < 1e-11
    else:
        assert list(f([1.0] + [1e-3] * 50, 0.0105)) == [1.0] + [1e-3] * 40


@library("poly-domain->canonical poly-domain->general")
def as_numpys_domains(f):
    p = numpy.polynomial.Polynomial([1.0, 2.0, 3.0])
    inner = numpy.polynomial.Polynomial([2.0, 1.0] if f is s.poly_domain_to_canonical else [-2.0, 1.0])
    assert dense(f(s.poly_from_dense([1.0, 2.0, 3.0]), 1.0, 3.0)) == pytest.approx(list(p(inner).coef))


@hard("poly-domain->canonical poly-domain->general")
def a_far_and_narrow_domain(f):
    """Exact there and back where floats lose all digits."""
    p = s.poly_from_dense([1, 2, 3, 4, 5])
    a, b = 10**9, 10**9 + Fraction(1, 10**9)
    back = s.poly_domain_to_general if f is s.poly_domain_to_canonical else s.poly_domain_to_canonical
    assert back(f(p, a, b), a, b) == p


@library("generate-cheb-exp generate-approx-poly cheb-econ")
def approximations_of_exp(f):
    series = chebyshev.Chebyshev.interpolate(numpy.exp, 7, domain=[0, 2])
    if f is s.generate_cheb_exp:
        assert list(f(s.exp, 0.0, 2.0, 8)) == pytest.approx(list(series.coef), rel=1e-8, abs=1e-13)
    elif f is s.generate_approx_poly:
        assert f(s.exp, 0.0, 2.0, 8)(1.3) == pytest.approx(series(1.3), rel=1e-10)
    else:
        assert f(s.poly_from_dense([1.0, 1.0, 0.5, 1e-4]), -1, 1, 1e-3)(0.7) == pytest.approx(1 + 0.7 + 0.245, abs=1e-3)


@hard("generate-cheb-exp generate-approx-poly cheb-econ")
def steep_functions(f):
    """A layer of width .02, to what its expansion of that length can do; Wilkinson's polynomial, exactly."""
    layer = lambda x: math.tanh(50 * (x - 0.5))  # noqa: E731
    if f is s.generate_cheb_exp:
        theirs = chebyshev.Chebyshev.interpolate(numpy.vectorize(layer), 99, domain=[0, 1])
        assert list(f(layer, 0.0, 1.0, 100)) == pytest.approx(list(theirs.coef), abs=1e-12)
    elif f is s.generate_approx_poly:
        assert f(lambda x: abs(x), -1.0, 1.0, 9)(0.5) == pytest.approx(
            chebyshev.Chebyshev.interpolate(numpy.abs, 8)(0.5), rel=1e-10
        )
    else:
        wilkinson = s.roots_to_poly(range(1, 13))
        shorter = f(wilkinson, 0, 13, 10**5)
        assert all(abs(shorter(x) - wilkinson(x)) <= 10**5 for x in range(14))


@library("make-hermite-interpolator")
def as_scipys_hermite(f):
    a, b = [0.5, 1.0, -2.0, 3.0, 0.25], [2.0, 4.0, 0.5, -1.0, 2.0]
    wanted = scipy.interpolate.KroghInterpolator([a[0]] * 4 + [b[0]] * 4, a[1:] + b[1:])
    found = f(3)(a, b)
    assert s.poly_value(found, 1.2) == pytest.approx(float(wanted(1.2)), rel=1e-10)


@hard("make-hermite-interpolator")
def a_short_interval(f):
    """Exact on an interval of 1e-12, where the coefficients are 1e36."""
    a, b = [1, 1, 0, 0, 0], [1 + Fraction(1, 10**12), 2, 0, 0, 0]
    found = f(3)(a, b)
    assert s.poly_value(found, a[0]) == 1 and s.poly_value(found, b[0]) == 2
    assert s.poly_value(found, 1 + Fraction(1, 2 * 10**12)) == Fraction(3, 2)
