"""The orbits of an ensemble: their first states and parameters, as tables with a row for each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.composite import Composite
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.numbers_of_states import shape_of
from scmpy.structure.structure import Structure
from scmpy.structure.within import leaves, unflatten
from scmpy.symbolic.real_numbers import is_real_number


class Orbits:
    """First states and parameters: what is an array differs from orbit to orbit, all else is shared."""

    def __init__(self, states: Any, parameters: Any) -> None:
        import numpy

        self.place = _together(states)
        if not isinstance(self.place, Structure) or not len(self.place) or isinstance(self.place[0], Structure):
            raise StructureError(f"ensemble expects states, up(t, q, ...) of arrays, got {describe(states)}")
        if parameters is not None and not isinstance(parameters, (tuple, list)):
            raise WrongTypeError(f"ensemble expects a list of parameters, got {describe(parameters)}")
        self.parameters = None if parameters is None else tuple(parameters)
        numbers = leaves(self.place)
        varied = list(_places(self.parameters or ()))
        self.parameters = _emptied(self.parameters)
        try:
            self.shape = numpy.broadcast_shapes(*(x.shape for x in (*numbers, *varied) if is_array(x)))
        except ValueError as error:
            raise StructureError(f"ensemble: the arrays have shapes that do not fit: {error}") from None
        self.states = self._table(numbers, "a component of the states")
        self.values = self._table(varied, "a parameter")
        self.count = len(self.states)
        if not self.count:
            raise DomainError("ensemble expects some orbits, got none")

    def example(self, i: int) -> Structure:
        """The state of an orbit."""
        return state_from(self.place, self.states[i].tolist())

    def _table(self, columns: Sequence[Any], what: str) -> Any:
        import numpy

        table = numpy.empty((*self.shape, len(columns)))
        for i, column in enumerate(columns):
            if is_array(column):
                if column.dtype.kind not in "fiu":
                    raise WrongTypeError(f"ensemble expects arrays of real numbers, {what} is {describe(column)}")
                table[..., i] = column
            else:
                table[..., i] = real(column, "ensemble", what)
        if not numpy.isfinite(table).all():
            raise DomainError(f"ensemble expects finite numbers, {what} is not")
        return table.reshape(math.prod(self.shape), len(columns))


def _together(states: Any) -> Any:
    """The states as one of arrays: a list of states as well."""
    rows = () if isinstance(states, (Composite, str)) or is_array(states) else states
    rows = items(rows, "ensemble") if isinstance(rows, Iterable) else ()
    listed = [as_tuples(list(row) if isinstance(row, tuple) else row) for row in rows]
    if not listed or not all(isinstance(state, Structure) for state in listed):
        return as_tuples(states)
    if len(set(map(shape_of, listed))) > 1:
        raise StructureError("ensemble expects states that are shaped alike")
    import numpy

    numbers = [[real(x, "ensemble", "a component of a state") for x in leaves(state)] for state in listed]
    return unflatten(map(as_batch, numpy.array(numbers).T), listed[0])


def state_from(place: Structure, row: Sequence[float]) -> Structure:
    """The state of an orbit."""
    return unflatten(iter(row), place)  # type: ignore[no-any-return]


def parameters_from(parameters: Any, row: Iterator[float]) -> Any:
    """The parameters of an orbit: a shared number stays what it is, an element of an array is a float."""
    if isinstance(parameters, Composite):
        return parameters._with_parts_([parameters_from(x, row) for x in parameters._parts_()])
    if isinstance(parameters, (list, tuple)):
        return type(parameters)([parameters_from(x, row) for x in parameters])
    if is_array(parameters):
        return next(row)
    if is_real_number(parameters):
        next(row)
    return parameters


def _emptied(parameters: Any) -> Any:
    """The parameters with empty arrays for arrays: what they have in common."""
    if isinstance(parameters, Composite):
        return parameters._with_parts_([*map(_emptied, parameters._parts_())])
    if isinstance(parameters, (list, tuple)):
        return type(parameters)(map(_emptied, parameters))
    return parameters[:0] if is_array(parameters) and parameters.ndim else parameters


def _places(parameters: Any) -> Iterator[Any]:
    """The numbers and arrays among parameters."""
    if is_array(parameters) or is_real_number(parameters):
        yield parameters
    elif isinstance(parameters, (Composite, list, tuple)):
        for x in parameters._parts_() if isinstance(parameters, Composite) else parameters:
            yield from _places(x)
