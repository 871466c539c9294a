"""The registry: every public operation once, with its Scheme name, its Python name and its documentation.

The Scheme environment, ``from scmpy import *``, help and completion are all made from it. Procedures of the
Scheme language itself (lists, strings, control, ports) live in :mod:`scmpy.scheme` and are not registered here.

Everything else has a Python name, unless Python has it already: as a builtin of that name (``abs``, ``round``,
``max``), as an operator (``=`` and ``<``, ``m:+``), or as a call (``apply``). The typed variants of a generic operation
(``n:exp``, ``v:square``, ``m:transpose``) are for Scheme programs; in Python they are the generic operation.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar

from scmpy.errors import WrongTypeError
from scmpy.guard import guarded

T = TypeVar("T")


def documentation(value: Any) -> str:
    """What a value says of itself; nothing if only its type says something.

    >>> documentation(documentation).splitlines()[0], documentation(3)
    ('What a value says of itself; nothing if only its type says something.', '')
    """
    doc = getattr(value, "__doc__", None)
    return doc if isinstance(doc, str) and doc != getattr(type(value), "__doc__", None) else ""


def docstring(meaning: str, scheme: str, typed: str, answer: str, given: str = "") -> str:
    """The documentation of a value that is declared in a table: what it is, its call, an example, which is tested.

    What is ``given`` is a statement typed before the example.

    >>> from doctest import DocTestParser
    >>> text = docstring("Sine.", "(sin x)", "sin(0)", "0")
    >>> [(example.source, example.want) for example in DocTestParser().get_examples(text)]
    [('sin(0)\\n', '0\\n')]
    """
    before = f">>> {given}\n    " if given else ""
    return f"{meaning}\n\n    Scheme:  {scheme}\n    {before}>>> {typed}\n    {answer}\n"


@dataclass(frozen=True)
class Entry:
    """One public operation: its names, its value and where it was declared."""

    scheme: str
    python: str | None
    value: Any
    module: str
    own_doc: str = ""

    @property
    def doc(self) -> str:
        """The documentation: given with the declaration for a value that is no function, else the docstring."""
        return self.own_doc or documentation(self.value)


_by_scheme: dict[str, Entry] = {}
_by_python: dict[str, Entry] = {}
_guards: dict[Any, Any] = {}  # a function, or its guarded form -> its guarded form

#: The builtins of Python, whether or not its module ``site`` has added its own; not those that a notebook adds.
BUILTINS = frozenset(dir(builtins)) - {"display", "get_ipython"} | {"exit", "quit", "help", "license", "credits"}

_SPELLING = {
    "->": "_to_",
    "<->": "_to_and_from_",
    "!": "_bang",
    "*": "_star",
    "+": "_plus",
    "/": "_over_",
    "~": "_tilde",
}


def python_name(scheme: str) -> str:
    """The Python spelling of a Scheme name.

    >>> [python_name(s) for s in ("Lagrange-equations", "F->C", "vector-field?", "set-x!", "s:map", "D")]
    ['Lagrange_equations', 'F_to_C', 'is_vector_field', 'set_x_bang', 's_map', 'D']
    """
    if scheme.isidentifier():
        return scheme
    name = scheme
    if name.endswith("?"):
        name = "is_" + name[:-1]
    for old, new in _SPELLING.items():
        name = name.replace(old, new)
    name = re.sub(r"\W", "_", name)
    return name if not name[:1].isdigit() else "n" + name


def exported_name(scheme: str) -> str | None:
    """The Python spelling of a Scheme name, unless that is a keyword of Python or the name of a builtin.

    >>> exported_name("F->C"), exported_name("list"), exported_name("lambda")
    ('F_to_C', None, None)
    """
    python = python_name(scheme)
    free = python.isidentifier() and not keyword.iskeyword(python) and python not in BUILTINS
    return python if free else None


def _entrance(function: Any, scheme: str, python: str) -> Any:
    """The guarded form of a function, one for all its names; one that is made in another is called by the first."""
    if function not in _guards:
        entrance = guarded(function, scheme)
        if "<locals>" in entrance.__qualname__:
            entrance.__name__ = entrance.__qualname__ = python
        _guards[function] = _guards[entrance] = entrance
    return _guards[function]


def register(scheme: str, value: T, *, python: str | None = "", module: str | None = None, doc: str = "") -> T:
    """Make ``value`` public under a Scheme name; the Python name follows from it unless it is given.

    ``python=None`` keeps the operation out of Python's namespace. Names that would shadow a Python builtin or
    keyword are kept out of it too (use the builtin, or the operator: ``abs(x)`` works on every value).
    What is public of a function is its guarded form, which raises scmpy's errors (:mod:`scmpy.guard`).
    """
    if python == "":
        python = exported_name(scheme)
    if isinstance(value, FunctionType):
        value = _entrance(value, scheme, python or python_name(scheme))
    entry = Entry(scheme, python, value, module or getattr(value, "__module__", None) or "scmpy", doc)
    _by_scheme[scheme] = entry
    if python is not None:
        _by_python.setdefault(python, entry)
    return value


def public(scheme: str, *aliases: str, python: str | None = "") -> Callable[[T], T]:
    """Decorator form of :func:`register`; ``aliases`` are further names of the same value, in Python if it has one."""

    def declare(value: T) -> T:
        value = register(scheme, value, python=python)
        for alias in aliases:
            register(alias, value, python="" if python is not None else None)
        return value

    return declare


def entries() -> tuple[Entry, ...]:
    """Every entry, in the order of declaration."""
    return tuple(_by_scheme.values())


def scheme_name_of(value: Any) -> str | None:
    """The Scheme name under which a value was first declared, if it was; numbers have no names.

    >>> scheme_name_of(python_name) is None
    True
    """
    if isinstance(value, (int, float)):
        return None
    return next((entry.scheme for entry in _by_scheme.values() if entry.value is value), None)


def declared_documentation(value: Any) -> str:
    """The documentation that was given with the declaration of a value, if any was."""
    return next((entry.own_doc for entry in _by_scheme.values() if entry.value is value), "")


class Registered:
    """Mixin: a public value, which may be made of functions without names, is pickled and copied as its name.

    >>> import pickle
    >>> from scmpy import D
    >>> pickle.loads(pickle.dumps(D)) is D
    True
    """

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        name = scheme_name_of(self)
        return super().__reduce_ex__(protocol) if name is None else (_value_named, (name,))


def _value_named(scheme: str) -> Any:
    return _by_scheme[scheme].value


def lookup(name: str) -> Entry | None:
    """The entry with this Scheme or Python name, if there is one."""
    return _by_scheme.get(name) or _by_python.get(name)


def apropos(text: str) -> None:
    """Print the Python names that have a text in them or in the first line of their documentation.

    >>> apropos("Euler-angles")  # doctest: +SKIP
    Euler_state_to_omega_body  The angular velocity of ...
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"apropos expects a text, got {text!r}")
    for name, entry in sorted(_by_python.items()):
        line = entry.doc.strip().partition("\n")[0]
        if text.lower() in f"{name} {entry.scheme} {line}".lower():
            print(f"{name:<30}  {line}".rstrip())


def scheme_bindings() -> dict[str, Any]:
    """Scheme name to value: the generic environment of a fresh session."""
    return {name: entry.value for name, entry in _by_scheme.items()}


def python_bindings() -> dict[str, Any]:
    """Python name to value: what ``from scmpy import *`` brings."""
    return {name: entry.value for name, entry in _by_python.items()}
