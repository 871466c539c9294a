"""syntax-rules: patterns, ellipses, literals, hygiene."""

from __future__ import annotations

import pytest

from scmpy.errors import LimitError, SyntaxError_
from scmpy.scheme import Session

from .conftest import Evaluate

MY_OR = "(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))"
SWAP = "(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))"
WHILE = "(define-syntax while (syntax-rules () ((_ c b ...) (let again () (when c b ... (again))))))"
MY_LET = "(define-syntax my-let (syntax-rules () ((_ ((n v) ...) b ...) ((lambda (n ...) b ...) v ...))))"
NESTED = "(define-syntax flat (syntax-rules () ((_ (a b ...) ...) '((b ... a) ...))))"
TAIL = "(define-syntax last-of (syntax-rules () ((_ a ... z) 'z)))"
VECTOR = "(define-syntax vec (syntax-rules () ((_ #(a b ...)) '(a (b ...)))))"


@pytest.mark.parametrize(
    ("source", "value"),
    [
        (f"{MY_OR} (let ((t 5)) (my-or #f t))", "5"),
        (f"{MY_OR} (let ((if list)) (my-or #f 2))", "2"),
        (f'{MY_OR} (my-or #f #f 3 (error "not reached"))', "3"),
        (f"{SWAP} (let ((tmp 1) (y 2)) (swap! tmp y) (list tmp y))", "(2 1)"),
        (f"{WHILE} (let ((i 0)) (while (< i 5) (set! i (+ i 1))) i)", "5"),
        (f"{MY_LET} (my-let ((a 1) (b 2)) (+ a b))", "3"),
        (f"{NESTED} (flat (1 2 3) (4) (5 6))", "((2 3 1) (4) (6 5))"),
        (f"{TAIL} (last-of 1 2 3)", "3"),
        (f"{VECTOR} (vec #(1 2 3))", "(1 (2 3))"),
        (
            "(define-syntax my-if (syntax-rules (then else) ((_ c then a else b) (if c a b)))) (my-if #t then 1 else 2)",
            "1",
        ),
        ("(let ((x 'outer)) (let-syntax ((m (syntax-rules () ((m) x)))) (let ((x 'inner)) (m))))", "outer"),
        (
            "(define-syntax def (syntax-rules () ((_ n v) (define n v)))) (def z 9) (define (q) (def a 1) (+ a z)) (q)",
            "10",
        ),
        ("(define (f) (define-syntax two (syntax-rules () ((_) 2))) (two)) (f)", "2"),
        ("(define-syntax be (syntax-rules () ((_) '(... ...)))) (be)", "..."),
        ("(define-syntax my-when when) (my-when #t 1)", "1"),
        ("(define-syntax steps let*-values) (steps (((a) 1) ((b) (+ a 1))) b)", "2"),
    ],
)
def test_macro(evaluate: Evaluate, source: str, value: str) -> None:
    assert evaluate(source) == value


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("(define-syntax m (syntax-rules () ((_ x) x))) (m)", SyntaxError_),
        ("(define-syntax m (syntax-rules () ((_ x ...) x))) (m 1)", SyntaxError_),
        ("(define-syntax m (lambda (x) x))", SyntaxError_),
        ("(define-syntax m (syntax-rules () ((_ x) (m x)))) (m 1)", LimitError),
        ("(define-syntax m (syntax-rules () ((_ x) (+ 1 (m x))))) (m 1)", LimitError),
    ],
)
def test_macro_error(session: Session, source: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        session.run(source)
