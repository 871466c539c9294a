"""Taylor's method as machine code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from math import exp
from operator import and_
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.ir import StraightLineProgram
from scmpy.numerics.compile.llvm import DOUBLE, LANES, VECTOR, WHOLE, Array, Value, Variable, Writer
from scmpy.numerics.ode.llvm_loop import Loop, Piece, Status
from scmpy.numerics.ode.methods import Method
from scmpy.numerics.ode.step_control import is_too_short
from scmpy.numerics.ode.taylor import DEFECT, LAST, LONGEST, MARGIN, UNIT_CHANGES, UNITS, Recurrences

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


class Rows(NamedTuple):
    """Where the coefficients of an order are to be: those of the state, and of both factors of the products."""

    state: Array
    left: Array
    right: Array

    def enter(self, recurrences: Recurrences, found: Mapping[str, Any]) -> None:
        for i in range(recurrences.size):
            if f"x{i}" in found:
                self.state[i] = found[f"x{i}"]
        for i, names in enumerate(recurrences.products):
            for row, name in zip((self.left, self.right), names, strict=True):
                if name in found:
                    row[i] = found[name]


def recurrence_code(writer: Writer, found: Recurrences, parameters: Array, unit: Variable) -> Inline | Called:
    """The code of recurrences in the function that a writer writes, whose slope has these parameters.

    Raises:  WrongTypeError if there are too many, or LLVM does not have a function in them
    """
    lines = len(found.first) + len(found.rest)
    if lines > MOST:
        raise WrongTypeError(
            f"Taylor's method has {lines} recurrences here, more than {MOST}: dop853 is for such slopes"
        )
    known = found.names({name: _calling(name) for name in (*RECORDS, "power")}, float)
    kind: type[Inline | Called] = Inline if len(found.rest) <= INLINE else Called
    return kind(writer, found, known, parameters, unit)


def _calling(name: str) -> Callable[..., Value]:
    return lambda *x: next(v for v in x if isinstance(v, Value)).writer.call(name, *x)


class Inline:
    def __init__(
        self, writer: Writer, found: Recurrences, known: Mapping[str, Any], parameters: Array, unit: Variable
    ) -> None:
        self.writer, self.found, self.known, self.parameters, self.unit = writer, found, known, parameters, unit
        self.first, self.rest = (parts(lines, known, MOST) for lines in (found.first, found.rest))
        self.kept = writer.array(max(1, len(found.kept)))
        self.rates: list[Variable] = []

    def numbers(self, state: Array) -> list[Any]:
        """Compute the numbers of all slots where the state has these numbers; the values are its rates."""
        size, inputs = self.found.size, self.found.inputs
        values = {z: state[i] if i < size else self.parameters[i - size] for i, z in enumerate(inputs)}
        _run(self.first, values)
        for i, name in enumerate(self.found.kept):
            self.kept[i] = values[name]
        values |= self.known
        return [self.writer.variable(values[z])() for z, _ in self.found.slopes]

    def begin(self, rates: Sequence[Any]) -> None:
        self.rates = [self.writer.variable(x) for x in rates]

    def coefficients(self, k: Value, sums: Array, rows: Rows) -> None:
        """Compute the coefficients of the next order, given the sums of the products of those before."""
        values: dict[str, Any] = {"k": k, "unit": self.unit()} | {
            name: self.kept[i] for i, name in enumerate(self.found.kept)
        }
        values |= {f"r{i}": rate() for i, rate in enumerate(self.rates)}
        values |= {f"s{i}": sums[i] for i in range(len(self.found.products))}
        _run(self.rest, values)
        rows.enter(self.found, values)
        values |= self.known
        for rate, (_, x) in zip(self.rates, self.found.slopes, strict=True):
            rate.set(values[x])

    def functions(self) -> list[tuple[Writer, str]]:
        return []


def _run(some: Iterable[Part], values: dict[str, Any]) -> None:
    for part in some:
        values |= part.run(**{name: values[name] for name in part.reads})


class Called:
    """Each part of the lines is a function; the names that several know have places in memory."""

    def __init__(
        self, writer: Writer, found: Recurrences, known: Mapping[str, Any], parameters: Array, unit: Variable
    ) -> None:
        self.writer, self.found, self.known, self.parameters, self.unit = writer, found, known, parameters, unit
        self.inputs = {z: i for i, z in enumerate(found.inputs)}
        self.first, self.rest = (parts(lines, known, IN_PART) for lines in (found.first, found.rest))
        names = {name for part in (*self.first, *self.rest) for name in part.reads if not name.startswith(("k", "s"))}
        names.update(x for pair in found.slopes for x in pair)
        names -= {*known, *found.inputs}
        self.places = {name: i for i, name in enumerate(sorted(names))}
        self.common = writer.array(len(self.places))

    def numbers(self, state: Array) -> list[Any]:
        self.state = state
        for i in range(len(self.first)):
            self._call(f"numbers{i}", "double 0.0")
        return [self.writer.variable(self._value(z))() for z, _ in self.found.slopes]

    def begin(self, rates: Sequence[Any]) -> None:
        for i, rate in enumerate(rates):
            self.common[self.places[f"r{i}"]] = rate
        self.common[self.places["unit"]] = self.unit()

    def coefficients(self, k: Value, sums: Array, rows: Rows) -> None:
        for i in range(len(self.rest)):
            self._call(f"coefficients{i}", f"double {k.text}", sums, *rows)
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
            Rows(*rows).enter(self.found, values)
        return w, w.finished().replace("define void", "define internal void").replace("#0", "#2")


# --- taylor loop -----------------------------------------------------------------------------------------------------
# Taylor's method as machine code: the loop of :mod:`scmpy.numerics.ode.llvm_loop`, whose steps are by series.
#
# The lines of the recurrences (:class:`scmpy.numerics.ode.taylor.Recurrences`) run once, on values that write
# instructions, inside a loop over the orders. What products of series have from lower orders is summed up before, of
# several products at once, in lanes: row j of two tables has the coefficients of order j of their first and of their
# second factors. So the code is as long as the slope, whatever the order is
# (:mod:`scmpy.numerics.ode.llvm_taylor`).
#
# A step is decided as in :mod:`scmpy.numerics.ode.taylor`.

AT_ONCE = 4  # vectors of products that are summed up together


def _padded(count: int, to: int = LANES) -> int:
    return -(-count // to) * to


class TaylorLoop(Loop):
    def __init__(self, graph: StraightLineProgram, method: Method, recording: bool, scaled: bool = False) -> None:
        super().__init__(graph, method, recording, short=len(graph.outputs), scaled=scaled)
        w, self.order = self.writer, method.order
        w.manner = " contract"
        found = Recurrences(graph)
        self.unit, self.changes = w.variable(1.0), w.variable(0.0)  # of the time in the series
        self.recurrences = recurrence_code(w, found, self.layout.parameters, self.unit)
        self.row, self.width = _padded(self.count), _padded(len(found.products) or 1)
        if self.width > AT_ONCE * LANES:
            self.width = _padded(self.width, AT_ONCE * LANES)
        self.series = self._table(self.row)  # row k has the coefficients of order k of the state
        self.factors = self._table(self.width), self._table(self.width)
        self.sums = w.array(self.width)
        self.next, self.next_rates = w.array(self.row), w.array(self.row)
        self.h, self.tried, self.last = w.variable(0.0), w.variable(0.0), w.variable(0.0)
        for i, x in enumerate(self.state()):
            self.next[i] = x

    def _table(self, width: int) -> Array:
        array = self.writer.array((self.order + 1) * width)
        with self.writer.each((self.order + 1) * width // LANES) as i:
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
        with w.each(self.order) as below:
            k = below + 1
            self._sum_up(k)
            left, right = (table.beginning(k * self.width) for table in self.factors)
            self.recurrences.coefficients(w.real(k), self.sums, Rows(self.series.beginning(k * self.row), left, right))

    def _sum_up(self, k: Value) -> None:
        group = AT_ONCE * LANES
        if self.width <= group:
            self._sum_up_some(k, 0, range(0, self.width, LANES))
            return
        with self.writer.each(self.width // group) as i:
            self._sum_up_some(k, i * group, range(0, group, LANES))

    def _sum_up_some(self, k: Value, first: Value | int, places: Sequence[int]) -> None:
        """The sums of a_j b_(k - j) of some products, from the middle on: what was found last comes last."""
        w = self.writer
        half = w.instruction(WHOLE, f"lshr i64 {k.text}, 1")
        odd = w.instruction(WHOLE, f"and i64 {k.text}, 1")
        left, right = (table.beginning(first) for table in self.factors)
        totals = [w.variable(0.0, VECTOR) for _ in places]

        def add(i: Value, j: Value) -> None:
            a, b = left.beginning(i * self.width), right.beginning(j * self.width)
            for total, place in zip(totals, places, strict=True):
                total.set(total() + a.lanes(place) * b.lanes(place))

        with w.when(odd.equals(0)):
            add(half, half)
        with w.each(half + odd - 1) as done:
            i = half + odd - done - 1
            add(i, k - i)
            add(k - i, i)
        sums = self.sums.beginning(first)
        for total, place in zip(totals, places, strict=True):
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

    def _end_if_short(self, h: Value, t: Value) -> None:
        with self.writer.when(is_too_short(h, t, self.end - t, self.writer)):
            self._end(Status.TOO_SHORT)

    def _go(self, h: Value) -> None:
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

    def _at(self, t: Value, when: Value) -> list[Value]:
        h, found = (when - t) / self.unit(), []
        for i, x in enumerate(self.state()):
            total: Any = self.series[self.order * self.row + i]
            for k in range(self.order - 1, 0, -1):
                total = total * h + self.series[k * self.row + i]
            found.append(x + total * h)
        return found

    def _agrees(self, after: Sequence[Value], rates: Sequence[Any]) -> Value:
        h, allowed = abs(self.h()), self.tolerance * exp(DEFECT)
        wrong = [abs(self.next_rates[i] - rate) * h for i, rate in enumerate(rates)]
        sizes = (least + abs(y) for y, least in zip(after, self.scale, strict=True))
        return reduce(and_, (x <= allowed * size for x, size in zip(wrong, sizes, strict=True)))

    def _powers(self) -> list[list[Value]]:
        h, found = self.h() / self.unit(), []
        power = h
        for k in range(1, self.order + 1):
            found.append([self.series[k * self.row + i] * power for i in range(self.count)])
            power = power * h
        return found


def _polynomial(coefficients: Sequence[Value], h: Value) -> Value:
    square = h * h
    even, odd = (reduce(lambda total, c: total * square + c, coefficients[i::2][::-1]) for i in (0, 1))
    return even + h * odd
