"""Bessel functions of any order, on numbers by python-flint, on expressions by their derivatives.

Math:    x^2 y'' + x y' + (x^2 - n^2) y = 0
Source:  F. W. J. Olver and L. C. Maximon, Digital Library of Mathematical Functions, ch. 10
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.generic import operations as g
from scmpy.numerics.special.at_zero import is_about_zero
from scmpy.numerics.special.special_records import not_by, special


def _slope(function: Any, sign: Any = g.sub) -> Any:
    """C_n' = n/x C_n - C_(n+1), of the first kind C_n' = (C_(n-1) - C_(n+1))/2 about 0; I is added in their place."""

    def slope(n: Any, x: Any) -> Any:
        after = function(g.add(n, 1), x)
        if is_about_zero(x):
            return g.div(sign(function(g.sub(n, 1), x), after), 2)
        return sign(g.mul(g.div(n, x), function(n, x)), after)

    return slope


def _exact_J(n: Any, x: Any) -> Any:
    """At 0, of a whole order."""
    return int(n == 0) if type(x) is int and x == 0 and type(n) is int else None


@special(
    "bessj",
    (lambda n, x: not_by("bessj", "order", n), lambda n, x: _slope(bessj)(n, x)),
    exact=_exact_J,
    ends=(0.0, 0.0),
    sympy="besselj",
    cuts="negative axis",
    tex="J",
)
def bessj(n: Any, x: Any) -> Any:
    """The Bessel function of the first kind of an order.

    Scheme:  (bessj n x)
    Math:    the solution of x^2 y'' + x y' + (x^2 - n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> from scmpy import D, symbols
    >>> bessj(2, 3.0), bessj(0, 0), D(lambda x: bessj(0, x))(symbols("x"))
    (0.4860912605858911, 1, (* -1 (bessj 1 x)))
    """
    return x.bessel_j(n)


@special(
    "bessy",
    (lambda n, x: not_by("bessy", "order", n), lambda n, x: _slope(bessy)(n, x)),
    ends=(0.0, 0.0),
    sympy="bessely",
    cuts="negative axis",
    tex="Y",
)
def bessy(n: Any, x: Any) -> Any:
    """The Bessel function of the second kind of an order, for positive x; for others it is complex.

    Scheme:  (bessy n x)
    Math:    a solution of x^2 y'' + x y' + (x^2 - n^2) y = 0, infinite at 0
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.2
    >>> from scmpy import D, symbols
    >>> bessy(2, 3.0), D(lambda x: bessy(0, x))(symbols("x"))
    (-0.16040039348492374, (* -1 (bessy 1 x)))
    """
    return x.bessel_y(n)


@special(
    "bessi",
    (
        lambda n, x: not_by("bessi", "order", n),
        lambda n, x: _slope(bessi, g.add)(n, x),
    ),
    exact=_exact_J,
    ends=(None, math.inf),
    sympy="besseli",
    cuts="negative axis",
    tex="I",
)
def bessi(n: Any, x: Any) -> Any:
    """The modified Bessel function of the first kind of an order.

    Scheme:  (bessi n x)
    Math:    i^(-n) J_n(i x), the solution of x^2 y'' + x y' - (x^2 + n^2) y = 0 that is finite at 0
    Raises:  DomainError where there is no value
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> from scmpy import D, symbols
    >>> bessi(2, 3.0), bessi(0, 0), D(lambda x: bessi(0, x))(symbols("x"))
    (2.245212440929951, 1, (bessi 1 x))
    """
    return x.bessel_i(n)


@special(
    "bessk",
    (lambda n, x: not_by("bessk", "order", n), lambda n, x: _slope(bessk)(n, x)),
    ends=(None, 0.0),
    sympy="besselk",
    cuts="negative axis",
    tex="K",
)
def bessk(n: Any, x: Any) -> Any:
    """The modified Bessel function of the second kind of an order, for positive x; for others it is complex.

    Scheme:  (bessk n x)
    Math:    a solution of x^2 y'' + x y' - (x^2 + n^2) y = 0, infinite at 0, that fades
    Raises:  DomainError at 0
    Source:  Digital Library of Mathematical Functions, 10.25
    >>> from scmpy import D, symbols
    >>> bessk(2, 3.0), D(lambda x: bessk(0, x))(symbols("x"))
    (0.06151045847174204, (* -1 (bessk 1 x)))
    """
    return x.bessel_k(n)
