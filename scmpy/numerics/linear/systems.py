"""Linear systems of numbers: triangular factors with pivots, solutions, inverses, determinants.

The factors are those of Crout's method, rows exchanged so that the largest entry of what is left of a column is the
pivot: L, with ones on its diagonal, below the diagonal of U in one matrix. Exact entries stay exact. All solvers take
the same way; where the matrix is singular they call a continuation, or signal an error.

A handler hears of a pivot of 0 and may let it be, which numpy's solver does not offer: so floats are eliminated here
too, columns at once in arrays of numpy's (30 by 30 in .5 ms, entry by entry 22, that solver .05). A float is a binary
fraction: a pivot that may be what rounding leaves of 0 is 0 if the matrix of these fractions is singular.

Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 3.2 and 3.4
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

from scmpy.errors import CALLED, DivisionByZeroError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.composite import Composite
from scmpy.generic.finite import magnitude
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure import linear, linear_floats
from scmpy.structure.aliases import LinearMap, Numbers, ScalarValue, Value
from scmpy.structure.linear_maps import as_two_tensor
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, Up

SMALLEST = 1e-24  # an inexact pivot below it is 0
MOST_ROWS = Limit(
    "most-exact-rows", 500, "Rows of a system with exact or mixed entries, which are eliminated one by one."
)

#: L and U in one array, the order of the rows, its sign.
Factors = tuple[list[list[Any]], list[int], int]

#: What is called at a pivot of 0, with a procedure that goes on.
Failure = Callable[[Callable[[], Any]], Any]


@dataclass(frozen=True)
class ZeroPivot:
    """A pivot of 0 in a column of an array; called, it goes on with the next column."""

    rows: Sequence[Sequence[Any]]
    column: int
    go_on: Callable[[], Any]

    def __call__(self) -> Any:
        return self.go_on()


def signal(dismiss: Any = None) -> Any:
    """The error that a matrix is singular."""
    where = ""
    if isinstance(dismiss, ZeroPivot):
        where = f" in column {dismiss.column + 1} of the matrix of {linear.rows_in_words(dismiss.rows)}"
    raise DivisionByZeroError(f"Singular matrix - zero pivot{where}: the matrix has no inverse, to rounding")


#: What is done about a singular matrix where no continuation says so.
in_force: ContextVar[Callable[[], Any]] = ContextVar("singular-matrix-handler", default=signal)


def singular(dismiss: Callable[[], Any] | None = None) -> Any:
    """What the handler in force does about a singular matrix."""
    handler = in_force.get()
    return signal(dismiss) if handler is signal else handler()


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


def is_bad(pivot: Any) -> bool:
    """Is this 0, or what rounding may leave of it?"""
    return not pivot if is_exact(pivot) else magnitude(pivot) < SMALLEST


class _Lists:
    """A matrix of exact or mixed numbers as it is eliminated, entry by entry."""

    def __init__(self, rows: list[list[Any]]) -> None:
        self.rows = [list(row) for row in rows]

    def pivot(self, column: int) -> tuple[int, Any]:
        """The row with the largest entry of what is left of a column, and that entry."""
        sizes = [magnitude(row[column]) for row in self.rows[column:]]
        place = column + sizes.index(max(sizes))
        return place, self.rows[place][column]

    def exchange(self, i: int, j: int) -> None:
        self.rows[i], self.rows[j] = self.rows[j], self.rows[i]

    def clear(self, column: int) -> None:
        """Divide what is below the diagonal by the pivot, and take multiples of its row off."""
        first = self.rows[column]
        for row in self.rows[column + 1 :]:
            row[column] = g.div(row[column], first[column])
            if row[column]:
                row[column + 1 :] = _less(row[column + 1 :], row[column], first[column + 1 :])

    def entries(self) -> list[list[Any]]:
        return self.rows

    def solution(self, right: list[list[Any]]) -> list[list[Any]]:
        """What the product of the factors takes to these rows."""
        found, rows = [list(row) for row in right], self.rows
        for i, row in enumerate(rows):
            for j in range(i):
                found[i] = _less(found[i], row[j], found[j])
        for i in reversed(range(len(rows))):
            for j in range(i + 1, len(rows)):
                found[i] = _less(found[i], rows[i][j], found[j])
            found[i] = [g.div(x, rows[i][i]) for x in found[i]]
        return found


def _less(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    """A row less a multiple of another one."""
    return [g.sub(x, g.mul(factor, y)) for x, y in zip(xs, ys, strict=True)]


class _Floats(linear_floats.Factors):
    """A matrix of floats as it is eliminated, in an array of numpy's."""

    def entries(self) -> list[list[Any]]:
        return linear_floats.numbers(self.array)

    def solution(self, right: list[list[Any]]) -> list[list[Any]]:
        import numpy

        if not self.array.diagonal().all():
            return _Lists(self.entries()).solution(right)
        found = numpy.array([[complex(x) if isinstance(x, complex) else float(x) for x in row] for row in right])
        found = found.astype(numpy.result_type(found, self.array))
        for i in range(len(found)):
            found[i + 1 :] -= self.array[i + 1 :, i, None] * found[i]
        for i in reversed(range(len(found))):
            found[i] /= self.array[i, i]
            found[:i] -= self.array[:i, i, None] * found[i]
        return linear_floats.numbers(found)


def _work(rows: list[list[Any]]) -> _Lists | _Floats:
    return _Floats(rows) if linear_floats.are_floats(rows) else _Lists(rows)


def factored(rows: list[list[Any]], succeed: Callable[[Factors], Any], fail: Failure) -> Any:
    """What one continuation makes of the factors; at a pivot of 0 the other is called with a procedure that goes on."""
    work, order = _work(rows), list(range(len(rows)))
    given = tuple(map(tuple, rows))

    def from_column(j: int, sign: int, doubtful: Any) -> Any:
        for column in range(j, len(rows)):
            place, pivot = work.pivot(column)
            is_zero = is_bad(pivot)
            if not is_zero and doubtful is not None and abs(pivot) <= doubtful:
                is_zero, doubtful = linear.is_singular(given), None
            if is_zero:
                return fail(ZeroPivot(given, column, partial(from_column, column + 1, sign, doubtful)))
            if place != column:
                work.exchange(column, place)
                order[column], order[place] = order[place], order[column]
                sign = -sign
            work.clear(column)
        return succeed((work.entries(), order, sign))

    return from_column(0, 1, linear.rounding_of_zero(given))


def substituted(factors: list[list[Any]], order: list[int], right: list[list[Any]]) -> list[list[Any]]:
    """The rows that a matrix takes to those of ``right``, by its factors."""
    return _work(factors).solution([right[i] for i in order])


def solution(found: Factors, right: list[Any]) -> Up:
    """The vector that the matrix takes to another one."""
    return Up(x for (x,) in substituted(*found[:2], [[x] for x in right]))


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

    def product(found: Factors) -> Any:
        value: Any = found[2]
        for i, row in enumerate(found[0]):
            value = g.mul(value, row[i])
        return value

    return factored(square_of(matrix), product, lambda dismiss: dismiss())
