"""Exponentials, logarithms, sines and cosines of independent arguments; parity; special functions; rounding."""

from __future__ import annotations

import math
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.numbers import is_exact
from scmpy.generic.types import is_number
from scmpy.symbolic.assumptions import REAL, facts_of
from scmpy.symbolic.decision.algebraic import (
    EIGHTH_TURN,
    MAXIMUM_ORDER,
    SIGN,
    denested_root,
    factors,
    is_positive,
    is_root,
    magnitude_under,
    never_zero,
    note_sign,
    power_of_magnitude,
    prime_powers,
    root,
    sign_atom,
    sign_of,
    sign_of_form,
)
from scmpy.symbolic.decision.forms import FORMAL_LOG, KERNELS, DecisionForm, I, Tower, kernel_of
from scmpy.symbolic.expression import Application, Expression, Head, application, fold, numerical, symbol
from scmpy.symbolic.ring import Form, Ring, to_fraction

# --- parity ----------------------------------------------------------------------------------------------------------
# Whole numbers among the exponents and half turns: (-1)^n, which is 1 or -1.
#
# Of a product of whole numbers the parity is that of its factors: (-1)^(m n) = 1 - 2 a b with a = (1 - (-1)^m) / 2 and
# b likewise, since a and b are 1 where m and n are odd, and else 0. So one atom for each symbol is enough, and its
# square is 1.


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


def parity(engine: DecisionForm, whole: Form) -> Form:
    """(-1)^n of a sum of terms that are whole numbers."""
    terms = (_of_term(engine, whole, monomial, to_fraction(c)) for monomial, c in whole.num.terms())
    return math.prod(terms, start=engine.tower.constant(1))


def _of_term(engine: DecisionForm, whole: Form, monomial: Any, coefficient: Fraction) -> Form:
    tower = engine.tower
    one = tower.constant(1)
    atoms = [atom for atom, power in zip(whole.ring.atoms, monomial, strict=False) if power]
    even = [atom for atom in atoms if "even" in facts_of(atom, REAL)]
    if coefficient.denominator > 1:
        term = whole.ring.form(whole.ring.context.from_dict({monomial: abs(whole.num[monomial])}))
        return tower.atom(application(Head.EXPT, -1, tower.key(term)), 2, one)
    if even or coefficient.numerator % 2 == 0:
        return one
    odd = one
    for atom in atoms:
        if "odd" not in facts_of(atom, REAL):
            sign = tower.atom(application(Head.EXPT, -1, atom), 2, one)
            odd = odd * (one - sign) / 2
    return one - odd * 2


def sign_to_power(engine: DecisionForm, sign: Form, whole: Form) -> Form:
    """s^n for a sign s: 1 where s is 1, and where it is -1 the parity of n."""
    return (1 + sign + (1 - sign) * parity(engine, whole)) / 2


# --- logarithms ------------------------------------------------------------------------------------------------------
# Logarithms and powers over irreducible factors.
#
# A logarithm is the sum of log|p| over the factors p, and a power x^y is exp(y log x), where x is positive; elsewhere
# log x is formal: it is additive, and nothing else is known of it, since x^y has a value for a negative x where y is
# whole.


@kernel_of("log")
def logarithm(engine: DecisionForm, q: Form) -> Form:
    if q.is_zero:
        raise DomainError("the logarithm of zero")
    engine.divisors.append(q)
    if engine.complex_domain and not is_positive(engine, q):
        return _principal_logarithm(engine, q)
    note_sign(engine, q, strict=True)
    return _sum_of_logarithms(engine, q, Head.LOG)


def _principal_logarithm(engine: DecisionForm, q: Form) -> Form:
    """log(a + i b) = log(a^2 + b^2) / 2 + i atan(b, a), and log(-r) = log r + i pi for a positive r."""
    a, b = engine.parts(q)
    if not all(map(engine.is_real, (a, b))) or (b.is_zero and not is_positive(engine, -a)):
        return engine.opaque(Head.LOG, q, real=False)
    angle = _half_turn(engine) if b.is_zero else _atan(engine, b, a)
    return _sum_of_logarithms(engine, a * a + b * b, Head.LOG) / 2 + engine.imaginary_unit * angle


