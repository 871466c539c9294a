"""Is every solution of one system of ordinary differential equations a solution of another?

The first system S is completed (:mod:`~scmpy.mechanics.equations.solved_form`); on every leaf the residuals of the
second, T, are reduced by the rules. If they all vanish, every solution of the leaf solves T. If one does not, there is
an initial value at which it is not zero; the solution of S through it, which exists, is none of T. Functions that only
T has are eliminated: T, reduced on the leaf, is solved for them, and must leave no condition on the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.mechanics.equations.alternatives import Algebra
from scmpy.mechanics.equations.direction import Direction, System, Witness
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.multiplier import Rows, poles
from scmpy.mechanics.equations.solved_form import Branch, Completion, Split
from scmpy.symbolic.evaluation import NotFinite

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

    def _degenerate(self, condition: Any, path: tuple[Split, ...]) -> list[Finding]:
        """What holds where what is eliminated is not determined by an equation.

        That may happen at a moment, so that it is not enough to look at motions that stay there.
        """
        found: list[Finding] = []
        for way in self.algebra.alternatives(condition) or []:
            split = Split(way, True)
            if split in path or not set(way).isdisjoint((*self.first.divisors, *self.second.divisors)):
                continue
            branch = Branch((), path=(*path, split))
            if self.jets.occurring(*way):
                reason = "what is eliminated is not determined there"
                found.append(Finding("undecided", branch, (-1, 0, 0), reason))
            else:
                found += self.findings((*way, *(x for before in path for x in before.quantities)), branch.path)
        return found

    def _unknown(self, branch: Branch) -> Finding:
        """A branch that was not completed: inside of a set, if a coefficient vanishes there."""
        inside = any(split.vanish for split in branch.path)
        return Finding("undecided", branch, (-1, 0, 0) if inside else MOST, str(self.completion.limit))

    def _finding(self, leaf: Branch) -> Finding:
        freedom = self.freedom(leaf)
        reduce = self.completion.reduced
        try:
            divisors = [reduce(leaf, x) for x in self.second.divisors]
            if any(self.completion.ways(leaf, x) is None for x in divisors):
                return Finding("outside", leaf, freedom, "the other system is not defined there")
            residuals = [reduce(leaf, x) for x in self.second.residuals]
        except (DivisionByZeroError, DomainError):
            return Finding("outside", leaf, freedom, "the other system is not defined there")
        if self.own and self.own != self.second.functions:
            extended = self._extended(leaf, freedom, divisors)
            if extended is not None:
                return extended
        for i, residual in enumerate(residuals):
            if self.completion.ways(leaf, residual) is not None:
                return self._failing(leaf, freedom, i, residual, [])
        return Finding("implied", leaf, freedom)

    def _failing(self, leaf: Branch, freedom: Freedom, i: int | None, residual: Any, conditions: list[Any]) -> Finding:
        remainder = self.algebra.part(residual).value
        witness = self.witness(leaf, i, residual, conditions)
        status = "undecided" if witness is None else "fails"
        reason = "no initial values were found at which it is seen not to vanish" if witness is None else ""
        return Finding(status, leaf, freedom, reason, i, remainder, witness)

    def _extended(self, leaf: Branch, freedom: Freedom, divisors: list[Any]) -> Finding | None:
        """Do functions of the leaf determine others, so that together they solve the other system?

        None if there are such that it does not determine: these are compared as any others.
        """
        completion = Completion(self.algebra, self.jets, self.own.__contains__)
        owned = [x for x in divisors if self.own.isdisjoint(self.jets.functions(x))]
        start = Branch(
            tuple(self.second.residuals),
            leaf.rules,
            leaf.constants,
            leaf.relations,
            (*leaf.nonzero, *divisors),
        )
        first: Finding | None = None
        for extension, complete in completion.leaves(start):
            if not complete:
                return Finding("undecided", leaf, freedom, str(completion.limit))
            conditions = tuple(x for split in extension.path if not split.vanish for x in split.quantities)
            if not extension.left:
                if len(extension.relations) > len(leaf.relations):
                    return Finding("undecided", leaf, freedom, "an unknown of the other system is not solved for")
                if any(x not in extension.rules or extension.rules[x].order for x in self.own):
                    return None
                return Finding("implied", leaf, freedom, conditions=conditions, extension=extension)
            if first is None:
                bound = [x for x in conditions if not self.own.isdisjoint(self.jets.functions(x))]
                if bound:
                    first = Finding("undecided", leaf, freedom, "what it says depends on unknowns of its own")
                else:
                    first = self._failing(leaf, freedom, None, extension.left[0], [*owned, *conditions])
        return first or Finding("fails", leaf, freedom, "the other system has no solution there")

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
