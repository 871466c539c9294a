"""Combinatorics, continued fractions, moments of data, discrete Fourier transforms, elliptic integrals."""

from __future__ import annotations

import cmath
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.arrays import broadcast, is_array, native
from scmpy.generic.integers import FACTOR, binomial_coefficient, factorial
from scmpy.generic.numbers import exact_complex, inexact_complex
from scmpy.generic.operations import finite_real, real
from scmpy.generic.settings import MOST_COMPONENTS, MOST_FACTORS, Limit, count, items, length
from scmpy.generic.settings import count as natural
from scmpy.generic.types import Numbers, Real, Scalar, ScalarKind, ScalarValue, Value, Values, is_number
from scmpy.mechanics.models import Circulation, Oscillation, parameters
from scmpy.numerics.special.definitions import of_complex, of_floats
from scmpy.numerics.special.elliptic import complete_elliptic_integral_E, complete_elliptic_integral_K
from scmpy.registry import public, register
from scmpy.structure.types import RealFunction
from scmpy.symbolic.real_numbers import as_multiple

# --- continued fractions ---------------------------------------------------------------------------------------------
# Continued fractions, their convergents, and the fractions between 0 and 1 in the order of Farey.


def _fraction(x: Any) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, (int, Fraction, float)) or not math.isfinite(x):
        raise WrongTypeError(f"{CALLED} expects a finite real number, got {describe(x)}")
    return Fraction(x)


@public("continued-fraction")
def continued_fraction(x: Scalar) -> tuple[int, ...]:
    """The partial quotients of a number: x = a0 + 1/(a1 + 1/(a2 + ...)).

    Of a float they end where they give the float: not all digits of its binary fraction are meant.

    Scheme:  (continued-fraction x)
    >>> from fractions import Fraction
    >>> continued_fraction(Fraction(415, 93)), continued_fraction(0.75)
    ((4, 2, 6, 7), (0, 1, 3))
    """
    rest = _fraction(x)
    found = [math.floor(rest)]
    while rest != found[-1] and not (isinstance(x, float) and float(_value(found)) == x):
        rest = 1 / (rest - found[-1])
        found.append(math.floor(rest))
    return tuple(found)


def _value(quotients: list[int]) -> Fraction:
    value = Fraction(quotients[-1])
    for quotient in quotients[-2::-1]:
        value = quotient + 1 / value
    return value


# --- more combinatorics ----------------------------------------------------------------------------------------------
# More of combinatorics: factorials of other kinds, partitions, the permutations and combinations of a list.

MOST_THINGS = Limit(
    "most-things-arranged", 10_000, "Things of which partitions and derangements are counted.", "things"
)


@public("falling-factorial")
def falling_factorial(x: Scalar, n: int) -> ScalarValue:
    """The product of n factors that fall by one from x; with a negative n, of 1 over those that rise from x + 1.

    Scheme:  (falling-factorial x n)
    Math:    x (x - 1) ... (x - n + 1)
    >>> falling_factorial(5, 2), falling_factorial(5, -1)
    (20, Fraction(1, 6))
    """
    return _of_factors(x, n, -1, "falling-factorial")


@public("rising-factorial")
def rising_factorial(x: Scalar, n: int) -> ScalarValue:
    """The product of n factors that rise by one from x; with a negative n, of 1 over those that fall from x - 1.

    Scheme:  (rising-factorial x n)
    Math:    x (x + 1) ... (x + n - 1)
    >>> rising_factorial(5, 2), rising_factorial(5, -1)
    (30, Fraction(1, 4))
    """
    return _of_factors(x, n, 1, "rising-factorial")


