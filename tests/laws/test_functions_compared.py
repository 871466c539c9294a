"""Two procedures are compared for every number of arguments, by the arguments that they are functions of."""

import re
from pathlib import Path

import pytest

import scmpy as s
from scmpy.scheme import Session
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import symbol


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
LINES = Path(__file__).with_name("functions_compared.txt").read_text().splitlines()


@pytest.mark.parametrize("line", [line for line in LINES if not line.startswith("#")])
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
ANSWERS = {
    "matrices": (s.matrix_by_rows([1, 2], [3, 4]), s.matrix_by_rows([1, 2], [3, 5]), "different: component 1 1: exact"),
    "quaternions": (s.quaternion(1, 2, 3, x), s.quaternion(1, 2, 3, y), "different: component 3: the difference is"),
    "series": (s.series(1, x), s.series(1, y), "different: term 1: the difference is"),
    "operators": (s.D + 1, 1 + s.D, "equal: of functions of a scalar: of scalars: the canonical"),
    "a function of functions": (
        s.Lagrange_equations,
        lambda L: s.Lagrange_equations(L),
        "equal: of functions of a tuple:",
    ),
    "no arguments": (lambda: 3, lambda: 3, "equal: of no arguments: the same value"),
    "no arguments, other values": (lambda: 3, lambda: 4, "different: at no arguments: exact numbers"),
    "numbers": (lambda a, b: a * b, lambda a, b: b * a, "equal: of scalars: the canonical form"),
    "numbers, functions": (
        lambda h, u: h(u),
        lambda h, u: h(u) + 0,
        "equal: of functions of a scalar; of functions of a scalar, scalars; of",
    ),
    "tuples": (
        lambda q: q[2] * q[1],
        lambda q: q[1] * q[2],
        "different: of local tuples of two coordinates: component",
    ),
    "tuples, numbers": (
        lambda q, u: q[0] * u,
        lambda q, u: u * q[0],
        "equal: of local tuples of one coordinate, scalars; of",
    ),
    "numbers alone": (lambda u: int(u), lambda u: int(u), "undecided: they are equal at a few numbers, and were not"),
    "floats": (lambda u: s.up(u, float(u)), lambda u: s.up(u, float(u) + 1), "undecided: they are equal at a few"),
    "at a half": (lambda u: 3 if u == s.div(1, 2) else u, lambda u: u, "different: at argument 1 = 1/2: exact numbers"),
    "any number": (
        lambda a, b, c, d, e, *r: a,
        lambda a, b, c, d, e, *r: a + 0,
        "undecided: they are equal for up to 5",
    ),
    "many levels": (
        lambda a: lambda b: lambda c: lambda d: lambda e: a,
        lambda a: lambda b: lambda c: lambda d: lambda e: a,
        "undecided: of scalars: of scalars: of scalars: of scalars: functions that return functions, more than 4 deep",
    ),
}


@pytest.mark.parametrize(("a", "b", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_answers_say_what_was_compared(a, b, expected):
    answer = equivalent(a, b)
    assert f"{answer.verdict}: {answer.certificate}".startswith(expected)
    assert bool(answer.witness) == (" = " in answer.certificate)


def test_series_beside_what_is_none():
    for other in (3, s.symbols("x"), s.sin):
        assert equivalent(s.exp_series, other).verdict == equivalent(other, s.exp_series).verdict != "equal"
