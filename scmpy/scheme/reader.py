"""The reader: text to data, with the place of every part.

It keeps an explicit stack, so that data nests as deep as memory allows. Where the elements of a list stand is kept
beside the data, in a table from the identity of each pair to the span of what its car was read from.
"""

from __future__ import annotations

import cmath
import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

from scmpy.errors import LimitError, Location, SyntaxError_
from scmpy.generic.numbers import complex_of, exact, inexact_complex
from scmpy.generic.settings import MOST_DIGITS
from scmpy.registry import flint
from scmpy.scheme.data import DEFAULT, EMPTY, EOF, MOST_DATA, MOST_SOURCE, OPTIONAL, REST, Char, Pair, new_pair
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.ring import to_float

# --- numerals --------------------------------------------------------------------------------------------------------
# The written forms of numbers: ``12``, ``-1/2``, ``.5``, ``1e3``, ``+i``, ``2-1.5i``, ``1@2``, ``#xff``, ``#e.5``.

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@cache
def _numeral(radix: int) -> re.Pattern[str]:
    digits = f"[{_DIGITS[:radix]}]"
    unsigned = rf"(?:{digits}+/{digits}+|{digits}+\.?{digits}*|\.{digits}+)"
    if radix == 10:
        unsigned = r"(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[esfdl][-+]?\d+)?)"
    real = rf"(?:[-+]?{unsigned}|[-+](?:inf|nan)\.0)"
    return re.compile(rf"(?P<real>{real})?(?:(?P<imaginary>[-+](?:{unsigned}|(?:inf|nan)\.0)?)i|@(?P<angle>{real}))?")


_EXPONENT = re.compile("[sfdl]")  # the marks of other precisions, which are this one
_PREFIX = re.compile(r"#[eibodxEIBODX]")
_RADIX = {"b": 2, "o": 8, "d": 10, "x": 16}


def parse_number(text: str, radix: int = 10) -> Any:
    """The number that a text writes, or None."""
    if not text.isascii():
        return None
    exactness = base = ""
    while _PREFIX.match(text):
        letter = text[1].lower()
        if exactness if letter in "ei" else base:
            return None  # a second one of its kind
        if letter in "ei":
            exactness = letter
        else:
            base = letter
        text = text[2:]
    radix = _RADIX[base] if base else radix
    number = _written(text.lower(), exactness == "e", radix)
    if exactness == "e" and isinstance(number, (float, complex)):
        parts = (number.real, number.imag) if cmath.isfinite(number) else None
        return parts and complex_of(*(exact(Fraction(x)) for x in parts))
    if number is None or exactness != "i":
        return number
    if isinstance(number.real, Fraction) and number.imag:
        return complex(number)
    return complex(number.real, number.imag) if number.imag else float(number.real)


def _written(text: str, make_exact: bool, radix: int) -> Any:
    found = _numeral(radix).fullmatch(text)
    if not found or not text:
        return None
    if found["imaginary"] is None and found["angle"] is None:
        return _real(text, make_exact, radix)
    real = _real(found["real"], make_exact, radix) if found["real"] else 0
    if found["angle"] is not None:
        angle = _real(found["angle"], make_exact, radix)
        if real is None or angle is None or not math.isfinite(angle):
            return None
        return real if angle == 0 else inexact_complex(cmath.rect(to_float(real), angle))
    digits = found["imaginary"]
    imaginary = _real(digits + "1" if len(digits) == 1 else digits, make_exact, radix)
    if real is None or imaginary is None:
        return None
    return complex_of(real, imaginary)


def _real(text: str, make_exact: bool, radix: int) -> Any:
    if text.endswith(("inf.0", "nan.0")):
        return float(text[:-2])
    if "/" in text:
        numerator, denominator = (_integer(digits, radix) for digits in text.split("/"))
        return exact(Fraction(numerator, denominator)) if denominator else None
    if radix != 10:
        whole, _, part = text.partition(".")
        quotient = Fraction(_integer(whole + part, radix), radix ** len(part))
        return exact(quotient) if make_exact or "." not in text else to_float(quotient)
    if text.lstrip("+-").isdecimal():
        return _integer(text, radix)
    text = _EXPONENT.sub("e", text)
    if not make_exact:
        return float(text)
    value = Decimal(text)
    MOST_DIGITS.check(abs(value.adjusted()), f"the exact number {text}", each=10)
    return exact(Fraction(value))


