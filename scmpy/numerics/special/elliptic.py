"""Elliptic integrals and functions, on numbers by python-flint, on expressions by their derivatives.

All take the modulus k, not the parameter m = k^2:

    F(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(-1/2),      K(k) = F(pi/2, k),
    E(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(1/2),       E(k) = E(pi/2, k),

and sn(u, k) = sin phi, cn = cos phi, dn = (1 - k^2 sn^2)^(1/2) where u = F(phi, k) and phi = am(u, k). They are
quotients of theta functions of the lattice that K and K' = K((1 - k^2)^(1/2)) span.

Source:  W. P. Reinhardt and P. L. Walker, Digital Library of Mathematical Functions, ch. 19 and 22
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.elementary import Interval
from scmpy.generic.types import Scalar, Value
from scmpy.numerics.special.definitions import is_about_zero, of_floats, special, with_expansion
from scmpy.registry import public
from scmpy.symbolic.expression import EXPT, PI, Application

# --- integrals ------------------------------------------------------------------------------------------------------


def _other(k: Any) -> Any:
    return g.sub(1, g.square(k))


def _root(phi: Any, k: Any) -> Any:
    return g.sqrt(g.sub(1, g.square(g.mul(k, g.sin(phi)))))


def _modulus(m: Any) -> Any:
    squared = isinstance(m, Application) and m.operator is EXPT and m.operands[1] == 2
    return m.operands[0] if squared else g.sqrt(m)


#: SymPy's take the parameter.
_BY_PARAMETER: Any = (lambda *x: (*x[:-1], x[-1] ** 2), lambda *x: (*x[:-1], _modulus(x[-1])))


def _quarter(k: Any) -> Any:
    return g.div(PI, 2) if type(k) is int and k == 0 else None


def _coefficient(n: int, is_E: bool) -> Fraction:
    """That of k^(2n) sin^(2n) in (1 - k^2 sin^2)^(-1/2), or in the other power."""
    found = Fraction(math.comb(2 * n, n), 4**n)
    return found / (1 - 2 * n) if is_E else found


def _power_of_sine(phi: Any, n: int) -> Any:
    """The integral from 0 to phi of sin^(2n)."""
    found = phi
    for m in range(1, n + 1):
        wave = g.mul(g.expt(g.sin(phi), 2 * m - 1), g.cos(phi))
        found = g.div(g.sub(g.mul(2 * m - 1, found), wave), 2 * m)
    return found


def _by_modulus(formula: Callable[..., Any], is_E: bool) -> Callable[..., Any]:
    """The derivative of an integral by the modulus, whose formula divides by it."""

    def coefficient(*angle_and_order: Any) -> Any:
        *angle, order = angle_and_order
        if order % 2 == 0:
            return 0
        n = (order + 1) // 2
        whole = _power_of_sine(angle[0], n) if angle else g.mul(g.div(PI, 2), _coefficient(n, is_E=False))
        return g.mul(2 * n * _coefficient(n, is_E), whole)

    return with_expansion(formula, coefficient)


def _exact_K(k: Any) -> Any:
    if k in (1, -1):
        raise DomainError(f"complete-elliptic-integral-K is infinite at {k}")
    return _quarter(k)


def _K_by_k(k: Any) -> Any:
    return g.div(g.sub(g.div(complete_elliptic_integral_E(k), _other(k)), complete_elliptic_integral_K(k)), k)


@special(
    "complete-elliptic-integral-K",
    (_by_modulus(_K_by_k, is_E=False),),
    python="complete_elliptic_integral_K",
    aliases=("first-elliptic-integral",),
    exact=_exact_K,
    parity=1,
    cuts="real axis",
    domain=Interval(-1, 1, "()"),
    sympy="elliptic_k",
    by_sympy=_BY_PARAMETER,
    tex="K",
    complex_of_reals=False,
)
def complete_elliptic_integral_K(k: Any) -> Any:
    """The complete elliptic integral of the first kind.

    Scheme:  (complete-elliptic-integral-K k), (first-elliptic-integral k)
    Math:    K(k) = F(pi/2, k)
    Raises:  DomainError unless -1 < k < 1, of real k
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_K(0.5), 12), complete_elliptic_integral_K(symbols("k"))
    (1.685750354813, (complete-elliptic-integral-K k))
    """
    return (k * k).elliptic_k()


@special(
    "complete-elliptic-integral-E",
    (
        _by_modulus(
            lambda k: g.div(g.sub(complete_elliptic_integral_E(k), complete_elliptic_integral_K(k)), k), is_E=True
        ),
    ),
    python="complete_elliptic_integral_E",
    aliases=("second-elliptic-integral",),
    exact=lambda k: 1 if k in (1, -1) else _quarter(k),
    edge=lambda k: 1.0 if abs(abs(k) - 1) <= EDGE and abs(k) > 1 else None,
    parity=1,
    cuts="real axis",
    domain=Interval(-1, 1),
    sympy="elliptic_e",
    by_sympy=_BY_PARAMETER,
    tex="E",
    complex_of_reals=False,
)
def complete_elliptic_integral_E(k: Any) -> Any:
    """The complete elliptic integral of the second kind.

    Scheme:  (complete-elliptic-integral-E k), (second-elliptic-integral k)
    Math:    E(k) = E(pi/2, k)
    Raises:  DomainError unless -1 <= k <= 1, of real k
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_E(0.5), 12), complete_elliptic_integral_E(1)
    (1.467462209339, 1)
    """
    return (k * k).elliptic_e()


def _exact_Pi(n: Any, k: Any) -> Any:
    if type(n) is int and n == 0:
        return complete_elliptic_integral_K(k)
    return g.div(PI, g.mul(2, g.sqrt(g.sub(1, n)))) if type(k) is int and k == 0 else None


def _Pi_by_n(n: Any, k: Any) -> Any:
    rest = g.sub(g.square(k), n)
    integrals = g.add(complete_elliptic_integral_E(k), g.div(g.mul(rest, complete_elliptic_integral_K(k)), n))
    whole = g.mul(g.div(g.sub(g.square(n), g.square(k)), n), complete_elliptic_integral_Pi(n, k))
    return g.div(g.add(integrals, whole), g.mul(2, g.mul(rest, g.sub(n, 1))))


def _Pi_by_k(n: Any, k: Any) -> Any:
    inner = g.sub(complete_elliptic_integral_Pi(n, k), g.div(complete_elliptic_integral_E(k), _other(k)))
    return g.mul(g.div(k, g.sub(n, g.square(k))), inner)


@special(
    "complete-elliptic-integral-Pi",
    (_Pi_by_n, _Pi_by_k),
    python="complete_elliptic_integral_Pi",
    aliases=("third-elliptic-integral",),
    exact=_exact_Pi,
    sympy="elliptic_pi",
    by_sympy=_BY_PARAMETER,
    tex=r"\Pi",
    complex_of_reals=False,
)
def complete_elliptic_integral_Pi(n: Any, k: Any) -> Any:
    """The complete elliptic integral of the third kind, of a characteristic n below 1.

    Scheme:  (complete-elliptic-integral-Pi n k), (third-elliptic-integral n k)
    Math:    integral from 0 to pi/2 of 1/((1 - n sin^2) (1 - k^2 sin^2)^(1/2))
    Raises:  DomainError unless n < 1 and -1 < k < 1, of real numbers
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(complete_elliptic_integral_Pi(0.3, 0.5), 12), complete_elliptic_integral_Pi(0, symbols("k"))
    (2.027792445811, (complete-elliptic-integral-K k))
    """
    return type(n).elliptic_pi(n, k * k)


def _exact_integral(phi: Any, k: Any) -> Any:
    return 0 if type(phi) is int and phi == 0 else phi if type(k) is int and k == 0 else None


EDGE = 4 * 2.0**-52  # so far beyond 1 is rounding


def _on_edge(at_edge: Callable[[Any, Any], Any]) -> Callable[[float, float], float | None]:
    """An integral where k sin is 1 but for rounding, and was not before: there it is of 1/k and the parameter 1/k^2."""
    of_modulus = of_floats(lambda k: at_edge(k, 1 / (k * k)))

    def value(phi: float, k: float) -> float | None:
        if 1 < abs(k) < math.inf and abs(phi) <= math.pi / 2 and 0 <= abs(k * math.sin(phi)) - 1 <= EDGE:
            return math.copysign(of_modulus(abs(k)), phi)
        return None

    return value


_F_on_edge = _on_edge(lambda k, m: m.elliptic_k() / k)
_E_on_edge = _on_edge(lambda k, m: k * (m.elliptic_e() - (1 - m) * m.elliptic_k()))


def _F_by_modulus(phi: Any, k: Any) -> Any:
    other = _other(k)
    integrals = g.sub(g.div(elliptic_integral_E(phi, k), other), elliptic_integral_F(phi, k))
    rest = g.div(g.mul(k, g.mul(g.sin(phi), g.cos(phi))), g.mul(other, _root(phi, k)))
    return g.sub(g.div(integrals, k), rest)


_F_by_k = _by_modulus(_F_by_modulus, is_E=False)


@special(
    "elliptic-integral-F",
    (lambda phi, k: g.invert(_root(phi, k)), _F_by_k),
    exact=_exact_integral,
    edge=_F_on_edge,
    sympy="elliptic_f",
    by_sympy=_BY_PARAMETER,
    tex="F",
    complex_of_reals=False,
)
def elliptic_integral_F(phi: Any, k: Any) -> Any:
    """The elliptic integral of the first kind.

    Scheme:  (elliptic-integral-F phi k)
    Math:    F(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(-1/2)
    Raises:  DomainError where it is not real: k sin above 1 on the way
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(elliptic_integral_F(1.0, 0.5), 9), elliptic_integral_F(0, symbols("k"))
    (1.03735612, 0)
    """
    return type(phi).elliptic_f(phi, k * k)


@special(
    "elliptic-integral-E",
    (
        lambda phi, k: _root(phi, k),
        _by_modulus(
            lambda phi, k: g.div(g.sub(elliptic_integral_E(phi, k), elliptic_integral_F(phi, k)), k), is_E=True
        ),
    ),
    exact=_exact_integral,
    edge=_E_on_edge,
    sympy="elliptic_e",
    by_sympy=_BY_PARAMETER,
    tex="E",
    complex_of_reals=False,
)
def elliptic_integral_E(phi: Any, k: Any) -> Any:
    """The elliptic integral of the second kind.

    Scheme:  (elliptic-integral-E phi k)
    Math:    E(phi, k) = integral from 0 to phi of (1 - k^2 sin^2)^(1/2)
    Raises:  DomainError where it is not real: k sin above 1 on the way
    Source:  Digital Library of Mathematical Functions, 19.2
    >>> round(elliptic_integral_E(1.0, 0.5), 9), elliptic_integral_E(symbols("phi"), 0)
    (0.964876454, phi)
    """
    return type(phi).elliptic_e_inc(phi, k * k)


# --- functions ------------------------------------------------------------------------------------------------------


def _thetas(u: Any, k: Any) -> tuple[Any, Any, Any]:
    """sn, cn and dn as balls, by theta functions; of a modulus above 1 by its inverse."""
    acb = type(u)
    if k == 0:
        return u.sin(), u.cos(), acb(1)
    if k == 1 or k == -1:
        return u.tanh(), u.sech(), u.sech()
    if (abs(k) > 1) and k.imag == 0:
        sn, cn, dn = _thetas(u * k, 1 / k)
        return sn / k, dn, cn
    m = k * k
    quarter, other = m.elliptic_k(), (1 - m).elliptic_k()
    tau = acb(0, 1) * other / quarter
    t1, t2, t3, t4 = acb.modular_theta(u / (2 * quarter), tau)
    _, a2, a3, a4 = acb.modular_theta(acb(0), tau)
    return a3 / a2 * t1 / t4, a4 / a2 * t2 / t4, a4 / a3 * t3 / t4


def _amplitude(u: Any, k: Any) -> Any:
    """The angle am(u, k) of real arguments, continuous in u: half turns go with 2 K."""
    acb = type(u)
    if u.imag != 0 or k.imag != 0:
        raise ValueError("of real numbers alone")
    sn, cn, _ = _thetas(u, k)
    if abs(k) >= 1:
        return sn.real.asin() + 0 * u
    turns = round(float((u / (2 * (k * k).elliptic_k())).real.mid()))
    angle = acb(type(sn.real).atan2(sn.real * (-1) ** turns, cn.real * (-1) ** turns))
    return angle + turns * type(sn.real).pi()


def amplitudes(u: Any, k: float) -> Any:
    """The angles am(u, k) for an array of floats and a modulus from 0 to 1, by Landen's transformation.

    Their error is that of floats of the size of u: for many at once, where balls for each would take too long.
    """
    import numpy

    ratios, mean, other, half = [], 1.0, math.sqrt((1 - k) * (1 + k)), k
    if not other:
        return 2 * numpy.arctan(numpy.tanh(u / 2))
    while half > 1e-8 * mean:  # the next one is of the size of its square
        mean, half, other = (mean + other) / 2, (mean - other) / 2, math.sqrt(mean * other)
        ratios.append(half / mean)
    angle = 2.0 ** len(ratios) * mean * u
    for ratio in reversed(ratios):
        angle = (angle + numpy.arcsin(ratio * numpy.sin(angle))) / 2
    return angle


def _E_of_u(u: Any, k: Any) -> Any:
    return elliptic_integral_E(jacobi_am(u, k), k)


def _by_k(u: Any, k: Any) -> Any:
    """The derivative of am by k, divided by dn: (E/(1 - k^2) - u)/k less k sn cd/(1 - k^2), with the opposite sign."""
    if is_about_zero(k):
        return g.negate(_F_by_k(jacobi_am(u, k), k))  # as F(am(u, k), k) = u
    other = _other(k)
    first = g.div(g.sub(u, g.div(_E_of_u(u, k), other)), k)
    second = g.div(g.mul(k, g.mul(jacobi_sn(u, k), jacobi_cn(u, k))), g.mul(other, jacobi_dn(u, k)))
    return g.add(first, second)


def _exact_function(at_zero: int) -> Callable[[Any, Any], Any]:
    return lambda u, k: at_zero if type(u) is int and u == 0 else None


def _cn_dn(u: Any, k: Any) -> Any:
    return g.mul(jacobi_cn(u, k), jacobi_dn(u, k))


def _sn_dn(u: Any, k: Any) -> Any:
    return g.negate(g.mul(jacobi_sn(u, k), jacobi_dn(u, k)))


def _dn_by_k(u: Any, k: Any) -> Any:
    """From dn^2 = 1 - k^2 sn^2."""
    sn = jacobi_sn(u, k)
    change = g.add(g.mul(k, g.square(sn)), g.mul(g.square(k), g.mul(sn, g.mul(_cn_dn(u, k), _by_k(u, k)))))
    return g.negate(g.div(change, jacobi_dn(u, k)))


@special(
    "jacobi-sn",
    (_cn_dn, lambda u, k: g.mul(_cn_dn(u, k), _by_k(u, k))),
    exact=_exact_function(0),
    tex=r"\operatorname{sn}",
    cuts="none",
)
def jacobi_sn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function sn, the sine of the amplitude.

    Scheme:  (jacobi-sn u k)
    Math:    sn^2 + cn^2 = 1,  d sn/du = cn dn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_sn(0.5, 0.8), 9), D(lambda u: jacobi_sn(u, symbols("k")))(symbols("u"))
    (0.468328835, (* (jacobi-dn u k) (jacobi-cn u k)))
    """
    return _thetas(u, k)[0]


@special(
    "jacobi-cn",
    (_sn_dn, lambda u, k: g.mul(_sn_dn(u, k), _by_k(u, k))),
    exact=_exact_function(1),
    tex=r"\operatorname{cn}",
    cuts="none",
)
def jacobi_cn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function cn, the cosine of the amplitude.

    Scheme:  (jacobi-cn u k)
    Math:    sn^2 + cn^2 = 1,  d cn/du = -sn dn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_cn(0.5, 0.8), 9), jacobi_cn(0, 0.8)
    (0.883554244, 1.0)
    """
    return _thetas(u, k)[1]


@special(
    "jacobi-dn",
    (
        lambda u, k: g.negate(g.mul(g.square(k), g.mul(jacobi_sn(u, k), jacobi_cn(u, k)))),
        _dn_by_k,
    ),
    exact=_exact_function(1),
    tex=r"\operatorname{dn}",
    cuts="none",
)
def jacobi_dn(u: Any, k: Any) -> Any:
    """Jacobi's elliptic function dn, the derivative of the amplitude.

    Scheme:  (jacobi-dn u k)
    Math:    dn^2 + k^2 sn^2 = 1,  d dn/du = -k^2 sn cn
    Source:  Digital Library of Mathematical Functions, 22.6, 22.13
    >>> round(jacobi_dn(0.5, 0.8), 9)
    0.927161035
    """
    return _thetas(u, k)[2]


@special(
    "jacobi-am",
    (jacobi_dn, lambda u, k: g.mul(jacobi_dn(u, k), _by_k(u, k))),
    exact=_exact_integral,
    tex=r"\operatorname{am}",
)
def jacobi_am(u: Any, k: Any) -> Any:
    """Jacobi's amplitude, the angle phi with F(phi, k) = u.

    Scheme:  (jacobi-am u k)
    Math:    d am/du = dn
    Source:  Digital Library of Mathematical Functions, 22.16
    >>> round(jacobi_am(1.0, 0.5), 9)
    0.966031053
    """
    return _amplitude(u, k)


@public("Jacobi-elliptic-functions")
def Jacobi_elliptic_functions(u: Scalar, k: Scalar, receive: Callable[[Any, Any, Any], Any]) -> Value:
    """What a procedure makes of sn(u, k), cn(u, k) and dn(u, k).

    Scheme:  (Jacobi-elliptic-functions u k (lambda (sn cn dn) ...))
    Shapes:  u, k: numbers, or arrays;  receive: (sn, cn, dn) -> anything
    >>> Jacobi_elliptic_functions(0, 0.5, lambda sn, cn, dn: (sn, cn, dn))
    (0.0, 1.0, 1.0)
    """
    return receive(jacobi_sn(u, k), jacobi_cn(u, k), jacobi_dn(u, k))
