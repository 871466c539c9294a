"""Gamma and kin; error, sine, exponential, Fresnel integrals."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import LimitError
from scmpy.generic import operations as g
from scmpy.generic.elementary import Interval
from scmpy.generic.numbers import exact
from scmpy.numerics.special_functions import not_by, special, with_expansion
from scmpy.registry import flint
from scmpy.symbolic.expression import PI

# --- gamma -----------------------------------------------------------------------------------------------------------
# Euler's Gamma function and its kin: its logarithm and derivatives, incomplete ones, zeta and polylogarithms.
#
#     Gamma(x) = integral from 0 to infinity of t^(x - 1) exp(-t),    psi_n = D^(n + 1) log Gamma,
#     Gamma(s, x) = the same integral from x,                         gamma(s, x) = Gamma(s) - Gamma(s, x),
#     Li_s(z) = sum over n from 1 of z^n/n^s,                         zeta(s) = Li_s(1)
#
# Source:  R. A. Askey and R. Roy, Digital Library of Mathematical Functions, ch. 5, 8 and 25

_MOST_ORDER = 100  # of a derivative of zeta that has values
_MOST = 200  # integers of this size have exact values
_POSITIVE = Interval(0, math.inf, "()")


def _is_small_integer(x: Any) -> bool:
    return type(x) is int and abs(x) <= _MOST


def _exact_gamma(x: Any) -> Any:
    if _is_small_integer(x):
        return math.factorial(x - 1)
    if isinstance(x, Fraction) and x.denominator == 2 and abs(x) <= _MOST:
        product = math.prod((Fraction(2 * k + 1, 2) for k in range(max(0, math.floor(x)))), start=Fraction(1))
        for k in range(math.floor(x), 0):
            product /= Fraction(2 * k + 1, 2)
        return g.mul(product, g.sqrt(PI))
    return None


def _is_pole(x: Any) -> bool:
    return type(x) is int and x <= 0


@special(
    "gamma-function",
    (lambda x: g.mul(gamma_function(x), polygamma(0, x)),),
    exact=_exact_gamma,
    infinite=_is_pole,
    ends=(None, math.inf),
    sympy="gamma",
    tex=r"\Gamma",
)
def gamma_function(x: Any) -> Any:
    """Euler's Gamma function; of a positive integer n the factorial of n - 1.

    Math:    integral from 0 to infinity of t^(x - 1) exp(-t) dt, where the real part of x is positive
    Raises:  DomainError at 0, -1, -2 ...
    Source:  Digital Library of Mathematical Functions, 5.2
    >>> gamma_function(5), gamma_function(2.5), round(gamma_function(0.5) ** 2, 12)
    (24, 1.329340388179137, 3.14159265359)
    """
    return x.gamma()


@special(
    "log-gamma",
    (lambda x: polygamma(0, x),),
    exact={1: 0, 2: 0}.get,
    infinite=_is_pole,
    ends=(None, math.inf),
    domain=_POSITIVE,
    cuts="negative axis",
    sympy="loggamma",
    tex=r"\log\Gamma",
)
def log_gamma(x: Any) -> Any:
    """The logarithm of the Gamma function, without its turns.

    Raises:  DomainError at 0, -1, -2 ...
    >>> log_gamma(1), round(log_gamma(100.0), 9)
    (0, 359.13420537)
    """
    return x.lgamma()


_MOST_POLYGAMMA, _MOST_TERMS, _MOST_ZETA, _LARGE_ORDER = 1e7, 1e5, 1e6, 100.0  # beyond, work is not bounded


def within(most: float, x: Any) -> None:
    """A LimitError for an argument of a larger size: the work of a function grows with that."""
    if abs(x) > most:
        raise LimitError(f"the work grows with an argument, which is beyond {most:g}: {x.mid()}")


@special(
    "polygamma",
    (lambda n, x: not_by("polygamma", "order", n), lambda n, x: polygamma(g.add(n, 1), x)),
    cuts="negative axis",
    sympy="polygamma",
    tex=r"\psi",
)
def polygamma(n: Any, x: Any) -> Any:
    """The derivative of order n + 1 of the logarithm of the Gamma function; (polygamma 0 x) is the digamma function.

    Math:    psi_n = D^(n + 1) log Gamma
    Raises:  DomainError at 0, -1, -2 ...; LimitError of an order above 10^7, or x below -10^5
    Source:  Digital Library of Mathematical Functions, 5.15
    >>> polygamma(0, 1.0), polygamma(1, 1.0), D(gamma_function)(symbols("x"))
    (-0.5772156649015329, 1.6449340668482264, (* (polygamma 0 x) (gamma-function x)))
    """
    within(_MOST_POLYGAMMA, n)
    if x.real < 0:
        within(_MOST_TERMS, x.real)  # so many steps to the right
    return x.polygamma(n)


def _integrand(s: Any, x: Any) -> Any:
    return g.mul(g.expt(x, g.sub(s, 1)), g.exp(g.negate(x)))


def _exact_upper(s: Any, x: Any) -> Any:
    if type(s) is int and s == 1:
        return g.exp(g.negate(x))
    return gamma_function(s) if type(x) is int and x == 0 else None


def _exact_lower(s: Any, x: Any) -> Any:
    if type(s) is int and s == 1:
        return g.sub(1, g.exp(g.negate(x)))
    return 0 if type(x) is int and x == 0 and g.real_part(s) > 0 else None


@special(
    "upper-gamma",
    (lambda s, x: not_by("upper-gamma", "exponent", s), lambda s, x: g.negate(_integrand(s, x))),
    exact=_exact_upper,
    ends=(None, 0.0),
    cuts="negative axis",
    sympy="uppergamma",
    tex=r"\Gamma",
)
def upper_gamma(s: Any, x: Any) -> Any:
    """The upper incomplete Gamma function.

    Math:    integral from x to infinity of t^(s - 1) exp(-t) dt
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 8.2
    >>> upper_gamma(1, symbols("x")), round(upper_gamma(2.5, 1.0), 12)
    ((exp (* -1 x)), 1.128802791889)
    """
    return x.gamma_upper(s)


@special(
    "lower-gamma",
    (lambda s, x: not_by("lower-gamma", "exponent", s), _integrand),
    exact=_exact_lower,
    definition=lambda s, x: g.sub(gamma_function(s), upper_gamma(s, x)),
    cuts="negative axis",
    sympy="lowergamma",
    tex=r"\gamma",
)
def lower_gamma(s: Any, x: Any) -> Any:
    """The lower incomplete Gamma function.

    Math:    integral from 0 to x of t^(s - 1) exp(-t) dt
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 8.2
    >>> round(lower_gamma(2.5, 1.0), 12), D(lambda x: lower_gamma(3, x))(symbols("x"))
    (0.20053759629, (* (expt x 2) (exp (* -1 x))))
    """
    return x.gamma_lower(s)


def _exact_zeta(s: Any) -> Any:
    if not _is_small_integer(s) or (s > 0 and s % 2):
        return None
    found = flint.fmpq.bernoulli(s if s > 0 else 1 - s)
    number = Fraction(int(found.p), int(found.q))
    if s > 0:
        return g.mul(abs(number) * Fraction(2 ** (s - 1), math.factorial(s)), g.expt(PI, s))
    return exact(-number / (1 - s)) if s else Fraction(-1, 2)


@special(
    "zeta-derivative",
    (lambda n, s: not_by("zeta-derivative", "order", n), lambda n, s: zeta_derivative(g.add(n, 1), s)),
    exact=lambda n, s: zeta_function(s) if type(n) is int and n == 0 else None,
    tex=r"\zeta",
)
def zeta_derivative(n: Any, s: Any) -> Any:
    """The derivative of an order of Riemann's zeta function.

    Raises:  DomainError at 1, and unless the order is a whole number from 0 to 100; LimitError of s beyond 10^6
    Source:  Digital Library of Mathematical Functions, 25.2
    >>> round(zeta_derivative(1, 2.0), 12), D(zeta_function)(symbols("s"))
    (-0.937548254316, (zeta-derivative 1 s))
    """
    order = round(float(n.real.mid()))
    if not (n == order and 0 <= order <= _MOST_ORDER):
        raise ValueError("no order of a derivative")
    if s == 1:
        raise ValueError("a pole")
    within(_MOST_ZETA, s)
    return flint.acb_series([s, 1], order + 1).zeta()[order] * math.factorial(order)


@special(
    "zeta-function",
    (lambda s: zeta_derivative(1, s),),
    exact=_exact_zeta,
    infinite=lambda s: s == 1,
    ends=(None, 1.0),
    sympy="zeta",
    tex=r"\zeta",
)
def zeta_function(s: Any) -> Any:
    """Riemann's zeta function.

    Math:    sum over n from 1 of n^(-s), where the real part of s is above 1
    Raises:  DomainError at 1
    Source:  Digital Library of Mathematical Functions, 25.2
    >>> zeta_function(2), zeta_function(3.0), zeta_function(0), zeta_function(-1)
    ((* 1/6 (expt π 2)), 1.2020569031595942, Fraction(-1, 2), Fraction(-1, 12))
    """
    return s.zeta()


def _exact_polylogarithm(s: Any, z: Any) -> Any:
    if type(s) is int and s in (0, 1):
        return g.negate(g.log(g.sub(1, z))) if s else g.div(z, g.sub(1, z))
    if type(z) is int and z in (0, 1):
        return zeta_function(s) if z else 0
    return None


@special(
    "polylogarithm",
    (
        lambda s, z: not_by("polylogarithm", "order", s),
        with_expansion(lambda s, z: g.div(polylogarithm(g.sub(s, 1), z), z), lambda s, j: g.expt(j + 1, g.sub(1, s))),
    ),
    exact=_exact_polylogarithm,
    cuts="real axis",
    sympy="polylog",
    tex=r"\operatorname{Li}",
)
def polylogarithm(s: Any, z: Any) -> Any:
    """The polylogarithm of an order; that of order 2 is the dilogarithm.

    Math:    Li_s(z) = sum over n from 1 of z^n/n^s inside the unit circle, and its continuation
    Raises:  DomainError where there is no value; LimitError of an order above 100 or below -10^5
    Source:  Digital Library of Mathematical Functions, 25.12
    >>> polylogarithm(2, 0.5), D(lambda z: polylogarithm(2, z))(symbols("z"))
    (0.5822405264650125, (/ (* -1 (log (+ 1 (* -1 z)))) z))
    """
    within(_LARGE_ORDER if s.real > 0 else _MOST_TERMS, s.real)
    return z.polylog(s)


_BRANCH_POINT = -0.36787944117144228  # the float above -1/e


def _over_lambert(x: Any) -> Any:
    """W' = 1/(exp(W) (1 + W))."""
    w = Lambert_W(x)
    return g.invert(g.mul(g.exp(w), g.add(1, w)))


