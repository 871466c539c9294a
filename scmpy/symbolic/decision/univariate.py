"""Polynomials in one generator, with whole coefficients, and their real roots in balls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scmpy.symbolic.decision.ball import precision
from scmpy.symbolic.domains import whole_terms


def univariate(polynomial: Any, i: int) -> Any:
    """A multiple of a polynomial in one generator with whole coefficients."""
    from flint import fmpz_poly

    coefficients = [0] * (max(0, int(polynomial.degrees()[i])) + 1)
    for monomial, coefficient in whole_terms(polynomial).items():
        coefficients[monomial[i]] += coefficient
    return fmpz_poly(coefficients)


def real_roots(factor: Any) -> Iterator[Any]:
    """The real roots of an irreducible polynomial: a rational number, or balls."""
    if factor.degree() == 1:
        yield Fraction(-int(factor[0]), int(factor[1]))
        return
    with precision(128):
        yield from (root.real for root, _ in factor.complex_roots() if root.imag == 0)
