"""The names whose modules are loaded when one of them is asked for, and the modules that are loaded first.

They are in vocabulary.txt, a line for each kind of names and module, which tests/structure/stubs.py makes from the
modules; :mod:`scmpy.registry` reads it.
"""

from collections import defaultdict

#: The names of a kind that modules declare, by the modules.
_names_of: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)

with open(__file__.removesuffix("py") + "txt", encoding="utf-8") as _file:
    for _line in _file:
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