@special(
    "Lambert-W",
    (_over_lambert,),
    exact={0: 0}.get,
    ends=(None, math.inf),
    edge=lambda x: -1.0 if x == math.nextafter(_BRANCH_POINT, -1) else None,
    domain=Interval(_BRANCH_POINT, math.inf, "[)"),
    range=Interval(-1, math.inf, "[)"),
    inverse=lambda w: g.mul(w, g.exp(w)),
    cuts="real axis",
    sympy="LambertW",
    tex="W",
)
def Lambert_W(x: Any) -> Any:
    """Lambert's function W, the solution w of w exp(w) = x, its principal branch.

    Math:    W(x) exp(W(x)) = x, W(x) >= -1 where x >= -1/e
    Source:  Digital Library of Mathematical Functions, 4.13
    >>> Lambert_W(1.0), Lambert_W(0), D(Lambert_W)(0)
    (0.5671432904097838, 0, 1)
    """
    return x.lambertw()


# --- integral functions ----------------------------------------------------------------------------------------------
# Integrals of elementary functions that are none: of errors, of sines, of exponentials and logarithms, of Fresnel.
#
#     erf x = 2/pi^(1/2) integral from 0 to x of exp(-t^2),      Si x = integral from 0 to x of sin(t)/t,
#     Ei x = integral from -infinity to x of exp(t)/t,           li x = Ei(log x),
#
# and their kin. They are what antiderivatives in closed form are often made of; SymPy has them as erf, Si, Ci, Ei, li,
# fresnels and fresnelc.
#
# Source:  N. M. Temme, Digital Library of Mathematical Functions, ch. 6 and 7


