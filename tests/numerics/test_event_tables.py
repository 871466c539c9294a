"""Events of motions that machine code integrates: the steps are looked at in tables, with the events that Python finds."""

import math

import pytest

import scmpy as s
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ode import events

from .systems import pendulum

pytestmark = pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")

START = s.up(0.0, 1.0, 0.0)


def sprung(state):
    """A spring that pulls with another strength on the other side."""
    return s.up(1, state[2], -state[1] if state[1] > 0 else -4 * state[1])


EVENTS = {
    "a coordinate": lambda state: state[1],
    "a velocity": lambda state: state[2] - 0.1,
    "a product": lambda state: state[1] * state[2] - 0.05,
    "the time": lambda state: s.sin(state[0] / 3),
    "a fast one": lambda state: s.sin(25 * state[1]),
    "one that decides": lambda state: state[1] if state[1] > 0 else 2 * state[1],
    "one that grazes": lambda state: s.square(state[1]) - 0.999,
    "none": lambda state: state[1] - 3,
}


@pytest.fixture
def looks(monkeypatch):
    """The steps that are looked at one by one."""
    found = []
    crossings = events.Finder.crossings

    def counted(self, step, slope):
        found.append(step)
        return crossings(self, step, slope)

    monkeypatch.setattr(events.Finder, "crossings", counted)
    return found


def on(target, *arguments, **keywords):
    with s.setting(ode_target=target):
        return s.trajectory(*arguments, **keywords)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["dop853", "taylor"])
@pytest.mark.parametrize("derivative", [pendulum, sprung])
def test_the_same_events(derivative, method, looks):
    motions = [on(target, derivative, START, 60.0, 1e-9, method, events=EVENTS) for target in ("python", "llvm")]
    expected, found = (motion.events for motion in motions)
    assert {name: len(states) for name, states in found.items()} == {
        name: len(states) for name, states in expected.items()
    }
    for name, states in found.items():
        assert states.times == pytest.approx(expected[name].times, abs=1e-6 if name == "one that grazes" else 1e-8)
    assert len(found["a coordinate"]) > 15
    assert found["none"].times == []


@pytest.mark.slow
def test_directions_and_the_end():
    third = {"end": s.crossing(s.coordinate, "rising", 300), "turn": s.crossing(lambda state: state[2], "falling")}
    expected, found = (on(target, pendulum, START, 1e5, 1e-9, events=third) for target in ("python", "llvm"))
    assert len(found.events["end"]) == 300
    assert found.times[-1] == found.events["end"].times[-1] == pytest.approx(expected.times[-1], abs=1e-6)
    assert found.events["turn"].times == pytest.approx(expected.events["turn"].times, abs=1e-6)
    assert found.times == sorted(found.times)
    assert list(found.end) == pytest.approx(list(expected.end), abs=1e-6)
    assert found.extended(found.times[-1] + 1).times[-1] == found.times[-1] + 1


def test_backwards():
    expected, found = (on(target, pendulum, START, -200.0, events=s.coordinate) for target in ("python", "llvm"))
    assert found.events.times == pytest.approx(expected.events.times, abs=1e-8)
    assert found.events.times == sorted(found.events.times, reverse=True)


def test_steps_without_events_are_not_looked_at_one_by_one(looks):
    motion = on("llvm", pendulum, START, 1000.0, events=[s.coordinate, EVENTS["none"]])
    crossings = len(motion.events[0])
    assert crossings > 280
    assert len(looks) < 2 * crossings + 20 < len(motion.times) / 5
    looks.clear()
    assert len(motion.crossings(s.coordinate)) == crossings
    assert len(looks) < crossings + 20


@pytest.mark.slow
def test_an_event_at_the_end():
    motion = on("llvm", lambda state: s.up(1, 2), s.up(0.0, 0.0), 40.0, events=lambda state: state[1] - 80)
    assert motion.events.times == [pytest.approx(40.0)]
    motion = on("llvm", pendulum, START, 500.0, events=lambda state: state[0] - 500)
    assert motion.events.times == [500.0]
    assert math.isclose(motion.times[-1], 500)


def test_an_event_without_a_value_on_the_way():
    with pytest.raises(s.ScmpyError, match="real numbers") as failed:
        on("llvm", pendulum, START, 10.0, events=lambda state: s.sqrt(state[1] - 0.5) - 0.1)
    assert failed.value.trajectory.times[-1] < 2
