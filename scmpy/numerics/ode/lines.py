"""Lines of Python, name = expression, that are run on values of any kind: all at once, or in parts one after the other.

Run on values that write code, a part is a function; many short ones are compiled in less time than a long one, which
takes more than in proportion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

_WORD = re.compile(r"\b[a-z_]\w*\b")


class Part(NamedTuple):
    """Some lines: the names that they read and those that they give; ``run`` takes the values of the ones by name."""

    reads: list[str]
    gives: list[str]
    run: Callable[..., dict[str, Any]]


def parts(lines: Sequence[str], known: Mapping[str, Any], most: int) -> list[Part]:
    """The lines in parts of no more than this, where the known names have these values.

    >>> first, last = parts(["b = a * two", "c = b + a", "d = c + b"], {"two": 2}, 2)
    >>> first.reads, first.gives, first.run(a=5)
    (['a'], ['b', 'c'], {'b': 10, 'c': 15})
    >>> last.reads, last.run(b=10, c=15)
    (['b', 'c'], {'d': 25})
    """
    return [_part(lines[i : i + most], known) for i in range(0, len(lines), most)]


def _part(lines: Sequence[str], known: Mapping[str, Any]) -> Part:
    gives: dict[str, None] = {}
    reads: dict[str, None] = {}
    for line in lines:
        name, _, expression = line.partition(" = ")
        reads |= dict.fromkeys(x for x in _WORD.findall(expression) if x not in gives and x not in known)
        gives[name] = None
    text = [f"def part({', '.join(reads)}):", *lines, f"return {{{', '.join(f'{x!r}: {x}' for x in gives)}}}"]
    names = dict(known)
    exec(compile("\n    ".join(text), "<lines by scmpy>", "exec"), names)
    return Part(sorted(reads), list(gives), names["part"])
