"""Is every solution of one system of ordinary differential equations a solution of another?

The first system S is completed (:mod:`~scmpy.mechanics.equations.solved_form`); on every leaf the residuals of the
second, T, are reduced by the rules. If they all vanish, every solution of the leaf solves T. If one does not, there is
an initial value at which it is not zero; the solution of S through it, which exists, is none of T. Functions that only
T has are eliminated: T, reduced on the leaf, is solved for them, and must leave no condition on the others. Equations
in solved form have solutions for any initial values, and what nothing is said of may be chosen; relations between
initial values have to have a real solution (:mod:`~scmpy.mechanics.equations.existence`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from scmpy.calculus.tape import Replay
from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.mechanics.equations.alternatives import Algebra, NotTakenApart, signs_in
from scmpy.mechanics.equations.direction import Direction, System, Witness
from scmpy.mechanics.equations.existence import obstacle
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.multiplier import Rows, poles
from scmpy.mechanics.equations.solved_form import Branch, Completion, Split
from scmpy.structure.structure import sum_of
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXP, Expression, application

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
    witness: Witness | None = None
    conditions: tuple[Any, ...] = ()  # where they vanish, what is eliminated is not determined
    region: str = ""
    signs: tuple[tuple[Any, str], ...] = ()
    extension: Branch | None = None  # the leaf with what is eliminated solved for


class Implication(Direction):
    """The findings of one direction."""

    def by_multiplier(self, rows: Rows) -> list[Finding]:
        """What holds by the multiplier of the second system over the first: all, but perhaps where it has poles."""
        orders = self.jets.functions(*self.first.residuals, *self.second.residuals)
        found = [Finding("implied", None, (0, len(orders) - len(self.first.residuals), sum(orders.values())))]
        known = {*self.first.divisors, *self.second.divisors}
        for pole in poles(self.algebra, rows):
            if known.isdisjoint(pole):
                found += self.findings(pole, (Split(pole, True),))
        return found

    def findings(self, more: tuple[Any, ...] = (), path: tuple[Split, ...] = ()) -> list[Finding]:
        """What holds on every leaf of the first system, with more equations perhaps."""
        root = Branch((*more, *self.first.residuals), nonzero=tuple(self.first.divisors), path=path)
        found: list[Finding] = []
        try:
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
            found.append(Finding("undecided", root, (-1, 0, 0) if path else MOST, reason))
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
        """May the first system itself hold on a leaf, and have values, where a form of it vanishes?"""
        if not leaf.relations and not any(split.vanish for split in leaf.path):
            return True
        try:
            values = [self.completion.reduced(leaf, x) for x in self.first.original]
            return all(self.completion.ways(leaf, x) != [] for x in values)
        except NotTakenApart:
            return True
        except (DivisionByZeroError, DomainError):
            return False

    def _degenerate(self, condition: Any, path: tuple[Split, ...]) -> list[Finding]:
        """What holds of motions that stay where what is eliminated is not determined by an equation."""
        found: list[Finding] = []
        for way in self.algebra.alternatives(condition) or []:
            split = Split(way, True)
            if split in path or not set(way).isdisjoint((*self.first.divisors, *self.second.divisors)):
                continue
            before = (x for split in path for x in split.quantities)
            found += self.findings((*way, *before), (*path, split))
        return found

    def _unknown(self, branch: Branch) -> Finding:
        """A branch that was not completed: inside of a set, if a coefficient vanishes there."""
        inside = any(split.vanish for split in branch.path)
        return Finding("undecided", branch, (-1, 0, 0) if inside else MOST, str(self.completion.limit))

    def _finding(self, leaf: Branch) -> Finding:
        freedom = self.freedom(leaf)
        reduced = self.completion.reduced
        try:
            divisors = [reduced(leaf, x) for x in self.second.divisors]
            if any(self.completion.ways(leaf, x) is None for x in divisors):
                return Finding("outside", leaf, freedom, "the other system is not defined there")
            residuals = [reduced(leaf, x) for x in self.second.residuals]
            failing = [i for i, x in enumerate(residuals) if not self.own and not self._vanishes(leaf, x)]
        except (DivisionByZeroError, DomainError):
            return Finding("outside", leaf, freedom, "the other system is not defined there")
        if self.own:
            return self._extended(leaf, freedom, divisors)
        finding = Finding("implied", leaf, freedom)
        for i in failing:
            finding = self._failing(leaf, freedom, i, residuals[i])
            if finding.status == "fails":
                break
        return finding

    def _vanishes(self, leaf: Branch, residual: Any) -> bool:
        """Does a residual vanish on a leaf? Not, too, where it is not taken apart."""
        try:
            return self.completion.ways(leaf, residual) is None
        except NotTakenApart:
            return False

    def _failing(self, leaf: Branch, freedom: Freedom, i: int | None, residual: Any) -> Finding:
        try:
            remainder = self.algebra.part(residual).value
        except NotTakenApart:
            remainder = residual
        witness = self.witness(leaf, i, residual)
        if witness is None and is_complex(*(self.completion.reduced(leaf, x) for x in self.second.original)):
            return Finding("outside", leaf, freedom, "the other system has no real values there")
        status = "undecided" if witness is None else "fails"
        reason = "no initial values were found at which it is seen not to vanish" if witness is None else ""
        return Finding(status, leaf, freedom, reason, i, remainder, witness)

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
        there, chosen = obstacle(self.algebra, relations, list(leaf.relations), own)
        if not (is_number(there) and there == 0):
            return there
        found = {x: None for split in extension.path if not split.vanish for x in split.quantities}
        divisors = [x for x in self.second.divisors if relations and self._is_own(x)]
        relations = [Replay(chosen).of(x) for x in relations]
        conditions: list[Any] = []
        for condition in (self.completion.reduced(extension, x) for x in (*found, *divisors)):
            if self._is_own(condition) and not relations:
                conditions.append(self.algebra.size(condition, self._is_own))
            elif self._is_own(condition):
                now = self.algebra.part(Replay(chosen).of(condition)).numerator
                if not self.algebra.vanishes_on(1, [*leaf.relations, *relations, now], list(leaf.nonzero)):
                    conditions.append(self._projected(now, relations, list(leaf.relations)))
            else:
                conditions.append(condition)
        return None if any(self._is_own(x) or (is_number(x) and x == 0) for x in conditions) else conditions

    def _facts_hold(self, extension: Branch, is_bound: bool) -> bool:
        """Is what is known of own unknowns true of their values in an extension?"""
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
        for unknown in (y for x in own for y in (x, application(EXP, x))):
            found = self.algebra.at_root(condition, unknown, relations)
            if found is not None and not any(map(self._is_own, found)):
                return sum_of(map(g.square, found))
        found, _ = obstacle(self.algebra, [*relations, condition], given, own)
        return (
            found if isinstance(found, Expression) and not signs_in(self.algebra.part(found).numerator) else condition
        )

    def freedom(self, leaf: Branch) -> Freedom:
        """How much a leaf leaves free."""
        free = [x for x in self.first.functions if x not in leaf.rules]
        orders = sum(rule.order for rule in leaf.rules.values())
        relations = self.completion.independent(leaf)
        moving = [x for x in relations if self.jets.occurring(x)]
        fixed = len(leaf.constants) + len(relations) - len(moving)
        return -fixed, len(free), orders - len(moving)


def generic_freedom(algebra: Algebra, jets: Jets, residuals: list[Any]) -> Freedom | None:
    """How much the solutions of a system leave free where no coefficient vanishes; None if it has none."""
    divisors = [x for residual in residuals for x in algebra.divisors(residual)]
    system = System(residuals, residuals, divisors, frozenset(jets.functions(*residuals)))
    implication = Implication(algebra, jets, system, system)
    for leaf, complete in implication.completion.leaves(Branch(tuple(residuals), nonzero=tuple(divisors))):
        return implication.freedom(leaf) if complete else None
    return None
