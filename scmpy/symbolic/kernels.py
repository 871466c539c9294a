"""What the kernels of the printed form are: the rewrites of elementary functions of simplified arguments.

Each rule takes the simplified operands of a head and gives an expression over kernels, or the application as it
stands. The rules follow the printed answers of the original: ``tan`` is a quotient, ``(exp (* 2 x))`` a power,
``sqrt`` of a product a product, ``sqrt(x^2)`` is x. Those that hold only under an assumption say which one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.symbolic.arithmetic import apply_head, exact_root
from scmpy.symbolic.expression import (
    EXP,
    EXPT,
    LOG,
    OVER,
    PLUS,
    SQRT,
    TIMES,
    Application,
    Expression,
    application,
    numerical,
)

SIN, COS, ASIN, ACOS, ATAN = map(numerical, ("sin", "cos", "asin", "acos", "atan"))
SINH, COSH, ABS = map(numerical, ("sinh", "cosh", "abs"))

Rule = Callable[..., Any]

RULES: dict[Expression, Rule] = {}


def rule(name: str) -> Callable[[Rule], Rule]:
    """Decorator: this is the rule for a head."""

    def declare(function: Rule) -> Rule:
        RULES[numerical(name)] = function
        return function

    return declare


def kernel(head: Any, operands: tuple[Any, ...]) -> Any:
    """The expression over kernels of a head applied to simplified operands."""
    if all(is_number(x) for x in operands) and operands:
        value = apply_head(head, operands)
        if is_number(value):
            return value
    function = RULES.get(head)
    return application(head, *operands) if function is None else function(*operands)


#: The heads whose rules take no assumption.
_WITHOUT_ASSUMPTION = frozenset(map(numerical, "tan cot sec csc tanh sech csch sin cos exp".split()))


def careful_kernel(head: Any, operands: tuple[Any, ...]) -> Any:
    """As :func:`kernel`, but without the rules that take an assumption."""
    if head in _WITHOUT_ASSUMPTION or all(is_number(x) for x in operands):
        return kernel(head, operands)
    return application(head, *operands)


def is_application(x: Any, head: Any) -> bool:
    """Is this an application of the head?"""
    return isinstance(x, Application) and x.operator is head


def quotient_parts(x: Any) -> tuple[Any, Any]:
    """Numerator and denominator of a simplified expression."""
    return x.operands if is_application(x, OVER) else (x, 1)


def factors(x: Any) -> list[tuple[Any, int]]:
    """The factors of a simplified numerator or denominator with their powers."""
    found = []
    for factor in x.operands if is_application(x, TIMES) else (x,):
        if is_application(factor, EXPT) and type(factor.operands[1]) is int:
            found.append((factor.operands[0], factor.operands[1]))
        else:
            found.append((factor, 1))
    return found


rule("tan")(lambda x: g.div(kernel(SIN, (x,)), kernel(COS, (x,))))
rule("cot")(lambda x: g.div(kernel(COS, (x,)), kernel(SIN, (x,))))
rule("sec")(lambda x: g.div(1, kernel(COS, (x,))))
rule("csc")(lambda x: g.div(1, kernel(SIN, (x,))))
rule("tanh")(lambda x: g.div(kernel(SINH, (x,)), kernel(COSH, (x,))))
rule("sech")(lambda x: g.div(1, kernel(COSH, (x,))))
rule("csch")(lambda x: g.div(1, kernel(SINH, (x,))))


def coefficient_and_rest(term: Any) -> tuple[Any, Any]:
    """The numeric coefficient of a simplified term and the rest of it."""
    if is_number(term):
        return term, 1
    if is_application(term, TIMES) and is_number(term.operands[0]):
        rest = term.operands[1:]
        return term.operands[0], rest[0] if len(rest) == 1 else application(TIMES, *rest)
    return 1, term


def _is_negative(term: Any) -> bool:
    """Has a term a negative coefficient?"""
    coefficient = coefficient_and_rest(term)[0]
    return isinstance(coefficient, (int, float, Fraction)) and coefficient < 0


def _terms(x: Any) -> tuple[Any, ...]:
    return x.operands if is_application(x, PLUS) else (x,)


def has_negative_sign(x: Any) -> bool:
    """Is the first coefficient of an argument negative? Exactly one of u and -u, so that sin(-u) is -sin(u)."""
    terms = _terms(quotient_parts(x)[0])
    return _is_negative(next((term for term in terms if not is_number(term)), terms[0]))


def is_negated(x: Any) -> bool:
    """Does an argument print with a negative first term: ``(* -1 ...)`` or ``(+ (* -1 ...) ...)``?"""
    first = _terms(x)[0]
    return _is_negative(first) and not (is_number(first) and is_application(x, PLUS))


@rule("sin")
def _sin(x: Any) -> Any:
    if is_application(x, ASIN):
        return x.operands[0]
    if is_application(x, ACOS):  # acos x in [0, pi]
        return _sqrt_of(g.sub(1, g.square(x.operands[0])))
    if is_application(x, ATAN):
        y, x_ = _atan_operands(x)
        return g.div(y, _sqrt_of(g.add(g.square(x_), g.square(y))))
    return application(SIN, x)


@rule("cos")
def _cos(x: Any) -> Any:
    if is_application(x, ACOS):
        return x.operands[0]
    if is_application(x, ASIN):
        return _sqrt_of(g.sub(1, g.square(x.operands[0])))
    if is_application(x, ATAN):
        y, x_ = _atan_operands(x)
        return g.div(x_, _sqrt_of(g.add(g.square(x_), g.square(y))))
    return application(COS, x)


def _atan_operands(x: Application) -> tuple[Any, Any]:
    return x.operands if len(x.operands) == 2 else (x.operands[0], 1)  # type: ignore[return-value]


def _sqrt_of(x: Any) -> Any:
    """A square root of an expression that still has to be simplified."""
    return application(SQRT, x) if isinstance(x, Expression) else g.sqrt(x)


@rule("asin")
def _asin(x: Any) -> Any:
    return x.operands[0] if is_application(x, SIN) else application(ASIN, x)  # x in [-pi/2, pi/2]


@rule("acos")
def _acos(x: Any) -> Any:
    return x.operands[0] if is_application(x, COS) else application(ACOS, x)  # x in [0, pi]


@rule("atan")
def _atan(y: Any, x: Any = None) -> Any:
    if x is None:
        top, bottom = quotient_parts(y)
        if _may_be_negative(bottom):
            return application(ATAN, y, 1)
        return application(ATAN, top, bottom)  # bottom > 0
    if is_application(y, SIN) and is_application(x, COS) and y.operands == x.operands:
        return y.operands[0]  # in (-pi, pi]
    return application(ATAN, y, x)


def _may_be_negative(x: Any) -> bool:
    """Has this a negative coefficient, so that it may be negative though all its factors are positive?"""
    return any(map(_is_negative, _terms(x)))


@rule("exp")
def _exp(x: Any) -> Any:
    """exp(n log u) = u^n, exp(n u) = exp(u)^n for an integer n."""
    if is_application(x, LOG):
        return x.operands[0]
    if is_application(x, TIMES) and type(x.operands[0]) is int:
        n, rest = x.operands[0], x.operands[1:]
        inner = rest[0] if len(rest) == 1 else application(TIMES, *rest)
        if is_application(inner, LOG):
            return g.expt(inner.operands[0], n)
        if n < -1:
            return application(EXPT, application(EXP, application(TIMES, -1, *rest)), -n)
        if n > 1:
            return application(EXPT, application(EXP, inner), n)
    return application(EXP, x)


@rule("log")
def _log(x: Any) -> Any:
    """log(u^n) = n log u, log(u/v) = log u - log v, log(exp u) = u, log(sqrt u) = 1/2 log u."""
    top, bottom = quotient_parts(x)
    if bottom != 1:
        return g.sub(kernel(LOG, (top,)), kernel(LOG, (bottom,)))
    if is_application(x, EXP):
        return x.operands[0]
    if is_application(x, SQRT):
        return g.mul(Fraction(1, 2), kernel(LOG, x.operands))
    if is_application(x, EXPT):
        return g.mul(x.operands[1], kernel(LOG, (x.operands[0],)))
    return application(LOG, x)


@rule("sqrt")
def _sqrt(x: Any) -> Any:
    """Square roots of quotients and products are taken apart, of even powers and squares taken out.

    All of it holds where what is under a root is not negative.
    """
    top, bottom = quotient_parts(x)
    if bottom != 1:
        return g.div(kernel(SQRT, (top,)), kernel(SQRT, (bottom,)))
    if is_application(x, EXP):
        return kernel(EXP, (g.div(x.operands[0], 2),))
    outside: Any = 1
    under: list[Any] = []
    number: Any = 1
    for base, power in factors(x):
        if is_number(base):
            number = base
            continue
        outside = g.mul(outside, g.expt(base, power // 2))
        if power % 2:
            under.append(base)
    root = exact_root(number, 2) if isinstance(number, (int, Fraction)) and number > 0 else None
    if root is not None:
        outside = g.mul(outside, root)
    elif under:
        under[0] = application(TIMES, number, under[0])
    else:
        outside = g.mul(outside, g.sqrt(number))
    for base in under:
        outside = g.mul(outside, application(SQRT, base))
    return outside


@rule("expt")
def _expt(base: Any, exponent: Any) -> Any:
    """Powers that are not whole: halves of squares are roots; everything else stays."""
    if type(exponent) is int:
        return g.expt(base, exponent)
    if exponent == Fraction(1, 2):
        return kernel(SQRT, (base,))
    if isinstance(exponent, (Fraction, float)) and exponent < 0:
        return g.div(1, kernel(EXPT, (base, -exponent)))
    if is_application(base, EXPT) and _is_rational(exponent) and _is_rational(base.operands[1]):
        return kernel(EXPT, (base.operands[0], g.mul(base.operands[1], exponent)))
    if is_application(base, SQRT) and _is_rational(exponent):
        return kernel(EXPT, (base.operands[0], g.mul(Fraction(1, 2), exponent)))
    return application(EXPT, base, exponent)


def _is_rational(x: Any) -> bool:
    return isinstance(x, (int, Fraction))
