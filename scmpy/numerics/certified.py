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
from typing import Any, NamedTuple

from scmpy.errors import DomainError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.elementary import Elementary, record_of
from scmpy.generic.operations import real
from scmpy.generic.types import Real, Value
from scmpy.numerics.asymptotic_series import DivergentError, PowerSeries, near_end
from scmpy.numerics.compile.codegen import UNKNOWN, NotEnclosed, ball_of, bits_of, decided_graph, graph_of
from scmpy.numerics.compile.tracing import Decision
from scmpy.registry import public
from scmpy.structure.tuples import MagnitudeFunction, common_units, has_units, leaves, magnitudes, unflatten
from scmpy.structure.types import RealFunction
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision, whole_power
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    subexpressions,
    symbol,
)
from scmpy.symbolic.real_numbers import is_finite_number
from scmpy.symbolic.simplify import reduced

# --- inside ----------------------------------------------------------------------------------------------------------
# Places inside an interval where a function is singular, and whether its integral exists there.
#
# The interval is halved where the function, on balls, has no bound; what is left are narrow intervals. A simple
# fraction in such a one, at which the function is not finite, is a place that the integral can be expanded about from
# both sides. Elsewhere the function has a pole if an integral around it, of the function or of the function times a
# power of the distance, is not zero for certain (Cauchy).

BallFunction = Callable[[Any, bool], Any]

MOST, HALVINGS = 3_000, 70  # evaluations, halvings of the interval
LARGEST_DENOMINATOR = 10**6
APART = 48  # so many halvings from an end count as that end
FAR = 2**16  # where infinite intervals are cut
BITS = 220
RADII, LARGEST_ORDER = [2.0**-16, 2.0**-8, 2.0**-5, 0.125], 8


class Singularity(NamedTuple):
    """A narrow interval where a function may be singular, and the simple fraction in it that it is singular at."""

    low: Fraction
    high: Fraction
    at: Fraction | None


def singular_places(value: BallFunction, low: Fraction, high: Fraction) -> Iterator[Singularity]:
    """The places between two numbers where a function may be singular, from the left to the right.

    They end without a word where there are too many.
    """
    near = (high - low) / 2**APART
    for left, right in _narrow_intervals(value, low, high):
        if low + near < left and right < high - near:
            simple = (x for x in simple_fractions(left, right) if not _at(value, x).is_finite())
            yield Singularity(left, right, next(simple, None))


def _at(value: BallFunction, x: Fraction) -> Any:
    from flint import acb

    return value(acb(ball_of(x, BITS)), False)


