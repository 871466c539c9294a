"""Systems of ordinary differential equations compared: by their motions.

Where the sign of a quantity matters, as in sqrt(r^2), both signs are looked at, and the place where it is zero: what is
under a root has no derivative there.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from scmpy.errors import LimitError, WrongTypeError
from scmpy.generic.settings import Limit
from scmpy.mechanics.equations.alternatives import Algebra, Together, signs_in, sizes_in, with_sign
from scmpy.mechanics.equations.change import Change, definitions, put_in
from scmpy.mechanics.equations.conclusion import conclusion, text_of
from scmpy.mechanics.equations.direction import System, own_functions
from scmpy.mechanics.equations.implication import MOST, Finding, Implication, generic_freedom
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.multiplier import Rows, multiplier
from scmpy.mechanics.equations.solved_form import Split
from scmpy.mechanics.equations.verdict import EquationEquivalence
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.assumptions import assumed, assumptions_in_force
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXPT, LOG, SQRT, Expression, numerical
from scmpy.symbolic.facts import closure
from scmpy.symbolic.fold import subexpressions

_MOST_QUANTITIES = Limit(
    "most-signed-quantities",
    3,
    "Quantities whose signs are gone through in a comparison of motions.",
)

_ROOTS = (SQRT, EXPT, LOG, numerical("abs"))


class Case(NamedTuple):
    """Both systems where quantities have given signs."""

    facts: dict[Any, str]
    first: System
    second: System
    algebra: Algebra
    critical: list[Together]  # what is under roots: where it vanishes these have no derivatives
    more: tuple[Any, ...]  # what vanishes, of which the sign matters elsewhere


OfCase = tuple[Case, list[Finding]]


def compare_motions(
    jets: Jets, first: list[Any], second: list[Any], highest: tuple[Expression, ...], change: Change | None = None
) -> EquationEquivalence:
    """Have two systems, of residuals with symbols for derivatives, the same solutions?"""
    granted: list[str] = []
    before = (first, second)
    if change is not None:
        first, second = ([change.of(jets, x) for x in system] for system in before)
        granted = [f"{text_of(jets, x)} is not zero, or the change is singular" for x in change.singular]
    _check_common(jets, first, second)
    systems, defined = _with_definitions(jets, [first, second])
    of_cases: tuple[list[OfCase], list[OfCase]] = ([], [])
    multipliers: tuple[list[Rows | None], list[Rows | None]] = ([], [])
    known = granted
    with _translated(jets):
        try:
            for case in Cases(jets, systems, change.singular if change else []):
                known += _assumed(jets, case)
                with _where(case.facts):
                    of_cases[0].append((case, _findings(jets, case, case.first, case.second, multipliers[1])))
                    of_cases[1].append((case, _findings(jets, case, case.second, case.first, multipliers[0])))
            orders = [jets.functions(*system).keys() for system in systems]
            there, back = (
                _of_all(jets, own_functions(orders[i], orders[1 - i]), each) for i, each in enumerate(of_cases)
            )
            if change is not None and not change.is_square:
                for findings, old, new in ((there, before[0], first), (back, before[1], second)):
                    findings += _not_reached(jets, change, old, new)
        except (LimitError, NotFinite) as error:
            reason = str(error).removeprefix("equivalent-equations: ").removeprefix("equivalent: ")
            return EquationEquivalence("undecided", reason, unknowns=highest)
        rows, converse = (found[0] if len(found) == 1 else None for found in multipliers)
        return conclusion(
            jets,
            before,
            (there, back),
            (rows, converse),
            highest,
            tuple(dict.fromkeys(known)),
            change.values if change else {},
            defined,
        )


def _with_definitions(jets: Jets, systems: list[list[Any]]) -> tuple[list[list[Any]], list[dict[Expression, Any]]]:
    """Systems with the values of own unknowns that they define, and these values."""
    functions = [jets.functions(*system).keys() for system in systems]
    with _translated(jets):
        defined = [
            definitions(jets, system, own_functions(functions[1 - i], functions[i])) for i, system in enumerate(systems)
        ]
    return [[put_in(jets, values, x) for x in each] for values, each in zip(defined, systems, strict=True)], defined


def _of_all(jets: Jets, own: Set[Expression], of_cases: list[OfCase]) -> list[Finding]:
    """What is found in all cases; of those with signs of own unknowns of the other system, in one that is implied."""
    found: list[Finding] = []
    choices: dict[Any, list[list[Finding]]] = {}
    for case, findings in of_cases:
        given = [x for x in (*case.facts, *case.more) if own.isdisjoint(jets.functions(x))]
        if len(given) == len(case.facts) + len(case.more):
            found += findings
        else:
            choices.setdefault(frozenset((x, case.facts.get(x)) for x in given), []).append(findings)
    for some in choices.values():
        implied = (findings for findings in some if findings and all(x.status == "implied" for x in findings))
        reason = "the sign of an unknown of the other system is not known"
        found += next(implied, [Finding("undecided", None, MOST, reason)] if any(some) else [])
    return found


def _check_common(jets: Jets, first: list[Any], second: list[Any]) -> None:
    """Refuse systems that have unknowns, but none in common."""
    one, other = (jets.functions(*system) for system in (first, second))
    if one and other and one.keys().isdisjoint(other):
        names = [", ".join(map(scheme_text, functions)) for functions in (one, other)]
        raise WrongTypeError(
            f"equivalent-equations: the first system is one for {names[0]}, the second for {names[1]}: they have no "
            "unknown in common (a change of the unknowns may be given)"
        )


def _not_reached(jets: Jets, change: Change, old: list[Any], new: list[Any]) -> list[Finding]:
    """Has a system more motions than its change of unknowns reaches?"""
    if not change.concerns(jets, old):
        return []
    before, after = (generic_freedom(Algebra(), jets, system) for system in (old, new))
    if before is None or after is None or before <= after:
        return []
    return [Finding("fails", None, MOST, "the change of the unknowns does not reach all motions")]


def _findings(jets: Jets, case: Case, first: System, second: System, found: list[Rows | None]) -> list[Finding]:
    """What holds of the implication of the second system by the first."""
    implication = Implication(case.algebra, jets, first, second)
    rows = None
    if first.functions == second.functions:
        orders = jets.functions(*first.residuals, *second.residuals)
        highest = [jets.symbol(function, order) for function, order in orders.items()]
        rows = _multiplier(case.algebra, second.residuals, first.residuals, highest)
    found.append(rows)
    if case.more:
        return implication.findings(case.more, (Split(case.more, True),))
    findings = implication.findings() if rows is None else implication.by_multiplier(rows)
    for way in case.critical if rows is None else ():
        if not implication.own.isdisjoint(jets.functions(*way)):
            continue
        findings += implication.findings(way, (Split(way, True),))
    region = " and ".join(f"{scheme_text(jets.shown(x))} is {fact}" for x, fact in case.facts.items())
    signs = tuple(case.facts.items())
    return [replace(finding, region=region, signs=signs) for finding in findings] if region else findings


def _multiplier(algebra: Algebra, first: list[Any], second: list[Any], highest: list[Any]) -> Rows | None:
    """The multiplier of systems, but for residuals that are zero: these have rows and columns of zeros."""
    ours, theirs = ([i for i, x in enumerate(system) if isinstance(x, Expression)] for system in (first, second))
    rows = multiplier(algebra, [first[i] for i in ours], [second[i] for i in theirs], highest)
    if rows is None:
        return None
    known = {(i, j): x for i, row in zip(ours, rows, strict=True) for j, x in zip(theirs, row, strict=True)}
    return tuple(tuple(known.get((i, j), 0) for j in range(len(second))) for i in range(len(first)))


class Cases:
    """Both systems where every quantity whose sign occurs in them has a sign."""

    def __init__(self, jets: Jets, systems: list[list[Any]], singular: list[Any]) -> None:
        self.jets, self.original, self.singular = jets, systems, singular
        self.order: dict[Expression, int] = {}  # of the atoms, for all cases

    def __iter__(self) -> Iterator[Case]:
        return self._of(self.original, {}, ())

    def _of(self, systems: list[list[Any]], facts: dict[Any, str], more: tuple[Any, ...]) -> Iterator[Case]:
        algebra = Algebra(self.order)
        if facts and algebra.is_impossible([x for system in self.original for x in system], facts):
            return
        with _where(facts):
            parts = [[algebra.part(x).value for x in system] for system in systems]
            found = [p for part in parts for p in part]
            signs = [x for x in (*signs_in(*found), *sizes_in(*found)) if x not in facts and x not in more]
            if not signs:
                made = [self._system(algebra, *pair) for pair in zip(parts, self.original, systems, strict=True)]
                yield Case(facts, made[0], made[1], algebra, list(_critical(algebra, self.jets, made, facts)), more)
                return
        if len(facts) + len(more) >= _MOST_QUANTITIES.value:
            raise _MOST_QUANTITIES.refusal("equivalent-equations: it takes the signs of")
        for fact, sign in (("positive", 1), ("negative", -1)):
            there = [[with_sign(x, signs[0], sign) for x in part] for part in parts]
            yield from self._of(there, {**facts, signs[0]: fact}, more)
        there = [[with_sign(x, signs[0], 1) for x in part] for part in parts]
        yield from self._of(there, facts, (*more, signs[0]))

    def _system(self, algebra: Algebra, residuals: list[Any], original: list[Any], system: list[Any]) -> System:
        found = dict.fromkeys((*self.singular, *(x for each in original for x in algebra.divisors(each))))
        divisors = [x for x in found if algebra.alternatives(x) and not signs_in(x)]
        return System(residuals, original, divisors, frozenset(self.jets.functions(*system)))


def _critical(algebra: Algebra, jets: Jets, systems: list[System], facts: dict[Any, str]) -> Iterator[Together]:
    """What is under roots, and may vanish along a solution where quantities have these signs."""
    known = {*facts, *(x for system in systems for x in system.divisors)}
    for node in subexpressions(*(x for system in systems for x in system.original)):
        whole = node.operator is EXPT and isinstance(node.operands[1], int)
        if node.operator in _ROOTS and not whole and jets.occurring(node.operands[0]):
            for way in algebra.alternatives(node.operands[0]) or []:
                inside = len(way) > 1 and any(algebra.vanishes_on(x, list(way), []) for x in known)
                if known.isdisjoint(way) and not inside:
                    yield way


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
