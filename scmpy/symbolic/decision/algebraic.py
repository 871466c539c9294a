"""Signs, factors, radicals, root separation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from scmpy.errors import DomainError
from scmpy.generic.elementary import record_of
from scmpy.generic.numbers import exact_root
from scmpy.generic.types import is_number
from scmpy.registry import flint
from scmpy.symbolic.assumptions import (
    REAL,
    assumptions_in_force,
    facts_of,
    power_of_range,
    product_of_ranges,
    range_of_arithmetic,
    sum_of_ranges,
)
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, enclosure, interval_of, precision
from scmpy.symbolic.decision.forms import FORMAL_LOG, KERNELS, DecisionForm, Fact, kernel_of
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    fold,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.ring import MAXIMUM_PRECISION, Form, exceeds, factored, is_finite, to_fraction, whole_terms

# --- univariate ------------------------------------------------------------------------------------------------------
# Polynomials in one generator, with whole coefficients, and their real roots in balls.


def univariate(polynomial: Any, i: int) -> Any:
    """A multiple of a polynomial in one generator with whole coefficients."""
    terms = {monomial[i]: coefficient for monomial, coefficient in whole_terms(polynomial).items()}
    return flint.fmpz_poly([terms.get(power, 0) for power in range(max(terms, default=0) + 1)])


def real_roots(factor: Any) -> Iterator[Any]:
    """The real roots of an irreducible polynomial: a rational number, or balls."""
    if factor.degree() == 1:
        yield Fraction(-int(factor[0]), int(factor[1]))
        return
    with precision(128):
        yield from (root.real for root, _ in factor.complex_roots() if root.imag == 0)


# --- signs -----------------------------------------------------------------------------------------------------------
# The sign of a polynomial in atoms, by interval arithmetic and by its real roots: right where there is an answer.

Interval = tuple[Any, Any]

SIGN = symbol("sign")

EVERYWHERE: Interval = (-math.inf, math.inf)

#: Functions that are analytic for all real numbers, and those that are on an interval.
ENTIRE = frozenset(map(numerical, ("exp", "sin", "cos", "sinh", "cosh", "tanh", "atan", "asinh", "erf", "erfc")))
ON_INTERVAL = frozenset(map(numerical, ("log", "asin", "acos", "acosh", "atanh", "Lambert-W", "log-gamma")))

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
    return -1 if high <= 0 else _without_roots(form) or _sign_of_squares(form)


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
    low, high = Fraction(0), Fraction(0)
    degrees = form.num.degrees()
    ranges = [_range_of_atom(atom, signs) if degrees[i] else (0, 0) for i, atom in enumerate(form.ring.atoms)]
    for monomial, coefficient in form.num.terms():
        number = to_fraction(coefficient)
        term: Interval = (number, number)
        for bounds, power in zip(ranges, monomial, strict=False):
            if power:
                term = product_of_ranges(term, power_of_range(bounds, int(power)))
        low, high = sum_of_ranges([(low, high), term])
        if low == -math.inf and high == math.inf:
            break
    return low, high


def range_of(expression: Any) -> Interval:
    """An interval that holds all values of an expression with real parts, by the ranges of these."""
    return fold(expression, _range_of_leaf, _range_of_node)  # type: ignore[no-any-return]


def _range_of_leaf(x: Any) -> Interval:
    if isinstance(x, Expression):
        return _range_of_atom(x)
    return (Fraction(x), Fraction(x)) if isinstance(x, (int, Fraction, float)) and is_finite(x) else EVERYWHERE


def _range_of_node(node: Any, operands: list[Interval]) -> Interval:
    head, power = node.operator, node.operands[-1]
    if head in (Head.PLUS, Head.MINUS, Head.TIMES):
        return range_of_arithmetic(head, operands)
    if head is Head.OVER and len(operands) == 2:
        return product_of_ranges(operands[0], _reciprocal(operands[1]))
    if head is Head.EXPT and isinstance(power, int) and power:
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
    is_root = atom.operator is Head.EXPT and isinstance(atom.operands[1], Fraction)
    record = record_of(atom.operator, len(atom.operands))
    low, high = (-1, 1) if atom.operator is SIGN else EVERYWHERE if record is None else record.range[:2]
    if is_root or "nonnegative" in facts or sign == 1:
        return max(low, 0), high
    return (low, min(high, 0)) if "nonpositive" in facts or sign == -1 else (low, high)


def _constant(expression: Any) -> Interval:
    try:
        return interval_of(enclosure(expression, 256)) or EVERYWHERE
    except PointRejected:
        return EVERYWHERE


# --- sums of squares ---------------------------------------------------------------------------------------------

Monomial = tuple[int, ...]

_LARGEST_BASIS = 12


def terms_of(p: Form) -> dict[Monomial, Fraction]:
    return {tuple(map(int, monomial)): to_fraction(c) for monomial, c in p.num.terms()}


def _sign_of_squares(form: Form) -> int:
    if not 1 < len(form.num) <= _LARGEST_BASIS**2:
        return 0
    terms = terms_of(form)
    return next((sign for sign in (1, -1) if squares({m: sign * c for m, c in terms.items()})), 0)


def squares(terms: dict[Monomial, Fraction]) -> list[dict[Monomial, Fraction]] | None:
    """The l_i of a positive semidefinite form in the monomials whose squares occur; None if it is none."""
    basis = [tuple(n // 2 for n in m) for m, c in terms.items() if c > 0 and not any(n % 2 for n in m)]
    rows = _gram(basis, terms) if len(terms) > 1 and 0 < len(basis) <= _LARGEST_BASIS else None
    found = None if rows is None else _linear_forms(rows)
    return None if found is None else [dict(zip(basis, row, strict=True)) for row in found]


def _gram(basis: list[Monomial], terms: dict[Monomial, Fraction]) -> list[list[Fraction]] | None:
    """The symmetric matrix of a form in monomials; None if a term is no product of two."""
    rows = [[Fraction(0)] * len(basis) for _ in basis]
    places = {
        tuple(map(sum, zip(a, b, strict=True))): (i, j) for i, a in enumerate(basis) for j, b in enumerate(basis[:i])
    }
    places |= {tuple(2 * n for n in a): (i, i) for i, a in enumerate(basis)}
    for monomial, c in terms.items():
        if monomial not in places:
            return None
        i, j = places[monomial]
        rows[i][j] += c / 2
        rows[j][i] += c / 2
    return rows


def _linear_forms(rows: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """The rows of L^T with a positive element of D; None if the matrix is not positive semidefinite."""
    left = [list(row) for row in rows]
    found = []
    for i in range(len(rows)):
        pivot = left[i][i]
        if pivot < 0 or (pivot == 0 and any(left[i][i:])):
            return None
        if pivot:
            row = [x / pivot if j >= i else Fraction(0) for j, x in enumerate(left[i])]
            found.append(row)
            for j in range(i + 1, len(rows)):
                left[j] = [x - left[j][i] * y for x, y in zip(left[j], row, strict=True)]
    return found


def _without_roots(form: Form) -> int:
    """The sign of a polynomial without real roots in one atom, or in the sine and the cosine of one angle."""
    present = [i for i, degree in enumerate(form.num.degrees()) if degree]
    atoms = [form.ring.atoms[i] for i in present]
    circular = atoms and all(x.operator in (Head.COS, Head.SIN) for x in atoms)
    if len({x.operands if circular else x for x in atoms}) != 1:
        return 0
    found = _by_half_tangent(form) if circular else univariate(form.num, present[0])
    if found.degree() % 2 or found.degree() > _MAXIMUM_DEGREE:
        return 0
    if any(True for factor, _ in found.factor()[1] for _ in real_roots(factor)):
        return 0
    return 1 if found.leading_coefficient() > 0 else -1


def _by_half_tangent(form: Form) -> Any:
    """A polynomial in sine and cosine by the tangent of half the angle; that itself if 0 at half a turn."""
    images = {Head.COS: flint.fmpz_poly([1, 0, -1]), Head.SIN: flint.fmpz_poly([0, 2])}
    places = [(i, images[x.operator]) for i, x in enumerate(form.ring.atoms) if x.operator in images]
    terms = whole_terms(form.num)
    most = max(sum(monomial[i] for i, _ in places) for monomial in terms)
    total = flint.fmpz_poly([])
    for monomial, c in terms.items():
        total += c * math.prod(
            (image ** monomial[i] for i, image in places),
            start=flint.fmpz_poly([1, 0, 1]) ** (most - sum(monomial[i] for i, _ in places)),
        )
    return total if total.degree() == 2 * most else flint.fmpz_poly([0, 1])


# --- factors ---------------------------------------------------------------------------------------------------------
# The irreducible factors of a decision form, and where they have no zeros.
#
# What roots, absolute values and logarithms are written over: a form is a rational number times powers of irreducible
# polynomials, in which x is the square of its root where that occurs, sines and cosines are written by the tangent of
# half the angle, and a - b r by a + b r; so factors are unique, and different ones are independent.


#: Polynomials with more terms are not factored.
MAXIMUM_FACTORED = 300


def factors(engine: DecisionForm, q: Form) -> tuple[Fraction, list[tuple[Any, int]]]:
    """A rational number and the powers of irreducible polynomials (by their keys) whose product is the form."""
    q = engine.tower.rationalized(q)
    for atom in q.occurring():
        base = engine.angle_of.get(atom)
        if base is not None and engine.halves:
            engine.refine(engine.half_angles, base, True)
        engine.unhalved |= base is not None
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


def _over_conjugate(engine: DecisionForm, ring: Any, part: Any) -> tuple[Fraction, list[tuple[Any, int]]] | None:
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

    def norm(self, engine: DecisionForm) -> Any:
        """a^2 - b^2 r^2, whose products count as work."""
        work = engine.tower.work
        for part in (self.a, self.b):
            work.product(part, part)
        square = self.b**2
        work.product(square, self.square)
        return self.a**2 - square * self.square


def parts_over_root(engine: DecisionForm, ring: Any, polynomial: Any) -> OverRoot | None:
    """A polynomial by the youngest square root in it."""
    degrees = polynomial.degrees()
    for i, (order, value) in sorted(ring.relations.items()):
        if is_root(ring.atoms[i]) and ring.atoms[i] not in engine.not_real and degrees[i] == 1 and order == 2:
            parts = ring.coefficients(polynomial, i)
            if len(parts) == 2:
                return OverRoot(parts[0], parts[1], ring.generators[i], value)
    return None


def _factored(engine: DecisionForm, polynomial: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
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
    return isinstance(atom, Application) and atom.operator is Head.EXPT and isinstance(atom.operands[1], Fraction)


def magnitude_under(atom: Any) -> Any:
    """The key of p of the atom |p|^(1/n)."""
    under = atom.operands[0]
    return under.operands[0] if isinstance(under, Application) and under.operator is Head.ABS else under


def never_zero(engine: DecisionForm, key: Any) -> bool:
    """Has a polynomial no zeros in the domain?"""
    if is_number(key):
        return bool(key != 0)
    if key in engine.nonzero:
        return True
    atoms = engine.argument(key).ring.atoms
    return "nonzero" in facts_of(key, REAL) and not any(may_be_power_of_zero(engine, atom) for atom in atoms)


def may_be_power_of_zero(engine: DecisionForm, atom: Any) -> bool:
    """Is this exp(y log x) for a power x^y, which may be zero where x is?"""
    if atom.operator is not Head.EXP:
        return False
    logarithms = (x for x in engine.argument(atom.operands[0]).ring.atoms if x.operator in (Head.LOG, FORMAL_LOG))
    return any(not never_zero(engine, magnitude_under(x)) for x in logarithms)


# --- known signs -----------------------------------------------------------------------------------------------------
# The signs of decision forms: what is known of them, and the atom that stands for one that is not known.
#
# The sign s of an irreducible polynomial p is a number where it is known: from what p is made of, from facts declared
# of symbols, or because the domain says so, as sqrt(p) does. Otherwise it is an atom whose square is 1.


def sign_of(engine: DecisionForm, key: Any) -> int:
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


def _sign_of_larger_part(engine: DecisionForm, key: Any) -> int:
    """The sign of a + b r by that of a where |a| is not less than |b r|, else by that of b where it is not more."""
    ring, polynomial, _ = engine.argument(key)
    parts = parts_over_root(engine, ring, polynomial)
    if parts is None or key in engine.any_sign:
        return 0
    norm = ring.form(ring.reduced(parts.norm(engine)))
    for larger, difference in ((parts.a, norm), (parts.b, -norm)):
        if is_positive(engine, difference):
            found = ring.form(larger)
            return 1 if is_positive(engine, found) else -int(is_positive(engine, -found))
    return 0


def sign_atom(engine: DecisionForm, key: Any) -> Form:
    """The sign of a polynomial: a number where it is known, else an atom whose square is 1."""
    known = sign_of(engine, key)
    if known:
        return engine.tower.constant(known)
    if isinstance(key, Application) and key.operator is SIGN:
        return engine.tower.atom(key)
    inner = of_its_sign(engine, key)
    if inner is not None:
        return sign_of_form(engine, inner)
    engine.unsigned.add(key)
    return engine.tower.atom(application(SIGN, key), 2, engine.tower.constant(1))


def sign_of_form(engine: DecisionForm, q: Form) -> Form:
    constant, parts = factors(engine, q)
    signs = (sign_atom(engine, key) for key, power in parts if power % 2)
    return math.prod(signs, start=engine.tower.constant(-1 if constant < 0 else 1))


def of_its_sign(engine: DecisionForm, key: Any) -> Form | None:
    """What an arcsine or an odd function that grows is of, which has its sign, x of exp(x) - 1, x - 1 of log(x)."""
    if key in engine.arcsines:
        return engine.arcsines[key][1]
    if isinstance(key, Application) and len(key.operands) == 1 and _is_odd_and_grows(key.operator):
        return engine.argument(key.operands[0])
    ring, polynomial, _ = form = engine.argument(key)
    logarithms = all(x.operator is Head.LOG and x not in engine.not_real for x in form.occurring())
    if logarithms and polynomial.total_degree() == 1 and not polynomial[(0,) * len(ring.generators)]:
        return KERNELS[Head.EXP](engine, form) - 1
    atom = ring.atoms[0] if len(polynomial) == 2 else None
    if atom is None or atom.operator is not Head.EXP or atom in engine.any_sign:
        return None
    return engine.argument(atom.operands[0]) if polynomial == ring.generators[0] - 1 else None


@cache
def _is_odd_and_grows(head: Any) -> bool:
    record = record_of(head) if head in ENTIRE | ON_INTERVAL else None
    if record is None or record.parity != -1:
        return False
    return range_of(record.operation.derivatives[0](symbol("x", "real")))[0] >= 0


def is_positive(engine: DecisionForm, q: Form) -> bool:
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


def note_sign(engine: DecisionForm, q: Form, strict: bool) -> None:
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


def _note_larger_part(engine: DecisionForm, key: Any, sign: int) -> None:
    """Learn that a has the sign of a + b r where |a| is not less than |b r|."""
    ring, polynomial, _ = engine.argument(key)
    parts = parts_over_root(engine, ring, polynomial)
    if parts is not None and is_positive(engine, ring.form(ring.reduced(parts.norm(engine)))):
        note_sign(engine, ring.form(parts.a * sign), strict=False)


def note_assumptions(engine: DecisionForm) -> None:
    """Learn the signs that are assumed of expressions."""
    for expression, facts in assumptions_in_force().items():
        for fact, direction in (("nonnegative", 1), ("nonpositive", -1)):
            if fact in facts and not isinstance(expression, Symbol):
                form = engine.expression_form(expression) * direction
                note_sign(engine, form, strict="nonzero" in facts)


# --- radicals --------------------------------------------------------------------------------------------------------
# Roots and absolute values over irreducible factors.
#
# What is under a root is a product of powers of irreducible polynomials p, and its root the product of the roots of
# their absolute values: sqrt(x y) is sqrt|x| sqrt|y| wherever it is real. So the atoms are |p|^(1/n), whose n-th power
# is s p with the sign s of p. Roots of different irreducible polynomials, and of primes, are independent.

#: Orders of roots above this are not multiplied out.
MAXIMUM_ORDER = 60


def root(engine: DecisionForm, q: Form, power: Fraction, certain: bool = False) -> Form:
    """A power that is no whole number of what is not negative (with ``certain``, that is known)."""
    if q.is_zero:
        if power < 0:
            raise DomainError("a negative power of zero")
        return q
    if engine.complex_domain and not certain and not is_positive(engine, q):
        negative = -q
        if power.denominator == 2 and is_positive(engine, negative):
            turned = engine.imaginary_unit**power.numerator
            return turned * root(engine, negative, power, certain=True)
        return _principal_root(engine, q, power)
    if not certain:
        note_sign(engine, q, strict=power < 0)
    constant, parts = factors(engine, q)
    powers = [*prime_powers(abs(constant)), *parts]
    roots = (power_of_magnitude(engine, key, times * power) for key, times in powers)
    return math.prod(roots, start=engine.tower.constant(1))


def _principal_root(engine: DecisionForm, q: Form, power: Fraction) -> Form:
    node = application(Head.EXPT, engine.tower.key(q), Fraction(1, power.denominator))
    engine.not_real.add(node)
    q = engine.tower.rationalized(q)
    relation = (power.denominator, q) if q.is_polynomial else ()
    return engine.tower.atom(node, *relation) ** power.numerator


def power_of_magnitude(engine: DecisionForm, key: Any, power: Fraction) -> Form:
    """|p|^power for an irreducible polynomial, a prime or an atom.

    Of an exponential or a root it is an atom too: where exp(x/2) or x^(1/4) occur beside, exp(x) or sqrt(x) is a power
    of that.
    """
    tower = engine.tower
    if isinstance(key, Application) and key.operator is SIGN:
        return tower.constant(1)
    whole, part = divmod(power, 1)
    p = engine.argument(key)
    magnitude = sign_atom(engine, key) * p if whole % 2 else p
    result = magnitude**whole if whole else tower.constant(1)
    if not part:
        return result
    denested = denested_root(engine, key) if part == Fraction(1, 2) else None
    if denested is not None:
        return result * denested
    order = engine.root_orders.setdefault(key, part.denominator)
    if order % part.denominator:
        engine.refine(engine.root_orders, key, math.lcm(order, part.denominator))
    under = key if sign_of(engine, key) > 0 else application(Head.ABS, key)
    atom = tower.atom(application(Head.EXPT, under, Fraction(1, order)), order, sign_atom(engine, key) * p)
    return result * atom ** int(part * order)


def denested_root(engine: DecisionForm, key: Any) -> Form | None:
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
    larger, smaller = (root(engine, ring.form((parts.a + e) / 2), Fraction(1, 2), certain=True) for e in (d, -d))
    sign_of_b = sign_of_form(engine, ring.form(parts.b))
    if sign_of_b.number == 1:
        return larger + smaller
    magnitude = (larger - smaller) * sign_of_form(engine, ring.form(d))
    if sign_of_b.number == -1:
        return magnitude
    positive, negative = (1 + sign_of_b * s for s in (1, -1))
    return (positive * (larger + smaller) + negative * magnitude) / 2


def _square_root(polynomial: Any) -> Any:
    from flint.utils.flint_exceptions import DomainError as NoSquare

    try:
        return polynomial.sqrt()
    except NoSquare:
        return None


@kernel_of("sqrt")
def _sqrt(engine: DecisionForm, q: Form) -> Form:
    return root(engine, q, Fraction(1, 2))


@kernel_of("abs")
def _abs(engine: DecisionForm, q: Form) -> Form:
    """The product with the signs of all factors; of a complex number the root of the sum of squares."""
    if q.is_zero:
        return q
    if not engine.is_real(q):
        if any(atom in engine.not_real for atom in q.occurring()):
            return engine.opaque(Head.ABS, q)
        a, b = engine.parts(q)
        return root(engine, a * a + b * b, Fraction(1, 2), certain=True)
    return q * sign_of_form(engine, q)


# --- separation ------------------------------------------------------------------------------------------------------
# Is an algebraic constant zero? By a bound on how close to zero it can be without being zero.
#
# Of an expression of rational numbers, arithmetic, roots, and sines and cosines of rational parts of a turn, bounds u
# and l of the conjugates of two algebraic integers are known of which it is the quotient. The norm of the numerator is
# a whole number: if it is not zero, the value is at least 1 / (l u^(d - 1)), where d is the product of the orders of
# all different roots (Burnikel, Funke, Mehlhorn, Schirra, Schmitt: A separation bound for real algebraic expressions,
# 2001). So enough digits decide. Twice the cosine of k/n turns is an algebraic integer, a sum of two n-th roots of
# unity: its conjugates are between -2 and 2, and for n > 2 there are phi(n) / 2 of them.

_MAXIMUM_POWER = 1_000  # of a turn: the conjugates of the cosine of a smaller part of it are not counted

#: atan(1), of which pi is the fourfold.
EIGHTH_TURN = application(Head.ATAN, 1)


def is_algebraic_zero(expression: Any, complex_domain: bool = False) -> bool:
    """Is this constant proved to be zero? (False says only that it is not, or not proved.)"""
    bits = _bits_of_separation(expression)
    if bits is None or exceeds(bits, MAXIMUM_PRECISION):
        return False
    with precision(bits + 64):
        try:
            (ball,) = Evaluator(expression, complex_domain=complex_domain).at({})
        except PointRejected:
            return False
        return bool(abs(ball) * 2**bits < 1)


def _bits_of_separation(expression: Any) -> int | None:
    """A number of bits such that the value is zero or more than 2^-bits; None for what is not known to be algebraic."""
    logarithms: dict[Any, tuple[float, float]] = {}  # node -> logarithms to base 2 of u and l, rounded up
    degree = 1
    for node in subexpressions(expression):
        if not isinstance(node, Application) or _turns(node) is not None:
            continue
        if any(is_number(x) and not is_finite(x) for x in node.operands):
            return None
        found = _bounds(node, logarithms)
        if found is None:
            return None
        u, lower, order = found
        logarithms[node] = u + 1e-6 * (1 + abs(u)), lower + 1e-6 * (1 + abs(lower))
        degree *= order
        if exceeds(degree, MAXIMUM_PRECISION):
            return None
    if isinstance(expression, Expression) and expression not in logarithms:
        return None
    u, lower = _of(expression, logarithms)
    return int(lower + (degree - 1) * max(u, 0.0)) + 8


def _of(x: Any, known: dict[Any, tuple[float, float]]) -> tuple[float, float]:
    if not is_number(x):
        return known[x]
    real, imaginary = Fraction(x.real), Fraction(x.imag)
    den = real.denominator * imaginary.denominator
    num = abs(real * den).numerator + abs(imaginary * den).numerator
    return float(num.bit_length()), float(den.bit_length() - (den == 1))


def _bounds(node: Application, known: dict[Any, tuple[float, float]]) -> tuple[float, float, int] | None:
    """The logarithms of u and l of a node, and the order of the root that it is."""
    name = getattr(node.operator, "name", None)
    if name in ("sin", "cos"):
        turns = _turns(node.operands[0])
        return None if turns is None else (1.0, 1.0, _degree((turns - Fraction(name == "sin", 4)).denominator))
    if any(isinstance(x, Expression) and x not in known for x in node.operands):  # an angle
        return None
    if name == "sqrt":
        return _root(_of(node.operands[0], known), 2)
    if name == "expt":
        base, power = _of(node.operands[0], known), node.operands[1]
        if not isinstance(power, (int, Fraction)) or max(abs(power.numerator), power.denominator) > _MAXIMUM_POWER:
            return None
        if power < 0:
            base = base[1], base[0]
        base = base[0] * abs(power.numerator), base[1] * abs(power.numerator)
        return _root(base, power.denominator)
    parts = [_of(x, known) for x in node.operands]
    if name == "abs":
        return *parts[0], 2  # a square root of the square
    if name == "/":
        parts = [parts[0], *((u, v)[::-1] for u, v in parts[1:])] if len(parts) > 1 else [parts[0][::-1]]
    if name in ("*", "/"):
        return sum(u for u, _ in parts), sum(v for _, v in parts), 1
    if name in ("+", "-"):
        below = sum(v for _, v in parts)
        return max(u - v for u, v in parts) + below + len(parts), below, 1
    return None


def _turns(x: Any) -> Fraction | None:
    """The number of turns that a rational multiple of atan(1), an eighth of a turn, is."""
    turns = Fraction(1, 8)
    while isinstance(x, Application) and x.operator is Head.TIMES and len(x.operands) == 2:
        factor, x = x.operands
        if not isinstance(factor, (int, Fraction)):
            return None
        turns *= factor
    return turns if x is EIGHTH_TURN else None


def _degree(n: int) -> int:
    """The number of conjugates of the cosine of 1/n turns."""
    return max(1, sum(math.gcd(k, n) == 1 for k in range(1, n)) // 2) if n <= _MAXIMUM_POWER else MAXIMUM_PRECISION


def _root(bounds: tuple[float, float], order: int) -> tuple[float, float, int]:
    """The root of u/l is (u l^(n-1))^(1/n) / l."""
    u, lower = bounds
    return (u + lower * (order - 1)) / order, lower, order
