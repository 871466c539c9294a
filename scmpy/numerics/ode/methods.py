"""Methods of integration: each makes one step of an ordinary differential equation and estimates its error.

A step is written in sums and products alone. The error is told as a multiple of the one allowed, ``tolerance`` absolute
and relative; a method knows by what factor the next step may be longer.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1, II.4 (step doubling), II.5, II.6
(Dormand and Prince's method of order 8), II.9 (extrapolation of Gragg's method, after Bulirsch and Stoer)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scmpy.numerics.ode import dop853_coefficients as dop853_table

State = list[float]

#: The rates of change of a state at a time, all of them numbers.
Slope = Callable[[float, State], Sequence[float]]


class Attempt(NamedTuple):
    """What a method makes of a step: the state, the error over that allowed, and the factor for the next length.

    ``between`` gives the states inside the step, by the part of it that has gone; None where the method has none.
    """

    state: State
    error: float
    factor: float
    between: Callable[[float], State] | None = None


#: A step from a time and a state with the slope there, of a length, with a tolerance.
Method = Callable[[Slope, float, State, Sequence[float], float, float], Attempt]


def _combination(weights: Sequence[float], moved: bool = True) -> Callable[..., State]:
    """The function (y, h, slopes) -> y + h sum w_i k_i, or the sum alone; slopes of weight 0 take no time."""
    used = [i for i, w in enumerate(weights) if w]
    total = " + ".join(f"{weights[i]!r} * k{i}" for i in used)
    value, first = (f"x + h * ({total})", "x, ") if moved else (total, "")
    names, lists = ", ".join(f"k{i}" for i in used), ", ".join(f"k[{i}]" for i in used)
    source = f"lambda y, h, k: [{value} for {first}{names}, in zip({'y, ' if moved else ''}{lists})]"
    return eval(source)  # type: ignore[no-any-return]


def excess(error: Sequence[float], old: State, new: State, tolerance: float) -> float:
    """An error in the quadratic mean as a multiple of the one allowed.

    >>> excess([1e-6], [0.0], [1.0], 1e-6)
    0.5
    """
    ratios = [e / (tolerance * (1 + max(abs(a), abs(b)))) for e, a, b in zip(error, old, new, strict=True)]
    return math.hypot(*ratios) / math.sqrt(len(ratios) or 1)


def _factor(error: float, order: int) -> float:
    """The factor of the length with which an error of this order would be a bit less than the one allowed."""
    return min(5.0, max(0.2, 0.9 * error ** (-1 / order))) if error else 5.0


_STAGES = [(c, _combination(row)) for c, row in zip(dop853_table.TIMES[1:], dop853_table.ROWS[1:], strict=True)]
_NEXT = _combination(dop853_table.WEIGHTS)
_ERRORS = [_combination(weights, moved=False) for weights in (dop853_table.ERROR_5, dop853_table.ERROR_3)]
_MORE = [(c, _combination(row)) for c, row in zip(dop853_table.DENSE_TIMES, dop853_table.DENSE_ROWS, strict=True)]
_DENSE = [_combination(weights, moved=False) for weights in dop853_table.DENSE_WEIGHTS]


def dop853(slope: Slope, t: float, y: State, f: Sequence[float], h: float, tolerance: float) -> Attempt:
    """A step of Dormand and Prince's method of order 8, its error from methods of order 5 and 3; dense, of order 7."""
    k = [f]
    for c, stage in _STAGES:
        k.append(slope(t + c * h, stage(y, h, k)))
    new = _NEXT(y, h, k)
    fifth, third = (excess(error(y, h, k), y, new, tolerance) for error in _ERRORS)
    size = math.hypot(fifth, 0.1 * third)
    error = abs(h) * fifth * (fifth / size) if size else 0.0
    return Attempt(new, error, _factor(error, 8), _polynomial(slope, t, y, new, h, k))


