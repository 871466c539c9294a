"""The names of the package, as type checkers and editors see them: ``scmpy/__init__.pyi``, made from the registry.

What has a name in the module that declares it is imported from there, with its annotations; the others are declared.

    python tests/structure/stubs.py
"""

import collections.abc
import inspect
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # first the table by which scmpy is imported
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.structure import vocabulary

    vocabulary.TABLE.write_text(vocabulary.text(), encoding="utf-8")

import scmpy
import scmpy.generic.types as words
from scmpy.generic.dispatch import Operation
from scmpy.registry import Entry, entries
from scmpy.structure import types as aliases

STUB = Path(scmpy.__file__).with_suffix(".pyi")

HEAD = '''"""What ``from scmpy import *`` brings. Made from the registry by tests/structure/stubs.py, not written by hand."""

from typing import Any

from scmpy.generic.functions import Function as _Function
from scmpy.scheme.printer import parse_printed as parse_printed

class _Operation(_Function):
    def on(self, *types: type) -> Any: ...

__version__: str
'''

BUILTIN = ("bool", "int", "float", "str")

#: Of annotations: what needs no import, and where the rest is found that is no class of scmpy's.
PLAIN = {*BUILTIN, "None", "object", "tuple", "list", "dict", "complex", "type", "Any", "False", "True"}
HOMES = {
    **dict.fromkeys(collections.abc.__all__, "collections.abc"),
    "Literal": "typing",
    **{name: module.__name__ for module in (words, aliases) for name in module.__annotations__},
    "Scalar": words.__name__,
}

Imports = dict[str, set[tuple[str, str]]]


def _home(entry: Entry, name: str) -> tuple[str, str] | None:
    """The module that a public function or class is found in, and its name there; other values are declared."""
    if not inspect.isfunction(entry.value) and not isinstance(entry.value, type):
        return None
    for module in (getattr(entry.value, "__module__", None), entry.module, type(entry.value).__module__):
        if isinstance(module, str) and module.startswith("scmpy.") and module in sys.modules:
            own = [key for key, value in vars(sys.modules[module]).items() if value is entry.value]
            public = [key for key in own if not key.startswith("_")]
            if public and type(entry.value).__name__ not in BUILTIN:
                return module, name if name in public else public[0]
    return None


def _annotation(written: Any, function: Any, imports: Imports) -> str:
    """An annotation as it is written in a module, with the imports that it needs in the stub."""
    if not isinstance(written, str):
        return "Any"
    module = sys.modules[function.__module__]
    for name in set(re.findall(r"[A-Za-z_]\w*", written)) - PLAIN:
        meant = getattr(module, name, None)
        home = HOMES.get(name)
        if home is None and isinstance(meant, type) and meant.__module__.startswith("scmpy."):
            home = meant.__module__
        if home is None:
            return "Any"
        imports[home].add((name, f"_{name}_"))  # no name of a value's class
        written = re.sub(rf"\b{name}\b", f"_{name}_", written)
    return written


def _declaration(name: str, value: Any, imports: Imports) -> str:
    """The declaration of a value that no module has under a name: one of a table, or of a loop."""
    kind = type(value)
    if isinstance(value, Operation):
        return f"{name}: _Operation"  # the class that dispatches has no types
    if not inspect.isfunction(value):
        ours = kind.__module__.startswith("scmpy.")
        return f"{name}: {f'_{kind.__name__}' if ours else kind.__name__ if kind.__name__ in BUILTIN else 'Any'}"
    arguments, made = [], inspect.unwrap(value)
    signature = inspect.signature(value)
    for parameter in signature.parameters.values():
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        annotation = _annotation(parameter.annotation, made, imports)
        arguments.append(
            f"{stars}{parameter.name}: {annotation}{'' if parameter.default is parameter.empty else ' = ...'}"
        )
    result = _annotation(signature.return_annotation, made, imports)
    return f"def {name}({', '.join(arguments)}) -> {result}: ..."


def _documented(declaration: str, documentation: str) -> str:
    """A declaration with the first sentence of the documentation, which editors show of a name."""
    said = documentation.strip().partition("\n")[0].replace("\\", "\\\\")
    body = declaration.removesuffix(" ...")
    return f'{declaration}\n"""{said}"""' if body == declaration else f'{body}\n    """{said}"""'


def text() -> str:
    """The whole stub."""
    imports: Imports = defaultdict(set)
    declared: list[str] = []
    public = {entry.python: entry for entry in reversed(entries()) if entry.python is not None}
    for name in scmpy.__all__:
        value = getattr(scmpy, name)
        home = _home(public[name], name) if name in public else (value.__module__, name)
        if home is not None:
            same = home[1] == name
            imports[home[0]].add((home[1], name if same else f"_{name}"))  # only what keeps its name is handed on
            declared.extend([] if same else [f"{name} = _{name}"])
            continue
        declared.append(_declaration(name, value, imports))
        if declared[-1].endswith(f": _{type(value).__name__}"):
            imports[type(value).__module__].add((type(value).__name__, f"_{type(value).__name__}"))
        declared[-1] = _documented(declared[-1], public[name].doc)
    imported = (
        f"from {home} import {own} as {name}\n" for home in sorted(imports) for own, name in sorted(imports[home])
    )
    return f"{HEAD}{''.join(imported)}\n" + "".join(f"{line}\n" for line in sorted(declared))


if __name__ == "__main__":
    STUB.write_text(text(), encoding="utf-8")
