"""Pairs and lists; promises and streams."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from scmpy.calculus import series as of_terms
from scmpy.calculus.series import Series, partial_sums
from scmpy.errors import BadIndexError, ScmpyError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.settings import MOST_COMPONENTS
from scmpy.scheme.data import (
    DEFAULT,
    EMPTY,
    EmptyList,
    MultipleValues,
    MutableString,
    Pair,
    Promise,
    as_list,
    as_pair,
    cells,
    eq,
    equal,
    eqv,
    list_of,
    new_pair,
    proper_part,
    room_for,
    simplified,
)
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Elements,
    Index,
    Items,
    adapt,
    bad_range,
    each_value,
    items_of,
    primitive,
    primitives,
    wrong_type,
)
from scmpy.scheme.primitives.ports import current_port
from scmpy.scheme.primitives.strings import string_ref
from scmpy.scheme.printer import circular_parts, result_text, value_of_datum, write_text
from scmpy.structure.tuples import Selectors, Up, place, taken
from scmpy.symbolic.arithmetic import substitute as replaced
from scmpy.symbolic.expression import Application, Head, Symbol, flattened, symbol

# --- lists -----------------------------------------------------------------------------------------------------------


primitives(
    "R7RS 6.4",
    ("null?", (), "Is this the empty list?", lambda value: value is EMPTY or value == ()),
    ("list? proper-list?", (), "Is this a proper list?", lambda value: proper_part(value)[1] is EMPTY),
    ("list", (), "A list of the arguments.", lambda *items: list_of(items)),
    ("reverse reverse!", Items, "The elements in reverse.", lambda items: list_of(items[::-1])),
    ("list-tail drop", (Any, Index), "All but the first.", lambda items, count: _after(items, count, "list-tail")),
    ("make-list", Index, "A list of equal elements.", lambda n, fill=None: list_of([fill] * room_for(n, "a list"))),
    ("length", Items, "The number of elements.", lambda items: len(items)),
    ("list->vector", Items, "The vector of the elements.", lambda items: items),
)


@primitive("cons", source="R7RS 6.4")
def cons(car: Any, cdr: Any) -> Any:
    """A new pair."""
    pair = new_pair(Pair)
    pair.car, pair.cdr = car, as_list(cdr) if cdr.__class__ is tuple else cdr
    return pair


@primitive("car", source="R7RS 6.4")
def car(pair: Any) -> Any:
    """The first component of a pair."""
    try:
        return pair.car
    except AttributeError:
        found = as_pair(pair)
        if isinstance(found, Pair):
            return found.car
        raise wrong_type(pair, 1, "car") from None


@primitive("cdr", source="R7RS 6.4")
def cdr(pair: Any) -> Any:
    """The second component of a pair."""
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


@primitive("set-car!", source="R7RS 6.4")
def set_car(pair: Pair, value: Any) -> Any:
    """Replace the first component."""
    pair.car = value


@primitive("set-cdr!", source="R7RS 6.4")
def set_cdr(pair: Pair, value: Any) -> Any:
    """Replace the second component."""
    pair.cdr = as_list(value)


_ATOMS = {Symbol, EmptyList, int, float, str, bool}


@primitive("pair?", source="R7RS 6.4")
def is_pair(value: Any) -> Any:
    """Is this a pair?"""
    if isinstance(value, Pair):
        return True
    if isinstance(value, Application):  # without its list, which may be long: its sums are one
        return not value.constant
    return type(value) not in _ATOMS and isinstance(as_pair(value), Pair)


@primitive("cons*", source="SRFI 1")
def cons_star(first: Any, *more: Any) -> Any:
    """A list of the arguments, the last one being its tail."""
    items = (first, *more)
    return list_of(items[:-1], items[-1])


@primitive("make-initialized-list", "list-tabulate", "generate-list", source="SRFI 1")
def make_initialized_list(length: Index, procedure: Any) -> Any:
    """The list of the procedure's values at 0, 1, ..., computed from the last one on as MIT does."""
    return list_of([procedure(i) for i in reversed(range(room_for(length, "a list")))][::-1])


