"""The smallest change of an answer that makes it say what a reference says: found at random states, then proved.

Of a reference system the motions are known at random states: its highest derivatives are functions of the others. A
residual of an answer that follows from it is 0 there; of one that does not, the value e says what is wrong. A term of
value T has to be e less, so its missing factor is 1 - e / T, and the term that is missing is -e: both are recognized as
monomials of the symbols, coordinates, velocities, sines and cosines, of which the logarithms are linear. Other changes
(an exchanged function or coordinate, another zero of an angle, a limit) are made and looked at at the same states.
What passes is only proposed: a diagnosis is one where the changed answer is decided to be equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial, reduce
from html import escape
from itertools import chain, combinations, islice, permutations, product
from random import Random
from typing import Any, NamedTuple, cast

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.implication import EquationEquivalence
from scmpy.mechanics.equations.real_solutions import (
    NEAR,
    Monomial,
    Monomials,
    Reference,
    States,
    Values,
    factors_of,
    inertial_force,
    lowest_order,
    multiplied_out,
    parameters_of,
    replaced,
    terms_of,
)
from scmpy.mechanics.equations.solved_form import Branch
from scmpy.mechanics.equations.systems import Jets, is_unknown_head, slope
from scmpy.reading.grammar import is_momentum
from scmpy.reading.values import Equation, Term
from scmpy.registry import numpy
from scmpy.render.latex import tex
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.expression import (
    HALF_TURN,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    differentiated,
    expression_of,
    subexpressions,
    symbol,
)
from scmpy.symbolic.polynomials import Polynomial, polynomial_in
from scmpy.symbolic.simplify import infix, simplified_expression, simplify

_MOST_PROOFS = 12
_NEWTON_STEPS = 12
_FAR = 5.7  # is a change that costs more: the answer takes a limit rather
_MOST_POWERS = 3  # in the factor that a term lacks: a larger one says nothing of what was meant
_PRIME = "'"
ENERGIES = {"L": "Lagrangian", "H": "Hamiltonian"}
_shortest = partial(simplify, trig_fewest_terms_simplify=True)  # sin^2 is not 1 - cos^2


def not_typed(residual: Any) -> Equation:
    """The equation of a residual that was not typed: its terms have no places."""
    terms = tuple(Term(infix(x), 0, 0, 1, 1, x) for x in terms_of(residual))
    return Equation("=", residual, 0, residual, f"{infix(residual)} = 0", 0, 0, 1, 1, terms)


# --- diagnoses -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong in an answer: of which kind, in words, in which equation and term, and the answer as it should be.

    ``equation`` and ``term`` are numbers from 0, or None where it is the whole. ``proof`` is the decision of the
    changed answer, or of the changed reference.
    """

    kind: str
    text: str
    equation: int | None = None
    term: int | None = None
    cost: float = 0
    changed: tuple[Any, ...] = field(default=(), hash=False, compare=False)
    reference: tuple[Any, ...] | None = field(default=None, hash=False, compare=False)
    proof: EquationEquivalence | None = field(default=None, hash=False, compare=False)

    def where(self, answer: Sequence[Equation]) -> Term | None:
        return None if self.equation is None or self.term is None else answer[self.equation].terms[self.term]

    def span(self, answer: Sequence[Equation]) -> tuple[int, int] | None:
        """Where the term stands in the text of its equation, if it was typed."""
        term = self.where(answer)
        if term is None or self.equation is None or not term.end:
            return None
        start = answer[self.equation].start
        return term.start - start, term.end - start


Decide = Callable[[Sequence[Any], Sequence[Any]], EquationEquivalence]
_FOLLOWS = ("equal", "equal except", "implies")


