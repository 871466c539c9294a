"""Numbers rounded: to multiples of constants that they very nearly are, to whole parts, angles to parts of a turn."""

from __future__ import annotations

import math
from fractions import Fraction

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import ExactComplex, exact_complex
from scmpy.registry import public
from scmpy.symbolic.heuristic_numbers import DENOMINATOR, INSIGNIFICANT, TOLERANCE, as_multiple
from scmpy.symbolic.real_numbers import simplest_fraction


@public("heuristic-round-complex", "heuristic-round-real", python="heuristic_round")
def heuristic_round(x: Scalar) -> ScalarValue:
    """A number rounded to a small rational multiple of 1, pi, e or a root, if it very nearly is one: a number again.

    Scheme:  (heuristic-round-complex z), (heuristic-round-real x)
    Raises:  WrongTypeError for what is no number
    >>> heuristic_round(0.3333333333333333), heuristic_round(3.14159265358979), heuristic_round(2 + 1e-14j)
    (Fraction(1, 3), 3.141592653589793, 2)
    """
    if not is_number(x):
        raise WrongTypeError(f"heuristic-round-complex expects a number, got {describe(x)}")
    if isinstance(x, float):
        factor, value, _ = as_multiple(x)
        return x if factor is None else factor if value == 1 else float(factor * value)
    if not isinstance(x, complex):
        return x
    real, imag = (heuristic_round(part) for part in (x.real, x.imag))
    if abs(x.imag) < INSIGNIFICANT * abs(x.real):
        return real
    if abs(x.real) < INSIGNIFICANT * abs(x.imag):
        real = 0
    parts_are_exact = not isinstance(real, float) and not isinstance(imag, float)
    return exact_complex(real, imag) if parts_are_exact else complex(real, imag)


@public("round-complex")
def round_complex(z: Scalar) -> ScalarValue:
    """A number with its real and its imaginary part rounded, halves to the even integer.

    Scheme:  (round-complex z)
    Raises:  WrongTypeError for what is no number
    >>> round_complex(1.7 + 2.3j), round_complex(2.5), round_complex(7)
    ((2+2j), 2.0, 7)
    """
    if not is_number(z):
        raise WrongTypeError(f"round-complex expects a number, got {describe(z)}")
    if isinstance(z, complex):
        return complex(round(z.real), round(z.imag))
    if isinstance(z, ExactComplex):
        return exact_complex(round(z.real), round(z.imag))
    if isinstance(z, float):
        return float(round(z)) if math.isfinite(z) else z
    return round(z)  # type: ignore[call-overload]


@public("heuristic-round-angle")
def heuristic_round_angle(angle: Scalar) -> ScalarValue:
    """An angle rounded to a small rational multiple of pi, if it very nearly is one.

    Scheme:  (heuristic-round-angle angle)
    Units:   radians
    Raises:  WrongTypeError for what is no real number
    >>> heuristic_round_angle(1.57079632679489), heuristic_round_angle(1.5)
    (1.5707963267948966, 1.5)
    """
    if not is_number(angle) or isinstance(angle, (complex, ExactComplex)):
        raise WrongTypeError(f"heuristic-round-angle expects a real number, got {describe(angle)}")
    if not math.isfinite(angle):  # type: ignore[arg-type]
        return angle
    ratio = Fraction(angle / math.pi)
    found = simplest_fraction(ratio - TOLERANCE, ratio + TOLERANCE)
    return float(found * math.pi) if found and found.denominator < DENOMINATOR else angle
