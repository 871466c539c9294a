"""Statistics of tests, and estimates with their covariances."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Numbers, Vector


def _counts(observed: Any, expected: Any) -> list[tuple[float, float]]:
    seen, thought = ([real(x) for x in items(values)] for values in (observed, expected))
    if len(seen) != len(thought):
        raise StructureError(f"{CALLED}: {len(seen)} numbers are observed, {len(thought)} expected")
    for o, e in zip(seen, thought, strict=True):
        if o < 0 or e <= 0:
            raise DomainError(
                f"{CALLED} expects numbers that are not negative, and positive ones beside them, got {o}, {e}"
            )
    return list(zip(seen, thought, strict=True))


@public("chi-squared")
def chi_squared(observed: Numbers, expected: Numbers) -> float:
    """Pearson's statistic of how far observed frequencies are from the expected ones.

    Scheme:  (chi-squared observed expected)
    Math:    sum of (o - e)^2 / e
    Shapes:  observed, expected: n numbers each;  result: a number
    Raises:  StructureError unless there is one for each;  DomainError if one is negative, or none is expected
    >>> chi_squared([8, 12], [10, 10])
    0.8
    """
    return math.fsum((o - e) ** 2 / e for o, e in _counts(observed, expected))


@public("G-statistic")
def G_statistic(observed: Numbers, expected: Numbers) -> float:
    """The statistic of the ratio of likelihoods for observed frequencies beside the expected ones.

    Scheme:  (G-statistic observed expected)
    Math:    2 times the sum of o log(o / e)
    Shapes:  observed, expected: n numbers each;  result: a number
    Raises:  StructureError unless there is one for each;  DomainError if one is negative, or none is expected
    >>> round(G_statistic([8, 12], [10, 10]), 6)
    0.805421
    """
    return 2 * math.fsum(o * math.log1p((o - e) / e) for o, e in _counts(observed, expected) if o)


@public("make-ellipsoid")
def make_ellipsoid(center: Vector, covariance: LinearMap) -> tuple[Any, Any]:
    """An estimate: the point, and the covariances of its coordinates.

    Scheme:  (make-ellipsoid center covariance)
    Shapes:  center: up(n);  covariance: n by n;  result: (list center covariance)
    >>> from scmpy import matrix_by_rows, up
    >>> make_ellipsoid(up(1, 2), matrix_by_rows([4, 0], [0, 9]))[0]
    (up 1 2)
    """
    return center, covariance


def _turned(A: Any, P: Any) -> Any:
    """The covariances P of what a matrix takes to something else."""
    return g.mul(g.mul(A, P), g.transpose1(A))


@public("kalman-filter")
def kalman_filter(
    f: Callable[[Any], Any], df: Callable[[Any], Any], M: Callable[[Any], Any], Q: Callable[[Any], Any]
) -> Function:
    """The filter that improves estimates of the states of a system by measurements.

    Of an estimate and a list of measurements, all of them ellipsoids, it makes the list of the estimates: the first,
    and that after each measurement.

    Scheme:  ((kalman-filter f df M Q) estimate measurements)
    Shapes:  f: state -> next state;  df: state -> the matrix of its derivative;  M: state -> the matrix that makes
             measurements of states;  Q: state -> the covariances of what disturbs it
    Raises:  DivisionByZeroError where the covariances of a measurement cannot be inverted
    Source:  R. E. Kalman, A New Approach to Linear Filtering and Prediction Problems, 1960
    >>> from scmpy import matrix_by_rows, up
    >>> one = lambda x: matrix_by_rows([1])
    >>> still = kalman_filter(lambda x: x, one, one, lambda x: matrix_by_rows([0]))
    >>> start, after = still((up(0), matrix_by_rows([1])), [(up(2), matrix_by_rows([1]))])
    >>> after[0]
    (up 1)
    """
    name = "kalman-filter"
    for function in (f, df, M, Q):
        check_callable(function, name, "four functions of the state")

    def improved(estimate: Any, measurement: Any) -> tuple[Any, Any]:
        (x, P), (y, R) = (items(each, name) for each in (estimate, measurement))
        step, seen = df(x), M(x)
        guess, spread = f(x), g.add(_turned(step, P), Q(x))
        gain = g.div(g.mul(spread, g.transpose1(seen)), g.add(_turned(seen, spread), R))
        better = g.add(guess, g.mul(gain, g.sub(y, g.mul(seen, guess))))
        left = g.sub(1, g.mul(gain, seen))  # as two squares: a difference loses what a good measurement leaves
        return better, g.add(_turned(left, spread), _turned(gain, R))

    def filtered(estimate: Any, measurements: Any) -> tuple[Any, ...]:
        estimates = [make_ellipsoid(*items(estimate, name))]
        for measurement in items(measurements, name):
            estimates.append(improved(estimates[-1], measurement))
        return tuple(estimates)

    return Function(filtered, name)
