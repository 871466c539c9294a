"""Coefficient domains, polynomial rings on python-flint, gcd/factor/Groebner within limits."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from operator import methodcaller
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.generic.functions import memoized
from scmpy.generic.numbers import ExactComplex, exact, exact_complex, inexact_complex
from scmpy.generic.settings import COUNT, Setting
from scmpy.registry import flint
from scmpy.symbolic.expression import Expression

# --- domains ---------------------------------------------------------------------------------------------------------
# Domains: which numbers the polynomials of a ring have as coefficients, and how those enter python-flint and leave it.
#
# The coefficients in python-flint are rational. In the domain NUMBERS two generators that come after all others stand
# for what is not: ``i`` with i^2 = -1, and the idempotent ``w`` (w^2 = w) that marks inexact numbers: the number a + b
# w stands for a + b, and is a float when b is not 0. Floats enter as the exact binary fractions that they are and are
# rounded once, at the end; what is too large or too small for a float stays the rational number that it is. A number
# below a quotient is exact: a quotient by an inexact number is inexact.

#: Relations by generator: the power of it that is another polynomial.
Relations = dict[int, tuple[int, Any]]


class Rationals:
    size = 0  # generators of the domain

    def relations(self, generators: tuple[Any, ...]) -> Relations:
        return {}

    def constant(self, ring: Any, x: Any) -> Any:
        return ring.context.constant(to_flint(x))

    def divisor(self, ring: Any, common: Any) -> Any:
        """What two polynomials may be divided by, of a common divisor."""
        return common

    def exact_below(self, ring: Any, num: Any, den: Any) -> tuple[Any, Any]:
        return num, den


class Numbers(Rationals):
    """All finite numbers, complex and inexact ones too."""

    size = 2

    def relations(self, generators: tuple[Any, ...]) -> Relations:
        *_, i, w = generators
        last = len(generators) - 1
        return {last - 1: (2, i * 0 - 1), last: (2, w)}

    def constant(self, ring: Any, x: Any) -> Any:
        if isinstance(x, (int, Fraction)):
            return super().constant(ring, x)
        *_, i, w = ring.generators
        if isinstance(x, float):
            return super().constant(ring, Fraction(x)) * w
        return self.constant(ring, x.real) + self.constant(ring, x.imag) * i

    def number(self, parts: dict[tuple[int, int], Any]) -> Any:
        """The number with these coefficients of i^p w^q: inverse of :meth:`constant`."""
        if len(parts) == 1 and (0, 0) in parts:
            return to_number(parts[0, 0])

        def part(p: int) -> int | Fraction | float:
            whole = parts.get((p, 0), 0) + parts.get((p, 1), 0)
            value = to_number(whole) if whole else 0
            return rounded(value) if (p, 1) in parts else value

        real, imag = part(0), part(1)
        if isinstance(real, float) or isinstance(imag, float):
            return inexact_complex(complex(real, imag)) if imag else real
        return exact_complex(real, imag)

    def divisor(self, ring: Any, common: Any) -> Any:
        """Without the divisors of zero w and w - 1."""
        w = ring.generators[-1]
        for factor in (w, w - 1) if has_inexact(common) else ():
            while not common.is_constant() and divmod(common, factor)[1] == 0:
                common = divmod(common, factor)[0]
        return common

    def exact_below(self, ring: Any, num: Any, den: Any) -> tuple[Any, Any]:
        """The quotient with an exact denominator, if this is a number or has a common factor with the numerator."""
        if not has_inexact(den):
            return num, den
        top, bottom = (polynomial.subs({len(ring.generators) - 1: 1}) for polynomial in (num, den))
        if not bottom.is_constant() and ring.gcd(top, bottom).is_constant():
            return num, den
        return ring.modulo().reduced(num * ring.generators[-1]), bottom


RATIONALS, NUMBERS = Rationals(), Numbers()


def has_inexact(polynomial: Any) -> bool:
    return _contains(polynomial, 1)


def is_rational(polynomial: Any) -> bool:
    """Are all coefficients in NUMBERS exact and real: does the polynomial contain neither i nor w?"""
    return not _contains(polynomial, 1) and not _contains(polynomial, 2)


def _contains(polynomial: Any, place: int) -> bool:
    """Does a generator, of this place from the end, occur? (A list of all degrees takes several times as long.)"""
    return bool(polynomial.derivative(polynomial.context().nvars() - place))


# --- numbers of python-flint -----------------------------------------------------------------------------------


def to_flint(x: int | Fraction) -> Any:
    return flint.fmpq(x.numerator, x.denominator)


def to_fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def to_number(x: Any) -> int | Fraction:
    return int(x.p) if x.q == 1 else Fraction(int(x.p), int(x.q))


def whole_terms(polynomial: Any) -> dict[tuple[int, ...], int]:
    """The terms of the least multiple of a polynomial that has whole coefficients."""
    scale = math.lcm(*(int(c.q) for c in polynomial.coeffs()))
    return {tuple(map(int, m)): int((c * scale).p) for m, c in polynomial.terms()}


def to_float(x: int | Fraction | float) -> float:
    """The nearest float, infinite when there is none."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


