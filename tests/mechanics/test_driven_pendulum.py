"""The course's maps of the driven pendulum, against integrations, and the points that map radially."""

from __future__ import annotations

import math
import pickle

import pytest

from scmpy import (
    dp_aa_map,
    dp_map,
    driven_pendulum_map,
    explore_dp_aa,
    find_invariant_curve,
    frame,
    golden_ratio,
    iterated_map,
    pendulum_separatrix_action,
    pendulum_state_to_global_aa_state,
    radial_mapping_sequence,
    radially_mapping_points,
    standard_map,
    up,
)
from scmpy.errors import ScmpyError

M, L, G, A, OMEGA = 0.7, 1.3, 9.8, 0.05, 4.2 * math.sqrt(9.8)
NUMBERS = M * L**2, M * L * G, M * L * A * OMEGA**2, OMEGA
POINTS = [(1.0, 0.0), (0.0, 3.0), (-2.0, 12.0), (3.0, -9.0)]


def pair(x, y):
    return x, y


def ended():
    return None


@pytest.mark.parametrize("point", POINTS)
def test_the_map_is_an_integration_over_a_period(point):
    scipy = pytest.importorskip("scipy.integrate")
    inertia, weight, drive, omega = NUMBERS

    def rates(t, y):
        return [y[1] / inertia, -(weight - drive * math.cos(omega * t)) * math.sin(y[0])]

    last = scipy.solve_ivp(rates, (0, math.tau / omega), point, "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    assert dp_map(*NUMBERS)(*point, pair, ended) == pytest.approx(
        (math.remainder(last[0], math.tau), last[1]), rel=1e-9, abs=1e-9
    )


@pytest.mark.parametrize("point", POINTS)
def test_the_map_is_that_of_the_book(point):
    other = driven_pendulum_map(M, L, G, A, OMEGA)
    assert dp_map(*NUMBERS)(*point, pair, ended) == pytest.approx(other(*point, pair, ended), rel=1e-9)


@pytest.mark.parametrize("point", POINTS)
def test_angle_and_action_are_those_of_the_images(point):
    there = pendulum_state_to_global_aa_state(*NUMBERS[:2])
    _, *begin = there(up(0.0, *point))
    image = there(up(0.0, *dp_map(*NUMBERS)(*point, pair, ended))).components[1:]
    assert dp_aa_map(*NUMBERS)(*begin, pair, ended) == pytest.approx(image, rel=1e-8)
    many = dp_aa_map(*NUMBERS).images(*begin, 3)
    assert many[0] == pytest.approx(image, rel=1e-8)
    assert many[1] == pytest.approx(dp_aa_map(*NUMBERS)(*image, pair, ended), rel=1e-6)


def test_a_point_that_maps_radially_is_that_of_the_course():
    """5.64281507928981, with a tolerance of 1e-8."""
    omega = 4.2 * math.sqrt(9.8)
    step = iterated_map(dp_aa_map(1.0, 9.8, 0.01 * omega**2, omega), 6)
    assert radially_mapping_points(step, 5.0, 6.0, -1.0, 1e-8) == pytest.approx(5.64281507928981, abs=1e-7)


def test_without_a_drive_the_action_stays_and_the_angle_advances_evenly():
    points = dp_aa_map(*NUMBERS[:2], 0, OMEGA).images(0.2, 7.5, 4)
    assert points[:, 1] == pytest.approx([7.5] * 4)
    steps = [math.remainder(b - a, math.tau) for a, b in zip([0.2, *points[:, 0]], points[:, 0], strict=False)]
    assert steps == pytest.approx([steps[0]] * 4)


@pytest.mark.parametrize("action", [-1.0, pendulum_separatrix_action(*NUMBERS[:2])])
def test_the_map_fails_where_there_are_no_angle_and_action(action):
    assert dp_aa_map(*NUMBERS)(0.5, action, pair, ended) is None


def test_the_maps_are_pickled():
    for step in (dp_map(*NUMBERS), dp_aa_map(*NUMBERS)):
        assert pickle.loads(pickle.dumps(step))(1.0, 5.0, pair, ended) == step(1.0, 5.0, pair, ended)


def test_the_explorer_draws_the_walls_and_the_orbits():
    window = frame(-math.pi, math.pi, 0, 40)
    explore_dp_aa(window, *NUMBERS, 40.0)
    limit = pendulum_separatrix_action(*NUMBERS[:2])
    data = [line.get_xydata() for line in window.axes.lines]
    assert any((abs(abs(x) - math.pi / 2) < 1e-12 and y == limit) for lines in data for x, y in lines.tolist())
    assert max(len(lines) for lines in data) > 3000


@pytest.mark.slow
@pytest.mark.parametrize(("K", "low", "high", "rotation"), [(0.9, 3.2, 4.6, 1), (0.5, 3.2, 4.6, 1), (0.9, 1.8, 3.0, 2)])
def test_points_that_map_radially_come_to_the_golden_curve(K, low, high, rotation):
    found = radial_mapping_sequence(K, low, high)(0.0)
    turns = float(1 / golden_ratio) ** rotation
    assert [q for q, _ in found[:6]] == [5, 8, 13, 21, 34, 55]
    assert found[-1][1] == pytest.approx(find_invariant_curve(standard_map(K), turns, 0, low, high, 1e-10), abs=1e-7)
    for q, J in found[:5]:
        x, y = 0.0, J
        for _ in range(q):
            y += K * math.sin(x)
            x += y
        assert math.remainder(x, math.tau) == pytest.approx(0, abs=1e-9)


def test_in_a_chaotic_zone_the_list_ends():
    assert 0 < len(radial_mapping_sequence(1.5, 3.2, 4.6)(0.0)) < 10


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: radial_mapping_sequence(0.9, 3.4, 4.0)(0.0),
        lambda: radial_mapping_sequence("a", 3.4, 4.0),
        lambda: radial_mapping_sequence(0.9, math.nan, 4.0)(0.0),
        lambda: radial_mapping_sequence(0.9, 3.2, 4.6)(math.inf),
        lambda: radial_mapping_sequence(1e308, 3.2, 1e308)(1.0),
        lambda: dp_aa_map(1, 2, "x", 3),
        lambda: dp_aa_map(-1, 2, 0, 3),
        lambda: dp_aa_map(1, 2, 0, 0)(1.0, 1.0, pair, ended),
        lambda: dp_map(1.0, 2.0, 0.0, 0)(1.0, 1.0, pair, ended),
        lambda: dp_map(0.0, 2.0, 0.0, 1.0)(1.0, 1.0, pair, ended),
        lambda: explore_dp_aa(frame(), 1, 1, 1, 1, math.inf),
        lambda: explore_dp_aa(5, 1, 1, 1, 1, 2),
    ],
)
def test_bad_input_is_an_error(wrong):
    with pytest.raises(ScmpyError):
        wrong()
