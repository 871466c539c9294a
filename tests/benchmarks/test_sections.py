"""Surfaces of section and iterates of maps: the system of Henon and Heiles, the standard map; see test_motions."""

from __future__ import annotations

import math
import time

import pytest

import scmpy as s

ENERGY, TOLERANCE = 0.125, 1e-10


def test_crossings_of_henon_and_heiles(benchmark, thorough):
    pytest.importorskip("llvmlite")
    section = s.section_map(s.HHHam, ENERGY, 0, TOLERANCE)
    section.orbit(0.1, 0.0, 100)
    count = 1_000_000 if thorough else 500
    points = benchmark.pedantic(section.orbit, (0.1, 0.0, count), rounds=1)
    benchmark.extra_info["crossings"] = count
    energies = [s.HHHam(section.state(*map(float, point))) for point in points[:: count // 50]]
    assert energies == pytest.approx([ENERGY] * len(energies), abs=1e-12)


def test_crossings_by_series(benchmark, thorough):
    """By Taylor's method and by DOP853, both in code, in turn; the extra information has the errors of the energy."""
    pytest.importorskip("llvmlite")
    count = 100_000 if thorough else 500
    seconds, wrong, points = {}, {}, {}
    for method in ("dop853", "taylor", "dop853", "taylor"):
        with s.setting(ode_integration_method=method, ode_target="llvm"):
            section = s.section_map(s.HHHam, ENERGY, 0, TOLERANCE)
            section.orbit(0.1, 0.0, 100)
            begin = time.perf_counter()
            rows = section.states.numpy(section.state(0.1, 0.0), count)
            spent = time.perf_counter() - begin
            seconds[method] = min(spent, seconds.get(method, spent))
            last = s.up(rows[-1, 0], s.up(*rows[-1, 1:3]), s.down(*rows[-1, 3:]))
            wrong[method], points[method] = abs(s.HHHam(last) - ENERGY), rows
    benchmark.extra_info |= {f"{method}, seconds": spent for method, spent in seconds.items()}
    benchmark.extra_info |= {f"{method}, error of the energy": error for method, error in wrong.items()}
    benchmark.pedantic(section.orbit, (0.1, 0.0, count), rounds=1)
    assert points["taylor"][:20] == pytest.approx(points["dop853"][:20], abs=1e-7)


def test_iterates_of_the_standard_map(benchmark):
    pytest.importorskip("llvmlite")
    iterate = s.iterated_map(s.standard_map(0.6), 1_000_000)
    x, y = benchmark.pedantic(iterate, (1.0, 2.0, lambda x, y: (x, y), lambda: None), rounds=5, warmup_rounds=1)
    assert 0 <= x < math.tau
    assert 0 <= y < math.tau
