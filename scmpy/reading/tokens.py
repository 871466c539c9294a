"""The characters of formulas, in infix text and in LaTeX, as tokens that both notations have in common.

Spaces separate, and are not read otherwise, but that ``x (`` and ``x(`` may differ. A run of letters is taken apart
into known names, names of functions and of Greek letters, the longest first, and single letters. In LaTeX a letter is
a name; what stands between displayed formulas is prose.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import count, takewhile
from typing import Any, ClassVar, NamedTuple, NoReturn

from scmpy.errors import Location, SyntaxError_
from scmpy.generic.elementary import RECORDS
from scmpy.render.notation import COMBINING_ACCENTS, FRACTIONS, GREEK, LETTERS

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

# --- names and signs -------------------------------------------------------------------------------------------------

_OTHER_NAMES = {"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arsinh": "asinh", "tg": "tan"}
_OTHER_NAMES |= {"arcosh": "acosh", "artanh": "atanh", "cosec": "csc", "arcsinh": "asinh", "arccosh": "acosh"}

#: Functions that formulas are not read with: their names are no products of letters.
_UNREAD = frozenset("sign sgn min max mod gcd lcm det arg".split())

#: What the names of functions stand for, as people write them.
FUNCTIONS = {name: name for name in RECORDS} | _OTHER_NAMES | {name: name for name in ("up", "down", "list")}
_TEX_FUNCTIONS = {
    found[1]: name
    for name, record in RECORDS.items()
    if (found := re.fullmatch(r"\\(?:operatorname\{)?([A-Za-z]+[0-9]?)\}?", record.tex)) and found[1] not in GREEK
} | {name: of for name, of in FUNCTIONS.items() if name.isalpha()}
_TEX_FUNCTIONS["arctan"] = "atan"

_LINKS = "and where with so hence thus therefore then gives yields implies since because"
#: Other words of sentences between formulas; those of two letters, which may be products, are some beside others.
_PROSE = frozenset(
    """the for are has get let all any our its not but now was can use this that these have find found from with which
    obtain using equation equations motion follows becomes reads here when while both each motions required solution
    law force energy momentum position velocity acceleration coordinate integral conserved general first second
    we is of by be in it on to as an if or""".split()
)
_VARIANTS = {"varphi": "phi", "vartheta": "theta", "varepsilon": "epsilon", "varrho": "rho", "varsigma": "sigma"}
_VARIANTS |= {"ell": "l", "constant": "const", "th": "theta"}
_WORDS = {name: _VARIANTS.get(name, name) for name in (*GREEK, *_VARIANTS, "const") if len(name) > 1}
#: Names of masses, lengths and the like.
CONSTANTS = frozenset("m M l g k a b c d h r R I A B C G mu rho ell hbar".split())
_HAVE_MOMENTA = frozenset("x y z r X Y Z R theta phi psi varphi vartheta".split())
_LETTER_NAMES = {
    c: LETTERS[plain]
    for c in map(chr, (*range(0xB5, 0x400), 0x2126, *range(0x1D6A8, 0x1D7CC)))
    if (plain := unicodedata.normalize("NFKC", c)) in LETTERS and c != "ϖ"
} | {"ς": "sigma", "ϖ": "varpi", "ɑ": "alpha", "ħ": "hbar", "ℏ": "hbar"}
_DOTS = {"\u0307": 1, "\u0308": 2, "\u20db": 3}
_DOTTED = "".join(c for c in map(chr, range(0xC0, 0x1F00)) if unicodedata.normalize("NFD", c)[1:] in _DOTS)
_MARKS = {sign: name for name, sign in COMBINING_ACCENTS.items() if unicodedata.combining(sign) and sign not in _DOTS}

_RELATIONS = {"=": "= == := ≡ ≈ ≃", "≠": "≠ !=", "<=": "≤ <=", ">=": "≥ >=", "<": "<", ">": ">"}
_SIGNS: dict[str, tuple[str, Any]] = {
    **{text: ("REL", meant) for meant, texts in _RELATIONS.items() for text in texts.split()},
    "+": ("SIGN", "+"),
    "-": ("SIGN", "-"),
    "−": ("SIGN", "-"),
    "±": ("SIGN", "±"),
    "∓": ("SIGN", "∓"),
    **dict.fromkeys("*·⋅∙×", ("CONNECT", "*")) | dict.fromkeys("/÷∕⁄", ("CONNECT", "/")),
    **{text: ("PRIME", count) for text, count in {"'": 1, "′": 1, "’": 1, "˙": 1, "¨": 2, "″": 2, "‴": 3}.items()},
    **{text: ("NUMBER", value) for value, text in FRACTIONS.items()},
    "√": ("ROOT", 2),
    "∛": ("ROOT", 3),
}
_CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|"}
_OPENING = {")": "(", "]": "[", "}": "{"}
_END = Piece("SEP", "end", 0, 0)
_ENDS_OPERAND = ("NUMBER", "NAME", "PRIME", "RP", "FUNC")


def _plain(text: str) -> str:
    """Superscripts, subscripts and letters of other shapes as plain ones."""
    return unicodedata.normalize("NFKC", text).replace("−", "-")


_SHIFTED = list(map(chr, (*range(0xB2, 0xBA), *range(0x2B0, 0x2E5), *range(0x1D2C, 0x1DC0), *range(0x2070, 0x20A0))))
_RAISED, _LOWERED = (
    "".join(x for x in [*_SHIFTED, "ⱼ"] if unicodedata.decomposition(x).startswith(kind) and _plain(x).isalnum())
    for kind in ("<super>", "<sub>")
)


def _one_of(texts: Collection[str]) -> str:
    return "|".join(re.escape(x) for x in sorted(texts, key=len, reverse=True))


class Lexer:
    """What both notations share: brackets, numbers, names taken apart, rows of formulas.

    What matches a pattern is taken by the method of the same name.
    """

    patterns: ClassVar[dict[str, str]] = {
        "link": r"⇒|⟹|→|∴|=>|:(?!=)|\b[Ee]q(?:s?\.|uations?\b)\s*~?\(?[0-9]+[a-z]?\)?:?|(?m:^)\d+\)"
        rf"|(?i:\b(?:{_LINKS.replace(' ', '|')})\b)",
        "number": r"(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[-+]?[0-9]+(?![\w.]))?",
        "power": r"\*\*|\^",
        "sign": _one_of(_SIGNS),
        "separation": r"[,;]",
        "space": r"[ \t\r\u00a0\u2009\u202f]|\.{1,2}(?!\.)",  # a dot is the end of a sentence
        "bracket": r"[()\[\]{}|]",
        "by": r"(?<=[)\]])_(?:[txyz]{1,4}(?![^\W_])|\{[txyz]{1,4}\})",  # (u²)_x
        "ellipsis": r"\.\.\.+|…",
        "superscript": f"(?:[⁺⁻]?[{_RAISED}])+",
        "total": r"(?:\bsum|∑|Σ)_(?:\{[^{}=]*=[^{}]*\}|[a-z]=[0-9]+|[a-z](?!\w))(?:\^(?:\{[0-9]+\}|[0-9]+))?",
        "partial": r"∂(?:[₀-₉]+(?:,[₀-₉]+)*|\[\d+(?:, ?\d+)*\]|_\w+)?",
        "dotted": f"[{_DOTTED}]",
        "letter": f"[{''.join(_LETTER_NAMES)}]",
    }
    plain: ClassVar[dict[str, Callable[[str], tuple[str, Any]]]] = {
        "number": lambda text: ("NUMBER", text),
        "power": lambda text: ("CARET", "^"),
        "primes": lambda text: ("PRIME", text.count("prime")),
        "sign": _SIGNS.__getitem__,
        "by": lambda text: ("BY", text.strip("_{}")),
        "ellipsis": lambda _: ("NAME", "..."),
    }
    expected = "a name, a number, an operation was expected"

    def __init__(
        self, source: str, known: Collection[str], spelled: dict[str, str], macros: dict[str, Macro] | None = None
    ) -> None:
        if len(source) > MOST_CHARACTERS:
            raise refused(source, 0, f"at most {MOST_CHARACTERS} characters are read, this has {len(source)}")
        self.source, self.i = source, 0
        self.has_rows = re.search(r"\\\\|\\begin|\\cr\b", source) is not None
        self.pattern = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in self.patterns.items()))
        self.known = {*known, *(re.split(r"[_^]|\d+$", name)[0] for name in known)}
        self.out: list[Piece] = []
        self.open: list[tuple[str, int]] = []  # brackets: what closes them, and the place of the token
        self.spelled = sorted(spelled.items(), key=lambda x: -len(x[0]))
        self.macros = macros or {}
        self.expansions = count()  # all of a text, those of macros in macros too

    @cached_property
    def longest(self) -> int:
        return max(map(len, (*self.known, *FUNCTIONS, *_WORDS)))

    def tokens(self) -> list[Piece]:
        try:
            while self.i < len(self.source):
                self.step()
        except RecursionError:
            raise refused(self.source, self.i, "commands are nested too deeply") from None
        if self.open:
            closing, place = self.open[-1]
            self.refuse(f"this bracket is not closed: {closing} was expected", [*self.out, _END][place].start)
        return list(self._joined_rows())

    def _joined_rows(self) -> Iterator[Piece]:
        """The tokens with one separator between formulas: what continues the row before it has none."""
        rows: list[list[Piece]] = [[]]
        soft = [""]
        for piece in self.out:
            if piece.type != "SEP":
                rows[-1].append(piece)
            elif rows[-1]:
                rows.append([])
                soft.append(piece.value)
        related = [any(piece.type == "REL" for piece in row) for row in rows]
        before: list[Piece] = []
        is_related = False  # has the formula before a relation?
        for row, kind, relates in zip(rows, soft, related, strict=True):
            if not row or (any(related) and not relates and (kind == "prose" or self._is_prose(row))):
                continue
            is_other = kind != "line" or (is_related and relates)
            if before and is_other and not (kind in ("row", "line") and _continues(before, row)):
                yield Piece("SEP", "", before[-1].end, row[0].start)
                is_related = False
            yield from row
            before, is_related = row, is_related or relates

    def _is_prose(self, row: list[Piece]) -> bool:
        text = self.source[row[0].start : row[-1].end]
        words = [x for x in re.findall(r"[A-Za-z]{3,}", text) if x not in FUNCTIONS and x not in self.known | {*_WORDS}]
        return bool(re.fullmatch(r"[A-Za-z\s'’.-]+", text)) and (len(words) > 1 or any(len(x) > 4 for x in words))

    def step(self) -> None:
        for text, name in self.spelled:
            if self.source.startswith(text, self.i):
                self.emit("NAME", name, len(text))
                return
        found = self.pattern.match(self.source, self.i)
        if found is None:
            self.refuse(f"{self.source[self.i]!r} is no part of a formula: {self.expected}")
        if plain := self.plain.get(found.lastgroup or ""):
            self.emit(*plain(found[0]), len(found[0]))
        else:
            getattr(self, f"_{found.lastgroup}")(found[0])

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

    def separator(self, length: int, kind: str = "row") -> None:
        """The end of a row; inside brackets a space."""
        if self.open:
            self.i += length
        else:
            self.emit("SEP", kind, length)

    def named(self, name: str, length: int) -> None:
        self.emit("NAME", name, length)
        self._scripts()

    def function(self, name: str, length: int) -> None:
        """The name of a function; a logarithm has its base at it."""
        base = re.compile(r"_(\d+)|_\{(\d+)\}|(?<=log)(2|10)(?=[ (]|\\left)").match(self.source, self.i + length)
        if base and name == "log":
            name, length = f"log {base[base.lastindex or 0]}", length + len(base[0])
        self.emit("FUNC", name, length)

    def _scripts(self) -> None:
        raise NotImplementedError

    def _link(self, text: str) -> None:
        self.separator(len(text), "end")

    def _separation(self, text: str) -> None:
        if self.open and text == ";":
            self.refuse("a semicolon separates formulas: a closing bracket was expected")
        self.emit(*(("COMMA", ",") if self.open else ("SEP", "end")), 1)

    def _space(self, text: str) -> None:
        self.i += len(text)

    def _number_of_equation(self, text: str) -> None:
        """A number in brackets after an equation; after what is none, and inside brackets, it is a factor."""
        row = takewhile(lambda piece: piece.type != "SEP", reversed(self.out))
        is_equation = not self.open and any(piece.type == "REL" for piece in row)
        self.i += len(text) if is_equation else text.index("(")

    def _bracket(self, text: str, length: int = 1) -> None:
        if text == "|" and not (self.open and self.open[-1][0] == "|" and self.out[-1].type in _ENDS_OPERAND):
            self.begin("|", "|", length)  # a bar opens where an operand is expected, and closes after one
        elif text in _CLOSING and text != "|":
            self.begin(text, _CLOSING[text], length)
        else:
            self.finish(_OPENING.get(text, text), text, length)

    def _superscript(self, text: str) -> None:
        self.emit("CARET", "^")
        self.emit("LP", "{")
        for part in re.findall(r"\d+|.", _plain(text)):
            kind = "NUMBER" if part.isdigit() else "SIGN" if part in "+-" else "NAME"
            self.emit(kind, _LETTER_NAMES.get(part, part), len(part))
        self.emit("RP", "{")

    def _total(self, text: str) -> None:
        """``sum_{i=1}^{2}``: the index, the first number and the last one, if they are given."""
        found = re.search(r"_\{?\s*([a-z])(?:\s*=\s*(\d+))?[\s}]*(?:\^\{?(\d+))?", text)
        if found is None:
            self.refuse("a sum has its index below it, as in sum_{i=1}^{2}")
        self.emit("SUM", found.groups(), len(text))

    def _partial(self, text: str) -> None:
        if text[1:2] == "_":
            self.emit("PARTIAL", "".join(_LETTER_NAMES.get(c, c) for c in text[2:]), len(text))
            return
        plain = _plain(text[1:]).strip("[]")
        self.emit("PARTIAL", tuple(map(int, plain.split(","))) if plain else None, len(text))

    def _dotted(self, text: str) -> None:
        letter, dots = list(unicodedata.normalize("NFD", text))
        self.named(letter, 1)
        self.emit("PRIME", _DOTS[dots])

    def _letter(self, text: str) -> None:
        self.named(_LETTER_NAMES[text], 1)


def _scripted(text: str, script: str, known: Collection[str], glued: bool) -> str:
    """A name with its subscript, in the spelling that is known."""
    parts = [_LETTER_NAMES.get(part) or _VARIANTS.get(part, part) for part in re.split(r"[,\s_]+", script) if part]
    whole, joined = f"{text}_{'_'.join(parts)}", text + "".join(parts)
    return joined if joined in known or (glued and whole not in known) else whole


def _continues(before: list[Piece], row: list[Piece]) -> bool:
    if before[-1].type in ("SIGN", "CONNECT", "REL") or row[0].type in ("REL", "CONNECT"):
        return True
    return row[0].type == "SIGN" and not any(piece.type == "REL" for piece in row)


_SCRIPT = r"_\{([\w, ]+)\}|_([^\W⁰¹²³⁴⁵⁶⁷⁸⁹]+)|([" + _LOWERED + r"]+)|(\d+)(?!\.?\d)"


class InfixLexer(Lexer):
    """``m l θ'' = -m g sin θ``, and the library's own infix text."""

    patterns: ClassVar[dict[str, str]] = {
        "row": r"(?m:^```.*$)|\n",
        "number_of_equation": r"[ \t]+\(\d+[a-z]?\)[ \t]*(?=\n|$)",
        **Lexer.patterns,
        "word": rf"atan2\b|[^\W\d_{_RAISED}{_LOWERED}{''.join(FRACTIONS.values())}]+",
    }

    def __init__(self, source: str, known: Collection[str], *given: Any) -> None:
        """What is defined, as Om = 2 k, is a name where one of its letters is no usual one, and met nowhere else."""
        super().__init__(source, known, *given)
        self.after_prose = 0  # the end of the last word of a sentence
        for name in re.findall(r"(?m)(?:^|[;,])\s*([A-Z][a-z]{1,3})\s*=", source):
            others = {c for run in re.findall(r"[^\W\d_]+", source) if run != name for c in run}
            self.known |= {name} if not (others | self.known | CONSTANTS).issuperset(name) else set()

    def _row(self, text: str) -> None:
        self.separator(len(text))

    def _word(self, text: str) -> None:
        if text in _UNREAD and text not in self.known and self.source.startswith("(", self.i + len(text)):
            self.refuse(f"{text} is no function that is read in formulas: one of sin, log, abs, ... was expected")
        if length := self._prose(text):
            self.separator(length, "prose")
            self.after_prose = self.i
            return
        size = next((n for n, c in enumerate(text) if c in _LETTER_NAMES or c in _DOTTED), len(text))
        if dotted := re.fullmatch(r"(\w+?)(d{0,3})dot", text):  # thetadot, xddot
            base = dotted[1]
            if text not in self.known and (len(base) == 1 or self._is_name(base)):
                self.emit("NAME", base if base in self.known else _WORDS.get(base, base), len(base))
                return self.emit("PRIME", len(dotted[2]) + 1, len(text) - len(base))
        whole = "".join(plain if len(plain := unicodedata.normalize("NFKC", c)) == 1 else c for c in text[:size])
        of = whole[1:] or _LETTER_NAMES.get(text[1:2], "")
        if of in _HAVE_MOMENTA and whole not in self.known and self._has_components(whole[0]):
            self.emit("NAME", f"{whole[0]}_{_WORDS.get(of, of)}", max(len(whole), 2))
            whole = ""
        while whole:
            n = next((n for n in range(min(len(whole), self.longest), 1, -1) if self._is_name(whole[:n])), 1)
            part, whole = whole[:n], whole[n:]
            if part in FUNCTIONS and part not in self.known and n > 1:
                self.function(FUNCTIONS[part], n)
            else:
                self.emit("NAME", part if part in self.known else _WORDS.get(part, part), n)
        self._scripts()

    def _prose(self, word: str) -> int:
        """The length of a word of a sentence, with the 's of Lagrange's; 0 if it is a name or a product of names."""
        if word in self.known or len(word) < 2 or self.open:
            return 0
        rest = self.source[self.i + len(word) :]
        if len(word) > 2 and re.match("['’]s ", rest):
            return len(word) + 2
        if len(word) == 2 and word.lower() in _PROSE:
            after = re.match(r"[ \t]+(?:an?[ \t]+)?([A-Za-z]{3,})\b", rest)
            is_prose = self._is_of_sentences(after[1] if after else "") or self.source[self.after_prose : self.i] == " "
            return 2 if is_prose else 0
        return len(word) if self._is_of_sentences(word) else 0

    def _is_of_sentences(self, word: str) -> bool:
        is_long = len(word) > 4 and word.isascii() and len(set(word)) < len(word)  # nobody writes a a for a^2 so
        is_product = is_long and any(x in word for x in (*self.known, *_WORDS, *FUNCTIONS) if len(x) > 1)
        return len(word) > 2 and not is_product and (is_long or word.lower() in _PROSE)

    def _has_components(self, letter: str) -> bool:
        """Is px the momentum of x, vx its velocity, and no product? It is where p, or v, alone is nothing."""
        alone = rf"(?<![^\W\d_]){letter}(?![\w_]|[^\x00-\xff])"
        return letter in "pv" and letter not in self.known and not re.search(alone, self.source, re.ASCII)

    def _is_name(self, word: str) -> bool:
        return word in self.known or word in FUNCTIONS or word in _WORDS

    def _scripts(self) -> None:
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
            elif found := self.match(_SCRIPT):
                script = _plain(next(filter(None, found.groups())))
                self.i = found.end()
                if re.fullmatch("d{0,3}dot", script):  # theta_dot
                    dots += len(script) - 2
                else:
                    text = _scripted(text, script, self.known, found[4] is not None)
            elif found := self.match(r"↑(\w+)"):
                text, self.i = f"{text}^{LETTERS.get(found[1], found[1])}", found.end()
            else:
                break
        self.out[-1] = Piece("NAME", text, name.start, self.i)
        if dots:
            self.emit("PRIME", dots)


