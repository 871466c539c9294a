"""More of lists (SRFI 1, MIT Scheme), associations and tables of two keys, sets of numbers, bytevectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from scmpy.errors import DomainError, WrongTypeError
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.types import is_number
from scmpy.scheme.data import (
    EMPTY,
    MOST_ELEMENTS,
    MultipleValues,
    Pair,
    cells,
    eqv,
    eqv_key,
    list_of,
    room_for,
    too_long,
)
from scmpy.scheme.primitives.containers import HashTable
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Index,
    bad_range,
    copy_into,
    part_of,
    primitive,
    sub_range,
    wrong_type,
)
from scmpy.scheme.primitives.lists import append, as_pair, items_of, parallel
from scmpy.scheme.printer import write_text
from scmpy.symbolic.expression import symbol

# --- more lists ------------------------------------------------------------------------------------------------------
# More of lists: their parts, lists as sets, making and taking apart (what is useful of SRFI 1), MIT's older names.


def _split(items: list[Any], place: int) -> MultipleValues:
    return MultipleValues((list_of(items[:place]), list_of(items[place:])))


def _place(predicate: Any, items: Iterable[Any], wanted: bool) -> int:
    """The position of the first element that satisfies the predicate, or does not; the length if there is none."""
    place = 0
    for item in items:
        if (predicate(item) is not False) is wanted:
            break
        place += 1
    return place


@primitive("take-while", "take-while!")
def take_while(predicate: Any, items: Any) -> Any:
    """The elements before the first that does not satisfy the predicate.

    Source:  SRFI 1
    """
    found = items_of(items, 2, "take-while")
    return list_of(found[: _place(predicate, found, False)])


@primitive("drop-while")
def drop_while(predicate: Any, items: Any) -> Any:
    """The list from the first element that does not satisfy the predicate.

    Source:  SRFI 1
    """
    found = items_of(items, 2, "drop-while")
    return list_of(found[_place(predicate, found, False) :])


@primitive("span", "span!")
def span(predicate: Any, items: Any) -> Any:
    """Two values: the elements before the first that does not satisfy the predicate, and the rest.

    Source:  SRFI 1
    """
    found = items_of(items, 2, "span")
    return _split(found, _place(predicate, found, False))


@primitive("break", "break!")
def break_(predicate: Any, items: Any) -> Any:
    """Two values: the elements before the first that satisfies the predicate, and the rest.

    Source:  SRFI 1
    """
    found = items_of(items, 2, "break")
    return _split(found, _place(predicate, found, True))


@primitive("split-at", "split-at!")
def split_at(items: Any, count: Index) -> Any:
    """Two values: the first elements, and the rest.

    Source:  SRFI 1
    """
    found = items_of(items, 1, "split-at")
    if count > len(found):
        raise bad_range(count, 2, "split-at")
    return _split(found, count)


@primitive("take-right")
def take_right(items: Any, count: Index) -> Any:
    """The last elements.

    Source:  SRFI 1
    """
    found = items_of(items, 1, "take-right")
    if count > len(found):
        raise bad_range(count, 2, "take-right")
    return list_of(found[len(found) - count :])


@primitive("drop-right", "drop-right!")
def drop_right(items: Any, count: Index) -> Any:
    """The list without its last elements.

    Source:  SRFI 1
    """
    found = items_of(items, 1, "drop-right")
    if count > len(found):
        raise bad_range(count, 2, "drop-right")
    return list_of(found[: len(found) - count])


@primitive("concatenate", "concatenate!")
def concatenate(lists: Any) -> Any:
    """The elements of all lists of a list.

    Source:  SRFI 1
    """
    return append(*items_of(lists, 1, "concatenate"))


@primitive("zip")
def zip_(first: Any, *more: Any) -> Any:
    """The list of the lists of elements at the same places.

    Source:  SRFI 1
    """
    return list_of([list_of(items) for items in parallel((first, *more), "zip")])


@primitive("unzip1")
def unzip1(lists: Any) -> Any:
    """The first elements of lists.

    Source:  SRFI 1
    """
    return list_of([_component(items, 0, "unzip1") for items in items_of(lists, 1, "unzip1")])


@primitive("unzip2")
def unzip2(lists: Any) -> Any:
    """Two values: the first and the second elements of lists.

    Source:  SRFI 1
    """
    found = items_of(lists, 1, "unzip2")
    return MultipleValues(tuple(list_of([_component(items, n, "unzip2") for items in found]) for n in (0, 1)))


def _component(items: Any, place: int, name: str) -> Any:
    parts = items_of(items, 1, name)
    if place >= len(parts):
        raise wrong_type(items, 1, name)
    return parts[place]


@primitive("unfold")
def unfold(stop: Any, value: Any, successor: Any, seed: Any, tail: Any = None) -> Any:
    """The values of a seed and its successors, until one stops; then what ``tail`` makes of that.

    Source:  SRFI 1
    """
    made: list[Any] = []
    while stop(seed) is False:
        if len(made) == MOST_ELEMENTS.value:
            raise too_long()
        made.append(value(seed))
        seed = successor(seed)
    return list_of(made, EMPTY if tail is None else tail(seed))


@primitive("unfold-right")
def unfold_right(stop: Any, value: Any, successor: Any, seed: Any, tail: Any = EMPTY) -> Any:
    """The values of a seed and its successors, until one stops, from the right.

    Source:  SRFI 1
    """
    while stop(seed) is False:
        tail = Pair(value(seed), tail)
        seed = successor(seed)
    return tail


@primitive("pair-for-each")
def pair_for_each(procedure: Any, items: Any) -> Any:
    """Apply the procedure to each tail of a list.

    Source:  SRFI 1
    """
    for cell in list(cells(as_pair(items))):
        procedure(cell)
    return True


@primitive("pair-fold")
def pair_fold(procedure: Any, initial: Any, items: Any) -> Any:
    """As fold, with the tails in place of the elements.

    Source:  SRFI 1
    """
    for cell in list(cells(as_pair(items))):
        initial = procedure(cell, initial)
    return initial


@primitive("length+")
def length_plus(items: Any) -> Any:
    """The number of elements, #f for a circular list.

    Source:  SRFI 1
    """
    return False if is_circular_list(items) else len(items_of(items, 1, "length+"))


@primitive("circular-list")
def circular_list(*items: Any) -> Any:
    """A list whose last pair is followed by its first.

    Source:  SRFI 1
    """
    result = list_of(items)
    for last in cells(result):
        if last.cdr is EMPTY:
            last.cdr = result
            break
    return result


@primitive("circular-list?")
def is_circular_list(value: Any) -> Any:
    """Does the list come back to itself?

    Source:  SRFI 1
    """
    slow = fast = value
    while isinstance(fast, Pair) and isinstance(fast.cdr, Pair):
        slow, fast = slow.cdr, fast.cdr.cdr
        if slow is fast:
            return True
    return False


@primitive("dotted-list?")
def is_dotted_list(value: Any) -> Any:
    """Does the list end in something else than the empty list?

    Source:  SRFI 1
    """
    if is_circular_list(value):
        return False
    value = as_pair(value)
    while isinstance(value, Pair):
        value = value.cdr
    return value is not EMPTY


@primitive("xcons")
def xcons(cdr: Any, car: Any) -> Any:
    """A new pair of the second argument and the first.

    Source:  SRFI 1
    """
    return Pair(car, as_pair(cdr))


@primitive("car+cdr")
def car_and_cdr(pair: Pair) -> Any:
    """Two values: the components of a pair.

    Source:  SRFI 1
    """
    return MultipleValues((pair.car, pair.cdr))


@primitive("alist-cons")
def alist_cons(key: Any, value: Any, pairs: Any) -> Any:
    """An association list with one more entry.

    Source:  SRFI 1
    """
    return Pair(Pair(key, value), as_pair(pairs))


# -- lists as sets ------------------------------------------------------------------------------------------------


def _contains(same: Any, items: list[Any], wanted: Any) -> bool:
    return any(same(item, wanted) is not False for item in items)


@primitive("lset-adjoin")
def lset_adjoin(same: Any, items: Any, *more: Any) -> Any:
    """The list with those of the elements in front that it has not.

    Source:  SRFI 1
    """
    found = items_of(items, 2, "lset-adjoin")
    for item in more:
        if not _contains(same, found, item):
            found.insert(0, item)
    return list_of(found)


@primitive("lset-union")
def lset_union(same: Any, *lists: Any) -> Any:
    """The elements that any list has.

    Source:  SRFI 1
    """
    result: list[Any] = []
    for position, items in enumerate(lists, 2):
        found = items_of(items, position, "lset-union")
        if not result:
            result = found
            continue
        for item in found:
            if not _contains(same, result, item):
                result.insert(0, item)
    return list_of(result)


def _chosen(name: str, doc: str, keep: Callable[[Any, list[list[Any]], Any], bool]) -> None:
    @primitive(name, doc=doc, source="SRFI 1")
    def choose(same: Any, first: Any, *more: Any) -> Any:
        others = [items_of(items, position, name) for position, items in enumerate(more, 3)]
        return list_of([item for item in items_of(first, 2, name) if keep(same, others, item)])


_chosen(
    "lset-intersection",
    "The elements of the first list that all others have.",
    lambda same, others, item: all(_contains(same, items, item) for items in others),
)
_chosen(
    "lset-difference",
    "The elements of the first list that no other has.",
    lambda same, others, item: not any(_contains(same, items, item) for items in others),
)


# -- MIT's older names --------------------------------------------------------------------------------------------


@primitive("list-search-positive")
def list_search_positive(items: Any, predicate: Any) -> Any:
    """The first element that satisfies the predicate, or #f.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    return next((item for item in items_of(items, 1, "list-search-positive") if predicate(item) is not False), False)