def _of_square(sign: int) -> Any:
    """2/pi^(1/2) exp(-x^2), or with the other signs."""
    return lambda x: g.mul(g.div(2 * sign, g.sqrt(PI)), g.exp(g.mul(-1, g.square(x))))


def _of_even(sign: int, order: int) -> Any:
    """The coefficients of sin(x)/x, and of sinh(x)/x."""
    return 0 if order % 2 else g.div(sign, math.factorial(order + 1))


@special("erf", (_of_square(1),), parity=-1, range=Interval(-1, 1, "()"), ends=(-1.0, 1.0), sympy="erf")
def erf(x: Any) -> Any:
    """The error function.

    Math:    2/pi^(1/2) integral from 0 to x of exp(-t^2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> erf(0.5), erf(0), D(erf)(symbols("x"))
    (0.5204998778130465, 0, (/ (* 2 (exp (* -1 (expt x 2)))) (sqrt π)))
    """
    return x.erf()


@special(
    "erfc",
    (_of_square(-1),),
    definition=lambda x: g.sub(1, erf(x)),
    exact={0: 1}.get,
    range=Interval(0, 2, "()"),
    ends=(2.0, 0.0),
    sympy="erfc",
)
def erfc(x: Any) -> Any:
    """The complementary error function, 1 - erf.

    Source:  Digital Library of Mathematical Functions, 7.2
    >>> erfc(0.5), erfc(0)
    (0.4795001221869535, 1)
    """
    return x.erfc()


