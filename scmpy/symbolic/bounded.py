"""Greatest common divisors, factors and Groebner bases of polynomials, within stated limits.

The work is estimated first, from the numbers of terms and the degrees, and refused where it is beyond the limits, which
stand for some seconds (see :mod:`scmpy.symbolic.work_limits`).
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.symbolic.work_limits import (
    MANY_PAIRS,
    MAXIMUM_BITS,
    MAXIMUM_FACTORED_DEGREE,
    MAXIMUM_FACTORED_WORK,
    MAXIMUM_GCD_DEGREE,
    MAXIMUM_GCD_WORK,
    MAXIMUM_MULTIVARIATE_DEGREE,
    MAXIMUM_MULTIVARIATE_WORK,
    MAXIMUM_SQUARE_FREE_WORK,
    check_power,
    check_powers_of_sum,
    check_product,
    check_size,
    exceeds,
    refusal,
)


def gcd(p: Any, q: Any) -> Any:
    """The greatest common divisor; a single term divides quickly, whatever its degree."""
    if len(p) > 1 and len(q) > 1:
        _check_gcd("the greatest common divisor of polynomials", p, q, MAXIMUM_GCD_WORK)
    return p.gcd(q)


def factored_by_multiplicity(p: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """A constant, and square-free factors without common factors with their multiplicities."""
    if len(p) > 1:
        _check_gcd("the factors of a polynomial", p, p, MAXIMUM_SQUARE_FREE_WORK)
    return p.factor_squarefree()  # type: ignore[no-any-return]


def factored(p: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """A constant, and the irreducible factors over the rationals with their multiplicities."""
    constant, parts = factored_by_multiplicity(p)
    found = []
    for part, power in parts:
        _check_factors(part)
        number, factors = part.factor()
        constant *= number ** int(power)
        found += [(factor, power * multiplicity) for factor, multiplicity in factors]
    return constant, found


def groebner_basis(
    polynomials: list[dict[tuple[int, ...], int]], count: int, order: Any, limits: tuple[int, int, int]
) -> Any:
    """A Groebner basis of the polynomials of these terms in so many variables; None where it grows beyond the limits.

    These are numbers of polynomials, of the terms of each, and of the bits of a coefficient.
    """
    from flint import fmpz_mpoly_ctx, fmpz_mpoly_vec

    context = fmpz_mpoly_ctx.get(("x", count), order)
    basis, complete = fmpz_mpoly_vec(list(map(context.from_dict, polynomials)), context).buchberger_naive(limits=limits)
    return basis if complete else None


def _check_gcd(what: str, p: Any, q: Any, most: int) -> None:
    degree, terms = max(p.total_degree(), q.total_degree()), min(len(p), len(q))
    if degree <= MAXIMUM_MULTIVARIATE_DEGREE and terms * degree <= most:
        return
    degrees = [max(map(int, pair)) for pair in zip(p.degrees(), q.degrees(), strict=True)]
    degree = max(degrees)
    limit = MAXIMUM_GCD_DEGREE if sum(map(bool, degrees)) == 1 else MAXIMUM_MULTIVARIATE_DEGREE
    if degree <= limit and terms * degree <= most:
        return
    degree = max(d // s for d, s in zip(degrees, _strides(p, q), strict=True))
    if exceeds(degree, limit):
        raise refusal(f"{what} of degree {_count(degree)}:", limit, "degrees")
    if exceeds(terms * degree, most):
        raise refusal(f"{what} of {terms} terms and degree {degree}:", most, "steps")


def _strides(*polynomials: Any) -> list[int]:
    """For every variable the number of which all its exponents are multiples: x^6 + x^3 is a polynomial in x^3."""
    strides: list[int] = []
    for polynomial in polynomials:
        for monomial in polynomial.monoms():
            exponents = list(map(int, monomial))
            strides = [math.gcd(s, e) for s, e in zip(strides or exponents, exponents, strict=True)]
    return [max(1, stride) for stride in strides]


def _check_factors(p: Any) -> None:
    """Refuse to factor a square-free polynomial that is too large."""
    degrees = [int(d) for d in p.degrees() if d > 0]
    terms = len(p)
    if terms < 2 or min(degrees) == 1 == len(degrees):
        return
    what = f"the factors of a polynomial of {terms} terms and degree {_count(max(degrees))}"
    if len(degrees) > 1:
        work, most = terms * min(degrees) * max(degrees), MAXIMUM_MULTIVARIATE_WORK
    else:
        work, most = terms * degrees[0], MAXIMUM_FACTORED_WORK
        if exceeds(degrees[0], MAXIMUM_FACTORED_DEGREE):
            raise refusal(f"{what}:", MAXIMUM_FACTORED_DEGREE, "degrees")
    if exceeds(work, most):
        raise refusal(f"{what}:", most, "steps")


def _count(degree: int) -> str:
    return str(degree) if degree.bit_length() < 200 else f"more than 2^{degree.bit_length() - 1}"


class Estimates:
    """What work of a ring is begun: no operation whose estimated result, or cost, is beyond the limits."""

    def product(self, p: Any, q: Any) -> None:
        """Refuse a product that is too large."""
        pairs = len(p) * len(q)
        if pairs == 1:
            bits = p.coefficient(0).height_bits() + q.coefficient(0).height_bits()
            if bits > MAXIMUM_BITS:
                check_size(1, bits)
        elif pairs > MANY_PAIRS:
            check_product(p, q)

    def power(self, p: Any, n: int, is_reduced: bool = False) -> None:
        """Refuse a power that is too large."""
        check_power(p, n)

    def reduction(self, p: Any, times: int, value: Any) -> None:
        """Refuse to put a value that often for a power of a generator, if it is a sum."""
        check_powers_of_sum(times, len(value))

    gcd = staticmethod(gcd)


ESTIMATES = Estimates()
