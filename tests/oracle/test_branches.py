"""Inverse functions on both sides of their branch cuts, and on them: by formulas in mpmath beside the cuts."""

import cmath
import math
from fractions import Fraction

import pytest
from mpmath import mp, mpc, mpf

import scmpy as s
from scmpy.generic import operations as g

TINY = mpf(10) ** -30

DEFINITIONS = {
    "asin": lambda z: -1j * mp.log(1j * z + mp.sqrt(1 - z * z)),
    "acos": lambda z: mp.pi / 2 + 1j * mp.log(1j * z + mp.sqrt(1 - z * z)),
    "atan": lambda z: (mp.log(1 + 1j * z) - mp.log(1 - 1j * z)) / 2j,
    "asinh": lambda z: mp.log(z + mp.sqrt(1 + z * z)),
    "acosh": lambda z: 2 * mp.log(mp.sqrt((z + 1) / 2) + mp.sqrt((z - 1) / 2)),
    "atanh": lambda z: (mp.log(1 + z) - mp.log(1 - z)) / 2,
    "log": mp.log,
    "sqrt": mp.sqrt,
    "cube root": lambda z: mp.exp(mp.log(z) / 3),
    "power i": lambda z: mp.exp(mp.log(z) * 1j),
}
FUNCTIONS = {name: getattr(s, name) for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh", "log", "sqrt")}
FUNCTIONS["cube root"] = lambda z: g.expt(z, Fraction(1, 3))
FUNCTIONS["power i"] = lambda z: g.expt(z, 1j)
DERIVATIVES = {
    "asin": lambda z: 1 / (mp.sqrt(1 - z) * mp.sqrt(1 + z)),
    "acos": lambda z: -1 / (mp.sqrt(1 - z) * mp.sqrt(1 + z)),
    "atan": lambda z: 1 / (1 + z * z),
    "asinh": lambda z: 1 / (mp.sqrt(1 - 1j * z) * mp.sqrt(1 + 1j * z)),
    "acosh": lambda z: 1 / (mp.sqrt(z - 1) * mp.sqrt(z + 1)),
    "atanh": lambda z: 1 / (1 - z * z),
    "log": lambda z: 1 / z,
    "sqrt": lambda z: 1 / (2 * mp.sqrt(z)),
}

#: On the cuts of one function or another, and off them.
EXACT_REALS = [2, -2, Fraction(3, 2), Fraction(-7, 3), Fraction(1, 2), Fraction(-1, 2)]
IMAGINARY = [Fraction(2), Fraction(-2), Fraction(1, 2), Fraction(-1, 2)]


def number(value):
    """A value as a complex number."""
    return complex(g.inexact(s.simplify(value)))


def beside(z):
    """A complex float as a point beside the axis that a zero part puts it on."""
    parts = (mpf(x) if x else math.copysign(1, x) * TINY for x in (z.real, z.imag))
    return mpc(*parts)


def close(value, expected):
    assert abs(complex(value) - complex(expected)) < 1e-13 * (1 + abs(expected)), (value, expected)


@pytest.fixture(autouse=True)
def _many_digits():
    with mp.workdps(60):
        yield


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("x", EXACT_REALS, ids=str)
def test_real_numbers(name, x):
    """A real number is on the cut itself: there the formulas hold as they stand."""
    expected = DEFINITIONS[name](mpf(x.numerator) / x.denominator)
    close(number(FUNCTIONS[name](x)), expected)
    close(number(FUNCTIONS[name](float(x))), expected)


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("y", IMAGINARY, ids=str)
def test_exact_imaginary_numbers(name, y):
    expected = DEFINITIONS[name](mpc(0, mpf(y.numerator) / y.denominator))
    close(number(FUNCTIONS[name](s.make_rectangular(0, y))), expected)


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("zero", [0.0, -0.0])
@pytest.mark.parametrize("x", [2.0, -2.0, 0.5, -0.5])
def test_signed_zeros(name, zero, x):
    """A zero part with a sign is beside the axis."""
    for z in (complex(x, zero), complex(zero, x)):
        close(number(FUNCTIONS[name](z)), DEFINITIONS[name](beside(z)))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_between_the_axes(name):
    for z in (1 + 2j, -1 + 2j, 1 - 2j, -3 - 0.5j, 1e-3 + 1e-3j):
        close(number(FUNCTIONS[name](z)), DEFINITIONS[name](mpc(z)))


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives(name):
    D = s.D(FUNCTIONS[name])
    for x in EXACT_REALS:
        expected = DERIVATIVES[name](mpf(x.numerator) / x.denominator)
        close(number(D(x)), expected)
        close(number(D(float(x))), expected)
        step = Fraction(1, 2**20)  # along the cut the function is smooth
        slope = (number(FUNCTIONS[name](float(x + step))) - number(FUNCTIONS[name](float(x - step)))) / float(2 * step)
        assert abs(slope - complex(expected)) < 1e-6 * (1 + abs(expected))
    on_axes = [complex(*p) for x in (2, -2) for zero in (0.0, -0.0) for p in ((x, zero), (zero, x))]
    for z in (1 + 2j, -1 + 2j, 1 - 2j, -3 - 0.5j, *on_axes):
        close(number(D(z)), DERIVATIVES[name](beside(z)))


def test_equivalent_decides_by_these_branches():
    i = s.make_rectangular(0, 1)
    size = g.mul(i, g.log(g.add(2, g.sqrt(3))))
    quarter = g.mul(2, g.atan1(1))
    for one, other, wrong in (
        (g.asin(2), g.sub(quarter, size), g.add(quarter, size)),
        (g.acos(2), size, g.negate(size)),
        (g.atan1(g.mul(-2, i)), g.negate(g.atan1(g.mul(2, i))), g.sub(g.atan1(g.mul(-2, i)), g.mul(-4, g.atan1(1)))),
    ):
        assert s.equivalent(one, other).verdict != "different"
        assert s.equivalent(one, wrong).verdict == "different"


def test_what_the_functions_say_of_each_other():
    for x in (2, -2, 3.5, -3.5, Fraction(1, 3)):
        close(number(s.asin(x) + s.acos(x)), math.pi / 2)
        close(number(s.sin(s.asin(x))), x)
        close(number(s.cos(s.acos(x))), x)
        close(number(s.tanh(s.atanh(x))), x)
        close(number(s.cosh(s.acosh(x))), x)
    assert cmath.isclose(number(s.asin(2)), math.pi / 2 - 1.3169578969248166j)
