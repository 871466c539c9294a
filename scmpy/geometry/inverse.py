"""Inverses of charts: the coordinates of a point from its representation, when only the other way is given.

Where the representation is affine in the coordinates they are found exactly; else at numbers, by Newton's
method from a few starts, in the sense of least squares: a representation may have more components than there are
coordinates. Steps with differentials follow: each doubles the order to which the derivatives are right.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import depth, finite_part
from scmpy.errors import DomainError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.geometry.components import dot
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

    def tuple_of(parts: Sequence[Any]) -> Any:
        return parts[0] if dimension == 1 else Up(parts)

    def forward(q: Sequence[Any]) -> list[Any]:
        return leaves(to_manifold(tuple_of(q)))

    def step(q: Sequence[Any], target: list[Any]) -> list[Any]:
        """The coordinates after a step of Gauss and Newton."""
        slopes = [leaves(column) for column in _columns(D(to_manifold)(tuple_of(q)), dimension)]
        residual = list(map(g.sub, target, forward(q)))
        normal = tuple(tuple(dot(x, y) for y in slopes) for x in slopes)
        change = linear.solve(normal, tuple(dot(x, residual) for x in slopes))
        return [g.add(x, dx) for x, dx in zip(q, change, strict=True)]

    @functools.cache
    def affine() -> bool:
        """Are the slopes the same everywhere?"""
        try:
            slopes = D(to_manifold)(tuple_of([symbol(f"coordinate {i}") for i in range(dimension)]))
            return all(is_number(reduced(x)) for x in leaves(slopes))
        except ScmpyError:
            return False

    def found(target: list[float]) -> list[float]:
        """Coordinates at which the representation is this one, to the precision of floats."""
        size = 1 + math.hypot(*target)
        for start in itertools.islice(itertools.product(STARTS, repeat=dimension), TRIALS):
            q: list[float] = list(start)
            try:
                for _ in range(STEPS):
                    q, last = step(q, target), q
                    if math.dist(q, last) <= PRECISE * (1 + math.hypot(*q)):
                        break
                if math.dist(forward(q), target) <= PRECISE * size:
                    return q
            except (ScmpyError, ArithmeticError, TypeError, ValueError):
                continue
        raise DomainError(f"no coordinates of {name} were found for {Up(target)}")

    def from_manifold(representation: Any) -> Any:
        target = leaves(representation)
        if affine():
            return tuple_of([reduced(x) for x in step([0] * dimension, target)])
        numbers = [g.inexact(finite_part(x)) for x in target]
        if not all(is_number(x) for x in numbers):
            raise DomainError(
                f"{name} has no formula for its coordinates: they are found at numbers only, got {representation}"
            )
        q: Sequence[Any] = found(numbers)
        for _ in range(max(map(depth, target), default=0)):
            q = step(q, target)
        return tuple_of(list(q))

    return from_manifold


def _columns(slopes: Any, dimension: int) -> list[Any]:
    """The derivatives by each coordinate."""
    return list(slopes) if dimension > 1 and isinstance(slopes, Structure) else [slopes]
