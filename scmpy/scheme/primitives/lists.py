"""Pairs and lists."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from scmpy.errors import BadIndexError, ScmpyError
from scmpy.generic import operations as g
from scmpy.scheme.data import (
    DEFAULT,
    EMPTY,
    FIRST_MARK,
    MOST_ELEMENTS,
    EmptyList,
    MultipleValues,
    Pair,
    cells,
    eq,
    equal,
    eqv,
    list_of,
    room_for,
    too_long,
)
from scmpy.scheme.primitives.declare import Index, bad_range, primitive, wrong_type
from scmpy.symbolic.expression import Application


def as_pair(value: Any) -> Any:
    """A Python tuple that a library returned, or an expression, as a list."""
    if isinstance(value, Application):
        return Pair(value.operator, list_of(value.operands))
    return list_of(value) if isinstance(value, tuple) else value


def items_of(value: Any, position: int, name: str) -> list[Any]:
    """The elements of a proper list, which is an argument of a procedure."""
    items = []
    rest = as_pair(value)
    mark, turn = None, FIRST_MARK
    for n in range(MOST_ELEMENTS.value):
        if not isinstance(rest, Pair) or rest is mark:
            break
        if n == turn:
            mark, turn = rest, 2 * turn
        items.append(rest.car)
        rest = rest.cdr
    if isinstance(rest, Pair) and rest is not mark:
        raise too_long()
    if rest is not EMPTY:
        raise wrong_type(value, position, name)
    return items


@primitive("cons")
def cons(car: Any, cdr: Any) -> Any:
    """A new pair.

    Source:  R7RS 6.4
    """
    return Pair(car, as_pair(cdr))


@primitive("car")
def car(pair: Any) -> Any:
    """The first component of a pair.

    Source:  R7RS 6.4
    """
    try:
        return pair.car
    except AttributeError:
        found = as_pair(pair)
        if isinstance(found, Pair):
            return found.car
        raise wrong_type(pair, 1, "car") from None


@primitive("cdr")
def cdr(pair: Any) -> Any:
    """The second component of a pair.

    Source:  R7RS 6.4
    """
    try:
        return pair.cdr
    except AttributeError:
        found = as_pair(pair)
        if isinstance(found, Pair):
            return found.cdr
        raise wrong_type(pair, 1, "cdr") from None


def _selector(path: str) -> Any:
    name = f"c{path}r"
    steps = [car if letter == "a" else cdr for letter in reversed(path)]

    def select(pair: Any) -> Any:
        value = pair
        for step in steps:
            try:
                value = step(value)
            except ScmpyError:
                raise wrong_type(pair, 1, name) from None
        return value

    words = " of ".join(f"the c{letter}r" for letter in path)
    return primitive(name, doc=f"T{words[1:]} of a pair.", source="R7RS 6.4")(select)


for _length in (2, 3, 4):
    for _number in range(2**_length):
        _selector(format(_number, f"0{_length}b").replace("0", "a").replace("1", "d"))


@primitive("set-car!")
def set_car(pair: Pair, value: Any) -> Any:
    """Replace the first component.

    Source:  R7RS 6.4
    """
    pair.car = value


@primitive("set-cdr!")
def set_cdr(pair: Pair, value: Any) -> Any:
    """Replace the second component.

    Source:  R7RS 6.4
    """
    pair.cdr = as_pair(value)


@primitive("pair?")
def is_pair(value: Any) -> Any:
    """Is this a pair?

    Source:  R7RS 6.4
    """
    return isinstance(value, Pair) or (isinstance(value, tuple) and len(value) > 0)


@primitive("null?")
def is_null(value: Any) -> Any:
    """Is this the empty list?

    Source:  R7RS 6.4
    """
    return value is EMPTY or value == ()


@primitive("list?")
def is_list(value: Any) -> Any:
    """Is this a proper list?

    Source:  R7RS 6.4
    """
    seen = 0
    slow = value
    while isinstance(value, Pair):
        value = value.cdr
        seen += 1
        if seen % 2 == 0:
            slow = slow.cdr
            if slow is value:
                return False
    return isinstance(value, (EmptyList, tuple))


@primitive("list")
def list_(*items: Any) -> Any:
    """A list of the arguments.

    Source:  R7RS 6.4
    """
    return list_of(items)


@primitive("cons*")
def cons_star(first: Any, *more: Any) -> Any:
    """A list of the arguments, the last one being its tail.

    Source:  SRFI 1
    """
    items = (first, *more)
    return list_of(items[:-1], items[-1])


@primitive("make-list")
def make_list(length: Index, fill: Any = None) -> Any:
    """A list of equal elements.

    Source:  R7RS 6.4
    """
    return list_of([fill] * room_for(length, "a list"))


@primitive("make-initialized-list", "list-tabulate", "generate-list")
def make_initialized_list(length: Index, procedure: Any) -> Any:
    """The list of the procedure's values at 0, 1, ...

    Source:  SRFI 1
    """
    return list_of([procedure(i) for i in range(room_for(length, "a list"))])


@primitive("length")
def length(items: Any) -> Any:
    """The number of elements.

    Source:  R7RS 6.4
    """
    return len(items_of(items, 1, "length"))


@primitive("append")
def append(*lists: Any) -> Any:
    """The elements of all lists in one; the last argument may be anything.

    Source:  R7RS 6.4
    """
    if not lists:
        return EMPTY
    result = as_pair(lists[-1])
    for position in reversed(range(len(lists) - 1)):
        result = list_of(items_of(lists[position], position + 1, "append"), result)
    return result


@primitive("append!")
def append_in_place(*lists: Any) -> Any:
    """The lists in one, each but the last made longer: its last pair is followed by the next list.

    Source:  SRFI 1
    """
    result: Any = EMPTY
    for position in reversed(range(len(lists))):
        start = as_pair(lists[position])
        if position < len(lists) - 1 and result is not EMPTY and items_of(start, position + 1, "append!"):
            last = start
            while isinstance(as_pair(last.cdr), Pair):
                last = as_pair(last.cdr)
            last.cdr = result
        result = result if start is EMPTY else start
    return result


@primitive("reverse", "reverse!")
def reverse(items: Any) -> Any:
    """The elements in reverse.

    Source:  R7RS 6.4
    """
    return list_of(items_of(items, 1, "reverse")[::-1])


@primitive("append-reverse", "append-reverse!")
def append_reverse(items: Any, tail: Any) -> Any:
    """The elements in reverse, followed by a tail.

    Source:  SRFI 1
    """
    return list_of(items_of(items, 1, "append-reverse")[::-1], tail)


def _after(items: Any, count: int, name: str) -> Any:
    rest = as_pair(items)
    for _ in range(min(count, MOST_ELEMENTS.value + 1)):
        if not isinstance(rest, Pair):
            raise bad_range(count, 2, name)
        rest = rest.cdr
    room_for(count, "a list")
    return rest


@primitive("list-tail", "drop")
def list_tail(items: Any, count: Index) -> Any:
    """The list without its first elements.

    Source:  R7RS 6.4
    """
    return _after(items, count, "list-tail")


@primitive("list-head", "take", "take!")
def list_head(items: Any, count: Index) -> Any:
    """The first elements of a list.

    Source:  SRFI 1
    """
    taken = []
    rest = as_pair(items)
    for _ in range(min(count, MOST_ELEMENTS.value + 1)):
        if not isinstance(rest, Pair):
            raise bad_range(items, 1, "list-head")
        taken.append(rest.car)
        rest = rest.cdr
    room_for(count, "a list")
    return list_of(taken)


@primitive("sublist")
def sublist(items: Any, start: Index, end: Index) -> Any:
    """The elements from start up to end.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    if start > end:
        raise bad_range(start, 2, "sublist")
    return list_head(_after(items, start, "sublist"), end - start)


