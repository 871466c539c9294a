"""The characters of formulas, in infix text and in LaTeX, as tokens that both notations have in common.

Spaces separate, and are not read otherwise, but that ``x (`` and ``x(`` may differ. A run of letters is taken apart
into known names, names of functions and of Greek letters, the longest first, and single letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from scmpy.errors import Location, SyntaxError_
from scmpy.generic.elementary import RECORDS
from scmpy.render.notation import COMBINING_ACCENTS, FRACTIONS, GREEK, LETTERS, SUBSCRIPTS, SUPERSCRIPTS

MOST_NESTED = 200
MOST_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A token: its type in the grammar, what it stands for, and its place in the text."""

    type: str
    value: Any
    start: int
    end: int


def refused(source: str, position: int, message: str) -> SyntaxError_:
    """The error that a text is not read at a position."""
    position = min(position, len(source))
    begin = source.rfind("\n", 0, position) + 1
    line = source[begin:].partition("\n")[0]
    before = max(0, position - begin - _CONTEXT)
    place = Location("formula", source.count("\n", 0, begin) + 1, position - begin + 1, line)
    if before or len(line) > 2 * _CONTEXT:  # the caret stands beneath what is shown: the column is said in words
        text = line[before : position - begin + _CONTEXT]
        shown = Location("formula", place.line, position - begin - before + 1, text)
        return SyntaxError_(f"{message} (column {place.column} of the line)", location=shown)
    return SyntaxError_(message, location=place)


_CONTEXT = 60  # characters of a long line that are shown on either side

_OTHER_NAMES = {"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arsinh": "asinh", "tg": "tan"}
_OTHER_NAMES |= {"arcosh": "acosh", "artanh": "atanh", "cosec": "csc", "arcsinh": "asinh", "arccosh": "acosh"}

#: What the names of functions stand for, as people write them.
FUNCTIONS = {name: name for name in RECORDS} | _OTHER_NAMES | {name: name for name in ("up", "down", "list")}
_TEX_FUNCTIONS = {
    found[1]: name
    for name, record in RECORDS.items()
    if (found := re.fullmatch(r"\\(?:operatorname\{)?([A-Za-z]+[0-9]?)\}?", record.tex)) and found[1] not in GREEK
} | {name: of for name, of in FUNCTIONS.items() if name.isalpha()}
_TEX_FUNCTIONS["arctan"] = "atan"

_WORDS = frozenset(["and", "where", "with", "const", "constant"])
_GREEK_WORDS = frozenset(name for name in GREEK if len(name) > 1)
_VARIANTS = {"varphi": "phi", "vartheta": "theta", "varepsilon": "epsilon", "varrho": "rho", "varsigma": "sigma"}
_VARIANT_LETTERS = {"ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon", "ϱ": "rho", "ς": "sigma", "µ": "mu", "Ω": "Omega"}
_DOTS = {"\u0307": 1, "\u0308": 2, "\u20db": 3}
_MARKS = {sign: name for name, sign in COMBINING_ACCENTS.items() if unicodedata.combining(sign) and sign not in _DOTS}
_RELATIONS = {"=": "=", "==": "=", ":=": "=", "≠": "≠", "!=": "≠", "≤": "<=", "<=": "<=", "≥": ">=", ">=": ">="}
_RELATIONS |= {"<": "<", ">": ">", "≡": "="}
_PRIMES = {"'": 1, "′": 1, "’": 1, "″": 2, "‴": 3}
_CONNECTING = {"*": "*", "·": "*", "⋅": "*", "∙": "*", "×": "*", "/": "/", "÷": "/"}
_CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|"}
_OPENING = {")": "(", "]": "[", "}": "{"}
_NUMBER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(?:e([-+]?\d+)(?![\w.]))?", re.ASCII)
_UNSCRIPTED = {value: chr(key) for key, value in SUPERSCRIPTS.items()}
_UNSUBSCRIPTED = {value: chr(key) for key, value in SUBSCRIPTS.items()}


_END = Piece("SEP", "end", 0, 0)


