"""The bridge to SymPy: every expression converts, and comes back with an equal canonical form.

``to_sympy(x)`` and ``from_sympy(e)``; ``sympy.sympify`` and SymPy's functions accept expressions as they are, and the
generic operations accept SymPy's. ``via_sympy(f)`` is a function of SymPy for values of scmpy. What becomes what:

- a symbol with facts is SymPy's symbol with these assumptions; assumptions that scmpy does not have are refused;
- a literal function is an undefined function of the leaves of its arguments (which remembers how they were nested);
  its derivatives are ``Derivative``, inside ``Subs`` where the arguments are not distinct symbols;
- a tuple of scalars is a column (up) or a row (down), a tuple of such tuples a matrix, an array or a ``Tuple``, which
  remember the ups and downs;
- a special function that scmpy does not have, ``besselj``, is the application ``(sympy.besselj n x)``; any other
  object (``Integral``, ``Piecewise``) is a literal function of its free symbols, and both come back as they were;
- ``oo`` and ``nan`` are floats, SymPy's numbers in decimals of any length too; ``zoo`` is an error."""

from __future__ import annotations

import functools
import math
import re
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import FunctionType
from typing import Any

from scmpy.errors import DifferentiationError, DomainError, LimitError, ScmpyError, WrongTypeError, wrong_number
from scmpy.generic import operations as g
from scmpy.generic.dispatch import convert, converted, register_package, unary
from scmpy.generic.elementary import RECORDS, Elementary, record_of
from scmpy.generic.functions import Function
from scmpy.generic.numbers import ExactComplex, exact, exact_complex
from scmpy.generic.settings import check_callable
from scmpy.generic.types import Number, parts_first
from scmpy.registry import load_for, public, register, sympy
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import OF_VALUES, facts_of_values
from scmpy.symbolic.ball_arithmetic import is_container, opened
from scmpy.symbolic.expression import (
    CONTAINERS,
    FACTS,
    NUMERICAL,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_expression,
    foreign,
    function_and_orders,
    is_derivative_operator,
    spread,
    subexpressions,
    symbol,
)

# --- conversions -----------------------------------------------------------------------------------------------------
# The conversions as generic operations, to which the layers above add their types, and functions of SymPy.

to_sympy = unary(
    "to-sympy",
    """The SymPy form of a value: expression, structure, matrix, quaternion, function, series, or a container of such.

    In Python alone: no program of Scheme holds a value of SymPy's.

    >>> x, f = symbols("x"), literal_function("f")
    >>> to_sympy(sin(x) ** 2 / 2), to_sympy(D(f)(x)), to_sympy(up(x, 1))
    (sin(x)**2/2, Derivative(f(x), x), Matrix([
    [x],
    [1]]))
    """,
)
from_sympy = unary(
    "from-sympy",
    """The value of a SymPy object, or of a list, tuple, set or dictionary of such.

    Scheme:  (from-sympy x)
    Raises:  WrongTypeError for assumptions and objects that no value stands for
    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> from_sympy(sympy.sin(x) + 1), from_sympy([x, sympy.pi])
    ((+ 1 (sin x)), [x, π])
    """,
)
register("to-sympy", to_sympy, module=__name__, in_scheme=False)
register("from-sympy", from_sympy, module=__name__)


