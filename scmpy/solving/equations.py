"""Solutions of equations, also trigonometric and exponential."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import gcd
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.numbers import is_exact
from scmpy.generic.settings import items
from scmpy.generic.types import Formula, Values, is_number, is_zero_number, measure_of
from scmpy.registry import public, sympy
from scmpy.render.scheme import scheme_text
from scmpy.solving.sympy_calls import (
    Candidates,
    Exchange,
    all_solutions,
    answer_of,
    as_scalars,
    at_points,
    exactly,
    facts_at_points,
    has_floats,
    is_one,
    lacks_values,
    nowhere_vanish,
    roots_in_closed_form,
    settled,
    vanishes,
    without_roots,
)
from scmpy.structure.tuples import Structure, Up, attach_units, leaves, units_of
from scmpy.symbolic.arithmetic import substitute, with_leaves
from scmpy.symbolic.assumptions import facts_of, known
from scmpy.symbolic.ball_arithmetic import Evaluator
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.equivalence import vanishing_parts
from scmpy.symbolic.decision.forms import DecisionForm
from scmpy.symbolic.expression import (
    NUMERICAL,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    foreign,
    operands_first,
    rebuild,
    subexpressions,
    symbol,
)
from scmpy.symbolic.printed_form import quotient_parts
from scmpy.symbolic.ring import is_finite
from scmpy.symbolic.simplify import reduced

# --- trigonometric equations -----------------------------------------------------------------------------------------
# All angles in one turn that solve an equation in sines and cosines, by SymPy.
#
# The angles of an equation are multiples of one. In its sine, cosine or tangent alone the equation is solved for that;
# otherwise for a point of the circle, whose number is known: each is a root of a polynomial in exp(i angle).


def _in_sines(equation: Any) -> Any:
    from sympy.simplify.fu import TR1, TR2

    return TR2(TR1(equation))


def turning_functions(equation: Any, x: Any) -> list[Any]:
    kinds = (sympy.sin, sympy.cos, sympy.tan, sympy.cot, sympy.sec, sympy.csc)
    return sorted((f for f in equation.atoms(*kinds) if f.has(x)), key=sympy.default_sort_key)


def angles_of(equation: Any, x: Any, turning: list[Any]) -> Candidates:
    """The values of an unknown in one turn of it, or of the whole angle of which all others are multiples."""
    common = multiples_of_one([f.args[0] for f in turning], x)
    if common is None:
        raise LimitError("solve: the solutions are known only if all angles are rational multiples of one")
    unit, multiples, shifts = common
    shift = shifts[0] / multiples[0]
    if any(sympy.expand(s - n * shift) != 0 for s, n in zip(shifts, multiples, strict=True)):
        shift = sympy.S.Zero
    v = sympy.Dummy("angle")
    again = {f: f.func(n * v + sympy.expand(s - n * shift)) for f, n, s in zip(turning, multiples, shifts, strict=True)}
    there = equation.xreplace(again)
    if there.has(x):
        raise LimitError("solve: there is no solution that is known to be all: an angle stands outside of sines too")
    turns = int(unit.p) if unit.is_Rational else 1
    angles, complete = _in_one_turn(there, v)
    turn = 2 * sympy.pi * turns / unit
    found = [(angle + 2 * sympy.pi * k - shift) / unit for angle in angles for k in range(turns)]
    signed = any(fact is not None for fact in (x.is_extended_nonnegative, x.is_extended_nonpositive, x.is_zero))
    by_turns = x.is_rational is None and (bool(turn.is_positive) or not signed)
    return Candidates([with_sign(angle, turn, x) for angle in found], complete and by_turns)


def with_sign(angle: Any, turn: Any, x: Any) -> Any:
    """An angle in the turn from 0 on, or in that before 0 if the unknown is declared negative; 0 only if it may be.

    Of a complex number the real part is in the turn from 0 on.
    """
    count = sympy.simplify(angle / turn)
    if angle.is_number and turn.is_positive and count.is_real is False:
        return angle - turn * sympy.floor(sympy.re(count))
    if count.free_symbols or not count.is_real or not turn.is_positive:
        return angle
    if x.is_nonpositive:
        return angle - turn * (sympy.floor(count) + 1 if x.is_negative else sympy.ceiling(count))
    return angle + turn * (sympy.floor(-count) + 1) if x.is_nonzero else angle - turn * sympy.floor(count)


def multiples_of_one(arguments: Collection[Any], x: Any) -> tuple[Any, list[Any], list[Any]] | None:
    """The largest u, not negative, with arguments n u x + s of integers n, these, and the s; None if there is none."""
    slopes = [argument.diff(x) for argument in arguments]
    ratios = [sympy.simplify(slope / slopes[0]) for slope in slopes]
    if any(slope.has(x) for slope in slopes) or not all(r.is_Rational for r in ratios):
        return None
    scale = reduce(lambda a, b: a * b // gcd(a, b), (int(r.q) for r in ratios))
    unit = slopes[0] * sympy.Rational(reduce(gcd, (int(r * scale) for r in ratios)), scale)
    if unit.is_negative:
        unit = -unit
    shifts = [sympy.expand(argument - slope * x) for argument, slope in zip(arguments, slopes, strict=True)]
    return unit, [sympy.simplify(slope / unit) for slope in slopes], shifts


def _in_one_turn(equation: Any, v: Any) -> Candidates:
    turning = turning_functions(equation, v)
    if len(turning) == 1 and turning[0].args[0] == v and turning[0].func in (sympy.sin, sympy.cos, sympy.tan):
        return _of_one_function(equation, turning[0])
    found = _of_two_equal(equation, v)
    return Candidates(_of_points(equation, v) if found is None else found, True)


def _of_two_equal(equation: Any, v: Any) -> list[Any] | None:
    """The angles where two sines or cosines, times the same constant or its negative, are opposite; None of others.

    cos A = cos B where A - B or A + B is a number of turns.
    """
    terms = [term.as_independent(v) for term in sympy.Add.make_args(sympy.expand(equation))]
    if len(terms) != 2 or not all(f.func in (sympy.sin, sympy.cos) for _, f in terms):
        return None
    a, b = (f.args[0] - (sympy.pi / 2 if f.func is sympy.sin else 0) for _, f in terms)
    ratio = sympy.simplify(terms[1][0] / terms[0][0])
    if ratio not in (1, -1):
        return None
    b += sympy.pi if ratio == 1 else 0
    angles: list[Any] = []
    for difference in (sympy.expand(a - b), sympy.expand(a + b)):
        count = difference.diff(v)
        if not (count.is_Integer and count):
            return None
        angles += [(2 * sympy.pi * k - difference.subs(v, 0)) / count for k in range(abs(count))]
    turns = [[sympy.simplify((x - y) / (2 * sympy.pi)) for y in angles[:n]] for n, x in enumerate(angles)]
    return [x for x, some in zip(angles, turns, strict=True) if not any(n.is_integer for n in some)]


def angle_of(sine: Any, cosine: Any) -> Any:
    """The angle with these two, of the turn from 0 on where they are formulas too; 0 may come as a whole turn."""
    if sine.is_number and cosine.is_number:
        return sympy.atan2(sine, cosine)
    return sympy.pi + sympy.atan2(-sine, -cosine)


def _forwards(angle: Any, y: Any, cosine: Any) -> Any:
    return angle if y.is_number or y.is_nonnegative else angle_of(y, cosine)


#: The two angles of one turn that have a sine, a cosine or a tangent.
_INVERSE: dict[str, Any] = {
    "sin": lambda y: (_forwards(sympy.asin(y), y, sympy.sqrt(1 - y**2)), sympy.pi - sympy.asin(y)),
    "cos": lambda y: (sympy.acos(y), 2 * sympy.pi - sympy.acos(y)),
    "tan": lambda y: (_forwards(sympy.atan(y), y, sympy.S.One), sympy.pi + sympy.atan(y)),
}


def _of_one_function(equation: Any, turning: Any) -> Candidates:
    s = sympy.Dummy("value")
    values, complete = _of_product(equation.xreplace({turning: s}), s)
    angles = []
    for value in values:
        first, second = _INVERSE[turning.func.__name__](value)
        angles += [first] if ((second - first) / (2 * sympy.pi)).is_integer else [first, second]
    return Candidates(angles, complete)


def _of_points(equation: Any, v: Any) -> list[Any]:
    """The angles where an equation in sines and cosines holds, by the points of the circle: all of them."""
    c, s, z = (sympy.Dummy(name) for name in ("cosine", "sine", "point"))
    equation = _in_sines(equation).expand(trig=True)
    there = sympy.fraction(sympy.together(equation))[0].subs({sympy.sin(v): s, sympy.cos(v): c})
    if there.has(v) or not there.is_polynomial(c, s):
        raise LimitError("solve: the solutions are known only of polynomials in sines and cosines")
    around = sympy.fraction(sympy.together(there.subs({c: (z + 1 / z) / 2, s: (z - 1 / z) / (2 * sympy.I)})))[0]
    count = sum(f.degree(z) for f, _ in sympy.Poly(around, z, extension=True).sqf_list()[1] if f.eval(0) != 0)
    found = sympy.solve([there, s**2 + c**2 - 1], [c, s], dict=True)
    points = list(dict.fromkeys((each[s], each[c]) for each in found if s in each and c in each))
    if len(points) != count:
        raise LimitError(f"solve: SymPy finds {len(points)} of {count} solutions in one turn")
    return [angle_of(*point) for point in points]


# --- exponential equations -------------------------------------------------------------------------------------------
# All solutions of an equation in exponentials: those in one period, or of a real unknown as many as there can be.
#
# A sum of polynomials of degrees m, n, ... times different exponentials has at most (m + 1) + (n + 1) + ... - 1 real
# zeros, by Rolle's theorem, and its signs at both ends tell whether their number is even. Of complex zeros there are
# infinitely many, if it is not one exponential times a polynomial.

#: A derivative that is so small at a zero vanishes there.
_SMALL = 1e-25


def exponentials_of(equation: Any, x: Any) -> list[Any]:
    found = (p for p in equation.atoms(sympy.Pow, sympy.exp) if p.exp.has(x))
    return sorted(found, key=sympy.default_sort_key)


def solutions_in_exponentials(equation: Any, x: Any, powers: list[Any]) -> Candidates:
    """The values of an unknown that solve an equation with the unknown in the exponent of some powers."""
    exponents = {p: sympy.expand(p.exp * sympy.log(p.base)) for p in powers}
    found = _in_one_period(equation, x, exponents)
    if found is None and x.is_real:
        found = _of_one_real_exponent(equation, x, exponents)
        found = _all_real(equation, x, exponents) if found is None else found
    if found is not None:
        return found
    if x.is_real:
        raise LimitError(
            f"solve: that no real solution {x} of an equation with {x} in an exponent is left out is not proved"
        )
    raise LimitError(
        f"solve: an equation with {x} in an exponent has infinitely many complex solutions, or some "
        f"that are not known; declare that {x} is real"
    )


def solutions_in_logarithms(equation: Any, x: Any) -> list[Any] | None:
    """The values of an unknown in a logarithm and outside; None if it stands not in both."""
    logs = [f for f in equation.atoms(sympy.log) if f.has(x)]
    if not logs or not equation.xreplace({f: sympy.Dummy() for f in logs}).has(x):
        return None
    u = sympy.Dummy("logarithm", real=True)
    there = equation.subs(x, sympy.exp(u))
    exponents = {p: p.exp * sympy.log(p.base) for p in exponentials_of(there, u)}
    found = _all_real(there, u, exponents) if x.is_positive else None
    if found is None:
        advice = "" if x.is_positive else f"; declare that {x} is positive"
        raise LimitError(
            f"solve: that no solution of an equation in {x} and its logarithm is left out is not proved{advice}"
        )
    return [sympy.exp(value) for value in found.values]


def _in_one_period(equation: Any, x: Any, exponents: dict[Any, Any]) -> Candidates | None:
    """The solutions in one period, by the values of one exponential; None where the unknown stands elsewhere too."""
    common = multiples_of_one(exponents.values(), x)
    if common is None:
        return None
    unit, multiples, shifts = common
    z, shift = sympy.Dummy("exponential"), shifts[0] / multiples[0]
    again = {
        p: sympy.exp(sympy.expand(s - n * shift)) * z**n for p, s, n in zip(exponents, shifts, multiples, strict=True)
    }
    there = sympy.fraction(sympy.together(equation.xreplace(again)))[0]
    if there.has(x):
        return None
    turns = int(unit.p) if unit.is_Rational and not x.is_real else 1
    values, complete = _of_product(there, z)
    turn = 2 * sympy.pi * sympy.I
    found = [
        (sympy.log(value) + turn * k) / unit - sympy.expand(shift / unit)
        for value in values
        if value != 0
        for k in range(turns)
    ]
    in_one_period = x.is_complex is None or bool(unit.is_real)
    return Candidates(
        [sympy.simplify(value) if unit.has(sympy.log) else value for value in found], complete and in_one_period
    )


def _of_one_real_exponent(equation: Any, x: Any, exponents: dict[Any, Any]) -> Candidates | None:
    z = sympy.Dummy("exponential")
    [(power, exponent), *others] = exponents.items()
    there = equation.xreplace({power: z})
    real = {s: sympy.Dummy(real=True) for s in exponent.free_symbols if s.is_real is None}
    if others or there.has(x) or not exponent.xreplace(real).is_real:
        return None
    values, complete = _of_product(there, z)
    positive = (value for value in values if not value.is_nonpositive)
    return Candidates.of_all((_of_product(exponent - sympy.log(value), x) for value in positive), complete)


def _all_real(equation: Any, x: Any, exponents: dict[Any, Any]) -> Candidates | None:
    """The real zeros of a sum of polynomials times exponentials, if SymPy finds as many as there can be."""
    terms = _terms(equation, x, exponents)
    if terms is None:
        return None
    v = sympy.Dummy("real", real=True)
    there = equation.xreplace({x: v})
    found = [each[v] for each in sympy.solve(there, v, dict=True)]
    count = sum(_multiplicity(there, v, value) for value in found)
    most = sum(polynomial.degree() + 1 for polynomial in terms.values()) - 1
    first, last = terms[min(terms)], terms[max(terms)]
    ends = last.LC() * first.LC() * (-1) ** first.degree()
    odd = True if ends.is_negative else False if ends.is_positive else None
    complete = count == most or (count == most - 1 and odd == bool(count % 2))
    return Candidates(found, True) if complete else None


def _terms(equation: Any, x: Any, exponents: dict[Any, Any]) -> dict[Any, Any] | None:
    slopes = [e.diff(x) for e in exponents.values()]
    if not slopes or not all(slope.is_number and slope.is_real for slope in slopes):
        return None
    stands = {p: sympy.Dummy("power") for p in exponents}
    constants = {
        stands[p]: sympy.exp(sympy.expand(e - slope * x)) * stands[p]
        for (p, e), slope in zip(exponents.items(), slopes, strict=True)
    }
    there = equation.xreplace(stands).xreplace(constants)
    if not there.is_polynomial(x, *stands.values()):
        return None
    found: dict[Any, Any] = {}
    for degrees, coefficient in sympy.Poly(there, *stands.values()).terms():
        slope = sympy.simplify(sum((n * each for n, each in zip(degrees, slopes, strict=True)), sympy.S.Zero))
        found[slope] = found.get(slope, 0) + coefficient
    polynomials = {slope: sympy.Poly(coefficient, x) for slope, coefficient in found.items()}
    return {slope: polynomial for slope, polynomial in polynomials.items() if not polynomial.is_zero} or None


def _multiplicity(equation: Any, x: Any, value: Any) -> int:
    """How often a value is a zero, by derivatives at numbers; once if it contains symbols; never if it is none."""
    if equation.free_symbols - {x}:
        return 1
    slope, count = equation, 0
    while abs(slope.subs(x, value).evalf(40, chop=True)) < _SMALL:
        slope, count = slope.diff(x), count + 1
    return count


# --- equations -------------------------------------------------------------------------------------------------------
# Equations solved by SymPy, their solutions checked by substitution.
#
# A list of solutions is handed over when each of them is checked. An empty one says that there is none: that is proved
# by a contradiction, by a Groebner basis that contains 1, or as none of a set that contains all solutions is one with
# the declared facts: the roots of a polynomial, the angles of one turn, the values of an exponential in one period.
# Polynomials over the rationals have all their solutions in the list, for typical values of the parameters.

_NAME = "solve"

#: A root that is known in decimals is one if the residual is so small, relative to its terms.
_SMALL_RESIDUAL = 1e-9

_INTEGRAL = frozenset(["integer", "even", "odd", "rational"])


@public("solve")
def solve(equations: Formula | Values, unknowns: Formula | Values) -> tuple[Any, ...]:
    """The solutions of equations, by SymPy, each of them checked by substitution.

    An equation is an expression that is to vanish, or (= a b), or a text; a quoted list that begins with a symbol is
    one, if that is no unknown. An unknown is a symbol or an application of a literal function; one that stays free
    stands for itself. Of sines and cosines these are all solutions in one turn, 0 <= x < 2 pi for sin x, or of the sign
    that the unknown is declared to have (of a formula where its symbols are real and what is under its roots is
    positive; a whole turn may stand for 0, and the a of sin(x + a) is taken off afterwards); of exponentials those in
    one period of each factor, 2 pi i of (exp x). Of an equation in an unknown and its exponential, or logarithm, they
    are known to be all only if the unknown is real, or positive; of a system of polynomials in the unknowns, or their
    sines and cosines, for typical values of the parameters; those of other systems may not be all, unless one equation
    after the other has one unknown. Values are exact, though constants print as floats; roots of polynomials that have
    no closed form are floats. A solution counts that has the facts of the unknowns for some real values of the other
    symbols. A check is a proof where equivalent decides it; else the residual contained zero within 1e-40 in balls.

    Scheme:  (solve '(= (square x) a) 'x), (solve (list '(+ x y -3) '(- x y 1)) (list 'x 'y))
    Shapes:  equations: an expression, a list or a structure of such;  unknowns: one, or a list or a structure of such;
             result: a list of values, of up tuples of values if there is a list of unknowns
    Units:   equations of quantities have unknowns with units, such as (& 't &second), and so have the solutions
    Raises:  LimitError where SymPy finds no solution, unless it is certain that there is none, or takes longer than
             *solving-time*;  DomainError where the answer depends on cases; WrongTypeError for what is no equation or
             no unknown
    1 ]=> (solve '(- (* a (square x)) b) 'x)
    ;Value: ((/ (* -1 (sqrt b)) (sqrt a)) (/ (sqrt b) (sqrt a)))
    >>> x, y = symbols("x y")
    >>> solve([x + y - 3, x * y - 2], [x, y])
    ((up 1 2), (up 2 1))
    >>> p, r = symbols("p", positive=True), symbols("r", real=True)
    >>> solve(p**2 - 4, p), solve(r**2 + 1, r), solve(exp(x), x)
    ((2,), (), ())
    >>> (root,) = solve(p**2 - 2, p)
    >>> root, root**2
    (1.4142135623730951, 2)
    """
    if isinstance(equations, str) and isinstance(unknowns, str):
        names = [*map(symbol, unknowns.replace(",", " ").split())]
        unknowns = names[0] if len(names) == 1 else tuple(names)
    several = not is_one(unknowns)
    sought = [_unknown(x) for x in (as_unknowns(unknowns) if several else [unknowns])]
    if not sought or len(set(sought)) < len(sought):
        raise WrongTypeError(f"{_NAME} expects distinct unknowns, got {describe(unknowns)}")
    units = units_of(Up(as_unknowns(unknowns) if several else [unknowns]))
    found = (attach_units(units, Up(x)) for x in solutions_of(as_scalars(equations, _NAME, sought), sought))
    return tuple(values if several else values[0] for values in found)


def as_unknowns(unknowns: Any) -> list[Any]:
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
    inexact = any(map(has_floats, equations))
    whole = [exactly(x) for x in equations]
    residuals = [quotient_parts(reduced(x))[0] for x in whole]
    residuals = [x for x in residuals if not is_zero_number(x)]
    if any(map(is_number, residuals)):
        return []
    if not residuals:
        return [list(unknowns)]
    _refuse_symbolic_exponents(residuals, unknowns)
    candidates, complete = _asked([part for x in residuals for part in _apart(x, unknowns)], unknowns)
    try:
        solutions = _checked(candidates, residuals, unknowns)
    except DomainError:  # of a solution where it has the facts
        if nowhere_vanish(residuals, unknowns):
            return []
        raise
    found = with_values(solutions, whole, unknowns)
    if not found and (solutions or not complete):
        found = with_values(_all_without_facts(residuals, unknowns, whole), whole, unknowns)
    return [[in_decimals(x) for x in values] for values in found] if inexact else found


def in_decimals(value: Any) -> Any:
    """The expression with floats for its numbers, exponents apart."""
    if not isinstance(value, Expression):
        return g.inexact(value)
    powers = {node.operands[1] for node in subexpressions(value) if node.operator is Head.EXPT}
    return with_leaves(value, lambda x: g.inexact(x) if is_number(x) and x not in powers else x)


def _refuse_symbolic_exponents(residuals: list[Any], unknowns: list[Expression]) -> None:
    """An error where an unknown that may be negative or complex stands under a symbolic exponent.

    How many roots there are depends on the value of the exponent.
    """
    for node in subexpressions(*residuals):
        if not isinstance(node, Application) or node.operator is not Head.EXPT or is_number(node.operands[1]):
            continue
        base, exponent = node.operands
        under = [x for x in unknowns if x in subexpressions(base)]
        if under and not getattr(exponent, "constant", False) and not all(known("positive", x) for x in under):
            raise LimitError(
                f"{_NAME}: how many solutions there are of a power with the exponent {scheme_text(exponent)} is not "
                f"known; declare that {scheme_text(under[0])} is positive, or give the exponent a value"
            )


def _apart(residual: Any, unknowns: list[Expression]) -> list[Any]:
    """What vanishes together where a residual of real unknowns alone does: x and y for x^2 + y^2."""
    engine, parts = DecisionForm(False, halves=False), [residual]
    if all(x in unknowns and known("real", x) for x in Evaluator(residual).symbols):
        with suppress(LimitError, NotFinite, DivisionByZeroError):
            forms = engine.settled(lambda: vanishing_parts(engine, engine.expression_form(residual)))
            parts = [engine.shown(engine.tower.expression(form.ring, form.num)) for form in forms]
    return parts if len(parts) > 1 else [residual]


# --- asking ----------------------------------------------------------------------------------------------------


def _asked(residuals: list[Any], unknowns: list[Expression]) -> tuple[list[list[Any]], bool]:
    exchange = Exchange(residuals, unknowns)
    equations, symbols = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work() -> Any:
        if len(equations) > 1 or len(symbols) > 1:
            return _of_system(equations, symbols)
        (x,) = symbols
        found, complete = _of_product(equations[0], x)
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


def _factors(equation: Any) -> list[Any]:
    numerator = sympy.fraction(sympy.together(equation))[0]
    try:
        factors = [factor for factor, _ in sympy.factor_list(numerator)[1]] or [equation]
    except sympy.PolynomialError:
        factors = [numerator]
    return [
        each for each in factors if not isinstance(each, (sympy.exp, sympy.Pow)) or each.base.is_nonzero is not True
    ]


def _of_product(equation: Any, x: Any) -> Candidates:
    return Candidates.of_all(_of_one(factor, x) for factor in _factors(equation))


def _of_one(equation: Any, x: Any) -> Candidates:
    if not equation.has(x):
        return Candidates([], True)
    facts = x.assumptions0.keys() - {"commutative"}
    if equation.is_polynomial(x) and (not facts or equation.free_symbols == {x}):
        return Candidates(roots_in_closed_form(equation, x), True)
    if sizes := [f for f in equation.atoms(sympy.Abs) if f.has(x)]:
        if not all(f.args[0].is_real for f in sizes):
            raise LimitError(f"{_NAME}: complex numbers of one absolute value are a circle; declare that {x} is real")
        inside = min(sizes, key=sympy.count_ops)
        ways = [equation.xreplace({inside: sign * inside.args[0]}) for sign in (1, -1)]
        if any(sympy.expand(way) == 0 for way in ways):
            raise LimitError(f"{_NAME}: the equation holds wherever {inside.args[0]} has a sign, not at places alone")
        return Candidates.of_all(_of_product(way, x) for way in ways)
    if turning := turning_functions(equation, x):
        return angles_of(equation, x, turning)
    hyperbolic = equation.atoms(sympy.sinh, sympy.cosh, sympy.tanh, sympy.coth, sympy.sech, sympy.csch)
    equation = equation.xreplace({f: f.rewrite(sympy.exp) for f in hyperbolic if f.has(x)})
    if powers := exponentials_of(equation, x):
        return solutions_in_exponentials(equation, x, powers)
    by_logarithms = solutions_in_logarithms(equation, x)
    if by_logarithms is not None:
        return Candidates(by_logarithms, True)
    inside = _inside_inverse(equation, x)
    if inside is not None:
        return _of_product(inside, x)
    by_powers = without_roots(equation, x)
    if by_powers is not None:
        return _of_product(by_powers, x)
    found = [each[x] for each in sympy.solve(equation, x, dict=True)]
    _refuse_one_branch(found)
    return Candidates(found, False)


def _inside_inverse(equation: Any, x: Any) -> Any:
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


def _refuse_one_branch(values: Iterable[Any]) -> None:
    """An error where there are solutions by one branch of an inverse function of infinitely many."""
    if any(value.has(sympy.LambertW) for value in values):
        raise LimitError(f"{_NAME}: that no solution by another branch of LambertW is left out is not proved")


def _of_system(equations: list[Any], symbols: list[Any]) -> tuple[list[dict[Any, Any]], bool]:
    """Solutions of a system, and whether they are known to be all."""
    circle: dict[Any, tuple[Any, Any]] = {}
    equations = [sympy.fraction(sympy.together(_in_sines(e)))[0] if e.has(sympy.tan) else e for e in equations]
    for x in symbols:
        if not any(e.has(x) for e in equations):
            continue
        sine, cosine = sympy.Dummy("sine"), sympy.Dummy("cosine")
        by_circle = [e.expand(trig=True).subs({sympy.sin(x): sine, sympy.cos(x): cosine}) for e in equations]
        if not any(e.has(x) for e in by_circle):
            equations, circle[x] = [*by_circle, sine**2 + cosine**2 - 1], (cosine, sine)
        elif any(turning_functions(equation, x) for equation in equations):
            raise LimitError(f"{_NAME}: that no solutions for the angle {x} of a system are left out is not certain")
    unknowns = [y for x in symbols for y in circle.get(x, (x,))]
    found, complete = _by_algebra(equations, unknowns)
    if not complete:
        by_steps = _step_by_step(equations, unknowns)
        found, complete = by_steps or (sympy.solve(equations, unknowns, dict=True), False)
        _refuse_one_branch(value for each in found for value in each.values())
    solutions = [_with_angles(each, circle) for each in found]
    return [x for n, x in enumerate(solutions) if x not in solutions[:n]], complete


def _by_algebra(equations: list[Any], unknowns: list[Any]) -> tuple[list[dict[Any, Any]], bool]:
    """The solutions of polynomials, whatever facts the unknowns have."""
    plain = {x: sympy.Dummy(x.name) for x in unknowns}
    found = all_solutions([e.xreplace(plain) for e in equations], list(plain.values()))
    back = {new: old for old, new in plain.items()}
    home = [{back[x]: value.xreplace(back) for x, value in each.items()} for each in found or ()]
    home.sort(key=lambda each: [sympy.default_sort_key(each.get(x, x)) for x in unknowns])
    return home, found is not None


def _step_by_step(equations: list[Any], unknowns: list[Any]) -> Candidates | None:
    """The solutions of equations of which there is always one for one unknown by itself, or by all others."""
    left = [e for e in equations if e != 0]
    if any(not e.has(*unknowns) for e in left):
        return Candidates([], True) if any(e.is_nonzero for e in left if not e.has(*unknowns)) else None
    if not left:
        return Candidates([{}], True)
    for e in left:
        inside = [x for x in unknowns if e.has(x)]
        for x in inside:
            slope = e.diff(x)
            if not slope.has(x) and slope.is_nonzero:
                values, complete = [sympy.expand(x - e / slope)], True
            elif len(inside) == 1:
                values, complete = _of_product(e, x)
            else:
                continue
            found = []
            for value in values:
                rest = [sympy.expand(other.subs(x, value)) for other in left if other is not e]
                after = _step_by_step(rest, [y for y in unknowns if y is not x])
                if after is None:
                    return None
                found += [{x: value.subs(each), **each} for each in after.values]
                complete = complete and after.complete
            return Candidates(found, complete)
    return None


def _with_angles(values: dict[Any, Any], circle: dict[Any, tuple[Any, Any]]) -> dict[Any, Any]:
    """A solution with the angles of its sines and cosines. An angle is free if its sine is."""
    for x, (cosine, sine) in circle.items():
        if cosine in values and sine not in values and sympy.expand(values[cosine] ** 2 + sine**2) == 1:
            sign, root = values[cosine].as_coeff_Mul()
            values = {y: value.subs(root, sympy.cos(x) / sign).subs(sine, sympy.sin(x)) for y, value in values.items()}
            values[sine] = sympy.sin(x)
    free = [u for x in circle for u in (x, sympy.pi - x, -x, sympy.pi + x)]
    found = {x: value for x, value in values.items() if not any(x in pair for pair in circle.values())}
    for x, pair in circle.items():
        if not all(y in values for y in pair):
            if any(value.has(*pair) for value in values.values()) or any(y in values for y in pair):
                raise LimitError(f"{_NAME}: SymPy leaves an angle free that is bound to others")
            continue
        at = [values[y] for y in pair]
        same = (u for u in free if at == [sympy.cos(u), sympy.sin(u)])
        found[x] = next(same, None) or with_sign(angle_of(at[1], at[0]), 2 * sympy.pi, x)
    return found


# --- checking --------------------------------------------------------------------------------------------------


def _checked(solutions: list[list[Any]], residuals: list[Any], unknowns: list[Expression]) -> list[list[Any]]:
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
    symbols = (x for x in subexpressions(value) if isinstance(x, Symbol)) if isinstance(value, Expression) else ()
    if all(x is PI or x in foreign or x in NUMERICAL for x in symbols):
        return False
    facts = facts_of(of)
    return not (("positive" in facts and known("nonpositive", value)) or known("negative", reduced(g.square(value))))


def with_values(solutions: list[list[Any]], residuals: list[Any], unknowns: Sequence[Expression]) -> list[list[Any]]:
    """The solutions where the residuals have values: no denominator vanishes, nor what is under a logarithm."""
    return [values for values in solutions if _have_values(residuals, dict(zip(unknowns, values, strict=True)))]


def _have_values(residuals: list[Any], at: dict[Any, Any]) -> bool:
    for node in subexpressions(*residuals):
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
    if not isinstance(node, Application):
        return None
    if node.operator is Head.OVER:
        return node.operands[-1]
    if node.operator is Head.EXPT and is_number(node.operands[1]) and node.operands[1].real < 0:
        return node.operands[0]
    return node.operands[0] if node.operator is Head.LOG else None


def _solves(values: list[Any], residuals: list[Any], unknowns: list[Expression]) -> bool:
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
                check = at_points(rebuild(residual, lambda head, parts: application(head, *parts), dict(at)))
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
    roots = (x for x in subexpressions(residual) if isinstance(x, Application) and x.operator is Head.EXPT)
    return any(
        isinstance(x.operands[1], Fraction) and any(u in subexpressions(x.operands[0]) for u in unknowns) for x in roots
    )


def _nearly(residual: Any, at: dict[Any, Any], value: Any) -> bool:
    size = max((abs(complex(substitute(x, at))) for x in residual.operands if isinstance(x, Expression)), default=0.0)
    return abs(complex(value)) <= _SMALL_RESIDUAL * max(size, 1.0)


def _all_without_facts(residuals: list[Any], unknowns: list[Expression], whole: list[Any]) -> list[list[Any]]:
    """The solutions with the declared facts among all those without; an error unless these are known to be all.

    That a polynomial does not vanish is the equation 1 = inverse * polynomial.
    """
    free = {x: symbol(f"free-{n}") for n, x in enumerate(unknowns)}
    if any(known("nonzero", x) for x in residuals) or nowhere_vanish(residuals, unknowns):
        return []
    plain = [substitute(x, free) for x in residuals]
    have_zeros = _have_common_zeros(plain, list(free.values()))
    if have_zeros is False:
        return []
    if have_zeros and len(residuals) == len(unknowns) == 1:
        candidates, _ = _asked(plain, list(free.values()))
        return _with_facts(_checked(candidates, plain, list(free.values())), unknowns)
    inverses = {
        symbol(f"inverse-{n}"): substitute(x, free)
        for n, x in enumerate(dict.fromkeys(_bases_of_divisors(whole)))
        if isinstance(x, Expression)
    }
    apart = [g.sub(g.mul(inverse, x), 1) for inverse, x in inverses.items()]
    if have_zeros and inverses and _have_common_zeros([*plain, *apart], [*free.values(), *inverses]) is False:
        return []
    raise LimitError(f"{_NAME}: SymPy finds no solution; that there is none is not proved")


def _bases_of_divisors(residuals: list[Any]) -> list[Any]:
    found = []
    for node in subexpressions(*residuals):
        divisor = _divisor(node)
        while isinstance(divisor, Application) and divisor.operator in (Head.EXPT, Head.SQRT):
            divisor = divisor.operands[0]
        found.append(divisor)
    return found


def _have_common_zeros(residuals: list[Any], unknowns: list[Any]) -> bool | None:
    """Have polynomials in the unknowns a common zero, for typical parameters? None of what are no polynomials."""
    exchange = Exchange(residuals)
    equations, symbols = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work() -> bool | None:
        if not all(e.is_polynomial(*symbols) for e in equations):
            return None
        return bool(sympy.groebner(equations, *symbols, order="grevlex").exprs != [sympy.S.One])

    return answer_of(_NAME, work)
