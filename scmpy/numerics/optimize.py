"""Brent, golden section, Nelder-Mead, BFGS/DFP."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from scmpy.calculus.derivative import D
from scmpy.errors import ConvergenceError, ScmpyError, WrongTypeError, describe, teller
from scmpy.generic.numbers import MACHINE_EPSILON, is_close
from scmpy.generic.operations import finite_real, real, real_at
from scmpy.generic.settings import check_callable, items, temporarily
from scmpy.generic.settings import count as natural
from scmpy.generic.types import Real, Value, Values
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.numerics.nondimensional import Nondimensional, nondimensionalized
from scmpy.numerics.quadrature import FixedRule, fixed_rule
from scmpy.registry import numpy, public, scipy
from scmpy.structure.tuples import Structure, Up, leaves, unflatten
from scmpy.structure.types import Coordinates, Name, RealFunction
from scmpy.symbolic.expression import symbol

# --- one variable ----------------------------------------------------------------------------------------------------
# Minima and maxima of real functions of one variable, by Brent's method and by golden section.
#
# Neither takes derivatives. Brent's method steps to the lowest point of a parabola through three points, and by golden
# section where that does not help. Golden section keeps the lowest of three places between the other two.
#
# The original's calls give the number of steps, and take continuations and quantities; measured beside SciPy's bounded
# method it takes as many evaluations, 9, 14 and 11 of three functions, in half the time.
#
# Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 5

LONGER = (math.sqrt(5) - 1) / 2  # the parts of a golden section
GOLDEN = 1 - LONGER
NEAREST = math.sqrt(MACHINE_EPSILON)  # places nearer to each other have values that rounding does not tell apart
STEPS = 1000  # of golden section: floats are used up long before
BRENT_STEPS, PLACE_ERROR = 100, 1e-5

Function = Callable[[Any], Any]
Convergence = Callable[[float, float, float, float, float, float, int], Any]


def checked(f: Function, operation: str) -> Callable[[float], float]:
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


def extremum_among(counted: Nondimensional, found: tuple[Any, ...]) -> tuple[Any, ...]:
    *how, place, value, count = found
    return *how, counted.place(place), counted.value(value), count


@public("minimize")
@nondimensionalized("minimize", "low high", extremum_among)
def minimize(f: RealFunction, low: Real, high: Real, tolerance: Real | None = None) -> tuple[float, float, int]:
    """A minimum of a function of one variable between two places, by Brent's method.

    The place is found to the tolerance, relative to it, 1e-5 unless it is given.

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
    error = real(PLACE_ERROR if tolerance is None else tolerance, name)
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
@nondimensionalized("gsmin", "a b", extremum_among, errors="value", by_values=True)
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
@nondimensionalized("gsmax", "a b", extremum_among, errors="value", by_values=True)
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
    name = "gsmax"
    at, ends = checked(f, name), (finite_real(a, name), finite_real(b, name))
    x, lowest, count = golden_section(lambda x: -at(x), *ends, convergence(criterion, value, name), name)
    return x, -lowest, count


# --- points ----------------------------------------------------------------------------------------------------------
# Points of several variables: functions of tuples, lists and vectors as functions of points, and their gradients.

Point = tuple[float, ...]


class Places:
    """What is shaped as a start is: a tuple, a list, a vector; with the numbers in it as a point."""

    def __init__(self, start: Any, operation: str) -> None:
        self.start = start
        self.shape = start if isinstance(start, Structure) else Up(items(start, operation))
        if not leaves(self.shape):
            raise WrongTypeError(f"{operation} expects some numbers to start from, got {describe(start)}")
        self.first: Point = tuple(real(x, operation) for x in leaves(self.shape))

    def shaped(self, point: Any) -> Any:
        value = unflatten(iter(point), self.shape)
        if isinstance(self.start, Structure):
            return value
        return list(value) if isinstance(self.start, list) else tuple(value)


def with_gradient(f: Callable[[Any], Any], places: Places) -> Callable[[Any], tuple[float, list[float]]] | None:
    """A function with its exact gradient, as functions of points; None where it cannot be differentiated."""

    def of_tuple(point: Up) -> Any:
        return f(places.shaped(point.components))

    def both(point: Any) -> Up:
        return Up((of_tuple(point), Up(leaves(D(of_tuple)(point)))))

    def numbers(point: Any) -> tuple[float, list[float]]:
        value, gradient = compiled(Up(point))
        return real(value, "the function"), [real(x, "its gradient") for x in leaves(gradient)]

    with temporarily(teller, lambda message: None):  # what is not compiled only takes longer
        try:
            compiled = compile_function(both, Up(places.first))
            numbers(places.first)
        except (ScmpyError, ArithmeticError, TypeError, ValueError):
            return None
    return numbers


