"""The kernels of the decision form: only rewrites that hold wherever both sides are defined over the reals.

Angles and exponents are written over multiples of base terms, and the addition theorems applied: sin(2x + y) becomes
a polynomial in the sines and cosines of x and y; exp(2x + y) one in exp(x) and exp(y). Square roots keep what is
under them, but for positive numbers. None of the assumptions of the printed form (sqrt(x^2) = x) is made.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.symbolic.expression import (
    EXP,
    EXPT,
    LOG,
    OVER,
    PLUS,
    SQRT,
    Expression,
    application,
    numerical,
)
from scmpy.symbolic.kernels import (
    ABS,
    ACOS,
    ASIN,
    ATAN,
    COS,
    RULES,
    SIN,
    coefficient_and_rest,
    is_application,
    is_negated,
    quotient_parts,
)
from scmpy.symbolic.policy import CAREFUL, REAL
from scmpy.symbolic.rational import content

#: Multiples of an angle or exponent above this are not expanded.
MAXIMUM_MULTIPLE = 60

#: Nor is a sum of several angles whose expansion has more terms than this: sines of sines would grow without end.
MAXIMUM_EXPANSION = 64

_QUOTIENTS = {numerical(name) for name in ("tan", "cot", "sec", "csc", "tanh", "sech", "csch")}


class CertainKernels:
    """The rule for kernels; remembers how finely each base term has to be divided.

    A term x that occurs in sin(x/2) and in sin(x) has the base x/2. When a finer division than the current one
    turns up, ``stale`` is set and the canonical form has to be made again.
    """

    def __init__(self, complex_domain: bool = False) -> None:
        self.complex_domain = complex_domain
        self.policy = CAREFUL if complex_domain else REAL
        self.division: dict[Any, int] = {}
        self.stale = False

    def __call__(self, head: Any, operands: tuple[Any, ...]) -> Any:
        if head in (SIN, COS):
            return self._trigonometric(head, operands[0])
        if head is EXP:
            return self._exponential(operands[0])
        if head is SQRT:
            return _sqrt(operands[0])
        if head is EXPT:
            return _expt(*operands)
        if head is LOG and is_application(operands[0], EXP) and not self.complex_domain:
            return operands[0].operands[0]
        if head.operator is None and head.name == "conjugate" and not self.complex_domain:
            return operands[0]  # symbols and literal functions are real
        if head is ABS and is_negated(operands[0]):
            return application(ABS, g.negate(operands[0]))
        if head is ATAN:
            return _atan(*operands)
        if head in _QUOTIENTS:
            return RULES[head](self.policy, *operands)  # quotients of sines and cosines, which are then expanded
        return application(head, *operands)

    def _trigonometric(self, head: Any, x: Any) -> Any:
        if is_application(x, ASIN) or is_application(x, ACOS) or is_application(x, ATAN):
            return RULES[head](self.policy, x)
        if x == 0 and is_number(x):
            return int(head is COS)
        cosine: Any = 1
        sine: Any = 0
        multiples = self._multiples(x)
        if _stays(multiples):
            return application(head, x)
        for multiple, base in multiples:
            c, s = _multiple_angle(multiple, base)
            cosine, sine = g.sub(g.mul(cosine, c), g.mul(sine, s)), g.add(g.mul(sine, c), g.mul(cosine, s))
        return cosine if head is COS else sine

    def _exponential(self, x: Any) -> Any:
        if is_application(x, LOG):
            return x.operands[0]
        multiples = self._multiples(x)
        if _stays(multiples):
            return application(EXP, x)
        product: Any = 1
        for multiple, base in multiples:
            product = g.mul(product, g.expt(application(EXP, base) if base != 1 else g.exp(1), multiple))
        return product

    def _multiples(self, x: Any) -> list[tuple[int, Any]]:
        """The sum x as whole multiples of base terms."""
        top, bottom = quotient_parts(x)
        found = []
        for term in top.operands if is_application(top, PLUS) else (top,):
            coefficient, rest = coefficient_and_rest(term)
            if bottom != 1:
                rest = g.div(rest, bottom)
            found.append(self._multiple(coefficient, rest))
        return found

    def _multiple(self, coefficient: Any, term: Any) -> tuple[int, Any]:
        if not isinstance(coefficient, (int, Fraction)):
            return 1, g.mul(coefficient, term)
        division = self.division.get(term, 1)
        if division % coefficient.denominator:
            self.division[term] = division = division * coefficient.denominator
            self.stale = True
        multiple = int(coefficient * division)
        if abs(multiple) > MAXIMUM_MULTIPLE:
            return 1, g.mul(coefficient, term)
        return multiple, g.div(term, division)


def _stays(multiples: list[tuple[int, Any]]) -> bool:
    """Is there nothing to expand, or too much?"""
    if len(multiples) == 1:
        return multiples[0][0] == 1
    return math.prod(abs(multiple) + 1 for multiple, _ in multiples) > MAXIMUM_EXPANSION


def _multiple_angle(n: int, base: Any) -> tuple[Any, Any]:
    """cos(n base) and sin(n base) as polynomials in the cosine and sine of the base."""
    c, s = application(COS, base), application(SIN, base)
    cosine: Any = 1
    sine: Any = 0
    for _ in range(abs(n)):
        cosine, sine = g.sub(g.mul(cosine, c), g.mul(sine, s)), g.add(g.mul(sine, c), g.mul(cosine, s))
    return cosine, g.negate(sine) if n < 0 else sine


def _sqrt(x: Any) -> Any:
    """The root with the positive rational content of what is under it taken out, as roots of primes."""
    if is_number(x):
        return _sqrt_of_number(x)
    if is_application(x, OVER):
        return application(SQRT, x)
    if is_application(x, EXPT) and x.operands[1] == 2:
        return application(ABS, x.operands[0])
    coefficients = [coefficient_and_rest(t)[0] for t in (x.operands if is_application(x, PLUS) else (x,))]
    if not all(isinstance(c, (int, Fraction)) for c in coefficients):
        return application(SQRT, x)
    common = content(coefficients)
    if common == 1:
        return application(SQRT, x)
    return g.mul(_sqrt_of_number(common), application(SQRT, g.div(x, common)))


def _sqrt_of_number(x: Any) -> Any:
    """The root of a positive rational as a product of roots of primes (of large ones left together)."""
    if not isinstance(x, (int, Fraction)) or x <= 0:
        return g.sqrt(x)
    product: Any = g.div(1, x.denominator)
    rest = x.numerator * x.denominator
    prime = 2
    while prime * prime <= rest and prime < 10_000:
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        product = g.mul(product, prime ** (power // 2))
        if power % 2:
            product = g.mul(product, application(SQRT, prime))
        prime += 1
    return product if rest == 1 else g.mul(product, g.sqrt(rest))


def _expt(base: Any, exponent: Any) -> Any:
    if type(exponent) is int:
        return g.expt(base, exponent)
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        return g.expt(application(SQRT, base) if isinstance(base, Expression) else g.sqrt(base), exponent.numerator)
    return application(EXPT, base, exponent)


def _atan(y: Any, x: Any = None) -> Any:
    """The angle of a point with a positive number for x is an inverse tangent of one argument."""
    if x is not None and isinstance(x, (int, Fraction)) and x > 0:
        quotient = g.div(y, x)
        return application(ATAN, quotient) if isinstance(quotient, Expression) else g.atan1(quotient)
    return application(ATAN, y) if x is None else application(ATAN, y, x)