@primitive("list-transform-positive")
def list_transform_positive(items: Any, predicate: Any) -> Any:
    """The elements that satisfy the predicate.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    found = items_of(items, 1, "list-transform-positive")
    return list_of([item for item in found if predicate(item) is not False])


@primitive("list-transform-negative")
def list_transform_negative(items: Any, predicate: Any) -> Any:
    """The elements that do not satisfy the predicate.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    found = items_of(items, 1, "list-transform-negative")
    return list_of([item for item in found if predicate(item) is False])


@primitive("for-all?", "for-all")
def for_all(items: Any, predicate: Any) -> Any:
    """Do all elements satisfy the predicate?"""
    return all(predicate(item) is not False for item in items_of(items, 1, "for-all?"))


@primitive("exists?", "there-exists?")
def exists(items: Any, predicate: Any) -> Any:
    """Does an element satisfy the predicate?"""
    return any(predicate(item) is not False for item in items_of(items, 1, "exists?"))


@primitive("distinct?")
def is_distinct(items: Any) -> Any:
    """Are no two elements equivalent?"""
    found = items_of(items, 1, "distinct?")
    return not any(eqv(a, b) for i, a in enumerate(found) for b in found[:i])


# --- associations ----------------------------------------------------------------------------------------------------
# Tables of one and two keys, and cells: MIT Scheme's small stores.


