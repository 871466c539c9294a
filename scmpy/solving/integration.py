"""Integrals in closed form by SymPy, of expressions and of differential equations; limits, expansions; all checked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import count as numbers_from
from itertools import pairwise
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction, traced
from scmpy.errors import ArityError, ConvergenceError, DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.settings import MOST_DERIVATIVES, count
from scmpy.generic.types import (
    Formula,
    Scalar,
    ScalarValue,
    Value,
    Values,
    is_number,
    is_procedure,
    is_zero_number,
    measure_of,
)
from scmpy.numerics.quadrature import definite_integral
from scmpy.numerics.roots import halved
from scmpy.registry import public, sympy
from scmpy.solving.equations import simplify_exactly, solutions_of
from scmpy.solving.sympy_calls import (
    Check,
    Exchange,
    answer_of,
    as_place,
    as_scalar,
    as_scalars,
    as_symbol,
    asked,
    at_point,
    at_variable,
    has_literals,
    is_foreign,
    settled,
    vanishes,
)
from scmpy.structure.tuples import Structure, Up, attach_units, leaves, map_leaves, units_of
from scmpy.structure.types import Name
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumptions_in_force, facts_of
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision
from scmpy.symbolic.decision.zero_test import Search, has_facts
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Symbol,
    application,
    differentiated,
    foreign,
    subexpressions,
    symbol,
)
from scmpy.symbolic.simplify import reduced, reduces_to_zero
from scmpy.symbolic.to_sympy import from_sympy, to_sympy

# --- poles -----------------------------------------------------------------------------------------------------------
# Values of the parameters for which an integrand has a pole between the ends of an integral.

_INSIDE = (Fraction(1, 2), Fraction(3, 11), Fraction(7, 9))  # of the way between the ends
_FAR = [10.013 * 1.1**n for n in range(1, 100)]  # up to 100,000
_GRID = [*(-x for x in reversed(_FAR)), *(n / 4 + 0.013 for n in range(-40, 41)), *_FAR]
_MOST = 8  # zeros of one denominator, those next to 0
_HALVINGS = 40
_ROUNDING = 2**24


def points_of_poles(
    expression: Any, variable: Symbol, ends: tuple[Any, Any], start: dict[Symbol, Fraction]
) -> list[dict[Symbol, Fraction]]:
    """Points that put a zero of a denominator between the ends, one parameter changed, the others as at the start.

    Without parameters it is the empty point, if there is such a zero.
    """
    if not isinstance(expression, Expression):
        return []
    return answer_of("integrate", lambda: list(_points(expression, variable, ends, start)))


def _points(expression: Any, variable: Symbol, ends: Any, start: Any) -> Iterator[dict[Symbol, Fraction]]:
    x = to_sympy(variable)
    low, high = (to_sympy(end) for end in ends)
    bases = _denominators(to_sympy(expression))
    parameters = {s: value for s, value in start.items() if s is not variable}
    numbers = {s: (to_sympy(s), sympy.Rational(value)) for s, value in parameters.items()}
    for base in bases:
        for changed in parameters:
            fixed = dict(numbers[s] for s in parameters if s is not changed)
            for part in _INSIDE:
                inside = _between(low, high, sympy.Rational(part))
                at = base.subs(x, inside).subs(fixed)
                for root in _zeros(at, to_sympy(changed)):
                    yield {**parameters, changed: Fraction(root)}
        if not parameters and any(low < root < high for root in map(sympy.Rational, _zeros(base, x))):
            yield {}


def _between(low: Any, high: Any, part: Any) -> Any:
    if low.is_infinite and high.is_infinite:
        return 2 * part - 1
    if high.is_infinite or low.is_infinite:
        return low + part if high.is_infinite else high - part
    return low + (high - low) * part


def _denominators(expression: Any) -> set[Any]:
    found = {
        power.base
        for power in expression.atoms(sympy.Pow)
        if power.exp.could_extract_minus_sign() or not power.exp.is_number
    }
    found |= {sympy.cos(e.args[0]) for e in expression.atoms(sympy.tan, sympy.sec)}
    found |= {sympy.sin(e.args[0]) for e in expression.atoms(sympy.cot, sympy.csc)}
    return {base for base in found if not base.is_number}


def _zeros(base: Any, s: Any) -> list[Fraction]:
    if base.free_symbols != {s} or base.atoms(sympy.core.function.AppliedUndef):
        return []
    if base.is_polynomial(s):
        roots = map(complex, sympy.Poly(base, s).sqf_part().nroots(n=20, maxsteps=500))
        return [_rounded(root.real) for root in roots if abs(root.imag) <= 1e-12 * abs(root)]
    value = sympy.lambdify(s, base, "math")
    places = [(at, _sign(value, at)) for at in _GRID]
    ends = [(low, high) for low, high in pairwise(places) if low[1] * high[1] < 0]
    halves = [halved(partial(_sign, value), low, high, 0.0, _HALVINGS) for low, high in ends]
    return sorted((_rounded((low[0] + high[0]) / 2) for low, high in halves), key=abs)[:_MOST]


def _sign(value: Any, at: float) -> float:
    try:
        number = value(at)
        return math.copysign(1.0, number) if math.isfinite(number) and number else 0.0
    except (ArithmeticError, ValueError, TypeError):
        return 0.0


def _rounded(root: float) -> Fraction:
    return Fraction(root).limit_denominator(_ROUNDING)


# --- limits ----------------------------------------------------------------------------------------------------------
# Limits and expansions: SymPy's, compared with values on the way; Taylor polynomials by derivatives.

_SIDES = {"+": "from above", "-": "from below", "+-": "from both sides"}
_POINTS = 3  # of the parameters
_CENTRES = 6  # numbers in the expression, between which and beyond which the parameters are tried
_FACTORS = (Fraction(1, 2), Fraction(9, 10), Fraction(11, 10), Fraction(2))
_STEPS = (8, 32, 128, 1024)  # binary digits of the distance to the place
_STEPS_OF_EXPANSIONS = _STEPS[:3]


@public("limit")
def limit(expression: Formula | Structure, x: Scalar, place: Formula, side: Name = "+-") -> ScalarValue:
    """The limit of an expression, by SymPy, compared with values on the way, for values of the parameters.

    At a finite place both sides have to agree, unless the side is given: '+ from above, '- from below.

    Scheme:  (limit '(/ (sin x) x) 'x 0), (limit '(/ 1 x) 'x 0 '+), (limit e 'x :+infinity)
    Shapes:  result: a value, or an infinite float; componentwise for a structure
    Units:   an expression may be a quantity, and the variable a symbol with a unit
    Raises:  DomainError where there is no limit, or it depends on cases;  LimitError where SymPy finds none, or one
             that cannot be checked; WrongTypeError for another side, and for what is no variable or no expression
    1 ]=> (limit '(/ (- 1 (cos (* a x))) (square x)) 'x 0)
    ;Value: (* 1/2 (expt a 2))
    >>> x = symbols("x")
    >>> limit((1 + 1 / x) ** x, x, float("inf")), limit(1 / x, x, 0, "+")
    (2.718281828459045, inf)
    """
    name = "limit"
    variable, direction = as_symbol(x, name), side.name if isinstance(side, Symbol) else side
    if direction not in _SIDES:
        raise WrongTypeError(f"{name} expects +, - or +- as the side, got {describe(side)}")
    if isinstance(expression, Structure):
        return map_leaves(lambda e: limit(e, x, place, direction), expression)
    given = at_variable(expression, x)
    e, at = as_scalar(given, name), as_place(place, x, name)
    if is_infinite(at):
        return attach_units(units_of(given), _one_sided(e, variable, at, "-" if at > 0 else "+"))
    sides = [_one_sided(e, variable, at, each) for each in direction]
    same = sides[0] == sides[-1] if all(map(is_number, sides)) else reduces_to_zero(g.sub(sides[0], sides[-1]))
    if not same:
        raise DomainError(f"{name}: {e} has no limit at {at}: it is {sides[0]} from above, {sides[1]} from below")
    return attach_units(units_of(given), sides[0])


def is_infinite(value: Any) -> bool:
    return isinstance(value, float) and math.isinf(value)


def _one_sided(e: Any, variable: Symbol, place: Any, side: str) -> Any:
    exchange = Exchange([e, variable, place])
    given = exchange.out(e), exchange.out(variable), exchange.out(place)
    answer = answer_of("limit", lambda: sympy.limit(*given, side))
    if not _is_settled(answer):
        raise DomainError(
            f"limit: of {e} SymPy finds no limit that holds in all cases; declare what holds of the parameters, by "
            "(assume! '(positive? ...)) or symbols(..., positive=True)"
        )
    found = exchange.home(settled(answer, "limit"))
    _check(e, variable, place, 1 if side == "+" else -1, found)
    return simplify_exactly(found)


def _is_settled(answer: Any) -> bool:
    return answer in (sympy.oo, -sympy.oo) or not answer.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan)


def _check(e: Any, variable: Symbol, place: Any, sign: int, found: Any, order: int = 0) -> None:
    """Do values on the way come nearer to the limit? An error where they do not, or where there are none."""
    if is_number(e):
        return
    if has_literals(e, found):
        raise LimitError(f"limit: SymPy's answer, {found}, cannot be checked where there are literal functions")
    told = False
    for point in _parameter_points(e, variable, found):
        distances = _distances(e, variable, (place, sign, order), found, point)
        if len(distances) < 2:
            continue
        if not (distances[-1] < 1e-12 or distances[-1] < distances[0] / 2):
            where = at_point(point)
            raise DomainError(
                f"limit: SymPy's answer is {found}, and values on the way are not nearer to it{where}"
                f"{where and '; declare what holds of the parameters'}"
            )
        told = True
    if not told:
        raise LimitError(f"limit: SymPy's answer, {found}, cannot be compared with values on the way")


def _parameter_points(e: Any, variable: Symbol, found: Any) -> Iterator[dict[Symbol, Fraction]]:
    """Values of the parameters that have their facts: at random, in both orders, on both sides of the numbers in it."""
    search = Search(e, 0 if is_infinite(found) else found, True)
    met: list[dict[Symbol, Fraction]] = []
    for seed in range(2 * _POINTS):
        point = {x: value for x, value in search.random_point(seed).items() if x is not variable}
        candidates = [point, dict(zip(point, reversed(point.values()), strict=True))]
        if seed == 0:
            for x in point:
                candidates += [{**point, x: value} for value in _around(e)]
        for each in candidates:
            if each not in met and all(has_facts(value, x.facts) for x, value in each.items()):
                met.append(each)
                yield each
        if not point:
            return


def _around(e: Any) -> list[Fraction]:
    inside = [x for node in subexpressions(e) for x in node.operands if isinstance(x, (int, float, Fraction))]
    centres = sorted({abs(Fraction(x)) for x in [1, *inside] if x and math.isfinite(x)})[:_CENTRES]
    return [sign * centre * factor for centre in centres for factor in _FACTORS for sign in (1, -1)]


def _distances(e: Any, variable: Symbol, way: tuple[Any, int, int], found: Any, point: Any) -> list[float]:
    """The distances of values from the limit, nearer and nearer to the place; of an infinite limit their inverses.

    A value of the wrong sign is infinitely far from an infinite limit, and so is one without bound from a finite one.
    """
    place, sign, order = way
    infinite = is_infinite(found)
    distances = []
    evaluator = Evaluator(e, 0 if infinite else found, complex_domain=True)
    for bits in _STEPS_OF_EXPANSIONS if order else _STEPS:
        step = Fraction(1, 2**bits)
        with precision(256 + bits * (8 + 4 * order)):
            try:
                at = _number_at(place, point, sign, step)
                value, limit_value = evaluator.at({**point, variable: at})
                distances.append(_inverse(value, found > 0) if infinite else _size(value - limit_value))
            except (PointRejected, ZeroDivisionError, OverflowError, ValueError):
                continue
    return distances


def _inverse(value: Any, positive: bool) -> float:
    directed = value.real if positive else -value.real
    if directed < 0 or (not value.imag.contains(0) and abs(value.imag) > abs(value.real)):
        return math.inf
    if not directed > 0:
        raise PointRejected
    return float((1 / directed).mid())


def _size(gap: Any) -> float:
    size = abs(gap)
    if not size.is_finite():
        raise PointRejected
    return float(size.upper())


def _number_at(place: Any, point: Any, sign: int, step: Fraction) -> Any:
    if is_infinite(place):
        return (1 if place > 0 else -1) / step
    there = substitute(place, point) if isinstance(place, Expression) else place
    if isinstance(there, Expression):
        return Evaluator(there, complex_domain=True).at({})[0] + Evaluator(sign * step, complex_domain=True).at({})[0]
    return there + sign * step


@public("taylor")
def taylor(expression: Formula | Structure, x: Scalar, place: Formula, order: int) -> ScalarValue:
    """The Taylor polynomial of an expression about a place, up to a power of the distance.

    The coefficients are derivatives. Where there are none, SymPy's expansion is given, which may have negative and
    fractional powers; values near the place are compared with it. About an infinite place it is one in powers of 1/x.
    Power series without an end are made by series and its kin.

    Scheme:  (taylor e 'x place order)
    Shapes:  result: an expression, a polynomial in the distance
    Raises:  DomainError where there is no expansion, or it depends on cases;  LimitError where SymPy finds none
    1 ]=> (taylor '(exp (* a x)) 'x 0 2)
    ;Value: (+ 1 (* 1/2 (expt a 2) (expt x 2)) (* a x))
    >>> x, f = symbols("x"), literal_function("f")
    >>> taylor(1 / sin(x), x, 0, 1)
    (/ (+ 1 (* 1/6 (expt x 2))) x)
    >>> taylor(f(x), x, symbols("a"), 1)
    (+ (* -1 a ((D f) a)) (* x ((D f) a)) (f a))
    """
    name = "taylor"
    variable, highest = as_symbol(x, name), count(order, name)
    MOST_DERIVATIVES.check(highest, name, "powers", each=10)
    if isinstance(expression, Structure):
        return map_leaves(lambda e: taylor(e, x, place, highest), expression)
    given = at_variable(expression, x)
    found = _taylor(as_scalar(given, name), variable, as_place(place, x, name), highest)
    return attach_units(units_of(given), found)


def _taylor(e: Any, variable: Symbol, place: Any, order: int) -> Any:
    if is_infinite(place):
        return _expansion(e, variable, place, order)
    try:
        found = _by_derivatives(e, variable, place, order)
    except (ScmpyError, ArithmeticError):
        return _expansion(e, variable, place, order)
    if not has_literals(e):
        _check_remainder(e, found, variable, place, order)
    return found


def _by_derivatives(e: Any, variable: Symbol, place: Any, order: int) -> Any:
    function: Any = lambda value: traced(e, {variable: value})  # noqa: E731
    distance = variable if is_zero_number(place) else g.sub(variable, place)
    total: Any = 0
    for n in range(order + 1):
        coefficient = reduced(g.div(function(place), math.factorial(n)))
        if isinstance(coefficient, float) and not math.isfinite(coefficient):
            raise DomainError("taylor: a derivative is not finite")
        total = g.add(total, g.mul(coefficient, g.expt(distance, n)))
        function = derivative(function)
    return total


def _expansion(e: Any, variable: Symbol, place: Any, order: int) -> Any:
    found = asked("taylor", lambda *given: sympy.series(*given, order + 1).removeO(), e, variable, place)
    _check_remainder(e, found, variable, place, order)
    return found


def _check_remainder(e: Any, found: Any, variable: Symbol, place: Any, order: int) -> None:
    """Is the remainder small against the last power, on both sides?"""
    inverse, sides = g.sub(variable, place), [1, -1]
    if is_infinite(place):
        inverse, sides = g.invert(variable), [-1 if place > 0 else 1]
    try:
        scaled = g.div(g.sub(e, found), g.expt(inverse, order))
        for side in sides:
            _check(scaled, variable, place, side, 0, order + 1)
    except DomainError as error:
        raise DomainError(f"taylor: {e} is not {found} up to the power {order} on both sides of {place}") from error


# --- integrals -------------------------------------------------------------------------------------------------------
# Integrals in closed form by SymPy: an antiderivative is differentiated, a definite integral compared with numbers.

_NAME = "integrate"

#: An integral is compared with numbers at so many points of the parameters, to this relative difference.
_TEST_POINTS = 3
_TOLERANCE = 1e-7


@public("integrate")
def integrate(integrand: Formula | Structure, x: Scalar, a: Formula | None = None, b: Formula | None = None) -> Value:
    """The integral of an expression, or of the components of a structure, in closed form, by SymPy.

    Without ends it is an antiderivative, whose derivative is compared with the integrand; with ends, which may be
    infinite, it is compared with the numerical integral for values of the parameters, among them such as put a pole
    between the ends: there, too, it has to be right. These comparisons at points are evidence, no proof. Numbers are
    found by definite-integral. Where the answer depends on cases, the general one is given, if it has no value in the
    others.

    Scheme:  (integrate '(* a (square x)) 'x), (integrate '(exp (* -1 (square x))) 'x (- :+infinity) :+infinity)
    Shapes:  integrand: an expression, or a structure of such;  result: shaped like it
    Units:   integrands may be quantities, the variable a symbol with a unit: the integral has the product of both
    Raises:  LimitError where SymPy finds no closed form or one that cannot be checked, or takes longer than
             *solving-time*;  DomainError where the answer depends on cases, or the integral diverges; ArityError with
             one end
    1 ]=> (integrate '(* a (square x)) 'x 0 2)
    ;Value: (* 8/3 a)
    >>> x, n = symbols("x n")
    >>> k = symbols("k", positive=True)
    >>> integrate(x**n, x), integrate(exp(-k * x), x, 0, float("inf"))
    ((/ (expt x (+ 1 n)) (+ 1 n)), (/ 1 k))
    """
    if (a is None) != (b is None):
        raise ArityError(f"{_NAME} expects an integrand and a variable, and both ends or none")
    variable = as_symbol(x, _NAME)
    if isinstance(integrand, Structure):
        return map_leaves(lambda e: integrate(e, x, a, b), integrand)
    integrand = at_variable(integrand, x)
    expression, [unit], [by] = as_scalar(integrand, _NAME), units_of(integrand), units_of(x)
    ends = () if a is None else (as_place(a, x, _NAME), as_place(b, x, _NAME))
    found = _definite(expression, variable, *ends) if ends else _antiderivative(expression, variable)
    return attach_units([g.mul(unit or 1, by)], found)


def _antiderivative(expression: Any, variable: Symbol) -> Any:
    """SymPy's antiderivative, if it is one; where it depends on cases, one of them that is one in all."""
    exchange = Exchange([expression, variable])
    given, by = exchange.out(expression), exchange.out(variable)
    answer = answer_of(_NAME, lambda: sympy.integrate(given, by))
    cases = [case.args[0] for case in answer.args] if answer.is_Piecewise else []
    error: ScmpyError | None = None
    for each in dict.fromkeys([answer, *cases]):
        try:
            found = exchange.home(settled(each, _NAME).as_independent(by, as_Add=True)[1])
            check = _derivative_check(found, expression, variable)
            if not check.passed:
                raise _refused(f"an antiderivative, {found},", check)
            return simplify_exactly(found)
        except ScmpyError as refusal:
            error = error or refusal
    assert error is not None
    raise error


