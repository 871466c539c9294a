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

from scmpy.errors import CALLED, DivisionByZeroError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.settings import Limit
from scmpy.mechanics.relations import solutions
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure.aliases import Formula, Scalar, ScalarValue, Value, Values
from scmpy.structure.structure import Structure, leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.derivatives import is_derivative_operator
from scmpy.symbolic.expression import D_SYMBOL, EXPT, NUMERICAL, OVER, PARTIAL, Application, Expression, Symbol, symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.parts import expression_walker
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.simplify import simplify

_MOST_STEPS = Limit(
    "most-substitutions", 1_000, "Substitutions that are tried for equations, along all choices of roots."
)
MOST_EQUATIONS = Limit(
    "most-equations-solved",
    1_000,
    "Equations, or the unknowns, of a system that is solved by substitution.",
    "equations",
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


@public("make-substitution")
def make_substitution(unknown: Scalar, value: Scalar, justifications: Values = ()) -> tuple[Any, ...]:
    """The substitution that gives an unknown a value, which is simplified, with names for where it comes from.

    Scheme:  (make-substitution 'x '(+ a a) '(A))
    >>> from scmpy import *
    >>> x, a, A = symbols("x a A")
    >>> make_substitution(x, a + a, [A])
    ((=, x, (* 2 a)), (A,))
    """
    name = "make-substitution"
    of = _as_unknowns([unknown], name)[0]
    return Substitution(of, simplify(_as_expression(value)), items(justifications, name)).listed()


@public("standardize-equation")
def standardize_equation(residual: Scalar, variables: Values, functions: Values, variable: Scalar) -> tuple[Any, ...]:
    """The numerator of a residual, with the quantities and the functions in it added to those given.

    A function of the variable is a quantity as it stands, be it a derivative; any other symbol is one, unless it names
    an operation. No variable is #f (False).

    Scheme:  (standardize-equation '(- (* z ((D f) t)) (square y)) '() '() 't)
    1 ]=> (standardize-equation '(- (* z ((D f) t)) (square y)) '() '() 't)
    ;Value: ((+ (* -1 (expt y 2)) (* z ((D f) t))) (((D f) t) z y) ((D f)))
    >>> from scmpy import *
    >>> f = literal_function("f")
    >>> t, y, z = symbols("t y z")
    >>> standardize_equation((z * D(f)(t) - y**2) / z, [], [], t)
    ((+ (* -1 (expt y 2)) (* z ((D f) t))), (((D f) t), z, y), ((D f),))
    """
    name = "standardize-equation"
    numerator = _numerator(_as_expression(residual))
    quantities = dict.fromkeys(reversed(items(variables, name)))
    heads = dict.fromkeys(reversed(items(functions, name)))
    alone = (expression_from(variable),) if variable is not False else None

    def parts(x: Any) -> tuple[Any, ...] | None:
        if not isinstance(x, Application):
            return () if isinstance(x, Expression) else None
        whole = x.operands == alone or is_derivative_operator(x.operator)
        return () if whole else (x.operator, *x.operands)

    for x in parts_first((numerator,), parts):
        if isinstance(x, Symbol):
            if x not in NUMERICAL and x not in (D_SYMBOL, PARTIAL):
                quantities[x] = None
        elif x.operands == alone:
            quantities[x] = None
            heads[x.operator] = None
        elif is_derivative_operator(x.operator):
            heads[x] = None
    return numerator, tuple(reversed(quantities)), tuple(reversed(heads))


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

    Residuals are justified by eq:0, eq:1, ... as in simple-solve. (In the original as loaded the name is bound to a
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


@public("simple-solve")
def simple_solve(residuals: Values | Scalar, unknowns: Values, knowns: Values = ()) -> Value:
    """The values of unknowns for which the components of a structure vanish; what is known counts as a constant.

    Scheme:  (simple-solve (down (+ (* 3 x) y -7) (- (* 3 x) y 5)) (list x y)), (simple-solve residuals unknowns knowns)
    Shapes:  result: the symbol *solution* and the parts of a solution as by solve-incremental, the justifications being
             eq:0, eq:1, ..., or a list of ``contradictions``
    Raises:  LimitError for too many equations or unknowns
    >>> from scmpy import *
    >>> x, y = symbols("x y")
    >>> substitutions(simple_solve(down(x + y - 4, x - y), [x, y]))
    (((=, y, 2), (eq:1, eq:0)), ((=, x, 2), (eq:1, eq:0)))
    >>> substitutions(simple_solve(down(x * sin(x) - 1), [x], [sin(x)]))
    (((=, x, (/ 1 (sin x))), (eq:0,)),)
    """
    name = "simple-solve"
    fresh = {x: symbol(f"known {n}") for n, x in enumerate(_as_unknowns(knowns, name))}
    scalar = isinstance(residuals, Expression) or is_number(residuals)
    parts = leaves(residuals) if scalar or isinstance(residuals, Structure) else items(residuals, name)
    for things, what in ((parts, "residuals"), (items(unknowns, name), "unknowns")):
        MOST_EQUATIONS.check(len(things), name, what)
    hidden = (substitute(x, fresh) if isinstance(x, Expression) else x for x in map(_as_expression, parts))
    equations = [make_equation(x, [symbol(f"eq:{n}")]) for n, x in enumerate(hidden)]
    found = _shown(solve_incremental(equations, unknowns), {short: x for x, short in fresh.items()})
    return found if found[0] is _CONTRADICTIONS else (_SOLUTION, *found)


def _shown(value: Any, knowns: dict[Expression, Expression]) -> Any:
    if isinstance(value, tuple):
        return tuple(_shown(x, knowns) for x in value)
    return substitute(value, knowns) if isinstance(value, Expression) and knowns else value


@public("isolate-var")
def isolate_var(unknown: Scalar, equation: Values, succeed: Callable[..., Any], fail: Callable[..., Any]) -> Value:
    """Call a procedure with the substitution by which an equation gives an unknown, and with one for its other root.

    Scheme:  (isolate-var 'x (make-equation '(- (* 2 x) 1) '(A)) (lambda (substitution fail) ...) (lambda () ...))
    1 ]=> (define (found substitution fail) (substitution-expression substitution))
    1 ]=> (isolate-var 'x (make-equation '(- (* 2 x) a) '(A)) found (lambda () #f))
    ;Value: (* 1/2 a)
    >>> from scmpy import *
    >>> x, a = symbols("x a")
    >>> isolate_var(x, make_equation(2 * x - a), lambda found, fail: substitution_expression(found), lambda: None)
    (* 1/2 a)
    """
    name = "isolate-var"
    found = iter(_isolated(_as_unknowns([unknown], name)[0], _as_equation(equation, name)))

    def next_root() -> Any:
        root = next(found, None)
        return fail() if root is None else succeed(root.listed(), next_root)

    return next_root()


@public("linear-formula")
def linear_formula(a: Scalar, b: Scalar, succeed: Callable[..., Any], fail: Callable[..., Any]) -> Value:
    """Call a procedure with the x for which a x + b vanishes, and with what to call if that is not wanted.

    Scheme:  (linear-formula a b (lambda (x fail) ...) (lambda () ...))
    1 ]=> (linear-formula 2 6 (lambda (x fail) x) (lambda () #f))
    ;Value: -3
    >>> linear_formula(2, 6, lambda x, fail: x, lambda: None)
    -3
    """
    if is_zero_number(a):
        return fail()
    return succeed(simplify(g.div(g.negate(b), a)), fail)


@public("quadratic-formula")
def quadratic_formula(a: Scalar, b: Scalar, c: Scalar, succeed: Callable[..., Any], fail: Callable[..., Any]) -> Value:
    """Call a procedure with an x for which a x^2 + b x + c vanishes, what gives the other one, and a premise.

    Scheme:  (quadratic-formula a b c (lambda (x fail . premise) ...) (lambda () ...))
    1 ]=> (quadratic-formula 1 -3 2 (lambda (x fail . premise) (if (= x 2) (fail) x)) (lambda () #f))
    ;Value: 1
    >>> quadratic_formula(1, -3, 2, lambda x, fail, *premise: x, lambda: None)
    2
    >>> quadratic_formula(1, -3, 2, lambda x, fail, *premise: fail() if x == 2 else x, lambda: None)
    1
    """
    if is_zero_number(a):
        return fail()
    middle, half = g.negate(b), g.sqrt(g.sub(g.square(b), g.mul(4, g.mul(a, c))))
    roots = [simplify(g.div(part, g.mul(2, a))) for part in (g.add(middle, half), g.sub(middle, half))]
    if roots[0] == roots[1]:
        return succeed(roots[0], fail)
    premises = [(symbol("hypothetical"), (symbol(sign), symbol("quadratic"), a, b, c)) for sign in "+-"]
    return succeed(roots[0], lambda: succeed(roots[1], fail, premises[1]), premises[0])


@public("substitution-variable")
def substitution_variable(substitution: Values) -> Expression:
    """The unknown that a substitution gives a value.

    Scheme:  (substitution-variable substitution)
    >>> from scmpy import *
    >>> x = symbols("x")
    >>> found, = substitutions(solve_incremental([make_equation(x - 3, ["A"])], [x]))
    >>> substitution_variable(found), substitution_expression(found), substitution_justifications(found)
    (x, 3, ('A',))
    """
    return _substitution(substitution)[0][1]


@public("substitution-expression")
def substitution_expression(substitution: Values) -> ScalarValue:
    """The value of the unknown of a substitution.

    Scheme:  (substitution-expression substitution)
    >>> from scmpy import *
    >>> x = symbols("x")
    >>> substitution_expression(substitutions(solve_incremental([make_equation(x - 3)], [x]))[0])
    3
    """
    return _substitution(substitution)[0][2]


@public("substitution-justifications")
def substitution_justifications(substitution: Values) -> tuple[Any, ...]:
    """What the value of a substitution comes from.

    Scheme:  (substitution-justifications substitution)
    >>> from scmpy import *
    >>> x = symbols("x")
    >>> substitution_justifications(substitutions(solve_incremental([make_equation(x - 3, ["A"])], [x]))[0])
    ('A',)
    """
    return _substitution(substitution)[1]


def _substitution(given: Any) -> tuple[Any, ...]:
    """The equation of a substitution, as a list, and its justifications."""
    parts = items(given)
    equality = items(parts[0]) if len(parts) == 2 and not isinstance(parts[0], str) else ()
    if len(equality) != 3:
        raise WrongTypeError(f"{CALLED} expects a substitution, ((= x value) justifications), got {describe(given)}")
    return equality, parts[1]


def _part(scheme: str, count: int, place: int, meaning: str, example: str, answer: str) -> None:
    """One part of a solution, equation or substitution, by its name."""

    def part(value: Values) -> Value:
        parts = items(value, scheme)
        if parts[:1] == (_SOLUTION,):
            parts = parts[1:]
        if len(parts) != count:
            raise WrongTypeError(f"{scheme} expects a list of {count} parts, got {describe(value)}")
        return parts[place]

    refused = "WrongTypeError for a list of another length"
    part.__doc__ = docstring(meaning, f"({scheme} it)", example, answer, _GIVEN, raises=refused)
    register(scheme, part)


_GIVEN = (
    "x, A = symbols('x A'); equation = make_equation(2 * x - 6, [A]); solution = solve_incremental([equation], [x])"
)

for _name, _count, _place, _meaning, _answer in (
    ("residual-equations", 4, 0, "The equations that a solution leaves, as no unknown is left.", "()"),
    ("residual-variables", 4, 1, "The unknowns that a solution leaves free.", "()"),
    (
        "substitutions",
        4,
        2,
        "The values of the unknowns in a solution, the last one found first.",
        "(((=, x, 3), (A,)),)",
    ),
    ("tough-equations", 4, 3, "The equations from which no unknown could be isolated.", "()"),
):
    _part(_name, _count, _place, _meaning, f"{python_name(_name)}(solution)", _answer)

for _name, _place, _meaning, _answer in (
    ("equation-expression", 0, "The residual of an equation, which is to vanish.", "(+ -6 (* 2 x))"),
    ("equation-justifications", 1, "What an equation comes from.", "(A,)"),
    ("equation-variables", 2, "The symbols of an equation.", "(x,)"),
):
    _part(_name, 3, _place, _meaning, f"{python_name(_name)}(equation)", _answer)
