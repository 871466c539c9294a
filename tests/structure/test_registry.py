"""The registry: unique names that shadow nothing, and an import that stays light."""

import builtins
import inspect
import keyword
import pickle
import subprocess
import sys

import pytest

import scmpy
from scmpy.boundary import _checks, check_of
from scmpy.errors import WrongTypeError
from scmpy.registry import Entry, entries, load_all, lookup, python_bindings, python_name, register, scheme_bindings

load_all()  # what is loaded later too

LIBRARIES = (
    "numpy",
    "sympy",
    "flint",
    "scipy",
    "matplotlib",
    "mpmath",
    "numba",
    "prompt_toolkit",
    "IPython",
    "llvmlite",
)
HEAVY = (*LIBRARIES, "concurrent.futures", "ctypes", "hashlib", "json", "logging", "pathlib", "shutil", "zipfile")


def test_python_names_are_identifiers_that_shadow_nothing():
    for name in python_bindings():
        assert name.isidentifier(), name
        assert not keyword.iskeyword(name), name
        assert not hasattr(builtins, name), name


def test_star_export():
    namespace: dict = {}
    exec("from scmpy import *", namespace)
    exported = set(namespace) - {"__builtins__"}
    assert exported == set(scmpy.__all__)
    assert len(scmpy.__all__) == len(exported), "a name is exported twice"
    assert not {name for name in exported if hasattr(builtins, name) or keyword.iskeyword(name)}
    assert {"D", "up", "down", "sin", "simplify", "Lagrange_equations", "ScmpyError", "symbols"} <= exported


def test_one_name_has_one_meaning():
    """Two Scheme names that are spelled alike in Python stand for the same value."""
    python: dict[str, Entry] = {}
    for entry in entries():
        if entry.python is not None:
            first = python.setdefault(entry.python, entry)
            assert first.value is entry.value, f"{first.scheme} and {entry.scheme} are both {entry.python} in Python"


@pytest.mark.slow
def test_names_lead_to_values():
    for entry in entries():
        assert scheme_bindings().get(entry.scheme, entry) is (entry.value if entry.in_scheme else entry)
        assert lookup(entry.scheme) is not None
    for name, value in python_bindings().items():
        assert getattr(scmpy, name) is value


def test_entries_know_their_module():
    assert all(entry.module.startswith("scmpy") for entry in entries())


def test_builtins_and_keywords_stay_python_s_own(monkeypatch):
    from scmpy import registry

    for table in ("_by_scheme", "_by_python", "_bindings"):
        monkeypatch.setattr(registry, table, {})
    for name in ("list", "max", "lambda", "not", "map"):
        register(name, object(), module="scmpy.tests")
    assert set(scheme_bindings()) == {"list", "max", "lambda", "not", "map"}
    assert python_bindings() == {}


def test_python_spelling():
    assert python_name("Lagrangian->energy") == "Lagrangian_to_energy"
    assert python_name("3vector") == "n3vector"


@pytest.mark.parametrize(("text", "heavy"), [("import scmpy", HEAVY), ("from scmpy import *", LIBRARIES)])
def test_import_is_light(text, heavy):
    program = f"{text}\nimport sys\nprint(*[m for m in {heavy!r} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert loaded == []


@pytest.mark.slow
def test_import_prints_and_warns_nothing():
    done = subprocess.run([sys.executable, "-W", "error", "-c", "from scmpy import *"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


#: Names of numbers, symbols, structures and functions that Python has of its own, or that only a language needs.
OF_THE_LANGUAGE = set(
    """= < <= > >= 1+ -1+ 1- complex? arithmetic-shift shift-left shift-right number->string integer-modulo
    exact-integer-sqrt finite? infinite? nan? exact-nonnegative-integer? index-fixnum? max min round *random-state* random
    make-random-state make-random-source random-integer random-real uniform-random gaussian-random integer-length
    first-set-bit set-bit clear-bit toggle-bit hamming-distance""".split()
)


def test_a_library_that_is_missing_is_told_by_what_needs_it():
    program = (
        "import sys, scmpy as s; sys.modules['numpy'] = None; s.eigenvalues(s.matrix_by_rows([2.0, 1.0], [1.0, 3.0]))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stderr.splitlines()[-1].endswith("eigenvalues needs the library numpy, which is not installed here")


def test_every_name_of_numbers_is_exported():
    """What Scheme has of numbers has a Python name, but for the rule of the registry's documentation."""
    from scmpy.scheme.primitives import numbers
    from scmpy.scheme.primitives.declare import PRIMITIVES

    for name, procedure in PRIMITIVES.items():
        declared = getattr(procedure, "__wrapped__", procedure)
        if getattr(declared, "__module__", "") != numbers.__name__ or name in OF_THE_LANGUAGE:
            continue
        if name.startswith(("fix:", "int:", "flo:", "exact-", "bit")) or name.endswith(
            ("->exact", "/", "quotient", "remainder")
        ):
            continue
        found = lookup(name)
        assert found is not None and found.python is not None, name


def test_a_function_that_is_made_in_a_loop_has_its_public_name():
    from scmpy import Rx_matrix, rotate_x_matrix

    for name in ("expt_half_to_sqrt", "poly_from_dense"):
        assert getattr(scmpy, name).__name__ == name, "given with the declaration, not made from the name in Scheme"
    assert rotate_x_matrix is Rx_matrix and pickle.loads(pickle.dumps(Rx_matrix)) is Rx_matrix


def test_public_functions_are_pickled_as_their_names():
    for name, value in python_bindings().items():
        copied = pickle.loads(pickle.dumps(value))
        assert copied is value or copied == value, name


def test_a_word_for_checked_arguments_means_one_thing():
    """Arguments are checked by the words that they are annotated with, which no module may use for anything else."""
    meant = {word: set() for word in _checks if " | " not in word}
    for entry in entries():
        function = inspect.unwrap(entry.value)
        words = function.__annotations__.items() if inspect.isfunction(function) else ()
        for word in {str(word).removesuffix(" | None") for parameter, word in words if parameter != "return"}:
            if word in meant:
                meant[word].add(str(function.__globals__[word]))
    assert {word for word, things in meant.items() if len(things) != 1} == set()


def test_what_may_be_absent_is_checked_where_it_is_there():
    chart, point = scmpy.R2_rect, scmpy.R2_rect.point(1, 2)
    field = scmpy.literal_vector_field("v", chart)
    for absent in ((), (None,), (False,)):  # in Scheme #f
        assert scmpy.Faraday(1, 2, 3, 4, 5, 6, *absent)
    for call in (
        lambda: scmpy.Faraday(1, 2, 3, 4, 5, 6, "R4-rect"),
        lambda: scmpy.Faraday(1, 2, 3, 4, 5, 6, system="R4-rect"),
        lambda: scmpy.integral_curve(field, point, point),
        lambda: scmpy.make_chart("u v", 3),
    ):
        with pytest.raises(WrongTypeError, match=r"expects (a coordinate system|a name)"):
            call()


def test_every_word_that_may_be_absent_is_checked():
    """A parameter of a kind that is checked is so too where it may be absent; no cost is added to the others."""
    functions = [inspect.unwrap(entry.value) for entry in entries() if inspect.isfunction(entry.value)]
    annotations = {str(word) for function in functions for word in function.__annotations__.values()}
    absent = {word for word in annotations if word.removesuffix(" | None") in _checks and word not in _checks}
    assert {"Chart | None", "Name | None", "Point | None"} <= absent
    assert all(check_of(word) for word in absent)
    assert all((check_of(word) is None) is (word not in _checks) for word in annotations - absent)