def _derivative_check(found: Any, expression: Any, variable: Symbol) -> Check:
    if is_foreign(found):
        slope = from_sympy(to_sympy(found).diff(to_sympy(variable)))
    else:
        slope = derivative(lambda x: traced(found, {variable: x}))(variable)
    return vanishes(g.sub(slope, expression))


def _refused(what: str, check: Check) -> ScmpyError:
    if check.other and not check.where:
        return DomainError(f"{_NAME}: SymPy's answer is not {what} that was asked for")
    if check.other:
        kind = "on conditions only, and not" if check.vanishing else "none, as can be seen"
        return DomainError(f"{_NAME}: SymPy's answer is {what} {kind} where {check.where}; declare what holds")
    return LimitError(f"{_NAME}: it cannot be checked that SymPy's answer is {what} that was asked for")


# --- definite integrals ----------------------------------------------------------------------------------------


def _definite(expression: Any, variable: Symbol, a: Any, b: Any) -> Any:
    try:
        found = asked(_NAME, lambda e, *by: sympy.integrate(e, by), expression, variable, a, b)
        return _checked(found, expression, variable, a, b)
    except (DomainError, LimitError) as error:
        try:
            found = _difference(expression, variable, a, b)
        except (ScmpyError, ArithmeticError):
            raise error from None
        try:
            return _checked(found, expression, variable, a, b)
        except (ScmpyError, ArithmeticError) as refusal:
            # an answer that is right on conditions only says more than that there is none
            raise (refusal if isinstance(error, LimitError) and isinstance(refusal, DomainError) else error) from None


