"""Moments against SciPy and numpy, ill-conditioned data, clusters, random variates."""

from fractions import Fraction

import numpy
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DomainError, ScmpyError, WrongTypeError
from scmpy.scheme import Session

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
    assert list(map(type, s.polynomial_extrapolation(numpy.arange(1, 3), numpy.arange(2)))) == [int, int]
    assert s.cheb_exp_value(numpy.arange(3), 2) == 16


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: s.mean([]), DomainError),
        (lambda: s.sample_variance([1]), DomainError),
        (lambda: s.skewness([2, 2]), DomainError),
        (lambda: s.mean(["a"]), WrongTypeError),
        (lambda: s.mean(3), WrongTypeError),
        (lambda: s.merge_2_clusters([1, 2, 3], abs), WrongTypeError),
    ],
)
def test_what_has_no_moments(call, error):
    with pytest.raises(error):
        call()


def test_clusters_merge_as_single_linkage():
    from scipy.cluster.hierarchy import linkage

    places = [1.0, 2.0, 9.0, 11.0, 30.0, 2.5]
    apart = lambda x, y: abs(x - y)  # noqa: E731
    [tree] = s.cluster(places, s.set_separation(apart), apart)
    assert sorted(tree[0]) == sorted(places) and tree[1] == 29
    sizes = []

    def visit(node):
        if node[2]:
            sizes.append(len(node[0]))
            for each in node[2]:
                visit(each)

    visit(tree)
    assert sorted(sizes) == sorted(int(row[3]) for row in linkage([[x] for x in places], "single"))
    assert s.cluster([], None, None) == ()


def test_random_variates_repeat_from_a_source():
    session = Session()
    source = """
    (fluid-let ((*random-state* (make-random-state 7)))
      (list (gaussian-random-list 3) (gaussian-random-pair list) (uniform-random) (pair? (gaussian-random-pair))))
    """
    first, second = (session.result_text(session.run(source)) for _ in range(2))
    assert first == second
    values = list(session.run("(gaussian-random-list 4000)"))
    assert abs(numpy.mean(values)) < 0.1 and abs(numpy.std(values) - 1) < 0.1
    assert len(session.run("(make-gaussian-noise-vector:polar-method #t 3)")) == 4
    assert session.result_text(session.run("((add-noise 0) (up 1 2))")) in ("(up 1 2)", "(up 1. 2.)")
    assert session.run("(vector-length (car (gaussian-random-tuples 3 2)))") == 3


def test_statistics_of_tests_are_scipys():
    seen, thought = [8, 12, 3, 17], [10, 10, 5, 15]
    assert s.chi_squared(seen, thought) == pytest.approx(scipy.stats.chisquare(seen, thought).statistic)
    expected = scipy.stats.power_divergence(seen, thought, lambda_="log-likelihood").statistic
    assert s.G_statistic(seen, thought) == pytest.approx(expected)
    for wrong in (([1], [0]), ([-1], [1]), ([1, 2], [1])):
        with pytest.raises(ScmpyError):
            s.chi_squared(*wrong)


def test_a_filter_of_a_constant_is_the_mean():
    """Without noise of the system, the estimates of a constant are the means of what is measured, of any weights."""
    one = s.matrix_by_rows([1])
    still = s.kalman_filter(lambda x: x, lambda x: one, lambda x: one, lambda x: 0 * one)
    measured = [3.0, 5.0, 4.0, 8.0]
    vague = s.make_ellipsoid(s.up(0.0), 1e12 * one)
    estimates = still(vague, [s.make_ellipsoid(s.up(y), 2.0 * one) for y in measured])
    assert estimates[-1][0][0] == pytest.approx(5.0, rel=1e-9)
    assert estimates[-1][1][0, 0] == pytest.approx(0.5, rel=1e-9)


UNIT = s.matrix_by_rows([1, 0], [0, 1])


def test_a_filter_finds_a_velocity():
    moving = s.matrix_by_rows([1.0, 1.0], [0.0, 1.0])
    seen = s.matrix_by_rows([1.0, 0.0])
    track = s.kalman_filter(lambda x: moving * x, lambda x: moving, lambda x: seen, lambda x: 0.0 * UNIT)
    start = s.make_ellipsoid(s.up(0.0, 0.0), 1e8 * UNIT)
    found = track(start, [s.make_ellipsoid(s.up(1 + 2.5 * t), 0.01 * s.matrix_by_rows([1])) for t in range(1, 8)])
    assert list(found[-1][0]) == pytest.approx([1 + 2.5 * 7, 2.5], abs=1e-3)
