"""Limits and expansions: SymPy's, compared with values on the way; Taylor polynomials by derivatives."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scmpy.calculus.derivative import derivative
from scmpy.calculus.tape import replay
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.solving.answer_checks import at_point, has_literals
from scmpy.solving.asking import Exchange, answer_of, as_place, as_scalar, as_symbol, asked, at_variable, settled
from scmpy.solving.equations import simplify_exactly
from scmpy.structure.aliases import Formula, Name, Scalar, ScalarValue
from scmpy.structure.measures import units_of, with_units_of
from scmpy.structure.structure import Structure, map_leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.witness import Search, has_facts
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.expression import Expression, Symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.simplify import reduced, reduces_to_zero

_SIDES = {"+": "from above", "-": "from below", "+-": "from both sides"}
_POINTS = 3  # of the parameters
_CENTRES = 6  # numbers in the expression, between which and beyond which the parameters are tried
_FACTORS = (Fraction(1, 2), Fraction(9, 10), Fraction(11, 10), Fraction(2))
_STEPS = (8, 32, 128, 1024)  # binary digits of the distance to the place
_STEPS_OF_EXPANSIONS = _STEPS[:3]
_MOST_POWERS = Limit("most-taylor-powers", 100, "Highest power of an expansion that taylor gives.")


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
    >>> from scmpy import *
    >>> x = symbols("x")
    >>> limit(sin(x) / x, x, 0), limit((1 + 1 / x) ** x, x, float("inf"))
    (1, 2.718281828459045)
    >>> limit(1 / x, x, 0, "+")
    inf
    >>> limit(1 / x, x, 0)
    Traceback (most recent call last):
        ...
    scmpy.errors.DomainError: limit: (/ 1 x) has no limit at 0: it is inf from above, -inf from below
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
        return with_units_of(units_of(given), _one_sided(e, variable, at, "-" if at > 0 else "+"))
    sides = [_one_sided(e, variable, at, each) for each in direction]
    if len(sides) == 2 and not _same(*sides):
        raise DomainError(f"{name}: {e} has no limit at {at}: it is {sides[0]} from above, {sides[1]} from below")
    return with_units_of(units_of(given), sides[0])


def is_infinite(value: Any) -> bool:
    return isinstance(value, float) and math.isinf(value)


def _same(a: Any, b: Any) -> bool:
    if is_number(a) and is_number(b):
        return bool(a == b)
    return reduces_to_zero(g.sub(a, b))


def _one_sided(e: Any, variable: Symbol, place: Any, side: str) -> Any:
    exchange = Exchange([e, variable, place])
    given = exchange.out(e), exchange.out(variable), exchange.out(place)
    answer = answer_of("limit", lambda sympy: sympy.limit(*given, side))
    if not _is_settled(answer):
        raise DomainError(
            f"limit: of {e} SymPy finds no limit that holds in all cases; declare what holds of the parameters, by "
            "(assume! '(positive? ...)) or symbols(..., positive=True)"
        )
    found = exchange.home(settled(answer, "limit"))
    _check(e, variable, place, 1 if side == "+" else -1, found)
    return simplify_exactly(found)


def _is_settled(answer: Any) -> bool:
    """Is this a value or an infinity, not an expression with infinities in it?"""
    import sympy

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
    """Numbers on both sides of those in an expression."""
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
            except (Unusable, ZeroDivisionError, OverflowError, ValueError):
                continue
    return distances


def _inverse(value: Any, positive: bool) -> float:
    """The inverse of a value that is to grow without bound with this sign; infinite where it has the other."""
    directed = value.real if positive else -value.real
    if directed < 0 or (not value.imag.contains(0) and abs(value.imag) > abs(value.real)):
        return math.inf
    if not directed > 0:
        raise Unusable
    return float((1 / directed).mid())


def _size(gap: Any) -> float:
    """The size of a difference, infinite where no float is so large."""
    size = abs(gap)
    if not size.is_finite():
        raise Unusable
    return float(size.upper())


def _number_at(place: Any, point: Any, sign: int, step: Fraction) -> Any:
    """The place a step away; where it is infinite, a large number."""
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
    >>> from scmpy import *
    >>> x, f = symbols("x"), literal_function("f")
    >>> taylor(sin(x), x, 0, 4)
    (+ (* -1/6 (expt x 3)) x)
    >>> taylor(f(x), x, symbols("a"), 1)
    (+ (* -1 a ((D f) a)) (* x ((D f) a)) (f a))
    >>> taylor(1 / sin(x), x, 0, 1)
    (/ (+ 1 (* 1/6 (expt x 2))) x)
    """
    name = "taylor"
    variable, highest = as_symbol(x, name), count(order, name)
    _MOST_POWERS.check(highest, name)
    if isinstance(expression, Structure):
        return map_leaves(lambda e: taylor(e, x, place, highest), expression)
    given = at_variable(expression, x)
    found = _taylor(as_scalar(given, name), variable, as_place(place, x, name), highest)
    return with_units_of(units_of(given), found)


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
    function: Any = lambda value: replay(e, {variable: value})  # noqa: E731
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
    found = asked("taylor", lambda sympy, *given: sympy.series(*given, order + 1).removeO(), e, variable, place)
    _check_remainder(e, found, variable, place, order)
    return found


def _check_remainder(e: Any, found: Any, variable: Symbol, place: Any, order: int) -> None:
    """Is the remainder small against the last power, on both sides?"""
    remainder = g.sub(e, found)
    try:
        if is_infinite(place):
            side = -1 if place > 0 else 1
            _check(g.mul(remainder, g.expt(variable, order)), variable, place, side, 0, order + 1)
            return
        scaled = g.div(remainder, g.expt(g.sub(variable, place), order))
        for side in (1, -1):
            _check(scaled, variable, place, side, 0, order + 1)
    except DomainError as error:
        raise DomainError(f"taylor: {e} is not {found} up to the power {order} on both sides of {place}") from error
