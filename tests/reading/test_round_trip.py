"""Texts that are read: of several words as formulas, wherever expressions are taken; what the library writes, as what it was.

Answers of the original are written as they stand: the printing policy, which shows exact constants as decimals, loses
what these are.
"""

import json
from pathlib import Path

import pytest

from scmpy import (
    equivalent,
    equivalent_equations,
    expression_from_tex,
    expression_from_text,
    parse_printed,
    sin,
    solve,
    substitute,
    symbols,
)
from scmpy.errors import SyntaxError_, WrongTypeError
from scmpy.render.latex import tex
from scmpy.render.notation import infix
from scmpy.scheme import Session
from scmpy.symbolic.expression import Expression, expression_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))

#: What is not read back, and why.
OTHERS = {
    "core-144": "integers modulo a number are no expressions",
    "core-225": "an operator alone is no expression",
    "core-226": "an operator alone is no expression",
    "geom-087": "forms are no scalars",
    "schm-108": "infinities and NaN are no formulas",
    "simp-331": "x names a symbol and a function in one expression",
    "simp-332": "x names a symbol and a function in one expression",
}


def answers(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        try:
            answer = expression_of(parse_printed(case["printed"]))
        except Exception:  # no expression: a message, a string, a procedure
            continue
        if isinstance(answer, Expression) and case["id"] not in OTHERS:
            yield case["id"], answer


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_answers(path):
    assert not [name for name, answer in answers(path) if not all(kept(answer))]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_some_golden_answers(path):
    assert not [name for name, answer in list(answers(path))[::25] if not all(kept(answer))]


def kept(answer):
    for show, read in ((infix, expression_from_text), (tex, expression_from_tex)):
        found = read(show(answer), reference=answer)
        yield expression_of(found) == answer or equivalent(found, answer).verdict == "equal"


x, a, b = symbols("x a b")


def test_in_python():
    assert equivalent("2 sin x cos x", sin(2 * x)) and equivalent(sin(x) ** 2, r"1 - \cos^2 x")
    assert equivalent_equations("m x'' = -k x", r"\ddot{x} + \frac{k}{m}x = 0").verdict == "equal"
    assert equivalent_equations(["x'' = 0", "y'' = 0"], "y'' = 0, 2 x'' = 0").verdict == "equal"
    assert substitute("v² + 1", "v", "a + b") == substitute(x**2 + 1, x, a + b)
    assert solve("x + y = 3, x - y = 1", "x y") == solve(["x + y = 3", "x - y = 1"], symbols("x y"))
    assert solve("x^2 = 4", x) == solve("x^2 - 4", "x") == (-2, 2)


def test_words_are_strings():
    assert equivalent("x", x).verdict == "different"
    assert equivalent("text", "other").verdict == equivalent(["a b"], ["b a"]).verdict == "different"


def test_two_texts_are_two_formulas():
    assert equivalent("sin 2x", "2 sin x cos x") and equivalent("(a + b)^2", r"a^2 + 2 a b + b^2")
    assert equivalent("theta'' + sin theta", "sin theta + d²theta/dt²")
    assert not equivalent("sin theta", "sin theta'")
    with pytest.raises(WrongTypeError, match="equivalent-equations"):
        equivalent("x = 2", "2 x = 4")
    with pytest.raises(SyntaxError_, match="no part of a formula"):
        equivalent("hello, world!", "x y")


def test_in_scheme():
    session = Session()
    assert session.run("""(equivalent '(sin (* 2 x)) "2 sin x cos x")""").verdict == "equal"
    assert session.run("""(equivalent-equations "x'' = -x" (equations "2 x'' = -2 x"))""").verdict == "equal"
    assert session.run("""(car (equations "x'' = 0"))""") is session.run("(((square D) (literal-function 'x)) 't)")
    with pytest.raises(SyntaxError_):
        session.run("""(solve "x = = 2" 'x)""")
