"""The parts of structures: access, replacement, walks over the leaves, conversions to lists and vectors.

The leaf at the chain of indices ``i j ...`` of s is ``(ref s i j ...)``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from scmpy.errors import BadIndexError, StructureError, describe
from scmpy.generic.arguments import items
from scmpy.generic.kinds import as_name
from scmpy.registry import public, register
from scmpy.structure.aliases import Name, Scalar, Value, Values
from scmpy.structure.selection import ref
from scmpy.structure.structure import (
    Structure,
    Up,
    as_structure,
    check_applications,
    leaves,
    map_leaves,
    sum_of,
    unflatten,
)
from scmpy.symbolic.expression import symbol

register("s:ref", ref)


@public(
    "up->vector",
)
def structure_to_vector(value: Structure) -> list[Any]:
    """The vector of the components.

    Scheme:  (up->vector s)
    Shapes:  s: up(n) or down(n);  result: a vector of n
    >>> from scmpy import down, up_to_vector
    >>> up_to_vector(down(1, 2))
    [1, 2]
    """
    return list(as_structure(value))


@public("flip-outer-index")
def flip_outer_index(value: Structure) -> Structure:
    """The same components with the outer orientation reversed.

    Scheme:  (flip-outer-index s)
    Shapes:  s: up(n) or down(n);  result: the other, of the same components
    >>> from scmpy import down, up
    >>> flip_outer_index(up(1, down(2)))
    (down 1 (down 2))
    """
    structure = as_structure(value)
    return structure.opposite(structure.components)


# --- replacement -----------------------------------------------------------------------------------------------


def _place(size: int, index: Any, operation: str) -> int:
    """The index from zero of a component; negative ones count from the end."""
    if not isinstance(index, int) or isinstance(index, bool) or not -size <= index < size:
        raise BadIndexError(f"Bad index -- {operation} {index}: there are components 0 to {size - 1}")
    return index % size


@public("list-with-substituted-coord")
def list_with_substituted_coordinate(things: Values, index: int, new: Value) -> tuple[Any, ...]:
    """The list with one element replaced.

    Scheme:  (list-with-substituted-coord l i new)
    Raises:  BadIndexError if there is no such element
    >>> from scmpy import list_with_substituted_coord
    >>> list_with_substituted_coord((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    elements = list(items(things))
    elements[_place(len(elements), index, "LIST-WITH-SUBSTITUTED-COORD")] = new
    return tuple(elements)


# --- walks -----------------------------------------------------------------------------------------------------


@public("s:map/r")
def s_map_leaves(function: Callable[..., Any], first: Structure | Scalar, *more: Structure | Scalar) -> Value:
    """Apply a function to corresponding leaves of structures of one shape.

    Scheme:  (s:map/r f s ...)
    Shapes:  structures: all of one shape;  result: shaped alike
    Raises:  StructureError if the shapes differ
    Source:  FDG 4, 7
    >>> from scmpy import down, s_map_over_r, up
    >>> s_map_over_r(lambda x: 2 * x, up(1, down(2, 3)))
    (up 2 (down 4 6))
    """
    check_applications(function, first)
    structures = [Up(s) if isinstance(s, list) else s for s in (first, *more)]
    if not isinstance(structures[0], Structure):
        return function(*structures)
    sizes = {len(s) if isinstance(s, Structure) else None for s in structures}
    if len(sizes) > 1:
        raise StructureError(f"s:map/r expects structures of one shape, got {', '.join(map(describe, structures))}")
    return type(structures[0])(s_map_leaves(function, *parts) for parts in zip(*structures, strict=True))


@public("s:sigma/r")
def s_sigma_leaves(function: Callable[..., Any], *structures: Structure | Scalar) -> Value:
    """The sum of a function over the corresponding leaves of structures.

    Scheme:  (s:sigma/r f s ...)
    Shapes:  structures: all of one shape;  result: a scalar
    Raises:  StructureError if the shapes differ
    >>> from scmpy import down, s_sigma_over_r, up
    >>> s_sigma_over_r(lambda x: x * x, up(1, down(2, 3)))
    14
    """
    return sum_of(leaves(s_map_leaves(function, *structures)))


@public("s:map-chain")
def s_map_chain(function: Callable[[Any, tuple[int, ...]], Any], value: Structure | Scalar) -> Value:
    """Apply a function to every leaf and its chain of indices.

    Scheme:  (s:map-chain (lambda (leaf chain) ...) s)
    Shapes:  f: (leaf, list of indices) -> anything;  result: shaped like s
    1 ]=> (s:map-chain (lambda (leaf chain) (* leaf (length chain))) (up 5 (down 6 7)))
    ;Value: (up 5 (down 12 14))
    >>> from scmpy import down, up
    >>> s_map_chain(lambda leaf, chain: leaf * len(chain), up(5, down(6, 7)))
    (up 5 (down 12 14))
    """

    check_applications(function, value)

    def walk(part: Any, chain: tuple[int, ...]) -> Any:
        if not isinstance(part, Structure):
            return function(part, chain)
        return type(part)(walk(inner, (*chain, i)) for i, inner in enumerate(part.components))

    return walk(Up(value) if isinstance(value, list) else value, ())


@public("structure->access-chains")
def structure_to_access_chains(value: Structure | Scalar) -> Value:
    """The structure of this shape whose leaves are their own chains of indices.

    Scheme:  (structure->access-chains s)
    Shapes:  result: shaped like s, each leaf its list of indices
    >>> from scmpy import down, up
    >>> chains = structure_to_access_chains(up(5, down(6, 7)))
    >>> chains[0], chains[1][0], chains[1][1]
    ((0,), (1, 0), (1, 1))
    """
    return s_map_chain(lambda _, chain: chain, value)


@public("structure->prototype")
def structure_to_prototype(name: Name, value: Structure | Scalar) -> Value:
    """The structure of this shape whose leaves are symbols made of a name and their chains of indices.

    Scheme:  (structure->prototype 'x s)
    Shapes:  result: shaped like s, of symbols
    >>> from scmpy import down, up
    >>> structure_to_prototype("x", up(1, down(2, 3)))
    (up x:0 (down x:1:0 x:1:1))
    """
    text = as_name(name, "structure->prototype")
    return s_map_chain(lambda _, chain: symbol(":".join(map(str, (text, *chain)))), value)


_fresh = itertools.count(1)


@public("typical-object")
def typical_object(value: Structure | Scalar) -> Value:
    """A structure of this shape whose leaves are symbols that nobody else uses.

    Scheme:  (typical-object s)
    Shapes:  result: shaped like s, of symbols
    >>> from scmpy import up
    >>> one, other = typical_object(up(1, 2)), typical_object(up(1, 2))
    >>> len(one), one == other
    (2, False)
    """
    return map_leaves(lambda _: symbol(f"x{next(_fresh)}"), Up(value) if isinstance(value, list) else value)


@public("s:fringe")
def s_fringe(value: Structure | Scalar) -> tuple[Any, ...]:
    """The list of the leaves, the last one first.

    Scheme:  (s:fringe s)
    Shapes:  s: any structure;  result: a list of its leaves
    >>> from scmpy import down, up
    >>> s_fringe(up(1, down(2, 3)))
    (3, 2, 1)
    """
    return tuple(_leaves(value))[::-1]


def _leaves(value: Any) -> Any:
    return leaves(Up(value) if isinstance(value, list) else value)


@public("ultra-flatten")
def ultra_flatten(value: Structure | Scalar) -> tuple[Any, ...]:
    """The list of the leaves of nested structures.

    Scheme:  (ultra-flatten s)
    Shapes:  s: any structure;  result: a list of its leaves
    >>> from scmpy import down, up
    >>> ultra_flatten(up(1, down(2, up(3))))
    (1, 2, 3)
    """
    return tuple(_leaves(value))


@public("ultra-unflatten")
def ultra_unflatten(shape: Structure | Scalar, flat: Values) -> Value:
    """The structure of a shape with the elements of a list as its leaves.

    Scheme:  (ultra-unflatten shape l)
    Shapes:  shape: any structure;  l: as many elements as it has leaves;  result: shaped like it
    Raises:  StructureError for another number of elements
    >>> from scmpy import down, up
    >>> ultra_unflatten(up(0, down(0, 0)), [1, 2, 3])
    (up 1 (down 2 3))
    """
    elements = items(flat)
    expected = len(tuple(_leaves(shape)))
    if len(elements) != expected:
        raise StructureError(f"ultra-unflatten: the shape has {expected} leaves, the list {len(elements)} elements")
    return unflatten(iter(elements), Up(shape) if isinstance(shape, list) else shape)


# --- application -----------------------------------------------------------------------------------------------
