"""Systems of ordinary differential equations compared: by their motions.

Where the sign of a quantity matters, as in sqrt(r^2), both signs are looked at, and the place where it is zero: what is
under a root has no derivative there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from scmpy.errors import LimitError
from scmpy.mechanics.equations.algebra import Algebra, signs_in, with_sign
from scmpy.mechanics.equations.completion import Split
from scmpy.mechanics.equations.conclusion import conclusion
from scmpy.mechanics.equations.implication import Finding, Implication, System
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.multiplier import Rows, multiplier
from scmpy.mechanics.equations.verdict import UNDECIDED, EquationEquivalence
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.assumptions import assumed, assumptions_in_force
from scmpy.symbolic.decision.certain import NotFinite
from scmpy.symbolic.expression import EXPT, LOG, SQRT, Expression, numerical, subexpressions
from scmpy.symbolic.facts import closure

#: The signs of no more quantities than this are gone through.
_MAXIMUM_SIGNS = 3

_ROOTS = (SQRT, EXPT, LOG, numerical("abs"))


class Case(NamedTuple):
    """Both systems where quantities have given signs."""

    facts: dict[Any, str]
    first: System
    second: System
    algebra: Algebra
    critical: list[Any]  # what is under roots: where it vanishes these have no derivatives


def compare_motions(
    jets: Jets, first: list[Any], second: list[Any], highest: tuple[Expression, ...], granted: tuple[str, ...] = ()
) -> EquationEquivalence:
    """Have two systems, of residuals with symbols for derivatives, the same solutions?"""
    there: list[Finding] = []
    back: list[Finding] = []
    found: list[Rows | None] = []
    known = list(granted)
    with _translated(jets):
        try:
            for case in _cases(jets, [first, second], {}):
                known += _assumed(jets, case)
                with _where(case.facts):
                    there += _findings(jets, case, case.first, case.second, [])
                    back += _findings(jets, case, case.second, case.first, found)
        except (LimitError, NotFinite) as error:
            reason = str(error).removeprefix("equivalent-equations: ").removeprefix("equivalent: ")
            return EquationEquivalence(UNDECIDED, reason, unknowns=highest)
        rows = found[0] if len(found) == 1 else None
        return conclusion(jets, (there, back), rows, highest, tuple(dict.fromkeys(known)))


def _findings(jets: Jets, case: Case, first: System, second: System, found: list[Rows | None]) -> list[Finding]:
    """What holds of the implication of the second system by the first."""
    implication = Implication(case.algebra, jets, first, second)
    rows = None
    if first.functions == second.functions:
        orders = jets.functions(*first.residuals, *second.residuals)
        highest = [jets.symbol(function, order) for function, order in orders.items()]
        rows = multiplier(case.algebra, second.residuals, first.residuals, highest)
    found.append(rows)
    findings = implication.findings() if rows is None else implication.by_multiplier(rows)
    for x in case.critical if rows is None else ():
        findings += implication.findings((x,), (Split((x,), True),))
    region = " and ".join(f"{scheme_text(jets.shown(x))} is {fact}" for x, fact in case.facts.items())
    return [replace(finding, region=region) for finding in findings] if region else findings


def _cases(jets: Jets, systems: list[list[Any]], facts: dict[Any, str]) -> Iterator[Case]:
    """The systems where every quantity whose sign occurs in them has a sign."""
    with _where(facts):
        algebra = Algebra()
        parts = [[algebra.part(x).value for x in system] for system in systems]
        divisors = [list(dict.fromkeys(d for x in system for d in algebra.divisors(x))) for system in systems]
        signs = [x for x in signs_in(*(p for part in parts for p in part)) if x not in facts]
        if not signs:
            made = [
                System(residuals, [x for x in own if algebra.alternatives(x) and not signs_in(x)], functions)
                for residuals, own, functions in zip(
                    parts, divisors, (frozenset(jets.functions(*system)) for system in systems), strict=True
                )
            ]
            yield Case(facts, made[0], made[1], algebra, list(_critical(algebra, jets, made)))
            return
    if len(facts) >= _MAXIMUM_SIGNS:
        raise LimitError(f"equivalent-equations: the signs of more than {_MAXIMUM_SIGNS} quantities matter")
    for fact, sign in (("positive", 1), ("negative", -1)):
        there = [[with_sign(x, signs[0], sign) for x in part] for part in parts]
        yield from _cases(jets, there, {**facts, signs[0]: fact})


def _critical(algebra: Algebra, jets: Jets, systems: list[System]) -> Iterator[Any]:
    """What is under roots, and may vanish along a solution."""
    known = {x for system in systems for x in system.divisors}
    for node in subexpressions(*(x for system in systems for x in system.residuals)):
        whole = node.operator is EXPT and isinstance(node.operands[1], int)
        if node.operator in _ROOTS and not whole and jets.occurring(node.operands[0]):
            for way in algebra.alternatives(node.operands[0]) or []:
                if known.isdisjoint(way):
                    yield way[0]


def _assumed(jets: Jets, case: Case) -> Iterator[str]:
    """What the domain of both systems takes for granted, in words."""
    for x in (*case.first.divisors, *case.second.divisors):
        yield f"{scheme_text(jets.shown(x))} is not zero"


@contextmanager
def _where(facts: dict[Any, str]) -> Iterator[None]:
    """While a block runs, quantities have these facts."""
    token = assumed.set({**assumptions_in_force(), **{x: closure([fact]) for x, fact in facts.items()}})
    try:
        yield
    finally:
        assumed.reset(token)


@contextmanager
def _translated(jets: Jets) -> Iterator[None]:
    """While a block runs, what is assumed of functions is assumed of the symbols of their values."""
    token = assumed.set({jets.of(x): facts for x, facts in assumptions_in_force().items()})
    try:
        yield
    finally:
        assumed.reset(token)
