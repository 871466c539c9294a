"""Symmetric linear systems of differentials: the array is taken apart once, for the solution and for its derivatives.

Where A x = b, A dx = db - dA x: a derivative of the solution costs as much as a solution, and no other factors.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Any

from scmpy.calculus.differential import Differential, make, split
from scmpy.errors import StructureError
from scmpy.generic import operations as g
from scmpy.structure.ldl import Rows, Solver, solver_of
from scmpy.structure.structure import sum_of

Column = tuple[Any, ...]


class System:
    """A symmetric array whose numbers are known (:mod:`scmpy.structure.ldl`)."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.tag = _newest(chain(*rows))

    @cached_property
    def _solver(self) -> Solver:
        return solver_of(self.rows)

    @cached_property
    def _primal(self) -> System:
        """The array without its newest infinitesimals."""
        return System(tuple(tuple(split(x, self.tag)[0] for x in row) for row in self.rows))

    def solve(self, right: Column) -> Column:
        """The x with A x = b.

        Raises:  DivisionByZeroError if the array is singular
        >>> x = System(((2.0, 0.0), (0.0, 4.0))).solve((1.0, Differential(1, 8.0, {0: 1.0})))
        >>> x[0], x[1].primal, x[1].tangents
        (0.5, 2.0, {0: 0.25})
        """
        if len(right) != len(self.rows):
            raise StructureError(f"solve-linear expects {len(self.rows)} right-hand sides, got {len(right)}")
        tag = max(self.tag, _newest(right))
        if not tag:
            return self._solver(right)
        system = self._primal if self.tag == tag else self
        parts = [split(x, tag) for x in right]
        solution = system.solve(tuple(primal for primal, _ in parts))
        directions = {i for _, tangents in parts for i in tangents}
        if self.tag == tag:
            directions |= {i for x in chain(*self.rows) for i in split(x, tag)[1]}
        tangents = {
            i: system.solve(self._change([t.get(i, 0) for _, t in parts], tag, i, solution)) for i in directions
        }
        return tuple(make(tag, x, {i: tangents[i][k] for i in directions}) for k, x in enumerate(solution))

    def _change(self, rates: list[Any], tag: int, direction: int, solution: Column) -> Column:
        """db - dA x in a direction."""
        if self.tag != tag:
            return tuple(rates)
        changes = ([split(x, tag)[1].get(direction, 0) for x in row] for row in self.rows)
        return tuple(g.sub(b, sum_of(map(g.mul, da, solution))) for b, da in zip(rates, changes, strict=True))


def _newest(values: Iterable[Any]) -> int:
    """The highest tag of differentials among values, 0 if there are none."""
    return max((x.tag for x in values if isinstance(x, Differential)), default=0)