@primitive("append", source="R7RS 6.4")
def append(*lists: Any) -> Any:
    """The elements of all lists in one; the last argument may be anything."""
    if not lists:
        return EMPTY
    result = as_pair(lists[-1])
    for position in reversed(range(len(lists) - 1)):
        result = list_of(items_of(lists[position], position + 1, "append"), result)
    return result


@primitive("append!", source="SRFI 1")
def append_in_place(*lists: Any) -> Any:
    """The lists in one, each but the last made longer: its last pair is followed by the next list."""
    result: Any = EMPTY
    for position in reversed(range(len(lists))):
        start = as_pair(lists[position])
        if position < len(lists) - 1 and result is not EMPTY and items_of(start, position + 1, "append!"):
            last_pair(start).cdr = result
        result = result if start is EMPTY else start
    return result


def _after(items: Any, count: int, name: str) -> Any:
    rest = as_pair(items)
    for _ in range(min(count, MOST_COMPONENTS.value + 1)):
        if not isinstance(rest, Pair):
            raise _without(items, bad_range(count, 2, name), name)
        rest = rest.cdr if isinstance(rest.cdr, Pair) else as_pair(rest.cdr)
    room_for(count, "a list")
    return rest


def _without(items: Any, error: ScmpyError, name: str) -> ScmpyError:
    """The error of a list that has too few elements; another one of what is no list."""
    return error if items is EMPTY or isinstance(as_pair(items), Pair) else wrong_type(items, 1, name)


@primitive("list-head", "take", "take!", source="SRFI 1")
def list_head(items: Any, count: Index) -> Any:
    """The first elements of a list."""
    return _front(items, count, "list-head")


def _front(items: Any, count: int, name: str) -> Any:
    taken = []
    rest = as_pair(items)
    for _ in range(min(count, MOST_COMPONENTS.value + 1)):
        if not isinstance(rest, Pair):
            raise _without(items, bad_range(items, 1, name), name)
        taken.append(rest.car)
        rest = rest.cdr if isinstance(rest.cdr, Pair) else as_pair(rest.cdr)
    room_for(count, "a list")
    return list_of(taken)


@primitive("sublist", source="MIT Lists")
def sublist(items: Any, start: Index, end: Index) -> Any:
    """The elements from start up to end."""
    if start > end:
        raise bad_range(start, 2, "sublist")
    return _front(_after(items, start, "sublist"), end - start, "sublist")


@primitive("list-ref", source="R7RS 6.4")
def list_ref(items: Any, position: Index) -> Any:
    """The element at a position."""
    rest = _after(items, position, "list-ref")
    if not isinstance(rest, Pair):
        raise _without(items, bad_range(position, 2, "list-ref"), "list-ref")
    return rest.car


@primitive("list-set!", source="R7RS 6.4")
def list_set(items: Pair, position: Index, value: Any) -> Any:
    """Replace the element at a position."""
    rest = _after(items, position, "list-set!")
    if not isinstance(rest, Pair):
        raise bad_range(position, 2, "list-set!")
    rest.car = value


@primitive("list-copy", source="R7RS 6.4")
def list_copy(value: Any) -> Any:
    """A new list of the same elements, with the same end; what is no list stays."""
    items, rest = proper_part(value)
    if isinstance(rest, Pair):
        raise wrong_type(value, 1, "list-copy")
    return list_of(items, rest)


@primitive("last-pair", source="SRFI 1")
def last_pair(items: Any) -> Any:
    """The last pair of a list."""
    found = deque(cells(items), maxlen=1)
    return found[0] if found else items


@primitive("last", source="SRFI 1")
def last(items: Any) -> Any:
    """The last element."""
    pair = last_pair(items)
    if not isinstance(pair, Pair):
        raise wrong_type(items, 1, "last")
    return pair.car


@primitive("except-last-pair", "except-last-pair!", source="MIT Lists")
def except_last_pair(items: Items) -> Any:
    """The list without its last element."""
    if not items:
        raise wrong_type(EMPTY, 1, "except-last-pair")
    return list_of(items[:-1])


def _nth(position: int, name: str) -> None:
    def select(items: Any) -> Any:
        try:
            return list_ref(items, position)
        except (BadIndexError, WrongTypeError):
            raise wrong_type(items, 1, name) from None

    primitive(name, doc=f"The {name} element of a list.", source="SRFI 1")(select)


