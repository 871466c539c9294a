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
        ("(list (print-stream (stream 1 2)) (print-stream (stream 1 2) 1))", "(done ...)"),
        ("(series:for-each list exp-series 2)", "..."),
    ],
)
def test_streams(text, expected):
    assert answer(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(stream-head (integers-starting-from 5) 3)", "(5 6 7)"),
        ("(list (stream-head one-stream 2) (stream-head zero-stream 2))", "((1 1) (0 0))"),
        ("(stream->list (map-stream square (stream 1 2 3)))", "(1 4 9)"),
        ("(stream->list (stream:+ (stream 1 2 3) (integers-starting-from 1)))", "(2 4 6)"),
        ("(stream-head (stream:- (integers-starting-from 3) one-stream) 2)", "(2 3)"),
        ("(stream-head (stream:* (integers-starting-from 1) (integers-starting-from 1)) 3)", "(1 4 9)"),
        ("(stream->list (stream:/ (stream 1 2) (stream 2 'a)))", "(1/2 (/ 2 a))"),
        ("(stream->list (stream:+ (stream) (stream 1)))", "()"),
        ("(stream->list (stream:c*s 3 (stream 1 2)))", "(3 6)"),
        ("(stream-head (stream:s/c (integers-starting-from 1) 3) 3)", "(1/3 2/3 1)"),
        ("(stream->list (stream-apply (stream + *) '(3 4)))", "(7 12)"),
        ("(stream->list (stream-evaluate (stream sin cos) 0))", "(0 1)"),
        ("(list (stream-accumulate + 0 (stream 1 2 3)) (stream-accumulate cons '() (stream 1 2)))", "(6 (1 2))"),
        ("(map (lambda (n) (stream->list (shorten-stream n (stream 1 2 3)))) '(0 2 5))", "(() (1 2) (1 2 3))"),
        ("(stream-head (stream:inflate (integers-starting-from 1) 2) 8)", "(1 0 0 2 0 0 3 0)"),
        ("(stream->list (stream:list-append '(a b) (stream 1 2)))", "(a b 1 2)"),
        ("(stream-head ((combiner-padded-streams + 0) (stream 1 2 3) (stream 1 1 1 1 1)) 7)", "(2 3 4 1 1 0 0)"),
        ("(stream-head ((combiner-padded-streams list 'a) (stream 1) (stream 1 2)) 3)", "((1 1) (a 2) (a a))"),
    ],
)
def test_the_originals_answers_about_streams(text, expected):
    assert answer(text) == expected


def test_elements_are_printed_on_lines():
    out = io.StringIO()
    answer("(print-stream natural-number-stream 2)", out)
    assert out.getvalue() == "1\n2\n"


def test_a_limit():
    assert float(answer("(shanks-limit (lambda (h) (/ (sin h) h)) 1. 1e-10)")) == pytest.approx(1, abs=1e-9)
    with pytest.raises(LimitError):
        answer("(shanks-limit (lambda (h) (sin (/ 1 h))) 1. 1e-10)")
