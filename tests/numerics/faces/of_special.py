"""Special functions against mpmath and SciPy: huge and small arguments, branch cuts, zeros, poles, moduli near 1."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import mpmath
import pytest
import scipy.special

from .table import hard, library


class Case(NamedTuple):
    """A function of mpmath's, one of SciPy's or None, ordinary arguments and hard ones."""

    exact: Callable[..., Any]
    scipy: Callable[..., Any] | None
    places: list[tuple[Any, ...]]
    hard: list[tuple[Any, ...]]


def m(function):
    """mpmath's function of the parameter as one of the modulus."""
    return lambda *x: function(*x[:-1], mpmath.mpf(x[-1]) ** 2)


def of_parameter(function):
    return lambda *x: function(*x[:-1], x[-1] ** 2)


def jacobi(name):
    return lambda u, k: mpmath.ellipfun(name, u, k=k)


NEAR_ONE = 1 - 2.0**-50
MODULI = [(1e-200,), (1e-9,), (0.999999,), (NEAR_ONE,), (-0.9,)]
ANGLES = [(1e-300, 0.5), (math.pi / 2 - 1e-9, NEAR_ONE), (100.0, 0.9), (-1.3, 0.999999), (0.4, 1e-9)]
ARGUMENTS = [(1e-300, 0.5), (1e3, 0.99), (5.0, NEAR_ONE), (2.0, 1 + 1e-9), (0.3, 50.0), (1.7, 1e-9)]

