"""What a function refers to: the same code is used for the same function alone, and for those that differ by floats."""

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from scmpy import D, L_pendulum, Lagrangian_to_state_derivative, cos, square, state_advancer, symbols, trajectory, up
from scmpy.numerics.compile.tracing import dependencies
from scmpy.numerics.ode import ivp
from scmpy.scheme import Session

START = up(0.0, 0.5, 0.0)
GRAVITY = 9.8
TABLE = {"length": 1.0}


def pendulum(length, g, n=2):
    return Lagrangian_to_state_derivative(lambda s: length**n * square(s[2]) / 2 + g * length * cos(s[1]))


def by_name():
    return lambda state: up(1, state[2], -GRAVITY * math.sin(1.0) * state[1])


def by_table():
    return lambda state: up(1, state[2], -TABLE["length"] * state[1])


@pytest.fixture
def compilations(monkeypatch):
    """The number of times that a derivative is compiled."""
    found = []
    compiling = ivp.compile_smooth
    monkeypatch.setattr(ivp, "compile_smooth", lambda *args: found.append(1) or compiling(*args))
    return found


def test_derivatives_that_differ_by_floats_have_one_code(compilations):
    lengths = [1.0 + i / 8 for i in range(6)]
    ends = [trajectory(pendulum(x, 9.75), START, 1.0).end for x in lengths]
    assert len(compilations) == 2  # the first has its own code
    with ivp.setting(is_compiling_sysder=False):
        for x, end in zip(lengths, ends, strict=True):
            assert list(end) == pytest.approx(list(trajectory(pendulum(x, 9.75), START, 1.0).end), rel=1e-9)
    assert [list(trajectory(pendulum(x, 9.75), START, 1.0).end) for x in lengths] == list(map(list, ends))


def test_a_lagrangian_has_one_code_whichever_function_moves_it(compilations):
    L = L_pendulum(9.75, 1, 1)
    motion = trajectory(Lagrangian_to_state_derivative(L), up(0.0, 1.0, 0.0), 1.0)
    assert state_advancer(Lagrangian_to_state_derivative, L)(up(0.0, 1.0, 0.0), 1.0) == motion.end
    assert len(compilations) == 1


def test_what_is_no_float_makes_another_derivative(compilations):
    ends = [trajectory(pendulum(1.5, 9.0, n), START, 1.0).end[1] for n in (4, 3, Fraction(5, 2), 4.0)]
    assert len(compilations) == 4 and len({round(x, 9) for x in ends}) == 3
    assert ends[0] == pytest.approx(ends[3], rel=1e-9)


@pytest.mark.parametrize("make", [by_name, by_table])
def test_a_change_of_what_it_names_is_seen(make, monkeypatch):
    derivative = make()
    advance = state_advancer(lambda: derivative)
    before = advance(START, 1.0)[1], trajectory(derivative, START, 1.0).end[1]
    monkeypatch.setitem(globals(), "GRAVITY", 4.0)
    monkeypatch.setitem(TABLE, "length", 4.0)
    after = advance(START, 1.0)[1], trajectory(derivative, START, 1.0).end[1]
    rate = math.sqrt(4.0 * (math.sin(1.0) if make is by_name else 1.0))
    assert before[0] == pytest.approx(before[1]) != pytest.approx(after[0])
    assert after == pytest.approx((0.5 * math.cos(rate),) * 2, rel=1e-9)


def test_a_change_of_what_it_encloses_is_seen():
    rate = 1.0

    def derivative(state):
        return up(1, rate * state[1])

    for value in (1.0, 2.0, 1.0, 3.0):
        rate = value
        assert trajectory(derivative, up(0.0, 1.0), 1.0).end[1] == pytest.approx(math.exp(value), rel=1e-9)


def test_a_variable_of_scheme_is_seen():
    session = Session()
    session.run(
        "(define k 1.) (define ((growth) state) (up 1 (* k (ref state 1)))) (define go (state-advancer growth))"
    )
    assert session.run("(ref (go (up 0. 1.) 1.) 1)") == pytest.approx(math.e, rel=1e-9)
    assert session.run("(set! k 2.) (ref (go (up 0. 1.) 1.) 1)") == pytest.approx(math.e**2, rel=1e-9)


class Body:
    friction = 0.0

    def __init__(self, stiffness):
        self.stiffness, self.itself = stiffness, self

    @property
    def force(self):
        return lambda x: -self.itself.stiffness * x

    def moved(self, state):
        return up(1, state[2], self.force(state[1]) - 2 * self.friction * state[2])


