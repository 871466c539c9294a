"""Polynomials in one generator, with whole coefficients, and their real roots in balls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scmpy.symbolic.domains import whole_terms
from scmpy.symbolic.enclosure.ball import precision


def univariate(polynomial: Any, i: int) -> Any:
    """A multiple of a polynomial in one generator with whole coefficients."""
    from flint import fmpz_poly

    terms = {monomial[i]: coefficient for monomial, coefficient in whole_terms(polynomial).items()}
    return fmpz_poly([terms.get(power, 0) for power in range(max(terms, default=0) + 1)])


def real_roots(factor: Any) -> Iterator[Any]:
    """The real roots of an irreducible polynomial: a rational number, or balls."""
    if factor.degree() == 1:
        yield Fraction(-int(factor[0]), int(factor[1]))
        return
    with precision(128):
        yield from (root.real for root, _ in factor.complex_roots() if root.imag == 0)
