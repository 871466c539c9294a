"""The smallest change of an answer that makes it say what a reference says: found at random states, then proved.

Of a reference system the motions are known at random states: its highest derivatives are functions of the others. A
residual of an answer that follows from it is 0 there; of one that does not, the value e says what is wrong. A term of
value T has to be e less, so its missing factor is 1 - e / T, and the term that is missing is -e: both are recognized as
monomials of the symbols, coordinates, velocities, sines and cosines, of which the logarithms are linear. Other changes
(an exchanged function or coordinate, another zero of an angle, a limit) are made and looked at at the same states.
What passes is only proposed: a diagnosis is one where the changed answer is decided to be equal.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.implication import EquationEquivalence
from scmpy.mechanics.equations.solved_form import Branch, Completion, Rule
from scmpy.mechanics.equations.systems import COSINE, SINE, Algebra, Jets, is_unknown_head, slope
from scmpy.reading.values import Equation, Term
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    OVER,
    PI,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    differentiated,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.polynomials import Polynomial, polynomial_in
from scmpy.symbolic.simplify import infix, simplified_expression

_STATES = 48
_MOST_PROOFS = 12
_MOST_POWERS = 3  # in the factor that a term lacks: a larger one says nothing of what was meant
_NEAR = 1e-8
_PRIME = "'"
_FAR = 1e-4  # quantities are of the size of 1
_TANGENT, _EXP = map(numerical, ("tan", "exp"))

Values = Any  # an array of the values at the states


# --- states ----------------------------------------------------------------------------------------------------------


def is_numpy_there() -> bool:
    """Can values be had at many states at once, by which the wrong term is found? In a browser there is no numpy."""
    return importlib.util.find_spec("numpy") is not None


class States:
    """The values of expressions at random states of the motions of a system."""

    def __init__(self, jets: Jets, rules: Branch, size: float = 1) -> None:
        import numpy as np

        self.jets, self.rules, self.scale = jets, rules, size  # that of coordinates and velocities
        self.completion = Completion(Algebra(), jets)
        self.chance = np.random.default_rng(1)
        self.known: dict[Expression, Values] = {}

    def of(self, expression: Any) -> Values | None:
        """The values of an expression; None where it has none, or none that is a number."""
        import numpy as np

        try:
            nodes = list(subexpressions(expression))
            operators = {
                y for x in nodes if isinstance(x, Application) for y in (x.operator, *subexpressions(x.operator))
            }
            for node in nodes:
                head = differentiated(node.operator)[0] if isinstance(node, Application) else node
                is_value = isinstance(head, Symbol) and (head is node or is_unknown_head(head))  # as V(x) is
                if is_value and node not in self.known and node not in operators:
                    self.known[node] = self._at_random(node)
            with np.errstate(all="ignore"):
                found = TracedFunction(self.known).of(expression)
            if np.iscomplexobj(found):
                return None
            found = np.broadcast_to(np.asarray(found, dtype=float), (_STATES,))
        except (TypeError, ValueError, ScmpyError):
            return None
        return found if np.isfinite(found).all() else None

    def vanish(self, *expressions: Any) -> bool:
        """Are expressions 0 at all states, to the accuracy of their terms?"""
        for expression in expressions:
            found = self.of(expression)
            if found is None or sorted(abs(found))[_STATES // 2] > _FAR:
                return False
            if (abs(found) > _NEAR * self.size(expression)).any():
                return False
        return True

    def size(self, expression: Any) -> Values:
        values = [x for x in map(self.of, terms_of(expression)) if x is not None]
        return sum(map(abs, values), 1e-3)

    def on_motions(self, expression: Any) -> Any:
        return self.completion.reduced(self.rules, expression)

    def is_free(self, x: Expression) -> bool:
        """May a state choose this derivative, or this parameter?"""
        if x not in self.jets.place:
            head = differentiated(x.operator)[0] if isinstance(x, Application) else x
            return isinstance(head, Symbol) and is_unknown_head(head) and not x.constant
        function, order = self.jets.place[x]
        return function not in self.rules.rules or order < self.rules.rules[function].order

    def _at_random(self, node: Expression) -> Values:
        if node.constant:
            return float(node)
        value = self.on_motions(node)
        if value is not node:
            found = self.of(value)
            if found is None:
                raise ValueError(node)
            return found
        return self.chance.uniform(0.4, 1.6, _STATES) * (self.scale if node in self.jets.place else 1)


class Monomial(NamedTuple):
    """A number times powers of quantities."""

    number: Fraction
    powers: dict[Expression, int]

    @property
    def exchanged(self) -> tuple[Expression, ...]:
        found = sorted(self.powers, key=lambda x: -self.powers[x])
        return tuple(found) if len(found) == 2 and not sum(self.powers.values()) and self.number == 1 else ()

    @property
    def size(self) -> int:
        """How many quantities are multiplied or divided by, or exchanged."""
        return sum(map(abs, self.powers.values())) // (2 if self.exchanged else 1)

    @property
    def value(self) -> Any:
        found: Any = self.number if self.number.denominator > 1 else int(self.number)
        for x, n in self.powers.items():
            found = g.mul(found, g.expt(x, n))
        return found


class Monomials:
    """Recognizes monomials of quantities by their values."""

    def __init__(self, states: States, atoms: Sequence[Expression]) -> None:
        import numpy as np

        self.atoms: list[Expression] = []
        self.values: list[Values] = []
        rows = np.ones((_STATES, 1))
        for x in atoms:
            value = states.of(x)
            if value is None or (abs(value) < 1e-9).any() or len(self.atoms) == _STATES - 8:
                continue
            row = np.log(np.abs(value))
            if np.linalg.norm(row - rows @ np.linalg.lstsq(rows, row)[0]) > 1e-6:  # sin 2x = 2 sin x cos x is none
                rows = np.column_stack([rows, row])
                self.atoms.append(x)
                self.values.append(value)
        self.inverse = np.linalg.pinv(rows)

    def of(self, values: Values) -> Monomial | None:
        import numpy as np

        if np.any(values == 0) or not np.isfinite(values).all():
            return None
        found = self.inverse @ np.log(np.abs(values))
        powers = np.rint(found[1:])
        if np.any(np.abs(found[1:] - powers) > 1e-5) or np.abs(powers).sum() > 12:
            return None
        rest = values / np.prod([v**n for v, n in zip(self.values, powers, strict=True)], axis=0)
        number = Fraction(float(rest[0])).limit_denominator(24)
        if number == 0 or np.any(np.abs(rest - float(number)) > _NEAR * abs(float(number))):
            return None
        return Monomial(number, {x: int(n) for x, n in zip(self.atoms, powers, strict=True) if n})


# --- terms -----------------------------------------------------------------------------------------------------------


def terms_of(residual: Any) -> list[Any]:
    """The terms of a sum, of which each has its sign."""
    head = residual.operator if isinstance(residual, Expression) else None
    if head is PLUS:
        return [x for part in residual.operands for x in terms_of(part)]
    if head is MINUS and len(residual.operands) == 1:
        return [g.negate(x) for x in terms_of(residual.operands[0])]
    if head is MINUS:
        first, *rest = residual.operands
        return [*terms_of(first), *(g.negate(x) for part in rest for x in terms_of(part))]
    return [residual]


def factors_of(expression: Any) -> list[Any]:
    """The factors of a product or a quotient, those it is divided by too."""
    if isinstance(expression, Expression) and expression.operator in (TIMES, OVER):
        return [x for part in expression.operands for x in factors_of(part)]
    return [expression]


def multiplied_out(term: Any) -> list[Any]:
    parts = terms_of(term)
    if len(parts) > 1:
        return [x for part in parts for x in multiplied_out(part)]
    if isinstance(term, Expression) and term.operator is MINUS:
        return [g.negate(x) for x in multiplied_out(term.operands[0])]
    if not isinstance(term, Expression) or term.operator not in (TIMES, OVER):
        return [term]
    first, *rest = term.operands
    factors = [first, *(x if term.operator is TIMES else g.div(1, x) for x in rest)]
    for i, factor in enumerate(factors if term.operator is TIMES else [first]):
        inner = multiplied_out(factor)
        if len(inner) > 1:
            others = [x for j, x in enumerate(factors) if j != i]
            made = [reduce(g.mul, others, x) for x in inner]
            return [x for part in made for x in multiplied_out(part)]
    return [term]


def _count(residual: Any) -> int:
    return len(multiplied_out(residual))


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
_FOLLOWS, _SOLVES = ("equal", "equal except", "implies"), ("equal", "equal except", "implied")


class Reference:
    """A system that answers are compared with: solved once, at random states of its motions."""

    def __init__(self, residuals: Sequence[Any], time: Symbol) -> None:
        self.jets = Jets(time)
        self.time = time
        self.residuals = [self.jets.of(x) for x in residuals]
        self.algebra = Algebra()
        self.others: dict[tuple[Any, ...], States | None] = {}
        self.solved = self.solved_form(self.residuals)

    @cached_property
    def states(self) -> States | None:
        """States at which the system has values; smaller ones if it has none at all others. They need numpy."""
        if self.solved is None:
            return None
        states = States(self.jets, self.solved)
        defined = all(states.of(x) is not None for x in self.residuals)
        return states if defined else States(self.jets, self.solved, 0.2)

    def solved_form(self, residuals: Sequence[Any]) -> Branch | None:
        """The solved form where no coefficient vanishes; None if there is none without equations that are left."""
        completion = Completion(self.algebra, self.jets)
        with suppress(ScmpyError):  # as where a denominator vanishes to first order
            divisors = [x for residual in residuals for x in self.algebra.divisors(residual)]
            for leaf, complete in completion.leaves(Branch(tuple(residuals), nonzero=tuple(divisors))):
                if complete and not leaf.relations and not leaf.left:
                    return leaf
                break
        return self._linear(residuals)

    def _linear(self, residuals: Sequence[Any]) -> Branch | None:
        """The solved form of equations that are linear in as many highest derivatives, by Cramer's rule."""
        orders = self.jets.functions(*residuals)
        unknowns = [self.jets.symbol(f, order) for f, order in orders.items()]
        if not unknowns or len(unknowns) != len(residuals) or len(unknowns) > 3:
            return None
        with suppress(ScmpyError):
            rows = tuple(tuple(slope(x, u) for u in unknowns) for x in residuals)
            rest = tuple(g.negate(_replaced(x, dict.fromkeys(unknowns, 0))) for x in residuals)
            if set(unknowns).isdisjoint(subexpressions(*(x for row in rows for x in row))):
                values = zip(orders.items(), linear.solve(rows, rest), strict=True)
                return Branch((), rules={f: Rule(order, value) for (f, order), value in values})
        return None

    def states_of(self, residuals: tuple[Any, ...]) -> States | None:
        if residuals not in self.others:
            solved = self.solved_form(residuals)
            self.others[residuals] = None if solved is None else States(self.jets, solved)
        return self.others[residuals]


