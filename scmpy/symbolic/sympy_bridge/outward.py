"""From scmpy to SymPy: every node of an expression once, from the leaves up."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scmpy.errors import DifferentiationError, WrongTypeError
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import Number
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.generic.records import Elementary, record_of
from scmpy.symbolic.derivatives import function_and_orders, is_derivative_operator
from scmpy.symbolic.enclosure.applied import is_container, opened
from scmpy.symbolic.expression import (
    D_SYMBOL,
    DOWN,
    EXPT,
    LIST,
    MATRIX,
    PARTIAL,
    PI,
    PLUS,
    TIMES,
    UP,
    Application,
    Expression,
    Symbol,
)
from scmpy.symbolic.fold import spread, subexpressions
from scmpy.symbolic.sympy_bridge.conversions import accept, from_sympy, shallow, to_sympy
from scmpy.symbolic.sympy_bridge.oriented import oriented_array, oriented_matrix, oriented_tuple
from scmpy.symbolic.sympy_bridge.sympy_names import (
    RELATIONS,
    Shape,
    function_to_sympy,
    is_undefined,
    symbol_from_sympy,
    symbol_to_sympy,
)

_CONTAINERS = (UP, DOWN, LIST, MATRIX)

_ARITHMETIC: dict[str, Any] = {
    "-": lambda sympy, xs: -xs[0] if len(xs) == 1 else xs[0] - sympy.Add(*xs[1:]),
    "/": lambda sympy, xs: 1 / xs[0] if len(xs) == 1 else xs[0] / sympy.Mul(*xs[1:]),
    "expt": lambda sympy, xs: sympy.Pow(*xs),
    **{head: lambda sympy, xs, name=name: getattr(sympy, name)(*xs) for head, name in RELATIONS.items()},
}


@to_sympy.on(Number)
def number_to_sympy(x: Any) -> Any:
    """The number of the same exactness; infinities and NaN are SymPy's own."""
    import sympy

    if isinstance(x, (int, Fraction)):
        return sympy.Rational(x.numerator, x.denominator)
    if isinstance(x, (complex, ExactComplex)):
        return number_to_sympy(x.real) + sympy.I * number_to_sympy(x.imag)
    return sympy.Float(x)


@to_sympy.on(Expression)
@shallow
def expression_to_sympy(expression: Expression) -> Any:
    """The SymPy object of an expression, of tuples and matrices too."""
    import sympy

    values: dict[Any, Any] = {}

    def value(x: Any) -> Any:
        return values[x] if isinstance(x, Expression) else number_to_sympy(x)

    nodes = list(subexpressions(expression))
    inner = _inner(nodes)
    for node in nodes:
        if isinstance(node, Symbol):
            values[node] = sympy.pi if node is PI else symbol_to_sympy(sympy, node)
        elif node in inner:
            continue
        elif node.operator in (PLUS, TIMES) and not _is_operator(node):
            kind = sympy.Add if node.operator is PLUS else sympy.Mul
            values[node] = kind(*map(value, spread(node.operands, inner.__contains__)))
        elif _is_container(node):
            values[node] = None  # arguments, whose leaves are taken one by one, and heads
        else:
            values[node] = _application_to_sympy(sympy, node, value)
    if values[expression] is None:
        return _container_to_sympy(sympy, expression, value)
    return values[expression]


def _inner(nodes: list[Any]) -> set[Any]:
    """The sums inside one sum, and the products inside one product: SymPy makes one of them at once, in linear time."""
    uses = Counter(part for node in nodes for part in node.operands)
    return {
        part
        for node in nodes
        if node.operator in (PLUS, TIMES)
        for part in node.operands
        if isinstance(part, Application) and part.operator is node.operator and uses[part] == 1
    }


def _is_operator(node: Any) -> bool:
    """Is this a derivative, (D f) or (partial 0), or a product of such?"""
    head = node.operator
    if isinstance(head, Application):
        return is_derivative_operator(head)
    return head in (D_SYMBOL, PARTIAL) or (head in (TIMES, EXPT) and is_derivative_operator(node))


def _application_to_sympy(sympy: Any, node: Any, value: Any) -> Any:
    head = node.operator
    name = head.name if isinstance(head, Symbol) else None
    if name in _ARITHMETIC:
        return _ARITHMETIC[name](sympy, [value(x) for x in node.operands])
    record = record_of(head, len(node.operands))
    if record is not None and record.sympy is not None:
        operands = map(value, node.operands)
        return getattr(sympy, record.sympy)(*(record.by_sympy[0](*operands) if record.by_sympy else operands))
    if record is not None:
        function = _function(record) if record.definition is None else _defined(sympy, record)
        return function(*map(value, node.operands))
    return _literal_to_sympy(sympy, node, value)


def _defined(sympy: Any, record: Elementary) -> Any:
    """The function of SymPy's that a definition by other functions is."""
    variables = [sympy.Dummy() for _ in range(record.arity)]
    assert record.definition is not None
    return sympy.Lambda(
        tuple(variables), to_sympy(record.definition(*(symbol_from_sympy(sympy, x) for x in variables)))
    )


@functools.cache
def _function(record: Elementary) -> Any:
    """The function in SymPy of one that has no name there: it has our derivatives, and our numbers."""
    from sympy import Function
    from sympy.core.function import ArgumentIndexError

    operation = record.operation

    def fdiff(self: Any, argindex: int = 1) -> Any:
        try:
            return to_sympy(operation.derivatives[argindex - 1](*map(from_sympy, self.args)))
        except (IndexError, DifferentiationError):
            raise ArgumentIndexError(self, argindex) from None

    own = {"nargs": record.arity, "fdiff": fdiff, "_imp_": staticmethod(operation), "scmpy_record": record}
    return type(record.name, (Function,), own)


