"""The functions that literal functions stand for where a point is tried: their derivatives are known at any place.

An unknown function may be any that has the facts declared of it, and one is enough to show that two expressions
differ. Without facts it is a sum of ridges, whose derivatives up to a given order do not vanish,

    f(u) = sum scale (offset + slopes . u)^power.

For one of known sign the powers are even and a constant is added; an even or odd one is made of ridges and their
mirror images; a periodic one is a sum of waves, scale cos(2 pi turns u / P + phase).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.symbolic.expression import PI
from scmpy.symbolic.facts import EVEN, ODD
from scmpy.symbolic.function_facts import period_among

#: The least and the most ridges of a function, and how many waves.
_LEAST, _MOST = 4, 12
_WAVES = 3

#: Where a function is differentiated: the place of the argument, and how often by it.
Orders = Sequence[tuple[int, int]]


def rational_between(seed: int, *key: Any, bits: int = 6) -> Fraction:
    """A binary fraction in (-4, 4) that is a function of the seed and the key alone, never 0."""
    import hashlib

    digest = hashlib.sha256(repr((seed, *key)).encode()).digest()
    magnitude = Fraction(1 + int.from_bytes(digest[:4], "big") % ((4 << bits) - 1), 1 << bits)
    return -magnitude if digest[4] % 2 else magnitude


class Arithmetic(NamedTuple):
    """What a stand-in is computed with: the number of a fraction, pi, and the cosine."""

    number: Callable[[Fraction], Any]
    pi: Any
    cosine: Callable[[Any], Any]


class Ridge(NamedTuple):
    """scale (offset + slopes . u)^power."""

    scale: Fraction
    offset: Fraction
    slopes: tuple[Fraction, ...]
    power: int

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        """The value of a derivative."""
        times = sum(order for _, order in orders)
        factor = self.scale * math.perm(self.power, times)
        for place, order in orders:
            factor *= self.slopes[place] ** order
        if not factor:
            return with_.number(factor)
        linear = with_.number(self.offset)
        for slope, argument in zip(self.slopes, arguments, strict=True):
            linear = linear + argument * with_.number(slope)
        return with_.number(factor) * linear ** (self.power - times)

    @property
    def text(self) -> str:
        return f"{self.scale}*({self.offset} + {'|'.join(map(str, self.slopes))}.u)^{self.power}"

    def mirrored(self, parity: int) -> Ridge:
        """The ridge of -u, with another sign for an odd function."""
        return self._replace(scale=parity * self.scale, slopes=tuple(-slope for slope in self.slopes))


class Wave(NamedTuple):
    """scale cos(2 pi turns u / P + offset + quarters pi / 2)."""

    scale: Fraction
    turns: int
    offset: Fraction = Fraction(0)
    quarters: int = 0

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        """The value of a derivative."""
        [u], times = arguments, sum(order for _, order in orders)
        rate = with_.pi * with_.number(Fraction(2 * self.turns)) / period
        phase = with_.number(self.offset) + with_.pi * with_.number(Fraction(self.quarters + times, 2))
        return with_.number(self.scale) * rate**times * with_.cosine(rate * u + phase)

    @property
    def text(self) -> str:
        return f"{self.scale}*cos({2 * self.turns} pi u/P + {self.offset} + {self.quarters} pi/2)"


class StandIn(NamedTuple):
    """A function in the place of a literal function."""

    terms: Sequence[Ridge | Wave]
    period: Any

    def derivative(self, orders: Orders, arguments: Sequence[Any], period: Any, with_: Arithmetic) -> Any:
        """The value of a derivative; the period is given as a number."""
        return sum(
            (term.derivative(orders, arguments, period, with_) for term in self.terms), with_.number(Fraction(0))
        )

    def function(self) -> Function:
        """The function of scalars."""

        def value(*args: Any) -> Any:
            return self.derivative((), args, self.period, _SYMBOLIC)

        return Function(value, " + ".join(term.text for term in self.terms))


_SYMBOLIC = Arithmetic(lambda x: x.numerator if x.denominator == 1 else x, PI, g.cos)


def stand_in(seed: int, name: str, size: int, order: int, facts: frozenset[str]) -> StandIn:
    """The function of so many scalars that a literal function of this name stands for, with the facts that it has."""
    parity = (EVEN in facts) - (ODD in facts)
    sign = 1 if facts & {"nonzero", "nonnegative", "nonpositive"} else 0
    period = period_among(facts)
    terms: list[Any]
    if period is None:
        terms = [_ridge(seed, name, size, order, k, sign) for k in range(max(_LEAST, min(size + 2, _MOST)))]
        terms += [term.mirrored(parity) for term in terms if parity]
    else:
        terms = [_wave(seed, name, k, parity) for k in range(1, 1 + _WAVES)]
    if sign:
        one = Fraction(1)
        above = one + sum(abs(term.scale) for term in terms)
        terms.append(Ridge(one, one, (Fraction(0),) * size, 0) if period is None else Wave(above, 0))
    if "nonpositive" in facts or (seed % 2 and sign and "nonnegative" not in facts):
        terms = [term._replace(scale=-term.scale) for term in terms]
    return StandIn(terms, period)


def _ridge(seed: int, name: str, size: int, order: int, k: int, sign: int) -> Ridge:
    scale, power = rational_between(seed, name, k), order + k % _LEAST
    return Ridge(
        abs(scale) if sign else scale,
        rational_between(seed, name, k, "offset"),
        tuple(rational_between(seed, name, k, i) / 4 for i in range(size)),
        power + power % 2 if sign else power,
    )


def _wave(seed: int, name: str, k: int, parity: int) -> Wave:
    offset = Fraction(0) if parity else rational_between(seed, name, k, "offset")
    return Wave(rational_between(seed, name, k), k, offset, -1 if parity < 0 else 0)
