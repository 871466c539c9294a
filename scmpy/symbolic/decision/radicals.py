"""Roots and absolute values over irreducible factors.

What is under a root is a product of powers of irreducible polynomials p, and its root the product of the roots of
their absolute values: sqrt(x y) is sqrt|x| sqrt|y| wherever it is real. So the atoms are |p|^(1/n), whose n-th power is
s p with the sign s of p. Roots of different irreducible polynomials, and of primes, are independent.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.kinds import is_number
from scmpy.symbolic.decision.certain import Certain, kernel_of
from scmpy.symbolic.decision.factors import (
    ABS,
    factors,
    parts_over_root,
    prime_powers,
)
from scmpy.symbolic.decision.known_signs import is_positive, note_sign, sign_atom, sign_of, sign_of_form
from scmpy.symbolic.decision.signs import SIGN
from scmpy.symbolic.expression import EXPT, Application, application, symbol
from scmpy.symbolic.ring import Form

#: Orders of roots above this are not multiplied out.
MAXIMUM_ORDER = 60


def root(engine: Certain, q: Form, power: Fraction, certain: bool = False) -> Form:
    """A power that is no whole number of what is not negative (with ``certain``, that is known)."""
    tower = engine.tower
    if q.is_zero:
        if power < 0:
            raise DomainError("a negative power of zero")
        return q
    if engine.complex_domain and not certain and not is_positive(engine, q):
        negative = tower.scaled(q, -1)
        if power.denominator == 2 and is_positive(engine, negative):
            turned = tower.power(engine.imaginary_unit, power.numerator)
            return tower.mul(turned, root(engine, negative, power, certain=True))
        return _principal_root(engine, q, power)
    if not certain:
        note_sign(engine, q, strict=power < 0)
    constant, parts = factors(engine, q)
    product = tower.constant(1)
    for key, times in [*prime_powers(abs(constant)), *parts]:
        product = tower.mul(product, power_of_magnitude(engine, key, times * power))
    return product


def _principal_root(engine: Certain, q: Form, power: Fraction) -> Form:
    node = application(EXPT, engine.tower.key(q), Fraction(1, power.denominator))
    engine.not_real.add(node)
    q = engine.tower.rationalized(q)
    relation = (power.denominator, q) if q.is_polynomial else ()
    return engine.tower.power(engine.tower.atom(node, *relation), power.numerator)


def power_of_magnitude(engine: Certain, key: Any, power: Fraction) -> Form:
    """|p|^power for an irreducible polynomial, a prime or an atom.

    Of an exponential or a root it is an atom too: where exp(x/2) or x^(1/4) occur beside, exp(x) or sqrt(x) is a power
    of that.
    """
    tower = engine.tower
    if isinstance(key, Application) and key.operator is SIGN:
        return tower.constant(1)
    whole, part = divmod(power, 1)
    p = engine.argument(key)
    magnitude = tower.mul(sign_atom(engine, key), p) if whole % 2 else p
    result = tower.power(magnitude, 1 if whole == 1 else whole) if whole else tower.constant(1)
    if not part:
        return result
    denested = denested_root(engine, key) if part == Fraction(1, 2) else None
    if denested is not None:
        return tower.mul(result, denested)
    order = engine.root_orders.setdefault(key, part.denominator)
    if order % part.denominator:
        engine.refine(engine.root_orders, key, math.lcm(order, part.denominator))
    under = key if sign_of(engine, key) > 0 else application(ABS, key)
    atom = tower.atom(application(EXPT, under, Fraction(1, order)), order, tower.mul(sign_atom(engine, key), p))
    return tower.mul(result, tower.power(atom, int(part * order)))


def denested_root(engine: Certain, key: Any) -> Form | None:
    """sqrt(a + b r) as sqrt((a + d)/2) + sqrt((a - d)/2), where d^2 = a^2 - b^2 r^2 is a square.

    Then a is not negative where a + b r is not, and neither is a + d nor a - d. For a negative b it is the magnitude of
    the difference of the roots, of which the first is the larger one where d is positive. Of what is never positive it
    is the root of the absolute value.
    """
    sign = 0 if is_number(key) else sign_of(engine, key)
    ring, polynomial, _ = engine.argument(key) if sign else engine.tower.constant(0)
    parts = parts_over_root(engine, ring, polynomial * sign)
    d = None if parts is None else _square_root(ring.reduced(parts.norm(engine)))
    if parts is None or d is None:
        return None
    tower = engine.tower
    larger, smaller = (root(engine, ring.form((parts.a + e) / 2), Fraction(1, 2), certain=True) for e in (d, -d))
    sign_of_b = sign_of_form(engine, ring.form(parts.b))
    if sign_of_b.number == 1:
        return tower.add(larger, smaller)
    magnitude = tower.mul(tower.sub(larger, smaller), sign_of_form(engine, ring.form(d)))
    if sign_of_b.number == -1:
        return magnitude
    positive, negative = (tower.add(tower.constant(1), tower.scaled(sign_of_b, s)) for s in (1, -1))
    twice = tower.add(tower.mul(positive, tower.add(larger, smaller)), tower.mul(negative, magnitude))
    return tower.scaled(twice, Fraction(1, 2))


def _square_root(polynomial: Any) -> Any:
    """The polynomial of which this one is the square, or none."""
    from flint.utils.flint_exceptions import DomainError as NoSquare

    try:
        return polynomial.sqrt()
    except NoSquare:
        return None


@kernel_of("sqrt")
def _sqrt(engine: Certain, q: Form) -> Form:
    return root(engine, q, Fraction(1, 2))


@kernel_of("abs")
def _abs(engine: Certain, q: Form) -> Form:
    """The product with the signs of all factors; of a complex number the root of the sum of squares."""
    tower = engine.tower
    if q.is_zero:
        return q
    if not engine.is_real(q):
        if any(atom in engine.not_real for atom in q.occurring()):
            return engine.opaque(symbol("abs"), q)
        a, b = engine.parts(q)
        return root(engine, tower.add(tower.mul(a, a), tower.mul(b, b)), Fraction(1, 2), certain=True)
    return tower.mul(q, sign_of_form(engine, q))
