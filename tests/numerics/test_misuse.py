"""What is asked of motions and compiled functions in a wrong way, or as of other libraries, is told what is expected."""

import math

import numpy
import pytest

import scmpy as s
from scmpy.errors import (
    ArityError,
    DomainError,
    IntegrationError,
    LimitError,
    ScmpyError,
    StructureError,
    WrongTypeError,
)

from ..grouped import refusals

START = s.up(0.0, 1.0, 0.0)


def swing(state):
    return s.up(1, state[2], -state[1])


def family(k):
    return lambda state: s.up(1, state[2], -k * state[1])


def as_of_scipy(t, y):
    return [y[1], -y[0]]


COMPILED = s.compile_function(family, START, parameters=[4.0])
KNOWN = s.trajectory(swing, START, 3.0)

MISUSES = {
    "a tolerance for each": (
        lambda: s.trajectory(swing, START, 1.0, tolerance=numpy.array([1e-9, 1e-9, 1e-9])),
        WrongTypeError,
        "one for all components and relative to the size of each",
    ),
    "states in an array": (lambda: s.trajectory(swing, numpy.eye(3), 1.0), StructureError, "expects a state"),
    "parameters in a list": (lambda: COMPILED.with_parameters([5.0]), WrongTypeError, "one after the other, like 4.0"),
    "no parameters": (lambda: COMPILED.with_parameters(), WrongTypeError, "got none"),
    "too many parameters": (lambda: COMPILED.with_parameters(1.0, 2.0), WrongTypeError, "one after the other"),
    "a word for a parameter": (lambda: COMPILED.with_parameters("a"), WrongTypeError, "got a"),
    "compiled without parameters": (
        lambda: s.compile_function(swing, START).with_parameters(1.0),
        WrongTypeError,
        "without parameters",
    ),
    "another shape": (lambda: COMPILED(s.up(1.0, 2.0)), StructureError, "arguments shaped like"),
    "a number for a tuple": (lambda: COMPILED(3.0), StructureError, "arguments shaped like"),
    "a tuple for a number": (lambda: s.compile_function(s.sin, 1.0)(s.up(1, 2)), StructureError, "shaped like 1.0"),
    "more arguments": (lambda: COMPILED(START, 2.0), ArityError, "takes 1 argument"),
    "a direction of another shape": (lambda: COMPILED.jvp(START, s.up(1.0, 2.0)), StructureError, "shaped like"),
    "a covector of another shape": (lambda: COMPILED.vjp(START, 3.0), StructureError, "shaped like"),
    "the Jacobian at another shape": (lambda: COMPILED.jacobian(3.0), StructureError, "shaped like"),
    "rtol": (
        lambda: s.trajectory(swing, START, 1, rtol=1e-8),
        ArityError,
        r"has no argument rtol \(here it is tolerance\)",
    ),
    "rtol of an advancer": (
        lambda: s.state_advancer(lambda: swing)(START, 1, rtol=1e-8),
        ArityError,
        "no argument rtol .*; it takes state, dt, tolerance, method, step",
    ),
    "a slope of SciPy's": (lambda: s.trajectory(as_of_scipy, START, 1), ArityError, "of a state alone.*takes 2"),
    "a slope of SciPy's for sections": (
        lambda: s.poincare_map(as_of_scipy, s.coordinate)(START),
        ArityError,
        "of a state alone.*takes 2",
    ),
    "a slope of SciPy's for ensembles": (lambda: s.ensemble(as_of_scipy, START, 1), ArityError, "of a state alone"),
    "a slope of SciPy's for an advancer": (
        lambda: s.state_advancer(lambda: as_of_scipy)(START, 1),
        ArityError,
        "of a state alone.*takes 2",
    ),
    "a slope of SciPy's for a motion": (lambda: s.compile_motion(as_of_scipy), ArityError, "of a state alone.*takes 2"),
    "symbols for parameters of a motion": (
        lambda: s.compile_motion(s.L_harmonic(*s.symbols("m k")), "m k"),
        ArityError,
        "of the parameters m, k .*takes 1 argument",
    ),
    "events to many digits": (
        lambda: s.trajectory(swing, s.up(0, 1, 0), 1, digits=20, events=s.coordinate),
        WrongTypeError,
        "no tolerance, step or events",
    ),
    "times on both sides": (lambda: s.ensemble(swing, START, [-1.0, 1.0]), DomainError, "away from the start"),
    "times that come back": (lambda: s.ensemble(swing, START, [3.0, 1.0]), DomainError, "away from the start"),
    "states of different shapes": (lambda: s.ensemble(swing, [START, s.up(0, 1)], 1), StructureError, "shaped alike"),
}


test_misuse_is_told = refusals(MISUSES)


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


def test_an_event_without_a_value_at_the_start():
    with pytest.raises(DomainError, match="has none at"):
        s.trajectory(swing, s.up(0.0, 0.0, 1.0), 1.0, events=lambda state: 1 / state[1])


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


@pytest.mark.parametrize("name", ["foo(", "f oo", "1a", "a'b", '"', "#t", "a;b", "("])
def test_names_that_cannot_be_written_are_no_functions(name):
    with pytest.raises(WrongTypeError, match="a name that can be written"):
        s.elementary_function(name, lambda x: x * x)


def test_numbers_that_are_parameters_count_as_arguments():
    """Each costs its time when the code is traced; a million of them took a quarter of a minute."""
    with pytest.raises(LimitError, match="numbers as arguments"):
        s.compile_function(lambda *k: lambda y: y * k[0], 1.0, parameters=[0.1] * 100_001)
