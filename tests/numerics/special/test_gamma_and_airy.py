"""Gamma functions, polylogarithms, Lambert's, Airy's and modified Bessel functions beside the checks of all records."""

import math

import pytest
import sympy

import scmpy as s
from scmpy.errors import DifferentiationError, DomainError

from ...tables import refusals

x, k = s.symbols("x k")


def test_over_to_sympy_and_back():
    for f in (s.polygamma, s.upper_gamma, s.lower_gamma, s.polylogarithm, s.bessi, s.bessk):
        assert s.from_sympy(s.to_sympy(f(k, x))) == f(k, x)
    assert s.from_sympy(s.to_sympy(s.elliptic_integral_F(x, k))) == s.elliptic_integral_F(x, k)


def test_what_has_no_derivative_says_so():
    for f in (lambda t: s.polygamma(t, 1.0), lambda t: s.upper_gamma(t, 1.0)):
        with pytest.raises(DifferentiationError):
            s.D(f)(2.0)


def test_exact_values():
    assert s.equivalent(s.gamma_function(s.div(-5, 2)) * -15, 8 * s.sqrt(s.pi))
    assert s.equivalent(s.zeta_function(4) * 90, s.pi**4)
    assert s.polylogarithm(2, 0) == 0
    assert s.equivalent(s.polylogarithm(2, 1), s.pi**2 / 6)


LIMITS = {
    s.erf: (-1, 1), s.erfc: (2, 0), s.erfi: (-math.inf, math.inf), s.sine_integral: (-math.pi / 2, math.pi / 2),
    s.cosine_integral: (None, 0), s.hyperbolic_sine_integral: (-math.inf, math.inf),
    s.hyperbolic_cosine_integral: (None, math.inf), s.exponential_integral: (0, math.inf),
    s.logarithmic_integral: (None, math.inf), s.Fresnel_S: (-0.5, 0.5), s.Fresnel_C: (-0.5, 0.5),
    s.gamma_function: (None, math.inf), s.log_gamma: (None, math.inf), s.zeta_function: (None, 1),
    s.Lambert_W: (None, math.inf), s.Airy_Ai: (0, 0), s.Airy_Bi: (0, math.inf), s.Airy_Ai_prime: (None, 0),
    s.Airy_Bi_prime: (None, math.inf), s.bessj0: (0, 0), s.bessy0: (0, 0),
}  # fmt: skip


@pytest.mark.parametrize("f", LIMITS, ids=lambda f: getattr(f, "__name__", str(f)))
def test_infinite_arguments(f):
    for place, expected in zip((-math.inf, math.inf), LIMITS[f], strict=True):
        if expected is None:
            with pytest.raises(DomainError):
                f(place)
            continue
        assert f(place) == expected
        if math.isfinite(expected):
            assert f(math.copysign(1e7, place)) == pytest.approx(expected, abs=1e-2)


@pytest.mark.slow
@pytest.mark.parametrize("integrand", [s.log(1 - x) / x, x**k * s.exp(-x)], ids=["dilogarithm", "incomplete gamma"])
def test_antiderivatives_are_functions_of_our_own(integrand):
    with s.assuming(positive=k):
        found = s.integrate(integrand, x)
    assert "sympy." not in str(found)
    slope = s.D(lambda t: s.substitute(found, x, t))
    at = {x: 0.4, k: 0.7}
    assert float(s.substitute(slope(x), at)) == pytest.approx(float(s.substitute(integrand, at)))


def test_elliptic_integrals_of_a_parameter():
    phi, m = sympy.symbols("phi m")
    for theirs in (sympy.elliptic_f(phi, m), sympy.elliptic_e(phi, m), sympy.elliptic_k(m), sympy.elliptic_e(m)):
        ours = s.from_sympy(theirs)
        assert "sympy." not in str(ours)
        assert s.to_sympy(ours) == theirs
        at = {"phi": 0.6, "m": 0.3}
        found = s.substitute(ours, {s.symbols(name): value for name, value in at.items()})
        assert float(found) == pytest.approx(float(theirs.subs(at)))


def test_decided_by_definitions():
    p = s.symbols("p", positive=True)
    assert s.equivalent(s.erf(x) + s.erfc(x), 1)
    assert s.equivalent(s.logarithmic_integral(s.exp(x)), s.exponential_integral(x))
    assert s.equivalent(s.logarithmic_integral(p), s.exponential_integral(s.log(p)))


test_work_without_bound_is_refused = refusals(__file__, "gamma and airy", globals())
