"""Transforms against numpy: large beside small, and many data."""

import math

import numpy
import pytest

import scmpy as s

from .table import hard, library

DATA = [1.0, -2.0, 0.5, 3.0, 0.25, -1.5, 2.0, 4.0]
TRANSFORMS = "fft ifft dft idft"


def complexes(values):
    return numpy.array([complex(x) for x in values])


def transformed(f, data):
    """The transform by a face, and numpy's of the same meaning."""
    forward, backward = numpy.fft.ifft(data), numpy.fft.fft(data)
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


@library("roots-of-unity samples")
def as_numpys_points(f):
    if f is s.roots_of_unity:
        assert complexes(f(8)) == pytest.approx(numpy.exp(2j * numpy.pi * numpy.arange(4) / 8))
    else:
        assert list(f(8, math.exp, 2.0)) == pytest.approx(numpy.exp(-2 + 0.5 * numpy.arange(8)).tolist())


@hard("roots-of-unity samples")
def many_points(f):
    if f is s.roots_of_unity:
        found = complexes(f(4096))
        assert max(abs(abs(found) - 1)) < 4e-16 and max(abs(found**4096 - 1)) < 1e-11
    else:
        assert list(f(4, lambda x: x, 2.0**-1000)) == [-(2.0**-1000), -(2.0**-1001), 0, 2.0**-1001]
