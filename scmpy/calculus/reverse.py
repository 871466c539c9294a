"""Reverse mode: a function's operations are recorded, and one sweep back through the record gives a whole gradient.

A recorded value holds its primal value and, for each operand that it was made from, the slope by that operand. It
branches as at the point, like a differential, so that every function which can be differentiated forward can be
recorded. The sweep takes the recorded values from the last to the first; each passes its *adjoint*, the derivative of
the result by it, on to its operands, times the slopes. So the gradient of a scalar costs a few times the function,
however many variables there are; forward mode carries every direction through every operation. Slopes and adjoints
are generic scalars (expressions, differentials of other derivatives), so the two modes nest in any order.

Source: Griewank and Walther, Evaluating Derivatives, chapter 3.
"""

from __future__ import annotations

import itertools
from typing import Any

from scmpy.calculus.differential import Perturbed, Tangents, make, perturbed_places, primal_part
from scmpy.errors import DifferentiationError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import BinaryOperation, Operation, UnaryOperation
from scmpy.structure.literal import LiteralFunction, apply_literal

_count = itertools.count()


class Recorded(Perturbed):
    """A value in a record: its number there, and the operands that it was made from with the slopes by them.

    A variable has no operands, it has the direction that it stands for.
    """

    __slots__ = ("direction", "number", "operands")

    def __init__(
        self, tag: int, primal: Any, operands: tuple[tuple[Recorded, Any], ...], direction: int | None = None
    ) -> None:
        self.tag = tag
        self.primal = primal
        self.operands = operands
        self.direction = direction
        self.number = next(_count)

    def __repr__(self) -> str:
        return f"<recorded {self.tag}: {self.primal}>"

    def _unary_(self, operation: UnaryOperation) -> Any:
        return self._record(operation, self)

    def _binary_(self, operation: BinaryOperation, x: Any, y: Any) -> Any:
        return self._record(operation, x, y)

    def _record(self, operation: Operation, *args: Any) -> Recorded:
        own = [isinstance(x, Recorded) and x.tag == self.tag for x in args]
        primals = [x.primal if mine else x for x, mine in zip(args, own, strict=True)]
        operands = tuple(
            (x, slope(*primals)) for x, slope, mine in zip(args, operation.derivatives, own, strict=True) if mine
        )
        return Recorded(self.tag, operation(*primals), operands)

    def _linear_(self, operation: UnaryOperation) -> Any:
        raise DifferentiationError(f"reverse mode: {operation.name} has no complex derivative; use forward mode")

    def _literal_(self, function: LiteralFunction, args: tuple[Any, ...]) -> Any:
        primal = tuple(primal_part(x, self.tag) for x in args)
        operands = tuple(
            (x, apply_literal(function.partial(path), primal)) for path, x in perturbed_places(args, self.tag)
        )
        return Recorded(self.tag, apply_literal(function, primal), operands)

    def swept(self) -> Any:
        """The primal value with the derivatives in all directions: the sweep."""
        tangents: Tangents = {}
        adjoints: dict[int, Any] = {id(self): 1}
        for node in _recorded_before(self):
            adjoint = adjoints.pop(id(node))
            if node.direction is not None:
                tangents[node.direction] = adjoint
            for operand, slope in node.operands:
                term = g.mul(slope, adjoint)
                key = id(operand)
                adjoints[key] = g.add(adjoints[key], term) if key in adjoints else term
        return make(self.tag, self.primal, tangents)


def _recorded_before(last: Recorded) -> list[Recorded]:
    """All that a recorded value was made from, itself included, the latest first."""
    found = {id(last): last}
    stack = [last]
    while stack:
        for operand, _ in stack.pop().operands:
            if id(operand) not in found:
                found[id(operand)] = operand
                stack.append(operand)
    return sorted(found.values(), key=lambda node: -node.number)
