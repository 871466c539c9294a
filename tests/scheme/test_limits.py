"""Depth, size and interruption: an answer or an error, never a crash, and the session goes on."""

from __future__ import annotations

import _thread
import sys
import threading

import pytest

from scmpy.errors import LimitError, ScmpyError
from scmpy.scheme import Session

DEEP = 100_000


@pytest.mark.parametrize(
    ("source", "value"),
    [
        (f"(define (f n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f {DEEP})", DEEP),
        (
            f"(define (f n) (if (= n 0) 0 (+ 1 (g (- n 1))))) (define (g n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f {DEEP})",
            DEEP,
        ),
        (f"(define (f n) (if (= n 0) '() (cons n (f (- n 1))))) (length (f {DEEP}))", DEEP),
        (f"(define (f n) (if (= n 0) 0 (+ 1 (car (map f (list (- n 1))))))) (f {DEEP // 2})", DEEP // 2),
    ],
)
def test_deep_recursion(session: Session, source: str, value: int) -> None:
    assert session.run(source) == value


@pytest.mark.parametrize(
    "source",
    [
        "(define (f n) (+ 1 (f n))) (f 1)",
        "(define (f n) (map f (list n))) (f 1)",
        "(define (f n) (sort (list 1 2) (lambda (a b) (f n)))) (f 1)",
        "(define (f n) (guard (e (#t 'caught)) (+ 1 (f n)))) (f 1)",
        "(define (f n) (dynamic-wind (lambda () 1) (lambda () (+ 1 (f n))) (lambda () 2))) (f 1)",
    ],
)
def test_endless_recursion(session: Session, source: str) -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(LimitError, match="Aborting!: maximum recursion depth exceeded"):
        session.run(source)
    assert sys.getrecursionlimit() == limit
    assert session.run("(+ 1 2)") == 3


def test_deep_data(session: Session) -> None:
    text = "(" * DEEP + "x" + ")" * DEEP
    assert session.write_text(session.run(f"'{text}")) == text
    assert session.run(f"(equal? '{text} '{text})") is True


def test_deep_code(session: Session) -> None:
    assert session.run("(+ 1 " * 3000 + "0" + ")" * 3000) == 3000
    assert session.run("(if #t " * 3000 + "0" + ")" * 3000) == 0
    assert session.run("(let ((x 1)) " * 2000 + "x" + ")" * 2000) == 1
    for source in ("(car " * DEEP + "x" + ")" * DEEP, "(lambda (x) " * 5000 + "x" + ")" * 5000):
        with pytest.raises(LimitError):
            session.run(source)


def test_long_code(session: Session) -> None:
    assert session.run(f"(cond {' '.join(f'((= 1 {n + 2}) {n})' for n in range(1000))} (else 'no))").name == "no"
    assert session.run(f"(length (list {'(car (quote (1))) ' * 3000}))") == 3000


@pytest.mark.parametrize("source", ["(expt 10 (expt 10 10))", "(make-vector 1000000000000 0)", "#e1e999999999"])
def test_excess(session: Session, source: str) -> None:
    with pytest.raises(ScmpyError):
        session.run(source)


def test_large_integers(session: Session) -> None:
    session.run("(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))")
    assert session.run("(string-length (number->string (fact 3000)))") == 9131
    assert session.run(f"(modulo {'9' * 20_000} 10)") == 9


def test_interrupt(session: Session) -> None:
    session.run("(define x 1)")
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        session.run("(set! x 2) (let loop () (loop))")
    timer.join()
    assert session.run("x") == 2


def test_sessions_in_threads() -> None:
    results: dict[int, object] = {}

    def work(n: int) -> None:
        session = Session()
        session.run(f"(define (f k) (if (= k 0) {n} (f (- k 1))))")
        results[n] = session.run("(f 20000)")

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: n for n in range(4)}
