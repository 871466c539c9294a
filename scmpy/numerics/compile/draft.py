"""Drafts: schedules that grow while a program computes with values that stand for what is not known yet.

A :class:`Value` adds, subtracts, multiplies and divides, with others and with numbers; each operation is noted in the
draft once. So a text in generic arithmetic, run on values, becomes the schedule of what it computes, and schedules that
are there already can be put into it as often as they are wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.kinds import Number, ScalarKind
from scmpy.generic.records import Elementary, each
from scmpy.numerics.compile.operation_list import Operand, Operation, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.symbolic.expression import Expression

_PRODUCTS = 4  # whole powers up to this one are products


@ScalarKind.register
class Value(Arithmetic):
    """The result of an operation of a draft, or one of its unknowns."""

    __slots__ = ("draft", "slot")

    def __init__(self, draft: Draft, slot: Slot) -> None:
        self.draft = draft
        self.slot = slot

    def __repr__(self) -> str:
        return f"<value {int(self.slot)} of a draft>"


def _is(x: Any, number: int) -> bool:
    return type(x) is int and x == number


def _draft(*operands: Any) -> Draft:
    return next(x.draft for x in operands if isinstance(x, Value))


def _sum(x: Any, y: Any) -> Any:
    return y if _is(x, 0) else x if _is(y, 0) else _draft(x, y).apply("+", x, y)


def _difference(x: Any, y: Any) -> Any:
    return -y if _is(x, 0) else x if _is(y, 0) else _draft(x, y).apply("-", x, y)


def _product(x: Any, y: Any) -> Any:
    if _is(x, 0) or _is(y, 0):
        return 0
    return y if _is(x, 1) else x if _is(y, 1) else -y if _is(x, -1) else _draft(x, y).apply("*", x, y)


def _quotient(x: Any, y: Any) -> Any:
    return 0 if _is(x, 0) else x if _is(y, 1) else _draft(x, y).apply("/", x, y)


def _power(x: Any, y: Any) -> Any:
    """The power; by products, or a square root, where it is one."""
    if type(y) is int and abs(y) <= _PRODUCTS:
        if y < 0:
            return 1 / _power(x, -y)
        half = _power(x, y // 2) if y > 1 else 1
        return half * half * x if y % 2 else half * half
    if isinstance(y, Fraction) and y == Fraction(1, 2):
        return g.sqrt(x)
    return _draft(x, y).apply("power", x, y)


for _operation, _method in (
    *((g.add, _sum), (g.sub, _difference), (g.mul, _product), (g.dot_product, _product)),
    *((g.div, _quotient), (g.expt, _power)),
):
    for _types in ((Value, Value), (Value, Number), (Number, Value), (Value, Expression), (Expression, Value)):
        _operation.add(_types, _method)
g.negate.add((Value,), lambda x: x.draft.apply("negate", x))
g.invert.add((Value,), lambda x: 1 / x)
g.square.add((Value,), lambda x: x * x)
g.cube.add((Value,), lambda x: x * x * x)


@each("analytic", "size", "rounding")
def _install(record: Elementary) -> None:
    """A function is an operation if targets have it, and else what it is by others."""
    definition = record.definition if record.code.python is None else None

    def apply(*operands: Any) -> Any:
        return _draft(*operands).apply(record.name, *operands) if definition is None else definition(*operands)

    for types in record.beside(Value, Number):
        record.operation.add(types, apply)


class Draft:
    """The operations that values were made by, in order, equal ones once."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._known: dict[Any, Slot] = {}
        self.rounded = False  # has it a float in place of another number?

    def _float(self, x: Any) -> float:
        found = float(x)
        self.rounded |= isinstance(x, Expression) or found != x
        return found

    def unknown(self) -> Value:
        """A value that is to be an input of schedules."""
        self.operations.append(Operation("unknown", ()))
        return Value(self, Slot(len(self.operations) - 1))

    def unknowns(self, count: int) -> list[Value]:
        """So many unknowns."""
        return [self.unknown() for _ in range(count)]

    def apply(self, name: str, *operands: Any) -> Value:
        """The result of an operation."""
        slots = tuple(x.slot if isinstance(x, Value) else self._float(x) for x in operands)
        key = name, *((type(x), repr(x)) for x in slots)  # slot 1 is not 1., nor is -0. 0.
        if key not in self._known:
            self.operations.append(Operation(name, slots))
            self._known[key] = Slot(len(self.operations) - 1)
        return Value(self, self._known[key])

    def inline(self, graph: Schedule, inputs: Sequence[Any]) -> list[Any]:
        """The outputs of a schedule at values or numbers in place of its inputs."""
        results = list(inputs)

        def of(x: Operand) -> Any:
            return results[x] if isinstance(x, Slot) else x

        for name, operands in graph.operations:
            results.append(self.apply(name, *map(of, operands)))
        return list(map(of, graph.outputs))

    def needed(self, outputs: Iterable[Any]) -> list[Slot]:
        """The slots that outputs depend on, operands first."""
        wanted = {x.slot for x in outputs if isinstance(x, Value)}
        for number in range(max(wanted, default=Slot(-1)), -1, -1):
            if number in wanted:
                wanted.update(x for x in self.operations[number].operands if isinstance(x, Slot))
        return sorted(wanted)

    def depends(self, outputs: Iterable[Any], on: Iterable[Value]) -> bool:
        """Do outputs depend on some of these values?"""
        return not {x.slot for x in on}.isdisjoint(self.needed(outputs))

    def schedule(self, inputs: Sequence[Value], outputs: Sequence[Any]) -> Schedule:
        """The schedule of outputs from inputs, without what they do not need.

        >>> draft = Draft()
        >>> x, y = draft.unknowns(2)
        >>> z = x * y + 1
        >>> draft.schedule([y, x], [x / 2.0])
        Schedule(inputs=2, operations=[Operation(name='/', operands=(1, 2.0))], outputs=[2], guards=())
        """
        places = {x.slot: Slot(i) for i, x in enumerate(inputs)}
        operations: list[Operation] = []

        def place(x: Operand) -> Operand:
            return places[x] if isinstance(x, Slot) else x

        for number in self.needed(outputs):
            if number not in places:
                name, operands = self.operations[number]
                operations.append(Operation(name, tuple(map(place, operands))))
                places[number] = Slot(len(inputs) + len(operations) - 1)
        return Schedule(len(inputs), operations, [place(x.slot) if isinstance(x, Value) else float(x) for x in outputs])
