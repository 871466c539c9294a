"""Groebner bases: other generators of an ideal of polynomials, whose leading terms say what is in it.

The order of the monomials is lexical, the first variable before the others, so that a basis eliminates variables. The
basis is python-flint's, by Buchberger's algorithm; here it has the leading coefficients 1.

B. Buchberger, Ein Algorithmus zum Auffinden der Basiselemente des Restklassenringes, 1965.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, DomainError, LimitError, StructureError
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.arguments import items
from scmpy.generic.numeric_tower import exact
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.symbolic.algebra.polynomials import Exponents, Polynomial, as_polynomial, in_ring, is_exact_polynomial
from scmpy.symbolic.bounded import groebner_basis
from scmpy.symbolic.domains import whole_terms

#: A basis has no more polynomials than this, of no more terms, with coefficients of no more bits; a division has no
#: more steps.
_LIMITS = 400, 4_000, 4_000
_MOST_STEPS = Limit("most-reduction-steps", 20_000, "Steps of a division by several polynomials.")
MOST_POLYNOMIALS = Limit("most-grobner-polynomials", 1_000, "Polynomials of which a Groebner basis is computed.")


def _polynomials(given: Any, name: str = CALLED) -> list[Polynomial]:
    """Polynomials with exact coefficients in the same variables, without those that are zero."""
    found = [as_polynomial(each) for each in items(given, name)]
    arity = max((each.arity for each in found), default=1)
    found = [Polynomial.constant(arity, _constant(each)) if _is_constant(each) else each for each in found]
    if any(each.arity != arity for each in found):
        raise StructureError(f"{name} expects polynomials in the same variables")
    if not all(map(is_exact_polynomial, found)):
        raise DomainError(f"{name} expects polynomials with exact rational coefficients")
    return [each for each in found if any(each.terms.values())]


def _is_constant(p: Polynomial) -> bool:
    return not any(map(any, p.terms))


def _constant(p: Polynomial) -> Any:
    return next(iter(p.terms.values()), 0)


@public("grobner", "reduced-grobner", "fpf:grobner", python="groebner")
def groebner(polynomials: Iterable[Scalar]) -> tuple[Polynomial, ...]:
    """The reduced Groebner basis of the ideal of some polynomials, the greatest leading terms first.

    Scheme:  (grobner (list p q ...))
    Raises:  LimitError if the basis becomes too large;  DomainError for coefficients that are not exact;
             StructureError unless the polynomials have the same variables
    Source:  Buchberger 1965
    >>> from scmpy import poly_new_variables
    >>> x, y = poly_new_variables(2)
    >>> groebner([x**2 - y, x * y - 1])
    ((+ (* -1 (expt x1 2)) x0), (+ -1 (expt x1 3)))
    """
    from flint import Ordering

    MOST_POLYNOMIALS.check(len(items(polynomials)))
    given = _polynomials(polynomials)
    if not given:
        return ()
    basis = groebner_basis([whole_terms(in_ring(p)) for p in given], given[0].arity, Ordering.lex, _LIMITS)
    if basis is None:
        raise LimitError("grobner: the basis becomes too large")
    found = [_from_terms(each) for each in basis.autoreduction()]
    return tuple(sorted(found, key=_leading, reverse=True))


def _from_terms(polynomial: Any) -> Polynomial:
    """The polynomial of python-flint's, divided by its leading coefficient."""
    terms = {tuple(map(int, exponents)): int(c) for exponents, c in polynomial.terms()}
    leading = terms[max(terms)]
    return Polynomial(polynomial.context().nvars(), {e: exact(Fraction(c, leading)) for e, c in terms.items()})


def _leading(p: Polynomial) -> Exponents:
    return max(exponents for exponents, c in p.terms.items() if c)


@public("fpf:s-poly", python="s_polynomial")
def s_polynomial(p: Scalar, q: Scalar) -> ScalarValue:
    """The difference of the least multiples of two polynomials by monomials in which the leading terms cancel.

    Scheme:  (fpf:s-poly p q)
    Raises:  DomainError if one of them is 0, or has coefficients that are not exact;  StructureError unless they have
             the same variables
    Source:  Buchberger 1965
    >>> from scmpy import poly_new_variables
    >>> x, y = poly_new_variables(2)
    >>> s_polynomial(x**2 - y, x * y - 1)
    (+ (* -1 (expt x1 2)) x0)
    """
    pair = _polynomials([p, q])
    if len(pair) < 2:
        raise DomainError("fpf:s-poly: the polynomial 0 has no leading term")
    common = tuple(map(max, _leading(pair[0]), _leading(pair[1])))
    left, right = (_times(each, common, 1) for each in pair)
    return g.sub(left, right)


def _times(p: Polynomial, leading: Exponents, factor: Any) -> Polynomial:
    """The multiple of a polynomial whose leading term has these exponents and this coefficient."""
    own = _leading(p)
    shift = tuple(map(int.__sub__, leading, own))
    scale = Fraction(factor) / p.terms[own]
    return Polynomial(p.arity, {tuple(map(int.__add__, e, shift)): exact(scale * c) for e, c in p.terms.items()})


@public("fpf:reduction", python="reduce_polynomial")
def reduce_polynomial(p: Scalar, basis: Iterable[Scalar]) -> ScalarValue:
    """What is left of a polynomial when multiples of others are subtracted: no term is divisible by a leading one.

    Scheme:  (fpf:reduction p (list q ...))
    Raises:  LimitError if that takes too many steps;  DomainError for coefficients that are not exact;  StructureError
             unless the polynomials have the same variables
    >>> from scmpy import poly_new_variables
    >>> x, y = poly_new_variables(2)
    >>> reduce_polynomial(x**3, groebner([x**2 - y, x * y - 1]))
    1
    """
    name = "fpf:reduction"
    divisors = list(items(basis, name))
    whole = _polynomials([p, *divisors], name)
    if not whole or as_polynomial(p) == 0:
        return as_polynomial(p)
    rest, done = whole[0], Polynomial(whole[0].arity, {})
    for _ in range(_MOST_STEPS.value):
        if not any(rest.terms.values()):
            return done
        top = _leading(rest)
        divisor = next((q for q in whole[1:] if all(map(int.__le__, _leading(q), top))), None)
        if divisor is None:
            term = Polynomial(rest.arity, {top: rest.terms[top]})
            rest, done = g.sub(rest, term), g.add(done, term)
        else:
            rest = g.sub(rest, _times(divisor, top, rest.terms[top]))
        rest = as_polynomial(rest, done.arity)
    raise _MOST_STEPS.refusal(f"{name}: the division takes")
