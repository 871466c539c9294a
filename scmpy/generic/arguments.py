"""What operations ask of their arguments: lists, counts, and numbers within a stated limit.

What is beyond a limit is told in one form, ``operation: more than so many things``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scmpy.errors import LimitError, WrongTypeError
from scmpy.generic.kinds import describe

#: The largest number of components of what is made from a function of the index.
MAXIMUM_LENGTH = 10_000_000


def count(value: Any, operation: str) -> int:
    """The value, checked to be an integer from zero."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise WrongTypeError(f"{operation} expects an integer from zero, got {describe(value)}")
    return value


def limited(number: int, operation: str, things: str, most: int) -> int:
    """The number, if it is not above a limit.

    >>> limited(10**30, "expt of a matrix", "factors", 100)
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: expt of a matrix: more than 100 factors
    """
    if number > most:
        raise LimitError(f"{operation}: more than {most} {things}")
    return number


def length(value: Any, operation: str, things: str = "components", most: int = MAXIMUM_LENGTH) -> int:
    """The value, checked to be a number of things that can be made.

    >>> length(10**30, "iterated", "repetitions")
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: iterated: more than 10000000 repetitions
    """
    return limited(count(value, operation), operation, things, most)


def items(value: Any, operation: str) -> tuple[Any, ...]:
    """The elements of a list, a vector or a tuple."""
    if isinstance(value, str) or not isinstance(value, Iterable) or getattr(value, "endless", False):
        raise WrongTypeError(f"{operation} expects a list, got {describe(value)}")
    return tuple(value)
