"""Values of compiled functions: scalars, and what holds them: tuples, Python's too, other composites, arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scmpy.generic.arrays import is_array, is_array_of_objects, map_array, native
from scmpy.generic.composite import Composite


def map_entries(function: Callable[[Any], Any], value: Any) -> Any:
    """The value with a function applied to its scalars, from left to right.

    >>> from scmpy.structure.matrix import Matrix
    >>> from scmpy.structure.structure import Up
    >>> map_entries(lambda x: 2 * x, (1, Up((2, Matrix([[3, 4]])))))
    (2, (up 4 (matrix-by-rows (list 6 8))))
    """
    if isinstance(value, Composite):
        return value._with_parts_([map_entries(function, x) for x in value._parts_()])
    if isinstance(value, tuple):
        return tuple(map_entries(function, x) for x in value)
    if is_array_of_objects(value):
        return native(map_array(lambda x: map_entries(function, x), value))
    return function(value)


def entries(value: Any) -> list[Any]:
    """The scalars of a value, from left to right."""
    if is_array(value) and value.dtype != object:
        return value.ravel().tolist()  # type: ignore[no-any-return]
    found: list[Any] = []
    map_entries(found.append, value)
    return found


def with_entries(scalars: Iterator[Any], shape: Any) -> Any:
    """The value of this shape that has these scalars."""
    return map_entries(lambda _: next(scalars), shape)


def same_shape(x: Any, y: Any) -> bool:
    """Have two values the same structure? An array may be a batch, the scalar of many orbits."""
    if isinstance(x, Composite):
        if type(x) is not type(y) or x._form_() != y._form_():
            return False
        return all(map(same_shape, x._parts_(), y._parts_()))
    if isinstance(x, tuple):
        return type(x) is type(y) and len(x) == len(y) and all(map(same_shape, x, y))
    return not isinstance(y, (Composite, tuple))


def leaves_alike(values: tuple[Any, ...], places: tuple[Any, ...]) -> list[Any] | None:
    """The leaves of values if each has the structure of the one in its place.

    >>> from scmpy.structure.structure import Up
    >>> leaves_alike((1, Up((2, 3))), (0, Up((0, 0)))), leaves_alike((1,), (Up((0,)),))
    ([1, 2, 3], None)
    """
    found: list[Any] = []
    if len(values) != len(places):
        return None
    return found if all(map(partial(_is_alike, found), values, places)) else None


def _is_alike(found: list[Any], x: Any, y: Any) -> bool:
    if isinstance(x, Composite):
        if type(x) is not type(y) or x._form_() != y._form_():
            return False
        return all(map(partial(_is_alike, found), x._parts_(), y._parts_()))
    found.append(x)
    return same_shape(x, y) if isinstance(x, tuple) else not isinstance(y, (Composite, tuple))
