"""Functions that decide by their argument, taken to pieces: parts of an interval in which a function takes one way.

The function is called on an unknown, once in each part. Where the two sides of one of its decisions may be equal, by
ball arithmetic, the part is cut: so a pulse is seen, however narrow it is, down to 2^-60 of the interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scmpy.numerics.compile.balls import UNKNOWN, NotEnclosed, ball_of, decided_graph
from scmpy.numerics.compile.trace import Decision
from scmpy.numerics.quadrature.inside import simple_fractions
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.expression import MINUS, Expression, application

MOST_PIECES, MOST_ENCLOSURES = 200, 20_000
NARROW, AT_AN_END, BITS = Fraction(1, 2**70), Fraction(1, 2**60), 160
FARTHEST = 100  # doublings of the distance on the way to infinity

#: Two limits, and the graph of the function between them.
Piece = tuple[Any, Any, Any]


def pieces(f: Callable[[Any], Any], low: Any, high: Any, smooth: bool = True) -> list[Piece]:
    """The parts of an interval in which a function decides in one way, with its graph there, from the left.

    In smooth pieces every rounding gives one whole number.

    Raises:  NotEnclosed if it cannot be traced, or decides too often
    >>> [(float(a), float(b)) for a, b, graph in pieces(lambda x: 5 if 0.25 < x < 0.375 else 0, 0, 1)]
    [(0.0, 0.25), (0.25, 0.375), (0.375, 1.0)]
    """
    pending, found = [(low, high)], list[Piece]()
    length = float(high) - float(low)
    while pending:
        a, b = pending.pop()
        graph, decisions = decided_graph(f, between(a, b), smooth)
        places = [a, *turns(decisions, a, b, length), b]
        if len(places) == 2:
            found.append((a, b, graph))
        else:
            pending += reversed([*pairwise(places)])
        if len(pending) + len(found) > MOST_PIECES:
            raise NotEnclosed(f"the function decides more than {MOST_PIECES} times by its argument")
    return found


def between(a: Any, b: Any) -> float:
    """A place between two limits, other than the simple ones at which functions are singular."""
    low, high = float(a), float(b)
    if math.isinf(low) or math.isinf(high):
        return 0.37 if low == -high else high - 1.37 if math.isinf(low) else low + 1.37
    return low + 0.5 * (high - low)


def turns(
    decisions: tuple[Decision, ...], a: Any, b: Any, length: float, most: int = MOST_ENCLOSURES
) -> Iterator[Fraction]:
    """Where the sides of a decision by the unknown may be equal, between two limits, to a part of a length.

    Raises:  NotEnclosed if that takes more than so many enclosures
    """
    differences = [application(MINUS, x.left, x.right) for x in decisions]
    evaluators = [Evaluator(x) for x in differences if isinstance(x, Expression) and not x.constant]
    parts = _segments(*(x if isinstance(x, Fraction) else float(x) for x in (a, b))) if evaluators else []
    first, last = (parts[0][0], parts[-1][1]) if parts else (Fraction(0), Fraction(0))
    pending, beyond, count = parts[::-1], None, 0
    while pending:
        left, right = pending.pop()
        count += 1
        if count > most:
            raise NotEnclosed("it is not seen where the function decides")
        scale = Fraction(length) if math.isfinite(length) else max(Fraction(1), abs(left), abs(right))
        is_end = min(right - first, last - left) < scale * AT_AN_END
        if is_end or all(_differs(x, left, right) for x in evaluators):
            continue
        if right - left > scale * NARROW:
            middle = (left + right) / 2
            pending += [(middle, right), (left, middle)]
        elif beyond is None or left > beyond:
            yield next(simple_fractions(left, right), (left + right) / 2)
            beyond = right + scale * AT_AN_END


def _differs(difference: Evaluator, left: Fraction, right: Fraction) -> bool:
    with precision(BITS):
        try:
            ball = difference.at({UNKNOWN: ball_of(left, BITS).union(ball_of(right, BITS))})[0]
        except Unusable:
            return False
        return not ball.contains(0)


def _segments(low: float | Fraction, high: float | Fraction) -> list[tuple[Fraction, Fraction]]:
    """An interval in finite parts, those towards an infinite end twice as long each."""
    if math.isfinite(low) and math.isfinite(high):
        return [(Fraction(low), Fraction(high))]
    if math.isinf(low):
        back = [(-right, -left) for left, right in _segments(-min(high, 0), math.inf)][::-1]
        return back + (_segments(0, high) if high > 0 else [])
    start = Fraction(low)
    return [*pairwise([start, *(start + 2**k for k in range(FARTHEST))])]
