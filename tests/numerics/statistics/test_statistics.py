"""Moments against SciPy and numpy, ill-conditioned data, clusters, random variates."""

from fractions import Fraction

import numpy
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DomainError, WrongTypeError

data = st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30)


@given(data)
def test_moments(values):
    assert s.mean(values) == pytest.approx(numpy.mean(values), abs=1e-10)
    assert s.variance(values) == pytest.approx(numpy.var(values), rel=1e-9, abs=1e-9)
    assert s.sample_standard_deviation(values) == pytest.approx(numpy.std(values, ddof=1), rel=1e-9, abs=1e-9)
    if numpy.var(values) > 1e-3:
        assert s.skewness(values) == pytest.approx(scipy.stats.skew(values), rel=1e-7, abs=1e-7)
        assert s.kurtosis(values) == pytest.approx(scipy.stats.kurtosis(values), rel=1e-7, abs=1e-7)


def test_exact_and_ill_conditioned_data():
    assert s.mean([1, 2, 4]) == Fraction(7, 3) and s.sample_variance((1, 2, 4)) == Fraction(7, 3)
    assert s.variance([1e9 + x for x in (4.0, 7.0, 13.0, 16.0)]) == 22.5
    assert s.mean([1e100, 1.0, -1e100]) == pytest.approx(1 / 3)
    assert s.mean(s.symbols("a b")) == s.div(s.symbols("a") + s.symbols("b"), 2)
    assert s.mean(numpy.array([1.0, 2.0])) == 1.5


def test_arrays_of_integers_are_data():
    assert s.mean(numpy.arange(4)) == Fraction(3, 2) == s.mean([numpy.int64(1), 2])
    assert s.variance(numpy.arange(4, dtype="float32")) == 1.25
    assert s.cheb_exp_value(numpy.arange(3), 2) == 16


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: s.mean([]), DomainError),
        (lambda: s.sample_variance([1]), DomainError),
        (lambda: s.skewness([2, 2]), DomainError),
        (lambda: s.mean(["a"]), WrongTypeError),
        (lambda: s.mean(3), WrongTypeError),
    ],
)
def test_what_has_no_moments(call, error):
    with pytest.raises(error):
        call()
