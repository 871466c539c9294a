"""Hash tables, association lists as objects, sorting."""

from collections.abc import Callable
from typing import Any

from scmpy.scheme.data import Pair, list_of
from scmpy.scheme.equality import equal_key, eqv_key
from scmpy.scheme.primitives.base import bad_range, primitive, wrong_type
from scmpy.scheme.primitives.lists import as_pair, items_of


class HashTable:
    """A table from keys, compared by equal? or eqv?, to values."""

    __slots__ = ("items", "key")

    def __init__(self, key: Callable[[Any], Any]) -> None:
        self.key = key
        self.items: dict[Any, tuple[Any, Any]] = {}


@primitive("make-equal-hash-table", "make-hash-table", "make-string-hash-table", "make-key-weak-equal-hash-table")
def make_equal_hash_table(*_: Any) -> Any:
    """A table whose keys are compared by equal?.

    Source:  SRFI 69
    """
    return HashTable(equal_key)


@primitive(
    *(f"make-{kind}{key}-hash-table" for key in ("eqv", "eq") for kind in ("strong-", "", "key-weak-")),
)
def make_eqv_hash_table(*_: Any) -> Any:
    """A table whose keys are compared by eqv?."""
    return HashTable(eqv_key)


@primitive("hash-table-set!", "hash-table/put!")
def hash_table_set(table: HashTable, key: Any, value: Any) -> Any:
    """Put a value under a key.

    Source:  SRFI 69
    """
    table.items[table.key(key)] = (key, value)


@primitive("hash-table-ref")
def hash_table_ref(table: HashTable, key: Any, fail: Any = None, succeed: Any = None) -> Any:
    """The value under a key; without one, what ``fail`` returns.

    Source:  SRFI 69
    """
    found = table.items.get(table.key(key))
    if found is not None:
        return found[1] if succeed is None or not callable(succeed) else succeed(found[1])
    if callable(fail):
        return fail()
    raise bad_range(key, 2, "hash-table-ref")


@primitive("hash-table-ref/default", "hash-table/get")
def hash_table_get(table: HashTable, key: Any, default: Any) -> Any:
    """The value under a key, or the default.

    Source:  SRFI 69
    """
    found = table.items.get(table.key(key))
    return default if found is None else found[1]


@primitive("hash-table-delete!", "hash-table/remove!")
def hash_table_delete(table: HashTable, key: Any) -> Any:
    """Remove a key.

    Source:  SRFI 69
    """
    table.items.pop(table.key(key), None)


@primitive("hash-table-contains?", "hash-table-exists?")
def hash_table_contains(table: HashTable, key: Any) -> Any:
    """Is there a value under this key?

    Source:  SRFI 69
    """
    return table.key(key) in table.items


@primitive("hash-table-count", "hash-table-size", "hash-table/count")
def hash_table_count(table: HashTable) -> Any:
    """The number of keys.

    Source:  SRFI 69
    """
    return len(table.items)


@primitive("hash-table-keys", "hash-table/key-list")
def hash_table_keys(table: HashTable) -> Any:
    """The list of the keys.

    Source:  SRFI 69
    """
    return list_of([key for key, _ in table.items.values()])


@primitive("hash-table-values", "hash-table/datum-list")
def hash_table_values(table: HashTable) -> Any:
    """The list of the values.

    Source:  SRFI 69
    """
    return list_of([value for _, value in table.items.values()])


@primitive("hash-table->alist")
def hash_table_to_alist(table: HashTable) -> Any:
    """The association list of the keys and values.

    Source:  SRFI 69
    """
    return list_of([Pair(key, value) for key, value in table.items.values()])


@primitive("hash-table-walk", "hash-table/for-each")
def hash_table_walk(table: HashTable, procedure: Any) -> Any:
    """Apply the procedure to each key and value.

    Source:  SRFI 69
    """
    for key, value in list(table.items.values()):
        procedure(key, value)


