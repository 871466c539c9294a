"""Polynomials from their values, as lists of terms (exponents . coefficient), which Scheme programs take apart.

The terms come by descending total degree, of equal degree by descending exponents.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.museum import sparse_polynomials as sparse
from scmpy.scheme.data import EMPTY, Pair, list_of
from scmpy.scheme.primitives.base import adapt, index, primitive, wrong_type
from scmpy.scheme.primitives.lists import items_of
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial, value


def _terms(polynomial: Polynomial) -> Any:
    ordered = sorted(polynomial.terms.items(), key=lambda term: (sum(term[0]), term[0]), reverse=True)
    return list_of(Pair(list_of(exponents), coefficient) for exponents, coefficient in ordered)


def _exponents(skeleton: Any) -> Iterator[Any]:
    """The exponents in a list of terms, or of exponents alone."""
    for term in skeleton:
        is_term = isinstance(term, Pair) and (isinstance(term.car, Pair) or term.car is EMPTY)
        yield term.car if is_term else term


@primitive("sparse-interpolate")
def sparse_interpolate(f: Any, arity: Any, degree: Any) -> Any:
    """The terms of the polynomial in n variables, of no higher degree in any of them, that has the values of f."""
    return _terms(sparse.sparse_interpolate(f, arity, degree))


@primitive("univariate-interpolate")
def univariate_interpolate(f: Any, degree: Any) -> Any:
    """The terms of the polynomial in one variable, of no higher degree, that has the values of f."""
    return _terms(sparse.univariate_interpolate(f, degree))


@primitive("interpolate-skeleton")
def interpolate_skeleton(f: Any, skeleton: Any) -> Any:
    """The terms of the polynomial that has the values of f, with the exponents of the terms of a skeleton."""
    known = list_of(_exponents(skeleton)) if isinstance(skeleton, Pair) else skeleton
    return _terms(sparse.interpolate_skeleton(f, known))


@primitive("expand-poly")
def expand_poly(skeleton: Any, coefficients: Any) -> Any:
    """The terms of the polynomial whose coefficients, of the terms of a skeleton, are polynomials in more variables."""
    parts = [_polynomial(each, "expand-poly") for each in items(coefficients, "expand-poly")]
    known = list_of(_exponents(items(skeleton, "expand-poly")))
    return _terms(sparse.expand_poly(known, parts))


def _polynomial(terms: Any, name: str) -> Any:
    """The polynomial of these terms; anything else stands for itself."""
    if not isinstance(terms, Pair):
        return 0 if terms is EMPTY else terms
    found: dict[Any, Any] = {}
    for term in items_of(terms, 2, name):
        if not isinstance(term, Pair) or not all(map(index, items_of(term.car, 2, name))):
            raise wrong_type(terms, 2, name)
        exponents = tuple(term.car)
        found[exponents] = g.add(found.get(exponents, 0), term.cdr)
    arities = set(map(len, found))
    if len(arities) != 1:
        raise wrong_type(terms, 2, name)
    return Polynomial(arities.pop(), found)


def _of_lists(procedure: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The operation on polynomials, which takes lists of terms too, of which it makes such lists.

    Procedures after the polynomials, as the original takes them, get what is found: quotient and remainder, or a gcd.
    """

    def operate(*args: Any) -> Any:
        if not any(isinstance(arg, Pair) for arg in args):
            return procedure(*args)
        given = [_polynomial(arg, name) for arg in args if not callable(arg) or isinstance(arg, Polynomial)]
        receivers = [arg for arg in args if callable(arg) and not isinstance(arg, Polynomial)]
        arity = next((p.arity for p in given if isinstance(p, Polynomial)), 1)
        found = procedure(*(as_polynomial(p, arity) for p in given))
        parts = [_terms(part) for part in (found if isinstance(found, tuple) else (found,))]
        if receivers:
            return receivers[0](*parts)
        return parts[0] if len(parts) == 1 else list_of(parts)

    return operate


for _name in """
    sparse-add sparse-multiply sparse-divide sparse-gcd sparse-multivariate-gcd sparse-heuristic-gcd
    sparse-univariate-gcd
""".split():
    adapt(_name, partial(_of_lists, name=_name))


@primitive("sparse-evaluate")
def sparse_evaluate(polynomial: Any, *values: Any) -> Any:
    """The value of a polynomial, which may be a list of terms, at a list of values of the variables."""
    return value(_polynomial(polynomial, "sparse-evaluate"), *values)
