"""Ordinary differential equations: an explicit Runge-Kutta method with control of the error.

A method is a table of coefficients (Butcher's): from the slopes k_i at the places

    y_i = y + h sum_j a_ij k_j,   t_i = t + c_i h

come the next value y + h sum b_i k_i and an estimate h sum e_i k_i of its error. A step is taken if the estimate is
below the tolerance, absolute and relative; the next one has the length at which it would just be.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4, II.5 (Dormand and Prince's 5(4))
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scmpy.errors import LimitError

#: The slope of a state at a time, both of them numbers.
Slope = Callable[[float, list[float]], Sequence[float]]


class Method(NamedTuple):
    """The coefficients of an explicit method: c, the rows of a, b, and those of the error of an order lower."""

    order: int
    times: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...]
    error: tuple[float, ...]


_LAST = (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)

DORMAND_PRINCE = Method(
    order=5,
    times=(0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0),
    rows=(
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        _LAST,
    ),
    weights=(*_LAST, 0.0),
    error=(71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40),
)

STEPS = 100_000  # more are not taken


def step(slope: Slope, t: float, y: list[float], h: float, method: Method) -> tuple[list[float], list[float]]:
    """The state after a step, and the estimate of its error."""
    slopes: list[Sequence[float]] = []
    for c, row in zip(method.times, method.rows, strict=True):
        slopes.append(slope(t + c * h, _moved(y, h, row, slopes)))
    return _moved(y, h, method.weights, slopes), _moved([0.0] * len(y), h, method.error, slopes)


def _moved(y: list[float], h: float, weights: Sequence[float], slopes: list[Sequence[float]]) -> list[float]:
    steps = [h * w for w in weights]
    if not steps:
        return y
    return [x + sum(map(operator.mul, steps, rates)) for x, rates in zip(y, zip(*slopes, strict=True), strict=True)]


def states(
    slope: Slope,
    t0: float,
    start: Sequence[float],
    t1: float,
    tolerance: float = 1e-10,
    method: Method = DORMAND_PRINCE,
) -> Iterator[tuple[float, list[float]]]:
    """The times and states of the solution from one time to another, where the method steps; the last is at t1.

    Raises:  LimitError if the steps get too short or too many
    >>> *_, (t, (x, v)) = states(lambda t, y: (y[1], -y[0]), 0, (1, 0), 2)
    >>> t, round(x - math.cos(2), 8) + 0, round(v + math.sin(2), 8) + 0
    (2.0, 0.0, 0.0)
    """
    t, t1, y = float(t0), float(t1), list(map(float, start))
    h = (t1 - t) / 100
    yield t, y
    for _ in itertools.repeat(None, STEPS):
        if t == t1:
            return
        h = math.copysign(min(abs(h), abs(t1 - t)), t1 - t)
        new, error = step(slope, t, y, h, method)
        excess = _excess(error, y, new, tolerance)
        if excess <= 1:
            t, y = (t1 if abs(t1 - t - h) <= 1e-15 * abs(t1) else t + h), new
            yield t, y
        h *= min(5.0, max(0.2, 0.9 * excess ** (-1 / method.order))) if excess else 5.0
        if abs(h) <= 1e-14 * max(abs(t), abs(t1)):
            raise LimitError(f"the solution cannot be continued beyond {t}: its steps get too short")
    raise LimitError(f"the solution takes more than {STEPS} steps from {t0} to {t1}: it got to {t}")


def _excess(error: list[float], y: list[float], new: list[float], tolerance: float) -> float:
    """The estimated error, in the quadratic mean, as a multiple of the one allowed; large where it is not finite."""
    allowed = (tolerance * (1 + max(abs(a), abs(b))) for a, b in zip(y, new, strict=True))
    ratios = [e / most for e, most in zip(error, allowed, strict=True)]
    mean = math.hypot(*ratios) / math.sqrt(len(ratios) or 1)
    return mean if math.isfinite(mean) else 1e9


def advance(slope: Slope, t0: float, start: Sequence[float], t1: float, tolerance: float = 1e-10) -> list[float]:
    """The state at t1 of the solution that starts at t0.

    >>> [y] = advance(lambda t, y: y, 0, [1], 1)
    >>> round(y - math.e, 9)
    0.0
    """
    *_, (_, last) = states(slope, t0, start, t1, tolerance)
    return last
