"""The values of Scheme that Python has no own type for: pairs, characters, promises, records, multiple values.

Numbers, strings, booleans, vectors and bytevectors are Python's int, Fraction, float, complex, str, bool, list and
bytearray; symbols are :class:`scmpy.symbolic.expression.Symbol`; procedures are Python functions; ``None`` is the
unspecified value. A Python tuple that a library procedure returns counts as a list.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scmpy.errors import LimitError, WrongTypeError, describe
from scmpy.generic.composite import is_container
from scmpy.scheme.session_limits import MOST_ELEMENTS
from scmpy.symbolic.expression import Expression

#: The texts of data, as the printer enters them: ``write``.
TEXTS: dict[str, Callable[[Any], str]] = {}


class Pair:
    """A mutable pair; the cells of a list.

    >>> list(Pair(1, Pair(2, EMPTY)))
    [1, 2]
    """

    __slots__ = ("__weakref__", "car", "cdr")

    def __init__(self, car: Any, cdr: Any) -> None:
        self.car = car
        self.cdr = cdr

    def __iter__(self) -> Iterator[Any]:
        """The elements, if this is a proper list."""
        cell = self
        for cell in cells(self):
            yield cell.car
        if cell.cdr is not EMPTY:
            yield from elements(cell.cdr)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return TEXTS["write"](self)

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        """A list is simplified element by element, from left to right; elements that are no formulas stay."""
        items, rest = proper_part(self)
        return list_of([function(x) if isinstance(x, Expression) or is_container(x) else x for x in items], rest)

    def map_places(self, function: Callable[[int, Any], Any]) -> Any:
        """A list like this one, of a function of the places and the elements; what follows a dot is the last."""
        whole = list(cells(self))
        values = [function(i, cell.car) for i, cell in enumerate(whole)]
        rest = whole[-1].cdr
        return list_of(values, EMPTY if rest is EMPTY else function(len(whole), rest))

    def _describe_(self) -> str:
        text = repr(self)
        return f"the list {text if len(text) < 60 else text[:56] + ' ...'}"


def proper_part(value: Any) -> tuple[list[Any], Any]:
    """The elements of a list, and what comes after the last: the empty list, or where it comes back to itself."""
    if isinstance(value, tuple):
        return list(value), EMPTY
    items: list[Any] = []
    slow = value  # half as far; where it is met the list comes back to itself
    while isinstance(value, Pair) and not (items and slow is value):
        items.append(value.car)
        value = value.cdr
        slow = slow.cdr if len(items) % 2 == 0 else slow
    return items, value


class EmptyList:
    """The empty list; there is one, :data:`EMPTY`."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "()"

    def _describe_(self) -> str:
        return "the empty list"


EMPTY = EmptyList()


#: The pairs after which a walk along a list marks one, to see whether it comes back to it; then at twice the distance.
FIRST_MARK = 1000


def cells(items: Any) -> Iterator[Pair]:
    """The pairs of a list; one that comes back to itself ends in a LimitError.

    >>> [cell.car for cell in cells(list_of([1, 2], 3))]
    [1, 2]
    """
    mark, turn = None, FIRST_MARK
    for n in range(MOST_ELEMENTS.value):
        if not isinstance(items, Pair):
            return
        if items is mark:
            raise LimitError("Aborting!: out of memory (a circular list has no end)")
        if n == turn:
            mark, turn = items, 2 * turn
        yield items
        items = items.cdr
    raise too_long()


def too_long() -> LimitError:
    """The error of a list that has no end in sight."""
    return LimitError(
        f"Aborting!: out of memory (a list of more than {MOST_ELEMENTS.value} elements; {MOST_ELEMENTS.advice})"
    )


#: While a list of more elements is made, the garbage collector pauses: it would look through its pairs in vain.
_MANY = 10_000


def list_of(items: Iterable[Any], tail: Any = EMPTY) -> Any:
    """The Scheme list of these items.

    >>> list_of([1, 2])
    (1 2)
    """
    result = list_of(tail) if isinstance(tail, tuple) else tail
    if not isinstance(items, (list, tuple)):
        items = list(items)
    pausing = len(items) > _MANY and gc.isenabled()
    try:
        if pausing:
            gc.disable()
        for item in reversed(items):
            result = Pair(item, result)
    finally:
        if pausing:
            gc.enable()
    return result


def elements(value: Any) -> Iterator[Any]:
    """The elements of a proper list.

    >>> list(elements(list_of("ab")))
    ['a', 'b']
    """
    if isinstance(value, (Pair, EmptyList, tuple)):
        return iter(value)
    raise WrongTypeError(
        f"The object {TEXTS['write'](value)}, passed as the first argument to list-elements, is not a list."
    )


@dataclass(frozen=True, slots=True)
class Char:
    """A character."""

    value: str


class MutableString:
    """A string that can be changed in place: what ``make-string`` and ``string-copy`` make."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return repr(self.text)

    def _describe_(self) -> str:
        return describe(self.text)


class Marker:
    """A constant with a name of its own, such as ``#!default``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


DEFAULT, EOF, OPTIONAL, REST = map(Marker, ("#!default", "#!eof", "#!optional", "#!rest"))
ENVIRONMENT = Marker("#[environment]")


@dataclass(frozen=True, slots=True)
class Defined:
    """What a definition returns: the name; it prints as nothing."""

    name: str


class MultipleValues:
    """What ``(values a b ...)`` returns when it does not return exactly one value."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


def values_of(result: Any) -> tuple[Any, ...]:
    """The values that an expression returned."""
    return result.values if isinstance(result, MultipleValues) else (result,)


class Promise:
    """A delayed value: a thunk until it is forced. ``chained`` thunks (delay-force) return promises."""

    __slots__ = ("chained", "thunk", "value")

    def __init__(self, thunk: Any, chained: bool = False) -> None:
        self.thunk = thunk
        self.chained = chained
        self.value: Any = None

    @classmethod
    def of(cls, value: Any) -> Promise:
        """A promise that is already kept."""
        promise = cls(None)
        promise.value = value
        return promise

    @property
    def kept(self) -> bool:
        """Is the value known?"""
        return self.thunk is None

    def force(self) -> Any:
        """The value, computed once; chains of delay-force take constant space."""
        while self.thunk is not None:
            value = self.thunk()
            if self.thunk is None:  # forced again while it was being computed: the first value stays
                break
            if self.chained and isinstance(value, Promise):
                self.thunk, self.chained, self.value = value.thunk, value.chained, value.value
            else:
                self.thunk, self.value = None, value
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class RecordType:
    """A type made by define-record-type."""

    name: str
    fields: tuple[str, ...]


class Record:
    """An instance of a record type."""

    __slots__ = ("__weakref__", "type", "values")

    def __init__(self, type_: RecordType, values: list[Any]) -> None:
        self.type = type_
        self.values = values
