"""Laws of quantities: dimensions are an abelian group, and measuring in units commutes with arithmetic and with D."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy import D, sqrt
from scmpy.errors import DimensionError
from scmpy.units import foot, gram, hour, unit_convert
from scmpy.units.quantity import NONE, SI, Dimension, Unit, dimension_of, measured, value_of

exponents = st.one_of(st.integers(-4, 4), st.fractions(-4, 4, max_denominator=6))
dimensions = st.lists(exponents, min_size=7, max_size=7).map(lambda given: Dimension(SI, given))
rationals = st.fractions(-10, 10, max_denominator=12)
nonzero = rationals.filter(bool)
quantities = st.builds(measured, nonzero, dimensions)


@given(dimensions, dimensions, dimensions)
def test_dimensions_are_an_abelian_group(a, b, c):
    assert (a * b) * c == a * (b * c)
    assert a * b == b * a
    assert a * NONE == a == NONE * a
    assert a / a == NONE
    assert (a / b) * b == a
    assert hash(a * b) == hash(b * a)


@given(dimensions, exponents, exponents)
def test_powers_of_dimensions(a, p, q):
    assert a**p * a**q == a ** (p + q)
    assert (a**p) ** q == a ** (p * q)
    assert a**0 == NONE
    assert not p or (a**p) ** Fraction(1, 1) / a**p == NONE


@given(quantities, quantities)
def test_products_and_quotients(x, y):
    assert dimension_of(x * y) == dimension_of(x) * dimension_of(y)
    assert value_of(x * y) == value_of(x) * value_of(y)
    assert (x / y) * y == x
    assert x * y == y * x


@given(quantities, quantities, rationals, rationals)
def test_sums(x, y, a, b):
    assert a * x + b * x == (a + b) * x
    if dimension_of(x) == dimension_of(y):
        assert value_of(x + y) == value_of(x) + value_of(y)
    else:
        with pytest.raises(DimensionError):
            x + y


@given(nonzero, dimensions)
def test_roots_undo_squares(a, dims):
    x = measured(abs(a), dims)
    assert sqrt(x * x) == x


@given(rationals, rationals, rationals, rationals)
def test_D_and_units_commute(a, b, c, t):
    """The derivative of measures in feet by hours is that of the quantities, measured in feet per hour."""
    plain = D(lambda t: a * t**3 + b * t + c)(t)
    measured_in = D(lambda t: (a * (t / hour) ** 3 + b * (t / hour) + c) * foot)(t * hour)
    assert unit_convert(measured_in, foot / hour) == plain


@given(nonzero, rationals, st.sampled_from([foot, gram, hour]))
def test_D_by_a_quantity_is_that_by_its_measure(a, x, unit):
    f = D(lambda q: a * q**2)(x * unit)
    assert f == 2 * a * x * unit
    assert isinstance(unit, Unit)
