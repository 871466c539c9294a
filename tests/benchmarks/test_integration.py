"""The double pendulum from derivation to trajectory, T = 100 at 1e-12; SciPy's DOP853 in the same run if it is there."""

from __future__ import annotations

import importlib.util
import time

import numpy as np
import pytest

import scmpy as s
from scmpy.numerics.compile.codegen import python_function

from ..numerics.systems import double_pendulum

START = s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))


def by_hand(t, y):
    """The derivative of the same states as one writes it with numpy."""
    a, b, v, w = y
    c, d = np.cos(a - b), np.sin(a - b)
    right = np.array([-w * w * d - 19.6 * np.sin(a), v * v * d - 9.8 * np.sin(b)])
    return np.array([v, w, *np.linalg.solve(np.array([[2.0, c], [c, 1.0]]), right)])


def drift(motion, end):
    """How far the energy is from what it was, at most."""
    energies = s.Lagrangian_to_energy(double_pendulum)(motion(np.linspace(0, end, 200)))
    return float(np.ptp(energies))


def test_compile(benchmark):
    """Compiling the derivative; the extra information has the time of a call."""
    derivative = s.Lagrangian_to_state_derivative(double_pendulum)
    compiled = benchmark.pedantic(s.compile_function, (derivative, START), rounds=3)
    code, numbers = python_function(compiled.whole), [0.0, 0.5, -0.3, 0.1, 0.2]
    begin = time.perf_counter()
    for _ in range(1000):
        code(numbers)
    benchmark.extra_info["microseconds a call"] = 1000 * (time.perf_counter() - begin)
    assert code(numbers)[3:] == pytest.approx(by_hand(0, numbers[1:])[2:], rel=1e-12)


def test_trajectory(benchmark, thorough):
    end = 100.0 if thorough else 2.0
    derivative = s.Lagrangian_to_state_derivative(double_pendulum)
    motion = benchmark.pedantic(s.trajectory, (derivative, START, end, 1e-12), rounds=3 if thorough else 1)
    benchmark.extra_info["steps"] = len(motion.times)
    benchmark.extra_info["drift of the energy"] = drift(motion, end)
    assert drift(motion, end) < 1e-9


@pytest.mark.skipif(importlib.util.find_spec("scipy") is None, reason="SciPy is not installed")
def test_against_scipy(benchmark, thorough):
    from scipy.integrate import solve_ivp

    end = 100.0 if thorough else 2.0
    derivative = s.Lagrangian_to_state_derivative(double_pendulum)
    motion = benchmark.pedantic(s.trajectory, (derivative, START, end, 1e-12), rounds=1)
    begin = time.perf_counter()
    theirs = solve_ivp(by_hand, (0, end), [0.5, -0.3, 0.0, 0.0], "DOP853", rtol=1e-12, atol=1e-12)
    benchmark.extra_info["SciPy on numpy, seconds"] = time.perf_counter() - begin
    assert theirs.y[0, -1] == pytest.approx(motion(end)[1][0], abs=1e-7 if thorough else 1e-10)
