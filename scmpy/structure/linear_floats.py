"""Linear algebra of arrays of floats, by numpy: solutions and determinants of what is far from singular, factors.

The determinant is the product of the pivots: numpy's own is the exponential of a sum of logarithms, that of a diagonal
of 2 and 4 is 7.999999999999998.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import inexact_complex

Rows = tuple[tuple[Any, ...], ...]

#: The condition of an array that is far from singular.
MOST_CONDITION = 1e12


def are_floats(rows: Any) -> bool:
    """Are these rows of floats, and of complex ones?

    >>> are_floats(((1.0, 2j),)), are_floats(((1.0, 2),))
    (True, False)
    """
    return bool(rows) and all(type(x) in (float, complex) for row in rows for x in row)


def numbers(array: Any) -> list[list[Any]]:
    """The rows of an array as Python's numbers."""
    found: list[list[Any]] = array.tolist()
    return [list(map(inexact_complex, row)) for row in found] if array.dtype.kind == "c" else found


class Factors:
    """A square array that is being made into its triangular factors; rows that are exchanged are marked by a sign."""

    def __init__(self, rows: Any) -> None:
        import numpy

        self.array: Any = numpy.array(rows)

    def pivot(self, column: int) -> tuple[int, Any]:
        """The row with the largest entry of what is left of a column, and that entry."""
        place = column + int(abs(self.array[column:, column]).argmax())
        return place, self.array[place, column].item()

    def exchange(self, i: int, j: int) -> None:
        """Exchange two rows."""
        self.array[[i, j]] = self.array[[j, i]]

    def clear(self, column: int) -> None:
        """Divide what is below the diagonal by the pivot, and take multiples of its row off."""
        below = self.array[column + 1 :]
        below[:, column] /= self.array[column, column]
        below[:, column + 1 :] -= below[:, column, None] * self.array[column, column + 1 :]


def pivots(rows: Rows) -> list[Any]:
    """The pivots, negated where rows are exchanged for them; the last one is the first that is 0.

    >>> pivots(((0.0, 2.0), (4.0, 0.0))), pivots(((1.0, 2.0), (2.0, 4.0)))
    ([-4.0, 2.0], [-2.0, 0.0])
    """
    factors, found = Factors(rows), []
    for column in range(len(rows)):
        place, pivot = factors.pivot(column)
        found.append(pivot if place == column else -pivot)
        if not pivot:
            break
        factors.exchange(column, place)
        factors.clear(column)
    return found


def solution(rows: Rows, right: Rows) -> Rows | None:
    """What the rows, of floats, times it are the columns of ``right``; None where they are not far from singular.

    >>> solution(((2.0, 0.0), (0.0, 4.0)), ((1,), (2,))), solution(((1.0, 2.0), (2.0, 4.0)), ((1,), (2,)))
    (((0.5,), (0.5,)), None)
    """
    if not all(map(is_number, chain(*right))):
        return None
    import numpy

    array: Any = numpy.array(rows)
    with numpy.errstate(all="ignore"):
        try:
            inverse = numpy.linalg.inv(array)
        except numpy.linalg.LinAlgError:
            return None
        if not abs(array).sum(axis=0).max() * abs(inverse).sum(axis=0).max() < MOST_CONDITION:
            return None
        columns = [[complex(x) if isinstance(x, complex) else float(x) for x in row] for row in right]
        return tuple(map(tuple, numbers(numpy.linalg.solve(array, numpy.array(columns)))))
