"""Does one system of equations not vanish at a solution of another?

A system is solved equation by equation, for quantities of which an equation is a polynomial of first or second degree,
or, where an angle is sought, by trying parts of a turn. A solution has to be a point of the domain: where declared
facts hold, such as that a symbol is positive, and where all equations have real values that enclose 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumptions_in_force, facts_of, known
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent, is_complex
from scmpy.symbolic.decision.witness import Place
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.expression import HALF_TURN, PLUS, TIMES, Expression, Symbol, application, numerical
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.simplify import reduced

#: No more ways to solve a system are tried than this, nor any more after so many comparisons that stayed undecided:
#: each of those has used up the work that it may cost.
_MAXIMUM_SOLUTIONS = 12
_MOST_UNDECIDED = Limit(
    "most-undecided", 10, "Comparisons that are left undecided before equations are.", "undecided comparisons"
)

SIN, COS = map(numerical, ("sin", "cos"))
_HALF_TURNS = (0, 1, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 4), Fraction(1, 3), Fraction(2, 3), 2)


class Solving(NamedTuple):
    """The equations that are not solved yet, what has to be defined, where facts hold, and the quantities found."""

    equations: list[Any]
    everything: list[Any]
    constraints: list[Any]
    found: dict[Expression, Any]

    def at(self, quantity: Expression, value: Any) -> Solving:
        """The same where a quantity has a value."""
        at = {quantity: value}
        equations, everything, constraints = ([_at(x, at) for x in part] for part in self[:3])
        found = {known: _at(was, at) for known, was in self.found.items()}
        return Solving(equations, everything, constraints, {**found, quantity: value})


def difference_at_solution(system: list[Any], other: list[Any], defined: Sequence[Any] = ()) -> Equivalence | None:
    """Does the other system not vanish at a solution of this one, found equation by equation, where more is defined?"""
    with suppress(LimitError):
        return _difference_at_solution(system, other, defined, Comparing())
    return None


class Comparing:
    """Comparisons, of which so many may stay undecided."""

    def __init__(self) -> None:
        self.undecided = 0

    def __call__(self, a: Any, b: Any) -> Equivalence:
        """The answer of :func:`equivalent`; an error once too many were undecided."""
        if self.undecided >= _MOST_UNDECIDED.value:
            raise _MOST_UNDECIDED.refusal("equivalent-equations: there are")
        answer = equivalent(a, b)
        self.undecided += answer.verdict == "undecided"
        return answer


def _difference_at_solution(
    system: list[Any], other: list[Any], defined: Sequence[Any], compare: Comparing
) -> Equivalence | None:
    everything = [*other, *defined, *system]
    pending = [Solving([reduced(x) for x in system], everything, _constraints(everything), {})]
    for _ in range(_MAXIMUM_SOLUTIONS):
        if not pending:
            return None
        now = pending.pop()
        if not now.equations:
            answer = _nonzero(now.everything[: len(other)], [*now.everything, *now.constraints], compare)
            if answer is not None and (is_complex(*system, *other) or _is_solution(system, answer, now.found)):
                return _at_solution(answer, now.found)
            continue
        equation, *equations = now.equations
        rest = now._replace(equations=equations)
        if compare(equation, 0).verdict == "equal":
            pending.append(rest)
            continue
        for quantity, value in reversed([*_solutions(equation, now.everything, compare), *_angles(equation, compare)]):
            with suppress(DivisionByZeroError, DomainError):  # no point of the domain
                there = rest.at(quantity, value)
                if _has_facts(quantity, value) and not is_complex(*there.constraints):
                    pending.append(there)
    return None


def _is_solution(system: list[Any], answer: Equivalence, found: dict[Expression, Any]) -> bool:
    """Do all equations enclose 0 at the place of an answer, and have real values there?"""
    place = (answer.place or Place({}, 0, 0))._replace(solved=tuple(found.items()))

    def is_zero(equation: Any) -> bool:
        value = place.enclosure(equation)
        if value is not None:
            return bool(value.contains(0))
        parts = [reduced(_at(x, found)) for x in subexpressions(equation)]  # as the root of an exact 0
        return is_number(parts[-1]) and parts[-1] == 0 and not is_complex(*parts)

    return all(place.enclosure(x) is not None for x in found.values()) and all(map(is_zero, system))


def _at_solution(answer: Equivalence, found: dict[Expression, Any]) -> Equivalence:
    """The answer with the quantities solved for."""
    text = "".join(f"{scheme_text(quantity)} = {scheme_text(value)}; " for quantity, value in found.items())
    at = {x: answer.witness[x.name] for x in Evaluator(*found.values()).symbols if x.name in answer.witness}
    solved = {quantity.name: _at(value, at) for quantity, value in found.items() if isinstance(quantity, Symbol)}
    place = None if answer.place is None else answer.place._replace(solved=tuple(found.items()))
    return Equivalence("different", text + answer.certificate, {**answer.witness, **solved}, place=place)


def _constraints(system: list[Any]) -> list[Any]:
    """Expressions that have real values only where the facts hold that are declared or assumed."""
    declared = {symbol: symbol.facts for symbol in Evaluator(*system).symbols}
    found = []
    for expression, facts in [*declared.items(), *assumptions_in_force().items()]:
        if "nonnegative" in facts or "nonpositive" in facts:
            found.append(g.sqrt(expression if "nonnegative" in facts else g.negate(expression)))
        if "nonzero" in facts:
            found.append(g.div(1, expression))
    return found


def _has_facts(quantity: Expression, value: Any) -> bool:
    """Is a quantity that is rational by declaration given a number that is?"""
    whole = facts_of(quantity) & {"rational", "integer", "even", "odd"}
    return all(known(fact, value) for fact in whole)


def _angles(equation: Any, compare: Comparing) -> Iterator[tuple[Expression, Any]]:
    """Symbols in sines and cosines with parts of a turn where the equation holds."""
    circular = [node for node in subexpressions(equation) if node.operator in (SIN, COS)]
    for symbol in Evaluator(*circular).symbols if circular else ():
        for half_turns in _HALF_TURNS:
            value = g.mul(half_turns, HALF_TURN)
            with suppress(DivisionByZeroError, DomainError):
                if compare(_at(equation, {symbol: value}), 0).verdict == "equal":
                    yield symbol, value


def _nonzero(residuals: list[Any], everything: list[Any], compare: Comparing) -> Equivalence | None:
    """Is one of the residuals not zero at a point where everything is defined?"""
    for residual in residuals:
        terms = [application(TIMES, 0, x) for x in everything if isinstance(x, Expression)]
        answer = compare(application(PLUS, residual, *terms) if terms else residual, 0)
        if answer.verdict == "different":
            return answer
    return None


def _solutions(equation: Any, system: list[Any], compare: Comparing) -> list[tuple[Expression, Any]]:
    """The quantities of which an equation is a polynomial of first or second degree, with their real values by it."""
    found = []
    for quantity in _quantities(equation, system):
        try:
            below, rest, above = (_at(equation, {quantity: n}) for n in (-1, 0, 1))
        except (DivisionByZeroError, DomainError):  # no polynomial
            continue
        linear_part = g.div(g.sub(above, below), 2)
        square = g.sub(g.div(g.add(above, below), 2), rest)
        made = g.add(g.mul(g.add(g.mul(square, quantity), linear_part), quantity), rest)
        if compare(equation, made).verdict != "equal":
            continue
        if compare(square, 0).verdict == "equal" and compare(linear_part, 0).verdict == "different":
            found.append((quantity, reduced(g.div(g.negate(rest), linear_part))))
        elif compare(square, 0).verdict == "different":
            root = g.sqrt(g.sub(g.square(linear_part), g.mul(4, g.mul(square, rest))))
            found += [
                (quantity, reduced(g.div(g.sub(sign_times_root, linear_part), g.mul(2, square))))
                for sign_times_root in (root, g.negate(root))
                if not is_complex(root)
            ]
    return found


def _quantities(equation: Any, system: list[Any]) -> list[Expression]:
    """What may have any value: symbols, and applications of literal functions that have the same arguments everywhere.

    The derivatives of a function at one point are independent of each other, but values at two points may be related.
    """
    arguments: dict[str, set[Any]] = {}
    for node, applied in Evaluator(*system).literals():
        arguments.setdefault(applied.name, set()).add(node.operands)
    own = Evaluator(equation)
    return [*own.symbols, *(node for node, applied in own.literals() if len(arguments[applied.name]) == 1)]


def _at(residual: Any, values: dict[Any, Any]) -> Any:
    return substitute(residual, values) if isinstance(residual, Expression) else residual
