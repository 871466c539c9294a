"""Rational functions of kernels: quotients of multivariate polynomials, in python-flint.

A :class:`Field` holds the generators of one expression: its atoms (symbols and kernels such as ``(sin x)``), in an
order in which every relation between them has its leading term first (``sin^2`` before ``cos``, ``sqrt`` before
what is under it), so that reduction modulo the relations is one polynomial division. Two generators are always
there, last: ``i`` with i^2 = -1, and the idempotent ``w`` (w^2 = w) that marks inexact numbers: the number a + b w
stands for a + b, and is a float when b is not 0. Floats enter as the exact binary fractions that they are and are
rounded once, at the end.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.generic.numbers import MAXIMUM_BITS, ExactComplex, exact, exact_complex, inexact_complex

#: No polynomial with more terms than this is computed.
MAXIMUM_TERMS = 2_000_000

#: From this degree on a square that is one term is put in, not divided out.
_LARGE_DEGREE = 100


class Quotient(NamedTuple):
    """Numerator and denominator; a denominator of 1 is None."""

    num: Any
    den: Any


class Field:
    """Rational functions of the given number of atoms, over the rationals with i and w."""

    def __init__(self, size: int) -> None:
        from flint import Ordering, fmpq, fmpq_mpoly_ctx

        self.fmpq = fmpq
        self.context = fmpq_mpoly_ctx.get(("x", size + 2), Ordering.lex)
        self.generators = self.context.gens()
        self.i, self.w = self.generators[-2:]
        self.size = size
        self.one = self.context.constant(1)

    def constant(self, x: Any) -> Quotient:
        """A number as a rational function."""
        if isinstance(x, (int, Fraction)):
            return Quotient(self._rational(x), None)
        if isinstance(x, float):
            return Quotient(self._rational(Fraction(x)) * self.w, None)
        real, imag = self.constant(x.real).num, self.constant(x.imag).num
        return Quotient(real + imag * self.i, None)

    def _rational(self, x: int | Fraction) -> Any:
        return self.context.constant(self.fmpq(x.numerator, x.denominator))

    def number(self, parts: dict[tuple[int, int], Any]) -> Any:
        """The number with these coefficients of i^p w^q: inverse of :meth:`constant`."""

        def part(p: int) -> int | Fraction | float:
            whole = parts.get((p, 0), 0) + parts.get((p, 1), 0)
            value = exact(Fraction(int(whole.p), int(whole.q))) if whole else 0
            return to_float(value) if (p, 1) in parts else value

        real, imag = part(0), part(1)
        if isinstance(real, float) or isinstance(imag, float):
            return inexact_complex(complex(real, imag)) if imag else float(real)
        return exact_complex(real, imag)

    # --- arithmetic -------------------------------------------------------------------------------------------

    def add(self, x: Quotient, y: Quotient) -> Quotient:
        (a, b), (c, d) = x, y
        if b is None and d is None:
            return Quotient(a + c, None)
        if b is None:
            return Quotient(a * d + c, d)
        if d is None:
            return Quotient(a + c * b, b)
        if b == d:
            return self.cancelled(a + c, b)
        common = b.gcd(d)
        left, right = d / common, b / common
        return self.cancelled(a * left + c * right, b * left)

    def negate(self, x: Quotient) -> Quotient:
        return Quotient(-x.num, x.den)

    def mul(self, x: Quotient, y: Quotient) -> Quotient:
        (a, b), (c, d) = x, y
        check_size(len(a) * len(c) // 8)
        if b is None and d is None:
            return Quotient(a * c, None)
        if d is not None:
            a, d = self.cancelled(a, d)
        if b is not None:
            c, b = self.cancelled(c, b)
        den = d if b is None else b if d is None else b * d
        return Quotient(a * c, den)

    def invert(self, x: Quotient) -> Quotient:
        num, den = x
        if num == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        if num.is_constant():
            return Quotient((self.one if den is None else den) * (1 / num.leading_coefficient()), None)
        return Quotient(self.one if den is None else den, num)

    def power(self, x: Quotient, n: int) -> Quotient:
        if n < 0:
            return self.power(self.invert(x), -n)
        for polynomial in x:
            if polynomial is not None and n > 1 and len(polynomial) > 1:
                check_size(math.comb(min(len(polynomial), 60) + n - 1, n) if n < 10_000 else MAXIMUM_TERMS + 1)
            if polynomial is not None:
                check_coefficients(polynomial, n)
        return Quotient(x.num**n, None if x.den is None else x.den**n)

    def cancelled(self, num: Any, den: Any) -> Quotient:
        """The quotient without common factors; a constant denominator is divided out."""
        if num == 0:
            return Quotient(num, None)
        if not den.is_constant():
            common = num.gcd(den)
            if not common.is_constant():
                num, den = num / common, den / common
        if den.is_constant():
            return Quotient(num * (1 / den.leading_coefficient()), None)
        return Quotient(num, den)

    def reduced(self, x: Quotient, relations: list[tuple[int, Any]]) -> Quotient:
        """The quotient with numerator and denominator reduced modulo the relations, until nothing changes.

        A relation is the index of its leading generator, which it contains squared, and the polynomial that is 0.
        """
        while True:
            num, den = self._remainder(x.num, relations), x.den
            if den is not None:
                den = self._remainder(den, relations)
                if den == 0:
                    raise DivisionByZeroError("Division by zero signalled by /.")
                if self._has_inexact(den):
                    num, den = self._remainder(num * self.w, relations), self.exactly(den)
                result = self.cancelled(num, den)
            else:
                result = Quotient(num, None)
            if result == x:
                return result
            x = result

    def _remainder(self, polynomial: Any, relations: list[tuple[int, Any]]) -> Any:
        """The polynomial modulo every relation whose generator it contains to the second power or higher."""
        degrees = polynomial.degrees()
        changed = True
        while changed:
            changed = False
            for index, relation in relations:
                if degrees[index] > 1:
                    polynomial = self._modulo(polynomial, index, relation, degrees[index])
                    degrees = polynomial.degrees()
                    changed = True
        return polynomial

    def _modulo(self, polynomial: Any, index: int, relation: Any, degree: int) -> Any:
        """The polynomial modulo one relation; a division would take space in proportion to the degree."""
        if degree > _LARGE_DEGREE and len(relation) == 2:
            return self.without_squares(polynomial, index, self.generators[index] ** 2 - relation)
        check_powers(int(degree) // 2, len(relation) - 1)
        return divmod(polynomial, relation)[1]

    def without_squares(self, polynomial: Any, index: int, square: Any) -> Any:
        """The polynomial with the square of a generator replaced by another polynomial."""
        if polynomial.degrees()[index] < 2:
            return polynomial
        total = self.context.constant(0)
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            halves, exponents[index] = divmod(exponents[index], 2)
            check_powers(halves, len(square))
            check_coefficients(square, halves)
            total += self.context.term(coeff=coefficient, exp_vec=tuple(exponents)) * square**halves
        return total

    def _has_inexact(self, polynomial: Any) -> bool:
        return bool(polynomial.degrees()[-1])

    def exactly(self, polynomial: Any) -> Any:
        """The polynomial with every inexact coefficient taken as the exact fraction that it is."""
        return polynomial.subs({self.size + 1: 1})

    def basic_relations(self) -> list[tuple[int, Any]]:
        """i^2 = -1 and w^2 = w."""
        return [(self.size, self.i**2 + 1), (self.size + 1, self.w**2 - self.w)]


def check_size(terms: int) -> None:
    """Refuse a result with too many terms."""
    if terms > MAXIMUM_TERMS:
        raise LimitError(f"simplify: the expanded result would have more than {MAXIMUM_TERMS} terms")


def check_coefficients(polynomial: Any, n: int) -> None:
    """Refuse the power of a polynomial whose coefficients would be too long."""
    for coefficient in polynomial.coeffs() if n > 1000 else ():
        if (max(abs(int(coefficient.p)), int(coefficient.q)).bit_length() - 1) * n > MAXIMUM_BITS:
            raise LimitError(f"simplify: a power with coefficients of more than {MAXIMUM_BITS} bits")


def check_powers(exponent: int, terms: int) -> None:
    """Refuse to reduce by a square that is a sum of so many terms, where the powers on the way would be too many."""
    if terms > 1 and exponent > 1:
        largest = math.comb(min(terms, 60) + exponent - 1, exponent) if exponent < 100_000 else MAXIMUM_TERMS
        check_size(largest * exponent // 2)


def to_float(x: int | Fraction | float) -> float:
    """The nearest float, infinite when there is none."""
    try:
        return float(x)
    except OverflowError:
        return math.copysign(math.inf, x)


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
