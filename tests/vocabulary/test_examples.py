"""The examples of documentation: those of public names are run as a user types them, after ``from scmpy import *`` alone.

All others have the names of their modules. Names that Python does not have are documented by examples that import what
they are called on.
"""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from contextvars import copy_context
from functools import cache
from pathlib import Path

import pytest

import scmpy
from scmpy.registry import Entry, entries

ROOT = Path(scmpy.__file__).parent

MODULES = sorted(
    ".".join(("scmpy", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if path.name != "__main__.py"
)


@cache
def documented() -> dict[str, dict[str, Entry]]:
    """The entries with examples by their modules, one for each documentation: one that Python has, if there is."""
    found: dict[str, dict[str, Entry]] = {}
    for entry in sorted(entries(), key=lambda entry: entry.python is None):
        if ">>> " in entry.doc:
            found.setdefault(entry.module, {}).setdefault(inspect.cleandoc(entry.doc), entry)
    return found


@cache
def typed() -> frozenset[str]:
    """The documentations of public names, which may be registered by other modules than have them."""
    return frozenset(doc for here in documented().values() for doc, entry in here.items() if entry.python is not None)


@cache
def public() -> dict[str, object]:
    return {name: getattr(scmpy, name) for name in scmpy.__all__}


def as_typed(doc: str, name: str) -> doctest.DocTest:
    return doctest.DocTestParser().get_doctest(doc, dict(public()), name, None, 0)


def examples(name: str) -> Iterator[doctest.DocTest]:
    """The examples of a module."""
    here = documented().get(name, {})
    inside = {
        inspect.cleandoc(test.docstring): test for test in doctest.DocTestFinder().find(importlib.import_module(name))
    }
    for doc, entry in here.items():
        if entry.python is not None or doc not in inside:
            yield as_typed(doc, entry.scheme)
    yield from (test for doc, test in inside.items() if test.examples and doc not in typed())


def failures(test: doctest.DocTest) -> str:
    """What doctest has to say of the examples of a documentation; nothing if they do what they show."""
    report: list[str] = []
    copy_context().run(doctest.DocTestRunner(verbose=False).run, test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    report = "".join(failures(test) for test in examples(module))
    assert not report, report


def test_the_check_of_examples_proves_itself() -> None:
    assert not failures(as_typed(">>> cube(2)\n8", "cube"))
    assert "Expected:\n    9\nGot:\n    8" in failures(as_typed(">>> cube(2)\n9", "cube"))
    assert set(documented()) <= {*MODULES}
    assert {"scmpy.boundary.entry_point", "Lagrange-equations"} <= {
        test.name for name in ("scmpy.boundary", "scmpy.mechanics.lagrangian") for test in examples(name)
    }


def test_examples_import_what_is_public_alone() -> None:
    inside = re.compile(r">>> (?:from|import) scmpy\.")
    wrong = [entry.scheme for entry in entries() if entry.python is not None and inside.search(entry.doc)]
    assert not wrong, f"with examples that import from within scmpy: {' '.join(wrong)}"


def test_every_public_value_has_an_example() -> None:
    missing = [entry.scheme for entry in entries() if ">>> " not in entry.doc]
    assert not missing, f"without an example: {' '.join(missing)}"
