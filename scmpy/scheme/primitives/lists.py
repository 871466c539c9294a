"""Pairs and lists."""

from collections.abc import Iterator
from typing import Any

from scmpy.errors import BadIndexError, ScmpyError
from scmpy.generic import operations as g
from scmpy.scheme.data import DEFAULT, EMPTY, EmptyList, MultipleValues, Pair, list_of
from scmpy.scheme.equality import eq, equal, eqv
from scmpy.scheme.primitives.base import Index, bad_range, primitive, wrong_type


def as_pair(value: Any) -> Any:
    """A Python tuple that a library returned, as a list."""
    return list_of(value) if isinstance(value, tuple) else value


def items_of(value: Any, position: int, name: str) -> list[Any]:
    """The elements of a proper list, which is an argument of a procedure."""
    items = []
    rest = as_pair(value)
    while isinstance(rest, Pair):
        items.append(rest.car)
        rest = rest.cdr
    if rest is not EMPTY:
        raise wrong_type(value, position, name)
    return items


@primitive("cons")
def cons(car, cdr):
    """A new pair."""
    return Pair(car, cdr)


@primitive("car")
def car(pair):
    """The first component of a pair."""
    try:
        return pair.car
    except AttributeError:
        if isinstance(pair, tuple) and pair:
            return pair[0]
        raise wrong_type(pair, 1, "car") from None


@primitive("cdr")
def cdr(pair):
    """The second component of a pair."""
    try:
        return pair.cdr
    except AttributeError:
        if isinstance(pair, tuple) and pair:
            return list_of(pair[1:])
        raise wrong_type(pair, 1, "cdr") from None


def _selector(path: str) -> Any:
    name = f"c{path}r"
    steps = [car if letter == "a" else cdr for letter in reversed(path)]

    def select(pair):
        value = pair
        for step in steps:
            try:
                value = step(value)
            except ScmpyError:
                raise wrong_type(pair, 1, name) from None
        return value

    return primitive(name)(select)


for _length in (2, 3, 4):
    for _number in range(2**_length):
        _selector(format(_number, f"0{_length}b").replace("0", "a").replace("1", "d"))


@primitive("set-car!")
def set_car(pair: Pair, value):
    """Replace the first component."""
    pair.car = value


@primitive("set-cdr!")
def set_cdr(pair: Pair, value):
    """Replace the second component."""
    pair.cdr = value


@primitive("pair?")
def is_pair(value):
    """Is this a pair?"""
    return isinstance(value, Pair) or (isinstance(value, tuple) and len(value) > 0)


@primitive("null?")
def is_null(value):
    """Is this the empty list?"""
    return value is EMPTY or value == ()


@primitive("list?")
def is_list(value):
    """Is this a proper list?"""
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
def list_(*items):
    """A list of the arguments."""
    return list_of(items)


@primitive("cons*")
def cons_star(first, *more):
    """A list of the arguments, the last one being its tail."""
    items = (first, *more)
    return list_of(items[:-1], items[-1])


@primitive("make-list")
def make_list(length: Index, fill=None):
    """A list of equal elements."""
    return list_of([fill] * length)


@primitive("make-initialized-list", "list-tabulate", "generate-list")
def make_initialized_list(length: Index, procedure):
    """The list of the procedure's values at 0, 1, ..."""
    return list_of([procedure(i) for i in range(length)])


@primitive("length")
def length(items):
    """The number of elements."""
    return len(items_of(items, 1, "length"))


@primitive("append", "append!")
def append(*lists):
    """The elements of all lists in one; the last argument may be anything."""
    if not lists:
        return EMPTY
    result = lists[-1]
    for position in reversed(range(len(lists) - 1)):
        result = list_of(items_of(lists[position], position + 1, "append"), result)
    return result


@primitive("reverse", "reverse!")
def reverse(items):
    """The elements in reverse."""
    return list_of(items_of(items, 1, "reverse")[::-1])


@primitive("append-reverse", "append-reverse!")
def append_reverse(items, tail):
    """The elements in reverse, followed by a tail."""
    return list_of(items_of(items, 1, "append-reverse")[::-1], tail)


def _after(items: Any, count: int, name: str) -> Any:
    rest = as_pair(items)
    for _ in range(count):
        if not isinstance(rest, Pair):
            raise bad_range(count, 2, name)
        rest = rest.cdr
    return rest


@primitive("list-tail")
def list_tail(items, count: Index):
    """The list without its first elements."""
    return _after(items, count, "list-tail")


@primitive("list-head")
def list_head(items, count: Index):
    """The first elements of a list."""
    taken = []
    rest = as_pair(items)
    for _ in range(count):
        if not isinstance(rest, Pair):
            raise bad_range(items, 1, "list-head")
        taken.append(rest.car)
        rest = rest.cdr
    return list_of(taken)


