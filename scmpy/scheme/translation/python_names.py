"""Python names for everything that a program names.

Global variables and procedures of the library keep the spelling that the registry gives them. A quoted symbol becomes
a variable of its own, unless that name is taken: then it is written ``symbols("x")`` where it stands. A local variable
keeps its name unless that means something else in its function or in a function inside it.
"""

from __future__ import annotations

import keyword
import re
import unicodedata

import scmpy.registry as registry
from scmpy.scheme import language
from scmpy.scheme.core import Variable
from scmpy.scheme.language import language_name
from scmpy.scheme.primitives.base import PRIMITIVES
from scmpy.scheme.translation.survey import Function, Survey

#: What translated programs use without the program's asking for it.
_HELPERS = {"Fraction", "add", "sub", "mul", "div", "expt", "negate", "ref", "symbols", "literal_functions"}
RESERVED = {*keyword.kwlist, *keyword.softkwlist, *registry.BUILTINS, *_HELPERS, *language.__all__}


#: The procedures that Python's own builtins of the same name are, for the values of the library too.
_BUILTINS = frozenset({"abs"})


def spelling(scheme: str) -> str:
    """A Python identifier for a Scheme name.

    >>> [spelling(name) for name in ("L-free", "d/dx", "lambda", "2nd", "->")]
    ['L_free', 'd_dx', 'lambda_', 'n2nd', '_to_']
    """
    plain = unicodedata.normalize("NFKC", scheme)  # as Python reads names
    name = registry.python_name(re.sub(r"^d/d(?=\w)", "d_d", plain))
    name = name if name.isidentifier() else "_" + re.sub(r"\W", "_", name)
    return name + "_" if keyword.iskeyword(name) or name in registry.BUILTINS else name


class Names:
    """The Python names of a program."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.globals: dict[str, str] = {}
        self.symbols: dict[str, str] = {}
        self.locals: dict[Variable, str] = {}
        self.language: set[str] = set()  # what is imported from scmpy.scheme.language
        self._name_globals()
        self._name_symbols()
        for function in survey.order:
            self._name_locals(function)

    def _name_globals(self) -> None:
        """Definitions first: they take the library's names if they redefine the library's procedures."""
        taken: dict[str, str] = {}
        defined = {**self.survey.definitions, **dict.fromkeys(sorted(self.survey.assigned))}
        for name in [*defined, *sorted(self.survey.module.globals - defined.keys())]:
            own = name in defined
            found = spelling(name) if own else library_name(name) or language_name(name)
            if found is None:
                continue
            while own and (found in RESERVED or taken.get(found, name) != name):
                found += "_"
            taken[found] = name
            self.globals[name] = found

    def _name_symbols(self) -> None:
        """Quoted symbols that are variables."""
        known = set(registry.python_bindings())
        taken = {*self.globals.values(), *RESERVED, *known}
        for name in self.survey.symbols:
            found = spelling(name)
            if found not in taken and found.isascii() and not re.search(r"[\s,]", name) and name:
                taken.add(found)
                self.symbols[name] = found

    def _name_locals(self, function: Function) -> None:
        used = {self.globals[name] for name in function.globals if name in self.globals}
        used |= {self.symbols[name] for name in function.quoted if name in self.symbols}
        if function.parent is None:
            used |= {*self.globals.values(), *self.symbols.values()}
        function.taken |= used
        for variable in function.outer:
            function.taken.add(self.locals[variable])
        for variable in function.bound:
            self.locals[variable] = self.fresh(function, spelling(variable.name))

    def fresh(self, function: Function, base: str) -> str:
        """A name that is free in a function."""
        base = base + "_" if base in RESERVED else base
        name, count = base, 1
        while name in function.taken:
            count += 1
            name = f"{base}_{count}"
        function.taken.add(name)
        return name

    def from_language(self, name: str) -> str:
        """Note that a name of :mod:`scmpy.scheme.language` is used."""
        self.language.add(name)
        return name


def library_name(scheme: str) -> str | None:
    """The name that ``from scmpy import *`` gives to what Scheme programs call so.

    >>> library_name("Lagrange-equations"), library_name("car")
    ('Lagrange_equations', None)
    """
    if scheme in PRIMITIVES:  # which a session prefers
        return None
    if scheme in _BUILTINS:
        return scheme
    entry = registry.lookup(scheme)
    return entry.python if entry is not None and entry.scheme == scheme and entry.in_scheme else None
