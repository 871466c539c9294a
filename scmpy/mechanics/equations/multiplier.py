"""The multiplier of two systems: E1 = M E2, with the matrix M free of the highest derivatives.

Residuals that are affine in the highest derivatives a of the unknown functions are E = A a + b; then M = A1 A2^-1, if
E1 = M E2 at all. Where E2 vanishes E1 then does, but perhaps where an entry of M has a pole.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.generic import operations as g
from scmpy.mechanics.equations.alternatives import Algebra
from scmpy.structure import linear
from scmpy.structure.structure import sum_of
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.fold import subexpressions

Rows = tuple[tuple[Any, ...], ...]

#: No larger system is looked at.
_MAXIMUM_SIZE = 8


def multiplier(algebra: Algebra, first: list[Any], second: list[Any], highest: list[Any]) -> Rows | None:
    """The M of first = M second, if that is proved; None if no such M is found.

    >>> from scmpy.symbolic.expression import symbols
    >>> a, b, k = symbols("a b k")
    >>> multiplier(Algebra(), [a + b, a - b + 2 * k], [a + k, b - k], [a, b])
    ((1, 1), (1, -1))
    """
    n = len(second)
    if len(first) == n:
        factors: list[Any] = []
        for x, y in zip(first, second, strict=True):
            factors.append(_sign(algebra, x, y) or _ratio(algebra, x, y, highest))
            if factors[-1] is None:
                break
        else:
            return tuple(tuple(factors[i] if i == j else 0 for j in range(n)) for i in range(n))
    if len(first) != n or len(highest) != n or n > _MAXIMUM_SIZE:
        return None
    try:
        return _by_highest(algebra, first, second, highest)
    except (DivisionByZeroError, DomainError):
        return None


def _sign(algebra: Algebra, x: Any, y: Any) -> int:
    """1 where two residuals are equal, -1 where one is the negative of the other, else 0."""
    if _vanishes(algebra, g.sub(x, y)):
        return 1
    return -1 if _vanishes(algebra, g.add(x, y)) else 0


def _ratio(algebra: Algebra, x: Any, y: Any, highest: list[Any]) -> Any:
    """The quotient of two residuals if it is one of coefficients without derivatives of highest order; else None."""
    one, other = algebra.part(x), algebra.part(y)
    for u in highest if isinstance(other.numerator, Expression) else ():
        if u in _nodes(other.numerator):
            above, below = (algebra.linear_parts(part.numerator, u) for part in (one, other))
            if above is None or below is None:
                return None
            quotient = g.div(g.mul(above[0], other.denominator), g.mul(below[0], one.denominator))
            factor = algebra.part(quotient).value
            free = set(highest).isdisjoint(_nodes(factor))
            return factor if free and _vanishes(algebra, g.sub(x, g.mul(factor, y))) else None
    return None


def _vanishes(algebra: Algebra, x: Any) -> bool:
    numerator = algebra.part(x).numerator
    return isinstance(numerator, int) and numerator == 0


def _by_highest(algebra: Algebra, first: list[Any], second: list[Any], highest: list[Any]) -> Rows | None:
    n = len(second)
    matrices = []
    for residuals in (first, second):
        parts = [algebra.part(x) for x in residuals]
        if not all(set(highest).isdisjoint(_nodes(part.denominator)) for part in parts):
            return None
        found = algebra.affine_parts([part.numerator for part in parts], highest)
        if found is None:
            return None
        matrices.append((found[0], [part.denominator for part in parts]))
    (a1, below1), (a2, below2) = matrices
    determinant = algebra.part(linear.determinant(a2)).numerator
    if _vanishes(algebra, determinant):
        return None
    adjugate = linear.cofactor_rows(a2) if n > 1 else ((1,),)
    rows = []
    for i, row in enumerate(a1):
        entries = []
        for j in range(n):
            total = sum_of(g.mul(x, other[j]) for x, other in zip(row, adjugate, strict=True))
            entries.append(algebra.part(g.div(g.mul(total, below2[j]), g.mul(determinant, below1[i]))).value)
        rows.append(tuple(entries))
    for residual, entries_ in zip(first, rows, strict=True):
        if not _vanishes(algebra, g.sub(residual, sum_of(map(g.mul, entries_, second)))):
            return None
    return tuple(rows)


def _nodes(expression: Any) -> set[Any]:
    return set(subexpressions(expression))


def inverse(algebra: Algebra, rows: Rows) -> Rows | None:
    """The inverse of a diagonal matrix; None of any other, and where it has none."""
    if any((i == j) is _vanishes(algebra, x) for i, row in enumerate(rows) for j, x in enumerate(row)):
        return None
    return tuple(tuple(g.div(1, x) if i == j else 0 for j, x in enumerate(row)) for i, row in enumerate(rows))


def poles(algebra: Algebra, rows: Rows) -> list[tuple[Any, ...]]:
    """Where an entry of a matrix has no value, in factors, each of expressions that vanish together."""
    found: dict[tuple[Any, ...], None] = {}
    for row in rows:
        for entry in row:
            for way in algebra.alternatives(algebra.part(entry).denominator) or []:
                found.setdefault(way)
    return list(found)
