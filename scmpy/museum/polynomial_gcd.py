"""The greatest common divisor of polynomials by the names of the original's algorithms, and what a program may set.

All of them are python-flint's algorithm, which is faster than any of those and gives the same polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.settings import LIMIT, Setting
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial, from_ring, in_ring
from scmpy.symbolic.bounded import gcd

_EXAMPLE = """
    >>> p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 2, 1])
    >>> with setting({}):
    ...     poly_gcd(p, q)
    {}
"""

cut_losses = Setting(
    "*gcd-cut-losses*",
    False,
    LIMIT,
    "If a number: poly:gcd settles for 1 where there would be more pairs of terms of the two polynomials than that. "
    "(The original counts seconds; what it answers depends on the machine. simplify is not concerned.)",
    _EXAMPLE.format("gcd_cut_losses=5", "1"),
)

Gcd = Callable[[Polynomial, Polynomial], Polynomial]


def polynomial_pair(p: Any, q: Any) -> tuple[Polynomial, Polynomial]:
    """Two polynomials in the same variables; numbers are constant ones."""
    arity = next((x.arity for x in (p, q) if isinstance(x, Polynomial)), 1)
    return as_polynomial(p, arity), as_polynomial(q, arity)


def _greatest(p: Polynomial, q: Polynomial) -> Polynomial:
    return from_ring(gcd(in_ring(p), in_ring(q)))


def _limited(p: Polynomial, q: Polynomial) -> Polynomial:
    limit = cut_losses.value
    is_lost = limit is not False and p.terms and q.terms and len(p.terms) * len(q.terms) > limit
    return Polynomial.constant(p.arity, 1) if is_lost else _greatest(p, q)


def _of_all(algorithm: Gcd, polynomials: tuple[Any, ...]) -> Any:
    total: Any = Polynomial(next((p.arity for p in polynomials if isinstance(p, Polynomial)), 1), {})
    for each in polynomials:
        p, q = polynomial_pair(total, each)
        if p.arity != q.arity:
            raise WrongTypeError(f"gcd: polynomials in {p.arity} and in {q.arity} variables do not combine")
        total = primitive(algorithm(p, q))
    return total


def primitive(p: Polynomial) -> Polynomial:
    """The polynomial with whole coefficients without common factor, the leading one positive."""
    if not p.terms:
        return p
    leading = max(p.terms)
    whole = [Fraction(c) for c in p.terms.values()]
    content = Fraction(math.gcd(*(c.numerator for c in whole)), math.lcm(*(c.denominator for c in whole)))
    return g.div(p, content if p.terms[leading] > 0 else -content)  # type: ignore[no-any-return]


def polynomial_gcd(*polynomials: Any) -> Any:
    """The greatest common divisor, with whole coefficients without common factor, the leading one positive."""
    return _of_all(_limited, polynomials)
