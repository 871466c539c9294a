"""What is handed to SymPy, how long; answers checked; all solutions of systems of polynomials."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import count, product
from math import lcm
from typing import Any, NamedTuple, TypeVar

from scmpy.deep_stack import Watch, run_apart
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.numbers import exact_complex, is_exact
from scmpy.generic.settings import LIMIT, Setting, items
from scmpy.generic.types import is_number, is_procedure, measure_of
from scmpy.numerics.roots import roots_of
from scmpy.reading.formulas import equations_of_text
from scmpy.registry import flint, sympy
from scmpy.render.scheme import scheme_text
from scmpy.structure.tuples import Structure, common_units, has_units, leaves
from scmpy.symbolic.arithmetic import substitute, with_leaves
from scmpy.symbolic.assumptions import facts_of, known
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision
from scmpy.symbolic.decision.algebraic import note_assumptions
from scmpy.symbolic.decision.equivalence import equivalent, vanishing_parts
from scmpy.symbolic.decision.forms import UNSETTLED, DecisionForm
from scmpy.symbolic.decision.zero_test import Search, has_facts, have_no_common_zeros
from scmpy.symbolic.expression import (
    PI,
    Application,
    Expression,
    Symbol,
    expression_from,
    foreign,
    is_datum_list,
    is_text_of_formula,
    subexpressions,
    symbol,
)
from scmpy.symbolic.normal_forms import expression_walker
from scmpy.symbolic.to_sympy import from_sympy, to_sympy

# --- asking ----------------------------------------------------------------------------------------------------------
# What is handed to SymPy, how long it may take, and which of its answers stand for a value.
#
# A symbol goes over with the facts that are declared or assumed of it. An answer that contains what SymPy has left
# undone, or cases, is refused with what it says.
#
# Quantities go over as their measures in base units, so an unknown, or a variable, that is one is a symbol with a unit:
# it stands for the number of base units. What is found has its units again.

T = TypeVar("T")

solving_time = Setting(
    "*solving-time*",
    20,
    LIMIT,
    "The seconds that SymPy may take for one answer of solve, integrate, limit, taylor and dsolve; #f (False): any.",
    """
    >>> x = symbols("x")
    >>> with setting(solving_time=60):
    ...     solve(x**2 - 4, x)
    (-2, 2)
    """,
)


class _Deadline(Watch):
    """The end of the time that an answer may take."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.seconds = solving_time.value
        self.end = None if self.seconds is False else time.monotonic() + float(self.seconds)

    def check(self) -> None:
        if self.end is not None and time.monotonic() > self.end:
            raise LimitError(f"{self.operation}: SymPy takes longer than {self.seconds} s; {solving_time.advice}")

    def patience(self, longest: float) -> float:
        return longest if self.end is None else max(0.001, min(longest, self.end - time.monotonic()))


def answer_of(operation: str, work: Callable[[], T]) -> T:
    """What SymPy answers, ``work`` being called, within the time that is set."""
    try:
        return run_apart(work, _Deadline(operation))
    except ScmpyError:
        raise
    except (NotImplementedError, RecursionError) as error:
        said = " ".join(str(error).split())
        raise LimitError(f"{operation}: SymPy finds no answer{said and f' ({said[:200]})'}") from error
    except Exception as error:  # one of SymPy's own faults: its words are about its inside
        raise LimitError(f"{operation}: SymPy fails at this, by a fault of its own ({type(error).__name__})") from error


# --- what is given ---------------------------------------------------------------------------------------------

_walk = expression_walker({"square": g.square, "cube": g.cube})
_INFINITIES = {symbol(":+infinity"): math.inf, symbol(":-infinity"): -math.inf}
_written = {symbol("square"), symbol("cube"), symbol("=")}
_RELATIONS = [symbol(name) for name in ("=", "<", ">", "<=", ">=", "!=", "and", "or", "not", "if")]


