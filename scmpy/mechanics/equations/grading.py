"""An answer compared with a reference as a teacher does it: the verdict in words, and the first term that is wrong.

The domain is a teacher's: parameters are real and not zero, and positive where the reference declares it or the name is
that of a mass, a length, an acceleration of gravity, a stiffness. An equation that is divided by a function of the
coordinates is equal, with the place named where it says nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import Any, cast

from scmpy.calculus.derivative import D
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.types import Scalar, Values
from scmpy.mechanics.equations.compare import by_the_same_names, consequence, equivalent_equations
from scmpy.mechanics.equations.diagnosis import (
    ENERGIES,
    Decide,
    Diagnosis,
    Grade,
    Grades,
    Search,
    SolutionSearch,
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
    has_motion,
    in_polar_coordinates,
    is_integral,
    momentum_of,
    motion_of_page,
    named_energy,
    order_of_rates,
    page_of,
    parameters_in,
    real_parts,
    residuals_of_motion,
    time_of,
    typed,
    with_definitions,
    with_forces,
    with_lagrangian,
    with_multiplier,
    with_routhian,
)
from scmpy.mechanics.equations.implication import EquationEquivalence
from scmpy.mechanics.equations.real_solutions import Reference, States, factors_of, is_general, is_numpy_there
from scmpy.mechanics.equations.systems import (
    COSINE,
    SINE,
    Jets,
    by_components,
    is_unknown_head,
    places_of,
    residuals_of,
)
from scmpy.reading.formulas import Equations, equations, lines_of_derivation
from scmpy.reading.grammar import is_constant_by_name
from scmpy.reading.values import Equation
from scmpy.registry import public
from scmpy.structure.literal_functions import literal_function
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assuming, assumptions_in_force
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.expression import SQRT, Expression, Symbol, subexpressions, symbol
from scmpy.symbolic.simplify import infix, simplified_expression

_RADII = frozenset(["r", "rho"])  # of coordinates


class Grader:
    """Grades answers to one reference, which is solved once."""

    def __init__(self, reference: Sequence[Equation], strict: bool = False, follows: Decide | None = None) -> None:
        time = time_of([x.residual for x in reference])
        page = None if follows else page_of(reference, time)
        self.written, self.strict = tuple(reference) if page is None else motion_of_page(*page, time), strict
        self.follows = follows is not None  # may an answer say less, as a line of a derivation does?
        self.decide = follows or equivalent_equations
        self.energy = energy_of(self.written)
        self.residuals = [x.residual for x in self.written]
        self.time = time
        self.solved: Reference | None = None

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
            theirs = with_multiplier(theirs, self.residuals, self.time)
            answer = tuple(map(not_typed, residuals_of_motion(theirs, self.time, self._given())))
            notes = [*notes, f"the equations of motion of the {ENERGIES[theirs.name]} are compared"]
        system = self.residuals
        if self.energy is not None and theirs is None:
            system = residuals_of_motion(self.energy, self.time)
        everything = [*system, *(x.residual for x in answer)]
        symbols = parameters_in(everything, self.time, [x.name for x in (self.energy, theirs) if x])
        with _domain(everything, symbols, self.strict) as assumed:
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

    def _in_energy(self, system: Sequence[Any], line: Equation) -> list[Diagnosis]:
        """What is wrong in a Lagrangian, or a Hamiltonian, by the equations of motion of the reference."""
        if self.energy is not None:
            system = residuals_of_motion(self.energy, self.time) if self.energy.name == "L" else []
        reference = self._reference(system) if system and is_numpy_there() else None
        return EnergySearch(reference, line, by_the_same_names).proved() if reference and reference.states else []

    def _in_integral(self, system: Sequence[Any], answer: Sequence[Equation]) -> list[Diagnosis]:
        """What is wrong in a line that gives a constant of the motion its name, if it is one."""
        own = [
            x for x in (answer[0].left, answer[0].right) if isinstance(x, Symbol) and x not in subexpressions(*system)
        ]
        if len(answer) > 1 or not own or not is_integral(answer[0].residual, self.time) or not is_numpy_there():
            return []
        reference = self._reference(system)
        return IntegralSearch(reference, answer[0], by_the_same_names, own[0]).proved() if reference.states else []

    def _given(self) -> set[Expression]:
        """The functions that the reference leaves free, as the motion of a pivot."""
        functions = _functions(self.residuals)
        solved = self._reference(self.residuals).solved if len(functions) > len(self.residuals) else None
        return set() if solved is None else functions - solved.rules.keys()

    def _reference(self, system: Sequence[Any]) -> Reference:
        """The equations of motion of the reference, solved once for all answers."""
        if self.solved is None:
            self.solved = Reference(system, self.time)
        return self.solved

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
        moving = _functions(self.residuals)
        put_in = [x for x in used if self.energy is None and _functions([x.left]) <= moving]  # the reference has them
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
        if decision.verdict == "undecided":
            return Grade("undecided", reason=decision.certificate)
        search = self._search(system, answer) if diagnose else None
        if search is not None and search.failing:
            found = search.proved()
            if not found and decision.verdict == "different":
                found = SolutionSearch(search.reference, answer, search.decide).proved()
            named = None if self.follows else self._by_other_names(system, answer)
            if named is not None and all(named.diagnoses[0].cost < x.cost for x in found[:1]):
                return replace(named, reason=decision.certificate)
            if any(x.kind == "first integral" for x in found[:1]):
                return Grade("first integral", diagnoses=(_with_exceptions(found[0]),), reason=decision.certificate)
            is_more = decision.verdict == "implied" and all(x.kind == "additional term" for x in found)
            verdict = "implied" if is_more else "different"
            witness = "" if found else _witness(search) or decision.certificate
            return Grade(verdict, diagnoses=tuple(found), witness=witness, reason=decision.certificate)
        if decision.verdict == "equal except" and not is_right(decision):
            which = "the energy" if search is not None and len(search.positions) == 1 else "a first integral"
            diagnosis = Diagnosis("first integral", f"your equation is {which}'s derivative", proof=decision)
            return Grade("first integral", diagnoses=(_with_exceptions(diagnosis),), reason=decision.certificate)
        verdict = "different" if decision.verdict == "equal except" else decision.verdict
        unsought = () if is_numpy_there() else ("where it differs is not looked for without numpy",)
        return Grade(
            verdict, notes=(*_places(decision), *unsought), witness=decision.certificate, reason=decision.certificate
        )

    def _left_open(self, system: Sequence[Any], answer: Sequence[Equation]) -> str:
        """The coordinates of a reference that an answer does not have, if they move by themselves as momenta do not."""
        theirs = [x.residual for x in answer]
        unsaid = sorted(_functions(system) - _functions(theirs), key=str)
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

    def _as_solution(
        self, found: Grade, system: Sequence[Any], answer: Sequence[Equation], symbols: Sequence[Symbol]
    ) -> tuple[Grade, list[str]] | None:
        """The grade of motions, or of integrals of theirs, for all values of their own constants; what it assumes."""
        if not _functions(system) <= _functions([x.residual for x in answer]):
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
        with suppress(ScmpyError), _domain([*system, *general], given, self.strict) as assumed:
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
        if reference.states is None:
            return None
        return Search(reference, answer, by_the_same_names, self.follows)


def _of_own_unknowns(system: Sequence[Any], answer: Sequence[Equation], time: Symbol) -> list[Equation]:
    """Equations of an answer that say what unknowns of its own are, as x' = p/m of a momentum, if all have one."""
    known, found = _functions(system), []
    own = [f for f in _functions([x.residual for x in answer]) if f not in known]
    jets = Jets(time)
    orders = [(x, jets.functions(jets.of(x.residual))) for x in answer]
    for _ in own:
        for x, of in orders:
            new = of.keys() - known
            if len(new) == 1 and all(of[f] == 0 for f in new):
                found.append(x)
                known |= new
                break
    return found if known.issuperset(own) else []


