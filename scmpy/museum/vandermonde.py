"""Systems of Vandermonde: powers of numbers k as the coefficients.

Lagrange's polynomials P_i, 1 at k_i and 0 at the others, are the columns of the inverse.

Source:  R. Zippel, Effective Polynomial Computation, 13.1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Value, Values

MOST_EQUATIONS = Limit("most-vandermonde-equations", 1_000, "Equations of Vandermonde's system.")

Numbers = tuple[Any, ...]


def multiplied(polynomial: list[Any], root: Any) -> list[Any]:
    """The coefficients, the constant first, of the polynomial with another root."""
    shifted, scaled = [0, *polynomial], [*(g.mul(root, c) for c in polynomial), 0]
    return [g.sub(a, b) for a, b in zip(shifted, scaled, strict=True)]


def _quotient(polynomial: list[Any], root: Any) -> tuple[list[Any], Any]:
    """The polynomial without a root of it, and the value of that at the root."""
    found: list[Any] = []
    for c in reversed(polynomial[1:]):
        found.append(g.add(c, g.mul(root, found[-1])) if found else c)
    value: Any = 0
    for c in found:
        value = g.add(g.mul(value, root), c)
    return found[::-1], value


def lagrange_basis(points: Numbers) -> list[list[Any]] | None:
    """The coefficients of the polynomials that are 1 at one point and 0 at the others; None if a point comes twice."""
    product: list[Any] = [1]
    for k in points:
        product = multiplied(product, k)
    basis = []
    for k in points:
        rest, value = _quotient(product, k)
        if value == 0:
            return None
        basis.append([g.div(c, value) for c in rest])
    return basis


def _solved(
    ks: Any, ws: Any, succeed: Callable[..., Any], fail: Callable[[], Any], row: Callable[..., Any], operation: str
) -> Any:
    points, values = items(ks, operation), items(ws, operation)
    if len(points) != len(values):
        raise StructureError(f"{operation} expects as many values as points, got {describe(ws)}")
    MOST_EQUATIONS.check(len(points), operation)
    basis = lagrange_basis(points)
    return fail() if basis is None else succeed(row(basis, points, values))


def _sum(factors: Any, others: Any) -> Any:
    total: Any = 0
    for a, b in zip(factors, others, strict=True):
        total = g.add(total, g.mul(a, b))
    return total


@public("solve-vandermonde-system")
def solve_vandermonde_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """What a procedure makes of the coefficients of the polynomial that is w_j at k_j; if a k comes twice, fail.

    Scheme:  (solve-vandermonde-system ks ws (lambda (xs) ...) (lambda () ...))
    Math:    sum_i k_j^i x_i = w_j
    Shapes:  ks, ws: n numbers each;  xs: a list of n
    >>> solve_vandermonde_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0)
    (6, 1, 0)
    """

    def row(basis: Any, points: Numbers, values: Numbers) -> Numbers:
        return tuple(_sum(values, column) for column in zip(*basis, strict=True))

    return _solved(ks, ws, succeed, fail, row, "solve-vandermonde-system")


@public("solve-vandermonde-t-system")
def solve_vandermonde_t_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """What a procedure makes of the weights x_i with which the powers of k_i have these sums; if a k comes twice, fail.

    Scheme:  (solve-vandermonde-t-system ks ws (lambda (xs) ...) (lambda () ...))
    Math:    sum_i k_i^j x_i = w_j,  j from 0
    Shapes:  ks, ws: n numbers each;  xs: a list of n
    >>> solve_vandermonde_t_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0)
    (Fraction(49, 2), -23, Fraction(15, 2))
    """

    def row(basis: Any, points: Numbers, values: Numbers) -> Numbers:
        return tuple(_sum(values, polynomial) for polynomial in basis)

    return _solved(ks, ws, succeed, fail, row, "solve-vandermonde-t-system")


@public("solve-vandermonde-td-system")
def solve_vandermonde_td_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """What a procedure makes of the weights with which the powers of k_i from the first on have these sums, or fail.

    Scheme:  (solve-vandermonde-td-system ks ws (lambda (xs) ...) (lambda () ...))
    Math:    sum_i k_i^(j+1) x_i = w_j,  j from 0
    Shapes:  ks, ws: n numbers each;  xs: a list of n
    >>> solve_vandermonde_td_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0)
    (Fraction(49, 6), Fraction(-23, 5), Fraction(15, 14))
    """

    def row(basis: Any, points: Numbers, values: Numbers) -> Numbers | None:
        if any(k == 0 for k in points):
            return None
        return tuple(g.div(_sum(values, polynomial), k) for polynomial, k in zip(basis, points, strict=True))

    def found(weights: Numbers | None) -> Any:
        return fail() if weights is None else succeed(weights)

    return _solved(ks, ws, found, fail, row, "solve-vandermonde-td-system")
