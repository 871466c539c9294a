"""Triangular factors of a matrix, and its inverse by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.numerics.linear.systems import Failure, factored, singular, square_of
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Value
from scmpy.structure.linear_floats import Factors, substituted
from scmpy.structure.matrix import Matrix


def _inverse(rows: list[list[Any]], found: Factors) -> Matrix:
    n = len(rows)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return Matrix(tuple(map(tuple, substituted(found, identity))))


@public("lu-decompose")
def lu_decompose(matrix: LinearMap, succeed: Callable[[Any, Any, int], Any], fail: Failure) -> Value:
    """What a procedure makes of the triangular factors of a square matrix, the order of its rows, and the sign of that.

    Of a singular matrix the other procedure is called with one without arguments, which goes on.

    Scheme:  (lu-decompose A (lambda (lu-matrix permutation sign) ...) (lambda (dismiss) ...))
    Math:    L U = P A, L with ones on the diagonal below the diagonal of U
    Shapes:  A: n by n;  succeed: (n by n, vector of n, 1 or -1) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square
    >>> from scmpy import matrix_by_rows
    >>> lu_decompose(matrix_by_rows([1, 2], [4, 5]), lambda lu, order, sign: lu, lambda dismiss: dismiss())
    (matrix-by-rows (list 4 5) (list 1/4 3/4))
    """
    rows = square_of(matrix)
    return factored(rows, lambda found: succeed(Matrix(tuple(map(tuple, found[0]))), *found[1:]), fail)


@public("lu-invert")
def lu_invert(matrix: LinearMap) -> Value:
    """The inverse of a square matrix of numbers.

    Scheme:  (lu-invert A)
    Shapes:  A: n by n;  result: n by n
    Raises:  DivisionByZeroError if the matrix is singular
    >>> from scmpy import matrix_by_rows
    >>> lu_invert(matrix_by_rows([1, 2], [3, 4]))
    (matrix-by-rows (list -2 1) (list 3/2 -1/2))
    """
    rows = square_of(matrix)
    return factored(rows, lambda found: _inverse(rows, found), singular)
