"""Searches for roots and extrema, extrapolation to a limit, steps of Runge-Kutta, by the original's calls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import count as count_from
from typing import Any

from scmpy.compat import declare_documented, rare
from scmpy.errors import CALLED, IntegrationError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function as GenericFunction
from scmpy.generic.operations import finite_real, real, value_at
from scmpy.generic.settings import check_callable, length
from scmpy.generic.types import Real, ScalarValue
from scmpy.numerics.nondimensional import Nondimensional, nondimensionalized
from scmpy.numerics.ode.ivp import InitialValueProblem, state_of, tolerance_of
from scmpy.numerics.ode.ivp import real as real_number
from scmpy.numerics.ode.methods import runge_kutta_4
from scmpy.numerics.optimize import Convergence, Function, brent, checked, extremum_among, golden_section
from scmpy.numerics.quadrature import integral
from scmpy.numerics.roots import STEPS, bounded, halved, no_pole, signs_differ
from scmpy.numerics.roots import brent as brent_root
from scmpy.structure.tuples import leaves
from scmpy.structure.types import Name, RealFunction, StateDerivative, Tolerance
from scmpy.symbolic.expression import symbol

# --- roots -----------------------------------------------------------------------------------------------------------
# Roots by bisection and by Brent's method; places and values may be quantities.
#
# A function with its derivative is a procedure of a place and of a procedure that gets both there: (lambda (x cont)
# (cont (f x) (df x))).

WithDerivative = Callable[[Any, Callable[[Any, Any], Any]], Any]


def _value_of(function: WithDerivative) -> Callable[[Any], Any]:
    """The function alone, without its derivative."""

    def at(x: Any) -> Any:
        found: list[Any] = []
        function(x, lambda value, slope: found.append(value))
        if not found:
            raise WrongTypeError(f"{CALLED} expects a function that hands its value and derivative to a procedure")
        return found[-1]

    return at if callable(function) else function


@nondimensionalized("newton-with-false-position-search", "x1 x2", errors="eps", taken=_value_of)
def newton_with_false_position_search(function: WithDerivative, x1: Real, x2: Real, eps: Real) -> float:
    """(newton-with-false-position-search (lambda (x cont) (cont (f x) (df x))) x1 x2 eps)
    A root between two places where the signs differ; it is bisect-fp's, which needs no derivative.
    round(newton_with_false_position_search(lambda x, cont: cont(x**2 - 2, 2 * x), 0, 2, 1e-12), 9) => 1.414213562
    Units:   an error allowed is relative to the sizes of places, or a quantity
    Raises:  DomainError unless the signs differ, and at a pole"""
    return _exact_root(function, x1, x2, eps, "newton-with-false-position-search")


def _exact_root(f: Any, x0: Any, x1: Any, eps: Any, operation: str) -> float:
    at, low, high = bounded(f, x0, x1, operation)
    real(eps, operation)
    return no_pole(at, low, high, brent_root(at, low, high, 0.0, STEPS)[1], operation)


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
    """(bisect-fp f x0 x1 eps) A root between two places where signs differ, by Brent's method, as exact as floats are.
    round(bisect_fp(lambda x: x**2 - 2, 0, 2, 1e-3), 12) => 1.414213562373
    Units:   places and values may be quantities; the error allowed does not matter
    Raises:  DomainError unless the signs differ, and at a pole;  WrongTypeError if a place or a value is no real number
    """
    return _exact_root(f, x0, x1, eps, "bisect-fp")


# --- extrema ---------------------------------------------------------------------------------------------------------
# Minima and maxima of functions of one variable, by Brent's method and by golden section: places and values may be
# quantities. Brackets, which show where to look for them.

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


def _declare_searches(sign: int, extremum: str, short: str, f: str) -> None:
    """The searches for the minima of a function with a sign; ``f`` is one that has an extremum at 2."""
    words = {"EXTREMUM": extremum, "SHORT": short, "VALUES": f"{'-' * (sign < 0)}f", "PEAKED": f}

    def declare(search: Any) -> Any:
        for word, meant in words.items():
            search.__doc__ = search.__doc__.replace(word, meant)
        return rare()(search)

    @declare
    @nondimensionalized(f"brent-{short}", "a b", extremum_among)
    def brent_search(f: RealFunction, a: Real, b: Real, eps: Real) -> tuple[Any, ...]:
        """(brent-SHORT f a b eps) A EXTREMUM between two places by Brent's method, which is (list x (f x) count).

        If it does not settle that is (list 'maxcount x (f x) count).
        round(brent_SHORT(PEAKED, 0, 5, 1e-8)[0], 6) => 2.0
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


_declare_searches(1, "minimum", "min", "lambda x: (x - 2)**2")
_declare_searches(-1, "maximum", "max", "lambda x: 1 - (x - 2)**2")


# --- richardson ------------------------------------------------------------------------------------------------------
# Limits by Richardson's extrapolation.
#
# If f(h) = L + a h^p + b h^(p+q) + ..., then combining f(h) and f(h/2) removes the term in h^p, combining the
# results removes the next one, and so on: the rows of a tableau converge to L much faster than f(h) does.
#
# Source: SICM's numerical appendix; Stoer and Bulirsch, Introduction to Numerical Analysis, 3.4.


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
