"""The examples of the registry: they are run here as a user types them, after ``from scmpy import *`` alone.

Names that Python does not have are documented by examples that import what they are called on; those of functions are
found by pytest in their modules.
"""

from __future__ import annotations

import doctest
import inspect
import re
import sys

import pytest

import scmpy
from scmpy.registry import Entry, entries


def is_found_by_pytest(entry: Entry) -> bool:
    """Does the option ``--doctest-modules`` find the documentation of this entry?"""
    value, module = entry.value, sys.modules.get(entry.module)
    is_function = inspect.isroutine(inspect.unwrap(value)) or inspect.isclass(value)
    return is_function and not entry.own_doc and any(value is each for each in vars(module or scmpy.registry).values())


def examples() -> dict[str, Entry]:
    """The entries whose examples are run here, one for each documentation, by Scheme name."""
    found = {}
    for entry in entries():
        if ">>> " in entry.doc and (entry.python is not None or not is_found_by_pytest(entry)):
            found.setdefault(entry.doc, entry)
    return {entry.scheme: entry for entry in found.values()}


EXAMPLES = examples()


def failures(doc: str, name: str) -> str:
    """What doctest has to say of the examples of a documentation; nothing if they do what they show."""
    names = {name: getattr(scmpy, name) for name in scmpy.__all__}
    report: list[str] = []
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(doc), names, name, None, 0)
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    report = failures(EXAMPLES[name].doc, name)
    assert not report, report


def test_the_check_of_examples_proves_itself() -> None:
    assert not failures(">>> cube(2)\n8", "cube")
    assert "Expected:\n    9\nGot:\n    8" in failures(">>> cube(2)\n9", "cube")
    assert {"+", "expt", "identity", "compose", "exact?"} <= EXAMPLES.keys()
    assert "match:element" not in EXAMPLES


def test_examples_import_what_is_public_alone() -> None:
    inside = re.compile(r">>> (?:from|import) scmpy\.")
    wrong = [entry.scheme for entry in entries() if entry.python is not None and inside.search(entry.doc)]
    assert not wrong, f"with examples that import from within scmpy: {' '.join(wrong)}"


def test_every_public_value_has_an_example() -> None:
    missing = [entry.scheme for entry in entries() if ">>> " not in entry.doc]
    assert not missing, f"without an example: {' '.join(missing)}"
