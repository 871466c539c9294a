"""Formulas as expressions and equations, by what names mean: what a reference has, what is declared, what is inferred.

Where a text has several readings one rule settles it, and the reading says so:

- ``a(b + c)``: a product if a is a parameter or a coordinate; of a coordinate its value where the bracket holds the
  time and no coordinate, ``θ(t)``; of an undeclared name a function if several arguments, or a coordinate or the time
  alone, follow it without a space, ``V(r)``.
- ``mg``: a run of letters that is no declared name, no Greek letter and no function is the product of its letters.
- ``f'(x)``: the derivative of a function if f is one, or x is not the time; else the velocity of the coordinate f.
- ``sin x y``: a function without brackets takes numbers and constants up to the first coordinate, or the time; without
  one in the row the numbers and one name: ``sin ω t``, ``sin θ cos φ``, ``sin θ φ'``.
- ``1/2 m``, ``a/b c``: from left to right, (a/b) c.
- ``dt``: the d of ``d/dt``, ``dx/dt`` is no name; elsewhere it is one.
- ``e^x``: the exponential function, unless e is a declared name. Decimals are exact, unless the reference has floats.
- ``x^1``: the name x^1 where the reference has it; ``x1`` is ``x_1`` where it has that.
- ``V = k x``: what is equated to a single undeclared name that other formulas use defines it.
- ``= const``: the left side does not change with the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from scmpy.calculus.derivative import derivative
from scmpy.calculus.tracing import TracedFunction
from scmpy.errors import ScmpyError
from scmpy.generic import operations as g
from scmpy.generic.elementary import RECORDS
from scmpy.generic.numbers import exact_complex
from scmpy.reading.grammar import Node
from scmpy.reading.names import Names
from scmpy.reading.tokens import MOST_NESTED, refused
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up, sum_of
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.expression import (
    LIST,
    PI,
    Application,
    Expression,
    Symbol,
    application,
    expression_of,
    subexpressions,
    symbol,
)
from scmpy.symbolic.undefined_functions import derivative_expression, differentiated


class Choice(NamedTuple):
    """A part of a text with two readings, the rule that settled it, and whether the other one was taken."""

    text: str
    position: int
    rule: str
    other: bool


class Term(NamedTuple):
    """A top-level term of an equation as it was written, with its place; its value as it enters the residual."""

    text: str
    start: int
    end: int
    line: int
    column: int
    value: Any


class Equation(NamedTuple):
    """An equation, or another relation: both sides, what vanishes, and how it was written."""

    relation: str
    left: Any
    right: Any
    residual: Any
    text: str
    start: int
    end: int
    line: int
    column: int
    terms: tuple[Term, ...]


class Reader:
    """The values of the parts of one text."""

    def __init__(self, source: str, items: Sequence[Node], names: Names, taken: frozenset[tuple[int, str]]) -> None:
        self.source, self.items, self.names, self.taken = source, items, names, taken
        self.choices: dict[tuple[int, str], Choice] = {}
        self.definitions: dict[str, Any] = {}
        self.defining: dict[str, Node] = {}
        self.depth = 0
        self.used: dict[str, dict[str, None]] = {"coordinates": {}, "parameters": {}, "functions": {}}
        self._infer()

    def refuse(self, node: Node, message: str) -> ScmpyError:
        return refused(self.source, node.start, message)

    @contextmanager
    def positioned(self, node: Node) -> Iterator[None]:
        """While a block runs, what operations refuse is refused at a place of the text."""
        try:
            yield
        except ScmpyError as error:
            if getattr(error, "location", None) is not None:
                raise
            raise self.refuse(node, str(error)) from error

    def choose(self, node: Node, rule: str, end: Node | None = None) -> bool:
        """Is the other reading taken here?"""
        key = node.start, rule
        text = self.source[node.start : (end or node).end]
        self.choices[key] = Choice(text, node.start, rule, key in self.taken)
        return key in self.taken

    # inference

    def _infer(self) -> None:
        """Coordinates are what carries a dot or a prime, or is differentiated by the time."""
        names = self.names
        nodes = [node for item in self.items for node in _walk(item)]
        rows = [node.parts for node in nodes if node.kind == "product"]
        if not names.coordinates:
            found = [x for row in rows if (x := self._argument_of_primed(row))]
            variables = {x for row in rows for x in self._by_d(row)} | set(found)
            primed = {b.value for row in rows for b, primes, _ in map(_taken_apart, row) if primes and b.kind == "NAME"}
            variables -= primed | (names.known() - {names.variable.name})
            if len(variables) == 1 and names.variable.name not in variables:
                name = variables.pop()
                names.parameters.pop(name, None)
                names.variable = symbol(name)
        for row in rows:
            for i, part in enumerate(row):
                self._infer_from(part, row[i + 1] if i + 1 < len(row) else None)
            for i in range(len(row)):
                self._infer_rate(row, i)
        for node in nodes:
            if node.kind == "fraction":
                self._infer_rate(_flat(node), 0)
        for item in self.items:
            if self._defines(item, nodes):
                self.defining[name_of(item.parts[0]) or ""] = item

    def _argument_of_primed(self, row: Sequence[Node]) -> str:
        for part, after in pairwise(row):
            base, primes, _ = _taken_apart(part)
            if primes and base.kind == "NAME" and (name := _only_name(after)) and self.names.find(name) == name:
                return name
        return ""

    def _by_d(self, row: Sequence[Node]) -> Iterator[str]:
        flat = list(row)
        for i, part in enumerate(flat):
            if part.kind == "CONNECT" and part.value == "/" and i + 2 < len(flat) and _is_d(flat[i + 1]) == "d":
                base = _taken_apart(flat[i + 2])[0]
                if base.kind == "NAME" and i and any(_is_d(x) == "d" for x in flat[max(0, i - 2) : i]):
                    yield base.value
        for part in flat:
            base = _taken_apart(part)[0]
            if base.kind == "fraction" and (whole := _flat(base)) and _is_d(whole[0]) == "d":
                yield from self._by_d(whole)

    def _infer_from(self, part: Node, after: Node | None) -> None:
        base, primes, _ = _taken_apart(part)
        if not primes or base.kind != "NAME":
            return
        name = self.names.find(base.value)
        if name in self.names.known() and name not in self.names.parameters:
            return
        if self._is_symbol_with_dots(name, primes):
            return
        argument = _only_name(after) if after is not None and _is_glued(part, after) else None
        table = self.names.coordinates
        if argument is not None and self.names.find(argument) != self.names.variable.name:
            table = self.names.functions
        self._declare(table, name)

    def _declare(self, table: dict[str, Expression], name: str) -> None:
        table[name] = self.names.parameters.pop(name) if name in self.names.parameters else symbol(name)

    def _is_symbol_with_dots(self, name: str, primes: int) -> bool:
        return any(name + dots in self.names.parameters for dots in _DOTTED.get(primes, ()))

    def _infer_rate(self, row: Sequence[Node], i: int) -> None:
        found = self._derivative_at(row, i)
        if found is None or found.kind != "d" or found.operand is None:
            return
        base = _taken_apart(found.operand)[0]
        variables = [_taken_apart(x)[0].value for x, _ in found.by]
        if base.kind == "NAME" and variables == [self.names.variable.name]:
            name = self.names.find(base.value)
            if name not in self.names.known() and not self._is_defined(name):
                self._declare(self.names.coordinates, name)

    def _is_defined(self, name: str) -> bool:
        return any(
            item.kind == "item" and len(item.parts) > 1 and name_of(item.parts[0]) == name for item in self.items
        )

    def _defines(self, item: Node, nodes: Sequence[Node]) -> bool:
        """Is this an equation of a single undeclared name that others use?"""
        if len(item.parts) < 3 or item.parts[1].value != "=":
            return False
        name = name_of(item.parts[0])
        if name is None or self.names.find(name) in self.names.known() or name in self.defining:
            return False
        uses = [x for x in nodes if x.kind == "NAME" and x.value == name and not item.start <= x.start < item.end]
        own = [x for x in nodes if x.kind == "NAME" and x.value == name and item.parts[0].end <= x.start < item.end]
        return (bool(uses) or len(item.parts) > 3) and not own and len(item.parts) >= 3

    # values

    def value(self, node: Node) -> Any:
        return getattr(self, f"_{node.kind}")(node)

    def _sum(self, node: Node) -> Any:
        return sum_of(value for _, value in self.terms(node))

    def terms(self, node: Node) -> list[tuple[tuple[int, int], Any]]:
        """The terms of a sum with their signs, and their places."""
        found: list[tuple[tuple[int, int], Any]] = []
        sign, start = 1, node.start
        for part in node.parts:
            if part.kind == "SIGN":
                start = part.start if sign == 1 and (not found or start <= found[-1][0][1]) else start
                sign = -sign if part.value == "-" else sign
                continue
            value = self.value(part)
            begin = min(start, part.start) if not found else max(start, found[-1][0][1])
            found.append(((begin, part.end), g.negate(value) if sign < 0 else value))
            sign, start = 1, part.end
        return found

    def _product(self, node: Node) -> Any:
        return self._row(node.parts, 0, len(node.parts))

    def _row(self, row: Sequence[Node], start: int, end: int) -> Any:
        """The product of what stands in a row, from left to right."""
        result: Any = None
        i, dividing, staying = start, False, False
        while i < end:
            if row[i].kind == "CONNECT":
                dividing, staying = row[i].value == "/", False
                i += 1
                sign = 1
                while i < end and row[i].kind == "SIGN":
                    sign = -sign if row[i].value == "-" else sign
                    i += 1
                begin = i
                value, i = self.operand(row, i, end)
                value = g.negate(value) if sign < 0 else value
                if dividing and i < end and row[i].kind != "CONNECT":
                    numbers = begin >= 2 and {row[begin - 2].kind, row[begin].kind} == {"NUMBER"}
                    rule = "a quotient takes the next factor alone, from left to right"
                    staying = not numbers and self.choose(row[max(start, begin - 2)], rule, row[i])
            else:
                begin = i
                value, i = self.operand(row, i, end)
                dividing = dividing and staying
            result = self._combined(row[begin], result, value, dividing)
        return result

    def _combined(self, node: Node, result: Any, value: Any, dividing: bool) -> Any:
        if dividing:
            if _is_zero(value):
                raise self.refuse(node, "this divides by zero")
            return g.div(1 if result is None else result, value)
        return value if result is None else g.mul(result, value)

    def operand(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """The value of what stands at a place of a row with what it takes, and the place after it."""
        self.depth += 1
        if self.depth > 2 * MOST_NESTED:
            raise self.refuse(row[i], f"functions and derivatives are nested more than {2 * MOST_NESTED} deep")
        value = self._operand_at(row, i, end)
        self.depth -= 1
        return value

    def _operand_at(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        node = row[i]
        base, primes, exponent = _taken_apart(node)
        found = self._derivative_at(row, i)
        if found is not None:
            return self._differentiated(found, row, end)
        if base.kind == "fraction" and exponent is None and not primes:
            inner = self._derivative_at(_flat(base), 0)
            if inner is not None and inner.next == len(_flat(base)):
                return self._differentiated(inner._replace(next=i + 1), row, end)
        if base.kind == "FUNC":
            return self._elementary(row, i, end)
        if (base.kind == "PARTIAL" and base.value is not None) or self._is_operator_d(row, i, end):
            return self._operator(row, i, end)
        if base.kind == "NAME" and exponent is None and i + 1 < end:
            argument = _taken_apart(row[i + 1])
            if argument[0].kind == "group" and self._is_application(node, base, primes, row[i + 1]):
                value = self._applied(base, primes, argument[0])
                return self._raised(self._rated(value, argument[1]), argument[2], row[i + 1]), i + 2
        return self.value(node), i + 1

    # atoms

    def _operand(self, node: Node) -> Any:
        base, primes, exponent = _taken_apart(node)
        if base.kind in ("FUNC", "PARTIAL"):
            return self.operand((node,), 0, 1)[0]
        if base.kind == "NAME" and exponent is not None and not primes:
            if (
                name := f"{base.value}^{self.source[exponent.start : exponent.end].strip('{} ')}"
            ) in self.names.known():
                return self.name(name)
            if base.value == "e" and "e" not in self.names.known():
                return g.exp(self.value(exponent))
        return self._raised(self.value(node.parts[0]), exponent, node)

    def _raised(self, value: Any, exponent: Node | None, node: Node) -> Any:
        if exponent is None:
            return value
        power = self.value(exponent)
        if _is_zero(value) and isinstance(power, (int, Fraction)) and power <= 0:
            raise self.refuse(node, "this is a power of zero that has no value")
        if isinstance(value, (int, Fraction)) and isinstance(power, int) and abs(power) > _MOST_POWER:
            raise self.refuse(exponent, f"the power of a number is at most {_MOST_POWER}")
        return g.expt(value, power)

    def _exponent(self, node: Node) -> Any:
        minus = sum(part.value == "-" for part in node.parts if part.kind == "SIGN") % 2
        value = self.value(node.parts[-1])
        return g.negate(value) if minus else value

    def _prefixed(self, node: Node) -> Any:
        base, primes, _ = _taken_apart(node)
        if base.kind == "NAME":
            return self.name(base.value, primes, base)
        return self._rated(self.value(base), primes)

    def _rated(self, value: Any, order: int) -> Any:
        for _ in range(order):
            value = self.rate(value)
        return value

    def _dotted(self, node: Node) -> Any:
        return self._rated(self.value(node.parts[-1]), node.value)

    def _NAME(self, node: Node) -> Any:
        return self.name(node.value, 0, node)

    def _NUMBER(self, node: Node) -> Any:
        if isinstance(node.value, Fraction):
            return node.value
        if self.names.inexact and not node.value.isdigit():
            return float(node.value)
        mantissa, _, exponent = node.value.partition("e")
        if abs(int(exponent or 0)) > _MOST_POWER or len(mantissa) > _MOST_POWER:
            raise self.refuse(node, "this number is too long")
        found = Fraction(node.value)
        return int(found) if found.denominator == 1 else found

    def _FUNC(self, node: Node) -> Any:
        if node.value in self.names.words:  # a function as a value
            return symbol(node.value)
        raise self.refuse(node, f"{self.source[node.start : node.end]} expects its argument")

    def _PARTIAL(self, node: Node) -> Any:
        raise self.refuse(node, "∂ stands in a partial derivative, such as ∂L/∂q")

    def _root(self, node: Node) -> Any:
        value = self.value(node.parts[1])
        return g.sqrt(value) if node.value == 2 else g.expt(value, Fraction(1, node.value or 2))

    def _fraction(self, node: Node) -> Any:
        above, below = (self.value(part) for part in node.parts[1:])
        return self._combined(node.parts[2], above, below, True)

    def _group(self, node: Node) -> Any:
        parts, separators = node.parts[1:-1:2], [x.kind for x in node.parts[2:-1:2]]
        if not parts:
            raise self.refuse(node, "there is nothing in these brackets; an expression was expected")
        values = [self.value(part) for part in parts]
        if node.value in ("|", "floor", "ceiling"):
            if len(values) > 1:
                raise self.refuse(node, "one expression was expected between these bars")
            return RECORDS["abs" if node.value == "|" else node.value].operation(values[0])
        if node.value.endswith("matrix"):
            return self._matrix(node, values, separators)
        inner = [_only_group(part) for part in parts]
        rows = [[self.value(x) for x in row.parts[1:-1:2]] for row in inner if row is not None]
        if node.value == "[" and len(rows) == len(parts) and len(parts) + len(rows[0]) > 2:
            return self._rows(node, rows)
        return values[0] if len(values) == 1 else Up(values)

    def _matrix(self, node: Node, values: list[Any], separators: list[str]) -> Any:
        rows: list[list[Any]] = [[values[0]]]
        for value, separator in zip(values[1:], separators, strict=True):
            if separator == "ROW":
                rows.append([value])
            else:
                rows[-1].append(value)
        is_matrix = node.value == "bmatrix" and "matrix-by-rows" in self.names.words
        if (len(rows) == 1 or len(rows[0]) == 1) and not is_matrix:
            return (Down if node.value == "bmatrix" else Up)([x for row in rows for x in row])
        return self._rows(node, rows)

    def _rows(self, node: Node, rows: list[list[Any]]) -> Matrix:
        if len({len(row) for row in rows}) > 1:
            raise self.refuse(node, "the rows of this matrix have different lengths")
        return Matrix(tuple(map(tuple, rows)))

    # names

    def name(self, name: str, primes: int = 0, node: Node | None = None) -> Any:
        """The value of a name, of its derivative with primes."""
        name = self.names.find(name)
        if primes:
            for dots in _DOTTED.get(primes, ()):
                if name + dots in self.names.parameters:
                    return self.name(name + dots)
        if name in self.names.coordinates:
            self.used["coordinates"][name] = None
            return application(derivative_expression(self.names.coordinates[name], (), primes), self.names.variable)
        if name == self.names.variable.name:
            value: Any = self.names.variable
        elif name in self.names.functions:
            self.used["functions"][name] = None
            return derivative_expression(self.names.functions[name], (), primes)
        elif name in self.names.parameters:
            self.used["parameters"][name] = None
            value = self.names.parameters[name]
        elif name in self.defining or name in self.definitions:
            value = self._definition(name)
        elif name in ("pi", "π"):
            value = PI
        elif name == "i" and "i" in self.names.words:
            value = exact_complex(0, 1)
        elif name in ("i", "j", "k") and "quaternion" in self.names.words:
            value = Quaternion(0, *(int(name == unit) for unit in "ijk"))
        elif name == "const":
            raise self.refuse(node or self.items[0], "const stands alone on the right of an equation")
        else:
            self.used["parameters"][name] = None
            value = symbol(name)
        return self._rated(value, primes)

    def _definition(self, name: str) -> Any:
        if name not in self.definitions:
            item = self.defining.pop(name)
            self.definitions[name] = self.value(item.parts[2])
        return self.definitions[name]

    # functions

    def _is_application(self, node: Node, base: Node, primes: int, after: Node) -> bool:
        name = self.names.find(base.value)
        group = _taken_apart(after)[0]
        if group.value not in ("(", "[") or not group.parts[1:-1]:
            return False
        inside = {self.names.find(x.value) for x in _walk(group) if x.kind == "NAME"}
        moving = inside & {*self.names.coordinates}
        only = _only_name(group)
        if name in self.names.functions:
            return True
        if name in self.names.coordinates:
            if group.value != "(" or moving or len(group.parts) > 3 or any(x.kind == "PRIME" for x in _walk(group)):
                return False
            return only == self.names.variable.name or (
                _is_glued(node, after) and (self.names.variable.name in inside or _only_number(group))
            )
        if name in self.names.parameters or name == self.names.variable.name or name in self.defining:
            return False
        if name in self.definitions or name in ("e", "pi") or group.value != "(" or not _is_glued(node, after):
            return False
        rule = "an undeclared name before a bracket is a function if a coordinate, the time or several arguments follow"
        plain = len(group.parts) > 3 or (only is not None and (only in moving or only == self.names.variable.name))
        if len(group.parts) > 3:
            return True
        return self.choose(node, rule, after) != plain

    def _applied(self, base: Node, primes: int, group: Node) -> Any:
        name = self.names.find(base.value)
        if name in self.names.coordinates and _only_name(group) == self.names.variable.name:
            return self.name(name, primes)
        arguments = [expression_of(self.value(part)) for part in group.parts[1:-1:2]]
        if name in self.names.coordinates:
            head = self.names.coordinates[name]
            self.used["coordinates"][name] = None
        else:
            head = self.names.functions.setdefault(name, symbol(name))
            self.used["functions"][name] = None
        if primes and len(arguments) > 1:
            raise self.refuse(base, "a prime is the derivative of a function of one argument")
        return application(derivative_expression(head, (), primes), *arguments)

    def _elementary(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """A function of the library, with its argument."""
        base, primes, exponent = _taken_apart(row[i])
        if primes:
            raise self.refuse(row[i], "the derivative of a function is written d/dx")
        if i + 1 >= end or row[i + 1].kind == "CONNECT":
            return self._FUNC(base), i + 1
        argument, outer = _taken_apart(row[i + 1]), None
        if argument[0].kind == "group" and argument[0].value in ("(", "[", "{"):
            parts = argument[0].parts[1:-1:2]
            if not parts:
                raise self.refuse(argument[0], f"{base.value} expects its argument")
            arguments, i, outer = [self.value(part) for part in parts], i + 2, row[i + 1]
        else:
            arguments, i = self._argument_in_row(row, i, end)
        value = self._function(base, arguments, exponent)
        if outer is not None:
            value = self._raised(self._rated(value, argument[1]), argument[2], outer)
        return value, i

    def _function(self, base: Node, arguments: list[Any], exponent: Node | None) -> Any:
        name = base.value
        if name in ("up", "down"):
            return (Up if name == "up" else Down)(arguments)
        if name == "list":
            return application(LIST, *map(expression_of, arguments))
        if name == "atan" and len(arguments) == 2:
            name = "atan2"
        if len(arguments) != RECORDS[name].arity:
            raise self.refuse(base, f"{name} expects {RECORDS[name].arity} arguments, got {len(arguments)}")
        power = None if exponent is None else self.value(exponent)
        inverse = RECORDS.get(f"a{name}") if power == -1 else None
        if inverse is not None and not self.choose(base, "the power -1 of a function is its inverse", exponent):
            return inverse.operation(*arguments)
        return self._raised(RECORDS[name].operation(*arguments), exponent, base)

    def _argument_in_row(self, row: Sequence[Node], i: int, end: int) -> tuple[list[Any], int]:
        """What a function without brackets takes of a row: up to the first coordinate, or one name."""
        function, start = row[i], i + 1
        stop = start
        while stop < end and row[stop].kind in _PLAIN:
            stop += 1
            if _taken_apart(row[stop - 1])[0].kind not in ("NAME", "NUMBER"):
                break
        first = start
        while first < stop - 1 and _taken_apart(row[first])[0].kind == "NUMBER":
            first += 1
        varying = next((j for j in range(first, stop) if self._varies(row[j])), None)
        last = first if varying is None else varying
        if _taken_apart(row[last])[0].kind not in ("NAME", "NUMBER") and last > first:
            last = first
        rule = "a function without brackets takes numbers and constants up to the first coordinate, else one name"
        if last > first and self.choose(function, rule, row[last]):
            last = first
        elif (
            last == first < stop - 1
            and _taken_apart(row[last + 1])[0].kind == "NAME"
            and not self._varies(row[last])
            and self.choose(function, rule, row[stop - 1])
        ):
            last = stop - 1
        value, i = self.operand(row, last, end)
        value = value if last == start else g.mul(self._row(row, start, last), value)
        rule = "a quotient after a function without brackets is one of its value"
        glued = i + 1 < end and row[i].value == "/" and row[i].start == row[i - 1].end
        if glued and row[i].kind == "CONNECT" and self.choose(function, rule, row[i + 1]):
            below, i = self.operand(row, i + 1, end)
            value = self._combined(row[i - 1], value, below, True)
        return [value], i

    def _varies(self, node: Node) -> bool:
        base, primes, _ = _taken_apart(node)
        name = self.names.find(base.value) if base.kind == "NAME" else ""
        return bool(primes) or name in self.names.coordinates or name == self.names.variable.name

    # derivatives

    def _is_operator_d(self, row: Sequence[Node], i: int, end: int) -> bool:
        base, primes, _ = _taken_apart(row[i])
        if base.kind != "NAME" or base.value != "D" or primes or "D" in self.names.known() or i + 1 >= end:
            return False
        after = _taken_apart(row[i + 1])[0]
        if after.kind == "group":
            return after.value == "(" and _only_name(after) is not None and _is_glued(row[i], row[i + 1])
        name = self.names.find(after.value) if after.kind == "NAME" else ""
        is_function = name in self.names.functions or name in self.names.coordinates
        operator = (after.kind == "PARTIAL" and after.value is not None) or after.value == "D"
        return is_function or operator or (bool(name) and _is_glued(row[i], row[i + 1]) and i + 2 < end)

    def _operator(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """``D²θ(t)``, ``∂₀F(x, y)``: derivatives by D and by numbers of arguments, as the library writes them."""
        paths: list[tuple[int, ...]] = []
        while i < end:
            base, _, exponent = _taken_apart(row[i])
            if not (base.kind == "PARTIAL" and base.value is not None) and not self._is_operator_d(row, i, end):
                break
            order = 1 if exponent is None else self.value(exponent)
            if not isinstance(order, int) or not 0 < order <= _MOST_DERIVATIVES:
                raise self.refuse(row[i], "the order of a derivative is a positive integer")
            paths += [base.value if base.kind == "PARTIAL" else ()] * order
            if len(paths) > _MOST_DERIVATIVES:
                raise self.refuse(row[i], f"a function is differentiated at most {_MOST_DERIVATIVES} times")
            i += 1
        if i >= end:
            raise self.refuse(row[i - 1], "a derivative expects a function")
        base, _primes, exponent = _taken_apart(row[i])
        name = _only_name(base) if base.kind == "group" else base.value if base.kind == "NAME" else None
        if name is None:
            raise self.refuse(row[i], "a derivative by D or ∂ expects the name of a function")
        name = self.names.find(name)
        known = self.names.coordinates if name in self.names.coordinates else self.names.functions
        head = known.setdefault(name, symbol(name))
        self.used["coordinates" if known is self.names.coordinates else "functions"][name] = None
        for path in reversed(paths):
            head = derivative_expression(head, path)
        after = _taken_apart(row[i + 1]) if i + 1 < end else None
        if after is not None and after[0].kind == "group" and exponent is None:
            arguments = [expression_of(self.value(part)) for part in after[0].parts[1:-1:2]]
            return self._raised(application(head, *arguments), after[2], row[i + 1]), i + 2
        value = application(head, self.names.variable) if known is self.names.coordinates else head
        return self._raised(value, exponent, row[i]), i + 1

    def _derivative_at(self, row: Sequence[Node], i: int) -> Derivative | None:
        """``d/dt``, ``dx/dt``, ``∂L/∂q`` at a place of a row."""
        kind = _is_d(row[i])
        if not kind or (kind == "d" and "d" in self.names.known()):
            return None
        order = _order(row[i])
        j, operand = i + 1, None
        if j < len(row) and row[j].kind != "CONNECT":
            operand, j = row[j], j + 1
            if j < len(row) and row[j].kind == "group" and _is_glued(operand, row[j]):  # V(x)
                operand, j = Node("product", None, (operand, row[j]), operand.start, row[j].end), j + 1
        if j + 1 >= len(row) or row[j].kind != "CONNECT" or row[j].value != "/" or not _is_d(row[j + 1]):
            return None
        by: list[tuple[Node, int]] = []
        count, j = 0, j + 1
        while j + 1 < len(row) and _is_d(row[j]) and row[j + 1].kind != "CONNECT" and count < order:
            times = _order(row[j + 1])
            by.append((row[j + 1], times))
            count, j = count + times, j + 2
        if count != order or any(_taken_apart(x)[0].kind != "NAME" for x, _ in by):
            raise self.refuse(row[i], f"a derivative of order {order} has as many differentials below")
        return Derivative(kind, operand, by, j)

    def _differentiated(self, found: Derivative, row: Sequence[Node], end: int) -> tuple[Any, int]:
        """The value of a derivative, and the place after what it takes of a row."""
        i = found.next
        power: Node | None = None
        if found.operand is not None:
            value = self._function_value(found.operand)
        elif i < end and row[i].kind == "CONNECT" and row[i].value == "*" and i + 1 < end:
            value, i = self._row(row, i + 1, end), end
        elif i < end and (argument := _taken_apart(row[i]))[0].kind == "group":
            value, i, power = self._rated(self.value(argument[0]), argument[1]), i + 1, argument[2]
        elif i < end and row[i].kind != "CONNECT":
            value, i = (self._function_value(row[i]), end) if i + 1 == end else (self._row(row, i, end), end)
        else:
            raise self.refuse(found.by[0][0], "a derivative expects what is differentiated")
        for node, times in reversed(found.by):
            for _ in range(times):
                value = self._by(value, node, found.kind)
        return self._raised(value, power, row[i - 1]), i

    def _function_value(self, node: Node) -> Any:
        """What is differentiated: an undeclared name alone is a function."""
        base, primes, exponent = _taken_apart(node)
        if base.kind != "NAME" or primes or exponent is not None:
            return self.operand((node,), 0, 1)[0]
        name = self.names.find(base.value)
        if name in self.names.functions or name not in self.names.known() | {*self.defining, *self.definitions}:
            self.used["functions"][name] = None
            return self.names.functions.setdefault(name, symbol(name))
        return self.name(name)

    def _by(self, value: Any, node: Node, kind: str) -> Any:
        base, primes, _exponent = _taken_apart(node)
        name = self.names.find(base.value)
        if isinstance(value, Symbol) and value in self.names.functions.values():
            value = self._of_state(value)
        if kind == "d" and name == self.names.variable.name and not primes:
            return self.rate(value)
        unknown = self.name(name, primes, base)
        if not isinstance(unknown, Expression):
            raise self.refuse(node, "a derivative is one by a coordinate, a velocity or a name")
        return _slope(value, unknown)

    def _of_state(self, function: Symbol) -> Any:
        """A function that is differentiated by coordinates: of these alone, a Lagrangian of the whole state."""
        if function.name in self.names.places:
            return application(function, *self.names.places[function.name])
        targets = dict.fromkeys(self._targets(function.name))
        if function.name[:1] != "L" and not any(primes for _, primes in targets):
            return application(function, *(self.name(name) for name, _ in sorted(targets)))
        names = [*self.names.coordinates]
        place = [self.name(name) for name in names] or [self.names.variable]
        motion = [self.name(name, 1) for name in names]
        parts = [xs[0] if len(xs) == 1 else Up(xs) for xs in (place, motion) if xs]
        return application(function, expression_of(Up([self.names.variable, *parts])))

    def _targets(self, name: str) -> Iterator[tuple[str, int]]:
        """By what a function is differentiated in this text."""
        nodes = [node for item in self.items for node in _walk(item)]
        rows = [x.parts if x.kind == "product" else _flat(x) for x in nodes if x.kind in ("product", "fraction")]
        for row in rows:
            for i in range(len(row)):
                found = self._derivative_at(row, i)
                if found is not None and found.operand is not None and name_of(found.operand) == name:
                    for node, _ in found.by:
                        base, primes, _ = _taken_apart(node)
                        yield self.names.find(base.value), primes

    def rate(self, value: Any) -> Any:
        """The total derivative by the time."""
        return _slope(value, self.names.variable, everywhere=True)

    # equations

    def equations(self) -> Iterator[Equation]:
        for item in self.items:
            if len(item.parts) < 3:
                raise self.refuse(item, "this is no equation; an equation has a = in it")
            sides = list(item.parts[::2])
            relations = [part.value for part in item.parts[1::2]]
            name = name_of(sides[0])
            if name is not None and (name in self.defining or name in self.definitions):
                with self.positioned(item):
                    self._definition(name)
                sides, relations = sides[1:], relations[1:]
            for left, relation, right in zip(sides, relations, sides[1:], strict=False):
                with self.positioned(left):
                    found = self._equation(left, relation, right)
                yield found

    def _equation(self, left: Node, relation: str, right: Node) -> Equation:
        ours = self.terms(left)
        constant = name_of(right) == "const"
        theirs = [] if constant else self.terms(right)
        first, second = (sum_of(x for _, x in terms) for terms in (ours, theirs))
        residual = self.rate(first) if constant else first if _is_zero(second) else g.sub(first, second)
        terms = [self._term(place, self.rate(x) if constant else x) for place, x in ours]
        terms += [self._term(place, g.negate(x)) for place, x in theirs]
        line, column = self.place(left.start)
        text = self.source[left.start : right.end]
        return Equation(relation, first, second, residual, text, left.start, right.end, line, column, tuple(terms))

    def _term(self, place: tuple[int, int], value: Any) -> Term:
        start, end = place
        text = self.source[start:end]
        start += len(text) - len(text.lstrip(" &\n\t"))
        return Term(self.source[start:end], start, end, *self.place(start), value)

    def place(self, position: int) -> tuple[int, int]:
        begin = self.source.rfind("\n", 0, position) + 1
        return self.source.count("\n", 0, begin) + 1, position - begin + 1


class Derivative(NamedTuple):
    """A derivative in a row: by what, how often each, and the place after it."""

    kind: str
    operand: Node | None
    by: list[tuple[Node, int]]
    next: int


_DOTTED = {1: ("dot", "prime"), 2: ("dotdot", "primeprime")}
_PLAIN = frozenset(["NAME", "NUMBER", "FUNC", "group", "prefixed", "root", "fraction", "operand", "dotted"])
_MOST_POWER, _MOST_DERIVATIVES = 400, 20


def _walk(node: Node) -> Iterator[Node]:
    pending = [node]
    while pending:
        found = pending.pop()
        yield found
        pending += found.parts[::-1]


def _taken_apart(node: Node) -> tuple[Node, int, Node | None]:
    """The base of an operand, its primes, and its exponent."""
    exponent = None
    if node.kind == "operand":
        exponent = node.parts[2] if len(node.parts) > 1 else None
        node = node.parts[0]
    if node.kind == "prefixed":
        return node.parts[0], sum(part.value for part in node.parts[1:]), exponent
    return node, 0, exponent


def _is_glued(node: Node, after: Node) -> bool:
    return node.end == after.start


def _single(node: Node) -> Node | None:
    """The operand that a sum, or a bracket, is; None if it is more than one."""
    while node.kind in ("sum", "product", "item", "group", "operand", "exponent"):
        parts = node.parts[1:-1] if node.kind == "group" else node.parts
        if len(parts) != 1:
            return None
        node = parts[0]
    return node


def name_of(node: Node) -> str | None:
    found = _single(node)
    return found.value if found is not None and found.kind == "NAME" else None


def _only_name(node: Node) -> str | None:
    base, primes, _exponent = _taken_apart(node)
    return name_of(base) if base.kind == "group" and not primes else None


def _only_number(node: Node) -> bool:
    found = _single(node)
    return found is not None and found.kind == "NUMBER"


def _only_group(node: Node) -> Node | None:
    while node.kind in ("sum", "product", "operand") and len(node.parts) == 1:
        node = node.parts[0]
    return node if node.kind == "group" and node.value == "[" else None


def _is_d(node: Node) -> str:
    base, primes, _ = _taken_apart(node)
    if base.kind == "PARTIAL" and base.value is None:
        return "∂"
    return "d" if base.kind == "NAME" and base.value == "d" and not primes else ""


def _order(node: Node) -> int:
    exponent = _taken_apart(node)[2]
    found = None if exponent is None else _single(exponent)
    if found is not None and found.kind == "NUMBER" and str(found.value).isdigit():
        return min(int(found.value), _MOST_DERIVATIVES)
    return 1


def _flat(fraction: Node) -> list[Node]:
    """Numerator and denominator of a fraction in a row, where both are products."""
    sides = []
    for group in fraction.parts[1:]:
        inner = group.parts[1:-1]
        if len(inner) != 1 or len(inner[0].parts) != 1:
            return [fraction]
        sides.append(list(inner[0].parts[0].parts))
    slash = Node("CONNECT", "/", (), fraction.start, fraction.start)
    return [*sides[0], slash, *sides[1]]


def _is_zero(value: Any) -> bool:
    return isinstance(value, (int, Fraction, float)) and value == 0


def _slope(value: Any, unknown: Expression, everywhere: bool = False) -> Any:
    """The derivative by an expression, as if it were a symbol; by a symbol everywhere it stands."""
    if isinstance(value, Structure):
        return type(value)([_slope(x, unknown, everywhere) for x in value])
    if not isinstance(value, Expression):
        return 0
    held = {} if everywhere else _others(value, unknown)
    back = {new: old for old, new in held.items()}
    put = TracedFunction(dict(held)).of(value)
    found = derivative(lambda e: TracedFunction({unknown: g.add(unknown, e)}).of(put))(0)
    return TracedFunction(back).of(found) if isinstance(found, Expression) else found


def _others(value: Any, unknown: Expression) -> dict[Any, Any]:
    """The coordinates and velocities that hold still where another one, or the time, is moved."""
    held: dict[Any, Any] = {}
    for node in subexpressions(value):
        if isinstance(node, Application) and node is not unknown and len(node.operands) == 1:
            function, _ = differentiated(node.operator)
            same = isinstance(unknown, Symbol) and node.operands == (unknown,)
            applied = isinstance(unknown, Application) and node.operands == unknown.operands
            if isinstance(function, Symbol) and function not in OPERATION_OF and (same or applied):
                held[node] = symbol(f"{function.name} held {len(held)}")
    return held
