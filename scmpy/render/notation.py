"""Mathematical notation, apart from the characters that it is written with.

TeX and unicode infix differ in how they write a power or a quotient, not in when one needs parentheses, where a minus
sign goes, or that ``(((expt D 2) x) t)`` is the second derivative of x, at t. The latter is decided here, once:
:func:`typeset` turns an expression into a :class:`Piece`, bottom-up; a :class:`Style` supplies the characters.

A piece knows how tightly its outermost construction binds, and keeps its minus sign apart, so that a sum can write
``a - b`` and a quotient can pull the sign of its numerator to the front.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from scmpy.generic.records import record_of
from scmpy.generic.settings import Limit
from scmpy.render.abbreviations import (
    argument_lists,
    dot_notation,
    dotted,
    is_suppressed,
    suppressed_arguments,
)
from scmpy.render.name_reading import tree_of_name
from scmpy.render.number_text import integer_text, number_text
from scmpy.render.text import Text, fold, operator_of, rope, separated

MOST_PARTS = Limit(
    "most-typeset-parts",
    500_000,
    "Parts of a value that is typeset: some ten seconds of work.",
    "parts, too many to typeset; take parts of it",
)


class Level(IntEnum):
    """How tightly a construction binds its parts; the loosest first."""

    RELATION = 0  # a = b
    SUM = 1  # a + b, and everything with a minus sign in front
    QUOTIENT = 2  # a / b
    PRODUCT = 3  # a b
    POWER = 4  # a^b
    PREFIX = 5  # D f, D f(x), the root of x
    CALL = 6  # f(x)
    ATOM = 7  # x, 12, (...)


@dataclass(frozen=True)
class Piece:
    """A typeset expression: its text without a leading minus sign, and what its surroundings must know about it."""

    body: Text
    level: Level = Level.ATOM
    negative: bool = False
    begins_with_digit: bool = False
    raised: bool = False  # ends in a superscript, so that another one cannot follow
    derivative: bool = False  # stands for a derivative operator: D, partial
    elementary: tuple[Text, Text] | None = None  # head and arguments of sin(x), so that its square can be sin^2(x)
    items: tuple[Piece, ...] | None = None  # of a list

    @property
    def text(self) -> Text:
        return rope("-", self.body) if self.negative else self.body

    @property
    def is_whole(self) -> bool:
        """Whether this is an integer (of either sign)."""
        return isinstance(self.body, str) and self.body.isdigit() and self.body.isascii()

    def binds(self, level: Level) -> bool:
        """Whether the text, sign included, can stand without parentheses where this level is needed."""
        return (Level.SUM if self.negative else self.level) >= level


RELATIONS = frozenset(["=", "<", ">", "<=", ">="])

#: Associative operations that are written between their operands and bind like a quotient.
JOINING = {"compose": "∘", "wedge": "∧", "tensor-product": "⊗", "*modular-integer*": "mod"}


class Style(ABC):
    """The characters of a notation. Methods get texts that need no further parentheses, except where they say so."""

    between_factors = " "
    between_numbers = " "
    between_units = " "
    relations: dict[str, str] = {}
    quaternion_units = ("i", "j", "k")

    @abstractmethod
    def name(self, name: str) -> Piece: ...

    @abstractmethod
    def fraction(self, x: Fraction) -> Piece:
        """A positive rational number."""

    @abstractmethod
    def float(self, x: float) -> Text:
        """A non-negative inexact number."""

    @abstractmethod
    def parenthesized(self, text: Text) -> Text: ...

    @abstractmethod
    def quotient(self, numerator: Piece, denominator: Piece) -> Piece:
        """The pieces as they are; the numerator has no sign."""

    @abstractmethod
    def exponent(self, exponent: Piece) -> Text:
        """The exponent as it is, raised."""

    @abstractmethod
    def root(self, radicand: Piece) -> Piece:
        """The radicand as it is."""

    @abstractmethod
    def partial(self, indices: Sequence[Text]) -> Text: ...

    @abstractmethod
    def bracketed(self, kind: str, text: Text) -> Text:
        """The ``abs``, ``floor`` or ``ceiling`` of an operand."""

    @abstractmethod
    def structure(self, kind: str, entries: Sequence[Text]) -> Text:
        """An ``up`` or ``down`` tuple."""

    @abstractmethod
    def matrix(self, rows: Sequence[Sequence[Text]]) -> Text: ...

    def own(self, head: str | None, operands: Sequence[Piece]) -> Piece | None:
        """What a program has said of the applications of an operator; None if nothing."""
        return None

    def sum(self, terms: Sequence[Text]) -> Text:
        """The terms of a sum, each with its sign and the spaces around it."""
        return rope(*terms)

    def product(self, factors: Sequence[Text]) -> Text:
        """The factors of a product, each but the first with what stands before it."""
        return rope(*factors)

    def within(self, piece: Piece, level: Level) -> Text:
        """The piece, in parentheses if it binds less than the level."""
        return piece.text if piece.binds(level) else self.parenthesized(piece.text)

    def call(self, head: Text, arguments: Sequence[Piece]) -> Text:
        return rope(head, self.arguments(arguments))

    def arguments(self, arguments: Sequence[Piece]) -> Text:
        return self.parenthesized(separated(", ", [piece.text for piece in arguments]))


def typeset(tree: Any, style: Style) -> str:
    """The text of an expression in a style."""
    suppressed, dots = argument_lists(suppressed_arguments.value), dot_notation.value
    parts = 0

    def leaf(x: Any) -> Piece:
        name = getattr(x, "name", None)
        if not isinstance(name, str):
            return number(x, style)
        tree = tree_of_name(name)
        if tree is not None:
            return fold(tree, leaf, combine)
        return replace(style.name(name), derivative=name == "D")

    def combine(tree: Any, operator: Piece, operands: list[Piece]) -> Piece:
        nonlocal parts
        parts += len(operands)
        if parts > MOST_PARTS.value:
            raise MOST_PARTS.refusal("this value has")
        head = _head(tree)
        own = style.own(head, operands)
        if own is not None:
            return own
        if is_suppressed(tree, suppressed):
            return operator
        name = dotted(tree) if dots else None
        if name is not None:
            return style.name(name)
        builder = _BUILDERS.get((head, len(operands))) or _BUILDERS.get((head, None))
        return builder(style, operands) if builder else application(style, tree, operator, operands)

    return str(fold(tree, leaf, combine).text)


def _head(tree: Any) -> str | None:
    return tree.operator.name if operator_of(tree.operator) is None and hasattr(tree.operator, "name") else None


# Numbers


def number(x: Any, style: Style) -> Piece:
    """An integer, rational, float or complex number; a truth value by its Scheme name."""
    if isinstance(x, bool):
        return Piece("#t" if x else "#f")
    if isinstance(x, Integral):
        return Piece(integer_text(abs(int(x))), negative=x < 0, begins_with_digit=True)
    if isinstance(x, Rational):
        if x.denominator == 1:
            return number(x.numerator, style)
        return replace(style.fraction(abs(Fraction(x))), negative=x < 0)
    if isinstance(x, Real):
        negative = number_text(x).startswith("-") and x == x
        return Piece(style.float(abs(float(x))), negative=negative, begins_with_digit=True)
    imaginary = product(style, [number(x.imag, style), Piece("i")])
    return imaginary if x.real == 0 else total(style, [number(x.real, style), imaginary])


# Arithmetic


def total(style: Style, terms: Sequence[Piece]) -> Piece:
    """A sum; negative terms are subtracted."""
    if len(terms) < 2:
        return terms[0] if terms else number(0, style)
    signs = ["-" if terms[0].negative else "", *(" - " if term.negative else " + " for term in terms[1:])]
    sizes = [style.within(replace(term, negative=False), Level.QUOTIENT) for term in terms]
    text = style.sum([rope(sign, size) for sign, size in zip(signs, sizes, strict=True)])
    return Piece(text, Level.SUM, begins_with_digit=terms[0].begins_with_digit)


def difference(style: Style, terms: Sequence[Piece]) -> Piece:
    """``(- a b c)``, or ``(- a)``."""
    first, *others = terms
    return total(style, [first, *(_negated(style, term) for term in others)]) if others else _negated(style, first)


def _negated(style: Style, piece: Piece) -> Piece:
    if piece.negative:
        return Piece(style.parenthesized(piece.text), negative=True)
    if piece.binds(Level.QUOTIENT):
        return replace(piece, negative=True, derivative=False, elementary=None)
    return Piece(style.parenthesized(piece.body), negative=True)


def product(style: Style, factors: Sequence[Piece]) -> Piece:
    """A product; the sign of its first factor is the sign of the whole, and a first factor 1 or -1 is not shown."""
    if len(factors) < 2:
        return factors[0] if factors else number(1, style)
    first, *others = factors
    if first.body == "1":
        if not first.negative:
            return product(style, others)
        return _negated(style, product(style, others))
    if all(factor.derivative for factor in factors):
        return Piece(rope(*(factor.body for factor in factors)), Level.PRODUCT, derivative=True)
    texts: list[Text] = [style.within(replace(first, negative=False), Level.PRODUCT)]
    for factor in others:
        numeric = factor.begins_with_digit and factor.binds(Level.PRODUCT)
        between = style.between_numbers if numeric else style.between_factors
        texts.append(rope(between, style.within(factor, Level.PRODUCT)))
    return Piece(
        style.product(texts),
        Level.PRODUCT,
        negative=first.negative,
        begins_with_digit=first.begins_with_digit and first.level >= Level.PRODUCT,
    )


def quotient(style: Style, operands: Sequence[Piece]) -> Piece:
    """``(/ a b c)`` is a / (b c), and ``(/ a)`` is 1 / a."""
    first, *others = operands
    if not others:
        return style.quotient(number(1, style), first)
    piece = style.quotient(replace(first, negative=False), product(style, others))
    return _negated(style, piece) if first.negative else piece


def power(style: Style, operands: Sequence[Piece]) -> Piece:
    """A power; a whole power of sin(x) is sin^2(x), and one of a derivative operator is an operator."""
    base, exponent = operands
    raised = style.exponent(exponent)
    whole = exponent.is_whole and not exponent.negative
    if base.derivative and whole:
        body = base.body if base.level is Level.ATOM and not base.raised else style.parenthesized(base.body)
        return Piece(rope(body, raised), derivative=True, raised=True)
    if base.elementary and whole:
        head, arguments = base.elementary
        return Piece(rope(head, raised, arguments), Level.POWER)
    bare = base.binds(Level.CALL) and not base.raised
    body = base.text if bare else style.parenthesized(base.text)
    return Piece(rope(body, raised), Level.POWER, begins_with_digit=bare and base.begins_with_digit, raised=True)


def joined(symbol: str) -> Any:
    """The builder of ``(compose f g)`` and the like; operands that bind less tightly than powers are in brackets."""

    def build(style: Style, operands: Sequence[Piece]) -> Piece:
        shown = style.relations.get(symbol, symbol)
        return Piece(separated(f" {shown} ", [style.within(piece, Level.POWER) for piece in operands]), Level.QUOTIENT)

    return build


def quaternion(style: Style, parts: Sequence[Piece]) -> Piece:
    """The real part, and the others with the units i, j, k; parts that are zero are not shown."""
    units = [Piece(unit) for unit in style.quaternion_units]
    terms = [parts[0], *(product(style, pair) for pair in zip(parts[1:], units, strict=True))]
    return total(style, [term for term, part in zip(terms, parts, strict=True) if part.body != "0"])


def quantity(style: Style, operands: Sequence[Piece]) -> Piece:
    """``(& x unit)``: the value, then its unit."""
    value, unit = operands
    before = style.within(replace(value, negative=False), Level.PRODUCT)
    text = rope(before, style.between_units, style.within(unit, Level.PRODUCT))
    return Piece(text, Level.PRODUCT, negative=value.negative, begins_with_digit=value.begins_with_digit)


def relation(symbol: str) -> Any:
    """The builder of ``(= a b)`` and the like."""

    def build(style: Style, operands: Sequence[Piece]) -> Piece:
        shown = style.relations.get(symbol, symbol)
        return Piece(separated(f" {shown} ", [style.within(piece, Level.SUM) for piece in operands]), Level.RELATION)

    return build


# Functions and structures


def application(style: Style, tree: Any, operator: Piece, operands: Sequence[Piece]) -> Piece:
    """A function of its arguments, or a derivative operator before its operand."""
    if operator.derivative and len(operands) == 1:
        operand = operands[0]
        bare = operand.binds(Level.ATOM) and not operand.begins_with_digit
        return Piece(rope(operator.body, operand.text if bare else style.parenthesized(operand.text)), Level.PREFIX)
    head = style.within(operator, Level.PREFIX)
    level = Level.PREFIX if operator.binds(Level.PREFIX) and operator.level is Level.PREFIX else Level.CALL
    text = style.call(head, operands)
    record = record_of(_head(tree), len(operands))
    elementary = (head, style.arguments(operands)) if record is not None and record.power_on_name else None
    return Piece(text, level, elementary=elementary, items=tuple(operands) if _head(tree) == "list" else None)


def structure(kind: str) -> Any:
    """The builder of up or down tuples."""
    return lambda style, operands: Piece(style.structure(kind, [piece.text for piece in operands]))


def bracketed(kind: str) -> Any:
    """The builder of what is written between brackets of its own."""
    return lambda style, operands: Piece(style.bracketed(kind, operands[0].text))


def matrix(style: Style, rows: Sequence[Piece]) -> Piece:
    """``(matrix-by-rows (list a b) (list c d))``."""
    return Piece(style.matrix([[item.text for item in row.items or (row,)] for row in rows]))


def _partial(style: Style, indices: Sequence[Piece]) -> Piece:
    return Piece(style.partial([index.text for index in indices]), derivative=True)


_BUILDERS: dict[tuple[str | None, int | None], Any] = {
    ("+", None): total,
    ("-", None): difference,
    ("*", None): product,
    ("/", None): quotient,
    ("expt", 2): power,
    ("square", 1): lambda style, operands: power(style, [*operands, number(2, style)]),
    ("cube", 1): lambda style, operands: power(style, [*operands, number(3, style)]),
    ("sqrt", 1): lambda style, operands: style.root(operands[0]),
    ("abs", 1): bracketed("abs"),
    ("floor", 1): bracketed("floor"),
    ("ceiling", 1): bracketed("ceiling"),
    ("partial", None): _partial,
    ("up", None): structure("up"),
    ("down", None): structure("down"),
    ("matrix-by-rows", None): matrix,
    ("series", None): total,
    ("quaternion", 4): quaternion,
    ("&", 2): quantity,
    **{(head, None): joined(symbol) for head, symbol in JOINING.items()},
    **{(symbol, 2): relation(symbol) for symbol in RELATIONS},
}
