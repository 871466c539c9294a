"""The grammar of formulas, in both notations: tokens as trees, each part with its place in the text.

A product is a row of operands with what stands between them: which of them are functions of the next ones depends on
what names mean, and is not decided here. What is written as a derivative, ``dx/dt``, is one, unless d is a known name.
A sign between a function and what it touches, ``sin -x``, is one of the argument."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from scmpy.errors import ScmpyError, SyntaxError_, WrongTypeError, describe
from scmpy.reading.tokens import CONSTANTS, MOST_NESTED, InfixLexer, Piece, TexLexer, refused
from scmpy.structure.tuples import Structure, leaves
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.expression import (
    NUMERICAL,
    Application,
    Expression,
    Head,
    Symbol,
    differentiated,
    expression_of,
    is_derivative_operator,
    subexpressions,
    symbol,
)

_GRAMMAR = """
page: item (SEP item)*
item: sum (REL sum)*
sum: SIGN* product (SIGN+ product)*
product: operand (CONNECT SIGN* operand | OWN_SIGN? operand)*
operand: prefixed (CARET exponent)?
exponent: SIGN* operand | SIGN* applied
applied: FUNC group
prefixed: atom PRIME*
?atom: NUMBER | NAME | FUNC | PARTIAL | SUM | group | root | fraction | dotted | subscripted
subscripted: group BY
root: ROOT prefixed
fraction: FRAC group group
dotted: DOT group
group: LP (sum ((COMMA | ROW | CELL) sum)*)? RP | LP sum OVER sum RP
%declare SEP REL SIGN OWN_SIGN CONNECT CARET PRIME NUMBER NAME FUNC PARTIAL ROOT FRAC DOT SUM OVER LP RP COMMA ROW CELL
%declare BY
"""

_SHOWN = {
    "SEP": "the end of the formula",
    "$END": "the end of the formula",
    "REL": "a relation such as =",
    "SIGN": "+ or -",
    "CONNECT": "a product or quotient",
    "CARET": "a power",
    "PRIME": "a prime",
    "RP": "a closing bracket",
    "COMMA": "a comma",
}
_DEEPEST = 8 * MOST_NESTED  # levels of the grammar
_OPERANDS = frozenset(["NUMBER", "NAME", "FUNC", "PARTIAL", "ROOT", "FRAC", "DOT", "SUM", "LP"])


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of a formula: its kind, what it holds, its parts, and where it stands.

    An operand has a base, primes and an exponent, a derivative what is differentiated, if it is written with it.
    """

    kind: str
    value: Any
    parts: tuple[Node, ...]
    start: int
    end: int
    depth: int = 1

    @property
    def base(self) -> Node:
        return self.parts[0] if self.kind == "operand" else self

    @property
    def primes(self) -> int:
        return self.value if self.kind == "operand" else 0

    @property
    def exponent(self) -> Node | None:
        return self.parts[1] if self.kind == "operand" and len(self.parts) > 1 else None

    def single(self) -> Node | None:
        """The atom that a sum, or a bracket, is; None if it is more than one."""
        node = self
        while node.kind in ("sum", "product", "item", "group", "operand"):
            parts = node.parts[1:-1] if node.kind == "group" else node.parts
            if len(parts) != 1 or node.primes:
                return None
            node = parts[0]
        return node

    def walk(self) -> Iterator[Node]:
        pending = [self]
        while pending:
            found = pending.pop()
            yield found
            pending += found.parts[::-1]


class Differential(NamedTuple):
    """By what a derivative is one, and how often by each; it is a partial or a total one."""

    partial: bool
    by: tuple[tuple[Node, int], ...]


MOST_DERIVATIVES = 20


def parsed(source: str, pieces: Sequence[Piece], d_is_a_name: bool) -> tuple[Node, ...]:
    from lark.exceptions import UnexpectedToken

    if not pieces:
        raise refused(source, len(source), "there is no formula in this text")
    try:
        tree: Node = _parser(d_is_a_name).parse((source, pieces))
    except UnexpectedToken as error:
        token = error.token
        ended = token.type == "$END"
        text = "this" if ended else source[token.start_pos : token.end_pos].strip() or "this"
        found = "the text ends here" if ended else f"{text} is not expected here"
        message = f"{found}: {_expected(error.accepts or error.expected)} was expected"
        raise refused(source, len(source) if ended else token.start_pos, message) from None
    except _RefusedError as error:
        raise refused(source, *error.args) from None
    return tree.parts


def _expected(types: Any) -> str:
    found = ["a name, a number, a function or a bracket"] if _OPERANDS & set(types) else []
    found += sorted({_SHOWN[x] for x in types if x in _SHOWN})
    return ", ".join(found[:-1]) + (" or " if len(found) > 1 else "") + found[-1]


