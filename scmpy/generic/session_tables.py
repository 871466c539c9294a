"""Tables that programs change: what a session puts into one holds in that session alone.

A table has what the library and Python have put into it, for everybody, and over that what the session that is
evaluating has put there. What a session makes itself is no one else's: a table of its own it changes as it is, so
that what it made keeps what belongs to it when it is used from Python.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, MutableMapping
from contextvars import ContextVar
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SessionTables:
    """What one session has put into the tables of others."""

    __slots__ = ("__weakref__", "_own")

    def __init__(self) -> None:
        self._own: dict[Any, Any] = {}

    def of(self, table: Table[Any, Any]) -> Any:
        """The session's own part of a table, if there is one."""
        return self._own.get(id(table), (None, None))[1]

    def made(self, table: Table[Any, Any]) -> Any:
        """The session's own part of a table, which is there from now on."""
        return self._own.setdefault(id(table), (table, table.make()))[1]


#: The tables of the session that is evaluating.
session_tables: ContextVar[SessionTables | None] = ContextVar("session tables", default=None)


class Table(MutableMapping[K, V]):
    """A mapping whose changes in a session are the session's.

    >>> table = Table({"a": 1})
    >>> token = session_tables.set(SessionTables())
    >>> table["a"], table["b"] = 2, 3
    >>> inside = dict(table)
    >>> session_tables.reset(token)
    >>> inside, dict(table)
    ({'a': 2, 'b': 3}, {'a': 1})
    """

    def __init__(self, given: Any = (), make: Callable[[], Any] = dict) -> None:
        self.make = make
        self.shared: MutableMapping[K, V] = make()
        self.shared.update(given)
        made_in = session_tables.get()
        self._home = None if made_in is None else weakref.ref(made_in)

    def __reduce__(self) -> Any:
        return Table, (dict(self), self.make)

    def _session(self) -> SessionTables | None:
        """The session that evaluates, unless the table is its own."""
        session = session_tables.get()
        return None if session is None or (self._home is not None and self._home() is session) else session

    @property
    def owner(self) -> object:
        """Whose what is changed now is: the session, or the table itself."""
        return self._session() or self

    @property
    def mine(self) -> MutableMapping[K, V]:
        """What changes go to."""
        session = self._session()
        return self.shared if session is None else session.made(self)  # type: ignore[no-any-return]

    @property
    def layers(self) -> tuple[MutableMapping[K, V], ...]:
        """What the session has put there, and what everybody has."""
        session = self._session()
        own = None if session is None else session.of(self)
        return (self.shared,) if own is None else (own, self.shared)

    def __getitem__(self, key: K) -> V:
        for layer in self.layers:
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __setitem__(self, key: K, value: V) -> None:
        self.mine[key] = value

    def __delitem__(self, key: K) -> None:
        del self.mine[key]

    def __iter__(self) -> Iterator[K]:
        *own, shared = self.layers
        yield from shared
        for layer in own:
            yield from (key for key in layer if key not in shared)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    __hash__ = object.__hash__