class Search:
    """The search for the changes that an answer needs, in the order of likelihood."""

    right: Collection[str] = ("equal",)  # the verdicts of what is right

    def __init__(self, reference: Reference, answer: Sequence[Equation], decide: Decide, follows: bool = False) -> None:
        self.reference, self.answer, self.decide = reference, answer, decide
        says_less = follows or len(answer) < len(reference.residuals)  # as a line of a derivation may, too
        self.right = _FOLLOWS if says_less and self.right is Search.right else self.right
        self.jets = reference.jets
        self.residuals = [self.jets.of(x.residual) for x in answer]
        everything = [*reference.residuals, *self.residuals]
        self.symbols = parameters_of(self.jets, *everything)
        self.moving = self.jets.occurring(*everything)
        self.positions = list(dict.fromkeys(self.jets.symbol(f, 0) for f in self.jets.functions(*everything)))
        self.momenta: Mapping[Symbol, Expression] = {}  # those that change with their positions
        self.waves = list(dict.fromkeys(x for x in subexpressions(*everything) if x.operator in (Head.SIN, Head.COS)))
        assert reference.states is not None
        self.states = reference.states
        self.errors = [self._value(x) for x in self.residuals]
        self.failing = [i for i, x in enumerate(self.residuals) if not self._fits(tuple(self.residuals), i=i)]
        both = [application(head, x.operands[0]) for x in self.waves for head in (Head.SIN, Head.COS)]
        self.monomials = Monomials(self.states, list(dict.fromkeys(self._atoms(both))))

    def _atoms(self, waves: Sequence[Expression]) -> Iterator[Expression]:
        """What a factor may be made of that a term lacks."""
        yield from (*self.symbols, *filter(self.states.is_free, (*self.positions, *self.moving)), *waves)

    def _value(self, part: Any) -> Values | None:
        """What a part of an equation adds to what is to vanish, at the states."""
        return self.states.of(part)

    def _force(self, missing: Any, written: Sequence[Any]) -> str:
        """The name of a missing term, if it has one."""
        return inertial_force(self.jets, missing, written)

    def proved(self, most: int = 2) -> list[Diagnosis]:
        """The first diagnoses that are proved, the likeliest first; what costs more than one that is, is not sought."""
        found: list[Diagnosis] = []
        tried = 0
        for candidate in self._by_cost(found) if self.failing else ():
            if found and not _is_another(candidate, found[0]):
                continue
            tried += 1
            if (proof := self._proof(candidate)) is not None:
                found.append(replace(candidate, proof=proof))
            if len(found) == most or tried == _MOST_PROOFS:
                break
        return found or self._in_several_places()

    def _by_cost(self, found: Sequence[Diagnosis]) -> Iterator[Diagnosis]:
        """What is proposed, the likeliest first; where something likelier is found a source is not asked."""
        first = self.failing[0]
        sources: list[tuple[float, Callable[[], Iterator[Diagnosis]]]] = [
            (0, lambda: self._of_equation(first)),
            (1.5, self._of_limits),
            (2.4, lambda: self._inside(first)),
            (2.5, self._of_whole),
            (math.inf, lambda: iter(())),
        ]
        waiting: list[Diagnosis] = []
        for least, source in sources:
            while waiting and waiting[0].cost < least:
                yield waiting.pop(0)
            if not found or least <= found[0].cost:
                waiting = sorted([*waiting, *source()], key=lambda x: x.cost)

    def _proof(self, candidate: Diagnosis) -> EquationEquivalence | None:
        system = self.reference.residuals if candidate.reference is None else candidate.reference
        proof = self.decide(*([self.jets.shown(x) for x in some] for some in (system, candidate.changed)))
        is_far = candidate.cost > 3 or candidate.kind == "coordinate"
        if self.right is _FOLLOWS and is_far and States(self.jets, Branch(())).vanish(*candidate.changed):
            return None  # times the other side over this one every line is an identity
        right = _FOLLOWS if candidate.kind == "first integral" else (*self.right, "equal except")  # as dE/dt is
        return proof if proof.verdict in right else None

    def _fits(self, changed: tuple[Any, ...], system: tuple[Any, ...] | None = None, i: int | None = None) -> bool:
        """Is an answer, or one equation of it, fulfilled by the motions of a system, the reference if none is given?"""
        states = self.states if system is None else self.reference.states_of(system)
        return states is not None and states.vanish(*(changed if i is None else changed[i : i + 1]))

    def _in_several_places(self) -> list[Diagnosis]:
        """Diagnoses of the equations that fail, one by one, where they are all needed together."""
        if len(self.failing) < 2:
            return []
        by_equation = [sorted([*self._of_equation(i), *self._inside(i)], key=lambda x: x.cost) for i in self.failing]
        for some in islice(product(*(likely[:2] for likely in by_equation)), _MOST_PROOFS):
            changed = list(self.residuals)
            for i, candidate in zip(self.failing, some, strict=True):
                changed[i] = candidate.changed[i]
            if (proof := self._proof(replace(some[0], changed=tuple(changed)))) is not None:
                wrong = [x for x in some if x.kind != "first integral"]  # which is none where others are wrong
                return [replace(x, proof=proof) for x in wrong or some]
        return []

    def _changed(self, i: int, term: int | None, cost: float, kind: str, text: str, residual: Any) -> Diagnosis:
        changed = tuple(residual if j == i else x for j, x in enumerate(self.residuals))
        return Diagnosis(kind, text, i, term, cost, changed)

    def _terms(self, i: int) -> Iterator[tuple[int, Any, str]]:
        for number, term in enumerate(self.answer[i].terms):
            yield number, self.jets.of(term.value), f"the term {term.text.lstrip('+& ')}"

    def _parts(self, i: int) -> Iterator[tuple[int, Any, str, float]]:
        """The terms of an equation, and of those that are products of sums the terms, as they are typed."""
        equation = self.answer[i]
        for number, term, name in self._terms(i):
            yield number, term, name, 0
            is_right = "=" in equation.text[: equation.terms[number].start - equation.start]
            parts = multiplied_out(term)
            for part in parts if len(parts) > 1 else ():
                yield number, part, f"{self._text(g.negate(part) if is_right else part)} in it", 0.2

    def _text(self, expression: Any) -> str:
        return text_of(self.jets, expression)

    # --- one equation -----------------------------------------------------------------------------------------

    def _of_equation(self, i: int) -> Iterator[Diagnosis]:
        """What the value of an equation shows: a factor or a term that it lacks, a constant, an integral."""
        error = self.errors[i]
        if error is None:
            return
        for number, part, name, more in self._parts(i):
            yield from self._of_factor(i, number, part, error, name, more)
        yield from self._of_missing(i, error)
        yield from self._of_absorbed(i)
        for rate in self._rates(self.residuals[i]) if self._is_lower(self.residuals[i]) else ():
            if isinstance(rate, Expression) and self.states.vanish(rate):
                text = "it is a first integral: its derivative by the time follows from the equations of motion"
                yield self._changed(i, None, 1, "first integral", text, rate)

    def _rates(self, residual: Any) -> Iterator[Any]:
        """The derivative of an equation by the time, and those of constants of its own that it gives, as c of c x^2."""
        yield self.jets.rate(residual)
        known = set(subexpressions(*self.reference.residuals))
        is_free = all(map(self.states.is_free, self.jets.occurring(residual)))
        for x in self.symbols if is_free else ():
            factor = slope(residual, x) if x not in known else 0
            if self.jets.occurring(factor) and x not in subexpressions(factor):
                rate = simplified_expression(self.jets.rate(g.div(replaced(residual, {x: 0}), factor)))
                if self.jets.occurring(rate):
                    yield rate

    def _is_lower(self, residual: Any) -> bool:
        """May an equation be a first integral? It is one of free derivatives, if those of the motions are put in."""
        free = all(map(self.states.is_free, self.jets.occurring(residual)))
        return free or bool(self.jets.occurring(simplified_expression(self.states.on_motions(residual))))

    def _of_factor(
        self, i: int, number: int, part: Any, error: Values, name: str, more: float = 0
    ) -> Iterator[Diagnosis]:
        value = self._value(part)
        if value is None or (abs(value) < 1e-12).any():
            return
        needed = 1 - error / value
        if (abs(needed) < NEAR).all():
            change: Any = -1
            cost, kind, text = 5.0, "additional term", "does not belong there"
        elif (factor := self.monomials.of(needed)) and factor.size <= _MOST_POWERS:
            change = g.sub(factor.value, 1)
            cost, kind, text = self._named_factor(factor, part)
        else:
            return
        cost += more + (0 if all(map(self.states.is_free, self.jets.occurring(part))) else 0.5)
        force = self._force(part, [term for _, term, _ in self._terms(i)])
        text = f"{name} {text}{f': it is the {force}' if force else ''}"
        yield self._changed(i, number, cost, kind, text, g.add(self.residuals[i], g.mul(change, part)))

    def _named_factor(self, factor: Monomial, part: Any) -> tuple[float, str, str]:
        number, powers = factor
        if not powers:
            return 1 if number == -1 else 2 + 0.01 * (number.numerator + number.denominator), *by_number(number)
        if factor.exchanged:
            new, old = factor.exchanged
            if old in subexpressions(part) and (exchanged := self._exchange(old, new)):
                return 2.4, *exchanged
        sizes = sum(map(abs, powers.values())) + (number != 1) + 2 * (number < 0)
        cost = 3.5 + (sizes if sizes > 1 else -1)
        signs = {n > 0 for n in powers.values()} if number == 1 else set()
        if signs == {False}:
            return cost, "factor", f"has the factor {self._text(g.div(1, factor.value))} too much"
        verb = "lacks the factor" if signs == {True} else "has to be multiplied by"
        return cost, "factor", f"{verb} {self._text(factor.value)}"

    def _exchange(self, old: Expression, new: Expression) -> tuple[str, str] | None:
        """What it means that one quantity stands in the place of another."""
        text = f"has {self._text(old)} in the place of {self._text(new)}"
        if {old.operator, new.operator} == {Head.SIN, Head.COS} and old.operands == new.operands:
            return "sin and cos", f"{text}: sine and cosine are exchanged"
        if old in self.jets.place and new in self.jets.place:
            same = self.jets.place[old][0] is self.jets.place[new][0]
            return "order of a derivative" if same else "coordinate", text
        return ("parameter", text) if old in self.symbols and new in self.symbols else None

    def _of_missing(self, i: int, error: Values) -> Iterator[Diagnosis]:
        """The term that an equation lacks: another part of a product rule, a term of the reference, or a monomial."""
        written = [term for _, term, _ in self._terms(i)]
        for missing, kind, why, cost in self._missing(written, error):
            value = self._value(missing)
            if value is None or (abs(value + error) > NEAR * (1e-3 + abs(error))).any():
                continue
            named = self._force(missing, written)
            shown, where = (missing, "") if self.answer[i].right == 0 else (g.negate(missing), " on the right")
            text = f"the term {self._text(shown)} is missing{where}{f': the {named}' if named else ''}{why}"
            if kind == "missing term" and named:
                kind, cost = named, cost - 1
            yield self._changed(i, None, cost, kind, text, g.add(self.residuals[i], missing))
            return  # all others have the same value

    def _missing(self, written: Sequence[Any], error: Values) -> Iterator[tuple[Any, str, str, float]]:
        for term in written:
            for part in multiplied_out(term):
                yield from self._by_product_rule(part)
        found = self.monomials.of(-error)
        likely = [] if found is None else [(6.0, found.value)]
        for residual in self.reference.residuals:
            theirs = multiplied_out(self.reference.algebra.part(residual).numerator)
            for group in (theirs, *([x] for x in (*theirs, *terms_of(residual)))):
                total = sum_of(group)
                value = self.states.of(total)
                ratio = None if value is None or (value == 0).any() else self.monomials.of(-error / value)
                if ratio is not None:
                    is_free = all(map(self.states.is_free, self.jets.occurring(*group)))
                    cost = 6.5 + len(group) + 0.1 * (not is_free) if ratio.size or ratio.number != 1 else 5.9
                    likely.append((cost, g.mul(ratio.value, total)))
        for cost, missing in sorted(likely, key=lambda x: x[0]):
            yield missing, "missing term", "", cost

    def _by_product_rule(self, part: Any) -> Iterator[tuple[Any, str, str, float]]:
        """What d/dt of a product gives beside a term of it with the highest derivative."""
        for jet in self.jets.occurring(part):
            function, order = self.jets.place[jet]
            rest = replaced(part, {jet: 1})
            rate = self.jets.rate(rest)
            if order < 2 or not isinstance(rate, Expression):
                continue
            lower = self.jets.symbol(function, order - 1)
            product = self._text(g.mul(rest, lower))
            why = f", which the product rule gives in the derivative of {product} by the time"
            for n, change in enumerate(dict.fromkeys([sum_of(terms_of(rate)), *terms_of(rate)])):
                yield g.mul(change, lower), "product rule", why, 4.5 + 0.1 * n

    def _of_absorbed(self, i: int) -> Iterator[Diagnosis]:
        """Symbols of the answer alone that stand for constants, by the equations of motion."""
        ours = set(subexpressions(*self.reference.residuals))
        own = [x for x in self.symbols if x not in ours]
        whole = Diagnosis("constants absorbed", "equal", None, None, 0.5, tuple(self.residuals))
        turned = [
            self._changed(i, n, 1, "sign", f"{name} has the wrong sign,", g.sub(self.residuals[i], g.mul(2, term)))
            for n, term, name in self._terms(i)
            if not set(own).isdisjoint(subexpressions(term))
        ]
        left = [x for x in self.symbols if x in ours and x not in subexpressions(*self.residuals)]
        scaled = [
            self._changed(i, n, 5, "factor", f"{name} {text},", g.add(self.residuals[i], g.mul(g.sub(factor, 1), term)))
            for n, term, name in self._terms(i)
            if set(own).isdisjoint(subexpressions(term))
            for x in left
            for factor, text in ((x, f"lacks the factor {infix(x)}"), (g.div(1, x), f"lacks the factor 1/{infix(x)}"))
        ]
        for candidate in (whole, *turned, *scaled) if own else ():
            values = self._absorbed(own, candidate.changed)
            changed = tuple(replaced(r, values) for r in candidate.changed)
            used = set(Evaluator(*values.values()).symbols) if values else {self.jets.time}
            if any(isinstance(simplified_expression(g.negate(x)), Symbol) for x in values.values()):
                continue  # R = -l is a wrong sign
            if used <= ours - {*self.moving, self.jets.time} and self._fits(changed):
                why = ": constants are absorbed" if candidate is whole else ""
                shown = ", ".join(f"{infix(x)} = {infix(value)}" for x, value in values.items())
                yield replace(candidate, text=f"{candidate.text} with {shown}{why}", changed=changed)

    def _absorbed(self, own: Sequence[Symbol], residuals: Sequence[Any]) -> dict[Any, Any]:
        """The values of symbols with which residuals vanish at some states, linear equations in their products."""
        values: dict[Any, Any] = {}
        chance = Random(1)
        for residual in residuals:
            rest = [x for x in own if x not in values]
            with suppress(ScmpyError):
                variables = dict(zip(rest, Polynomial.variables(len(rest)), strict=True))
                found = polynomial_in(self.states.on_motions(replaced(residual, values)), variables, len(rest))
                products = [exponents for exponents in found.terms if any(exponents)]
                rows, right = [], []
                for _ in products:
                    at = {x: Fraction(chance.randrange(1, 64), 16) for x in (*self.moving, self.jets.time)}
                    rows.append(tuple(replaced(found.terms[x], at) for x in products))
                    right.append(g.negate(replaced(found.terms.get((0,) * len(rest), 0), at)))
                solved = linear.solve(tuple(rows), tuple(right)) if rows else ()
                for exponents, value in sorted(zip(products, solved, strict=True), key=lambda x: sum(map(bool, x[0]))):
                    left = {x: n for x, n in zip(rest, exponents, strict=True) if n and x not in values}
                    known = reduce(g.mul, map(g.expt, (values.get(x, 1) for x in rest), exponents), 1)
                    for x, n in left.items() if len(left) == 1 else ():
                        values[x] = simplified_expression(g.expt(g.div(value, known), Fraction(1, n)))
        return {} if 0 in values.values() else values

    # --- changes inside of terms ------------------------------------------------------------------------------

    def _inside(self, i: int) -> Iterator[Diagnosis]:
        """One thing changed in one of the terms, or in what it is the derivative of by the time."""
        for number, term, name in self._terms(i):
            inside = self.answer[i].terms[number].inside
            changes = self._in_derivative(self.jets.of(inside), term) if inside else self._variants(term)
            for kind, why, cost, variant in chain(changes, self._completed_sums(i, term)):
                residual = g.add(g.sub(self.residuals[i], term), variant)
                candidate = self._changed(i, number, cost, kind, f"{name} {why}", residual)
                if self._fits(candidate.changed, i=i):
                    yield candidate

    def _completed_sums(self, i: int, term: Any) -> Iterator[tuple[str, str, float, Any]]:
        """A term with what a sum in it lacks, in a denominator or a root, by Newton's method at the states."""
        missing, error_at = symbol("what is missing"), self.errors[i]
        for node in dict.fromkeys(subexpressions(term)) if error_at is not None else ():
            if node is term or len(terms_of(node)) < 2:
                continue
            variant = replaced(term, {node: g.add(node, missing)})
            error = g.add(g.sub(self.residuals[i], term), variant)
            step, value = slope(error, missing), 0 * cast(Values, error_at)
            for _ in range(_NEWTON_STEPS):
                self.states.known[missing] = value
                found, rate = self._value(error), self._value(step)
                if found is None or rate is None or (rate == 0).any():
                    break
                with numpy.errstate(all="ignore"):  # where it does not converge
                    value = value - found / rate
            monomial = self.monomials.of(value) if (abs(value) > NEAR).all() else None
            del self.states.known[missing]
            if monomial is not None and monomial.size <= _MOST_POWERS:
                sign, shown = ("-", g.negate(monomial.value)) if monomial.number < 0 else ("+", monomial.value)
                why = f"lacks {sign} {self._text(shown)} in {self._text(node)}"
                new = g.add(node, monomial.value)
                yield "missing term", why, 4.1 + 0.1 * monomial.size, replaced(term, {node: new})

    def _in_derivative(self, inside: Any, rate: Any) -> Iterator[tuple[str, str, float, Any]]:
        """A derivative by the time with one thing changed in what is differentiated, or a part of its product rule."""
        for kind, why, cost, variant in self._variants(inside):
            yield kind, why, cost, self.jets.rate(variant)
        for factor in factors_of(inside):
            yield "factor", f"has the factor {self._text(factor)} too much", 3.9, self.jets.rate(g.div(inside, factor))
        for part in terms_of(rate):
            why = f"gives {self._text(part)} by the product rule, which does not belong there"
            yield "product rule", why, 4.2, g.sub(rate, part)

    def _variants(self, term: Any) -> Iterator[tuple[str, str, float, Any]]:
        """A term with one thing in it changed, with the kind of the change, in words, and its cost."""
        place, held = self.jets.place, dict.fromkeys(subexpressions(term))
        exchanges: list[tuple[Expression, Expression, float]] = []
        for old in self.jets.occurring(term):
            function, order = place[old]
            exchanges += ((old, new, 3.2) for new in self.moving if new is not old and place[new][1] == order)
            exchanges += ((old, self.jets.symbol(function, n), 3.6) for n in (order - 1, order + 1) if n >= 0)
        exchanges += ((old, new, 3.4) for old, new in permutations(self.symbols, 2) if old in held)
        for first, second, cost in exchanges:
            if exchange := self._exchange(first, second):
                with suppress(ScmpyError):
                    yield *exchange, cost, replaced(term, {first: second})
        for node, put in _places(term):
            scaled = (("factor", "", 2.45, g.mul(n, node)) for n in (2, Fraction(1, 2)) if node in self.symbols)
            for kind, why, cost, new in (*scaled, *_variants_of_node(node)):
                why = f"has {self._text(node)} where {self._text(new)} belongs{why}"
                with suppress(ScmpyError):  # it may be 1/0
                    yield kind, why, cost, put(new)

    # --- the whole answer -------------------------------------------------------------------------------------

    def _of_whole(self) -> Iterator[Diagnosis]:
        """Other conventions: the zero or the sense of an angle, exchanged names, other units."""
        for cost, kind, text, values in self._conventions():
            changed = tuple(replaced(x, values) for x in self.residuals)
            if self._fits(changed):
                yield Diagnosis(kind, f"equal {text}", None, None, cost, changed)
        absent = [x for x in self.symbols if x not in subexpressions(*self.residuals)]
        for group in _one_by_one_and_together(absent):
            changed = tuple(replaced(r, dict.fromkeys(group, 1)) for r in self.reference.residuals)
            both = zip(changed, self.reference.residuals, strict=True)
            if all(len(multiplied_out(x)) == len(multiplied_out(r)) for x, r in both):
                text = f"equal in units in which {' = '.join(map(infix, group))} = 1"  # no term meets a number
                yield from self._of_reference("units", text, 2.9, changed)

    def _of_reference(self, kind: str, text: str, cost: float, changed: tuple[Any, ...]) -> Iterator[Diagnosis]:
        """The proposal of another reference, if the answer is fulfilled by its motions."""
        if self._fits(tuple(self.residuals), changed):
            yield Diagnosis(kind, text, None, None, cost, tuple(self.residuals), changed)

    def _conventions(self) -> Iterator[tuple[float, str, str, Mapping[Any, Any]]]:
        """Costs, kinds, words and values of what may stand for another quantity throughout."""
        for group in _one_by_one_and_together(self.positions):
            moved: dict[Any, Any] = {jet: g.negate(jet) for x in group for jet in self._all(x)}
            text = f"after {self._arrows(group, '-{}')}: {', '.join(map(self._text, group))} has the other sense"
            yield 2.6 + len(group) / 10, "convention", text, moved
        half = g.div(PI, 2)
        for group in _one_by_one_and_together(self._angles()):
            for name, shift in (("+ pi/2", half), ("- pi/2", g.negate(half)), ("+ pi", PI)):
                text = f"after {self._arrows(group, f'{{}} {name}')}: the angle has another zero"
                yield 2.5 + len(group) / 10, "convention", text, {x: g.add(x, shift) for x in group}
        for a, b in combinations(self.positions, 2):
            moved = dict(zip((*self._all(a), *self._all(b)), (*self._all(b), *self._all(a)), strict=True))
            yield 2.8, "coordinate", f"after {self._text(a)} <-> {self._text(b)}", moved
        for a, b in combinations(self.symbols, 2):
            yield 2.7, "parameter", f"after {infix(a)} <-> {infix(b)}: the two are exchanged", {a: b, b: a}
        for x in self.symbols:
            for cost, value, shown in (
                (4.6 if "positive" in facts_of(x) else 2.8, g.negate(x), "-{}"),
                (2.8, g.div(1, x), "1/{}"),
                (2.8, g.mul(2, x), "2 {}"),
                (2.8, g.div(x, 2), "{}/2"),
                (4, g.square(x), "{}^2"),
                (4, g.sqrt(x), "sqrt({})"),
            ):
                yield cost, "scale", f"with {self._arrows([x], shown)}", {x: value}

    def _arrows(self, group: Sequence[Symbol], shown: str) -> str:
        return " and ".join(f"{name} -> {shown.format(name)}" for name in map(self._text, group))

    def _angles(self) -> list[Symbol]:
        held = {x for wave in self.waves for x in subexpressions(wave.operands[0])}
        return [x for x in self.positions if x in held]

    def _all(self, position: Symbol) -> list[Expression]:
        function, _ = self.jets.place[position]
        momentum = [self.momenta[position]] if position in self.momenta else []
        return [*momentum, *(self.jets.symbol(function, n) for n in range(4))]

    # --- limits -----------------------------------------------------------------------------------------------

    def _of_limits(self) -> Iterator[Diagnosis]:
        """The reference to lowest order in small quantities."""
        for limit in self.limits:
            text = f"equal {limit.order}: a {'limit' if limit.kind == 'limit' else f'{limit.kind} limit'} is taken"
            yield from self._of_reference(limit.kind, text, limit.cost, limit.reference)

    @cached_property
    def limits(self) -> Sequence[Limit]:
        """The limits in which the reference is another system, of which the order is that of the answer."""
        everything = self.jets.occurring(*self.reference.residuals)
        angles = self._angles()
        groups = [*_one_by_one_and_together(angles), self.positions] if angles else []
        small = [("small angle", x) for i, x in enumerate(groups) if x not in groups[:i]]
        small += [(self._kind_of_limit(x), x) for x in _one_by_one_and_together(self.positions) if not angles]
        limits = [
            (kind, " and ".join(map(self._text, group)), [x for x in everything if set(self._all(x)) & set(group)])
            for kind, group in small
        ]
        limits.append(("low velocity", "the velocities", [x for x in everything if self.jets.place[x][1] == 1]))
        lowest = [[lowest_order(x, quantities) for x in self.reference.residuals] for *_, quantities in limits]
        references = [tuple(x for x, _ in each) for each in lowest]
        found = []
        for i, (kind, names, quantities) in enumerate(limits):
            changed, is_slow = references[i], i == len(limits) - 1
            if not quantities or not all(isinstance(x, Expression) for x in changed) or self.states.vanish(*changed):
                continue
            if not _are_same((x, lowest_order(x, quantities)[0]) for x in self._in_motion()):
                continue  # the answer is not of this order itself
            if kind == "limit" and _are_same(zip(changed, references[-1], strict=True)):
                kind, names = "low velocity", "the velocities"
            is_part = kind == "limit" and len(quantities) < len(everything)
            order = f"to {'first' if all(n == 1 for _, n in lowest[i]) else 'lowest'} order in {names}"
            found.append(Limit(kind, order, changed, _FAR if is_part or is_slow else 1.5))
        return found

    def _in_motion(self) -> Sequence[Any]:
        """What the answer says that vanishes on the motions."""
        return self.residuals

    def _kind_of_limit(self, group: Sequence[Symbol]) -> str:
        """The kind of a limit in which quantities are small, by their names."""
        names = [str(self.jets.place[x][0]) for x in group]
        return "low velocity" if all(is_momentum(x) or x.partition("_")[0] == "v" for x in names) else "limit"

    def proved_limits(self) -> Iterator[Diagnosis]:
        """The limits in which the reference says what the answer does, each with its proof."""
        proofs = ((x, self._proof(x)) for x in (self._of_limits() if self.failing else ()))
        return (replace(x, proof=proof) for x, proof in proofs if proof is not None)

    def in_limits(self, found: list[Diagnosis]) -> list[Diagnosis]:
        """What is wrong in an answer that takes a limit, by the reference in it, where little else is found."""
        for limit in self.limits if not found or found[0].cost > _FAR else ():
            reference = Reference(list(map(self.jets.shown, limit.reference)), self.jets.time)
            if limit.cost < _FAR and reference.states is not None and (proved := self._by(reference)):
                return [replace(x, text=f"{x.text}, {limit.order}") for x in proved]
        return found

    def _by(self, reference: Reference) -> list[Diagnosis]:
        """The diagnoses by another reference."""
        return type(self)(reference, self.answer, self.decide).proved()


