"""Searches for roots of functions whose derivatives are given, where to look for one, and bisection by other names.

The function with its derivative is a procedure of a place and of a procedure that gets both there: (lambda (x cont)
(cont (f x) (df x))).

Source:  W. H. Press et al., Numerical Recipes, ch. 9; W. Kahan's trick takes the step as often as the root is multiple
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import (
    ConvergenceError,
    DomainError,
    WrongTypeError,
)
from scmpy.generic.arguments import check_callable
from scmpy.generic.closeness import is_close
from scmpy.generic.finite import finite_real, real, real_at
from scmpy.generic.settings import Limit
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.numerics.roots.bracketed import bisect, bounded, by_false_position, halved, no_pole, signs_differ
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction, Value

STEPS = 1000

MOST_PLACES = Limit("most-search-parts", 1_000_000, "Parts of an interval that is searched for roots.")


WithDerivative = Callable[[Any, Callable[[Any, Any], Any]], Any]


def _pair(function: WithDerivative, x: float, operation: str) -> tuple[float, float]:
    """The value and the derivative at a place."""
    check_callable(function, operation, "a function of a number and a procedure")
    found: list[tuple[float, float]] = []

    def receive(value: Any, slope: Any) -> None:
        found.append((real(value, operation), real(slope, operation)))

    function(x, receive)
    if not found:
        raise WrongTypeError(f"{operation} expects a function that hands its value and derivative to a procedure")
    return found[-1]


def _newton_step(function: WithDerivative, x: float, operation: str) -> float:
    value, slope = _pair(function, x, operation)
    if not slope:
        if not value:
            return 0.0
        raise DomainError(f"{operation} finds no step from {x}: the derivative is 0 there, the value {value}")
    return value / slope


def _told(counted: Counted, succeed: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The procedure that is told of a root, among quantities."""
    return lambda root: succeed(counted.place(root))


@public("newton-search")
@of_quantities("newton-search", "x0", errors="eps", with_slope=True)
def newton_search(function: WithDerivative, x0: Real, eps: Real) -> float:
    """A root near a place, by Newton's method: until two places are close.

    Scheme:  (newton-search (lambda (x cont) (cont (f x) (df x))) x0 eps)
    Shapes:  function: (real, receiver) -> (receiver value derivative)
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  DomainError where the derivative is 0;  ConvergenceError if it does not settle
    >>> round(newton_search(lambda x, cont: cont(x**2 - 2, 2 * x), 1, 1e-15), 12)
    1.414213562373
    """
    name = "newton-search"
    x, tolerance = real(x0, name), real(eps, name)
    for _ in range(STEPS):
        new = real(x - _newton_step(function, x, name), name)
        if is_close(x, new, tolerance):
            return (x + new) / 2
        x = new
    raise ConvergenceError(f"{name} does not settle in {STEPS} steps; it is at {x}")


@public("newton-with-false-position-search")
@of_quantities("newton-with-false-position-search", "x1 x2", errors="eps", with_slope=True)
def newton_with_false_position_search(function: WithDerivative, x1: Real, x2: Real, eps: Real) -> float:
    """A root between two places where the signs differ, by Newton's steps; by false position where these lead outside.

    Scheme:  (newton-with-false-position-search (lambda (x cont) (cont (f x) (df x))) x1 x2 eps)
    Shapes:  function: (real, receiver) -> (receiver value derivative)
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  DomainError unless the signs differ, and at a pole;  ConvergenceError if it does not settle
    >>> round(newton_with_false_position_search(lambda x, cont: cont(x**2 - 2, 2 * x), 0, 2, 1e-12), 12)
    1.414213562373
    """
    name = "newton-with-false-position-search"
    a, b, tolerance = real(x1, name), real(x2, name), real(eps, name)
    (f_a, df_a), (f_b, df_b) = _pair(function, a, name), _pair(function, b, name)
    if f_a * f_b > 0:
        raise DomainError(f"{name} expects places where the signs differ: it is {f_a} at {a}, {f_b} at {b}")
    for step in range(STEPS):
        if not f_a or not f_b or is_close(a, b, tolerance):
            return a if abs(f_a) < abs(f_b) else b
        start, value, slope = (a, f_a, df_a) if abs(f_a) < abs(f_b) else (b, f_b, df_b)
        x = start - value / slope if slope else math.inf
        if not min(a, b) < x < max(a, b):
            x = (a + b) / 2 if step % 2 else (b * f_a - a * f_b) / (f_a - f_b)
        if x in (a, b) or abs(x - start) <= tolerance * (abs(x) + 1) / 4:
            return x
        f_x, df_x = _pair(function, x, name)
        if (f_a < 0) is (f_x < 0):
            a, f_a, df_a = x, f_x, df_x
        else:
            b, f_b, df_b = x, f_x, df_x
    raise ConvergenceError(f"{name} does not settle in {STEPS} steps; the root is between {a} and {b}")


