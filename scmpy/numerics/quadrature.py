"""Definite integrals between finite and infinite limits, of functions that may be singular, decide, or oscillate."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from scmpy.calculus.dual_numbers import (
    Comparison,
    Differential,
    Tangents,
    comparisons,
    finite_part,
    is_perturbed_by,
    make,
    new_tag,
    split,
)
from scmpy.errors import ConvergenceError, DifferentiationError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import keep
from scmpy.generic.operations import real
from scmpy.generic.settings import check_callable, temporarily
from scmpy.generic.types import (
    Real,
    ScalarKind,
    ScalarValue,
    TreeNode,
    is_number,
    tree_leaves,
    tree_map,
    tree_unflatten,
)
from scmpy.numerics.certified import (
    FEW,
    MINUS_INFINITY,
    PLUS_INFINITY,
    DivergesError,
    Integrand,
    NearPlaceError,
    TooWideError,
    between,
    by_balls,
    gauss_rule,
    limit_of,
    pieces,
)
from scmpy.numerics.compile.codegen import UNKNOWN, NotEnclosed, graph_of
from scmpy.numerics.compile.tracing import Traced, dependencies
from scmpy.numerics.roots import brent
from scmpy.registry import docstring, public, register, scipy
from scmpy.structure.tuples import MagnitudeFunction, Up, common_units, magnitudes
from scmpy.structure.types import RealFunction
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.normal_forms import harmonics

Function = Callable[[float], float]

# --- floats ----------------------------------------------------------------------------------------------------------
# Real functions of floats, by QUADPACK (SciPy's quad).
#
# x runs over an interval as v^2 (3 - 2 v) does over [0, 1], v from 0 to 1: what is singular at an end like a power or
# a logarithm is smooth in v, or nearly, and places near the ends lie dense (W. Kahan, Handheld calculator evaluates
# integrals, 1980). The interval is cut in two ways, at places that are no simple parts of it: a symmetric rule sees no
# pole in its middle, and no kink next to an end, where it has no nodes, but the other rules do.
#
# Where QUADPACK is not sure, or the two sums differ, single rules are applied, without extrapolation, to parts that are
# halved, nearly, until they are sure, and agree with the whole and with a rule that reaches from the inside of one to
# that of the next.
# Towards a singularity that can be integrated the parts shrink, and what they contribute with them.

CUTS, ASIDE = ((0.0, 0.3819660112501051, 1.0), (0.0, 0.0054, 0.5477225575051661, 0.9946, 1.0)), 0.47
SUBDIVISIONS, ROUNDING = 50, 2.0**-52
NARROW, MOST_NARROW, NARROWEST = 2.0**-15, 400, 2.0**-48  # so many narrow parts, one after the other, are a pole's
LEAST_RELATIVE = 2.0**-46  # QUADPACK refuses less
SAMPLES = 9  # places where the size of a function is looked at


class _NotConvergingError(ArithmeticError):
    """An integral does not converge near a place."""


class _NotFiniteError(_NotConvergingError):
    """A function has no finite value at a place."""


class NotConvergingNearError(NearPlaceError, ConvergenceError):
    """An integral does not converge near a place."""


def by_quadpack(
    f: Function, low: float, high: float, tolerance: float, operation: str, place: Function = float
) -> float:
    """The integral between two floats, to a tolerance relative to it, or to the size of the values times the length.

    Errors tell the place that a float stands for.

    Raises:  ConvergenceError where it does not converge
    """
    length = high - low

    def inside(v: float) -> float:
        return low + length * v * v * (3 - 2 * v) if v < 0.5 else high - length * (1 - v) ** 2 * (1 + 2 * v)

    def at(v: float) -> float:
        x, weight = inside(v), 6 * v * (1 - v) * length
        try:
            return _finite(f, x) * weight
        except _NotFiniteError:  # a place that is rounded to a singular one
            return _finite(f, x + math.copysign(math.ulp(x) + ROUNDING * length, 0.5 - v)) * weight

    told = f"{operation} did not converge near {{}}"
    try:
        return _on_unit_interval(_Rules(at, tolerance / 10, tolerance / 10 * _size(f, low, high, operation)))
    except _NotFiniteError as error:
        raise NotConvergingNearError(f"{told}: the function is not finite there", place(error.args[0])) from error
    except _NotConvergingError as error:
        x = place(inside(error.args[0]))
        raise NotConvergingNearError(f"{told} to a tolerance of {tolerance}", x) from error


def _finite(f: Function, x: float) -> float:
    try:
        found = f(x)
    except _NotRealError:
        raise
    except ArithmeticError as error:
        raise _NotFiniteError(x) from error
    if not math.isfinite(found):
        raise _NotFiniteError(x)
    return found


class _Part(NamedTuple):
    """A part of the interval, where it is cut, and the integrals to there and from there."""

    low: float
    cut: float
    high: float
    first: float
    second: float


class _Rules:
    """QUADPACK's rules for a function, to a relative or an absolute error."""

    def __init__(self, f: Function, relative: float, absolute: float) -> None:
        self.f, self.relative, self.absolute = f, max(relative, LEAST_RELATIVE), absolute

    def between(self, low: float, high: float, subdivisions: int = 1) -> tuple[float, bool]:
        allowed = {"epsrel": self.relative, "epsabs": self.absolute}
        found, error, *_ = scipy.integrate.quad(self.f, low, high, limit=subdivisions, full_output=1, **allowed)
        return found, error <= max(self.absolute, self.relative * abs(found))

    def cut(self, low: float, cut: float, high: float) -> tuple[_Part, bool]:
        (first, is_sure), (second, also) = self.between(low, cut), self.between(cut, high)
        return _Part(low, cut, high, first, second), is_sure and also and self.agree(
            first + second, self.between(low, high)[0]
        )

    def agree(self, one: float, other: float) -> bool:
        return abs(one - other) <= 10 * max(self.absolute, self.relative * abs(one))

    def across(self, one: _Part, other: _Part) -> bool:
        """Does a rule from the inside of one part to that of the next agree with theirs?"""
        return self.agree(one.second + other.first, self.between(one.cut, other.cut)[0])


