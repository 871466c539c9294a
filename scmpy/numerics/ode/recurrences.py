"""Taylor series of solutions, from the schedule of the slope: coefficient by coefficient, a recurrence per operation.

A coefficient of a product is a sum of products of coefficients, that of a quotient follows from it; and of every
function u of a, with the derivative g, u' = g a' gives one from those before it. The derivatives of functions are put
into the schedule until there are all that are needed: for sin, cos and what it is the derivative of.

The recurrences are lines of Python (:class:`Recurrences`) with + - * / and functions in them and nothing else. They run
on floats, on balls, and on values that write machine code (:mod:`scmpy.numerics.ode.taylor_loop`).

Source: Moore, Interval Analysis, 1966, chapter 11; Jorba, Zou, A software package for the numerical integration of
ODEs by means of high-order Taylor methods, Experimental Mathematics 14 (2005) 99, section 2
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import Any

from scmpy.errors import DifferentiationError, WrongTypeError
from scmpy.generic.records import RECORDS
from scmpy.numerics.compile.differentiation import derivatives
from scmpy.numerics.compile.draft import Draft, Value
from scmpy.numerics.compile.operation_list import Operand, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.registry import python_name

#: From the numbers of a state and an order, the coefficients of each number of the solution.
Series = Callable[[Sequence[Any], int], list[list[Any]]]

_INFIX = "+ - * /".split()
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
                name = self.draft.operations[done - 1].name
                raise _without_series(f"the derivatives of {name} have no end of further functions")

    def _add_rates(self, number: int) -> None:
        name, slots = self.draft.operations[number]
        if name in (*_INFIX, "negate"):
            return
        result = Value(self.draft, Slot(number))
        operands = [Value(self.draft, x) if isinstance(x, Slot) else x for x in slots]
        if name == "power":
            base, exponent = operands
            if isinstance(exponent, Value):
                raise WrongTypeError("a power whose exponent changes has no series here: write it with exp and log")
            self.rates[number] = [(slots[0], exponent * result / base)]
        else:
            try:
                rates = derivatives(name, result, operands)
            except DifferentiationError as error:
                raise _without_series(f"a derivative of {name} is not known") from error
            self.rates[number] = [(x, rate) for x, rate in zip(slots, rates, strict=True) if isinstance(x, Slot)]


def _without_series(why: str) -> WrongTypeError:
    return WrongTypeError(
        f"the derivative has no series by recurrences, as {why}: a method that wants none, such as dop853, integrates "
        "it"
    )


def without_powers(graph: Schedule) -> Schedule:
    """The schedule in which powers with whole exponents are products, and those with exponents that change are not.

    >>> from scmpy.numerics.compile.operation_list import Operation
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


def _name(name: str) -> str:
    """The name of a function in the text."""
    return f"f_{python_name(name)}"


