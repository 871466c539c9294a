"""Vectors, which are Python lists."""

from typing import Any

from scmpy.scheme.data import list_of
from scmpy.scheme.primitives.base import Index, bad_range, copy_into, index, part_of, primitive, sub_range, wrong_type
from scmpy.scheme.session_limits import room_for
from scmpy.structure.structure import Structure


@primitive("make-vector")
def make_vector(length: Index, fill: Any = False) -> Any:
    """A vector of equal elements.

    Source:  R7RS 6.8
    """
    return [fill] * room_for(length, "a vector")


@primitive("vector")
def vector(*items: Any) -> Any:
    """The vector of the arguments.

    Source:  R7RS 6.8
    """
    return list(items)


@primitive("make-initialized-vector", "vector-tabulate", "build-vector")
def make_initialized_vector(length: Any, procedure: Any) -> Any:
    """The vector of the procedure's values at 0, 1, ...

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    if callable(length):
        length, procedure = procedure, length
    if not index(length):
        raise wrong_type(length, 1, "make-initialized-vector")
    return [procedure(i) for i in range(room_for(length, "a vector"))]


@primitive("vector-length")
def vector_length(items: list | Structure) -> Any:
    """The number of elements.

    Source:  R7RS 6.8
    """
    return len(items)


@primitive("vector-ref")
def vector_ref(items: Any, position: Any) -> Any:
    """The element at a position.

    Source:  R7RS 6.8
    """
    if type(items) is not list and not isinstance(items, Structure):
        raise wrong_type(items, 1, "vector-ref")
    if type(position) is not int:
        raise wrong_type(position, 2, "vector-ref")
    if not 0 <= position < len(items):
        raise bad_range(position, 2, "vector-ref")
    return items[position]


@primitive("vector-set!")
def vector_set(items: Any, position: Any, value: Any) -> Any:
    """Replace the element at a position.

    Source:  R7RS 6.8
    """
    if type(items) is not list:
        raise wrong_type(items, 1, "vector-set!")
    if type(position) is not int:
        raise wrong_type(position, 2, "vector-set!")
    if not 0 <= position < len(items):
        raise bad_range(position, 2, "vector-set!")
    items[position] = value


@primitive("vector->list")
def vector_to_list(items: list | Structure, start: Any = None, end: Any = None) -> Any:
    """The list of the elements, or of some of them.

    Source:  R7RS 6.8
    """
    return list_of(part_of(list(items), start, end, "vector->list"))


@primitive("subvector")
def subvector(items: list, start: Index, end: Index) -> Any:
    """The elements from start up to end.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    return part_of(items, start, end, "subvector")


@primitive("vector-head")
def vector_head(items: list, end: Index) -> Any:
    """The first elements.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    return subvector(items, 0, end)


@primitive("vector-tail")
def vector_tail(items: list, start: Index) -> Any:
    """All but the first elements.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    return subvector(items, start, len(items))


@primitive("vector-copy")
def vector_copy(items: list, start: Any = None, end: Any = None) -> Any:
    """A new vector of the elements, or of some of them.

    Source:  R7RS 6.8
    """
    return part_of(items, start, end, "vector-copy")


@primitive("vector-copy!")
def vector_copy_to(target: list, at: Index, source: list, start: Any = None, end: Any = None) -> Any:
    """Copy elements into another vector.

    Source:  R7RS 6.8
    """
    copy_into(target, at, part_of(source, start, end, "vector-copy!"), "vector-copy!")


@primitive("vector-fill!")
def vector_fill(items: list, value: Any, start: Any = None, end: Any = None) -> Any:
    """Replace all elements, or some of them.

    Source:  R7RS 6.8
    """
    start, end = sub_range(len(items), start, end, "vector-fill!")
    items[start:end] = [value] * (end - start)


@primitive("vector-grow")
def vector_grow(items: list, length: Index) -> Any:
    """A longer vector with the same elements first.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    if length < len(items):
        raise bad_range(length, 2, "vector-grow")
    return items + [False] * (room_for(length, "a vector") - len(items))


@primitive("vector-append")
def vector_append(*vectors: list) -> Any:
    """The elements of all vectors.

    Source:  R7RS 6.8
    """
    room_for(sum(map(len, vectors)), "a vector")
    return [item for items in vectors for item in items]


@primitive("vector-map")
def vector_map(procedure: Any, first: list | Structure, *more: list | Structure) -> Any:
    """The vector of the procedure's values.

    Source:  R7RS 6.10
    """
    return [procedure(*items) for items in zip(first, *more, strict=False)]


@primitive("vector-for-each")
def vector_for_each(procedure: Any, first: list | Structure, *more: list | Structure) -> Any:
    """Apply the procedure to each element.

    Source:  R7RS 6.10
    """
    for items in zip(first, *more, strict=False):
        procedure(*items)


@primitive("vector-binary-search")
def vector_binary_search(items: list, key: Any, compare: Any) -> Any:
    """The element for which (compare key element) is zero, in a sorted vector, or #f.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        order = compare(key, items[middle])
        if order == 0:
            return items[middle]
        low, high = (low, middle) if order < 0 else (middle + 1, high)
    return False


@primitive("vector-index")
def vector_index(predicate: Any, items: list) -> Any:
    """The position of the first element that satisfies the predicate, or #f."""
    return next((position for position, item in enumerate(items) if predicate(item) is not False), False)


@primitive("subvector->list")
def subvector_to_list(items: list, start: Index, end: Index) -> Any:
    """The list of the elements from start up to end.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    return list_of(subvector(items, start, end))


@primitive("subvector-fill!")
def subvector_fill(items: list, start: Index, end: Index, value: Any) -> Any:
    """Replace the elements from start up to end.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    start, end = sub_range(len(items), start, end, "subvector-fill!")
    items[start:end] = [value] * (end - start)


@primitive("subvector-move-left!", "subvector-move-right!")
def subvector_move(source: list, start: Index, end: Index, target: list, at: Index) -> Any:
    """Copy elements into a vector, which may be the same.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    copy_into(target, at, part_of(source, start, end, "subvector-move-left!"), "subvector-move-left!", 5)


@primitive("vector-first")
def vector_first(items: list) -> Any:
    """The first element.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    if not items:
        raise wrong_type(items, 1, "vector-first")
    return items[0]


@primitive("vector-last")
def vector_last(items: list) -> Any:
    """The last element.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    if not items:
        raise wrong_type(items, 1, "vector-last")
    return items[-1]


@primitive("vector-count")
def vector_count(predicate: Any, items: list) -> Any:
    """How many elements satisfy the predicate.

    Source:  MIT/GNU Scheme Reference, Vectors
    """
    return sum(predicate(item) is not False for item in items)
