"""The course's names for numbers, vectors, structures, matrices, operators and series, as a program types them."""

import io
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..comparing import text_of

#: Programs with their answers, and, after these, programs that end in an error.
LINES = Path(__file__).with_name("values.txt").read_text(encoding="utf-8").splitlines()
ANSWERED = [line.split(" => ") for line in LINES if " => " in line]
WRONG = LINES[LINES.index("; errors") + 1 :]


@pytest.mark.parametrize(("source", "text"), ANSWERED)
def test_value(source: str, text: str) -> None:
    assert text_of(source) == text


def test_series_print() -> None:
    output = io.StringIO()
    Session(stdout=output).run("(series:print exp-series 3)")
    assert output.getvalue() == "1\n1\n1/2\n"


@pytest.mark.parametrize("source", WRONG)
def test_errors_say_what_was_expected(source: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        text_of(source)
    assert "InternalError" not in type(caught.value).__name__, str(caught.value)