# --- literal functions -----------------------------------------------------------------------------------------


def placed_leaves(operands: tuple[Any, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The leaves of nested up and down tuples with their paths."""
    return ((path, leaf) for mark, path, leaf in opened(operands) if mark == ".")


def nesting(operands: tuple[Any, ...]) -> Shape:
    """How the leaves of nested up and down tuples are nested."""
    shapes: dict[Any, Shape] = {}
    for x in parts_first(operands, lambda x: x.operands if is_container(x) else None, shapes):
        shapes[x] = x.operator.name, tuple(map(shapes.get, x.operands))
    return tuple(map(shapes.get, operands))


def _literal_to_sympy(sympy: Any, node: Any, value: Any) -> Any:
    """An undefined or special function, or a derivative of one, at the leaves of its arguments."""
    head, orders = _function_and_orders(node)
    places = list(placed_leaves(node.operands))
    arguments = [value(leaf) for _, leaf in places]
    function = function_to_sympy(sympy, head, nesting(node.operands))
    if not orders:
        return function(*arguments)
    paths = [path[1:] if len(node.operands) == 1 else path for path, _ in places]
    if any(argument is None for argument in arguments) or not orders.keys() <= set(paths):
        raise WrongTypeError(f"to_sympy: {node} is no derivative by one of its scalar arguments")
    distinct = all(a.is_Symbol for a in arguments) and len(set(arguments)) == len(arguments)
    variables = arguments if distinct else [sympy.Dummy(f"xi_{i}") for i in range(len(arguments))]
    by = [(variables[paths.index(path)], order) for path, order in orders.items()]
    if not is_undefined(function):
        return sympy.Lambda(tuple(variables), sympy.diff(function(*variables), *by))(*arguments)
    derivative = sympy.Derivative(function(*variables), *by)
    return derivative if distinct else sympy.Subs(derivative, variables, arguments)


def _function_and_orders(node: Any) -> tuple[Symbol, dict[tuple[int, ...], int]]:
    """The symbol of a literal function, and how often it is differentiated by the leaf at each path."""
    head, orders = function_and_orders(node.operator)
    if not isinstance(head, Symbol):
        raise WrongTypeError(f"to_sympy: {head} is neither the name of a function nor a derivative")
    return head, orders


# --- tuples and matrices ---------------------------------------------------------------------------------------


def _container_to_sympy(sympy: Any, root: Any, value: Any) -> Any:
    """A column, row or matrix; an array where a tuple nests deeper or otherwise; a ``Tuple`` where it is irregular."""
    levels, made = _levels(root), dict[Any, Any]()

    def is_irregular(x: Any) -> bool:
        return levels[x] is None and x.operator is not MATRIX

    def parts(x: Any) -> tuple[Any, ...] | None:
        if not _is_container(x):
            return None
        return x.operands if is_irregular(x) else ()  # type: ignore[no-any-return]

    for x in parts_first((root,), parts, made):
        if _is_operator(x):
            raise WrongTypeError(f"to_sympy: {x} is an operator, which SymPy has no form for")
        if is_irregular(x):
            kind = sympy.Tuple if x.operator is LIST else oriented_tuple(x.operator.name)
            made[x] = kind(*(made[y] if _is_container(y) else value(y) for y in x.operands))
        else:
            made[x] = _array_to_sympy(sympy, x, levels[x], value)
    return made[root]


def _array_to_sympy(sympy: Any, node: Any, levels: Any, value: Any) -> Any:
    """The array of a matrix, or of a tuple with these levels."""
    if node.operator is MATRIX:
        return sympy.ImmutableMatrix([[value(x) for x in row.operands] for row in node.operands])
    leaves = [value(x) for _, x in placed_leaves(node.operands)]
    operators, shape = zip(*levels, strict=True)
    names = tuple(operator.name for operator in operators)
    if operators in ((UP,), (UP, DOWN), (DOWN,), (DOWN, UP)):
        matrix = sympy.ImmutableMatrix(shape[0], shape[1] if len(shape) > 1 else 1, leaves)
        return oriented_matrix(names)(matrix if operators[0] is UP else matrix.T)
    return oriented_array(names)(leaves, shape)


def _is_container(x: Any) -> bool:
    """Is this no scalar: a tuple, a matrix, a list, or an operator among the components of one?"""
    return isinstance(x, Application) and (x.operator in _CONTAINERS or _is_operator(x))


def _levels(root: Any) -> dict[Any, tuple[tuple[Any, int], ...] | None]:
    """The operator and length at each level of every tuple that is regular and not empty; None of others."""
    levels: dict[Any, tuple[tuple[Any, int], ...] | None] = {}
    for x in parts_first((root,), lambda x: x.operands if _is_container(x) else None, levels):
        inner = {levels[y] if _is_container(y) else () for y in x.operands}
        below = inner.pop() if len(inner) == 1 else None
        irregular = below is None or x.operator not in (UP, DOWN)
        levels[x] = None if irregular else ((x.operator, len(x.operands)), *below)  # type: ignore[misc]
    return levels


accept(Expression)
Symbol._diff_wrt = True  # type: ignore[attr-defined]  # so that SymPy integrates by it