class Search:
    """The search for the changes that an answer needs, in the order of likelihood."""

    right: Collection[str] = ("equal",)  # the verdicts of what is right

    def __init__(self, reference: Reference, answer: Sequence[Equation], decide: Decide, follows: bool = False) -> None:
        self.reference, self.answer, self.decide = reference, answer, decide
        self.right = _FOLLOWS if follows else self.right  # a line of a derivation may say less than those before
        self.jets = reference.jets
        self.residuals = [self.jets.of(x.residual) for x in answer]
        everything = [*reference.residuals, *self.residuals]
        self.symbols = parameters_of(self.jets, *everything)
        self.moving = self.jets.occurring(*everything)
        self.positions = list(dict.fromkeys(self.jets.symbol(f, 0) for f in self.jets.functions(*everything)))
        self.momenta: Mapping[Symbol, Expression] = {}  # those that change with their positions
        self.waves = list(dict.fromkeys(x for x in subexpressions(*everything) if x.operator in (SINE, COSINE)))
        assert reference.states is not None
        self.states = reference.states
        self.errors = [self.states.of(x) for x in self.residuals]
        self.failing = [i for i, x in enumerate(self.residuals) if not self.states.vanish(x)]
        both = [application(head, x.operands[0]) for x in self.waves for head in (SINE, COSINE)]
        free = filter(self.states.is_free, self.moving)
        self.monomials = Monomials(self.states, list(dict.fromkeys([*self.symbols, *self.positions, *free, *both])))

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
        if self.right is _FOLLOWS and candidate.cost > 3 and States(self.jets, Branch(())).vanish(*candidate.changed):
            return None  # times the other side over this one every line is an identity
        right = _FOLLOWS if candidate.kind == "first integral" else self.right
        return proof if is_right(proof) or proof.verdict in right else None

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
                return [replace(x, proof=proof) for x in some]
        return []

    def _changed(self, i: int, term: int | None, cost: float, kind: str, text: str, residual: Any) -> Diagnosis:
        changed = tuple(residual if j == i else x for j, x in enumerate(self.residuals))
        return Diagnosis(kind, text, i, term, cost, changed)

    def _terms(self, i: int) -> Iterator[tuple[int, Any, str]]:
        for number, term in enumerate(self.answer[i].terms):
            yield number, self.jets.of(term.value), f"the term {term.text.lstrip('+& ')}"

    def _text(self, expression: Any) -> str:
        return text_of(self.jets, expression)

    # --- one equation -----------------------------------------------------------------------------------------

    def _of_equation(self, i: int) -> Iterator[Diagnosis]:
        """What the value of an equation shows: a factor or a term that it lacks, a constant, an integral."""
        error = self.errors[i]
        if error is None:
            return
        for number, term, name in self._terms(i):
            yield from self._of_factor(i, number, term, error, name)
            parts = multiplied_out(term)
            for part in parts if len(parts) > 1 else ():
                yield from self._of_factor(i, number, part, error, f"{self._text(part)} in it", 0.2)
        yield from self._of_missing(i, error)
        yield from self._of_absorbed(i)
        rate = self.jets.rate(self.residuals[i])
        lower = all(map(self.states.is_free, self.jets.occurring(self.residuals[i])))
        if lower and isinstance(rate, Expression) and self.states.vanish(rate):
            text = "it is a first integral: its derivative by the time follows from the equations of motion"
            yield self._changed(i, None, 1, "first integral", text, rate)

    def _of_factor(
        self, i: int, number: int, part: Any, error: Values, name: str, more: float = 0
    ) -> Iterator[Diagnosis]:
        value = self.states.of(part)
        if value is None or (abs(value) < 1e-12).any():
            return
        needed = 1 - error / value
        if (abs(needed) < _NEAR).all():
            change: Any = -1
            cost, kind, text = 5.0, "additional term", "does not belong there"
        elif (factor := self.monomials.of(needed)) and factor.size <= _MOST_POWERS:
            change = g.sub(factor.value, 1)
            cost, kind, text = self._named_factor(factor, part)
        else:
            return
        cost += more + (0 if all(map(self.states.is_free, self.jets.occurring(part))) else 0.5)
        yield self._changed(i, number, cost, kind, f"{name} {text}", g.add(self.residuals[i], g.mul(change, part)))

    def _named_factor(self, factor: Monomial, part: Any) -> tuple[float, str, str]:
        number, powers = factor
        if number == -1 and not powers:
            return 1, "sign", "has the wrong sign"
        if factor.exchanged:
            new, old = factor.exchanged
            if old in subexpressions(part) and (exchanged := self._exchange(old, new)):
                return 2.4, *exchanged
        cost = 2 + 0.01 * (number.numerator + number.denominator)
        if powers:
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
        if {old.operator, new.operator} == {SINE, COSINE} and old.operands == new.operands:
            return "sin and cos", f"{text}: sine and cosine are exchanged"
        if old in self.jets.place and new in self.jets.place:
            same = self.jets.place[old][0] is self.jets.place[new][0]
            return "order of a derivative" if same else "coordinate", text
        return ("parameter", text) if old in self.symbols and new in self.symbols else None

    def _of_missing(self, i: int, error: Values) -> Iterator[Diagnosis]:
        """The term that an equation lacks: another part of a product rule, a term of the reference, or a monomial."""
        written = [term for _, term, _ in self._terms(i)]
        for missing, kind, why, cost in self._missing(written, error):
            value = self.states.of(missing)
            if value is None or (abs(value + error) > _NEAR * (1e-3 + abs(error))).any():
                continue
            named = inertial_force(self.jets, missing, written)
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
        if found is not None:
            yield found.value, "missing term", "", 6
        for residual in self.reference.residuals:
            theirs = multiplied_out(self.reference.algebra.part(residual).numerator)
            groups = [theirs, *([x] for x in (*theirs, *terms_of(residual)))]
            for group in sorted(groups, key=lambda x: not all(map(self.states.is_free, self.jets.occurring(*x)))):
                total = sum_of(group)
                value = self.states.of(total)
                ratio = None if value is None or (value == 0).any() else self.monomials.of(-error / value)
                if ratio is not None:
                    yield g.mul(ratio.value, total), "missing term", "", 6.5 + len(group)

    def _by_product_rule(self, part: Any) -> Iterator[tuple[Any, str, str, float]]:
        """What d/dt of a product gives beside a term of it with the highest derivative."""
        for jet in self.jets.occurring(part):
            function, order = self.jets.place[jet]
            rest = _replaced(part, {jet: 1})
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
        for candidate in (whole, *turned) if own else ():
            values = self._absorbed(own, candidate.changed)
            changed = tuple(_replaced(r, values) for r in candidate.changed)
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
                found = polynomial_in(self.states.on_motions(_replaced(residual, values)), variables, len(rest))
                products = [exponents for exponents in found.terms if any(exponents)]
                rows, right = [], []
                for _ in products:
                    at = {x: Fraction(chance.randrange(1, 64), 16) for x in (*self.moving, self.jets.time)}
                    rows.append(tuple(_replaced(found.terms[x], at) for x in products))
                    right.append(g.negate(_replaced(found.terms.get((0,) * len(rest), 0), at)))
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
            for kind, why, cost, variant in changes:
                residual = g.add(g.sub(self.residuals[i], term), variant)
                candidate = self._changed(i, number, cost, kind, f"{name} {why}", residual)
                if self._fits(candidate.changed, i=i):
                    yield candidate

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
                    yield *exchange, cost, _replaced(term, {first: second})
        for node in held:
            scaled = (("factor", "", 2.45, g.mul(n, node)) for n in (2, Fraction(1, 2)) if node in self.symbols)
            for kind, why, cost, new in (*scaled, *_variants_of_node(node)):
                why = f"has {self._text(node)} where {self._text(new)} belongs{why}"
                with suppress(ScmpyError):  # it may be 1/0
                    yield kind, why, cost, _replaced(term, {node: new})

    # --- the whole answer -------------------------------------------------------------------------------------

    def _of_whole(self) -> Iterator[Diagnosis]:
        """Other conventions: the zero or the sense of an angle, exchanged names, other units."""
        for cost, kind, text, values in self._conventions():
            changed = tuple(_replaced(x, values) for x in self.residuals)
            if self._fits(changed):
                yield Diagnosis(kind, f"equal {text}", None, None, cost, changed)
        absent = [x for x in self.symbols if x not in subexpressions(*self.residuals)]
        for group in _one_by_one_and_together(absent):
            changed = tuple(_replaced(r, dict.fromkeys(group, 1)) for r in self.reference.residuals)
            if all(_count(x) == _count(r) for x, r in zip(changed, self.reference.residuals, strict=True)):
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

    def _of_limits(self) -> Iterator[Diagnosis]:
        """The reference to first order in small quantities."""
        everything = self.jets.occurring(*self.reference.residuals)
        angles = self._angles()
        small = [("small angle", group) for group in _one_by_one_and_together(angles)]
        small.append(("small angle" if angles else "limit", self.positions))
        limits = [
            (kind, " and ".join(map(self._text, group)), [x for x in everything if set(self._all(x)) & set(group)])
            for kind, group in small
        ]
        velocities = [x for x in everything if self.jets.place[x][1] == 1]
        for kind, names, quantities in (*limits, ("low velocity", "the velocities", velocities)):
            changed = tuple(_first_order(x, quantities) for x in self.reference.residuals)
            if not quantities or not all(isinstance(x, Expression) for x in changed) or self.states.vanish(*changed):
                continue
            text = f"equal to first order in {names}: a {'limit' if kind == 'limit' else f'{kind} limit'} is taken"
            cost = 5.7 if kind == "low velocity" else 1.5  # which is a missing term too, if it is one alone
            yield from self._of_reference(kind, text, cost, changed)


