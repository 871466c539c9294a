"""Memories of procedures: values computed once are kept, in tables that are bounded and can be emptied.

No result depends on them: they save time and cost space. Expressions need none to be compared, equal ones are one
object.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakSet

from scmpy.errors import WrongTypeError, describe
from scmpy.registry import public

F = TypeVar("F", bound=Callable[..., Any])

#: The memory that a program makes holds so many values; the one used longest ago goes first.
MAXIMUM_SIZE = 10_000

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


class _Call:
    """The arguments of a call, equal to those of another by their key."""

    __slots__ = ("args", "key")

    def __init__(self, args: tuple[Any, ...], key: Hashable) -> None:
        self.args, self.key = args, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Call) and bool(self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)


def _applying(function: Callable[..., Any]) -> Callable[[_Call], Any]:
    return lambda call: function(*call.args)


def remembering(function: Any, name: str, key_of: Callable[..., Hashable | None]) -> Callable[..., Any]:
    """The function with a memory by the keys of its arguments; what has none (None) is computed each time."""
    if not callable(function):
        raise WrongTypeError(f"{name} expects a procedure, got {describe(function)}")
    memory: Any = memoized(MAXIMUM_SIZE)(_applying(function))

    def remembered(*args: Any) -> Any:
        key = key_of(*args)
        return function(*args) if key is None else memory(_Call(args, key))

    return remembered
