"""Symbols that are applied, and variables without a value that are symbols: only where a program asks for it."""

from __future__ import annotations

import pytest

from scmpy.errors import NotApplicableError, UnboundVariableError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text


def answer(text):
    return write_text(Session().run(text))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("('f 'x)", "(f x)"),
        ("(let ((g 'f)) (g 'x 2))", "(f x 2)"),
        ("(apply 'f '(x y))", "(f x y)"),
        ("((if #t 'f 'g) 1)", "(f 1)"),
        ("(h 'x)", "(k x)"),
        ("(through 'f)", "(f 1)"),
        ("((D (lambda (x) ('f x))) 't)", "((D f) t)"),
        ("(with-self-evaluating-unbound-variables (lambda () (+ (unknown 'a) 3)))", "(+ (unknown a) 3)"),
    ],
)
def test_a_symbol_is_applied_as_a_literal_function(body, expected):
    before = "(define h 'k) (define (through f) (f 1))"
    assert answer(f"{before} (with-literal-apply-enabled (lambda () {body}))") == expected
    if "self-evaluating" not in body:
        assert answer(f"{before} (set! *enable-literal-apply* #t) {body}") == expected
        with pytest.raises(NotApplicableError):
            answer(f"{before} {body}")


def test_that_ends_with_the_call():
    session = Session()
    session.run("(define (bad) (with-literal-apply-enabled (lambda () (car 1))))")
    session.run("(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 1)) bad)))")
    with pytest.raises(NotApplicableError):
        session.run("('f 'x)")


def test_unbound_variables_are_their_names():
    assert answer("(with-self-evaluating-unbound-variables (lambda () (+ a 1)))") == "(+ a 1)"
    assert answer("(define a 2) (with-self-evaluating-unbound-variables (lambda () (+ a 1)))") == "3"
    with pytest.raises(UnboundVariableError):
        answer("(with-self-evaluating-unbound-variables (lambda () 1)) a")


def test_procedures_that_call_each_other_before_they_are_defined():
    assert (
        answer("(define (e? n) (or (= n 0) (o? (- n 1)))) (define (o? n) (and (> n 0) (e? (- n 1)))) (e? 9001)") == "#f"
    )