def search_of_fields(system: Sequence[Any], answer: Sequence[Equation], time: Symbol, decide: Decide) -> Search | None:
    """The search for functions with partial derivatives, if there are any: their values at a point are unknowns."""
    nodes = subexpressions(*system, *(x.residual for x in answer))
    heads = {x: differentiated(x.operator)[0] for x in nodes if isinstance(x, Application) and len(x.operands) > 1}
    names = {x: symbol(infix(x)) for x, head in heads.items() if isinstance(head, Symbol) and is_unknown_head(head)}
    if not names:
        return None
    put = TracedFunction({x: application(name, time) for x, name in names.items()})
    back = TracedFunction({application(name, time): x for x, name in names.items()})
    reference = Reference([put.of(x) for x in system], time)
    if reference.states is None:
        return None
    written = [x.map(put.of) for x in answer]
    return Search(reference, written, lambda a, b: decide([back.of(x) for x in a], [back.of(x) for x in b]))


class SolutionSearch(Search):
    """The search where an answer has fewer free values, as x = A cos t has: its motions are to fulfil the reference."""

    right = _SOLVES

    def proved(self, most: int = 2) -> list[Diagnosis]:
        own, other = self.reference.solved_form(self.residuals), self.reference.solved
        if own is None or other is None or _freedom(own) >= _freedom(other):
            return []
        return super().proved(most)

    def _fits(self, changed: tuple[Any, ...], system: tuple[Any, ...] | None = None, i: int | None = None) -> bool:
        own = self.reference.solved_form(changed)
        system = system or tuple(self.reference.residuals)
        return own is not None and States(self.jets, own).vanish(*system)

    def _of_equation(self, i: int) -> Iterator[Diagnosis]:
        return iter(())  # its values at states of the reference show nothing: constants may be any

    def _variants(self, term: Any) -> Iterator[tuple[str, str, float, Any]]:
        for n in map(Fraction, ("-1", "2", "1/2")):
            cost, kind, text = self._named_factor(Monomial(n, {}), term)
            yield kind, text, cost + 0.5 * bool(self.jets.occurring(term)), g.mul(n, term)
        yield from super()._variants(term)


