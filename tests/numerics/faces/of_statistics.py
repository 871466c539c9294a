"""Statistics against numpy and SciPy: data far from 0, of all sizes; variates by their distributions; clusters, filters."""

import math
import random
from fractions import Fraction

import numpy
import pytest
import scipy.cluster.hierarchy
import scipy.stats

from scmpy.scheme import Session

from .table import hard, library

DATA = [1.5, -2.0, 0.25, 4.0, 3.0, 3.0, -7.5]

MOMENTS = {
    "mean v:mean": numpy.mean,
    "variance v:variance": numpy.var,
    "sample-variance ": lambda x: numpy.var(x, ddof=1),
    "standard-deviation v:standard-deviation": numpy.std,
    "sample-standard-deviation ": lambda x: numpy.std(x, ddof=1),
    "average-deviation ": lambda x: numpy.mean(abs(numpy.array(x) - numpy.mean(x))),
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
        "gaussian-random": f"(make-initialized-list {count} (lambda (i) (gaussian-random)))",
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


for _name in ("gaussian-random ").split():
    _variate(_name, "norm")
_variate("uniform-random", "uniform")