def as_scalar(given: Any, operation: str) -> Any:
    """A scalar: a number, an expression, a quoted list; of an equation (= a b) the difference of its sides."""
    found = expression_from(given) if is_datum_list(given) else measure_of(converted(given))
    found = _INFINITIES.get(found, found) if isinstance(found, Symbol) else found
    if isinstance(found, Application) and found.operator is symbol("=") and len(found.operands) == 2:
        found = g.sub(*found.operands)
    if isinstance(found, Expression):
        heads = {x.operator: x for x in subexpressions(found)}
        if relation := next((heads[head] for head in _RELATIONS if head in heads), None):
            raise WrongTypeError(
                f"{operation} expects an expression whose values are numbers, or an equation (= a b), got the relation "
                f"{scheme_text(relation)}"
            )
        if not _written.isdisjoint(heads):
            found = _walk(found)
    if not isinstance(found, Expression) and not is_number(found):
        raise WrongTypeError(f"{operation} expects an expression, got {describe(given)}")
    return found


def is_one(given: Any) -> bool:
    """Is this one scalar, not several: an expression, a number, a quoted combination?"""
    return isinstance(measure_of(converted(given)), Expression) or is_number(measure_of(given))


def as_scalars(given: Any, operation: str, unknowns: Sequence[Any] = ()) -> list[Any]:
    """The scalars of a structure or a list; one alone is a list of one.

    A quoted list is one combination, unless it begins with a combination, a number or one of the unknowns.
    """
    if is_one(given):
        return [as_scalar(given, operation)]
    if isinstance(given, Structure):
        return [as_scalar(x, operation) for x in leaves(given)]
    if isinstance(given, bool):
        raise WrongTypeError(
            f"{operation} expects expressions, got {describe(given)}: of an equation the difference of its sides, or "
            "in Scheme the whole quoted, '(= a b)"
        )
    if is_text_of_formula(given):
        return [as_scalar(x, operation) for x in equations_of_text(given, unknowns)]
    if is_procedure(given) or isinstance(given, str) or not isinstance(given, Iterable):
        raise WrongTypeError(f"{operation} expects expressions, got {describe(given)}")
    parts = items(given, operation)
    if is_datum_list(given) and parts and isinstance(parts[0], Symbol) and parts[0] not in unknowns:
        return [as_scalar(given, operation)]
    return [x for part in parts for x in as_scalars(part, operation, unknowns)]


def as_symbol(given: Any, operation: str) -> Symbol:
    """The symbol that something is done with respect to; of one with a unit the number of base units."""
    found = measure_of(converted(given))
    if not isinstance(found, Symbol):
        ends = "; the ends of an integral are arguments of their own" if isinstance(given, (tuple, list)) else ""
        raise WrongTypeError(f"{operation} expects a symbol as the variable, got {describe(given)}{ends}")
    return found


def at_variable(given: Any, variable: Any) -> Any:
    """What is given; of a function its value at the variable."""
    return given(variable) if is_procedure(given) else given


def as_place(given: Any, variable: Any, operation: str) -> Any:
    """A place on the way of a variable, as a number of the same base units."""
    place = as_scalar(given, operation)
    if has_units(variable, given):
        common_units(operation, variable, given if has_units(given) else place)
    return place


# --- over to SymPy and back ------------------------------------------------------------------------------------


class Exchange:
    """Values for SymPy, their symbols with the facts of the moment; what comes back has the symbols as they were.

    ``hidden`` are expressions that go over as symbols.
    """

    def __init__(self, values: Iterable[Any], hidden: Iterable[Expression] = ()) -> None:
        self.there: dict[Any, Any] = {}
        for n, x in enumerate(hidden):
            if not isinstance(x, Symbol):
                self.there[x] = symbol(f"unknown-{n}", *facts_of(x))
        for node in subexpressions(*values):
            if isinstance(node, Symbol) and node is not PI and (facts := facts_of(node)) != node.facts:
                self.there[node] = symbol(node.name, *facts)
        self.back = {new: old for old, new in self.there.items()}

    def out(self, value: Any) -> Any:
        return to_sympy(substitute(value, self.there) if isinstance(value, Expression) else value)

    def home(self, value: Any) -> Any:
        found = from_sympy(value)
        return substitute(found, self.back) if isinstance(found, Expression) and self.back else found


