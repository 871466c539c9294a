"""The setting by which results are shortened by addition theorems; every result is also compared by value."""

import pytest

from scmpy import *
from scmpy.scheme import Session
from scmpy.symbolic.normal_forms import length

a, b, t, x, y = symbols("a b t x y")
theta, phi = (f(t) for f in literal_functions("theta phi"))

SHORTENED = [
    (exp(x) * exp(-x), "1"),
    (exp(x) * exp(y), "(exp (+ x y))"),
    (exp(x + y) / exp(x), "(exp y)"),
    (cosh(x) ** 2 - sinh(x) ** 2, "1"),
    (cosh(x) + sinh(x), "(exp x)"),
    (cosh(x + y) - cosh(x) * cosh(y) - sinh(x) * sinh(y), "0"),
    ((1 - tanh(x) ** 2) * cosh(x) ** 2, "1"),
    (cos(a) * cos(b) + sin(a) * sin(b), "(cos (+ a (* -1 b)))"),
    (sin(x + y) * cos(y) - cos(x + y) * sin(y), "(sin x)"),
    (cos(theta) * cos(phi) + sin(theta) * sin(phi), "(cos (+ (phi t) (* -1 (theta t))))"),
    (cos(x) ** 4 - sin(x) ** 4, "(cos (* 2 x))"),
    (cos(3 * x) + 3 * cos(x) - 4 * cos(x) ** 3, "0"),
    (x * sin(a) / (cos(a) * cos(b) + sin(a) * sin(b)), "(/ (* x (sin a)) (cos (+ a (* -1 b))))"),
    (up(exp(x) * exp(-x), sin(x)), "(up 1 (sin x))"),
]

KEPT = [x**2 + 1, sin(x), sin(x) ** 2, sqrt(x), tan(x) + cot(x) + x, up(1, 2), 0.5 * sin(x)]


@pytest.mark.parametrize(("value", "printed"), SHORTENED, ids=[printed for _, printed in SHORTENED])
def test_what_is_shorter_by_addition_theorems(value, printed):
    short = simplify(value, identities_simplify=True)
    assert repr(simplify(short, identities_simplify=True)) == repr(short)
    with setting(identities_simplify=True):
        assert repr(simplify(value)) == printed
    assert equivalent(value, short).verdict == "equal"


@pytest.mark.parametrize("value", KEPT, ids=str)
def test_nothing_gets_longer(value):
    assert length(simplify(value, identities_simplify=True)) <= length(simplify(value))


def test_it_is_off_by_default_and_holds_in_a_session():
    session = Session()
    session.run("(identities-simplify #t)")
    assert str(session.run("(simplify (* (exp 'x) (exp (- 'x))))")) == "1"
    assert str(Session().run("(simplify (* (exp 'x) (exp (- 'x))))")) != "1"
