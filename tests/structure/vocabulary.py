"""The table of names in scmpy/vocabulary.py, made from the modules; tests/structure/stubs.py writes it.

Of the layers up to mechanics the modules that no other imports are loaded with ``import scmpy``, and what they import;
not those that are parts :data:`LATER` or import one, nor what a function loads when it is called. Of all others that
declare names the table has these.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from graphlib import TopologicalSorter

from .modules import LAYERS, ROOT, all_imports, imports, mentions, modules

TABLE = ROOT / "vocabulary.py"

#: The packages and modules of which nothing is loaded before it is asked for.
LATER = ("museum", "plot", "mechanics.equations", "clifford", "solving", "numerics", "units", "calculus.richardson")

#: What of them is: expressions with special functions come from SymPy and from texts too, without their names.
AT_ONCE = ("numerics.special",)

HEAD = '''"""The names whose modules are loaded when one of them is asked for, and the modules that are loaded first.

Made from the modules by tests/structure/stubs.py, not written by hand; :mod:`scmpy.registry` reads it.
"""
'''

#: Run without scmpy/__init__.py, which needs the table: what each module declares, those that it imports before it.
PROGRAM = """
import importlib, json, sys, types

package = sys.modules["scmpy"] = types.ModuleType("scmpy")
package.__path__, package.__file__ = [sys.argv[1]], sys.argv[1] + "/__init__.py"
first, later = json.loads(sys.stdin.read())
from scmpy import vocabulary
vocabulary.SCHEME = vocabulary.PYTHON = vocabulary.SETTINGS = {}
for name in first:
    importlib.import_module("scmpy." + name)
from scmpy import registry
from scmpy.generic.settings import SETTINGS

found = {}
tables = (
    lambda: {name for name, entry in registry._by_scheme.items() if entry.in_scheme},
    lambda: set(registry._by_python),
    lambda: set(SETTINGS),
)
for name in later:
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
    return _sorted(first), _sorted((below | parts) - first)


def _table(title: str, name: str, rows: dict[str, list[str]]) -> str:
    lines = [f"\n#: {title}", f"{name}: dict[str, str] = {{"]
    for module in sorted(rows):
        if rows[module]:
            words = textwrap.wrap(" ".join(rows[module]), 108, break_on_hyphens=False, break_long_words=False)
            lines += [f'    "{module}": """', *(f"        {line}" for line in words[:-1]), f'        {words[-1]}""",']
    return "\n".join([*lines, "}\n"])


def text() -> str:
    """The whole table."""
    first, later = split()
    command = [sys.executable, "-c", PROGRAM, str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run(command, input=json.dumps((first, later)), capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    imported = set().union(*(all_imports(imports(name)) for name in first))
    roots = textwrap.wrap(" ".join(name for name in first if name not in imported), 112, break_on_hyphens=False)
    return "".join(
        (
            HEAD,
            '\n#: The modules that are loaded first; they import the others.\nFIRST = """\n',
            "".join(f"    {line}\n" for line in roots),
            '"""\n',
            _table("Their names in Scheme.", "SCHEME", {name: rows[0] for name, rows in found.items()}),
            _table("Their names in Python.", "PYTHON", {name: rows[1] for name, rows in found.items()}),
            _table("Their settings, by their names in Python.", "SETTINGS", {n: rows[2] for n, rows in found.items()}),
        )
    )
