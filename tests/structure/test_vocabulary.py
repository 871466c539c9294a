"""What is loaded when it is asked for: its names are found everywhere, and nothing depends on when that is."""

import json
import pickle
import subprocess
import sys

import pytest

import scmpy
from scmpy.registry import FIRST, PYTHON, SCHEME, SETTINGS, entries, python_names, scheme_names

from .modules import all_imports
from .vocabulary import LATER, TABLE, split, text


def fresh(program: str, *given: str, text: str = "") -> str:
    """What a program prints that is run in a process of its own, where nothing is loaded yet."""
    command = [sys.executable, "-c", program, *given]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_the_table_is_that_of_the_modules():
    assert TABLE.read_text(encoding="utf-8") == text(), "names have moved: run `python tests/structure/stubs.py`"


def test_the_core_is_loaded_at_once_and_what_is_rare_is_not():
    first, later = split()
    core = "symbolic.simplify calculus.derivative mechanics.lagrangian mechanics.hamiltonian geometry.curvature".split()
    assert not {*core} - {*first}
    assert all(any(f"{name}.".startswith(f"{part}.") for name in later) for part in LATER)
    program = "import sys, scmpy; print(*sorted(m for m in sys.modules if m.startswith('scmpy.')))"
    loaded = {name.removeprefix("scmpy.") for name in fresh(program).split()}
    assert not loaded & {*later}
    assert not {*FIRST} - loaded


@pytest.mark.slow
def test_work_in_a_session_loads_nothing_that_is_rare():
    program = """
import contextlib, io, sys
from scmpy.app.repl import completions
from scmpy.scheme import Session
session = Session()
with contextlib.redirect_stdout(io.StringIO()):
    for form in sys.argv[1:]:
        session.run(form)
print(len(completions(session, "(pri")[1]) > 3, *sorted(m for m in sys.modules if m.startswith("scmpy.compat.")))
"""
    forms = """
    (define (f x) (cube (sin x)))
    (pe ((D f) 't))
    (help sin)
    (define-coordinates (up r phi) R2-polar)
    (show-expression (((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't))
    (let loop ((i 0)) (if (< i 3) (loop (+ i 1)) (list->string (map char-upcase (string->list "abc")))))
    """
    said = fresh(program, *(line.strip() for line in forms.strip().splitlines()))
    assert said == "True"


def test_names_are_known_before_they_are_loaded():
    assert scheme_names() == {entry.scheme for entry in entries() if entry.in_scheme}
    assert python_names() == {entry.python for entry in entries() if entry.python is not None}


#: Which signatures of operations, and which entries in tables of modules that are there, come with each later module.
EFFECTS = """
import json, sys, importlib
from collections.abc import Sized
import scmpy
from scmpy import registry
from scmpy.generic.dispatch import _ops

def modules():
    return {name: module for name, module in sys.modules.items() if name.startswith("scmpy.")}

def known():
    tables = {}  # the names in the module that is loaded first are its own
    for name, module in modules().items():
        for key, value in vars(module).items():
            if isinstance(value, (dict, list, set)) and key[:2] != "__" and value is not sys.modules:
                tables.setdefault(id(value), (f"{name}:{key}", value))
    return dict(tables.values()), set(_ops)

tables, old = known()
found = {}
for name in json.loads(sys.argv[1]):
    if name.partition(".")[0] in ("scheme", "compat") and "scmpy.scheme" not in sys.modules:
        importlib.import_module("scmpy.scheme")
        tables, old = known()
    methods = {(o, s) for o in old for s in _ops[o].funcs}
    sizes = {place: len(table) for place, table in tables.items()}
    importlib.import_module("scmpy." + name)
    found[name] = {
        "methods": [
            (o, [(t.__module__, t.__name__) for t in s]) for o in old for s in _ops[o].funcs if (o, s) not in methods
        ],
        "tables": [place for place, table in tables.items() if len(table) != sizes[place]],
    }
print(json.dumps(found))
"""

#: Tables by name: what they hold is found by names or types that are the module's own, or read by it alone.
OF_NAMES = """
    registry:_by_scheme registry:_bindings registry:_by_python registry:_by_value registry:_guards boundary:_checks
    generic.dispatch:_ops generic.settings:SETTINGS generic.settings:VARIABLES symbolic.simplify:PRINTED
    generic.functions:_memories symbolic.expression:_symbols
    generic.elementary:_readers generic.dispatch:_converters structure.literal_functions:OTHER_APPLICATIONS
    render.notation:UNITS scheme.primitives.declare:PRIMITIVES
""".split()


@pytest.fixture(scope="module")
def effects():
    _, later = split()
    return json.loads(fresh(EFFECTS, json.dumps(later)))


