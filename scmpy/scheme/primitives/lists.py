"""Pairs and lists."""

from collections import deque
from typing import Any

from scmpy.errors import BadIndexError, ScmpyError
from scmpy.generic import operations as g
from scmpy.scheme.data import EMPTY, FIRST_MARK, EmptyList, Pair, cells, list_of, too_long
from scmpy.scheme.primitives.base import Index, bad_range, primitive, wrong_type
from scmpy.scheme.session_limits import MOST_ELEMENTS, room_for
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