def asked(operation: str, ask: Callable[..., Any], *given: Any) -> Any:
    """What SymPy answers, ``ask`` being called with its forms of what is given, as a value of ours."""
    exchange = Exchange(given)
    forms = [exchange.out(x) for x in given]
    return exchange.home(settled(answer_of(operation, lambda: ask(*forms)), operation))


#: What SymPy leaves undone, by what is said of it.
_UNDONE = {
    "Integral": "an integral that it cannot do",
    "Limit": "a limit that it cannot take",
    "Sum": "a sum that it cannot do",
    "ConditionSet": "a set that is described only",
    "AccumBounds": "bounds between which the value wanders",
}


def settled(answer: Any, operation: str) -> Any:
    """SymPy's answer; an error where it contains what it has left undone, or distinguishes cases.

    Of cases such as n /= -1 and n = -1 the general one stays if it has no value in the others.
    """
    if answer.has(sympy.exp_polar):
        answer = _on_the_plane(answer)
    if answer.has(sympy.gamma):
        answer = sympy.gammasimp(answer)
    answer = answer.replace(lambda e: isinstance(e, sympy.Piecewise), lambda e: _general(e))
    if answer.has(sympy.Piecewise):
        raise DomainError(
            f"{operation}: the answer depends on cases: {_cases(answer)}; declare what holds of the parameters, "
            "by (assume! '(positive? ...)) or symbols(..., positive=True)"
        )
    for name, meaning in _UNDONE.items():
        if answer.has(getattr(sympy, name)):
            raise LimitError(f"{operation}: SymPy's answer contains {meaning}: {_short(answer)}")
    return answer


def _on_the_plane(answer: Any) -> Any:
    """SymPy's answer without its points of Riemann surfaces, exp_polar(i phi), as which -1 comes back.

    A logarithm and Ei differ by i phi from their values there, which cancels between the ends of an integral.
    """

    def flat(function: Any) -> Any:
        (place,) = function.args
        turn = sum(x.args[0] for x in sympy.Mul.make_args(place) if isinstance(x, sympy.exp_polar))
        below = place.replace(sympy.exp_polar, sympy.exp)
        if isinstance(function, sympy.Ei):
            return sympy.Ei(below) + turn
        rest = place / sympy.exp_polar(turn)
        return sympy.log(below) if rest.is_negative else sympy.log(rest) + turn

    answer = answer.replace(lambda e: isinstance(e, (sympy.Ei, sympy.log)) and e.has(sympy.exp_polar), flat)
    return sympy.expand(answer.replace(sympy.exp_polar, sympy.exp))


def _general(cases: Any) -> Any:
    """The general one of some cases, if the others are single values of symbols for which it has none."""
    value, condition = cases.args[0]
    excluded = list(condition.args) if isinstance(condition, sympy.And) else [condition]
    kind = sympy.Ne
    if all(isinstance(each, sympy.Eq) for _, each in cases.args[:-1]) and len(cases.args) > 1:
        value, excluded, kind = cases.args[-1][0], [each for _, each in cases.args[:-1]], sympy.Eq
    singular = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)
    for each in excluded:
        if not isinstance(each, kind) or not (each.lhs.is_Symbol or each.rhs.is_Symbol):
            return cases
        place = (each.lhs, each.rhs) if each.lhs.is_Symbol else (each.rhs, each.lhs)
        if not value.subs(*place).has(*singular):
            return cases
    return value


def _cases(answer: Any) -> str:
    if isinstance(answer, sympy.Piecewise):
        return "; ".join(
            f"{_short(value)} {'otherwise' if condition == True else f'if {condition}'}"  # noqa: E712
            for value, condition in answer.args
        )
    return _short(answer)


def _short(answer: Any) -> str:
    text = str(answer)
    return text if len(text) <= 200 else f"{text[:200]} ..."


