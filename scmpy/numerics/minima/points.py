"""Points of several variables: functions of tuples, lists and vectors as functions of points, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import BadIndexError, ScmpyError, WrongTypeError, describe, teller
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.numerics.compile.function import compile_function
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Values
from scmpy.structure.structure import Structure, Up, leaves, unflatten

Point = tuple[float, ...]


class Places:
    """What is shaped as a start is: a tuple, a list, a vector; with the numbers in it as a point."""

    def __init__(self, start: Any, operation: str) -> None:
        self.start = start
        self.shape = start if isinstance(start, Structure) else Up(items(start, operation))
        if not leaves(self.shape):
            raise WrongTypeError(f"{operation} expects some numbers to start from, got {describe(start)}")
        self.first: Point = tuple(real(x, operation) for x in leaves(self.shape))

    def shaped(self, point: Any) -> Any:
        """A point in the shape of the start."""
        value = unflatten(iter(point), self.shape)
        if isinstance(self.start, Structure):
            return value
        return list(value) if isinstance(self.start, list) else tuple(value)


def point_of(vector: Any, operation: str) -> Point:
    """The numbers of a vector, a tuple or a list."""
    return Places(vector, operation).first


def point_function(f: Callable[[Any], Any], operation: str) -> Callable[[Any], float]:
    """The function of points that a function of vectors is."""
    check_callable(f, operation, "a function of a vector")
    return lambda point: real(f(Up(point)), operation)


def with_gradient(f: Callable[[Any], Any], places: Places) -> Callable[[Any], tuple[float, list[float]]] | None:
    """A function with its exact gradient, as functions of points; None where it cannot be differentiated.

    >>> with_gradient(lambda p: p[0]**2 * p[1], Places([1, 2], "an example"))((3.0, 1.0))
    (9.0, [6.0, 9.0])
    """

    def of_tuple(point: Up) -> Any:
        return f(places.shaped(point.components))

    def both(point: Any) -> Up:
        return Up((of_tuple(point), Up(leaves(D(of_tuple)(point)))))

    def numbers(point: Any) -> tuple[float, list[float]]:
        value, gradient = compiled(Up(point))
        return real(value, "the function"), [real(x, "its gradient") for x in leaves(gradient)]

    token = teller.set(lambda message: None)  # what is not compiled only takes longer
    try:
        compiled = compile_function(both, Up(places.first))
        numbers(places.first)
    except (ScmpyError, ArithmeticError, TypeError, ValueError):
        return None
    finally:
        teller.reset(token)
    return numbers


def _flattened(parameters: Any) -> list[Any]:
    if isinstance(parameters, Structure) or not isinstance(parameters, Iterable):
        return [x for each in leaves(parameters) for x in ([each] if each is parameters else _flattened(each))]
    return [x for each in items(parameters, "parameters->vector") for x in _flattened(each)]


@public("parameters->vector")
def parameters_to_vector(parameters: Coordinates | Values) -> list[Any]:
    """The numbers of tuples and lists as a vector, which is what minimisers move; a number is a vector of one.

    Scheme:  (parameters->vector parameters)
    >>> from scmpy import down, up
    >>> parameters_to_vector([up(1, down(2, 3)), 4]), parameters_to_vector(4)
    ([1, 2, 3, 4], [4])
    """
    return _flattened(parameters)


@public("vector->parameters")
def vector_to_parameters(prototype: Coordinates | Values) -> Callable[[Any], Any]:
    """The function that puts the components of a vector into the places of a prototype: of its tuples and lists.

    Scheme:  ((vector->parameters prototype) v)
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
