"""The printed form: its kernels, functions of simplified arguments; a rational function as the original prints it."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from heapq import heapify, heappop, heappush
from itertools import compress
from typing import Any

from scmpy.errors import ArityError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, convert, converted
from scmpy.generic.display import Displayed
from scmpy.generic.elementary import record_of
from scmpy.generic.numbers import exact
from scmpy.generic.types import ScalarKind, is_container, is_number
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.assumptions import Policy, known
from scmpy.symbolic.expression import (
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_from,
    expression_of,
    flattened,
    is_datum_list,
    numerical,
    subexpressions,
)
from scmpy.symbolic.ring import NUMBERS, Form, content, is_finite, is_rational, rounded, to_number

# --- kernels ---------------------------------------------------------------------------------------------------------
# What the kernels of the printed form are: the rewrites of elementary functions of simplified arguments.
#
# Each rule takes the policy and the simplified operands of a head and gives an expression over kernels, or the
# application as it stands. The rules follow the printed answers of the original: ``tan`` is a quotient,
# ``(exp (* 2 x))`` a power, ``sqrt`` of a product a product, ``sqrt(x^2)`` is x. What a rewrite needs beyond its
# operands being defined it asks of the policy, which grants it, notes it, or knows it.


_OF_SAME_SIGN = {Head.ASIN, Head.ATAN, Head.SINH, *map(numerical, ("tanh", "asinh", "atanh", "cube-root"))}

Rule = Callable[..., Any]

RULES: dict[Expression, Rule] = {}


def rule(name: str) -> Callable[[Rule], Rule]:
    def declare(function: Rule) -> Rule:
        RULES[numerical(name)] = function
        return function

    return declare


def kernel(policy: Policy, head: Any, operands: tuple[Any, ...]) -> Any:
    if isinstance(head, Application):  # as a derivative of a function is, which has no rule
        return application(head, *operands)
    of_numbers = all(map(is_number, operands))
    if of_numbers:
        value = apply_head(head, operands)
        if is_number(value):
            return value
    function = RULES.get(head)
    if function is not None:
        return function(policy, *operands)
    record = record_of(head, len(operands))
    is_definite = of_numbers and record is not None and record.expanded == "at once"
    if record is not None and record.expanded and record.definition is not None and not is_definite:
        return record.definition(*operands)
    return application(head, *operands)


def check_operands(node: Application) -> None:
    """An error where an elementary function has another number of operands than it takes."""
    if node.operator not in RULES:
        return
    taken = (2,) if node.operator is Head.EXPT else tuple(n for n in (1, 2) if record_of(node.operator, n))
    if len(node.operands) not in taken:
        counts = " or ".join(map(str, taken))
        raise ArityError(f"{node.operator} takes {counts} operand{'s' * (taken[-1] > 1)}, got {len(node.operands)}")


def is_application(x: Any, head: Any) -> bool:
    return isinstance(x, Application) and x.operator is head


def quotient_parts(x: Any) -> tuple[Any, Any]:
    return x.operands if is_application(x, Head.OVER) else (x, 1)


def factors(x: Any) -> list[tuple[Any, int]]:
    found = []
    for factor in x.operands if is_application(x, Head.TIMES) else (x,):
        if is_application(factor, Head.EXPT) and type(factor.operands[1]) is int:
            found.append((factor.operands[0], factor.operands[1]))
        else:
            found.append((factor, 1))
    return found


def coefficient_and_rest(term: Any) -> tuple[Any, Any]:
    if is_number(term):
        return term, 1
    if is_application(term, Head.TIMES) and is_number(term.operands[0]):
        rest = term.operands[1:]
        return term.operands[0], rest[0] if len(rest) == 1 else application(Head.TIMES, *rest)
    return 1, term


def _has_negative_coefficient(term: Any) -> bool:
    coefficient = coefficient_and_rest(term)[0]
    return isinstance(coefficient, (int, float, Fraction)) and coefficient < 0


def _terms(x: Any) -> tuple[Any, ...]:
    return x.operands if is_application(x, Head.PLUS) else (x,)


def has_negative_sign(x: Any) -> bool:
    """Is the first coefficient of an argument negative? Exactly one of u and -u, so that sin(-u) is -sin(u)."""
    terms = _terms(quotient_parts(x)[0])
    return _has_negative_coefficient(next((term for term in terms if not is_number(term)), terms[0]))


def is_negated(x: Any) -> bool:
    """Does an argument print with a negative first term: ``(* -1 ...)`` or ``(+ (* -1 ...) ...)``?"""
    first = _terms(x)[0]
    return _has_negative_coefficient(first) and not (is_number(first) and is_application(x, Head.PLUS))


#: The original leaves the signs of their arguments alone.
rule("sinh")(lambda policy, x: application(Head.SINH, x))
rule("cosh")(lambda policy, x: application(Head.COSH, x))


rule("sin")(lambda policy, x: _circular(policy, x, Head.ASIN, Head.ACOS))
rule("cos")(lambda policy, x: _circular(policy, x, Head.ACOS, Head.ASIN))


def _circular(policy: Policy, x: Any, inverse: Expression, of_other: Expression) -> Any:
    quarters = int(inverse is Head.ACOS)
    if is_application(x, inverse):
        return x.operands[0]
    if is_application(x, of_other):
        return application(Head.SQRT, g.sub(1, g.square(x.operands[0])))
    if is_application(x, Head.ATAN) and _are_real(policy, *x.operands):
        up, along = x.operands
        return g.div(x.operands[quarters], application(Head.SQRT, g.add(g.square(along), g.square(up))))
    return _with_pi_apart(policy, x, quarters)


def _are_real(policy: Policy, y: Any, x: Any) -> bool:
    """One argument may be complex: sin(atan y) = y / sqrt(1 + y^2) holds everywhere."""
    if x == 1:
        return True
    return policy.grants_all((("real", y), ("real", x)), "sin(atan(y, x)) = y / sqrt(x^2 + y^2)")


def _with_pi_apart(policy: Policy, x: Any, quarters: int) -> Any:
    """The sine of x and so many quarters of a turn: a number where x is a multiple of pi/6 or pi/4, and without the
    multiple of pi/2 that is a term of x (pi the symbol, not the float)."""
    if not policy.switches.sin_cos_simplify:
        return application(Head.COS if quarters else Head.SIN, x)
    turns = multiple_of_pi(x)
    if turns and (value := sine_at_multiple_of_pi(turns + Fraction(quarters, 2))) is not None:
        return value
    terms = _terms(x)
    for i, term in enumerate(terms):
        halves = multiple_of_pi(term) * 2
        if halves and halves == int(halves):
            rest = (*terms[:i], *terms[i + 1 :])
            quarters, x = quarters + int(halves), application(Head.PLUS, *rest)
            break
    value = application(Head.COS if quarters % 2 else Head.SIN, x)
    return g.negate(value) if quarters % 4 >= 2 else value


def multiple_of(x: Any, period: Any) -> Fraction:
    """The rational number r where r times the period's first term is a term of x; 0 if there is none."""
    coefficient, kernel = coefficient_and_rest(_terms(period)[0])
    for term in _terms(x):
        number, rest = coefficient_and_rest(term)
        if rest == kernel:
            ratio = g.div(number, coefficient)
            return Fraction(ratio) if isinstance(ratio, (int, Fraction)) else Fraction(0)
    return Fraction(0)


