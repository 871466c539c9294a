"""A derivation, line by line: does every line follow from the lines before?

A line is compared with the one before, with all lines before, and with the equations of motion of what they say to be
L or H, as an answer is with a reference; what is no consequence is an assumption, or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.mechanics.equations.compare import consequence, equivalent_equations
from scmpy.mechanics.equations.diagnosis import not_typed
from scmpy.mechanics.equations.energies import (
    Energy,
    changes_of_coordinates,
    compared_energies,
    energy_of,
    is_integral,
    momentum_of,
    named_energy,
    order_of_rates,
    parameters_in,
    residuals_of_motion,
    time_of,
    typed,
    with_forces,
)
from scmpy.mechanics.equations.grading import Grader, as_written, functions_in, teachers_domain
from scmpy.mechanics.equations.real_solutions import Reference, factors_of, is_numpy_there, replaced
from scmpy.mechanics.equations.systems import Jets
from scmpy.reading.formulas import lines_of_derivation
from scmpy.reading.grammar import is_momentum
from scmpy.reading.values import Equation
from scmpy.registry import public
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.expression import Expression, Head, Symbol, application, subexpressions, symbol
from scmpy.symbolic.simplify import simplified_expression


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
    L, or H, implies Lagrange's or Hamilton's equations. sin θ ≈ θ is put into the lines before it.

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
    lines = as_written(lines_of_derivation(text, coordinates, parameters))
    time = time_of([x.residual for x in lines])
    lines = with_forces(lines, time)
    steps, held, energies, named = list[Step](), list[Equation](), list[Equation](), list[Equation]()
    ends = [x.right for x in lines if isinstance(x.right, Symbol) and is_integral(x.residual, time)]
    with assuming(real=tuple(ends)):  # and positive or negative, whatever their names are
        for i, line in enumerate(lines):
            if held and _APPROXIMATE.search(line.text) and functions_in([line.left]) and not _is_coordinate(line.left):
                steps.append(Step(line.text, "new assumption", "it is put into the lines before"))
                held = [x.map(TracedFunction({line.left: line.right}).of) for x in held]
                continue
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
            if is_named or (step.verdict == "new assumption" and step.reason.endswith(_ADDED)):
                held = [*held, line]
            elif step.verdict != "wrong" and step.verdict != "implied":
                held = [line] if step.verdict != "equal" else [*held[:-1], line]
    return tuple(steps)


_VERDICTS = ("given", "equal", "implied", "new assumption", "undecided", "wrong")


_APPROXIMATE = re.compile(r"≈|≃|\\(?:approx|simeq)\b")


def _is_coordinate(x: Any) -> bool:
    """Is this a function of the time, or a derivative of one, as no sin θ is?"""
    jets = Jets(time_of([x]))
    return jets.of(x) in jets.place


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
        said = [x.residual for x in held if _energy(x) is None]  # what p_ψ is, in p_φ
        is_right = simplified_expression(g.sub(line.right, momentum)) == 0 or (
            said and consequence([*said, g.sub(line.left, momentum)], [line.residual]).verdict != "different"
        )
        return None if is_right else Step(line.text, "wrong", f"by L it is {typed(momentum)}")
    if theirs is None or not _is_of_state(theirs, time):
        return None
    for other in reversed(energies):
        ours, put = _with_changes(other, held, time)
        own = {f for f in functions_in([theirs.value]) - functions_in([ours.value]) if not is_momentum(str(f))}
        if own or not _is_of_state(ours, time):
            continue
        if ours.name == theirs.name and not _unknowns([line]) <= _unknowns([put]):
            continue  # as of a reduced mass
        with suppress(ScmpyError):
            found = compared_energies(ours, theirs, [line], time)
            if found.verdict == "different":
                likely = found.diagnoses[:1]
                if any(x.kind in _CHOSEN for x in likely):
                    return Step(line.text, "new assumption", likely[0].text)
                return Step(line.text, "wrong", likely[0].text if likely else found.witness)
            return Step(line.text, "implied", "; ".join(found.notes)) if found.verdict == "equal" else None
        return None
    return None


def _is_of_state(energy: Energy, time: Symbol) -> bool:
    """Is an energy one of the variables that it is to have: an L of velocities, an H of none, and not p v - L?"""
    is_of_other = any(x.name in ("L", "H") for x in subexpressions(energy.value) if isinstance(x, Symbol))
    return not is_of_other and order_of_rates(energy.value, time) == (energy.name == "L")


def _with_changes(line: Equation, held: Sequence[Equation], time: Symbol) -> tuple[Energy, Equation]:
    """The energy that a line says what it is; in a Lagrangian the values that others give for coordinates are put."""
    energy = cast(Energy, _energy(line))
    if energy.name == "H":  # whose motion may be none of the new coordinates alone
        return energy, line
    put, _ = changes_of_coordinates(line, [x for x in held if x is not line], time)
    return energy._replace(value=put(energy.value)), line.map(put)


def _motion(energies: Sequence[Equation], held: Sequence[Equation]) -> list[Equation]:
    """The equations of motion by the last Lagrangian, or Hamiltonian, of those that give some."""
    time = time_of([x.residual for x in held])
    for line in reversed(energies):
        energy, _ = _with_changes(line, held, time)
        if _is_of_state(energy, time) and (residuals := residuals_of_motion(energy, time)):
            return [*map(not_typed, residuals)]
    return []


_NEW = ("it brings in what the lines before do not have", "the lines before do not imply it")
_ADDED = (*_NEW, "constants are absorbed")  # beside the lines before, not in their place as a limit is
_CHOSEN = {"small angle", "low velocity", "limit", "units", "constants absorbed", "other names"}  # and not derived
_CONTRADICTED = "with the lines before it allows no motion, or none but rest at 0"


def _step(held: Sequence[Equation], line: Equation, motion: Sequence[Equation], named: Sequence[Equation]) -> Step:
    functions, unknowns = functions_in([line.residual]), _unknowns(held)
    is_new = not _unknowns([line]) <= unknowns
    if _names_complex(line):
        return Step(line.text, "new assumption", _NEW[0])
    if simplified_expression(line.residual) == 0:
        return Step(line.text, "implied")
    if is_new and motion and (why := _not_conserved(held, motion, line)):
        return Step(line.text, "wrong", why)
    is_alike = functions == functions_in([held[-1].residual])
    of_motion = bool(motion) and functions <= functions_in([x.residual for x in motion]) and not (is_alike and held[1:])
    names = isinstance(line.left, Symbol) and line.left not in unknowns
    if names and not functions and _unknowns([line]) - {line.left} <= unknowns:
        return Step(line.text, "new assumption", _NEW[0])  # a constant is given a name
    roots = [x for x in factors_of(line.right) if getattr(x, "operator", None) is Head.SQRT]
    is_root = roots and isinstance(line.left, Expression)
    residuals = [x.residual for x in held]
    moving = [] if functions else [application(f, time_of(residuals)) for f in functions_in(residuals)]
    with assuming(positive=[line.left] if is_root else [], nonzero=moving):  # which is what it says; and not at rest
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
    is_slip = any(x.term is not None for x in found)  # with one thing in it changed the line follows
    is_tie = not is_slip and ((not found and _is_tie(line)) or _is_rest(line) or _is_of_rest(held, line))
    is_tie = is_tie and not _is_contradicted(held, line)
    is_open = (not is_slip and is_free) or is_tie or (not functions and _is_open(held, line))
    is_open = is_open or (every.verdict == "implied" and not every.diagnoses) or _is_choice(held, line)
    if not is_of_known and is_open:
        return Step(line.text, "new assumption", _NEW[1])
    return Step(line.text, "wrong" if every.verdict != "undecided" else "undecided", (*wrong, every.reason)[0])


def _not_conserved(held: Sequence[Equation], motion: Sequence[Equation], line: Equation) -> str:
    """What is wrong in what a line says E is, if that changes with a time that is not in L itself; "" if nothing is."""
    time = time_of([x.residual for x in motion])
    jets, energy = Jets(time), symbol("E")
    if line.left is not application(energy, time):
        return ""
    said = [x for x in held if _energy(x) is None and not _unknowns([x]) <= _unknowns(motion)]  # what l is
    system = [*motion, *said]
    is_driven = time in subexpressions(*(jets.of(x.residual) for x in system))
    is_of_known = functions_in([line.right]) <= functions_in([x.residual for x in system])
    if is_driven or not is_of_known:
        return ""
    rate, residuals = jets.shown(jets.rate(jets.of(line.right))), [x.residual for x in system]
    verdict = "undecided"
    with teachers_domain([*residuals, rate], parameters_in([*residuals, rate], time), False), suppress(ScmpyError):
        verdict = consequence(residuals, [rate]).verdict
    if verdict in ("implies", "equal", "undecided"):
        return ""
    found = Grader(system).grade([line.map(TracedFunction({line.left: energy}).of)._replace(left=energy)])
    return found.diagnoses[0].text if found.diagnoses else "by the lines before it changes with the time"


def _is_rest(line: Equation) -> bool:
    """Is a rate said to be 0, as where things stand still?"""
    jets = Jets(time_of([line.residual]))
    return line.right == 0 and jets.place.get(jets.of(line.left), (None, 0))[1] > 0


def _is_of_rest(held: Sequence[Equation], line: Equation) -> bool:
    """Does a line say what the lines before say of an equilibrium, where all rates are 0?"""
    jets = Jets(time_of([x.residual for x in held]))
    residuals = [jets.of(x.residual) for x in held]
    rates = {x: 0 for x in jets.occurring(*residuals) if jets.place[x][1]}
    if not rates or order_of_rates(line.residual, jets.time):
        return False
    system = [jets.shown(replaced(x, rates)) for x in residuals]
    with teachers_domain([*system, line.residual], parameters_in(system, jets.time), False), suppress(ScmpyError):
        return consequence(system, [line.residual]).verdict in ("equal", "implies")
    return False


def _is_tie(line: Equation) -> bool:
    """Does a line relate functions and no rates of theirs, or say what a field is, as u = A cos(k x - ω t)?"""
    time = time_of([line.residual])
    places = [x for x in parameters_in([line.residual], time) if x.name in ("x", "y", "z", "r")]
    is_of_field = bool(places) and time in subexpressions(line.right)
    return order_of_rates(line.residual, time) == 0 and (len(functions_in([line.residual])) > 1 or is_of_field)


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
            with teachers_domain(system, parameters_in(system, jets.time), False), suppress(ScmpyError):
                if consequence(system, [before.residual]).verdict in ("equal", "implies"):
                    return True
    return False


def _is_free(held: Sequence[Equation], line: Equation) -> bool:
    """Does a line say how a function moves of which the lines before leave it open?"""
    systems = [[x.residual for x in some] for some in (held, (*held, line))]
    before, after = (Reference(x, time_of(x)).solved if is_numpy_there() else None for x in systems)
    if before is None:
        return False
    moving = functions_in([line.residual]) <= before.rules.keys()
    return not moving or (after is not None and len(after.rules) > len(before.rules))


def _is_open(held: Sequence[Equation], line: Equation) -> bool:
    """Do the lines before say nothing of the parameters of a line, as more equations than functions would?"""
    moving = [x for x in held if functions_in([x.residual])]
    others = [x for x in held if x not in moving]
    return len(moving) <= len(functions_in([x.residual for x in moving])) and _unknowns([line]).isdisjoint(
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
    with teachers_domain(system, parameters_in(system, time), False), suppress(ScmpyError):
        nothing = [jets.shown(jets.symbol(f, 0)) for f in functions_in(system[:-1])]
        return bool(nothing) and any(equivalent_equations(system, x).verdict == "equal" for x in ([1], nothing))
    return False


def _unknowns(system: Sequence[Equation]) -> set[Expression]:
    residuals = [x.residual for x in system]
    return {*functions_in(residuals), *parameters_in(residuals, time_of(residuals))}
