"""Extrapolation after Bulirsch and Stoer: Gragg's method with more and more steps, taken to infinitely many.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.numerics.ode.methods.step import Method, Slope, State, Taken, along

COLUMNS = 8  # of an extrapolation at most
EXPECTED = 0.25  # of the square of a change that is still expected counts
_FIRST = 2  # columns have no error that could be trusted


def gragg(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, count: int) -> State:
    """Gragg's method: the midpoint rule on an even number of steps; its error is a series in their length squared."""
    length = h / count
    before, now = y, along(y, length, f)
    for i in range(1, count):
        before, now = now, along(before, 2 * length, slope(t + i * length, now))
    end = slope(t + h, now)
    return [(a + b + length * k) / 2 for a, b, k in zip(before, now, end, strict=True)]


def columns(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[Taken]:
    """Extrapolated states of orders 2, 4, 6, ...; what tells of their errors is for :func:`error`."""
    row: list[State] = []
    changes: list[State] = []  # of the last columns, the latest first
    for k in range(1, COLUMNS + 1):
        last, row = row, [gragg(slope, t, y, f, h, 2 * k)]
        for j, before in enumerate(last, 1):
            part, rest = (k - j) ** 2, k * k - (k - j) ** 2
            row.append([a + (a - b) * part / rest for a, b in zip(row[-1], before, strict=True)])
        before = last[-1] if last else along(y, h, f)
        changes = [[a - b for a, b in zip(row[-1], before, strict=True)], *changes[:2]]
        difference = [a / (k * k) for a in changes[0]]  # to the state of next lower order
        yield Taken(row[-1], () if k <= _FIRST else (difference, *changes))


def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """The step of highest order."""
    *_, last = columns(slope, t, y, f, h)
    return last


def error(h: Any, squares: Sequence[Any]) -> Any:
    """The square of the difference of two orders; where columns converge slowly, of the change that is still expected.

    Columns of a smooth slope converge by changes as in a geometric series, or faster. At a kink these fall slowly and
    irregularly: one that happens to be small tells nothing.
    """
    difference, change, before, first = squares
    expected = change + before * before / (first + 1e-300)
    return difference + EXPECTED * expected * expected / (before + 1e-300)


class Extrapolation(Method):
    """A method that tries columns of growing order."""

    def tries(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[Taken]:
        """The columns."""
        return columns(slope, t, y, f, h)


BULIRSCH_STOER = Extrapolation("bulirsch-stoer", 2 * COLUMNS, step, tuple(range(1, 2 * COLUMNS, 2)), error)