def _checked(found: Any, expression: Any, variable: Symbol, a: Any, b: Any) -> Any:
    if is_number(found) and not math.isfinite(abs(complex(found))):
        raise DomainError(f"{_NAME}: the integral diverges")
    check = _check_by_antiderivative if has_literals(found, expression) else _check_by_numbers
    check(found, expression, variable, a, b)
    return simplify_exactly(found)


def _difference(expression: Any, variable: Symbol, a: Any, b: Any) -> Any:
    """The difference of the limits of an antiderivative at the ends; between ends that are not negative of x > 0."""
    if is_number(a) and is_number(b) and min(a.real, b.real) >= 0:
        positive = symbol(variable.name, *facts_of(variable), "positive")
        expression, variable = substitute(expression, variable, positive), positive
    primitive = _antiderivative(expression, variable)
    backwards = is_number(a) and is_number(b) and a.real > b.real
    sides = zip((a, b), "-+" if backwards else "+-", strict=True)
    low, high = (limit(primitive, variable, end, side) for end, side in sides)
    return g.sub(high, low)


def _check_by_antiderivative(found: Any, expression: Any, variable: Symbol, a: Any, b: Any) -> None:
    """Where literal functions have no numbers: the difference of an antiderivative at the ends, and no pole between."""
    primitive = _antiderivative(expression, variable)
    difference = g.sub(substitute(primitive, variable, b), substitute(primitive, variable, a))
    check = vanishes(g.sub(found, difference))
    if not check.passed:
        raise _refused("the integral", check)
    start = Search(0, expression, True).random_point(0)
    for point in points_of_poles(expression, variable, (a, b), start):
        if _is_allowed(point):
            raise DomainError(
                f"{_NAME}: a denominator vanishes between {a} and {b}{at_point(point)}; declare what holds"
            )


