"""States of differentials: a state with displacements from it, the tangents, direction by direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.calculus.differential import Tangents, make, split
from scmpy.structure.structure import Structure
from scmpy.structure.within import leaves, unflatten


def displaced(state: Structure, tag: int, tangents: Sequence[Any]) -> Any:
    """The state of differentials with these tangents, each the numbers of one direction."""
    columns = zip(*tangents, strict=True)
    return unflatten(
        (make(tag, x, dict(enumerate(column))) for x, column in zip(leaves(state), columns, strict=True)), state
    )


def slopes_of(value: Any, tag: int) -> list[Tangents]:
    """The tangents of every number of a structure of differentials, by direction."""
    return [split(x, tag)[1] for x in leaves(value)]


def tangents_of(value: Any, tag: int, count: int) -> list[list[Any]]:
    """The numbers of the tangents of a structure of differentials, direction by direction."""
    slopes = slopes_of(value, tag)
    return [[slope.get(i, 0) for slope in slopes] for i in range(count)]


def units(count: int, size: int) -> list[list[float]]:
    """The first vectors of the standard basis, after the time's.

    >>> units(2, 3)
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return [[float(i + 1 == j) for j in range(size)] for i in range(count)]
