"""A point that tells two systems apart: initial values of a solution of the one at which the other does not vanish."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.mechanics.equations.completion import Branch
from scmpy.mechanics.equations.direction import Direction
from scmpy.mechanics.equations.jets import slope
from scmpy.structure import linear
from scmpy.structure.solutions import difference_at_solution
from scmpy.structure.structure import sum_of
from scmpy.symbolic.decision.ball import Evaluator
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent
from scmpy.symbolic.expression import PLUS, TIMES, Expression, application
from scmpy.symbolic.simplify import simplified_expression


@dataclass(frozen=True)
class Witness:
    """Values by name, in words what the residual is there, and the values of the terms of both sides."""

    values: dict[str, Any] = field(default_factory=dict)
    certificate: str = ""
    terms: tuple[tuple[Any, Any], ...] = ()  # of the residual that fails, with their enclosures
    zeros: tuple[Any, ...] = ()  # the enclosures of the residuals of the system that is solved


def witness_at(
    direction: Direction, leaf: Branch, number: int | None, residual: Any, conditions: list[Any]
) -> Witness | None:
    """A point of a leaf at which a residual is enclosed away from zero, and all that is divided by is not zero."""
    completion = direction.completion
    own = direction.own
    with suppress(DivisionByZeroError, DomainError, LimitError):
        raw = [*direction.first.original]
        raw += [x for x in direction.second.original if own.isdisjoint(direction.jets.functions(x))]
        defined = [completion.reduced(leaf, x) for x in raw]
        defined += [g.div(1, x) for x in (*leaf.nonzero, *conditions) if isinstance(x, Expression)]
        if leaf.relations:
            defined.append(g.div(1, _gram(direction, leaf)))
        if leaf.relations:
            found = difference_at_solution(list(leaf.relations), [residual], defined)
        else:
            terms = [application(TIMES, 0, x) for x in defined if isinstance(x, Expression)]
            there = application(PLUS, residual, *terms) if terms else residual
            found = (
                equivalent(there, 0) if isinstance(there, Expression) else Equivalence("different", f"it is {there}")
            )
        if found is not None and found.verdict == "different":
            return _with_sides(direction, leaf, number, found)
    return None


def _with_sides(direction: Direction, leaf: Branch, number: int | None, found: Equivalence) -> Witness:
    """The witness with the values of the terms of the residual of this number, and of the residuals that are solved."""
    plain = Witness(found.witness, found.certificate)
    if number is None or found.place is None:
        return plain
    reduced, place = direction.completion.reduced, found.place
    residual = simplified_expression(direction.second.original[number])
    terms = residual.operands if getattr(residual, "operator", None) is PLUS else (residual,)
    ours = [place.enclosure(reduced(leaf, x)) for x in direction.first.original]
    theirs = [place.enclosure(reduced(leaf, x)) for x in terms]
    if any(x is None for x in (*ours, *theirs)):
        return plain
    return replace(plain, terms=tuple(zip(terms, theirs, strict=True)), zeros=tuple(ours))


def _gram(direction: Direction, leaf: Branch) -> Any:
    """What is not zero where the gradients of the relations are independent: there they are a manifold."""
    relations = direction.completion.independent(leaf)
    symbols = Evaluator(*relations).symbols
    gradients = [[slope(x, u) for u in symbols] for x in relations]
    rows = tuple(tuple(sum_of(map(g.mul, a, b)) for b in gradients) for a in gradients)
    return direction.algebra.part(linear.determinant(rows)).value
