"""Roots in brackets, of several unknowns, of polynomials, enclosed; interpolation."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from scmpy.calculus.derivative import D
from scmpy.errors import (
    CALLED,
    ConvergenceError,
    DivisionByZeroError,
    DomainError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.numbers import MACHINE_EPSILON, inexact_complex, is_close
from scmpy.generic.operations import real, real_at, value_at
from scmpy.generic.settings import MOST_COMPONENTS, MOST_TERMS, SWITCH, Setting, check_callable, items
from scmpy.generic.settings import count as natural
from scmpy.generic.types import Numbers, Real, Scalar, Value, Values, is_number, is_zero_number
from scmpy.numerics.compile.codegen import UNKNOWN, NotEnclosed, graph_of
from scmpy.numerics.linear import REGULAR, newton
from scmpy.numerics.nondimensional import Nondimensional, nondimensionalized
from scmpy.registry import flint, numpy, public
from scmpy.structure.tuples import Up, leaves
from scmpy.structure.types import Coordinates, RealFunction
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision
from scmpy.symbolic.polynomials import Polynomial, as_polynomial
from scmpy.symbolic.ring import to_flint

# --- bracketed -------------------------------------------------------------------------------------------------------
# Roots of real functions of one variable between two places where their signs differ.
#
# Bisection halves the interval. Brent's method goes by an inverse parabola, and halves where that does not help.
#
# Brent's method takes as many evaluations as SciPy's brentq (8, 11, 12 for three functions); 20 microseconds, not 8.
#
# Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 4

STEPS, HALVINGS = 2000, 60  # halvings of an interval of floats end long before
EPSILON = 2.0**-52
SMALLER, FARTHER = 1e-9, 1024  # than at the ends is a root; than the nearest places
NOWHERE = 1e-60  # is beside 0
_LARGE = sys.float_info.max / 4

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

#: A place and the value there.
Place = tuple[float, float]


def _checked(
    f: Callable[[Any], Any], x0: Any, x1: Any, operation: str
) -> tuple[Callable[[float], float], Place, Place]:
    check_callable(f, operation, "a function of a number")
    low, high = real(x0, operation), real(x1, operation)

    def at(x: float) -> float:
        beside = 4 * EPSILON * abs(x) or NOWHERE
        while True:
            try:
                return _large_at(f, x, operation)
            except DivisionByZeroError:  # on a pole, or where a leap has no value: it goes on beside it
                if beside > max(EPSILON * abs(high - low), 4 * EPSILON * abs(x)):
                    raise
                x, beside = x + beside, beside * 2**20

    return at, (low, real_at(f, x0, operation)), (high, real_at(f, x1, operation))


def _large_at(f: Callable[[Any], Any], x: float, operation: str) -> float:
    """The value of a function; beside a pole, where it is too large for a float, a large one of its sign."""
    value = value_at(f, x, operation)
    is_infinite = isinstance(value, float) and math.isinf(value)
    return math.copysign(_LARGE, value) if is_infinite else real(value, operation, f" at {x}")


def signs_differ(low: Place, high: Place) -> bool:
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


def brent(
    at: Callable[[float], float], low: Place, high: Place, tolerance: float, most: int
) -> tuple[bool, float, int]:
    """Whether a root was found, it, and the number of steps: within the tolerance, or as exact as floats are."""
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
    if not is_root(at, low, high, found):
        raise _unbounded(low, high, operation)
    return found


@public("bisect")
@nondimensionalized("bisect", "x0 x1", errors="eps")
def bisect(f: RealFunction, x0: Real, x1: Real, eps: Real, n_break: int | None = None) -> Value:
    """A root of a function between two places where its signs differ, by bisection.

    It is the middle of an interval whose ends are close, relative to their size plus 1. After ``n_break`` halvings
    (60 unless it is given) it goes on by Brent's method, which gives the root as exactly as floats are.
    Where the signs do not differ, or change at a pole, the value is false, or it is an error if ``*bisect-error?*`` is
    set. A leap across zero counts as a root.

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
    at, low, high, root = _with_sign_change(f, x0, x1, eps, HALVINGS if n_break is None else n_break)
    if root is not None and (not low[1] or not high[1] or is_root(at, low, high, root)):
        return root
    if bisect_error.value:
        raise _unbounded(low, high, "bisect")
    return False


