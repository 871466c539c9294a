"""The order of partial derivatives: mixed partials of smooth functions commute."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scmpy.symbolic.derivatives import derivative_orders
from scmpy.symbolic.expression import D_SYMBOL, EXPT, PARTIAL, TIMES, Expression, application
from scmpy.symbolic.rewriting.rules import Rule, named


def sorted_operator(*operators: Any) -> Expression:
    """The product of derivatives in the order of their selectors, repeated ones as powers."""
    orders: Counter[tuple[int, ...]] = Counter()
    for operator in operators:
        for path, order in derivative_orders(operator):
            orders[path] += order
    factors = []
    for path, order in sorted(orders.items()):
        base: Any = application(PARTIAL, *path) if path else D_SYMBOL
        factors.append(base if order == 1 else application(EXPT, base, order))
    return factors[0] if len(factors) == 1 else application(TIMES, *factors)


def _nested(outer: Any, inner: Any, f: Any) -> Expression:
    return application(sorted_operator(outer, inner), f)


def _single(operator: Any, f: Any) -> Expression:
    return application(sorted_operator(operator), f)


canonicalize_partials = named(
    "canonicalize-partials",
    "Nested derivatives as one ordered product: (partial 1) of (partial 0) of f is (* (partial 0) (partial 1)) of f.",
    ("(((partial 1) ((partial 0) f)) x y)", "(((* (partial 0) (partial 1)) f) x y)"),
    Rule("((? outer derivative?) ((? inner derivative?) (? f)))", None, _nested, "canonicalize-partials"),
    Rule("((? operator derivative?) (? f))", None, _single, "canonicalize-partials"),
)
