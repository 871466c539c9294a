"""Mathematical notation, symbol names, infix text, line breaks."""

from __future__ import annotations

import math
import re
import unicodedata
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError, describe, expected
from scmpy.generic.elementary import record_of
from scmpy.generic.settings import MOST_PARTS, SWITCH, Kind, Setting
from scmpy.registry import lookup
from scmpy.render.scheme import (
    Text,
    fold,
    integer_text,
    number_text,
    operator_of,
    rope,
    scheme_text,
    separated,
    tree_of_name,
)

# --- symbol names ----------------------------------------------------------------------------------------------------
# What a symbol's name says: ``thetadot_1^a`` is theta with a dot, subscript 1, superscript a.

_LOWER = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon"
_LAST = "phi chi psi omega"
_UPPER = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"

GREEK = dict(zip(f"{_LOWER} {_LAST} {_UPPER}".split(), "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))

#: The names of Greek letters, by letter.
LETTERS = {letter: name for name, letter in GREEK.items()}

#: The symbols of units by their names, such as &meter; the units themselves enter them.
UNITS: dict[str, str] = {}

#: The names of basis vectors, and of the blades of geometric algebras.
_BASIS = re.compile(r"e[0-9]+")

#: What the texts of values have in them, and no name that has scripts.
_NO_WORD = re.compile(r"[\s()\[\]{}\"]")

ACCENTS = ("primeprime", "prime", "dotdot", "dot", "hat", "bar", "vec", "tilde")


@dataclass(frozen=True)
class Name:
    """A name in its parts: ``base`` is a word, each script a name without scripts of its own."""

    base: str
    accents: tuple[str, ...] = ()
    subscripts: tuple[Name, ...] = ()
    superscripts: tuple[Name, ...] = ()


def parse_name(name: str) -> Name:
    """Take a name apart.

    >>> name = parse_name("thetadot_1")
    >>> name.base, name.accents, name.subscripts[0].base
    ('theta', ('dot',), '1')
    >>> parse_name("m_").base, parse_name("teapot").base, parse_name("e12").subscripts[0].base
    ('m_', 'teapot', '12')
    >>> parse_name("a text, by_its_author").base
    'a text, by_its_author'
    """
    if _BASIS.fullmatch(name):
        return Name("e", (), (Name(name[1:]),))
    base, *rest = re.split(r"([_^])", name)
    marks, scripts = rest[::2], rest[1::2]
    if not base or not all(scripts) or _NO_WORD.search(name):
        return Name(name)
    names = [(mark, Name(*_accented(text))) for mark, text in zip(marks, scripts, strict=True)]
    return Name(*_accented(base), *(tuple(name for mark, name in names if mark == sign) for sign in "_^"))


def _accented(word: str) -> tuple[str, tuple[str, ...]]:
    accents: list[str] = []
    base = word
    while suffix := next((accent for accent in ACCENTS if base.endswith(accent) and base != accent), None):
        accents.insert(0, suffix)
        base = base.removesuffix(suffix)
    is_letter = len(base) == 1 and base.isalpha()
    return (base, tuple(accents)) if is_letter or base in GREEK else (word, ())


# --- abbreviations ---------------------------------------------------------------------------------------------------
# What formulas leave out on request: arguments that go without saying, and D where a dot stands for it.

_LISTS = "a list of lists of arguments"


def argument_lists(value: Any) -> frozenset[tuple[str, ...]]:
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise expected(_LISTS, describe(value))
    lists = list(value)
    if not all(isinstance(each, Iterable) and not isinstance(each, str) for each in lists):
        raise expected(_LISTS, describe(value))
    return frozenset(tuple(map(_text, each)) for each in lists)


def kind_of(read: Callable[[Any], Any], wanted: str) -> Kind:

    def accepts(value: Any) -> bool:
        try:
            read(value)
        except WrongTypeError:
            return False
        return True

    return Kind(accepts, wanted)


def _text(argument: Any) -> str:
    is_tree = hasattr(argument, "name") or operator_of(argument) is not None
    return scheme_text(argument) if is_tree else str(argument)


suppressed_arguments = Setting(
    "*suppressed-argument-list*",
    (),
    kind_of(argument_lists, _LISTS),
    "The arguments that formulas do not show: a function that is no operation of the library is written without them.",
    """
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> with setting(suppressed_argument_list=[[t]]):
    ...     infix(D(theta)(t) ** 2 * sin(t))
    'sin(t) (Dθ)²'
    """,
)
dot_notation = Setting(
    "*dot-notation*",
    False,
    SWITCH,
    "Whether formulas write the first and the second derivative of a function with dots, as is usual for functions of "
    "time.",
    """
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> with setting(dot_notation=True):
    ...     infix((D**2)(theta)(t))
    'θ̈(t)'
    """,
)

_DOTS = {1: "dot", 2: "dotdot"}
_SCRIPTS = re.compile(r"([^_^]+)(.*)", re.DOTALL)


def dotted(tree: Any) -> str | None:
    """The name with dots for ``(D f)`` and ``((expt D 2) f)``; None for other trees."""
    operator = operator_of(tree)
    name = getattr(tree.operands[0], "name", None) if operator is not None and len(tree.operands) == 1 else None
    dots = _DOTS.get(_order(operator)) if isinstance(name, str) else None
    parts = _SCRIPTS.fullmatch(name) if dots is not None and isinstance(name, str) else None
    return None if parts is None else f"{parts[1]}{dots}{parts[2]}"


def _order(operator: Any) -> Any:
    if getattr(operator, "name", None) == "D":
        return 1
    head = operator_of(operator)
    if getattr(head, "name", None) == "expt" and getattr(operator.operands[0], "name", None) == "D":
        return operator.operands[1]
    return 0


def is_suppressed(tree: Any, lists: frozenset[tuple[str, ...]]) -> bool:
    """Do the arguments of this application go without saying? Those of the library's operations do not."""
    if not lists or tuple(map(_text, tree.operands)) not in lists:
        return False
    name = getattr(tree.operator, "name", None)
    return name is None or lookup(name) is None


# --- notation --------------------------------------------------------------------------------------------------------
# Mathematical notation, apart from the characters that it is written with.
#
# TeX and unicode infix differ in how they write a power or a quotient, not in when one needs parentheses, where a minus
# sign goes, or that ``(((expt D 2) x) t)`` is the second derivative of x, at t. The latter is decided here, once:
# :func:`typeset` turns an expression into a :class:`Piece`, bottom-up; a :class:`Style` supplies the characters.
#
# A piece knows how tightly its outermost construction binds, and keeps its minus sign apart, so that a sum can write
# ``a - b`` and a quotient can pull the sign of its numerator to the front.


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
        return isinstance(self.body, str) and self.body.isdigit() and self.body.isascii()

    def binds(self, level: Level) -> bool:
        """Whether the text, sign included, can stand without parentheses where this level is needed."""
        return (Level.SUM if self.negative else self.level) >= level


RELATIONS = frozenset(["=", "<", ">", "<=", ">="])

#: Associative operations that are written between their operands: how, and how tightly they bind.
JOINING = {
    "compose": ("∘", Level.QUOTIENT),
    "wedge": ("∧", Level.PRODUCT),
    "tensor-product": ("⊗", Level.PRODUCT),
    "*modular-integer*": ("mod", Level.QUOTIENT),
}


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
    def bracketed(self, kind: str, text: Text) -> Piece:
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
        MOST_PARTS.check(parts, "this value", "parts, too many to typeset; take parts of it", each=2)
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
    if len(terms) < 2:
        return terms[0] if terms else number(0, style)
    signs = ["-" if terms[0].negative else "", *(" - " if term.negative else " + " for term in terms[1:])]
    sizes = [style.within(replace(term, negative=False), Level.QUOTIENT) for term in terms]
    text = style.sum([rope(sign, size) for sign, size in zip(signs, sizes, strict=True)])
    return Piece(text, Level.SUM, begins_with_digit=terms[0].begins_with_digit)


def difference(style: Style, terms: Sequence[Piece]) -> Piece:
    if len(terms) == 1:
        return _negated(style, terms[0])
    return total(style, [*terms[:1], *(_negated(style, term) for term in terms[1:])])


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
    if not operands:
        return number(1, style)
    first, *others = operands
    if not others:
        return style.quotient(number(1, style), first)
    piece = style.quotient(replace(first, negative=False), product(style, others))
    return _negated(style, piece) if first.negative else piece


def power(style: Style, operands: Sequence[Piece]) -> Piece:
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


def joined(symbol: str, level: Level, within: Level) -> Any:
    """The builder of ``(compose f g)``, ``(= a b)`` and the like; looser operands than a level are in brackets."""

    def build(style: Style, operands: Sequence[Piece]) -> Piece:
        shown = style.relations.get(symbol, symbol)
        return Piece(separated(f" {shown} ", [style.within(piece, within) for piece in operands]), level)

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
    return lambda style, operands: Piece(style.structure(kind, [piece.text for piece in operands]))


def bracketed(kind: str) -> Any:
    """The builder of what is written between brackets of its own."""
    return lambda style, operands: style.bracketed(kind, operands[0].text)


def matrix(style: Style, rows: Sequence[Piece]) -> Piece:
    return Piece(style.matrix([[item.text for item in row.items or (row,)] for row in rows]))


def _partial(style: Style, indices: Sequence[Piece]) -> Piece:
    return Piece(style.partial([index.text for index in indices]), derivative=True)


_BUILDERS: dict[tuple[str | None, int | None], Any] = {
    ("+", None): total,
    ("-", None): difference,
    ("negate", 1): difference,
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
    **{(head, None): joined(symbol, level, Level.POWER) for head, (symbol, level) in JOINING.items()},
    **{(symbol, 2): joined(symbol, Level.RELATION, Level.SUM) for symbol in RELATIONS},
}


# --- infix -----------------------------------------------------------------------------------------------------------
# Expressions as people write them in a line of text: ``1/2 m v²`` is ``½ m v²``, ``((D theta) t)`` is ``Dθ(t)``.
#
# Every text has one reading. A product is written with spaces, subtraction too (``a - b``; ``a-b`` is a name), a
# superscript that belongs to a name is marked by an arrow (``ω↑a``, where ``ωᵃ`` could be a power), and a power is in
# superscript digits or behind ``^``.

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

COMBINING_ACCENTS = {
    "dot": "\u0307",
    "dotdot": "\u0308",
    "hat": "\u0302",
    "bar": "\u0304",
    "vec": "\u20d7",
    "tilde": "\u0303",
    "prime": "′",
    "primeprime": "″",
}

SIGNS = {"...": "⋯", "<lambda>": "λ"}

FRACTIONS = {Fraction(unicodedata.numeric(sign)).limit_denominator(8): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}


def infix(tree: Any) -> str:
    """An expression in one line of unicode text."""
    return typeset(tree, _Infix())


class _Infix(Style):
    between_numbers = "·"
    relations = {"<=": "≤", ">=": "≥"}
    quaternion_units = ("𝐢", "𝐣", "𝐤")

    def name(self, name: str) -> Piece:
        if name in UNITS:
            return Piece(UNITS[name])
        if name in SIGNS or name.startswith("d/d"):
            return Piece(SIGNS.get(name) or "∂/∂" + str(self.name(name.removeprefix("d/d")).text))
        if name[:1] == "d" and ((parsed := parse_name(name[1:])).base in GREEK or parsed.accents):
            piece = self.name(name[1:])
            return replace(piece, body=f"d{piece.text}")
        parsed = parse_name(name)
        low = [script.base for script in parsed.subscripts]
        if len(low) == 1 and low[0].isdigit():
            below = low[0].translate(SUBSCRIPTS)
        else:
            below = "".join("_" + _word(script) for script in parsed.subscripts)  # lest A_1_2 be A_12
        text = _word(parsed) + below + "".join("↑" + _word(script) for script in parsed.superscripts)
        return Piece(text, raised=bool(parsed.superscripts), begins_with_digit=text[:1].isdigit())

    def fraction(self, x: Fraction) -> Piece:
        if x in FRACTIONS:
            return Piece(FRACTIONS[x], Level.PRODUCT, begins_with_digit=True)
        return Piece(number_text(x), Level.QUOTIENT, begins_with_digit=True)

    def float(self, x: float) -> Text:
        return "NaN" if math.isnan(x) else "∞" if math.isinf(x) else repr(x)

    def parenthesized(self, text: Text) -> Text:
        return rope("(", text, ")")

    def quotient(self, numerator: Piece, denominator: Piece) -> Piece:
        parts = self.within(numerator, Level.PRODUCT), " / ", self.within(denominator, Level.POWER)
        return Piece(rope(*parts), Level.QUOTIENT, begins_with_digit=numerator.begins_with_digit)

    def exponent(self, exponent: Piece) -> Text:
        if exponent.is_whole:
            return ("-" * exponent.negative + str(exponent.body)).translate(SUPERSCRIPTS)
        return rope("^", self.within(exponent, Level.ATOM))

    def root(self, radicand: Piece) -> Piece:
        return Piece(rope("√", self.within(radicand, Level.ATOM)), Level.PREFIX)

    def partial(self, indices: Sequence[Text]) -> Text:
        if all(isinstance(index, str) and index.isdigit() for index in indices):
            return "∂" + ",".join(map(str, indices)).translate(SUBSCRIPTS)
        return rope("∂[", separated(", ", indices), "]")

    def bracketed(self, kind: str, text: Text) -> Piece:
        return Piece(rope(kind, "(", text, ")"), Level.CALL)

    def structure(self, kind: str, entries: Sequence[Text]) -> Text:
        return rope(kind, "(", separated(", ", entries), ")")

    def matrix(self, rows: Sequence[Sequence[Text]]) -> Text:
        return rope("[", separated(", ", [rope("[", separated(", ", row), "]") for row in rows]), "]")


def _word(name: Name) -> str:
    return GREEK.get(name.base, name.base) + "".join(COMBINING_ACCENTS[accent] for accent in name.accents)


# --- line breaks -----------------------------------------------------------------------------------------------------
# Long texts in mathematical notation, broken into lines where a reader would break them.

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
