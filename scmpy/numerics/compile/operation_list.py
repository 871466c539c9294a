"""Operations in order, each of them once, and none that can be left out without a change of the last bit.

1 x is x, and so are x / 1 and -(-x); a factor -1 is a change of sign, which makes of a sum a difference. Operations on
constants are done at once. (x + 0 is not x where that is -0.)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple


class Slot(int):
    """The number of an input or of an operation's result."""


Operand = Slot | float


class Operation(NamedTuple):
    """An operation on inputs, earlier results and floats."""

    name: str
    operands: tuple[Operand, ...]


_ON_CONSTANTS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "negate": operator.neg,
}


class Operations:
    """Operations that are added one after the other; the slots before theirs are inputs."""

    def __init__(self, inputs: int) -> None:
        self.inputs = inputs
        self.done: list[Operation] = []
        self._known: dict[Any, Slot] = {}
        self._opposites: dict[Slot, Operand] = {}  # slot of a number with the other sign -> that number

    def add(self, name: str, *operands: Operand) -> Operand:
        """The operand that is the value of an operation.

        >>> operations = Operations(2)
        >>> x, y = Slot(0), Slot(1)
        >>> operations.add("+", y, operations.add("*", -1.0, x)), operations.done[-1]
        (3, Operation(name='-', operands=(1, 0)))
        """
        shorter = self._shorter(name, *operands) if name in _ON_CONSTANTS else None
        return self._noted(name, *operands) if shorter is None else shorter

    def _noted(self, name: str, *operands: Operand) -> Slot:
        parts = [x if isinstance(x, Slot) else repr(x) for x in operands]  # 0. is not -0.
        key = name, *(sorted(parts, key=str) if name in "+*" else parts)
        slot = self._known.get(key)
        if slot is None:
            slot = self._known[key] = Slot(self.inputs + len(self.done))
            self.done.append(Operation(name, operands))
        return slot

    def _shorter(self, name: str, *operands: Operand) -> Operand | None:
        """What an operation of arithmetic is by others, or without any."""
        if not any(isinstance(x, Slot) for x in operands):
            return _constant(name, operands)
        if name == "negate":
            return self._negated(operands[0])
        x, y = operands
        if name in "*/":
            if not isinstance(y, Slot) and y in (1, -1):
                return x if y == 1 else self._negated(x)
            if name == "*" and not isinstance(x, Slot) and x in (1, -1):
                return y if x == 1 else self._negated(y)
            return None
        if isinstance(y, Slot) and y in self._opposites:
            return self.add("-" if name == "+" else "+", x, self._opposites[y])
        if name == "+" and isinstance(x, Slot) and x in self._opposites:
            return self.add("-", y, self._opposites[x])
        return None

    def _negated(self, x: Operand) -> Operand:
        if not isinstance(x, Slot):
            return -x
        if x in self._opposites:
            return self._opposites[x]
        slot = self._noted("negate", x)
        self._opposites[slot] = x
        return slot

    def needed(self, wanted: Iterable[Operand]) -> tuple[list[Operation], dict[Operand, Operand]]:
        """The operations that these operands depend on, with the slots that inputs and operations have among them."""
        live = {x for x in wanted if isinstance(x, Slot)}
        for number in reversed(range(len(self.done))):
            if Slot(self.inputs + number) in live:
                live.update(x for x in self.done[number].operands if isinstance(x, Slot))
        places: dict[Operand, Operand] = {Slot(i): Slot(i) for i in range(self.inputs)}
        kept: list[Operation] = []
        for number, (name, operands) in enumerate(self.done, self.inputs):
            if number in live:
                places[Slot(number)] = Slot(self.inputs + len(kept))
                kept.append(Operation(name, moved(operands, places)))
        return kept, places


def moved(operands: Sequence[Operand], places: dict[Operand, Operand]) -> tuple[Operand, ...]:
    """Operands whose slots are other ones."""
    return tuple(places[x] if isinstance(x, Slot) else x for x in operands)


def _constant(name: str, operands: Sequence[Any]) -> float | None:
    """The value of an operation on floats, where it is finite."""
    try:
        value: float = _ON_CONSTANTS[name](*operands)
    except ArithmeticError:
        return None
    return value if math.isfinite(value) else None
