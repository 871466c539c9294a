"""Interpolation: polynomials through values at points, and through values and derivatives at two ends."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arguments import count as natural
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.numerics.approximation.chebyshev import cheb_root_list
from scmpy.numerics.linear.vandermonde import lagrange_basis
from scmpy.numerics.minima.one_variable import brent
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, RealFunction, Scalar
from scmpy.symbolic.algebra.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial

MOST_POINTS = Limit("most-interpolated-points", 1_000, "Points that a polynomial goes through.")
MOST_CONTACT = Limit("most-contact-derivatives", 100, "Derivatives in which curves that meet agree.")
NEAR = 1e-6


@public("Lagrange-interpolation-function", "lagrange-interpolation-function")
def Lagrange_interpolation_function(values: Sequence[Any], points: Sequence[Any]) -> Function:
    """The polynomial through the given values at the given points, in Newton's form.

    Scheme:  (Lagrange-interpolation-function values points)
    Math:    c0 + (x - x0) (c1 + (x - x1) (c2 + ...)), c the divided differences of the values
    Raises:  DivisionByZeroError if a point occurs twice
    Source:  SICM 1.4
    >>> Lagrange_interpolation_function([1, 4, 9], [1, 2, 3])(4)
    16
    """
    xs, ys = (items(x, "Lagrange-interpolation-function") for x in (points, values))
    if len(xs) != len(ys):
        raise StructureError(f"Lagrange-interpolation-function: {len(ys)} values for {len(xs)} points")
    if not xs:
        raise StructureError("Lagrange-interpolation-function expects at least one point")
    coefficients = list(ys)
    for order in range(1, len(xs)):
        for i in range(len(xs) - 1, order - 1, -1):
            rise = g.sub(coefficients[i], coefficients[i - 1])
            coefficients[i] = g.div(rise, g.sub(xs[i], xs[i - order]))

    def polynomial(x: Any) -> Any:
        value = coefficients[-1]
        for place, coefficient in zip(reversed(xs[:-1]), reversed(coefficients[:-1]), strict=True):
            value = g.add(g.mul(value, g.sub(x, place)), coefficient)
        return value

    return Function(polynomial, "Lagrange-interpolation")


@public("make-linear-interpolator")
def make_linear_interpolator(distance: Callable[[Any], Any]) -> Function:
    """The function of two places and values there that gives the value on the line through them, at a third place.

    That is given by its distances from the two, which a function of these tells.

    Scheme:  ((make-linear-interpolator distance) x0 x1 v0 v1)
    Math:    (v1 distance(x0) - v0 distance(x1)) / (x1 - x0)
    Raises:  DivisionByZeroError if the places are the same
    >>> make_linear_interpolator(lambda x: 10 - x)(1, 2, 5, 6)
    14
    """
    check_callable(distance, "make-linear-interpolator", "a function")

    def interpolated(x0: Any, x1: Any, v0: Any, v1: Any) -> Any:
        return g.div(g.sub(g.mul(v1, distance(x0)), g.mul(v0, distance(x1))), g.sub(x1, x0))

    return Function(interpolated, "make-linear-interpolator")


@public("make-interp-poly")
def make_interp_poly(values: Numbers, points: Numbers) -> Polynomial:
    """The polynomial through the given values at the given points.

    Scheme:  (make-interp-poly values points)
    Shapes:  values, points: n numbers each;  result: of degree less than n
    Raises:  DomainError if a point occurs twice
    >>> make_interp_poly([1, 4, 9], [1, 2, 3])
    (expt x 2)
    """
    name = "make-interp-poly"
    xs, ys = items(points, name), items(values, name)
    MOST_POINTS.check(len(xs), name)
    if len(xs) != len(ys):
        raise StructureError(f"{name}: {len(ys)} values for {len(xs)} points")
    basis = lagrange_basis(xs)
    if basis is None:
        raise DomainError(f"{name} expects points that are all different, got {describe(points)}")
    total = [0] * len(xs)
    for y, polynomial in zip(ys, basis, strict=True):
        total = [g.add(t, g.mul(y, c)) for t, c in zip(total, polynomial, strict=True)]
    return Polynomial.dense(total)


@public("polynomial-function")
def polynomial_function(polynomial: Polynomial | Scalar) -> Function:
    """The function that a polynomial in one variable is.

    Scheme:  ((polynomial-function p) x)
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
    Raises:  WrongTypeError if a value is no real number
    >>> p, largest, smallest = get_poly_and_errors(lambda x: x**3, -1.0, 1.0, 3)
    >>> round(largest, 6), round(smallest, 6)
    (0.25, 0.25)
    """
    name = "get-poly-and-errors"
    low, high = real(a, name), real(b, name)
    if not natural(n, name):
        raise DomainError(f"{name} expects at least one point")
    points = [(low + high) / 2 + (high - low) / 2 * x for x in cheb_root_list(n)]
    polynomial = make_interp_poly([real(f(x), name) for x in points], points)

    def error(x: float) -> float:
        return abs(real(f(x), name) - float(polynomial(x)))

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
             the same
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
