"""Vectors, which are Python lists."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

from scmpy.errors import ScmpyError
from scmpy.generic.types import Procedure
from scmpy.registry import is_installed, numpy
from scmpy.scheme.data import (
    DEFAULT,
    MutableString,
    Pair,
    Record,
    RecordType,
    Written,
    as_pair,
    eq,
    equal_key,
    eqv_key,
    list_of,
    room_for,
)
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Byte,
    Index,
    Items,
    Variable,
    Vector,
    bad_range,
    copy_into,
    each_value,
    index,
    items_of,
    part_of,
    primitive,
    primitives,
    sub_range,
    variable_vector,
    wrong_type,
)
from scmpy.scheme.printer import object_numbers, write_text
from scmpy.structure.tuples import Structure
from scmpy.symbolic.expression import Symbol, symbol

primitives(
    "R7RS 6.8",
    ("make-vector", Index, "A vector of equal elements.", lambda n, fill=False: [fill] * room_for(n, "a vector")),
    ("vector", (), "The vector of the arguments.", lambda *items: list(items)),
    ("vector-length", Vector, "The number of elements.", lambda items: len(items)),
)


@primitive("make-initialized-vector", "vector-tabulate", "build-vector", source="MIT Vectors")
def make_initialized_vector(length: Any, procedure: Any) -> Any:
    """The vector of the procedure's values at 0, 1, ..."""
    if callable(length):
        length, procedure = procedure, length
    if not index(length):
        raise wrong_type(length, 1, "make-initialized-vector")
    return [procedure(i) for i in range(room_for(length, "a vector"))]


@primitive("vector-ref", source="R7RS 6.8")
def vector_ref(items: Any, position: Any) -> Any:
    """The element at a position."""
    if type(items) is not list and not isinstance(items, Structure):
        raise wrong_type(items, 1, "vector-ref")
    if type(position) is not int:
        raise wrong_type(position, 2, "vector-ref")
    if not 0 <= position < len(items):
        raise bad_range(position, 2, "vector-ref")
    return items[position]


@primitive("vector-set!", source="R7RS 6.8")
def vector_set(items: Any, position: Any, value: Any) -> Any:
    """Replace the element at a position."""
    items = items if type(items) is list else variable_vector(items, 1, "vector-set!")
    if type(position) is not int:
        raise wrong_type(position, 2, "vector-set!")
    if not 0 <= position < len(items):
        raise bad_range(position, 2, "vector-set!")
    items[position] = value


@primitive("vector->list", source="R7RS 6.8")
def vector_to_list(items: Vector, start: Any = None, end: Any = None) -> Any:
    """The list of the elements, or of some of them."""
    return list_of(part_of(items, start, end, "vector->list"))


@primitive("subvector", source="MIT Vectors")
def subvector(items: Vector, start: Index, end: Index) -> Any:
    """The elements from start up to end."""
    return part_of(items, start, end, "subvector")


def _copied(kind: str, of: type, given: Any, changed: Any, element: Any) -> None:
    """What vectors and bytevectors have alike."""

    def fill(items: Any, value: Any, start: Any = None, end: Any = None) -> Any:
        start, end = sub_range(len(items), start, end, f"{kind}-fill!")
        items[start:end] = of([value]) * (end - start)

    def append(*parts: Any) -> Any:
        room_for(sum(map(len, parts)), f"a {kind}")
        return of(itertools.chain.from_iterable(parts))

    def copy(items: Any, start: Any = None, end: Any = None) -> Any:
        return part_of(items, start, end, f"{kind}-copy")

    def copy_to(target: Any, at: int, source: Any, start: Any = None, end: Any = None) -> None:
        copy_into(target, at, part_of(source, start, end, f"{kind}-copy!"), f"{kind}-copy!")

    primitives(
        "R7RS 6.8" if of is list else "R7RS 6.9",
        (f"{kind}-copy", given, f"A new {kind} of the elements, or of some of them.", copy),
        (f"{kind}-copy!", (changed, Index, given), f"Copy elements into another {kind}.", copy_to),
        (f"{kind}-fill!", (changed, element), "Replace all elements, or some of them.", fill),
        (f"{kind}-append", given, f"The elements of all {kind}s.", append),
    )


_copied("vector", list, Vector, Variable, Any)
_copied("bytevector", bytearray, bytearray, bytearray, Byte)


