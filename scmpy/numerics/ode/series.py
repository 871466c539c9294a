"""Taylor series of solutions, from the schedule of the slope: coefficient by coefficient, a recurrence per operation.

A coefficient of a product is a sum of products of coefficients, that of a quotient follows from it; and of every
function u of a, with the derivative g, u' = g a' gives one from those before it. The derivatives of functions are put
into the schedule until there are all that are needed: for sin, cos and what it is the derivative of.

Source: Moore, Interval Analysis, 1966, chapter 11; Jorba, Zou, A software package for the numerical integration of
ODEs by means of high-order Taylor methods, Experimental Mathematics 14 (2005) 99, section 2
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.records import RECORDS
from scmpy.numerics.compile.differentiation import derivatives
from scmpy.numerics.compile.draft import Draft, Value
from scmpy.numerics.compile.operations import Operand, Operation, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.registry import python_name

#: From the numbers of a state and an order, the coefficients of each number of the solution.
Series = Callable[[Sequence[Any], int], list[list[Any]]]

_MOST_FUNCTIONS = 10_000  # in one schedule, with the derivatives


class _Closure:
    """A schedule together with the derivatives of all functions in it, by their operands."""

    def __init__(self, graph: Schedule) -> None:
        self.draft = Draft()
        self.inputs = self.draft.unknowns(graph.inputs)
        self.outputs = self.draft.inline(without_powers(graph), self.inputs)
        self.rates: dict[int, list[tuple[Operand, Any]]] = {}  # of a function: its operands and derivatives
        done = len(self.inputs)
        while done < len(self.draft.operations):
            self._add_rates(done)
            done += 1
            if len(self.rates) > _MOST_FUNCTIONS:
                raise WrongTypeError("the functions of the derivative have no end of derivatives of their own")

    def _add_rates(self, number: int) -> None:
        name, slots = self.draft.operations[number]
        if name in "+ - * / negate".split():
            return
        result = Value(self.draft, Slot(number))
        operands = [Value(self.draft, x) if isinstance(x, Slot) else x for x in slots]
        if name == "power":
            base, exponent = operands
            if isinstance(exponent, Value):
                raise WrongTypeError("a power whose exponent changes has no series here: write it with exp and log")
            self.rates[number] = [(slots[0], exponent * result / base)]
        else:
            rates = derivatives(name, result, operands)
            self.rates[number] = [(x, rate) for x, rate in zip(slots, rates, strict=True) if isinstance(x, Slot)]


def without_powers(graph: Schedule) -> Schedule:
    """The schedule in which powers with whole exponents are products, and those with exponents that change are not.

    >>> graph = Schedule(1, [Operation("power", (Slot(0), 5.0))], [Slot(1)])
    >>> [operation.name for operation in without_powers(graph).operations]
    ['*', '*', '*']
    """
    draft = Draft()
    results: list[Any] = list(draft.unknowns(graph.inputs))
    inputs = list(results)

    def of(x: Operand) -> Any:
        return results[x] if isinstance(x, Slot) else x

    for name, operands in graph.operations:
        values = list(map(of, operands))
        results.append(_power(draft, *values) if name == "power" else draft.apply(name, *values))
    return draft.schedule(inputs, list(map(of, graph.outputs)))


def _power(draft: Draft, base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Value):
        return draft.apply("exp", exponent * draft.apply("log", base))
    if exponent != int(exponent):
        return draft.apply("power", base, exponent)
    if exponent < 0:
        return 1 / _power(draft, base, -exponent)
    value: Any = 1
    for digit in bin(int(exponent))[2:]:
        value = value * value
        value = value * base if digit == "1" else value
    return value


def real_functions() -> dict[str, Callable[..., Any]]:
    """The functions of floats."""
    return {record.name: record.real for record in RECORDS.values() if record.real is not None} | {"power": math.pow}


def _called(name: str) -> str:
    """The name of a function in the text."""
    return f"f_{python_name(name)}"


def series(
    graph: Schedule, functions: Mapping[str, Callable[..., Any]], number: Callable[[float], Any], exact: bool = False
) -> Series:
    """The function that computes the series of solutions, with these functions of numbers and numbers made so.

    What the schedule has for inputs besides the numbers of the state are parameters. Exact ones have no numbers that
    are rounded to floats.

    >>> oscillator = Schedule(3, [Operation("negate", (Slot(1),))], [1.0, Slot(2), Slot(3)])
    >>> t, q, p = series(oscillator, {}, float)([0.0, 1.0, 0.0], 4)
    >>> [x + 0 for x in q]
    [1.0, 0.0, -0.5, 0.0, 0.041666666666666664]
    """
    closure = _Closure(graph)
    text = _Text(closure)
    called = {operation.name for operation in closure.draft.operations if f"{_called(operation.name)}(" in text.source}
    if absent := called - functions.keys():
        raise WrongTypeError(f"a series in this arithmetic expects functions that are known in it, got {min(absent)}")
    if exact and closure.draft.rounded:
        raise WrongTypeError("an exact series expects functions whose derivatives have rational numbers alone")
    names: dict[str, Any] = {"mul": mul, "zero": number(0.0)}
    names |= {_called(name): function for name, function in functions.items()}
    names |= {name: number(value) for value, name in text.constants.items()}
    exec(compile(text.source, "<series by scmpy>", "exec"), names)
    found: Series = names["series"]
    return found


class _Text:
    """The text of the function: v5 is the list of coefficients of slot 5, of which d5 has the derivative's.

    In the step for the coefficient k the slots are done in order: those before a slot have it already, others do not.
    """

    def __init__(self, closure: _Closure) -> None:
        self.closure = closure
        self.constants: dict[float, str] = {}
        self.first: list[str] = []
        self.rest: list[str] = []
        operations, count = closure.draft.operations, len(closure.inputs)
        inner = {x for rates in closure.rates.values() for x, _ in rates}
        for i in range(len(operations)):
            if i < count:
                start, more = f"y[{i}]", self._rate(closure.outputs[i]) if i < len(closure.outputs) else "zero"
            else:
                start, more = self._operation(i, operations[i])
            self.first.append(f"v{i} = [{start}]")
            self.rest.append(f"v{i}.append({more})")
            if i in inner:
                self.first += [f"d{i} = []", f"e{i} = [zero]"]
                self.rest += [f"d{i}.append(k * v{i}[k])", f"e{i}.append(d{i}[-1])"]

    @property
    def source(self) -> str:
        """The text."""
        body = [*self.first, "for k in range(1, order + 1):", *(f"    {line}" for line in self.rest)]
        names = (f"v{i}" for i in range(len(self.closure.outputs)))
        return "\n    ".join(["def series(y, order):", *body, f"return [{', '.join(names)}]"])

    def _constant(self, x: Any) -> str:
        return self.constants.setdefault(float(x), f"c{len(self.constants)}")

    def _start(self, x: Operand) -> str:
        return f"v{int(x)}[0]" if isinstance(x, Slot) else self._constant(x)

    def _next(self, x: Operand) -> str:
        return f"v{int(x)}[k]" if isinstance(x, Slot) else "zero"

    def _rate(self, output: Any) -> str:
        """The coefficient of an input, from the one before it of its slope."""
        if isinstance(output, Value):
            return f"v{int(output.slot)}[k - 1] / k"
        return f"{self._constant(output)} if k == 1 else zero"

    def _operation(self, i: int, operation: Operation) -> tuple[str, str]:
        """The first coefficient of an operation, and the recurrence for the others."""
        name, operands = operation
        starts = list(map(self._start, operands))
        if name in "+-":
            return f" {name} ".join(starts), f" {name} ".join(map(self._next, operands))
        if name == "negate":
            return f"-{starts[0]}", f"-{self._next(operands[0])}"
        if name == "*":
            return " * ".join(starts), self._product(*operands)
        if name == "/":
            return " / ".join(starts), self._quotient(i, *operands)
        return f"{_called(name)}({', '.join(starts)})", self._function(i)

    def _product(self, a: Operand, b: Operand) -> str:
        if isinstance(a, Slot) and isinstance(b, Slot):
            return f"sum(map(mul, v{int(a)}, reversed(v{int(b)})))"
        return f"{self._start(a)} * {self._next(b)}" if isinstance(b, Slot) else f"{self._next(a)} * {self._start(b)}"

    def _quotient(self, i: int, a: Operand, b: Operand) -> str:
        if not isinstance(b, Slot):
            return f"{self._next(a)} / {self._start(b)}"
        return f"({self._next(a)} - sum(map(mul, v{i}, reversed(v{int(b)})))) / v{int(b)}[0]"

    def _function(self, i: int) -> str:
        """From u' = g a': k u_k is the sum of j a_j g_(k - j)."""
        sums = []
        for a, rate in self.closure.rates[i]:
            if isinstance(rate, Value):
                list_of_a = "e" if rate.slot < i else "d"  # there is a g_k, or not yet
                sums.append(f"sum(map(mul, {list_of_a}{int(a)}, reversed(v{int(rate.slot)})))")
            else:
                sums.append(f"{self._constant(rate)} * d{int(a)}[-1]")
        return f"({' + '.join(sums) or 'zero'}) / k"
