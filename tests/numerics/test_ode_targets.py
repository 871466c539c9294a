"""Integration by machine code and by Python: the public face is the same, and so is what it gives."""

import re

import pytest

import scmpy as s
from scmpy.errors import IntegrationError, ScmpyError, ScmpyWarning
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ode import ivp
from scmpy.numerics.ode import llvm_steps as compiled
from scmpy.scheme import Session
from scmpy.structure.tuples import leaves

from .systems import double_pendulum

pytest.importorskip("llvmlite")

START = s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))


DERIVATIVE = s.Lagrangian_to_state_derivative(double_pendulum)


def both(run):
    found = []
    for target in ("python", "llvm"):
        with s.setting(ode_target=target):
            found.append(run())
    return found


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
def test_state_advancer(method):
    tolerance = 1e-7 if method == "qcrk4" else 1e-11
    python, llvm = both(lambda: s.state_advancer(lambda: DERIVATIVE)(START, 8.0, tolerance, method))
    assert str(python) == str(llvm)


def test_evolve():
    def run():
        shown = []
        s.evolve(lambda: DERIVATIVE)(START, shown.append, 0.25, 5.0, 1e-10)
        return list(map(str, shown))

    python, llvm = both(run)
    assert python == llvm and len(python) == 22


def separable(state):
    (x, y), (p, q) = state[1], state[2]
    return (p * p + q * q + x * x + y * y) / 2 + x * x * y - y * y * y / 3


def coupled(state):
    (x, y), (p, q) = state[1], state[2]
    return (p * p + q * q) * (1 + s.cos(x) / 10) / 2 + (x * x + y * y) / 2 + x * y * s.sin(p) / 20


FIXED_METHODS = [
    "runge-kutta-4",
    "stormer-verlet",
    "yoshida-6",
    "implicit-midpoint",
    "gauss-legendre-4",
    "gauss-legendre-6",
]


@pytest.mark.parametrize("H", [separable, coupled])
@pytest.mark.parametrize("method", FIXED_METHODS)
def test_steps_of_one_length(method, H):
    """Explicit ones have the same bits; Newton's method may end with other ones, to rounding."""
    derivative, start = s.Hamiltonian_to_state_derivative(H), s.up(0.0, s.up(0.1, 0.2), s.down(0.3, -0.1))
    python, llvm = both(lambda: s.trajectory(derivative, start, 3.0, None, method, 0.05))
    assert python.times == llvm.times
    ends = both(lambda: s.state_advancer(lambda: derivative)(start, 3.0, None, method, 0.05))
    for ours, theirs in ((llvm.end, python.end), (llvm(1.234), python(1.234)), (ends[1], ends[0]), (ends[1], llvm.end)):
        for x, y in zip(leaves(ours), leaves(theirs), strict=True):
            assert x == pytest.approx(y, rel=1e-13, abs=1e-14)


@pytest.mark.parametrize("method", ["runge-kutta-4", "implicit-midpoint"])
def test_steps_of_one_length_that_fail(method):
    def run():
        with pytest.raises(IntegrationError) as caught:
            s.state_advancer(lambda: lambda state: s.up(1, -s.sqrt(state[1])))(s.up(0.0, 1.0), 3.0, None, method, 0.01)
        return re.sub(r"(\.\d{9})\d+", r"\1", str(caught.value)), caught.value.time

    python, llvm = both(run)
    assert python == llvm and 1.5 < llvm[1] < 2.5


def test_a_million_steps():
    """The energy stays where it is, within what the step allows."""
    derivative, start = s.Hamiltonian_to_state_derivative(separable), s.up(0.0, s.up(0.1, 0.2), s.down(0.3, -0.1))
    end = s.state_advancer(lambda: derivative)(start, 50_000.0, None, "stormer-verlet", 0.05)
    assert separable(end) == pytest.approx(separable(start), rel=1e-3)
    assert end[0] == 50_000


