"""Moments of data: mean, variance, skewness, kurtosis; of populations, and of samples where it is said.

Deviations are taken from the mean, and what rounding leaves of their sum is taken off the variance.

Source:  T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983) 242, eq. 1.7
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import ScalarKind
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, ScalarValue


def _data(values: Any, least: int = 1) -> tuple[Any, ...]:
    data = tuple(x.item() if hasattr(x, "item") else x for x in items(values))
    if len(data) < least:
        raise DomainError(f"{CALLED} needs {'some data' if least == 1 else 'more data'}, got {describe(values)}")
    for x in data:
        if not isinstance(x, ScalarKind):
            raise WrongTypeError(f"{CALLED} expects numbers, got {describe(x)}")
    return data


def total(values: Iterable[Any]) -> Any:
    """The sum of numbers; of real ones with a float among them rounded but once."""
    terms = list(values)
    if any(isinstance(x, float) for x in terms) and all(isinstance(x, (int, float)) for x in terms):
        try:
            return math.fsum(terms)
        except (OverflowError, ValueError):  # what is infinite
            return sum(map(float, terms))
    found: Any = 0
    for x in terms:
        found = g.add(found, x)
    return found


def _mean(data: tuple[Any, ...]) -> Any:
    return g.div(total(data), len(data))


def _deviations(data: tuple[Any, ...]) -> list[Any]:
    middle = _mean(data)
    return [g.sub(x, middle) for x in data]


def _variance(values: Any, of_sample: bool) -> Any:
    data = _data(values, 2 if of_sample else 1)
    ys, n = _deviations(data), len(data)
    squares = g.sub(total(map(g.square, ys)), g.div(g.square(total(ys)), n))
    return g.div(squares, n - of_sample)


@public("mean", "v:mean")
def mean(values: Numbers) -> ScalarValue:
    """The mean of a list or a vector of numbers.

    Scheme:  (mean list), (v:mean vector)
    Shapes:  values: n numbers;  result: a scalar
    Raises:  DomainError if there are none
    >>> mean([2, 4, 9]), mean([1e16, 1.0, -1e16])
    (5, 0.3333333333333333)
    """
    return _mean(_data(values))


@public("variance", "v:variance")
def variance(values: Numbers) -> ScalarValue:
    """The variance of a list or a vector of numbers, as of a population.

    Scheme:  (variance list), (v:variance vector)
    Math:    sum of the squares of the deviations from the mean / n
    Shapes:  values: n real numbers;  result: a scalar
    Units:   the square of that of the values
    Raises:  DomainError if there are none
    Source:  T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983) 242
    >>> variance([2, 4, 9])
    Fraction(26, 3)
    """
    return _variance(values, False)


@public(
    "sample-variance",
)
def sample_variance(values: Numbers) -> ScalarValue:
    """The variance of the population that a sample is of, estimated.

    Scheme:  (sample-variance list), (v:sample-variance vector)
    Math:    sum of the squares of the deviations from the mean / (n - 1)
    Shapes:  values: n real numbers;  result: a scalar
    Units:   the square of that of the values
    Raises:  DomainError of less than two numbers
    >>> sample_variance([2, 4, 9])
    13
    """
    return _variance(values, True)


@public("standard-deviation", "v:standard-deviation")
def standard_deviation(values: Numbers) -> ScalarValue:
    """The square root of the variance, as of a population.

    Scheme:  (standard-deviation list), (v:standard-deviation vector)
    Shapes:  values: n real numbers;  result: a scalar
    Raises:  DomainError if there are none
    >>> standard_deviation([2, 4, 4, 4, 5, 5, 7, 9])
    2
    """
    return g.sqrt(_variance(values, False))


@public(
    "sample-standard-deviation",
)
def sample_standard_deviation(values: Numbers) -> ScalarValue:
    """The square root of the variance of the population that a sample is of, estimated.

    Scheme:  (sample-standard-deviation list), (v:sample-standard-deviation vector)
    Shapes:  values: n real numbers;  result: a scalar
    Raises:  DomainError of less than two numbers
    >>> sample_standard_deviation([2, 4, 6])
    2
    """
    return g.sqrt(_variance(values, True))


@public(
    "average-deviation",
)
def average_deviation(values: Numbers) -> ScalarValue:
    """The mean of the absolute deviations from the mean.

    Scheme:  (average-deviation list), (v:average-deviation vector)
    Shapes:  values: n numbers;  result: a scalar
    Raises:  DomainError if there are none
    >>> average_deviation([2, 4, 9])
    Fraction(8, 3)
    """
    data = _data(values)
    return g.div(total(map(g.abs_, _deviations(data))), len(data))


def _standardised(values: Any, power: int) -> Any:
    """The mean of a power of the deviations, in units of the standard deviation."""
    data = _data(values)
    spread = _variance(data, False)
    if spread == 0:
        raise DomainError(f"{CALLED} is undefined of data that are all the same: {describe(values)}")
    unit = g.expt(spread, power // 2) if power % 2 == 0 else g.mul(g.expt(spread, power // 2), g.sqrt(spread))
    return g.div(total(g.expt(y, power) for y in _deviations(data)), g.mul(len(data), unit))


@public("skewness")
def skewness(values: Numbers) -> ScalarValue:
    """How far the deviations from the mean lean to one side.

    Scheme:  (skewness list)
    Math:    mean of y^3 / sigma^3, y the deviations
    Shapes:  values: n real numbers;  result: a number
    Raises:  DomainError if the data are all the same, or none
    >>> round(skewness([1, 2, 9]), 9)
    0.665468866
    """
    return _standardised(values, 3)


@public("kurtosis")
def kurtosis(values: Numbers) -> ScalarValue:
    """How much more there is far from the mean than of a normal distribution.

    Scheme:  (kurtosis list)
    Math:    mean of y^4 / sigma^4 - 3, y the deviations
    Shapes:  values: n real numbers;  result: a number
    Raises:  DomainError if the data are all the same, or none
    >>> kurtosis([1, 2, 3, 4])
    -1.36
    """
    return g.sub(_standardised(values, 4), 3.0)
