"""Polynomials through values and derivatives at two places, with their errors; a step of rational extrapolation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from scmpy.errors import DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count as natural
from scmpy.generic.arguments import items
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, Scalar
from scmpy.symbolic.algebra.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial

MOST_CONTACT = Limit("most-contact-derivatives", 100, "Derivatives in which curves that meet agree.")


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
