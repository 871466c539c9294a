"""Solutions continued by machine code are those of the driver: the same steps, the same bits, the same errors."""

import itertools
import math
import pickle
import signal
import threading

import pytest

import scmpy as s
from scmpy.errors import IntegrationError
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.ir import Operation, StraightLineProgram, VirtualRegister, straight_line_program
from scmpy.numerics.ode import llvm_loop as layouts
from scmpy.numerics.ode import llvm_steps as compiled
from scmpy.numerics.ode.llvm_steps import Compiled
from scmpy.numerics.ode.solvers import METHODS
from scmpy.numerics.ode.step_control import Integrator
from scmpy.symbolic.expression import symbols

pytest.importorskip("llvmlite")

t, x, y, v, w = symbols("t x y v w")

Q, P = symbols(" ".join(f"q{i}" for i in range(15))), symbols(" ".join(f"p{i}" for i in range(15)))


def springs():
    """Fermi, Pasta, Ulam and Tsingou's chain."""
    stretched = [b - a for a, b in zip((0, *Q), (*Q, 0), strict=True)]
    forces = [z + z * z / 4 for z in stretched]
    return [1, *P, *(b - a for a, b in itertools.pairwise(forces))]


#: Slopes of states that begin with the time, states to start from.
SYSTEMS = {
    "oscillator": ([t, x, v], [1, v, -x], [0.0, 1.0, 0.0]),
    "Henon-Heiles": ([t, x, y, v, w], [1, v, w, -x - 2 * x * y, -y - x * x + y * y], [0.0, 0.1, 0.2, 0.3, -0.1]),
    "driven pendulum": ([t, x, v], [1, v, -s.sin(x) * (1 + s.cos(2 * t) / 10)], [0.0, 0.5, 0.0]),
    "Kepler": ([t, x, y, v, w], [1, v, w, -x / (x**2 + y**2) ** 1.5, -y / (x**2 + y**2) ** 1.5], [0.0, 1, 0, 0, 0.7]),
    "growth": ([t, x], [1, x], [0.0, 1.0]),
    "rest": ([t, x], [1, 0], [0.0, 5.0]),
    "chain": ([t, *Q, *P], springs(), [0.0, *(math.sin(math.pi * i / 16) for i in range(1, 16)), *[0.0] * 15]),
}


def solutions(name, method="dop853", tolerance=1e-10):
    """A solution by the driver, and one by machine code, of the same motion."""
    inputs, outputs, start = SYSTEMS[name]
    graph = straight_line_program(inputs, outputs)
    code = python_function(graph)
    text = METHODS[method]
    slope = lambda t, y: code(y)  # noqa: E731
    return (
        Integrator(slope, start[0], start, tolerance, text),
        Integrator(slope, start[0], start, tolerance, text, Compiled(graph, text, patience=0)),
    )


def again_from(solution, time, state):
    return Integrator(solution.slope, time, state, solution.tolerance, solution.method, solution.code)


def same(ours, theirs):
    assert (ours.count, ours.time, ours.length) == (theirs.count, theirs.time, theirs.length)
    assert (ours.state, list(ours.rates)) == (theirs.state, list(theirs.rates))


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_same_bits(name, method):
    """Forth, further, to no new time, back; with as many steps and the same next length."""
    tolerance = 1e-10 if METHODS[method].order > 5 else 1e-7
    theirs, ours = solutions(name, method, tolerance)
    for end in (5.0, 5.5, 5.5, 20.0, 19.0, -3.0):
        theirs.advance(end)
        ours.advance(end)
        same(ours, theirs)


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
@pytest.mark.parametrize("name", ["Henon-Heiles", "chain"])
def test_the_same_recorded_steps(name, method, monkeypatch):
    monkeypatch.setattr(compiled, "_FEWEST_ROWS", 4)
    theirs, ours = solutions(name, method, 1e-6)
    for a, b in zip(ours.to(10.0), theirs.to(10.0), strict=True):
        assert a[:4] == b[:4]
        middle = a.start + 0.3 * (a.end - a.start)
        assert a.at(middle) == b.at(middle)
        assert a.at(a.end) == b.after
    same(ours, theirs)


def test_steps_are_pickled():
    _, ours = solutions("Kepler")
    steps = list(ours.to(3.0))
    again = pickle.loads(pickle.dumps(steps))
    assert [a.at((a.start + a.end) / 2) for a in again] == [a.at((a.start + a.end) / 2) for a in steps]


def test_called_slopes_are_inlined_ones(monkeypatch):
    _, inlined = solutions("Henon-Heiles")
    monkeypatch.setattr(layouts, "INLINE", 0)
    graph = inlined.code.graph
    again = StraightLineProgram(
        graph.inputs, [*graph.operations, Operation("+", (VirtualRegister(0), 1.0))], graph.outputs
    )  # another key
    called = again_from(inlined, inlined.time, inlined.state)
    called.code = Compiled(again, METHODS["dop853"], patience=0)
    assert called.advance(30.0) == inlined.advance(30.0)
    same(called, inlined)