def _check_by_numbers(found: Any, expression: Any, variable: Symbol, a: Any, b: Any) -> None:
    """The integral in numbers, for values of the parameters that have the declared facts."""
    with_ends = found if is_infinite(a) or is_infinite(b) else g.add(g.add(a, b), found)
    search = Search(with_ends, expression, True)
    starts = [
        {x: value for x, value in search.random_point(seed).items() if x is not variable and x not in foreign}
        for seed in range(2 * _TEST_POINTS)
    ]
    compared = 0
    for point in filter(_is_allowed, starts):
        compared += _compared(found, expression, variable, (a, b), point)
        if compared == _TEST_POINTS or not point:
            break
    if not compared:
        raise LimitError(f"{_NAME}: SymPy's answer, {found}, cannot be compared with the integral in numbers")
    for start in starts[1:3]:
        for point in points_of_poles(expression, variable, (a, b), start):
            if point and _is_allowed(point):
                _compared(found, expression, variable, (a, b), point)


def _compared(found: Any, expression: Any, variable: Symbol, ends: tuple[Any, Any], point: Any) -> bool:
    try:
        claimed, low, high = (_number(value, point) for value in (found, *ends))
        fixed = substitute(expression, point) if isinstance(expression, Expression) else expression
        size = abs(claimed) or 1.0  # of the integral: what is small beside it is not told by its unit
        integrand = lambda x: traced(fixed, {variable: x}) / size  # noqa: E731
        computed = size * complex(definite_integral(integrand, low, high, _TOLERANCE))
        if not math.isfinite(abs(computed)):
            raise ConvergenceError(f"it is {computed:.9g}")
    except (ConvergenceError, ZeroDivisionError) as error:
        if not point:
            raise LimitError(f"{_NAME}: SymPy's answer, {found}, cannot be compared with numbers: {error}") from error
        raise DomainError(
            f"{_NAME}: SymPy's answer, {found}, is the integral on conditions only: in numbers none is "
            f"found{at_point(point)} ({error}); declare what holds of the parameters"
        ) from error
    except (ScmpyError, ArithmeticError, ValueError, TypeError):
        return False
    if abs(claimed - computed) > 100 * _TOLERANCE * max(abs(computed), abs(claimed), _TOLERANCE * size):
        raise DomainError(
            f"{_NAME}: SymPy's answer is {claimed:.9g}{at_point(point)}, where the integral is {computed:.9g} in "
            "numbers; declare what holds of the parameters"
        )
    return True


