"""Surfaces of section and iterates of maps: the system of Henon and Heiles, the standard map; see test_motions."""

import math

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


def test_iterates_of_the_standard_map(benchmark):
    pytest.importorskip("llvmlite")
    iterate = s.iterated_map(s.standard_map(0.6), 1_000_000)
    x, y = benchmark.pedantic(iterate, (1.0, 2.0, lambda x, y: (x, y), lambda: None), rounds=5, warmup_rounds=1)
    assert 0 <= x < math.tau
    assert 0 <= y < math.tau