def multiple_of_pi(x: Any) -> Any:
    """The rational r where x is r times the symbol pi, else 0."""
    coefficient, rest = coefficient_and_rest(x)
    return coefficient if rest is PI and isinstance(coefficient, (int, Fraction)) else 0


def sine_at_multiple_of_pi(turns: Any) -> Any:
    """The sine of a multiple of pi where it is 0, a half, 1 or the square root of a simple fraction, else None.

    >>> sine_at_multiple_of_pi(Fraction(7, 6)), sine_at_multiple_of_pi(Fraction(1, 5))
    (Fraction(-1, 2), None)
    """
    twelfths = turns * 12
    if twelfths.denominator != 1:
        return None
    twelfths = int(twelfths) % 24
    sign = -1 if twelfths >= 12 else 1
    quadruple = {0: 0, 2: 1, 3: 2, 4: 3, 6: 4}.get(6 - abs(6 - twelfths % 12))  # of the square
    return None if quadruple is None else g.div(g.mul(sign, g.sqrt(quadruple)), 2)


@rule("asin")
def _asin(policy: Policy, x: Any) -> Any:
    if is_application(x, Head.SIN) and policy.switches.inverse_simplify:
        angle = x.operands[0]
        if policy.grants("nonnegative", _less(angle, g.div(PI, 2)), "asin(sin x) = x"):
            return angle
    return application(Head.ASIN, x)


@rule("acos")
def _acos(policy: Policy, x: Any) -> Any:
    if is_application(x, Head.COS) and policy.switches.inverse_simplify:
        angle = x.operands[0]
        if _is_never_positive(policy, angle):
            angle = g.negate(angle)
        if policy.grants_all((("nonnegative", angle), ("nonnegative", _less(angle, PI))), "acos(cos x) = x"):
            return angle
    return application(Head.ACOS, x)


def _is_never_positive(policy: Policy, x: Any) -> bool:
    """Is an expression nowhere positive, or the product of the factors of all its terms and what they leave?"""
    terms = _terms(x)
    common = reduce(operator.and_, [Counter(dict(factors(term))) for term in terms])
    powers = [g.expt(base, n) for base, n in common.items() if not is_number(base)]
    if len(terms) == 1 or not powers:
        return policy.is_never("positive", x)
    divisor = powers[0] if len(powers) == 1 else application(Head.TIMES, *powers)
    rest = application(Head.PLUS, *[_quotient(term, divisor) for term in terms])
    return policy.is_never("positive", application(Head.TIMES, *powers, rest))