def _is_allowed(point: Any) -> bool:
    if not all(has_facts(value, x.facts) for x, value in point.items()):
        return False
    assumed = [(substitute(x, point), facts) for x, facts in assumptions_in_force().items()]
    return all(has_facts(value, facts) for value, facts in assumed if isinstance(value, (int, Fraction)))


def _number(value: Any, point: Any) -> Any:
    at = substitute(value, point) if isinstance(value, Expression) else value
    if is_foreign(at):
        return complex(to_sympy(at).evalf(20))
    number = complex(g.inexact(at))
    return number if number.imag else number.real


# --- differential equations ------------------------------------------------------------------------------------------
# Differential equations solved by SymPy, the solutions put into the equations.


_DSOLVE = "dsolve"
_CONSTANT = re.compile(r"C\d+")
_NEAR = 2**16  # what is near a place: the variable, this much smaller, away


@public("dsolve")
def dsolve(
    equations: Formula | Values, functions: Callable[[Any], Any] | Values, t: Formula, conditions: Formula | Values = ()
) -> tuple[Any, ...]:
    """The solutions of differential equations, by SymPy, each of them put into the equations.

    An equation is a residual that is to vanish, or (= a b), of literal functions of the symbol t. What stays free are
    the constants C1, C2, ... Conditions are residuals too, of values such as (x 0) and ((D x) 0); they fix constants,
    and then the equations have to hold near the place of the conditions. Besides SymPy's families there are, of an
    equation that is not linear, its constant solutions, and of one of first order its singular ones, where real. No
    solution, (), is the answer for linear equations only.

    Scheme:  (dsolve (+ (((expt D 2) x) 't) (x 't)) x 't), (dsolve equations (up x y) 't (list (- (x 0) 'a)))
    Shapes:  equations: an expression, a list or a structure of such;  functions: one, or a list or a structure of such;
             result: a list of expressions in t, of up tuples of such if there are several functions
    Units:   functions and equations may have units, then t is a symbol with one, (& 't &second)
    Raises:  LimitError where SymPy finds no solution, or one that cannot be checked, or takes longer than
             *solving-time*, or none that satisfies the conditions;  DomainError where it has x only implicitly, or by
             cases, or a condition contains t
    1 ]=> (define x (literal-function 'x))
    1 ]=> (dsolve (- ((D x) 't) (* 'a (x 't))) x 't (list (- (x 0) 'b)))
    ;Value: ((* b (exp (* a t))))
    >>> x = literal_function("x")
    >>> t, v = symbols("t v")
    >>> omega = symbols("omega", positive=True)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t)
    ((+ (* C1 (sin (* omega t))) (* C2 (cos (* omega t)))),)
    >>> dsolve(D(D(x))(t) + omega**2 * x(t), x, t, [x(0), D(x)(0) - v])
    ((/ (* v (sin (* omega t))) omega),)
    """
    variable = as_symbol(t, _DSOLVE)
    several = not is_procedure(functions)
    listed: list[Any] = list(functions if isinstance(functions, (list, tuple)) else leaves(functions))
    sought, units = [_named(f, t) for f in listed], [unit for f in listed for unit in units_of(f(t))]
    residuals = as_scalars(equations, _DSOLVE)
    wanted = as_scalars(conditions, _DSOLVE)
    if len(residuals) != len(sought):
        raise DomainError(f"{_DSOLVE} expects as many equations as functions, got {len(residuals)} for {len(sought)}")
    if any(x is variable for x in subexpressions(*wanted)):
        raise DomainError(f"{_DSOLVE} expects conditions at places, such as (x 0); one contains {variable}")
    given = {x for x in subexpressions(*residuals, *wanted) if isinstance(x, Symbol)}
    hidden = {x: symbol(f"given-{x.name}", *x.facts) for x in given if _CONSTANT.fullmatch(x.name)}
    problem = Problem(_replaced(residuals, hidden), sought, variable, _replaced(wanted, hidden))
    solutions = _solutions(problem)
    shown = {new: old for old, new in hidden.items()} | _other_names(hidden, solutions)
    found = [_replaced(values, shown) for values in solutions]
    shaped = (attach_units(units, Up(values)) for values in found)
    return tuple(values if several else values[0] for values in shaped)