def test_code_is_made_when_it_pays(monkeypatch):
    monkeypatch.setattr(compiled, "PATIENCE", 40)
    made = []
    original = compiled.loaded
    monkeypatch.setattr(compiled, "_patience", {})
    monkeypatch.setattr(compiled, "loaded", lambda *args: made.append(1) or original(*args))
    advance = s.state_advancer(lambda: lambda state: s.up(1, state[2], -3.25 * state[1]))
    first = advance(s.up(0.0, 1.0, 0.0), 1.0)
    assert not made
    for _ in range(10):
        assert str(advance(s.up(0.0, 1.0, 0.0), 1.0)) == str(first)
    assert made == [1]


def test_steps_of_all_motions_by_a_slope_count(monkeypatch):
    """A derivative that is made anew for each orbit, as programs of pictures do."""
    monkeypatch.setattr(compiled, "PATIENCE", 40)
    monkeypatch.setattr(compiled, "_patience", {})
    for _ in range(6):
        s.trajectory(lambda state: s.up(1, state[2], -3.75 * state[1]), s.up(0.0, 1.0, 0.0), 1.0)
    [[left]] = compiled._patience.values()
    assert left <= 0


def test_without_llvmlite(monkeypatch):
    expected = str(s.state_advancer(lambda: DERIVATIVE)(START, 1.0))
    monkeypatch.setattr(machine, "is_available", lambda: False)
    assert str(s.state_advancer(lambda: DERIVATIVE)(START, 1.0)) == expected
    with s.setting(ode_target="llvm"), pytest.raises(ScmpyError, match="fast"):
        s.state_advancer(lambda: DERIVATIVE)(START, 1.0)


def test_where_no_code_can_be_made(monkeypatch):
    """Memory that is not to be run: Python goes on, and a notice says why it takes longer."""

    def refuse(*_):
        raise RuntimeError("cannot allocate executable memory")

    expected = str(s.state_advancer(lambda: DERIVATIVE)(START, 1.0))
    monkeypatch.setattr(ivp, "_codes", {})
    monkeypatch.setattr(compiled, "_patience", {})
    monkeypatch.setattr(compiled, "loaded", refuse)
    with s.setting(ode_target="llvm"), pytest.warns(ScmpyWarning, match="executable memory"):
        assert str(s.state_advancer(lambda: DERIVATIVE)(START, 1.0)) == expected


def test_scheme():
    session = Session()
    program = "((state-advancer (lambda () (lambda (s) (up 1 (- (ref s 1)))))) (up 0 1) 1)"
    found = [str(session.run(f"(fluid-let ((*ode-target* '{target})) {program})")) for target in ("llvm", "python")]
    assert found[0] == found[1]


def bouncing(state):
    """A ball on a spring-like floor, and a push that depends on the side: decisions by position and velocity."""
    _, x, v = state
    push = -40 * x if x < 0 else 0.25
    return s.up(1, v, push - 10 if v > -1 else push - 11)


@pytest.mark.slow
def test_states_that_are_too_long_for_code():
    start = s.up(0.0, s.up(*[1.0] * 801))
    with s.setting(ode_target="llvm"):
        end = s.state_advancer(lambda: lambda state: s.up(1, state[1]))(start, 0.01, 1e-6)
    assert end[1][800] == pytest.approx(1.01005016708)


def test_the_code_is_not_idle():
    """All steps of a motion with decisions are taken by the code."""
    from scmpy.numerics.ode.ivp import InitialValueProblem as Motion
    from scmpy.numerics.ode.step_control import Integrator as Solution

    taken = []
    original = Solution._step
    with pytest.MonkeyPatch.context() as patch, s.setting(ode_target="llvm"):
        patch.setattr(Solution, "_step", lambda self, end: taken.append(end) or original(self, end))
        solution = Motion(bouncing, "test").solution(s.up(0.0, 1.0, 0.0), 1e-12)
        solution.advance(20.0)
    assert not taken and solution.count > 40
