"""An answer compared with a reference as a teacher does it: the verdict in words, and the first term that is wrong.

The domain is a teacher's: parameters are real and not zero, and positive where the reference declares it or the name is
that of a mass, a length, an acceleration of gravity, a stiffness. An equation that is divided by a function of the
coordinates is equal, with the place named where it says nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Any, cast

from scmpy.calculus.derivative import D, partial
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.types import Scalar, Values, is_number
from scmpy.mechanics.equations.compare import by_the_same_names, consequence, equivalent_equations
from scmpy.mechanics.equations.diagnosis import (
    ENERGIES,
    Decide,
    Diagnosis,
    Grade,
    Grades,
    Search,
    by_number,
    fields_of,
    freedom,
    is_right,
    moves_not,
    not_typed,
    search_of_fields,
    text_of,
)
from scmpy.mechanics.equations.energies import (
    Energy,
    EnergySearch,
    EnergyVerdict,
    IntegralSearch,
    changes_of_coordinates,
    compared_by_transform,
    compared_energies,
    constrained_motion,
    defined,
    energy_of,
    given_beside,
    has_motion,
    in_polar_coordinates,
    is_integral,
    motion_of_page,
    page_of,
    parameters_in,
    real_parts,
    residuals_of_motion,
    time_of,
    typed,
    with_definitions,
    with_lagrangian,
    with_multipliers,
    with_routhian,
)
from scmpy.mechanics.equations.explicit_motions import SolutionSearch, are_motions, explicit_motions, verdict_of_motions
from scmpy.mechanics.equations.implication import EquationEquivalence
from scmpy.mechanics.equations.real_solutions import (
    Reference,
    States,
    factors_of,
    is_general,
    is_numpy_there,
    parameters_of,
    replaced,
)
from scmpy.mechanics.equations.systems import (
    Algebra,
    Jets,
    applications,
    by_components,
    is_unknown_head,
    places_of,
    residuals_of,
    slope,
)
from scmpy.reading.formulas import Equations, equations, equations_with
from scmpy.reading.grammar import PLACES, is_constant_by_name
from scmpy.reading.values import Equation
from scmpy.registry import public
from scmpy.structure.literal_functions import literal_function
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assuming, assumptions_in_force
from scmpy.symbolic.decision.equivalence import is_complex, with_pi
from scmpy.symbolic.expression import (
    Expression,
    Head,
    Symbol,
    application,
    expression_of,
    subexpressions,
    symbol,
)
from scmpy.symbolic.simplify import infix, simplified_expression

_RADII = frozenset(["r", "rho"])  # of coordinates


class Grader:
    """Grades answers to one reference, which is solved once."""

    def __init__(
        self,
        reference: Sequence[Equation],
        strict: bool = False,
        follows: Decide | None = None,
        constants: Mapping[str, Any] | None = None,
    ) -> None:
        time = time_of([x.residual for x in reference])
        page = None if follows else page_of(reference, time)
        self.written, self.strict = tuple(reference) if page is None else motion_of_page(*page, time), strict
        self.constants = constants or {}  # what names of constants stand for in it
        self.follows = follows is not None  # may an answer say less, as a line of a derivation does?
        self.decide = follows or equivalent_equations
        self.energy = energy_of(self.written)
        self.residuals = [x.residual for x in self.written]
        self.time = time
        self.solved: dict[tuple[Any, ...], Reference] = {}  # by what is solved, which answers may decide

    def grade(self, answer: Sequence[Equation], name: str = "", diagnose: bool = True) -> Grade:
        """The grade of an answer; where it is not to be diagnosed, what is different is only said to be."""
        as_given = tuple(answer)
        answer, routhian = with_routhian(as_given, self.energy, self.time)
        answer, lagrangian = with_lagrangian(answer, self.time)
        answer, notes = with_definitions(answer, self.residuals, self.time)
        notes = [*routhian, *lagrangian, *notes]
        if page := page_of(answer, self.time):
            return self._of_page(*page, name, notes)
        if not self.follows and (polar := in_polar_coordinates(self.written, answer, self.time)):
            grade = Grader(polar[0], self.strict).grade(answer, name, diagnose)
            return replace(grade, notes=(*notes, polar[1], *grade.notes))
        if not self.follows and (polar := in_polar_coordinates(answer, self.written, self.time)):
            answer, notes = polar[0], [*notes, polar[1]]
        answer, renamed, others = (answer, [], "") if self.follows else self._renamed(answer)
        theirs = energy_of(answer)
        line = answer
        if self.energy is None and theirs is not None:
            theirs, _ = with_multipliers(theirs, self.written, self.time)
            given = given_beside(theirs, self.residuals, self.time) or self._given()
            answer = tuple(map(not_typed, residuals_of_motion(theirs, self.time, given)))
            notes = [*notes, f"the equations of motion of the {ENERGIES[theirs.name]} are compared"]
        system = self.residuals
        if self.energy is not None and theirs is None:
            ours, answer = with_multipliers(self.energy, answer, self.time)
            given = given_beside(ours, [x.residual for x in answer], self.time)
            system = residuals_of_motion(ours, self.time, given)
        if theirs is None and not self.follows and (said := self._of_motions(system, answer)) is not None:
            return replace(said, answer=answer, notes=(*notes, *renamed, *said.notes), name=name)
        everything = [*system, *(x.residual for x in answer)]
        symbols = parameters_in(everything, self.time, [x.name for x in (self.energy, theirs) if x and theirs])
        with teachers_domain(everything, symbols, self.strict) as assumed:
            try:
                energy = self._of_energy(as_given, answer, theirs)
                found = self._of_systems(system, answer, diagnose) if energy is None else Grade(**energy._asdict())
                notes = notes if energy is None or theirs is not None else []
            except ScmpyError as error:
                found = Grade("undecided", reason=str(error))
        if found.verdict in ("implied", "first integral"):
            found, assumed = self._as_solution(found, system, answer, symbols) or (found, assumed)
        if diagnose and not others and found.verdict in ("different", "implied", "implies"):
            found, answer = self._marked(found, system, answer, line if theirs is not None else ())
        if others and found.verdict == "different" and not found.diagnoses:
            found, renamed = Grade("undecided", reason=others), []
        notes, assumed = [*notes, *renamed, *found.notes], [*assumed, *found.assumed]
        return replace(found, answer=answer, notes=tuple(notes), assumed=tuple(assumed), name=name)

    def _marked(
        self, found: Grade, system: Sequence[Any], answer: tuple[Equation, ...], line: tuple[Equation, ...]
    ) -> tuple[Grade, tuple[Equation, ...]]:
        """A grade with what is wrong in the line of an energy, or in an integral, and what it is marked in."""
        is_of_motion = self.energy is None and found.verdict == "different"  # its equations were not typed
        if line and (is_of_motion or not found.diagnoses) and (said := self._in_energy(system, line[0])):
            return replace(found, verdict="different", diagnoses=tuple(said), witness=""), line
        if not line and found.verdict == "different" and not found.diagnoses:
            said = self._in_integral(system, answer)
            return replace(found, diagnoses=tuple(said), witness="" if said else found.witness), answer
        return found, answer

    def in_definitions(self, answer: Sequence[Equation], grade: Grade) -> Grade:
        """A grade with the line that says what a name is by which the answer were right, if it said a multiple."""
        moving = [bool(functions_in([x.residual])) for x in answer]
        for (i, line), factor in product(enumerate(answer), map(Fraction, ("2", "1/2", "4", "1/4", "-1"))):
            if not moving[i] and len(line.terms) == 2:
                value = g.mul(factor, line.right)
                changed = line._replace(right=value, residual=g.sub(line.left, value))
                if self.grade([*answer[:i], changed, *answer[i + 1 :]], diagnose=False):
                    kind, text = by_number(factor)
                    said = Diagnosis(kind, f"the term {line.terms[1].text} {text}", i, 1)
                    return replace(grade, answer=tuple(answer), diagnoses=(said,), witness="")
        return grade

    def _in_energy(self, system: Sequence[Any], line: Equation) -> list[Diagnosis]:
        """What is wrong in a Lagrangian, or a Hamiltonian, by the equations of motion of the reference."""
        if self.energy is not None:
            system = residuals_of_motion(self.energy, self.time) if self.energy.name == "L" else []
        of_density = any(self.time in x.operands for x in fields_of(*system))
        reference = self._reference(system) if system and is_numpy_there() and not of_density else None
        return EnergySearch(reference, line, by_the_same_names).proved() if reference and reference.states else []

    def _in_integral(self, system: Sequence[Any], answer: Sequence[Equation]) -> list[Diagnosis]:
        """What is wrong in a line that gives a constant of the motion its name, if it is one."""
        reference = self._reference(system) if is_numpy_there() else None
        if reference is None or not reference.states:
            return []
        known = subexpressions(*system)
        for i, line in enumerate(answer):
            names = parameters_in([line.residual], self.time) if is_integral(line.residual, self.time) else []
            own = [x for x in names if x not in known and _is_named(line, x)]
            if own and (found := IntegralSearch(reference, line, by_the_same_names, own[0]).proved()):
                return [replace(x, equation=i) for x in found]
        return []

    def _given(self) -> set[Expression]:
        """The functions that the reference leaves free, as the motion of a pivot."""
        functions = functions_in(self.residuals)
        solved = self._reference(self.residuals).solved if len(functions) > len(self.residuals) else None
        return set() if solved is None else functions - solved.rules.keys()

    def _reference(self, system: Sequence[Any]) -> Reference:
        """The equations of motion of the reference, solved once for all answers."""
        if (given := tuple(system)) not in self.solved:
            self.solved[given] = Reference(system, self.time)
        return self.solved[given]

    def _of_page(self, energy: Equation, others: list[Equation], name: str, notes: list[str]) -> Grade:
        """The grade of an energy, and of the equations of motion beside it; changes of coordinates are put in."""
        put, used = changes_of_coordinates(energy, others, self.time)
        grader = self
        if self.energy is not None:
            ours, of_ours = changes_of_coordinates(self.written[0], others, self.time)
            used += of_ours
            if of_ours:
                follows = self.decide if self.follows else None
                grader = Grader([self.written[0].map(ours)], self.strict, follows)
        rest = [x for x in others if all(x is not y for y in used)]
        energy = energy.map(put)
        tied = constrained_motion(energy, rest, self.time)
        moving = functions_in(self.residuals)
        put_in = [x for x in used if self.energy is None and functions_in([x.left]) <= moving]  # the reference has them
        if tied or (put_in and not rest):
            lines = tied or [*map(not_typed, residuals_of_motion(cast(Energy, energy_of([energy])), self.time))]
            grade = self.grade([*lines, *put_in], name)
            words = ["the equations of motion of the Lagrangian are compared, with the lines beside it"]
            return replace(grade, notes=(*notes, *words, *grade.notes))
        notes = [*notes, *(f"with {x.text.strip()}" for x in used)]
        grade = grader.grade([energy], name)
        if grade and rest and (value := energy_of([energy])):
            motion = tuple(map(not_typed, residuals_of_motion(value, self.time)))
            found = Grader(motion, self.strict, follows=equivalent_equations).grade(rest, name)
            grade = grade if found or found.verdict in ("implies", "first integral") else found
        return replace(grade, notes=(*notes, *grade.notes))

    def _of_energy(
        self, as_given: tuple[Equation, ...], answer: tuple[Equation, ...], theirs: Energy | None
    ) -> EnergyVerdict | None:
        """What is said of a Lagrangian or a Hamiltonian by one; None if the equations of motion are to be compared."""
        if self.energy is None:
            return None
        if theirs is None:
            return compared_by_transform(self.energy, as_given, self.time)
        return compared_energies(self.energy, theirs, answer, self.time)

    def _renamed(self, answer: tuple[Equation, ...]) -> tuple[tuple[Equation, ...], list[str], str]:
        """An answer whose coordinates have other names, in those of the reference; they may be other coordinates."""
        jets = Jets(self.time)
        ours = jets.functions(*map(jets.of, self.residuals))
        theirs = jets.functions(*(jets.of(x.residual) for x in answer))
        if not ours or not theirs or not ours.keys().isdisjoint(theirs):
            return answer, [], ""
        old, new = (" ".join(map(infix, some)) for some in (ours, theirs))
        others = f"your coordinates are {new}, those of the reference {old}: write both in the same ones"
        if len(ours) != len(theirs):
            return answer, [], others
        pairs = list(zip(ours, theirs, strict=True))
        put = TracedFunction({jets.symbol(new, n): jets.symbol(old, n) for old, new in pairs for n in range(4)})
        notes = [f"{infix(new)} is read as {infix(old)}" for old, new in pairs]
        return tuple(x.map(lambda y: jets.shown(put.of(jets.of(y)))) for x in answer), notes, others

    def _of_systems(self, system: Sequence[Any], answer: Sequence[Equation], diagnose: bool) -> Grade:
        decision = self.decide(list(system), [x.residual for x in answer])
        if decision.verdict == "equal" or (not self.strict and is_right(decision)):
            if unsaid := [] if self.follows else self._left_open(system, answer):
                return Grade("implies", notes=(f"your equations say nothing of {unsaid}",), reason=decision.certificate)
            return Grade("equal", notes=tuple(_places(decision)), reason=decision.certificate)
        if decision.renaming and self.follows:  # a line with new names says what they stand for
            diagnosis = Diagnosis("other names", decision.with_names, proof=decision)
            return Grade("different", diagnoses=(diagnosis,), reason=decision.certificate)
        if decision.renaming:
            return Grade("equal", notes=(decision.with_names,), reason=decision.certificate)
        if decision.verdict == "undecided" and not self.follows:
            theirs = [x.residual for x in answer]
            follows = bool(fields_of(*theirs)) and consequence(list(system), theirs).verdict == "implies"
            reason = "your equations follow from the reference; whether they say all that it says is not decided"
            return Grade("undecided", reason=reason if follows else decision.certificate)
        search = self._search(system, answer) if diagnose and decision.verdict != "implies" else None
        if search is not None and search.failing:
            found = search.proved()
            if not found and decision.verdict == "different" and not fields_of(*system):
                found = SolutionSearch(search.reference, answer, search.decide).proved()
            if decision.verdict == "different" and not self.follows:
                found = search.in_limits(found)
            named = None if self.follows else self._by_other_names(system, answer)
            if named is not None and all(named.diagnoses[0].cost < x.cost for x in found[:1]):
                return replace(named, reason=decision.certificate)
            if any(x.kind == "first integral" for x in found[:1]):
                return Grade("first integral", diagnoses=(_with_exceptions(found[0]),), reason=decision.certificate)
            is_more = decision.verdict == "implied" and all(x.kind == "additional term" for x in found)
            is_open = decision.verdict == "undecided" and not found
            verdict = "implied" if is_more else "undecided" if is_open else "different"
            witness = "" if found else _witness(search) or decision.certificate
            return Grade(verdict, diagnoses=tuple(found), witness=witness, reason=decision.certificate)
        if decision.verdict == "equal except" and not is_right(decision):
            which = "the energy" if search is not None and len(search.positions) == 1 else "a first integral"
            diagnosis = Diagnosis("first integral", f"your equation is {which}'s derivative", proof=decision)
            return Grade("first integral", diagnoses=(_with_exceptions(diagnosis),), reason=decision.certificate)
        verdict = "different" if decision.verdict == "equal except" else decision.verdict
        notes = (
            *_places(decision),
            *([] if is_numpy_there() else ["where it differs is not looked for without numpy"]),
        )
        witness = self._allowed(system, answer) if verdict == "implies" else decision.certificate
        return Grade(verdict, notes=notes, witness=witness, reason=decision.certificate)

    def _allowed(self, system: Sequence[Any], answer: Sequence[Equation]) -> str:
        """A state that an answer allows where an equation of the reference fails."""
        states = Reference([x.residual for x in answer], self.time).states if is_numpy_there() else None
        if states is None:
            return ""
        lines = self.written if self.energy is None else tuple(map(not_typed, system))
        for line in lines:
            if not states.vanish(states.jets.of(line.residual)):
                text = line.text if self.energy is None else f"{text_of(states.jets, line.residual)} = 0"
                return _sides(line._replace(text=text), states, "your equations")
        return ""

    def _left_open(self, system: Sequence[Any], answer: Sequence[Equation]) -> str:
        """The coordinates of a reference that an answer does not have, if they move by themselves as momenta do not."""
        theirs = [x.residual for x in answer]
        unsaid = sorted(functions_in(system) - functions_in(theirs), key=str)
        ours = self._reference(system).solved if unsaid else None
        other = None if ours is None else Reference(theirs, self.time).solved
        if ours is None or other is None or freedom(ours) < freedom(other) + 2:
            return ""
        return " ".join(infix(f) for f in unsaid)

    def _by_other_names(self, system: Sequence[Any], answer: Sequence[Equation]) -> Grade | None:
        """What is wrong in an answer but for names of parameters that it has alone, in their likeliest reading."""
        ours, theirs = (parameters_in(x, self.time) for x in (system, [x.residual for x in answer]))
        new, left = [x for x in theirs if x not in ours], [x for x in ours if x not in theirs]
        found: list[Grade] = []
        for old in islice(permutations(left, len(new)), _MOST_NAMES) if new else ():
            search = self._search(system, [x.map(TracedFunction(dict(zip(new, old, strict=True))).of) for x in answer])
            if search is not None and search.failing and (proved := search.proved()):
                notes = tuple(f"{infix(x)} is read as {infix(y)}" for x, y in zip(new, old, strict=True))
                found.append(Grade("different", diagnoses=tuple(proved), notes=notes))
        return min(found, key=lambda x: x.diagnoses[0].cost, default=None)

    def _of_motions(self, system: Sequence[Any], answer: Sequence[Equation]) -> Grade | None:
        """The grade of motions written as functions of the time, if constants give them any initial values."""
        jets = Jets(self.time)
        theirs = [jets.of(x.residual) for x in answer]
        if (motions := explicit_motions(jets, theirs)) is None:
            return None
        ours = [jets.of(x) for x in system]
        known, symbols = set(subexpressions(*ours)), parameters_of(jets, *theirs, *ours)
        constants, given = ([x for x in symbols if (x in known) is held] for held in (False, True))
        with teachers_domain([*system, *(x.residual for x in answer)], given, self.strict) as assumed:
            found = None
            if constants and are_motions(jets, motions, ours):
                found = verdict_of_motions(jets, motions, ours, constants)
            if found is not None:
                verdict, witness = found
                notes = (f"constants of integration: {' '.join(map(infix, constants))}",) if verdict == "equal" else ()
                return Grade(verdict, notes=notes, witness=witness, assumed=tuple(assumed))
        return None

    def _as_solution(
        self, found: Grade, system: Sequence[Any], answer: Sequence[Equation], symbols: Sequence[Symbol]
    ) -> tuple[Grade, list[str]] | None:
        """The grade of motions, or of integrals of theirs, for all values of their own constants; what it assumes."""
        if not functions_in(system) <= functions_in([x.residual for x in answer]):
            return None  # r'' = l^2/r^3 alone has no motion of phi
        known = set(subexpressions(*system))
        own = [x for x in symbols if x not in known]
        others = [x for x in own if not _is_positive(x)]  # m may be a mass, by which the reference is divided
        for some in (own, others) if len(others) < len(own) else (own,):
            given = [x for x in symbols if x not in some]
            if some and (grade := self._for_all(some, found, system, answer, given)):
                return grade
        return None

    def _for_all(
        self,
        constants: list[Symbol],
        found: Grade,
        system: Sequence[Any],
        answer: Sequence[Equation],
        given: Sequence[Symbol],
    ) -> tuple[Grade, list[str]] | None:
        functions = {x: literal_function(x.name) for x in constants}
        values = {x: f(self.time) for x, f in functions.items()}
        residuals = by_components([x.residual for x in answer], constants)
        general = [substitute(x, values) for x in residuals] + [D(f)(self.time) for f in functions.values()]
        names = " ".join(map(infix, constants))
        with suppress(ScmpyError), teachers_domain([*system, *general], given, self.strict) as assumed:
            decision = equivalent_equations(list(system), general)
            is_equal = decision.verdict == "equal" or (not self.strict and is_right(decision))
            if is_equal and not is_general(system, general, [*functions.values()], self.time):
                return None
            if is_equal:
                return Grade("equal", notes=(f"constants of integration: {names}",)), assumed
            if decision.verdict == "undecided" and found.verdict == "implied":
                reason = f"these are motions of the reference; whether they are all, for some {names}, is open"
                return Grade("undecided", reason=reason), assumed
        return None

    def _search(self, system: Sequence[Any], answer: Sequence[Equation]) -> Search | None:
        if not is_numpy_there():
            return None
        if found := search_of_fields(system, answer, self.time, by_the_same_names):
            return found
        own = _of_own_unknowns(system, answer, self.time)
        extended = [*system, *(x.residual for x in own)]
        reference = Reference(extended, self.time) if own else self._reference(system)
        return None if reference.states is None else Search(reference, answer, by_the_same_names, self.follows)


def _is_named(line: Equation, x: Symbol) -> bool:
    """Does an equation say what a constant is, as r'^2 = 2 E - V(r) does of E?"""
    rate = slope(line.residual, x)
    return rate != 0 and not functions_in([rate])