def _integer(digits: str, radix: int) -> int:
    """Python's own conversion stops at 4300 decimal digits."""
    if len(digits) < 4000 or radix != 10:
        return int(digits, radix)
    return int(flint.fmpz(digits.removeprefix("+")))


# --- source ----------------------------------------------------------------------------------------------------------
# Source texts: offsets to lines and columns, and the places that errors point at.

Span = tuple[int, int]

_LONGEST_LINE = 200


class Source:
    """A text with its file name; or a datum that is evaluated."""

    def __init__(self, text: str, filename: str, datum: Any = None) -> None:
        self.text = text
        self.filename = filename
        self.datum = datum

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of every line."""
        starts, position = [0], self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1]

    def location(self, offset: int) -> Location:
        line, column = self.position(offset)
        return self.place(line, column)

    def place(self, line: int, column: int) -> Location:
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        text = self.text[start : end if end >= 0 else None].replace("\t", " ").rstrip()
        return Location(self.filename, line, column + 1, text if len(text) <= _LONGEST_LINE else "")


_BRACKET = re.compile(r"#\||\|#")
_STRING = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_CHARACTER = re.compile(r"#\\(?:x[0-9a-fA-F]+|[^\W\d_][\w+-]*|.)(?=[\s()\"';]|$)|#\\.", re.DOTALL)
_ATOM = re.compile(r"""(?:[^\s()"';`,|]++|\|(?:[^|\\]++|\\.)*+\|)++""", re.DOTALL)
#: Blanks, and the parenthesis or the word behind them; nothing, if something else stands there.
_PLAIN = re.compile(r"""(?:\s++|;[^\n]*+)*+([()]|[^\s()"';`,|#][^\s()"';`,|]*+(?!\|)|)""")
_LABEL = re.compile(r"#(\d+)([=#])")
_FOLDING = {"#!fold-case": True, "#!no-fold-case": False}
_NUMERIC = re.compile(r"[-+.\d]|#[eibodxEIBODX]")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]+);|[ \t]*\n[ \t]*|(.))", re.DOTALL)

_LOOKALIKES = {
    **dict.fromkeys("\u2018\u2019\u00b4", "a symbol is quoted by a straight apostrophe: '"),
    **dict.fromkeys("\u201c\u201d\u201e", 'a string is written between straight quotation marks: "'),
    **dict.fromkeys("[]{}", "lists are written in parentheses: ( )"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "0": "\0"}
CHARACTER_NAMES = dict(
    zip(
        "space newline tab return null backspace delete rubout escape altmode linefeed page alarm nul".split(),
        " \n\t\r\0\b\x7f\x7f\x1b\x1b\n\f\a\0",
        strict=True,
    )
)
_CONSTANTS: dict[str, Any] = {
    "#t": True,
    "#true": True,
    "#f": False,
    "#false": False,
    "#!default": DEFAULT,
    "#!eof": EOF,
    "#!unspecific": None,
    "#!optional": OPTIONAL,
    "#!rest": REST,
}
#: What is written before a datum for a form around it.
PREFIXES = {"'": "quote", "`": "quasiquote", ",": "unquote", ",@": "unquote-splicing"}

_BRACKETS = ("(", "#(", "#u8(")

#: So many different symbols and numbers are read once only.
_KNOWN_ATOMS = 10_000

Spans = dict[int, Span]


class IncompleteError(SyntaxError_):
    """The text ends inside a datum: more of it could complete it."""


@dataclass(frozen=True)
class Form:
    """A datum read from a source, with its place and those of its parts."""

    datum: Any
    start: int
    end: int
    source: Source = field(repr=False)
    spans: Spans = field(repr=False, compare=False)

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1] + 1

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]


