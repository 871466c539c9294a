"""Numerical quadrature: adaptive Gauss-Legendre rules over generic functions.

An interval is halved until its halves agree with the whole. Towards a singularity that can be integrated the parts
shrink, and what they contribute with them.
"""

from __future__ import annotations

import functools
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.finite import real
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.structure import leaves

_POINTS = 10

#: Parts of an interval: more are refused. (A singularity at one place takes two a halving.)
MOST_PANELS = 20_000

#: Nor is a part made smaller than this fraction of the whole: x^(-3/4) at 0 needs 2^-146.
SMALLEST = 2.0**-200


@functools.cache
def _rule() -> tuple[list[float], list[float]]:
    """Nodes and weights on [-1, 1]."""
    from numpy.polynomial.legendre import leggauss

    nodes, weights = leggauss(_POINTS)
    return nodes.tolist(), weights.tolist()


def _panel(f: Any, a: float, b: float) -> Any:
    nodes, weights = _rule()
    middle, half = (a + b) / 2, (b - a) / 2
    total: Any = 0
    for node, weight in zip(nodes, weights, strict=True):
        total = g.add(total, g.mul(weight * half, _numbers(f(middle + half * node))))
    return total


def _numbers(value: Any) -> Any:
    for leaf in leaves(value):
        if not is_number(g.inexact(leaf)):
            raise WrongTypeError(f"definite-integral expects a function whose values are numbers, got {describe(leaf)}")
    return value


def _size(value: Any) -> float:
    return max((abs(complex(g.inexact(leaf))) for leaf in leaves(value)), default=0.0)


@public("definite-integral")
def definite_integral(f: Any, a: Any, b: Any, tolerance: float = 1e-11) -> Any:
    """The integral of a function between two finite limits, where it may be singular, to a relative tolerance.

    Scheme:  (definite-integral f a b tolerance)
    Raises:  WrongTypeError where a value of the function is no number (nor a tuple of such), ConvergenceError where the
             integral does not converge
    >>> round(definite_integral(lambda x: 3 * x**2, 0, 2), 9)
    8.0
    """
    low, high = real(a, "definite-integral"), real(b, "definite-integral")

    total: Any = 0
    panels, pending = 0, [(low, high, _panel(f, low, high))]
    while pending:
        left, right, whole = pending.pop()
        middle, panels = (left + right) / 2, panels + 2
        first, second = _panel(f, left, middle), _panel(f, middle, right)
        both = g.add(first, second)
        if _size(g.sub(both, whole)) <= tolerance * max(1.0, _size(both)):
            total = g.add(total, both)
        elif panels > MOST_PANELS or middle in (left, right) or abs(right - left) < SMALLEST * abs(high - low):
            raise ConvergenceError(f"definite-integral did not converge near {middle} to a tolerance of {tolerance}")
        else:
            pending += [(middle, right, second), (left, middle, first)]
    return total