def _of_own_unknowns(system: Sequence[Any], answer: Sequence[Equation], time: Symbol) -> list[Equation]:
    """Equations of an answer that say what unknowns of its own are, as x' = p/m of a momentum, if all have one.

    They are of the lowest order that there is: what has accelerations is an equation of motion.
    """
    known, found = functions_in(system), []
    own = [f for f in functions_in([x.residual for x in answer]) if f not in known]
    jets = Jets(time)
    orders = [(x, jets.functions(jets.of(x.residual))) for x in answer]
    orders.sort(key=lambda x: max(x[1].values(), default=0))
    for _ in own:
        for x, of in orders:
            new = of.keys() - known
            if len(new) == 1 and all(of[f] == 0 for f in new):
                found.append(x)
                known |= new
                break
    return found if known.issuperset(own) else []


def functions_in(residuals: Sequence[Any]) -> set[Expression]:
    jets = Jets(time_of(residuals))
    return set(jets.functions(*map(jets.of, residuals)))


# --- domain ----------------------------------------------------------------------------------------------------------


def _is_positive(x: Symbol) -> bool:
    return (is_constant_by_name(x.name) and x not in assumptions_in_force()) or "positive" in x.facts


@contextmanager
def teachers_domain(residuals: Sequence[Any], symbols: Sequence[Symbol], strict: bool) -> Iterator[list[str]]:
    """While a block runs, parameters have the facts that a teacher takes for granted, which are given in words.

    Sines and cosines of parameters alone, as of the angle of an incline, are not zero; what an equation says to be a
    root is positive, and what is under one of parameters.
    """
    rooted = [x for x in residuals if any(y.operator is Head.SQRT for y in subexpressions(x))]
    positive: list[Expression] = [x for x in symbols if _is_positive(x) or any(_is_root(y, x) for y in rooted)]
    nonzero: list[Expression] = [x for x in symbols if x not in positive]
    radicands: list[Expression] = []
    for node in dict.fromkeys(x for x in subexpressions(*residuals) if x.operator in (Head.SIN, Head.COS, Head.SQRT)):
        names = [x for x in subexpressions(node.operands[0]) if isinstance(x, Symbol) and is_unknown_head(x)]
        if node.operator is Head.SQRT and set(names) <= {*symbols} and not set(names) <= {*positive}:
            radicands.append(node.operands[0])
        elif node.operator is not Head.SQRT and not node.constant and set(names) <= {*symbols}:
            nonzero.append(node)
    jets = Jets(time_of(residuals))
    radii = [jets.symbol(f, 0) for f in functions_in(residuals) if str(f) in _RADII]
    said = [r for r in radii for x in residuals if _is_said(jets, jets.of(x), r)]
    facts: dict[str, list[Expression]] = {
        "positive": positive + radicands,
        "nonzero": nonzero,
        "nonnegative": [jets.shown(r) for r in radii if r not in said],
    }
    facts = {} if strict else facts
    words = {"positive": "positive", "nonzero": "not zero", "nonnegative": "not negative"}
    with assuming(**{fact: tuple(some) for fact, some in facts.items() if some}):
        said_of = {words[fact]: [text_of(jets, x) for x in some if x not in radicands] for fact, some in facts.items()}
        found = [f"{' '.join(sorted(x, key=lambda x: (len(x) > 2, x)))} {word}" for word, x in said_of.items() if x]
        yield [*found, *(f"{text_of(jets, x)} positive" for x in radicands if facts)]


