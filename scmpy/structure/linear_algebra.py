"""Determinants, solutions, LDL^T; floats and batches; orbit by orbit."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from scmpy.errors import CALLED, DimensionError, DivisionByZeroError, StructureError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_array, native
from scmpy.generic.numbers import exact, exact_complex, inexact_complex, is_exact
from scmpy.generic.operations import magnitude
from scmpy.generic.settings import Limit
from scmpy.generic.types import ScalarKind, TreeNode, finite_part, is_number, is_zero_number, nested_leaves, nested_map
from scmpy.registry import flint, numpy, scipy
from scmpy.structure.tuples import ANY, attach_units, magnitudes, sum_of, units_of
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.expression import Application, Expression, fold
from scmpy.symbolic.simplify import reduced, reduces_to_zero

# --- linear batches --------------------------------------------------------------------------------------------------
# Linear algebra of batches: square arrays of rows whose entries are arrays of numbers, one number for each orbit.
#
# Every orbit's array is factorised with pivots of its own, by numpy. An array that is singular for one orbit is an
# error.

Rows = tuple[tuple[Any, ...], ...]

#: Where the determinant is this small a part of the product of the rows' greatest entries, rounding may have left it.
_ROUNDING = 1e-12


def is_numeric_batch(rows: Rows) -> bool:
    return any(is_array(x) for row in rows for x in row) and all(map(is_numeric, rows))


def is_numeric(values: Iterable[Any]) -> bool:
    return all(x.dtype.kind in "iufc" if is_array(x) else is_number(x) for x in values)


def solve_batches(rows: Rows, right: Rows) -> Rows:
    """What the rows times it are the columns of ``right``, for each orbit."""
    array, columns = _stacked(rows), _stacked(right)
    _refuse_singular(array)
    shape = numpy.broadcast_shapes(array.shape[:-2], columns.shape[:-2])
    try:
        found = numpy.linalg.solve(array, numpy.broadcast_to(columns, (*shape, *columns.shape[-2:])))
    except numpy.linalg.LinAlgError:
        raise _singular() from None
    return tuple(tuple(as_batch(found[..., i, j]) for j in range(found.shape[-1])) for i in range(found.shape[-2]))


def _stacked(rows: Rows) -> Any:
    entries = [[x if is_array(x) else complex(x) if isinstance(x, complex) else float(x) for x in row] for row in rows]
    flat = numpy.broadcast_arrays(*(x for row in entries for x in row))
    whole = numpy.stack(flat, axis=-1).reshape(*flat[0].shape, len(rows), len(rows[0]))
    return whole if whole.dtype.kind == "c" else whole.astype(float)


def _refuse_singular(array: Any) -> None:
    """An error where rounding may have hidden that an array is singular, and it is."""
    scale = numpy.abs(array).max(axis=-1).prod(axis=-1)
    doubtful = numpy.isfinite(scale) & (numpy.abs(numpy.linalg.det(array)) <= _ROUNDING * scale)
    for one in array[doubtful]:
        if is_singular(tuple(map(tuple, one.tolist()))):
            raise _singular()


def _singular() -> DivisionByZeroError:
    return DivisionByZeroError("Division by zero signalled by /: the matrix of one orbit of the batch is singular")


# --- linear floats ---------------------------------------------------------------------------------------------------
# Linear algebra of rows of numbers: products and triangular factors, of many floats by numpy and LAPACK.
#
# A few rows of floats take less time in Python than in an array that is made of them. The determinant is the product of
# the pivots: numpy's own is the exponential of a sum of logarithms, that of a diagonal of 2 and 4 is 7.999999999999998.
#
# Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 3.2 and 3.4

#: L, with ones on its diagonal, below the diagonal of U; the order of the rows; its sign.
Factors = tuple[list[list[Any]], list[int], int]

FEW_PRODUCTS = 200  # take less time one by one
FEW_ROWS, FEW_EQUATIONS = 12, 3

#: The condition of an array that is far from singular.
MOST_CONDITION = 1e12

_FLOATS, _REALS = {float, complex}, {float}
_PARTS = g.real_part, g.imag_part


def are_floats(rows: Any) -> bool:
    return bool(rows) and set(map(type, chain(*rows))) <= _FLOATS


def numbers(array: Any) -> list[list[Any]]:
    found: list[list[Any]] = array.tolist()
    return [list(map(inexact_complex, row)) for row in found] if array.dtype.kind == "c" else found


def products(rows: Sequence[Any], columns: Sequence[Any]) -> list[list[Any]] | None:
    types = set(map(type, chain(*rows, *columns)))
    if not types <= _FLOATS:
        return None
    if len(rows) * len(columns) * len(rows[0]) > FEW_PRODUCTS:
        return numbers(quiet(operator.matmul)(numpy.array(rows), numpy.array(columns).T))
    if types != _REALS:
        return None
    return [[sum(map(operator.mul, row, column), -0.0) for column in columns] for row in rows]


def array_of(rows: Rows) -> Any:
    """The array of many real floats; None of other rows."""
    if not (len(rows) > FEW_EQUATIONS < len(rows[0]) and set(map(type, chain(*rows))) == _REALS):
        return None
    return numpy.array(rows)


@functools.cache
def quiet(operation: Callable[..., Any]) -> Callable[..., Any]:
    """An operation on arrays without warnings: as Python's floats, it goes on with inf and nan."""
    return numpy.errstate(all="ignore")(operation)