class Lexer:
    """What both notations share: brackets, numbers, names taken apart, rows of formulas."""

    def __init__(self, source: str, known: Collection[str], spelled: dict[str, str]) -> None:
        if len(source) > MOST_CHARACTERS:
            raise refused(source, 0, f"at most {MOST_CHARACTERS} characters are read, this has {len(source)}")
        self.source, self.i = source, 0
        self.known = {*known, *(re.split(r"[_^]|\d+$", name)[0] for name in known)}
        self.longest = max(map(len, (*self.known, *FUNCTIONS, *_GREEK_WORDS, *_VARIANTS, *_WORDS)))
        self.out: list[Piece] = []
        self.open: list[tuple[str, int]] = []  # brackets: what closes them, and the place of the token
        self.spelled = sorted(spelled.items(), key=lambda x: -len(x[0]))

    def tokens(self) -> list[Piece]:
        try:
            while self.i < len(self.source):
                self.step()
        except RecursionError:
            raise refused(self.source, self.i, "commands are nested too deeply") from None
        if self.open:
            closing, place = self.open[-1]
            self.refuse(f"this bracket is not closed: {closing} was expected", [*self.out, _END][place].start)
        return list(_joined_rows(self.out))

    def step(self) -> None:
        raise NotImplementedError

    def refuse(self, message: str, position: int | None = None) -> NoReturn:
        raise refused(self.source, self.i if position is None else position, message)

    def emit(self, type_: str, value: Any, length: int = 0) -> None:
        self.out.append(Piece(type_, value, self.i, self.i + length))
        self.i += length

    def match(self, pattern: str) -> re.Match[str] | None:
        return re.compile(pattern).match(self.source, self.i)

    def begin(self, kind: str, closing: str, length: int) -> None:
        if len(self.open) >= MOST_NESTED:
            self.refuse(f"brackets are nested more than {MOST_NESTED} deep")
        self.open.append((closing, len(self.out)))
        self.emit("LP", kind, length)

    def finish(self, kind: str, closing: str, length: int) -> None:
        if not self.open or self.open[-1][0] != closing:
            wanted = f"; {self.open[-1][0]} was expected" if self.open else ""
            self.refuse(f"{self.source[self.i : self.i + length]} closes no bracket{wanted}")
        self.open.pop()
        self.emit("RP", kind, length)

    def bar(self, length: int) -> None:
        """A bar opens where an operand is expected, and closes after one."""
        after_operand = self.out and self.out[-1].type in _ENDS_OPERAND
        if self.open and self.open[-1][0] == "|" and after_operand:
            self.finish("|", "|", length)
        else:
            self.begin("|", "|", length)

    def separator(self, length: int) -> None:
        """The end of a row; inside brackets a space."""
        if self.open:
            self.i += length
        else:
            self.emit("SEP", "row", length)

    def simple(self) -> bool:
        """Spaces, numbers, relations, primes, operations: whatever both notations write alike."""
        c = self.source[self.i]
        if c in " \t\r\u00a0\u2009\u202f":
            self.i += 1
        elif c in FRACTION_SIGNS:
            self.emit("NUMBER", FRACTION_SIGNS[c], 1)
        elif found := _NUMBER.match(self.source, self.i):
            self.emit("NUMBER", found[0], len(found[0]))
        elif (two := self.source[self.i : self.i + 2]) in _RELATIONS or c in _RELATIONS:
            text = two if two in _RELATIONS else c
            self.emit("REL", _RELATIONS[text], len(text))
        elif c in _PRIMES:
            self.emit("PRIME", _PRIMES[c], 1)
        elif c in "+-−":
            self.emit("SIGN", "+" if c == "+" else "-", 1)
        elif c in ",;":
            if self.open and c == ",":
                self.emit("COMMA", ",", 1)
            elif not self.open:
                self.emit("SEP", "end", 1)
            else:
                self.refuse("a semicolon separates formulas: a closing bracket was expected")
        elif c == ".":  # the end of a sentence
            self.i += 1
        else:
            return self._name_as_shown() or self._grouped(c)
        return True

    def _grouped(self, c: str) -> bool:
        if c == "|":
            self.bar(1)
        elif c in _CLOSING:
            self.begin(c, _CLOSING[c], 1)
        elif c in _OPENING:
            self.finish(_OPENING[c], c, 1)
        else:
            return False
        return True

    def _name_as_shown(self) -> bool:
        for text, name in self.spelled:
            if self.source.startswith(text, self.i):
                self.emit("NAME", name, len(text))
                return True
        return False

    def word(self, word: str, start: int) -> None:
        """A run of letters, taken apart."""
        position, end = start, start + len(word)
        while position < end:
            rest = word[position - start :][: self.longest]
            size = next((n for n in range(len(rest), 1, -1) if self._is_name(rest[:n])), 1)
            part = rest[:size]
            self.i = position
            if part in ("and", "where", "with") and size == len(word):
                self.emit("SEP", "end", size)
            elif part in FUNCTIONS and part not in self.known and size > 1:
                self.emit("FUNC", FUNCTIONS[part], size)
            elif part == "const" or part == "constant":
                self.emit("NAME", "const", size)
            else:
                self.emit("NAME", _VARIANTS.get(part, part), size)
            position += size

    def _is_name(self, word: str) -> bool:
        if word in self.known or word in FUNCTIONS or word in _GREEK_WORDS or word in _VARIANTS:
            return True
        return word in _WORDS


