"""Discrete Fourier transforms of data, by numpy: of any length, scaled so that the transform is a mean.

Math:    X_k = sum_j x_j e^(2 pi i j k / n) / n,  x_j = sum_k X_k e^(-2 pi i j k / n)
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count as natural
from scmpy.generic.arguments import items
from scmpy.generic.finite import finite_real
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import exact_complex, inexact_complex
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, RealFunction, Scalar
from scmpy.symbolic.heuristic_numbers import as_multiple

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
