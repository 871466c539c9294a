"""What computes with numbers alone takes quantities apart, and gives its results units again."""

import math
import pickle

import numpy
import pytest

from scmpy import *
from scmpy.errors import DimensionError, ScmpyError
from scmpy.numerics.ode.trajectory import Trajectory
from scmpy.units import coulomb, farad, joule, kilogram, meter, newton, second, u_units, u_value, watt

SPRING = L_harmonic(1.0 * kilogram, 4.0 * newton / meter)
DERIVATIVE = Lagrangian_to_state_derivative(SPRING)
START = up(0.0 * second, 1.0 * meter, 0.0 * meter / second)


def near(quantity, value, unit):
    return u_units(quantity) == u_units(1 * unit) and u_value(quantity) == pytest.approx(value, rel=1e-9)


# --- integrals, paths of least action ------------------------------------------------------------------------------


def test_integrals_over_quantities():
    def speed(t):
        return 2 * meter / second**2 * t

    low, high = integral_enclosure(lambda x: 3 * newton * (x / meter) ** 2, 0 * meter, 2 * meter)
    assert low <= 8 * joule <= high and high - low < 1e-14 * joule
    for start in (0, 0 * second):
        assert near(definite_integral(speed, start, 3 * second), 9, meter)
    assert near(definite_integral(lambda x: x * meter, 0, 1), 0.5, meter)
    assert near(definite_integral(lambda t: exp(-t / second) * watt, 0 * second, math.inf), 1, joule)
    for integrand, rate, unit in ((lambda t, q: 2 if t < q else 5, -3, 1), (lambda t, q: abs(t - q), -0.8, second)):
        slope = D(lambda q, f=integrand: definite_integral(lambda t: f(t, q), 0 * second, 2 * second))(0.6 * second)
        assert slope / unit == pytest.approx(rate)
    assert near(D(lambda end: definite_integral(speed, end, 2 * end))(3 * second), 18, meter / second)
    pair = definite_integral(lambda t: up(1 * meter, t), 0 * second, 2 * second)
    assert near(pair[0], 2, meter * second)
    assert near(pair[1], 2, second**2)
    with pytest.raises(DimensionError, match=r"quantities in s and plain numbers"):
        definite_integral(speed, 0 * second, 3)
    with pytest.raises(DimensionError, match=r"values of one dimension.*quantities in"):
        definite_integral(lambda t: 1 * meter if t < 1 * second else 1 * second, 0 * second, 2 * second)


def test_the_accuracy_of_integrals_does_not_depend_on_units():
    e, eps = 1.602e-19, 8.854e-12

    def force(r):
        return (e * coulomb) ** 2 / (4 * math.pi * eps * farad / meter * r**2)

    at = e**2 / (4 * math.pi * eps * 1e-10)
    assert near(definite_integral(force, 1e-10 * meter, 2e-10 * meter), at / 2, joule)
    assert near(definite_integral(force, 1e-10 * meter, math.inf), at, joule)


def test_actions():
    def path(t):
        return up(4 * meter / second * t, 3 * meter / second * t)

    for start in (0, 0 * second):
        assert near(Lagrangian_action(L_free_particle(3 * kilogram), path, start, 10 * second), 375, joule * second)


@pytest.mark.parametrize("size", [1.0, 1e-10])
def test_paths_of_least_action(size):
    spring = L_harmonic(size * kilogram, size * newton / meter)
    path = find_path(spring, 0 * second, size * meter, math.pi / 2 * second, 0, 3)
    plain = find_path(L_harmonic(1, 1), 0, 1, math.pi / 2, 0, 3)
    assert near(path(1 * second), size * plain(1), meter)


def test_paths_in_the_plane():
    def L(s):
        return square(s[2]) * kilogram / 2 - 9.8 * newton * s[1][1]

    path = find_path(L, 0, up(0 * meter, 0 * meter), 2 * second, up(3 * meter, 0), 2)
    assert near(path(1 * second)[0], 1.5, meter)
    assert near(path(1 * second)[1], 4.9, meter)
    with pytest.raises(DimensionError):
        find_path(L, 0, up(0 * meter, 0 * meter), 2 * second, up(3 * meter, 0 * second), 2)


# --- motions ---------------------------------------------------------------------------------------------------------


def test_times_steps_and_drifts_have_units():
    motion = trajectory(DERIVATIVE, START, 2 * second)
    assert motion.times[-1] == 2.0 * second
    assert motion(motion.times)[1][0] == 1.0 * meter
    assert motion(numpy.linspace(0 * second, 2 * second, 3))[0][1] == 1.0 * second
    drift = motion.drift(Lagrangian_to_energy(SPRING))
    assert u_units(drift) == joule
    assert drift < 1e-11 * joule
    with pytest.raises(DimensionError, match="drift: values of one dimension"):
        motion.drift(lambda s: up(s[1], s[2]))
    end = trajectory(DERIVATIVE, START, 1 * second, method="implicit-midpoint", step=0.001 * second).end
    assert u_value(end[1]) == pytest.approx(math.cos(2), abs=1e-5)
    for step in (0.001, 0.001 * meter):
        with pytest.raises(DimensionError, match="the step is"):
            trajectory(DERIVATIVE, START, 1 * second, method="implicit-midpoint", step=step)


def test_motions_of_quantities_in_files(tmp_path):
    motion = trajectory(DERIVATIVE, START, 2 * second, names="x v")
    motion.save(tmp_path / "motion.npz")
    read = Trajectory.load(tmp_path / "motion.npz")
    assert read.names == motion.names
    assert read.times == motion.times
    for found, kept in zip(read(1 * second), motion(1 * second), strict=True):
        assert near(found / kept, 1, 1 * meter / meter) if kept else found == kept
    with pytest.raises(DimensionError):
        read(1.0)
    assert pickle.loads(pickle.dumps(motion))(1 * second) == motion(1 * second)


