"""Matrices: rectangular arrays of generic scalars, stored by rows.

A matrix times an up tuple is an up tuple, a down tuple times a matrix a down tuple. A scalar added to a square
matrix is added to its diagonal.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from scmpy.errors import BadIndexError, StructureError, WrongTypeError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.functions import OfFunctions
from scmpy.generic.numbers import by_squarings
from scmpy.generic.settings import MOST_FACTORS, items, length
from scmpy.generic.types import ScalarKind, Value, Values
from scmpy.registry import declare_predicate, numpy, public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_algebra import Rows
from scmpy.structure.tuples import Down, Selectors, Up, as_structure, as_ups, place, sum_of, taken, with_zeros
from scmpy.symbolic.expression import Head, application, expression_of
from scmpy.symbolic.simplify import display_form


class Matrix(Displayed, OfFunctions, Arithmetic):
    """A matrix of generic scalars.

    >>> from scmpy import down, up
    >>> matrix_by_rows([1, 2], [3, 4]) * up(1, 1)
    (up 3 7)
    """

    _kind_ = "matrices"
    __slots__ = ("_array", "_determinant", "_inverse", "_rows", "simplified")

    simplified: bool  # as of a tuple

    def __init__(self, rows: Any) -> None:
        self._rows: Rows | None = tuple(map(tuple, rows))
        self._array: Any = False  # not looked at yet

    @classmethod
    def _of_array_(cls, array: Any) -> Matrix:
        made = cls.__new__(cls)
        made._rows, made._array = None, array
        return made

    def __reduce__(self) -> Any:
        return Matrix, (self.rows,)

    @property
    def rows(self) -> Rows:
        if self._rows is None:
            self._rows = tuple(map(tuple, self._array.tolist()))
        return self._rows

    @property
    def array(self) -> Any:
        """The entries as an array of numpy's where they are many floats, else None."""
        if self._array is False:
            self._array = linear.array_of(self.rows)
        return self._array

    @property
    def inverse(self) -> Any:
        """The inverse of the array, None where there is none or it is not far from singular."""
        if not hasattr(self, "_inverse"):
            self._inverse = None if self.array is None else linear.inverse_of_array(self.array)
        return self._inverse

    @property
    def determinant(self) -> Any:
        if self.array is None:
            return linear.determinant(self.rows)
        if not hasattr(self, "_determinant"):
            self._determinant = linear.determinant(self.rows)
        return self._determinant

    @property
    def shape(self) -> tuple[int, int]:
        if self._array is not None and self._array is not False:
            return self._array.shape  # type: ignore[no-any-return]
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def dimension(self) -> int:
        return linear.check_square(self.rows, "dimension")

    def map(self, function: Callable[[Any], Any]) -> Matrix:
        return Matrix([map(function, row) for row in self.rows])

    def _children_(self) -> Sequence[Any]:
        return [entry for row in self.rows for entry in row]

    def _form_(self) -> tuple[int, int]:
        return self.shape

    def _with_children_(self, parts: Sequence[Any]) -> Matrix:
        width = self.shape[1]
        return Matrix([parts[i : i + width] for i in range(0, len(parts), width)])

    def _dual_(self, parts: Sequence[Any]) -> Matrix:
        """The transpose: df is the trace of the derivative times dM."""
        return self._with_children_(parts).transpose

    def _parts_of_dual_(self, dual: Any) -> Sequence[Any] | None:
        return dual.transpose._children_() if isinstance(dual, Matrix) and dual.shape == self.shape[::-1] else None

    @property
    def transpose(self) -> Matrix:
        return Matrix(zip(*self.rows, strict=True))

    @property
    def T(self) -> Matrix:
        """The transpose, as numpy and SymPy write it.

        >>> matrix_by_rows([1, 2], [3, 4]).T
        (matrix-by-rows (list 1 3) (list 2 4))
        """
        return self.transpose

    def __matmul__(self, other: Any) -> Any:
        """The product with a matrix or structure: ``M @ N`` is ``M * N``.

        >>> matrix_by_rows([1, 2], [3, 4]) @ matrix_by_rows([0, 1], [1, 0])
        (matrix-by-rows (list 2 1) (list 4 3))
        """
        if is_array(other):
            return NotImplemented  # numpy multiplies them
        if isinstance(other, ScalarKind):
            raise WrongTypeError(f"@ multiplies matrices and structures; {self._describe_()} times a scalar is M * x")
        return self * other

    def _shown_(self) -> Any:
        return application(Head.MATRIX, *(application(Head.LIST, *map(display_form, row)) for row in self.rows))

    def column(self, j: int) -> tuple[Any, ...]:
        return tuple(row[j] for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple) and len(index) == 2:
            return matrix_ref(self, *index)
        try:
            by_array = self._rows is None and type(index) is int
            return Up(self._array[index].tolist() if by_array else self.rows[index])
        except (IndexError, TypeError):
            raise BadIndexError(f"Bad index -- REF {shown_text(index)}: {self._describe_()}") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        try:
            return numpy.array([list(row) for row in self.rows], dtype=dtype)
        except ValueError:
            raise StructureError(f"{self._describe_()} is no array: its components differ in shape") from None

    def _describe_(self) -> str:
        return "a {} by {} matrix".format(*self.shape)


