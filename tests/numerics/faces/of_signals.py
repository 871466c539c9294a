"""Transforms, filters and windows against numpy and SciPy; large beside small, many data, sharp pulses."""

import cmath
import math

import numpy
import pytest
import scipy.integrate
import scipy.signal

import scmpy as s

from .table import hard, library

DATA = [1.0, -2.0, 0.5, 3.0, 0.25, -1.5, 2.0, 4.0]
TRANSFORMS = "fft ifft dft idft make-transform-pair transform-pair->fft transform-pair->ift"


def complexes(values):
    return numpy.array([complex(x) for x in values])


def transformed(f, data):
    """The transform by a face, and numpy's of the same meaning."""
    n = len(data)
    forward, backward = numpy.fft.ifft(data), numpy.fft.fft(data)
    if f in (s.make_transform_pair, s.transform_pair_to_fft):
        made = s.make_transform_pair(n)
        return complexes((made[1] if f is s.make_transform_pair else f(made))(data)), forward
    if f is s.transform_pair_to_ift:
        return complexes(f(s.make_transform_pair(n))(data)), backward
    wanted = {s.fft: forward, s.ifft: backward}.get(f)
    if wanted is None:  # the index begins in the middle, of data and of transforms
        shifted = numpy.fft.ifftshift(data)
        wanted = numpy.fft.fftshift(numpy.fft.ifft(shifted) if f is s.dft else numpy.fft.fft(shifted))
    return complexes(f(data)), wanted


@library(TRANSFORMS)
def as_numpys_fft(f):
    found, wanted = transformed(f, DATA)
    assert found == pytest.approx(wanted, abs=1e-12)


@hard(TRANSFORMS)
def large_beside_small(f):
    """Of 1,024 data that alternate between 1e12 and 1: to rounding of the largest; 1e-300 is no 0."""
    data = [1e12 if k % 3 else 1.0 for k in range(1024)]
    found, wanted = transformed(f, data)
    assert abs(found - wanted).max() <= 1e-14 * abs(wanted).max()
    found, wanted = transformed(f, [1e-300] + [0.0] * 7)
    assert found == pytest.approx(wanted, rel=1e-12, abs=0)


@library("chirp-z Fourier-expanded")
def as_scipys_czt(f):
    if f is s.chirp_z:
        a, w = 0.9 * cmath.exp(0.3j), cmath.exp(-0.2j)
        assert complexes(f(6, a, w, DATA)) == pytest.approx(scipy.signal.czt(DATA, 6, w, a), abs=1e-10)
    else:
        wanted = scipy.signal.zoom_fft(DATA, [0.2, 0.7], m=5, fs=1.0)
        assert complexes(f(5, 0.2, 0.7, DATA)) == pytest.approx(wanted, abs=1e-10)


@hard("chirp-z Fourier-expanded")
def a_narrow_band(f):
    """Frequencies 1e-7 apart, of 300 data."""
    data = [math.sin(0.1 * k) for k in range(300)]
    if f is s.chirp_z:
        found = complexes(f(4, cmath.exp(0.1j), cmath.exp(-1e-7j), data))
        places = [0.1 + 1e-7 * k for k in range(4)]
    else:
        found = complexes(f(4, 0.1, 0.1 + 4e-7, data))
        places = [2 * math.pi * (0.1 + 1e-7 * k) for k in range(4)]
    wanted = [sum(x * cmath.exp(-1j * w * j) for j, x in enumerate(data)) for w in places]
    assert found == pytest.approx(wanted, abs=1e-9)


@library("roots-of-unity samples kaiser Hanning")
def as_numpys_points(f):
    if f is s.roots_of_unity:
        assert complexes(f(8)) == pytest.approx(numpy.exp(2j * numpy.pi * numpy.arange(4) / 8))
    elif f is s.samples:
        assert list(f(8, math.exp, 2.0)) == pytest.approx(numpy.exp(-2 + 0.5 * numpy.arange(8)).tolist())
    elif f is s.kaiser:
        assert list(f(9, 4.0)) == pytest.approx(numpy.kaiser(9, 4.0))
    else:
        assert list(f([1.0] * 9)) == pytest.approx(numpy.hanning(9), abs=1e-15)


