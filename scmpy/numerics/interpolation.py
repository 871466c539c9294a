"""Interpolation: polynomials through values at points."""

from __future__ import annotations

from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial

MOST_POINTS = Limit("most-interpolated-points", 1_000, "Points that a polynomial goes through.")


@public("Lagrange-interpolation-function", "lagrange-interpolation-function")
def Lagrange_interpolation_function(values: Numbers, points: Numbers) -> Function:
    """The polynomial through the given values at the given points, in Newton's form.

    Scheme:  (Lagrange-interpolation-function values points)
    Math:    c0 + (x - x0) (c1 + (x - x1) (c2 + ...)), c the divided differences of the values
    Shapes:  values, points: n numbers each;  result: a function of a scalar, or an array
    Raises:  DivisionByZeroError if a point occurs twice;  StructureError unless there are points, and a value for each
    Source:  SICM 1.4
    >>> Lagrange_interpolation_function([1, 4, 9], [1, 2, 3])(4)
    16
    """
    xs, ys = (items(x) for x in (points, values))
    if len(xs) != len(ys):
        raise StructureError(f"Lagrange-interpolation-function: {len(ys)} values for {len(xs)} points")
    if not xs:
        raise StructureError("Lagrange-interpolation-function expects at least one point")
    coefficients = list(ys)
    for order in range(1, len(xs)):
        for i in range(len(xs) - 1, order - 1, -1):
            rise, run = g.sub(coefficients[i], coefficients[i - 1]), g.sub(xs[i], xs[i - order])
            if is_zero_number(run):
                raise DivisionByZeroError(
                    f"Lagrange-interpolation-function expects different points, got {xs[i]} twice"
                )
            coefficients[i] = g.div(rise, run)

    def polynomial(x: Any) -> Any:
        value = coefficients[-1]
        for place, coefficient in zip(reversed(xs[:-1]), reversed(coefficients[:-1]), strict=True):
            value = g.add(g.mul(value, g.sub(x, place)), coefficient)
        return value

    return Function(polynomial, "Lagrange-interpolation")


@public("make-interp-poly")
def make_interp_poly(values: Numbers, points: Numbers) -> Polynomial:
    """The polynomial through the given values at the given points.

    Scheme:  (make-interp-poly values points)
    Shapes:  values, points: n numbers each;  result: of degree less than n
    Raises:  DomainError if a point occurs twice; LimitError for more points than most-interpolated-points
    >>> make_interp_poly([1, 4, 9], [1, 2, 3])
    (expt x 2)
    """
    name = "make-interp-poly"
    MOST_POINTS.check(len(items(points, name)), name)
    try:
        return as_polynomial(Lagrange_interpolation_function(values, points)(Polynomial.variables(1)[0]))
    except DivisionByZeroError:
        raise DomainError(f"{name} expects points that are all different, got {describe(points)}") from None