@cache
def _parser(d_is_a_name: bool) -> Any:
    from lark import Lark, Token, Transformer, Tree
    from lark.lexer import Lexer

    class Given(Lexer):
        """The tokens as they are given."""

        def __init__(self, _: Any) -> None:
            pass

        def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:
            pieces = data[1]
            for before, piece, after in zip((None, *pieces[:-1]), pieces, (*pieces[1:], None), strict=True):
                own = piece.type == "SIGN" and before and before.type == "FUNC" and after and after.start == piece.end
                kind = "OWN_SIGN" if own else piece.type
                yield Token(kind, piece, start_pos=piece.start, end_pos=piece.end)

    class Nodes(Transformer):
        """Trees as nodes."""

        def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
            if data.startswith("_"):  # a part of a rule, which lark makes
                return Tree(data, children)
            return _node(str(data), tuple(x if isinstance(x, Node) else _leaf(x) for x in children), d_is_a_name)

    return Lark(_GRAMMAR, start="page", parser="lalr", lexer=Given, transformer=Nodes(), maybe_placeholders=False)


class _RefusedError(Exception):
    """What is not read at a position of the text."""


def _node(kind: str, parts: tuple[Node, ...], d_is_a_name: bool) -> Node:
    first, start, end = parts[0], parts[0].start, parts[-1].end
    depth = 1 + max(part.depth for part in parts)
    if depth > _DEEPEST:
        raise _RefusedError(start, f"this is nested more than {MOST_NESTED} deep")
    if kind == "prefixed":
        return Node("operand", sum(part.value for part in parts[1:]), (first,), start, end, depth)
    if kind == "operand":
        return first if len(parts) == 1 else Node(kind, first.primes, (first.base, parts[2]), start, end, depth)
    if kind == "exponent" and len(parts) == 1:
        return first
    if kind == "applied":  # a function in an exponent, with its bracket
        kind, parts = "product", (Node("operand", 0, (first,), first.start, first.end), parts[1])
    if kind == "page":
        parts = tuple(part for part in parts if part.kind == "item")
    if kind == "group" and parts[2:3] and parts[2].kind == "OVER":  # {a \over b}
        sides = (Node("group", "{", (first, x, parts[-1]), x.start, x.end, depth) for x in parts[1:4:2])
        kind, parts = "fraction", (parts[2], *sides)
    if kind == "fraction" and (found := _derivative_of_fraction(parts, d_is_a_name)):
        return replace(found, start=start, end=end)
    if kind == "subscripted":
        return _by_subscripts(first, parts[1].value, end)
    if kind == "product":
        parts = tuple(_with_derivatives(parts, d_is_a_name))
    value = first.value if first.kind in ("LP", "ROOT", "DOT", "FRAC") else None
    return Node(kind, value, parts, start, end, depth)


def _leaf(token: Any) -> Node:
    piece: Piece = token.value
    return Node(piece.type, piece.value, (), piece.start, piece.end)


# --- derivatives -----------------------------------------------------------------------------------------------------


def _derivative_of_fraction(parts: Sequence[Node], d_is_a_name: bool) -> Node | None:
    r"""``\frac{d}{dt}``, ``\frac{\partial L}{\partial q}``."""
    sides = [group.parts[1] for group in parts[1:] if len(group.parts) == 3]
    if len(sides) < 2 or any(len(side.parts) != 1 for side in sides):
        return None
    above, below = (side.parts[0].parts for side in sides)
    row = (*above, Node("CONNECT", "/", (), above[-1].end, below[0].start), *below)
    found = _derivative_at(row, 0, d_is_a_name)
    return found[0] if found and found[1] == len(row) else None


def _with_derivatives(row: Sequence[Node], d_is_a_name: bool) -> Iterator[Node]:
    i = 0
    while i < len(row):
        found, i = _derivative_at(row, i, d_is_a_name) or (row[i], i + 1)
        yield found


