"""Iterates of maps: the same orbits as one step after the other, compiled or not."""

import math
import pickle

import numpy as np
import pytest

import scmpy as s
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.dynamics import maps as iteration

from ..comparing import both, failed
from ..tables import refusals


def henon(x, y, proceed, fail):
    return proceed(1 - 1.4 * x * x + y, 0.3 * x)


def within(x, y, proceed, fail):
    return proceed(x + 0.125, y) if x < 100 else fail()


def one_by_one(step, point, n):
    points = [point]
    for _ in range(n):
        points.append(step(*points[-1], both, failed))
    return points


def test_the_original_s_answers():
    K = s.standard_map(0.6)
    assert K(1.0, 2.0, both, failed) == (3.504882590884738, 2.504882590884738)
    assert K(-1.0, -0.5, both, failed) == (4.278302716294848, 5.278302716294848)
    assert K(100.0, -200.0, both, failed) == (0.2271455302075367, 0.7581104450809164)
    assert s.standard_map_inverse(0.6)(-1.0, -0.5, both, failed) == (5.783185307179586, 6.070840630342108)
    assert s.iterated_map(K, 3)(1.0, 2.0, both, failed) == pytest.approx((1.5244504736561462, 2.011081416946494))
    assert s.iterated_map(K, 0)(1.0, 2.0, both, failed) == (1.0, 2.0)


@pytest.mark.parametrize(
    "step", [s.standard_map(0.97), s.standard_map_inverse(1.2), henon], ids=["standard", "inverse", "Henon"]
)
@pytest.mark.parametrize("patience", [0, 10**9], ids=["machine code", "Python's code"])
def test_compiled_iterates_have_the_same_bits(step, patience, monkeypatch):
    """Chaos would show any other bit."""
    if not patience and not machine.is_available():
        pytest.skip("llvmlite is not installed")
    monkeypatch.setattr(iteration, "PATIENCE", patience)
    monkeypatch.setattr(iteration, "AT_ONCE", 170)
    points = one_by_one(step, (0.3, 0.2), 500)
    assert s.iterated_map(step, 500)(0.3, 0.2, both, failed) == points[-1]
    assert s.map_orbit(step, s.up(0.3, 0.2), 500).tolist() == list(map(list, points))


@pytest.mark.parametrize("n", [3, 500, 2000])
def test_maps_that_decide_and_fail(n):
    expected = (0.125 * n, 0.5) if n < 801 else "failed"
    assert s.iterated_map(within, n)(0.0, 0.5, both, failed) == expected
    assert len(s.map_orbit(within, (0.0, 0.5), n)) == min(n, 800) + 1


def test_maps_that_integrate():
    step = s.section_map(s.HHHam, 0.125, 0, 1e-9)
    orbit = s.map_orbit(step, s.up(0.1, 0.0), 3)
    assert orbit[1:] == pytest.approx(step.orbit(0.1, 0.0, 3), abs=1e-7)


def test_arrays_of_seeds():
    x = np.linspace(0.1, 6, 50)
    images = s.iterated_map(s.standard_map(0.6), 20)(x, np.full(50, 2.0), both, failed)
    for i in (0, 17, 49):
        one = s.iterated_map(s.standard_map(0.6), 20)(float(x[i]), 2.0, both, failed)
        assert [float(c[i]) for c in images] == pytest.approx(one, abs=1e-9)


def test_exact_numbers_stay_exact():
    cat = lambda x, y, proceed, fail: proceed(2 * x + y, x + y)  # noqa: E731
    assert s.iterated_map(cat, 150)(1, 0, both, failed) == one_by_one(cat, (1, 0), 150)[-1]
    assert s.iterated_map(cat, 150)(1, 0, both, failed)[1] > 10**60


def test_where_numbers_run_away():
    x, _ = s.iterated_map(henon, 1000)(5.0, 0.0, both, failed)
    assert not math.isfinite(x)
    orbit = s.map_orbit(henon, s.up(5.0, 0.0), 1000)
    assert len(orbit) == 1001


def test_derivatives_of_iterates():
    f = lambda p: s.up(*s.iterated_map(s.standard_map(0.6), 5)(p[0], p[1], both, failed))  # noqa: E731
    M = s.D(f)(s.up(1.0, 2.0))
    assert M[0][0] * M[1][1] - M[0][1] * M[1][0] == pytest.approx(1)


def test_maps_are_pickled():
    step = pickle.loads(pickle.dumps(s.iterated_map(s.standard_map(0.6), 3)))
    assert step(1.0, 2.0, both, failed) == s.iterated_map(s.standard_map(0.6), 3)(1.0, 2.0, both, failed)


test_bad_input = refusals(__file__, "maps", globals())


def test_orbits_of_maps_of_numbers_tuples_and_states():
    fibonacci = s.map_orbit(lambda p: s.up(p[1], p[0] + p[1]), s.up(1, 1), 5)
    assert fibonacci.tolist() == [[1, 1], [1, 2], [2, 3], [3, 5], [5, 8], [8, 13]]
    assert s.map_orbit(lambda x: x / 2, 1.0, 3).tolist() == [[1], [0.5], [0.25], [0.125]]
    swing = s.Lagrangian_to_state_derivative(s.L_harmonic(1.0, 1.0))
    turns = s.map_orbit(s.poincare_map(swing, s.velocity, "falling"), s.up(0.0, 1.0, 0.0), 3)
    assert turns[:, 0] == pytest.approx([0, math.tau, 2 * math.tau, 3 * math.tau])
    assert turns[:, 1] == pytest.approx(1)
    quarters = s.map_orbit(s.stroboscopic_map(swing, s.pi / 2), s.up(0.0, 1.0, 0.0), 3)
    assert quarters == pytest.approx(np.array([[0, 1, 0], [0, 0, -1], [0, -1, 0], [0, 0, 1]]), abs=1e-10)