@primitive("take")
def take(items, count: Index):
    """The first elements of a list."""
    return list_head(items, count)


@primitive("drop")
def drop(items, count: Index):
    """The list without its first elements."""
    return list_tail(items, count)


@primitive("sublist")
def sublist(items, start: Index, end: Index):
    """The elements from start up to end."""
    if start > end:
        raise bad_range(start, 2, "sublist")
    return list_head(_after(items, start, "sublist"), end - start)


@primitive("list-ref")
def list_ref(items, position: Index):
    """The element at a position."""
    rest = _after(items, position, "list-ref")
    if not isinstance(rest, Pair):
        raise bad_range(position, 2, "list-ref")
    return rest.car


@primitive("list-set!")
def list_set(items, position: Index, value):
    """Replace the element at a position."""
    rest = _after(items, position, "list-set!")
    if not isinstance(rest, Pair):
        raise bad_range(position, 2, "list-set!")
    rest.car = value


@primitive("list-copy")
def list_copy(items):
    """A new list of the same elements."""
    return list_of(items_of(items, 1, "list-copy"))


@primitive("last-pair")
def last_pair(items):
    """The last pair of a list."""
    items = as_pair(items)
    while isinstance(items, Pair) and isinstance(items.cdr, Pair):
        items = items.cdr
    return items


@primitive("last")
def last(items):
    """The last element."""
    pair = last_pair(items)
    if not isinstance(pair, Pair):
        raise wrong_type(items, 1, "last")
    return pair.car


@primitive("except-last-pair", "except-last-pair!")
def except_last_pair(items):
    """The list without its last element."""
    found = items_of(items, 1, "except-last-pair")
    if not found:
        raise wrong_type(items, 1, "except-last-pair")
    return list_of(found[:-1])


def _nth(position: int, name: str) -> None:
    def select(items):
        try:
            return list_ref(items, position)
        except BadIndexError:
            raise wrong_type(items, 1, name) from None

    primitive(name)(select)


for _position, _name in enumerate(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")):
    _nth(_position, _name)


@primitive("iota")
def iota(count: Index, start=0, step=1):
    """The list of count numbers from start by step."""
    return list_of([g.add(start, g.mul(i, step)) for i in range(count)])


# -- procedures on elements ---------------------------------------------------------------------------------------


def parallel(lists: tuple[Any, ...], name: str) -> Iterator[tuple[Any, ...]]:
    """The elements at the same places of several lists, up to the end of the shortest."""
    return zip(*(items_of(items, position, name) for position, items in enumerate(lists, 2)), strict=False)


@primitive("map")
def map_(procedure, first, *more):
    """The list of the procedure's values, computed from left to right."""
    if not more:
        return list_of([procedure(item) for item in items_of(first, 2, "map")])
    return list_of([procedure(*items) for items in parallel((first, *more), "map")])


@primitive("for-each")
def for_each(procedure, first, *more):
    """Apply the procedure to each element, from left to right."""
    if not more:
        for item in items_of(first, 2, "for-each"):
            procedure(item)
    else:
        for items in parallel((first, *more), "for-each"):
            procedure(*items)
    return True


@primitive("append-map")
def append_map(procedure, first, *more):
    """The procedure's values, which are lists, in one list."""
    return append(*(procedure(*items) for items in parallel((first, *more), "append-map")))


@primitive("filter-map")
def filter_map(procedure, first, *more):
    """The procedure's values that are not #f."""
    values = (procedure(*items) for items in parallel((first, *more), "filter-map"))
    return list_of([value for value in values if value is not False])


@primitive("filter", "filter!", "keep-matching-items")
def filter_(predicate, items):
    """The elements that satisfy the predicate."""
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "filter") if predicate(item) is not False])


@primitive("remove", "remove!", "delete-matching-items")
def remove(predicate, items):
    """The elements that do not satisfy the predicate."""
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "remove") if predicate(item) is False])


@primitive("partition")
def partition(predicate, items):
    """Two values: the elements that satisfy the predicate and the others."""
    yes: list[Any] = []
    no: list[Any] = []
    for item in items_of(items, 2, "partition"):
        (no if predicate(item) is False else yes).append(item)
    return MultipleValues((list_of(yes), list_of(no)))


@primitive("reduce")
def reduce(procedure, initial, items):
    """(procedure c (procedure b a)) ...; the initial value is that of the empty list."""
    found = items_of(items, 3, "reduce")
    result = found[0] if found else initial
    for item in found[1:]:
        result = procedure(item, result)
    return result


@primitive("reduce-left")
def reduce_left(procedure, initial, items):
    """Combine the elements from the left, left-associatively."""
    found = items_of(items, 3, "reduce-left")
    result = found[0] if found else initial
    for item in found[1:]:
        result = procedure(result, item)
    return result