def _derivative_at(row: Sequence[Node], i: int, d_is_a_name: bool) -> tuple[Node, int] | None:
    """``d/dt``, ``dx/dt``, ``∂L/∂q``, ``∂_t`` at a place of a row, and the place after it.

    Where d is a name the first two are derivatives by t alone.
    """
    node = row[i]
    if node.base.kind == "PARTIAL" and isinstance(node.base.value, str):
        name = Node("NAME", node.base.value, (), node.start, node.end)
        return _derivative(node, Differential(True, ((name, _order(node)),)), (), node.end), i + 1
    kind, order = _differential(node), _order(node)
    j = i + 1
    while kind and j < len(row) and row[j].kind != "CONNECT" and (j == i + 1 or _is_argument(row, j)):
        j += 1  # V, or V(x)
    inside = row[i + 1 : j]
    if not kind or j + 1 >= len(row) or row[j].value != "/" or not _differential(row[j + 1]):
        return None
    by: list[tuple[Node, int]] = []
    j += 1
    while j + 1 < len(row) and _differential(row[j]) and row[j + 1].kind != "CONNECT" and _count(by) < order:
        by.append((row[j + 1], _order(row[j + 1])))
        j += 2
    if kind == "d" and d_is_a_name and [x.base.value for x, _ in by] != ["t"]:
        return None
    if _count(by) != order or any(x.base.kind != "NAME" for x, _ in by):
        raise _RefusedError(node.start, f"a derivative of order {order} has as many differentials below")
    if len(inside) > 1:
        inside = (Node("product", None, tuple(inside), inside[0].start, inside[-1].end),)
    return _derivative(node, Differential(kind == "∂", tuple(by)), tuple(inside), row[j - 1].end), j


def _derivative(node: Node, by: Differential, inside: tuple[Node, ...], end: int) -> Node:
    return Node("derivative", by, inside, node.start, end, 1 + max(x.depth for x in (node, *inside)))


def _count(by: Sequence[tuple[Node, int]]) -> int:
    return sum(times for _, times in by)


def _is_argument(row: Sequence[Node], j: int) -> bool:
    return row[j].kind == "operand" and row[j].base.kind == "group" and row[j].start == row[j - 1].end


def _differential(node: Node) -> str:
    base = node.base
    if base.kind == "PARTIAL" and base.value is None:
        return "∂"
    return "d" if base.kind == "NAME" and base.value == "d" and not node.primes else ""


def _order(node: Node) -> int:
    found = node.exponent and node.exponent.single()
    if found and found.kind == "NUMBER" and str(found.value).isdigit():
        return min(int(found.value), MOST_DERIVATIVES)
    return 1


@dataclass
class Names:
    """What names mean: symbols of the reference, coordinates, parameters, functions."""

    variable: Symbol
    coordinates: dict[str, Expression] = field(default_factory=dict)
    parameters: dict[str, Expression] = field(default_factory=dict)
    functions: dict[str, Expression] = field(default_factory=dict)
    places: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # what functions are applied to in the reference
    indices: dict[str, int] = field(default_factory=dict)  # running indices, where a text is read for their values
    inexact: bool = False
    reference: tuple[Any, ...] = ()  # its parts
    words: frozenset[Any] = frozenset()  # of the reference: heads, operations that stand for themselves
    variable_too: str = ""  # another name of the variable
    defined: Mapping[str, Any] = field(default_factory=dict)  # what names stand for that a text does not define itself

    def known(self) -> set[str]:
        return {self.variable.name, *self.coordinates, *self.parameters, *self.functions}

    def find(self, name: str) -> str:
        known = self.known() | self.defined.keys()
        if name == self.variable_too:
            return self.variable.name
        if name in known:
            return name
        if self.indices:
            stem, *parts = name.split("_")
            return Names.find(
                replace(self, indices={}), "_".join([stem, *(str(self.indices.get(x, x)) for x in parts)])
            )
        indexed = re.sub(r"(?<=[A-Za-z])(?=\d+$)", "_", name)
        return next((x for x in (indexed, name.replace("_", ""), name.replace("_", "^")) if x in known), name)