@hard("roots-of-unity samples kaiser Hanning")
def many_points(f):
    if f is s.roots_of_unity:
        found = complexes(f(4096))
        assert max(abs(abs(found) - 1)) < 4e-16 and max(abs(found**4096 - 1)) < 1e-11
    elif f is s.samples:
        assert list(f(4, lambda x: x, 2.0**-1000)) == [-(2.0**-1000), -(2.0**-1001), 0, 2.0**-1001]
    elif f is s.kaiser:
        assert list(f(64, 300.0)) == pytest.approx(numpy.kaiser(64, 300.0), rel=1e-9)
    else:
        assert list(f([1e300] * 1001)) == pytest.approx(1e300 * numpy.hanning(1001), rel=1e-9, abs=1e288)


def gaussian(width):
    return s.sigfun_make(lambda t: s.exp(-math.pi * (t / width) ** 2), (-8, 8))


PAIRS = "Fourier-transform inverse-Fourier-transform time-domain-energy frequency-domain-energy"


def of_pair(f, signal, width):
    """What is found, and what it is by integrals of SciPy's."""
    square = scipy.integrate.quad(lambda t: math.exp(-2 * math.pi * (t / width) ** 2), -8, 8, points=[0])[0]
    if f is s.time_domain_energy:
        return f(signal), 2 * square
    if f is s.frequency_domain_energy:
        return f(s.Fourier_transform(signal)), 2 * square
    place = 0.25 / width
    wave = lambda t: math.exp(-math.pi * (t / width) ** 2) * math.cos(2 * math.pi * place * t)  # noqa: E731
    return abs(complex(f(signal)(place))), abs(scipy.integrate.quad(wave, -8, 8, points=[0], limit=200)[0])


@library(PAIRS)
def as_scipys_quad(f):
    found, wanted = of_pair(f, gaussian(1.0), 1.0)
    assert found == pytest.approx(wanted, rel=1e-3)


@hard(PAIRS)
def sharp_pulses(f):
    """A pulse of a sixteenth of the width: a few samples hold it."""
    found, wanted = of_pair(f, gaussian(0.0625), 0.0625)
    assert found == pytest.approx(wanted, rel=5e-3)


@library("hanning unit-step unit-boxcar ramp general-bump")
def shapes(f):
    x = numpy.array([-2.0, -0.75, 0.25, 0.5, 1.5])
    if f is s.hanning:
        made = f(1)(s.sigfun_make(lambda t: 1, (-2, 2)))
        wanted = math.sqrt(2 / 3) * (1 - numpy.cos(2 * math.pi * (x + 2) / 4))
        assert [float(made(p)) for p in x.tolist()] == pytest.approx(wanted.tolist(), abs=1e-12)
    elif f is s.unit_step:
        assert [f()(p) for p in x.tolist()] == numpy.heaviside(x, 1).tolist()
    elif f is s.unit_boxcar:
        assert [f()(p) for p in x.tolist()] == (abs(x) <= 1).astype(int).tolist()
    elif f is s.ramp:
        assert [f(2.0, -1.0)(p) for p in x.tolist()] == pytest.approx((2 * (x + 1)).tolist())
    else:
        found = [float(f(-1, 0, 1)(p)) for p in numpy.linspace(-1, 1, 41).tolist()]
        assert max(found) == found[20] == 1 and scipy.signal.argrelmax(numpy.array(found))[0].tolist() == [20]


@hard("hanning unit-step unit-boxcar ramp general-bump")
def beside_the_edges(f):
    tiny = 2.0**-52
    if f is s.hanning:
        assert abs(float(f(1)(s.sigfun_make(lambda t: 1, (-2, 2)))(-2 + 4 * tiny))) < 1e-25
    elif f is s.unit_step:
        assert (f(1)(1 - tiny), f(1)(1.0)) == (0, 1)
    elif f is s.unit_boxcar:
        assert (f()(1.0 - tiny), f()(1.0 + tiny)) == (1, 0)
    elif f is s.ramp:
        assert (f(1.0, 1.0)(1 + tiny), f(1.0, 1.0)(1 - tiny)) == (tiny, -tiny)
    else:
        assert float(f(0, 1, 2)(1e-9)) == 0 and float(f(0, 1, 2)(1 + 1e-9)) == pytest.approx(1)


