"""The names of derivatives of literal functions: ``(D f)``, ``((expt D 2) f)``, ``((* (partial 0) (partial 1)) F)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scmpy.symbolic.expression import D_SYMBOL, EXPT, PARTIAL, TIMES, Application, Expression, application


def derivative_expression(function: Expression, path: tuple[int, ...]) -> Expression:
    """The expression of a derivative: ``(D f)`` for an empty path, else ``((partial i ...) f)``.

    >>> from scmpy.symbolic.expression import symbol
    >>> derivative_expression(derivative_expression(symbol("f"), ()), ())
    ((expt D 2) f)
    """
    operator: Any = application(PARTIAL, *path) if path else D_SYMBOL
    if isinstance(function, Application) and is_derivative_operator(function.operator):
        return application(_operator_product(function.operator, operator), function.operands[0])
    return application(operator, function)


def _operator_product(inner: Any, outer: Any) -> Expression:
    """The product of derivative operators, repeated factors as powers."""
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
    if operator is D_SYMBOL or operator.operator is PARTIAL:
        return True
    if operator.operator is EXPT:
        return isinstance(operator.operands[0], Expression) and is_derivative_operator(operator.operands[0])
    if operator.operator is TIMES:
        return all(isinstance(x, Expression) and is_derivative_operator(x) for x in operator.operands)
    return False


def derivative_orders(operator: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """The paths that a product of derivatives differentiates by, with multiplicity; D has the empty path."""
    if operator.operator is TIMES:
        for factor in operator.operands:
            yield from derivative_orders(factor)
    elif operator.operator is EXPT:
        yield from ((path, order * operator.operands[1]) for path, order in derivative_orders(operator.operands[0]))
    else:
        yield (operator.operands if operator.operator is PARTIAL else ()), 1


def differentiated(operator: Any) -> tuple[Any, int]:
    """The function under the derivatives of an operator, and their order.

    >>> from scmpy.symbolic.expression import symbol
    >>> differentiated(derivative_expression(derivative_expression(symbol("f"), ()), ()))
    (f, 2)
    """
    order = 0
    while isinstance(operator, Application) and is_derivative_operator(operator.operator):
        order += sum(times for _, times in derivative_orders(operator.operator))
        operator = operator.operands[0]
    return operator, order
