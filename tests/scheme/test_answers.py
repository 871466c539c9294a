"""Programs of one line with what they print, or with the message of their error after a semicolon.

The examples are those of R7RS-small and of the reference manual of MIT Scheme, section by section, and the like.
"""

import io
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..grouped import failing

#: What MIT Scheme does not say.
HINT = re.compile(r" \((did you mean|in the form|set! changes) .*\)$")

LINES, FILES = (
    Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines() for name in ("answers.txt", "files.txt")
)

#: A test has so many of them.
BLOCK = 50


@pytest.mark.parametrize("first", range(0, len(LINES), BLOCK))
@pytest.mark.slow
def test_answers(first: int) -> None:
    assert failing(check, LINES[first : first + BLOCK]) == {}


def test_answers_with_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert failing(partial(check, permissions=["files"]), FILES) == {}


def check(line: str, permissions: Iterable[str] = ()) -> None:
    program, answer = line.rsplit(" => ", 1)
    output = io.StringIO()
    session = Session(stdout=output, permissions=permissions)
    try:
        value = session.run(program)
        printed = output.getvalue() + ("" if session.result_text(value) == "" else session.write_text(value))
    except ScmpyError as error:
        printed = ";" + HINT.sub("", error.message)
    assert printed.split() == answer.split()