class OneTable(HashTable):
    """A table from keys, compared by eqv?, to values."""


@primitive("make-1d-table")
def make_1d_table() -> Any:
    """An empty table.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return OneTable(eqv_key)


@primitive("1d-table?")
def is_1d_table(value: Any) -> Any:
    """Is this a table made by make-1d-table?

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return isinstance(value, OneTable)


@primitive("1d-table/put!")
def put_1d(table: OneTable, key: Any, value: Any) -> Any:
    """Put a value under a key.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    table.items[table.key(key)] = (key, value)


@primitive("1d-table/get")
def get_1d(table: OneTable, key: Any, default: Any = False) -> Any:
    """The value under a key, or the default.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return table.items.get(table.key(key), (key, default))[1]


@primitive("1d-table/remove!")
def remove_1d(table: OneTable, key: Any) -> Any:
    """Remove a key.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    table.items.pop(table.key(key), None)


# -- the association of pairs of keys -----------------------------------------------------------------------------


_associations: Table[Any, tuple[Any, Any, Any]] = Table()


def _keys(x: Any, y: Any) -> Any:
    return eqv_key(x), eqv_key(y)


@primitive("2d-put!")
def put_2d(x: Any, y: Any, value: Any) -> Any:
    """Associate a value with two keys.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    _associations[_keys(x, y)] = (x, y, value)


@primitive("2d-get")
def get_2d(x: Any, y: Any) -> Any:
    """The value associated with two keys, or #f.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    found = _associations.get(_keys(x, y))
    return False if found is None else found[2]


@primitive("2d-remove!")
def remove_2d(x: Any, y: Any) -> Any:
    """Forget what is associated with two keys.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    _associations.pop(_keys(x, y), None)


@primitive("2d-get-alist-x")
def alist_of_first(x: Any) -> Any:
    """The association list of second keys and values of a first key.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return list_of([Pair(b, value) for a, b, value in _associations.values() if eqv_key(a) == eqv_key(x)])


@primitive("2d-get-alist-y")
def alist_of_second(y: Any) -> Any:
    """The association list of first keys and values of a second key.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return list_of([Pair(a, value) for a, b, value in _associations.values() if eqv_key(b) == eqv_key(y)])


# -- cells --------------------------------------------------------------------------------------------------------


class Cell:
    """A place for one value."""

    __slots__ = ("contents",)

    def __init__(self, contents: Any) -> None:
        self.contents = contents


@primitive("make-cell")
def make_cell(contents: Any = None) -> Any:
    """A new cell.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return Cell(contents)


@primitive("cell?")
def is_cell(value: Any) -> Any:
    """Is this a cell?

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return isinstance(value, Cell)


@primitive("cell-contents")
def cell_contents(cell: Cell) -> Any:
    """The value in a cell.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return cell.contents


@primitive("set-cell-contents!")
def set_cell_contents(cell: Cell, contents: Any) -> Any:
    """Replace the value in a cell.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    cell.contents = contents


# --- sets ------------------------------------------------------------------------------------------------------------
# Sets of numbers as lists in order: what is done with them depends on the type, ``((union-sets numbers) a b)``.

