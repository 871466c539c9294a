"""The written forms of numbers: ``12``, ``-1/2``, ``.5``, ``1e3``, ``+i``, ``2-1.5i``, ``1@2``, ``#xff``, ``#e.5``."""

from __future__ import annotations

import cmath
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from scmpy.generic.numeric_tower import exact, exact_complex, inexact_complex
from scmpy.generic.settings import Limit

_UNSIGNED = r"(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
_REAL = rf"(?:[-+]?{_UNSIGNED}|[-+](?:inf|nan)\.0)"
_NUMBER = re.compile(rf"(?P<real>{_REAL})?(?:(?P<imaginary>[-+](?:{_UNSIGNED}|(?:inf|nan)\.0)?)i|@(?P<angle>{_REAL}))?")
_PREFIX = re.compile(r"#[eibodxEIBODX]")
_RADIX = {"b": 2, "o": 8, "d": 10, "x": 16}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_DIGITS = Limit("most-numeral-digits", 100_000, "Digits of an exact number that is read in scientific notation.")


def parse_number(text: str, radix: int = 10) -> Any:
    """The number that a text writes, or None.

    >>> parse_number("1/2"), parse_number(".5e1"), parse_number("#xff"), parse_number("abc")
    (Fraction(1, 2), 5.0, 255, None)
    """
    if not text.isascii():
        return None
    exactness = base = ""
    while _PREFIX.match(text):
        letter = text[1].lower()
        if exactness if letter in "ei" else base:
            return None  # a second one of its kind
        if letter in "ei":
            exactness = letter
        else:
            base = letter
        text = text[2:]
    radix = _RADIX[base] if base else radix
    number = _decimal(text, exactness == "e") if radix == 10 else _in_radix(text, radix)
    if number is None or exactness != "i":
        return None if exactness == "e" and isinstance(number, (float, complex)) else number
    return complex(number) if isinstance(number.real, Fraction) and number.imag else _inexact(number)


def _inexact(number: Any) -> Any:
    return complex(number.real, number.imag) if number.imag else float(number.real)


def _in_radix(text: str, radix: int) -> int | Fraction | None:
    digits = f"[{_DIGITS[:radix]}]+"
    found = re.fullmatch(rf"([-+]?{digits})(?:/({digits}))?", text, re.IGNORECASE)
    if not found:
        return None
    denominator = int(found[2], radix) if found[2] else 1
    return exact(Fraction(int(found[1], radix), denominator)) if denominator else None


def _decimal(text: str, make_exact: bool) -> Any:
    found = _NUMBER.fullmatch(text)
    if not found or not text:
        return None
    if found["imaginary"] is None and found["angle"] is None:
        return _real(text, make_exact)
    real = _real(found["real"], make_exact) if found["real"] else 0
    if found["angle"] is not None:
        angle = _real(found["angle"], make_exact)
        if real is None or angle is None or not math.isfinite(angle):
            return None
        return real if angle == 0 else inexact_complex(cmath.rect(real, angle))
    digits = found["imaginary"]
    imaginary = _real(digits + "1" if len(digits) == 1 else digits, make_exact)
    if real is None or imaginary is None:
        return None
    if isinstance(real, float) or isinstance(imaginary, float):
        return inexact_complex(complex(real, imaginary))
    return exact_complex(real, imaginary)


def _real(text: str, make_exact: bool) -> Any:
    """A real number; None for a zero denominator."""
    if text.endswith(("inf.0", "nan.0")):
        return (-math.inf if text[0] == "-" else math.inf) if "inf" in text else math.nan
    if "/" in text:
        numerator, denominator = map(_integer, text.split("/"))
        return exact(Fraction(numerator, denominator)) if denominator else None
    if "." not in text and "e" not in text and "E" not in text:
        return _integer(text)
    if not make_exact:
        return float(text)
    value = Decimal(text)
    if abs(value.adjusted()) > _MOST_DIGITS.value:
        raise _MOST_DIGITS.refusal(f"the exact number {text} has")
    return exact(Fraction(value))


def _integer(digits: str) -> int:
    """Python's own conversion stops at 4300 digits."""
    if len(digits) < 4000:
        return int(digits)
    from flint import fmpz

    return int(fmpz(digits.removeprefix("+")))
