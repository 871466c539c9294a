"""Where two printed answers differ: the smallest parts of their structure that are not the same.

>>> for difference in differences("(+ a (* 2 b))", "(+ a (* 3 b))"): print(difference)
in (* _ b): 2 / 3

The terms of a sum and the factors of a product are compared with those that are most like them, wherever they stand:

>>> for difference in differences("(+ a (* 2 b) c)", "(+ (* b 3) a)"): print(difference)
in (+ ... _): c / nothing
in (* _ b): 2 / 3
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.parse_printed import without_braces
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import read_forms
from scmpy.scheme.source import Source
from scmpy.symbolic.expression import symbol

_MOST = 4  # places where two values differ that are told
_COMMUTATIVE = (symbol("+"), symbol("*"))
_NOTHING = symbol("nothing")
_WORD = re.compile(r"[^\s()]+")
_LONGEST = 160


@dataclass(frozen=True)
class Difference:
    """A place, as the positions of elements from the outermost list in; the list around it; what stands there."""

    path: tuple[int, ...]
    around: str
    recorded: str
    printed: str

    def __str__(self) -> str:
        place = f"in {self.around}: " if self.path else ""
        return f"{place}{self.recorded} / {self.printed}"


def differences(recorded: str, printed: str) -> list[Difference]:
    """The first few places where two printed expressions differ; none if one is no expression."""
    a, b = _read(recorded), _read(printed)
    if a is None or b is None:
        return []
    found: list[Difference] = []
    stack: list[tuple[Any, Any, tuple[int, ...], str]] = [(a[0], b[0], (), "")]
    while stack and len(found) < _MOST:
        one, other, path, around = stack.pop()
        left, right = _elements(one), _elements(other)
        if left and right and left[0] == right[0] and left[0] in _COMMUTATIVE:
            for i, x, y in _by_term(left, right):
                if x is not _NOTHING and y is not _NOTHING:
                    stack.append((x, y, (*path, i), _with_gap(left, i)))
                elif len(found) < _MOST:
                    found.append(Difference((*path, i), f"({left[0].name} ... _)", _short(x), _short(y)))
            continue
        if left is None or right is None or len(left) != len(right) or not left:
            if write_text(one) != write_text(other):
                found.append(Difference(path, around, _short(one), _short(other)))
            continue
        pairs = [(x, y, (*path, i), _with_gap(left, i)) for i, (x, y) in enumerate(zip(left, right, strict=True))]
        stack.extend(pair for pair in reversed(pairs) if write_text(pair[0]) != write_text(pair[1]))
    return found


def _by_term(left: list[Any], right: list[Any]) -> list[tuple[int, Any, Any]]:
    """The terms (or factors) of one that are not the other's, each with what is most like it there, if anything is."""
    texts = [write_text(term) for term in right]
    rest = list(range(1, len(right)))
    lone: list[int] = []
    for i, term in enumerate(left[1:], 1):
        same = next((j for j in rest if texts[j] == write_text(term)), None)
        lone.append(i) if same is None else rest.remove(same)
    found: list[tuple[int, Any, Any]] = []
    for i in lone:
        words = Counter(_WORD.findall(write_text(left[i])))
        like = max(rest, key=lambda j: (words & Counter(_WORD.findall(texts[j]))).total(), default=None)
        rest = [j for j in rest if j != like]
        found.append((i, left[i], _NOTHING if like is None else right[like]))
    return [*found, *((len(left), _NOTHING, right[j]) for j in rest)][::-1]


def _read(text: str) -> list[Any] | None:
    try:
        data = [form.datum for form in read_forms(Source(without_braces(text), "<answer>"))]
    except ScmpyError:
        return None
    return data if len(data) == 1 else None


def _elements(datum: Any) -> list[Any] | None:
    """The elements of a list, which may be empty; None for anything else."""
    items = []
    while isinstance(datum, Pair):
        items.append(datum.car)
        datum = datum.cdr
    return items if datum is EMPTY else None


def _with_gap(items: list[Any], gap: int) -> str:
    """The list with a gap instead of an element, and what is long left out."""
    parts = ["_" if i == gap else _short(item, 24) for i, item in enumerate(items)]
    return f"({' '.join(parts)})"


def _short(datum: Any, longest: int = _LONGEST) -> str:
    text = write_text(datum)
    return text if len(text) <= longest else text[: longest - 4] + " ..."
