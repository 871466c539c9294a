"""Property tables, property lists of any values, stacks that are queues; and looking up in association lists."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from scmpy.errors import SchemeError
from scmpy.scheme.data import EMPTY, Pair, list_of
from scmpy.scheme.equality import equal_key, eqv_key
from scmpy.scheme.primitives.base import PRIMITIVES, primitive, wrong_type
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.runtime import current_session
from scmpy.symbolic.expression import symbol

DONE = symbol("done")
NO_VALUE = list_of([symbol("*no-value*")])
PRIMITIVES["*no-value*"] = NO_VALUE


class PropertyTable:
    """Values under lists of keys."""

    __slots__ = ("find", "items", "name")

    def __init__(self, name: Any, find: Any) -> None:
        self.name = name
        self.find = find
        self.items: dict[Any, tuple[Any, Any]] = {}

    def key(self, keys: tuple[Any, ...]) -> Any:
        """What tells lists of keys apart: by equal? for assoc, by eqv? for others."""
        same = equal_key if getattr(self.find, "__name__", "") == "assoc" else eqv_key
        return tuple(map(same, keys))

    def value(self, keys: tuple[Any, ...], default: Any = NO_VALUE) -> Any:
        """The value under keys."""
        found = self.items.get(self.key(keys))
        return default if found is None else found[1]


@primitive("make-table")
def make_table(name: Any, find: Any) -> Any:
    """A table of values under lists of keys, which assoc, assq or assv compares."""
    return PropertyTable(name, find)


@primitive("no-value?")
def is_no_value(value: Any) -> Any:
    """Is this what a table gives where it has no value?"""
    return value is NO_VALUE


@primitive("get")
def get(table: PropertyTable, *keys: Any) -> Any:
    """The value in a table under keys; *no-value* if there is none."""
    return table.value(keys)


@primitive("get-with-default")
def get_with_default(table: PropertyTable, default: Any, *keys: Any) -> Any:
    """The value in a table under keys; the default if there is none."""
    return table.value(keys, default)


@primitive("get-with-check")
def get_with_check(table: PropertyTable, *keys: Any) -> Any:
    """The value in a table under keys; an error if there is none."""
    found = table.value(keys)
    if found is NO_VALUE:
        raise SchemeError(f"can't find value in table {table.name}: {list_of(keys)}")
    return found


@primitive("put!")
def put(table: PropertyTable, value: Any, *keys: Any) -> Any:
    """Put a value into a table under keys."""
    table.items[table.key(keys)] = keys, value
    return DONE


@primitive("store!")
def store(value: Any, table: PropertyTable, *keys: Any) -> Any:
    """Put a value into a table under keys; the value comes first."""
    return put(table, value, *keys)


@primitive("add-to-list!")
def add_to_list(value: Any, table: PropertyTable, *keys: Any) -> Any:
    """Put a value before the list that is in a table under keys."""
    return put(table, Pair(value, table.value(keys, EMPTY)), *keys)


@primitive("adjoin-to-list!")
def adjoin_to_list(value: Any, table: PropertyTable, *keys: Any) -> Any:
    """Put a value before the list that is in a table under keys, unless it has an equal one."""
    known = table.value(keys, EMPTY)
    if equal_key(value) in map(equal_key, items_of(known, 2, "adjoin-to-list!")):
        return DONE
    return put(table, Pair(value, known), *keys)


for _name, _operation in {"getter": get, "getter-with-check": get_with_check}.items():

    def _getter(table: PropertyTable, *, operation: Callable[..., Any] = _operation) -> Any:
        """The procedure from keys to the value in a table."""
        return lambda *keys: operation(table, *keys)

    primitive(_name)(_getter)


@primitive("getter-with-default")
def getter_with_default(table: PropertyTable, default: Any) -> Any:
    """The procedure from keys to the value in a table, or the default."""
    return lambda *keys: table.value(keys, default)


@primitive("putter!")
def putter(table: PropertyTable) -> Any:
    """The procedure of a value and keys that puts it into a table."""
    return lambda value, *keys: put(table, value, *keys)


# -- property lists -------------------------------------------------------------------------------------------------

#: The properties of values, by session: the value, which keeps its identity, and the values of its properties.
_properties: WeakKeyDictionary[Any, dict[Any, tuple[Any, dict[Any, tuple[Any, Any]]]]] = WeakKeyDictionary()
_of_none: dict[Any, Any] = {}


def _all() -> dict[Any, Any]:
    session = current_session.get(None)
    return _of_none if session is None else _properties.setdefault(session, {})


def _plist(node: Any) -> dict[Any, tuple[Any, Any]]:
    found = _all().get(eqv_key(node))
    return {} if found is None else found[1]


@primitive("eq-put!")
def eq_put(node: Any, name: Any, value: Any) -> Any:
    """Give a value a property; the result is the value."""
    _all().setdefault(eqv_key(node), (node, {}))[1][eqv_key(name)] = name, value
    return node


@primitive("eq-get")
def eq_get(node: Any, name: Any) -> Any:
    """A property of a value, #f if it has none of this name."""
    return _plist(node).get(eqv_key(name), (None, False))[1]