def _sequence(value: Any) -> tuple[Any, ...]:
    return items(value, "matrix-by-rows")


@public("matrix-by-rows")
def matrix_by_rows(*rows: Values) -> Matrix:
    """The matrix with these rows.

    Scheme:  (matrix-by-rows (list a b) (list c d))
    Shapes:  m lists of n;  result: m by n
    Raises:  StructureError if the rows differ in length, or all are in one list
    Source:  the course's reference manual
    >>> matrix_by_rows([1, 2], [3, 4]) * up(1, 1)
    (up 3 7)
    """
    if len(rows) == 1 and len(found := _sequence(rows[0])) > 1 and all(isinstance(x, list | tuple) for x in found):
        raise StructureError("matrix-by-rows expects one row an argument; of a list of rows use matrix-by-row-list")
    made = Matrix(map(_sequence, rows))
    if len({len(row) for row in made.rows}) > 1:
        raise StructureError("matrix-by-rows expects rows of one length")
    return made


@public("matrix-by-cols")
def matrix_by_cols(*columns: Values) -> Matrix:
    """The matrix with these columns.

    Scheme:  (matrix-by-cols (list a c) (list b d))
    Shapes:  n lists of m;  result: m by n
    >>> matrix_by_cols([1, 3], [2, 4])
    (matrix-by-rows (list 1 2) (list 3 4))
    """
    return matrix_by_rows(*columns).transpose


@public("matrix-by-row-list")
def matrix_by_row_list(rows: Iterable[Values]) -> Matrix:
    """The matrix with these rows, given as one list.

    Scheme:  (matrix-by-row-list (list (list a b) (list c d)))
    Shapes:  m lists of n entries;  result: m by n
    >>> matrix_by_row_list([[1, 2], [3, 4]])
    (matrix-by-rows (list 1 2) (list 3 4))
    """
    return matrix_by_rows(*_sequence(rows))


@public("column-matrix")
def column_matrix(*entries: Value) -> Matrix:
    """The matrix of one column.

    Scheme:  (column-matrix x ...)
    Shapes:  n entries;  result: n by 1
    1 ]=> (column-matrix 1 2)
    ;Value: (matrix-by-rows (list 1) (list 2))
    >>> column_matrix(1, 2).shape
    (2, 1)
    """
    return Matrix([(x,) for x in entries])


@public("row-matrix")
def row_matrix(*entries: Value) -> Matrix:
    """The matrix of one row.

    Scheme:  (row-matrix x ...)
    Shapes:  n entries;  result: 1 by n
    1 ]=> (row-matrix 1 2)
    ;Value: (matrix-by-rows (list 1 2))
    >>> row_matrix(1, 2).shape
    (1, 2)
    """
    return Matrix([entries])


@public("m:generate", "matrix:generate")
def m_generate(rows: int, columns: int, function: Callable[[int, int], Any]) -> Matrix:
    """The matrix whose entry (i, j) is function(i, j).

    Scheme:  (m:generate rows columns (lambda (i j) ...))
    Shapes:  result: rows by columns
    >>> m_generate(2, 2, lambda i, j: i + j)
    (matrix-by-rows (list 0 1) (list 1 2))
    """
    length(length(rows, "m:generate") * length(columns, "m:generate"), "m:generate")
    return Matrix([[function(i, j) for j in range(columns)] for i in range(rows)])


@public("m:make-identity")
def m_make_identity(n: int) -> Matrix:
    """The n by n identity.

    Shapes:  result: n by n
    Source:  the course's reference manual
    >>> m_make_identity(2)
    (matrix-by-rows (list 1 0) (list 0 1))
    """
    return m_generate(n, n, lambda i, j: int(i == j))