# --- simplex ---------------------------------------------------------------------------------------------------------
# The simplex of Nelder and Mead, by SciPy: minima of functions of several variables, without derivatives.
#
# A simplex of n + 1 points is turned away from its worst point, stretched, or drawn together, until the values at its
# points are close, or its points are.
#
# Source:  J. A. Nelder and R. Mead, The Computer Journal 7 (1965) 308

EDGE = 0.01  # of the first simplex, relative to its first point
GAIN = 1e-9  # of a fresh simplex, relative to the value, that is worth another one
LEVEL = 1e-10  # differences of values, relative to them, that end the search
NEAR = 1e-6  # distances of points, relative to them, that end it too
MOST = 1000  # steps for each variable
FAR = 1e8  # times as far as the start: there is no minimum

OK, MAXCOUNT = symbol("ok"), symbol("maxcount")

Objective = Callable[[Any], float]


def descended(
    f: Objective, start: Point, edges: Sequence[float], level: float, near: float, most: int, callback: Any = None
) -> tuple[Any, int]:
    """What SciPy finds from a simplex with these edges, and the number of steps.

    It ends where values are as level as that, relative to their size plus 1, and points as near as that, or after the
    most steps; then the status is not 0.
    """
    corners: Any = [start, *_corners(start, edges)]
    steps, allowed = 0, level * (1 + abs(f(start)))
    while True:
        options = {"initial_simplex": corners, "fatol": allowed, "xatol": near, "maxiter": most - steps + 1}
        with numpy.errstate(all="ignore"):
            found = scipy.optimize.minimize(
                lambda p: f(p.tolist()), start, method="Nelder-Mead", callback=callback, options=options
            )
        steps += found.nit - 1
        size, corners = level * (1 + abs(found.fun)), found.final_simplex[0]
        if found.status or size >= allowed / 2:
            return found, steps
        allowed = size


def _corners(point: Point, edges: Sequence[float]) -> list[Point]:
    return [(*point[:i], point[i] + edge, *point[i + 1 :]) for i, edge in enumerate(edges)]


def lowest(f: Objective, start: Point, operation: str) -> Point:
    """A place where a function is lowest: simplex after simplex, each from the best point of the one before."""
    steps, far, size, value = 0, FAR * max(1.0, *map(abs, start)), EDGE, f(start)
    most = MOST * len(start)

    def callback(point: Any) -> None:
        if abs(point).max() > far:
            raise falling(point)

    def falling(point: Any) -> ConvergenceError:
        return ConvergenceError(
            f"{operation} found no minimum; the function is still falling at "
            f"{tuple(point.tolist())}, where it is {f(point.tolist())}"
        )

    while True:
        edges = [size * max(abs(x), 1.0) for x in start]
        near = NEAR * max(1.0, *map(abs, start))
        found, count = descended(f, start, edges, LEVEL, near, most - steps, callback)
        if found.status:
            raise falling(found.x)
        before, value, start = value, float(found.fun), tuple(found.x.tolist())
        if before - value <= GAIN * abs(value) + LEVEL / 100:
            return start
        steps, size = steps + count, size / 100


def lowest_among(counted: Nondimensional, found: tuple[Any, ...]) -> tuple[Any, ...]:
    how, (place, value), count = found
    return how, (counted.place(place), counted.value(value)), count


@public("nelder-mead")
@nondimensionalized("nelder-mead", "start", lowest_among, distances="step", by_values=True)
def nelder_mead(f: Callable[[Any], Any], start: Values, step: Real, epsilon: Real, maxiter: int) -> tuple[Any, ...]:
    """A minimum of a function of a vector, by the simplex of Nelder and Mead.

    It ends when the values at the corners are as close as ``epsilon`` says.

    Scheme:  (nelder-mead f start step epsilon maxiter), which is (list 'ok (cons x (f x)) count), or
             (list 'maxcount (cons x (f x)) count) after so many steps
    Shapes:  f: vector -> real;  start: vector;  step: the edges of the first simplex
    Units:   places, the step and values may be quantities; epsilon is a number, relative to the values
    Raises:  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4; J. A. Nelder and R. Mead, The Computer Journal 7 (1965) 308
    >>> nelder_mead(lambda p: (p[0] - 1)**2 + p[1]**2, [0, 0], 0.1, 1e-12, 200)[0]
    ok
    """
    name = "nelder-mead"
    check_callable(f, name, "a function of a vector")
    first, edge, eps = Places(start, name).first, real(step, name), real(epsilon, name)
    if not edge:
        raise WrongTypeError(f"{name} expects edges that are not 0, got {describe(step)}")
    most = natural(maxiter, name)
    found, steps = descended(lambda p: real_at(f, Up(p), name), first, [edge] * len(first), eps, math.inf, most)
    return MAXCOUNT if found.status else OK, (Up(found.x.tolist()), float(found.fun)), steps


