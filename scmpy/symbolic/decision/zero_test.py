"""Is a form zero where it is defined, where does it vanish, and at which point does it not?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.registry import flint
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision, rational_between
from scmpy.symbolic.decision.algebraic import SIGN, is_algebraic_zero, never_zero, real_roots, sign_of, univariate
from scmpy.symbolic.decision.forms import DecisionForm, Fact, budget_in_force
from scmpy.symbolic.expression import Expression, Symbol, subexpressions
from scmpy.symbolic.ring import MAXIMUM_SEARCH, Form, exceeds, groebner_basis, to_flint, to_fraction, whole_terms

# --- zero ------------------------------------------------------------------------------------------------------------
# Is a decision form zero wherever it is defined?
#
# Where its numerator is zero, it is. Otherwise the domain is taken apart by the signs that are not known: on every part
# a sign is a number. A part may be excluded, because a denominator is zero there or a radicand negative; where a
# product of factors has to be positive or zero, and on this part is negative, one of the factors is zero, so that it is
# enough that each of them divides the numerator. At last, coefficients that are algebraic numbers are looked at
# exactly.

#: No more signs than this are gone through, nor more coefficients.
MAXIMUM_SIGNS = 8
_MAXIMUM_COEFFICIENTS = 100


def unknown_sign(engine: DecisionForm) -> Any:
    """A polynomial whose sign is an atom of the forms that were made, and is not known; None if there is none."""
    signs = (atom.operands[0] for atom in engine.tower.order if atom.operator is SIGN)
    return next((key for key in signs if not sign_of(engine, key)), None)


def is_zero(engine: DecisionForm, form: Form) -> bool:
    if form.is_zero:
        return True
    signs = [atom for atom in form.occurring() if atom.operator is SIGN]
    if len(signs) > MAXIMUM_SIGNS:
        return False
    return all(
        _is_zero_there(engine, form, dict(zip(signs, values, strict=True)))
        for values in product((1, -1), repeat=len(signs))
    )


def _is_zero_there(engine: DecisionForm, form: Form, signs: dict[Any, int]) -> bool:
    at = {form.ring.place[atom]: value for atom, value in signs.items()}
    num, den = form.num.subs(at), form.den.subs(at)
    if num == 0 or den == 0:
        return True
    if any(_excludes(engine, fact, signs, form, num) for fact in engine.facts):
        return True
    return _has_zero_coefficients(engine, form, num)


def _excludes(engine: DecisionForm, fact: Fact, signs: dict[Any, int], form: Form, num: Any) -> bool:
    """Does a fact contradict these signs, but for points where the numerator is zero?"""
    sign = 1
    for key in fact.factors:
        atom = next((atom for atom in signs if atom.operands[0] is key), None)
        known = sign_of(engine, key) if atom is None else signs[atom]
        if not known:
            return False
        sign *= known
    if sign == fact.sign:
        return False
    keys = (*fact.factors, *fact.squares)
    may_vanish = [key for key in keys if not (never_zero(engine, key) or is_divided_by(engine, key))]
    return fact.strict or all(_divides(engine, key, form.ring, num) for key in may_vanish)


def _divides(engine: DecisionForm, key: Any, ring: Any, num: Any) -> bool:
    factor = engine.argument(key)
    if not all(atom in ring.place for atom in factor.ring.atoms):
        return False
    return bool(divmod(num, engine.tower.into(factor, ring).num)[1] == 0)


def is_divided_by(engine: DecisionForm, key: Any) -> bool:
    """Is this a factor of something that the expression is divided by, or of its square, which has no root of it?"""
    squares = (x * x for x in engine.divisors)
    return any(_divides(engine, key, x.ring, x.num) for x in chain(engine.divisors, squares))


def _has_zero_coefficients(engine: DecisionForm, form: Form, num: Any) -> bool:
    """Are the coefficients, polynomials in algebraic constants, all zero?"""
    ring = form.ring
    constants = [i for i, atom in enumerate(ring.atoms) if atom.constant]
    if not any(num.degrees()[i] for i in constants):
        return False
    others = [i for i in range(len(ring.atoms)) if i not in constants]
    coefficients = ring.collected(num, others).values()
    if len(coefficients) > _MAXIMUM_COEFFICIENTS:
        return False
    return all(is_algebraic_zero(engine.tower.expression(ring, c), engine.complex_domain) for c in coefficients)


# --- ideals ----------------------------------------------------------------------------------------------------------
# Where some forms vanish, does another one? By Groebner bases of bounded size.
#
# The numerators of the forms and the relations of their atoms generate an ideal. A polynomial p vanishes on all its
# complex zeros, and so on the real ones, exactly if 1 is in the ideal with 1 - y p added (Rabinowitsch). Denominators,
# which are not zero where the forms are defined, are added in the same way.

#: The largest basis that is computed: polynomials, terms of each, bits of a coefficient.
LIMITS = (120, 200, 2_000)

#: No system is looked at that is over more atoms, or has more terms or a higher degree.
_MAXIMUM_ATOMS, _MAXIMUM_TERMS, _MAXIMUM_DEGREE = 16, 400, 24

_COST_OF_IDEAL = 300  # of a term of the system, in products of terms


def vanishes_with(engine: DecisionForm, form: Form, others: list[Form], defined: list[Form]) -> bool:
    """Is it proved that the form vanishes at every point where all the others do, and all that is defined is so?"""
    return have_no_common_zeros(engine, others, [form, *(x.ring.form(x.den) for x in (form, *defined))])


def have_no_common_zeros(engine: DecisionForm, zero: list[Form], nonzero: list[Form]) -> bool:
    """Is it proved that some forms nowhere vanish together where none of some others does?"""
    joined = engine.tower.joined([*zero, *nonzero])
    ring = joined[0].ring
    zero, nonzero = joined[: len(zero)], joined[len(zero) :]
    polynomials = [form.num for form in zero]
    polynomials += [ring.generators[i] ** power - value for i, (power, value) in ring.relations.items()]
    present = {i for p in polynomials for i, degree in enumerate(p.degrees()) if degree > 0}
    units = [ring.form(ring.generators[i]) for i, x in enumerate(ring.atoms) if i in present and never_zero(engine, x)]
    product = ring.one
    for each in (*nonzero, *units):
        product = product if each.num.is_constant() and each.num != 0 else ring.reduced(product * each.num)
    size = sum(map(len, polynomials)) + len(product)
    degree = max((int(p.total_degree()) for p in (*polynomials, product) if p != 0), default=0)
    if len(ring.atoms) > _MAXIMUM_ATOMS or size > _MAXIMUM_TERMS or degree > _MAXIMUM_DEGREE:
        return False
    engine.tower.spend(_COST_OF_IDEAL * size)
    return _have_no_common_zero(len(ring.atoms), polynomials, product)


def _have_no_common_zero(atoms: int, polynomials: list[Any], nonzero: Any) -> bool:
    """Have the polynomials no common zero where one more is not zero? False also where the basis grows too large."""
    system = [{(*m, 0): c for m, c in whole_terms(p).items()} for p in polynomials if p != 0]
    inverse = {(*m, 1): -c for m, c in whole_terms(nonzero).items()} | {(0,) * (atoms + 1): 1}
    basis = groebner_basis([*system, inverse], atoms + 1, flint.Ordering.degrevlex, LIMITS)
    return basis is not None and any(p.is_constant() and p != 0 for p in basis)


# --- witness ---------------------------------------------------------------------------------------------------------
# The search for a point of the common domain, and for one where two expressions differ.
#
# Points are tried at random; then along lines, one symbol at a time, on both sides of the real roots of the critical
# polynomials (what stands under roots and in denominators, or has a sign that matters) and on a grid of all scales. So
# an expression in one symbol is tried in every interval between such roots, however narrow. The work is bounded.

_LEAST_POINTS = 3  # are tried of any expression, whatever they cost

COST_OF_EVALUATION = 20  # of a node, in products of terms
_PRECISIONS = (64, 256, 1024)

#: Seeds of random points, and the bits to evaluate with there: before anything is proved, and where nothing has been.
FIRST_TRIES: list[tuple[int, Sequence[int]]] = [(seed, _PRECISIONS[:1]) for seed in range(8)]
FURTHER_TRIES: list[tuple[int, Sequence[int]]] = [
    (0, (256, 1024, 4096)),
    *((seed, _PRECISIONS[1:]) for seed in (1, 2)),
    *((seed, _PRECISIONS[:1]) for seed in range(8, 12)),
]
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
    bits: int


class Place(NamedTuple):
    """A point, with what was solved for, and the literal functions of a seed, whose derivatives have such orders.

    Expressions that differ there are told apart with so many bits.
    """

    point: Point
    seed: int
    order: int
    solved: tuple[tuple[Expression, Any], ...] = ()
    bits: int = 64

    def enclosure(self, expression: Any) -> Any:
        """The ball of a real expression; None where it has no value, or depends on something else."""
        try:
            evaluator = Evaluator(substitute(expression, dict(self.solved)))
        except (DivisionByZeroError, DomainError):
            return None
        evaluator.order = max(self.order, evaluator.order)
        with precision(self.bits):
            try:
                return evaluator.at(self.point, self.seed)[0] if set(evaluator.symbols) <= self.point.keys() else None
            except PointRejected:
                return None


class Search:
    """The points tried for one pair of expressions."""

    def __init__(self, a: Any, b: Any, complex_domain: bool) -> None:
        assumed = _concerning(a, b)
        self.evaluator = Evaluator(a, b, *assumed, complex_domain=complex_domain)
        self.facts = list(assumed.values())
        self.declared = [symbol for symbol in self.evaluator.symbols if symbol.facts]
        self.work = 0
        self.budget = budget_in_force()
        self.tried = 0
        self.usable = False  # has any point been in the common domain?

    def at_random(self, tries: Sequence[tuple[int, Sequence[int]]] = FIRST_TRIES + FURTHER_TRIES) -> Difference | None:
        """Try a few points anywhere."""
        found = (self._try(self.random_point(seed), seed, bits) for seed, bits in tries)
        return next(filter(None, found), None)

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
        return (exceeds(self.work, MAXIMUM_SEARCH) or self.budget.left < 0) and self.tried >= _LEAST_POINTS

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
        for bits in precisions:
            if self.exhausted:
                return None
            found = self._values(point, seed, bits)
            if found is not None and not (difference := found[0] - found[1]).contains(0):
                return Difference(point, seed, difference, bits)
        return None

    def signs_seen(self, seeds: int) -> set[int]:
        """Signs that the first expression has for certain, at some points where both are defined."""
        values = (self._values(self.random_point(seed), seed, _PRECISIONS[0]) for seed in range(seeds))
        return {1 if found[0] > 0 else -1 for found in values if found is not None and not found[0].contains(0)}

    def _values(self, point: Point, seed: int, bits: int) -> tuple[Any, Any] | None:
        """The enclosures of the two expressions at a point; None where one has no value, or a fact may not hold."""
        if not all(has_facts(point[symbol], symbol.facts) for symbol in self.declared):
            return None
        cost = (1 + len(self.evaluator.steps)) * (1 + bits // 256)
        self.work += cost
        self.budget.left -= cost * COST_OF_EVALUATION
        self.tried += 1
        with precision(bits):
            try:
                a, b, *assumed = self.evaluator.at(point, seed)
            except PointRejected:
                return None
            if not all(map(has_facts, assumed, self.facts)):
                return None
            self.usable = True
            return a, b


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
    found = {Fraction(0)}
    for form in critical:
        if symbol in form.ring.place and all(atom in point for atom in form.ring.atoms):  # π is in none
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
