"""Events: crossings are found, all of them and no others, where they are."""

import math
import pickle
import random
import warnings
from itertools import pairwise

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import ScmpyWarning, WrongTypeError
from scmpy.numerics.ode.events import monotone_parts
from scmpy.scheme import Session

from ..tables import refusals
from .systems import pendulum


def swing(state):
    """The angle is cos t where it starts at up(0, 1, 0)."""
    return s.up(1, state[2], -state[1])


def even(state):
    """Time and a coordinate that goes with it, in steps that grow without bound."""
    return s.up(1, 1)


START = s.up(0.0, 1.0, 0.0)


def times(motion, f, direction="both"):
    return motion.crossings(f, direction).times


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
@pytest.mark.parametrize("tolerance", [1e-5, 1e-9, 1e-12])
def test_crossings_are_found_to_the_accuracy_of_the_integration(method, tolerance):
    if method == "qcrk4" and tolerance < 1e-10:
        return
    motion = s.trajectory(swing, START, 10.0, tolerance, method, events=s.coordinate)
    expected = [math.pi / 2, 3 * math.pi / 2, 5 * math.pi / 2]
    assert motion.events.times == pytest.approx(expected, abs=200 * tolerance)
    for state in motion.events:
        assert abs(state[1]) < 1e-14
        assert state == motion(state[0])
    assert times(motion, s.coordinate) == pytest.approx(motion.events.times, abs=1e-14)


def test_methods_with_steps_of_one_length():
    motion = s.trajectory(
        s.Hamiltonian_to_state_derivative(s.H_harmonic(1, 1)), START, 10.0, None, "gauss-legendre-6", 0.1
    )
    assert times(motion, s.coordinate) == pytest.approx([math.pi / 2, 3 * math.pi / 2, 5 * math.pi / 2], abs=1e-7)


def test_directions():
    motion = s.trajectory(swing, START, 10.0)
    assert times(motion, s.coordinate, "rising") == pytest.approx([3 * math.pi / 2])
    assert times(motion, s.coordinate, "falling") == pytest.approx([math.pi / 2, 5 * math.pi / 2])
    back = s.trajectory(swing, START, -10.0)
    assert times(back, s.coordinate, "falling") == pytest.approx([-3 * math.pi / 2]), "falling with the time"
    assert times(back, s.coordinate, "rising") == pytest.approx([-math.pi / 2, -5 * math.pi / 2])


@pytest.mark.parametrize("height", [0.5, 0.9, 0.99, 1 - 1e-4, 1 - 1e-7])
@pytest.mark.parametrize("tolerance", [1e-3, 1e-6, 1e-10])
def test_two_crossings_in_one_step(height, tolerance):
    """cos t is above the height for less and less than a step."""
    if 1 - height < 30 * tolerance:
        return
    motion = s.trajectory(swing, START, 20.0, tolerance)
    width = math.acos(height)
    expected = [width, *(2 * math.pi * k + side * width for k in (1, 2, 3) for side in (-1, 1))]
    found = times(motion, lambda state: state[1] - height)
    assert found == pytest.approx(expected, abs=max(1000 * tolerance / width, 1e-9))
    if height > 0.99:
        longest = max(b - a for a, b in pairwise(motion.times))
        assert 2 * width < longest


def test_what_touches_zero_from_one_side_is_no_crossing():
    motion = s.trajectory(swing, START, 20.0)
    assert times(motion, lambda state: state[1] - (1 + 1e-9)) == []
    assert times(motion, lambda state: s.square(state[1]) + 1e-12) == []
    far = s.trajectory(even, s.up(0.0, 0.0), 10.0)
    assert times(far, lambda state: s.square(state[0] - 4)) == []
    assert times(far, lambda state: s.cube(state[0] - 4)) == pytest.approx([4], abs=1e-4)


@given(
    st.lists(st.floats(0.01, 9.99), min_size=1, max_size=3, unique_by=lambda x: round(x, 2)),
    st.sampled_from([-1.0, 1.0]),
)
@example([8.0, 7.875, 7.8125], -1.0)
@example([2.0, 2.75, 3.0], -1.0)
def test_every_root_of_a_cubic_of_the_time_is_a_crossing(roots, sign):
    """In steps that are longer than all distances; of a cubic the ends of a step tell all."""
    roots = sorted(roots)
    if any(b - a < 0.05 for a, b in pairwise(roots)):
        return

    def polynomial(state):
        value = sign
        for root in roots:
            value = value * (state[1] - root)
        return value

    motion = s.trajectory(even, s.up(0.0, 0.0), 10.0, 1e-9)
    assert times(motion, polynomial) == pytest.approx(roots, abs=1e-9)


