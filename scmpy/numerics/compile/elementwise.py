"""Compiled functions of arrays: the code runs for all elements at once, each variant for the elements that take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, WrongTypeError
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.composite import Composite
from scmpy.numerics.compile.schedule import RELATIONS
from scmpy.numerics.compile.values import entries, same_shape, with_entries
from scmpy.numerics.compile.variants import Variant, Variants


def of_arrays(variants: Variants, values: list[Any], exact: list[Any], alone: Callable[[list[float]], Any]) -> Any:
    """The value for arrays among the arguments; None where the code finds no finite real number.

    Exact are the further arguments, shared by all elements. Of a function that decides, what no variant computes is
    asked for element by element.
    """
    import numpy

    first = variants.known[0]
    if _holds_arrays(first.value_shape):
        return None
    try:
        numpy.broadcast_shapes(*(x.shape for x in values if is_array(x)))
    except ValueError as error:
        raise StructureError(f"a compiled function of arrays whose shapes do not fit: {error}") from None
    try:
        with numpy.errstate(all="ignore"):
            if first.decisions:
                return _by_variants(variants, values, exact, alone)
            found = first.arrays([*map(as_batch, values), *map(float, exact)])
    except (FloatingPointError, WrongTypeError):  # there is no such function for arrays
        return None
    return first.shaped(map(as_batch, found)) if all(numpy.isfinite(x).all() for x in found) else None


def _holds_arrays(value: Any) -> bool:
    """Is one of numpy's arrays in a value? (There is no array of such.)"""
    parts = value._parts_() if isinstance(value, Composite) else value if isinstance(value, tuple) else ()
    return is_array(value) or any(map(_holds_arrays, parts))


def _by_variants(variants: Variants, values: list[Any], exact: list[Any], alone: Callable[[list[float]], Any]) -> Any:
    import numpy

    arrays = numpy.broadcast_arrays(*values)
    rows = numpy.array([x.ravel() for x in arrays])
    columns: dict[int, Any] = {}
    rest = numpy.arange(rows.shape[1])
    shape = variants.known[0].value_shape
    waiting = list(variants.known)
    while rest.size:
        way = waiting.pop(0) if waiting else variants.another([*rows[:, rest[0]].tolist(), *exact])
        if way is None:
            break
        good, found = _where_it_holds(way, rows[:, rest], list(map(float, exact)))
        if not same_shape(way.value_shape, shape):
            return None
        columns.update(zip(rest[good].tolist(), found[:, good].T, strict=True))
        rest = rest[~good]
    for i in rest.tolist():
        columns[i] = entries(alone(rows[:, i].tolist()))
    table = numpy.array([columns[i] for i in range(rows.shape[1])]).T
    return with_entries((as_batch(row.reshape(arrays[0].shape)) for row in table), shape)


def _where_it_holds(way: Variant, rows: Any, extra: list[float]) -> tuple[Any, Any]:
    """Where the guards of a variant hold and its value is finite, and all leaves of the value."""
    import numpy

    count = rows.shape[1]
    found = way.arrays([*map(as_batch, rows), *extra])
    number = len(way.schedule.outputs)
    computed, differences = iter(found[:number]), found[number:]
    every = [next(computed) if known is None else float(known) for known in entries(way.value_shape)]
    table = numpy.array([numpy.broadcast_to(x, count) for x in every])
    good = numpy.isfinite(table).all(axis=0)
    for guard, difference in zip(way.schedule.guards, differences, strict=True):
        good &= RELATIONS[guard.relation](difference, 0) == guard.holds
    return good, table
