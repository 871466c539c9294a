"""The signs of decision forms: what is known of them, and the atom that stands for one that is not known.

The sign s of an irreducible polynomial p is a number where it is known: from what p is made of, from facts declared of
symbols, or because the domain says so, as sqrt(p) does. Otherwise it is an atom whose square is 1.
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.generic.kinds import is_number
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.certain import Certain, Fact
from scmpy.symbolic.decision.factors import (
    factors,
    never_zero,
    parts_over_root,
)
from scmpy.symbolic.decision.signs import SIGN, polynomial_sign
from scmpy.symbolic.expression import EXP, Application, Symbol, application
from scmpy.symbolic.ring import Form


def sign_of(engine: Certain, key: Any) -> int:
    """1 where a polynomial is never negative, -1 where it is never positive, 0 if neither is known."""
    if is_number(key):
        return 1 if key >= 0 else -1
    if key not in engine.known_signs:
        sign = polynomial_sign(key, engine.argument(key), engine.known_signs, engine.any_sign)
        sign = sign or _sign_of_larger_part(engine, key)
        if not sign:
            return 0
        engine.known_signs[key] = sign
    return engine.known_signs[key]


def _sign_of_larger_part(engine: Certain, key: Any) -> int:
    """The sign of a + b r by that of a where |a| is not less than |b r|, else by that of b where it is not more."""
    ring, polynomial, _ = engine.argument(key)
    parts = parts_over_root(engine, ring, polynomial)
    if parts is None or key in engine.any_sign:
        return 0
    norm = ring.form(ring.reduced(parts.norm(engine)))
    for larger, difference in ((parts.a, norm), (parts.b, engine.tower.scaled(norm, -1))):
        if is_positive(engine, difference):
            found = ring.form(larger)
            return 1 if is_positive(engine, found) else -int(is_positive(engine, engine.tower.scaled(found, -1)))
    return 0


def sign_atom(engine: Certain, key: Any) -> Form:
    """The sign of a polynomial: a number where it is known, else an atom whose square is 1."""
    one = engine.tower.constant(1)
    known = sign_of(engine, key)
    if known:
        return engine.tower.scaled(one, known)
    if isinstance(key, Application) and key.operator is SIGN:
        return engine.tower.atom(key)
    exponent = exponent_above_one(engine, key)
    if exponent is not None:
        return sign_of_form(engine, exponent)
    engine.unsigned.add(key)
    return engine.tower.atom(application(SIGN, key), 2, one)


def sign_of_form(engine: Certain, q: Form) -> Form:
    """The product of the signs of all factors."""
    tower = engine.tower
    constant, parts = factors(engine, q)
    product = tower.constant(-1 if constant < 0 else 1)
    for key, power in parts:
        if power % 2:
            product = tower.mul(product, sign_atom(engine, key))
    return product


def exponent_above_one(engine: Certain, key: Any) -> Form | None:
    """x of exp(x) - 1, which has its sign."""
    ring, polynomial, _ = engine.argument(key)
    atom = ring.atoms[0] if len(polynomial) == 2 else None
    if atom is None or atom.operator is not EXP or atom in engine.any_sign:
        return None
    return engine.argument(atom.operands[0]) if polynomial == ring.generators[0] - 1 else None


def is_positive(engine: Certain, q: Form) -> bool:
    """Is a form positive, or zero, wherever it is defined?"""
    if not engine.is_real(q):
        return False
    constant, parts = factors(engine, q)
    sign = -1 if constant < 0 else 1
    unknown: set[Any] = set()
    for key, power in parts:
        if power % 2 and sign_of(engine, key):
            sign *= sign_of(engine, key)
        elif power % 2:  # sign(p) p is positive
            unknown ^= {key.operands[0] if key.operator is SIGN else key}
    for fact in engine.facts:
        if unknown and unknown == set(fact.factors) and not fact.squares:
            return sign == fact.sign
    engine.unsigned |= unknown
    return sign > 0 and not unknown


def note_sign(engine: Certain, q: Form, strict: bool) -> None:
    """Learn that the form is positive, or not negative, wherever the expressions have real values."""
    if engine.complex_domain:
        return
    constant, parts = factors(engine, q)
    sign = -1 if constant < 0 else 1
    engine.note_nonzero({key for key, power in parts if strict or power < 0})
    odd = [key for key, power in parts if power % 2]
    squares = tuple(key for key, power in parts if not (power % 2 or never_zero(engine, key)))
    engine.perhaps_zero.update(squares)
    known = {key: sign_of(engine, key) for key in odd}
    unknown = [key for key in odd if not (known[key] and never_zero(engine, key))]
    sign *= math.prod(known[key] for key in odd if key not in unknown)
    if len(unknown) == 1 and not squares:
        if unknown[0] in engine.unsigned:
            engine.refine(engine.known_signs, unknown[0], sign)
        if engine.known_signs.setdefault(unknown[0], sign) != sign:
            engine.facts.add(Fact(sign, (unknown[0],), strict))
        _note_larger_part(engine, unknown[0], sign)
    elif unknown or squares or sign < 0:  # without factors: it is nowhere
        engine.facts.add(Fact(sign, tuple(unknown), strict, squares))


def _note_larger_part(engine: Certain, key: Any, sign: int) -> None:
    """Learn that a has the sign of a + b r where |a| is not less than |b r|."""
    ring, polynomial, _ = engine.argument(key)
    parts = parts_over_root(engine, ring, polynomial)
    if parts is not None and is_positive(engine, ring.form(ring.reduced(parts.norm(engine)))):
        note_sign(engine, ring.form(parts.a * sign), strict=False)


def note_assumptions(engine: Certain) -> None:
    """Learn the signs that are assumed of expressions."""
    for expression, facts in assumptions_in_force().items():
        for fact, direction in (("nonnegative", 1), ("nonpositive", -1)):
            if fact in facts and not isinstance(expression, Symbol):
                form = engine.tower.scaled(engine.expression_form(expression), direction)
                note_sign(engine, form, strict="nonzero" in facts)
