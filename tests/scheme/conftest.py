"""A fresh session for each test, with what it prints."""

import io
import sys
from collections.abc import Callable

import pytest

from scmpy.errors import LimitError
from scmpy.scheme import Session

Evaluate = Callable[[str], str]


@pytest.fixture
def output() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def session(output: io.StringIO) -> Session:
    return Session(stdout=output)


@pytest.fixture
def evaluate(session: Session) -> Evaluate:
    """The written form of the value of a program."""
    return lambda source: session.write_text(session.run(source))


@pytest.fixture
def recursion_ends(session: Session) -> Callable[[str], None]:
    """A program that recurs without end is told so, and the session goes on."""

    def check(source: str) -> None:
        limit = sys.getrecursionlimit()
        with pytest.raises(LimitError, match="Aborting!: maximum recursion depth exceeded"):
            session.run(source)
        assert sys.getrecursionlimit() == limit
        assert session.run("(+ 1 2)") == 3

    return check
