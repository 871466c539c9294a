"""Close looks at a function on a step: between which places it rises or falls.

It is asked at places inside, and where the polynomial through its values there turns; a part of the step in which the
polynomial is not like it is halved, again and again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from scmpy.numerics.minima.one_variable import minimize
from scmpy.numerics.ode.trajectory_files import points_between

PLACES = 8  # parts of a step that is looked at closely, and the degree of the polynomial
TESTS = (0.31, 0.83)  # where it is compared with the function
LIKENESS = 1e-6  # of the height, to which they must agree
FAR = 2.0  # heights from zero, it is not asked how it moves
BESIDE = 1e-3  # of the height: where the function turns so near to zero, the place is found exactly
HALVINGS = 10


class Look(NamedTuple):
    """Parts of a step between which a function rises or falls, and how many of them are not like a polynomial."""

    parts: list[float]
    unlike: int


def closely(
    at: Callable[[float], float], noise: float = 0.0, low: float = 0.0, high: float = 1.0, halvings: int = HALVINGS
) -> Look:
    """Parts of a step between which a function rises or falls: the ends, places between, and where it turns to or fro.

    It turns near where the polynomial through its values at the places does. A part of the step in which the polynomial
    is not like it is halved.

    >>> parts, unlike = closely(lambda x: (x - 0.4) * (x - 0.4001))
    >>> min(abs(x - 0.40005) for x in parts) < 1e-6, unlike
    (True, 0)
    """
    places, polynomial = _fit()
    parts = [low + (high - low) * x for x in places]
    values = [at(part) for part in parts]
    height = max(values) - min(values)
    if min(map(abs, values)) > FAR * height:
        return Look(parts, 0)
    scale = _scale(values)
    found = polynomial([value / scale for value in values]) if scale else None
    most = LIKENESS * height + noise
    like = found is not None and all(abs(scale * float(found(x)) - at(low + (high - low) * x)) <= most for x in TESTS)
    if not like and halvings:
        middle = low + (high - low) / 2
        first = closely(at, noise, low, middle, halvings - 1)
        second = closely(at, noise, middle, high, halvings - 1)
        return Look(first.parts + second.parts[1:], first.unlike + second.unlike)
    if not like:
        return Look(parts, 1)
    assert found is not None
    turns = sorted(low + (high - low) * float(x.real) for x in found.deriv().roots() if 0 < x.real < 1)
    for before, turn, after in zip([low, *turns], turns, [*turns[1:], high], strict=False):
        if abs(at(turn)) <= BESIDE * height:
            rises = at(turn) < (at(before) + at(after)) / 2
            parts.append(minimize(at if rises else lambda part: -at(part), before, after, 1e-9)[0])
    return Look(sorted([*parts, *turns]), 0)


def _scale(values: list[float]) -> float:
    """A power of two near the largest value, so that the polynomial does not overflow; 0 if one is not finite."""
    if not all(map(math.isfinite, values)):
        return 0.0
    return math.ldexp(0.5, math.frexp(max(map(abs, values)))[1])


@cache
def _fit() -> tuple[list[float], Callable[[list[float]], Any]]:
    """The places; and what makes of the values there the polynomial through them."""
    from numpy.linalg import inv
    from numpy.polynomial.chebyshev import Chebyshev, chebvander

    nodes = points_between(0.0, 1.0, PLACES + 1)
    matrix = inv(chebvander([2 * x - 1 for x in nodes], PLACES))
    return nodes, lambda values: Chebyshev(matrix @ values, [0.0, 1.0])
