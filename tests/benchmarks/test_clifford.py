"""Geometric algebra: products beside galgebra, the double spherical pendulum, a free body beside SciPy."""

import itertools
import subprocess
import sys
import time
from importlib.util import find_spec

import numpy as np
import pytest

import scmpy as s
from scmpy import PGA3, VGA3

_numbers = itertools.count()


def _general():
    """Two general multivectors of symbols that were never seen before."""
    n = next(_numbers)
    return (s.literal_multivector(f"a{n}", PGA3), s.literal_multivector(f"b{n}", PGA3)), {}


#: A program of its own, because galgebra changes how SymPy prints.
GALGEBRA = """
import time, galgebra.ga
space = galgebra.ga.Ga("e*0|1|2|3", g=[0, 1, 1, 1])
started = time.perf_counter()
space.mv("a", "mv") * space.mv("b", "mv")
print(time.perf_counter() - started)
"""


def test_product_of_two_general_multivectors(benchmark):
    """galgebra's time for the same product is in the report, and how many times ours that is, where it is installed."""
    a, b = _general()[0]
    assert (a * b).grades == (0, 1, 2, 3, 4)
    benchmark.pedantic(lambda a, b: a * b, setup=_general, rounds=50)
    if find_spec("galgebra") is not None:
        said = subprocess.run([sys.executable, "-c", GALGEBRA], capture_output=True, text=True, check=True).stdout
        _beside(benchmark, "galgebra", float(said.splitlines()[-1]))


def _beside(benchmark, peer, seconds):
    """The time of a peer in the report, and how many times ours it is, where ours is measured."""
    benchmark.extra_info[peer] = seconds
    if benchmark.stats is not None:
        benchmark.extra_info["ratio"] = seconds / benchmark.stats.stats.median


e1, e2, e3 = VGA3.vectors


def _plane(phi):
    return e3 * e1 * (s.cos(phi) + e1 * e2 * s.sin(phi))


def _double_spherical_pendulum(m1, m2, l1, l2, g):
    """The Lagrangian of two masses, from their places as vectors of the algebra: z = l e3 exp(j theta)."""

    def places(q):
        theta, phi = q
        first = l1 * (e3 * (s.cos(theta[0]) + _plane(phi[0]) * s.sin(theta[0])))
        return s.up(first, first + l2 * (e3 * (s.cos(theta[1]) + _plane(phi[1]) * s.sin(theta[1]))))

    def L(local):
        _, q, v = local
        at, rates = places(q), s.D(places)(q) * v
        moving = m1 / 2 * s.norm_squared(rates[0]) + m2 / 2 * s.norm_squared(rates[1])
        return moving - g * (m1 * at[0]["e3"] + m2 * at[1]["e3"])

    return L


def _fresh_pendulum():
    n = next(_numbers)
    return (s.symbols(f"m1_{n} m2_{n} l1_{n} l2_{n} g_{n}"),), {}


def test_equations_of_the_double_spherical_pendulum(benchmark):
    angles = s.up(s.up(*s.literal_functions("theta_1 theta_2")), s.up(*s.literal_functions("phi_1 phi_2")))
    t = s.symbols("t")

    def derived(parameters):
        return s.Lagrange_equations(_double_spherical_pendulum(*parameters))(angles)(t)

    assert len(derived(_fresh_pendulum()[0][0])) == 2
    benchmark.pedantic(derived, setup=_fresh_pendulum, rounds=10)


INERTIA, MASS = (1.0, 2.0, 3.0), 1.5


def _free_body(state):
    """Half the angular velocity and the velocity are minus the parts of B."""
    B = state[2]
    turning = sum(4 * j * B[name] ** 2 for j, name in zip(INERTIA, ("e23", "e13", "e12"), strict=True))
    return turning / 2 + 4 * MASS / 2 * (B["e01"] ** 2 + B["e02"] ** 2 + B["e03"] ** 2)


def _euler(t, y):
    """The same by hand: unit quaternion, place, angular velocity and velocity in the frame of the body."""
    a, b, c, d = y[0:4]
    p, q, r = y[7:10]
    u, v, w = y[10:13]
    A, B, C = INERTIA
    return np.array(
        [
            *(
                0.5
                * np.array(
                    [-b * p - c * q - d * r, a * p + c * r - d * q, a * q - b * r + d * p, a * r + b * q - c * p]
                )
            ),
            (a * a + b * b - c * c - d * d) * u + 2 * (b * c - a * d) * v + 2 * (b * d + a * c) * w,
            2 * (b * c + a * d) * u + (a * a - b * b + c * c - d * d) * v + 2 * (c * d - a * b) * w,
            2 * (b * d - a * c) * u + 2 * (c * d + a * b) * v + (a * a - b * b - c * c + d * d) * w,
            (B - C) * q * r / A,
            (C - A) * r * p / B,
            (A - B) * p * q / C,
            v * r - w * q,
            w * p - u * r,
            u * q - v * p,
        ]
    )


def test_a_free_body(benchmark):
    """As many steps as T takes at 1e-10; SciPy's time for a hundredth of T, times a hundred, is in the report."""
    integrate = pytest.importorskip("scipy.integrate")
    T = 33_000.0
    H = s.motor_Lagrangian_to_Hamiltonian(_free_body)
    B = s.make_multivector(PGA3, {"e23": -0.05, "e13": -0.5, "e12": -0.05, "e01": -0.5})
    mu = s.motor_velocity_to_momentum(_free_body)(s.up(0.0, PGA3.I, B))
    start = s.up(0.0, s.even_part(1.0 + 0 * PGA3.e1), mu)
    slope = s.motor_phase_space_derivative(H)
    motion = s.trajectory(slope, start, T, 1e-10)
    benchmark.extra_info["steps"] = len(motion.times) - 1
    first, last = (H(state) for state in (start, motion.end))
    assert abs(last - first) < 1e-5 * abs(first)
    advance = s.state_advancer(lambda: slope)
    advance(start, 1.0, 1e-10)
    started = time.perf_counter()
    integrate.solve_ivp(
        _euler, (0, T / 100), [1, 0, 0, 0, 0, 0, 0, 0.1, -1.0, 0.1, 1, 0, 0], method="DOP853", rtol=1e-10, atol=1e-10
    )
    theirs = 100 * (time.perf_counter() - started)
    benchmark.pedantic(lambda: advance(start, T, 1e-10), rounds=3)
    _beside(benchmark, "scipy", theirs)
