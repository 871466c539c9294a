"""Where to look for minima and maxima of functions of one variable: brackets, and scans of an interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arguments import count as natural
from scmpy.generic.finite import finite_real, value_at
from scmpy.generic.settings import Limit
from scmpy.numerics.minima.one_variable import Function, convergence, golden_section
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction, Value, Values
from scmpy.symbolic.expression import symbol

MOST_PLACES = Limit("most-scanned-places", 1_000_000, "Places at which a minimum is looked for.")
MOST_TRIES = Limit(
    "most-bracket-tries", 10_000, "Tries to bracket a minimum, by places that grow by a factor with each."
)

OKAY, MAXCOUNT = symbol("okay"), symbol("maxcount")


def _values(f: Function, operation: str, sign: int = 1) -> Callable[[Any], Any]:
    """The function, checked to have real values, which stay exact; with the sign."""
    check_callable(f, operation, "a function of a number")
    return lambda x: sign * finite_real(value_at(f, x, operation), operation)


def _bracket(f: Function, start: Any, step: Any, max_tries: Any, operation: str, sign: int) -> tuple[Any, ...]:
    at = _values(f, operation, sign)
    most = MOST_TRIES.check(natural(max_tries, operation), operation)
    a, width = finite_real(start, operation), finite_real(step, operation)
    if not width:
        raise WrongTypeError(f"{operation} expects a step that is not 0")
    b = a + width
    f_a, f_b = at(a), at(b)
    if f_a <= f_b:
        a, b, f_a, f_b = b, a, f_b, f_a
    c = b + (b - a)
    f_c, count = at(c), 0
    while count <= most and f_b > min(f_a, f_c):
        a, b, c = b, c, c + (c - a)
        f_a, f_b, f_c = f_b, f_c, at(c)
        count += 1
    found, count = (OKAY, count) if count <= most else (MAXCOUNT, most)
    places = (a, b, c, f_a, f_b, f_c)
    return (found, *(places if a < c else (c, b, a, places[5], places[4], places[3])), count)


@public("bracket-min")
def bracket_min(f: RealFunction, start: Real, step: Real, max_tries: int = 100) -> tuple[Any, ...]:
    """Three places with a minimum between them, sought downhill with growing steps.

    Scheme:  (bracket-min f start step max-tries), which is (list 'okay a b c (f a) (f b) (f c) count) with a < b < c
             and (f b) not above the others, or (list 'maxcount ...) with the last three places
    Shapes:  f: real -> real, called with one number at a time
    Raises:  WrongTypeError if a place or a value is no real number; LimitError for more tries than
             most-bracket-tries
    >>> bracket_min(lambda x: x**2, 5, 1, 20)
    (okay, -6, -1, 2, 36, 1, 4, 3)
    """
    return _bracket(f, start, step, max_tries, "bracket-min", 1)


@public("bracket-max")
def bracket_max(f: RealFunction, start: Real, step: Real, max_tries: int = 100) -> tuple[Any, ...]:
    """Three places with a maximum between them, sought uphill with growing steps: what bracket-min gives for -f.

    Scheme:  (bracket-max f start step max-tries), which is (list 'okay a b c (- (f a)) (- (f b)) (- (f c)) count)
    Shapes:  f: real -> real, called with one number at a time
    Raises:  WrongTypeError if a place or a value is no real number; LimitError for more tries than
             most-bracket-tries
    >>> bracket_max(lambda x: -x**2, 5, 1, 20)
    (okay, -6, -1, 2, 36, 1, 4, 3)
    """
    return _bracket(f, start, step, max_tries, "bracket-max", -1)


def _local(f: Function, a: Any, b: Any, n: Any, ftol: Any, operation: str, sign: int) -> tuple[Any, ...]:
    """The minima of sign f that a scan shows: those inside from the right to the left, then those at the ends."""
    at = _values(f, operation, sign)
    inside = MOST_PLACES.check(natural(n, operation), operation)
    low, high = finite_real(a, operation), finite_real(b, operation)
    good = convergence("function-tol", ftol, operation)
    step = g.div(high - low, inside + 1)
    places = [*(low + i * step for i in range(inside + 1)), high]
    values = [at(x) for x in places]
    turns = [
        (places[i - 1], places[i + 1]) for i in range(inside, 0, -1) if values[i - 1] >= values[i] <= values[i + 1]
    ]
    if values[-1] < values[-2]:
        turns.append((places[-2], places[-1]))
    if values[0] < values[1]:
        turns.append((places[0], places[1]))
    found = [golden_section(at, *ends, good, operation) for ends in turns]
    return tuple((x, sign * value, count) for x, value, count in found)


@public("local-minima")
def local_minima(f: RealFunction, a: Real, b: Real, n: int, ftol: Real) -> tuple[Any, ...]:
    """The minima in an interval that a scan of n places inside it shows, by golden section to a tolerance of values.

    Those inside come first, from the right to the left, then those at the right and at the left end.

    Scheme:  (local-minima f a b n ftol), a list of (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time
    Raises:  WrongTypeError if a place or a value is no real number; LimitError for more places than most-scanned-places
    >>> round(local_minima(lambda x: (x**2 - 1)**2, -2, 2, 20, 1e-9)[0][0], 2)
    1.0
    """
    return _local(f, a, b, n, ftol, "local-minima", 1)


@public("local-maxima")
def local_maxima(f: RealFunction, a: Real, b: Real, n: int, ftol: Real) -> tuple[Any, ...]:
    """The maxima in an interval that a scan of n places inside it shows; see local-minima.

    Scheme:  (local-maxima f a b n ftol), a list of (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time
    Raises:  WrongTypeError if a place or a value is no real number; LimitError for more places than most-scanned-places
    >>> round(local_maxima(lambda x: 1 - (x**2 - 1)**2, -2, 2, 20, 1e-9)[0][0], 2)
    1.0
    """
    return _local(f, a, b, n, ftol, "local-maxima", -1)


def _estimate(f: Function, a: Any, b: Any, n: Any, ftol: Any, operation: str, sign: int) -> tuple[Any, ...]:
    found = _local(f, a, b, n, ftol, operation, sign)
    if not found:
        raise WrongTypeError(f"{operation} finds no extremum of a function that is the same at all {n} places")
    return min(found, key=lambda each: sign * each[1])  # type: ignore[no-any-return]


@public("estimate-global-max")
def estimate_global_max(f: RealFunction, a: Real, b: Real, n: int, ftol: Real) -> tuple[Any, ...]:
    """The highest of the maxima that a scan of an interval shows; see local-minima.

    Scheme:  (estimate-global-max f a b n ftol), which is (list x (f x) count)
    Shapes:  f: real -> real, called with one number at a time
    Raises:  WrongTypeError if a place or a value is no real number
    >>> round(estimate_global_max(lambda x: x - x**2, 0, 2, 20, 1e-9)[0], 2)
    0.5
    """
    return _estimate(f, a, b, n, ftol, "estimate-global-max", -1)


def _part(extremum: Any, k: int) -> Any:
    parts = items(extremum)
    if len(parts) < 2:
        raise WrongTypeError(f"{CALLED} expects a place, the value there, and so on; got {describe(extremum)}")
    return parts[k]


@public("extremal-arg")
def extremal_arg(extremum: Values) -> Value:
    """The place of an extremum, as brent-min and its kin give it.

    Scheme:  (extremal-arg (list x (f x) count))
    >>> extremal_arg((2.0, 1.0, 5))
    2.0
    """
    return _part(extremum, 0)
