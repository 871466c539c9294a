"""Functions that decide by values, on batches: they are called for each orbit, and the results are put together.

What a function does elementwise it does on a whole batch at once (:mod:`scmpy.generic.batch`). One that branches on its
argument, such as the angles of a rotation, or checks it, is called with the numbers of one orbit after the other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from scmpy.errors import StructureError, describe
from scmpy.generic.arrays import as_batch, is_array, native
from scmpy.generic.composite import Composite
from scmpy.generic.kinds import ScalarKind

F = TypeVar("F", bound=Callable[..., Any])


def orbit_by_orbit(function: F) -> F:
    """Decorator: where arguments hold batches, the function is called for each orbit.

    >>> import numpy
    >>> from scmpy.structure.structure import up
    >>> larger = orbit_by_orbit(lambda s: s[0] if s[0] > s[1] else s[1])
    >>> larger(up(numpy.array([1, 5]), 3))
    array([3, 5])
    """

    @functools.wraps(function)
    def mapped(*args: Any, **keywords: Any) -> Any:
        arrays: list[Any] = []
        for argument in args:
            _map_scalars(lambda x: arrays.append(finite) if is_array(finite := _finite(x)) else None, argument)
        if not arrays:
            return function(*args, **keywords)
        import numpy

        shape = numpy.broadcast_shapes(*(array.shape for array in arrays))
        found = [
            function(*(of_orbit(argument, shape, index) for argument in args), **keywords)
            for index in numpy.ndindex(*shape)
        ]
        return _together(found, shape) if found else function(*args, **keywords)

    mapped.takes_those_of = function  # type: ignore[attr-defined]
    return mapped  # type: ignore[return-value]


def _finite(x: Any) -> Any:
    """What a value is where it is being perturbed."""
    while hasattr(x, "primal"):
        x = x.primal
    return x


def _map_scalars(function: Callable[[Any], Any], value: Any) -> Any:
    """The value with a function applied to the scalars in composites and vectors."""
    if isinstance(value, list):
        return [_map_scalars(function, x) for x in value]
    if isinstance(value, Composite):
        return value._with_parts_([_map_scalars(function, x) for x in value._parts_()])
    return function(value)


def of_orbit(value: Any, shape: tuple[int, ...], index: tuple[int, ...]) -> Any:
    """The value of one orbit."""
    import numpy

    def of(x: Any) -> Any:
        if is_array(x):
            element = numpy.broadcast_to(x, shape)[index]
            return element.item() if isinstance(element, numpy.generic) else element
        return x._of_orbit_(of) if is_array(_finite(x)) else x

    return _map_scalars(of, value)


def _together(found: list[Any], shape: tuple[int, ...]) -> Any:
    """The results of all orbits as one."""
    import numpy

    first = found[0]
    newest = max((x for x in found if hasattr(x, "primal")), key=lambda x: x.tag, default=None)
    if newest is not None:
        return newest._of_orbits_(found, lambda parts: _together(parts, shape))
    if isinstance(first, ScalarKind) and not isinstance(first, bool):
        array = numpy.empty(len(found), dtype=object)
        array[:] = found
        numbers = native(array)
        whole = all(type(x) is int for x in found)
        return as_batch((array.astype(int) if whole else numbers).reshape(shape))
    parts = _parts(first)
    if parts is None or any(type(x) is not type(first) or len(_parts(x) or ()) != len(parts) for x in found):
        raise StructureError(f"of a batch the orbits have no common form: {describe(first)} for the first one")
    columns = [_together(list(column), shape) for column in zip(*map(_parts, found), strict=True)]
    return first._with_parts_(columns) if isinstance(first, Composite) else type(first)(columns)


def _parts(value: Any) -> list[Any] | None:
    """The components of a result; None where it has none."""
    if isinstance(value, Composite):
        return list(value._parts_())
    return list(value) if isinstance(value, (list, tuple)) else None