@primitive("vector-grow", source="MIT Vectors")
def vector_grow(items: Vector, length: Index) -> Any:
    """A longer vector with the same elements first."""
    if length < len(items):
        raise bad_range(length, 2, "vector-grow")
    return items + [False] * (room_for(length, "a vector") - len(items))


@primitive("vector-map", source="R7RS 6.10")
def vector_map(procedure: Any, first: Vector, *more: Vector) -> Any:
    """The vector of the procedure's values."""
    return each_value(procedure, first, *more)


@primitive("vector-for-each", source="R7RS 6.10")
def vector_for_each(procedure: Any, first: Vector, *more: Vector) -> Any:
    """Apply the procedure to each element."""
    for items in zip(first, *more, strict=False):
        procedure(*items)


@primitive("vector-binary-search", source="MIT Vectors")
def vector_binary_search(items: Vector, key: Any, compare: Any) -> Any:
    """The element for which (compare key element) is zero, in a sorted vector, or #f."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        order = compare(key, items[middle])
        if order == 0:
            return items[middle]
        low, high = (low, middle) if order < 0 else (middle + 1, high)
    return False


@primitive("subvector-fill!", source="MIT Vectors")
def subvector_fill(items: Variable, start: Index, end: Index, value: Any) -> Any:
    """Replace the elements from start up to end."""
    start, end = sub_range(len(items), start, end, "subvector-fill!")
    items[start:end] = [value] * (end - start)


@primitive("subvector-move-left!", "subvector-move-right!", source="MIT Vectors")
def subvector_move(source: Vector, start: Index, end: Index, target: Variable, at: Index) -> Any:
    """Copy elements into a vector, which may be the same."""
    copy_into(target, at, part_of(source, start, end, "subvector-move-left!"), "subvector-move-left!", 5)


def _element(place: int, name: str) -> None:
    @primitive(f"vector-{name}", doc=f"The {name} element.", source="MIT Vectors")
    def select(items: Vector) -> Any:
        if not -1 <= place < len(items) or not items:
            raise wrong_type(items, 1, f"vector-{name}")
        return items[place]


for _place, _name in enumerate("first second third fourth fifth sixth seventh eighth last".split()):
    _element(_place if _place < 8 else -1, _name)


primitives(
    "MIT Vectors",
    ("vector-head", (Vector, Index), "The first elements.", lambda items, end: subvector(items, 0, end)),
    ("vector-tail", (Vector, Index), "All but the first.", lambda items, start: subvector(items, start, len(items))),
    (
        "subvector->list",
        (Vector, Index, Index),
        "The list of the elements from start to end.",
        lambda v, a, b: list_of(part_of(v, a, b, "subvector->list")),
    ),
    ("vector-count", (Any, Vector), "How many satisfy it.", lambda p, items: sum(p(x) is not False for x in items)),
    (
        "vector-index",
        (Any, Vector),
        "The place of the first that satisfies the predicate, or #f.",
        lambda p, v: PRIMITIVES["list-index"](p, list_of(v)),
    ),
)


# --- tables ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class HashTable(Written):
    """A table from keys, compared by equal? or eqv?, to values."""

    key: Callable[[Any], Any]
    items: dict[Any, tuple[Any, Any]] = field(default_factory=dict)

    def put(self, key: Any, value: Any) -> None:
        self.items[self.key(key)] = (key, value)

    def get(self, key: Any, default: Any) -> Any:
        return self.items.get(self.key(key), (key, default))[1]

    def remove(self, key: Any) -> None:
        self.items.pop(self.key(key), None)


_EQUAL_TABLES = "make-equal-hash-table make-hash-table make-string-hash-table make-key-weak-equal-hash-table"
_EQV_TABLES = " ".join(f"make-{kind}{key}-hash-table" for key in ("eqv", "eq") for kind in ("strong-", "", "key-weak-"))

primitives("", (_EQV_TABLES, (), "A table whose keys are compared by eqv?.", lambda *_: HashTable(eqv_key)))
primitives(
    "SRFI 69",
    ("hash-table-contains? hash-table-exists?", HashTable, "Is the key there?", lambda t, key: t.key(key) in t.items),
    ("hash-table-size hash-table/count", HashTable, "The number of keys.", lambda t: len(t.items)),
    ("hash-table-keys hash-table/key-list", HashTable, "The keys.", lambda t: list_of(k for k, _ in t.items.values())),
    ("hash-table->alist", HashTable, "The association list.", lambda t: list_of(Pair(*x) for x in t.items.values())),
    (_EQUAL_TABLES, (), "A table whose keys are compared by equal?.", lambda *_: HashTable(equal_key)),
    ("hash-table-set! hash-table/put!", HashTable, "Put a value under a key.", lambda t, key, value: t.put(key, value)),
    ("hash-table-delete! hash-table/remove!", HashTable, "Remove a key.", lambda table, key: table.remove(key)),
    (
        "hash-table-values hash-table/datum-list",
        HashTable,
        "The values.",
        lambda t: list_of(x for _, x in t.items.values()),
    ),
    (
        "hash-table-copy",
        HashTable,
        "A table with the same keys and values.",
        lambda t, _mutable=True: HashTable(t.key, {**t.items}),
    ),
    (
        "hash-table-ref/default hash-table/get",
        HashTable,
        "The value under a key, or the default.",
        lambda t, key, x: t.get(key, x),
    ),
)


@primitive("string-hash", "equal-hash", "symbol-hash", source="SRFI 69")
def hash_of(value: Any, modulus: Any = 2**32) -> Any:
    """A number below the modulus that equal values share, made from their text."""
    code = 2166136261
    for byte in (str(value) if isinstance(value, (str, MutableString)) else write_text(value)).encode():
        code = (code ^ byte) * 16777619 % 2**32
    return code % modulus


@primitive("hash-table-find", source="MIT Associations")
def hash_table_find(procedure: Any, table: HashTable, fail: Any = lambda: False) -> Any:
    """The first value of the procedure at keys and values that is not #f."""
    for key, value in list(table.items.values()):
        if (found := procedure(key, value)) is not False:
            return found
    return fail()


