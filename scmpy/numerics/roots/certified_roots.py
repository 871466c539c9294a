"""All roots of a function in an interval, for certain: by ball arithmetic on the graph of its operations.

A part of the interval on which the enclosure of the function does not hold 0 has no root. One on which that of the
derivative does not has one root at most, which the signs at its ends tell and Newton's method encloses. Other parts are
cut, until they are too small: then there may be a multiple root, or a pole.

Source:  R. E. Moore, R. B. Kearfott and M. J. Cloud, Introduction to Interval Analysis, ch. 8
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import ConvergenceError, DomainError
from scmpy.generic.finite import real
from scmpy.generic.settings import Limit
from scmpy.numerics.compile.balls import UNKNOWN, NotEnclosed, graph_of
from scmpy.numerics.of_quantities import of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction
from scmpy.structure.structure import leaves
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision

BITS = 100
SMALLEST = 2.0**-36  # of the interval, and of its ends, is no part that is cut any more
MOST_PARTS = Limit(
    "most-certified-parts", 100_000, "Parts of an interval in which roots are enclosed.", "parts of the interval"
)
CUT = 0.4990234375  # places that are simple parts of the interval are often roots

Enclosure = tuple[float, float]


class InBalls:
    """A function and its derivative on balls of real numbers."""

    def __init__(self, f: Callable[[Any], Any], place: float) -> None:
        value, slope = (leaves(graph_of(each, place)) for each in (f, D(f)))
        if len(value) != 1 or len(slope) != 1:
            raise NotEnclosed("its values are tuples")
        self.value, self.slope = (self._on_balls(Evaluator(each[0])) for each in (value, slope))

    @staticmethod
    def _on_balls(evaluator: Evaluator) -> Callable[[Any], Any]:
        def at(x: Any) -> Any:
            """The enclosure, or None."""
            try:
                return evaluator.at({UNKNOWN: x})[0]
            except Unusable:
                return None

        return at


def _ball(a: float, b: float) -> Any:
    from flint import arb

    return arb(a).union(arb(b))


def _sign(x: Any) -> int | None:
    """The sign of a ball; None where that is not certain."""
    return None if x is None else 1 if x > 0 else -1 if x < 0 else 0 if x == 0 else None


def _narrowed(f: InBalls, a: float, b: float) -> Enclosure:
    """The root of a monotonic function with different signs at the ends, as narrow as floats are.

    The constants in the derivative are rounded otherwise than those in the function, so the signs of that decide.
    """
    from flint import arb

    x = _ball(a, b)
    for _ in range(200):
        middle = arb(x.mid())
        slope, value = f.slope(x), f.value(middle)
        step = middle - value / slope if slope is not None and value is not None and not slope.contains(0) else x
        if not x.overlaps(step):
            break
        new = x.intersection(step)
        if not new.rad() < 0.9 * x.rad():
            break
        x = new
    low, high = math.nextafter(float(x.lower()), -math.inf), math.nextafter(float(x.upper()), math.inf)
    while not _has_root(f, low, high) and (low > a or high < b):
        low, high = max(a, low - 2 * (high - low)), min(b, high + 2 * (high - low))
    return low, high


def _has_root(f: InBalls, low: float, high: float) -> bool:
    """Do the signs at two places say for certain that there is a root between them?"""
    one, other = (_sign(f.value(_ball(end, end))) for end in (low, high))
    return one is not None and other is not None and one * other <= 0


def _of_part(f: InBalls, a: float, b: float) -> list[Enclosure] | None:
    """The roots in a part; None where it has to be cut."""
    x = _ball(a, b)
    value = f.value(x)
    if value is not None and not value.contains(0):
        return []
    slope = f.slope(x)
    if value is None or slope is None or slope.contains(0):
        return None
    signs = [_sign(f.value(_ball(end, end))) for end in (a, b)]
    if None in signs:
        return None
    if 0 in signs:
        end = (a, b)[signs.index(0)]
        return [(end, end)]
    return [_narrowed(f, a, b)] if signs[0] != signs[1] else []


@public("certified-roots")
@of_quantities("certified-roots", "a b", lambda counted, found: tuple(map(counted.places, found)))
def certified_roots(f: RealFunction, a: Real, b: Real) -> tuple[Enclosure, ...]:
    """All simple roots of a function in an interval, each between two numbers: for certain these, and no others.

    The function is one of operations that can be traced, without decisions by its argument.

    Scheme:  (certified-roots f a b)
    Shapes:  result: a list of (list lowest highest), from the least root on
    Units:   places and values may be quantities
    Raises:  DomainError where the function is not finite, or cannot be traced;  ConvergenceError near a multiple root,
             and near a place where the function comes too close to 0; LimitError for too many parts of the interval
    >>> from scmpy import sin
    >>> round(certified_roots(lambda x: sin(x**2), 0.5, 3)[0][0], 12)
    1.772453850906
    """
    name = "certified-roots"
    low, high = sorted((real(a, name), real(b, name)))
    try:
        function = InBalls(f, low + CUT * (high - low))
    except NotEnclosed as error:
        raise DomainError(f"{name}: {error}") from None
    smallest = SMALLEST * max(high - low, abs(low), abs(high))
    found: set[Enclosure] = set()
    with precision(BITS):
        parts, count = [(low, high)], 1
        while parts:
            rest = []
            for left, right in parts:
                roots = _of_part(function, left, right)
                if roots is not None:
                    found.update(roots)
                    continue
                if right - left <= smallest:
                    raise _undecided(function, left, right)
                middle = left + CUT * (right - left)
                rest += [(left, middle), (middle, right)]
            parts, count = rest, MOST_PARTS.check(count + len(rest), name)
    return tuple(sorted(found))


def _undecided(f: InBalls, a: float, b: float) -> Exception:
    value = f.value(_ball(a, b))
    if value is None:
        return DomainError(f"certified-roots: the function is not finite, or has no enclosure, between {a} and {b}")
    return ConvergenceError(
        f"certified-roots: between {a} and {b} there may be a multiple root: the function is {value} there, "
        f"its derivative {f.slope(_ball(a, b))}"
    )
