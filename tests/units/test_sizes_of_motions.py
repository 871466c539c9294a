"""Motions are as accurate relative to their own sizes, whichever units these are small or large in."""

import math

import numpy
import pytest

from scmpy import *
from scmpy.errors import DimensionError
from scmpy.numerics.nondimensional import scale_of_state as scale_of
from scmpy.units import kilogram, meter, newton, second, u_value

ALLOWED = 1e-10  # of errors, relative to the amplitude, where 1e-12 is allowed in each step


def spring(stiffness, mass):
    return Lagrangian_to_state_derivative(L_harmonic(mass * kilogram, stiffness * newton / meter))


def state(x, v):
    return up(0.0 * second, x * meter, v * meter / second)


#: amplitude, frequency
SPRINGS = [(1e-10, 1e13), (1e11, 1e-7), (3e-30, 1.0)]


@pytest.mark.parametrize(("amplitude", "frequency"), SPRINGS)
@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "taylor", "lsoda"])
def test_springs(amplitude, frequency, method):
    advance = state_advancer(lambda: spring(1e-3 * frequency**2, 1e-3))
    for angle in (0.0, 1.0, math.pi / 2):  # where it starts
        start = state(amplitude * math.cos(angle), -amplitude * frequency * math.sin(angle))
        end = advance(start, 20 / frequency * second, None, method)
        assert u_value(end[1]) / amplitude == pytest.approx(math.cos(20 + angle), abs=ALLOWED)
        assert u_value(end[2]) / (amplitude * frequency) == pytest.approx(-math.sin(20 + angle), abs=ALLOWED)


@pytest.mark.parametrize("method", ["dop853", "taylor"])
@pytest.mark.slow
def test_code_does_what_python_does(method):
    ends = []
    for target in ("python", "llvm"):
        with setting(ode_target=target):
            seen = []
            run, start = evolve(lambda: spring(1e-6, 1e-26)), state(1e-10, 0.0)
            ends.append(state_advancer(lambda: spring(1e-6, 1e-26))(start, 1e-9 * second, None, method))
            assert run(start, seen.append, 1e-10 * second, 1e-9 * second, None, method) == seen[10]
            ends.append(seen[10])
    for end in ends:
        assert u_value(end[1]) / 1e-10 == pytest.approx(math.cos(10), abs=ALLOWED)
        assert u_value(end[2]) == pytest.approx(-math.sin(10), abs=ALLOWED)


@pytest.mark.slow
def test_dense_states_sections_and_digits():
    amplitude, frequency = 1e-10, 1e13
    derivative, start = spring(1e-3 * frequency**2, 1e-3), state(amplitude, 0.0)
    motion = trajectory(derivative, start, 20 / frequency * second)
    times = numpy.linspace(0, 20 / frequency, 50)
    assert motion.numpy(times * second)[:, 1] / amplitude == pytest.approx(numpy.cos(times * frequency), abs=ALLOWED)
    zeros = [u_value(crossed[0]) * frequency / math.pi for crossed in crossings(motion, lambda s: s[1])]
    assert zeros == pytest.approx([k + 0.5 for k in range(6)], abs=ALLOWED)
    section = poincare_map(derivative, lambda s: s[1], "rising")
    after = section(section(start))
    assert u_value(after[0]) * frequency / math.pi == pytest.approx(3.5, abs=ALLOWED)
    assert u_value(after[2]) / (amplitude * frequency) == pytest.approx(1, abs=ALLOWED)
    precise = trajectory(derivative, start, 20 / frequency * second, digits=25)
    decimal = u_value(precise(20 / frequency * second)[1])
    assert float(decimal) / amplitude == pytest.approx(math.cos(20), abs=1e-14)


def test_sections_and_stroboscopic_maps_have_units_and_derivatives():
    derivative, start = spring(1.0, 1.0), state(1.0, 0.0)
    section = poincare_map(derivative, lambda s: s[1], "rising")
    assert D(section)(start)[1][0] * meter / second == pytest.approx(0, abs=1e-12)
    assert u_value(D(section)(start)[2][0]) == pytest.approx(1, abs=ALLOWED)
    quarter = stroboscopic_map(derivative, math.pi / 2 * second)
    assert u_value(quarter(start)[2]) == pytest.approx(-1, abs=ALLOWED)
    assert u_value(D(quarter)(start)[1][2]) == pytest.approx(-1, abs=ALLOWED)
    with pytest.raises(DimensionError):
        stroboscopic_map(derivative, 1 * meter)(start)


def test_sections_through_impacts_have_units():
    bounce = crossing(lambda y: y[1], "falling", then=lambda y: up(y[0], 0 * meter, -y[2]))
    ball, g = compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=bounce), 1e-3 * meter / second**2
    section, start = ball.section(lambda y: y[2], "falling", g), state(2e-9, 0.0)
    assert u_value(motion_gradient(ball, coordinate, start, 1e-3 * second, g).by_parameters[0]) == pytest.approx(-5e-7)
    assert u_value(section(start)[0]) == pytest.approx(4e-3) and u_value(section(start)[1]) == pytest.approx(2e-9)
    assert find_fixed_point(section, start).derivative[0][0] == pytest.approx(1)  # as any other height is


