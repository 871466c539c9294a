"""The classical Runge-Kutta method of order 4, and methods that make two steps for one, which shows their error.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1, II.4 (step doubling)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.numerics.ode.methods.step import Method, Slope, Solve, State, Taken, Text, along


def runge_kutta_4(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> State:
    """A step of the classical method of order 4."""
    half = h / 2
    f2 = slope(t + half, along(y, half, f))
    f3 = slope(t + half, along(y, half, f2))
    f4 = slope(t + h, along(y, h, f3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(y, f, f2, f3, f4, strict=True)]


def euler(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """A step of Euler's explicit method, of order 1: y' = y + h f."""
    return Taken(along(y, h, f))


def single(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """One step of the classical method."""
    return Taken(runge_kutta_4(slope, t, y, f, h))


def trapezoid(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> State:
    """A step of the trapezoidal rule, of order 2: y' = y + h (f + f') / 2."""
    half = h / 2
    start = along(y, half, f)
    return solve(lambda end: along(start, half, slope(t + h, end)), along(start, half, f))


def backward(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> State:
    """A step of Euler's implicit method, of order 1: y' = y + h f'."""
    return solve(lambda end: along(y, h, slope(t + h, end)), along(y, h, f))


def doubled(single: Callable[..., State], order: int) -> Text:
    """Two steps of a method, with the error that one of twice the length shows, which is taken off."""
    less = 2**order - 1

    def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, *solve: Solve) -> Taken:
        half = h / 2
        middle = single(slope, t, y, f, half, *solve)
        fine = single(slope, t + half, middle, slope(t + half, middle), half, *solve)
        coarse = single(slope, t, y, f, h, *solve)
        error = [(a - b) / less for a, b in zip(fine, coarse, strict=True)]
        return Taken([x + e for x, e in zip(fine, error, strict=True)], (error,))

    return step


QCRK4 = Method("qcrk4", 5, doubled(runge_kutta_4, 4), (5,))
QCCTRAP2 = Method("qcctrap2", 4, doubled(trapezoid, 2), (3,), implicit=True)
QCCEULER = Method("qcceuler", 2, doubled(backward, 1), (2,), implicit=True)
EXPLICIT_EULER = Method("explicit-euler", 1, euler)
RUNGE_KUTTA_4 = Method("runge-kutta-4", 4, single)
