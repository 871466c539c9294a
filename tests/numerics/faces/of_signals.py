"""Transforms against numpy: large beside small, and many data."""

import numpy
import pytest

import scmpy as s

from .table import hard, library

DATA = [1.0, -2.0, 0.5, 3.0, 0.25, -1.5, 2.0, 4.0]
TRANSFORMS = "fft ifft"


def complexes(values):
    return numpy.array([complex(x) for x in values])


def transformed(f, data):
    """The transform by a face, and numpy's of the same meaning."""
    return complexes(f(data)), numpy.fft.ifft(data) if f is s.fft else numpy.fft.fft(data)


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
