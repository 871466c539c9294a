"""Machine code against C in one run: the double pendulum to T = 100 at 1e-12, and slopes; see test_motions for others.

The start is a regular one; the energy error of both is told beside the time.
"""

import ctypes
import shutil
import statistics
import time

import numpy as np
import pytest

import scmpy as s
from scmpy.numerics.compile import llvm as cache
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.ode.ivp import InitialValueProblem
from scmpy.numerics.ode.llvm_steps import advancing
from scmpy.numerics.ode.step_control import Integrator
from scmpy.structure.tuples import leaves

from . import c_driver

pytest.importorskip("llvmlite")

from scmpy.numerics.compile.llvm import WHOLE, Writer, module, written

from ..numerics.systems import double_pendulum

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def energy(y):
    """Of the double pendulum, with numpy."""
    a, b, v, w = y
    return v * v + w * w / 2 + v * w * np.cos(a - b) - 19.6 * np.cos(a) - 9.8 * np.cos(b)


def chain(count):
    """The Lagrangian of a pendulum of so many links."""

    def L(state):
        total = x = y = height = 0
        for angle, rate in zip(state[1], state[2], strict=True):
            x, y = x + s.cos(angle) * rate, y + s.sin(angle) * rate
            height -= s.cos(angle)
            total += (x * x + y * y) / 2 - 9.8 * height
        return total

    return L


def henon_heiles(state):
    x, y = state[1]
    return s.up(1, state[2], s.up(-x - 2 * x * y, -y - x * x + y * y))


def driven_pendulum(state):
    return s.up(1, state[2], -(9.8 - 0.3 * s.cos(2 * state[0])) * s.sin(state[1]) - 0.1 * state[2])


def rigid_body(state):
    """Euler's equations, and Euler's angles."""
    (theta, _, psi), (a, b, c) = state[1], state[2]
    along = (a * s.sin(psi) + b * s.cos(psi)) / s.sin(theta)
    angles = s.up(a * s.cos(psi) - b * s.sin(psi), along, c - along * s.cos(theta))
    return s.up(1, angles, s.up((2 - 3) * b * c, (3 - 1) * c * a / 2, (1 - 2) * a * b / 3))


DERIVATIVE = s.Lagrangian_to_state_derivative(double_pendulum)
PENDULUM = s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))

SLOPES = {
    "double pendulum": (DERIVATIVE, PENDULUM),
    "5 pendulums": (
        s.Lagrangian_to_state_derivative(chain(5)),
        s.up(0.0, s.up(0.5, -0.3, 0.2, 0.1, 0.4), s.up(*[0.0] * 5)),
    ),
    "Henon-Heiles": (henon_heiles, s.up(0.0, s.up(0.1, 0.2), s.up(0.3, -0.1))),
    "driven pendulum": (driven_pendulum, s.up(0.0, 0.5, 0.0)),
    "rigid body": (rigid_body, s.up(0.0, s.up(0.5, 0.1, 0.2), s.up(0.3, 0.2, 0.1))),
}


def solution(derivative=DERIVATIVE, start=PENDULUM, target="llvm", method="dop853", tolerance=1e-12):
    with s.setting(ode_target=target):
        return InitialValueProblem(derivative, "benchmark").solution(start, tolerance, method)


def medians(rounds, **jobs):
    """The median processor time of each job, the jobs done in turn."""
    times = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            begin = time.process_time()
            job()
            times[name].append(time.process_time() - begin)
    return {name: statistics.median(found) for name, found in times.items()}


def drift(y):
    return float(abs(energy(np.array(y)) - energy(np.array([0.5, -0.3, 0.0, 0.0]))))


@needs_gcc
def test_against_c(benchmark, thorough, tmp_path):
    """The same steps to the last bit, in the same time."""
    end = 100.0 if thorough else 2.0
    model = solution()
    library = c_driver.compiled(model.code.graph, tmp_path)
    numbers = (ctypes.c_double * 5)()

    def by_c():
        numbers[:] = [0.0, 0.5, -0.3, 0.0, 0.0]
        return library.integrate(0.0, numbers, end, 1e-12)

    def ours():
        found = Integrator(model.slope, 0.0, [0.0, 0.5, -0.3, 0.0, 0.0], 1e-12, code=model.code)
        found.advance(end)
        return found

    found = benchmark.pedantic(ours, rounds=3)
    steps = by_c()
    assert found.count == steps and found.state == pytest.approx(list(numbers), rel=1e-9)
    times = medians(41 if thorough else 1, c=by_c, ours=ours)
    benchmark.extra_info |= {
        "steps": steps,
        "the same bits": found.state == list(numbers),
        "C, milliseconds": 1e3 * times["c"],
        "ours, milliseconds": 1e3 * times["ours"],
        "ours over C": times["ours"] / times["c"],
        "energy error, C": drift(numbers[1:]),
        "energy error, ours": drift(found.state[1:]),
    }