class Recurrences:
    """The recurrences as lines of Python, for the slots of a schedule in order.

    The number of slot 5 is z5, its coefficient of order k is x5, and e5 is k x5. What the product of two series a and b
    has from coefficients of lower order, the sum of a_j b_(k - j) for 0 < j < k, is s3, where 3 is the place of their
    names in ``products``. Of output 2 (a slope) the coefficient of order k - 1 is r2, and ``part`` is 1 / k. ``first``
    are the lines of the numbers from the ``inputs`` on, with those of 1 / z5 at the end, ``rest`` those of the
    coefficients of the next order. ``slopes`` are the names of the outputs among numbers and coefficients, ``kept`` the
    numbers that are in ``rest``.
    """

    def __init__(self, graph: Schedule) -> None:
        self.closure = closure = _Closure(graph)
        operations, count = closure.draft.operations, len(closure.inputs)
        self.size = len(closure.outputs)
        self.slots = len(operations)
        self.constants: dict[float, str] = {}
        self.products: dict[tuple[str, str], str] = {}
        self.inverses: dict[str, str] = {}
        self.called: set[str] = set()
        self.fixed = set(range(self.size, count))  # slots that do not depend on the state
        self.inputs = [f"z{i}" for i in range(count)]
        self.first: list[str] = []
        self.rest = ["part = one / k"]
        inner = {x for rates in closure.rates.values() for x, _ in rates}
        for i, (name, operands) in enumerate(operations):
            if i >= count:
                self.first.append(f"z{i} = {self._first(name, operands)}")
            if i >= count and all(self._is_fixed(x) for x in operands):
                self.fixed.add(i)
            if i not in self.fixed:
                self.rest.append(f"x{i} = {self._following(i, name, operands) if i >= count else f'r{i} * part'}")
                self.rest += [f"e{i} = k * x{i}"] if i in inner else []
        outputs = [x.slot if isinstance(x, Value) else x for x in closure.outputs]
        self.first += [f"{inverse} = one / {b}" for b, inverse in self.inverses.items()]
        self.kept = sorted(set(re.findall(r"\bz\d+|\bi_\w+", "\n".join(self.rest))))
        self.slopes = [(self._number(x), self._coefficient(x) or "zero") for x in outputs]

    def names(self, functions: Mapping[str, Callable[..., Any]], number: Callable[[float], Any]) -> dict[str, Any]:
        """What the lines have names for, in an arithmetic with these functions of numbers and numbers made so.

        Raises:  WrongTypeError if a function is wanted that is not among them
        """
        if absent := self.called - functions.keys():
            raise WrongTypeError(
                f"a series in this arithmetic expects functions that are known in it, got {min(absent)}"
            )
        found: dict[str, Any] = {"zero": number(0.0), "one": number(1.0)}
        found |= {_name(name): functions[name] for name in self.called}
        return found | {name: number(value) for value, name in self.constants.items()}

    def _constant(self, x: Any) -> str:
        return self.constants.setdefault(float(x), f"c{len(self.constants)}")

    def _is_fixed(self, x: Operand) -> bool:
        return not isinstance(x, Slot) or x in self.fixed

    def _number(self, x: Operand) -> str:
        return f"z{int(x)}" if isinstance(x, Slot) else self._constant(x)

    def _coefficient(self, x: Operand) -> str:
        """The name of a coefficient; what is fixed has none."""
        return "" if self._is_fixed(x) else f"x{int(x)}"

    def _inner(self, a: str, b: str) -> str:
        """The name of a sum of products."""
        return self.products.setdefault((a, b), f"s{len(self.products)}")

    def _first(self, name: str, operands: Sequence[Operand]) -> str:
        """The number of an operation."""
        numbers = list(map(self._number, operands))
        if name in _INFIX:
            return f" {name} ".join(numbers)
        if name == "negate":
            return f"-{numbers[0]}"
        self.called.add(name)
        return f"{_name(name)}({', '.join(numbers)})"

    def _following(self, i: int, name: str, operands: Sequence[Operand]) -> str:
        """The recurrence for the coefficients of an operation."""
        numbers, coefficients = list(map(self._number, operands)), list(map(self._coefficient, operands))
        if name in "+-":
            return _sum(name, *coefficients)
        if name == "negate":
            return f"-{coefficients[0]}"
        if name == "*":
            return self._product(numbers, coefficients)
        return self._quotient(i, numbers, coefficients) if name == "/" else self._function(i)

    def _product(self, numbers: Sequence[str], coefficients: Sequence[str]) -> str:
        (a, b), (x, y) = numbers, coefficients
        if not x or not y:
            return f"{a} * {y}" if y else f"{x} * {b}"
        first, last = (f"{a} * {y}", f"{x} * {b}")[:: 1 if int(x[1:]) > int(y[1:]) else -1]
        return f"{self._inner(x, y)} + {first} + {last}"  # what is found last is added last

    def _quotient(self, i: int, numbers: Sequence[str], coefficients: Sequence[str]) -> str:
        (_, b), (x, y) = numbers, coefficients
        inverse = self.inverses.setdefault(b, f"i_{b}")
        if not y:
            return f"{x} * {inverse}"
        known = f"{self._inner(f'x{i}', y)} + z{i} * {y}"
        return f"({x} - ({known})) * {inverse}" if x else f"-({known}) * {inverse}"

    def _function(self, i: int) -> str:
        """From u' = g a': k u_k is the sum of j a_j g_(k - j)."""
        sums = []
        for a, rate in self.closure.rates[i]:
            g = rate.slot if isinstance(rate, Value) else rate
            if not self._is_fixed(a):
                e, x = f"e{int(a)}", self._coefficient(g)
                sums.append(f"{f'{self._inner(e, x)} + ' if x else ''}{e} * {self._number(g)}")
        return f"({' + '.join(sums)}) * part"


def _sum(name: str, x: str, y: str) -> str:
    """The coefficient of a sum or a difference; constants have none."""
    return f"{x} {name} {y}" if x and y else x or (y if name == "+" else f"-{y}")


def series(
    graph: Schedule, functions: Mapping[str, Callable[..., Any]], number: Callable[[float], Any], exact: bool = False
) -> Series:
    """The function that computes the series of solutions, with these functions of numbers and numbers made so.

    What the schedule has for inputs besides the numbers of the state are parameters. Exact ones have no numbers that
    are rounded to floats.

    >>> from scmpy.numerics.compile.operation_list import Operation
    >>> oscillator = Schedule(3, [Operation("negate", (Slot(1),))], [1.0, Slot(2), Slot(3)])
    >>> t, q, p = series(oscillator, {}, float)([0.0, 1.0, 0.0], 4)
    >>> [x + 0 for x in q]
    [1.0, 0.0, -0.5, 0.0, 0.041666666666666664]
    """
    recurrences = Recurrences(graph)
    names = recurrences.names(functions, number) | {"mul": mul}
    if exact and recurrences.closure.draft.rounded:
        raise WrongTypeError("an exact series expects functions whose derivatives have rational numbers alone")
    exec(compile(_whole(recurrences), "<series by scmpy>", "exec"), names)
    found: Series = names["series"]
    return found


def _whole(recurrences: Recurrences) -> str:
    """The text of the function, in which the list w_x5 has the coefficients x5 from order 1 on, and v5 all."""
    listed = list(dict.fromkeys(name for pair in recurrences.products for name in pair))
    numbers = range(recurrences.size)
    body = [f"{z} = y[{i}]" for i, z in enumerate(recurrences.inputs)]
    body += [*recurrences.first, *(f"w_{name} = []" for name in listed)]
    body += [f"v{i}, r{i} = [z{i}], {z}" for i, (z, _) in enumerate(recurrences.slopes)]
    turn = [f"{s} = sum(map(mul, w_{a}, reversed(w_{b})))" for (a, b), s in recurrences.products.items()]
    turn += [*recurrences.rest, *(f"w_{name}.append({name})" for name in listed)]
    turn += [f"v{i}.append(x{i}); r{i} = {x}" for i, (_, x) in enumerate(recurrences.slopes)]
    body += ["for k in range(1, order + 1):", *(f"    {line}" for line in turn)]
    body += [f"return [{', '.join(f'v{i}' for i in numbers)}]"]
    return "\n    ".join(["def series(y, order):", *body])
