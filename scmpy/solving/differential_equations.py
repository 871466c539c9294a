"""Differential equations solved by SymPy, the solutions put into the equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import derivative
from scmpy.calculus.tape import Replay, replay
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError
from scmpy.generic.arguments import items
from scmpy.generic.kinds import describe, is_number
from scmpy.registry import public
from scmpy.solving.asking import Exchange, answer_of, as_scalars, as_symbol, settled
from scmpy.solving.checking import vanishes
from scmpy.solving.equations import simplify_exactly, solutions_of
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.structure import Structure, Up, leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.derivatives import function_and_orders
from scmpy.symbolic.expression import Application, Expression, Symbol, application, symbol
from scmpy.symbolic.fold import subexpressions

_NAME = "dsolve"


@public("dsolve")
def dsolve(equations: Any, functions: Any, t: Any, conditions: Any = ()) -> tuple[Any, ...]:
    """The solutions of differential equations, by SymPy, each of them put into the equations.

    An equation is a residual that is to vanish, or (= a b), of literal functions of the symbol t. What stays free are
    the constants C1, C2, ... Conditions are residuals too, of values such as (x 0) and ((D x) 0); they fix constants.

    Scheme:  (dsolve (+ (((expt D 2) x) 't) (x 't)) x 't), (dsolve equations (up x y) 't (list (- (x 0) 'a)))
    Shapes:  equations: an expression, a list or a structure of such;  functions: one, or a list or a structure of such;
             result: a list of expressions in t, of up tuples of such if there are several functions
    Raises:  LimitError where SymPy finds no solution, or one that cannot be checked, or takes longer than
             *solving-time*;  DomainError where it has x only implicitly, or by cases
    1 ]=> (define x (literal-function 'x))
    1 ]=> (dsolve (- ((D x) 't) (* 'a (x 't))) x 't)
    ;Value: ((* C1 (exp (* a t))))
    1 ]=> (dsolve (- ((D x) 't) (* 'a (x 't))) x 't (list (- (x 0) 'b)))
    ;Value: ((* b (exp (* a t))))
    >>> from scmpy import *
    >>> x = literal_function("x")
    >>> t, v = symbols("t v")
    >>> omega = symbols("omega", positive=True)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t)
    ((+ (* C1 (sin (* omega t))) (* C2 (cos (* omega t)))),)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t, [x(0), D(x)(0) - v])
    ((/ (* v (sin (* omega t))) omega),)
    """
    variable = as_symbol(t, _NAME)
    several = not isinstance(functions, LiteralFunction)
    sought = [_named(f) for f in (_listed(functions) if several else [functions])]
    residuals = as_scalars(equations, _NAME)
    wanted = as_scalars(conditions, _NAME) if not _is_empty(conditions) else []
    found = []
    for values in _asked(residuals, sought, variable):
        _check(residuals, sought, variable, values)
        found += _fixed(values, wanted, sought, variable, residuals)
    return tuple(Up(values) if several else values[0] for values in found)


def _is_empty(given: Any) -> bool:
    return not isinstance(given, (Expression, Structure)) and not is_number(given) and not items(given, _NAME)


def _listed(functions: Any) -> list[Any]:
    if isinstance(functions, Structure):
        return list(leaves(functions))
    return list(functions) if isinstance(functions, (list, tuple)) else [functions]


def _named(function: Any) -> Symbol:
    """The name of a literal function."""
    if isinstance(function, LiteralFunction) and isinstance(function.expression, Symbol) and function.arity == 1:
        return function.expression
    raise WrongTypeError(f"{_NAME} expects literal functions of one argument as unknowns, got {describe(function)}")


def _asked(residuals: list[Any], sought: list[Symbol], variable: Symbol) -> list[list[Any]]:
    """What SymPy takes for the solutions."""
    unknowns = [application(name, variable) for name in sought]
    exchange = Exchange([*residuals, *unknowns])
    equations, functions = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work(sympy: Any) -> Any:
        if len(functions) > 1:
            return sympy.dsolve(equations, functions)
        if len(equations) > 1:
            raise DomainError(f"{_NAME} expects as many equations as functions, got {len(equations)} for one")
        return sympy.dsolve(equations[0], functions[0])

    answer = answer_of(_NAME, work)
    systems = answer if isinstance(answer, list) else [answer]
    if len(functions) > 1 and systems and not isinstance(systems[0], list):
        systems = [systems]
    return [_values(each if isinstance(each, list) else [each], functions, exchange) for each in systems]


def _values(answers: list[Any], functions: list[Any], exchange: Exchange) -> list[Any]:
    values = {}
    for each in answers:
        if each.lhs not in functions or each.rhs.has(*functions):
            raise DomainError(f"{_NAME}: SymPy's answer has the function only implicitly: {each.lhs} = {each.rhs}")
        values[each.lhs] = simplify_exactly(exchange.home(settled(each.rhs, _NAME)))
    return [values[f] for f in functions]


# --- checking --------------------------------------------------------------------------------------------------


class _WithFunctions(Replay):
    """The values of expressions where literal functions of one argument are these functions."""

    def __init__(self, functions: dict[Symbol, Callable[[Any], Any]]) -> None:
        super().__init__({})
        self.functions = functions

    def _node(self, node: Application, operands: list[Any]) -> Any:
        head, orders = function_and_orders(node.operator)
        function: Any = self.functions.get(head) if isinstance(head, Symbol) else None
        if function is None:
            return super()._node(node, operands)
        for _ in range(sum(orders.values())):
            function = derivative(function)
        return function(operands[0])


def _with(residual: Any, sought: list[Symbol], variable: Symbol, values: list[Any]) -> Any:
    """A residual where the functions have these values at the variable."""

    def function(value: Any) -> Callable[[Any], Any]:
        return lambda at: replay(value, {variable: at})

    functions = {name: function(value) for name, value in zip(sought, values, strict=True)}
    return _WithFunctions(functions).of(residual)


def _check(residuals: list[Any], sought: list[Symbol], variable: Symbol, values: list[Any]) -> None:
    """An error unless the equations hold."""
    for residual in residuals:
        try:
            check = vanishes(_with(residual, sought, variable, values))
        except ScmpyError as error:
            raise LimitError(f"{_NAME}: it cannot be checked that {values} is a solution: {error}") from error
        if check.other:
            raise DomainError(f"{_NAME}: SymPy's answer, {values}, does not solve the equation where {check.where}")
        if not check.passed:
            raise LimitError(f"{_NAME}: it cannot be checked that SymPy's answer, {values}, is a solution")


def _fixed(
    values: list[Any], conditions: list[Any], sought: list[Symbol], variable: Symbol, residuals: list[Any]
) -> list[list[Any]]:
    """The solutions among these that satisfy conditions: the constants have values."""
    if not conditions:
        return [values]
    given = {x for x in subexpressions(*residuals) if isinstance(x, Symbol)}
    constants = [x for x in _constants(values) if x not in given]
    there = [_with(each, sought, variable, values) for each in conditions]
    if not constants:
        return [values] if all(vanishes(each).passed for each in there) else []
    return [
        [simplify_exactly(substitute(value, dict(zip(constants, found, strict=True)))) for value in values]
        for found in solutions_of(there, constants)
    ]


def _constants(values: list[Any]) -> list[Expression]:
    """SymPy's constants C1, C2, ... in these expressions, in this order."""
    symbols = {x for x in subexpressions(*values) if isinstance(x, Symbol)}
    return [x for n in range(1, 100) if (x := symbol(f"C{n}")) in symbols]