@nondimensionalized("bisect", "x0 x1", errors="eps")
def sign_change(f: RealFunction, x0: Real, x1: Real, eps: Real) -> float | Literal[False]:
    """As :func:`bisect`, of a function that is -1, 0 or 1: it has no pole, which would be sought."""
    *_, place = _with_sign_change(f, x0, x1, eps, HALVINGS)
    return False if place is None else place


def _with_sign_change(
    f: Any, x0: Any, x1: Any, eps: Any, n_break: Any
) -> tuple[Callable[[float], float], Place, Place, float | None]:
    """The function, the two places, and the one between where the sign changes, or that of them which is a root."""
    at, low, high = _checked(f, x0, x1, "bisect")
    tolerance, times = max(real(eps, "bisect"), 0.0), real(n_break, "bisect")
    if not low[1] or not high[1]:
        return at, low, high, high[0] if low[1] else low[0]
    return at, low, high, _bisected(at, low, high, tolerance, times) if signs_differ(low, high) else None


def _bisected(at: Callable[[float], float], low: Place, high: Place, tolerance: float, times: float) -> float:
    low, high = halved(at, low, high, tolerance, times)
    if is_close(low[0], high[0], tolerance):
        return low[0] + (high[0] - low[0]) / 2
    return brent(at, low, high, 0.0, STEPS)[1]


def bounded(f: Callable[[Any], Any], x0: Any, x1: Any, name: str) -> tuple[Callable[[float], float], Place, Place]:
    """The same as :func:`_checked`, where the signs must differ; where an end is a root both ends are there."""
    at, low, high = _checked(f, x0, x1, name)
    if not low[1] or not high[1]:
        low = high = high if low[1] else low
    elif not signs_differ(low, high):
        raise _unbounded(low, high, name)
    return at, low, high


@public("zbrent")
@nondimensionalized("zbrent", "x1 x2", lambda counted, x: (x[0], counted.place(x[1]), x[2]), errors="tolerance")
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
    most = min(natural(limit, "zbrent"), STEPS)
    found, root, count = brent(at, low, high, max(real(tolerance, "zbrent"), 0.0), most)
    return found and is_root(at, low, high, root), root, count


