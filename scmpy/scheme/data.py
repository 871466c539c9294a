"""The values of Scheme that Python has no own type for: pairs, characters, promises, records, multiple values.

Numbers, strings, booleans, vectors and bytevectors are Python's int, Fraction, float, complex, str, bool, list and
bytearray; symbols are :class:`scmpy.symbolic.expression.Symbol`; procedures are Python functions; ``None`` is the
unspecified value. A Python tuple that a library procedure returns counts as a list.
"""

from __future__ import annotations

import gc
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import repeat
from typing import Any

from scmpy.deep_stack import Watch, freed_in_turn
from scmpy.errors import LimitError, WrongTypeError, describe
from scmpy.generic.settings import MOST_COMPONENTS, Limit
from scmpy.generic.types import is_container, is_number
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up
from scmpy.symbolic.expression import Application, Expression, Symbol, fold, spread_operands
from scmpy.symbolic.polynomials import Polynomial
from scmpy.symbolic.printed_form import HeldForm
from scmpy.symbolic.simplify import display_form

# --- session limits --------------------------------------------------------------------------------------------------
# The stated limits of sessions: how large data may be, how long an evaluation may take, how much memory it may use.
#
# What passes a limit ends in a LimitError in the words of the original, ``;Aborting!: out of memory``.

MOST_SOURCE = Limit("most-program-characters", 200_000_000, "Characters of a program.")
MOST_DATA = Limit("most-data", 2_000_000, "Data in one form of a program.")

_STATUS = "/proc/self/statm"


class TimeLimitError(LimitError):
    """An evaluation took longer than it may."""


def room_for(count: int, what: str) -> int:
    """The number of elements that something is to have, if that is within reason."""
    most = MOST_COMPONENTS.value
    if count > most:
        size = str(count) if count.bit_length() < 1000 else "far too many"
        raise LimitError(
            f"Aborting!: out of memory ({what} of {size} elements; at most {most}; {MOST_COMPONENTS.advice})"
        )
    return count


@cache
def half_of_memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return None


def memory_in_use() -> int:
    """The bytes that this process has in memory; 0 where the system does not say."""
    try:
        with open(_STATUS) as status:
            return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


@dataclass
class Budget(Watch):
    """What one evaluation may use: seconds, and bytes of memory beyond those in use when it starts."""

    seconds: float | None = None
    memory: int | None = None
    start: float = field(default_factory=time.monotonic)
    before: int = field(default_factory=memory_in_use)

    def check(self) -> None:
        if self.seconds is not None and time.monotonic() - self.start >= self.seconds:
            raise TimeLimitError(f"Aborting!: time limit exceeded ({self.seconds:g} s)")
        if self.memory is not None and memory_in_use() - self.before > self.memory:
            raise LimitError(f"Aborting!: out of memory (an evaluation may use {self.memory / 1e6:.0f} MB)")

    def patience(self, longest: float) -> float:
        if self.seconds is None:
            return longest
        return max(0.0, min(longest, self.start + self.seconds - time.monotonic()))


#: The texts of data, as the printer enters them: ``write``.
TEXTS: dict[str, Callable[[Any], str]] = {}


class Written:
    """What shows itself in Python too, and in structures, as ``write`` prints it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return TEXTS["write"](self)


@freed_in_turn
class Pair(Written):
    """A mutable pair; the cells of a list."""

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

    def __getitem__(self, place: int) -> Any:
        return list(self)[place]

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
    items: list[Any] = []
    rest = value
    mark, turn = None, FIRST_MARK
    while True:
        for _ in repeat(None, turn):
            if rest.__class__ is not Pair:
                rest = as_pair(rest)
                if rest.__class__ is not Pair:
                    return items, rest
            items.append(rest.car)
            rest = rest.cdr
            if rest is mark:
                return items, rest
        mark, turn = rest, 2 * turn


class EmptyList:
    """The empty list; there is one, :data:`EMPTY`."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __reduce__(self) -> str:
        return "EMPTY"

    def __repr__(self) -> str:
        return "()"

    def _describe_(self) -> str:
        return "the empty list"


EMPTY = EmptyList()


def as_pair(value: Any) -> Any:
    """The list that a value is to the procedures of lists; any other value as it is. Here expressions and pairs meet.

    An expression is what it prints: ``(+ a b)`` is a list of three to ``pair?``, ``car``, ``map``, ``equal?`` and all
    the others, its parts being expressions, numbers and symbols again; sums of sums are one list. To arithmetic, and
    as the cdr of a pair, it stays the expression; one that is a number, as (sqrt 2) is, is no list. A tuple or matrix
    that a program's ``simplify`` made is ``(up x y)`` here, and the tuple everywhere else. Expressions never change:
    ``set-car!`` refuses them, and the pairs that ``cdr`` takes from one are new. A list of such parts is accepted
    wherever an expression is. A Python tuple, which procedures of the library return, counts as a list.
    """
    take_apart = _LISTS.get(type(value))
    if take_apart is not None:
        return take_apart(value)
    return list_of(value) if isinstance(value, tuple) else value


