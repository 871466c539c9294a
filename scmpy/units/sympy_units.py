"""The bridge to SymPy for quantities: its units are those of :mod:`sympy.physics.units`.

A quantity is the product of its value and powers of SymPy's base units. Back they come as quantities of base units, so
that 3 newtons are 3 meter kilogram second^-2 on the way; angles, which have units there, are numbers of radians.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy
from scmpy.symbolic.sympy_bridge.inward import UNIT_CONVERSIONS
from scmpy.symbolic.sympy_bridge.operations import accept
from scmpy.units.dimension import SI
from scmpy.units.measured import dimension_of, value_of
from scmpy.units.quantity import Quantity, Unit
from scmpy.units.system import NAMED

#: SymPy's units that are plain numbers.
_NUMBERS = frozenset("radian steradian degree percent permille angular_mil".split())


def _to_sympy(x: Any) -> Any:
    """The value times the powers of base units.

    >>> from scmpy import symbols
    >>> from scmpy.units import meter, second
    >>> to_sympy(symbols("v") * meter / second)
    meter*v/second
    """
    import sympy
    from sympy.physics import units

    dims = dimension_of(x)
    if dims and dims.system is not SI:
        raise WrongTypeError(f"to_sympy: units of {dims.system} are not among SymPy's")
    bases = zip(SI.bases, dims.exponents, strict=False)
    factors = (getattr(units, name[1:]) ** sympy.Rational(power) for name, power in bases if power)
    return sympy.Mul(to_sympy(value_of(x)), *factors)


for _type in (Quantity, Unit):
    to_sympy.add((_type,), _to_sympy)
    from_sympy.add((_type,), lambda x: x)
    accept(_type)


def _from_sympy(unit: Any) -> Any:
    """The quantity that one of SymPy's units is; of a prefix its number.

    >>> from sympy.physics import units
    >>> from_sympy(3 * units.kilo * units.meter / units.hour)
    (& 5/6 (* &meter (expt &second -1)))
    """
    from sympy.physics import units

    if f"&{unit.name}" in SI.bases:
        return NAMED[f"&{unit.name}"].quantity
    if str(unit.name) in _NUMBERS or not isinstance(unit, units.Quantity):
        return from_sympy(unit.scale_factor)
    bases = [getattr(units, name[1:]) for name in SI.bases]
    found = units.convert_to(unit, bases)
    if found == unit:
        raise WrongTypeError(f"from_sympy: {unit} is no product of powers of the base units of SI")
    return from_sympy(found)


UNIT_CONVERSIONS.append(_from_sympy)
