"""Every public operation once, the version, and what is loaded when it is asked for (vocabulary.txt)."""

from __future__ import annotations

import builtins
import gc
import inspect
import itertools
import keyword
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import Context
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from scmpy.boundary import entry_point
from scmpy.errors import WrongTypeError, folded, shown_text
from scmpy.pickling import Portable

# --- vocabulary ------------------------------------------------------------------------------------------------------
# The names whose modules are loaded when one of them is asked for, and the modules that are loaded first.
#
# They are in vocabulary.txt, a line for each kind of names and module, which tests/structure/stubs.py makes from the
# modules; :mod:`scmpy.registry` reads it.

#: The names of a kind that modules declare, by the modules.
_names_of: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)


def text_beside(name: str) -> str:
    """The text of a file of the package, which may be packed."""
    content: bytes = __loader__.get_data(f"{__file__.rpartition('registry.py')[0]}{name}")  # type: ignore[name-defined]
    return content.decode("utf-8")


for _line in text_beside("vocabulary.txt").splitlines():
    _kind, _module, *_names = _line.split()
    _names_of[_kind][_module] = _names

#: The modules that are loaded first; they import the others.
FIRST = [*_names_of["first"]]

#: The names in Scheme of those that are loaded later, their names in Python, and their settings by their Python names.
SCHEME, PYTHON, SETTINGS = _names_of["scheme"], _names_of["python"], _names_of["setting"]

#: Procedures that sessions have, in the place of those values in Scheme where there are such.
PROCEDURES = _names_of["procedure"]

#: The modules that take in the objects of other packages, loaded when such an object is met.
TAKING_IN = {"sympy.physics.units": "units.si"}


def library(name: str) -> Any:
    """A stand-in for a package that takes long to load: the package takes its place when something is asked of it."""
    stand_in = ModuleType(name)

    def take(attribute: str) -> Any:
        if attribute.startswith("__"):  # which is asked of any module
            raise AttributeError(f"{name} has not been loaded, which has {attribute}")
        try:
            found = import_module(name)
        except ModuleNotFoundError as error:  # of ours, so that it is said what needs it
            raise ModuleNotFoundError(str(error), name=error.name) from None
        for module in [*sys.modules.values()]:
            if isinstance(module, ModuleType) and vars(module).get(name) is stand_in:
                vars(module)[name] = found
        return getattr(found, attribute)

    stand_in.__getattr__ = take  # type: ignore[method-assign]
    return stand_in


def is_installed(package: str) -> bool:
    """Is there such a package? In a browser there may be no numpy."""
    from importlib.util import find_spec

    return find_spec(package) is not None


if TYPE_CHECKING:
    import flint as flint
    import numpy as numpy
    import scipy as scipy
    import sympy as sympy
else:
    flint, numpy, scipy, sympy = map(library, ("flint", "numpy", "scipy", "sympy"))


# --- registry --------------------------------------------------------------------------------------------------------
# The registry: every public operation once, with its Scheme name, its Python name and its documentation.
#
# The Scheme environment, ``from scmpy import *``, help and completion are all made from it. Procedures of the
# Scheme language itself (lists, strings, control, ports) live in :mod:`scmpy.scheme` and are not registered here.
#
# Everything else has a Python name, unless Python has it already: as a builtin of that name (``abs``, ``round``,
# ``max``), as an operator (``=`` and ``<``, ``m:+``), or as a call (``apply``). The typed variants of a generic
# operation (``n:exp``, ``v:square``, ``m:transpose``) are for Scheme programs; in Python they are the generic
# operation.
#
# What a first import does not need, it does not load: the table :mod:`scmpy.registry` says which module declares a
# name, and who asks here for a name that is not declared yet gets it from there. Such a module may be loaded at any
# time, so it changes nothing for values that are there without it (tests/structure/test_vocabulary.py).

T = TypeVar("T")


def documentation(value: Any) -> str:
    """What a value says of itself; nothing if only its type says something."""
    doc = getattr(value, "__doc__", None)
    return doc if isinstance(doc, str) and doc != getattr(type(value), "__doc__", None) else ""


def docstring(meaning: str, scheme: str, typed: str, answer: str, given: str = "", **fields: str) -> str:
    """The documentation of a value that is declared in a table: what it is, its call, an example, which is tested.

    What is ``given`` is a statement typed before the example; ``shapes``, ``source`` and other fields follow the call.
    """
    before = f">>> {given}\n    " if given else ""
    fields = {"scheme": scheme, **fields}
    called = "".join(f"{name.capitalize() + ':':8} {text}\n    " for name, text in fields.items())
    return f"{meaning}\n\n    {called}{before}>>> {typed}\n    {answer}\n"


