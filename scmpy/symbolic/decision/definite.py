"""Where a polynomial in atoms vanishes, by its shape: sums of squares, functions of shifted symbols, growing ones.

A positive semidefinite form b^T Q b in monomials b is sum d_i l_i^2, by Q = L D L^T over the rationals: it vanishes
where all l_i do. One in u of the degree n, without its power n - 1 as one in u + b, is looked at as such. What grows
strictly with a symbol, whatever the others are, vanishes at one value of it at most. Products of exponentials are equal
where the sums of the exponents are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.elementary import Interval, record_of
from scmpy.generic.numbers import is_exact
from scmpy.generic.types import is_number
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.assumptions import REAL, assumptions_in_force, facts_of, known
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.canonical import NotFinite, is_arithmetic
from scmpy.symbolic.decision.algebraic import (
    ENTIRE,
    ON_INTERVAL,
    SIGN,
    Monomial,
    factors,
    has_no_roots,
    is_positive,
    never_zero,
    range_of,
    squares,
    terms_of,
)
from scmpy.symbolic.decision.forms import FORMAL_LOG, UNSETTLED, DecisionForm
from scmpy.symbolic.decision.zero_test import Search, is_zero
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    fold,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.ring import Form, factored, is_finite, to_flint

_MOST_TERMS, _MOST_TERMS_OF_SHIFTED = 40, 1_000

_LOOKS = 4  # for signs, before they are proved
_MOST_NODES, _MOST_SYMBOLS, _MOST_SIGNS = 120, 5, 4  # of an expression that is looked at as a function of one symbol

_FROM_ZERO = Interval(0, math.inf, "[)")
_SIGNED = frozenset(["positive", "negative", "nonnegative", "nonpositive"])


def ways_by_shape(engine: DecisionForm, p: Form) -> list[list[Form]] | None:
    """Forms of which some vanish together exactly where an irreducible polynomial does; None if its shape says none."""
    linear = p.num.total_degree() == 1 and all(isinstance(atom, Symbol) for atom in p.occurring())
    if linear or not engine.any_sign.isdisjoint(p.ring.atoms):
        return None
    for way in (_equal_exponentials, _of_omega, _sum_of_squares, _by_values) if len(p.num) <= _MOST_TERMS else ():
        found = way(engine, p)
        if found is not None:
            return [found]
    return _of_shifted(engine, p) if len(p.num) <= _MOST_TERMS_OF_SHIFTED else None


def _by_values(engine: DecisionForm, p: Form) -> list[Form] | None:
    shown = engine.shown_form(p)
    if any(x.operator in (SIGN, FORMAL_LOG) for x in subexpressions(shown)):
        return None
    parts = parts_where_zero(shown) or parts_where_zero(_over_exponentials(engine, p))
    return None if parts is None else [engine.expression_form(x) for x in parts]


def _over_exponentials(engine: DecisionForm, p: Form) -> Any:
    """A polynomial over the root of the highest powers of exponentials: of e^(2x) + 1 that is 2 cosh x."""
    degrees = list(map(int, p.num.degrees()))

    def power(atom: Expression, n: int, degree: int) -> Any:
        if atom.operator is not Head.EXP:
            return g.expt(engine.shown(atom), n)
        return g.exp(g.mul(Fraction(2 * n - degree, 2), engine.shown(atom.operands[0])))

    if not any(n for atom, n in zip(p.ring.atoms, degrees, strict=True) if atom.operator is Head.EXP):
        return 0
    factors = ((c, map(power, p.ring.atoms, m, degrees)) for m, c in terms_of(p).items())
    return reduce(g.add, (reduce(g.mul, powers, c) for c, powers in factors))


def _polynomial(p: Form, terms: dict[Monomial, Fraction]) -> Form:
    polynomial = p.ring.context.from_dict({monomial: to_flint(c) for monomial, c in terms.items()})
    return p.ring.form(p.ring.reduced(polynomial))


# --- exponentials ----------------------------------------------------------------------------------------------


def _equal_exponentials(engine: DecisionForm, p: Form) -> list[Form] | None:
    terms = terms_of(p)
    if len(terms) != 2 or any(atom.operator is not Head.EXP for atom in p.occurring()):
        return None
    (one, a), (other, b) = terms.items()
    if a * b > 0:
        return None
    tower = engine.tower
    total = tower.constant(0) if a == -b else engine.expression_form(application(Head.LOG, -a / b))
    for atom, n, m in zip(p.ring.atoms, one, other, strict=True):
        if n != m:
            total = total + (n - m) * engine.argument(atom.operands[0])
    return [total] if total.is_polynomial else None


def _of_omega(engine: DecisionForm, p: Form) -> list[Form] | None:
    """h - W(c) where h e^h - c vanishes, if c is nowhere negative."""
    tower = engine.tower
    for i, atom in enumerate(p.ring.atoms):
        parts = p.ring.coefficients(p.num, i) if atom.operator is Head.EXP else {}
        if parts.keys() == {0, 1}:
            h, rest = engine.argument(atom.operands[0]), -p.ring.form(parts[0])
            factor = (p.ring.form(parts[1]) / h).number if h.number is None else None
            value = None if factor is None else rest / factor
            if value is not None and is_positive(engine, value):
                root = application(numerical("Lambert-W"), engine.shown(tower.expression(value.ring, value.num)))
                return [h - engine.expression_form(root)]
    return None


# --- sums of squares -------------------------------------------------------------------------------------------


def _sum_of_squares(engine: DecisionForm, p: Form) -> list[Form] | None:
    """The l_i of a semidefinite form in the monomials whose squares occur, where 1 may be sin^2 + cos^2."""
    ways = [terms_of(p), *_over_circles(engine, p)]
    for terms, sign in product(ways, (1, -1)):
        found = squares({m: sign * c for m, c in terms.items()})
        if found is not None:
            return [_polynomial(p, row) for row in found]
    return None


def _over_circles(engine: DecisionForm, p: Form) -> Iterator[dict[Monomial, Fraction]]:
    """The terms with sin^2 + cos^2 in the place of 1, or 1 - sin^2 in that of cos^2, for each angle."""
    terms = terms_of(p)
    count = len(p.ring.atoms)
    constant = terms.pop((0,) * count, Fraction(0))
    pairs: dict[Any, list[int]] = {}
    for i, atom in enumerate(p.ring.atoms):
        if atom in engine.angle_of:
            pairs.setdefault(engine.angle_of[atom], []).append(i)
    for i, j in (x for x in pairs.values() if len(x) == 2):
        place = max(i, j, key=lambda k: max(m[k] for m in terms))
        other = i + j - place
        made: dict[Monomial, Fraction] = {}
        for m, c in [*terms.items(), ((0,) * count, constant)]:
            for k in range(m[place] // 2 + 1):
                powers = {place: m[place] % 2, other: m[other] + 2 * k}
                term = tuple(powers.get(n, x) for n, x in enumerate(m))
                made[term] = made.get(term, Fraction(0)) + c * (-1) ** k * math.comb(m[place] // 2, k)
        yield {m: c for m, c in made.items() if c}
    for places in (x for x in pairs.values() if constant and len(x) == 2):
        made = dict(terms)
        for i in places:
            square = tuple(2 * (i == j) for j in range(count))
            made[square] = made.get(square, Fraction(0)) + constant
        yield {m: c for m, c in made.items() if c}


def _is_zero_on_no_interval(expression: Any) -> bool:
    """Is an expression of one symbol zero on no interval, as sign(x) - 1 is, where quantities keep their signs?"""
    signs = [x for x in subexpressions(expression) if x.operator is SIGN]
    cases = product((1, -1), repeat=len(signs))
    there = (substitute(expression, dict(zip(signs, case, strict=True))) for case in cases)
    return len(signs) <= _MOST_SIGNS and not any(map(_is_zero_in_domain, there))


def _has_no_zeros(engine: DecisionForm, form: Form, u: Symbol | None = None) -> bool:
    """Has a form no zeros in the domain, or as a function of a symbol alone isolated ones?"""

    def is_small(key: Any) -> bool:
        if u is not None and _symbols_in(key) == [u] and _is_zero_on_no_interval(key):
            return True
        return never_zero(engine, key) or has_no_roots(engine.argument(key), engine.known_signs, engine.any_sign)

    return not form.is_zero and all(is_small(key) for key, power in factors(engine, form)[1] if power > 0)


# --- functions of a shifted symbol -------------------------------------------------------------------------------


def _of_shifted(engine: DecisionForm, p: Form) -> list[list[Form]] | None:
    """What vanishes where a polynomial in w = c u + d does, by its shape as such; (c u + d)^n has n c^(n-1) d u^(n-1).

    Even powers of w with factors that are nowhere negative all vanish. The factors are quotients if c has no zeros.
    What has a symbol in the first degree, that may have any value, has no such shape.
    """
    ring = p.ring
    for u, degree in zip(ring.atoms, p.num.degrees(), strict=False):
        others = (atom for atom in p.occurring() if atom is not u)
        if degree == 1 and isinstance(u, Symbol) and not facts_of(u) - {"real"} and u not in subexpressions(*others):
            return None
    for i, u in enumerate(ring.atoms):
        is_free = u.operator not in (Head.EXP, SIGN, FORMAL_LOG) and u not in engine.angle_of
        parts = ring.coefficients(p.num, i) if is_free else {}
        n = max(parts, default=0)
        if n < 2:
            continue
        d, c = map(ring.form, ring.cancelled(parts.get(n - 1, ring.zero), parts[n] * n)[1:])
        over = _over_linear(p, [ring.form(parts.get(k, ring.zero)) for k in range(n + 1)], c, d)
        polynomial = all(x.is_polynomial for x in over)
        if not polynomial and not _has_no_zeros(engine, c):
            continue
        w = c * ring.form(ring.generators[i]) + d
        if all(x.is_zero or (k % 2 == 0 and is_positive(engine, x)) for k, x in enumerate(over)):
            return [[ring.form(x.num) * w if k else ring.form(x.num) for k, x in enumerate(over) if x.num != 0]]
        if d.is_zero or not polynomial:
            continue
        moved, shown = symbol(f"{u} shifted", "real"), [engine.shown_form(x) for x in over]
        form = engine.expression_form(reduce(g.add, (g.mul(x, g.expt(moved, k)) for k, x in enumerate(shown))))
        if not form.is_polynomial or len(form.num) >= len(p.num):
            continue
        some = [form.ring.form(x) for x, _ in factored(form.num)[1]]
        shapes = [[] if _has_no_zeros(engine, x) else ways_by_shape(engine, x) for x in some]
        if len(some) > 1 or None not in shapes:
            back = {moved: engine.shown_form(w)}
            ways = [way for x, shape in zip(some, shapes, strict=True) for way in ([[x]] if shape is None else shape)]
            return [[engine.expression_form(substitute(engine.shown_form(x), back)) for x in way] for way in ways]
    return None


def _over_linear(p: Form, parts: list[Form], c: Form, d: Form) -> list[Form]:
    """The coefficients, by powers of c u + d, of a polynomial with these by powers of u."""
    found = []
    while parts:
        first, *rest = parts
        parts, below = [], p.ring.constant(0)
        for x in reversed(rest):
            below = (x - d * below) / c
            parts.insert(0, below)
        found.append(first - d * below)
    return found


# --- monotone and convex functions ------------------------------------------------------------------------------


def parts_where_zero(expression: Any) -> list[Any] | None:
    """Expressions that vanish together exactly where this one does, among the points where it is defined.

    What grows strictly with a symbol on an interval, whatever the others are, vanishes at one value of it at most,
    which is found by trying. A sum vanishes where it is least if its least value is 0: that of a convex function of one
    symbol is where its slope is 0. None if it has no such shape.
    """
    if not isinstance(expression, Expression) or len(list(subexpressions(expression))) > _MOST_NODES:
        return None
    if not 0 < len(_symbols_in(expression)) <= _MOST_SYMBOLS:
        return None
    for way in (_sole_root, _least_values):
        with suppress(NotFinite, ScmpyError):
            found = way(expression)
            if found is not None:
                return found
    return None


def terms_of_sum(expression: Any, factor: Any = 1) -> Iterator[tuple[Any, Any]]:
    head = getattr(expression, "operator", None)
    operands: tuple[Any, ...] = getattr(expression, "operands", ())
    if head is Head.PLUS or (head is Head.MINUS and operands):
        for i, x in enumerate(operands):
            yield from terms_of_sum(x, -factor if head is Head.MINUS and (i or len(operands) == 1) else factor)
        return
    numbers = [x for x in operands if isinstance(x, (int, Fraction))]
    others = [x for x in operands if not isinstance(x, (int, Fraction))]
    if head is Head.TIMES and numbers and len(others) == 1:
        yield from terms_of_sum(others[0], factor * math.prod(numbers))
    elif head is Head.OVER and len(operands) == 2 and isinstance(operands[1], (int, Fraction)) and operands[1]:
        yield from terms_of_sum(operands[0], factor * Fraction(1, 1) / operands[1])
    else:
        yield expression, factor


def _slope(expression: Any, u: Symbol) -> Any:
    """The derivative by a symbol; LimitError where that of a part is not known."""

    def depends(slope: Any) -> bool:
        return isinstance(slope, Expression) or slope != 0

    def of_node(node: Any, slopes: list[Any]) -> Any:
        if not any(map(depends, slopes)):
            return 0
        (x, *others), record = node.operands, record_of(node.operator, len(node.operands))
        operation = OPERATION_OF.get(node.operator) if record is None else record.operation
        if operation is None or not (record is None or record.kind == "analytic"):
            raise LimitError("the derivative is not known")
        of_one: Any = getattr(operation, "alone", None) or operation
        slope = slopes[0] if others else g.mul(of_one.derivatives[0](x), slopes[0])
        for y, dy in zip(others, slopes[1:], strict=True):
            rules = zip(operation.derivatives, (slope, dy), strict=True)
            slope, x = reduce(g.add, (g.mul(by(x, y), d) for by, d in rules if depends(d)), 0), operation(x, y)
        return slope

    return fold(expression, lambda x: 1 if x is u else 0, of_node)


def _restricted(expression: Any, u: Symbol) -> list[tuple[Any, Any, Interval | None]] | None:
    """The parts with a symbol that are not defined everywhere: each with what it is of, and the interval of that.

    None in the place of an interval: it may not vanish. None altogether where a part is of no known kind.
    """
    found: list[tuple[Any, Any, Interval | None]] = []
    dependent: set[Any] = {u}
    for node in subexpressions(expression):
        if not isinstance(node, Application) or dependent.isdisjoint((node.operator, *node.operands)):
            continue
        dependent.add(node)
        head, operands = node.operator, node.operands
        if head is Head.ATAN and len(operands) == 2 and range_of(operands[1])[0] <= 0:  # a cut
            return None
        if head is Head.OVER:
            found.append((node, operands[-1], None))
        elif head in (Head.EXPT, Head.SQRT):
            power = operands[1] if head is Head.EXPT else Fraction(1, 2)
            if not isinstance(power, (int, Fraction)):
                return None
            if isinstance(power, Fraction):
                found.append((node, operands[0], _FROM_ZERO))
            if power < 0:
                found.append((node, operands[0], None))
        elif head not in (Head.PLUS, Head.MINUS, Head.TIMES) and head not in ENTIRE:
            record = record_of(head, len(operands))
            if record is None or head not in ON_INTERVAL:
                return None
            found.append((node, operands[0], record.domain))
    return found


def is_entire(expression: Any, u: Symbol) -> bool:
    parts = _restricted(expression, u)
    return parts is not None and all(u not in subexpressions(inside) for _, inside, _ in parts)


def _is_everywhere(inside: Any, interval: Interval | None) -> bool:
    """Is what a part is of proved to be where that is defined, at every point?"""
    low, high = range_of(inside)
    if interval is None:
        return low > 0 or high < 0 or _vanishes_nowhere(inside, None)
    above = low > interval.low or (low == interval.low and interval.ends[0] == "[")
    below = high < interval.high or (high == interval.high and interval.ends[1] == "]") or interval.high == math.inf
    return above and below


def _is_on_interval(expression: Any, u: Symbol, smooth: bool = False) -> bool:
    """Is an expression defined, or smooth too, for an interval of the values of a symbol, or none, for any others?"""
    facts = facts_of(u, REAL)
    if "integer" in facts or "rational" in facts or ("nonzero" in facts and facts.isdisjoint(_SIGNED)):
        return False
    if any(not isinstance(x, Symbol) and u in subexpressions(x) for x in assumptions_in_force()):
        return False
    parts = _restricted(expression, u)
    return parts is not None and all(
        u not in subexpressions(inside)
        or _is_everywhere(inside, interval._replace(ends="()") if smooth and interval else interval)
        or (interval is not None and _direction(inside, u) != 0)
        for _, inside, interval in parts
    )


def _sign(expression: Any, domain: Any) -> int:
    """1 if an expression is never negative where another is defined, -1 if never positive, 0 if neither is seen."""
    low, high = range_of(expression)
    if low >= 0 or high <= 0:
        return 1 if low >= 0 else -1
    seen = Search(expression, domain, False).signs_seen(_LOOKS)
    engine = DecisionForm(False)

    def has(sign: int) -> bool:
        engine.expression_form(domain)
        return is_positive(engine, engine.expression_form(expression) * sign)

    return next((sign for sign in (1, -1) if -sign not in seen and engine.settled(partial(has, sign))), 0)


def _vanishes_nowhere(expression: Any, u: Symbol | None) -> bool:
    low, high = range_of(expression)
    if low > 0 or high < 0:
        return True
    engine = DecisionForm(False, halves=False)
    return engine.settled(lambda: _has_no_zeros(engine, engine.expression_form(expression), u))


def _direction(expression: Any, u: Symbol, strict: bool = False) -> int:
    """1 where an expression never falls with a symbol, -1 where it never grows, or grows or falls strictly; else 0."""
    slope = _slope(expression, u)
    if not isinstance(slope, Expression):
        return (slope > 0) - (slope < 0)
    sign = _sign(slope, expression)
    return sign if not strict or (sign and _vanishes_nowhere(slope, u)) else 0


def _sole_root(expression: Any) -> list[Any] | None:
    """u - v where an expression grows or falls strictly with a symbol u, and vanishes where u is v."""
    symbols = _symbols_in(expression)
    for u in symbols:
        values = None
        with suppress(*UNSETTLED):
            if u not in subexpressions(_slope(expression, u)):  # linear in it
                continue
            if _direction(expression, u, strict=True) and _is_on_interval(expression, u):
                values = _values_to_try(expression, u, symbols)
        for value in values or ():
            with suppress(*UNSETTLED):
                if _is_in_domain(expression, u, value) and _is_zero_in_domain(substitute(expression, {u: value})):
                    return [g.sub(u, value)]
    return None


def _values_to_try(expression: Any, u: Symbol, symbols: list[Symbol]) -> list[Any]:
    """Numbers, other symbols, and what makes equal, or opposite, what two applications of a function are of."""
    others = [v for v in symbols if v is not u]
    found = [0, *others, *map(g.negate, others), 1, -1]
    applied = (x for x in subexpressions(expression) if isinstance(x, Application))
    nodes = [x for x in applied if _of_one(x) and not is_arithmetic(x)]
    with_u = [x for x in nodes if u in subexpressions(x)]
    without = [x for x in nodes if x not in with_u]
    for one in with_u:
        parts = linear_parts(one.operands[0], u)
        if parts:
            found.append(g.div(g.negate(parts[1]), parts[0]))
        for other in without if parts else ():
            if one.operator is other.operator:
                found += [
                    g.div(g.sub(g.mul(sign, other.operands[0]), parts[1]), parts[0])  # type: ignore[index]
                    for sign in (1, -1)
                ]
    terms = list(terms_of_sum(expression))
    mine = [(x, c) for x, c in terms if isinstance(x, Expression) and u in subexpressions(x)]
    if len(mine) == 1 and isinstance(mine[0][0], Application):
        rest = reduce(g.add, (g.mul(c, x) for x, c in terms if (x, c) not in mine), 0)
        record, parts = record_of(mine[0][0].operator), linear_parts(mine[0][0].operands[0], u)
        if record is not None and record.inverse is not None and _of_one(mine[0][0]) and parts:
            with suppress(ScmpyError):
                inside = record.inverse(g.div(g.negate(rest), mine[0][1]))
                found.append(g.div(g.sub(inside, parts[1]), parts[0]))
    return [x for x in dict.fromkeys(found) if isinstance(x, Expression) or (is_exact(x) and is_finite(x))]


def _of_one(node: Application) -> bool:
    """Is this an application to one operand? An arctangent may be written with 1 as its second."""
    return len(node.operands) == 1 or (node.operator is Head.ATAN and node.operands[1] == 1)


def _symbols_in(expression: Any) -> list[Symbol]:
    return list(Evaluator(expression).symbols) if isinstance(expression, Expression) else []


def linear_parts(expression: Any, u: Symbol) -> tuple[Any, Any] | None:
    """The number a and the b of a sum a u + b in which b does not have the symbol; None if it is none, or a is 0."""
    if not isinstance(expression, Expression) or u not in subexpressions(expression):
        return None
    try:
        slope = _slope(expression, u)
    except ScmpyError:
        return None
    if not is_number(slope) or slope == 0:
        return None
    return slope, substitute(expression, {u: 0})


def _is_in_domain(expression: Any, u: Symbol, value: Any) -> bool:
    """Is an expression defined where a symbol has a value, and that value, wherever it is so for any value of that?

    What is then not defined everywhere has to be so where it stands in the expression already.
    """
    if not all(known(fact, value) for fact in facts_of(u, REAL) & _SIGNED):
        return False
    before = {node for node in subexpressions(expression) if isinstance(node, Application)}
    for x in _symbols_in(value):
        parts = _restricted(value, x)
        if parts is None or not all(node in before or _is_everywhere(inside, on) for node, inside, on in parts):
            return False
    for node, inside, interval in _restricted(expression, u) or ():
        there = substitute(inside, {u: value})
        if is_number(there):
            if (interval is None and there == 0) or (interval is not None and there not in interval):
                return False
            continue
        if substitute(node, {u: value}) not in before and not _is_everywhere(there, interval):
            return False
    return True


def _is_zero_in_domain(expression: Any) -> bool:
    """Is an expression proved to be zero, and has it a real value somewhere? log(1) + log(-1) has none."""
    other, search = DecisionForm(False), Search(expression, 0, False)
    zero = other.settled(lambda: is_zero(other, other.expression_form(expression)))
    return zero and search.at_random() is None and search.usable


def _least_values(expression: Any) -> list[Any] | None:
    """What vanishes where a sum does of which 0 is the least value, or the largest: each part is least there."""
    for sign in (1, -1):
        of_one: dict[Symbol, Any] = {}
        others: list[Any] = []
        for x, c in terms_of_sum(expression, sign):
            symbols, term = _symbols_in(x), g.mul(c, x)
            if len(symbols) == 1:
                of_one[symbols[0]] = g.add(of_one.get(symbols[0], 0), term)
            else:
                others.append(term)
        total: Any = 0
        parts: list[Any] = []
        of_convex = False
        for u, block in of_one.items():
            found = _least_of_convex(block, u)
            if found is None:
                others += [g.mul(c, x) for x, c in terms_of_sum(block)]
            else:
                of_convex = True
                total = g.add(total, found[1])
                parts.append(g.sub(u, found[0]))
        for term in others:
            if isinstance(term, Expression) and not term.constant:
                low = range_of(term)[0]
                if low == -math.inf:
                    break
                parts.append(g.sub(term, low))
                term = low
            total = g.add(total, term)
        else:
            is_zero = total == 0 if is_number(total) else _is_zero_in_domain(total)
            if (len(parts) > 1 or of_convex) and is_zero:
                return parts
            if range_of(total)[0] > 0:
                return [1]
    return None


def _least_of_convex(f: Any, u: Symbol) -> tuple[Any, Any] | None:
    """Where a convex function of one symbol is least, and its value there; None if it is not seen to be such."""
    with suppress(*UNSETTLED):
        is_smooth = isinstance(f, Expression) and _is_on_interval(f, u, smooth=True)
        slope = _slope(f, u) if is_smooth else None
        if not isinstance(slope, Expression):
            return None
        for c in (0, 1, -1):
            with suppress(DivisionByZeroError, DomainError):
                flat = _is_in_domain(f, u, c) and substitute(slope, {u: c}) == 0
                if flat and _direction(slope, u, strict=True) == 1:
                    return c, substitute(f, {u: c})
    return None
