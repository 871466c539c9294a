"""The original's small tools for expressions and lists."""

import io

import pytest

from scmpy.scheme import Session

from ..comparing import text_of

VALUES = [
    ('(symbol \'a "b" 3)', "ab3"),
    ("(environment-bound? (->environment '(scmutils base)) 'car)", "#t"),
    ("(list (g:sigma square 1 3) (g:invert 4) (g:+ 1 2) (g:expt 2 3))", "(14 1/4 3 8)"),
    ("(* (down (up 1 2) (up 3 4)) (up 'a 'b))", "(up (+ a (* 3 b)) (+ (* 2 a) (* 4 b)))"),
    ("(series:ref (Taylor-series-coefficients exp 0) 3)", "1/6"),
    ("(series:ref (Taylor-series-coefficients * 'a 'b) 2)", "(down (down 0 1/2) (down 1/2 0))"),
]


@pytest.mark.parametrize(("source", "text"), VALUES)
def test_value(source: str, text: str) -> None:
    assert text_of(source) == text


def test_show_time_prints_the_time_and_gives_the_value() -> None:
    output = io.StringIO()
    assert Session(stdout=output).run("(show-time (lambda () (+ 1 2)))") == 3
    assert output.getvalue().startswith("process time: ")
