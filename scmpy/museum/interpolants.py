"""Polynomials through values and derivatives at two places, with their errors; a step of rational extrapolation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arguments import count as natural
from scmpy.generic.finite import real, real_at
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.museum.chebyshev import cheb_root_list
from scmpy.numerics.interpolation import make_interp_poly
from scmpy.numerics.minima.one_variable import brent
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, RealFunction, Scalar
from scmpy.symbolic.algebra.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial

MOST_CONTACT = Limit("most-contact-derivatives", 100, "Derivatives in which curves that meet agree.")

NEAR = 1e-6


@public("polynomial-function")
def polynomial_function(polynomial: Polynomial | Scalar) -> Function:
    """The function that a polynomial in one variable is.

    Scheme:  ((polynomial-function p) x)
    Shapes:  result: x -> number, of as many arguments as p has variables
    Raises:  WrongTypeError unless it is a polynomial in one variable
    >>> from scmpy import poly_from_dense
    >>> polynomial_function(poly_from_dense([1, 2, 3]))(2)
    17
    """
    found = as_polynomial(polynomial)
    if found.arity != 1:
        raise WrongTypeError(f"polynomial-function expects a polynomial in one variable, got {describe(polynomial)}")
    return Function(lambda x: found(x), "polynomial-function")


@public("get-poly-and-errors")
def get_poly_and_errors(f: RealFunction, a: Real, b: Real, n: int) -> tuple[Polynomial, float, float]:
    """The polynomial with the values of a function at n Chebyshev points of an interval, and how much it is off.

    The errors between two neighbouring points are at most the first number; the least of these largest ones, and the
    errors at the ends, are at least the second.

    Scheme:  (get-poly-and-errors f a b n), which is (list p largest smallest)
    Raises:  WrongTypeError if a value is no real number;  DomainError unless there is a point
    >>> p, largest, smallest = get_poly_and_errors(lambda x: x**3, -1.0, 1.0, 3)
    >>> round(largest, 6), round(smallest, 6)
    (0.25, 0.25)
    """
    name = "get-poly-and-errors"
    low, high = real(a, name), real(b, name)
    if not natural(n, name):
        raise DomainError(f"{name} expects at least one point")
    points = [(low + high) / 2 + (high - low) / 2 * x for x in cheb_root_list(n)]
    polynomial = make_interp_poly([real_at(f, x, name) for x in points], points)

    def error(x: float) -> float:
        return abs(real_at(f, x, name) - float(polynomial(x)))

    bumps = [error(low), error(high)]
    bumps += [-brent(lambda x: -error(x), x, y, NEAR)[2] for x, y in itertools.pairwise(points)]
    return polynomial, max(bumps), min(bumps)


def _between(a: Any, at_a: Sequence[Any], b: Any, at_b: Sequence[Any]) -> Any:
    """The polynomial with these values and derivatives at two places, by divided differences of repeated points."""
    span = g.sub(b, a)
    if span == 0:
        raise DomainError(f"an interpolating polynomial needs two different places, got {describe(a)} twice")
    m = len(at_a)
    scaled = [[g.mul(c, g.expt(span, k)) for k, c in enumerate(ds)] for ds in (at_a, at_b)]
    places = [0] * m + [1] * m
    table = [scaled[x][0] for x in places]
    newton = [table[0]]
    for order in range(1, 2 * m):
        for i in range(2 * m - order):
            if places[i] == places[i + order]:
                table[i] = g.div(scaled[places[i]][order], math.factorial(order))
            else:
                table[i] = g.sub(table[i + 1], table[i])
        newton.append(table[0])
    x = Polynomial.variables(1)[0]
    total: Any = 0
    for place, c in zip(reversed(places), reversed(newton), strict=True):
        total = g.add(g.mul(total, g.sub(x, place)), c)
    return arg_shift(arg_scale(as_polynomial(total), g.div(1, span)), g.negate(a))


@public("make-cubic-interpolant")
def make_cubic_interpolant(a: Scalar, fa: Scalar, dfa: Scalar, b: Scalar, fb: Scalar, dfb: Scalar) -> Polynomial:
    """The cubic polynomial that has given values and slopes at two places.

    Scheme:  (make-cubic-interpolant a fa dfa b fb dfb)
    Raises:  DomainError if the places are the same
    >>> make_cubic_interpolant(0, 0, 1, 1, 1, 1)
    x
    """
    return _between(a, (fa, dfa), b, (fb, dfb))


@public("make-quintic-interpolant")
def make_quintic_interpolant(
    a: Scalar, fa: Scalar, dfa: Scalar, ddfa: Scalar, b: Scalar, fb: Scalar, dfb: Scalar, ddfb: Scalar
) -> Polynomial:
    """The polynomial of degree 5 that has given values and first and second derivatives at two places.

    Scheme:  (make-quintic-interpolant a fa dfa ddfa b fb dfb ddfb)
    Raises:  DomainError if the places are the same
    >>> make_quintic_interpolant(0, 0, 0, 2, 1, 1, 2, 2)
    (expt x 2)
    """
    return _between(a, (fa, dfa, ddfa), b, (fb, dfb, ddfb))


@public("make-hermite-interpolator")
def make_hermite_interpolator(contact: int) -> Function:
    """The function that makes a polynomial from values and so many derivatives at two places.

    Scheme:  ((make-hermite-interpolator n) (list a fa dfa ...) (list b fb dfb ...))
    Raises:  StructureError unless there are a place, a value and n derivatives for each;  DomainError if the places are
             the same; LimitError for more derivatives than most-contact-derivatives
    >>> make_hermite_interpolator(1)([0, 0, 0], [1, 1, 2])
    (expt x 2)
    """
    name = "make-hermite-interpolator"
    n = MOST_CONTACT.check(natural(contact, name), name)

    def interpolator(at_a: Any, at_b: Any) -> Any:
        given = items(at_a, name), items(at_b, name)
        for each in given:
            if len(each) != n + 2:
                raise StructureError(f"{name} expects a place, a value and {n} derivatives, got {describe(each)}")
        return _between(given[0][0], given[0][1:], given[1][0], given[1][1:])

    return Function(interpolator, name)


@public("rational-interpolation")
def rational_interpolation(
    differences: Numbers, value: Scalar, places: Numbers, place: Scalar, eps: Real | None = None
) -> tuple[Any, ...]:
    """One more column of the rational extrapolation to 0 of Bulirsch and Stoer: the differences that a new value makes.

    The extrapolated value is the sum of the value and these. Where a denominator vanishes a difference stays.

    Scheme:  (rational-interpolation differences value places place eps)
    Units:   none: places and values are numbers, eps is not used
    Raises:  DomainError if the new place is 0
    >>> rational_interpolation([1.0, 2.0], 3.0, [1.0, 2.0], 0.5)
    (-6.0, 2.0)
    """
    name = "rational-interpolation"
    found, carried = [], real(value, name)
    for d, x in zip(items(differences, name), items(places, name), strict=False):
        old, new = real(d, name), real(place, name)
        if not new:
            raise DomainError(f"{name} expects a place that is not 0")
        scaled = real(x, name) / new * old
        divisor = scaled - carried
        if not divisor:
            found.append(old)
            continue
        ratio = (carried - old) / divisor
        found.append(carried * ratio)
        carried = scaled * ratio
    return tuple(found)


@public("make-linear-interpolator")
def make_linear_interpolator(distance: Callable[[Any], Any]) -> Function:
    """The function of two places and values there that gives the value on the line through them, at a third place.

    That is given by its distances from the two, which a function of these tells.

    Scheme:  ((make-linear-interpolator distance) x0 x1 v0 v1)
    Math:    (v1 distance(x0) - v0 distance(x1)) / (x1 - x0)
    Shapes:  distance: place -> number;  result: (x0, x1, v0, v1) -> value
    Raises:  DivisionByZeroError if the places are the same
    >>> make_linear_interpolator(lambda x: 10 - x)(1, 2, 5, 6)
    14
    """
    check_callable(distance, wanted="a function")

    def interpolated(x0: Any, x1: Any, v0: Any, v1: Any) -> Any:
        run = g.sub(x1, x0)
        if is_zero_number(run):
            raise DivisionByZeroError(f"make-linear-interpolator expects two places, got {describe(x0)} twice")
        return g.div(g.sub(g.mul(v1, distance(x0)), g.mul(v0, distance(x1))), run)

    return Function(interpolated, "make-linear-interpolator")
