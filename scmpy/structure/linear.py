"""Linear algebra over generic scalars: determinants, inverses and linear equations of rows of scalars.

Exact numbers are eliminated, floats and batches of numbers go to numpy; symbolic scalars go through minors shared by a
table (n 2^(n-1) products of a full array, fewer of a sparse one, and no pivots to test for zero), or, where these are
more than :data:`MOST_MINORS`, through elimination with simplified pivots. A determinant that simplifies to zero is an
error that says so.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from scmpy.errors import CALLED, DivisionByZeroError, StructureError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.composite import Composite
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.numeric_tower import exact, inexact_complex
from scmpy.generic.settings import Limit
from scmpy.structure import linear_batches, linear_floats
from scmpy.structure.structure import sum_of
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.expression import Application, Expression
from scmpy.symbolic.fold import fold
from scmpy.symbolic.simplify import reduced, reduces_to_zero

Rows = tuple[tuple[Any, ...], ...]

_NUMBERS = {int, float, complex, Fraction}

FEW = 5  # rows, and columns, of an array are shown in an error

MOST_MINORS = Limit(
    "most-minors", 1 << 15, "Minors of a symbolic array that are computed: those of a full one of 15 rows."
)


def check_square(rows: Rows, operation: str = CALLED) -> int:
    """The size of a square array of rows."""
    n = len(rows)
    if any(len(row) != n for row in rows):
        raise StructureError(f"{operation} expects a square array, got {n} rows of {len(rows[0])}")
    return n


def determinant(rows: Rows) -> Any:
    """The determinant.

    >>> determinant(((1, 2), (3, 4)))
    -2
    """
    n = check_square(rows, "determinant")
    if linear_floats.are_floats(rows):
        factors = linear_floats.factors(rows)
        value = math.prod(pivots(factors), start=factors[2])
        return 0 if singular_column(rows, factors) is not None else inexact_complex(value)
    check_scalars(chain(*rows), "determinant", "matrix")
    if linear_batches.is_numeric_batch(rows):
        return linear_batches.determinant(rows)
    if _is_eliminated(rows):
        return _eliminate(rows, ())[0]
    return _Minors(rows).of(0, tuple(range(n)))


def check_scalars(entries: Iterable[Any], operation: str, kind: str) -> None:
    """An error for entries that do not commute, as quaternions and multivectors do not, or are no scalars at all."""
    composite = next((x for x in entries if isinstance(x, Composite) and not x.is_scalar), None)
    if composite is not None:
        raise StructureError(f"{operation} expects a {kind} of scalars, got {describe(composite)} for an entry")


def _is_eliminated(rows: Rows) -> bool:
    """Is this an array of numbers, or one with too many minors? (A batch has no pivots for all of its orbits.)"""
    if all(is_number(x) for row in rows for x in row):
        return True
    if _count_minors(rows) <= MOST_MINORS.value:
        return False
    if any(map(_is_of_batch, chain(*rows))):
        raise MOST_MINORS.refusal("a batch of symbolic matrices has")
    return True


def _is_of_batch(x: Any) -> bool:
    """Is this an array, or a value whose derivative by one is being taken?"""
    while hasattr(x, "primal"):
        x = x.primal
    return is_array(x)


def _count_minors(rows: Rows) -> int:
    """The number of minors that :class:`_Minors` computes, or one that is too large."""
    sets = {tuple(range(len(rows)))}
    count = 1
    for row in rows[:-1]:
        columns = [j for j, x in enumerate(row) if not is_zero_number(x)]
        sets = {tuple(k for k in left if k != j) for left in sets for j in columns if j in left}
        count += len(sets)
        if count > MOST_MINORS.value:
            break
    return count


class _Minors:
    """Minors of the last rows on subsets of the columns, each computed once."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.known: dict[tuple[int, ...], Any] = {}

    def of(self, row: int, columns: tuple[int, ...]) -> Any:
        if not columns:
            return 1
        if len(columns) == 1:
            return self.rows[row][columns[0]]
        if columns not in self.known:
            total: Any = 0
            for position, column in enumerate(columns):
                entry = self.rows[row][column]
                if is_zero_number(entry):
                    continue
                rest = self.of(row + 1, columns[:position] + columns[position + 1 :])
                term = g.mul(entry, rest)
                total = g.sub(total, term) if position % 2 else g.add(total, term)
            self.known[columns] = total
        return self.known[columns]


def cofactor_rows(rows: Rows) -> Rows:
    """The adjugate: the transposed cofactors, so that rows * adjugate = determinant * identity."""
    minors = _transposed_minors(rows)
    return tuple(tuple(g.negate(x) if (i + j) % 2 else x for j, x in enumerate(row)) for i, row in enumerate(minors))


def _transposed_minors(rows: Rows) -> Rows:
    """In row i and column j, the determinant without row j and column i."""
    n = check_square(rows, "the adjugate")
    without = [_Minors(rows[:j] + rows[j + 1 :]) for j in range(n)]
    columns = [tuple(k for k in range(n) if k != i) for i in range(n)]
    return tuple(tuple(minors.of(0, left) for minors in without) for left in columns)


