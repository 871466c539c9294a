"""Ensembles of Henon-Heiles orbits: 10^4 to 10^6 in one call, beside SciPy, heyoka and a loop in numba, by the orbit.

A peer moves as many of the first orbits as it can in some seconds; times are of one orbit.
"""

from __future__ import annotations

import importlib.util
import os
import time

import numpy as np
import pytest

import scmpy as s

pytest.importorskip("llvmlite")

END, TOLERANCE = 10.0, 1e-10


def henon_heiles(state):
    x, y = state[1]
    return s.up(1, state[2], s.up(-x - 2 * x * y, -y - x * x + y * y))


def starts(count):
    random = np.random.default_rng(7)
    return random.uniform(-0.2, 0.2, (4, count))


def by_scipy(start):
    from scipy.integrate import solve_ivp

    def slope(t, y):
        x, y, v, w = y
        return [v, w, -x - 2 * x * y, -y - x * x + y * y]

    return solve_ivp(slope, (0, END), start, "DOP853", rtol=TOLERANCE, atol=TOLERANCE).y[:, -1]


def numba_loop():
    """Classical Runge-Kutta steps of one length, all orbits in a parallel loop: what one writes by hand."""
    from numba import njit, prange

    @njit
    def slope(x, y, v, w):
        return v, w, -x - 2 * x * y, -y - x * x + y * y

    @njit(parallel=True)
    def run(starts, ends, steps):
        h = END / steps
        for i in prange(starts.shape[1]):
            x, y, v, w = starts[0, i], starts[1, i], starts[2, i], starts[3, i]
            for _ in range(steps):
                a = slope(x, y, v, w)
                b = slope(x + h / 2 * a[0], y + h / 2 * a[1], v + h / 2 * a[2], w + h / 2 * a[3])
                c = slope(x + h / 2 * b[0], y + h / 2 * b[1], v + h / 2 * b[2], w + h / 2 * b[3])
                d = slope(x + h * c[0], y + h * c[1], v + h * c[2], w + h * c[3])
                x += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
                y += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
                v += h / 6 * (a[2] + 2 * b[2] + 2 * c[2] + d[2])
                w += h / 6 * (a[3] + 2 * b[3] + 2 * c[3] + d[3])
            ends[0, i], ends[1, i], ends[2, i], ends[3, i] = x, y, v, w

    return run


def heyoka_ensemble():
    import heyoka as hy

    x, y, v, w = hy.make_vars("x", "y", "v", "w")
    system = [(x, v), (y, w), (v, -x - 2.0 * x * y), (w, -y - x * x + y * y)]
    integrator = hy.taylor_adaptive(system, [0.0] * 4, tol=TOLERANCE)

    def run(start):
        integrator.time = 0.0
        integrator.state[:] = start
        integrator.propagate_until(END)
        return integrator.state.copy()

    return run


def timed(job, *arguments):
    begin = time.perf_counter()
    value = job(*arguments)
    return value, time.perf_counter() - begin


@pytest.mark.parametrize("count", [10_000, 100_000, 1_000_000])
def test_ensembles(benchmark, thorough, count):
    if count > 10_000 and not thorough:
        pytest.skip("takes seconds")
    count = count if thorough else 100
    first = starts(count)

    def ours(method="dop853"):
        x, y, v, w = first
        return s.ensemble(henon_heiles, s.up(0.0, s.up(x, y), s.up(v, w)), END, TOLERANCE, method=method)

    ours()  # the code is made
    found, seconds = benchmark.pedantic(timed, (ours,), rounds=1)
    rows = np.array([*found.states[1], *found.states[2]])
    benchmark.extra_info |= {"workers": os.cpu_count(), "ours, microseconds an orbit": 1e6 * seconds / count}
    assert not found.failures
    by_series, seconds = timed(ours, "taylor")
    benchmark.extra_info["ours by taylor, microseconds an orbit"] = 1e6 * seconds / count
    assert np.allclose(np.array([*by_series.states[1], *by_series.states[2]]), rows, atol=1e-7)
    few = min(count, 100)
    if importlib.util.find_spec("scipy"):
        ends, seconds = timed(lambda: np.array([by_scipy(first[:, i]) for i in range(few)]).T)
        benchmark.extra_info["SciPy's DOP853 on Python, microseconds an orbit"] = 1e6 * seconds / few
        assert np.allclose(ends, rows[:, :few], atol=1e-7)
    if importlib.util.find_spec("heyoka"):
        run, some = heyoka_ensemble(), min(count, 10_000)
        ends, seconds = timed(lambda: np.array([run(first[:, i]) for i in range(some)]).T)
        benchmark.extra_info["heyoka, one thread, microseconds an orbit"] = 1e6 * seconds / some
        assert np.allclose(ends, rows[:, :some], atol=1e-7)
    if importlib.util.find_spec("numba") and thorough:
        run, ends, steps = numba_loop(), np.empty_like(first), 2000
        run(first, ends, 1)
        _, seconds = timed(run, first, ends, steps)
        benchmark.extra_info |= {
            "numba, microseconds an orbit": 1e6 * seconds / count,
            "numba, error": float(abs(ends - rows).max()),
        }


def relay(state):
    """A relay feeds a damped oscillator."""
    return s.up(1, state[2], -state[1] - 0.05 * state[2] + (0.1 if state[2] > 0 else -0.1))


def bouncing(state):
    """Between walls that give way, and with a force that has a side."""
    q = state[1]
    return s.up(1, state[2], -(1 if q > 0 else -1) - (40 * (q - 1) if q > 1 else 0))


@pytest.mark.parametrize("derivative", [relay, bouncing])
def test_ensembles_with_branches(benchmark, thorough, derivative):
    """10^4 orbits; beside them some one by one, by Python and by machine code."""
    count = 10_000 if thorough else 100
    starts = np.linspace(0.5, 2.0, count)

    def ours():
        return s.ensemble(derivative, s.up(0.0, starts, 0.0), 20.0, 1e-9)

    ours()  # the code is made
    found, seconds = benchmark.pedantic(timed, (ours,), rounds=1)
    assert not found.failures
    benchmark.extra_info |= {"workers": os.cpu_count(), "ours, microseconds an orbit": 1e6 * seconds / count}
    advance = s.state_advancer(lambda: derivative)
    for target in ("python", "llvm"):
        few = 10 if target == "python" else min(count, 100)
        with s.setting(ode_target=target):
            for q in starts[[0, few - 1]]:
                advance(s.up(0.0, float(q), 0.0), 20.0, 1e-9)
            ends, seconds = timed(lambda few=few: [advance(s.up(0.0, float(q), 0.0), 20.0, 1e-9) for q in starts[:few]])
        benchmark.extra_info[f"one by one, {target}, microseconds an orbit"] = 1e6 * seconds / few
        assert [end[1] for end in ends] == found.states[1][:few].tolist(), "the same bits"
