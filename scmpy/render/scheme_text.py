"""Expressions as Scheme writes them: on one line, or broken into lines as the original's pretty printer does.

A combination that fits on the rest of its line stays on it. If each of its operands fits beside the operator, they
stand below each other there; else they stand below the operator, one column in::

    (+ (* 1/2 m (expt v 2))          (down
       (* -1 m g y))                  (+ ...)
                                      (+ ...))
"""

from __future__ import annotations

from typing import Any

from scmpy.render.number_text import number_text
from scmpy.render.text import MOST_CHARACTERS, Rope, Text, fold, rope, separated


def scheme_text(tree: Any) -> str:
    """An expression on one line.

    >>> from scmpy.render.name_reading import Combination, Word
    >>> plus, x = map(Word, ("+", "x"))
    >>> scheme_text(Combination(plus, (0.5, x)))
    '(+ .5 x)'
    """
    return str(fold(tree, atom_text, _one_line))


#: A combination whose parts are strings and together no longer than this is joined at once.
_SHORT = 2000


def _one_line(tree: Any, operator: Text, operands: list[Text]) -> Text:
    if type(operator) is str and all(type(operand) is str for operand in operands):
        text = f"({operator} {' '.join(operands)})" if operands else f"({operator})"  # type: ignore[arg-type]
        if len(text) <= _SHORT:
            return text
    return rope("(", separated(" ", (operator, *operands)), ")")


def pretty_text(tree: Any, columns: int = 79) -> str:
    """An expression broken into lines of at most ``columns`` characters, where that is possible.

    >>> from scmpy.render.name_reading import Combination, Word
    >>> plus, x = map(Word, ("+", "x"))
    >>> print(pretty_text(Combination(plus, (0.5, x)), columns=6))
    (+ .5
       x)
    """
    text = _flat(tree)
    return str(_broken(text, columns) if len(text) <= MOST_CHARACTERS.value else text)


def atom_text(x: Any) -> str:
    """A symbol, a number, a truth value or the unspecific value.

    >>> atom_text(True), atom_text(1.0), atom_text(None)
    ('#t', '1.', '#!unspecific')
    """
    if isinstance(x, bool):
        return "#t" if x else "#f"
    if x is None:
        return "#!unspecific"
    name = getattr(x, "name", None)
    return name if isinstance(name, str) else number_text(x)


class _Combination(Rope):
    """The text of a combination on one line, with the texts that it is made of."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Text, ...]) -> None:
        super().__init__(("(", separated(" ", elements), ")"))
        self.elements = elements


def _flat(tree: Any) -> Text:
    def combine(tree: Any, operator: Text, operands: list[Text]) -> Text:
        return _Combination((operator, *operands))

    return fold(tree, atom_text, combine)


def _broken(text: Text, columns: int) -> Text:
    """Lay out a text: the stack holds what is still to come, in order, each with its column and closing brackets."""
    lines: list[Text] = []
    stack: list[tuple[Text, int, int]] = [(text, 0, 0)]
    while stack:
        text, column, closing = stack.pop()
        fits = column + len(text) + closing <= columns
        if fits or column >= columns or not isinstance(text, _Combination) or len(text.elements) == 1:
            lines.append(text)
            continue
        operator, *operands = text.elements
        beside = column + len(operator) + 2
        widest = max(map(len, operands[:-1]), default=0)
        aligned = beside + max(widest, len(operands[-1]) + closing + 1) <= columns
        start = beside if aligned else column + 1
        lines.append("(")
        stack.append((")", 0, 0))
        for index, operand in reversed(list(enumerate(operands))):
            last = index == len(operands) - 1
            stack.append((operand, start, closing + 1 if last else 0))
            stack.append((" " if aligned and index == 0 else "\n" + " " * start, 0, 0))
        stack.append((operator, column + 1, 0))
    return rope(*lines)
