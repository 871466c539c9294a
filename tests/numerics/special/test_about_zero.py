"""Special functions about 0 where the formulas of their derivatives are 0/0: derivatives and series by value."""

import mpmath
import pytest

import scmpy as s
from scmpy import D, power_series

AT = 0.5
FUNCTIONS = {
    **{f"J{n}": (lambda x, n=n: s.bessj(n, x), lambda x, n=n: mpmath.besselj(n, x)) for n in (0, 1, 2)},
    **{f"I{n}": (lambda x, n=n: s.bessi(n, x), lambda x, n=n: mpmath.besseli(n, x)) for n in (0, 1, 2)},
    "Si": (s.sine_integral, mpmath.si),
    "Shi": (s.hyperbolic_sine_integral, mpmath.shi),
    "dilogarithm": (lambda z: s.polylogarithm(2, z), lambda z: mpmath.polylog(2, z)),
    "K": (s.complete_elliptic_integral_K, lambda k: mpmath.ellipk(k * k)),
    "E": (s.complete_elliptic_integral_E, lambda k: mpmath.ellipe(k * k)),
    "Pi": (lambda k: s.complete_elliptic_integral_Pi(AT, k), lambda k: mpmath.ellippi(AT, k * k)),
    "F": (lambda k: s.elliptic_integral_F(AT, k), lambda k: mpmath.ellipf(AT, k * k)),
    "E of an angle": (lambda k: s.elliptic_integral_E(AT, k), lambda k: mpmath.ellipe(AT, k * k)),
    "sn": (lambda k: s.jacobi_sn(AT, k), lambda k: mpmath.ellipfun("sn", AT, k=k)),
    "cn": (lambda k: s.jacobi_cn(AT, k), lambda k: mpmath.ellipfun("cn", AT, k=k)),
    "dn": (lambda k: s.jacobi_dn(AT, k), lambda k: mpmath.ellipfun("dn", AT, k=k)),
    "am": (lambda k: s.jacobi_am(AT, k), lambda k: mpmath.asin(mpmath.ellipfun("sn", AT, k=k))),
}


@pytest.mark.parametrize("zero", [0, 0.0], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_and_series(name, zero):
    function, theirs = FUNCTIONS[name]
    with mpmath.workdps(40):
        expected = [float(mpmath.re(term)) for term in mpmath.taylor(theirs, 0, 4)]
    terms = function(power_series(zero, 1))
    derivatives = [function(zero), D(function)(zero), (D**2)(function)(zero), (D**3)(function)(zero)]
    assert [float(s.inexact(terms[n])) for n in range(5)] == pytest.approx(expected, abs=1e-13)
    found = [float(s.inexact(x)) / mpmath.factorial(n) for n, x in enumerate(derivatives)]
    assert list(map(float, found)) == pytest.approx(expected[:4], abs=1e-13)


def test_exact_terms_and_expressions():
    phi = s.symbols("phi")
    assert [s.bessj(2, power_series(0, 1))[n] for n in range(5)] == [0, 0, s.div(1, 8), 0, s.div(-1, 96)]
    slope = (D**2)(lambda k: s.elliptic_integral_F(phi, k))(0)
    assert s.equivalent(slope, (phi - s.sin(phi) * s.cos(phi)) / 2).verdict == "equal"
    both = s.polylogarithm(2, power_series(0, 1, 1))
    assert [both[n] for n in range(3)] == [0, 1, s.div(5, 4)]


def test_derivatives_at_a_float_are_floats():
    assert repr((D**2)(s.complete_elliptic_integral_K)(0.0)) == "0.7853981633974483"
    assert str((D**2)(s.complete_elliptic_integral_K)(0)) == "(* 1/4 π)"


def test_two_series():
    """E and F are each other's derivatives by the modulus: they are made once for each pair of series."""
    found = s.elliptic_integral_E(power_series(AT, 1), power_series(0, 1))
    expected = [AT, 1, -(AT - mpmath.sin(AT) * mpmath.cos(AT)) / 4]
    assert [float(found[n]) for n in range(3)] == pytest.approx([float(x) for x in expected])
