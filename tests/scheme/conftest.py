"""A fresh session for each test, with what it prints."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

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