def _freedom(solved: Branch) -> int:
    return sum(rule.order for rule in solved.rules.values())


def _one_by_one_and_together(quantities: list[Symbol]) -> list[list[Symbol]]:
    return [[x] for x in quantities] + [quantities] * (len(quantities) > 1)


def _is_another(candidate: Diagnosis, first: Diagnosis) -> bool:
    """Is a change about as likely as the first, and of another kind or place?"""
    same = (candidate.kind, candidate.equation, candidate.term) == (first.kind, first.equation, first.term)
    return not same and candidate.cost < first.cost + 0.45 and candidate.changed != first.changed


def parameters_of(jets: Jets, *expressions: Any) -> list[Symbol]:
    """The symbols in expressions with symbols for derivatives that stand for numbers, but the time."""
    nodes = list(subexpressions(*expressions))
    heads = {differentiated(x.operator)[0] for x in nodes if isinstance(x, Application)}
    found = (x for x in nodes if isinstance(x, Symbol) and is_unknown_head(x) and x not in heads)
    return [x for x in found if x not in jets.place and x is not jets.time and not x.constant]


def solved_for(residual: Any, x: Expression, powers: Sequence[int]) -> Any:
    """The value of an expression by an equation that is linear in one of its powers; None if there is none."""
    with suppress(ScmpyError):
        at = [_replaced(residual, {x: n}) for n in (0, 1, 2)]
        for power in powers:
            if equivalent(g.sub(at[2], at[0]), g.mul(2**power, g.sub(at[1], at[0]))).verdict == "equal":
                value = g.negate(g.div(at[0], g.sub(at[1], at[0])))
                return value if power == 1 else g.sqrt(value)
    return None


