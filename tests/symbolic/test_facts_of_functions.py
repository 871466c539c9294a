"""Facts of literal functions: the sign of their values, their parity, their period."""

import pickle

import pytest

from scmpy import *
from scmpy.scheme import Session
from tests.laws.test_proofs import is_proved

t, x, y, a = symbols("t x y a")
r, f = literal_function("r", positive=True), literal_function("f", nonzero=True)
N = literal_function("N", negative=True)
V, W = literal_function("V", even=True), literal_function("W", odd=True)
U, C = literal_function("U", period=2 * pi), literal_function("C", even=True, period=a)
S = literal_function("S", odd=True, period=2 * pi)
P = literal_function("P", period=3)

EQUAL = [
    (sqrt(r(t) ** 2), r(t)),
    (abs(r(t)), r(t)),
    (abs(N(t)), -N(t)),
    (log(r(t) ** 2), 2 * log(r(t))),
    (V(-x), V(x)),
    (W(-x), -W(x)),
    (W(0), 0),
    (D(V)(-x), -D(V)(x)),
    ((D**2)(V)(-x), (D**2)(V)(x)),
    (D(W)(-x), D(W)(x)),
    (D(V)(0), 0),
    (V(x - y), V(y - x)),
    (V((x - y) / 2), V((y - x) / 2)),
    (V(sin(-x)), V(sin(x))),
    (U(x + 2 * pi), U(x)),
    (U(x - 7 * pi), U(x + pi)),
    (D(U)(x + 4 * pi), D(U)(x)),
    (C(x + 3 * a), C(x)),
    (C(a - x), C(x)),
    (C(3 * a / 2 - x), C(x + a / 2)),
    (C(x + 3 * a / 4), C(-x + a / 4)),
    (S(pi), 0),
    (S(2 * pi - x), -S(x)),
    (S(pi + x), -S(pi - x)),
    (D(C)(a / 2), 0),
    (U(x + a * pi + 2 * pi), U(x + a * pi)),
    (P(x + 7), P(x + 1)),
    (P(x + y - 3), P(x + y)),
]

DIFFERENT = [
    (V(x), W(x)),
    (W(-x), W(x)),
    (D(W)(0), 0),
    (U(x + pi), U(x)),
    (U(-x), U(x)),
    (C(a / 2 - x), C(x)),
    (S(x), S(2 * x)),
    (D(S)(pi), 0),
    (D(r)(t), r(t)),
    (abs(f(t)), f(t)),
    (abs(f(t)), -f(t)),
    (abs(D(r)(t)), D(r)(t)),
    (r(t), N(t)),
    (literal_function("r")(t), r(t)),
    (literal_function("V")(x), V(x)),
    (V(0), 0),
    (W(x), 0),
    (U(0), 0),
    (S(x), 0),
    (S(x), -S(x)),
    (S(pi / 2), 0),
    (D(N)(t) + abs(D(N)(t)), 0),
    (C(x), C(x + a / 2)),
    (P(x + 1), P(x)),
    (U(x + 5), U(x + 5 - 4 * pi + pi)),
]


@pytest.mark.parametrize(("left", "right"), EQUAL, ids=str)
def test_comparison_uses_the_facts(left, right):
    assert equivalent(left, right).verdict == equivalent(right, left).verdict == "equal"
    assert repr(simplify(left - right, careful=True)) == "0"


@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=str)
def test_what_the_facts_do_not_say_is_refused_with_a_function_that_has_them(left, right):
    assert equivalent(left, right).verdict == "different"


@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=str)
def test_what_the_facts_do_not_say_is_not_proved(left, right):
    assert not is_proved(left - right)


def test_without_the_facts_nothing_of_it_is_proved():
    for left, right in [(V(-x), V(x)), (U(x + 2 * pi), U(x)), (abs(r(t)), r(t))]:
        plain = [literal_function(v.operator.name) for v in (left, right) if v.operands][-1]
        assert equivalent(plain(-x), plain(x)).verdict == "different"


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (V(-x), "(V x)"),
        (W(y - x), "(* -1 (W (+ x (* -1 y))))"),
        (U(x + 2 * pi), "(U x)"),
        (S(2 * pi - x), "(* -1 (S x))"),
        (C(2 * a), "(C 0)"),
        (U(x + sqrt(-1) * pi), "(U (+ x (* +i π)))"),
        (sqrt(r(t) ** 2), "(r t)"),
    ],
    ids=str,
)
def test_in_print(value, printed):
    assert repr(value) == printed


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


@pytest.mark.parametrize(
    "facts",
    [
        {"tame": True},
        {"positive": False},
        {"positive": 1},
        {"positive": True, "negative": True},
        {"even": True, "odd": True},
        {"odd": True, "positive": True},
        {"integer": True},
        {"period": -1},
        {"period": 0},
        {"period": 1j},
        {"period": "a"},
        {"signature": 2, "even": True},
        {"signature": "(-> (UP Real Real) Real)", "period": 2},
    ],
    ids=str,
)
def test_what_is_no_fact_is_told(facts):
    with pytest.raises(ScmpyError):
        literal_function("g", **facts)
