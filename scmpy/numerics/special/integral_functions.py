"""Integrals of elementary functions that are none: of errors, of sines, of exponentials and logarithms, of Fresnel.

    erf x = 2/pi^(1/2) integral from 0 to x of exp(-t^2),      Si x = integral from 0 to x of sin(t)/t,
    Ei x = integral from -infinity to x of exp(t)/t,           li x = Ei(log x),

and their kin. They are what antiderivatives in closed form are often made of; SymPy has them as erf, Si, Ci, Ei, li,
fresnels and fresnelc.

Source:  N. M. Temme, Digital Library of Mathematical Functions, ch. 6 and 7
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.records import Interval
from scmpy.numerics.special.at_zero import with_expansion
from scmpy.numerics.special.special_records import special
from scmpy.symbolic.expression import PI

_POSITIVE = Interval(0, math.inf, "()")


def _infinite_at(place: int, name: str) -> Any:
    def exact(x: Any) -> Any:
        if x == place:
            raise DomainError(f"{name} is infinite at {place}")

    return exact


def _of_square(sign: int) -> Any:
    """2/pi^(1/2) exp(-x^2), or with the other signs."""
    return lambda x: g.mul(g.div(2 * sign, g.sqrt(PI)), g.exp(g.mul(-1, g.square(x))))


def _of_even(sign: int, order: int) -> Any:
    """The coefficients of sin(x)/x, and of sinh(x)/x."""
    return 0 if order % 2 else g.div(sign, math.factorial(order + 1))


@special(
    "erf",
    (_of_square(1),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    range=Interval(-1, 1, "()"),
    ends=(-1.0, 1.0),
    sympy="erf",
)
def erf(x: Any) -> Any:
    """The error function.

    Scheme:  (erf x)
    Math:    2/pi^(1/2) integral from 0 to x of exp(-t^2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> from scmpy import D, symbols
    >>> erf(0.5), erf(0), D(erf)(symbols("x"))
    (0.5204998778130465, 0, (/ (* 2 (exp (* -1 (expt x 2)))) (sqrt π)))
    """
    return x.erf()


@special(
    "erfc",
    (_of_square(-1),),
    definition=lambda x: g.sub(1, erf(x)),
    exact={0: 1}.get,
    cuts="none",
    range=Interval(0, 2, "()"),
    ends=(2.0, 0.0),
    sympy="erfc",
)
def erfc(x: Any) -> Any:
    """The complementary error function, 1 - erf.

    Scheme:  (erfc x)
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> erfc(0.5), erfc(0)
    (0.4795001221869535, 1)
    """
    return x.erfc()


@special(
    "erfi",
    (lambda x: g.mul(g.div(2, g.sqrt(PI)), g.exp(g.square(x))),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    ends=(-math.inf, math.inf),
    sympy="erfi",
)
def erfi(x: Any) -> Any:
    """The error function of an imaginary argument, -i erf(i x).

    Scheme:  (erfi x)
    Math:    2/pi^(1/2) integral from 0 to x of exp(t^2) dt
    >>> erfi(0.5), erfi(0)
    (0.614952094696511, 0)
    """
    return x.erfi()


@special(
    "sine-integral",
    (with_expansion(lambda x: g.div(g.sin(x), x), lambda j: _of_even((-1) ** (j // 2), j)),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    range=Interval(-2, 2, "()"),
    ends=(-math.pi / 2, math.pi / 2),
    sympy="Si",
    tex=r"\operatorname{Si}",
)
def sine_integral(x: Any) -> Any:
    """The sine integral, Si.

    Scheme:  (sine-integral x)
    Math:    Si x = integral from 0 to x of sin(t)/t dt
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> from scmpy import D, symbols
    >>> sine_integral(2.0), sine_integral(0), D(sine_integral)(symbols("x"))
    (1.6054129768026948, 0, (/ (sin x) x))
    """
    return x.si()


@special(
    "cosine-integral",
    (lambda x: g.div(g.cos(x), x),),
    exact=_infinite_at(0, "cosine-integral"),
    domain=_POSITIVE,
    cuts="negative axis",
    ends=(None, 0.0),
    sympy="Ci",
    tex=r"\operatorname{Ci}",
)
def cosine_integral(x: Any) -> Any:
    """The cosine integral, Ci; of positive numbers it is real.

    Scheme:  (cosine-integral x)
    Math:    Ci x = - integral from x to infinity of cos(t)/t dt
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> from scmpy import D, symbols
    >>> cosine_integral(2.0), D(cosine_integral)(symbols("x"))
    (0.422980828774865, (/ (cos x) x))
    """
    return x.ci()


@special(
    "hyperbolic-sine-integral",
    (with_expansion(lambda x: g.div(g.sinh(x), x), lambda j: _of_even(1, j)),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    ends=(-math.inf, math.inf),
    sympy="Shi",
    tex=r"\operatorname{Shi}",
)
def hyperbolic_sine_integral(x: Any) -> Any:
    """The hyperbolic sine integral, Shi.

    Scheme:  (hyperbolic-sine-integral x)
    Math:    Shi x = integral from 0 to x of sinh(t)/t dt
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> hyperbolic_sine_integral(2.0), hyperbolic_sine_integral(0)
    (2.5015674333549756, 0)
    """
    return x.shi()


@special(
    "hyperbolic-cosine-integral",
    (lambda x: g.div(g.cosh(x), x),),
    exact=_infinite_at(0, "hyperbolic-cosine-integral"),
    domain=_POSITIVE,
    cuts="negative axis",
    ends=(None, math.inf),
    sympy="Chi",
    tex=r"\operatorname{Chi}",
)
def hyperbolic_cosine_integral(x: Any) -> Any:
    """The hyperbolic cosine integral, Chi; of positive numbers it is real.

    Scheme:  (hyperbolic-cosine-integral x)
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
    exact=_infinite_at(0, "exponential-integral"),
    cuts="negative axis",
    ends=(0.0, math.inf),
    sympy="Ei",
    tex=r"\operatorname{Ei}",
)
def exponential_integral(x: Any) -> Any:
    """The exponential integral, Ei.

    Scheme:  (exponential-integral x)
    Math:    Ei x = principal value of the integral from -infinity to x of exp(t)/t dt
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> from scmpy import D, symbols
    >>> exponential_integral(2.0), exponential_integral(-1.0), D(exponential_integral)(symbols("x"))
    (4.95423435600189, -0.21938393439552029, (/ (exp x) x))
    """
    return x.ei()


