"""Texts of shared trees, built from the leaves up.

An expression is a graph: equal parts are one object, and it may be ten thousand levels deep. So a printer here is a
pair of functions, one for leaves and one for combinations, which :func:`fold` applies bottom-up, without recursion and
once for each distinct node. What they build are ropes: texts that are joined only at the end, so that a part which
occurs a thousand times is stored once, and so that the length of the whole is known before it is written.

The printers ask of a tree only that a combination has ``operator`` and ``operands``, that a symbol has ``name`` (and
``operator`` None), that both are told apart by identity, and that everything else is a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scmpy.generic.graphs import parts_first
from scmpy.generic.settings import Limit

T = TypeVar("T")

MOST_CHARACTERS = Limit("most-characters", 100_000_000, "Characters of the text of a value.")


class Rope:
    """A text in parts, each a string or a rope.

    >>> part = rope("(f ", "x", ")")
    >>> str(rope(part, " ", part)), len(part)
    ('(f x) (f x)', 5)
    """

    __slots__ = ("parts", "size", "tall")

    def __init__(self, parts: tuple[Text, ...]) -> None:
        self.parts = parts
        self.size = sum(map(len, parts))
        self.tall = any(map(is_tall, parts))

    def __len__(self) -> int:
        return min(self.size, MOST_CHARACTERS.value + 1)  # len() has no answer beyond the size of an address

    def __str__(self) -> str:
        if self.size > MOST_CHARACTERS.value:
            raise MOST_CHARACTERS.refusal("the text of this value has")
        strings: list[str] = []
        stack: list[Text] = [self]
        while stack:
            text = stack.pop()
            if isinstance(text, str):
                strings.append(text)
            else:
                stack.extend(reversed(text.parts))
        return "".join(strings)


Text = str | Rope


class Tall(str):
    """A part of a text that makes the whole taller than a line of letters: the beginning of a fraction."""

    __slots__ = ()


def is_tall(text: Text) -> bool:
    """Is the text, or a part of it, taller than a line of letters?

    >>> is_tall(rope("1 + ", rope(Tall("frac"), "x"))), is_tall("frac")
    (True, False)
    """
    return text.tall if isinstance(text, Rope) else isinstance(text, Tall)


def rope(*parts: Text) -> Rope:
    """The parts, one after the other."""
    return Rope(parts)


def separated(separator: str, parts: Sequence[Text]) -> Rope:
    """The parts with a separator between them.

    >>> str(separated(", ", ["a", "b", "c"]))
    'a, b, c'
    """
    spread: list[Text] = []
    for part in parts:
        spread += (separator, part)
    return Rope(tuple(spread[1:]))


def operator_of(tree: Any) -> Any:
    """The operator of a combination; None for symbols and numbers."""
    return getattr(tree, "operator", None)


def fold(tree: Any, leaf: Callable[[Any], T], combine: Callable[[Any, T, list[T]], T]) -> T:
    """The value of a tree, bottom-up: ``leaf(x)``, or ``combine(x, value of the operator, values of the operands)``.

    >>> from scmpy.render.name_reading import Combination
    >>> pair = Combination(1, (2, 3))
    >>> fold(pair, lambda x: x, lambda tree, operator, operands: operator + sum(operands))
    6
    """
    done: dict[Any, T] = {}
    numbers: dict[int, T] = {}  # by identity: 1 is not 1., and the tree holds them

    def value(x: Any) -> T:
        if hasattr(x, "operator"):
            return done[x]
        key = id(x)
        if key not in numbers:
            numbers[key] = leaf(x)
        return numbers[key]

    for node in parts_first((tree,), _parts, done):
        if node.operator is None:
            done[node] = leaf(node)
        else:
            done[node] = combine(node, value(node.operator), [value(x) for x in node.operands])
    return value(tree)


def _parts(tree: Any) -> tuple[Any, ...] | None:
    operator = getattr(tree, "operator", tree)
    if operator is None:
        return ()
    return None if operator is tree else (operator, *tree.operands)