_MATRICES = frozenset(["pmatrix", "bmatrix", "matrix", "smallmatrix", "vmatrix"])
DISPLAYS = "equation align gather multline eqnarray alignat flalign displaymath dmath"
_IN_DISPLAYS = frozenset("aligned split array math".split())  # no rows of their own
_ENVIRONMENTS = {*DISPLAYS.split(), *_IN_DISPLAYS, *"alignedat gathered cases dcases subequations".split()}
_HATS = {"hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde"}
_ACCENTS = {"dot": 1, "ddot": 2, "dddot": 3, "ddddot": 4}

#: What commands stand for: a token, or the method that reads them; what is not read stands for nothing.
_READ_BY = {
    "argument": "mathbf boldsymbol bm vec mathit mathcal mathscr mathfrak underline mathbb mathnormal boxed fbox vb va",
    "text": "mathrm mathsf operatorname text textsf textrm textit textbf mbox rm",
    "accent": " ".join((*_HATS, *_ACCENTS)),
    "annotated": "underbrace overbrace overset underset stackrel",
    "skipped": "label tag vspace hspace ref eqref intertext hphantom vphantom phantom",
    "environment": "begin end",
    "fence": "left right",
    "braces": "lvert rvert vert lfloor rfloor lceil rceil lbrack rbrack lbrace rbrace langle rangle { } |",
    "fraction": "frac dfrac tfrac cfrac flatfrac",
    "radical": "sqrt",
    "derivative": "partial",
    "summation": "sum",
    "package_derivative": "dv pdv derivative partialderivative",
    "differential": "dd",
    "link": "Rightarrow implies Longrightarrow therefore to rightarrow iff Leftrightarrow because",
    "rows": "[ ] par",
    "plain_matrix": "matrix",
}
_COMMANDS: dict[str, Any] = dict.fromkeys(
    "quad qquad displaystyle textstyle scriptstyle nonumber notag limits hfill hline big Big bigg Bigg bigl bigr Bigl "
    "Bigr biggl biggr middle ensuremath noindent allowbreak nobreak centering qty square blacksquare qed ( )".split()
)
_COMMANDS |= {name: ("FUNC", of) for name, of in _TEX_FUNCTIONS.items()}
_COMMANDS |= {name: ("NAME", _VARIANTS.get(name, name)) for name in (*GREEK, *_VARIANTS, "infty", "hbar")}
_COMMANDS |= dict.fromkeys(("cdots", "ldots", "dots"), ("NAME", "..."))
_COMMANDS |= dict.fromkeys(("cdot", "times", "ast"), ("CONNECT", "*")) | {"div": ("CONNECT", "/")}
_COMMANDS |= {"pm": ("SIGN", "±"), "mp": ("SIGN", "∓"), "over": ("OVER", "/"), "prime": ("PRIME", 1)}
_TEX_RELATIONS = {
    "<=": "le leq leqslant",
    ">=": "ge geq geqslant",
    "≠": "ne neq",
    "=": "equiv coloneqq approx simeq",
    "<": "lt",
}
_COMMANDS |= {x: ("REL", meant) for meant, names in (_TEX_RELATIONS | {">": "gt"}).items() for x in names.split()}
_COMMANDS |= {name: method for method, names in _READ_BY.items() for name in names.split()}
_BRACKETS = {"lvert": "|", "rvert": "|", "vert": "|", "lfloor": "floor", "rfloor": "floor", "lceil": "ceiling"}
_BRACKETS |= {"rceil": "ceiling", "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "langle": "("}
_BRACKETS["rangle"] = ")"
_ESCAPED = {"\\textbackslash{}": "\\", "\\textasciitilde{}": "~", "\\textasciicircum{}": "^"}


class TexLexer(Lexer):
    r"""``m l \ddot\theta = -m g \sin\theta``, and what ``->tex`` writes."""

    patterns: ClassVar[dict[str, str]] = {
        "number_of_equation": r"(?:\\q?quad|[ \t])\s*\(\d+[a-z]?\)(?=\s*(?:\\\\|\n|\$|$))",
        "line": r"\n(?!\s*\n)",
        "space_in_tex": r"%[^\n]*\n?|\{\s*\}|\\[,;:!> ]|~|\$\$?",
        "rows": r"\n(?:\s*\n)+|\\\\\*?(?:\s*\[[^\]\n]*\])?|\\cr(?![a-zA-Z])(?:\s*\\cr(?![a-zA-Z]))*",
        "braced": r"\{\s*(?:D|\\partial|\{\\partial\}_\{\d+\})\s*\}(?=\s*[_^])|\{(?:[A-Za-z]|\\[A-Za-z]+)\s*\}(?=\s*_)",
        "roman": r"\{\s*\\rm\s+[A-Za-z]{2,}\s*\}",
        "cell": r"&",
        "scientific": r"\d+(?:\.\d+)?\s*\\times\s*10\^\{-?\d+\}",
        "primes": r"\^\s*\{\s*(?:\\prime\s*)+\}|\^\s*\\prime(?![a-zA-Z])",
        "superscripts": r"\^",
        **Lexer.patterns,
        "command": r"\\(?:[A-Za-z]+\*?|.)",
        "name": rf"[^\W\d_{_RAISED}{_LOWERED}]",
    }
    expected = "in LaTeX a name, a number, a command was expected"

    _space_in_tex = Lexer._space

    def _line(self, text: str) -> None:
        """The end of a line, which parts two formulas where no rows are written."""
        if self.has_rows:
            self.i += 1
        else:
            self.separator(1, "line")

    def _rows(self, text: str) -> None:
        if text.startswith("\\") and self.open and self.open[-1][0] in _MATRICES:
            self.emit("ROW", "row", len(text))
        else:
            self.separator(len(text))

    def _braced(self, text: str) -> None:
        r"""``{D}^{2}f``, ``{\partial}_{0}f``: braces that change nothing, as the original writes them."""
        self.source = self.source[: self.i] + f" {text[1:-1]} " + self.source[self.i + len(text) :]

    def _roman(self, text: str) -> None:
        start, self.i = self.i, self.i + len(text)
        self._instead(start, rf"\mathrm{{{text[1:-1].split()[1]}}}")

    def _cell(self, text: str) -> None:
        if self.open and self.open[-1][0] in _MATRICES:
            self.emit("CELL", "&", 1)
        else:
            self.i += 1

    def _scientific(self, text: str) -> None:
        digits, exponent = re.split(r"\s*\\times\s*10\^", text)
        self.emit("NUMBER", f"{digits}e{exponent.strip('{}')}", len(text))

    def _superscripts(self, text: str) -> None:
        self.emit("CARET", "^", len(text))
        self._group()

    def _name(self, text: str) -> None:
        self.named(text, 1)

    def _command(self, text: str) -> None:
        name = text[1:].rstrip("*") or "*"
        if name in self.macros:
            return self._macro(text, self.macros[name])
        if name not in _COMMANDS:
            self.refuse(f"\\{name} is no command that is read; a Greek letter, a function, \\frac, \\dot was expected")
        meant = _COMMANDS[name]
        if meant is None:
            self.i += len(text)
        elif isinstance(meant, str):
            getattr(self, f"_{meant}")(text)
        else:
            type_, value = meant
            (self.function if type_ == "FUNC" else partial(self.emit, type_))(value, len(text))
            self._scripts()

    def _macro(self, text: str, macro: Macro) -> None:
        """What a macro stands for, with its arguments, all of it at the place where it is written."""
        start, given = self.i, [macro.default] * (macro.default is not None)
        self.i += len(text)
        if given and (found := self.match(r"\s*\[([^\]]*)\]")):
            self.i, given = found.end(), [found[1]]
        given += [self._verbatim() for _ in range(macro.arguments - len(given))]
        self._instead(start, re.sub(r"#([1-9])", lambda x: (given[int(x[1]) - 1 :] or [""])[0] or "", macro.body))

    def _instead(self, start: int, text: str) -> None:
        if next(self.expansions) > MOST_EXPANSIONS:
            self.refuse(f"more than {MOST_EXPANSIONS} macros are expanded", start)
        inside = TexLexer(text, self.known, dict(self.spelled), self.macros)
        inside.expansions = self.expansions
        self.out += [replace(piece, start=start, end=self.i) for piece in inside.tokens()]
        self._scripts()

    def _verbatim(self) -> str:
        found = self.match(r"\s*(\\[A-Za-z]+|[^{}\s])")
        if found:
            self.i = found.end()
            return found[1]
        start = self.i = self.i + len(self.match(r"\s*")[0])  # type: ignore[index]
        self.i = end_of_group(self.source, start) if self.source.startswith("{", start) else 0
        if not self.i:
            self.i = start
            self.refuse("an argument in braces was expected")
        return self.source[start + 1 : self.i - 1]

    def _package_derivative(self, text: str) -> None:
        r"""``\dv[2]{x}{t}``, ``\pdv{L}{q}`` of the package physics."""
        start, d = self.i, r"\partial " if text.startswith("\\p") else "d "
        found = self.match(r"\\[a-z]+\*?\s*(?:\[\s*(\d+)\s*\])?")
        assert found is not None
        self.i, order = found.end(), int(found[1] or 1)
        given = [self._verbatim()]
        while self.source.startswith("{", self.i) and len(given) < 3:
            given.append(self._verbatim())
        what, by = ("", given) if len(given) == 1 else (given[0], given[1:])
        order = max(order, len(by))
        power = f"^{{{order}}}" if order > 1 else ""
        below = " ".join(f"{d}{x}" for x in by) + (power if len(by) == 1 else "")
        self._instead(start, rf"\frac{{{d}{power} {what}}}{{{below}}}")

    def _differential(self, text: str) -> None:
        start = self.i
        self.i += len(text)
        self._instead(start, f"d {self._verbatim() if self.source.startswith('{', self.i) else ''}")

    def _group(self) -> None:
        """What a command takes: a group in braces, or one token as such a group."""
        found = self.match(r"\s*")
        self.i += len(found[0]) if found else 0
        if self.i >= len(self.source):
            self.refuse("the text ends where an argument was expected")
        depth, c = len(self.open), self.source[self.i]
        if c == "{":
            self.begin("{", "}", 1)
            self._steps_to_brace()
            return self.finish("{", "}", 1)
        self.begin("{", "}", 0)
        if c in "0123456789":
            self.emit("NUMBER", c, 1)
        elif c in ")]}":
            self.refuse("an argument was expected before this bracket")
        else:
            self.step()
        if len(self.open) != depth + 1:
            self.refuse("an argument in braces was expected")
        self.finish("{", "}", 0)

    def _steps_to_brace(self) -> None:
        """Read on to the brace that closes the bracket that is open now."""
        depth = len(self.open)
        while self.source[self.i : self.i + 1] != "}" or len(self.open) > depth:
            if self.i >= len(self.source):
                self.refuse("} was expected: this brace is not closed", self.out[self.open[-1][1]].start)
            self.step()

    def _held(self, length: int) -> list[Piece]:
        """The tokens of the argument of a command, taken out again."""
        self.i += length
        before = len(self.out)
        self._group()
        held = self.out[before:]
        del self.out[before:]
        return held

    def _argument(self, text: str) -> None:
        """A command that only says how its argument looks."""
        held = self._held(len(text))
        if len(held) == 3:
            held = [held[0], replace(held[1], end=self.i), held[2]]  # so that a bracket after it is at it
        self.out += held[1:-1] if len(held) > 2 else held
        self._scripts()

    def _accent(self, text: str) -> None:
        start, name = self.i, text[1:]
        held = self._held(len(text))
        if len(held) == 3 and held[1].type == "NAME":
            self.out.append(Piece("NAME", held[1].value + _HATS.get(name, ""), start, self.i))
            self._scripts()
            if name in _ACCENTS:
                self.emit("PRIME", _ACCENTS[name])
        elif name in _ACCENTS:
            self.out += [Piece("DOT", _ACCENTS[name], start, start + len(text)), *held]
        else:
            self.refuse(f"\\{name} stands over a name", start)

    def _annotated(self, text: str) -> None:
        """Terms, or a sign, with a brace and words at them, or words above, which are not read."""
        is_brace, end, groups = text.endswith("brace"), self.i + len(text), list[tuple[int, int]]()
        for before in ("", r"[_^]\s*" if is_brace else ""):
            found = re.compile(rf"\s*{before}(?:(?=\{{)|(?<=[_^])\\?\w)").match(self.source, end)
            if not found:
                break
            start, end = found.end(), end_of_group(self.source, found.end()) or found.end()
            if end == start and self.source.startswith("{", start):
                self.refuse("this brace is not closed", start)
            groups.append((start + 1, end - 1))
        if len(groups) < 2 - is_brace:
            self.refuse(f"braces were expected after {text}")
        start, stop = groups[0 if is_brace else 1]
        self.source = f"{self.source[: self.i]:{start}}{self.source[start:stop]:{end - start}}{self.source[end:]}"

    def _skipped(self, text: str) -> None:
        found = self.match(r"\\\w+\*?\s*\{[^{}]*\}")
        if found is None:
            self.refuse(f"braces were expected after {text}")
        self.i = found.end()

    def _fraction(self, text: str) -> None:
        self.emit("FRAC", text, len(text))
        self._group()
        self._group()

    def _radical(self, text: str) -> None:
        index = self.match(r"\\sqrt\s*(?:\[\s*(\d+)\s*\])?")
        assert index is not None
        self.emit("ROOT", int(index[1] or 2), len(index[0]))
        self._group()

    def _derivative(self, text: str) -> None:
        index = self.match(r"\\partial\s*_\s*(?:\{(\d+(?:\s*,\s*\d+)*)\}|(\d)|\{?\\?([A-Za-z]+)\}?)")
        if index is None or index[3]:
            name = index and _VARIANTS.get(index[3], index[3])
            self.emit("PARTIAL", name, len(index[0]) if index else len(text))
        else:
            self.emit("PARTIAL", tuple(map(int, (index[1] or index[2]).split(","))), len(index[0]))

    def _summation(self, text: str) -> None:
        found = self.match(r"\\sum(?:\\limits)?(?:\s*[_^]\s*(?:\{[^{}]*\}|\w))*")
        assert found is not None
        self._total(found[0])

    def _environment(self, text: str) -> None:
        which = text[1:].rstrip("*")
        found = self.match(r"\\(?:begin|end)\s*\{([A-Za-z]+)\*?\}")
        name, length = (found[1], len(found[0])) if found else ("", 0)
        if name not in _MATRICES and (more := self.match(r"\\begin\s*\{[A-Za-z]+\*?\}\{[^{}]*\}")):  # of columns
            length = len(more[0])
        if name in _MATRICES:
            (self.begin if which == "begin" else self.finish)(name, name, length)
        elif name not in _ENVIRONMENTS:
            self.refuse(f"\\{which}{{{name}}} is no environment that is read: align, cases, pmatrix was expected")
        elif which == "begin" and self.open:
            self.open.append((f"\\end{{{name}}}", len(self.out)))  # the rows in it are no rows of a matrix
            self.i += length
        elif self.open and self.open[-1][0] == f"\\end{{{name}}}":
            self.open.pop()
            self.i += length
        elif name in _IN_DISPLAYS:
            self.i += length
        else:
            self.separator(length)

    def _plain_matrix(self, text: str) -> None:
        found = self.match(r"\\matrix\s*\{")
        if not found:
            self.refuse("rows in braces were expected after this command")
        self.begin("matrix", "matrix", len(found[0]))
        self._steps_to_brace()
        self.finish("matrix", "matrix", 1)

    def _fence(self, text: str) -> None:
        which = text[1:]
        self.i += len(text)
        found = self.match(r"\s*(\\[A-Za-z]+|\\?.)")
        if not found:
            self.refuse(f"\\{which} is followed by no bracket")
        self.i = found.end() - len(found[1])
        name = found[1].removeprefix("\\") or "\\"
        closed = re.match(r".*?\\right\s*\\\}", self.source[self.i :], re.DOTALL)
        if name == "." or (name == "{" and which == "left" and not closed):  # one bracket for several rows
            self.i += len(found[1])
        else:
            self._braces(found[1], which)

    def _braces(self, text: str, which: str = "") -> None:
        name = text.removeprefix("\\")
        kind = _BRACKETS.get(name, name)
        if kind in ("floor", "ceiling", "|") and (which or name not in ("|", "vert")):
            opens = which == "left" if which else name.startswith("l")
            (self.begin if opens else self.finish)(kind, f"\\right{kind}" if which else kind, len(text))
        elif kind in _CLOSING or kind in _OPENING:
            self._bracket(kind, len(text))
        else:
            self.refuse(f"{name} is no bracket: ( [ \\{{ | was expected")

    def _text(self, text: str) -> None:
        """Words in upright letters: a name, a function, or prose between formulas."""
        found = self.match(r"\\\w+\*?\s*(?:\{((?:[^{}]|\\[{}]|\{\})*)\}|([A-Za-z]))")
        if not found:
            self.refuse("text in braces was expected after this command")
        held = re.sub(r"\\([#$%&_{} ])", r"\1", found[1] or found[2] or "")
        for special, plain in _ESCAPED.items():
            held = held.replace(special, plain)
        word, length = held.strip().rstrip(".,"), len(found[0])
        if re.fullmatch(r"\(\d+[a-z]?\)", word):  # the number of an equation
            self.i += length
        elif word in _TEX_FUNCTIONS and word not in self.known:
            self.function(_TEX_FUNCTIONS[word], length)
        elif word and not re.search(r"\s", word) and word not in _LINKS.split():
            self.named("const" if word == "constant" else word, length)
        else:
            self.separator(length)

    def _scripts(self) -> None:
        while self.out and self.out[-1].type == "NAME":
            name = self.out[-1]
            found = self.match(r"\s*_\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\\[A-Za-z]+|[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]))")
            if found is None:
                return
            script = re.sub(r"\\(?:math(?:rm|sf|it|bf)|text\w*|rm)\b\s*|\\(?=[A-Za-z])", "", found[1] or found[2] or "")
            script = re.sub(r"[\s{}]|\\[,;]", "", script)
            if not re.fullmatch(r"[\w,]+", script):
                self.refuse("a subscript is a name or a number")
            self.out[-1] = Piece("NAME", _scripted(name.value, script, self.known, False), name.start, found.end())
            self.i = found.end()


# --- prose -----------------------------------------------------------------------------------------------------------

MOST_EXPANSIONS = 1000  # of macros in a text


class Macro(NamedTuple):
    r"""What ``\newcommand`` or ``\def`` says of a command."""

    start: int
    end: int
    name: str
    arguments: int
    default: str | None  # of the first argument, if it is optional
    body: str


_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s*\{?\s*\\(?P<new>[A-Za-z]+)\s*\}?\s*"
    r"(?:\[(?P<count>\d)\])?\s*(?:\[(?P<default>[^\]]*)\])?\s*(?=\{)"
    r"|\\def\s*\\(?P<defined>[A-Za-z]+)\s*(?P<marks>(?:#\d)*)\s*(?=\{)"
)


def end_of_group(text: str, start: int) -> int:
    """The place after the brace that closes the one at a place; 0 if there is none."""
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return 0


def macros_of(text: str) -> list[Macro]:
    made = []
    for found in _DEFINED.finditer(text):
        if end := end_of_group(text, found.end()):
            body = text[found.end() + 1 : end - 1]
            body = rf"\operatorname{{{body}}}" if found[0].startswith(r"\Decl") else body
            arguments = int(found["count"] or len(found["marks"] or "") // 2)
            made.append(Macro(found.start(), end, found["new"] or found["defined"], arguments, found["default"], body))
    return made


def without_macros(text: str) -> tuple[str, dict[str, Macro]]:
    """A text with blanks in the place of its definitions of commands, and these by name."""
    made = macros_of(text)
    for x in made:
        text = text[: x.start] + re.sub(r"[^\n]", " ", text[x.start : x.end]) + text[x.end :]
    return text, {x.name: x for x in made}