# --- answer checks ---------------------------------------------------------------------------------------------------
# Does an expression vanish, as the answer of a question claims? Proved, refuted, or found so at points.
#
# What :func:`equivalent` proves is proved. What it does not decide is evaluated in ball arithmetic at points that have
# the declared facts: there it has to contain zero within a radius of 1e-40. That is no proof, but no error of an answer
# survives it that is not as small.

_POINTS = 12
_SCALES = (Fraction(1), Fraction(10**4), Fraction(1, 10**4))
_BITS = (256, 1024)
_RADIUS = 2.0**-133
_DIGITS, _NEAR_ZERO = 50, 1e-30

#: What is so small beside other floats is taken for zero.
SMALL = 1e-9


class Check(NamedTuple):
    """At how many points an expression vanishes, at how many it does not, and one of these; proved if so."""

    vanishing: int
    other: int
    where: str = ""
    proved: bool = False

    @property
    def passed(self) -> bool:
        """Does it vanish wherever that could be told?"""
        return self.proved or (self.vanishing >= 1 and not self.other)


def vanishes(residual: Any) -> Check:
    if is_number(residual):
        return Check(1, 0, proved=True) if residual == 0 else Check(0, 1)
    if is_foreign(residual):
        return _by_sympy(residual)
    try:
        if equivalent(residual, 0).verdict == "equal":
            return Check(1, 0, proved=True)
    except LimitError:
        pass
    return at_points(residual)


def at_points(residual: Expression) -> Check:
    """Does a residual vanish at points that have the declared facts, with complex values where it has such?"""
    balls = list(_balls(residual))
    vanishing = sum(ball.contains(0) and abs(ball).upper() < _RADIUS for _, ball in balls)
    return _check(vanishing, [point for point, ball in balls if not ball.contains(0)])


def _by_sympy(residual: Expression) -> Check:
    """The same where there are special functions that only SymPy has, whose values are then mpmath's."""
    values = list(_values_by_sympy(residual))
    others = [point for point, value in values if not abs(value) < _NEAR_ZERO]
    return _check(len(values) - len(others), others)


def _check(vanishing: int, others: list[Any]) -> Check:
    where = ", ".join(f"{x.name} = {scheme_text(value)}" for x, value in others[0].items()) if others else ""
    return Check(vanishing, len(others), where)


def _balls(value: Any, scales: Sequence[Fraction] = (Fraction(1),)) -> Iterator[tuple[Any, Any]]:
    """Points at random that have the declared facts, each with the enclosure of a value there."""
    search = Search(value, 0, True)
    for seed, scale in product(range(_POINTS), scales):
        point: Any = {x: Fraction(at) * scale for x, at in search.random_point(seed).items()}
        ball = _enclosure(search, point, seed)
        if ball is not None:
            yield point, ball


def _values_by_sympy(expression: Expression) -> Iterator[tuple[Any, Any]]:
    search = Search(expression, 0, True)
    whole = to_sympy(expression)
    for seed in range(_POINTS):
        point = search.random_point(seed)
        try:
            value = whole.subs({to_sympy(x): to_sympy(value) for x, value in point.items()}).evalf(_DIGITS)
        except (ValueError, ArithmeticError):  # mpmath has none
            continue
        if value.is_number and value.is_finite:
            yield point, value


def lacks_values(value: Any) -> bool:
    """Is a value made of special functions that only SymPy has, at places where it finds no numbers?"""
    return is_foreign(value) and next(_values_by_sympy(value), None) is None


def is_foreign(value: Any) -> bool:
    return isinstance(value, Expression) and any(isinstance(x, Symbol) and x in foreign for x in subexpressions(value))


def at_point(point: Any) -> str:
    """A point as a message says it, after the rest: `` where k = 0.5``; nothing where there are no parameters."""
    return " where " + ", ".join(f"{x.name} = {float(value):.6g}" for x, value in point.items()) if point else ""


def _enclosure(search: Search, point: Any, seed: int) -> Any:
    if not all(has_facts(point[x], x.facts) for x in search.declared):
        return None
    ball = None
    for bits in _BITS:
        with precision(bits):
            try:
                ball, _, *assumed = search.evaluator.at(point, seed)
            except PointRejected:
                return None
            if not all(map(has_facts, (x.real for x in assumed), search.facts)):
                return None
            if not ball.contains(0) or abs(ball).upper() < _RADIUS:
                return ball
    return ball


