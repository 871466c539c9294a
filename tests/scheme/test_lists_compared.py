"""Pairs, lists and streams of Scheme are compared by their elements, texts and characters by their own equality."""

import pytest

from scmpy.scheme import Session


def verdict(text, *before):
    session = Session()
    for each in before:
        session.run(each)
    return session.run(f"(equivalent {text})").verdict


EQUAL = [
    "(cons 1 2) (cons 1 2)",
    "(cons (* 'b 'c) (sin 0)) (cons (* 'c 'b) 0)",
    "(list (+ 'x 'x) sin) (list (* 2 'x) sin)",
    '(list \'x (list "a" #\\a #t)) (list \'x (list (string-copy "a") #\\a #t))',
    "'(1 . (2 . 3)) '(1 2 . 3)",
    "(cons 1 '()) (list 1)",
    "'() '()",
    "(cons-stream (+ 'x 'x) '()) (cons-stream (* 2 'x) '())",
    "(lambda (x) (list x (+ x x))) (lambda (x) (list x (* 2 x)))",
    "(bytevector 1 2) (bytevector 1 2)",
]
DIFFERENT = [
    "(cons 1 2) (cons 1 3)",
    "(cons 1 2) (list 1 2)",
    "(list 1 2) (list 1 2 3)",
    "(list 1 2) (vector 1 2)",
    "(list 1 2) (up 1 2)",
    "(list 'x sin) (list 'x cos)",
    "(list 1 #\\a) (list 1 #\\b)",
    '(list "a") (list (make-string 1 #\\b))',
    "'() 0",
    "'() #f",
    "(list (up 1 2)) (list (down 1 2))",
    "(cons-stream 1 (cons-stream 2 '())) (cons-stream 1 (cons-stream 'x '()))",
    "(cons-stream 1 '()) (cons-stream 1 (cons-stream 2 '()))",
    "(lambda (x) (cons x x)) (lambda (x) (cons x (* 2 x)))",
    "(bytevector 1 2) (bytevector 1 3)",
]


@pytest.mark.parametrize("pair", EQUAL)
def test_equal(pair):
    assert verdict(pair) == "equal"


@pytest.mark.parametrize("pair", DIFFERENT)
def test_different(pair):
    assert verdict(pair) == "different"


def test_streams_without_an_end():
    integers = "(define (from n) (cons-stream n (from (+ n 1))))"
    assert verdict("(from 1) (from 1)", integers) == "undecided"
    assert verdict("(from 1) (from 2)", integers) == "different"
    assert verdict("(from 1) (cons-stream 1 (cons-stream 2 (from 4)))", integers) == "different"


def test_shared_parts_are_compared_once_and_circles_refused():
    double = "(define (doubled n x) (if (= n 0) x (doubled (- n 1) (list x x))))"
    assert verdict("(doubled 60 (list (+ 'x 'x))) (doubled 60 (list (* 2 'x)))", double) == "equal"
    with pytest.raises(Exception, match="which contains itself"):
        verdict("loop (list 1)", "(define loop (list 1))", "(set-cdr! loop loop)")