for _position, _name in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split()):
    _nth(_position, _name)


@primitive("iota", source="SRFI 1")
def iota(count: Index, start: Any = 0, step: Any = 1) -> Any:
    """The list of count numbers from start by step."""
    room_for(count, "a list")
    if type(start) is int and type(step) is int:
        return list_of([start + i * step for i in range(count)])
    return list_of([g.add(start, g.mul(i, step)) if i else start for i in range(count)])


# --- elements --------------------------------------------------------------------------------------------------------
# Procedures on the elements of lists: mapping, folding, searching, association; equivalence.


@primitive("map", "map!", "map-in-order", source="R7RS 6.10")
def map_(procedure: Any, first: Elements, *more: Elements) -> Any:
    """The list of the procedure's values, computed from left to right."""
    return list_of(each_value(procedure, first, *more))


@primitive("for-each", source="R7RS 6.10")
def for_each(procedure: Any, first: Elements, *more: Elements) -> Any:
    """Apply the procedure to each element, from left to right."""
    for items in zip(first, *more, strict=False):
        procedure(*items)


@primitive("append-map", "append-map!", source="SRFI 1")
def append_map(procedure: Any, first: Elements, *more: Elements) -> Any:
    """The procedure's values, which are lists, in one list."""
    return append(*each_value(procedure, first, *more))


@primitive("filter-map", source="SRFI 1")
def filter_map(procedure: Any, first: Elements, *more: Elements) -> Any:
    """The procedure's values that are not #f."""
    return list_of([value for value in each_value(procedure, first, *more) if value is not False])


@primitive("filter", "filter!", "keep-matching-items", "list-transform-positive", source="SRFI 1")
def filter_(predicate: Any, items: Any) -> Any:
    """The elements that satisfy the predicate."""
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "filter") if predicate(item) is not False])


@primitive("remove", "remove!", "delete-matching-items", "list-transform-negative", source="SRFI 1")
def remove(predicate: Any, items: Any) -> Any:
    """The elements that do not satisfy the predicate."""
    if not callable(predicate):
        predicate, items = items, predicate
    return list_of([item for item in items_of(items, 2, "remove") if predicate(item) is False])


@primitive("partition", "partition!", source="SRFI 1")
def partition(predicate: Any, items: Items) -> Any:
    """Two values: the elements that satisfy the predicate and the others."""
    yes: list[Any] = []
    no: list[Any] = []
    for item in items:
        (no if predicate(item) is False else yes).append(item)
    return MultipleValues((list_of(yes), list_of(no)))


@primitive("reduce", source="SRFI 1")
def reduce(procedure: Any, initial: Any, items: Items) -> Any:
    """(procedure c (procedure b a)) ...; the initial value is that of the empty list."""
    result = items[0] if items else initial
    for item in items[1:]:
        result = procedure(item, result)
    return result


@primitive("reduce-left", source="MIT Lists")
def reduce_left(procedure: Any, initial: Any, items: Items) -> Any:
    """Combine the elements from the left, left-associatively."""
    return functools.reduce(procedure, items) if items else initial


@primitive("reduce-right", source="SRFI 1")
def reduce_right(procedure: Any, initial: Any, items: Items) -> Any:
    """Combine the elements from the right."""
    return functools.reduce(lambda result, item: procedure(item, result), reversed(items)) if items else initial


@primitive("fold-left", source="MIT Lists")
def fold_left(procedure: Any, initial: Any, first: Elements, *more: Elements) -> Any:
    """(procedure (procedure initial a) b) ..."""
    for items in zip(first, *more, strict=False):
        initial = procedure(initial, *items)
    return initial


@primitive("fold-right", source="SRFI 1")
def fold_right(procedure: Any, initial: Any, first: Elements, *more: Elements) -> Any:
    """(procedure a (procedure b initial)) ..."""
    for items in reversed(list(zip(first, *more, strict=False))):
        initial = procedure(*items, initial)
    return initial


@primitive("fold", source="SRFI 1")
def fold(procedure: Any, initial: Any, first: Elements, *more: Elements) -> Any:
    """(procedure b (procedure a initial)) ..."""
    for items in zip(first, *more, strict=False):
        initial = procedure(*items, initial)
    return initial


