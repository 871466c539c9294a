"""The comments and blank lines of a source, to be put between the lines of its translation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent

from scmpy.scheme.reader import read_forms
from scmpy.scheme.source import Source

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#\\.|\|[^|]*\||;[^\n]*|#\||#;', re.DOTALL)
_BRACKET = re.compile(r"#\||\|#")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


@dataclass(frozen=True)
class Comment:
    """A comment: where it stands, its lines without marks, and whether code stands before it on its line."""

    start: int
    end: int
    lines: list[str]
    trails: bool


def find_comments(text: str) -> list[Comment]:
    """The comments of a text, in order.

    >>> [comment.lines for comment in find_comments('(f "; no") ; yes\\n#| and\\n   this |# #;(too)')]
    [['yes'], ['and', 'this'], ['(too)']]
    """
    found: list[Comment] = []
    at = 0
    while (token := _TOKEN.search(text, at)) is not None:
        start, at = token.span()
        if token[0][0] == ";":
            lines = [re.sub(r"^;+ ?", "", token[0]).rstrip()]
        elif token[0] == "#|":
            at = _end_of_block(text, start)
            lines = _block_lines(text[start + 2 : at - 2])
        elif token[0] == "#;":
            at = _end_of_datum(text, at)
            lines = _block_lines(text[start + 2 : at])
        else:
            continue
        before = text[text.rfind("\n", 0, start) + 1 : start]
        found.append(Comment(start, at, lines, bool(before.strip())))
    return found


def _end_of_block(text: str, start: int) -> int:
    depth = 0
    for bracket in _BRACKET.finditer(text, start):
        depth += 1 if bracket[0] == "#|" else -1
        if depth == 0:
            return bracket.end()
    return len(text)


def _end_of_datum(text: str, start: int) -> int:
    form = next(read_forms(Source(text[start:], "<comment>")), None)
    return len(text) if form is None else start + form.end


def _block_lines(text: str) -> list[str]:
    """The lines of a block without their common indentation.

    >>> _block_lines("\\n  (up a\\n      b)\\n"), _block_lines(" one\\n    two ")
    (['(up a', '    b)'], ['one', 'two'])
    """
    lines = text.rstrip().split("\n")
    first = [lines.pop(0).strip()]  # beside the opening bracket
    return [*filter(None, first), *dedent("\n".join(line.rstrip() for line in lines)).split("\n")] if lines else first


def has_blank_line(text: str) -> bool:
    """Is there an empty line in a stretch of white space?"""
    return _BLANK_LINE.search(text) is not None