class Limit(NamedTuple):
    """A limit of small quantities: its kind, the order in words, the reference in it.

    Its cost is high where it may be a missing term too.
    """

    kind: str
    order: str
    reference: tuple[Any, ...]
    cost: float


def fields_of(*values: Any) -> list[Application]:
    """The values of functions of several variables, and of their derivatives."""
    applied = [x for x in subexpressions(*values) if isinstance(x, Application) and len(x.operands) > 1]
    heads = [(x, differentiated(x.operator)[0]) for x in applied]
    return [x for x, head in heads if isinstance(head, Symbol) and is_unknown_head(head)]


def search_of_fields(system: Sequence[Any], answer: Sequence[Equation], time: Symbol, decide: Decide) -> Search | None:
    """The search for functions with partial derivatives, if there are any: their values at a point are unknowns."""
    names = {x: symbol(infix(x)) for x in fields_of(*system, *(x.residual for x in answer))}
    if not names:
        return None
    put = TracedFunction({x: application(name, time) for x, name in names.items()})
    back = TracedFunction({application(name, time): x for x, name in names.items()})
    reference = Reference([put.of(x) for x in system], time)
    if reference.states is None:
        return None
    written = [x.map(put.of) for x in answer]
    return Search(reference, written, lambda a, b: decide([back.of(x) for x in a], [back.of(x) for x in b]))