def _less(x: Any, bound: Any) -> Any:
    return g.sub(bound, application(Head.ABS, x))


@rule("atan")
def _atan(policy: Policy, y: Any, x: Any = None) -> Any:
    if x is None:
        top, bottom = quotient_parts(y)
        if bottom == 1 or _may_be_negative(bottom) or not policy.switches.inverse_simplify:
            return application(Head.ATAN, y, 1)
        if policy.grants("positive", bottom, "atan(y/x) = atan(y, x)"):
            return application(Head.ATAN, top, bottom)
        return application(Head.ATAN, y, 1)
    if type(y) is int and y == 0 and policy.grants("positive", x, "atan(0, x) = 0"):
        return 0
    switches = policy.switches
    if switches.aggressive_atan_simplify or (switches.inverse_simplify and _has_angles(y, x)):
        (y, y_bottom), (x, x_bottom) = quotient_parts(y), quotient_parts(x)
        y, x, sign = _without_common_factors(policy, y, x)
        y_bottom, x_bottom, sign_below = _without_common_factors(policy, y_bottom, x_bottom)
        if sign != sign_below:
            y, x = g.negate(y), g.negate(x)
        y, x = _over(y, y_bottom), _over(x, x_bottom)
    if is_application(y, Head.SIN) and is_application(x, Head.COS) and y.operands == x.operands:
        angle = y.operands[0]
        if switches.inverse_simplify and policy.grants("positive", _less(angle, PI), "atan(sin x, cos x) = x"):
            return angle
    return application(Head.ATAN, y, x)


def _over(top: Any, bottom: Any) -> Any:
    return top if bottom == 1 else application(Head.OVER, top, bottom)


def _has_angles(*coordinates: Any) -> bool:
    """Are there sines or cosines in the coordinates? The original simplifies inverse functions of these alone."""
    return any(is_application(x, Head.SIN) or is_application(x, Head.COS) for x in subexpressions(*coordinates))


def _without_common_factors(policy: Policy, y: Any, x: Any) -> tuple[Any, Any, int]:
    others, sign = dict(factors(x)), 1
    for base, power in factors(y):
        common = min(power, others.get(base, 0))
        never_positive = bool(common) and not is_number(base) and policy.is_never("positive", base)
        fact = "negative" if never_positive else "positive"
        if common and policy.grants(fact, base, "atan(a y, a x) = atan(y, x)"):
            divisor = g.expt(base, common)
            y, x = _quotient(y, divisor), _quotient(x, divisor)
            sign = -sign if never_positive and common % 2 else sign
    return y, x, sign


def _quotient(x: Any, divisor: Any) -> Any:
    left = []
    for base, power in factors(x):
        for other, common in factors(divisor):
            if base == other:
                power -= common
        if power:
            left.append(g.expt(base, power))
    if len(left) < 2:
        return left[0] if left else 1
    return application(Head.TIMES, *left)


def _may_be_negative(x: Any) -> bool:
    """Has this a negative coefficient, so that it may be negative though all its factors are positive?"""
    return any(map(_has_negative_coefficient, _terms(x)))


@rule("exp")
def _exp(policy: Policy, x: Any) -> Any:
    """exp(n log u) = u^n, exp(n u) = exp(u)^n for an integer n."""
    if is_application(x, Head.LOG):
        return x.operands[0]
    if is_application(x, Head.TIMES) and type(x.operands[0]) is int:
        n, rest = x.operands[0], x.operands[1:]
        inner = rest[0] if len(rest) == 1 else application(Head.TIMES, *rest)
        if is_application(inner, Head.LOG):
            return g.expt(inner.operands[0], n)
        if n < -1:
            return application(Head.EXPT, application(Head.EXP, application(Head.TIMES, -1, *rest)), -n)
        if n > 1:
            return application(Head.EXPT, application(Head.EXP, inner), n)
    return application(Head.EXP, x)


@rule("log")
def _log(policy: Policy, x: Any) -> Any:
    """log(u^n) = n log u, log(u/v) = log u - log v, log(exp u) = u, log(sqrt u) = 1/2 log u."""
    if not policy.switches.log_exp_simplify:
        return application(Head.LOG, x)
    top, bottom = _of_better_sign(policy, *quotient_parts(x))
    if bottom != 1 and policy.grants("positive", bottom, "log(u/v) = log u - log v"):
        return g.sub(_log_of(policy, top), _log_of(policy, bottom))
    if is_application(x, Head.EXP) and policy.grants("real", x.operands[0], "log(exp u) = u"):
        return x.operands[0]
    if is_application(x, Head.SQRT):
        return g.mul(Fraction(1, 2), _log_of(policy, x.operands[0]))
    if is_application(x, Head.EXPT):
        base, power = x.operands
        if policy.grants_all((("positive", base), ("real", power)), "log(u^a) = a log u"):
            return g.mul(power, _log_of(policy, base))
    return application(Head.LOG, x)


