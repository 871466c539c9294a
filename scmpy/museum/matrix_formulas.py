"""Determinants and inverses as formulas of any ring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from scmpy.errors import StructureError, describe
from scmpy.generic.settings import Limit
from scmpy.museum.matrix_parts import checked
from scmpy.registry import public
from scmpy.structure.matrix import Matrix, m_generate

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


def _minor(matrix: Matrix, row: int, column: int) -> Matrix:
    return Matrix(line[:column] + line[column + 1 :] for i, line in enumerate(matrix.rows) if i != row)


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
            minor = 1 if n == 1 else determinant(_minor(matrix, j, i))
            return div(sub(add(), minor) if (i + j) % 2 else minor, whole)

        return m_generate(n, n, entry)

    return inverse