@public("search-for-roots")
@nondimensionalized("search-for-roots", "x0 x1", Nondimensional.places, distances="small", errors="eps")
def search_for_roots(f: RealFunction, x0: Real, x1: Real, eps: Real, small: Real) -> tuple[float, ...]:
    """The roots of a function between two places, by bisection wherever its sign changes from place to place.

    The places are no farther apart than ``small``: roots nearer to each other, or to a pole, may be missed, and so is a
    root where the sign does not change. A leap across zero counts as a root, a pole does not.

    Shapes:  f: real -> real, called with one number at a time;  result: a list, from the least root
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  WrongTypeError if a place or a value is no real number;  ConvergenceError if there are too many places;
             DomainError if ``small`` is 0; LimitError for too many places
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
    count = MOST_COMPONENTS.check(math.ceil(abs(high[0] - low[0]) / width), name, "places")
    found = [] if low[1] else [low[0]]
    last = low
    for k in range(1, count + 1):
        x = low[0] + (high[0] - low[0]) * (k / count)
        try:
            place = (x, _large_at(f, x, name)) if k < count else high
        except DivisionByZeroError:
            continue  # a pole at most, inside a part that is longer; so is what is too large for a float
        if abs(place[1]) == _LARGE:
            continue
        if not place[1]:
            found.append(place[0])
        elif last[1] and signs_differ(last, place):
            a, b = halved(at, last, place, tolerance, math.inf)
            root = a[0] + (b[0] - a[0]) / 2
            found += [root] if is_root(at, last, place, root) else []
        last = place
    return tuple(found)


@public("multidimensional-root")
@nondimensionalized("multidimensional-root", "start", distances="step", errors="min_step")
def multidimensional_root(
    f: Callable[[Any], Any], start: Coordinates | Values, step: Coordinates | Values, min_step: Real
) -> Value:
    """A root of a vector-valued function of a vector, by Newton's method with its exact derivative, or by differences.

    The search ends when a step is shorter than ``min-step``; differences are taken over ``step`` where the function
    cannot be differentiated. Where the derivative is singular, what the handler of singular matrices gives.

    Scheme:  (multidimensional-root f initial-point initial-step min-step)
    Shapes:  f: vector of n -> vector of n;  initial-step: number, or vector of n
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  ConvergenceError, with the best point, if no root is found;  StructureError unless there are as many
             values, and steps, as unknowns;  DivisionByZeroError where the derivative is singular, unless there is a
             handler
    >>> x, y = multidimensional_root(lambda v: [v[0] + v[1] - 3, v[0] - v[1] - 1], [1.5, 1.5], 0.01, 1e-10)
    >>> round(x, 9), round(y, 9)
    (2.0, 1.0)
    """
    name = "multidimensional-root"
    first = [real(x, name) for x in items(start, name)]
    widths = items(step, name) if isinstance(step, (list, tuple, Up)) else (step,) * len(first)
    sizes = [real(x, name) for x in widths]
    if len(sizes) != len(first) or not all(sizes):
        raise StructureError(
            f"{name} expects a step that is not 0 for each of {len(first)} places, got {describe(step)}"
        )

    def at(point: list[float]) -> list[float]:
        value = f(Up(point))
        found = [real(x, name) for x in (leaves(value) if isinstance(value, Up) else items(value, name))]
        if len(found) != len(first):
            raise StructureError(f"{name} expects {len(first)} values of {len(first)} unknowns, got {len(found)}")
        return found

    def columns(point: list[float]) -> list[list[float]]:
        with suppress(ScmpyError, TypeError, ValueError, ArithmeticError):
            return [[real(x, name) for x in leaves(column)] for column in D(lambda v: Up(f(v)))(Up(point))]
        found = []
        for i, h in enumerate(sizes):
            above, below = (at([*point[:i], point[i] + step, *point[i + 1 :]]) for step in (1e-4 * h, -1e-4 * h))
            found.append([(x - y) / (2e-4 * h) for x, y in zip(above, below, strict=True)])
        return found

    def system(point: list[float]) -> tuple[list[float], list[tuple[float, ...]]]:
        return at(point), list(zip(*columns(point), strict=True))

    try:
        size = max(map(abs, first)) + 1
        return Up(newton(system, first, name, max(real(min_step, name) / size, 1e-15), REGULAR))
    except ConvergenceError as error:
        best = error.point
    spread: Any = [1.0] if best is None else numpy.linalg.svd(numpy.array(system(best)[1]), compute_uv=False)
    if spread[-1] <= 1e-14 * max(spread[0], 1e-300):
        raise DivisionByZeroError("Singular matrix - zero pivot: the matrix has no inverse, to rounding")
    raise ConvergenceError(f"{name} finds no root; the best place is {best}, where the function is {at(best)}")


# --- polynomial ------------------------------------------------------------------------------------------------------
# Roots of polynomials in one variable, by python-flint: isolated in balls, multiple ones with their multiplicities.
#
# Polynomials with rational coefficients have their multiple roots apart before the roots are found, so these are as
# exact as floats are. Inexact coefficients are the binary fractions that they are; roots that are nearer to each other
# than the rounding of such coefficients moves a multiple root are taken for one of that multiplicity, at their mean.
#
# Source:  J. H. Wilkinson, Rounding Errors in Algebraic Processes, ch. 2

BITS = 128
MOST_BITS = 8192  # of the numbers with which roots are told apart
NEAR = 100 * MACHINE_EPSILON  # what rounding moves coefficients by

Root = tuple[int, Any]


def coefficients_of(polynomial: Any) -> list[Any]:
    p = as_polynomial(polynomial)
    if p.arity != 1:
        raise WrongTypeError(f"{CALLED} expects a polynomial in one variable, got {describe(polynomial)}")
    MOST_TERMS.check(p.degree, CALLED, "degrees", each=250)
    found = p.coefficients()
    if any(not is_number(c) or not math.isfinite(abs(complex(c))) for c in found):
        raise WrongTypeError(f"{CALLED} expects finite numbers as coefficients, got {describe(polynomial)}")
    return found


def _balls(coefficients: list[Any]) -> list[tuple[Any, int]]:
    bits = BITS
    while bits <= MOST_BITS:
        with precision(bits):
            try:
                if all(isinstance(c, (int, Fraction, float)) for c in coefficients):
                    numerator = flint.fmpq_poly([to_flint(Fraction(c)) for c in coefficients]).numer()
                    return [(flint.acb(root), count) for root, count in numerator.complex_roots()]
                parts = ([flint.arb(to_flint(Fraction(part))) for part in (c.real, c.imag)] for c in coefficients)
                return [(root, 1) for root in flint.acb_poly([flint.acb(*x) for x in parts]).roots(tol=2.0**-70)]
            except ValueError:
                bits *= 2
    raise ConvergenceError(f"poly->roots: the roots are not isolated by {MOST_BITS} bits")


def _number(ball: Any) -> Any:
    parts = [0.0 if part.contains(0) else float(part.mid()) for part in (ball.real, ball.imag)]
    return inexact_complex(complex(*parts))


def _is_root(coefficients: list[Any], z: complex, count: int) -> bool:
    """Is this a root of that multiplicity, of a polynomial whose coefficients differ by rounding?"""
    for order in range(count):
        terms = [math.perm(k, order) * complex(c) * z ** (k - order) for k, c in enumerate(coefficients) if k >= order]
        if abs(sum(terms)) > NEAR * sum(map(abs, terms)):
            return False
    return True


def _merged(roots: list[Root], coefficients: list[Any]) -> list[Root]:
    """Roots that are one of several times their multiplicity but for the rounding of the coefficients."""
    left, found = list(roots), []
    for count in range(len(roots), 1, -1):
        for root in roots:
            near = sorted(left, key=lambda other: abs(other[1] - root[1]))[:count]
            if root not in left or len(near) < count:
                continue
            middle = sum(complex(z) for _, z in near) / count
            if all(m == 1 for m, _ in near) and _is_root(coefficients, middle, count):
                left = [other for other in left if other not in near]
                found.append((count, _cleaned(middle)))
    return [*found, *left]


def _cleaned(z: complex) -> Any:
    size = 1000 * MACHINE_EPSILON * abs(z)
    return inexact_complex(complex(*(0.0 if abs(part) < size else part for part in (z.real, z.imag))))


def _order(root: Root) -> tuple[float, float, float]:
    z = complex(root[1])
    return float(f"{abs(z):.12e}"), float(f"{z.real:.12e}"), -z.imag


def roots_of(coefficients: list[Any]) -> list[Root]:
    lowest = next((k for k, c in enumerate(coefficients) if c != 0), len(coefficients))
    rest = coefficients[lowest:]
    found = [(count, _number(ball)) for ball, count in _balls(rest)] if len(rest) > 1 else []
    if any(isinstance(c, (float, complex)) for c in rest):
        found = _merged(found, rest)
    return [*([(lowest, 0)] if lowest and rest else []), *sorted(found, key=_order)]


@public("poly->roots")
def poly_to_roots(polynomial: Polynomial | Scalar, expand: bool = True) -> tuple[Any, ...]:
    """The roots of a polynomial in one variable by their magnitudes, each as often as its multiplicity.

    Unless they are to be expanded: then every one comes once, with its multiplicity before it.

    Scheme:  (poly->roots p), (poly->roots p #f), a list of (cons multiplicity root)
    Shapes:  p: of degree n;  result: a list of n
    Raises:  WrongTypeError if this is no polynomial in one variable; LimitError for too high a degree
    >>> poly_to_roots(poly_from_dense([-6, 11, -6, 1])), poly_to_roots(poly_from_dense([1, 2, 1]), False)
    ((1.0, 2.0, 3.0), ((2, -1.0),))
    """
    found = roots_of(coefficients_of(polynomial))
    if expand is False:
        return tuple(found)
    return tuple(root for count, root in found for _ in range(count))


@public("Lagrange-interpolation-function", "lagrange-interpolation-function")
def Lagrange_interpolation_function(values: Numbers, points: Numbers) -> Function:
    """The polynomial through the given values at the given points, in Newton's form.

    Math:    c0 + (x - x0) (c1 + (x - x1) (c2 + ...)), c the divided differences of the values
    Shapes:  values, points: n numbers each;  result: a function of a scalar, or an array
    Raises:  DivisionByZeroError if a point occurs twice;  StructureError unless there are points, and a value for each
    Source:  SICM 1.4
    >>> Lagrange_interpolation_function([1, 4, 9], [1, 2, 3])(4)
    16
    """
    xs, ys = (items(x) for x in (points, values))
    if len(xs) != len(ys):
        raise StructureError(f"Lagrange-interpolation-function: {len(ys)} values for {len(xs)} points")
    if not xs:
        raise StructureError("Lagrange-interpolation-function expects at least one point")
    coefficients = list(ys)
    for order in range(1, len(xs)):
        for i in range(len(xs) - 1, order - 1, -1):
            rise, run = g.sub(coefficients[i], coefficients[i - 1]), g.sub(xs[i], xs[i - order])
            if is_zero_number(run):
                raise DivisionByZeroError(
                    f"Lagrange-interpolation-function expects different points, got {xs[i]} twice"
                )
            coefficients[i] = g.div(rise, run)

    def polynomial(x: Any) -> Any:
        value = coefficients[-1]
        for place, coefficient in zip(reversed(xs[:-1]), reversed(coefficients[:-1]), strict=True):
            value = g.add(g.mul(value, g.sub(x, place)), coefficient)
        return value

    return Function(polynomial, "Lagrange-interpolation")


@public("make-interp-poly")
def make_interp_poly(values: Numbers, points: Numbers) -> Polynomial:
    """The polynomial through the given values at the given points.

    Shapes:  values, points: n numbers each;  result: of degree less than n
    Raises:  DomainError if a point occurs twice; LimitError for too many points
    >>> make_interp_poly([1, 4, 9], [1, 2, 3])
    (expt x 2)
    """
    name = "make-interp-poly"
    MOST_COMPONENTS.check(len(items(points, name)), name, "points", each=10_000)
    try:
        return as_polynomial(Lagrange_interpolation_function(values, points)(Polynomial.variables(1)[0]))
    except DivisionByZeroError:
        raise DomainError(f"{name} expects points that are all different, got {describe(points)}") from None


# --- certified roots -------------------------------------------------------------------------------------------------
# All roots of a function in an interval, for certain: by ball arithmetic on the graph of its operations.
#
# A part of the interval on which the enclosure of the function does not hold 0 has no root. One on which that of the
# derivative does not has one root at most, which the signs at its ends tell and Newton's method encloses. Other parts
# are cut, until they are too small: then there may be a multiple root, or a pole.
#
# Source:  R. E. Moore, R. B. Kearfott and M. J. Cloud, Introduction to Interval Analysis, ch. 8

CERTIFIED_BITS = 100
SMALLEST = 2.0**-36  # of the interval, and of its ends, is no part that is cut any more
CUT = 0.4990234375  # places that are simple parts of the interval are often roots

Enclosure = tuple[float, float]


class InBalls:
    def __init__(self, f: Callable[[Any], Any], place: float) -> None:
        value, slope = (leaves(graph_of(each, place)) for each in (f, D(f)))
        if len(value) != 1 or len(slope) != 1:
            raise NotEnclosed("its values are tuples")
        self.value, self.slope = (partial(self._at, Evaluator(each[0])) for each in (value, slope))

    @staticmethod
    def _at(evaluator: Evaluator, x: Any) -> Any:
        with suppress(PointRejected):
            return evaluator.at({UNKNOWN: x})[0]
        return None


def _ball(a: float, b: float) -> Any:
    return flint.arb(a).union(flint.arb(b))


def _sign(x: Any) -> int | None:
    return None if x is None else 1 if x > 0 else -1 if x < 0 else 0 if x == 0 else None


def _narrowed(f: InBalls, a: float, b: float) -> Enclosure:
    """The root of a monotonic function with different signs at the ends, as narrow as floats are.

    The constants in the derivative are rounded otherwise than those in the function, so the signs of that decide.
    """
    x = _ball(a, b)
    for _ in range(200):
        middle = flint.arb(x.mid())
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
    one, other = (_sign(f.value(_ball(end, end))) for end in (low, high))
    return one is not None and other is not None and one * other <= 0


def _of_part(f: InBalls, a: float, b: float) -> list[Enclosure] | None:
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
@nondimensionalized("certified-roots", "a b", lambda counted, found: tuple(map(counted.places, found)))
def certified_roots(f: RealFunction, a: Real, b: Real) -> tuple[Enclosure, ...]:
    """All simple roots of a function in an interval, each between two numbers: for certain these, and no others.

    The function is one of operations that can be traced, without decisions by its argument.

    Shapes:  result: a list of (list lowest highest), from the least root on
    Units:   places and values may be quantities
    Raises:  DomainError where the function is not finite, or cannot be traced;  ConvergenceError near a multiple root,
             and near a place where the function comes too close to 0; LimitError for too many parts of the interval
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
    with precision(CERTIFIED_BITS):
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
            parts, count = rest, MOST_COMPONENTS.check(count + len(rest), name, "parts of the interval", each=100)
    return tuple(sorted(found))


def _undecided(f: InBalls, a: float, b: float) -> Exception:
    value = f.value(_ball(a, b))
    if value is None:
        return DomainError(f"certified-roots: the function is not finite, or has no enclosure, between {a} and {b}")
    return ConvergenceError(
        f"certified-roots: between {a} and {b} there may be a multiple root: the function is {value} there, "
        f"its derivative {f.slope(_ball(a, b))}"
    )
