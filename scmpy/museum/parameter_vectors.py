"""The numbers of tuples and lists as vectors, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scmpy.errors import BadIndexError, describe
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Values
from scmpy.structure.structure import Structure, leaves


def _flattened(parameters: Any) -> list[Any]:
    if isinstance(parameters, Structure) or not isinstance(parameters, Iterable):
        return [x for each in leaves(parameters) for x in ([each] if each is parameters else _flattened(each))]
    return [x for each in items(parameters, "parameters->vector") for x in _flattened(each)]


@public("parameters->vector")
def parameters_to_vector(parameters: Coordinates | Values) -> list[Any]:
    """The numbers of tuples and lists as a vector, which is what minimisers move; a number is a vector of one.

    Scheme:  (parameters->vector parameters)
    Shapes:  parameters: number, list or tuple, nested;  result: a vector of its numbers
    >>> from scmpy import down, up
    >>> parameters_to_vector([up(1, down(2, 3)), 4]), parameters_to_vector(4)
    ([1, 2, 3, 4], [4])
    """
    return _flattened(parameters)


@public("vector->parameters")
def vector_to_parameters(prototype: Coordinates | Values) -> Callable[[Any], Any]:
    """The function that puts the components of a vector into the places of a prototype: of its tuples and lists.

    Scheme:  ((vector->parameters prototype) v)
    Shapes:  result: vector -> shaped like the prototype
    Raises:  BadIndexError unless the vector has a component for each place
    >>> from scmpy import up
    >>> vector_to_parameters(up(0, up(0, 0)))([1, 2, 3])
    (up 1 (up 2 3))
    """
    name = "vector->parameters"
    places = len(_flattened(prototype))

    def filled(shape: Any, values: Iterator[Any]) -> Any:
        if isinstance(shape, Structure):
            return type(shape)(filled(each, values) for each in shape)
        if isinstance(shape, Iterable) and not isinstance(shape, str):
            found = (filled(each, values) for each in items(shape, name))
            return list(found) if isinstance(shape, list) else tuple(found)
        return next(values)

    def parameters(vector: Any) -> Any:
        values = items(vector, name)
        if len(values) != places:
            raise BadIndexError(f"{name} expects a vector of {places} components, got {describe(vector)}")
        return filled(prototype, iter(values))

    return Function(parameters, name)
