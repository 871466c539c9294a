"""Taylor's method and its recurrences, also as machine code."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from math import exp
from operator import add, and_, mul
from typing import Any, NamedTuple, TypeVar

from scmpy.errors import DifferentiationError, IntegrationError, ScmpyError, WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.ir import GraphBuilder, Operand, StraightLineProgram, Value, VirtualRegister, derivatives
from scmpy.numerics.compile.llvm import DOUBLE, LANES, VECTOR, WHOLE, Array, Variable, Writer
from scmpy.numerics.compile.llvm import Value as CodeValue
from scmpy.numerics.ode.llvm_loop import Loop, Piece, Status
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
# run on floats, on balls, and on values that write machine code.
#
# Source: Moore, Interval Analysis, 1966, chapter 11; Jorba, Zou, A software package for the numerical integration of
# ODEs by means of high-order Taylor methods, Experimental Mathematics 14 (2005) 99, section 2

#: From the numbers of a state, an order and perhaps a unit of time, the coefficients of each number of the solution.
Series = Callable[..., list[list[Any]]]

_INFIX = "+ - * /".split()
_HALVES = 7  # of an exponent, up to which a power is a product with a root
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
            if isinstance(slots[1], VirtualRegister):
                raise WrongTypeError("a power whose exponent changes has no series here: write it with exp and log")
            self.rates[number] = [(slots[0], slots[1])]
            return
        try:
            rates = derivatives(name, result, operands)
        except DifferentiationError as error:
            raise _without_series(f"a derivative of {name} is not known") from error
        self.rates[number] = [(x, rate) for x, rate in zip(slots, rates, strict=True) if isinstance(x, VirtualRegister)]


def _without_series(why: str) -> WrongTypeError:
    return WrongTypeError(
        f"the derivative has no series by recurrences, as {why}: a method that wants none, such as dop853, integrates "
        "it"
    )


def without_powers(graph: StraightLineProgram) -> StraightLineProgram:
    """The schedule in which powers with whole exponents are products, and those with exponents that change are not.

    Products of several factors are taken in one order, so that what is the same is found once, unless there are more.
    """
    return min((_rewritten(graph, ordered) for ordered in (False, True)), key=lambda x: len(x.operations))


def _rewritten(graph: StraightLineProgram, ordered: bool) -> StraightLineProgram:
    draft = GraphBuilder()
    inputs = draft.unknowns(graph.inputs)
    # the factors of what changes: those that change too, last found first, those that do not, and the sign
    factors: dict[Any, Any] = {x.slot: ([x], [], 1) for x in inputs[: len(graph.outputs)]}

    def apply(name: str, *values: Any) -> Any:
        parts = [factors.get(getattr(x, "slot", -1), ([], [x], 1)) for x in values]
        changing = sorted((x for part in parts for x in part[0]), key=lambda x: -x.slot)
        if ordered and name in ("*", "negate"):
            fixed = [x for part in parts for x in part[1]]
            sign = math.prod(part[2] for part in parts) * (-1 if name == "negate" else 1)
            products = [reduce(mul, x) for x in (changing, [x for x in fixed if isinstance(x, Value)]) if x]
            numbers = [x for x in fixed if not isinstance(x, Value)]  # whose product would be rounded
            result, found = sign * reduce(mul, [*products, *numbers]), (changing, fixed, sign)
        else:
            result = _power(draft, *values) if name == "power" else draft.apply(name, *values)
            found = [result], [], 1
        if changing:
            factors[result.slot] = found
        return result

    return draft.schedule(inputs, graph.over(inputs, apply))


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
    and coefficients.
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
        powers = {i for i in closure.rates if operations[i].name == "power"}
        inner = powers.union(x for rates in closure.rates.values() for x, _ in rates)
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
        halves = 2 * abs(operands[1]) if name == "power" else 0
        if halves % 2 == 1 and halves <= _HALVES:
            root = self._first("sqrt", operands[:1])
            power = " * ".join([*numbers[:1] * int(halves // 2), root])
            return power if operands[1] > 0 else f"one / ({power})"
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
        if name == "power":
            return self._power(i, numbers, coefficients[0])
        return self._quotient(i, numbers, coefficients) if name == "/" else self._function(i)

    def _product(self, numbers: Sequence[str], coefficients: Sequence[str]) -> str:
        (a, b), (x, y) = numbers, coefficients
        if not x or not y:
            return f"{a} * {y}" if y else f"{x} * {b}"
        first, last = (f"{a} * {y}", f"{x} * {b}")[:: 1 if int(x[1:]) > int(y[1:]) else -1]
        return f"{self._inner(x, y)} + {first} + {last}"  # what is found last is added last

    def _inverse(self, x: str) -> str:
        return self.inverses.setdefault(x, f"i_{x}")

    def _quotient(self, i: int, numbers: Sequence[str], coefficients: Sequence[str]) -> str:
        (_, b), (x, y) = numbers, coefficients
        inverse = self._inverse(b)
        if not y:
            return f"{x} * {inverse}"
        known = f"{self._inner(f'x{i}', y)} + z{i} * {y}"
        return f"({x} - ({known})) * {inverse}" if x else f"-({known}) * {inverse}"

    def _power(self, i: int, numbers: Sequence[str], x: str) -> str:
        """By a u' = c u a' of the power u of a with the exponent c."""
        (b, c), e = numbers, f"e{x[1:]}"
        known = f"{c} * ({self._inner(e, f'x{i}')} + {e} * z{i}) - {self._inner(f'e{i}', x)}"
        return f"({known}) * ({self._inverse(b)} * part)"

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


# --- recurrence code -------------------------------------------------------------------------------------------------
# The recurrences of series as machine code: in the loop that wants them, or, where they are many, in functions.
#
# A long function takes more than in proportion to be compiled. So many lines are parted into functions, and what these
# have in common is in memory.

INLINE = 1_500  # lines of the coefficients of an order, at most, are written in the loop
IN_PART = 300  # are in one function otherwise
MOST = 60_000  # lines, of which code is made in half a minute


_WORD = re.compile(r"\b[a-z_]\w*\b")


class Part(NamedTuple):
    """Some lines: the names that they read and those that they give; ``run`` takes the values of the ones by name."""

    reads: list[str]
    gives: list[str]
    run: Callable[..., dict[str, Any]]


def parts(lines: Sequence[str], known: Mapping[str, Any], most: int) -> list[Part]:
    """The lines in parts of no more than this, where the known names have these values."""
    return [_part(lines[i : i + most], known) for i in range(0, len(lines), most)]


def _part(lines: Sequence[str], known: Mapping[str, Any]) -> Part:
    gives: dict[str, None] = {}
    reads: dict[str, None] = {}
    for line in lines:
        name, _, expression = line.partition(" = ")
        reads |= dict.fromkeys(x for x in _WORD.findall(expression) if x not in gives and x not in known)
        gives[name] = None
    text = [f"def part({', '.join(reads)}):", *lines, f"return {{{', '.join(f'{x!r}: {x}' for x in gives)}}}"]
    names = dict(known)
    exec(compile("\n    ".join(text), "<lines by scmpy>", "exec"), names)
    return Part(sorted(reads), list(gives), names["part"])


class RecurrenceCode:
    """The code of recurrences, whose slope has these parameters, for the function that a writer writes.

    Each part of the lines is a function; the names that several know have places in memory, or in registers where all
    is put into the loop.

    Raises:  WrongTypeError if there are too many, or LLVM does not have a function in them
    """

    def __init__(self, writer: Writer, found: Recurrences, parameters: Array, unit: Variable) -> None:
        lines = len(found.first) + len(found.rest)
        if lines > MOST:
            raise WrongTypeError(
                f"Taylor's method has {lines} recurrences here, more than {MOST}: dop853 is for such slopes"
            )
        called = lambda name, *x: next(v for v in x if isinstance(v, CodeValue)).writer.call(name, *x)  # noqa: E731
        known = found.names({name: partial(called, name) for name in (*RECORDS, "power")}, float)
        self.is_inline = len(found.rest) <= INLINE
        self.writer, self.found, self.known, self.parameters, self.unit = writer, found, known, parameters, unit
        self.inputs = {z: i for i, z in enumerate(found.inputs)}
        most = MOST if self.is_inline else IN_PART
        self.first, self.rest = (parts(lines, known, most) for lines in (found.first, found.rest))
        names = {name for part in (*self.first, *self.rest) for name in part.reads if not name.startswith(("k", "s"))}
        names.update(x for pair in found.slopes for x in pair)
        names -= {*known, *found.inputs}
        self.places = {name: i for i, name in enumerate(sorted(names))}
        self.common = writer.array(len(self.places))

    def numbers(self, state: Array) -> list[Any]:
        """Compute the numbers of all slots where the state has these numbers; the values are its rates."""
        self.state = state
        for i in range(len(self.first)):
            self._call(f"numbers{i}", "double 0.0")
        return [self.writer.variable(self._value(z))() for z, _ in self.found.slopes]

    def begin(self, rates: Sequence[Any]) -> None:
        for i, rate in enumerate(rates):
            self.common[self.places[f"r{i}"]] = rate
        self.common[self.places["unit"]] = self.unit()

    def coefficients(self, k: CodeValue | float, sums: Array, *rows: Array) -> None:
        """Compute the coefficients of the next order, given the sums of the products of those before.

        The rows are where those of the state are to be, and of both factors of the products.
        """
        for i in range(len(self.rest)):
            self._call(f"coefficients{i}", f"double {self.writer.text(k)}", sums, *rows)
        self.begin([self._value(x) for _, x in self.found.slopes])

    def _value(self, name: str) -> Any:
        if name in self.known:
            return self.known[name]
        return self.state[self.inputs[name]] if name in self.inputs else self.common[self.places[name]]

    def _call(self, name: str, k: str, *arrays: Array) -> None:
        addresses = [array.address for array in (self.state, self.parameters, self.common, *arrays)]
        addresses += ["null"] * (7 - len(addresses))
        self.writer.line(f"call void @{name}({', '.join(f'ptr {x}' for x in addresses)}, {k})")

    def functions(self) -> list[tuple[Writer, str]]:
        found = [self._function(f"numbers{i}", part) for i, part in enumerate(self.first)]
        return found + [self._function(f"coefficients{i}", part) for i, part in enumerate(self.rest)]

    def _function(self, name: str, part: Part) -> tuple[Writer, str]:
        arrays = ["state", "parameters", "common", "sums", "row", "left", "right"]
        w = Writer(name, [*arrays, (DOUBLE, "k")])
        w.manner = self.writer.manner
        state, parameters, common, sums, *rows, k = w.arguments

        def value(read: str) -> Any:
            if read in self.inputs:
                i = self.inputs[read] - self.found.size
                return state[i + self.found.size] if i < 0 else parameters[i]
            if read in self.places:
                return common[self.places[read]]
            return k if read == "k" else sums[int(read[1:])]

        values = part.run(**{read: value(read) for read in part.reads})
        for given, x in values.items():
            if given in self.places:
                common[self.places[given]] = x
        if name.startswith("coefficients"):
            own = [f"x{i}" for i in range(self.found.size)]
            for array, names in zip(rows, (own, *zip(*self.found.products, strict=True)), strict=False):
                for i, x in enumerate(names):
                    if x in values:
                        array[i] = values[x]
        manner = "#3" if self.is_inline else "#2"
        return w, w.finished().replace("define void", "define internal void").replace("#0", manner)


# --- taylor loop -----------------------------------------------------------------------------------------------------
# Taylor's method as machine code: the loop of :mod:`scmpy.numerics.ode.llvm_loop`, whose steps are by series.
#
# The lines of the recurrences run once, on values that write instructions, inside a loop over the orders. What products
# of series have from lower orders is summed up before, of several products at once, in lanes: row j of two tables has
# the coefficients of order j of their first and of their second factors. So the code is as long as the slope, whatever
# the order is.
#
# The orders of short recurrences are written out, one after the other, and nothing is in memory between them: the last
# coefficients, which the next ones wait for, are no part of a vector that has yet to be put together.

AT_ONCE = 4  # vectors of products that are summed up together
WRITTEN_OUT = 1_000  # lines and factors of products, in all orders, at most: more code is slower than a loop


def _padded(count: int, to: int = LANES) -> int:
    return -(-count // to) * to


L = TypeVar("L", bound=Loop)


def loop_for(method: Method, kind: type[L]) -> type[L]:
    """The loop of a kind for a method: by series where it makes such."""
    if not isinstance(method, Expanding):
        return kind
    return type(kind.__name__, (TaylorLoop,) if kind is Loop else (kind, TaylorLoop), {})


class TaylorLoop(Loop):
    asks_for_numbers = True

    def __init__(
        self, graph: StraightLineProgram, method: Method, recording: bool = False, scaled: bool = False
    ) -> None:
        super().__init__(graph, method, recording, scaled)
        w, self.order = self.writer, method.order
        w.manner = " contract"
        found = Recurrences(graph)
        self.unit, self.changes = w.variable(1.0), w.variable(0.0)  # of the time in the series
        self.recurrences = RecurrenceCode(w, found, self.layout.parameters, self.unit)
        self.is_written_out = method.order * (len(found.rest) + 2 * len(found.products)) <= WRITTEN_OUT
        self.row, self.width = _padded(self.count), _padded(len(found.products) or 1)
        if self.width > AT_ONCE * LANES:
            self.width = _padded(self.width, AT_ONCE * LANES)
        self.series = self._table(self.row)  # row k has the coefficients of order k of the state
        self.factors = [self._table(self.width, not self.is_written_out) for _ in range(2)]
        self.sums = w.array(self.width)
        self.next, self.next_rates = w.array(self.row), w.array(self.row)
        self.h, self.tried, self.last = w.variable(0.0), w.variable(0.0), w.variable(0.0)
        for i, x in enumerate(self.state()):
            self.next[i] = x

    def _table(self, width: int, filled: bool = True) -> Array:
        array = self.writer.array((self.order + 1) * width)
        with self.writer.each((self.order + 1) * width // LANES * filled) as i:
            array.set_lanes(i * LANES, self.writer.everywhere(0.0))
        return array

    def _step(self) -> None:
        w = self.writer
        t, y = self.time(), self.state()
        with w.loop() as tries:
            rates = self.recurrences.numbers(self.next)
            after = [self.next[i] for i in range(self.count)]
            with w.when(self.tried().equals(0.0)):
                w.leave(tries)
            with w.when(self._agrees(after, rates)):
                w.leave(tries)
            self._end_if_short(self.h(), t)
            self.h.set(self.h() * 0.5)
            self.last.set(0.0)
            self._go(self.h())
        with w.when(self.tried() > 0.0):
            aim = self.aim() if self.graph.guards else self.end
            end = w.chosen(self.last().equals(1.0), aim, t + self.h())
            piece = Piece(t, y, self.h(), end, after, rates, self._powers)
            if self.graph.guards:
                with w.when(self._turns(piece, partial(self._at, t))):
                    self.h.set(self.aim() - t)
                    self.last.set(1.0)
                    self._go(self.h())
                    w.again(self.steps_loop)
            self._taken(piece)
            self.length.set(abs(self.h()))
            self._arrive(piece)
        self.rates.set(rates)
        with w.when(self.time().equals(self.end)):
            self._arrived()
        with w.when(self.steps() >= self.budget):
            self._end(Status.BUDGET_USED)
        self._unless_finite(*rates)
        self._aim_at(self.end)
        rest = abs(self.end - self.time())
        with w.when((rest > 0.0) & (rest * UNITS < self.unit())):
            self.unit.set(rest)
        self.changes.set(0.0)
        with w.loop() as units:
            self._expand(rates)
            self._choose()
            length = abs(self.h())
            fits = (length <= self.unit() * UNITS) & (length * UNITS >= self.unit())
            with w.when(fits | (length >= LONGEST) | (self.changes() >= UNIT_CHANGES)):
                w.leave(units)
            self.unit.set(length)
            self.changes.set(self.changes() + 1.0)
        self._go(self.h())
        self.tried.set(1.0)

    def functions(self) -> list[tuple[Writer, str]]:
        return [*self.recurrences.functions(), *super().functions()]

    def _expand(self, rates: Sequence[Any]) -> None:
        w = self.writer
        self.recurrences.begin(rates)
        if self.is_written_out:
            for order in range(1, self.order + 1):
                self._write_sums(order)
                self._compute_coefficients(order, float(order))
            return
        with w.each(self.order) as below:
            k = below + 1
            self._sum_up(k)
            self._compute_coefficients(k, w.real(k))

    def _compute_coefficients(self, k: CodeValue | int, real: CodeValue | float) -> None:
        left, right = (table.beginning(k * self.width) for table in self.factors)
        self.recurrences.coefficients(real, self.sums, self.series.beginning(k * self.row), left, right)

    def _write_sums(self, k: int) -> None:
        """The same sums as :meth:`_sum_up`; the first and the last products, of what was found last, are no vectors."""
        (left, right), width = self.factors, self.width
        for place in range(0, width, LANES):
            for table in self.factors:
                table.set_lanes(place + k * width, 0.0)
            terms = [left.lanes(place + j * width) * right.lanes(place + (k - j) * width) for j in range(2, k - 1)]
            halves = terms[len(terms) // 2 :], terms[: len(terms) // 2][::-1]
            sums = [reduce(add, half) for half in halves if half]
            self.sums.set_lanes(place, reduce(add, sums) if sums else 0.0)
        for i in range(len(self.recurrences.found.products)):
            for j in sorted({1, k - 1}) if k > 1 else ():
                self.sums[i] = self.sums[i] + left[i + j * width] * right[i + (k - j) * width]

    def _sum_up(self, k: CodeValue) -> None:
        """The sums of a_j b_(k - j) of the products, from the middle on: what was found last comes last."""
        w, width, group = self.writer, self.width, min(AT_ONCE * LANES, self.width)
        half, odd = (w.instruction(WHOLE, f"{name} i64 {k.text}, 1") for name in ("lshr", "and"))
        with w.each(width // group) as chunk:
            sums, left, right = (x.beginning(chunk * group) for x in (self.sums, *self.factors))
            totals = {place: w.variable(0.0, VECTOR) for place in range(0, group, LANES)}

            def add(i: CodeValue, j: CodeValue) -> None:
                for place, total in totals.items():
                    total.set(total() + left.lanes(i * width + place) * right.lanes(j * width + place))

            with w.when(odd.equals(0)):
                add(half, half)
            with w.each(half + odd - 1) as done:
                i = half + odd - done - 1
                add(i, k - i)
                add(k - i, i)
            for place, total in totals.items():
                sums.set_lanes(place, total())

    def _choose(self) -> None:
        w, t = self.writer, self.time()
        y, rest = self.state(), self.end - t
        weights = [1.0 / (least + abs(x)) for x, least in zip(y[1:], self.scale[1:], strict=True)]
        wanted: Any = w.variable(float("-inf"))()
        for j in range(self.order - LAST + 1, self.order + 1):
            row = self.series.beginning(j * self.row)
            sizes = [abs(row[i]) * weight for i, weight in enumerate(weights, 1)]
            if sizes:
                wanted = w.larger(wanted, w.call("log", reduce(w.larger, sizes)) / float(j))
        allowed = (w.call("log", self.tolerance) - MARGIN) / float(self.order)
        length = w.smaller(w.call("exp", w.smaller(allowed - wanted, 700.0)) * self.unit(), LONGEST)
        self._unless_finite(length)
        last = length >= abs(rest)
        with w.when(~last):
            self._end_if_short(length, t)
        self.last.set(w.chosen(last, 1.0, 0.0))
        self.h.set(w.chosen(last, rest, w.call("llvm.copysign", length, rest)))

    def _end_if_short(self, h: CodeValue, t: CodeValue) -> None:
        with self.writer.when(is_too_short(h, t, self.end - t, self.writer)):
            self._end(Status.TOO_SHORT)

    def _go(self, h: CodeValue) -> None:
        """Put the state after a length, and the rates of the series there, in their places."""
        w = self.writer
        y, unit = self.state(), self.unit()
        for i, x in enumerate(y):
            self.next[i] = x
        with w.each(self.row // LANES) as chunk:
            place = chunk * LANES
            step, per = w.everywhere(h / unit), w.everywhere(1.0 / unit)
            rows = [self.series.lanes(place + k * self.row) for k in range(1, self.order + 1)]
            self.next.set_lanes(place, self.next.lanes(place) + step * _polynomial(rows, step))
            self.next_rates.set_lanes(place, per * _polynomial([c * float(k) for k, c in enumerate(rows, 1)], step))

    def _at(self, t: CodeValue, when: CodeValue) -> list[CodeValue]:
        h, found = (when - t) / self.unit(), []
        for i, x in enumerate(self.state()):
            total: Any = self.series[self.order * self.row + i]
            for k in range(self.order - 1, 0, -1):
                total = total * h + self.series[k * self.row + i]
            found.append(x + total * h)
        return found

    def _agrees(self, after: Sequence[CodeValue], rates: Sequence[Any]) -> CodeValue:
        h, allowed = abs(self.h()), self.tolerance * exp(DEFECT)
        wrong = [abs(self.next_rates[i] - rate) * h for i, rate in enumerate(rates)]
        sizes = (least + abs(y) for y, least in zip(after, self.scale, strict=True))
        return reduce(and_, (x <= allowed * size for x, size in zip(wrong, sizes, strict=True)))

    def _powers(self) -> list[list[CodeValue]]:
        h, found = self.h() / self.unit(), []
        power = h
        for k in range(1, self.order + 1):
            found.append([self.series[k * self.row + i] * power for i in range(self.count)])
            power = power * h
        return found


def _polynomial(coefficients: Sequence[CodeValue], h: CodeValue) -> CodeValue:
    square = h * h
    even, odd = (reduce(lambda total, c: total * square + c, coefficients[i::2][::-1]) for i in (0, 1))
    return even + h * odd
