"""Integrals against SciPy and mpmath; peaks, stiff integrands, cancellation, singular ends."""

import math

import mpmath
import pytest
import scipy.integrate

import scmpy as s

from .table import hard, library


def integral(f, function, low, high):
    if f is s.evaluate_improper_integral:
        return f("open", function, low, high, 1e-11)
    if f is s.integral_enclosure:
        least, most = f(function, low, high)
        assert most - least <= 1e-9 * max(1, abs(most))
        return (least + most) / 2
    return f(function, low, high, 1e-11)


BETWEEN = "definite-integral integral-enclosure"
TO_INFINITY = "definite-integral integral-enclosure evaluate-improper-integral"


@library(BETWEEN)
def as_quad(f):
    for ours, theirs, low, high in (
        (lambda x: s.exp(-x) * s.cos(3 * x), lambda x: math.exp(-x) * math.cos(3 * x), 0.0, 2.0),
        (lambda x: s.sqrt(1 - x * x), lambda x: math.sqrt(1 - x * x), -1.0, 1.0),
    ):
        wanted = scipy.integrate.quad(theirs, low, high, epsabs=1e-12, epsrel=1e-12)[0]
        assert integral(f, ours, low, high) == pytest.approx(wanted, rel=1e-9)


@hard(BETWEEN)
def peaks_layers_and_cancellation(f):
    for function, low, high, exact in (
        (lambda x: 1 / (1e-8 + (x - 0.3) ** 2), 0.0, 1.0, 1e4 * (mpmath.atan(7000) + mpmath.atan(3000))),
        (lambda x: 1000 * s.exp(-1000 * x), 0.0, 1.0, -mpmath.expm1(-1000)),
        (lambda x: s.cos(200 * x), 0.0, 1.0, mpmath.sin(200) / 200),
        (lambda x: 1e6 * s.sin(x), -1.0, 1.0, 0.0),
        (lambda x: s.log(x), 0.0, 1.0, -1.0),
        (lambda x: x ** (-0.75), 0.0, 1.0, 4.0),
    ):
        assert integral(f, function, low, high) == pytest.approx(float(exact), rel=1e-9, abs=1e-9)


@library(TO_INFINITY)
def as_quad_to_infinity(f):
    wanted = scipy.integrate.quad(lambda x: math.exp(-x) * x**1.5, 0, math.inf)[0]
    assert integral(f, lambda x: s.exp(-x) * x**1.5, 0, math.inf) == pytest.approx(wanted, rel=1e-7)


@hard(TO_INFINITY)
def far_peaks_and_slow_tails(f):
    for function, low, high, exact in (
        (lambda x: s.exp(-((x - 50) ** 2)), -math.inf, math.inf, math.sqrt(math.pi)),
        (lambda x: x**-1.125, 1, math.inf, 8.0),
        (lambda x: s.exp(-x) / s.sqrt(x), 0, math.inf, math.sqrt(math.pi)),
    ):
        assert integral(f, function, low, high) == pytest.approx(exact, rel=1e-8)