#: The one type of sets.
NUMBERS = PRIMITIVES["numbers"] = symbol("numbers")


def _set(numbers: list[Any]) -> Any:
    """Real numbers come before complex ones, which are ordered by their real, then by their imaginary parts."""
    for number in numbers:
        if not is_number(number):
            raise WrongTypeError(f"sets of numbers have numbers as elements, got {write_text(number)}")
    found = {(number.imag != 0, number.real, number.imag): number for number in reversed(numbers)}
    return list_of(found[key] for key in sorted(found))


def _declare(name: str, doc: str, operate: Callable[..., Any]) -> None:
    def of_type(kind: Any) -> Any:
        if kind is not NUMBERS:
            raise WrongTypeError(f"{name} expects a type of sets, numbers, got {write_text(kind)}")
        return operate

    primitive(name, doc=f"Of a type of sets, the procedure that gives {doc}.")(of_type)


def _items(given: Any) -> list[Any]:
    return items_of(given, 1, "numbers")


_declare("adjoin-set", "the set with an element more", lambda x, s: _set([x, *_items(s)]))
_declare("element-set?", "whether a set has an element", lambda x, s: x in _items(s))
_declare("union-sets", "the elements of two sets", lambda a, b: _set([*_items(a), *_items(b)]))
_declare("list->set", "the set of the elements of a list", lambda a: _set(_items(a)))


# --- bytevectors -----------------------------------------------------------------------------------------------------
# Bytevectors, which are Python bytearrays.


def _is_byte(value: Any) -> bool:
    return type(value) is int and 0 <= value < 256


Byte = Annotated[int, _is_byte]


@primitive("make-bytevector")
def make_bytevector(length: Index, fill: Byte = 0) -> Any:
    """A bytevector of equal bytes.

    Source:  R7RS 6.9
    """
    return bytearray([fill]) * room_for(length, "a bytevector")


@primitive("bytevector")
def bytevector(*items: Byte) -> Any:
    """The bytevector of the arguments.

    Source:  R7RS 6.9
    """
    return bytearray(items)


@primitive("bytevector-length")
def bytevector_length(items: bytearray) -> Any:
    """The number of bytes.

    Source:  R7RS 6.9
    """
    return len(items)


@primitive("bytevector-u8-ref")
def bytevector_ref(items: bytearray, position: Index) -> Any:
    """The byte at a position.

    Source:  R7RS 6.9
    """
    if position >= len(items):
        raise bad_range(position, 2, "bytevector-u8-ref")
    return items[position]


@primitive("bytevector-u8-set!")
def bytevector_set(items: bytearray, position: Index, value: Byte) -> Any:
    """Replace the byte at a position.

    Source:  R7RS 6.9
    """
    if position >= len(items):
        raise bad_range(position, 2, "bytevector-u8-set!")
    items[position] = value


@primitive("bytevector-copy")
def bytevector_copy(items: bytearray, start: Any = None, end: Any = None) -> Any:
    """A new bytevector of the bytes, or of some of them.

    Source:  R7RS 6.9
    """
    return part_of(items, start, end, "bytevector-copy")


@primitive("bytevector-copy!")
def bytevector_copy_to(target: bytearray, at: Index, source: bytearray, start: Any = None, end: Any = None) -> Any:
    """Copy bytes into another bytevector.

    Source:  R7RS 6.9
    """
    copy_into(target, at, part_of(source, start, end, "bytevector-copy!"), "bytevector-copy!")


@primitive("bytevector-fill!")
def bytevector_fill(items: bytearray, value: Byte, start: Any = None, end: Any = None) -> Any:
    """Replace all bytes, or some of them."""
    start, end = sub_range(len(items), start, end, "bytevector-fill!")
    items[start:end] = bytearray([value]) * (end - start)


@primitive("bytevector-append")
def bytevector_append(*parts: bytearray) -> Any:
    """The bytes of all bytevectors.

    Source:  R7RS 6.9
    """
    return bytearray().join(parts)


@primitive("utf8->string")
def utf8_to_string(items: bytearray, start: Any = None, end: Any = None) -> Any:
    """The string that bytes encode.

    Source:  R7RS 6.9
    """
    start, end = sub_range(len(items), start, end, "utf8->string")
    try:
        return items[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        raise DomainError(f"utf8->string: these bytes are not UTF-8: {error.reason} at {start + error.start}") from None


@primitive("string->utf8")
def string_to_utf8(text: str, start: Any = None, end: Any = None) -> Any:
    """The bytes that encode a string.

    Source:  R7RS 6.9
    """
    start, end = sub_range(len(text), start, end, "string->utf8")
    try:
        return bytearray(text[start:end], "utf-8")
    except UnicodeEncodeError:
        raise wrong_type(text, 1, "string->utf8") from None
