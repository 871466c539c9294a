"""What of the original's vocabulary only rare programs use: no book has it, and nothing else here needs it.

Programs written for the original may still use it; who reads the core need not. The original's internals that no text
or program is known to use are not carried over: dropped.txt names them, with what to use instead, and the error of such
a name says it (:func:`scmpy.registry.not_carried_over`). Nothing imports this package: a module of it is loaded when
one of its names is first asked for (:mod:`scmpy.registry`), and it may use all the others. Read in this order:

- aliases: other names of public operations, predicates of types, small procedures
- expressions: rule sets, the matcher, literals; the original's polynomials and analyzers
- structures: the parts of tuples and matrices, tensors by indices
- fields_and_states: the parts of fields, points, states, differentials and series
- numbers, searches: combinatorics, data, elliptic integrals; roots, extrema, steps of integration

Most of the names are one expression: a function whose documentation begins with a call in Scheme is public by that
name (:func:`rare`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from scmpy.registry import public

T = TypeVar("T", bound=Callable[..., Any])

_FIELD = re.compile(r"(?:Math|Shapes|Units|Raises|Source): ")


def rare(*aliases: str, python: str | None = "") -> Callable[[T], T]:
    """Decorator: make a function public that is documented in brief, by its call in Scheme, its meaning, an example.

    The name is the first in the call; ``aliases`` are further ones. The example is ``statement; call => answer``, after
    a bar or in lines of its own; fields follow it, and lines of a dialogue.

    >>> from scmpy.compat.numbers import bell
    >>> print(bell.__doc__.replace(">", "]").strip())
    The number of partitions of n things into sets that are not empty.
    <BLANKLINE>
        Scheme:  (bell n)
        ]]] bell(5), bell(0)
        (52, 1)
    """

    def declare(function: Any) -> Any:
        scheme, function.__doc__ = spelled_out(function.__doc__)
        return public(scheme.lstrip("(").split()[0].rstrip(")"), *aliases, python=python)(function)

    return declare


def declare_documented(module: dict[str, Any]) -> None:
    """Make the other functions of a module public whose documentation begins with a call in Scheme."""
    for name, value in [*module.items()]:
        is_own = isinstance(value, FunctionType) and value.__module__ == module["__name__"] and name[0] != "_"
        if is_own and (value.__doc__ or "").startswith("("):
            module[name] = rare()(value)


def spelled_out(text: str) -> tuple[str, str]:
    """The call in Scheme of a brief documentation, and the whole one."""
    end = _end_of_form(text)
    meaning: list[str] = []
    fields, dialogue, example = [f"Scheme:  {text[:end]}"], list[str](), list[str]()
    for line in map(str.strip, text[end:].replace(" | ", "\n").splitlines()):
        if _FIELD.match(line):
            fields.append(line)
        elif line.startswith(("1 ]=>", ";Value")):
            dialogue.append(line)
        elif "=> " in line:
            typed, answer = line.split("=> ")
            typed = typed.strip() or meaning.pop()  # of the line before
            example += [*(f">>> {statement}" for statement in typed.split("; ")), answer]
        elif line.endswith(";"):
            example.append(f">>> {line[:-1]}")
        elif len(fields) > 1 and line:
            fields.append(f"         {line}")
        else:
            meaning.append(line)
    called = "\n    ".join((*fields, *dialogue, *example))
    return text[:end], "\n    ".join(meaning).strip() + f"\n\n    {called}\n    "


def _end_of_form(text: str) -> int:
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth:
            return place + 1
    raise ValueError(text)
