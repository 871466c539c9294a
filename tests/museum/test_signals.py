"""Discrete and continuous Fourier transforms, the chirp-z transform, signal functions: by definition and by theorems."""

import cmath
import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DomainError, ScmpyError
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.scheme import Session

data = st.lists(st.floats(-10, 10), min_size=1, max_size=17)


@given(data)
def test_transforms_by_definition(values):
    n, transform, inverse = s.make_transform_pair(len(values))
    found = transform(values)
    wanted = [sum(x * cmath.exp(2j * math.pi * j * k / n) for j, x in enumerate(values)) / n for k in range(n)]
    assert numpy.allclose(found, wanted, atol=1e-12)
    assert numpy.allclose(inverse(found), values, atol=1e-12)


def test_answers_of_the_original():
    half = Fraction(1, 2)
    assert s.fft([1, 2, 3, 4]) == (5 * half, ExactComplex(-half, -half), -half, ExactComplex(-half, half))
    assert s.ifft([1, 2, 3, 4]) == (10, ExactComplex(-2, 2), -2, ExactComplex(-2, -2))
    assert s.fft([1, 0, 0, 0, 0, 0, 0, 0]) == (Fraction(1, 8),) * 8
    assert s.dft(s.samples(8, lambda x: s.cos(x), math.pi)) == (0, 0, 0, half, 0, half, 0, 0)
    assert s.idft(s.dft([1, 2, 3, 4])) == (1, 2, 3, 4)


@given(data, st.integers(1, 9), st.floats(-3, 3), st.floats(-3, 3))
def test_chirp_z_by_definition(values, count, a, w):
    A, W = cmath.exp(1j * a), cmath.exp(1j * w)
    wanted = [sum(x * (A * W**-k) ** -j for j, x in enumerate(values)) for k in range(count)]
    assert numpy.allclose(s.chirp_z(count, A, W, values), wanted, atol=1e-9)


def test_fourier_transforms():
    """Of a Gaussian, whose transform is one; energy is kept (Parseval)."""
    f = s.sigfun_make(lambda t: s.exp(-math.pi * t**2), (-8, 8))
    F = s.Fourier_transform(f)
    assert s.sigfun_span(F) == (-32, 32)
    for place in (0, Fraction(1, 2), 1):
        assert abs(complex(F(place)) - math.exp(-math.pi * place**2)) < 1e-9
    back = s.inverse_Fourier_transform(F)
    assert all(abs(complex(back(t)) - complex(f(t))) < 1e-9 for t in (0, Fraction(1, 4), -1))
    assert s.frequency_domain_energy(F) == pytest.approx(s.time_domain_energy(f))


def test_convolution_is_the_product_in_frequency():
    x = s.time_function_to_signal(s.sigfun_make(lambda t: s.exp(-math.pi * t**2), (-8, 8)))
    y = s.signal_to_time_function(s.signal_time_convolve(x, x))
    for t in (0, 0.5, 1.25):
        assert abs(complex(y(t)) - math.exp(-math.pi * t**2 / 2) / math.sqrt(2)) < 1e-3


def test_arithmetic_of_signal_functions():
    f, h = s.sigfun_make(lambda t: t, (-1, 2)), s.sigfun_make(lambda t: 3, (-2, 1))
    assert (f + h)(0.5) == 3.5 and s.sigfun_span(f + h) == (-1, 1) and (f + h)(1.5) == 0
    assert (2 * f / 4)(1) == Fraction(1, 2) and (-f)(1) == -1 and s.square(f)(1.5) == 2.25
    assert s.sigfun_shift(f, Fraction(1, 4))(0.5) == 0.75 and s.sigfun_reverse(f)(-1.5) == 1.5
    assert Session().run("((sigfun:procedure (* 2 (sigfun:make cos (sigfun:make-span -1 1)))) 0)") == 2


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: s.fft([]), ScmpyError),
        (lambda: s.dft([1, 2, 3]), ScmpyError),
        (lambda: s.make_transform_pair(4)[1]([1, 2]), ScmpyError),
        (lambda: s.set_nsamples_bang(100), ScmpyError),
        (lambda: s.samples(6, abs, 1), DomainError),
        (lambda: s.sigfun_make_span(2, 1), DomainError),
        (lambda: s.Fourier_transform(s.sigfun_make(abs, (0, 1))), DomainError),
        (lambda: s.sigfun_make(abs, (0, 1)) + s.sigfun_make(abs, (2, 3)), DomainError),
        (lambda: s.chirp_z(3, 0, 1, [1]), DomainError),
        (lambda: s.general_bump(1, 0, 2), DomainError),
        (lambda: s.signal_make("time", s.sigfun_make(abs, (0, 1))), ScmpyError),
    ],
)
def test_what_has_no_transform(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_filters_are_scipys(n):
    signal = pytest.importorskip("scipy.signal")
    places = [0.3, 1.0, 2.0, 5.5]
    b, a = signal.butter(n, 2.0, analog=True)
    expected = signal.freqs(b, a, places)[1]
    assert numpy.allclose([s.H_Butterworth(2.0, n)(1j * w) for w in places], expected)
    assert numpy.allclose([s.Butterworth_response(2.0, n)(w) for w in places], abs(expected) ** 2)
    b, a = signal.cheby1(n, 10 * math.log10(1 + 0.5**2), 2.0, analog=True)
    expected = signal.freqs(b, a, places)[1]
    assert numpy.allclose([s.Chebyshev_response(2.0, 0.5, n)(w) for w in places], abs(expected) ** 2)


def test_delays_windows_and_finite_responses():
    h = s.H_Butterworth(2.0, 3)
    step = 1e-6
    slope = (cmath.phase(h(1j * (1 + step))) - cmath.phase(h(1j * (1 - step)))) / (2 * step)
    assert s.group_delay(lambda w: h(1j * w))(1.0) == pytest.approx(-slope, rel=1e-8)
    assert s.kaiser(5, 3.0) == pytest.approx(numpy.kaiser(5, 3.0))
    values = [1.0, -2.0, 3.5, 0.25, 4.0]
    scipy_signal = pytest.importorskip("scipy.signal")
    assert s.flo_apply_filter(values, s.direct_form([0.5, 0.25, -1.0])) == pytest.approx(
        scipy_signal.lfilter([0.5, 0.25, -1.0], [1.0], values)
    )
    for wrong in (lambda: s.H_Butterworth(-1, 2), lambda: s.Chebyshev_response(1, 1, 0), lambda: s.group_delay(3)):
        with pytest.raises(ScmpyError):
            wrong()
