"""The search for a point of the common domain, and for one where two expressions differ.

Points are tried at random; then along lines, one symbol at a time, on both sides of the real roots of the critical
polynomials (what stands under roots and in denominators, or has a sign that matters) and on a grid of all scales. So
an expression in one symbol is tried in every interval between such roots, however narrow. The work is bounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.univariate import real_roots, univariate
from scmpy.symbolic.domains import to_flint, to_fraction
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.enclosure.stand_ins import rational_between
from scmpy.symbolic.expression import Expression, Symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.ring import Form
from scmpy.symbolic.work_limits import MAXIMUM_SEARCH, exceeds

_LEAST_POINTS = 3  # are tried of any expression, whatever they cost

_PRECISIONS = (64, 256, 1024)
_RANDOM_POINTS = 12
_LINES = 3  # for each symbol
_MAXIMUM_SYMBOLS = 8  # along whose axes
_MAXIMUM_CRITICAL = 40  # polynomials
_GRID = sorted(
    {Fraction(n, 4) for n in range(-16, 17)} | {sign * Fraction(2) ** k for k in range(-20, 21, 4) for sign in (-1, 1)}
)

Point = dict[Symbol, Fraction]


class Difference(NamedTuple):
    """A point where two expressions differ: by this ball."""

    point: Point
    seed: int  # of the literal functions
    ball: Any


class Place(NamedTuple):
    """A point, with what was solved for, and the literal functions of a seed, whose derivatives have such orders."""

    point: Point
    seed: int
    order: int
    solved: tuple[tuple[Expression, Any], ...] = ()

    def enclosure(self, expression: Any) -> Any:
        """The ball of a real expression; None where it has no value, or depends on something else."""
        evaluator = Evaluator(substitute(expression, dict(self.solved)))
        evaluator.order = max(self.order, evaluator.order)
        with precision(_PRECISIONS[0]):
            try:
                return evaluator.at(self.point, self.seed)[0] if set(evaluator.symbols) <= self.point.keys() else None
            except Unusable:
                return None


class Search:
    """The points tried for one pair of expressions."""

    def __init__(self, a: Any, b: Any, complex_domain: bool) -> None:
        assumed = _concerning(a, b)
        self.evaluator = Evaluator(a, b, *assumed, complex_domain=complex_domain)
        self.facts = list(assumed.values())
        self.declared = [symbol for symbol in self.evaluator.symbols if symbol.facts]
        self.work = 0
        self.tried = 0
        self.usable = False  # has any point been in the common domain?

    def at_random(self) -> Difference | None:
        """Try a few points anywhere."""
        for seed in range(_RANDOM_POINTS):
            found = self._try(self.random_point(seed), seed, _PRECISIONS[: 3 if seed < 3 else 1])
            if found:
                return found
        return None

    def along_lines(self, critical: list[Form]) -> Difference | None:
        """Try points on lines along the axes, between the critical points."""
        symbols = self.evaluator.symbols[:_MAXIMUM_SYMBOLS]
        for seed in range(_LINES):
            for symbol in symbols:
                if self.exhausted:
                    return None
                base = self.random_point(seed)
                for value in [*_between(_critical_values(critical[:_MAXIMUM_CRITICAL], symbol, base)), *_GRID]:
                    point = {**base, symbol: value}
                    found = self._try(point, seed, _PRECISIONS[:2])
                    if found:
                        return found
        return None

    @property
    def exhausted(self) -> bool:
        """Has enough been tried?"""
        return exceeds(self.work, MAXIMUM_SEARCH) and self.tried >= _LEAST_POINTS

    def random_point(self, seed: int) -> Point:
        """A point that is a function of the seed alone, of one of several scales, in the positive part or anywhere."""
        scale = (Fraction(1), Fraction(1, 8), Fraction(1), Fraction(64))[seed // 2 % 4]
        return {symbol: self._value(symbol, seed, scale) for symbol in self.evaluator.symbols}

    def _value(self, symbol: Symbol, seed: int, scale: Fraction) -> Fraction:
        value = scale * rational_between(seed, "symbol", symbol.name)
        value = abs(value) if seed % 2 == 0 else value
        facts = symbol.facts
        if "integer" in facts:
            value = Fraction(math.ceil(abs(value))) * (1 if value > 0 else -1)
            value = 2 * value if "even" in facts else 2 * value + 1 if "odd" in facts else value
        if "nonnegative" in facts or "nonpositive" in facts:
            value = abs(value) if "nonnegative" in facts else -abs(value)
        return value

    def _try(self, point: Point, seed: int, precisions: Iterable[int]) -> Difference | None:
        """Evaluate at a point with more and more bits until the difference is not zero."""
        if not all(has_facts(point[symbol], symbol.facts) for symbol in self.declared):
            return None
        for bits in precisions:
            if self.exhausted:
                return None
            self.work += (1 + len(self.evaluator.steps)) * (1 + bits // 256)
            self.tried += 1
            with precision(bits):
                try:
                    a, b, *assumed = self.evaluator.at(point, seed)
                except Unusable:
                    continue
                if not all(map(has_facts, assumed, self.facts)):
                    continue
                self.usable = True
                difference = a - b
                if not difference.contains(0):
                    return Difference(point, seed, difference)
        return None


def has_facts(value: Any, facts: frozenset[str]) -> bool:
    """Do the facts hold of a value, a rational or a ball, provably?"""
    value = getattr(value, "real", value)
    whole = value.denominator == 1 if isinstance(value, Fraction) else value.is_integer()
    half = value / 2
    even = half.denominator == 1 if isinstance(half, Fraction) else half.is_integer()
    tests = {
        "positive": value > 0,
        "negative": value < 0,
        "nonnegative": value >= 0,
        "nonpositive": value <= 0,
        "nonzero": value > 0 or value < 0,
        "integer": whole,
        "rational": whole or isinstance(value, Fraction),
        "even": even,
        "odd": whole and not even,
    }
    return all(tests.get(fact, True) for fact in facts)


def _critical_values(critical: list[Form], symbol: Expression, point: Point) -> list[Fraction]:
    """The real roots of polynomials on the line along one symbol."""
    found = {Fraction(0)}
    for form in critical:
        if symbol in form.ring.place and all(isinstance(atom, Symbol) for atom in form.ring.atoms):
            found.update(_roots(form, symbol, point))
    return sorted(found)


def _roots(form: Form, symbol: Expression, point: Point) -> Iterator[Fraction]:
    place = form.ring.place[symbol]
    if form.num.degrees()[place] > 40:
        return
    others = {i: to_flint(point[atom]) for i, atom in enumerate(form.ring.atoms) if i != place}  # type: ignore[index]
    polynomial = univariate(form.num.subs(others), place)
    if polynomial.degree() < 1:
        return
    for factor, _ in polynomial.factor()[1]:
        for root in real_roots(factor):
            yield root if isinstance(root, Fraction) else to_fraction(root.mid().fmpq())


def _concerning(*expressions: Any) -> dict[Expression, frozenset[str]]:
    """What is assumed of the symbols of these expressions, or together with them, of others."""
    pending = {x: (facts, _symbols(x)) for x, facts in assumptions_in_force().items() if facts}
    met, found = _symbols(*expressions), {}
    while touched := [x for x, (_, symbols) in pending.items() if symbols & met]:
        for x in touched:
            found[x], symbols = pending.pop(x)
            met |= symbols
    return found


def _symbols(*expressions: Any) -> set[Expression]:
    return {node for node in subexpressions(*expressions) if isinstance(node, Symbol)}


def _between(values: list[Fraction]) -> Iterator[Fraction]:
    """The critical values, and binary fractions on all sides of them."""
    yield from (values[0] - 1, values[-1] + 1)
    for left, right in pairwise(values):
        yield _simple_between(left, right)
    yield from values


def _simple_between(left: Fraction, right: Fraction) -> Fraction:
    """A binary fraction with few digits near the middle of an interval."""
    bits = max(0, 3 + int(1 / (right - left)).bit_length())
    return Fraction(round((left + right) / 2 * 2**bits), 2**bits)
