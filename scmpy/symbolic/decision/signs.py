"""The sign of a polynomial in atoms, by interval arithmetic and by its real roots: right where there is an answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from types import MappingProxyType
from typing import Any

from scmpy.generic.records import record_of
from scmpy.symbolic.assumptions import REAL, facts_of, power_of_range, product_of_ranges
from scmpy.symbolic.decision.univariate import real_roots, univariate
from scmpy.symbolic.domains import is_finite, to_fraction
from scmpy.symbolic.enclosure.ball import Unusable, enclosure
from scmpy.symbolic.enclosure.exact_constants import interval_of
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Expression, numerical, symbol
from scmpy.symbolic.fold import fold
from scmpy.symbolic.ring import Form

Interval = tuple[Any, Any]

ATAN, SIGN = numerical("atan"), symbol("sign")

EVERYWHERE: Interval = (-math.inf, math.inf)
_MAXIMUM_DEGREE = 40  # of a polynomial in one atom that may be never negative


def polynomial_sign(key: Any, form: Form, signs: dict[Any, int], any_sign: set[Expression]) -> int:
    """1 if a polynomial is never negative, -1 if never positive, 0 if neither is seen.

    ``signs`` are the signs of polynomials known already, by key. Nothing is said of a polynomial in ``any_sign``,
    exponentials that may be negative.
    """
    if any(atom in any_sign for atom in form.ring.atoms):
        return 0
    if key.constant:
        low, high = _constant(key)
    else:
        low, high = _range(form, signs)
    if low >= 0:
        return 1
    return -1 if high <= 0 else _without_roots(form)


def has_no_roots(form: Form, signs: dict[Any, int], any_sign: set[Expression]) -> bool:
    """Is a polynomial seen to vanish nowhere?"""
    if any(atom in any_sign for atom in form.ring.atoms):
        return False
    low, high = _range(form, signs)
    return low > 0 or high < 0 or bool(_without_roots(form))


def is_of_one_sign(form: Form, signs: dict[Any, int], any_sign: set[Expression]) -> bool:
    """Are the terms of a polynomial all seen to be not negative, or all not positive?"""
    if any(atom in any_sign for atom in form.ring.atoms):
        return False
    terms = [_range(form._replace(num=form.ring.context.from_dict({m: c})), signs) for m, c in form.num.terms()]
    return all(low >= 0 for low, _ in terms) or all(high <= 0 for _, high in terms)


def _range(form: Form, signs: dict[Any, int]) -> Interval:
    """An interval that holds all values of a polynomial."""
    low, high = Fraction(0), Fraction(0)
    degrees = form.num.degrees()
    ranges = [_range_of_atom(atom, signs) if degrees[i] else (0, 0) for i, atom in enumerate(form.ring.atoms)]
    for monomial, coefficient in form.num.terms():
        number = to_fraction(coefficient)
        term: Interval = (number, number)
        for bounds, power in zip(ranges, monomial, strict=False):
            if power:
                term = product_of_ranges(term, power_of_range(bounds, int(power)))
        low, high = low + term[0], high + term[1]
        if low == -math.inf and high == math.inf:
            break
    return low, high


def range_of(expression: Any) -> Interval:
    """An interval that holds all values of an expression with real parts, by the ranges of these.

    >>> from scmpy import cos, cosh, symbols
    >>> x, y = symbols("x y")
    >>> range_of(cosh(x) - cos(y)), range_of(1 / (1 + x**2))
    ((0, inf), (0, Fraction(1, 1)))
    """
    return fold(expression, _range_of_leaf, _range_of_node)  # type: ignore[no-any-return]


def _range_of_leaf(x: Any) -> Interval:
    if isinstance(x, Expression):
        return _range_of_atom(x)
    return (Fraction(x), Fraction(x)) if isinstance(x, (int, Fraction, float)) and is_finite(x) else EVERYWHERE


def _range_of_node(node: Any, operands: list[Interval]) -> Interval:
    head, power = node.operator, node.operands[-1]
    if head is MINUS:
        first, *others = operands if len(operands) > 1 else ((0, 0), *operands)
        operands = [first, *((-high, -low) for low, high in others)]
    if head in (PLUS, MINUS):
        return sum(low for low, _ in operands), sum(high for _, high in operands)
    if head is TIMES:
        return reduce(product_of_ranges, operands)
    if head is OVER and len(operands) == 2:
        return product_of_ranges(operands[0], _reciprocal(operands[1]))
    if head is EXPT and isinstance(power, int) and power:
        found = power_of_range(operands[0], abs(power))
        return found if power > 0 else _reciprocal(found)
    return _range_of_atom(node)


def _reciprocal(x: Interval) -> Interval:
    low, high = x
    if low < 0 < high or low == high == 0:
        return EVERYWHERE
    return (-math.inf if high == 0 else 1 / high), (math.inf if low == 0 else 1 / low)


def _range_of_atom(atom: Expression, signs: Mapping[Any, int] = MappingProxyType({})) -> Interval:
    if atom.constant:
        return _constant(atom)
    facts, sign = facts_of(atom, REAL), signs.get(atom)
    is_root = atom.operator is EXPT and isinstance(atom.operands[1], Fraction)
    record = record_of(atom.operator, len(atom.operands))
    low, high = (-1, 1) if atom.operator is SIGN else EVERYWHERE if record is None else record.range[:2]
    if is_root or "nonnegative" in facts or sign == 1:
        return max(low, 0), high
    return (low, min(high, 0)) if "nonpositive" in facts or sign == -1 else (low, high)


def _constant(expression: Any) -> Interval:
    """An interval around a constant."""
    try:
        return interval_of(enclosure(expression, 256)) or EVERYWHERE
    except Unusable:
        return EVERYWHERE


def _without_roots(form: Form) -> int:
    """The sign of a polynomial in one atom that has no real roots."""
    degrees = form.num.degrees()
    present = [i for i, degree in enumerate(degrees) if degree]
    if len(present) != 1 or degrees[present[0]] % 2 or degrees[present[0]] > _MAXIMUM_DEGREE:
        return 0
    polynomial = univariate(form.num, present[0])
    if any(True for factor, _ in polynomial.factor()[1] for _ in real_roots(factor)):
        return 0
    return 1 if polynomial.leading_coefficient() > 0 else -1