@public("matrix-ref", "m:ref")
def matrix_ref(matrix: Matrix, i: int, j: int) -> Value:
    """The entry in row i and column j, from zero.

    Scheme:  (matrix-ref M i j)
    Shapes:  M: m by n;  result: an entry
    Raises:  BadIndexError unless there is such an entry
    >>> matrix_ref(matrix_by_rows([1, 2], [3, 4]), 0, 1)
    2
    """
    try:
        return matrix.rows[i][j]
    except (IndexError, TypeError):
        raise BadIndexError(f"Bad index -- MATRIX-REF {i} {j}: {describe(matrix)}") from None


@public("m:num-rows")
def m_num_rows(matrix: Matrix) -> int:
    """The number of rows.

    Scheme:  (m:num-rows M)
    Shapes:  M: m by n;  result: m
    >>> m_num_rows(row_matrix(1, 2))
    1
    """
    return matrix.shape[0]


@public("m:num-cols")
def m_num_cols(matrix: Matrix) -> int:
    """The number of columns.

    Scheme:  (m:num-cols M)
    Shapes:  M: m by n;  result: n
    >>> m_num_cols(row_matrix(1, 2))
    2
    """
    return matrix.shape[1]


declare_predicate("matrix?", Matrix, "Is this a matrix?", "row_matrix(1, 2)", "up(1, 2)")


@public("up->column-matrix", "vector->column-matrix")
def up_to_column_matrix(s: Up | list[Any]) -> Matrix:
    """The column of the components of an up tuple.

    Scheme:  (up->column-matrix (up x ...))
    Shapes:  s: up(n);  result: n by 1
    >>> up_to_column_matrix(up(1, 2))
    (matrix-by-rows (list 1) (list 2))
    """
    return column_matrix(*as_structure(s))


@with_zeros
def _products(rows: Rows, columns: Rows, mul: Callable[[Any, Any], Any]) -> list[list[Any]]:
    found = linear.products(rows, columns)
    if found is not None:
        return found
    return [[sum_of(map(mul, row, column)) for column in columns] for row in rows]


def _check_sizes(x: int, y: int, left: Any, right: Any) -> None:
    if x != y:
        raise StructureError(f"Matrix sizes do not match -- MATRIX*MATRIX: {describe(left)} and {describe(right)}")


@g.mul.on(Matrix, Matrix)
def _multiply(x: Matrix, y: Matrix) -> Matrix:
    _check_sizes(x.shape[1], y.shape[0], x, y)
    if x.array is not None and y.array is not None and x.array.size * y.shape[1] > linear.FEW_PRODUCTS:
        return Matrix._of_array_(linear.quiet(operator.matmul)(x.array, y.array))
    return Matrix(_products(x.rows, y.transpose.rows))


@g.mul.on(Matrix, Up)
def _times_up(x: Matrix, s: Up) -> Up:
    _check_sizes(x.shape[1], len(s), x, s)
    return Up(row[0] for row in _products(x.rows, (s.components,)))


g.mul.add((Matrix, list), lambda m, vector: g.mul(m, as_ups(vector, "*")))


@g.mul.on(Down, Matrix)
def _down_times(s: Down, x: Matrix) -> Down:
    _check_sizes(len(s), x.shape[0], s, x)
    return Down(_products((s.components,), x.transpose.rows)[0])


g.mul.add((ScalarKind, Matrix), lambda x, m: m.map(lambda entry: g.mul(x, entry)))
g.mul.add((Matrix, ScalarKind), lambda m, x: m.map(lambda entry: g.mul(entry, x)))
g.div.add((Matrix, ScalarKind), lambda m, x: m.map(lambda entry: g.div(entry, x)))
g.div.add((ScalarKind, Matrix), lambda x, m: g.mul(x, g.invert(m)))
g.div.add((Up, Matrix), lambda s, m: Up(linear.solve(m.rows, s.components)))
g.div.add((Down, Matrix), lambda s, m: Down(linear.solve(m.transpose.rows, s.components)))
g.determinant.add((Matrix,), lambda m: m.determinant)
g.transpose1.add((Matrix,), lambda m: m.transpose)
g.zero_like.add((Matrix,), lambda m: m.map(lambda entry: 0))
for _operation in (g.one_like, g.identity_like):
    _operation.add((Matrix,), lambda m: m_make_identity(m.dimension))