def test_motions_to_many_digits():
    motion = trajectory(DERIVATIVE, up(0 * second, 1 * meter, 0 * meter / second), 2 * second, digits=30)
    found = motion(1 * second)[1]
    assert u_units(found) == meter
    assert str(u_value(found)) == "-0.416146836547142386997568229501"
    assert motion.times[0] == 0 * second
    with pytest.raises(DimensionError, match="the final time is the number 2"):
        trajectory(DERIVATIVE, START, 2, digits=30)
    with pytest.raises(DimensionError, match="is no rate of"):
        trajectory(lambda s: up(1, s[2], -s[1]), START, 2 * second, digits=30)


def bouncing(push):
    return lambda s: up(1, s[2], -9.8 * meter / second**2 if s[1] > 0 * meter else push)


@pytest.mark.parametrize("integrated", [lambda f: trajectory(f, START, 2 * second), lambda f: advanced(f)])
def test_every_branch_of_a_derivative_is_checked(integrated):
    integrated(bouncing(3 * meter / second**2))
    with pytest.raises(ScmpyError, match=r"the length \(& 3 &meter\) is no rate of"):
        integrated(bouncing(3 * meter))


def advanced(f):
    return state_advancer(lambda: f)(START, 2 * second)


def test_ensembles():
    starts = up(0 * second, numpy.array([1.0, 2.0]) * meter, 0 * meter / second)
    found = ensemble(DERIVATIVE, starts, 1 * second)
    assert u_value(found.states[1]) == pytest.approx([math.cos(2), 2 * math.cos(2)])
    assert found.times == 1.0 * second
    found = ensemble(DERIVATIVE, starts, numpy.linspace(1 * second, 2 * second, 3))
    assert found.states[1].shape == (2, 3)
    assert u_units(found.states[2]) == u_units(1 * meter / second)

    def varied(k):
        return Lagrangian_to_state_derivative(L_harmonic(1.0 * kilogram, k))

    stiff = numpy.array([1.0, 4.0]) * newton / meter
    found = ensemble(varied, START, [1 * second], parameters=[stiff])
    assert u_value(found.states[1])[:, 0] == pytest.approx([math.cos(1), math.cos(2)])
    with pytest.raises(DimensionError, match="the final time is the number 1"):
        ensemble(DERIVATIVE, starts, 1)


def test_motions_over_the_coordinate():
    motion = trajectory(DERIVATIVE, START, 2 * second)
    assert u_units(motion.along(coordinate, [0 * second, 1 * second])) == meter


# --- small oscillations ----------------------------------------------------------------------------------------------

m, k, g, ell = symbols("m k g l", positive=True)
t, theta, w = symbols("t theta w")


def pendulum(s):
    length, speed = ell * meter, s[2]
    return m * kilogram * (length**2 * speed**2 / 2 + g * meter / second**2 * length * cos(s[1]))


def chain(s):
    _, (x, y), v = s
    return m * kilogram * square(v) / 2 - k * newton / meter * (x**2 + (x - y) ** 2 + y**2) / 2


REST = up(0 * second, up(0 * meter, 0 * meter), up(0 * meter / second, 0 * meter / second))


def test_normal_modes_have_units():
    (mode,) = normal_modes(pendulum, up(0 * second, 0, 0 / second))
    assert equivalent(mode.rate, sqrt(g / ell) / second)
    assert mode.shape == 1
    slow, fast = normal_modes(chain, REST)
    assert equivalent(slow.rate, sqrt(k / m) / second)
    assert (slow.shape, fast.shape) == (up(1 * meter, 1 * meter), up(-1 * meter, 1 * meter))
    with pytest.raises(DimensionError):
        normal_modes(chain, up(0 * second, up(0 * meter, 0 * meter), up(0 * meter, 0 * meter)))


def test_linearizations_and_stability_have_units():
    derivative = Lagrangian_to_state_derivative(pendulum)
    matrix = linearize(derivative, up(t * second, 0, 0 / second))
    assert equivalent(matrix, matrix_by_rows([0, 1], [-g / ell / second**2, 0]))
    found = stability(derivative, up(t * second, pi, 0 / second))
    assert str(found.verdict) == "unstable"
    assert equivalent(found.eigenvalues[1], sqrt(g / ell) / second)
    matrix = linearize(Lagrangian_to_Hamiltonian(chain), up(*REST[:2], down(0 * newton * second, 0 * newton * second)))
    assert equivalent(matrix[0][2], 1 / m / kilogram)
    assert equivalent(matrix[2][0], -2 * k * newton / meter)


def test_equilibria_have_units():
    derivative = Lagrangian_to_state_derivative(pendulum)
    assert equilibria(derivative, up(t * second, theta, w / second)) == (
        up(t * second, 0, 0 / second),
        up(t * second, pi, 0 / second),
    )

    def two_wells(s):
        return up(1, s[2], (2 * s[1] - s[1] ** 3 / meter**2) / second**2)

    x, v = symbols("x v")
    place = up(0 * second, x * meter, v * meter / second)
    (found,) = equilibria(two_wells, place, up(0 * second, 1.4 * meter, 0 * meter / second))
    assert near(found[1], math.sqrt(2), meter)
    with pytest.raises(DimensionError, match="equilibria"):
        equilibria(two_wells, place, up(0 * second, 1.4, 0 * meter / second))
