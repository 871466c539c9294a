"""Functions of numbers that series and sums use: signs, logarithms of what may vanish, harmonic numbers."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.arguments import length
from scmpy.generic.numeric_tower import exact, exact_sign
from scmpy.generic.settings import Limit
from scmpy.registry import public

MOST_TERMS = Limit("most-harmonic-terms", 10_000, "Terms of a harmonic number.")


def _real(x: Any) -> Any:
    if isinstance(x, bool) or not isinstance(x, (int, float, Fraction)):
        raise WrongTypeError(f"{CALLED} expects a real number, got {describe(x)}")
    return x


@public("sgn")
def sgn(x: Scalar) -> int:
    """The sign of a real number: -1, 0 or 1.

    Scheme:  (sgn x)
    >>> sgn(-2.5), sgn(0)
    (-1, 0)
    """
    return exact_sign(_real(x))


@public("safelog")
def safelog(x: Scalar) -> ScalarValue:
    """The logarithm of a real number, of one that is not positive that of the smallest positive float.

    Scheme:  (safelog x)
    >>> safelog(1.0), safelog(0) < -700
    (0.0, True)
    """
    return g.log(max(_real(x), sys.float_info.min))


@public("Hn", python="harmonic_number")
def harmonic_number(n: int) -> ScalarValue:
    """The sum of 1/k for k from 1 to n.

    Scheme:  (Hn n)
    >>> harmonic_number(3)
    Fraction(11, 6)
    """
    length(n, "Hn", MOST_TERMS)
    return exact(sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0)))
