"""Continued fractions, their convergents, and the fractions between 0 and 1 in the order of Farey."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.registry import public
from scmpy.structure.aliases import Scalar


def _fraction(x: Any) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, (int, Fraction, float)) or not math.isfinite(x):
        raise WrongTypeError(f"{CALLED} expects a finite real number, got {describe(x)}")
    return Fraction(x)


@public("continued-fraction")
def continued_fraction(x: Scalar) -> tuple[int, ...]:
    """The partial quotients of a number: x = a0 + 1/(a1 + 1/(a2 + ...)).

    Of a float they end where they give the float: not all digits of its binary fraction are meant.

    Scheme:  (continued-fraction x)
    >>> from fractions import Fraction
    >>> continued_fraction(Fraction(415, 93)), continued_fraction(0.75)
    ((4, 2, 6, 7), (0, 1, 3))
    """
    rest = _fraction(x)
    found = [math.floor(rest)]
    while rest != found[-1] and not (isinstance(x, float) and float(_value(found)) == x):
        rest = 1 / (rest - found[-1])
        found.append(math.floor(rest))
    return tuple(found)


def _value(quotients: list[int]) -> Fraction:
    value = Fraction(quotients[-1])
    for quotient in quotients[-2::-1]:
        value = quotient + 1 / value
    return value