def _log_of(policy: Policy, x: Any) -> Any:
    return kernel(policy, Head.LOG, (x,))


@rule("sqrt")
def _sqrt(policy: Policy, x: Any) -> Any:
    """Square roots of quotients and products are taken apart, of even powers and squares taken out."""
    top, bottom = _of_better_sign(policy, *quotient_parts(x))
    if bottom != 1:
        if policy.switches.sqrt_factor_simplify and policy.grants("positive", bottom, "sqrt(u/v) = sqrt u / sqrt v"):
            return g.div(kernel(policy, Head.SQRT, (top,)), kernel(policy, Head.SQRT, (bottom,)))
        return application(Head.SQRT, x)
    if is_application(x, Head.EXP) and policy.grants("real", x.operands[0], "sqrt(exp u) = exp(u/2)"):
        return kernel(policy, Head.EXP, (g.div(x.operands[0], 2),))
    outside: Any = 1
    under: list[Any] = []
    found = _of_allowed_sign(policy, factors(x))
    number = _product([(base, power) for base, power in found if is_number(base)])
    rest = [(base, power) for base, power in found if not is_number(base)]
    odd = [base for base, power in rest if power % 2]
    with_number = odd[:1] if _is_negative(number) else []
    negative = {_of_same_sign(base if base in with_number else _opposite(base)) for base in odd}
    for base, power in rest:
        opposite = base in negative and power // 2 % 2 and not policy.is_never("negative", base)
        root, left = _halved(policy, _opposite(base) if opposite else base, power)
        outside = g.mul(outside, root)
        if left:
            under.append(base if left == 1 else application(Head.EXPT, base, left))
    apart = isinstance(number, (int, Fraction, float)) and number > 0 and policy.switches.sqrt_factor_simplify
    outside = g.mul(outside, _root_of_number(number) if apart or not under else 1)
    roots = _roots_apart(policy, 1 if apart else number, under)
    if outside == 1 and len(roots) == 1:
        # nothing was taken apart, and signs that were turned would be put together again
        return application(Head.SQRT, x)
    return reduce(g.mul, (application(Head.SQRT, root) for root in roots), outside)


def _of_same_sign(x: Any) -> Any:
    """What has the sign of an expression: u of sinh u and its kin."""
    while isinstance(x, Application) and x.operator in _OF_SAME_SIGN and x.operands[1:] in ((), (1,)):
        x = x.operands[0]
    return x


def _of_better_sign(policy: Policy, top: Any, bottom: Any) -> tuple[Any, Any]:
    """The quotient with parts that may be positive: u/-v for -u/v, which is positive where u and -v are."""
    if bottom == 1 or policy.is_never("negative", bottom):
        return top, bottom
    never = _is_never_positive(policy, bottom) or _is_never_positive(policy, top)
    turned = never or all(map(_has_negative_coefficient, _terms(top)))
    return (_opposite(top), _opposite(bottom)) if turned else (top, bottom)


def _opposite(x: Any) -> Any:
    terms = [_times(g.negate(number), rest) for number, rest in map(coefficient_and_rest, _terms(x))]
    return terms[0] if len(terms) == 1 else application(Head.PLUS, *terms)


def _times(number: Any, rest: Any) -> Any:
    if rest == 1 or number == 1:
        return number if rest == 1 else rest
    return application(Head.TIMES, number, *(rest.operands if is_application(rest, Head.TIMES) else (rest,)))


def _of_allowed_sign(policy: Policy, found: list[tuple[Any, int]]) -> list[tuple[Any, int]]:
    """The factors of -u^3 as those of (-u)^3, and of u v, where u is never positive, as those of (-u) (-v).

    The roots of the factors are multiplied: each has to be real somewhere where the root of the product is.
    """
    number = _product([(base, power) for base, power in found if is_number(base)])
    odd = [base for base, power in found if not is_number(base) and power % 2]
    negative = _is_negative(number)
    if not odd or (not negative and len(odd) == 1):
        return found
    turned = [base for base in odd if not base.constant and _is_never_positive(policy, base)]
    if negative == (len(turned) % 2 == 0):
        fixed = {b for b in odd if b.constant or is_application(b, Head.SQRT) or policy.is_never("negative", b)}
        free = (base for base in odd if base not in turned and base not in fixed)
        if (chosen := next(free, None)) is None or (chosen is odd[0] and not turned and dict(found)[chosen] == 1):
            return found
        turned.append(chosen)
    return [
        (g.negate(number) if negative else number, 1),
        *((_opposite(base) if base in turned else base, power) for base, power in found if not is_number(base)),
    ]