class _Open:
    """A datum that is being read: a list, a vector, a quotation, a datum comment or what a label stands before."""

    __slots__ = ("dot", "items", "kind", "label", "start")

    def __init__(self, kind: str, start: int, label: str = "") -> None:
        self.kind = kind
        self.start = start
        self.label = label
        self.items: list[tuple[Any, Span]] = []
        self.dot: int | None = None


def read_forms(source: Source) -> Iterator[Form]:
    return iter(Reader(source).read, None)


@dataclass(frozen=True, eq=False)
class _Reference:
    """Stands in a datum for the whole of it, while that is being read."""

    label: str


#: What some editors put at the start of a file, and the line that makes it a command.
_HEAD = re.compile(r"\ufeff?(?:#! ?/[^\n]*)?")


class Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = _HEAD.match(self.text).end()  # type: ignore[union-attr]
        self.count, self.most = 0, MOST_DATA.value  # of the data in the form that is being read
        self.spans: Spans = {}
        self.open: list[_Open] = []
        self.atoms: dict[str, Any] = {}  # what symbols and numbers that were read before stand for
        self.fold_case = False
        self.labels: dict[str, Any] = {}
        MOST_SOURCE.check(len(self.text), "a text")
        half = None if self.text.isascii() else _SURROGATE.search(self.text)
        if half:
            raise self.fail(f"U+{ord(half[0]):04X} is half of a character", half.start())

    def fail(self, message: str, offset: int, kind: type[SyntaxError_] = SyntaxError_) -> SyntaxError_:
        return kind(message, location=self.source.location(offset))

    def read(self) -> Form | None:
        self.spans, self.labels = {}, {}
        self.count = 0
        text, match, finished = self.text, _PLAIN.match, None
        while finished is None:
            found = match(text, self.at)
            word, (start, self.at) = found[1], found.span(1)  # type: ignore[index, union-attr]
            if word == "(":
                self.open.append(_Open("(", start))
            elif word == ")":
                finished = self.close(start)
            elif word in self.atoms and self.open and self.open[-1].kind in _BRACKETS and self.count < self.most:
                self.count += 1
                self.open[-1].items.append((self.atoms[word], found.span(1)))  # type: ignore[index, union-attr]
            elif word:
                finished = self.atom(word, start)
            elif start < len(text):
                finished = self.step(text[start], start)
            elif self.open:
                raise self.incomplete(self.open[-1])
            else:
                return None
        datum, start = finished
        return Form(datum, start, self.at, self.source, self.spans)

    def incomplete(self, last: _Open) -> SyntaxError_:
        """The error of a text that ends within a datum, which says where a parenthesis may be missing."""
        line, column = self.source.position(last.start)
        if last.kind not in _BRACKETS:
            return self.fail(f"nothing follows the {last.kind} at {line}:{column + 1}", last.start, IncompleteError)
        message = f"the {last.kind} opened at {line}:{column + 1} is never closed"
        inside = self.text.find("\n(", last.start)
        if inside >= 0:
            below = self.source.position(inside + 1)[0]
            message += f"; line {below} begins with a parenthesis as forms of their own do: is one missing before it?"
        return self.fail(message, last.start, IncompleteError)

    def step(self, character: str, start: int) -> tuple[Any, int] | None:
        """Read one token that is no plain word; a finished top-level datum with its start, if it completes one."""
        text = self.text
        if character in "'`,":
            return self.begin(",@" if text.startswith(",@", start) else character)
        if character == '"':
            return self.add(self.string(), start)
        if character == "#":
            for opening in ("#(", "#u8(", "#;"):
                if text.startswith(opening, start):
                    return self.begin(opening)
            if text.startswith("#|", start):
                self.at = end_of_block(text, start) or 0
                if not self.at:
                    raise self.fail("the block comment that starts here is not closed", start, IncompleteError)
                return None
            if text.startswith("#\\", start):
                return self.add(self.character(), start)
            if label := _LABEL.match(text, start):
                return self.labelled(label, start)
        found = _ATOM.match(text, start)
        if not found:
            raise self.fail("the symbol that starts here is not closed", start, IncompleteError)
        self.at = found.end()
        return self.atom(found[0], start)

    def begin(self, kind: str, label: str = "") -> tuple[Any, int] | None:
        self.open.append(_Open(kind, self.at, label))
        self.at += len(kind)
        return None

    def labelled(self, found: re.Match[str], start: int) -> tuple[Any, int] | None:
        """``#0=`` before a datum, ``#0#`` for that datum."""
        label = found[1]
        if found[2] == "=":
            self.labels[label] = _Reference(label)
            return self.begin(found[0], label)
        if label not in self.labels:
            raise self.fail(f"no datum before this has the label #{label}=", start)
        self.at = found.end()
        return self.add(self.labels[label], start)

    def label(self, done: _Open, datum: Any) -> None:
        """The labelled datum is complete: where it refers to itself it comes back."""
        reference, self.labels[done.label] = self.labels[done.label], datum
        if datum is reference:
            raise self.fail(f"the label #{done.label}= stands before itself", done.start)
        stack, seen = [datum], set()
        while stack:
            part = stack.pop()
            if id(part) in seen or not isinstance(part, (Pair, list)):
                continue
            seen.add(id(part))
            if isinstance(part, Pair):
                part.car = datum if part.car is reference else part.car
                part.cdr = datum if part.cdr is reference else part.cdr
                stack += (part.cdr, part.car)
            else:
                part[:] = [datum if item is reference else item for item in part]
                stack += part

    def close(self, start: int) -> tuple[Any, int] | None:
        if not self.open or self.open[-1].kind not in _BRACKETS:
            raise self.fail("unbalanced close parenthesis", start)
        done = self.open.pop()
        if done.kind == "#u8(":
            if not all(type(item) is int and 0 <= item < 256 for item, _ in done.items):
                raise self.fail("a bytevector holds integers from 0 to 255", done.start)
            return self.add(bytearray(item for item, _ in done.items), done.start)
        if done.kind == "#(":
            return self.add([item for item, _ in done.items], done.start)
        return self.add(self.make_list(done), done.start)

    def make_list(self, done: _Open) -> Any:
        datum: Any = EMPTY
        spans = self.spans
        if done.dot is not None:
            if done.dot == 0 or len(done.items) != done.dot + 1:
                raise self.fail("a dot stands before the last element of a list", done.start)
            datum, _ = done.items.pop()
        for item, span in reversed(done.items):
            pair = new_pair(Pair)
            pair.car = item
            pair.cdr = datum
            spans[id(pair)] = span
            datum = pair
        return datum

    def add(self, datum: Any, start: int) -> tuple[Any, int] | None:
        """A datum is complete: it goes into what is open, which may be complete with it."""
        self.count += 1
        if self.count > self.most:
            raise MOST_DATA.refusal("a form of", location=self.source.location(start))
        while self.open:
            top = self.open[-1]
            if top.kind in _BRACKETS:
                top.items.append((datum, (start, self.at)))
                return None
            span = (start, self.at)
            self.open.pop()
            if top.kind == "#;":
                return None
            if top.label:
                self.label(top, datum)
                start = top.start
                continue
            argument = Pair(datum, EMPTY)
            datum = Pair(symbol(PREFIXES[top.kind]), argument)
            self.spans[id(argument)] = span
            start = top.start
            self.spans[id(datum)] = (start, start + len(top.kind))
        return datum, start

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if not found:
            raise self.fail("the string that starts here is not closed", self.at, IncompleteError)
        self.at = found.end()
        return unescape(found[1])

    def character(self) -> Char:
        found = _CHARACTER.match(self.text, self.at)
        if not found:
            raise self.fail("a character is missing after #\\", self.at, IncompleteError)
        name = found[0][2:]
        value = name if len(name) == 1 else CHARACTER_NAMES.get(name.lower())
        if value is None and name[0] in "xU":
            value = _code_point(name[1:])
        if value is None:
            raise self.fail(f"unknown character name: {name}", self.at)
        self.at = found.end()
        return Char(value)

    def atom(self, name: str, start: int) -> tuple[Any, int] | None:
        value = self.atoms.get(name, self)
        if value is self:
            if name == "." and self.open and self.open[-1].kind == "(" and self.open[-1].dot is None:
                self.open[-1].dot = len(self.open[-1].items)
                return None
            if name in _FOLDING:
                self.fold_case, self.atoms = _FOLDING[name], {}
                return None
            if (place := lookalike(name)) is not None:
                raise self.fail(_LOOKALIKES[name[place]], start + place)
            value = self.atom_value(name, start)
            if len(self.atoms) < _KNOWN_ATOMS:
                self.atoms[name] = value
        return self.add(value, start)

    def atom_value(self, name: str, start: int) -> Any:
        if name.isidentifier() and not self.fold_case:
            return symbol(name)
        if _NUMERIC.match(name):
            try:
                number = parse_number(name)
            except LimitError as error:
                raise LimitError(error.message, location=self.source.location(start)) from None
            if number is not None:
                return number
        if name[0] == "#":
            if name in _CONSTANTS:
                return _CONSTANTS[name]
            raise self.fail(f"unreadable: {name if len(name) < 40 else name[:40] + '...'}", start)
        if name == ".":
            raise self.fail("a dot stands only before the last element of a list", start)
        if self.fold_case or "|" in name:
            name = _BARS.sub(lambda part: self.folded(part[0]) if part[1] is None else unescape(part[1]), name)
        return symbol(name)

    def folded(self, text: str) -> str:
        return text.casefold() if self.fold_case else text


