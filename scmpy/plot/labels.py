r"""Labels of axes: the names of numbers, typeset, with their units.

A name is typeset as it is in formulas, ``theta_1dot`` as \dot\theta_1; digits at its end are an index. What is no name
(it has spaces, or mathematics between dollars) is text as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scmpy.errors import DimensionError, WrongTypeError, describe
from scmpy.generic.functions import name_of
from scmpy.render.name_reading import Word
from scmpy.render.symbol_names import GREEK
from scmpy.render.tex import tex
from scmpy.symbolic.expression import Symbol

_INDEXED = re.compile(r"([A-Za-z]+?)(\d+)((?:_.*|dot|prime)?)")
_MAKER = re.compile(r"[^\s()]+->")
_POWER = re.compile(r"\^\(?(-?\d+(?:/\d+)?)\)?")


def label(name: Any, units: Any = None) -> str:
    r"""The label for a number of a name, or for the value of a function.

    >>> label("p_theta"), label("theta1"), label("x1_0"), label("angle of the arm")
    ('$p_{\\theta}$', '$\\theta_{1}$', '$x_{1,0}$', 'angle of the arm')
    >>> label("v", {"v": "m/s"}), label("energy")
    ('$v$ (m/s)', 'energy')
    """
    text = name_in_label(name)
    return with_unit(_typeset(text), units_of(units).get(text, ""))


def with_unit(text: str, unit: str) -> str:
    """The text of a label with a unit, if there is one; the unit alone where there is no text."""
    return f"{text} ({_unit(unit)})" if unit and text else _unit(unit) or text


def name_in_label(name: Any) -> str:
    """What a number, or the value of a function, is called in a label."""
    return str(name) if isinstance(name, (str, Symbol)) else _called(name)


def _called(f: Any) -> str:
    """The name of a function; nothing of one without a name, in either language.

    What a procedure makes of another quantity is called by what it makes.

    >>> from scmpy import L_pendulum, Lagrangian_to_energy
    >>> _called(Lagrangian_to_energy(L_pendulum(1, 1, 1))), _called(2 * Lagrangian_to_energy(L_pendulum(1, 1, 1)))
    ('energy', '(* 2 energy)')
    """
    name = _MAKER.sub("", name_of(f))
    return "" if "<lambda>" in name or name == "lambda" else name


def units_of(units: Any) -> Mapping[str, str]:
    """The units by the names of numbers."""
    if units is None:
        return {}
    if not isinstance(units, Mapping) or not all(isinstance(unit, str) for unit in units.values()):
        raise WrongTypeError(f'the units are by name, as {{"theta": "rad"}}; got {describe(units)}')
    return {str(name): unit for name, unit in units.items()}


def with_measured(measured: Mapping[str, str], units: Any) -> Mapping[str, str]:
    """The units by the names of numbers: those that quantities have, and given ones of plain numbers."""
    given = units_of(units)
    for name, unit in given.items():
        if measured.get(name, unit) != unit:
            raise DimensionError(f"{name} is drawn in its unit {measured[name]}; given are the units of plain numbers")
    return {**measured, **given}


def _typeset(text: str) -> str:
    if "$" in text or not text or not re.fullmatch(r"[^\s()\\{}<>]+", text):
        return text
    found = _INDEXED.fullmatch(text)
    if found and _is_letter(found[1]):
        accent, rest = (found[3], "") if found[3][:1] != "_" else ("", found[3])
        text = f"{found[1]}{accent}_{found[2]}{rest}"
    elif text.isalpha() and not _is_letter(text) and r"\mathsf" in tex(Word(text)):
        return text  # a word
    typeset = tex(Word(text)).replace(r"\textsf{", r"\text{")
    return f"${typeset}$"


def _is_letter(base: str) -> bool:
    return len(base) == 1 or base in GREEK


def _unit(unit: str) -> str:
    r"""A unit upright, with its powers.

    >>> _unit("kg m^2/s")
    '$\\mathrm{kg\\,m^{2}/s}$'
    """
    if "^" not in unit:
        return unit
    powers = _POWER.sub(r"^{\1}", unit).replace(" ", r"\,")
    return rf"$\mathrm{{{powers}}}$"
