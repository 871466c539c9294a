"""Surfaces of section and iterates of maps: the system of Henon and Heiles, the standard map; numba in the same run."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

import scmpy as s
from scmpy.numerics.ode import methods as table

ENERGY, TOLERANCE = 0.125, 1e-10


def by_hand(numba):
    """The section x = 0, x' > 0 as one writes it with numba: DOP853 in loops, Newton's method at the crossings."""
    size = len(table.ROWS)
    A = np.zeros((size, size))
    for i, row in enumerate(table.ROWS):
        A[i, : len(row)] = row
    B, E5, E3 = (np.array([*x[:size], *[0.0] * (size - len(x))]) for x in (table.WEIGHTS, table.ERROR_5, table.ERROR_3))

    @numba.njit
    def slope(y, f):
        f[0], f[1] = y[2], y[3]
        f[2] = -y[0] - 2 * y[0] * y[1]
        f[3] = -y[1] - y[0] * y[0] + y[1] * y[1]

    @numba.njit
    def stepped(y, h, k, z, new):
        for i in range(1, size):
            for j in range(4):
                total = 0.0
                for m in range(i):
                    total += A[i, m] * k[m, j]
                z[j] = y[j] + h * total
            slope(z, k[i])
        for j in range(4):
            total = 0.0
            for m in range(size):
                total += B[m] * k[m, j]
            new[j] = y[j] + h * total

    @numba.njit
    def crossings(y, tolerance, count):
        points = np.empty((count, 2))
        k, z, new, at = np.empty((size, 4)), np.empty(4), np.empty(4), np.empty(4)
        slope(y, k[0])
        h, found = 1e-3, 0
        while found < count:
            stepped(y, h, k, z, new)
            fifth = third = 0.0
            for j in range(4):
                a = b = 0.0
                for m in range(size):
                    a += E5[m] * k[m, j]
                    b += E3[m] * k[m, j]
                scale = tolerance * (1 + max(abs(y[j]), abs(new[j])))
                fifth += (a / scale) ** 2 / 4
                third += (b / scale) ** 2 / 4
            error = h * fifth / math.sqrt(fifth + 0.01 * third) if fifth else 0.0
            factor = min(5.0, max(0.2, 0.9 * error ** (-1 / 8))) if error else 5.0
            if error > 1:
                h *= factor
                continue
            if y[0] < 0 <= new[0]:
                length = h * y[0] / (y[0] - new[0])
                for _ in range(10):
                    stepped(y, length, k, z, at)
                    change = at[0] / at[2]
                    length -= change
                    if abs(change) < 1e-14:
                        break
                points[found, 0], points[found, 1] = at[1], at[3]
                found += 1
            y[:] = new
            slope(y, k[0])
            h *= factor
        return points

    return crossings


@pytest.fixture
def crossings_by_hand():
    return by_hand(pytest.importorskip("numba"))


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


def test_crossings_against_numba(benchmark, thorough, crossings_by_hand):
    """Both in turn, so that a busy machine is busy for both; the extra information has what numba takes to compile."""
    pytest.importorskip("llvmlite")
    count = 100_000 if thorough else 500
    section = s.section_map(s.HHHam, ENERGY, 0, TOLERANCE)
    section.orbit(0.1, 0.0, 100)
    (_, y), (p_x, p_y) = section.state(0.1, 0.0).components[1:]
    start = np.array([0.0, y, p_x, p_y])
    begin = time.perf_counter()
    crossings_by_hand(start.copy(), TOLERANCE, 2)
    benchmark.extra_info["numba compiles, seconds"] = time.perf_counter() - begin
    ours, theirs = [], []
    for _ in range(3):
        begin = time.perf_counter()
        points = section.orbit(0.1, 0.0, count)
        ours.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        others = crossings_by_hand(start.copy(), TOLERANCE, count)
        theirs.append(time.perf_counter() - begin)
    benchmark.extra_info |= {"seconds": min(ours), "numba, seconds": min(theirs)}
    benchmark.pedantic(section.orbit, (0.1, 0.0, count), rounds=1)
    assert points[:20] == pytest.approx(others[:20], abs=1e-8)


def test_iterates_of_the_standard_map(benchmark):
    pytest.importorskip("llvmlite")
    iterate = s.iterated_map(s.standard_map(0.6), 1_000_000)
    x, y = benchmark.pedantic(iterate, (1.0, 2.0, lambda x, y: (x, y), lambda: None), rounds=5, warmup_rounds=1)
    assert 0 <= x < math.tau
    assert 0 <= y < math.tau
