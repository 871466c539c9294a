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
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import inexact_complex
from scmpy.generic.settings import Limit
from scmpy.museum.rounded_numbers import heuristic_round
from scmpy.registry import public
from scmpy.structure.aliases import Name, Numbers, Real, RealFunction, Scalar, Value, Values

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
    return tuple(heuristic_round(x) if x else 0 for x in numbers_of(without_rounding(array)))


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


@public("make-transform-pair")
def make_transform_pair(period: int, version: Name | None = None) -> tuple[int, Function, Function]:
    """The number of data, the transform of so many, and the inverse transform.

    Scheme:  (make-transform-pair n), which is (list n transform inverse)
    Shapes:  transform, inverse: list of n -> list of n
    Raises:  DomainError unless there are some data;  the transforms: StructureError for another number of data;
             LimitError for more data than most-samples
    >>> n, transform, inverse = make_transform_pair(4)
    >>> transform([1, 0, 0, 0]), inverse(transform([1, 2, 3, 4]))[1]
    ([0.25, 0.25, 0.25, 0.25], 2.0)
    """
    name = "make-transform-pair"
    n = MOST_SAMPLES.check(natural(period, name), name, "data")
    if not n:
        raise DomainError(f"{name} expects a positive number of data")

    def of_length(transform: Callable[[Any], Any]) -> Function:
        def apply(data: Any) -> Any:
            array = array_of(data, name)
            if len(array) != n:
                raise StructureError(f"a transform of {n} data expects so many, got {len(array)}")
            found = numbers_of(transform(array))
            return list(found) if isinstance(data, list) else found

        return Function(apply, "transform")

    return n, of_length(_forward), of_length(_backward)


def _part(k: int, scheme: str, what: str) -> None:
    def part(pair: Values) -> Value:
        parts = items(pair, scheme)
        if len(parts) != 3:
            raise WrongTypeError(f"{scheme} expects what make-transform-pair makes, got {describe(pair)}")
        return parts[k]

    part.__doc__ = f"""The {what} of what make-transform-pair makes.

    Scheme:  ({scheme} pair)
    Raises:  WrongTypeError for what is no such pair
    >>> transform_pair_to_period(make_transform_pair(4))
    4
    """
    public(scheme)(part)
    globals()[scheme.replace("->", "_to_").replace("-", "_")] = part


for _k, (_name, _what) in enumerate(
    (
        ("transform-pair->period", "number of data"),
        ("transform-pair->fft", "transform"),
        ("transform-pair->ift", "inverse transform"),
    )
):
    _part(_k, _name, _what)


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


@public("power-of-2?")
def is_power_of_2(n: object) -> bool:
    """Is this an exact power of 2, 1 or more?

    Scheme:  (power-of-2? n)
    >>> is_power_of_2(8), is_power_of_2(12)
    (True, False)
    """
    return type(n) is int and n > 0 and not n & (n - 1)


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


@public("chirp-z")
def chirp_z(count: int, start: Scalar, ratio: Scalar, data: Numbers) -> Data:
    """The z-transform of data at points on a spiral: from one, each divided by a ratio, so many of them.

    By Bluestein's convolution, which takes three Fourier transforms.

    Scheme:  (chirp-z count start ratio data)
    Math:    X_k = sum_j x_j z_k^-j,  z_k = start ratio^-k
    Shapes:  data: list of numbers;  result: a list of so many complex numbers
    Raises:  DomainError if the start or the ratio is 0; LimitError for more points than most-samples
    Source:  L. Rabiner, R. Schafer and C. Rader, Bell System Technical Journal 48 (1969) 1249
    >>> chirp_z(2, 1, -1, [1, 2, 3])
    (6.0, 2.0)
    """
    import numpy

    name = "chirp-z"
    m = MOST_SAMPLES.check(natural(count, name), name, "points")
    A, W = (complex(array_of([z], name)[0]) for z in (start, ratio))
    if not A or not W:
        raise DomainError(f"{name} expects a point and a ratio that are not 0, got {start} and {ratio}")
    x = array_of(data, name)
    n = len(x)
    if not m:
        return ()
    log_w = cmath.log(W)
    chirp = numpy.exp(log_w * (numpy.arange(max(m, n)).astype(float) ** 2) / 2)
    size = 1 << (m + n - 2).bit_length() if m + n > 2 else 1
    weighted = numpy.zeros(size, dtype=complex)
    weighted[:n] = x * A ** (-numpy.arange(n).astype(float)) * chirp[:n]
    kernel = numpy.zeros(size, dtype=complex)
    kernel[:m] = 1 / chirp[:m]
    kernel[size - n + 1 :] = 1 / chirp[1:n][::-1]
    found = chirp[:m] * numpy.fft.ifft(numpy.fft.fft(weighted) * numpy.fft.fft(kernel))[:m]
    if not numpy.isfinite(found).all():
        raise DomainError(f"{name}: the powers of {start} and {ratio} are too large for floats")
    rounding = 1e-15 * float(numpy.abs(found).max()) * size.bit_length()
    found.imag[numpy.abs(found.imag) < rounding] = 0
    return numbers_of(found)


@public("Fourier-expanded")
def Fourier_expanded(count: int, f0: Real, f1: Real, data: Numbers) -> Data:
    """The spectrum of data at so many frequencies from one on and below another, in units of the sampling rate.

    Scheme:  (Fourier-expanded count f0 f1 data)
    Math:    X_k = sum_j x_j e^(-2 pi i f_k j),  f_k = f0 + k (f1 - f0) / count
    Shapes:  data: list of numbers;  result: a list of so many complex numbers
    >>> round(abs(Fourier_expanded(2, 0, 1, [1, 2, 3])[0]), 9)
    6.0
    """
    name = "Fourier-expanded"
    low, high = (float(finite_real(f, name)) for f in (f0, f1))
    m = natural(count, name)
    if not m:
        return ()
    return chirp_z(m, cmath.exp(2j * math.pi * low), cmath.exp(-2j * math.pi * (high - low) / m), data)


@public("Hanning", python="Hanning")
def Hanning(data: Numbers) -> Data:
    """Data times the window of von Hann, which is 0 at both ends.

    Scheme:  (Hanning list)
    Math:    x_k sin(pi k / (n - 1))^2
    Shapes:  data: list of n numbers;  result: a list of n
    Raises:  DomainError if there are fewer than two
    >>> round(Hanning([1.0, 1.0, 1.0])[1], 9)
    1.0
    """
    given = items(data)
    if len(given) < 2:
        raise DomainError("Hanning expects at least two data")
    return tuple(g.mul(x, math.sin(math.pi * k / (len(given) - 1)) ** 2) for k, x in enumerate(given))
