"""Memories of procedures: values computed once are kept, in tables that are bounded and can be emptied.

No result depends on them: they save time and cost space. Expressions need none to be compared, equal ones are one
object.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakSet

from scmpy.registry import public

F = TypeVar("F", bound=Callable[..., Any])


_memories: WeakSet[Any] = WeakSet()


def memoized(maximum: int) -> Callable[[F], F]:
    """Decorator: the function remembers its values, at most so many."""

    def remember(function: F) -> F:
        memory = functools.lru_cache(maxsize=maximum)(function)
        _memories.add(memory)
        return memory  # type: ignore[return-value]

    return remember


@public("clear-memoizer-tables")
def clear_memoizer_tables() -> None:
    """Empty the tables of all procedures that remember their values. What is computed stays the same.

    Scheme:  (clear-memoizer-tables)
    >>> clear_memoizer_tables()
    """
    for memory in tuple(_memories):
        memory.cache_clear()
