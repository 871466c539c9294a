"""Programs of one line by sections, with the value that they write, or after a semicolon the message of their error.

The core language, and the procedures and forms that R7RS-small and MIT Scheme have beside it.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..grouped import failing


def sections(name: str) -> dict[str, list[str]]:
    """The lines below each head of a file."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return {f"{name}, {head}": lines for head, *lines in (part.splitlines() for part in text[2:].split("\n# "))}


LANGUAGE = sections("language.txt")
LIBRARY = sections("library.txt")

#: Those of the core language.
PROGRAMS = [line.rsplit(" => ", 1)[0] for lines in LANGUAGE.values() for line in lines]


@pytest.mark.parametrize("lines", [*LANGUAGE.values(), *LIBRARY.values()], ids=[*LANGUAGE, *LIBRARY])
def test_values(lines: list[str]) -> None:
    assert lines
    assert failing(check, lines) == {}


def check(line: str) -> None:
    program, answer = line.rsplit(" => ", 1)
    session = Session(stdout=io.StringIO())
    try:
        written = session.write_text(session.run(program))
    except ScmpyError as error:
        written = ";" + error.message
    assert written == answer