@public("via-sympy", in_scheme=False)
def via_sympy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of SymPy as one of scmpy's values: it converts the arguments, and the result back. In Python alone.

    >>> import sympy
    >>> x, a = symbols("x a")
    >>> via_sympy(sympy.integrate)(a * x**2, (x, 0, 1))
    (* 1/3 a)
    >>> via_sympy(sympy.solve)(x**2 - 4, x)
    [-2, 2]
    """

    check_callable(function, wanted="a function of SymPy's")

    @functools.wraps(function, assigned=("__name__", "__doc__"), updated=())
    def converted(*args: Any, **options: Any) -> Any:
        given = list(map(outward, args)), {key: outward(value) for key, value in options.items()}
        try:
            result = function(*given[0], **given[1])
        except ScmpyError:
            raise
        except Exception as error:
            raise _own_error(error, str(getattr(function, "__name__", "function"))) from error
        return inward(result)

    return Function(converted)


def _own_error(error: Exception, name: str) -> ScmpyError:
    said = " ".join(str(error).split())
    if isinstance(error, (NotImplementedError, RecursionError)):
        return LimitError(f"via-sympy: SymPy's {name} finds no answer: {said}")
    kind = WrongTypeError if isinstance(error, TypeError) else DomainError
    return kind(f"via-sympy: SymPy's {name} does not take these arguments: {said}")


def outward(value: Any) -> Any:
    """The value for SymPy; a string, a truth value or None as it is."""
    return value if value is None or isinstance(value, (bool, str)) else to_sympy(value)


def inward(value: Any) -> Any:
    """The value of a result; a string, a truth value, a function of Python's or None as it is."""
    return value if value is None or isinstance(value, (bool, str, FunctionType)) else from_sympy(value)


def accept(type_: type) -> None:
    """Let SymPy's functions and printers take values of this type as they are."""

    def printed(value: Any, printer: Any, *_: Any) -> Any:
        return printer._print(to_sympy(value))

    type_._iterable = False  # type: ignore[attr-defined]  # else lambdify takes structures apart
    for name, method in (("_sympy_", to_sympy), ("_latex", printed), ("_pretty", printed)):
        setattr(type_, name, lambda self, *args, method=method: method(self, *args))


def containers(operation: Any, element: Callable[[Any], Any]) -> None:
    """Let a conversion act on lists, tuples, sets and dictionaries element by element."""
    for type_ in (list, tuple, set, frozenset):
        operation.add((type_,), lambda items, type_=type_: type_(map(element, items)))
    operation.add((dict,), lambda items: {element(key): element(value) for key, value in items.items()})


containers(to_sympy, outward)
containers(from_sympy, inward)


