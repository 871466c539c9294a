"""Moments against SciPy and numpy, ill-conditioned data, clusters, random variates."""

from fractions import Fraction

import numpy
import pytest

import scmpy as s

from ...tables import refusals


def test_exact_and_ill_conditioned_data():
    assert s.mean([1, 2, 4]) == Fraction(7, 3) and s.sample_variance((1, 2, 4)) == Fraction(7, 3)
    assert s.variance([1e9 + x for x in (4.0, 7.0, 13.0, 16.0)]) == 22.5
    assert s.mean([1e100, 1.0, -1e100]) == pytest.approx(1 / 3)
    assert s.mean(s.symbols("a b")) == s.div(s.symbols("a") + s.symbols("b"), 2)
    assert s.mean(numpy.array([1.0, 2.0])) == 1.5


def test_arrays_of_integers_are_data():
    assert s.mean(numpy.arange(4)) == Fraction(3, 2) == s.mean([numpy.int64(1), 2])
    assert s.variance(numpy.arange(4, dtype="float32")) == 1.25


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-150, 1e150, 1.5e307])
def test_moments_of_data_of_any_size(size):
    data = [1.0, 2.0, 4.0, 10.0]
    lengths = s.mean, s.standard_deviation, s.sample_standard_deviation, s.average_deviation
    for moment in (*lengths, s.skewness, s.kurtosis):
        expected = moment(data) * (size if moment in lengths else 1)
        assert moment([x * size for x in data]) == pytest.approx(expected, rel=1e-12, abs=5e-324)


test_what_has_no_moments = refusals(__file__, "statistics", globals())


test_what_cannot_be_approximated_is_told = refusals(__file__, "approximation", globals())
