"""Taylor's method and its recurrences."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import mul
from typing import Any, NamedTuple

from scmpy.errors import DifferentiationError, IntegrationError, ScmpyError, WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.ir import GraphBuilder, Operand, StraightLineProgram, Value, VirtualRegister, derivatives
from scmpy.numerics.ode.methods import Expanding, Method, State
from scmpy.numerics.ode.step_control import Integrator, Scale, Step, is_too_short
from scmpy.registry import python_name

# --- recurrences -----------------------------------------------------------------------------------------------------
# Taylor series of solutions, from the schedule of the slope: coefficient by coefficient, a recurrence per operation.
#
# A coefficient of a product is a sum of products of coefficients, that of a quotient follows from it; and of every
# function u of a, with the derivative g, u' = g a' gives one from those before it. The derivatives of functions are put
# into the schedule until there are all that are needed: for sin, cos and what it is the derivative of.
#
# The recurrences are lines of Python (:class:`Recurrences`) with + - * / and functions in them and nothing else. They
# run on floats, on balls, and on values that write machine code (:mod:`scmpy.numerics.ode.llvm_taylor`).
#
# Source: Moore, Interval Analysis, 1966, chapter 11; Jorba, Zou, A software package for the numerical integration of
# ODEs by means of high-order Taylor methods, Experimental Mathematics 14 (2005) 99, section 2

#: From the numbers of a state, an order and perhaps a unit of time, the coefficients of each number of the solution.
Series = Callable[..., list[list[Any]]]

_INFIX = "+ - * /".split()
_MOST_FUNCTIONS = 10_000  # in one schedule, with the derivatives


class _Closure:
    """A schedule together with the derivatives of all functions in it, by their operands."""

    def __init__(self, graph: StraightLineProgram) -> None:
        self.draft = GraphBuilder()
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
        result = Value(self.draft, VirtualRegister(number))
        operands = [Value(self.draft, x) if isinstance(x, VirtualRegister) else x for x in slots]
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
            self.rates[number] = [
                (x, rate) for x, rate in zip(slots, rates, strict=True) if isinstance(x, VirtualRegister)
            ]


def _without_series(why: str) -> WrongTypeError:
    return WrongTypeError(
        f"the derivative has no series by recurrences, as {why}: a method that wants none, such as dop853, integrates "
        "it"
    )


def without_powers(graph: StraightLineProgram) -> StraightLineProgram:
    """The schedule in which powers with whole exponents are products, and those with exponents that change are not."""
    draft = GraphBuilder()
    results: list[Any] = list(draft.unknowns(graph.inputs))
    inputs = list(results)

    def of(x: Operand) -> Any:
        return results[x] if isinstance(x, VirtualRegister) else x

    for name, operands in graph.operations:
        values = list(map(of, operands))
        results.append(_power(draft, *values) if name == "power" else draft.apply(name, *values))
    return draft.schedule(inputs, list(map(of, graph.outputs)))


def _power(draft: GraphBuilder, base: Any, exponent: Any) -> Any:
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
    return {record.name: record.real for record in RECORDS.values() if record.real is not None} | {"power": math.pow}


def _name(name: str) -> str:
    return f"f_{python_name(name)}"


class Recurrences:
    """The recurrences as lines of Python, for the slots of a schedule in order.

    The number of slot 5 is z5, its coefficient of order k is x5, and e5 is k x5. What the product of two series a and b
    has from coefficients of lower order, the sum of a_j b_(k - j) for 0 < j < k, is s3, where 3 is the place of their
    names in ``products``. Of output 2 (a slope) the coefficient of order k - 1 is r2, ``part`` is 1 / k, and ``rate``
    is so many units of the time. ``first`` are the lines of the numbers from the ``inputs`` on, with those of 1 / z5 at
    the end, ``rest`` those of the coefficients of the next order. ``slopes`` are the names of the outputs among numbers
    and coefficients, ``kept`` the numbers that are in ``rest``.
    """

    def __init__(self, graph: StraightLineProgram) -> None:
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
        self.rest = ["part = one / k", "rate = part * unit"]
        inner = {x for rates in closure.rates.values() for x, _ in rates}
        for i, (name, operands) in enumerate(operations):
            if i >= count:
                self.first.append(f"z{i} = {self._first(name, operands)}")
            if i >= count and all(self._is_fixed(x) for x in operands):
                self.fixed.add(i)
            if i not in self.fixed:
                self.rest.append(f"x{i} = {self._following(i, name, operands) if i >= count else f'r{i} * rate'}")
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
        return not isinstance(x, VirtualRegister) or x in self.fixed

    def _number(self, x: Operand) -> str:
        return f"z{int(x)}" if isinstance(x, VirtualRegister) else self._constant(x)

    def _coefficient(self, x: Operand) -> str:
        return "" if self._is_fixed(x) else f"x{int(x)}"

    def _inner(self, a: str, b: str) -> str:
        return self.products.setdefault((a, b), f"s{len(self.products)}")

    def _first(self, name: str, operands: Sequence[Operand]) -> str:
        numbers = list(map(self._number, operands))
        if name in _INFIX:
            return f" {name} ".join(numbers)
        if name == "negate":
            return f"-{numbers[0]}"
        self.called.add(name)
        return f"{_name(name)}({', '.join(numbers)})"

    def _following(self, i: int, name: str, operands: Sequence[Operand]) -> str:
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
        sums = []
        for a, rate in self.closure.rates[i]:
            g = rate.slot if isinstance(rate, Value) else rate
            if not self._is_fixed(a):
                e, x = f"e{int(a)}", self._coefficient(g)
                sums.append(f"{f'{self._inner(e, x)} + ' if x else ''}{e} * {self._number(g)}")
        return f"({' + '.join(sums)}) * part"


def _sum(name: str, x: str, y: str) -> str:
    return f"{x} {name} {y}" if x and y else x or (y if name == "+" else f"-{y}")


def series(
    graph: StraightLineProgram,
    functions: Mapping[str, Callable[..., Any]],
    number: Callable[[float], Any],
    exact: bool = False,
) -> Series:
    """The function that computes the series of solutions, with these functions of numbers and numbers made so.

    What the schedule has for inputs besides the numbers of the state are parameters. Exact ones have no numbers that
    are rounded to floats.
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
    return "\n    ".join(["def series(y, order, unit=one):", *body])