@special(
    "erfi",
    (lambda x: g.mul(g.div(2, g.sqrt(PI)), g.exp(g.square(x))),),
    parity=-1,
    ends=(-math.inf, math.inf),
    sympy="erfi",
)
def erfi(x: Any) -> Any:
    """The error function of an imaginary argument, -i erf(i x).

    Math:    2/pi^(1/2) integral from 0 to x of exp(t^2) dt
    >>> erfi(0.5), erfi(0)
    (0.614952094696511, 0)
    """
    return x.erfi()


@special(
    "sine-integral",
    (with_expansion(lambda x: g.div(g.sin(x), x), lambda j: _of_even((-1) ** (j // 2), j)),),
    parity=-1,
    range=Interval(-2, 2, "()"),
    ends=(-math.pi / 2, math.pi / 2),
    sympy="Si",
)
def sine_integral(x: Any) -> Any:
    """The sine integral, Si.

    Math:    Si x = integral from 0 to x of sin(t)/t dt
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> sine_integral(2.0), sine_integral(0), D(sine_integral)(symbols("x"))
    (1.6054129768026948, 0, (/ (sin x) x))
    """
    return x.si()


@special(
    "cosine-integral",
    (lambda x: g.div(g.cos(x), x),),
    infinite=lambda x: x == 0,
    domain=_POSITIVE,
    cuts="negative axis",
    ends=(None, 0.0),
    sympy="Ci",
)
def cosine_integral(x: Any) -> Any:
    """The cosine integral, Ci; of positive numbers it is real.

    Math:    Ci x = - integral from x to infinity of cos(t)/t dt
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> cosine_integral(2.0), D(cosine_integral)(symbols("x"))
    (0.422980828774865, (/ (cos x) x))
    """
    return x.ci()


@special(
    "hyperbolic-sine-integral",
    (with_expansion(lambda x: g.div(g.sinh(x), x), lambda j: _of_even(1, j)),),
    parity=-1,
    ends=(-math.inf, math.inf),
    sympy="Shi",
)
def hyperbolic_sine_integral(x: Any) -> Any:
    """The hyperbolic sine integral, Shi.

    Math:    Shi x = integral from 0 to x of sinh(t)/t dt
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> hyperbolic_sine_integral(2.0), hyperbolic_sine_integral(0)
    (2.5015674333549756, 0)
    """
    return x.shi()


@special(
    "hyperbolic-cosine-integral",
    (lambda x: g.div(g.cosh(x), x),),
    infinite=lambda x: x == 0,
    domain=_POSITIVE,
    cuts="negative axis",
    ends=(None, math.inf),
    sympy="Chi",
)
def hyperbolic_cosine_integral(x: Any) -> Any:
    """The hyperbolic cosine integral, Chi; of positive numbers it is real.

    Math:    Chi x = gamma + log x + integral from 0 to x of (cosh(t) - 1)/t dt, with Euler's constant
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> hyperbolic_cosine_integral(2.0)
    2.4526669226469147
    """
    return x.chi()


@special(
    "exponential-integral",
    (lambda x: g.div(g.exp(x), x),),
    infinite=lambda x: x == 0,
    cuts="negative axis",
    ends=(0.0, math.inf),
    sympy="Ei",
)
def exponential_integral(x: Any) -> Any:
    """The exponential integral, Ei.

    Math:    Ei x = principal value of the integral from -infinity to x of exp(t)/t dt
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> exponential_integral(2.0), exponential_integral(-1.0), D(exponential_integral)(symbols("x"))
    (4.95423435600189, -0.21938393439552029, (/ (exp x) x))
    """
    return x.ei()


@special(
    "logarithmic-integral",
    (lambda x: g.invert(g.log(x)),),
    exact={0: 0}.get,
    infinite=lambda x: x == 1,
    domain=_POSITIVE,
    cuts="real axis",
    definition=lambda x: exponential_integral(g.log(x)),
    ends=(None, math.inf),
    sympy="li",
)
def logarithmic_integral(x: Any) -> Any:
    """The logarithmic integral, li.

    Math:    li x = principal value of the integral from 0 to x of 1/log(t) dt
    Raises:  DomainError at 1
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> logarithmic_integral(2.0), logarithmic_integral(0), D(logarithmic_integral)(symbols("x"))
    (1.045163780117493, 0, (/ 1 (log x)))
    """
    return x.li()


def _of_turn(f: Any) -> Any:
    return lambda x: f(g.mul(g.div(PI, 2), g.square(x)))


@special(
    "Fresnel-S", (_of_turn(g.sin),), parity=-1, range=Interval(-1, 1, "()"), ends=(-0.5, 0.5), sympy="fresnels", tex="S"
)
def Fresnel_S(x: Any) -> Any:
    """Fresnel's sine integral.

    Math:    integral from 0 to x of sin(pi t^2/2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> Fresnel_S(1.0), Fresnel_S(0), D(Fresnel_S)(symbols("x"))
    (0.43825914739035476, 0, (sin (* 1/2 (expt x 2) π)))
    """
    return x.fresnel_s()


@special(
    "Fresnel-C", (_of_turn(g.cos),), parity=-1, range=Interval(-1, 1, "()"), ends=(-0.5, 0.5), sympy="fresnelc", tex="C"
)
def Fresnel_C(x: Any) -> Any:
    """Fresnel's cosine integral.

    Math:    integral from 0 to x of cos(pi t^2/2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> Fresnel_C(1.0), Fresnel_C(0)
    (0.7798934003768229, 0)
    """
    return x.fresnel_c()
