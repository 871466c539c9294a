"""Texts of several words are formulas wherever expressions and equations are compared, solved, replaced."""

import pytest

from scmpy import equivalent, equivalent_equations, sin, solve, substitute, symbols
from scmpy.errors import SyntaxError_, WrongTypeError
from scmpy.scheme import Session

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
