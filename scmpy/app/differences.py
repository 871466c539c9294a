"""Where two printed answers differ: the smallest parts of their structure that are not the same.

>>> for difference in differences("(+ a (* 2 b))", "(+ a (* 3 b))"): print(difference)
in (* _ b): 2 / 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import read_forms
from scmpy.scheme.source import Source

_MOST = 4
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
        if left is None or right is None or len(left) != len(right) or not left:
            if write_text(one) != write_text(other):
                found.append(Difference(path, around, _short(one), _short(other)))
            continue
        pairs = [(x, y, (*path, i), _with_gap(left, i)) for i, (x, y) in enumerate(zip(left, right, strict=True))]
        stack.extend(pair for pair in reversed(pairs) if write_text(pair[0]) != write_text(pair[1]))
    return found


def _read(text: str) -> list[Any] | None:
    try:
        data = [form.datum for form in read_forms(Source(text, "<answer>"))]
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
