"""Whole numbers among the exponents and half turns: (-1)^n, which is 1 or -1.

Of a product of whole numbers the parity is that of its factors: (-1)^(m n) = 1 - 2 a b with a = (1 - (-1)^m) / 2 and b
likewise, since a and b are 1 where m and n are odd, and else 0. So one atom for each symbol is enough, and its square
is 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scmpy.symbolic.assumptions import REAL, facts_of
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import EXPT, Expression, application
from scmpy.symbolic.ring import Form


def whole_part(form: Form) -> tuple[Form, Form]:
    """The terms of a sum that are whole numbers, and the rest."""
    ring, num, _ = form.divided()[0]
    terms = {m: c for m, c in num.terms() if _is_whole_term(ring.atoms, m, to_fraction(c))}
    whole = ring.form(ring.context.from_dict(terms))
    return whole, Form(ring, form.num - whole.num * form.den, form.den)


def _is_whole_term(atoms: tuple[Expression, ...], monomial: Any, coefficient: Fraction) -> bool:
    facts = [(facts_of(atom, REAL), power) for atom, power in zip(atoms, monomial, strict=False) if power]
    twos = sum(int(power) for each, power in facts if "even" in each)
    return all("integer" in each for each, _ in facts) and (coefficient * 2 ** min(twos, 64)).denominator == 1


def parity(engine: Certain, whole: Form) -> Form:
    """(-1)^n of a sum of terms that are whole numbers."""
    product = engine.tower.constant(1)
    for monomial, coefficient in whole.num.terms():
        product = engine.tower.mul(product, _of_term(engine, whole, monomial, to_fraction(coefficient)))
    return product


def _of_term(engine: Certain, whole: Form, monomial: Any, coefficient: Fraction) -> Form:
    tower = engine.tower
    one = tower.constant(1)
    atoms = [atom for atom, power in zip(whole.ring.atoms, monomial, strict=False) if power]
    even = [atom for atom in atoms if "even" in facts_of(atom, REAL)]
    if coefficient.denominator > 1:
        term = whole.ring.form(whole.ring.context.from_dict({monomial: abs(whole.num[monomial])}))
        return tower.atom(application(EXPT, -1, tower.key(term)), 2, one)
    if even or coefficient.numerator % 2 == 0:
        return one
    odd = one
    for atom in atoms:
        if "odd" not in facts_of(atom, REAL):
            sign = tower.atom(application(EXPT, -1, atom), 2, one)
            odd = tower.scaled(tower.mul(odd, tower.sub(one, sign)), Fraction(1, 2))
    return tower.sub(one, tower.scaled(odd, 2))


def sign_to_power(engine: Certain, sign: Form, whole: Form) -> Form:
    """s^n for a sign s: 1 where s is 1, and where it is -1 the parity of n."""
    tower = engine.tower
    one = tower.constant(1)
    minus = tower.mul(tower.sub(one, sign), parity(engine, whole))
    return tower.scaled(tower.add(tower.add(one, sign), minus), Fraction(1, 2))