def shallow(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The conversion, with a clear error where SymPy's own recursion goes too deep for Python."""

    @functools.wraps(convert)
    def guarded(value: Any) -> Any:
        try:
            return convert(value)
        except RecursionError:
            raise LimitError("the expression is nested too deeply for SymPy") from None

    return guarded


# --- sympy names -----------------------------------------------------------------------------------------------------
# What symbols and functions are called on either side of the bridge.

#: Relations and their combinations, which are built without being evaluated on our side.
RELATIONS = dict(zip("= < > <= >= != and or not".split(), "Eq Lt Gt Le Ge Ne And Or Not".split(), strict=True))

#: The head of a special function that only SymPy has, and of its constants.
PREFIX = "sympy."

_DUMMY = re.compile(r"_(.*)#(\d+)")

#: Objects of SymPy's that are literal functions here: the name that the function got, and what it is.
_objects: weakref.WeakKeyDictionary[Symbol, Any] = weakref.WeakKeyDictionary()


# --- symbols ---------------------------------------------------------------------------------------------------


def symbol_to_sympy(x: Symbol) -> Any:
    """SymPy's symbol, constant or remembered object of this symbol."""
    if x in _objects:
        return _objects[x]
    if x.name.startswith(PREFIX):
        constant = getattr(sympy, x.name.removeprefix(PREFIX), None)
        if isinstance(constant, sympy.Expr):
            return constant
    facts = dict.fromkeys(x.facts, True)
    dummy = _DUMMY.fullmatch(x.name)
    if dummy:
        return sympy.Dummy(dummy[1], dummy_index=int(dummy[2]), **facts)
    return sympy.Symbol(x.name, **facts)


def symbol_from_sympy(x: Any) -> Symbol:
    """The symbol of the same name and facts; an error for assumptions that cannot be kept."""
    name = f"_{x.name}#{x.dummy_index}" if isinstance(x, sympy.Dummy) else x.name
    found = symbol(name, *(fact for fact, holds in x.assumptions0.items() if holds and fact in FACTS))
    if symbol_to_sympy(found) != x:
        raise WrongTypeError(
            f"from_sympy: the symbol {x} has assumptions other than {', '.join(sorted(FACTS))}: {sympy.srepr(x)}"
        )
    return found


# --- functions -------------------------------------------------------------------------------------------------


def record_in_sympy(name: str, arity: int) -> Elementary | None:
    return next((record for record in RECORDS.values() if record.sympy == name and record.arity == arity), None)


_RESERVED = {Head.UP, Head.DOWN, Head.LIST, Head.MATRIX, Head.PARTIAL}

Shape = tuple[Any, ...]


def function_to_sympy(head: Expression, shape: Shape) -> Any:
    """The class of SymPy's that a head stands for: a special function, a remembered object, an undefined function.

    An undefined function of structured arguments carries their shape, which tells it apart from others of its name.
    """
    from sympy.core.function import UndefinedFunction

    if head in _objects:
        return _objects[head]  # type: ignore[index]
    name = head.name  # type: ignore[attr-defined]
    if name.startswith(PREFIX):
        function = getattr(sympy, name.removeprefix(PREFIX), None)
        if isinstance(function, type) and issubclass(function, sympy.core.function.Application):
            return function
    own: dict[str, Any] = {"scmpy_shape": shape} if any(shape) else {}
    facts = head.facts  # type: ignore[attr-defined]
    if facts:
        own |= {"scmpy_facts": tuple(sorted(facts)), **dict.fromkeys(facts_of_values(head), True)}
    return UndefinedFunction(name, **own) if own else sympy.Function(name)


def is_undefined(function: Any) -> bool:
    from sympy.core.function import UndefinedFunction

    return isinstance(function, UndefinedFunction)


def shape_of(function: Any, arguments: int) -> Shape:
    return getattr(function, "scmpy_shape", None) or (None,) * arguments


def function_from_sympy(function: Any) -> Symbol:
    """The name of an undefined function; an error where its name means something else, or for assumptions."""
    own = ("scmpy_shape", "scmpy_facts", "nargs")
    given = {key: value for key, value in function._kwargs.items() if key not in own}
    known = [key for key, value in given.items() if key in OF_VALUES and value]
    if given != _assumptions(known):
        strange = sorted(given.keys() - set(OF_VALUES))
        raise WrongTypeError(f"from_sympy: the function {function} has assumptions: {', '.join(strange)}")
    head = symbol(function.__name__, *getattr(function, "scmpy_facts", ()), *known)
    if head in NUMERICAL or head in _RESERVED:
        raise WrongTypeError(f"from_sympy: the undefined function {head.name} has the name of an operation")
    return head


def _assumptions(facts: list[str]) -> dict[str, Any]:
    return dict(sympy.Function("f", **dict.fromkeys(facts, True))._kwargs)


def name_in_sympy(name: str) -> Symbol:
    """The symbol of a function or constant of SymPy's that scmpy does not have."""
    head = symbol(PREFIX + name)
    foreign.add(head)
    return head


def remembered(e: Any) -> tuple[Symbol, list[Any]]:
    """The name of an object as a function of its free symbols, and these."""
    variables = sorted(e.free_symbols, key=str)
    if not all(isinstance(x, sympy.Symbol) for x in variables):
        raise WrongTypeError(f"from_sympy: no expression stands for {e} (a {type(e).__name__})")
    value = sympy.Lambda(tuple(variables), e) if variables else e
    head = symbol(str(e).replace(" ", ""))
    while _objects.setdefault(head, value) != value:
        head = symbol(head.name + "'")
    foreign.add(head)
    return head, variables


# --- oriented --------------------------------------------------------------------------------------------------------
# Matrices, arrays and tuples of SymPy's that remember which tuples of scmpy's they stand for.
#
# ``up(x, y)`` is a column and ``down(x, y)`` a row, and so on (:mod:`scmpy.symbolic.to_sympy`): with these
# the ups and downs come back. They are SymPy's own in every respect. What is made of one component by component
# (``diff``, ``subs``, ``simplify``, a multiple, a sum of two alike) has its ups and downs too; a product or a
# transpose, where they would mean something else, is a plain matrix.

#: The words ``up`` and ``down`` of each level of a tuple, the outermost first.
Levels = tuple[str, ...]


def levels_of(value: Any) -> Levels | None:
    """The ups and downs that an object of SymPy's remembers, if it does."""
    return getattr(value, "scmpy_levels", None)


@functools.cache
def oriented_matrix(levels: Levels) -> Any:
    """The class of the matrices that stand for tuples of these levels: call it with the matrix."""
    plain = sympy.ImmutableDenseMatrix

    def make(cls: Any, *args: Any) -> Any:
        return plain._fromrep.__func__(cls, plain(*args)._rep)

    kept = "applyfunc _eval_scalar_mul _eval_scalar_rmul __neg__ __add__ __sub__"
    made_plain = {"_new": staticmethod(plain._new), "_fromrep": staticmethod(plain._fromrep)}
    return _oriented(plain, levels, oriented_matrix, lambda m: (*m.shape, m.flat()), kept, __new__=make, **made_plain)


@functools.cache
def oriented_array(levels: Levels) -> Any:
    """The class of the arrays that stand for tuples of these levels: call it with the array's arguments."""
    plain = sympy.ImmutableDenseNDimArray
    kept = "applyfunc __mul__ __rmul__ __truediv__ __neg__ __add__ __sub__"
    return _oriented(plain, levels, oriented_array, lambda array: (list(array._array), array.shape), kept)


@functools.cache
def oriented_tuple(levels: Levels) -> Any:
    """The class of the ``Tuple`` of an irregular tuple of one level, up or down: call it with the components."""

    def same(self: Any, other: object) -> bool:
        return isinstance(other, sympy.Tuple) and bool(self.args == other.args)

    own = {"__eq__": same, "__hash__": sympy.Tuple.__hash__}
    return _oriented(sympy.Tuple, levels, oriented_tuple, lambda x: x.args, **own)


def _oriented(plain: Any, levels: Levels, kind: Any, args: Callable[[Any], Any], kept: str = "", **own: Any) -> Any:
    """The class that remembers levels; some methods keep them, and it is pickled by its kind and the arguments."""

    def reduced(self: Any, protocol: Any) -> Any:
        return _remade, (kind, levels, args(self))

    methods = {name: _keeping(getattr(plain, name)) for name in kept.split()}
    return type(plain.__name__, (plain,), {"scmpy_levels": levels, "__reduce_ex__": reduced, **methods, **own})


def _remade(kind: Callable[[Any], Any], levels: Any, args: tuple[Any, ...]) -> Any:
    """What was pickled, of the class that is made for its levels."""
    return kind(levels)(*args)


def _keeping(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def kept(self: Any, *args: Any) -> Any:
        result = method(self, *args)
        same = all(levels_of(x) == self.scmpy_levels for x in args if getattr(x, "shape", ()))
        if not same or getattr(result, "shape", None) != self.shape:
            return result
        return type(self)(result) if hasattr(result, "_rep") else type(self)(list(result._array), result.shape)

    return kept


# --- outward ---------------------------------------------------------------------------------------------------------
# From scmpy to SymPy: every node of an expression once, from the leaves up.

_ARITHMETIC: dict[str, Any] = {
    "-": lambda xs: -xs[0] if len(xs) == 1 else xs[0] - sympy.Add(*xs[1:]),
    "/": lambda xs: 1 / xs[0] if len(xs) == 1 else xs[0] / sympy.Mul(*xs[1:]),
    "expt": lambda xs: sympy.Pow(*xs),
    **{head: lambda xs, name=name: getattr(sympy, name)(*xs) for head, name in RELATIONS.items()},
}


@to_sympy.on(Number)
def number_to_sympy(x: Any) -> Any:
    if isinstance(x, (int, Fraction)):
        return sympy.Rational(x.numerator, x.denominator)
    if isinstance(x, (complex, ExactComplex)):
        return number_to_sympy(x.real) + sympy.I * number_to_sympy(x.imag)
    return sympy.Float(x)


@to_sympy.on(Expression)
@shallow
def expression_to_sympy(expression: Expression) -> Any:
    values: dict[Any, Any] = {}

    def value(x: Any) -> Any:
        return values[x] if isinstance(x, Expression) else number_to_sympy(x)

    nodes = list(subexpressions(expression))
    inner = _inner(nodes)
    for node in nodes:
        if isinstance(node, Symbol):
            values[node] = sympy.pi if node is PI else symbol_to_sympy(node)
        elif node in inner:
            continue
        elif node.operator in (Head.PLUS, Head.TIMES) and not _is_operator(node):
            kind = sympy.Add if node.operator is Head.PLUS else sympy.Mul
            values[node] = kind(*map(value, spread(node.operands, inner.__contains__)))
        elif _is_container(node):
            values[node] = None  # arguments, whose leaves are taken one by one, and heads
        else:
            values[node] = _application_to_sympy(node, value)
    if values[expression] is None:
        return _container_to_sympy(expression, value)
    return values[expression]


def _inner(nodes: list[Any]) -> set[Any]:
    """The sums inside one sum, and the products inside one product: SymPy makes one of them at once, in linear time."""
    uses = Counter(part for node in nodes for part in node.operands)
    return {
        part
        for node in nodes
        if node.operator in (Head.PLUS, Head.TIMES)
        for part in node.operands
        if isinstance(part, Application) and part.operator is node.operator and uses[part] == 1
    }


def _is_operator(node: Any) -> bool:
    head = node.operator
    if isinstance(head, Application):
        return is_derivative_operator(head)
    return head in (Head.D, Head.PARTIAL) or (head in (Head.TIMES, Head.EXPT) and is_derivative_operator(node))


def _application_to_sympy(node: Any, value: Any) -> Any:
    head = node.operator
    name = head.name if isinstance(head, Symbol) else None
    if name in _ARITHMETIC:
        return _ARITHMETIC[name]([value(x) for x in node.operands])
    record = record_of(head, len(node.operands))
    if record is not None and record.sympy is not None:
        operands = map(value, node.operands)
        return getattr(sympy, record.sympy)(*(record.by_sympy[0](*operands) if record.by_sympy else operands))
    if record is not None:
        function = _function(record) if record.definition is None else _defined(record)
        return function(*map(value, node.operands))
    return _literal_to_sympy(node, value)


def _defined(record: Elementary) -> Any:
    variables = [sympy.Dummy() for _ in range(record.arity)]
    assert record.definition is not None
    return sympy.Lambda(tuple(variables), to_sympy(record.definition(*(symbol_from_sympy(x) for x in variables))))


@functools.cache
def _function(record: Elementary) -> Any:
    from sympy.core.function import ArgumentIndexError

    operation = record.operation

    def fdiff(self: Any, argindex: int = 1) -> Any:
        try:
            return to_sympy(operation.derivatives[argindex - 1](*map(from_sympy, self.args)))
        except (IndexError, DifferentiationError):
            raise ArgumentIndexError(self, argindex) from None

    own = {"nargs": record.arity, "fdiff": fdiff, "_imp_": staticmethod(operation), "scmpy_record": record}
    return type(record.name, (sympy.Function,), own)


# --- literal functions -----------------------------------------------------------------------------------------


def placed_leaves(operands: tuple[Any, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The leaves of nested up and down tuples with their paths."""
    return ((path, leaf) for mark, path, leaf in opened(operands) if mark == ".")


def _paths(operands: tuple[Any, ...]) -> list[tuple[int, ...]]:
    """The paths of the leaves, as derivatives name them: a single argument has none of its own."""
    return [path[1:] if len(operands) == 1 else path for path, _ in placed_leaves(operands)]


def nesting(operands: tuple[Any, ...]) -> Shape:
    shapes: dict[Any, Shape] = {}
    for x in parts_first(operands, lambda x: x.operands if is_container(x) else None, shapes):
        shapes[x] = x.operator.name, tuple(map(shapes.get, x.operands))
    return tuple(map(shapes.get, operands))


def _literal_to_sympy(node: Any, value: Any) -> Any:
    head, orders = function_and_orders(node.operator)
    if not isinstance(head, Symbol):
        raise WrongTypeError(f"to_sympy: {head} is neither the name of a function nor a derivative")
    arguments = [value(leaf) for _, leaf in placed_leaves(node.operands)]
    function = function_to_sympy(head, nesting(node.operands))
    if not orders:
        return function(*arguments)
    paths = _paths(node.operands)
    if any(argument is None for argument in arguments) or not orders.keys() <= set(paths):
        raise WrongTypeError(f"to_sympy: {node} is no derivative by one of its scalar arguments")
    distinct = all(a.is_Symbol for a in arguments) and len(set(arguments)) == len(arguments)
    variables = arguments if distinct else [sympy.Dummy(f"xi_{i}") for i in range(len(arguments))]
    by = [(variables[paths.index(path)], order) for path, order in orders.items()]
    if not is_undefined(function):
        return sympy.Lambda(tuple(variables), sympy.diff(function(*variables), *by))(*arguments)
    derivative = sympy.Derivative(function(*variables), *by)
    return derivative if distinct else sympy.Subs(derivative, variables, arguments)


# --- tuples and matrices ---------------------------------------------------------------------------------------


def _container_to_sympy(root: Any, value: Any) -> Any:
    levels, made = _levels(root), dict[Any, Any]()

    def is_irregular(x: Any) -> bool:
        return levels[x] is None and x.operator is not Head.MATRIX

    def parts(x: Any) -> tuple[Any, ...] | None:
        if not _is_container(x):
            return None
        return x.operands if is_irregular(x) else ()  # type: ignore[no-any-return]

    for x in parts_first((root,), parts, made):
        if _is_operator(x):
            raise WrongTypeError(f"to_sympy: {x} is an operator, which SymPy has no form for")
        if is_irregular(x):
            kind = sympy.Tuple if x.operator is Head.LIST else oriented_tuple((x.operator.name,))
            made[x] = kind(*(made[y] if _is_container(y) else value(y) for y in x.operands))
        else:
            made[x] = _array_to_sympy(x, levels[x], value)
    return made[root]


def _array_to_sympy(node: Any, levels: Any, value: Any) -> Any:
    if node.operator is Head.MATRIX:
        return sympy.ImmutableMatrix([[value(x) for x in row.operands] for row in node.operands])
    leaves = [value(x) for _, x in placed_leaves(node.operands)]
    operators, shape = zip(*levels, strict=True)
    names = tuple(operator.name for operator in operators)
    if operators in ((Head.UP,), (Head.UP, Head.DOWN), (Head.DOWN,), (Head.DOWN, Head.UP)):
        matrix = sympy.ImmutableMatrix(shape[0], shape[1] if len(shape) > 1 else 1, leaves)
        return oriented_matrix(names)(matrix if operators[0] is Head.UP else matrix.T)
    return oriented_array(names)(leaves, shape)


def _is_container(x: Any) -> bool:
    return isinstance(x, Application) and (x.operator in CONTAINERS or _is_operator(x))


def _levels(root: Any) -> dict[Any, tuple[tuple[Any, int], ...] | None]:
    levels: dict[Any, tuple[tuple[Any, int], ...] | None] = {}
    for x in parts_first((root,), lambda x: x.operands if _is_container(x) else None, levels):
        inner = {levels[y] if _is_container(y) else () for y in x.operands}
        below = inner.pop() if len(inner) == 1 else None
        irregular = below is None or x.operator not in (Head.UP, Head.DOWN)
        levels[x] = None if irregular else ((x.operator, len(x.operands)), *below)  # type: ignore[misc]
    return levels


accept(Expression)
Symbol._diff_wrt = True  # type: ignore[attr-defined]  # so that SymPy integrates by it


#: Functions that scmpy writes by others.
_REWRITTEN: dict[str, Callable[..., Any]] = {
    "coth": lambda x: g.div(1, g.tanh(x)),
    "acot": lambda x: g.atan1(g.div(1, x)),
    "asec": lambda x: g.acos(g.div(1, x)),
    "acsc": lambda x: g.asin(g.div(1, x)),
    "acoth": lambda x: g.atanh(g.div(1, x)),
    "asech": lambda x: g.acosh(g.div(1, x)),
    "acsch": lambda x: g.asinh(g.div(1, x)),
    "re": g.real_part,
    "im": g.imag_part,
}

_RELATION_HEADS = {**{name: head for head, name in RELATIONS.items()}, "Equality": "=", "Unequality": "!="}
_RELATION_HEADS |= {"StrictLessThan": "<", "StrictGreaterThan": ">", "LessThan": "<=", "GreaterThan": ">="}


@register_package("sympy")
def register_sympy() -> None:
    """SymPy's objects take part in the generic operations: they are converted first."""
    from sympy.core.function import FunctionClass
    from sympy.logic.boolalg import Boolean

    for type_ in (sympy.Basic, sympy.MatrixBase, sympy.NDimArray, FunctionClass):
        to_sympy.add((type_,), lambda value: value)
    from_sympy.add((sympy.Expr,), expression_from_sympy)
    from_sympy.add((Boolean,), expression_from_sympy)
    from_sympy.add((sympy.Lambda,), function_of_lambda)
    from_sympy.add((sympy.Tuple,), lambda items: tuple(map(inward, items)))
    from_sympy.add((sympy.Poly,), lambda p: expression_from_sympy(p.as_expr()))
    from_sympy.add((sympy.FiniteSet,), lambda items: frozenset(map(inward, items)))
    from_sympy.add((sympy.Dict,), lambda items: {inward(key): inward(value) for key, value in items.items()})
    convert(sympy.Expr, from_sympy)


for _type in (Number, Expression):
    from_sympy.add((_type,), lambda x: x)


# --- expressions -----------------------------------------------------------------------------------------------


@shallow
def expression_from_sympy(e: Any) -> Any:
    values: dict[Any, Any] = {}
    for part in parts_first((e,), _parts, values):
        values[part] = _part_from_sympy(part, values)
    return values[e]


def _parts(e: Any) -> tuple[Any, ...]:
    if isinstance(e, (sympy.Derivative, sympy.Subs)):
        literal = _literal_derivative(e)
        return literal[2] if literal else ()
    return e.args if _is_operation(e) else ()


def _is_operation(e: Any) -> bool:
    from sympy.core.function import Application as Applied
    from sympy.core.relational import Relational
    from sympy.logic.boolalg import Boolean

    if not isinstance(e, (sympy.Add, sympy.Mul, sympy.Pow, Applied, Relational)):
        return False
    return all(isinstance(x, (sympy.Expr, Boolean)) for x in e.args)


def _part_from_sympy(e: Any, values: dict[Any, Any]) -> Any:
    if e.is_Symbol:
        return symbol_from_sympy(e)
    if isinstance(e, (sympy.Derivative, sympy.Subs)):
        return _derivative_from_sympy(e, values)
    if not e.args:
        return _constant_from_sympy(e)
    if not _is_operation(e):
        return _object_from_sympy(e)
    operands = [values[argument] for argument in e.args]
    if e.is_Add:
        return g.add(*operands)
    if e.is_Mul:
        return g.negate(g.mul(*operands[1:])) if operands[0] == -1 else g.mul(*operands)
    if e.is_Pow:
        return g.sqrt(operands[0]) if e.exp == sympy.S.Half else g.expt(*operands)
    if is_undefined(e.func):
        return _application(function_from_sympy(e.func), shape_of(e.func, len(operands)), operands)
    return _function_from_sympy(e, operands)


def _function_from_sympy(e: Any, operands: list[Any]) -> Any:
    name = type(e).__name__
    if name in _RELATION_HEADS:
        return application(symbol(_RELATION_HEADS[name]), *operands)
    if name in _REWRITTEN:
        return _REWRITTEN[name](*operands)
    record = getattr(e, "scmpy_record", None) or record_in_sympy(name, len(operands))
    if record is not None:
        return record.operation(*(record.by_sympy[1](*operands) if record.by_sympy else operands))
    if getattr(sympy, name, None) is type(e) and operands:
        return application(name_in_sympy(name), *operands)
    return _object_from_sympy(e)


def _constant_from_sympy(e: Any) -> Any:
    if e.is_Rational:
        return exact(Fraction(int(e.p), int(e.q)))
    if e.is_Float:
        if math.isinf(float(e)):
            raise WrongTypeError(f"from_sympy: {e} is too large for a float")
        return float(e)
    for theirs, ours in (
        (sympy.I, exact_complex(0, 1)),
        (sympy.pi, PI),
        (sympy.E, g.exp(1)),
        (sympy.oo, math.inf),
        (-sympy.oo, -math.inf),
        (sympy.nan, math.nan),
        (sympy.true, True),
        (sympy.false, False),
    ):
        if e is theirs:
            return ours
    if isinstance(e, sympy.NumberSymbol):
        return name_in_sympy(type(e).__name__)
    if e is sympy.zoo:
        raise WrongTypeError("from_sympy: no expression stands for zoo, the infinity of unknown direction")
    return _object_from_sympy(e)


def _object_from_sympy(e: Any) -> Any:
    if load_for(type(e)):
        return converted(e)
    if not isinstance(e, sympy.Expr) or e.has(sympy.Order):
        raise WrongTypeError(f"from_sympy: no value stands for {e} (a {type(e).__name__})")
    head, variables = remembered(e)
    return application(head, *(symbol_from_sympy(x) for x in variables)) if variables else head


# --- literal functions -----------------------------------------------------------------------------------------


def _application(head: Expression, shape: Shape, leaves: list[Any]) -> Any:
    remaining = iter(leaves)

    def nest(shape: Shape) -> list[Any]:
        return [next(remaining) if part is None else application(symbol(part[0]), *nest(part[1])) for part in shape]

    return application(head, *nest(shape))


def _literal_derivative(e: Any) -> tuple[Any, list[tuple[int, int]], tuple[Any, ...]] | None:
    """A derivative of an undefined function by some of its arguments, these perhaps substituted: the function, the
    places of the arguments with the orders, and the arguments. None for any other derivative."""
    derivative, points = (
        (e.expr, dict(zip(e.variables, e.point, strict=True))) if isinstance(e, sympy.Subs) else (e, {})
    )
    inner = derivative.expr if isinstance(derivative, sympy.Derivative) else None
    if inner is None or not is_undefined(inner.func):
        return None
    by: list[tuple[int, int]] = []
    for variable, order in derivative.variable_count:
        if not order.is_Integer or [x for x in inner.args if x.has(variable)] != [variable]:
            return None
        by.append((inner.args.index(variable), int(order)))
    if any(x not in points and x.has(*points) for x in inner.args if points):
        return None
    return inner.func, by, tuple(points.get(x, x) for x in inner.args)


def _derivative_from_sympy(e: Any, values: dict[Any, Any]) -> Any:
    literal = _literal_derivative(e)
    if literal is None:
        simpler = e.doit(deep=False)
        return _object_from_sympy(e) if simpler == e else expression_from_sympy(simpler)
    function, by, arguments = literal
    head: Any = function_from_sympy(function)
    applied = _application(head, shape_of(function, len(arguments)), [values[x] for x in arguments])
    paths = _paths(applied.operands)
    for place, order in by:
        head = derivative_expression(head, paths[place], order)
    return application(head, *applied.operands)


# --- functions -------------------------------------------------------------------------------------------------


def function_of_lambda(e: Any) -> Function:
    variables, body = [from_sympy(x) for x in e.variables], from_sympy(e.expr)

    def function(*arguments: Any) -> Any:
        if len(arguments) != len(variables):
            raise wrong_number(str(e), len(arguments), len(variables), len(variables))
        return substitute(body, dict(zip(variables, arguments, strict=True)))

    return Function(function, str(e).replace(" ", ""))
