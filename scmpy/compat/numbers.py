"""Combinatorics, continued fractions, moments of data, discrete Fourier transforms, elliptic integrals."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from scmpy.compat import declare_documented, rare
from scmpy.errors import CALLED, DomainError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.arrays import broadcast, is_array, native
from scmpy.generic.numbers import FACTOR, binomial_coefficient, factorial, inexact_complex
from scmpy.generic.operations import real
from scmpy.generic.settings import MOST_COMPONENTS, MOST_FACTORS, count, items, length
from scmpy.generic.types import Numbers, Real, Scalar, ScalarKind, ScalarValue, Value, Values, is_number, measure_of
from scmpy.mechanics.models import Circulation, Oscillation, parameters
from scmpy.numerics.special_functions import (
    complete_elliptic_integral_E,
    complete_elliptic_integral_K,
    of_complex,
    of_floats,
)
from scmpy.registry import flint, numpy

# --- combinatorics ---------------------------------------------------------------------------------------------------

#: What things arranged count for among components.
THING = 1_000


def continued_fraction(x: Scalar) -> tuple[int, ...]:
    """(continued-fraction x) The partial quotients of a number: x = a0 + 1/(a1 + 1/(a2 + ...)).

    Of a float they end where they give the float: not all digits of its binary fraction are meant.
    continued_fraction(div(415, 93)), continued_fraction(0.75) => ((4, 2, 6, 7), (0, 1, 3))"""
    rest = _fraction(x)
    found = [math.floor(rest)]
    while rest != found[-1] and not (
        isinstance(x, float)
        and float(functools.reduce(lambda below, a: a + 1 / below, found[-2::-1], Fraction(found[-1]))) == x
    ):
        rest = 1 / (rest - found[-1])
        found.append(math.floor(rest))
    return tuple(found)


def _fraction(x: Any) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, (int, Fraction, float)) or not math.isfinite(x):
        raise WrongTypeError(f"{CALLED} expects a finite real number, got {describe(x)}")
    return Fraction(x)


def falling_factorial(x: Scalar, n: int) -> ScalarValue:
    """(falling-factorial x n) The product of n factors x (x - 1) ...; with a negative n, 1 over (x + 1) (x + 2) ...
    falling_factorial(5, 2), falling_factorial(5, -1) => (20, Fraction(1, 6))"""
    return _of_factors(x, n, -1, "falling-factorial")


def rising_factorial(x: Scalar, n: int) -> ScalarValue:
    """(rising-factorial x n) The product of n factors x (x + 1) ...; with a negative n, 1 over (x - 1) (x - 2) ...
    rising_factorial(5, 2), rising_factorial(5, -1) => (30, Fraction(1, 4))"""
    return _of_factors(x, n, 1, "rising-factorial")


def _of_factors(x: Any, n: Any, step: int, operation: str) -> Any:
    if not isinstance(n, int) or isinstance(n, bool):
        raise WrongTypeError(f"{operation} expects an integer number of factors, got {describe(n)}")
    steps = range(n) if n >= 0 else range(n, 0)
    length(len(steps), operation, MOST_FACTORS, each=FACTOR)
    product = functools.reduce(g.mul, (g.add(x, step * i) for i in steps), 1)
    return product if n >= 0 else g.invert(product)


def multi_factorial(n: int, k: int) -> int:
    """(multi-factorial n k) The product of every k-th integer from n down to 1.
    multi_factorial(10, 3), multi_factorial(7, 2) => (280, 105)
    Raises:  WrongTypeError unless k is a positive integer"""
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise WrongTypeError(f"multi-factorial expects a positive integer as its step, got {describe(k)}")
    return math.prod(range(length(n, CALLED, MOST_FACTORS, each=FACTOR), 0, -k))


def double_factorial(n: int) -> ScalarValue:
    """(double-factorial n) The product of every second integer from n down.
    Of a negative odd n it is what the recursion n!! = n (n - 2)!! gives.
    double_factorial(7), double_factorial(8), double_factorial(-3) => (105, 384, -1)
    Raises:  DomainError for a negative even n"""
    if isinstance(n, bool) or not isinstance(n, int) or n >= 0:
        return multi_factorial(n, 2)
    if n % 2 == 0:
        raise DomainError(f"double-factorial is not defined at {n}")
    return g.div((-1) ** ((-n - 1) // 2), double_factorial(-n - 2) if n < -1 else 1)


def subfactorial(n: int) -> int:
    """(subfactorial n) The number of orders of n things in which none is in its place.
    subfactorial(4), subfactorial(0) => (9, 1)
    Math:    !n = n !(n - 1) + (-1)^n"""
    things = range(1, length(n, "subfactorial", things="things", each=THING) + 1)
    return functools.reduce(lambda before, i: i * before + (-1) ** i, things, 1)


def bell(n: int) -> int:
    """(bell n) The number of partitions of n things into sets that are not empty. | bell(5), bell(0) => (52, 1)"""
    return int(flint.fmpz.bell_number(length(n, "bell", things="things", each=THING)))


def stirling_first_kind(n: int, k: int) -> int:
    """(stirling-first-kind n k) The number of permutations of n things with k cycles. | stirling_first_kind(5, 2) => 50
    Raises:  LimitError for too many things"""
    n, k = length(n, CALLED, things="things", each=THING), count(k)
    return abs(int(flint.fmpz.stirling_s1(n, k))) if k <= n else 0


def stirling_second_kind(n: int, k: int) -> int:
    """(stirling-second-kind n k) The number of partitions of n things into k sets that are not empty.
    stirling_second_kind(5, 2) => 15
    Raises:  LimitError for too many things"""
    n, k = length(n, CALLED, things="things", each=THING), count(k)
    return int(flint.fmpz.stirling_s2(n, k)) if k <= n else 0


def number_of_permutations(n: int) -> int:
    """(number-of-permutations n) The number of orders of n things, n! | number_of_permutations(4) => 24"""
    return factorial(n)


def permutations(things: Values) -> tuple[tuple[Any, ...], ...]:
    """(permutations '(a b c)) All orders of the elements of a list. | permutations([1, 2]) => ((1, 2), (2, 1))
    Raises:  LimitError if there are more of them than are listed"""
    elements = items(things)
    MOST_COMPONENTS.check(factorial(len(elements)), things="permutations", each=10)
    return tuple(itertools.permutations(elements))


def combinations(things: Values, size: int) -> tuple[tuple[Any, ...], ...]:
    """(combinations '(a b c) 2) All ways to choose so many elements of a list.
    combinations([1, 2, 3], 2) => ((1, 2), (1, 3), (2, 3))
    Raises:  LimitError if there are more of them than are listed"""
    elements = items(things)
    MOST_COMPONENTS.check(binomial_coefficient(len(elements), count(size)), things="combinations", each=10)
    return tuple(itertools.combinations(elements, size))


def permute(permutation: Iterable[int], things: Values) -> tuple[Any, ...]:
    """(permute '(2 0 1) '(a b c)) The elements of a list in the order of the given indices.
    permute([2, 0, 1], "a b c".split()) => ('c', 'a', 'b')
    Raises:  WrongTypeError if an index is no place of the list"""
    elements, order = items(things), items(permutation)
    return tuple(elements[_place(i, elements, "permute")] for i in order)


def _place(i: Any, elements: Any, operation: str) -> int:
    if not isinstance(i, int) or not 0 <= i < len(elements):
        raise WrongTypeError(f"{operation} expects indices from 0 to {len(elements) - 1}")
    return i


def subpermute(places: Mapping[int, int] | Values, things: Values) -> tuple[Any, ...]:
    """(subpermute '((1 . 2) (2 . 1)) '(a b c)) The list in which place i has the element that was at places[i].
    subpermute({1: 4, 4: 2, 2: 3, 3: 1}, "a b c d e".split()) => ('a', 'e', 'd', 'b', 'c')
    Raises:  WrongTypeError if an index is no place of the list
    1 ]=> (subpermute '((1 . 4) (4 . 2) (2 . 3) (3 . 1)) '(a b c d e))
    ;Value: (a e d b c)"""
    elements = items(things)
    pairs = places.items() if isinstance(places, dict) else map(_pair, items(places))
    sources = {_place(i, elements, "subpermute"): _place(j, elements, "subpermute") for i, j in pairs}
    return tuple(elements[sources.get(i, i)] for i in range(len(elements)))


def _pair(value: Any) -> tuple[Any, Any]:
    parts = (value.car, value.cdr) if hasattr(value, "car") and not hasattr(value.cdr, "car") else tuple(value)
    if len(parts) != 2:
        raise expected("a list of two elements", describe(value))
    return parts


def sort_and_permute(things: Values, less: Callable[[Any, Any], Any], receive: Callable[..., Any]) -> Value:
    """(sort-and-permute l < (lambda (l sorted permute unpermute) ...))
    Sort a list and call a function with it, the sorted one, and the procedures that permute as one and as the other.
    sort_and_permute([3, 1, 2], lambda x, y: x < y, lambda l, up, there, back: (up, there([7, 8, 9]), back(up)))
    => ((1, 2, 3), (8, 9, 7), (3, 1, 2))"""
    elements = items(things)

    def order(i: int, j: int) -> int:
        return -1 if less(elements[i], elements[j]) else int(bool(less(elements[j], elements[i])))

    places = tuple(sorted(range(len(elements)), key=functools.cmp_to_key(order)))
    inverse = tuple(sorted(places, key=places.__getitem__))
    there, back = functools.partial(permute, places), functools.partial(permute, inverse)
    return receive(elements, there(elements), lambda others: there(others), lambda others: back(others))


def vector_generate(n: int, function: Callable[[int], Any]) -> list[Any]:
    """(vector:generate n f) The vector of a function's values at 0, 1, ..., n - 1.
    vector_generate(3, lambda i: i * i) => [0, 1, 4]"""
    return list(map(function, range(length(n, "vector:generate"))))


# --- moments ---------------------------------------------------------------------------------------------------------
# Moments of data: mean, variance, skewness, kurtosis; of populations, and of samples where it is said.
#
# Deviations are taken from the mean, and what rounding leaves of their sum is taken off the variance.
#
# Source:  T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983) 242, eq. 1.7


def _data(values: Any, least: int = 1) -> tuple[Any, ...]:
    data = tuple(x.item() if hasattr(x, "item") else x for x in items(values))
    if len(data) < least:
        raise DomainError(f"{CALLED} needs {'some data' if least == 1 else 'more data'}, got {describe(values)}")
    for x in data:
        if not isinstance(x, ScalarKind):
            raise WrongTypeError(f"{CALLED} expects numbers, got {describe(x)}")
    return data


def _total(values: Iterable[Any]) -> Any:
    """The sum of numbers; of real ones with a float among them rounded but once."""
    terms = list(values)
    if any(isinstance(x, float) for x in terms) and all(isinstance(x, (int, float)) for x in terms):
        try:
            return math.fsum(terms)
        except (OverflowError, ValueError):  # what is infinite
            return sum(map(float, terms))
    return functools.reduce(g.add, terms, 0)


def _sized(values: Any, least: int = 1) -> tuple[list[Any], Any]:
    """The data in units of a size, a power of two near the largest float: powers of them are no inf and no 0."""
    data = _data(values, least)
    largest = max((abs(x) for x in map(measure_of, data) if isinstance(x, float)), default=0.0)
    size = math.ldexp(1.0, math.frexp(largest)[1] - 1) if largest and math.isfinite(largest) else 1
    return [g.div(x, size) for x in data], size


def _deviations(data: list[Any]) -> list[Any]:
    middle = g.div(_total(data), len(data))
    return [g.sub(x, middle) for x in data]


def _variance(data: list[Any], of_sample: bool = False) -> Any:
    ys, n = _deviations(data), len(data)
    squares = g.sub(_total(map(g.square, ys)), g.div(g.square(_total(ys)), n))
    return g.div(squares, n - of_sample)


@rare("v:mean")
def mean(values: Numbers) -> ScalarValue:
    """(mean list) The mean of a list or a vector of numbers.
    mean([2, 4, 9]), mean([1e16, 2.0, -1e16]) => (5, 0.6666666666666666)
    Raises:  DomainError if there are none"""
    data, size = _sized(values)
    return g.mul(g.div(_total(data), len(data)), size)


@rare("v:variance")
def variance(values: Numbers) -> ScalarValue:
    """(variance list) The mean of the squares of the deviations from the mean. | variance([2, 4, 9]) => Fraction(26, 3)
    Raises:  DomainError if there are none"""
    data, size = _sized(values)
    return g.mul(g.mul(_variance(data), size), size)


def sample_variance(values: Numbers) -> ScalarValue:
    """(sample-variance list) The variance of the population that a sample is of, estimated: by n - 1.
    sample_variance([2, 4, 9]) => 13
    Raises:  DomainError of less than two numbers"""
    data, size = _sized(values, 2)
    return g.mul(g.mul(_variance(data, True), size), size)


@rare("v:standard-deviation")
def standard_deviation(values: Numbers) -> ScalarValue:
    """(standard-deviation list) The square root of the variance. | standard_deviation([2, 4, 4, 4, 5, 5, 7, 9]) => 2
    Raises:  DomainError if there are none"""
    data, size = _sized(values)
    return g.mul(g.sqrt(_variance(data)), size)


def sample_standard_deviation(values: Numbers) -> ScalarValue:
    """(sample-standard-deviation list) The square root of sample-variance. | sample_standard_deviation([2, 4, 6]) => 2
    Raises:  DomainError of less than two numbers"""
    data, size = _sized(values, 2)
    return g.mul(g.sqrt(_variance(data, True)), size)


def average_deviation(values: Numbers) -> ScalarValue:
    """(average-deviation list) The mean of the absolute deviations from the mean.
    average_deviation([2, 4, 9]) => Fraction(8, 3)
    Raises:  DomainError if there are none"""
    data, size = _sized(values)
    return g.mul(g.div(_total(map(g.abs_, _deviations(data))), len(data)), size)


def _standardised(values: Any, power: int) -> Any:
    """The mean of a power of the deviations, in units of the standard deviation."""
    data, _ = _sized(values)
    spread = _variance(data)
    if spread == 0:
        raise DomainError(f"{CALLED} is undefined of data that are all the same: {describe(values)}")
    unit = g.expt(spread, power // 2) if power % 2 == 0 else g.mul(g.expt(spread, power // 2), g.sqrt(spread))
    return g.div(_total(g.expt(y, power) for y in _deviations(data)), g.mul(len(data), unit))


def skewness(values: Numbers) -> ScalarValue:
    """(skewness list) How far the deviations from the mean lean to one side.
    round(skewness([1, 2, 9]), 9) => 0.665468866
    Math:    mean of y^3 / sigma^3, y the deviations
    Raises:  DomainError if the data are all the same, or none"""
    return _standardised(values, 3)


def kurtosis(values: Numbers) -> ScalarValue:
    """(kurtosis list) How much more there is far from the mean than of a normal distribution.
    kurtosis([1, 2, 3, 4]) => -1.36
    Math:    mean of y^4 / sigma^4 - 3, y the deviations
    Raises:  DomainError if the data are all the same, or none"""
    return g.sub(_standardised(values, 4), 3.0)


# --- transforms ------------------------------------------------------------------------------------------------------
# Discrete Fourier transforms of data, by numpy, scaled so that the transform is a mean.
#
# Math:    X_k = sum_j x_j e^(2 pi i j k / n) / n,  x_j = sum_k X_k e^(-2 pi i j k / n)


def _inexact(values: Any) -> list[Any]:
    data = list(map(g.inexact, _data(values)))
    if not all(map(is_number, data)):
        raise WrongTypeError(f"{CALLED} expects a list of numbers, got {describe(values)}")
    return data


def fft(data: Numbers) -> tuple[Any, ...]:
    """(fft list) The discrete Fourier transform of a list of any length.
    fft([1, 0, -1, 0]), fft([0.5, 1.5]) => ((0.0, 0.5, 0.0, 0.5), (1.0, -0.5))
    Math:    X_k = sum_j x_j e^(2 pi i j k / n) / n"""
    return tuple(map(inexact_complex, numpy.fft.ifft(_inexact(data)).tolist()))


def ifft(data: Numbers) -> tuple[Any, ...]:
    """(ifft list) The inverse discrete Fourier transform of a list. | ifft([0, 1, 0, 1]) => (2.0, 0.0, -2.0, 0.0)"""
    return tuple(map(inexact_complex, numpy.fft.fft(_inexact(data)).tolist()))


def elliptic_integrals(k: Scalar, receive: Callable[[Any, Any], Any]) -> Value:
    """(elliptic-integrals k (lambda (K E) ...)) What a procedure makes of the complete elliptic integrals.

    They are of the first and the second kind; at the modulus 1 the first is :+infinity.
    elliptic_integrals(0.0, lambda K, E: K == E) => True"""
    if is_array(k):
        return receive(
            native(broadcast(lambda x: math.inf if abs(x) == 1 else complete_elliptic_integral_K(x), (k,))),
            complete_elliptic_integral_E(k),
        )
    if g.sub(g.abs_(k), 1) == 0:
        return receive(math.inf, 1.0)
    return receive(complete_elliptic_integral_K(k), complete_elliptic_integral_E(k))


def _carlson(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """One of Carlson's integrals of numbers, of floats or complex ones, and of arrays of them."""
    real_function, complex_function = of_floats(function), of_complex(function)

    def of_numbers(*arguments: Any) -> Any:
        numbers = tuple(x if isinstance(x, complex) and x.imag else real(g.real_part(x), name) for x in arguments)
        if any(isinstance(x, float) and x < 0 for x in numbers) or sum(x == 0 for x in numbers) > 1:
            raise DomainError(f"{name} expects no negative argument and at most one that is 0, got {numbers}")
        if name.endswith("2") and numbers[-1] == 0:
            raise DomainError(f"{name} is infinite where the last argument is 0")
        return (complex_function if any(isinstance(x, complex) for x in numbers) else real_function)(*numbers)

    def of_any(*arguments: Any) -> Any:
        return native(broadcast(of_numbers, arguments)) if any(map(is_array, arguments)) else of_numbers(*arguments)

    return of_any


_R_F = _carlson("Carlson-elliptic-1", lambda x, y, z: type(x).elliptic_rf(x, y, z))

_R_D = _carlson("Carlson-elliptic-2", lambda x, y, z: type(x).elliptic_rd(x, y, z))


def Carlson_elliptic_1(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """(Carlson-elliptic-1 x y z) Carlson's integral R_F; the arguments may be complex, and arrays.
    Carlson_elliptic_1(4, 4, 4) => 0.5
    Math:    half the integral over positive t of ((t + x) (t + y) (t + z))^(-1/2)
    Raises:  DomainError if an argument is negative, or two are 0"""
    return _R_F(x, y, z)


def Carlson_elliptic_2(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """(Carlson-elliptic-2 x y z) Carlson's integral R_D; the arguments may be complex, and arrays.
    Carlson_elliptic_2(4, 4, 4) => 0.125
    Math:    3/2 of the integral over positive t of ((t + x) (t + y))^(-1/2) (t + z)^(-3/2)
    Raises:  DomainError if an argument is negative, the last one is 0, or the others are"""
    return _R_D(x, y, z)


# --- pendulum actions ------------------------------------------------------------------------------------------------
# Source:  SICM 7.2


def pendulum_oscillating_action(alpha: Scalar, beta: Scalar, energy: Real) -> Value:
    """(pendulum-oscillating-action alpha beta E) The action of the oscillation of a pendulum.
    round(pendulum_oscillating_action(1, 1, 1 - 1e-12), 6) => 2.546479"""
    name = "pendulum-oscillating-action"
    return Oscillation.of(*parameters(name, alpha, beta), real(energy, name)).action


def pendulum_circulating_action(alpha: Scalar, beta: Scalar, energy: Real) -> Value:
    """(pendulum-circulating-action alpha beta E) The action of the circulation of a pendulum.
    round(pendulum_circulating_action(1, 1, 5000), 4) => 100.0"""
    name = "pendulum-circulating-action"
    return Circulation.of(*parameters(name, alpha, beta), real(energy, name)).action


declare_documented(globals())