# --- taylor method ---------------------------------------------------------------------------------------------------
# Taylor's method: the series of the solution at each step, of an order that goes with the error allowed.
#
# The length of a step follows from the last coefficients; it is tried again, shorter, where the slope at its end is not
# that of the series: beyond a kink, for example. The series is the state between the ends of a step.
#
# The work for a coefficient of machine code hardly depends on its order. So the order is higher than where the work
# would go with its square.
#
# Source: Jorba, Zou, A software package for the numerical integration of ODEs by means of high-order Taylor methods,
# Experimental Mathematics 14 (2005) 99, section 3

#: The logarithm of the defect that a series may have at the end of a step, as a multiple of the error allowed.
DEFECT = math.log(100.0)

LAST = 4  # coefficients tell how fast a series converges: several, since some are 0 in a series with gaps
UNITS = 1e5  # so much a step may be longer or shorter than the unit of the series: powers of it stay far from 0 and inf
UNIT_CHANGES = 8  # at a step: more than bring any unit to any step
LONGEST = 1e300  # a step of a series that ends, which nothing limits
MARGIN = 3.0  # the last term of a step is so much smaller than the error allowed, as a logarithm


def order_of(allowed: float) -> int:
    """The order for an error allowed, which is told by its logarithm.

    >>> order_of(math.log(1e-12)), order_of(-50 * math.log(10))
    (20, 64)
    """
    return max(8, math.ceil(6 - allowed / 2))


def fitted(method: Expanding, tolerance: float) -> Expanding:
    return replace(method, order=order_of(math.log(tolerance)))


def value(coefficients: Sequence[Any], h: Any) -> Any:
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * h + c
    return total


def rate(coefficients: Sequence[Any], h: Any) -> Any:
    return value([k * c for k, c in enumerate(coefficients)][1:], h)


class Polynomials(NamedTuple):
    """The numbers of a state as polynomials in the time since the start of a step, in a unit."""

    start: Any
    coefficients: list[list[Any]]
    unit: Any = 1

    def __call__(self, when: Any) -> State:
        return [value(c, (when - self.start) / self.unit) for c in self.coefficients]


def _log_of(x: float) -> float:
    return math.log(abs(x)) if x else -math.inf