def rows_in_words(rows: Sequence[Sequence[Any]]) -> str:
    """The rows of an array, the first ones of a large one."""
    shown = [f"({' '.join(map(shown_text, row[:FEW]))}{' ...' * (len(row) > FEW)})" for row in rows[:FEW]]
    return f"the rows {' '.join(shown)}{' ...' * (len(rows) > FEW)}"


def singular(rows: Rows, column: int | None = None) -> DivisionByZeroError:
    """The error that an array has no inverse, or that one of its columns depends on those before it."""
    why = "its determinant is 0" if column is None else f"its column {column + 1} depends on those before it"
    return DivisionByZeroError(f"Division by zero signalled by /: the matrix is singular, {why}: {rows_in_words(rows)}")


def nonzero_determinant(rows: Rows) -> Any:
    """The determinant; an error when it simplifies to zero.

    It is divided by as it stands: factors that it shares with the numerators cancel before sin^2 becomes 1 - cos^2.
    Rounded numbers may leave a determinant of 1e-18 x where that of the binary fractions that they are is 0.
    """
    value = determinant(rows)
    fractions = tuple(tuple(map(_as_fractions, row)) for row in rows)
    has_floats = any(map(operator.is_not, chain(*rows), chain(*fractions)))
    if reduces_to_zero(value) or (has_floats and reduces_to_zero(determinant(fractions))):
        raise singular(rows)
    return value


def _as_fractions(x: Any) -> Any:
    """A scalar with the floats in it as the binary fractions that they are; itself where it has none."""

    def leaf(y: Any) -> Any:
        return exact(Fraction(y)) if isinstance(y, float) and math.isfinite(y) else y

    def node(y: Application, operands: list[Any]) -> Any:
        changed = any(map(operator.is_not, operands, y.operands))
        return apply_head(y.operator, tuple(operands)) if changed else y

    return fold(x, leaf, node)


def inverse(rows: Rows) -> Rows:
    """The inverse of a square array.

    >>> inverse(((2, 0), (0, 4)))
    ((Fraction(1, 2), 0), (0, Fraction(1, 4)))
    """
    n = check_square(rows, "invert")
    if linear_floats.are_floats(rows):
        return _solution_of_floats(rows)
    identity = _identity(n)
    if linear_batches.is_numeric_batch(rows):
        return linear_batches.solve(rows, identity, is_singular)
    if _is_eliminated(rows):
        return _eliminate(rows, identity)[1]
    signed = (value := nonzero_determinant(rows), g.negate(value))
    minors = enumerate(_transposed_minors(rows))
    return tuple(tuple(g.div(x, signed[(i + j) % 2]) for j, x in enumerate(row)) for i, row in minors)