@primitive("eq-rem!")
def eq_rem(node: Any, *names: Any) -> Any:
    """Take properties from a value."""
    for name in names:
        _plist(node).pop(eqv_key(name), None)
    return node


@primitive("eq-adjoin!")
def eq_adjoin(node: Any, name: Any, value: Any) -> Any:
    """Put a value before the list that is a property of another one, unless it is there."""
    known = eq_get(node, name)
    known = EMPTY if known is False else known
    present = eqv_key(value) in map(eqv_key, items_of(known, 1, "eq-adjoin!"))
    return eq_put(node, name, known if present else Pair(value, known))


@primitive("eq-delete!")
def eq_delete(node: Any, name: Any, value: Any) -> Any:
    """Take a value from the list that is a property of another one."""
    known = eq_get(node, name)
    kept = [x for x in ([] if known is False else known) if eqv_key(x) != eqv_key(value)]
    return eq_put(node, name, list_of(kept))


@primitive("eq-plist")
def eq_plist(node: Any) -> Any:
    """A value with the association list of its properties, the last one first; #f if it never had any."""
    if eqv_key(node) not in _all():
        return False
    return Pair(node, list_of(Pair(name, value) for name, value in reversed(_plist(node).values())))


@primitive("eq-clone!")
def eq_clone(source: Any, target: Any) -> Any:
    """Give a value the properties of another one, in place of its own."""
    _all()[eqv_key(target)] = target, dict(_plist(source))
    return target


@primitive("eq-label!")
def eq_label(node: Any, *properties: Any) -> Any:
    """Give a value properties: names and values in turn."""
    if len(properties) % 2:
        raise SchemeError("Malformed plist")
    for name, value in zip(properties[::2], properties[1::2], strict=True):
        eq_put(node, name, value)
    return node


@primitive("eq-path")
def eq_path(path: Any) -> Any:
    """The procedure from a value to the property of the property ... of it; the names of the last one first."""
    names = items_of(path, 1, "eq-path")

    def follow(node: Any) -> Any:
        for name in reversed(names):
            node = False if node is False else eq_get(node, name)
        return node

    return follow


# -- stacks that are queues -----------------------------------------------------------------------------------------


class StackAndQueue:
    """A list that grows at both ends and shrinks at its front."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[Any] = []


@primitive("make-stack&queue")
def make_stack_and_queue() -> Any:
    """An empty stack that is a queue."""
    return StackAndQueue()


@primitive("stack&queue?")
def is_stack_and_queue(value: Any) -> Any:
    """Is this a stack that is a queue?"""
    return isinstance(value, StackAndQueue)


@primitive("stack&queue-empty?")
def is_empty(stack: StackAndQueue) -> Any:
    """Is there nothing in it?"""
    return not stack.items


@primitive("stack&queued?")
def queued(stack: StackAndQueue, value: Any) -> Any:
    """The values in it from this one on, #f if it is not there."""
    keys = [eqv_key(x) for x in stack.items]
    return list_of(stack.items[keys.index(eqv_key(value)) :]) if eqv_key(value) in keys else False