class Problem(NamedTuple):
    """Equations, the names of the functions sought, their variable, and conditions; no symbol in it is called C1."""

    residuals: list[Any]
    sought: list[Symbol]
    variable: Symbol
    conditions: list[Any]


def _replaced(values: list[Any], by: dict[Any, Any]) -> list[Any]:
    return [substitute(x, by) if isinstance(x, Expression) else x for x in values]


def _other_names(taken: Iterable[Symbol], solutions: list[list[Any]]) -> dict[Any, Any]:
    names = {x.name for x in taken}
    used = names | {x.name for values in solutions for x in subexpressions(*values) if isinstance(x, Symbol)}
    free = (name for n in numbers_from(1) if (name := f"C{n}") not in used)
    return {symbol(name): symbol(next(free)) for name in sorted(names)}


def _solutions(problem: Problem) -> list[list[Any]]:
    residuals, sought, variable, conditions = problem
    linear = _is_linear(problem)
    found: list[list[Any]] = []
    errors: list[ScmpyError] = []
    families = _asked(residuals, sought, variable)
    others = [] if linear else particular_solutions(problem)
    for n, values in enumerate([*families, *others]):
        is_family = n < len(families)
        try:
            if conditions:
                _add(found, _fixed(values, problem))
            elif not any(_is_member(values, family, variable) for family in (found if is_family else families)):
                _check_solution(residuals, sought, variable, values)
                _add(found, [values])
        except ScmpyError as error:
            if is_family and not conditions:
                raise
            errors += [error] * is_family
    if found or (linear and not errors):
        return found
    if errors:
        raise errors[0]
    raise LimitError(
        f"{_DSOLVE}: none of the solutions found satisfies the conditions; that there is none is not proved"
    )