def _on_unit_interval(rules: _Rules) -> float:
    sums = []
    for cuts in CUTS:
        found = [rules.between(*ends, SUBDIVISIONS) for ends in pairwise(cuts)]
        if not all(is_sure for _, is_sure in found):
            return _by_parts(rules)
        sums.append(math.fsum(value for value, _ in found))
    return sums[0] if rules.agree(*sums) else _by_parts(rules)


def _by_parts(rules: _Rules) -> float:
    size = sum(abs(rules.between(*ends)[0]) for ends in pairwise(CUTS[-1]))
    rules.absolute = max(rules.absolute, rules.relative * size)
    pending, parts, narrow = [*pairwise(CUTS[-1])][::-1], list[_Part](), 0
    while pending:
        low, high = pending.pop()
        part, is_sure = rules.cut(low, low + ASIDE * (high - low), high)
        narrow += high - low < NARROW
        again = [part]
        if is_sure:
            if not parts or rules.across(parts[-1], part):
                parts.append(part)
                narrow = narrow if high - low < NARROW else 0
                continue
            again = [parts.pop(), part]
        if high - low < NARROWEST or narrow > MOST_NARROW:
            raise _NotConvergingError(part.cut)
        pending += [ends for x in reversed(again) for ends in ((x.cut, x.high), (x.low, x.cut))]
    return math.fsum(x for part in parts for x in (part.first, part.second))


