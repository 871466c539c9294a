r"""TeX as the library writes it (:mod:`scmpy.render.latex`), as MathML, which browsers typeset by themselves.

What a program has put in, by ``tex:symbol-substs`` for instance, may be any TeX: a command that is not known here
stands as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from scmpy.render.notation import GREEK

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d*)?|\.\d+|\s+|.", re.DOTALL)
_SIGNS = {
    **{f"\\{name}": letter for name, letter in GREEK.items()},
    r"\partial": "∂",
    r"\infty": "∞",
    r"\cdots": "⋯",
    r"\prime": "′",
    r"\ell": "ℓ",
}
_OPERATORS = {
    r"\cdot": "⋅",
    r"\times": "×",
    r"\le": "≤",
    r"\ge": "≥",
    r"\circ": "∘",
    r"\wedge": "∧",
    r"\otimes": "⊗",
    r"\bmod": "mod",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\lfloor": "⌊",
    r"\rfloor": "⌋",
    r"\lceil": "⌈",
    r"\rceil": "⌉",
    "-": "−",
    r"\{": "{",
    r"\}": "}",
    "\\": "\\",
}
_ACCENTS = {r"\dot": "˙", r"\ddot": "¨", r"\hat": "^", r"\bar": "¯", r"\vec": "→", r"\tilde": "~"}
_FONTS = {r"\mathsf": "sans-serif", r"\mathrm": "normal", r"\operatorname": "normal", r"\textsf": "sans-serif"}
_FONTS |= {r"\mathbf": "bold", r"\mathfrak": "fraktur", r"\mathcal": "script", r"\text": "normal"}
_BRACKETS = "border: solid; border-width: 0 .1em; padding: 0 .2em"  # which want no font with brackets of all sizes
_TABLES = {"pmatrix": f"{_BRACKETS}; border-radius: .8em", "bmatrix": _BRACKETS, "aligned": "text-align: left"}
_FUNCTION = re.compile(
    r"\\(?:sin|cos|tan|sec|csc|cot|sinh|cosh|tanh|coth|exp|log|ln|arcsin|arccos|arctan|det|dim|max|min)"
)


def mathml(tex: str, block: bool = True) -> str:
    """The element that shows the formula."""
    display = ' display="block"' if block else ""
    return f"<math{display}>{_Reader(tex).row(lambda token: False)}</math>"


def _element(name: str, *parts: str) -> str:
    return f"<{name}>{''.join(parts)}</{name}>"


class _Reader:
    """Tokens of TeX, read once from left to right."""

    def __init__(self, tex: str) -> None:
        self.tokens = [token for token in _TOKEN.findall(tex) if not token.isspace()]
        self.place = 0

    def peek(self) -> str:
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
        """The characters that stand in braces."""
        if self.peek() != "{":
            return self.next()
        depth, found = 0, []
        while self.peek():
            token = self.next()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
            found.append(token[1:] if len(token) == 2 and token[0] == "\\" else token)
        return "".join(found[1:])

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
            return f'<mover accent="true">{self.group()}<mo>{_ACCENTS[token]}</mo></mover>'
        if token in _FONTS:
            return f'<mi mathvariant="{_FONTS[token]}">{escape(self.raw())}</mi>'
        if token in (r"\left", r"\right"):
            return f'<mo stretchy="true">{escape(_OPERATORS.get(sign := self.next(), sign))}</mo>'
        if token == r"\begin":
            return self.table(self.raw())
        if token in (r"\quad", r"\,", r"\displaystyle"):
            return '<mspace width="1em"/>' if token == r"\quad" else ""
        if token[:1].isdigit() or (token[:1] == "." and len(token) > 1):
            return _element("mn", token)
        if token in _SIGNS or token.isalpha():
            return _element("mi", escape(_SIGNS.get(token, token)))
        if _FUNCTION.fullmatch(token):
            return f'<mo lspace=".17em" rspace=".17em">{token[1:]}</mo>'
        return _element("mo", escape(_OPERATORS.get(token, token)))

    def table(self, kind: str) -> str:
        """An environment: rows of cells, between its brackets."""
        rows: list[list[str]] = [[]]
        while self.peek():
            rows[-1].append(_element("mtd", self.row(lambda token: token in ("&", r"\\", r"\end"))))
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
