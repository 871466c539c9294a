"""Extrapolation to 0: the values there of the polynomials, or rational functions, through more and more points.

Each new point adds a diagonal to a tableau whose last entry is the value; only the last diagonal is kept.

Source:  J. Stoer, R. Bulirsch, Introduction to Numerical Analysis, 2.1.2 (Neville), 2.2.3 (rational)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers

MOST_POINTS = Limit("most-extrapolated-points", 1_000, "Points that values are extrapolated from.")


def _neville(places: list[Any], before: list[Any], value: Any) -> list[Any]:
    row = [value]
    for m in range(1, len(places)):
        far, near = places[-1 - m], places[-1]
        rise = g.sub(row[-1], before[m - 1])
        row.append(g.add(row[-1], g.div(g.mul(near, rise), g.sub(far, near))))
    return row


def _thiele(places: list[Any], before: list[Any], value: Any) -> list[Any]:
    row = [value]
    for m in range(1, len(places)):
        rise = g.sub(row[-1], before[m - 1])
        other = g.sub(row[-1], before[m - 2] if m > 1 else 0)
        if is_zero_number(rise) or is_zero_number(other):
            row.append(row[-1])
            continue
        below = g.sub(g.mul(g.div(places[-1 - m], places[-1]), g.sub(1, g.div(rise, other))), 1)
        if is_zero_number(below):
            raise DivisionByZeroError(f"rational-extrapolation: the function through {m + 1} points has a pole at 0")
        row.append(g.add(row[-1], g.div(rise, below)))
    return row


class Extrapolation:
    """The values at 0, point by point."""

    def __init__(self, diagonal: Callable[[list[Any], list[Any], Any], list[Any]], name: str) -> None:
        self.diagonal, self.name = diagonal, name
        self.places: tuple[Any, ...] = ()
        self.row: list[Any] = []

    def after(self, place: Any, value: Any) -> Extrapolation:
        """The extrapolation with one more point."""
        MOST_POINTS.check(len(self.places) + 1, self.name)
        if any(is_zero_number(g.sub(place, other)) for other in self.places):
            raise DivisionByZeroError(f"{self.name} expects places that are all different, got {describe(place)} twice")
        if is_zero_number(place) and self.diagonal is _thiele:
            raise DivisionByZeroError(f"{self.name} expects places that are not 0, which is the one of the result")
        following = Extrapolation(self.diagonal, self.name)
        following.places = (*self.places, place)
        following.row = self.diagonal(list(following.places), self.row, value)
        return following


def extrapolation(name: str) -> Extrapolation:
    """That without points yet, of a procedure of this name."""
    return Extrapolation({"polynomial-extrapolation": _neville, "rational-extrapolation": _thiele}[name], name)


def _all(name: str, places: Any, values: Any) -> tuple[Any, ...]:
    xs, ys = items(places, name), items(values, name)
    if len(xs) != len(ys):
        raise StructureError(f"{name}: {len(ys)} values for {len(xs)} places")
    found, state = [], extrapolation(name)
    for x, y in zip(xs, ys, strict=True):
        state = state.after(x, y)
        found.append(state.row[-1])
    return tuple(found)


@public("polynomial-extrapolation")
def polynomial_extrapolation(places: Numbers, values: Numbers) -> tuple[Any, ...]:
    """The values at 0 of the polynomials through the first point, through the first two, and so on.

    In Scheme streams of places and of values give a stream.

    Scheme:  (polynomial-extrapolation places values)
    Shapes:  places, values: n each, or streams;  result: as many
    Raises:  DivisionByZeroError if a place occurs twice;  StructureError unless there is a value for each place
    1 ]=> (stream-head (polynomial-extrapolation (stream 1 2 4) (stream 1 1/2 1/4)) 3)
    ;Value: (1 3/2 7/4)
    >>> polynomial_extrapolation([1, 0.5, 0.25], [3, 2.25, 2.0625])
    (3, 1.5, 2.0)
    """
    return _all("polynomial-extrapolation", places, values)


@public("rational-extrapolation")
def rational_extrapolation(places: Numbers, values: Numbers) -> tuple[Any, ...]:
    """The values at 0 of the rational functions through the first point, through the first two, and so on.

    The degrees of numerator and denominator are the same, or that of the denominator is one more. In Scheme streams of
    places and of values give a stream.

    Scheme:  (rational-extrapolation places values)
    Shapes:  places, values: n each, or streams;  result: as many
    Raises:  DivisionByZeroError if a place occurs twice or is 0, or a function has a pole at 0;  StructureError unless
             there is a value for each place
    1 ]=> (stream-head (rational-extrapolation (stream 1 1/2 1/4) (stream 1/2 2/3 4/5)) 3)
    ;Value: (1/2 1 1)
    >>> rational_extrapolation([1, 2, 5], [3, 2, 1])
    (3, 6, 6)
    """
    return _all("rational-extrapolation", places, values)
