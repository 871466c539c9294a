"""Expressions are lists to the procedures of lists, and expressions to all others: programs walk, take apart, rebuild."""

from __future__ import annotations

import pytest

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text

PROGRAM = """
(define f (literal-function 'f))
(define e (simplify (+ 'a (* 2 'b))))
(define s (simplify (up (sin (+ 'a 'b)) (down (/ 1 'c) ((D f) 't)))))
(define (copy x) (if (pair? x) (cons (copy (car x)) (copy (cdr x))) x))
(define (iterate n f x) (if (= n 0) x (iterate (- n 1) f (f x))))
(define (leaves x) (cond ((null? x) '()) ((pair? x) (append-map leaves x)) (else (list x))))
"""


@pytest.fixture(scope="module")
def run():
    session = Session()
    session.run(PROGRAM)
    return lambda source: write_text(session.run(source))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(map pair? (list e s (expression s) (+ 'a 'b) 'a 2 (sqrt 2) (* 2 ':pi) (up 1 2)))", "(#t #t #t #t #f #f #f #f #f)"),
        ("(map list? (list e s (cons 'x e) (cons 'x 'e)))", "(#t #t #t #f)"),
        ("(map vector? (list s (up 1 2) (simplify (vector 1 2))))", "(#f #t #f)"),
        ("(list (car e) (cadr e) (cddr e) (cadr (caddr s)))", "(+ a ((* 2 b)) (/ 1 c))"),
        ("(list (length e) (list-ref e 1) (list-tail e 2) (list-head e 2) (last-pair e))", "(3 a ((* 2 b)) (+ a) ((* 2 b)))"),
        ("(list (eq? '+ (car e)) (symbol? (cadr e)) (memq 'a e) (assq '* (cddr e)))", "(#t #t (a (* 2 b)) (* 2 b))"),
        ("(list (append e '(c)) (append '(c) e) (reverse e) (apply list e))",
         "((+ a (* 2 b) c) (c + a (* 2 b)) ((* 2 b) a +) (+ a (* 2 b)))"),
        ("`(1 ,@e 2 ,@e)", "(1 + a (* 2 b) 2 + a (* 2 b))"),
        ("(list (cdr (expression (+ (+ 'a 'b) 'c))) (cdr (+ 'a (+ 'b 'c))))", "((a b c) (a b c))"),
        ("(leaves s)", "(up sin + a b down / 1 c D f t)"),
        ("(list (caar (simplify ((D f) 't))) (cdr (simplify (((expt D 2) f) 't))))", "(D (t))"),
        ("(simplify (matrix-by-rows '(1 2) (list 3 (+ 'a 'a))))", "(matrix-by-rows (list 1 2) (list 3 (* 2 a)))"),
        ("(list (pair? (factor (up (- (expt 'x 2) 1) 1))) (car (simplify (sqrt (* 'a 'a)) 'sqrt-expt-simplify #f)))", "(#t sqrt)"),
    ],
)  # fmt: skip
def test_an_expression_is_walked_as_the_list_that_it_prints_as(run, asked, expected):
    assert run(asked) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(list (equal? e '(+ a (* 2 b))) (equal? '(+ a (* 2 b)) e) (equal? e '(+ a (* 2. b))) (equal? e (copy e)))",
         "(#t #t #f #t)"),
        ("(list (equal? s (copy s)) (equal? s (up 1 2)) (equal? s (simplify s)) (member e '(1 (+ a (* 2 b)))))",
         "(#t #f #t ((+ a (* 2 b))))"),
        ("(let ((table (make-equal-hash-table))) (hash-table-set! table (copy e) 1) (hash-table-ref/default table e 0))", "1"),
        ("(let ((table (make-equal-hash-table)) (x (iterate 60 (lambda (x) (sin (* x (+ x 1)))) 'x)))"
         " (hash-table-set! table x 1) (hash-table-set! table (list 1 x) 2) (hash-table-ref/default table (list 1 x) 0))", "2"),
        ("(list (simplify (copy e)) (simplify (copy s)) (simplify (list '+ 1 (copy (simplify ((D f) 't))))))",
         "((+ a (* 2 b)) (up (sin (+ a b)) (down (/ 1 c) ((D f) t))) (+ 1 ((D f) t)))"),
        ("(let ((a 1)) (list ((eval (list 'lambda '(a b) e) user-generic-environment) 3 4)))", "(11)"),
        ("(list (simplify (+ e 1)) (+ (cdr (cons 'x e)) 1) (ref s 0) (up? s) (- s s))",
         "((+ 1 a (* 2 b)) (+ a (* 2 b) 1) (sin (+ a b)) #t #(0 (*down* #(0 0))))"),
        ("(simplify (list (+ 'a 'a) ((D f) 't)))", "((* 2 a) ((D f) t))"),
    ],
)  # fmt: skip
def test_lists_made_of_its_parts_are_equal_to_it_and_are_expressions_again(run, asked, expected):
    assert run(asked) == expected


@pytest.mark.parametrize("change", ["(set-car! e 1)", "(set-cdr! e 1)", "(list-set! e 1 2)", "(set-car! s 1)"])
def test_it_does_not_change(run, change):
    with pytest.raises(WrongTypeError, match=rf"passed as the first argument to {change[1:].split()[0]}, is not"):
        run(change)
    assert (
        run("(begin (set-car! (cdr e) 'z) (sort! e (lambda (a b) (symbol? b))) (append! e '(c)) e)") == "(+ a (* 2 b))"
    )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(map up-maker? (list s (up 1 2) '(up 1) 'up))", "(#t #f #t #f)"),
        ("(list (down-maker? (cadr (cdr s))) (vector-maker? '(vector 1)) (memq derivative-symbol (leaves s)))",
         "(#t #t (D f t))"),
        ("(matrix-by-rows-maker? (expression (matrix-by-rows '(1 2))))", "#t"),
        ("(let ((p (prepare-for-printing (+ 'a 'a) simplify))) (list (p) (*last-expression-printed*)))", "((* 2 a) (* 2 a))"),
        ("(let ((s (char-set #\\space \"w\" 48 '(120 . 123)))) (map (lambda (t) (string-find-next-char-in-set t s)) '(\"a w\" \"9yx\" \"a0\" \"b\")))",
         "(1 1 1 #f)"),
        ("(begin (sleep-current-thread 1) (string-find-next-char-in-set \"a b\" \" \"))", "1"),
    ],
)  # fmt: skip
def test_what_printers_and_walkers_of_others_call(run, asked, expected):
    assert run(asked) == expected


@pytest.mark.parametrize("wrong", ["(char-set 'a)", "(sleep-current-thread -1)", "(sleep-current-thread 'a)", "(string-index \"a\" '(1 a))"])  # fmt: skip
def test_what_they_refuse(run, wrong):
    with pytest.raises(ScmpyError, match=r"char-set|sleep-current-thread"):
        run(wrong)
