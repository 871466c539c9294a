"""Motors as a group for methods of Munthe-Kaas: coordinates about a motor by Cayley's map of bivectors.

M = M0 cay(u) with cay(u) = (1 + u/2)/(1 - u/2) is a motor where M0 is one, in up to five dimensions. With u^2 = s + W
(:mod:`~scmpy.clifford.split_numbers`) it is rational, and from M' = M B follows u' = (1 + u/2) B (1 - u/2).

Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, IV.8.3
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.clifford.blades import Blades, reversion_sign
from scmpy.numerics.ode.methods.munthe_kaas import Group

MAXIMUM_DIMENSION = 5  # up to which M M~ = 1 tells the motors among all even multivectors

CLOSE = 1e-6  # M M~ is to 1, if M is a motor

#: A list of coefficients: of anything that adds and multiplies.
Numbers = Sequence[Any]
Chosen = tuple[int, ...]


def _product(algebra: Blades, left: Chosen, right: Chosen, wanted: Chosen) -> Callable[[Numbers, Numbers], list[Any]]:
    """The product of two lists of coefficients, of which only these blades are wanted."""
    terms: dict[int, list[tuple[int, int, int]]] = {blade: [] for blade in wanted}
    for i, a in enumerate(left):
        for k, b in enumerate(right):
            sign = algebra.signs(a)[b]
            if sign and a ^ b in terms:
                terms[a ^ b].append((i, k, sign))

    def product(x: Numbers, y: Numbers) -> list[Any]:
        found = []
        for places in terms.values():
            total: Any = 0
            for i, k, sign in places:
                total = total + x[i] * y[k] if sign > 0 else total - x[i] * y[k]
            found.append(total)
        return found

    return product


@functools.cache
def group_of(algebra: Blades) -> Group:
    """The motors of an algebra, as a group that a step keeps them in."""
    n, even = algebra.dimension, tuple(sorted(algebra.of_grade(0, 2, 4)))
    planes, split = tuple(sorted(algebra.of_grade(2))), tuple(sorted(algebra.of_grade(0, 4)))
    square = _product(algebra, planes, planes, split)
    norm = _product(algebra, split[1:], split[1:], (0,))
    commuting = _product(algebra, even, split, even)
    motors = _product(algebra, even, even, even)
    velocity = _product(algebra, even, even, planes)
    scalar = _product(algebra, even, even, (0,))
    after, before = _product(algebra, planes, even, even), _product(algebra, (0, *planes), even, planes)
    dual = tuple(sorted(algebra.of_grade(n - 2)))
    odd_or_even = tuple(sorted(blade for blade in algebra.blades if (blade.bit_count() - n) % 2 == 0))
    around, sandwiched = _product(algebra, even, dual, odd_or_even), _product(algebra, odd_or_even, even, dual)
    momentum_first, velocity_first = _product(algebra, dual, planes, dual), _product(algebra, planes, dual, dual)
    reverse = [reversion_sign(blade.bit_count()) for blade in even]

    def spread(blades: Chosen, numbers: Numbers) -> list[Any]:
        held = dict(zip(blades, numbers, strict=True))
        return [held.get(blade, 0) for blade in even]

    def reversed_(m: Numbers) -> list[Any]:
        return [x if sign > 0 else -x for x, sign in zip(m, reverse, strict=True)]

    def cayley(u: Numbers) -> list[Any]:
        s, *W = square(u, u)
        a = 1 - s / 4
        below = (16 * a * a - norm(W, W)[0]) / 16
        above = spread(planes, u)
        for blade, x in zip(split, (1 + s / 4, *(x / 4 for x in W)), strict=True):
            above[even.index(blade)] = x
        inverse = [a / below, *(x / (4 * below) for x in W)]
        return commuting(above, inverse)

    def moved(m: Numbers, u: Numbers) -> list[Any]:
        return motors(m, cayley(u))

    def coadjoint(u: Numbers, mu: Numbers) -> list[Any]:
        k = cayley(u)
        return sandwiched(around(reversed_(k), mu), k)

    def bracket(mu: Numbers, B: Numbers) -> list[Any]:
        return [x - y for x, y in zip(momentum_first(mu, B), velocity_first(B, mu), strict=True)]

    def rates(u: Numbers, m: Numbers, slope: Numbers) -> list[Any]:
        back = reversed_(m)
        size = scalar(m, back)[0]
        B = [x / size for x in velocity(back, slope)]
        turned = after(B, spread((0, *planes), [1, *(-x / 2 for x in u)]))
        return before([1, *(x / 2 for x in u)], turned)

    return Group(len(even), len(planes), moved, rates, (algebra, *dual), coadjoint, bracket)
