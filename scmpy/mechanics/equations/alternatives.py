"""The algebra of one comparison: where residuals vanish, as alternatives of irreducible factors.

All forms of a comparison are over atoms in one order, so that a factor has one key, whichever expression it came from.
Every question has an engine of its own: what it learns of the domain of one expression says nothing of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from scmpy.calculus.tape import Replay
from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.structure.structure import sum_of
from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.factors import ABS, FORMAL_LOG, parts_over_root
from scmpy.symbolic.decision.ideals import have_no_common_zeros
from scmpy.symbolic.decision.known_signs import is_positive, note_assumptions
from scmpy.symbolic.decision.proof import contradict
from scmpy.symbolic.decision.signs import SIGN
from scmpy.symbolic.decision.zero import is_zero
from scmpy.symbolic.decision.zeros import alternatives
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import Expression, application
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.ring import Form

MOST_WORK = Limit(
    "most-comparison-work",
    60_000_000,
    "What a comparison of systems of equations may cost, counted in products of terms.",
    "products of terms",
)

#: What ends a decision without an answer: it takes too long, or there is no value.
UNSETTLED = (LimitError, NotFinite, DivisionByZeroError, DomainError)

#: A residual with more terms is not taken apart.
_MAXIMUM_TERMS = 2_000


class NotTakenApart(LimitError):
    """It is not known where an expression vanishes."""


class Part(NamedTuple):
    """A quotient of polynomials in atoms, as expressions."""

    numerator: Any
    denominator: Any

    @property
    def value(self) -> Any:
        return g.div(self.numerator, self.denominator)


Rows = tuple[tuple[Any, ...], ...]

Together = tuple[Any, ...]  # expressions that vanish together


class Algebra:
    """The canonical forms of the expressions of one comparison."""

    def __init__(self, order: dict[Expression, int] | None = None) -> None:
        self.order = {} if order is None else order  # of the atoms
        self.parts: dict[Any, Part] = {}
        self.zeros: dict[Any, list[Together] | None] = {}
        self.members: dict[Any, bool] = {}
        self.coefficients: dict[tuple[Any, Expression], dict[int, Any] | None] = {}
        self.lasting: dict[Any, tuple[Any, ...] | None] = {}
        self.work = 0

    @contextmanager
    def engine(self) -> Iterator[Certain]:
        """A new engine, whose atoms are in the order of the others; its work is counted, and refused if too much."""
        engine = Certain(False, note_assumptions)
        engine.tower.order = self.order
        yield engine
        self.work += engine.tower.work.spent + 2_000
        MOST_WORK.check(self.work, "equivalent-equations")

    def part(self, expression: Any) -> Part:
        """The canonical form of an expression: its numerator is 0 if the expression is proved to be."""
        if not isinstance(expression, Expression):
            return Part(expression, 1)
        if expression not in self.parts:
            with self.engine() as engine:
                form, zero = engine.settled(lambda: _form(engine, expression))
            parts = (0, 1) if zero else (_plain(engine, form.ring, p) for p in (form.num, form.den))
            self.parts[expression] = Part(*parts)
        return self.parts[expression]

    def alternatives(self, expression: Any) -> list[Together] | None:
        """Ways in which an expression may vanish; none where it has no zeros, None where it is zero."""
        numerator = self.part(expression).numerator
        if is_number(numerator):
            return None if numerator == 0 else []
        if numerator not in self.zeros:
            with self.engine() as engine:
                found = engine.settled(lambda: list(_factors(engine, numerator)))
            self.zeros[numerator] = list(dict.fromkeys(found))
        return self.zeros[numerator]

    def linear_parts(self, numerator: Any, unknown: Expression) -> tuple[Any, Any] | None:
        """The c and d of a polynomial c u + d of the first degree in an unknown; None where it is none."""
        parts = self.powers(numerator, unknown)
        return (parts[1], parts.get(0, 0)) if parts is not None and {1} <= set(parts) <= {0, 1} else None

    def powers(self, numerator: Any, unknown: Expression) -> dict[int, Any] | None:
        """The coefficients of a polynomial in an unknown by its powers; None where it is none, or has not that."""
        key = numerator, unknown
        if key not in self.coefficients:
            self.coefficients[key] = self._powers(numerator, unknown)
        return self.coefficients[key]

    def _powers(self, numerator: Any, unknown: Expression) -> dict[int, Any] | None:
        with self.engine() as engine:
            form = engine.form(numerator)
        ring, num, _ = form
        atoms = {engine.shown(atom): atom for atom in form.occurring()}
        if unknown not in atoms or unknown in subexpressions(*(x for x in atoms if x is not unknown)):
            return None
        parts = ring.coefficients(num, ring.place[atoms[unknown]])
        return {power: _plain(engine, ring, part) for power, part in parts.items()}

    def roots(self, equation: Any, unknown: Expression) -> tuple[Any, list[Any]] | None:
        """The c and d of the two c u + d = 0 of which an equation a + b r = 0 with a square root r implies one.

        That is if a^2 - b^2 r^2 is of the second degree in the unknown, and its discriminant is nowhere negative.
        """
        with self.engine() as engine:
            form = engine.form(equation)
            parts = parts_over_root(engine, form.ring, form.num)
            norm = None if parts is None else _plain(engine, form.ring, form.ring.reduced(parts.norm(engine)))
        powers = None if norm is None else self.powers(norm, unknown)
        if powers is None or max(powers) != 2:
            return None
        a, b, c = (powers.get(n, 0) for n in (2, 1, 0))
        square = g.sub(g.square(b), g.mul(4, g.mul(a, c)))
        if not self.is_not_negative(square):
            return None
        root = self._root(square)
        return g.mul(2, a), [g.add(b, root), g.sub(b, root)]

    def _root(self, expression: Any) -> Any:
        """One of the roots of what is nowhere negative: without signs of what is squared in it."""
        part = self.part(expression)
        with self.engine() as engine:
            form = engine.form(g.mul(part.numerator, part.denominator))
            outside, inside = form.ring.one, form.ring.one
            constant, factors = factored(form.num)
            for factor, power in factors:
                outside, inside = outside * factor ** (power // 2), inside * factor ** (power % 2)
            outside, inside = (_plain(engine, form.ring, x) for x in (outside, inside * constant))
        return g.div(g.mul(outside, g.sqrt(inside)), part.denominator)

    def at_root(self, equation: Any, unknown: Expression, others: list[Any]) -> list[Any] | None:
        """Polynomials where an equation c u + d = 0 in an unknown holds, if c vanishes nowhere."""
        parts = self.linear_parts(self.part(equation).numerator, unknown)
        if parts is None or self.alternatives(parts[0]) != []:
            return None
        found, root = [], g.negate(g.div(parts[1], parts[0]))
        for each in others:
            powers = self.powers(each, unknown) or {0: each}
            found.append(sum_of(g.mul(c, g.expt(root, n)) for n, c in powers.items()))
        return found

    def size(self, expression: Any, is_unknown: Callable[[Any], bool]) -> Any:
        """What vanishes where a polynomial does for all values of some atoms: the squares of its coefficients."""
        with self.engine() as engine:
            form = engine.form(self.part(expression).numerator)
        ring = form.ring
        places = [i for i, atom in enumerate(ring.atoms) if is_unknown(engine.shown(atom))]
        parts = ring.collected(form.num, places)
        return sum_of(g.square(_plain(engine, ring, part)) for part in parts.values())

    def affine_parts(self, equations: list[Any], unknowns: list[Any]) -> tuple[Rows, list[Any]] | None:
        """The A and b of polynomials A u + b of the first degree in unknowns; None where they are none."""
        rows, rest = [], []
        for equation in equations:
            with self.engine() as engine:
                form = engine.form(equation)
            ring = form.ring
            atoms = {engine.shown(atom): atom for atom in form.occurring()}
            others = [atom for atom in atoms if atom not in unknowns]
            if not form.is_polynomial or not set(unknowns).isdisjoint(subexpressions(*others)):
                return None
            places = {ring.place[atoms[u]]: j for j, u in enumerate(unknowns) if u in atoms}
            columns: dict[int, dict[Any, Any]] = {}
            for monomial, coefficient in form.num.terms():
                exponents = list(map(int, monomial))
                powers = [i for i in places if exponents[i]]
                if sum(exponents[i] for i in powers) > 1:
                    return None
                for i in powers:
                    exponents[i] = 0
                column = places[powers[0]] if powers else len(unknowns)
                columns.setdefault(column, {})[tuple(exponents)] = coefficient
            parts = {j: _plain(engine, ring, ring.context.from_dict(terms)) for j, terms in columns.items()}
            rows.append(tuple(parts.get(j, 0) for j in range(len(unknowns))))
            rest.append(parts.get(len(unknowns), 0))
        return tuple(rows), rest

    def vanishes_on(self, expression: Any, relations: list[Any], nonzero: list[Any]) -> bool:
        """Is it proved that an expression vanishes where the relations do, and nothing that is not zero?"""
        key = (expression, tuple(relations), tuple(nonzero))
        if key not in self.members:
            with self.engine() as engine:
                try:
                    self.members[key] = engine.settled(lambda: _is_member(engine, expression, relations, nonzero))
                except UNSETTLED:
                    self.members[key] = False
        return self.members[key]

    def is_not_negative(self, expression: Any) -> bool:
        """Is an expression seen to be positive, or zero, wherever it is defined?"""
        with self.engine() as engine:
            try:
                return engine.settled(lambda: is_positive(engine, engine.expression_form(expression)))
            except UNSETTLED:
                return False

    def is_impossible(self, expressions: list[Any], facts: dict[Any, str]) -> bool:
        """Are there no points where all of these have real values, and quantities are positive or negative?"""
        engine = Certain(False)
        engine.tower.order = self.order
        signs = {key: 1 if fact == "positive" else -1 for key, fact in facts.items()}

        def is_impossible() -> bool:
            for expression in expressions:
                engine.expression_form(expression)
            return contradict(engine, signs)

        return engine.settled(is_impossible)

    def divisors(self, expression: Any) -> list[Any]:
        """What an expression is divided by, and what is under its roots and in its logarithms, in factors."""
        with self.engine() as engine:
            engine.form(expression)
        found: dict[Any, None] = {}
        for form in engine.divisors:
            for polynomial in form[1:]:
                found |= dict.fromkeys(_plain(engine, form.ring, p) for p, _ in factored(polynomial)[1])
        return list(found)


def _form(engine: Certain, expression: Any) -> tuple[Form, bool]:
    """The form with the denominator of the least degree, and whether it is zero."""
    form = engine.expression_form(expression)
    if form.is_polynomial:
        return form, is_zero(engine, form)
    other = engine.tower.rationalized(form)
    smaller = other if other.den.total_degree() < form.den.total_degree() else form
    return smaller, is_zero(engine, other)


def _factors(engine: Certain, numerator: Any) -> Iterator[Together]:
    form = engine.expression_form(numerator)
    if len(form.num) > _MAXIMUM_TERMS:
        yield (numerator,)
        return
    for factor, _ in factored(form.num)[1]:
        for together in alternatives(engine, form.ring.form(factor)):
            if len(together) == 1 and len(parts := factored(together[0].num)[1]) > 1:
                for part, _ in parts:
                    yield from _factors(engine, _plain(engine, together[0].ring, part))
                continue
            yield tuple(_plain(engine, each.ring, _with_positive_leader(each.num)) for each in together)


def _with_positive_leader(polynomial: Any) -> Any:
    return polynomial if polynomial.leading_coefficient() > 0 else -polynomial


def _is_member(engine: Certain, expression: Any, relations: list[Any], nonzero: list[Any]) -> bool:
    forms = [engine.expression_form(x) for x in (expression, *relations, *nonzero)]
    if engine.half_angles:
        return False
    forms = [x.ring.form(x.num) for x in forms]
    count = 1 + len(relations)
    return have_no_common_zeros(engine, forms[1:count], [forms[0], *forms[count:]])


def _plain(engine: Certain, ring: Any, polynomial: Any) -> Any:
    """The expression of a polynomial, of operations that can be applied."""
    expression = engine.shown(engine.tower.expression(ring, polynomial)) if polynomial != 0 else 0
    if engine.half_angles or any(atom.operator is FORMAL_LOG for atom in ring.atoms):
        raise NotTakenApart("equivalent-equations: logarithms, or roots of sines, are not taken apart")
    return expression


def signs_in(*expressions: Any) -> list[Any]:
    """The quantities whose signs occur in canonical forms, innermost first."""
    return [node.operands[0] for node in subexpressions(*expressions) if node.operator is SIGN]


def sizes_in(*expressions: Any) -> list[Any]:
    """The quantities of which canonical forms have roots of the size, as they may be negative."""
    return [node.operands[0] for node in subexpressions(*expressions) if node.operator is ABS]


def with_sign(expression: Any, quantity: Any, sign: int) -> Any:
    """The expression where a quantity has this sign."""
    return Replay({application(SIGN, quantity): sign}).of(expression)
