"""More of lists: their parts, lists as sets, making and taking apart (what is useful of SRFI 1), MIT's older names."""

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.scheme.data import EMPTY, MOST_ELEMENTS, MultipleValues, Pair, cells, eqv, list_of, too_long
from scmpy.scheme.primitives.declare import Index, bad_range, primitive, wrong_type
from scmpy.scheme.primitives.lists import append, as_pair, items_of, parallel


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
