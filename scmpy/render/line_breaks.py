"""Long texts in mathematical notation, broken into lines where a reader would break them."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

_OPERATIONS = "+-/=<>≤≥"


class _Break(NamedTuple):
    """A space where a line may end: how many brackets are open there, and whether it is inside a product."""

    depth: int
    inside_product: bool
    position: int


def filled(text: str, columns: int = 79, indentation: str = "    ") -> str:
    """The text in lines of at most ``columns`` characters, where that is possible; those after the first indented.

    A line ends before the operation, or after the comma, that is nested least deeply in its second half. The components
    of a structure that is too long for a line begin lines of their own, under the first.

    >>> print(filled("f(a, b) + g(a, b) - h(a, b)", columns=20))
    f(a, b) + g(a, b)
        - h(a, b)
    >>> print(filled("up(f(a, b) + g(a, b) - h(a, b), f(a, b))", columns=24))
    up(f(a, b) + g(a, b)
           - h(a, b),
       f(a, b))
    """
    head, components = _components(text) if len(text) > columns else ("", [])
    if not components or columns - len(head) < _NARROWEST:
        return _in_lines(text, columns, indentation)
    ends = [","] * (len(components) - 1) + [")" if head[-1] == "(" else "]"]
    parts = [filled(part + end, columns - len(head), indentation) for part, end in zip(components, ends, strict=True)]
    return head + "\n".join(parts).replace("\n", "\n" + " " * len(head))


#: Structures in structures are not laid out in fewer columns than these.
_NARROWEST = 20


def _components(text: str) -> tuple[str, list[str]]:
    """The beginning of the text of a structure, up or down or a matrix, and the texts of its components."""
    head = next((head for head in ("up(", "down(", "[") if text.startswith(head)), "")
    if not head:
        return "", []
    depth, start = 0, len(head)
    parts: list[str] = []
    for i in range(len(head) - 1, len(text)):
        if text[i] in "([":
            depth += 1
        elif text[i] in ")]":
            depth -= 1
            if depth == 0:
                return (head, [*parts, text[start:i]]) if i == len(text) - 1 else ("", [])
        elif text[i] == "," and depth == 1 and text[i + 1 : i + 2] == " ":
            parts.append(text[start:i])
            start = i + 2
    return "", []


def _in_lines(text: str, columns: int, indentation: str) -> str:
    """The text in lines, wherever it may be broken."""
    breaks = _breaks(text)
    lines: list[str] = []
    start, prefix = 0, ""
    while len(prefix) + len(text) - start > columns:
        place = _best(breaks, start, start + columns - len(prefix))
        if place is None:
            break
        lines.append(prefix + text[start:place])
        start, prefix = place + 1, indentation
    return "\n".join([*lines, prefix + text[start:]])


def _breaks(text: str) -> list[_Break]:
    """The places where a line may end: not between an operation and its second operand."""
    found: list[_Break] = []
    depth = 0
    for i, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == " " and not (text[i - 1] in _OPERATIONS and text[i - 2 : i - 1] == " "):
            before_operation = text[i + 1 : i + 2] in _OPERATIONS and text[i + 2 : i + 3] == " "
            found.append(_Break(depth, not (before_operation or text[i - 1] == ","), i))
    return found


def _best(breaks: list[_Break], start: int, end: int) -> int | None:
    """The best break after ``start`` and up to ``end``; the first one beyond where there is none."""

    def index(position: int) -> int:
        return bisect_right(breaks, position, key=lambda b: b.position)

    fitting = breaks[index((start + end) // 2) : index(end)] or breaks[index(start) : index(end)]
    if not fitting:
        return next((b.position for b in breaks[index(max(start, end)) :]), None)
    return min(fitting, key=lambda b: (b.depth, b.inside_product, -b.position)).position
