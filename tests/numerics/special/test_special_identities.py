"""Special functions: identities that are decided, values against mpmath, derivatives about 0 where their formulas are 0/0, motions."""

import math

import mpmath
import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy import *
from scmpy import D, power_series
from scmpy.errors import DifferentiationError, DomainError, WrongTypeError
from scmpy.numerics.compile import llvm as machine

from ...tables import evaluated, refusals

x, n, u, k, a = symbols("x n u k a")


def sn(t):
    return jacobi_sn(t, k)


def equation_of_bessel(function, order):
    y = lambda t: function(order, t)  # noqa: E731
    return x**2 * D(D(y))(x) + x * D(y)(x) + (x**2 - order**2) * y(x)


def wronskian(t):
    j, y = (lambda z, f=f: f(n, z) for f in (bessj, bessy))
    return t * (j(t) * D(y)(t) - y(t) * D(j)(t))


def equation_of_modified_functions(function):
    y = lambda t: function(n, t)  # noqa: E731
    return x**2 * D(D(y))(x) + x * D(y)(x) - (x**2 + n**2) * y(x)


def wronskian_of_modified_functions(t):
    i, k = (lambda z, f=f: f(n, z) for f in (bessi, bessk))
    return t * (i(t) * D(k)(t) - k(t) * D(i)(t))


K, E = complete_elliptic_integral_K, complete_elliptic_integral_E

TRUE = evaluated(__file__, "special_identities.txt", "special identities: true", globals())

FALSE = evaluated(__file__, "special_identities.txt", "special identities: false", globals())


@pytest.mark.parametrize("pair", TRUE)
def test_true_identities_are_proved(pair):
    assert equivalent(*pair).verdict == "equal"


@pytest.mark.parametrize("pair", FALSE)
def test_false_ones_are_refuted(pair):
    assert equivalent(*pair).verdict == "different"


def test_simplify_writes_powers_of_sn_by_cn():
    assert simplify(square(sn(u)) + square(jacobi_cn(u, k))) == 1
    assert simplify(sn(u) ** 2 * a + jacobi_cn(u, k) ** 2 * a) == a


@given(st.floats(1, 20), st.floats(-1, 1))
def test_moduli_above_one_and_negative_ones(k, part):
    """The integrals to an angle are real as far as k sin(phi) is at most 1; all are even in k."""
    phi = part * 0.999 * math.asin(1 / k)
    with mpmath.workdps(30):
        m = mpmath.mpf(k) ** 2
        first, second = (mpmath.quad(lambda t, p=p: (1 - m * mpmath.sin(t) ** 2) ** p, [0, phi]) for p in (-0.5, 0.5))
    for sign in (1, -1):
        assert s.elliptic_integral_F(phi, sign * k) == pytest.approx(float(first), rel=1e-9, abs=1e-12)
        assert s.elliptic_integral_E(phi, sign * k) == pytest.approx(float(second), rel=1e-9, abs=1e-12)
    assert s.complete_elliptic_integral_K(-0.5) == s.complete_elliptic_integral_K(0.5)
    assert s.complete_elliptic_integral_E(-0.5) == s.complete_elliptic_integral_E(0.5)


def test_the_modulus_one():
    sn, cn, dn = s.Jacobi_elliptic_functions(0.7, 1, lambda *found: found)
    assert sn == pytest.approx(math.tanh(0.7)) and cn == pytest.approx(1 / math.cosh(0.7)) == pytest.approx(dn)
    assert s.complete_elliptic_integral_E(1) == 1


@pytest.mark.parametrize("k", [1.2, 1.5, -2.0, 3.7, 100.0, 1.0000001, 1 / math.sin(1.0)])
def test_the_edge_of_the_domain_is_met_by_rounding(k):
    """k sin phi = 1, where phi is a float: beyond it or before it by a part of 1e-16, next to a root's infinite slope."""
    for phi in (math.asin(1 / k), math.nextafter(math.asin(1 / k), math.inf), -math.asin(1 / k)):
        sign = math.copysign(1, phi)
        first, second = (
            float(mpmath.ellipk(1 / k**2)) / abs(k),
            mpmath.ellipe(mpmath.asin(1 / mpmath.mpf(abs(k))), k**2),
        )
        assert s.elliptic_integral_F(phi, k) == pytest.approx(sign * first, rel=1e-7)
        assert s.elliptic_integral_E(phi, k) == pytest.approx(sign * float(mpmath.re(second)), rel=1e-12)
    with pytest.raises(DomainError):
        s.elliptic_integral_F(math.asin(1 / k) * (1 + 1e-7), k)


def test_other_edges_met_by_rounding():
    assert s.complete_elliptic_integral_E(1 + 2**-52) == 1 and s.Lambert_W(-math.exp(-1)) == -1
    motion = s.trajectory(lambda state: s.up(1, state[1]), s.up(0.0, 1.0), 0.3)
    assert motion(0.1 * 3)[1] == pytest.approx(math.exp(0.3)) == motion(numpy.array([0.1 * 3]))[1]
    with pytest.raises(DomainError):
        motion(0.3000001)


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


LAGRANGIANS = {
    "Bessel": (lambda local: s.square(local[2]) / 2 - s.bessj0(local[1]), lambda q: float(mpmath.besselj(1, q))),
    "elliptic": (
        lambda local: s.square(local[2]) / 2 - s.complete_elliptic_integral_K(local[1]) / 10,
        lambda q: -float(mpmath.ellipe(q * q) - (1 - q * q) * mpmath.ellipk(q * q)) / (10 * q * (1 - q * q)),
    ),
}
START, END = (0.6, -0.1), 1.0


def by_hand(force, steps=400):
    """Classical Runge-Kutta steps, with the force by mpmath."""
    (q, v), h = START, END / steps
    for _ in range(steps):
        a, b = v, force(q)
        c, d = v + h / 2 * b, force(q + h / 2 * a)
        e, f = v + h / 2 * d, force(q + h / 2 * c)
        k, m = v + h * f, force(q + h * e)
        q, v = q + h / 6 * (a + 2 * c + 2 * e + k), v + h / 6 * (b + 2 * d + 2 * f + m)
    return [q, v]


@pytest.mark.parametrize(("L", "force"), LAGRANGIANS.values(), ids=LAGRANGIANS)
def test_the_orbit_is_right(L, force):
    derivative, right = s.Lagrangian_to_state_derivative(L), by_hand(force)
    with s.setting(ode_target="python"):
        end = s.state_advancer(lambda: derivative)(s.up(0.0, *START), END)
    assert list(end)[1:] == pytest.approx(right, abs=1e-10)
    if machine.is_available():
        with (
            s.setting(ode_target="llvm"),
            pytest.warns(UserWarning, match=r"no machine code.* which LLVM does not have"),
        ):
            again = s.state_advancer(lambda: derivative)(s.up(0.0, *START), END)
        assert again == end
        many = s.ensemble(derivative, s.up(0.0, *START), END)
        assert list(many.states)[1:] == list(end)[1:]


@pytest.mark.slow
def test_series_that_have_no_end():
    """The derivatives of J_0 are further functions, again and again."""
    derivative = s.Lagrangian_to_state_derivative(LAGRANGIANS["Bessel"][0])
    with pytest.raises(
        WrongTypeError, match=r"no series by recurrences, as the derivatives of bessj .* such as dop853"
    ):
        s.state_advancer(lambda: derivative)(s.up(0.0, *START), END, method="taylor")
