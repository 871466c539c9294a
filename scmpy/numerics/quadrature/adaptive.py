"""Adaptive quadrature: Gauss-Legendre rules over generic functions, on floats.

An interval is cut at a place that is no simple part of it, so that symmetric poles do not cancel; its parts are halved
until their halves agree with the whole. Towards a singularity that can be integrated the parts shrink, and what they
contribute with them. This is for what has no enclosures: functions that are infinite at an end,
or decide by their argument.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.structure.within import leaves

_POINTS = 10
CUT = 0.3819660112501051

#: Parts of an interval: more are refused. (A singularity at one place takes two a halving.)
MOST_PANELS = 20_000

#: Of parts narrower than this fraction of the whole so many are made one after the other: next to a pole the rounding
#: of a function's values keeps halves from agreeing anywhere. (A singularity that can be integrated takes 400.)
NARROW = 2.0**-20
MOST_NARROW = 2_000

#: Nor is a part made smaller than this fraction of the whole: x^(-3/4) at 0 needs 2^-146.
SMALLEST = 2.0**-200


@functools.cache
def _rule() -> tuple[list[float], list[float]]:
    """Nodes and weights on [-1, 1]."""
    from numpy.polynomial.legendre import leggauss

    nodes, weights = leggauss(_POINTS)
    return nodes.tolist(), weights.tolist()


class _NotFiniteError(ArithmeticError):
    """A function has no finite value at a place."""


def _panel(f: Callable[[float], Any], a: float, b: float) -> Any:
    nodes, weights = _rule()
    middle, half = (a + b) / 2, (b - a) / 2
    total: Any = 0
    for node, weight in zip(nodes, weights, strict=True):
        x = middle + half * node
        try:
            value = _numbers(f(x))
        except ArithmeticError as error:
            raise _NotFiniteError(x) from error
        if not math.isfinite(_size(value)):
            raise _NotFiniteError(x)
        total = g.add(total, g.mul(weight * half, value))
    return total


def _numbers(value: Any) -> Any:
    for leaf in leaves(value):
        if not is_number(g.inexact(leaf)):
            raise WrongTypeError(f"definite-integral expects a function whose values are numbers, got {describe(leaf)}")
    return value


def _size(value: Any) -> float:
    return max((abs(complex(g.inexact(leaf))) for leaf in leaves(value)), default=0.0)


def by_panels(
    f: Callable[[float], Any],
    low: float,
    high: float,
    tolerance: float,
    operation: str,
    place: Callable[[float], float] = float,
    most: int = MOST_PANELS,
) -> Any:
    """The integral between two floats, to a tolerance; errors tell the place that a float stands for.

    No more parts than the most are made.

    Raises:  ConvergenceError where it does not converge
    >>> round(by_panels(lambda x: 1 / x**0.5, 0.0, 4.0, 1e-11, "an example"), 9)
    4.0
    """
    try:
        return _by_panels(f, low, high, tolerance, operation, place, most)
    except _NotFiniteError as error:
        x = place(error.args[0])
        raise ConvergenceError(f"{operation} did not converge near {x}: the function is not finite there") from error


def _by_panels(
    f: Callable[[float], Any],
    low: float,
    high: float,
    tolerance: float,
    operation: str,
    place: Callable[[float], float],
    most: int,
) -> Any:
    total: Any = 0
    cut = low + CUT * (high - low)
    panels, narrow, pending = 0, 0, [(a, b, _panel(f, a, b)) for a, b in ((cut, high), (low, cut))]
    while pending:
        left, right, whole = pending.pop()
        middle, width = (left + right) / 2, abs(right - left) / abs(high - low)
        panels, narrow = panels + 2, narrow + 2 if width < NARROW else 0
        first, second = _panel(f, left, middle), _panel(f, middle, right)
        both = g.add(first, second)
        if _size(g.sub(both, whole)) <= 0.1 * tolerance * max(1.0, _size(both)):
            total = g.add(total, both)
        elif panels > most or narrow > MOST_NARROW or middle in (left, right) or width < SMALLEST:
            raise ConvergenceError(f"{operation} did not converge near {place(middle)} to a tolerance of {tolerance}")
        else:
            pending += [(middle, right, second), (left, middle, first)]
    return total
