"""Systems of equations solved by substitution; parts of matrices, null spaces, pseudo-inverses, Pauli's matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.compat.declare import rare
from scmpy.errors import (
    CALLED,
    BadIndexError,
    DivisionByZeroError,
    DomainError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.numbers import MACHINE_EPSILON, inexact_complex, is_exact
from scmpy.generic.settings import Limit, count, instances, items
from scmpy.generic.types import Formula, Value, Values, is_number
from scmpy.numerics.linear import as_root, by_magnitude, entries_of, square_of
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix, m_generate, m_make_identity, row_matrix
from scmpy.structure.tuples import Down, Up, as_structure
from scmpy.structure.types import LinearMap
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import (
    D_SYMBOL,
    EXPT,
    OVER,
    Application,
    Expression,
    Symbol,
    expression_from,
    subexpressions,
    symbol,
)
from scmpy.symbolic.normal_forms import expression_walker
from scmpy.symbolic.polynomials import solutions
from scmpy.symbolic.simplify import reduces_to_zero, simplify

# --- equation solver -------------------------------------------------------------------------------------------------
# Systems of equations solved by substitution, one unknown after the other, with the reasons for every value.
#
# An equation is a residual, which is to vanish, and its justifications: names of whatever it comes from. An unknown is
# isolated in the simplest equation that contains one, put into the others and into the values found before, and so on;
# a value inherits the justifications of all equations that went into it. Where an equation has two roots, each is
# tried, justified by its own hypothesis; a contradiction goes back to the last choice. Equations in which no unknown
# can be isolated are put aside, and tried again when more is known. What cannot be solved stays in the result.
#
# A solution is a list of residual equations, residual variables, substitutions and tough equations; a substitution is
# ``((= x value) justifications)``, an equation ``(residual justifications variables)``.

_MOST_STEPS = Limit(
    "most-substitutions", 1_000, "Substitutions that are tried for equations, along all choices of roots."
)

#: Floats below this are taken as 0, as what cancels is not zero exactly.
_SMALL = 1e-15

_EQUALS = symbol("=")
_SOLUTION, _CONTRADICTIONS = symbol("*solution*"), symbol("contradictions")


class Equation(NamedTuple):
    """A residual and what it comes from."""

    residual: Any
    justifications: tuple[Any, ...]

    @property
    def is_tautology(self) -> bool:
        return is_number(self.residual) and abs(self.residual) < _SMALL

    @property
    def is_contradiction(self) -> bool:
        return is_number(self.residual) and not self.is_tautology

    def at(self, found: Substitution) -> Equation:
        """The equation where an unknown has its value."""
        if not _occurs(found.unknown, self.residual):
            return self
        value = substitute(self.residual, {found.unknown: found.value})
        return Equation(_numerator(value), _union(found.justifications, self.justifications))

    def listed(self) -> tuple[Any, ...]:
        return self.residual, self.justifications, _variables(self.residual)


class Substitution(NamedTuple):
    """The value of an unknown and what it comes from."""

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


@dataclass(frozen=True)
class _State:
    """Equations still to be looked at, unknowns without a value, values, equations put aside."""

    residual: tuple[Equation, ...]
    unknowns: tuple[Expression, ...]
    found: tuple[Substitution, ...] = ()
    tough: tuple[Equation, ...] = ()
    progress: bool = False

    def solutions(self, search: _Search) -> Iterator[_State]:
        """The solutions that follow from here, by all choices of roots."""
        state = self
        while state.unknowns and (state.residual or (state.tough and state.progress)):
            if not state.residual:
                state = replace(state, residual=state.tough, tough=(), progress=False)
                continue
            equation = min(state.residual, key=_difficulty)
            rest = replace(state, residual=tuple(each for each in state.residual if each is not equation))
            choices = next(filter(None, (_isolated(x, equation) for x in _present(state.unknowns, equation))), None)
            if choices:
                for choice in choices:
                    after = rest._with(choice, search)
                    if after is not None:
                        yield from after.solutions(search)
                return
            state = replace(rest, tough=(equation, *state.tough))
        if not any(map(state._contradicts(search), search.equations)):
            yield state

    def _with(self, choice: Substitution, search: _Search) -> _State | None:
        """The state where an unknown has a value, if no equation says that it has another."""
        search.steps += 1
        _MOST_STEPS.check(search.steps, "solve-incremental")
        try:
            residual, tough = (tuple(each.at(choice) for each in part) for part in (self.residual, self.tough))
            found = (choice, *(each.at(choice) for each in self.found))
        except (DivisionByZeroError, DomainError):  # the value is no point of the domain
            return None
        wrong = [each for each in (*residual, *tough) if each.is_contradiction]
        search.contradictions += wrong
        if wrong:
            return None
        residual, tough = (tuple(each for each in part if not each.is_tautology) for part in (residual, tough))
        return _State(residual, tuple(x for x in self.unknowns if x != choice.unknown), found, tough, True)

    def _contradicts(self, search: _Search) -> Callable[[Equation], bool]:
        """Is an equation wrong at the values: a root that squaring has added, or no point of the domain?"""

        def wrong(equation: Equation) -> bool:
            try:
                for each in self.found:
                    equation = equation.at(each)
            except (DivisionByZeroError, DomainError):
                return True
            if equation.is_contradiction:
                search.contradictions.append(equation)
            return equation.is_contradiction

        return wrong

    def listed(self) -> tuple[Any, ...]:
        parts = (self.residual, self.unknowns, self.found, self.tough)
        return tuple(tuple(x if isinstance(x, Expression) else x.listed() for x in part) for part in parts)


def _numerator(expression: Any) -> Any:
    """The simplified residual, its denominator left out; a number that is almost 0 is 0."""
    found = simplify(expression)
    if isinstance(found, Application) and found.operator is OVER and len(found.operands) == 2:
        found = found.operands[0]
    return 0 if isinstance(found, (float, complex)) and abs(found) < _SMALL else found


def _occurs(part: Expression, whole: Any) -> bool:
    return isinstance(whole, Expression) and part in set(subexpressions(whole))


def _variables(expression: Any) -> tuple[Any, ...]:
    """The symbols of an expression, as operands: those that come later first."""
    if not isinstance(expression, Expression):
        return ()
    found: dict[Any, None] = {} if not isinstance(expression, Symbol) else {expression: None}
    for node in subexpressions(expression):
        if isinstance(node, Application):
            found.update(dict.fromkeys(x for x in node.operands if isinstance(x, Symbol) and x is not D_SYMBOL))
    return tuple(reversed(found))


def _union(some: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    """The justifications of both, what the others add first."""
    for each in others if some else ():
        some = some if each in some else (each, *some)
    return some or others


def _exponent(unknown: Expression, expression: Any) -> Any:
    """The greatest power of an unknown in an expression; 0 if it does not occur."""
    if not _occurs(unknown, expression):
        return 0
    powers = [
        node.operands[1]
        for node in subexpressions(expression)
        if isinstance(node, Application) and node.operator is EXPT and node.operands[0] == unknown
    ]
    return max((1, *(x for x in powers if is_number(x) and not isinstance(x, complex))))


def _difficulty(equation: Equation) -> Any:
    return sum(_exponent(x, equation.residual) for x in _variables(equation.residual))


def _present(unknowns: Iterable[Expression], equation: Equation) -> list[Expression]:
    """The unknowns in an equation, those of the lowest powers first."""
    present = [x for x in unknowns if _occurs(x, equation.residual)]
    return sorted(present, key=lambda x: _exponent(x, equation.residual))


def _isolated(unknown: Expression, equation: Equation) -> list[Substitution]:
    """The values of an unknown by an equation; each of several has a premise of its own."""
    with suppress(DivisionByZeroError, DomainError):
        roots = list(dict.fromkeys(map(simplify, solutions(equation.residual, unknown))))
        premises = [_premise(sign, unknown, equation) for sign in ("+", "-")] if len(roots) == 2 else []
        return [
            Substitution(unknown, root, _union(tuple(premises[n : n + 1]), equation.justifications))
            for n, root in enumerate(roots)
        ]
    return []


def _premise(sign: str, unknown: Expression, equation: Equation) -> tuple[Any, ...]:
    """The hypothesis that one of two roots is meant."""
    return symbol("hypothetical"), (symbol(sign), symbol("root"), unknown, equation.residual)


def _as_expression(given: Any) -> Any:
    """The value of an expression or a quoted list; a quoted list may have the operators square and cube."""
    found = expression_from(given)
    return _walk(found) if isinstance(found, Expression) else found


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


@rare
def make_equation(residual: Formula, justifications: Values = ()) -> tuple[Any, ...]:
    """(make-equation '(+ (* 3 x) y -7) (list 'A))
    The equation that an expression vanishes, with names for where it comes from.
    x, y, A = symbols("x y A"); make_equation((3 * x + y - 7) / y, [A]) => ((+ -7 (* 3 x) y), (A,), (y, x))
    """
    justifications = items(justifications)
    return Equation(_numerator(_as_expression(residual)), justifications).listed()


@public("solve-incremental")
def solve_incremental(
    equations: Values,
    unknowns: Values,
    succeed: Callable[..., Any] | None = None,
    fail: Callable[..., Any] | None = None,
) -> Value:
    """The values of unknowns by equations, found by substitution, with the justifications of each.

    Scheme:  (solve-incremental (list (make-equation '(+ x y -3) '(A)) ...) '(x y))
             (solve-incremental equations unknowns (lambda (solution fail) ...) (lambda () ...))
    >>> x, y, A, B = symbols("x y A B")
    >>> both = [make_equation(3 * x + y - 7, [A]), make_equation(3 * x - y - 5, [B])]
    >>> substitutions(solve_incremental(both, [x, y]))
    (((=, y, 1), (B, A)), ((=, x, 2), (B, A)))
    >>> solve_incremental([make_equation(x - 1, [A]), make_equation(x - 2, [B])], [x])
    (contradictions, (-1, (B, A), ()))
    """
    name = "solve-incremental"
    given = tuple(_as_equation(each, name) for each in items(equations, name))
    search = _Search(given)
    start = _State(tuple(x for x in given if not x.is_tautology), _as_unknowns(unknowns, name))
    found = start.solutions(search)

    def next_solution() -> Any:
        state = next(found, None)
        if state is not None:
            return state.listed() if succeed is None else succeed(state.listed(), next_solution)
        if fail is not None:
            return fail()
        wrong = [x.listed() for n, x in enumerate(search.contradictions) if x not in search.contradictions[:n]]
        return _CONTRADICTIONS, *wrong

    return next_solution()


@rare
def solve_equations(equations: Values, unknowns: Values) -> Value:
    """(solve-equations (list '(+ x y -3) '(- x y 1)) '(x y))
    The values of unknowns by equations, made by make-equation or residuals: what solve-incremental finds first.

    Residuals are justified by eq:0, eq:1, ... (In the original as loaded the name is bound to a
    procedure that fails for every equation.)
    x, y, A = symbols("x y A");
    substitutions(solve_equations([x + y - 3, make_equation(x - y - 1, [A])], [x, y])) => (((=, y, 1), (A, eq:0)), ((=, x, 2), (A, eq:0)))
    """
    name = "solve-equations"
    given = [
        each if _is_equation(each) else make_equation(each, [symbol(f"eq:{n}")])
        for n, each in enumerate(items(equations, name))
    ]
    return solve_incremental(given, unknowns)


def _is_equation(given: Any) -> bool:
    """Is this what make-equation makes: a residual, justifications, and the variables of the residual?"""
    return isinstance(given, tuple) and len(given) == 3 and given[2] == _variables(given[0])


def _part(scheme: str, place: int, meaning: str, answer: str) -> None:
    """One part of a solution, by its name."""

    def part(value: Values) -> Value:
        parts = items(value, scheme)
        if len(parts) != 4:
            raise WrongTypeError(f"{scheme} expects a list of 4 parts, got {describe(value)}")
        return parts[place]

    part.__doc__ = docstring(
        meaning,
        f"({scheme} solution)",
        f"{python_name(scheme)}(solve_incremental([make_equation(2 * x - 6, [x])], [x]))",
        answer,
        "x = symbols('x')",
        raises="WrongTypeError for a list of another length",
    )
    register(scheme, part)


_part("residual-equations", 0, "The equations that a solution leaves, as no unknown is left.", "()")
_part("substitutions", 2, "The values of the unknowns in a solution, the last one found first.", "(((=, x, 3), (x,)),)")


# --- matrix parts ----------------------------------------------------------------------------------------------------
# The parts of matrices, special matrices, predicates, and conversions from and to vectors and arrays.

#: The value, which must be a matrix.
checked = instances(Matrix, "a matrix")


def _index(size: int, index: Any, operation: str, kind: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < size:
        raise BadIndexError(f"Bad index -- {operation.upper()} {index}: there are {kind} 0 to {size - 1}")
    return index


# --- constructors ----------------------------------------------------------------------------------------------


@public("m:make-diagonal")
def m_make_diagonal(diagonal: int | Values, entry: Value = None) -> Matrix:
    """The matrix with these entries, or n times this one, on the diagonal and zeros elsewhere.

    Scheme:  (m:make-diagonal v), (m:make-diagonal n x)
    Shapes:  v: n entries;  result: n by n
    >>> m_make_diagonal([5, 6]), m_make_diagonal(2, 5)
    ((matrix-by-rows (list 5 0) (list 0 6)), (matrix-by-rows (list 5 0) (list 0 5)))
    """
    if entry is None:
        entries = list(items(diagonal)) if isinstance(diagonal, Iterable) else [diagonal]
    else:
        entries = [entry] * count(diagonal)
    return m_generate(len(entries), len(entries), lambda i, j: entries[i] if i == j else 0)


@rare
def row_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(row-matrix->vector M) The vector of the entries of a row.
    row_matrix_to_vector(row_matrix(1, 2)) => [1, 2]
    Shapes:  M: 1 by n;  result: a vector of n
    Raises:  StructureError if the matrix has more than one row
    """
    if not isinstance(matrix, Matrix) or matrix.shape[0] != 1:
        raise StructureError(f"row-matrix->vector expects a row, got {describe(matrix)}")
    return list(matrix.rows[0])


@rare
def column_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(column-matrix->vector M) The vector of the entries of a column.
    column_matrix_to_vector(column_matrix(1, 2)) => [1, 2]
    Shapes:  M: n by 1;  result: a vector of n
    Raises:  StructureError if the matrix has more than one column
    """
    if not isinstance(matrix, Matrix) or matrix.shape[1] != 1:
        raise StructureError(f"column-matrix->vector expects a column, got {describe(matrix)}")
    return list(matrix.column(0))


# --- predicates ------------------------------------------------------------------------------------------------


@rare
def is_diagonal(value: Value) -> bool:
    """(diagonal? M) Is this a square matrix whose entries off the diagonal vanish?
    a = symbols("a");
    is_diagonal(matrix_by_rows([1, 0], [0, a])), is_diagonal(matrix_by_rows([1, a], [0, 1])) => (True, False)
    """
    return (
        isinstance(value, Matrix)
        and value.shape[0] == value.shape[1]
        and all(i == j or reduces_to_zero(entry) for i, row in enumerate(value.rows) for j, entry in enumerate(row))
    )


# --- parts -----------------------------------------------------------------------------------------------------


@rare
def m_dimension(matrix: Matrix) -> int:
    """(m:dimension M) The number of rows of a square matrix.
    m_dimension(matrix_by_rows([1, 2], [3, 4])) => 2
    Shapes:  M: n by n;  result: n
    Raises:  StructureError if the matrix is not square
    """
    return linear.check_square(checked(matrix).rows)


@rare
def m_nth_row(matrix: Matrix, n: int) -> Up:
    """(m:nth-row M n) The vector of the entries of the n-th row, from zero.
    m_nth_row(matrix_by_rows([1, 2], [3, 4]), 1) => (up 3 4)
    Shapes:  M: m by n;  result: up(n)
    Raises:  BadIndexError if there is no such row
    """
    rows = checked(matrix).rows
    return Up(rows[_index(len(rows), n, "m:nth-row", "rows")])


@rare
def m_nth_col(matrix: Matrix, n: int) -> Up:
    """(m:nth-col M n) The vector of the entries of the n-th column, from zero.
    m_nth_col(matrix_by_rows([1, 2], [3, 4]), 1) => (up 2 4)
    Shapes:  M: m by n;  result: up(m)
    Raises:  BadIndexError if there is no such column
    """
    columns = checked(matrix).shape[1]
    return Up(matrix.column(_index(columns, n, "m:nth-col", "columns")))


@rare
def m_submatrix(matrix: Matrix, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """(m:submatrix M row row-end column column-end)
    The block between two rows and between two columns; the ends are excluded.
    m_submatrix(matrix_by_rows([1, 2, 3], [4, 5, 6]), 0, 2, 1, 3) => (matrix-by-rows (list 2 3) (list 5 6))
    Shapes:  M: m by n;  result: row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start
    """
    rows, columns = checked(matrix).shape
    for start, end, size, kind in ((row, row_end, rows, "rows"), (column, column_end, columns, "columns")):
        _index(size + 1, end, "m:submatrix", f"ends of {kind}")
        _index(end + 1, start, "m:submatrix", f"starts of {kind}")
    return Matrix([line[column:column_end] for line in matrix.rows[row:row_end]])


# --- lifting and products --------------------------------------------------------------------------------------


@rare
def m_solve(matrix: Matrix, right: Value) -> Value:
    """(m:solve M b) The x with M x = b for an up tuple or a matrix b; for a down tuple or a row b the x with x M = b.
    m_solve(matrix_by_rows([2, 0], [0, 4]), up(2, 2)) => (up 1 1/2)
    Shapes:  M: n by n;  b: up(n), down(n), n by m or 1 by n;  result: shaped like b
    Raises:  DivisionByZeroError if M is singular
    """
    checked(matrix)
    if isinstance(right, Matrix) and right.shape[0] == matrix.shape[0] > 1:
        return g.mul(g.invert(matrix), right)
    return g.div(right if isinstance(right, Matrix) else as_structure(right), matrix)


@rare
def column_matrix_to_up(matrix: Matrix) -> Up:
    """(column-matrix->up M) The up tuple of the entries of a column.
    column_matrix_to_up(column_matrix(1, 2)) => (up 1 2)
    Shapes:  M: n by 1;  result: up(n)
    Raises:  StructureError if there is more than one column
    """
    if matrix.shape[1] != 1:
        raise StructureError(f"column-matrix->up expects a column, got {describe(matrix)}")
    return Up(matrix.column(0))


@rare
def down_to_row_matrix(s: Down) -> Matrix:
    """(down->row-matrix (down x ...)) The row of the components of a down tuple.
    down_to_row_matrix(down(1, 2)) => (matrix-by-rows (list 1 2))
    Shapes:  s: down(n);  result: 1 by n
    """
    return row_matrix(*as_structure(s))


@rare
def row_matrix_to_down(matrix: Matrix) -> Down:
    """(row-matrix->down M) The down tuple of the entries of a row.
    row_matrix_to_down(row_matrix(1, 2)) => (down 1 2)
    Shapes:  M: 1 by n;  result: down(n)
    Raises:  StructureError if there is more than one row
    """
    if matrix.shape[0] != 1:
        raise StructureError(f"row-matrix->down expects a row, got {describe(matrix)}")
    return Down(matrix.rows[0])


# --- matrix formulas -------------------------------------------------------------------------------------------------
# Determinants and inverses as formulas of any ring.

_MOST_ROWS = Limit("most-expanded-rows", 16, "Rows of a determinant that is expanded by minors: each doubles the time.")

Operation = Callable[..., Any]


@public("general-determinant")
def general_determinant(add: Operation, sub: Operation, mul: Operation, is_zero: Operation) -> Callable[[Any], Any]:
    """The function that gives the determinant of a matrix, by these operations alone; (add) is zero.

    Scheme:  ((general-determinant + - * zero?) M)
    Math:    the expansion along the rows; the minors of the last rows are computed once
    Raises:  StructureError unless M is square; LimitError for more rows than most-expanded-rows
    1 ]=> ((general-determinant + - * zero?) (matrix-by-rows '(1 2) '(3 4)))
    ;Value: -2
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


# --- null spaces -----------------------------------------------------------------------------------------------------
# Null spaces and eigenvectors of matrices of numbers: bases of unit vectors, with components of their own.

CUTOFF = 1000 * MACHINE_EPSILON

#: Eigenvalues are not known better than to this; what a matrix less one of them takes to 0 is found to it.
EIGEN_CUTOFF = 1e-10


def _null_vectors(matrix: Any, operation: str, cutoff: float) -> list[Any]:
    """An orthonormal basis of what a matrix takes to 0, to rounding, as arrays."""
    import numpy

    array = numpy.array([[complex(g.inexact(x)) for x in row] for row in entries_of(matrix, operation)])
    array = array if array.imag.any() else array.real
    _, w, vh = numpy.linalg.svd(array)
    least = cutoff * (1 + numpy.abs(array).max(initial=0.0))
    return list(vh[(numpy.pad(w, (0, vh.shape[0] - len(w))) < least)].conj())


def _unit(vector: Any) -> Up:
    """The unit vector, exact where its length is."""
    size = g.sqrt(sum((g.mul(x, g.conjugate(x)) for x in vector), 0))
    return Up(g.div(x, size) for x in vector)


def _freed(vectors: list[Any]) -> list[Any]:
    """Other vectors with the same span: each has a component 1 where the others have 0, the last possible ones."""
    import numpy

    work = numpy.array(vectors)
    free: list[int] = []
    for column in reversed(range(work.shape[1])):
        if len(free) == len(work):
            break
        row = len(free)
        pivot = row + int(numpy.abs(work[row:, column]).argmax())
        if abs(work[pivot, column]) > CUTOFF:
            work[[row, pivot]] = work[[pivot, row]]
            work[row] /= work[row, column]
            for other in range(len(work)):
                if other != row:
                    work[other] -= work[other, column] * work[row]
            free.append(column)
    return [[inexact_complex(complex(x)) for x in row] for row in work]


def _basis(matrix: LinearMap, operation: str, cutoff: float) -> tuple[Up, ...]:
    rows = square_of(matrix, operation)
    if all(is_exact(x) for row in rows for x in row):
        found: list[Any] = list(reversed(linear.null_space(tuple(map(tuple, rows)))))
    else:
        vectors = _null_vectors(matrix, operation, cutoff)
        found = _freed(vectors) if vectors else []
    return tuple(map(_unit, found))


@rare
def lu_null_space(matrix: LinearMap) -> tuple[Up, ...]:
    """(lu-null-space A) Unit vectors that span what a square matrix of numbers takes to 0, to rounding.
    lu_null_space(matrix_by_rows([3, 4], [6, 8])) => ((up -4/5 3/5),)
    Shapes:  A: n by n;  result: a list of up(n), as many as the rank is less than n
    """
    return _basis(matrix, "lu-null-space", CUTOFF)


def _eigenvectors(matrix: Any, cutoff: float, operation: str = CALLED) -> tuple[tuple[Any, ...], ...]:
    values = dict.fromkeys(by_magnitude(matrix))
    size = len(square_of(matrix, operation))
    shifted = {x: g.sub(matrix, g.mul(x, m_make_identity(size))) for x in values}
    return tuple((as_root(x), *_basis(shifted[x], operation, cutoff)) for x in values)


@public("matrix->eigenvalues-eigenvectors")
def matrix_to_eigenvalues_eigenvectors(matrix: LinearMap) -> tuple[tuple[Any, ...], ...]:
    """The eigenvalues of a square matrix of numbers, by their magnitudes, each with unit eigenvectors for its space.

    Scheme:  (matrix->eigenvalues-eigenvectors A), a list of (list eigenvalue eigenvector ...)
    Shapes:  A: n by n;  eigenvectors: up(n)
    >>> matrix_to_eigenvalues_eigenvectors(matrix_by_rows([2, 0], [0, 3]))
    ((2.0, (up 1 0)), (3.0, (up 0 1)))
    """
    return _eigenvectors(matrix, EIGEN_CUTOFF)


# --- vandermonde -----------------------------------------------------------------------------------------------------
# Systems of Vandermonde: powers of numbers k as the coefficients, by divided differences.
#
# The inverse is a product of matrices of two diagonals, those of Newton's form and of its change to powers. So is that
# of the transposed system. No determinants are computed: the errors of floats are as small as those of the data make
# them.
#
# Source:  A. Bjorck and V. Pereyra, Mathematics of Computation 24 (1970) 893

MOST_EQUATIONS = Limit("most-vandermonde-equations", 1_000, "Equations of Vandermonde's system.")

Numbers = tuple[Any, ...]


def _solved(ks: Any, ws: Any, succeed: Callable[..., Any], fail: Callable[[], Any], solve: Callable[..., Any]) -> Any:
    points, values = items(ks), items(ws)
    if len(points) != len(values):
        raise StructureError(f"{CALLED} expects as many values as points, got {describe(ws)}")
    MOST_EQUATIONS.check(len(points))
    found = None if any(a == b for a, b in combinations(points, 2)) else solve(points, list(values))
    return fail() if found is None else succeed(tuple(found))


def _by_points(points: Numbers, values: list[Any]) -> list[Any]:
    """The coefficients of the polynomial that has these values there."""
    n = len(points)
    for k in range(1, n):
        for i in reversed(range(k, n)):
            values[i] = g.div(g.sub(values[i], values[i - 1]), g.sub(points[i], points[i - k]))
    for k in reversed(range(n - 1)):
        for i in range(k, n - 1):
            values[i] = g.sub(values[i], g.mul(points[k], values[i + 1]))
    return values


@rare
def solve_vandermonde_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """(solve-vandermonde-system ks ws (lambda (xs) ...) (lambda () ...))
    What a procedure makes of the coefficients of the polynomial that is w_j at k_j; if a k comes twice, fail.
    solve_vandermonde_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0) => (6, 1, 0)
    Math:    sum_i k_j^i x_i = w_j
    Raises:  StructureError unless there is a value for each point; LimitError for more points than
             most-vandermonde-equations
    """
    return _solved(ks, ws, succeed, fail, _by_points)