def _size(f: Callable[[float], Any], low: float, high: float, operation: str) -> float:
    """The size of a function's values, the middle one of some, times the length of the interval, finite or not."""
    length = high - low if math.isfinite(high) else 1.0
    sizes = sorted(_size_at(f, low + length * (k + 0.5) / SAMPLES, operation) for k in range(SAMPLES))
    return length * next((size for size in sizes[SAMPLES // 2 :: -1] if size < math.inf), 0.0)


def by_inverse(f: Function, start: float, tolerance: float, operation: str) -> float:
    """The integral from a place to infinity, over s from 0, which is infinity, to 1, for x = start + (1 - s) / s."""

    def place(s: float) -> float:
        return start + (1 - s) / s if s else math.inf

    def at(s: float) -> float:
        value = f(place(s))
        return value / s / s if value else value

    return by_quadpack(at, 0.0, 1.0, tolerance, operation, place)


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


def from_zero_to_zero(f: Function, start: float, tolerance: float, operation: str) -> float:
    """The integral of a real function from a place to infinity, to a tolerance.

    Raises:  NotOscillating;  ConvergenceError where it does not converge, or that is not seen
    """

    def at(x: float) -> float:
        try:
            return _finite(f, x)
        except ArithmeticError:
            raise NotOscillating from None

    zeros = _zeros(at, start)
    first = next(zeros)
    if not _fades(at, first):
        raise DoesNotFadeError(f"{operation} did not converge: the function oscillates and does not fade at infinity")
    total = by_quadpack(at, start, first, tolerance / 10, operation) if first > start else 0.0
    parts: list[float] = []
    before = math.inf
    for low, high in pairwise([first, *(next(zeros) for _ in range(AT_MOST))]):
        parts.append(by_quadpack(at, low, high, tolerance / 100, operation))
        if len(parts) >= AT_LEAST and len(parts) % MORE == 0:
            found = total + _mean(parts)
            if abs(found - before) <= 0.1 * tolerance * abs(found):
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
        step = far * RESOLVED / 64
        try:
            zero = _next_zero(at, far, step)
            gap = _next_zero(at, zero, step) - zero
        except NotOscillating:
            return True
        if gap > far * RESOLVED:
            between = math.sqrt(far * max(1.0, first))
            return _largest_part(at, far, step) < FADING * _largest_part(at, between, step)
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


# --- perturbed integrands --------------------------------------------------------------------------------------------
# Integrands that a derivative perturbs: their tangents, and the places where they jump, which it may move.
#
# Where f jumps at c(a), the derivative of the integral of f(x, a) over x by a is the integral of the derivative of f
# and (f(c-) - f(c+)) c'(a) (Leibniz). Where f decides by the difference d(x, a), c' is -(d by a)/(d by x) there.

#: So much of the interval beside a place where a function decides it decides in the other way; no jump is a smaller
#: part of the values.
BESIDE, NO_JUMP = 1e-7, 1e-11


class PerturbedIntegrand:
    """The primal values and tangents of a function whose values a derivative perturbs, and how it decides by these."""

    def __init__(self, f: Callable[[Any], Any], first: Differential) -> None:
        self.f, self.tag = f, first.tag
        self.directions, self.known = dict.fromkeys(first.tangents), list[int]()
        self.shape: Any = None
        self.at: dict[float, tuple[Up, list[Any]]] = {}  # the values at numbers, and the answers to what was asked
        self.decides = False

    def __call__(self, x: Any) -> Up:
        if type(x) is not float:
            return self._called(x)[0]
        if x not in self.at:
            self.at[x] = self._called(x)
        return self.at[x][0]

    def _called(self, x: Any) -> tuple[Up, list[Any]]:
        self.shape, asked = self._asked(x)
        pairs = [split(leaf, self.tag) for leaf in tree_leaves(self.shape)]
        self.directions.update((direction, None) for _, tangents in pairs for direction in tangents)
        parts = Up([Up([primal, *(tangents.get(i, 0) for i in self.known)]) for primal, tangents in pairs])
        return parts, [answer for *_, answer in asked]

    def _asked(self, x: Any) -> tuple[Any, list[Comparison]]:
        asked: list[Comparison] = []
        with temporarily(comparisons, asked):
            value = self.f(x)
        if (others := comparisons.get()) is not None:
            others += ((split(x, self.tag)[0], split(y, self.tag)[0], answer) for x, y, answer in asked)
        asked = [pair for pair in asked if any(is_perturbed_by(self.tag, y) for y in pair[:2])]
        self.decides = self.decides or bool(asked)
        return value, asked

    def moving(self, a: Any, b: Any) -> Iterator[tuple[list[Any], Tangents]]:
        """How the values jump at places that the derivative moves, and the rates of these.

        Raises:  DifferentiationError where they move by several derivatives
        """
        if not self.decides:
            return
        with suppress(NotEnclosed):
            length = float(b) - float(a)
            for _, place, _ in pieces(self, *sorted((a, b)))[:-1]:
                for side in (-BESIDE, BESIDE):
                    self(float(place) + side * abs(length))
        pending = [*pairwise(sorted(self.at))]
        while pending:
            x, y = pending.pop()
            if self.at[x][1] == self.at[y][1]:
                continue
            if (middle := self._middle(x, y)) is not None:
                pending += [(x, middle), (middle, y)]
                continue
            jumps = [g.sub(left[0], right[0]) for left, right in zip(self.at[x][0], self.at[y][0], strict=True)]
            size = max(abs(finite_part(part[0])) for values, _ in self.at.values() for part in values)
            if any(abs(finite_part(jump)) > NO_JUMP * size for jump in jumps):
                yield (jumps if a < b else [g.negate(jump) for jump in jumps]), self._rates(x, y)

    def _middle(self, x: float, y: float) -> float | None:
        """A place between two where there are values, which may miss at one."""
        for part in (0.5, 0.37):
            with suppress(ScmpyError, ArithmeticError):
                if x < (middle := x + part * (y - x)) < y:
                    self(middle)
                    return middle
        return None

    def _rates(self, x: float, y: float) -> Tangents:
        """The rates of the place between two neighbouring floats, from the difference that changes its sign there."""
        try:
            tag = new_tag()
            answers = zip(self.at[x][1], self.at[y][1], strict=False)
            k = next(k for k, (before, after) in enumerate(answers) if before != after)
            asked = self._asked(make(tag, x - (y - x), {0: 1}))[1]
            primal, by_place = split(g.sub(*asked[k][:2]), tag)
            slope, (rest, rates) = split(by_place[0], self.tag)[0], split(primal, self.tag)
            if isinstance(rest, Differential) or isinstance(slope, Differential):
                raise DifferentiationError
            return {i: g.negate(g.div(rate, slope)) for i, rate in rates.items()}
        except (ScmpyError, LookupError, StopIteration) as error:
            raise DifferentiationError(
                f"D: the integrand jumps at {y}, a place that moves, and how is known of one derivative alone"
            ) from error


# --- definite integral -----------------------------------------------------------------------------------------------
# Definite integrals of generic functions: between finite and infinite limits, to a tolerance.
#
# Where the function can be traced it is taken to pieces, in each of which it decides in one way, and the value comes
# from an enclosure; else, and where there is none, from floats.

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


class FixedRule:
    """Gauss's rule with so many points, and whether it was used."""

    def __init__(self, count: int) -> None:
        self.count, self.is_used = count, False

    def integral(self, f: Callable[[Any], Any], a: Any, b: Any) -> Any:
        self.is_used = True
        middle, half = g.div(g.add(a, b), 2), g.div(g.sub(b, a), 2)
        terms = (g.mul(w, f(g.add(middle, g.mul(half, x)))) for x, w in gauss_rule(self.count))
        return g.mul(half, functools.reduce(g.add, terms))


TOLERANCE, MOST_INTEGRALS = 1e-11, 3_000

#: How many integrals what is running may still take, such as an integral of integrals.
integrals_left: ContextVar[Iterator[int] | None] = ContextVar("integrals left", default=None)


def countdown() -> Iterator[int]:
    return itertools.chain(range(MOST_INTEGRALS, 0, -1), itertools.repeat(0))


#: What stands for integrals between finite limits while a minimum is looked for: the same sum at every place.
fixed_rule: ContextVar[FixedRule | None] = ContextVar("fixed rule", default=None)


def integral(f: Callable[[Any], Any], a: Any, b: Any, tolerance: float, traces: bool, operation: str) -> Any:
    """The integral between two limits, to a tolerance; that of quantities is that of their measures.

    Units and sizes do not matter: the tolerance is relative to the size of the values times the interval's length.
    """
    check_callable(f, operation, "a function of a number")
    rule = fixed_rule.get()
    if tags := [x.tag for x in (a, b) if isinstance(x, Differential)]:
        return _to_differentials(f, a, b, max(tags), tolerance, traces, operation)
    is_given = TreeNode if rule is None else (TreeNode, Traced)
    limits = [x if isinstance(x, is_given) else limit_of(x, operation) for x in map(converted, (a, b))]
    if rule is not None and not any(isinstance(x, float) and math.isinf(x) for x in limits):
        return rule.integral(f, *limits)
    (unit,) = units = common_units(operation, *limits)
    plain = MagnitudeFunction(operation, f, units)
    low, high = map(magnitudes, limits)
    asked, sample = list[Comparison](), None
    with temporarily(comparisons, asked), suppress(ScmpyError, ArithmeticError, ValueError, TypeError):
        sample = (f if plain.is_of_numbers else plain)(between(low, high))
    perturbed = [low, high, *tree_leaves(sample), *(x for pair in asked for x in pair[:2])]
    if perturbed := [x for x in perturbed if isinstance(x, Differential)]:
        if plain.is_of_numbers:
            return _of_differentials(f, a, b, max(perturbed, key=lambda x: x.tag), tolerance, traces, operation)
        return g.mul(plain.restored(integral(plain, low, high, tolerance, traces, operation)), unit)
    try:
        found = _between(plain, low, high, tolerance, traces, operation)
    except _PerturbedError as error:
        return _of_differentials(f, a, b, *error.args, tolerance, traces, operation)
    except DivergesError as error:
        raise ConvergenceError(f"{operation}: {error}") from None
    if not isinstance(unit, TreeNode) and not any(isinstance(x, TreeNode) for x in plain.units_of_values):
        return found
    return g.mul(plain.restored(found), unit)


_NUMBERS = frozenset((int, float))
MOST_INTEGRANDS = 64

#: Functions that decide nothing, by what they refer to: None of one that is not enclosed.
_integrands: dict[Any, Integrand | None] = {}
_UNSEEN, _SEEN = Integrand(0), Integrand(0)


def _of_known(f: Callable[[Any], Any], a: Any, b: Any, tolerance: Any, traced: bool | None) -> float | None:
    """The integral of a function that is integrated again, where floats tell it; None of another one."""
    refers = dependencies(f) if traced is not False else None
    if refers is None:
        return None
    known = _integrands.get(refers.exactly, _UNSEEN)
    if known is _UNSEEN:
        keep(_integrands, refers.exactly, _SEEN, MOST_INTEGRANDS)
        return None
    if known is _SEEN:
        known = None
        with suppress(NotEnclosed, ScmpyError, ValueError):
            graph = graph_of(f, between(a, b), True)
            known = Integrand(graph) if isinstance(graph, Expression) else None
        _integrands[refers.exactly] = known
    return known.number(a, b, tolerance) if known is not None and type(tolerance) is float else None


def _to_differentials(f: Callable[[Any], Any], a: Any, b: Any, tag: int, *how: Any) -> Any:
    """The integral between limits that a derivative perturbs: it grows by the function's values there."""
    found = integral(f, split(a, tag)[0], split(b, tag)[0], *how)
    for end, sign in (a, -1), (b, 1):
        place, tangents = split(end, tag)
        if tangents:
            step = make(tag, 0, {i: g.mul(sign, tangent) for i, tangent in tangents.items()})
            value = f(place)
            whole = tree_leaves(found) if isinstance(found, TreeNode) else [found] * len(tree_leaves(value))
            grown = (g.add(x, g.mul(step, y)) for x, y in zip(whole, tree_leaves(value), strict=True))
            found = tree_unflatten(grown, value)
    return found


def _of_differentials(f: Callable[[Any], Any], a: Any, b: Any, first: Differential, *how: Any) -> Any:
    """The integral of values that a derivative perturbs, of which one is given: of primal values and of tangents.

    Where a place moves at which the integrand jumps, the tangent is the jump times the rate of the place too.
    """
    values = PerturbedIntegrand(f, first)
    found = None
    while len(values.known) < len(values.directions):
        values.known, values.at = list(values.directions), {}
        found = integral(values, a, b, *how)
    if not isinstance(found, Up):  # there is nothing between the limits
        return found
    totals = [[primal, *tangents] for primal, *tangents in found]
    for jumps, rates in values.moving(a, b):
        for total, jump in zip(totals, jumps, strict=True):
            for k, direction in enumerate(values.known, 1):
                total[k] = g.add(total[k], g.mul(jump, rates.get(direction, 0)))
    leaves = (make(first.tag, primal, dict(zip(values.known, tangents, strict=True))) for primal, *tangents in totals)
    return tree_unflatten(leaves, values.shape)


#: Lengths of intervals between these are left alone; others are measured by a power of two, which rounds nothing.
SHORT, LONG = 2.0**-10, 2.0**10

#: Towards infinity the size of the values is looked at, at these distances; so much of them are no end of it.
DISTANCES, MARGIN = [2.0**k for k in range(-400, 401, 4)], 2.0**20


def _between(f: Callable[[Any], Any], low: Any, high: Any, tolerance: float, traces: bool, operation: str) -> Any:
    ends = [x if isinstance(x, float) and math.isinf(x) else real(x, operation) for x in (low, high)]
    if ends[0] == ends[1]:
        return 0
    if ends[0] > ends[1]:
        return tree_map(g.negate, _between(f, high, low, tolerance, traces, operation))
    if math.isinf(ends[0]) and math.isinf(ends[1]):
        below, above = (_between(f, part[0], part[1], tolerance, traces, operation) for part in ((low, 0), (0, high)))
        return g.add(below, above)
    if math.isinf(ends[0]):
        return tree_map(g.negate, _of_multiple(f, -1, high, low, tolerance, traces, operation))
    length = _length(f, ends[0], ends[1], operation)
    if SHORT <= length <= LONG:
        return _of_pieces(f, low, high, tolerance, traces, operation)
    return _of_multiple(f, length, low, high, tolerance, traces, operation)


def _of_multiple(f: Callable[[Any], Any], factor: Any, low: Any, high: Any, *how: Any) -> Any:
    """The integral between limits that are divided by a factor, by a variable of which the function's is a multiple."""
    first, last = (x / factor if isinstance(x, float) and math.isinf(x) else g.div(x, factor) for x in (low, high))
    try:
        found = _between(lambda x: f(g.mul(factor, x)), first, last, *how)
    except (DivergesError, NotConvergingNearError) as error:
        raise error.at(factor) from None
    return tree_map(lambda x: g.mul(factor, x), found)


def _length(f: Callable[[Any], Any], low: float, high: float, operation: str) -> Any:
    """The length of an interval; of an infinite one the distance at which most of the integral is, or f changes.

    It is a power of two, an exact one.
    """
    if math.isfinite(high - low):
        return Fraction(2) ** math.frexp(high - low)[1]
    far = [x for x in DISTANCES if low + x != low]
    known = [(x, size) for x in far if (size := _size_at(f, low + x, operation)) < math.inf]
    for heights in ([x * size for x, size in known], [abs(size - known[0][1]) for _, size in known]):
        most = max(heights, default=0.0)
        top = next((x for (x, _), height in zip(known, heights, strict=True) if height >= 0.3 * most), 0.0)
        if 0 < most < math.inf and MARGIN * known[0][0] < top < known[-1][0] / MARGIN:
            return Fraction(2) ** round(math.log2(top))
    return 1


def _size_at(f: Callable[[Any], Any], x: float, operation: str) -> float:
    try:
        return max((abs(_number(leaf, operation)) for leaf in tree_leaves(f(x))), default=0.0)
    except _NotRealError as error:
        return abs(error.args[0])  # type: ignore[no-any-return]
    except (ScmpyError, ArithmeticError, ValueError):  # it may be singular there
        return math.inf


def _of_pieces(f: Callable[[Any], Any], low: Any, high: Any, tolerance: float, traces: bool, operation: str) -> Any:
    parts: list[tuple[Any, Any, Any]] = [(low, high, None)]
    for smooth in (True, False) if traces else ():
        with suppress(NotEnclosed):
            parts = pieces(f, low, high, smooth)
            break
    return functools.reduce(g.add, (_of_piece(f, *part, tolerance, operation) for part in parts))


def _of_piece(f: Callable[[Any], Any], low: Any, high: Any, graph: Any, tolerance: float, operation: str) -> Any:
    """The integral of a function that decides nothing between two limits, if it has a graph there, leaf by leaf."""
    sample = f(between(low, high)) if graph is None else graph
    graphs = [None] * len(tree_leaves(sample)) if graph is None else tree_leaves(graph)
    integrals = (_of_leaf(f, i, x, low, high, tolerance, operation) for i, x in enumerate(graphs))
    return tree_unflatten(integrals, sample)


def _leaf(f: Callable[[Any], Any], i: int, operation: str, part: str = "") -> Function:
    """One of the numbers in a function's values; or the real or imaginary part of it, which is else to be real."""

    def at(x: float) -> float:
        value = f(x)
        if type(value) is float and not part:
            return value
        number = _number(tree_leaves(value)[i], operation)
        if part:
            return getattr(complex(number), part)  # type: ignore[no-any-return]
        if isinstance(number, complex) and number.imag:
            raise _NotRealError(number)
        return float(number.real)

    return at


class _NotRealError(ArithmeticError):
    """A value is a complex number, this one."""


class _PerturbedError(Exception):
    """A value, this one, is perturbed by a derivative."""


def _number(leaf: Any, operation: str) -> Any:
    if type(leaf) is float:
        return leaf
    if isinstance(leaf, Differential):
        raise _PerturbedError(leaf)
    if not isinstance(converted(leaf), ScalarKind) or not is_number(number := g.inexact(leaf)):
        raise WrongTypeError(f"{operation} expects a function whose values are numbers, got {describe(leaf)}")
    return number


def _of_leaf(f: Callable[[Any], Any], i: int, graph: Any, low: Any, high: Any, tolerance: float, operation: str) -> Any:
    try:
        return _of_scalar(_leaf(f, i, operation), graph, low, high, tolerance, operation)
    except _NotRealError:
        parts = (_leaf(f, i, operation, part) for part in ("real", "imag"))
        return complex(*(_of_scalar(part, None, low, high, tolerance, operation) for part in parts))


def _of_scalar(f: Function, graph: Any, low: Any, high: Any, tolerance: float, operation: str) -> Any:
    """The integral of a function of numbers between two limits, by an enclosure if it has a graph, else by floats."""
    ends = float(low), float(high)
    if graph is None:
        return _of_real(f, graph, *ends, tolerance, operation)
    try:
        return by_balls(graph, low, high, tolerance, lambda: _size(f, *ends, operation))
    except DivergesError:
        raise
    except (NotEnclosed, ScmpyError, ValueError) as error:
        wide = error.args[0] if isinstance(error, TooWideError) else None
        try:
            found = _of_real(_by_code(f, graph), graph, *ends, tolerance, operation)
            if wide is None or not abs(wide - found) > tolerance * max(abs(found), _size(f, *ends, operation)):
                return found
            raise ConvergenceError(f"{operation} did not converge: values tell {found}, enclosures {wide}") from None
        except ConvergenceError:
            with suppress(NotEnclosed, ScmpyError, ValueError):
                return by_balls(graph, low, high, tolerance, lambda: _size(f, *ends, operation), 4 * FEW)
            raise


def _of_real(f: Function, graph: Any, low: float, high: float, tolerance: float, operation: str) -> float:
    """The integral of a real function between two floats, from its values, or, if it has a graph, its harmonics."""
    if math.isfinite(high):
        return _between_floats(f, low, high, tolerance, operation)
    if graph is None:
        return _over_ray(f, low, tolerance, operation)
    near = 0.0
    with suppress(NotEnclosed, ScmpyError, ValueError):
        near = by_balls(graph, low, low + 1, tolerance, lambda: _size(f, low, low + 1, operation))
        low += 1
    with suppress(ConvergenceError, DivergesError):
        if parts := harmonics(graph, UNKNOWN):
            found = (_of_scalar(Integrand(part).at, part, low, math.inf, tolerance, operation) for part in parts)
            return sum(found, near)
    return near + _over_ray(f, low, tolerance, operation)


def _by_code(f: Function, graph: Any) -> Function:
    """The function, by code of its graph; where that has no value, itself."""
    code = Integrand(graph)

    def at(x: float) -> float:
        with suppress(ScmpyError, ArithmeticError, ValueError):
            if type(value := code.at(x)) is float and math.isfinite(value):
                return value
        return f(x)

    return at


def _over_ray(f: Function, start: float, tolerance: float, operation: str) -> float:
    try:
        return from_zero_to_zero(f, start, tolerance, operation)
    except NotOscillating:
        return by_inverse(f, start, tolerance, operation)
    except DoesNotFadeError:
        raise
    except ConvergenceError:
        with suppress(ConvergenceError):
            return by_inverse(f, start, tolerance, operation)
        raise


def _between_floats(f: Function, low: float, high: float, tolerance: float, operation: str) -> float:
    """The integral between two floats; towards an end where the function oscillates, by the inverse of the distance."""
    try:
        return by_quadpack(f, low, high, tolerance, operation)
    except ConvergenceError as error:
        middle = (low + high) / 2
        for end, sign, rest in ((low, 1, (middle, high)), (high, -1, (low, middle))):
            with suppress(ConvergenceError, NotOscillating):
                inverse = lambda u, end=end, sign=sign: f(end + sign / u) / u / u  # noqa: E731
                near = from_zero_to_zero(inverse, 2 / (high - low), tolerance, operation)
                return near + by_quadpack(f, *rest, tolerance, operation)
        raise error


@public("definite-integral")
def definite_integral(
    f: RealFunction, a: Real, b: Real, tolerance: Real = TOLERANCE, traced: bool | None = True
) -> ScalarValue:
    """The integral of a function between two limits, finite or infinite, where it may be singular, or oscillate.

    The tolerance is relative to the integral, or to the size of the values times the length of the interval if that is
    larger; 1e-11 unless it is given. The function is called on an unknown first, for an enclosure, and taken to pieces
    where it decides, unless that is switched off by False for the last argument. Then, and where it cannot be called so
    or a few balls enclose nothing, a feature narrower than a twentieth of the interval may be missed. A program that
    wants the enclosure itself takes integral-enclosure.

    Scheme:  (definite-integral f a b [tolerance compile?]), (definite-integral f 0 :+infinity)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Units:   limits and values may be quantities; the integral has the product of both, and the tolerance is a number
    Raises:  WrongTypeError where a value of the function is no number (nor a tuple of such), ConvergenceError where the
             integral does not converge, with the place: at a pole inside, or where what oscillates does not fade;
             LimitError for too many integrals inside of one; DifferentiationError where several derivatives move a jump
    Source:  SICM 1.4
    >>> round(definite_integral(lambda x: 3 * x**2, 0, 2), 9)
    8.0
    >>> round(definite_integral(lambda x: exp(-x**2), -float("inf"), float("inf"))**2, 9)
    3.141592654
    """
    name = "definite-integral"
    if type(a) in _NUMBERS and type(b) in _NUMBERS and SHORT <= b - a <= LONG:
        found = None if fixed_rule.get() is not None else _of_known(f, a, b, tolerance, traced)
        if found is not None:
            return found
    allowed = real(tolerance, name)
    if not allowed > 0:
        raise WrongTypeError(f"{name} expects a positive tolerance, got {describe(tolerance)}")
    left = integrals_left.get()
    if left is not None and next(left) == 0:
        raise LimitError(f"{name}: it took {MOST_INTEGRALS} integrals inside of one operation")
    with temporarily(comparisons, None), temporarily(integrals_left, countdown() if left is None else left):
        return integral(f, a, b, allowed, traced is not False, name)