def _is_negative(number: Any) -> bool:
    return isinstance(number, (int, Fraction, float)) and number < 0


def _product(powers: list[tuple[Any, int]]) -> Any:
    """The product of powers of numbers; one of floats and exact numbers is rounded once: no part is 0 or infinite."""
    if all(isinstance(x, (int, Fraction, float)) and is_finite(x) for x, _ in powers):
        product = exact(math.prod(Fraction(x) ** n for x, n in powers))
        return rounded(product) if any(isinstance(x, float) for x, _ in powers) else product
    return reduce(g.mul, [g.expt(x, n) for x, n in powers], 1)


_SMALL = 1000  # the factors whose squares are looked for in a number


def _root_of_number(number: Any) -> Any:
    """The square root of a number; squares of small factors of a rational one are taken out: 2 (sqrt 3) for 12."""
    if not (isinstance(number, (int, Fraction)) and number > 0):
        return g.sqrt(number)
    under, outside = number.numerator * number.denominator, 1
    for factor in range(2, _SMALL):
        square = factor * factor
        if square > under:
            break
        while under % square == 0:
            under, outside = under // square, outside * factor
    return g.mul(g.div(outside, number.denominator), g.sqrt(under))


def _halved(policy: Policy, base: Any, power: int) -> tuple[Any, int]:
    half = power // 2
    if half and policy.switches.sqrt_expt_simplify:
        if half % 2 and known("nonpositive", base):
            return g.negate(g.expt(base, half)), power % 2
        fact = "nonnegative" if half % 2 else "real"
        if policy.grants(fact, base, "sqrt(u^2) = u" if half == 1 else f"sqrt(u^{2 * half}) = u^{half}"):
            return g.expt(base, half), power % 2
    return 1, power


def _roots_apart(policy: Policy, number: Any, under: list[Any]) -> list[Any]:
    """What gets a root of its own: the non-negative factors; the number goes with the first, which may be anything."""
    if not under:
        return []
    together, apart = [under[0]], list[Any]()
    for factor in under[1:]:
        granted = policy.switches.sqrt_factor_simplify and policy.grants(
            "nonnegative", factor, "sqrt(u v) = sqrt u sqrt v"
        )
        (apart if granted else together).append(factor)
    if number != 1:
        together.insert(0, number)
    return [together[0] if len(together) == 1 else application(Head.TIMES, *together), *apart]


@rule("abs")
def _abs(policy: Policy, x: Any) -> Any:
    """The size of what has a known sign is that or its negative; of an even power of what is real, that power."""
    for fact, value in (("nonnegative", x), ("nonpositive", g.negate(x))):
        if known(fact, x):
            return value
    if is_application(x, Head.EXPT) and type(x.operands[1]) is int and x.operands[1] % 2 == 0:
        base, power = x.operands
        if policy.switches.ignore_zero_simplify and policy.grants("real", base, f"abs(u^{power}) = u^{power}"):
            return x
    return application(Head.ABS, x)


@rule("expt")
def _expt(policy: Policy, base: Any, exponent: Any) -> Any:
    """Powers that are not whole: halves of squares are roots; everything else stays."""
    if exponent == Fraction(1, 2) and policy.switches.expt_half_to_sqrt:
        return kernel(policy, Head.SQRT, (base,))
    if isinstance(exponent, (Fraction, float)) and exponent < 0:
        return g.div(1, kernel(policy, Head.EXPT, (base, -exponent)))
    inner = _rational_power(base)
    if inner is not None and _is_rational(exponent) and policy.switches.exponent_product_simplify:
        root, power = inner
        principal = -1 < power <= 1  # the angle of such a power is less than pi: it is the principal one
        if principal or policy.grants("nonnegative", root, "(u^a)^b = u^(a b)"):
            return kernel(policy, Head.EXPT, (root, g.mul(power, exponent)))
    return application(Head.EXPT, base, exponent)


def _rational_power(x: Any) -> tuple[Any, Any] | None:
    if is_application(x, Head.SQRT):
        return x.operands[0], Fraction(1, 2)
    return x.operands if is_application(x, Head.EXPT) and _is_rational(x.operands[1]) else None


def _is_rational(x: Any) -> bool:
    return isinstance(x, (int, Fraction))


# --- printed ---------------------------------------------------------------------------------------------------------
# The printed form: a rational function as the expression that the original prints.
#
# Sums start with the constant, then terms by falling total degree, ties by the exponents in the order of the atoms.
# Products start with the coefficient. There is one quotient, without common factors; its numeric denominators go
# into the coefficients; the leading coefficient of its denominator is positive.
#
# In which order the atoms come is said by :mod:`~scmpy.symbolic.canonical`.

Terms = list[tuple[tuple[int, ...], Any]]  # exponents in printing order, coefficient

