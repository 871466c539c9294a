"""The harness proves itself: wrong laws are caught, on every kind of value."""

import pytest

import scmpy as s

from . import generators as gen
from .bundles import Kind, Law, is_caught
from .test_algebra import EXPRESSIONS, FUNCTIONS, MATRICES, NUMBERS, OPERATORS, POLYNOMIALS, STRUCTURES, at_symbol

CALCULUS = Kind("calculus", {"a": gen.functions, "b": gen.binary_functions}, at_symbol)
BINARY = Kind("partial derivatives", {"b": gen.binary_functions}, lambda h: h(gen.X, gen.Y))
TRIGONOMETRY = Kind("trigonometry", {"a": gen.symbols})

freshman = Law("(a + b)^2 = a^2 + b^2", "aa", lambda a, b: (s.square(s.add(a, b)), s.add(s.square(a), s.square(b))))

WRONG = [
    *((kind, freshman) for kind in (NUMBERS, POLYNOMIALS, EXPRESSIONS, MATRICES, FUNCTIONS)),
    *((kind, Law("- commutes", "aa", lambda a, b: (a - b, b - a))) for kind in (NUMBERS, *STRUCTURES)),
    (NUMBERS, Law("- associates", "aaa", lambda a, b, c: ((a - b) - c, a - (b - c)))),
    (EXPRESSIONS, Law("/ commutes", "uu", lambda u, v: (s.div(u, v), s.div(v, u)))),
    (EXPRESSIONS, Law("the sign of x^2", "a", lambda a: (s.square(a), s.negate(s.square(a))))),
    (MATRICES, Law("* commutes", "aa", lambda a, b: (a * b, b * a))),
    (MATRICES, Law("(a b)^T = a^T b^T", "aa", lambda a, b: (s.transpose(a * b), s.transpose(a) * s.transpose(b)))),
    (MATRICES, Law("det is additive", "aa", lambda a, b: (s.determinant(a + b), s.determinant(a) + s.determinant(b)))),
    (FUNCTIONS, Law("o commutes", "aa", lambda a, b: (s.compose(a, b), s.compose(b, a)))),
    (
        FUNCTIONS,
        Law(
            "o distributes on the right",
            "aaa",
            lambda a, b, c: (s.compose(a, s.add(b, c)), s.add(s.compose(a, b), s.compose(a, c))),
        ),
    ),
    (OPERATORS, Law("* commutes", "aa", lambda a, b: (a * b, b * a))),
    (STRUCTURES[0], Law("the orientation does not matter", "a", lambda a: (a, s.flip_indices(a)))),
    (STRUCTURES[0], Law("square is the product", "a", lambda a: (s.square(a), a * a))),
    (CALCULUS, Law("D(f g) = Df Dg", "aa", lambda f, g: (s.D(s.mul(f, g)), s.mul(s.D(f), s.D(g))))),
    (CALCULUS, Law("half of Leibniz", "aa", lambda f, g: (s.D(s.mul(f, g)), s.mul(s.D(f), g)))),
    (
        CALCULUS,
        Law(
            "Leibniz with a minus",
            "aa",
            lambda f, g: (s.D(s.mul(f, g)), s.sub(s.mul(s.D(f), g), s.mul(f, s.D(g)))),
        ),
    ),
    (CALCULUS, Law("no inner factor", "aa", lambda f, g: (s.D(s.compose(f, g)), s.compose(s.D(f), g)))),
    (
        CALCULUS,
        Law(
            "the outer derivative at the wrong place",
            "aa",
            lambda f, g: (s.D(s.compose(f, g)), s.mul(s.D(f), s.D(g))),
        ),
    ),
    (BINARY, Law("all partials are equal", "b", lambda h: (s.partial(0)(h), s.partial(1)(h)))),
    (TRIGONOMETRY, Law("cos^2 - sin^2 = 1", "a", lambda x: (s.cos(x) ** 2 - s.sin(x) ** 2, 1))),
    (TRIGONOMETRY, Law("sin is odd, not even", "a", lambda x: (s.sin(-x), s.sin(x)))),
    (TRIGONOMETRY, Law("sqrt(x^2) = x", "a", lambda x: (s.sqrt(x**2), x))),
    (TRIGONOMETRY, Law("sin 2x = 2 sin x", "a", lambda x: (s.sin(2 * x), 2 * s.sin(x)))),
    (TRIGONOMETRY, Law("log is additive", "aa", lambda x, y: (s.log(x + y), s.log(x) + s.log(y)))),
    (TRIGONOMETRY, Law("exp is additive", "aa", lambda x, y: (s.exp(x + y), s.exp(x) + s.exp(y)))),
]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in WRONG])
def test_wrong_law_is_caught(kind, law):
    assert is_caught(law, kind)


def test_a_true_law_is_not_reported():
    assert not is_caught(Law("+ commutes", "aa", lambda a, b: (a + b, b + a)), NUMBERS)
