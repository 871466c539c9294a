"""Compiled Scheme: loops, calls, generic additions, and the start of a session.

A loop is compared with the same ``while`` loop in Python on generic arithmetic: ``extra_info["ratio"]``, to be below 3.
"""

import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

from scmpy.generic import operations as g
from scmpy.scheme import Session

COUNT = 1_000_000

LOOPS = {
    "named let": f"(let loop ((i 0)) (if (< i {COUNT}) (loop (+ i 1)) i))",
    "tail recursion": f"(define (sum i acc) (if (= i 0) acc (sum (- i 1) (+ acc i)))) (sum {COUNT} 0)",
    "do": f"(do ((i 0 (+ i 1)) (acc 0 (+ acc i))) ((= i {COUNT}) acc))",
    "floats": f"(do ((i 0 (+ i 1)) (acc 0. (+ acc .5))) ((= i {COUNT}) acc))",
    "mutual recursion": "(define (even n) (if (= n 0) #t (odd (- n 1)))) (define (odd n) (if (= n 0) #f (even (- n 1))))"
    f" (even {COUNT})",
    "symbolic additions": f"(do ((i 0 (+ i 1))) ((= i {COUNT})) (+ 'a 'b))",
    "sums of three": f"(do ((i 0 (+ i 1))) ((= i {COUNT})) (+ i 1 2))",
}


def _python_loop() -> Any:
    i, total = COUNT, 0
    while i != 0:
        total = g.add(total, i)
        i = g.sub(i, 1)
    return total


def _seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("name", LOOPS)
def test_loop(benchmark: Any, name: str) -> None:
    session = Session()
    benchmark.pedantic(session.run, (LOOPS[name],), rounds=3)
    if benchmark.stats is not None:
        benchmark.extra_info["ratio"] = _seconds(lambda: session.run(LOOPS[name])) / _seconds(_python_loop)


def test_calls(benchmark: Any) -> None:
    session = Session()
    session.run("(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))")
    assert benchmark.pedantic(session.run, ("(fib 24)",), rounds=3) == 46368


def test_new_session(benchmark: Any) -> None:
    assert benchmark(lambda: Session().run("(+ 1 2)")) == 3


#: Definitions and a call, the same in MIT Scheme, whose interpreter is to take no less time.
PROGRAMS = {
    "fib": ("(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))", "(fib 27)"),
    "tak": (
        "(define (tak x y z) (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z))",
        "(tak 21 14 7)",
    ),
    "strings": (
        """(define (strings n)
             (do ((i 0 (+ i 1))
                  (s "" (if (> (string-length s) 100) "" (string-append s (number->string i)))))
                 ((= i n) s)))""",
        "(strings 20000)",
    ),
    "hash tables": (
        """(define (count n)
             (let ((table (make-equal-hash-table)))
               (do ((i 0 (+ i 1))) ((= i n) (hash-table-size table))
                 (hash-table-set! table i (+ 1 (hash-table-ref/default table (quotient i 2) 0))))))""",
        "(count 200000)",
    ),
    "sort and closures": (
        """(define (random-list n)
             (do ((i 0 (+ i 1)) (x 1 (modulo (* 16807 x) 2147483647)) (l '() (cons x l))) ((= i n) l)))
           (define (adder n) (lambda (x) (+ x n)))
           (define (sorted n) (map (lambda (x) ((adder 1) x)) (sort (random-list n) <)))""",
        "(length (sorted 200000))",
    ),
    "floats": (
        """(define (harmonic n)
             (do ((i 1 (+ i 1)) (sum 0. (+ sum (/ 1. i)))) ((> i n) sum)))""",
        "(harmonic 1000000)",
    ),
}


@pytest.mark.skipif(shutil.which("mit-scheme") is None, reason="there is no MIT Scheme")
@pytest.mark.parametrize(("definitions", "call"), PROGRAMS.values(), ids=PROGRAMS)
def test_beside_the_interpreter_of_mit_scheme(benchmark: Any, definitions, call) -> None:
    """``extra_info["ratio"]``, of processor times, is to be 1 at most."""
    timed = f"(begin {definitions} (define start (runtime)) (define value {call}) (write (- (runtime) start)) (exit))"
    command = ["mit-scheme", "--quiet", "--heap", "512000"]
    session = Session()
    session.run(definitions)
    benchmark.pedantic(session.run, (call,), rounds=2)
    if benchmark.stats is not None:
        told = subprocess.run(command, input=timed, capture_output=True, text=True, check=False, timeout=60).stdout
        benchmark.extra_info["ratio"] = _seconds(lambda: session.run(call)) / float(told)