@primitive("hash-table-update!")
def hash_table_update(table: HashTable, key: Any, procedure: Any, fail: Any = None) -> Any:
    """Replace the value under a key by the procedure's value of it.

    Source:  SRFI 69
    """
    hash_table_set(table, key, procedure(hash_table_ref(table, key, fail)))


@primitive("hash-table-update!/default")
def hash_table_update_default(table: HashTable, key: Any, procedure: Any, default: Any) -> Any:
    """Replace the value under a key, or the default, by the procedure's value of it.

    Source:  SRFI 69
    """
    hash_table_set(table, key, procedure(hash_table_get(table, key, default)))


@primitive("hash-table-clear!", "hash-table/clear!")
def hash_table_clear(table: HashTable) -> Any:
    """Remove all keys.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    table.items.clear()


@primitive("hash-table-copy")
def hash_table_copy(table: HashTable, _mutable: Any = True) -> Any:
    """A table with the same keys and values.

    Source:  SRFI 69
    """
    copy = HashTable(table.key)
    copy.items.update(table.items)
    return copy


@primitive("hash-table-empty?")
def is_hash_table_empty(table: HashTable) -> Any:
    """Has the table no keys?

    Source:  MIT/GNU Scheme Reference, Associations
    """
    return not table.items


@primitive("hash-table-intern!", "hash-table-ref!")
def hash_table_intern(table: HashTable, key: Any, make: Any) -> Any:
    """The value under a key; without one, what ``make`` returns, which is put there.

    Source:  MIT/GNU Scheme Reference, Associations
    """
    found = table.items.get(table.key(key))
    if found is None:
        hash_table_set(table, key, found := make())
        return found
    return found[1]


@primitive("hash-table-fold")
def hash_table_fold(table: HashTable, procedure: Any, initial: Any) -> Any:
    """Combine all keys and values: (procedure key value result).

    Source:  SRFI 69
    """
    for key, value in list(table.items.values()):
        initial = procedure(key, value, initial)
    return initial


@primitive("alist->hash-table")
def alist_to_hash_table(pairs: Any, *_: Any) -> Any:
    """The table of an association list; of several entries of a key the first counts.

    Source:  SRFI 69
    """
    table = HashTable(equal_key)
    for pair in reversed(items_of(pairs, 1, "alist->hash-table")):
        if not isinstance(pair, Pair):
            raise wrong_type(pairs, 1, "alist->hash-table")
        hash_table_set(table, pair.car, pair.cdr)
    return table


@primitive("hash-table-clean!", "hash-table/clean!")
def hash_table_clean(_table: HashTable) -> Any:
    """Forget what garbage collection took; it takes nothing.

    Source:  MIT/GNU Scheme Reference, Associations
    """


# -- sorting ------------------------------------------------------------------------------------------------------


@primitive("sort", "merge-sort", "quick-sort", "list-sort")
def sort(sequence: Any, before: Any) -> Any:
    """The elements of a list or vector in order; equal ones stay in the order that they had.

    Source:  SRFI 132
    """
    if callable(sequence) and not callable(before):
        sequence, before = before, sequence
    if isinstance(sequence, list):
        return in_order(sequence, before)
    return list_of(in_order(items_of(sequence, 1, "sort"), before))


@primitive("sort!", "merge-sort!", "quick-sort!")
def sort_in_place(sequence: Any, before: Any) -> Any:
    """The elements in order: in the vector itself, or in the pairs of the list."""
    if isinstance(sequence, list):
        sequence[:] = in_order(sequence, before)
        return sequence
    pair = as_pair(sequence)
    for item in in_order(items_of(sequence, 1, "sort!"), before):
        pair.car = item
        pair = as_pair(pair.cdr)
    return sequence


def in_order(items: list[Any], before: Any) -> list[Any]:
    """Merge sort, from the bottom up: Python's own needs much of the C stack, and the order may be any procedure."""
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
