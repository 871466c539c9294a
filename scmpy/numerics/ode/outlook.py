"""What the ends of a step, and some places inside, tell of a function: the text that Python and machine code run.

From the values and the rates of change at both ends follows the cubic between them. How far the function is from it is
seen at some places inside, at states on the cubic between the states of both ends, which cost no slope. Of two cubics
that touch at both ends the distance goes like p^2 (1 - p)^2 with the part p of the step; so it is taken here. With that
doubt the function rises or falls all the way where its cubic does, and is not zero where the cubic is far from it.

The text is generic arithmetic with comparisons that are joined by ``&`` and ``|``: it runs on floats, and on values
that write instructions (:mod:`scmpy.numerics.ode.section_loop`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

PLACES = (0.21, 0.5, 0.83)  # of which no two are alike for a function that repeats itself
MARGIN = 0.5  # of the way of the cubic, to which it is trusted
DOUBT_OF_RATE = 3.1  # the steepest slope of 16 p^2 (1 - p)^2


class Cubic(NamedTuple):
    """The values at both ends of a step, and the changes in the step at the rates there."""

    start: Any
    first: Any
    end: Any
    last: Any

    def at(self, part: float) -> Any:
        """The value where this part of the step has gone.

        >>> Cubic(0.0, 0.0, 1.0, 3.0).at(0.5)
        0.125
        """
        rest = 1 - part
        inner = (1 + 2 * part) * self.start + part * self.first, (3 - 2 * part) * self.end - rest * self.last
        return rest * rest * inner[0] + part * part * inner[1]


class Outlook(NamedTuple):
    """What a function does in a step: ``plain`` if that is known; then it has no zero, unless it rises or falls."""

    plain: Any
    rises: Any  # through zero
    falls: Any


def states(y: Sequence[Any], rates: Sequence[Any], h: Any, after: Sequence[Any], later: Sequence[Any]) -> list[Any]:
    """The states at the places inside a step, on the cubics from the numbers and rates at both ends."""
    cubics = [Cubic(a, h * f, b, h * k) for a, f, b, k in zip(y, rates, after, later, strict=True)]
    return [[cubic.at(part) for cubic in cubics] for part in PLACES]


def doubt(cubic: Cubic, samples: Sequence[Any]) -> Any:
    """How far the function is from its cubic in the middle, by its values at the places inside."""
    far = (abs(x - cubic.at(p)) / (16 * p * p * (1 - p) * (1 - p)) for p, x in zip(PLACES, samples, strict=True))
    return reduce(lambda x, y: x + y, far)


def outlook(cubic: Cubic, wrong: Any) -> Outlook:
    """What a function does, by its cubic and the doubt about it.

    >>> outlook(Cubic(1.0, 0.5, 2.0, 0.5), 0.0), outlook(Cubic(-1.0, 2.0, 1.0, 2.0), 0.1).rises
    (Outlook(plain=True, rises=False, falls=False), True)
    >>> outlook(Cubic(1.0, -9.0, 1.0, 9.0), 0.0).plain, outlook(Cubic(1.0, 0.5, 2.0, 0.5), 1.0).plain
    (False, False)
    """
    points = cubic.start, cubic.start + cubic.first / 3, cubic.end - cubic.last / 3, cubic.end
    middle = points[2] - points[1]
    rates = cubic.first, 3 * middle, cubic.last
    steep = DOUBT_OF_RATE * wrong
    rising = _all(rate > steep for rate in rates)
    falling = _all(rate < -steep for rate in rates)
    way = (abs(cubic.first) + abs(cubic.last)) / 3 + abs(middle)
    close = MARGIN * way + wrong
    above, below = _all(x > 0.0 for x in points), _all(x < 0.0 for x in points)
    far = _all(abs(x) > close for x in points)
    quiet = (above | below) & (rising | falling | far)
    rises = rising & (cubic.start < 0.0) & (cubic.end > 0.0)
    falls = falling & (cubic.start > 0.0) & (cubic.end < 0.0)
    return Outlook(quiet | rises | falls, rises, falls)


def _all(truths: Any) -> Any:
    return reduce(and_, truths)
