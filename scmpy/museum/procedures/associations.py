"""Tables of one and two keys, and cells: MIT Scheme's small stores."""

from typing import Any

from scmpy.generic.session_tables import Table
from scmpy.scheme.data import Pair, eqv_key, list_of
from scmpy.scheme.primitives.containers import HashTable
from scmpy.scheme.primitives.declare import primitive


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