@primitive("list-ref")
def list_ref(items: Any, position: Index) -> Any:
    """The element at a position.

    Source:  R7RS 6.4
    """
    rest = _after(items, position, "list-ref")
    if not isinstance(rest, Pair):
        raise bad_range(position, 2, "list-ref")
    return rest.car


@primitive("list-set!")
def list_set(items: Pair, position: Index, value: Any) -> Any:
    """Replace the element at a position.

    Source:  R7RS 6.4
    """
    rest = _after(items, position, "list-set!")
    if not isinstance(rest, Pair):
        raise bad_range(position, 2, "list-set!")
    rest.car = value


@primitive("list-copy")
def list_copy(items: Any) -> Any:
    """A new list of the same elements.

    Source:  R7RS 6.4
    """
    return list_of(items_of(items, 1, "list-copy"))


@primitive("last-pair")
def last_pair(items: Any) -> Any:
    """The last pair of a list.

    Source:  SRFI 1
    """
    found = deque(cells(as_pair(items)), maxlen=1)
    return found[0] if found else items


@primitive("last")
def last(items: Any) -> Any:
    """The last element.

    Source:  SRFI 1
    """
    pair = last_pair(items)
    if not isinstance(pair, Pair):
        raise wrong_type(items, 1, "last")
    return pair.car


