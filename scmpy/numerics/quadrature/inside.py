"""Places inside an interval where a function is singular, and whether its integral exists there.

The interval is halved where the function, on balls, has no bound; what is left are narrow intervals. A simple fraction
in such a one, at which the function is not finite, is a place that the integral can be expanded about from both sides.
Elsewhere the function has a pole if an integral around it, of the function or of the function times a power of the
distance, is not zero for certain (Cauchy).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.numerics.compile.balls import ball_of
from scmpy.symbolic.enclosure.ball import precision

Value = Callable[[Any, bool], Any]

MOST, HALVINGS = 3_000, 70  # evaluations, halvings of the interval
LARGEST_DENOMINATOR = 10**6
APART = 48  # so many halvings from an end count as that end
FAR = 2**16  # where infinite intervals are cut
BITS = 220
RADII, LARGEST_ORDER = [2.0**-16, 2.0**-8, 2.0**-5, 0.125], 8


class Place(NamedTuple):
    """A narrow interval where a function may be singular, and the simple fraction in it that it is singular at."""

    low: Fraction
    high: Fraction
    at: Fraction | None


def singular_places(value: Value, low: Fraction, high: Fraction) -> Iterator[Place]:
    """The places between two numbers where a function may be singular, from the left to the right.

    They end without a word where there are too many.
    """
    near = (high - low) / 2**APART
    for left, right in _narrow_intervals(value, low, high):
        if low + near < left and right < high - near:
            simple = (x for x in simple_fractions(left, right) if not _at(value, x).is_finite())
            yield Place(left, right, next(simple, None))


def _at(value: Value, x: Fraction) -> Any:
    from flint import acb

    return value(acb(ball_of(x, BITS)), False)


def _narrow_intervals(value: Value, low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """The intervals, neighbours put together, that are left where halving finds no bound of the function."""
    from flint import acb

    narrow = (high - low) / 2**HALVINGS
    pending, count = [(low, high)], 0
    found: tuple[Fraction, Fraction] | None = None
    while pending and count < MOST:
        left, right = pending.pop()
        count += 1
        if value(acb(ball_of(left, BITS).union(ball_of(right, BITS))), False).is_finite():
            continue
        if right - left > narrow:
            middle = (left + right) / 2
            pending += [(middle, right), (left, middle)]
            continue
        if found is not None and left > found[1]:
            yield found
            found = None
        found = (left if found is None else found[0], right)
    if found is not None:
        yield found


def simple_fractions(low: Fraction, high: Fraction) -> Iterator[Fraction]:
    """Simple fractions in an interval, and a float.

    >>> list(simple_fractions(Fraction(14999999, 10**7), Fraction(15000001, 10**7)))
    [Fraction(3, 2), Fraction(3, 2)]
    """
    middle = (low + high) / 2
    bound = 1
    while bound <= LARGEST_DENOMINATOR:
        found = middle.limit_denominator(bound)
        if low <= found <= high:
            yield found
            break
        bound *= 10
    if low <= Fraction(float(middle)) <= high:
        yield Fraction(float(middle))


def is_pole(value: Value, place: Place, distance: Fraction) -> bool:
    """Has the function a pole at a place for certain? It is looked for nearer than the distance.

    The least circle around which the function can be integrated decides.
    """
    middle = (place.low + place.high) / 2
    with precision(BITS):
        for size in RADII:
            moments = _moments(value, middle, min(float(distance) / 2, size * max(1.0, abs(float(middle)))))
            if all(each.is_finite() for each in moments):
                return _are_those_of_a_pole(moments)
    return False


def _moments(value: Value, centre: Fraction, radius: float) -> list[Any]:
    """The integrals around a circle of a function times powers of the distance from the centre, up to factors."""
    from flint import acb

    def moment(power: int) -> Any:
        def integrand(angle: Any, analytic: bool) -> Any:
            step = (angle * acb(0, 1)).exp()
            return value(acb(ball_of(centre, BITS)) + radius * step, analytic) * step ** (power + 1)

        return acb.integral(integrand, acb(0), 2 * acb.pi(), rel_tol=2.0**-60, abs_tol=2.0**-60, eval_limit=1_000)

    first = moment(0)
    return [first, *(moment(power) for power in range(1, 2 * LARGEST_ORDER))] if first.is_finite() else [first]


def _are_those_of_a_pole(moments: list[Any]) -> bool:
    """Are some of the first moments not zero for certain, and the others as good as zero?"""
    size = max(float(abs(each).upper()) for each in moments)
    small = (float(abs(each).upper()) < 1e-9 * size for each in moments[LARGEST_ORDER:])
    return any(not each.contains(0) for each in moments[:LARGEST_ORDER]) and all(small)


def finite_window(a: Any, b: Any) -> tuple[Fraction, Fraction]:
    """The part of an interval between two limits, floats, of which the inside is looked at.

    >>> finite_window(1.0, math.inf)
    (Fraction(1, 1), Fraction(65537, 1))
    """
    if math.isinf(a) and math.isinf(b):
        return Fraction(-FAR), Fraction(FAR)
    if math.isinf(a):
        return Fraction(b) - FAR, Fraction(b)
    return Fraction(a), Fraction(a) + FAR if math.isinf(b) else Fraction(b)
