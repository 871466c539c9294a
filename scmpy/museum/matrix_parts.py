"""The parts of matrices, special matrices, predicates, and conversions from and to vectors and arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import BadIndexError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count, instances, items
from scmpy.registry import public, register
from scmpy.structure import linear
from scmpy.structure.aliases import ScalarValue, Value, Values
from scmpy.structure.matrix import Matrix, m_generate, matrix_by_cols, matrix_by_rows, row_matrix
from scmpy.structure.structure import Down, Up, as_structure, sum_of
from scmpy.symbolic.simplify import reduces_to_zero

#: The value, which must be a matrix.
checked = instances(Matrix, "a matrix")


def _index(size: int, index: Any, operation: str, kind: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < size:
        raise BadIndexError(f"Bad index -- {operation.upper()} {index}: there are {kind} 0 to {size - 1}")
    return index


# --- constructors ----------------------------------------------------------------------------------------------


@public("matrix-by-col-list")
def matrix_by_col_list(columns: Iterable[Values]) -> Matrix:
    """The matrix with these columns, given as one list.

    Scheme:  (matrix-by-col-list (list (list a b) ...))
    Shapes:  columns: n lists of m;  result: m by n
    Raises:  StructureError if the columns have different lengths
    >>> matrix_by_col_list([[1, 2], [3, 4]])
    (matrix-by-rows (list 1 3) (list 2 4))
    """
    return matrix_by_cols(*items(columns))


@public("array->matrix")
def array_to_matrix(array: Iterable[Values]) -> Matrix:
    """The matrix whose rows are the vectors in a vector.

    Scheme:  (array->matrix (vector (vector a b) ...))
    Shapes:  array: m vectors of n;  result: m by n
    Raises:  StructureError if the rows have different lengths
    >>> array_to_matrix([[1, 2], [3, 4]])
    (matrix-by-rows (list 1 2) (list 3 4))
    """
    return matrix_by_rows(*items(array))


@public("matrix->array")
def matrix_to_array(matrix: Matrix) -> list[list[Any]]:
    """The vector of the rows, which are vectors.

    Scheme:  (matrix->array M)
    Shapes:  M: m by n;  result: m vectors of n
    >>> matrix_to_array(matrix_by_rows([1, 2]))
    [[1, 2]]
    """
    return [list(row) for row in checked(matrix).rows]


@public("m:make-zero")
def m_make_zero(rows: int, columns: int | None = None) -> Matrix:
    """The matrix of zeros, square when only one size is given.

    Scheme:  (m:make-zero n), (m:make-zero rows columns)
    Shapes:  result: rows by columns
    >>> m_make_zero(2), m_make_zero(1, 3)
    ((matrix-by-rows (list 0 0) (list 0 0)), (matrix-by-rows (list 0 0 0)))
    """
    count(rows)
    return m_generate(rows, rows if columns is None else count(columns), lambda i, j: 0)


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


@public("vector->row-matrix")
def vector_to_row_matrix(vector: Values) -> Matrix:
    """The row of the components of a vector.

    Scheme:  (vector->row-matrix v)
    Shapes:  v: n entries;  result: 1 by n
    >>> from scmpy import up
    >>> vector_to_row_matrix(up(1, 2))
    (matrix-by-rows (list 1 2))
    """
    return row_matrix(*as_structure(vector))


@public("row-matrix->vector")
def row_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """The vector of the entries of a row.

    Scheme:  (row-matrix->vector M)
    Shapes:  M: 1 by n;  result: a vector of n
    Raises:  StructureError if the matrix has more than one row
    >>> row_matrix_to_vector(row_matrix(1, 2))
    [1, 2]
    """
    if not is_row_matrix(matrix):
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
    if not is_column_matrix(matrix):
        raise StructureError(f"column-matrix->vector expects a column, got {describe(matrix)}")
    return list(matrix.column(0))


# --- predicates ------------------------------------------------------------------------------------------------


@public("row-matrix?")
def is_row_matrix(value: object) -> bool:
    """Is this a matrix of one row?

    Scheme:  (row-matrix? M)
    >>> from scmpy import column_matrix
    >>> is_row_matrix(row_matrix(1, 2)), is_row_matrix(column_matrix(1, 2))
    (True, False)
    """
    return isinstance(value, Matrix) and value.shape[0] == 1


@public("column-matrix?")
def is_column_matrix(value: object) -> bool:
    """Is this a matrix of one column?

    Scheme:  (column-matrix? M)
    >>> from scmpy import column_matrix
    >>> is_column_matrix(column_matrix(1, 2)), is_column_matrix(row_matrix(1, 2))
    (True, False)
    """
    return isinstance(value, Matrix) and value.shape[1] == 1


@public("square-matrix?")
def is_square_matrix(value: object) -> bool:
    """Is this a matrix with as many rows as columns?

    Scheme:  (square-matrix? M)
    >>> is_square_matrix(matrix_by_rows([1, 2], [3, 4])), is_square_matrix(row_matrix(1, 2))
    (True, False)
    """
    return isinstance(value, Matrix) and value.shape[0] == value.shape[1]


@public("diagonal?")
def is_diagonal(value: Value) -> bool:
    """Is this a square matrix whose entries off the diagonal vanish?

    Scheme:  (diagonal? M)
    >>> from scmpy import symbols
    >>> a = symbols("a")
    >>> is_diagonal(matrix_by_rows([1, 0], [0, a])), is_diagonal(matrix_by_rows([1, a], [0, 1]))
    (True, False)
    """
    return is_square_matrix(value) and all(
        i == j or reduces_to_zero(entry) for i, row in enumerate(value.rows) for j, entry in enumerate(row)
    )


@public("m:antisymmetric?")
def is_antisymmetric(value: Value) -> bool:
    """Is this a square matrix that is the negative of its transpose?

    Scheme:  (m:antisymmetric? M)
    >>> from scmpy import is_m_antisymmetric
    >>> is_m_antisymmetric(matrix_by_rows([0, 1], [-1, 0]))
    True
    """
    return is_square_matrix(value) and all(
        reduces_to_zero(x) for row in g.add(value, value.transpose).rows for x in row
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


@public("matrix-size")
def matrix_size(matrix: Matrix) -> int:
    """The number of entries.

    Scheme:  (matrix-size M)
    Shapes:  M: m by n;  result: m n
    >>> matrix_size(matrix_by_rows([1, 2, 3], [4, 5, 6]))
    6
    """
    rows, columns = checked(matrix).shape
    return rows * columns


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


@public("m:diagonal")
def m_diagonal(matrix: Matrix) -> Up:
    """The vector of the entries on the diagonal of a square matrix.

    Scheme:  (m:diagonal M)
    Shapes:  M: n by n;  result: up(n)
    Raises:  StructureError unless M is square
    >>> m_diagonal(matrix_by_rows([1, 2], [3, 4]))
    (up 1 4)
    """
    return Up(matrix.rows[i][i] for i in range(m_dimension(matrix)))


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


@public("m:minor")
def m_minor(matrix: Matrix, row: int, column: int) -> Matrix:
    """The matrix without one of its rows and one of its columns.

    Scheme:  (m:minor M row column)
    Shapes:  M: m by n;  result: m - 1 by n - 1
    Raises:  BadIndexError if there is no such row or column
    >>> m_minor(matrix_by_rows([1, 2], [3, 4]), 0, 0)
    (matrix-by-rows (list 4))
    """
    rows, columns = checked(matrix).shape
    _index(rows, row, "m:minor", "rows")
    _index(columns, column, "m:minor", "columns")
    kept = [line for i, line in enumerate(matrix.rows) if i != row]
    return Matrix([line[:column] + line[column + 1 :] for line in kept])


@public("matrix-with-substituted-row")
def with_substituted_row(matrix: Matrix, n: int, row: Values) -> Matrix:
    """The matrix with its n-th row replaced by the components of a vector.

    Scheme:  (matrix-with-substituted-row M n v)
    Shapes:  M: m by n;  v: n numbers;  result: m by n
    Raises:  BadIndexError if there is no such row, StructureError if the vector has another length
    >>> from scmpy import matrix_with_substituted_row, up
    >>> matrix_with_substituted_row(matrix_by_rows([1, 2], [3, 4]), 1, up(5, 6))
    (matrix-by-rows (list 1 2) (list 5 6))
    """
    rows = list(checked(matrix).rows)
    place, entries = _index(len(rows), n, "matrix-with-substituted-row", "rows"), items(row)
    if len(entries) != len(rows[place]):
        raise StructureError(f"matrix-with-substituted-row expects {len(rows[place])} components, got {describe(row)}")
    rows[place] = entries
    return matrix_by_rows(*rows)


# --- lifting and products --------------------------------------------------------------------------------------


@public("m:elementwise", "matrix:elementwise")
def m_elementwise(function: Callable[..., Any]) -> Callable[..., Matrix]:
    """The function of matrices that applies a function to their corresponding entries.

    Scheme:  ((m:elementwise f) M ...)
    Shapes:  f: entries -> entry;  matrices: all m by n;  result: m by n
    Raises:  StructureError if the matrices are of different sizes
    >>> m_elementwise(lambda x: x + 1)(matrix_by_rows([1, 2]))
    (matrix-by-rows (list 2 3))
    """

    def apply(*matrices: Matrix) -> Matrix:
        shapes = {checked(matrix, "m:elementwise").shape for matrix in matrices}
        if len(shapes) != 1:
            raise StructureError(f"m:elementwise expects matrices of one size, got {sorted(shapes)}")
        return Matrix([map(function, *rows) for rows in zip(*matrices, strict=True)])

    return apply


@public("m:inner-product")
def m_inner_product(x: Matrix, y: Matrix) -> ScalarValue:
    """The sum of the products of the entries of two rows or columns, those of the first conjugated.

    Scheme:  (m:inner-product M N)
    Shapes:  M, N: rows or columns of one length;  result: a scalar
    Raises:  StructureError unless they are
    >>> m_inner_product(matrix_by_rows([1], [2]), matrix_by_rows([3], [4]))
    11
    """
    entries = []
    for matrix in (x, y):
        if not is_column_matrix(matrix) and not is_row_matrix(matrix):
            raise StructureError(f"m:inner-product expects rows or columns, got {describe(matrix)}")
        entries.append([entry for row in matrix.rows for entry in row])
    if len(entries[0]) != len(entries[1]):
        raise StructureError(f"m:inner-product expects one length, got {len(entries[0])} and {len(entries[1])}")
    return sum_of(g.mul(g.conjugate(a), b) for a, b in zip(*entries, strict=True))


@public("m:outer-product")
def m_outer_product(column: Matrix, row: Matrix) -> Matrix:
    """The product of a column and a row.

    Scheme:  (m:outer-product column row)
    Shapes:  column: m by 1;  row: 1 by n;  result: m by n
    Raises:  StructureError unless they are a column and a row
    >>> m_outer_product(matrix_by_rows([1], [2]), matrix_by_rows([3, 4]))
    (matrix-by-rows (list 3 4) (list 6 8))
    """
    if not is_column_matrix(column) or not is_row_matrix(row):
        raise StructureError(f"m:outer-product expects a column and a row: {describe(column)}, {describe(row)}")
    return g.mul(column, row)  # type: ignore[no-any-return]


@public("m:solve", "m:solve-linear")
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


@public("m:rsolve")
def m_rsolve(right: Value, matrix: Matrix) -> Value:
    """The x with M x = b, or x M = b for a down tuple or a row b: m:solve with the right-hand side first.

    Scheme:  (m:rsolve b M)
    Shapes:  M: n by n;  b: up(n), down(n), n by m or 1 by n;  result: shaped like b
    Raises:  DivisionByZeroError if M is singular
    >>> from scmpy import down, up
    >>> m_rsolve(up(2, 2), matrix_by_rows([2, 1], [0, 4])), m_rsolve(down(2, 2), matrix_by_rows([2, 1], [0, 4]))
    ((up 3/4 1/2), (down 1 1/4))
    """
    return m_solve(matrix, right)


@public("m:apply")
def m_apply(matrix: Matrix, arguments: Values) -> Matrix:
    """The matrix of the values of the functions in a matrix; other entries stay as they are.

    Scheme:  (m:apply M (list x ...))
    Shapes:  M: m by n, of functions;  result: m by n
    >>> m_apply(matrix_by_rows([abs, 5]), [-1])
    (matrix-by-rows (list 1 5))
    """
    return checked(matrix)(*items(arguments))


@public("m:arity")
def m_arity(matrix: Matrix) -> tuple[int, int | None]:
    """The least and the greatest number of arguments that all functions of a matrix take (None: any number).

    Scheme:  (m:arity M)
    Shapes:  M: m by n, of functions;  result: the least and the greatest number
    1 ]=> (m:arity (matrix-by-rows (list sin cos)))
    ;Value: (1 . 1)
    >>> m_arity(matrix_by_rows([lambda x: x, lambda x, y=0: x]))
    (1, 1)
    """
    return checked(matrix).number_of_arguments


def _chosen_by_entries(name: str, kind: str) -> None:
    def unchanged() -> None:
        return None

    python = name.rstrip("!").replace("-", "_")
    unchanged.__doc__ = f"""Nothing: whether linear algebra is numeric or symbolic follows from the entries alone.

    Scheme:  ({name}), which in the original chooses the {kind} methods for all matrices
    >>> from scmpy import {python}, determinant, matrix_by_rows, symbols
    >>> {python}()
    >>> determinant(matrix_by_rows([symbols("a"), 0], [0, 2])), determinant(matrix_by_rows([1.5, 0], [0, 2]))
    ((* 2 a), 3.0)
    """
    register(name, unchanged, python=python)


_chosen_by_entries("set-numerical!", "numerical")
_chosen_by_entries("set-symbolic!", "symbolic")


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