@primitive("except-last-pair", "except-last-pair!")
def except_last_pair(items: Any) -> Any:
    """The list without its last element.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    found = items_of(items, 1, "except-last-pair")
    if not found:
        raise wrong_type(items, 1, "except-last-pair")
    return list_of(found[:-1])


def _nth(position: int, name: str) -> None:
    def select(items: Any) -> Any:
        try:
            return list_ref(items, position)
        except BadIndexError:
            raise wrong_type(items, 1, name) from None

    primitive(name, doc=f"The {name} element of a list.", source="SRFI 1")(select)


for _position, _name in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split()):
    _nth(_position, _name)


@primitive("iota")
def iota(count: Index, start: Any = 0, step: Any = 1) -> Any:
    """The list of count numbers from start by step.

    Source:  SRFI 1
    """
    room_for(count, "a list")
    if type(start) is int and type(step) is int:
        return list_of([start + i * step for i in range(count)])
    return list_of([g.add(start, g.mul(i, step)) for i in range(count)])


@primitive("list->vector")
def list_to_vector(items: Any) -> Any:
    """The vector of the elements.

    Source:  R7RS 6.8
    """
    return items_of(items, 1, "list->vector")


# --- elements --------------------------------------------------------------------------------------------------------
# Procedures on the elements of lists: mapping, folding, searching, association; equivalence.


def parallel(lists: tuple[Any, ...], name: str) -> Iterator[tuple[Any, ...]]:
    """The elements at the same places of several lists, up to the end of the shortest."""
    return zip(*(items_of(items, position, name) for position, items in enumerate(lists, 2)), strict=False)


@primitive("map")
def map_(procedure: Any, first: Any, *more: Any) -> Any:
    """The list of the procedure's values, computed from left to right.

    Source:  R7RS 6.10
    """
    if not more:
        return list_of([procedure(item) for item in items_of(first, 2, "map")])
    return list_of([procedure(*items) for items in parallel((first, *more), "map")])


@primitive("for-each")
def for_each(procedure: Any, first: Any, *more: Any) -> Any:
    """Apply the procedure to each element, from left to right.

    Source:  R7RS 6.10
    """
    if not more:
        for item in items_of(first, 2, "for-each"):
            procedure(item)
    else:
        for items in parallel((first, *more), "for-each"):
            procedure(*items)


@primitive("append-map", "append-map!")
def append_map(procedure: Any, first: Any, *more: Any) -> Any:
    """The procedure's values, which are lists, in one list.

    Source:  SRFI 1
    """
    return append(*(procedure(*items) for items in parallel((first, *more), "append-map")))


@primitive("filter-map")
def filter_map(procedure: Any, first: Any, *more: Any) -> Any:
    """The procedure's values that are not #f.

    Source:  SRFI 1
    """
    values = (procedure(*items) for items in parallel((first, *more), "filter-map"))
    return list_of([value for value in values if value is not False])


@primitive("filter", "filter!", "keep-matching-items")
def filter_(predicate: Any, items: Any) -> Any:
    """The elements that satisfy the predicate.

    Source:  SRFI 1
    """
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "filter") if predicate(item) is not False])


@primitive("remove", "remove!", "delete-matching-items")
def remove(predicate: Any, items: Any) -> Any:
    """The elements that do not satisfy the predicate.

    Source:  SRFI 1
    """
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "remove") if predicate(item) is False])


@primitive("partition")
def partition(predicate: Any, items: Any) -> Any:
    """Two values: the elements that satisfy the predicate and the others.

    Source:  SRFI 1
    """
    yes: list[Any] = []
    no: list[Any] = []
    for item in items_of(items, 2, "partition"):
        (no if predicate(item) is False else yes).append(item)
    return MultipleValues((list_of(yes), list_of(no)))


@primitive("reduce")
def reduce(procedure: Any, initial: Any, items: Any) -> Any:
    """(procedure c (procedure b a)) ...; the initial value is that of the empty list.

    Source:  SRFI 1
    """
    found = items_of(items, 3, "reduce")
    result = found[0] if found else initial
    for item in found[1:]:
        result = procedure(item, result)
    return result


@primitive("reduce-left")
def reduce_left(procedure: Any, initial: Any, items: Any) -> Any:
    """Combine the elements from the left, left-associatively.

    Source:  MIT/GNU Scheme Reference, Lists
    """
    found = items_of(items, 3, "reduce-left")
    result = found[0] if found else initial
    for item in found[1:]:
        result = procedure(result, item)
    return result


@primitive("reduce-right")
def reduce_right(procedure: Any, initial: Any, items: Any) -> Any:
    """Combine the elements from the right.

    Source:  SRFI 1
    """
    found = items_of(items, 3, "reduce-right")
    result = found[-1] if found else initial
    for item in reversed(found[:-1]):
        result = procedure(item, result)
    return result


@primitive("fold-left")
def fold_left(procedure: Any, initial: Any, first: Any, *more: Any) -> Any:
    """(procedure (procedure initial a) b) ...

    Source:  MIT/GNU Scheme Reference, Lists
    """
    for items in parallel((first, *more), "fold-left"):
        initial = procedure(initial, *items)
    return initial


@primitive("fold-right")
def fold_right(procedure: Any, initial: Any, first: Any, *more: Any) -> Any:
    """(procedure a (procedure b initial)) ...

    Source:  SRFI 1
    """
    for items in reversed(list(parallel((first, *more), "fold-right"))):
        initial = procedure(*items, initial)
    return initial


@primitive("fold")
def fold(procedure: Any, initial: Any, first: Any, *more: Any) -> Any:
    """(procedure b (procedure a initial)) ...

    Source:  SRFI 1
    """
    for items in parallel((first, *more), "fold"):
        initial = procedure(*items, initial)
    return initial


@primitive("find")
def find(predicate: Any, items: Any) -> Any:
    """The first element that satisfies the predicate, or #f.

    Source:  SRFI 1
    """
    for item in items_of(items, 2, "find"):
        if predicate(item) is not False:
            return item
    return False


@primitive("find-tail")
def find_tail(predicate: Any, items: Any) -> Any:
    """The first tail whose car satisfies the predicate, or #f.

    Source:  SRFI 1
    """
    return next((cell for cell in cells(as_pair(items)) if predicate(cell.car) is not False), False)


@primitive("list-index")
def list_index(predicate: Any, first: Any, *more: Any) -> Any:
    """The position of the first element that satisfies the predicate, or #f.

    Source:  SRFI 1
    """
    for position, items in enumerate(parallel((first, *more), "list-index")):
        if predicate(*items) is not False:
            return position
    return False


@primitive("any")
def any_(predicate: Any, first: Any, *more: Any) -> Any:
    """The first value of the predicate that is not #f.

    Source:  SRFI 1
    """
    for items in parallel((first, *more), "any"):
        if (value := predicate(*items)) is not False:
            return value
    return False


@primitive("every")
def every(predicate: Any, first: Any, *more: Any) -> Any:
    """The last value of the predicate if none is #f.

    Source:  SRFI 1
    """
    value = True
    for items in parallel((first, *more), "every"):
        if (value := predicate(*items)) is False:
            return False
    return value


@primitive("count", "count-elements")
def count(predicate: Any, items: Any) -> Any:
    """How many elements satisfy the predicate.

    Source:  SRFI 1
    """
    return sum(predicate(item) is not False for item in items_of(items, 2, "count"))


# -- membership and association -----------------------------------------------------------------------------------


def _member(name: str, same: Any) -> None:
    def member(item: Any, items: Any, equivalent: Any = None) -> Any:
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        rest = items = as_pair(items)
        for cell in cells(items):
            if test(item, cell.car):
                return cell
            rest = cell.cdr
        if rest is not EMPTY:
            raise wrong_type(items, 2, name)
        return False

    doc = "The first tail of a list whose car is the item; #f if there is none."
    primitive(name, doc=doc, source="R7RS 6.4")(member)


def _associate(name: str, same: Any) -> None:
    def associate(key: Any, pairs: Any, equivalent: Any = None) -> Any:
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        for pair in map(as_pair, items_of(pairs, 2, name)):
            if not isinstance(pair, Pair):
                raise wrong_type(pair, 1, "car")
            if test(key, pair.car):
                return pair
        return False

    primitive(name, doc="The first pair of a list with the key; #f if there is none.", source="R7RS 6.4")(associate)


def _delete(names: tuple[str, ...], same: Any) -> None:
    def delete(item: Any, items: Any, count: Any = None) -> Any:
        return list_of([x for x in items_of(items, 2, names[0]) if not same(item, x)])

    source = "SRFI 1" if same is equal else "MIT/GNU Scheme Reference, Lists"
    primitive(*names, doc="The elements of a list that are not the item.", source=source)(delete)


def _delete_association(names: tuple[str, ...], same: Any) -> None:
    def delete(key: Any, pairs: Any) -> Any:
        return list_of([pair for pair in items_of(pairs, 2, names[0]) if not same(key, car(pair))])

    doc = "An association list without the pairs with the key."
    primitive(*names, doc=doc, source="MIT/GNU Scheme Reference, Associations")(delete)


for _letter, _same in (("q", eq), ("v", eqv)):
    _member("mem" + _letter, _same)
    _associate("ass" + _letter, _same)
    _delete((f"del{_letter}", f"del{_letter}!"), _same)
    _delete_association((f"del-ass{_letter}", f"del-ass{_letter}!"), _same)
_member("member", equal)
_associate("assoc", equal)
_delete(("delete", "delete!"), equal)
_delete_association(("del-assoc", "del-assoc!"), equal)


@primitive("delete-duplicates")
def delete_duplicates(items: Any, equivalent: Any = None) -> Any:
    """The elements without those that equal an earlier one.

    Source:  SRFI 1
    """
    same = equal if equivalent is None else lambda a, b: equivalent(a, b) is not False
    kept: list[Any] = []
    for item in items_of(items, 1, "delete-duplicates"):
        if not any(same(other, item) for other in kept):
            kept.append(item)
    return list_of(kept)


@primitive("alist-copy")
def alist_copy(pairs: Any) -> Any:
    """A copy of an association list, pairs included.

    Source:  SRFI 1
    """
    found = items_of(pairs, 1, "alist-copy")
    return list_of([Pair(pair.car, pair.cdr) if isinstance(pair, Pair) else pair for pair in found])


@primitive("eq?")
def is_eq(a: Any, b: Any) -> Any:
    """The same object.

    Source:  R7RS 6.1
    """
    return eq(a, b)


@primitive("eqv?")
def is_eqv(a: Any, b: Any) -> Any:
    """The same object or number.

    Source:  R7RS 6.1
    """
    return eqv(a, b)


@primitive("equal?")
def is_equal(a: Any, b: Any) -> Any:
    """The same contents.

    Source:  R7RS 6.1
    """
    return equal(a, b)


@primitive("not", "false?")
def not_(value: Any) -> Any:
    """Is this #f?

    Source:  R7RS 6.3
    """
    return value is False


@primitive("default-object?")
def is_default_object(value: Any) -> Any:
    """Is this the value of an optional parameter that got no argument?"""
    return value is DEFAULT
