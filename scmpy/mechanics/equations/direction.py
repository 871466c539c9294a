"""Two systems, of which the first is completed and the second is looked at on its leaves.

A point of a leaf at which the second does not vanish tells them apart: initial values of a solution of the first.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.mechanics.equations.alternatives import Algebra
from scmpy.mechanics.equations.jets import Jets, slope
from scmpy.mechanics.equations.solved_form import Branch, Completion
from scmpy.structure import linear
from scmpy.structure.solutions import difference_at_solution
from scmpy.structure.structure import sum_of
from scmpy.symbolic.assumptions import assumed, assumptions_in_force
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent
from scmpy.symbolic.decision.witness import Place, has_facts
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.expression import PLUS, TIMES, Expression, application
from scmpy.symbolic.simplify import simplified_expression


class System(NamedTuple):
    """The residuals of a system with symbols for derivatives, and what they are divided by."""

    residuals: list[Any]
    original: list[Any]
    divisors: list[Any]
    functions: frozenset[Expression]


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


class Direction:
    """The first system, the second, and the functions that only the second has."""

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
            defined = [self.completion.reduced(leaf, x) for x in raw]
            defined += [g.div(1, x) for x in leaf.nonzero if isinstance(x, Expression)]
            facts = self._facts(leaf, raw)
            token = assumed.set({x: known for x, known in facts.items() if isinstance(x, Expression)})
            try:
                if leaf.relations:
                    defined.append(g.div(1, self._gram(leaf)))
                    found = difference_at_solution(list(leaf.relations), [residual], defined)
                else:
                    found = _difference(residual, [x for x in (*defined, *facts) if isinstance(x, Expression)])
            finally:
                assumed.reset(token)
            if found is not None and found.verdict == "different":
                return self._checked(leaf, number, found, facts)
        return None

    def _facts(self, leaf: Branch, raw: list[Any]) -> dict[Any, frozenset[str]]:
        """What is known of quantities, by the values that they have on a leaf."""
        known: dict[Expression, frozenset[str]] = {x: x.facts for x in Evaluator(*raw).symbols if x.facts}
        known.update(assumptions_in_force())
        found: dict[Any, frozenset[str]] = {}
        for x, facts in known.items():
            value = self.completion.reduced(leaf, x)
            found[value] = found.get(value, frozenset()) | facts
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
        terms = residual.operands if getattr(residual, "operator", None) is PLUS else (residual,)
        theirs = [place.enclosure(reduced(leaf, x)) for x in terms]
        return plain if None in theirs else replace(plain, terms=tuple(zip(terms, theirs, strict=True)))

    def _gram(self, leaf: Branch) -> Any:
        """What is not zero where the gradients of the relations are independent: there they are a manifold."""
        relations = self.completion.independent(leaf)
        symbols = Evaluator(*relations).symbols
        gradients = [[slope(x, u) for u in symbols] for x in relations]
        rows = tuple(tuple(sum_of(map(g.mul, a, b)) for b in gradients) for a in gradients)
        return self.algebra.part(linear.determinant(rows)).value


def _difference(residual: Any, defined: list[Expression]) -> Equivalence:
    """Is a residual different from 0, where others are defined?"""
    terms = [application(TIMES, 0, x) for x in defined]
    there = application(PLUS, residual, *terms) if terms else residual
    return equivalent(there, 0) if isinstance(there, Expression) else Equivalence("different", f"it is {there}")
