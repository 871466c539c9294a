"""A quick proof that an expression is not zero everywhere: its enclosure at one rational point, in ball arithmetic.

What the balls do not decide, or what is made of more than arithmetic and elementary functions of symbols, stays
undecided: that is for the canonical form. So do symbols of which facts are known.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul, sub, truediv
from typing import Any

from scmpy.generic.records import REALS, Elementary, record_of
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Expression, Symbol
from scmpy.symbolic.fold import operands_first

_ARITHMETIC = {PLUS: add, TIMES: mul, MINUS: sub, OVER: truediv}


def is_surely_not_zero(expression: Expression) -> bool:
    """Is the expression provably different from zero at a point? False says nothing.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> is_surely_not_zero(x * y - 1), is_surely_not_zero(x * y - y * x)
    (True, False)
    """
    from flint import arb

    values: dict[Any, Any] = {}
    for i, node in enumerate(operands_first(expression)):
        free = isinstance(node, Symbol) and not node.facts
        value = arb(2 * i + 3) / arb(i + 2) if free else _applied(node, values)
        if value is None or not value.is_finite():
            return False
        values[node] = value
    return not values[expression].contains(0)


def _applied(node: Any, values: dict[Any, Any]) -> Any:
    """The enclosure of an application whose operands have theirs; None where it has no rule."""
    if isinstance(node, Symbol):
        return None
    operands = [values[x] if isinstance(x, Expression) else _number(x) for x in node.operands]
    if any(x is None for x in operands):
        return None
    if node.operator in _ARITHMETIC:
        return reduce(_ARITHMETIC[node.operator], operands) if len(operands) > 1 or node.operator is PLUS else None
    if node.operator is EXPT and isinstance(node.operands[1], int):
        return operands[0] ** node.operands[1]
    record = record_of(node.operator, len(operands))
    return record.ball(*operands) if record is not None and record.ball is not None and _is_entire(record) else None


def _is_entire(record: Elementary) -> bool:
    """Is this an analytic function of all real numbers?"""
    return record.kind == "analytic" and record.arity == 1 and record.domain is REALS


def _number(x: Any) -> Any:
    from flint import arb

    if isinstance(x, (int, Fraction)) and not isinstance(x, bool):
        return arb(x.numerator) / arb(x.denominator)
    return None