def inverse_of_array(array: Any) -> Any:
    """The inverse of a square array; None where there is none or it is not far from singular."""
    if array.shape[0] == array.shape[1]:
        with suppress(numpy.linalg.LinAlgError):
            inverse = numpy.linalg.inv(array)  # without warnings by itself
            if quiet(_condition)(array, inverse) < MOST_CONDITION**2:
                return inverse
    return None


def _condition(array: Any, inverse: Any) -> Any:
    return numpy.vdot(array, array).real * numpy.vdot(inverse, inverse).real


def _less(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    return [g.sub(x, g.mul(factor, y)) for x, y in zip(xs, ys, strict=True)]


def _less_floats(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    return [x - factor * y for x, y in zip(xs, ys, strict=True)]


def _less_reduced(xs: list[Any], factor: Any, ys: list[Any]) -> list[Any]:
    return list(map(_reduced, _less(xs, factor, ys)))


def _reduced(x: Any) -> Any:
    return reduced(x) if isinstance(x, Expression) else x


def _length(z: Any) -> float:
    """As LAPACK has it, of a complex number too."""
    return abs(z.real) + abs(z.imag)


class Elimination(NamedTuple):
    """What arrays of scalars of a kind are eliminated by: a pivot has the largest size, and what is none has size 0."""

    size: Callable[[Any], float]
    is_zero: Callable[[Any], bool]
    quotient: Callable[[Any, Any], Any]
    less: Callable[[list[Any], Any, list[Any]], list[Any]]


_OF_REALS = Elimination(abs, operator.not_, operator.truediv, _less_floats)
_OF_COMPLEX = _OF_REALS._replace(size=_length)
_OF_EXACT = Elimination(bool, operator.not_, g.div, _less)
OF_NUMBERS = _OF_EXACT._replace(size=lambda x: magnitude(x) or bool(x) * 5e-324)
_OF_EXPRESSIONS = Elimination(
    lambda x: not is_zero_number(x), is_zero_number, lambda x, y: _reduced(g.div(x, y)), _less_reduced
)


def elimination_of(rows: Iterable[Sequence[Any]]) -> Elimination:
    entries = list(chain(*rows))
    types = set(map(type, entries))
    if types <= _FLOATS:
        return _OF_REALS if types == _REALS else _OF_COMPLEX
    if not all(map(is_number, entries)):
        return _OF_EXPRESSIONS
    return _OF_EXACT if _FLOATS.isdisjoint(types) else OF_NUMBERS


def triangular_factors(rows: Sequence[Sequence[Any]], by: Elimination | None = None) -> Factors:
    """The triangular factors of a square array, with pivots as large as can be; a pivot of 0 stays one."""
    by = by or elimination_of(rows)
    if len(rows) > FEW_ROWS and by.less is _less_floats:
        return _by_lapack(rows)
    size, is_zero, quotient, less = by
    work, order, sign = list(map(list, rows)), list(range(len(rows))), 1
    for j, first in enumerate(work):
        sizes = [size(row[j]) for row in work[j:]]
        largest = max(sizes)
        if not largest:
            continue
        place = j + sizes.index(largest)
        if place != j:
            work[j], work[place], order[j], order[place] = work[place], first, order[place], order[j]
            first, sign = work[j], -sign
        pivot, rest = first[j], first[j + 1 :]
        for row in work[j + 1 :]:
            if not is_zero(row[j]):
                row[j] = quotient(row[j], pivot)
                row[j + 1 :] = less(row[j + 1 :], row[j], rest)
    return work, order, sign


def _by_lapack(rows: Sequence[Sequence[Any]]) -> Factors:
    array: Any = numpy.array(rows)
    found, swaps, _ = (scipy.linalg.lapack.zgetrf if array.dtype.kind == "c" else scipy.linalg.lapack.dgetrf)(array)
    order, sign = list(range(len(rows))), 1
    for i, j in enumerate(swaps.tolist()):
        order[i], order[j] = order[j], order[i]
        sign = sign if i == j else -sign
    return found.tolist(), order, sign


def substituted(found: Factors, right: Sequence[Sequence[Any]], by: Elimination | None = None) -> list[list[Any]]:
    """The rows that an array with these factors, of which no pivot is 0, takes to others."""
    work, order, _ = found
    _, is_zero, quotient, less = by or elimination_of([*work, *right])
    values = [list(right[i]) for i in order]
    for i, row in enumerate(work):
        for j in range(i):
            if not is_zero(row[j]):
                values[i] = less(values[i], row[j], values[j])
    for i in reversed(range(len(work))):
        row = work[i]
        for j in range(i + 1, len(work)):
            if not is_zero(row[j]):
                values[i] = less(values[i], row[j], values[j])
        values[i] = [quotient(x, row[i]) for x in values[i]]
    return values


def solution(rows: Rows, right: Sequence[Sequence[Any]]) -> list[list[Any]] | None:
    """What the rows, of many floats, times it are the rows of ``right``; None where they are not far from singular.

    Without a right-hand side, the inverse.
    """
    array: Any = numpy.array(rows)
    inverse = inverse_of_array(array)
    if inverse is None:
        return None
    return numbers(numpy.linalg.solve(array, numpy.array(inexact(right))) if right else inverse)


def inexact(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[x if type(x) in _FLOATS else float(x) for x in row] for row in rows]


# --- linear ----------------------------------------------------------------------------------------------------------
# Linear algebra over generic scalars: determinants, inverses and linear equations of rows of scalars.
#
# Exact numbers are eliminated, floats and batches of numbers go to numpy; symbolic scalars go through minors shared by
# a table (n 2^(n-1) products of a full array, fewer of a sparse one, and no pivots to test for zero), or, where these
# are more than :data:`MOST_MINORS`, through elimination with simplified pivots. A determinant that simplifies to zero
# is an error that says so.

_NUMBERS = {int, float, complex, Fraction}

FEW = 5  # rows, and columns, of an array are shown in an error

MOST_MINORS = Limit(
    "most-minors", 1 << 15, "Minors of a symbolic array that are computed: those of a full one of 15 rows."
)


def check_square(rows: Rows, operation: str = CALLED) -> int:
    n = len(rows)
    if any(len(row) != n for row in rows):
        raise StructureError(f"{operation} expects a square array, got {n} rows of {len(rows[0])}")
    return n


# Rows of quantities are numbers between units: the one in row i and column j has the unit of the row times that of the
# column. Rows and columns that entries connect are a block; between blocks are zeros, of any dimension.

#: Units of rows, or of columns, each with the number of its block.
Units = dict[int, tuple[Any, int]]


def units_of_rows(rows: Rows, operation: str = CALLED) -> tuple[Units, Units] | None:
    """The units of the rows and of the columns of an array of quantities; None of one of plain scalars.

    >>> from scmpy.units import meter, second
    >>> units_of_rows(((1 * meter, 2 * second), (3, 4 * second / meter)))
    ({0: (1, 0), 1: ((& 1 (expt &meter -1)), 0)}, {0: ((& 1 &meter), 0), 1: ((& 1 &second), 0)})
    """
    nodes = [x for x in chain(*rows) if isinstance(x, TreeNode)]
    check_scalars(nodes, operation, "matrix")
    if not nodes or any(hasattr(x, "primal") and is_zero_number(finite_part(x)) for x in chain(*rows)):
        return None  # a zero that a derivative moves joins blocks, and has any dimension
    units = [[ANY if is_zero_number(x) else units_of(x)[0] for x in row] for row in rows]
    of_rows: Units = {}
    of_columns: Units = {}
    for block in range(len(rows)):
        pending = [] if block in of_rows else [block]
        of_rows.setdefault(block, (1, block))
        while pending:
            i = pending.pop()
            for j in (j for j, unit in enumerate(units[i]) if unit is not ANY):
                of_column = g.div(units[i][j], of_rows[i][0])
                if of_columns.setdefault(j, (of_column, block))[0] != of_column:
                    raise DimensionError(
                        f"{operation} expects rows whose dimensions differ by one factor, got {rows_in_words(rows)}"
                    )
                for k in (k for k, row in enumerate(units) if row[j] is not ANY and k not in of_rows):
                    of_rows[k] = g.div(units[k][j], of_column), block
                    pending.append(k)
    for j in range(len(rows[0])):
        of_columns.setdefault(j, (1, len(rows) + j))
    return of_rows, of_columns


def _numbers_of(rows: Rows) -> Rows:
    return tuple(tuple(map(magnitudes, row)) for row in rows)


def determinant(rows: Rows) -> Any:
    n = check_square(rows, "determinant")
    if (by := elimination_of(rows)) is not _OF_EXPRESSIONS:
        return _determinant(rows, by)
    if units := units_of_rows(rows, "determinant"):
        unit = functools.reduce(g.mul, (unit for of in units for unit, _ in of.values()))
        return attach_units([unit], determinant(_numbers_of(rows)))
    if is_numeric_batch(rows):
        return as_batch(numpy.linalg.det(_stacked(rows)))
    return _determinant(rows, by) if _has_many_minors(rows) else minors(rows)(tuple(range(n)))


def _determinant(rows: Rows, by: Elimination) -> Any:
    """The determinant by elimination."""
    factors = triangular_factors(rows, by)
    if singular_column(rows, factors) is not None:
        return 0
    if by.less is _less_floats:
        return inexact_complex(math.prod(pivots(factors), start=factors[2]))
    return _reduced(functools.reduce(g.mul, pivots(factors), factors[2]))


def check_scalars(entries: Iterable[Any], operation: str, kind: str) -> None:
    """An error for entries that do not commute, as quaternions and multivectors do not, or are no scalars at all."""
    composite = next((x for x in entries if not _is_scalar(x)), None)
    if composite is not None:
        raise StructureError(f"{operation} expects a {kind} of scalars, got {describe(composite)} for an entry")


def _is_scalar(x: Any) -> bool:
    return not isinstance(x, TreeNode) or x.is_scalar


def _has_many_minors(rows: Rows) -> bool:
    if _count_minors(rows) <= MOST_MINORS.value:
        return False
    if any(is_array(finite_part(x)) for x in chain(*rows)):  # there are no pivots for all orbits of a batch
        raise MOST_MINORS.refusal("a batch of symbolic matrices has")
    return True


def _count_minors(rows: Rows) -> int:
    sets = {tuple(range(len(rows)))}
    count = 1
    for row in rows[:-1]:
        columns = [j for j, x in enumerate(row) if not is_zero_number(x)]
        sets = {tuple(k for k in left if k != j) for left in sets for j in columns if j in left}
        count += len(sets)
        if count > MOST_MINORS.value:
            break
    return count


def minors(
    rows: Rows, add: Any = g.add, sub: Any = g.sub, mul: Any = g.mul, is_zero: Callable[[Any], bool] = is_zero_number
) -> Callable[[tuple[int, ...]], Any]:
    """The determinants of the last rows on as many columns, by these operations, each computed once."""

    @functools.cache
    def minor(columns: tuple[int, ...]) -> Any:
        if not columns:
            return 1
        row, total = rows[len(rows) - len(columns)], add()
        if len(columns) == 1:
            return row[columns[0]]
        for place, column in enumerate(columns):
            if not is_zero(row[column]):
                term = mul(row[column], minor(columns[:place] + columns[place + 1 :]))
                total = sub(total, term) if place % 2 else add(total, term)
        return total

    return minor


def cofactor_rows(rows: Rows) -> Rows:
    """The adjugate: the transposed cofactors, so that rows * adjugate = determinant * identity."""
    rows = _transposed_minors(rows)
    return tuple(tuple(g.negate(x) if (i + j) % 2 else x for j, x in enumerate(row)) for i, row in enumerate(rows))


def _transposed_minors(rows: Rows) -> Rows:
    """In row i and column j, the determinant without row j and column i."""
    n = check_square(rows, "the adjugate")
    without = [minors(rows[:j] + rows[j + 1 :]) for j in range(n)]
    columns = [tuple(k for k in range(n) if k != i) for i in range(n)]
    return tuple(tuple(minor(left) for minor in without) for left in columns)


def rows_in_words(rows: Sequence[Sequence[Any]]) -> str:
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
        is_inexact = isinstance(y, (float, complex)) and magnitude(y) < math.inf
        return exact_complex(*(exact(Fraction(part(y))) for part in _PARTS)) if is_inexact else y

    def node(y: Application, operands: list[Any]) -> Any:
        changed = any(map(operator.is_not, operands, y.operands))
        return apply_head(y.operator, tuple(operands)) if changed else y

    return fold(x, leaf, node)


def inverse(rows: Rows) -> Rows:
    n = check_square(rows, "invert")
    if (by := elimination_of(rows)) is not _OF_EXPRESSIONS:
        return _solution(rows, by)
    if units := units_of_rows(rows, "invert"):
        of_rows, of_columns = units

        def entry(x: Any, row: int, column: int) -> Any:
            (unit, block), (other, own) = of_rows[row], of_columns[column]
            return attach_units([g.invert(g.mul(unit, other))], x) if block == own else 0

        numbers = inverse(_numbers_of(rows))
        return tuple(tuple(entry(x, j, i) for j, x in enumerate(row)) for i, row in enumerate(numbers))
    if is_numeric_batch(rows):
        return solve_batches(rows, _identity(n))
    if _has_many_minors(rows):
        return _solution(rows, by)
    signed = (value := nonzero_determinant(rows), g.negate(value))
    adjugate = enumerate(_transposed_minors(rows))
    return tuple(tuple(g.div(x, signed[(i + j) % 2]) for j, x in enumerate(row)) for i, row in adjugate)


def solve_by_inverse(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The x with rows * x = right, as the inverse times the right-hand side: the original's way for structures."""
    return tuple(sum_of(map(g.mul, row, right)) for row in inverse(rows))


def solve(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The x with rows * x = right, by Cramer's rule for symbolic rows."""
    n = check_square(rows, "solve-linear")
    if len(right) != n:
        raise StructureError(f"solve-linear expects {n} right-hand sides, got {len(right)}")
    column = tuple((x,) for x in right)
    by = elimination_of(rows)
    if by is not _OF_EXPRESSIONS and set(map(type, right)) <= _NUMBERS:
        return tuple(x for (x,) in _solution(rows, by, column))
    augmented = tuple(map(operator.add, rows, column))
    if all(map(_is_scalar, right)) and (units := units_of_rows(augmented, "solve-linear")):
        numbers = _numbers_of(augmented)
        of_right, block = units[1].pop(n)
        found = solve(tuple(row[:n] for row in numbers), tuple(row[n] for row in numbers))
        of_columns = (units[1][j] for j in range(n))
        return tuple(
            attach_units([g.div(of_right, unit)], x) if own == block else 0
            for x, (unit, own) in zip(found, of_columns, strict=True)
        )
    if is_numeric_batch(rows):
        if not is_numeric(right):
            return solve_by_inverse(rows, right)
        return tuple(row[0] for row in solve_batches(rows, column))
    if by is not _OF_EXPRESSIONS or _has_many_minors(rows):
        return tuple(x for (x,) in _solution(rows, by, column))
    value = nonzero_determinant(rows)
    columns = tuple(zip(*rows, strict=True))
    replaced = ((*columns[:j], right, *columns[j + 1 :]) for j in range(n))
    return tuple(g.div(determinant(tuple(zip(*x, strict=True))), value) for x in replaced)


def _identity(n: int) -> Rows:
    return tuple(tuple(int(i == j) for j in range(n)) for i in range(n))


def _solution(rows: Rows, by: Elimination, right: Rows = ()) -> Rows:
    """What the rows times it are the rows of ``right``; without a right-hand side, the inverse."""
    is_numeric = set(map(type, chain(*right))) <= _NUMBERS
    floats = is_numeric and by.less is _less_floats
    found = solution(rows, right) if floats and len(rows) > FEW_EQUATIONS else None
    if found is None:
        factors = triangular_factors(rows, by)
        column = singular_column(rows, factors)
        if column is not None:
            raise singular(rows, column)
        values = right or _identity(len(rows))
        found = substituted(factors, inexact(values) if floats else values, by if is_numeric else None)
        found = [[inexact_complex(x) if type(x) is complex else x for x in row] for row in found]
    return tuple(map(tuple, found))


def pivots(factors: Factors) -> list[Any]:
    return [row[j] for j, row in enumerate(factors[0])]


def singular_column(rows: Rows, factors: Factors) -> int | None:
    """The first column of a singular array of scalars that depends on those before it; None of a regular array.

    Where a pivot may be what rounding leaves of 0, the binary fractions that the floats are tell.
    >>> singular_column(rows := ((0.1, 0.2), (0.3, 0.6)), triangular_factors(rows))
    1
    """
    found = pivots(factors)
    if any(map(is_zero_number, found)):
        return next(j for j, x in enumerate(found) if is_zero_number(x))
    if (doubtful := rounding_of_zero(rows)) is None or min(sizes := list(map(magnitude, found))) > doubtful:
        return None
    return sizes.index(min(sizes)) if is_singular(rows) else None


def rounding_of_zero(rows: Rows) -> float | None:
    """What rounding may leave of a 0 in the elimination of finite numbers with floats; None for other scalars.

    Small pivots make it larger: where others are so small it only takes longer.
    """
    entries = list(chain(*rows))
    if not all(map(is_number, entries)) or not any(isinstance(x, (float, complex)) for x in entries):
        return None
    largest = max(map(magnitude, entries))
    return 1e-6 * largest if largest < math.inf else None


def is_singular(rows: Rows) -> bool:
    """Have the binary fractions that the numbers are the determinant 0? That of complex ones is that of real blocks."""
    real, imag = ([[Fraction(part(x)) for x in row] for row in rows] for part in _PARTS)
    if any(chain(*imag)):
        upper = [a + [-y for y in b] for a, b in zip(real, imag, strict=True)]
        real = upper + [b + a for a, b in zip(real, imag, strict=True)]
    return not flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in real]).det()


def null_space(rows: Rows) -> list[tuple[Any, ...]]:
    """A basis of the vectors x with rows * x = 0."""
    by, work = elimination_of(rows), [list(map(_reduced, row)) for row in rows]
    width = len(rows[0]) if rows else 0
    pivots: list[int] = []
    for column in range(width):
        top = len(pivots)
        place = max(range(top, len(work)), key=lambda i: by.size(work[i][column]), default=None)
        if place is None or not by.size(work[place][column]):
            continue
        work[top], work[place] = work[place], work[top]
        pivot = work[top][column]
        work[top] = [by.quotient(x, pivot) for x in work[top]]
        for i, row in enumerate(work):
            if i != top and not by.is_zero(row[column]):
                work[i] = by.less(row, row[column], work[top])
        pivots.append(column)
    basis = []
    for free in (j for j in range(width) if j not in pivots):
        entries: list[Any] = [int(j == free) for j in range(width)]
        for i, column in enumerate(pivots):
            entries[column] = g.negate(work[i][free])
        basis.append(tuple(entries))
    return basis


# --- ldl -------------------------------------------------------------------------------------------------------------
# Symmetric linear systems where code or numbers are wanted: LDL^T, whose operations grow as the cube of the size.
#
# A = L D L^T, with ones on the diagonal of L and D diagonal; then L z = b, D y = z, L^T x = y. A positive definite
# array needs no pivots. For another one elements may grow: where they would, or a diagonal element vanishes, the system
# is eliminated with the largest pivots instead. That is decided by the numbers that the elements are, those of unknowns
# at the place where a function is traced.
#
# Source: Golub, Van Loan, Matrix Computations, 4.1, 4.2, 3.4

Solver = Callable[[tuple[Any, ...]], tuple[Any, ...]]

#: Elements may grow by this factor in an elimination without pivots; of a positive definite array they do not at all.
GROWTH = 10.0


class Unstable(Exception):
    """An array needs pivots."""


def known_magnitude(x: Any) -> float | None:
    """The absolute value of the number that a scalar is, without infinitesimals, here; None of a symbolic one."""
    x = finite_part(x)
    known = getattr(x, "_here_", None)
    number = x if known is None else known()
    return abs(number) if is_number(number) else None


def has_pivots(rows: Rows) -> bool:
    """Is this an array of scalars whose numbers are known, not all of them exact?"""
    parts = [x for x in chain(*rows) if not is_exact(x)]
    return bool(parts) and all(known_magnitude(x) is not None for x in parts)


def solver_of(rows: Rows) -> Solver:
    """The function from b to the x with rows * x = b, for a symmetric array, which is taken apart once.

    Raises:  DivisionByZeroError if the array is singular
    >>> solver_of(((2.0, 1.0), (1.0, 3.0)))((5.0, 10.0)), solver_of(((0.0, 1.0), (1.0, 0.0)))((5.0, 10.0))
    ((1.0, 3.0), (10.0, 5.0))
    """
    largest = max((known_magnitude(x) or 0.0 for x in chain(*rows)), default=0.0)
    try:
        return _by_factors(rows, GROWTH * largest)
    except Unstable:
        return lambda right: _by_pivots(rows, right)


def _by_factors(rows: Rows, most: float) -> Solver:
    n = len(rows)
    lower: list[list[Any]] = [[] for _ in rows]  # L, row by row
    scaled: list[list[Any]] = [[] for _ in rows]  # L D
    inverses: list[Any] = []  # of the diagonal of D
    for j in range(n):
        column = [_less_products(rows[i][j], lower[i], scaled[j]) for i in range(j, n)]
        pivot, *below = (known_magnitude(x) or 0.0 for x in column)
        if max(below, default=0.0) ** 2 > most * pivot or not pivot:
            raise Unstable
        inverses.append(g.invert(column[0]))
        for i in range(j + 1, n):
            scaled[i].append(column[i - j])
            lower[i].append(g.mul(column[i - j], inverses[j]))

    def solve(right: tuple[Any, ...]) -> tuple[Any, ...]:
        z: list[Any] = []
        for b, row in zip(right, lower, strict=True):
            z.append(_less_products(b, row, z))
        x = [g.mul(value, inverse) for value, inverse in zip(z, inverses, strict=True)]
        for i in reversed(range(n)):
            x[i] = _less_products(x[i], [lower[k][i] for k in range(i + 1, n)], x[i + 1 :])
        return tuple(x)

    return solve


def _less_products(total: Any, xs: list[Any], ys: list[Any]) -> Any:
    for x, y in zip(xs, ys, strict=False):
        total = g.sub(total, g.mul(x, y))
    return total


def _by_pivots(rows: Rows, right: tuple[Any, ...]) -> tuple[Any, ...]:
    """The solution by elimination, with the largest of a column, as far as is known, as its pivot."""
    factors = triangular_factors(rows, _OF_UNKNOWNS)
    if not all(map(known_magnitude, pivots(factors))):
        raise singular(rows)
    return tuple(x for (x,) in substituted(factors, [[b] for b in right], _OF_UNKNOWNS))


_OF_UNKNOWNS = Elimination(lambda x: known_magnitude(x) or 0.0, is_zero_number, g.div, _less)


# --- by orbit --------------------------------------------------------------------------------------------------------
# Functions that decide by values, on batches: they are called for each orbit, and the results are put together.
#
# What a function does elementwise it does on a whole batch at once (:mod:`scmpy.generic.batch`). One that branches on
# its argument, such as the angles of a rotation, or checks it, is called with the numbers of one orbit after the other.

F = TypeVar("F", bound=Callable[..., Any])


def orbit_by_orbit(function: F) -> F:
    """Decorator: where arguments hold batches, the function is called for each orbit.

    >>> import numpy
    >>> from scmpy.structure.tuples import up
    >>> larger = orbit_by_orbit(lambda s: s[0] if s[0] > s[1] else s[1])
    >>> larger(up(numpy.array([1, 5]), 3))
    array([3, 5])
    """

    @functools.wraps(function)
    def mapped(*args: Any, **keywords: Any) -> Any:
        arrays = [array for argument in args for array in map(finite_part, nested_leaves(argument)) if is_array(array)]
        if not arrays:
            return function(*args, **keywords)
        shape = numpy.broadcast_shapes(*(array.shape for array in arrays))
        found = [
            function(*(of_orbit(argument, shape, index) for argument in args), **keywords)
            for index in numpy.ndindex(*shape)
        ]
        return _together(found, shape) if found else function(*args, **keywords)

    return mapped  # type: ignore[return-value]


def of_orbit(value: Any, shape: tuple[int, ...], index: tuple[int, ...]) -> Any:
    def of(x: Any) -> Any:
        if is_array(x):
            element = numpy.broadcast_to(x, shape)[index]
            return element.item() if isinstance(element, numpy.generic) else element
        return x._of_orbit_(of) if is_array(finite_part(x)) else x

    return nested_map(of, value)


def _together(found: list[Any], shape: tuple[int, ...]) -> Any:
    first = found[0]
    newest = max((x for x in found if hasattr(x, "primal")), key=lambda x: x.tag, default=None)
    if newest is not None:
        return newest._of_orbits_(found, lambda parts: _together(parts, shape))
    if isinstance(first, ScalarKind) and not isinstance(first, bool):
        array = numpy.empty(len(found), dtype=object)
        array[:] = found
        numbers = native(array)
        whole = all(type(x) is int for x in found)
        return as_batch((array.astype(int) if whole else numbers).reshape(shape))
    parts = _parts(first)
    if parts is None or any(type(x) is not type(first) or len(_parts(x) or ()) != len(parts) for x in found):
        raise StructureError(f"of a batch the orbits have no common form: {describe(first)} for the first one")
    columns = [_together(list(column), shape) for column in zip(*map(_parts, found), strict=True)]
    return first._with_children_(columns) if isinstance(first, TreeNode) else type(first)(columns)


def _parts(value: Any) -> list[Any] | None:
    if isinstance(value, TreeNode):
        return list(value._children_())
    return list(value) if isinstance(value, (list, tuple)) else None
