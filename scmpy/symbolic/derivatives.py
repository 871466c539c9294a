"""The names of derivatives of literal functions: ``(D f)``, ``((expt D 2) f)``, ``((* (partial 0) (partial 1)) F)``."""

from __future__ import annotations

from typing import Any

from scmpy.symbolic.expression import D_SYMBOL, EXPT, PARTIAL, TIMES, Application, Expression, application


def derivative_expression(function: Expression, path: tuple[int, ...]) -> Expression:
    """The expression of a derivative: ``(D f)`` for an empty path, else ``((partial i ...) f)``.

    >>> from scmpy.symbolic.expression import symbol
    >>> derivative_expression(derivative_expression(symbol("f"), ()), ())
    ((expt D 2) f)
    """
    operator: Any = application(PARTIAL, *path) if path else D_SYMBOL
    if isinstance(function, Application) and _is_derivative(function.operator):
        return application(_operator_product(function.operator, operator), function.operands[0])
    return application(operator, function)


def _is_derivative(operator: Any) -> bool:
    head = operator.operator if isinstance(operator, Application) else operator
    return head in (D_SYMBOL, PARTIAL, TIMES, EXPT)


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
