"""Greatest common divisors of integers, rationals, Gaussian integers and polynomial expressions."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.numeric_tower import ExactComplex, exact, exact_complex
from scmpy.registry import public
from scmpy.symbolic.expression import EXPT, Expression
from scmpy.symbolic.parts import addends, multiplicands, symbolic_numerator
from scmpy.symbolic.simplify import reduced


@public("gcd")
def gcd(*values: Scalar) -> ScalarValue:
    """The greatest common divisor, of none 0: the one that is not negative, of polynomials in its leading term.

    Of polynomials with floats as coefficients it is the one with the leading coefficient 1.

    Scheme:  (gcd x ...)
    >>> from scmpy import div, symbols
    >>> x, y = symbols("x y")
    >>> gcd(12, 18), gcd(div(3, 2), div(9, 4)), gcd(6 * x * y, 4 * x)
    (6, Fraction(3, 4), (* 2 x))
    """
    return _as_exact_as(values, reduce(_of_two, map(_checked, values), 0))


@public("lcm")
def lcm(*values: Scalar) -> ScalarValue:
    """The least common multiple, of none 1; unique up to a unit.

    Scheme:  (lcm x ...)
    >>> from scmpy import div, symbols
    >>> x, y = symbols("x y")
    >>> lcm(4, 6), lcm(div(3, 2), div(9, 4)), lcm(x * y, 2 * x)
    (12, Fraction(9, 2), (* 2 x y))
    """
    found = [_checked(value) for value in values]
    return _as_exact_as(
        values, reduce(_multiple_of_two, found[1:], _multiple_of_two(found[0], found[0])) if found else 1
    )


def _as_exact_as(values: tuple[Any, ...], found: Any) -> Any:
    """A number as a float if one of the values is one."""
    return float(found) if isinstance(found, (int, Fraction)) and any(isinstance(x, float) for x in values) else found


def _multiple_of_two(x: Any, y: Any) -> Any:
    if any(is_zero_number(value) for value in (x, y)):
        return 0
    multiple = reduced(g.div(g.mul(x, y), _of_two(x, y)))
    return abs(multiple) if isinstance(multiple, (int, Fraction)) else multiple


def _checked(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    exact_number = is_number(value) and isinstance(value, (int, Fraction, ExactComplex))
    if not exact_number and not isinstance(value, Expression):
        raise WrongTypeError(f"gcd expects exact numbers or expressions, got {describe(value)}")
    return value


def _of_two(x: Any, y: Any) -> Any:
    if isinstance(x, Expression) or isinstance(y, Expression):
        return _of_expressions(x, y)
    if isinstance(x, ExactComplex) or isinstance(y, ExactComplex):
        return gcd_complex(x, y)
    return gcd_rational(x, y)


@public("gcd-rational")
def gcd_rational(x: int | Fraction, y: int | Fraction) -> ScalarValue:
    """The greatest rational of which both are whole multiples.

    Scheme:  (gcd-rational x y)
    >>> from scmpy import div
    >>> gcd_rational(div(1, 2), div(1, 3))
    Fraction(1, 6)
    """
    multiple = math.lcm(x.denominator, y.denominator)
    return exact(Fraction(math.gcd(int(x * multiple), int(y * multiple)), multiple))


@public("gcd-complex")
def gcd_complex(x: int | ExactComplex, y: int | ExactComplex) -> ScalarValue:
    """The greatest common divisor of Gaussian integers, by Euclid's algorithm; unique up to powers of i.

    Scheme:  (gcd-complex x y)
    Raises:  WrongTypeError unless both are Gaussian integers
    >>> from scmpy import make_rectangular
    >>> gcd_complex(make_rectangular(5, 5), 10)
    5+5i
    """
    for value in (x, y):
        if not all(isinstance(part, int) for part in (value.real, value.imag)):
            raise WrongTypeError(f"gcd-complex expects Gaussian integers, got {describe(value)}")
    while y != 0:
        quotient = g.div(x, y)
        x, y = y, g.sub(x, g.mul(exact_complex(round(quotient.real), round(quotient.imag)), y))
    return x


def _of_expressions(x: Any, y: Any) -> Any:
    """x divided by the numerator of x / y in lowest terms over the integers."""
    x, y = reduced(x), reduced(y)
    if is_zero_number(x):
        return _of_positive_lead(y)
    if is_zero_number(y):
        return _of_positive_lead(x)
    ratio = reduced(g.div(x, y))
    top = symbolic_numerator(ratio)
    coefficients = (multiplicands(term)[0] for term in addends(top))
    multiple = math.lcm(*(c.denominator for c in coefficients if isinstance(c, (int, Fraction))))
    return _of_positive_lead(reduced(g.div(x, g.mul(multiple, top))))


def _of_positive_lead(found: Any) -> Any:
    """The associate in which the first printed term of the highest degree has a positive coefficient, 1 for a float."""
    lead = multiplicands(max(addends(found), key=_degree))[0]
    if isinstance(lead, float):
        return reduced(g.div(found, lead))
    return reduced(g.negate(found)) if isinstance(lead, (int, Fraction)) and lead < 0 else found


def _degree(term: Any) -> Any:
    """The sum of the exponents of a product."""
    powers = (x for x in multiplicands(term) if isinstance(x, Expression))
    return sum(x.operands[1] if x.operator is EXPT and isinstance(x.operands[1], int) else 1 for x in powers)
