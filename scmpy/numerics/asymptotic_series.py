"""Expansions of functions about a place where they may be singular, with a remainder: sums of powers and logarithms.

In the distance t from the place, 0 < t <= delta < 1, a value is enclosed as

    exp(sum of g_p t^p) (sum of c_jk t^j log(t)^k + R t^r),    p < 0,

for rational exponents p and j, whole k, and balls g_p, c_jk and R. Terms beyond an order go into the remainder. All
operations enclose: what has no such expansion, or none that can be told, is :class:`Unusable`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import ScmpyError
from scmpy.generic.elementary import fill, record_of
from scmpy.registry import flint
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.expression import Application, Head, Symbol
from scmpy.symbolic.real_numbers import is_finite_number
from scmpy.symbolic.ring import to_flint

#: A power of the distance, and one of its logarithm.
Exponents = tuple[Fraction, int]

ZERO, ONE = Fraction(0), Fraction(1)
HALF = Fraction(1, 2)
MOST_TERMS = 60  # of a series
MOST_LOGARITHMS = 64  # the highest power of log(t)
DECAY = 64  # what decays exponentially is enclosed by this power of t, at most


def _ball(x: Fraction) -> Any:
    return flint.arb(to_flint(x))


def _up_to(most: Any) -> Any:
    half = most.upper() / 2
    return half + flint.arb(0, half.upper())


class Range:
    """The distances 0 < t <= delta, and how many orders are kept above the lowest one."""

    def __init__(self, delta: Any, orders: int) -> None:
        self.delta, self.orders = delta, orders
        self.log = delta.log()

    def power(self, j: Fraction) -> Any:
        return self.delta ** _ball(j)

    def span(self, j: Fraction, k: int) -> Any:
        """A ball around all values of t^j log(t)^k: unbounded ones have none."""
        if j < 0 or (j == 0 and k):
            raise PointRejected
        if not j:
            return flint.arb(1)
        most = self.power(j) * abs(self.log) ** k
        if k and not -self.log > flint.arb(k) * j.denominator / j.numerator:  # the largest may be at t = exp(-k / j)
            most = (flint.arb(k) * j.denominator / j.numerator / flint.arb(1).exp()) ** k
        return _up_to(most) * (-1) ** k

    def integral(self, j: Fraction, k: int) -> Any:
        """The integral of t^j log(t)^k from 0 to delta."""
        q = j + 1
        if q <= 0:
            raise PointRejected
        slope = _ball(q)
        terms = ((-1) ** i * math.perm(k, i) * self.log ** (k - i) / slope ** (i + 1) for i in range(k + 1))
        return self.power(q) * sum(terms, _ball(ZERO))


def _drop_zeros(terms: Mapping[Any, Any]) -> dict[Any, Any]:
    """The terms without exact zeros. (A ball around 0 is neither equal to 0 nor different from it.)"""
    return {key: c for key, c in terms.items() if not c == 0}  # noqa: SIM201


class Expansion:
    __slots__ = ("growth", "order", "range", "rest", "terms")

    def __init__(
        self,
        range_: Range,
        terms: Mapping[Exponents, Any],
        order: Fraction = ZERO,
        rest: Any = 0,
        growth: Mapping[Fraction, Any] | None = None,
    ) -> None:
        self.range, self.growth, self.terms = range_, _drop_zeros(growth or {}), _drop_zeros(terms)
        limit = min((j for j, _ in self.terms), default=order) + range_.orders
        if rest == 0:
            order = limit
        self.order = min(order, limit)  # the remainder is a ball times t^order
        self.rest = rest * range_.span(order - self.order, 0)
        for key in [key for key in self.terms if key[0] > self.order or key == (self.order, 0)]:
            self.rest += self.terms.pop(key) * range_.span(key[0] - self.order, key[1])

    @property
    def is_exact(self) -> bool:
        return bool(self.rest == 0)

    def is_finite(self) -> bool:
        """What has no finite value is refused when it is made."""
        return True

    # -- what is known of the value -------------------------------------------------------------------------------

    def lowest(self) -> Fraction:
        return min((j for j, _ in self.terms), default=self.order)

    def floor(self) -> Fraction:
        """An exponent by which the value, without its growth, can be divided and be bounded."""
        low = self.lowest()
        return low - HALF if any(j == low and k for j, k in self.terms) else low

    def around(self, shift: Fraction) -> Any:
        """A ball around all values, without the growth, divided by a power of t."""
        total = sum((c * self.range.span(j - shift, k) for (j, k), c in self.terms.items()), _ball(ZERO))
        return total if self.is_exact else total + self.rest * self.range.span(self.order - shift, 0)

    def leading(self) -> tuple[Fraction, Any]:
        """The lowest exponent and its coefficient, which is a number other than 0 for certain."""
        low = self.lowest()
        at_low = {k: c for (j, k), c in self.terms.items() if j == low}
        if set(at_low) != {0} or self.order <= low or at_low[0].contains(0):
            raise PointRejected
        return low, at_low[0]

    # -- arithmetic -----------------------------------------------------------------------------------------------

    def made(self, terms: Mapping[Exponents, Any], order: Fraction, rest: Any) -> Expansion:
        """Another value with the same growth."""
        return Expansion(self.range, terms, order, rest, self.growth)

    def plain(self) -> Expansion:
        """The value without its growth."""
        return Expansion(self.range, self.terms, self.order, self.rest)

    def scaled(self, factor: Any, shift: Fraction = ZERO) -> Expansion:
        terms = {(j + shift, k): c * factor for (j, k), c in self.terms.items()}
        return self.made(terms, self.order + shift, self.rest * factor)

    def __neg__(self) -> Expansion:
        return self.scaled(-1)

    def __sub__(self, other: Expansion) -> Expansion:
        return self + -other

    def __rtruediv__(self, one: int) -> Expansion:
        return self**-ONE

    def __truediv__(self, other: Expansion) -> Expansion:
        return self * other**-ONE

    def __add__(self, other: Expansion) -> Expansion:
        """The sum; of two values that grow differently the smaller one is a small part of the other."""
        difference = _sum_of_growths(other.growth, self.growth, -1)
        if difference:
            leading = difference[min(difference)]  # of the lowest power: what grows towards the place dominates
            if leading.contains(0):
                raise PointRejected
            if leading > 0:
                return other + self
            small = _decaying(difference, self.range) * other.plain()
            return self + Expansion(self.range, small.terms, small.order, small.rest, self.growth)
        terms = dict(self.terms)
        for key, c in other.terms.items():
            terms[key] = terms[key] + c if key in terms else c
        order, span = min(self.order, other.order), self.range.span
        rest = self.rest * span(self.order - order, 0) + other.rest * span(other.order - order, 0)
        return self.made(terms, order, rest)

    def __mul__(self, other: Expansion) -> Expansion:
        inexact = [x.order + y.floor() for x, y in ((self, other), (other, self)) if not x.is_exact]
        limit = min([self.lowest() + other.lowest() + self.range.orders, *inexact])
        terms: dict[Exponents, Any] = {}
        rest = 0 if self.is_exact else self.rest * other.around(limit - self.order)
        if not other.is_exact:
            rest += other.rest * Expansion(self.range, self.terms).around(limit - other.order)
        for (j, k), c in self.terms.items():
            for (m, n), d in other.terms.items():
                key = (j + m, k + n)
                if key[0] > limit:
                    rest += c * d * self.range.span(key[0] - limit, key[1])
                elif key[1] > MOST_LOGARITHMS:
                    raise PointRejected
                else:
                    terms[key] = terms[key] + c * d if key in terms else c * d
        return Expansion(self.range, terms, limit, rest, _sum_of_growths(self.growth, other.growth, 1))

    def __pow__(self, y: Fraction) -> Expansion:
        """A rational power of a positive value; a whole one of a negative value too."""
        if y.denominator == 1 and 0 <= y <= MOST_TERMS:
            return math.prod([self] * int(y), start=constant(self.range, _ball(ONE)))
        low, c = self.leading()
        if c < 0 and y.denominator != 1:
            raise PointRejected
        head = c ** int(y) if y.denominator == 1 else c ** _ball(y)
        h = self.plain().scaled(1 / c, -low).without_constant()
        grown = Expansion(self.range, {(ZERO, 0): head}, growth={p: g * _ball(y) for p, g in self.growth.items()})
        return (grown * composed(lambda z: (1 + z) ** _ball(y), _ball(ZERO), h)).scaled(1, low * y)

    def without_constant(self) -> Expansion:
        return self.made({key: c for key, c in self.terms.items() if key != (ZERO, 0)}, self.order, self.rest)

    def settled(self) -> Expansion:
        """The value without growth: what decays is a small remainder."""
        if not self.growth:
            return self
        return _decaying(self.growth, self.range) * self.plain()

    def integral(self) -> Any:
        """The integral over all distances.

        Raises:  DivergentError where it is infinite for certain
        """
        value = self.settled()
        low = value.lowest()
        if low <= -1:
            value.leading()
            raise DivergentError(low)
        total = sum((c * self.range.integral(j, k) for (j, k), c in value.terms.items()), _ball(ZERO))
        return total + value.rest * self.range.integral(value.order, 0)


class DivergentError(Exception):
    """An integral is infinite: the value behaves like a power of t."""

    def __init__(self, power: Fraction) -> None:
        super().__init__(power)
        self.power = power


def distance(range_: Range) -> Expansion:
    return Expansion(range_, {(ONE, 0): _ball(ONE)})


def constant(range_: Range, c: Any) -> Expansion:
    return Expansion(range_, {(ZERO, 0): c})


# -- exponential growth --------------------------------------------------------------------------------------------


def _sum_of_growths(one: Mapping[Fraction, Any], other: Mapping[Fraction, Any], sign: int) -> dict[Fraction, Any]:
    found = dict(one)
    for p, g in other.items():
        found[p] = found[p] + sign * g if p in found else sign * g
    return _drop_zeros(found)


def _decaying(growth: Mapping[Fraction, Any], range_: Range) -> Expansion:
    p = min(growth)
    rate = growth[p] + sum((abs(g) * range_.power(q - p) for q, g in growth.items() if q != p), _ball(ZERO))
    return decay(rate, p, range_)


def decay(rate: Any, p: Fraction, range_: Range) -> Expansion:
    """exp of what is at most rate t^p, rate and p negative: for n small enough, t^-n exp(...) is largest at delta."""
    if not rate < 0:
        raise PointRejected
    steepest = (-_ball(p) * -rate * range_.power(p)).lower().floor()
    n = min(DECAY, int(steepest.unique_fmpz())) if steepest.is_exact() and steepest >= 0 else 0
    most = (rate * range_.power(p)).exp() * range_.power(Fraction(-n))
    return Expansion(range_, {}, Fraction(n), _up_to(most))


# -- functions -----------------------------------------------------------------------------------------------------


def _coefficients(series: Callable[[Any], Any], at: Any, count: int) -> list[Any]:
    before, flint.ctx.cap = flint.ctx.cap, count
    try:
        found = series(flint.arb_series([at, flint.arb(1)], count))
        coefficients = [found[i] for i in range(count)]
    finally:
        flint.ctx.cap = before
    if not all(c.is_finite() for c in coefficients):
        raise PointRejected
    return coefficients


def composed(series: Callable[[Any], Any], centre: Any, h: Expansion) -> Expansion:
    """An analytic function, given as one of series, of a number plus what vanishes at the place, or is bounded."""
    range_ = h.range
    low = h.floor()
    if low < 0:
        raise PointRejected
    if not h.terms and h.is_exact:
        return constant(range_, _coefficients(series, centre, 1)[0])
    steps = min(MOST_TERMS, math.ceil(Fraction(range_.orders) / low)) if low > 0 else 0
    around = _coefficients(series, centre + h.around(ZERO), steps + 1)[steps]
    near = _coefficients(series, centre, steps) if steps else []
    found = Expansion(range_, {}, ZERO, around)
    for i in reversed(range(steps)):
        found = found * h + constant(range_, near[i])
    return found


def exponential(a: Expansion) -> Expansion:
    """exp of a value that may be infinite at the place."""
    range_ = a.range
    a = a.settled()
    low = a.lowest()
    growth = {j: c for (j, k), c in a.terms.items() if j < 0 and not k}
    wild = any((j < 0 and k) or (j == 0 and k > 1) for j, k in a.terms) or (a.order < 0 and not a.is_exact)
    if wild:
        return decay(_steepness(a, low), low, range_)
    power = a.terms.get((ZERO, 1))
    exponent = ZERO if power is None else exact(power)
    tail = {key: c for key, c in a.terms.items() if key[0] > 0}
    h = Expansion(range_, tail, a.order, a.rest)
    centre = a.terms.get((ZERO, 0), _ball(ZERO))
    found = composed(lambda z: z.exp(), centre, h).scaled(1, exponent)
    return Expansion(range_, found.terms, found.order, found.rest, growth)


def _steepness(a: Expansion, low: Fraction) -> Any:
    """An upper bound of a value divided by a power of t, where its logarithms to that power are negative."""
    steepest = {(j, k): c * (-1) ** k for (j, k), c in a.terms.items() if j == low and k}
    if not all(c < 0 for c in steepest.values()):
        raise PointRejected
    others = a.made({key: c for key, c in a.terms.items() if key not in steepest}, a.order, a.rest)
    logarithms = (c * abs(a.range.log) ** k for (_, k), c in steepest.items())  # at delta they are nearest to 0
    return (others.around(low) + sum(logarithms, _ball(ZERO))).upper()


def exact(x: Any) -> Fraction:
    """The rational number that a ball without a radius is."""
    if not x.is_exact():
        raise PointRejected
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def logarithm(a: Expansion) -> Expansion:
    """log of a value that may be 0 or infinite at the place."""
    low, c = a.leading()
    if not c > 0:
        raise PointRejected
    h = a.plain().scaled(1 / c, -low).without_constant()
    found = composed(lambda z: (1 + z).log(), _ball(ZERO), h)
    linear = {(ZERO, 1): _ball(low), (ZERO, 0): c.log(), **{(p, 0): g for p, g in a.growth.items()}}
    return found + Expansion(a.range, linear)


def bounded(a: Expansion, series: Callable[[Any], Any]) -> Expansion:
    """An analytic function of a value that is bounded."""
    a = a.settled()
    if a.lowest() < 0:
        raise PointRejected
    return composed(series, a.terms.get((ZERO, 0), _ball(ZERO)), a.without_constant())


def wave(a: Expansion, series: Callable[[Any], Any]) -> Expansion:
    """sin or cos."""
    try:
        return bounded(a, series)
    except PointRejected:
        return Expansion(a.range, {}, ZERO, flint.arb(0, 1))


def arctangent(a: Expansion) -> Expansion:
    """atan, of what is infinite too."""
    try:
        return bounded(a, lambda z: z.atan())
    except PointRejected:
        if a.growth:
            raise
        _, c = a.leading()
        right = constant(a.range, flint.arb.pi() / 2 * (1 if c > 0 else -1))
        return right - bounded(1 / a, lambda z: z.atan())


def absolute(a: Expansion) -> Expansion:
    """The absolute value, where the sign is certain near the place."""
    _, c = a.leading()
    if a.plain().around(a.lowest()).contains(0):
        raise PointRejected
    return a if c > 0 else -a


# --- ends ------------------------------------------------------------------------------------------------------------
# Enclosures of integrals between a place where a function may be singular, or infinity, and a place near it.
#
# The graph of the function's operations is expanded about the place, and the expansion integrated term by term. Near
# enough means where its remainder is as small as is asked for.

#: How near the places are that are tried: as powers of 2, of the length of the interval; to infinity, of 1.
NEARNESS = (-1, -6, -9, -13, -20, -32, -50)


class Part(NamedTuple):
    """The integral between an end and a place near it."""

    value: Any
    place: Any


class Expanded(Evaluator):
    def __init__(self, range_: Range, expression: Any) -> None:
        self.range = range_
        super().__init__(expression)

    def _number(self, value: Any) -> Any:
        if isinstance(value, Expansion):
            return value
        return constant(self.range, super()._number(value))

    def _pi(self) -> Any:
        return constant(self.range, super()._pi())

    def _constant(self, node: Application, function: Callable[..., Any], operands: list[Any], values: list[Any]) -> Any:
        return function(*values)

    def _elementary(self, node: Application) -> tuple[Callable[..., Any] | None, list[Any]]:
        operands = list(node.operands)
        if node.operator is Head.EXPT and is_finite_number(operands[1]):
            exponent = Fraction(operands[1])
            return lambda a: a**exponent, operands[:1]
        if node.operator is Head.EXPT:
            return lambda a, y: exponential(logarithm(a) * y), operands
        record = record_of(node.operator, len(operands))
        if record is None:
            return self.table.get(getattr(node.operator, "name", ""), _unknown), operands
        if record.expansion is not None:
            return record.expansion, operands
        if record.definition is not None:
            return lambda value: value, [record.definition(*operands)]
        return _unknown, operands

    def value(self, unknown: Symbol, at: Expansion) -> Expansion:
        found: Expansion = self.at({unknown: at})[0]
        return found


def _unknown(*values: Any) -> Any:
    raise PointRejected


def _hyperbolic(sign: int) -> Callable[[Expansion], Expansion]:
    def function(a: Expansion) -> Expansion:
        return (exponential(a) + exponential(-a).scaled(sign)).scaled(0.5)

    return function


for _name, _expansion in {
    "sqrt": lambda a: a**HALF,
    "exp": exponential,
    "log": logarithm,
    "sin": lambda a: wave(a, lambda z: z.sin()),
    "cos": lambda a: wave(a, lambda z: z.cos()),
    "atan": arctangent,
    "asin": lambda a: bounded(a, lambda z: z.asin()),
    "acos": lambda a: bounded(a, lambda z: z.acos()),
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
    "abs": absolute,
}.items():
    fill(_name, expansion=_expansion)


def near_end(expression: Any, unknown: Symbol, end: Any, other: Any, goal: Any) -> Part | None:
    """The integral from an end to a place near it on the way to the other one; None where it is not enclosed.

    An infinite end, the upper one, is a float. The places are tried from the far ones on, until the enclosure is as
    narrow as the goal.

    Raises:  DivergentError where the integral is infinite for certain
    """
    orders = min(MOST_TERMS // 2, flint.ctx.prec // 6 + 2)
    is_infinite = isinstance(end, float)
    length = flint.arb(1) if isinstance(other, float) else abs(other) + 1 if is_infinite else abs(other - end)
    best: Part | None = None
    for nearness in NEARNESS:
        delta = flint.arb(2) ** nearness * (1 / length if is_infinite else length.min(1))
        part = _part(expression, unknown, end, 1 if end < other else -1, Range(delta, orders))
        if part is not None and (best is None or part.value.rad() < best.value.rad()):
            best = part
        if best is not None and best.value.rad() <= goal * abs(best.value).upper().max(1):
            break
    return best


def _part(expression: Any, unknown: Symbol, end: Any, sign: int, range_: Range) -> Part | None:
    t = distance(range_)
    try:
        evaluator = Expanded(range_, expression)
        if isinstance(end, float):
            value = evaluator.value(unknown, 1 / t).scaled(1, -2 * ONE)
            place = 1 / range_.delta
        else:
            value = evaluator.value(unknown, constant(range_, end) + t.scaled(sign))
            place = end + sign * range_.delta
        found = value.integral()
    except (PointRejected, ScmpyError, ValueError, ArithmeticError):
        return None
    return Part(found, place) if found.is_finite() else None