FRACTION_SIGNS: dict[str, Fraction] = {sign: value for value, sign in FRACTIONS.items()}
_ENDS_OPERAND = ("NUMBER", "NAME", "PRIME", "RP", "FUNC")


def _joined_rows(pieces: list[Piece]) -> Iterator[Piece]:
    """The tokens with one separator between formulas: what continues the row before it has none."""
    rows: list[list[Piece]] = [[]]
    soft = [False]
    for piece in pieces:
        if piece.type != "SEP":
            rows[-1].append(piece)
        elif rows[-1]:
            rows.append([])
            soft.append(piece.value == "row")
    before: list[Piece] = []
    for row, may_continue in zip(rows, soft, strict=True):
        if not row:
            continue
        if before and not (may_continue and _continues(before, row)):
            yield Piece("SEP", "", before[-1].end, row[0].start)
        yield from row
        before = row


def _continues(before: list[Piece], row: list[Piece]) -> bool:
    if before[-1].type in ("SIGN", "CONNECT", "REL") or row[0].type in ("REL", "CONNECT"):
        return True
    return row[0].type == "SIGN" and not any(piece.type == "REL" for piece in row)


# --- infix -----------------------------------------------------------------------------------------------------------


class InfixLexer(Lexer):
    """``m l θ'' = -m g sin θ``, and the library's own infix text."""

    def step(self) -> None:
        c = self.source[self.i]
        if c == "\n":
            self.separator(1)
        elif (
            found := self.match(r"[ \t]{2,}\(\d+[a-z]?\)[ \t]*(?=\n|$)")
        ) and not self.open:  # a number of an equation
            self.i += len(found[0])
        elif self.simple():
            pass
        elif found := self.match(r"\*\*|\^"):
            self.emit("CARET", "^", len(found[0]))
        elif found := self.match(r"⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"):
            self._superscript(found[0])
        elif c in _CONNECTING:
            self.emit("CONNECT", _CONNECTING[c], 1)
        elif c in "√∛":
            self.emit("ROOT", 2 if c == "√" else 3, 1)
        elif c == "∂":
            self._partial()
        elif c.isalpha():
            self._letters()
        else:
            self.refuse(f"{c!r} is no part of a formula in infix text: a name, a number, an operation was expected")

    def _superscript(self, text: str) -> None:
        digits = "".join(_UNSCRIPTED[ord(c)] for c in text)
        self.emit("CARET", "^")
        self.emit("LP", "{")
        if digits.startswith("-"):
            self.emit("SIGN", "-", 1)
        self.emit("NUMBER", digits.removeprefix("-"), len(digits.removeprefix("-")))
        self.emit("RP", "{")

    def _partial(self) -> None:
        found = self.match(r"∂([₀-₉]+(?:,[₀-₉]+)*)|∂\[(\d+(?:, ?\d+)*)\]")
        if found is None:
            self.emit("PARTIAL", None, 1)
            return
        text = "".join(_UNSUBSCRIPTED.get(ord(c), c) for c in found[1] or found[2])
        self.emit("PARTIAL", tuple(int(n) for n in text.split(",")), len(found[0]))

    def _letters(self) -> None:
        start = self.i
        found = self.match(r"[^\W\d_⁰-₟²³¹]+")
        assert found is not None
        word = ""
        for c in found[0]:  # up to the first letter with a mark
            if len(parts := unicodedata.normalize("NFD", c)) > 1 and parts[1] in _DOTS:
                break
            plain = unicodedata.normalize("NFKC", c)  # of mathematical italic and bold letters
            word += plain if len(plain) == 1 else c
        if word and self._greek(word, start):
            return
        if word:
            self.word(word, start)
        else:
            parts = unicodedata.normalize("NFD", found[0][0])
            self.emit("NAME", LETTERS.get(parts[0], parts[0]), 1)
            self.emit("PRIME", _DOTS[parts[1]])
        self._marks()

    def _greek(self, word: str, start: int) -> bool:
        """Greek letters are names of their own: the first of a run, or the letters up to one."""
        place = next((n for n, c in enumerate(word) if c in LETTERS or c in _VARIANT_LETTERS), None)
        if place is None:
            return False
        if place:
            self.word(word[:place], start)
        else:
            c = word[0]
            self.emit("NAME", LETTERS.get(c) or _VARIANT_LETTERS[c], 1)
        if place == 0:
            self._marks()
        return True

    def _marks(self) -> None:
        """Accents, dots, subscripts and superscripts of the name before them."""
        name = self.out[-1]
        if name.type != "NAME":
            return
        text, dots = name.value, 0
        while self.i < len(self.source):
            c = self.source[self.i]
            if c in _DOTS:
                dots, self.i = dots + _DOTS[c], self.i + 1
            elif c in _MARKS:
                text, self.i = text + _MARKS[c], self.i + 1
            elif found := self.match(r"_\{([\w, ]+)\}|_([^\W⁰¹²³⁴⁵⁶⁷⁸⁹]+)|([₀-₉]+)|(\d+)(?!\.?\d)"):
                plain = found[1] or found[2] or found[4] or ""
                plain = plain or "".join(_UNSUBSCRIPTED[ord(c)] for c in found[3])
                text, self.i = _scripted(text, plain, self.known, found[4] is not None), found.end()
            elif found := self.match(r"↑(\w+)"):
                text, self.i = f"{text}^{LETTERS.get(found[1], found[1])}", found.end()
            else:
                break
        self.out[-1] = Piece("NAME", text, name.start, self.i)
        if dots:
            self.emit("PRIME", dots)


