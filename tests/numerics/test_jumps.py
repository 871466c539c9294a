"""Events that make another state: against motions that are known, by Python and by machine code."""

import math
from unittest.mock import patch

import numpy as np
import pytest

import scmpy as s
from scmpy import crossing, up
from scmpy.errors import DomainError, IntegrationError, ScmpyError, ScmpyWarning, StructureError, WrongTypeError
from scmpy.numerics.ode import jumps

G, RESTITUTION = 9.8, 0.9


def ball(state):
    return up(1, state[2], -G)


def bounced(state):
    return up(state[0], 0, -RESTITUTION * state[2])


BOUNCE = crossing(s.coordinate, "falling", then=bounced)


def landings(count):
    """The times at which a ball from the height 1 lands."""
    v = math.sqrt(2 * G)
    return list(np.cumsum([v / G, *(2 * v * RESTITUTION**k / G for k in range(1, count))]))


def by(target, call, warm=12):
    """The last of some calls, by which time there is machine code where that is the target."""
    with s.setting(ode_target=target):
        for _ in range(warm if target == "llvm" else 0):
            call()
        return call()


TARGETS = pytest.mark.parametrize("target", ["python", "llvm"])


@TARGETS
@pytest.mark.parametrize("method", [None, "bulirsch-stoer", "qcrk4", "taylor", "lsoda", "radau"])
def test_ball(target, method):
    times = landings(12)
    motion = by(target, lambda: s.trajectory(ball, up(0, 1, 0), times[-1] + 0.01, 1e-11, method, events=BOUNCE), 3)
    assert motion.events.times == pytest.approx(times, abs=1e-7)
    assert motion(times[3] + 0.1)[1] == pytest.approx(
        math.sqrt(2 * G) * RESTITUTION**4 * 0.1 - G * 0.1**2 / 2, abs=1e-7
    )
    before, after = motion.events[2][2], motion(times[2] + 1e-9)[2]
    assert after == pytest.approx(-RESTITUTION * before, abs=1e-6)
    assert motion(motion.events.times[2])[2] == pytest.approx(before)


@pytest.mark.parametrize("method", ["runge-kutta-4", "stormer-verlet"])
def test_steps_of_one_length(method):
    motion = s.trajectory(ball, up(0, 1, 0), 2.0, None, method, 0.01, events=BOUNCE)
    assert motion.events.times == pytest.approx(landings(5)[: len(motion.events)], abs=1e-9)


@TARGETS
def test_a_box_and_two_walls_at_one_instant(target):
    walls = [
        crossing(lambda y: y[1][0] * y[1][0] - 1, "rising", then=lambda y: up(y[0], y[1], up(-y[2][0], y[2][1]))),
        crossing(lambda y: y[1][1] * y[1][1] - 1, "rising", then=lambda y: up(y[0], y[1], up(y[2][0], -y[2][1]))),
    ]

    def free(state):
        return up(1, state[2], 0 * state[2])

    motion = by(target, lambda: s.trajectory(free, up(0.0, up(0.5, 0.0), up(1.0, 0.25)), 30.0, 1e-10, events=walls), 6)
    x, y = (float(v) for v in motion.end[1])
    assert (x, y) == pytest.approx((1 - abs((0.5 + 30 + 1) % 4 - 2), 1 - abs((7.5 + 1) % 4 - 2)), abs=1e-9)
    assert [len(found) for found in motion.events] == [15, 4]
    corner = by(target, lambda: s.trajectory(free, up(0.0, up(0.0, 0.0), up(1.0, 1.0)), 4.5, 1e-10, events=walls), 6)
    assert [found.times for found in corner.events] == [pytest.approx([1, 3])] * 2
    assert list(corner.end[1]) == pytest.approx([0.5, 0.5], abs=1e-9)


@TARGETS
def test_kicks_go_on(target):
    """At a kick the function goes on to the other side: the standard map by kicks once a period."""
    kick = crossing(lambda y: s.sin(s.pi * y[0]), then=lambda y: up(y[0], y[1], y[2] + 0.8 * s.sin(y[1])))

    def free(state):
        return up(1, state[2], 0)

    motion = by(target, lambda: s.trajectory(free, up(0.5, 0.3, 0.2), 40.0, events=kick), 6)
    x, p = 0.3 + 0.5 * 0.2, 0.2
    for _ in range(39):
        p += 0.8 * math.sin(x)
        x += p
    assert len(motion.events) == 40
    assert list(motion.end)[1:] == pytest.approx([x, p], abs=1e-6)


@TARGETS
def test_counts_directions_and_events_beside(target):
    top = crossing(s.velocity, "falling")
    last = crossing(s.coordinate, "falling", 3, then=bounced)
    motion = by(target, lambda: s.trajectory(ball, up(0, 1, 0), 9.0, events={"top": top, "floor": last}), 6)
    assert motion.events["floor"].times == pytest.approx(landings(3))
    assert motion.end[2] == pytest.approx(-math.sqrt(2 * G) * RESTITUTION**2)  # before the third jump
    assert motion.events["top"].times == pytest.approx(
        [(a + b) / 2 for a, b in zip(landings(2), landings(3)[1:], strict=True)]
    )
    never = crossing(s.coordinate, "rising", then=bounced)
    assert not s.trajectory(ball, up(0, 1, 0), 1.0, events=never).events


def test_a_grazing_motion_does_not_jump():
    graze = crossing(lambda y: 1 - y[1], then=lambda y: up(y[0], 0, 0))
    motion = s.trajectory(lambda y: up(1, y[2], -y[1]), up(0, 0, 1 - 1e-13), 20.0, events=graze)
    assert not motion.events