def solve_by_inverse(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The x with rows * x = right, as the inverse times the right-hand side: the original's way for structures.

    >>> solve_by_inverse(((2, 1), (1, 3)), (5, 10))
    (1, 3)
    """
    return tuple(sum_of(map(g.mul, row, right)) for row in inverse(rows))


def solve(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The x with rows * x = right, by Cramer's rule for symbolic rows.

    >>> solve(((2, 1), (1, 3)), (5, 10))
    (1, 3)
    """
    n = check_square(rows, "solve-linear")
    if len(right) != n:
        raise StructureError(f"solve-linear expects {n} right-hand sides, got {len(right)}")
    column = tuple((x,) for x in right)
    if linear_floats.are_floats(rows) and set(map(type, right)) <= _NUMBERS:
        return tuple(row[0] for row in _solution_of_floats(rows, column))
    if linear_batches.is_numeric_batch(rows):
        if not linear_batches.is_numeric(right):
            return solve_by_inverse(rows, right)
        return tuple(row[0] for row in linear_batches.solve(rows, column, is_singular))
    if _is_eliminated(rows):
        return tuple(row[0] for row in _eliminate(rows, column)[1])
    value = nonzero_determinant(rows)
    return tuple(g.div(determinant(_with_column(rows, j, right)), value) for j in range(n))


def _with_column(rows: Rows, j: int, column: tuple[Any, ...]) -> Rows:
    return tuple((*row[:j], x, *row[j + 1 :]) for row, x in zip(rows, column, strict=True))


def _eliminate(rows: Rows, right: Rows) -> tuple[Any, Rows]:
    """Gauss-Jordan elimination: the determinant, and the solution for the columns of ``right``.

    With no right-hand side a singular array has determinant 0; with one it is an error. Where a pivot is so small that
    it may be what rounding leaves of 0, the binary fractions that the floats are tell whether the array is singular.
    """
    n = len(rows)
    work = [list(row) + list(right[i] if right else ()) for i, row in enumerate(rows)]
    result: Any = 1
    doubtful = rounding_of_zero(rows)
    for column in range(n):
        pivot = _pivot_row(work, column, column)
        if pivot is not None and doubtful is not None and abs(work[pivot][column]) <= doubtful:
            doubtful = None
            pivot = None if is_singular(rows) else pivot
        if pivot is None:
            if right:
                raise singular(rows, column)
            return 0, ()
        if pivot != column:
            work[column], work[pivot] = work[pivot], work[column]
            result = g.negate(result)
        result = g.mul(result, work[column][column])
        _clear_column(work, column, column)
    return _reduced(result), tuple(tuple(row[n:]) for row in work)


def _identity(n: int) -> Rows:
    return tuple(tuple(int(i == j) for j in range(n)) for i in range(n))


def _solution_of_floats(rows: Rows, right: Rows = ()) -> Rows:
    """As :func:`_eliminate`; without a right-hand side, the inverse."""
    found = linear_floats.solution(rows, right) if len(rows) > linear_floats.FEW_EQUATIONS else None
    if found is None:
        factors = linear_floats.factors(rows)
        column = singular_column(rows, factors)
        if column is not None:
            raise singular(rows, column)
        values = linear_floats.substituted(factors, linear_floats.inexact(right or _identity(len(rows))))
        found = [[inexact_complex(x) if type(x) is complex else x for x in row] for row in values]
    return tuple(map(tuple, found))


def pivots(factors: linear_floats.Factors) -> list[Any]:
    """The diagonal of U."""
    return [row[j] for j, row in enumerate(factors[0])]


def singular_column(rows: Rows, factors: linear_floats.Factors) -> int | None:
    """The first column of a singular array of numbers that depends on those before it; None of a regular array.

    Where a pivot may be what rounding leaves of 0, the binary fractions that the floats are tell.
    >>> singular_column(rows := ((0.1, 0.2), (0.3, 0.6)), linear_floats.factors(rows))
    1
    """
    found = pivots(factors)
    if not all(found):
        return next(j for j, x in enumerate(found) if not x)
    sizes = list(map(abs, found))
    if min(sizes) > 2e-12 * max(map(abs, chain(*rows))) or (doubtful := rounding_of_zero(rows)) is None:
        return None
    column = next((j for j, x in enumerate(sizes) if x <= doubtful), None)
    return column if column is not None and is_singular(rows) else None


def rounding_of_zero(rows: Rows) -> Any:
    """What rounding may leave of a 0 in the elimination of finite real numbers with floats; None for other scalars."""
    numbers: list[Any] = [
        x for x in chain(*rows) if isinstance(x, (int, Fraction)) or (isinstance(x, float) and math.isfinite(x))
    ]
    if len(numbers) < len(rows) ** 2 or not any(isinstance(x, float) for x in numbers):
        return None
    return max(map(abs, numbers)) * Fraction(1, 10**12)


def is_singular(rows: Rows) -> bool:
    """Is the determinant of finite real numbers 0, the floats being the binary fractions that they are?"""
    from flint import fmpq, fmpq_mat

    entries = [Fraction(x) for x in chain(*rows)]
    return not fmpq_mat(len(rows), len(rows), [fmpq(x.numerator, x.denominator) for x in entries]).det()


def null_space(rows: Rows) -> list[tuple[Any, ...]]:
    """A basis of the vectors x with rows * x = 0.

    >>> null_space(((1, 2), (2, 4)))
    [(-2, 1)]
    """
    work = [[_reduced(x) for x in row] for row in rows]
    width = len(rows[0]) if rows else 0
    pivots: list[int] = []
    for column in range(width):
        rest = work[len(pivots) :]
        found = _pivot_row(rest, 0, column)
        if found is None:
            continue
        row = len(pivots)
        work[row], work[row + found] = work[row + found], work[row]
        _clear_column(work, row, column)
        pivots.append(column)
    basis = []
    for free in (j for j in range(width) if j not in pivots):
        entries: list[Any] = [int(j == free) for j in range(width)]
        for i, column in enumerate(pivots):
            entries[column] = g.negate(work[i][free])
        basis.append(tuple(entries))
    return basis


def _clear_column(work: list[list[Any]], row: int, column: int) -> None:
    """Divide a row by its entry in a column, and clear that column in all other rows."""
    lead = work[row][column]
    work[row] = [_reduced(g.div(x, lead)) for x in work[row]]
    for i, other in enumerate(work):
        factor = other[column]
        if i != row and not is_zero_number(factor):
            work[i] = [_reduced(g.sub(x, g.mul(factor, y))) for x, y in zip(other, work[row], strict=True)]


def _reduced(x: Any) -> Any:
    return reduced(x) if isinstance(x, Expression) else x


def _pivot_row(work: list[list[Any]], start: int, column: int) -> int | None:
    """The row to pivot on, from a row on: among rounded numbers the largest, else the first entry that is not zero."""
    candidates = [i for i in range(start, len(work)) if not is_zero_number(work[i][column])]
    if not candidates:
        return None
    entries = [work[i][column] for i in candidates]
    if all(map(is_number, entries)) and any(isinstance(x, (float, complex)) for x in entries):
        return max(candidates, key=lambda i: abs(complex(work[i][column])))
    return candidates[0]