@primitive("find", source="SRFI 1")
def find(predicate: Any, items: Items) -> Any:
    """The first element that satisfies the predicate, or #f."""
    return next((item for item in items if predicate(item) is not False), False)


@primitive("association-procedure", source="MIT Associations")
def association_procedure(same: Any, part: Any) -> Any:
    """A procedure of a key and a list: the first element of which that part is the same as the key, or #f."""
    return lambda key, items: find(lambda item: same(key, part(item)), items)


@primitive("list-index", source="SRFI 1")
def list_index(predicate: Any, first: Elements, *more: Elements) -> Any:
    """The position of the first element that satisfies the predicate, or #f."""
    answers = (predicate(*items) for items in zip(first, *more, strict=False))
    return next((position for position, answer in enumerate(answers) if answer is not False), False)


@primitive("any", source="SRFI 1")
def any_(predicate: Any, first: Elements, *more: Elements) -> Any:
    """The first value of the predicate that is not #f."""
    for items in zip(first, *more, strict=False):
        if (value := predicate(*items)) is not False:
            return value
    return False


@primitive("every", source="SRFI 1")
def every(predicate: Any, first: Elements, *more: Elements) -> Any:
    """The last value of the predicate if none is #f."""
    value = True
    for items in zip(first, *more, strict=False):
        if (value := predicate(*items)) is False:
            return False
    return value


primitives(
    "SRFI 1",
    (
        "append-reverse append-reverse!",
        Items,
        "The elements in reverse, followed by a tail.",
        lambda a, end: list_of(a[::-1], end),
    ),
    (
        "count count-elements",
        (Any, Items),
        "How many satisfy the predicate.",
        lambda p, a: sum(p(x) is not False for x in a),
    ),
    (
        "find-tail",
        (),
        "The list from the first element that satisfies it, or #f.",
        lambda p, a: next((x for x in cells(a) if p(x.car) is not False), False),
    ),
)


# -- membership and association -----------------------------------------------------------------------------------


def _member(name: str, same: Any) -> None:
    def member(item: Any, items: Any, equivalent: Any = None) -> Any:
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        rest = items
        for cell in cells(items):
            if test(item, cell.car):
                return cell
            rest = cell.cdr
        if as_pair(rest) is not EMPTY:
            raise wrong_type(items, 2, name)
        return False

    doc = "The first tail of a list whose car is the item; #f if there is none."
    primitive(name, doc=doc, source="R7RS 6.4")(member)


def _associate(name: str, same: Any) -> None:
    def associate(key: Any, pairs: Any, equivalent: Any = None) -> Any:
        test = same if equivalent is None else lambda a, b: equivalent(a, b) is not False
        rest = pairs
        for cell in cells(pairs):
            pair = as_pair(cell.car)
            if not isinstance(pair, Pair):
                raise wrong_type(pairs, 2, name)
            if test(key, pair.car):
                return pair
            rest = cell.cdr
        if as_pair(rest) is not EMPTY:
            raise wrong_type(pairs, 2, name)
        return False

    primitive(name, doc="The first pair of a list with the key; #f if there is none.", source="R7RS 6.4")(associate)


def _delete(names: tuple[str, ...], same: Any) -> None:
    def delete(item: Any, items: Items, count: Any = None) -> Any:
        return list_of([x for x in items if not same(item, x)])

    source = "SRFI 1" if same is equal else "MIT Lists"
    primitive(*names, doc="The elements of a list that are not the item.", source=source)(delete)


def _delete_association(names: tuple[str, ...], same: Any) -> None:
    def delete(key: Any, pairs: Items, equivalent: Any = same) -> Any:
        return list_of([pair for pair in pairs if equivalent(key, car(pair)) is False])

    doc = "An association list without the pairs with the key."
    primitive(*names, doc=doc, source="MIT Associations")(delete)


for _letter, _same in (("q", eq), ("v", eqv)):
    _member("mem" + _letter, _same)
    _associate("ass" + _letter, _same)
    _delete((f"del{_letter}", f"del{_letter}!"), _same)
    _delete_association((f"del-ass{_letter}", f"del-ass{_letter}!"), _same)
_member("member", equal)
_associate("assoc", equal)
_delete(("delete", "delete!"), equal)
_delete_association(("del-assoc", "del-assoc!", "alist-delete", "alist-delete!"), equal)


