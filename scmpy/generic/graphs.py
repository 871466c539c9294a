"""Shared graphs, walked parts first: every node once, after all that it is made of, however deep they nest.

What an expression, a printed tree or an object of SymPy's is made of is a graph: equal parts are one object, and it may
be a hundred thousand levels deep. As a tree it would be of exponential size, and Python's stack is too short for it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any


def parts_first(
    roots: Sequence[Any], parts: Callable[[Any], Sequence[Any] | None], known: Container[Any] | None = None
) -> Iterator[Any]:
    """Every distinct node of graphs, from left to right, each after its parts (iterative: any depth).

    ``parts`` gives the parts of a node, () where there are none, and None for what is no node, such as a number, which
    is passed over. Nodes are told apart by hash and equality. With ``known``, a memory to which the caller adds every
    node as it comes, what is in it already is passed over too, and not entered.

    >>> made_of = {"a": "bc", "b": "c", "c": ()}
    >>> list(parts_first("a", made_of.get)), list(parts_first("ax", made_of.get, known={"b"}))
    (['c', 'b', 'a'], ['c', 'a'])
    >>> values = {}
    >>> for node in parts_first("a", made_of.get, values):
    ...     values[node] = 1 + sum(values[part] for part in made_of[node])
    >>> values
    {'c': 1, 'b': 2, 'a': 4}
    """
    met: set[Any] = set()
    seen = met if known is None else known
    path: list[tuple[Any, Iterator[Any]]] = []  # nodes whose parts are being done, with what comes after each
    todo = iter(roots)
    while True:
        for node in todo:
            below = parts(node)
            if below is None or node in seen:
                continue
            if known is None:
                met.add(node)
            if below:
                path.append((node, todo))
                todo = iter(below)
                break
            yield node
        else:
            if not path:
                return
            node, todo = path.pop()
            yield node
