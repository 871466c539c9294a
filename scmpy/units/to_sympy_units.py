"""Quantities in SymPy: the product of the value and powers of the base units of :mod:`sympy.physics.units`."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.symbolic.sympy_bridge import to_sympy
from scmpy.units.dimension import SI
from scmpy.units.measured import dimension_of, value_of


def in_units_of_sympy(x: Any) -> Any:
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
