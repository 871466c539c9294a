"""Polynomials of Legendre; expansions by Chebyshev's polynomials: their values, domains, and terms that are left out.

An expansion is the list of the coefficients a_k of sum a_k T_k(x), as :mod:`scmpy.museum.chebyshev`
finds them. Leaving out the last terms, whose coefficients are small, changes it by no more than the sum of their sizes.

Source:  L. N. Trefethen, Approximation Theory and Approximation Practice, ch. 2 to 4
"""

from __future__ import annotations

import itertools
from typing import Any

from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.finite import finite_real, magnitude
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.museum.chebyshev import Expansion, degree, generate_cheb_exp, middle_and_half
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, RealFunction, Scalar, ScalarValue
from scmpy.symbolic.algebra.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial


@public("legendre-polynomial")
def legendre_polynomial(n: int) -> Polynomial:
    """Legendre's polynomial of a degree.

    Scheme:  (legendre-polynomial n)
    Math:    (k + 1) P_(k+1) = (2 k + 1) x P_k - k P_(k-1)
    Raises:  LimitError for a degree above most-chebyshev-degrees
    >>> legendre_polynomial(2)
    (+ -1/2 (* 3/2 (expt x 2)))
    """
    from flint import fmpq_poly

    found = fmpq_poly.legendre_p(degree(n))
    return Polynomial.dense(g.div(int(c.p), int(c.q)) for c in found.coeffs())


def _coefficients(expansion: Any) -> Expansion:
    found = items(expansion)
    for a in found:
        if not is_number(a):
            raise WrongTypeError(f"{CALLED} expects the numbers of an expansion, got {describe(a)}")
    if not found:
        raise DomainError(f"{CALLED} expects an expansion with at least one coefficient")
    return found


@public("poly->cheb-exp")
def poly_to_cheb_exp(polynomial: Polynomial | Scalar) -> Expansion:
    """The expansion of a polynomial by Chebyshev's.

    Scheme:  (poly->cheb-exp p)
    >>> from scmpy import poly_from_dense
    >>> poly_to_cheb_exp(poly_from_dense([1, 2, 3]))
    (Fraction(5, 2), 2, Fraction(3, 2))
    """
    found: list[Any] = []
    for c in reversed(_in_one_variable(polynomial).coefficients()):
        found = _times_x(found)
        found[:1] = [g.add(found[0], c)] if found else [c]
    rounding = 10 * MACHINE_EPSILON * max(map(magnitude, found))
    kept = [k for k, c in enumerate(found) if (c != 0 if is_exact(c) else magnitude(c) > rounding)]
    return tuple(found[: max(kept, default=0) + 1])


def _in_one_variable(polynomial: Any, operation: str = CALLED) -> Polynomial:
    found = as_polynomial(polynomial)
    if found.arity != 1:
        raise WrongTypeError(f"{operation} expects a polynomial in one variable, got {describe(polynomial)}")
    return found


def _times_x(expansion: list[Any]) -> list[Any]:
    """x T_k = (T_(k+1) + T_(k-1)) / 2, x T_0 = T_1."""
    if not expansion:
        return []
    found: list[Any] = [0] * (len(expansion) + 1)
    for k, a in enumerate(expansion):
        half = g.div(a, 2)
        for place, part in ((1, a),) if k == 0 else ((k + 1, half), (k - 1, half)):
            found[place] = g.add(found[place], part)
    return found


def _clenshaw(expansion: Expansion, x: Any) -> Any:
    """The sum of an expansion at a number or a polynomial."""
    last: Any = 0
    before: Any = 0
    for a in reversed(expansion[1:]):
        last, before = g.add(g.sub(g.mul(g.mul(2, x), last), before), a), last
    return g.add(g.sub(g.mul(x, last), before), expansion[0])


@public("cheb-exp->poly")
def cheb_exp_to_poly(expansion: Numbers) -> Polynomial:
    """The polynomial that an expansion by Chebyshev's is.

    Scheme:  (cheb-exp->poly expansion)
    Shapes:  expansion: list of coefficients, that of T_0 first
    Raises:  DomainError if there are none; LimitError for a degree above most-chebyshev-degrees
    >>> cheb_exp_to_poly([1, 2, 3])
    (+ -2 (* 6 (expt x 2)) (* 2 x))
    """
    found = _coefficients(expansion)
    degree(len(found))
    return as_polynomial(_clenshaw(found, Polynomial.variables(1)[0]))