@primitive("delete-duplicates", "delete-duplicates!", source="SRFI 1")
def delete_duplicates(items: Items, equivalent: Any = None) -> Any:
    """The elements without those that equal an earlier one."""
    same = equal if equivalent is None else lambda a, b: equivalent(a, b) is not False
    kept: list[Any] = []
    for item in items:
        if not any(same(other, item) for other in kept):
            kept.append(item)
    return list_of(kept)


@primitive("tree-copy", source="MIT Lists")
def tree_copy(tree: Any) -> Any:
    """A new list of copies of the elements, down to what is no pair."""
    items, rest = proper_part(tree) if isinstance(tree, Pair) else ([], tree)
    return list_of([tree_copy(item) for item in items], rest)


@primitive("lset=", source="SRFI 1")
def lset_equal(same: Any, *lists: Items) -> Any:
    """Have the lists the same elements, in any order?"""
    return all(any(same(x, y) is not False for y in b) for a in lists for b in lists for x in a)


@primitive("alist-copy", source="SRFI 1")
def alist_copy(pairs: Items) -> Any:
    """A copy of an association list, pairs included."""
    return list_of([Pair(pair.car, pair.cdr) if isinstance(pair, Pair) else pair for pair in map(as_pair, pairs)])


primitives(
    "R7RS 6.1",
    ("eq?", (), "The same object.", lambda a, b: eq(a, b)),
    ("eqv?", (), "The same object or number.", lambda a, b: eqv(a, b)),
    ("equal?", (), "The same contents.", lambda a, b: equal(a, b)),
)
primitives("R7RS 6.3", ("not false?", (), "Is this #f?", lambda value: value is False))


# --- streams ---------------------------------------------------------------------------------------------------------


primitives(
    "",
    ("default-object?", (), "Did an optional parameter get no argument?", lambda value: value is DEFAULT),
    (
        "force",
        (),
        "The value of a promise; anything else is its own value.",
        lambda x: x.force() if isinstance(x, Promise) else x,
    ),
    ("make-promise", (), "A promise that is kept already.", lambda x: x if isinstance(x, Promise) else Promise.of(x)),
)


@primitive("stream-pair?", source="MIT Miscellaneous Datatypes")
def is_stream_pair(value: Any) -> Any:
    """Is this a pair whose cdr is a promise?"""
    return isinstance(value, Pair) and isinstance(value.cdr, Promise)


StreamPair = Annotated[Pair, is_stream_pair]


def has_more(stream: Any, position: int, name: str) -> bool:
    """Has a stream, an argument of a procedure, elements?"""
    if is_stream_null(stream):
        return False
    if not is_stream_pair(stream):
        raise wrong_type(stream, position, name)
    return True


@primitive("stream-car", "stream-first", source="MIT Miscellaneous Datatypes")
def stream_car(stream: StreamPair) -> Any:
    """The first element of a stream."""
    return stream.car


@primitive("stream-null?", "empty-stream?", source="MIT Miscellaneous Datatypes")
def is_stream_null(value: Any) -> Any:
    """Is this the empty stream?"""
    return value is EMPTY or (isinstance(value, tuple) and not value)


@primitive("series->stream")
def series_to_stream(series: Series) -> Any:
    """The stream of the terms of a series."""

    def from_term(n: int) -> Pair:
        return Pair(series[n], Promise(lambda: from_term(n + 1)))

    return from_term(0)


@primitive("stream-tail", source="MIT Miscellaneous Datatypes")
def stream_tail(stream: Any, count: Index) -> Any:
    """The stream without its first elements."""
    for _ in range(room_for(count, "a stream")):
        if not is_stream_pair(stream):
            raise bad_range(count, 2, "stream-tail")
        stream = stream.cdr.force()
    return stream


@primitive("stream-head", source="MIT Miscellaneous Datatypes")
def stream_head(stream: Any, count: Index) -> Any:
    """The list of the first elements."""
    return list_of(_first(stream, room_for(count, "a list"), "stream-head"))