class SeriesSolution(Integrator):
    """A solution by series; ``expand`` makes them, of numbers that have a size, whose logarithm is ``log_of``.

    The error allowed is told by its logarithm too: it may be less than any float.
    """

    expand: Series
    unit: Any = 1  #: of the time in the series
    units = math.inf  #: so much a step may be longer or shorter than it

    def __init__(
        self,
        expand: Series,
        t: Any,
        y: Sequence[Any],
        allowed: float,
        log_of: Callable[[Any], float] = _log_of,
        scale: Scale = None,
    ) -> None:
        self.time, self.state = t, list(y)
        self.allowed, self.log_of, self.scale = allowed, log_of, scale
        self.order = order_of(allowed)
        self.expand = expand
        self._known: list[tuple[State, list[list[Any]]]] = []  # states and their series

    def _series(self) -> list[list[Any]]:
        for y, series in self._known:
            if y is self.state:
                return series
        try:
            found = self.expand(self.state, self.order, self.unit)
        except ScmpyError as error:
            raise self._failed(error, "") from None
        except (ArithmeticError, ValueError) as error:
            raise self._failed(None, f"the derivative has no series: {error}") from None
        self._known = [(self.state, found)]
        return found

    def _tried(self, end: Any) -> Step:
        rest = end - self.time
        length = self._fit(abs(float(rest)))
        series, unit = self._series(), self.unit
        cause: ScmpyError | None = None
        while True:
            last = length >= abs(float(rest))
            h = rest if last else math.copysign(length, float(rest))
            if is_too_short(length, abs(float(self.time)), float(rest)) and (cause is not None or not last):
                raise self._failed(cause, "its steps get too short")
            after = [value(c, h / unit) for c in series]
            try:
                following = self.expand(after, self.order, unit)
            except ScmpyError as error:
                cause = error
            except (ArithmeticError, ValueError) as error:
                cause = IntegrationError(f"the derivative has no series: {error}")
            else:
                if self._agrees(series, h, after, following):
                    break
            length = min(length, abs(float(rest))) / 2
        self._known = [(self.state, series), (after, following)]
        self.next_rates = [c[1] / unit for c in following]
        t = end if last else self.time + h
        return Step(self.time, self.state, t, after, Polynomials(self.time, series, unit))

    def _fit(self, rest: float) -> float:
        """The suggested length, in a unit that fits it and the rest of the time."""
        if 0 < rest < self.unit / self.units:
            self.unit, self._known = rest, []
        length = self.suggested()
        for _ in range(UNIT_CHANGES):
            fitting = min(length, rest)
            if fitting >= LONGEST or 1 / self.units <= fitting / self.unit <= self.units:
                break
            self.unit, self._known = fitting, []
            length = self.suggested()
        return length

    def suggested(self) -> float:
        wanted = -math.inf
        orders = range(self.order - LAST + 1, self.order + 1)
        for i, c in enumerate(self._series()[1:], 1):
            size = self._log_size(i, c[0])
            wanted = max([wanted, *((self.log_of(c[j]) - size) / j for j in orders)])
        if not wanted < math.inf:
            raise self._failed(None, "the coefficients of its series are not finite")
        return min(LONGEST, self.unit * math.exp(min(700.0, (self.allowed - MARGIN) / self.order - wanted)))

    def _agrees(self, series: list[list[Any]], h: Any, after: State, following: list[list[Any]]) -> bool:
        for i, (c, x, new) in enumerate(zip(series, after, following, strict=True)):
            wrong = self.log_of((rate(c, h / self.unit) - new[1]) * h / self.unit)
            if not wrong <= DEFECT + self.allowed + self._log_size(i, x):
                return False
        return True

    def _log_size(self, i: int, x: Any) -> float:
        return math.log1p(abs(float(x))) if self.scale is None else math.log(self.scale[i] + abs(float(x)))


class TaylorSolution(SeriesSolution):
    """A solution by series of floats on the ways of a motion through its decisions, or by machine code."""

    units = UNITS

    def __init__(
        self, motion: Any, t: float, y: Sequence[float], tolerance: float, method: Method, scale: Scale
    ) -> None:
        Integrator.__init__(self, None, t, y, tolerance, method, ways=motion, scale=scale)
        self.allowed, self.log_of = math.log(tolerance), _log_of
        self.order = method.order
        self._known = []
        self._take_way()

    def _take_way(self) -> None:
        found = None if self.way is None else self.way.series()
        if found is None:
            operation = self.ways.operation  # type: ignore[union-attr]
            raise WrongTypeError(f"{operation}: taylor needs a derivative that is compiled")
        self.expand = found

    def _follow(self, way: Any) -> None:
        super()._follow(way)
        self._known = []
        self._take_way()
