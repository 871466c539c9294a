"""Decisions by class of identity: what is equal is proved, what differs has a witness, what cannot be told is said so."""

from fractions import Fraction

import pytest

import scmpy as s

from . import generators as gen

x, y, z, a, b = s.symbols("x y z a b")
f, i = gen.f, s.sqrt(-1)
third, half = Fraction(1, 3), Fraction(1, 2)
quarter_turn = s.asin(1)

EQUAL = {
    "roots": [
        (s.sqrt(x) * s.sqrt(y), s.sqrt(x * y)),
        (s.sqrt(x * y) ** 2, x * y),
        (s.sqrt(x) * s.sqrt(x * y), x * s.sqrt(y)),
        (s.sqrt(x) / s.sqrt(y), s.sqrt(x / y)),
        (1 / s.sqrt(x), s.sqrt(x) / x),
        (s.sqrt(x) ** 4, x**2),
        ((x**third) ** 3, x),
        (s.sqrt(x) * x**third, x ** Fraction(5, 6)),
        (1 / (1 + x**third), (1 - x**third + x ** (2 * third)) / (1 + x)),
        (s.sqrt(x**2 + 2 * x + 1), abs(x + 1)),
        (s.sqrt(x**2) * s.sqrt(y**4), abs(x) * y**2),
    ],
    "constants": [
        (s.sqrt(2) * s.sqrt(3), s.sqrt(6)),
        (s.sqrt(5 + 2 * s.sqrt(6)), s.sqrt(2) + s.sqrt(3)),
        (x * s.sqrt(5 + 2 * s.sqrt(6)), x * s.sqrt(2) + x * s.sqrt(3)),
        ((2 + s.sqrt(5)) ** third - (s.sqrt(5) - 2) ** third, 1),
        (s.log(6), s.log(2) + s.log(3)),
        (s.exp(half) ** 2, s.exp(s.asin(1) / quarter_turn)),
        (s.cos(4 * s.atan(Fraction(1))), -1),
        (s.sin(s.atan(Fraction(1)) * 2 / 1), 1),
    ],
    "absolute values": [
        (abs(x * y), abs(x) * abs(y)),
        (abs(x) ** 2, x**2),
        (abs(x), s.sqrt(x**2)),
        (abs(-x), abs(x)),
        (abs(x**2 + x + 1), x**2 + x + 1),
        (1 / (abs(x) + x), 1 / (2 * x)),
        (abs(s.cos(x)), s.sqrt(1 - s.sin(x) ** 2)),
        (abs(s.sin(x / 2)), s.sqrt((1 - s.cos(x)) / 2)),
        (abs(s.exp(x)), s.exp(x)),
    ],
    "logarithms": [
        (s.log(x * y), s.log(x) + s.log(y)),
        (s.log(x**2), 2 * s.log(x)),
        (s.log(x**2), 2 * s.log(abs(x))),
        (s.log(s.sqrt(x)), s.log(x) / 2),
        (s.exp(s.log(x)), x),
        (s.log(s.exp(x)), x),
        (s.log(x * s.exp(y)), s.log(x) + y),
        (s.exp(2 * s.log(x) + y), x**2 * s.exp(y)),
    ],
    "powers": [
        (x**a * x**b, x ** (a + b)),
        ((x**a) ** 2, x ** (2 * a)),
        ((x * y) ** a, x**a * y**a),
        (x**a * x ** (2 - a), x**2),
        (s.exp(a * s.log(x)), s.exp(s.log(x)) ** a),
    ],
    "exponentials": [
        (s.cosh(x) ** 2 - s.sinh(x) ** 2, 1),
        (s.tanh(x), (s.exp(2 * x) - 1) / (s.exp(2 * x) + 1)),
        (s.asinh(s.sinh(x)), x),
        (s.sinh(s.asinh(x)), x),
        (s.cosh(s.acosh(x)), x),
        (s.tanh(s.atanh(x)), x),
        (s.exp(x / (x + y)) * s.exp(y / (x + y)), s.exp(half) ** 2),
        (s.exp(x / 2) * s.exp(x / 3), s.exp(5 * x / 6)),
    ],
    "circular": [
        (s.sin(x) ** 4 - s.cos(x) ** 4 + s.cos(2 * x), 0),
        (s.tan(x + y), (s.tan(x) + s.tan(y)) / (1 - s.tan(x) * s.tan(y))),
        (1 + s.tan(x) ** 2, s.sec(x) ** 2),
        (s.tan(x / 2), (1 - s.cos(x)) / s.sin(x)),
        (s.sin(5 * x), 16 * s.sin(x) ** 5 - 20 * s.sin(x) ** 3 + 5 * s.sin(x)),
        (s.sin(x + y) * s.sin(x - y), s.sin(x) ** 2 - s.sin(y) ** 2),
    ],
    "inverse": [
        (s.atan(-x), -s.atan(x)),
        (s.asin(-x), -s.asin(x)),
        (s.asin(x) + s.acos(x), quarter_turn),
        (s.acos(-x), 2 * quarter_turn - s.acos(x)),
        (s.acos(-1), 2 * quarter_turn),
        (s.sin(s.atan(x)), x / s.sqrt(1 + x**2)),
        (s.cos(2 * s.asin(x)), 1 - 2 * x**2),
        (s.cos(s.atan(y, x)), x / s.sqrt(x**2 + y**2)),
    ],
    "literal functions": [
        (f(2 * x), f(x + x)),
        (f(s.sin(2 * x)), f(2 * s.sin(x) * s.cos(x))),
        (s.D(f)(x**2 - y**2), s.D(f)((x - y) * (x + y))),
        (f(1 / (1 + s.sqrt(2))), f(s.sqrt(2) - 1)),
        (f(abs(x) ** 2), f(x**2)),
    ],
    "complex numbers": [
        (abs(s.cos(x) + i * s.sin(x)), 1),
        (s.exp(i * x), s.cos(x) + i * s.sin(x)),
        (s.sin(i * x), i * s.sinh(x)),
        (1 / (x + i), (x - i) / (x**2 + 1)),
    ],
}