def has_floats(value: Any) -> bool:
    if not isinstance(value, Expression):
        return not is_exact(value)
    return any(is_number(x) and not is_exact(x) for node in subexpressions(value) for x in node.operands)


def exactly(value: Any) -> Any:

    def leaf(x: Any) -> Any:
        return x if isinstance(x, Symbol) or is_exact(x) else exact_complex(Fraction(x.real), Fraction(x.imag))

    return with_leaves(value, leaf)


def negligible(value: Any, beside: Iterable[Any]) -> bool:
    """Does an exact value vanish, is one with floats in it small relative to the largest of others?"""
    scales = list(beside)
    if not has_floats(value):
        return vanishes(value).passed
    if is_number(value) and all(map(is_number, scales)):
        return bool(abs(value) <= SMALL * max(map(abs, scales), default=0))
    excess = g.square(exactly(value))
    for scale in scales:
        excess = g.sub(excess, g.square(g.mul(Fraction(SMALL), exactly(scale))))
    return signs_at_points(excess) in (-1, 0)


def has_literals(*values: Any) -> bool:
    return bool(Evaluator(*values, complex_domain=True).functions)


def facts_at_points(value: Any, facts: frozenset[str]) -> bool:
    """Has a value these facts at some point, of any size, as far as can be told?"""
    if not facts:
        return True
    if is_foreign(value):
        parts = [there.as_real_imag() for _, there in _values_by_sympy(value)]
        real = [flint.arb(str(re), _NEAR_ZERO) for re, im in parts if abs(im) < _NEAR_ZERO]
        return not parts or any(has_facts_nearly(x, facts) for x in real)
    met = False
    for _, ball in _balls(value, _SCALES):
        met = True
        real = abs(ball.imag).upper() < _RADIUS
        if real and has_facts_nearly(ball.real, facts):
            return True
    return not met


def signs_at_points(value: Any) -> int | None:
    """The sign of the real part of a value, if it is the same at all points that have the facts; None if it differs."""
    if is_number(value):
        return int(value > 0) - int(value < 0)
    if vanishes(value).proved:
        return 0
    parts = [ball.real for _, ball in _balls(value)]
    signs = {1 if x > 0 else -1 if x < 0 else 0 if abs(x).upper() < _RADIUS else None for x in parts}
    return signs.pop() if len(signs) == 1 else None


def reality_at_points(value: Any) -> bool | None:
    """Is a value real at all points that have the facts, or at none (False)? None if that differs or is unknown."""
    if is_number(value):
        return bool(value.imag == 0)
    found = {abs(ball.imag).upper() < _RADIUS for _, ball in _balls(value)}
    return found.pop() if len(found) == 1 else None


def has_facts_nearly(ball: Any, facts: frozenset[str]) -> bool:
    """Do the facts hold of a number in a ball? One around zero is zero, around an integer that."""
    nearest = ball.unique_fmpz()
    if nearest is None and ball.contains_integer():
        nearest = ball.mid().floor().unique_fmpz()
    if nearest is not None and abs(ball - nearest).upper() < _RADIUS:
        return has_facts(Fraction(int(nearest)), facts)
    return not facts & {"integer", "even", "odd"} and has_facts(ball, facts - {"rational"})


def nowhere_vanish(residuals: list[Any], unknowns: list[Expression]) -> bool:
    """Is it proved that equations have no solution in common, of real numbers where the unknowns are?"""
    engine = DecisionForm(not all(known("real", x) for x in unknowns), note_assumptions, halves=False)

    def decided() -> bool:
        forms = [engine.expression_form(x) for x in residuals]
        if not engine.complex_domain:
            forms = [part for form in forms for part in vanishing_parts(engine, form)]
        return have_no_common_zeros(engine, [form.ring.form(form.num) for form in forms], [])

    try:
        return engine.settled(decided)
    except UNSETTLED:
        return False


