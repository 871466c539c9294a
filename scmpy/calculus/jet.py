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
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.differential import Differential, Indices, finite_part, make, new_tag, split, tag_at
from scmpy.calculus.places import Place
from scmpy.calculus.tape import Replay, is_tuple_of_scalars
from scmpy.calculus.taylor import Taylor, order_of
from scmpy.errors import ScmpyError
from scmpy.generic.composite import Composite, map_dual
from scmpy.generic.kinds import ScalarKind
from scmpy.structure.structure import Structure, leaves, unflatten
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
    """The derivatives of a function of scalars, which are numbered."""

    def __init__(self) -> None:
        self.tuples: dict[tuple[int, tuple[int, ...]], Any] = {}

    def derivative(self, parts: list[Any], chosen: tuple[int, ...] = ()) -> Any:
        """The derivative by parts of the arguments, first to last, of the derivative by the chosen variables.

        A part has the numbers of the variables in the places of their values.
        """
        while parts and not isinstance(parts[-1], Composite):
            *parts, last = parts
            chosen = (*chosen, last)
        key = tuple(sorted(chosen))
        if (len(parts), key) not in self.tuples:
            if parts:
                value = map_dual(lambda i: self.derivative(parts[:-1], (*key, i)), parts[-1])
            else:
                value = self.partial(key)
            self.tuples[len(parts), key] = value
        return self.tuples[len(parts), key]

    @abstractmethod
    def partial(self, key: tuple[int, ...]) -> Any:
        """The function's value, differentiated by the variables of these numbers."""


class TapeJet(Jet):
    """The derivatives of a tape, a tuple of expressions in these unknowns, at the values of the unknowns."""

    def __init__(self, tape: Any, unknowns: list[Any], values: list[Any]) -> None:
        super().__init__()
        self.tape = tape
        self.by = [PartialDerivatives(unknown) for unknown in unknowns]
        self.replay = Replay(dict(zip(unknowns, values, strict=True)))
        self.derived: dict[tuple[int, ...], list[Any]] = {(): leaves(tape)}

    def partial(self, key: tuple[int, ...]) -> Any:
        return unflatten(map(self.replay.of, self._components(key)), self.tape)

    def _components(self, key: tuple[int, ...]) -> list[Any]:
        """The components of the tape, differentiated by these unknowns."""
        if key not in self.derived:
            self.derived[key] = [self.by[key[-1]].slope(x) for x in self._components(key[:-1])]
        return self.derived[key]


class TaylorJet(Jet):
    """The derivatives of a function of scalars at these values, which carry theirs along."""

    def __init__(self, at: Callable[[list[Any]], Any], values: list[Any]) -> None:
        super().__init__()
        self.at = at
        self.values = values

    def partial(self, key: tuple[int, ...]) -> Any:
        """The function evaluated once, with as many derivatives by each variable as it is named."""
        variables = list(self.values)
        orders = [(tag_at([variables[i]]), i, order) for i, order in Counter(key).items()]
        for tag, i, order in orders:
            variables[i] = Taylor(tag, [variables[i], 1, *[0] * (order - 1)])
        value = self.at(variables)
        for tag, _, order in reversed(orders):
            value = order_of(value, tag, order)
        return value


#: From this order on, derivatives at numbers are found by truncated Taylor arithmetic.
TAYLOR_ORDER = 5


def high_derivative(f: Callable[..., Any], place: Place, paths: Sequence[Indices]) -> Any:
    """The derivative of f by the parts of its arguments at paths, first to last; None where differentials have to do.

    The place is that of all arguments. A function that gives functions, and one that fails here, is left to them.
    """
    values = place.variables
    numbered = place.arguments(range(len(values)))
    parts = {path: Place.of(numbered, path).part for path in set(paths)}
    by = [parts[path] for path in paths]
    if _have_names(values):
        name = f"jet {next(_count)}"
        unknowns = [symbol(f"{name} place {i}") for i in range(len(values))]
        tape = _tape(f, place.arguments(unknowns))
        if tape is not None:
            return TapeJet(tape, unknowns, values).derivative(by)
    if len(paths) < TAYLOR_ORDER or not all(map(_is_variable, values)):
        return None
    try:
        return TaylorJet(lambda variables: f(*place.arguments(variables)), values).derivative(by)
    except ScmpyError:
        return None


def _tape(f: Callable[..., Any], places: Sequence[Any]) -> Any:
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
    return isinstance(value, ScalarKind) and not isinstance(value, bool)
