"""Euler's Gamma function and its kin: its logarithm and derivatives, incomplete ones, zeta and polylogarithms.

    Gamma(x) = integral from 0 to infinity of t^(x - 1) exp(-t),    psi_n = D^(n + 1) log Gamma,
    Gamma(s, x) = the same integral from x,                         gamma(s, x) = Gamma(s) - Gamma(s, x),
    Li_s(z) = sum over n from 1 of z^n/n^s,                         zeta(s) = Li_s(1)

Source:  R. A. Askey and R. Roy, Digital Library of Mathematical Functions, ch. 5, 8 and 25
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.numeric_tower import exact
from scmpy.generic.records import Interval
from scmpy.numerics.special.at_zero import with_expansion
from scmpy.numerics.special.special_records import not_by, special
from scmpy.symbolic.expression import PI

_MOST_ORDER = 100  # of a derivative of zeta that has values
_MOST = 200  # integers of this size have exact values
_POSITIVE = Interval(0, math.inf, "()")


def _is_small_integer(x: Any) -> bool:
    return type(x) is int and abs(x) <= _MOST


def _exact_gamma(x: Any) -> Any:
    """Exact at integers, and at halves of them."""
    if type(x) is int and x <= 0:
        raise DomainError(f"gamma-function is infinite at {x}")
    if _is_small_integer(x):
        return math.factorial(x - 1)
    if isinstance(x, Fraction) and x.denominator == 2 and abs(x) <= _MOST:
        product = math.prod((Fraction(2 * k + 1, 2) for k in range(max(0, math.floor(x)))), start=Fraction(1))
        for k in range(math.floor(x), 0):
            product /= Fraction(2 * k + 1, 2)
        return g.mul(product, g.sqrt(PI))
    return None


def _exact_log_gamma(x: Any) -> Any:
    if type(x) is int and x <= 0:
        raise DomainError(f"log-gamma is infinite at {x}")
    return 0 if x in (1, 2) else None


@special(
    "gamma-function",
    (lambda x: g.mul(gamma_function(x), polygamma(0, x)),),
    exact=_exact_gamma,
    ends=(None, math.inf),
    cuts="none",
    sympy="gamma",
    tex=r"\Gamma",
)
def gamma_function(x: Any) -> Any:
    """Euler's Gamma function; of a positive integer n the factorial of n - 1.

    Scheme:  (gamma-function x)
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
    exact=_exact_log_gamma,
    ends=(None, math.inf),
    domain=_POSITIVE,
    cuts="negative axis",
    sympy="loggamma",
    tex=r"\log\Gamma",
)
def log_gamma(x: Any) -> Any:
    """The logarithm of the Gamma function, without its turns.

    Scheme:  (log-gamma x)
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

    Scheme:  (polygamma n x)
    Math:    psi_n = D^(n + 1) log Gamma
    Raises:  DomainError at 0, -1, -2 ...; LimitError of an order above 10^7, or x below -10^5
    Source:  Digital Library of Mathematical Functions, 5.15
    >>> from scmpy import D, symbols
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
    (
        lambda s, x: not_by("upper-gamma", "exponent", s),
        lambda s, x: g.negate(_integrand(s, x)),
    ),
    exact=_exact_upper,
    ends=(None, 0.0),
    cuts="negative axis",
    sympy="uppergamma",
    tex=r"\Gamma",
)
def upper_gamma(s: Any, x: Any) -> Any:
    """The upper incomplete Gamma function.

    Scheme:  (upper-gamma s x)
    Math:    integral from x to infinity of t^(s - 1) exp(-t) dt
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 8.2
    >>> from scmpy import D, symbols
    >>> upper_gamma(1, symbols("x")), round(upper_gamma(2.5, 1.0), 12)
    ((exp (* -1 x)), 1.128802791889)
    """
    return x.gamma_upper(s)


@special(
    "lower-gamma",
    (
        lambda s, x: not_by("lower-gamma", "exponent", s),
        _integrand,
    ),
    exact=_exact_lower,
    definition=lambda s, x: g.sub(gamma_function(s), upper_gamma(s, x)),
    cuts="negative axis",
    sympy="lowergamma",
    tex=r"\gamma",
)
def lower_gamma(s: Any, x: Any) -> Any:
    """The lower incomplete Gamma function.

    Scheme:  (lower-gamma s x)
    Math:    integral from 0 to x of t^(s - 1) exp(-t) dt
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 8.2
    >>> from scmpy import D, symbols
    >>> round(lower_gamma(2.5, 1.0), 12), D(lambda x: lower_gamma(3, x))(symbols("x"))
    (0.20053759629, (* (expt x 2) (exp (* -1 x))))
    """
    return x.gamma_lower(s)


def _exact_zeta(s: Any) -> Any:
    """Exact at integers that are even, or not positive."""
    if type(s) is int and s == 1:
        raise DomainError("zeta-function is infinite at 1")
    if not _is_small_integer(s) or (s > 0 and s % 2):
        return None
    from flint import fmpq

    found = fmpq.bernoulli(s if s > 0 else 1 - s)
    number = Fraction(int(found.p), int(found.q))
    if s > 0:
        return g.mul(abs(number) * Fraction(2 ** (s - 1), math.factorial(s)), g.expt(PI, s))
    return exact(-number / (1 - s)) if s else Fraction(-1, 2)


@special(
    "zeta-derivative",
    (lambda n, s: not_by("zeta-derivative", "order", n), lambda n, s: zeta_derivative(g.add(n, 1), s)),
    exact=lambda n, s: zeta_function(s) if type(n) is int and n == 0 else None,
    cuts="none",
    tex=r"\zeta",
)
def zeta_derivative(n: Any, s: Any) -> Any:
    """The derivative of an order of Riemann's zeta function.

    Scheme:  (zeta-derivative n s)
    Raises:  DomainError at 1, and unless the order is a whole number from 0 to 100; LimitError of s beyond 10^6
    Source:  Digital Library of Mathematical Functions, 25.2
    >>> from scmpy import D, symbols
    >>> round(zeta_derivative(1, 2.0), 12), D(zeta_function)(symbols("s"))
    (-0.937548254316, (zeta-derivative 1 s))
    """
    from flint import acb_series

    order = _order_of(n)
    if s == 1:
        raise ValueError("a pole")
    within(_MOST_ZETA, s)
    return acb_series([s, 1], order + 1).zeta()[order] * math.factorial(order)


def _order_of(n: Any) -> int:
    order = round(float(n.real.mid()))
    if not (n == order and 0 <= order <= _MOST_ORDER):
        raise ValueError("no order of a derivative")
    return order


@special(
    "zeta-function",
    (lambda s: zeta_derivative(1, s),),
    exact=_exact_zeta,
    ends=(None, 1.0),
    cuts="none",
    sympy="zeta",
    tex=r"\zeta",
)
def zeta_function(s: Any) -> Any:
    """Riemann's zeta function.

    Scheme:  (zeta-function s)
    Math:    sum over n from 1 of n^(-s), where the real part of s is above 1
    Raises:  DomainError at 1
    Source:  Digital Library of Mathematical Functions, 25.2
    >>> zeta_function(2), zeta_function(3.0), zeta_function(0), zeta_function(-1)
    ((* 1/6 (expt π 2)), 1.2020569031595942, Fraction(-1, 2), Fraction(-1, 12))
    """
    return s.zeta()


def _exact_polylogarithm(s: Any, z: Any) -> Any:
    """By other functions of order 1 and 0, and where the argument is 0 or 1."""
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

    Scheme:  (polylogarithm s z)
    Math:    Li_s(z) = sum over n from 1 of z^n/n^s inside the unit circle, and its continuation
    Raises:  DomainError where there is no value; LimitError of an order of a size above 100 outside the unit circle,
             or below -10^5
    Source:  Digital Library of Mathematical Functions, 25.12
    >>> from scmpy import D, symbols
    >>> polylogarithm(2, 0.5), D(lambda z: polylogarithm(2, z))(symbols("z"))
    (0.5822405264650125, (/ (* -1 (log (+ 1 (* -1 z)))) z))
    """
    if s.imag == 0 and s.real > _LARGE_ORDER and abs(z) <= 1:
        return _sum_of_powers(s, z)
    within(_LARGE_ORDER if s.real > 0 else _MOST_TERMS, s.real)
    return z.polylog(s)


def _sum_of_powers(s: Any, z: Any) -> Any:
    """z + z^2/2^s + ... of a large order, with what is left out: less than 1/(s - 1) times N^(1 - s)."""
    from flint import arb, ctx

    last = math.ceil(2 ** ((ctx.prec + 10) / (float(s.real.mid()) - 1))) + 1
    found, power = 0 * z, z / z if z != 0 else z
    for n in range(1, last + 1):
        power = power * z
        found += power * type(s)(n) ** -s
    rest = arb(last) ** (1 - s.real) / (s.real - 1) * abs(z)
    return found + type(z)(arb(0, rest), arb(0, rest) if z.imag != 0 else 0)


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

    Scheme:  (Lambert-W x)
    Math:    W(x) exp(W(x)) = x, W(x) >= -1 where x >= -1/e
    Source:  Digital Library of Mathematical Functions, 4.13
    >>> from scmpy import D
    >>> Lambert_W(1.0), Lambert_W(0), D(Lambert_W)(0)
    (0.5671432904097838, 0, 1)
    """
    return x.lambertw()