@primitive("hash-table-count", source="MIT Associations")
def hash_table_count(holds: Any, table: HashTable | None = None) -> Any:
    """At how many keys, with their values, the predicate holds; how many keys there are, of a table alone."""
    if table is not None:
        return sum(holds(key, value) is not False for key, value in list(table.items.values()))
    if not isinstance(holds, HashTable):
        raise wrong_type(holds, 1, "hash-table-count")
    return len(holds.items)


@primitive("hash-table-prune!", source="MIT Associations")
def hash_table_prune(holds: Any, table: HashTable) -> Any:
    """Remove the keys at which, with their values, the predicate holds."""
    for key, value in list(table.items.values()):
        if holds(key, value) is not False:
            table.remove(key)


@primitive("hash-table-ref", source="SRFI 69")
def hash_table_ref(table: HashTable, key: Any, fail: Any = None, succeed: Any = None) -> Any:
    """The value under a key; without one, what ``fail`` returns."""
    found = table.items.get(table.key(key))
    if found is not None:
        return found[1] if succeed is None or not callable(succeed) else succeed(found[1])
    if callable(fail):
        return fail()
    raise bad_range(key, 2, "hash-table-ref")


@primitive("hash-table-walk", "hash-table/for-each", source="SRFI 69")
def hash_table_walk(table: HashTable, procedure: Any) -> Any:
    """Apply the procedure to each key and value."""
    for key, value in list(table.items.values()):
        procedure(key, value)


@primitive("hash-table-update!", source="SRFI 69")
def hash_table_update(table: HashTable, key: Any, procedure: Any, fail: Any = None) -> Any:
    """Replace the value under a key by the procedure's value of it."""
    table.put(key, procedure(hash_table_ref(table, key, fail)))


@primitive("hash-table-update!/default", source="SRFI 69")
def hash_table_update_default(table: HashTable, key: Any, procedure: Any, default: Any) -> Any:
    """Replace the value under a key, or the default, by the procedure's value of it."""
    table.put(key, procedure(table.get(key, default)))


primitives(
    "MIT Associations",
    ("hash-table-clean! hash-table/clean!", HashTable, "Nothing: collection of garbage takes no keys.", lambda _: None),
    ("hash-table-clear! hash-table/clear!", HashTable, "Remove all keys.", lambda table: table.items.clear()),
    ("hash-table-empty?", HashTable, "Has the table no keys?", lambda table: not table.items),
)


