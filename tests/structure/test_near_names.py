"""A name that is none of those that there are is answered with the nearest of them, wherever it is asked for."""

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.units import constants

ASKED = {
    "a name of the package": (lambda: s.Lagrange_equation, '"Lagrange_equations"'),
    "an argument": (lambda: s.definite_integral(s.sin, 0, 1, tolerence=0.1), '"tolerance"'),
    "a setting": (lambda: s.setting(factorin=True), '"factoring"'),
    "a switch": (lambda: s.simplify(1, factorin=True), '"factoring"'),
    "a fact": (lambda: s.symbols("x", positiv=True), '"positive"'),
    "a method": (lambda: s.set_ode_integration_method_bang("bulirsh-stoer"), '"bulirsch-stoer"'),
    "a coordinate system": (lambda: s.coordinate_system_at("rectanguler", "origin", s.R2), '"rectangular"'),
    "a patch": (lambda: s.coordinate_system_at("rectangular", "orign", s.R2), '"origin"'),
    "a constant": (lambda: constants.epsilon_o, '"epsilon_0"'),
}

IN_SCHEME = {
    "(Lagrange-equation 3)": '"Lagrange-equations"',
    "(setting! 'most-trems 3)": '"most-terms"',
    "(help 'Lagrange-equation)": '"Lagrange-equations"',
    "(& 3 &metre)": '"&meter"',
}


@pytest.mark.parametrize(("ask", "near"), ASKED.values(), ids=ASKED)
def test_the_nearest_name_is_told(ask, near):
    with pytest.raises((ScmpyError, AttributeError)) as caught:
        ask()
    assert f"(did you mean {near}?)" in str(caught.value)


@pytest.mark.parametrize("asked", IN_SCHEME)
def test_the_nearest_name_is_told_in_scheme(asked):
    with pytest.raises(ScmpyError) as caught:
        Session().run(asked)
    assert f"(did you mean {IN_SCHEME[asked]}" in caught.value.message


def test_where_none_is_near_none_is_told():
    with pytest.raises(AttributeError) as caught:
        s.colourless_green_ideas  # noqa: B018
    assert "did you mean" not in str(caught.value)