@primitive("stack&queue-front")
def front(stack: StackAndQueue) -> Any:
    """The values in it, the front first."""
    return list_of(stack.items)


@primitive("push!")
def push(stack: StackAndQueue, value: Any) -> Any:
    """Put a value at the front."""
    stack.items.insert(0, value)


@primitive("add-to-end!")
def add_to_end(stack: StackAndQueue, value: Any) -> Any:
    """Put a value at the end."""
    stack.items.append(value)


@primitive("pop!")
def pop(stack: StackAndQueue) -> Any:
    """Take the value at the front."""
    if not stack.items:
        raise SchemeError("Empty stack&queue -- POP")
    return stack.items.pop(0)


# -- association lists ----------------------------------------------------------------------------------------------


def _pairs(alist: Any, position: int, name: str) -> list[Pair]:
    found = items_of(alist, position, name)
    if not all(isinstance(each, Pair) for each in found):
        raise wrong_type(alist, position, name)
    return list(found)


@primitive("rassq")
def rassq(value: Any, alist: Any) -> Any:
    """The first pair of an association list with this value, the same one; #f if there is none."""
    return next((p for p in _pairs(alist, 2, "rassq") if eqv_key(p.cdr) == eqv_key(value)), False)


@primitive("rassoc")
def rassoc(value: Any, alist: Any) -> Any:
    """The first pair of an association list with an equal value; #f if there is none."""
    return next((p for p in _pairs(alist, 2, "rassoc") if equal_key(p.cdr) == equal_key(value)), False)


@primitive("disassoc")
def disassoc(key: Any, alist: Any) -> Any:
    """An association list without the first pair with this key."""
    pairs = _pairs(alist, 2, "disassoc")
    place = next((i for i, p in enumerate(pairs) if equal_key(p.car) == equal_key(key)), len(pairs))
    return list_of(pairs[:place] + pairs[place + 1 :])


@primitive("default-lookup")
def default_lookup(name: Any, default: Any, properties: Any) -> Any:
    """The element after a name in a list; the default if it is not there."""
    given = list(items_of(properties, 3, "default-lookup"))
    keys = [eqv_key(x) for x in given]
    place = keys.index(eqv_key(name)) + 1 if eqv_key(name) in keys else len(given)
    return given[place] if place < len(given) else default


@primitive("table-of")
def table_of(is_same: Any, keys: Any, values: Any) -> Any:
    """The procedure from a key to the value at its place; keys are compared by a procedure."""
    pairs = list(zip(items_of(keys, 2, "table-of"), items_of(values, 3, "table-of"), strict=False))

    def find(key: Any) -> Any:
        for known, value in pairs:
            if is_same(key, known) is not False:
                return value
        raise SchemeError(f"Key not in table: {key}")

    return find


@primitive("lookup")
def lookup(key: Any, table: Any) -> Any:
    """The second element of the first list in a list with this first element; an error if there is none."""
    for pair in _pairs(table, 2, "lookup"):
        if eqv_key(pair.car) == eqv_key(key) and isinstance(pair.cdr, Pair):
            return pair.cdr.car
    raise SchemeError(f"key not in table -- LOOKUP {key}")


@primitive("rlookup")
def rlookup(value: Any, table: Any) -> Any:
    """The first list in a list with this second element; #f if there is none."""
    same = (p for p in _pairs(table, 2, "rlookup") if isinstance(p.cdr, Pair) and eqv_key(p.cdr.car) == eqv_key(value))
    return next(same, False)
