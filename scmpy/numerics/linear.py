"""LU, inverse, SVD, eigenvalues of numbers; Newton's method, whose steps are solutions of linear systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

from scmpy.errors import (
    CALLED,
    ConvergenceError,
    DivisionByZeroError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.operations import magnitude, real
from scmpy.generic.settings import Limit, items
from scmpy.generic.types import Numbers, Real, ScalarValue, TreeNode, Value, is_number
from scmpy.registry import numpy, public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_algebra import Factors, substituted, triangular_factors
from scmpy.structure.linear_maps import as_two_tensor, eigenvalues
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Structure, Up
from scmpy.structure.types import LinearMap

# --- systems ---------------------------------------------------------------------------------------------------------
# Linear systems of numbers: triangular factors with pivots, solutions, determinants, by continuations.
#
# The factors are those of Crout's method, rows exchanged so that the largest entry of what is left of a column is the
# pivot: L, with ones on its diagonal, below the diagonal of U in one matrix. Exact entries stay exact. A singular
# matrix is told to a continuation, or is an error: floats are the binary fractions that they are where rounding may
# hide it.
#
# Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 3.2 and 3.4

MOST_ROWS = Limit(
    "most-exact-rows", 500, "Rows of a system with exact or mixed entries, which are eliminated one by one."
)

#: What is called where a matrix is singular, with a procedure that goes on.
Failure = Callable[[Callable[[], Any]], Any]


def entries_of(value: Any, operation: str) -> list[list[Any]]:
    if isinstance(value, Structure):
        value = Matrix(as_two_tensor(value, operation))
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{operation} expects a matrix, got {describe(value)}")
    rows = [list(row) for row in value.rows]
    for x in (x for row in rows for x in row):
        if not (is_number(g.inexact(x)) and magnitude(g.inexact(x)) < float("inf")):
            advice = "; solve-linear, invert, determinant and eigenvalues take such" if isinstance(x, TreeNode) else ""
            raise WrongTypeError(f"{operation} expects a matrix of finite numbers, got the entry {describe(x)}{advice}")
    return [[x if is_number(x) else g.inexact(x) for x in row] for row in rows]


def square_of(value: Any, operation: str = CALLED) -> list[list[Any]]:
    rows = entries_of(value, operation)
    linear.check_square(tuple(map(tuple, rows)), operation)
    if not linear.are_floats(rows):
        MOST_ROWS.check(len(rows), operation)
    return rows


def column_of(vector: Any, count: int, operation: str = CALLED) -> list[Any]:
    column = list(items(vector, operation))
    if len(column) != count:
        raise StructureError(f"{operation} expects {count} right-hand sides, got {describe(vector)}")
    for x in column:
        if not is_number(g.inexact(x)):
            raise WrongTypeError(f"{operation} expects numbers on the right-hand side, got {describe(x)}")
    return [x if is_number(x) else g.inexact(x) for x in column]


def factored(rows: list[list[Any]], succeed: Callable[[Factors], Any], fail: Failure | None = None) -> Any:
    """What one continuation makes of the factors; of a singular matrix the other is called with one that goes on.

    Raises:  DivisionByZeroError of a singular matrix, if there is no other
    """
    given = tuple(map(tuple, rows))
    found = triangular_factors(given, None if linear.are_floats(given) else linear.OF_NUMBERS)  # exact ones by size too
    column = linear.singular_column(given, found)
    if column is None:
        return succeed(found)
    found[0][column][column] *= 0
    if fail is None:
        where = f"column {column + 1} of the matrix of {linear.rows_in_words(given)}"
        raise DivisionByZeroError(f"Singular matrix - zero pivot in {where}: the matrix has no inverse, to rounding")
    return fail(lambda: succeed(found))


def _solved(matrix: Any, right: Any, succeed: Callable[[Any], Any], fail: Failure | None = None) -> Any:
    rows = square_of(matrix)
    column = column_of(right, len(rows))
    return factored(rows, lambda found: succeed(Up(x for (x,) in substituted(found, [[x] for x in column]))), fail)


@public("lu-solve", "full-pivot-solve", "gauss-jordan-solve")
def lu_solve(matrix: LinearMap, right: Numbers, succeed: Callable[[Up], Any], fail: Failure) -> Value:
    """What a procedure makes of the solution of a linear system; where it is singular another one is called.

    Scheme:  (lu-solve A b (lambda (x) ...) (lambda (dismiss) ...)), (full-pivot-solve A b succeed fail),
             (gauss-jordan-solve A b succeed fail)
    Math:    A x = b
    Shapes:  A: n by n;  b: n numbers;  succeed: up(n) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square, and has a row for each number
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
    >>> lu_solve_linear_system(matrix_by_rows([1, 2], [3, 4]), [5, 6])
    (up -4 9/2)
    """
    return _solved(matrix, right, lambda x: x)


@public("lu-determinant")
def lu_determinant(matrix: LinearMap) -> ScalarValue:
    """The determinant of a square matrix of numbers, by its triangular factors.

    Scheme:  (lu-determinant A)
    Shapes:  A: n by n;  result: scalar
    Raises:  LimitError for too many rows of exact numbers
    >>> lu_determinant(matrix_by_rows([1, 2], [3, 4])), lu_determinant(matrix_by_rows([1, 2], [2, 4]))
    (-2, 0)
    """
    rows = tuple(map(tuple, square_of(matrix)))
    found = triangular_factors(rows)
    value = reduce(g.mul, linear.pivots(found), found[2])
    return value if linear.singular_column(rows, found) is None else 0 * value


# --- singular values -------------------------------------------------------------------------------------------------
# Singular values: A = U S V^T with orthonormal columns of U and V, by numpy; pseudo-inverses and least squares.
#
# The columns of V whose singular values are 0 span the null space of A, those of U with others its range. Singular
# values that are small against the largest one are what rounding and errors of the data leave of 0: they are left out.
#
# Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 2.4 and 5.5

CUTOFF = 1e-15


def array_of(matrix: Any, operation: str = CALLED) -> Any:
    rows = entries_of(matrix, operation)
    if not rows or not rows[0]:
        raise WrongTypeError(f"{operation} expects a matrix with rows and columns, got {describe(matrix)}")
    return numpy.array([[real(x, operation) for x in row] for row in rows])


def decomposed(array: Any) -> tuple[Any, Any, Any]:
    """U, the singular values from the largest to the smallest, and V: as many columns as the array has."""
    u, w, vt = numpy.linalg.svd(array, full_matrices=array.shape[0] < array.shape[1])
    missing = array.shape[1] - len(w)
    if missing:
        u, w = numpy.pad(u, ((0, 0), (0, missing))), numpy.pad(w, (0, missing))
    return u, w, vt.T


def row_reduced(array: Any, small: float) -> Any:
    """The reduced row echelon form of an array of independent rows, in which what is small is no pivot."""
    found = array.copy()
    at = 0
    for column in range(found.shape[1]):
        if at == len(found):
            break
        best = at + int(abs(found[at:, column]).argmax())
        if abs(found[best, column]) > small:
            found[[at, best]] = found[[best, at]]
            found[at] /= found[at, column]
            for i in range(len(found)):
                if i != at:
                    found[i] -= found[i, column] * found[at]
            at += 1
    return found


def inverses(w: Any, eps: Any, operation: str = CALLED) -> Any:
    """The inverses of the singular values, 0 for those below eps times the largest one."""
    kept = w >= max(real(eps, operation) * w.max(initial=0.0), numpy.finfo(float).tiny)  # smaller ones have no inverse
    return numpy.where(kept, 1 / numpy.where(kept, w, 1.0), 0.0)


@public("svd-least-squares")
def svd_least_squares(
    matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None
) -> tuple[Up, Up, float]:
    """The x for which A x is nearest to b, with its standard errors and the sum of the squares of A x - b.

    Singular values below ``eps`` times the largest are left out. The errors of the components of b, all 1 unless they
    are given, weigh the equations.

    Scheme:  (svd-least-squares A b [eps db]), which is (list x dx chi2)
    Shapes:  A: m by n;  b: m numbers;  x, dx: up(n);  chi2: scalar
    Units:   none: entries are numbers; eps is relative to the largest singular value
    Raises:  StructureError unless there is a component of b, and an error, for each row
    >>> svd_least_squares(matrix_by_rows([1, 0], [0, 1], [0, 0]), [1, 2, 3])[0]
    (up 1. 2.)
    """
    name = "svd-least-squares"
    array = array_of(matrix, name)
    column = numpy.array([real(x, name) for x in column_of(right, len(array), name)])
    scale = numpy.ones(len(array))
    if errors is not None:
        scale = numpy.array([real(x, name) for x in column_of(errors, len(array), name)])
        if not scale.all():
            raise StructureError(f"{name} expects errors that are not 0, got {describe(errors)}")
    u, w, v = decomposed(array / scale[:, None])
    inverted = inverses(w, eps, name)
    x = v @ (inverted * (u.T @ (column / scale)))
    dx = numpy.hypot.reduce(v * inverted, axis=1)
    left = array @ x - column
    return Up(x.tolist()), Up(dx.tolist()), float(linear.quiet(numpy.vdot)(left, left))


# --- eigenvalues -----------------------------------------------------------------------------------------------------
# Eigenvalues of matrices of numbers in the order of their magnitudes.


def _by_size(value: Any) -> tuple[float, float, float]:
    z = complex(g.inexact(value))
    return abs(z), z.real, -z.imag


def _as_root(value: Any) -> Any:
    """An eigenvalue as a root of a polynomial is given: a float, unless it is 0, or has symbols."""
    found = g.inexact(value)
    return found if found != 0 and is_number(found) else value


@public("matrix->eigenvalues")
def matrix_to_eigenvalues(matrix: LinearMap, expand: bool = True) -> tuple[Any, ...]:
    """The eigenvalues of a square matrix by their magnitudes, each as often as its multiplicity.

    Unless they are to be expanded: then every one comes once, with its multiplicity before it. Numbers are floats, as
    roots of polynomials are, except 0 (eigenvalues has exact ones).

    Scheme:  (matrix->eigenvalues A), (matrix->eigenvalues A #f), a list of (cons multiplicity eigenvalue)
    Shapes:  A: n by n;  result: a list of n
    Raises:  DomainError if a matrix with symbols is larger than 2 by 2 and not triangular
    >>> A, B = matrix_by_rows([-2, 0], [0, 1]), matrix_by_rows([1, 0], [0, 1])
    >>> matrix_to_eigenvalues(A), matrix_to_eigenvalues(B, False)
    ((1.0, -2.0), ((2, 1.0),))
    """
    given = eigenvalues(matrix)
    are_numbers = all(is_number(g.inexact(x)) for x in given)
    found = tuple(map(_as_root, sorted(given, key=_by_size) if are_numbers else given))
    if expand is not False:
        return found
    return tuple((found.count(x), x) for x in dict.fromkeys(found))


# --- Newton's method -------------------------------------------------------------------------------------------------
# Newton's method, with exact derivatives: for systems of equations, and for minima.
#
# A step to a solution that makes the residual larger is halved. Where the Jacobian is singular, or has more columns
# than rows, the shortest step is taken: the solution found is the nearest one of a family. A step to a minimum goes
# down along every axis of the second derivative, also where the function is not convex.
#
# Source: Deuflhard, Newton Methods for Nonlinear Problems, 3, 4.4; Nocedal, Wright, Numerical Optimization, 3.4

NEWTON_STEPS = 60
HALVINGS = 30
SINGULAR = 1e-8  # of the largest singular value, is zero
REGULAR = 1e-15  # where the solution is known to be alone
SMALL, LARGE = 2.0**-10, 2.0**10  # beyond these numbers are too far from 1 for errors relative to that

FAR = 1e8  # times as far as the start: there is no minimum
DESCENTS = 200
LONGEST = 100.0  # times as far as the point is from 0 goes a step to a minimum

#: The value of a function, its gradient and its second derivative, row by row.
Expansion = Callable[[list[float]], tuple[float, Sequence[float], Sequence[Sequence[float]]]]

#: The residual and its Jacobian, row by row.
System = Callable[[list[float]], tuple[Sequence[float], Sequence[Sequence[float]]]]


def newton(
    system: System,
    start: Sequence[float],
    operation: str,
    tolerance: float = 1e-12,
    singular: float = SINGULAR,
    known: Sequence[float] | None = None,
    equations: Sequence[float] | None = None,
) -> list[float]:
    """A solution near a start: the next step would be no longer than the tolerance, relative and absolute.

    Absolute is what belongs to plain numbers; of unknowns and equations of other sizes it is relative to these. The
    sizes of the unknowns may be known, and those of the equations.

    Raises:  ConvergenceError, with the best point and the residual there
    """
    first = numpy.array(start, dtype=float)
    sizes, rows = _sizes(first, _evaluated(system, first)[1], known)
    rows = rows if equations is None else numpy.array(equations)

    def scaled(point: Any) -> tuple[Any, Any]:
        residual, jacobian = _evaluated(system, point * sizes)
        return residual / rows, jacobian / rows[:, None] * sizes

    point = first / sizes
    residual, jacobian = scaled(point)
    for _ in range(NEWTON_STEPS):
        if not (numpy.isfinite(residual).all() and numpy.isfinite(jacobian).all()):
            break
        step = numpy.linalg.lstsq(jacobian, -residual, rcond=singular)[0]
        allowed = tolerance * (1 + numpy.abs(point).max(initial=0.0))
        small = numpy.abs(step).max(initial=0.0) <= allowed
        better = _better(scaled, numpy.linalg.norm, point, numpy.linalg.norm(residual), step)
        if better is not None:
            point, residual, jacobian = better
        if small and _is_settled(residual, jacobian, allowed):
            return (point * sizes).tolist()  # type: ignore[no-any-return]
        if better is None:
            break
    residual, best = residual * rows, (point * sizes).tolist()
    why = f"Newton's method does not converge; the best is {best}, it is off by {float(numpy.linalg.norm(residual))}"
    raise ConvergenceError(f"{operation}: {why}", point=best, residual=residual.tolist())


def _sizes(point: Any, jacobian: Any, told: Sequence[float] | None) -> tuple[Any, Any]:
    """What errors of unknowns and of equations are relative to: 1 for plain numbers, else their sizes.

    Of unknowns that are small beside 1 and the others these follow from the equations; where one has no others than
    these they are no larger than the others.
    """

    def plain(size: Any) -> Any:
        return numpy.where((size >= SMALL) & (size <= LARGE) | ~(size > 0) | ~numpy.isfinite(size), 1.0, size)

    with numpy.errstate(all="ignore"):
        size, slopes = numpy.abs(point), numpy.abs(jacobian)
        if told is not None:
            sizes = plain(numpy.array(told))
            return sizes, plain((slopes * sizes).max(axis=1, initial=0.0))
        known = size >= SMALL * min(1.0, size.max(initial=0.0))
        sizes = plain(numpy.where(known, size, 1.0))
        moved = (slopes * numpy.where(known, sizes, 0.0)).max(axis=1, initial=0.0)
        by_equations = numpy.where((moved > 0)[:, None], moved[:, None] / slopes, numpy.inf).min(
            axis=0, initial=numpy.inf
        )
        alone = ((moved == 0)[:, None] & (slopes > 0)).any(axis=0)
        most = sizes.max(initial=0.0, where=known) or 1.0
        sizes = numpy.where(known, sizes, plain(numpy.where(alone, numpy.minimum(by_equations, most), by_equations)))
        return sizes, plain((slopes * sizes).max(axis=1, initial=0.0))


def _evaluated(system: System, point: Any) -> tuple[Any, Any]:
    residual, jacobian = system([float(x) for x in point])
    return numpy.array(residual, dtype=float), numpy.array(jacobian, dtype=float)


def _better(
    evaluated: Callable[[Any], Any], size: Callable[[Any], Any], point: Any, now: Any, step: Any
) -> tuple[Any, ...] | None:
    """The point with its values after the longest part of a step that makes the size of the first of these smaller."""
    for k in range(HALVINGS):
        moved = point + step / 2**k
        try:
            found = evaluated(moved)
        except (ScmpyError, ArithmeticError, ValueError):
            continue
        if size(found[0]) < now:
            return moved, *found
    return None


def _is_settled(residual: Any, jacobian: Any, allowed: float) -> bool:
    return bool(numpy.abs(residual).max(initial=0.0) <= 10 * allowed * max(1.0, numpy.abs(jacobian).max(initial=0.0)))


def minimum(function: Expansion, start: Sequence[float], operation: str) -> list[float]:
    """A place where a function is lowest: no more than 1e-11 away, relative and absolute.

    Raises:  ConvergenceError if the function keeps falling or it does not settle
    """
    point = numpy.array(start, dtype=float)
    far = FAR * max(1.0, numpy.abs(point).max(initial=0.0))
    value, gradient, hessian = _expanded(function, point)
    for _ in range(DESCENTS):
        curvatures, axes = numpy.linalg.eigh(hessian)
        least = 1e-10 * numpy.abs(curvatures).max(initial=0.0)
        slopes = axes.T @ gradient
        size = 1 + numpy.abs(point).max(initial=0.0)
        divisors = numpy.maximum(numpy.abs(curvatures), max(least, numpy.abs(slopes).max() / (LONGEST * size)))
        parts = -slopes / numpy.maximum(divisors, 1e-300)
        small = numpy.abs(parts).max(initial=0.0) <= 1e-11 * size
        if small and curvatures.min(initial=0.0) >= -least:
            return [float(x) for x in point + axes @ parts]
        if small:  # a saddle
            parts = numpy.where(curvatures < -least, 0.1 * size, parts)
        lower = _better(partial(_expanded, function), float, point, value, axes @ parts)
        if lower is None:
            if numpy.abs(parts).max() <= 1e-6 * size and curvatures.min() >= -least:
                return [float(x) for x in point + axes @ parts]  # rounding hides what the step gains
            break
        point, value, gradient, hessian = lower
        if numpy.abs(point).max() > far:
            raise ConvergenceError(f"{operation} found no minimum; the function is still falling at {point.tolist()}")
    place = point.tolist()
    why = f"{operation} found no minimum; the lowest place was {place}, of value {value}"
    raise ConvergenceError(why, point=place, residual=gradient.tolist())


def _expanded(function: Expansion, point: Any) -> tuple[float, Any, Any]:
    value, gradient, hessian = function(point.tolist())
    return value, numpy.array(gradient, dtype=float), numpy.array(hessian, dtype=float)
