"""Searches for roots and extrema, interpolation and extrapolation, steps of Runge-Kutta, by the original's calls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count as count_from
from itertools import pairwise
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.compat import declare_documented, rare
from scmpy.errors import (
    ConvergenceError,
    DivisionByZeroError,
    DomainError,
    IntegrationError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
)
from scmpy.generic import operations as g
from scmpy.generic.functions import Function as GenericFunction
from scmpy.generic.numbers import is_close
from scmpy.generic.operations import finite_real, real, real_at, value_at
from scmpy.generic.settings import MOST_COMPONENTS, MOST_DERIVATIVES, check_callable, count, items, length
from scmpy.generic.types import Numbers, Real, Scalar, ScalarValue, Value, Values, is_number, is_zero_number, measure_of
from scmpy.numerics.nondimensional import SMALL, Nondimensional, nondimensionalized
from scmpy.numerics.ode.ivp import InitialValueProblem, state_of, tolerance_of
from scmpy.numerics.ode.ivp import real as real_number
from scmpy.numerics.ode.methods import runge_kutta_4
from scmpy.numerics.optimize import (
    Convergence,
    Function,
    brent,
    checked,
    convergence,
    extremum_among,
    golden_section,
    lowest_among,
    point_function,
    point_of,
)
from scmpy.numerics.quadrature import integral
from scmpy.numerics.roots import bisect, bounded, by_false_position, halved, no_pole, signs_differ
from scmpy.registry import scipy
from scmpy.structure.tuples import Up, in_units, leaves
from scmpy.structure.types import Name, RealFunction, StateDerivative, Tolerance
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial

# --- roots -----------------------------------------------------------------------------------------------------------
# Roots by bisection, by false position and by Newton's method; places and values may be quantities.
#
# A function with its derivative is a procedure of a place and of a procedure that gets both there: (lambda (x cont)
# (cont (f x) (df x))).

STEPS = 1000

WithDerivative = Callable[[Any, Callable[[Any, Any], Any]], Any]


def _pair(function: WithDerivative, x: float, operation: str) -> tuple[float, float]:
    check_callable(function, operation, "a function of a number and a procedure")
    found: list[tuple[float, float]] = []

    def receive(value: Any, slope: Any) -> None:
        found.append((real(value, operation), real(slope, operation)))

    function(x, receive)
    if not found:
        raise WrongTypeError(f"{operation} expects a function that hands its value and derivative to a procedure")
    return found[-1]


@nondimensionalized("newton-search", "x0", errors="eps", with_slope=True)
def newton_search(function: WithDerivative, x0: Real, eps: Real) -> float:
    """(newton-search (lambda (x cont) (cont (f x) (df x))) x0 eps) A root near a place, by Newton's method.
    round(newton_search(lambda x, cont: cont(x**2 - 2, 2 * x), 1, 1e-15), 12) => 1.414213562373
    Units:   an error allowed is relative to the sizes of places, or a quantity
    Raises:  DomainError where the derivative is 0;  ConvergenceError if two places are never close"""
    name = "newton-search"
    x, tolerance = real(x0, name), real(eps, name)
    for _ in range(STEPS):
        value, slope = _pair(function, x, name)
        if value and not slope:
            raise DomainError(f"{name} finds no step from {x}: the derivative is 0 there, the value {value}")
        new = real(x - value / slope if value else x, name)
        if is_close(x, new, tolerance):
            return (x + new) / 2
        x = new
    raise ConvergenceError(f"{name} does not settle in {STEPS} steps; it is at {x}")


@nondimensionalized("newton-with-false-position-search", "x1 x2", errors="eps", with_slope=True)
def newton_with_false_position_search(function: WithDerivative, x1: Real, x2: Real, eps: Real) -> float:
    """(newton-with-false-position-search (lambda (x cont) (cont (f x) (df x))) x1 x2 eps)
    A root between two places where the signs differ; it is bisect-fp's, which needs no derivative.
    round(newton_with_false_position_search(lambda x, cont: cont(x**2 - 2, 2 * x), 0, 2, 1e-12), 9) => 1.414213562
    Units:   an error allowed is relative to the sizes of places, or a quantity
    Raises:  DomainError unless the signs differ, and at a pole"""
    name = "newton-with-false-position-search"
    return _by_false_position(lambda x: _pair(function, x, name)[0], x1, x2, eps, name)


def _by_false_position(f: Any, x0: Any, x1: Any, eps: Any, operation: str) -> float:
    at, low, high = bounded(f, x0, x1, operation)
    real(eps, operation)
    root = low[0] if low == high else by_false_position(at, low, high, operation)
    return no_pole(at, low, high, root, operation)


def _told(counted: Nondimensional, succeed: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda root: succeed(counted.place(root))


@nondimensionalized("find-a-root", "x0 x1", None, distances="dx", errors="eps", told={"succeed": _told})
def find_a_root(
    f: RealFunction, x0: Real, x1: Real, dx: Real, eps: Real, succeed: Callable[[Any], Any], failure: Value
) -> Value:
    """(find-a-root f x0 x1 dx eps (lambda (root) ...) failure) What a procedure makes of the first root found.

    An interval is halved, and its parts, until a sign differs at the ends of one. If none does that is wider than dx,
    the value is that for failure.
    round(find_a_root(lambda x: x**2 - 2, 0, 2, 0.1, 1e-10, lambda x: x, 0), 6) => 1.414214
    Units:   an error allowed is relative to the sizes of places, or a quantity
    Raises:  WrongTypeError if a place or a value is no real number;  DomainError if dx is 0;
             LimitError for too many parts"""
    name = "find-a-root"
    low, high, width = finite_real(x0, name), finite_real(x1, name), abs(finite_real(dx, name))
    if not width:
        raise DomainError(f"{name} expects a width that is not 0")
    MOST_COMPONENTS.check(math.ceil(abs(high - low) / width), name, "parts", 10)
    parts = [(low, high)]
    while parts and abs(parts[0][1] - parts[0][0]) > width:
        for a, b in parts:
            if real_at(f, a, name) * real_at(f, b, name) < 0:
                return succeed(bisect(f, a, b, eps))
        parts = [part for a, b in parts for part in ((a, (a + b) / 2), ((a + b) / 2, b))]
    return failure


@nondimensionalized("bisect-1", "x0 x1")
def bisect_1(f: RealFunction, x0: Real, x1: Real) -> float:
    """(bisect-1 f x0 x1) A root between two places where signs differ, by bisection until floats cannot be halved.
    bisect_1(cos, 0, 3) => 1.5707963267948966
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    """
    at, first, last = bounded(f, x0, x1, "bisect-1")
    low, high = first, last
    while low[0] != (x := low[0] + (high[0] - low[0]) / 2) != high[0]:
        middle = x, at(x)
        if not middle[1]:
            return x
        low, high = (middle, high) if signs_differ(middle, high) else (low, middle)
    return no_pole(at, first, last, low[0], "bisect-1")


@nondimensionalized("bisect-2", "x0 x1", errors="eps")
def bisect_2(f: RealFunction, x0: Real, x1: Real, eps: Real) -> float:
    """(bisect-2 f x0 x1 eps) A root between two places where signs differ, by bisection until the ends are close.
    round(bisect_2(lambda x: x**2 - 2, 0, 2, 1e-10), 9) => 1.414213562
    Units:   places and values may be quantities; eps is relative to the place plus 1, or a quantity
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    """
    at, first, last = bounded(f, x0, x1, "bisect-2")
    low, high = halved(at, first, last, max(real(eps, "bisect-2"), 0.0), math.inf)
    return no_pole(at, first, last, low[0] + (high[0] - low[0]) / 2, "bisect-2")


@rare("false-position-search")
@nondimensionalized("bisect-fp", "x0 x1", errors="eps")
def bisect_fp(f: RealFunction, x0: Real, x1: Real, eps: Real) -> float:
    """(bisect-fp f x0 x1 eps) A root between two places where signs differ, by false position, as exact as floats are.
    round(bisect_fp(lambda x: x**2 - 2, 0, 2, 1e-3), 12) => 1.414213562373
    Units:   places and values may be quantities; the error allowed does not matter
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    """
    return _by_false_position(f, x0, x1, eps, "bisect-fp")


# --- extrema ---------------------------------------------------------------------------------------------------------
# Minima and maxima of functions of one variable, by Brent's method and by golden section: places and values may be
# quantities. Brackets, and scans of an interval, which show where to look for them.

OKAY, MAXCOUNT = symbol("okay"), symbol("maxcount")


def _asked_among_quantities(counted: Nondimensional, is_good: Convergence) -> Convergence:
    def asked(a: float, x: float, b: float, f_a: float, f_x: float, f_b: float, count: int) -> Any:
        known = *map(counted.place, (a, x, b)), *map(counted.value, (f_a, f_x, f_b))
        return is_good(*known, count)  # type: ignore[call-arg]

    return asked


def _values(f: Function, operation: str, sign: int) -> Callable[[Any], Any]:
    """The function, checked to have real values, which stay exact; with the sign."""
    check_callable(f, operation, "a function of a number")
    return lambda x: sign * finite_real(value_at(f, x, operation), operation)


def _scan(f: Function, a: Any, b: Any, n: Any, ftol: Any, operation: str, sign: int) -> tuple[Any, ...]:
    """The minima of sign f that a scan shows: those inside from the right to the left, then those at the ends."""
    at = _values(f, operation, sign)
    inside = length(n, operation, things="places", each=10)
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
    return tuple((x, sign * value, steps) for x, value, steps in found)


def _declare_searches(sign: int, extremum: str, short: str, many: str, f: str) -> None:
    """The searches for the minima of a function with a sign; ``f`` is one that has an extremum at 2."""
    words = {"EXTREMUM": extremum, "SHORT": short, "MANY": many, "VALUES": f"{'-' * (sign < 0)}f", "PEAKED": f}

    def declare(search: Any) -> Any:
        for word, meant in words.items():
            search.__doc__ = search.__doc__.replace(word, meant)
        return rare()(search)

    @declare
    @nondimensionalized(f"brent-{short}", "a b", extremum_among)
    def brent_search(f: RealFunction, a: Real, b: Real, eps: Real) -> tuple[Any, ...]:
        """(brent-SHORT f a b eps) A EXTREMUM between two places by Brent's method, which is (list x (f x) count).

        If it does not settle that is (list 'maxcount x (f x) count).
        round(extremal_arg(brent_SHORT(PEAKED, 0, 5, 1e-8)), 6) => 2.0
        Units:   eps is relative to the sizes of places
        Raises:  WrongTypeError if a place or a value is no real number"""
        name = f"brent-{short}"
        at = checked(f, name)
        found, x, value, steps = brent(lambda x: sign * at(x), real(a, name), real(b, name), real(eps, name))
        return (x, sign * value, steps) if found else (MAXCOUNT, x, sign * value, steps)

    @declare
    @nondimensionalized(f"golden-section-{short}", "a b", extremum_among, told={"is_good": _asked_among_quantities})
    def golden_search(f: RealFunction, a: Real, b: Real, is_good: Convergence) -> tuple[Any, float, int]:
        """(golden-section-SHORT f a b (lambda (a x b VALUESa VALUESx VALUESb count) ...))
        A EXTREMUM between two places, as (list x (f x) count), by golden section until a procedure is content.

        That is asked after every step: whether the three places a < x < b, with these values there, are near enough.
        golden_section_SHORT(PEAKED, 0, 5, lambda a, x, b, fa, fx, fb, count: count > 40)[2] => 41
        Raises:  WrongTypeError if a place or a value is no real number"""
        name = f"golden-section-{short}"
        at = checked(f, name)
        ends = finite_real(a, name), finite_real(b, name)
        x, value, steps = golden_section(lambda x: sign * at(x), *ends, is_good, name)
        return x, sign * value, steps

    @declare
    def bracket_search(f: RealFunction, start: Real, step: Real, max_tries: int = 100) -> tuple[Any, ...]:
        """(bracket-SHORT f start step max-tries) Three places with a EXTREMUM between, sought with growing steps.

        It gives (list 'okay a b c VALUES(a) VALUES(b) VALUES(c) count) with a < b < c and the second value not above
        the others, or (list 'maxcount ...) with the last three places.
        bracket_SHORT(PEAKED, 5, 1, 20)[2] => 2
        Raises:  WrongTypeError if a place or a value is no real number; LimitError for too many tries"""
        name = f"bracket-{short}"
        at = _values(f, name, sign)
        most = length(max_tries, name, things="tries", each=1_000)
        a, width = finite_real(start, name), finite_real(step, name)
        if not width:
            raise WrongTypeError(f"{name} expects a step that is not 0")
        b = a + width
        if at(a) <= at(b):
            a, b = b, a
        c = b + (b - a)
        f_a, f_b, f_c, tries = at(a), at(b), at(c), 0
        while tries <= most and f_b > min(f_a, f_c):
            a, b, c = b, c, c + (c - a)
            f_a, f_b, f_c = f_b, f_c, at(c)
            tries += 1
        points = sorted(((a, f_a), (b, f_b), (c, f_c)), key=lambda point: point[0])
        found, tries = (OKAY, tries) if tries <= most else (MAXCOUNT, most)
        return (found, *(x for x, _ in points), *(value for _, value in points), tries)

    @declare
    @nondimensionalized(f"local-{many}", "a b", lambda c, xs: tuple(extremum_among(c, x) for x in xs), by_values=True)
    def local_search(f: RealFunction, a: Real, b: Real, n: int, ftol: Real) -> tuple[Any, ...]:
        """(local-MANY f a b n ftol) The MANY in an interval that a scan of n places inside it shows.

        They are found by golden section to a tolerance of values. Those inside come first, from the right to the left,
        then those at the right and at the left end, each (list x (f x) count).
        round(local_MANY(PEAKED, 0, 5, 20, 1e-9)[0][0], 2) => 2.0
        Raises:  WrongTypeError if a place or a value is no real number; LimitError for too many places"""
        return _scan(f, a, b, n, ftol, f"local-{many}", sign)


_declare_searches(1, "minimum", "min", "minima", "lambda x: (x - 2)**2")
_declare_searches(-1, "maximum", "max", "maxima", "lambda x: 1 - (x - 2)**2")


@nondimensionalized("estimate-global-max", "a b", extremum_among, by_values=True)
def estimate_global_max(f: RealFunction, a: Real, b: Real, n: int, ftol: Real) -> tuple[Any, ...]:
    """(estimate-global-max f a b n ftol) The highest of local-maxima, (list x (f x) count).
    round(estimate_global_max(lambda x: x - x**2, 0, 2, 20, 1e-9)[0], 2) => 0.5
    Raises:  WrongTypeError if a place or a value is no real number; LimitError for too many places"""
    name = "estimate-global-max"
    found = _scan(f, a, b, n, ftol, name, -1)
    if not found:
        raise WrongTypeError(f"{name} finds no extremum of a function that is the same at all {n} places")
    return max(found, key=lambda each: each[1])  # type: ignore[no-any-return]


def extremal_arg(extremum: Values) -> Value:
    """(extremal-arg (list x (f x) count)) The place of an extremum. | extremal_arg((2.0, 1.0, 5)) => 2.0
    Raises:  WrongTypeError for a list of less than two"""
    parts = items(extremum)
    if len(parts) < 2:
        raise expected("a place, the value there, and so on", describe(extremum))
    return parts[0]


def _of_numbers(counted: Nondimensional, gradient: Any) -> Any:
    if not callable(gradient):
        return gradient
    [of_value] = counted.values
    sizes = [g.div(measure_of(of_value), measure_of(unit)) for unit in counted.units]
    return lambda place: in_units(sizes, Up(items(gradient(counted.place(place)))))


@nondimensionalized("bfgs", "x", lowest_among, told={"g": _of_numbers}, by_values=True, largest=1 / SMALL)
def bfgs(
    f: Callable[[Any], Any], g: Callable[[Any], Any] | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """(bfgs f gradient x estimate ftol maxiter) A minimum of a function of a vector, by SciPy's BFGS.

    It gives (list 'ok (cons x (f x)) count), or maxcount after so many steps. An empty list for the gradient is the
    exact one; the estimate of the value is not needed; ftol is that of the gradient.
    bfgs(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0] => ok
    Raises:  WrongTypeError if a place or a value is no real number"""
    if g is not None and not callable(g) and len(items(g, "bfgs")) > 0:
        raise WrongTypeError(f"bfgs expects the gradient, a function of a vector, or none, got {describe(g)}")
    value, slope = point_function(f, "bfgs"), g if callable(g) else D(f)

    def gradient(p: Any) -> list[float]:
        return [real(part, "bfgs") for part in items(slope(Up(p.tolist())), "bfgs")]

    options = {"maxiter": count(maxiter, "bfgs"), "gtol": float(finite_real(ftol, "bfgs"))}
    start = point_of(x, "bfgs")
    found = scipy.optimize.minimize(lambda p: value(p.tolist()), start, jac=gradient, method="BFGS", options=options)
    return symbol("maxcount" if found.status == 1 else "ok"), (Up(found.x.tolist()), float(found.fun)), found.nit


# --- interpolation and extrapolation ---------------------------------------------------------------------------------
# Polynomials through values and derivatives at two places; rational functions through points, extrapolated to 0.
#
# Source:  J. Stoer, R. Bulirsch, Introduction to Numerical Analysis, 2.2.3


def _between(a: Any, at_a: Sequence[Any], b: Any, at_b: Sequence[Any]) -> Any:
    """The polynomial with these values and derivatives at two places, by divided differences of repeated points."""
    span = g.sub(b, a)
    if span == 0:
        raise DomainError(f"an interpolating polynomial needs two different places, got {describe(a)} twice")
    m = len(at_a)
    scaled = [[g.mul(c, g.expt(span, k)) for k, c in enumerate(ds)] for ds in (at_a, at_b)]
    places = [0] * m + [1] * m
    table = [scaled[x][0] for x in places]
    newton = [table[0]]
    for order in range(1, 2 * m):
        for i in range(2 * m - order):
            if places[i] == places[i + order]:
                table[i] = g.div(scaled[places[i]][order], math.factorial(order))
            else:
                table[i] = g.sub(table[i + 1], table[i])
        newton.append(table[0])
    x = Polynomial.variables(1)[0]
    total: Any = 0
    for place, c in zip(reversed(places), reversed(newton), strict=True):
        total = g.add(g.mul(total, g.sub(x, place)), c)
    return arg_shift(arg_scale(as_polynomial(total), g.div(1, span)), g.negate(a))


def make_hermite_interpolator(contact: int) -> GenericFunction:
    """((make-hermite-interpolator n) (list a fa dfa ...) (list b fb dfb ...))
    The polynomial that has these values and n derivatives at two places.
    make_hermite_interpolator(1)([0, 0, 0], [1, 1, 2]) => (expt x 2)
    Raises:  StructureError unless there are a place, a value and n derivatives for each;  DomainError if the places are
             the same; LimitError for too many derivatives"""
    name = "make-hermite-interpolator"
    n = length(contact, name, MOST_DERIVATIVES, each=10)

    def interpolator(at_a: Any, at_b: Any) -> Any:
        given = items(at_a, name), items(at_b, name)
        for each in given:
            if len(each) != n + 2:
                raise StructureError(f"{name} expects a place, a value and {n} derivatives, got {describe(each)}")
        return _between(given[0][0], given[0][1:], given[1][0], given[1][1:])

    return GenericFunction(interpolator, name)


def rational_interpolation(
    differences: Numbers, value: Scalar, places: Numbers, place: Scalar, eps: Real | None = None
) -> tuple[Any, ...]:
    """(rational-interpolation differences value places place eps)
    One more column of the rational extrapolation to 0 of Bulirsch and Stoer: the differences that a new value makes.

    The extrapolated value is the sum of the value and these. Where a denominator vanishes a difference stays.
    rational_interpolation([1.0, 2.0], 3.0, [1.0, 2.0], 0.5) => (-6.0, 2.0)
    Units:   none: places and values are numbers, eps is not used
    Raises:  DomainError if the new place is 0"""
    name = "rational-interpolation"
    found, carried = [], real(value, name)
    for d, x in zip(items(differences, name), items(places, name), strict=False):
        old, new = real(d, name), real(place, name)
        if not new:
            raise DomainError(f"{name} expects a place that is not 0")
        scaled = real(x, name) / new * old
        divisor = scaled - carried
        if not divisor:
            found.append(old)
            continue
        ratio = (carried - old) / divisor
        found.append(carried * ratio)
        carried = scaled * ratio
    return tuple(found)


def _diagonal(places: list[Any], before: list[Any], value: Any) -> list[Any]:
    row = [value]
    for m in range(1, len(places)):
        rise = g.sub(row[-1], before[m - 1])
        other = g.sub(row[-1], before[m - 2] if m > 1 else 0)
        if is_zero_number(rise) or is_zero_number(other):
            row.append(row[-1])
            continue
        below = g.sub(g.mul(g.div(places[-1 - m], places[-1]), g.sub(1, g.div(rise, other))), 1)
        if is_zero_number(below):
            raise DivisionByZeroError(f"rational-extrapolation: the function through {m + 1} points has a pole at 0")
        row.append(g.add(row[-1], g.div(rise, below)))
    return row


def extrapolated(points: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The values at 0, point by point."""
    places: list[Any] = []
    row: list[Any] = []
    for place, value in points:
        MOST_COMPONENTS.check(len(places) + 1, "rational-extrapolation", "points", 10_000)
        if any(is_zero_number(g.sub(place, other)) for other in places):
            raise DivisionByZeroError(
                f"rational-extrapolation expects places that are all different, got {describe(place)} twice"
            )
        if is_zero_number(place):
            raise DivisionByZeroError(
                "rational-extrapolation expects places that are not 0, which is the one of the result"
            )
        places.append(place)
        row = _diagonal(places, row, value)
        yield row[-1]


def rational_extrapolation(places: Numbers, values: Numbers) -> tuple[Any, ...] | Iterator[Any]:
    """(rational-extrapolation places values)
    The values at 0 of the rational functions through the first point, through the first two, and so on.

    The degrees of numerator and denominator are the same, or that of the denominator is one more. In Scheme streams of
    places and of values give a stream.
    rational_extrapolation([1, 2, 5], [3, 2, 1]) => (3, 6, 6)
    Raises:  DivisionByZeroError if a place occurs twice or is 0, or a function has a pole at 0;  StructureError unless
             there is a value for each place;  LimitError if the points are too many
    1 ]=> (stream-head (rational-extrapolation (stream 1 1/2 1/4) (stream 1/2 2/3 4/5)) 3)
    ;Value: (1/2 1 1)"""
    if isinstance(places, Iterator) and isinstance(values, Iterator):
        return extrapolated(zip(places, values, strict=False))
    xs, ys = items(places), items(values)
    if len(xs) != len(ys):
        raise StructureError(f"rational-extrapolation: {len(ys)} values for {len(xs)} places")
    return tuple(extrapolated(zip(xs, ys, strict=True)))


# --- richardson ------------------------------------------------------------------------------------------------------
# Numerical limits and derivatives by Richardson's extrapolation.
#
# If f(h) = L + a h^p + b h^(p+q) + ..., then combining f(h) and f(h/2) removes the term in h^p, combining the
# results removes the next one, and so on: the rows of a tableau converge to L much faster than f(h) does.
#
# Source: SICM's numerical appendix; Stoer and Bulirsch, Introduction to Numerical Analysis, 3.4.

#: How often the step is halved before the limit counts as not reached.
MAXIMUM_HALVINGS = 30


def richardson_sequence(f: Callable[[float], Any], step: float, order: int = 1, increment: int = 1) -> Iterator[Any]:
    """(richardson-sequence f h [order increment])
    The extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order.

    The exponents of the further terms grow by the increment. Of a stream of such values with the order and the
    increment, as in the original, it is the sequence of those.
    s = richardson_sequence(lambda h: 3 + h + h * h, 1.0); [round(next(s), 4) for _ in range(3)] => [5.0, 2.5, 3.0]
    1 ]=> (stream-head (richardson-sequence (lambda (h) (+ 3 h (* h h))) 1.) 3)
    ;Value: (5. 2.5 3.)"""
    if isinstance(f, Iterator):
        return richardson_extrapolated(f, int(step), order)
    return richardson_extrapolated((f(step / 2**k) for k in count_from()), order, increment)


def richardson_extrapolated(values: Iterable[Any], order: int, increment: int) -> Iterator[Any]:
    """The values at h, h/2, h/4, ... freed from their errors in h^order, h^(order + increment), and so on."""
    row: list[Any] = []
    for value in values:
        new = [value]
        for k, previous in enumerate(row):
            factor = 2.0 ** (order + k * increment) - 1
            new.append(g.add(new[k], g.div(g.sub(new[k], previous), factor)))
        row = new
        yield row[-1]


def richardson_limit(f: RealFunction, step: float, order: int, increment: int, tolerance: float) -> Value:
    """(richardson-limit f h order increment tolerance) The limit of f(h) for h to 0, from steps h, h/2, ...
    round(richardson_limit(lambda h: 3 + h * h, 0.5, 2, 2, 1e-10), 9) => 3.0
    Units:   the tolerance is relative to the value plus 1, or plus f(h) if that is smaller
    Raises:  DomainError if two successive values never agree to the tolerance; WrongTypeError unless these are positive
             numbers and the values are numbers"""
    return _limit(f, step, order, increment, tolerance)


def _limit(f: Any, step: float, order: int, increment: int, tolerance: float, sizes: Sequence[Any] = ()) -> Any:
    """The limit, to a tolerance relative to it plus 1, or plus the first size, or value, where that is smaller."""
    for name, value in (("step", step), ("tolerance", tolerance)):
        if not isinstance(value, (int, float)) or not value > 0:
            raise WrongTypeError(f"richardson-limit expects a positive {name}, got {describe(value)}")
    values, least = richardson_sequence(f, float(step), order, increment), 1.0
    for (old, new), k in zip(pairwise(values), range(MAXIMUM_HALVINGS), strict=False):
        error, scale = g.abs_(g.sub(new, old)), g.abs_(new)
        if not is_number(error):
            raise WrongTypeError(f"richardson-limit expects a function whose values are numbers, got {describe(new)}")
        if not k:
            least = min(1.0, g.abs_(next(iter(sizes), old)))
        if error <= tolerance * (scale + least):
            return new
    raise DomainError(f"richardson-limit: no convergence to {tolerance} after {MAXIMUM_HALVINGS} halvings")


def _by_differences(f: Any, order: int, tolerance: float, operation: str) -> GenericFunction:
    """The derivative of an order, 1 or 2, as a function of the place, by central differences, of even error."""

    def quotient(x: Any, sizes: list[Any], h: float) -> Any:
        after, before = f(g.add(x, h)), f(g.sub(x, h))
        sizes.append(g.div(g.add(g.abs_(after), g.abs_(before)), h**order))
        if order == 1:
            return g.div(g.sub(after, before), 2 * h)
        return g.div(g.sub(g.add(after, before), g.mul(2, f(x))), h * h)

    def derivative(x: Any) -> Any:
        if not isinstance(x, (int, float)) and not hasattr(x, "numerator"):
            raise WrongTypeError(f"{operation} expects a real number, got {describe(x)}")
        sizes: list[Any] = []
        return _limit(partial(quotient, x, sizes), 0.1 * (abs(float(x)) or 1.0), 2, 2, tolerance, sizes)

    return GenericFunction(derivative, operation)


def richardson_derivative(f: RealFunction, tolerance: float) -> GenericFunction:
    """((richardson-derivative f tolerance) x) The derivative of a function of a real number, by central differences.
    round(richardson_derivative(sin, 1e-9)(0.0), 8) => 1.0
    Units:   none: the place is a number; the tolerance is relative to the value plus 1, or plus f(x)/x if smaller
    Raises:  DomainError where the differences do not converge to the tolerance"""
    return _by_differences(f, 1, tolerance, "richardson-derivative")


def richardson_second_derivative(f: RealFunction, tolerance: float) -> GenericFunction:
    """((richardson-second-derivative f tolerance) x) The second derivative, by central differences.
    round(richardson_second_derivative(exp, 1e-8)(0.0), 6) => 1.0
    Units:   none: the place is a number; the tolerance is relative to the value plus 1, or plus f(x)/x^2 if smaller
    Raises:  DomainError where the differences do not converge to the tolerance"""
    return _by_differences(f, 2, tolerance, "richardson-second-derivative")


# --- integrators -----------------------------------------------------------------------------------------------------


def rk4(derivative: StateDerivative, tolerance: Tolerance) -> GenericFunction:
    """(((rk4 derivative tolerance) state) dt continue fail) Steps of the classical Runge-Kutta method, of order 4.

    The error is that of the length that is asked for.
    step = rk4(lambda state: up(1, -state[1]), 1e-6);
    step(up(0, 1))(0.5, lambda state, count: (round(state[1], 10), count), lambda: "failed") => (0.6067708333, 1)
    Shapes:  derivative: state -> shaped like the state;  continue: (state, count) -> anything;  fail: () -> anything
    Units:   none: a state is of numbers; the tolerance does not matter
    Raises:  as state-advancer;  DomainError unless the tolerance is positive;  IntegrationError if a step has no finite
             end
    1 ]=> (define step (rk4 (lambda (state) (up 1 (- (ref state 1)))) 1e-6))
    1 ]=> ((step (up 0 1)) 1/2 list (lambda () 'failed))
    ;Value: ((up .5 .6067708333333334) 1)"""
    tolerance if callable(tolerance) else tolerance_of(tolerance)
    motion = InitialValueProblem(derivative, "rk4")

    def from_state(state: Any) -> GenericFunction:
        start = state_of(state, "rk4")

        def step(dt: Any, receive: Callable[[Any, int], Any], fail: Callable[[], Any]) -> Any:
            for function in (receive, fail):
                check_callable(function, "rk4", "two functions after the time step")
            h, y = real_number(dt, "rk4", "the time step"), list(leaves(start))
            motion.prepare(start)
            after = runge_kutta_4(motion.slope, y[0], y, motion.slope(y[0], y), h)
            if not all(map(math.isfinite, after)):
                raise IntegrationError(f"rk4: the step of {h} from {y} has no finite end")
            return receive(motion.shaped(y[0] + h, after), 1)

        return GenericFunction(step, "rk4")

    return GenericFunction(from_state, "rk4")


def evaluate_improper_integral(method: Name, f: RealFunction, a: Real, b: Real, error: Real) -> ScalarValue:
    """(evaluate-improper-integral 'open f a :+infinity error)
    The integral of a function between two limits, one of which may be infinite; all methods are definite-integral's.
    round(evaluate_improper_integral("open", lambda x: 1 / x**2, 1, -log(0), 1e-10), 9) => 1.0
    Raises:  WrongTypeError unless the error is positive;  ConvergenceError if the integral does not converge"""
    allowed = real(error)
    if not allowed > 0:
        raise WrongTypeError(f"evaluate-improper-integral expects a positive error, got {describe(error)}")
    return integral(f, a, b, allowed, True, "evaluate-improper-integral")


declare_documented(globals())
