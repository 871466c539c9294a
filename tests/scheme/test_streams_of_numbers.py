"""Streams of iterates and numbers, and sequences that are accelerated."""

from __future__ import annotations

import io

import pytest

from scmpy.errors import LimitError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text


def answer(text, stdout=None):
    return write_text(Session(stdout=stdout).run(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(stream-head natural-number-stream 3)", "(1 2 3)"),
        ("(stream-head factorial-stream 5)", "(1 1 2 6 24)"),
        ("(stream-head (stream-of-powers 2 1) 4)", "(1 2 4 8)"),
        ("(stream-head (stream-of-iterates (lambda (n) (* n n)) 2) 4)", "(2 4 16 256)"),
        ("(stream->list (merge-streams (stream 1 2 3) (stream 'a)))", "(1 a 2 3)"),
        ("(stream-head (map-streams + natural-number-stream (infinite-stream-of 1)) 2)", "(2 3)"),
        ("(stream->list (shanks-transform (stream 1 1/2 1/4 1/8)))", "(0 0)"),
        ("(stream->list (shanks-transform (stream 1 1 1)))", "(1)"),
        ("(stream-head (stream-map stream-car (make-shanks-tableau (stream-of-powers 1/2 1))) 3)", "(1 0 0)"),
        ("(list (stream:for-each list (stream 1 2)) (stream:for-each list (stream 1 2) 1))", "(done ...)"),
    ],
)
def test_streams(text, expected):
    assert answer(text) == expected


def test_elements_are_printed_on_lines():
    out = io.StringIO()
    answer("(print-stream natural-number-stream 2)", out)
    assert out.getvalue() == "1\n2\n"


def test_a_limit():
    assert float(answer("(shanks-limit (lambda (h) (/ (sin h) h)) 1. 1e-10)")) == pytest.approx(1, abs=1e-9)
    with pytest.raises(LimitError):
        answer("(shanks-limit (lambda (h) (sin (/ 1 h))) 1. 1e-10)")
