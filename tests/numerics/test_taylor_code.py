"""Taylor's method in machine code takes the steps that Python takes: to rounding, on the same series."""

import math
import pickle

import pytest

import scmpy as s
from scmpy.errors import IntegrationError
from scmpy.numerics.ode.ivp import InitialValueProblem

from .systems import chain, double_pendulum

pytest.importorskip("llvmlite")
from scmpy.numerics.ode.llvm_steps import advancing

START = s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))


def kepler(state):
    _, (x, y), v = state
    cube = (x * x + y * y) ** 1.5
    return s.up(1, v, s.up(-x / cube, -y / cube))


def driven(state):
    return s.up(1, state[2], -s.sin(state[1]) * (1 + s.cos(2 * state[0]) / 10))


def many(state):
    """More products than are summed up at once, of functions and quotients."""
    _, q, p = state
    angles = [s.sin(a - b) * s.exp(-(a * a)) / (2 + s.cos(a + b)) for a, b in zip(q, (*q[1:], q[0]), strict=True)]
    return s.up(1, p, s.up(*(f - x for f, x in zip(angles, q, strict=True))))


def functions(state):
    """Functions of several kinds, and powers."""
    _, x = state
    return s.up(1, s.atan(x, 1 + x * x) - s.log(1 + x * x) / 3 + s.sqrt(2 + x) / 5 - s.expt(2 + s.tanh(x), 2.5) / 9)


MOTIONS = {
    "double pendulum": (s.Lagrangian_to_state_derivative(double_pendulum), START),
    "Kepler": (kepler, s.up(0.0, s.up(1.0, 0.0), s.up(0.0, 0.7))),
    "driven": (driven, s.up(0.0, 0.5, 0.0)),
    "many": (many, s.up(0.0, s.up(*(0.1 * i for i in range(12))), s.up(*[0.0] * 12))),
    "functions": (functions, s.up(0.0, 0.3)),
    "rest": (lambda state: s.up(1, 0.0), s.up(0.0, 5.0)),
    "the time alone": (lambda state: s.up(1), s.up(0.0)),
    "gaps": (lambda state: s.up(1, 4 * s.cube(state[0]) * state[1]), s.up(0.0, 1.0)),
}


def solutions(name, tolerance=1e-12):
    """By Python, and by machine code."""
    derivative, start = MOTIONS[name]
    found = []
    for target in ("python", "llvm"):
        with s.setting(ode_target=target):
            found.append(InitialValueProblem(derivative, "a test").solution(start, tolerance, "taylor"))
    return found


@pytest.mark.parametrize("name", MOTIONS)
def test_the_same_steps(name):
    """Forth, further, to no new time, back."""
    theirs, ours = solutions(name)
    for end in (1.2, 1.5, 1.5, 3.0, 2.9, -0.5):
        theirs.advance(end)
        ours.advance(end)
        assert ours.time == theirs.time == end
        assert ours.state == pytest.approx(theirs.state, rel=1e-10, abs=1e-10)
        assert ours.rates == pytest.approx(theirs.slope(end, theirs.state), rel=1e-9, abs=1e-9)
    assert ours.count == theirs.count
    assert ours.code._functions, "the code was there"


@pytest.mark.parametrize("name", ["double pendulum", "many"])
def test_the_same_recorded_steps(name):
    theirs, ours = solutions(name, 1e-9)
    for a, b in zip(ours.to(3.0), theirs.to(3.0), strict=True):
        assert (a.start, a.end) == pytest.approx((b.start, b.end), rel=1e-9)
        middle = a.start + 0.3 * (a.end - a.start)
        assert a.at(middle) == pytest.approx(b.at(middle), abs=1e-9)
        assert a.at(a.end) == pytest.approx(a.inside(a.end), abs=1e-14)
        again = pickle.loads(pickle.dumps(a))
        assert again.at(middle) == a.at(middle)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-8, 1e-13])
def test_the_error_is_as_allowed(tolerance):
    """Kepler's orbit after three periods."""
    a = 1 / (2 - 0.49)
    with s.setting(ode_target="llvm"):
        end = s.state_advancer(lambda: kepler)(MOTIONS["Kepler"][1], 6 * math.pi * a**1.5, tolerance, "taylor")
    assert list(end[1]) == pytest.approx([1, 0], abs=1000 * tolerance)


def test_parameters_are_arguments():
    pendulum = lambda k: lambda state: s.up(1, state[2], -k * s.sin(state[1]) / (1 + k))  # noqa: E731
    with s.setting(ode_target="llvm"):
        for k in (1.0, 4.0):
            end = s.state_advancer(pendulum, k)(s.up(0.0, 0.01, 0.0), 1.0, 1e-13, "taylor")
            assert end[1] == pytest.approx(0.01 * math.cos(math.sqrt(k / (1 + k))), rel=1e-5)


