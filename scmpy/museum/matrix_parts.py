"""The parts of matrices, special matrices, predicates, and conversions from and to vectors and arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scmpy.errors import BadIndexError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count, instances, items
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import Value, Values
from scmpy.structure.matrix import Matrix, m_generate, row_matrix
from scmpy.structure.structure import Down, Up, as_structure
from scmpy.symbolic.simplify import reduces_to_zero

#: The value, which must be a matrix.
checked = instances(Matrix, "a matrix")


def _index(size: int, index: Any, operation: str, kind: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < size:
        raise BadIndexError(f"Bad index -- {operation.upper()} {index}: there are {kind} 0 to {size - 1}")
    return index


# --- constructors ----------------------------------------------------------------------------------------------


@public("m:make-diagonal")
def m_make_diagonal(diagonal: int | Values, entry: Value = None) -> Matrix:
    """The matrix with these entries, or n times this one, on the diagonal and zeros elsewhere.

    Scheme:  (m:make-diagonal v), (m:make-diagonal n x)
    Shapes:  v: n entries;  result: n by n
    >>> m_make_diagonal([5, 6]), m_make_diagonal(2, 5)
    ((matrix-by-rows (list 5 0) (list 0 6)), (matrix-by-rows (list 5 0) (list 0 5)))
    """
    if entry is None:
        entries = list(items(diagonal)) if isinstance(diagonal, Iterable) else [diagonal]
    else:
        entries = [entry] * count(diagonal)
    return m_generate(len(entries), len(entries), lambda i, j: entries[i] if i == j else 0)


@public("row-matrix->vector")
def row_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """The vector of the entries of a row.

    Scheme:  (row-matrix->vector M)
    Shapes:  M: 1 by n;  result: a vector of n
    Raises:  StructureError if the matrix has more than one row
    >>> row_matrix_to_vector(row_matrix(1, 2))
    [1, 2]
    """
    if not isinstance(matrix, Matrix) or matrix.shape[0] != 1:
        raise StructureError(f"row-matrix->vector expects a row, got {describe(matrix)}")
    return list(matrix.rows[0])


@public("column-matrix->vector")
def column_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """The vector of the entries of a column.

    Scheme:  (column-matrix->vector M)
    Shapes:  M: n by 1;  result: a vector of n
    Raises:  StructureError if the matrix has more than one column
    >>> from scmpy import column_matrix
    >>> column_matrix_to_vector(column_matrix(1, 2))
    [1, 2]
    """
    if not isinstance(matrix, Matrix) or matrix.shape[1] != 1:
        raise StructureError(f"column-matrix->vector expects a column, got {describe(matrix)}")
    return list(matrix.column(0))


# --- predicates ------------------------------------------------------------------------------------------------


@public("diagonal?")
def is_diagonal(value: Value) -> bool:
    """Is this a square matrix whose entries off the diagonal vanish?

    Scheme:  (diagonal? M)
    >>> from scmpy import symbols
    >>> a = symbols("a")
    >>> is_diagonal(matrix_by_rows([1, 0], [0, a])), is_diagonal(matrix_by_rows([1, a], [0, 1]))
    (True, False)
    """
    return (
        isinstance(value, Matrix)
        and value.shape[0] == value.shape[1]
        and all(i == j or reduces_to_zero(entry) for i, row in enumerate(value.rows) for j, entry in enumerate(row))
    )


# --- parts -----------------------------------------------------------------------------------------------------


@public("m:dimension")
def m_dimension(matrix: Matrix) -> int:
    """The number of rows of a square matrix.

    Scheme:  (m:dimension M)
    Shapes:  M: n by n;  result: n
    Raises:  StructureError if the matrix is not square
    >>> m_dimension(matrix_by_rows([1, 2], [3, 4]))
    2
    """
    return linear.check_square(checked(matrix).rows)


@public("m:nth-row")
def m_nth_row(matrix: Matrix, n: int) -> Up:
    """The vector of the entries of the n-th row, from zero.

    Scheme:  (m:nth-row M n)
    Shapes:  M: m by n;  result: up(n)
    Raises:  BadIndexError if there is no such row
    >>> m_nth_row(matrix_by_rows([1, 2], [3, 4]), 1)
    (up 3 4)
    """
    rows = checked(matrix).rows
    return Up(rows[_index(len(rows), n, "m:nth-row", "rows")])


@public("m:nth-col")
def m_nth_col(matrix: Matrix, n: int) -> Up:
    """The vector of the entries of the n-th column, from zero.

    Scheme:  (m:nth-col M n)
    Shapes:  M: m by n;  result: up(m)
    Raises:  BadIndexError if there is no such column
    >>> m_nth_col(matrix_by_rows([1, 2], [3, 4]), 1)
    (up 2 4)
    """
    columns = checked(matrix).shape[1]
    return Up(matrix.column(_index(columns, n, "m:nth-col", "columns")))


@public("m:submatrix")
def m_submatrix(matrix: Matrix, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """The block between two rows and between two columns; the ends are excluded.

    Scheme:  (m:submatrix M row row-end column column-end)
    Shapes:  M: m by n;  result: row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start
    >>> m_submatrix(matrix_by_rows([1, 2, 3], [4, 5, 6]), 0, 2, 1, 3)
    (matrix-by-rows (list 2 3) (list 5 6))
    """
    rows, columns = checked(matrix).shape
    for start, end, size, kind in ((row, row_end, rows, "rows"), (column, column_end, columns, "columns")):
        _index(size + 1, end, "m:submatrix", f"ends of {kind}")
        _index(end + 1, start, "m:submatrix", f"starts of {kind}")
    return Matrix([line[column:column_end] for line in matrix.rows[row:row_end]])


# --- lifting and products --------------------------------------------------------------------------------------


@public(
    "m:solve",
)
def m_solve(matrix: Matrix, right: Value) -> Value:
    """The x with M x = b for an up tuple or a matrix b; for a down tuple or a row b the x with x M = b.

    Scheme:  (m:solve M b)
    Shapes:  M: n by n;  b: up(n), down(n), n by m or 1 by n;  result: shaped like b
    Raises:  DivisionByZeroError if M is singular
    >>> from scmpy import up
    >>> m_solve(matrix_by_rows([2, 0], [0, 4]), up(2, 2))
    (up 1 1/2)
    """
    checked(matrix)
    if isinstance(right, Matrix) and right.shape[0] == matrix.shape[0] > 1:
        return g.mul(g.invert(matrix), right)
    return g.div(right if isinstance(right, Matrix) else as_structure(right), matrix)


@public("column-matrix->up")
def column_matrix_to_up(matrix: Matrix) -> Up:
    """The up tuple of the entries of a column.

    Scheme:  (column-matrix->up M)
    Shapes:  M: n by 1;  result: up(n)
    Raises:  StructureError if there is more than one column
    >>> from scmpy import column_matrix
    >>> column_matrix_to_up(column_matrix(1, 2))
    (up 1 2)
    """
    if matrix.shape[1] != 1:
        raise StructureError(f"column-matrix->up expects a column, got {describe(matrix)}")
    return Up(matrix.column(0))


@public("down->row-matrix")
def down_to_row_matrix(s: Down) -> Matrix:
    """The row of the components of a down tuple.

    Scheme:  (down->row-matrix (down x ...))
    Shapes:  s: down(n);  result: 1 by n
    >>> from scmpy import *
    >>> down_to_row_matrix(down(1, 2))
    (matrix-by-rows (list 1 2))
    """
    return row_matrix(*as_structure(s))


@public("row-matrix->down")
def row_matrix_to_down(matrix: Matrix) -> Down:
    """The down tuple of the entries of a row.

    Scheme:  (row-matrix->down M)
    Shapes:  M: 1 by n;  result: down(n)
    Raises:  StructureError if there is more than one row
    >>> row_matrix_to_down(row_matrix(1, 2))
    (down 1 2)
    """
    if matrix.shape[0] != 1:
        raise StructureError(f"row-matrix->down expects a row, got {describe(matrix)}")
    return Down(matrix.rows[0])
