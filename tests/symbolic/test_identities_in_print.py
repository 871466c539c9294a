"""The setting by which results are shortened by addition theorems; every result is also compared by value."""

import pytest

from scmpy import *
from scmpy.scheme import Session
from scmpy.symbolic.normal_forms import length

from ..tables import evaluated

a, b, t, x, y = symbols("a b t x y")
theta, phi = (f(t) for f in literal_functions("theta phi"))

SHORTENED = evaluated(__file__, "printed.txt", "identities in print: shortened", globals())

KEPT = [x**2 + 1, sin(x), sin(x) ** 2, sqrt(x), tan(x) + cot(x) + x, up(1, 2), 0.5 * sin(x)]


@pytest.mark.parametrize(("value", "printed"), SHORTENED)
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
