"""What operations ask of their arguments: lists, counts, and numbers within a stated limit.

What is beyond a limit is told in one form (:class:`~scmpy.generic.settings.Limit`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.settings import Limit

T = TypeVar("T")

MOST_COMPONENTS = Limit("most-components", 10_000_000, "Components of a structure, a list, a vector or an array.")


def count(value: Any, operation: str = CALLED) -> int:
    """The value, checked to be an integer from zero."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise WrongTypeError(f"{operation} expects an integer from zero, got {describe(value)}")
    return value


def length(value: Any, operation: str, most: Limit = MOST_COMPONENTS, things: str = "") -> int:
    """The value, checked to be a number of things that can be made.

    >>> length(10**30, "list:generate")
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: list:generate: more than 10000000 components; the setting most-components \
(in Python most_components) allows more
    """
    return most.check(count(value, operation), operation, things)


def items(value: Any, operation: str = CALLED) -> tuple[Any, ...]:
    """The elements of a list, a vector, a tuple or an array; those of one axis of numbers are Python's numbers."""
    if isinstance(value, str) or not isinstance(value, Iterable) or getattr(value, "endless", False):
        raise WrongTypeError(f"{operation} expects a list, got {describe(value)}")
    return tuple(value.tolist() if getattr(value, "ndim", 0) == 1 else value)  # type: ignore[attr-defined]


def check_callable(value: Any, operation: str = CALLED, wanted: str = "a function") -> Callable[..., Any]:
    """The value, checked to be something that can be called, in words.

    >>> check_callable(2, "bisect", "a function of a number")
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: bisect expects a function of a number, got the number 2
    """
    if not callable(value):
        raise WrongTypeError(f"{operation} expects {wanted}, got {describe(value)}")
    return value


def instances(kind: type[T], wanted: str) -> Callable[..., T]:
    """The check that a value is of a type, in words.

    >>> instances(str, "the name of a direction")(3, "turn")
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: turn expects the name of a direction, got the number 3
    """

    def check(value: Any, operation: str = CALLED) -> T:
        if not isinstance(value, kind):
            raise WrongTypeError(f"{operation} expects {wanted}, got {describe(value)}")
        return value

    return check
