"""Definite integrals of generic functions: between finite and infinite limits, to a tolerance.

Where the function can be traced the value comes from an enclosure; else, and where there is none, from adaptive rules,
from zero to zero where it oscillates without end, through windows where it does so about a mean. Towards an infinite
limit x = (1 - s) / s takes the ray to a finite interval, infinity to 0, where floats are dense.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from scmpy.errors import ConvergenceError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.composite import Composite
from scmpy.generic.dispatch import converted
from scmpy.generic.finite import real
from scmpy.generic.settings import AMOUNT, SWITCH, Setting
from scmpy.numerics.compile.balls import UNKNOWN, NotEnclosed, graph_of
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.numerics.quadrature.adaptive import by_panels
from scmpy.numerics.quadrature.certified_integral import DivergesError, by_balls
from scmpy.numerics.quadrature.ends import MINUS_INFINITY, PLUS_INFINITY, limit_of
from scmpy.numerics.quadrature.oscillating import DoesNotFadeError, NotOscillating, harmonics, over_ray
from scmpy.numerics.quadrature.pieces import between, pieces
from scmpy.numerics.quadrature.windows import through_windows
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import Real, RealFunction, ScalarValue
from scmpy.structure.measures import OfMeasures, common_units, measures
from scmpy.structure.within import leaves, map_leaves, unflatten
from scmpy.symbolic.expression import Expression

for _name, _value, _side in ((":+infinity", PLUS_INFINITY, "upper"), (":-infinity", MINUS_INFINITY, "lower")):
    register(
        _name,
        _value,
        python=None,
        module=__name__,
        doc=docstring(
            f"The infinite {_side} limit of an integral; in Python it is math.inf.",
            "(definite-integral f :-infinity :+infinity)",
            "round(definite_integral(lambda x: exp(-x), 0, -log(0)), 9)",
            "1.0",
            "from scmpy import definite_integral, exp, log",
        ),
    )

allowable_error = Setting(
    "*definite-integral-allowable-error*",
    1e-11,
    AMOUNT,
    "The tolerance of definite-integral, relative to the integral or to 1, where it is not told otherwise.",
    """>>> from scmpy import definite_integral, setting
    >>> with setting(definite_integral_allowable_error=1e-3):
    ...     round(definite_integral(lambda x: x**2, 0, 3), 6)
    9.0""",
)
compile_integrand = Setting(
    "*compile-integrand?",
    True,
    SWITCH,
    "Does definite-integral call its function on an unknown, to enclose the integral? It never does without.",
    """>>> from scmpy import definite_integral, setting
    >>> with setting(is_compile_integrand=False):
    ...     round(definite_integral(lambda x: x**2, 0, 3), 9)
    9.0""",
    python="is_compile_integrand",
)


#: Parts of a ray: where it takes more, the function is likely to oscillate.
MOST_OF_A_RAY = 3_000


def _over_ray(f: Callable[[Any], Any], start: float, sign: int, tolerance: float, operation: str) -> Any:
    """The integral from a place to infinity: over s from 0, which is infinity, to 1."""

    def place(s: float) -> float:
        return start + sign * (1 - s) / s

    def at(s: float) -> Any:
        value = f(place(s))
        if type(value) is float:
            return value / s / s if value else value
        if all(leaf == 0 for leaf in leaves(value)):
            return value
        return g.div(g.div(value, s), s)

    return by_panels(at, 0.0, 1.0, tolerance, operation, place, MOST_OF_A_RAY)


#: At so many places between the limits the size of the values is looked at; towards infinity, at these distances.
_PLACES = 9
_DISTANCES = [2.0**k for k in range(-400, 401, 4)]
MARGIN = 2.0**20  # so much of these distances are no end of it


def integral(f: Callable[[Any], Any], a: Any, b: Any, tolerance: float, traces: bool, operation: str) -> Any:
    """The integral between two limits, to a tolerance; that of quantities is that of their measures.

    Units do not matter to it, nor do sizes: the tolerance is relative to the size of the values times the length of the
    interval.
    """
    check_callable(f, operation, "a function of a number")
    limits = [x if isinstance(x, Composite) else limit_of(x, operation) for x in map(converted, (a, b))]
    (unit,) = units = common_units(operation, *limits)
    plain = OfMeasures(operation, f, units)
    low, high = map(measures, limits)
    try:
        found = _enclosed(plain, low, high, tolerance, traces)
    except DivergesError as error:
        raise ConvergenceError(f"{operation}: {error}") from None
    except (NotEnclosed, ScmpyError, ValueError):
        found = _scaled(plain, low, high, tolerance, traces, operation)
    if not isinstance(unit, Composite) and not any(isinstance(x, Composite) for x in plain.units_of_values):
        return found
    return g.mul(plain.restored(found), unit)


def _enclosed(f: Callable[[Any], Any], low: Any, high: Any, tolerance: float, traces: bool) -> Any:
    """The integral of a function that decides nothing, to a tolerance that is relative to the integral alone.

    Raises:  NotEnclosed where that cannot be had
    """
    if not traces or not float(low) < float(high):
        raise NotEnclosed("it is not asked for")
    return by_balls(graph_of(f, between(low, high), smooth=True), low, high, tolerance, 0.0)


def _scaled(f: Callable[[Any], Any], low: Any, high: Any, tolerance: float, traces: bool, operation: str) -> Any:
    """The integral of a function that is measured by its size, over an interval that is by its length.

    Both are powers of two, which round nothing.
    """
    ends = [x if isinstance(x, float) and math.isinf(x) else real(x, operation) for x in (low, high)]
    if ends[0] == ends[1]:
        return 0
    if ends[0] > ends[1]:
        return map_leaves(g.negate, _scaled(f, high, low, tolerance, traces, operation))
    length = _length(f, *ends)
    sizes = _sizes(f, ends[0], ends[1], float(length))

    plain_length = float(length)
    plain_size = float(sizes[0]) if len(sizes) == 1 else 0.0

    def of_ratio(x: Any) -> Any:
        value = f(plain_length * x if type(x) is float else g.mul(length, x))
        if plain_size and type(value) is float:
            return value / plain_size
        parts = leaves(value)
        if len(parts) != len(sizes):
            return value
        return unflatten((g.div(part, size) for part, size in zip(parts, sizes, strict=True)), value)

    first, last = (x if math.isinf(end) else g.div(x, length) for x, end in zip((low, high), ends, strict=True))
    found = _of_numbers(of_ratio, first, last, tolerance, traces, operation)
    parts = leaves(found)
    whole = sizes if len(parts) == len(sizes) else [1] * len(parts)
    return unflatten((g.mul(part, size * length) for part, size in zip(parts, whole, strict=True)), found)


def _power_of_two(size: float) -> Any:
    """A power of two near a size, exact; 1 of what has none."""
    return Fraction(2) ** min(round(math.log2(size)), 1023) if 0 < size < math.inf else 1


def _values(f: Callable[[Any], Any], places: Iterable[float]) -> list[tuple[float, list[float]]]:
    """The sizes of a function's values at those of some places where it has finite ones."""
    found = []
    for place in places:
        with suppress(ScmpyError, ArithmeticError, ValueError, TypeError):  # it may be singular there
            sizes = [abs(complex(g.inexact(x))) for x in leaves(f(place))]
            if all(map(math.isfinite, sizes)):
                found.append((place, sizes))
    return found