# --- domain ----------------------------------------------------------------------------------------------------------


def _is_positive(x: Symbol) -> bool:
    return (is_constant_by_name(x.name) and x not in assumptions_in_force()) or "positive" in x.facts


@contextmanager
def _domain(residuals: Sequence[Any], symbols: Sequence[Symbol], strict: bool) -> Iterator[list[str]]:
    """While a block runs, parameters have the facts that a teacher takes for granted, which are given in words.

    Sines and cosines of parameters alone, as of the angle of an incline, are not zero.
    """
    positive = [x for x in symbols if _is_positive(x)]
    nonzero: list[Expression] = [x for x in symbols if x not in positive]
    for wave in dict.fromkeys(x for x in subexpressions(*residuals) if x.operator in (SINE, COSINE)):
        names = [x for x in subexpressions(wave.operands[0]) if isinstance(x, Symbol) and is_unknown_head(x)]
        if not wave.constant and all(x in symbols for x in names):
            nonzero.append(wave)
    jets = Jets(time_of(residuals))
    radii = [jets.shown(jets.symbol(f, 0)) for f in _functions(residuals) if str(f) in _RADII]
    facts: dict[str, list[Expression]] = {"positive": [*positive], "nonzero": nonzero, "nonnegative": radii}
    facts = {} if strict else facts
    words = {"positive": "positive", "nonzero": "not zero", "nonnegative": "not negative"}
    with assuming(**{fact: tuple(some) for fact, some in facts.items() if some}):
        yield [
            f"{' '.join(sorted((text_of(jets, x) for x in some), key=lambda x: (len(x) > 2, x)))} {words[fact]}"
            for fact, some in facts.items()
            if some
        ]


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
    if theirs is None:
        return _sides(search)
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
    return _sides(search)


