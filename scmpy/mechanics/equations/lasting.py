"""What vanishes at every moment, of what depends on the variable and parameters alone: by its power series.

Such a coefficient, as 1 - cos t, may vanish at some moments, but no motion stays there: it vanishes for ever, on an
interval, only for parameters for which all coefficients of its power series do. So a + b cos t vanishes where a and b
do, 1 - cos t never, and either may be divided by where it does not vanish for ever.
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.tape import Replay
from scmpy.errors import LimitError
from scmpy.mechanics.equations.alternatives import UNSETTLED, Algebra, signs_in
from scmpy.mechanics.equations.jets import Jets
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.decision.factors import FORMAL_LOG
from scmpy.symbolic.expression import EXPT, Expression
from scmpy.symbolic.fold import subexpressions

_PLACES = (0, 1, 2, -1)  # where the series are looked at, the first one that is usable
_TERMS = 6  # of a series

#: What has no power series at some places in its domain.
_BROKEN = {"floor", "ceiling", "round", "truncate", "abs", "modulo", "remainder", "quotient", "max", "min"}


def is_of_time(jets: Jets, expression: Any) -> bool:
    """Is this an expression of the variable, and of parameters perhaps, but of no unknown?"""
    return jets.time in subexpressions(expression) and not jets.occurring(expression)


def lasting(algebra: Algebra, jets: Jets, expression: Any) -> tuple[Any, ...] | None:
    """What vanishes where an expression vanishes at every moment: of parameters, if it is of these and the variable.

    None if it never does.
    """
    if expression not in algebra.lasting:
        found = _lasting(algebra, jets, expression) if is_of_time(jets, expression) else (expression,)
        algebra.lasting[expression] = found
    return algebra.lasting[expression]


def _lasting(algebra: Algebra, jets: Jets, expression: Any) -> tuple[Any, ...] | None:
    heads = {x.operator for x in subexpressions(expression)}
    broken = FORMAL_LOG in heads or any(getattr(head, "name", "") in _BROKEN for head in heads)
    powers = any(x.operator is EXPT and not isinstance(x.operands[1], int) for x in subexpressions(expression))
    for place in () if broken or signs_in(expression) else _PLACES[powers:]:
        try:
            found = _conditions(algebra, jets, expression, place)
        except UNSETTLED:
            continue
        if found is None or found:
            return found
    raise LimitError("equivalent-equations: it is not known where a coefficient vanishes at every moment")


def _conditions(algebra: Algebra, jets: Jets, expression: Any, place: int) -> tuple[Any, ...] | None:
    """The first coefficients of the power series at a place, without factors that do not vanish."""
    found: dict[Any, None] = {}
    for _ in range(_TERMS):
        value = algebra.part(Replay({jets.time: place}).of(expression)).numerator
        if is_complex(value):
            return ()
        ways = algebra.alternatives(value)
        if ways == []:
            return None
        if ways:
            found |= dict.fromkeys(ways[0] if len(ways) == 1 else (value,))
        expression = jets.rate(expression)
        if not isinstance(expression, Expression) and expression == 0:
            break
    return tuple(found)
