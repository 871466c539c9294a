"""Roots, absolute values, logarithms and powers over irreducible factors.

What is under a root is a product of powers of irreducible polynomials p, and its root the product of the roots of
their absolute values: sqrt(x y) is sqrt|x| sqrt|y| wherever it is real. So the atoms are |p|^(1/n), whose n-th power is
s p with the sign s = sign(p), an atom whose square is 1, unless the sign is known: from what p is made of, from facts
declared of symbols, or because the domain says so, as sqrt(p) does. Roots of different irreducible polynomials, and of
primes, are independent. Sines and cosines under a root are written by the tangent of half the angle, over which
factors are unique. Logarithms are sums of log|p|.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DomainError
from scmpy.generic.kinds import is_number
from scmpy.symbolic.arithmetic import exact_root
from scmpy.symbolic.assumptions import assumptions_in_force, facts_of
from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.certain import KERNELS, Certain, Fact, kernel_of
from scmpy.symbolic.decision.forms import Form, coefficients_of, rational
from scmpy.symbolic.decision.parity import parity, sign_to_power, whole_part
from scmpy.symbolic.decision.separation import EIGHTH_TURN
from scmpy.symbolic.decision.signs import REAL, SIGN, polynomial_sign
from scmpy.symbolic.expression import EXP, EXPT, LOG, Application, Expression, Symbol, application, numerical, symbol

ABS = numerical("abs")
FORMAL_LOG = symbol("formal-log")

#: Polynomials with more terms are not factored, nor orders of roots above this multiplied out.
MAXIMUM_FACTORED = 300
MAXIMUM_ORDER = 60


# --- factors and signs -----------------------------------------------------------------------------------------


def factors(engine: Certain, q: Form) -> tuple[Fraction, list[tuple[Any, int]]]:
    """A rational number and the powers of irreducible polynomials (by their keys) whose product is the form."""
    q = engine.tower.rationalized(q)
    for atom in engine.present(q):
        base = engine.angle_of.get(atom)
        if base is not None:
            engine.refine(engine.half_angles, base, True)
    q = _over_roots(engine, q)
    constant, found = Fraction(1), []
    for polynomial, direction in ((q.num, 1), (q.den, -1)):
        number, parts = _factored(engine, polynomial)
        constant *= number**direction
        for part, power in parts:
            if part.leading_coefficient() < 0:
                part, constant = -part, -constant if power % 2 else constant
            unit = _over_conjugate(engine, q.ring, part)
            if unit is not None:
                number, others = unit
                constant *= number ** (direction * power)
                found += [(key, times * direction * power) for key, times in others]
                continue
            key = engine.tower.polynomial_key(q.ring, part)
            if key not in engine.critical:
                engine.critical[key] = engine.argument(key)
            found.append((key, direction * power))
    return constant, found


def _over_conjugate(engine: Certain, ring: Any, part: Any) -> tuple[Fraction, list[tuple[Any, int]]] | None:
    """The factors of a - b r as those of (a^2 - b^2 r^2) / (a + b r), where that has no zeros.

    So log(sqrt(x^2 + 1) - x) is -log(sqrt(x^2 + 1) + x). Of the two, a and b of one sign are the ones kept.
    """
    parts = parts_over_root(engine, ring, part)
    if parts is None or (parts.a.leading_coefficient() > 0) == (parts.b.leading_coefficient() > 0):
        return None
    number, others = _factored(engine, engine.tower.reduced(ring, parts.norm))
    keys = [(engine.tower.polynomial_key(ring, other), power) for other, power in others]
    perhaps_zero = {key for key, _ in keys if not never_zero(engine, key)}
    if perhaps_zero:
        engine.perhaps_zero |= perhaps_zero
        return None
    conjugate = parts.a - parts.b * parts.root
    if conjugate.leading_coefficient() < 0:
        conjugate, number = -conjugate, -number
    return number, [*keys, (engine.tower.polynomial_key(ring, conjugate), -1)]


def _over_roots(engine: Certain, q: Form) -> Form:
    """The form with x as the power of its root where that is an atom: over roots factors are unique."""
    ring, num, den = q
    images = list(ring.generators)
    for i, (power, value) in ring.relations.items():
        if is_root(ring.atoms[i]) and value in ring.generators and (num.degrees()[i] or den.degrees()[i]):
            images[ring.generators.index(value)] = ring.generators[i] ** power
    if images == list(ring.generators):
        return q
    num, den = (polynomial.compose(*images, ctx=ring.context) for polynomial in (num, den))
    common = engine.tower.gcd(num, den)
    return Form(ring, num / common, den / common)


class OverRoot(NamedTuple):
    """A polynomial a + b r with a square root r, and a^2 - b^2 r^2."""

    a: Any
    b: Any
    root: Any
    norm: Any


def parts_over_root(engine: Certain, ring: Any, polynomial: Any) -> OverRoot | None:
    """A polynomial by the youngest square root in it."""
    degrees = polynomial.degrees()
    for i, (order, value) in sorted(ring.relations.items()):
        if is_root(ring.atoms[i]) and ring.atoms[i] not in engine.not_real and degrees[i] == 1 and order == 2:
            parts = coefficients_of(ring, polynomial, i)
            if len(parts) == 2:
                return OverRoot(parts[0], parts[1], ring.generators[i], parts[0] ** 2 - parts[1] ** 2 * value)
    return None


def _factored(engine: Certain, polynomial: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
    if polynomial.is_constant():
        return rational(polynomial.leading_coefficient()), []
    if len(polynomial) > MAXIMUM_FACTORED:
        return Fraction(1), [(polynomial, 1)]
    engine.tower.spend(1_000 * len(polynomial))
    constant, parts = factored(polynomial)
    return rational(constant), [(part, int(power)) for part, power in parts]


def _primes(x: Fraction) -> list[tuple[int, int]]:
    """The prime powers of a positive rational; what is left after small primes counts as one."""
    found: dict[int, int] = {}
    for n, direction in ((x.numerator, 1), (x.denominator, -1)):
        for prime in range(2, 10_000):
            if prime * prime > n:
                break
            while n % prime == 0:
                n //= prime
                found[prime] = found.get(prime, 0) + direction
        for degree in (5, 3, 2):
            whole = exact_root(n, degree)
            if n > 1 and isinstance(whole, int):
                n, direction = whole, direction * degree
        if n > 1:
            found[n] = found.get(n, 0) + direction
    return sorted(found.items())


def sign_of(engine: Certain, key: Any) -> int:
    """1 where a polynomial is never negative, -1 where it is never positive, 0 if neither is known."""
    if is_number(key):
        return 1 if key >= 0 else -1
    if key not in engine.known_signs:
        sign = polynomial_sign(key, engine.argument(key), engine.known_signs, engine.any_sign)
        if not sign:
            return 0
        engine.known_signs[key] = sign
    return engine.known_signs[key]


def _sign(engine: Certain, key: Any) -> Form:
    """The sign of a polynomial: a number where it is known, else an atom whose square is 1."""
    one = engine.tower.constant(1)
    known = sign_of(engine, key)
    if known:
        return engine.tower.scaled(one, known)
    if isinstance(key, Application) and key.operator is SIGN:
        return engine.tower.atom(key)
    exponent = exponent_above_one(engine, key)
    if exponent is not None:
        return _sign_of_form(engine, exponent)
    engine.unsigned.add(key)
    return engine.tower.atom(application(SIGN, key), 2, one)


def exponent_above_one(engine: Certain, key: Any) -> Form | None:
    """x of exp(x) - 1, which has its sign."""
    ring, polynomial, _ = engine.argument(key)
    atom = ring.atoms[0] if len(polynomial) == 2 else None
    if atom is None or atom.operator is not EXP or atom in engine.any_sign:
        return None
    return engine.argument(atom.operands[0]) if polynomial == ring.generators[0] - 1 else None


def note_sign(engine: Certain, q: Form, strict: bool) -> None:
    """Learn that the form is positive, or not negative, wherever the expressions have real values."""
    if engine.complex_domain:
        return
    constant, parts = factors(engine, q)
    sign = -1 if constant < 0 else 1
    engine.note_nonzero({key for key, power in parts if strict or power < 0})
    odd = [key for key, power in parts if power % 2]
    known = {key: sign_of(engine, key) for key in odd}
    unknown = [key for key in odd if not (known[key] and never_zero(engine, key))]
    sign *= math.prod(known[key] for key in odd if key not in unknown)
    if len(unknown) == 1:
        if unknown[0] in engine.unsigned:
            engine.refine(engine.known_signs, unknown[0], sign)
        if engine.known_signs.setdefault(unknown[0], sign) != sign:
            engine.facts.add(Fact(sign, (unknown[0],), strict))
        _note_larger_part(engine, unknown[0], sign)
    elif unknown:
        engine.facts.add(Fact(sign, tuple(unknown), strict))


def _note_larger_part(engine: Certain, key: Any, sign: int) -> None:
    """Learn that a has the sign of a + b r where |a| is not less than |b r|."""
    ring, polynomial, _ = engine.argument(key)
    parts = parts_over_root(engine, ring, polynomial)
    if parts is not None and is_positive(engine, Form(ring, engine.tower.reduced(ring, parts.norm), ring.one)):
        note_sign(engine, Form(ring, parts.a * sign, ring.one), strict=False)


def note_assumptions(engine: Certain) -> None:
    """Learn the signs that are assumed of expressions."""
    for expression, facts in assumptions_in_force().items():
        for fact, direction in (("nonnegative", 1), ("nonpositive", -1)):
            if fact in facts and not isinstance(expression, Symbol):
                form = engine.tower.scaled(engine.expression_form(expression), direction)
                note_sign(engine, form, strict="nonzero" in facts)


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
            unknown ^= {key.operands[0] if isinstance(key, Application) and key.operator is SIGN else key}
    engine.unsigned |= unknown
    return sign > 0 and not unknown


def never_zero(engine: Certain, key: Any) -> bool:
    """Has a polynomial no zeros in the domain?"""
    if is_number(key) or key in engine.nonzero:
        return True
    atoms = engine.argument(key).ring.atoms
    return "nonzero" in facts_of(key, REAL) and not any(may_be_power_of_zero(engine, atom) for atom in atoms)


def may_be_power_of_zero(engine: Certain, atom: Any) -> bool:
    """Is this exp(y log x) for a power x^y, which may be zero where x is?"""
    if atom.operator is not EXP:
        return False
    logarithms = (x for x in engine.argument(atom.operands[0]).ring.atoms if x.operator in (LOG, FORMAL_LOG))
    return any(not never_zero(engine, x.operands[0]) for x in logarithms)


# --- roots and absolute values ---------------------------------------------------------------------------------


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
    for key, times in [*_primes(abs(constant)), *parts]:
        product = tower.mul(product, power_of_magnitude(engine, key, times * power))
    return product


def _principal_root(engine: Certain, q: Form, power: Fraction) -> Form:
    node = application(EXPT, engine.tower.key(q), Fraction(1, power.denominator))
    engine.not_real.add(node)
    q = engine.tower.rationalized(q)
    relation = (power.denominator, q) if q.den.is_constant() else ()
    return engine.tower.power(engine.tower.atom(node, *relation), power.numerator)


def power_of_magnitude(engine: Certain, key: Any, power: Fraction) -> Form:
    """|p|^power for an irreducible polynomial, a prime or an atom."""
    tower = engine.tower
    known = _magnitude_of_atom(engine, key, power)
    if known is not None:
        return known
    whole, part = divmod(power, 1)
    p = engine.argument(key)
    magnitude = tower.mul(_sign(engine, key), p) if whole % 2 else p
    result = tower.power(magnitude, 1 if whole == 1 else whole) if whole else tower.constant(1)
    if not part:
        return result
    denested = _denested(engine, key) if part == Fraction(1, 2) else None
    if denested is not None:
        return tower.mul(result, denested)
    order = engine.root_orders.setdefault(key, part.denominator)
    if order % part.denominator:
        engine.refine(engine.root_orders, key, math.lcm(order, part.denominator))
    under = key if sign_of(engine, key) > 0 else application(ABS, key)
    atom = tower.atom(application(EXPT, under, Fraction(1, order)), order, tower.mul(_sign(engine, key), p))
    return tower.mul(result, tower.power(atom, int(part * order)))


def _denested(engine: Certain, key: Any) -> Form | None:
    """sqrt(a + b r) as sqrt((a + d)/2) + sqrt((a - d)/2), where d^2 = a^2 - b^2 r^2 is a square.

    Then a is not negative where a + b r is not, and neither is a + d nor a - d. For a negative b it is the magnitude of
    the difference of the roots, of which the first is the larger one where d is positive. Of what is never positive it
    is the root of the absolute value.
    """
    sign = 0 if is_number(key) else sign_of(engine, key)
    ring, polynomial, _ = engine.argument(key) if sign else engine.tower.constant(0)
    parts = parts_over_root(engine, ring, polynomial * sign)
    d = None if parts is None else _square_root(engine.tower.reduced(ring, parts.norm))
    if parts is None or d is None:
        return None
    tower = engine.tower
    larger, smaller = (
        root(engine, Form(ring, (parts.a + e) / 2, ring.one), Fraction(1, 2), certain=True) for e in (d, -d)
    )
    sign_of_b = _sign_of_form(engine, Form(ring, parts.b, ring.one))
    if sign_of_b.number == 1:
        return tower.add(larger, smaller)
    magnitude = tower.mul(tower.sub(larger, smaller), _sign_of_form(engine, Form(ring, d, ring.one)))
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


def _sign_of_form(engine: Certain, q: Form) -> Form:
    """The product of the signs of all factors."""
    tower = engine.tower
    constant, parts = factors(engine, q)
    product = tower.constant(-1 if constant < 0 else 1)
    for key, power in parts:
        if power % 2:
            product = tower.mul(product, _sign(engine, key))
    return product


def _magnitude_of_atom(engine: Certain, key: Any, power: Fraction) -> Form | None:
    """|p|^power where p is itself a root, an exponential or a sign."""
    if not isinstance(key, Application) or key not in engine.tower.order:
        return None
    if key.operator is SIGN:
        return engine.tower.constant(1)
    if key.operator is EXP and key not in engine.any_sign:
        return KERNELS[EXP](engine, engine.tower.scaled(engine.argument(key.operands[0]), power))
    if is_root(key) and key not in engine.not_real:
        return power_of_magnitude(engine, magnitude_under(key), power * key.operands[1])  # type: ignore[arg-type]
    return None


def is_root(atom: Any) -> bool:
    """Is this the atom |p|^(1/n)?"""
    return isinstance(atom, Application) and atom.operator is EXPT and isinstance(atom.operands[1], Fraction)


def magnitude_under(atom: Any) -> Any:
    """The key of p of the atom |p|^(1/n)."""
    under = atom.operands[0]
    return under.operands[0] if isinstance(under, Application) and under.operator is ABS else under


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
        if any(atom in engine.not_real for atom in engine.present(q)):
            return engine.opaque(symbol("abs"), q)
        a, b = engine.parts(q)
        return root(engine, tower.add(tower.mul(a, a), tower.mul(b, b)), Fraction(1, 2), certain=True)
    return tower.mul(q, _sign_of_form(engine, q))


# --- logarithms and powers -------------------------------------------------------------------------------------


@kernel_of("log")
def logarithm(engine: Certain, q: Form) -> Form:
    """The sum of the logarithms of the factors."""
    if q.is_zero:
        raise DomainError("the logarithm of zero")
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
    for key, times in [*_primes(abs(constant)), *parts]:
        total = tower.add(total, tower.scaled(_logarithm_of_factor(engine, key, head), times))
    return total


def _logarithm_of_factor(engine: Certain, key: Any, head: Expression) -> Form:
    """log|p|, with a head for formal logarithms that of p."""
    tower = engine.tower
    if isinstance(key, Application) and key in tower.order:
        if key.operator is SIGN and head is LOG:
            return tower.constant(0)
        if key.operator is EXP and key not in engine.any_sign:
            return engine.argument(key.operands[0])
        if is_root(key) and head is LOG and key not in engine.not_real:
            return tower.scaled(_logarithm_of_factor(engine, magnitude_under(key), head), key.operands[1])  # type: ignore[arg-type]
    square_root = _denested(engine, key)
    if square_root is not None:
        return tower.scaled(_sum_of_logarithms(engine, square_root, head), 2)
    return tower.atom(application(LOG if is_number(key) else head, key))


def exponential_of_logarithm(engine: Certain, atom: Application, power: Fraction) -> Form | None:
    """exp(power * atom) for a logarithm; None where it has no better form."""
    if power.denominator > MAXIMUM_ORDER or abs(power) > 10_000:
        return None
    if atom.operator is FORMAL_LOG or atom in engine.not_real:
        whole = int(power) if power.denominator == 1 else None
        return None if whole is None else engine.tower.power(engine.argument(atom.operands[0]), whole)
    return power_of_magnitude(engine, atom.operands[0], power)


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
    if base.is_zero or not engine.is_real(base) or not engine.is_real(exponent):
        return engine.opaque(EXPT, base, exponent, real=False)
    if number is not None and not engine.complex_domain:
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
        sign = _sign(engine, key)
        if times % 2 and sign.number != 1:
            product = tower.mul(product, sign_to_power(engine, sign, whole))
    return tower.mul(product, KERNELS[EXP](engine, tower.mul(whole, _sum_of_logarithms(engine, base, LOG))))
