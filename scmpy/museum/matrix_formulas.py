"""Determinants, inverses and solutions of linear systems as formulas of any ring, and products of rows and columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.settings import Limit
from scmpy.museum.matrix_parts import (
    checked,
    column_matrix_to_vector,
    m_minor,
    row_matrix_to_vector,
)
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue
from scmpy.structure.matrix import Matrix, column_matrix, m_generate, row_matrix
from scmpy.structure.structure import Up

_MOST_ROWS = Limit("most-expanded-rows", 16, "Rows of a determinant that is expanded by minors: each doubles the time.")

Operation = Callable[..., Any]


@public("general-determinant")
def general_determinant(add: Operation, sub: Operation, mul: Operation, is_zero: Operation) -> Callable[[Any], Any]:
    """The function that gives the determinant of a matrix, by these operations alone; (add) is zero.

    Scheme:  ((general-determinant + - * zero?) M)
    Math:    the expansion along the rows; the minors of the last rows are computed once
    Shapes:  M: n by n;  result: matrix -> scalar
    Raises:  StructureError unless M is square; LimitError for more rows than most-expanded-rows
    1 ]=> ((general-determinant + - * zero?) (matrix-by-rows '(1 2) '(3 4)))
    ;Value: -2
    >>> from scmpy import matrix_by_rows
    >>> add, sub = lambda *x: sum(x) % 5, lambda x, y: (x - y) % 5
    >>> general_determinant(add, sub, lambda x, y: x * y % 5, lambda x: x == 0)(matrix_by_rows([1, 2], [3, 4]))
    3
    """

    def determinant(matrix: Any) -> Any:
        n = _square(matrix, "general-determinant")

        @cache
        def minor(columns: tuple[int, ...]) -> Any:
            row = n - len(columns)
            if len(columns) == 1:
                return matrix.rows[row][columns[0]]
            total = add()
            for place, column in enumerate(columns):
                entry = matrix.rows[row][column]
                if is_zero(entry) is False:
                    term = mul(entry, minor(columns[:place] + columns[place + 1 :]))
                    total = sub(total, term) if place % 2 else add(total, term)
            return total

        return minor(tuple(range(n))) if n else 1

    return determinant


def _square(matrix: Any, name: str) -> int:
    rows = checked(matrix, name).rows
    if any(len(row) != len(rows) for row in rows):
        raise StructureError(f"{name} expects a square matrix, got {describe(matrix)}")
    return _MOST_ROWS.check(len(rows), name)


@public("classical-adjoint-formula")
def classical_adjoint_formula(
    add: Operation, sub: Operation, mul: Operation, div: Operation, is_zero: Operation
) -> Callable[[Any], Matrix]:
    """The function that gives the inverse of a matrix: its adjoint, divided by its determinant, by these operations.

    Scheme:  ((classical-adjoint-formula + - * / zero?) M)
    Shapes:  M: n by n;  result: matrix -> matrix
    Raises:  StructureError unless M is square;  DivisionByZeroError if it is singular; LimitError for more rows than
             most-expanded-rows
    1 ]=> ((classical-adjoint-formula + - * / zero?) (matrix-by-rows '(a 0) '(b 1)))
    ;Value: (matrix-by-rows (list (/ 1 a) 0) (list (/ (* -1 b) a) 1))
    >>> from scmpy import is_zero, matrix_by_rows, symbols
    >>> a, b = symbols("a b")
    >>> add = lambda *x: sum(x)
    >>> formula = classical_adjoint_formula(add, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / y, is_zero)
    >>> formula(matrix_by_rows([a, 0], [b, 1]))
    (matrix-by-rows (list (/ 1 a) 0) (list (/ (* -1 b) a) 1))
    """
    determinant = general_determinant(add, sub, mul, is_zero)

    def inverse(matrix: Any) -> Matrix:
        n = _square(matrix, "classical-adjoint-formula")
        whole = determinant(matrix)

        def entry(i: int, j: int) -> Any:
            minor = 1 if n == 1 else determinant(m_minor(matrix, j, i))
            return div(sub(add(), minor) if (i + j) % 2 else minor, whole)

        return m_generate(n, n, entry)

    return inverse


@public("Cramers-rule")
def Cramers_rule(
    add: Operation, sub: Operation, mul: Operation, div: Operation, is_zero: Operation
) -> Callable[[Any, Any], Any]:
    """The function that solves a linear system by Cramer's rule, with these operations.

    Scheme:  ((Cramers-rule + - * / zero?) M b)
    Shapes:  b and the result: a column matrix, or a vector
    Raises:  StructureError unless M is square, with a row for each number;  DivisionByZeroError if it is singular;
             LimitError for more rows than most-expanded-rows
    1 ]=> ((Cramers-rule + - * / zero?) (matrix-by-rows '(1 2) '(3 4)) (vector 5 11))
    ;Value: (up 1 2)
    >>> from scmpy import is_zero, matrix_by_rows
    >>> add, sub = lambda *x: sum(x), lambda x, y: x - y
    >>> solve = Cramers_rule(add, sub, lambda x, y: x * y, lambda x, y: x // y, is_zero)
    >>> solve(matrix_by_rows([1, 2], [3, 4]), [5, 11])
    [1, 2]
    """
    determinant = general_determinant(add, sub, mul, is_zero)

    def solve(matrix: Any, right: Any) -> Any:
        n = _square(matrix, "Cramers-rule")
        is_matrix = isinstance(right, Matrix)
        entries = column_matrix_to_vector(right) if is_matrix else list(items(right, "Cramers-rule"))
        if len(entries) != n:
            raise StructureError(f"Cramers-rule expects {n} numbers on the right, got {describe(right)}")
        whole = determinant(matrix)
        found = [div(determinant(_with_column(matrix, j, entries)), whole) for j in range(n)]
        return column_matrix(*found) if is_matrix else found

    return solve


def _with_column(matrix: Matrix, n: int, column: list[Any]) -> Matrix:
    return Matrix([[*row[:n], x, *row[n + 1 :]] for row, x in zip(matrix.rows, column, strict=True)])


# --- rows and columns as vectors ---------------------------------------------------------------------------------


@public("m:dot-product-row")
def m_dot_product_row(x: Matrix, y: Matrix) -> ScalarValue:
    """The dot product of two row matrices.

    Scheme:  (m:dot-product-row x y)
    Shapes:  x, y: 1 by n;  result: a scalar
    Raises:  StructureError for matrices of other sizes
    >>> from scmpy import row_matrix
    >>> m_dot_product_row(row_matrix(1, 2), row_matrix(3, 4))
    11
    """
    return g.dot_product(Up(row_matrix_to_vector(x)), Up(row_matrix_to_vector(y)))


@public("m:dot-product-column")
def m_dot_product_column(x: Matrix, y: Matrix) -> ScalarValue:
    """The dot product of two column matrices.

    Scheme:  (m:dot-product-column x y)
    Shapes:  x, y: n by 1;  result: a scalar
    Raises:  StructureError for matrices of other sizes
    >>> from scmpy import column_matrix
    >>> m_dot_product_column(column_matrix(1, 2), column_matrix(3, 4))
    11
    """
    return g.dot_product(Up(column_matrix_to_vector(x)), Up(column_matrix_to_vector(y)))


@public("m:cross-product-row")
def m_cross_product_row(x: Matrix, y: Matrix) -> Matrix:
    """The cross product of two row matrices of three components, a row matrix.

    Scheme:  (m:cross-product-row x y)
    Shapes:  x, y: 1 by 3;  result: 1 by 3
    Raises:  StructureError for matrices of other sizes
    >>> from scmpy import row_matrix
    >>> m_cross_product_row(row_matrix(1, 0, 0), row_matrix(0, 1, 0))
    (matrix-by-rows (list 0 0 1))
    """
    return row_matrix(*g.cross_product(Up(row_matrix_to_vector(x)), Up(row_matrix_to_vector(y))))


@public("m:cross-product-column")
def m_cross_product_column(x: Matrix, y: Matrix) -> Matrix:
    """The cross product of two column matrices of three components, a column matrix.

    Scheme:  (m:cross-product-column x y)
    Shapes:  x, y: 3 by 1;  result: 3 by 1
    Raises:  StructureError for matrices of other sizes
    >>> from scmpy import column_matrix
    >>> m_cross_product_column(column_matrix(1, 0, 0), column_matrix(0, 1, 0))
    (matrix-by-rows (list 0) (list 0) (list 1))
    """
    return column_matrix(*g.cross_product(Up(column_matrix_to_vector(x)), Up(column_matrix_to_vector(y))))