def _is_root(residual: Any, x: Symbol) -> bool:
    """Does an equation say that a name is a root, as ω = sqrt(k/m) does?"""
    rate = slope(residual, x)
    if rate == 0 or x in subexpressions(rate):
        return False
    factors = factors_of(simplified_expression(g.div(replaced(residual, {x: 0}), g.negate(rate))))
    numbers = [y for y in factors if is_number(y)]
    return all(y > 0 for y in numbers) and any(y.operator is Head.SQRT for y in factors if y not in numbers)


def _is_said(jets: Jets, residual: Any, r: Symbol) -> bool:
    """Does an equation say what a coordinate is by others, as r = x - y does? This may be negative."""
    is_of_places = r in jets.occurring(residual) and max(jets.functions(residual).values()) == 0
    return is_of_places and not jets.occurring(slope(residual, r)) and len(jets.occurring(residual)) > 1


# --- words -----------------------------------------------------------------------------------------------------------


def _places(decision: EquationEquivalence) -> Iterator[str]:
    for exception in decision.exceptions:
        where = " and ".join(f"{typed(x)} = 0" for x in exception.where)
        yield f"nothing is compared where {where}, by which an equation is multiplied or divided"


def _with_exceptions(diagnosis: Diagnosis) -> Diagnosis:
    proof = diagnosis.proof
    where = [x for exception in proof.exceptions for x in exception.where] if proof is not None else []
    moving = [x for x in where if not moves_not(x)]
    if not moving:
        return diagnosis
    return replace(diagnosis, text=f"{diagnosis.text}; it implies the motion where {typed(moving[0])} is not 0")


