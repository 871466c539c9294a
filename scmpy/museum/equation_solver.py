"""Systems of equations solved by substitution, one unknown after the other, with the reasons for every value.

An equation is a residual, which is to vanish, and its justifications: names of whatever it comes from. An unknown is
isolated in the simplest equation that contains one, put into the others and into the values found before, and so on;
a value inherits the justifications of all equations that went into it. Where an equation has two roots, each is tried,
justified by its own hypothesis; a contradiction goes back to the last choice. Equations in which no unknown can be
isolated are put aside, and tried again when more is known. What cannot be solved stays in the result.

A solution is a list of residual equations, residual variables, substitutions and tough equations; a substitution is
``((= x value) justifications)``, an equation ``(residual justifications variables)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.mechanics.relations import solutions
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure.aliases import Formula, Value, Values
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import D_SYMBOL, EXPT, OVER, Application, Expression, Symbol, symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.parts import expression_walker
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.simplify import simplify

_MOST_STEPS = Limit(
    "most-substitutions", 1_000, "Substitutions that are tried for equations, along all choices of roots."
)

#: Floats below this are taken as 0, as what cancels is not zero exactly.
_SMALL = 1e-15

_EQUALS = symbol("=")
_SOLUTION, _CONTRADICTIONS = symbol("*solution*"), symbol("contradictions")


class Equation(NamedTuple):
    """A residual and what it comes from."""

    residual: Any
    justifications: tuple[Any, ...]

    @property
    def is_tautology(self) -> bool:
        return is_number(self.residual) and abs(self.residual) < _SMALL

    @property
    def is_contradiction(self) -> bool:
        return is_number(self.residual) and not self.is_tautology

    def at(self, found: Substitution) -> Equation:
        """The equation where an unknown has its value."""
        if not _occurs(found.unknown, self.residual):
            return self
        value = substitute(self.residual, {found.unknown: found.value})
        return Equation(_numerator(value), _union(found.justifications, self.justifications))

    def listed(self) -> tuple[Any, ...]:
        return self.residual, self.justifications, _variables(self.residual)


class Substitution(NamedTuple):
    """The value of an unknown and what it comes from."""

    unknown: Expression
    value: Any
    justifications: tuple[Any, ...]

    def at(self, found: Substitution) -> Substitution:
        """The same where another unknown has its value."""
        if not _occurs(found.unknown, self.value):
            return self
        value = simplify(substitute(self.value, {found.unknown: found.value}))
        return Substitution(self.unknown, value, _union(found.justifications, self.justifications))

    def listed(self) -> tuple[Any, ...]:
        return (_EQUALS, self.unknown, self.value), self.justifications


@dataclass
class _Search:
    """What all branches of a search share: the equations as given, the contradictions found, the steps taken."""

    equations: tuple[Equation, ...]
    contradictions: list[Equation] = field(default_factory=list)
    steps: int = 0


@dataclass(frozen=True)
class _State:
    """Equations still to be looked at, unknowns without a value, values, equations put aside."""

    residual: tuple[Equation, ...]
    unknowns: tuple[Expression, ...]
    found: tuple[Substitution, ...] = ()
    tough: tuple[Equation, ...] = ()
    progress: bool = False

    def solutions(self, search: _Search) -> Iterator[_State]:
        """The solutions that follow from here, by all choices of roots."""
        state = self
        while state.unknowns and (state.residual or (state.tough and state.progress)):
            if not state.residual:
                state = replace(state, residual=state.tough, tough=(), progress=False)
                continue
            equation = min(state.residual, key=_difficulty)
            rest = replace(state, residual=tuple(each for each in state.residual if each is not equation))
            choices = next(filter(None, (_isolated(x, equation) for x in _present(state.unknowns, equation))), None)
            if choices:
                for choice in choices:
                    after = rest._with(choice, search)
                    if after is not None:
                        yield from after.solutions(search)
                return
            state = replace(rest, tough=(equation, *state.tough))
        if not any(map(state._contradicts(search), search.equations)):
            yield state

    def _with(self, choice: Substitution, search: _Search) -> _State | None:
        """The state where an unknown has a value, if no equation says that it has another."""
        search.steps += 1
        _MOST_STEPS.check(search.steps, "solve-incremental")
        try:
            residual, tough = (tuple(each.at(choice) for each in part) for part in (self.residual, self.tough))
            found = (choice, *(each.at(choice) for each in self.found))
        except (DivisionByZeroError, DomainError):  # the value is no point of the domain
            return None
        wrong = [each for each in (*residual, *tough) if each.is_contradiction]
        search.contradictions += wrong
        if wrong:
            return None
        residual, tough = (tuple(each for each in part if not each.is_tautology) for part in (residual, tough))
        return _State(residual, tuple(x for x in self.unknowns if x != choice.unknown), found, tough, True)

    def _contradicts(self, search: _Search) -> Callable[[Equation], bool]:
        """Is an equation wrong at the values: a root that squaring has added, or no point of the domain?"""

        def wrong(equation: Equation) -> bool:
            try:
                for each in self.found:
                    equation = equation.at(each)
            except (DivisionByZeroError, DomainError):
                return True
            if equation.is_contradiction:
                search.contradictions.append(equation)
            return equation.is_contradiction

        return wrong

    def listed(self) -> tuple[Any, ...]:
        parts = (self.residual, self.unknowns, self.found, self.tough)
        return tuple(tuple(x if isinstance(x, Expression) else x.listed() for x in part) for part in parts)


def _numerator(expression: Any) -> Any:
    """The simplified residual, its denominator left out; a number that is almost 0 is 0."""
    found = simplify(expression)
    if isinstance(found, Application) and found.operator is OVER and len(found.operands) == 2:
        found = found.operands[0]
    return 0 if isinstance(found, (float, complex)) and abs(found) < _SMALL else found


def _occurs(part: Expression, whole: Any) -> bool:
    return isinstance(whole, Expression) and part in set(subexpressions(whole))


def _variables(expression: Any) -> tuple[Any, ...]:
    """The symbols of an expression, as operands: those that come later first."""
    if not isinstance(expression, Expression):
        return ()
    found: dict[Any, None] = {} if not isinstance(expression, Symbol) else {expression: None}
    for node in subexpressions(expression):
        if isinstance(node, Application):
            found.update(dict.fromkeys(x for x in node.operands if isinstance(x, Symbol) and x is not D_SYMBOL))
    return tuple(reversed(found))


def _union(some: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    """The justifications of both, what the others add first."""
    for each in others if some else ():
        some = some if each in some else (each, *some)
    return some or others


def _exponent(unknown: Expression, expression: Any) -> Any:
    """The greatest power of an unknown in an expression; 0 if it does not occur."""
    if not _occurs(unknown, expression):
        return 0
    powers = [
        node.operands[1]
        for node in subexpressions(expression)
        if isinstance(node, Application) and node.operator is EXPT and node.operands[0] == unknown
    ]
    return max((1, *(x for x in powers if is_number(x) and not isinstance(x, complex))))


def _difficulty(equation: Equation) -> Any:
    return sum(_exponent(x, equation.residual) for x in _variables(equation.residual))


def _present(unknowns: Iterable[Expression], equation: Equation) -> list[Expression]:
    """The unknowns in an equation, those of the lowest powers first."""
    present = [x for x in unknowns if _occurs(x, equation.residual)]
    return sorted(present, key=lambda x: _exponent(x, equation.residual))


def _isolated(unknown: Expression, equation: Equation) -> list[Substitution]:
    """The values of an unknown by an equation; each of several has a premise of its own."""
    with suppress(DivisionByZeroError, DomainError):
        roots = list(dict.fromkeys(map(simplify, solutions(equation.residual, unknown))))
        premises = [_premise(sign, unknown, equation) for sign in ("+", "-")] if len(roots) == 2 else []
        return [
            Substitution(unknown, root, _union(tuple(premises[n : n + 1]), equation.justifications))
            for n, root in enumerate(roots)
        ]
    return []


def _premise(sign: str, unknown: Expression, equation: Equation) -> tuple[Any, ...]:
    """The hypothesis that one of two roots is meant."""
    return symbol("hypothetical"), (symbol(sign), symbol("root"), unknown, equation.residual)


def _as_expression(given: Any) -> Any:
    """The value of an expression or a quoted list; a quoted list may have the operators square and cube."""
    found = expression_from(given)
    return _walk(found) if isinstance(found, Expression) else found


_walk = expression_walker({"square": g.square, "cube": g.cube})


def _as_equation(given: Any, operation: str) -> Equation:
    parts = items(given, operation)
    if len(parts) != 3:
        raise WrongTypeError(f"{operation} expects equations made by make-equation, got {describe(given)}")
    return Equation(expression_from(parts[0]), items(parts[1], operation))


def _as_unknowns(given: Any, operation: str) -> tuple[Expression, ...]:
    unknowns = tuple(map(expression_from, items(given, operation)))
    for each in unknowns:
        if not isinstance(each, Expression):
            raise WrongTypeError(f"{operation} expects symbols and other expressions as unknowns, got {describe(each)}")
    return tuple(dict.fromkeys(unknowns))


@public("make-equation")
def make_equation(residual: Formula, justifications: Values = ()) -> tuple[Any, ...]:
    """The equation that an expression vanishes, with names for where it comes from.

    Scheme:  (make-equation '(+ (* 3 x) y -7) (list 'A))
    >>> from scmpy import *
    >>> x, y, A = symbols("x y A")
    >>> make_equation((3 * x + y - 7) / y, [A])
    ((+ -7 (* 3 x) y), (A,), (y, x))
    """
    justifications = items(justifications)
    return Equation(_numerator(_as_expression(residual)), justifications).listed()


@public("solve-incremental")
def solve_incremental(
    equations: Values,
    unknowns: Values,
    succeed: Callable[..., Any] | None = None,
    fail: Callable[..., Any] | None = None,
) -> Value:
    """The values of unknowns by equations, found by substitution, with the justifications of each.

    Scheme:  (solve-incremental (list (make-equation '(+ x y -3) '(A)) ...) '(x y))
             (solve-incremental equations unknowns (lambda (solution fail) ...) (lambda () ...))
    Shapes:  result: a list of residual equations, residual variables, substitutions and tough equations, or, where
             there is no solution, a list of ``contradictions`` and equations that cannot hold. ``succeed`` takes a
             solution and a procedure that goes on to the next one; after the last one there is ``fail``.
    >>> from scmpy import *
    >>> x, y, A, B = symbols("x y A B")
    >>> both = [make_equation(3 * x + y - 7, [A]), make_equation(3 * x - y - 5, [B])]
    >>> substitutions(solve_incremental(both, [x, y]))
    (((=, y, 1), (B, A)), ((=, x, 2), (B, A)))
    >>> solve_incremental([make_equation(x - 1, [A]), make_equation(x - 2, [B])], [x])
    (contradictions, (-1, (B, A), ()))
    """
    name = "solve-incremental"
    given = tuple(_as_equation(each, name) for each in items(equations, name))
    search = _Search(given)
    start = _State(tuple(x for x in given if not x.is_tautology), _as_unknowns(unknowns, name))
    found = start.solutions(search)

    def next_solution() -> Any:
        state = next(found, None)
        if state is not None:
            return state.listed() if succeed is None else succeed(state.listed(), next_solution)
        if fail is not None:
            return fail()
        wrong = [x.listed() for n, x in enumerate(search.contradictions) if x not in search.contradictions[:n]]
        return _CONTRADICTIONS, *wrong

    return next_solution()


@public("solve-equations")
def solve_equations(equations: Values, unknowns: Values) -> Value:
    """The values of unknowns by equations, made by make-equation or residuals: what solve-incremental finds first.

    Residuals are justified by eq:0, eq:1, ... (In the original as loaded the name is bound to a
    procedure that fails for every equation.)

    Scheme:  (solve-equations (list '(+ x y -3) '(- x y 1)) '(x y))
    >>> from scmpy import *
    >>> x, y, A = symbols("x y A")
    >>> substitutions(solve_equations([x + y - 3, make_equation(x - y - 1, [A])], [x, y]))
    (((=, y, 1), (A, eq:0)), ((=, x, 2), (A, eq:0)))
    """
    name = "solve-equations"
    given = [
        each if _is_equation(each) else make_equation(each, [symbol(f"eq:{n}")])
        for n, each in enumerate(items(equations, name))
    ]
    return solve_incremental(given, unknowns)


def _is_equation(given: Any) -> bool:
    """Is this what make-equation makes: a residual, justifications, and the variables of the residual?"""
    return isinstance(given, tuple) and len(given) == 3 and given[2] == _variables(given[0])


def _part(scheme: str, place: int, meaning: str, answer: str) -> None:
    """One part of a solution, by its name."""

    def part(value: Values) -> Value:
        parts = items(value, scheme)
        if len(parts) != 4:
            raise WrongTypeError(f"{scheme} expects a list of 4 parts, got {describe(value)}")
        return parts[place]

    part.__doc__ = docstring(
        meaning,
        f"({scheme} solution)",
        f"{python_name(scheme)}(solve_incremental([make_equation(2 * x - 6, [x])], [x]))",
        answer,
        "x = symbols('x')",
        raises="WrongTypeError for a list of another length",
    )
    register(scheme, part)


_part("residual-equations", 0, "The equations that a solution leaves, as no unknown is left.", "()")
_part("substitutions", 2, "The values of the unknowns in a solution, the last one found first.", "(((=, x, 3), (x,)),)")
