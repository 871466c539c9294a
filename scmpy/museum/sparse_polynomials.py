"""Sparse polynomials from their values: Zippel's probabilistic algorithm.

A polynomial in n variables with few terms is found from few values, one variable after the other. Of the polynomial in
the first k variables, the others fixed at random values, the monomials are taken to be known (the skeleton); then, for
each of d + 1 values of the next variable, a linear system gives its coefficients, and each coefficient is interpolated
as a function of that variable. A monomial is missed only if its coefficient vanishes at the random values; the result
is compared with more values. The random values are the same each time.

R. Zippel, Interpolating polynomials from their values, J. Symbolic Computation 9 (1990) 375-403.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic.annotations import Scalar, Values
from scmpy.generic.arguments import items
from scmpy.generic.settings import COUNT, Limit, Setting
from scmpy.registry import public
from scmpy.symbolic.algebra.polynomials import Exponents, Polynomial, as_polynomial, divide
from scmpy.symbolic.domains import to_flint, to_number

_EXAMPLE = """
    >>> with setting({}=1):
    ...     univariate_interpolate(lambda x: x * x, 2)
    (expt x 2)
"""

restart_limit = Setting(
    "*sgcd-restart-limit*",
    4,
    COUNT,
    "How many skeletons sparse-interpolate tries, each from new random values, before it finds no polynomial.",
    _EXAMPLE.format("sgcd_restart_limit"),
)
stage_limit = Setting(
    "*sgcd-stage-limit*",
    8,
    COUNT,
    "How many sets of random values sparse interpolation tries for the linear system of a stage, before it restarts.",
    _EXAMPLE.format("sgcd_stage_limit"),
)

#: Random values are whole numbers up to this size: few enough coincidences, and small coefficients.
_LARGEST_VALUE = 1000

MOST_TERMS = Limit("most-interpolated-terms", 200, "Degree, and the terms at each stage, of a sparse interpolation.")

#: The result of an interpolation is compared with so many more values.
_CHECKS = 3


class _NoInterpolation(Exception):
    """The random values were unlucky, or there is no such polynomial."""


@public("sparse-interpolate")
def sparse_interpolate(f: Callable[..., Any], arity: int, degree: int) -> Polynomial:
    """The polynomial in so many variables, of no higher degree in any of them, that has the values of f.

    Scheme:  (sparse-interpolate f n d), the list of its terms (exponents . coefficient)
    Values:  f gives exact rational numbers for whole ones
    Raises:  DomainError if f is found to be no such polynomial; WrongTypeError unless n and d are whole numbers;
             LimitError for too high a degree or too many terms
    Source:  Zippel 1990
    >>> sparse_interpolate(lambda x, y, z: x**3 * y - 5 * y * z**2 + 7, 3, 3)
    (+ 7 (* (expt x0 3) x1) (* -5 x1 (expt x2 2)))
    """
    for number, least, what in ((arity, 1, "number of variables"), (degree, 0, "degree")):
        if type(number) is not int or number < least:
            raise WrongTypeError(f"sparse-interpolate expects a {what} from {least} on, got {describe(number)}")
    MOST_TERMS.check(degree, things="degrees")
    chance = random.Random(0)
    for _ in range(restart_limit.value):
        try:
            found = _interpolated(f, arity, degree, chance)
        except _NoInterpolation:
            continue
        points = [_values(arity, chance) for _ in range(_CHECKS)]
        if all(found(*point) == f(*point) for point in points):
            return found
    raise DomainError(f"sparse-interpolate: the values are those of no polynomial of degree {degree} in each variable")


@public("univariate-interpolate")
def univariate_interpolate(f: Callable[[Any], Any], degree: int) -> Polynomial:
    """The polynomial in one variable, of no higher degree, that has the values of f.

    Scheme:  (univariate-interpolate f d), the list of its terms (exponents . coefficient)
    Values:  f gives exact rational numbers for whole ones
    Raises:  DomainError if f is found to be no such polynomial
    >>> univariate_interpolate(lambda x: (x + 1) ** 2, 2)
    (+ 1 (expt x 2) (* 2 x))
    """
    return sparse_interpolate(f, 1, degree)


@public("interpolate-skeleton")
def interpolate_skeleton(f: Callable[..., Any], skeleton: Values) -> Polynomial:
    """The polynomial of given monomials, each a list of exponents, that has the values of f.

    Scheme:  (interpolate-skeleton f '(((2 0) . 1) ((1 1) . 1) ...)), the list of its terms, or with '((2 0) (1 1) ...)
    Values:  f gives exact rational numbers for whole ones
    Raises:  DomainError if f is found to be no such polynomial; LimitError for more terms than most-interpolated-terms
    Source:  Zippel 1990
    >>> interpolate_skeleton(lambda x, y: 3 * x**2 - x * y, [[2, 0], [1, 1], [0, 0]])
    (+ (* 3 (expt x0 2)) (* -1 x0 x1))
    """
    monomials = _monomials(skeleton)
    arity = len(monomials[0])
    chance = random.Random(0)
    try:
        coefficients = _coefficients(f, monomials, chance)
    except _NoInterpolation:
        raise DomainError("interpolate-skeleton: the monomials are not independent") from None
    found = Polynomial(arity, {each: x for each, x in zip(monomials, coefficients, strict=True) if x})
    points = [_values(arity, chance) for _ in range(_CHECKS)]
    if any(found(*point) != f(*point) for point in points):
        raise DomainError("interpolate-skeleton: the values are those of no polynomial of these monomials")
    return found


@public("expand-poly")
def expand_poly(skeleton: Values, coefficients: Values) -> Polynomial:
    """The polynomial whose coefficients of given monomials are polynomials in more variables, the last ones.

    Scheme:  (expand-poly '(((2) . 1) ((0) . 1)) '((((1) . 5)) (((0) . 7)))), the list of its terms
    Math:    the sum of x^e p_e(y) over the monomials x^e
    Raises:  StructureError if there are not as many coefficients as monomials
    Source:  Zippel 1990
    >>> from scmpy import poly_from_dense
    >>> expand_poly([[2], [0]], [poly_from_dense([1, 5]), 7])
    (+ 7 (* 5 (expt x0 2) x1) (expt x0 2))
    """
    name = "expand-poly"
    monomials = _monomials(skeleton, name)
    parts = [as_polynomial(each, 0) for each in items(coefficients, name)]
    if len(parts) != len(monomials):
        raise StructureError(f"{name} expects a coefficient for each of {len(monomials)} monomials, got {len(parts)}")
    arity = max((part.arity for part in parts), default=0)
    if any(part.arity not in (0, arity) for part in parts):
        raise StructureError(f"{name} expects coefficients that are polynomials in the same variables")
    terms: dict[Exponents, Any] = {}
    for monomial, part in zip(monomials, parts, strict=True):
        for exponents, x in part.terms.items():
            key = (*monomial, *(exponents or (0,) * arity))
            terms[key] = terms.get(key, 0) + x
    return Polynomial(len(monomials[0]) + arity, {key: x for key, x in terms.items() if x})


def _monomials(skeleton: Any, name: str = CALLED) -> list[Exponents]:
    """The exponents of monomials in the same variables, of which there is at least one."""
    monomials = [tuple(items(each, name)) for each in items(skeleton, name)]
    arity = len(monomials[0]) if monomials else 0
    if not arity or any(len(each) != arity or any(type(x) is not int or x < 0 for x in each) for each in monomials):
        raise WrongTypeError(f"{name} expects lists of exponents, one for each variable, got {describe(skeleton)}")
    return monomials


def _values(count: int, chance: random.Random) -> list[int]:
    return chance.sample(range(2, max(_LARGEST_VALUE, 2 * count)), count)


def _interpolated(f: Callable[..., Any], arity: int, degree: int, chance: random.Random) -> Polynomial:
    """The polynomial found with one set of random values for the variables that come later."""
    fixed = _values(arity, chance)
    terms: dict[Exponents, Any] = {(): f(*fixed)}
    for k in range(arity):
        at = _values(degree + 1, chance)
        known = [_coefficients(_restricted(f, new, *fixed[k + 1 :]), list(terms), chance) for new in at]
        powers = _solved([[x**power for power in range(degree + 1)] for x in at], known)
        terms = {
            (*exponents, power): row[i]
            for i, exponents in enumerate(terms)
            for power, row in enumerate(powers)
            if row[i]
        }
    return Polynomial(arity, terms)


def _restricted(f: Callable[..., Any], *last: int) -> Callable[..., Any]:
    """The function of the first variables, the last ones having these values."""
    return lambda *first: f(*first, *last)


def _coefficients(f: Callable[..., Any], skeleton: Sequence[Exponents], chance: random.Random) -> list[Any]:
    """The coefficients of a polynomial that has these monomials, from as many values."""
    MOST_TERMS.check(len(skeleton), "sparse-interpolate")
    arity = len(skeleton[0]) if skeleton else 0
    for _ in range(stage_limit.value):
        points = [[chance.randint(2, _LARGEST_VALUE) for _ in range(arity)] for _ in skeleton]
        rows = [[math.prod(map(pow, point, exponents)) for exponents in skeleton] for point in points]
        try:
            return [value for (value,) in _solved(rows, [[f(*point)] for point in points])]
        except ZeroDivisionError:  # a singular system
            continue
    raise _NoInterpolation


def _solved(rows: Sequence[Sequence[int]], values: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The solutions of linear systems over the rationals, a column each."""
    from flint import fmpq_mat

    if not all(isinstance(value, (int, Fraction)) for row in values for value in row):
        raise WrongTypeError("sparse-interpolate expects a procedure whose values are exact rational numbers")
    if not values or not values[0]:
        return [[] for _ in values]
    right = fmpq_mat(len(values), len(values[0]), [to_flint(v) for row in values for v in row])
    found = fmpq_mat(len(rows), len(rows), [to_flint(x) for row in rows for x in row]).solve(right)
    return [[to_number(x) for x in row] for row in found.tolist()]


@public("sparse-divisible?")
def is_sparse_divisible(p: Scalar, q: Scalar) -> bool:
    """Is a polynomial a multiple of another, over the rationals?

    Scheme:  (sparse-divisible? p q)
    Raises:  StructureError unless both have the same number of variables
    >>> from scmpy import poly_new_variables
    >>> [x] = poly_new_variables(1)
    >>> is_sparse_divisible(x * x - 1, x + 1), is_sparse_divisible(x * x, x + 1)
    (True, False)
    """
    p, q = as_polynomial(p), as_polynomial(q)
    if p.arity != q.arity:
        raise StructureError(f"sparse-divisible?: polynomials in {p.arity} and in {q.arity} variables do not combine")
    return bool(q.terms) and not divide(p, q)[1].terms