#: What is done with the terms of a sum and the atoms of their exponents before they are written.
Finish = Callable[[Terms, list[Any]], tuple[Terms, list[Any]]]

#: The binary exponents of floats are less than that.
_FLOATS_SIZE = 1000


def terms_of(polynomial: Any, order: list[int]) -> Terms:
    exponents_of = ordered(order)
    if is_rational(polynomial):
        return [(exponents_of(m), to_number(c)) for m, c in polynomial.terms()]
    grouped: dict[tuple[int, ...], dict[tuple[int, int], Any]] = {}
    for monomial, coefficient in polynomial.terms():
        exponents = tuple(map(int, monomial))
        grouped.setdefault(exponents[:-2], {})[exponents[-2], exponents[-1]] = coefficient
    return [(exponents_of(m), NUMBERS.number(parts)) for m, parts in grouped.items()]


def ordered(order: list[int]) -> Callable[[Any], tuple[int, ...]]:
    """The exponents of a monomial, in the given order."""
    if len(order) < 2:
        return lambda monomial: tuple([int(monomial[i]) for i in order])
    chosen = operator.itemgetter(*order)
    return lambda monomial: tuple(map(int, chosen(monomial)))


def build(
    form: Form,
    order: list[int],
    printed: dict[Expression, Any],
    sign_order: list[int] | None = None,
    *,
    divide_numbers: bool = True,
    finish: Finish = lambda terms, shown: (terms, shown),
    whole_sines: bool = False,
) -> Any:
    """The expression of a canonical form, its atoms in this order and replaced by their printed forms.

    A number for denominator, or one in a product for denominator, goes into the coefficients if numbers are to be
    divided.
    """
    ring, num, den = _of_common_size(form)
    shown = [printed.get(ring.atoms[i], ring.atoms[i]) for i in order]
    top, is_whole = terms_of(num, order), den == ring.one
    bottom = [((0,) * len(order), 1)] if is_whole else terms_of(den, order)
    leading = 1 if is_whole else max(bottom if sign_order in (None, order) else terms_of(den, sign_order))[1]
    if whole_sines:
        top, bottom, shown = _with_whole_sines(top, bottom, shown)
    if is_whole:
        return _sum(top, shown, finish) if divide_numbers else _over_number(top, shown, finish)
    top, bottom = _normalised(top, bottom, bottom[0][1] if len(bottom) == 1 else leading, divide_numbers)
    if len(bottom) == 1 and not any(bottom[0][0]):
        if (factor := bottom[0][1]) != 1:  # a complex one
            top = [(m, _divided(c, factor)) for m, c in top]
        return _sum(top, shown, finish) if divide_numbers else _over_number(top, shown, finish)
    return application(Head.OVER, _sum(top, shown, finish), _sum(bottom, shown, finish))


def _of_common_size(form: Form) -> Form:
    ring, num, den = form
    if den == ring.one or all(map(_has_floats_size, (*num.coeffs(), *den.coeffs()))):
        return form
    largest, w = max(map(abs, den.coeffs())), ring.generators[-1]
    num, den = num / largest, den / largest
    if not is_rational(num) or not is_rational(den):  # what is divided by the size of a float is one
        num, den = (ring.modulo().reduced(polynomial * w) for polynomial in (num, den))
    return Form(ring, num, den)


def _has_floats_size(coefficient: Any) -> bool:
    return abs(int(coefficient.p).bit_length() - int(coefficient.q).bit_length()) < _FLOATS_SIZE


def _over_number(terms: Terms, shown: list[Any], finish: Finish) -> Any:
    common = math.lcm(*[c.denominator for _, c in terms if isinstance(c, Fraction)])
    whole = _sum([(m, g.mul(c, common)) for m, c in terms], shown, finish)
    return whole if common == 1 else application(Head.OVER, whole, common)


def _normalised(top: Terms, bottom: Terms, leading: Any, divide_numbers: bool) -> tuple[Terms, Terms]:
    """Clear fractions, cancel the common content, make the denominator's leading coefficient positive.

    If numbers are to be divided, the numeric factor of a denominator of one term goes to the numerator. An inexact
    quotient keeps its content.
    """
    if len(bottom) == 1 and divide_numbers:
        factor = bottom[0][1]
        return [(m, c if factor == 1 else _divided(c, factor)) for m, c in top], [(bottom[0][0], 1)]
    coefficients = [c for _, c in (*bottom, *top)]
    exact = [c for c in coefficients if not isinstance(c, (float, complex))]
    scale = content(exact)
    if len(exact) < len(coefficients):
        scale = Fraction(1, scale.denominator)
        if any(isinstance(c, float) and not isinstance(_divided(c, scale), float) for c in coefficients):
            scale = 1
    if isinstance(leading, (int, Fraction, float)) and leading < 0:
        scale = g.negate(scale)
    return [(m, _divided(c, scale)) for m, c in top], [(m, _divided(c, scale)) for m, c in bottom]


