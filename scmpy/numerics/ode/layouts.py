"""How the numbers of a state are laid out in the machine code of a loop: each in a register, or all in memory.

The text of a method does the same with every number of a state. In a short state each number is a value, and the text
writes instructions for each; a long one is a single :class:`Elementwise`, and the text writes loops over its numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from scmpy.numerics.compile.llvm import Array, Value, Variable, Writer, written
from scmpy.numerics.compile.schedule import Schedule

SHORT = 24  # numbers of a state that are kept in registers
LONGEST = 800  # numbers of a state: some forty such arrays are on the stack
INLINE = 4_000  # operations of slopes are written where they are used, at most: more are called


class Place(Protocol):
    """Where a state is kept between steps: it is read by calling it."""

    def __call__(self) -> list[Any]:
        """The state."""

    def set(self, state: Sequence[Any]) -> None:
        """Keep another one."""


class Layout(Protocol):
    """The operations on whole states, in either layout."""

    given: list[Any]  #: the parameters of the slope

    def place(self, numbers: Array) -> Place:
        """A place for a state, which at first has the numbers of an array."""

    def slope(self, t: Any, y: Sequence[Any]) -> list[Any]:
        """The rates of change of a state."""

    def larger(self, x: Any, y: Any) -> Any:
        """The larger ones of the numbers."""

    def total(self, state: Sequence[Any]) -> Value:
        """The sum of the numbers, in order."""

    def numbers(self, state: Sequence[Any]) -> list[Any]:
        """The numbers as values."""

    def store(self, state: Sequence[Any], into: Array) -> None:
        """Write the numbers to an array."""

    def loaded(self, numbers: Array) -> list[Any]:
        """The state whose numbers are in an array."""

    def keep(self, state: Sequence[Any]) -> None:
        """Compute the numbers here: what is written where a condition holds is not known elsewhere."""


def called_slope(graph: Schedule) -> tuple[Writer, str]:
    """The slope as a function of its own: (state, rates, parameters)."""
    writer = Writer("slope", ["y", "f", "parameters"])
    state, rates, parameters = writer.arguments
    count = len(graph.outputs)
    given = [*(state[i] for i in range(count)), *(parameters[i] for i in range(graph.inputs - count))]
    for i, x in enumerate(written(writer, graph, given)):
        rates[i] = x
    return writer, writer.finished().replace("define void", "define internal void").replace("#0", "#2")


class _InRegisters:
    def __init__(self, variables: list[Variable]) -> None:
        self.variables = variables

    def __call__(self) -> list[Any]:
        return [variable() for variable in self.variables]

    def set(self, state: Sequence[Any]) -> None:
        for variable, x in zip(self.variables, state, strict=True):
            variable.set(x)


class Registers:
    """Every number of a state is a value."""

    def __init__(self, writer: Writer, graph: Schedule, parameters: Array, calls: int) -> None:
        self.writer, self.graph, self.parameters = writer, graph, parameters
        self.count = len(graph.outputs)
        self.given = [parameters[i] for i in range(graph.inputs - self.count)]
        self.calls_slope = calls * len(graph.operations) > INLINE
        if self.calls_slope:
            self._arguments = writer.array(self.count), writer.array(self.count)

    def place(self, numbers: Array) -> Place:
        return _InRegisters(list(map(self.writer.variable, self.loaded(numbers))))

    def loaded(self, numbers: Array) -> list[Any]:
        return [numbers[i] for i in range(self.count)]

    def slope(self, t: Any, y: Sequence[Any]) -> list[Any]:
        if not self.calls_slope:
            return written(self.writer, self.graph, [*y, *self.given])
        state, rates = self._arguments
        self.store(y, state)
        _call_slope(self.writer, state, rates, self.parameters)
        return self.loaded(rates)

    def larger(self, x: Any, y: Any) -> Any:
        return self.writer.larger(x, y)

    def total(self, state: Sequence[Any]) -> Value:
        return sum(state, 0.0)  # type: ignore[return-value]

    def numbers(self, state: Sequence[Any]) -> list[Any]:
        return list(state)

    def store(self, state: Sequence[Any], into: Array) -> None:
        for i, x in enumerate(state):
            into[i] = x

    def keep(self, state: Sequence[Any]) -> None:
        pass


def _call_slope(writer: Writer, state: Array, rates: Array, parameters: Array) -> None:
    listed = ", ".join(f"ptr {array.address}" for array in (state, rates, parameters))
    writer.line(f"call void @slope({listed})")


class Elementwise:
    """The numbers of a state in one: in memory, or an expression of others whose loop is yet to be written."""

    def __init__(
        self, memory: Memory, form: Callable[..., Any] | None, operands: tuple[Any, ...], array: Array | None = None
    ) -> None:
        self.memory, self.form, self.operands, self.array = memory, form, operands, array

    def _with(self, form: Callable[..., Any], *operands: Any) -> Elementwise:
        return Elementwise(self.memory, form, operands)

    def __add__(self, other: Any) -> Elementwise:
        return self._with(operator.add, self, other)

    def __radd__(self, other: Any) -> Elementwise:
        return self._with(operator.add, other, self)

    def __sub__(self, other: Any) -> Elementwise:
        return self._with(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Elementwise:
        return self._with(operator.sub, other, self)

    def __mul__(self, other: Any) -> Elementwise:
        return self._with(operator.mul, self, other)

    def __rmul__(self, other: Any) -> Elementwise:
        return self._with(operator.mul, other, self)

    def __truediv__(self, other: Any) -> Elementwise:
        return self._with(operator.truediv, self, other)

    def __abs__(self) -> Elementwise:
        return self._with(abs, self)

    def at(self, index: Any, known: dict[Elementwise, Any]) -> Any:
        """The number at an index, in a loop where some are known."""
        if self not in known:
            if self.form is None or self.array is not None:
                known[self] = self.array[index]  # type: ignore[index]
            else:
                operands = (x.at(index, known) if isinstance(x, Elementwise) else x for x in self.operands)
                known[self] = self.form(*operands)
        return known[self]

    def stored(self) -> Array:
        """The numbers in memory."""
        if self.array is None:
            array = self.memory.fresh()
            self.memory.store([self], array)
            self.array = array
        return self.array


class _InMemory:
    def __init__(self, memory: Memory, array: Array) -> None:
        self.memory, self.array = memory, array

    def __call__(self) -> list[Any]:
        return [Elementwise(self.memory, None, (), self.array)]

    def set(self, state: Sequence[Any]) -> None:
        self.memory.store(state, self.array)


class Memory:
    """A state is one :class:`Elementwise`; there are arrays for all that is computed."""

    calls_slope = True

    def __init__(self, writer: Writer, graph: Schedule, parameters: Array) -> None:
        self.writer, self.parameters = writer, parameters
        self.count = len(graph.outputs)
        self.given = [parameters[i] for i in range(graph.inputs - self.count)]

    def fresh(self) -> Array:
        """Another array."""
        return self.writer.array(self.count)

    def place(self, numbers: Array) -> Place:
        array = self.fresh()
        self.store(self.loaded(numbers), array)
        return _InMemory(self, array)

    def loaded(self, numbers: Array) -> list[Any]:
        return [Elementwise(self, None, (), numbers)]

    def slope(self, t: Any, y: Sequence[Any]) -> list[Any]:
        [state] = y
        rates = self.fresh()
        _call_slope(self.writer, state.stored(), rates, self.parameters)
        return self.loaded(rates)

    def larger(self, x: Any, y: Any) -> Any:
        return Elementwise(self, self.writer.larger, (x, y))

    def total(self, state: Sequence[Any]) -> Value:
        found = self.writer.variable(0.0)
        with self.writer.each(self.count) as i:
            found.set(found() + state[0].at(i, {}))
        return found()

    def numbers(self, state: Sequence[Any]) -> list[Any]:
        array = state[0].stored()
        return [array[i] for i in range(self.count)]

    def store(self, state: Sequence[Any], into: Array) -> None:
        with self.writer.each(self.count) as i:
            into[i] = state[0].at(i, {})

    def keep(self, state: Sequence[Any]) -> None:
        for x in state:
            x.stored()