def operands(parameters: Iterable[inspect.Parameter], names: Mapping[str, str] | None = None) -> Iterator[str]:
    """The parameters of a function as they stand in its call in Scheme, some by other names."""
    for parameter in parameters:
        name = (names or {}).get(parameter.name, parameter.name.replace("_", "-"))
        if parameter.kind is parameter.VAR_POSITIONAL:
            yield f"{name} ..."
        elif parameter.kind is not parameter.KEYWORD_ONLY and parameter.kind is not parameter.VAR_KEYWORD:
            yield name if parameter.default is parameter.empty else f"[{name}]"


_FIELD = re.compile(r"^    (?:(?:Math|Shapes|Units|Raises|Source): |>>> |1 \]=> )", re.MULTILINE)


def with_call(function: Any, scheme: str) -> str:
    """The documentation of a function; where it does not say how it is called in Scheme, by its parameters."""
    doc = function.__doc__ or ""
    if not doc or "Scheme: " in doc:
        return doc
    call = f"    Scheme:  ({' '.join([scheme, *operands(inspect.signature(function).parameters.values())])})\n"
    field = _FIELD.search(doc)
    return f"{doc[: field.start()]}{call}{doc[field.start() :]}" if field else f"{doc.rstrip()}\n\n{call}    "


def document(function: Any, doc: str = "", source: str = "") -> None:
    """Give a function its documentation, if not its own, and the place where a standard defines what it does."""
    doc = doc or function.__doc__ or ""
    source = source.replace("MIT ", "MIT/GNU Scheme Reference, ")
    function.__doc__ = f"{inspect.cleandoc(doc)}\n\nSource:  {source}" if source else doc


@dataclass(frozen=True)
class Entry:
    """One public operation: its names, its value and where it was declared."""

    scheme: str
    python: str | None
    value: Any
    module: str
    own_doc: str = ""
    in_scheme: bool = True

    @property
    def doc(self) -> str:
        """The documentation: given with the declaration for a value that is no function, else the docstring."""
        return self.own_doc or documentation(self.value)

    @property
    def described(self) -> str:
        """What apropos looks through: the documentation, and the name of the module, which is that of a topic."""
        return f"{self.doc.strip()}\n{self.module}"


_by_scheme: dict[str, Entry] = {}
_bindings: dict[str, Any] = {}  # of Scheme names to values
_by_python: dict[str, Entry] = {}
_by_value: dict[int, Entry] = {}  # the first entry of a value, by its identity: entries are not removed
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
    name = scheme.replace("-", "_")
    if name.isidentifier():
        return name
    name = scheme
    if name.endswith("?"):
        name = "is_" + name[:-1]
    for old, new in _SPELLING.items():
        name = name.replace(old, new)
    name = re.sub(r"\W", "_", name)
    return name if not name[:1].isdigit() else "n" + name


def exported_name(scheme: str) -> str | None:
    """The Python spelling of a Scheme name, unless that is a keyword of Python or the name of a builtin."""
    python = python_name(scheme)
    free = python.isidentifier() and not keyword.iskeyword(python) and python not in BUILTINS
    return python if free else None


def _entrance(function: Any, scheme: str, python: str | None) -> Any:
    """The guarded form of a function, one for all its names.

    A function that is made in another is called by the first of them, and says that it is of ``scmpy`` itself: its
    module does not have it, and there pickle finds it, by its name in Scheme if it has no other.
    """
    if function not in _guards:
        entrance = entry_point(function, scheme)
        if "<" in entrance.__qualname__:
            entrance.__name__, entrance.__qualname__ = python or python_name(scheme), python or scheme
            entrance.__module__ = "scmpy"
        _guards[function] = _guards[entrance] = entrance
    return _guards[function]


