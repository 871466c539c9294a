"""Dimensions: products of rational powers of the base units of one unit system, an abelian group.

A dimension is a vector of exact rational exponents over the base units (of SI: meter, kilogram, second, ampere, kelvin,
mole, candela). As in the original an angle has none: radians are numbers. What has no dimension belongs to every
system, dimensions of different systems do not mix.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scmpy.errors import CALLED, DimensionError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.settings import SWITCH, Setting
from scmpy.generic.settings import SessionDict as Table
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.expression import EXPT, TIMES, application, symbol

Exponent = int | Fraction

#: The unit systems by name, beside SI, that programs in Scheme enter.
SYSTEMS: Table[str, UnitSystem] = Table()

#: An exponent that is a float stands for the fraction with a denominator up to this that it is the float of.
LARGEST_DENOMINATOR = 1000


def _plain(x: Exponent) -> Exponent:
    return x.numerator if x.denominator == 1 else x


@dataclass(eq=False)
class UnitSystem:
    """A unit system: the names of its base units, each with what is measured by it and its symbol in TeX.

    ``names`` has the name and the quantity, such as (&newton, force), of dimensions that have one.
    """

    name: str
    bases: tuple[str, ...]
    quantities: tuple[str, ...]
    names: Table[tuple[Exponent, ...], tuple[str, str]] = field(default_factory=Table)
    symbols: Table[str, str] = field(default_factory=Table)

    def __post_init__(self) -> None:
        for i, (name, quantity) in enumerate(zip(self.bases, self.quantities, strict=True)):
            self.names[self.base(i).exponents] = name, quantity

    def base(self, i: int) -> Dimension:
        return Dimension(self, tuple(int(i == j) for j in range(len(self.bases))))

    def __repr__(self) -> str:
        return f"<unit system {self.name}>"

    def _describe_(self) -> str:
        return f"the unit system {self.name}"

    def __reduce__(self) -> Any:
        return (_system_named, (self.name,)) if self is SI else (_system, (self.name, self.bases, self.quantities))


class Dimension:
    """A dimension of a unit system; the one of all plain numbers has no system and no exponents.

    >>> length, time = SI.base(0), SI.base(2)
    >>> print(length / time**2, (length**2) ** Fraction(1, 2) == length)
    (* &meter (expt &second -2)) True
    """

    __slots__ = ("exponents", "system")

    system: UnitSystem | None
    exponents: tuple[Exponent, ...]

    def __init__(self, system: UnitSystem | None, exponents: Sequence[Exponent]) -> None:
        self.system = system if any(exponents) else None
        self.exponents = tuple(map(_plain, exponents)) if self.system else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dimension) and self.system is other.system and self.exponents == other.exponents

    def __hash__(self) -> int:
        return hash(self.exponents)

    def __bool__(self) -> bool:
        """Is this a dimension that plain numbers have not?"""
        return self.system is not None

    def __reduce__(self) -> Any:
        return Dimension, (self.system, self.exponents)

    def __mul__(self, other: Dimension) -> Dimension:
        return _product(self, other)

    def __truediv__(self, other: Dimension) -> Dimension:
        return _product(self, other**-1)

    def __pow__(self, exponent: Exponent) -> Dimension:
        return Dimension(self.system, [exponent * x for x in self.exponents])

    @property
    def expression(self) -> Any:
        """The unit of this dimension: its name, or the product of powers of base units; 1 if there is none."""
        if self.system is None:
            return 1
        named = self.system.names.get(self.exponents)
        if named is not None:
            return symbol(named[0])
        bases = zip(map(symbol, self.system.bases), self.exponents, strict=True)
        factors = [base if x == 1 else application(EXPT, base, x) for base, x in bases if x]
        return factors[0] if len(factors) == 1 else application(TIMES, *factors)

    @property
    def text(self) -> str:
        """The unit of this dimension by the symbols of units, as they are written: N, or m s^-2."""
        if self.system is None:
            return ""
        symbols, named = self.system.symbols, self.system.names.get(self.exponents)
        if named is not None:
            return symbols.get(named[0], named[0])
        powers = ((symbols.get(base, base), x) for base, x in zip(self.system.bases, self.exponents, strict=True) if x)
        return " ".join(
            base if x == 1 else f"{base}^{x}" if x.denominator == 1 else f"{base}^({x})" for base, x in powers
        )

    @property
    def quantity(self) -> str:
        """What is measured by it, if that has a name: length, force."""
        return self.system.names.get(self.exponents, ("", ""))[1] if self.system else "number"

    def __str__(self) -> str:
        return scheme_text(self.expression)

    __repr__ = __str__


#: The dimension of plain numbers.
NONE = Dimension(None, ())

SI = UnitSystem(
    "SI",
    tuple(f"&{name}" for name in "meter kilogram second ampere kelvin mole candela".split()),
    (
        *("length", "mass", "time", "electric current", "temperature"),
        *("amount of substance", "luminous intensity"),
    ),
)


@lru_cache(4096)
def _product(x: Dimension, y: Dimension) -> Dimension:
    if not x or not y:
        return x or y
    if x.system is not y.system and x.system is not None and y.system is not None:
        raise DimensionError(
            f"units of different systems do not mix: {x} of {x.system.name} and {y} of {y.system.name}"
        )
    return Dimension(x.system, [a + b for a, b in zip(x.exponents, y.exponents, strict=True)])


def exponent(value: Any, operation: str = CALLED) -> Exponent:
    """The exact exponent that a number is: a float stands for the simplest fraction that it is the float of."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and abs(value) <= LARGEST_DENOMINATOR:
        found = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
        if float(found) == value:
            return _plain(found)
    raise DimensionError(f"{operation}: the exponent of a unit is a rational number, got {describe(value)}")


