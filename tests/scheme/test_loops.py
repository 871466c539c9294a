"""Loops: compiled to ``while``, they must do what the plain calls do."""

from __future__ import annotations

import io

import pytest

from scmpy.scheme import Session, compiler

LOOPS = [
    "(let loop ((i 0) (ps '())) (if (< i 3) (let ((j (* i i))) (loop (+ i 1) (cons (lambda () (list i j)) ps))) (map (lambda (p) (p)) ps)))",
    "(let ((ps '())) (do ((i 0 (+ i 1))) ((= i 3)) (set! ps (cons (lambda () i) ps))) (map (lambda (p) (p)) ps))",
    "(define (mk i acc) (if (= i 3) (map (lambda (p) (p)) acc) (mk (+ i 1) (cons (lambda () i) acc)))) (mk 0 '())",
    "(let outer ((i 0) (acc '())) (if (= i 3) (reverse acc) (let inner ((j 0) (acc acc)) (if (= j 2) (outer (+ i 1) acc) (inner (+ j 1) (cons (list i j) acc))))))",
    "(+ 1 (let outer ((i 0) (acc 0)) (if (= i 3) acc (let inner ((j 0) (acc acc)) (if (= j 2) (outer (+ i 1) acc) (inner (+ j 1) (+ acc 1)))))))",
    "(let a ((i 0) (n 0)) (if (= i 3) n (let b ((j 0) (n n)) (if (= j 3) (a (+ i 1) n) (let c ((k 0) (n n)) (if (= k 3) (if (= n 5) (a (+ i 1) n) (b (+ j 1) n)) (c (+ k 1) (+ n 1))))))))",
    "(define (f n) (let loop ((i n)) (if (= i 0) (if (= n 0) 'end (f (- n 1))) (loop (- i 1))))) (f 30)",
    "(define (f n) (define (good? x) (> x 100)) (define (iter x k) (if (good? x) (list x k) (iter (* x 2) (+ k 1)))) (iter n 0)) (f 3)",
    "(define (f a b) (if (= a 0) (list a b) (f (- a 1) a))) (f 5 'x)",
    "(let loop ((a 1) (b 2) (n 5)) (if (= n 0) (list a b) (loop b a (- n 1))))",
    "(let loop ((i 0)) (and (< i 10) (or (= i 7) (loop (+ i 1)))))",
    "(list (let loop ((i 0)) (cond ((= i 5) => list) (else (loop (+ i 1))))) (do ((i 0 (+ i 1))) ((= i 2) 'done)))",
    "(let loop ((i 0) (x 0)) (set! x (+ x i)) (if (< i 4) (loop (+ i 1) x) x))",
    "(define (f i) (letrec ((go (lambda (k) (if (= k 0) i (go (- k 1)))))) (if (= i 0) 'z (f (- (go 3) 1))))) (f 4)",
    "(define (g n) (do ((i 0 (+ i 1)) (s 0 (+ s (do ((j 0 (+ j 1)) (t 0 (+ t j))) ((= j i) t))))) ((= i n) s))) (g 6)",
    "(define (f n) (case n ((0) 'z) (else (when #t (f (- n 1)))))) (f 10)",
    "(let loop ((i 0)) (if (< i 3) (begin (let inner ((j 0)) (if (< j 2) (inner (+ j 1)))) (loop (+ i 1))) i))",
    "(define f (lambda (n) (if (= n 0) 'done (f (- n 1))))) (define g f) (define (h n) n) (set! f h) (g 3)",
]


@pytest.mark.parametrize("source", LOOPS)
def test_loops_change_nothing(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(stdout=io.StringIO())
    fast = session.write_text(session.run(source))
    monkeypatch.setattr(compiler, "analyse", lambda node: None)
    plain = Session(stdout=io.StringIO())
    assert fast == plain.write_text(plain.run(source))


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


def test_25_nested_loops(session: Session) -> None:
    loops = "".join(f"(do ((i{n} 0 (+ i{n} 1))) ((= i{n} 1)) " for n in range(25))
    assert session.run(f"(define c 0) {loops} (set! c (+ c 1)){')' * 25} c") == 1


def test_25_nested_loops_with_captured_variables(session: Session) -> None:
    loops = "".join(f"(do ((i{n} 0 (+ i{n} 1))) ((= i{n} 1)) " for n in range(25))
    assert session.run(f"(define c '()) {loops} (set! c (lambda () i24)){')' * 25} (c)") == 0
