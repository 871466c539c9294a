"""Identities of Bessel's, Jacobi's and complete elliptic functions that are decided, and those that simplify uses."""

import pytest

from scmpy import *

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

TRUE = {
    "Bessel's equation, order 0": (equation_of_bessel(bessj, 0), 0),
    "Bessel's equation, order 3": (equation_of_bessel(bessy, 3), 0),
    "Bessel's equation, any order": (equation_of_bessel(bessj, n), 0),
    "Bessel's equation, half an order": (equation_of_bessel(bessj, div(1, 2)), 0),
    "three orders": (bessj(n + 1, x) + bessj(n - 1, x), 2 * n / x * bessj(n, x)),
    "opposite orders": (bessj(-3, x), -bessj(3, x)),
    "the Wronskian": (D(wronskian)(x), 0),
    "sn and cn": (square(sn(u)) + square(jacobi_cn(u, k)), 1),
    "sn and dn": (square(jacobi_dn(u, k)), 1 - square(k * sn(u))),
    "of a quotient": (square(a * jacobi_dn(u, 1 / a)), square(a) - square(jacobi_sn(u, 1 / a))),
    "the equation of first order": (square(D(sn)(u)), (1 - square(sn(u))) * (1 - square(k * sn(u)))),
    "the equation of second order": (D(D(sn))(u), 2 * k**2 * sn(u) ** 3 - (1 + k**2) * sn(u)),
    "the amplitude": (D(D(lambda t: jacobi_am(t, k)))(u), -(k**2) * sn(u) * jacobi_cn(u, k)),
    "Legendre's equation of K": (k * (1 - k**2) * D(D(K))(k) + (1 - 3 * k**2) * D(K)(k), k * K(k)),
    "modified functions, the first": (equation_of_modified_functions(bessi), 0),
    "modified functions, the second": (equation_of_modified_functions(bessk), 0),
    "three modified orders": (bessk(n + 1, x) - bessk(n - 1, x), 2 * n / x * bessk(n, x)),
    "opposite modified orders": (bessk(-3, x) + bessi(-2, x), bessk(3, x) + bessi(2, x)),
    "their Wronskian": (D(wronskian_of_modified_functions)(x), 0),
    "Gamma": (gamma_function(x + 3) / gamma_function(x - 1), (x - 1) * x * (x + 1) * (x + 2)),
    "the digamma function": (polygamma(0, x + 2), polygamma(0, x) + 1 / x + 1 / (x + 1)),
    "its second derivative": (polygamma(2, x - 1), polygamma(2, x) - 2 / (x - 1) ** 3),
    "the derivative of Gamma": (D(gamma_function)(x + 1), gamma_function(x) + x * D(gamma_function)(x)),
    "both parts of Gamma": (upper_gamma(n, x) + lower_gamma(n, x), gamma_function(n)),
    "the derivative of E": (k * D(E)(k), E(k) - K(k)),
}

FALSE = {
    "two orders": (bessj(2, x), bessj(0, x)),
    "two kinds": (bessj(1, x), bessy(1, x)),
    "cn and dn": (jacobi_cn(u, k), jacobi_dn(u, k)),
    "a modified function of another kind": (bessi(1, x), bessk(1, x)),
    "three orders as of J": (bessi(3, x) + bessi(1, x), 4 / x * bessi(2, x)),
    "Gamma a step off": (gamma_function(x + 2), x**2 * gamma_function(x)),
    "digamma a step off": (polygamma(0, x + 1), polygamma(0, x) + 1 / (x + 1)),
    "a wrong sign": (square(jacobi_dn(u, k)), 1 + square(k * sn(u))),
}


@pytest.mark.parametrize("pair", TRUE.values(), ids=TRUE)
def test_true_identities_are_proved(pair):
    assert equivalent(*pair).verdict == "equal"


@pytest.mark.parametrize("pair", FALSE.values(), ids=FALSE)
def test_false_ones_are_refuted(pair):
    assert equivalent(*pair).verdict == "different"


def test_simplify_writes_powers_of_sn_by_cn():
    assert simplify(square(sn(u)) + square(jacobi_cn(u, k))) == 1
    assert simplify(sn(u) ** 2 * a + jacobi_cn(u, k) ** 2 * a) == a
