"""Compiled functions on balls enclose the exact value, and the one in floats up to its rounding."""

from decimal import Decimal
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq

import scmpy as s
from scmpy.errors import DomainError, StructureError, WrongTypeError
from scmpy.structure.tuples import leaves

from .systems import random_function


@pytest.mark.parametrize("seed", range(10))
def test_values_are_enclosed(seed):
    compiled = s.compile_function(random_function(seed, s.sqrt(2), 2), s.up(0.3, s.down(-0.6, 1.2)))
    exact = s.up(Fraction(3, 10), s.down(Fraction(-3, 5), Fraction(6, 5)))
    coarse, fine = (leaves(compiled.balls(exact, digits=digits)) for digits in (20, 60))
    floats = leaves(compiled(s.up(0.3, s.down(-0.6, 1.2))))
    for wide, narrow, x in zip(coarse, fine, floats, strict=True):
        assert wide.contains(narrow)
        assert narrow.rad() <= abs(narrow.mid()) * 10.0**-45
        assert float(narrow.mid()) == pytest.approx(float(x), rel=1e-12, abs=1e-12)


def test_all_points_of_a_ball_are_meant():
    compiled = s.compile_function(lambda x: s.sin(x) * x - x**3 / 6, 0.5)
    wide = compiled.balls(arb(0.5, 0.01))
    for i in range(-10, 11):
        assert wide.contains(compiled.balls(Fraction(1, 2) + Fraction(i, 1000), digits=30))
    assert compiled.balls(Decimal("0.5")).overlaps(compiled.balls(0.5))


def test_exact_parameters_and_constants_stay_exact():
    compiled = s.compile_function(lambda a: lambda x: a * x + s.pi, 1.0, parameters=[Fraction(1, 3)])
    found = compiled.balls(Fraction(3, 7), digits=50)
    assert abs(found - arb(fmpq(1, 7)) - arb.pi()) < 1e-15
    sharp = s.compile_function(lambda a: lambda x: a * x, 1.0, parameters=[Fraction(1, 3)]).balls(3, digits=100)
    assert sharp.rad() < 1e-99 and sharp.contains(1)


def test_complex_balls():
    compiled = s.compile_function(lambda x: s.exp(x) * s.sqrt(x), 0.5)
    found = compiled.balls(acb(0, 1), digits=30)
    expected = acb(0, 1).exp() * acb(0, 1).sqrt()
    assert found.overlaps(expected)


def test_decisions_are_certain_or_refused():
    compiled = s.compile_function(lambda x: x if x > 0 else -2 * x, 0.5)
    assert compiled.balls(Fraction(-1, 3), digits=30).overlaps(arb(2) / 3)
    with pytest.raises(DomainError, match="too wide to tell"):
        compiled.balls(arb(0, 1))
    with pytest.raises(DomainError, match="no finite real value"):
        s.compile_function(lambda x: s.sqrt(x), 0.5).balls(arb(0, 1))


def test_bad_arguments():
    compiled = s.compile_function(lambda x: x, 0.5)
    with pytest.raises(StructureError, match="shaped as"):
        compiled.balls(s.up(1, 2))
    with pytest.raises(WrongTypeError, match="digits"):
        compiled.balls(1, digits=0)
    with pytest.raises(WrongTypeError, match="numbers and balls"):
        compiled.balls(s.symbols("x"))


@pytest.mark.parametrize("power", [0, 1, 2, 3, 7])
def test_whole_powers_around_zero(power):
    found = s.compile_function(lambda x: x**power + 0 * x, 0.5).balls(arb(0, 1))
    assert found.is_finite() and found.contains(1 if power == 0 else 0)
    assert found.rad() <= 1.001
