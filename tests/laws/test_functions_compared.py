"""Two procedures are compared for every number of arguments, by the arguments that they are functions of."""

import re

import pytest

import scmpy as s
from scmpy.scheme import Session
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import symbol

from ..tables import evaluated, rows


def verdict(a, b):
    return Session().run(f"(equivalent {a} {b})").verdict


@pytest.mark.parametrize("count", range(1, 5))
def test_products_of_numbers_commute(count):
    names = "abcd"[:count]
    forward, backward = (f"(lambda ({' '.join(order)}) (* {' '.join(order)}))" for order in (names, names[::-1]))
    same = f"(lambda ({' '.join(names)}) (* {' '.join(names[::-1])}))"
    assert verdict(forward, same) == "equal"
    assert verdict(forward, f"(lambda ({' '.join(names)}) (+ (* {' '.join(names)}) (expt a 3)))") == "different"
    assert verdict(forward, backward) == "equal"


VERDICTS = {"=": "equal", "!=": "different", "?": "undecided"}
LINES = rows(__file__, "functions_compared.txt")


@pytest.mark.parametrize("line", LINES)
def test_verdicts(line):
    a, sign, b = re.split(r" (!?=|\?) ", line)
    assert verdict(a, b) == VERDICTS[sign] == verdict(b, a)


def test_products_of_tuples_and_matrices_are_compared_at_these():
    def forward(a, b):
        return a * b

    def backward(a, b):
        return b * a

    p, q = s.up(*s.symbols("a b")), s.up(*s.symbols("c d"))
    m, n = s.matrix_by_rows([1, 2], [3, 4]), s.matrix_by_rows([0, 1], [1, 1])
    assert equivalent(forward, backward)
    assert equivalent(forward(p, q), backward(p, q)).verdict == "different"
    assert equivalent(forward(m, n), backward(m, n)).verdict == "different"
    assert "of scalars" in equivalent(forward, backward).certificate


def test_functions_of_many_arguments_are_compared():
    assert equivalent(lambda *a: 0, lambda *a: 1).verdict == "different"
    ten = "abcdefghij"
    forward = eval(f"lambda {','.join(ten)}: {'*'.join(ten)}")
    backward = eval(f"lambda {','.join(ten)}: {'*'.join(reversed(ten))}")
    assert equivalent(forward, backward).verdict == "equal"


def test_the_answer_names_the_arguments():
    def certificate(a, b):
        return Session().run(f"(equivalent {a} {b})").certificate

    products = "(lambda (t s) (* t (coordinate s)))", "(lambda (t s) (* (coordinate s) t))"
    assert certificate(*products).startswith("of scalars, local tuples of one coordinate")
    assert certificate("(lambda (f) (D f))", "D").startswith("of functions of a scalar")
    assert certificate("(lambda () 'x)", "(lambda () (+ 'x 0))").startswith("of no arguments: ")
    assert certificate("(lambda (l) (car l))", "(lambda (l) (cadr l))") == (
        "no arguments were found that both functions take"
    )


@pytest.mark.parametrize("function", [s.D, s.partial(0), s.literal_function("f"), s.sin, s.D(s.sin)], ids=repr)
def test_a_function_is_no_expression_of_its_name(function):
    name = symbol(getattr(function, "__name__", "f"))
    for a, b in ((function, name), (name, function), (s.up(function, 1), s.up(name, 1)), (function, 3)):
        answer = equivalent(a, b)
        assert answer.verdict == "different" and "one is a function, the other is not" in answer.certificate


x, y = s.symbols("x y")
ANSWERS = evaluated(__file__, "answers_on_functions.txt", "functions compared: answers", globals())


@pytest.mark.parametrize(("a", "b", "expected"), ANSWERS)
def test_answers_say_what_was_compared(a, b, expected):
    answer = equivalent(a, b)
    assert f"{answer.verdict}: {answer.certificate}".startswith(expected)
    assert bool(answer.witness) == (" = " in answer.certificate)


def test_series_beside_what_is_none():
    for other in (3, s.symbols("x"), s.sin):
        assert equivalent(s.exp_series, other).verdict == equivalent(other, s.exp_series).verdict != "equal"