def _first(stream: Any, count: int | None, name: str) -> list[Any]:
    taken: list[Any] = []
    while has_more(stream, 1, name) and (count is None or len(taken) < count):
        taken.append(stream.car)
        if len(taken) != count:
            stream = stream.cdr.force()
    if count is not None and len(taken) < count:
        raise bad_range(count, 2, name)
    return taken


@primitive("stream->list", source="MIT Miscellaneous Datatypes")
def stream_to_list(stream: Any, count: Any = None) -> Any:
    """The list of the elements, or of the first of them."""
    count = count if count is None else room_for(count, "a list")
    taken: list[Any] = []
    while (count is None or len(taken) < count) and has_more(stream, 1, "stream->list"):
        taken.append(stream.car)
        stream = stream.cdr.force()
    return list_of(taken)


@primitive("stream", source="MIT Miscellaneous Datatypes")
def stream(*items: Any) -> Any:
    """The stream of the arguments."""
    result: Any = EMPTY
    for item in reversed(items):
        result = Pair(item, Promise(lambda rest=result: rest))
    return result


@primitive("stream-last-pair", source="MIT Miscellaneous Datatypes")
def stream_last_pair(stream: StreamPair) -> Any:
    """The stream of the last element."""
    while has_more(stream, 1, "stream-last-pair"):
        last, stream = stream, stream.cdr.force()
    return last


primitives(
    "MIT Miscellaneous Datatypes",
    ("list->stream", Items, "The stream of the elements.", lambda items: stream(*items)),
    ("stream-cdr stream-rest", StreamPair, "The rest of a stream.", lambda stream: stream.cdr.force()),
    ("stream-ref", (Any, Index), "The element at a position.", lambda stream, n: stream_car(stream_tail(stream, n))),
    (
        "stream-length",
        (),
        "The number of elements of a stream that ends.",
        lambda stream: len(_first(stream, None, "stream-length")),
    ),
    ("stream-last", (), "The last element of a stream that ends.", lambda stream: stream_last_pair(stream).car),
)


@primitive("stream-map", source="MIT Miscellaneous Datatypes")
def stream_map(procedure: Any, *streams: Any) -> Any:
    """The stream of the procedure's values."""
    if not all(has_more(stream, position, "stream-map") for position, stream in enumerate(streams, 2)):
        return EMPTY
    first = procedure(*(stream.car for stream in streams))
    return Pair(first, Promise(lambda: stream_map(procedure, *(stream.cdr.force() for stream in streams))))


@primitive("stream-for-each", source="MIT Miscellaneous Datatypes")
def stream_for_each(procedure: Any, stream: Any) -> Any:
    """Apply the procedure to each element."""
    while has_more(stream, 2, "stream-for-each"):
        procedure(stream.car)
        stream = stream.cdr.force()


@primitive("stream-filter", source="MIT Miscellaneous Datatypes")
def stream_filter(predicate: Any, stream: Any) -> Any:
    """The stream of the elements that satisfy the predicate."""
    while has_more(stream, 2, "stream-filter") and predicate(stream.car) is False:
        stream = stream.cdr.force()
    if is_stream_null(stream):
        return EMPTY
    return Pair(stream.car, Promise(lambda: stream_filter(predicate, stream.cdr.force())))


@primitive("stream-append", source="MIT Miscellaneous Datatypes")
def stream_append(*streams: Any) -> Any:
    """The elements of all streams."""
    if not streams:
        return EMPTY
    first, *more = streams
    if not has_more(first, 1, "stream-append"):
        return stream_append(*more)
    return Pair(first.car, Promise(lambda: stream_append(first.cdr.force(), *more)))


PRIMITIVES["the-empty-stream"] = PRIMITIVES["stream-nil"] = EMPTY


# --- quoted expressions ----------------------------------------------------------------------------------------------
# Where lists and expressions meet: procedures on expressions take lists such as '(+ x y), and arities are pairs.


def as_expression(value: Any) -> Any:
    """The expression that a list (of Python's, a tuple) stands for; any other value as it is."""
    if not isinstance(value, (Pair, tuple)):
        return value
    if circular_parts(value):
        raise WrongTypeError(f"the circular list {write_text(value)} stands for no expression")
    return value_of_datum(value)


def taking_lists(procedure: Callable[..., Any]) -> Callable[..., Any]:
    """The procedure of expressions that may be given as lists."""
    return functools.wraps(procedure)(lambda *arguments: procedure(*map(as_expression, arguments)))