def search_of(system: Sequence[Any], answer: Sequence[Equation], time: Symbol, decide: Decide) -> Search | None:
    """The search for an answer by the reference; None if that cannot be solved for the highest derivatives."""
    if found := search_of_fields(system, answer, time, decide):
        return found
    reference = Reference(system, time)
    return None if reference.states is None else Search(reference, answer, decide)


def by_number(factor: Fraction) -> tuple[str, str]:
    """The kind of a change by a number, and what it says of the term that needs it."""
    return ("sign", "has the wrong sign") if factor == -1 else ("factor", f"has to be multiplied by {infix(factor)}")


def freedom(solved: Branch) -> int:
    return sum(rule.order for rule in solved.rules.values())


def _one_by_one_and_together(quantities: list[Symbol]) -> list[list[Symbol]]:
    return [[x] for x in quantities] + [quantities] * (len(quantities) > 1)


def _is_another(candidate: Diagnosis, first: Diagnosis) -> bool:
    """Is a change about as likely as the first, and of another kind or place?"""
    same = (candidate.kind, candidate.equation, candidate.term) == (first.kind, first.equation, first.term)
    return not same and candidate.cost < first.cost + 0.45 and candidate.changed != first.changed


_ANGLES = {HALF_TURN: PI, application(Head.ATAN, 1): g.div(PI, 4)}  # as decisions write them