CASES = {
    "bessj": Case(mpmath.besselj, scipy.special.jv, [(2, 3.0), (0.5, 7.0)], [
        (0, 1e-300), (100, 1.0), (0.5, 1e5), (2 + 1e-10, 3.0), (-2 + 1e-12, 3.0), (50, 50.0), (0, 1e6),
        (0, 2.404825557695773), (3, -1e-50), (2.5, 1e-3 + 1e-300j), (1, complex(-2, 1e-12))
    ]),
    "bessy": Case(mpmath.bessely, scipy.special.yv, [(2, 3.0), (0.5, 7.0)], [
        (0, 1e-300), (0, 1e5), (3 + 1e-11, 2.0), (40, 1.0), (0, 0.893576966279167), (0.5, complex(-2, 1e-12)),
        (0.5, complex(-2, -1e-12))
    ]),
    "bessi": Case(mpmath.besseli, scipy.special.iv, [(2, 3.0), (0.5, 7.0)], [
        (0, 700.0), (30, 0.1), (1 / 3, 1e-5), (-2 + 1e-12, 3.0), (0, 2.404825557695773j)
    ]),
    "bessk": Case(mpmath.besselk, scipy.special.kv, [(2, 3.0), (0.5, 7.0)], [
        (0, 700.0), (0, 1e-300), (2.5 + 1e-12, 1.0), (3 + 1e-11, 2.0), (0, complex(-2, 1e-12))
    ]),
    "bessj0": Case(lambda x: mpmath.besselj(0, x), scipy.special.j0, [(3.0,)], [(1e-300,), (1e6,), (14.930917708487785,)]),
    "bessj1": Case(lambda x: mpmath.besselj(1, x), scipy.special.j1, [(3.0,)], [(1e-300,), (1e6,), (3.8317059702075125,)]),
    "bessy0": Case(lambda x: mpmath.bessely(0, x), scipy.special.y0, [(3.0,)], [(1e-300,), (1e6,), (3.957678419314858,)]),
    "bessy1": Case(lambda x: mpmath.bessely(1, x), scipy.special.y1, [(3.0,)], [(1e-300,), (1e6,), (2.197141326031017,)]),
    "complete-elliptic-integral-K": Case(m(mpmath.ellipk), of_parameter(scipy.special.ellipk), [(0.5,)], MODULI),
    "first-elliptic-integral": Case(m(mpmath.ellipk), of_parameter(scipy.special.ellipk), [(0.5,)], MODULI),
    "complete-elliptic-integral-E": Case(m(mpmath.ellipe), of_parameter(scipy.special.ellipe), [(0.5,)], MODULI),
    "second-elliptic-integral": Case(m(mpmath.ellipe), of_parameter(scipy.special.ellipe), [(0.5,)], MODULI),
    "elliptic-integral-F": Case(m(mpmath.ellipf), of_parameter(scipy.special.ellipkinc), [(1.0, 0.5), (-7.0, 0.5)], ANGLES),
    "elliptic-integral-E": Case(m(mpmath.ellipe), of_parameter(scipy.special.ellipeinc), [(1.0, 0.5), (-7.0, 0.5)], ANGLES),
    **{
        f"jacobi-{name}": Case(
            jacobi(name), lambda u, k, i=i: scipy.special.ellipj(u, k * k)[i], [(1.0, 0.5), (7.0, 0.8)], ARGUMENTS
        )
        for i, name in enumerate(("sn", "cn", "dn"))
    },
    **{
        name: Case(mpmath.elliprf, scipy.special.elliprf, [(1.0, 2.0, 3.0)], [
            (1e-200, 1.0, 1e200), (0.0, 1e-200, 1.0), (1.0, 1 + 1e-12, 1 - 1e-12), (complex(-1, 1e-12), 1.0, 2.0),
            (complex(-1, -1e-12), 1.0, 2.0)
        ])
        for name in ("Carlson-elliptic-1",)
    },
    "Carlson-elliptic-2": Case(mpmath.elliprd, scipy.special.elliprd, [(1.0, 2.0, 3.0)], [
        (1e-100, 1.0, 1e100), (0.0, 1e-200, 1.0), (1.0, 1 + 1e-12, 1 - 1e-12), (complex(-1, 1e-12), 1.0, 2.0)
    ]),
    "gamma-function": Case(mpmath.gamma, scipy.special.gamma, [(2.7,), (-1.5,)], [
        (1e-300,), (-1 + 1e-12,), (-20.5,), (171.5,), (1e-8 + 1e-8j,), (2 + 50j,)
    ]),
    "log-gamma": Case(mpmath.loggamma, scipy.special.loggamma, [(2.7,)], [
        (1e-300,), (1e300,), (1 + 1e-12,), (2 - 1e-12,), (complex(-2.5, 1e-12),), (complex(-2.5, -1e-12),)
    ]),
    "polygamma": Case(lambda n, x: mpmath.psi(n, x), scipy.special.polygamma, [(1, 2.5)], [
        (0, 1.4616321449683622), (5, 1e-3), (0, 1e300), (0, -3 + 1e-10), (2, -1e-5)
    ]),
    "upper-gamma": Case(mpmath.gammainc, lambda s, x: scipy.special.gammaincc(s, x) * scipy.special.gamma(s), [(2.5, 1.0)], [
        (2.5, 700.0), (1e-10, 1e-10), (-3 + 1e-9, 0.5), (50.0, 1e-3)
    ]),
    "lower-gamma": Case(
        lambda s, x: mpmath.gammainc(s, 0, x), lambda s, x: scipy.special.gammainc(s, x) * scipy.special.gamma(s),
        [(2.5, 1.0)], [(2.5, 1e-100), (2.5, 700.0), (1e-10, 2.0), (50.0, 1e-3)],
    ),
    "zeta-derivative": Case(
        lambda n, x: mpmath.zeta(x, derivative=int(n)), None, [(1, 2.5), (2, -1.5)],
        [(1, 1 + 1e-10), (3, 20.0), (1, -20.5), (2, 0.5 + 14.134725141734693j)],
    ),
    **{
        name: Case(
            m(mpmath.ellippi), None, [(0.3, 0.5), (-2.0, 0.8)],
            [(1 - 1e-12, 0.5), (0.3, NEAR_ONE), (-1e10, 0.5), (1e-200, 0.9), (0.25, 0.5), (0.9, 1e-9)],
        )
        for name in ("complete-elliptic-integral-Pi", "third-elliptic-integral")
    },
    "zeta-function": Case(mpmath.zeta, scipy.special.zeta, [(2.5,)], [
        (1 + 1e-10,), (50.0,), (-20 + 1e-9,), (1e-300,), (0.5 + 14.134725141734693j,), (0.5 + 100j,)
    ]),
    "polylogarithm": Case(mpmath.polylog, None, [(2, 0.5), (1.5, -3.0)], [
        (2, 1 - 1e-12), (2.5, -1e6), (0.5, 0.999999), (2, complex(2, 1e-12)), (2, complex(2, -1e-12))
    ]),
    "Lambert-W": Case(mpmath.lambertw, lambda x: scipy.special.lambertw(x).real, [(0.7,)], [
        (-0.3678794411714423,), (1e-300,), (1e300,), (complex(-2, 1e-12),), (complex(-2, -1e-12),)
    ]),
    "erf": Case(mpmath.erf, scipy.special.erf, [(0.7,)], [(1e-300,), (6.0,), (1e-8 + 3j,)]),
    "erfc": Case(mpmath.erfc, scipy.special.erfc, [(0.7,)], [(26.0,), (-1e-300,), (1e-17,)]),
    "erfi": Case(mpmath.erfi, scipy.special.erfi, [(0.7,)], [(1e-300,), (26.0,)]),
    "sine-integral": Case(mpmath.si, lambda x: scipy.special.sici(x)[0], [(2.0,)], [(1e-300,), (1e6,), (-40.0,)]),
    "cosine-integral": Case(mpmath.ci, lambda x: scipy.special.sici(x)[1], [(2.0,)], [
        (1e-300,), (1e6,), (0.6165054856207162,), (complex(-2, 1e-12),)
    ]),
    "hyperbolic-sine-integral": Case(mpmath.shi, lambda x: scipy.special.shichi(x)[0], [(2.0,)], [(1e-300,), (600.0,)]),
    "hyperbolic-cosine-integral": Case(mpmath.chi, lambda x: scipy.special.shichi(x)[1], [(2.0,)], [
        (1e-300,), (600.0,), (0.5238225713898644,)
    ]),
    "exponential-integral": Case(mpmath.ei, scipy.special.expi, [(2.0,)], [
        (0.37250741078136663,), (-600.0,), (1e-300,), (700.0,), (complex(-2, 1e-12),), (complex(-2, -1e-12),)
    ]),
    "logarithmic-integral": Case(mpmath.li, lambda x: scipy.special.expi(math.log(x)), [(2.0,)], [
        (1 + 1e-12,), (1.451369234883381,), (1e-300,), (1e300,)
    ]),
    "Fresnel-S": Case(mpmath.fresnels, lambda x: scipy.special.fresnel(x)[0], [(0.7,)], [(1e-50,), (1e4,)]),
    "Fresnel-C": Case(mpmath.fresnelc, lambda x: scipy.special.fresnel(x)[1], [(0.7,)], [(1e-300,), (1e4,)]),
    "Airy-Ai": Case(mpmath.airyai, lambda x: scipy.special.airy(x)[0], [(0.7,)], [(100.0,), (-1e4,), (-2.338107410459767,)]),
    "Airy-Bi": Case(mpmath.airybi, lambda x: scipy.special.airy(x)[2], [(0.7,)], [(100.0,), (-1e4,), (-1.173713222709128,)]),
    "Airy-Ai-prime": Case(lambda x: mpmath.airyai(x, derivative=1), lambda x: scipy.special.airy(x)[1], [(0.7,)], [
        (100.0,), (-1e4,), (-1.018792971647471,)
    ]),
    "Airy-Bi-prime": Case(lambda x: mpmath.airybi(x, derivative=1), lambda x: scipy.special.airy(x)[3], [(0.7,)], [
        (100.0,), (-1e4,), (-2.294439682614123,)
    ]),
}  # fmt: skip

