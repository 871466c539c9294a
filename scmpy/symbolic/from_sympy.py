"""From SymPy to scmpy: every node once, from the leaves up, without recursion."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, wrong_number
from scmpy.generic import operations as g
from scmpy.generic.dispatch import convert, converted, register_package
from scmpy.generic.functions import Function
from scmpy.generic.numbers import exact, exact_complex
from scmpy.generic.tree import parts_first
from scmpy.generic.types import Number
from scmpy.registry import load_for
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import PI, Expression, application, symbol
from scmpy.symbolic.to_sympy import (
    RELATIONS,
    Shape,
    from_sympy,
    function_from_sympy,
    inward,
    is_undefined,
    name_in_sympy,
    record_in_sympy,
    remembered,
    shallow,
    shape_of,
    symbol_from_sympy,
    to_sympy,
)
from scmpy.symbolic.undefined_functions import derivative_expression

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
    import sympy
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
    import sympy

    values: dict[Any, Any] = {}
    for part in parts_first((e,), lambda x: _parts(sympy, x), values):
        values[part] = _part_from_sympy(sympy, part, values)
    return values[e]


def _parts(sympy: Any, e: Any) -> tuple[Any, ...]:
    if isinstance(e, (sympy.Derivative, sympy.Subs)):
        literal = _literal_derivative(sympy, e)
        return literal[2] if literal else ()
    return e.args if _is_operation(sympy, e) else ()


def _is_operation(sympy: Any, e: Any) -> bool:
    from sympy.core.function import Application as Applied
    from sympy.core.relational import Relational
    from sympy.logic.boolalg import Boolean

    if not isinstance(e, (sympy.Add, sympy.Mul, sympy.Pow, Applied, Relational)):
        return False
    return all(isinstance(x, (sympy.Expr, Boolean)) for x in e.args)


def _part_from_sympy(sympy: Any, e: Any, values: dict[Any, Any]) -> Any:
    if e.is_Symbol:
        return symbol_from_sympy(sympy, e)
    if isinstance(e, (sympy.Derivative, sympy.Subs)):
        return _derivative_from_sympy(sympy, e, values)
    if not e.args:
        return _constant_from_sympy(sympy, e)
    if not _is_operation(sympy, e):
        return _object_from_sympy(sympy, e)
    operands = [values[argument] for argument in e.args]
    if e.is_Add:
        return g.add(*operands)
    if e.is_Mul:
        return g.negate(g.mul(*operands[1:])) if operands[0] == -1 else g.mul(*operands)
    if e.is_Pow:
        return g.sqrt(operands[0]) if e.exp == sympy.S.Half else g.expt(*operands)
    if is_undefined(e.func):
        return _application(function_from_sympy(e.func), shape_of(e.func, len(operands)), operands)
    return _function_from_sympy(sympy, e, operands)


def _function_from_sympy(sympy: Any, e: Any, operands: list[Any]) -> Any:
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
    return _object_from_sympy(sympy, e)


def _constant_from_sympy(sympy: Any, e: Any) -> Any:
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
    return _object_from_sympy(sympy, e)


def _object_from_sympy(sympy: Any, e: Any) -> Any:
    if load_for(type(e)):
        return converted(e)
    if not isinstance(e, sympy.Expr) or e.has(sympy.Order):
        raise WrongTypeError(f"from_sympy: no value stands for {e} (a {type(e).__name__})")
    head, variables = remembered(sympy, e)
    return application(head, *(symbol_from_sympy(sympy, x) for x in variables)) if variables else head


# --- literal functions -----------------------------------------------------------------------------------------


def _application(head: Expression, shape: Shape, leaves: list[Any]) -> Any:
    remaining = iter(leaves)

    def nest(shape: Shape) -> list[Any]:
        return [next(remaining) if part is None else application(symbol(part[0]), *nest(part[1])) for part in shape]

    return application(head, *nest(shape))


def _literal_derivative(sympy: Any, e: Any) -> tuple[Any, list[tuple[int, int]], tuple[Any, ...]] | None:
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


def _derivative_from_sympy(sympy: Any, e: Any, values: dict[Any, Any]) -> Any:
    literal = _literal_derivative(sympy, e)
    if literal is None:
        simpler = e.doit(deep=False)
        return _object_from_sympy(sympy, e) if simpler == e else expression_from_sympy(simpler)
    function, by, arguments = literal
    shape = shape_of(function, len(arguments))
    places = list(_paths(shape))
    head: Any = function_from_sympy(function)
    for place, order in by:
        head = derivative_expression(head, places[place], order)
    return _application(head, shape, [values[x] for x in arguments])


def _paths(shape: Shape) -> Iterator[tuple[int, ...]]:
    """The paths of the leaves of a shape, as derivatives name them: a single argument has none of its own."""

    def below(parts: Shape, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, part in enumerate(parts):
            if part is None:
                yield (*path, i)
            else:
                yield from below(part[1], (*path, i))

    for path in below(shape, ()):
        yield path[1:] if len(shape) == 1 else path


# --- functions -------------------------------------------------------------------------------------------------


def function_of_lambda(e: Any) -> Function:
    variables, body = [from_sympy(x) for x in e.variables], from_sympy(e.expr)

    def function(*arguments: Any) -> Any:
        if len(arguments) != len(variables):
            raise wrong_number(str(e), len(arguments), len(variables), len(variables))
        return substitute(body, dict(zip(variables, arguments, strict=True)))

    return Function(function, str(e).replace(" ", ""))
