"""Logarithms and powers over irreducible factors.

A logarithm is the sum of log|p| over the factors p, and a power x^y is exp(y log x), where x is positive; elsewhere
log x is formal: it is additive, and nothing else is known of it, since x^y has a value for a negative x where y is
whole.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.kinds import is_number
from scmpy.symbolic.decision.certain import KERNELS, Certain, kernel_of
from scmpy.symbolic.decision.factors import (
    ABS,
    FORMAL_LOG,
    factors,
    is_root,
    magnitude_under,
    prime_powers,
)
from scmpy.symbolic.decision.known_signs import is_positive, note_sign, sign_atom, sign_of
from scmpy.symbolic.decision.parity import parity, sign_to_power, whole_part
from scmpy.symbolic.decision.radicals import MAXIMUM_ORDER, denested_root, power_of_magnitude, root
from scmpy.symbolic.decision.separation import EIGHTH_TURN
from scmpy.symbolic.decision.signs import SIGN
from scmpy.symbolic.expression import EXP, EXPT, LOG, Application, Expression, application
from scmpy.symbolic.ring import Form


@kernel_of("log")
def logarithm(engine: Certain, q: Form) -> Form:
    """The sum of the logarithms of the factors."""
    if q.is_zero:
        raise DomainError("the logarithm of zero")
    engine.divisors.append(q)
    if engine.complex_domain and not is_positive(engine, q):
        return _principal_logarithm(engine, q)
    note_sign(engine, q, strict=True)
    return _sum_of_logarithms(engine, q, LOG)


def _principal_logarithm(engine: Certain, q: Form) -> Form:
    """log(i^n r) = log r + n i pi/2 for a positive r and n of 2, 1, -1."""
    tower = engine.tower
    for quarters in (2, 1, -1):
        r = tower.mul(q, tower.power(engine.imaginary_unit, -quarters))
        if is_positive(engine, r):
            angle = tower.scaled(tower.atom(EIGHTH_TURN), 2 * quarters)
            return tower.add(_sum_of_logarithms(engine, r, LOG), tower.mul(engine.imaginary_unit, angle))
    return engine.opaque(LOG, q, real=False)


def _sum_of_logarithms(engine: Certain, q: Form, head: Expression) -> Form:
    tower = engine.tower
    constant, parts = factors(engine, q)
    total = tower.constant(0)
    for key, times in [*prime_powers(abs(constant)), *parts]:
        total = tower.add(total, tower.scaled(_logarithm_of_factor(engine, key, head), times))
    return total


def _logarithm_of_factor(engine: Certain, key: Any, head: Expression) -> Form:
    """log|p|, with a head for formal logarithms that of p."""
    tower = engine.tower
    if key in tower.order:
        if key.operator is SIGN and head is LOG:
            return tower.constant(0)
        if key.operator is EXP and key not in engine.any_sign:
            return engine.argument(key.operands[0])
        if is_root(key) and head is LOG:
            return tower.scaled(_logarithm_of_factor(engine, magnitude_under(key), head), key.operands[1])  # type: ignore[arg-type]
    square_root = denested_root(engine, key)
    if square_root is not None:
        return tower.scaled(_sum_of_logarithms(engine, square_root, head), 2)
    if is_number(key) or head is FORMAL_LOG:
        return tower.atom(application(LOG if is_number(key) else head, key))
    if sign_of(engine, key) > 0:
        return tower.atom(application(LOG, key))
    engine.unsigned.add(key)
    return tower.atom(application(LOG, application(ABS, key)))


def exponential_of_logarithm(engine: Certain, atom: Application, power: Fraction) -> Form | None:
    """exp(power * atom) for a logarithm; None where it has no better form."""
    if power.denominator > MAXIMUM_ORDER or abs(power) > 10_000:
        return None
    if atom.operator is FORMAL_LOG or atom in engine.not_real:
        whole = int(power) if power.denominator == 1 else None
        return None if whole is None else engine.tower.power(engine.argument(atom.operands[0]), whole)
    return power_of_magnitude(engine, magnitude_under(atom), power)


@kernel_of("expt")
def _expt(engine: Certain, base: Form, exponent: Form) -> Form:
    """x^y: a root where y is a fraction; else exp(y log x), where x is known to be positive or log x is formal.

    A formal logarithm is additive, and nothing else is known of it: x^y has a value for a negative x where y is whole.
    """
    tower = engine.tower
    number = exponent.number
    if number is not None and number.denominator == 1:
        return tower.power(base, int(number))
    if number is not None and number.denominator <= MAXIMUM_ORDER:
        return root(engine, base, number)
    whole, rest = whole_part(exponent)
    if whole.number is None and not base.is_zero and engine.is_real(base):
        return tower.mul(_whole_power(engine, base, whole), _expt(engine, base, rest))
    if base.is_zero:
        return engine.opaque(EXPT, base, exponent)
    if number is not None:
        note_sign(engine, base, strict=number < 0)
    if is_positive(engine, base):
        return KERNELS[EXP](engine, tower.mul(exponent, _sum_of_logarithms(engine, base, LOG)))
    if engine.complex_domain or factors(engine, base)[0] < 0:
        return engine.opaque(EXPT, base, exponent, real=not engine.complex_domain)
    return KERNELS[EXP](engine, tower.mul(exponent, _sum_of_logarithms(engine, base, FORMAL_LOG)))


def _whole_power(engine: Certain, base: Form, whole: Form) -> Form:
    """x^n for a whole n: sign(x)^n exp(n log|x|)."""
    tower = engine.tower
    constant, parts = factors(engine, base)
    product = parity(engine, whole) if constant < 0 else tower.constant(1)
    for key, times in parts:
        sign = sign_atom(engine, key)
        if times % 2 and sign.number != 1:
            product = tower.mul(product, sign_to_power(engine, sign, whole))
    return tower.mul(product, KERNELS[EXP](engine, tower.mul(whole, _sum_of_logarithms(engine, base, LOG))))