@special(
    "logarithmic-integral",
    (lambda x: g.invert(g.log(x)),),
    exact=lambda x: 0 if x == 0 else _infinite_at(1, "logarithmic-integral")(x),
    domain=_POSITIVE,
    cuts="real axis",
    definition=lambda x: exponential_integral(g.log(x)),
    ends=(None, math.inf),
    sympy="li",
    tex=r"\operatorname{li}",
)
def logarithmic_integral(x: Any) -> Any:
    """The logarithmic integral, li.

    Scheme:  (logarithmic-integral x)
    Math:    li x = principal value of the integral from 0 to x of 1/log(t) dt
    Raises:  DomainError at 1
    Source:  Digital Library of Mathematical Functions, 6.2
    >>> from scmpy import D, symbols
    >>> logarithmic_integral(2.0), logarithmic_integral(0), D(logarithmic_integral)(symbols("x"))
    (1.045163780117493, 0, (/ 1 (log x)))
    """
    return x.li()


def _of_turn(f: Any) -> Any:
    """A sine or cosine of pi x^2 / 2."""
    return lambda x: f(g.mul(g.div(PI, 2), g.square(x)))


@special(
    "Fresnel-S",
    (_of_turn(g.sin),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    range=Interval(-1, 1, "()"),
    ends=(-0.5, 0.5),
    sympy="fresnels",
    tex="S",
)
def Fresnel_S(x: Any) -> Any:
    """Fresnel's sine integral.

    Scheme:  (Fresnel-S x)
    Math:    integral from 0 to x of sin(pi t^2/2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> from scmpy import D, symbols
    >>> Fresnel_S(1.0), Fresnel_S(0), D(Fresnel_S)(symbols("x"))
    (0.43825914739035476, 0, (sin (* 1/2 (expt x 2) π)))
    """
    return x.fresnel_s()


@special(
    "Fresnel-C",
    (_of_turn(g.cos),),
    exact={0: 0}.get,
    parity=-1,
    cuts="none",
    range=Interval(-1, 1, "()"),
    ends=(-0.5, 0.5),
    sympy="fresnelc",
    tex="C",
)
def Fresnel_C(x: Any) -> Any:
    """Fresnel's cosine integral.

    Scheme:  (Fresnel-C x)
    Math:    integral from 0 to x of cos(pi t^2/2) dt
    Source:  Digital Library of Mathematical Functions, 7.2
    >>> Fresnel_C(1.0), Fresnel_C(0)
    (0.7798934003768229, 0)
    """
    return x.fresnel_c()
