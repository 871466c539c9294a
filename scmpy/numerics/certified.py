"""Integrals enclosed in balls, also of functions that decide or are singular at places."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from operator import methodcaller
from typing import Any, Self

from scmpy.errors import DomainError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.elementary import Elementary, record_of
from scmpy.generic.functions import keep
from scmpy.generic.operations import real
from scmpy.generic.types import Real, Value
from scmpy.numerics.asymptotic_series import DivergentError, near_end
from scmpy.numerics.compile.codegen import (
    UNKNOWN,
    NotEnclosed,
    ball_of,
    bits_of,
    decided_graph,
    graph_of,
    python_function,
)
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.numerics.compile.tracing import Decision
from scmpy.numerics.special_functions import SPECIAL
from scmpy.registry import flint, public
from scmpy.structure.tuples import MagnitudeFunction, common_units, has_units, leaves, magnitudes, unflatten
from scmpy.structure.types import RealFunction
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision, whole_power
from scmpy.symbolic.expression import Application, Expression, Head, application, subexpressions, symbol
from scmpy.symbolic.simplify import reduced

# --- inside ----------------------------------------------------------------------------------------------------------
# Places inside an interval where a function is singular.
#
# The interval is halved where the function, on balls, has no bound; what is left are narrow intervals. A simple
# fraction in such a one, at which the function is not finite, is a place that the integral can be expanded about from
# both sides.

MOST = 3_000  # evaluations
NARROW, BESIDE = Fraction(1, 2**70), 2**10  # part of an interval that is not halved; so many of them are no distance
LARGEST_DENOMINATOR = 10**6
APART = 48  # so many halvings from an end count as that end
FAR = 2**16  # where infinite intervals are cut
BITS = 220


def _unclear(
    parts: list[tuple[Fraction, Fraction]],
    is_clear: Callable[[Fraction, Fraction], bool],
    narrow: Callable[[Fraction, Fraction], Fraction],
    most: int,
) -> Iterator[tuple[Fraction, Fraction]]:
    """The narrow intervals, neighbours put together, that are left where halving does not make clear what happens.

    Raises:  NotEnclosed if more than so many parts are looked at
    """
    pending, found = parts[::-1], None
    for _ in range(most):
        if not pending:
            break
        left, right = pending.pop()
        if is_clear(left, right):
            continue
        if right - left > narrow(left, right):
            middle = (left + right) / 2
            pending += [(middle, right), (left, middle)]
            continue
        if found is not None and left > found[1] + narrow(left, right) * BESIDE:
            yield found
            found = None
        found = (left if found is None else found[0], right)
    else:
        raise NotEnclosed("it is not seen where the function decides, or is singular")
    if found is not None:
        yield found


def simple_fractions(low: Fraction, high: Fraction) -> Iterator[Fraction]:
    middle = (low + high) / 2
    bound = 1
    while bound <= LARGEST_DENOMINATOR:
        found = middle.limit_denominator(bound)
        if low <= found <= high:
            yield found
            break
        bound *= 10
    if low <= Fraction(float(middle)) <= high:
        yield Fraction(float(middle))


PLUS_INFINITY, MINUS_INFINITY = symbol(":+infinity"), symbol(":-infinity")


def limit_of(value: Any, operation: str) -> Any:
    if value is PLUS_INFINITY or value is MINUS_INFINITY:
        return math.inf if value is PLUS_INFINITY else -math.inf
    if isinstance(value, float) and math.isinf(value):
        return value
    real(value, operation)
    return value


# --- pieces ----------------------------------------------------------------------------------------------------------
# Functions that decide by their argument, taken to pieces: parts of an interval in which a function takes one way.
#
# The function is called on an unknown, once in each part. Where the two sides of one of its decisions may be equal, by
# ball arithmetic, the part is cut: so a pulse is seen, however narrow it is, down to 2^-60 of the interval.

MOST_PIECES, MOST_ENCLOSURES = 200, 20_000
AT_AN_END, PIECES_BITS = Fraction(1, 2**60), 160
FARTHEST = 100  # doublings of the distance on the way to infinity

#: Two limits, and the graph of the function between them.
Piece = tuple[Any, Any, Any]


def pieces(f: Callable[[Any], Any], low: Any, high: Any, smooth: bool = True) -> list[Piece]:
    """The parts of an interval in which a function decides in one way, with its graph there, from the left.

    In smooth pieces every rounding gives one whole number.

    Raises:  NotEnclosed if it cannot be traced, or decides too often
    """
    pending, found = [(low, high)], list[Piece]()
    length = float(high) - float(low)
    while pending:
        a, b = pending.pop()
        graph, decisions = decided_graph(f, between(a, b), smooth)
        places = [a, *turns(decisions, a, b, length), b]
        if len(places) == 2:
            found.append((a, b, graph))
        else:
            pending += reversed([*pairwise(places)])
        if len(pending) + len(found) > MOST_PIECES:
            raise NotEnclosed(f"the function decides more than {MOST_PIECES} times by its argument")
    return found


def between(a: Any, b: Any) -> float:
    """A place between two limits, other than the simple ones at which functions are singular."""
    low, high = float(a), float(b)
    return low + 1.37 if math.isinf(high) else low + 0.5 * (high - low)


def turns(
    decisions: tuple[Decision, ...], a: Any, b: Any, length: float, most: int = MOST_ENCLOSURES
) -> Iterator[Fraction]:
    """Where the sides of a decision by the unknown may be equal, between two limits, to a part of a length.

    Raises:  NotEnclosed if that takes more than so many enclosures
    """
    differences = [application(Head.MINUS, x.left, x.right) for x in decisions]
    evaluators = [Evaluator(x) for x in differences if isinstance(x, Expression) and not x.constant]
    parts = _segments(a, b) if evaluators else []

    def scale(left: Fraction, right: Fraction) -> Fraction:
        return Fraction(length) if math.isfinite(length) else max(Fraction(1), abs(left), abs(right))

    def is_clear(left: Fraction, right: Fraction) -> bool:
        is_end = min(right - parts[0][0], parts[-1][1] - left) < scale(left, right) * AT_AN_END
        return is_end or all(_differs(x, left, right) for x in evaluators)

    for left, right in _unclear(parts, is_clear, lambda *ends: scale(*ends) * NARROW, most):
        yield next(simple_fractions(left, right), (left + right) / 2)


def _differs(difference: Evaluator, left: Fraction, right: Fraction) -> bool:
    with precision(PIECES_BITS):
        try:
            ball = difference.at({UNKNOWN: ball_of(left, PIECES_BITS).union(ball_of(right, PIECES_BITS))})[0]
        except PointRejected:
            return False
        return not ball.contains(0)


MOST_LOOKS, LOOKS, FEATURE_BITS = 100, (0, 0.14, 0.27, 0.39, 0.5, 0.63, 0.8, 1), 64
RESOLVED, OUTSTANDING, NEGLIGIBLE, NARROWEST_PART = 2.0, 3.0, 2.0**-44, 2.0**-40


def features(expression: Any, low: float, high: float) -> list[float]:
    """Places about which a function changes more than at the places that are looked at in a part around them.

    The parts whose enclosures tell of most that is not seen are halved first, until they tell what the values do.
    """
    on_parts, on_places = ByEnds(expression), Evaluator(expression)
    size, found = 0.0, list[float]()
    pending: list[tuple[float, float, float, float]] = []

    def value(x: float) -> float:
        try:
            return float(on_places.at({UNKNOWN: flint.arb(x)})[0])
        except PointRejected:
            return math.nan

    def width(left: float, right: float) -> float:
        try:
            ends = on_parts.at({UNKNOWN: Ends(flint.arb(left), flint.arb(right))})[0]
        except PointRejected:
            return math.inf
        return float((ends.high - ends.low).upper())

    def look(left: float, right: float, before: float) -> None:
        nonlocal size
        seen = sorted(y for part in LOOKS if math.isfinite(y := value(left + part * (right - left))))
        size = max(size, *map(abs, seen), 0.0)
        change = min(seen[-1] - seen[1], seen[-2] - seen[0]) if len(seen) > 1 else 0.0  # by two of them or more
        if is_feature := change > OUTSTANDING * before + NEGLIGIBLE * size:
            found.extend((left, (left + right) / 2, right))
        wide, part = width(left, right), (right - left) / (high - low)
        if wide > RESOLVED * change and wide * part > NEGLIGIBLE * size and part > NARROWEST_PART:
            heappush(pending, (-wide * part, left, right, -1.0 if is_feature else change))

    with precision(FEATURE_BITS):
        look(low, high, math.inf)
        if pending:
            pending.clear()
            for ends in pairwise(low + (high - low) * x / 4 for x in range(5)):
                look(*ends, math.inf)
        for _ in range(MOST_LOOKS):
            if not pending:
                break
            _, left, right, before = heappop(pending)
            for ends in pairwise((left, (left + right) / 2, right)):
                look(*ends, before)
    return found


def _segments(a: Any, b: Any) -> list[tuple[Fraction, Fraction]]:
    """An interval in finite parts, those towards an infinite end twice as long each."""
    low, high = (x if isinstance(x, Fraction) else float(x) for x in (a, b))
    start = Fraction(low)
    return [*pairwise([start, *((start + 2**k for k in range(FARTHEST)) if math.isinf(high) else [Fraction(high)])])]


# --- certified integral ----------------------------------------------------------------------------------------------
# Certified quadrature: enclosures of integrals, by python-flint, of functions that can be traced.
#
# The function is called once on an unknown; the graph of its operations is evaluated on complex balls, around the path
# of integration, and the integral is enclosed by Gauss's rules whose error is bounded by the size of the function on
# ellipses where it is analytic. Parts of the path beside which it is not are halved until they do not matter. So
# towards places where the function is infinite, ends or not, and towards infinite ends it is expanded.
#
# Source:  F. Johansson, Numerical integration in arbitrary-precision ball arithmetic, ICMS 2018

FEW, MANY = 1_500, 50_000  # evaluations, where there are other methods, and where there are none
LARGE = 1e300  # an error that is allowed where the first balls tell enough


class Analytic(Evaluator):
    """Expressions on complex balls; while ``analytic`` is set, not finite where they may not be analytic."""

    def __init__(self, *expressions: Any) -> None:
        self.analytic = False
        super().__init__(*expressions, complex_domain=True)
        self._functions: dict[int, Callable[[Any], Any]] = {}

    def _at_precision(self) -> Callable[[Any], Any]:
        if flint.ctx.prec not in self._functions:
            self.analytic = False
            self._functions[flint.ctx.prec] = self.along(UNKNOWN)
        return self._functions[flint.ctx.prec]

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        function, operands = super()._elementary(node)
        if node.operator is Head.EXPT and type(operands[1]) is int:
            return functools.partial(whole_power, n=operands[1]), operands[:1]
        if node.operator is Head.EXPT:
            return self._power, operands
        record = record_of(node.operator, len(node.operands))
        if function is None or record is None or len(operands) != record.arity:
            return function, operands
        if record.name in _OF_REALS:
            method = _OF_REALS[record.name]
            return lambda z: getattr(z, method)(analytic=self.analytic), operands
        return self._guarded(record, function), operands

    def _guarded(self, record: Elementary, function: Callable[..., Any]) -> Callable[..., Any]:
        def apply(*balls: Any) -> Any:
            if self.analytic and _meets_cut(record, balls):
                raise PointRejected
            return function(*balls)

        return apply

    def _power(self, x: Any, y: Any) -> Any:
        if y.imag == 0 and y.real.is_integer():
            return whole_power(x, int(y.real.unique_fmpz()))
        if self.analytic and _meets_negative_axis(x):
            raise PointRejected
        if x.contains(0) and y.imag == 0 and y.real > 0:
            arb = type(y.real)
            around = arb(0, x.abs_upper() ** y.real)
            return type(x)(around, around)
        return (y * x.log()).exp()

    def value(self, x: Any, analytic: bool) -> Any:
        try:
            function = self._at_precision()
            self.analytic = analytic
            found = function(x)
        except NO_VALUE:
            found = type(x)(0) / 0  # an infinite ball: one that is no number at all would end the search
        if analytic or x.imag != 0 or x.real.rel_accuracy_bits() > THIN or found.rel_accuracy_bits() > 0:
            return found
        with suppress(PointRejected, ScmpyError):
            wide = type(x)(self.by_ends.at({UNKNOWN: Ends.of(x.real)})[0].ball())
            return found if found.is_finite() and _radius(found) < _radius(wide) else wide
        return found

    @functools.cached_property
    def by_ends(self) -> ByEnds:
        return ByEnds(*self.expressions)


NO_VALUE = (PointRejected, ZeroDivisionError, ValueError, OverflowError, ScmpyError)  # which functions raise
THIN = 40  # the bits of a ball that is a place rather than an interval


class Ends:
    """A real interval by its ends, each a ball: one ball of both loses what is small beside e^(10^6)."""

    def __init__(self, *places: Any) -> None:
        self.low, self.high = places[0], places[0]
        for place in places[1:]:
            self.low, self.high = self.low.min(place), self.high.max(place)

    @staticmethod
    def of(x: Any) -> Ends:
        return x if isinstance(x, Ends) else Ends(x.lower(), x.upper())

    def each(self, function: Callable[[Any], Any], at_zero: int | None = None) -> Ends:
        """The values of a function that grows or falls; of an even one, whose value at 0 is given."""
        turns = [] if at_zero is None or self.low > 0 or self.high < 0 else [0 * self.low + at_zero]
        return Ends(function(self.low), function(self.high), *turns)

    def product(self, other: Ends) -> Ends:
        return Ends(*(a * b for a in (self.low, self.high) for b in (other.low, other.high)))

    def inverse(self) -> Ends:
        if not (self.low > 0 or self.high < 0):
            raise PointRejected
        return self.each(lambda a: 1 / a)

    def ball(self) -> Any:
        return self.low.union(self.high)

    def is_finite(self) -> bool:
        return bool(self.low.is_finite() and self.high.is_finite())


def _power_of_ends(x: Ends, y: Ends) -> Ends:
    if not (y.low == y.high and y.low.is_integer()):
        return y.product(x.each(methodcaller("log"))).each(methodcaller("exp"))
    n = int(y.low.unique_fmpz())
    found = x.each(lambda a: a ** abs(n), None if n % 2 or not n else 0)
    return found.inverse() if n < 0 else found


def _sum_of_ends(*terms: Ends) -> Ends:
    return Ends(sum(x.low for x in terms), sum(x.high for x in terms))


def _difference_of_ends(x: Ends, *others: Ends) -> Ends:
    first, *rest = (y.each(operator.neg) for y in (others or (x,)))
    return _sum_of_ends(x, first, *rest) if others else first


_ON_ENDS: dict[str, Callable[..., Ends]] = {
    "+": _sum_of_ends,
    "-": _difference_of_ends,
    "*": lambda *xs: functools.reduce(Ends.product, xs),
    "/": lambda x, *others: functools.reduce(Ends.product, map(Ends.inverse, others), x) if others else x.inverse(),
    "expt": _power_of_ends,
    "cosh": lambda x: x.each(methodcaller("cosh"), 1),
    **{name: lambda x, f=methodcaller(name): x.each(f) for name in ("exp", "log", "sqrt", "sinh")},
}


class ByEnds(Evaluator):
    """Real expressions on intervals that are known by their ends."""

    def _number(self, value: Any) -> Any:
        return value if isinstance(value, Ends) else Ends.of(super()._number(value))

    def _pi(self) -> Any:
        return Ends.of(super()._pi())

    def _constant(self, node: Application, function: Callable[..., Any], operands: list[Any], values: list[Any]) -> Any:
        return function(*values)

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        function, operands = super()._elementary(node)
        if function is None or operands != list(node.operands):
            return function, operands
        own = _ON_ENDS.get(node.operator.name)
        return own or (lambda *xs: Ends.of(function(*(x.ball() for x in xs)))), operands


#: What is not analytic on complex numbers, but equal to functions that are where it has no jumps or kinks.
_OF_REALS = {"abs": "real_abs", "floor": "real_floor", "ceiling": "real_ceil"}


def _meets_negative_axis(z: Any) -> bool:
    return bool(z.imag.contains(0) and not z.real > 0)


def _meets_cut(record: Elementary, balls: tuple[Any, ...]) -> bool:
    z = balls[-1]
    match record.cuts:
        case "none":
            return any(ball.imag != 0 for ball in balls[1:])  # a modulus
        case "real axis":
            low, high = record.domain.low, record.domain.high
            return bool(z.imag.contains(0) and not (z.real > low and z.real < high))
        case "imaginary axis":
            return bool(z.real.contains(0) and not (z.imag > -1 and z.imag < 1))
        case "negative axis":
            return _meets_negative_axis(z)
    return True


BALL_BITS, BITS_OF_FLOATS = 80, 53  # of the enclosures that floats come from; of floats
MOST_PLANS = 64  # limits whose parts are known


#: The integral at singular ends; a bound of the error; the middles and half lengths of the parts between these.
Plan = tuple[float, float, list[tuple[float, float]]]


class Integrand:
    """A function of the unknown, with what its integrals are enclosed by."""

    def __init__(self, expression: Any) -> None:
        self.expression = expression
        self._plans: dict[Any, Plan] = {}
        self.bound, self.noise = (functools.lru_cache(MOST_CELLS)(each) for each in (self._bound, self._noise))
        nodes = (x for x in subexpressions(expression) if isinstance(x, Application))
        self._fits = not any(str(x.operator) in SPECIAL for x in nodes)  # whose floats come from balls

    @functools.cached_property
    def balls(self) -> Analytic:
        return Analytic(self.expression)

    @functools.cached_property
    def terms(self) -> list[tuple[int, Integrand]]:
        """The terms of a sum or difference, with their signs; none of what is no such."""
        expression = self.expression
        if not isinstance(expression, Application) or expression.operator not in (Head.PLUS, Head.MINUS):
            return []
        first, *others = map(Integrand, expression.operands)
        sign = 1 if expression.operator is Head.PLUS else -1
        return [(1 if others else sign, first), *((sign, x) for x in others)]

    @functools.cached_property
    def code(self) -> Callable[[Any], Any]:
        return python_function(straight_line_program([UNKNOWN], [self.expression]))

    def at(self, x: float) -> Any:
        return self.code((x,))[0]

    def number(self, a: float, b: float, tolerance: float) -> float | None:
        """The integral between two numbers by Gauss's rule on floats, where its error is within half a tolerance of it.

        That is for certain but for the rounding of values, which is looked at at some places. What does not go once is
        not tried again.
        """
        plan = self._plans.get((a, b))
        try:
            if plan is None and self._fits:
                plan = keep(self._plans, (a, b), self._planned(a, b), MOST_PLANS)
            if plan is None:
                return None
            found, error, parts = plan
            code, rule = self.code, gauss_rule(NODES)
            for middle, half in parts:
                found += half * sum([w * code((middle + half * x,))[0] for x, w in rule])
        except (*NO_VALUE, NotEnclosed):
            self._fits = False
            return None
        return found if found and error <= tolerance / 2 * abs(found) else None

    def _planned(self, a: float, b: float) -> Plan:
        with precision(BALL_BITS):
            ends = flint.arb(a), flint.arb(b)
            is_regular = all(self.bound(*cell) < math.inf for cell in _cells(a, b))
            for singular in ([False, False] if is_regular else self.singular(ends), [True, True]):
                total, places = self.plan(ends, singular, PLANNED)
                if total.is_finite() and (plan := self._in_cells(total, places)) is not None:
                    return plan
        raise PointRejected

    def _in_cells(self, total: Any, places: list[Any]) -> Plan | None:
        """The parts between two places, with what is known of the rest; None where they are too many."""
        low, high = map(float, places)
        error = _radius(total) + sum(2 * abs(float(x - float(x)) * self.at(float(x))) for x in places)
        size, pending, parts = 0.0, _cells(low, high)[::-1], list[tuple[float, float]]()
        while pending:
            left, width = pending.pop()
            start, end = max(low, left), min(high, left + width)
            if start >= end:
                continue
            middle, half = (start + end) / 2, (end - start) / 2
            truncation = FACTOR * self.bound(left, width)
            size = max(size, *(abs(self.at(middle + half * x)) for x in LOOKED_AT))
            if truncation <= NEGLIGIBLE * size:
                parts.append((middle, half))
                error += half * (truncation + SUMMED * self.noise(left, width))
            else:
                pending += [(left + width / 2, width / 2), (left, width / 2)]
            if len(parts) + len(pending) > MOST_PARTS or len(pending) > MOST_NESTED:
                return None
        return float(total.real.mid()), error, parts

    def _bound(self, left: float, width: float) -> float:
        """A bound of the function in the circle about a cell; infinite where it may not be analytic."""
        around = flint.arb(0, REACH * width / 2)
        ball = self.balls.value(flint.acb(left + width / 2 + around, around), True)
        return float(abs(ball).upper()) if ball.is_finite() else math.inf

    def _noise(self, left: float, width: float) -> float:
        """How much the function's values in a cell are rounded, at some places."""
        with precision(BITS_OF_FLOATS):
            places = [left + width * (1 + x) / 2 for x in LOOKED_AT]
            differences = [self.balls.value(flint.acb(x), False) - self.at(x) for x in places]
            return max(float(abs(x).upper()) for x in differences)

    def singular(self, ends: tuple[Any, Any]) -> list[bool]:
        return [isinstance(end, float) or not self.balls.value(flint.acb(end), False).is_finite() for end in ends]

    def plan(self, ends: tuple[Any, Any], singular: list[bool], relative: Any) -> tuple[Any, list[Any]]:
        """The integrals between singular ends and places near them, together, not finite where they are not there."""
        total, places = flint.acb(0), list(ends)
        for i, end in enumerate(ends):
            if singular[i]:
                try:
                    part = near_end(self.expression, UNKNOWN, end, ends[1 - i], relative)
                except DivergentError as error:
                    raise DivergesError(_behaviour(end, error.power), end) from None
                if part is None:
                    return flint.acb(0) / 0, places
                total, places[i] = total + part.value, part.place
        return total, places