@primitive("reduce-right")
def reduce_right(procedure, initial, items):
    """Combine the elements from the right."""
    found = items_of(items, 3, "reduce-right")
    result = found[-1] if found else initial
    for item in reversed(found[:-1]):
        result = procedure(item, result)
    return result


@primitive("fold-left")
def fold_left(procedure, initial, first, *more):
    """(procedure (procedure initial a) b) ..."""
    for items in parallel((first, *more), "fold-left"):
        initial = procedure(initial, *items)
    return initial


@primitive("fold-right")
def fold_right(procedure, initial, first, *more):
    """(procedure a (procedure b initial)) ..."""
    for items in reversed(list(parallel((first, *more), "fold-right"))):
        initial = procedure(*items, initial)
    return initial


@primitive("fold")
def fold(procedure, initial, first, *more):
    """(procedure b (procedure a initial)) ..."""
    for items in parallel((first, *more), "fold"):
        initial = procedure(*items, initial)
    return initial


@primitive("find")
def find(predicate, items):
    """The first element that satisfies the predicate, or #f."""
    for item in items_of(items, 2, "find"):
        if predicate(item) is not False:
            return item
    return False


@primitive("find-tail")
def find_tail(predicate, items):
    """The first tail whose car satisfies the predicate, or #f."""
    rest = as_pair(items)
    while isinstance(rest, Pair):
        if predicate(rest.car) is not False:
            return rest
        rest = rest.cdr
    return False


@primitive("list-index")
def list_index(predicate, first, *more):
    """The position of the first element that satisfies the predicate, or #f."""
    for position, items in enumerate(parallel((first, *more), "list-index")):
        if predicate(*items) is not False:
            return position
    return False


@primitive("any")
def any_(predicate, first, *more):
    """The first value of the predicate that is not #f."""
    for items in parallel((first, *more), "any"):
        if (value := predicate(*items)) is not False:
            return value
    return False


@primitive("every")
def every(predicate, first, *more):
    """The last value of the predicate if none is #f."""
    value = True
    for items in parallel((first, *more), "every"):
        if (value := predicate(*items)) is False:
            return False
    return value


@primitive("count", "count-elements")
def count(predicate, items):
    """How many elements satisfy the predicate."""
    return sum(predicate(item) is not False for item in items_of(items, 2, "count"))


# -- membership and association -----------------------------------------------------------------------------------


def _member(name: str, same: Any) -> None:
    def member(item, items, equivalent=None):
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        rest = as_pair(items)
        while isinstance(rest, Pair):
            if test(item, rest.car):
                return rest
            rest = rest.cdr
        if rest is not EMPTY:
            raise wrong_type(items, 2, name)
        return False

    primitive(name)(member)


def _associate(name: str, same: Any) -> None:
    def associate(key, pairs, equivalent=None):
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        for pair in items_of(pairs, 2, name):
            if not isinstance(pair, Pair):
                raise wrong_type(pair, 1, "car")
            if test(key, pair.car):
                return pair
        return False

    primitive(name)(associate)


def _delete(names: tuple[str, ...], same: Any) -> None:
    def delete(item, items, _count=None):
        return list_of([x for x in items_of(items, 2, names[0]) if not same(item, x)])

    primitive(*names)(delete)


def _delete_association(names: tuple[str, ...], same: Any) -> None:
    def delete(key, pairs):
        return list_of([pair for pair in items_of(pairs, 2, names[0]) if not same(key, car(pair))])

    primitive(*names)(delete)


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
def delete_duplicates(items, equivalent=None):
    """The elements without those that equal an earlier one."""
    same = equal if equivalent is None else lambda a, b: equivalent(a, b) is not False
    kept: list[Any] = []
    for item in items_of(items, 1, "delete-duplicates"):
        if not any(same(other, item) for other in kept):
            kept.append(item)
    return list_of(kept)


@primitive("alist-copy")
def alist_copy(pairs):
    """A copy of an association list, pairs included."""
    found = items_of(pairs, 1, "alist-copy")
    return list_of([Pair(pair.car, pair.cdr) if isinstance(pair, Pair) else pair for pair in found])


@primitive("list->vector")
def list_to_vector(items):
    """The vector of the elements."""
    return items_of(items, 1, "list->vector")


@primitive("eq?")
def is_eq(a, b):
    """The same object."""
    return eq(a, b)


@primitive("eqv?")
def is_eqv(a, b):
    """The same object or number."""
    return eqv(a, b)


@primitive("equal?")
def is_equal(a, b):
    """The same contents."""
    return equal(a, b)


@primitive("not", "false?")
def not_(value):
    """Is this #f?"""
    return value is False


@primitive("default-object?")
def is_default_object(value):
    """Is this the value of an optional parameter that got no argument?"""
    return value is DEFAULT
