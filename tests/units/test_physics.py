"""Short problems of a first course of physics, by quantities, against the formulas with CODATA's numbers of SciPy."""

import math

import pytest

from scmpy import *
from scmpy.units import *

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

PROBLEMS = {
    "range": (lambda: (20 * meter / second) ** 2 * sin(60 * degree) / STANDARD, 400 * math.sin(math.pi / 3) / 9.80665, meter),
    "fall in miles per hour": (lambda: sqrt(2 * STANDARD * 100 * meter), math.sqrt(1961.33) / 0.44704, mile / hour),
    "height": (lambda: (10 * meter / second) ** 2 / (2 * STANDARD), 50 / 9.80665, meter),
    "time of flight": (lambda: solve(STANDARD * (r * second) ** 2 / 2 - 10 * meter, r * second)[0], math.sqrt(20 / 9.80665), second),
    "pendulum": (lambda: 2 * pi * sqrt(1 * meter / STANDARD), 2 * math.pi / math.sqrt(9.80665), second),
    "its frequency": (
        lambda: magnitude(stability(Lagrangian_to_state_derivative(PENDULUM), up(0 * second, 0, 0 / second)).eigenvalues[0]),
        math.sqrt(9.80665 / 2), hertz
    ),
    "its energy": (lambda: Lagrangian_to_energy(PENDULUM)(up(0 * second, math.pi / 2, 1 / second)), 2, joule),
    "year": (lambda: 2 * pi * sqrt(AU**3 / (c.G * SUN)), 2 * math.pi * math.sqrt(sc.au**3 / GM) / 86400, day),
    "a planet comes back": (lambda: planet()[0], PERIHELION, meter),
    "after a turn": (lambda: planet()[1], 2 * math.pi, radian),
    "speed of escape": (lambda: sqrt(2 * c.G * EARTH / RADIUS), math.sqrt(2 * sc.G * 5.9722e24 / 6.371e6), meter / second),
    "geostationary": (
        lambda: expt(c.G * EARTH * (86164 * second) ** 2 / (4 * pi**2), 1 / 3),
        (sc.G * 5.9722e24 * 86164**2 / (4 * math.pi**2)) ** (1 / 3), meter
    ),
    "horizon": (lambda: 2 * c.G * SUN / c.c**2, 2 * GM / sc.c**2, meter),
    "light from the sun": (lambda: AU / c.c, sc.au / sc.c / 60, minute),
    "where gravity is weak": (
        lambda: solve(c.G * SUN / (r * meter) ** 2 - 5.93e-3 * meter / second**2, r * meter)[0], math.sqrt(GM / 5.93e-3), meter
    ),
    "work to leave": (
        lambda: definite_integral(lambda x: c.G * EARTH * kilogram / x**2, RADIUS, math.inf), sc.G * 5.9722e24 / 6.371e6, joule
    ),
    "body": (lambda: T_body(*(x * kilogram * meter**2 for x in (1, 2, 3)))(up(1, 2, 3) / second), 18, joule),
    "precession": (lambda: 0.1 * kilogram * STANDARD * meter / (0.3 * joule * second), 0.980665 / 0.3, hertz),
    "torque": (lambda: cross_product(up(1, 0, 0) * meter, up(0, 4, 0) * newton)[2], 4, newton * meter),
    "resonance": (lambda: 1 / (2 * pi * sqrt(INDUCTANCE * CAPACITY)), 500 / math.pi, hertz),
    "power": (lambda: (12 * volt) ** 2 / RESISTANCE, 1.44, watt),
    "energy of a capacitor": (lambda: CAPACITY * (12 * volt) ** 2 / 2, 7.2e-4, joule),
    "impedance": (
        lambda: magnitude(RESISTANCE + 1j * OMEGA * INDUCTANCE + 1 / (1j * OMEGA * CAPACITY)),
        abs(100 + 10j * math.pi - 1e3j / math.pi), ohm
    ),
    "meshes": (
        lambda: solve_linear(matrix_by_rows([2 * ohm, 1 * ohm], [1 * ohm, 3 * ohm]), up(5 * volt, 10 * volt))[1], 3, ampere
    ),
    "charge": (lambda: circuit(0 * ohm), 1e-6 * math.cos(1), coulomb),
    "with a resistor": (lambda: circuit(RESISTANCE), damped(500, 1e-3), coulomb),
    "cyclotron": (lambda: c.e * tesla / c.m_e, sc.e / sc.m_e, hertz),
    "Coulomb": (lambda: c.e**2 / (4 * pi * c.epsilon_0 * (1 * nano * meter) ** 2), sc.e**2 / (4e-18 * math.pi * sc.epsilon_0), newton),
    "ideal gas": (lambda: mole * c.R * 300 * kelvin / (0.024 * meter**3), sc.R * 12500, pascal),
    "speed of molecules": (lambda: sqrt(3 * c.k * 300 * kelvin / (4.65e-26 * kilogram)), math.sqrt(900 * sc.k / 4.65e-26), meter / second),
    "sound": (
        lambda: sqrt(1.4 * c.R * 293 * kelvin / (0.02897 * kilogram / mole)), math.sqrt(410.2 * sc.R / 0.02897), meter / second
    ),
    "air above": (
        lambda: 101325 * pascal * exp(-4.81e-26 * kilogram * STANDARD * 1000 * meter / (c.k * 288 * kelvin)),
        101325 * math.exp(-4.81e-23 * 9.80665 / (sc.k * 288)), pascal
    ),
    "radiation": (lambda: c.sigma * (5772 * kelvin) ** 4, sc.sigma * 5772**4, watt / meter**2),
    "of all frequencies": (lambda: definite_integral(spectrum, 1e9 * hertz, 1e17 * hertz), sc.sigma * 5772**4, watt / meter**2),
    "entropy": (
        lambda: definite_integral(lambda T: 75.3 * joule / (mole * T), 300 * kelvin, 350 * kelvin), 75.3 * math.log(7 / 6), joule / mole
    ),
    "Bohr": (lambda: 4 * pi * c.epsilon_0 * c.h_bar**2 / (c.m_e * c.e**2), sc.value("Bohr radius"), meter),
    "Rydberg": (lambda: c.m_e * c.e**4 / (8 * c.epsilon_0**2 * c.h**2), sc.value("Rydberg constant times hc in eV"), ev),
    "fine structure": (lambda: c.e**2 / (4 * pi * c.epsilon_0 * c.h_bar * c.c), sc.alpha, radian),
    "Compton": (lambda: c.h / (c.m_e * c.c), sc.value("Compton wavelength"), meter),
    "photon": (lambda: c.h * c.c / (500 * nano * meter), sc.h * sc.c / 5e-7 / sc.e, ev),
    "electron wave": (lambda: c.h / sqrt(2 * c.m_e * 100 * ev), sc.h / math.sqrt(200 * sc.m_e * sc.e), meter),
    "norm": (lambda: definite_integral(lambda x: packet(x) ** 2, -WIDE, WIDE), 1, radian),
    "kinetic energy": (
        lambda: definite_integral(lambda x: -(c.h_bar**2) / (2 * c.m_e) * packet(x) * D(D(packet))(x), -WIDE, WIDE),
        sc.hbar**2 / (4e-18 * sc.m_e), joule
    ),
    "string": (lambda: sqrt(100 * newton / (1e-3 * kilogram / meter)), math.sqrt(1e5), meter / second),
    "longest": (lambda: max(3 * foot, 1 * meter, 30 * inch), 1, meter),
    "length": (lambda: sqrt(square(up(3 * foot, 4 * foot))), 5, foot),
}  # fmt: skip


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems(name):
    work, expected, unit = PROBLEMS[name]
    accuracy = 1e-7 if name in ("Bohr", "Rydberg", "of all frequencies") else 1e-8
    assert unit_convert(work(), unit) == pytest.approx(expected, rel=accuracy)


def test_a_large_swing():
    turn = poincare_map(Lagrangian_to_state_derivative(PENDULUM), velocity, "falling")(
        up(0.0 * second, 1.0, 0.0 / second)
    )
    special = pytest.importorskip("scipy.special")
    assert turn[0] / second == pytest.approx(4 * math.sqrt(2 / 9.80665) * special.ellipk(math.sin(0.5) ** 2), rel=1e-10)
    assert coordinate(turn) == pytest.approx(1)
