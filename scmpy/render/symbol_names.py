"""What a symbol's name says: ``thetadot_1^a`` is theta with a dot, subscript 1, superscript a."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
    """
    if _BASIS.fullmatch(name):
        return Name("e", (), (Name(name[1:]),))
    base, *rest = re.split(r"([_^])", name)
    marks, scripts = rest[::2], rest[1::2]
    if not base or not all(scripts):
        return Name(name)
    word, accents = _accented(base)
    return Name(
        word,
        accents,
        tuple(Name(*_accented(text)) for mark, text in zip(marks, scripts, strict=True) if mark == "_"),
        tuple(Name(*_accented(text)) for mark, text in zip(marks, scripts, strict=True) if mark == "^"),
    )


def _accented(word: str) -> tuple[str, tuple[str, ...]]:
    """A letter's or Greek letter's accents, innermost first; any other word is left whole."""
    accents: list[str] = []
    base = word
    while suffix := next((accent for accent in ACCENTS if base.endswith(accent) and base != accent), None):
        accents.insert(0, suffix)
        base = base.removesuffix(suffix)
    is_letter = len(base) == 1 and base.isalpha()
    return (base, tuple(accents)) if is_letter or base in GREEK else (word, ())