def _list_of_held(form: HeldForm) -> Any:
    shown = as_pair(display_form(form.value))
    return shown if isinstance(shown, Pair) else form


def simplified(value: Any) -> Any:
    """A tuple or matrix, newly made by ``simplify``, as one that is a list to the procedures of lists."""
    if isinstance(value, (Structure, Matrix)):
        value.simplified = True
    return value


def is_simplified(value: Any) -> bool:
    return getattr(value, "simplified", False)


_LISTS: dict[type, Callable[[Any], Any]] = {
    Application: lambda node: node if node.constant else Pair(node.operator, list_of(spread_operands(node))),
    HeldForm: _list_of_held,
    **dict.fromkeys((Up, Down, Matrix), lambda x: as_pair(display_form(x)) if is_simplified(x) else x),
}


#: The pairs after which a walk along a list marks one, to see whether it comes back to it; then at twice the distance.
FIRST_MARK = 1000


def cells(items: Any) -> Iterator[Pair]:
    """The pairs of a list; one that comes back to itself ends in a LimitError."""
    mark, turn = None, FIRST_MARK
    for n in range(MOST_COMPONENTS.value):
        if not isinstance(items, Pair):
            items = as_pair(items)
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
    return LimitError(
        f"Aborting!: out of memory (a list of more than {MOST_COMPONENTS.value} elements; {MOST_COMPONENTS.advice})"
    )


#: While a list of more elements is made, the garbage collector pauses: it would look through its pairs in vain.
_MANY = 10_000
#: Makes a pair that is filled in where it is made: half the time of a call of ``__init__``.
new_pair: Callable[[type[Pair]], Pair] = object.__new__


def list_of(items: Iterable[Any], tail: Any = EMPTY) -> Any:
    result = as_list(tail)
    if not isinstance(items, (list, tuple)):
        items = list(items)
    pausing = len(items) > _MANY and gc.isenabled()
    try:
        if pausing:
            gc.disable()
        for item in reversed(items):
            pair = new_pair(Pair)
            pair.car, pair.cdr = item, result
            result = pair
    finally:
        if pausing:
            gc.enable()
    return result


def elements(value: Any) -> Iterator[Any]:
    value = as_pair(value)
    if isinstance(value, (Pair, EmptyList)):
        return iter(value)
    raise WrongTypeError(
        f"The object {TEXTS['write'](value)}, passed as the first argument to list-elements, is not a list."
    )


@dataclass(frozen=True, slots=True, repr=False)
class Char(Written):
    value: str


@dataclass(slots=True, eq=False)
class MutableString:
    """A string that can be changed in place: what ``make-string`` and ``string-copy`` make."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return repr(self.text)

    def _describe_(self) -> str:
        return describe(self.text)


@dataclass(slots=True, eq=False)
class Marker:
    """A constant with a name of its own, such as ``#!default``."""

    name: str

    def __repr__(self) -> str:
        return self.name


DEFAULT, EOF, OPTIONAL, REST = map(Marker, ("#!default", "#!eof", "#!optional", "#!rest"))
ENVIRONMENT = Marker("#[environment]")


@dataclass(frozen=True, slots=True)
class Defined:
    """What a definition returns: the name; it prints as nothing."""

    name: str


@dataclass(slots=True, eq=False, repr=False)
class MultipleValues(Written):
    """What ``(values a b ...)`` returns when it does not return exactly one value."""

    values: tuple[Any, ...]


def values_of(result: Any) -> tuple[Any, ...]:
    return result.values if isinstance(result, MultipleValues) else (result,)


@freed_in_turn
class Promise(Written):
    """A delayed value: a thunk until it is forced. ``chained`` thunks (delay-force) return promises."""

    __slots__ = ("chained", "thunk", "value")

    def __init__(self, thunk: Any, chained: bool = False) -> None:
        self.thunk = thunk
        self.chained = chained
        self.value: Any = None

    @classmethod
    def of(cls, value: Any) -> Promise:
        promise = cls(None)
        promise.value = value
        return promise

    @property
    def kept(self) -> bool:
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RecordType(Written):
    name: str
    fields: tuple[str, ...]
    make: Any = False  # of an instance, if it is no record
    head: list[Any] = field(default_factory=list)  # what comes before the fields then
    printed: list[Any] = field(default_factory=list)  # last how the program has said that a record prints


@dataclass(slots=True, weakref_slot=True, eq=False, repr=False)
class Record(Written):
    type: RecordType
    values: list[Any]


# --- equality --------------------------------------------------------------------------------------------------------
# ``eq?``, ``eqv?``, ``equal?`` and keys of hash tables that agree with them.

_MANY_PARTS = 100_000  # what has more parts than this may contain itself


def _same(a: Any, b: Any) -> bool:
    """Identity; but Python shares strings of one character, which in Scheme are separate objects."""
    return a is b and not (isinstance(a, str) and len(a) == 1)


def eq(a: Any, b: Any) -> bool:
    """The same object; exact integers and characters are always the same when they are equal.

    >>> eq(10**6, 10**6), eq(1.5, float("1.5")), eq(True, 1)
    (True, False, False)
    """
    return _same(a, b) or (type(a) is type(b) and isinstance(a, (int, Char)) and a == b)


