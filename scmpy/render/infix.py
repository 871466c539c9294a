"""Expressions as people write them in a line of text: ``1/2 m v²`` is ``½ m v²``, ``((D theta) t)`` is ``Dθ(t)``.

Every text has one reading. A product is written with spaces, subtraction too (``a - b``; ``a-b`` is a name), a
superscript that belongs to a name is marked by an arrow (``ω↑a``, where ``ωᵃ`` could be a power), and a power is in
superscript digits or behind ``^``.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scmpy.render.notation import Level, Piece, Style, typeset
from scmpy.render.number_text import number_text
from scmpy.render.symbol_names import GREEK, UNITS, Name, parse_name
from scmpy.render.text import Text, rope, separated

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

ACCENTS = {
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
    """An expression in one line of unicode text.

    >>> from scmpy.render.name_reading import Combination, Word
    >>> D, f, t = map(Word, ("D", "omega^a", "t"))
    >>> infix(Combination(Combination(D, (f,)), (t,)))
    'Dω↑a(t)'
    """
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
        parsed = parse_name(name)
        scripts = [*map(_subscript, parsed.subscripts), *("↑" + _word(script) for script in parsed.superscripts)]
        text = _word(parsed) + "".join(scripts)
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

    def bracketed(self, kind: str, text: Text) -> Text:
        return rope(kind, "(", text, ")")

    def structure(self, kind: str, entries: Sequence[Text]) -> Text:
        return rope(kind, "(", separated(", ", entries), ")")

    def matrix(self, rows: Sequence[Sequence[Text]]) -> Text:
        return rope("[", separated(", ", [rope("[", separated(", ", row), "]") for row in rows]), "]")


def _word(name: Name) -> str:
    return GREEK.get(name.base, name.base) + "".join(ACCENTS[accent] for accent in name.accents)


def _subscript(name: Name) -> str:
    return name.base.translate(SUBSCRIPTS) if name.base.isdigit() else "_" + _word(name)