def text_of(jets: Jets, expression: Any) -> str:
    """An expression in infix notation, with primes for the derivatives by the time, as it is typed."""
    expression = jets.of(expression)
    names: dict[Any, Any] = dict(_ANGLES)
    for jet in jets.occurring(expression):
        function, order = jets.place[jet]
        names[jet] = symbol(f"{infix(function)}{_PRIME * order}" if order else str(function))
    return infix(replaced(expression, names), simplifier=_shortest)


def _are_same(pairs: Iterable[tuple[Any, Any]]) -> bool:
    return all(simplified_expression(g.sub(x, y)) == 0 for x, y in pairs)


def _places(term: Any) -> Iterator[tuple[Expression, Callable[[Any], Any]]]:
    """The nodes of a term, each with what puts another in its place: everywhere, or in one sum of several places."""

    def put(within: Expression, node: Expression, new: Any) -> Any:
        return replaced(term, {within: replaced(within, {node: new})})

    for node in dict.fromkeys(subexpressions(term)):
        yield node, partial(put, term, node)
    for within in dict.fromkeys(x for x in subexpressions(term) if x is not term and len(terms_of(x)) > 1):
        others = set(subexpressions(replaced(term, {within: symbol("a sum")})))
        for node in dict.fromkeys(x for x in subexpressions(within) if x in others):
            yield node, partial(put, within, node)