def _narrow_intervals(value: BallFunction, low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """The intervals, neighbours put together, that are left where halving finds no bound of the function."""
    from flint import acb

    narrow = (high - low) / 2**HALVINGS
    pending, count = [(low, high)], 0
    found: tuple[Fraction, Fraction] | None = None
    while pending and count < MOST:
        left, right = pending.pop()
        count += 1
        if value(acb(ball_of(left, BITS).union(ball_of(right, BITS))), False).is_finite():
            continue
        if right - left > narrow:
            middle = (left + right) / 2
            pending += [(middle, right), (left, middle)]
            continue
        if found is not None and left > found[1]:
            yield found
            found = None
        found = (left if found is None else found[0], right)
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


def is_pole(value: BallFunction, place: Singularity, distance: Fraction) -> bool:
    """Has the function a pole at a place for certain? It is looked for nearer than the distance.

    The least circle around which the function can be integrated decides.
    """
    middle = (place.low + place.high) / 2
    with precision(BITS):
        for size in RADII:
            moments = _moments(value, middle, min(float(distance) / 2, size * max(1.0, abs(float(middle)))))
            if all(each.is_finite() for each in moments):
                return _are_those_of_a_pole(moments)
    return False


def _moments(value: BallFunction, centre: Fraction, radius: float) -> list[Any]:
    """The integrals around a circle of a function times powers of the distance from the centre, up to factors."""
    from flint import acb

    known: dict[Any, tuple[Any, Any]] = {}  # the integrals are taken over the same arcs

    def at(angle: Any, analytic: bool) -> tuple[Any, Any]:
        key = (analytic, *(ball.man_exp() for part in (angle.real, angle.imag) for ball in (part.mid(), part.rad())))
        if key not in known:
            step = (angle * acb(0, 1)).exp()
            known[key] = step, value(acb(ball_of(centre, BITS)) + radius * step, analytic)
        return known[key]

    def moment(power: int) -> Any:
        def integrand(angle: Any, analytic: bool) -> Any:
            step, found = at(angle, analytic)
            return found * step ** (power + 1)

        return acb.integral(integrand, acb(0), 2 * acb.pi(), rel_tol=2.0**-60, abs_tol=2.0**-60, eval_limit=1_000)

    first = moment(0)
    return [first, *(moment(power) for power in range(1, 2 * LARGEST_ORDER))] if first.is_finite() else [first]


def _are_those_of_a_pole(moments: list[Any]) -> bool:
    """Are some of the first moments not zero for certain, and the others as good as zero?"""
    size = max(float(abs(each).upper()) for each in moments)
    small = (float(abs(each).upper()) < 1e-9 * size for each in moments[LARGEST_ORDER:])
    return any(not each.contains(0) for each in moments[:LARGEST_ORDER]) and all(small)


def finite_window(a: Any, b: Any) -> tuple[Fraction, Fraction]:
    """The part of an interval between two limits, floats, of which the inside is looked at."""
    if math.isinf(a) and math.isinf(b):
        return Fraction(-FAR), Fraction(FAR)
    if math.isinf(a):
        return Fraction(b) - FAR, Fraction(b)
    return Fraction(a), Fraction(a) + FAR if math.isinf(b) else Fraction(b)


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
NARROW, AT_AN_END, PIECES_BITS = Fraction(1, 2**70), Fraction(1, 2**60), 160
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
    if math.isinf(low) or math.isinf(high):
        return 0.37 if low == -high else high - 1.37 if math.isinf(low) else low + 1.37
    return low + 0.5 * (high - low)


def turns(
    decisions: tuple[Decision, ...], a: Any, b: Any, length: float, most: int = MOST_ENCLOSURES
) -> Iterator[Fraction]:
    """Where the sides of a decision by the unknown may be equal, between two limits, to a part of a length.

    Raises:  NotEnclosed if that takes more than so many enclosures
    """
    differences = [application(MINUS, x.left, x.right) for x in decisions]
    evaluators = [Evaluator(x) for x in differences if isinstance(x, Expression) and not x.constant]
    parts = _segments(*(x if isinstance(x, Fraction) else float(x) for x in (a, b))) if evaluators else []
    first, last = (parts[0][0], parts[-1][1]) if parts else (Fraction(0), Fraction(0))
    pending, beyond, count = parts[::-1], None, 0
    while pending:
        left, right = pending.pop()
        count += 1
        if count > most:
            raise NotEnclosed("it is not seen where the function decides")
        scale = Fraction(length) if math.isfinite(length) else max(Fraction(1), abs(left), abs(right))
        is_end = min(right - first, last - left) < scale * AT_AN_END
        if is_end or all(_differs(x, left, right) for x in evaluators):
            continue
        if right - left > scale * NARROW:
            middle = (left + right) / 2
            pending += [(middle, right), (left, middle)]
        elif beyond is None or left > beyond:
            yield next(simple_fractions(left, right), (left + right) / 2)
            beyond = right + scale * AT_AN_END


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
    from flint import arb

    on_parts, on_places = ByEnds(expression), Evaluator(expression)
    size, found = 0.0, list[float]()
    pending: list[tuple[float, float, float, float]] = []

    def value(x: float) -> float:
        try:
            return float(on_places.at({UNKNOWN: arb(x)})[0])
        except PointRejected:
            return math.nan

    def width(left: float, right: float) -> float:
        try:
            ends = on_parts.at({UNKNOWN: Ends(arb(left), arb(right))})[0]
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


def _segments(low: float | Fraction, high: float | Fraction) -> list[tuple[Fraction, Fraction]]:
    """An interval in finite parts, those towards an infinite end twice as long each."""
    if math.isfinite(low) and math.isfinite(high):
        return [(Fraction(low), Fraction(high))]
    if math.isinf(low):
        back = [(-right, -left) for left, right in _segments(-min(high, 0), math.inf)][::-1]
        return back + (_segments(0, high) if high > 0 else [])
    start = Fraction(low)
    return [*pairwise([start, *(start + 2**k for k in range(FARTHEST))])]


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

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        function, operands = super()._elementary(node)
        if node.operator is EXPT and type(operands[1]) is int:
            return functools.partial(whole_power, n=operands[1]), operands[:1]
        if node.operator is EXPT:
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
        self.analytic = analytic
        try:
            found = self.at({UNKNOWN: x})[0]
        except (PointRejected, ScmpyError):
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


def _quotient_of_ends(x: Ends, *others: Ends) -> Ends:
    return functools.reduce(Ends.product, map(Ends.inverse, others), x) if others else x.inverse()


_ON_ENDS: dict[str, Callable[..., Ends]] = {
    "+": _sum_of_ends,
    "-": _difference_of_ends,
    "*": lambda *xs: functools.reduce(Ends.product, xs),
    "/": _quotient_of_ends,
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


BALL_BITS, MOST_PLANS = 80, 8  # of the enclosures that floats come from; limits whose ends are known


class Integrand(PowerSeries):
    """A function of the unknown, with what its integrals are enclosed by."""

    def __init__(self, expression: Any) -> None:
        super().__init__(expression, Analytic)
        self._plans: dict[Any, Any] = {}

    @functools.cached_property
    def _primitive(self) -> Any:
        with precision(EXACT):
            return _primitive(self.expression)

    def of_polynomial(self, a: Any, b: Any) -> Any:
        """The ball of the integral of a polynomial between finite limits; None of another function."""
        if self._primitive is None:
            return None
        from flint import acb

        with precision(EXACT):
            low, high = _end(a, EXACT), _end(b, EXACT)
            if isinstance(low, float) or isinstance(high, float):
                return None
            return self._primitive(acb(high)) - self._primitive(acb(low))

    @functools.cached_property
    def balls(self) -> Analytic:
        return Analytic(self.expression)

    @functools.cached_property
    def terms(self) -> list[tuple[int, Integrand]]:
        """The terms of a sum or difference, with their signs; none of what is no such."""
        expression = self.expression
        if not isinstance(expression, Application) or expression.operator not in (PLUS, MINUS):
            return []
        first, *others = map(Integrand, expression.operands)
        sign = 1 if expression.operator is PLUS else -1
        return [(1 if others else sign, first), *((sign, x) for x in others)]

    def number(self, a: float, b: float, tolerance: float) -> float | None:
        """The integral between two numbers where power series give it to a tolerance relative to it."""
        from flint import arb, ctx

        if self._primitive is not None or ctx.prec > BALL_BITS:
            return None
        before, ctx.prec = ctx.prec, BALL_BITS
        try:
            ball = self.whole(low := arb(a), high := arb(b))
            if ball is None:
                if (a, b, tolerance) not in self._plans:
                    while len(self._plans) >= MOST_PLANS:
                        self._plans.pop(next(iter(self._plans)), None)
                    self._plans[a, b, tolerance] = self.plan((low, high), self.singular((low, high)), tolerance / 10)
                total, places = self._plans[a, b, tolerance]
                inside = self.integral(*places)
                ball = None if inside is None else (total + inside).real
            found = None if ball is None else float(ball.mid())
            return found if found and float(ball.rad()) <= tolerance / 10 * abs(found) else None
        finally:
            ctx.prec = before

    def singular(self, ends: tuple[Any, Any]) -> list[bool]:
        from flint import acb

        return [isinstance(end, float) or not self.balls.value(acb(end), False).is_finite() for end in ends]

    def plan(self, ends: tuple[Any, Any], singular: list[bool], relative: Any) -> tuple[Any, list[Any]]:
        """The integrals between singular ends and places near them, together, not finite where they are not there."""
        from flint import acb

        total, places = acb(0), list(ends)
        for i, end in enumerate(ends):
            if singular[i]:
                try:
                    part = near_end(self.expression, UNKNOWN, end, ends[1 - i], relative)
                except DivergentError as error:
                    where = end if isinstance(end, float) else float(end)
                    raise DivergesError(_behaviour(where, error.power)) from None
                if part is None:
                    return acb(0) / 0, places
                total, places[i] = total + part.value, part.place
        return total, places


def enclosed(integrand: Integrand, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    """The ball of an integral between two balls, at the precision of the context; not finite where it is not there.

    An infinite end is a float. Towards such an end, and towards one where the function is not finite, the integral is
    that of an expansion; towards both where there is no enclosure else. So it is about places inside. What is a sum is
    enclosed term by term where that tells more.

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
    """Where the function is singular inside; None where that is not known, or nowhere.

    Raises:  DivergesError for a pole
    """
    value = integrand.balls.value
    places: list[Any] = []
    low, high = finite_window(*map(float, ends))
    for place in singular_places(value, low, high):
        if place.at is not None:
            places.append(ball_of(place.at, BITS))
            _refuse_divergence(integrand.expression, place.at)
        elif is_pole(value, place, min(place.low - low, high - place.high)):
            raise DivergesError(f"the integral does not exist: the function has a pole near {float(place.low)}")
        if place.at is None or len(places) > _MOST_PLACES:
            return None
    return places or None


def _refuse_divergence(expression: Any, place: Fraction) -> None:
    """An error where the expansions about a place tell that the integral is infinite there."""
    shifted = reduced(substitute(expression, UNKNOWN, g.add(UNKNOWN, place)))
    for side in (-1, 1):
        try:
            near_end(shifted, UNKNOWN, ball_of(0, BITS), ball_of(side, BITS), 1)
        except DivergentError as error:
            raise DivergesError(_behaviour(float(place), error.power)) from None


_MOST_PLACES = 20  # singular ones inside one interval: where there are more they are not gone through


def _between_ends(integrand: Integrand, ends: tuple[Any, Any], relative: Any, absolute: Any, most: int) -> Any:
    from flint import acb

    if not any(isinstance(end, float) for end in ends) and (found := integrand.whole(*ends)) is not None:
        return acb(found)
    singular = integrand.singular(ends)
    found = _enclosed(integrand, ends, singular, relative, absolute, most)
    if found.is_finite() or all(singular):
        return found
    return _enclosed(integrand, ends, [True, True], relative, absolute, most)


def _enclosed(
    integrand: Integrand, ends: tuple[Any, Any], singular: list[bool], relative: Any, absolute: Any, most: int
) -> Any:
    from flint import acb

    total, places = integrand.plan(ends, singular, relative)
    if not total.is_finite():
        return total
    found = integrand.integral(*places)
    if found is None:
        found = acb.integral(
            integrand.balls.value, *map(acb, places), rel_tol=relative, abs_tol=absolute, eval_limit=most
        )
    return total + found


class TooWideError(NotEnclosed):
    """The enclosure, which is given, is wider than the tolerance."""


class DivergesError(NotEnclosed):
    """The integral is infinite."""


def _behaviour(end: float, power: Fraction) -> str:
    """What a function behaves like near an end, by the power of the distance (or of its inverse, less 2)."""
    if math.isinf(end):
        return f"the integral is infinite: far away the function behaves like x^({-power - 2})"
    return f"the integral is infinite: near {end} the function behaves like t^({power}), t the distance"


def _end(limit: Any, bits: int) -> Any:
    return limit if isinstance(limit, float) and math.isinf(limit) else ball_of(limit, bits)


def by_balls(graph: Any, a: Any, b: Any, tolerance: float, least: Callable[[], float], further: bool = False) -> Any:
    """The integral of a function of traced operations, its graph, to a tolerance, from its enclosure.

    The tolerance is relative to the integral, or to the least size, which is asked for where that cannot be had.

    Raises:  NotEnclosed where there is none
    """
    integrands = [x if isinstance(x, Integrand) else Integrand(x) for x in leaves(graph)]
    polynomials = [x.of_polynomial(a, b) for x in integrands]
    with precision(BALL_BITS):
        ends, goal, most = (_end(a, BALL_BITS), _end(b, BALL_BITS)), tolerance / 10, 4 * FEW if further else FEW
        found = []
        for integrand, ball in zip(integrands, polynomials, strict=True):
            if ball is None or _radius(ball) > goal * abs(_middle(ball)):
                ball = _narrow(integrand, ends, goal, most)
            if not math.isfinite(abs(_middle(ball)) + _radius(ball)):
                raise NotEnclosed("there is no enclosure")
            if _radius(ball) > tolerance * abs(_middle(ball)):
                size = max(least(), float(abs(ball).lower()))
                wide, ball = ball, enclosed(integrand, ends, goal, goal * size / 16, most)
                if not _radius(ball) <= tolerance * max(size, abs(_middle(ball))) < math.inf:
                    raise TooWideError(wide)
            found.append(_middle(ball))
    return unflatten(iter(found), graph)


MOST_TERMS, EXACT = 100, 400  # of polynomials that are multiplied out; bits of their coefficients


_OF_POLYNOMIALS = frozenset((PLUS, MINUS, TIMES, EXPT))


def _has_only(heads: frozenset[Symbol], expression: Expression) -> bool:
    return all(x.operator in heads for x in subexpressions(expression) if isinstance(x, Application))


def _primitive(expression: Any) -> Any:
    """An integral of a polynomial in the unknown, a polynomial; None of another expression."""
    from flint import acb_poly

    if not isinstance(expression, Expression) or not _has_only(_OF_POLYNOMIALS, expression):
        return None
    evaluator = Analytic(expression)
    values: dict[Any, Any] = {UNKNOWN: acb_poly([0, 1])}
    for node, *_ in evaluator.steps:
        if not all(x in values or is_finite_number(x) for x in node.operands):
            return None
        parts = [values[x] if x in values else acb_poly([evaluator._number(x)]) for x in node.operands]
        if node.operator is EXPT:
            exponent = node.operands[1]
            if type(exponent) is not int or not 0 <= exponent * parts[0].length() <= MOST_TERMS:
                return None
            values[node] = parts[0] ** exponent
        elif sum(part.length() for part in parts) <= MOST_TERMS:
            values[node] = evaluator.table[node.operator.name](*parts)
        else:
            return None
    return values[expression].integral()


def _narrow(integrand: Integrand, ends: tuple[Any, Any], goal: float, most: int) -> Any:
    """The ball of an integral to a goal, relative to the integral where that can be had too."""
    ball = enclosed(integrand, ends, goal, goal, most)
    size = abs(ball).lower()
    if not (ball.is_finite() and 0 < size < 1 / 16):
        return ball
    again = enclosed(integrand, ends, goal, goal * size, most)
    return again if again.is_finite() else ball


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

    Scheme:  (integral-enclosure f a b [digits])
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
        graph = graph_of(f, between(low, high))
        if len(leaves(graph)) != 1:
            raise WrongTypeError(f"{name} expects a function whose values are real numbers, not tuples")
        found = _refined(graph, low, high, digits, bits)
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


def _refined(graph: Any, a: Any, b: Any, digits: int, bits: int) -> Any:
    """The ball of an integral, narrower than so many digits of it if that can be had."""
    from flint import arb

    integrand = Integrand(graph)
    for factor in (1, 2, 4):
        with precision(bits * factor + 16):
            ends = _end(a, bits * factor + 16), _end(b, bits * factor + 16)
            goal = arb(10) ** -(digits + 1)
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
