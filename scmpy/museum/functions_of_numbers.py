"""Functions of numbers: signs, harmonic numbers, units in the last place, Bessel functions by kind and order."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.arguments import length
from scmpy.generic.numeric_tower import ExactComplex, exact, exact_sign
from scmpy.generic.settings import Limit
from scmpy.numerics.special.bessel import bessj, bessy
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


@public("ulp")
def ulp(x: Scalar) -> float:
    """The unit in the last place: the distance from a floating-point number to the next one away from zero.

    Scheme:  (ulp x)
    Raises:  WrongTypeError for what is no real number
    >>> ulp(1.0) == 2.0**-52
    True
    """
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        raise WrongTypeError(f"ulp expects a real number, got {describe(x)}")
    return math.ulp(x)


@public("ulpr")
def relative_ulp(x: Scalar) -> float:
    """The unit in the last place, relative to the size of the number.

    Scheme:  (ulpr x)
    Math:    ulp(x) / |x|
    >>> from scmpy import ulpr
    >>> ulpr(2.0) == 2.0 ** (-52)
    True
    """
    return ulp(x) / abs(x)  # type: ignore[arg-type]


@public("bessh")
def bessh(n: int, x: Scalar) -> ScalarValue:
    """Hankel's function of the first kind of an order.

    Scheme:  (bessh n x)
    Math:    J_n + i Y_n
    >>> bessh(2, 3.0)
    (0.4860912605858911-0.16040039348492374j)
    """
    return g.add(bessj(n, x), g.mul(ExactComplex(0, 1), bessy(n, x)))


def _of_order(scheme: str, function: Any, order: int, kind: str, value: str) -> None:
    def at(x: Scalar) -> ScalarValue:
        return function(order, x)

    at.__doc__ = f"""The Bessel function of the {kind} kind of order {order}.

    Scheme:  ({scheme} x)
    >>> {scheme}(2.0)
    {value}
    """
    public(scheme)(at)


_of_order("bessj0", bessj, 0, "first", "0.22389077914123567")


_of_order("bessj1", bessj, 1, "first", "0.5767248077568734")


_of_order("bessy0", bessy, 0, "second", "0.5103756726497451")


_of_order("bessy1", bessy, 1, "second", "-0.10703243154093754")