def _variants_of_node(node: Expression) -> Iterator[tuple[str, str, float, Any]]:
    """A function, a power or a sum, with one thing changed."""
    head, operands = node.operator, node.operands
    parts = terms_of(node)
    if head in (Head.SIN, Head.COS) or len(parts) > 1 or (isinstance(node, Symbol) and is_unknown_head(node)):
        yield "power", "", 4.3, g.square(node)
    if len(parts) > 1:
        yield from (("power", "", 4.3, g.expt(node, n)) for n in (Fraction(1, 2), Fraction(3, 2)))
    if head in (Head.SIN, Head.COS, Head.TAN):
        for other in (Head.SIN, Head.COS, Head.TAN):
            if other is not head:
                kind = "function" if Head.TAN in (head, other) else "sin and cos"
                why = "" if kind == "function" else ": sine and cosine are exchanged"
                yield kind, why, 2.4, application(other, *operands)
        yield "factor", "", 3.9, application(head, g.mul(2, operands[0]))
        yield "factor", "", 3.9, application(head, g.div(operands[0], 2))
    if head is Head.EXP:
        yield "sign", ": the exponent has the wrong sign", 3.8, application(head, g.negate(operands[0]))
    if head is Head.EXPT and is_number(operands[1]):
        for n in (-1, 1):
            yield "power", "", 4, g.expt(operands[0], operands[1] + n)
    if len(parts) > 1:
        for i, part in reversed(list(enumerate(parts))):
            rest = sum_of(x for j, x in enumerate(parts) if j != i)
            yield "sign", "", 3.8, g.sub(rest, part)
            yield "additional term", "", 4.2, rest


