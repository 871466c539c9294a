"""Economised polynomials and extrapolation by their properties; tests/numerics/faces has the other approximations."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DomainError, LimitError, ScmpyError, StructureError

from ...grouped import refusals

coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=8).filter(lambda c: c[-1] != 0)


@given(coefficients, st.floats(0, 3))
@pytest.mark.slow
def test_economised_polynomials_are_as_near_as_is_said(given, eps):
    p = s.poly_from_dense(given)
    q = s.cheb_econ(p, -2, 3, Fraction(eps))
    assert all(abs(p(x) - q(x)) <= eps + 1e-9 for x in (Fraction(k, 20) - 2 for k in range(101)))


test_what_cannot_be_approximated_is_told = refusals(
    [
        (lambda: s.make_interp_poly([1, 2], [3, 3]), DomainError),
        (lambda: s.make_interp_poly([1, 2], [3]), StructureError),
        (lambda: s.generate_cheb_exp(s.sin, 1, 1, 3), DomainError),
        (lambda: s.generate_cheb_exp(s.sin, 0, 1, 0), DomainError),
        (lambda: s.chebyshev_polynomial(10**9), LimitError),
        (lambda: s.cheb_exp_to_poly([]), DomainError),
        (lambda: s.make_hermite_interpolator(1)([0, 1], [1, 2, 3]), StructureError),
    ]
)


def test_extrapolation_refuses_places_twice_and_poles():
    with pytest.raises(ScmpyError, match="places that are all different, got the number 1 twice"):
        s.rational_extrapolation([1, 1], [1, 2])
    with pytest.raises(ScmpyError, match="through 2 points has a pole at 0"):
        s.rational_extrapolation([1.0, 0.5], [1.0, 2.0])
    with pytest.raises(StructureError, match="2 values for 1 places"):
        s.rational_extrapolation([1], [1, 2])
