"""Depth, size and interruption: an answer or an error, never a crash, and the session goes on."""

import threading
from collections.abc import Callable

import pytest

from scmpy.errors import LimitError
from scmpy.scheme import Session

pytestmark = pytest.mark.slow

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


LARGEST = "at most 10000000; the setting most-components (in Python most_components) allows more)"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(expt 10 (expt 10 10))", "expt: the result would have more than 4000000 bits"),
        ("(let loop ((x 3)) (loop (* x x)))", "*: the product: more than 4000000 bits;"),
        ("(factorial 1000000000)", "factorial: more than 100000 factors"),
        ("#e1e999999999", "the exact number 1e999999999: more than 100000 digits"),
        ("(make-vector (expt 10 12) 0)", f"Aborting!: out of memory (a vector of 1000000000000 elements; {LARGEST}"),
        (
            "(vector-grow (vector 1) (expt 10 12))",
            f"Aborting!: out of memory (a vector of 1000000000000 elements; {LARGEST}",
        ),
        (
            "(make-initialized-vector (expt 10 12) square)",
            f"Aborting!: out of memory (a vector of 1000000000000 elements; {LARGEST}",
        ),
        ("(make-list 100000000)", f"Aborting!: out of memory (a list of 100000000 elements; {LARGEST}"),
        ("(iota 10000000000)", f"Aborting!: out of memory (a list of 10000000000 elements; {LARGEST}"),
        (
            "(define l (list 1 2)) (set-cdr! (cdr l) l) (list-ref l 1000000000)",
            "Aborting!: out of memory (a list of 10",
        ),
        (
            "(define l (list 1 2)) (set-cdr! (cdr l) l) (list-head l 1000000000)",
            "Aborting!: out of memory (a list of 10",
        ),
        ("(define s (cons-stream 1 s)) (stream-tail s 1000000000)", "Aborting!: out of memory (a stream of 10"),
        ("(make-string (expt 10 4000))", f"Aborting!: out of memory (a string of far too many elements; {LARGEST}"),
        ('(string-pad-left "a" 100000000)', f"Aborting!: out of memory (a string of 100000000 elements; {LARGEST}"),
        ("(make-bytevector 100000000)", f"Aborting!: out of memory (a bytevector of 100000000 elements; {LARGEST}"),
        (
            "(simplify (expt (* 3 'x) 1000000000000))",
            "simplify: the coefficients of the expanded result may have more than 200000000 bits",
        ),
        (
            "(simplify (expt (sqrt (* 3 'x)) 10000000000))",
            "simplify: the coefficients of the expanded result may have more than 200000000 bits",
        ),
        ("(simplify (expt (sin 'x) 10000000))", "simplify: the expanded result may have more than 2000000 terms"),
    ],
)
def test_excess(session: Session, source: str, message: str) -> None:
    with pytest.raises(LimitError) as caught:
        session.run(source)
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("(simplify (expt (sqrt 'x) 2000000000000001))", "(* (expt x 1000000000000000) (sqrt x))"),
        ("(string-length (number->string (expt 7 100000)))", "84510"),
        ("(modulo (string->number (make-string 100000 #\\7)) 10)", "7"),
    ],
)
def test_size_is_no_trouble(session: Session, source: str, value: str) -> None:
    assert session.write_text(session.run(source)) == value


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
