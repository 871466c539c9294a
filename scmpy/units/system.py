"""The units of SI: base units, those derived from them, others of the same dimensions, and decimal multipliers.

The units and names are the original's. Scales that are exact by definition are exact numbers, so that quantities in
inches stay exact; the slug, the year and the degree, which are not, are floats. Where the original's scale is wrong or
old, the unit has today's: the light year, which is 299792458 m there, the pound (there 4.4482 N), the slug (14.594 kg),
the calorie (4.1819 J; here the thermochemical one) and the electron volt (1.602e-19 J; exact since 2019).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.session_tables import Table
from scmpy.registry import docstring, register
from scmpy.render.symbol_names import UNITS as SYMBOLS_OF_UNITS
from scmpy.units.dimension import NONE, SI, UnitSystem
from scmpy.units.quantity import Unit

#: The units by name; those that a program in Scheme defines are entered in its session. Multipliers are numbers.
NAMED: Table[str, Any] = Table()


class Description(NamedTuple):
    """Of a unit: its system, whether it is a base, derived or additional one, its symbol, and what is measured."""

    system: UnitSystem
    kind: str
    symbol: str
    meaning: str


DESCRIPTIONS: Table[str, Description] = Table()

#: The decimal multipliers by name: their exponents.
PREFIXES = {
    **dict(zip("atto femto pico nano micro milli centi deci".split(), (*range(-18, -2, 3), -2, -1), strict=True)),
    **dict(zip("deka hecto kilo mega giga tera peta exa".split(), (1, 2, *range(3, 19, 3)), strict=True)),
    **dict(zip("a f p n u m c d".split(), (*range(-18, -2, 3), -2, -1), strict=True)),
    **dict(zip("da h k M G T P E".split(), (1, 2, *range(3, 19, 3)), strict=True)),
}


def define(name: str, unit: Unit, description: Description) -> Unit:
    """Give a unit a name; a dimension prints as the base or derived unit that is the newest of it."""
    known = DESCRIPTIONS.get(name)
    if known is not None and known.kind == "base" and description.kind != "base":
        raise WrongTypeError(f"{name} is a base unit, by which quantities are written: it cannot be another one")
    named = NAMED[name] = Unit(unit.dims, unit.scale, name)
    DESCRIPTIONS[name] = description
    description.system.symbols[name] = description.symbol
    if description.kind == "derived" and unit.scale == 1 and unit.dims:
        description.system.names[unit.dims.exponents] = name, description.meaning
    return named


def _declare(name: str, symbol: str, meaning: str, unit: Unit, kind: str = "additional", text: str = "") -> None:
    named = define(f"&{name}", unit, Description(SI, kind, symbol, meaning))
    SYMBOLS_OF_UNITS[f"&{name}"] = symbol
    python = name.replace("-", "_")
    doc = docstring(
        f"The unit {name.replace('-', ' ')}: {text or meaning}.",
        f"(& 3 &{name})",
        f"1 * {python}",
        repr(g.mul(1, named)),
        f"from scmpy.units import {python}",
    )
    register(f"&{name}", named, python=None, module=__name__, doc=doc)


_BASE_SYMBOLS = "m kg s A K mol cd".split()
for _i, _symbol in enumerate(_BASE_SYMBOLS):
    _name, _quantity = SI.bases[_i][1:], SI.quantities[_i]
    _declare(_name, _symbol, _quantity, Unit(SI.base(_i)), "base", f"the base unit of {_quantity}")

meter, kilogram, second, ampere, kelvin, mole, candela = (NAMED[name] for name in SI.bases)
newton = kilogram * meter / second**2
joule = newton * meter
watt = joule / second
coulomb = ampere * second
volt = watt / ampere
weber = volt * second

#: Derived units: symbol, what is measured, the unit. A dimension prints as the one that is here.
_DERIVED: dict[str, tuple[str, str, Unit]] = {
    "newton": ("N", "force", newton),
    "joule": ("J", "energy", joule),
    "coulomb": ("C", "electric charge", coulomb),
    "watt": ("W", "power", watt),
    "volt": ("V", "electric potential", volt),
    "ohm": ("Ω", "electric resistance", volt / ampere),
    "siemens": ("S", "electric conductance", ampere / volt),
    "farad": ("F", "capacitance", coulomb / volt),
    "weber": ("Wb", "magnetic flux", weber),
    "henry": ("H", "inductance", weber / ampere),
    "hertz": ("Hz", "frequency", second**-1),
    "tesla": ("T", "magnetic flux density", weber / meter**2),
    "pascal": ("Pa", "pressure", newton / meter**2),
}

for _name, (_symbol, _quantity, _unit) in _DERIVED.items():
    _declare(_name, _symbol, _quantity, _unit, "derived", f"the derived unit of {_quantity}")


def _scaled(scale: Any, unit: Unit) -> Unit:
    return Unit(unit.dims, scale)


_ONE = Unit(NONE)
_POUND_MASS = Fraction(45359237, 100000000)
_FOOT = Fraction(3048, 10000)
_GRAVITY = Fraction(980665, 100000)
_YEAR = Fraction(36525, 100) * 86400

#: Further units: symbol, meaning, the unit.
_OTHERS: dict[str, tuple[str, str, Unit]] = {
    "unitless": ("1", "the unit of plain numbers", _ONE),
    "angular": ("1", "the unit of angles, which are plain numbers", _ONE),
    "radian": ("rad", "the unit of plane angles, which are plain numbers", _ONE),
    "steradian": ("sr", "the unit of solid angles, which are plain numbers", _ONE),
    "degree": ("°", "a part in 360 of a turn", _scaled(math.pi / 180, _ONE)),
    "arcsec": ("″", "a second of arc", _scaled(math.pi / 648000, _ONE)),
    "lumen": ("lm", "luminous flux", candela),
    "lux": ("lx", "illuminance", candela / meter**2),
    "katal": ("kat", "catalytic activity", mole / second),
    "becquerel": ("Bq", "radioactivity", second**-1),
    "gray": ("Gy", "absorbed dose", joule / kilogram),
    "sievert": ("Sv", "dose equivalent", joule / kilogram),
    "gram": ("g", "mass, of CGS", _scaled(Fraction(1, 1000), kilogram)),
    "centimeter": ("cm", "length, of CGS", _scaled(Fraction(1, 100), meter)),
    "dyne": ("dyn", "force, of CGS", _scaled(Fraction(1, 100000), newton)),
    "esu": ("esu", "electric charge, of CGS", _scaled(Fraction(1, 2997924580), coulomb)),
    "inch": ("in", "length", _scaled(_FOOT / 12, meter)),
    "foot": ("ft", "length, 12 inches", _scaled(_FOOT, meter)),
    "mile": ("mi", "length, 5280 feet", _scaled(5280 * _FOOT, meter)),
    "pound": ("lbf", "force, the weight of 0.45359237 kg", _scaled(_POUND_MASS * _GRAVITY, newton)),
    "slug": (
        "slug",
        "mass, to which a pound gives a foot per second squared",
        _scaled(float(_POUND_MASS * _GRAVITY / _FOOT), kilogram),
    ),
    "calorie": ("cal", "heat, the thermochemical calorie", _scaled(Fraction(4184, 1000), joule)),
    "ev": ("eV", "energy, the electron volt", _scaled(1.602176634e-19, joule)),
    "minute": ("min", "time, 60 seconds", _scaled(60, second)),
    "hour": ("h", "time, 60 minutes", _scaled(3600, second)),
    "day": ("d", "time, 24 hours", _scaled(86400, second)),
    "year": ("yr", "time, the tropical year of 1900", _scaled(31556925.9747, second)),
    "sidereal-year": ("syr", "time, the sidereal year of 1900", _scaled(31558149.984, second)),
    "AU": ("au", "length, the astronomical unit", _scaled(149597870700, meter)),
    "ly": ("ly", "length, the way of light in a Julian year", _scaled(299792458 * int(_YEAR), meter)),
    "pc": (
        "pc",
        "length, the parsec, from which the astronomical unit is seen as a second of arc",
        _scaled(149597870700 * 648000 / math.pi, meter),
    ),
}

for _name, (_symbol, _meaning, _unit) in _OTHERS.items():
    _declare(_name, _symbol, _meaning, _unit)

for _name, _power in PREFIXES.items():
    _value = NAMED[f"&{_name}"] = g.expt(10, _power)
    _long = next(name for name, power in PREFIXES.items() if power == _power)
    register(
        f"&{_name}",
        _value,
        python=None,
        module=__name__,
        doc=docstring(
            f"The multiplier 10^{_power} of units.",
            f"(& 3 &{_name} &meter)",
            f"with_units(3, {_long}, meter)",
            repr(g.mul(3 * _value, meter)),
            f"from scmpy.units import {_long}, meter, with_units",
        ),
    )
register(
    "SI",
    SI,
    python=None,
    module=__name__,
    doc=docstring(
        "The international system of units.",
        "SI",
        "unit_system_name(SI)",
        "SI",
        "from scmpy.units import SI, unit_system_name",
    ),
)
