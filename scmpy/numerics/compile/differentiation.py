"""Derivatives of schedules: for every operation that targets have, its derivatives in operations of the same kind.

Those of functions are the ones that their records have, computed with values of the draft, in which equal operations
are done once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.records import RECORDS
from scmpy.numerics.compile.draft import Draft, Value
from scmpy.numerics.compile.operation_list import Slot
from scmpy.numerics.compile.schedule import Schedule


def _power_by_exponent(u: Any, a: Any, b: Any) -> Any:
    return u * g.log(a) if isinstance(b, Value) else 0


#: The derivatives of arithmetic by the operands, of the result u and the operands.
_ARITHMETIC: dict[str, tuple[Callable[..., Any], ...]] = {
    "+": (lambda u, a, b: 1, lambda u, a, b: 1),
    "-": (lambda u, a, b: 1, lambda u, a, b: -1),
    "*": (lambda u, a, b: b, lambda u, a, b: a),
    "/": (lambda u, a, b: 1 / b, lambda u, a, b: -u / b),
    "negate": (lambda u, a: -1,),
    "power": (lambda u, a, b: b * a ** (b - 1), _power_by_exponent),
}


def derivatives(name: str, result: Value, operands: Sequence[Any]) -> list[Any]:
    """The derivatives of an operation's result by its operands.

    Raises:  WrongTypeError if there is no such operation
    """
    if name in _ARITHMETIC:
        return [rule(result, *operands) for rule in _ARITHMETIC[name]]
    record = RECORDS.get(name)
    if record is None:
        raise WrongTypeError(f"the derivative of the operation {name} is not known")
    if record.kind == "rounding":
        return [0 for _ in operands]
    rules = zip(record.operation.derivatives, operands, strict=True)
    return [rule(*operands) if isinstance(x, Value) else 0 for rule, x in rules]


def gradients(draft: Draft, outputs: Sequence[Any], unknowns: Sequence[Value]) -> list[dict[int, Any]]:
    """The derivatives of outputs by unknowns, by the numbers of these: those that are not 0 in any case.

    >>> draft = Draft()
    >>> x, y = draft.unknowns(2)
    >>> gradients(draft, [x * x + y, 2.0, y], [x, y])[2]
    {1: 1}
    """
    known: dict[int, dict[int, Any]] = {x.slot: {i: 1} for i, x in enumerate(unknowns)}
    for number in draft.needed(outputs):
        name, slots = draft.operations[number]
        if number in known or not any(known.get(x) for x in slots if isinstance(x, Slot)):
            continue
        operands = [Value(draft, x) if isinstance(x, Slot) else x for x in slots]
        rates = derivatives(name, Value(draft, number), operands)
        total: dict[int, Any] = {}
        for x, rate in zip(slots, rates, strict=True):
            for i, inner in (known.get(x, {}) if isinstance(x, Slot) else {}).items():
                total[i] = total.get(i, 0) + rate * inner
        known[number] = total
    return [known.get(x.slot, {}) if isinstance(x, Value) else {} for x in outputs]


def with_jacobian(graph: Schedule) -> Schedule:
    """A schedule whose outputs are followed by their derivatives by the inputs, row by row.

    >>> from scmpy.numerics.compile.targets import python_function
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> python_function(with_jacobian(schedule([x, y], [x * y, y])))([2.0, 3.0])
    [6.0, 3.0, 3.0, 2.0, 0.0, 1.0]
    """
    draft = Draft()
    unknowns = draft.unknowns(graph.inputs)
    outputs = draft.inline(graph, unknowns)
    rows = gradients(draft, outputs, unknowns)
    return draft.schedule(unknowns, [*outputs, *(row.get(i, 0.0) for row in rows for i in range(graph.inputs))])
