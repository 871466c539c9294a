"""SymPy's units, those of :mod:`sympy.physics.units`, as quantities.

They come back in base units, so that 3 newtons are 3 meter kilogram second^-2 on the way; angles, which have units
there, are numbers of radians.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.dispatch import adopt
from scmpy.symbolic.sympy_bridge import from_sympy
from scmpy.units.dimension import SI
from scmpy.units.system import NAMED

#: SymPy's units that are plain numbers.
_NUMBERS = frozenset("radian steradian degree percent permille angular_mil".split())


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


@adopt("sympy")
def _register() -> None:
    from sympy.physics import units
    from sympy.physics.units.dimensions import Dimension
    from sympy.physics.units.prefixes import Prefix

    for type_ in (units.Quantity, Prefix, Dimension):
        from_sympy.add((type_,), _from_sympy)
