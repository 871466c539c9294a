"""Schedules: the operations of a graph in an order in which each can be done, operands first, shared ones once.

Sums, differences, products and quotients of many operands are taken two at a time, powers with small whole exponents
are products, and constants are floats: what is left are the operations that every target has, and of these none that
can be left out (:mod:`scmpy.numerics.compile.operation_list`).

A schedule holds where its guards do: comparisons that the function decided by when it was traced. A target writes them
(its code then gives None where one fails), or refuses a schedule that has guards, or takes
:meth:`Schedule.with_differences`, whose further outputs are the differences that the guards are of: a guard turns where
its difference changes its sign.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DomainError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number
from scmpy.generic.records import record_of
from scmpy.numerics.compile.operation_list import Operand, Operation, Operations, Slot, moved
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
)


class Guard(NamedTuple):
    """A relation between two operands, <, <= or =, and whether it holds where the schedule does."""

    relation: str
    left: Operand
    right: Operand
    holds: bool


#: The relations of guards, between numbers.
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {"<": operator.lt, "<=": operator.le, "=": operator.eq}


def are_kept(guards: Iterable[Guard], differences: Iterable[float]) -> bool:
    """Do guards hold where their operands have these differences?

    >>> are_kept([Guard("<", Slot(0), 2.0, True)], [-0.5])
    True
    """
    return all(
        RELATIONS[guard.relation](difference, 0) == guard.holds
        for guard, difference in zip(guards, differences, strict=True)
    )


class Schedule(NamedTuple):
    """Operations in order: the inputs have the first slots, the operations those that follow; the outputs are some.

    The inputs are the leaves of the arguments in order, then those of the parameters.
    """

    inputs: int
    operations: list[Operation]
    outputs: list[Operand]
    guards: tuple[Guard, ...] = ()

    def with_differences(self) -> Schedule:
        """The schedule without guards whose further outputs are left - right for every guard.

        >>> guarded = Schedule(1, [], [Slot(0)], (Guard("<", Slot(0), 2.0, True),))
        >>> guarded.with_differences()
        Schedule(inputs=1, operations=[Operation(name='-', operands=(0, 2.0))], outputs=[0, 1], guards=())
        """
        differences = [Operation("-", (guard.left, guard.right)) for guard in self.guards]
        first = self.inputs + len(self.operations)
        further = [Slot(first + i) for i in range(len(differences))]
        return Schedule(self.inputs, [*self.operations, *differences], [*self.outputs, *further])

    def needed(self) -> Schedule:
        """The schedule without operations that no output needs; there are no guards.

        >>> Schedule(1, [Operation("sin", (Slot(0),)), Operation("cos", (Slot(0),))], [Slot(2)]).needed()
        Schedule(inputs=1, operations=[Operation(name='cos', operands=(0,))], outputs=[1], guards=())
        """
        wanted = {x for x in self.outputs if isinstance(x, Slot)}
        for number in reversed(range(len(self.operations))):
            if self.inputs + number in wanted:
                wanted.update(x for x in self.operations[number].operands if isinstance(x, Slot))
        places = {x: Slot(x) for x in range(self.inputs)}
        operations: list[Operation] = []
        for number, operation in enumerate(self.operations, self.inputs):
            if number in wanted:
                places[number] = Slot(self.inputs + len(operations))
                operands = tuple(places[x] if isinstance(x, Slot) else x for x in operation.operands)
                operations.append(Operation(operation.name, operands))
        return Schedule(self.inputs, operations, [places[x] if isinstance(x, Slot) else x for x in self.outputs])


_FOLDED = {PLUS: "+", MINUS: "-", TIMES: "*", OVER: "/"}
_PRODUCTS = 4  # powers up to this one are products


def schedule(inputs: Sequence[Symbol], outputs: Iterable[Any], decisions: Iterable[Any] = ()) -> Schedule:
    """The schedule that computes expressions from the values of symbols, where decisions are as they were.

    Raises:  WrongTypeError that names other symbols and the literal functions among the expressions; DomainError if
             there is a complex number
    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> schedule([x, y], [(x + y) * (x + y), x]).operations
    [Operation(name='+', operands=(0, 1)), Operation(name='*', operands=(2, 2))]
    """
    return _Builder(inputs).of(list(outputs), list(decisions))


class _Builder:
    def __init__(self, inputs: Sequence[Symbol]) -> None:
        self.slots: dict[Any, Operand] = {x: Slot(i) for i, x in enumerate(inputs)}
        self.operations = Operations(len(inputs))
        self._add = self.operations.add
        self.definitions: dict[Any, Any] = {}  # node of a function that targets do not have -> what it is by others

    def of(self, outputs: list[Any], decisions: list[Any]) -> Schedule:
        decisions = [
            x for x in decisions if x.holds or x.relation != "=" or not any(map(_is_no_float, (x.left, x.right)))
        ]
        compared = [
            y
            for x in decisions
            for y in (_beside(x.left, x.relation == "<", x), _beside(x.right, x.relation != "<", x))
        ]
        nodes = list(parts_first([*outputs, *compared], self._parts))
        _refuse_unknown(node for node in nodes if node not in self.slots)
        for node in nodes:
            if node not in self.slots:
                self.slots[node] = self._node(node)
        wanted = list(map(self._operand, [*outputs, *compared]))
        kept, places = self.operations.needed(wanted)
        values, sides = wanted[: len(outputs)], iter(moved(wanted[len(outputs) :], places))
        guards = [Guard(x.relation, next(sides), next(sides), x.holds) for x in decisions]
        return Schedule(self.operations.inputs, kept, list(moved(values, places)), tuple(guards))

    def _parts(self, x: Any) -> tuple[Any, ...] | None:
        """What a node is computed from; of numbers and constants nothing is."""
        if not isinstance(x, Expression) or x.constant:
            return None
        definition = _definition_of(x)
        if definition is None:
            return x.operands
        if x not in self.definitions:
            self.definitions[x] = definition(*x.operands)
        return (self.definitions[x],)

    def _operand(self, x: Any) -> Operand:
        return self.slots[x] if isinstance(x, Expression) and not x.constant else _float(x)

    def _node(self, node: Application) -> Operand:
        if node in self.definitions:
            return self._operand(self.definitions[node])
        if node.operator is EXPT and is_number(node.operands[1]):
            return self._power(self._operand(node.operands[0]), node.operands[1])
        operands = list(map(self._operand, node.operands))
        name = node.operator.name
        if node.operator in _FOLDED:
            if len(operands) == 1:
                return self._add("negate", *operands) if name == "-" else self._add("/", 1.0, *operands)
            total, *rest = operands
            for x in rest:
                total = self._add(name, total, x)
            return total
        return self._add(_name_of(node) or name, *operands)

    def _power(self, base: Operand, exponent: Any) -> Operand:
        """A power by products, or by a square root, where it is one."""
        if type(exponent) is int:
            if exponent < 0:
                return self._add("/", 1.0, self._power(base, -exponent))
            if exponent > _PRODUCTS:
                return self._add("power", base, float(exponent))
            return self._product(base, exponent)
        if isinstance(exponent, Fraction) and exponent.denominator == 2 and abs(exponent) < 2:
            root = self._add("sqrt", base)
            power = root if abs(exponent) < 1 else self._add("*", base, root)
            return self._add("/", 1.0, power) if exponent < 0 else power
        return self._add("power", base, _float(exponent))

    def _product(self, base: Operand, count: int) -> Operand:
        if count == 1:
            return base
        half = self._product(base, count // 2)
        whole = self._add("*", half, half)
        return self._add("*", whole, base) if count % 2 else whole


def _name_of(node: Application) -> str | None:
    """The operation that a node is, if it is one of a target's."""
    if node.operator is EXPT:
        return "power"
    record = record_of(node.operator, len(node.operands))
    return None if record is None or record.code.python is None else record.name


