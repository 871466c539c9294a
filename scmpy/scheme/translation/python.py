"""Python expressions as documents with their precedence: operands get parentheses where they need them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scmpy.scheme.translation.layout import LINE, SOFT, Doc, Group, IfBroken, Indent, flat_text

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
        """The expression on one line."""
        return flat_text(self.doc)

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
    """A name, or any text that is an atom."""
    return Code(text)


def number(value: int | float | Fraction) -> Code:
    """A real number.

    >>> number(-1).precedence == NEGATION, number(Fraction(1, 2)).text, number(math.inf).text
    (True, 'Fraction(1, 2)', 'float("inf")')
    """
    if isinstance(value, Fraction):
        return call(name("Fraction"), [number(value.numerator), number(value.denominator)])
    if isinstance(value, float) and not math.isfinite(value):
        return Code(f'float("{value}")')
    text = repr(value)
    return Code(text, NEGATION if text.startswith("-") else ATOM)


def string(value: str) -> Code:
    """A string literal.

    >>> string('say "x"\\n').text
    '"say \\\\"x\\\\"\\\\n"'
    """
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
    """``function(argument, ...)``.

    >>> call(call(name("D"), [name("f")]), [number(1)]).text
    'D(f)(1)'
    """
    parts = [argument.at_least(LAMBDA) for argument in arguments]
    return Code((function.at_least(PRIMARY), bracketed("(", parts, ")", comma=True)), PRIMARY)


def keyword(member: str, value: Code) -> Code:
    """``name=value``, an argument of a call.

    >>> call(name("f"), [keyword("x", number(1))]).text
    'f(x=1)'
    """
    return Code((f"{member}=", value.at_least(LAMBDA)), ATOM)


def attribute(value: Code, member: str) -> Code:
    """``value.member``."""
    return Code((value.at_least(PRIMARY), "." + member), PRIMARY)


def index(value: Code, indices: Sequence[Code]) -> Code:
    """``value[i]`` or ``value[i, j]``."""
    parts = [part.at_least(LAMBDA) for part in indices]
    return Code((value.at_least(PRIMARY), bracketed("[", parts, "]")), PRIMARY)


def starred(value: Code) -> Code:
    """``*value``, an argument."""
    return Code(("*", value.at_least(SUM)), LAMBDA)


def display(opening: str, items: Sequence[Code], closing: str) -> Code:
    """A tuple or a list.

    >>> display("(", [number(1)], ")").text, display("[", [], "]").text
    ('(1,)', '[]')
    """
    parts = [item.at_least(LAMBDA) for item in items]
    if opening == "(" and len(parts) == 1:
        return Code(("(", parts[0], ",)"))
    return Code(bracketed(opening, parts, closing, comma=True))


def operation(symbol: str, operands: Sequence[Code]) -> Code:
    """``a + b + c``: grouped from the left, so that all operands but the first must bind more strongly.

    >>> operation("-", [name("a"), operation("+", [name("b"), name("c")])]).text
    'a - (b + c)'
    >>> operation("+", [name("a"), operation("*", [negative(name("b")), name("c")])]).text
    'a - b * c'
    """
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
    """``-value``."""
    return Code(("-", value.at_least(NEGATION)), NEGATION, value)


def power(base: Code, exponent: int) -> Code:
    """``base**exponent``, with spaces unless the base is a name or a number.

    >>> power(name("x"), 2).text, power(call(name("f"), [name("x")]), 2).text
    ('x**2', 'f(x) ** 2')
    """
    sign = "**" if isinstance(base.doc, str) and base.precedence == ATOM else " ** "
    return Code((base.at_least(PRIMARY), f"{sign}{exponent}"), POWER)


def comparison(symbol: str, operands: Sequence[Code]) -> Code:
    """``a < b < c``."""
    parts: list[Doc] = [operands[0].at_least(SUM)]
    for operand in operands[1:]:
        parts += (LINE, f"{symbol} ", operand.at_least(SUM))
    return Code(Group(tuple(parts)), COMPARE)


def negated(test: Code) -> Code:
    """``not test``; ``a != b`` for ``not a == b``.

    >>> negated(comparison("==", [name("a"), name("b")])).text
    'a != b'
    """
    if test.precedence == COMPARE and isinstance(test.doc, Group):
        match test.doc.content:
            case (left, blank, "== ", right):
                return Code(Group((left, blank, "!= ", right)), COMPARE)
    return Code(("not ", test.at_least(NOT)), NOT)


def conditional(test: Code, then: Code, otherwise: Code) -> Code:
    """``then if test else otherwise``."""
    parts = (then.at_least(OR), LINE, "if ", test.at_least(OR), LINE, "else ", otherwise.at_least(CONDITIONAL))
    return Code(Group(parts), CONDITIONAL)


def function(parameters: str, body: Code) -> Code:
    """``lambda parameters: body``."""
    return Code((f"lambda {parameters}: " if parameters else "lambda: ", body.at_least(LAMBDA)), LAMBDA)


def walrus(variable: str, value: Code) -> Code:
    """``variable := value``."""
    return Code((f"{variable} := ", value.at_least(LAMBDA)), WALRUS)


def generator(element: Code, variable: str, items: Code) -> Code:
    """``element for variable in items``, the only argument of a call."""
    return Code(Group((element.at_least(LAMBDA), LINE, f"for {variable} in ", items.at_least(OR))), LAMBDA)
