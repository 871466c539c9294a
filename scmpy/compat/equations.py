"""Systems of equations solved by substitution; parts of matrices, determinants as formulas, null spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.compat import declare_documented
from scmpy.errors import BadIndexError, DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.numbers import MACHINE_EPSILON, inexact_complex, is_exact
from scmpy.generic.settings import MOST_COMPONENTS, MOST_TERMS, count, instances, items
from scmpy.generic.types import Formula, Value, Values, is_number
from scmpy.numerics.linear import as_root, by_magnitude, row_reduced, square_of
from scmpy.registry import numpy
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix, m_generate, m_make_identity, row_matrix
from scmpy.structure.tuples import Down, Up, as_structure
from scmpy.structure.types import LinearMap
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, expression_from, subexpressions, symbol
from scmpy.symbolic.normal_forms import expression_walker
from scmpy.symbolic.polynomials import solutions
from scmpy.symbolic.simplify import reduces_to_zero, simplify

# --- equation solver -------------------------------------------------------------------------------------------------
# Systems of equations solved by substitution, one unknown after the other, with the reasons for every value.
#
# An equation is a residual, which is to vanish, and its justifications: names of whatever it comes from. An unknown is
# isolated in the simplest equation in which one can be, put into the others and into the values found before, and so
# on; a value inherits the justifications of all equations that went into it. Where an equation has two roots, each is
# tried, justified by its own hypothesis; a contradiction goes back to the last choice.
#
# A solution is a list of residual equations, residual variables, substitutions and tough equations, those in which no
# unknown can be isolated; a substitution is ``((= x value) justifications)``, an equation ``(residual justifications
# variables)``.

#: Floats below this are taken as 0, as what cancels is not zero exactly.
_SMALL = 1e-15

_EQUALS, _CONTRADICTIONS = symbol("="), symbol("contradictions")


class Equation(NamedTuple):
    residual: Any
    justifications: tuple[Any, ...]

    @property
    def is_tautology(self) -> bool:
        return is_number(self.residual) and abs(self.residual) < _SMALL

    @property
    def is_contradiction(self) -> bool:
        return is_number(self.residual) and not self.is_tautology

    def power(self, unknown: Expression) -> Any:
        return _exponent(unknown, self.residual)

    def difficulty(self) -> Any:
        return sum(map(self.power, _variables(self.residual)))

    def at(self, found: Substitution) -> Equation:
        """The equation where an unknown has its value."""
        if not _occurs(found.unknown, self.residual):
            return self
        value = substitute(self.residual, {found.unknown: found.value})
        return Equation(_numerator(value), _union(found.justifications, self.justifications))

    def listed(self) -> tuple[Any, ...]:
        return self.residual, self.justifications, _variables(self.residual)


class Substitution(NamedTuple):
    unknown: Expression
    value: Any
    justifications: tuple[Any, ...]

    def at(self, found: Substitution) -> Substitution:
        """The same where another unknown has its value."""
        if not _occurs(found.unknown, self.value):
            return self
        value = simplify(substitute(self.value, {found.unknown: found.value}))
        return Substitution(self.unknown, value, _union(found.justifications, self.justifications))

    def listed(self) -> tuple[Any, ...]:
        return (_EQUALS, self.unknown, self.value), self.justifications


@dataclass
class _Search:
    """What all branches of a search share: the equations as given, the contradictions found, the steps taken."""

    equations: tuple[Equation, ...]
    contradictions: list[Equation] = field(default_factory=list)
    steps: int = 0

    def solutions(
        self, equations: tuple[Equation, ...], unknowns: tuple[Expression, ...], found: tuple[Substitution, ...] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """The solutions that follow from values that have been found, by all choices of roots."""
        for equation in sorted(equations, key=Equation.difficulty) if unknowns else ():
            present = sorted((x for x in unknowns if _occurs(x, equation.residual)), key=equation.power)
            choices = next(filter(None, (_isolated(x, equation) for x in present)), None)
            if choices:
                rest = [each for each in equations if each is not equation]
                for choice in choices:
                    self.steps = MOST_TERMS.check(self.steps + 1, "solve-incremental", "substitutions", 100)
                    if after := self.after(choice, rest, found):
                        left, values = after
                        yield from self.solutions(left, tuple(x for x in unknowns if x != choice.unknown), values)
                return
        if self.hold_at(found):
            left_over = tuple(each.listed() for each in equations)
            residual, tough = ((), left_over) if unknowns else (left_over, ())
            yield residual, unknowns, tuple(each.listed() for each in found), tough

    def after(
        self, choice: Substitution, equations: Iterable[Equation], found: tuple[Substitution, ...]
    ) -> tuple[tuple[Equation, ...], tuple[Substitution, ...]] | None:
        """Equations and values where an unknown has its value; None if that is none."""
        with suppress(DivisionByZeroError, DomainError):  # the value is no point of the domain
            left = [each.at(choice) for each in equations]
            values = choice, *(each.at(choice) for each in found)
            if self.agree(left):
                return tuple(each for each in left if not each.is_tautology), values
        return None

    def hold_at(self, found: tuple[Substitution, ...]) -> bool:
        """Do the equations as given hold at the values? Squaring adds roots."""
        with suppress(DivisionByZeroError, DomainError):
            return self.agree(reduce(Equation.at, found, each) for each in self.equations)
        return False

    def agree(self, equations: Iterable[Equation]) -> bool:
        """Is none of them a contradiction? Those that are get noted."""
        wrong = [each for each in equations if each.is_contradiction]
        self.contradictions += wrong
        return not wrong


def _numerator(expression: Any) -> Any:
    found = simplify(expression)
    if isinstance(found, Application) and found.operator is Head.OVER and len(found.operands) == 2:
        found = found.operands[0]
    return 0 if isinstance(found, (float, complex)) and abs(found) < _SMALL else found


def _occurs(part: Expression, whole: Any) -> bool:
    return isinstance(whole, Expression) and part in set(subexpressions(whole))


def _variables(expression: Any) -> tuple[Any, ...]:
    if not isinstance(expression, Expression):
        return ()
    found: dict[Any, None] = {} if not isinstance(expression, Symbol) else {expression: None}
    for node in subexpressions(expression):
        if isinstance(node, Application):
            found.update(dict.fromkeys(x for x in node.operands if isinstance(x, Symbol) and x is not Head.D))
    return tuple(reversed(found))


def _union(some: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    for each in others if some else ():
        some = some if each in some else (each, *some)
    return some or others


def _exponent(unknown: Expression, expression: Any) -> Any:
    if not _occurs(unknown, expression):
        return 0
    powers = [
        node.operands[1]
        for node in subexpressions(expression)
        if isinstance(node, Application) and node.operator is Head.EXPT and node.operands[0] == unknown
    ]
    return max((1, *(x for x in powers if is_number(x) and not isinstance(x, complex))))


def _isolated(unknown: Expression, equation: Equation) -> list[Substitution]:
    """The values of an unknown by an equation; each of several has a premise of its own."""
    with suppress(DivisionByZeroError, DomainError):
        roots = list(dict.fromkeys(map(simplify, solutions(equation.residual, unknown))))
        signs = ("+", "-") if len(roots) == 2 else ()
        root = symbol("root"), unknown, equation.residual
        premises = [(symbol("hypothetical"), (symbol(sign), *root)) for sign in signs]
        return [
            Substitution(unknown, root, _union(tuple(premises[n : n + 1]), equation.justifications))
            for n, root in enumerate(roots)
        ]
    return []


_walk = expression_walker({"square": g.square, "cube": g.cube})


def _as_equation(given: Any, operation: str) -> Equation:
    parts = items(given, operation)
    if len(parts) != 3:
        raise WrongTypeError(f"{operation} expects equations made by make-equation, got {describe(given)}")
    return Equation(expression_from(parts[0]), items(parts[1], operation))


def _as_unknowns(given: Any, operation: str) -> tuple[Expression, ...]:
    unknowns = tuple(map(expression_from, items(given, operation)))
    for each in unknowns:
        if not isinstance(each, Expression):
            raise WrongTypeError(f"{operation} expects symbols and other expressions as unknowns, got {describe(each)}")
    return tuple(dict.fromkeys(unknowns))


def make_equation(residual: Formula, justifications: Values = ()) -> tuple[Any, ...]:
    """(make-equation '(+ (* 3 x) y -7) (list 'A)) That an expression vanishes, with names for where it comes from.
    x, y, A = symbols("x y A"); make_equation((3 * x + y - 7) / y, [A]) => ((+ -7 (* 3 x) y), (A,), (y, x))"""
    justifications, given = items(justifications), expression_from(residual)
    if isinstance(given, Expression):
        given = _walk(given)  # a quoted list may have the operators square and cube
    return Equation(_numerator(given), justifications).listed()


def solve_incremental(
    equations: Values,
    unknowns: Values,
    succeed: Callable[..., Any] | None = None,
    fail: Callable[..., Any] | None = None,
) -> Value:
    """(solve-incremental (list (make-equation '(+ x y -3) '(A)) ...) '(x y) [succeed fail])
    The values of unknowns by equations, found by substitution, with the justifications of each.

    It gives a list of residual equations, residual variables, substitutions and tough equations, or, where there is no
    solution, a list of ``contradictions`` and equations that cannot hold. ``succeed`` takes a solution and a procedure
    that goes on to the next one; after the last one there is ``fail``.
    x, y, A, B = symbols("x y A B"); both = [make_equation(3 * x + y - 7, [A]), make_equation(3 * x - y - 5, [B])];
    substitutions(solve_incremental(both, [x, y])) => (((=, y, 1), (B, A)), ((=, x, 2), (B, A)))"""
    name = "solve-incremental"
    search = _Search(tuple(_as_equation(each, name) for each in items(equations, name)))
    found = search.solutions(tuple(x for x in search.equations if not x.is_tautology), _as_unknowns(unknowns, name))

    def next_solution() -> Any:
        solution = next(found, None)
        if solution is not None:
            return solution if succeed is None else succeed(solution, next_solution)
        if fail is not None:
            return fail()
        return _CONTRADICTIONS, *(wrong.listed() for wrong in dict.fromkeys(search.contradictions))

    return next_solution()


def solve_equations(equations: Values, unknowns: Values) -> Value:
    """(solve-equations (list '(+ x y -3) '(- x y 1)) '(x y)) What solve-incremental finds first.

    Equations are made by make-equation, or residuals, which eq:0, eq:1, ... justify. (In the original as loaded the
    name is bound to a procedure that fails for every equation.)
    x, y, A = symbols("x y A"); equations = [x + y - 3, make_equation(x - y - 1, [A])];
    substitutions(solve_equations(equations, [x, y])) => (((=, y, 1), (A, eq:0)), ((=, x, 2), (A, eq:0)))"""
    given = [
        each
        if isinstance(each, tuple) and len(each) == 3 and each[2] == _variables(each[0])
        else make_equation(each, [symbol(f"eq:{n}")])
        for n, each in enumerate(items(equations, "solve-equations"))
    ]
    return solve_incremental(given, unknowns)


def _parts(solution: Any, operation: str) -> tuple[Any, ...]:
    parts = items(solution, operation)
    if len(parts) != 4:
        raise WrongTypeError(f"{operation} expects a list of 4 parts, got {describe(solution)}")
    return parts


def residual_equations(solution: Values) -> Value:
    """(residual-equations solution) The equations that a solution leaves, as no unknown is left.
    residual_equations(((), (), (((symbols("="), "x", 3), ()),), ())) => ()
    Raises:  WrongTypeError for a list of another length"""
    return _parts(solution, "residual-equations")[0]


def substitutions(solution: Values) -> Value:
    """(substitutions solution) The values of the unknowns in a solution, the last one found first.
    x = symbols("x"); substitutions(solve_equations([2 * x - 6], [x])) => (((=, x, 3), (eq:0,)),)
    Raises:  WrongTypeError for a list of another length"""
    return _parts(solution, "substitutions")[2]


# --- matrix parts ----------------------------------------------------------------------------------------------------

#: The value, which must be a matrix.
checked = instances(Matrix, "a matrix")


def _index(size: int, index: Any, operation: str, kind: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < size:
        raise BadIndexError(f"Bad index -- {operation.upper()} {index}: there are {kind} 0 to {size - 1}")
    return index


def m_make_diagonal(diagonal: int | Values, entry: Value = None) -> Matrix:
    """(m:make-diagonal v) The matrix with these entries on the diagonal and zeros elsewhere; or n times an entry.
    m_make_diagonal([5, 6]) => (matrix-by-rows (list 5 0) (list 0 6))
    Shapes:  v: n entries;  result: n by n"""
    if entry is None:
        entries = list(items(diagonal)) if isinstance(diagonal, Iterable) else [diagonal]
    else:
        entries = [entry] * count(diagonal)
    return m_generate(len(entries), len(entries), lambda i, j: entries[i] if i == j else 0)


def _line(matrix: Any, axis: int, operation: str) -> Any:
    if not isinstance(matrix, Matrix) or matrix.shape[axis] != 1:
        raise StructureError(f"{operation} expects a {('row', 'column')[axis]}, got {describe(matrix)}")
    return matrix.column(0) if axis else matrix.rows[0]


def row_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(row-matrix->vector M) The vector of the entries of a row. | row_matrix_to_vector(row_matrix(1, 2)) => [1, 2]
    Shapes:  M: 1 by n;  result: a vector of n
    Raises:  StructureError if the matrix has more than one row"""
    return list(_line(matrix, 0, "row-matrix->vector"))


def column_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(column-matrix->vector M) The vector of the entries of a column.
    column_matrix_to_vector(column_matrix(1, 2)) => [1, 2]
    Shapes:  M: n by 1;  result: a vector of n
    Raises:  StructureError if the matrix has more than one column"""
    return list(_line(matrix, 1, "column-matrix->vector"))


def column_matrix_to_up(matrix: Matrix) -> Up:
    """(column-matrix->up M) The up tuple of the entries of a column.
    column_matrix_to_up(column_matrix(1, 2)) => (up 1 2)
    Shapes:  M: n by 1;  result: up(n)
    Raises:  StructureError if there is more than one column"""
    return Up(_line(matrix, 1, "column-matrix->up"))


def row_matrix_to_down(matrix: Matrix) -> Down:
    """(row-matrix->down M) The down tuple of the entries of a row. | row_matrix_to_down(row_matrix(1, 2)) => (down 1 2)
    Shapes:  M: 1 by n;  result: down(n)
    Raises:  StructureError if there is more than one row"""
    return Down(_line(matrix, 0, "row-matrix->down"))


def down_to_row_matrix(s: Down) -> Matrix:
    """(down->row-matrix (down x ...)) The row of the components of a down tuple.
    down_to_row_matrix(down(1, 2)) => (matrix-by-rows (list 1 2))
    Shapes:  s: down(n);  result: 1 by n"""
    return row_matrix(*as_structure(s))


def is_diagonal(value: Value) -> bool:
    """(diagonal? M) Is this a square matrix whose entries off the diagonal vanish?
    is_diagonal(matrix_by_rows([1, 0], [0, 2])), is_diagonal(matrix_by_rows([1, 2], [0, 1])) => (True, False)"""
    return (
        isinstance(value, Matrix)
        and value.shape[0] == value.shape[1]
        and all(i == j or reduces_to_zero(entry) for i, row in enumerate(value.rows) for j, entry in enumerate(row))
    )


def m_dimension(matrix: Matrix) -> int:
    """(m:dimension M) The number of rows of a square matrix. | m_dimension(matrix_by_rows([1, 2], [3, 4])) => 2
    Shapes:  M: n by n;  result: n
    Raises:  StructureError if the matrix is not square"""
    return linear.check_square(checked(matrix).rows)


def m_nth_row(matrix: Matrix, n: int) -> Up:
    """(m:nth-row M n) The vector of the n-th row, from zero. | m_nth_row(matrix_by_rows([1, 2], [3, 4]), 1) => (up 3 4)
    Shapes:  M: m by n;  result: up(n)
    Raises:  BadIndexError if there is no such row"""
    rows = checked(matrix).rows
    return Up(rows[_index(len(rows), n, "m:nth-row", "rows")])


def m_nth_col(matrix: Matrix, n: int) -> Up:
    """(m:nth-col M n) The vector of the n-th column, from zero.
    m_nth_col(matrix_by_rows([1, 2], [3, 4]), 1) => (up 2 4)
    Shapes:  M: m by n;  result: up(m)
    Raises:  BadIndexError if there is no such column"""
    return Up(matrix.column(_index(checked(matrix).shape[1], n, "m:nth-col", "columns")))


def m_submatrix(matrix: Matrix, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """(m:submatrix M row row-end column column-end) The block between rows and columns; the ends are excluded.
    m_submatrix(matrix_by_rows([1, 2, 3], [4, 5, 6]), 0, 2, 1, 3) => (matrix-by-rows (list 2 3) (list 5 6))
    Shapes:  M: m by n;  result: row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start"""
    rows, columns = checked(matrix).shape
    for start, end, size, kind in ((row, row_end, rows, "rows"), (column, column_end, columns, "columns")):
        _index(size + 1, end, "m:submatrix", f"ends of {kind}")
        _index(end + 1, start, "m:submatrix", f"starts of {kind}")
    return Matrix([line[column:column_end] for line in matrix.rows[row:row_end]])


def m_solve(matrix: Matrix, right: Value) -> Value:
    """(m:solve M b) The x with M x = b for an up tuple or a matrix b; for a down tuple or a row b the x with x M = b.
    m_solve(matrix_by_rows([2, 0], [0, 4]), up(2, 2)) => (up 1 1/2)
    Shapes:  M: n by n;  b: up(n), down(n), n by m or 1 by n;  result: shaped like b
    Raises:  DivisionByZeroError if M is singular"""
    checked(matrix)
    if isinstance(right, Matrix) and right.shape[0] == matrix.shape[0] > 1:
        return g.mul(g.invert(matrix), right)
    return g.div(right if isinstance(right, Matrix) else as_structure(right), matrix)


# --- matrix formulas -------------------------------------------------------------------------------------------------

Operation = Callable[..., Any]


def general_determinant(add: Operation, sub: Operation, mul: Operation, is_zero: Operation) -> Callable[[Any], Any]:
    """((general-determinant + - * zero?) M) The determinant of a matrix by these operations alone; (add) is zero.
    general_determinant(add, sub, mul, is_zero)(matrix_by_rows([1, 2], [3, 4])) => -2
    Math:    the expansion along the rows; the minors of the last rows are computed once
    Raises:  StructureError unless M is square; LimitError for too many rows"""

    def determinant(matrix: Any) -> Any:
        n = _square(matrix, "general-determinant")
        return linear.minors(matrix.rows, add, sub, mul, lambda x: is_zero(x) is not False)(tuple(range(n)))

    return determinant


def _square(matrix: Any, name: str) -> int:
    rows = checked(matrix, name).rows
    if any(len(row) != len(rows) for row in rows):
        raise StructureError(f"{name} expects a square matrix, got {describe(matrix)}")
    MOST_TERMS.check(2 ** len(rows), name, "minors")
    return len(rows)


def classical_adjoint_formula(
    add: Operation, sub: Operation, mul: Operation, div: Operation, is_zero: Operation
) -> Callable[[Any], Matrix]:
    """((classical-adjoint-formula + - * / zero?) M) The adjoint of a matrix over its determinant: its inverse.
    formula = classical_adjoint_formula(add, sub, mul, div, is_zero); a, b = symbols("a b");
    formula(matrix_by_rows([a, 0], [b, 1])) => (matrix-by-rows (list (/ 1 a) 0) (list (/ (* -1 b) a) 1))
    Shapes:  M: n by n;  result: matrix -> matrix
    Raises:  StructureError unless M is square;  DivisionByZeroError if it is singular; LimitError for too many rows"""
    determinant = general_determinant(add, sub, mul, is_zero)

    def inverse(matrix: Any) -> Matrix:
        n, whole = _square(matrix, "classical-adjoint-formula"), determinant(matrix)

        def entry(i: int, j: int) -> Any:
            left = Matrix(line[:i] + line[i + 1 :] for k, line in enumerate(matrix.rows) if k != j)
            minor = 1 if n == 1 else determinant(left)
            return div(sub(add(), minor) if (i + j) % 2 else minor, whole)

        return m_generate(n, n, entry)

    return inverse


# --- null spaces -----------------------------------------------------------------------------------------------------
# Null spaces and eigenvectors of matrices of numbers: bases of unit vectors, with components of their own.

CUTOFF = 1000 * MACHINE_EPSILON

#: Eigenvalues are not known better than to this; what a matrix less one of them takes to 0 is found to it.
EIGEN_CUTOFF = 1e-10


def _null_vectors(rows: list[list[Any]], cutoff: float, size: float) -> list[Any]:
    array = numpy.array([[complex(g.inexact(x)) for x in row] for row in rows])
    array = array if array.imag.any() else array.real
    _, w, vh = numpy.linalg.svd(array)
    least = cutoff * numpy.abs(array).max(initial=size)
    return list(vh[(numpy.pad(w, (0, vh.shape[0] - len(w))) <= least)].conj())


def _unit(vector: Any) -> Up:
    size = g.sqrt(sum((g.mul(x, g.conjugate(x)) for x in vector), 0))
    return Up(g.div(x, size) for x in vector)


def _freed(vectors: list[Any]) -> list[Any]:
    """Other vectors with the same span: each has a component 1 where the others have 0, the last possible ones."""
    work = row_reduced(numpy.array(vectors)[:, ::-1], CUTOFF)[:, ::-1]
    return [[inexact_complex(complex(x)) for x in row] for row in work]


def _basis(matrix: LinearMap, operation: str, cutoff: float, size: float = 0.0) -> tuple[Up, ...]:
    """What a matrix takes to 0, but for a part of its size, or of that which it was made of."""
    rows = square_of(matrix, operation)
    if all(is_exact(x) for row in rows for x in row):
        found: list[Any] = list(reversed(linear.null_space(tuple(map(tuple, rows)))))
    else:
        vectors = _null_vectors(rows, cutoff, size)
        found = _freed(vectors) if vectors else []
    return tuple(map(_unit, found))


def lu_null_space(matrix: LinearMap) -> tuple[Up, ...]:
    """(lu-null-space A) Unit vectors that span what a square matrix of numbers takes to 0, to rounding.
    lu_null_space(matrix_by_rows([3, 4], [6, 8])) => ((up -4/5 3/5),)
    Shapes:  A: n by n;  result: a list of up(n), as many as the rank is less than n"""
    return _basis(matrix, "lu-null-space", CUTOFF)


def matrix_to_eigenvalues_eigenvectors(matrix: LinearMap) -> tuple[tuple[Any, ...], ...]:
    """(matrix->eigenvalues-eigenvectors A) The eigenvalues by their magnitudes, each with unit vectors for its space.
    matrix_to_eigenvalues_eigenvectors(matrix_by_rows([2, 0], [0, 3])) => ((2.0, (up 1 0)), (3.0, (up 0 1)))
    Shapes:  A: n by n;  eigenvectors: up(n)"""
    name = "matrix->eigenvalues-eigenvectors"
    values, identity = dict.fromkeys(by_magnitude(matrix)), m_make_identity(len(square_of(matrix, name)))
    shifted = ((x, g.sub(matrix, g.mul(x, identity))) for x in values)
    size = max((abs(complex(g.inexact(x))) for x in values), default=0.0)
    return tuple((as_root(x), *_basis(singular, name, EIGEN_CUTOFF, size)) for x, singular in shifted)


# --- vandermonde -----------------------------------------------------------------------------------------------------

Numbers = tuple[Any, ...]


def solve_vandermonde_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """(solve-vandermonde-system ks ws (lambda (xs) ...) (lambda () ...))
    What a procedure makes of the coefficients of the polynomial that is w_j at k_j; if a k comes twice, fail.

    They are found by divided differences, with errors as small as those of the data make them.
    solve_vandermonde_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0) => (6, 1, 0)
    Math:    sum_i k_j^i x_i = w_j; A. Bjorck and V. Pereyra, Mathematics of Computation 24 (1970) 893
    Raises:  StructureError unless there is a value for each point; LimitError for too many points"""
    points, values = items(ks), list(items(ws))
    n = MOST_COMPONENTS.check(len(points), things="equations", each=10_000)
    if n != len(values):
        raise StructureError(f"solve-vandermonde-system expects as many values as points, got {describe(ws)}")
    if any(a == b for a, b in combinations(points, 2)):
        return fail()
    for k in range(1, n):
        for i in reversed(range(k, n)):
            values[i] = g.div(g.sub(values[i], values[i - 1]), g.sub(points[i], points[i - k]))
    for k in reversed(range(n - 1)):
        for i in range(k, n - 1):
            values[i] = g.sub(values[i], g.mul(points[k], values[i + 1]))
    return succeed(tuple(values))


declare_documented(globals())
