"""Choices that are made again: ``(amb a b)`` is a, and b if what follows fails.

A search runs a procedure of no arguments. A choice in it takes its first alternative, and notes the others; where the
program fails, by ``(amb)`` or ``require``, it is run again from the start, with one of those. So a program has to make
the same choices each time. What it prints before the choice that is new is not printed again; what it assigns to
variables from outside is assigned again: a program that depends on that is no search.
"""

from collections import deque
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme.data import list_of
from scmpy.scheme.primitives.base import Index, Integer, primitive
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.primitives.output import Port, current_port


class _Failure(BaseException):
    """Control on its way back to the search, for another alternative."""


class _Search(Port):
    """The choices of a run and those that are still to be tried; as a port, what prints only what is new."""

    def __init__(self, depth_first: bool) -> None:
        self.depth_first = depth_first
        self.pending: deque[tuple[int, ...]] = deque([()])
        self.choices: tuple[int, ...] = ()
        self.made = 0
        self.port = current_port.get()

    def write(self, text: str) -> None:
        if self.made == len(self.choices):
            self.port.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.port, name)

    def choose(self, count: int) -> int:
        """The alternative to take now, of so many."""
        if self.made < len(self.choices):
            chosen = self.choices[self.made]
            self.made += 1
            if chosen >= count:
                raise ScmpyError("amb: the program does not make the same choices each time that it is run")
            return chosen
        prefixes = [(*self.choices, n) for n in range(count)]
        if not prefixes or not self.depth_first:
            self.pending.extend(prefixes)
            raise _Failure
        self.pending.extendleft(prefixes[:0:-1])
        self.choices, self.made = prefixes[0], self.made + 1
        return 0

    def values(self, thunk: Any) -> Iterator[Any]:
        """The values of the procedure."""
        while self.pending:
            self.choices, self.made = self.pending.popleft(), 0
            tokens = _search.set(self), current_port.set(self)
            try:
                value = thunk()
            except _Failure:
                continue
            finally:
                _search.reset(tokens[0])
                current_port.reset(tokens[1])
            yield value


_search: ContextVar[_Search | None] = ContextVar("search", default=None)


@primitive("amb-list")
def amb_list(alternatives: Any) -> Any:
    """The value of the first procedure of a list, and of the next ones if what follows fails."""
    return chosen(*items_of(alternatives, 1, "amb-list"))


def chosen(*thunks: Any) -> Any:
    """What amb makes of its alternatives."""
    search = _search.get()
    if search is None:
        raise ScmpyError(
            "amb chooses inside of (with-depth-first-schedule (lambda () ...)), and has nothing to go back to here"
        )
    return thunks[search.choose(len(thunks))]()


@primitive("require")
def require(condition: Any) -> Any:
    """Fail, and go back to the last choice of amb, unless the condition holds."""
    if condition is False:
        chosen()


@primitive("an-integer-between")
def an_integer_between(low: Integer, high: Integer) -> Any:
    """An integer, from low on, and the next ones up to high if what follows fails."""
    search = _search.get()
    return chosen() if search is None or high < low else low + search.choose(high - low + 1)


@primitive("with-depth-first-schedule")
def with_depth_first_schedule(thunk: Any) -> Any:
    """The first value of a procedure in which amb chooses, #f if there is none; the last choice is changed first."""
    return next(_Search(depth_first=True).values(thunk), False)


@primitive("with-breadth-first-schedule")
def with_breadth_first_schedule(thunk: Any) -> Any:
    """The first value of a procedure in which amb chooses, #f if there is none; few choices are tried before more."""
    return next(_Search(depth_first=False).values(thunk), False)


@primitive("amb-collect-values")
def amb_collect_values(thunk: Any, limit: Index = -1) -> Any:
    """The list of all values of a procedure in which amb chooses, or of so many."""
    found: list[Any] = []
    if limit:
        for value in _Search(depth_first=True).values(thunk):
            found.append(value)
            if len(found) == limit:
                break
    return list_of(found)
