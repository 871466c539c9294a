"""What the original answered to calls of its numerical vocabulary and its environment, recorded: shapes, signs, order, defaults and errors.

A section of the file has definitions, and lines ``form => answer``; ``=> error`` stands for any error of the original's.
Numbers are compared to the tolerance that the section names, everything else literally.
"""

import io
import math
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")


class Section(NamedTuple):
    title: str
    tolerance: float
    definitions: list[str]
    calls: list[tuple[str, str]]


def sections() -> list[Section]:
    found: list[Section] = []
    for line in (Path(__file__).parent / "numerical_answers.txt").read_text().splitlines():
        if line.startswith("# "):
            title, _, tolerance = line[2:].partition(" ~ ")
            found.append(Section(title, float(tolerance or 1e-9), [], []))
        elif " => " in line:
            form, _, answer = line.rpartition(" => ")
            found[-1].calls.append((form, answer))
        elif line:
            found[-1].definitions.append(line)
    return found


SECTIONS = sections()


def same(ours: str, theirs: str, tolerance: float) -> bool:
    """The same text, but for numbers that are close to each other, relative to their size or to 1."""
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=tolerance, abs_tol=tolerance) for a, b in pairs)


def wrong(session: Session, form: str, answer: str, tolerance: float) -> str:
    """What is wrong with the answer here; an empty text where nothing is."""
    try:
        ours = write_text(session.run(form))
    except ScmpyError as error:
        return "" if answer == "error" else f"{form} => {error}"
    return "" if answer != "error" and same(ours, answer, tolerance) else f"{form} => {ours}, not {answer}"


@pytest.mark.parametrize("section", SECTIONS, ids=[section.title for section in SECTIONS])
def test_the_original_s_answers(section: Section) -> None:
    session = Session(io.StringIO())
    session.run("\n".join(section.definitions))
    found = [wrong(session, form, answer, section.tolerance) for form, answer in section.calls]
    assert not any(found), "\n".join(filter(None, found))


def test_the_comparison_proves_itself() -> None:
    assert sum(len(section.calls) for section in SECTIONS) > 250
    assert wrong(Session(), "(+ 1 1)", "3", 1e-9) and wrong(Session(), "1", "error", 1e-9)
    assert same("#(1. 2.00000000001)", "#(1. 2.)", 1e-9)
    assert not same("(1. 2.)", "#(1. 2.)", 1e-9)
    assert not same("#(1. 2.1)", "#(1. 2.)", 1e-9)
    assert not same("#(1. -2.)", "#(1. 2.)", 1e-9)
