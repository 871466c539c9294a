"""The fields of the documentation: their order, and the errors under Raises, each of which is provoked."""

import math
from pathlib import Path

import pytest

import scmpy
from scmpy import units
from scmpy.errors import ScmpyError
from scmpy.registry import Entry, entries, scheme_entry

from ..grouped import failing
from .fields import FIELDS, errors_told, fields

#: Lines of a name and a call of it, or of what it makes, for which it raises one of the errors that its documentation
#: names; its value is ``this`` too.
CALLS = Path(__file__).with_name("errors.txt").read_text(encoding="utf-8").splitlines()

#: Packages of which every documented name has such a call, with a single name that has none, for which see the reason.
PROVOKED = (
    *(
        "calculus",
        "clifford",
        "generic",
        "geometry",
        "mechanics",
        "compat",
        "numerics",
        "plot",
        "reading",
        "solving",
        "structure",
        "symbolic",
        "units",
    ),
)
UNPROVOKED = {"find-next-crossing": "a million intervals take a second"}

NAMES = {name: getattr(scmpy, name) for name in scmpy.__all__} | {"math": math, "units": units}


def test_fields_stand_in_their_order():
    found = [(entry.scheme, [*fields(entry.doc)]) for entry in entries()]
    assert len([names for _, names in found if names]) > 1650
    assert [name for name, names in found if names != sorted(names, key=FIELDS.index)] == []


def package_of(line):
    return scheme_entry(line.partition(": ")[0]).module.split(".")[1]


@pytest.mark.parametrize("package", PROVOKED)
@pytest.mark.slow
def test_the_errors_that_are_documented_are_raised(package):
    assert failing(check, [line for line in CALLS if package_of(line) == package]) == {}


def check(line):
    name, _, call = line.partition(": ")
    entry = scheme_entry(name)
    with pytest.raises(ScmpyError) as told:
        eval(call, NAMES | {"this": entry.value})
    assert type(told.value).__name__ in errors_told(entry)


def test_documented_errors_are_provoked():
    assert {package_of(line) for line in CALLS} <= {*PROVOKED}
    called = {line.partition(": ")[0] for line in CALLS}
    named: dict[int, list[Entry]] = {}
    for entry in entries():
        named.setdefault(id(entry.value), []).append(entry)
    silent = [
        names[0].scheme
        for names in named.values()
        if names[0].module.split(".")[1:2] in [[package] for package in PROVOKED]
        if "Raises" in fields(names[0].doc) and not called & {name.scheme for name in names}
    ]
    assert silent == [*UNPROVOKED]
