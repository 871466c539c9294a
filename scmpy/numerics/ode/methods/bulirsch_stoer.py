"""Extrapolation after Bulirsch and Stoer: Gragg's method with more and more steps, taken to infinitely many.

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.numerics.ode.methods.step import Method, Slope, State, Taken, along

COLUMNS = 8  # of an extrapolation at most
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
    """Extrapolated states of orders 2, 4, 6, ...; the error is the difference to the one of next lower order."""
    row: list[State] = []
    for k in range(1, COLUMNS + 1):
        last, row = row, [gragg(slope, t, y, f, h, 2 * k)]
        for j, before in enumerate(last, 1):
            part, rest = (k - j) ** 2, k * k - (k - j) ** 2
            row.append([a + (a - b) * part / rest for a, b in zip(row[-1], before, strict=True)])
        error = () if k <= _FIRST else ([a - b for a, b in zip(row[-1], row[-2], strict=True)],)
        yield Taken(row[-1], error)


def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
    """The step of highest order."""
    *_, last = columns(slope, t, y, f, h)
    return last


class Extrapolation(Method):
    """A method that tries columns of growing order."""

    def tries(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[Taken]:
        """The columns."""
        return columns(slope, t, y, f, h)


BULIRSCH_STOER = Extrapolation("bulirsch-stoer", 2 * COLUMNS, step, tuple(range(1, 2 * COLUMNS, 2)))
