"""States at equal distances of time, and once a period: by machine code the same as by Python, bit for bit."""

import math

import numpy
import pytest

import scmpy as s
from scmpy.errors import IntegrationError
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ode import sections

pytestmark = pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")

SPRING = s.up(0.0, 1.0, 0.0)


def spring():
    return lambda state: s.up(1, state[2], -state[1] * (1 + 0.3 * s.cos(3 * state[0])))


def relay():
    return lambda state: s.up(1, state[2], -1 if state[1] > 0.1 else 1)


def bursting():
    return lambda state: s.up(1, state[1] ** 2, 1)


def long():
    return lambda state: s.up(1, *(-k * state[k] for k in range(1, 30)))


def shown(sysder, start, dt, end, method=None):
    """The states that a monitor is shown, and when the motion ended in an error."""
    found = []
    with_error = None
    try:
        s.evolve(sysder)(start, found.append, dt, end, 1e-10, method)
    except IntegrationError as error:
        with_error = error.time
    return [list(s.numerics.ode.ivp.tree_leaves(state)) for state in found], with_error


@pytest.fixture
def batches(monkeypatch):
    found, once = [], sections.once_a_period
    monkeypatch.setattr(sections, "once_a_period", lambda *args: found.append(once(*args)) or found[-1])
    return found


CASES = {
    "a spring": (spring, SPRING, 0.013, 8.0),
    "a spring at long distances": (spring, SPRING, 7.0, 50.0),
    "backwards": (spring, SPRING, 0.25, -15.0),
    "no multiple": (spring, SPRING, 0.3, 10.0),
    "a relay": (relay, SPRING, 0.05, 15.0),
    "one that ends": (bursting, s.up(0.0, 1.0, 0.0), 0.02, 2.0),
    "many numbers": (long, s.up(0.0, *[1.0] * 29), 0.01, 1.0),
}


@pytest.mark.parametrize(
    ("name", "method"), [*((name, method) for name in CASES for method in (None, "taylor")), ("no multiple", "qcrk4")]
)
def test_a_monitor_is_shown_the_same_states(name, method):
    sysder, start, dt, end = CASES[name]
    with s.setting(ode_target="python"):
        expected = shown(sysder, start, dt, end, method)
    with s.setting(ode_target="llvm"):
        found = shown(sysder, start, dt, end, method)
    assert len(found[0]) == len(expected[0])
    if method == "taylor":
        assert numpy.allclose(found[0], expected[0], rtol=1e-9, atol=1e-9)
    else:
        assert found == expected


@pytest.mark.parametrize("angle", [None, 1])
@pytest.mark.parametrize("sysder", [spring, relay, long])
def test_once_a_period(sysder, angle, batches):
    start = s.up(0.5, *[2.0] * 29) if sysder is long else s.up(0.5, 2.0, 4.0)
    with s.setting(ode_target="python"):
        expected, _ = s.stroboscopic_map(sysder(), 1.7).found(start, 150 if sysder is long else 400, angle)
    with s.setting(ode_target="llvm"):
        found, lost = s.stroboscopic_map(sysder(), 1.7).found(start, 150 if sysder is long else 400, angle)
    assert lost is None and found.tobytes() == expected.tobytes()
    assert any(batches) == (sysder is not relay)
    assert angle is None or (abs(found[:, angle]) <= math.pi).all()


def test_an_orbit_that_ends(batches):
    """The rows before the end are there, with the reason."""
    with s.setting(ode_target="python"):
        expected, why = s.stroboscopic_map(bursting(), 0.02).found(s.up(0.0, 1.0, 0.0), 500)
    with s.setting(ode_target="llvm"):
        found, lost = s.stroboscopic_map(bursting(), 0.02).found(s.up(0.0, 1.0, 0.0), 500)
    assert 49 <= len(found) < 500 and found.tobytes() == expected.tobytes()
    assert str(lost) == str(why) and batches


def test_a_monitor_that_has_seen_enough_ends_the_motion():
    seen = []

    def monitor(state):
        seen.append(state[0])
        if state[0] > 1:
            raise StopIteration

    with s.setting(ode_target="llvm"), pytest.raises(StopIteration):
        s.evolve(spring)(SPRING, monitor, 0.01, 10**4)
    assert len(seen) == 102