def _sizes(f: Callable[[Any], Any], low: float, high: float, length: float) -> list[Any]:
    """The sizes of the parts of a function's values at places between two limits."""
    start, sign = (low, 1) if math.isfinite(low) else (high, -1) if math.isfinite(high) else (0.0, 1)
    step = (high - low) / _PLACES if math.isfinite(high - low) else length * sign / _PLACES
    found = [sizes for _, sizes in _values(f, (start + step * (k + 0.5) for k in range(_PLACES)))]
    return [_power_of_two(max(parts)) for parts in zip(*found, strict=False)]


def _length(f: Callable[[Any], Any], low: float, high: float) -> Any:
    """The length of an interval; of an infinite one the distance at which most of the integral is, or f changes."""
    if math.isfinite(high - low):
        return _power_of_two(high - low)
    start = low if math.isfinite(low) else high if math.isfinite(high) else 0.0
    signs = [sign for sign, end in ((1, high), (-1, low)) if math.isinf(end)]
    far = [sign * x for x in _DISTANCES if start + x != start for sign in signs]
    known = [(abs(x - start), max(sizes, default=0.0)) for x, sizes in _values(f, (start + x for x in far))]
    weights = [(distance, distance * size) for distance, size in known]
    changes = [(distance, abs(size - known[0][1])) for distance, size in known]
    for heights in (weights, changes):
        most = max((height for _, height in heights), default=0.0)
        top = next((distance for distance, height in heights if height >= 0.3 * most), 0.0)
        if 0 < most < math.inf and MARGIN * known[0][0] < top < known[-1][0] / MARGIN:
            return _power_of_two(top)
    return 1


