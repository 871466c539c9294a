"""Two systems, of which the first is completed and the second is looked at on its leaves."""

from __future__ import annotations

from typing import Any, NamedTuple

from scmpy.mechanics.equations.algebra import Algebra
from scmpy.mechanics.equations.completion import Completion
from scmpy.mechanics.equations.jets import Jets
from scmpy.symbolic.expression import Expression


class System(NamedTuple):
    """The residuals of a system with symbols for derivatives, and what they are divided by."""

    residuals: list[Any]
    original: list[Any]
    divisors: list[Any]
    functions: frozenset[Expression]


class Direction:
    """The first system, the second, and the functions that only the second has."""

    def __init__(self, algebra: Algebra, jets: Jets, first: System, second: System) -> None:
        self.algebra, self.jets = algebra, jets
        self.first, self.second = first, second
        self.own = self.second.functions - self.first.functions
        self.completion = Completion(algebra, jets)
        self.completion.excluded = {x for x in second.divisors if self.own.isdisjoint(jets.functions(x))}