# --- algebraic -------------------------------------------------------------------------------------------------------
# All roots of a polynomial, and polynomials that vanish where equations with roots of the unknown hold, by SymPy.


class Candidates(NamedTuple):
    """Values of an unknown; if they are complete all solutions are among them: in one period, of what is periodic."""

    values: list[Any]
    complete: bool

    @classmethod
    def of_all(cls, some: Iterable[Candidates], complete: bool = True) -> Candidates:
        found = list(some)
        return cls([value for each in found for value in each.values], complete and all(x.complete for x in found))


def roots_in_closed_form(equation: Any, x: Any) -> list[Any]:
    """All roots of a polynomial in an unknown, whether or not they have its facts."""
    y = sympy.Dummy("root")
    polynomial = sympy.Poly(equation.xreplace({x: y}), y).sqf_part()
    symbolic = bool(polynomial.free_symbols_in_domain) or not polynomial.domain.is_Exact
    rational = polynomial.domain.is_ZZ or polynomial.domain.is_QQ
    found: list[Any] = []
    for factor, _ in polynomial.factor_list()[1]:
        closed = (
            list(sympy.roots(factor, trig=True, quartics=not symbolic)) if factor.degree() < 5 or not rational else []
        )
        if len(closed) == factor.degree():
            found += closed
        elif rational:
            decimals = (root for _, root in roots_of([from_sympy(c) for c in reversed(factor.all_coeffs())]))
            found += [to_sympy(root) for root in decimals]
        else:
            raise LimitError(
                f"solve: of {polynomial.degree()} roots of a polynomial {len(found) + len(closed)} have a closed form"
            )
    return found


def without_roots(equation: Any, x: Any) -> Any:
    """A polynomial that vanishes wherever an equation with roots of rational functions holds; None of anything else.

    Each root is an unknown whose power is known; these are eliminated by resultants, the outermost first.
    """
    powers = [p for p in equation.atoms(sympy.Pow) if p.has(x) and p.exp.is_Rational and not p.exp.is_Integer]
    if not powers:
        return None
    equation = sympy.numer(sympy.together(equation))
    while powers:
        base = max((p.base for p in powers), key=sympy.count_ops)
        outermost, root = [p for p in powers if p.base == base], sympy.Dummy("root")
        order = lcm(*(int(p.exp.q) for p in outermost))
        equation = sympy.numer(sympy.together(equation.xreplace({p: root ** (p.exp * order) for p in outermost})))
        if not equation.is_polynomial(root):
            return None
        equation = sympy.resultant(equation, sympy.numer(sympy.together(root**order - base)), root)
        powers = [p for p in equation.atoms(sympy.Pow) if p.has(x) and p.exp.is_Rational and not p.exp.is_Integer]
    return equation if equation.is_polynomial(x) and equation != 0 else None


Solution = dict[Any, Any]

_DIGITS_COMPARED, _NEAR = 40, 1e-12  # of values that are compared; floats among them have fewer
_BITS_OF_ROOTS = 1000
_EASY, _CLOSED = 2, 4  # degrees of polynomials whose roots have closed forms: square roots, others


def all_solutions(equations: list[Any], unknowns: list[Any]) -> list[Solution] | None:
    """The values of unknowns without facts in all solutions; None of what are no polynomials over the rationals.

    An unknown without a value is free.
    """
    if not all(e.is_polynomial(*unknowns) for e in equations):
        return None
    terms = [sympy.Poly(e, *unknowns).as_dict() for e in equations if e != 0]
    domain, _ = sympy.construct_domain([c for each in terms for c in each.values()], field=True)
    if domain.is_FractionField and (domain.domain.is_ZZ or domain.domain.is_QQ):
        domain = sympy.QQ.frac_field(*domain.symbols)
    elif not domain.is_QQ:
        return None
    found: list[Solution] = []
    for each in _solved([e for e in equations if e != 0], unknowns, domain):
        if not any(is_covered(each, other, unknowns) for other in found):
            found.append(each)
    return found