@pytest.mark.slow
def test_what_is_loaded_later_changes_nothing_for_values_that_are_there(effects):
    """Else an answer would depend on what else has been asked for before."""
    _, later = split()
    own = {f"scmpy.{name}" for name in later}
    for name, found in effects.items():
        strange = [m for m in found["methods"] if not own & {module for module, _ in m[1]}]
        assert not strange, f"{name} adds methods for types that are not its own: {strange}"
        places = {place.removeprefix("scmpy.") for place in found["tables"]}
        assert places <= {*OF_NAMES}, f"{name} changes {places - {*OF_NAMES}}"


def test_values_come_with_all_their_methods(effects):
    """The module of a type, or a package that it is in, loads every module that has methods for it."""
    for name, found in effects.items():
        for operation, types in found["methods"]:
            homes = {module.removeprefix("scmpy.") for module, _ in types if module.startswith("scmpy.")}
            assert name in all_imports(homes), f"{operation} of {types} is found only after {name}"


SCHEME_PROGRAM = """
from scmpy.scheme import Session
one, other = Session(), Session()
for session, form in [
    (one, "(define (v:negate x) 'mine)"),
    (one, "(v:negate (up 1 2))"),
    (other, "(v:negate (up 1 2))"),
    (one, "(map s:square (list 2 3))"),
    (other, "(let ((f (lambda () (s:fringe (up 1 (up 2 3)))))) (f))"),
    (other, "(fluid-let ((*work-limit-multiplier* 5)) *work-limit-multiplier*)"),
]:
    print(session.result_text(session.run(form)))
print("find-path" in one.names(), "kernel-of-nothing" in one.names())
"""


def test_scheme_finds_them():
    """Also after another session has asked, after the program has defined the name, and where it is assigned."""
    expected = ["mine", "(up -1 -2)", "(4 9)", "(3 2 1)", "5", "True False"]
    assert fresh(SCHEME_PROGRAM).splitlines() == expected


def test_python_finds_them():
    program = """
import scmpy
print("find_path" in dir(scmpy), "find_path" in vars(scmpy), hasattr(scmpy, "kernel_of_nothing"))
from scmpy import find_path, Trajectory
print(scmpy.find_path is find_path, scmpy.find_path.__name__, Trajectory.__name__)
print(scmpy.setting(most_images=64).__class__.__name__)
namespace = {}
exec("from scmpy import *", namespace)
print(set(scmpy.__all__) == set(namespace) - {"__builtins__"}, namespace["find_path"] is find_path)
"""
    said = fresh(program).splitlines()
    assert said == ["True False False", "True find_path Trajectory", "setting", "True True"]


@pytest.mark.slow
def test_values_are_unpickled_where_nothing_of_theirs_is_loaded():
    values = {name: getattr(scmpy, name) for names in PYTHON.values() for name in names}
    for start in range(4):
        part = dict([*values.items()][start::4])
        program = "import pickle, sys; print(*pickle.loads(bytes.fromhex(sys.stdin.read())))"
        assert fresh(program, text=pickle.dumps(part).hex()).split() == [*part]


@pytest.mark.slow
def test_help_and_apropos_know_them():
    program = """
import scmpy
from scmpy.scheme import Session
Session().run('(help s:fringe)')
Session().run('(apropos "two-tensor")')
scmpy.apropos("two_tensor")
"""
    said = fresh(program)
    assert "in Python: s_fringe" in said or "s:fringe" in said
    assert len(said.splitlines()) > 10


ORDER = """
import importlib, json, sys, types

path = json.loads(sys.argv[1])
package = sys.modules["scmpy"] = types.ModuleType("scmpy")
package.__path__, package.__file__ = [path], path + "/__init__.py"
for name in sys.argv[2:]:
    importlib.import_module("scmpy." + name)
from scmpy import registry
from scmpy.generic.dispatch import _ops

named = {
    scheme: (entry.python, entry.module, registry.scheme_name_of(entry.value))
    for scheme, entry in registry._by_scheme.items()
}
methods = {name: sorted(str(signature) for signature in each.funcs) for name, each in _ops.items()}
print(json.dumps((named, methods), sort_keys=True))
"""


@pytest.mark.slow
def test_the_order_in_which_modules_are_loaded_does_not_matter():
    path = json.dumps(str(TABLE.parent))
    first, later = FIRST, [*SCHEME]
    assert fresh(ORDER, path, *first, *later) == fresh(ORDER, path, *reversed(first), *reversed(later))


def test_settings_are_known_before_they_are_loaded():
    program = "import sys, scmpy\nwith scmpy.setting(**{name: 64 for name in sys.argv[1:]}): print('set')"
    assert SETTINGS
    assert fresh(program, "most_images") == "set"
