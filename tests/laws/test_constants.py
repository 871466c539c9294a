"""Simplification of constants by value: a rewrite that a constant's own sign refutes is not taken.

Of a symbol sqrt(x^2) = x is an assumption; of log(3/4), which is negative, it would be wrong.
"""

import cmath
import random
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.generic.numeric_tower import exact_complex
from scmpy.scheme import Session
from scmpy.symbolic.expression import PI, Expression
from scmpy.symbolic.written import Written

from .balls import OutsideDomain, Point, precision, value

third, half = Fraction(1, 3), Fraction(1, 2)


@pytest.mark.parametrize(
    "constant",
    [
        s.sqrt(s.log(Fraction(3, 4)) ** 2),
        s.sqrt(s.cos(2) ** 2),
        s.sqrt((PI - 4) ** 2),
        s.sqrt(s.tan(2)),
        s.expt(s.tan(2), -half),
        s.log(s.tan(2)),
        s.log(s.exp(s.expt(s.sqrt(-6), 3))),
        s.sqrt(s.log(-half) ** 2),
        s.sqrt((s.log(-3) - 3) ** 2),
        s.sqrt(s.cos(2) * s.log(half)),
        s.asin(s.sin(3)),
        s.acos(s.cos(s.log(half))),
        s.acos(s.cos(s.expt(s.log(-1), -2))),
        s.atan(s.tan(2)),
        s.atan(s.cos(3), s.cos(2)),
        s.cos(s.asin(s.sin(2))),
    ],
    ids=str,
)
def test_constants_keep_their_values(constant):
    check(constant)


def check(constant):
    one = Point("complex", 0, {"x": 1})
    with precision():
        try:
            expected = value(constant, one)
        except OutsideDomain:
            return
        for found in (s.simplify(constant), s.simplify(constant * s.symbols("x"))):
            found = value(found.value if isinstance(found, Written) else found, one)
            assert abs(found - expected) < 1e-9 * (1 + abs(expected)), (constant, found, expected)


def test_numbers_in_a_session():
    run = Session().run
    assert float(run("(sqrt (square (log 3/4)))")) == pytest.approx(0.2876820724517809)
    assert str(run("(sqrt (square (tan 2)))")) == "2.185039863261519"
    assert complex(run("(expt (tan 2) -1/2)")) == pytest.approx(-0.6765039204323103j)


@pytest.mark.parametrize(("y", "x"), [(2j / 3, 1), (2j / 3, -1), (1 + 1j, -1.5), (1.4142j, -3), (0.5, 2j)], ids=str)
def test_angles_of_points_that_are_not_real(y, x):
    exact = [
        s.sqrt(2) * exact_complex(*(Fraction(part).limit_denominator(10**4) for part in (z.real, z.imag)))
        for z in map(complex, (y, x))
    ]
    angle, expected = s.atan(*exact), cmath.atan(complex(exact[0]) / complex(exact[1]))
    for constant, number in (
        (s.sqrt(angle**2), cmath.sqrt(expected**2 + 0j)),
        (s.sqrt(angle * PI / -2), cmath.sqrt(expected * cmath.pi / -2)),
    ):
        assert complex(s.simplify(constant)) == pytest.approx(number, rel=1e-12)


def test_what_is_reported_of_constants():
    assert s.simplify(s.sqrt(s.log(half) ** 2), report=True).assumptions == ()
    assert s.simplify(s.sqrt(s.log(2) ** 2), careful=True) == s.log(2)


def constant_of(source, depth):
    """A random constant; the functions are those of which simplification inverts one by another."""
    if depth == 0:
        return source.choice([1, 2, 3, -1, -2, -3, half, Fraction(-2, 3), PI])
    x, y = constant_of(source, depth - 1), constant_of(source, source.randrange(depth))
    kinds = [
        *(s.sqrt, s.sin, s.cos, s.tan, s.exp, s.log, s.atan, abs),
        *(lambda x: s.sqrt(x * x), lambda x: s.log(s.exp(x)), lambda x: s.asin(s.sin(x)), lambda x: s.acos(s.cos(x))),
        *(lambda x: x + y, lambda x: x * y, lambda x: s.sqrt(x * y), lambda x: s.expt(x, third)),
    ]
    return source.choice(kinds)(x)


@pytest.mark.parametrize("seed", range(150))
def test_random_constants_keep_their_values(seed):
    source = random.Random(seed)
    try:
        constant = constant_of(source, source.randint(2, 3))
    except ScmpyError:
        return
    if isinstance(constant, Expression):
        check(constant)
