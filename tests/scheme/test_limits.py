"""Depth, size and interruption: an answer or an error, never a crash, and the session goes on."""

import threading
from collections.abc import Callable

import pytest

from scmpy.errors import LimitError
from scmpy.scheme import Session

pytestmark = pytest.mark.slow

DEEP = 100_000


@pytest.mark.parametrize(
    "source",
    [
        "(define (f n) (+ 1 (f n))) (f 1)",
        "(define (f n) (map f (list n))) (f 1)",
        "(define (f n) (dynamic-wind (lambda () 1) (lambda () (guard (e (#t 1)) (+ 1 (f n)))) (lambda () 2))) (f 1)",
    ],
)
def test_endless_recursion(recursion_ends: Callable[[str], None], source: str) -> None:
    recursion_ends(source)


def test_deep_data(session: Session) -> None:
    text = "(" * DEEP + "x" + ")" * DEEP
    assert session.write_text(session.run(f"'{text}")) == text
    assert session.run(f"(equal? '{text} '{text})") is True


def test_circular_data_are_shown(session: Session) -> None:
    assert session.result_text(session.run("(circular-list 1 2 3)")) == "#0=(1 2 3 . #0#)"


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


class TestBudgets:
    @pytest.mark.parametrize(
        "source",
        [
            "(let loop () (loop))",
            "(define (f x) (g x)) (define (g x) (f x)) (f 1)",
            "(guard (e (#t (let loop () (loop)))) (let loop () (loop)))",
            "(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () 2))",
            "(stream-tail (let next () (cons-stream 1 (next))) 10000000)",
        ],
    )
    def test_time(self, source: str) -> None:
        session = Session(time_limit=0.3)
        session.run("(define x 1)")
        with pytest.raises(LimitError) as caught:
            session.run(source)
        assert caught.value.message == "Aborting!: time limit exceeded (0.3 s)"
        assert session.run("(+ x 1)") == 2

    def test_time_that_is_enough(self) -> None:
        assert Session(time_limit=60).run("(let loop ((i 0)) (if (< i 1000) (loop (+ i 1)) i))") == 1000

    def test_memory(self) -> None:
        session = Session(memory_limit=100_000_000)
        with pytest.raises(LimitError) as caught:
            session.run("(let loop ((all '())) (loop (cons (make-vector 1000 0) all)))")
        assert caught.value.message == "Aborting!: out of memory (an evaluation may use 100 MB)"
        assert session.run("(+ 1 1)") == 2


def test_large_integers(session: Session) -> None:
    session.run("(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))")
    assert session.run("(string-length (number->string (fact 3000)))") == 9131
    assert session.run(f"(modulo {'9' * 20_000} 10)") == 9


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