_BARS = re.compile(r"\|((?:[^|\\]++|\\.)*+)\||[^|]++", re.DOTALL)


def lookalike(name: str) -> int | None:
    """Where a quotation mark of word processors, or a bracket that is none in Scheme, begins or ends an atom.

    One that ``x[0]`` may be has none.
    """
    ends = name[-1] in _LOOKALIKES and not ("[" in name or "{" in name)
    return 0 if name[0] in _LOOKALIKES else len(name) - 1 if ends and name[0] not in "#|" else None


def words(text: str) -> list[str]:
    """The words in a text, those of its comments and strings too.

    >>> words('(f "a b") ; c')
    ['f', 'a', 'b', 'c']
    """
    return _ATOM.findall(text)


def unescape(text: str) -> str:
    text = text.replace("\r\n", "\n")  # a line ends in one way, whatever file it is in
    if "\\" not in text:
        return text

    def replace(found: re.Match[str]) -> str:
        if found[1]:
            return _code_point(found[1]) or "\ufffd"
        return _ESCAPES.get(found[2], found[2]) if found[2] else ""

    return _ESCAPE.sub(replace, text)


def _code_point(digits: str) -> str | None:
    try:
        character = chr(int(digits, 16))
    except (ValueError, OverflowError):
        return None
    return None if _SURROGATE.match(character) else character


# --- tokens ----------------------------------------------------------------------------------------------------------
# Text as it is being typed: tokens, the brackets that are open, where the next line begins.
#
# Unlike the reader this takes any text, complete or not, and says what stands where: colouring, indentation,
# completion and hints about misspelt words are made from it.

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
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None and found.lastgroup is not None
        end = (end_of_block(text, at) or len(text)) if found.lastgroup == "block" else found.end()
        yield Token(found.lastgroup, at, end)
        at = end


def end_of_block(text: str, start: int) -> int | None:
    depth = 0
    for found in _BRACKET.finditer(text, start):
        depth += 1 if found[0] == "#|" else -1
        if depth == 0:
            return found.end()
    return None


def open_brackets(text: str) -> list[Bracket]:
    """The brackets that the text leaves open, the innermost last."""
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
    """The words that stand first in the brackets left open, the innermost last; "" where there is none."""
    return [word_at(text, bracket.elements[0]) if bracket.elements else "" for bracket in open_brackets(text)]


def word_at(text: str, start: int) -> str:
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
