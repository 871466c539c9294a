"""What has a dimension, quantities and units: its measure in base units, and comparison where dimensions agree."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from scmpy.errors import DimensionError, describe
from scmpy.generic import operations as g
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.units.dimension import NONE, Dimension
from scmpy.units.permissive import permissive


class Measured(Displayed, Arithmetic):
    """What quantities and units have in common: they are compared and divided where they have one dimension."""

    __slots__ = ()

    dims: Dimension

    @property
    def measure(self) -> Any:
        """The number of base units that it is."""
        raise NotImplementedError

    def _of_measure_(self, measure: Any) -> Any:
        """The quantity of this dimension with another measure."""
        raise NotImplementedError

    @property
    def unit(self) -> str:
        """The unit of its dimension, as text: m s^-2."""
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
    """The dimension of a quantity, a unit or a plain number."""
    return x.dims if isinstance(x, Measured) else NONE


def value_of(x: Any) -> Any:
    """The measure of a quantity in base units, the scale of a unit, or a plain number itself."""
    return x.measure if isinstance(x, Measured) else x


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
    """A comparison of measures, or whatever else is of quantities of one dimension and has none."""
    return operation(*values_of_one_dimension(name, x, y))