#: Points of Gauss's rule; the radius of a circle about a cell, of half its width; and the error of the rule for each
#: half length of a part of the cell, by the largest value in the circle, in which there is an ellipse about the part
#: whose semi-axes are RATE half lengths together (Trefethen, Is Gauss quadrature better than Clenshaw-Curtis?, 2008).
NODES, REACH = 12, 4.0
RATE = REACH + math.sqrt(REACH**2 - 1)
FACTOR = 64 / 15 * RATE ** (2 - 2 * NODES) / (1 - RATE**-2)
SUMMED = 8  # so many times the rounding of values is that of their sum
MOST_PARTS, MOST_NESTED, MOST_CELLS = 200, 40, 1_000
LOOKED_AT, PLANNED = (-0.77, 0.1, 0.63), 2.0**-42


def _cells(low: float, high: float) -> list[tuple[float, float]]:
    """One or two cells that hold an interval: a cell starts at a multiple of its width, which is a power of two."""
    width = 2.0 ** math.frexp(high - low)[1]
    left = math.floor(low / width) * width
    return [(left, width), (left + width, width)] if left + width < high else [(left, width)]


@functools.cache
def gauss_rule(count: int) -> list[tuple[float, float]]:
    """The places between -1 and 1 of Gauss's rule with so many points, and their weights."""
    roots = (flint.arb.legendre_p_root(count, k, weight=True) for k in reversed(range(count)))
    return [(float(x.mid()), float(w.mid())) for x, w in roots]


