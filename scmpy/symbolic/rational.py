"""Rational functions of kernels: quotients of multivariate polynomials, in python-flint.

A :class:`Field` holds the generators of one expression: its atoms (symbols and kernels such as ``(sin x)``), in an
order in which every relation between them has its leading term first (``sin^2`` before ``cos``, ``sqrt`` before
what is under it), so that reduction modulo the relations is one polynomial division. Two generators are always
there, last: ``i`` with i^2 = -1, and the idempotent ``w`` (w^2 = w) that marks inexact numbers: the number a + b w
stands for a + b, and is a float when b is not 0. Floats enter as the exact binary fractions that they are and are
rounded once, at the end. Only numerators contain w: a quotient by something inexact is an inexact quotient.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError
from scmpy.generic.memory import memoized
from scmpy.generic.numbers import ExactComplex, exact, exact_complex, inexact_complex
from scmpy.symbolic.bounded import gcd
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.limits import MANY_PAIRS, check_power, check_powers_of_sum, check_product, check_size, height

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
        self._basic_relations = [(size, self.i**2 + 1), (size + 1, self.w**2 - self.w)]

    def constant(self, x: Any) -> Quotient:
        """A number as a rational function."""
        if type(x) is int:
            return Quotient(self.context.constant(x), None)
        if isinstance(x, Fraction):
            return Quotient(self._rational(x), None)
        if isinstance(x, float):
            return Quotient(self._rational(Fraction(x)) * self.w, None)
        real, imag = self.constant(x.real).num, self.constant(x.imag).num
        return Quotient(real + imag * self.i, None)

    def _rational(self, x: int | Fraction) -> Any:
        return self.context.constant(self.fmpq(x.numerator, x.denominator))

    def number(self, parts: dict[tuple[int, int], Any]) -> Any:
        """The number with these coefficients of i^p w^q: inverse of :meth:`constant`."""
        if len(parts) == 1 and (0, 0) in parts:
            return to_rational(parts[0, 0])

        def part(p: int) -> int | Fraction | float:
            whole = parts.get((p, 0), 0) + parts.get((p, 1), 0)
            value = to_rational(whole) if whole else 0
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
        common = gcd(b, d)
        left, right = d / common, b / common
        return self.cancelled(a * left + c * right, b * left)

    def negate(self, x: Quotient) -> Quotient:
        return Quotient(-x.num, x.den)

    def mul(self, x: Quotient, y: Quotient) -> Quotient:
        a, b = x
        c, d = y
        if len(a) * len(c) > MANY_PAIRS:
            check_product(a, c)
        if d is not None:
            a, d = self.cancelled(a, d)
        if b is not None:
            c, b = self.cancelled(c, b)
        num, den = a * c, d if b is None else b if d is None else b * d
        for polynomial in (num, den):
            if polynomial is not None and len(polynomial) == 1:
                check_size(1, height(polynomial))
        return Quotient(num, den)

    def invert(self, x: Quotient) -> Quotient:
        num, den = x
        if num == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        top = self.one if den is None else den
        if self._has_inexact(num):  # denominators are exact, lest w be cancelled as if it were a factor
            top, num = self._inexact(top), self.exactly(num)
        if _is_constant(num):
            return Quotient(top * (1 / num.leading_coefficient()), None)
        return Quotient(top, num)

    def power(self, x: Quotient, n: int) -> Quotient:
        if n < 0:
            return self.power(self.invert(x), -n)
        if n > 1:
            for polynomial in x:
                if polynomial is not None:
                    check_power(polynomial, n)
        return Quotient(x.num**n, None if x.den is None else x.den**n)

    def cancelled(self, num: Any, den: Any) -> Quotient:
        """The quotient without common factors; a constant denominator is divided out."""
        if num == 0:
            return Quotient(num, None)
        if not _is_constant(den):
            common = gcd(num, den)
            if not _is_constant(common):
                num, den = num / common, den / common
        if _is_constant(den):
            return Quotient(num * (1 / den.leading_coefficient()), None)
        return Quotient(num, den)

    def reduced(self, x: Quotient, relations: list[tuple[int, Any]], lowest: bool = False) -> Quotient:
        """The quotient with numerator and denominator reduced modulo the relations, until nothing changes.

        A relation is the index of its leading generator, which it contains squared, and the polynomial that is 0.
        What is known to be in lowest terms, as every result of the arithmetic is, costs no greatest common divisor.
        """
        while True:
            num, den = self._remainder(x.num, relations), x.den
            if den is None:
                return Quotient(num, None)
            den = self._remainder(den, relations)
            if den == 0:
                raise DivisionByZeroError("Division by zero signalled by /.")
            if self._has_inexact(den):
                num, den = self._inexact(num), self.exactly(den)
            if lowest and num == x.num and den == x.den:
                return x
            x, lowest = self.cancelled(num, den), True

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
        check_powers_of_sum(int(degree) // 2, len(relation) - 1)
        return divmod(polynomial, relation)[1]

    def without_squares(self, polynomial: Any, index: int, square: Any) -> Any:
        """The polynomial with the square of a generator replaced by another polynomial."""
        if polynomial.degrees()[index] < 2:
            return polynomial
        total = self.context.constant(0)
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            halves, exponents[index] = divmod(exponents[index], 2)
            check_power(square, halves)
            total += self.context.term(coeff=coefficient, exp_vec=tuple(exponents)) * square**halves
        return total

    def _has_inexact(self, polynomial: Any) -> bool:
        return bool(polynomial.degrees()[-1])

    def _inexact(self, polynomial: Any) -> Any:
        """The polynomial with every coefficient inexact."""
        return self._remainder(polynomial * self.w, self._basic_relations)

    def exactly(self, polynomial: Any) -> Any:
        """The polynomial with every inexact coefficient taken as the exact fraction that it is."""
        return polynomial.subs({self.size + 1: 1})

    def is_rational(self, polynomial: Any) -> bool:
        """Are all coefficients of a polynomial exact and real: does it contain neither i nor w?"""
        *_, i, w = polynomial.degrees()
        return not i and not w

    def basic_relations(self) -> list[tuple[int, Any]]:
        """i^2 = -1 and w^2 = w."""
        return [*self._basic_relations]


class Canonical(NamedTuple):
    """A rational function of atoms: the field, the quotient, and the atom of each generator."""

    field: Field
    quotient: Quotient
    atoms: tuple[Expression, ...]

    def occurring(self) -> list[Expression]:
        """The atoms that numerator or denominator contains."""
        degrees = [polynomial.degrees() for polynomial in self.quotient if polynomial is not None]
        return [a for a, *powers in zip(self.atoms, *degrees, strict=False) if max(powers) > 0]  # of 0 they are -1


@memoized(256)
def rational_functions(size: int) -> Field:
    """The rational functions of this number of atoms."""
    return Field(size)


def to_rational(x: Any) -> int | Fraction:
    """An integer or a fraction from flint's rational number."""
    return int(x.p) if x.q == 1 else Fraction(int(x.p), int(x.q))


def _is_constant(x: Any) -> bool:
    """Is this polynomial a number? The number of terms tells at once of most that they are not."""
    return len(x) < 2 and x.is_constant()


def to_float(x: int | Fraction | float) -> float:
    """The nearest float, infinite when there is none."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


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
