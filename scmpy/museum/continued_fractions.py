"""Continued fractions, their convergents, and the fractions between 0 and 1 in the order of Farey."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.arguments import count, items
from scmpy.generic.kinds import as_name
from scmpy.generic.numeric_tower import exact
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, ScalarValue

_MOST_FRACTIONS = Limit(
    "most-convergents",
    1_000,
    "Partial quotients of a continued fraction, and the largest denominator of a sequence of fractions.",
    "partial quotients",
)
_MOST_STEPS = Limit("most-farey-steps", 100_000, "Steps of a way in the tree of fractions.")


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


@public("convergents")
def convergents(x: Scalar | Iterable[int]) -> tuple[Any, ...]:
    """The fractions that the first partial quotients of a number give: each is the best one of its size.

    Scheme:  (convergents x)
    Shapes:  x: a number, or the list of its partial quotients
    Raises:  WrongTypeError for what is neither a number nor partial quotients; LimitError for too many of these
    >>> convergents(3.141592653589793)[1:4]
    (Fraction(22, 7), Fraction(333, 106), Fraction(355, 113))
    >>> convergents([1, 2, 2])
    (1, Fraction(3, 2), Fraction(7, 5))
    """
    quotients = continued_fraction(x) if isinstance(x, (int, float, Fraction)) else items(x)
    if any(type(each) is not int or (n and each < 1) for n, each in enumerate(quotients)):
        raise WrongTypeError(f"convergents expects a number or its partial quotients, got {describe(x)}")
    _MOST_FRACTIONS.check(len(quotients))
    (p, q), (before_p, before_q), found = (1, 0), (0, 1), []
    for each in quotients:
        p, q, before_p, before_q = each * p + before_p, each * q + before_q, p, q
        found.append(exact(Fraction(p, q)))
    return tuple(found)


@public("Farey-sequence")
def Farey_sequence(n: int) -> tuple[Any, ...]:
    """The fractions from 0 to 1 whose denominators are n at most, in their order.

    Scheme:  (Farey-sequence n)
    Shapes:  result: a list of fractions, in order
    Raises:  WrongTypeError unless n is positive; LimitError for too large an n
    >>> Farey_sequence(3)
    (0, Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), 1)
    """
    name = "Farey-sequence"
    if _MOST_FRACTIONS.check(count(n, name), name, "as the largest denominator") < 1:
        raise WrongTypeError(f"{name} expects a positive whole number, got {n}")
    a, b, c, d = 0, 1, 1, n
    found: list[int | Fraction] = [0]
    while c <= n:
        k = (n + b) // d
        found.append(exact(Fraction(c, d)))
        a, b, c, d = c, d, k * c - a, k * d - b
    return tuple(found)


@public("Farey-encode")
def Farey_encode(x: Scalar) -> str:
    """The way to a positive fraction in the tree of Stern and Brocot, from 1: to the left L, to the right R.

    Scheme:  (Farey-encode 3/5)
    Raises:  WrongTypeError unless the number is positive and exact; LimitError if the way is longer than
             most-farey-steps
    >>> from fractions import Fraction
    >>> Farey_encode(Fraction(3, 5)), Farey_encode(1)
    ('LRL', '')
    """
    if isinstance(x, float) or _fraction(x) <= 0:
        raise WrongTypeError(f"Farey-encode expects a positive exact fraction, got {describe(x)}")
    quotients = list(continued_fraction(x))
    quotients[-1] -= 1
    _MOST_STEPS.check(sum(quotients))
    return "".join("RL"[n % 2] * each for n, each in enumerate(quotients))


@public("Farey-decode")
def Farey_decode(way: str) -> ScalarValue:
    """The fraction at the end of a way in the tree of Stern and Brocot.

    Scheme:  (Farey-decode "LRL")
    Raises:  WrongTypeError for other letters; LimitError for more of them than most-farey-steps
    >>> Farey_decode("LRL")
    Fraction(3, 5)
    """
    text = as_name(way, "Farey-decode")
    if not set(text) <= {"L", "R"}:
        raise WrongTypeError(f"Farey-decode expects a text or symbol of the letters L and R, got {describe(way)}")
    _MOST_STEPS.check(len(text))
    a, b, c, d = 0, 1, 1, 0
    for step in text:
        if step == "L":
            c, d = a + c, b + d
        else:
            a, b = a + c, b + d
    return exact(Fraction(a + c, b + d))
