"""Integrands that a derivative perturbs: their tangents, and the places where they jump, which it may move.

Where f jumps at c(a), the derivative of the integral of f(x, a) over x by a is the integral of the derivative of f and
(f(c-) - f(c+)) c'(a) (Leibniz). Where f decides by the difference d(x, a), c' is -(d by a)/(d by x) there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

from scmpy.calculus.dual_numbers import (
    Comparison,
    Differential,
    Tangents,
    comparisons,
    finite_part,
    is_perturbed_by,
    make,
    new_tag,
    split,
)
from scmpy.errors import DifferentiationError, ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.settings import temporarily
from scmpy.generic.tree import tree_leaves
from scmpy.numerics.certified import pieces
from scmpy.numerics.compile.codegen import NotEnclosed
from scmpy.structure.tuples import Up

#: So much of the interval beside a place where a function decides it decides in the other way; no jump is a smaller
#: part of the values.
BESIDE, NO_JUMP = 1e-7, 1e-11


class PerturbedIntegrand:
    """The primal values and tangents of a function whose values a derivative perturbs, and how it decides by these."""

    def __init__(self, f: Callable[[Any], Any], first: Differential) -> None:
        self.f, self.tag = f, first.tag
        self.directions, self.known = dict.fromkeys(first.tangents), list[int]()
        self.shape: Any = None
        self.at: dict[float, tuple[Up, list[Any]]] = {}  # the values at numbers, and the answers to what was asked
        self.decides = False

    def __call__(self, x: Any) -> Up:
        if type(x) is not float:
            return self._called(x)[0]
        if x not in self.at:
            self.at[x] = self._called(x)
        return self.at[x][0]

    def _called(self, x: Any) -> tuple[Up, list[Any]]:
        self.shape, asked = self._asked(x)
        pairs = [split(leaf, self.tag) for leaf in tree_leaves(self.shape)]
        self.directions.update((direction, None) for _, tangents in pairs for direction in tangents)
        parts = Up([Up([primal, *(tangents.get(i, 0) for i in self.known)]) for primal, tangents in pairs])
        return parts, [answer for *_, answer in asked]

    def _asked(self, x: Any) -> tuple[Any, list[Comparison]]:
        asked: list[Comparison] = []
        with temporarily(comparisons, asked):
            value = self.f(x)
        if (others := comparisons.get()) is not None:
            others += ((split(x, self.tag)[0], split(y, self.tag)[0], answer) for x, y, answer in asked)
        asked = [pair for pair in asked if any(is_perturbed_by(self.tag, y) for y in pair[:2])]
        self.decides = self.decides or bool(asked)
        return value, asked

    def moving(self, a: Any, b: Any) -> Iterator[tuple[list[Any], Tangents]]:
        """How the values jump at places that the derivative moves, and the rates of these.

        Raises:  DifferentiationError where they move by several derivatives
        """
        if not self.decides:
            return
        with suppress(NotEnclosed):
            length = float(b) - float(a)
            for _, place, _ in pieces(self, *sorted((a, b)))[:-1]:
                for side in (-BESIDE, BESIDE):
                    self(float(place) + side * abs(length))
        pending = [*pairwise(sorted(self.at))]
        while pending:
            x, y = pending.pop()
            if self.at[x][1] == self.at[y][1]:
                continue
            if (middle := self._middle(x, y)) is not None:
                pending += [(x, middle), (middle, y)]
                continue
            jumps = [g.sub(left[0], right[0]) for left, right in zip(self.at[x][0], self.at[y][0], strict=True)]
            size = max(abs(finite_part(part[0])) for values, _ in self.at.values() for part in values)
            if any(abs(finite_part(jump)) > NO_JUMP * size for jump in jumps):
                yield (jumps if a < b else [g.negate(jump) for jump in jumps]), self._rates(x, y)

    def _middle(self, x: float, y: float) -> float | None:
        """A place between two where there are values, which may miss at one."""
        for part in (0.5, 0.37):
            with suppress(ScmpyError, ArithmeticError):
                if x < (middle := x + part * (y - x)) < y:
                    self(middle)
                    return middle
        return None

    def _rates(self, x: float, y: float) -> Tangents:
        """The rates of the place between two neighbouring floats, from the difference that changes its sign there."""
        try:
            tag = new_tag()
            answers = zip(self.at[x][1], self.at[y][1], strict=False)
            k = next(k for k, (before, after) in enumerate(answers) if before != after)
            asked = self._asked(make(tag, x - (y - x), {0: 1}))[1]
            primal, by_place = split(g.sub(*asked[k][:2]), tag)
            slope, (rest, rates) = split(by_place[0], self.tag)[0], split(primal, self.tag)
            if isinstance(rest, Differential) or isinstance(slope, Differential):
                raise DifferentiationError
            return {i: g.negate(g.div(rate, slope)) for i, rate in rates.items()}
        except (ScmpyError, LookupError, StopIteration) as error:
            raise DifferentiationError(
                f"D: the integrand jumps at {y}, a place that moves, and how is known of one derivative alone"
            ) from error
