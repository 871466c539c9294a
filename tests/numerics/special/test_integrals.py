"""Error functions, sine, cosine, exponential and logarithmic integrals, Fresnel's: against mpmath, by derivatives, parity."""

import math

import mpmath
import numpy
import pytest

import scmpy as s
from scmpy.errors import DomainError
from scmpy.scheme import Session

FUNCTIONS = {
    s.erf: mpmath.erf,
    s.erfc: mpmath.erfc,
    s.erfi: mpmath.erfi,
    s.sine_integral: mpmath.si,
    s.cosine_integral: mpmath.ci,
    s.hyperbolic_sine_integral: mpmath.shi,
    s.hyperbolic_cosine_integral: mpmath.chi,
    s.exponential_integral: mpmath.ei,
    s.logarithmic_integral: mpmath.li,
    s.Fresnel_S: mpmath.fresnels,
    s.Fresnel_C: mpmath.fresnelc,
}
ODD = [s.erf, s.erfi, s.sine_integral, s.hyperbolic_sine_integral, s.Fresnel_S, s.Fresnel_C]
x = s.symbols("x")
function = pytest.mark.parametrize("f", FUNCTIONS, ids=str)


@function
def test_derivatives(f):
    for place in (0.3, 1.7):
        slope = s.D(f)(place)
        assert isinstance(slope, float)
        assert slope == pytest.approx(float(mpmath.diff(lambda t: mpmath.re(FUNCTIONS[f](t)), place)), rel=1e-9)
        assert float(s.D(s.D(f))(place)) == pytest.approx(float(mpmath.diff(FUNCTIONS[f], place, 2)), rel=1e-7)


@pytest.mark.parametrize("f", ODD, ids=str)
def test_odd_functions(f):
    assert s.simplify(f(-x) + f(x)) == 0
    assert s.equivalent(f(2 * x), -f(-2 * x))
    assert f(0) == 0


@function
def test_integrals_over_the_derivatives(f):
    low, high = s.integral_enclosure(s.D(f), 2, 3)
    assert low <= float(f(3.0)) - float(f(2.0)) + 1e-15
    assert high >= float(f(3.0)) - float(f(2.0)) - 1e-15
    assert high - low < 1e-12
    low, high = s.integral_enclosure(f, 2, 3)
    assert high - low < 1e-12


@function
def test_over_to_sympy_and_back(f):
    assert s.from_sympy(s.to_sympy(f(x))) == f(x)


def test_where_they_are_infinite():
    for f, place in [(s.cosine_integral, 0), (s.exponential_integral, 0.0), (s.logarithmic_integral, 1)]:
        with pytest.raises(DomainError):
            f(place)


def test_the_logarithmic_integral_is_real_below_1():
    li = s.logarithmic_integral
    assert s.equivalent((abs(x - 1) - x + 1) * li(x), 0).verdict == "different"
    low, high = s.integral_enclosure(li, 0.25, 0.75)
    assert low <= float(mpmath.quad(mpmath.li, [0.25, 0.75])) <= high


def test_arrays_code_and_scheme():
    assert list(s.erf(numpy.array([0.5, 1.5]))) == pytest.approx([math.erf(0.5), math.erf(1.5)])
    code = s.compile_function(lambda t: s.erf(t) * s.sine_integral(t), 1.0)
    assert code(0.3) == pytest.approx(math.erf(0.3) * float(mpmath.si(0.3)))
    run = Session().run
    assert str(run("((D sine-integral) 'x)")) == "(/ (sin x) x)"
    assert run("(erf 1.)") == pytest.approx(math.erf(1))
