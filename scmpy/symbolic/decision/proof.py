"""Is an expression proved to be zero on its domain? By its decision form, by whole turns, and by cases of signs.

A combination d of arctangents with n d over whole multiples of them is a whole number of turns if cos(n d) = 1, which
is algebraic. If the ranges of the arctangents leave no room for a turn but the one of 0, d is zero.

Where a form has signs that are not known, inside of other functions too, it is made again in every case: cos|x| is
cos x where x is not negative and where it is not positive. Cases that contradict each other need no proof: 1 + x and
1 - x are not both negative, since their sum is 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.circular_functions import ATAN, COS, linear_terms
from scmpy.symbolic.decision.factors import factors, never_zero
from scmpy.symbolic.decision.known_signs import is_positive, note_assumptions, sign_of
from scmpy.symbolic.decision.separation import EIGHTH_TURN
from scmpy.symbolic.decision.signs import SIGN
from scmpy.symbolic.decision.zero import is_divided_by, is_zero
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.enclosure.ball import Unusable, enclosure
from scmpy.symbolic.enclosure.exact_constants import interval_of
from scmpy.symbolic.expression import OVER, PI, TIMES, Expression, Symbol, application
from scmpy.symbolic.ring import Form

#: Signs are assumed for no more polynomials at once.
MAXIMUM_CASES = 5

_MAXIMUM_PAIRED = 10  # the newest facts, among which a pair is looked for that contradict each other


def is_proved_zero(engine: Certain, expression: Any) -> str:
    """By what the expression is proved to be zero wherever it is defined; empty where it is not.

    Raises what making the decision form raises.
    """
    if engine.settled(lambda: is_zero(engine, engine.expression_form(expression))):
        return "the canonical form of the difference is 0"
    if engine.settled(lambda: _is_no_angle(engine, expression)):
        return "the difference is a whole number of turns, and less than one"
    if _is_zero_by_cases(engine, expression, MAXIMUM_CASES):
        return "the canonical form of the difference is 0 in each case of signs"
    return ""


# --- cases of signs --------------------------------------------------------------------------------------------


def _is_zero_by_cases(engine: Certain, expression: Any, depth: int) -> bool:
    """Is the expression zero in both cases of a sign that is not known, one of many perhaps?"""
    signs = (atom.operands[0] for atom in engine.tower.order if atom.operator is SIGN)
    key = next((key for key in signs if not sign_of(engine, key)), None)
    if key is None or depth == 0:
        return False
    return all(_is_zero_case(engine, {**engine.known_signs, key: s}, expression, depth) for s in (1, -1))


def _is_zero_case(engine: Certain, signs: dict[Any, int], expression: Any, depth: int) -> bool:
    """Is it zero where polynomials have these signs?"""
    case = Certain(engine.complex_domain, note_assumptions)
    case.tower.work = engine.tower.work
    case.known_signs.update(signs)
    if case.settled(lambda: _is_zero_or_no_case(case, expression)):
        return True
    return _is_zero_at_border(case, expression, depth) or _is_zero_by_cases(case, expression, depth - 1)


def _is_zero_or_no_case(engine: Certain, expression: Any) -> bool:
    form = engine.expression_form(expression)
    return is_zero(engine, form) or _is_impossible(engine) or _is_no_angle(engine, expression)


def contradict(engine: Certain, signs: dict[Any, int]) -> bool:
    """Is there no point where what an engine has learned holds, and these polynomials have these signs?"""
    if any(engine.known_signs.get(key) == -sign for key, sign in signs.items()):
        return True
    for fact in engine.facts:
        if not fact.squares and math.prod(signs.get(key, 0) for key in fact.factors) == -fact.sign:
            return True
    engine.known_signs.update(signs)
    return _is_impossible(engine)


def _is_zero_at_border(engine: Certain, expression: Any, depth: int) -> bool:
    """Where a product has to be positive or zero, and in this case is not positive: is it zero where a factor is?"""
    for fact in engine.facts:
        signs = [sign_of(engine, key) for key in fact.factors]
        if math.prod(signs) == -fact.sign:
            points = [_zero_of(engine, key) for key in (*fact.factors, *fact.squares)]
            return all(point is not None and _is_zero_at(engine, point, expression, depth) for point in points)
    return False


def _zero_of(engine: Certain, key: Any) -> dict[Any, Any] | None:
    """Where a polynomial vanishes that has a constant as its coefficient of a symbol."""
    ring, num, _ = engine.argument(key)
    for i, atom in enumerate(ring.atoms):
        parts = ring.coefficients(num, i)
        if isinstance(atom, Symbol) and set(parts) <= {0, 1} and 1 in parts and parts[1].is_constant():
            rest = parts.get(0, ring.zero) / -parts[1].leading_coefficient()
            return {atom: engine.tower.key(ring.form(rest))}
    return None


def _is_zero_at(engine: Certain, point: dict[Any, Any], expression: Any, depth: int) -> bool:
    """Is the expression zero where a symbol has this value, or defined nowhere there?"""
    if depth == 0:
        return False
    try:
        there = substitute(expression, point)
        return (not isinstance(there, Expression) and there == 0) or _is_zero_case(engine, {}, there, depth)
    except (DivisionByZeroError, DomainError):
        return True


def _is_impossible(engine: Certain) -> bool:
    """Is a sum of positive multiples of two forms, neither of them negative, less than zero?"""
    tower = engine.tower
    known = [((key,), sign) for key, sign in engine.known_signs.items()]
    known += [((*fact.factors, *fact.squares, *fact.squares), fact.sign) for fact in engine.facts]
    one = tower.constant(1)
    forms = [
        tower.scaled(reduce(tower.mul, map(engine.argument, keys), one), sign)
        for keys, sign in known[-_MAXIMUM_PAIRED:]
    ]
    return any(
        _is_less_than_zero(engine, tower.add(p, tower.scaled(q, factor)))
        for p, q in combinations(forms, 2)
        for factor in _cancelling_factors(*tower.joined((p, q)))
    )


def _cancelling_factors(p: Form, q: Form) -> Iterator[Fraction]:
    """The positive numbers c for which terms of p and c q cancel."""
    theirs = {monomial: to_fraction(coefficient) for monomial, coefficient in q.num.terms()}
    found = {-to_fraction(c) / theirs[m] for m, c in p.num.terms() if any(m) and m in theirs}
    yield from sorted(factor for factor in found if factor > 0)


def _is_less_than_zero(engine: Certain, form: Form) -> bool:
    return not form.is_zero and is_positive(engine, engine.tower.scaled(form, -1)) and _no_factor_vanishes(engine, form)


def _no_factor_vanishes(engine: Certain, form: Form) -> bool:
    return all(power < 0 or never_zero(engine, k) or is_divided_by(engine, k) for k, power in factors(engine, form)[1])


# --- whole turns -----------------------------------------------------------------------------------------------


class End(NamedTuple):
    """An end of an interval, in half turns; where it is not attained, ``beyond`` says on which side the values are."""

    value: Fraction
    beyond: int = 0


def _is_no_angle(engine: Certain, expression: Any) -> bool:
    """Is the expression a combination of arctangents that is proved to be zero?"""
    multiples, rest = linear_terms(engine.tower.rationalized(engine.expression_form(expression)), (ATAN,))
    if not multiples or not rest.is_zero or any(atom in engine.not_real for atom in multiples):
        return False
    n = math.lcm(*(multiple.denominator for multiple in multiples.values()))
    low, high = End(Fraction(0)), End(Fraction(0))
    for atom, multiple in multiples.items():
        ends = [_scaled(end, n * multiple) for end in _range(engine, atom)]
        low, high = _sum(low, min(ends)), _sum(high, max(ends))
    if low <= End(Fraction(-2)) or high >= End(Fraction(2)):
        return False
    turned = engine.expression_form(application(COS, application(TIMES, n, expression)))
    return is_zero(engine, engine.tower.sub(turned, engine.tower.constant(1)))


def _scaled(end: End, factor: Fraction) -> End:
    return End(end.value * factor, end.beyond if factor > 0 else -end.beyond)


def _sum(x: End, y: End) -> End:
    return End(x.value + y.value, x.beyond or y.beyond)


def _range(engine: Certain, atom: Any) -> tuple[End, End]:
    """The interval of the values of an arctangent."""
    half = Fraction(1, 2)
    if atom is EIGHTH_TURN:
        return End(half / 2), End(half / 2)
    if atom.constant:
        with suppress(Unusable):
            ends = interval_of(enclosure(application(OVER, atom, PI), 256)) or (Fraction(-1), Fraction(1))
            return End(ends[0]), End(ends[1])
        return End(Fraction(-1), 1), End(Fraction(1))
    y, *others = map(engine.argument, atom.operands)
    if others:
        return _range_of_two(engine, y, others[0])
    closed = atom in engine.arcsines
    low = End(Fraction(0)) if is_positive(engine, y) else End(-half, 0 if closed else 1)
    high = End(Fraction(0)) if is_positive(engine, engine.tower.scaled(y, -1)) else End(half, 0 if closed else -1)
    return low, high


def _range_of_two(engine: Certain, y: Form, x: Form) -> tuple[End, End]:
    """The interval of the values of the angle of a point (x, y): half a turn where y is zero and x negative."""
    left = is_positive(engine, engine.tower.scaled(x, -1))  # where x is positive it is an angle of the quotient
    if is_positive(engine, y):
        return End(Fraction(left, 2)), End(Fraction(1))
    if is_positive(engine, engine.tower.scaled(y, -1)) and _no_factor_vanishes(engine, y):
        return End(Fraction(-1), 1), End(Fraction(-left, 2))
    return End(Fraction(-1), 1), End(Fraction(1))