def names_of(coordinates: Any, parameters: Any, reference: Any, defined: Mapping[str, Any] | None = None) -> Names:
    nodes = list(subexpressions(*_scalars(reference)))
    applied = [(differentiated(x.operator)[0], x.operands) for x in nodes if isinstance(x, Application)]
    heads = [(f, xs) for f, xs in applied if isinstance(f, Symbol) and f not in OPERATION_OF and f not in NUMERICAL]
    heads = [(f, xs) for f, xs in heads if f is not Head.D and f.name not in _HEADS and not is_derivative_operator(f)]
    places = [xs[0] for _, xs in heads if len(xs) == 1 and isinstance(xs[0], Symbol)]
    variable = next((x for x in places if x.name == "t"), places[0] if len(set(places)) == 1 else symbol("t"))
    found = Names(variable, reference=tuple(_scalars(reference)), defined=defined or {})
    operators = [x for x in nodes if isinstance(x, Application) and not is_derivative_operator(x.operator)]
    alone = {id(y) for x in operators if x.operator is not Head.D for y in x.operands}  # no values, as x of (list x)
    for head, operands in heads:
        (found.coordinates if operands == (variable,) else found.functions).setdefault(head.name, head)
        if id(head) not in alone:
            found.places.setdefault(head.name, operands)
    for name in [x for x in found.functions if x in found.coordinates]:
        del found.coordinates[name]
    used = {id(f) for f, _ in heads}
    for node in nodes:
        if isinstance(node, Symbol) and node is not variable and id(node) not in used and _is_name(node):
            found.parameters.setdefault(node.name, node)
    numbers = [n for x in nodes if isinstance(x, Application) for n in x.operands if not isinstance(n, Expression)]
    found.inexact = any(isinstance(part, float) for n in numbers for part in (n, getattr(n, "real", 0), n.imag))
    bare = [x for x in nodes if isinstance(x, Symbol) and not _is_name(x)]
    heads_of = [getattr(x.operator, "name", "") for x in nodes if isinstance(x, Application)]
    found.words = frozenset([*(x.name for x in bare), *heads_of, *("i" for n in numbers if n.imag != 0)])
    for given, table in ((coordinates, found.coordinates), (parameters, found.parameters)):
        for name in _declared(given):
            table.setdefault(name, symbol(name))
    return found


_HEADS = frozenset(
    ["up", "down", "list", "matrix-by-rows", "partial", "*", "expt", "D", "=", "quaternion", "&", "compose"]
)


def _is_name(node: Symbol) -> bool:
    return node not in OPERATION_OF and node not in NUMERICAL and node.name not in _HEADS


def _scalars(reference: Any) -> list[Any]:
    parts: Any = reference if isinstance(reference, (list, tuple, set)) else None
    if isinstance(reference, Mapping):
        parts = [*reference.keys(), *reference.values()]
    elif hasattr(reference, "rel_op"):
        parts = reference.lhs, reference.rhs
    elif isinstance(reference, Structure):
        parts = leaves(reference)
    if parts is not None:
        return [x for part in parts for x in _scalars(part)]
    with suppress(ScmpyError):
        return [] if reference is None else [expression_of(reference)]
    return []


def _declared(given: Any) -> list[str]:
    if given is None or isinstance(given, str):
        return [_as_read(x) for x in (given or "").replace(",", " ").split()]
    parts = given if isinstance(given, Iterable) else [None]
    names = [x if isinstance(x, str) else getattr(x, "name", getattr(x, "__name__", None)) for x in parts]
    if not all(isinstance(x, str) for x in names):
        raise WrongTypeError(f'names are declared by a string such as "theta phi" or a list, got {describe(given)}')
    return [_as_read(str(x)) for x in names]


def _as_read(name: str) -> str:
    r"""A declared name as one in a text is read: ``θ`` and ``\theta`` are theta."""
    with suppress(SyntaxError_):
        pieces = (TexLexer if "\\" in name else InfixLexer)(name, [name], {}).tokens()
        return pieces[0].value if [x.type for x in pieces] == ["NAME"] else name
    return name


def is_momentum(name: str) -> bool:
    """Is this p, p1 or p_x?"""
    return re.fullmatch(r"p(\d*|_.+)", name) is not None


def has_index(name: str, index: str) -> bool:
    """Does a name end with a number, as x_1 or x1?"""
    return index.isdigit() and re.fullmatch(rf"[^\d_]+_?{index}", name) is not None


def is_constant_by_name(name: str) -> bool:
    """Is this a name of masses, lengths and the like, which are positive?"""
    return name.partition("_")[0].rstrip("0123456789") in CONSTANTS


def is_glued(node: Node, after: Node) -> bool:
    return node.end == after.start


def name_of(node: Node) -> str | None:
    found = node.single()
    return found.value if found is not None and found.kind == "NAME" else None


def called(node: Node) -> tuple[str, list[str]]:
    """The name that a side is, or the function and the names that it is applied to, as V(r)."""
    parts = node.parts[0].parts if node.kind == "sum" and len(node.parts) == 1 else ()
    if len(parts) == 2 and is_glued(*parts) and parts[0].base.kind == "NAME" and len(parts[0].parts) == 1:
        group = parts[1].parts[0] if parts[1].kind == "operand" and len(parts[1].parts) == 1 else parts[1]
        names = [name_of(x) or "" for x in group.parts[1:-1:2]]
        if is_of_state(*parts):
            return str(parts[0].base.value), []
        if group.value == "(" and all(names) and not parts[0].primes and not parts[1].primes:
            return parts[0].base.value, names
    return name_of(node) or "", []


