"""scmpy in WebAssembly, where there are no threads: the wheel under Pyodide gives the answers that it gives here."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scmpy.app import site

from ..golden.test_golden import answer, records, same_text
from .conftest import cells_of, run_node

pytestmark = pytest.mark.slow

AREAS = ("poincare", "rigid", "lagrangian", "hamiltonian")
MODES = {"pe": "pe", "display": "write"}
TOO_DEEP = "LimitError: Aborting!: maximum recursion depth exceeded"
NEEDS_NUMPY = "ScmpyError: eigenvalues needs the library numpy, which is not installed here"
TOO_LONG = "TimeLimitError: Aborting!: time limit exceeded (1 s)"

#: What a session without threads answers, one form after the other: the session goes on after each.
LIMITS = [
    ("(define (f n) (if (= n 0) 0 (+ 1 (f (- n 1)))))", ""),
    ("(write (f 20000))", "20000"),
    ("(define (f n) (+ 1 (f n))) (f 1)", TOO_DEEP),
    ("(define (f n) (sort (list 1 2) (lambda (a b) (f n)))) (f 1)", TOO_DEEP),
    ("(write " + "(+ 1 " * 3000 + "0" + ")" * 3001, TOO_DEEP + " (code nests more than 500 deep)"),
    ("(define l (iota 100000))", ""),
    ("(define l (length '(" + "(" * 10000 + ")" * 10000 + ")))", ""),
    ("(define (ints n) (cons-stream n (ints (+ n 1)))) (write (stream-ref (ints 0) 5000))", "5000"),
    ("(define (f n) (if (= n 0) (car '()) (+ 1 (f (- n 1))))) (write (guard (e (#t 'caught)) (f 10000)))", "caught"),
    ("(write (* 2 &meter))", "(& 2 &meter)"),
    ("(eigenvalues (matrix-by-rows '(2. 1.) '(1. 3.)))", NEEDS_NUMPY),
    ("(frame)", "ScmpyError: frame draws with matplotlib, which is not installed here"),
    ("(let loop () (loop))", TOO_LONG),
    ("(guard (e (#t 'caught)) (let loop () (loop)))", TOO_LONG),
    ("(dynamic-wind (lambda () 1) (lambda () (let loop () (loop))) (lambda () (let loop () (loop))))", TOO_LONG),
    ("(write (+ 'a 'a))", "(+ a a)"),
]


LESSONS = {path.stem: cells_of(path) for path in sorted((site.ROOT / "transcripts" / "lessons").glob("*.md"))}


@pytest.fixture(scope="module")
def answers(once: Callable[..., Path], runtime: Path) -> dict:
    cases = [case for area in AREAS for case in records(area)]
    golden = {case["id"]: (case.get("defs", ""), f"({MODES[case.get('mode', 'pe')]} {case['expr']})") for case in cases}

    pages = {name: [program for program, _ in cells] for name, cells in LESSONS.items()}

    def ask(found: Path) -> None:
        programs = found.with_name("programs.json")
        programs.write_text(json.dumps({"golden": golden, "limits": [form for form, _ in LIMITS], "pages": pages}))
        found.write_text(run_node("run_python.mjs", str(runtime), "answers.py", str(programs)))

    return json.loads(once("answers.json", ask).read_text())


def test_golden_answers_are_the_same(answers: dict) -> None:
    cases = {case["id"]: case for area in AREAS for case in records(area) if "error" not in case}
    assert {name: answers["golden"][name] for name in cases} == {name: answer(case) for name, case in cases.items()}


@pytest.mark.parametrize("name", LESSONS)
def test_cells_of_the_lessons_answer_what_is_recorded(name: str, answers: dict) -> None:
    cells = [(*cell, shown) for cell, shown in zip(LESSONS[name], answers["pages"][name], strict=True)]
    assert sum(bool(want) for _, want, _ in cells) > 2
    assert [cell for cell in cells if cell[1] and not same_text(cell[2], cell[1])] == []


def test_limits_hold_and_the_session_goes_on(answers: dict) -> None:
    assert [*zip(answers["limits"], [form[:70] for form, _ in LIMITS], strict=True)] == [
        (text, form[:70]) for form, text in LIMITS
    ]
