"""Searches by amb: which values are found, in which order, what is printed, and what is refused."""

from __future__ import annotations

import io

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text

DWELLING = """
(define (multiple-dwelling)
  (let ((baker (amb 1 2 3 4 5)) (cooper (amb 1 2 3 4 5)) (fletcher (amb 1 2 3 4 5)) (miller (amb 1 2 3 4 5))
        (smith (amb 1 2 3 4 5)))
    (require (distinct? (list baker cooper fletcher miller smith)))
    (require (not (= baker 5)))
    (require (not (= cooper 1)))
    (require (not (or (= fletcher 5) (= fletcher 1))))
    (require (> miller cooper))
    (require (not (= (abs (- smith fletcher)) 1)))
    (require (not (= (abs (- fletcher cooper)) 1)))
    (list baker cooper fletcher miller smith)))
(define (up-from n) (amb n (up-from (+ n 1))))
(define (pair) (let* ((x (up-from 0)) (y (up-from 0))) (require (= (+ x (* 2 y)) 7)) (list x y)))
"""


def answer(text, stdout=None):
    return write_text(Session(stdout=stdout).run(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(with-depth-first-schedule multiple-dwelling)", "(3 2 4 5 1)"),
        ("(amb-collect-values multiple-dwelling)", "((3 2 4 5 1))"),
        ("(with-breadth-first-schedule pair)", "(1 3)"),
        ("(with-depth-first-schedule (lambda () (let ((x (amb 1 2))) (require (> x 2)) x)))", "#f"),
        ("(with-depth-first-schedule (lambda () 5))", "5"),
        ("(amb-collect-values (lambda () (list (amb 1 2) (amb 'a 'b))))", "((1 a) (2 a) (1 b) (2 b))"),
        ("(amb-collect-values (lambda () (let* ((x (amb 1 2)) (y (amb x 5))) (list x y))) 3)", "((1 1) (1 5) (2 2))"),
        ("(amb-collect-values (lambda () (an-integer-between 2 4)))", "(2 3 4)"),
        ("(amb-collect-values (lambda () (amb 1 (amb) 2)))", "(1 2)"),
        (
            "(amb-collect-values (lambda () (list (amb 1 2) (amb-collect-values (lambda () (amb 3 4))))))",
            "((1 (3 4)) (2 (3 4)))",
        ),
    ],
)
def test_searches(text, expected):
    assert answer(DWELLING + text) == expected


def test_what_is_printed_is_printed_once():
    out = io.StringIO()
    found = answer(
        "(with-depth-first-schedule (lambda () (let ((x (amb 1 2 3))) (display x) (display (amb 'a 'b)) (amb))))", out
    )
    assert (found, out.getvalue()) == ("#f", "1ab2ab3ab")


@pytest.mark.parametrize("text", ["(amb 1 2)", "(require #f)", "(an-integer-between 1 2)"])
def test_a_choice_needs_a_search(text):
    with pytest.raises(ScmpyError, match="with-depth-first-schedule"):
        answer(text)


def test_a_program_that_chooses_otherwise_is_refused():
    with pytest.raises(ScmpyError, match="same choices"):
        answer("(define n 3) (amb-collect-values (lambda () (set! n (- n 1)) (if (= n 2) (amb 1 2) (amb 1))))")