def _add(found: list[list[Any]], more: list[list[Any]]) -> None:
    for values in more:
        if not any(all(vanishes(g.sub(x, y)).passed for x, y in zip(values, known, strict=True)) for known in found):
            found.append(values)


def _named(function: Any, t: Any) -> Symbol:
    value = measure_of(function(t)) if is_procedure(function) else None
    place = (as_symbol(t, _DSOLVE),)
    if isinstance(value, Application) and isinstance(value.operator, Symbol) and value.operands == place:
        return value.operator
    raise WrongTypeError(f"{_DSOLVE} expects literal functions of one argument as unknowns, got {describe(function)}")


def _asked(residuals: list[Any], sought: list[Symbol], variable: Symbol) -> list[list[Any]]:
    unknowns = [application(name, variable) for name in sought]
    exchange = Exchange([*residuals, *unknowns])
    equations, functions = [exchange.out(x) for x in residuals], [exchange.out(x) for x in unknowns]

    def work() -> Any:
        if len(functions) > 1:
            return sympy.dsolve(equations, functions)
        branches = _branches(equations[0], functions[0])
        return sympy.flatten([sympy.dsolve(branch, functions[0]) for branch in branches])

    answer = answer_of(_DSOLVE, work)
    systems = answer if isinstance(answer, list) else [answer]
    if len(functions) > 1 and systems and not isinstance(systems[0], list):
        systems = [systems]
    return [_values(each if isinstance(each, list) else [each], functions, exchange) for each in systems]


def _branches(equation: Any, function: Any) -> list[Any]:
    """An equation of the first order that is a polynomial in the derivative, solved for that; another as it is."""
    slope, value = function.diff(), sympy.Dummy("slope")
    there = equation.subs(slope, value)
    if there.has(sympy.Derivative) or not there.is_polynomial(value) or sympy.degree(there, value) < 2:
        return [equation]
    try:
        found = sympy.roots(sympy.Poly(there, value))
    except sympy.PolynomialError:
        return [equation]
    return [sympy.Eq(slope, x) for x in found] if sum(found.values()) == sympy.degree(there, value) else [equation]


def _values(answers: list[Any], functions: list[Any], exchange: Exchange) -> list[Any]:
    values = {}
    for each in answers:
        if each.lhs not in functions or each.rhs.has(*functions):
            raise DomainError(f"{_DSOLVE}: SymPy's answer has the function only implicitly: {each.lhs} = {each.rhs}")
        values[each.lhs] = simplify_exactly(exchange.home(settled(each.rhs, _DSOLVE)))
    return [values[f] for f in functions]


# --- checking --------------------------------------------------------------------------------------------------


class _WithFunctions(TracedFunction):
    """The values of expressions where literal functions of one argument are these functions."""

    def __init__(self, functions: dict[Symbol, Callable[[Any], Any]]) -> None:
        super().__init__({})
        self.functions = functions

    def _node(self, node: Application, operands: list[Any]) -> Any:
        head, order = differentiated(node.operator)
        function: Any = self.functions.get(head) if isinstance(head, Symbol) else None
        if function is None:
            return super()._node(node, operands)
        for _ in range(order):
            function = derivative(function)
        return function(operands[0])


def _with(residual: Any, sought: list[Symbol], variable: Symbol, values: list[Any]) -> Any:
    def function(value: Any) -> Callable[[Any], Any]:
        return lambda at: traced(value, {variable: at})

    functions = {name: function(value) for name, value in zip(sought, values, strict=True)}
    return _WithFunctions(functions).of(residual)


def _check_solution(residuals: list[Any], sought: list[Symbol], variable: Symbol, values: list[Any]) -> None:
    for residual in residuals:
        try:
            check = vanishes(_with(residual, sought, variable, values))
        except ScmpyError as error:
            raise LimitError(f"{_DSOLVE}: it cannot be checked that {values} is a solution: {error}") from error
        if check.other:
            raise DomainError(f"{_DSOLVE}: SymPy's answer, {values}, does not solve the equation where {check.where}")
        if not check.passed:
            raise LimitError(f"{_DSOLVE}: it cannot be checked that SymPy's answer, {values}, is a solution")


