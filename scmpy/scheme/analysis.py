"""Which local procedures are loops: found by one walk over the core language, from the leaves up.

A procedure bound by letrec (a named let, do, an internal define) becomes a ``while`` loop in its surroundings when it
is called once from outside and otherwise by itself, always in tail position, and no closure captures a variable bound
in its body: Python has one cell a variable and call, but each iteration of a Scheme loop has variables of its own.
Any other procedure that calls itself in tail position loops inside its own function, under the same condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Lambda, Node, Variable

#: Python allows twenty nested blocks.
DEEPEST_NEST = 12

Key = Variable | tuple[str, int]


class _Uses:
    """How a variable is used: tail calls, other uses, and how many loops lie between a tail call and its target."""

    __slots__ = ("distance", "other", "tail")

    def __init__(self, tail: int, other: int, distance: int = 0) -> None:
        self.tail = tail
        self.other = other
        self.distance = distance


@dataclass(slots=True)
class _Facts:
    """What is known of an expression: uses by variable, captured and bound variables, loops in it."""

    uses: dict[Key, _Uses] = field(default_factory=dict)
    captured: set[Variable] = field(default_factory=set)
    bound: set[Variable] = field(default_factory=set)
    depth: int = 0
    tail_loop: bool = False

    def add(self, other: _Facts, tail: bool = False) -> None:
        """Take in a part, which stands in tail position or not."""
        for key, uses in other.uses.items():
            mine = self.uses.setdefault(key, _Uses(0, 0))
            if tail:
                mine.tail += uses.tail
                mine.other += uses.other
                mine.distance = max(mine.distance, uses.distance)
            else:
                mine.other += uses.tail + uses.other
        self.captured |= other.captured
        self.bound |= other.bound
        self.depth = max(self.depth, other.depth)
        self.tail_loop |= tail and other.tail_loop

    def binds(self, variables: Iterable[Variable]) -> bool:
        """Are any of these, or of the variables bound inside, captured?"""
        return any(variable in self.captured for variable in (*self.bound, *variables))


def analyse(node: Node) -> None:
    """Mark the loops in an expression."""
    _facts(node)


def _facts(node: Node) -> _Facts:
    return _ANALYSERS[type(node)](node)


def _parts(*groups: tuple[Iterable[Node], bool]) -> _Facts:
    facts = _Facts()
    for nodes, tail in groups:
        for node in nodes:
            facts.add(_facts(node), tail)
    return facts


def _sequence(node: Any) -> _Facts:
    return _parts((node.parts[:-1], False), (node.parts[-1:], True))


def _call(node: core.Call) -> _Facts:
    facts = _parts((node.operands, False))
    operator = node.operator
    if isinstance(operator, core.LocalRef):
        procedure = operator.variable.procedure
        fits = procedure is not None and _fits(procedure, node)
        _count(facts, operator.variable, _Uses(1, 0) if fits else _Uses(0, 1))
    elif isinstance(operator, core.GlobalRef):
        _count(facts, (operator.name, len(node.operands)), _Uses(1, 0))
    else:
        facts.add(_facts(operator))
    return facts


def _fits(procedure: Lambda, node: core.Call) -> bool:
    return not procedure.optional and procedure.rest is None and len(procedure.required) == len(node.operands)


def _count(facts: _Facts, key: Key, uses: _Uses) -> None:
    mine = facts.uses.setdefault(key, _Uses(0, 0))
    mine.tail += uses.tail
    mine.other += uses.other


def _set_local(node: core.SetLocal) -> _Facts:
    facts = _facts(node.value)
    _count(facts, node.variable, _Uses(0, 1))
    return facts


def _let(node: core.Let) -> _Facts:
    facts = _parts((node.values, False), ([node.body], True))
    facts.bound.update(node.variables)
    return facts


def _lambda(node: Lambda) -> _Facts:
    return _closure(node, _facts(node.body))


def _closure(node: Lambda, body: _Facts) -> _Facts:
    """The facts of a procedure that is a Python function: whatever it uses of its surroundings is captured."""
    _mark_own_loop(node, body)
    free = {key: uses for key, uses in body.uses.items() if key not in body.bound and key not in node.parameters}
    facts = _Facts()
    facts.add(_Facts(uses=free))
    facts.captured = {key for key in free if isinstance(key, Variable)}
    return facts


def _mark_own_loop(node: Lambda, body: _Facts) -> None:
    itself = node.itself
    if itself is None or node.optional or node.rest is not None:
        return
    uses = body.uses.get((itself, len(node.required)) if isinstance(itself, str) else itself)
    assigned = isinstance(itself, Variable) and itself.assigned
    if uses and uses.tail and not assigned and body.depth < DEEPEST_NEST and not body.binds(node.required):
        node.loops = True


def _letrec(node: core.Letrec) -> _Facts:
    for variable, value in node.bindings:
        if variable is not None and isinstance(value, Lambda) and not variable.assigned:
            variable.procedure = value
    outside = _facts(node.body)
    facts = _Facts()
    bodies: list[tuple[Variable, Lambda, _Facts]] = []
    for variable, value in node.bindings:
        if variable is not None and variable.procedure is value and isinstance(value, Lambda):
            bodies.append((variable, value, _facts(value.body)))
        else:
            facts.add(_facts(value))
            facts.bound.update([variable] if variable is not None else [])
    for variable, value, inside in bodies:
        siblings = [facts, *(other for _, _, other in bodies if other is not inside)]
        if _is_loop(variable, value, inside, outside) and not any(variable in other.uses for other in siblings):
            variable.loop, value.nested = True, inside.tail_loop
            facts.add(_as_loop(variable, value, inside), tail=True)
        else:
            facts.add(_closure(value, inside))
            facts.bound.add(variable)
    facts.add(outside, tail=True)
    return facts


def _is_loop(variable: Variable, procedure: Lambda, inside: _Facts, outside: _Facts) -> bool:
    entered = outside.uses.get(variable, _Uses(0, 0))
    again = inside.uses.get(variable, _Uses(0, 0))
    return (
        (entered.tail, entered.other, entered.distance) == (1, 0, 0)
        and again.other == 0
        and again.distance <= 1
        and inside.depth < DEEPEST_NEST
        and not inside.binds(procedure.required)
    )


def _as_loop(variable: Variable, procedure: Lambda, inside: _Facts) -> _Facts:
    """The facts of a loop's body, seen from the place where the loop is entered."""
    facts = _Facts(captured=inside.captured, depth=inside.depth + 1, tail_loop=True)
    facts.bound = inside.bound | set(procedure.required)
    for key, uses in inside.uses.items():
        if key is not variable:
            facts.uses[key] = _Uses(uses.tail, uses.other, uses.distance + 1 if uses.tail else 0)
    return facts


_ANALYSERS: dict[type[Node], Any] = {
    core.Const: lambda node: _Facts(),
    core.GlobalRef: lambda node: _Facts(),
    core.Unassigned: lambda node: _Facts(),
    core.LocalRef: lambda node: _Facts(uses={node.variable: _Uses(0, 1)}),
    core.SetLocal: _set_local,
    core.SetGlobal: lambda node: _parts(([node.value], False)),
    core.Define: lambda node: _parts(([node.value], False)),
    core.If: lambda node: _parts(([node.test], False), ([node.then, node.otherwise], True)),
    core.And: _sequence,
    core.Or: _sequence,
    core.Seq: _sequence,
    core.Let: _let,
    core.Letrec: _letrec,
    core.Lambda: _lambda,
    core.Call: _call,
}
