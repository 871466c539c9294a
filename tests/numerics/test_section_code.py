"""Crossings found by machine code are those that Python finds."""

import math
from itertools import cycle, product

import numpy
import pytest

import scmpy as s
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ode import sections as section_code

pytestmark = pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")

START = s.section_to_state(0.125, 0.1, 0.05)

SECTIONS = {
    "a coordinate": lambda state: state[1][0],
    "a momentum": lambda state: state[2][1],
    "a circle": lambda state: s.square(state[1]) - 0.05,
    "a circle that is grazed": lambda state: s.square(state[1]) - 0.16,
    "close to the start": lambda state: state[1][1] - 0.1,
    "a wave": lambda state: s.sin(20 * state[1][0]) - 0.3,
    "a moment": lambda state: s.cos(state[0]) - 0.9,
    "a product": lambda state: state[1][0] * state[1][1],
}


@pytest.fixture
def calls(monkeypatch):
    """The steps that machine code takes, and how often it leaves one to Python."""
    found = []
    run = section_code.SectionCode.run

    def counted(self, solution, finder):
        rows, step, taken = run(self, solution, finder)
        found.append((taken, step is not None))
        return rows, step, taken

    monkeypatch.setattr(section_code.SectionCode, "run", counted)
    return found


#: Each section in one direction, and the first in all.
DIRECTIONS = {"rising": 1e-11, "falling": 1e-8, "both": 1e-5}
CASES = [*zip(SECTIONS, cycle(DIRECTIONS)), *product(["a coordinate"], ["falling", "both"])]


@pytest.mark.parametrize(("name", "direction"), CASES)
def test_the_same_crossings(name, direction, calls):
    section = s.poincare_map(s.HHsysder(), SECTIONS[name], direction, DIRECTIONS[direction])
    with s.setting(ode_target="python"):
        expected = section.numpy(START, 25)
    assert not calls
    with s.setting(ode_target="llvm"):
        found = s.poincare_map(s.HHsysder(), SECTIONS[name], direction, DIRECTIONS[direction]).numpy(START, 25)
    assert calls
    assert found == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(("name", "direction"), CASES)
def test_the_same_crossings_by_series(name, direction, calls):
    """By Taylor's method in code, by the same in Python, and by another method."""
    expected = s.poincare_map(s.HHsysder(), SECTIONS[name], direction, 1e-13).numpy(START, 25)
    calls.clear()
    with s.setting(ode_integration_method="taylor"):
        with s.setting(ode_target="python"):
            slow = s.poincare_map(s.HHsysder(), SECTIONS[name], direction, 1e-11).numpy(START, 25)
        assert not calls
        with s.setting(ode_target="llvm"):
            found = s.poincare_map(s.HHsysder(), SECTIONS[name], direction, 1e-11).numpy(START, 25)
    assert calls or name == "a wave", "whose steps are looked at closely, all of them"
    assert found == pytest.approx(slow, abs=1e-10)
    assert found == pytest.approx(expected, abs=1e-8)


@pytest.mark.slow
def test_a_function_that_is_faster_than_the_motion():
    """Its steps are looked at closely, by Python."""
    wave = s.poincare_map(s.HHsysder(), lambda state: s.sin(300 * state[1][0]) - 0.3, "both", 1e-8)
    with s.setting(ode_target="llvm"):
        found = wave.numpy(START, 200)
    motion = s.trajectory(s.HHsysder(), START, float(found[-1][0]), 1e-8)
    t = numpy.linspace(START[0], found[-1][0] - 1e-6, 100_001)
    values = numpy.sin(300 * numpy.asarray(motion(t)[1][0])) - 0.3
    assert numpy.count_nonzero(numpy.sign(values[1:]) != numpy.sign(values[:-1])) == 199


@pytest.mark.parametrize(("method", "steps"), [("dop853", 20_000), ("taylor", 8_000)])
def test_steps_are_seldom_left_to_python(calls, method, steps):
    with s.setting(ode_target="llvm", ode_integration_method=method):
        s.section_map(s.HHHam, 0.125).orbit(0.1, 0.05, 1000)
    assert sum(taken for taken, _ in calls) > steps
    assert sum(left for _, left in calls) < 100


def test_a_motion_that_ends(calls):
    """The orbit runs away in a finite time; the error is that of the driver."""
    escaping = s.section_map(s.HHHam, 2.0)
    with s.setting(ode_target="llvm"), pytest.raises(s.ScmpyError, match="too short") as lost:
        escaping.orbit(0.9, 1.5, 1000)
    assert lost.value.time == pytest.approx(3.5, abs=2)
    assert calls


def test_a_motion_that_does_not_return(calls):
    once = s.poincare_map(s.HHsysder(), lambda state: state[1][0] - 10.0)
    with s.setting(ode_target="llvm"), pytest.raises(s.ScmpyError, match="does not return"):
        once(START)
    assert sum(taken for taken, _ in calls) > 9_000


@pytest.mark.parametrize("method", ["dop853", "taylor"])
def test_a_derivative_that_decides(calls, method):
    """A particle that bounces softly: its force turns on below zero."""
    spring = lambda state: s.up(1, state[2], -1 - (400 * state[1] if state[1] < 0 else 0))  # noqa: E731
    start = s.up(0.0, 1.0, 0.0)
    with s.setting(ode_target="python"):
        expected = s.poincare_map(spring, s.coordinate, "falling").numpy(start, 10)
    with s.setting(ode_target="llvm", ode_integration_method=method):
        found = s.poincare_map(spring, s.coordinate, "falling").numpy(start, 10)
    assert found == pytest.approx(expected, abs=1e-9)
    assert calls
    fall, contact = math.sqrt(2), (math.pi + 2 * math.atan(1 / (20 * math.sqrt(2)))) / 20
    assert found[:, 0] == pytest.approx([fall + k * (2 * fall + contact) for k in range(10)], abs=1e-8)


@pytest.mark.slow
def test_a_section_that_decides(calls):
    def bent(state):
        return state[1][0] if state[1][1] > 0 else state[1][0] + state[1][1]

    section = s.poincare_map(s.HHsysder(), bent)
    with s.setting(ode_target="llvm"):
        found = section.numpy(START, 20)
    with s.setting(ode_target="python"):
        assert found == pytest.approx(section.numpy(START, 20), abs=1e-10)
    assert not calls, "such a section is Python's"


def test_a_pole_is_no_crossing():
    """The sign changes at x = .3 too, where the function gets large."""
    section = s.poincare_map(
        lambda y: s.up(1, y[2], -y[1]), lambda y: (y[1] + 0.5) * ((y[1] - 0.3) + 1e-9 / (y[1] - 0.3))
    )
    found = section.numpy(s.up(0.0, 1.0, 0.0), 40)
    assert abs(found[:, 1] + 0.5).max() < 1e-8
    assert numpy.diff(found[:, 0]) == pytest.approx(2 * math.pi, abs=1e-7)
