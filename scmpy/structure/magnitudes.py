"""Values with units taken apart into numbers and units, and put together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import DimensionError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import is_exact_one, is_exact_zero
from scmpy.generic.tree import TreeNode, is_scalar, measure_of, ones_like, tree_leaves, tree_map

# --- measures --------------------------------------------------------------------------------------------------------
# Values with units, for what computes with numbers alone: taken apart into measures and units, and put together.
#
# The measures of a value are its scalars in base units, in the same tuples. Its units are a list, of each scalar one of
# its dimension: 1 where it is a plain number. The exact 0 belongs to every dimension, and so does an infinite number.

#: The unit of what belongs to every dimension.
ANY = 0


def magnitudes(value: Any) -> Any:
    """The value with numbers for its quantities.

    >>> from scmpy import up
    >>> from scmpy.units import inch
    >>> magnitudes(up(2.0 * inch, 3))
    (up .0508 3)
    """
    return tree_map(lambda x: measure_of(converted(x)), value, is_scalar)


def units_of(value: Any) -> list[Any]:
    """The units of the scalars of a value, in order.

    >>> from scmpy import up
    >>> from scmpy.units import inch
    >>> units_of(up(2.0 * inch, 3, 0))
    [(& 1 &meter), 1, 0]
    """
    return [_unit(converted(x)) for x in tree_leaves(value, is_scalar)]


def _unit(x: Any) -> Any:
    if isinstance(x, TreeNode):
        return ones_like(x)
    return ANY if is_exact_zero(x) or (isinstance(x, float) and math.isinf(x)) else 1


def has_units(*values: Any) -> bool:
    return any(isinstance(unit, TreeNode) for value in values for unit in units_of(value))


def common_units(operation: str, *values: Any) -> list[Any]:
    """The units that values shaped alike have in common; an error if they have different ones."""
    found: list[Any] = []
    for value in values:
        found = agreeing(operation, found, value)
    return found


def agreeing(operation: str, known: list[Any], value: Any) -> list[Any]:
    """The units that are known, and those of another value, which have to be the same."""
    new = units_of(value)
    if not known:
        return new
    if len(known) != len(new):
        raise StructureError(f"{operation} expects values of {len(known)} scalars, got {describe(value)}")
    for one, other in zip(known, new, strict=True):
        if one is not ANY and other is not ANY and one != other:
            raise DimensionError(f"{operation}: values of one dimension are expected, got {described(one, other)}")
    return [other if one is ANY else one for one, other in zip(known, new, strict=True)]


def described(*units: Any) -> str:
    return " and ".join(dict.fromkeys(map(_described, units)))


def _described(unit: Any) -> str:
    unit_text = getattr(unit, "unit", "")
    return f"quantities in {unit_text}" if unit_text else "plain numbers" if unit else "the exact 0"


def attach_units(units: Iterable[Any], value: Any) -> Any:
    """The value whose scalars are so many of these units, which may be any quantities.

    >>> from scmpy import up
    >>> from scmpy.units import inch, meter
    >>> attach_units([1 * meter, 1, 1 * inch], up(2, 3, 0))
    (up (& 2 &meter) 3 (& 0 &meter))
    """
    remaining = iter(units)
    return tree_map(lambda x: _so_many(x, next(remaining)), value, is_scalar)


def _so_many(x: Any, unit: Any) -> Any:
    if not isinstance(unit, TreeNode):
        return g.mul(x, unit) if isinstance(unit, float) else x
    size = measure_of(unit)
    return unit._with_children_([x if is_exact_one(size) else g.mul(x, size)])


def in_units(units: Iterable[Any], value: Any) -> Any:
    remaining = iter(units)
    return tree_map(lambda x: g.div(x, measure_of(next(remaining)) or 1), magnitudes(value), is_scalar)


class MagnitudeFunction(Function):
    """A function of values with units, as one of their measures; it notes the units of its values.

    >>> from scmpy.units import meter, second
    >>> fall = MagnitudeFunction("fall", lambda t: 5 * meter / second**2 * t**2, units_of(1 * second))
    >>> fall(3), fall.restored(45)
    (45, (& 45 &meter))
    """

    __slots__ = ("is_of_numbers", "of_quantities", "operation", "units", "units_of_values")

    def __init__(self, operation: str, function: Callable[..., Any], *units: list[Any]) -> None:
        super().__init__(self._at, name_of(function))
        self.operation, self.of_quantities, self.units = operation, function, units
        self.units_of_values: list[Any] = []
        self.is_of_numbers = not any(isinstance(unit, (TreeNode, float)) for some in units for unit in some)

    def _at(self, *arguments: Any) -> Any:
        given = arguments if self.is_of_numbers else tuple(map(attach_units, self.units, arguments))
        value = apply_value(self.of_quantities, given)
        if type(value) is float and self.units_of_values == [1]:
            return value
        self.units_of_values = agreeing(self.operation, self.units_of_values, value)
        return magnitudes(value)

    def restored(self, value: Any) -> Any:
        return attach_units(self.units_of_values, value) if self.units_of_values else value
