"""The straight-line program of a graph: operations, builder, derivatives."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DomainError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.elementary import RECORDS, Elementary, each, record_of
from scmpy.generic.types import Number, ScalarKind, is_number, parts_first
from scmpy.symbolic.expression import Application, Expression, Head, Symbol


class VirtualRegister(int):
    """The number of an input or of an operation's result."""


Operand = VirtualRegister | float


class Operation(NamedTuple):
    name: str
    operands: tuple[Operand, ...]


#: What the operations of arithmetic are in Python.
ON_NUMBERS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "negate": operator.neg,
}


# --- schedule --------------------------------------------------------------------------------------------------------
# Schedules: the operations of a graph in an order in which each can be done, operands first, shared ones once.
#
# Sums, differences, products and quotients of many operands are taken two at a time, powers with small whole exponents
# are products, and constants are floats: what is left are the operations that every target has.
#
# A schedule holds where its guards do: comparisons that the function decided by when it was traced. A target writes
# them (its code then gives None where one fails), or refuses a schedule that has guards, or takes
# :meth:`StraightLineProgram.with_differences`, whose further outputs are the differences that the guards are of: a
# guard turns where its difference changes its sign.


class Guard(NamedTuple):
    """A relation between two operands, <, <= or =, and whether it holds where the schedule does."""

    relation: str
    left: Operand
    right: Operand
    holds: bool


#: The relations of guards, between numbers.
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {"<": operator.lt, "<=": operator.le, "=": operator.eq}


def are_kept(guards: Iterable[Guard], differences: Iterable[float]) -> bool:
    return all(
        RELATIONS[guard.relation](difference, 0) == guard.holds
        for guard, difference in zip(guards, differences, strict=True)
    )


class StraightLineProgram(NamedTuple):
    """Operations in order: the inputs have the first slots, the operations those that follow; the outputs are some.

    The inputs are the leaves of the arguments in order, then those of the parameters.
    """

    inputs: int
    operations: list[Operation]
    outputs: list[Operand]
    guards: tuple[Guard, ...] = ()

    def over(self, inputs: Iterable[Any], apply: Callable[..., Any]) -> list[Any]:
        """The outputs where the inputs are these, and what applies an operation is this."""
        results = list(inputs)

        def of(x: Operand) -> Any:
            return results[x] if isinstance(x, VirtualRegister) else x

        for name, operands in self.operations:
            results.append(apply(name, *map(of, operands)))
        return list(map(of, self.outputs))

    def with_differences(self) -> StraightLineProgram:
        """The schedule without guards whose further outputs are left - right for every guard."""
        differences = [Operation("-", (guard.left, guard.right)) for guard in self.guards]
        first = self.inputs + len(self.operations)
        further = [VirtualRegister(first + i) for i in range(len(differences))]
        return StraightLineProgram(self.inputs, [*self.operations, *differences], [*self.outputs, *further])

    def needed(self) -> StraightLineProgram:
        """The schedule without operations that no output needs; there are no guards."""
        draft = GraphBuilder()
        inputs = draft.unknowns(self.inputs)
        return draft.schedule(inputs, draft.inline(self, inputs))


_FOLDED = {Head.PLUS: "+", Head.MINUS: "-", Head.TIMES: "*", Head.OVER: "/"}
_PRODUCTS = 4  # powers up to this one are products


def straight_line_program(
    inputs: Sequence[Symbol], outputs: Iterable[Any], decisions: Iterable[Any] = ()
) -> StraightLineProgram:
    """The schedule that computes expressions from the values of symbols, where decisions are as they were.

    Raises:  WrongTypeError that names other symbols and the literal functions among the expressions; DomainError if
             there is a complex number
    """
    return _Builder(inputs).of(list(outputs), list(decisions))