def _divided(coefficient: Any, scale: Any) -> Any:
    numbers = coefficient, scale
    if any(isinstance(x, float) for x in numbers) and all(isinstance(x, (int, Fraction, float)) for x in numbers):
        return rounded(Fraction(coefficient) / Fraction(scale))
    return g.div(coefficient, scale)


def _sum(terms: Terms, shown: list[Any], finish: Finish) -> Any:
    terms, shown = finish(in_printing_order(terms), shown)
    ordered = [product(m, c, shown) for m, c in terms]
    if not ordered:
        return 0
    return ordered[0] if len(ordered) == 1 else application(Head.PLUS, *ordered)


def in_printing_order(terms: Terms) -> Terms:
    """The constant, then terms of falling degree, ties by the exponents."""
    ordered = sorted(terms, key=operator.itemgetter(0), reverse=True)
    ordered.sort(key=_place_of_degree)
    return ordered


def _place_of_degree(term: tuple[tuple[int, ...], Any]) -> float:
    return -sum(term[0]) or -math.inf


def product(exponents: Sequence[int], coefficient: Any, shown: Sequence[Any]) -> Any:
    factors: list[Any] = []
    for base, power in compress(zip(shown, exponents, strict=True), exponents):
        if isinstance(base, Negated):
            base, coefficient = base.atom, g.negate(coefficient) if power % 2 else coefficient
        factors.append(base if power == 1 else application(Head.EXPT, base, power))
    if not factors:
        return coefficient
    if coefficient != 1:
        factors.insert(0, coefficient)
    return factors[0] if len(factors) == 1 else application(Head.TIMES, *factors)


class Negated:
    """The printed form of an atom with the other sign, such as sin(y - x) shown as -sin(x - y)."""

    __slots__ = ("atom",)

    def __init__(self, atom: Any) -> None:
        self.atom = atom


def in_order(atoms: tuple[Expression, ...], place: Callable[[Expression], Any]) -> list[int]:
    """The generators of these atoms: symbols by name, then kernels by their place."""

    def key(index: int) -> tuple[int, Any]:
        atom = atoms[index]
        return (0, atom.rank) if isinstance(atom, Symbol) else (1, place(atom))

    return sorted(range(len(atoms)), key=key)


# --- residual --------------------------------------------------------------------------------------------------------
# The residual rule for sines: sin^2 has become 1 - cos^2; where a whole a (1 - cos^2) is left, it is a sin^2 again.
#
# As in the original, whose patterns need something after the cosine in its product (a pattern's last segment never
# matches nothing): ``(+ 1 (* -1 (expt (cos x) 2)))`` stays. A cosine that is added, not taken away, needs something
# after the later of the two terms in their sum too.


def sines_restored(terms: Terms, shown: list[Any]) -> tuple[Terms, list[Any]]:
    """The terms in printing order, with a sin^2 for a - a cos^2, and the atoms that their exponents belong to."""
    cosines = [i for i, atom in enumerate(shown) if is_application(atom, Head.COS)]
    if not cosines:
        return terms, shown
    found = dict(terms)
    places = sorted(map(_from_the_end, found))
    pending = list(places)
    while pending:
        exponents = heappop(pending)[1]
        while places[0][1] not in found:
            heappop(places)
        last = places[0][1]
        position = _cosine_to_restore(found, exponents, cosines, last)
        if position is None:
            continue
        sine = application(Head.SIN, *shown[position].operands)
        place = next((i for i, atom in enumerate(shown) if getattr(atom, "atom", atom) is sine), len(shown))
        if place == len(shown):
            shown = [*shown, sine]
            found = {(*e, 0): coefficient for e, coefficient in found.items()}
            pending, places = ([(degree, (*e, 0)) for degree, e in heap] for heap in (pending, places))
            exponents, last = (*exponents, 0), (*last, 0)
        del found[exponents]
        alone = _raised(exponents, position, -2)
        more = _raised(alone, place, 2)
        found[more] = found.pop(alone)
        heappush(places, _from_the_end(more))
        for term in (more, last):
            for changed in (term, *(_raised(term, i, 2) for i in cosines)):
                heappush(pending, _from_the_end(changed))
    return in_printing_order([*found.items()]), shown


