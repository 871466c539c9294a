"""ref and component: the parts of what has parts, by chains of selectors.

A selector is an index from zero, negative ones counting from the end, or a range: a list of the index that it starts
at and the index that it ends before, ``'(1 3)`` for the parts 1 and 2 (``-1`` as an end is behind the last part). Of a
function the part of its value is taken, which is a function. What else has parts than sequences adds to :func:`taken`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from scmpy.errors import BadIndexError, WrongTypeError, describe, shown_text
from scmpy.generic.annotations import Value, Values
from scmpy.generic.arrays import is_batch
from scmpy.generic.functions import Function, compose
from scmpy.generic.kinds import is_procedure
from scmpy.registry import public

Selectors = tuple[Any, ...]

#: An index, or a range of its two ends.
Selector = int | Sequence[int]


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _range(selector: Any) -> tuple[int, int] | None:
    """The two ends of a range; None of what is none."""
    ends = tuple(selector) if isinstance(selector, Iterable) and hasattr(selector, "__len__") else ()
    return ends if len(ends) == 2 and all(map(_is_index, ends)) else None  # type: ignore[return-value]


def place(selector: Any, size: int | None, value: Any) -> int | slice:
    """The place that a selector stands for in something of a size (None: without end)."""
    if _is_index(selector):
        return _index(selector, size, value)
    ends = _range(selector)
    if ends is None:
        raise BadIndexError(f"Bad index -- REF: expected an integer or a range (first end), got {describe(selector)}")
    start, end = ends
    first = _index(start, size, value)
    last = end + size + 1 if end < 0 and size is not None else end
    if not first <= last or (size is not None and last > size):
        raise BadIndexError(f"Bad index -- REF ({start} {end}): {_extent(size, value)}")
    return slice(first, last)


def _index(index: int, size: int | None, value: Any) -> int:
    if index >= 0 if size is None else -size <= index < size:
        return index if size is None else index % size
    raise BadIndexError(f"Bad index -- REF {shown_text(index)}: {_extent(size, value)}")


def _extent(size: int | None, value: Any) -> str:
    components = f"components 0 to {size - 1}" if size else "no components" if size == 0 else "components from 0 on"
    return f"{describe(value)} has {components}"


@singledispatch
def taken(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    """The part of a value by the first of the selectors, or by more of them, and the others."""
    if is_procedure(value):
        return compose(component(*selectors), value), ()
    if is_batch(value):
        raise WrongTypeError(f"ref expects a structure, got {describe(value)}, which is one scalar for each orbit")
    if not hasattr(value, "__getitem__") or isinstance(value, (str, dict)):
        raise WrongTypeError(f"ref expects a structure, got {describe(value)}")
    size = None if getattr(value, "endless", False) else len(value)
    return value[place(selectors[0], size, value)], selectors[1:]


@public("ref")
def ref(value: Values, *selectors: Selector) -> Value:
    """The part at a chain of selectors: indices from zero (negative ones from the end), or ranges (first end).

    Scheme:  (ref s i j ...), (ref s '(first end))
    Raises:  BadIndexError if there is no such part
    Source:  SICM 1.4
    >>> from scmpy import down, up
    >>> ref(up(1, up(2, 3)), 1, 0), ref(down(5, 6, 7, 8), (1, 3))
    (2, (down 6 7))
    """
    while selectors:
        value, selectors = taken(value, selectors)
    return value


@public("component")
def component(*selectors: Selector) -> Function:
    """The function that selects a part, as ref does.

    Scheme:  ((component i j ...) s)
    Raises:  BadIndexError if a selector is neither an index nor a range
    Source:  SICM 1.4
    >>> from scmpy import down
    >>> component(1)(down(5, 6))
    6
    """
    for selector in selectors:
        if not _is_index(selector) and _range(selector) is None:
            raise BadIndexError(f"component expects indices, whole numbers, or ranges, got {describe(selector)}")
    return Function(lambda value: ref(value, *selectors), lambda: f"(component {' '.join(map(shown_text, selectors))})")
