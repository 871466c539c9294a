"""Procedures of the vocabulary that a program has given another meaning, where another procedure is to follow that.

The books redefine a part of a procedure to see it at work: what parametric-path-action does, find-path then minimizes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

#: The value that the running program has for a name; None where no program runs that could have redefined any.
values: ContextVar[Callable[[str], Any] | None] = ContextVar("values of names", default=None)


def redefined(name: str) -> Any:
    """The procedure that the running program of Scheme has defined under a public name; None if it has not.

    >>> redefined("parametric-path-action") is None
    True
    """
    value_of = values.get()
    return None if value_of is None else value_of(name)
