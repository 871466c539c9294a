"""Procedures on the elements of lists: mapping, folding, searching, association; equivalence."""

from collections.abc import Iterator
from typing import Any

from scmpy.scheme.data import DEFAULT, EMPTY, MultipleValues, Pair, cells, list_of
from scmpy.scheme.equality import eq, equal, eqv
from scmpy.scheme.primitives.base import primitive, wrong_type
from scmpy.scheme.primitives.lists import append, as_pair, car, items_of


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
