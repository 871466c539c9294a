"""Where the programs of a file are, and the answers recorded for them: Scheme files, Markdown and org files.

A file is a row of cells, which are evaluated in order. The text of a cell is that of the file with everything else
blanked out, so that places in it are places in the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

SCHEME = {"scheme", "scm", "mit-scheme"}
RESULT = {"", "text", "txt", "output", "result", "results", "console"}
SUFFIXES = (".scm", ".md", ".markdown", ".org")

_ANSWER_BEGINS = re.compile(r"[^\S\r\n]*(?:;[^\r\n]*)?\r?\n[^\S\n]*#\|")
_ERROR = re.compile(
    r"[^\S\r\n]*(?:\r?\n[^\S\r\n]*){1,2}(;[^\r\n]+\r?\n;To continue, call RESTART[^\r\n]*(?:\r?\n;[^\r\n]*)*)"
)
_VALUE = re.compile(r"[^\S\r\n]*(?:\r?\n[^\S\r\n]*){1,2}(;(?:Value|Unspecified|No value)[^\r\n]*)")
_BRACKET = re.compile(r"#\||\|#")
_FENCE = re.compile(r"^(?P<indent> {0,3})(?P<fence>`{3,}|~{3,})[^\S\n]*(?P<info>[^\s`]*)[^\n]*\n", re.MULTILINE)
_ORG_BEGIN = re.compile(r"^[^\S\n]*#\+begin_src[^\S\n]+(?P<language>\S+)[^\n]*\n", re.MULTILINE | re.IGNORECASE)
_ORG_END = re.compile(r"^[^\S\n]*#\+end_src[^\S\n]*(?:\n|\Z)", re.MULTILINE | re.IGNORECASE)
_ORG_RESULTS = re.compile(r"\s*^[^\S\n]*#\+results(?:\[[^\]]*\])?:[^\n]*\n", re.MULTILINE | re.IGNORECASE)
_ORG_EXAMPLE = re.compile(
    r"[^\S\n]*#\+begin_example[^\n]*\n(?P<body>.*?)^[^\S\n]*#\+end_example", re.MULTILINE | re.IGNORECASE | re.DOTALL
)
_ORG_LINES = re.compile(r"(?:[^\S\n]*:(?: [^\n]*)?(?:\n|\Z))+")
_ORG_LINE = re.compile(r"^[^\S\n]*: ?", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """A recorded answer: its text, where it stands in the source, and how it is written there.

    The style is "comment", ";" (MIT Scheme's line), "lines" (which a block holds), or the colon that each line starts
    with, after its margin.
    """

    text: str
    start: int
    end: int
    style: str = "comment"

    def written(self, printed: str, newline: str) -> str | None:
        """What stands in the source for another answer; None if it cannot be written there.

        >>> Answer("", 0, 0, ":").written("(up 1 2)", "\\n")
        ': (up 1 2)\\n'
        """
        lines = printed.splitlines()
        if self.style.endswith(":"):
            return "".join(f"{self.style} {line}{newline}" for line in lines)
        if self.style == ";":
            return f";Value: {' '.join(lines)}" if lines else ";Unspecified return value"
        if self.style == "lines":
            closes = re.compile(r"\s*(?:`{3}|~{3}|#\+end_example)", re.IGNORECASE)
            return None if any(map(closes.match, lines)) else "".join(line + newline for line in lines)
        comment = newline.join(["#|", *lines, "|#"])
        answer = answer_after("\n" + comment, 0)
        return comment if answer is not None and answer.text.split() == printed.split() else None


@dataclass(frozen=True)
class Cell:
    """Forms that are read together, and what is recorded for all of them, if anything is."""

    text: str
    answer: Answer | None = None


def cells_of(name: str, text: str) -> list[Cell]:
    """The cells of a file with this name and text.

    >>> [cell.text.split() for cell in cells_of("a.md", "One:\\n```scheme\\n(f 1)\\n```\\n\\n```\\n2\\n```\\n")]
    [['(f', '1)']]
    """
    suffix = os.path.splitext(name)[1].lower()
    if suffix in (".md", ".markdown"):
        return list(_markdown_cells(text))
    return list(_org_cells(text)) if suffix == ".org" else [Cell(text)]


def answer_after(source: str, end: int) -> Answer | None:
    """The answer recorded for a form that ends at this offset, in a block comment; block comments nest.

    What MIT Scheme's REPL writes below a form, after an empty line or not, is one too: a value, or an error with the
    ways to go on.

    >>> answer_after("(+ 1 2) #| 3 |#", 7), answer_after("(+ 1 2)\\n\\n#| 3 |#", 7)
    (None, None)
    >>> answer_after("(+ 1 2)\\n#| 3 |#", 7).text
    '3'
    >>> answer_after("(+ 1 2)\\n\\n;Value: 3", 7).text
    ';Value: 3'
    """
    beginning = _ANSWER_BEGINS.match(source, end)
    if beginning is None:
        value = _VALUE.match(source, end) or _ERROR.match(source, end)
        return None if value is None else Answer(value[1].strip(), *value.span(1), ";")
    start = beginning.end() - 2
    depth = 0
    for bracket in _BRACKET.finditer(source, start):
        depth += 1 if bracket.group() == "#|" else -1
        if depth == 0:
            return Answer(source[start + 2 : bracket.start()].strip(), start, bracket.end())
    return None  # the reader has refused such a text


def _masked(text: str, start: int, end: int) -> str:
    """The text up to ``end``, blank up to ``start``, with its lines."""
    return re.sub(r"[^\r\n]", " ", text[:start]) + text[start:end]


def _markdown_cells(text: str) -> Iterator[Cell]:
    at = 0
    while (fence := _FENCE.search(text, at)) is not None:
        start, end, at = _fenced(text, fence)
        if fence["info"].lower() not in SCHEME:
            continue
        answer = None
        following = _FENCE.match(text, at + len(text[at:]) - len(text[at:].lstrip("\r\n \t")))
        if following is not None and following["info"].lower() in RESULT:
            first, last, at = _fenced(text, following)
            answer = Answer(text[first:last].strip(), first, last, "lines")
        yield Cell(_masked(text, start, end), answer)


def _fenced(text: str, fence: re.Match[str]) -> tuple[int, int, int]:
    """Where the content of a fenced block starts and ends, and where the text goes on."""
    mark = re.escape(fence["fence"][0])
    closing = re.compile(rf"^ {{0,3}}{mark}{{{len(fence['fence'])},}}[^\S\n]*(?:\n|\Z)", re.MULTILINE)
    found = closing.search(text, fence.end())
    return (fence.end(), found.start(), found.end()) if found else (fence.end(), len(text), len(text))


def _org_cells(text: str) -> Iterator[Cell]:
    at = 0
    while (begin := _ORG_BEGIN.search(text, at)) is not None:
        found = _ORG_END.search(text, begin.end())
        end, at = found.span() if found else (len(text), len(text))
        if begin["language"].lower() in SCHEME:
            yield Cell(_masked(text, begin.end(), end), _org_answer(text, at))


def _org_answer(text: str, at: int) -> Answer | None:
    results = _ORG_RESULTS.match(text, at)
    if results is None:
        return None
    if (example := _ORG_EXAMPLE.match(text, results.end())) is not None:
        return Answer(example["body"].strip(), *example.span("body"), "lines")
    lines = _ORG_LINES.match(text, results.end())
    if lines is None:
        return Answer("", results.end(), results.end(), ":")
    margin = lines[0][: lines[0].index(":") + 1]
    return Answer(_ORG_LINE.sub("", lines[0]).strip(), *lines.span(), margin)