def _sides(search: Search) -> str:
    """The first equation of an answer that fails, by both sides at a state of the reference."""
    equation, states = search.answer[search.failing[0]], search.states
    values = [states.of(search.jets.of(side)) for side in (equation.left, equation.right)]
    if any(x is None for x in values):
        return ""
    sides = " = ".join(f"{x[0]:.6g}" for x in values if x is not None)
    return f"at {_state(states)}, by the reference, {' '.join(equation.text.split())} would be {sides}"


def _state(states: States) -> str:
    shown = {text_of(states.jets, x): v[0] for x, v in states.known.items() if states.is_free(x)}
    return ", ".join(f"{x} = {v:.4g}" for x, v in shown.items())


# --- what the user calls ---------------------------------------------------------------------------------------------


def written(
    system: Any, reference: Sequence[Any] | None = None, coordinates: Any = None, parameters: Any = None
) -> list[tuple[Equation, ...]]:
    """The equations of a text, or of a system, as they were written: first the reading of a text, then its others."""
    if not isinstance(system, str):
        if isinstance(system, Equations):
            return [_of_reading(system)]
        return [tuple(not_typed(x) for x in residuals_of(system))]
    known = None if reference is None else list(reference)
    found = equations(system, coordinates, parameters, known)
    readings = [_of_reading(found), *map(_of_reading, found.alternatives)]
    names = [name for name, value in found.reading.definitions if places_of([value])]
    if not names:
        return readings
    try:
        with_constants = _of_reading(equations(system, coordinates, names, known))  # as l = m r^2 phi' is one
    except ScmpyError:  # what is differentiated by the time is none
        return readings
    if any(defined(x, "R") for x in found):  # in a Routhian a momentum is no velocity
        return [with_constants]
    is_new = any(defined(x, "K") for x in found)  # what is used in K is a new variable
    return [with_constants, *readings] if is_new else [*readings, with_constants]


def _of_reading(found: Equations) -> tuple[Equation, ...]:
    """The equations of a text, each in one line; those between tuples taken apart."""
    lines: list[Equation] = []
    time = symbol(found.reading.variable)
    is_of_real = any(is_complex(value) for _, value in found.reading.definitions)  # by z = x + i y
    energies = [x for x in found.reading.energies if has_motion(Energy(str(x.left), x.right), time)]
    for x in (*energies, *found.equations):
        parts, line = residuals_of([x.residual]), x._replace(text=" ".join(x.text.splitlines()))
        parts = [part for y in parts for part in (real_parts(y, time) if is_of_real and is_complex(y) else [y])]
        apart = [not_typed(part)._replace(text=line.text, start=x.start) for part in parts]
        lines += [line] if parts == [x.residual] else apart
    return tuple(lines)


