"""Linear systems by their factors, inverses; what happens where a matrix is singular: an error, or what a handler says.

A solver with continuations calls the one for failure with a procedure that goes on, with a pivot of 0:
``barf-on-zero-pivot`` signals the error, ``allow-zero-pivot`` goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.numerics.linear.systems import (
    Factors,
    Failure,
    column_of,
    factored,
    in_force,
    signal,
    singular,
    solution,
    square_of,
    substituted,
)
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Numbers, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Up


def _inverse(rows: list[list[Any]], found: Factors) -> Matrix:
    n = len(rows)
    identity = [[int(i == j) for j in range(n)] for i in range(n)]
    return Matrix(tuple(map(tuple, substituted(*found[:2], identity))))


@public("lu-decompose")
def lu_decompose(matrix: LinearMap, succeed: Callable[[Any, Any, int], Any], fail: Failure) -> Value:
    """What a procedure makes of the triangular factors of a square matrix, the order of its rows, and the sign of that.

    At a pivot of 0 the other procedure is called with one without arguments, which goes on.

    Scheme:  (lu-decompose A (lambda (lu-matrix permutation sign) ...) (lambda (dismiss) ...))
    Math:    L U = P A, L with ones on the diagonal below the diagonal of U
    Shapes:  A: n by n;  succeed: (n by n, vector of n, 1 or -1) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square
    >>> from scmpy import allow_zero_pivot, matrix_by_rows
    >>> lu_decompose(matrix_by_rows([1, 2], [4, 5]), lambda lu, order, sign: lu, allow_zero_pivot)
    (matrix-by-rows (list 4 5) (list 1/4 3/4))
    """
    rows = square_of(matrix)
    return factored(rows, lambda found: succeed(Matrix(tuple(map(tuple, found[0]))), *found[1:]), fail)


@public("lu-backsubstitute")
def lu_backsubstitute(factors: LinearMap, order: Iterable[int], right: Numbers) -> Up:
    """The solution of a linear system, by the factors and the order of rows that lu-decompose gives.

    Scheme:  (lu-backsubstitute lu-matrix permutation b)
    Shapes:  lu-matrix: n by n;  permutation, b: n numbers;  result: up(n)
    Raises:  DivisionByZeroError if the matrix is singular; WrongTypeError unless the permutation is one of the rows
    >>> from scmpy import matrix_by_rows
    >>> lu_backsubstitute(matrix_by_rows([2, 1], [0, 3]), [0, 1], [5, 6])
    (up 3/2 2)
    """
    name = "lu-backsubstitute"
    rows = square_of(factors, name)
    places = list(items(order, name))
    if sorted(map(str, places)) != sorted(map(str, range(len(rows)))):
        raise WrongTypeError(f"{name} expects the order of {len(rows)} rows, got {describe(order)}")
    return solution((rows, places, 1), column_of(right, len(rows), name))


@public("gauss-jordan-invert-and-solve")
def gauss_jordan_invert_and_solve(
    matrix: LinearMap, right: Numbers, succeed: Callable[[Up, Any], Any], fail: Failure
) -> Value:
    """What a procedure makes of the solution of a linear system and of the rows of the inverse.

    Scheme:  (gauss-jordan-invert-and-solve A b (lambda (x C) ...) (lambda (dismiss) ...))
    Math:    A x = b, C A = 1
    Shapes:  A: n by n;  b: n numbers;  succeed: (up(n), n rows) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square, and has a row for each number
    >>> from scmpy import allow_zero_pivot, matrix_by_rows
    >>> gauss_jordan_invert_and_solve(matrix_by_rows([1, 2], [3, 4]), [5, 6], lambda x, C: x, allow_zero_pivot)
    (up -4 9/2)
    """
    name = "gauss-jordan-invert-and-solve"
    rows = square_of(matrix, name)
    column = column_of(right, len(rows), name)

    def both(found: Factors) -> Any:
        return succeed(solution(found, column), [list(row) for row in _inverse(rows, found).rows])

    return factored(rows, both, fail)


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
    return factored(rows, lambda found: _inverse(rows, found), barf_on_zero_pivot)


@public("barf-on-zero-pivot")
def barf_on_zero_pivot(dismiss: Callable[..., Any]) -> Value:
    """What to do about a pivot of 0: the error that the matrix is singular, or what the handler in force does.

    Scheme:  (lu-solve A b succeed barf-on-zero-pivot)
    Raises:  DivisionByZeroError, unless there is a handler
    >>> from scmpy import lu_solve, matrix_by_rows
    >>> lu_solve(matrix_by_rows([1, 2], [3, 4]), [5, 6], lambda x: x, barf_on_zero_pivot)
    (up -4 9/2)
    """
    return singular(dismiss)


Handler = Callable[[], Any]


@public("allow-zero-pivot")
def allow_zero_pivot(dismiss: Callable[[], Any]) -> Value:
    """What to do about a pivot of 0: go on with the other columns.

    Scheme:  (lu-decompose A succeed allow-zero-pivot)
    >>> from scmpy import lu_decompose, matrix_by_rows
    >>> lu_decompose(matrix_by_rows([1, 2], [2, 4]), lambda lu, permutation, sign: lu, allow_zero_pivot)
    (matrix-by-rows (list 2 4) (list 1/2 0))
    """
    check_callable(dismiss, wanted="a procedure without arguments")
    return dismiss()


def _checked(handler: Any, operation: str = CALLED) -> Handler:
    check_callable(handler, operation, "a procedure without arguments")
    return handler  # type: ignore[no-any-return]


@public("with-singular-matrix-handler")
def with_singular_matrix_handler(handler: Handler, thunk: Handler) -> Value:
    """The value of a procedure without arguments, in which another one is called for every singular matrix.

    Scheme:  (with-singular-matrix-handler handler thunk)
    >>> from scmpy import lu_invert, matrix_by_rows
    >>> with_singular_matrix_handler(lambda: 0, lambda: lu_invert(matrix_by_rows([1, 2], [2, 4])))
    0
    """
    name = "with-singular-matrix-handler"
    token = in_force.set(_checked(handler, name))
    try:
        return _checked(thunk, name)()
    finally:
        in_force.reset(token)


@public("handle-singularity-errors-with")
def handle_singularity_errors_with(handler: Handler) -> None:
    """From now on, call a procedure without arguments for every singular matrix.

    Scheme:  (handle-singularity-errors-with handler)
    >>> handle_singularity_errors_with(default_singular_matrix_error)
    """
    in_force.set(_checked(handler))


@public("default-singular-matrix-error")
def default_singular_matrix_error() -> Value:
    """The error that a matrix is singular: the handler unless there is another one.

    Scheme:  (default-singular-matrix-error)
    Raises:  DivisionByZeroError
    >>> with_singular_matrix_handler(default_singular_matrix_error, lambda: 3)
    3
    """
    return signal()


@public("singular-matrix-error")
def singular_matrix_error() -> Value:
    """What the handler in force does about a singular matrix: the error, unless there is another one.

    Scheme:  (singular-matrix-error)
    Raises:  DivisionByZeroError, unless there is a handler
    >>> with_singular_matrix_handler(lambda: 0, singular_matrix_error)
    0
    """
    return singular()
