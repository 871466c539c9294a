"""Equations solved by SymPy, their solutions checked by substitution.

A list of solutions is handed over when each of them is checked. An empty one says that there is none: that is proved
by a contradiction, by a Groebner basis that contains 1, or as none of a set that contains all solutions is one with
the declared facts: the roots of a polynomial, the angles of one turn, the values of an exponential in one period. A
polynomial in one unknown has all its roots in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.composite import measure_of
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.solving.algebraic import Candidates, roots_in_closed_form, without_roots
from scmpy.solving.answer_checks import at_points, exactly, facts_at_points, lacks_values, nowhere_vanish, vanishes
from scmpy.solving.asking import Exchange, answer_of, as_scalars, is_one, settled
from scmpy.solving.exponential_equations import (
    exponentials_of,
    solutions_in_exponentials,
    solutions_in_logarithms,
    without_hyperbolic,
)
from scmpy.solving.trigonometric_equations import angle_of, angles_of, turning_functions, with_sign
from scmpy.structure.aliases import Formula, Values
from scmpy.structure.measures import units_of, with_units_of
from scmpy.structure.structure import Structure, Up, leaves
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.assumptions import facts_of, known
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.enclosure.ball import Evaluator
from scmpy.symbolic.expression import (
    EXPT,
    NUMERICAL,
    OVER,
    PI,
    Application,
    Expression,
    Symbol,
    application,
    foreign,
    symbol,
)
from scmpy.symbolic.fold import fold, operands_first, rebuilt, subexpressions
from scmpy.symbolic.simplify import reduced

_NAME = "solve"

#: A root that is known in decimals is one if the residual is so small, relative to its terms.
_SMALL = 1e-9

_INTEGRAL = frozenset(["integer", "even", "odd", "rational"])
_LOG = symbol("log")


@public("solve")
def solve(equations: Formula | Values, unknowns: Formula | Values) -> tuple[Any, ...]:
    """The solutions of equations, by SymPy, each of them checked by substitution.

    An equation is an expression that is to vanish, or (= a b); a quoted list that begins with a symbol is one, if that
    is no unknown. An unknown is a symbol or an application of a literal function. Of an equation in sines and cosines
    these are the solutions in one turn, all of them, from 0 on, 0 <= x < 2 pi for sin x, or of the sign that the
    unknown is declared to have. A formula has values in this range too, where its symbols are real and what is under
    its roots is positive; a whole turn may stand for 0, and the a of sin(x + a) is taken off afterwards. Of one in
    exponentials those in one period of each factor, 2 pi i of (exp x); where a
    denominator vanishes too there is none. Of an equation in an unknown and its exponential, or logarithm, they are
    known to be all only if the unknown is real, or positive. An unknown that stays free stands for itself. Values are
    exact, though constants print as floats: the square of what prints as 1.414 is 2. Roots of polynomials that have no
    closed form are floats. Where an unknown has facts, a solution counts that has them for some real values of the
    other symbols. A check by substitution is a proof where equivalent decides it; else the residual was evaluated at
    points in balls, and contained zero within 1e-40 at each.

    Scheme:  (solve '(= (square x) a) 'x), (solve (list '(+ x y -3) '(- x y 1)) (list 'x 'y))
    Shapes:  equations: an expression, a list or a structure of such;  unknowns: one, or a list or a structure of such;
             result: a list of values, of up tuples of values if there is a list of unknowns
    Units:   equations of quantities have unknowns with units, such as (& 't &second), and so have the solutions
    Raises:  LimitError where SymPy finds no solution, unless it is certain that there is none, or takes longer than
             *solving-time*;  DomainError where the answer depends on cases; WrongTypeError for what is no equation or
             no unknown
    1 ]=> (solve '(- (* a (square x)) b) 'x)
    ;Value: ((/ (* -1 (sqrt b)) (sqrt a)) (/ (sqrt b) (sqrt a)))
    >>> from scmpy import *
    >>> x, y, a = symbols("x y a")
    >>> solve(x**2 - a, x)
    ((* -1 (sqrt a)), (sqrt a))
    >>> solve([x + y - 3, x * y - 2], [x, y])
    ((up 1 2), (up 2 1))
    >>> p, r = symbols("p", positive=True), symbols("r", real=True)
    >>> solve(p**2 - 4, p), solve(r**2 + 1, r), solve(exp(x), x)
    ((2,), (), ())
    >>> (root,) = solve(p**2 - 2, p)
    >>> root, root**2
    (1.4142135623730951, 2)
    """
    several = not is_one(unknowns)
    sought = [_unknown(x) for x in (as_unknowns(unknowns) if several else [unknowns])]
    if not sought or len(set(sought)) < len(sought):
        raise WrongTypeError(f"{_NAME} expects distinct unknowns, got {describe(unknowns)}")
    units = units_of(Up(as_unknowns(unknowns) if several else [unknowns]))
    found = (with_units_of(units, Up(x)) for x in solutions_of(as_scalars(equations, _NAME, sought), sought))
    return tuple(values if several else values[0] for values in found)


def as_unknowns(unknowns: Any) -> list[Any]:
    """The unknowns of a list or of a structure, however nested."""
    if isinstance(unknowns, Structure):
        return list(leaves(unknowns))
    if isinstance(unknowns, str):
        raise WrongTypeError(f"{_NAME} expects a symbol as an unknown, or a list of such, got {describe(unknowns)}")
    return [x for part in items(unknowns, _NAME) for x in ([part] if is_one(part) else as_unknowns(part))]


def _unknown(given: Any) -> Expression:
    found = measure_of(converted(given))
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
    whole = [exactly(x) for x in equations]
    residuals = [_numerator(x) for x in whole]
    residuals = [x for x in residuals if not is_zero_number(x)]
    if any(map(is_number, residuals)):
        return []
    if not residuals:
        return [list(unknowns)]
    _refuse_symbolic_exponents(residuals, unknowns)
    candidates, complete = _asked(residuals, unknowns)
    solutions = _checked(candidates, residuals, unknowns)
    found = with_values(solutions, whole, unknowns)
    if not found and (solutions or not complete):
        found = with_values(_all_without_facts(residuals, unknowns, whole), whole, unknowns)
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


def _refuse_symbolic_exponents(residuals: list[Any], unknowns: list[Expression]) -> None:
    """An error where an unknown that may be negative or complex stands under a symbolic exponent.

    How many roots there are depends on the value of the exponent.
    """
    for node in subexpressions(*residuals):
        if not isinstance(node, Application) or node.operator is not EXPT or is_number(node.operands[1]):
            continue
        base, exponent = node.operands
        under = [x for x in unknowns if x in subexpressions(base)]
        if under and not getattr(exponent, "constant", False) and not all(known("positive", x) for x in under):
            raise LimitError(
                f"{_NAME}: how many solutions there are of a power with the exponent {scheme_text(exponent)} is not "
                f"known; declare that {scheme_text(under[0])} is positive, or give the exponent a value"
            )


# --- asking ----------------------------------------------------------------------------------------------------


def _asked(residuals: list[Any], unknowns: list[Expression]) -> tuple[list[list[Any]], bool]:
    """What SymPy takes for the solutions; are all solutions certainly among these?"""
    exchange = Exchange(residuals, unknowns)
    equations, symbols = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work(sympy: Any) -> Any:
        if len(equations) > 1 or len(symbols) > 1:
            return _of_system(sympy, equations, symbols), False
        (x,) = symbols
        found, complete = _of_product(sympy, equations[0], x)
        distinct = [value for n, value in enumerate(found) if value not in found[:n]]
        return [{x: value} for value in sorted(distinct, key=sympy.default_sort_key)], complete

    found, complete = answer_of(_NAME, work)
    solutions = []
    for each in found:
        values = [settled(each.get(x, x), _NAME) for x in symbols]
        solutions.append([simplify_exactly(exchange.home(x)) for x in values])
    return solutions, complete


def simplify_exactly(value: Any) -> Any:
    """The value in short, by rewrites that take no assumption."""
    if not any(isinstance(x, Symbol) and x is not PI for x in operands_first(value)):
        return value  # which would become a float
    short = reduced(value)
    return short if len(str(short)) <= len(str(value)) else value


def _factors(sympy: Any, equation: Any) -> list[Any]:
    """The factors of an equation that can vanish, one of which has to."""
    numerator = sympy.fraction(sympy.together(equation))[0]
    try:
        factors = [factor for factor, _ in sympy.factor_list(numerator)[1]] or [equation]
    except sympy.PolynomialError:
        factors = [numerator]
    return [
        each for each in factors if not isinstance(each, (sympy.exp, sympy.Pow)) or each.base.is_nonzero is not True
    ]


def _of_product(sympy: Any, equation: Any, x: Any) -> Candidates:
    """The solutions of one equation in one unknown, by its factors."""
    found = [_of_one(sympy, factor, x) for factor in _factors(sympy, equation)]
    return Candidates([value for each in found for value in each.values], all(each.complete for each in found))


def _of_one(sympy: Any, equation: Any, x: Any) -> Candidates:
    """The solutions of one equation in one unknown."""
    if not equation.has(x):
        return Candidates([], True)
    facts = x.assumptions0.keys() - {"commutative"}
    solutions = partial(_of_product, sympy)
    if equation.is_polynomial(x) and (not facts or equation.free_symbols == {x}):
        return Candidates(roots_in_closed_form(sympy, equation, x), True)
    if turning := turning_functions(sympy, equation, x):
        return angles_of(sympy, equation, x, turning, solutions)
    equation = without_hyperbolic(sympy, equation, x)
    if powers := exponentials_of(sympy, equation, x):
        return solutions_in_exponentials(sympy, equation, x, powers, solutions)
    by_logarithms = solutions_in_logarithms(sympy, equation, x)
    if by_logarithms is not None:
        return Candidates(by_logarithms, True)
    inside = _inside_inverse(sympy, equation, x)
    if inside is not None:
        return solutions(inside, x)
    by_powers = without_roots(sympy, equation, x)
    if by_powers is not None:
        return solutions(by_powers, x)
    found = [each[x] for each in sympy.solve(equation, x, dict=True)]
    _refuse_one_branch(sympy, found)
    return Candidates(found, False)


def _inside_inverse(sympy: Any, equation: Any, x: Any) -> Any:
    """What has to vanish where the unknown stands only within an inverse function f(u) = c: u less that of c.

    An inverse function is one to one, so nothing is lost; whether c is one of its values, the check of solutions says.
    """
    inverses = {sympy.asin: sympy.sin, sympy.acos: sympy.cos, sympy.atan: sympy.tan, sympy.acot: sympy.cot}
    inverses |= {sympy.asinh: sympy.sinh, sympy.acosh: sympy.cosh, sympy.atanh: sympy.tanh, sympy.log: sympy.exp}
    angles = {f: sympy.atan(f.args[0] / f.args[1]) for f in equation.atoms(sympy.atan2) if f.args[1].is_positive}
    equation = equation.xreplace(angles)
    found = [f for f in equation.atoms(*inverses) if f.has(x)]
    value = sympy.Dummy("value")
    if len(found) != 1 or equation.xreplace({found[0]: value}).has(x):
        return None
    there = sympy.Poly(equation.xreplace({found[0]: value}), value) if equation.is_polynomial(found[0]) else None
    if there is None or there.degree() != 1:
        return None
    slope, rest = there.all_coeffs()
    return found[0].args[0] - inverses[found[0].func](-rest / slope)


def _refuse_one_branch(sympy: Any, values: Iterable[Any]) -> None:
    """An error where there are solutions by one branch of an inverse function of infinitely many."""
    if any(value.has(sympy.LambertW) for value in values):
        raise LimitError(f"{_NAME}: that no solution by another branch of LambertW is left out is not proved")


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
        elif any(turning_functions(sympy, equation, x) for equation in equations):
            raise LimitError(f"{_NAME}: that no solutions for the angle {x} of a system are left out is not certain")
    unknowns = [y for x in symbols for y in circle.get(x, (x,))]
    found = sympy.solve(equations, unknowns, dict=True)
    _refuse_one_branch(sympy, (value for each in found for value in each.values()))
    return [
        {x: _angle(sympy, x, each, *circle[x]) if x in circle else each.get(x, x) for x in symbols} for each in found
    ]


def _angle(sympy: Any, x: Any, values: dict[Any, Any], cosine: Any, sine: Any) -> Any:
    if cosine not in values or sine not in values:
        raise LimitError(f"{_NAME}: SymPy leaves an angle free that is bound to others")
    return with_sign(sympy, angle_of(sympy, values[sine], values[cosine]), 2 * sympy.pi, x)


# --- checking --------------------------------------------------------------------------------------------------


def _checked(solutions: list[list[Any]], residuals: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
    """The solutions that are such and have the facts of the unknowns."""
    return _with_facts([values for values in solutions if _solves(values, residuals, unknowns)], unknowns)


def _with_facts(solutions: list[list[Any]], unknowns: list[Expression]) -> list[list[Any]]:
    """The solutions with the facts of the unknowns; an error if it is not certain that there are no others."""
    found, doubtful = [], []
    for values in solutions:
        lacking = [
            (x, of)
            for x, of in zip(values, unknowns, strict=True)
            if x is not of and not facts_at_points(x, facts_of(of))
        ]
        if not lacking:
            found.append(values)
        elif all(map(_may_have_facts, *zip(*lacking, strict=True))):
            doubtful.append(lacking[0])
    for value, of in doubtful:
        if not found or facts_of(of) & _INTEGRAL:
            raise DomainError(
                f"{_NAME}: {scheme_text(of)} = {scheme_text(value)} is a solution where it is "
                f"{' and '.join(sorted(facts_of(of)))}; declare what holds of its symbols"
            )
    return found


def _may_have_facts(value: Any, of: Expression) -> bool:
    """May a value, that lacks the facts at all points tried, have them elsewhere? Not if its sign forbids them."""
    symbols = (x for x in subexpressions(value) if isinstance(x, Symbol)) if isinstance(value, Expression) else ()
    if all(x is PI or x in foreign or x in NUMERICAL for x in symbols):
        return False
    facts = facts_of(of)
    return not (("positive" in facts and known("nonpositive", value)) or known("negative", reduced(g.square(value))))


def with_values(solutions: list[list[Any]], residuals: list[Any], unknowns: Sequence[Expression]) -> list[list[Any]]:
    """The solutions where the residuals have values: no denominator vanishes, nor what is under a logarithm."""
    return [values for values in solutions if _have_values(residuals, dict(zip(unknowns, values, strict=True)))]


def _have_values(residuals: list[Any], at: dict[Any, Any]) -> bool:
    for node in subexpressions(*(x for x in residuals if isinstance(x, Expression))):
        divisor = _divisor(node)
        if not isinstance(divisor, Expression):
            continue
        try:
            there = substitute(divisor, at)
            if there is divisor:
                continue
            inexact = is_number(there) and not is_exact(there)
            if _nearly(divisor, at, there) if inexact else vanishes(there).passed:
                return False
        except DivisionByZeroError:
            return False
        except ScmpyError as error:
            raise LimitError(f"{_NAME}: it cannot be told whether {scheme_text(divisor)} vanishes: {error}") from error
    return True


def _divisor(node: Any) -> Any:
    """What must not vanish if a node is to have a value."""
    if not isinstance(node, Application):
        return None
    if node.operator is OVER:
        return node.operands[-1]
    if node.operator is EXPT and is_number(node.operands[1]) and node.operands[1].real < 0:
        return node.operands[0]
    return node.operands[0] if node.operator is _LOG else None


def _solves(values: list[Any], residuals: list[Any], unknowns: list[Expression]) -> bool:
    """Is this a solution? An error where it is one on conditions only, or that cannot be told."""
    at = dict(zip(unknowns, values, strict=True))
    shown = ", ".join(f"{scheme_text(of)} = {scheme_text(x)}" for of, x in at.items())
    if any(map(lacks_values, values)):
        raise LimitError(f"{_NAME}: SymPy's answer, {shown}, has no values in numbers")
    for residual in residuals:
        try:
            there = substitute(residual, at)
            if any(not is_exact(x) for x in values if is_number(x)) and is_number(there):
                if not _nearly(residual, at, there):
                    return False
                continue
            check = vanishes(there)
            if check.passed and _has_roots_of(residual, unknowns):
                check = at_points(rebuilt(residual, lambda head, parts: application(head, *parts), dict(at)))
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


def _has_roots_of(residual: Any, unknowns: list[Expression]) -> bool:
    """Is there a root of what contains an unknown, of which another branch might cancel a power?"""
    roots = (x for x in subexpressions(residual) if isinstance(x, Application) and x.operator is EXPT)
    return any(
        isinstance(x.operands[1], Fraction) and any(u in subexpressions(x.operands[0]) for u in unknowns) for x in roots
    )


def _nearly(residual: Any, at: dict[Any, Any], value: Any) -> bool:
    """Is a residual as small as the decimals of a solution let it be?"""
    size = max((abs(complex(substitute(x, at))) for x in residual.operands if isinstance(x, Expression)), default=0.0)
    return abs(complex(value)) <= _SMALL * max(size, 1.0)


def _all_without_facts(residuals: list[Any], unknowns: list[Expression], whole: list[Any]) -> list[list[Any]]:
    """The solutions with the declared facts among all those without; an error unless these are known to be all.

    That a polynomial does not vanish is the equation 1 = inverse * polynomial.
    """
    free = {x: symbol(f"free-{n}") for n, x in enumerate(unknowns)}
    if any(known("nonzero", x) for x in residuals) or nowhere_vanish(residuals, unknowns):
        return []
    plain = [substitute(x, free) for x in residuals]
    polynomials = _polynomials(plain, list(free.values()))
    if polynomials is None:
        raise LimitError(f"{_NAME}: SymPy finds no solution; that there is none is not proved")
    if polynomials == "no common zero":
        return []
    if len(residuals) == len(unknowns) == 1:
        candidates, _ = _asked(plain, list(free.values()))
        return _with_facts(_checked(candidates, plain, list(free.values())), unknowns)
    inverses = {
        symbol(f"inverse-{n}"): substitute(x, free)
        for n, x in enumerate(dict.fromkeys(_bases_of_divisors(whole)))
        if isinstance(x, Expression)
    }
    apart = [g.sub(g.mul(inverse, x), 1) for inverse, x in inverses.items()]
    if inverses and _polynomials([*plain, *apart], [*free.values(), *inverses]) == "no common zero":
        return []
    raise LimitError(f"{_NAME}: SymPy finds no solution; that there is none is not proved")


def _bases_of_divisors(residuals: list[Any]) -> list[Any]:
    """What must not vanish, without powers and roots."""
    found = []
    for node in subexpressions(*(x for x in residuals if isinstance(x, Expression))):
        divisor = _divisor(node)
        while isinstance(divisor, Application) and divisor.operator in (EXPT, symbol("sqrt")):
            divisor = divisor.operands[0]
        found.append(divisor)
    return found


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