@pytest.mark.parametrize("frequency", [3, 10, 40])
def test_functions_that_are_faster_than_the_steps(frequency):
    motion = s.trajectory(even, s.up(0.0, 0.0), 10.0, 1e-9)
    expected = [math.pi * k / frequency for k in range(1, math.floor(10 * frequency / math.pi) + 1)]
    assert times(motion, lambda state: s.sin(frequency * state[1])) == pytest.approx(expected, abs=1e-9)


def test_a_function_of_the_time_that_is_faster_than_a_pendulum():
    motion = s.trajectory(pendulum, START, 20.0, events=lambda state: s.sin(40 * state[0]))
    assert motion.events.times == pytest.approx([math.pi * k / 40 for k in range(1, 255)], abs=1e-12)


def roots_of_a_wave(frequency, phase, height, end):
    """The times at which sin (frequency t + phase) has a height."""
    angles = math.asin(height) - phase, math.pi - math.asin(height) - phase
    turns = range(-2, math.ceil(frequency * end / math.tau) + 2)
    found = sorted((angle + math.tau * k) / frequency for angle in angles for k in turns)
    return [t for t in found if 0 < t < end]


MOTIONS = [s.trajectory(f, START, 20.0, tolerance) for f in (swing, pendulum) for tolerance in (1e-12, 1e-9, 1e-5)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_all_crossings_of_fast_functions(seed):
    chance = random.Random(seed)
    motion = chance.choice(MOTIONS)
    frequency, phase = math.exp(chance.uniform(0, 4)), chance.uniform(0, math.tau)
    height = chance.uniform(-0.9, 0.9)
    expected = roots_of_a_wave(frequency, phase, height, 20.0)
    found = times(motion, lambda state: s.sin(frequency * state[0] + phase) - height)
    assert found == pytest.approx(expected, abs=1e-9)
    expected = [math.sqrt(t) for t in roots_of_a_wave(frequency / 5, phase, height, 400.0)]
    found = times(motion, lambda state: s.sin(frequency / 5 * s.square(state[0]) + phase) - height)
    assert found == pytest.approx(expected, abs=1e-7)


@pytest.mark.slow
def test_all_crossings_of_a_burst():
    """The function is fast for a while, in the midst of steps in which it is none."""

    def burst(state):
        return s.exp(-s.square(state[0] - 11) / 4) * s.sin(90 * state[0]) + s.exp(-9)

    for motion in MOTIONS:
        found = times(motion, burst)
        t = numpy.linspace(4.0, 18.0, 400_001)
        values = numpy.exp(-((t - 11) ** 2) / 4) * numpy.sin(90 * t) + math.exp(-9)
        expected = t[:-1][numpy.sign(values[1:]) != numpy.sign(values[:-1])]
        assert found == pytest.approx(list(expected), abs=1e-4)


@pytest.mark.slow
def test_a_function_that_is_too_fast_is_told():
    with pytest.warns(ScmpyWarning, match="changes so fast from time"):
        times(s.trajectory(even, s.up(0.0, 0.0), 1e-6), lambda state: s.sin(1e12 * state[0]))


def test_where_a_function_touches_zero_there_is_one_event_or_none():
    """The height of a swing is 1 but for the errors of the integration."""
    for motion in (s.trajectory(swing, START, 50.0, tolerance) for tolerance in (1e-12, 1e-10)):
        found = times(motion, lambda state: state[1] - 1)
        assert len(found) <= 7
        assert len({round(t / math.tau) for t in found}) == len(found)


def test_the_start_is_no_event_and_the_end_is_one():
    for start in (s.up(0.0, 0.0, 1.0), s.up(0.0, 1e-17, 1.0), s.up(0.0, -1e-17, 1.0), s.up(0.0, -1e-13, 1.0)):
        assert times(s.trajectory(swing, start, 7.0), s.coordinate) == pytest.approx([math.pi, 2 * math.pi])
    assert times(s.trajectory(swing, s.up(0.0, -1e-5, 1.0), 7.0), s.coordinate)[0] == pytest.approx(1e-5)
    motion = s.trajectory(even, s.up(0.0, 0.0), 4.0, events=[lambda state: state[0] - 4, s.crossing(s.time, "rising")])
    assert motion.events[0].times == [4.0]
    assert motion.events[1].times == []
    assert motion.extended(8.0).events[0].times == [4.0]


@pytest.mark.slow
def test_a_crossing_at_the_end_of_a_step():
    motion = s.trajectory(swing, START, 10.0)
    for t in motion.times[1:-1]:
        assert times(motion, lambda state, t=t: state[0] - t) == [t]


def test_terminal_events():
    third = s.crossing(s.coordinate, terminal=3)
    motion = s.trajectory(swing, START, 100.0, events=third, names="x v")
    assert motion.times[-1] == pytest.approx(5 * math.pi / 2)
    assert len(motion.events) == 3
    assert motion.end == motion.events[-1]
    assert motion.times == sorted(motion.times)
    first = s.trajectory(swing, START, 100.0, events=s.crossing(s.coordinate, terminal=True))
    assert first.times[-1] == pytest.approx(math.pi / 2)
    both = s.trajectory(
        swing, START, 100.0, events={"turn": lambda x: x[2], "pass": s.crossing(s.coordinate, terminal=2)}
    )
    assert both.events["turn"].times == pytest.approx([math.pi])
    assert both.events["pass"].times == pytest.approx([math.pi / 2, 3 * math.pi / 2])
    longer = first.extended(3.0)
    assert longer.times[-1] == 3
    assert longer.events.times == first.events.times


def test_events_of_parts_and_of_longer_ones():
    motion = s.trajectory(swing, START, 5.0, events=s.coordinate).extended(10.0).extended(-5.0)
    assert motion.events.times == pytest.approx([-3 * math.pi / 2, *(k * math.pi / 2 for k in (-1, 1, 3, 5))])
    assert motion[0:4].events.times == pytest.approx([math.pi / 2])
    again = pickle.loads(pickle.dumps(motion))
    assert again.events == motion.events


def test_an_event_that_does_not_happen_ends_nothing():
    assert s.trajectory(swing, START, 10.0, events=s.crossing(lambda state: state[1] - 3, terminal=1)).times[-1] == 10


def test_functions_that_decide_and_that_cannot_be_compiled():
    motion = s.trajectory(swing, START, 10.0, events=lambda state: state[1] if state[1] > 0 else 2 * state[1])
    assert motion.events.times == pytest.approx([math.pi / 2, 3 * math.pi / 2, 5 * math.pi / 2])
    with pytest.warns(ScmpyWarning, match="not made of scmpy's operations|needs an argument"):
        found = times(motion, lambda state: math.sin(state[0]))
    assert found == pytest.approx([math.pi, 2 * math.pi, 3 * math.pi])


def test_an_event_without_a_value_on_the_way():
    with pytest.raises(WrongTypeError, match="expects real numbers") as failed:
        s.trajectory(swing, START, 10.0, events=lambda state: s.sqrt(s.coordinate(state) - 0.5) - 0.1)
    assert failed.value.trajectory.times[-1] < 2


def test_a_trajectory_from_a_file(tmp_path):
    motion = s.trajectory(swing, START, 10.0)
    motion.save(tmp_path / "swing")
    again = type(motion).load(tmp_path / "swing")
    assert times(again, s.coordinate) == pytest.approx(times(motion, s.coordinate), abs=1e-11)


test_bad_input = refusals(__file__, "events", globals())


def test_the_events_may_be_a_list_of_scheme():
    program = """
    (define (derivative s) (up 1 (ref s 2) (- (ref s 1))))
    (define events (list coordinate (crossing velocity 'both 3)))
    (trajectory derivative (up 0. 1. 0.) 100. 1e-10 'dop853 #f events)
    """
    motion = Session().run(program)
    assert [list(map(len, motion.events)), motion.times[-1]] == [[3, 3], pytest.approx(3 * math.pi)]


@pytest.mark.parametrize("size", [1.0, 1e-200, 1e307, 1.7e308])
def test_close_looks_do_not_depend_on_the_size_of_the_values(size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parts, unlike = monotone_parts(lambda x: size * ((x - 0.4) * (x - 0.4001)))
    assert unlike == 0 and min(abs(x - 0.40005) for x in parts) < 1e-6


def test_a_close_look_at_what_is_infinite_finds_it_unlike():
    assert monotone_parts(lambda x: math.inf if x > 0.5 else x - 0.3).unlike > 0


CROSSED = {
    "a pair": (lambda x: (x[0] - 4.2) * (x[0] - 4.2001), [4.2, 4.2001]),
    "a close pair": (lambda x: (x[0] - 4.2) * (x[0] - 4.20001), [4.2, 4.20001]),
    "a small pair": (lambda x: 1e-30 * (x[0] - 4.2) * (x[0] - 4.201), [4.2, 4.201]),
    "a pair at a kink": (lambda x: abs(x[0] - 4.2) - 0.1, [4.1, 4.3]),
    "a touch": (lambda x: s.square(x[0] - 4.2), []),
    "a touch, but for rounding": (lambda x: x[0] * x[0] - 8.4 * x[0] + 17.64, []),
    "a pole": (lambda x: 1 / (x[0] - 3.3), []),
    "a pole of third order": (lambda x: 1 / s.cube(x[0] - 3.3), []),
    "a zero and a pole": (lambda x: (x[0] - 3) / (x[0] - 3.3), [3.0]),
    "tan": (lambda x: s.tan(x[0]), [math.pi, 2 * math.pi, 3 * math.pi]),
    "a leap": (lambda x: 1 if x[0] > 4.2 else -1, [4.2]),
    "a root of third order": (lambda x: s.cube(x[0] - 4.2), [4.2]),
    "a zero just after a pole": (lambda x: (x[0] - 3.3001) / (x[0] - 3.3), [3.3001]),
    "a zero just before a pole": (lambda x: (x[0] - 3.2999999) / (x[0] - 3.3), [3.2999999]),
    "a zero beside a double pole": (lambda x: (x[0] - 3.3001) / s.square(x[0] - 3.3), [3.3001]),
    "zeros on both sides of a pole": (lambda x: (x[0] - 3.3001) * (x[0] - 3.2999) / (x[0] - 3.3), [3.2999, 3.3001]),
    "a zero between poles": (lambda x: (x[0] - 3.3) / ((x[0] - 3.2999) * (x[0] - 3.3001)), [3.3]),
    "zeros between far poles": (lambda x: 1 / ((x[0] - 3) * (x[0] - 5)) + 10, [4 - math.sqrt(0.9), 4 + math.sqrt(0.9)]),
    "a high tangent": (lambda x: s.tan(x[0]) - 1e6, [math.atan(1e6) + math.pi * k for k in range(3)]),
    "a pair of a low kink": (lambda x: abs(x[0] - 4.2) - 1e-5, [4.19999, 4.20001]),
    "a pair beside a pole of a root": (lambda x: s.expt(abs(x[0] - 3.3), -0.5) - 100, [3.2999, 3.3001]),
    "a leap without a value": (lambda x: s.atan(1 / (x[0] - 3.3)), [3.3]),
    "a pole at a place that is asked": (lambda x: (x[0] - 5.001) / (x[0] - 5), [5.001]),
}


@pytest.mark.parametrize(("f", "wanted"), CROSSED.values(), ids=CROSSED)
def test_pairs_touches_and_poles(f, wanted):
    assert times(s.trajectory(even, s.up(0.0, 0.0), 10.0), f) == pytest.approx(wanted, abs=1e-7)


def test_poles_of_functions_of_a_motion():
    motion = s.trajectory(swing, s.up(0.0, 1.0, 0.0), 10.0)
    zeros = [math.pi / 2, 3 * math.pi / 2, 5 * math.pi / 2]
    assert times(motion, lambda x: 1 / x[1]) == []
    for f in (lambda x: x[1] / (x[1] - 0.5), lambda x: s.tan(3 * x[1])):
        assert times(motion, f) == pytest.approx(zeros)
    late = [math.acos(-1e-4), math.tau - math.acos(-1e-4), math.tau + math.acos(-1e-4)]
    found = times(motion, lambda x: 1 / x[1] + 1e4)
    assert found == s.trajectory(swing, START, 10.0, events=lambda x: 1 / x[1] + 1e4).events.times
    assert found == pytest.approx(late, abs=1e-9)


def test_events_at_the_moment_of_a_terminal_one_are_kept():
    """Whichever comes first in the list."""
    end = s.crossing(lambda x: x[1], terminal=1)
    for events in ([end, lambda x: 3 * x[1], lambda x: x[2] + 1.5], [lambda x: 3 * x[1], end, lambda x: x[2] + 1.5]):
        motion = s.trajectory(swing, s.up(0.0, 1.0, 0.0), 10.0, events=events)
        assert [len(found) for found in motion.events] == [1, 1, 0]
        assert motion.events[0].times == motion.events[1].times == [motion.end[0]]