def text_of(jets: Jets, expression: Any) -> str:
    """An expression in infix notation, with primes for the derivatives by the time, as it is typed."""
    expression = jets.of(expression)
    names = {}
    for jet in jets.occurring(expression):
        function, order = jets.place[jet]
        names[jet] = symbol(f"{infix(function)}{_PRIME * order}" if order else str(function))
    return infix(_replaced(expression, names))


def _replaced(expression: Any, values: Mapping[Any, Any]) -> Any:
    return TracedFunction(dict(values)).of(expression)


def _first_order(residual: Any, small: Sequence[Expression]) -> Any:
    """A residual to first order in quantities: its value and its slope where they are 0."""

    def along(epsilon: Any) -> Any:
        return _replaced(residual, {x: g.mul(epsilon, x) for x in small})

    with suppress(ScmpyError):
        return g.add(along(0), derivative(along)(0))
    return None


def _variants_of_node(node: Expression) -> Iterator[tuple[str, str, float, Any]]:
    """A function, a power or a sum, with one thing changed."""
    head, operands = node.operator, node.operands
    if head in (SINE, COSINE, _TANGENT):
        for other in (SINE, COSINE, _TANGENT):
            if other is not head:
                kind = "function" if _TANGENT in (head, other) else "sin and cos"
                why = "" if kind == "function" else ": sine and cosine are exchanged"
                yield kind, why, 2.4, application(other, *operands)
        yield "factor", "", 3.9, application(head, g.mul(2, operands[0]))
        yield "factor", "", 3.9, application(head, g.div(operands[0], 2))
    if head is _EXP:
        yield "sign", ": the exponent has the wrong sign", 3.8, application(head, g.negate(operands[0]))
    if head is EXPT and is_number(operands[1]):
        for n in (-1, 1):
            yield "power", "", 4, g.expt(operands[0], operands[1] + n)
    parts = terms_of(node)
    if len(parts) > 1:
        for i, part in reversed(list(enumerate(parts))):
            rest = sum_of(x for j, x in enumerate(parts) if j != i)
            yield "sign", "", 3.8, g.sub(rest, part)
            yield "additional term", "", 4.2, rest


