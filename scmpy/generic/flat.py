"""Nested values written flat, so that pickle and deepcopy take them at any depth.

A value becomes a list of records, each after those of its parts: how it is made, and the places of its parts; what has
no parts is its own record. Parts that are shared are written once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Maker = Callable[[Sequence[Any]], Any]
Record = tuple[Maker | None, Any]


def records(root: Any, parts_of: Callable[[Any], tuple[Maker, Sequence[Any]] | None]) -> list[Record]:
    """The records of a value; ``parts_of`` says how a node is made of which parts, None of a leaf.

    >>> flat = records([1, [2]], lambda x: (list, x) if isinstance(x, list) else None)
    >>> flat == [(None, 1), (None, 2), (list, (1,)), (list, (0, 2))], rebuilt(flat)
    (True, [1, [2]])
    """
    found: list[Record] = []
    places: dict[int, int] = {}
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        node, parts_are_done = stack.pop()
        if id(node) in places:
            continue
        made = parts_of(node)
        if made is not None and not parts_are_done:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(made[1]))
            continue
        places[id(node)] = len(found)
        found.append((None, node) if made is None else (made[0], tuple(places[id(part)] for part in made[1])))
    return found


def rebuilt(flat: list[Record]) -> Any:
    """The value that these are the records of."""
    values: list[Any] = []
    for make, content in flat:
        values.append(content if make is None else make([values[i] for i in content]))
    return values[-1]