DIGITS = 80


def same(found, exact):
    """To a unit or two in the last place, also of a small part beside a large one."""
    found, exact = complex(found), mpmath.mpmathify(exact)
    assert abs(found - exact) <= 6e-16 * abs(exact) + 5e-324, (found, exact)


def _of_library(case):
    def as_scipy_and_mpmath(f):
        for place in case.places:
            if case.scipy is not None:
                assert f(*place) == pytest.approx(complex(case.scipy(*place)), rel=1e-11)
            with mpmath.workdps(DIGITS):
                same(f(*place), case.exact(*map(mpmath.mpmathify, place)))

    return as_scipy_and_mpmath


def _of_hard(case):
    def hard_arguments(f):
        with mpmath.workdps(DIGITS):
            for place in case.hard:
                same(f(*place), case.exact(*map(mpmath.mpmathify, place)))

    return hard_arguments


for _name, _case in CASES.items():
    library(_name)(_of_library(_case))
    hard(_name)(_of_hard(_case))


def amplitude(u, k):
    """By Newton's method on F."""
    with mpmath.workdps(40):
        return mpmath.findroot(lambda phi: mpmath.ellipf(phi, mpmath.mpf(k) ** 2) - u, u)


@library("jacobi-am")
def the_inverse_of_F(f):
    same(f(1.0, 0.5), amplitude(1.0, 0.5))
    assert f(7.0, 0.8) == pytest.approx(scipy.special.ellipj(7.0, 0.64)[3], rel=1e-12)