def _of_numbers(f: Callable[[Any], Any], a: Any, b: Any, tolerance: float, traces: bool, operation: str) -> Any:
    """The integral of a function of numbers from a limit to a higher one, by the ways that it takes between them."""
    parts: list[tuple[Any, Any, Any]] = [(a, b, None)]
    for smooth in (True, False) if traces else ():
        with suppress(NotEnclosed):
            parts = pieces(f, a, b, smooth)
            break
    return functools.reduce(g.add, (_of_piece(f, *part, tolerance, operation) for part in parts))


def _of_piece(f: Callable[[Any], Any], low: Any, high: Any, graph: Any, tolerance: float, operation: str) -> Any:
    """The integral of a function that decides nothing between two limits, if it has a graph there."""
    if graph is not None:
        try:
            return by_balls(graph, low, high, tolerance)
        except DivergesError as error:
            raise ConvergenceError(f"{operation}: {error}") from None
        except (NotEnclosed, ScmpyError, ValueError):
            pass
    ends = [float(x) for x in (low, high)]
    if all(map(math.isfinite, ends)):
        return _between(f, ends[0], ends[1], tolerance, operation)
    if math.isinf(ends[0]) and math.isinf(ends[1]):
        return g.add(*(_over_one_ray(f, 0.0, sign, graph, tolerance, operation) for sign in (-1, 1)))
    sign, start = (1, ends[0]) if math.isfinite(ends[0]) else (-1, ends[1])
    return _over_one_ray(f, start, sign, graph, tolerance, operation)


def _over_one_ray(
    f: Callable[[Any], Any], start: float, sign: int, graph: Any, tolerance: float, operation: str
) -> Any:
    """The integral between a place and infinity, from the lower to the upper; near the place by an enclosure."""
    if graph is not None:
        with suppress(NotEnclosed, ScmpyError, ValueError):
            near = by_balls(graph, min(start, start + sign), max(start, start + sign), tolerance)
            return g.add(near, _by_harmonics(f, start + sign, sign, graph, tolerance, operation))
    return _by_harmonics(f, start, sign, graph, tolerance, operation)


def _by_harmonics(
    f: Callable[[Any], Any], start: float, sign: int, graph: Any, tolerance: float, operation: str
) -> Any:
    """The integral to infinity, harmonic by harmonic where each of them has one."""
    with suppress(ConvergenceError):
        parts = harmonics(graph, UNKNOWN)
        ends = (start, math.inf) if sign == 1 else (-math.inf, start)
        if parts:
            found = [_of_piece(_function(x), *ends, x, tolerance, operation) for x in parts]
            return functools.reduce(g.add, found)
    return _to_infinity(f, start, sign, tolerance, operation)


def _function(x: Any) -> Callable[[Any], Any]:
    """An expression in the unknown as a function of it."""
    is_constant = not isinstance(x, Expression)
    return (lambda _: x) if is_constant else compile_function(x, UNKNOWN)