def graded(grader: Grader, answer: Any, name: str = "") -> Grade:
    """The grade of an answer, in the reading of it that says most, if it is a text."""
    try:
        readings = written(answer, grader.residuals)
    except ScmpyError as error:
        return Grade("unreadable", reason=str(error), name=name)
    freed = list(_with_reactions(grader, readings[0]))
    is_constrained = len(grader.residuals) > len(_functions(grader.residuals))  # so that its own names are no constants
    if is_constrained and (found := _right(freed, name)):
        return found
    try:
        best = grader.grade(readings[0], name)
    except ScmpyError as error:
        return Grade("undecided", readings[0], reason=str(error), name=name)
    of_hamiltonian = grader.energy is not None and grader.energy.name == "H"
    if best or (of_hamiltonian and any(defined(x.residual, "K") for x in readings[0])):
        return best  # by a transform, of which K is the Hamiltonian: no constant of the motion
    others = [(grader, x, f"this holds of {_OTHER}") for x in readings[1:]] + list(_of_variable(grader, readings[0]))
    others += _of_imaginary_unit(grader, readings[0])
    if found := _right([*others, *([] if is_constrained else freed)], name):
        return found
    if best.diagnoses:
        return best
    if best.verdict == "implied" and len(readings[0]) > len(_functions([x.residual for x in readings[0]])):
        return next(_diagnosed(freed, name), best)  # forces that tie coordinates are no constants
    return next((x for x in _diagnosed(others, name) if x.diagnoses or x.verdict != "different"), best)


_VARIABLES = frozenset("x z s u theta phi tau".split())
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
    own = [x for x in held[0] if x not in held[1] and x.name in _VARIABLES]
    if len(own) == 1:
        put = TracedFunction({own[0]: grader.time})
        yield grader, tuple(x.map(put.of) for x in answer), f"{infix(own[0])} is read as the independent variable"


