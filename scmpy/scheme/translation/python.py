"""Python's expressions as texts with their precedence, lines of a program, and the comments of its source.

An expression is on one line: breaking lines is left to a formatter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from textwrap import dedent

from scmpy.scheme.reader import Source, read_forms, tokens

WIDTH = 120
STEP = 4

# Operands get parentheses where they need them.
WALRUS, LAMBDA, CONDITIONAL, OR, AND, NOT, COMPARE = range(7)
SUM, PRODUCT, NEGATION, POWER, PRIMARY, ATOM = range(7, 13)

#: What Python takes for a declaration of the file's encoding, which could give the rest of the file another meaning.
_ENCODING = re.compile(r"(?<=coding)(?=[:=])")

_BINARY = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "or": OR, "and": AND}


@dataclass(frozen=True, slots=True)
class Code:
    """An expression: its text, and how strongly its outermost operator binds."""

    text: str
    precedence: int = ATOM
    positive: Code | None = None  # what stands after the minus sign that a product or a negation starts with
    opposite: Code | None = None  # of the test that two values are equal

    def at_least(self, precedence: int) -> str:
        """The text, in parentheses unless it binds at least as strongly as this."""
        return self.text if self.precedence >= precedence else f"({self.text})"


def number(value: int | float | Fraction) -> Code:
    if isinstance(value, Fraction):
        return call(Code("Fraction"), [number(value.numerator), number(value.denominator)])
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


def listed(items: Iterable[Code]) -> str:
    return ", ".join(item.at_least(LAMBDA) for item in items)


def call(function: Code, arguments: Iterable[Code]) -> Code:
    return Code(f"{function.at_least(PRIMARY)}({listed(arguments)})", PRIMARY)


def keyword(member: str, value: Code) -> Code:
    return Code(f"{member}={value.at_least(LAMBDA)}")


def attribute(value: Code, member: str) -> Code:
    return Code(f"{value.at_least(PRIMARY)}.{member}", PRIMARY)


def index(value: Code, at: Code) -> Code:
    return Code(f"{value.at_least(PRIMARY)}[{at.at_least(LAMBDA)}]", PRIMARY)


def starred(value: Code) -> Code:
    return Code(f"*{value.at_least(SUM)}", LAMBDA)


def display(opening: str, items: Sequence[Code], closing: str) -> Code:
    comma = "," if opening == "(" and len(items) == 1 else ""
    return Code(f"{opening}{listed(items)}{comma}{closing}")


def operation(symbol: str, operands: Sequence[Code]) -> Code:
    """``a + b + c``: grouped from the left, so that all operands but the first must bind more strongly."""
    precedence = _BINARY[symbol]
    tighter = precedence if symbol in ("or", "and") else precedence + 1
    first, *others = operands
    text = first.at_least(precedence)
    for operand in others:
        if symbol == "+" and operand.positive is not None:
            text += f" - {operand.positive.at_least(tighter)}"
        else:
            text += f" {symbol} {operand.at_least(tighter)}"
    positive = operation(symbol, [first.positive, *others]) if precedence == PRODUCT and first.positive else None
    return Code(text, precedence, positive)


def negative(value: Code) -> Code:
    return Code(f"-{value.at_least(NEGATION)}", NEGATION, value)


def power(base: Code, exponent: int) -> Code:
    """``base**exponent``, with spaces unless the base is a name or a number."""
    sign = "**" if base.precedence == ATOM and re.fullmatch(r"[\w.]+", base.text) else " ** "
    return Code(f"{base.at_least(PRIMARY)}{sign}{exponent}", POWER)


def comparison(symbol: str, operands: Sequence[Code]) -> Code:
    opposite = comparison("!=", operands) if symbol == "==" and len(operands) == 2 else None
    return Code(f" {symbol} ".join(operand.at_least(SUM) for operand in operands), COMPARE, opposite=opposite)


def negated(test: Code) -> Code:
    return test.opposite or Code(f"not {test.at_least(NOT)}", NOT)


def conditional(test: Code, then: Code, otherwise: Code) -> Code:
    text = f"{then.at_least(OR)} if {test.at_least(OR)} else {otherwise.at_least(CONDITIONAL)}"
    return Code(text, CONDITIONAL)


def function(parameters: str, body: Code) -> Code:
    return Code(f"lambda {parameters}: ".replace(" :", ":") + body.at_least(LAMBDA), LAMBDA)


def walrus(variable: str, value: Code) -> Code:
    return Code(f"{variable} := {value.at_least(LAMBDA)}", WALRUS)


def generator(element: Code, variable: str, items: Code) -> Code:
    """``element for variable in items``, the only argument of a call."""
    return Code(f"{element.at_least(LAMBDA)} for {variable} in {items.at_least(OR)}", LAMBDA)


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
        self._told = False  # the last line is a comment on the next one
        self._consumed = 0  # the source is translated up to here

    def add(self, line: str) -> None:
        if not self._opened:
            self.lines += [""] * self._blank
        self._blank, self._opened, self._told = 0, False, False
        self.lines.append(" " * self.indent + line)

    def separate(self, count: int) -> None:
        """At least so many empty lines before the next line, unless it is the first of its block, or told of."""
        self._blank = max(self._blank, 0 if self._told else count)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """What is added inside belongs to the block that the header opens."""
        self.add(header)
        self.indent += STEP
        self._opened = True
        yield
        if self._opened:
            self.add("pass")
        self.indent -= STEP
        self._told = False

    def before(self, offset: int) -> None:
        """Put the comments that stand before this place of the source, and the empty line before it, if any."""
        while self.comments and self.comments[0].start < offset:
            self._comment(self.comments.pop(0))
        if self._consumed < offset:
            self._part(self.source.text[self._consumed : offset])
            self._consumed = offset

    def _part(self, gap: str) -> None:
        if has_blank_line(gap) and not self.indent:
            self._told = False
            self.separate(1)

    def adjoining(self) -> None:
        """Put the comments that follow what is translated without an empty line between."""
        while self.comments:
            gap = self.source.text[self._consumed : self.comments[0].start]
            if gap.strip() or has_blank_line(gap):
                return
            self._comment(self.comments.pop(0), ended=True)

    def _comment(self, remark: Comment, ended: bool = False) -> None:
        gap = self.source.text[self._consumed : remark.start]
        self._part(gap)
        self._consumed = max(self._consumed, remark.end)
        if remark.trails and "\n" not in gap and self._trail(remark, ended):
            return
        for line in remark.lines:
            self.add(comment(line))
            self._told = True

    def _trail(self, remark: Comment, ended: bool) -> bool:
        """Put a comment behind the last line, if what it is of has been made, or has ``ended``."""
        if not self.lines or (self._blank and not ended) or self._opened or len(remark.lines) > 1:
            return False
        line = f"{self.lines[-1]}  {comment(remark.lines[0])}"
        if len(line) > WIDTH or self.lines[-1].lstrip().startswith("#"):
            return False
        self.lines[-1] = line
        return True
