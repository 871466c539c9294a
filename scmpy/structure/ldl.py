"""Symmetric linear systems where code or numbers are wanted: LDL^T, whose operations grow as the cube of the size.

A = L D L^T, with ones on the diagonal of L and D diagonal; then L z = b, D y = z, L^T x = y. A positive definite array
needs no pivots. For another one elements may grow: where they would, or a diagonal element vanishes, the system is
eliminated with the largest pivots instead. That is decided by the numbers that the elements are, those of unknowns at
the place where a function is traced.

Source: Golub, Van Loan, Matrix Computations, 4.1, 4.2, 3.4
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.structure.linear import singular

Rows = tuple[tuple[Any, ...], ...]
Solver = Callable[[tuple[Any, ...]], tuple[Any, ...]]

#: Elements may grow by this factor in an elimination without pivots; of a positive definite array they do not at all.
GROWTH = 10.0


class Unstable(Exception):
    """An array needs pivots."""


def magnitude(x: Any) -> float | None:
    """The absolute value of the number that a scalar is, without infinitesimals, here; None of a symbolic one."""
    while hasattr(x, "primal"):
        x = x.primal
    known = getattr(x, "_here_", None)
    number = x if known is None else known()
    return abs(number) if is_number(number) else None


def has_pivots(rows: Rows) -> bool:
    """Is this an array of scalars whose numbers are known, not all of them exact?"""
    parts = [x for x in chain(*rows) if not is_exact(x)]
    return bool(parts) and all(magnitude(x) is not None for x in parts)


def solver_of(rows: Rows) -> Solver:
    """The function from b to the x with rows * x = b, for a symmetric array, which is taken apart once.

    Raises:  DivisionByZeroError if the array is singular
    >>> solver_of(((2.0, 1.0), (1.0, 3.0)))((5.0, 10.0)), solver_of(((0.0, 1.0), (1.0, 0.0)))((5.0, 10.0))
    ((1.0, 3.0), (10.0, 5.0))
    """
    largest = max((magnitude(x) or 0.0 for x in chain(*rows)), default=0.0)
    try:
        return _by_factors(rows, GROWTH * largest)
    except Unstable:
        return lambda right: _by_pivots(rows, right)


def _by_factors(rows: Rows, most: float) -> Solver:
    n = len(rows)
    lower: list[list[Any]] = [[] for _ in rows]  # L, row by row
    scaled: list[list[Any]] = [[] for _ in rows]  # L D
    inverses: list[Any] = []  # of the diagonal of D
    for j in range(n):
        column = [_less(rows[i][j], lower[i], scaled[j]) for i in range(j, n)]
        _check_growth(column, most)
        inverses.append(g.invert(column[0]))
        for i in range(j + 1, n):
            scaled[i].append(column[i - j])
            lower[i].append(g.mul(column[i - j], inverses[j]))

    def solve(right: tuple[Any, ...]) -> tuple[Any, ...]:
        z: list[Any] = []
        for b, row in zip(right, lower, strict=True):
            z.append(_less(b, row, z))
        x = [g.mul(value, inverse) for value, inverse in zip(z, inverses, strict=True)]
        for i in reversed(range(n)):
            x[i] = _less(x[i], [lower[k][i] for k in range(i + 1, n)], x[i + 1 :])
        return tuple(x)

    return solve


def _less(total: Any, xs: list[Any], ys: list[Any]) -> Any:
    """The total less the products of two sequences."""
    for x, y in zip(xs, ys, strict=False):
        total = g.sub(total, g.mul(x, y))
    return total


def _check_growth(column: list[Any], most: float) -> None:
    pivot, *below = (magnitude(x) or 0.0 for x in column)
    if max(below, default=0.0) ** 2 > most * pivot or not pivot:
        raise Unstable


def _by_pivots(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The solution by elimination, with the largest of a column as its pivot."""
    n = len(rows)
    work = [[*row, b] for row, b in zip(rows, right, strict=True)]
    for j in range(n):
        i = max(range(j, n), key=lambda i: magnitude(work[i][j]) or 0.0)
        if not magnitude(work[i][j]):
            raise singular(rows)
        work[i], work[j] = work[j], work[i]
        for row in work[j + 1 :]:
            factor = g.div(row[j], work[j][j])
            row[j + 1 :] = [g.sub(x, g.mul(factor, y)) for x, y in zip(row[j + 1 :], work[j][j + 1 :], strict=True)]
    x: list[Any] = []
    for j in reversed(range(n)):
        x.insert(0, g.div(_less(work[j][n], work[j][j + 1 : n], x), work[j][j]))
    return tuple(x)