def is_covered(solution: Solution, by: Solution, unknowns: list[Any]) -> bool:
    """Is a solution one of those of a family, at typical values of what is free?"""
    free = set(unknowns).union(*(value.free_symbols for value in (*solution.values(), *by.values())))
    point = {
        x: sympy.Rational(sympy.prime(n + 5), sympy.prime(n + 9))
        for n, x in enumerate(sorted(free - solution.keys(), key=sympy.default_sort_key))
    }
    values = {x: sympy.N(value.xreplace(point), _DIGITS_COMPARED) for x, value in solution.items()}
    for x, value in by.items():
        there = sympy.N(value.subs({**point, **values}), _DIGITS_COMPARED)
        here = values[x] if x in values else point[x]
        if not there.is_finite or abs(there - here) > _NEAR * (1 + abs(here)):
            return False
    return True


def _solved(equations: list[Any], unknowns: list[Any], domain: Any) -> Iterator[Solution]:
    """The solutions of general values of the free unknowns, then those where a leading coefficient vanishes."""
    free: list[Any] = []
    while True:
        rest = [x for x in unknowns if x not in free]
        basis = _basis(equations, rest, free, domain)
        if not rest or any(not any(m[: len(rest)]) for m in (p.LM for p in basis)):
            degenerate = [] if rest else basis  # nothing, or a condition on what is free
            break
        bound = {i for p in basis for i in range(len(rest)) if sum(p.LM[: len(rest)]) == p.LM[i]}
        if len(bound) == len(rest):
            degenerate = [_leading(p, len(rest)) for p in basis]
            over = domain.frac_field(*free) if free else domain
            yield from _finitely_many([p.as_expr() for p in basis], rest, over)
            break
        free.append(rest[max(set(range(len(rest))) - bound)])
    factors = [f for p in degenerate for f, _ in p.factor_list()[1] if not p.is_ground]
    for factor in dict.fromkeys(f.as_expr() for f in factors):
        if factor.has(*free):
            yield from _solved([*equations, factor], unknowns, domain)


def _basis(equations: list[Any], rest: list[Any], free: list[Any], domain: Any) -> list[Any]:
    """A Groebner basis in the unknowns, which is one over the functions of the free ones too."""
    from sympy.polys.groebnertools import groebner
    from sympy.polys.orderings import ProductOrder, grevlex

    count = len(rest)
    order = ProductOrder((grevlex, lambda m: m[:count]), (grevlex, lambda m: m[count:]))
    ring = sympy.polys.rings.PolyRing([*rest, *free], domain, order if free and rest else grevlex)
    return groebner([ring.from_expr(sympy.expand(e)) for e in equations], ring)  # type: ignore[no-any-return]


def _leading(polynomial: Any, count: int) -> Any:
    """The coefficient of the highest power of the first unknowns, a polynomial in the others."""
    head = polynomial.LM[:count]
    terms = {(0,) * count + m[count:]: c for m, c in polynomial.terms() if m[:count] == head}
    return polynomial.ring.from_dict(terms)


class _Quotient:
    """Polynomials modulo an ideal with finitely many zeros, as vectors."""

    def __init__(self, ring: Any, generators: list[Any]) -> None:
        from sympy.polys.groebnertools import groebner

        self.ring = ring
        self.basis = groebner(generators, ring)
        self.monomials: list[Any] = []
        border = [(0,) * ring.ngens]
        while border:
            m = border.pop()
            if m in self.monomials or any(all(a >= b for a, b in zip(m, p.LM, strict=True)) for p in self.basis):
                continue
            self.monomials.append(m)
            border += [(*m[:i], m[i] + 1, *m[i + 1 :]) for i in range(len(m))]

    def by_powers(self, of: Any, others: list[Any]) -> tuple[list[Any], list[list[Any]]]:
        """The coefficients of the least power of a polynomial, and of others, by the lower ones."""
        from sympy.polys.matrices import DomainMatrix

        count, power, columns = len(self.monomials), self.ring.one, []
        for _ in range(count + 1):
            columns.append(power)
            power = (power * of).rem(self.basis)
        columns += [p.rem(self.basis) for p in others]
        rows = [[p.get(m, self.ring.domain.zero) for p in columns] for m in self.monomials]
        reduced, pivots = DomainMatrix(rows, (count, len(columns)), self.ring.domain).rref()
        rank = len([p for p in pivots if p <= count])
        table = reduced.to_dense().to_list()
        least, *by = ([table[i][k] for i in range(rank)] for k in (rank, *range(count + 1, len(columns))))
        return least, by if len(pivots) == rank else []