def enclosed(integrand: Integrand, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    """The ball of an integral between two balls, at the precision of the context; not finite where it is not there.

    The upper end may be infinite, and is a float then. Towards such an end, and towards one where the function is not
    finite, the integral is that of an expansion; towards both where there is no enclosure else. So it is about places
    inside. What is a sum is enclosed term by term where that tells more.

    Raises:  DivergesError where it is infinite for certain
    """
    found = _of_all_terms(integrand, ends, relative, absolute, most)
    terms = integrand.terms
    if len(terms) < 2 or (found.is_finite() and found.rad() <= absolute + relative * abs(found).lower()):
        return found
    with suppress(DivergesError):
        balls = [sign * enclosed(term, ends, relative, absolute / len(terms), most) for sign, term in terms]
        whole = sum(balls[1:], balls[0])
        return whole if whole.is_finite() and not (found.is_finite() and found.rad() < whole.rad()) else found
    return found


def _of_all_terms(integrand: Integrand, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    found = _between_ends(integrand, ends, relative, absolute, FEW)
    if found.is_finite() and (most == FEW or found.rad() <= absolute + relative * abs(found).lower()):
        return found
    places = None if found.is_finite() else _places_inside(integrand, ends)
    if places is None:
        return found if most == FEW else _between_ends(integrand, ends, relative, absolute, most)
    parts = pairwise([ends[0], *places, ends[1]])
    return sum(_between_ends(integrand, part, relative, absolute, most) for part in parts)


def _places_inside(integrand: Integrand, ends: tuple[Any, Any]) -> list[Any] | None:
    """Where the function is singular inside, at simple fractions; None where that is not known, or nowhere."""

    def is_finite(x: Any) -> bool:
        return bool(integrand.balls.value(flint.acb(x), False).is_finite())

    def has_bound(left: Fraction, right: Fraction) -> bool:
        return is_finite(ball_of(left, BITS).union(ball_of(right, BITS)))

    low, end = Fraction(float(ends[0])), float(ends[1])
    high = low + FAR if math.isinf(end) else Fraction(end)
    near, places = (high - low) / 2**APART, list[Any]()
    for left, right in _unclear([(low, high)], has_bound, lambda *_: (high - low) * NARROW, MOST):
        if left <= low + near or high - near <= right:
            continue
        place = next((x for x in simple_fractions(left, right) if not is_finite(ball_of(x, BITS))), None)
        if place is None or len(places) == _MOST_PLACES:
            return None
        places.append(ball_of(place, BITS))
        _refuse_divergence(integrand.expression, place)
    return places or None


def _refuse_divergence(expression: Any, place: Fraction) -> None:
    """An error where the expansions about a place tell that the integral is infinite there."""
    shifted = reduced(substitute(expression, UNKNOWN, g.add(UNKNOWN, place)))
    for side in (-1, 1):
        try:
            near_end(shifted, UNKNOWN, ball_of(0, BITS), ball_of(side, BITS), 1)
        except DivergentError as error:
            raise DivergesError(_behaviour(place, error.power), place) from None


_MOST_PLACES = 20  # singular ones inside one interval: where there are more they are not gone through


def _between_ends(integrand: Integrand, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    for singular in (integrand.singular(ends), [True, True]):
        total, places = integrand.plan(ends, singular, relative)
        if total.is_finite():
            how = {"rel_tol": relative, "abs_tol": absolute, "eval_limit": most}
            total += flint.acb.integral(integrand.balls.value, *map(flint.acb, places), **how)
        if total.is_finite() or all(singular):
            break
    return total


class TooWideError(NotEnclosed):
    """The enclosure, which is given, is wider than the tolerance."""


class NearPlaceError(Exception):
    """An error that tells of a place, or of that in a multiple of the variable."""

    def __str__(self) -> str:
        text, place = self.args
        return text.format(float(place))  # type: ignore[no-any-return]

    def at(self, factor: Any) -> Self:
        text, place = self.args
        return type(self)(text, factor * place)


class DivergesError(NearPlaceError, NotEnclosed):
    """The integral is infinite."""


def _behaviour(end: Any, power: Fraction) -> str:
    """What a function behaves like near an end, by the power of the distance (or of its inverse, less 2)."""
    if isinstance(end, float):
        return f"the integral is infinite: far away the function behaves like x^({-power - 2})"
    return f"the integral is infinite: near {{}} the function behaves like t^({power}), t the distance"


def _end(limit: Any, bits: int) -> Any:
    return limit if isinstance(limit, float) and math.isinf(limit) else ball_of(limit, bits)


def by_balls(graph: Any, a: Any, b: Any, tolerance: float, least: Callable[[], float], most: int = FEW) -> Any:
    """The integral of a function of traced operations, its graph, to a tolerance, from its enclosure.

    The tolerance is relative to the integral, or to the least size, which is asked for where that cannot be had.

    Raises:  NotEnclosed where there is none
    """
    with precision(BALL_BITS):
        ends, goal = (_end(a, BALL_BITS), _end(b, BALL_BITS)), tolerance / 10
        found = []
        for integrand in map(Integrand, leaves(graph)):
            ball = enclosed(integrand, ends, goal, goal, most)
            if not math.isfinite(abs(_middle(ball)) + _radius(ball)):
                raise NotEnclosed("there is no enclosure")
            if _radius(ball) > tolerance * abs(_middle(ball)):
                size = max(least(), float(abs(ball).lower()))
                wide, ball = ball, enclosed(integrand, ends, goal, goal * size / 16, most)
                if not _radius(ball) <= tolerance * max(size, abs(_middle(ball))) < math.inf:
                    raise TooWideError(wide)
            found.append(_middle(ball))
    return unflatten(iter(found), graph)


def _radius(ball: Any) -> float:
    return max(float(part.rad()) for part in (ball.real, ball.imag))


def _middle(ball: Any) -> float | complex:
    real, imaginary = float(ball.real.mid()), float(ball.imag.mid())
    return real if ball.imag.contains(0) else complex(real, imaginary)


@public("integral-enclosure")
def integral_enclosure(f: RealFunction, a: Real, b: Real, digits: int = 16) -> tuple[float, float]:
    """Two numbers between which the integral of a real function is for certain, as near to each other as floats allow.

    The function is one of operations that can be traced, without decisions by its argument. At the limits,
    infinite ones too, and at simple places between them it may behave like a power, a logarithm or an exponential whose
    integral is finite. More digits are taken for the computation where these do not tell enough.

    Shapes:  result: (list lowest highest)
    Units:   the limits and the values may be quantities
    Raises:  DomainError where there is no enclosure: at a pole, or towards an end where the function oscillates
    >>> low, high = integral_enclosure(lambda x: sin(x + exp(x)), 0, 8)
    >>> low < 0.3474001726572478 < high, high - low < 1e-15
    (True, True)
    """
    name = "integral-enclosure"
    if has_units(a, b):
        units = common_units(name, a, b)
        plain = MagnitudeFunction(name, f, units)
        low, high = integral_enclosure(plain, magnitudes(a), magnitudes(b), digits)
        return g.mul(plain.restored(low), units[0]), g.mul(plain.restored(high), units[0])
    ball = integral_ball(f, a, b, digits)
    return math.nextafter(float(ball.lower()), -math.inf), math.nextafter(float(ball.upper()), math.inf)


@public("integral-ball", in_scheme=False)
def integral_ball(f: RealFunction, a: Real, b: Real, digits: int = 16) -> Value:
    """A ball of python-flint that holds the integral of a real function for certain, to so many digits.

    Shapes:  f: real -> real;  result: an arb of python-flint
    Raises:  DomainError where there is no enclosure: at a pole, or towards an end where the function oscillates;
             WrongTypeError if values are tuples, and unless digits are a positive number; LimitError for more than
             most-digits
    >>> print(integral_ball(lambda x: exp(-x**2), 0, 1, digits=30).str(28, radius=False))
    0.7468241328124270253994674361
    """
    name = "integral-enclosure"
    bits = bits_of(digits, name)
    low, high = limit_of(a, name), limit_of(b, name)
    if float(low) > float(high):
        return -integral_ball(f, b, a, digits)
    try:
        found = _ball(f, low, high, digits, bits)
    except NotEnclosed as error:
        raise DomainError(f"{name}: {error}") from None
    if not found.is_finite():
        raise DomainError(
            f"{name}: the function has no enclosure near all places from {a} to {b}: is there a pole, or does it "
            "oscillate towards an end?"
        )
    if not found.imag.contains(0):
        raise DomainError(f"{name} expects a function with real values, the integral is {found}")
    return found.real


def _ball(f: Callable[[Any], Any], a: Any, b: Any, digits: int, bits: int) -> Any:
    """The ball of an integral, narrower than so many digits of it if that can be had."""
    if a == -math.inf:
        try:
            mirrored = _ball(lambda x: f(g.negate(x)), 0 if b == math.inf else g.negate(b), math.inf, digits, bits)
        except DivergesError as error:
            raise error.at(-1) from None
        with precision(bits):
            return mirrored + _ball(f, 0, b, digits, bits) if b == math.inf else mirrored
    graph = graph_of(f, between(a, b))
    if len(leaves(graph)) != 1:
        raise WrongTypeError("integral-enclosure expects a function whose values are real numbers, not tuples")
    integrand = Integrand(graph)
    for factor in (1, 2, 4):
        with precision(bits * factor + 16):
            ends = _end(a, bits * factor + 16), _end(b, bits * factor + 16)
            goal = flint.arb(10) ** -(digits + 1)
            most = abs(enclosed(integrand, ends, 1, LARGE, FEW)).upper()  # by few balls, which are wide
            found = enclosed(integrand, ends, goal, goal * most if most < 1 else goal, MANY)
            size = abs(found.real)
            if not found.is_finite():
                break
            if size > 0 and size < 1:  # the digits are those of a small number
                found = enclosed(integrand, ends, goal, goal * size, MANY)
            if found.real.contains(0) or found.real.rad() <= 10 * goal * size.upper():
                break
    return found
