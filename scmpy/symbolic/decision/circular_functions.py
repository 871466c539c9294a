"""Exponentials, sines and cosines over arguments that are linearly independent over the rationals.

Of all arguments a basis is kept: sin(2x + y) becomes a polynomial in the sines and cosines of x and y, exp(x/2 + 1) a
product of powers of exp(x/2) and exp(1). Logarithms leave an exponent, arctangents an angle: what is left of them is
algebraic. Hyperbolic functions are exponentials; all inverse ones are arctangents and logarithms.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError
from scmpy.symbolic.decision.certain import Certain, I, kernel_of
from scmpy.symbolic.decision.factors import FORMAL_LOG
from scmpy.symbolic.decision.independence import Basis
from scmpy.symbolic.decision.known_signs import is_positive, note_sign, sign_of_form
from scmpy.symbolic.decision.logarithms import exponential_of_logarithm
from scmpy.symbolic.decision.parity import parity, whole_part
from scmpy.symbolic.decision.radicals import root
from scmpy.symbolic.decision.separation import EIGHTH_TURN
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import EXP, LOG, Expression, application, numerical, symbol
from scmpy.symbolic.ring import Form

SIN, COS, TAN, ATAN = map(numerical, ("sin", "cos", "tan", "atan"))

#: Multiples of an angle or exponent above this are not expanded.
MAXIMUM_MULTIPLE = 60

#: Nor are arctangents divided further.
_MAXIMUM_HALVED = 16

#: Nor sums of angles whose expansion has more terms.
MAXIMUM_EXPANSION = 1_024


# --- multiples of bases ------------------------------------------------------------------------------------------


def _basis(engine: Certain, kind: str) -> Basis:
    """The bases of exponents, or those of angles."""
    return engine.bases.setdefault(kind, Basis(engine.tower))


def _multiples(engine: Certain, kind: str, x: Form) -> list[tuple[int, Any, Form]]:
    """The argument as whole multiples of bases divided as finely as is needed: (multiple, key of the base, base)."""
    if x.is_zero:
        return []
    basis = _basis(engine, kind)
    coordinates = basis.coordinates(x)
    divisions = {
        member: math.lcm(c.denominator, engine.divisions.get((kind, basis.members[member][0]), 1))
        for member, c in coordinates.items()
    }
    sizes = [int(abs(c) * divisions[member]) for member, c in coordinates.items()]
    grows = kind == "angle" and math.prod(size + 1 for size in sizes) > MAXIMUM_EXPANSION
    if grows or max(*sizes, *divisions.values()) > MAXIMUM_MULTIPLE:
        coordinates = {basis.append(x): Fraction(1)}
    found = []
    for member, c in coordinates.items():
        key, base = basis.members[member]
        division = engine.divisions.get((kind, key), 1)
        if division % c.denominator:
            engine.refine(engine.divisions, (kind, key), math.lcm(division, c.denominator))
        found.append((int(c * division), key, engine.tower.scaled(base, Fraction(1, division))))
    return found


def linear_terms(x: Form, heads: tuple[Expression, ...]) -> tuple[dict[Any, Fraction], Form]:
    """The rational multiples of atoms with one of these heads in a sum, and the rest."""
    ring = x.ring
    wanted = {i for i, atom in enumerate(ring.atoms) if atom.operator in heads}
    if not wanted:
        return {}, x
    found, rest = {}, x.num
    for monomial, coefficient in x.divided()[0].num.terms():
        places = [i for i, power in enumerate(monomial) if power]
        if len(places) == 1 and places[0] in wanted and monomial[places[0]] == 1:
            found[ring.atoms[places[0]]] = to_fraction(coefficient)
            rest = rest - coefficient * ring.generators[places[0]] * x.den
    return found, Form(ring, rest, x.den)


# --- exponentials ----------------------------------------------------------------------------------------------


@kernel_of("exp")
def exponential(engine: Certain, x: Form) -> Form:
    """exp of a sum: powers of what its logarithms are of, times powers of the exponentials of bases."""
    tower = engine.tower
    real, imaginary = engine.parts(x)
    if not imaginary.is_zero:
        cosine, sine = circular(engine, imaginary)
        turned = tower.add(cosine, tower.mul(engine.imaginary_unit, sine))
        return tower.mul(exponential(engine, real), turned)
    logarithms, rest = linear_terms(real, (LOG, FORMAL_LOG))
    product = tower.constant(1)
    for atom, power in logarithms.items():
        factor = exponential_of_logarithm(engine, atom, power)
        if factor is None:
            rest = tower.add(rest, tower.scaled(tower.atom(atom), power))
        else:
            product = tower.mul(product, factor)
    for multiple, _, base in _multiples(engine, "exponent", rest):
        atom = application(EXP, tower.key(base))
        if any(part.operator is FORMAL_LOG for part in base.occurring()):
            engine.any_sign.add(atom)
        product = tower.mul(product, tower.power(tower.atom(atom), multiple))
    return product


@kernel_of("sinh")
def _sinh(engine: Certain, x: Form) -> Form:
    e = exponential(engine, x)
    return engine.tower.scaled(engine.tower.sub(e, engine.tower.invert(e)), Fraction(1, 2))


@kernel_of("cosh")
def _cosh(engine: Certain, x: Form) -> Form:
    e = exponential(engine, x)
    return engine.tower.scaled(engine.tower.add(e, engine.tower.invert(e)), Fraction(1, 2))


# --- sines and cosines -----------------------------------------------------------------------------------------


def circular(engine: Certain, x: Form) -> tuple[Form, Form]:
    """The cosine and the sine of a sum by the addition theorems."""
    tower = engine.tower
    real, imaginary = engine.parts(x)
    if not imaginary.is_zero:
        c, s = circular(engine, real)
        ch, sh = _cosh(engine, imaginary), tower.mul(engine.imaginary_unit, _sinh(engine, imaginary))
        return tower.sub(tower.mul(c, ch), tower.mul(s, sh)), tower.add(tower.mul(s, ch), tower.mul(c, sh))
    arctangents, rest = linear_terms(real, (ATAN,))
    turned, rest = _half_turns(engine, rest)
    pairs = [] if turned is None else [(1, (turned, tower.constant(0)))]
    for atom, multiple in arctangents.items():
        part = _part_of_arctangent(engine, atom, multiple.denominator)
        if part is None or abs(multiple.numerator) > MAXIMUM_MULTIPLE:
            pairs += _of_bases(engine, tower.scaled(tower.atom(atom), multiple))
        else:
            pairs.append((multiple.numerator, part))
    pairs += _of_bases(engine, rest)
    cosine, sine = tower.constant(1), tower.constant(0)
    for times, (c, s) in pairs:
        if times < 0:
            s = tower.scaled(s, -1)
        for _ in range(abs(times)):
            cosine, sine = (
                tower.sub(tower.mul(cosine, c), tower.mul(sine, s)),
                tower.add(tower.mul(sine, c), tower.mul(cosine, s)),
            )
    return cosine, sine


def _half_turns(engine: Certain, x: Form) -> tuple[Form | None, Form]:
    """(-1)^n for terms n pi, where n is a whole number, and the other terms."""
    place = x.ring.place.get(EIGHTH_TURN)
    if place is None:
        return None, x
    eighths = x.ring.coefficients(x.num, place).get(1, x.ring.zero)
    whole, _ = whole_part(Form(x.ring, eighths / 4, x.den))
    if whole.is_zero:
        return None, x
    rest = x.num - 4 * whole.num * x.ring.generators[place] * x.den
    return parity(engine, whole), Form(x.ring, rest, x.den)


def _of_bases(engine: Certain, x: Form) -> list[tuple[int, tuple[Form, Form]]]:
    """Multiples of bases, each with its cosine and sine."""
    return [(n, _of_base(engine, key, base)) for n, key, base in _multiples(engine, "angle", x)]


def _of_base(engine: Certain, key: Any, base: Form) -> tuple[Form, Form]:
    """Cosine and sine of a base as atoms; rational in the tangent of its half where they stand under a root."""
    tower = engine.tower
    if key in engine.half_angles:
        half = tower.atom(application(TAN, tower.key(tower.scaled(base, Fraction(1, 2)))))
        square = tower.mul(half, half)
        below = tower.invert(tower.add(tower.constant(1), square))
        return tower.mul(tower.sub(tower.constant(1), square), below), tower.mul(tower.scaled(half, 2), below)
    argument = tower.key(base)
    of_cosine, of_sine = application(COS, argument), application(SIN, argument)
    engine.angle_of[of_cosine] = engine.angle_of[of_sine] = key
    cosine = tower.atom(of_cosine)
    sine = tower.atom(of_sine, 2, tower.sub(tower.constant(1), tower.mul(cosine, cosine)))
    return cosine, sine


def _of_arctangent(engine: Certain, atom: Any) -> tuple[Form, Form]:
    """x/r and y/r with r = sqrt(x^2 + y^2): of atan(y, x), or of atan(y) with x = 1."""
    tower = engine.tower
    if atom in engine.arcsines:
        return engine.arcsines[atom]
    y, x = (*map(engine.argument, atom.operands), tower.constant(1))[:2]
    squares = tower.add(tower.mul(x, x), tower.mul(y, y))
    r = root(engine, squares, Fraction(-1, 2))
    return tower.mul(x, r), tower.mul(y, r)


def _part_of_arctangent(engine: Certain, atom: Any, n: int) -> tuple[Form, Form] | None:
    """Cosine and sine of atan(y) / n where n is a power of 2: by halves of angles between -pi/2 and pi/2."""
    if atom in engine.not_real or n & (n - 1) or n > _MAXIMUM_HALVED or (n > 1 and len(atom.operands) > 1):
        return None
    tower = engine.tower
    cosine, sine = _of_arctangent(engine, atom)
    while n > 1:
        halved = tower.scaled(tower.add(tower.constant(1), cosine), Fraction(1, 2))
        cosine = root(engine, halved, Fraction(1, 2), certain=True)
        sine = tower.div(tower.scaled(sine, Fraction(1, 2)), cosine)
        n //= 2
    return cosine, sine


@kernel_of("cos")
def _cos(engine: Certain, x: Form) -> Form:
    return circular(engine, x)[0]


@kernel_of("sin")
def _sin(engine: Certain, x: Form) -> Form:
    return circular(engine, x)[1]


# --- inverse functions -----------------------------------------------------------------------------------------


@kernel_of("atan")
def _atan(engine: Certain, y: Form, x: Form | None = None) -> Form:
    """An odd function; of two arguments that of the quotient where the second is positive."""
    tower = engine.tower
    if not all(engine.is_real(z) for z in (y, *([] if x is None else [x]))):
        return engine.opaque(symbol("atan"), *(z for z in (y, x) if z is not None), real=False)
    if x is None:
        if y.is_zero:
            return y
        negative = y.num.leading_coefficient() < 0
        atom = application(ATAN, tower.key(tower.scaled(y, -1) if negative else y))
        return tower.scaled(tower.atom(atom), -1 if negative else 1)
    if x.is_zero:
        return _angle_of_vertical(engine, y)
    if is_positive(engine, x):
        return _atan(engine, tower.div(y, x))
    y, x = tower.joined((tower.rationalized(y), tower.rationalized(x)))
    scale = abs(to_fraction((x if y.is_zero else y).num.leading_coefficient()))
    pair = (tower.key(tower.scaled(z, 1 / scale)) for z in (y, x))
    return tower.atom(application(ATAN, *pair))


def _angle_of_vertical(engine: Certain, y: Form) -> Form:
    """A quarter of a turn, with the sign of y; the point (0, 0) has no angle."""
    if y.is_zero:
        raise DomainError("the angle of the point (0, 0)")
    engine.divisors.append(y)
    return engine.tower.mul(_quarter_turn(engine), sign_of_form(engine, y))


@kernel_of("asin")
def _asin(engine: Certain, x: Form) -> Form:
    """asin x = atan(x / sqrt(1 - x^2)), and a quarter of a turn at 1; 1 - x and 1 + x are not negative."""
    tower = engine.tower
    if engine.complex_domain and not (engine.is_real(x) and x.number is not None and abs(x.number) <= 1):
        return engine.opaque(symbol("asin"), x, real=False)
    one = tower.constant(1)
    if x.number in (1, -1):
        return tower.scaled(_quarter_turn(engine), x.number)
    for bound in (tower.sub(one, x), tower.add(one, x)):
        note_sign(engine, bound, strict=False)
    below = root(engine, tower.sub(one, tower.mul(x, x)), Fraction(-1, 2), certain=True)
    angle = _atan(engine, tower.mul(x, below))
    for atom, sign in linear_terms(angle, (ATAN,))[0].items():  # one arctangent, or none
        engine.arcsines[atom] = tower.invert(below), tower.scaled(x, sign)
    return angle


def _quarter_turn(engine: Certain) -> Form:
    """pi / 2 = 2 atan(1)."""
    return engine.tower.scaled(engine.tower.atom(EIGHTH_TURN), 2)


@kernel_of("acos")
def _acos(engine: Certain, x: Form) -> Form:
    return engine.tower.sub(_quarter_turn(engine), _asin(engine, x))


@kernel_of("conjugate")
def _conjugate(engine: Certain, z: Form) -> Form:
    """Symbols and literal functions are real."""
    if not all(atom is I or atom not in engine.not_real for atom in z.occurring()):
        return engine.opaque(symbol("conjugate"), z, real=False)
    real, imaginary = engine.parts(z)
    return engine.tower.sub(real, engine.tower.mul(engine.imaginary_unit, imaginary))