def eqv(a: Any, b: Any) -> bool:
    """The same object or the same number.

    >>> eqv(1.5, float("1.5")), eqv(2, 2.0), eqv("a", "a")
    (True, False, False)
    """
    kind = type(a)
    if kind is type(b) and (kind is int or kind is Symbol):
        return a is b or (kind is int and bool(a == b))
    for unknown, other in ((a, b), (b, a)):
        if hasattr(unknown, "_decide_"):
            return bool(unknown._is_same_(other))
    if kind is not type(b):
        return False
    if isinstance(a, float):
        return (a == b and math.copysign(1, a) == math.copysign(1, b)) or (a != a and b != b)
    return bool(a == b) if is_number(a) or isinstance(a, Char) else _same(a, b)


def equal(a: Any, b: Any) -> bool:
    """The same contents: pairs, vectors, strings and structures are compared by their elements, to any depth.

    Data that contain themselves are equal if no difference can be found.

    >>> equal([1, "a"], [1, "a"]), equal(2, 2.0)
    (True, False)
    """
    stack = [(a, b)]
    steps, met = 0, set()
    while stack:
        a, b = stack.pop()
        kind = type(a)
        if kind is type(b) and (kind is int or kind is str or kind is Symbol):
            if (a is not b) if kind is Symbol else (a != b):
                return False
            continue
        if isinstance(a, Pair) or isinstance(b, Pair):
            if kind is not type(b):
                a, b = as_pair(a), as_pair(b)
        else:
            a, b = _taken_apart(a), _taken_apart(b)
        steps += 1
        if a is b or (steps > _MANY_PARTS and (id(a), id(b)) in met):
            continue
        if steps > _MANY_PARTS:
            met.add((id(a), id(b)))
        if isinstance(a, Pair) and isinstance(b, Pair):
            stack.append((a.cdr, b.cdr))
            stack.append((a.car, b.car))
        elif isinstance(a, (list, Structure)) and _tuple_kind(a) is _tuple_kind(b) and len(a) == len(b):
            stack.extend(zip(a, b, strict=True))
        elif isinstance(a, (str, MutableString)) and isinstance(b, (str, MutableString)):
            if str(a) != str(b):
                return False
        elif isinstance(a, bytearray) and isinstance(b, bytearray):
            if a != b:
                return False
        elif not eqv(a, b):
            return False
    return True


def _tuple_kind(value: Any) -> type:
    """That of a vector for an up tuple, which the original's vectors are."""
    return list if type(value) is Up else type(value)


def _taken_apart(value: Any) -> Any:
    """A matrix, quaternion, polynomial, multivector or quantity as a list of what it is, as in the original."""
    kind = type(value)
    if kind is Matrix:
        return [kind.__name__, *map(list, value.rows)]
    if kind is Quaternion:
        return [kind.__name__, *value.components]
    if kind is Polynomial:
        return [kind.__name__, value.arity, *([*exponents, c] for exponents, c in sorted(value.terms.items()))]
    if hasattr(kind, "_contents_"):
        return value._contents_()
    return as_list(value)


def as_list(value: Any) -> Any:
    return list_of(value) if isinstance(value, tuple) else value


def is_one_of(key: Any, choices: Iterable[Any]) -> bool:
    return any(eqv(key, choice) for choice in choices)


def eqv_key(value: Any) -> Any:
    """A hashable key: equal for values that are eqv."""
    if type(value) is int:
        return int, value
    if is_number(value):
        return type(value), repr(value)
    return value if isinstance(value, Char) else ("object", id(value))


def equal_key(value: Any) -> Any:
    """A hashable key: equal for values that are equal (data of any depth, flattened).

    An expression that is long when its shared parts are written out is its own key, not that of the list it prints as.
    """
    if type(value) is int:
        return int, value
    if type(value) is Symbol:
        return eqv_key(value)
    sizes: dict[Any, int] = {}
    value = _parts_of_key(value, sizes)
    if isinstance(value, (str, MutableString)):
        return str(value)
    if isinstance(value, bytearray):
        return bytes(value)
    if not isinstance(value, (Pair, list, Structure)):
        return eqv_key(value)
    key: list[Any] = []
    stack = [value]
    while stack:
        item = _parts_of_key(stack.pop(), sizes)
        if len(key) > MOST_COMPONENTS.value:
            raise too_long()
        if isinstance(item, Pair):
            key.append("(")
            stack += (item.cdr, item.car)
        elif isinstance(item, (list, Structure)):
            key.append((_tuple_kind(item), len(item)))
            stack += reversed(list(item))
        else:
            atom = eqv_key(item) if isinstance(item, Application) else equal_key(item)
            key.append((str, atom) if isinstance(atom, str) else atom)
    return tuple(key)


def _parts_of_key(value: Any, sizes: dict[Any, int]) -> Any:
    value = _taken_apart(value)
    if isinstance(value, Application):
        size = fold(value, lambda leaf: 1, lambda node, parts: 1 + sum(parts), sizes)
        return value if size > _MANY_PARTS else as_pair(value)
    return as_pair(value)
