"""Linear algebra of batches: square arrays of rows whose entries are arrays of numbers, one number for each orbit.

Every orbit's array is factorised with pivots of its own, by numpy. An array that is singular for one orbit is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import DivisionByZeroError
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.kinds import is_number

Rows = tuple[tuple[Any, ...], ...]

#: Where the determinant is this small a part of the product of the rows' greatest entries, rounding may have left it.
_ROUNDING = 1e-12


def is_numeric_batch(rows: Rows) -> bool:
    """Are these rows of numbers and arrays of numbers, with at least one array?"""
    return any(is_array(x) for row in rows for x in row) and all(map(is_numeric, rows))


def is_numeric(values: Iterable[Any]) -> bool:
    """Are these numbers and arrays of numbers?"""
    return all(x.dtype.kind in "iufc" if is_array(x) else is_number(x) for x in values)


def determinant(rows: Rows) -> Any:
    """The determinant of each orbit's array.

    >>> import numpy
    >>> determinant(((numpy.array([1.0, 2.0]), 2), (3, 4))).round(9)
    array([-2.,  2.])
    """
    import numpy

    return as_batch(numpy.linalg.det(_stacked(rows)))


def solve(rows: Rows, right: Rows, is_singular: Callable[[Rows], bool]) -> Rows:
    """What the rows times it are the columns of ``right``, for each orbit; a doubtful array may be called singular."""
    import numpy

    array, columns = _stacked(rows), _stacked(right)
    _refuse_singular(array, is_singular)
    shape = numpy.broadcast_shapes(array.shape[:-2], columns.shape[:-2])
    try:
        found = numpy.linalg.solve(array, numpy.broadcast_to(columns, (*shape, *columns.shape[-2:])))
    except numpy.linalg.LinAlgError:
        raise _singular() from None
    return tuple(tuple(as_batch(found[..., i, j]) for j in range(found.shape[-1])) for i in range(found.shape[-2]))


def _stacked(rows: Rows) -> Any:
    """Rows of arrays as one array of numbers, whose last two axes are those of the rows."""
    import numpy

    entries = [[x if is_array(x) else complex(x) if isinstance(x, complex) else float(x) for x in row] for row in rows]
    flat = numpy.broadcast_arrays(*(x for row in entries for x in row))
    whole = numpy.stack(flat, axis=-1).reshape(*flat[0].shape, len(rows), len(rows[0]))
    return whole if whole.dtype.kind == "c" else whole.astype(float)


def _refuse_singular(array: Any, is_singular: Callable[[Rows], bool]) -> None:
    """An error where rounding may have hidden that an array is singular, and it is."""
    import numpy

    if array.dtype.kind == "c":
        return
    scale = numpy.abs(array).max(axis=-1).prod(axis=-1)
    doubtful = numpy.isfinite(scale) & (numpy.abs(numpy.linalg.det(array)) <= _ROUNDING * scale)
    for one in array[doubtful]:
        if is_singular(tuple(map(tuple, one.tolist()))):
            raise _singular()


def _singular() -> DivisionByZeroError:
    return DivisionByZeroError("Division by zero signalled by /: the matrix of one orbit of the batch is singular")
