"""The bridge to SymPy: every expression converts, and comes back with an equal canonical form.

``to_sympy(x)`` and ``from_sympy(e)``; ``sympy.sympify`` and SymPy's functions accept expressions as they are, and the
generic operations accept SymPy's. A literal function becomes an undefined function of the leaves of its arguments (it
remembers how they were nested), its derivatives become ``Derivative``, inside ``Subs`` where the arguments are not
distinct symbols.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import adopt, convert, unary
from scmpy.generic.kinds import Number
from scmpy.generic.numbers import ExactComplex, exact, exact_complex
from scmpy.registry import register
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.derivatives import derivative_expression, derivative_orders, is_derivative_operator
from scmpy.symbolic.expression import (
    D_SYMBOL,
    DOWN,
    EXPT,
    PARTIAL,
    TIMES,
    UP,
    Application,
    Expression,
    Symbol,
    application,
    numerical,
    subexpressions,
    symbol,
)

#: Elementary functions of the same name, and those that are called differently.
_SAME = "exp log sin cos tan sec csc cot asin acos atan sinh cosh tanh sech csch asinh acosh atanh sqrt conjugate"
_SYMPY_NAMES = {**{name: name for name in _SAME.split()}, "abs": "Abs"}
_OUR_NAMES = {theirs: ours for ours, theirs in _SYMPY_NAMES.items()}

to_sympy = unary(
    "to-sympy",
    """The SymPy form of an expression, structure or matrix.

    >>> from scmpy.symbolic.expression import symbols
    >>> x = symbols("x")
    >>> to_sympy(g.sin(x) ** 2 / 2)
    sin(x)**2/2
    """,
)
from_sympy = unary(
    "from-sympy",
    """The value of a SymPy expression.

    >>> import sympy
    >>> from_sympy(sympy.sin(sympy.Symbol("x")) + 1)
    (+ 1 (sin x))
    """,
)
register("to-sympy", to_sympy, module=__name__)
register("from-sympy", from_sympy, module=__name__)


# --- to SymPy --------------------------------------------------------------------------------------------------


@to_sympy.on(Number)
def _number_to_sympy(x: Any) -> Any:
    import sympy

    if isinstance(x, (int, Fraction)):
        return sympy.Rational(x.numerator, x.denominator)
    if isinstance(x, (complex, ExactComplex)):
        return _number_to_sympy(x.real) + sympy.I * _number_to_sympy(x.imag)
    return sympy.Float(x)


@to_sympy.on(Expression)
def _expression_to_sympy(expression: Expression) -> Any:
    import sympy

    values: dict[Any, Any] = {}

    def value(x: Any) -> Any:
        return values[x] if isinstance(x, Expression) else _number_to_sympy(x)

    for node in subexpressions(expression):
        if isinstance(node, Symbol):
            values[node] = sympy.Symbol(node.name)
        elif node.operator in (UP, DOWN):
            values[node] = None  # the arguments of a literal function: its leaves are taken one by one
        elif _is_function_of_functions(node):
            values[node] = None
        elif isinstance(node, Application):
            values[node] = _application_to_sympy(sympy, node, value)
    return values[expression]


def _is_function_of_functions(node: Any) -> bool:
    """Is this a derivative, (D f) or (partial 0), or a product of such?"""
    head = node.operator
    if isinstance(head, Application):
        return is_derivative_operator(head)
    return head in (D_SYMBOL, PARTIAL) or (head in (TIMES, EXPT) and is_derivative_operator(node))


def _application_to_sympy(sympy: Any, node: Application, value: Any) -> Any:
    head = node.operator
    if not isinstance(head, Symbol) or (head.name not in _ARITHMETIC and head.name not in _SYMPY_NAMES):
        return _literal_to_sympy(sympy, node, value)
    operands = [value(x) for x in node.operands]
    if head.name in _ARITHMETIC:
        return _ARITHMETIC[head.name](sympy, operands)
    if head.name == "atan" and len(operands) == 2:
        return sympy.atan2(*operands)
    return getattr(sympy, _SYMPY_NAMES[head.name])(*operands)


_ARITHMETIC: dict[str, Any] = {
    "+": lambda sympy, xs: sympy.Add(*xs),
    "*": lambda sympy, xs: sympy.Mul(*xs),
    "-": lambda sympy, xs: -xs[0] if len(xs) == 1 else xs[0] - sympy.Add(*xs[1:]),
    "/": lambda sympy, xs: 1 / xs[0] if len(xs) == 1 else xs[0] / sympy.Mul(*xs[1:]),
    "expt": lambda sympy, xs: sympy.Pow(*xs),
}


def _leaves(operands: tuple[Any, ...], path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The leaves of nested up and down tuples with their paths."""
    for i, operand in enumerate(operands):
        if isinstance(operand, Application) and operand.operator in (UP, DOWN):
            yield from _leaves(operand.operands, (*path, i))
        else:
            yield (*path, i), operand


def _shape(operands: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        (x.operator.name, _shape(x.operands)) if isinstance(x, Application) and x.operator in (UP, DOWN) else None
        for x in operands
    )


