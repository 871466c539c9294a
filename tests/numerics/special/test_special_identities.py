"""Identities of Bessel's, Jacobi's and complete elliptic functions that are decided, and those that simplify uses."""

import pytest

from scmpy import *

from ...tables import evaluated

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