def _scripted(text: str, script: str, known: Collection[str], glued: bool) -> str:
    parts = [LETTERS.get(part, part) for part in re.split(r"[,\s_]+", script) if part]
    whole, joined = f"{text}_{'_'.join(parts)}", text + "".join(parts)
    if glued:
        return joined if joined in known or whole not in known else whole
    return joined if joined in known and whole not in known else whole


# --- LaTeX -----------------------------------------------------------------------------------------------------------

_MATRICES = frozenset(["pmatrix", "bmatrix", "matrix", "smallmatrix", "vmatrix"])
_ENVIRONMENTS = frozenset(
    "equation align aligned alignat alignedat gather gathered cases split multline eqnarray array displaymath math "
    "dcases subequations flalign".split()
)
_DROPPED = frozenset(
    "quad qquad displaystyle textstyle scriptstyle nonumber notag limits hfill hline big Big bigg Bigg bigl bigr Bigl "
    "Bigr biggl biggr left right middle ensuremath noindent allowbreak nobreak".split()
) - {"left", "right"}
_TRANSPARENT = frozenset("mathbf boldsymbol bm vec mathit mathcal underline mathbb mathnormal".split())
_UPRIGHT = frozenset("mathrm mathsf operatorname text textsf textrm textit mbox rm".split())
_HATS = {"hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde"}
_ACCENTS = {"dot": 1, "ddot": 2, "dddot": 3, "ddddot": 4}
_TEX_RELATIONS = {"le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "ne": "≠", "neq": "≠", "equiv": "=", "lt": "<"}
_TEX_RELATIONS |= {"gt": ">", "leqslant": "<=", "geqslant": ">=", "coloneqq": "="}
_BRACKETS = {"lvert": "|", "rvert": "|", "vert": "|", "lfloor": "floor", "rfloor": "floor", "lceil": "ceiling"}
_BRACKETS |= {
    "rceil": "ceiling",
    "lbrack": "[",
    "rbrack": "]",
    "lbrace": "{",
    "rbrace": "}",
    "langle": "(",
    "rangle": ")",
}


class TexLexer(Lexer):
    r"""``m l \ddot\theta = -m g \sin\theta``, and what ``->tex`` writes."""

    def step(self) -> None:
        c = self.source[self.i]
        if c == "%":
            found = self.match(r"%[^\n]*\n?")
            self.i += len(found[0]) if found else 1
        elif found := self.match(r"\{\s*\}|\\,|[\\][;:! ]|~|&(?=)"):
            self._blank(found[0])
        elif c == "\n":
            found = self.match(r"\n(\s*\n)*")
            self.separator(len(found[0])) if found and found[1] else self._skip(1)
        elif found := self.match(r"(\d+(?:\.\d+)?)\s*\\times\s*10\^\{(-?\d+)\}"):
            self.emit("NUMBER", f"{found[1]}e{found[2]}", len(found[0]))
        elif found := self.match(r"\^\s*\{\s*((?:\\prime\s*)+)\}|\^\s*(\\prime)(?![a-zA-Z])"):
            self.emit("PRIME", found[0].count("prime"), len(found[0]))
        elif self.simple():
            pass
        elif c == "^":
            self.emit("CARET", "^", 1)
            self._argument()
        elif c in "*/":
            self.emit("CONNECT", c, 1)
        elif c == "$":
            self._skip(2 if self.source.startswith("$$", self.i) else 1)
        elif c == "\\":
            self._command()
        elif c.isalpha():
            self.emit("NAME", LETTERS.get(c, c), 1)
            self._subscripts()
        else:
            self.refuse(f"{c!r} is not expected here in LaTeX: a name, a number, an operation was expected")

    def _skip(self, length: int) -> None:
        self.i += length

    def _blank(self, text: str) -> None:
        if text == "&" and self.open and self.open[-1][0] in _MATRICES:
            self.emit("CELL", "&", 1)
        else:
            self.i += len(text)

    def _command(self) -> None:
        found = self.match(r"\\([A-Za-z]+)\*?|\\(.)")
        name, start = (found[1] or found[2], self.i) if found else ("", self.i)
        if not found:
            self.refuse("a backslash ends the text: the name of a command was expected")
        length = len(found[0])
        if name == "\\":
            self._end_of_row()
        elif name in "[]()" and found[2]:
            self.separator(2) if name in "[]" else self._skip(2)
        elif name in ("label", "tag", "vspace", "hspace", "ref", "eqref") and (
            found := self.match(r"\\\w+\*?\s*\{[^{}]*\}")
        ):
            self.i += len(found[0])
        elif name in ("begin", "end"):
            self._environment(name)
        elif name in ("left", "right"):
            self._fence(name, length)
        elif name in _BRACKETS or name in "{}|":
            self._bracket(name, length)
        elif name in ("cdot", "times", "ast"):
            self.emit("CONNECT", "*", length)
        elif name in _TEX_RELATIONS:
            self.emit("REL", _TEX_RELATIONS[name], length)
        elif name in _DROPPED:
            self.i += length
        elif name in ("frac", "dfrac", "tfrac", "cfrac"):
            self.emit("FRAC", name, length)
            self._argument()
            self._argument()
        elif name == "sqrt":
            index = self.match(r"\\sqrt\s*(?:\[\s*(\d+)\s*\])?")
            self.emit("ROOT", int((index and index[1]) or 2), len(index[0]) if index else length)
            self._argument()
        elif name == "partial":
            index = self.match(r"\\partial\s*_\s*(?:\{(\d+(?:\s*,\s*\d+)*)\}|(\d))")
            path = tuple(int(n) for n in (index[1] or index[2]).split(",")) if index else None
            self.emit("PARTIAL", path, len(index[0]) if index else length)
        else:
            self._word_command(name, length, start)

    def _word_command(self, name: str, length: int, start: int) -> None:
        if name in _ACCENTS or name in _HATS:
            self._accent(name, length)
        elif name in _TRANSPARENT:
            self.i += length
            held = self._held()
            self.out += held[1:-1] if len(held) > 2 else held
            self._subscripts()
        elif name in _UPRIGHT:
            self._upright(length)
        elif name in GREEK or name in _VARIANTS:
            self.emit("NAME", _VARIANTS.get(name, name), length)
            self._subscripts()
        elif name in _TEX_FUNCTIONS:
            self.emit("FUNC", _TEX_FUNCTIONS[name], length)
        elif name in ("cdots", "ldots", "dots"):
            self.emit("NAME", "...", length)
        elif name in ("infty", "hbar", "ell"):
            self.emit("NAME", {"ell": "l"}.get(name, name), length)
            self._subscripts()
        else:
            self.refuse(
                f"\\{name} is no command that is read; a Greek letter, a function, \\frac, \\dot was expected", start
            )

    def _end_of_row(self) -> None:
        found = self.match(r"\\\\\*?(\s*\[[^\]\n]*\])?")
        length = len(found[0]) if found else 2
        if self.open and self.open[-1][0] in _MATRICES:
            self.emit("ROW", "row", length)
        else:
            self.separator(length)

    def _environment(self, which: str) -> None:
        found = self.match(r"\\(?:begin|end)\s*\{([A-Za-z]+)\*?\}(?:\{[^{}]*\})?")
        name = found[1] if found else ""
        length = len(found[0]) if found else 0
        if found and name in _MATRICES:
            (self.begin if which == "begin" else self.finish)(name, name, len(found[0].partition("}")[0]) + 1)
        elif name in _ENVIRONMENTS and which == "begin" and self.open:
            self.open.append((f"\\end{{{name}}}", len(self.out)))  # the rows in it are no rows of a matrix
            self.i += length
        elif name in _ENVIRONMENTS and self.open and self.open[-1][0] == f"\\end{{{name}}}":
            self.open.pop()
            self.i += length
        elif name in _ENVIRONMENTS:
            self.separator(length) if not self.open and name not in (
                "aligned",
                "split",
                "array",
                "math",
            ) else self._skip(length)
        else:
            self.refuse(f"\\{which}{{{name}}} is no environment that is read: align, cases, pmatrix was expected")

    def _fence(self, which: str, length: int) -> None:
        self.i += length
        found = self.match(r"\s*(\\[A-Za-z]+|\\?.)")
        if not found:
            self.refuse(f"\\{which} is followed by no bracket")
        self.i = found.end() - len(found[1])
        text = found[1].removeprefix("\\") if len(found[1]) > 1 else found[1]
        closed = re.match(r".*?\\right\s*\\\}", self.source[self.i :], re.DOTALL)
        if text == "." or (text == "{" and which == "left" and not closed):  # one bracket for several rows
            self.i += len(found[1])
        else:
            self._bracket(text, len(found[1]), which)

    def _bracket(self, name: str, length: int, which: str = "") -> None:
        kind = _BRACKETS.get(name, name)
        if kind == "|":
            if which:
                (self.begin if which == "left" else self.finish)("|", "|", length)
            else:
                self.bar(length)
        elif kind in ("floor", "ceiling"):
            (self.begin if name.startswith("l") else self.finish)(kind, kind, length)
        elif kind in _CLOSING:
            self.begin(kind, _CLOSING[kind], length)
        elif kind in _OPENING:
            self.finish(_OPENING[kind], kind, length)
        else:
            self.refuse(f"{name} is no bracket: ( [ \\{{ | was expected")

    def _argument(self) -> None:
        """What a command takes: a group in braces, or one token as such a group."""
        found = self.match(r"\s*")
        self.i += len(found[0]) if found else 0
        if self.i >= len(self.source):
            self.refuse("the text ends where an argument was expected")
        depth = len(self.open)
        if self.source[self.i] == "{":
            self.begin("{", "}", 1)
            while len(self.open) > depth:
                if self.i >= len(self.source):
                    self.refuse("} was expected: this brace is not closed", self.out[self.open[-1][1]].start)
                self.step()
            return
        self.begin("{", "}", 0)
        if self.source[self.i] in "0123456789":
            self.emit("NUMBER", self.source[self.i], 1)
        elif self.source[self.i] in ")]}":
            self.refuse("an argument was expected before this bracket")
        else:
            self.step()
        if len(self.open) != depth + 1:
            self.refuse("an argument in braces was expected")
        self.finish("{", "}", 0)

    def _held(self) -> list[Piece]:
        """The tokens of an argument, taken out again."""
        before = len(self.out)
        self._argument()
        held = self.out[before:]
        del self.out[before:]
        return held

    def _accent(self, name: str, length: int) -> None:
        start = self.i
        self.i += length
        held = self._held()
        names = held[1:-1]
        if len(names) == 1 and names[0].type == "NAME":
            text = names[0].value + _HATS.get(name, "")
            self.out.append(Piece("NAME", text, start, self.i))
            self._subscripts()
            if name in _ACCENTS:
                self.emit("PRIME", _ACCENTS[name])
        elif name in _ACCENTS:
            self.out += [Piece("DOT", _ACCENTS[name], start, start + length), *held]
        else:
            self.refuse(f"\\{name} stands over a name", start)

    def _upright(self, length: int) -> None:
        found = self.match(r"\\\w+\*?\s*\{((?:[^{}]|\\[{}]|\{\})*)\}")
        if not found:
            self.refuse("text in braces was expected after this command")
        text = re.sub(r"\\([#$%&_{} ])", r"\1", found[1])
        for special, plain in (("\\textbackslash{}", "\\"), ("\\textasciitilde{}", "~"), ("\\textasciicircum{}", "^")):
            text = text.replace(special, plain)
        word = text.strip().rstrip(".,")
        if word in ("const", "constant"):
            self.emit("NAME", "const", len(found[0]))
        elif word in _TEX_FUNCTIONS and word not in self.known:
            self.emit("FUNC", _TEX_FUNCTIONS[word], len(found[0]))
        elif word and not re.search(r"\s", word) and word not in _WORDS:
            self.emit("NAME", word, len(found[0]))
            self._subscripts()
        else:
            self.separator(len(found[0]))

    def _subscripts(self) -> None:
        if not self.out or self.out[-1].type != "NAME":
            return
        name = self.out[-1]
        while found := self.match(r"\s*_\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\\[A-Za-z]+|[A-Za-z0-9]))"):
            script = re.sub(
                r"\\(?:mathrm|mathsf|text|textsf|textrm|rm|mathit)\s*\{([^{}]*)\}", r"\1", found[1] or found[2] or ""
            )
            script = re.sub(r"\\([A-Za-z]+)", r"\1", script)
            script = re.sub(r"[\s{}]|\\[,;]", "", script)
            if not re.fullmatch(r"[\w,]+", script):
                self.refuse("a subscript is a name or a number")
            self.out[-1] = Piece("NAME", _scripted(name.value, script, self.known, False), name.start, found.end())
            name, self.i = self.out[-1], found.end()
