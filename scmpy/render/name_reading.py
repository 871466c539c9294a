"""Names that are the texts of expressions, such as ``(* D x)`` and ``(compose f g)``, read back as trees.

Operators and functions made from others are known by such names. They stay single symbols, which nothing rearranges,
until they are typeset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, eq=False)
class Word:
    """A symbol of a name."""

    name: str
    operator: None = None
    operands: tuple[()] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Combination:
    """An operator and its operands in a name; no repr, since that of shared parts has no bound."""

    operator: Any
    operands: tuple[Any, ...]


def tree_of_name(name: str) -> Combination | None:
    """The tree whose text the name is; None for any other name.

    >>> tree = tree_of_name("(D f)")
    >>> tree.operator.name, tree.operands[0].name
    ('D', 'f')
    >>> tree_of_name("f"), tree_of_name("(+ f"), tree_of_name("(f) g)"), tree_of_name("()")
    (None, None, None, None)
    """
    if not (name.startswith("(") and name.endswith(")")):
        return None
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", name):
        if token == "(":
            stack.append([])
        elif token != ")":
            stack[-1].append(_atom(token))
        elif len(stack) == 1 or not stack[-1]:
            return None
        else:
            operator, *operands = stack.pop()
            stack[-1].append(Combination(operator, tuple(operands)))
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _atom(token: str) -> Any:
    try:
        return float(token) if "." in token else Fraction(token)
    except ValueError:
        return Word(token)
