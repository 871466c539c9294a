"""What the findings of both directions come to: the verdict, its exceptions, and the reasons in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scmpy.errors import UndecidedError
from scmpy.generic import operations as g
from scmpy.mechanics.equations.certificate import _SYSTEMS, Evidence, Solved
from scmpy.mechanics.equations.implication import Finding, Freedom
from scmpy.mechanics.equations.solved_form import Branch
from scmpy.mechanics.equations.systems import Algebra, Jets, Rows
from scmpy.render.scheme import scheme_text
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.equivalence import Equivalence
from scmpy.symbolic.expression import Expression, expression_of
from scmpy.symbolic.simplify import simplified_expression

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
    residuals are proved to be E1 = M E2, ``multiplier`` and ``determinant`` are M and its determinant, ``zero_set`` the
    factors of the determinant that may vanish. ``evidence`` is what :func:`check_certificate` checks.
    """

    verdict: Verdict
    multiplier: Any = field(default=None, hash=False)
    determinant: Any = field(default=None, hash=False)
    zero_set: tuple[Any, ...] = ()
    unknowns: tuple[Expression, ...] = field(default=())
    exceptions: tuple[Exceptional, ...] = ()
    assumed: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    evidence: Evidence | None = field(default=None, hash=False)

    @property
    def explanation(self) -> str:
        """The verdict, its certificate, what was assumed, and the steps, in lines."""
        lines = [f"{self.verdict}: {self.certificate}"]
        for exception in self.exceptions:
            needed = "some solutions there are none of the other system" if exception.needed else exception.reason
            lines.append(f"except where {' and '.join(f'{scheme_text(x)} = 0' for x in exception.where)}: {needed}")
        lines += [f"assumed: {fact}" for fact in self.assumed]
        if self.multiplier is not None:
            lines += [
                f"multiplier: {scheme_text(expression_of(self.multiplier))}",
                *([] if self.determinant is None else [f"determinant: {scheme_text(self.determinant)}"]),
            ]
        return "\n".join([*lines, *self.steps])

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent_equations: undecided, {self.certificate}; use .verdict to tell")
        return self.verdict == "equal"


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
    found = tuple(x for split in (leaf.path if leaf else ()) if split.vanish for x in split.quantities)
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
    highest: tuple[Expression, ...],
    assumed: tuple[str, ...],
    change: Mapping[Expression, Any],
    defined: Sequence[Mapping[Expression, Any]] = ({}, {}),
) -> EquationEquivalence:
    """The answer from what was found of the implication of the second system by the first, and of the other one."""
    found = [summary(jets, findings) for findings in directions]
    states = {x.status for x in found}
    exceptions = [
        _exceptional(jets, x, findings)
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
        witness = failing.witness.values if failing.witness else {}
        verdict = ("implied", "implies")[place] if found[1 - place].status == "implied" else "different"
        if found[1 - place].status == "except":
            sets = _sets(list(smallest(exceptions)))
            certificate = f"{certificate}; the {_SYSTEMS[1 - place]} system implies the other one but where {sets}"
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
    rows = multipliers[0]
    shown = None if any(defined) else rows
    matrix, determinant, zeros = (None, None, ()) if shown is None else shown_multiplier(jets.shown, shown)
    return EquationEquivalence(
        verdict,
        certificate,
        witness,
        matrix,
        determinant,
        zeros,
        highest,
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
    return Evidence(
        jets.time, (first, second), tuple(solved), matrix, converse, given, facts, unseen, (*values[0], *values[1])
    )


def shown_multiplier(shown: Any, rows: Rows) -> tuple[Any, Any, tuple[Any, ...]]:
    """The matrix, its determinant if it is square, and the factors of this that may vanish."""
    matrix = Matrix([tuple(map(shown, row)) for row in rows])
    if len(matrix.rows) != len(matrix.rows[0]):
        return matrix, None, ()
    algebra = Algebra()
    determinant = algebra.part(linear.determinant(rows)).value
    zeros = tuple(shown(x) for way in algebra.alternatives(determinant) or [] for x in way)
    return matrix, shown(determinant), zeros


def smallest(exceptions: list[Exceptional]) -> Iterator[Exceptional]:
    """The exceptional sets that are not inside of others; the needed ones first."""
    kept: list[Exceptional] = []
    for one in sorted(exceptions, key=lambda x: (len(x.where), not x.needed)):
        if not any(set(other.where) <= set(one.where) for other in kept):
            kept.append(one)
            yield one


def _exceptional(jets: Jets, finding: Finding, findings: list[Finding]) -> Exceptional:
    where = tuple(map(jets.shown, _vanishing(jets, finding, findings)))
    values = finding.witness.values if finding.witness else {}
    return Exceptional(where, finding.status == "fails", finding.reason, values)


# --- in words --------------------------------------------------------------------------------------------------


def text_of(jets: Jets, expression: Any) -> str:
    """An expression in the simplified form, with functions for the symbols of their values."""
    return scheme_text(simplified_expression(jets.shown(expression)))


def _sets(exceptions: list[Exceptional]) -> str:
    places = (
        " and ".join(f"{scheme_text(simplified_expression(x))} = 0" for x in exception.where)
        for exception in exceptions
    )
    return " or ".join(places)


def _failure(jets: Jets, finding: Finding, which: str) -> str:
    number = finding.residual
    name = f"the {which} system" if number is None else f"residual {number} of the {which} system"
    region = f" where {finding.region}" if finding.region else ""
    value = finding.witness.certificate if finding.witness else finding.reason
    if finding.remainder is None:
        return f"{finding.reason}{region}"
    remainder = text_of(jets, finding.remainder)
    return f"at a solution of the other, {name} comes to {remainder}{region}: {value}{_sides(jets, finding)}"


def _sides(jets: Jets, finding: Finding) -> str:
    witness = finding.witness
    if witness is None or not witness.terms:
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
    region = f"where {finding.region}, " if finding.region else ""
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
    if finding.status == "outside":
        return finding.reason
    if finding.status == "fails":
        if finding.remainder is None:
            return finding.reason
        number = "" if finding.residual is None else f" {finding.residual}"
        value = finding.witness.certificate if finding.witness else finding.reason
        return f"residual{number} of the other comes to {text_of(jets, finding.remainder)}, {value}"
    return f"not decided, {finding.reason}"
