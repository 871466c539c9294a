"""Integrals to infinity of functions that oscillate about a mean that fades slowly, as sin^2(x)/x^2 does.

The function is integrated times a window that falls from 1 to 0 between R and 3 R, as smooth as the error function: to
what oscillates it leaves nothing. What the mean, a sum of powers x^-p, x^-(p + 1) ..., lacks behind the window is one
of R^(1 - p), R^-p ...: integrals for windows that grow by factors of 2 are extrapolated (Richardson), p being told by
their differences. This is no enclosure: the extrapolations of different windows have to agree, and the function has to
fade, for divergent integrals that oscillate have such limits too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

from scmpy.errors import ConvergenceError
from scmpy.generic.finite import real_at
from scmpy.numerics.quadrature.adaptive import by_panels

FIRST, AT_LEAST, AT_MOST = 4.0, 5, 13  # the first window, how many there are
EVALUATIONS = 400_000
ENOUGH = 9  # windows, if their integrals come no nearer to each other
AGREEING = 3  # extrapolations, one after the other
STEEPNESS = 6.0  # erfc of it is less than any rounding
FADING = 0.75  # of the largest value, a few windows later
SLOWEST = 0.25  # the least p - 1
USED = 5


def through_windows(f: Callable[[float], Any], start: float, tolerance: float, operation: str) -> float:
    """The integral of a real function from a place to infinity, to a tolerance.

    Raises:  ConvergenceError where it does not converge, or that is not seen
    >>> import math
    >>> round(through_windows(lambda x: (math.sin(x) / x) ** 2, 1.0, 1e-9, "an example"), 8)
    0.67345677
    """
    counter = count(1)

    def counted(x: float) -> float:
        if next(counter) > EVALUATIONS:
            raise ConvergenceError(f"{operation} did not converge at infinity by {EVALUATIONS} evaluations")
        value = real_at(f, x, operation)
        sizes[-1] = max(sizes[-1], abs(value))
        return value

    sizes: list[float] = []  # of the values before each window
    found: list[float] = []
    limits: list[float] = []
    total, place = 0.0, start
    for k in range(AT_MOST):
        width = FIRST * 2**k * max(1.0, abs(start))
        sizes.append(0.0)
        total += by_panels(counted, place, start + width, tolerance / 1000, operation)
        place = start + width
        rest = by_panels(_windowed(counted, place, 2 * width), place, place + 2 * width, tolerance / 1000, operation)
        found.append(total + rest)
        if len(found) >= AT_LEAST:
            fades = sizes[-1] <= FADING * sizes[-AT_LEAST + 1]
            limits.append(_extrapolated(found[-USED:]) if fades else math.inf)
            last = limits[-AGREEING:]
            if len(found) >= ENOUGH and all(map(math.isinf, last)):
                break
            apart = max(last) - min(last)
            if (
                len(last) == AGREEING
                and max(map(abs, last)) < math.inf
                and apart <= tolerance / 10 * max(1.0, abs(last[-1]))
            ):
                return last[-1]
    raise ConvergenceError(f"{operation} did not converge at infinity")


def _windowed(f: Callable[[float], float], low: float, width: float) -> Callable[[float], float]:
    """The function times the window that falls on an interval."""
    return lambda x: f(x) * 0.5 * math.erfc(STEEPNESS * (2 * (x - low) / width - 1))


def _extrapolated(values: list[float]) -> float:
    """The limit of values whose distances from it are sums of powers of 2^-k; infinite where they come no nearer."""
    steps = [b - a for a, b in pairwise(values)]
    if not steps[-1]:
        return values[-1]
    ratio = steps[-2] / steps[-1]
    power = round(12 * math.log2(ratio)) / 12 if ratio > 0 else 0.0
    if power < SLOWEST:
        return math.inf
    while len(values) > 1:
        factor = 2**power
        values = [(factor * b - a) / (factor - 1) for a, b in pairwise(values)]
        power += 1
    return values[0]