@public("find-a-root")
@of_quantities("find-a-root", "x0 x1", None, distances="dx", errors="eps", told={"succeed": _told})
def find_a_root(
    f: RealFunction, x0: Real, x1: Real, dx: Real, eps: Real, succeed: Callable[[Any], Any], failure: Value
) -> Value:
    """What a procedure makes of the first root that halving an interval, and its parts down to a width, shows.

    If no sign differs at the ends of a part that is wider than dx, the value is that for failure.

    Scheme:  (find-a-root f x0 x1 dx eps (lambda (root) ...) failure)
    Shapes:  f: real -> real, called with one number at a time
    Units:   places, dx and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  WrongTypeError if a place or a value is no real number;  DomainError if dx is 0; LimitError for more parts
             than most-search-parts
    >>> round(find_a_root(lambda x: x**2 - 2, 0, 2, 0.1, 1e-10, lambda x: x, 0), 6)
    1.414214
    """
    name = "find-a-root"
    low, high, width = finite_real(x0, name), finite_real(x1, name), abs(finite_real(dx, name))
    if not width:
        raise DomainError(f"{name} expects a width that is not 0")
    MOST_PLACES.check(math.ceil(abs(high - low) / width), name)
    parts = [(low, high)]
    while parts and abs(parts[0][1] - parts[0][0]) > width:
        for a, b in parts:
            if real_at(f, a, name) * real_at(f, b, name) < 0:
                return succeed(bisect(f, a, b, eps))
        parts = [part for a, b in parts for part in ((a, (a + b) / 2), ((a + b) / 2, b))]
    return failure


@public("bisect-1")
@of_quantities("bisect-1", "x0 x1")
def bisect_1(f: RealFunction, x0: Real, x1: Real) -> float:
    """A root of a function between two places where its signs differ, by bisection until floats cannot be halved.

    Scheme:  (bisect-1 f x0 x1)
    Shapes:  f: real -> real, called with one number at a time
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    1 ]=> (bisect-1 cos 0. 3.)
    ;Value: 1.57079633
    >>> import math
    >>> bisect_1(lambda x: math.cos(x), 0, 3) == math.pi / 2
    True
    """
    at, first, last = bounded(f, x0, x1, "bisect-1")
    low, high = first, last
    while low[0] != (x := low[0] + (high[0] - low[0]) / 2) != high[0]:
        middle = x, at(x)
        if not middle[1]:
            return x
        low, high = (middle, high) if signs_differ(middle, high) else (low, middle)
    return no_pole(at, first, last, low[0], "bisect-1")


@public("bisect-2")
@of_quantities("bisect-2", "x0 x1", errors="eps")
def bisect_2(f: RealFunction, x0: Real, x1: Real, eps: Real) -> float:
    """A root of a function between two places where its signs differ, by bisection until the ends are close.

    Scheme:  (bisect-2 f x0 x1 eps)
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities; eps is relative to the place plus 1, or a quantity
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    >>> round(bisect_2(lambda x: x**2 - 2, 0, 2, 1e-10), 9)
    1.414213562
    """
    at, first, last = bounded(f, x0, x1, "bisect-2")
    low, high = halved(at, first, last, max(real(eps, "bisect-2"), 0.0), math.inf)
    return no_pole(at, first, last, low[0] + (high[0] - low[0]) / 2, "bisect-2")


@public("bisect-fp", "false-position-search")
@of_quantities("bisect-fp", "x0 x1", errors="eps")
def bisect_fp(f: RealFunction, x0: Real, x1: Real, eps: Real) -> float:
    """A root of a function between two places where its signs differ, by false position.

    It is as exact as floats are, whatever error is allowed.

    Scheme:  (bisect-fp f x0 x1 eps), (false-position-search f x0 x1 eps)
    Shapes:  f: real -> real, called with one number at a time
    Units:   places and values may be quantities; what is allowed does not matter
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    Source:  M. Dowell and P. Jarratt, BIT 11 (1971) 168
    >>> round(bisect_fp(lambda x: x**2 - 2, 0, 2, 1e-3), 12)
    1.414213562373
    """
    at, low, high = bounded(f, x0, x1, "bisect-fp")
    real(eps, "bisect-fp")
    root = low[0] if low == high else by_false_position(at, low, high, "bisect-fp")
    return no_pole(at, low, high, root, "bisect-fp")
