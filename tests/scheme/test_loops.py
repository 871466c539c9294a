"""Loops: compiled to ``while``, they must do what the plain calls do."""

import pytest

from scmpy.scheme import Session


@pytest.mark.parametrize(
    "source",
    [
        "(let loop ((i 0)) (if (< i 200000) (loop (+ i 1)) i))",
        "(define (f n) (if (= n 0) 'done (f (- n 1)))) (f 200000)",
        "(define (e? n) (if (= n 0) #t (o? (- n 1)))) (define (o? n) (if (= n 0) #f (e? (- n 1)))) (e? 200000)",
        "(define (f . args) (if (= (car args) 0) 'ok (apply f (list (- (car args) 1))))) (f 200000)",
        "(define (f n k) (if (= n 0) (k 0) (f (- n 1) (lambda (v) (k (+ v 1)))))) (f 100000 (lambda (v) v))",
        "(define (f n) (cond ((and (> n 0) (- n 1)) => f) (else 'done))) (f 200000)",
        "(define (f n) (call-with-values (lambda () (values n 1)) (lambda (a b) (if (= a 0) 'end (f (- a b)))))) (f 200000)",
        "(define (ints n) (cons-stream n (ints (+ n 1)))) (stream-ref (ints 0) 100000)",
    ],
)
@pytest.mark.slow
def test_tail_calls_take_constant_space(session: Session, source: str) -> None:
    session.run(source)


def test_25_nested_loops_with_captured_variables(session: Session) -> None:
    loops = "".join(f"(do ((i{n} 0 (+ i{n} 1))) ((= i{n} 1)) " for n in range(25))
    assert session.run(f"(define c 0) {loops} (set! c (+ c 1)){')' * 25} c") == 1
    assert session.run(f"(define c '()) {loops} (set! c (lambda () i24)){')' * 25} (c)") == 0


@pytest.mark.parametrize(
    "source",
    [
        "(define l '()) (do ((i 0 (+ i 1))) ((= i 100000) (length l)) (set! l (cons i l)))",
        "(define l '()) (define (note x) (set! l (cons (list x x) l))) (do ((i 1 (+ i 1))) ((> i 100000) (caar l)) (note i))",
        "(define (next) f) (define (f n m) (if (= n 0) m ((next) (- n 1) (+ m 1)))) (f 100000 0)",
        "(define (made n) (lambda (m) (if (= n 0) m ((made (- n 1)) (+ m 1))))) ((made 100000) 0)",
    ],
)
def test_lists_grow_and_computed_procedures_are_called_in_time_that_is_linear(session: Session, source: str) -> None:
    assert session.run(source) == 100000


@pytest.mark.parametrize("more", ["", "(expt 10 30)", "(- (expt 2 63))", "1/2", ".5"])
def test_many_numbers_are_sorted(session: Session, more: str) -> None:
    session.run(f"(define numbers (append (list 5 {more} -3) (map (lambda (i) (modulo (* i i) 30011)) (iota 30000))))")
    values = list(session.run("numbers"))
    assert list(session.run("(sort numbers <)")) == sorted(values)
    assert list(session.run("(sort numbers >)")) == sorted(values, reverse=True)
    assert {*map(type, session.run("(sort numbers <)"))} == {*map(type, values)}