def _polynomial(slope: Slope, t: float, y: State, new: State, h: float, k: list[Any]) -> Callable[[float], State]:
    """The polynomial between the ends of a step: its coefficients are found when it is first asked for."""
    known: list[list[State]] = []

    def coefficients() -> list[State]:
        slopes = [*k, slope(t + h, new)]
        for c, stage in _MORE:
            slopes.append(slope(t + c * h, stage(y, h, slopes)))
        rise = [b - a for a, b in zip(y, new, strict=True)]
        first = [h * f - r for f, r in zip(slopes[0], rise, strict=True)]
        second = [2 * r - h * (f + g) for r, f, g in zip(rise, slopes[0], slopes[12], strict=True)]
        return [rise, first, second, *([h * x for x in weights(y, h, slopes)] for weights in _DENSE)]

    def at(part: float) -> State:
        if not known:
            known.append(coefficients())
        value = [0.0] * len(y)
        for i, row in enumerate(reversed(known[0])):
            by = 1 - part if i % 2 else part
            value = [(x + c) * by for x, c in zip(value, row, strict=True)]
        return [x + a for x, a in zip(value, y, strict=True)]

    return at


def runge_kutta_4(slope: Slope, t: float, y: State, f: Sequence[float], h: float) -> State:
    """A step of the classical method of order 4."""
    half = h / 2
    f2 = slope(t + half, _along(y, half, f))
    f3 = slope(t + half, _along(y, half, f2))
    f4 = slope(t + h, _along(y, h, f3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(y, f, f2, f3, f4, strict=True)]


def _along(y: State, h: float, f: Sequence[float]) -> State:
    return [x + h * k for x, k in zip(y, f, strict=True)]


def qcrk4(slope: Slope, t: float, y: State, f: Sequence[float], h: float, tolerance: float) -> Attempt:
    """Two steps of the classical method, with the error that one of twice the length shows, which is taken off."""
    half = h / 2
    middle = runge_kutta_4(slope, t, y, f, half)
    fine = runge_kutta_4(slope, t + half, middle, slope(t + half, middle), half)
    coarse = runge_kutta_4(slope, t, y, f, h)
    error = [(a - b) / 15 for a, b in zip(fine, coarse, strict=True)]
    new = [x + e for x, e in zip(fine, error, strict=True)]
    ratio = excess(error, y, new, tolerance)
    return Attempt(new, ratio, _factor(ratio, 5))


COLUMNS = 8  # of an extrapolation at most


def gragg(slope: Slope, t: float, y: State, f: Sequence[float], h: float, count: int) -> State:
    """Gragg's method: the midpoint rule on an even number of steps; its error is a series in their length squared."""
    length = h / count
    before, now = y, _along(y, length, f)
    for i in range(1, count):
        before, now = now, _along(before, 2 * length, slope(t + i * length, now))
    end = slope(t + h, now)
    return [(a + b + length * k) / 2 for a, b, k in zip(before, now, end, strict=True)]


def bulirsch_stoer(slope: Slope, t: float, y: State, f: Sequence[float], h: float, tolerance: float) -> Attempt:
    """Gragg's method with more and more steps, extrapolated to infinitely many until that changes no more."""
    row: list[State] = []
    ratio = math.inf
    for k in range(1, COLUMNS + 1):
        last, row = row, [gragg(slope, t, y, f, h, 2 * k)]
        for j, before in enumerate(last, 1):
            weight = 1 / ((k / (k - j)) ** 2 - 1)
            row.append([a + (a - b) * weight for a, b in zip(row[-1], before, strict=True)])
        if k > 2:
            ratio = excess([a - b for a, b in zip(row[-1], row[-2], strict=True)], y, row[-1], tolerance)
            if ratio <= 1:
                break
    factor = _factor(ratio, 2 * k - 1) if math.isfinite(ratio) else 0.2
    return Attempt(row[-1], ratio, factor * (1.5 if k < COLUMNS - 1 else 1.0))


#: The methods by their names.
METHODS: dict[str, Method] = {"dop853": dop853, "bulirsch-stoer": bulirsch_stoer, "qcrk4": qcrk4}
