"""Ensembles of Henon-Heiles orbits, 10^4 to 10^6 in one call, and sections and iterates of maps; see test_motions for peers."""

import math
import os
import time

import numpy as np
import pytest

import scmpy as s

pytest.importorskip("llvmlite")

from .test_compiled import henon_heiles

END, ENERGY, TOLERANCE = 10.0, 0.125, 1e-10


def starts(count):
    random = np.random.default_rng(7)
    return random.uniform(-0.2, 0.2, (4, count))


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


def test_crossings_of_henon_and_heiles(benchmark, thorough):
    section = s.section_map(s.HHHam, ENERGY, 0, TOLERANCE)
    section.orbit(0.1, 0.0, 100)
    count = 1_000_000 if thorough else 500
    points = benchmark.pedantic(section.orbit, (0.1, 0.0, count), rounds=1)
    benchmark.extra_info["crossings"] = count
    energies = [s.HHHam(section.state(*map(float, point))) for point in points[:: count // 50]]
    assert energies == pytest.approx([ENERGY] * len(energies), abs=1e-12)


def test_iterates_of_the_standard_map(benchmark):
    iterate = s.iterated_map(s.standard_map(0.6), 1_000_000)
    x, y = benchmark.pedantic(iterate, (1.0, 2.0, lambda x, y: (x, y), lambda: None), rounds=5, warmup_rounds=1)
    assert 0 <= x < math.tau
    assert 0 <= y < math.tau