def _fixed(values: list[Any], problem: Problem) -> list[list[Any]]:
    residuals, sought, variable, conditions = problem
    constants = _constants(values)
    there = [_with(each, sought, variable, values) for each in conditions]
    candidates = [values]
    if constants:
        fixed = (dict(zip(constants, found, strict=True)) for found in solutions_of(there, constants))
        candidates = [[simplify_exactly(x) for x in _replaced(values, each)] for each in fixed]
    place = _place(problem)
    near = g.add(place, g.div(variable, _NEAR)) if place is not None else variable
    kept = []
    for candidate in candidates:
        rest = [_with(x, sought, variable, candidate) for x in residuals]
        tests = [_with(x, sought, variable, candidate) for x in conditions]
        checks = [vanishes(x) for x in [*_replaced(rest, {variable: near}), *tests]]
        if all(check.passed for check in checks):
            kept.append(candidate)
        elif not any(check.other and not check.vanishing for check in checks):
            where = next((check.where for check in checks if check.other), "")
            raise DomainError(
                f"{_DSOLVE}: it cannot be told that {candidate} is a solution{where and '; none where '}{where}"
            )
    return kept


def _place(problem: Problem) -> Any:
    for node in subexpressions(*problem.conditions):
        if isinstance(node, Application) and differentiated(node.operator)[0] in problem.sought:
            return node.operands[0]
    return None


def _constants(values: list[Any]) -> list[Expression]:
    symbols = {x for x in subexpressions(*values) if isinstance(x, Symbol)}
    return [x for n in range(1, 100) if (x := symbol(f"C{n}")) in symbols]


def _is_member(values: list[Any], family: list[Any], variable: Symbol) -> bool:
    """Is a solution one of a family, for some constants? No where that cannot be told."""
    constants = _constants(family)
    apart = [symbol(f"of-family-{n}") for n in range(len(constants))]
    moved = _replaced(family, dict(zip(constants, apart, strict=True)))
    gaps = [g.sub(x, y) for x, y in zip(moved, values, strict=True)]
    try:
        at = [y for n in range(1, len(apart) + 1) for y in _replaced(gaps, {variable: n})]
        return any(
            all(vanishes(x).passed for x in _replaced(gaps, dict(zip(apart, found, strict=True))))
            for found in solutions_of(at, list(apart))
        )
    except (ScmpyError, ArithmeticError):
        return False


# --- solutions outside the families ----------------------------------------------------------------------------


def _jets(problem: Problem) -> tuple[list[Any], dict[tuple[Symbol, int], Symbol]] | None:
    names: dict[Any, Symbol] = {}
    jets: dict[tuple[Symbol, int], Symbol] = {}
    for node in subexpressions(*problem.residuals):
        if isinstance(node, Application):
            head, order = differentiated(node.operator)
            if head in problem.sought:
                if node.operands != (problem.variable,):
                    return None
                names[node] = jets[head, order] = symbol(f"jet-{head.name}-{order}")
    return _replaced(problem.residuals, names), jets


def _is_linear(problem: Problem) -> bool:
    found = _jets(problem)
    if found is None:
        return False
    equations, jets = [to_sympy(x) for x in found[0]], [to_sympy(x) for x in found[1].values()]

    def work() -> bool:
        degrees = (sympy.Poly(e, *jets).total_degree() if e.is_polynomial(*jets) else 2 for e in equations)
        return bool(jets) and max(degrees) <= 1

    return answer_of(_DSOLVE, work)


def particular_solutions(problem: Problem) -> list[list[Any]]:
    """Constant solutions, and singular ones of an equation of first order, not yet checked."""
    found = []
    for candidates in (_constant, _singular):
        try:
            found += candidates(problem)
        except (ScmpyError, ArithmeticError):
            continue
    return [values for values in found if not any(is_number(x) and complex(g.inexact(x)).imag for x in values)]


def _constant(problem: Problem) -> list[list[Any]]:
    constants: list[Any] = [symbol(f"C{n + 1}") for n in range(len(problem.sought))]
    there = [_with(x, problem.sought, problem.variable, constants) for x in problem.residuals]
    found = solutions_of([x for x in there if not vanishes(x).proved], constants)
    return [values for values in found if problem.variable not in subexpressions(*values)]


def _singular(problem: Problem) -> list[list[Any]]:
    found = _jets(problem)
    if found is None or len(problem.sought) > 1 or {order for _, order in found[1]} != {0, 1}:
        return []
    (residual,), jets = found
    value, slope = (jets[problem.sought[0], order] for order in (0, 1))
    by_slope = derivative(lambda p: traced(residual, {slope: p}))(slope)
    pairs: list[list[Any]] = solutions_of([residual, by_slope], [value, slope])
    return [[x] for x, _ in pairs if not {value, slope} & set(subexpressions(x))]