class _Builder:
    def __init__(self, inputs: Sequence[Symbol]) -> None:
        self.draft = GraphBuilder()
        self.inputs = self.draft.unknowns(len(inputs))
        self.slots: dict[Any, Operand] = {x: value.slot for x, value in zip(inputs, self.inputs, strict=True)}
        self._add = self.draft.add
        self.definitions: dict[Any, Any] = {}  # node of a function that targets do not have -> what it is by others

    def of(self, outputs: list[Any], decisions: list[Any]) -> StraightLineProgram:
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
        whole = self.draft.schedule(self.inputs, list(map(self._operand, [*outputs, *compared])))
        values, sides = whole.outputs[: len(outputs)], iter(whole.outputs[len(outputs) :])
        guards = tuple(Guard(x.relation, next(sides), next(sides), x.holds) for x in decisions)
        return whole._replace(outputs=values, guards=guards)

    def _parts(self, x: Any) -> tuple[Any, ...] | None:
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
        operands = list(map(self._operand, node.operands))
        if node.operator is Head.EXPT and is_number(node.operands[1]) and isinstance(operands[0], VirtualRegister):
            return _slot(_power(Value(self.draft, operands[0]), node.operands[1]))
        name = node.operator.name
        if node.operator in _FOLDED:
            if len(operands) == 1:
                return self._add("negate", *operands) if name == "-" else self._add("/", 1.0, *operands)
            total, *rest = operands
            for x in rest:
                total = self._add(name, total, x)
            return total
        return self._add(_name_of(node) or name, *operands)


def _name_of(node: Application) -> str | None:
    if node.operator is Head.EXPT:
        return "power"
    record = record_of(node.operator, len(node.operands))
    return None if record is None or record.code.python is None else record.name


def _definition_of(node: Any) -> Callable[..., Any] | None:
    """What makes a function that no target has of others, if the node is one of such."""
    record = record_of(node.operator, len(node.operands)) if isinstance(node, Application) else None
    return None if record is None or record.code.python is not None else record.definition


def _refuse_unknown(nodes: Iterable[Any]) -> None:
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
    value = g.inexact(x)
    if isinstance(value, complex):
        raise DomainError(f"has the complex number {value}")
    return float(value)


# --- draft -----------------------------------------------------------------------------------------------------------
# Drafts: schedules that grow while a program computes with values that stand for what is not known yet.
#
# A :class:`Value` adds, subtracts, multiplies and divides, with others and with numbers; each operation is noted in the
# draft once. So a text in generic arithmetic, run on values, becomes the schedule of what it computes, and schedules
# that are there already can be put into it as often as they are wanted.


@ScalarKind.register
class Value(Arithmetic):
    """The result of an operation of a draft, or one of its unknowns."""

    __slots__ = ("draft", "slot")

    def __init__(self, draft: GraphBuilder, slot: VirtualRegister) -> None:
        self.draft = draft
        self.slot = slot

    def __repr__(self) -> str:
        return f"<value {int(self.slot)} of a draft>"


def exactly(x: Any, number: int) -> bool:
    return type(x) is int and x == number


def _slot(x: Any) -> Operand:
    return x.slot if isinstance(x, Value) else x if isinstance(x, VirtualRegister) else float(x)


def _draft(*operands: Any) -> GraphBuilder:
    return next(x.draft for x in operands if isinstance(x, Value))


#: What arithmetic with exact zeros and ones is without an operation; None where it takes one.
WITHOUT_OPERATION: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: y if exactly(x, 0) else x if exactly(y, 0) else None,
    "-": lambda x, y: g.negate(y) if exactly(x, 0) else x if exactly(y, 0) else None,
    "*": lambda x, y: 0 if exactly(x, 0) or exactly(y, 0) else y if exactly(x, 1) else x if exactly(y, 1) else None,
    "/": lambda x, y: 0 if exactly(x, 0) else x if exactly(y, 1) else None,
}


def _noting(name: str) -> Callable[[Any, Any], Any]:
    def apply(x: Any, y: Any) -> Any:
        found = WITHOUT_OPERATION[name](x, y)
        return _draft(x, y).apply(name, x, y) if found is None else found

    return apply