@primitive("hash-table-intern!", "hash-table-ref!", source="MIT Associations")
def hash_table_intern(table: HashTable, key: Any, make: Any) -> Any:
    """The value under a key; without one, what ``make`` returns, which is put there."""
    if table.key(key) not in table.items:
        table.put(key, make())
    return table.get(key, None)


@primitive("hash-table-fold", source="SRFI 69")
def hash_table_fold(table: HashTable, procedure: Any, initial: Any) -> Any:
    """Combine all keys and values: (procedure key value result)."""
    for key, value in list(table.items.values()):
        initial = procedure(key, value, initial)
    return initial


@primitive("alist->hash-table", source="SRFI 69")
def alist_to_hash_table(pairs: Items, *_: Any) -> Any:
    """The table of an association list; of several entries of a key the first counts."""
    table = HashTable(equal_key)
    for pair in reversed(pairs):
        if not isinstance(pair, Pair):
            raise wrong_type(list_of(pairs), 1, "alist->hash-table")
        table.put(pair.car, pair.cdr)
    return table


@primitive("sort", "merge-sort", "quick-sort", "list-sort", source="SRFI 132")
def sort(sequence: Any, before: Any) -> Any:
    """The elements of a list or vector in order; equal ones stay in the order that they had."""
    if callable(sequence) and not callable(before):
        sequence, before = before, sequence
    if isinstance(sequence, (list, Structure)):
        return in_order(list(sequence), before)
    return list_of(in_order(items_of(sequence, 1, "sort"), before))


@primitive("sort!", "merge-sort!", "quick-sort!")
def sort_in_place(sequence: Any, before: Any) -> Any:
    """The elements in order: in the vector itself, or in the pairs of the list."""
    if isinstance(sequence, (list, Structure)):
        variable_vector(sequence, 1, "sort!")[:] = in_order(list(sequence), before)
        return sequence
    pair = sequence = as_pair(sequence)
    for item in in_order(items_of(sequence, 1, "sort!"), before):
        pair.car = item
        pair = pair.cdr
    return sequence


#: So many machine integers are sorted by numpy, where it is installed, in a fifth of the time.
_MANY_INTEGERS = 20_000


def in_order(items: list[Any], before: Any) -> list[Any]:
    """Merge sort, from the bottom up: Python's own needs much of the C stack, and the order may be any procedure."""
    descending = before is PRIMITIVES[">"]
    if descending or before is PRIMITIVES["<"]:
        kinds = {*map(type, items)}
        if kinds == {int} and len(items) > _MANY_INTEGERS and is_installed("numpy"):
            with suppress(OverflowError):  # of one that is no machine number
                ascending = numpy.sort(numpy.array(items, numpy.int64))
                return ascending[::-1].tolist() if descending else ascending.tolist()
        if kinds <= {int} or (kinds <= {int, float} and all(x == x for x in items)):
            return sorted(items, reverse=descending)
    runs = [[item] for item in items]
    while len(runs) > 1:
        merged = [_merged(runs[i], runs[i + 1], before) for i in range(0, len(runs) - 1, 2)]
        runs = merged + runs[2 * len(merged) :]
    return runs[0] if runs else []


def _merged(left: list[Any], right: list[Any], before: Any) -> list[Any]:
    result: list[Any] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if before(right[j], left[i]) is not False:
            result.append(right[j])
            j += 1
        else:
            result.append(left[i])
            i += 1
    return result + left[i:] + right[j:]


# --- record types ----------------------------------------------------------------------------------------------------


def record_type(
    name: str, fields: Sequence[str], make: Any = False, offset: int = 0, tag: Any = False, method: Any = False
) -> RecordType:
    """A new type; its instances print under its name without angle brackets.

    They may be made by ``vector`` or ``list``: of a number of unused elements, a tag (#t: the type), and the fields.
    """
    kind = RecordType(name.strip("<>") if len(name) > 2 else name, tuple(fields), make, [False] * offset)
    if tag is not False:
        kind.head.append(kind if tag is True else tag)
    if method is not False:
        _print_by(kind, method)
    return kind


def record(type_: RecordType, *values: Any) -> Any:
    return type_.make(*type_.head, *values) if type_.make else Record(type_, list(values))


