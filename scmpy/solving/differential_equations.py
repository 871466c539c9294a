"""Differential equations solved by SymPy, the solutions put into the equations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction, traced
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.settings import items
from scmpy.generic.types import Formula, Values, is_number, is_procedure, measure_of
from scmpy.registry import public
from scmpy.solving.equations import simplify_exactly, solutions_of
from scmpy.solving.sympy_calls import Exchange, answer_of, as_scalars, as_symbol, settled, vanishes
from scmpy.structure.tuples import Structure, Up, attach_units, leaves, units_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Symbol,
    application,
    function_and_orders,
    subexpressions,
    symbol,
)
from scmpy.symbolic.to_sympy import to_sympy

_NAME = "dsolve"
_CONSTANT = re.compile(r"C\d+")
_NEAR = 2**16  # what is near a place: the variable, this much smaller, away


@public("dsolve")
def dsolve(
    equations: Formula | Values, functions: Callable[[Any], Any] | Values, t: Formula, conditions: Formula | Values = ()
) -> tuple[Any, ...]:
    """The solutions of differential equations, by SymPy, each of them put into the equations.

    An equation is a residual that is to vanish, or (= a b), of literal functions of the symbol t. What stays free are
    the constants C1, C2, ... Conditions are residuals too, of values such as (x 0) and ((D x) 0); they fix constants,
    and then the equations have to hold near the place of the conditions. Besides SymPy's families there are, of an
    equation that is not linear, its constant solutions, and of one of first order its singular ones, where real. No
    solution, (), is the answer for linear equations only.

    Scheme:  (dsolve (+ (((expt D 2) x) 't) (x 't)) x 't), (dsolve equations (up x y) 't (list (- (x 0) 'a)))
    Shapes:  equations: an expression, a list or a structure of such;  functions: one, or a list or a structure of such;
             result: a list of expressions in t, of up tuples of such if there are several functions
    Units:   functions and equations may have units, then t is a symbol with one, (& 't &second)
    Raises:  LimitError where SymPy finds no solution, or one that cannot be checked, or takes longer than
             *solving-time*, or none that satisfies the conditions;  DomainError where it has x only implicitly, or by
             cases, or a condition contains t
    1 ]=> (define x (literal-function 'x))
    1 ]=> (dsolve (- ((D x) 't) (* 'a (x 't))) x 't (list (- (x 0) 'b)))
    ;Value: ((* b (exp (* a t))))
    >>> x = literal_function("x")
    >>> t, v = symbols("t v")
    >>> omega = symbols("omega", positive=True)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t)
    ((+ (* C1 (sin (* omega t))) (* C2 (cos (* omega t)))),)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t, [x(0), D(x)(0) - v])
    ((/ (* v (sin (* omega t))) omega),)
    """
    variable = as_symbol(t, _NAME)
    several = not is_procedure(functions)
    listed: list[Any] = _listed(functions) if several else [functions]
    sought, units = [_named(f, t) for f in listed], [unit for f in listed for unit in units_of(f(t))]
    residuals = as_scalars(equations, _NAME)
    wanted = as_scalars(conditions, _NAME) if not _is_empty(conditions) else []
    if len(residuals) != len(sought):
        raise DomainError(f"{_NAME} expects as many equations as functions, got {len(residuals)} for {len(sought)}")
    if any(x is variable for x in subexpressions(*wanted)):
        raise DomainError(f"{_NAME} expects conditions at places, such as (x 0); one contains {variable}")
    given = {x for x in subexpressions(*residuals, *wanted) if isinstance(x, Symbol)}
    hidden = {x: symbol(f"given-{x.name}", *x.facts) for x in given if _CONSTANT.fullmatch(x.name)}
    problem = Problem(_replaced(residuals, hidden), sought, variable, _replaced(wanted, hidden))
    solutions = _solutions(problem)
    shown = {new: old for old, new in hidden.items()} | _other_names(hidden, solutions)
    found = [_replaced(values, shown) for values in solutions]
    shaped = (attach_units(units, Up(values)) for values in found)
    return tuple(values if several else values[0] for values in shaped)


class Problem(NamedTuple):
    """Equations, the names of the functions sought, their variable, and conditions; no symbol in it is called C1."""

    residuals: list[Any]
    sought: list[Symbol]
    variable: Symbol
    conditions: list[Any]


def _replaced(values: list[Any], by: dict[Any, Any]) -> list[Any]:
    return [substitute(x, by) if isinstance(x, Expression) else x for x in values]


def _other_names(taken: Iterable[Symbol], solutions: list[list[Any]]) -> dict[Any, Any]:
    names = {x.name for x in taken}
    used = names | {x.name for values in solutions for x in subexpressions(*values) if isinstance(x, Symbol)}
    free = (name for n in count(1) if (name := f"C{n}") not in used)
    return {symbol(name): symbol(next(free)) for name in sorted(names)}


def _solutions(problem: Problem) -> list[list[Any]]:
    residuals, sought, variable, conditions = problem
    linear = _is_linear(problem)
    found: list[list[Any]] = []
    errors: list[ScmpyError] = []
    families = _asked(residuals, sought, variable)
    for values in families:
        try:
            if not conditions:
                if any(_is_member(values, family, variable) for family in found):
                    continue
                _check(residuals, sought, variable, values)
            _add(found, _fixed(values, problem) if conditions else [values])
        except ScmpyError as error:
            if not conditions:
                raise
            errors.append(error)
    for values in [] if linear else particular_solutions(problem):
        try:
            if conditions:
                _add(found, _fixed(values, problem))
            elif not any(_is_member(values, family, variable) for family in families):
                _check(residuals, sought, variable, values)
                _add(found, [values])
        except ScmpyError:
            continue
    if found or (linear and not errors):
        return found
    if errors:
        raise errors[0]
    raise LimitError(f"{_NAME}: none of the solutions found satisfies the conditions; that there is none is not proved")


def _add(found: list[list[Any]], more: list[list[Any]]) -> None:
    for values in more:
        if not any(all(vanishes(g.sub(x, y)).passed for x, y in zip(values, known, strict=True)) for known in found):
            found.append(values)


def _is_empty(given: Any) -> bool:
    return not isinstance(given, (Expression, Structure)) and not is_number(given) and not items(given, _NAME)


def _listed(functions: Any) -> list[Any]:
    if isinstance(functions, Structure):
        return list(leaves(functions))
    return list(functions) if isinstance(functions, (list, tuple)) else [functions]


def _named(function: Any, t: Any) -> Symbol:
    value = measure_of(function(t)) if is_procedure(function) else None
    if (
        isinstance(value, Application)
        and isinstance(value.operator, Symbol)
        and value.operands == (as_symbol(t, _NAME),)
    ):
        return value.operator
    raise WrongTypeError(f"{_NAME} expects literal functions of one argument as unknowns, got {describe(function)}")


def _asked(residuals: list[Any], sought: list[Symbol], variable: Symbol) -> list[list[Any]]:
    unknowns = [application(name, variable) for name in sought]
    exchange = Exchange([*residuals, *unknowns])
    equations, functions = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work(sympy: Any) -> Any:
        if len(functions) > 1:
            return sympy.dsolve(equations, functions)
        branches = _branches(sympy, equations[0], functions[0])
        answers = [sympy.dsolve(branch, functions[0]) for branch in branches]
        return [x for each in answers for x in (each if isinstance(each, list) else [each])]

    answer = answer_of(_NAME, work)
    systems = answer if isinstance(answer, list) else [answer]
    if len(functions) > 1 and systems and not isinstance(systems[0], list):
        systems = [systems]
    return [_values(each if isinstance(each, list) else [each], functions, exchange) for each in systems]


def _branches(sympy: Any, equation: Any, function: Any) -> list[Any]:
    """An equation of the first order that is a polynomial in the derivative, solved for that; another as it is."""
    slope, value = function.diff(), sympy.Dummy("slope")
    there = equation.subs(slope, value)
    if there.has(sympy.Derivative) or not there.is_polynomial(value) or sympy.degree(there, value) < 2:
        return [equation]
    try:
        found = sympy.roots(sympy.Poly(there, value))
    except sympy.PolynomialError:
        return [equation]
    return [sympy.Eq(slope, x) for x in found] if sum(found.values()) == sympy.degree(there, value) else [equation]


def _values(answers: list[Any], functions: list[Any], exchange: Exchange) -> list[Any]:
    values = {}
    for each in answers:
        if each.lhs not in functions or each.rhs.has(*functions):
            raise DomainError(f"{_NAME}: SymPy's answer has the function only implicitly: {each.lhs} = {each.rhs}")
        values[each.lhs] = simplify_exactly(exchange.home(settled(each.rhs, _NAME)))
    return [values[f] for f in functions]


# --- checking --------------------------------------------------------------------------------------------------


class _WithFunctions(TracedFunction):
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
    def function(value: Any) -> Callable[[Any], Any]:
        return lambda at: traced(value, {variable: at})

    functions = {name: function(value) for name, value in zip(sought, values, strict=True)}
    return _WithFunctions(functions).of(residual)


def _check(residuals: list[Any], sought: list[Symbol], variable: Symbol, values: list[Any]) -> None:
    for residual in residuals:
        try:
            check = vanishes(_with(residual, sought, variable, values))
        except ScmpyError as error:
            raise LimitError(f"{_NAME}: it cannot be checked that {values} is a solution: {error}") from error
        if check.other:
            raise DomainError(f"{_NAME}: SymPy's answer, {values}, does not solve the equation where {check.where}")
        if not check.passed:
            raise LimitError(f"{_NAME}: it cannot be checked that SymPy's answer, {values}, is a solution")


def _fixed(values: list[Any], problem: Problem) -> list[list[Any]]:
    residuals, sought, variable, conditions = problem
    constants = _constants(values)
    there = [_with(each, sought, variable, values) for each in conditions]
    candidates = [values]
    if constants:
        fixed = solutions_of(there, constants)
        candidates = [
            [simplify_exactly(x) for x in _replaced(values, dict(zip(constants, found, strict=True)))]
            for found in fixed
        ]
    place = _place(problem)
    near = g.add(place, g.div(variable, _NEAR)) if place is not None else variable
    kept = []
    for candidate in candidates:
        rest = [_with(x, sought, variable, candidate) for x in residuals]
        tests = [_with(x, sought, variable, candidate) for x in conditions]
        checks = [vanishes(x) for x in [*_replaced(rest, {variable: near}), *tests]]
        if all(check.passed for check in checks):
            kept.append(candidate)
        elif not any(check.other and not check.vanishing for check in checks):
            where = next((check.where for check in checks if check.other), "")
            raise DomainError(
                f"{_NAME}: it cannot be told that {candidate} is a solution{where and '; none where '}{where}"
            )
    return kept


def _place(problem: Problem) -> Any:
    for node in subexpressions(*problem.conditions):
        if isinstance(node, Application) and function_and_orders(node.operator)[0] in problem.sought:
            return node.operands[0]
    return None


def _constants(values: list[Any]) -> list[Expression]:
    symbols = {x for x in subexpressions(*values) if isinstance(x, Symbol)}
    return [x for n in range(1, 100) if (x := symbol(f"C{n}")) in symbols]


def _is_member(values: list[Any], family: list[Any], variable: Symbol) -> bool:
    """Is a solution one of a family, for some constants? No where that cannot be told."""
    constants = _constants(family)
    apart = [symbol(f"of-family-{n}") for n in range(len(constants))]
    gaps = [
        g.sub(x, y) for x, y in zip(_replaced(family, dict(zip(constants, apart, strict=True))), values, strict=True)
    ]
    try:
        at = [y for n in range(1, len(apart) + 1) for y in _replaced(gaps, {variable: n})]
        return any(
            all(vanishes(x).passed for x in _replaced(gaps, dict(zip(apart, found, strict=True))))
            for found in solutions_of(at, list(apart))
        )
    except (ScmpyError, ArithmeticError):
        return False


# --- solutions outside the families ----------------------------------------------------------------------------


def _jets(problem: Problem) -> tuple[list[Any], dict[tuple[Symbol, int], Symbol]] | None:
    names: dict[Any, Symbol] = {}
    jets: dict[tuple[Symbol, int], Symbol] = {}
    for node in subexpressions(*problem.residuals):
        if isinstance(node, Application):
            head, orders = function_and_orders(node.operator)
            if head in problem.sought:
                if node.operands != (problem.variable,):
                    return None
                order = sum(orders.values())
                names[node] = jets[head, order] = symbol(f"jet-{head.name}-{order}")
    return _replaced(problem.residuals, names), jets


def _is_linear(problem: Problem) -> bool:
    found = _jets(problem)
    if found is None:
        return False
    equations, jets = [to_sympy(x) for x in found[0]], [to_sympy(x) for x in found[1].values()]

    def work(sympy: Any) -> bool:
        return bool(jets) and all(
            e.is_polynomial(*jets) and sympy.Poly(e, *jets).total_degree() <= 1 for e in equations
        )

    return answer_of(_NAME, work)


def particular_solutions(problem: Problem) -> list[list[Any]]:
    """Constant solutions, and singular ones of an equation of first order, not yet checked."""
    found = []
    for candidates in (_constant, _singular):
        try:
            found += candidates(problem)
        except (ScmpyError, ArithmeticError):
            continue
    return [values for values in found if not any(is_number(x) and complex(g.inexact(x)).imag for x in values)]


def _constant(problem: Problem) -> list[list[Any]]:
    constants: list[Any] = [symbol(f"C{n + 1}") for n in range(len(problem.sought))]
    there = [_with(x, problem.sought, problem.variable, constants) for x in problem.residuals]
    found = solutions_of([x for x in there if not vanishes(x).proved], constants)
    return [values for values in found if problem.variable not in subexpressions(*values)]


def _singular(problem: Problem) -> list[list[Any]]:
    found = _jets(problem)
    if found is None or len(problem.sought) > 1 or {order for _, order in found[1]} != {0, 1}:
        return []
    (residual,), jets = found
    value, slope = (jets[problem.sought[0], order] for order in (0, 1))
    by_slope = derivative(lambda p: traced(residual, {slope: p}))(slope)
    pairs: list[list[Any]] = solutions_of([residual, by_slope], [value, slope])
    return [[x] for x, _ in pairs if not {value, slope} & set(subexpressions(x))]