def _of_factors(x: Any, n: Any, step: int, operation: str) -> Any:
    """The product of n factors from x in steps; with a negative n, 1 over as many from one step before x backwards."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise WrongTypeError(f"{operation} expects an integer number of factors, got {describe(n)}")
    steps = range(n) if n >= 0 else range(n, 0)
    length(len(steps), operation, MOST_FACTORS, each=FACTOR)
    product = functools.reduce(g.mul, (g.add(x, step * i) for i in steps), 1)
    return product if n >= 0 else g.invert(product)


@public("double-factorial")
def double_factorial(n: int) -> ScalarValue:
    """The product of every second integer from n down; of a negative odd n, what the recursion n!! = n (n - 2)!! gives.

    Scheme:  (double-factorial n)
    Raises:  DomainError for a negative even n
    >>> double_factorial(7), double_factorial(8), double_factorial(-3)
    (105, 384, -1)
    """
    if isinstance(n, int) and not isinstance(n, bool) and n < 0:
        if n % 2 == 0:
            raise DomainError(f"double-factorial is not defined at {n}")
        return g.div(
            (-1) ** ((-n - 1) // 2), _every_second(length(-n, "double-factorial", MOST_FACTORS, each=FACTOR) - 2)
        )
    return _every_second(length(n, "double-factorial", MOST_FACTORS, each=FACTOR))


def _every_second(n: int) -> int:
    return math.prod(range(n, 0, -2))


@public("multi-factorial")
def multi_factorial(n: int, k: int) -> int:
    """The product of every k-th integer from n down to 1.

    Scheme:  (multi-factorial n k)
    Raises:  WrongTypeError unless k is a positive integer
    >>> multi_factorial(10, 3), multi_factorial(7, 2)
    (280, 105)
    """
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise WrongTypeError(f"multi-factorial expects a positive integer as its step, got {describe(k)}")
    return math.prod(range(length(n, "multi-factorial", MOST_FACTORS, each=FACTOR), 0, -k))


@public("subfactorial")
def subfactorial(n: int) -> int:
    """The number of orders of n things in which none is in its place.

    Scheme:  (subfactorial n)
    Math:    !n = n !(n - 1) + (-1)^n
    >>> subfactorial(4), subfactorial(0)
    (9, 1)
    """
    found = 1
    for i in range(1, length(n, "subfactorial", MOST_THINGS) + 1):
        found = i * found + (-1) ** i
    return found


@public("bell")
def bell(n: int) -> int:
    """The number of partitions of n things into sets that are not empty.

    Scheme:  (bell n)
    >>> bell(5), bell(0)
    (52, 1)
    """
    from flint import fmpz

    return int(fmpz.bell_number(length(n, "bell", MOST_THINGS)))


@public("number-of-permutations")
def number_of_permutations(n: int) -> int:
    """The number of orders of n things.

    Scheme:  (number-of-permutations n)
    Math:    n!
    >>> number_of_permutations(4), len(permutations(range(4)))
    (24, 24)
    """
    return factorial(n)


@public("permutations")
def permutations(things: Values) -> tuple[tuple[Any, ...], ...]:
    """All orders of the elements of a list.

    Scheme:  (permutations '(a b c))
    Shapes:  things: list of n;  result: a list of n! lists of n
    Raises:  LimitError if there are more of them than are listed
    >>> permutations([1, 2])
    ((1, 2), (2, 1))
    """
    elements = items(things)
    MOST_COMPONENTS.check(factorial(len(elements)), things="permutations", each=10)
    return tuple(itertools.permutations(elements))


@public("combinations")
def combinations(things: Values, size: int) -> tuple[tuple[Any, ...], ...]:
    """All ways to choose so many elements of a list.

    Scheme:  (combinations '(a b c) 2)
    Shapes:  things: list of n;  result: a list of lists of the size
    Raises:  LimitError if there are more of them than are listed
    >>> combinations([1, 2, 3], 2)
    ((1, 2), (1, 3), (2, 3))
    """
    elements = items(things)
    number = binomial_coefficient(len(elements), count(size))
    MOST_COMPONENTS.check(number, things="combinations", each=10)
    return tuple(itertools.combinations(elements, size))


@public("permute")
def permute(permutation: Iterable[int], things: Values) -> tuple[Any, ...]:
    """The elements of a list in the order of the given indices.

    Scheme:  (permute '(2 0 1) '(a b c))
    Shapes:  permutation: list of n indices, from 0;  things, result: lists of n
    Raises:  WrongTypeError if an index is no place of the list
    >>> permute([2, 0, 1], "a b c".split())
    ('c', 'a', 'b')
    """
    elements = items(things)
    order = items(permutation)
    if not all(isinstance(i, int) and 0 <= i < len(elements) for i in order):
        raise WrongTypeError(f"permute expects indices from 0 to {len(elements) - 1}")
    return tuple(elements[i] for i in order)


@public("subpermute")
def subpermute(places: Mapping[int, int] | Values, things: Values) -> tuple[Any, ...]:
    """The list in which some elements are replaced by others of the list: place i gets the element at places[i].

    Scheme:  (subpermute '((1 . 2) (2 . 1)) '(a b c))
    Raises:  WrongTypeError if an index is no place of the list
    1 ]=> (subpermute '((1 . 4) (4 . 2) (2 . 3) (3 . 1)) '(a b c d e))
    ;Value: (a e d b c)
    >>> subpermute({1: 4, 4: 2, 2: 3, 3: 1}, "a b c d e".split())
    ('a', 'e', 'd', 'b', 'c')
    """
    elements = items(things)
    pairs = places.items() if isinstance(places, dict) else map(_pair, items(places))
    result = list(elements)
    for place, source in pairs:
        if not all(isinstance(i, int) and 0 <= i < len(elements) for i in (place, source)):
            raise WrongTypeError(f"subpermute expects indices from 0 to {len(elements) - 1}")
        result[place] = elements[source]
    return tuple(result)


def _pair(value: Any) -> tuple[Any, Any]:
    """The two elements of a list or of a pair of Scheme's."""
    parts = (value.car, value.cdr) if hasattr(value, "car") and not hasattr(value.cdr, "car") else tuple(value)
    if len(parts) != 2:
        raise expected("a list of two elements", describe(value))
    return parts


@public("sort-and-permute")
def sort_and_permute(things: Values, less: Callable[[Any, Any], Any], receive: Callable[..., Any]) -> Value:
    """Sort a list and call a function with it, the sorted one, and the procedures that permute as one and as the other.

    Scheme:  (sort-and-permute l < (lambda (l sorted permute unpermute) ...))
    Shapes:  less: (element, element) -> boolean;  receive: the lists and procedures -> anything
    >>> def show(given, in_order, permuted, restored):
    ...     return in_order, permuted(["c", "a", "b"]), restored(in_order)
    >>> sort_and_permute([30, 10, 20], lambda x, y: x < y, show)
    ((10, 20, 30), ('a', 'b', 'c'), (30, 10, 20))
    """
    elements = items(things)

    def order(i: int, j: int) -> int:
        return -1 if less(elements[i], elements[j]) else int(bool(less(elements[j], elements[i])))

    places = tuple(sorted(range(len(elements)), key=functools.cmp_to_key(order)))
    inverse = tuple(sorted(range(len(elements)), key=places.__getitem__))
    return receive(
        elements,
        permute(places, elements),
        lambda others: permute(places, others),
        lambda others: permute(inverse, others),
    )


@public("stirling-first-kind")
def stirling_first_kind(n: int, k: int) -> int:
    """The number of permutations of n things with k cycles.

    Scheme:  (stirling-first-kind n k)
    Raises:  LimitError for too many steps
    >>> stirling_first_kind(5, 2)
    50
    """
    return _triangle(n, k, lambda row, _: row)


@public("stirling-second-kind")
def stirling_second_kind(n: int, k: int) -> int:
    """The number of partitions of n things into k sets that are not empty.

    Scheme:  (stirling-second-kind n k)
    Raises:  LimitError for too many steps
    >>> stirling_second_kind(5, 2)
    15
    """
    return _triangle(n, k, lambda _, column: column)


def _triangle(n: int, k: int, weight: Callable[[int, int], int]) -> int:
    """Entry (n, k) of S(m+1, j) = weight(m, j) S(m, j) + S(m, j-1), S(0, 0) = 1."""
    if count(k) > count(n):
        return 0
    MOST_COMPONENTS.check(n * (k + 1), things="steps", each=10)
    row = [1] + [0] * k
    for m in range(n):
        row = [weight(m, j) * row[j] + (row[j - 1] if j else 0) for j in range(k + 1)]
    return row[k]


@public(
    "vector:generate",
)
def vector_generate(n: int, function: Callable[[int], Any]) -> list[Any]:
    """The vector of a function's values at 0, 1, ..., n - 1.

    Scheme:  (vector:generate n f)
    >>> vector_generate(3, lambda i: i * i)
    [0, 1, 4]
    """
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


# --- transforms ------------------------------------------------------------------------------------------------------
# Discrete Fourier transforms of data, by numpy: of any length, scaled so that the transform is a mean.
#
# Math:    X_k = sum_j x_j e^(2 pi i j k / n) / n,  x_j = sum_k X_k e^(-2 pi i j k / n)

MOST_SAMPLES = Limit("most-samples", 10_000_000, "Samples of a signal or a spectrum.")

Data = tuple[Any, ...]


def array_of(data: Any, operation: str = CALLED) -> Any:
    """Data as an array of complex numbers, one at least."""
    import numpy

    given = [g.inexact(x) for x in items(data, operation)]
    if not given or not all(is_number(x) for x in given):
        raise WrongTypeError(f"{operation} expects a list of numbers, got {describe(data)}")
    return numpy.array([complex(x) for x in given])


def numbers_of(array: Any) -> Data:
    """The elements of an array: floats, and complex numbers where there is an imaginary part."""
    return tuple(map(inexact_complex, array.tolist()))


def _forward(array: Any) -> Any:
    import numpy

    return numpy.fft.ifft(array)


def _backward(array: Any) -> Any:
    import numpy

    return numpy.fft.fft(array)


def without_rounding(array: Any) -> Any:
    """An array without the parts of its elements that are what rounding leaves of 0."""
    import numpy

    least = 1e-15 * float(numpy.abs(array).max(initial=0.0))
    for part in (array.real, array.imag):
        part[numpy.abs(part) <= least] = 0
    return array


def _recognised(array: Any) -> Data:
    return tuple(_simple(x) if x else 0 for x in numbers_of(without_rounding(array)))


def _simple(x: Any) -> Any:
    """The small rational multiple of 1, pi, e or a root that a number very nearly is, or the number."""
    if isinstance(x, complex):
        real, imag = _simple(x.real), _simple(x.imag)
        is_exact = not isinstance(real, float) and not isinstance(imag, float)
        return exact_complex(real, imag) if is_exact else complex(real, imag)
    factor, value, _ = as_multiple(x)
    return x if factor is None else factor if value == 1 else float(factor * value)


@public("fft")
def fft(data: Numbers) -> Data:
    """The discrete Fourier transform of a list, with what is very nearly a simple number recognised as that.

    Scheme:  (fft list)
    Math:    X_k = sum_j x_j e^(2 pi i j k / n) / n
    Shapes:  data: list of n numbers, of any n;  result: a list of n
    >>> fft([1, 0, -1, 0]), fft([0.5, 1.5])
    ((0, Fraction(1, 2), 0, Fraction(1, 2)), (1, Fraction(-1, 2)))
    """
    return _recognised(_forward(array_of(data)))


@public("ifft")
def ifft(data: Numbers) -> Data:
    """The inverse discrete Fourier transform of a list, with what is very nearly a simple number recognised as that.

    Scheme:  (ifft list)
    Math:    x_j = sum_k X_k e^(-2 pi i j k / n)
    Shapes:  data: list of n numbers, of any n;  result: a list of n
    >>> ifft(fft([1, 2, 3, 4]))
    (1, 2, 3, 4)
    """
    return _recognised(_backward(array_of(data)))


def centred(array: Any, transform: Callable[[Any], Any]) -> Any:
    """The transform of data whose time and frequency 0 are in the middle."""
    import numpy

    if len(array) % 2:
        raise StructureError(f"{CALLED} expects an even number of data, got {len(array)}")
    return numpy.roll(transform(numpy.roll(array, -(len(array) // 2))), len(array) // 2)


@public("dft")
def dft(data: Numbers) -> Data:
    """The discrete Fourier transform of a list whose time 0 is in its middle, as is the frequency 0.

    Scheme:  (dft list)
    Shapes:  data: list of n numbers, n even;  result: a list of n
    Raises:  StructureError of an odd number of data
    >>> dft([0, 0, 1, 0])
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 4))
    """
    return _recognised(centred(array_of(data), _forward))


@public("idft")
def idft(data: Numbers) -> Data:
    """The inverse discrete Fourier transform of a list whose frequency 0 is in its middle.

    Scheme:  (idft list)
    Shapes:  data: list of n numbers, n even;  result: a list of n
    Raises:  StructureError of an odd number of data
    >>> idft(dft([1, 2, 3, 4]))
    (1, 2, 3, 4)
    """
    return _recognised(centred(array_of(data), _backward))


@public("roots-of-unity")
def roots_of_unity(n: int) -> Data:
    """The first half of the n-th roots of 1, from 1 on.

    Scheme:  (roots-of-unity n)
    Math:    e^(2 pi i k / n),  k from 0 and below n/2, rounded down
    Shapes:  result: a list of n/2 complex numbers, rounded down
    Raises:  LimitError for more roots than most-samples
    >>> roots_of_unity(4)
    (1.0, 1j)
    """
    n = MOST_SAMPLES.check(natural(n), things="roots")
    quarter = {0: 1.0, 1: 1j}
    turns = ((k, 4 * k / n) for k in range(n // 2))
    return tuple(quarter.get(at, cmath.exp(2j * math.pi * k / n)) for k, at in turns)  # type: ignore[call-overload]


def _power_of_2(n: Any) -> int:
    count = MOST_SAMPLES.check(natural(n))
    if count < 1 or count & (count - 1):
        raise DomainError(f"{CALLED} expects a power of 2, got {count}")
    return count


@public("samples")
def samples(n: int, f: RealFunction, a: Scalar) -> Data:
    """The values of a function at n places from -a on and below a.

    Scheme:  (samples n f a)
    Shapes:  f: real -> number;  result: a list of n numbers
    Raises:  DomainError unless n is a power of 2; LimitError for more of them than most-samples
    >>> samples(4, lambda x: x, 2)
    (-2, -1, 0, 1)
    """
    count = _power_of_2(n)
    half = finite_real(a)
    return tuple(f(g.sub(g.mul(k, g.div(2 * half, count)), half)) for k in range(count))


# --- elliptic names --------------------------------------------------------------------------------------------------
# Complete elliptic integrals handed to a procedure, and those of Carlson.


@public("elliptic-integrals")
def elliptic_integrals(k: Scalar, receive: Callable[[Any, Any], Any]) -> Value:
    """What a procedure makes of the complete elliptic integrals of the first and the second kind.

    At the modulus 1 the first is infinite: it is :+infinity.

    Scheme:  (elliptic-integrals k (lambda (K E) ...))
    Shapes:  receive: (K, E) -> anything
    >>> elliptic_integrals(0.0, lambda K, E: K == E)
    True
    """
    if is_array(k):
        return receive(native(broadcast(_K_or_infinity, (k,))), complete_elliptic_integral_E(k))
    if g.sub(g.abs_(k), 1) == 0:
        return receive(math.inf, 1.0)
    return receive(complete_elliptic_integral_K(k), complete_elliptic_integral_E(k))


def _K_or_infinity(k: Any) -> Any:
    return math.inf if abs(k) == 1 else complete_elliptic_integral_K(k)


@public("first-elliptic-integral&derivative", python="first_elliptic_integral_and_derivative")
def first_elliptic_integral_and_derivative(k: Scalar, receive: Callable[[Any, Any], Any]) -> Value:
    """What a procedure makes of the complete elliptic integral of the first kind and its derivative by the modulus.

    Scheme:  (first-elliptic-integral&derivative k (lambda (K dK) ...))
    Shapes:  receive: (K, dK/dk) -> anything
    Raises:  DomainError where it is infinite
    >>> first_elliptic_integral_and_derivative(0.5, lambda K, dK: (round(K, 9), round(dK, 9)))
    (1.685750355, 0.541731849)
    """
    if is_array(k):
        return receive(complete_elliptic_integral_K(k), native(broadcast(_derivative_of_K, (k,))))
    return receive(complete_elliptic_integral_K(k), _derivative_of_K(k))


def _derivative_of_K(k: Any) -> Any:
    return complete_elliptic_integral_K.derivatives[0](k)


def _carlson(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """One of Carlson's integrals of numbers, of floats or complex ones, and of arrays of them."""
    real_function, complex_function = of_floats(function), of_complex(function)

    def of_numbers(*arguments: Any) -> Any:
        values = [x if isinstance(x, complex) and x.imag else real(g.real_part(x), name) for x in arguments]
        numbers = tuple(values)
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


@public(
    "Carlson-elliptic-1",
)
def Carlson_elliptic_1(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """Carlson's integral R_F, half the integral over positive t of ((t + x) (t + y) (t + z))^(-1/2).

    The arguments may be complex, and arrays.

    Scheme:  (Carlson-elliptic-1 x y z)
    Raises:  DomainError if an argument is negative, or two are 0
    >>> Carlson_elliptic_1(4, 4, 4)
    0.5
    """
    return _R_F(x, y, z)


@public("Carlson-elliptic-2")
def Carlson_elliptic_2(x: Scalar, y: Scalar, z: Scalar) -> ScalarValue:
    """Carlson's integral R_D, 3/2 of the integral over positive t of ((t + x) (t + y))^(-1/2) (t + z)^(-3/2).

    The arguments may be complex, and arrays.

    Scheme:  (Carlson-elliptic-2 x y z)
    Raises:  DomainError if an argument is negative, the last one is 0, or the others are
    >>> Carlson_elliptic_2(4, 4, 4)
    0.125
    """
    return _R_D(x, y, z)


def modulus(k: Any) -> float:
    """A modulus between 0 and 1."""
    value = real(k)
    if not 0 <= value <= 1:
        raise DomainError(f"{CALLED} expects a modulus between 0 and 1, got {value}")
    return value


# --- pendulum motions ------------------------------------------------------------------------------------------------
# The actions of the pendulum's motions by their energies.
#
# Source:  SICM 7.2


def _declare(kind: Any, motion: str, typed: str, answer: str) -> None:
    name = f"pendulum-{kind.name}-action"

    def action(alpha: Scalar, beta: Scalar, energy: Real) -> Value:
        return kind.of(*parameters(name, alpha, beta), real(energy, name)).action

    action.__doc__ = f"""The action of the {motion} of a pendulum.

    Scheme:  ({name} alpha beta E)
    Source:  SICM 7.2
    >>> from scmpy import *
    >>> {typed}
    {answer}
    """
    register(name, action)


_declare(Oscillation, "oscillation", "round(pendulum_oscillating_action(1, 1, 1 - 1e-12), 6)", "2.546479")
_declare(Circulation, "circulation", "round(pendulum_circulating_action(1, 1, 5000), 4)", "100.0")