def _from_the_end(exponents: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
    return -_place_of_degree((exponents, 1)), exponents


def _raised(exponents: tuple[int, ...], place: int, power: int) -> tuple[int, ...]:
    return *exponents[:place], exponents[place] + power, *exponents[place + 1 :]


def _cosine_to_restore(
    terms: dict[tuple[int, ...], Any], exponents: tuple[int, ...], cosines: list[int], last: tuple[int, ...]
) -> int | None:
    """The place of a cosine such that a term is b cos^n, and there is -b cos^(n-2); the later ones first."""
    coefficient = terms.get(exponents)
    if coefficient is None or max(exponents) < 2:
        return None
    is_negative = isinstance(coefficient, (int, float, Fraction)) and coefficient < 0
    for position in reversed(cosines):
        if exponents[position] > 1 and _matches(exponents, coefficient, position):
            alone = _raised(exponents, position, -2)
            if terms.get(alone) == -coefficient and (is_negative or last not in (exponents, alone)):
                return position
    return None


def _matches(exponents: tuple[int, ...], coefficient: Any, position: int) -> bool:
    return any(exponents[position + 1 :]) or (coefficient == 1 and not any(exponents[:position]))


# Where answers are typeset every a - a cos^2 is a sin^2, as on the books' pages, and sines of both parts cancel.


def _with_whole_sines(top: Terms, bottom: Terms, shown: list[Any]) -> tuple[Terms, Terms, list[Any]]:
    """The terms with sin^2 for a - a cos^2, without the sines that both then have, and the atoms of their exponents."""
    cosines = [i for i, atom in enumerate(shown) if is_application(atom, Head.COS)]
    squared = [i for i in cosines if any(exponents[i] > 1 for exponents, _ in (*top, *bottom))]
    if not squared:
        return top, bottom, shown
    sines = [application(Head.SIN, *shown[i].operands) for i in squared]
    atoms = [getattr(atom, "atom", atom) for atom in shown]
    added = [sine for sine in sines if sine not in atoms]
    places = dict(zip(squared, map([*atoms, *added].index, sines), strict=True))
    none = (0,) * len(added)
    top, bottom = (_whole_sines([(exponents + none, c) for exponents, c in terms], places) for terms in (top, bottom))
    common = [min(powers) for powers in zip(*(exponents for exponents, _ in (*top, *bottom)), strict=True)]
    top, bottom = ([(tuple(map(operator.sub, m, common)), c) for m, c in terms] for terms in (top, bottom))
    return top, bottom, [*shown, *added]


def _whole_sines(terms: Terms, places: dict[int, int]) -> Terms:
    """The terms with a sin^2 for each a - a cos^2; the places are those of cosines and of their sines."""
    found = dict(terms)
    pending = list(map(_from_the_end, found))
    heapify(pending)
    while pending:
        exponents = heappop(pending)[1]
        for position in reversed(places):
            if exponents[position] < 2 or exponents not in found:
                continue
            alone = _raised(exponents, position, -2)
            if found.get(alone) == -found[exponents]:
                del found[exponents]
                more = _raised(alone, places[position], 2)
                found[more] = found.pop(alone)
                for changed in (more, *(_raised(more, i, 2) for i in places)):
                    heappush(pending, _from_the_end(changed))
    return [*found.items()]


# --- written ---------------------------------------------------------------------------------------------------------
# A value in a form that was asked for: it prints as it stands, and computes as the value that it is.
#
# Whatever is shown is simplified first. A factored polynomial, an expanded logarithm would be undone by that; so the
# operations that make such a form return it as :class:`Written`.


class HeldForm(Displayed, Arithmetic):
    """A value that prints as it stands."""

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: Any) -> None:
        self.value = value

    def _printed_expression_(self) -> Any:
        return expression_of(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, HeldForm) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        return map(held, self.value)

    def __getitem__(self, index: Any) -> Any:
        return held(self.value[index])

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def _sympy_(self) -> Any:
        return self.value._sympy_()

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        return map_scalars(self.value, function)

    def _describe_(self) -> str:
        return describe(self.value)


ScalarKind.register(HeldForm)
convert(HeldForm, lambda form: form.value)
expression_of.add((HeldForm,), lambda form: expression_of(form.value))


def held(value: Any) -> Any:
    """The value so that it prints as it stands; numbers and symbols do so anyway."""
    if isinstance(value, Application) or is_container(value):
        return value if isinstance(value, HeldForm) else HeldForm(value)
    return value


def map_scalars(value: Any, function: Callable[[Any], Any]) -> Any:
    """A function of expressions over a scalar, a quoted list, or all components of a structure or matrix."""
    if isinstance(value, str) or is_datum_list(value):
        value = expression_from(value)
    if isinstance(value, Expression) or is_number(value):
        return function(value)
    if is_container(value):
        return value._mapped_(lambda part: map_scalars(part, function))
    plain = converted(value)
    if plain is not value:
        return map_scalars(plain, function)
    found = expression_of(value)
    if isinstance(found, Expression):
        return function(found)
    raise expected("an expression or a structure of them", describe(value))


def rewritten(value: Any, function: Callable[[Any], Any]) -> Any:
    """The form that a function gives to the flattened scalars of a value, to be printed as it stands."""
    return held(map_scalars(value, lambda scalar: function(flattened(scalar))))
