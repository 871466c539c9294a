"""Compiled Scheme: loops, calls, generic additions, and the start of a session.

A loop is compared with the same ``while`` loop in Python on generic arithmetic: ``extra_info["ratio"]``, to be below 3.
"""

from __future__ import annotations

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
    benchmark.extra_info["ratio"] = _seconds(lambda: session.run(LOOPS[name])) / _seconds(_python_loop)
    benchmark.pedantic(session.run, (LOOPS[name],), rounds=3)


def test_calls(benchmark: Any) -> None:
    session = Session()
    session.run("(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))")
    assert benchmark.pedantic(session.run, ("(fib 24)",), rounds=3) == 46368


def test_new_session(benchmark: Any) -> None:
    assert benchmark(lambda: Session().run("(+ 1 2)")) == 3