def many_slopes(graph):
    """The function that calls a slope many times, each with the result of the one before; see c_driver."""
    writer = Writer("slopes", ["y", "into", (WHOLE, "count")])
    y, into, count = writer.arguments
    with writer.each(count):
        state = [y[i] for i in range(graph.inputs)]
        for i, value in enumerate(written(writer, graph, state)):
            into[i] = value
            y[i] = state[i] + 1e-9 * writer.variable(value)()
    text = module((writer, writer.finished()))
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long)
    return machine.loaded(("many slopes", graph), "slopes", prototype, lambda: text)


@needs_gcc
@pytest.mark.parametrize(("derivative", "start"), SLOPES.values(), ids=SLOPES)
def test_slopes_against_gcc(benchmark, thorough, tmp_path, derivative, start):
    model = solution(derivative, start)
    library, ours = c_driver.compiled(model.code.graph, tmp_path), many_slopes(model.code.graph)
    count = 200_000 if thorough else 100
    results = []

    def run(call):
        y = (ctypes.c_double * len(model.state))(*model.state)
        into = (ctypes.c_double * len(model.state))()
        call(y, into, count)
        results.append([*y, *into])

    jobs = {"c": lambda: run(library.slopes), "ours": lambda: run(ours.call)}
    benchmark.pedantic(jobs["ours"], rounds=3)
    times = medians(11 if thorough else 1, **jobs)
    assert all(found == pytest.approx(results[0], rel=1e-9) for found in results)
    benchmark.extra_info |= {
        "operations": len(model.code.graph.operations),
        "C, nanoseconds": 1e9 * times["c"] / count,
        "ours, nanoseconds": 1e9 * times["ours"] / count,
        "ours over C": times["ours"] / times["c"],
    }


@pytest.mark.parametrize(
    ("links", "method"), [(2, "dop853"), (5, "dop853"), (20, "dop853"), (2, "taylor"), (5, "taylor")]
)
def test_compiling(benchmark, thorough, links, method, monkeypatch, tmp_path):
    """Making the code of the loop, and finding it in the folder of the cache."""
    if links == 20 and not thorough:
        pytest.skip("takes seconds")
    monkeypatch.setenv("SCMPY_CACHE", str(tmp_path))
    angles = [0.3 + 0.01 * i for i in range(links)]
    derivative = s.Lagrangian_to_state_derivative(chain(links))
    begin = time.process_time()
    model = solution(derivative, s.up(0.0, s.up(*angles), s.up(*[0.0] * links)), method=method)
    benchmark.extra_info["deriving, seconds"] = time.process_time() - begin
    machine.machine(), cache.version()

    def anew():
        machine._loaded.clear()
        model.code._functions.clear()
        begin = time.process_time()
        model.code.function(False, lambda: advancing(model.code.graph, model.code.method, False))
        return time.process_time() - begin

    seconds = benchmark.pedantic(anew, rounds=1)
    benchmark.extra_info |= {
        "operations": len(model.code.graph.operations),
        "compiling, seconds": seconds,
        "from the cache, milliseconds": 1e3 * statistics.median(anew() for _ in range(5)),
    }


@pytest.mark.parametrize("name", SLOPES)
def test_jacobian_vector_products(benchmark, thorough, name):
    derivative, start = SLOPES[name]
    slope = s.compile_function(derivative, start)
    graphs = {"slope": slope.whole, "product": slope.jvp.whole}
    count = 200_000 if thorough else 100
    numbers = {"slope": leaves(start), "product": [*leaves(start), *(0.1 * i - 0.3 for i in range(len(leaves(start))))]}

    def job(which):
        call, given = many_slopes(graphs[which]).call, numbers[which]

        def run():
            y = (ctypes.c_double * len(given))(*given)
            call(y, (ctypes.c_double * len(given))(), count)

        return run

    jobs = {which: job(which) for which in graphs}
    benchmark.pedantic(jobs["product"], rounds=3)
    times = medians(11 if thorough else 1, **jobs)
    operations = {which: len(graph.operations) for which, graph in graphs.items()}
    benchmark.extra_info |= {
        "operations of the slope": operations["slope"],
        "operations of the product": operations["product"],
        "operations, product over slope": operations["product"] / operations["slope"],
        "slope, nanoseconds": 1e9 * times["slope"] / count,
        "product, nanoseconds": 1e9 * times["product"] / count,
        "time, product over slope": times["product"] / times["slope"],
    }
    assert operations["product"] <= 2.75 * operations["slope"] + 8
