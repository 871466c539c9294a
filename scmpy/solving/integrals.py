"""Integrals in closed form by SymPy: an antiderivative is differentiated, a definite integral compared with numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.calculus.derivative import derivative
from scmpy.calculus.tape import replay
from scmpy.errors import ArityError, ConvergenceError, DomainError, LimitError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.numerics.quadrature.definite_integral import definite_integral
from scmpy.registry import public
from scmpy.solving.answer_checks import Check, at_point, has_literals, is_foreign, vanishes
from scmpy.solving.asking import Exchange, answer_of, as_place, as_scalar, as_symbol, asked, at_variable, settled
from scmpy.solving.equations import simplify_exactly
from scmpy.solving.limits import is_infinite, limit
from scmpy.solving.poles import points_of_poles
from scmpy.structure.aliases import Formula, Scalar, Value
from scmpy.structure.measures import units_of, with_units_of
from scmpy.structure.structure import Structure, map_leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assumptions_in_force, facts_of
from scmpy.symbolic.decision.witness import Search, has_facts
from scmpy.symbolic.expression import Expression, Symbol, foreign, symbol
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy

_NAME = "integrate"

#: An integral is compared with numbers at so many points of the parameters, to this relative difference.
_POINTS = 3
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
    1 ]=> (integrate '(* a (square x)) 'x)
    ;Value: (* 1/3 a (expt x 3))
    1 ]=> (integrate '(* a (square x)) 'x 0 2)
    ;Value: (* 8/3 a)
    >>> from scmpy import *
    >>> x, n = symbols("x n")
    >>> k = symbols("k", positive=True)
    >>> integrate(1 / (x**2 + k**2), x)
    (/ (atan x k) k)
    >>> integrate(exp(-k * x), x, 0, float("inf"))
    (/ 1 k)
    >>> integrate(x**n, x)
    (/ (expt x (+ 1 n)) (+ 1 n))
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
    return with_units_of([g.mul(unit or 1, by)], found)


def _antiderivative(expression: Any, variable: Symbol) -> Any:
    """SymPy's antiderivative, if it is one; where it depends on cases, one of them that is one in all."""
    exchange = Exchange([expression, variable])
    given, by = exchange.out(expression), exchange.out(variable)
    answer = answer_of(_NAME, lambda sympy: sympy.integrate(given, by))
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
    """Is the derivative of what was found the integrand?"""
    if is_foreign(found):
        slope = from_sympy(to_sympy(found).diff(to_sympy(variable)))
    else:
        slope = derivative(lambda x: replay(found, {variable: x}))(variable)
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
        found = asked(_NAME, lambda sympy, e, *by: sympy.integrate(e, by), expression, variable, a, b)
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
    """What is taken for a definite integral, if it is that."""
    if is_number(found) and not math.isfinite(abs(complex(found))):
        raise DomainError(f"{_NAME}: the integral diverges")
    if has_literals(found, expression):
        _check_by_antiderivative(found, expression, variable, a, b)
    else:
        _check_by_numbers(found, expression, variable, a, b)
    return simplify_exactly(found)


def _difference(expression: Any, variable: Symbol, a: Any, b: Any) -> Any:
    """The difference of the limits of an antiderivative at the ends; between ends that are not negative of x > 0."""
    if is_number(a) and is_number(b) and min(a.real, b.real) >= 0:
        positive = symbol(variable.name, *facts_of(variable), "positive")
        expression, variable = substitute(expression, variable, positive), positive
    primitive = _antiderivative(expression, variable)
    backwards = is_number(a) and is_number(b) and a.real > b.real
    low, high = (
        limit(primitive, variable, end, side) for end, side in zip((a, b), "-+" if backwards else "+-", strict=True)
    )
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
        for seed in range(2 * _POINTS)
    ]
    compared = 0
    for point in filter(_is_allowed, starts):
        compared += _compared(found, expression, variable, (a, b), point)
        if compared == _POINTS or not point:
            break
    if not compared:
        raise LimitError(f"{_NAME}: SymPy's answer, {found}, cannot be compared with the integral in numbers")
    for start in starts[1:3]:
        for point in points_of_poles(expression, variable, (a, b), start):
            if point and _is_allowed(point):
                _compared(found, expression, variable, (a, b), point)


def _compared(found: Any, expression: Any, variable: Symbol, ends: tuple[Any, Any], point: Any) -> bool:
    """Has the answer been compared with numbers at a point? An error where it is not the integral."""
    try:
        claimed, low, high = (_number(value, point) for value in (found, *ends))
        integrand = _function(expression, variable, point)
        size = abs(claimed) or 1.0  # of the integral: what is small beside it is not told by its unit
        computed = size * complex(definite_integral(lambda x: integrand(x) / size, low, high, _TOLERANCE))
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
    """Have the parameters of a point the facts that are declared and assumed?"""
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


def _function(expression: Any, variable: Symbol, point: Any) -> Callable[[Any], Any]:
    fixed = substitute(expression, point) if isinstance(expression, Expression) else expression
    return lambda x: replay(fixed, {variable: x})
