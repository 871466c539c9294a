"""Boundary values by shooting, at once and in parts."""

import math

import numpy as np
import pytest

import scmpy as s

from ..tables import refusals
from .systems import pendulum


def steep(state):
    """x'' = 400 x: a motion grows by exp(20) in a unit of time."""
    return s.up(1, state[2], 400 * state[1])


@pytest.mark.parametrize("shots", [1, 4])
def test_a_pendulum_that_is_to_be_somewhere(shots):
    motion = s.motion_between(pendulum, s.up(0.0, 0.2, 0.0), 2.0, 1.0, shots)
    assert motion(0.0)[1] == pytest.approx(0.2)
    assert motion(2.0)[1] == pytest.approx(1.0, abs=1e-9)
    again = s.trajectory(pendulum, motion(0.0), 2.0)
    assert [motion(t)[2] for t in (0.3, 1.1, 1.9)] == pytest.approx([again(t)[2] for t in (0.3, 1.1, 1.9)], abs=1e-8)


def test_shots_keep_an_unstable_motion():
    """From 1 to 1 in two units of time: cosh(20 (t - 1)) / cosh(20), which one shot of length exp(40) loses."""
    motion = s.motion_between(steep, s.up(0.0, 1.0, 0.0), 2.0, 1.0, 12)
    for t in (0.0, 0.4, 1.0, 1.7, 2.0):
        assert motion(t)[1] == pytest.approx(math.cosh(20 * (t - 1)) / math.cosh(20), abs=1e-8)


def test_the_motion_is_the_path_of_least_action():
    motion = s.motion_between(pendulum, s.up(0.0, 0.1, 0.1), 1.0, 0.5)

    def lagrangian(state):
        return state[2] ** 2 / 2 + s.cos(state[1])

    path = s.find_path(lagrangian, 0.0, 0.1, 1.0, 0.5, 8)
    assert [motion(t)[1] for t in (0.2, 0.5, 0.9)] == pytest.approx([path(t) for t in (0.2, 0.5, 0.9)], abs=1e-9)


def test_momenta_and_several_coordinates():
    def kepler(state):
        return s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))

    f = s.Hamiltonian_to_state_derivative(kepler)
    motion = s.motion_between(f, s.up(0.0, s.up(1.0, 0.0), s.down(0.1, 1.1)), math.pi / 2, s.up(0.0, 1.0))
    assert np.allclose(list(motion(0.0)[2]), [0.0, 1.0], atol=1e-9)  # a quarter of a circle


def test_a_periodic_motion_by_its_conditions():
    def forced(state):
        t, x, v = state
        return s.up(1, v, -x / 4 + s.cos(t))

    motion = s.shooting(forced, s.up(0.0, 0.0, 0.0), 2 * math.pi, lambda a, b: s.up(a[1] - b[1], a[2] - b[2]), 3)
    assert list(motion(1.0))[1:] == pytest.approx([math.cos(1.0) / (0.25 - 1), -math.sin(1.0) / (0.25 - 1)], abs=1e-9)


test_bad_boundary_values = refusals(__file__, "shooting", globals())


@pytest.mark.parametrize("together", [s.up, lambda *x: x, lambda *x: list(x), lambda *x: np.array(x)])
def test_conditions_are_tuples_lists_or_arrays(together):
    motion = s.shooting(
        lambda state: s.up(1, state[2], -state[1]),
        s.up(0.0, 0.0, 1.0),
        1.0,
        lambda first, last: together(first[1], last[1] - 1),
    )
    assert motion(0.5)[1] == pytest.approx(math.sin(0.5) / math.sin(1))
