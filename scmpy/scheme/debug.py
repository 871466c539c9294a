"""What code objects carry for error messages, and the names in them.

The last constant of every code object is the :class:`DebugInfo` of its form: no run-time cost, and it lives as long
as the code. Python's own table of positions leads from an instruction to a line and column of the Scheme source.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from keyword import iskeyword
from types import CodeType
from typing import Any, NamedTuple

from scmpy.scheme.source import Source, Span

Place = tuple[int | None, int | None, int | None, int | None]  # line, end line, column, end column


@dataclass(eq=False)
class DebugInfo:
    """The source of a form; for each place of a call the names of the operators there, with the operands' number."""

    source: Source
    calls: dict[Place, list[tuple[str, int]]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of variables and procedures, by their names in the code
    entries: set[str] = field(default_factory=set)  # names in the code of functions that only call a raw body


class CallSite(NamedTuple):
    """The place of a tail call."""

    source: Source
    span: Span | None


#: A letter in the names of all local variables of compiled code, and of no global one.
LOCAL = "\u01c0"

#: Stands before the DebugInfo in the code of an entry.
ENTRY = "|entry"

_RESERVED = {"None", "True", "False"}


def global_name(name: str) -> str:
    """The key of a global variable: its name, unless that means something to Python or to the compiler.

    >>> global_name("Lagrange-equations"), global_name("__builtins__"), global_name("None")
    ('Lagrange-equations', '|__builtins__', '|None')
    """
    return "|" + name if name in _RESERVED or name[:1] == "|" or name[:2] == "__" or LOCAL in name else name


def scheme_name(key: str) -> str:
    """The name of the global variable of this key.

    >>> scheme_name("|None"), scheme_name("x")
    ('None', 'x')
    """
    return key[1:] if key[:1] == "|" else key


def finish_code(code: CodeType, constants: list[Any], debug: DebugInfo) -> CodeType:
    """Put the constants of a form, its debugging information and the names of procedures into its code."""

    def resolve(constant: Any) -> Any:
        if type(constant) is bytes:
            return constants[int(constant)]
        if type(constant) is tuple:
            return tuple(map(resolve, constant))
        if type(constant) is CodeType:
            return finish_code(constant, constants, debug)
        return constant

    name = debug.names.get(code.co_name, code.co_name)
    entry = (ENTRY,) if code.co_name in debug.entries else ()
    shown = _names_of_parameters(code)
    return code.replace(
        co_consts=(*map(resolve, code.co_consts), *entry, debug),
        co_name=name,
        co_qualname=name,
        co_varnames=tuple(shown.get(key, key) for key in code.co_varnames),
        co_cellvars=tuple(shown.get(key, key) for key in code.co_cellvars),
    )


def is_entry(code: CodeType) -> bool:
    """Does this code of Scheme's only call the raw body of a procedure?"""
    return code.co_consts[-2:-1] == (ENTRY,)


def _names_of_parameters(code: CodeType) -> dict[str, str]:
    """What Python shows for the parameters of a procedure: their names, where they are distinct ones in Python."""
    keys = code.co_varnames[: code.co_argcount + bool(code.co_flags & inspect.CO_VARARGS)]
    names = [local_name(key) for key in keys]
    return {} if len({*names}) < len(names) or any(map(iskeyword, names)) else dict(zip(keys, names, strict=True))


def local_name(key: str) -> str:
    """The name in Python of a local variable, which compiled code tells from others of that name by a number.

    >>> local_name("theta_1\u01c02")
    'theta_1'
    """
    return key.partition(LOCAL)[0]
