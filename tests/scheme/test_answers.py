"""Programs of one line with what they print, or with the message of their error after a semicolon.

The examples are those of R7RS-small and of the reference manual of MIT Scheme, section by section, and the like.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

#: What MIT Scheme does not say.
HINT = re.compile(r" \((did you mean|in the form|set! changes) .*\)$")

LINES = Path(__file__).with_name("answers.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES)
def test_answer(line: str) -> None:
    program, answer = line.rsplit(" => ", 1)
    output = io.StringIO()
    session = Session(stdout=output)
    try:
        value = session.run(program)
        printed = output.getvalue() + ("" if session.result_text(value) == "" else session.write_text(value))
    except ScmpyError as error:
        printed = ";" + HINT.sub("", error.message)
    assert printed.split() == answer.split()
