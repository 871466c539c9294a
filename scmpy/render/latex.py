"""TeX of expressions; TeX as MathML, which browsers typeset by themselves."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any

from scmpy.errors import WrongTypeError, describe, expected
from scmpy.generic.elementary import RECORDS
from scmpy.generic.settings import Setting
from scmpy.render.notation import GREEK, LETTERS, UNITS, Level, Name, Piece, Style, kind_of, parse_name, typeset
from scmpy.render.scheme import Tall, Text, integer_text, is_tall, number_text, rope, separated

FUNCTIONS = {**{name: "\\" + name for name in "det dim max min".split()}, "...": r"\cdots", "<lambda>": r"\lambda"}

#: Sums and rows whose TeX is longer than this many characters are broken into lines (some 80 characters in print).
LINE = 300

ACCENTS = {name: f"\\{name}" for name in ("dot", "hat", "bar", "vec", "tilde")} | {"dotdot": r"\ddot"}

PRIMES = {"prime": r"\prime", "primeprime": r"\prime\prime"}

_UNIT_SIGNS = {"Ω": r"\Omega", "°": r"{}^{\circ}", "″": r"{}^{\prime\prime}"}

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


#: A construction of the user's: the TeX of an application from the list of the TeX of its operands.
Construction = Callable[[tuple[str, ...]], Any]


def association(value: Any, wanted: str) -> dict[str, Any]:
    """What a list of (name value) or a mapping says of names."""
    entries = value.items() if isinstance(value, Mapping) else value
    if not isinstance(entries, Iterable) or isinstance(entries, str):
        raise expected(wanted, describe(value))
    found = {}
    for entry in entries:
        pair = tuple(entry) if isinstance(entry, Iterable) and not isinstance(entry, str) else ()
        name = getattr(pair[0], "name", pair[0]) if len(pair) == 2 else None
        if not isinstance(name, str):
            raise expected(wanted, describe(value))
        found[name] = pair[1]
    return found


_SUBSTITUTIONS = 'a list of (name "TeX")'
_CONSTRUCTIONS = "a list of (operator procedure)"
_BRACKETS = {"abs": "vert", "floor": "floor", "ceiling": "ceil"}


def substitutions(value: Any) -> dict[str, str]:
    """The TeX of names, as a list of (name TeX) or a mapping gives it."""
    return {name: str(text) for name, text in association(value, _SUBSTITUTIONS).items()}


def constructions(value: Any) -> dict[str, Construction]:
    """The constructions of operators, as a list of (operator procedure) or a mapping gives them."""
    found = association(value, _CONSTRUCTIONS)
    if not all(map(callable, found.values())):
        raise expected(_CONSTRUCTIONS, describe(value))
    return found


symbol_substitutions = Setting(
    "tex:symbol-substs",
    (),
    kind_of(substitutions, _SUBSTITUTIONS),
    "The TeX of symbols, before what the renderer makes of their names; also of the parts of a name such as foo_bar.",
    r"""
    1 ]=> (fluid-let ((tex:symbol-substs '((a "\\mathfrak{a}")))) (display (expression->tex-string (* 2 'a))))
    ;Value: 2 \mathfrak{a}
    >>> a = symbols("a")
    >>> with setting(tex_symbol_substs={"a": r"\mathfrak{a}"}):
    ...     print(tex(2 * a))
    2 \mathfrak{a}
    """,
)
construction_table = Setting(
    "tex:unparse-table",
    (),
    kind_of(constructions, _CONSTRUCTIONS),
    "The TeX of applications of these operators, before what the renderer makes of them: the procedure gets the list "
    "of the TeX of the operands and gives TeX, which is taken to need no parentheses.",
    r"""
    1 ]=> (define (crossed operands) (string-append (car operands) " \\times " (cadr operands)))
    1 ]=> (set! tex:unparse-table (list (list 'cross crossed)))
    1 ]=> (display (expression->tex-string '(cross a b)))
    ;Value: a \times b
    >>> with setting(tex_unparse_table={"cross": r" \times ".join}):
    ...     print(unparse("(cross a b)"))
    a \times b
    """,
)


def tex(tree: Any) -> str:
    """An expression in TeX, by what ``tex:symbol-substs`` and ``tex:unparse-table`` say."""
    style = _TeX(substitutions(symbol_substitutions.value), constructions(construction_table.value))
    return typeset(tree, style).removeprefix(r"\,")  # of a unit alone


class _TeX(Style):
    def __init__(self, symbols: Mapping[str, str], table: Mapping[str, Construction]) -> None:
        self.symbols, self.table = symbols, table

    between_numbers = r" \cdot "
    relations = {"<=": r"\le", ">=": r"\ge", "∘": r"\circ", "∧": r"\wedge", "⊗": r"\otimes", "mod": r"\bmod"}
    between_units = ""
    quaternion_units = (r"\mathbf{i}", r"\mathbf{j}", r"\mathbf{k}")

    def own(self, head: str | None, operands: Sequence[Piece]) -> Piece | None:
        construction = None if head is None else self.table.get(head)
        if construction is None:
            return None
        made = construction(tuple([str(piece.text) for piece in operands]))
        if made is None:
            raise WrongTypeError(f"the procedure of {head} in tex:unparse-table gives no TeX")
        return Piece(str(made))

    def name(self, name: str) -> Piece:
        if name in self.symbols:
            return Piece(self.symbols[name])
        if name in FUNCTIONS:
            return Piece(FUNCTIONS[name])
        if name in UNITS:
            sign = _UNIT_SIGNS.get(UNITS[name]) or rf"\mathrm{{{UNITS[name]}}}"
            return Piece(rf"\,{sign}")  # a space, where mathematics has none, before every unit
        record = RECORDS.get(name)
        if record is not None:
            return Piece(record.tex)
        if name.startswith("d/d"):
            return Piece(rf"\frac{{\partial}}{{\partial {self.name(name[3:]).text}}}")
        base = parse_name(name[1:]).base if name[:1] == "d" else ""
        if base in GREEK or (len(base) == 1 and base.isalpha()):
            piece = self.name(name[1:])
            return replace(piece, body=rf"\mathrm{{d}}{piece.text}")
        parsed = parse_name(name)
        primes = [PRIMES[accent] for accent in parsed.accents if accent in PRIMES]
        superscripts = primes + [self._word(part) for part in parsed.superscripts]
        subscripts = [self._word(part) for part in parsed.subscripts]
        text = self._word(parsed)
        if subscripts:
            text += "_{" + ",".join(subscripts) + "}"
        if superscripts:
            text += "^{" + ",".join(superscripts) + "}"
        return Piece(text, raised=bool(superscripts), begins_with_digit=text[:1].isdigit())

    def _word(self, name: Name) -> str:
        text = self.symbols.get(name.base) or _letter(name.base)
        for accent in name.accents:
            if accent in ACCENTS:
                text = f"{ACCENTS[accent]}{{{text}}}"
        return text

    def fraction(self, x: Fraction) -> Piece:
        numerator, denominator = map(integer_text, x.as_integer_ratio())
        return Piece(rf"\frac{{{numerator}}}{{{denominator}}}", Level.PRODUCT, begins_with_digit=True)

    def float(self, x: float) -> Text:
        if math.isnan(x):
            return r"\mathrm{NaN}"
        if math.isinf(x):
            return r"\infty"
        digits, _, exponent = number_text(x).partition("e")
        return rf"{digits} \times 10^{{{int(exponent)}}}" if exponent else digits

    def parenthesized(self, text: Text) -> Text:
        return rope(r"\left(", text, r"\right)")

    def quotient(self, numerator: Piece, denominator: Piece) -> Piece:
        return Piece(rope(Tall(r"\frac{"), numerator.text, "}{", denominator.text, "}"), Level.PRODUCT)

    def exponent(self, exponent: Piece) -> Text:
        return rope("^{", exponent.text, "}")

    def root(self, radicand: Piece) -> Piece:
        return Piece(rope(r"\sqrt{", radicand.text, "}"))

    def partial(self, indices: Sequence[Text]) -> Text:
        return rope(r"\partial_{", separated(",", indices), "}")

    def bracketed(self, kind: str, text: Text) -> Piece:
        bracket = _BRACKETS[kind]
        return Piece(rope(rf"\left\l{bracket} ", text, rf"\right\r{bracket}"))

    def structure(self, kind: str, entries: Sequence[Text]) -> Text:
        row = kind == "down" and sum(map(len, entries)) <= LINE
        rows = [entries] if row else [[entry] for entry in entries]
        return _table("pmatrix" if kind == "up" else "bmatrix", rows)

    def sum(self, terms: Sequence[Text]) -> Text:
        return _in_lines(terms, "{}")

    def product(self, factors: Sequence[Text]) -> Text:
        return _in_lines(factors, r"{} \cdot")

    def matrix(self, rows: Sequence[Sequence[Text]]) -> Text:
        return _table("bmatrix", rows)


def _table(name: str, rows: Sequence[Sequence[Text]]) -> Text:
    """Rows of cells; fractions in them have their full size, and rows that hold some stand apart."""
    tall = any(is_tall(cell) for row in rows for cell in row)
    cells = [[rope(r"\displaystyle ", cell) if is_tall(cell) else cell for cell in row] for row in rows]
    return _environment(name, separated(r" \\[1.5ex] " if tall else r" \\ ", [separated(" & ", row) for row in cells]))


def _in_lines(parts: Sequence[Text], joint: str) -> Text:
    if sum(map(len, parts)) <= LINE or len(parts) == 1:
        return rope(*parts)
    lines: list[list[Text]] = [[]]
    indentation, room = rf"\quad {joint}", LINE
    for part in parts:
        if lines[-1] and len(part) > room:
            lines.append([])
            room = LINE - len(indentation)
        lines[-1].append(part)
        room -= len(part)
    first, *others = (rope(*line) for line in lines)
    indented = [rope("& ", first), *(rope(f"& {indentation}", line) for line in others)]
    return rope(Tall(), _environment("aligned", separated(r" \\ ", indented)))


def _environment(name: str, content: Text) -> Text:
    return rope(rf"\begin{{{name}}} ", content, rf" \end{{{name}}}")


def _letter(word: str) -> str:
    word = LETTERS.get(word, word)
    if word in GREEK:
        return "o" if word == "omicron" else "\\" + word
    if word.isdigit() or (len(word) == 1 and word.isalnum()):
        return word
    if re.fullmatch(r"[A-Za-z0-9]+", word):
        return rf"\mathsf{{{word}}}"
    return r"\textsf{" + "".join(SPECIAL.get(c, "\\" + c if c in "#$%&_{}" else c) for c in word) + "}"


_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d*)?|\.\d+|\s+|.", re.DOTALL)


def _pairs(table: str) -> dict[str, str]:
    return dict(row.split() for row in table.split(", "))  # type: ignore[misc]


_SIGNS = {f"\\{name}": letter for name, letter in GREEK.items()}
_SIGNS |= _pairs(r"\partial ∂, \infty ∞, \cdots ⋯, \prime ′, \ell ℓ")
_OPERATORS = _pairs(r"- −, \cdot ⋅, \times ×, \le ≤, \ge ≥, \circ ∘, \wedge ∧, \otimes ⊗, \bmod mod")
_OPERATORS |= _pairs(r"\lvert |, \rvert |, \lfloor ⌊, \rfloor ⌋, \lceil ⌈, \rceil ⌉, \{ {, \} }")
_SPACES = {r"\quad": "1em", r"\,": ".17em"}
_IN_TEXT = {command.removesuffix("{}"): sign for sign, command in SPECIAL.items()}
_ACCENTS = {r"\dot": "˙", r"\ddot": "¨", r"\hat": "^", r"\bar": "¯", r"\vec": "→", r"\tilde": "~"}
_FONTS = {r"\mathsf": "sans-serif", r"\mathrm": "normal", r"\operatorname": "normal", r"\textsf": "sans-serif"}
_FONTS |= {r"\mathbf": "bold", r"\mathfrak": "fraktur", r"\mathcal": "script", r"\text": "normal"}
_BORDERS = "border: solid; border-width: 0 .1em; padding: 0 .2em"  # no font need have brackets of all sizes
_CORNERS = ("left top", "right top", "left bottom", "right bottom")
_HOOKS = ", ".join(f"linear-gradient(currentColor 0 0) {corner} / .3em .1em no-repeat" for corner in _CORNERS)
_TABLES = {"pmatrix": f"{_BORDERS}; border-radius: .8em", "bmatrix": f"{_BORDERS}; background: {_HOOKS}"}
_ENDS_OF_CELLS = ("&", r"\\", r"\end")
_FUNCTION = re.compile(
    r"\\(?:sin|cos|tan|sec|csc|cot|sinh|cosh|tanh|coth|exp|log|ln|arcsin|arccos|arctan|det|dim|max|min)"
)


def mathml(tex: str) -> str:
    return f'<math display="block">{_Reader(tex).row(lambda token: False)}</math>'


def _element(name: str, *parts: str) -> str:
    return f"<{name}>{''.join(parts)}</{name}>"


class _Reader:
    """Tokens of TeX, read once from left to right."""

    def __init__(self, tex: str) -> None:
        self.tokens = _TOKEN.findall(tex)
        self.place = 0

    def peek(self) -> str:
        while self.place < len(self.tokens) and self.tokens[self.place].isspace():
            self.place += 1
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.place += 1
        return token

    def row(self, ends: Callable[[str], bool]) -> str:
        """All items to a token that ends them, as one element."""
        items = []
        while self.peek() and not ends(self.peek()):
            items.append(self.scripted())
        return items[0] if len(items) == 1 else _element("mrow", *items)

    def group(self) -> str:
        """What stands in braces, or one item."""
        if self.peek() != "{":
            return self.item()
        self.next()
        content = self.row(lambda token: token == "}")
        self.next()
        return content

    def raw(self) -> str:
        """The text in braces, as it stands, or one token."""
        if self.peek() != "{":
            return self.next()
        depth, found = 0, []
        for token in itertools.islice(self.tokens, self.place, None):
            self.place += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
            if token not in "{}":
                found.append(_IN_TEXT.get(token, token.removeprefix("\\")))
        return "".join(found)

    def scripted(self) -> str:
        """An item with what is raised and lowered beside it."""
        base = "<mrow></mrow>" if self.peek() in ("^", "_") else self.item()
        scripts: dict[str, str] = {}
        while self.peek() in ("^", "_") and self.peek() not in scripts:
            sign = self.next()
            scripts[sign] = self.group()
        if not scripts:
            return base
        name = {"^": "msup", "_": "msub"}[min(scripts)] if len(scripts) == 1 else "msubsup"
        return _element(name, base, *(scripts[sign] for sign in "_^" if sign in scripts))

    def item(self) -> str:
        token = self.next()
        if token == "{":
            self.place -= 1
            return self.group()
        if token == r"\frac":
            return _element("mfrac", self.group(), self.group())
        if token == r"\sqrt":
            return _element("msqrt", self.group())
        if token in _ACCENTS:
            # as an accent it would be drawn into a tall letter, where the font has no measures for mathematics
            return f'<mover>{self.group()}<mo scriptlevel="0">{_ACCENTS[token]}</mo></mover>'
        if token in _FONTS:
            return f'<mi mathvariant="{_FONTS[token]}">{escape(self.raw())}</mi>'
        if token == r"\left":
            opening, inside = self.bracket(), self.row(lambda token: token == r"\right")
            return _element("mrow", opening, inside, self.item())
        if token == r"\right":
            return self.bracket()
        if token == r"\begin":
            return self.table(self.raw())
        if token == r"\displaystyle":
            return ""
        if token in _SPACES:
            return f'<mspace width="{_SPACES[token]}"/>'
        if token[:1].isdigit() or (token[:1] == "." and len(token) > 1):
            return _element("mn", token)
        if token in _SIGNS or token.isalpha():
            return _element("mi", escape(_SIGNS.get(token, token)))
        if _FUNCTION.fullmatch(token):
            return f'<mo lspace=".17em" rspace=".17em">{token[1:]}</mo>'
        return _element("mo", escape(_OPERATORS.get(token, token)))

    def bracket(self) -> str:
        sign = self.next()
        return f'<mo stretchy="true">{escape(_OPERATORS.get(sign, sign))}</mo>'

    def table(self, kind: str) -> str:
        """An environment: rows of cells, between its brackets."""
        rows: list[list[str]] = [[]]
        look = ' style="text-align: left"' if kind == "aligned" else ""
        while self.peek():
            rows[-1].append(f"<mtd{look}>{self.row(lambda token: token in _ENDS_OF_CELLS)}</mtd>")
            sign = self.next()
            if sign == r"\\":
                rows.append([])
                if self.peek() == "[":  # the space between rows
                    while self.next() != "]":
                        pass
            elif sign == r"\end":
                self.raw()
                break
        cells = "".join(_element("mtr", *row) for row in rows)
        return f'<mtable displaystyle="true" style="{_TABLES.get(kind, "")}">{cells}</mtable>'
