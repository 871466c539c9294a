"""Does one system of equations imply the other? Multipliers and witnesses; what both directions come to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import chain, takewhile
from typing import Any, Literal, NamedTuple

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.settings import temporarily
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.certificate import _SYSTEMS, Evidence, Solved
from scmpy.mechanics.equations.real_solutions import difference_at_solution, where_defined
from scmpy.mechanics.equations.solved_form import Branch, Completion, Obstacle, Split, by_choice, obstacle
from scmpy.mechanics.equations.systems import Algebra, Jets, NotTakenApart, Rows, restricted_parts, signs_in, slope
from scmpy.render.scheme import scheme_text
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.assumptions import assumed, assumptions_in_force, refuted
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent, is_complex
from scmpy.symbolic.decision.zero_test import Place, has_facts
from scmpy.symbolic.expression import Expression, Head, Symbol, application, contradict, expression_of, subexpressions
from scmpy.symbolic.simplify import simplified_expression

# --- multiplier ------------------------------------------------------------------------------------------------------
# The multiplier of two systems: E1 = M E2, with the matrix M free of the highest derivatives.
#
# Residuals that are affine in the highest derivatives a of the unknown functions are E = A a + b; then M = A1 A2^-1, if
# E1 = M E2 at all. Where E2 vanishes E1 then does, but perhaps where an entry of M has a pole.

#: No larger system is looked at.
_MAXIMUM_SIZE = 8


def multiplier(algebra: Algebra, first: list[Any], second: list[Any], highest: list[Any]) -> Rows | None:
    """The M of first = M second, if that is proved; None if no such M is found."""
    n = len(second)
    if len(first) == n:
        found = (_sign(algebra, x, y) or _ratio(algebra, x, y, highest) for x, y in zip(first, second, strict=True))
        factors = list(takewhile(lambda factor: factor is not None, found))
        if len(factors) == n:
            return tuple(tuple(factors[i] if i == j else 0 for j in range(n)) for i in range(n))
    if len(first) != n or len(highest) != n or n > _MAXIMUM_SIZE:
        return None
    try:
        return _by_highest(algebra, first, second, highest)
    except (DivisionByZeroError, DomainError):
        return None


def _sign(algebra: Algebra, x: Any, y: Any) -> int:
    return next((n for n in (1, -1) if _vanishes(algebra, g.sub(x, g.mul(n, y)))), 0)


def _ratio(algebra: Algebra, x: Any, y: Any, highest: list[Any]) -> Any:
    """The quotient of two residuals if it is one of coefficients without derivatives of highest order; else None."""
    one, other = algebra.part(x), algebra.part(y)
    for u in highest if isinstance(other.numerator, Expression) else ():
        if u in subexpressions(other.numerator):
            above, below = (algebra.linear_parts(part.numerator, u) for part in (one, other))
            if above is None or below is None:
                return None
            quotient = g.div(g.mul(above[0], other.denominator), g.mul(below[0], one.denominator))
            if algebra.alternatives(algebra.part(quotient).denominator) is None:  # a constant that is zero
                return None
            factor = algebra.part(quotient).value
            free = set(highest).isdisjoint(subexpressions(factor))
            return factor if free and _vanishes(algebra, g.sub(x, g.mul(factor, y))) else None
    return None


def _vanishes(algebra: Algebra, x: Any) -> bool:
    numerator = algebra.part(x).numerator
    return isinstance(numerator, int) and numerator == 0


def _by_highest(algebra: Algebra, first: list[Any], second: list[Any], highest: list[Any]) -> Rows | None:
    matrices = []
    for residuals in (first, second):
        parts = [algebra.part(x) for x in residuals]
        if not all(set(highest).isdisjoint(subexpressions(part.denominator)) for part in parts):
            return None
        found = algebra.affine_parts([part.numerator for part in parts], highest)
        if found is None:
            return None
        matrices.append((found[0], [part.denominator for part in parts]))
    (a1, below1), (a2, below2) = matrices
    determinant = algebra.part(linear.determinant(a2)).numerator
    if _vanishes(algebra, determinant):
        return None
    adjugate = linear.cofactor_rows(a2) if len(a2) > 1 else ((1,),)
    columns = list(zip(*adjugate, strict=True))
    rows = []
    for row, below in zip(a1, below1, strict=True):
        totals = [sum_of(map(g.mul, row, column)) for column in columns]
        entries = (g.div(g.mul(x, y), g.mul(determinant, below)) for x, y in zip(totals, below2, strict=True))
        rows.append(tuple(algebra.part(x).value for x in entries))
    left = (g.sub(x, sum_of(map(g.mul, row, second))) for x, row in zip(first, rows, strict=True))
    return tuple(rows) if all(_vanishes(algebra, x) for x in left) else None


def poles(algebra: Algebra, rows: Rows) -> list[tuple[Any, ...]]:
    """Where an entry of a matrix has no value, in factors, each of expressions that vanish together."""
    denominators = (algebra.part(entry).denominator for entry in chain.from_iterable(rows))
    ways = (algebra.alternatives(x) or [] for x in denominators)
    return list(dict.fromkeys(chain.from_iterable(ways)))


# --- implication -----------------------------------------------------------------------------------------------------
# Is every solution of one system of ordinary differential equations a solution of another?
#
# The first system S is completed (:mod:`~scmpy.mechanics.equations.solved_form`); on every leaf the residuals of the
# second, T, are reduced by the rules. If they all vanish, every solution of the leaf solves T. If one does not, there
# is an initial value at which it is not zero; the solution of S through it, which exists, is none of T. Functions that
# only T has are eliminated: T, reduced on the leaf, is solved for them, and must leave no condition on the others.
# Equations in solved form have solutions for any initial values, and what nothing is said of may be chosen; relations
# between initial values have to have a real solution (:mod:`~scmpy.mechanics.equations.solved_form`). A point of a leaf
# at which T does not vanish, with what shows it, is a witness.


def is_outside(algebra: Algebra, way: Sequence[Any], divisors: Collection[Any]) -> bool:
    """Does a divisor vanish where quantities do?"""
    return not set(way).isdisjoint(divisors) or any(algebra.vanishes_on(x, list(way), []) for x in divisors)


class System(NamedTuple):
    """The residuals of a system with symbols for derivatives, and what they are divided by."""

    residuals: list[Any]
    original: list[Any]
    divisors: list[Any]
    functions: frozenset[Expression]
    domain: Sequence[Any] = ()  # what vanishes wherever all has real values
    places: Sequence[int] = ()  # of what the residuals are, or are parts of, in the original ones


@dataclass(frozen=True)
class Witness:
    """Values by name, in words what the residual is there, and the values of the terms of both sides."""

    values: dict[str, Any] = field(default_factory=dict)
    certificate: str = ""
    terms: tuple[tuple[Any, Any], ...] = ()  # of the residual that fails, with their enclosures
    zeros: tuple[Any, ...] = ()  # the enclosures of the residuals of the system that is solved


def own_functions(first: Set[Expression], second: Set[Expression]) -> frozenset[Expression]:
    """The functions that only the second system has; none where it has none in common with the first."""
    return frozenset(second - first) if first & second else frozenset()


#: What restricts the parameters, less than nothing; the functions that a solution leaves free; its constants.
Freedom = tuple[int, int, int]

MOST: Freedom = (1, 0, 0)  # the greatest freedom: more than any that motions have


@dataclass(frozen=True)
class Finding:
    """What holds on a leaf of the first system: the other one is implied, outside of its domain, or it fails."""

    status: str  # "implied", "outside", "fails", "undecided"
    leaf: Branch | None
    freedom: Freedom
    reason: str = ""
    residual: int | None = None
    remainder: Any = None
    witness: Witness = Witness()
    conditions: tuple[Any, ...] = ()  # where they vanish, what is eliminated is not determined
    signs: tuple[tuple[Any, str], ...] = ()
    extension: Branch | None = None  # the leaf with what is eliminated solved for
    inhabited: bool = True  # has the leaf points, as far as it is known?


class Implication:
    """The findings of one direction: does the first system imply the second, which may have own functions?"""

    def __init__(self, algebra: Algebra, jets: Jets, first: System, second: System) -> None:
        self.algebra, self.jets = algebra, jets
        self.first, self.second = first, second
        self.own = own_functions(self.first.functions, self.second.functions)
        self.completion = Completion(algebra, jets)
        self.completion.excluded = {x for x in second.divisors if self.own.isdisjoint(jets.functions(x))}

    def witness(self, leaf: Branch, number: int | None, residual: Any) -> Witness | None:
        """A point of a leaf at which a residual is enclosed away from 0, all is defined, and every fact holds."""
        with suppress(DivisionByZeroError, DomainError, LimitError):
            raw = [*self.first.original]
            raw += [x for x in self.second.original if self.own.isdisjoint(self.jets.functions(x))]
            defined = [self.completion.reduced(leaf, x) for x in (*raw, *restricted_parts(*raw))]
            defined += [g.div(1, x) for x in leaf.nonzero if isinstance(x, Expression)]
            facts = self._facts(leaf, raw)
            if facts is None or is_complex(*defined):
                return None
            with temporarily(assumed, {x: known for x, known in facts.items() if isinstance(x, Expression)}):
                relations = [*leaf.relations, *leaf.pending]
                if relations:
                    if leaf.relations:
                        defined.append(g.div(1, self._gram(leaf)))
                    found = difference_at_solution(relations, [residual], defined)
                else:
                    there = where_defined(residual, [*defined, *facts])
                    is_number_there = not isinstance(there, Expression)
                    found = Equivalence("different", f"it is {there}") if is_number_there else equivalent(there, 0)
            if found is not None and found.verdict == "different":
                return self._checked(leaf, number, found, facts)
        return None

    def _facts(self, leaf: Branch, raw: list[Any]) -> dict[Any, frozenset[str]] | None:
        """What is known of quantities, by the values that they have on a leaf; None if that contradicts itself."""
        vanishes_on = self.algebra.vanishes_on
        known: dict[Expression, frozenset[str]] = {x: x.facts for x in Evaluator(*raw).symbols if x.facts}
        known.update(assumptions_in_force())
        found: dict[Any, frozenset[str]] = {}
        for x, facts in known.items():
            value = self.completion.reduced(leaf, x)
            found[value] = found.get(value, frozenset()) | facts
        for x, facts in found.items():
            is_zero = "nonzero" in facts and isinstance(x, Expression) and vanishes_on(x, [*leaf.relations], [])
            if is_zero or any(refuted(fact, x) for fact in facts) or contradict(facts):
                return None
            if x not in known and "nonzero" in facts and isinstance(x, Expression):
                sign = -1 if "nonnegative" in facts else 1
                if not facts.isdisjoint(("nonnegative", "nonpositive")) and self.algebra.is_not_negative(
                    g.mul(sign, x)
                ):
                    return None
        return found

    def _checked(
        self, leaf: Branch, number: int | None, found: Equivalence, facts: dict[Any, frozenset[str]]
    ) -> Witness | None:
        """The witness if the residuals that are solved enclose 0 there, with the values of the terms of this one.

        It is none if one of them does not, or has no real value, or a fact does not hold.
        """
        reduced, place = self.completion.reduced, found.place or Place({}, 0, 0)
        zeros = [place.enclosure(reduced(leaf, x)) for x in self.first.original]
        values = [place.enclosure(x) for x in facts]
        if any(x is None or not x.contains(0) for x in zeros):
            return None
        if any(x is None or not has_facts(x, fact) for x, fact in zip(values, facts.values(), strict=True)):
            return None
        plain = Witness(found.witness, found.certificate, zeros=tuple(zeros))
        if number is None:
            return plain
        value = place.enclosure(reduced(leaf, self.second.original[number]))
        if value is None or value.contains(0):
            return None
        residual = simplified_expression(self.second.original[number])
        terms = residual.operands if getattr(residual, "operator", None) is Head.PLUS else (residual,)
        theirs = [place.enclosure(reduced(leaf, x)) for x in terms]
        return plain if None in theirs else replace(plain, terms=tuple(zip(terms, theirs, strict=True)))

    def _gram(self, leaf: Branch) -> Any:
        """What is not zero where the gradients of the relations are independent: there they are a manifold."""
        relations = self.completion.independent(leaf)
        symbols = Evaluator(*relations).symbols
        gradients = [[slope(x, u) for u in symbols] for x in relations]
        rows = tuple(tuple(sum_of(map(g.mul, a, b)) for b in gradients) for a in gradients)
        return self.algebra.part(linear.determinant(rows)).value

    def by_multiplier(self, rows: Rows) -> list[Finding]:
        """What holds by the multiplier of the second system over the first: all, but perhaps where it has poles."""
        orders = self.jets.functions(*self.first.residuals, *self.second.residuals)
        free = max(0, len(orders) - len(self.first.residuals))
        found = [Finding("implied", None, (0, free, sum(orders.values())))]
        known = {*self.first.divisors, *self.second.divisors}
        for pole in poles(self.algebra, rows):
            if not is_outside(self.algebra, pole, known):
                found += self.findings((Split(pole, True),))
        return found

    def findings(self, path: tuple[Split, ...] = ()) -> list[Finding]:
        """What holds on every leaf of the first system, perhaps where more vanishes."""
        more = tuple(x for split in path[::-1] for x in split.quantities)
        root = Branch((*more, *self.first.residuals, *self.first.domain), nonzero=tuple(self.first.divisors), path=path)
        found: list[Finding] = []
        try:
            root = replace(root, pending=(*more, *self.algebra.shortened(self.first.residuals), *self.first.domain))
            for leaf, complete in self.completion.leaves(root):
                if {x.status for x in found} == {"implied"} and self._is_shared:
                    break
                if complete and not self._has_solutions(leaf):
                    continue
                finding = self._finding(leaf) if complete else self._unknown(leaf)
                found.append(finding)
                if finding.status == "fails" and not any(split.vanish for split in leaf.path):
                    break
            if self.completion.left_out and not found:
                found.append(Finding("outside", root, MOST, "the other system is not defined there"))
        except (LimitError, NotFinite) as error:
            reason = str(error).removeprefix("equivalent-equations: ")
            found.append(Finding("undecided", root, self._at_most(root), reason))
        for condition in {x: None for finding in found for x in finding.conditions}:
            found += self._degenerate(condition, path)
        return found

    @cached_property
    def _is_shared(self) -> bool:
        """Is the second system one of equations of the first, and of others that own unknowns fulfil in any case?"""
        rest = [x for x in self.second.residuals if x not in self.first.residuals]
        if not rest or len(rest) == len(self.second.residuals):
            return not rest
        functions = frozenset(self.jets.functions(*rest))
        ours, theirs = self.first._replace(residuals=[]), self.second._replace(residuals=rest, functions=functions)
        alone = Implication(self.algebra, self.jets, ours, theirs)
        return bool(alone.own) and all(x.status == "implied" for x in alone.findings())

    def _has_solutions(self, leaf: Branch) -> bool:
        """May the first system itself hold on a leaf, and have real values, where a form of it vanishes?"""
        try:
            if self._facts(leaf, self.first.original) is None or not self._is_real(leaf, self.first):
                return False
            if not leaf.relations and not any(split.vanish for split in leaf.path):
                return True
            values = [self.completion.reduced(leaf, x) for x in self.first.original]
            return all(self.completion.ways(leaf, x) != [] for x in values)
        except NotTakenApart:
            return True
        except (DivisionByZeroError, DomainError):
            return False

    def _is_real(self, leaf: Branch, system: System) -> bool:
        return not is_complex(*(self.completion.reduced(leaf, x) for x in restricted_parts(*system.original)))

    def _degenerate(self, condition: Any, path: tuple[Split, ...]) -> list[Finding]:
        """What holds of motions that stay where what is eliminated is not determined by an equation."""
        found: list[Finding] = []
        for way in self.algebra.alternatives(condition) or []:
            split = Split(way, True)
            if split not in path and not is_outside(self.algebra, way, (*self.first.divisors, *self.second.divisors)):
                found += self.findings((*path, split))
        return found

    def _unknown(self, branch: Branch) -> Finding:
        reason = str(self.completion.limit)
        return Finding("undecided", branch, self._at_most(branch), reason, inhabited=self._is_inhabited(branch))

    def _at_most(self, branch: Branch) -> Freedom:
        """How much a branch may leave free: less where unknowns or parameters are related that may be chosen."""
        related = [x for split in branch.path if split.vanish for x in split.quantities]
        return (-1, 0, 0) if any(set(Evaluator(x).symbols) - {self.jets.time} for x in related) else MOST

    def _finding(self, leaf: Branch) -> Finding:
        freedom = self.freedom(leaf)
        reduced = self.completion.reduced
        try:
            divisors = [reduced(leaf, x) for x in self.second.divisors]
            if any(self.completion.ways(leaf, x) is None for x in divisors):
                return Finding("outside", leaf, freedom, "the other system is not defined there")
            residuals = [reduced(leaf, x) for x in (*self.second.residuals, *self.second.domain)]
            failing = [i for i, x in enumerate(residuals) if not self.own and not self._vanishes(leaf, x)]
        except (DivisionByZeroError, DomainError):
            return Finding("outside", leaf, freedom, "the other system is not defined there")
        if self.own:
            return self._extended(leaf, freedom, divisors)
        finding = Finding("implied", leaf, freedom)
        for i in failing:
            number = self.second.places[i] if i < len(self.second.residuals) else None
            finding = self._failing(leaf, freedom, number, residuals[i])
            if finding.status == "fails":
                break
        return finding

    def _vanishes(self, leaf: Branch, residual: Any) -> bool:
        """Does a residual vanish on a leaf? Not, too, where it is not taken apart."""
        ways = self.completion.ways
        try:
            others = (*_by_relations(leaf, residual), *self.algebra.over_powers(residual))
            return ways(leaf, residual) is None or any(ways(leaf, x) is None for x in others)
        except NotTakenApart:
            return False

    def _failing(self, leaf: Branch, freedom: Freedom, i: int | None, residual: Any) -> Finding:
        try:
            remainder = self.algebra.part(residual).value
        except NotTakenApart:
            remainder = residual
        witness = self.witness(leaf, i, residual)
        if witness is None and not self._is_real(leaf, self.second):
            return Finding("outside", leaf, freedom, "the other system has no real values there")
        if witness is not None:
            return Finding("fails", leaf, freedom, "", i, remainder, witness)
        reason = "no initial values were found at which it is seen not to vanish"
        return Finding("undecided", leaf, freedom, reason, i, remainder, inhabited=self._is_inhabited(leaf))

    def _is_inhabited(self, leaf: Branch) -> bool:
        vanish = any(split.vanish for split in leaf.path)
        return not (leaf.relations or leaf.pending) or not vanish or self.witness(leaf, None, 1) is not None

    def _extended(self, leaf: Branch, freedom: Freedom, divisors: list[Any]) -> Finding:
        """Has every solution of a leaf functions of the other system's own beside it, with which it solves that?

        These may be determined by equations, by initial values that are chosen, or be free.
        """
        completion = Completion(self.algebra, self.jets, self.own.__contains__)
        nonzero = (*leaf.nonzero, *divisors)
        start = Branch(tuple(self.second.residuals), leaf.rules, leaf.constants, leaf.relations, nonzero)
        unknown: Finding | None = None
        obstacles: list[Any] = []
        for extension, complete in completion.leaves(start):
            if extension.left and complete:
                obstacles.append(extension.left[0])
                continue
            there = self._extension(leaf, extension) if complete else None
            if isinstance(there, list):
                return Finding("implied", leaf, freedom, conditions=tuple(there), extension=extension)
            if there is None:
                reason = "an unknown of the other system is not solved for" if complete else str(completion.limit)
                unknown = Finding("undecided", leaf, freedom, reason)
            else:
                obstacles.append(there)
        return unknown or self._failing(leaf, freedom, None, reduce(g.mul, obstacles, 1))

    def _extension(self, leaf: Branch, extension: Branch) -> Any:
        """What must not vanish of a leaf for an extension, in a list; what has to vanish for one; None if not known."""
        relations = [x for x in extension.relations if x not in leaf.relations]
        own = {x for x in self.jets.occurring(*relations) if self._is_own(x)}
        if not self._facts_hold(extension, bool(relations)):
            return None
        there = obstacle(self.algebra, relations, list(leaf.relations), own)
        if not there.is_none:
            return there.vanish
        choices = chain([there], by_choice(self.algebra, relations, list(leaf.relations), own))
        found = (self._conditions(leaf, extension, relations, choice) for choice in choices)
        known = (x for x in found if x is not None)
        first = next(known, None)
        return first and next((x for x in known if not x), first)

    def _conditions(self, leaf: Branch, extension: Branch, relations: list[Any], there: Obstacle) -> list[Any] | None:
        """What must not vanish of a leaf for a solution of relations to be one of the extension; None if not known."""
        found = {x: None for split in extension.path if not split.vanish for x in split.quantities}
        divisors = [x for x in self.second.divisors if relations and self._is_own(x)]
        relations = [TracedFunction(there.chosen).of(x) for x in relations]
        conditions: list[Any] = []
        for condition, beside in (*((x, relations) for x in (*found, *divisors)), *there.nonzero):
            condition = TracedFunction(there.chosen).of(self.completion.reduced(extension, condition))
            own = {x for x in self.jets.occurring(condition) if self._is_own(x)}
            if not own:
                conditions.append(condition)
            elif own.isdisjoint(self.jets.occurring(*beside)):
                conditions.append(self.algebra.size(condition, self._is_own))
            else:
                ways = self.algebra.alternatives(condition)
                for way in ((0,),) if ways is None else ways:
                    if not self.algebra.vanishes_on(1, [*leaf.relations, *beside, *way], list(leaf.nonzero)):
                        now = way[0] if len(way) == 1 else sum_of(map(g.square, way))
                        conditions.append(self._projected(now, list(beside), list(leaf.relations)))
        return None if any(self._is_own(x) or (is_number(x) and x == 0) for x in conditions) else conditions

    def _facts_hold(self, extension: Branch, is_bound: bool) -> bool:
        known: dict[Any, frozenset[str]] = {x: x.facts for x in self.jets.occurring(*self.second.original) if x.facts}
        for x, facts in {**known, **assumptions_in_force()}.items():
            signs = [sign for fact, sign in (("nonnegative", 1), ("nonpositive", -1)) if fact in facts]
            if self._is_own(x) and (signs or facts & {"integer", "rational"}):
                value = self.completion.reduced(extension, x)
                seen = not is_bound if value is x else all(self.algebra.is_not_negative(g.mul(n, value)) for n in signs)
                if not seen or (value is not x and facts & {"integer", "rational"}):
                    return False
        return True

    def _is_own(self, expression: Any) -> bool:
        return not self.own.isdisjoint(self.jets.functions(expression))

    def _projected(self, condition: Any, relations: list[Any], given: list[Any]) -> Any:
        """What vanishes where a condition and relations do: of functions of the leaf alone, if that is seen."""
        own = {x for x in self.jets.occurring(condition) if self._is_own(x)}
        relations = [x for x in relations if not own.isdisjoint(self.jets.occurring(x))]
        for unknown in (y for x in own for y in (x, application(Head.EXP, x))):
            found = self.algebra.at_root(condition, unknown, relations)
            if found is not None and not any(map(self._is_own, found)):
                return sum_of(map(g.square, found))
        found = obstacle(self.algebra, [*relations, condition], given, own).vanish
        return (
            found if isinstance(found, Expression) and not signs_in(self.algebra.part(found).numerator) else condition
        )

    def freedom(self, leaf: Branch) -> Freedom:
        """How much a leaf leaves free of the functions that both systems have, and of what these depend on."""
        alone = own_functions(self.second.functions, self.first.functions)
        told = set(self.first.functions - alone)
        while more := {y for x in told & leaf.rules.keys() for y in self.jets.functions(leaf.rules[x].value)} - told:
            told |= more
        free = told - leaf.rules.keys()
        orders = sum(rule.order for f, rule in leaf.rules.items() if f in told)
        relations = self.completion.independent(leaf)
        said = {*Evaluator(*relations).symbols}  # where a gradient vanishes, nothing else may be said
        relations += [x for x in leaf.relations if said.isdisjoint(Evaluator(x).symbols)]
        related = [set(self.jets.functions(x)) for x in relations]
        fixed = len(leaf.constants) + related.count(set())
        return -fixed, len(free), orders - sum(bool(x) and x <= told for x in related)


def generic_freedom(algebra: Algebra, jets: Jets, residuals: list[Any]) -> Freedom | None:
    """How much the solutions of a system leave free where no coefficient vanishes; None if it has none."""
    divisors = [x for residual in residuals for x in algebra.divisors(residual)]
    system = System(residuals, residuals, divisors, frozenset(jets.functions(*residuals)))
    implication = Implication(algebra, jets, system, system)
    for leaf, complete in implication.completion.leaves(Branch(tuple(residuals), nonzero=tuple(divisors))):
        return implication.freedom(leaf) if complete else None
    return None


def _by_relations(leaf: Branch, residual: Any) -> Iterator[Any]:
    """A residual with the values that relations, where they are linear in a symbol alone, give to it."""
    for relation in leaf.relations:
        for x in Evaluator(relation, residual).symbols:
            factor = slope(relation, x)
            if is_number(factor) and factor:
                rest = g.div(TracedFunction({x: 0}).of(relation), g.negate(factor))
                yield TracedFunction({x: rest}).of(residual)


# --- verdict ---------------------------------------------------------------------------------------------------------
# The answer of a comparison of systems: the verdict, where it does not hold, and its certificate.

Verdict = Literal["equal", "equal except", "implies", "implied", "different", "undecided"]


@dataclass(frozen=True)
class Exceptional:
    """A set outside of which two systems are equal: where these quantities vanish.

    It is ``needed`` if a solution of one system inside of the set is shown to be none of the other.
    """

    where: tuple[Any, ...]
    needed: bool
    reason: str = ""
    witness: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, repr=False)
class EquationEquivalence(Equivalence):
    """The answer of a comparison of systems.

    ``verdict`` is "equal", "equal except", "implies" (the first system implies the second), "implied" (the second one
    implies the first), "different" or "undecided". ``exceptions`` are the sets where the verdict "equal except" does
    not hold, ``assumed`` is what the domain takes for granted, ``steps`` say how the answer was found. Where the
    residuals are proved to be E1 = M E2, ``multiplier`` is M. ``evidence`` is what :func:`check_certificate` checks.
    ``unknowns`` are the derivatives of highest order that the systems are equations for. ``renaming`` are
    names of the first system, each with the one of the second that is to stand for it, by which both are equal.
    """

    verdict: Verdict
    multiplier: Any = field(default=None, hash=False)
    exceptions: tuple[Exceptional, ...] = ()
    assumed: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    evidence: Evidence | None = field(default=None, hash=False)
    renaming: tuple[tuple[Symbol, Symbol], ...] = ()
    unknowns: tuple[Expression, ...] = ()

    @property
    def with_names(self) -> str:
        """What the renaming comes to, in words."""
        return f"equal with {', '.join(f'{old.name} = {new.name}' for new, old in self.renaming)}, by other names"

    @property
    def explanation(self) -> str:
        """The verdict, its certificate, what was assumed, and the steps, in lines."""
        lines = [f"{self.verdict}: {self.certificate}"]
        for exception in self.exceptions:
            needed = "some solutions there are none of the other system" if exception.needed else exception.reason
            lines.append(f"except where {' and '.join(f'{scheme_text(x)} = 0' for x in exception.where)}: {needed}")
        lines += [f"assumed: {fact}" for fact in self.assumed]
        if self.multiplier is not None:
            lines.append(f"multiplier: {scheme_text(expression_of(self.multiplier))}")
        return "\n".join([*lines, *self.steps])


# --- conclusion ------------------------------------------------------------------------------------------------------
# What the findings of both directions come to: the verdict, its exceptions, and the reasons in words.


class Summary(NamedTuple):
    """What one direction comes to: "implied", "empty", "outside", "except", "fails" or "undecided"."""

    status: str
    bad: list[Finding]


def summary(jets: Jets, findings: list[Finding]) -> Summary:
    """A system without solutions is empty; the largest families of solutions decide, smaller ones are exceptions.

    An exception is a family where something vanishes, of fewer constants than a family near it.
    """
    if not findings:
        return Summary("empty", [])
    if all(finding.status == "outside" for finding in findings):
        return Summary("outside", findings)
    bad = [x for x in findings if x.status in ("fails", "undecided")]
    if not bad:
        return Summary("implied", [])
    most = [
        x for x in bad if not x.inhabited or not _vanishing(jets, x, findings) or x.freedom >= _largest(x, findings)
    ]
    if any(x.status == "fails" for x in most):
        return Summary("fails", sorted(most, key=lambda x: x.status != "fails"))
    return Summary("undecided", most) if most else Summary("except", bad)


def _near(finding: Finding, findings: list[Finding]) -> list[Finding]:
    """What holds in the regions that a finding is in, or at the border of, or that have a border there."""
    facts = dict(finding.signs)
    near = (x for x in findings if x.status != "outside")
    return [x for x in near if all(facts.get(quantity, fact) == fact for quantity, fact in x.signs)]


def _largest(finding: Finding, findings: list[Finding]) -> Freedom:
    return max(x.freedom for x in _near(finding, findings))


def _vanishing(jets: Jets, finding: Finding, findings: list[Finding]) -> tuple[Any, ...]:
    """What vanishes where a finding holds: in a region of signs what a larger family near it does not say."""
    leaf = finding.leaf
    found = tuple(dict.fromkeys(x for split in (leaf.path if leaf else ()) if split.vanish for x in split.quantities))
    if found or not leaf or not finding.signs:
        return found
    near = _near(finding, findings)
    largest = max(x.freedom for x in near)
    rules = [x.leaf.rules for x in near if x.leaf and x.freedom == largest]
    own = {f: rule for f, rule in leaf.rules.items() if any(each.get(f) != rule for each in rules)}
    return (*(g.sub(jets.symbol(f, rule.order), rule.value) for f, rule in own.items()), *leaf.relations)


def conclusion(
    jets: Jets,
    systems: tuple[list[Any], list[Any]],
    directions: tuple[list[Finding], list[Finding]],
    multipliers: tuple[Rows | None, Rows | None],
    assumed: tuple[str, ...],
    change: Mapping[Expression, Any],
    defined: Sequence[Mapping[Expression, Any]] = ({}, {}),
) -> EquationEquivalence:
    """The answer from what was found of the implication of the second system by the first, and of the other one."""
    found = [summary(jets, findings) for findings in directions]
    states = {x.status for x in found}
    exceptions = [
        Exceptional(
            tuple(map(jets.shown, _vanishing(jets, x, findings))),
            x.status == "fails",
            x.reason,
            x.witness.values,
        )
        for each, findings in zip(found, directions, strict=True)
        if each.status == "except"
        for x in each.bad
    ]
    witness: dict[str, Any] = {}
    verdict: Verdict
    if "fails" in states:
        place = [x.status for x in found].index("fails")
        failing = found[place].bad[0]
        certificate = _failure(jets, failing, _SYSTEMS[1 - place])
        witness = failing.witness.values
        verdict = ("implied", "implies")[place] if found[1 - place].status == "implied" else "different"
        if found[1 - place].status == "except":
            sets = _sets(list(smallest(exceptions)))
            certificate = f"{certificate}; the {_SYSTEMS[1 - place]} system implies the other one but where {sets}"
        elif found[1 - place].status == "undecided":
            certificate = f"{certificate}; whether the {_SYSTEMS[1 - place]} system implies the other is not decided"
    elif states == {"implied"}:
        verdict, certificate = "equal", "every solution of each system is one of the other"
    elif states == {"empty"}:
        verdict, certificate = "equal", "neither system has a solution"
    elif "undecided" in states:
        verdict = "undecided"
        certificate = next(x.reason for each in found if each.status == "undecided" for x in each.bad)
    elif states & {"empty", "outside"}:
        verdict, certificate = "different", "one system has solutions where the other has none"
    else:
        verdict = "equal except"
        certificate = f"the solutions are the same but where {_sets(list(smallest(exceptions)))}"
        if not any(x.needed for x in exceptions):
            certificate += "; whether they differ there is not decided"
    rows = None if any(defined) else multipliers[0]
    return EquationEquivalence(
        verdict,
        certificate,
        witness,
        None if rows is None else Matrix([tuple(map(jets.shown, row)) for row in rows]),
        tuple(smallest(exceptions)),
        assumed,
        (*_definitions(jets, defined), *_steps(jets, directions)),
        _evidence(jets, systems, directions, multipliers, change, defined),
    )


def _evidence(
    jets: Jets,
    systems: tuple[list[Any], list[Any]],
    directions: tuple[list[Finding], list[Finding]],
    multipliers: tuple[Rows | None, Rows | None],
    change: Mapping[Expression, Any],
    defined: Sequence[Mapping[Expression, Any]],
) -> Evidence:
    solved = []
    values = [tuple((f, jets.shown(value)) for f, value in each.items()) for each in defined]
    unseen = next((x.reason for findings in directions for x in findings if x.status == "fails" and not x.leaf), "")
    for i, findings in enumerate(directions):
        for finding in findings:
            leaf = finding.extension or finding.leaf
            if leaf is None or finding.status not in ("implied", "fails"):
                continue
            solved.append(
                Solved(
                    i,
                    (
                        *((f, rule.order, jets.shown(rule.value)) for f, rule in leaf.rules.items()),
                        *((f, 0, value) for f, value in values[i]),
                        *((f, 0, value) for f, value in values[1 - i] if finding.status == "implied"),
                    ),
                    tuple((x, jets.shown(value)) for x, value in leaf.constants.items()),
                    tuple(map(jets.shown, leaf.relations)),
                    tuple(map(jets.shown, leaf.nonzero)),
                    tuple((jets.shown(x), fact) for x, fact in finding.signs),
                    finding.status == "implied",
                    finding.freedom,
                )
            )
    first, second = (tuple(map(jets.shown, system)) for system in systems)
    matrix, converse = (rows and tuple(tuple(map(jets.shown, row)) for row in rows) for rows in multipliers)
    given = tuple((f, jets.shown(value)) for f, value in change.items())
    facts = tuple((jets.shown(x), facts) for x, facts in assumptions_in_force().items())
    wholes = [[x.freedom for x in found if x.status == "implied" and not x.leaf] for found in directions]
    return Evidence(
        jets.time,
        (first, second),
        tuple(solved),
        matrix,
        converse,
        given,
        facts,
        unseen,
        (*values[0], *values[1]),
        (max(wholes[0], default=None), max(wholes[1], default=None)),
    )


def smallest(exceptions: list[Exceptional]) -> Iterator[Exceptional]:
    """The exceptional sets that are not inside of others; the needed ones first."""
    kept: list[Exceptional] = []
    for one in sorted(exceptions, key=lambda x: (len(x.where), not x.needed)):
        if not any(set(other.where) <= set(one.where) for other in kept):
            kept.append(one)
            yield one


# --- in words --------------------------------------------------------------------------------------------------


def text_of(jets: Jets, expression: Any) -> str:
    """An expression in the simplified form, if that is no number, with functions for the symbols of their values."""
    shown = jets.shown(expression)  # asin(sin(t)) - t is not 0 everywhere
    return scheme_text(shown if is_number(found := simplified_expression(shown)) else found)


def _sets(exceptions: list[Exceptional]) -> str:
    places = (
        " and ".join(f"{scheme_text(simplified_expression(x))} = 0" for x in exception.where)
        for exception in exceptions
    )
    return " or ".join(places)


def _failure(jets: Jets, finding: Finding, which: str) -> str:
    number = finding.residual
    name = f"the {which} system" if number is None else f"residual {number} of the {which} system"
    region = f" where {_region(jets, finding)}" if finding.signs else ""
    value = finding.witness.certificate or finding.reason
    if finding.remainder is None:
        return f"{finding.reason}{region}"
    remainder = text_of(jets, finding.remainder)
    return f"at a solution of the other, {name} comes to {remainder}{region}: {value}{_sides(jets, finding)}"


def _region(jets: Jets, finding: Finding) -> str:
    return " and ".join(f"{scheme_text(jets.shown(x))} is {fact}" for x, fact in finding.signs)


def _sides(jets: Jets, finding: Finding) -> str:
    witness = finding.witness
    if not witness.terms:
        return ""
    terms = ", ".join(f"{text_of(jets, term)} = {value}" for term, value in witness.terms)
    return f"; its terms are there {terms}; the residuals of the other system are {', '.join(map(str, witness.zeros))}"


def _definitions(jets: Jets, defined: Sequence[Mapping[Expression, Any]]) -> Iterator[str]:
    for name, values in zip(_SYSTEMS, defined, strict=True):
        shown = (f"{scheme_text(jets.shown(jets.symbol(f, 0)))} = {text_of(jets, x)}" for f, x in values.items())
        if values:
            yield f"In the {name} system, with {', '.join(shown)}:"


def _steps(jets: Jets, directions: tuple[list[Finding], list[Finding]]) -> Iterator[str]:
    for (one, other), findings in zip((_SYSTEMS, _SYSTEMS[::-1]), directions, strict=True):
        yield f"Does the {one} system imply the {other}?"
        if not findings:
            yield "  It has no solutions."
        for finding in findings:
            yield f"  {_place(jets, finding)}{_outcome(jets, finding)}"


def _place(jets: Jets, finding: Finding) -> str:
    region = f"where {_region(jets, finding)}, " if finding.signs else ""
    if finding.leaf is None:
        return region
    splits = [
        f"{text_of(jets, x)} {'=' if split.vanish else '!='} 0" for split in finding.leaf.path for x in split.quantities
    ]
    where = f"where {' and '.join(splits)}, " if splits else ""
    return f"{region}{where}{_solved(jets, finding.leaf)}"


def _solved(jets: Jets, leaf: Branch) -> str:
    solved = [f"{text_of(jets, x)} = {text_of(jets, value)}" for x, value in leaf.constants.items()]
    for function, rule in leaf.rules.items():
        solved.append(f"{scheme_text(jets.shown(jets.symbol(function, rule.order)))} = {text_of(jets, rule.value)}")
    solved += [f"{text_of(jets, x)} = 0" for x in leaf.relations]
    return f"{', '.join(solved)}: " if solved else ""


def _outcome(jets: Jets, finding: Finding) -> str:
    if finding.status == "implied":
        return "all residuals of the other vanish" if finding.leaf else "the other is a multiple of it"
    if finding.status == "outside" or (finding.status == "fails" and finding.remainder is None):
        return finding.reason
    if finding.status == "fails":
        number = "" if finding.residual is None else f" {finding.residual}"
        value = finding.witness.certificate or finding.reason
        return f"residual{number} of the other comes to {text_of(jets, finding.remainder)}, {value}"
    return f"not decided, {finding.reason}"
