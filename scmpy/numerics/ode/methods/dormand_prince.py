"""DOP853, the explicit Runge-Kutta method of Dormand and Prince of order 8, its error from methods of order 5 and 3.

Between the ends of a step there is a polynomial of order 7.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd edition 1993, II.5, II.6, II.10
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.numerics.ode.methods import dop853_coefficients as table
from scmpy.numerics.ode.methods.step import Method, Slope, State, Taken, combination

_STAGES = [(c, combination(row)) for c, row in zip(table.TIMES[1:], table.ROWS[1:], strict=True)]
_NEXT = combination(table.WEIGHTS)
_FIFTH, _THIRD = (combination(weights, moved=False) for weights in (table.ERROR_5, table.ERROR_3))
_MORE = [(c, combination(row)) for c, row in zip(table.DENSE_TIMES, table.DENSE_ROWS, strict=True)]
_DENSE = [combination(weights, moved=False) for weights in table.DENSE_WEIGHTS]


def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """A step: twelve stages, the first of which is the slope at the start."""
    k = [f]
    for c, stage in _STAGES:
        k.append(slope(t + c * h, stage(y, h, k)))
    return Taken(_NEXT(y, h, k), (_FIFTH(y, h, k), _THIRD(y, h, k)), k)


def error(h: Any, squares: Sequence[Any]) -> Any:
    """The square of the error of order 5, made smaller where it is large beside that of order 3."""
    fifth, third = squares
    return h * h * fifth * (fifth / (fifth + 0.01 * third + 1e-300))  # which is 0 where both are


def dense(slope: Slope, t: Any, y: State, h: Any, taken: Taken, after: Sequence[Any]) -> list[State]:
    """The coefficients of the polynomial inside a step, by three more stages."""
    k = [*taken.slopes, after]
    for c, stage in _MORE:
        k.append(slope(t + c * h, stage(y, h, k)))
    rise = [b - a for a, b in zip(y, taken.state, strict=True)]
    first = [h * a - r for a, r in zip(k[0], rise, strict=True)]
    second = [2 * r - h * (a + b) for r, a, b in zip(rise, k[0], after, strict=True)]
    return [rise, first, second, *([h * x for x in weights(y, h, k)] for weights in _DENSE)]


DOP853 = Method("dop853", 8, step, (8,), error, dense)
