"""Polynomials of Chebyshev, and expansions by them.

An expansion is the list of the coefficients a_k of sum a_k T_k(x). That with the first n of them that has the values of
a function at the n roots of T_n is nearly the best polynomial approximation on [-1, 1].

Source:  L. N. Trefethen, Approximation Theory and Approximation Practice, ch. 2 to 4
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import CALLED, DomainError
from scmpy.generic import operations as g
from scmpy.generic.arguments import count as natural
from scmpy.generic.arguments import length
from scmpy.generic.finite import finite_real, value_at
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction
from scmpy.structure.structure import sum_of
from scmpy.symbolic.algebra.polynomials import Polynomial

MOST_DEGREES = Limit("most-chebyshev-degrees", 5_000, "Degree of an expansion in Chebyshev polynomials.")

Expansion = tuple[Any, ...]


def degree(n: Any, operation: str = CALLED) -> int:
    """The degree of an expansion, checked."""
    return MOST_DEGREES.check(natural(n, operation), operation)


@public("chebyshev-polynomial")
def chebyshev_polynomial(n: int) -> Polynomial:
    """Chebyshev's polynomial of a degree.

    Scheme:  (chebyshev-polynomial n)
    Math:    T_n(cos u) = cos(n u)
    Raises:  LimitError for a degree above most-chebyshev-degrees
    >>> chebyshev_polynomial(3)
    (+ (* 4 (expt x 3)) (* -3 x))
    """
    from flint import fmpz_poly

    return Polynomial.dense(map(int, fmpz_poly.chebyshev_t(degree(n)).coeffs()))


@public("cheb-root-list")
def cheb_root_list(n: int) -> tuple[Any, ...]:
    """The roots of Chebyshev's polynomial of a degree, from the least; that in the middle is an exact 0.

    Scheme:  (cheb-root-list n)
    Shapes:  result: a list of n numbers, from -1 to 1
    >>> round(cheb_root_list(3)[2], 6)
    0.866025
    """
    n = length(n, "cheb-root-list", things="roots")
    return tuple(0 if 2 * i == n - 1 else -math.cos((i + 0.5) * math.pi / n) for i in range(n))


def middle_and_half(a: Any, b: Any, operation: str) -> tuple[Any, Any]:
    """The middle of an interval and half its length."""
    low, high = finite_real(a, operation), finite_real(b, operation)
    if not low < high:
        raise DomainError(f"{operation} expects an interval, the lower end first, got {low} and {high}")
    return g.div(low + high, 2), g.div(high - low, 2)


@public("generate-cheb-exp")
def generate_cheb_exp(f: RealFunction, a: Real, b: Real, n: int) -> Expansion:
    """The expansion with n terms that has the values of a function at the roots of T_n, taken to an interval.

    Scheme:  (generate-cheb-exp f a b n)
    Shapes:  f: real -> real;  result: a list of n coefficients
    Raises:  DomainError unless a < b; LimitError for a degree above most-chebyshev-degrees
    >>> round(generate_cheb_exp(lambda x: 4 * x**3, -1, 1, 4)[3], 9)
    1.0
    """
    name = "generate-cheb-exp"
    middle, half = middle_and_half(a, b, name)
    n = degree(n, name)
    if not n:
        raise DomainError(f"{name} expects at least one term")
    values = [value_at(f, g.add(middle, g.mul(half, x)), name) for x in cheb_root_list(n)]
    found = []
    for k in range(n):
        total = sum_of(g.mul(x, math.cos(k * (n - i - 0.5) * math.pi / n)) for i, x in enumerate(values))
        found.append(g.div(total if k == 0 else g.mul(2, total), n))
    return tuple(found)