def _definition_of(node: Any) -> Callable[..., Any] | None:
    """What makes a function that no target has of others, if the node is one of such."""
    record = record_of(node.operator, len(node.operands)) if isinstance(node, Application) else None
    return None if record is None or record.code.python is not None else record.definition


def _refuse_unknown(nodes: Iterable[Any]) -> None:
    """An error that names the symbols without values, and the functions that are not known."""
    unknown: dict[str, list[Any]] = {"symbols without a value": [], "literal or unknown functions": []}
    for node in nodes:
        if isinstance(node, Symbol):
            unknown["symbols without a value"].append(node)
        elif node.operator not in _FOLDED and _definition_of(node) is None and _name_of(node) is None:
            unknown["literal or unknown functions"].append(node.operator)
    found = [f"{what} {', '.join(dict.fromkeys(map(str, those)))}" for what, those in unknown.items() if those]
    if found:
        raise WrongTypeError(f"what is to be compiled has {' and '.join(found)}: give them values and definitions")


def _is_known(x: Any) -> bool:
    return not isinstance(x, Expression) or x.constant


def _is_no_float(x: Any) -> bool:
    """Is this an exact number or constant to which no float is equal?"""
    return _is_known(x) and not isinstance(x, float) and g.order(x, _float(x)) != 0


def _beside(x: Any, below: bool, decision: Any) -> Any:
    """What a decision compares; of a number or constant that is no float the next one, on the side that tells the same.

    A float is less than such a number where it is less than the next float above, and equal to it nowhere.
    """
    if not _is_no_float(x):
        return x
    if decision.relation == "=":
        return math.nan
    near = _float(x)
    is_below = g.order(x, near) > 0
    return near if is_below is below else math.nextafter(near, -math.inf if below else math.inf)


def _float(x: Any) -> float:
    """The float that a real number or constant is."""
    value = g.inexact(x)
    if isinstance(value, complex):
        raise DomainError(f"has the complex number {value}")
    return float(value)