_LEAST = sys.float_info.min


def rounded(x: int | Fraction) -> Any:
    """The nearest float; where that is infinite, or so small that it has not all digits, the number as it is."""
    value = to_float(x)
    return value if x == 0 or _LEAST <= abs(value) < math.inf or value == x else x


def is_finite(x: Any) -> bool:
    """Can this number enter a polynomial? (Infinities and NaN cannot.)"""
    if isinstance(x, float):
        return math.isfinite(x)
    if isinstance(x, complex):
        return math.isfinite(x.real) and math.isfinite(x.imag)
    return isinstance(x, (int, Fraction, ExactComplex))


def content(coefficients: list[Any]) -> Any:
    """The rational number that divides all exact coefficients to whole ones without common factor."""
    parts = [part for c in coefficients for part in (c.real, c.imag) if part]
    divisor = math.gcd(*(part.numerator for part in parts))
    multiple = math.lcm(*(part.denominator for part in parts))
    return exact(Fraction(divisor, multiple))


# --- work limits -----------------------------------------------------------------------------------------------------
# How much work with polynomials is begun, and how much memory it may take.
#
# python-flint computes in C: what it has begun can be neither interrupted nor survive a lack of memory. So the work is
# estimated first, from the numbers of terms, the degrees and the sizes of the coefficients, and what is beyond the
# limits, which stand for some seconds, is a :class:`~scmpy.errors.LimitError`. The estimates are functions of the
# polynomials alone. Those of greatest common divisors and factors are in :mod:`scmpy.symbolic.ring`.

#: What the limits on work are multiplied by.
work_multiplier = Setting(
    "*work-limit-multiplier*",
    1,
    COUNT,
    "How many times their usual limits the work of simplify, gcd, factor and equivalent, which is estimated before it "
    "begins, may reach: the terms, bits and degrees of polynomials. The usual limits are a matter of seconds; work "
    "that has begun may not end for an interrupt.",
    """
    >>> x, y = symbols("x y")
    >>> with setting(work_limit_multiplier=2):
    ...     simplify((x**25_001 + y) / (x + y))
    (/ (+ (expt x 25001) y) (+ x y))
    """,
)

# The table of the usual limits. Each stands for a second or a few of work, or as much memory as a program can spare.

#: No polynomial is computed that may have more terms than this, or coefficients of more bits together; nor a product
#: of more pairs of terms, nor one of more pairs that has floats, which python-flint does not compute.
MAXIMUM_TERMS = 2_000_000
MAXIMUM_BITS = 200_000_000
MAXIMUM_PAIRS = 100_000_000
MAXIMUM_PAIRS_OF_FLOATS = 4_000_000

#: Degrees of the polynomials whose greatest common divisor is computed: in one variable, and in several.
MAXIMUM_GCD_DEGREE = 1_000_000
MAXIMUM_MULTIVARIATE_DEGREE = 20_000