def as_system(value: Any, operation: str = CALLED) -> UnitSystem:
    name = getattr(value, "name", value)
    found = value if isinstance(value, UnitSystem) else SI if name == "SI" else SYSTEMS.get(name)
    if found is None:
        raise WrongTypeError(f"{operation} expects a unit system, such as SI, got {describe(value)}")
    return found


def _system_named(name: str) -> UnitSystem:
    return as_system(name, "pickle")


def _system(name: str, bases: tuple[str, ...], quantities: tuple[str, ...]) -> UnitSystem:
    found = SYSTEMS.get(name)
    if found is None or found.bases != bases:
        found = SYSTEMS[name] = UnitSystem(name, bases, quantities)
    return found


# --- permissive ------------------------------------------------------------------------------------------------------
# The setting of what a plain number beside a quantity is: there from the start, as all settings are.

permissive = Setting(
    "*permissive-units*",
    False,
    SWITCH,
    "Whether a plain number beside a quantity, in a sum or a comparison, counts as one of its dimension.",
    """
    >>> from scmpy.units import meter
    >>> with setting(permissive_units=True):
    ...     3 * meter + 4
    (& 7 &meter)
    """,
)


# --- measured --------------------------------------------------------------------------------------------------------
# What has a dimension, quantities and units: its measure in base units, and comparison where dimensions agree.


class Dimensional(Displayed, Arithmetic):
    """What quantities and units have in common: they are compared and divided where they have one dimension."""

    __slots__ = ()

    dims: Dimension

    @property
    def measure(self) -> Any:
        raise NotImplementedError

    def _of_measure_(self, measure: Any) -> Any:
        raise NotImplementedError

    @property
    def unit(self) -> str:
        return self.dims.text

    def __lt__(self, other: Any) -> Any:
        return _of_measures("<", operator.lt, self, other)

    def __le__(self, other: Any) -> Any:
        return _of_measures("<=", operator.le, self, other)

    def __gt__(self, other: Any) -> Any:
        return _of_measures(">", operator.gt, self, other)

    def __ge__(self, other: Any) -> Any:
        return _of_measures(">=", operator.ge, self, other)

    def __floordiv__(self, other: Any) -> Any:
        """How often the other one goes into this one, a plain number."""
        return _of_measures("//", operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return _of_measures("//", operator.floordiv, other, self)

    def __mod__(self, other: Any) -> Any:
        """What is left of this one then."""
        return self._of_measure_(_of_measures("%", operator.mod, self, other))

    def __rmod__(self, other: Any) -> Any:
        return self._of_measure_(_of_measures("%", operator.mod, other, self))

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def _no_number(self, *_: Any) -> Any:
        raise DimensionError(f"{describe(self)} is no plain number: divide it by a unit")

    __float__ = __int__ = __complex__ = __index__ = _no_number

    def __round__(self, digits: int | None = None) -> Any:
        """The measure in base units, which is what is printed, rounded."""
        measure = self.measure
        return self._of_measure_(g.to_nearest(measure) if digits is None else round(measure, digits))

    def __format__(self, spec: str) -> str:
        """The formats of a number are those of the measure in base units, with the unit after it: 3.14 m."""
        if spec[-1:] in tuple("eEfFgG%n"):
            with suppress(TypeError, ValueError):
                return f"{format(g.inexact(self.measure), spec)} {self.unit}".rstrip()
        return super().__format__(spec)


def dimension_of(x: Any) -> Dimension:
    return x.dims if isinstance(x, Dimensional) else NONE


def value_of(x: Any) -> Any:
    """The measure of a quantity in base units, the scale of a unit, or a plain number itself."""
    return x.measure if isinstance(x, Dimensional) else x


def is_any_zero(x: Any) -> bool:
    """Is this the zero of every dimension, the exact 0?"""
    return is_exact_zero(x)


def values_of_one_dimension(operation: str, x: Any, y: Any) -> tuple[Any, Any]:
    """The values of two quantities, or of one and a plain number, that have one dimension."""
    one, other = dimension_of(x), dimension_of(y)
    if one != other:
        for plain, beside in ((x, other), (y, one)):
            if beside and not dimension_of(plain) and (is_any_zero(plain) or permissive.value):
                return value_of(x), value_of(y)
        raise DimensionError(f"{operation} expects quantities of one dimension, got {describe(x)} and {describe(y)}")
    return value_of(x), value_of(y)


def common_dimension(operation: str, *values: Any) -> Dimension:
    """The dimension that quantities have in common; an error if they have different ones."""
    first = next(filter(dimension_of, values), 0)
    for x in values:
        values_of_one_dimension(operation, first, x)
    return dimension_of(first)


def _of_measures(name: str, operation: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    return operation(*values_of_one_dimension(name, x, y))
