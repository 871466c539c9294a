"""Systems compared at a point: equations between numbers, and between functions of several variables.

One system implies another when every residual of the other vanishes where all of the one do, by ideal membership. It
does not when it can be solved, equation by equation, for quantities of which it is a polynomial of first or second
degree, or has a real root as a polynomial in one symbol, and the other does not vanish there. Of functions of several
variables what follows by differentiation is looked at up to the order of the other system.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scmpy.generic import operations as g
from scmpy.mechanics.equations.alternatives import UNSETTLED, Algebra
from scmpy.mechanics.equations.conclusion import shown_multiplier
from scmpy.mechanics.equations.jets import slope
from scmpy.mechanics.equations.multiplier import inverse, multiplier, poles
from scmpy.mechanics.equations.reading import places_of
from scmpy.mechanics.equations.verdict import EquationEquivalence, Exceptional, Verdict
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.real_roots import difference_at_root
from scmpy.structure.solutions import difference_at_solution
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.definite import linear_parts, parts_where_zero
from scmpy.symbolic.decision.equivalence import Equivalence, is_complex
from scmpy.symbolic.decision.ideals import vanishes_with
from scmpy.symbolic.decision.known_signs import note_assumptions
from scmpy.symbolic.decision.zeros import is_defined_where_not_divided, vanishing_parts
from scmpy.symbolic.derivatives import differentiated
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.fold import subexpressions

_MOST_EQUATIONS = 20  # with those that follow by differentiation


class Pointwise(NamedTuple):
    """Whether one system implies another: "implied", "fails" or "undecided"; "empty" if it has no solutions.

    It is "outside" if the other one is not defined at any of its solutions.
    """

    status: str
    difference: Equivalence | None = None


def pointwise(system: list[Any], other: list[Any]) -> Pointwise:
    """Does a system vanish only where another one does?

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> pointwise([x], [x * y]).status, pointwise([x * y], [x]).status, pointwise([x, x - 1], [y]).status
    ('implied', 'fails', 'empty')
    """
    if is_complex(*system, *other):
        parts, theirs = system, other
    else:
        parts, theirs = _in_parts(system), _in_parts(other)
    if _vanish_with(parts, [1], system):
        return Pointwise("empty")
    if _vanish_with(parts, [1], [*system, *other]):
        return Pointwise("outside", _difference(parts, [1], system))
    if _vanish_with(parts, theirs, [*system, *other]) or _vanish_with(_differentiated(system, other), other, []):
        return Pointwise("implied")
    difference = _difference(parts, other, system)
    return Pointwise("undecided") if difference is None else Pointwise("fails", difference)


def _differentiated(system: list[Any], other: list[Any]) -> list[Any]:
    """A system and what follows by differentiation, by all variables, up to the order of another one."""
    variables = {x: None for place in sorted(places_of(system, 1), key=str) for x in place}
    found = newest = list(system)
    for _ in range(_order(other) - _order(system)):
        newest = [slope(residual, x) for residual in newest for x in variables]
        found = found + newest
    return found if len(found) <= _MOST_EQUATIONS else system


def _order(system: list[Any]) -> int:
    return max((differentiated(x.operator)[1] for x in subexpressions(*system)), default=0)


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


def _difference(system: list[Any], other: list[Any], defined: list[Any]) -> Equivalence | None:
    """Where the other system is seen not to vanish at a solution of this one, at which more is defined."""
    difference = difference_at_root(system, other) if system == defined else None
    return difference_at_solution(system, other, defined) if difference is None else difference


def _vanish_with(system: list[Any], residuals: list[Any], defined: list[Any]) -> bool:
    """Do residuals vanish wherever a system does, and what has to be defined is so?"""
    engine = Certain(is_complex(*system, *residuals, *defined), note_assumptions)
    try:
        system, residuals = _solved_for_symbols(system, residuals)
        return engine.settled(lambda: _are_in_ideal(engine, system, residuals, defined))
    except UNSETTLED:
        return False


def _solved_for_symbols(system: list[Any], residuals: list[Any]) -> tuple[list[Any], list[Any]]:
    """Both with the values of symbols that stand in a residual of the system with a number as their factor alone."""
    for i in range(len(system)):
        for u in Evaluator(system[i]).symbols if isinstance(system[i], Expression) else ():
            parts = linear_parts(system[i], u)
            if parts is not None and not {"integer", "rational"} & facts_of(u):
                value = {u: g.negate(g.div(parts[1], parts[0]))}
                system = [substitute(x, value) if n > i else x for n, x in enumerate(system)]
                residuals = [substitute(x, value) for x in residuals]
                break
    return system, residuals


def _are_in_ideal(engine: Certain, system: list[Any], residuals: list[Any], defined: list[Any]) -> bool:
    forms = [engine.expression_form(residual) for residual in (*system, *residuals, *defined)]
    if engine.half_angles:  # by the tangent of half an angle, half a turn is no point of the domain
        return False
    if not all(is_defined_where_not_divided(engine, form) for form in forms):
        return False
    systems = [forms[: len(system)], forms[len(system) : len(system) + len(residuals)]]
    if not engine.complex_domain:
        systems = [[part for form in some for part in vanishing_parts(engine, form)] for some in systems]
    ours, theirs = systems
    return all(vanishes_with(engine, form, ours, forms) for form in theirs)


# --- both directions -------------------------------------------------------------------------------------------


def compare_points(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence:
    """Compare equations between numbers, or between functions of several variables."""
    if not is_complex(*ours, *theirs):
        try:
            answer = _by_multiplier(ours, theirs, highest)
        except UNSETTLED:
            answer = None
        if answer is not None:
            return answer
    first, second = pointwise(ours, theirs), pointwise(theirs, ours)
    states = {first.status, second.status}
    if states == {"implied"} or states == {"empty"}:
        return EquationEquivalence("equal", "each residual is in the radical of the other ideal", unknowns=highest)
    failing = next((x.difference for x in (first, second) if x.difference is not None), None)
    if failing is not None and "outside" in states and "fails" not in states:
        there = (ours, theirs) if first.difference is not None else (theirs, ours)
        certain = not highest or _has_solution_through_every_point(*there)
        if states & {"outside", "empty"} == states and certain:
            reason = f"one system has no solution where the other has one: {failing.certificate}"
            return EquationEquivalence("different", reason, failing.witness, unknowns=highest)
        failing = None
    if failing is None:
        reason = "neither by ideal membership nor at a solution by equations of first or second degree"
        return EquationEquivalence("undecided", reason, unknowns=highest)
    name, solved, other = ("first", ours, theirs) if first.difference is not None else ("second", theirs, ours)
    reason = f"at a solution of the {name} system the other one does not vanish: {failing.certificate}"
    if highest and not _has_solution_through_every_point(solved, other):
        reason = f"{reason}; what follows by differentiation was not looked for"
        return EquationEquivalence("undecided", reason, failing.witness, unknowns=highest)
    verdict: Verdict = "different"
    if "implied" in states:
        verdict = "implies" if first.status == "implied" else "implied"
    return EquationEquivalence(verdict, reason, failing.witness, unknowns=highest)


def _has_solution_through_every_point(solved: list[Any], other: list[Any]) -> bool:
    """Has a solution any derivatives that the equations allow? One equation has (Cauchy, Kovalevskaya).

    It is one for a function that is differentiated most often, which has to be one of all the variables.
    """
    most = _order(solved)
    leading = [x.operands for x in subexpressions(*solved) if differentiated(x.operator)[1] == most]
    variables = {x for place in places_of(solved) for x in place}
    return len(solved) == 1 and _order(other) <= most and any(variables <= {*place} for place in leading)


def _by_multiplier(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence | None:
    """Systems that are equal by components, or by a matrix, but where it or its inverse has poles."""
    algebra = Algebra()
    there = multiplier(algebra, ours, theirs, list(highest))
    back = None if there is None else inverse(algebra, there) or multiplier(algebra, theirs, ours, list(highest))
    if there is None or back is None:
        return None
    known = {x for residual in (*ours, *theirs) for x in algebra.divisors(residual)}
    found = dict.fromkeys(way for rows in (there, back) for way in poles(algebra, rows) if known.isdisjoint(way))
    sets = [way for way in found if not any(algebra.vanishes_on(x, list(way), []) for x in known)]
    if sets and not highest:
        return None
    verdict: Verdict = "equal except" if sets else "equal"
    exceptions = tuple(Exceptional(way, False, "the multiplier is singular there") for way in sets)
    assumed = tuple(f"{scheme_text(x)} is not zero" for x in known if isinstance(x, Expression))
    matrix, determinant, zeros = shown_multiplier(lambda x: x, there)
    return EquationEquivalence(verdict, "E1 = M E2", {}, matrix, determinant, zeros, highest, exceptions, assumed)