#: Terms times degree: of polynomials whose greatest common divisor, or whose repeated factors, are looked for.
MAXIMUM_GCD_WORK = 10_000_000
MAXIMUM_SQUARE_FREE_WORK = 2_500_000

#: Of polynomials in one variable that are factored: the degree, and terms times degree.
MAXIMUM_FACTORED_DEGREE = 2_000
MAXIMUM_FACTORED_WORK = 1_200_000

#: Of polynomials in several variables that are factored: terms times the least times the greatest degree.
MAXIMUM_MULTIVARIATE_WORK = 15_000_000

#: Of one comparison by decision forms: the products of terms that it costs, gcds included; the atoms of a polynomial,
#: for exponent vectors are dense; the terms that two have together of which a gcd is taken; the power that is expanded,
#: or reduced by a relation.
MAXIMUM_WORK = 10_000_000
MAXIMUM_ATOMS = 1_000
MAXIMUM_GCD = 4_000
MAXIMUM_POWER = 2_000

#: Of one comparison by values: the evaluations of nodes in the search for a point where two expressions differ; the
#: bits to which a constant is computed that may be zero.
MAXIMUM_SEARCH = 150_000
MAXIMUM_PRECISION = 60_000

#: A product of so many pairs of terms is worth a look at the size of its result.
MANY_PAIRS = 10_000

#: Nor are more terms held on the way: terms times variables, which is the memory that they take in bytes or more.
#: (The second Bianchi identity in four dimensions, on literal fields, holds 1.3 thousand millions.)
expansion_memory = Setting(
    "*expansion-memory*",
    1_500_000_000,
    COUNT,
    "The bytes that simplify may hold in expanded polynomials on the way to one result, estimated from below as their "
    "terms times their variables.",
    """
    1 ]=> (set! *expansion-memory* (* 2 *expansion-memory*))
    1 ]=> *expansion-memory*
    ;Value: 3000000000
    >>> x, y = symbols("x y")
    >>> from scmpy.errors import LimitError
    >>> try:
    ...     with setting(expansion_memory=100):
    ...         simplify((x + y) ** 40)
    ... except LimitError as error:
    ...     print(error)
    simplify: what is to be expanded has more than 25 terms on the way; the setting *expansion-memory* (in Python \
expansion_memory) allows more
    """,
)


def exceeds(amount: int, limit: int) -> bool:
    """Is this more than is done, by a limit and what it is multiplied by?"""
    return amount > limit and amount > limit * work_multiplier.value


def refusal(what: str, limit: int, unit: str) -> LimitError:
    return LimitError(f"{what} more than {limit * work_multiplier.value} {unit}; {work_multiplier.advice}")


def check_product(x: Any, y: Any, operation: str = "simplify") -> None:
    """Refuse a product that may be too large: no more terms than pairs, nor than there are monomials of its degrees."""
    terms = len(x) * len(y)
    if exceeds(terms, MAXIMUM_PAIRS):
        raise refusal(f"{operation}: a product has", MAXIMUM_PAIRS, "pairs of terms to be expanded")
    if terms > MAXIMUM_TERMS:
        degrees = [int(m) + int(n) for m, n in zip(x.degrees(), y.degrees(), strict=True)]
        total = int(x.total_degree()) + int(y.total_degree())
        terms = min(terms, _monomials(sum(map(bool, degrees)), total), math.prod(n + 1 for n in degrees))
    check_size(terms, height(x) + height(y), operation)


def check_power(x: Any, n: int, operation: str = "simplify") -> None:
    bits = n * (height(x) + len(x).bit_length() - 1)
    terms = _monomials(len(x) - 1, n) if len(x) else 0
    if terms > MAXIMUM_TERMS or terms * bits > MAXIMUM_BITS:
        check_size(terms_of_power(x, n), bits, operation)


def terms_of_power(x: Any, n: int) -> int:
    """The number of terms that a power has at most, if that is not too large."""
    if len(x) < 2:
        return 1
    return min(_monomials(len(x) - 1, n), math.prod(n * int(m) + 1 for m in x.degrees()))