def test_derivatives_of_ends():
    amplitude, frequency, mass = 1e-10, 1e13, 1e-3

    def at_end(stiffness):
        derivative = Lagrangian_to_state_derivative(L_harmonic(mass * kilogram, stiffness))
        return state_advancer(lambda: derivative)(state(amplitude, 0.0), 20 / frequency * second)[1]

    found = u_value(D(at_end)(mass * frequency**2 * newton / meter)) * mass * frequency**2 / amplitude
    assert found == pytest.approx(-10 * math.sin(20), abs=1e-9)


@pytest.mark.parametrize("target", ["python", "llvm"])
def test_ensembles_have_a_scale_for_each_orbit(target):
    sizes = [1e-13, 1e-10, 1.0]
    with setting(ode_target=target):
        states = ensemble(spring(1.0, 1.0), [state(size, 0.0) for size in sizes], [20 * second]).states
    for size, end in zip(sizes, u_value(states[1][:, -1]), strict=True):
        assert end / size == pytest.approx(math.cos(20), abs=ALLOWED)


@pytest.mark.parametrize("eccentricity", [0.0, 0.5])
def test_planets_also_on_circles(eccentricity):
    """On a circle the radial momentum is 0 but for rounding: the steps do not get short by that."""
    attraction, radius, mass = 1.3e20, 1.5e11, 6e24

    def energy(local):
        _, (r, _), (p_r, p_phi) = local
        potential = -attraction * mass * kilogram * meter**3 / second**2 / r
        return (square(p_r) + square(p_phi / r)) / (2 * mass * kilogram) + potential

    fastest = math.sqrt(attraction / radius * (1 + eccentricity))
    momenta = down(0 * kilogram * meter / second, mass * radius * fastest * kilogram * meter**2 / second)
    start = up(0 * second, up(radius * meter, 0), momenta)
    axis = radius / (1 - eccentricity)
    period = 2 * math.pi * math.sqrt(axis**3 / attraction)
    motion = trajectory(Hamiltonian_to_state_derivative(energy), start, period * second)
    r, phi = motion.end[1]
    assert u_value(r) / radius == pytest.approx(1, abs=ALLOWED)
    assert phi == pytest.approx(2 * math.pi, abs=ALLOWED)
    assert len(motion.times) < 100


@pytest.mark.parametrize("method", ["dop853", "taylor", "lsoda", "radau"])
@pytest.mark.parametrize(("force", "frequency"), [(1e-10, 1e-8), (1e20, 1e15)])
def test_motions_that_start_at_rest(method, force, frequency):
    """What starts at 0 and is driven has no size yet; in free fall nothing acts back."""

    def driven(local):
        t, _, v = local
        return up(1, v, force * meter / second**2 * cos(frequency / second * t))

    def falling(local):
        return up(1, local[2], force * meter / second**2)

    duration, rest = 3.3 / frequency, state(0, 0)
    end = state_advancer(lambda: falling)(rest, duration * second, None, method)
    assert u_value(end[1]) / (force * duration**2 / 2) == pytest.approx(1, abs=1e-13)
    if method != "radau":  # which is slow
        end = state_advancer(lambda: driven)(rest, duration * second, None, method)
        assert u_value(end[1]) / (force / frequency**2) == pytest.approx(1 - math.cos(3.3), abs=1e-9)


def test_a_unit_is_one_of_it():
    end = state_advancer(lambda: lambda local: up(1, meter / second))(up(0 * second, 0 * meter), 2 * second)
    assert u_value(end[1]) == pytest.approx(2)


def test_a_pendulum_at_rest_stays():
    def pendulum(local):
        _, angle, omega = local
        return up(1, omega, -1e10 / second**2 * sin(angle))

    end = state_advancer(lambda: pendulum)(up(0 * second, 0, 0 / second), 1 * second)
    assert end[1] == 0 and u_value(end[2]) == 0


@pytest.mark.parametrize("method", ["implicit-midpoint", "stormer-verlet"])
def test_steps_of_one_length_are_times(method):
    advance, start = state_advancer(lambda: spring(1.0, 1.0)), state(1.0, 0.0)
    end = advance(start, 1 * second, None, method, 0.01 * second)
    assert u_value(end[1]) == pytest.approx(math.cos(1), abs=1e-4)
    run = evolve(lambda: spring(1.0, 1.0))
    assert run(start, lambda s: None, 1 * second, 1 * second, None, method, 0.01 * second) == end
    with pytest.raises(DimensionError):
        advance(start, 1 * second, None, method, 0.01 * meter)


def test_the_scale_is_the_same_in_all_units():
    random = numpy.random.default_rng(1)
    for _ in range(20):
        y, f, J = random.normal(size=5), random.normal(size=5), random.normal(size=(5, 5))
        y[2] = f[3] = 0.0
        f[0], J[0] = 1.0, 0.0
        J[random.random((5, 5)) < 0.3] = 0.0
        units = 10.0 ** random.integers(-20, 20, size=5)
        second = units[0]
        scaled = scale_of(y * units, f * units / second, J * units[:, None] / units / second, 7 * second)
        assert scaled[1:] == pytest.approx((numpy.array(scale_of(y, f, J, 7)) * units)[1:], rel=1e-9)


def test_derivatives_of_motions_by_the_time():
    motion = trajectory(spring(1.0, 1.0), state(1.0, 0.0), 3 * second)
    assert u_value(D(motion)(1.0 * second)[1]) == pytest.approx(-math.sin(1), abs=ALLOWED)
    assert D(lambda t: motion(t)[1])(1.0 * second) + math.sin(1) * meter / second < 1e-10 * meter / second
