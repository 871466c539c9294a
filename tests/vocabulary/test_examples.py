"""The examples of the registry: those beside a declaration are run here, as a user types them after ``import *``.

Pytest finds the examples of functions and classes in their modules. It does not find those of other values: generic
operations, rule sets, constants, settings, functions that are made in a loop.
"""

from __future__ import annotations

import doctest
import inspect
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
    """The entries that have examples of their own, one for each documentation, by Scheme name."""
    found = {}
    for entry in entries():
        if ">>> " in entry.doc and not is_found_by_pytest(entry):
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
    assert {"+", "expt", "identity"} <= EXAMPLES.keys()
    assert not {"compose", "exact?"} & EXAMPLES.keys()


def test_every_public_value_has_an_example() -> None:
    missing = [entry.scheme for entry in entries() if ">>> " not in entry.doc]
    assert not missing, f"without an example: {' '.join(missing)}"