def check_powers_of_sum(exponent: int, terms: int) -> None:
    """Refuse to reduce by a square that is a sum of so many terms, where the powers on the way would be too many."""
    if terms > 1 and exponent > 1:
        largest = math.comb(min(terms, 60) + exponent - 1, exponent) if exponent < 100_000 else MAXIMUM_TERMS
        check_size(largest * exponent // 2)


def check_size(terms: int, bits: int = 0, operation: str = "simplify") -> None:
    """Refuse a result that may have too many terms, or terms with too large coefficients."""
    if terms <= MAXIMUM_TERMS and terms * bits <= MAXIMUM_BITS:
        return
    if exceeds(terms, MAXIMUM_TERMS):
        raise refusal(f"{operation}: the expanded result may have", MAXIMUM_TERMS, "terms")
    if exceeds(terms * bits, MAXIMUM_BITS):
        raise refusal(f"{operation}: the coefficients of the expanded result may have", MAXIMUM_BITS, "bits")


def _monomials(variables: int, degree: int) -> int:
    count = 1
    for k in range(1, min(variables, degree) + 1):
        count = count * (max(variables, degree) + k) // k
        if exceeds(count, MAXIMUM_TERMS):
            break
    return count


def height(x: Any) -> int:
    """The bits of the largest coefficient of a polynomial, less one: none for 1 and -1."""
    if len(x) == 1:
        return int(x.coefficient(0).height_bits()) - 1
    return int(max(map(methodcaller("height_bits"), x.coeffs()), default=1)) - 1


def most_held(variables: int) -> int:
    """How many terms polynomials in so many variables may hold on the way to a result."""
    return int(expansion_memory.value) // variables


def too_many_held(most: int) -> LimitError:
    """The error that refuses what would hold more terms on the way."""
    what = f"simplify: what is to be expanded has more than {most} terms on the way"
    return LimitError(f"{what}; {expansion_memory.advice}")


# --- bounded ---------------------------------------------------------------------------------------------------------
# Greatest common divisors, factors and Groebner bases of polynomials, within stated limits.
#
# The work is estimated first, from the numbers of terms and the degrees, and refused where it is beyond the limits,
# which stand for some seconds (see :mod:`scmpy.symbolic.ring`).


def gcd(p: Any, q: Any) -> Any:
    if len(p) > 1 and len(q) > 1:
        _check_gcd("the greatest common divisor of polynomials", p, q, MAXIMUM_GCD_WORK)
    return p.gcd(q)


def factored_by_multiplicity(p: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """A constant, and square-free factors without common factors with their multiplicities."""
    if len(p) > 1:
        _check_gcd("the factors of a polynomial", p, p, MAXIMUM_SQUARE_FREE_WORK)
    return p.factor_squarefree()  # type: ignore[no-any-return]


def factored(p: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """A constant, and the irreducible factors over the rationals with their multiplicities."""
    constant, parts = factored_by_multiplicity(p)
    found = []
    for part, power in parts:
        _check_factors(part)
        number, factors = part.factor()
        constant *= number ** int(power)
        found += [(factor, power * multiplicity) for factor, multiplicity in factors]
    return constant, found


def groebner_basis(
    polynomials: list[dict[tuple[int, ...], int]], count: int, order: Any, limits: tuple[int, int, int]
) -> Any:
    """A Groebner basis of the polynomials of these terms in so many variables; None where it grows beyond the limits.

    These are numbers of polynomials, of the terms of each, and of the bits of a coefficient.
    """
    context = flint.fmpz_mpoly_ctx.get(("x", count), order)
    generators = flint.fmpz_mpoly_vec(list(map(context.from_dict, polynomials)), context)
    basis, complete = generators.buchberger_naive(limits=limits)
    return basis if complete else None


def _check_gcd(what: str, p: Any, q: Any, most: int) -> None:
    degree, terms = max(p.total_degree(), q.total_degree()), min(len(p), len(q))
    if degree <= MAXIMUM_MULTIVARIATE_DEGREE and terms * degree <= most:
        return
    degrees = [max(map(int, pair)) for pair in zip(p.degrees(), q.degrees(), strict=True)]
    degree = max(degrees)
    limit = MAXIMUM_GCD_DEGREE if sum(map(bool, degrees)) == 1 else MAXIMUM_MULTIVARIATE_DEGREE
    if degree <= limit and terms * degree <= most:
        return
    degree = max(d // s for d, s in zip(degrees, _strides(p, q), strict=True))
    if exceeds(degree, limit):
        raise refusal(f"{what} of degree {_count(degree)}:", limit, "degrees")
    if exceeds(terms * degree, most):
        raise refusal(f"{what} of {terms} terms and degree {degree}:", most, "steps")


def _strides(*polynomials: Any) -> list[int]:
    """For every variable the number of which all its exponents are multiples: x^6 + x^3 is a polynomial in x^3."""
    strides: list[int] = []
    for polynomial in polynomials:
        for monomial in polynomial.monoms():
            exponents = list(map(int, monomial))
            strides = [math.gcd(s, e) for s, e in zip(strides or exponents, exponents, strict=True)]
    return [max(1, stride) for stride in strides]


def _check_factors(p: Any) -> None:
    degrees = [int(d) for d in p.degrees() if d > 0]
    terms = len(p)
    if terms < 2 or min(degrees) == 1 == len(degrees):
        return
    what = f"the factors of a polynomial of {terms} terms and degree {_count(max(degrees))}"
    if len(degrees) > 1:
        work, most = terms * min(degrees) * max(degrees), MAXIMUM_MULTIVARIATE_WORK
    else:
        work, most = terms * degrees[0], MAXIMUM_FACTORED_WORK
        if exceeds(degrees[0], MAXIMUM_FACTORED_DEGREE):
            raise refusal(f"{what}:", MAXIMUM_FACTORED_DEGREE, "degrees")
    if exceeds(work, most):
        raise refusal(f"{what}:", most, "steps")


def _count(degree: int) -> str:
    return str(degree) if degree.bit_length() < 200 else f"more than 2^{degree.bit_length() - 1}"


class Estimates:
    """What work of a ring is begun: no operation whose estimated result, or cost, is beyond the limits."""

    def product(self, p: Any, q: Any) -> None:
        pairs = len(p) * len(q)
        if pairs == 1:
            bits = p.coefficient(0).height_bits() + q.coefficient(0).height_bits()
            if bits > MAXIMUM_BITS:
                check_size(1, bits)
        elif pairs > MANY_PAIRS:
            check_product(p, q)

    def power(self, p: Any, n: int, is_reduced: bool = False) -> None:
        check_power(p, n)

    def reduction(self, p: Any, times: int, value: Any) -> None:
        """Refuse to put a value that often for a power of a generator, if it is a sum."""
        check_powers_of_sum(times, len(value))

    gcd = staticmethod(gcd)


ESTIMATES = Estimates()


# --- ring ------------------------------------------------------------------------------------------------------------
# Rings of polynomials over atoms and their quotients, in python-flint: what the printed form and decisions share.
#
# An atom is a symbol or a kernel such as ``(sin x)``. The generators of a ring are its atoms, in an order in which
# every relation between them has its leading term first (``sin^2`` before ``cos``, ``sqrt`` before what is under it),
# then those of its domain (:mod:`scmpy.symbolic.ring`). Reduction modulo the relations is then division by one
# polynomial after the other. Elements are polynomials of python-flint, and quotients of them :class:`Form`. A ring
# without relations is free: its quotients are in lowest terms as they come. One with relations reduces every product.
#
# What work is begun is the business of ``limits``: estimates of the work at hand, or a sum of all work that is counted.

#: From this exponent on a power that is one term is put in, not divided out: a division takes space in proportion.
_LARGE = 50


class Form(NamedTuple):
    """A quotient of polynomials of one ring; the denominator of a polynomial is 1.

    Operators take forms of one ring, or of rings of one tower, and rational numbers.
    """

    ring: Ring
    num: Any
    den: Any

    def __add__(self, other: Any) -> Form:  # type: ignore[override]
        x, y = self._beside(other)
        return x.ring.add(x, y)

    def __radd__(self, other: Any) -> Form:
        return self + other

    def __neg__(self) -> Form:
        return Form(self.ring, -self.num, self.den)

    def __sub__(self, other: Any) -> Form:
        x, y = self._beside(other)
        return x.ring.sub(x, y)

    def __rsub__(self, other: Any) -> Form:
        return -self + other

    def __mul__(self, other: Any) -> Form:  # type: ignore[override]
        if not isinstance(other, Form):
            return Form(self.ring, self.num * to_flint(other), self.den)
        x, y = self._beside(other)
        return x.ring.mul(x, y)

    def __rmul__(self, other: Any) -> Form:  # type: ignore[override]
        return self * other

    def __truediv__(self, other: Any) -> Form:
        return self * (other**-1 if isinstance(other, Form) else Fraction(1) / other)

    def __rtruediv__(self, other: Any) -> Form:
        return self**-1 * other

    def __pow__(self, n: int) -> Form:
        return self.ring.power(self, n)

    def _beside(self, other: Any) -> Sequence[Form]:
        """The two in one ring."""
        if not isinstance(other, Form):
            return self, self.ring.constant(other)
        return (self, other) if self.ring is other.ring else self.ring.joined((self, other))

    @property
    def is_zero(self) -> bool:
        return bool(self.num == 0)

    @property
    def is_polynomial(self) -> bool:
        return is_constant(self.den)

    @property
    def atoms(self) -> tuple[Expression, ...]:
        return self.ring.atoms

    @property
    def number(self) -> Fraction | None:
        if not (is_constant(self.num) and is_constant(self.den)):
            return None
        return to_fraction(self.num.leading_coefficient() / self.den.leading_coefficient()) if self.num else Fraction(0)

    def occurring(self) -> list[Expression]:
        """The atoms that numerator or denominator contains."""
        ring, num, den = self
        degrees = num.degrees() if den is ring.one else map(max, num.degrees(), den.degrees())
        return [atom for atom, power in zip(ring.atoms, degrees, strict=False) if power > 0]  # of 0 they are -1

    def over(self, ring: Ring) -> Form:
        """The same form over another ring that has all atoms which occur, in the same order."""
        places = {i: ring.place[atom] for i, atom in enumerate(self.ring.atoms) if atom in ring.place}
        return Form(ring, *(polynomial.project_to_context(ring.context, places) for polynomial in self[1:]))

    def divided(self) -> tuple[Form, Form]:
        """A polynomial and a proper fraction: without multiples of the leading term below."""
        if self.is_polynomial:
            return self, self.ring.form(self.ring.zero)
        whole, part = divmod(self.num, self.den)
        return self.ring.form(whole), Form(self.ring, part, self.den)


class Ring:
    """The polynomials over some atoms, and the arithmetic of their quotients."""

    def __init__(
        self,
        atoms: Sequence[Expression],
        domain: Rationals = RATIONALS,
        limits: Estimates = ESTIMATES,
        unique: bool = False,
        joined: Callable[[Iterable[Form]], list[Form]] = list,
    ) -> None:
        self.atoms = tuple(atoms)
        self.joined = joined  # forms of several rings in one
        self.domain = domain
        self.limits = limits
        self.unique = unique  # has every denominator the leading coefficient 1?
        self.context, self.generators, self.one, self.zero, self._of_domain = polynomials_over(len(atoms), domain)
        self.relations: Relations = {}

    @cached_property
    def place(self) -> dict[Expression, int]:
        return {atom: i for i, atom in enumerate(self.atoms)}

    def modulo(self, relations: Relations | None = None) -> Ring:
        """The ring modulo the relations of its domain and others: of the same polynomials, fewer of them reduced."""
        ring = Ring.__new__(Ring)
        ring.__dict__ |= self.__dict__
        ring.relations = {**self._of_domain, **relations} if relations else self._of_domain
        return ring

    # --- polynomials ------------------------------------------------------------------------------------------

    def form(self, num: Any) -> Form:
        return Form(self, num, self.one)

    def constant(self, x: Any) -> Form:
        return Form(self, self.context.constant(x) if type(x) is int else self.domain.constant(self, x), self.one)

    def times(self, p: Any, q: Any) -> Any:
        self.limits.product(p, q)
        return self.reduced(p * q) if self.relations else p * q

    def gcd(self, p: Any, q: Any) -> Any:
        common = self.limits.gcd(p, q)
        return common if common == self.one else self.domain.divisor(self, common)

    def coefficients(self, polynomial: Any, i: int) -> dict[int, Any]:
        """The coefficients of the powers of one generator, the lowest first."""
        return {power: found for (power,), found in sorted(self.collected(polynomial, (i,)).items())}

    def collected(self, polynomial: Any, places: Sequence[int]) -> dict[tuple[int, ...], Any]:
        """The coefficients, polynomials in the other generators, of the monomials in the generators at these places."""
        found: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            powers = tuple([exponents[i] for i in places])
            for i in places:
                exponents[i] = 0
            found.setdefault(powers, {})[tuple(exponents)] = coefficient
        return {powers: self.context.from_dict(terms) for powers, terms in found.items()}

    def reduced(self, polynomial: Any) -> Any:
        """The polynomial modulo every relation whose power of a generator it contains."""
        if not self.relations:
            return polynomial
        degrees = polynomial.degrees()
        changed = True
        while changed:
            changed = False
            for i, (power, _) in self.relations.items():
                if degrees[i] >= power:
                    polynomial = self._modulo(polynomial, i, int(degrees[i]) // power)
                    degrees = polynomial.degrees()
                    changed = True
        return polynomial

    def _modulo(self, polynomial: Any, i: int, times: int) -> Any:
        power, value = self.relations[i]
        self.limits.reduction(polynomial, times, value)
        if times < _LARGE or len(value) > 1:
            return divmod(polynomial, self.generators[i] ** power - value)[1]
        total = self.zero
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            often, exponents[i] = divmod(exponents[i], power)
            self.limits.power(value, often)
            total += self.context.term(coeff=coefficient, exp_vec=tuple(exponents)) * value**often
        return total

    # --- quotients --------------------------------------------------------------------------------------------

    def add(self, x: Form, y: Form) -> Form:
        (_, a, b), (_, c, d) = x, y
        if b is d or b == d:  # the 1 of all polynomials is one object
            return Form(self, a + c, b) if b is self.one or b == self.one else self.cancelled(a + c, b)
        if b == self.one and not self.relations:
            return Form(self, self.times(a, d) + c, d)
        if d == self.one and not self.relations:
            return Form(self, a + self.times(c, b), b)
        common = self.gcd(b, d)
        left, right = b / common, d / common
        return self.cancelled(self.times(a, right) + self.times(c, left), self.times(b, right))

    def negate(self, x: Form) -> Form:
        return Form(self, -x.num, x.den)

    def sub(self, x: Form, y: Form) -> Form:
        return self.add(x, Form(self, -y.num, y.den))

    def mul(self, x: Form, y: Form) -> Form:
        (_, a, b), (_, c, d) = x, y
        if b is d is self.one or b == self.one == d:
            return Form(self, self.times(a, c), b)
        if d != self.one:
            _, a, d = self.cancelled(a, d)
        if b != self.one:
            _, c, b = self.cancelled(c, b)
        num, den = self.times(a, c), d if b == self.one else b if d == self.one else self.times(b, d)
        return self.cancelled(num, den) if self.relations else Form(self, num, den)

    def invert(self, x: Form) -> Form:
        if x.num == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        return self._scaled(*self.domain.exact_below(self, x.den, x.num))

    def div(self, x: Form, y: Form) -> Form:
        return self.mul(x, self.invert(y))

    def power(self, x: Form, n: int) -> Form:
        if n < 0:
            return self.power(self.invert(x), -n)
        _, num, den = x
        is_reducible = self._is_reducible(x)
        for polynomial in (num, den):
            if n > 1 and polynomial != self.one:
                self.limits.power(polynomial, n, is_reducible)
        if not is_reducible:
            return Form(self, num**n, den if den == self.one else den**n)
        result = self.form(self.one)
        while n:
            n, odd = divmod(n, 2)
            result = self.mul(result, x) if odd else result
            x = self.mul(x, x) if n else x
        return result

    def _is_reducible(self, x: Form) -> bool:
        if not self.relations:
            return False
        num, den = x.num.degrees(), x.den.degrees()
        return any(num[i] or den[i] for i in self.relations)

    def cancelled(self, num: Any, den: Any) -> Form:
        """The quotient reduced, and without common factors."""
        if self.relations:
            num, den = self.domain.exact_below(self, self.reduced(num), self.reduced(den))
        if den == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        if num == 0:
            return Form(self, num, self.one)
        if not is_constant(den):
            common = self.gcd(num, den)
            if common == self.one and not self.unique:
                return Form(self, num, den)
            if not is_constant(common):
                num, den = num / common, den / common
        return self._scaled(num, den)

    def settled(self, x: Form) -> Form:
        """A quotient of the free ring, in lowest terms there, reduced: what does not change needs no common divisor."""
        ring, num, den = x
        top = self.reduced(num)
        if den == self.one:
            return Form(ring, top, den)
        bottom = self.reduced(den)
        return x if top == num and bottom == den else Form(ring, *self.cancelled(top, bottom)[1:])

    def _scaled(self, num: Any, den: Any) -> Form:
        if self.unique or is_constant(den):
            leading = den.coefficient(0)
            if leading != 1:
                num, den = num / leading, den / leading
        return Form(self, num, den)


class RationalFunctions:
    """The arithmetic of quotients of a free ring, in which a polynomial is a value as it is, without a denominator."""

    def __init__(self, free: Ring) -> None:
        self.free = free

    def form(self, x: Any) -> Form:
        return x if type(x) is Form else self.free.form(x)

    def terms(self, x: Any) -> int:
        return len(x.num) + len(x.den) - 1 if type(x) is Form else len(x)

    def constant(self, x: Any) -> Any:
        return self.free.constant(x).num

    def add(self, x: Any, y: Any) -> Any:
        return self._by_forms(self.free.add, x, y) if type(x) is Form or type(y) is Form else x + y

    def sub(self, x: Any, y: Any) -> Any:
        return self._by_forms(self.free.sub, x, y) if type(x) is Form or type(y) is Form else x - y

    def mul(self, x: Any, y: Any) -> Any:
        if type(x) is Form or type(y) is Form:
            return self._by_forms(self.free.mul, x, y)
        self.free.limits.product(x, y)
        return x * y

    def negate(self, x: Any) -> Any:
        return self.free.negate(x) if type(x) is Form else -x

    def invert(self, x: Any) -> Any:
        return self._by_forms(self.free.invert, x)

    def div(self, x: Any, y: Any) -> Any:
        return self._by_forms(self.free.div, x, y)

    def power(self, x: Any, n: int) -> Any:
        return self._by_forms(lambda form: self.free.power(form, n), x)

    def _by_forms(self, operation: Callable[..., Form], *operands: Any) -> Any:
        found = operation(*map(self.form, operands))
        return found.num if found.den == self.free.one else found


@memoized(256)
def polynomials_over(count: int, domain: Rationals) -> tuple[Any, tuple[Any, ...], Any, Any, Relations]:
    """The context of polynomials over so many variables, its generators, 1, 0, and the relations of the domain."""
    context = flint.fmpq_mpoly_ctx.get(("x", count + domain.size), flint.Ordering.lex)
    generators = context.gens()
    return context, generators, context.constant(1), context.constant(0), domain.relations(generators)


def is_constant(polynomial: Any) -> bool:
    return len(polynomial) < 2 and polynomial.is_constant()
