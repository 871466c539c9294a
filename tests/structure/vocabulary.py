"""The table of names, scmpy/vocabulary.txt, made from the modules; tests/structure/stubs.py writes it.

Of the layers up to mechanics the modules that no other imports are loaded with ``import scmpy``, and what they import;
not those that are parts :data:`LATER` or import one, nor what a function loads when it is called. Of all others that
declare names the table has these.
"""

import json
import os
import subprocess
import sys
from graphlib import TopologicalSorter

from .modules import LAYERS, ROOT, all_imports, imports, mentions, modules

TABLE = ROOT / "vocabulary.txt"

#: The packages and modules of which nothing is loaded before it is asked for.
LATER = (
    "reading",
    "compat",
    "plot",
    "mechanics.equations",
    "clifford",
    "solving",
    "numerics",
    "units",
    "scheme.primitives.collections",
)

#: What of them is: expressions with special functions come from SymPy and from texts too, without their names.
AT_ONCE = ("numerics.special_functions", "numerics.gamma_functions")

#: What is for sessions of Scheme, after all others: procedures stand in the place of what has been declared.
SESSIONS = ("scheme", "compat", "scheme.primitives.collections")

#: Run without scmpy/__init__.py, which needs the table: what each module declares, those that it imports before it.
PROGRAM = """
import importlib, json, sys, types

package = sys.modules["scmpy"] = types.ModuleType("scmpy")
package.__path__, package.__file__ = [sys.argv[1]], sys.argv[1] + "/__init__.py"
first, later = json.loads(sys.stdin.read())
from scmpy import registry
registry.SCHEME = registry.PYTHON = registry.SETTINGS = registry.PROCEDURES = {}
for name in first:
    importlib.import_module("scmpy." + name)
from scmpy.generic.settings import SETTINGS

found = {}
tables = (
    lambda: {name for name, entry in registry._by_scheme.items() if entry.in_scheme},
    lambda: set(registry._by_python),
    lambda: set(SETTINGS),
    lambda: set(sys.modules["scmpy.scheme.primitives.declare"].PRIMITIVES) if "scmpy.scheme" in sys.modules else set(),
)
for name in later:
    if name.partition(".")[0] in ("scheme", "compat"):
        importlib.import_module("scmpy.scheme")
    before = [table() for table in tables]
    importlib.import_module("scmpy." + name)
    found[name] = [sorted(table() - known) for table, known in zip(tables, before)]
print(json.dumps(found))
"""


def _is_in(name: str, packages: tuple[str, ...]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def _sorted(names: set[str]) -> list[str]:
    """The modules, each after those that it imports; a package before its modules, which it may import."""
    below = {name: {other for other in imports(name) & names if not other.startswith(f"{name}.")} for name in names}
    return list(TopologicalSorter({name: sorted(below[name]) for name in sorted(names)}).static_order())


def split() -> tuple[list[str], list[str]]:
    """The modules that are loaded first, and those of which the table has the names."""
    below = {name for name in modules() if name.partition(".")[0] in LAYERS[LAYERS.index("mechanics") :]}
    at_once = {name for name in below if _is_in(name, AT_ONCE)}
    parts = {name for name in modules() if _is_in(name, LATER)} - all_imports(at_once)
    core = {name for name in below if not all_imports([name]) & parts}
    first = all_imports(core - set().union(*map(mentions, core)))
    later = _sorted((below | parts) - first)
    return _sorted(first), sorted(later, key=lambda name: sum(_is_in(name, (part,)) for part in SESSIONS))


def text() -> str:
    """The whole table."""
    first, later = split()
    command = [sys.executable, "-c", PROGRAM, str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run(command, input=json.dumps((first, later)), capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    imported = set().union(*(all_imports(imports(name)) for name in first))
    lines = [f"first {name}" for name in first if name not in imported]
    for place, kind in enumerate(("scheme", "python", "setting", "procedure")):
        lines += [f"{kind} {name} {' '.join(found[name][place])}" for name in sorted(found) if found[name][place]]
    return "\n".join([*lines, ""])