@hard("jacobi-am")
def hard_amplitudes(f):
    for u, k in ((1e-300, 0.5), (1.0, 0.999999), (3.0, 1e-9)):
        same(f(u, k), amplitude(u, k))
    with mpmath.workdps(40):
        u, k = 1e3, 0.99  # many turns
        assert mpmath.ellipf(f(u, k), mpmath.mpf(k) ** 2) == pytest.approx(u, rel=1e-14)
        same(f(0.5, 1 + 1e-9), mpmath.asin(mpmath.ellipfun("sn", 0.5, k=mpmath.mpf(1 + 1e-9))))


@library("Jacobi-elliptic-functions")
def three_at_once(f):
    f(1.0, 0.5, lambda *found: [same(x, jacobi(n)(1.0, 0.5)) for x, n in zip(found, ("sn", "cn", "dn"), strict=True)])
    assert f(2.0, 0.9, lambda *found: found) == pytest.approx(scipy.special.ellipj(2.0, 0.81)[:3], rel=1e-11)


@hard("Jacobi-elliptic-functions")
def three_hard_ones(f):
    with mpmath.workdps(DIGITS):
        for u, k in ARGUMENTS:
            for found, name in zip(f(u, k, lambda *found: found), ("sn", "cn", "dn"), strict=True):
                same(found, mpmath.ellipfun(name, u, k=mpmath.mpf(k)))


def integrals(k):
    """K, E and the derivative of K, by mpmath."""
    k = mpmath.mpf(k)
    K, E = mpmath.ellipk(k**2), mpmath.ellipe(k**2)
    return K, E, (E / (1 - k**2) - K) / k


@library("elliptic-integrals")
def pairs(f):
    with mpmath.workdps(40):
        for found, i in zip(f(0.5, lambda *found: found), (0, 1), strict=True):
            assert found == pytest.approx(float(integrals(0.5)[i]), rel=1e-14)


@hard("elliptic-integrals")
def pairs_at_hard_moduli(f):
    with mpmath.workdps(500):
        for k in (1e-200, 1e-9, 1e-4, 0.999999, NEAR_ONE):
            for found, i in zip(f(k, lambda *found: found), (0, 1), strict=True):
                assert found == pytest.approx(float(integrals(k)[i]), rel=1e-14, abs=0)
