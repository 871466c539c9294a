"""Formulas as expressions and equations, by what names mean: what a reference has, what is declared, what is inferred.

Where a text has several readings one rule settles it, and the reading says so:

- ``a(b + c)``: a product if a is a parameter or a coordinate; of a coordinate its value where the bracket holds the
  time and no coordinate, ``θ(t)``; of an undeclared name a function if several arguments, or a coordinate or the time
  alone, follow it without a space, ``V(r)``.
- ``mg``: a run of letters that is no declared name, no Greek letter and no function is the product of its letters.
- ``f'(x)``: the derivative of a function if f is one, or x is not the time; else the velocity of the coordinate f.
- ``sin x y``: a function without brackets takes numbers and constants up to the first coordinate, or the time; without
  one in the row, or where that has a dot, the numbers and one name: ``sin ω t``, ``sin θ cos φ``, ``sin λ y'``.
- ``1/2 m``, ``a/b c``: from left to right, (a/b) c; but ``p^2/2m`` is p^2/(2m), ``1/LC`` 1/(L C), ``l^2/mr^3`` so too,
  where names touch; not ``k/mx`` with a coordinate alone.
- ``dt``: the d of ``d/dt``, ``dx/dt`` is no name; elsewhere it is one.
- ``e^x``: the exponential function, unless e is a declared name; ``e^2`` is the square of a charge, or of an
  eccentricity. Decimals are exact, unless the reference has floats.
- ``x^1``: the name x^1 where the reference has it; ``x1`` is ``x_1`` where it has that.
- ``f(x - c t)``: f, g, h, F, G are functions where this is of several variables of a field.
- ``V(r)``: V alone is that too, if it is of no other coordinate.
- ``V = k x``, ``V(x) = k x``: what is equated to a single undeclared name that other formulas use defines it.
- ``= const``: the left side does not change with the time; ``+ const`` too. ``±`` is read as +, ``∓`` as -.
- ``x_i``: an index runs over the numbers of its sum, or over those that the coordinates have, ``x_1`` and ``x_2``.
- ``H = ...``: where no coordinates are known p and q, or another one, are; ``p_θ`` and ``θ`` too. ``px`` is p_x where p
  alone is nothing, ``vx`` v_x where v is.
- ``V'``: that of V by its only coordinate where V = k x^2/2 is said. ``dv/dx``: the rate of v over that of x.
- ``z = x + i y``: i is the imaginary unit, if y is a coordinate and i is nothing else; x and y are real.
- ``∂u/∂t = u ∂u/∂x``: what has partial derivatives is a function of all these variables; alone it is u(t, x).
- ``u_tt = u_xx``: derivatives of a field, by the time and places; v_x and p_x are components, g_xx too. Where nothing
  else moves ``u_xx + u_yy = 0`` is one of places alone. ``(u²/2)_x`` is the derivative of what is in the brackets.
- ``d²u/dφ²``: φ is the variable of a reference that does not name its own. ``t'``: t is a coordinate, of τ.
- ``v dv/dx``: v' where x is nothing else, since v is x'.
- ``a = 2g/3``: a is what the reference defines it to be, as in ``a = α R``, if the text does not define and use it.
- ``Om = 2 k``: a run of letters is a name there if one of them is no usual constant and met nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from typing import Any, NamedTuple, cast

from scmpy.calculus.derivative import derivative
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.elementary import RECORDS
from scmpy.generic.numbers import exact_complex
from scmpy.reading.grammar import (
    DOTTED,
    MOST_DERIVATIVES,
    Inference,
    Names,
    Node,
    called,
    is_glued,
    is_momentum,
    is_of_state,
    name_of,
    only_group,
    only_name,
)
from scmpy.reading.tokens import MOST_NESTED
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up, sum_of
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.expression import (
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_expression,
    differentiated,
    expression_of,
    subexpressions,
    symbol,
)


class Term(NamedTuple):
    """A top-level term of an equation as it was written, with its place; its value as it enters the residual.

    ``inside`` is what it is the derivative of by the time, if it is written so.
    """

    text: str
    start: int
    end: int
    line: int
    column: int
    value: Any
    inside: Any = None


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

    def map(self, change: Callable[[Any], Any]) -> Equation:
        """The equation with its residual and its terms changed, as it was written."""
        terms = (x._replace(value=change(x.value), inside=x.inside and change(x.inside)) for x in self.terms)
        return self._replace(residual=change(self.residual), terms=tuple(terms))


class Reader(Inference):
    """The values of the parts of one text."""

    def __init__(
        self,
        source: str,
        items: Sequence[Node],
        names: Names,
        taken: frozenset[tuple[int, str]],
        by_lines: bool = False,
    ) -> None:
        super().__init__(source, items, names, taken, by_lines)
        self.defined: dict[str, Node] = {}  # of what definitions were
        self.energies: list[Equation] = []  # what L and H are defined to be, by the last side: H = p q' - L = ...
        self.is_partial = False  # is this in a partial derivative, into which what they say is put?
        self.definitions: dict[str, Any] = {}
        self.differentiated: dict[Any, Any] = {}  # what total derivatives by the time are those of
        self.held: set[str] = set()  # the functions whose places are being read
        self.depth = self.derivatives_open = 0
        self.used: dict[str, dict[str, None]] = {"coordinates": {}, "parameters": {}, "functions": {}}
        self.unknowns = {names.find(x.base.value) for node in self.derivatives for x, _ in node.value.by}
        for name, place in self._potentials_of_coordinates():
            names.places.setdefault(name, (self._coordinate(place),))

    def _potentials_of_coordinates(self) -> Iterator[tuple[str, str]]:
        """Potentials that are applied to a coordinate, V(r), and to no other one: alone V is V(r)."""
        rows = [node.parts for node in self.nodes if node.kind == "product"]
        pairs = [(x, y) for row in rows for x, y in pairwise(row) if x.base.kind == "NAME" and is_glued(x, y)]
        found: dict[str, set[str]] = {}
        for function, argument in pairs:
            name, place = self.names.find(function.base.value), self.names.find(only_name(argument) or "")
            if (
                name in _POTENTIALS
                and place in self.names.coordinates
                and (function.start, _IS_FUNCTION) not in self.taken
            ):
                found.setdefault(name, set()).add(place)
        return ((name, place) for name, (place, *others) in found.items() if not others)

    @contextmanager
    def positioned(self, node: Node) -> Iterator[None]:
        """While a block runs, what operations refuse is refused at a place of the text."""
        try:
            yield
        except ScmpyError as error:
            if getattr(error, "location", None) is not None:
                raise
            raise self.refuse(node, str(error)) from error

    def _running(self, item: Node) -> Iterator[None]:
        """Once for every value of the indices of an equation that no sum has."""
        bound = {x.value[0] for x in item.walk() if x.kind == "SUM"}
        held = [index for x in item.walk() if x.kind == "NAME" for index in self._indices(x.value)]
        free = sorted(set(held) - bound)
        for numbers in product(*(self.ranges[index] for index in free)):
            self.names.indices = dict(zip(free, numbers, strict=True))
            yield
        self.names.indices = {}

    def _total(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """A sum, of all that follows it in a product."""
        index = row[i].base.value[0]
        if index not in self.ranges or row[i].exponent or i + 1 >= end:
            raise self.refuse(
                row[i], "a sum has the first and the last number of its index, as sum_{i=1}^{2}, or names"
            )
        before, values = self.names.indices, []
        for n in self.ranges[index]:
            self.names.indices = {**before, index: n}
            values.append(self._row(row, i + 1, end))
        self.names.indices = before
        return sum_of(values), end

    # values

    def value(self, node: Node) -> Any:
        return getattr(self, f"_{node.kind}")(node)

    def _sum(self, node: Node) -> Any:
        return sum_of(value for _, value in self.terms(node))

    def terms(self, node: Node, but: str = "") -> list[tuple[tuple[int, int], Any]]:
        """The terms of a sum with their signs, and their places, but a name's."""
        found: list[tuple[tuple[int, int], Any]] = []
        signs: list[Node] = []
        for part in node.parts:
            if part.kind == "SIGN":
                signs.append(part)
                continue
            if not but or name_of(part) != but:
                start = (signs or [part])[0].start
                value = self.value(part)
                found.append(((start, part.end), g.negate(value) if self._is_negative(signs) else value))
            signs = []
        return found

    def _is_negative(self, signs: Iterable[Node]) -> bool:
        negative = False
        for sign in signs:
            either = sign.value in "±∓" and self.choose(sign, "± is read as +, and ∓ as -")
            negative ^= (sign.value in "-∓") ^ either
        return negative

    def _product(self, node: Node) -> Any:
        return self._row(node.parts, 0, len(node.parts))

    def _row(self, row: Sequence[Node], start: int, end: int) -> Any:
        result: Any = None
        i, dividing, staying = start, False, False
        while i < end:
            connected = row[i].kind == "CONNECT"
            if connected:
                dividing, staying = row[i].value == "/", False
                i += 1
            begin = next(j for j in range(i, end) if row[j].kind != "SIGN")
            negative = self._is_negative(row[i:begin])
            value, i = self.operand(row, begin, end)
            value = g.negate(value) if negative else value
            dividing = dividing and (connected or staying)
            if dividing and i < end and row[i].kind != "CONNECT":
                staying = self._stays(row, max(start, begin - 2), begin, i)
            result = self._combined(row[begin], result, value, dividing)
        return result

    def _stays(self, row: Sequence[Node], start: int, i: int, j: int) -> bool:
        """Does what follows a factor of a denominator belong to it too, as in p^2/2m and 1/LC, but not in k/mx?"""
        last, after = row[i], row[j]
        is_number = last.base.kind == "NUMBER" and last.exponent is None
        if is_number and row[start].base.kind == "NUMBER" and start < i:
            return False
        is_alone = after.exponent is None and self.names.find(str(after.base.value)) in self.names.coordinates
        is_of_names = last.base.kind == after.base.kind == "NAME" and not (is_alone or last.primes or after.primes)
        glued = is_glued(last, after) and (is_number or is_of_names)
        rule = f"a quotient takes the next factor alone, {'but in /2m and /LC' if glued else 'from left to right'}"
        return self.choose(row[start], rule, after) != glued

    def _combined(self, node: Node, result: Any, value: Any, dividing: bool) -> Any:
        if dividing:
            if _is_zero(value):
                raise self.refuse(node, "this divides by zero")
            return g.div(1 if result is None else result, value)
        return value if result is None else g.mul(result, value)

    def operand(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """The value of what stands at a place of a row with what it takes, and the place after it."""
        node, base = row[i], row[i].base
        after = row[i + 1] if i + 1 < end else node
        self.depth += 1
        if self.depth > 2 * MOST_NESTED:
            raise self.refuse(row[i], f"functions and derivatives are nested more than {2 * MOST_NESTED} deep")
        if take := {"derivative": self._differentiated, "FUNC": self._elementary, "SUM": self._total}.get(base.kind):
            found = take(row, i, end)
        elif self._is_operator(row, i, end):
            found = self._operator(row, i, end)
        elif is_of_state(node, after) and base.value not in self.names.functions:
            found = self._named(node), i + 2
        elif base.kind == "NAME" and self._is_application(node, after):
            value = self._raised(self._applied(node, after.base), node.exponent, node)  # f²(x) as sin²(x)
            found = self._raised(self._rated(value, after.primes), after.exponent, after), i + 2
        elif base.kind == "NAME":
            found = self._named(node), i + 1
        else:
            found = self._raised(self._rated(self.value(base), node.primes), node.exponent, node), i + 1
        self.depth -= 1
        return found

    # atoms

    def _operand(self, node: Node) -> Any:
        return self.operand((node,), 0, 1)[0]

    _derivative = _operand

    def _named(self, node: Node) -> Any:
        base, exponent = node.base, node.exponent
        if exponent is not None and not node.primes:
            if (name := self._with_superscript(node)) in self.names.known():
                return self.name(name)
            value = self.value(exponent)
            if base.value == "e" and "e" not in self.names.known() and not (isinstance(value, int) and value > 1):
                return g.exp(value)
        return self._raised(self.name(base.value, node.primes, base), exponent, node)

    def _with_superscript(self, node: Node) -> str:
        exponent = node.exponent
        return f"{node.base.value}^{self.source[exponent.start : exponent.end].strip('{} ')}" if exponent else ""

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
        value = self.value(node.parts[-1])
        return g.negate(value) if self._is_negative(node.parts[:-1]) else value

    def _rated(self, value: Any, order: int) -> Any:
        for _ in range(order):
            value = self.rate(value)
        return value

    def _dotted(self, node: Node) -> Any:
        return self._rated(self.value(node.parts[-1]), node.value)

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
        inner = [only_group(part) for part in parts]
        if node.value == "[" and inner[0] and inner[0].value == "matrix" and isinstance(values[0], Up):
            return Down(values[0])
        rows = [[self.value(x) for x in row.parts[1:-1:2]] for row in inner if row and row.value == "["]
        if node.value == "[" and len(rows) == len(parts) and len(parts) + len(rows[0]) > 2:
            return self._rows(node, rows)
        return values[0] if len(values) == 1 else Up(values)

    def _matrix(self, node: Node, values: list[Any], separators: list[str]) -> Any:
        ends = [i + 1 for i, separator in enumerate(separators) if separator == "ROW"]
        rows = [values[i:j] for i, j in zip((0, *ends), (*ends, None), strict=True)]
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
        names = self.names
        name = names.find(name)
        if self.is_partial and name in self.lines and not is_momentum(name):
            return self._rated(self._by_line(self.lines, name), primes)
        for dotted in (name + dots for dots in DOTTED.get(primes, ())):
            if dotted in names.parameters:
                return self.name(dotted)
        if name in names.coordinates or name in names.functions:
            head = derivative_expression(self._head(name), (), primes)
            if not primes and isinstance(head, Symbol) and (name in self.fields or name in names.places):
                return self._of_state(head)
            return application(head, names.variable) if name in names.coordinates else head
        if primes and name in self.potentials:
            return self._by_place(self._definition(name), primes)
        value: Any = names.variable if name == names.variable.name else names.indices.get(name)
        if value is None and name not in names.parameters:
            value = self._meant(name, node)
        if value is None and self.is_partial and name in ("L", "H") and name in names.parameters:
            said = (value_by(x, names.parameters[name]) for x in names.reference)  # what the reference says it is
            value = next((x for x in said if x is not None), None)
        if value is None:
            self.used["parameters"][name] = None
            value = names.parameters.get(name, symbol(name))
        return self._rated(value, primes)

    def _by_place(self, potential: Any, primes: int) -> Any:
        """The derivatives of a potential by the only coordinate in it, which V' is where V = k x^2/2."""
        places = [x for x in subexpressions(potential) if isinstance(x, Application) and self._moves(x)]
        for _ in range(primes):
            potential = _slope(potential, places[0], self.names.variable) if len(places) == 1 else self.rate(potential)
        return potential

    def _meant(self, name: str, node: Node | None) -> Any:
        """The value of a name that is defined, or is that of a constant; i, j, k if the reference has such numbers."""
        if name in self.defining or name in self.definitions:
            return self._definition(name)
        if name in self.names.defined:
            return self.names.defined[name]
        if name in self.names.places:
            return self._of_state(cast(Symbol, self._head(name)))
        if name == "const":
            raise self.refuse(node or self.items[0], "const stands alone on the right of an equation")
        if name in ("i", "j", "k") and "quaternion" in self.names.words:
            return Quaternion(0, *(int(name == unit) for unit in "ijk"))
        if name == "i" and (self.complex or "i" in self.names.words):
            return exact_complex(0, 1)
        return PI if name in ("pi", "π") else None

    def _definition(self, name: str) -> Any:
        if name not in self.definitions:
            item = self.defining.pop(name)
            before, self.is_partial = self.is_partial, False
            self.definitions[name] = self.value(item.parts[2])
            self.defined[name], self.is_partial = item, before
        if self.is_partial and self.lines and name in self.defined:
            return self._by_line(self.defined, name)
        return self.definitions[name]

    def _by_line(self, lines: dict[str, Node], name: str) -> Any:
        line = lines.pop(name)  # which may have itself in it
        found = self.value(line.parts[2])
        lines[name] = line
        return found

    # functions

    def _is_application(self, node: Node, after: Node) -> bool:
        names, group = self.names, after.base
        name, glued = names.find(node.base.value), is_glued(node, after)
        if group.kind != "group" or group.value not in ("(", "[") or not group.parts[1:-1]:
            return False
        if self._with_superscript(node) in names.known():
            return False
        inside = {names.find(x.value) for x in group.walk() if x.kind == "NAME"}
        moving, only, several = inside & {*names.coordinates}, only_name(after), len(group.parts) > 3
        if name in names.functions or name in self.arguments:
            return True
        if name in names.coordinates:
            if group.value != "(" or moving or several or any(x.primes for x in group.walk()):
                return False
            number = group.single()
            at_value = names.variable.name in inside or (number is not None and number.kind == "NUMBER")
            return only == names.variable.name or (glued and at_value and node.exponent is None)
        constants = {*names.parameters, names.variable.name, *self.defining, *self.definitions, "e", "pi"}
        if name in constants or group.value != "(" or not glued:
            return False
        if several:
            return True
        is_potential = name in _POTENTIALS and moving and not any(x.primes for x in group.walk())
        of_fields = {str(x) for places in names.places.values() if len(places) > 1 for x in places}
        is_wave = name in _PROFILES and len(inside & of_fields) > 1
        plain = is_potential or is_wave or only in moving | self.unknowns | {names.variable.name}
        return self.choose(node, _IS_FUNCTION, after) != plain

    def _applied(self, node: Node, group: Node) -> Any:
        name = self.names.find(node.base.value)
        if name in self.names.coordinates and name_of(group) == self.names.variable.name:
            return self.name(name, node.primes)
        arguments = [expression_of(self.value(part)) for part in group.parts[1:-1:2]]
        if node.primes and len(arguments) > 1:
            raise self.refuse(node, "a prime is the derivative of a function of one argument")
        if name in self.arguments:
            unknowns, value = list(map(self.name, self.arguments[name])), self._definition(name)
            if len(unknowns) != len(arguments):
                raise self.refuse(node, f"{name} is defined with {len(unknowns)} arguments")
            for _ in range(node.primes):
                value = _slope(value, unknowns[0], self.names.variable)
            return TracedFunction(dict(zip(unknowns, arguments, strict=True))).of(value)
        return application(derivative_expression(self._head(name), (), node.primes), *arguments)

    def _head(self, name: str) -> Expression:
        kind = "coordinates" if name in self.names.coordinates else "functions"
        self.used[kind][name] = None
        table: dict[str, Expression] = getattr(self.names, kind)
        return table.setdefault(name, symbol(name))

    def _elementary(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        node = row[i]
        if node.primes:
            raise self.refuse(node, "the derivative of a function is written d/dx")
        if i + 1 >= end or row[i + 1].kind == "CONNECT":
            if node.base.value not in self.names.words:  # as a value
                raise self.refuse(node, f"{self.source[node.start : node.base.end]} expects its argument")
            return symbol(node.base.value), i + 1
        after = row[i + 1]
        if after.kind == "SIGN":
            (argument,), i = self._argument_in_row(row, i + 1, end)
            return self._function(node, [g.negate(argument) if self._is_negative([after]) else argument]), i
        if after.base.kind != "group" or after.base.value not in ("(", "[", "{"):
            arguments, i = self._argument_in_row(row, i, end)
            return self._function(node, arguments), i
        parts = after.base.parts[1:-1:2]
        if not parts:
            raise self.refuse(after, f"{node.base.value} expects its argument")
        value = self._function(node, [self.value(part) for part in parts])
        return self._raised(self._rated(value, after.primes), after.exponent, after), i + 2

    def _function(self, node: Node, arguments: list[Any]) -> Any:
        (name, *base), exponent = node.base.value.split(), node.exponent
        if name in ("up", "down"):
            return (Up if name == "up" else Down)(arguments)
        if name == "list":
            return application(Head.LIST, *map(expression_of, arguments))
        if name == "atan" and len(arguments) == 2:
            name = "atan2"
        if len(arguments) != RECORDS[name].arity:
            raise self.refuse(node, f"{name} expects {RECORDS[name].arity} arguments, got {len(arguments)}")
        power = None if exponent is None else self.value(exponent)
        inverse = RECORDS.get(f"a{name}") if power == -1 else None
        if inverse is not None and not self.choose(node, "the power -1 of a function is its inverse", exponent):
            return inverse.operation(*arguments)
        value = RECORDS[name].operation(*arguments)
        for number in base:  # of a logarithm
            value = self._combined(node, value, g.log(int(number)), True)
        return self._raised(value, exponent, node)

    def _argument_in_row(self, row: Sequence[Node], i: int, end: int) -> tuple[list[Any], int]:
        """What a function without brackets takes of a row: up to the first coordinate, or one name."""
        function, start = row[i], i + 1
        stop = start
        while stop < end and row[stop].kind not in ("CONNECT", "derivative") and row[stop].base.kind != "PARTIAL":
            stop += 1
            if row[stop - 1].base.kind not in ("NAME", "NUMBER"):
                break
        first = start
        constants = {"pi"} - self.names.known()
        while first < stop - 1 and (row[first].base.kind == "NUMBER" or row[first].base.value in constants):
            first += 1
        varying = next((j for j in range(first, stop) if self._varies(row[j])), first)
        moves = row[varying].primes or row[varying].base.kind not in ("NAME", "NUMBER")
        last = first if moves else varying
        rule = "a function without brackets takes numbers and constants up to the first coordinate, else one name"
        if last > first and self.choose(function, rule, row[last]):
            last = first
        elif (
            last == first < stop - 1
            and row[last + 1].base.kind == "NAME"
            and not self._varies(row[last])
            and self.choose(function, rule, row[stop - 1])
        ):
            last = stop - 1
        value, i = self.operand(row, last, end)
        value = value if last == start else g.mul(self._row(row, start, last), value)
        rule = "a quotient after a function without brackets is one of its value"
        glued = i + 1 < end and row[i].value == "/" and is_glued(row[i - 1], row[i])
        if glued and row[i].kind == "CONNECT" and self.choose(function, rule, row[i + 1]):
            below, i = self.operand(row, i + 1, end)
            value = self._combined(row[i - 1], value, below, True)
        return [value], i

    def _varies(self, node: Node) -> bool:
        name = self.names.find(node.base.value) if node.base.kind == "NAME" else ""
        return bool(node.primes) or name in self.names.coordinates or name == self.names.variable.name

    # derivatives

    def _is_operator(self, row: Sequence[Node], i: int, end: int) -> bool:
        """Is this D, or ∂ with the numbers of arguments, before a function?"""
        base = row[i].base
        if base.kind == "PARTIAL":
            return base.value is not None
        if base.kind != "NAME" or base.value != "D" or row[i].primes or "D" in self.names.known() or i + 1 >= end:
            return False
        after = row[i + 1].base
        if after.kind == "group":
            return after.value == "(" and only_name(row[i + 1]) is not None and is_glued(row[i], row[i + 1])
        name = self.names.find(after.value) if after.kind == "NAME" else ""
        is_function = name in self.names.functions or name in self.names.coordinates
        operator = (after.kind == "PARTIAL" and after.value is not None) or after.value == "D"
        return is_function or operator or (bool(name) and is_glued(row[i], row[i + 1]) and i + 2 < end)

    def _operator(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """``D²θ(t)``, ``∂₀F(x, y)``: derivatives by D and by numbers of arguments, as the library writes them."""
        paths: list[tuple[int, ...]] = []
        while i < end and self._is_operator(row, i, end):
            exponent = row[i].exponent
            order = 1 if exponent is None else self.value(exponent)
            if not isinstance(order, int) or not 0 < order <= MOST_DERIVATIVES - len(paths):
                raise self.refuse(
                    row[i], f"the order of a derivative is a positive integer, at most {MOST_DERIVATIVES}"
                )
            paths += [row[i].base.value if row[i].base.kind == "PARTIAL" else ()] * order
            i += 1
        last = row[min(i, end - 1)]
        name = last.base.value if last.base.kind == "NAME" else only_name(last)
        if i == end or name is None:
            raise self.refuse(last, "a derivative by D or ∂ expects the name of a function")
        name = self.names.find(name)
        head = reduce(derivative_expression, reversed(paths), self._head(name))
        after = row[i + 1] if i + 1 < end else None
        if after and after.base.kind == "group" and row[i].exponent is None:
            arguments = [expression_of(self.value(part)) for part in after.base.parts[1:-1:2]]
            return self._raised(application(head, *arguments), after.exponent, after), i + 2
        value = application(head, self.names.variable) if name in self.names.coordinates else head
        return self._raised(value, row[i].exponent, row[i]), i + 1

    def _differentiated(self, row: Sequence[Node], i: int, end: int) -> tuple[Any, int]:
        """The value of a derivative with what it takes of a row, and the place after that."""
        node, written, i = row[i], row[i].base, i + 1
        power = node.exponent
        self.derivatives_open += 1
        of_a_line = any(self.names.find(x.base.value) in self.lines for x, _ in written.value.by)
        potential = name_of(written.parts[0]) if written.parts else None
        is_by_time = any(self.names.find(x.base.value) == self.names.variable.name for x, _ in written.value.by)
        of_said = potential in _POTENTIALS and potential in self.lines and not is_by_time
        before, self.is_partial = self.is_partial, of_said or (written.value.partial and not of_a_line)
        if self.derivatives_open > MOST_DERIVATIVES:
            raise self.refuse(node, f"derivatives are nested more than {MOST_DERIVATIVES} deep")
        if written.parts:
            value = self._function_value(written.parts[0])
        elif power is not None:
            raise self.refuse(node, "the order of a derivative is written as in d²/dt²")
        elif i + 1 < end and row[i].kind == "CONNECT" and row[i].value == "*":
            value, i = self._row(row, i + 1, end), end
        elif i < end and row[i].base.kind == "group":
            value, power, i = self._rated(self.value(row[i].base), row[i].primes), row[i].exponent, i + 1
        elif i < end and row[i].kind != "CONNECT":
            value, i = self._function_value(row[i]) if i + 1 == end else self._row(row, i, end), end
        else:
            raise self.refuse(written, "a derivative expects what is differentiated")
        self.is_partial = before
        inside = [x.value for part in (written.parts or row[i - 1 : i]) for x in part.walk() if x.kind == "NAME"]
        is_of_energy = not _ENERGIES.isdisjoint(inside)  # so that d is the ∂ of Lagrange's equations
        for unknown, times in reversed(written.value.by):
            for _ in range(times):
                value = self._by(value, unknown, written.value.partial, is_of_energy)
        self.derivatives_open -= 1
        return self._raised(self._rated(value, node.primes), power, row[i - 1]), i

    def _function_value(self, node: Node) -> Any:
        """What is differentiated: an undeclared name alone is a function."""
        if node.base.kind != "NAME" or node.primes or node.exponent is not None:
            return self.operand((node,), 0, 1)[0]
        name = self.names.find(node.base.value)
        if self.is_partial and name in self.lines:
            return self.name(name)
        if name in self.names.functions or name not in self.names.known() | {*self.defining, *self.definitions}:
            return self._head(name)
        return self.name(name)

    def _by(self, value: Any, node: Node, partial: bool, is_of_energy: bool) -> Any:
        name = self.names.find(node.base.value)
        if isinstance(value, Symbol) and value in self.names.functions.values():
            is_said = value.name in self.names.places or value.name in self.fields or value.name not in _POTENTIALS
            is_of_place = name in self.names.coordinates and not is_said  # dV/dx is one of V(x)
            value = application(value, self.name(name)) if is_of_place else self._of_state(value)
        if name == self.names.variable.name and not node.primes and (not partial or self._moves(value)):
            rate = self.rate(value)
            if _is_zero(rate) and isinstance(value, Expression) and not value.constant:
                raise self.refuse(node, "nothing that is differentiated here is known to change with the time")
            self.differentiated |= {rate: value, g.negate(rate): g.negate(value)}
            return rate
        unknown = self.name(name, node.primes, node.base)
        if not isinstance(unknown, Expression):
            raise self.refuse(node, "a derivative is one by a coordinate, a velocity or a name")
        is_of_speed = not partial and value is self._coordinate("v") and name in _PLACES and not self._moves(unknown)
        if is_of_speed and not self.choose(node, "dv/dx is v'/v along the motion, of which v is the velocity"):
            return g.div(self.rate(value), value)
        if not (partial or is_of_energy) and self._moves(unknown) and unknown not in subexpressions(value):
            rate = self.rate(value)
            return 0 if _is_zero(rate) else g.div(rate, self.rate(unknown))  # dv/dx along the motion
        return _slope(value, unknown, self.names.variable)

    def _coordinate(self, name: str) -> Any:
        head = self.names.coordinates.get(name)
        return None if head is None else application(head, self.names.variable)

    def _moves(self, value: Any) -> bool:
        """Is this a coordinate or a rate, of which the partial derivative by the time is the total one?"""
        head = differentiated(value.operator)[0] if isinstance(value, Application) else None
        return head is not None and head in self.names.coordinates.values()

    def _of_state(self, function: Symbol) -> Any:
        """A function that is differentiated by coordinates: of these alone, a Lagrangian of the whole state."""
        if function.name in self.names.places:
            return application(function, *self.names.places[function.name])
        by = self.fields.get(function.name, [])
        if function.name[:1] != "L" and not any(x.primes for x in by):
            others = [x for some in self.fields.values() for x in some if not any(y.primes for y in some)]
            moving = self.names.coordinates.keys() & {self.names.find(x.base.value) for x in by}
            by = by if moving else [x for x in others if self.names.find(x.base.value) not in self.names.coordinates]
            names = {name for x in by for name in map(self.names.find, self._expanded(x.base.value))}
            names.discard(function.name)
            if mutual := names & self.held:
                both = " and ".join(sorted([*mutual, function.name]))
                raise WrongTypeError(f"{both} are differentiated by each other: which is a function is not said")
            self.held.add(function.name)
            operands = list(map(self.name, sorted(names)))
            self.held.discard(function.name)
            return application(function, *operands) if operands else function
        place = [self.name(name) for name in self.names.coordinates] or [self.names.variable]
        motion = [self.name(name, 1) for name in self.names.coordinates]
        parts = [xs[0] if len(xs) == 1 else Up(xs) for xs in (place, motion) if xs]
        return application(function, expression_of(Up([self.names.variable, *parts])))

    def rate(self, value: Any) -> Any:
        return _slope(value, self.names.variable)

    # equations

    def equations(self) -> Iterator[Equation]:
        for item in self.items:
            if len(item.parts) < 3:
                raise self.refuse(item, "this is no equation; an equation has a = in it")
            sides = list(item.parts[::2])
            relations = [part.value for part in item.parts[1::2]]
            name, arguments = called(sides[0])
            if name in (*self.defining, *self.definitions) and arguments == self.arguments.get(name, []):
                with self.positioned(item):
                    value = self._definition(name)
                if name in ("L", "H"):
                    del self.definitions[name]
                    self.energies.append(self._equation(sides[0], "=", sides[-1]))
                    self.definitions[name] = value
                elif self.by_lines:  # z = x + i y is a line, which says nothing of x and y
                    found = self._equation(sides[1], "=", sides[1])
                    yield found._replace(left=symbol(name), text=self.source[item.start : item.end], start=item.start)
                sides, relations = sides[1:], relations[1:]
            for _ in self._running(item):
                for left, relation, right in zip(sides, relations, sides[1:], strict=False):
                    with self.positioned(left):
                        found = self._equation(left, relation, right)
                    yield found

    def _equation(self, left: Node, relation: str, right: Node) -> Equation:
        ours, theirs = self.terms(left, "const"), self.terms(right, "const")
        first, second = (sum_of(x for _, x in terms) for terms in (ours, theirs))
        values = [*ours, *((place, g.negate(x)) for place, x in theirs)]
        residual: Any = first if _is_zero(second) else g.sub(first, second)
        if any(name_of(part) == "const" for side in (left, right) for part in side.parts):
            values = [(place, self.rate(x)) for place, x in values]
            residual = sum_of(x for _, x in values)
        terms = tuple(self._term(place, x) for place, x in values)
        text, place = self.source[left.start : right.end], self.place(left.start)
        return Equation(relation, first, second, residual, text, left.start, right.end, *place, terms)

    def _term(self, place: tuple[int, int], value: Any) -> Term:
        start, end = place
        start = end - len(self.source[start:end].lstrip(" &\n\t"))
        text = self.source[start:end].strip()
        return Term(text, start, end, *self.place(start), value, self.differentiated.get(value))

    def place(self, position: int) -> tuple[int, int]:
        begin = self.source.rfind("\n", 0, position) + 1
        return self.source.count("\n", 0, begin) + 1, position - begin + 1


_PROFILES = frozenset("fghFG")  # of waves
_POTENTIALS = frozenset("V U W Phi F f".split())
_IS_FUNCTION = "an undeclared name before a bracket is a function if a coordinate, the time or several arguments follow"
_PLACES = frozenset("x y z s h".split())
_ENERGIES = frozenset("L H T V U E K W".split())
_MOST_POWER = 400


def _is_zero(value: Any) -> bool:
    return isinstance(value, (int, Fraction, float)) and value == 0


def _slope(value: Any, unknown: Expression, time: Symbol | None = None) -> Any:
    """The derivative by an expression, as if it were a symbol: a partial one where the time is given."""
    if isinstance(value, Structure):
        return type(value)([_slope(x, unknown, time) for x in value])
    if not isinstance(value, Expression):
        return 0
    held = _others(value, unknown, time) if time is not None else {}
    back = {new: old for old, new in held.items()}
    put = TracedFunction(dict(held)).of(value)
    found = derivative(lambda e: TracedFunction({unknown: g.add(unknown, e)}).of(put))(0)
    return TracedFunction(back).of(found) if isinstance(found, Expression) else found


def value_by(residual: Any, name: Expression) -> Any:
    """What a name is by an equation, name = value; None if it is none of that form."""
    rate = _slope(residual, name)
    return g.mul(-rate, TracedFunction({name: 0}).of(residual)) if rate in (1, -1) else None


def _others(value: Any, unknown: Expression, time: Symbol) -> dict[Any, Any]:
    """The coordinates and velocities that hold still where another one, or the time, is moved."""
    held: dict[Any, Any] = {}
    for node in subexpressions(value):
        if isinstance(node, Application) and node is not unknown and node.operands in ((time,), unknown.operands):
            function, _ = differentiated(node.operator)
            if isinstance(function, Symbol) and function not in OPERATION_OF:
                held[node] = symbol(f"{function.name} held {len(held)}")
    return held
