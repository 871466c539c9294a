"""Extrapolation to 0: the values there of the rational functions through more and more points.

Each new point adds a diagonal to a tableau whose last entry is the value; only the last diagonal is kept.

Source:  J. Stoer, R. Bulirsch, Introduction to Numerical Analysis, 2.2.3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers

MOST_POINTS = Limit("most-extrapolated-points", 1_000, "Points that values are extrapolated from.")

_NAME = "rational-extrapolation"


def _diagonal(places: list[Any], before: list[Any], value: Any) -> list[Any]:
    row = [value]
    for m in range(1, len(places)):
        rise = g.sub(row[-1], before[m - 1])
        other = g.sub(row[-1], before[m - 2] if m > 1 else 0)
        if is_zero_number(rise) or is_zero_number(other):
            row.append(row[-1])
            continue
        below = g.sub(g.mul(g.div(places[-1 - m], places[-1]), g.sub(1, g.div(rise, other))), 1)
        if is_zero_number(below):
            raise DivisionByZeroError(f"{_NAME}: the function through {m + 1} points has a pole at 0")
        row.append(g.add(row[-1], g.div(rise, below)))
    return row


def extrapolated(points: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The values at 0, point by point."""
    places: list[Any] = []
    row: list[Any] = []
    for place, value in points:
        MOST_POINTS.check(len(places) + 1, _NAME)
        if any(is_zero_number(g.sub(place, other)) for other in places):
            raise DivisionByZeroError(f"{_NAME} expects places that are all different, got {describe(place)} twice")
        if is_zero_number(place):
            raise DivisionByZeroError(f"{_NAME} expects places that are not 0, which is the one of the result")
        places.append(place)
        row = _diagonal(places, row, value)
        yield row[-1]


@public("rational-extrapolation")
def rational_extrapolation(places: Numbers, values: Numbers) -> tuple[Any, ...]:
    """The values at 0 of the rational functions through the first point, through the first two, and so on.

    The degrees of numerator and denominator are the same, or that of the denominator is one more. In Scheme streams of
    places and of values give a stream.

    Scheme:  (rational-extrapolation places values)
    Shapes:  places, values: n each, or streams;  result: as many
    Raises:  DivisionByZeroError if a place occurs twice or is 0, or a function has a pole at 0;  StructureError unless
             there is a value for each place;  LimitError if the points are too many
    1 ]=> (stream-head (rational-extrapolation (stream 1 1/2 1/4) (stream 1/2 2/3 4/5)) 3)
    ;Value: (1/2 1 1)
    >>> rational_extrapolation([1, 2, 5], [3, 2, 1])
    (3, 6, 6)
    """
    xs, ys = items(places), items(values)
    if len(xs) != len(ys):
        raise StructureError(f"{_NAME}: {len(ys)} values for {len(xs)} places")
    return tuple(extrapolated(zip(xs, ys, strict=True)))
