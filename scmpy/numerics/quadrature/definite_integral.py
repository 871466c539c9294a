"""Definite integrals of generic functions: between finite and infinite limits, to a tolerance.

Where the function can be traced the value comes from an enclosure; else, and where there is none, from adaptive rules,
from zero to zero where it oscillates without end. Towards an infinite limit x = (1 - s) / s takes the ray to a finite
interval, infinity to 0, where floats are dense.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from scmpy.errors import ConvergenceError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.finite import real
from scmpy.generic.kinds import describe
from scmpy.generic.settings import AMOUNT, SWITCH, Setting
from scmpy.numerics.quadrature.adaptive import by_panels
from scmpy.numerics.quadrature.certified import DivergesError, NotEnclosed, by_balls
from scmpy.numerics.quadrature.limits import MINUS_INFINITY, PLUS_INFINITY, limit_of
from scmpy.numerics.quadrature.oscillating import NotOscillating, over_ray
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import Real, RealFunction, ScalarValue
from scmpy.structure.within import leaves, map_leaves, unflatten

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


def _over_ray(f: Callable[[Any], Any], start: float, sign: int, tolerance: float, operation: str) -> Any:
    """The integral from a place to infinity: over s from 0, which is infinity, to 1."""

    def place(s: float) -> float:
        return start + sign * (1 - s) / s

    def at(s: float) -> Any:
        value = f(place(s))
        if all(leaf == 0 for leaf in leaves(value)):
            return value
        return g.div(g.div(value, s), s)

    return by_panels(at, 0.0, 1.0, tolerance, operation, place)


def integral(f: Callable[[Any], Any], a: Any, b: Any, tolerance: float, traces: bool, operation: str) -> Any:
    """The integral between two limits, to a tolerance."""
    if not callable(f):
        raise WrongTypeError(f"{operation} expects a function of a number, got {describe(f)}")
    low, high = limit_of(a, operation), limit_of(b, operation)
    if g.sub(low, high) == 0 or low == high:
        return 0
    ends = [x if isinstance(x, float) and math.isinf(x) else real(x, operation) for x in (low, high)]
    if ends[0] > ends[1]:
        return map_leaves(g.negate, integral(f, b, a, tolerance, traces, operation))
    if traces:
        try:
            return by_balls(f, low, high, tolerance)
        except DivergesError as error:
            raise ConvergenceError(f"{operation}: {error}") from None
        except (NotEnclosed, ScmpyError, ValueError):
            pass
    if all(map(math.isfinite, ends)):
        return _between(f, ends[0], ends[1], tolerance, operation)
    if math.isinf(ends[0]) and math.isinf(ends[1]):
        parts = (_to_infinity(f, 0.0, sign, tolerance, operation) for sign in (-1, 1))
        return g.add(*parts)
    sign, start = (1, ends[0]) if math.isfinite(ends[0]) else (-1, ends[1])
    return _to_infinity(f, start, sign, tolerance, operation)


def _to_infinity(f: Callable[[Any], Any], start: float, sign: int, tolerance: float, operation: str) -> Any:
    unfinished = None
    try:
        found = _by_parts(lambda x: f(sign * x), sign * start, tolerance, operation)
        if found is not None:
            return found
    except ConvergenceError as error:
        unfinished = error
    try:
        return _over_ray(f, start, sign, tolerance, operation)
    except ConvergenceError as error:
        raise unfinished or error from None


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


def _component(f: Callable[[Any], Any], i: int) -> Callable[[float], Any]:
    return lambda x: leaves(f(x))[i]


def _by_parts(f: Callable[[Any], Any], start: float, tolerance: float, operation: str) -> Any:
    """The integral to infinity of a function that oscillates; None where one of its components does not."""
    try:
        sample = f(start + 1.0)
        count = range(len(leaves(sample)))
        found = [over_ray(_component(f, i), start, tolerance, operation) for i in count]
    except (NotOscillating, ArithmeticError):
        return None
    return unflatten(iter(found), sample)


@public("definite-integral")
def definite_integral(
    f: RealFunction, a: Real, b: Real, tolerance: Real | None = None, traced: bool | None = None
) -> ScalarValue:
    """The integral of a function between two limits, finite or infinite, where it may be singular, or oscillate.

    The tolerance is relative to the integral, or to 1 if that is smaller; *definite-integral-allowable-error* unless it
    is given. The function is called on an unknown first, for an enclosure, unless that is switched off by False: by the
    last argument, or by *compile-integrand?. A program that wants the enclosure itself takes integral-enclosure.

    Scheme:  (definite-integral f a b [tolerance compile?]), (definite-integral f 0 :+infinity)
    Raises:  WrongTypeError where a value of the function is no number (nor a tuple of such), ConvergenceError where the
             integral does not converge, with the place: at a pole inside, or where what oscillates does not fade
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
