"""Numbers as MIT Scheme writes them.

An inexact number has a decimal point and no idle zeros: ``.5``, ``-.25``, ``100.``. With ``n`` significant digits
(the fewest that read back as the same number) and leading digit at ``10**k`` it is written positionally when
``0 <= k <= 17``, or when ``k < 0`` and ``n - k <= 18``; otherwise as ``1.5e-17`` or ``1e18``. A complex number is
``2-i`` or ``+1/2i``: an exact zero real part and a unit imaginary part are left out.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

_MOST_INTEGRAL_DIGITS = 18  # before a float is written with an exponent; so many zeros after the point
_MOST_FRACTIONAL_DIGITS = 18


def number_text(x: Any) -> str:
    """The text of a number: integer, rational, float, or complex of any of them.

    >>> from fractions import Fraction
    >>> [number_text(x) for x in (12, Fraction(-1, 2), 0.5, -0.25, 100.0, 1e18, 1.5e-17, -0.0)]
    ['12', '-1/2', '.5', '-.25', '100.', '1e18', '1.5e-17', '-0.']
    >>> [number_text(x) for x in (2j, 2 - 1.5j, math.inf, -math.inf, math.nan)]
    ['+2.i', '2.-1.5i', '+inf.0', '-inf.0', '+nan.0']
    """
    if isinstance(x, Integral):
        return integer_text(int(x))
    if isinstance(x, Rational):
        numerator, denominator = integer_text(int(x.numerator)), integer_text(int(x.denominator))
        return numerator if denominator == "1" else f"{numerator}/{denominator}"
    if isinstance(x, Real):
        return _float_text(float(x))
    return _complex_text(x.real, x.imag)


def integer_text(n: int) -> str:
    """The digits of an integer of any length (Python's own conversion stops at 4300 digits).

    >>> integer_text(-12), len(integer_text(10**10_000))
    ('-12', 10001)
    """
    if n.bit_length() < 10_000:
        return str(n)
    from flint import fmpz

    return str(fmpz(n))


def _float_text(x: float) -> str:
    if math.isnan(x):
        return "-nan.0" if math.copysign(1, x) < 0 else "+nan.0"  # as the processor made it, as in the original
    if math.isinf(x):
        return "+inf.0" if x > 0 else "-inf.0"
    sign = "-" if math.copysign(1, x) < 0 else ""
    return sign + (_decimal_text(abs(x)) if x else "0.")


def _decimal_text(x: float) -> str:
    """A positive finite float."""
    shortest = Decimal(repr(x)).normalize().as_tuple()
    assert isinstance(shortest.exponent, int)
    digits = "".join(map(str, shortest.digits))
    k = len(digits) - 1 + shortest.exponent
    if 0 <= k < _MOST_INTEGRAL_DIGITS:
        return f"{digits[: k + 1].ljust(k + 1, '0')}.{digits[k + 1 :]}"
    if k < 0 and len(digits) - k <= _MOST_FRACTIONAL_DIGITS:
        return "." + "0" * (-k - 1) + digits
    return f"{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}e{k}"


def _complex_text(real: int | Fraction | float, imaginary: int | Fraction | float) -> str:
    """Python's complex numbers have no exact zero, so that a zero real part is never shown."""
    unit = isinstance(imaginary, Rational) and abs(imaginary) == 1
    size = number_text(imaginary)
    if size[0] not in "+-":
        size = "+" + size
    return f"{number_text(real) if real != 0 else ''}{size[0] if unit else size}i"
