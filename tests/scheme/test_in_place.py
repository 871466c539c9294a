"""Evaluation without a thread of its own, as in a browser: the limits hold, and the session goes on."""

import sys
from collections.abc import Callable

import pytest

from scmpy.errors import LimitError, WrongTypeError
from scmpy.scheme import Session

KNOWS_TIME = sys.version_info >= (3, 12)


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scmpy.deep_stack._in_place", True)
    monkeypatch.setattr("_thread.start_new_thread", None)
    monkeypatch.setattr("scmpy.deep_stack.IS_WEB", True)  # tracebacks are let go of as there
    monkeypatch.setattr("scmpy.deep_stack.RECURSION_LIMIT", 5000)


def test_answers(session: Session) -> None:
    session.run("(define (f n) (if (= n 0) 0 (+ 1 (f (- n 1)))))")
    assert session.run("(f 100)") == 100
    assert session.result_text(session.run("((D sin) 'x)")) == "(cos x)"


@pytest.mark.parametrize(
    "source",
    [
        "(define (f n) (+ 1 (f n))) (f 1)",
        "(define (f n) (sort (list 1 2) (lambda (a b) (f n)))) (f 1)",
        "(define (f n) (guard (e (#t 'caught)) (+ 1 (f n)))) (f 1)",
        "(define (f x) (+ 1 (f x))) ((D f) 'x)",
    ],
)
def test_endless_recursion(recursion_ends: Callable[[str], None], source: str) -> None:
    recursion_ends(source)


def test_errors_have_their_places(session: Session) -> None:
    with pytest.raises(WrongTypeError, match=r"<input>:1:22"):
        session.run("(define (f n) (+ 1 n (car '()))) (f 1)")
    assert session.run("(guard (e (#t (condition/report-string e))) (f 1))").startswith("The object ()")


@pytest.mark.parametrize(
    "source",
    [
        "(let loop () (loop))",
        "(guard (e (#t (let loop () (loop)))) (let loop () (loop)))",
        "(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () (let loop () (loop))))",
    ],
)
@pytest.mark.skipif(not KNOWS_TIME, reason="Python tells of calls and loops from 3.12 on")
def test_time(source: str) -> None:
    session = Session(time_limit=0.05)
    with pytest.raises(LimitError, match="time limit exceeded"):
        session.run(source)
    assert session.run("(+ 1 2)") == 3
    assert sys.monitoring.get_events(sys.monitoring.PROFILER_ID + 1) == 0


@pytest.mark.skipif(KNOWS_TIME, reason="Python 3.11 alone cannot")
def test_a_limit_of_time_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(LimitError, match=r"a limit of time needs a thread, or Python 3\.12"):
        Session(time_limit=1).run("(+ 1 2)")


def test_time_that_is_enough() -> None:
    if KNOWS_TIME:
        assert Session(time_limit=60).run("(let loop ((i 0)) (if (< i 1000) (loop (+ i 1)) i))") == 1000
