"""Facts of literal functions: the sign of their values, their parity, their period."""

import pickle

import pytest

from scmpy import *
from scmpy.scheme import Session
from tests.laws.test_proofs import is_proved

from ..tables import refusals, sections

t, x, y, a = symbols("t x y a")
r, f = literal_function("r", positive=True), literal_function("f", nonzero=True)
N = literal_function("N", negative=True)
V, W = literal_function("V", even=True), literal_function("W", odd=True)
U, C = literal_function("U", period=2 * pi), literal_function("C", even=True, period=a)
S = literal_function("S", odd=True, period=2 * pi)
P = literal_function("P", period=3)

FACTS = sections(__file__, "facts_of_functions.txt")


def sides(row):
    return [eval(side, globals()) for side in row.split(" = ")]


@pytest.mark.parametrize("row", FACTS["equal"])
def test_comparison_uses_the_facts(row):
    left, right = sides(row)
    assert equivalent(left, right).verdict == equivalent(right, left).verdict == "equal"
    assert repr(simplify(left - right, careful=True)) == "0"


@pytest.mark.parametrize("row", FACTS["different"])
def test_what_the_facts_do_not_say_is_refused_with_a_function_that_has_them(row):
    left, right = sides(row)
    assert equivalent(left, right).verdict == "different"
    assert not is_proved(left - right)


def test_without_the_facts_nothing_of_it_is_proved():
    for left, right in [(V(-x), V(x)), (U(x + 2 * pi), U(x)), (abs(r(t)), r(t))]:
        plain = [literal_function(v.operator.name) for v in (left, right) if v.operands][-1]
        assert equivalent(plain(-x), plain(x)).verdict == "different"


@pytest.mark.parametrize("row", FACTS["printed"])
def test_in_print(row):
    value, printed = row.split(" = ")
    assert repr(eval(value, globals())) == printed


def test_facts_of_every_component():
    position = literal_function("q", "(-> Real (UP Real Real))", positive=True)
    assert all(equivalent(abs(part), part) for part in position(t))
    assert equivalent(
        up(*(abs(s(t)) for s in literal_functions("s u", nonnegative=True))),
        up(*(s(t) for s in literal_functions("s u", nonnegative=True))),
    )


def test_in_scheme():
    run = Session().run
    assert run("((literal-function 'r 'positive) 't)") is r(t)
    assert run("((literal-function 'r (-> Real Real) 'positive) 't)") is r(t)
    assert run("((literal-function 'U '(period (* 2 :pi))) 'x)").operator is U(x).operator
    assert run("((literal-function 'C 'even '(period a)) 'x)") is C(x)


def test_they_travel():
    for value in (r(t), C(x), D(V)(x)):
        assert pickle.loads(pickle.dumps(value)) is value
    assert pickle.loads(pickle.dumps(V)) == V


test_what_is_refused = refusals(__file__, "facts of functions", globals())