def _witness(search: Search) -> str:
    """A state with the accelerations that both systems have there, or with both sides of an equation that fails."""
    jets, ours, theirs = search.jets, search.reference.solved, search.reference.solved_form(search.residuals)
    if ours is None:
        return ""
    first_failing = search.answer[search.failing[0]]
    if theirs is None:
        return _sides(first_failing, search.states)
    orders = {f: rule.order for f, rule in ours.rules.items() if f in theirs.rules}
    first, second = States(jets, ours), States(jets, theirs)
    for jet in (jets.symbol(f, order) for f, order in orders.items() if theirs.rules[f].order == order):
        values = first.of(jet)
        second.known |= {x: v for x, v in first.known.items() if first.is_free(x)}
        others = second.of(jet)
        if values is not None and others is not None and not math.isclose(values[0], others[0]):
            name = text_of(jets, jet)
            rates = f"{name} = {values[0]:.6g} by the reference, {others[0]:.6g} by your equations"
            return f"at {_state(first)}: {rates}"
    return _sides(first_failing, search.states)


def _sides(equation: Equation, states: States, source: str = "the reference") -> str:
    """Both sides of an equation that fails at a state, which is one of the reference or of an answer."""
    values = [states.of(states.jets.of(side)) for side in (equation.left, equation.right)]
    if any(x is None for x in values):
        return ""
    sides = " = ".join(f"{x[0]:.6g}" for x in values if x is not None)
    return f"at {_state(states)}, by {source}, {' '.join(equation.text.split())} would be {sides}"