def register(
    scheme: str, value: T, *, python: str | None = "", module: str | None = None, doc: str = "", in_scheme: bool = True
) -> T:
    """Make ``value`` public under a Scheme name; the Python name follows from it unless it is given.

    ``python=None`` keeps the operation out of Python's namespace, ``in_scheme=False`` out of programs of Scheme: what
    returns values of other libraries, which have no place there. Names that would shadow a Python builtin or
    keyword are kept out of it too (use the builtin, or the operator: ``abs(x)`` works on every value).
    What is public of a function is its guarded form, which raises scmpy's errors (:mod:`scmpy.boundary`).
    """
    if python == "":
        python = exported_name(scheme)
    if isinstance(value, FunctionType):
        value = _entrance(value, scheme, python)
        if in_scheme:
            value.__doc__ = with_call(value, scheme)
    home = module or getattr(inspect.unwrap(value), "__module__", None) or "scmpy"  # type: ignore[arg-type]
    entry = Entry(scheme, python, value, home, doc, in_scheme)
    _by_scheme[scheme] = entry
    if in_scheme:
        _bindings[scheme] = value
    _by_value.setdefault(id(value), entry)
    if python is not None:
        _by_python.setdefault(python, entry)
    return value


def public(scheme: str, *aliases: str, python: str | None = "", in_scheme: bool = True) -> Callable[[T], T]:
    """Decorator form of :func:`register`; ``aliases`` are further names of the same value, in Python if it has one."""

    def declare(value: T) -> T:
        value = register(scheme, value, python=python, in_scheme=in_scheme)
        for alias in aliases:
            register(alias, value, python="" if python is not None else None)
        return value

    return declare


def declare_predicate(
    scheme: str,
    holds: Callable[[Any], bool] | type | tuple[type, ...],
    question: str,
    *examples: str,
    given: str = "",
    python: str | None = "",
    **fields: str,
) -> None:
    """Make a predicate of a table public, with its documentation: a function that is no other name's.

    It holds of the examples but the last. One that is a type, or several, holds of instances of these.
    """
    if isinstance(holds, (type, tuple)):
        holds = _instances_of(holds if isinstance(holds, tuple) else (holds,))
    called = exported_name(scheme)
    typed = ", ".join(f"{called}({example})" for example in examples)
    answers = ", ".join([*["True"] * (len(examples) - 1), "False"])
    answer = f"({answers})" if len(examples) > 1 else answers
    holds.__doc__ = docstring(question, f"({scheme} x)", typed, answer, given, **fields)
    register(scheme, holds, python=python)


def _instances_of(kinds: tuple[type, ...]) -> Callable[[object], bool]:
    def is_instance(value: object) -> bool:
        return isinstance(value, kinds)

    is_instance.__module__ = kinds[0].__module__
    return is_instance


#: The module that declares a name, for those that are loaded when they are asked for: of Scheme, Python, settings.
_awaited = {name: module for table in (SCHEME, PYTHON, SETTINGS) for module, names in table.items() for name in names}


def load(modules: Iterable[str]) -> None:
    """Import modules of scmpy: what they declare is everybody's, whichever session asks for it."""
    names = [f"scmpy.{module}" for module in modules]
    with _new_is_old() if any(name not in sys.modules for name in names) else nullcontext():
        for name in names:
            Context().run(import_module, name)


def load_for(kind: type) -> bool:
    """Load the module that takes in objects of a type from another package, where the vocabulary names one."""
    found = [module for package, module in TAKING_IN.items() if kind.__module__.startswith(f"{package}.")]
    load(found)
    return bool(found)


