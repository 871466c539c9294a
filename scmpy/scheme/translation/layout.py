"""Documents that can be broken into lines, and the printer that decides where.

A document is a text, a tuple of documents one after the other, or one of the classes below. A group is printed on one
line if what it holds, and what follows it up to the next place for a break, fits; otherwise its own breaks are taken
and the groups in it are tried in turn (Wadler, "A prettier printer").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WIDTH = 120
STEP = 4


@dataclass(frozen=True, slots=True)
class Break:
    """A place for a line break; ``flat`` stands there otherwise."""

    flat: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Broken as a whole or not at all."""

    content: Doc


@dataclass(frozen=True, slots=True)
class Indent:
    """The lines that start in it are indented one step more."""

    content: Doc


@dataclass(frozen=True, slots=True)
class IfBroken:
    """A text that is there only if the group around it is broken."""

    text: str


Doc = str | tuple[Any, ...] | Break | Group | Indent | IfBroken

SOFT, LINE = Break(), Break(" ")


def render(doc: Doc, indent: int = 0, width: int = WIDTH) -> str:
    """The text of a document that starts at a column, which is also where its outermost lines start.

    >>> print(render(Group(("f(", Indent((SOFT, "first,", LINE, "second")), IfBroken(","), SOFT, ")")), 0, 12))
    f(
        first,
        second,
    )
    """
    output: list[str] = []
    column = indent
    stack: list[tuple[int, bool, Doc]] = [(indent, False, doc)]
    while stack:
        margin, flat, item = stack.pop()
        if isinstance(item, str):
            output.append(item)
            column += len(item)
        elif isinstance(item, tuple):
            stack.extend((margin, flat, part) for part in reversed(item))
        elif isinstance(item, Indent):
            stack.append((margin + STEP, flat, item.content))
        elif isinstance(item, Group):
            flat = flat or _fits(item.content, stack, width - column)
            stack.append((margin, flat, item.content))
        elif isinstance(item, IfBroken):
            stack.append((margin, flat, "" if flat else item.text))
        elif flat:
            stack.append((margin, flat, item.flat))
        else:
            output.append("\n" + " " * margin)
            column = margin
    return "".join(output)


def _fits(doc: Doc, following: list[tuple[int, bool, Doc]], room: int) -> bool:
    """Does the document fit on the line, with what follows up to the next break that will or may be taken?"""
    stack: list[tuple[bool, Doc]] = [(True, doc)]
    rest = len(following)
    while room >= 0:
        if not stack:
            if not rest:
                return True
            rest -= 1
            stack.append(following[rest][1:])
        flat, item = stack.pop()
        if isinstance(item, str):
            room -= len(item)
        elif isinstance(item, tuple):
            stack.extend((flat, part) for part in reversed(item))
        elif isinstance(item, (Group, Indent)):
            stack.append((flat, item.content))
        elif isinstance(item, IfBroken):
            room -= 0 if flat else len(item.text)
        elif flat:
            room -= len(item.flat)
        else:
            return True
    return False


def flat_text(doc: Doc) -> str:
    """The document on one line.

    >>> flat_text(Group(("f(", Indent((SOFT, "x", IfBroken(","))), SOFT, ")")))
    'f(x)'
    """
    return render(Group(doc), 0, 10**9)
