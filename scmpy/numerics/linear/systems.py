"""Linear systems of numbers: triangular factors with pivots, solutions, determinants, by continuations.

The factors are those of Crout's method, rows exchanged so that the largest entry of what is left of a column is the
pivot: L, with ones on its diagonal, below the diagonal of U in one matrix. Exact entries stay exact. A singular matrix
is told to a continuation, or is an error: floats are the binary fractions that they are where rounding may hide it.

Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 3.2 and 3.4
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from scmpy.errors import CALLED, DivisionByZeroError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.composite import Composite
from scmpy.generic.finite import magnitude
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure import linear, linear_floats
from scmpy.structure.aliases import LinearMap, Numbers, ScalarValue, Value
from scmpy.structure.linear import Rows
from scmpy.structure.linear_floats import Factors, factors, substituted
from scmpy.structure.linear_maps import as_two_tensor
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, Up

MOST_ROWS = Limit(
    "most-exact-rows", 500, "Rows of a system with exact or mixed entries, which are eliminated one by one."
)

#: What is called where a matrix is singular, with a procedure that goes on.
Failure = Callable[[Callable[[], Any]], Any]


@dataclass(frozen=True)
class ZeroPivot:
    """A pivot of 0 in a column of an array; called, it goes on."""

    rows: Rows
    column: int
    go_on: Callable[[], Any]

    def __call__(self) -> Any:
        return self.go_on()


def singular(dismiss: Any = None) -> Any:
    """The error that a matrix is singular."""
    where = ""
    if isinstance(dismiss, ZeroPivot):
        where = f" in column {dismiss.column + 1} of the matrix of {linear.rows_in_words(dismiss.rows)}"
    raise DivisionByZeroError(f"Singular matrix - zero pivot{where}: the matrix has no inverse, to rounding")


def entries_of(value: Any, operation: str) -> list[list[Any]]:
    """The rows of a matrix or of a 2-tensor, checked to be numbers."""
    if isinstance(value, Structure):
        value = Matrix(as_two_tensor(value, operation))
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{operation} expects a matrix, got {describe(value)}")
    rows = [list(row) for row in value.rows]
    for x in (x for row in rows for x in row):
        if not (is_number(g.inexact(x)) and magnitude(g.inexact(x)) < float("inf")):
            advice = "; solve-linear, invert, determinant and eigenvalues take such" if isinstance(x, Composite) else ""
            raise WrongTypeError(f"{operation} expects a matrix of finite numbers, got the entry {describe(x)}{advice}")
    return [[x if is_number(x) else g.inexact(x) for x in row] for row in rows]


def square_of(value: Any, operation: str = CALLED) -> list[list[Any]]:
    """The rows of a square matrix."""
    rows = entries_of(value, operation)
    linear.check_square(tuple(map(tuple, rows)), operation)
    if not linear_floats.are_floats(rows):
        MOST_ROWS.check(len(rows), operation)
    return rows


def column_of(vector: Any, count: int, operation: str = CALLED) -> list[Any]:
    """The components of a vector, checked to be so many numbers."""
    column = list(items(vector, operation))
    if len(column) != count:
        raise StructureError(f"{operation} expects {count} right-hand sides, got {describe(vector)}")
    for x in column:
        if not is_number(g.inexact(x)):
            raise WrongTypeError(f"{operation} expects numbers on the right-hand side, got {describe(x)}")
    return [x if is_number(x) else g.inexact(x) for x in column]


def factored(rows: list[list[Any]], succeed: Callable[[Factors], Any], fail: Failure) -> Any:
    """What one continuation makes of the factors; of a singular matrix the other is called with one that goes on."""
    given = tuple(map(tuple, rows))
    found = factors(given)
    column = linear.singular_column(given, found)
    if column is None:
        return succeed(found)
    found[0][column][column] *= 0
    return fail(ZeroPivot(given, column, lambda: succeed(found)))


def solution(found: Factors, right: list[Any]) -> Up:
    """The vector that the matrix takes to another one."""
    return Up(x for (x,) in substituted(found, [[x] for x in right]))


def _solved(matrix: Any, right: Any, succeed: Callable[[Any], Any], fail: Failure) -> Any:
    rows = square_of(matrix)
    column = column_of(right, len(rows))
    return factored(rows, lambda found: succeed(solution(found, column)), fail)


@public("lu-solve", "full-pivot-solve", "gauss-jordan-solve")
def lu_solve(matrix: LinearMap, right: Numbers, succeed: Callable[[Up], Any], fail: Failure) -> Value:
    """What a procedure makes of the solution of a linear system; where it is singular another one is called.

    Scheme:  (lu-solve A b (lambda (x) ...) (lambda (dismiss) ...)), (full-pivot-solve A b succeed fail),
             (gauss-jordan-solve A b succeed fail)
    Math:    A x = b
    Shapes:  A: n by n;  b: n numbers;  succeed: up(n) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square, and has a row for each number
    >>> from scmpy import matrix_by_rows
    >>> lu_solve(matrix_by_rows([1, 2], [3, 4]), [5, 6], lambda x: x, lambda dismiss: 0)
    (up -4 9/2)
    """
    return _solved(matrix, right, succeed, fail)


@public("lu-solve-linear-system", "full-pivot-solve-linear-system", "gauss-jordan-solve-linear-system")
def lu_solve_linear_system(matrix: LinearMap, right: Numbers) -> Value:
    """The solution of a linear system.

    Scheme:  (lu-solve-linear-system A b)
    Math:    A x = b
    Shapes:  A: n by n;  b: n numbers;  result: up(n)
    Raises:  DivisionByZeroError if the matrix is singular
    >>> from scmpy import matrix_by_rows
    >>> lu_solve_linear_system(matrix_by_rows([1, 2], [3, 4]), [5, 6])
    (up -4 9/2)
    """
    return _solved(matrix, right, lambda x: x, singular)


@public("lu-determinant")
def lu_determinant(matrix: LinearMap) -> ScalarValue:
    """The determinant of a square matrix of numbers, by its triangular factors.

    Scheme:  (lu-determinant A)
    Shapes:  A: n by n;  result: scalar
    Raises:  LimitError for too many rows of exact numbers
    >>> from scmpy import matrix_by_rows
    >>> lu_determinant(matrix_by_rows([1, 2], [3, 4])), lu_determinant(matrix_by_rows([1, 2], [2, 4]))
    (-2, 0)
    """

    return factored(
        square_of(matrix), lambda found: reduce(g.mul, linear.pivots(found), found[2]), lambda dismiss: dismiss()
    )