def inertial_force(jets: Jets, missing: Any, written: Sequence[Any]) -> str:
    """Is a term one of Coriolis, a centrifugal one or one of Euler's?

    The first is of two velocities, or of a velocity and the rate of a frame; the second of the square of one of them,
    that of another coordinate than the one whose acceleration the equation has; the third of the rate's own rate.
    """
    orders: dict[Expression, int] = {}
    for x in jets.occurring(missing):
        order = jets.place[x][1]
        if order:
            orders[x] = _degree(missing, x)
    speeds = [x for x in orders if jets.place[x][1] == 1]
    rates = {x: _degree(missing, x) for x in subexpressions(missing) if _is_rate(x) and x not in jets.place}
    moving = sum(orders[x] for x in speeds)
    turning = [f for f in jets.functions(missing, *written) if _is_rate(f)]
    if any(jets.place[x][0] in turning and jets.place[x][1] == 1 for x in speeds) and moving == 1:
        return "Euler term"
    turns = sum(rates.values()) + sum(_degree(missing, jets.symbol(f, 0)) for f in turning)
    accelerated = {jets.place[x][0] for x in jets.occurring(*written) if jets.place[x][1] == 2}
    is_of_another = any(accelerated - {jets.place[x][0]} for x in speeds)
    if (moving == 2 and len(speeds) == 2) or (moving == 1 and turns == 1 and is_of_another):
        return "Coriolis term"
    if moving == 2 and is_of_another:
        return "centrifugal term"
    if moving == 0 and turns == 2 and any(not _is_rate(f) for f in jets.functions(missing)):
        return "" if any(_is_spring(jets, missing, f, written) for f in accelerated) else "centrifugal term"
    return ""