FILTERS = "Butterworth-response Chebyshev-response H-Butterworth"


def response(f, places, order):
    """What is found, and SciPy's: the size squared, or the complex response."""
    butter = scipy.signal.freqs(*scipy.signal.butter(order, 2.0, analog=True), places)[1]
    if f is s.H_Butterworth:
        return complexes([f(2.0, order)(1j * w) for w in places]), butter
    if f is s.Butterworth_response:
        return numpy.array([f(2.0, order)(w) for w in places]), abs(butter) ** 2
    chebyshev = scipy.signal.cheby1(order, 10 * math.log10(1.25), 2.0, analog=True, output="zpk")
    return numpy.array([f(2.0, 0.5, order)(w) for w in places]), abs(scipy.signal.freqs_zpk(*chebyshev, places)[1]) ** 2


@library(FILTERS)
def as_scipys_filters(f):
    found, wanted = response(f, [0.3, 1.0, 2.0, 5.5], 3)
    assert found == pytest.approx(wanted, rel=1e-9)


@hard(FILTERS)
def steep_filters(f):
    found, wanted = response(f, [1.9, 2.0, 2.1, 20.0], 12)
    assert found == pytest.approx(wanted, rel=1e-6)


@library("group-delay")
def as_scipys_group_delay(f):
    b = [1.0, 0.5, 0.25]
    wanted = scipy.signal.group_delay((b, [1.0]), w=[0.7])[1][0]
    h = lambda w: sum((c * s.exp(-1j * k * w) for k, c in enumerate(b)), 0)  # noqa: E731
    assert abs(f(h)(0.7)) == pytest.approx(wanted, rel=1e-9)


@hard("group-delay")
def a_long_delay(f):
    assert abs(f(lambda w: s.exp(-1e6j * w) / (1 + 1e-3j * w))(0.5)) == pytest.approx(1e6 + 1e-3, rel=1e-9)


@library("direct-form flo:apply-filter")
def as_lfilter(f):
    h = [0.5, 0.25, -1.0]
    found = f(h)(DATA) if f is s.direct_form else f(DATA, s.direct_form(h))
    assert list(found) == pytest.approx(scipy.signal.lfilter(h, [1.0], DATA).tolist())


@hard("direct-form flo:apply-filter")
def a_difference_of_large_data(f):
    """The second difference of squares from 1e7 on is 2, exactly."""
    data, h = [float(k * k) for k in range(10**7, 10**7 + 9)], [1.0, -2.0, 1.0]
    found = list(f(h)(data) if f is s.direct_form else f(data, s.direct_form(h)))
    assert found[2:] == [2.0] * 7


def convolved(f, a, b):
    """The convolution of two pulses of these widths at some places, and what SciPy's sum of samples makes of it."""
    x, y = (s.time_function_to_signal(gaussian(width)) for width in (a, b))
    made = f(x, y)
    t = numpy.arange(-2048, 2049) / 256
    if f is s.signal_time_convolve:
        pulses = [numpy.exp(-math.pi * (t / width) ** 2) for width in (a, b)]
        found = s.signal_to_time_function(made)
    else:
        pulses = [width * numpy.exp(-math.pi * (t * width) ** 2) for width in (a, b)]
        found = s.signal_to_frequency_function(made)
    wanted = scipy.signal.fftconvolve(*pulses, mode="same") / 256
    places = [2048, 2048 + 64, 2048 + 128]
    return [abs(complex(found(float(t[k])))) for k in places], wanted[places].tolist()


@library("signal:time-convolve signal:frequency-convolve")
def as_fftconvolve(f):
    found, wanted = convolved(f, 1.0, 1.0)
    assert found == pytest.approx(wanted, rel=5e-3)


@hard("signal:time-convolve signal:frequency-convolve")
def sharp_beside_broad_pulses(f):
    found, wanted = convolved(f, 1.0, 0.25)
    assert found == pytest.approx(wanted, rel=2e-2)
