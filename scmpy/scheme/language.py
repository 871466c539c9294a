"""The procedures of the Scheme language for Python programs, as :mod:`scmpy.scheme.translation` writes them.

``from scmpy import *`` has the course's vocabulary. What belongs to the language itself is here, under Python
spellings; those that would shadow a builtin end in an underscore. A Scheme list is a tuple, or the pairs that ``cons``
and its like return: either is taken where a list is wanted.

>>> from scmpy.scheme.language import car, cdr, show
>>> show(cdr((1, 2, 3)))
(2 3)
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

from scmpy.generic.settings import VARIABLES, setting
from scmpy.registry import BUILTINS, python_name
from scmpy.registry import lookup as registered
from scmpy.scheme.data import DEFAULT, Char, Defined, Pair, Promise, as_pair, is_one_of, list_of, values_of
from scmpy.scheme.primitives import ports as output
from scmpy.scheme.primitives.containers import (
    accessor,
    copier,
    keyword_constructor,
    modifier,
    predicate,
    record,
    record_type,
)
from scmpy.scheme.primitives.control import case_procedure, guarded, values_list, with_parameters
from scmpy.scheme.primitives.control import raise_ as raise_again
from scmpy.scheme.primitives.declare import PRIMITIVES
from scmpy.scheme.printer import result_text

_SPELLING = {
    "=": "equals",
    "<": "less",
    ">": "greater",
    "<=": "at_most",
    ">=": "at_least",
    "1+": "add_one",
    "-1+": "subtract_one",
    "1-": "subtract_one",
    ":pi": "pi",
}


def language_name(scheme: str) -> str | None:
    """The name in this module of a procedure of the language; None if it has none and :func:`from_scheme` finds it.

    >>> language_name("list-tail"), language_name("null?"), language_name("map"), language_name("-pi/2")
    ('list_tail', 'is_null', 'map_', None)
    """
    if scheme in _SPELLING:
        return _SPELLING[scheme]
    if not scheme[:1].isalpha() or any(character in scheme.replace("->", "") for character in "<=>*"):
        return None
    name = python_name(scheme)
    return name + "_" if keyword.iskeyword(name) or name in BUILTINS else name


def from_scheme(name: str) -> Any:
    """The value of a Scheme name that has no Python spelling; of a setting what holds.

    >>> from_scheme("string<?")("a", "b")
    True
    """
    if name in PRIMITIVES:
        return PRIMITIVES[name]
    if name in VARIABLES:
        return VARIABLES[name].value
    entry = registered(name)
    if entry is None or entry.scheme != name or not entry.in_scheme:
        raise NameError(f"Unbound variable: {name}")
    return entry.value


def show(value: Any) -> None:
    """Print a value as the read-eval-print loop does: simplified, on lines of its own; nothing if there is none.

    >>> from scmpy import D, cube, symbols
    >>> show(D(cube)(symbols("x")))
    (* 3 (expt x 2))
    """
    if value is None or isinstance(value, Defined):
        return
    output.fresh_line()
    output.current_port.get().write(result_text(value) + "\n")


def cons_stream(first: Any, rest: Callable[[], Any]) -> Pair:
    """A stream: its first element, and a function of no arguments for the others.

    >>> from scmpy.scheme.language import stream_head
    >>> def integers(n): return cons_stream(n, lambda: integers(n + 1))
    >>> stream_head(integers(1), 3)
    (1 2 3)
    """
    return Pair(first, Promise(rest))


def pairs(*items: Any) -> Any:
    """A Scheme list that can be changed in place.

    >>> pairs(1, 2)
    (1 2)
    """
    return list_of(items)


_PROCEDURES = {name: value for scheme, value in PRIMITIVES.items() if (name := language_name(scheme)) is not None}
assert not _PROCEDURES.keys() & globals().keys(), "a procedure would take the place of a function of this module"
globals().update(_PROCEDURES)

_later = {language_name(scheme): scheme for scheme in PRIMITIVES.names()}


def __getattr__(name: str) -> Any:
    if name not in _later:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return PRIMITIVES[_later[name]]


__all__ = [
    "DEFAULT",
    "Char",
    "Pair",
    "Promise",
    "accessor",
    "as_pair",
    "case_procedure",
    "cons_stream",
    "copier",
    "from_scheme",
    "guarded",
    "is_one_of",
    "keyword_constructor",
    "modifier",
    "pairs",
    "predicate",
    "raise_again",
    "record",
    "record_type",
    "setting",
    "show",
    "values_list",
    "values_of",
    "with_parameters",
]