def _is_spring(jets: Jets, term: Any, f: Expression, written: Sequence[Any]) -> bool:
    """Is a term proportional to a coordinate, with the sign of its acceleration, as that of an oscillator is?"""
    slopes = [slope(term, jets.symbol(f, 0)), slope(sum_of(written), jets.symbol(f, 2))]
    constant, ratio = not jets.occurring(*slopes), simplified_expression(g.div(*slopes))
    value = _replaced(ratio, {x: 1 for x in subexpressions(ratio) if isinstance(x, Symbol)})
    return constant and is_number(value) and value > 0


def _degree(expression: Any, x: Expression) -> int:
    ratio = simplified_expression(g.div(_replaced(expression, {x: g.mul(2, x)}), expression))
    if is_number(ratio) and ratio > 0:
        return round(math.log2(float(ratio)))
    return 0


def _is_rate(x: Any) -> bool:
    name = getattr(x, "name", "")
    return name.partition("_")[0] in ("Omega", "omega", "Ω", "ω", "W", "w")


def is_right(proof: EquationEquivalence) -> bool:
    """Is an answer equal, but for places where coordinates have certain values?"""
    if proof.verdict == "equal":
        return True
    if proof.verdict != "equal except":
        return False
    return all(moves_not(x) for exception in proof.exceptions for x in exception.where)


def moves_not(expression: Any) -> bool:
    return not any(differentiated(x.operator)[1] for x in subexpressions(expression))