DIFFERENT = [
    (s.sqrt(x ** (2 * a)), x**a),
    (s.sqrt(x**2 + 2 * x + 1), x + 1),
    (s.sqrt(1 - s.sin(x) ** 2), s.cos(x)),
    (f(x), f(-x)),
    (f(x) + f(y), f(x + y)),
    (s.D(f)(x) * x, f(x)),
    (s.atan(x) + s.atan(1 / x), quarter_turn),
    (s.atan(y, x), s.atan(y / x)),
    (s.exp(x), 1 + x + x**2 / 2 + x**3 / 6),
    (s.exp(4 * s.atan(Fraction(1)) * s.sqrt(163)), 262537412640768744),
    (s.expt(-8, third), -2),
    (s.expt(-8, third), 2),
    (s.sqrt((x - 1000) ** 2), 1000 - x),
    (s.sqrt((x - 10**6) ** 2), 10**6 - x),
    (s.sqrt((x - 1) * (Fraction(10001, 10000) - x)), 0),
    (s.sqrt(2), 1.4142135623730951),
    (abs(i * x) ** 2, -(x**2)),
    (s.exp(s.sqrt(x)), s.exp(s.sqrt(x)) + Fraction(1, 10**60)),
    (s.acosh(s.cosh(x)), x),
    (x**2.0, x**3),
]

UNDECIDED = [
    (s.sqrt(-1 - x**2), 5 * s.sqrt(-1 - x**2)),  # nowhere defined
    (s.sqrt(-1 - x**2) ** 2, 1 + x**2),
    (s.log(x) + s.log(-x), 0),
    (1 / (x - x + s.sin(x) ** 2 + s.cos(x) ** 2 - 1), 1),
    (s.atan(x) + s.atan(1 / x), quarter_turn * x / abs(x)),  # equal, by a constant on each side of 0
]


@pytest.mark.parametrize(("a", "b"), [pair for pairs in EQUAL.values() for pair in pairs])
def test_equal(a, b):
    answer = s.equivalent(a, b)
    assert answer.verdict == "equal", answer.certificate
    assert s.equivalent(b, a).verdict == "equal"
    assert s.equivalent(a, s.add(b, Fraction(1, 10**9))).verdict == "different"


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different(a, b):
    answer = s.equivalent(a, b)
    assert answer.verdict == "different", answer.certificate
    assert not s.equivalent(b, a)


@pytest.mark.parametrize(("a", "b"), UNDECIDED)
def test_undecided(a, b):
    assert s.equivalent(a, b).verdict == "undecided"
