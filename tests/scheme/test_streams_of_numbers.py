"""Streams of iterates and numbers, and sequences that are accelerated."""

from __future__ import annotations

import pytest

from scmpy.scheme import Session
from scmpy.scheme.printer import write_text


def answer(text, stdout=None):
    return write_text(Session(stdout=stdout).run(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(series:for-each list exp-series 2)", "..."),
    ],
)
def test_streams(text, expected):
    assert answer(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [],
)
def test_the_originals_answers_about_streams(text, expected):
    assert answer(text) == expected