def bouncing(state):
    """A particle between springs that are apart: x'' is 0 between -1 and 1."""
    _, x, v = state
    return s.up(1, v, -(x - 1) if x > 1 else -(x + 1) if x < -1 else 0 * x)


@pytest.mark.parametrize("target", ["python", "llvm"])
def test_decisions(target):
    """Two half circles and two straight ways take 2 pi + 4."""
    with s.setting(ode_target=target):
        advance = s.state_advancer(lambda: bouncing)
        end = advance(s.up(0.0, 0.0, 1.0), 5 * (2 * math.pi + 4), 1e-12, "taylor")
    assert list(end)[1:] == pytest.approx([0.0, 1.0], abs=1e-9)


@pytest.mark.parametrize("target", ["python", "llvm"])
def test_where_solutions_end(target):
    with s.setting(ode_target=target):
        with pytest.raises(IntegrationError, match="steps get too short") as failed:
            s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))(s.up(0.0, 1.0), 3.0, method="taylor")
        assert failed.value.time == pytest.approx(1, abs=1e-8)
        with pytest.raises(IntegrationError) as failed:
            s.state_advancer(lambda: lambda x: s.up(1, -s.sqrt(x[1]) - 1))(s.up(0.0, 1.0), 3.0, method="taylor")
        assert 0 < failed.value.time < 1


@pytest.mark.parametrize("target", ["python", "llvm"])
def test_a_kink_that_is_no_decision(target):
    with s.setting(ode_target=target):
        end = s.state_advancer(lambda: lambda x: s.up(1, s.magnitude(x[0] - 1) + 0 * x[1]))
        assert end(s.up(0.0, 0.0), 3.0, 1e-10, "taylor")[1] == pytest.approx(2.5, abs=1e-7)


@pytest.mark.slow
def test_trajectories_events_and_sections():
    with s.setting(ode_target="llvm", ode_integration_method="taylor"):
        motion = s.trajectory(driven, s.up(0.0, 0.5, 0.0), 20.0, events=s.coordinate)
        with s.setting(ode_integration_method="dop853"):
            other = s.trajectory(driven, s.up(0.0, 0.5, 0.0), 20.0, events=s.coordinate)
        assert motion.events.times == pytest.approx(other.events.times, abs=1e-9)
        assert len(motion.times) < len(other.times) / 2
        times = [0.1 * i for i in range(200)]
        assert motion.numpy(times) == pytest.approx(other.numpy(times), abs=1e-9)
        section = s.poincare_map(lambda state: s.up(1, state[2], -s.sin(state[1])), s.velocity, "falling")
        assert section(s.up(0.0, 1.0, 0.0))[0] == pytest.approx(6.699975664, abs=1e-8)


@pytest.mark.slow
def test_many_recurrences_are_in_functions():
    """Of ten pendulums; what they compute is in memory, the tables of the coefficients are no part of the stack."""
    swing = s.Lagrangian_to_state_derivative(chain)
    start = s.up(0.0, s.up(*(0.1 * i for i in range(10))), s.up(*[0.0] * 10))
    with s.setting(ode_target="llvm"):
        solution = InitialValueProblem(swing, "a test").solution(start, 1e-11, "taylor")
        states = [solution.advance(t) for t in (0.5, 1.0, 0.2)]
        assert "@coefficients1(" in advancing(solution.code.graph, solution.code.method, False)
        other = InitialValueProblem(swing, "a test").solution(start, 1e-12, "dop853")
        assert states == [pytest.approx(other.advance(t), abs=1e-8) for t in (0.5, 1.0, 0.2)]


def test_more_than_fits_is_left_to_python(monkeypatch):
    from scmpy.numerics.ode import taylor as recurrence_code

    monkeypatch.setattr(recurrence_code, "MOST", 3)
    derivative = lambda state: s.up(1, s.sin(state[1]) * 0.5)  # noqa: E731
    with s.setting(ode_target="llvm"):
        advance = s.state_advancer(lambda: derivative)
        with pytest.warns(UserWarning, match="no machine code.* recurrences here, more than 3: dop853 is"):
            end = advance(s.up(0.0, 1.0), 1.0, 1e-12, "taylor")
    assert end[1] == pytest.approx(2 * math.atan(math.tan(0.5) * math.exp(0.5)), abs=1e-11)


def test_work_with_vectors_leaves_the_registers_clean():
    """Else code for SSE, such as a C program's that calls sin, takes ten times as long in this thread from then on."""
    from scmpy.numerics.compile.llvm import _with_clean_registers

    scalar = "define double @f(double %x) {\n  ret double %x\n}\n"
    assert _with_clean_registers(scalar) == scalar
    vector = "define void @f(ptr %x) {\n  %y = load <8 x double>, ptr %x\n  ret void\n}\n"
    assert "call void @llvm.x86.avx.vzeroupper()\n  ret void" in _with_clean_registers(vector)
