"""What is asked of motions and compiled functions in a wrong way, or as of other libraries, is told what is expected."""

import math

import numpy
import pytest

import scmpy as s
from scmpy.errors import (
    IntegrationError,
    ScmpyError,
    WrongTypeError,
)
from scmpy.scheme import Session

from ..tables import refusals, rows

START = s.up(0.0, 1.0, 0.0)


def swing(state):
    return s.up(1, state[2], -state[1])


def family(k):
    return lambda state: s.up(1, state[2], -k * state[1])


def as_of_scipy(t, y):
    return [y[1], -y[0]]


COMPILED = s.compile_function(family, START, parameters=[4.0])
KNOWN = s.trajectory(swing, START, 3.0)


test_misuse_is_told = refusals(__file__, "misuse", globals())


def test_an_array_is_a_flat_state():
    start, motion = numpy.array([0, 1, 0]), s.state_advancer(lambda: swing)
    assert s.trajectory(swing, start, 3.0).end == KNOWN.end
    assert motion(start, 3.0) == motion(START, 3.0)


VALUELESS = {
    "a division": (lambda state: s.up(1, 1 / state[1]), s.up(0.0, 0.0)),
    "a logarithm of floats": (lambda state: s.up(1, math.log(state[1])), s.up(0.0, 0.0)),
}


@pytest.mark.parametrize(("derivative", "state"), VALUELESS.values(), ids=VALUELESS)
@pytest.mark.parametrize(
    "use",
    [
        lambda f, state: s.trajectory(f, state, 1.0),
        lambda f, state: s.state_advancer(lambda: f)(state, 1.0),
        lambda f, state: s.state_advancer(lambda: f)(state, 1.0, None, "runge-kutta-4", 0.1),
        lambda f, state: s.evolve(lambda: f)(state, lambda _: None, 0.1, 1.0),
        lambda f, state: s.poincare_map(f, s.coordinate)(state),
        lambda f, state: s.ensemble(f, state, 1.0),
    ],
)
def test_a_derivative_without_a_value_at_the_start(derivative, state, use):
    with pytest.raises(IntegrationError, match="derivative has no value at") as failed:
        use(derivative, state)
    assert failed.value.time == 0
    assert failed.value.state == [0, 0]


def test_lists_of_times():
    expected = KNOWN(numpy.array([1.0, 2.0]))
    for times in ([1.0, 2.0], (1, 2), range(1, 3)):
        assert [list(x) for x in KNOWN(times)] == [list(x) for x in expected]
    with pytest.raises(ScmpyError):
        KNOWN(["one"])


def test_methods_by_the_names_that_scipy_has_for_them():
    assert s.trajectory(swing, START, 1.0, method="DOP853").end == s.trajectory(swing, START, 1.0).end
    with pytest.raises(WrongTypeError, match="one of the methods dop853"):
        s.trajectory(swing, START, 1.0, method="RK45")


def test_an_ensemble_from_a_list_of_states():
    expected = s.ensemble(swing, s.up(0.0, numpy.array([1.0, 2.0]), 0.0), 1.0)
    for states in ([START, s.up(0.0, 2.0, 0.0)], [[0, 1, 0], [0, 2, 0]], ((0.0, 1.0, 0.0), (0.0, 2.0, 0.0))):
        found = s.ensemble(swing, states, 1.0)
        assert list(found.states[1]) == list(expected.states[1])


def test_a_motion_to_many_digits_has_what_another_has():
    motion = s.trajectory(swing, s.up(0, 1, 0), 1, digits=20, names="x v")
    assert motion.names == ("t", "x", "v")
    assert float(motion.end[1]) == pytest.approx(math.cos(1))
    assert motion.events == ()
    assert repr(motion).startswith("<trajectory of t x v from 0 to 1")


SESSION = Session()


@pytest.mark.parametrize("row", rows(__file__, "bad_places.txt"))
def test_errors_have_the_numbers(row):
    program, numbers = row.split(" => ")
    with pytest.raises(ScmpyError) as caught:
        SESSION.run(program)
    for number in numbers.split():
        assert number in caught.value.message