def _to_infinity(f: Callable[[Any], Any], start: float, sign: int, tolerance: float, operation: str) -> Any:
    unfinished = None
    try:
        found = _by_parts(lambda x: f(sign * x), sign * start, tolerance, operation)
        if found is not None:
            return found
    except DoesNotFadeError:
        raise
    except ConvergenceError as error:
        unfinished = error
    try:
        return _over_ray(f, start, sign, tolerance, operation)
    except ConvergenceError as error:
        unfinished = unfinished or error
    try:
        return _by_parts(
            _quick(lambda x: f(sign * x), sign * start), sign * start, tolerance, operation, through_windows
        )
    except (ConvergenceError, ArithmeticError, WrongTypeError):
        raise unfinished from None


def _quick(f: Callable[[Any], Any], start: float) -> Callable[[Any], Any]:
    """The function, as compiled code if it can be compiled."""
    try:
        return compile_function(f, start + 1.0)
    except (ScmpyError, ArithmeticError):
        return f


def _between(f: Callable[[Any], Any], low: float, high: float, tolerance: float, operation: str) -> Any:
    """The integral between two floats; towards an end where the function oscillates, by the inverse of the distance."""
    try:
        return by_panels(f, low, high, tolerance, operation)
    except ConvergenceError as error:
        middle = (low + high) / 2
        for end, sign, rest in ((low, 1, (middle, high)), (high, -1, (low, middle))):
            with suppress(ConvergenceError):
                near = _by_parts(_near(f, end, sign), 2 / (high - low), tolerance, operation)
                if near is not None:
                    return g.add(near, by_panels(f, *rest, tolerance, operation))
        raise error


def _near(f: Callable[[Any], Any], end: float, sign: int) -> Callable[[float], Any]:
    """A function near an end, of the inverse of the distance from it, for its integral over that."""
    return lambda u: g.div(g.div(f(end + sign / u), u), u)


#: The integral of a real function from a place to infinity, to a tolerance, for an operation.
Method = Callable[[Callable[[float], Any], float, float, str], float]


def _by_parts(
    f: Callable[[Any], Any], start: float, tolerance: float, operation: str, method: Method = over_ray
) -> Any:
    """The integral to infinity of a function that oscillates; None where one of its components does not."""
    try:
        sample = f(start + 1.0)
        count = range(len(leaves(sample)))
        found = [method(lambda x, i=i: leaves(f(x))[i], start, tolerance, operation) for i in count]  # type: ignore[misc]
    except (NotOscillating, ArithmeticError):
        return None
    return unflatten(iter(found), sample)


@public("definite-integral")
def definite_integral(
    f: RealFunction, a: Real, b: Real, tolerance: Real | None = None, traced: bool | None = None
) -> ScalarValue:
    """The integral of a function between two limits, finite or infinite, where it may be singular, or oscillate.

    The tolerance is relative to the integral, or to the size of the values times the length of the interval if that is
    larger; *definite-integral-allowable-error* unless it is given. The function is called on an unknown first, for an
    enclosure, and taken to pieces where it decides, unless that is switched off by False: by the last argument, or by
    *compile-integrand?. Then, and where it cannot be called so, a feature narrower than a twentieth of the interval may
    be missed. A program that wants the enclosure itself takes integral-enclosure.

    Scheme:  (definite-integral f a b [tolerance compile?]), (definite-integral f 0 :+infinity)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Units:   limits and values may be quantities; the integral has the product of both, and the tolerance is a number
    Raises:  WrongTypeError where a value of the function is no number (nor a tuple of such), ConvergenceError where the
             integral does not converge, with the place: at a pole inside, or where what oscillates does not fade
    Source:  SICM 1.4
    >>> from scmpy import exp
    >>> round(definite_integral(lambda x: 3 * x**2, 0, 2), 9)
    8.0
    >>> round(definite_integral(lambda x: exp(-x**2), -float("inf"), float("inf"))**2, 9)
    3.141592654
    """
    name = "definite-integral"
    allowed = real(allowable_error.value if tolerance is None else tolerance, name)
    if not allowed > 0:
        raise WrongTypeError(f"{name} expects a positive tolerance, got {describe(tolerance)}")
    traces = compile_integrand.value if traced is None else traced is not False
    return integral(f, a, b, allowed, traces, name)