def _state(states: States) -> str:
    shown = {text_of(states.jets, x): v[0] for x, v in states.known.items() if states.is_free(x)}
    return ", ".join(f"{x} = {v:.4g}" for x, v in shown.items())


# --- what the user calls ---------------------------------------------------------------------------------------------


def written(
    system: Any, reference: Sequence[Any] | None = None, constants: Mapping[str, Any] | None = None
) -> list[tuple[Equation, ...]]:
    """The equations of a text, or of a system, as they were written: first the reading of a text, then its others."""
    if isinstance(system, Equations):
        return [as_written(system)]
    if not isinstance(system, str):
        return [tuple(not_typed(x) for x in residuals_of(system))]

    def read(parameters: Any = None) -> Equations:
        return equations_with(constants or {}, system, None, parameters, None if reference is None else list(reference))

    found = read()
    readings = [as_written(found), *map(as_written, found.alternatives)]
    instead = _with_constants(found, read)
    if instead is None:
        return readings
    if _defines(found, "R"):
        return [instead]
    return [instead, *readings] if _defines(found, "K") else [*readings, instead]


def _with_constants(found: Equations, read: Callable[[Any], Equations]) -> tuple[Equation, ...] | None:
    """The reading in which what moves and has a name is a constant, as l = m r^2 phi' is; None if there is none."""
    names = [name for name, value in found.reading.definitions if places_of([value])]
    with suppress(ScmpyError):  # what is differentiated by the time is no constant
        return as_written(read(names)) if names else None
    return None