def returning_pair(procedure: Callable[..., Any]) -> Callable[..., Any]:
    """The procedure, whose value is an arity: a pair, with #f in the place of no bound."""

    @functools.wraps(procedure)
    def entry(*arguments: Any) -> Any:
        bounds = procedure(*arguments)
        if not isinstance(bounds, tuple):
            return bounds
        least, most = bounds
        return Pair(least, False if most is None else most)

    return entry


def simplifying(simplify: Callable[..., Any]) -> Callable[..., Any]:
    """The simplifier, which takes lists, and vectors as tuples; what it makes of tuples is to be walked as lists."""

    def entry(value: Any, *switches: Any) -> Any:
        return simplified(simplify(Up(value) if isinstance(value, list) else value, *switches))

    return taking_lists(functools.wraps(simplify)(entry))


adapt("simplify full-simplify", simplifying)
#: Sums of sums and products of products in the value are one, as they print.
adapt(
    "expression expression-of",
    lambda expression: taking_lists(functools.wraps(expression)(lambda *given: flattened(expression(*given)))),
)
adapt(
    """
    simplify-report variables-in sum? product? quotient? difference? expt? sqrt? exp? log? derivative? symb:addends
    symb:multiplicands symb:numerator symb:denominator
    """,
    taking_lists,
)
adapt("arity joint-arity", returning_pair)


def _headed_by(head: str) -> None:
    @primitive(f"{head}-maker?", doc=f"Is this an expression ({head} ...)?")
    def is_headed(value: Any) -> Any:
        items = as_pair(value)
        return isinstance(items, Pair) and items.car is symbol(head)


for _head in ("up", "down", "vector", "matrix-by-rows"):
    _headed_by(_head)
PRIMITIVES["derivative-symbol"] = Head.D
adapt("expression-walker", lambda walker: lambda environment: taking_lists(walker(environment)))


# --- series and expressions ------------------------------------------------------------------------------------------
# What connects series and expressions with Scheme: streams of terms, printing, the argument order of substitute.


def terms(stream: Any) -> Iterator[Any]:
    while is_stream_pair(stream):
        yield stream.car
        stream = stream.cdr.force()


@primitive("make-series")
def make_series(arity: Any, stream: Annotated[Any, lambda x: is_stream_pair(x) or is_stream_null(x)]) -> Any:
    """The series of the elements of a stream, then zeros; the arity is 1 for a power series, 0 for plain terms."""
    return of_terms.make_series(arity, terms(stream))


@primitive("partial-sums-stream")
def partial_sums_stream(stream: Any) -> Any:
    """The stream of the partial sums of a stream."""
    return series_to_stream(partial_sums(make_series(0, stream)))


@primitive("series:print")
def series_print(series: Series, count: Index = 10) -> Any:
    """Print the simplified first terms of a series."""
    for n in range(count):
        current_port.get().write(result_text(series[n]) + "\n")


@primitive("substitute")
def substitute(new: Any, old: Any, expression: Any) -> Any:
    """The expression with one part replaced by another: (substitute new old expression)."""
    return replaced(as_expression(expression), as_expression(old), as_expression(new))


# --- container parts -------------------------------------------------------------------------------------------------
# ref and component of the containers of Scheme: lists, streams and strings.


@taken.on(EmptyList, tuple)
@taken.on(Pair, tuple)
def _of_list(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    if is_stream_pair(value):
        index = place(selectors[0], None, value)
        if isinstance(index, slice):
            return stream_head(stream_tail(value, index.start), index.stop - index.start), selectors[1:]
        return stream_tail(value, index).car, selectors[1:]
    elements = items_of(value, 1, "ref")
    index = place(selectors[0], len(elements), value)
    part = elements[index]
    return list_of(part) if isinstance(index, slice) else part, selectors[1:]


@taken.on(MutableString, tuple)
@taken.on(str, tuple)
def _of_string(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    if len(selectors) > 1:
        raise BadIndexError("Bad index -- REF: a string has characters, which have no parts")
    text = str(value)
    index = place(selectors[0], len(text), value)
    return text[index] if isinstance(index, slice) else string_ref(text, index), ()
