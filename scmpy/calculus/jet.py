"""Partial derivatives of high order.

A derivative of a derivative of ... a function costs exponentially in the order when every level evaluates the one
below on differentials: (n + 1)^k of them for k derivatives by n variables. Here the function is evaluated once, on
unknowns, which gives an expression: a graph, the tape. A derivative of it is a graph again, over the same nodes, and
every node is differentiated once by each unknown. Partial derivatives commute, so that those of order k are one for
every multiset of k unknowns, not one for every sequence: by 10 variables there are 5005 of order 6, of a million
components. Tuples of equal components are shared in the same way.

At numbers there is no tape, as the function may branch: there it is evaluated once for every multiset of variables,
each carrying as many derivatives as it has in the multiset (:mod:`scmpy.calculus.taylor`).
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import Differential, finite_part, make, new_tag, split, tag_at
from scmpy.calculus.tape import Replay, is_tuple_of_scalars
from scmpy.calculus.taylor import Taylor, order_of
from scmpy.errors import ScmpyError
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import Scalar
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


class Jet(ABC):
    """The derivatives of a function by these unknowns, which stand for its variables."""

    def __init__(self, unknowns: list[Any]) -> None:
        self.place = {unknown: i for i, unknown in enumerate(unknowns)}
        self.tuples: dict[tuple[int, tuple[int, ...]], Any] = {}

    def derivative(self, parts: list[Any], chosen: tuple[int, ...] = ()) -> Any:
        """The derivative by these parts of the unknowns, first to last, of the derivative by the chosen ones."""
        while parts and not isinstance(parts[-1], Structure):
            *parts, last = parts
            chosen = (*chosen, self.place[last])
        key = tuple(sorted(chosen))
        if (len(parts), key) not in self.tuples:
            if parts:
                value = map_leaves(lambda x: self.derivative(parts[:-1], (*key, self.place[x])), opposite(parts[-1]))
            else:
                value = self.partial(key)
            self.tuples[len(parts), key] = value
        return self.tuples[len(parts), key]

    @abstractmethod
    def partial(self, key: tuple[int, ...]) -> Any:
        """The function's value, differentiated by the unknowns in these places."""


class TapeJet(Jet):
    """The derivatives of a tape, a tuple of expressions in these unknowns, at the values of the unknowns."""

    def __init__(self, tape: Any, unknowns: list[Any], values: list[Any]) -> None:
        super().__init__(unknowns)
        self.tape = tape
        self.by = [PartialDerivatives(unknown) for unknown in unknowns]
        self.replay = Replay(dict(zip(unknowns, values, strict=True)))
        self.derived: dict[tuple[int, ...], list[Any]] = {(): leaves(tape)}

    def partial(self, key: tuple[int, ...]) -> Any:
        """The tape's value, differentiated by the unknowns in these places."""
        return unflatten(map(self.replay.of, self._components(key)), self.tape)

    def _components(self, key: tuple[int, ...]) -> list[Any]:
        """The components of the tape, differentiated by these unknowns."""
        if key not in self.derived:
            self.derived[key] = [self.by[key[-1]].slope(x) for x in self._components(key[:-1])]
        return self.derived[key]


class TaylorJet(Jet):
    """The derivatives of a function at these values of its variables, which carry theirs along."""

    def __init__(self, at: Callable[[Any], Any], unknowns: list[Any], values: list[Any]) -> None:
        super().__init__(unknowns)
        self.at = at
        self.values = values

    def partial(self, key: tuple[int, ...]) -> Any:
        """The function evaluated once, with as many derivatives by each variable as its place is named."""
        variables = list(self.values)
        orders = [(tag_at([variables[i]]), i, order) for i, order in Counter(key).items()]
        for tag, i, order in orders:
            variables[i] = Taylor(tag, [variables[i], 1, *[0] * (order - 1)])
        value = self.at(iter(variables))
        for tag, _, order in reversed(orders):
            value = order_of(value, tag, order)
        return value


#: From this order on, derivatives at numbers are found by truncated Taylor arithmetic.
TAYLOR_ORDER = 5


def high_derivative(f: Callable[..., Any], args: tuple[Any, ...], parts: Callable[[tuple[Any, ...]], list[Any]]) -> Any:
    """The derivative of f by parts of its arguments, first to last; None where nested differentials have to do.

    A function that gives functions, and one that fails here, is left to them.
    """
    args = tuple(map_leaves(converted, argument) for argument in args)
    values = [x for argument in args for x in leaves(argument)]
    name = f"jet {next(_count)}"
    unknowns = [symbol(f"{name} place {i}") for i in range(len(values))]
    supply = iter(unknowns)
    places = tuple(unflatten(supply, argument) for argument in args)
    by = parts(places)
    tape = _tape(f, places) if _have_names(values) else None
    if tape is not None:
        return TapeJet(tape, unknowns, values).derivative(by)
    if len(by) < TAYLOR_ORDER or not all(map(_is_variable, values)):
        return None
    try:
        return TaylorJet(lambda supply: f(*(unflatten(supply, x) for x in args)), unknowns, values).derivative(by)
    except ScmpyError:
        return None


def _tape(f: Callable[..., Any], places: tuple[Any, ...]) -> Any:
    """What f gives for these unknowns, if it is a tuple of expressions."""
    try:
        tape = f(*places)
    except ScmpyError:
        return None
    return tape if is_tuple_of_scalars(tape) else None


def _have_names(values: list[Any]) -> bool:
    """Are the variables different expressions? What a function does cannot depend on their names, and is a tape."""
    points = [finite_part(x) for x in values]
    return all(isinstance(x, Expression) and not x.constant for x in points) and len(set(points)) == len(points)


def _is_variable(value: Any) -> bool:
    return isinstance(value, Scalar) and not isinstance(value, bool) and not is_array(value)