def _with_definitions(answer: Any, grader: Grader) -> tuple[Equation, ...]:
    """The text of an answer with a line for each name of a constant that it defines; none if there is no such name."""

    def read(parameters: Any = None) -> Equations:
        return equations_with(grader.constants, answer, None, parameters, grader.residuals)

    names = [x for x, value in read().reading.definitions if not places_of([value])] if isinstance(answer, str) else []
    with suppress(ScmpyError):
        return as_written(read(names)) if names else ()
    return ()


def _defines(found: Equations, names: str) -> bool:
    """Is there a Routhian, in which a momentum is no velocity, or K, in which what is used is a new variable?"""
    return any(defined(x, names) for x in found)


def as_written(found: Equations) -> tuple[Equation, ...]:
    """The equations of a text, each in one line; those between tuples taken apart."""
    lines: list[Equation] = []
    time = symbol(found.reading.variable)
    is_of_real = any(is_complex(value) for _, value in found.reading.definitions)  # by z = x + i y
    energies = [x for x in found.reading.energies if has_motion(Energy(str(x.left), x.right), time)]
    for x in (*energies, *found.equations):
        whole, line = residuals_of([x.residual]), x._replace(text=" ".join(x.text.splitlines()))
        parts = [part for y in whole for part in (real_parts(y, time) if is_of_real and is_complex(y) else [y])]
        apart = [not_typed(part)._replace(text=line.text, start=x.start) for part in parts]
        is_one = parts == whole == [with_pi(expression_of(x.residual))]
        lines += [line.map(with_pi)] if is_one else apart
    return tuple(lines)


def grader_of(reference: Any, coordinates: Any = None, parameters: Any = None, strict: bool = False) -> Grader:
    """What grades answers to a reference, in which they may use what it defines constants to be."""
    if not isinstance(reference, (str, Equations)):
        return Grader(written(reference)[0], strict)

    def read(parameters: Any) -> Equations:
        return equations(cast(str, reference), coordinates, parameters)

    found = read(parameters) if isinstance(reference, str) else reference
    instead = _with_constants(found, read) if isinstance(reference, str) and _defines(found, "RK") else None
    constants = {name: value for name, value in found.reading.definitions if not places_of([value])}
    return Grader(instead or as_written(found), strict, constants=constants)


def graded(grader: Grader, answer: Any, name: str = "") -> Grade:
    """The grade of an answer, in the reading of it that says most, if it is a text."""
    try:
        readings = written(answer, grader.residuals, constants=grader.constants)
    except ScmpyError as error:
        return Grade("unreadable", reason=str(error), name=name)
    if symbol("...") in subexpressions(*(x.residual for x in readings[0])):
        return Grade("unreadable", reason="... stands for what is not written: write all terms", name=name)
    of_angles = list(_with_angles(grader, readings[0]))
    likely = (x for x in of_angles if grader.grade(x, diagnose=False).verdict != "different")
    readings = [*islice(likely, 1)] or readings
    readings = [*_with_any_functions(grader, readings[0])] or readings
    freed = [] if of_angles else list(_with_reactions(grader, readings[0]))
    # so that its own names are no constants
    is_constrained = len(grader.residuals) > len(functions_in(grader.residuals))
    if is_constrained and (found := _right(freed, name)):
        return found
    try:
        best = grader.grade(readings[0], name)
    except ScmpyError as error:
        return Grade("undecided", readings[0], reason=str(error), name=name)
    of_hamiltonian = grader.energy is not None and grader.energy.name == "H"
    if best or (of_hamiltonian and any(defined(x.residual, "K") for x in readings[0])):
        return best  # by a transform, of which K is the Hamiltonian: no constant of the motion
    is_of_fields = bool(fields_of(*(x.residual for x in readings[0])))  # whose derivatives are no names
    applied = [{(f, at) for f, _, at in applications([x.residual for x in lines])} for lines in readings]
    alike = [x for x, known in zip(readings, applied, strict=True) if not is_of_fields or known == applied[0]][1:]
    of_variable = [y for x in (readings[0], *alike) for y in _of_variable(grader, x)]
    others = [(grader, x, f"this holds of {_OTHER}") for x in alike] + of_variable
    others += [*_of_imaginary_unit(grader, readings[0]), *_of_inverse(grader, readings[0])]
    if found := _right([*others, *([] if is_constrained else freed)], name):
        return found
    if best.verdict == "different":
        best = min(_diagnosed(of_variable, name), key=lambda x: x.verdict == "different", default=best)
    if best.diagnoses:
        return best
    is_more = len(readings[0]) > len(functions_in([x.residual for x in readings[0]])) and not is_of_fields
    if best.verdict == "implied" and is_more:
        return next(_diagnosed(freed, name), best)  # forces that tie coordinates are no constants
    if best.verdict in ("implied", "implies", "first integral"):
        return best
    if best.verdict == "different":
        best = grader.in_definitions(_with_definitions(answer, grader), best)
    if best.diagnoses:
        return best
    return next((x for x in _diagnosed(others, name) if x.diagnoses or x.verdict != "different"), best)


