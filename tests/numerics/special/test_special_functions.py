"""Bessel functions, elliptic integrals and functions as functions of scmpy's: numbers against mpmath and SciPy, derivatives
by value, balls, arrays, compiled code."""

import itertools
import math

import mpmath
import numpy
import pytest
import scipy.special
from flint import arb

import scmpy as s
from scmpy.errors import DomainError

from ...tables import refusals

x, n, k = s.symbols("x n k")


FUNCTIONS = {
    "bessj": (lambda t: s.bessj(2, t), (0.7, 9.0)),
    "bessy": (lambda t: s.bessy(1, t), (0.7, 9.0)),
    "Pi by n": (lambda t: s.complete_elliptic_integral_Pi(t, 0.6), (0.3, -0.8)),
    "Pi by k": (lambda t: s.complete_elliptic_integral_Pi(0.3, t), (0.4, -0.8)),
    "F by phi": (lambda t: s.elliptic_integral_F(t, 0.8), (0.4, 5.0)),
    "F by k": (lambda t: s.elliptic_integral_F(1.1, t), (0.4, 0.9)),
    "E by phi": (lambda t: s.elliptic_integral_E(t, 0.8), (0.4, 5.0)),
    "E by k": (lambda t: s.elliptic_integral_E(1.1, t), (0.4, 0.9)),
    **{
        f"{name} by {which}": (lambda t, f=f, which=which: f(t, 0.8) if which == "u" else f(3.3, t), (0.4, 0.7))
        for name, f in (("sn", s.jacobi_sn), ("cn", s.jacobi_cn), ("dn", s.jacobi_dn), ("am", s.jacobi_am))
        for which in ("u", "k")
    },
}


@pytest.mark.parametrize("f, places", FUNCTIONS.values(), ids=FUNCTIONS)
def test_derivatives_by_value(f, places):
    for place in places:
        h = 1e-3
        slope = (8 * (f(place + h) - f(place - h)) - (f(place + 2 * h) - f(place - 2 * h))) / (12 * h)
        assert s.D(f)(place) == pytest.approx(slope, rel=1e-8, abs=1e-9)
        compiled = s.compile_function(f, place)
        assert compiled(place) == pytest.approx(f(place)) and s.D(compiled)(place) == pytest.approx(s.D(f)(place))
        assert compiled.balls(place, digits=20).overlaps(arb(f(place), 1e-15 * abs(f(place))))


CANCELLING = {
    "K": (s.complete_elliptic_integral_K, lambda k: mpmath.ellipk(k**2)),
    "E": (s.complete_elliptic_integral_E, lambda k: mpmath.ellipe(k**2)),
    "F": (lambda k: s.elliptic_integral_F(1.1, k), lambda k: mpmath.ellipf(1.1, k**2)),
    "sn": (lambda k: s.jacobi_sn(1.1, k), lambda k: mpmath.ellipfun("sn", 1.1, k=k)),
    "bessj": (lambda t: s.bessj(2, t), lambda t: mpmath.besselj(2, t)),
    "bessi": (lambda t: s.bessi(1, t), lambda t: mpmath.besseli(1, t)),
    "Si": (s.sine_integral, mpmath.si),
}


@pytest.mark.parametrize("f, exact", CANCELLING.values(), ids=CANCELLING)
def test_derivatives_whose_terms_cancel(f, exact):
    for place, order in itertools.product((1e-20, 1e-9, 1e-4, 0.3), (1, 2)):
        with mpmath.workdps(150):
            slope = mpmath.diff(exact, mpmath.mpf(place), order, h=mpmath.mpf(10) ** -45)
            derivative = (s.D**order)(f)
            code = s.compile_function(derivative, 0.3)
            found = [
                derivative(place),
                *derivative(numpy.array([place])).ravel(),
                code(place),
                *code(numpy.array([place])),
            ]
            assert found == pytest.approx([float(slope)] * 4, rel=1e-13, abs=0)


@pytest.mark.parametrize("k", [2, s.div(3, 2), s.sqrt(2), 2.0, 2 + 0j, 10**400], ids=str)
@pytest.mark.parametrize("f", [s.complete_elliptic_integral_K, s.complete_elliptic_integral_E])
def test_complete_integrals_beyond_1_are_refused(f, k):
    with pytest.raises(s.ScmpyError):
        s.exact_to_inexact(f(k))


def test_derivatives_at_zero():
    assert s.D(s.Fresnel_S)(250.0) == 0
    with pytest.raises(DomainError):
        s.D(lambda t: s.bessy(1, t))(0.0)


def test_symbols_numbers_and_arrays():
    assert repr(s.D(lambda t: s.bessj(0, t))(x)) == "(* -1 (bessj 1 x))"
    assert repr(s.D(s.jacobi_am)(x, k)[0]) == "(jacobi-dn x k)"
    assert s.bessj(0, 0) == 1 and s.elliptic_integral_F(x, 0) == x and s.jacobi_cn(0, k) == 1
    places = numpy.array([0.5, 1.0, 2.0])
    assert numpy.allclose(s.bessj(1, places), scipy.special.jv(1, places))
    assert numpy.allclose(s.complete_elliptic_integral_K(places / 3), scipy.special.ellipk((places / 3) ** 2))
    assert numpy.allclose(s.jacobi_sn(places, 0.5), scipy.special.ellipj(places, 0.25)[0])
    for value in (s.bessj(n, x), s.complete_elliptic_integral_Pi(n, k)):
        assert s.from_sympy(s.to_sympy(value)) == value
    assert s.substitute(s.bessj(n, x), {n: 2, x: 3.0}) == s.bessj(2, 3.0)
    assert s.equivalent(s.bessj(1, x), s.bessj(2, x)).verdict == "different"


test_what_has_no_value = refusals(__file__, "special functions", globals())


def test_elliptic_integrals_of_arrays():
    places = numpy.array([0.0, 0.3, 0.9])
    K, E = s.elliptic_integrals(numpy.array([0.3, 1.0]), lambda K, E: (K, E))
    assert K[1] == math.inf and E[1] == 1.0 and K[0] == s.complete_elliptic_integral_K(0.3)
    found = s.Carlson_elliptic_1(places, 1, numpy.array([[2.0], [3.0]]))
    assert found.shape == (2, 3) and found.dtype == float
    assert found[1, 2] == s.Carlson_elliptic_1(0.9, 1, 3)
    with pytest.raises(DomainError, match="no negative argument"):
        s.Carlson_elliptic_1(numpy.array([1.0, -1.0]), 1, 2)


INTEGRALS = [
    *(s.erf, s.erfc, s.erfi, s.exponential_integral, s.logarithmic_integral, s.Fresnel_S, s.Fresnel_C),
    *(s.sine_integral, s.cosine_integral, s.hyperbolic_sine_integral, s.hyperbolic_cosine_integral),
]


@pytest.mark.parametrize("f", INTEGRALS, ids=str)
def test_integrals_over_the_derivatives(f):
    low, high = s.integral_enclosure(s.D(f), 2, 3)
    assert low <= float(f(3.0)) - float(f(2.0)) + 1e-15
    assert high >= float(f(3.0)) - float(f(2.0)) - 1e-15
    assert high - low < 1e-12
    low, high = s.integral_enclosure(f, 2, 3)
    assert high - low < 1e-12


def test_the_logarithmic_integral_is_real_below_1():
    li = s.logarithmic_integral
    assert s.equivalent((abs(x - 1) - x + 1) * li(x), 0).verdict == "different"
    low, high = s.integral_enclosure(li, 0.25, 0.75)
    assert low <= float(mpmath.quad(mpmath.li, [0.25, 0.75])) <= high
