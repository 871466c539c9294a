"""The switches of simplify: as arguments, for a while, and in a session."""

import contextvars
import math
from fractions import Fraction

import pytest

import scmpy
from scmpy import *
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session
from scmpy.symbolic.assumptions import SWITCHES, SimplifyOptions
from scmpy.symbolic.expression import read_expression

from ..comparing import text
from ..tables import sections

x, y, a, pi = symbols("x y a π")
F = literal_function("F", "(-> (X Real Real) Real)")
HALF = Fraction(1, 2)

TABLE = {
    title: [
        (switch, eval(expression, globals()), *forms)
        for switch, expression, *forms in (row.split(" : ") for row in found)
    ]
    for title, found in sections(__file__, "switches.txt").items()
}
CASES, STAYING = TABLE.values()

VARIABLES = [("factoring", sin(x**2 + 2 * x + 1) / (x * y + x), "(/ (sin (expt (+ 1 x) 2)) (* x (+ 1 y)))")]


@pytest.mark.parametrize(("switch", "expression", "on", "off"), CASES, ids=[case[0] for case in CASES])
def test_each_switch(switch, expression, on, off):
    assert text(simplify(expression, **{switch: True})) == on
    assert text(simplify(expression, **{switch: False})) == off
    with setting(**{switch: False}):
        assert text(simplify(expression)) == off

    def from_now_on():
        getattr(scmpy, switch)(False)
        first = text(simplify(expression))
        getattr(scmpy, switch)(True)
        return first, text(simplify(expression))

    assert contextvars.copy_context().run(from_now_on) == (off, on)


@pytest.mark.parametrize(("switch", "expression", "printed"), STAYING, ids=str)
def test_what_else_stays_without_a_switch(switch, expression, printed):
    assert text(simplify(expression, **{switch: False})) == printed


def test_partials_commute_or_not():
    mixed = partial(0)(partial(1)(F))(x, y) - partial(1)(partial(0)(F))(x, y)
    assert simplify(mixed) == 0
    assert set(SWITCHES) - {case[0] for case in CASES + VARIABLES} == {
        "commute_partials_simplify",
        "identities_simplify",  # tests/symbolic/test_reduced.py
    }


def scheme_name(switch):
    return "^1/2->sqrt" if switch == "expt_half_to_sqrt" else switch.replace("_", "-")


@pytest.mark.parametrize(("switch", "expression", "on", "off"), CASES, ids=[case[0] for case in CASES])
def test_each_switch_in_scheme(switch, expression, on, off):
    """As an argument, and for a session, where what the REPL prints obeys it too; others stay as they are."""
    name, session, other = scheme_name(switch), Session(), Session()
    for each in (session, other):
        each.define("e", expression)
    for value, printed in (("#t", on), ("#f", off), ("#t", on)):
        assert text(other.run(f"(simplify e '{name} {value})")) == printed
        session.run(f"({name} {value})")
        assert text(session.run("(simplify e)")) == session.result_text(session.run("e")) == printed
    default = on if getattr(SimplifyOptions(), switch) else off
    assert text(other.run("(simplify e)")) == default
    assert text(simplify(expression)) == default


def test_partials_in_a_session():
    session = Session()
    session.define("F", F)
    mixed = "(- (((partial 0) ((partial 1) F)) 'x 'y) (((partial 1) ((partial 0) F)) 'x 'y))"
    assert session.result_text(session.run(mixed)) == "0"
    session.run("(commute-partials-simplify #f)")
    assert session.result_text(session.run(mixed)) != "0"
    assert session.result_text(session.run(f"(simplify {mixed} 'commute-partials-simplify #t)")) == "0"


def test_a_switch_that_is_a_variable():
    """As an argument, for a block, from now on, in Scheme; turned it writes the same value in another form."""
    [(switch, expression, other)] = VARIABLES
    default = text(simplify(expression))
    assert text(simplify(expression, **{switch: True})) == other
    assert text(simplify(expression, **{switch: False})) == default != other
    with setting(**{switch: True}):
        assert text(simplify(expression)) == other
        with setting(**{switch: False}):
            assert text(simplify(expression)) == default
    session = Session()
    session.define("e", expression)
    assert text(session.run("(simplify e '*factoring* #t)")) == other
    assert text(session.run("(fluid-let ((*factoring* #t)) (simplify e))")) == other
    assert text(session.run("(simplify e)")) == text(simplify(expression)) == default
    session.run("(set! *factoring* #t)")
    assert text(session.run("(simplify e)")) == session.result_text(session.run("e")) == other
    assert text(simplify(expression)) == default


@pytest.mark.parametrize("case", CASES[-2:] + VARIABLES, ids=lambda case: case[0])
def test_the_value_stays(case):
    """At positive points, where all that is assumed holds."""
    switch, expression = case[:2]
    point = {x: Fraction(7, 5), y: Fraction(3, 4), a: Fraction(2, 3), pi: math.pi}
    forms = (read_expression(text(simplify(expression, **{switch: on}))) for on in (True, False))
    first, second = (float(simplify(substitute(form, point))) for form in forms)
    assert first == pytest.approx(second, rel=1e-12)


def test_what_is_assumed_of_a_magnitude():
    found = simplify(D(magnitude)(x**2), report=True)
    assert [(taken.fact, taken.expression) for taken in found.assumptions] == [("real", x)]
    assert simplify(magnitude(x**2), careful=True) != x**2
    assert simplify(magnitude(x**3)) == magnitude(x**3)


def test_bad_switches():
    with pytest.raises(WrongTypeError, match="on by #t"):
        simplify(x, sqrt_expt_simplify=1)
    with pytest.raises(WrongTypeError, match="names of switches"):
        simplify(x, "sqrt-expt-simplify")