def _literal_to_sympy(sympy: Any, node: Application, value: Any) -> Any:
    orders: dict[tuple[int, ...], int] = {}
    head = node.operator
    while isinstance(head, Application):
        for path, order in derivative_orders(head.operator):
            orders[path] = orders.get(path, 0) + order
        head = head.operands[0]
    places = list(_leaves(node.operands))
    arguments = [value(leaf) for _, leaf in places]
    function = _undefined_function(sympy, head.name, _shape(node.operands))
    if not orders:
        return function(*arguments)
    distinct = all(a.is_Symbol for a in arguments) and len(set(arguments)) == len(arguments)
    variables = arguments if distinct else [sympy.Dummy(f"xi_{i}") for i in range(len(arguments))]
    single = len(node.operands) == 1
    paths = [path[1:] if single else path for path, _ in places]
    derivative = sympy.Derivative(
        function(*variables), *((variables[paths.index(path)], order) for path, order in orders.items())
    )
    return derivative if distinct else sympy.Subs(derivative, variables, arguments)


def _undefined_function(sympy: Any, name: str, shape: tuple[Any, ...]) -> Any:
    if not any(shape):
        return sympy.Function(name)
    from sympy.core.function import UndefinedFunction

    return UndefinedFunction(name, __dict__={"scmpy_shape": shape})


# --- from SymPy ------------------------------------------------------------------------------------------------


@adopt("sympy")
def register_sympy() -> None:
    """SymPy's expressions take part in the generic operations: they are converted first."""
    import sympy

    from_sympy.add((sympy.Expr,), _scalar_from_sympy)
    convert(sympy.Expr, _scalar_from_sympy)


from_sympy.add((Number,), lambda x: x)


def _scalar_from_sympy(e: Any) -> Any:
    import sympy

    values: dict[Any, Any] = {}
    for part in sympy.postorder_traversal(e):
        if part not in values and isinstance(part, sympy.Expr):
            values[part] = _part_from_sympy(sympy, part, values)
    return values[e]


def _part_from_sympy(sympy: Any, e: Any, values: dict[Any, Any]) -> Any:
    from sympy.core.function import AppliedUndef

    if e.is_Symbol:
        return symbol(e.name)
    if e.is_Rational and e.is_finite:
        return exact(Fraction(int(e.p), int(e.q)))
    if e.is_Float:
        return float(e)
    if e is sympy.I:
        return exact_complex(0, 1)
    if e is sympy.pi:
        return application(numerical("acos"), -1)
    if e is sympy.E:
        return g.exp(1)
    if isinstance(e, (sympy.Derivative, sympy.Subs)):
        return _derivative_from_sympy(sympy, e, values)
    operands = [values[argument] for argument in e.args if argument in values]
    if e.is_Add:
        return g.add(*operands)
    if e.is_Mul:
        return g.mul(*operands)
    if e.is_Pow:
        return g.sqrt(operands[0]) if e.exp == sympy.S.Half else g.expt(*operands)
    if isinstance(e, AppliedUndef):
        return _application_of(e.func, operands)
    if isinstance(e, sympy.atan2):
        return g.atan2(*operands)
    name = _OUR_NAMES.get(type(e).__name__)
    if name is None:
        raise WrongTypeError(f"from_sympy: no expression stands for {e} (a {type(e).__name__})")
    return apply_head(numerical(name), tuple(operands))


def _application_of(function: Any, leaves: list[Any], head: Any = None) -> Any:
    """The application of a literal function, its arguments nested as they were."""
    remaining = iter(leaves)

    def nest(shape: Any) -> Any:
        return [next(remaining) if part is None else application(symbol(part[0]), *nest(part[1])) for part in shape]

    shape = getattr(function, "scmpy_shape", (None,) * len(leaves))
    return application(head or symbol(function.__name__), *nest(shape))


def _derivative_from_sympy(sympy: Any, e: Any, values: dict[Any, Any]) -> Any:
    """Derivatives of undefined functions by their own arguments, and these with other arguments substituted."""
    from sympy.core.function import AppliedUndef

    derivative, variables, points = (e.expr, e.variables, e.point) if isinstance(e, sympy.Subs) else (e, (), ())
    substituted = dict(zip(variables, points, strict=True))
    inner = derivative.expr if isinstance(derivative, sympy.Derivative) else None
    if not isinstance(inner, AppliedUndef) or any(v not in inner.args for v, _ in derivative.variable_count):
        simpler = e.doit()
        if simpler == e:
            raise WrongTypeError(f"from_sympy: no expression stands for {e}")
        return _scalar_from_sympy(simpler)
    places = list(_paths(getattr(inner.func, "scmpy_shape", (None,) * len(inner.args))))
    head: Any = symbol(inner.func.__name__)
    for variable, order in derivative.variable_count:
        for _ in range(int(order)):
            head = derivative_expression(head, places[inner.args.index(variable)])
    arguments = [_scalar_from_sympy(substituted.get(argument, argument)) for argument in inner.args]
    return _application_of(inner.func, arguments, head)


def _paths(shape: tuple[Any, ...]) -> Iterator[tuple[int, ...]]:
    """The paths of the leaves of a shape, as derivatives name them: a single argument has none of its own."""

    def below(parts: tuple[Any, ...], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, part in enumerate(parts):
            if part is None:
                yield (*path, i)
            else:
                yield from below(part[1], (*path, i))

    for path in below(shape, ()):
        yield path[1:] if len(shape) == 1 else path


def sympy_of(expression: Expression) -> Any:
    """What ``sympy.sympify`` calls."""
    return to_sympy(expression)


Expression._sympy_ = sympy_of  # type: ignore[attr-defined]
