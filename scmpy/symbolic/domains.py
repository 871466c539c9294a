"""Domains: which numbers the polynomials of a ring have as coefficients, and how those enter python-flint and leave it.

The coefficients in python-flint are rational. In the domain NUMBERS two generators that come after all others stand
for what is not: ``i`` with i^2 = -1, and the idempotent ``w`` (w^2 = w) that marks inexact numbers: the number a + b w
stands for a + b, and is a float when b is not 0. Floats enter as the exact binary fractions that they are and are
rounded once, at the end; what is too large or too small for a float stays the rational number that it is. A number
below a quotient is exact: a quotient by an inexact number is inexact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.generic.numeric_tower import ExactComplex, exact, exact_complex, inexact_complex

#: Relations by generator: the power of it that is another polynomial.
Relations = dict[int, tuple[int, Any]]


class Rationals:
    """The rational numbers."""

    size = 0  # generators of the domain

    def relations(self, generators: tuple[Any, ...]) -> Relations:
        """The relations of the generators of the domain."""
        return {}

    def constant(self, ring: Any, x: Any) -> Any:
        """A number as a polynomial."""
        return ring.context.constant(to_flint(x))

    def divisor(self, ring: Any, common: Any) -> Any:
        """What two polynomials may be divided by, of a common divisor."""
        return common

    def exact_below(self, ring: Any, num: Any, den: Any) -> tuple[Any, Any]:
        """A quotient with an exact denominator."""
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
    """Is a coefficient in NUMBERS inexact?"""
    return bool(polynomial.degrees()[-1] > 0)


def is_rational(polynomial: Any) -> bool:
    """Are all coefficients in NUMBERS exact and real: does the polynomial contain neither i nor w?"""
    *_, i, w = polynomial.degrees()
    return not i and not w


# --- numbers of python-flint -----------------------------------------------------------------------------------


def to_flint(x: int | Fraction) -> Any:
    """A rational number of python-flint."""
    from flint import fmpq

    return fmpq(x.numerator, x.denominator)


def to_fraction(x: Any) -> Fraction:
    """A Fraction from a rational number of python-flint."""
    return Fraction(int(x.p), int(x.q))


def to_number(x: Any) -> int | Fraction:
    """An integer or a fraction from a rational number of python-flint."""
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


def rounded(x: int | Fraction) -> Any:
    """The nearest float; where that is infinite, or 0 of a number that is not, the number as it is."""
    value = to_float(x)
    return value if x == 0 or (value and math.isfinite(value)) else x


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
