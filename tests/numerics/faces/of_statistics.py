"""Statistics against numpy and SciPy: data far from 0, of all sizes; variates by their distributions; clusters, filters."""

import math
import random
from fractions import Fraction

import numpy
import pytest
import scipy.cluster.hierarchy
import scipy.stats

import scmpy as s
from scmpy.scheme import Session

from .table import hard, library

DATA = [1.5, -2.0, 0.25, 4.0, 3.0, 3.0, -7.5]

MOMENTS = {
    "mean v:mean": numpy.mean,
    "variance v:variance": numpy.var,
    "sample-variance v:sample-variance": lambda x: numpy.var(x, ddof=1),
    "standard-deviation v:standard-deviation": numpy.std,
    "sample-standard-deviation v:sample-standard-deviation": lambda x: numpy.std(x, ddof=1),
    "average-deviation v:average-deviation": lambda x: numpy.mean(abs(numpy.array(x) - numpy.mean(x))),
    "skewness": scipy.stats.skew,
    "kurtosis": scipy.stats.kurtosis,
}


def _moment(names, theirs):
    @library(names)
    def as_numpy_and_scipy(f):
        assert f(DATA) == pytest.approx(float(theirs(DATA)), rel=1e-12)

    @hard(names)
    def data_far_from_zero(f):
        """1e9 and a little, as binary fractions: the moments are those of the little, and exact where data are."""
        source = random.Random(3)
        little = [source.randint(-8, 8) / 4 for _ in range(50)]
        shift = f([x + 1e9 for x in little]) - (1e9 if "mean" in names else 0)
        assert shift == pytest.approx(float(theirs(little)), rel=1e-6, abs=1e-6)
        if "deviation" not in names and "ness" not in names and "kurtosis" not in names:
            assert isinstance(f([10**30, 10**30 + 1, 10**30 + 5]), (int, Fraction))


for _names, _theirs in MOMENTS.items():
    _moment(_names, _theirs)


def variates(name, count, seed=5):
    form = {
        "uniform-random": f"(make-initialized-list {count} (lambda (i) (uniform-random)))",
        "nonzero-uniform-random": f"(make-initialized-list {count} (lambda (i) (nonzero-uniform-random)))",
        "gaussian-random": f"(make-initialized-list {count} (lambda (i) (gaussian-random)))",
        "gaussian-random-pair": f"(append-map (lambda (i) (gaussian-random-pair list)) (iota {count // 2}))",
        "gaussian-random-pairs": f"(append-map (lambda (p) (list (car p) (cdr p))) (gaussian-random-pairs {count // 2} cons))",
        "gaussian-random-list": f"(gaussian-random-list {count})",
        "gaussian-random-tuples": f"(append-map vector->list (gaussian-random-tuples 2 {count // 2}))",
        "add-noise": f"(vector->list ((add-noise 1.) (make-vector {count} 0.)))",
        "make-uniform-noise-vector": f"(vector->list (make-uniform-noise-vector #t {count}))",
        "make-gaussian-noise-vector:polar-method": f"(vector->list (make-gaussian-noise-vector:polar-method #t {count}))",
    }[name]
    return [float(x) for x in Session().run(f"(fluid-let ((*random-state* (make-random-state {seed}))) {form})")]


def _variate(name, distribution):
    @library(name)
    def of_its_distribution(f):
        assert scipy.stats.kstest(variates(name, 600), distribution).pvalue > 1e-3

    @hard(name)
    def nowhere_twice(f):
        found = variates(name, 600, 6)
        assert len(set(found)) >= len(found) - 1 and all(map(math.isfinite, found))


for _name in (
    "gaussian-random gaussian-random-pair gaussian-random-list gaussian-random-tuples "
    "make-gaussian-noise-vector:polar-method"
).split():
    _variate(_name, "norm")
_variate("uniform-random", "uniform")


@library("chi-squared G-statistic")
def as_scipys_statistics(f):
    seen, thought = [8, 12, 3, 17], [10, 10, 5, 15]
    kind = "pearson" if f is s.chi_squared else "log-likelihood"
    assert f(seen, thought) == pytest.approx(scipy.stats.power_divergence(seen, thought, lambda_=kind).statistic)


@hard("chi-squared G-statistic")
def nearly_what_is_expected(f):
    """Differences of 1 of 1e9 and of 1e-9 of 1."""
    seen, thought = [10**9 + 1, 10**9 - 1], [10**9, 10**9]
    assert f(seen, thought) == pytest.approx(2e-9, rel=1e-6 if f is s.chi_squared else 1)
    assert abs(f([1 + 1e-9, 1 - 1e-9], [1.0, 1.0])) < 1e-15


def tree_of(places):
    apart = lambda x, y: abs(x - y)  # noqa: E731
    [tree] = s.cluster(places, s.set_separation(apart), apart)
    sizes, stack = [], [tree]
    while stack:
        node = stack.pop()
        if node[2]:
            sizes.append(len(node[0]))
            stack.extend(node[2])
    return sorted(sizes)


@library("cluster merge-2-clusters set-separation cluster-elements cluster-diameter cluster-subclusters")
def as_scipys_linkage(f):
    places = [1.0, 2.0, 9.0, 11.0, 30.0, 2.5]
    assert tree_of(places) == sorted(
        int(row[3]) for row in scipy.cluster.hierarchy.linkage([[x] for x in places], "single")
    )


@hard("cluster merge-2-clusters set-separation cluster-elements cluster-diameter cluster-subclusters")
def clusters_of_all_scales(f):
    places = [10.0**k for k in range(-12, 12, 2)] + [0.0]
    assert tree_of(places) == list(range(2, len(places) + 1))


def track(measured, noise):
    """A constant that is measured, from a vague estimate."""
    one = s.matrix_by_rows([1.0])
    still = s.kalman_filter(lambda x: x, lambda x: one, lambda x: one, lambda x: 0.0 * one)
    vague = s.make_ellipsoid(s.up(0.0), 1e12 * one)
    return still(vague, [s.make_ellipsoid(s.up(y), noise * one) for y in measured])[-1]


@library("kalman-filter make-ellipsoid")
def the_mean_of_what_is_measured(f):
    measured = [3.0, 5.0, 4.0, 8.0]
    center, covariance = track(measured, 2.0)
    assert center[0] == pytest.approx(numpy.mean(measured), rel=1e-9)
    assert covariance[0, 0] == pytest.approx(2.0 * scipy.stats.sem(measured) ** 0 / len(measured), rel=1e-9)


@hard("kalman-filter make-ellipsoid")
def exact_beside_vague_measurements(f):
    center, covariance = track([1.0, 1.0 + 1e-9], 1e-20)
    assert center[0] == pytest.approx(1 + 5e-10, rel=1e-12) and covariance[0, 0] == pytest.approx(5e-21, rel=1e-6)


@library("running-mean")
def as_numpys_cumulative_means(f):
    """The weighted mean of all that came, the newest counting most: 1/p times each older one."""
    found = list(Session().run("(stream-head (running-mean 1/2 (stream-of-iterates 1+ 1)) 6)"))
    wanted = [numpy.average(range(1, n + 1), weights=[0.5 ** (n - k) for k in range(1, n + 1)]) for n in range(1, 7)]
    assert [float(x) for x in found] == pytest.approx(wanted)


@hard("running-mean")
def a_long_memory(f):
    found = list(Session().run("(stream-head (running-mean 1 (stream-of-iterates 1+ 1000000000000)) 60)"))
    assert found[-1] == 10**12 + Fraction(59, 2)
