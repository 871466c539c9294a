"""The grammar of formulas, in both notations: tokens as trees, each part with its place in the text.

A product is a row of operands with what stands between them: which of them are functions of the next ones depends on
what names mean, and is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from scmpy.reading.tokens import MOST_NESTED, Piece, refused

_GRAMMAR = """
page: item (SEP item)*
item: sum (REL sum)*
sum: SIGN* product (SIGN+ product)*
product: operand (CONNECT SIGN* operand | operand)*
operand: prefixed (CARET exponent)?
exponent: SIGN* operand
prefixed: atom PRIME*
?atom: NUMBER | NAME | FUNC | PARTIAL | group | root | fraction | dotted
root: ROOT prefixed
fraction: FRAC group group
dotted: DOT group
group: LP (sum ((COMMA | ROW | CELL) sum)*)? RP
%declare SEP REL SIGN CONNECT CARET PRIME NUMBER NAME FUNC PARTIAL ROOT FRAC DOT LP RP COMMA ROW CELL
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
_OPERANDS = frozenset(["NUMBER", "NAME", "FUNC", "PARTIAL", "ROOT", "FRAC", "DOT", "LP"])


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of a formula: its kind, what it holds, its parts, and where it stands."""

    kind: str
    value: Any
    parts: tuple[Node, ...]
    start: int
    end: int
    depth: int = 1


def parsed(source: str, pieces: Sequence[Piece]) -> tuple[Node, ...]:
    """The formulas of a text, from its tokens."""
    from lark.exceptions import UnexpectedToken

    if not pieces:
        raise refused(source, len(source), "there is no formula in this text")
    try:
        tree: Node = _parser().parse(_Tokens(source, pieces))
    except UnexpectedToken as error:
        position = len(source) if error.token.type == "$END" else error.token.start_pos
        found = (
            "the text ends here" if error.token.type == "$END" else f"{_text(source, error.token)} is not expected here"
        )
        raise refused(
            source, position or 0, f"{found}: {_expected(error.accepts or error.expected)} was expected"
        ) from None
    except _TooDeepError as error:
        raise refused(source, error.args[0], f"this is nested more than {MOST_NESTED} deep") from None
    return tree.parts


def _text(source: str, token: Any) -> str:
    return source[token.start_pos : token.end_pos].strip() or "this"


def _expected(types: Any) -> str:
    found = ["a name, a number, a function or a bracket"] if _OPERANDS & set(types) else []
    found += sorted({_SHOWN[x] for x in types if x in _SHOWN})
    return ", ".join(found[:-1]) + (" or " if len(found) > 1 else "") + found[-1]


@dataclass(frozen=True)
class _Tokens:
    source: str
    pieces: Sequence[Piece]


@cache
def _parser() -> Any:
    from lark import Lark, Token, Transformer, Tree
    from lark.lexer import Lexer

    class Given(Lexer):
        """The tokens as they are given."""

        def __init__(self, _: Any) -> None:
            pass

        def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:
            for piece in data.pieces:
                yield Token(piece.type, piece, start_pos=piece.start, end_pos=piece.end)

    class Nodes(Transformer):
        """Trees as nodes."""

        def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
            repeated = data.startswith("_")  # a part of a rule, which lark makes
            return Tree(data, children) if repeated else _node(str(data), children)

    return Lark(_GRAMMAR, start="page", parser="lalr", lexer=Given, transformer=Nodes(), maybe_placeholders=False)


class _TooDeepError(Exception):
    """A part at a position of the text has too many parts in each other."""


def _node(kind: str, children: list[Any]) -> Node:
    parts = tuple(x if isinstance(x, Node) else _leaf(x) for x in children)
    depth = 1 + max(part.depth for part in parts)
    if depth > _DEEPEST:
        raise _TooDeepError(parts[0].start)
    if len(parts) == 1 and kind in ("prefixed", "operand", "exponent"):
        return parts[0]
    first = parts[0]
    if kind == "page":
        parts = tuple(part for part in parts if part.kind == "item")
    value = first.value if first.kind in ("LP", "ROOT", "DOT", "FRAC") else None
    return Node(kind, value, parts, first.start, parts[-1].end, depth)


def _leaf(token: Any) -> Node:
    piece: Piece = token.value
    return Node(piece.type, piece.value, (), piece.start, piece.end)