def _of_imaginary_unit(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """The answer with -1/i for i, which is the same if that is the imaginary unit, as in Schrödinger's equation."""
    unit = symbol("i")
    both = [[x.residual for x in lines] for lines in (answer, grader.written)]
    if all(unit in subexpressions(*some) and fields_of(*some) for some in both):
        put = TracedFunction({unit: g.div(-1, unit)})
        yield grader, tuple(x.map(put.of) for x in answer), "i is the imaginary unit"


def _with_reactions(grader: Grader, answer: tuple[Equation, ...]) -> Iterator[_Reading]:
    """Systems in which the names that one of them has alone, forces of constraint or multipliers, change with the time.

    They are as many as there are more equations than coordinates; what is positive by its name is taken last.
    """
    freed, names = [], []
    for lines, other in ((grader.written, answer), (answer, grader.written)):
        residuals, known = [x.residual for x in lines], set(subexpressions(*(x.residual for x in other)))
        held = Counter(x for y in residuals for x in {*subexpressions(y)})  # what one has alone is a value of it
        own = [x for x in parameters_in(residuals, grader.time) if x not in known and held[x] > 1]
        own = sorted(own, key=_is_positive)[: max(0, len(lines) - len(_functions(residuals)))]
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
    zero, and those with the names of masses, lengths and the like are positive; an equation may be divided by functions
    of the coordinates, of which r is not negative. ``strict`` grants none of it. What the reference takes for a
    coordinate or a parameter is inferred, or declared. To grade the work of a class, give all its answers at once.

    L = ... and H = ... are compared as such, up to what leaves the motion as it is, and with each other; H, or K, in
    other variables, by the canonical transform that the answer gives, q = ... and p = ...; L by the change of
    coordinates, x = ...; a Routhian R by its equations. What stands beside an energy has to follow from it. An answer
    of the first order says what its own unknowns are, as x' = p/m does of a momentum.

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
    grader = Grader(written(reference, None, coordinates, parameters)[0], strict)
    grades = Grades(tuple(graded(grader, answer) for answer in answers))
    return grades[0] if len(grades) == 1 else grades


@dataclass(frozen=True)
class Step:
    """A line of a derivation, and whether it follows from the lines before.

    ``verdict`` is "given", "equal", "implied", "new assumption" or "wrong".
    """

    text: str
    verdict: str
    reason: str = ""

    kind_in_scheme = "step"

    @property
    def words(self) -> tuple[str]:
        return (repr(self),)

    def __repr__(self) -> str:
        return f"{self.verdict}: {self.text}{f'  ({self.reason})' if self.reason else ''}"


@public("check-derivation")
def check_derivation(text: str, coordinates: str | None = None, parameters: str | None = None) -> tuple[Step, ...]:
    """Does every line of a derivation follow from the lines before?

    A line is "equal" to the one before, "implied" by the lines before, a "new assumption", as a limit or a definition
    is, or "wrong", with the term that is. The first is "given". A name means the same in all lines; what is said to be
    L, or H, implies Lagrange's or Hamilton's equations.

    Scheme:  (check-derivation "m x'' = -k x ...")
    Raises:  SyntaxError_ with line and column for what is no formula; WrongTypeError if it is no text
    1 ]=> (check-derivation "m x'' = -k x, x'' = -(k/m) x")
    ;Value: (#[step 12 given: m x'' = -k x] #[step 13 equal: x'' = -(k/m) x])
    >>> for step in check_derivation('''m l θ'' = -m g sin θ
    ... θ'' + (g/l) sin θ = 0
    ... θ'' + (g/l) θ = 0
    ... θ'' - (g/l) θ = 0'''): print(step)
    given: m l θ'' = -m g sin θ
    equal: θ'' + (g/l) sin θ = 0
    new assumption: θ'' + (g/l) θ = 0  (equal to first order in θ: a small angle limit is taken)
    wrong: θ'' - (g/l) θ = 0  (the term - (g/l) θ has the wrong sign)
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"check-derivation expects a text, got {describe(text)}")
    lines = _of_reading(lines_of_derivation(text, coordinates, parameters))
    steps, held, energies, named = list[Step](), list[Equation](), list[Equation](), list[Equation]()
    time = time_of([x.residual for x in lines])
    lines = with_forces(lines, time)
    ends = [x.right for x in lines if isinstance(x.right, Symbol) and is_integral(x.residual, time)]
    with assuming(real=tuple(ends)):  # and positive or negative, whatever their names are
        for i, line in enumerate(lines):
            step = _step(held, line, _motion(energies, held), named) if held else Step(line.text, "given")
            step = (step.verdict == "new assumption" and _of_other_energy(energies, held, line)) or step
            if step.verdict != "wrong" and _energy(line) is not None and not _is_value(energies, held, line):
                energies.append(line)
            if i and lines[i - 1].start == line.start:  # a line between vectors, or complex numbers
                step = max(steps.pop(), step, key=lambda x: _VERDICTS.index(x.verdict))
            steps.append(step)
            if _names_complex(line):
                continue
            is_new = not _unknowns([line]) <= _unknowns(held)
            is_named = step.verdict == "implied" and is_new  # a constant of the motion
            named += [line] * is_named
            if is_named or (step.verdict == "new assumption" and step.reason in _NEW):
                held = [*held, line]
            elif step.verdict != "wrong" and step.verdict != "implied":
                held = [line] if step.verdict != "equal" else [*held[:-1], line]
    return tuple(steps)


_VERDICTS = ("given", "equal", "implied", "new assumption", "undecided", "wrong")


def _names_complex(line: Equation) -> bool:
    """Is this z = x + i y, which says nothing of x and y?"""
    return isinstance(line.left, Symbol) and line.residual == 0 and is_complex(line.right)


def _is_value(energies: Sequence[Equation], held: Sequence[Equation], line: Equation) -> bool:
    """Is a line the value of an energy on its motions alone, with others of motion, as one by an integral is?"""
    before, after = _motion(energies, held), _motion([*energies, line], held)
    if not before or not after or cast(Energy, _energy(line)).name != cast(Energy, _energy(energies[-1])).name:
        return False
    lines = [x for x in held if energy_of([x]) is None]
    found = Grader([*lines, *before], follows=consequence).grade(after, diagnose=False)
    return found.verdict not in ("equal", "implies", "undecided")


def _energy(line: Equation) -> Energy | None:
    return energy_of([line]) or named_energy(line, time_of([line.residual]))


def _of_other_energy(energies: Sequence[Equation], held: Sequence[Equation], line: Equation) -> Step | None:
    """Is a line the Hamiltonian of the Lagrangian before, or the other way round? None if it is neither of them."""
    theirs, time = _energy(line), time_of([x.residual for x in held])
    lagrangian = next((x for x in map(_energy, reversed(energies)) if x and x.name == "L"), None)
    if lagrangian and (momentum := momentum_of(line, lagrangian, time)) is not None:
        difference = simplified_expression(g.sub(line.right, momentum))
        return Step(line.text, "wrong", f"by L it is {typed(momentum)}") if difference != 0 else None
    if theirs is None or order_of_rates(theirs.value, time) != (theirs.name == "L"):
        return None
    for other in reversed(energies):
        ours = cast(Energy, _energy(other))
        put, _ = changes_of_coordinates(other, [x for x in held if x is not other], time)
        value = put(ours.value)
        if ours.name == theirs.name and not _unknowns([line]) <= _unknowns([other.map(put)]):
            continue  # as of a reduced mass
        with suppress(ScmpyError):
            found = compared_energies(ours._replace(value=value), theirs, [line], time)
            if found.verdict == "different":
                likely = found.diagnoses[:1]
                if any(x.kind in _CHOSEN for x in likely):
                    return Step(line.text, "new assumption", likely[0].text)
                return Step(line.text, "wrong", likely[0].text if likely else found.witness)
            return Step(line.text, "implied", "; ".join(found.notes)) if found.verdict == "equal" else None
        return None
    return None


def _motion(energies: Sequence[Equation], held: Sequence[Equation]) -> list[Equation]:
    """The equations of motion by the last Lagrangian, or Hamiltonian of momenta; what lines say it is of is put in."""
    time = time_of([x.residual for x in held])
    for line in reversed(energies):
        energy = _energy(line)
        put, _ = changes_of_coordinates(line, [x for x in held if x is not line], time)
        value = None if energy is None else put(energy.value)
        if energy is not None and (energy.name == "L" or not order_of_rates(value, time)):
            return [not_typed(x) for x in residuals_of_motion(Energy(energy.name, value), time)]
    return []


_NEW = ("it brings in what the lines before do not have", "the lines before do not imply it")
_CHOSEN = {"small angle", "low velocity", "limit", "units", "constants absorbed", "other names"}  # and not derived
_CONTRADICTED = "with the lines before it allows no motion, or none but rest at 0"


def _step(held: Sequence[Equation], line: Equation, motion: Sequence[Equation], named: Sequence[Equation]) -> Step:
    functions, unknowns = _functions([line.residual]), _unknowns(held)
    is_new = not _unknowns([line]) <= unknowns
    if _names_complex(line):
        return Step(line.text, "new assumption", _NEW[0])
    if simplified_expression(line.residual) == 0:
        return Step(line.text, "implied")
    is_alike = functions == _functions([held[-1].residual])
    of_motion = bool(motion) and functions <= _functions([x.residual for x in motion]) and not (is_alike and held[1:])
    names = isinstance(line.left, Symbol) and line.left not in unknowns
    if names and not functions and _unknowns([line]) - {line.left} <= unknowns:
        return Step(line.text, "new assumption", _NEW[0])  # a constant is given a name
    roots = [x for x in factors_of(line.right) if getattr(x, "operator", None) is SQRT]
    with assuming(positive=[line.left] if roots and isinstance(line.left, Expression) else []):  # which is what it says
        last = Grader(motion if of_motion else held[-1:], follows=equivalent_equations).grade([line])
        if last and (is_alike or of_motion):
            return Step(line.text, "equal" if is_alike or not held[1:] else "implied", "; ".join(last.notes))
        lines = [x for x in held if not motion or energy_of([x]) is None]
        known = len(held) == 1 or (of_motion and last.diagnoses)
        every = last if known else Grader([*lines, *motion], follows=consequence).grade([line])
        unnamed = [x for x in lines if x not in named]  # as the motions are without the constants that have names
        if named and unnamed and is_new and not every and not every.diagnoses:
            every = Grader([*unnamed, *motion], follows=consequence).grade([line])
    if functions <= unknowns and every.verdict in ("equal", "implies", "first integral"):
        is_chosen = not is_new and any(x.equation is not None for x in every.diagnoses)  # p = F t, of p = F t + C
        return Step(line.text, *(("new assumption", _NEW[1]) if is_chosen else ("implied",)))
    found = [*last.diagnoses[:1], *every.diagnoses[:1]]
    found = [x for x in found if x.kind != "constants absorbed" or (is_new and functions)]
    if not functions and any(x.kind in _CHOSEN for x in found) and _is_contradicted(held, line):
        return Step(line.text, "wrong", _CONTRADICTED)
    for x in found if is_alike or of_motion else ():
        if x.kind in _CHOSEN:
            return Step(line.text, "new assumption", x.text)
    wrong = [x.text for x in found if x.equation is not None]
    is_free = _is_free(held, line)
    if is_new:
        is_checked = functions <= unknowns and every.verdict != "undecided" and not (is_free and functions)
        why = _contradiction(held, line) if is_checked else ""
        return Step(line.text, *(("wrong", (*wrong, why)[0]) if why else ("new assumption", _NEW[0])))
    is_of_known = bool(motion) and re.search(r"\\partial|∂", line.text)  # what a derivative is is no assumption
    is_slip = any(x.kind in ("sign", "factor", "sin and cos", "additional term") for x in found)
    is_tie = not found and _is_tie(line) and not _is_contradicted(held, line)
    is_open = (not is_slip and (is_free or is_tie)) or (not functions and _is_open(held, line))
    is_open = is_open or (every.verdict == "implied" and not every.diagnoses) or _is_choice(held, line)
    if not is_of_known and is_open:
        return Step(line.text, "new assumption", _NEW[1])
    return Step(line.text, "wrong" if every.verdict != "undecided" else "undecided", (*wrong, every.reason)[0])


def _is_tie(line: Equation) -> bool:
    """Does a line relate functions and no rates of theirs, or say what a field is, as u = A cos(k x - ω t)?"""
    time = time_of([line.residual])
    places = [x for x in parameters_in([line.residual], time) if x.name in ("x", "y", "z", "r")]
    is_of_field = bool(places) and time in subexpressions(line.right)
    return order_of_rates(line.residual, time) == 0 and (len(_functions([line.residual])) > 1 or is_of_field)


def _is_choice(held: Sequence[Equation], line: Equation) -> bool:
    """Does a line say what a name is such that one before follows, as a root of an equation does, or a motion of many?

    The others must not say what the name is: x' is no choice where x is known.
    """
    jets = Jets(time_of([x.residual for x in held]))
    name = jets.of(line.left)
    if not isinstance(line.left, Symbol) and jets.place.get(name, (None, 1))[1]:
        return False
    for before in held:
        others = [x for x in held if x is not before]
        if all(jets.of(x.left) is not name for x in others) and not _is_contradicted(others, line):
            system = [x.residual for x in (*others, line)]
            with _domain(system, parameters_in(system, jets.time), False), suppress(ScmpyError):
                if consequence(system, [before.residual]).verdict in ("equal", "implies"):
                    return True
    return False


def _is_free(held: Sequence[Equation], line: Equation) -> bool:
    """Does a line say how a function moves of which the lines before leave it open?"""
    systems = [[x.residual for x in some] for some in (held, (*held, line))]
    before, after = (Reference(x, time_of(x)).solved if is_numpy_there() else None for x in systems)
    if before is None:
        return False
    moving = _functions([line.residual]) <= before.rules.keys()
    return not moving or (after is not None and len(after.rules) > len(before.rules))


def _is_open(held: Sequence[Equation], line: Equation) -> bool:
    """Do the lines before say nothing of the parameters of a line, as more equations than functions would?"""
    moving = [x for x in held if _functions([x.residual])]
    others = [x for x in held if x not in moving]
    return len(moving) <= len(_functions([x.residual for x in moving])) and _unknowns([line]).isdisjoint(
        _unknowns(others)
    )


def _contradiction(held: Sequence[Equation], line: Equation) -> str:
    """How a line with a constant of its own contradicts the lines before; "" if it does not."""
    time = time_of([x.residual for x in held])
    if is_integral(line.residual, time):
        return "by the lines before it changes with the time"
    return _CONTRADICTED if _is_contradicted(held, line) else ""


def _is_contradicted(held: Sequence[Equation], line: Equation) -> bool:
    """Do lines with one more allow no motion, or none but that all functions of theirs vanish?"""
    system = [x.residual for x in (*held, line)]
    time = time_of(system)
    jets = Jets(time)
    with _domain(system, parameters_in(system, time), False), suppress(ScmpyError):
        nothing = [jets.shown(jets.symbol(f, 0)) for f in _functions(system[:-1])]
        return bool(nothing) and any(equivalent_equations(system, x).verdict == "equal" for x in ([1], nothing))
    return False


def _functions(residuals: Sequence[Any]) -> set[Expression]:
    jets = Jets(time_of(residuals))
    return set(jets.functions(*map(jets.of, residuals)))


def _unknowns(system: Sequence[Equation]) -> set[Expression]:
    residuals = [x.residual for x in system]
    return {*_functions(residuals), *parameters_in(residuals, time_of(residuals))}