def is_right(proof: EquationEquivalence) -> bool:
    """Is an answer equal, but for places where coordinates have certain values?"""
    if proof.verdict == "equal":
        return True
    if proof.verdict != "equal except":
        return False
    return all(moves_not(x) for exception in proof.exceptions for x in exception.where)


def moves_not(expression: Any) -> bool:
    return not any(differentiated(x.operator)[1] for x in subexpressions(expression))


# --- reports ---------------------------------------------------------------------------------------------------------

_WRONG = "31"
_COLOURS = {"equal": "32", "undecided": "33", "unreadable": "33"}  # of a terminal


def _coloured(text: str, code: str, colour: bool) -> str:
    return f"\x1b[1;{code}m{text}\x1b[0m" if colour else text


_WORDS = {
    "equal": "your equations say the same as the reference",
    "implies": "your equations follow from the reference, but say less: they allow motions that it does not",
    "implied": "your equations say more than the reference: they exclude motions that it allows",
    "first integral": "your equations are a first integral of the motion, and not the equations of motion",
    "different": "your equations are not those of the reference",
    "undecided": "it is not decided whether your equations are those of the reference",
    "unreadable": "your equations cannot be read",
}


class Report:
    """What is shown as a report."""

    report: Callable[..., str]

    def __repr__(self) -> str:
        return self.report()

    def coloured(self) -> str:
        """The report with the verdict, and the term that is wrong, in colours of a terminal."""
        return self.report(colour=True)


