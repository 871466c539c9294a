"""Equations solved by SymPy, their solutions checked by substitution.

A list of solutions is handed over when each of them is checked. An empty one says that there is none: that is proved
by a contradiction, by a Groebner basis that contains 1, or as no root of a polynomial, of which all are known, has the
declared facts. A polynomial in one unknown has all its roots in the list.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import describe, is_number
from scmpy.generic.numbers import is_exact
from scmpy.numerics.roots.polynomial import roots_of
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.solving.asking import Exchange, answer_of, as_scalars, is_one, settled
from scmpy.solving.checking import exactly, facts_at_points, vanishes
from scmpy.structure.structure import Structure, Up, leaves
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.assumptions import facts_of, known
from scmpy.symbolic.decision.ball import Evaluator
from scmpy.symbolic.expression import EXPT, OVER, PI, Application, Expression, Symbol, symbol
from scmpy.symbolic.fold import fold, operands_first, subexpressions
from scmpy.symbolic.rational import is_finite
from scmpy.symbolic.simplify import reduced
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy

_NAME = "solve"

#: A root that is known in decimals is one if the residual is so small, relative to its terms.
_SMALL = 1e-9


@public("solve")
def solve(equations: Any, unknowns: Any) -> tuple[Any, ...]:
    """The solutions of equations, by SymPy, each of them checked by substitution.

    An equation is an expression that is to vanish, or (= a b); an unknown is a symbol or an application of a literal
    function. Of an equation in sines and cosines these are the solutions in one turn. An unknown that stays free stands
    for itself. Roots of polynomials that have no closed form are floats.

    Scheme:  (solve '(= (square x) a) 'x), (solve (list '(+ x y -3) '(- x y 1)) (list 'x 'y))
    Shapes:  equations: an expression, a list or a structure of such;  unknowns: one, or a list or a structure of such;
             result: a list of values, of up tuples of values if there is a list of unknowns
    Raises:  LimitError where SymPy finds no solution, unless it is certain that there is none, or takes longer than
             *solving-time*;  DomainError where the answer depends on cases
    1 ]=> (solve '(- (* a (square x)) b) 'x)
    ;Value: ((/ (* -1 (sqrt b)) (sqrt a)) (/ (sqrt b) (sqrt a)))
    >>> from scmpy import *
    >>> x, y, a = symbols("x y a")
    >>> solve(x**2 - a, x)
    ((* -1 (sqrt a)), (sqrt a))
    >>> solve([x + y - 3, x * y - 2], [x, y])
    ((up 1 2), (up 2 1))
    >>> p, r = symbols("p", positive=True), symbols("r", real=True)
    >>> solve(p**2 - 4, p), solve(r**2 + 1, r)
    ((2,), ())
    """
    several = not is_one(unknowns)
    sought = [_unknown(x) for x in (as_unknowns(unknowns) if several else [unknowns])]
    if not sought or len(set(sought)) < len(sought):
        raise WrongTypeError(f"{_NAME} expects distinct unknowns, got {describe(unknowns)}")
    found = solutions_of(as_scalars(equations, _NAME), sought)
    return tuple(Up(values) if several else values[0] for values in found)


def as_unknowns(unknowns: Any) -> list[Any]:
    """The unknowns of a list or of a structure, however nested."""
    if isinstance(unknowns, Structure):
        return list(leaves(unknowns))
    return [x for part in unknowns for x in ([part] if is_one(part) else as_unknowns(part))]


def _unknown(given: Any) -> Expression:
    found = converted(given)
    literal = isinstance(found, Application) and Evaluator(found).literals()[-1:]
    if not isinstance(found, Symbol) and not (literal and literal[0][0] is found):
        raise WrongTypeError(
            f"{_NAME} expects a symbol or an application of a literal function as an unknown, got {describe(given)}"
        )
    return found


def solutions_of(equations: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
    """The solutions of residuals that are to vanish, each with the values of all unknowns."""
    for each in equations:
        if is_number(each) and not is_finite(each):
            raise DomainError(f"{_NAME}: an equation is not finite: {describe(each)}")
    inexact = any(not is_exact(x) for e in equations for x in _numbers(e))
    residuals = [_numerator(exactly(x)) for x in equations]
    residuals = [x for x in residuals if not (is_number(x) and x == 0)]
    if any(map(is_number, residuals)):
        return []
    if not residuals:
        return [list(unknowns)]
    found = _checked(_asked(residuals, unknowns), residuals, unknowns)
    if not found:
        found = _all_without_facts(residuals, unknowns)
    return [[in_decimals(x) for x in values] for values in found] if inexact else found


def _numbers(expression: Any) -> list[Any]:
    if not isinstance(expression, Expression):
        return [expression]
    return [x for node in subexpressions(expression) for x in node.operands if is_number(x)]


def in_decimals(value: Any) -> Any:
    """The expression with floats for its numbers, exponents apart."""
    if not isinstance(value, Expression):
        return g.inexact(value)
    powers = {node.operands[1] for node in subexpressions(value) if node.operator is EXPT}
    return fold(
        value,
        lambda x: g.inexact(x) if is_number(x) and x not in powers else x,
        lambda node, parts: apply_head(node.operator, tuple(parts)),
    )


def _numerator(residual: Any) -> Any:
    found = reduced(residual)
    return found.operands[0] if isinstance(found, Application) and found.operator is OVER else found


# --- asking ----------------------------------------------------------------------------------------------------


def _asked(residuals: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
    """What SymPy takes for the solutions."""
    exchange = Exchange(residuals, unknowns)
    equations, symbols = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work(sympy: Any) -> Any:
        if len(equations) > 1 or len(symbols) > 1:
            return _of_system(sympy, equations, symbols)
        found = [each for factor in _factors(sympy, equations[0]) for each in _of_one(sympy, factor, symbols[0])]
        distinct = [each for n, each in enumerate(found) if each not in found[:n]]
        return sorted(distinct, key=lambda each: sympy.default_sort_key(each[symbols[0]]))

    found = answer_of(_NAME, work)
    solutions = []
    for each in found:
        values = [settled(each.get(x, x), _NAME) for x in symbols]
        solutions.append([simplify_exactly(exchange.home(x)) for x in values])
    return solutions


def simplify_exactly(value: Any) -> Any:
    """The value in short, by rewrites that take no assumption."""
    if not any(isinstance(x, Symbol) and x is not PI for x in operands_first(value)):
        return value  # which would become a float
    short = reduced(value)
    return short if len(str(short)) <= len(str(value)) else value


def _factors(sympy: Any, equation: Any) -> list[Any]:
    """The factors of an equation, each of which makes it vanish."""
    return [factor for factor, _ in sympy.factor_list(equation)[1]] or [equation]


def _of_one(sympy: Any, equation: Any, x: Any) -> list[dict[Any, Any]]:
    """The solutions of one equation in one unknown."""
    if not equation.has(x):
        return []
    found = _roots(sympy, equation, x)
    if found is not None:
        return found
    if equation.has(sympy.sin(x)) and equation.has(sympy.cos(x)):
        return _of_system(sympy, [equation], [x])
    return sympy.solve(equation, x, dict=True)  # type: ignore[no-any-return]


def _of_system(sympy: Any, equations: list[Any], symbols: list[Any]) -> list[dict[Any, Any]]:
    """The solutions of several equations; unknowns in sines and cosines alone are points of a circle."""
    circle: dict[Any, tuple[Any, Any]] = {}
    for x in symbols:
        if not any(e.has(x) for e in equations):
            continue
        sine, cosine = sympy.Dummy("sine"), sympy.Dummy("cosine")
        by_circle = [e.expand(trig=True).subs({sympy.sin(x): sine, sympy.cos(x): cosine}) for e in equations]
        if not any(e.has(x) for e in by_circle):
            equations, circle[x] = [*by_circle, sine**2 + cosine**2 - 1], (cosine, sine)
    unknowns = [y for x in symbols for y in circle.get(x, (x,))]
    found = sympy.solve(equations, unknowns, dict=True)
    return [{x: _angle(sympy, each, *circle[x]) if x in circle else each.get(x, x) for x in symbols} for each in found]


def _angle(sympy: Any, values: dict[Any, Any], cosine: Any, sine: Any) -> Any:
    if cosine not in values or sine not in values:
        raise LimitError(f"{_NAME}: SymPy leaves an angle free that is bound to others")
    return sympy.atan2(values[sine], values[cosine])


def _roots(sympy: Any, equation: Any, x: Any) -> list[Any] | None:
    """All roots of a polynomial in an unknown without facts; None of anything else."""
    if x.assumptions0.keys() - {"commutative"} or not equation.is_polynomial(x):
        return None
    polynomial = sympy.Poly(equation, x).sqf_part()
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
                f"{_NAME}: of {polynomial.degree()} roots of a polynomial {len(found) + len(closed)} have a closed form"
            )
    return [{x: root} for root in found]


# --- checking --------------------------------------------------------------------------------------------------


def _checked(solutions: list[list[Any]], residuals: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
    """The solutions that are such and have the facts of the unknowns."""
    return [
        values
        for values in solutions
        if _solves(values, residuals, unknowns)
        and all(facts_at_points(x, facts_of(of)) for x, of in zip(values, unknowns, strict=True) if x is not of)
    ]


def _solves(values: list[Any], residuals: list[Any], unknowns: list[Expression]) -> bool:
    """Is this a solution? An error where it is one on conditions only, or that cannot be told."""
    at = dict(zip(unknowns, values, strict=True))
    shown = ", ".join(f"{scheme_text(of)} = {scheme_text(x)}" for of, x in at.items())
    for residual in residuals:
        try:
            there = substitute(residual, at)
            if any(not is_exact(x) for x in values if is_number(x)) and is_number(there):
                if not _nearly(residual, at, there):
                    return False
                continue
            check = vanishes(there)
        except ScmpyError as error:
            raise LimitError(f"{_NAME}: it cannot be checked that {shown} is a solution: {error}") from error
        if check.passed:
            continue
        if check.other and not check.vanishing:
            return False
        if check.other:
            raise DomainError(
                f"{_NAME}: {shown} is a solution on conditions only, and none where {check.where}; declare what holds, "
                "by (assume! '(positive? ...)) or symbols(..., positive=True)"
            )
        raise LimitError(f"{_NAME}: it cannot be checked that {shown} is a solution")
    return True


def _nearly(residual: Any, at: dict[Any, Any], value: Any) -> bool:
    """Is a residual as small as the decimals of a solution let it be?"""
    size = max((abs(complex(substitute(x, at))) for x in residual.operands if isinstance(x, Expression)), default=0.0)
    return abs(complex(value)) <= _SMALL * max(size, 1.0)


def _all_without_facts(residuals: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
    """The solutions with the declared facts among all those without; an error unless these are known to be all."""
    free = {x: symbol(f"free-{n}") for n, x in enumerate(unknowns)}
    if any(known("nonzero", x) for x in residuals):
        return []
    plain = [substitute(x, free) for x in residuals]
    polynomials = _polynomials(plain, list(free.values()))
    if polynomials is None:
        raise LimitError(f"{_NAME}: SymPy finds no solution; that there is none is not proved")
    if polynomials == "no common zero":
        return []
    if any(facts_of(x) for x in unknowns) and len(residuals) == len(unknowns) == 1:
        everything = _checked(_asked(plain, list(free.values())), plain, list(free.values()))
        return [values for values in everything if facts_at_points(values[0], facts_of(unknowns[0]))]
    raise LimitError(f"{_NAME}: SymPy finds no solution; that there is none is not proved")


def _polynomials(residuals: list[Any], unknowns: list[Any]) -> str | None:
    """Are the residuals polynomials in the unknowns, and have they a common zero, for typical parameters?"""
    exchange = Exchange(residuals)
    equations, symbols = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work(sympy: Any) -> str | None:
        if not all(e.is_polynomial(*symbols) for e in equations):
            return None
        basis = sympy.groebner(equations, *symbols, order="grevlex")
        return "no common zero" if basis.exprs == [sympy.S.One] else "common zeros"

    return answer_of(_NAME, work)
