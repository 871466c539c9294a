r"""Expressions in TeX, as the course's lectures show them.

Up tuples are columns in parentheses, down tuples columns in brackets; a literal function's derivative is
``D\theta\left(t\right)``. The text is for mathematics mode with amsmath, MathJax or KaTeX.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scmpy.render.names import GREEK, Name, parse_name
from scmpy.render.notation import Level, Piece, Style, typeset
from scmpy.render.numbers import integer_text
from scmpy.render.text import Text, rope, separated

FUNCTIONS = {
    **{name: "\\" + name for name in "sin cos tan sec csc cot sinh cosh tanh coth exp log det dim max min".split()},
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
}

ACCENTS = {
    "dot": r"\dot{%s}",
    "dotdot": r"\ddot{%s}",
    "hat": r"\hat{%s}",
    "bar": r"\bar{%s}",
    "vec": r"\vec{%s}",
    "tilde": r"\tilde{%s}",
}

PRIMES = {"prime": r"\prime", "primeprime": r"\prime\prime"}

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def tex(tree: Any) -> str:
    r"""An expression in TeX.

    >>> from types import SimpleNamespace as Node
    >>> D, f, t = (Node(name=name, operator=None, operands=()) for name in ("D", "omega^a", "t"))
    >>> print(tex(Node(operator=Node(operator=D, operands=(f,)), operands=(t,))))
    D\omega^{a}\left(t\right)
    """
    return typeset(tree, _TeX())


class _TeX(Style):
    between_numbers = r" \cdot "
    relations = {"<=": r"\le", ">=": r"\ge"}

    def name(self, name: str) -> Piece:
        if name in FUNCTIONS:
            return Piece(FUNCTIONS[name])
        parsed = parse_name(name)
        primes = [PRIMES[accent] for accent in parsed.accents if accent in PRIMES]
        superscripts = primes + [_word(part) for part in parsed.superscripts]
        subscripts = [_word(part) for part in parsed.subscripts]
        text = _word(parsed)
        if subscripts:
            text += "_{" + ",".join(subscripts) + "}"
        if superscripts:
            text += "^{" + ",".join(superscripts) + "}"
        return Piece(text, raised=bool(superscripts), begins_with_digit=text[:1].isdigit())

    def fraction(self, x: Fraction) -> Piece:
        numerator, denominator = map(integer_text, x.as_integer_ratio())
        return Piece(rf"\frac{{{numerator}}}{{{denominator}}}", Level.PRODUCT, begins_with_digit=True)

    def float(self, x: float) -> Text:
        if math.isnan(x):
            return r"\mathrm{NaN}"
        if math.isinf(x):
            return r"\infty"
        digits, _, exponent = repr(x).partition("e")
        return rf"{digits} \times 10^{{{int(exponent)}}}" if exponent else digits

    def parenthesized(self, text: Text) -> Text:
        return rope(r"\left(", text, r"\right)")

    def quotient(self, numerator: Piece, denominator: Piece) -> Piece:
        return Piece(rope(r"\frac{", numerator.text, "}{", denominator.text, "}"), Level.PRODUCT)

    def exponent(self, exponent: Piece) -> Text:
        return rope("^{", exponent.text, "}")

    def root(self, radicand: Piece) -> Piece:
        return Piece(rope(r"\sqrt{", radicand.text, "}"))

    def partial(self, indices: Sequence[Text]) -> Text:
        return rope(r"\partial_{", separated(",", indices), "}")

    def absolute(self, text: Text) -> Text:
        return rope(r"\left\lvert ", text, r"\right\rvert")

    def structure(self, kind: str, entries: Sequence[Text]) -> Text:
        return _environment("pmatrix" if kind == "up" else "bmatrix", separated(r" \\ ", entries))

    def matrix(self, rows: Sequence[Sequence[Text]]) -> Text:
        return _environment("bmatrix", separated(r" \\ ", [separated(" & ", row) for row in rows]))


def _environment(name: str, content: Text) -> Text:
    return rope(rf"\begin{{{name}}} ", content, rf" \end{{{name}}}")


def _word(name: Name) -> str:
    """A name without its scripts: a letter, a Greek letter, a number or a word, with its accents (but no primes)."""
    text = _letter(name.base)
    for accent in name.accents:
        if accent in ACCENTS:
            text = ACCENTS[accent] % text
    return text


def _letter(word: str) -> str:
    if word in GREEK:
        return "o" if word == "omicron" else "\\" + word
    if word.isdigit() or (len(word) == 1 and word.isalnum()):
        return word
    if re.fullmatch(r"[A-Za-z0-9]+", word):
        return rf"\mathsf{{{word}}}"
    return r"\textsf{" + "".join(SPECIAL.get(c, "\\" + c if c in "#$%&_{}" else c) for c in word) + "}"
