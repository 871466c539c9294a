"""Gauss's methods: implicit Runge-Kutta methods whose times are the zeros of Legendre's polynomials.

With s stages they are of order 2 s, symplectic, symmetric, and keep what is quadratic in the state and conserved. That
of one stage is the implicit midpoint rule.

Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, II.1.3, IV.2.1, VI.4
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.numerics.ode.methods.step import Method, Slope, Solve, State, Taken, Text, combination


class Table(NamedTuple):
    """The times, rows and weights of a Runge-Kutta method."""

    times: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    weights: Sequence[Any]


def gauss(stages: int, sqrt: Callable[[int], Any]) -> Table:
    """The table of the method with one, two or three stages, with these square roots of 3 and 15."""
    if stages == 1:
        return Table([Fraction(1, 2)], [[Fraction(1, 2)]], [1])
    if stages == 2:
        r = sqrt(3) / 6
        half, quarter = Fraction(1, 2), Fraction(1, 4)
        return Table([half - r, half + r], [[quarter, quarter - r], [quarter + r, quarter]], [half, half])
    r = sqrt(15)
    a, b, c = Fraction(5, 36), Fraction(2, 9), Fraction(1, 2)
    return Table(
        [c - r / 10, c, c + r / 10],
        [[a, b - r / 15, a - r / 30], [a + r / 24, b, a - r / 24], [a + r / 30, b + r / 15, a]],
        [Fraction(5, 18), Fraction(4, 9), Fraction(5, 18)],
    )


def in_floats(table: Table) -> Table:
    """The table in floats."""
    return Table(
        list(map(float, table.times)), [list(map(float, row)) for row in table.rows], list(map(float, table.weights))
    )


def implicit(table: Table) -> Text:
    """The step of an implicit Runge-Kutta method: the slopes of its stages solve an equation."""
    stages = [(c, combination(row)) for c, row in zip(table.times, table.rows, strict=True)]
    whole = combination(table.weights)

    def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> Taken:
        size = len(y)

        def chunks(slopes: State) -> list[State]:
            return [slopes[i : i + size] for i in range(0, len(slopes), size)]

        def image(slopes: State) -> State:
            k = chunks(slopes)
            return [x for c, stage in stages for x in slope(t + c * h, stage(y, h, k))]

        return Taken(whole(y, h, chunks(solve(image, [x for _ in stages for x in f]))))

    return step


METHODS = tuple(
    Method(name, 2 * stages, implicit(in_floats(gauss(stages, math.sqrt))), implicit=True)
    for stages, name in enumerate(("implicit-midpoint", "gauss-legendre-4", "gauss-legendre-6"), 1)
)
