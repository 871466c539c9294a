"""Expansions, interpolation and piecewise polynomials, against numpy and by their properties."""

from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial import chebyshev, legendre

import scmpy as s
from scmpy.errors import DomainError, LimitError, ScmpyError, StructureError
from scmpy.symbolic.polynomials import as_polynomial

coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=8).filter(lambda c: c[-1] != 0)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 20])
def test_polynomials_are_numpys(n):
    unit = [0] * n + [1]
    assert numpy.allclose(list(s.poly_to_dense(s.chebyshev_polynomial(n))), chebyshev.cheb2poly(unit))
    ours = [float(c) for c in s.poly_to_dense(s.legendre_polynomial(n))]
    assert numpy.allclose(ours, legendre.leg2poly(unit))


@given(coefficients)
def test_expansions_of_polynomials_are_exact(given):
    p = s.poly_from_dense(given)
    expansion = s.poly_to_cheb_exp(p)
    assert s.cheb_exp_to_poly(expansion) == p
    assert s.cheb_exp_value(expansion, Fraction(1, 3)) == p(Fraction(1, 3))
    assert numpy.allclose([float(c) for c in expansion], chebyshev.poly2cheb(given))


@given(coefficients, st.floats(0, 3))
@pytest.mark.slow
def test_economised_polynomials_are_as_near_as_is_said(given, eps):
    p = s.poly_from_dense(given)
    q = s.cheb_econ(p, -2, 3, Fraction(eps))
    assert all(abs(p(x) - q(x)) <= eps + 1e-9 for x in (Fraction(k, 20) - 2 for k in range(101)))


def test_functions_are_approximated():
    p = s.generate_approx_poly(s.exp, -1, 2, 14)
    assert max(abs(p(x) - s.exp(x)) for x in numpy.linspace(-1, 2, 50).tolist()) < 1e-10
    small = s.generate_approx_poly(s.exp, -1, 2, 14, 1e-3)
    assert len(s.poly_to_dense(small)) < 8


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=7, unique=True), st.data())
def test_interpolation_is_exact(points, data):
    values = data.draw(st.lists(st.integers(-9, 9), min_size=len(points), max_size=len(points)))
    p = s.make_interp_poly(values, points)
    assert [p(x) for x in points] == values
    assert [s.Lagrange_interpolation_function(values, points)(x) for x in points] == values


@given(st.integers(0, 4), st.data())
def test_hermite_interpolation(contact, data):
    at = st.lists(st.integers(-9, 9), min_size=contact + 1, max_size=contact + 1)
    a, b = [2, *data.draw(at)], [-1, *data.draw(at)]
    p = as_polynomial(s.make_hermite_interpolator(contact)(a, b))
    for place, *values in (a, b):
        derivative = p
        for value in values:
            assert s.poly_value(derivative, place) == value
            derivative = derivative.derivative()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: s.make_interp_poly([1, 2], [3, 3]), DomainError),
        (lambda: s.make_interp_poly([1, 2], [3]), StructureError),
        (lambda: s.generate_cheb_exp(s.sin, 1, 1, 3), DomainError),
        (lambda: s.generate_cheb_exp(s.sin, 0, 1, 0), DomainError),
        (lambda: s.chebyshev_polynomial(10**9), LimitError),
        (lambda: s.cheb_exp_to_poly([]), DomainError),
        (lambda: s.make_hermite_interpolator(1)([0, 1], [1, 2, 3]), StructureError),
    ],
)
def test_what_cannot_be_approximated_is_told(call, error):
    with pytest.raises(error):
        call()


def test_extrapolation_finds_what_is_a_fraction_there():
    places = [Fraction(1, k) for k in range(1, 7)]
    r = s.rational_extrapolation(places, [(2 + x) / (3 - x) for x in places])
    assert r[2:] == (Fraction(2, 3),) * 4
    assert s.rational_extrapolation([1.0, 0.5, 0.25], [2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)


def test_extrapolation_refuses_places_twice_and_poles():
    with pytest.raises(ScmpyError, match="places that are all different, got the number 1 twice"):
        s.rational_extrapolation([1, 1], [1, 2])
    with pytest.raises(ScmpyError, match="through 2 points has a pole at 0"):
        s.rational_extrapolation([1.0, 0.5], [1.0, 2.0])
    with pytest.raises(StructureError, match="2 values for 1 places"):
        s.rational_extrapolation([1], [1, 2])