def _sum_of_logarithms(engine: DecisionForm, q: Form, head: Expression) -> Form:
    constant, parts = factors(engine, q)
    powers = [*prime_powers(abs(constant)), *parts]
    return sum((_logarithm_of_factor(engine, key, head) * n for key, n in powers), engine.tower.constant(0))


def _logarithm_of_factor(engine: DecisionForm, key: Any, head: Expression) -> Form:
    """log|p|, with a head for formal logarithms that of p.

    Of a root that is taken apart it is twice the root's, unless that nests deeper: a + sqrt(a^2 - 1) is the square of
    such a sum again, and so without end.
    """
    tower = engine.tower
    if key in tower.order:
        if key.operator is SIGN and head is Head.LOG:
            return tower.constant(0)
        if key.operator is Head.EXP and key not in engine.any_sign:
            return engine.argument(key.operands[0])
        if is_root(key) and head is Head.LOG:
            return _logarithm_of_factor(engine, magnitude_under(key), head) * key.operands[1]  # type: ignore[arg-type]
    square_root = denested_root(engine, key)
    if square_root is not None and _nesting(square_root) <= _nesting(engine.argument(key)):
        return _sum_of_logarithms(engine, square_root, head) * 2
    if is_number(key) or head is FORMAL_LOG:
        return tower.atom(application(Head.LOG if is_number(key) else head, key))
    if sign_of(engine, key) > 0:
        return tower.atom(application(Head.LOG, key))
    engine.unsigned.add(key)
    return tower.atom(application(Head.LOG, application(Head.ABS, key)))


def _nesting(form: Form) -> int:
    """How deep do roots stand under roots?"""

    def node(x: Expression, depths: list[int]) -> int:
        return max(depths, default=0) + is_root(x)

    return max((fold(atom, lambda leaf: 0, node) for atom in form.occurring()), default=0)


def exponential_of_logarithm(engine: DecisionForm, atom: Application, power: Fraction) -> Form | None:
    """exp(power * atom) for a logarithm; None where it has no better form."""
    if power.denominator > MAXIMUM_ORDER or abs(power) > 10_000:
        return None
    if atom.operator is FORMAL_LOG or atom in engine.not_real:
        whole = int(power) if power.denominator == 1 else None
        return None if whole is None else engine.argument(atom.operands[0]) ** whole
    return power_of_magnitude(engine, magnitude_under(atom), power)


@kernel_of("expt")
def _expt(engine: DecisionForm, base: Form, exponent: Form) -> Form:
    """x^y: a root where y is a fraction; else exp(y log x), where x is known to be positive or log x is formal."""
    number = exponent.number
    if number is not None and number.denominator == 1:
        return base ** int(number)
    if number is not None and number.denominator <= MAXIMUM_ORDER:
        return root(engine, base, number)
    whole, rest = whole_part(exponent)
    if whole.number is None and not base.is_zero and engine.is_real(base):
        return _whole_power(engine, base, whole) * _expt(engine, base, rest)
    if base.is_zero:
        return engine.opaque(Head.EXPT, base, exponent)
    if number is not None:
        note_sign(engine, base, strict=number < 0)
    if is_positive(engine, base):
        return KERNELS[Head.EXP](engine, exponent * _sum_of_logarithms(engine, base, Head.LOG))
    if engine.complex_domain and all(part.number is not None for part in engine.parts(base)):
        return KERNELS[Head.EXP](engine, exponent * logarithm(engine, base))
    if engine.complex_domain or factors(engine, base)[0] < 0:
        return engine.opaque(Head.EXPT, base, exponent, real=not engine.complex_domain)
    return KERNELS[Head.EXP](engine, exponent * _sum_of_logarithms(engine, base, FORMAL_LOG))


def _whole_power(engine: DecisionForm, base: Form, whole: Form) -> Form:
    """x^n for a whole n: sign(x)^n exp(n log|x|)."""
    constant, parts = factors(engine, base)
    product = parity(engine, whole) if constant < 0 else engine.tower.constant(1)
    for key, times in parts:
        sign = sign_atom(engine, key)
        if times % 2 and sign.number != 1:
            product = product * sign_to_power(engine, sign, whole)
    return product * KERNELS[Head.EXP](engine, whole * _sum_of_logarithms(engine, base, Head.LOG))


