"""Lagrangians and Hamiltonians compared as such.

Two Lagrangians have the same motions where they differ by the total derivative of a function by the time, or by a
constant factor; two Hamiltonians where they differ by a function of the time. The Hamiltonian H of a Lagrangian L has

    H(t, q, dL/dv) = v dL/dv - L(t, q, v),

which is decided without solving for the velocities v. A change of variables q(t, Q, P), p(t, Q, P) is canonical where
the brackets {q, p} by Q and P are 1, {q, q} and {p, p} 0; K is the Hamiltonian in the new variables where

    {q, K} + dq/dt = dH/dp,    {p, K} + dp/dt = -dH/dq.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations, product
from operator import mul
from typing import Any, NamedTuple, cast

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.types import is_number
from scmpy.mechanics.equations.compare import by_the_same_names
from scmpy.mechanics.equations.diagnosis import (
    Decide,
    Diagnosis,
    Limit,
    Search,
    fields_of,
    not_typed,
    search_of,
    text_of,
)
from scmpy.mechanics.equations.explicit_motions import explicit_motions, is_zero
from scmpy.mechanics.equations.implication import EquationEquivalence
from scmpy.mechanics.equations.real_solutions import (
    STATES,
    Monomial,
    Reference,
    States,
    factors_of,
    multiplied_out,
    parameters_of,
    replaced,
    terms_of,
)
from scmpy.mechanics.equations.solved_form import Branch
from scmpy.mechanics.equations.systems import Jets, differentiated_as, linear_solution, places_of, slope, variable_of
from scmpy.reading.grammar import has_index, is_constant_by_name, is_momentum
from scmpy.reading.values import Equation, value_by
from scmpy.registry import numpy
from scmpy.solving.integration import integrate
from scmpy.structure import linear_algebra as linear
from scmpy.structure.literal_functions import literal_function
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.decision.equivalence import equivalent, is_complex
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, differentiated, subexpressions, symbol
from scmpy.symbolic.simplify import infix, simplified_expression


class Energy(NamedTuple):
    """A Lagrangian, or a Hamiltonian, by its name."""

    name: str
    value: Any


class EnergyVerdict(NamedTuple):
    """What is said of an energy: the verdict, with notes, diagnoses, and the decision in words."""

    verdict: str
    notes: tuple[str, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    witness: str = ""
    reason: str = ""


def energy_of(system: Sequence[Equation]) -> Energy | None:
    """The Lagrangian or the Hamiltonian that a system of one equation defines, as L = ... or H = ...."""
    found = defined(system[0].residual, "LH") if len(system) == 1 else None
    return found if found and places_of([found.value]) else None


def in_polar_coordinates(
    system: Sequence[Equation], other: Sequence[Equation], time: Symbol
) -> tuple[tuple[Equation, ...], str] | None:
    """A system for x and y in the polar coordinates that another one has, and what was put in; None if it has none."""
    jets = Jets(time)
    ours, theirs = ({str(f): f for f in jets.functions(*(jets.of(x.residual) for x in y))} for y in (system, other))
    angle = next((x for x in ("theta", "phi") if x in theirs and x not in ours), None)
    if angle is None or "r" not in theirs or "r" in ours or not {"x", "y"} <= ours.keys() - theirs.keys():
        return None
    values: dict[Any, Any] = {}
    for name, wave in (("x", g.cos), ("y", g.sin)):
        value = g.mul(jets.symbol(theirs["r"], 0), wave(jets.symbol(theirs[angle], 0)))
        for order in range(3):
            values[jets.symbol(ours[name], order)] = value
            value = jets.rate(value)
    put, shown = TracedFunction(values), infix(symbol(angle))
    changed = tuple(x.map(lambda y: jets.shown(put.of(jets.of(y)))) for x in system)
    return changed, f"with x = r cos({shown}) and y = r sin({shown})"


def with_lagrangian(answer: tuple[Equation, ...], time: Symbol) -> tuple[tuple[Equation, ...], list[str]]:
    """An answer that says what T and V are, and nothing else of the motion, as the Lagrangian T - V."""
    names = {x.left.name: x for x in answer if isinstance(x.left, Symbol)}
    if {"T", "V"} <= names.keys() and len(answer) == 2 and has_squares_of_rates(names["T"].right, time):
        return (not_typed(g.sub(symbol("L"), g.sub(names["T"].right, names["V"].right))),), ["L = T - V"]
    return answer, []


def with_routhian(
    answer: tuple[Equation, ...], reference: Energy | None, time: Symbol
) -> tuple[tuple[Equation, ...], list[str]]:
    """An answer with R = ..., of velocities: a Lagrangian of what is left of the coordinates, as a Routhian is.

    Beside a Lagrangian its equations stand for it, and what a momentum in it is, if that is not said.
    """
    routhians = [(x, found) for x in answer if (found := defined(x.residual, "R"))]
    if not routhians or not has_squares_of_rates(routhians[0][1].value, time):
        return answer, []
    (line, found), notes = routhians[0], ["R is read as a Routhian, which has Lagrange's equations"]
    others = [x for x in answer if x is not line]
    if reference is None and not others:
        put = TracedFunction({symbol("R"): symbol("L")})
        return (line.map(put.of),), notes
    if reference is not None and reference.name == "L" and not others:
        jets = Jets(time)
        ours, theirs = jets.of(reference.value), jets.of(found.value)
        hidden = [f for f in jets.functions(ours) if f not in jets.functions(theirs)]
        own = [x for x in parameters_of(jets, theirs) if x not in subexpressions(ours)]
        if len(hidden) == len(own) == 1:
            momentum = jets.shown(slope(ours, jets.symbol(hidden[0], 1)))
            others = [not_typed(g.sub(own[0], momentum))]
            notes.append(f"{infix(own[0])} is taken for the momentum {typed(momentum)}")
    return (*map(not_typed, residuals_of_motion(Energy("L", found.value), time)), *others), notes


def changes_of_coordinates(
    lagrangian: Equation, others: Sequence[Equation], time: Symbol
) -> tuple[Callable[[Any], Any], list[Equation]]:
    """What puts in the values that equations give for coordinates of a Lagrangian, x = r cos phi, and these."""
    jets = Jets(time)
    values: dict[Any, Any] = {}
    used: list[Equation] = []
    pending = list(jets.functions(jets.of(lagrangian.residual)))
    while pending:
        function = pending.pop()
        at = jets.symbol(function, 0)
        for other in others if at not in values and not is_momentum(str(function)) else ():
            value = jets.of(other.right) if jets.of(other.left) is at else 0
            if jets.functions(value) and function not in jets.functions(value) and other not in used:
                values |= {at: value, jets.symbol(function, 1): jets.rate(value)}
                used.append(other)
                pending += jets.functions(value)
                break
    put = TracedFunction(values)

    def changed(x: Any) -> Any:
        x = jets.of(x)
        for _ in used:
            x = put.of(x)
        return jets.shown(x)

    return changed, used


def order_of_rates(x: Any, time: Symbol) -> int:
    """The order of the highest derivative by the time in an expression."""
    jets = Jets(time)
    return max((jets.place[jet][1] for jet in jets.occurring(jets.of(x))), default=0)


def has_squares_of_rates(x: Any, time: Symbol) -> bool:
    """Is an expression more than linear in a velocity, as a Lagrangian is, and a momentum is not?"""
    jets = Jets(time)
    x = jets.of(x)
    rates = [v for v in jets.occurring(x) if jets.place[v][1]] + [
        u for u in fields_of(x) if differentiated(u.operator)[1]
    ]
    return any(slope(slope(x, v), v) != 0 for v in rates)


def is_integral(x: Any, time: Symbol) -> bool:
    """Is an equation of the first order one of more than a rate alone, as that of a constant of the motion is?"""
    jets = Jets(time)
    value = jets.of(x)
    moving = [y for y in terms_of(value) if jets.occurring(y)]
    return order_of_rates(x, time) == 1 and time not in subexpressions(value) and len(moving) > 1


def has_motion(energy: Energy, time: Symbol) -> bool:
    """Is this a Hamiltonian, or a Lagrangian and no angular momentum L?"""
    return energy.name == "H" or has_squares_of_rates(energy.value, time)


def named_energy(line: Equation, time: Symbol) -> Energy | None:
    """The energy that a line of a derivation says what it is, L(t) = ..., if other lines have it too."""
    jets = Jets(time)
    left = jets.of(line.left)
    name = str(jets.place[left][0]) if left in jets.place and jets.place[left][1] == 0 else ""
    return Energy(name, line.right) if name in ("L", "H") else None


def defined(residual: Any, names: str) -> Energy | None:
    for x in subexpressions(residual):
        if isinstance(x, Symbol) and x.name in tuple(names) and (value := value_by(residual, x)) is not None:
            return Energy(x.name, value)
    return None


def _of_density(density: Any) -> list[Any]:
    """The residuals of a density L of fields: the sum of (-1)^n d^n/dx.. of dL/du_x.., of n derivatives, for each u."""
    found: dict[Any, Any] = {}
    for node in fields_of(density):
        field, order = differentiated(node.operator)
        term = g.mul((-1) ** order, differentiated_as(node, slope(density, node)))
        found[field] = g.add(found.get(field, 0), term)
    return list(found.values())


def _places_of(jets: Jets, functions: Iterable[Expression]) -> list[tuple[Symbol, Symbol]]:
    """Coordinates, each with its velocity."""
    return [(jets.symbol(f, 0), jets.symbol(f, 1)) for f in functions]


def _by_lagrange(jets: Jets, value: Any, functions: Iterable[Expression]) -> list[Any]:
    """What vanishes by a Lagrangian: d/dt dL/dv - dL/dq, less d^2/dt^2 dL/da with accelerations a, and so on."""
    orders, found = jets.functions(value), []
    for f in functions:
        order = max(1, orders.get(f, 0))
        momentum = slope(value, jets.symbol(f, order))
        for n in reversed(range(1, order)):
            momentum = g.sub(slope(value, jets.symbol(f, n)), jets.rate(momentum))
        found.append(g.sub(jets.rate(momentum), slope(value, jets.symbol(f, 0))))
    return found


def residuals_of_motion(energy: Energy, time: Symbol, given: Collection[Expression] = ()) -> list[Any]:
    """The residuals of Lagrange's or Hamilton's equations, in functions of the time, of which some may be given."""
    jets = Jets(time)
    value = jets.of(energy.value)
    if energy.name == "L" and fields_of(value) and not jets.functions(value):
        return _of_density(value)
    if energy.name == "L":
        moving = [f for f in jets.functions(value) if f not in given]
        return list(map(jets.shown, _by_lagrange(jets, value, moving)))
    momenta = {f: p if p in jets.place else jets.symbol(p, 0) for f, p in _momenta(jets, value, given=given).items()}
    value = TracedFunction({jets.place[p][0]: p for p in momenta.values()}).of(value)
    pairs = [(jets.symbol(f, 0), p) for f, p in momenta.items()]
    found = [g.sub(jets.next(q), slope(value, p)) for q, p in pairs]
    return [jets.shown(x) for x in (*found, *(g.add(jets.next(p), slope(value, q)) for q, p in pairs))]


def given_beside(energy: Energy, system: Sequence[Any], time: Symbol) -> set[Expression]:
    """The functions in an energy that are known functions of the time, as F(t) is: equations beside it leave some free.

    They have no velocities there, and no momenta; multipliers, and x in x y' - H, are none.
    """
    jets = Jets(time)
    value, functions = jets.of(energy.value), jets.functions(*map(jets.of, system))
    held = {f for f in functions if str(f).partition("_")[0] != "lambda" and not is_momentum(str(f))}
    rates = jets.occurring(value) if energy.name == "L" else jets.occurring(*map(jets.of, system))
    moving = {jets.place[x][0] for x in rates if jets.place[x][1]}
    if energy.name == "H":  # where that of a mass m(t) may occur
        moving = {f for f in moving if not is_constant_by_name(str(f))}
    return held & set(jets.functions(value)) - moving if len(functions) > len(system) else set()


def _momenta(jets: Jets, *values: Any, given: Collection[Expression] = ()) -> dict[Symbol, Symbol]:
    """The momenta in expressions, by the coordinates that they belong to: p to the only one, p_x to x, p_1 to q_1."""
    momenta = {x.name: x for x in parameters_of(jets, *values) if is_momentum(x.name)}
    momenta |= {f.name: jets.symbol(f, 0) for f in _functions(jets, *values) if is_momentum(f.name)}
    positions = [f for f in _functions(jets, *values) if not is_momentum(f.name) and f not in given]
    found: dict[Symbol, Symbol] = {}
    for name, p in momenta.items():
        index = name[1:].lstrip("_")
        own = [f for f in positions if f.name == index or has_index(f.name, index)]
        own = own or (positions if not index and len(positions) == 1 else [])
        found[own[0] if own else symbol(index or "q")] = p
    return found


def momentum_of(line: Equation, lagrangian: Energy, time: Symbol) -> Any:
    """What a momentum that a line says what it is, p_x = ..., is by a Lagrangian; None if it says something else."""
    jets = Jets(time)
    left, value = jets.of(line.left), jets.of(lagrangian.value)
    found = [q for q, p in _momenta(jets, left, value).items() if p is left] if left in jets.place else []
    return jets.shown(slope(value, jets.symbol(found[0], 1))) if found and found[0] in jets.functions(value) else None


def _functions(jets: Jets, *values: Any) -> list[Symbol]:
    return [f for f in jets.functions(*values) if isinstance(f, Symbol)]


def real_parts(residual: Any, time: Symbol) -> list[Any]:
    """The real and the imaginary part of what vanishes, where coordinates, parameters and roots of these are real."""
    jets = Jets(time)
    value = jets.of(residual)
    roots = [x.operands[0] for x in subexpressions(value) if x.operator is Head.SQRT and not jets.occurring(x)]
    real = [time, *jets.occurring(value), *parameters_of(jets, value)]
    with assuming(real=real, positive=[x for x in roots if isinstance(x, Expression)]):
        parts = [simplified_expression(part(value)) for part in (g.real_part, g.imag_part)]
    return [residual] if any(map(is_complex, parts)) else [jets.shown(x) for x in parts if x != 0]


def time_of(residuals: Sequence[Any]) -> Symbol:
    found = variable_of(list(residuals), [])
    return symbol("t") if found is None else found


def parameters_in(residuals: Sequence[Any], time: Symbol, names: Sequence[str] = ()) -> list[Symbol]:
    """The symbols that stand for numbers: all but the time, and the names of energies."""
    jets = Jets(time)
    places = {x for node in fields_of(*residuals) if time in node.operands for x in node.operands}
    return [x for x in parameters_of(jets, *map(jets.of, residuals)) if x.name not in names and x not in places]


def typed(expression: Any) -> str:
    return text_of(Jets(time_of([expression])), expression)


def _of_unknown_energies(residuals: Sequence[Any]) -> list[Application]:
    """The values of L or H, or of derivatives, as functions of the state that are not said to be anything."""
    applied = [x for x in subexpressions(*residuals) if isinstance(x, Application)]
    of_state = [x for x in applied if x.operands != (time_of(residuals),)]  # and no angular momentum L(t)
    return [x for x in of_state if str(differentiated(x.operator)[0]) in ("L", "H")]


def solved_for(residual: Any, x: Expression, powers: Sequence[int]) -> Any:
    """The value of an expression by an equation that is linear in one of its powers; None if there is none."""
    with suppress(ScmpyError):
        at = [replaced(residual, {x: n}) for n in (0, 1, 2)]
        for power in powers if not is_zero(g.sub(at[1], at[0])) else ():
            if equivalent(g.sub(at[2], at[0]), g.mul(2**power, g.sub(at[1], at[0]))).verdict == "equal":
                value = g.negate(g.div(at[0], g.sub(at[1], at[0])))
                return value if power == 1 else g.sqrt(value)
    return None


_PARTS_OF_ENERGIES = frozenset("TVUKW")  # which change with the time


def with_definitions(
    answer: tuple[Equation, ...], reference: Sequence[Any], time: Symbol
) -> tuple[tuple[Equation, ...], list[str]]:
    """An answer with their values for symbols that one equation defines, others use, and the reference does not have.

    The equation goes; where the value is one of functions, it says that this does not change with the time.
    """
    known, jets = set(subexpressions(*reference)), Jets(time)
    notes: list[str] = []
    is_of_any = bool(_of_unknown_energies(reference))
    lines: list[Equation | None] = list(answer)
    for i, _ in enumerate(answer if len(answer) > 1 else ()):
        equation, others = cast(Equation, lines[i]), {j: y for j, y in enumerate(lines) if y and j != i}
        used = set(subexpressions(*(y.residual for y in others.values())))
        moves = bool(places_of([equation.residual]))
        motions = explicit_motions(jets, [jets.of(equation.residual)]) or {}
        if time in subexpressions(*motions.values()):
            continue  # x = a + b t defines no a
        if others and not is_of_any and (unsaid := _of_unknown_energies([equation.residual])):
            lines[i] = None
            notes.append(f"what {differentiated(unsaid[0].operator)[0]} is is not said")
            if (value := solved_for(equation.residual, unsaid[0], (1,))) is not None:
                for j, other in others.items():
                    lines[j] = other.map(TracedFunction({unsaid[0]: value}).of)
            continue
        if moves and equation.left not in known | used and getattr(equation.left, "name", "") in _PARTS_OF_ENERGIES:
            lines[i] = None
            notes.append(f"{infix(equation.left)} is defined and not used")
            continue
        for x in (x for x in parameters_in([equation.residual], time) if x not in known and (x in used or not moves)):
            value = solved_for(equation.residual, x, (1,) if moves else (1, 2))
            rate = simplified_expression(slope(equation.residual, x))
            if value is None or (moves and (places_of([rate]) or time in subexpressions(rate))):
                continue  # where the value moves it is the symbol times a constant, as in l = m r^2 phi'
            put = TracedFunction({x: value})
            lines[i] = equation.map(lambda y: jets.shown(jets.rate(jets.of(y)))) if moves else None
            for j, other in others.items():
                lines[j] = other.map(put.of)
            notes.append(f"{infix(x)} = {typed(value)}")
            break
    return tuple(x for x in lines if x), list(dict.fromkeys(notes))


def page_of(lines: Sequence[Equation], time: Symbol) -> tuple[Equation, list[Equation]] | None:
    """A Lagrangian, or a Hamiltonian beside its equations and not a change of variables, and the lines beside it."""
    for i, x in enumerate(lines if len(lines) > 1 else ()):
        others = [*lines[:i], *lines[i + 1 :]]
        energy = energy_of([x]) if isinstance(x.left, Symbol) else None  # m r^2 phi' = L gives a constant its name
        if energy is None or not has_motion(energy, time):
            continue
        if energy.name == "L" or any(order_of_rates(y.residual, time) for y in others):
            return x, others
    return None


def with_multipliers(energy: Energy, system: tuple[Equation, ...], time: Symbol) -> tuple[Energy, tuple[Equation, ...]]:
    """A Lagrangian, and equations, in which a factor lambda is a multiplier, which changes with the time.

    It is one where the equations do not have it, or are more than their coordinates.
    """
    residuals = [x.residual for x in system]
    jets = Jets(time)
    is_tied = len(residuals) > len(jets.functions(*map(jets.of, residuals)))
    known = set() if is_tied else set(subexpressions(*residuals))
    own = [x for x in parameters_in([energy.value], time) if x.name.partition("_")[0] == "lambda" and x not in known]
    own = [x for x in own if slope(slope(energy.value, x), x) == 0]
    put = TracedFunction({x: literal_function(x.name)(time) for x in own})
    return energy._replace(value=put.of(energy.value)), tuple(x.map(put.of) for x in system)


_FORCES = frozenset("TFNSf")


def with_forces(lines: tuple[Equation, ...], time: Symbol) -> tuple[Equation, ...]:
    """Lines in which the forces of several equations of motion change with the time, if a line ties coordinates."""
    jets = Jets(time)
    orders = [order_of_rates(x.residual, time) for x in lines]
    alone = [x.residual for x, order in zip(lines, orders, strict=True) if order == 0]
    if all(len(jets.functions(jets.of(x))) < 2 for x in alone):
        return lines
    moving = [x.residual for x, order in zip(lines, orders, strict=True) if order > 1]
    held = Counter(x for residual in moving for x in parameters_in([residual], time))
    forces = [x for x, times in held.items() if times > 1 and x.name.partition("_")[0] in _FORCES]
    put = TracedFunction({x: literal_function(x.name)(time) for x in forces})
    return tuple(x.map(put.of)._replace(left=put.of(x.left), right=put.of(x.right)) for x in lines) if forces else lines


def constrained_motion(lagrangian: Equation, others: Sequence[Equation], time: Symbol) -> tuple[Equation, ...] | None:
    """Lagrange's equations with a multiplier for each line beside L that ties its coordinates; None if there are none.

    A line is F(t, q) = 0, or linear in velocities; what gives a constant its name is none.
    """
    energy, jets = energy_of([lagrangian]), Jets(time)
    value = None if energy is None or energy.name != "L" else jets.of(energy.value)
    functions = jets.functions(value)
    pairs = _places_of(jets, functions)
    forces = _by_lagrange(jets, value, functions)
    for k, line in enumerate(others):
        residual = jets.of(line.residual)
        order = order_of_rates(line.residual, time)
        columns = [slope(residual, pair[order]) for pair in pairs] if order < 2 else []
        ties = bool(jets.functions(residual)) and jets.functions(residual).keys() <= functions.keys()
        is_linear = order == 0 or order_of_rates(columns, time) == 0
        if not columns or not ties or not is_linear or isinstance(line.left, Symbol) or isinstance(line.right, Symbol):
            return None
        multiplier = jets.of(literal_function(f"multiplier {k + 1}")(time))
        forces = [g.sub(x, g.mul(multiplier, a)) for x, a in zip(forces, columns, strict=True)]
    return (*(not_typed(jets.shown(x)) for x in forces), *others) if others and value is not None else None


def motion_of_page(energy: Equation, others: list[Equation], time: Symbol) -> tuple[Equation, ...]:
    """The equations of motion of a page, or its energy if there are less of them than coordinates."""
    put, used = changes_of_coordinates(energy, others, time)
    rest = [x for x in others if all(x is not y for y in used)]
    due = 2 if defined(energy.residual, "L") else 1
    jets = Jets(time)
    moving = jets.functions(jets.of(put(energy.residual)))
    enough = sum(order_of_rates(x.residual, time) >= due for x in rest) >= len(moving)
    return tuple(rest) if enough else constrained_motion(energy.map(put), rest, time) or (energy.map(put),)


def compared_energies(ours: Energy, theirs: Energy, answer: Sequence[Equation], time: Symbol) -> EnergyVerdict:
    """Two Lagrangians, two Hamiltonians, or one of each."""
    if ours.name != theirs.name:
        return _by_momenta(ours, theirs, answer, time)
    difference = simplified_expression(g.sub(theirs.value, ours.value))
    decision = equivalent(difference, 0)
    if decision.verdict != "different":
        return EnergyVerdict("equal" if decision.verdict == "equal" else "undecided", reason=decision.certificate)
    jets = Jets(time)
    value = jets.of(difference)
    if not jets.functions(value) and not fields_of(value) and not (ours.name == "H" and _momenta(jets, value)):
        return EnergyVerdict("equal", (f"up to {infix(difference)}, which is the same for all motions",))
    lagrangian = ours.name == "L"
    moving = {jets.place[x][0] for x in jets.occurring(jets.of(ours.value), jets.of(theirs.value)) if jets.place[x][1]}
    given = [f for f in jets.functions(value) if f not in moving and (is_constant_by_name(str(f)) or str(f) in _FORCES)]
    if lagrangian and all(is_zero(x) for x in residuals_of_motion(Energy("L", difference), time, given)):
        gauge = None if fields_of(value) else _gauge(jets, value)
        by = "" if gauge is None else f", that of {text_of(jets, gauge)}"
        return EnergyVerdict(
            "equal", (f"up to a total derivative by the time{by}: it has the same equations of motion",)
        )
    if not lagrangian and (gauge := _momentum_gauge(jets, ours, theirs)) is not None:
        return EnergyVerdict("equal", (f"up to the canonical transform that adds the gradient of {gauge} to p",))
    search = _search(ours, theirs, answer, time)
    states = States(jets, Branch(()))
    one, other = states.of(jets.of(ours.value)), states.of(jets.of(theirs.value))
    ratio = search.monomials.of(other / one) if one is not None and other is not None else None
    factor = None if ratio is None or not lagrangian else jets.shown(ratio.value)
    if factor is not None and not places_of([factor]) and is_zero(g.sub(g.mul(factor, ours.value), theirs.value)):
        return EnergyVerdict("equal", (f"up to the factor {infix(factor)}: it has the same equations of motion",))
    found = tuple(search.in_limits(search.proved()))
    witness = f"the difference is {text_of(jets, difference)}"
    return EnergyVerdict("different", diagnoses=found, witness="" if found else witness, reason=decision.certificate)


def _by_momenta(ours: Energy, theirs: Energy, answer: Sequence[Equation], time: Symbol) -> EnergyVerdict:
    jets = Jets(time)
    lagrangian, hamiltonian = (jets.of(x.value) for x in sorted((ours, theirs), key=lambda x: x.name != "L"))
    moving = [f for f in _functions(jets, lagrangian) if slope(lagrangian, jets.symbol(f, 1)) != 0]
    named = _momenta(jets, lagrangian, hamiltonian, given=jets.functions(lagrangian).keys() - set(moving))
    momenta = {f: jets.symbol(symbol(f"p_{f.name}"), 0) for f in moving} | named
    velocities = [jets.symbol(f, 1) for f in momenta]
    values: dict[Any, Any] = {p: slope(lagrangian, v) for p, v in zip(momenta.values(), velocities, strict=True)}
    energy = g.sub(sum_of(map(g.mul, values.values(), velocities)), lagrangian)
    found = TracedFunction(values).of(hamiltonian)
    decision = equivalent(jets.shown(found), jets.shown(energy))
    note = "with " + ", ".join(f"{text_of(jets, p)} = {text_of(jets, value)}" for p, value in values.items())
    if decision.verdict != "different":
        return EnergyVerdict(decision.verdict, (note,), reason=decision.certificate)
    pair = (velocities, list(values)) if ours.name == "L" else (list(values), velocities)
    if (other := _legendre(jets.of(ours.value), *pair)) is not None:
        result = compared_energies(Energy(theirs.name, jets.shown(other)), theirs, answer, time)
        return result._replace(notes=(*result.notes, note))
    difference = text_of(jets, simplified_expression(g.sub(found, energy)))
    witness = f"{note} your {theirs.name} is off by {difference if theirs.name == 'H' else f'-({difference})'}"
    return EnergyVerdict("different", witness=witness, reason=decision.certificate)


def _legendre(value: Any, old: list[Any], new: list[Any]) -> Any:
    """The sum of u w less the value, in w = d value/du; None where that is not linear in the old variables u."""
    slopes = [slope(value, u) for u in old]
    rows = tuple(tuple(slope(w, u) for u in old) for w in slopes)
    if not set(subexpressions(*(x for row in rows for x in row))).isdisjoint(old):
        return None
    at_rest = [TracedFunction(dict.fromkeys(old, 0)).of(w) for w in slopes]
    try:
        solution = linear.solve(rows, tuple(map(g.sub, new, at_rest)))
    except ScmpyError:
        return None
    whole = g.sub(sum_of(map(g.mul, old, new)), value)
    return simplified_expression(TracedFunction(dict(zip(old, solution, strict=True))).of(whole))


def _momentum_gauge(jets: Jets, ours: Energy, theirs: Energy) -> str | None:
    """The F for which p -> p + dF/dq, with dF/dt added, takes one Hamiltonian to the other; None if none is found."""
    one, other = jets.of(ours.value), jets.of(theirs.value)
    pairs = [(jets.symbol(f, 0), p) for f, p in _momenta(jets, one, other).items()]
    momenta = [p for _, p in pairs]
    gauge: Any = 0
    with suppress(ScmpyError):
        rows = tuple(tuple(slope(slope(other, p), r) for r in momenta) for p in momenta)
        shift = linear.solve(rows, tuple(g.sub(slope(one, p), slope(other, p)) for p in momenta))
        for (q, _), part in zip(pairs, map(simplified_expression, shift), strict=True):
            gauge = g.add(gauge, integrate(simplified_expression(g.sub(part, slope(gauge, q))), q))
        put = TracedFunction({p: g.add(p, slope(gauge, q)) for q, p in pairs})
        rest = simplified_expression(g.sub(g.add(put.of(other), slope(gauge, jets.time)), one))
        held = set(subexpressions(gauge, rest))
        if held.isdisjoint(momenta) and not jets.functions(rest):
            return text_of(jets, gauge)
    return None


class _OfEnergy(Search):
    """The search in an energy, of which the limits are those of the equations of motion."""

    energies: tuple[Energy, ...] = ()

    def _of_limits(self) -> Iterator[Diagnosis]:
        for x in self.motion.proved_limits() if self.motion else ():
            yield replace(x, text=f"its equations of motion are {x.text}", changed=tuple(self.residuals))

    @property
    def limits(self) -> Sequence[Limit]:
        return self.motion.limits if self.motion else ()

    def _by(self, reference: Reference) -> list[Diagnosis]:
        return EnergySearch(reference, self.answer[0], by_the_same_names).proved()

    @cached_property
    def motion(self) -> Search | None:
        """The search in the equations of motion."""
        one, other = (residuals_of_motion(x, self.jets.time) for x in self.energies)
        is_whole = len(one) == len(other)  # that of a coordinate says nothing of another
        return search_of(one, list(map(not_typed, other)), self.jets.time, by_the_same_names) if is_whole else None

    def _proof(self, candidate: Diagnosis) -> EquationEquivalence | None:
        return candidate.proof or super()._proof(candidate)


def _search(ours: Energy, theirs: Energy, answer: Sequence[Equation], time: Symbol) -> Search:
    name = symbol(ours.name)
    reference = Reference([], time)
    reference.residuals = [reference.jets.of(g.sub(name, ours.value))]
    reference.solved = Branch((), constants={name: reference.jets.of(ours.value)})
    reference.states = States(reference.jets, reference.solved)

    def decide(one: Sequence[Any], other: Sequence[Any]) -> Any:
        theirs = defined(other[0], ours.name)
        return equivalent(ours.value, 0 if theirs is None else theirs.value)

    search = _OfEnergy(reference, answer, decide)
    search.energies = ours, theirs
    momenta = _momenta(reference.jets, *reference.residuals, *search.residuals) if ours.name == "H" else {}
    search.momenta = {reference.jets.symbol(f, 0): p for f, p in momenta.items()}
    search.positions = [x for x in search.positions if x not in momenta.values()]
    return search


def _gauge(jets: Jets, value: Any) -> Any:
    """The function of which an expression is the total derivative; None if none is found."""
    rest, found = value, 0
    for function in jets.functions(value):
        position, velocity = jets.symbol(function, 0), jets.symbol(function, 1)
        part = slope(rest, velocity)
        with suppress(ScmpyError):
            term = integrate(part, position)
            found = g.add(found, term)
            rest = g.sub(rest, jets.rate(term))
    with suppress(ScmpyError):
        found = g.add(found, integrate(rest, jets.time))
    return found if equivalent(jets.rate(found), value).verdict == "equal" else None


# --- by what vanishes on motions -------------------------------------------------------------------------------------


class MotionSearch(Search):
    """The search in one expression, of which something linear in it has to vanish on the motions of a system.

    Its value at states of the system is compared with that of each term, as in equations; where several things have to
    vanish, a sum of them with weights stands for all.
    """

    def __init__(
        self, reference: Reference, line: Equation, decide: Decide, name: Symbol, functions: Sequence[Symbol]
    ) -> None:
        self.name, jets = name, reference.jets
        self.pairs = _places_of(jets, functions)
        self.weights = numpy.random.default_rng(2).uniform(0.5, 1.5, (len(functions), STATES))
        super().__init__(reference, [line], lambda one, other: decide(one, self._shown(other[0])))
        self.symbols = [x for x in self.symbols if x is not name]

    def image(self, part: Any) -> list[Any] | None:
        """What has to vanish; None if it is not found."""
        raise NotImplementedError

    def _shown(self, residual: Any) -> list[Any]:
        return [self.jets.shown(x) for x in self.image(self.jets.of(residual)) or [1]]

    def _value(self, part: Any) -> Any:
        values = [self.states.of(x) for x in self.image(part) or ()]
        return None if not values or any(x is None for x in values) else sum(map(mul, self.weights, values))

    def _fits(self, changed: tuple[Any, ...], system: tuple[Any, ...] | None = None, i: int | None = None) -> bool:
        states = self.states if system is None else self.reference.states_of(system)
        image = self.image(changed[0])
        return states is not None and image is not None and states.vanish(*image)

    def _atoms(self, waves: Sequence[Expression]) -> Iterator[Expression]:
        constant = (x for x in waves if not self.jets.occurring(x))
        yield from (x for x in (*self.symbols, *constant) if x is not self.name)

    def _force(self, missing: Any, written: Sequence[Any]) -> str:
        return ""

    def _in_motion(self) -> Sequence[Any]:
        return self.image(self.residuals[0]) or ()

    def _by(self, reference: Reference) -> list[Diagnosis]:
        return []

    def _terms(self, i: int) -> Iterator[tuple[int, Any, str]]:
        return (x for x in super()._terms(i) if self.name not in subexpressions(x[1]))

    def _of_equation(self, i: int) -> Iterator[Diagnosis]:
        if (error := self.errors[i]) is None:
            return
        for number, part, name, more in self._parts(i):
            yield from self._of_factor(i, number, part, error, name, more)
            yield from self._of_coordinates(i, number, part, error, name)
        yield from self._of_missing(i, error)

    def _coordinates(self) -> list[Expression]:
        """What a term may lack a power of: coordinates, velocities, their sines and cosines."""
        return [*(x for pair in self.pairs for x in pair), *(x for x in self.waves if self.jets.occurring(x))]

    def _of_coordinates(self, i: int, number: int, part: Any, error: Any, name: str) -> Iterator[Diagnosis]:
        """What a term lacks if it is a power of a coordinate, or of a sine, times a number and parameters."""
        value = self._value(part)
        for x, n in product(self._coordinates(), (1, 2, -1, -2) if value is not None else ()):
            changed = g.mul(part, g.expt(x, n))
            new = self._value(changed)
            if new is None or (abs(new) < 1e-12).any():
                continue
            factor = self.monomials.of((value - error) / new)
            if factor is not None and factor.size < 2:
                found = Monomial(factor.number, factor.powers | {x: n})
                cost, kind, text = self._named_factor(found, part)
                residual = g.add(g.sub(self.residuals[i], part), g.mul(factor.value, changed))
                yield self._changed(i, number, cost, kind, f"{name} {text}", residual)

    def _missing(self, written: Sequence[Any], error: Any) -> Iterator[tuple[Any, str, str, float]]:
        for shape in dict.fromkeys(self._shapes()):
            value = self._value(shape)
            ratio = None if value is None or (abs(value) < 1e-12).any() else self.monomials.of(-error / value)
            if ratio is not None:
                yield g.mul(ratio.value, shape), "missing term", "", 6

    def _shapes(self) -> Iterator[Any]:
        """Terms of energies, but for constant factors, that give terms of the equations of the reference."""
        for term in (x for y in self.reference.residuals for x in (*terms_of(y), *multiplied_out(y))):
            accelerated = [x for x in self.jets.occurring(term) if self.jets.place[x][1] == 2]
            for q, v in self.pairs:
                with suppress(ScmpyError):
                    if accelerated:
                        function = self.jets.place[accelerated[0]][0]
                        yield g.mul(replaced(term, {accelerated[0]: v}), self.jets.symbol(function, 1))
                    else:
                        yield integrate(term, q)


class IntegralSearch(MotionSearch):
    """The search in a line that should give a constant of the motion its name, E = ...: its rate is to vanish."""

    right = ("equal", "equal except", "implies")

    def __init__(self, reference: Reference, line: Equation, decide: Decide, name: Symbol) -> None:
        super().__init__(reference, line, decide, name, _functions(reference.jets, *reference.residuals))

    def image(self, part: Any) -> list[Any]:
        return [self.jets.rate(part)]


class EnergySearch(MotionSearch):
    """The search in a Lagrangian, or a Hamiltonian, whose equations of motion are to be those of a system.

    What vanishes by L, d/dt dL/dv - dL/dq, is linear in L. Hamiltonians are looked at through their Lagrangians.
    """

    def __init__(self, reference: Reference, line: Equation, decide: Decide) -> None:
        jets, energy = reference.jets, cast(Energy, energy_of([line]))
        value = jets.of(energy.value)
        momenta = _momenta(jets, value) if energy.name == "H" else {}
        self.conjugate = [p if p in jets.place else jets.symbol(p, 0) for p in momenta.values()]
        super().__init__(reference, line, decide, symbol(energy.name), list(momenta) or _functions(jets, value))

    def image(self, part: Any) -> list[Any] | None:
        value = g.negate(replaced(part, {self.name: 0}))
        if self.conjugate:
            value = _legendre(value, self.conjugate, [v for _, v in self.pairs])
        return None if value is None else _by_lagrange(self.jets, value, [self.jets.place[q][0] for q, _ in self.pairs])

    def _value(self, part: Any) -> Any:
        return None if self.conjugate else super()._value(part)

    def _variants(self, term: Any) -> Iterator[tuple[str, str, float, Any]]:
        monomials = [Monomial(n, {}) for n in map(Fraction, ("-1", "2", "1/2"))]
        monomials += [Monomial(Fraction(1), {x: n}) for x in self._coordinates() for n in (1, 2, -1, -2, -4)]
        for part, factor in product(multiplied_out(term), monomials) if self.conjugate else ():
            cost, kind, text = self._named_factor(factor, part)
            whole = "" if part is term else f"holds {self._text(g.negate(part))}, which "
            yield kind, f"{whole}{text}", cost, g.add(g.sub(term, part), g.mul(factor.value, part))
        yield from super()._variants(term)


# --- canonical transforms --------------------------------------------------------------------------------------------


def compared_by_transform(ours: Energy, answer: Sequence[Equation], time: Symbol) -> EnergyVerdict | None:
    """A Hamiltonian in other variables, where the answer gives the old ones by them, or them by the old ones."""
    jets = Jets(time)
    energy = jets.of(ours.value)
    momenta = _momenta(jets, energy)
    old: list[Expression] = [*(jets.symbol(f, 0) for f in momenta), *momenta.values()]
    named = TracedFunction({f: jets.symbol(f, 0) for f in momenta})
    residuals = [named.of(jets.of(x.residual)) for x in answer]
    theirs = next((found for x in residuals if (found := defined(x, "HK"))), None)
    if theirs is None or ours.name != "H":
        return None
    used = dict.fromkeys([*jets.occurring(*residuals), *parameters_of(jets, *residuals)])
    values: dict[Expression, Any] = {
        x: value for x in used for residual in residuals if (value := _value(residual, x)) is not None
    }
    known = {symbol(theirs.name), *old, *subexpressions(energy)}
    inverse = not set(old) <= set(values)
    held = set(values) if inverse else set(subexpressions(theirs.value, *(values[x] for x in old)))
    new = sorted((x for x in used if x in held - known), key=lambda x: x.name[:1] in "pP")
    if len(new) < len(old) or len(new) > 6 or (inverse and len(new) > len(old)):
        return None
    values = {x: values[x] for x in (new if inverse else old)}
    change = " and ".join(f"{text_of(jets, x)} = {text_of(jets, value)}" for x, value in values.items())
    everything = [*values.values(), theirs.value]
    roots = [node.operands[0] for node in subexpressions(*everything) if node.operator is Head.SQRT]
    positive = [x for x in used if any(x in factors_of(root) for root in roots)]
    orders = list(permutations(new, len(old)))
    with assuming(positive=positive):
        if inverse:
            changes: list[Change] = [({x: values[x] for x in order}, old) for order in orders]
            verdict, text = _of_canonical(jets, theirs, Energy("H", energy), changes)
        else:
            verdict, text = _of_canonical(jets, Energy("H", energy), theirs, [(values, order) for order in orders])
    if verdict == "different":
        return EnergyVerdict(verdict, witness=f"{change} {text}")
    words = f", where {' '.join(text_of(jets, x) for x in positive)} is positive" if positive else ""
    return EnergyVerdict(verdict, (f"by the canonical transform {change}{words}",), reason=text)


Change = tuple[dict[Expression, Any], Sequence[Any]]


def _of_canonical(jets: Jets, energy: Energy, theirs: Energy, changes: Sequence[Change]) -> tuple[str, str]:
    """What is said of a Hamiltonian in variables, of which those of another one are given functions.

    Both are positions and momenta in one of some orders.
    """
    wrong = ""
    for values, order in changes:
        count = len(order) // 2
        bracket = _bracket(order[:count], order[count:])
        said = next(_not_canonical(jets, values, bracket), "")
        if not said:
            break
        wrong = wrong or said
    else:
        return "different", f"is not canonical: {wrong}"
    of, put = list(values), TracedFunction(dict(values))
    rates = [*(slope(energy.value, p) for p in of[count:]), *(g.negate(slope(energy.value, q)) for q in of[:count])]
    for x, rate in zip(of, rates, strict=True):
        decision = equivalent(g.add(bracket(values[x], theirs.value), slope(values[x], jets.time)), put.of(rate))
        if decision.verdict == "different":
            plain = text_of(jets, simplified_expression(put.of(energy.value)))
            other = "the Hamiltonian that is given" if energy.name == "H" else theirs.name
            return "different", f"is canonical, but does not take {energy.name}, which is {plain}, to {other}"
        if decision.verdict != "equal":
            return "undecided", decision.certificate
    return "equal", ""


def _value(residual: Any, x: Expression) -> Any:
    rate, value = linear_solution(residual, x)
    return value if rate in (1, -1) and not is_number(value) else None


def _bracket(positions: Sequence[Symbol], momenta: Sequence[Symbol]) -> Callable[[Any, Any], Any]:

    def bracket(a: Any, b: Any) -> Any:
        pairs = list(zip(positions, momenta, strict=True))
        forth = sum_of(g.mul(slope(a, q), slope(b, p)) for q, p in pairs)
        return g.sub(forth, sum_of(g.mul(slope(a, p), slope(b, q)) for q, p in pairs))

    return bracket


def _not_canonical(jets: Jets, values: dict[Expression, Any], bracket: Any) -> Iterator[str]:
    """The brackets of the old variables that are not as they have to be, in words."""
    old, count = list(values), len(values) // 2
    for (i, x), (j, y) in combinations(enumerate(old), 2):
        found, due = bracket(values[x], values[y]), int(j == i + count)
        if equivalent(found, due).verdict != "equal":
            shown = infix(simplified_expression(jets.shown(found)))
            yield f"{{{text_of(jets, x)}, {text_of(jets, y)}}} = {shown}, and not {due}"
