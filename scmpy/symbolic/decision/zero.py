"""Is a decision form zero wherever it is defined?

Where its numerator is zero, it is. Otherwise the domain is taken apart by the signs that are not known: on every part
a sign is a number. A part may be excluded, because a denominator is zero there or a radicand negative; where a product
of factors has to be positive or zero, and on this part is negative, one of the factors is zero, so that it is enough
that each of them divides the numerator. At last, coefficients that are algebraic numbers are looked at exactly.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from scmpy.symbolic.decision.certain import Certain, Fact
from scmpy.symbolic.decision.factors import never_zero
from scmpy.symbolic.decision.known_signs import sign_of
from scmpy.symbolic.decision.separation import is_algebraic_zero
from scmpy.symbolic.decision.signs import SIGN
from scmpy.symbolic.ring import Form

#: No more signs than this are gone through, nor more coefficients.
MAXIMUM_SIGNS = 8
_MAXIMUM_COEFFICIENTS = 100


def is_zero(engine: Certain, form: Form) -> bool:
    """Is the form proved to be zero wherever it is defined?"""
    if form.is_zero:
        return True
    signs = [atom for atom in form.occurring() if atom.operator is SIGN]
    if len(signs) > MAXIMUM_SIGNS:
        return False
    return all(
        _is_zero_there(engine, form, dict(zip(signs, values, strict=True)))
        for values in product((1, -1), repeat=len(signs))
    )


def _is_zero_there(engine: Certain, form: Form, signs: dict[Any, int]) -> bool:
    """Is the form zero on the part of the domain with these signs?"""
    at = {form.ring.place[atom]: value for atom, value in signs.items()}
    num, den = form.num.subs(at), form.den.subs(at)
    if num == 0 or den == 0:
        return True
    if any(_excludes(engine, fact, signs, form, num) for fact in engine.facts):
        return True
    return _has_zero_coefficients(engine, form, num)


def _excludes(engine: Certain, fact: Fact, signs: dict[Any, int], form: Form, num: Any) -> bool:
    """Does a fact contradict these signs, but for points where the numerator is zero?"""
    sign = 1
    for key in fact.factors:
        atom = next((atom for atom in signs if atom.operands[0] is key), None)
        known = sign_of(engine, key) if atom is None else signs[atom]
        if not known:
            return False
        sign *= known
    if sign == fact.sign:
        return False
    keys = (*fact.factors, *fact.squares)
    may_vanish = [key for key in keys if not (never_zero(engine, key) or is_divided_by(engine, key))]
    return fact.strict or all(_divides(engine, key, form.ring, num) for key in may_vanish)


def _divides(engine: Certain, key: Any, ring: Any, num: Any) -> bool:
    factor = engine.argument(key)
    if not all(atom in ring.place for atom in factor.ring.atoms):
        return False
    return bool(divmod(num, engine.tower.into(factor, ring).num)[1] == 0)


def is_divided_by(engine: Certain, key: Any) -> bool:
    """Is this a factor of something that the expression is divided by?"""
    return any(_divides(engine, key, divisor.ring, divisor.num) for divisor in engine.divisors)


def _has_zero_coefficients(engine: Certain, form: Form, num: Any) -> bool:
    """Are the coefficients, polynomials in algebraic constants, all zero?"""
    ring = form.ring
    constants = [i for i, atom in enumerate(ring.atoms) if atom.constant]
    if not any(num.degrees()[i] for i in constants):
        return False
    others = [i for i in range(len(ring.atoms)) if i not in constants]
    coefficients = ring.collected(num, others).values()
    if len(coefficients) > _MAXIMUM_COEFFICIENTS:
        return False
    return all(is_algebraic_zero(engine.tower.expression(ring, c), engine.complex_domain) for c in coefficients)
