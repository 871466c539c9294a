"""Points of several variables: functions of tuples, lists and vectors as functions of points, and their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import ScmpyError, WrongTypeError, describe, teller
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.finite import real, real_at
from scmpy.numerics.compile.compiled_function import compile_function
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
    return lambda point: real_at(f, Up(point), operation)


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
