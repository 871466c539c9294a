"""Sines and cosines of sums and multiples of angles, by the addition theorems.

e^(i (x + y + ...)) is the product of the e^(i x) = cos x + i sin x; its real part is the cosine of the sum, its
imaginary part the sine. A part with k sines has the factor i^k.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.settings import Limit
from scmpy.symbolic.expression import PLUS, TIMES
from scmpy.symbolic.rewriting.templates import combined

MOST_TERMS = Limit("most-angle-terms", 4_096, "Terms of a sine or cosine of a sum or a multiple that is expanded.")


def _check(terms: int, what: str) -> None:
    MOST_TERMS.check(terms, f"{what} has {terms} terms")


def _of_sum(angles: tuple[Any, ...], odd: bool) -> Any:
    if len(angles) > 12:
        _check(1 << (len(angles) - 1), f"the sine or cosine of a sum of {len(angles)} angles, expanded,")
    terms = []
    for choice in product((0, 1), repeat=len(angles)):
        sines = sum(choice)
        if sines % 2 == odd:
            factors = [(g.sin if sine else g.cos)(angle) for sine, angle in zip(choice, angles, strict=True)]
            terms.append(combined(TIMES, (-1 if sines % 4 > 1 else 1, *factors)))
    return combined(PLUS, tuple(terms))


def sine_of_sum(x: Any, y: tuple[Any, ...]) -> Any:
    """sin(x + y + ...) by the sines and cosines of the terms."""
    return _of_sum((x, *y), odd=True)


def cosine_of_sum(x: Any, y: tuple[Any, ...]) -> Any:
    """cos(x + y + ...) by the sines and cosines of the terms."""
    return _of_sum((x, *y), odd=False)


def _of_multiple(n: int, x: tuple[Any, ...], odd: bool) -> Any:
    _check(n // 2 + 1, f"the sine or cosine of {n} times an angle, expanded,")
    angle = combined(TIMES, x)
    sine, cosine = g.sin(angle), g.cos(angle)
    terms = [
        combined(TIMES, (math.comb(n, k) * (-1 if k % 4 > 1 else 1), g.expt(cosine, n - k), g.expt(sine, k)))
        for k in range(odd, n + 1, 2)
    ]
    return combined(PLUS, tuple(terms))


def sine_of_multiple(n: int, x: tuple[Any, ...]) -> Any:
    """sin(n x) by the sine and cosine of x, the product of these factors."""
    return _of_multiple(n, x, odd=True)


def cosine_of_multiple(n: int, x: tuple[Any, ...]) -> Any:
    """cos(n x) by the sine and cosine of x, the product of these factors."""
    return _of_multiple(n, x, odd=False)
