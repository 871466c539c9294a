"""Quantities along the axes of pictures: they are drawn in base units, of which an axis has one, with which it is
labelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from scmpy.errors import CALLED, DimensionError, WrongTypeError, describe
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, name_of
from scmpy.generic.tree import TreeNode
from scmpy.numerics.dynamics.maps import of_coordinates
from scmpy.render.latex import tex
from scmpy.render.notation import GREEK
from scmpy.render.scheme import Word
from scmpy.structure.magnitudes import ANY, agreeing, attach_units, common_units, magnitudes
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.expression import Symbol

# --- labels ----------------------------------------------------------------------------------------------------------
# Labels of axes: the names of numbers, typeset, with their units.
#
# A name is typeset as it is in formulas, ``theta_1dot`` as \dot\theta_1; digits at its end are an index. What is no
# name (it has spaces, or mathematics between dollars) is text as it stands.

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
    r"""A unit upright, with its powers."""
    if "^" not in unit:
        return unit
    powers = _POWER.sub(r"^{\1}", unit).replace(" ", r"\,")
    return rf"$\mathrm{{{powers}}}$"


#: The units of what has been drawn along the axes of Axes.
_drawn: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()

#: The units of the limits of windows, as quantities.
_framed: WeakKeyDictionary[Any, tuple[Any, Any]] = WeakKeyDictionary()


def measure(ax: Any, operation: str, *units: str) -> None:
    """Note the units of what is to be drawn along the axes; an error if something in other units is there already."""
    known = _drawn.setdefault(ax, {})
    if not ax.has_data():
        known.clear()
        known |= {axis: unit_text(unit) for axis, unit in zip("xy", _framed.get(ax, ()), strict=False)}
    for axis, unit in zip("xyz", units, strict=False):
        check_axis(operation, f"the {axis} axis", known.setdefault(axis, unit), unit)


def check_axis(operation: str, what: str, unit: str, other: str) -> None:
    if unit != other:
        one, another = (x or "plain numbers" for x in (unit, other))
        raise DimensionError(f"{operation}: {what} is in {one}, and cannot be in {another} too")


def unit_text(unit: Any) -> str:
    return str(getattr(unit, "unit", ""))


def label_units(ax: Any, *units: str) -> None:
    """Label axes with units: after the names that they have as formulas, or alone where there is nothing."""
    for axis, unit in zip("xyz", units, strict=False):
        text = getattr(ax, f"get_{axis}label")()
        if unit and (not text or (text[0] == text[-1] == "$" and r"\mathrm" not in text)):
            getattr(ax, f"set_{axis}label")(with_unit(text, unit))


def write(ax: Any, x: str = "", y: str = "", z: str = "") -> None:
    """Label axes that have no labels yet, or have units alone for them."""
    for i, (axis, text) in enumerate(zip("xyz", (x, y, z), strict=True)):
        unit = _drawn.get(ax, {}).get(axis, "") or unit_text(frame_unit(ax, i))
        if text and getattr(ax, f"get_{axis}label")() in ("", with_unit("", unit)):
            getattr(ax, f"set_{axis}label")(text if text.endswith(with_unit("x", unit)[1:]) else with_unit(text, unit))


def frame_in_units(ax: Any, x: Sequence[Any], y: Sequence[Any]) -> None:
    units = [common_units(CALLED, *ends)[0] for ends in (x, y)]
    if any(isinstance(unit, TreeNode) for unit in units):
        _framed[ax] = (units[0], units[1])
        label_units(ax, *map(unit_text, units))


def is_in_units(ax: Any) -> bool:
    return ax in _framed


def frame_unit(ax: Any, axis: int) -> Any:
    return _framed[ax][axis] if ax in _framed and axis < 2 else 1


class AxisUnits:
    """The numbers of what is drawn along axes, and the units that they have in common."""

    def __init__(self, operation: str, count: int = 2) -> None:
        self.operation = operation
        self.units: list[list[Any]] = [[] for _ in range(count)]

    def plain(self, axis: int, value: Any) -> Any:
        kind = type(value)
        if kind is float or kind is int:
            self.note(axis, value)
            return value
        if isinstance(value, (list, tuple)):
            return [self.plain(axis, x) for x in value]
        if isinstance(value, TreeNode) and value.is_scalar:
            self.note(axis, value)
            return magnitudes(value)
        if isinstance(value, Structure) and any(isinstance(x, TreeNode) for x in value):
            return type(value)(self.plain(axis, x) for x in value)
        return value

    def note(self, axis: int, value: Any) -> None:
        if value or isinstance(value, TreeNode):
            self.units[axis] = agreeing(self.operation, self.units[axis], value)

    @property
    def texts(self) -> list[str]:
        return [unit_text(found[0]) if found else "" for found in self.units]

    def drawn(self, ax: Any) -> None:
        """Note and label the units of what is to be drawn; of the exact 0 alone nothing is known."""
        if any(self.texts) or ax in _framed or any(_drawn.get(ax, {}).values()):
            known = _framed.get(ax, (1, 1))
            texts = [
                text if found and found[0] is not ANY else unit_text(known[axis]) if axis < 2 else ""
                for axis, (text, found) in enumerate(zip(self.texts, self.units, strict=True))
            ]
            measure(ax, self.operation, *texts)
            label_units(ax, *texts)


def along(ax: Any, operation: str, *values: Any) -> list[Any]:
    """The numbers of what is to be drawn along the axes, whose units are noted."""
    columns = AxisUnits(operation, len(values))
    found = [columns.plain(axis, value) for axis, value in enumerate(values)]
    columns.drawn(ax)
    return found


def measures_in(operation: str, units: Sequence[Any], values: Any) -> Any:
    listed = list(values) if isinstance(values, (Iterable, Structure)) else [values]
    common_units(operation, *map(converted, listed), *([attach_units(units, 1)] if units else []))
    return [magnitudes(converted(x)) for x in listed]


class MapOfNumbers(Function):
    """A map of quantities in these units as one of their numbers, (x y continue fail)."""

    __slots__ = ("images", "step", "units")

    def __init__(self, step: Callable[..., Any], units: Sequence[Any]) -> None:
        super().__init__(self._next, name_of(step))
        self.step, self.units = of_coordinates(step), units
        images = getattr(step, "images", None)  # in base units: of maps that find many at less cost
        self.images = images and (lambda x, y, count: images(*attach_units(units, Up((x, y))), count))

    def _next(self, x: Any, y: Any, proceed: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        image = self.step(*attach_units(self.units, Up((x, y))), lambda x, y: Up((x, y)), lambda: None)
        if image is None:
            return fail()
        common_units("a map", attach_units(self.units, Up((1, 1))), image)
        return proceed(*magnitudes(image))


def of_unit(function: Callable[[Any], Any], unit: Any) -> Callable[[Any], Any]:
    return (lambda x: function(attach_units([unit], x))) if isinstance(unit, TreeNode) else function