def test_patience():
    """The code is made when enough steps have been taken, in all solutions together."""
    theirs, ours = solutions("oscillator")
    ours.code.patience = 50
    assert ours.advance(2.0) == theirs.advance(2.0) and not ours.code._functions
    again = again_from(ours, 0.0, [0.0, 1.0, 0.0])
    again.advance(100.0)
    assert ours.code._functions and again.count > 50
    theirs = again_from(theirs, 0.0, [0.0, 1.0, 0.0])
    theirs.advance(100.0)
    same(again, theirs)


# --- where the driver has to ------------------------------------------------------------------------------------------


def ended(solution, end):
    with pytest.raises(IntegrationError) as caught:
        for _ in solution.to(end):
            pass
    return str(caught.value), caught.value.time, caught.value.state


def bursting():
    """x' = x^2 from 1 is 1/(1 - t)."""
    graph = straight_line_program([t, x], [1, x * x])
    code = python_function(graph)
    theirs = Integrator(lambda t, y: code(y), 0, [0.0, 1.0])
    return theirs, Integrator(theirs.slope, 0, [0.0, 1.0], code=Compiled(graph, METHODS["dop853"], patience=0))


def test_steps_that_get_too_short():
    theirs, ours = bursting()
    assert ended(ours, 2.0) == ended(theirs, 2.0)
    assert ours.time == pytest.approx(1.0) and "too short" in ended(bursting()[1], 2.0)[0]
    theirs, ours = bursting()
    with pytest.raises(IntegrationError) as caught:
        ours.advance(2.0)
    assert caught.value.time == ours.time == pytest.approx(1.0, abs=1e-9)


def test_numbers_that_are_not_finite():
    """The square root of a negative number: the driver asks the slope, whose answer or error it is."""
    graph = straight_line_program([t, x], [1, -s.sqrt(x) - 1])
    code, asked = python_function(graph), []

    def slope(t, y):
        asked.append(t)
        return code(y)

    theirs = Integrator(slope, 0, [0.0, 1.0])
    ours = Integrator(slope, 0, [0.0, 1.0], code=Compiled(graph, METHODS["dop853"], patience=0))
    expected = ended(theirs, 3.0)
    by_driver = len(asked)
    assert ended(ours, 3.0) == expected
    assert 0 < len(asked) - by_driver < by_driver, "the code took the steps before"


def test_steps_into_a_steep_wall_are_cut_by_the_code():
    """exp(1000 x) overflows in a step that is too long: that is no reason to leave the code."""
    graph, asked = straight_line_program([t, x, v], [1, v, -s.exp(1000 * x)]), []
    code = python_function(graph)

    def slope(t, y):
        asked.append(t)
        return code(y)

    theirs = Integrator(slope, 0, [0.0, -1.0, 1.0])
    expected = theirs.advance(3.0)
    by_driver, start = len(asked), [0.0, -1.0, 1.0]
    ours = Integrator(slope, 0, start, code=Compiled(graph, METHODS["dop853"], patience=0))
    assert ours.advance(3.0) == pytest.approx(expected, rel=1e-9) and expected[2] == pytest.approx(-1, abs=1e-9)
    assert len(asked) - by_driver < 0.01 * by_driver


def test_a_slope_with_a_value_where_the_code_has_none():
    """sqrt(x)^2 is real: the procedure says so, the code cannot."""
    graph = straight_line_program([t, x], [1, -s.sqrt(x) * s.sqrt(x) - 1])
    slope = lambda t, y: [1.0, -y[1] - 1]  # noqa: E731
    ours = Integrator(slope, 0, [0.0, 1.0], code=Compiled(graph, METHODS["dop853"], patience=0))
    assert ours.advance(3.0)[1] == pytest.approx(2 * math.exp(-3) - 1, abs=1e-10)


def test_no_more_steps_than_are_allowed():
    """Steps of machine code count for less."""
    with s.setting(ode_most_steps=150):
        theirs, ours = solutions("oscillator")
        assert "more than 1 steps, as many as *ode-most-steps* allows" in ended(theirs, 1000.0)[0]
        assert "more than 150 steps" in ended(ours, 1000.0)[0]
    with s.setting(ode_most_steps=False):
        theirs, ours = solutions("oscillator")
        ours.spent = theirs.spent = 10**12
        assert ours.advance(1.0) == theirs.advance(1.0)


# --- while it runs ----------------------------------------------------------------------------------------------------


def long_one():
    """Hours of work."""
    _, ours = solutions("Kepler", tolerance=1e-13)
    ours.advance(1.0)
    return ours


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_interrupts_are_seen():
    class Interrupted(Exception):
        pass

    def interrupt(*_):
        raise Interrupted

    ours = long_one()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Interrupted):
            ours.advance(1e9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 1 < ours.time < 1e9


def test_threads_run_at_once():
    """Each has its own orbit."""
    expected = solutions("Kepler")[1].advance(200.0)
    found = []
    threads = [threading.Thread(target=lambda: found.append(solutions("Kepler")[1].advance(200.0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