for _operation in (g.negate, g.conjugate, g.inexact):
    _operation.add((Matrix,), lambda m, operation=_operation: m.map(operation))


@g.invert.on(Matrix)
def _inverted(m: Matrix) -> Matrix:
    return Matrix(linear.inverse(m.rows)) if m.inverse is None else Matrix._of_array_(m.inverse)


@g.div.on(Matrix, Matrix)
def _divide(x: Matrix, y: Matrix) -> Matrix:
    """The z with z y = x; of a column x the column z with y z = x."""
    if x.shape[1] == 1 and y.shape[1] > 1:
        return column_matrix(*linear.solve(y.rows, x.column(0)))
    if x.shape[0] == 1:
        return row_matrix(*linear.solve(y.transpose.rows, x.rows[0]))
    return g.mul(x, g.invert(y))  # type: ignore[no-any-return]


@g.trace.on(Matrix)
def _trace(m: Matrix) -> Any:
    return sum_of(m.rows[i][i] for i in range(linear.check_square(m.rows, "trace")))


def _entrywise(operation: Any, on_floats: Callable[[Any, Any], Any]) -> Callable[[Matrix, Matrix], Matrix]:
    def apply(x: Matrix, y: Matrix) -> Matrix:
        if x.shape != y.shape:
            raise StructureError(f"{operation.name} expects matrices of one size: {describe(x)} and {describe(y)}")
        if x.array is not None and y.array is not None:
            return Matrix._of_array_(linear.quiet(on_floats)(x.array, y.array))
        return Matrix([map(operation, a, b) for a, b in zip(x.rows, y.rows, strict=True)])

    return apply


for _operation, _on_floats in ((g.add, operator.add), (g.sub, operator.sub)):
    _operation.add((Matrix, Matrix), _entrywise(_operation, _on_floats))
    _operation.add((Matrix, ScalarKind), lambda m, x, op=_operation: op(m, g.mul(x, g.identity_like(m))))
    _operation.add((ScalarKind, Matrix), lambda x, m, op=_operation: op(g.mul(x, g.identity_like(m)), m))


@g.expt.on(Matrix, int)
def _power(m: Matrix, n: int) -> Matrix:
    MOST_FACTORS.check(abs(n), f"expt of {describe(m)}", each=10)
    return by_squarings(m, n, m_make_identity(linear.check_square(m.rows, "expt")))  # type: ignore[no-any-return]


def _as_vectors(operation: Any, rebuild: Callable[[Any], Any]) -> None:
    def apply(x: Matrix, y: Matrix) -> Any:
        if x.shape != y.shape or 1 not in x.shape:
            raise StructureError(f"{operation.name} expects two columns or two rows, got {describe(x)}, {describe(y)}")
        if x.shape[1] == 1:
            return rebuild(operation(Up(x.column(0)), Up(y.column(0))))
        return rebuild(operation(Down(x.rows[0]), Down(y.rows[0])))

    operation.add((Matrix, Matrix), apply)


_as_vectors(g.dot_product, lambda number: number)
_as_vectors(g.cross_product, lambda s: column_matrix(*s) if isinstance(s, Up) else row_matrix(*s))

g.square.add((Matrix,), lambda m: g.mul(m, m))
g.cube.add((Matrix,), lambda m: g.mul(m, g.mul(m, m)))


@expression_of.on(Matrix)
def _expression(m: Matrix) -> Any:
    return application(Head.MATRIX, *(application(Head.LIST, *map(expression_of, row)) for row in m.rows))


@taken.on(Matrix, tuple)
def _(m: Matrix, selectors: Selectors) -> tuple[Any, Selectors]:
    """The part of a matrix: of a single column or row by one selector, else by two, of rows and of columns.

    One index of other matrices gives the row as an up tuple.
    """
    rows, columns = m.shape
    if len(selectors) == 1 and 1 not in m.shape:
        return m[place(selectors[0], rows, m)], ()
    if len(selectors) == 1:
        selectors = (0, *selectors) if columns > 1 else (*selectors, 0)
    i, j = place(selectors[0], rows, m), place(selectors[1], columns, m)
    if isinstance(i, int) and isinstance(j, int):
        return m.rows[i][j], selectors[2:]
    across, along = (slice(x, x + 1) if isinstance(x, int) else x for x in (i, j))
    return Matrix([row[along] for row in m.rows[across]]), selectors[2:]