# --- independence ----------------------------------------------------------------------------------------------------
# Linear independence of forms over the rationals.
#
# A form is the vector of the coefficients of its monomials. Quotients of one denominator are a polynomial and a proper
# fraction, whose numerator is a vector too. Quotients of other denominators are independent of them where no two
# denominators have a common factor; so those that have one are brought to their least common multiple.

Vector = dict[Any, Fraction]


class Basis:
    """Arguments that are linearly independent over the rationals, with the rows of their echelon form."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.members: list[tuple[Any, Form]] = []  # with their keys
        self.denominators: list[Form] = []  # of which no two have a common factor
        self._clear()

    def _clear(self) -> None:
        self.rows: list[tuple[Any, Vector, Vector]] = []  # pivot, vector, the combination of members that it is
        self.pivots: dict[Any, int] = {}
        self.numbers: list[int] = []  # the members that the rows were made of

    def coordinates(self, x: Form) -> Vector:
        """The coefficients of x over the members (by number), of which x becomes one if it depends on no others."""
        rest, found = self._reduced(x)
        if not rest:
            return found
        number = self.append(x)
        self._insert(number, rest, found)
        return {number: Fraction(1)}

    def append(self, x: Form) -> int:
        """The number of a new member, which the echelon form does not know yet."""
        self.members.append((self.tower.key(x), x))
        return len(self.members) - 1

    def _reduced(self, x: Form) -> tuple[Vector, Vector]:
        """What is left of x without the members, and their coefficients in it."""
        rest = self._vector(x)
        found: Vector = {}
        waiting = [self.pivots[place] for place in rest if place in self.pivots]
        heapify(waiting)
        while waiting:  # a row has no pivots of earlier rows
            pivot, vector, combination = self.rows[heappop(waiting)]
            factor = rest.get(pivot)
            if factor is None:
                continue
            for place, value in vector.items():
                if place in self.pivots and place not in rest:
                    heappush(waiting, self.pivots[place])
                _subtract(rest, place, factor * value)
            for member, value in combination.items():
                _subtract(found, member, -factor * value)
        return rest, found

    def _insert(self, number: int, rest: Vector, found: Vector) -> None:
        """The row of a member of which this is left without these multiples of others."""
        pivot = max(rest, key=self._age)
        scale = rest[pivot]
        combination = {member: -value / scale for member, value in found.items()}
        self.pivots[pivot] = len(self.rows)
        vector = {place: value / scale for place, value in rest.items()}
        self.rows.append((pivot, vector, {**combination, number: 1 / scale}))
        self.numbers.append(number)

    def _age(self, place: Any) -> list[tuple[int, int]]:
        """Monomials of young atoms are the pivots: they are in few vectors."""
        return sorted(((self.tower.order[atom], power) for atom, power in place[1:]), reverse=True)

    def _vector(self, x: Form) -> Vector:
        """The coefficients of monomials, and of remainders over the denominator."""
        x = self.tower.rationalized(x)
        self.tower.spend(len(x.num) * (1 + len(x.ring.atoms)))
        if x.is_polynomial:
            return _terms(x.ring, x.num, None)
        x, common = self.tower.joined((x, self._common_denominator(x)))
        ring, num, den = x
        self.tower.spend(len(num) * len(common.num) * (1 + len(ring.atoms)))
        whole, proper = Form(ring, num * (common.num / den), common.num).divided()
        return _terms(ring, whole.num, None) | _terms(ring, proper.num, self.tower.key(common))

    def _common_denominator(self, x: Form) -> Form:
        """The denominator to which that of x is brought, a multiple of all that have a factor in common with it."""
        common = x.ring.form(x.den)
        apart, merged = [], []
        for each in self.denominators:
            p, q = self.tower.joined((each, common))
            shared = p.ring.gcd(p.num, q.num)
            if shared.is_constant():
                apart.append(each)
                continue
            merged.append(each)
            self.tower.spend(len(p.num) * len(q.num) * (1 + len(p.ring.atoms)))
            common = p.ring.form(p.num / shared * q.num)
        common = self.tower.shrunk(common)
        if [self.tower.key(each) for each in merged] != [self.tower.key(common)]:
            self.denominators = [*apart, common]
            if merged:
                self._make_rows()
        return common

    def _make_rows(self) -> None:
        """The rows anew, over other denominators."""
        numbers = self.numbers
        self._clear()
        for number in numbers:
            self._insert(number, *self._reduced(self.members[number][1]))


def _terms(ring: Ring, polynomial: Any, denominator: Any) -> Vector:
    return {
        (
            denominator,
            *((atom, int(power)) for atom, power in zip(ring.atoms, monomial, strict=False) if power),
        ): to_fraction(coefficient)
        for monomial, coefficient in polynomial.terms()
    }


def _subtract(vector: Vector, place: Any, value: Fraction) -> None:
    difference = vector.get(place, Fraction(0)) - value
    if difference:
        vector[place] = difference
    else:
        vector.pop(place, None)


# --- circular functions ----------------------------------------------------------------------------------------------
# Exponentials, sines and cosines over arguments that are linearly independent over the rationals.
#
# Of all arguments a basis is kept: sin(2x + y) becomes a polynomial in the sines and cosines of x and y, exp(x/2 + 1) a
# product of powers of exp(x/2) and exp(1). Logarithms leave an exponent, arctangents an angle: what is left of them is
# algebraic. Hyperbolic functions are exponentials; all inverse ones are arctangents and logarithms.

OMEGA = numerical("Lambert-W")

#: Multiples of an angle or exponent above this are not expanded.
MAXIMUM_MULTIPLE = 60

#: Nor are arctangents divided further.
_MAXIMUM_HALVED = 16

#: Nor sums of angles whose expansion has more terms.
MAXIMUM_EXPANSION = 1_024


# --- multiples of bases ------------------------------------------------------------------------------------------


def _multiples(engine: DecisionForm, kind: str, x: Form) -> list[tuple[int, Any, Form]]:
    """The argument as whole multiples of bases, divided as finely as is needed: (multiple, key of the base, base).

    (u + v) / 2 is a base in the place of u, and not u / 2 and v / 2 are: u = 2 (u + v) / 2 - v.
    """
    if x.is_zero:
        return []
    first = engine.first_bases.setdefault(kind, [])
    if kind not in engine.bases:
        engine.bases[kind] = Basis(engine.tower)  # of exponents, or of angles
        for base in first:
            engine.bases[kind].coordinates(engine.expression_form(base))
    basis = engine.bases[kind]
    coordinates = basis.coordinates(x)
    size, *others = {abs(c) for c in coordinates.values()}
    if len(coordinates) > 1 and not others and size.numerator == 1 < size.denominator:
        engine.refine(engine.first_bases, kind, [*first, engine.shown(engine.tower.key(x))])
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
        found.append((int(c * division), key, base / division))
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
def exponential(engine: DecisionForm, x: Form) -> Form:
    """exp of a sum: powers of what its logarithms are of, times powers of the exponentials of bases."""
    tower = engine.tower
    real, imaginary = engine.parts(x)
    if not imaginary.is_zero:
        cosine, sine = circular(engine, imaginary)
        turned = cosine + engine.imaginary_unit * sine
        return exponential(engine, real) * turned
    logarithms, rest = linear_terms(real, (Head.LOG, FORMAL_LOG))
    product = tower.constant(1)
    for atom, power in logarithms.items():
        factor = exponential_of_logarithm(engine, atom, power)
        if factor is None:
            rest = rest + tower.atom(atom) * power
        else:
            product = product * factor
    omegas, others = linear_terms(rest, (OMEGA,)) if engine.reflects else ({}, rest)
    if all(power.denominator == 1 for power in omegas.values()):  # exp(W(x)) = x / W(x)
        rest = others
        for atom, power in omegas.items():
            quotient = engine.argument(atom.operands[0]) / tower.atom(atom)
            product = product * quotient ** int(power)
    for multiple, _, base in _multiples(engine, "exponent", rest):
        atom = application(Head.EXP, tower.key(base))
        if any(part.operator is FORMAL_LOG for part in base.occurring()):
            engine.any_sign.add(atom)
        product = product * tower.atom(atom) ** multiple
    return product


def _hyperbolic(engine: DecisionForm, x: Form, sign: int) -> Form:
    e = exponential(engine, x)
    both = e + 1 / e * sign
    return both / 2


kernel_of("sinh")(lambda engine, x: _hyperbolic(engine, x, -1))
kernel_of("cosh")(lambda engine, x: _hyperbolic(engine, x, 1))


# --- sines and cosines -----------------------------------------------------------------------------------------


def circular(engine: DecisionForm, x: Form) -> tuple[Form, Form]:
    """The cosine and the sine of a sum by the addition theorems."""
    tower = engine.tower
    if (key := tower.key(x)) in engine.circles:
        return engine.circles[key]
    real, imaginary = engine.parts(x)
    if not imaginary.is_zero:
        c, s = circular(engine, real)
        ch, sh = _hyperbolic(engine, imaginary, 1), engine.imaginary_unit * _hyperbolic(engine, imaginary, -1)
        return c * ch - s * sh, s * ch + c * sh
    arctangents, rest = linear_terms(real, (Head.ATAN,))
    turned, rest = _half_turns(engine, rest)
    pairs = [] if turned is None else [(1, (turned, tower.constant(0)))]
    for atom, multiple in arctangents.items():
        part = _part_of_arctangent(engine, atom, multiple.denominator)
        if part is None or abs(multiple.numerator) > MAXIMUM_MULTIPLE:
            pairs += _of_bases(engine, tower.atom(atom) * multiple)
        else:
            pairs.append((multiple.numerator, part))
    pairs += _of_bases(engine, rest)
    cosine, sine = tower.constant(1), tower.constant(0)
    for times, (c, s) in pairs:
        if times < 0:
            s = -s
        for _ in range(abs(times)):
            cosine, sine = cosine * c - sine * s, sine * c + cosine * s
    engine.circles[key] = cosine, sine
    return cosine, sine


def _half_turns(engine: DecisionForm, x: Form) -> tuple[Form | None, Form]:
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


def _of_bases(engine: DecisionForm, x: Form) -> list[tuple[int, tuple[Form, Form]]]:
    """Multiples of bases, each with its cosine and sine."""
    return [(n, _of_base(engine, key, base)) for n, key, base in _multiples(engine, "angle", x)]


def _of_base(engine: DecisionForm, key: Any, base: Form) -> tuple[Form, Form]:
    """Cosine and sine of a base as atoms; rational in the tangent of its half where they stand under a root."""
    tower = engine.tower
    if key in engine.half_angles:
        half = tower.atom(application(Head.TAN, tower.key(base / 2)))
        below = 1 / (1 + half * half)
        return (1 - half * half) * below, half * 2 * below
    argument = tower.key(base)
    of_cosine, of_sine = application(Head.COS, argument), application(Head.SIN, argument)
    engine.angle_of[of_cosine] = engine.angle_of[of_sine] = key
    cosine = tower.atom(of_cosine)
    sine = tower.atom(of_sine, 2, 1 - cosine * cosine)
    return cosine, sine


def _of_arctangent(engine: DecisionForm, atom: Any) -> tuple[Form, Form]:
    """x/r and y/r with r = sqrt(x^2 + y^2): of atan(y, x), or of atan(y) with x = 1."""
    if atom in engine.arcsines:
        return engine.arcsines[atom]
    y, x = (*map(engine.argument, atom.operands), engine.tower.constant(1))[:2]
    r = root(engine, x * x + y * y, Fraction(-1, 2))
    return x * r, y * r


def _part_of_arctangent(engine: DecisionForm, atom: Any, n: int) -> tuple[Form, Form] | None:
    """Cosine and sine of atan(y) / n where n is a power of 2: by halves of angles between -pi/2 and pi/2."""
    if atom in engine.not_real or n & (n - 1) or n > _MAXIMUM_HALVED or (n > 1 and len(atom.operands) > 1):
        return None
    cosine, sine = _of_arctangent(engine, atom)
    while n > 1:
        cosine = root(engine, (1 + cosine) / 2, Fraction(1, 2), certain=True)
        sine = sine / 2 / cosine
        n //= 2
    return cosine, sine


for _place, _head in enumerate(("cos", "sin")):
    kernel_of(_head)(lambda engine, x, place=_place: circular(engine, x)[place])


# --- inverse functions -----------------------------------------------------------------------------------------


@kernel_of("atan")
def _atan(engine: DecisionForm, y: Form, x: Form | None = None) -> Form:
    """An odd function; of two arguments that of the quotient where the second is positive."""
    tower = engine.tower
    if x is None and not engine.is_real(y):  # (log(1 + i y) - log(1 - i y)) / 2i
        turned = engine.imaginary_unit * y
        sides = logarithm(engine, 1 + turned) - logarithm(engine, 1 - turned)
        return -engine.imaginary_unit * sides / 2
    if not all(engine.is_real(z) for z in (y, *([] if x is None else [x]))):
        return engine.opaque(Head.ATAN, *(z for z in (y, x) if z is not None), real=False)
    if x is None:
        if y.is_zero:
            return y
        negative = y.num.leading_coefficient() < 0
        atom = application(Head.ATAN, tower.key(-y if negative else y))
        return tower.atom(atom) * (-1 if negative else 1)
    if x.is_zero:
        return _angle_of_vertical(engine, y)
    if is_positive(engine, x):
        return _atan(engine, y / x)
    if (
        not y.is_zero
        and y.num.leading_coefficient() < 0
        and all(never_zero(engine, key) for key, _ in factors(engine, y)[1])
    ):
        return -_atan(engine, -y, x)
    y, x = tower.joined((tower.rationalized(y), tower.rationalized(x)))
    scale = abs(to_fraction((x if y.is_zero else y).num.leading_coefficient()))
    pair = (tower.key(z / scale) for z in (y, x))
    return tower.atom(application(Head.ATAN, *pair))


def _angle_of_vertical(engine: DecisionForm, y: Form) -> Form:
    """A quarter of a turn, with the sign of y; the point (0, 0) has no angle."""
    if y.is_zero:
        raise DomainError("the angle of the point (0, 0)")
    engine.divisors.append(y)
    return _quarter_turn(engine) * sign_of_form(engine, y)


@kernel_of("asin")
def _asin(engine: DecisionForm, x: Form) -> Form:
    """asin x = atan(x / sqrt(1 - x^2)), and a quarter of a turn at 1; 1 - x and 1 + x are not negative."""
    tower = engine.tower
    if engine.complex_domain and not (engine.is_real(x) and x.number is not None and abs(x.number) <= 1):
        real, y = engine.parts(x)
        if real.is_zero and engine.is_real(y):  # asin(i y) = i log(y + sqrt(1 + y^2))
            size = root(engine, 1 + y * y, Fraction(1, 2), certain=True)
            return engine.imaginary_unit * logarithm(engine, y + size)
        return engine.opaque(Head.ASIN, x, real=False)
    if x.number in (1, -1):
        return _quarter_turn(engine) * x.number
    for bound in (1 - x, 1 + x):
        note_sign(engine, bound, strict=False)
    below = root(engine, 1 - x * x, Fraction(-1, 2), certain=True)
    angle = _atan(engine, x * below)
    for atom, sign in linear_terms(angle, (Head.ATAN,))[0].items():  # one arctangent, or none
        sine = x * sign
        engine.arcsines[atom] = 1 / below, sine
        engine.originals[atom] = application(Head.ASIN, engine.shown(tower.key(sine)))
    return angle


def _quarter_turn(engine: DecisionForm) -> Form:
    return engine.tower.atom(EIGHTH_TURN) * 2


@kernel_of("acos")
def _acos(engine: DecisionForm, x: Form) -> Form:
    return _quarter_turn(engine) - _asin(engine, x)


@kernel_of("conjugate")
def _conjugate(engine: DecisionForm, z: Form) -> Form:
    """Symbols and literal functions are real."""
    if not all(atom is I or atom not in engine.not_real for atom in z.occurring()):
        return engine.opaque(symbol("conjugate"), z, real=False)
    real, imaginary = engine.parts(z)
    return real - engine.imaginary_unit * imaginary


# --- special ---------------------------------------------------------------------------------------------------------
# Jacobi's and Bessel's functions, the Gamma function: cn and dn are square roots of polynomials in sn; recurrences.
#
# cn^2 = 1 - sn^2, dn^2 = 1 - k^2 sn^2. Of Bessel's functions C_(n+1) = a 2n/x C_n + b C_(n-1), by which all orders n +
# k with a whole k are those of two: of n and n + 1, where the constant in n is from 0 on and below 1. Likewise are
# Gamma(x + k), and psi_n(x + k), those at one place: Gamma(x + 1) = x Gamma(x).

#: Orders farther from the two are not expanded.
MOST_STEPS = 30


@kernel_of("jacobi-sn")
def _sn(engine: DecisionForm, u: Form, k: Form) -> Form:
    return engine.opaque(symbol("jacobi-sn"), u, k)


def _root_of(engine: DecisionForm, head: str, factor: Any, u: Form, k: Form) -> Form:
    """The atom whose square is 1 less a multiple of sn^2."""
    square = 1 - factor * _sn(engine, u, k) ** 2
    divisor = square.ring.form(square.den)  # the atom is the function times that
    node = application(symbol(head), engine.tower.key(u), engine.tower.key(k))
    return engine.tower.atom(node, 2, square.ring.form(square.num * square.den)) / divisor


kernel_of("jacobi-cn")(lambda engine, u, k: _root_of(engine, "jacobi-cn", 1, u, k))
kernel_of("jacobi-dn")(lambda engine, u, k: _root_of(engine, "jacobi-dn", k * k, u, k))


def _steps(n: Form) -> int:
    """The whole number below the constant term."""
    number = next((to_fraction(c) for m, c in n.num.terms() if not any(m)), 0) if n.is_polynomial else 0
    return math.floor(number)


def _is_constant(x: Form) -> bool:
    return x.is_polynomial and not any(any(m) for m, _ in x.num.terms())


def _of_order(engine: DecisionForm, head: str, signs: tuple[int, int], n: Form, x: Form) -> Form:
    steps = _steps(n)
    if abs(steps) > MOST_STEPS:
        return engine.opaque(symbol(head), n, x)
    a, b = signs
    base = n - steps
    first, second = (engine.opaque(symbol(head), base + i, x) for i in (0, 1))
    for k in range(steps):  # from orders k and k + 1 to those above
        first, second = second, (base + k + 1) * 2 / x * second * a + first * b
    for k in range(-steps):
        first, second = (second - (base - k) * 2 / x * first * a) * b, first
    return first


#: The signs a and b of the recurrences.
_SIGNS = {"bessj": (1, -1), "bessy": (1, -1), "bessi": (-1, 1), "bessk": (1, 1)}

for _head, _signs in _SIGNS.items():
    kernel_of(_head)(lambda engine, n, x, head=_head, signs=_signs: _of_order(engine, head, signs, n, x))


def _is_reflected(x: Form) -> bool:
    """Is this a polynomial of which 1 - x is taken instead?"""
    return x.is_polynomial and x.num.leading_coefficient() < 0


def _half_turn(engine: DecisionForm) -> Form:
    return _quarter_turn(engine) * 2


@kernel_of("Lambert-W")
def _omega(engine: DecisionForm, x: Form) -> Form:
    """The W of x, which is k for x = k e^k where k is not less than -1."""
    degrees = dict(zip(x.ring.atoms, x.num.degrees(), strict=True)) if x.is_polynomial and len(x.num) == 1 else {}
    for atom, degree in degrees.items():
        if degree and atom.operator is Head.EXP and is_exact(atom.operands[0]):
            k = atom.operands[0] * int(degree)
            if k >= -1 and x.num.total_degree() == degree and to_fraction(x.num.leading_coefficient()) == k:
                return engine.tower.constant(k)
    return engine.opaque(OMEGA, x, real=not engine.complex_domain)


@kernel_of("gamma-function")
def _gamma(engine: DecisionForm, x: Form) -> Form:
    steps = _steps(x)
    if abs(steps) > MOST_STEPS or _is_constant(x):
        return engine.opaque(symbol("gamma-function"), x)
    if engine.reflects and _is_reflected(x):  # Gamma(x) = pi / (sin(pi x) Gamma(1 - x))
        _, sine = circular(engine, _half_turn(engine) * x)
        return _half_turn(engine) / (sine * _gamma(engine, 1 - x))
    base = x - steps
    value = _duplicated(engine, base) or engine.opaque(symbol("gamma-function"), base)
    for k in range(abs(steps)):
        step = base + (k if steps > 0 else -k - 1)
        value = value * step if steps > 0 else value / step
    return value


def _duplicated(engine: DecisionForm, x: Form) -> Form | None:
    """Gamma(x) = 2^(x - 1) Gamma(x/2) Gamma((x + 1)/2) / sqrt(pi), where x is even but for a constant."""
    if not x.is_polynomial or any(any(m) and (c.q != 1 or c.p % 2) for m, c in x.num.terms()):
        return None
    power = _expt(engine, engine.tower.constant(2), x - 1)
    halves = _gamma(engine, x / 2) * _gamma(engine, (x + 1) / 2)
    return power * halves / root(engine, _half_turn(engine), Fraction(1, 2))


@kernel_of("polygamma")
def _polygamma(engine: DecisionForm, n: Form, x: Form) -> Form:
    """psi_n(x + 1) = psi_n(x) + (-1)^n n! x^(-n-1)."""
    steps, order = _steps(x), _steps(n)
    is_known = _is_constant(n) and all(to_fraction(c) == order for _, c in n.num.terms())
    if not (is_known and 0 <= order <= MOST_STEPS) or _is_constant(x) or abs(steps) > MOST_STEPS:
        return engine.opaque(symbol("polygamma"), n, x)
    if engine.reflects and _is_reflected(x):
        mirrored = _polygamma(engine, n, 1 - x) * (-1) ** order
        return mirrored - _rates_of_cotangent(engine, x, order)
    base = x - steps
    value = engine.opaque(symbol("polygamma"), n, base)
    for k in range(abs(steps)):
        at = base + (k if steps > 0 else -k - 1)
        power = (-1) ** order * math.factorial(order) / at ** (order + 1)
        value = value + power if steps > 0 else value - power
    return value


def _rates_of_cotangent(engine: DecisionForm, x: Form, order: int) -> Form:
    """pi (d/dx)^n cot(pi x), a polynomial in c = cot(pi x), of which the rate is -pi (1 + c^2)."""
    cosine, sine = circular(engine, _half_turn(engine) * x)
    powers = {1: 1}
    for _ in range(order):
        rates: dict[int, int] = {}
        for n, c in powers.items():
            for m in (n - 1, n + 1) if n else ():
                rates[m] = rates.get(m, 0) - n * c
        powers = rates
    cotangent = cosine / sine
    total = sum((cotangent**n * c for n, c in powers.items()), engine.tower.constant(0))
    return _half_turn(engine) ** (order + 1) * total


# --- rounding --------------------------------------------------------------------------------------------------------
# Whole numbers near real ones: whole numbers that are added come out of a floor, and a ceiling is a floor.
#
# floor(x + n) = floor(x) + n, floor(n x) is the sum of floor(x + k/n) with k from 0 to n - 1 (Hermite), ceiling(x) =
# -floor(-x); of truncate and round nothing is known but that they are odd.


@kernel_of("floor")
def _floor(engine: DecisionForm, x: Form) -> Form:
    whole, rest = whole_part(x)
    steps = _steps(rest)
    whole, rest = whole + steps, rest - steps
    if rest.number is not None:
        return whole
    n = math.gcd(*(to_fraction(c).numerator for m, c in rest.num.terms() if any(m))) if rest.is_polynomial else 1
    if not 1 < n <= MOST_STEPS:
        return whole + engine.opaque(symbol("floor"), rest)
    return sum((_floor(engine, (rest + k) / n) for k in range(n)), whole)


@kernel_of("ceiling")
def _ceiling(engine: DecisionForm, x: Form) -> Form:
    return -_floor(engine, -x)
