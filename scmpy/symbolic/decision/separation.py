"""Is an algebraic constant zero? By a bound on how close to zero it can be without being zero.

Of an expression of rational numbers, arithmetic, roots, and sines and cosines of rational parts of a turn, bounds u
and l of the conjugates of two algebraic integers are known of which it is the quotient. The norm of the numerator is a
whole number: if it is not zero, the value is at least 1 / (l u^(d - 1)), where d is the product of the orders of all
different roots (Burnikel, Funke, Mehlhorn, Schirra, Schmitt: A separation bound for real algebraic expressions, 2001).
So enough digits decide. Twice the cosine of k/n turns is an algebraic integer, a sum of two n-th roots of unity: its
conjugates are between -2 and 2, and for n > 2 there are phi(n) / 2 of them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.generic.kinds import is_number
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.expression import TIMES, Application, Expression, application, numerical
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.work_limits import MAXIMUM_PRECISION, exceeds

_MAXIMUM_POWER = 1_000  # of a turn: the conjugates of the cosine of a smaller part of it are not counted

#: atan(1), of which pi is the fourfold.
EIGHTH_TURN = application(numerical("atan"), 1)


def is_algebraic_zero(expression: Any, complex_domain: bool = False) -> bool:
    """Is this constant proved to be zero? (False says only that it is not, or not proved.)

    >>> from scmpy.generic.operations import sqrt
    >>> is_algebraic_zero(sqrt(2) * sqrt(3) - sqrt(6))
    True
    """
    bits = _bits_of_separation(expression)
    if bits is None or exceeds(bits, MAXIMUM_PRECISION):
        return False
    with precision(bits + 64):
        try:
            (ball,) = Evaluator(expression, complex_domain=complex_domain).at({})
        except Unusable:
            return False
        return bool(abs(ball) < _two_to_minus(bits))


def _two_to_minus(bits: int) -> Any:
    from flint import arb

    return arb(2) ** -bits


def _bits_of_separation(expression: Any) -> int | None:
    """A number of bits such that the value is zero or more than 2^-bits; None for what is not known to be algebraic."""
    logarithms: dict[Any, tuple[float, float]] = {}  # node -> logarithms to base 2 of u and l, rounded up
    degree = 1
    for node in subexpressions(expression):
        if not isinstance(node, Application) or _turns(node) is not None:
            continue
        if any(is_number(x) and not is_finite(x) for x in node.operands):
            return None
        found = _bounds(node, logarithms)
        if found is None:
            return None
        u, lower, order = found
        logarithms[node] = u + 1e-6 * (1 + abs(u)), lower + 1e-6 * (1 + abs(lower))
        degree *= order
        if exceeds(degree, MAXIMUM_PRECISION):
            return None
    if isinstance(expression, Expression) and expression not in logarithms:
        return None
    u, lower = _of(expression, logarithms)
    return int(lower + (degree - 1) * max(u, 0.0)) + 8


def _of(x: Any, known: dict[Any, tuple[float, float]]) -> tuple[float, float]:
    if not is_number(x):
        return known[x]
    real, imaginary = Fraction(x.real), Fraction(x.imag)
    den = real.denominator * imaginary.denominator
    num = abs(real * den).numerator + abs(imaginary * den).numerator
    return float(num.bit_length()), float(den.bit_length() - (den == 1))


def _bounds(node: Application, known: dict[Any, tuple[float, float]]) -> tuple[float, float, int] | None:
    """The logarithms of u and l of a node, and the order of the root that it is."""
    name = getattr(node.operator, "name", None)
    if name in ("sin", "cos"):
        turns = _turns(node.operands[0])
        return None if turns is None else (1.0, 1.0, _degree((turns - Fraction(name == "sin", 4)).denominator))
    if any(isinstance(x, Expression) and x not in known for x in node.operands):  # an angle
        return None
    if name == "sqrt":
        return _root(_of(node.operands[0], known), 2)
    if name == "expt":
        base, power = _of(node.operands[0], known), node.operands[1]
        if not isinstance(power, (int, Fraction)) or max(abs(power.numerator), power.denominator) > _MAXIMUM_POWER:
            return None
        if power < 0:
            base = base[1], base[0]
        base = base[0] * abs(power.numerator), base[1] * abs(power.numerator)
        return _root(base, power.denominator)
    parts = [_of(x, known) for x in node.operands]
    if name == "abs":
        return *parts[0], 2  # a square root of the square
    if name == "/":
        parts = [parts[0], *((u, v)[::-1] for u, v in parts[1:])] if len(parts) > 1 else [parts[0][::-1]]
    if name in ("*", "/"):
        return sum(u for u, _ in parts), sum(v for _, v in parts), 1
    if name in ("+", "-"):
        below = sum(v for _, v in parts)
        return max(u - v for u, v in parts) + below + len(parts), below, 1
    return None


def _turns(x: Any) -> Fraction | None:
    """The number of turns that a rational multiple of atan(1), an eighth of a turn, is."""
    turns = Fraction(1, 8)
    while isinstance(x, Application) and x.operator is TIMES and len(x.operands) == 2:
        factor, x = x.operands
        if not isinstance(factor, (int, Fraction)):
            return None
        turns *= factor
    return turns if x is EIGHTH_TURN else None


def _degree(n: int) -> int:
    """The number of conjugates of the cosine of 1/n turns."""
    return max(1, sum(math.gcd(k, n) == 1 for k in range(1, n)) // 2) if n <= _MAXIMUM_POWER else MAXIMUM_PRECISION


def _root(bounds: tuple[float, float], order: int) -> tuple[float, float, int]:
    """The root of u/l is (u l^(n-1))^(1/n) / l."""
    u, lower = bounds
    return (u + lower * (order - 1)) / order, lower, order
