"""The recurrences of series as machine code: in the loop that wants them, or, where they are many, in functions.

A long function takes more than in proportion to be compiled. So many lines are parted into functions, and what these
have in common is in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from scmpy.errors import WrongTypeError
from scmpy.generic.records import RECORDS
from scmpy.numerics.compile.llvm import DOUBLE, Array, Value, Variable, Writer
from scmpy.numerics.ode.recurrences import Recurrences

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
    """The lines in parts of no more than this, where the known names have these values.

    >>> first, last = parts(["b = a * two", "c = b + a", "d = c + b"], {"two": 2}, 2)
    >>> first.reads, first.gives, first.run(a=5)
    (['a'], ['b', 'c'], {'b': 10, 'c': 15})
    >>> last.reads, last.run(b=10, c=15)
    (['b', 'c'], {'d': 25})
    """
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
        """Write those of them that are among these values."""
        for i in range(recurrences.size):
            if f"x{i}" in found:
                self.state[i] = found[f"x{i}"]
        for i, names in enumerate(recurrences.products):
            for row, name in zip((self.left, self.right), names, strict=True):
                if name in found:
                    row[i] = found[name]


class RecurrenceCode(Protocol):
    """The recurrences, for the numbers of a state and for the coefficients of the orders one after the other."""

    def numbers(self, state: Array) -> list[Any]:
        """Compute the numbers of all slots where the state has these numbers; the values are its rates."""

    def begin(self, rates: Sequence[Any]) -> None:
        """The next order is the first, and these are the rates."""

    def coefficients(self, k: Value, sums: Array, rows: Rows) -> None:
        """Compute the coefficients of the next order, given the sums of the products of those before."""

    def functions(self) -> list[tuple[Writer, str]]:
        """The functions that the code calls."""


def recurrence_code(writer: Writer, found: Recurrences, parameters: Array) -> RecurrenceCode:
    """The code of recurrences in the function that a writer writes, whose slope has these parameters.

    Raises:  WrongTypeError if there are too many, or LLVM does not have a function in them
    """
    lines = len(found.first) + len(found.rest)
    if lines > MOST:
        raise WrongTypeError(
            f"Taylor's method has {lines} recurrences here, more than {MOST}: dop853 is for such slopes"
        )
    known = found.names({name: _calling(name) for name in (*RECORDS, "power")}, float)
    kind = Inline if len(found.rest) <= INLINE else Called
    return kind(writer, found, known, parameters)


def _calling(name: str) -> Callable[..., Value]:
    """The function of values that writes its call where they are written."""
    return lambda *x: next(v for v in x if isinstance(v, Value)).writer.call(name, *x)


class Inline:
    """The lines are in the loop."""

    def __init__(self, writer: Writer, found: Recurrences, known: Mapping[str, Any], parameters: Array) -> None:
        self.writer, self.found, self.known, self.parameters = writer, found, known, parameters
        self.first, self.rest = (parts(lines, known, MOST) for lines in (found.first, found.rest))
        self.kept = writer.array(max(1, len(found.kept)))
        self.rates: list[Variable] = []

    def numbers(self, state: Array) -> list[Any]:
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
        values: dict[str, Any] = {"k": k} | {name: self.kept[i] for i, name in enumerate(self.found.kept)}
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
    """Add what the lines give to the values by name."""
    for part in some:
        values |= part.run(**{name: values[name] for name in part.reads})


class Called:
    """Each part of the lines is a function; the names that several know have places in memory."""

    def __init__(self, writer: Writer, found: Recurrences, known: Mapping[str, Any], parameters: Array) -> None:
        self.writer, self.found, self.known, self.parameters = writer, found, known, parameters
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

    def coefficients(self, k: Value, sums: Array, rows: Rows) -> None:
        for i in range(len(self.rest)):
            self._call(f"coefficients{i}", f"double {k.text}", sums, *rows)
        self.begin([self._value(x) for _, x in self.found.slopes])

    def _value(self, name: str) -> Any:
        """The value of a name, in the loop."""
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
