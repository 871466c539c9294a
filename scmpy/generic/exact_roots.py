"""Exact roots of exact numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.numeric_tower import ExactComplex, divide, exact_complex
from scmpy.generic.records import fill


def exact_root(x: int | Fraction, n: int) -> int | Fraction | None:
    """The exact n-th root of a non-negative rational, if it has one.

    >>> exact_root(Fraction(49, 64), 2)
    Fraction(7, 8)
    """

    def of_integer(k: int) -> int | None:
        root = math.isqrt(k) if n == 2 else _integer_root(k, n)
        return root if root**n == k else None

    top, bottom = of_integer(x.numerator), of_integer(x.denominator)
    return None if top is None or bottom is None else divide(top, bottom)


def _integer_root(k: int, n: int) -> int:
    """The integer part of the n-th root."""
    if k < 2 or k.bit_length() <= n:
        return min(k, 1)
    from flint import fmpz

    return int(fmpz(k).root(n))


def exact_sqrt(x: Any) -> Any:
    """The exact square root of an exact number, or i times that of its negative; None where there is none.

    >>> exact_sqrt(-4), exact_sqrt(2)
    (+2i, None)
    """
    if isinstance(x, ExactComplex):
        return None
    root = exact_root(abs(x), 2)
    if root is None:
        return None if x >= 0 else g.mul(ExactComplex(0, 1), g.sqrt(-x))
    return root if x >= 0 else exact_complex(0, root)


fill("sqrt", exact=exact_sqrt)