_MOST_NAMES = 6  # ways to take names for others
_Reading = tuple[Grader, Sequence[Equation], str]
_OTHER = "the other reading of what can be read in two ways"


def _right(readings: Sequence[_Reading], name: str) -> Grade | None:
    """The grade of the first of some readings that is right, which says which it is."""
    for grader, lines, note in readings:
        if grade := grader.grade(lines, name, diagnose=False):
            return replace(grade, notes=(*grade.notes, note))
    return None


def _diagnosed(readings: Sequence[_Reading], name: str) -> Iterator[Grade]:
    for grader, lines, note in readings:
        with suppress(ScmpyError):
            found = grader.grade(lines, name)
            yield replace(found, notes=(*found.notes, note.replace("this holds of", "this is said of")))


def _of_variable(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """The answer with a place or an angle of its own as what the functions of the reference are of: y = a cosh(x/a)."""
    held = [parameters_in([x.residual for x in lines], grader.time) for lines in (answer, grader.written)]
    own = [x for x in held[0] if x not in held[1] and x.name in PLACES]
    is_of_time = grader.time in subexpressions(*(Jets(grader.time).of(x.residual) for x in answer))
    if len(own) == 1 and not is_of_time:
        put = TracedFunction({own[0]: grader.time})
        yield grader, tuple(x.map(put.of) for x in answer), f"{infix(own[0])} is read as the independent variable"


def _with_angles(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[tuple[Equation, ...]]:
    """The answer with both angles that may be meant where it gives the tangent, tan delta = p/q or atan(p/q)."""
    jets, algebra = Jets(grader.time), Algebra()
    known = {grader.time, *subexpressions(*grader.residuals)}
    residuals = [jets.of(x.residual) for x in answer]
    waves = [(i, x) for i, y in enumerate(residuals) for x in subexpressions(y) if x.operator in _OF_ANGLES]
    if grader.strict or not waves:
        return
    tangents: dict[int, tuple[Any, Any, Any]] = {}
    quotients: dict[Any, tuple[Any, Any]] = {}
    everything = [*grader.residuals, *(x.residual for x in answer)]
    with teachers_domain(everything, parameters_in(everything, grader.time), grader.strict):
        for i, wave in waves:
            x, residual = wave.operands[0], residuals[i]
            if wave.operator is Head.ATAN:
                is_fixed = wave.operands[1:] in ((), (1,)) and not jets.occurring(wave)
                part = algebra.part(x) if is_fixed and grader.time not in subexpressions(wave) else None
                if part is not None and isinstance(part.denominator, Expression):
                    quotients[wave] = part.numerator, part.denominator
                continue
            is_told = isinstance(x, Symbol) and x not in known and not jets.occurring(residual)
            if is_told and (found := _tangent(algebra, residual, x)):
                tangents[i] = x, *found
    for sign in (1, -1) if tangents or quotients else ():
        put = TracedFunction({node: _angle(sign, *some) for node, some in quotients.items()})
        said = {i: g.sub(x, _angle(sign, *some)) for i, (x, *some) in tangents.items()}
        yield tuple(x._replace(residual=said[i]) if i in said else x.map(put.of) for i, x in enumerate(answer))


_OF_ANGLES = (Head.SIN, Head.COS, Head.TAN, Head.ATAN)


def _with_any_functions(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[tuple[Equation, ...]]:
    """The answer with fields for functions that it has alone, as the f of f(x - c t), which may be any."""
    fields = fields_of(*grader.residuals)
    places = fields[0].operands if fields else ()
    known = {f for f, _, _ in applications(grader.residuals)}
    put, said, names = {}, list[Equation](), list[str]()
    for node in subexpressions(*(x.residual for x in answer)) if places else ():
        function, of = node.operator, node.operands
        if function in known or not isinstance(function, Symbol) or not is_unknown_head(function) or len(of) != 1:
            continue
        rates = [slope(of[0], x) for x in places]
        if 0 in rates:
            continue
        field = literal_function(function.name, f"(-> (X{' Real' * len(places)}) Real)")
        slopes = [partial(i)(field)(*places) for i in range(len(places))]
        put[node] = field(*places)
        names.append(function.name)
        for rate, at in zip(rates[1:], slopes[1:], strict=True):
            said.append(not_typed(expression_of(g.sub(g.mul(slopes[0], rate), g.mul(rates[0], at)))))
    if put and len(set(names)) == len(names):
        yield (*(x.map(TracedFunction(put).of) for x in answer), *said)


def _of_inverse(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """The answer with sin x = y where it says of an angle of the reference that it is asin y, and the like."""
    inverse = {Head.ASIN: g.sin, Head.ACOS: g.cos, Head.ATAN: g.tan}
    known = set(subexpressions(*grader.residuals))
    said = {}
    for i, line in enumerate(answer):
        head, of = getattr(line.right, "operator", None), getattr(line.right, "operands", ())
        if not grader.strict and line.left in known and head in inverse and len(of) == 1:
            said[i] = g.sub(inverse[head](line.left), *of)
    if said:
        lines = tuple(x._replace(residual=said[i]) if i in said else x for i, x in enumerate(answer))
        yield grader, lines, "an angle is any one with this sine, cosine or tangent"


def _angle(sign: int, p: Any, q: Any) -> Any:
    return g.atan(g.mul(sign, p), g.mul(sign, q))


def _tangent(algebra: Algebra, residual: Any, x: Symbol) -> tuple[Any, Any] | None:
    """The p and q of an equation that says tan x = p/q, or the like with sines and cosines."""
    sine, cosine = symbol("sine"), symbol("cosine")
    put = {Head.SIN: sine, Head.COS: cosine, Head.TAN: g.div(sine, cosine)}
    apart = replaced(residual, {application(head, x): value for head, value in put.items()})
    value = algebra.part(apart).numerator
    p, q = (simplified_expression(slope(value, y)) for y in (cosine, sine))
    rest = g.sub(value, g.add(g.mul(p, cosine), g.mul(q, sine)))
    is_linear = {sine, cosine, x}.isdisjoint(subexpressions(p, q)) and algebra.part(rest).numerator == 0
    return (g.negate(p), q) if is_linear and 0 not in (p, q) else None


def _of_imaginary_unit(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """The answer with -1/i for i, which is the same if that is the imaginary unit, as in Schrödinger's equation.

    Where the reference has none, it stands for the real and the imaginary part of an answer with e^(i w t).
    """
    unit = symbol("i")
    both = [[x.residual for x in lines] for lines in (answer, grader.written)]
    if all(unit in subexpressions(*some) and fields_of(*some) for some in both):
        put = TracedFunction({unit: g.div(-1, unit)})
        yield grader, tuple(x.map(put.of) for x in answer), "i is the imaginary unit"
    elif [unit in subexpressions(*some) for some in both] == [True, False]:
        put = TracedFunction({unit: g.sqrt(-1)})
        apart = [(x, y) for x in answer for y in real_parts(put.of(x.residual), grader.time)]
        yield grader, tuple(not_typed(y)._replace(text=x.text) for x, y in apart), "i is the imaginary unit"


def _with_reactions(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """Systems in which the names that one of them has alone, forces of constraint or multipliers, change with the time.

    They are as many as there are more equations than coordinates; what is positive by its name is taken last.
    """
    freed, names = [], []
    for lines, other in ((grader.written, answer), (answer, grader.written)):
        residuals, known = [x.residual for x in lines], set(subexpressions(*(x.residual for x in other)))
        held = Counter(x for y in residuals for x in {*subexpressions(y)})  # what one has alone is a value of it
        own = [x for x in parameters_in(residuals, grader.time) if x not in known and held[x] > 1]
        own = sorted(own, key=_is_positive)[: max(0, len(lines) - len(functions_in(residuals)))]
        put = TracedFunction({x: literal_function(x.name)(grader.time) for x in own})
        freed.append([x.map(put.of) for x in lines] if own else lines)
        names += own
    if names:
        note = f"{' and '.join(map(infix, names))} may change with the time"
        yield Grader(freed[0], grader.strict), freed[1], note


@public("compare")
def compare(
    reference: Values | Scalar | str,
    *answers: Values | Scalar | str,
    coordinates: Values | str | None = None,
    parameters: Values | str | None = None,
    strict: bool = False,
) -> Grade | Grades:
    """Grade answers by a reference, as a teacher does: equal, or the first term that is wrong, with the proof.

    Both are texts in infix notation or LaTeX, or systems as ``equivalent_equations`` takes them. Parameters are not
    zero, and those with the names of masses, lengths and the like are positive; so is what stands under a root, and
    what is said to be one, ω = sqrt(k/m). An equation may be divided by functions of the coordinates, of which r is
    not negative, but as a difference, r = x - y. ``strict`` grants none of it. What the reference takes for a
    coordinate or a parameter is inferred, or declared; F(t) without a velocity in L is none, if the equations beside
    it leave it free. To grade the work of a class, give all its answers at once.

    L = ... and H = ... are compared as such, up to what leaves the motion as it is, and with each other; H, or K, in
    other variables, by the canonical transform that the answer gives, q = ... and p = ...; L by the change of
    coordinates, x = ...; a Routhian R by its equations. What stands beside an energy has to follow from it. An answer
    of the first order says what its own unknowns are, as x' = p/m does of a momentum. One that writes the motions as
    functions of the time is equal if its own constants, or functions as the f of f(x - c t), give it all of them; an
    angle is what has the tangent that is said. A limit that is taken, of small angles or low velocities, is named, and
    what is wrong in it; of energies it is one of their equations of motion.

    Scheme:  (compare reference answer), (compare reference answer answer ...)
    Shapes:  result: a grade, or a list of grades of several answers; it prints as a report
    Raises:  SyntaxError_ with line and column if the reference cannot be read; WrongTypeError without an answer
    1 ]=> (compare "m x'' = -k x" "x'' + (k/m) x = 0")
    ;Value: equal: your equations say the same as the reference assumed: k m positive
    >>> compare("m l θ'' = -m g sin θ", "l θ'' - g sin θ = 0")
    different: your equations are not those of the reference
      the equation: l θ'' - g sin θ = 0
                          ~~~~~~~~~
      the term - g sin θ has the wrong sign
      assumed: g l m positive
    >>> bool(compare("m l θ'' = -m g sin θ", "θ'' + (g/l) sin θ = 0"))
    True
    """
    if not answers:
        raise WrongTypeError("compare expects a reference and one answer at least")
    grader = grader_of(reference, coordinates, parameters, strict)
    grades = Grades(tuple(graded(grader, answer) for answer in answers))
    return grades[0] if len(grades) == 1 else grades
