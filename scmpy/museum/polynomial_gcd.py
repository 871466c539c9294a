"""The greatest common divisor of polynomials by the names of the original's algorithms, and what a program may set.

All of them are python-flint's algorithm, which is faster than any of those and gives the same polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.settings import LIMIT, Setting
from scmpy.museum.memoized_expressions import remembering
from scmpy.registry import public, register
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


@public("poly/gcd-classical", python=None)
def classical_polynomial_gcd(*polynomials: Scalar) -> ScalarValue:
    """The greatest common divisor by python-flint's algorithm, whatever is set.

    Scheme:  (poly/gcd-classical p q ...)
    1 ]=> (define x (car (poly:new-variables 1)))
    1 ]=> (poly/gcd-classical (- (* x x) 1) (+ (* 2 x) 2))
    ;Value: (+ 1 x)
    >>> x, y = Polynomial.variables(2)
    >>> classical_polynomial_gcd((x + y) * (x - 2), (x + y) * (y + 1))
    (+ x0 x1)
    """
    return _of_all(_greatest, polynomials)


for _name in """
    poly/gcd-euclid poly/gcd-collins sparse-gcd sparse-multivariate-gcd sparse-heuristic-gcd sparse-univariate-gcd
""".split():
    register(_name, classical_polynomial_gcd, python=None)


@public("gcd-memoizer")
def gcd_memoizer(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The procedure of two polynomials, in any order, that calls another once for equal ones.

    Scheme:  (gcd-memoizer poly:gcd)
    1 ]=> (define x (car (poly:new-variables 1)))
    1 ]=> ((gcd-memoizer poly:gcd) (* x x) x)
    ;Value: x
    >>> from scmpy import poly_gcd, poly_new_variables
    >>> calls = []
    >>> remembering = gcd_memoizer(lambda p, q: calls.append((p, q)) or poly_gcd(p, q))
    >>> [x] = poly_new_variables(1)
    >>> remembering(x, x * x), remembering(x * x, x), len(calls)
    (x, x, 1)
    """
    return remembering(function, _key_of_pair)


def _key_of_pair(p: Any, q: Any) -> Hashable:
    for value in (p, q):
        as_polynomial(value)
    return frozenset(map(_key, (p, q)))


def _key(p: Any) -> Hashable:
    """What is equal for equal polynomials alone: the coefficients with their types."""
    if not isinstance(p, Polynomial):
        return type(p), repr(p)
    return p.arity, frozenset((e, type(c), repr(c)) for e, c in p.terms.items())