@dataclass(frozen=True, repr=False)
class Grade(Report):
    """What is said of an answer: the verdict, in words, with the diagnoses, notes, and what was assumed.

    ``verdict`` is "equal", "implies" (the answer follows from the reference, but says less), "implied" (it says more),
    "first integral", "different", "undecided" or "unreadable". A diagnosis is proved: the answer with its change is
    equal. ``witness`` is a state with the accelerations of both, where there is no diagnosis.
    """

    verdict: str
    answer: tuple[Equation, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    notes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    witness: str = ""
    name: str = ""
    reason: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        return self.verdict == "equal"

    @property
    def words(self) -> str:
        """The verdict as a sentence for who wrote the answer."""
        return _WORDS[self.verdict]

    def report(self, colour: bool = False) -> str:
        """The verdict, the equation that is wrong with its term underlined, and what was assumed, in lines."""
        lines = [f"{_coloured(self.verdict, _COLOURS.get(self.verdict, _WRONG), colour)}: {self.words}"]
        for number, diagnosis in enumerate(self.diagnoses):
            other = diagnosis.equation != self.diagnoses[0].equation
            lines += self._marked(diagnosis, colour) if not number or other else []
            lines.append(f"  {'or: ' if number and not other else ''}{diagnosis.text}")
        return "\n".join([*lines, *(f"  {line}" for line in self._remarks())])

    def _remarks(self) -> Iterator[str]:
        if self.verdict in ("undecided", "unreadable"):
            yield from self.reason.splitlines()
        yield from filter(None, [self.witness])
        yield from (f"note: {note}" for note in self.notes)
        if self.assumed:
            yield f"assumed: {', '.join(self.assumed)}"

    def _marked(self, diagnosis: Diagnosis, colour: bool) -> list[str]:
        if diagnosis.equation is None:
            return []
        equation = self.answer[diagnosis.equation]
        where = f"equation {diagnosis.equation + 1}" if len(self.answer) > 1 else "the equation"
        lines = [f"  {where}: {equation.text}"]
        if (span := diagnosis.span(self.answer)) is not None:
            before = " " * (len(lines[0]) - len(equation.text) + span[0])
            lines.append(before + _coloured("~" * max(span[1] - span[0], 1), _WRONG, colour))
        return lines

    def html(self, typeset: bool = False) -> str:
        """The grade as a part of a page, with the term that is wrong marked; typeset where that is shown."""
        colour = "seagreen" if self else "#d33"  # on white and on black
        lines = [f'<div><b style="color:{colour}">{escape(self.verdict)}</b>: {escape(self.words)}']
        spans = {x.equation: x.span(self.answer) for x in reversed(self.diagnoses)}
        for number, equation in enumerate(self.answer):
            text = escape(equation.text)
            if span := spans.get(number):
                parts = (escape(equation.text[i:j]) for i, j in ((0, span[0]), span, (span[1], None)))
                text = "{}<mark>{}</mark>{}".format(*parts)
            lines.append(f'<pre style="overflow-x:auto">{text}</pre>')
            if typeset and equation.end:
                sides = tex(expression_of(equation.left)), tex(expression_of(equation.right))
                lines.append(f"<div>$\\displaystyle {escape(' = '.join(sides))}$</div>")
        lines += [f"<div>{'or: ' if n else ''}{escape(x.text)}</div>" for n, x in enumerate(self.diagnoses)]
        if remarks := "\n".join(self._remarks()):
            lines.append(f'<small style="display:block;white-space:pre-wrap">{escape(remarks)}</small>')
        return "\n".join([*lines, "</div>"])

    def _repr_html_(self) -> str:
        return self.html(typeset=True)

    def as_dict(self) -> dict[str, Any]:
        """The grade for programs; these fields stay."""
        return {
            "answer": self.name,
            "verdict": self.verdict,
            "equal": self.verdict == "equal",
            "words": self.words,
            "equations": [x.text for x in self.answer],
            "diagnoses": [
                {
                    "kind": x.kind,
                    "text": x.text,
                    "equation": None if x.equation is None else x.equation + 1,
                    "term": (term := x.where(self.answer)) and term.text,
                    "span": x.span(self.answer),
                }
                for x in self.diagnoses
            ],
            **{name: getattr(self, name) for name in ("witness", "notes", "assumed", "reason")},
        }


@dataclass(frozen=True, repr=False)
class Grades(Report):
    """The grades of several answers to one reference, in their order."""

    grades: tuple[Grade, ...]

    def __iter__(self) -> Iterator[Grade]:
        return iter(self.grades)

    def __len__(self) -> int:
        return len(self.grades)

    def __getitem__(self, number: int) -> Grade:
        return self.grades[number]

    def report(self, colour: bool = False) -> str:
        """The reports, one after the other."""
        if len(self) == 1 and not self[0].name:
            return self[0].report(colour)
        return "\n".join(f"{x.name or f'answer {n + 1}'}: {x.report(colour)}" for n, x in enumerate(self))

    def _repr_html_(self) -> str:
        return "\n".join((f"<b>{escape(x.name)}</b>" if x.name else "") + x.html(typeset=True) for x in self)


for _type in (Grade, Grades):
    expression_of.add((_type,), lambda grade: symbol(repr(grade)))