def keyword_constructor(construct: Callable[..., Any], fields: Sequence[str]) -> Callable[..., Any]:
    """A constructor of names of fields, each before its value, of one whose parameters are optional."""

    def of_keywords(*given: Any) -> Any:
        values = dict(zip(given[::2], given[1::2], strict=False))
        for place, name in enumerate(given[::2]):
            if len(given) % 2 or name not in map(symbol, fields):
                raise bad_range(name, 2 * place + 1, construct.__code__.co_name)
        return construct(*(values.get(symbol(field), DEFAULT) for field in fields))

    return of_keywords


def _at(type_: RecordType, place: int, operation: str) -> Callable[..., Any]:
    """An operation on instances that are vectors or lists."""
    kind = "vector" if type(type_.make()) is list else "list"
    operate, place = PRIMITIVES[f"{kind}-{operation}"], place + len(type_.head)
    return lambda items, *value: operate(items, *([place] if operation != "copy" else []), *value)


def predicate(type_: RecordType, name: str) -> Callable[[Any], bool]:
    tag_of = _at(type_, -1, "ref") if type_.make else None

    def is_instance(value: Any) -> bool:
        if tag_of is None:
            return isinstance(value, Record) and value.type is type_
        with suppress(ScmpyError):
            return eq(tag_of(value), type_.head[-1])
        return False

    is_instance.__name__, is_instance.type_ = name, type_  # type: ignore[attr-defined]
    return is_instance


def _values(record: Any, type_: RecordType, name: str) -> list[Any]:
    if not isinstance(record, Record) or record.type is not type_:
        raise wrong_type(record, 1, name)
    return record.values


def accessor(type_: RecordType, place: int, name: str) -> Callable[[Any], Any]:
    if type_.make:
        return _at(type_, place, "ref")

    def access(record: Any) -> Any:
        return _values(record, type_, name)[place]

    access.__name__ = name
    return access


def modifier(type_: RecordType, place: int, name: str) -> Callable[[Any, Any], None]:
    if type_.make:
        return _at(type_, place, "set!")

    def modify(record: Any, value: Any) -> None:
        _values(record, type_, name)[place] = value

    modify.__name__ = name
    return modify


def copier(type_: RecordType, name: str) -> Callable[[Any], Any]:
    if type_.make:
        return _at(type_, 0, "copy")

    def copy(record: Any) -> Record:
        return Record(type_, list(_values(record, type_, name)))

    copy.__name__ = name
    return copy


# --- how records print, and bundles of procedures --------------------------------------------------------------------


@primitive("define-print-method", source="MIT Printing")
def define_print_method(test: Annotated[Any, lambda value: hasattr(value, "type_")], method: Any) -> Any:
    """Records for which a predicate of their type holds are printed by (method record port)."""
    _print_by(test.type_, method)


def _print_by(kind: RecordType, method: Any) -> None:
    kind.printed.append(lambda record: PRIMITIVES["call-with-output-string"](lambda port: method(record, port)))


@primitive("standard-print-method", source="MIT Printing")
def standard_print_method(name: Any, parts: Any = None) -> Any:
    """The method that prints #[name 12 part ...]; name may be a procedure of the record, as parts is."""

    def write(record: Any, port: Any) -> None:
        words = [name(record) if callable(name) else name, object_numbers.get().of(record)]
        more = items_of(parts(record), 1, "list") if parts else []
        port.write(f"#[{' '.join(map(write_text, words + more))}]")

    return write


class Bundle(Procedure):
    """Procedures under names: the bundle applied to a name and operands applies one of them."""

    kind_in_scheme = "bundle"

    def __init__(self, parts: dict[Any, Any]) -> None:
        self.parts = parts

    def __call__(self, name: Any, *operands: Any) -> Any:
        if name not in self.parts:
            raise ScmpyError(f"Unknown bundle name: {write_text(name)}")
        return self.parts[name](*operands)


@primitive("make-bundle-predicate", source="MIT Miscellaneous Datatypes")
def make_bundle_predicate(name: Symbol) -> Any:
    """A predicate for (bundle predicate name ...), which makes what it holds for."""
    kind = type("Bundle", (Bundle,), {"kind_in_scheme": name.name})
    test: Any = lambda value: isinstance(value, kind)  # noqa: E731
    test.bundles = kind
    return test


primitives("MIT Miscellaneous Datatypes", ("bundle?", (), "Is this a bundle?", lambda x: isinstance(x, Bundle)))


def bundled(names: Any, test: Any, *procedures: Any) -> Any:
    return getattr(test, "bundles", Bundle)(dict(zip(names, procedures, strict=True)))