@public("cheb-exp-value")
def cheb_exp_value(expansion: Numbers, x: Scalar) -> ScalarValue:
    """The value of an expansion by Chebyshev's polynomials, by Clenshaw's rule.

    Scheme:  (cheb-exp-value expansion x)
    Shapes:  expansion: list of coefficients, that of T_0 first;  x: a scalar, or an array
    Raises:  DomainError if there are none
    >>> cheb_exp_value([1, 2, 3], 2)
    26
    """
    return _clenshaw(_coefficients(expansion), x)


@public("trim-cheb-exp")
def trim_cheb_exp(expansion: Numbers, eps: Real) -> Expansion:
    """An expansion without its last terms, as many as change it on [-1, 1] by no more than so much.

    Scheme:  (trim-cheb-exp expansion eps)
    Shapes:  expansion: list of coefficients, that of T_0 first
    Units:   eps is absolute: the sum of the sizes of what is left out
    Raises:  DomainError if there are none
    >>> trim_cheb_exp([1, 2, 0.1, 0.01], 0.05)
    (1, 2, 0.1)
    """
    found = _coefficients(expansion)
    allowed = finite_real(eps)
    sums = itertools.accumulate(map(magnitude, reversed(found)))
    dropped = sum(1 for size in sums if size <= allowed)
    return tuple(found[: len(found) - dropped]) or (0,)


@public("poly-domain->canonical")
def poly_domain_to_canonical(polynomial: Polynomial | Scalar, a: Real, b: Real) -> Polynomial:
    """The polynomial that is on [-1, 1] what another one is on an interval.

    Scheme:  (poly-domain->canonical p a b)
    Raises:  DomainError unless a < b
    >>> from scmpy import poly_from_dense
    >>> poly_domain_to_canonical(poly_from_dense([0, 1]), 1, 5)
    (+ 3 (* 2 x))
    """
    name = "poly-domain->canonical"
    middle, half = middle_and_half(a, b, name)
    return arg_scale(arg_shift(_in_one_variable(polynomial, name), middle), half)


@public("poly-domain->general")
def poly_domain_to_general(polynomial: Polynomial | Scalar, a: Real, b: Real) -> Polynomial:
    """The polynomial that is on an interval what another one is on [-1, 1].

    Scheme:  (poly-domain->general p a b)
    Raises:  DomainError unless a < b
    >>> from scmpy import poly_from_dense
    >>> poly_domain_to_general(poly_from_dense([3, 2]), 1, 5)
    x
    """
    name = "poly-domain->general"
    middle, half = middle_and_half(a, b, name)
    return arg_shift(arg_scale(_in_one_variable(polynomial, name), g.div(1, half)), g.negate(middle))


@public("cheb-econ")
def cheb_econ(polynomial: Polynomial | Scalar, a: Real, b: Real, eps: Real) -> ScalarValue:
    """A polynomial of a lower degree, if there is one, that differs on an interval by no more than so much.

    Scheme:  (cheb-econ p a b eps)
    Units:   none: a, b and eps are numbers; eps is absolute
    Raises:  DomainError unless a < b
    >>> from scmpy import poly_from_dense
    >>> cheb_econ(poly_from_dense([0, 1, 0, 1]), -1, 1, 0.3)
    (* 7/4 x)
    """
    whole = poly_to_cheb_exp(poly_domain_to_canonical(polynomial, a, b))
    trimmed = trim_cheb_exp(whole, eps)
    if len(trimmed) == len(whole):
        return polynomial
    return poly_domain_to_general(cheb_exp_to_poly(trimmed), a, b)


@public("generate-approx-poly")
def generate_approx_poly(f: RealFunction, a: Real, b: Real, n: int, eps: Real | None = None) -> Polynomial:
    """The polynomial with n terms that has the values of a function at Chebyshev's places in an interval.

    With fewer terms, if an error is allowed.

    Scheme:  (generate-approx-poly f a b n [eps])
    Units:   none: a and b are numbers; eps is absolute
    Raises:  DomainError unless a < b
    >>> round(generate_approx_poly(lambda x: x**2, 0, 1, 3)(0.5), 9)
    0.25
    """
    found = generate_cheb_exp(f, a, b, n)
    if eps is not None and eps is not False:
        found = trim_cheb_exp(found, eps)
    return poly_domain_to_general(cheb_exp_to_poly(found), a, b)
