"""The magnitude of a scalar: of a symbolic one, which has one sign where its metric is regular, by that sign.

The sign of a symbolic scalar is the one that it has where its symbols, and its unknown functions, are positive; if it
has both there, it is taken for positive.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array, is_array_of_objects, map_array
from scmpy.generic.kinds import is_number
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.expression import Application, Expression
from scmpy.symbolic.fold import fold
from scmpy.symbolic.simplify import reduced


def magnitude(x: Any) -> Any:
    """The absolute value of a scalar; of an expression, which has one sign where its metric is regular, by that sign.

    What is differentiated has the sign of its finite part.

    >>> from scmpy.symbolic.expression import symbols
    >>> magnitude(-4), magnitude(-(symbols("x") ** 2))
    (4, (expt x 2))
    """
    value = finite_part(x)
    if is_array_of_objects(x):
        return map_array(magnitude, x)
    if is_array(value):
        return g.abs_(x)
    if is_number(x):
        return g.abs_(x)
    if is_number(value):
        return g.negate(x) if value < 0 else x
    if not isinstance(value, Expression) or not _looks_negative(value):
        return x
    return reduced(g.negate(x))


def _looks_negative(x: Expression) -> bool:
    """Is an expression negative at all of a few places where its symbols, and its unknown functions, are positive?"""
    return all(_sample(x, seed) < 0 for seed in range(1, 4))


def _sample(x: Expression, seed: int) -> float:
    """The value with positive numbers, always the same ones, for symbols and unknown functions; nan if not real."""
    unknown = (1 + math.modf(seed * math.sqrt(p))[0] for p in itertools.count(2))

    def leaf(y: Any) -> Any:
        return next(unknown) if isinstance(y, Expression) else y

    def node(y: Application, operands: list[Any]) -> Any:
        return apply_head(y.operator, tuple(operands)) if y.operator in OPERATION_OF else next(unknown)

    try:
        return float(fold(x, leaf, node))
    except (ArithmeticError, TypeError, ValueError):
        return math.nan
