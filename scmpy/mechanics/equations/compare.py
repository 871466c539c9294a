"""``equivalent-equations``: two systems of equations compared, also as motions and at points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from typing import Any, NamedTuple

from scmpy.calculus.jet import TracedFunction
from scmpy.errors import DivisionByZeroError, DomainError, GenericOperationError, LimitError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.settings import Limit, temporarily
from scmpy.generic.types import Scalar, Values, is_number
from scmpy.mechanics.equations.implication import (
    MOST,
    EquationEquivalence,
    Exceptional,
    Finding,
    Implication,
    System,
    Verdict,
    conclusion,
    generic_freedom,
    is_outside,
    multiplier,
    own_functions,
    poles,
    summary,
    text_of,
)
from scmpy.mechanics.equations.real_solutions import difference_at_solution
from scmpy.mechanics.equations.solved_form import Branch, Completion, Split
from scmpy.mechanics.equations.systems import (
    Algebra,
    Jets,
    Rows,
    Together,
    applications,
    domain_equations,
    excess,
    highest_derivatives,
    own_fields,
    prolonged,
    regular_where,
    residuals_of,
    restricted_parts,
    scattered,
    signs_in,
    sizes_in,
    slope,
    vanishes_by_reflection,
    variable_of,
    with_explicit_fields,
    with_one_of_each,
    with_sign,
    without_own_fields,
)
from scmpy.reading.formulas import equations_of_text
from scmpy.registry import public
from scmpy.render.scheme import scheme_text
from scmpy.structure import linear_algebra as linear
from scmpy.structure.literal_functions import LiteralFunction
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumed, assumptions_in_force, facts_of
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.algebraic import note_assumptions
from scmpy.symbolic.decision.definite import linear_parts, parts_where_zero
from scmpy.symbolic.decision.equivalence import (
    Equivalence,
    contradict,
    is_complex,
    is_defined_where_not_divided,
    over_powers,
    points_of_border,
    vanishing_parts,
)
from scmpy.symbolic.decision.forms import UNSETTLED, DecisionForm, budget, budget_in_force, half_of_budget
from scmpy.symbolic.decision.zero_test import unknown_sign, vanishes_with
from scmpy.symbolic.expression import (
    Expression,
    Head,
    Symbol,
    application,
    closure,
    expression_of,
    is_text_of_formula,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.ring import is_finite

# --- at points -------------------------------------------------------------------------------------------------------
# Systems compared at a point: equations between numbers, and between functions of several variables.
#
# One system implies another when every residual of the other vanishes where all of the one do, by ideal membership. It
# does not when it can be solved, equation by equation, for quantities of which it is a polynomial of first or second
# degree, or has a solution that is enclosed, and the other does not vanish there. Of functions of several
# variables what follows by differentiation is looked at up to the order of the other system.

AN_INSTANT = Fraction(1734, 1361)  # at which nothing special is to be expected
_MOST_SIGNS = 3  # of absolute values, which are told apart


class Pointwise(NamedTuple):
    """Whether one system implies another: "implied", "fails" or "undecided"; "empty" if it has no solutions.

    It is "outside" if the other one is not defined at any of its solutions.
    """

    status: str
    difference: Equivalence | None = None
    is_extended: bool = False  # is there a solution with the values and derivatives of the difference?


def pointwise(system: list[Any], other: list[Any]) -> Pointwise:
    """Does a system vanish only where another one does?"""
    other = with_explicit_fields(system, other)
    if is_complex(*system, *other):
        parts, theirs = system, other
        reduced = parts
    else:
        algebra = Algebra()
        parts, theirs = (_in_parts([*each, *domain_equations(algebra, each)]) for each in (system, other))
        reduced = list(_reduced(algebra, parts))
    regular = regular_where(reduced)
    further = prolonged(reduced, other, regular is not None)
    is_extended = regular is not None and (len(further) > len(reduced) or not excess(other, reduced))
    every = with_one_of_each(system, other, parts, theirs, reduced, further, regular or [])
    system, other, parts, theirs, reduced, further, defined = every
    ways = dict.fromkeys(map(tuple, (parts, reduced, further)))  # to say the same
    if any(_vanish_with(x, [1], system) for x in ([parts] if regular is not None else [parts, further])):
        return Pointwise("empty")
    if _vanish_with(parts, [1], [*system, *other]):
        return Pointwise("outside", difference_at_solution(parts, [1], system), regular is not None)
    if any(_vanish_with([*x], theirs, [*system, *other]) for x in ways):
        return Pointwise("implied")
    difference = difference_at_solution(further if is_extended else parts, other, [*system, *further, *defined])
    return Pointwise("undecided") if difference is None else Pointwise("fails", difference, is_extended)


def _extended(system: list[Any], other: list[Any]) -> Pointwise:
    """The same, where functions that the other system has alone may be chosen: that some values fail says nothing."""
    alone, other = without_own_fields(system, other), without_own_fields(other, system)
    found = pointwise(system if own_fields(alone, other) else alone, other)
    return Pointwise("undecided") if found.status == "fails" and own_fields(other, system) else found


def _reduced(algebra: Algebra, system: list[Any]) -> Iterator[Any]:
    for residual in system:
        ways: list[Together] = []
        with suppress(*UNSETTLED):
            ways = algebra.alternatives(residual) or []
        yield from ways[0] if len(ways) == 1 and not signs_in(*ways[0]) else [residual]


def _in_parts(system: list[Any]) -> list[Any]:
    """Residuals that vanish together where those of a system do, among the points where these are defined."""
    found: dict[Any, None] = {}
    pending = system[::-1]
    while pending:
        residual = pending.pop()
        parts = parts_where_zero(residual) if residual not in found else None
        if parts is None:
            found[residual] = None
        else:
            pending += parts[::-1]
    return list(found)


def _vanish_with(
    system: list[Any], residuals: list[Any], defined: list[Any], signs: dict[Any, int] | None = None
) -> bool:
    """Do residuals vanish wherever a system does, and what has to be defined is so? If not, in each case of signs?"""
    engine = DecisionForm(is_complex(*system, *residuals, *defined), note_assumptions, reflects=False, halves=False)
    engine.known_signs.update(signs := signs or {})
    try:
        system, residuals = _solved_for_symbols(system, residuals)
        residuals = [x for x in residuals if not vanishes_by_reflection(x)]
        if engine.settled(lambda: _are_in_ideal(engine, system, residuals, defined)):
            return True
    except UNSETTLED:
        return False
    if all(x is not None and _vanish_at(x, system, residuals, defined) for x in points_of_border(engine)):
        return True
    key = None if len(signs) == _MOST_SIGNS else unknown_sign(engine)
    return key is not None and all(_vanish_with(system, residuals, defined, {**signs, key: s}) for s in (1, -1))


def _vanish_at(point: dict[Any, Any], *systems: list[Any]) -> bool:
    with suppress(DivisionByZeroError, DomainError):
        system, residuals, defined = ([substitute(x, point) for x in each] for each in systems)
        return is_complex(*system, *residuals, *defined) or _vanish_with(system, residuals, defined)
    return True


def _solved_for_symbols(system: list[Any], residuals: list[Any]) -> tuple[list[Any], list[Any]]:
    """Both with the values of symbols and functions that have a number as their factor in a residual of the system."""
    for i in range(len(system)):
        inside = Evaluator(system[i])
        for u in (*(x for x, _ in inside.literals()), *inside.symbols):
            own = symbol("unknown", "real")
            parts = linear_parts(substitute(system[i], {u: own}), own) if isinstance(system[i], Expression) else None
            if parts is not None and not {"integer", "rational"} & facts_of(u):
                value = {u: g.negate(g.div(parts[1], parts[0]))}
                with suppress(DivisionByZeroError, DomainError):  # what has no value there stays
                    there = [substitute(x, value) if n != i else x for n, x in enumerate(system)]
                    if all(is_finite(x) for x in there if is_number(x)):
                        system, residuals = there, [substitute(x, value) for x in residuals]
                break
    return system, residuals


def _are_in_ideal(engine: DecisionForm, system: list[Any], residuals: list[Any], defined: list[Any]) -> bool:
    forms = [engine.expression_form(residual) for residual in (*system, *residuals, *defined)]
    if contradict(engine, {}):
        return True  # nowhere is all of it defined
    if not all(is_defined_where_not_divided(engine, form) for form in forms):
        return False
    systems = [forms[: len(system)], forms[len(system) : len(system) + len(residuals)]]
    if not engine.complex_domain:
        parts = [[part for form in some for part in vanishing_parts(engine, form)] for some in systems]
        systems = [[form for part in some for form in over_powers(engine, part)] for some in parts]
    ours, theirs = systems
    return all(vanishes_with(engine, form, ours, forms) for form in theirs)


def compare_points(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence:
    """Compare equations between numbers, or between functions of several variables."""
    if not is_complex(*ours, *theirs):
        try:
            answer = _by_multiplier(ours, theirs, highest)
        except UNSETTLED:
            answer = None
        if answer is not None and not _vanish_with([], [1], [*ours, *theirs]):
            return answer
    first, second = _extended(ours, theirs), _extended(theirs, ours)
    states = {first.status, second.status}
    if states == {"implied"} or states == {"empty"}:
        return EquationEquivalence("equal", "each residual is in the radical of the other ideal")
    of_solution = min(first, second, key=lambda x: (not x.is_extended, x.difference is None))
    failing = of_solution.difference
    if failing is not None and "outside" in states and "fails" not in states:
        if states & {"outside", "empty"} == states and (not highest or of_solution.is_extended):
            reason = f"one system has no solution where the other has one: {failing.certificate}"
            return EquationEquivalence("different", reason, failing.witness)
        failing = None
    if failing is None:
        reason = "neither by ideal membership nor at a solution by equations of first or second degree"
        return EquationEquivalence("undecided", reason)
    name = "first" if of_solution is first else "second"
    reason = f"at a solution of the {name} system the other one does not vanish: {failing.certificate}"
    if highest and not of_solution.is_extended:
        reason = f"{reason}; what follows by differentiation was not looked for"
        return EquationEquivalence("undecided", reason, failing.witness)
    verdict: Verdict = "different"
    if "implied" in states:
        verdict = "implies" if first.status == "implied" else "implied"
    elif "undecided" in states:
        reason = f"{reason}; whether the other one implies it is not decided"
    return EquationEquivalence(verdict, reason, failing.witness)


def _by_multiplier(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence | None:
    """Systems that are equal by components, or by a matrix, but where it or its inverse has poles."""
    algebra = Algebra()
    there = multiplier(algebra, ours, theirs, list(highest))
    back = None if there is None else multiplier(algebra, theirs, ours, list(highest))
    if there is None or back is None:
        return None
    known = {x for residual in (*ours, *theirs) for x in algebra.divisors(residual)}
    found = dict.fromkeys(way for rows in (there, back) for way in poles(algebra, rows))
    sets = [way for way in found if not is_outside(algebra, way, known)]
    if sets and not highest:
        return None
    verdict: Verdict = "equal except" if sets else "equal"
    exceptions = tuple(Exceptional(way, False, "the multiplier is singular there") for way in sets)
    assumed = tuple(f"{scheme_text(x)} is not zero" for x in known if isinstance(x, Expression))
    return EquationEquivalence(verdict, "E1 = M E2", {}, Matrix(there), exceptions, assumed)


# --- change ----------------------------------------------------------------------------------------------------------
# A change of the unknowns: functions x = F(t, q) in the place of the unknowns x of a system.
#
# Derivatives of x are the total derivatives of F. The change is invertible where the derivatives of F by q are
# independent, by as many of them as there are x: others are given functions. Other places are outside of the domain,
# and the answer says so. Where there are fewer q than x, constraints have to say that every motion of the system is
# reached: then it has as many initial values in x as in q.
#
# What a system says of unknowns u that it has alone may be their definition, u = F(t, x, D x, ...), as that of momenta
# or quasi-velocities: equations that are linear in u, and have one solution wherever the system has values. Then its
# motions are those of the system with F in the place of u.


class Change(NamedTuple):
    """What functions are in the place of others, and what vanishes where the change is singular."""

    values: dict[Expression, Any]
    singular: list[Any]
    is_square: bool


def put_in(jets: Jets, values: Mapping[Expression, Any], residual: Any) -> Any:
    """A residual with values for functions, and their total derivatives for the derivatives."""
    found: dict[Expression, Any] = {}
    for jet in jets.occurring(residual):
        function, order = jets.place[jet]
        if function in values:
            value = values[function]
            for _ in range(order):
                value = jets.rate(value)
            found[jet] = value
    return TracedFunction(found).of(residual) if found else residual


def definitions(jets: Jets, system: list[Any], own: Set[Expression]) -> dict[Expression, Any]:
    """The values that a system gives to own unknowns, wherever it has values: of others, that it does not define."""
    known = set(jets.functions(*assumptions_in_force()))
    known |= {f for f in own if jets.symbol(f, 0).facts}
    own = own - known
    found: dict[Expression, Any] = {}
    while own - found.keys():
        new: dict[Expression, Any] = {}
        with suppress(*UNSETTLED):
            new = _defined(jets, [put_in(jets, found, x) for x in system], own - found.keys())
        if not new:
            break
        found = {**{f: put_in(jets, new, value) for f, value in found.items()}, **new}
    return found


def _defined(jets: Jets, system: list[Any], own: Set[Expression]) -> dict[Expression, Any]:
    """Own unknowns for which equations without their derivatives are solved, one or several of them."""
    algebra = Algebra()
    equations, divisors = [], set()
    for residual in system:
        orders = {f: order for f, order in jets.functions(residual).items() if f in own}
        if orders and not any(orders.values()):
            equations.append(algebra.part(residual).numerator)
            divisors |= set(algebra.divisors(residual))
    if signs_in(*equations):
        return {}

    def vanishes_nowhere(x: Any) -> bool:
        ways = algebra.alternatives(x)
        return ways is not None and all(is_outside(algebra, way, divisors) for way in ways)

    completion = Completion(algebra, jets, own.__contains__)
    root = Branch(tuple(equations), nonzero=tuple(divisors))
    single = (pivot for equation in equations for pivot in completion.pivots(root, equation))
    pivot = next((x for x in single if vanishes_nowhere(x.coefficient)), None)
    pivots = completion.block(root, equations) if pivot is None else [pivot]
    if not pivots or not vanishes_nowhere(pivots[0].coefficient):
        return {}
    return {jets.place[x.unknown][0]: completion.solution(x) for x in pivots}


def change_of(jets: Jets, given: Any) -> Change:
    pairs = list(map(_items, given.items() if isinstance(given, Mapping) else _items(given)))
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise WrongTypeError(
            f"equivalent-equations: a change is a table of unknowns and expressions, got {describe(given)}"
        )
    values = {_function(jets, key): jets.of(expression_of(value)) for key, value in pairs}
    new = jets.functions(*values.values())
    if not new or any(new.values()) or not values.keys().isdisjoint(new):
        raise WrongTypeError("equivalent-equations: a change gives unknowns as functions of others, not of derivatives")
    unknowns = [jets.symbol(function, 0) for function in new]
    found = [
        singular
        for some in combinations(unknowns, min(len(unknowns), len(values)))
        if (singular := _singular(list(values.values()), some)) is not None
    ]
    if not found:
        raise WrongTypeError(f"equivalent-equations: the change of {_names(values)} to {_names(new)} is not invertible")
    return Change(values, min(found, key=len), len(new) >= len(values))


def _singular(values: list[Any], unknowns: tuple[Symbol, ...]) -> list[Any] | None:
    """What vanishes where the derivatives of values by unknowns are dependent; None if they are everywhere."""
    rows = tuple(tuple(slope(value, u) for u in unknowns) for value in values)
    if len(rows) != len(unknowns):
        columns = tuple(zip(*rows, strict=True))
        rows = tuple(tuple(sum_of(map(g.mul, a, b)) for b in columns) for a in columns)
    ways = Algebra().alternatives(linear.determinant(rows)) if unknowns else []
    return None if ways is None else [x for way in ways for x in way]


def _items(value: Any) -> list[Any]:
    """The items of a list or tuple, of Scheme too; none of anything else."""
    if isinstance(value, (list, tuple)):
        return list(value)
    with suppress(GenericOperationError):
        held = expression_of(value)
        return list(held.operands) if getattr(held, "operator", None) is Head.LIST else []
    return []


def _function(jets: Jets, key: Any) -> Expression:
    node = application(key.expression, jets.time) if isinstance(key, LiteralFunction) else key
    unknown = jets.of(node) if isinstance(node, Expression) else None
    if not isinstance(unknown, Symbol) or jets.place.get(unknown, (None, 1))[1]:
        raise WrongTypeError(
            f"equivalent-equations: what is changed are functions of {jets.time.name}, got {describe(key)}"
        )
    return jets.place[unknown][0]


def _names(functions: Iterable[Any]) -> str:
    return ", ".join(map(scheme_text, functions))


# --- motions ---------------------------------------------------------------------------------------------------------
# Systems of ordinary differential equations compared: by their motions.
#
# Where the sign of a quantity matters, as in sqrt(r^2), both signs are looked at, and the place where it is zero: what
# is under a root has no derivative there.

_MOST_QUANTITIES = Limit(
    "most-signed-quantities", 3, "Quantities whose signs are gone through in a comparison of motions."
)


_ARCS = tuple(map(numerical, ("asin", "acos")))


class Case(NamedTuple):
    """Both systems where quantities have given signs."""

    facts: dict[Any, str]
    first: System
    second: System
    algebra: Algebra
    critical: list[Together]  # what is under roots: where it vanishes these have no derivatives
    more: tuple[Any, ...]  # what vanishes, of which the sign matters elsewhere
    given: bool  # are the residuals those that are given, of which a multiplier can be shown?


OfCase = tuple[Case, list[Finding], Rows | None]  # with the multiplier of one direction


def compare_motions(
    jets: Jets, first: list[Any], second: list[Any], change: Change | None = None
) -> EquationEquivalence:
    """Have two systems, of residuals with symbols for derivatives, the same solutions?"""
    granted: list[str] = []
    before = (first, second)
    if change is not None:
        first, second = ([put_in(jets, change.values, x) for x in system] for system in before)
        granted = [f"{text_of(jets, x)} is not zero, or the change is singular" for x in change.singular]
    _check_common(jets, first, second)
    systems, defined = _with_definitions(jets, [first, second])
    of_cases: tuple[list[OfCase], list[OfCase]] = ([], [])
    known = granted
    with _translated(jets):
        for case in Cases(jets, systems, change.singular if change else []):
            divisors = (*case.first.divisors, *case.second.divisors)
            known += [f"{scheme_text(jets.shown(x))} is not zero" for x in divisors]
            with _where(case.facts):
                of_cases[0].append(_of_case(jets, case, case.first, case.second))
                of_cases[1].append(_of_case(jets, case, case.second, case.first))
        orders = [jets.functions(*system).keys() for system in systems]
        there, back = (_of_all(jets, own_functions(orders[i], orders[1 - i]), each) for i, each in enumerate(of_cases))
        if change is not None and not change.is_square:
            for findings, old, new in ((there, before[0], first), (back, before[1], second)):
                findings += _not_reached(jets, change, old, new)
        converse, rows = (each[0][2] if len(each) == 1 else None for each in of_cases)
        return conclusion(
            jets,
            before,
            (there, back),
            (rows, converse),
            tuple(dict.fromkeys(known)),
            change.values if change else {},
            defined,
        )


def consequence(first: Sequence[Any], second: Sequence[Any]) -> EquationEquivalence:
    """What is to be said of two systems of residuals where it is asked whether the first implies the second."""
    time = variable_of(list(first), list(second))
    status = ""
    with temporarily(budget, budget_in_force()), suppress(LimitError, NotFinite):
        if time is None:
            status = pointwise(list(first), list(second)).status
        elif not is_complex(*first, *second) and not scattered([*first, *second], time):
            status = _status(Jets(time), first, second)
    if status == "implied":
        return EquationEquivalence("implies", "every solution of the first system is one of the second")
    found = equivalent_equations(list(first), list(second))
    return replace(found, verdict="undecided") if status == "undecided" and found.verdict == "different" else found


def _status(jets: Jets, *given: Sequence[Any]) -> str:
    """What the implication of the second of two systems by the first comes to."""
    one, other = ([jets.of(x) for x in system] for system in given)
    _check_common(jets, one, other)
    systems, _ = _with_definitions(jets, [one, other])
    own = own_functions(*(jets.functions(*system).keys() for system in systems))
    of_cases: list[OfCase] = []
    with _translated(jets):
        for case in Cases(jets, systems, []):
            with _where(case.facts):
                of_cases.append(_of_case(jets, case, case.first, case.second))
    return summary(jets, _of_all(jets, own, of_cases)).status


def _with_definitions(jets: Jets, systems: list[list[Any]]) -> tuple[list[list[Any]], list[dict[Expression, Any]]]:
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
    for case, findings, _ in of_cases:
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
    one, other = (jets.functions(*system) for system in (first, second))
    if one and other and one.keys().isdisjoint(other):
        names = [", ".join(map(scheme_text, functions)) for functions in (one, other)]
        raise WrongTypeError(
            f"equivalent-equations: the first system is one for {names[0]}, the second for {names[1]}: they have no "
            "unknown in common (a change of the unknowns may be given)"
        )


def _not_reached(jets: Jets, change: Change, old: list[Any], new: list[Any]) -> list[Finding]:
    """Has a system more motions than its change of unknowns reaches?"""
    if change.values.keys().isdisjoint(jets.functions(*old)):
        return []
    before, after = (generic_freedom(Algebra(), jets, system) for system in (old, new))
    if before is None or after is None or before <= after:
        return []
    return [Finding("fails", None, MOST, "the change of the unknowns does not reach all motions")]


def _of_case(jets: Jets, case: Case, first: System, second: System) -> OfCase:
    implication = Implication(case.algebra, jets, first, second)
    rows = None
    if first.functions == second.functions and case.given:
        orders = jets.functions(*first.residuals, *second.residuals)
        highest = [jets.symbol(function, order) for function, order in orders.items()]
        rows = _multiplier(case.algebra, second.residuals, first.residuals, highest)
    if case.more:
        findings = implication.findings((Split(case.more, True),))
    else:
        findings = implication.findings() if rows is None else implication.by_multiplier(rows)
    for way in case.critical if rows is None and not case.more else ():
        if implication.own.isdisjoint(jets.functions(*way)):
            findings += implication.findings((Split(way, True),))
    signs = tuple(case.facts.items())
    return case, [replace(finding, signs=signs) for finding in findings], rows


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
        taken = [[(i, y) for i, x in enumerate(each) for y in Algebra(self.order).apart(x)] for each in systems]
        self.simple = [[y for _, y in each] for each in taken]
        self.places = [[i for i, _ in each] for each in taken]

    def __iter__(self) -> Iterator[Case]:
        return self._of(self.simple, {}, ())

    def _of(self, systems: list[list[Any]], facts: dict[Any, str], more: tuple[Any, ...]) -> Iterator[Case]:
        algebra = Algebra(self.order)
        if facts and algebra.is_impossible([x for system in self.original for x in system], facts):
            return
        with _where(facts):
            parts = [[algebra.part(x).value for x in system] for system in systems]
            found = [p for part in parts for p in part]
            signs = [x for x in (*signs_in(*found), *sizes_in(*found)) if x not in facts and x not in more]
            if not signs:
                made = [self._system(algebra, *x) for x in zip(parts, self.original, self.places, strict=True)]
                critical = list(_critical(algebra, self.jets, made, self.simple, facts))
                yield Case(facts, made[0], made[1], algebra, critical, more, self.simple == self.original)
                return
        if len(facts) + len(more) >= _MOST_QUANTITIES.value:
            raise _MOST_QUANTITIES.refusal("equivalent-equations: it takes the signs of")
        for fact, sign in (("positive", 1), ("negative", -1)):
            there = [[with_sign(x, signs[0], sign) for x in part] for part in parts]
            yield from self._of(there, {**facts, signs[0]: fact}, more)
        there = [[with_sign(x, signs[0], 1) for x in part] for part in parts]
        yield from self._of(there, facts, (*more, signs[0]))

    def _system(self, algebra: Algebra, residuals: list[Any], original: list[Any], places: list[int]) -> System:
        found = dict.fromkeys((*self.singular, *(x for each in original for x in algebra.divisors(each))))
        divisors = [x for x in found if algebra.alternatives(x) and not signs_in(x)]
        functions = frozenset(self.jets.functions(*original))  # also where they drop out, and are free
        return System(residuals, original, divisors, functions, domain_equations(algebra, original), places)


def _critical(
    algebra: Algebra, jets: Jets, systems: list[System], simple: list[list[Any]], facts: dict[Any, str]
) -> Iterator[Together]:
    """What is under roots, or at the edges of arcsines, and may vanish along a solution with these signs."""
    known = {*facts, *(x for system in systems for x in system.divisors)}
    everything = [x for system in simple for x in system]
    sizes = (x for x in subexpressions(*everything) if x.operator is Head.ABS)
    for node in (*restricted_parts(*everything), *sizes):
        x = node.operands[0]
        if jets.occurring(x):
            for way in algebra.alternatives(g.sub(1, g.square(x)) if node.operator in _ARCS else x) or []:
                if not is_outside(algebra, way, known):
                    yield way


def _where(facts: dict[Any, str]) -> AbstractContextManager[None]:
    return temporarily(assumed, {**assumptions_in_force(), **{x: closure([fact]) for x, fact in facts.items()}})


def _translated(jets: Jets) -> AbstractContextManager[None]:
    """While a block runs, what is assumed of functions is assumed of the symbols of their values."""
    return temporarily(assumed, {jets.of(x): facts for x, facts in assumptions_in_force().items()})


# --- names -----------------------------------------------------------------------------------------------------------
# Systems that are equal but for names: of parameters, of given functions, of unknowns if none is common.
#
# Of two such names each system has one alone: names of both stay, so that no exchange makes a wrong system right.

_MOST_RENAMINGS = 24


def _renamed(
    answer: EquationEquivalence, ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...], time: Any
) -> EquationEquivalence:
    """The answer with the names, if there are any, by which the second system is equal to the first."""
    with suppress(LimitError, NotFinite), half_of_budget():
        for pairs in _renamings(ours, theirs, time):
            there = [substitute(y, {old: new for new, old in pairs}) for y in theirs]
            if _compared(ours, there, highest, time, None).verdict == "equal":
                named = replace(answer, renaming=pairs)
                return replace(named, certificate=f"{named.with_names}; without that: {answer.certificate}")
    return answer


def _renamings(ours: list[Any], theirs: list[Any], time: Symbol | None) -> Iterator[tuple[tuple[Symbol, Symbol], ...]]:
    """Names that the first system has alone, with those that the second has alone in their places."""
    matched = []
    for number, (one, other) in enumerate(zip(_named(ours, time), _named(theirs, time), strict=True)):
        a, b = sorted(one - other, key=str), sorted(other - one, key=str)
        if number or not one & other:
            some = islice(permutations(a if len(a) >= len(b) else b, min(len(a), len(b))), _MOST_RENAMINGS)
            matched.append([tuple(zip(*((x, b) if len(a) >= len(b) else (a, x)), strict=True)) for x in some])
    for pairs in islice(product(*matched), _MOST_RENAMINGS):
        if any(pairs):
            yield sum(pairs, ())


def _named(system: list[Any], time: Symbol | None) -> tuple[set[Symbol], ...]:
    """The unknowns of a system, the given functions, and the parameters, each by their names."""
    heads = {f: place for f, _, place in applications(system)}
    unknowns = {f for f, operands in heads.items() if operands == (time,)}
    return unknowns, {*heads} - unknowns, {*Evaluator(*system).symbols} - {time}


# --- compare ---------------------------------------------------------------------------------------------------------
# Do two systems of equations say the same? By their solutions.
#
# Two systems are *equal* when every smooth real solution of the one is one of the other. They are *equal except* on a
# set when that holds outside of it, and the solutions inside are fewer: they have fewer constants. One *implies* the
# other when its solutions are solutions of the other, but not conversely. They are *different* when a solution of one
# is shown to be none of the other, and neither is shown to imply the other; or when one has solutions and the other has
# none.
#
# The domain are the points where every part of both systems has a real value, and the declared facts hold. An unknown
# that only one system has is eliminated: what is compared are the motions of the others, and a motion is one of a
# system if there are own unknowns for it, which equations or initial values determine, or which are free. Motions are
# functions on an interval: what vanishes at moments alone, as 1 - cos t, may be divided by. Where a function of the
# variable is met at several places, as x(t) and x(t - 1), it is not known which values a solution may have there: such
# systems are found equal, or are undecided.


@public("equivalent-equations")
def equivalent_equations(
    first: Values | Scalar,
    second: Values | Scalar,
    change: Mapping[Any, Any] | Values | None = None,
    *,
    explain: bool = False,
) -> EquationEquivalence:
    """Have two systems of equations the same solutions?

    Scheme:  (equivalent-equations E1 E2), (equivalent-equations E1 E2 (list (list ((literal-function 'x) 't) F) ...))
    Shapes:  structures, matrices, arrays, lists or tuples of scalars, or of SymPy's ``Eq``
             a text of several words is read as equations, in infix notation or LaTeX
    Change:  a table of unknowns and of the functions of others that are to stand in their places
    Domain:  where every part of both systems has a real value, and the declared facts hold
    Verdict: "equal" if every smooth real solution of the one is one of the other; "equal except" where something
             vanishes, "implies", "implied", "different", each with what shows it; "undecided". Where it is not
             "equal", ``renaming`` has the names, if there are any, by which the systems are
    Raises:  WrongTypeError if a residual is no scalar, or the systems have no variable or no unknown in common
    >>> from scmpy import D, down, literal_functions, symbols
    >>> (t, k, m), (x, p) = symbols("t k m"), literal_functions("x p")
    >>> newton = (D**2)(x)(t) + k / m * x(t)
    >>> answer = equivalent_equations(down(newton), down(k * x(t) + m * (D**2)(x)(t)))
    >>> answer.verdict, answer.multiplier
    ('equal', (matrix-by-rows (list (/ 1 m))))
    >>> equivalent_equations([D(x)(t) - p(t) / m, D(p)(t) + k * x(t)], newton).verdict
    'equal'
    >>> equivalent_equations(newton, D(x)(t) * newton)
    equal except: the solutions are the same but where ((D x) t) = 0
    >>> equivalent_equations("m x'' + k x = 0", "m q'' + b q = 0").renaming
    ((x, q), (k, b))
    """
    first = _read(first, None if isinstance(second, str) else second)
    ours, theirs = residuals_of(first), residuals_of(_read(second, first))
    answer = _answer(ours, theirs, change, renames=change is None)
    if explain:
        print(answer.explanation)
    return answer


def by_the_same_names(first: Sequence[Any], second: Sequence[Any]) -> EquationEquivalence:
    """What equivalent_equations says of systems of residuals where no other names are looked for."""
    return _answer(residuals_of(list(first)), residuals_of(list(second)), None, renames=False)


def _answer(ours: list[Any], theirs: list[Any], change: Any, renames: bool) -> EquationEquivalence:
    time, highest = variable_of(ours, theirs), tuple(highest_derivatives([*ours, *theirs]))
    with temporarily(budget, budget_in_force()):
        try:
            answer = _compared(ours, theirs, highest, time, change)
        except WrongTypeError:  # no unknown is in common
            answer = EquationEquivalence("different", "no unknown is in common")
            if not renames or not (answer := _renamed(answer, ours, theirs, highest, time)).renaming:
                raise
        if answer.verdict != "equal" and renames and not answer.renaming:
            answer = _renamed(answer, ours, theirs, highest, time)
    return replace(_without_initial_values(answer, [*ours, *theirs], time, highest), unknowns=highest)


def _compared(ours: list[Any], theirs: list[Any], highest: Any, time: Any, change: Any) -> EquationEquivalence:
    if time is None or is_complex(*ours, *theirs):
        if change is not None:
            raise WrongTypeError("equivalent-equations: a change is one of functions of a single real variable")
        return _within_limits(compare_points, ours, theirs, highest)
    jets = Jets(time)
    one, other = ([jets.of(x) for x in system] for system in (ours, theirs))
    changed = None if change is None else change_of(jets, change)
    answer = _within_limits(compare_motions, jets, one, other, changed)
    is_open = answer.verdict == "undecided" and not highest and change is None
    if is_open and jets.functions(*one) == jets.functions(*other):
        answer = _within_limits(_at_an_instant, ours, theirs, time)
    return answer


def _within_limits(compared: Callable[..., EquationEquivalence], *given: Any) -> EquationEquivalence:
    """An answer; undecided where it costs more than is left of the budget, or more than a single question may."""
    try:
        return compared(*given)
    except (LimitError, NotFinite) as error:
        reason = str(error).removeprefix("equivalent-equations: ").removeprefix("equivalent: ")
        return EquationEquivalence("undecided", reason)


def _at_an_instant(ours: list[Any], theirs: list[Any], time: Symbol) -> EquationEquivalence:
    """The comparison of the values that functions may have; a difference has to be there at an instant at random.

    Where the variable is an unknown, a solution is found at a zero of what depends on it alone, such as t x(t).
    """
    answer = compare_points(ours, theirs, ())
    if answer.verdict in ("equal", "undecided") or not facts_of(time) <= {"real", "nonnegative", "positive"}:
        return answer if answer.verdict == "equal" else EquationEquivalence("undecided", answer.certificate)
    ours, theirs = ([substitute(x, {time: AN_INSTANT}) for x in system] for system in (ours, theirs))
    there = compare_points(ours, theirs, ())
    if there.verdict == answer.verdict:
        return replace(there, witness={time.name: AN_INSTANT, **there.witness})
    return EquationEquivalence("undecided", f"of numbers: {answer.verdict}; at an instant: {there.verdict}")


def _read(system: Any, reference: Any) -> Any:
    """A system with what is in it as a text of several words, in infix notation or LaTeX, read by the other one."""
    if isinstance(system, (list, tuple)):
        return [_read(part, reference) for part in system] if any(isinstance(x, str) for x in system) else system
    return equations_of_text(system, reference) if is_text_of_formula(system) else system


def _without_initial_values(
    answer: EquationEquivalence, everything: list[Any], time: Symbol | None, highest: tuple[Expression, ...]
) -> EquationEquivalence:
    """What is left of an answer where a function is met at several places: no solution with given values is known."""
    where = scattered(everything, time) if time is not None or highest else ""
    if not where or answer.verdict in ("equal", "undecided"):
        return answer
    reason = f"{where}: its values there are related, and no solution is known that has given ones"
    if answer.verdict == "equal except":
        exceptions = tuple(Exceptional(x.where, False, reason) for x in answer.exceptions)
        return replace(answer, exceptions=exceptions)
    return EquationEquivalence("undecided", reason, steps=answer.steps)
