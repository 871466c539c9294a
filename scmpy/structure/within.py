"""The numbers of values, as compiled code and integration see them: leaves, and what is measured by quantities.

:mod:`scmpy.structure.structure` has the leaves of algebra, where a quantity with units is a scalar. Here it is a number
in a shape of one number, whose form is the dimension: what is computed with the numbers is put back into the shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scmpy.generic.composite import map_composite as map_leaves
from scmpy.generic.composite import scalars_of

__all__ = ["leaves", "map_leaves", "unflatten"]


def leaves(value: Any) -> list[Any]:
    """The numbers of a value from left to right.

    >>> from scmpy import up
    >>> from scmpy.units import meter
    >>> leaves(up(1, up(2 * meter)))
    [1, 2]
    """
    return list(scalars_of(value))


def unflatten(flat: Iterator[Any], shape: Any) -> Any:
    """A value of this shape with its numbers taken from the iterator."""
    return map_leaves(lambda _: next(flat), shape)
