"""Short problems of a first course of physics, by quantities, against the formulas with CODATA's numbers of SciPy."""

import math

import pytest

from scmpy import *
from scmpy.units import *

from ..tables import public_names, rows

sc = pytest.importorskip("scipy.constants")

c = constants
STANDARD = 9.80665 * meter / second**2
SUN, EARTH, RADIUS = 1.98892e30 * kilogram, 5.9722e24 * kilogram, 6.371e6 * meter
GM = sc.G * 1.98892e30
START, PERIHELION = 30290.0, 1.471e11
YEAR = 2 * math.pi * math.sqrt((1 / (2 / PERIHELION - START**2 / GM)) ** 3 / GM)
RESISTANCE, CAPACITY, INDUCTANCE = 100 * ohm, 10 * micro * farad, 0.1 * henry
OMEGA = 100 * math.pi / second
PENDULUM = L_pendulum(STANDARD, 1 * kilogram, 2 * meter)


def planet():
    earth = L_central_polar(EARTH, lambda r: -c.G * SUN * EARTH / r)
    first = up(0 * second, up(PERIHELION * meter, 0), up(0 * meter / second, START / PERIHELION / second))
    return state_advancer(lambda: Lagrangian_to_state_derivative(earth))(first, YEAR * second)[1]


def circuit(resistance):
    """The charge after a millisecond."""
    slope = Lagrangian_to_state_derivative(
        lambda s: INDUCTANCE * s[2] ** 2 / 2 - s[1] ** 2 / (2 * CAPACITY), lambda s: resistance * s[2] ** 2 / 2
    )
    return state_advancer(lambda: slope)(up(0.0 * second, 1e-6 * coulomb, 0.0 * ampere), 1 * milli * second)[1]


def packet(x):
    return exp(-(x**2) / (2 * (1 * nano * meter) ** 2)) / sqrt(math.sqrt(math.pi) * nano * meter)


def spectrum(nu):
    return 2 * math.pi * c.h * nu**3 / c.c**2 / (exp(c.h * nu / (c.k * 5772 * kelvin)) - 1)


def damped(a, t):
    w = math.sqrt(1e6 - a**2)
    return 1e-6 * math.exp(-a * t) * (math.cos(w * t) + a / w * math.sin(w * t))


WIDE = 20 * nano * meter
r = symbols("r", positive=True)


@pytest.mark.parametrize("row", rows(__file__, "physics.txt"))
def test_problems(row):
    name, *problem = row.split(" : ")
    found, expected, unit = (eval(part, public_names() | globals()) for part in problem)
    accuracy = 1e-7 if name in ("Bohr", "Rydberg", "of all frequencies") else 1e-8
    assert unit_convert(found, unit) == pytest.approx(expected, rel=accuracy)


def test_a_large_swing():
    turn = poincare_map(Lagrangian_to_state_derivative(PENDULUM), velocity, "falling")(
        up(0.0 * second, 1.0, 0.0 / second)
    )
    special = pytest.importorskip("scipy.special")
    assert turn[0] / second == pytest.approx(4 * math.sqrt(2 / 9.80665) * special.ellipk(math.sin(0.5) ** 2), rel=1e-10)
    assert coordinate(turn) == pytest.approx(1)
