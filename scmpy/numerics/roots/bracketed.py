"""Roots of real functions of one variable between two places where their signs differ.

Bisection halves the interval. False position cuts it where the chord is zero; the end that stays twice counts half
(the Illinois method), so that both ends come near. Brent's method goes by an inverse parabola, and halves where that
does not help.

Brent's method takes as many evaluations as SciPy's brentq (8, 11, 12 for three functions); 20 microseconds, not 8.

Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 4; M. Dowell and P. Jarratt, BIT 11
         (1971) 168
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, DomainError
from scmpy.generic.arguments import check_callable
from scmpy.generic.closeness import is_close
from scmpy.generic.finite import real, real_at
from scmpy.generic.settings import COUNT, SWITCH, Limit, Setting
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction, Value

STEPS = 2000  # halvings of an interval of floats end long before
MOST_PLACES = Limit("most-root-places", 10_000_000, "Places between which roots are looked for in brackets.")
EPSILON = 2.0**-52
SMALLER, FARTHER = 1e-9, 1024  # than at the ends is a root; than the nearest places

bisect_error = Setting(
    "*bisect-error?*",
    False,
    SWITCH,
    "Is it an error for bisect if the signs do not differ? Otherwise its value is false then.",
    """>>> from scmpy import bisect, setting
    >>> bisect(lambda x: x, 1.0, 2.0, 1e-9)
    False
    >>> with setting(is_bisect_error=True):
    ...     bisect(lambda x: x, 1.0, 2.0, 1e-9)
    Traceback (most recent call last):
        ...
    scmpy.errors.DomainError: bisect expects a function whose signs differ at the ends: it is 1.0 at 1.0, 2.0 at 2.0""",
)

bisect_break = Setting(
    "*bisect-break*",
    60,
    COUNT,
    "So many times bisect halves the interval before it goes on by false position, where it is not told otherwise.",
    """1 ]=> (fluid-let ((*bisect-break* 2)) (bisect (lambda (x) (- (square x) 2)) 1. 2. 1e-3))
    ;Value: 1.41421356
    >>> from scmpy import bisect, setting
    >>> with setting(bisect_break=2):
    ...     root = bisect(lambda x: x**2 - 2, 1, 2, 1e-3)
    >>> round(root, 12)  # and not 1.414550781
    1.414213562373""",
)

#: A place and the value there.
Place = tuple[float, float]


def _checked(
    f: Callable[[Any], Any], x0: Any, x1: Any, operation: str
) -> tuple[Callable[[float], float], Place, Place]:
    """The function with floats for its values, and the ends with the values there."""
    check_callable(f, operation, "a function of a number")

    def at(x: float) -> float:
        return real_at(f, x, operation)

    low, high = real(x0, operation), real(x1, operation)
    return at, (low, real_at(f, x0, operation)), (high, real_at(f, x1, operation))


def signs_differ(low: Place, high: Place) -> bool:
    """Is the function negative at one of two places only?"""
    return (low[1] < 0) is not (high[1] < 0)


def _unbounded(low: Place, high: Place, operation: str) -> DomainError:
    wanted = "change at a root, not at a pole" if signs_differ(low, high) else "differ at the ends"
    return DomainError(
        f"{operation} expects a function whose signs {wanted}: it is {low[1]} at {low[0]}, {high[1]} at {high[0]}"
    )


def halved(at: Callable[[float], float], low: Place, high: Place, eps: float, times: float) -> tuple[Place, Place]:
    """The part of an interval that is left when it is halved some times, or until its ends are close.

    Where a root is met, both ends are there.
    """
    while times > 0 and not is_close(low[0], high[0], eps):
        x = low[0] + (high[0] - low[0]) / 2
        middle = x, at(x)
        if not middle[1]:
            return middle, middle
        low, high = (middle, high) if signs_differ(middle, high) else (low, middle)
        times -= 1
    return low, high


def by_false_position(at: Callable[[float], float], low: Place, high: Place, operation: str) -> float:
    """The root by false position, as exact as floats are."""
    (a, f_a), (b, f_b) = low, high
    stays = 0  # the end that stayed last: -1 or 1
    for _ in range(STEPS):
        x = b - f_b * ((b - a) / (f_b - f_a))
        if not min(a, b) < x < max(a, b):
            x = a + (b - a) / 2
        if x in (a, b) or abs(b - a) <= 2 * EPSILON * abs(x):
            return a if abs(f_a) < abs(f_b) else b
        value = at(x)
        if not value:
            return x
        if signs_differ((a, f_a), (x, value)):
            b, f_b, f_a, stays = x, value, (f_a / 2 or f_a) if stays == -1 else f_a, -1
        else:
            a, f_a, f_b, stays = x, value, (f_b / 2 or f_b) if stays == 1 else f_b, 1
    raise ConvergenceError(f"{operation} found no root in {STEPS} steps; it is between {min(a, b)} and {max(a, b)}")


def brent(
    at: Callable[[float], float], low: Place, high: Place, tolerance: float, most: int
) -> tuple[bool, float, int]:
    """Whether a root was found, it, and the number of steps: within the tolerance, or as exact as floats are.

    >>> brent(lambda x: x**3 - 8, (0.0, -8.0), (3.0, 19.0), 0.0, 100)[:2]
    (True, 2.0)
    """
    (a, f_a), (b, f_b) = low, high
    c, f_c = a, f_a  # the root is between b, the best place, and c
    last = before = b - a
    for count in range(most + 1):
        if (f_b < 0) is (f_c < 0):
            c, f_c, last = a, f_a, b - a
            before = last
        if abs(f_c) < abs(f_b):
            a, b, c = b, c, b
            f_a, f_b, f_c = f_b, f_c, f_b
        near, half = 2 * EPSILON * abs(b) + tolerance / 2, (c - b) / 2
        if abs(half) <= near or not f_b:
            return True, b, count
        before, last = last, _step(a, b, c, f_a, f_b, f_c, before, near)
        a, f_a = b, f_b
        b += last if abs(last) > near else math.copysign(near, half)
        f_b = at(b)
    return False, b, most


def _step(a: float, b: float, c: float, f_a: float, f_b: float, f_c: float, before: float, near: float) -> float:
    """The step from b: by an inverse parabola or a chord if that is short enough, otherwise half the interval."""
    half = (c - b) / 2
    if abs(before) < near or abs(f_a) <= abs(f_b):
        return half
    s = f_b / f_a
    if a == c:
        p, q = 2 * half * s, 1 - s
    else:
        r, t = f_b / f_c, f_a / f_c
        p, q = s * (2 * half * t * (t - r) - (b - a) * (r - 1)), (t - 1) * (r - 1) * (s - 1)
    p, q = (p, -q) if p > 0 else (-p, q)
    return p / q if 2 * p < min(3 * half * q - abs(near * q), abs(before * q)) else half


def is_root(at: Callable[[float], float], low: Place, high: Place, found: float, apart: float = 0.0) -> bool:
    """Is there a root where the sign changes, or a leap, and no pole: does the function not get larger towards it?

    What has been found is near it. Places are told apart by the function at such a distance.
    >>> f, g = (lambda x: x - 0.3), (lambda x: 1 / (x - 0.3))
    >>> [is_root(h, (0.0, h(0.0)), (1.0, h(1.0)), 0.3001) for h in (f, g)]
    [True, False]
    """
    small = SMALLER * max(abs(low[1]), abs(high[1]))
    if low == high or abs(at(found)) <= small:
        return True
    x = brent(at, low, high, 0.0, STEPS)[1]
    if abs(at(x)) <= small:
        return True
    near = max(8 * EPSILON * abs(x), EPSILON**2 * abs(high[0] - low[0]), 8 * apart)
    ends = sorted((low[0], high[0]))

    def size_at(distance: float) -> float:
        return max(abs(at(min(max(x + step, ends[0]), ends[1]))) for step in (-distance, distance))

    return size_at(near) < 2 * size_at(FARTHER * near)


def no_pole(at: Callable[[float], float], low: Place, high: Place, found: float, operation: str) -> float:
    """A root that has been found; an error where it is a pole."""
    if not is_root(at, low, high, found):
        raise _unbounded(low, high, operation)
    return found


@public("bisect")
@of_quantities("bisect", "x0 x1", errors="eps")
def bisect(f: RealFunction, x0: Real, x1: Real, eps: Real, n_break: int | None = None) -> Value:
    """A root of a function between two places where its signs differ, by bisection.

    It is the middle of an interval whose ends are close, relative to their size plus 1. After ``n_break`` halvings
    (``*bisect-break*`` unless it is given) it goes on by false position, which gives the root as exactly as floats are.
    Where the signs do not differ, or change at a pole, the value is false, or it is an error if ``*bisect-error?*`` is
    set. A leap across zero counts as a root.

    Scheme:  (bisect f x0 x1 eps [n-break])
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  WrongTypeError if a place or a value is no real number;  DomainError where the signs do not differ, if
             ``*bisect-error?*`` is set
    Source:  SICM 4.3
    >>> round(bisect(lambda x: x**2 - 2, 0, 2, 1e-10), 9)
    1.414213562
    >>> bisect(lambda x: x**2 + 2, 0, 2, 1e-10)
    False
    """
    name = "bisect"
    at, low, high = _checked(f, x0, x1, name)
    tolerance = max(real(eps, name), 0.0)
    times = real(bisect_break.value if n_break is None else n_break, name)
    if not low[1] or not high[1]:
        return high[0] if low[1] else low[0]
    root = _bisected(at, low, high, tolerance, times) if signs_differ(low, high) else None
    if root is not None and is_root(at, low, high, root):
        return root
    if bisect_error.value:
        raise _unbounded(low, high, name)
    return False


def _bisected(at: Callable[[float], float], low: Place, high: Place, tolerance: float, times: float) -> float:
    low, high = halved(at, low, high, tolerance, times)
    if is_close(low[0], high[0], tolerance):
        return low[0] + (high[0] - low[0]) / 2
    return by_false_position(at, low, high, "bisect")


def bounded(f: Callable[[Any], Any], x0: Any, x1: Any, name: str) -> tuple[Callable[[float], float], Place, Place]:
    """The same as :func:`_checked`, where the signs must differ; where an end is a root both ends are there."""
    at, low, high = _checked(f, x0, x1, name)
    if not low[1] or not high[1]:
        low = high = high if low[1] else low
    elif not signs_differ(low, high):
        raise _unbounded(low, high, name)
    return at, low, high


def _with_root(counted: Counted, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """What zbrent has found, among quantities."""
    is_root, root, count = found
    return is_root, counted.place(root), count


@public("zbrent")
@of_quantities("zbrent", "x1 x2", _with_root, errors="tolerance")
def zbrent(f: RealFunction, x1: Real, x2: Real, tolerance: Real = 0.0, limit: int = 100) -> tuple[bool, float, int]:
    """A root of a function between two places where its signs differ, by Brent's method.

    Scheme:  (zbrent f x1 x2 [tolerance limit]), which is (list found? root count)
    Shapes:  result: whether a root, and no pole, is within the tolerance, the best place, the number of steps
    Units:   places and values may be quantities; the tolerance is absolute, of quantities relative to the ends, or a
             quantity
    Raises:  DomainError unless the signs differ;  WrongTypeError if a place or a value is no real number
    Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 4
    >>> found, root, count = zbrent(lambda x: x**2 - 2, 0, 2)
    >>> found, round(root, 12), count < 10
    (True, 1.414213562373, True)
    """
    at, low, high = bounded(f, x1, x2, "zbrent")
    most = int(min(real(limit, "zbrent"), STEPS))
    found, root, count = brent(at, low, high, max(real(tolerance, "zbrent"), 0.0), most)
    return found and is_root(at, low, high, root), root, count


@public("search-for-roots")
@of_quantities("search-for-roots", "x0 x1", Counted.places, distances="small", errors="eps")
def search_for_roots(f: RealFunction, x0: Real, x1: Real, eps: Real, small: Real) -> tuple[float, ...]:
    """The roots of a function between two places, by bisection wherever its sign changes from place to place.

    The places are no farther apart than ``small``: roots that are nearer to each other may be missed, and so is a root
    where the sign does not change. A leap across zero counts as a root, a pole does not.

    Scheme:  (search-for-roots f x0 x1 eps small)
    Shapes:  f: real -> real, called with one number at a time;  result: a list, from the least root
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  WrongTypeError if a place or a value is no real number;  ConvergenceError if there are too many places;
             DomainError if ``small`` is 0; LimitError for more places than most-root-places
    1 ]=> (search-for-roots (lambda (x) (* (- x 1) (- x 2))) 0. 3. 1e-10 .5)
    ;Value: (1. 2.)
    >>> [round(x, 6) for x in search_for_roots(lambda x: (x - 1) * (x - 2), 0, 3, 1e-10, 0.5)]
    [1.0, 2.0]
    """
    name = "search-for-roots"
    at, low, high = _checked(f, x0, x1, name)
    tolerance, width = max(real(eps, name), 0.0), abs(real(small, name))
    if not width:
        raise DomainError(f"{name} expects a distance of the places, got {small}")
    count = MOST_PLACES.check(math.ceil(abs(high[0] - low[0]) / width), name)
    found = [] if low[1] else [low[0]]
    last = low
    for k in range(1, count + 1):
        x = low[0] + (high[0] - low[0]) * (k / count)
        place = (x, at(x)) if k < count else high
        if not place[1]:
            found.append(place[0])
        elif last[1] and signs_differ(last, place):
            a, b = halved(at, last, place, tolerance, math.inf)
            root = a[0] + (b[0] - a[0]) / 2
            found += [root] if is_root(at, last, place, root) else []
        last = place
    return tuple(found)
