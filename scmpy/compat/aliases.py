"""Other names of public operations, predicates of types, and small procedures that programs call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from scmpy.calculus.derivative import Operator
from scmpy.calculus.dual_numbers import Differential
from scmpy.calculus.series import Series
from scmpy.compat import declare_documented, rare
from scmpy.errors import (
    CALLED,
    ArityError,
    GenericOperationError,
    WrongTypeError,
    counted,
    describe,
    expected,
    wrong_number,
)
from scmpy.generic.dispatch import Operation, converted
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.numbers import ModularInteger, exact_complex, inverse_modulo, power_modulo
from scmpy.generic.operations import transpose1
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.settings import check_callable, setting
from scmpy.generic.types import (
    Formula,
    Numbers,
    Real,
    Scalar,
    ScalarKind,
    ScalarValue,
    Value,
    Values,
    is_number,
    is_procedure,
)
from scmpy.numerics.linear import (
    CUTOFF,
    Failure,
    array_of,
    decomposed,
    factored,
    inverses,
    square_of,
    svd_least_squares,
)
from scmpy.numerics.special_functions import bessj, bessy
from scmpy.registry import lookup, numpy, register, scheme_value, text_beside
from scmpy.render.latex import tex
from scmpy.structure.linear_algebra import substituted
from scmpy.structure.matrix import Matrix, matrix_by_rows
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Up
from scmpy.structure.types import LinearMap, Name
from scmpy.symbolic.assumptions import as_expression, known
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, expression_from, symbol

# --- typed names -----------------------------------------------------------------------------------------------------
# The generic operations under the names that tell the types of their arguments.
#
# ``(vector+vector u v)``, ``(m:determinant M)``, ``(series:add a b)`` are the generic operations; the typed names are
# those of programs written for the course. In Python there are the operators and the generic names. The simplifier,
# too, has one name for values of every kind; those of programs that chose among the original's are other names of it.
# A line of aliases.txt is an operation with its other names.

for _line in text_beside("compat/aliases.txt").splitlines():
    _name, *_others = _line.split()
    for _other in _others:
        register(_other, scheme_value(_name), python=None)
register("m:transpose", transpose1, python=None)


def is_known_real(x: Formula) -> bool:
    """(known-real? x) Is this known to be real?
    is_known_real(3), is_known_real(symbols("x")), is_known_real(symbols("x", real=True)) => (True, False, True)"""
    return known("real", as_expression(x))


# --- value types -----------------------------------------------------------------------------------------------------

#: The first type in the list that a value is an instance of gives its tag.
_TAGS: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("*boolean*", lambda x: isinstance(x, bool)),
    ("*number*", lambda x: is_number(x) or isinstance(x, Expression)),
    ("*diff*", lambda x: isinstance(x, Differential)),
    ("*modular-integer*", lambda x: isinstance(x, ModularInteger)),
    ("*vector*", lambda x: isinstance(x, list)),
    ("*up*", lambda x: isinstance(x, Up)),
    ("*down*", lambda x: isinstance(x, Down)),
    ("*matrix*", lambda x: isinstance(x, Matrix)),
    ("*quaternion*", lambda x: isinstance(x, Quaternion)),
    ("*series*", lambda x: isinstance(x, Series)),
    ("*operator*", lambda x: isinstance(x, Operator)),
    ("*function*", is_procedure),
    ("*number*", lambda x: isinstance(x, ScalarKind)),
)


@rare(python="type_of")
def type_of(value: Value) -> Symbol:
    """(type x) The tag of the type of a value: a symbol such as *number*, *up*, *matrix*, *function*.
    type_of(3), type_of(up(1)), type_of(type_of) => (*number*, *up*, *function*)
    Raises:  WrongTypeError for what is of no type of the generic arithmetic"""
    value = converted(value)
    found = next((tag for tag, holds in _TAGS if holds(value)), None)
    if found is None:
        raise WrongTypeError(f"type: {describe(value)} is of no type of the generic arithmetic")
    return symbol(found)


def is_abstract_number(value: object) -> bool:
    """(abstract-number? x) Is this an unknown number: a symbol or an expression?
    is_abstract_number(2 * symbols("x")), is_abstract_number(3) => (True, False)"""
    return isinstance(value, Expression)


# --- functionals -----------------------------------------------------------------------------------------------------
# Functions made from functions: lists of values, pointwise combinations, iteration to a fixed point; arities.


def _function(value: Any, operation: str = CALLED) -> Any:
    check_callable(value, operation, "a function")
    return value


def bracket(*functions: Callable[..., Any]) -> Function:
    """((bracket f g ...) x) The function whose value is the list of the values of several functions.
    bracket(abs, lambda x: x + 1)(-3) => (3, -2)"""
    return Function(lambda *args: tuple(apply_value(f, args) for f in functions), "bracket")


def combine(operation: Callable[..., Any]) -> Callable[..., Function]:
    """(((binary-combine op) f g) x) The operation on functions that acts on their values: pointwise.
    binary_combine(max)(abs, lambda x: x * x)(-3) => 9"""
    _function(operation)

    def combined(*functions: Any) -> Function:
        return made_from(
            functions,
            lambda *args: operation(*(apply_value(f, args) for f in functions)),
            lambda: f"(combination of {' '.join(map(name_of, functions))})",
        )

    return combined


# --- extension -------------------------------------------------------------------------------------------------------
# New generic operators, and handlers by which old ones take values of new types.
#
# An operator has handlers, each with one predicate for every argument; the handler added last whose predicates hold is
# called. Python programs may say instead for which types a method is: ``add.on(MyType, MyType)``. Operators and
# handlers that a session of Scheme adds are that session's; those that Python adds are everybody's.


class GenericOperator(Operation):
    """A generic operator that a program has made, of any fixed number of arguments."""

    def __init__(self, arity: int, name: str, default: Callable[..., Any] | None) -> None:
        super().__init__(name, f"The generic operator {name}, made by make-generic-operator.")
        self.arity = arity
        self.default = default

    def __call__(self, *args: Any) -> Any:
        if len(args) != self.arity:
            raise wrong_number(self.name, len(args), self.arity, self.arity)
        return self.handler(args)(*args)

    def handler(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        try:
            return self._resolve(*args)
        except GenericOperationError:
            if self.default is None:
                raise
            return self.default

    def __reduce__(self) -> Any:
        return _operator, (str(self.name),)


_made: Table[str, GenericOperator] = Table()


def make_generic_operator(arity: int, name: Name = "operator", default: Callable[..., Any] | None = None) -> Operation:
    """(make-generic-operator 2 'my-op) A new generic operator; the default is called where no handler applies.
    size_of = make_generic_operator(1, "size-of"); _ = assign_operation(size_of, len, lambda x: isinstance(x, str));
    size_of("four") => 4
    Raises:  the value: GenericOperationError where no handler applies, and there is no default; WrongTypeError unless
             the number of arguments is positive
    1 ]=> (define size-of (make-generic-operator 1 'size-of))
    1 ]=> (assign-operation 'size-of string-length string?)
    1 ]=> (size-of "four")
    ;Value: 4"""
    if not isinstance(arity, int) or isinstance(arity, bool) or arity < 1:
        raise WrongTypeError(f"make-generic-operator expects a positive number of arguments, got {describe(arity)}")
    text = str(getattr(name, "name", name))
    operator = _made[text] = GenericOperator(arity, text, default)
    return operator


def _operator(value: Any) -> Operation:
    if isinstance(value, Operation):
        return value
    name = getattr(value, "name", value)
    entry = lookup(name) if isinstance(name, str) else None
    entry = entry if entry is not None and entry.in_scheme else None
    found = _made.get(name) if isinstance(name, str) else None
    found = found or (entry.value if entry is not None else None)
    if not isinstance(found, Operation):
        raise expected("a generic operator or its name", describe(value))
    return found


def assign_operation(
    operator: Operation | Name, handler: Callable[..., Any], *predicates: Callable[[Any], Any]
) -> Operation:
    """(assign-operation '+ add-money money? money?)
    Let an operator call this handler where every predicate holds of its argument.
    joined = make_generic_operator(1, "joined");
    _ = assign_operation("joined", "".join, lambda x: isinstance(x, tuple));
    joined(("ab", "c")) => 'abc'
    Raises:  ArityError unless there is one predicate for every argument of the operator
    1 ]=> (assign-operation '+ string-append string? string?)
    1 ]=> (+ "ab" "c")
    ;Value: "abc"
    """
    operation = _operator(operator)
    if len(predicates) != operation.arity:
        raise ArityError(
            f"assign-operation: {operation.name} has {counted(operation.arity)}, got {len(predicates)} predicates"
        )
    for function in (handler, *predicates):
        check_callable(function, wanted="a handler and predicates")
    operation.handle(handler, predicates)
    return operation


def get_operator_record(operator: Operation | Name) -> Operation:
    """(get-operator-record '+) The generic operator that has this name.
    get_operator_record("+") => <generic operation +>"""
    return _operator(operator)


# --- modular names ---------------------------------------------------------------------------------------------------
# Modular integers: their comparison, powers, and the number with given residues.


@rare(python="is_mod_equal")
def is_mod_equal(x: ModularInteger, y: ModularInteger) -> bool:
    """(mod:= x y) Are these the same residue class?
    is_mod_equal(mod_make(3, 5), mod_make(8, 5)), is_mod_equal(mod_make(3, 5), mod_make(3, 7)) => (True, False)"""
    return x == y


def mod_expt(x: ModularInteger, n: int | ModularInteger) -> ModularInteger:
    """(mod:expt x n) The power of a residue; the exponent may be a modular integer, taken as its residue.
    mod_expt(mod_make(2, 7), 3), mod_expt(mod_make(2, 7), -1) => ((*modular-integer* 1 7), (*modular-integer* 4 7))
    Raises:  DivisionByZeroError for a negative n where x has no inverse"""
    return power_modulo(x, n.residue if isinstance(n, ModularInteger) else n)


def mod_chinese_remainder(*residues: ModularInteger) -> int:
    """(mod:chinese-remainder (mod:make 2 5) (mod:make 3 13))
    The least natural number with these residues, for moduli without common factors.
    mod_chinese_remainder(mod_make(2, 5), mod_make(3, 13)) => 42
    Raises:  DivisionByZeroError if the moduli have a common divisor"""
    total, product = 0, 1
    for x in residues:
        total += product * ((x.residue - total) * inverse_modulo(product, x.modulus) % x.modulus)
        product *= x.modulus
    return total


# --- bessel functions by kind and order ------------------------------------------------------------------------------


def _of_order(scheme: str, function: Any, order: int, kind: str, value: str) -> None:
    def at(x: Scalar) -> ScalarValue:
        return function(order, x)

    at.__doc__ = f"({scheme} x) The Bessel function of the {kind} kind of order {order}. | {scheme}(2.0) => {value}"
    rare()(at)


_of_order("bessj0", bessj, 0, "first", "0.22389077914123567")
_of_order("bessj1", bessj, 1, "first", "0.5767248077568734")
_of_order("bessy0", bessy, 0, "second", "0.5103756726497451")
_of_order("bessy1", bessy, 1, "second", "-0.10703243154093754")


# --- unparsing -------------------------------------------------------------------------------------------------------
# The parts of the TeX renderer under the names that the original gives to its own.
#
# Each takes, like those of the original, a list of (symbol TeX) and a list of (operator procedure), which hold for this
# call; without them those of ``tex:symbol-substs`` and ``tex:unparse-table`` hold. What is shown is not simplified.

Substitutes = Mapping[Any, Any] | Values | None


def unparse(value: Value, symbols: Substitutes = None, table: Substitutes = None) -> str:
    r"""(unparse e [substitutes table]) The TeX of an expression as it stands.
    unparse("(+ x (expt y 2))") => 'x + y^{2}'
    1 ]=> (display (unparse '(cross foo b) '((foo "A")) (list (list 'cross (lambda (operands) (car operands))))))
    ;Value: A"""
    given = {"tex_symbol_substs": symbols, "tex_unparse_table": table}
    with setting(**{name: value for name, value in given.items() if value is not None}):
        return tex(expression_from(value))


def unparse_number(number: Scalar, symbols: Substitutes = None, table: Substitutes = None) -> str:
    r"""(unparse-number n) The TeX of a number. | unparse_number(div(-1, 2)) => '-\\frac{1}{2}'
    Raises:  WrongTypeError for what is no number"""
    return _unparsed(number, is_number(number), "a number", symbols, table)


def unparse_symbol(name: Name, symbols: Substitutes = None, table: Substitutes = None) -> str:
    r"""(unparse-symbol 'thetadot_1) The TeX of a symbol by its name: Greek letters, subscripts, superscripts, accents.
    unparse_symbol("thetadot_1") => '\\dot{\\theta}_{1}'
    Raises:  WrongTypeError for what is no symbol"""
    found = symbol(name) if isinstance(name, str) else name
    return _unparsed(found, isinstance(found, Symbol), "a symbol", symbols, table)


def process_sum(expression: Formula, symbols: Substitutes = None, table: Substitutes = None) -> str:
    """(process-sum '(+ a (* -2 b))) The TeX of a sum, terms with a negative factor subtracted.
    process_sum("(+ a (* -2 b))") => 'a - 2 b'
    Raises:  WrongTypeError for what is no sum"""
    found = expression_from(expression)
    return _unparsed(found, isinstance(found, Application) and found.operator is Head.PLUS, "a sum", symbols, table)


def _unparsed(value: Any, is_such: bool, such: str, symbols: Any, table: Any) -> str:
    if not is_such:
        raise WrongTypeError(f"{CALLED} expects {such}, got {describe(value)}")
    return unparse(value, symbols, table)


def split_at_underscore_or_caret(name: Name, receiver: Callable[[Any, Any, Any], Any]) -> Value:
    """(split-at-underscore-or-caret "x_0" (lambda (before at after) ...)) What a receiver makes of the parts of a name.

    They are what is before its first script, subscript or superscript, and what comes after; #f if there is none.
    split_at_underscore_or_caret("x^0_1", lambda before, at, after: (before, at, after)) => ('x', superscript, '0_1')"""
    text = str(getattr(name, "name", name))
    before, script, after = re.fullmatch(r"([^_^]*)([_^]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    if not script:
        return receiver(False, False, False)
    return receiver(before, symbol("superscript" if script == "^" else "subscript"), after)


def lu_decompose(matrix: LinearMap, succeed: Callable[[Any, Any, int], Any], fail: Failure) -> Value:
    """(lu-decompose A (lambda (lu-matrix permutation sign) ...) (lambda (dismiss) ...))
    What a procedure makes of the triangular factors of a square matrix, the order of its rows, and the sign of that.

    Of a singular matrix the other procedure is called with one without arguments, which goes on.
    lu_decompose(matrix_by_rows([1, 2], [4, 5]), lambda lu, order, sign: lu, lambda dismiss: dismiss())
    => (matrix-by-rows (list 4 5) (list 1/4 3/4))
    Math:    L U = P A, L with ones on the diagonal below the diagonal of U
    Shapes:  A: n by n;  succeed: (n by n, vector of n, 1 or -1) -> anything;  fail: (dismiss) -> anything
    Raises:  StructureError unless the matrix is square"""
    rows = square_of(matrix)
    return factored(rows, lambda found: succeed(Matrix(tuple(map(tuple, found[0]))), *found[1:]), fail)


def lu_invert(matrix: LinearMap) -> Value:
    """(lu-invert A) The inverse of a square matrix of numbers.
    lu_invert(matrix_by_rows([1, 2], [3, 4])) => (matrix-by-rows (list -2 1) (list 3/2 -1/2))
    Shapes:  A: n by n;  result: n by n
    Raises:  DivisionByZeroError if the matrix is singular"""
    rows = square_of(matrix)
    identity = [[int(i == j) for j in range(len(rows))] for i in range(len(rows))]
    return factored(rows, lambda found: Matrix(tuple(map(tuple, substituted(found, identity)))))


# --- pseudo inverses -------------------------------------------------------------------------------------------------
# Singular values handed to a procedure, pseudo-inverses, and least squares without their errors.


def _matrix(array: Any) -> Matrix:
    return Matrix(tuple(map(tuple, array.tolist())))


def svd(matrix: LinearMap, receive: Callable[[Matrix, Matrix, Matrix, Up], Any]) -> Value:
    """(svd A (lambda (U SIGMA V W) ...))
    What a procedure makes of the singular values of a matrix and its singular vectors.
    svd(matrix_by_rows([3.0, 0.0], [0.0, 4.0]), lambda u, sigma, v, w: w) => (up 4. 3.)
    Math:    A = U SIGMA V^T
    Shapes:  A: m by n;  U: m by n;  SIGMA: n by n, diagonal;  V: n by n;  W: its diagonal, largest first"""
    u, w, v = decomposed(array_of(matrix))
    return receive(_matrix(u), _matrix(numpy.diag(w)), _matrix(v), Up(w.tolist()))


def svd_invert(matrix: LinearMap, eps: Real = CUTOFF) -> Matrix:
    """(svd-invert A [eps]) The pseudo-inverse of a matrix: its inverse, or the nearest to one, by singular values.

    Those below ``eps`` times the largest one are left out (1e-15 unless it is given).
    svd_invert(matrix_by_rows([2.0, 0.0], [0.0, 0.0])) => (matrix-by-rows (list .5 0.) (list 0. 0.))
    Shapes:  A: m by n;  result: n by m
    Units:   eps is relative to the largest singular value"""
    u, w, v = decomposed(array_of(matrix))
    return _matrix((v * inverses(w, eps)) @ u.T + 0.0)


def svd_solve_linear_system(matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None) -> Up:
    """(svd-solve-linear-system A b [eps db]) The x for which A x is nearest to b; see svd-least-squares.
    svd_solve_linear_system(matrix_by_rows([1, 0], [0, 2]), [1, 2]) => (up 1. 1.)
    Shapes:  A: m by n;  b: m numbers;  result: up(n)
    Units:   eps is relative to the largest singular value"""
    return svd_least_squares(matrix, right, eps, errors)[0]


# --- spin ------------------------------------------------------------------------------------------------------------
# The Pauli matrices, which represent angular momentum 1/2: sigma_x sigma_y = i sigma_z, and so on.

_I = exact_complex(0, 1)

for _name, _python, _rows, _meaning, _shown in (
    ("I_2", "I_2", ([1, 0], [0, 1]), "The 2 by 2 identity matrix.", "(list 1 0) (list 0 1)"),
    ("sigma^x", "sigma_x", ([0, 1], [1, 0]), "The Pauli matrix of the x axis.", "(list 0 1) (list 1 0)"),
    ("sigma^y", "sigma_y", ([0, -_I], [_I, 0]), "The Pauli matrix of the y axis.", "(list 0 -i) (list +i 0)"),
    ("sigma^z", "sigma_z", ([1, 0], [0, -1]), "The Pauli matrix of the z axis.", "(list 1 0) (list 0 -1)"),
):
    register(
        _name,
        matrix_by_rows(*_rows),
        python=_python,
        module=__name__,
        doc=f"{_meaning}\n\n    Scheme:  {_name}\n    >>> {_python}\n    (matrix-by-rows {_shown})\n",
    )


declare_documented(globals())
