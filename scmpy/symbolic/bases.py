"""Exponentials and logarithms to the bases 2 and 10, and a few functions of numbers that series and sums use."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.generic.arguments import length
from scmpy.generic.functions import Function
from scmpy.generic.numeric_tower import exact, exact_sign
from scmpy.generic.settings import Limit
from scmpy.registry import docstring, public, register

MOST_TERMS = Limit("most-harmonic-terms", 10_000, "Terms of a harmonic number.")


def _exact_logarithm(x: Any, base: int) -> int | None:
    """The exponent n with x = base^n, if x is such a power."""
    if not isinstance(x, (int, Fraction)) or isinstance(x, bool) or x <= 0:
        return None
    n = round(math.log(x.numerator, base) - math.log(x.denominator, base))
    return n if Fraction(base) ** n == x else None


def _define(base: int) -> None:
    def power(x: Any) -> Any:
        return g.expt(base, x)

    def logarithm(x: Any) -> Any:
        found = _exact_logarithm(x, base)
        return g.div(g.log(x), g.log(base)) if found is None else found

    power.__doc__ = docstring(
        f"The power of {base}.", f"(exp{base} x)", f"exp{base}(3), exp{base}(-1)", f"({base**3}, Fraction(1, {base}))"
    )
    logarithm.__doc__ = docstring(
        f"The logarithm to the base {base}, exact of exact powers.", f"(log{base} x)", f"log{base}({base**3})", "3"
    )
    functions: tuple[tuple[str, Callable[[Any], Any]], ...] = (("exp", power), ("log", logarithm))
    for name, function in functions:
        register(f"{name}{base}", Function(function, f"{name}{base}"), module=__name__)


_define(2)
_define(10)


def _real(x: Any, operation: str) -> Any:
    if isinstance(x, bool) or not isinstance(x, (int, float, Fraction)):
        raise WrongTypeError(f"{operation} expects a real number, got {describe(x)}")
    return x


@public("sgn")
def sgn(x: Scalar) -> int:
    """The sign of a real number: -1, 0 or 1.

    Scheme:  (sgn x)
    >>> sgn(-2.5), sgn(0)
    (-1, 0)
    """
    return exact_sign(_real(x, "sgn"))


@public("safelog")
def safelog(x: Scalar) -> ScalarValue:
    """The logarithm of a real number, of one that is not positive that of the smallest positive float.

    Scheme:  (safelog x)
    >>> safelog(1.0), safelog(0) < -700
    (0.0, True)
    """
    return g.log(max(_real(x, "safelog"), sys.float_info.min))


@public("Hn", python="harmonic_number")
def harmonic_number(n: int) -> ScalarValue:
    """The sum of 1/k for k from 1 to n.

    Scheme:  (Hn n)
    >>> harmonic_number(3)
    Fraction(11, 6)
    """
    length(n, "Hn", MOST_TERMS)
    return exact(sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0)))
