"""Linear algebra of rows of numbers: products and triangular factors, of many floats by numpy and LAPACK.

A few rows of floats take less time in Python than in an array that is made of them. The determinant is the product of
the pivots: numpy's own is the exponential of a sum of logarithms, that of a diagonal of 2 and 4 is 7.999999999999998.

Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 3.2 and 3.4
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.finite import magnitude
from scmpy.generic.numeric_tower import inexact_complex

Rows = tuple[tuple[Any, ...], ...]

#: L, with ones on its diagonal, below the diagonal of U; the order of the rows; its sign.
Factors = tuple[list[list[Any]], list[int], int]

#: A row less a multiple of another one.
Less = Callable[[list[Any], Any, list[Any]], list[Any]]

FEW_PRODUCTS = 200  # take less time one by one
FEW_ROWS, FEW_EQUATIONS = 12, 3

#: The condition of an array that is far from singular.
MOST_CONDITION = 1e12

_FLOATS, _REALS = {float, complex}, {float}


def are_floats(rows: Any) -> bool:
    """Are these rows of floats, and of complex ones?

    >>> are_floats(((1.0, 2j),)), are_floats(((1.0, 2),))
    (True, False)
    """
    return bool(rows) and set(map(type, chain(*rows))) <= _FLOATS


def numbers(array: Any) -> list[list[Any]]:
    """The rows of an array as Python's numbers."""
    found: list[list[Any]] = array.tolist()
    return [list(map(inexact_complex, row)) for row in found] if array.dtype.kind == "c" else found


def products(rows: Sequence[Any], columns: Sequence[Any]) -> list[list[Any]] | None:
    """The products of rows with columns, if these are floats.

    >>> products(((1.0, 2.0),), ((3.0, 4.0), (0.0, 1.0))), products(((1, 2),), ((3.0, 4.0),))
    ([[11.0, 2.0]], None)
    """
    types = set(map(type, chain(*rows, *columns)))
    if not types <= _FLOATS:
        return None
    if len(rows) * len(columns) * len(rows[0]) > FEW_PRODUCTS:
        import numpy

        with numpy.errstate(all="ignore"):
            return numbers(numpy.array(rows) @ numpy.array(columns).T)
    if types != _REALS:
        return None
    return [[sum(map(operator.mul, row, column), -0.0) for column in columns] for row in rows]


def _less(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    return [g.sub(x, g.mul(factor, y)) for x, y in zip(xs, ys, strict=True)]


def _less_floats(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    return [x - factor * y for x, y in zip(xs, ys, strict=True)]


def _length(z: Any) -> float:
    """As LAPACK has it, of a complex number too."""
    return abs(z.real) + abs(z.imag)


def factors(rows: Sequence[Sequence[Any]]) -> Factors:
    """The triangular factors of a square array of numbers, with pivots as large as can be; a pivot of 0 stays one.

    >>> factors(((1, 2), (4, 5)))
    ([[4, 5], [Fraction(1, 4), Fraction(3, 4)]], [1, 0], -1)
    """
    floats = are_floats(rows)
    if floats and len(rows) > FEW_ROWS:
        return _by_lapack(rows)
    quotient, less, size = (operator.truediv, _less_floats, _length) if floats else (g.div, _less, magnitude)
    work, order, sign = list(map(list, rows)), list(range(len(rows))), 1
    for j, first in enumerate(work):
        sizes = [size(row[j]) for row in work[j:]]
        place = j + sizes.index(max(sizes))
        if place != j:
            work[j], work[place], order[j], order[place] = work[place], first, order[place], order[j]
            first, sign = work[j], -sign
        pivot, rest = first[j], first[j + 1 :]
        if not pivot:
            continue
        for row in work[j + 1 :]:
            if row[j]:
                row[j] = quotient(row[j], pivot)
                row[j + 1 :] = less(row[j + 1 :], row[j], rest)
    return work, order, sign


def _by_lapack(rows: Sequence[Sequence[Any]]) -> Factors:
    import numpy
    from scipy.linalg import lapack

    array = numpy.array(rows)
    found, swaps, _ = (lapack.zgetrf if array.dtype.kind == "c" else lapack.dgetrf)(array)
    order, sign = list(range(len(rows))), 1
    for i, j in enumerate(swaps.tolist()):
        order[i], order[j] = order[j], order[i]
        sign = sign if i == j else -sign
    return found.tolist(), order, sign


def substituted(found: Factors, right: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The rows that an array with these factors, of which no pivot is 0, takes to others.

    >>> substituted(factors(((1, 2), (4, 5))), ((5,), (14,)))
    [[1], [2]]
    """
    work, order, _ = found
    floats = are_floats(work) and are_floats(right)
    quotient, less = (operator.truediv, _less_floats) if floats else (g.div, _less)
    values = [list(right[i]) for i in order]
    for i, row in enumerate(work):
        for j in range(i):
            if row[j]:
                values[i] = less(values[i], row[j], values[j])
    for i in reversed(range(len(work))):
        row = work[i]
        for j in range(i + 1, len(work)):
            if row[j]:
                values[i] = less(values[i], row[j], values[j])
        values[i] = [quotient(x, row[i]) for x in values[i]]
    return values


def solution(rows: Rows, right: Sequence[Sequence[Any]]) -> list[list[Any]] | None:
    """What the rows, of many floats, times it are the rows of ``right``; None where they are not far from singular.

    Without a right-hand side, the inverse.

    >>> solution(((2.0, 0.0), (0.0, 4.0)), ((1,), (2,))), solution(((1.0, 2.0), (2.0, 4.0)), ((1,), (2,)))
    ([[0.5], [0.5]], None)
    """
    import numpy

    array: Any = numpy.array(rows)
    with numpy.errstate(all="ignore"), suppress(numpy.linalg.LinAlgError):
        inverse = numpy.linalg.inv(array)
        if abs(array).sum(axis=0).max() * abs(inverse).sum(axis=0).max() < MOST_CONDITION:
            return numbers(numpy.linalg.solve(array, numpy.array(inexact(right))) if right else inverse)
    return None


def inexact(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Rows of numbers as floats and complex ones.

    >>> inexact(((1, 2j),))
    [[1.0, 2j]]
    """
    return [[x if type(x) in _FLOATS else float(x) for x in row] for row in rows]
