"""The irreducible factors of a decision form, and where they have no zeros.

What roots, absolute values and logarithms are written over: a form is a rational number times powers of irreducible
polynomials, in which x is the square of its root where that occurs, sines and cosines are written by the tangent of
half the angle, and a - b r by a + b r; so factors are unique, and different ones are independent.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.generic.exact_roots import exact_root
from scmpy.generic.kinds import is_number
from scmpy.symbolic.assumptions import REAL, facts_of
from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import EXP, EXPT, LOG, Application, numerical, symbol
from scmpy.symbolic.ring import Form

ABS = numerical("abs")

#: The logarithm of what may be negative: it is additive, and nothing else is known of it.
FORMAL_LOG = symbol("formal-log")

#: Polynomials with more terms are not factored.
MAXIMUM_FACTORED = 300


def factors(engine: Certain, q: Form) -> tuple[Fraction, list[tuple[Any, int]]]:
    """A rational number and the powers of irreducible polynomials (by their keys) whose product is the form."""
    q = engine.tower.rationalized(q)
    for atom in q.occurring():
        base = engine.angle_of.get(atom)
        if base is not None:
            engine.refine(engine.half_angles, base, True)
    q = _over_roots(q)
    constant, found = Fraction(1), []
    for polynomial, direction in ((q.num, 1), (q.den, -1)):
        number, parts = _factored(engine, polynomial)
        constant *= number**direction
        for part, power in parts:
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
    number, others = _factored(engine, ring.reduced(parts.norm(engine)))
    keys = [(engine.tower.polynomial_key(ring, other), power) for other, power in others]
    perhaps_zero = {key for key, _ in keys if not never_zero(engine, key)}
    if perhaps_zero:
        engine.perhaps_zero |= perhaps_zero
        return None
    conjugate = parts.a - parts.b * parts.root
    if conjugate.leading_coefficient() < 0:
        conjugate, number = -conjugate, -number
    return number, [*keys, (engine.tower.polynomial_key(ring, conjugate), -1)]


def _over_roots(q: Form) -> Form:
    """The form with x as the power of its root where that is an atom: over roots factors are unique."""
    ring, num, den = q
    images = list(ring.generators)
    for i, (power, value) in ring.relations.items():
        if value in ring.generators and (num.degrees()[i] or den.degrees()[i]):
            images[ring.generators.index(value)] = ring.generators[i] ** power
    if images == list(ring.generators):
        return q
    num, den = (polynomial.compose(*images, ctx=ring.context) for polynomial in (num, den))
    common = ring.gcd(num, den)
    return Form(ring, num / common, den / common)


class OverRoot(NamedTuple):
    """A polynomial a + b r with a square root r, and r^2."""

    a: Any
    b: Any
    root: Any
    square: Any

    def norm(self, engine: Certain) -> Any:
        """a^2 - b^2 r^2, whose products count as work."""
        work = engine.tower.work
        for part in (self.a, self.b):
            work.product(part, part)
        square = self.b**2
        work.product(square, self.square)
        return self.a**2 - square * self.square


def parts_over_root(engine: Certain, ring: Any, polynomial: Any) -> OverRoot | None:
    """A polynomial by the youngest square root in it."""
    degrees = polynomial.degrees()
    for i, (order, value) in sorted(ring.relations.items()):
        if is_root(ring.atoms[i]) and ring.atoms[i] not in engine.not_real and degrees[i] == 1 and order == 2:
            parts = ring.coefficients(polynomial, i)
            if len(parts) == 2:
                return OverRoot(parts[0], parts[1], ring.generators[i], value)
    return None


def _factored(engine: Certain, polynomial: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
    """A constant, and factors with positive leading coefficients."""
    if polynomial.is_constant():
        return to_fraction(polynomial.leading_coefficient()), []
    if len(polynomial) > MAXIMUM_FACTORED:
        sign = 1 if polynomial.leading_coefficient() > 0 else -1
        return Fraction(sign), [(polynomial * sign, 1)]
    engine.tower.spend(1_000 * len(polynomial))
    constant, parts = factored(polynomial)
    return to_fraction(constant), [(part, int(power)) for part, power in parts]


def prime_powers(x: Fraction) -> list[tuple[int, int]]:
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
            if isinstance(whole, int):
                n, direction = whole, direction * degree
        if n > 1:
            found[n] = found.get(n, 0) + direction
    return sorted(found.items())


def is_root(atom: Any) -> bool:
    """Is this the atom |p|^(1/n)?"""
    return isinstance(atom, Application) and atom.operator is EXPT and isinstance(atom.operands[1], Fraction)


def magnitude_under(atom: Any) -> Any:
    """The key of p of the atom |p|^(1/n)."""
    under = atom.operands[0]
    return under.operands[0] if isinstance(under, Application) and under.operator is ABS else under


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
    return any(not never_zero(engine, magnitude_under(x)) for x in logarithms)
