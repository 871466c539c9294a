"""Tables of cases, as texts beside the tests that read them."""

import io
import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest

import scmpy
from scmpy import errors
from scmpy.errors import InternalError, ScmpyError
from scmpy.scheme import Session

from .grouped import failing


def sections(test: str, name: str) -> dict[str, list[str]]:
    """The rows of a text beside a test by the titles above them, which begin with #; remarks begin with a semicolon."""
    found: dict[str, list[str]] = {}
    rows: list[str] = found.setdefault("", [])
    for line in Path(test).with_name(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            rows = found.setdefault(line[2:], [])
        elif line and not line.startswith("; "):
            rows.append(line)
    return {title: rows for title, rows in found.items() if rows}


def rows(test: str, name: str) -> list[str]:
    """All rows of a text beside a test."""
    return [row for each in sections(test, name).values() for row in each]


def programs(test: str, name: str) -> dict[str, list[str]]:
    """Programs of Scheme with their answers, by sections; what has no answer begins the programs of its section."""
    found = {}
    for title, lines in sections(test, name).items():
        before = "".join(f"{line} " for line in lines if " => " not in line)
        found[title] = [before + line for line in lines if " => " in line]
    return found


def check_answer(row: str) -> None:
    """A program has what it shows; after a semicolon stands what its error says."""
    program, answer = row.rsplit(" => ", 1)
    session = Session(stdout=io.StringIO())
    try:
        shown = " ".join(session.result_text(session.run(program)).split())
    except ScmpyError as error:
        assert answer[0] == ";" and answer[1:].strip() in error.message, error.message
        assert not isinstance(error, InternalError)
    else:
        assert shown == answer


def answers(test: str, name: str) -> Callable[[str], None]:
    """A test of the programs of a text beside a test."""
    found = programs(test, name)

    @pytest.mark.parametrize("section", found)
    def test_answers(section: str) -> None:
        assert failing(check_answer, found[section]) == {}

    return test_answers


@cache
def public_names() -> dict[str, Any]:
    """What stands in calls beside the names of their test."""
    scmpys = {name: getattr(scmpy, name) for name in scmpy.__all__}
    return {**scmpys, **vars(errors), "s": scmpy, "math": math, "numpy": numpy, "np": numpy, "Fraction": Fraction}


def check_refusal(row: str, names: dict[str, Any]) -> None:
    """A call is an error of a kind; it says what is given, which may be several things, with & between them."""
    call, _, error = row.rpartition(" => ")
    kind, _, said = error.partition(": ")
    with pytest.raises(eval(kind, public_names())) as caught:
        eval(call, public_names() | names)
    for pattern in said.split(" & "):
        assert re.search(pattern, str(caught.value)), caught.value


def refused(test: str, title: str) -> list[str]:
    """The rows of a section of refusals.txt, in the folder of a test or above it."""
    folder = next(folder for folder in Path(test).parents if (folder / "refusals.txt").exists())
    return sections(str(folder / "here"), "refusals.txt")[title]


def refusals(test: str, title: str, names: dict[str, Any]) -> Callable[[str], None]:
    """A test of the calls of such a section, with the names of the test."""

    @pytest.mark.parametrize("row", refused(test, title))
    def test_refusals(row: str) -> None:
        check_refusal(row, names)

    return test_refusals


def evaluated(test: str, name: str, title: str, names: dict[str, Any]) -> list[Any]:
    """The cases of a section whose rows are expressions of Python, with | between them, in the names of their test."""
    cases = []
    for row in sections(test, name)[title]:
        parts = [eval(part, public_names() | names) for part in row.split(" | ")]
        cases.append(pytest.param(*parts, id=row))
    return cases
