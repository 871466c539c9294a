"""The pendulum in closed form against integration, its own equations, and the area of its orbits."""

import math

import numpy
import pytest

from scmpy import *
from scmpy.numerics.special_functions import amplitudes

from ..tables import refusals

ALPHA, BETA = 2.0, 9.8
ENERGIES = (-9.0, 0.0, 9.7, 9.9, 30.0)


def energy(state):
    return pendulum_Hamiltonian(ALPHA, BETA)(state)


def rate(f, t, h=1e-4):
    return (8 * (f(t + h) - f(t - h)) - (f(t + 2 * h) - f(t - 2 * h))) / (12 * h)


@pytest.mark.parametrize("E", ENERGIES)
def test_the_action_is_an_area_and_its_slope_a_period(E):
    kind = "oscillating" if E < BETA else "circulating"
    action = globals()[f"pendulum_{kind}_action"]
    highest = math.acos(-E / BETA) if E < BETA else math.pi

    def width(x):
        """p d theta/dx on half of the orbit, with theta = highest sin(x) to have no root at its end."""
        theta = highest * math.sin(x)
        return math.sqrt(max(0.0, 2 * ALPHA * (E + BETA * math.cos(theta)))) * highest * math.cos(x)

    area = definite_integral(width, -math.pi / 2, math.pi / 2)
    assert action(ALPHA, BETA, E) == pytest.approx(area * (2 if E < BETA else 1) / (2 * math.pi))
    slope = rate(lambda e: action(ALPHA, BETA, e), E)
    assert 1 / slope == pytest.approx(pendulum_frequency(ALPHA, BETA, E))


@pytest.mark.parametrize("state", [up(0.5, 0.4, -3.0), up(0, 3.0, 9.0), up(0, 3.0, -9.0), up(0, 0.0, 0.0), up(1, 1, 0)])
def test_advancing_agrees_with_the_lie_series(state):
    t, theta, p = state
    dt = 0.05
    series = Lie_transform(pendulum_Hamiltonian(ALPHA, BETA), dt)
    moved = pendulum_advance(ALPHA, BETA)(state)(t + dt)
    here = up(t, float(theta), float(p))
    turned = moved[1] - series_sum(series(coordinate)(here), 10)
    assert math.remainder(turned, 2 * math.pi) == pytest.approx(0, abs=1e-9)
    assert moved[2] == pytest.approx(series_sum(series(momentum)(here), 10), abs=1e-9)


def test_the_separatrix():
    assert pendulum_frequency(ALPHA, BETA, BETA) == 0
    inside = pendulum_oscillating_action(ALPHA, BETA, BETA - 1e-9)
    assert inside == pytest.approx(2 * pendulum_circulating_action(ALPHA, BETA, BETA + 1e-9))
    top = up(0, math.pi, 0.0)
    assert pendulum_advance(ALPHA, BETA)(top)(100) == up(100, math.pi, 0.0)
    assert math.sin(gudermannian(0.7)) == pytest.approx(math.tanh(0.7))


test_what_no_pendulum_does = refusals(__file__, "pendulum", globals())


@pytest.mark.parametrize(
    "theta, p", [(0.0, 0.2), (0.3, -0.5), (0.3, 1.7), (0.0, -1.7), (1.0, 2 * math.cos(0.5)), (math.pi, 0)]
)
def test_many_times_at_once(theta, p):
    """Each state is that of its time alone: of swings, of both circulations, on the separatrix and at rest."""
    advance, times = pendulum_advance(1.0, 1.0)(up(0.5, theta, p)), numpy.linspace(-30, 50, 41)
    t, angles, momenta = advance(times)
    alone = [advance(float(time)) for time in times]
    assert numpy.array_equal(t, times)
    assert abs(numpy.sin((angles - numpy.array([state[1] for state in alone])) / 2)).max() < 1e-13
    assert abs(momenta - numpy.array([state[2] for state in alone])).max() < 1e-13
    assert abs(angles).max() <= math.pi


@pytest.mark.parametrize("k", [0.0, 1e-9, 0.5, 0.999999, 1 - 1e-12, 1.0])
def test_amplitudes_of_arrays(k):
    """Beside the balls of python-flint, also where the modulus is near 1."""
    u = numpy.linspace(-100, 100, 21)
    found, exact = amplitudes(u, k), numpy.array([jacobi_am(float(x), k) for x in u])
    assert abs(found - exact).max() < 1e-13


def test_angles_of_arrays_are_brought_into_their_range():
    angles = numpy.array([1, 4, -10.0, math.pi, -math.pi])
    for bring in (principal_value(math.pi), principal_value(2 * math.pi)):
        assert bring(angles).tolist() == pytest.approx([float(bring(x)) for x in angles.tolist()], abs=1e-15)