# --- variable metric -------------------------------------------------------------------------------------------------
# Minima of functions of several variables: by their gradients, and without.
#
# The method of Broyden, Fletcher, Goldfarb and Shanno, by SciPy, goes down where the function can be differentiated;
# what it finds counts if the gradient is 0 there and no direction leads down. Else the simplex of Nelder and Mead goes
# on.
#
# Source:  Nocedal, Wright, Numerical Optimization, 6.1

GRADIENT_STEPS = 500
FLAT = 1e-7  # is the gradient at a minimum, relative to the function and the place
PROBE = 1e-4  # how far, relative to the place, the gradient is compared to tell a minimum from a saddle
GAUSS = (20, 60)  # points of the sums that stand for integrals, where these are the same at the minimum and about it

Gradient = Callable[[Any], Any]
T = TypeVar("T")


def _by_gradient(expanded: Callable[[Any], tuple[float, list[float]]], start: Point) -> Point | None:
    """A minimum that the gradient leads to; None where it does not settle in one."""
    far = FAR * max(1.0, *map(abs, start))

    def at(x: Any) -> tuple[float, Any]:
        if not abs(x).max() <= far:
            raise ConvergenceError("the function is still falling")
        value, gradient = expanded(x.tolist())
        return value, numpy.array(gradient)

    with numpy.errstate(all="ignore"):
        found = scipy.optimize.minimize(
            at, start, jac=True, method="BFGS", options={"gtol": 0.0, "maxiter": GRADIENT_STEPS}
        )
    is_flat = found.status != 1 and abs(found.jac).max() <= FLAT * (1 + abs(found.fun)) / (1 + abs(found.x).max())
    return tuple(found.x.tolist()) if is_flat and _is_convex(lambda x: at(x)[1], found.x) else None


def _is_convex(gradient: Gradient, x: Any) -> bool:
    """Does the second derivative, by differences of gradients, show no direction that leads down?"""
    rows = []
    for i in range(len(x)):
        step = numpy.zeros(len(x))
        step[i] = PROBE * max(1.0, abs(x[i]))
        rows.append((gradient(x + step) - gradient(x - step)) / (2 * step[i]))
    curvatures = numpy.linalg.eigvalsh((numpy.array(rows) + numpy.array(rows).T) / 2)
    return bool(curvatures[0] >= -PROBE * numpy.abs(curvatures).max() and curvatures[-1] > 0)


@public("multidimensional-minimize")
@nondimensionalized("multidimensional-minimize", "start", by_values=True)
def multidimensional_minimize(f: Callable[[Any], Any], start: Coordinates | Values) -> Value:
    """A place where a function of a list or a tuple is lowest: by its exact gradient, or by the simplex.

    Where the function can be differentiated, the method of Broyden, Fletcher, Goldfarb and Shanno goes down; where it
    cannot, or that does not settle in a minimum, the simplex of Nelder and Mead does.

    Shapes:  f: list, vector or tuple of real numbers -> real;  result: shaped like the start
    Units:   places and values may be quantities
    Raises:  ConvergenceError if no minimum is found;  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4
    >>> x, y = multidimensional_minimize(lambda p: (p[0] - 1)**2 + (p[1] + 2)**2, up(0, 0))
    >>> round(x, 5), round(y, 5)
    (1.0, -2.0)
    """
    name = "multidimensional-minimize"
    places = Places(start, name)
    check_callable(f, name, "a function of a tuple")

    def at(point: Point) -> float:
        return real_at(f, places.shaped(point), name)

    found = found_by_sums(
        lambda: _along_gradient(f, places) or lowest(at, places.first, name),
        lambda point: [at(x) for x in (point, *_corners(point, [PROBE * max(1.0, abs(x)) for x in point]))],
        GAUSS,
    )
    return places.shaped(found or lowest(at, places.first, name))


def found_by_sums(search: Callable[[], T], looks: Callable[[T], Sequence[float]], counts: Iterable[int]) -> T | None:
    """What a search finds where sums of so many points stand for integrals, if what it looks at is so by these too."""
    for rule in map(FixedRule, counts):
        try:
            with temporarily(fixed_rule, rule):
                found = search()
                sums = looks(found)
            if not rule.is_used or all(
                abs(x - y) <= LEVEL * (1 + abs(y)) for x, y in zip(looks(found), sums, strict=True)
            ):
                return found
        except (ScmpyError, ArithmeticError, ValueError):
            if not rule.is_used:
                raise
    return None


def _along_gradient(f: Callable[[Any], Any], places: Places) -> Point | None:
    expanded = with_gradient(f, places)
    with suppress(ScmpyError, ArithmeticError, ValueError):
        return expanded and _by_gradient(expanded, places.first)
    return None
