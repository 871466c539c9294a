"""Contraction of two indices of a structure whose layers have one length and one orientation each."""

from __future__ import annotations

from typing import Any

from scmpy.errors import BadIndexError, StructureError, describe
from scmpy.registry import public
from scmpy.structure.aliases import Value
from scmpy.structure.structure import Structure, sum_of


@public("s:contract", python="s_contract")
def s_contract(structure: Structure, i: int, j: int) -> Value:
    """The sum over two indices of a structure, one up and one down, counted from the outside.

    Scheme:  (s:contract structure i j)
    Shapes:  the structure without the two layers; in the others it is as it was
    Raises:  StructureError if the two layers have the same orientation, or different lengths;  BadIndexError if there
             is no such layer
    >>> from scmpy import down, symbols, up
    >>> a, b, c, d = symbols("a b c d")
    >>> s_contract(down(up(a, b), up(c, d)), 0, 1)
    (+ a d)
    >>> s_contract(down(down(up(1, 2), up(3, 4)), down(up(5, 6), up(7, 8))), 0, 2)
    (down 7 11)
    """
    layers = _layers(structure)
    for index in (i, j):
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(layers):
            raise BadIndexError(f"s:contract: {describe(structure)} has {len(layers)} indices, and no index {index}")
    first, last = sorted((i, j))
    if first == last or layers[first][0] is layers[last][0] or layers[first][1] != layers[last][1]:
        raise StructureError(
            f"s:contract expects two indices of opposite orientation and the same range, got {i} and {j} of "
            f"{describe(structure)}"
        )
    return _without(structure, first, last)


def _layers(structure: Any) -> list[tuple[type, int]]:
    """The orientations and lengths of the layers, from the outside."""
    found: list[tuple[type, int]] = []
    if isinstance(structure, Structure) and len(structure):
        inner = [_layers(part) for part in structure]
        if any(layers != inner[0] for layers in inner):
            raise StructureError(f"s:contract expects parts of one shape, got {describe(structure)}")
        found.append((type(structure), len(structure)))
        return found + inner[0]
    return found


def _without(structure: Any, first: int, last: int) -> Any:
    if first:
        return type(structure)(_without(part, first - 1, last - 1) for part in structure)
    return sum_of(_part(part, last - 1, n) for n, part in enumerate(structure))


def _part(structure: Any, layer: int, n: int) -> Any:
    """What has this index in a layer."""
    return type(structure)(_part(part, layer - 1, n) for part in structure) if layer else structure[n]
