"""Documents that can be broken into lines, and the printer that decides where.

A document is a text, a tuple of documents one after the other, or one of the classes below. A group is printed on one
line if what it holds, and what follows it up to the next place for a break, fits; otherwise its own breaks are taken
and the groups in it are tried in turn (Wadler, "A prettier printer").
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from textwrap import dedent
from typing import Any

from scmpy.scheme.reader import Source, read_forms, tokens

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


# --- python ----------------------------------------------------------------------------------------------------------
# Python expressions as documents with their precedence: operands get parentheses where they need them.

WALRUS, LAMBDA, CONDITIONAL, OR, AND, NOT, COMPARE = range(7)
SUM, PRODUCT, NEGATION, POWER, PRIMARY, ATOM = range(7, 13)

#: What Python takes for a declaration of the file's encoding, which could give the rest of the file another meaning.
_ENCODING = re.compile(r"(?<=coding)(?=[:=])")

_BINARY = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "or": OR, "and": AND}


@dataclass(frozen=True, slots=True)
class Code:
    """An expression: what it looks like, and how strongly its outermost operator binds."""

    doc: Doc
    precedence: int = ATOM
    positive: Code | None = None  # what stands after the minus sign that a product or a negation starts with

    @property
    def text(self) -> str:
        return render(Group(self.doc), 0, 10**9)

    def at_least(self, precedence: int) -> Doc:
        """The document, in parentheses unless it binds at least as strongly as this."""
        return self.doc if self.precedence >= precedence else bracketed("(", [self.doc], ")")

    def statement(self) -> Doc:
        """The document where a line would end after it: in parentheses if it takes several lines and has none."""
        if self.precedence >= PRIMARY:
            return self.doc
        return Group((IfBroken("("), Indent((SOFT, self.doc)), SOFT, IfBroken(")")))


def bracketed(opening: str, items: Sequence[Doc], closing: str, comma: bool = False) -> Doc:
    """Items between brackets: on one line, on one line of their own, or on a line each."""
    if not items:
        return opening + closing
    listed: list[Doc] = []
    for item in items:
        listed += (item, ",", LINE)
    inner = Group((*listed[:-2], IfBroken(",") if comma and len(items) > 1 else ""))
    return Group((opening, Indent((SOFT, inner)), SOFT, closing))


def name(text: str) -> Code:
    return Code(text)


def number(value: int | float | Fraction) -> Code:
    if isinstance(value, Fraction):
        return call(name("Fraction"), [number(value.numerator), number(value.denominator)])
    if isinstance(value, float) and not math.isfinite(value):
        return Code(f'float("{value}")')
    text = repr(value)
    return Code(text, NEGATION if text.startswith("-") else ATOM)


def string(value: str) -> Code:
    text = value.replace("\\", "\\\\") if value.isprintable() else value.encode("unicode_escape").decode()
    return Code('"' + text.replace('"', '\\"') + '"')


def comment(text: str) -> str:
    """A comment, which ends where its line ends, whatever is in it.

    >>> comment("one\\rtwo"), comment("encoding: utf-7")
    ('# one\\\\rtwo', '# encoding : utf-7')
    """
    shown = "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text.rstrip())
    return f"# {_ENCODING.sub(' ', shown)}".rstrip()


def call(function: Code, arguments: Iterable[Code]) -> Code:
    parts = [argument.at_least(LAMBDA) for argument in arguments]
    return Code((function.at_least(PRIMARY), bracketed("(", parts, ")", comma=True)), PRIMARY)


def keyword(member: str, value: Code) -> Code:
    return Code((f"{member}=", value.at_least(LAMBDA)), ATOM)


def attribute(value: Code, member: str) -> Code:
    return Code((value.at_least(PRIMARY), "." + member), PRIMARY)


def index(value: Code, at: Code) -> Code:
    return Code((value.at_least(PRIMARY), bracketed("[", [at.at_least(LAMBDA)], "]")), PRIMARY)


def starred(value: Code) -> Code:
    return Code(("*", value.at_least(SUM)), LAMBDA)


def display(opening: str, items: Sequence[Code], closing: str) -> Code:
    parts = [item.at_least(LAMBDA) for item in items]
    if opening == "(" and len(parts) == 1:
        return Code(("(", parts[0], ",)"))
    return Code(bracketed(opening, parts, closing, comma=True))


def operation(symbol: str, operands: Sequence[Code]) -> Code:
    """``a + b + c``: grouped from the left, so that all operands but the first must bind more strongly."""
    precedence = _BINARY[symbol]
    tighter = precedence if symbol in ("or", "and") else precedence + 1
    first, *others = operands
    parts: list[Doc] = [first.at_least(precedence)]
    for operand in others:
        if symbol == "+" and operand.positive is not None:
            parts += (LINE, "- ", operand.positive.at_least(tighter))
        else:
            parts += (LINE, f"{symbol} ", operand.at_least(tighter))
    positive = operation(symbol, [first.positive, *others]) if precedence == PRODUCT and first.positive else None
    return Code(Group(tuple(parts)), precedence, positive)


def negative(value: Code) -> Code:
    return Code(("-", value.at_least(NEGATION)), NEGATION, value)


def power(base: Code, exponent: int) -> Code:
    """``base**exponent``, with spaces unless the base is a name or a number."""
    sign = "**" if isinstance(base.doc, str) and base.precedence == ATOM else " ** "
    return Code((base.at_least(PRIMARY), f"{sign}{exponent}"), POWER)


def comparison(symbol: str, operands: Sequence[Code]) -> Code:
    parts: list[Doc] = [operands[0].at_least(SUM)]
    for operand in operands[1:]:
        parts += (LINE, f"{symbol} ", operand.at_least(SUM))
    return Code(Group(tuple(parts)), COMPARE)


def negated(test: Code) -> Code:
    """``not test``; ``a != b`` for ``not a == b``."""
    if test.precedence == COMPARE and isinstance(test.doc, Group):
        match test.doc.content:
            case (left, blank, "== ", right):
                return Code(Group((left, blank, "!= ", right)), COMPARE)
    return Code(("not ", test.at_least(NOT)), NOT)


def conditional(test: Code, then: Code, otherwise: Code) -> Code:
    parts = (then.at_least(OR), LINE, "if ", test.at_least(OR), LINE, "else ", otherwise.at_least(CONDITIONAL))
    return Code(Group(parts), CONDITIONAL)


def function(parameters: str, body: Code) -> Code:
    return Code((f"lambda {parameters}: " if parameters else "lambda: ", body.at_least(LAMBDA)), LAMBDA)


def walrus(variable: str, value: Code) -> Code:
    return Code((f"{variable} := ", value.at_least(LAMBDA)), WALRUS)


def generator(element: Code, variable: str, items: Code) -> Code:
    """``element for variable in items``, the only argument of a call."""
    return Code(Group((element.at_least(LAMBDA), LINE, f"for {variable} in ", items.at_least(OR))), LAMBDA)


@dataclass(frozen=True)
class Comment:
    """A comment: where it stands, its lines without marks, and whether code stands before it on its line."""

    start: int
    end: int
    lines: list[str]
    trails: bool


def find_comments(text: str) -> list[Comment]:
    found: list[Comment] = []
    at = 0
    for kind, start, end in tokens(text):
        if kind not in ("comment", "block") or start < at:  # within a datum that is commented out
            continue
        at = end
        if kind == "block":
            lines = _block_lines(text[start + 2 : at - 2])
        elif text[start] == ";":
            lines = [re.sub(r"^;+ ?", "", text[start:at]).rstrip()]
        else:
            form = next(read_forms(Source(text[at:], "<comment>")), None)
            at = len(text) if form is None else at + form.end
            lines = _block_lines(text[start + 2 : at])
        before = text[text.rfind("\n", 0, start) + 1 : start]
        found.append(Comment(start, at, lines, bool(before.strip())))
    return found


def _block_lines(text: str) -> list[str]:
    """The lines of a block without their common indentation."""
    lines = text.rstrip().split("\n")
    first = [lines.pop(0).strip()]  # beside the opening bracket
    return [*filter(None, first), *dedent("\n".join(line.rstrip() for line in lines)).split("\n")] if lines else first


def has_blank_line(text: str) -> bool:
    return re.search(r"\n[^\S\n]*\n", text) is not None


class Lines:
    """Lines in the making. Comments of the source are put before the first line that is made of what follows them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.comments: list[Comment] = find_comments(source.text)
        self.lines: list[str] = []
        self.indent = 0
        self._blank = 0  # empty lines wanted before the next line
        self._opened = True  # a block has just been opened
        self._consumed = 0  # the source is translated up to here

    def add(self, doc: Doc) -> None:
        if not self._opened:
            self.lines += [""] * self._blank
        self._blank, self._opened = 0, False
        self.lines += (" " * self.indent + render(doc, self.indent)).split("\n")

    def separate(self, count: int) -> None:
        """At least so many empty lines before the next line, unless it is the first of its block."""
        self._blank = max(self._blank, count)

    @contextmanager
    def block(self, header: Doc) -> Iterator[None]:
        """What is added inside belongs to the block that the header opens."""
        self.add(header)
        self.indent += STEP
        self._opened = True
        yield
        if self._opened:
            self.add("pass")
        self.indent -= STEP

    def before(self, offset: int) -> None:
        """Put the comments that stand before this place of the source, and the empty line before it, if any."""
        while self.comments and self.comments[0].start < offset:
            self._comment(self.comments.pop(0))
        if self._consumed < offset:
            if has_blank_line(self.source.text[self._consumed : offset]) and not self.indent:
                self.separate(1)
            self._consumed = offset

    def adjoining(self) -> None:
        """Put the comments that follow what is translated without an empty line between."""
        while self.comments:
            gap = self.source.text[self._consumed : self.comments[0].start]
            if gap.strip() or has_blank_line(gap):
                return
            self._comment(self.comments.pop(0))

    def _comment(self, remark: Comment) -> None:
        gap = self.source.text[self._consumed : remark.start]
        if has_blank_line(gap) and not self.indent:
            self.separate(1)
        self._consumed = max(self._consumed, remark.end)
        if remark.trails and "\n" not in gap and self._trail(remark):
            return
        for line in remark.lines:
            self.add(comment(line))

    def _trail(self, remark: Comment) -> bool:
        if not self.lines or self._blank or self._opened or len(remark.lines) > 1:
            return False
        line = f"{self.lines[-1]}  {comment(remark.lines[0])}"
        if len(line) > WIDTH or self.lines[-1].lstrip().startswith("#"):
            return False
        self.lines[-1] = line
        return True