def test_an_object_is_known_again_and_its_changes_are_seen(compilations, monkeypatch):
    body = type("Shorter", (Body,), {"moved": lambda self, state: super(type(self), self).moved(state)})(4.0)
    ends = [trajectory(body.moved, START, 1.0).end[1] for _ in range(2)]
    assert len(compilations) == 1 and ends == pytest.approx([0.5 * math.cos(2)] * 2, rel=1e-9)
    body.stiffness = 9.0
    assert trajectory(body.moved, START, 1.0).end[1] == pytest.approx(0.5 * math.cos(3), rel=1e-9)
    monkeypatch.setattr(Body, "friction", 3.0)
    assert trajectory(body.moved, START, 1.0).end[1] == pytest.approx(2 * math.exp(-3), rel=1e-9)


@pytest.mark.parametrize(
    "function",
    [
        lambda state, body=type("", (), {"__getattr__": len})(): body.mass,  # noqa: B008
        lambda state, chance=random.Random(1): chance.random(),  # noqa: B008
        lambda state: random.random(),
        lambda state: globals()["GRAVITY"],
        lambda state, numbers=iter((1, 2)): next(numbers),  # noqa: B008
        open,
    ],
    ids=["an object that makes its attributes", "a generator", "chance", "all names", "an iterator", "a builtin"],
)
def test_of_what_may_change_unseen_nothing_is_known(function):
    assert dependencies(function) is None


def test_what_is_remade_computes_with_the_new_floats():
    def nested(a, b):
        def inner(x, c=0.5):
            return a * x + c + (inner(x - 1) if x > b else 0)

        return inner

    found = dependencies(nested(2.0, 1.0))
    assert sorted(found.floats) == [0.5, 1.0, 2.0]
    changed = {2.0: 3.0, 1.0: 1.5, 0.5: 0.25}
    remade = found.with_floats(changed[x] for x in found.floats)
    assert remade(2) == 3.0 * 2 + 0.25 + 3.0 + 0.25
    assert dependencies(nested(5.0, 7.0)).key == found.key != dependencies(nested(5, 7.0)).key


def test_zeros_of_both_signs_differ_and_symbols_do_not():
    x = symbols("x")

    def made(a):
        return lambda s: a * s

    assert dependencies(made(0.0)).exactly != dependencies(made(-0.0)).exactly
    assert dependencies(made(x)).exactly == dependencies(made(symbols("x"))).exactly


def test_derivatives_by_parameters_have_one_code_for_all_values(compilations):
    def end(p):
        return state_advancer(pendulum, *p)(START, 1.0, 1e-12)[1]

    places = [up(1.0 + i / 4, 9.0 - i / 2) for i in range(5)]
    found = [list(D(end)(p)) for p in places]
    assert len(compilations) <= 3
    h = 1e-5
    for (length, g), (by_length, by_g) in zip(places, found, strict=True):
        assert by_length == pytest.approx((end(up(length + h, g)) - end(up(length - h, g))) / (2 * h), rel=1e-7)
        assert by_g == pytest.approx((end(up(length, g + h)) - end(up(length, g - h))) / (2 * h), rel=1e-7)


def test_second_derivatives_by_parameters():
    def end(a, b):
        return state_advancer(lambda k, m: lambda s: up(1, k * m * s[1]), a, b)(up(0.0, 1.0), 1.0, 1e-12)[1]

    for a, b in ((0.5, 1.0), (0.25, 3.0), (0.75, 2.0)):  # exp(a b)
        assert D(lambda x, b=b: D(lambda y: end(x, y))(b))(a) == pytest.approx(math.exp(a * b) * (1 + a * b), rel=1e-9)
        assert D(D(lambda x, b=b: end(x, b)))(a) == pytest.approx(math.exp(a * b) * b * b, rel=1e-9)


def test_a_kept_sensitivity_sees_that_the_derivative_changed(monkeypatch):
    derivative = by_name()
    advance = state_advancer(lambda: derivative)
    for g in (GRAVITY, 4.0, 9.0):
        monkeypatch.setitem(globals(), "GRAVITY", g)
        rate = math.sqrt(g * math.sin(1.0))
        assert D(lambda q: advance(up(0.0, q, 0.0), 1.0)[1])(0.5) == pytest.approx(math.cos(rate), rel=1e-8)


def test_iterators_of_the_library_are_known_and_one_that_is_under_way_is_not():
    steps = itertools.count()
    assert dependencies(lambda y: [b - a for a, b in itertools.pairwise(y)]) is not None
    assert dependencies(lambda y: next(steps)) is None
    assert dependencies(lambda y: steps) is None
    row, either = list[float], int | None  # of annotations
    assert dependencies(lambda y: (Any, Callable, row, either)) is not None
