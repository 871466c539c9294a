"""Text as it is being typed: tokens, the brackets that are open, where the next line begins.

Unlike the reader this takes any text, complete or not, and says what stands where: colouring, indentation, completion
and hints about misspelt words are made from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>;[^\n]*|\#;)
    | (?P<block>\#\|)
    | (?P<string>"(?:[^"\\]|\\.)*+"?)
    | (?P<character>\#\\(?:[^\W\d_][\w+-]*|.|$))
    | (?P<open>\#?\()
    | (?P<close>\))
    | (?P<prefix>'|`|,@?)
    | (?P<atom>(?:[^\s()"';`,|]|\|(?:[^|\\]|\\.)*+(?:\||$))+)
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_BLOCK_END = re.compile(r"#\||\|#")

#: Forms whose later lines are indented by two, as bodies.
_WITH_BODY = re.compile(r"(?:named-)?lambda|define.*|(?:fluid-)?let.*|do|case|when|unless|guard|parameterize|with-.*")


class Token(NamedTuple):
    """A stretch of text of one kind: a group's name in the pattern above, ``block`` for a block comment."""

    kind: str
    start: int
    end: int


@dataclass
class Bracket:
    """An open bracket, with the places of the first two elements behind it."""

    start: int
    elements: list[int]


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, which together are the text.

    >>> [(token.kind, token.start) for token in tokens('(f "a')]
    [('open', 0), ('atom', 1), ('space', 2), ('string', 3)]
    """
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None and found.lastgroup is not None
        end = _end_of_block(text, at) if found.lastgroup == "block" else found.end()
        yield Token(found.lastgroup, at, end)
        at = end


def _end_of_block(text: str, start: int) -> int:
    depth = 0
    for found in _BLOCK_END.finditer(text, start):
        depth += 1 if found[0] == "#|" else -1
        if depth == 0:
            return found.end()
    return len(text)


def open_brackets(text: str) -> list[Bracket]:
    """The brackets that the text leaves open, the innermost last.

    >>> [bracket.start for bracket in open_brackets("(a (b) (c")]
    [0, 7]
    """
    brackets: list[Bracket] = []
    for kind, start, _ in tokens(text):
        if kind in ("space", "comment", "block"):
            continue
        if kind == "close":
            del brackets[-1:]
            continue
        if brackets and len(brackets[-1].elements) < 2:
            brackets[-1].elements.append(start)
        if kind == "open":
            brackets.append(Bracket(start, []))
    return brackets


def operators(text: str) -> list[str]:
    """The words that stand first in the brackets left open, the innermost last; "" where there is none.

    >>> operators("(define (f x) ((g) (lamda (x) ")
    ['define', '', 'lamda']
    """
    return [word_at(text, bracket.elements[0]) if bracket.elements else "" for bracket in open_brackets(text)]


def word_at(text: str, start: int) -> str:
    """The word that starts at a place, or nothing.

    >>> word_at("(car x)", 1), word_at("(car x)", 0)
    ('car', '')
    """
    found = _TOKEN.match(text, start)
    return found[0] if found and found.lastgroup == "atom" else ""


def word_before(text: str) -> str | None:
    """The word that the text ends with, maybe empty; None within a string or a comment.

    >>> word_before("(F->"), word_before("(car "), word_before('(display "F->')
    ('F->', '', None)
    """
    *_, (kind, start, end) = (Token("space", 0, 0), *tokens(text))
    if kind == "string":
        return "" if text.endswith('"') and end - start > 1 else None
    if kind in ("comment", "block", "character"):
        return None
    return text[start:] if kind == "atom" else ""


def indentation(text: str) -> int:
    """The column at which the line after this text begins.

    A body is two columns in from its bracket; operands stand under the first one, or under the operator.

    >>> [indentation(text) for text in ("(define (f x)", "(+ 1", "(+", "((f)", "1")]
    [2, 3, 1, 1, 0]
    """
    brackets = open_brackets(text)
    if not brackets:
        return 0
    innermost = brackets[-1]
    line = text.rfind("\n", 0, innermost.start) + 1
    column = innermost.start - line
    if innermost.elements and _WITH_BODY.fullmatch(word_at(text, innermost.elements[0])):
        return column + 2
    in_line = [start - line for start in innermost.elements if "\n" not in text[innermost.start : start]]
    if innermost.elements and not word_at(text, innermost.elements[0]):
        in_line = in_line[:1]
    return in_line[-1] if in_line else column + 1
