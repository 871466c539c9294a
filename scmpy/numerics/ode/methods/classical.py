"""The classical Runge-Kutta method of order 4, and with two steps for one, which shows its error.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1, II.4 (step doubling)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.numerics.ode.methods.step import Method, Slope, State, Taken, along


def runge_kutta_4(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> State:
    """A step of the classical method of order 4."""
    half = h / 2
    f2 = slope(t + half, along(y, half, f))
    f3 = slope(t + half, along(y, half, f2))
    f4 = slope(t + h, along(y, h, f3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(y, f, f2, f3, f4, strict=True)]


def single(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """One step of the classical method."""
    return Taken(runge_kutta_4(slope, t, y, f, h))


def doubled(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """Two steps of the classical method, with the error that one of twice the length shows, which is taken off."""
    half = h / 2
    middle = runge_kutta_4(slope, t, y, f, half)
    fine = runge_kutta_4(slope, t + half, middle, slope(t + half, middle), half)
    coarse = runge_kutta_4(slope, t, y, f, h)
    error = [(a - b) / 15 for a, b in zip(fine, coarse, strict=True)]
    return Taken([x + e for x, e in zip(fine, error, strict=True)], (error,))


QCRK4 = Method("qcrk4", 5, doubled, (5,))
RUNGE_KUTTA_4 = Method("runge-kutta-4", 4, single)
