"""Quantities with units: what is measured in meters adds to lengths alone.

In Scheme the names are the course's, ``&meter``, ``:c``; in Python they are attributes of this package, ``meter``,
``constants.c``. All of it is loaded when first asked for.

Read in this order:

- quantity: dimensions, quantities and units, in the generic arithmetic, in numpy, to SymPy
- si: the units of SI, physical constants, SymPy's units as quantities; the course's names
"""

from importlib import import_module
from typing import Any

from scmpy.registry import Entry, load, loaded_entries, python_name, scheme_bindings

_MODULES = tuple(f"units.{name}" for name in ("quantity", "si"))


def scheme_names() -> dict[str, str]:
    """The names of Python's, with those of Scheme: units and long multipliers are without their first letter there.

    >>> names = scheme_names()
    >>> names["meter"], names["with_units"], names["constants.c"]
    ('&meter', 'with-units', ':c')
    """
    from scmpy.units.si import PREFIXES

    short = {f"&{name}" for name in PREFIXES if len(name) < 3} | {"&"}
    load(_MODULES)
    own = [
        entry
        for entry in loaded_entries()
        if entry.module.removeprefix("scmpy.") in _MODULES and entry.scheme not in short
    ]
    return {_python(entry): entry.scheme for entry in reversed(own)}


def _python(entry: Entry) -> str:
    if entry.scheme[0] == ":":
        return f"constants.{python_name(entry.scheme[1:])}"
    return getattr(entry.value, "__name__", "") or python_name(entry.scheme.removeprefix("&"))


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    scheme = scheme_names()
    values = scheme_bindings()
    names = {python: values[name] for python, name in scheme.items() if python.isidentifier()}
    names["constants"] = import_module("scmpy.units.si").constants
    globals().update(names)
    globals()["__all__"] = sorted(names)
    if name not in globals():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals()[name]
