"""Split numbers a + b W with W^2 = w: the commutative ring in which exp and log of multivectors are worked out.

The square of a bivector B, in up to five dimensions, is s + W with a scalar s and a four-vector W whose square is a
scalar w. So an even function of B is a function of the split number s + W, which commutes with B. Of w = 0, as in the
projective algebras, they are dual numbers; of w > 0 two numbers s +- sqrt(w); of w < 0 complex ones. Sums of powers do
for all three alike, with no division by what may vanish.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

#: Terms of the series below: of |s| + |W| <= 4 cosh and of u <= 1/4 the inverse of sinhc lose nothing.
TERMS = 24


class Split:
    """The number a + b W of floats, with W^2 = w."""

    __slots__ = ("a", "b", "w")

    def __init__(self, a: float, b: float, w: float) -> None:
        self.a, self.b, self.w = a, b, w

    def __add__(self, x: float) -> Split:
        return Split(self.a + x, self.b, self.w)

    def __mul__(self, other: Any) -> Split:
        if not isinstance(other, Split):
            return Split(self.a * other, self.b * other, self.w)
        return Split(self.a * other.a + self.b * other.b * self.w, self.a * other.b + self.b * other.a, self.w)

    @property
    def norm(self) -> float:
        """The product with the conjugate a - b W."""
        return self.a * self.a - self.b * self.b * self.w

    @property
    def size(self) -> float:
        """No less than |a + b sqrt(w)|. (abs itself has no derivative at 0.)"""
        a, b, w = (x if x >= 0 else -x for x in (self.a, self.b, self.w))
        return a + b * (1 + w)

    def inverse(self) -> Split:
        """One over it."""
        return Split(self.a / self.norm, -self.b / self.norm, self.w)

    def root(self) -> Split | None:
        """The principal square root; None where there is none but those with sqrt(w) in them."""
        norm = self.norm
        if norm <= 0:
            return None
        half = (self.a + norm**0.5) / 2
        if half <= 0:
            return None
        a = half**0.5
        return Split(a, self.b / (2 * a), self.w)

    def powers(self) -> Iterator[Split]:
        """1, and the powers of it from the first on."""
        power = Split(1.0, 0.0, self.w)
        while True:
            yield power
            power = power * self


def _series(x: Split, coefficients: list[float]) -> Split:
    a = b = 0.0
    for c, power in zip(coefficients, x.powers(), strict=False):
        a, b = a + c * power.a, b + c * power.b
    return Split(a, b, x.w)


def _ratios(ratio: Any) -> list[float]:
    found = [1.0]
    for n in range(1, TERMS):
        found.append(found[-1] * ratio(n))
    return found


#: cosh(sqrt(x)) and sinh(sqrt(x)) / sqrt(x) in powers of x; acosh(c) / sqrt(c^2 - 1) in powers of 1 - c, which follows
#: from its differential equation, (c^2 - 1) h' + c h = 1.
_COSH = _ratios(lambda n: 1 / (2 * n * (2 * n - 1)))
_SINHC = _ratios(lambda n: 1 / (2 * n * (2 * n + 1)))
_INVERSE = _ratios(lambda n: n / (2 * n + 1))


def cosh_and_sinhc(x: Split) -> tuple[Split, Split]:
    """cosh(y) and sinh(y)/y of y = sqrt(x), both even in y: series after halvings, then doubled again."""
    halvings = 0
    while x.size > 4:
        x, halvings = x * 0.25, halvings + 1
    cosh, sinhc = _series(x, _COSH), _series(x, _SINHC)
    for _ in range(halvings):
        cosh, sinhc = cosh * cosh * 2 + -1.0, sinhc * cosh
    return cosh, sinhc


def inverse_sinhc(cosh: Split, beyond: Split) -> Split | None:
    """y / sinh(y) of the split numbers cosh(y) and cosh(y) + 1, with the principal y: None off the branch, from -1 on.

    Half the angle is taken until cosh is near 1, as sinh(y)/y is sinh(y/2)/(y/2) times cosh(y/2).
    """
    product = Split(1.0, 0.0, cosh.w)
    while (cosh + -1.0).size > 0.25:
        half = (beyond * 0.5).root()
        if half is None:
            return None
        cosh, beyond, product = half, half + 1.0, product * half
    return _series(cosh * -1.0 + 1.0, _INVERSE) * product.inverse()
