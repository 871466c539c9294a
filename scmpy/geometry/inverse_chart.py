"""Inverses of charts: the coordinates of a point from its representation, when only the other way is given.

Where the representation is affine in the coordinates they are found exactly; else at numbers, by Newton's
method from a few starts, in the sense of least squares: a representation may have more components than there are
coordinates. Steps with differentials follow: each doubles the order to which the derivatives are right.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import depth, finite_part
from scmpy.errors import DomainError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.geometry.components import dot
from scmpy.pickling import Portable
from scmpy.structure import linear
from scmpy.structure.structure import Structure, Up, leaves
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import reduced

STEPS = 60  # of Newton's method from one start
PRECISE = 1e-12  # a residual, relative to the representation
STARTS = (0.6, -0.7, 1.9, -2.1, 0.1)  # of every coordinate
TRIALS = 200  # of combinations of starts


def inverse_of(to_manifold: Callable[[Any], Any], dimension: int, name: str) -> Callable[[Any], Any]:
    """The function from representations to coordinates that inverts one from coordinates to representations.

    Raises:  DomainError at symbols, unless the function is affine, and where no coordinates are found
    >>> from scmpy.structure.structure import up
    >>> exact = inverse_of(lambda q: up(2 * q[0] + q[1], q[1] - 1), 2, "skew")
    >>> exact(up(symbol("a"), symbol("b")))
    (up (+ -1/2 (* 1/2 a) (* -1/2 b)) (+ 1 b))
    >>> parabolic = inverse_of(lambda q: up(q[0] * q[1], (q[0] ** 2 - q[1] ** 2) / 2), 2, "parabolic")
    >>> [round(x, 9) for x in parabolic(up(2, 1.5))]
    [2.0, 1.0]
    """
    return _Inverse(to_manifold, dimension, name)


class _Inverse(Portable):
    """The inverse of a function from so many coordinates to representations."""

    def __init__(self, to_manifold: Callable[[Any], Any], dimension: int, name: str) -> None:
        self.to_manifold = to_manifold
        self.dimension = dimension
        self.name = name

    def __call__(self, representation: Any) -> Any:
        target = leaves(representation)
        if self.is_affine:
            return self._tuple([reduced(x) for x in self._step([0] * self.dimension, target)])
        numbers = [g.inexact(finite_part(x)) for x in target]
        if not all(is_number(x) for x in numbers):
            raise DomainError(
                f"{self.name} has no formula for its coordinates: they are found at numbers only, got {representation}"
            )
        q: Sequence[Any] = self._found(numbers)
        for _ in range(max(map(depth, target), default=0)):
            q = self._step(q, target)
        return self._tuple(q)

    @cached_property
    def is_affine(self) -> bool:
        """Are the slopes the same everywhere?"""
        try:
            slopes = D(self.to_manifold)(self._tuple([symbol(f"coordinate {i}") for i in range(self.dimension)]))
            return all(is_number(reduced(x)) for x in leaves(slopes))
        except ScmpyError:
            return False

    def _tuple(self, parts: Sequence[Any]) -> Any:
        return parts[0] if self.dimension == 1 else Up(parts)

    def _forward(self, q: Sequence[Any]) -> list[Any]:
        return leaves(self.to_manifold(self._tuple(q)))

    def _step(self, q: Sequence[Any], target: list[Any]) -> list[Any]:
        """The coordinates after a step of Gauss and Newton."""
        slopes = [leaves(column) for column in _columns(D(self.to_manifold)(self._tuple(q)), self.dimension)]
        residual = list(map(g.sub, target, self._forward(q)))
        normal = tuple(tuple(dot(x, y) for y in slopes) for x in slopes)
        change = linear.solve(normal, tuple(dot(x, residual) for x in slopes))
        return [g.add(x, dx) for x, dx in zip(q, change, strict=True)]

    def _found(self, target: list[float]) -> list[float]:
        """Coordinates at which the representation is this one, to the precision of floats."""
        size = 1 + math.hypot(*target)
        for start in itertools.islice(itertools.product(STARTS, repeat=self.dimension), TRIALS):
            q: list[float] = list(start)
            try:
                for _ in range(STEPS):
                    q, last = self._step(q, target), q
                    if math.dist(q, last) <= PRECISE * (1 + math.hypot(*q)):
                        break
                if math.dist(self._forward(q), target) <= PRECISE * size:
                    return q
            except (ScmpyError, ArithmeticError, TypeError, ValueError):
                continue
        raise DomainError(f"no coordinates of {self.name} were found for {Up(target)}")


def _columns(slopes: Any, dimension: int) -> list[Any]:
    """The derivatives by each coordinate."""
    return list(slopes) if dimension > 1 and isinstance(slopes, Structure) else [slopes]