def is_of_state(node: Node, after: Node) -> bool:
    group = after.base
    if node.base.kind != "NAME" or node.primes or node.base.value not in ("L", "H") or not is_glued(node, after):
        return False
    return group.kind == "group" and group.value == "(" and len(group.parts) > 3


def only_name(node: Node, primed: bool = False) -> str | None:
    return name_of(node.base) if node.base.kind == "group" and (primed or not node.primes) else None


def is_primed_value(node: Node, after: Node | None) -> bool:
    """Is this the function of ``x(t)''``?"""
    return after is not None and after.primes > 0 and is_glued(node, after) and only_name(after, primed=True) == "t"


def only_group(node: Node) -> Node | None:
    while node.kind in ("sum", "product", "operand") and len(node.parts) == 1 and not node.primes:
        node = node.parts[0]
    return node if node.kind == "group" else None


# --- inference -------------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """A part of a text with two readings, the rule that settled it, and whether the other one was taken."""

    text: str
    position: int
    rule: str
    other: bool


class Inference:
    """What the names of one text are: by what is declared, a reference, and how they are used."""

    def __init__(
        self,
        source: str,
        items: Sequence[Node],
        names: Names,
        taken: frozenset[tuple[int, str]],
        by_lines: bool = False,  # is what a line defines not put into the others?
    ) -> None:
        self.source, self.names, self.taken, self.by_lines = source, names, taken, by_lines
        self.lines: dict[str, Node] = {}  # those that say what a name is
        self.choices: dict[tuple[int, str], Choice] = {}
        self.items = self._with_subscripts(items)
        self.defining: dict[str, Node] = {}
        self.arguments: dict[str, list[str]] = {}  # of functions that are defined
        self.nodes = [node for item in self.items for node in item.walk()]
        self.derivatives = [node for node in self.nodes if node.kind == "derivative"]
        self.fields: dict[str, list[Node]] = {}  # what functions with partial derivatives are differentiated by
        self._infer()

    def refuse(self, node: Node, message: str) -> ScmpyError:
        return refused(self.source, node.start, message)

    def choose(self, node: Node, rule: str, end: Node | None = None) -> bool:
        key = node.start, rule
        text = self.source[node.start : (end or node).end]
        self.choices[key] = Choice(text, node.start, rule, key in self.taken)
        return key in self.taken

    def _with_subscripts(self, items: Sequence[Node]) -> Sequence[Node]:
        """Formulas with derivatives for names as u_tt and u_x: of a field by the time and a place, or a known one.

        Where nothing else moves u_x, u_y and u_xx are derivatives too, and v_x beside them.
        """
        found: dict[str, list[Node]] = defaultdict(list)
        nodes = [x for item in items for x in item.walk()]
        for node in (x for x in nodes if x.kind == "NAME"):
            if node.value not in self.names.known() and (of := _SUBSCRIPTED.fullmatch(node.value)):
                found[of[1]].append(node)
        brackets = [x for x in nodes if x.kind == "derivative" and x.parts and x.parts[0].kind == "group"]
        moves = any(x.primes or (x.kind == "derivative" and not x.value.partial) for x in nodes)
        put: dict[Node, Node] = {}
        known = set[str]()  # the subscripts of fields
        for name, some in sorted(found.items(), key=lambda x: x[0] in _VECTORS):
            names = {name, *(x.value for x in some)}
            of_it = [x for x in brackets if not names.isdisjoint(y.value for y in x.walk())]
            subscripts = {x.value.rpartition("_")[2] for x in some}
            subscripts |= {x.base.value for node in of_it for x, _ in node.value.by}
            is_field = name not in _VECTORS or any(len(set(x)) < len(x) for x in subscripts)
            in_both = any("t" in x for x in subscripts) and any(x.strip("t") for x in subscripts)
            is_derived = is_field and in_both and not is_momentum(name) and name != "g"
            of_places = (name in _FIELDS and len(subscripts) > 1) or (known and subscripts <= known)
            is_known = name in self.names.functions
            if is_known or is_derived or (of_places and not moves):
                rule = "with subscripts for times and places a name is a derivative, as u_tt is"
                put |= {x: _of_field(x, name) for x in some if is_known or not self.choose(x, rule)}
                known |= subscripts
        return [_put_in(item, put) for item in items] if put else items

    def _infer(self) -> None:
        """Coordinates are what carries a dot or a prime, or is differentiated by the time."""
        rows = [node.parts for node in self.nodes if node.kind == "product"]
        pairs = [(part, after) for row in rows for part, after in zip(row, (*row[1:], None), strict=True)]
        pairs = [(part, after) for part, after in pairs if part.base.kind == "NAME"]
        primed = [(part, after) for part, after in pairs if part.primes or is_primed_value(part, after)]
        primed += [(x, None) for node in self.derivatives for x, _ in node.value.by if x.primes]
        self._infer_variable(primed)
        self.ranges = self._ranges()
        time, coordinates, find = self.names.variable.name, self.names.coordinates, self.names.find
        equated = [(item, *called(item.parts[0])) for item in self.items if len(item.parts) > 2]
        defined = {name for _, name, xs in equated if xs and xs != [time]}
        self.potentials = {name for item, name, xs in equated if not xs and self._is_potential(item, name)}
        for part, after in primed:
            argument = after and is_glued(part, after) and only_name(after)
            table = self.names.functions if argument and find(argument) != time else coordinates
            for name in map(find, self._expanded(part.base.value)):
                is_symbol = any(name + dots in self.names.parameters for dots in DOTTED.get(part.primes, ()))
                known = self.names.known() | defined | self.potentials
                unknown = name not in known or name in self.names.parameters
                if unknown and not is_symbol:
                    self._declare(table, name)
        derived = [(x.base, row[i + 1 :]) for row in rows for i, x in enumerate(row) if x.base.kind == "derivative"]
        self._infer_fields(derived, [name for _, name, _ in equated])
        self._infer_from_rates(derived)
        heads = [name for _, name, _ in equated]
        self.complex = [find(name) for item, name, _ in equated if name and self._is_complex(item)]
        for name in self.complex:
            coordinates.pop(name, None)
        for item, name, _ in equated:
            if name == "H":
                self._infer_momenta(item)
        for item, name, arguments in equated:
            is_plain = bool(name) and not arguments
            is_kept = name not in self.complex and (self.by_lines or heads.count(name) > 1)  # as every equation is
            is_line = find(name) in coordinates or (is_kept and find(name) not in self.names.known())
            if is_plain and is_line:
                self.lines.setdefault(find(name), item)
            if name and not (is_plain and is_kept) and self._defines(item, name):
                self.defining[name] = item
                if arguments:
                    self.arguments[name] = arguments
        while movers := [
            name for name, item in self.lines.items() if name not in self.names.known() and self._is_of_motion(item)
        ]:
            for name in movers:
                self._declare(coordinates, name)

    def _infer_from_rates(self, derived: Sequence[tuple[Node, tuple[Node, ...]]]) -> None:
        """What is differentiated alone changes; where nothing is known to, all does but constants by name."""
        names, find = self.names, self.names.find
        known = names.known() | {name_of(x.parts[0]) for x in self.items if len(x.parts) > 1}
        pairs = [(node, node.parts[:1]) for node in self.derivatives if node.parts]
        pairs += [(x, row[:1] if row and row[0].base.kind == "group" else row) for x, row in derived if not x.parts]
        for node, moving in pairs:
            if (node.value.partial and node.parts) or [x.base.value for x, _ in node.value.by] != [names.variable.name]:
                continue
            inside = [x for part in moving for x in part.walk()]
            found = {name for x in inside if x.kind == "NAME" for name in map(find, self._expanded(x.value))}
            is_alone = len(moving) == 1 and moving[0].base.kind == "NAME" and not moving[0].primes
            moves = any(x.kind == "derivative" for x in inside) or not found.isdisjoint(names.coordinates)
            if is_alone or not (moves or node.value.partial):
                for name in sorted(found - known):
                    if is_alone or name in _POSITIONS or not is_constant_by_name(name):
                        self._declare(names.coordinates, name)

    def _is_potential(self, item: Node, name: str) -> bool:
        """Is this V = k x^2/2, which is put into other formulas?"""
        right = [x for part in item.parts[2:] for x in part.walk()]
        moves = any(x.primes or x.kind == "derivative" for x in right)
        return name in ("V", "U", "Phi") and not (self.by_lines or moves or name in self.names.known())

    def _is_of_motion(self, item: Node) -> bool:
        """Is there a coordinate, a derivative or the time on the right of an equation?"""
        moving = {self.names.variable.name, *self.names.coordinates}
        nodes = [x for part in item.parts[2:] for x in part.walk()]
        return any(x.kind == "derivative" or (x.kind == "NAME" and self.names.find(x.value) in moving) for x in nodes)

    def _is_complex(self, item: Node) -> bool:
        """Is this z = x + i y, with i for no other quantity, and a coordinate y?"""
        names = [x.base for x in self.nodes if x.kind == "operand" and x.base.kind == "NAME" and not x.primes]
        if "i" in self.names.known() or "i" in self.ranges or "i" not in [x.value for x in names]:
            return False
        return any(self._is_of_unit(x) for x in item.parts[-1].walk() if x.kind == "sum")

    def _is_of_unit(self, item: Node) -> bool:
        """Is a sum x + i y, of terms with i and without, and with a coordinate in each that has i?"""
        rows = [x.parts for x in item.parts if x.kind == "product"]
        held = [{self.names.find(x.base.value) for x in row if x.base.kind == "NAME"} for row in rows]
        units = [names for names in held if "i" in names]
        return 0 < len(units) < len(held) and not any(x.isdisjoint(self.names.coordinates) for x in units)

    def _infer_fields(self, derived: Sequence[tuple[Node, tuple[Node, ...]]], said: Collection[str]) -> None:
        """What has partial derivatives is a function, as u in ∂u/∂t = u ∂u/∂x: alone it is its value.

        In ∂(ρ v)/∂x all names are that but those of constants. Fields are functions of the same variables.
        """
        find, known = self.names.find, {*self.names.known(), *said} - self.names.functions.keys()
        moved = [(node, part) for node, after in derived for part in (node.parts or after)[:1] if node.value.partial]
        for node, part in sorted(moved, key=lambda x: name_of(x[1]) is None):  # names alone before products
            inside = [find(x.value) for x in part.walk() if x.kind == "NAME"]
            by = {find(x.base.value) for x, _ in node.value.by}
            if name_of(part) is None:
                is_fixed = not {*by, *self.names.coordinates}.isdisjoint(inside)
                inside = [] if is_fixed else [x for x in inside if x in self.fields or not is_constant_by_name(x)]
            for name in inside:
                self.fields.setdefault(name, []).extend(x for x, _ in node.value.by)
        time = self.names.variable.name
        self.fields = {
            x: by for x, by in self.fields.items() if x not in known and {y.base.value for y in by} != {time}
        }
        for name in self.fields.keys() - self.names.functions.keys():
            self._declare(self.names.functions, name)

    def _infer_variable(self, primed: Sequence[tuple[Node, Node | None]]) -> None:
        """Another name than t for what functions are differentiated by, as in y''(x), or where t' makes t one."""
        names = self.names
        if names.coordinates:
            self._infer_other_variable()
            return
        found = [name for _, after in primed if after and (name := only_name(after)) and names.find(name) == name]
        found += [x.base.value for node in self.derivatives if not node.value.partial for x, _ in node.value.by]
        moving = {x.base.value for x, _ in primed}
        variables = set(found) - moving - (names.known() - {names.variable.name})
        if names.variable.name in moving and not variables:
            used = {x.value for x in self.nodes if x.kind == "NAME"}
            variables = {next(x for x in _PARAMETERS_OF_CURVES if x not in used | names.known())}
        if self.by_lines and not variables:
            variables = self._places_alone(moving)
        if len(variables) == 1 and names.variable.name not in variables:
            name = variables.pop()
            names.parameters.pop(name, None)
            names.variable = symbol(name)

    def _places_alone(self, moving: set[str]) -> set[str]:
        """The places and angles by which lines give functions, u = 1 + e cos φ, if they do not move, and without t."""
        find = self.names.find
        moving = {*map(find, moving)}
        said = {find(name): item for item in self.items if (name := name_of(item.parts[0]))}
        lines = [item for name, item in said.items() if name in moving]
        used = {find(x.value) for item in lines for part in item.parts[2:] for x in part.walk() if x.kind == "NAME"}
        is_timed = any(x.value == self.names.variable.name for x in self.nodes if x.kind == "NAME")
        return set() if is_timed else (used & PLACES) - said.keys() - moving

    def _infer_other_variable(self) -> None:
        """The name that a text has for what the functions of a reference are of, if that has none: φ of d²u/dφ²."""
        names = self.names
        of_motion = [
            x for x in self.derivatives if not x.parts or names.find(name_of(x.parts[0]) or "") in names.coordinates
        ]
        by = {x.base.value: node for node in of_motion if not node.value.partial for x, _ in node.value.by}
        of_path = any(name_of(x.parts[0]) == "v" for x in of_motion if x.parts)  # v dv/dx
        if len(by) == 1 and not of_path and by.keys().isdisjoint({*names.known(), names.variable.name}):
            (name, node), *_ = by.items()
            rule = "what the functions of the reference are differentiated by is their variable"
            if not self._is_variable_said() and not self.choose(node, rule):
                names.variable_too = name

    def _is_variable_said(self) -> bool:
        """Does the variable stand in the reference itself, and not only as what functions are of?"""
        names = self.names
        held = [x for x in subexpressions(*names.reference) if isinstance(x, Application)]
        heads = {*names.coordinates.values(), *names.functions.values()}
        return any(names.variable in x.operands and differentiated(x.operator)[0] not in heads for x in held)

    def _infer_momenta(self, item: Node) -> None:
        """The names p, p_x of a Hamiltonian are momenta, of coordinates that are known, or of all its positions."""
        written = [name for x in item.walk() if x.kind == "NAME" for name in self._expanded(x.value)]
        known, names = self.names.coordinates, dict.fromkeys(map(self.names.find, written))
        positions = [x for x in names if x in known and not is_momentum(x)]
        alone = positions or [x for x in names if x in _POSITIONS]
        for momentum in [x for x in names if is_momentum(x) and (x in known or x not in self.names.known())]:
            index = momentum[1:].lstrip("_")
            partner = index or ("q" if "q" in names else "".join(alone[:1]))
            if index.isdigit():
                indexed = (x for x in names if x.rstrip("_0123456789") in _POSITIONS and has_index(x, index))
                partner = next(indexed, "")
            if (not positions or partner in known) and (index or len(alone) == 1):
                for name in (partner, momentum):
                    if name and name not in known:
                        self._declare(known, name)

    def _declare(self, table: dict[str, Expression], name: str) -> None:
        table[name] = self.names.parameters.pop(name) if name in self.names.parameters else symbol(name)

    def _defines(self, item: Node, name: str) -> bool:
        """Is this an equation of a single undeclared name that others use?"""
        if item.parts[1].value != "=" or self.names.find(name) in self.names.known() or name in self.defining:
            return False
        uses = any(x.kind == "NAME" and x.value == name and not item.start <= x.start < item.end for x in self.nodes)
        of = [item]  # and the definitions of what is in it
        for each in of:
            inside = {x.value for part in each.parts[1:] for x in part.walk() if x.kind == "NAME"}
            if name in inside:
                return False
            of += [other for x, other in self.defining.items() if x in inside and other not in of]
        return uses or len(item.parts) > 3

    # indices

    def _ranges(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for node in self.nodes:
            if node.kind == "SUM" and node.value[1] and node.value[2]:
                low, high = map(int, node.value[1:])
                if not 0 <= high - low < _MOST_NUMBERS:
                    raise self.refuse(node, f"a sum has 1 to {_MOST_NUMBERS} terms")
                found[node.value[0]] = list(range(low, high + 1))
        known = self.names.known()
        for name in {x.value for x in self.nodes if x.kind == "NAME"} - known:
            stem, _, index = name.partition("_")
            if len(index) == 1 and index in "ijkln" and index not in found:
                numbers = (re.fullmatch(rf"{re.escape(stem)}_?(\d+)", x) for x in known)
                if some := sorted(int(x[1]) for x in numbers if x):
                    found[index] = some
        return found

    def _indices(self, name: str) -> list[str]:
        if name in self.names.known():
            return []
        return [x for x in name.split("_")[1:] if x in self.ranges and x not in self.names.indices]

    def _expanded(self, name: str) -> list[str]:
        for index in self._indices(name)[:1]:
            stem, *parts = name.split("_")
            made = ("_".join((stem, *(str(n) if x == index else x for x in parts))) for n in self.ranges[index])
            return [x for some in made for x in self._expanded(some)]
        return [name]


def _of_field(name: Node, field: str) -> Node:
    operand = Node("operand", 0, (replace(name, value=field),), name.start, name.end, 2)
    return _by_subscripts(operand, name.value.rpartition("_")[2], name.end)


def _by_subscripts(field: Node, by: str, end: int) -> Node:
    """The derivative that subscripts are, of a field or of what stands in brackets."""
    place = field.start, end
    names = {x: Node("operand", 0, (Node("NAME", x, (), *place),), *place, 2) for x in by}
    return _derivative(field, Differential(True, tuple((x, by.count(n)) for n, x in names.items())), (field,), end)


def _put_in(node: Node, put: Mapping[Node, Node]) -> Node:
    if node in put or not node.parts:
        return put.get(node, node)
    return replace(node, parts=tuple(_put_in(x, put) for x in node.parts))


_SUBSCRIPTED = re.compile("(.+)_([txyz]{1,4})")
_VECTORS = frozenset("aABeEFJkvV")  # of which v_t and v_x are components
_FIELDS = frozenset("u w f phi psi Phi Psi".split())
_POSITIONS = "q x y z r s u theta phi psi".split()
DOTTED = {1: ("dot", "prime"), 2: ("dotdot", "primeprime")}
PLACES = frozenset("x z s u theta phi tau".split())  # that functions may be of
_PARAMETERS_OF_CURVES = ("tau", "s", "lambda", "sigma", "the parameter")
_MOST_NUMBERS = 50
