"""Partial derivatives of high order from one tape.

A derivative of a derivative of ... a function costs exponentially in the order when every level evaluates the one
below on differentials: (n + 1)^k of them for k derivatives by n variables. Here the function is evaluated once, on
unknowns, which gives an expression: a graph, the tape. A derivative of it is a graph again, over the same nodes, and
every node is differentiated once by each unknown. Partial derivatives commute, so that those of order k are one for
every multiset of k unknowns, not one for every sequence: by 10 variables there are 5005 of order 6, of a million
components. Tuples of equal components are shared in the same way.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import Differential, finite_part, make, new_tag, split
from scmpy.calculus.tape import Replay, is_tuple_of_scalars
from scmpy.errors import ScmpyError
from scmpy.structure.structure import Structure, leaves, map_leaves, opposite, unflatten
from scmpy.symbolic.expression import Expression, symbol

_count = itertools.count()


class PartialDerivatives(Replay):
    """The partial derivatives of expressions by one symbol: their values where it is a differential.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> PartialDerivatives(x).slope(x * y)
    y
    """

    def __init__(self, unknown: Expression) -> None:
        self.tag = new_tag()
        super().__init__({unknown: Differential(self.tag, unknown, {0: 1})})

    def value(self, node: Expression, operands: tuple[Any, ...]) -> Any:
        """The differential of a node: its primal value is the node itself, which keeps the graph shared."""
        value = super().value(node, operands)
        return value if isinstance(value, Structure) else make(self.tag, node, split(value, self.tag)[1])

    def slope(self, expression: Any) -> Any:
        """The derivative of a number or expression."""
        return split(self.of(expression), self.tag)[1].get(0, 0)


class Jet:
    """The derivatives of a tape, a tuple of expressions in these unknowns, at the values of the unknowns."""

    def __init__(self, tape: Any, unknowns: list[Any], values: list[Any]) -> None:
        self.tape = tape
        self.place = {unknown: i for i, unknown in enumerate(unknowns)}
        self.by = [PartialDerivatives(unknown) for unknown in unknowns]
        self.replay = Replay(dict(zip(unknowns, values, strict=True)))
        self.derived: dict[tuple[int, ...], list[Any]] = {(): leaves(tape)}
        self.tuples: dict[tuple[int, tuple[int, ...]], Any] = {}

    def derivative(self, parts: list[Any], chosen: tuple[int, ...] = ()) -> Any:
        """The derivative by these parts of the unknowns, first to last, of the derivative by the chosen ones."""
        key = tuple(sorted(chosen))
        if (len(parts), key) not in self.tuples:
            if parts:
                value = map_leaves(lambda x: self.derivative(parts[:-1], (*key, self.place[x])), opposite(parts[-1]))
            else:
                value = unflatten(map(self.replay.of, self._components(key)), self.tape)
            self.tuples[len(parts), key] = value
        return self.tuples[len(parts), key]

    def _components(self, key: tuple[int, ...]) -> list[Any]:
        """The components of the tape, differentiated by these unknowns."""
        if key not in self.derived:
            self.derived[key] = [self.by[key[-1]].slope(x) for x in self._components(key[:-1])]
        return self.derived[key]


def high_derivative(f: Callable[..., Any], args: tuple[Any, ...], parts: Callable[[tuple[Any, ...]], list[Any]]) -> Any:
    """The derivative of f by parts of its arguments, first to last; None where there is no tape.

    There is one where the arguments are different expressions, and f then gives a tuple of expressions: what f does
    cannot depend on the names of its arguments.
    """
    values = [x for argument in args for x in leaves(argument)]
    points = [finite_part(x) for x in values]
    if not all(isinstance(x, Expression) and not x.constant for x in points) or len(set(points)) < len(points):
        return None
    name = f"jet {next(_count)}"
    unknowns = [symbol(f"{name} place {i}") for i in range(len(values))]
    supply = iter(unknowns)
    places = tuple(unflatten(supply, argument) for argument in args)
    try:
        tape = f(*places)
    except ScmpyError:
        return None
    return Jet(tape, unknowns, values).derivative(parts(places)) if is_tuple_of_scalars(tape) else None
