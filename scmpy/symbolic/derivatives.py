"""The names of derivatives of literal functions: ``(D f)``, ``((expt D 2) f)``, ``((* (partial 0) (partial 1)) F)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scmpy.generic.graphs import parts_first
from scmpy.generic.memory import memoized
from scmpy.symbolic.expression import D_SYMBOL, EXPT, PARTIAL, TIMES, Application, Expression, application


def derivative_expression(function: Expression, path: tuple[int, ...]) -> Expression:
    """The expression of a derivative: ``(D f)`` for an empty path, else ``((partial i ...) f)``.

    >>> from scmpy.symbolic.expression import symbol
    >>> derivative_expression(derivative_expression(symbol("f"), ()), ())
    ((expt D 2) f)
    """
    if isinstance(function, Application) and is_derivative_operator(function.operator):
        return application(_operator_product(function.operator, path), function.operands[0])
    return application(_operator(path), function)


# Operators are remembered, not derivatives: these hold the names of functions, which are to be forgotten.


@memoized(1000)
def _operator(path: tuple[int, ...]) -> Any:
    """The operator that differentiates by a path."""
    return application(PARTIAL, *path) if path else D_SYMBOL


@memoized(1000)
def _operator_product(inner: Any, path: tuple[int, ...]) -> Expression:
    """The product of a derivative operator and that of a path, repeated factors as powers."""
    outer = _operator(path)
    factors = list(inner.operands) if inner.operator is TIMES else [inner]
    for i, factor in enumerate(factors):
        base, power = factor.operands if factor.operator is EXPT else (factor, 1)
        if base is outer:
            factors[i] = application(EXPT, base, power + 1)
            break
    else:
        factors.append(outer)
    return factors[0] if len(factors) == 1 else application(TIMES, *factors)


def is_derivative_operator(operator: Any) -> bool:
    """Is this D, a partial derivative, or a product of such?"""
    if not _is_product(operator):
        return _is_derivative(operator)
    return all(_is_product(x) or _is_derivative(x) for x in parts_first((operator,), _factors))


def _is_derivative(x: Any) -> bool:
    return x is D_SYMBOL or getattr(x, "operator", None) is PARTIAL


def _is_product(x: Any) -> bool:
    if not isinstance(x, Application):
        return False
    return x.operator is TIMES or (x.operator is EXPT and len(x.operands) == 2)


def _factors(x: Any) -> tuple[Any, ...]:
    """What a product or power of operators is made of."""
    if not _is_product(x):
        return ()
    return x.operands if x.operator is TIMES else x.operands[:1]  # type: ignore[no-any-return]


def derivative_orders(operator: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """The paths that a product of derivatives differentiates by, with multiplicity; D has the empty path."""
    orders: dict[Any, dict[Any, int]] = {}  # of a product: how often every derivative is a factor
    for x in parts_first((operator,), _factors, orders):
        found = orders[x] = {} if _is_product(x) else {x: 1}
        for factor in _factors(x):
            power = x.operands[1] if x.operator is EXPT else 1
            for each, order in orders[factor].items():
                found[each] = found.get(each, 0) + order * power
    for each, order in orders[operator].items():
        yield (each.operands if each.operator is PARTIAL else ()), order


def differentiated(operator: Any) -> tuple[Any, int]:
    """The function under the derivatives of an operator, and their order.

    >>> from scmpy.symbolic.expression import symbol
    >>> differentiated(derivative_expression(derivative_expression(symbol("f"), ()), ()))
    (f, 2)
    """
    function, orders = function_and_orders(operator)
    return function, sum(orders.values())


def function_and_orders(operator: Any) -> tuple[Any, dict[tuple[int, ...], int]]:
    """The function under the derivatives of an operator, and how often it is differentiated by every path.

    >>> from scmpy.symbolic.expression import symbol
    >>> function_and_orders(derivative_expression(derivative_expression(symbol("f"), (1,)), (1,)))
    (f, {(1,): 2})
    """
    orders: dict[tuple[int, ...], int] = {}
    while (
        isinstance(operator, Application) and is_derivative_operator(operator.operator) and len(operator.operands) == 1
    ):
        for path, order in derivative_orders(operator.operator):
            orders[path] = orders.get(path, 0) + order
        operator = operator.operands[0]
    return operator, orders