@TARGETS
def test_the_last_bounces_of_a_ball_are_an_error(target):
    flat = crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0, -0.3 * y[2]))
    with pytest.raises(IntegrationError, match="without end at time") as error:
        by(target, lambda: s.trajectory(ball, up(0, 1, 0), 9.0, events=flat), 0)
    assert error.value.time == pytest.approx(math.sqrt(2 / G) * (1 + 0.6 / 0.7), abs=1e-4)
    stopped = crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0, 0))
    on_a_table = crossing(  # it goes up and down; a ball whose place is left as it is did fall through
        lambda y: y[1] - 0.1 * s.sin(4 * y[0]),
        "falling",
        then=lambda y: up(y[0], y[1], 0.72 * s.cos(4 * y[0]) - 0.8 * y[2]),
    )
    for resting in (stopped, on_a_table):
        with pytest.raises(IntegrationError, match="without end"):
            by(target, lambda resting=resting: s.trajectory(ball, up(0, 1, 0), 9.0, events=resting), 0)


def test_switches_of_a_decision_and_what_is_not_compiled():
    """A derivative that decides, and functions that only Python runs."""
    rough = s.trajectory(lambda y: up(1, y[2], -G if y[1] > 0.5 else -2 * G), up(0, 1, 0), 2.0, events=BOUNCE)
    fast = math.sqrt(2 * (G * 0.5 + 2 * G * 0.5))
    assert rough.events[0][2] == pytest.approx(-fast)
    assert rough.events[1][2] == pytest.approx(-RESTITUTION * fast)
    opaque = crossing(lambda y: float(y[1]), "falling", then=lambda y: up(float(y[0]), 0.0, -RESTITUTION * float(y[2])))
    with pytest.warns(ScmpyWarning, match="takes longer"):
        motion = s.trajectory(ball, up(0, 1, 0), 2.0, events=opaque)
    assert motion.events.times == pytest.approx(landings(5)[: len(motion.events)])


def test_longer_and_in_an_object():
    motion = s.trajectory(ball, up(0, 1, 0), 1.0, events=BOUNCE).extended(3.0)
    assert motion.events.times == pytest.approx(landings(5)[: len(motion.events)])
    thrown = s.compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=BOUNCE)
    assert thrown(up(0, 1, 0), 3.0, g=G)[1] == pytest.approx(motion.end[1])


@pytest.mark.parametrize(
    ("then", "end", "kind", "text"),
    [
        (lambda y: up(y[0], 0), 3.0, StructureError, "gives a state like"),
        (lambda y: 3, 3.0, StructureError, "gives a state like"),
        (lambda y: up(y[0] + 1, y[1], y[2]), 3.0, DomainError, "not the time"),
        (lambda y: up(y[0], 1 / (y[1] - y[1]), y[2]), 3.0, ScmpyError, ""),
        (bounced, -3.0, DomainError, "forward in time"),
    ],
)
def test_errors(then, end, kind, text):
    with pytest.raises(kind) as error:
        s.trajectory(ball, up(0, 1, 0), end, events=crossing(s.coordinate, "falling", then=then))
    assert text in str(error.value)
    with pytest.raises(WrongTypeError):
        crossing(s.coordinate, then=3)


def test_a_call_that_is_one_entry_into_the_code_has_the_same_end():
    motion = s.compile_motion(lambda g: lambda state: up(1, state[2], -g), "g", events=BOUNCE, tolerance=1e-12)
    known = s.compile_motion(lambda g: lambda state: up(1, state[2], -g), "g", events=BOUNCE, tolerance=1e-12)
    start, ends = up(0.0, 1.0, 0.0), [0.2, landings(1)[0], 2.0, landings(9)[8] + 1e-3, 7.5]
    for _ in range(8):
        for end in ends:
            motion(start, end, G)
    with patch.object(jumps.JumpEntry, "enter", autospec=True, side_effect=jumps.JumpEntry.enter) as entered:
        for end in ends:
            for gravity in (G, 5.0):
                assert list(motion(start, end, gravity)) == pytest.approx(
                    list(known.trajectory(start, end, gravity).end), rel=1e-11, abs=1e-11
                )
    assert entered.call_count >= len(ends)
    below = motion(up(0.0, -1.0, 3.0), 1.0, G)  # which never comes up
    assert list(below) == pytest.approx([1.0, -1.0 + 3.0 - G / 2, 3.0 - G])
    resting = motion(up(0.0, 0.0, 3.0), 1.0, G)  # starts on zero, and lands
    assert resting[1] == pytest.approx(known.trajectory(up(0.0, 0.0, 3.0), 1.0, G).end[1], rel=1e-10)
    with pytest.raises(IntegrationError, match="follow each other without end"):
        motion(start, 20.0, G)
    with pytest.raises(DomainError, match="forward"):
        motion(up(1.0, 1.0, 0.0), 0.5, G)


def test_what_an_event_refers_to_is_looked_at_at_every_call():
    kept = [0.9]
    bounce = crossing(s.coordinate, "falling", then=lambda state: up(state[0], 0.0, -kept[0] * state[2]))
    motion = s.compile_motion(ball, events=bounce, tolerance=1e-12)
    start = up(0.0, 1.0, 0.0)
    for _ in range(30):
        first = motion(start, 0.6)
    kept[0] = 0.5
    landing = landings(1)[0]
    speed = 0.5 * math.sqrt(2 * G)
    assert motion(start, 0.6)[2] == pytest.approx(speed - G * (0.6 - landing))
    assert first[2] == pytest.approx(0.9 / 0.5 * speed - G * (0.6 - landing))