@contextmanager
def _new_is_old() -> Iterator[None]:
    """What is made is no garbage: it is old then, without having been looked through.

    ``from scmpy import *`` takes a sixth less time so (142 ms for 172). The collector works as before afterwards, and
    nothing stays frozen; where a program has frozen something of its own nothing is moved, for that would thaw it.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        if collecting:
            gc.enable()


def load_setting(name: str) -> None:
    """Load the module that declares a setting of this name, in Scheme or Python, if there is one."""
    if _awaited.get(name) in SETTINGS:
        load((_awaited[name],))


def load_all() -> None:
    load(dict.fromkeys(_awaited.values()))


def loaded_entries() -> tuple[Entry, ...]:
    """The entries of what has been loaded, in the order of declaration."""
    return tuple(_by_scheme.values())


def entries() -> tuple[Entry, ...]:
    load_all()
    return tuple(sorted(loaded_entries(), key=lambda entry: entry.scheme))


def scheme_name_of(value: Any) -> str | None:
    """The Scheme name under which a value was first declared, if it was; numbers have no names.

    >>> scheme_name_of(python_name) is None
    True
    """
    entry = None if isinstance(value, (int, float)) else _by_value.get(id(value))
    return None if entry is None else entry.scheme


def declared_documentation(value: Any) -> str:
    """The documentation that was given with the declaration of a value, if any was."""
    entry = _by_value.get(id(value))
    return "" if entry is None else entry.own_doc


class Registered(Portable):
    """Mixin: a value that, if it is public, is pickled as its name; copied it is itself.

    >>> import pickle
    >>> from scmpy import D
    >>> pickle.loads(pickle.dumps(D)) is D
    True
    """

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> Any:
        name = scheme_name_of(self)
        return super().__reduce_ex__(protocol) if name is None else (_value_named, (name,))

    def __deepcopy__(self: T, memo: Any) -> T:
        return self


def _value_named(scheme: str) -> Any:
    entry = scheme_entry(scheme)
    assert entry is not None, scheme
    return entry.value


def _found(name: str, table: dict[str, Entry]) -> Entry | None:
    if name not in table and name in _awaited:
        load((_awaited[name],))
    return table.get(name)


def lookup(name: str) -> Entry | None:
    return scheme_entry(name) or python_entry(name)


def scheme_entry(name: str) -> Entry | None:
    return _found(name, _by_scheme)


def python_entry(name: str) -> Entry | None:
    return _found(name, _by_python)


def found(text: str, described: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """The names that a text is found in, with the first lines of their documentation, the best first.

    Given are names, their other spellings and their documentation. First come the names that have the text as words,
    then those that contain it, then those whose first line has it where a word begins. If there are none, it is looked
    for in the rest of the documentation. Case does not matter, nor which of hyphen, underscore and space joins words.
    """
    sought = re.sub(r"(?:\\?[-_ ])+", "[-_ ]+", re.escape(text))
    begins, word = rf"(?<![^\W_]){sought}", rf"(?<![^\W_]){sought}(?![^\W_])"
    places: list[list[tuple[str, str]]] = [[], [], [], []]
    for name, other, doc in sorted(described):
        names, (line, _, rest) = f"{name} {other}", doc.strip().partition("\n")
        looks = ((word, names), (sought, names), (begins, line), (begins, rest))
        place = next((place for place, look in enumerate(looks) if re.search(*look, re.IGNORECASE)), None)
        if place is not None:
            places[place].append((name, line))
    return [*itertools.chain(*places[:3])] or places[3]


@partial(entry_point, name="apropos")
def apropos(text: str) -> None:
    """Print the Python names that a text is found in, or in their documentation.

    >>> apropos("Euler-angles")  # doctest: +SKIP
    Euler_angles               Euler angles (theta, phi, psi) of rotations ...
    Euler_state_to_omega_body  The angular velocity of ...
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"apropos expects a text, got {shown_text(text)}")
    load_all()
    rows = found(text, ((name, entry.scheme, entry.described) for name, entry in _by_python.items()))
    for name, line in rows:
        print(folded(f"{name:<30}  {line}".rstrip(), sys.stdout))
    if not rows:
        print(f"Nothing matches {text}")


@cache
def _dropped() -> dict[str, str]:
    rows = [line.partition("\t") for line in text_beside("compat/dropped.txt").splitlines()]
    texts = {
        name: "an internal of the original that is not carried over" + (f"; {instead}" if instead else "")
        for names, _, instead in rows
        for name in names.split()
    }
    return {python_name(name): f"{name} is {text}" for name, text in texts.items()} | texts


def not_carried_over(name: str) -> str:
    """What an error says of a name that is one of the original's internals, and what to use instead; else nothing.

    >>> not_carried_over("bs-advancer")
    'an internal of the original that is not carried over; state-advancer and evolve integrate with any of the methods'
    >>> not_carried_over("square")
    ''
    """
    return _dropped().get(name, "")


def scheme_bindings() -> dict[str, Any]:
    """Scheme name to value, of what has been loaded: the generic environment of a fresh session."""
    return _bindings.copy()


def scheme_names() -> set[str]:
    """All names that programs of Scheme find, whether or not they have been loaded."""
    return {*scheme_bindings(), *itertools.chain(*SCHEME.values())}


def scheme_value(name: str) -> Any:
    """The value that programs of Scheme find under a name. KeyError if there is none."""
    entry = scheme_entry(name)
    if entry is None or not entry.in_scheme:
        raise KeyError(name)
    return entry.value


def python_bindings() -> dict[str, Any]:
    """Python name to value, of what has been loaded; of all that is public after :func:`load_all`."""
    return {name: entry.value for name, entry in tuple(_by_python.items())}


def python_names() -> set[str]:
    """All names that ``from scmpy import *`` brings, whether or not they have been loaded."""
    return {*_by_python, *itertools.chain(*PYTHON.values())}


__version__ = "0.1.0"