def _power(x: Any, y: Any) -> Any:
    if type(y) in (int, Fraction) and y < 0:
        return 1 / _power(x, -y)
    if type(y) is int and y <= _PRODUCTS:
        half = _power(x, y // 2) if y > 1 else 1
        return half * half * x if y % 2 else half * half
    if isinstance(y, Fraction) and y.denominator == 2 and y < 2:
        return g.sqrt(x) if y < 1 else x * g.sqrt(x)
    return _draft(x, y).apply("power", x, y)


for _operation, _method in (
    *((g.add, _noting("+")), (g.sub, _noting("-")), (g.mul, _noting("*")), (g.dot_product, _noting("*"))),
    *((g.div, _noting("/")), (g.expt, _power)),
):
    for _types in ((Value, Value), (Value, Number), (Number, Value), (Value, Expression), (Expression, Value)):
        _operation.add(_types, _method)
g.negate.add((Value,), lambda x: x.draft.apply("negate", x))
g.invert.add((Value,), lambda x: 1 / x)
g.square.add((Value,), lambda x: x * x)
g.cube.add((Value,), lambda x: x * x * x)


@each("analytic", "size", "rounding")
def _install(record: Elementary) -> None:
    """A function is an operation if targets have it; else, or if only Python has what expands, what it is by others."""
    code = record.code
    definition = record.definition if code.python is None or (record.expanded and code.numpy is None) else None

    def apply(*operands: Any) -> Any:
        return _draft(*operands).apply(record.name, *operands) if definition is None else definition(*operands)

    for types in record.beside(Value, Number):
        record.operation.add(types, apply)


class GraphBuilder:
    """Operations in order, equal ones once, and none that can be left out without a change of the last bit.

    1 x is x, and so are x / 1 and -(-x); a factor -1 is a change of sign, which makes of a sum a difference. Operations
    on constants are done at once. (x + 0 is not x where that is -0.)
    """

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._known: dict[Any, VirtualRegister] = {}
        self._opposites: dict[VirtualRegister, Operand] = {}  # slot of a number with the other sign -> that number
        self.rounded = False  # has it a float in place of another number?

    def unknown(self) -> Value:
        self.operations.append(Operation("unknown", ()))
        return Value(self, VirtualRegister(len(self.operations) - 1))

    def unknowns(self, count: int) -> list[Value]:
        return [self.unknown() for _ in range(count)]

    def apply(self, name: str, *operands: Any) -> Any:
        """The value of an operation, or the number that it is."""
        found = self.add(name, *(x.slot if isinstance(x, Value) else self._float(x) for x in operands))
        return Value(self, found) if isinstance(found, VirtualRegister) else found

    def _float(self, x: Any) -> float:
        found = float(x)
        self.rounded |= isinstance(x, Expression) or found != x
        return found

    def add(self, name: str, *operands: Operand) -> Operand:
        shorter = self._shorter(name, *operands) if name in ON_NUMBERS else None
        return self._noted(name, *operands) if shorter is None else shorter

    def _noted(self, name: str, *operands: Operand) -> VirtualRegister:
        parts = [x if isinstance(x, VirtualRegister) else repr(x) for x in operands]  # 0. is not -0.
        key = name, *([frozenset(parts)] if name in "+*" else parts)
        if key not in self._known:
            self.operations.append(Operation(name, operands))
            self._known[key] = VirtualRegister(len(self.operations) - 1)
        return self._known[key]

    def _shorter(self, name: str, *operands: Operand) -> Operand | None:
        if VirtualRegister not in map(type, operands):
            return self._constant(name, operands)
        if name == "negate":
            return self._negated(operands[0])
        x, y = operands
        if name in "*/":
            if not isinstance(y, VirtualRegister) and y in (1, -1):
                return x if y == 1 else self._negated(x)
            if name == "*" and not isinstance(x, VirtualRegister) and x in (1, -1):
                return y if x == 1 else self._negated(y)
            return None
        if isinstance(y, VirtualRegister) and y in self._opposites:
            return self.add("-" if name == "+" else "+", x, self._opposites[y])
        if name == "+" and isinstance(x, VirtualRegister) and x in self._opposites:
            return self.add("-", y, self._opposites[x])
        return None

    def _negated(self, x: Operand) -> Operand:
        if not isinstance(x, VirtualRegister):
            return -x
        if x in self._opposites:
            return self._opposites[x]
        slot = self._noted("negate", x)
        self._opposites[slot] = x
        return slot

    def _constant(self, name: str, operands: Sequence[Any]) -> float | None:
        try:
            value: float = ON_NUMBERS[name](*operands)
            self.rounded |= ON_NUMBERS[name](*map(Fraction, operands)) != value
        except (ArithmeticError, ValueError):  # it is not finite
            return None
        return value if math.isfinite(value) else None

    def inline(self, graph: StraightLineProgram, inputs: Sequence[Any]) -> list[Any]:
        """The outputs of a schedule at values or numbers in place of its inputs."""
        return graph.over(inputs, self.apply)

    def needed(self, outputs: Iterable[Any]) -> list[VirtualRegister]:
        wanted = {x for x in map(_slot, outputs) if isinstance(x, VirtualRegister)}
        for number in range(max(wanted, default=VirtualRegister(-1)), -1, -1):
            if number in wanted:
                wanted.update(x for x in self.operations[number].operands if isinstance(x, VirtualRegister))
        return sorted(wanted)

    def depends(self, outputs: Iterable[Any], on: Iterable[Value]) -> bool:
        return not {x.slot for x in on}.isdisjoint(self.needed(outputs))

    def schedule(self, inputs: Sequence[Value], outputs: Sequence[Any]) -> StraightLineProgram:
        """The schedule of outputs, values, slots or numbers, from inputs, without what they do not need."""
        places = {x.slot: VirtualRegister(i) for i, x in enumerate(inputs)}
        operations: list[Operation] = []

        def place(x: Operand) -> Operand:
            return places[x] if isinstance(x, VirtualRegister) else x

        for number in self.needed(outputs):
            if number not in places:
                name, operands = self.operations[number]
                operations.append(Operation(name, tuple(map(place, operands))))
                places[number] = VirtualRegister(len(inputs) + len(operations) - 1)
        return StraightLineProgram(len(inputs), operations, [place(_slot(x)) for x in outputs])


# --- differentiation -------------------------------------------------------------------------------------------------
# Derivatives of schedules: for every operation that targets have, its derivatives in operations of the same kind.
#
# Those of functions are the ones that their records have, computed with values of the draft, in which equal operations
# are done once.


#: The derivatives of arithmetic by the operands, of the result u and the operands.
_ARITHMETIC: dict[str, tuple[Callable[..., Any], ...]] = {
    "+": (lambda u, a, b: 1, lambda u, a, b: 1),
    "-": (lambda u, a, b: 1, lambda u, a, b: -1),
    "*": (lambda u, a, b: b, lambda u, a, b: a),
    "/": (lambda u, a, b: 1 / b, lambda u, a, b: -u / b),
    "negate": (lambda u, a: -1,),
    "power": (lambda u, a, b: b * a ** (b - 1), lambda u, a, b: u * g.log(a) if isinstance(b, Value) else 0),
}


def derivatives(name: str, result: Value, operands: Sequence[Any]) -> list[Any]:
    if name in _ARITHMETIC:
        return [rule(result, *operands) for rule in _ARITHMETIC[name]]
    record = RECORDS.get(name)
    if record is None:
        raise WrongTypeError(f"the derivative of the operation {name} is not known")
    if record.kind == "rounding":
        return [0 for _ in operands]
    rules = zip(record.operation.derivatives, operands, strict=True)
    return [rule(*operands) if isinstance(x, Value) else 0 for rule, x in rules]


def gradients(draft: GraphBuilder, outputs: Sequence[Any], unknowns: Sequence[Value]) -> list[dict[int, Any]]:
    """The derivatives of outputs by unknowns, by the numbers of these: those that are not 0 in any case."""
    known: dict[int, dict[int, Any]] = {x.slot: {i: 1} for i, x in enumerate(unknowns)}
    for number in draft.needed(outputs):
        name, slots = draft.operations[number]
        if number in known or not any(known.get(x) for x in slots if isinstance(x, VirtualRegister)):
            continue
        operands = [Value(draft, x) if isinstance(x, VirtualRegister) else x for x in slots]
        rates = derivatives(name, Value(draft, number), operands)
        total: dict[int, Any] = {}
        for x, rate in zip(slots, rates, strict=True):
            for i, inner in (known.get(x, {}) if isinstance(x, VirtualRegister) else {}).items():
                total[i] = total.get(i, 0) + rate * inner
        known[number] = total
    return [known.get(x.slot, {}) if isinstance(x, Value) else {} for x in outputs]


def with_jacobian(graph: StraightLineProgram) -> StraightLineProgram:
    """A schedule whose outputs are followed by their derivatives by the inputs, row by row."""
    draft = GraphBuilder()
    unknowns = draft.unknowns(graph.inputs)
    outputs = draft.inline(graph, unknowns)
    rows = gradients(draft, outputs, unknowns)
    return draft.schedule(unknowns, [*outputs, *(row.get(i, 0.0) for row in rows for i in range(graph.inputs))])
