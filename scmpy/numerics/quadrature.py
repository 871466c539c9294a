"""Definite integrals, adaptive, oscillating, averaged tails."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate, count, pairwise
from typing import Any, NamedTuple

from scmpy.errors import ConvergenceError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.operations import real, real_at
from scmpy.generic.settings import AMOUNT, SWITCH, Setting, check_callable
from scmpy.generic.tree import TreeNode, tree_leaves, tree_map, tree_unflatten
from scmpy.generic.types import Real, ScalarKind, ScalarValue, is_number
from scmpy.numerics.certified import MINUS_INFINITY, PLUS_INFINITY, DivergesError, between, by_balls, limit_of, pieces
from scmpy.numerics.compile.codegen import UNKNOWN, NotEnclosed, graph_of
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.numerics.roots import brent
from scmpy.registry import docstring, public, register
from scmpy.structure.magnitudes import MagnitudeFunction, common_units, magnitudes
from scmpy.structure.types import RealFunction
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import (
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    fold,
    subexpressions,
    symbol,
)
from scmpy.symbolic.kernels import COS, SIN
from scmpy.symbolic.trigsimp import to_poisson_form

# --- adaptive --------------------------------------------------------------------------------------------------------
# Adaptive quadrature: Gauss-Legendre rules over generic functions, on floats.
#
# An interval is cut at places that are no simple parts of it, so that symmetric poles do not cancel, two of them close
# to each end; its parts are halved, nearly, until their halves agree with the whole, and neighbours with a part that
# reaches from the inside of the one to that of the other: so a kink or a step next to an end of a part is seen, where
# the part has no nodes. Towards a singularity that can be integrated the parts shrink, and what they contribute with
# them. This is for what has no enclosures: functions that are infinite at an end, or decide by their argument.
#
# SciPy's quad, an extra, evaluates a tenth as often and is 200 times as fast (exp(-x) cos(3x): 21 evaluations, not
# 235), but of floats alone: here values may be tuples, and every part is compared with its neighbours.

_POINTS, _POINTS_ACROSS = 10, 11
CUT = 0.3819660112501051

#: Where a part is cut, a fraction of it: not in the middle, next to which a step would do the same to both sums.
ASIDE = 0.47

#: The first cuts, as fractions of the interval.
CUTS = (0.0, 1e-4 * CUT, 1e-2 * CUT, CUT, 1 - 1e-2 * CUT, 1 - 1e-4 * CUT, 1.0)

#: Parts of an interval: more are refused. (A singularity at one place takes two a halving.)
MOST_PANELS = 20_000

#: Of parts narrower than this fraction of the whole so many are made one after the other: next to a pole the rounding
#: of a function's values keeps halves from agreeing anywhere. (A singularity that can be integrated takes 400.)
NARROW = 2.0**-15
MOST_NARROW = 2_000  # five times those that are needed

#: Nor is a part made smaller than this fraction of the whole: x^(-3/4) at 0 needs 2^-146.
SMALLEST = 2.0**-200


@functools.cache
def _rule(points: int) -> tuple[list[float], list[float]]:
    """Nodes and weights on [-1, 1]."""
    from numpy.polynomial.legendre import leggauss

    nodes, weights = leggauss(points)
    return nodes.tolist(), weights.tolist()


class _NotFiniteError(ArithmeticError):
    """A function has no finite value at a place."""


def _panel(f: Callable[[float], Any], a: float, b: float, points: int = _POINTS) -> Any:
    nodes, weights = _rule(points)
    middle, half = (a + b) / 2, (b - a) / 2
    total: Any = 0
    for node, weight in zip(nodes, weights, strict=True):
        x = middle + half * node
        try:
            value = f(x)
            if type(value) is not float:
                value = _numbers(value)
        except ArithmeticError as error:
            raise _NotFiniteError(x) from error
        if not math.isfinite(_size(value)):
            raise _NotFiniteError(x)
        if type(value) is type(total) is float:
            total += weight * half * value
        else:
            total = g.add(total, g.mul(weight * half, value))
    return total


def _numbers(value: Any) -> Any:
    for leaf in tree_leaves(value):
        if not isinstance(converted(leaf), ScalarKind) or not is_number(g.inexact(leaf)):
            raise WrongTypeError(f"definite-integral expects a function whose values are numbers, got {describe(leaf)}")
    return value


def _size(value: Any) -> float:
    if type(value) is float:
        return abs(value)
    return max((abs(complex(g.inexact(leaf))) for leaf in tree_leaves(value)), default=0.0)


def by_panels(
    f: Callable[[float], Any],
    low: float,
    high: float,
    tolerance: float,
    operation: str,
    place: Callable[[float], float] = float,
    most: int = MOST_PANELS,
) -> Any:
    """The integral between two floats, to a tolerance; errors tell the place that a float stands for.

    No more parts than the most are made.

    Raises:  ConvergenceError where it does not converge
    >>> round(by_panels(lambda x: 1 / x**0.5, 0.0, 4.0, 1e-11, "an example"), 9)
    4.0
    """
    try:
        return _by_panels(f, low, high, tolerance, operation, place, most)
    except _NotFiniteError as error:
        x = place(error.args[0])
        raise ConvergenceError(f"{operation} did not converge near {x}: the function is not finite there") from error


class _Part(NamedTuple):
    """A part of the interval, where it is cut, and the integrals to there and from there."""

    left: float
    cut: float
    right: float
    first: Any
    second: Any

    @property
    def halves(self) -> list[tuple[float, float, Any]]:
        """The right one first."""
        return [(self.cut, self.right, self.second), (self.left, self.cut, self.first)]


def _by_panels(
    f: Callable[[float], Any],
    low: float,
    high: float,
    tolerance: float,
    operation: str,
    place: Callable[[float], float],
    most: int,
) -> Any:
    def agree(whole: Any, both: Any) -> bool:
        if type(both) is type(whole) is float:
            return abs(both - whole) <= 0.1 * tolerance * max(1.0, abs(both))
        return _size(g.sub(both, whole)) <= 0.1 * tolerance * max(1.0, _size(both))

    cuts = [low + cut * (high - low) for cut in CUTS[:-1]] + [high]
    pending = [(a, b, _panel(f, a, b)) for a, b in reversed([*pairwise(cuts)])]
    parts: list[_Part] = []
    panels = narrow = 0
    while pending:
        left, right, whole = pending.pop()
        cut, width = left + ASIDE * (right - left), abs(right - left) / abs(high - low)
        part = _Part(left, cut, right, _panel(f, left, cut), _panel(f, cut, right))
        panels, narrow = panels + 2, narrow + 2 if width < NARROW else narrow
        if agree(whole, g.add(part.first, part.second)):
            across = _panel(f, parts[-1].cut, cut, _POINTS_ACROSS) if parts else None
            if across is None or agree(across, g.add(parts[-1].second, part.first)):
                parts.append(part)
                narrow = narrow if width < NARROW else 0
                continue
            again = [*part.halves, *parts.pop().halves]
        else:
            again = part.halves
        if panels > most or narrow > MOST_NARROW or cut in (left, right) or width < SMALLEST:
            raise ConvergenceError(f"{operation} did not converge near {place(cut)} to a tolerance of {tolerance}")
        pending += again
    return functools.reduce(g.add, (g.add(part.first, part.second) for part in parts))


# --- oscillating -----------------------------------------------------------------------------------------------------
# Integrals to infinity of functions that oscillate, and towards a finite end where they oscillate without end.
#
# The function is integrated from zero to zero; the signs of the parts alternate, and the means of neighbouring partial
# sums, means of these, and so on, converge fast (Euler's transformation). This is no enclosure: two such means, of
# different parts, have to agree. The means of a divergent integral, of the sine, converge too: so the parts have to
# fade.
#
# A function with an expression is taken to its harmonics first (Poisson's form): sin^2(x)/x^2 is 1/(2 x^2), which is
# integrated as it is, and cos(2x)/(2 x^2), which oscillates about 0.
#
# Source:  I. M. Longman, Note on a method for computing infinite integrals of oscillatory functions, 1956

Function = Callable[[float], float]

FIRST_STEP, GROWTH, STEPS = 2.0**-30, 1.3, 200
OF_A_GAP = 1 / 8  # the first step from a zero, of the distance to the one before
AT_LEAST, MORE, AT_MOST = 24, 8, 200  # parts
RESOLVED = 2.0**-42  # the least distance of zeros, relative to their places, far away
FADING = 0.9
COMPARED = 8  # parts of which the largest is looked at,
LOOKED_AT = (0.3, 0.5, 0.8)  # and where: a zero of even order may be in the middle of a part


class NotOscillating(Exception):
    """The function does not change its sign again and again."""


class DoesNotFadeError(ConvergenceError):
    """The integral does not exist: the function oscillates about 0, and its parts between zeros do not fade."""


def harmonics(graph: Any, unknown: Symbol) -> list[Any]:
    """The terms of an expression with one angle each: a sum over them, if there are several; else none.

    >>> from scmpy import sin, symbols
    >>> x = symbols("x")
    >>> harmonics(sin(x) ** 2 / x**2, x)
    [(/ 1/2 (expt x 2)), (/ (* -1/2 (cos (* 2 x))) (expt x 2))]
    """
    if not isinstance(graph, Application) or not any(_is_wave(x, unknown) for x in subexpressions(graph)):
        return []
    floats: dict[float, Symbol] = {}

    def named(x: Any) -> Any:
        return floats.setdefault(x, symbol(f"$float-{len(floats)}")) if isinstance(x, float) else x

    exactly = fold(graph, named, lambda node, operands: application(node.operator, *operands))
    form = converted(to_poisson_form(exactly))
    top, below = form.operands if isinstance(form, Application) and form.operator is OVER else (form, 1)
    if not isinstance(top, Application) or top.operator is not PLUS:
        return []
    by_angle: dict[Any, list[Any]] = {}
    for term in top.operands:
        factors = term.operands if isinstance(term, Application) and term.operator is TIMES else (term,)
        angles = tuple(x.operands[0] for x in factors if _is_wave(x, unknown))
        by_angle.setdefault(angles, []).append(term)
    parts = [g.div(functools.reduce(g.add, terms), below) for terms in by_angle.values()]
    if len(parts) < 2 or equivalent(functools.reduce(g.add, parts), exactly).verdict != "equal":
        return []
    return [substitute(part, {name: x for x, name in floats.items()}) for part in parts]


def _is_wave(node: Any, unknown: Symbol) -> bool:
    return isinstance(node, Application) and node.operator in (SIN, COS) and unknown in subexpressions(node)


def over_ray(f: Callable[[float], Any], start: float, tolerance: float, operation: str) -> float:
    """The integral of a real function from a place to infinity, to a tolerance.

    Raises:  NotOscillating;  ConvergenceError where it does not converge, or that is not seen
    >>> import math
    >>> round(over_ray(lambda x: math.sin(x) / x, 1.0, 1e-10, "an example"), 9)  # pi/2 - Si(1)
    0.624713256
    """

    def at(x: float) -> float:
        try:
            return real(f(x), operation)
        except (ArithmeticError, WrongTypeError):
            raise NotOscillating from None

    zeros = _zeros(at, start)
    first = next(zeros)
    if not _fades(at, first):
        raise DoesNotFadeError(f"{operation} did not converge: the function oscillates and does not fade at infinity")
    total = by_panels(at, start, first, tolerance / 10, operation) if first > start else 0.0
    parts: list[float] = []
    before = math.inf
    for low, high in pairwise([first, *(next(zeros) for _ in range(AT_MOST))]):
        parts.append(by_panels(at, low, high, tolerance / 100, operation))
        if len(parts) >= AT_LEAST and len(parts) % MORE == 0:
            found = total + _mean(parts)
            if abs(found - before) <= 0.1 * tolerance * max(1.0, abs(found)):
                return found
            before = found
    raise ConvergenceError(f"{operation} did not converge at infinity, where the function oscillates")


def _mean(parts: list[float]) -> float:
    """The limit of the partial sums, by repeated means of the later two thirds of them."""
    sums = list(accumulate(parts))[len(parts) // 3 :]
    while len(sums) > 1:
        sums = [(a + b) / 2 for a, b in pairwise(sums)]
    return sums[0]


def _zeros(at: Function, start: float) -> Iterator[float]:
    """Where the sign changes, from a place on."""
    x, step = start, FIRST_STEP * max(1.0, abs(start))
    while True:
        zero = _next_zero(at, x, step)
        yield zero
        x, step = zero, (zero - x) * OF_A_GAP


def _next_zero(at: Function, x: float, step: float) -> float:
    """The next place where the sign changes, steps from a place growing; accurate to a fraction of the last one."""
    sign = 0.0
    low = x
    for steps in range(STEPS):
        high = low + step * GROWTH**steps
        value = at(high)
        if value and not sign:
            sign = value
        elif value * sign < 0:
            return brent(at, (low, at(low)), (high, value), 1e-9 * (high - low), STEPS)[1]
        low = high
    raise NotOscillating


def _fades(at: Function, first: float) -> bool:
    """Are the parts between zeros far away smaller than those on the way, not as large as these nearly?"""
    far = first + 2.0**40 * max(1.0, abs(first))
    while far > 2 * first + 2:
        try:
            zero = _next_zero(at, far, far * RESOLVED / 64)
            gap = _next_zero(at, zero, far * RESOLVED / 64) - zero
        except NotOscillating:
            return True
        if gap > far * RESOLVED:
            between = math.sqrt(far * max(1.0, first))
            return _largest_part(at, far, far * RESOLVED / 64) < FADING * _largest_part(
                at, between, far * RESOLVED / 64
            )
        far /= 4
    return True


def _largest_part(at: Function, x: float, step: float) -> float:
    """The size of the largest of the parts between zeros that come next: where frequencies beat, some are small."""
    places = [_next_zero(at, x, step)]
    for _ in range(COMPARED):
        places.append(_next_zero(at, places[-1], step))
    return max(
        abs(at(low + part * (high - low))) * (high - low) for low, high in pairwise(places) for part in LOOKED_AT
    )


# --- windows ---------------------------------------------------------------------------------------------------------
# Integrals to infinity of functions that oscillate about a mean that fades slowly, as sin^2(x)/x^2 does.
#
# The function is integrated times a window that falls from 1 to 0 between R and 3 R, as smooth as the error function:
# to what oscillates it leaves nothing. What the mean, a sum of powers x^-p, x^-(p + 1) ..., lacks behind the window is
# one of R^(1 - p), R^-p ...: integrals for windows that grow by factors of 2 are extrapolated (Richardson), p being
# told by their differences. This is no enclosure: the extrapolations of different windows have to agree, and the
# function has to fade, for divergent integrals that oscillate have such limits too.

FIRST, LEAST_WINDOWS, MOST_WINDOWS = 4.0, 5, 13  # the first window, how many there are
EVALUATIONS = 400_000
ENOUGH = 9  # windows, if their integrals come no nearer to each other
AGREEING = 3  # extrapolations, one after the other
STEEPNESS = 6.0  # erfc of it is less than any rounding
WINDOW_FADING = 0.75  # of the largest value, a few windows later
SLOWEST = 0.25  # the least p - 1
USED = 5


def through_windows(f: Callable[[float], Any], start: float, tolerance: float, operation: str) -> float:
    """The integral of a real function from a place to infinity, to a tolerance.

    Raises:  ConvergenceError where it does not converge, or that is not seen
    >>> import math
    >>> round(through_windows(lambda x: (math.sin(x) / x) ** 2, 1.0, 1e-9, "an example"), 8)
    0.67345677
    """
    counter = count(1)

    def counted(x: float) -> float:
        if next(counter) > EVALUATIONS:
            raise ConvergenceError(f"{operation} did not converge at infinity by {EVALUATIONS} evaluations")
        value = real_at(f, x, operation)
        sizes[-1] = max(sizes[-1], abs(value))
        return value

    sizes: list[float] = []  # of the values before each window
    found: list[float] = []
    limits: list[float] = []
    total, place = 0.0, start
    for k in range(MOST_WINDOWS):
        width = FIRST * 2**k * max(1.0, abs(start))
        sizes.append(0.0)
        total += by_panels(counted, place, start + width, tolerance / 1000, operation)
        place = start + width
        rest = by_panels(_windowed(counted, place, 2 * width), place, place + 2 * width, tolerance / 1000, operation)
        found.append(total + rest)
        if len(found) >= LEAST_WINDOWS:
            fades = sizes[-1] <= WINDOW_FADING * sizes[-LEAST_WINDOWS + 1]
            limits.append(_extrapolated(found[-USED:]) if fades else math.inf)
            last = limits[-AGREEING:]
            if len(found) >= ENOUGH and all(map(math.isinf, last)):
                break
            apart = max(last) - min(last)
            if (
                len(last) == AGREEING
                and max(map(abs, last)) < math.inf
                and apart <= tolerance / 10 * max(1.0, abs(last[-1]))
            ):
                return last[-1]
    raise ConvergenceError(f"{operation} did not converge at infinity")


def _windowed(f: Callable[[float], float], low: float, width: float) -> Callable[[float], float]:
    """The function times the window that falls on an interval."""
    return lambda x: f(x) * 0.5 * math.erfc(STEEPNESS * (2 * (x - low) / width - 1))


def _extrapolated(values: list[float]) -> float:
    """The limit of values whose distances from it are sums of powers of 2^-k; infinite where they come no nearer."""
    steps = [b - a for a, b in pairwise(values)]
    if not steps[-1]:
        return values[-1]
    ratio = steps[-2] / steps[-1]
    power = round(12 * math.log2(ratio)) / 12 if ratio > 0 else 0.0
    if power < SLOWEST:
        return math.inf
    while len(values) > 1:
        factor = 2**power
        values = [(factor * b - a) / (factor - 1) for a, b in pairwise(values)]
        power += 1
    return values[0]


# --- definite integral -----------------------------------------------------------------------------------------------
# Definite integrals of generic functions: between finite and infinite limits, to a tolerance.
#
# Where the function can be traced the value comes from an enclosure; else, and where there is none, from adaptive
# rules, from zero to zero where it oscillates without end, through windows where it does so about a mean. Towards an
# infinite limit x = (1 - s) / s takes the ray to a finite interval, infinity to 0, where floats are dense.

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
        if all(leaf == 0 for leaf in tree_leaves(value)):
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
    limits = [x if isinstance(x, TreeNode) else limit_of(x, operation) for x in map(converted, (a, b))]
    (unit,) = units = common_units(operation, *limits)
    plain = MagnitudeFunction(operation, f, units)
    low, high = map(magnitudes, limits)
    try:
        found = _enclosed(plain, low, high, tolerance, traces)
    except DivergesError as error:
        raise ConvergenceError(f"{operation}: {error}") from None
    except (NotEnclosed, ScmpyError, ValueError):
        found = _scaled(plain, low, high, tolerance, traces, operation)
    if not isinstance(unit, TreeNode) and not any(isinstance(x, TreeNode) for x in plain.units_of_values):
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
        return tree_map(g.negate, _scaled(f, high, low, tolerance, traces, operation))
    length = _length(f, *ends)
    sizes = _sizes(f, ends[0], ends[1], float(length))

    plain_length = float(length)
    plain_size = float(sizes[0]) if len(sizes) == 1 else 0.0

    def of_ratio(x: Any) -> Any:
        value = f(plain_length * x if type(x) is float else g.mul(length, x))
        if plain_size and type(value) is float:
            return value / plain_size
        parts = tree_leaves(value)
        if len(parts) != len(sizes):
            return value
        return tree_unflatten((g.div(part, size) for part, size in zip(parts, sizes, strict=True)), value)

    first, last = (x if math.isinf(end) else g.div(x, length) for x, end in zip((low, high), ends, strict=True))
    found = _of_numbers(of_ratio, first, last, tolerance, traces, operation)
    parts = tree_leaves(found)
    whole = sizes if len(parts) == len(sizes) else [1] * len(parts)
    return tree_unflatten((g.mul(part, size * length) for part, size in zip(parts, whole, strict=True)), found)


def _power_of_two(size: float) -> Any:
    """A power of two near a size, exact; 1 of what has none."""
    return Fraction(2) ** min(round(math.log2(size)), 1023) if 0 < size < math.inf else 1


def _values(f: Callable[[Any], Any], places: Iterable[float]) -> list[tuple[float, list[float]]]:
    """The sizes of a function's values at those of some places where it has finite ones."""
    found = []
    for place in places:
        with suppress(ScmpyError, ArithmeticError, ValueError, TypeError):  # it may be singular there
            sizes = [abs(complex(g.inexact(x))) for x in tree_leaves(f(place))]
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
        count = range(len(tree_leaves(sample)))
        found = [method(lambda x, i=i: tree_leaves(f(x))[i], start, tolerance, operation) for i in count]  # type: ignore[misc]
    except (NotOscillating, ArithmeticError):
        return None
    return tree_unflatten(iter(found), sample)


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