def _finitely_many(equations: list[Any], unknowns: list[Any], domain: Any) -> list[Solution]:
    ring = sympy.polys.rings.PolyRing(unknowns, domain, "grevlex")
    generators = [ring.from_expr(e) for e in equations]
    ideal = _Quotient(ring, generators)
    squarefree = [_powers_less(x, ideal.by_powers(x, [])[0]).sqf_part() for x in ring.gens]
    radical = _Quotient(ring, generators + squarefree)
    number, found = len(radical.monomials), list[Solution]()
    if domain.is_QQ and _highest(squarefree) > _EASY:
        polynomial, values = _by_one_root(radical)
        if _highest([polynomial]) > _CLOSED:
            return _at_roots(polynomial, values, unknowns)
    for each in sympy.solve([p.as_expr() for p in radical.basis], unknowns, dict=True):
        if each.keys() == set(unknowns) and not any(is_covered(each, x, unknowns) for x in found):
            found.append(each)
    if len(found) == number:
        return found
    if not domain.is_QQ:
        raise LimitError(f"solve: SymPy finds {len(found)} of {number} solutions")
    return _at_roots(*_by_one_root(radical), unknowns)


def _powers_less(x: Any, least: list[Any]) -> Any:
    return x ** len(least) - sum((c * x**k for k, c in enumerate(least)), x.ring.zero)


def _highest(polynomials: list[Any]) -> int:
    return max((sum(f.LM) for p in polynomials for f, _ in p.factor_list()[1]), default=0)


def _by_one_root(radical: _Quotient) -> tuple[Any, list[list[Any]]]:
    """The polynomial whose roots are the values of a linear form that tells solutions apart; the unknowns by these."""
    gens = radical.ring.gens
    for k in count(1):
        form = sum((k**i * x for i, x in enumerate(gens)), radical.ring.zero)
        least, values = radical.by_powers(form, list(gens))
        if len(least) == len(radical.monomials):
            break
    ring = sympy.polys.rings.PolyRing("t", radical.ring.domain, "grevlex")
    return _powers_less(ring.gens[0], least), values


def _at_roots(polynomial: Any, values: list[list[Any]], unknowns: list[Any]) -> list[Solution]:
    """The unknowns at the roots of a polynomial: in closed form if that is of low degree."""
    t, found = polynomial.ring.symbols[0], list[Solution]()
    for factor, _ in polynomial.factor_list()[1]:
        one = sympy.Poly(factor.as_expr(), t, domain="QQ")
        at = [sympy.Poly(list(reversed(v)), t, domain="QQ").rem(one) for v in values]
        if one.degree() <= _EASY:
            places = [[sympy.expand(v.as_expr().subs(t, root)) for v in at] for root in sympy.roots(one)]
        else:
            places = list(_in_balls(one, at))
        found += [dict(zip(unknowns, place, strict=True)) for place in places]
    return found


def _in_balls(polynomial: Any, values: list[Any]) -> Iterator[list[Any]]:
    """Polynomials at the roots of another one, as floats: from enclosures."""
    whole = polynomial.clear_denoms()[1]
    with precision(_BITS_OF_ROOTS):
        for root, _ in flint.fmpz_poly([int(c) for c in reversed(whole.all_coeffs())]).complex_roots():
            at = []
            for each in values:
                value = flint.acb(0)
                for c in each.all_coeffs():
                    value = value * root + flint.acb(flint.fmpq(int(c.p), int(c.q)))
                imaginary = 0.0 if value.imag.contains(0) else float(value.imag)
                at.append(sympy.Float(float(value.real)) + (sympy.I * imaginary if imaginary else 0))
            yield at
