"""Series by their terms: values, derivatives, integrals, and Taylor's coefficients."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series, as_series, of_sequence
from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import RealFunction, Scalar, Value
from scmpy.structure.structure import leaves


@public("series:->function", python="series_to_function")
def series_to_function(s: Series) -> Series:
    """The power series with the terms of a series as coefficients, a function: x to the series of the terms c_n x^n.

    Scheme:  ((series:->function s) x)
    Shapes:  s: a series of functions, or numbers
    >>> from scmpy import series, series_sum, symbols
    >>> series_sum(series_to_function(series(1, 2, 3))(symbols("x")), 2)
    (+ 1 (* 3 (expt x 2)) (* 2 x))
    """
    terms = s
    return Series(lambda n: terms[n], power=True)


MOST_COMPONENTS = Limit(
    "most-taylor-components",
    10_000,
    "Components of a derivative that is a coefficient of a Taylor series.",
    "components of a derivative",
)


@public("series:function->", python="series_from_function")
def series_from_function(f: RealFunction, at: Scalar = 0) -> Series:
    """The power series of Taylor's theorem, at 0 or at another point.

    Scheme:  (series:function-> f), (series:function-> f x0)
    Math:    c_n = (D^n f)(x0) / n!
    Raises:  a term: LimitError for too many partial derivatives
    >>> from scmpy import exp
    >>> [series_from_function(exp)[n] for n in range(3)]
    [1, 1, Fraction(1, 2)]
    """
    derivatives: list[Any] = [f]

    def term(n: int) -> Any:
        MOST_COMPONENTS.check(len(leaves(at)) ** min(n, 60), "series:function->")
        while len(derivatives) <= n:
            derivatives.append(D(derivatives[-1]))
        return g.div(derivatives[n](at), math.factorial(n))

    return Series(term, power=True)


@public("series:elementwise")
def series_elementwise(function: Callable[..., Any]) -> Callable[..., Series]:
    """The function of series that applies a function to their corresponding terms.

    Scheme:  ((series:elementwise f) s ...)
    Shapes:  f: terms -> term;  result: series -> series
    >>> from scmpy import cosh_series, exp_series, sinh_series
    >>> difference = series_elementwise(lambda x, y: x - y)(exp_series, cosh_series)
    >>> [difference[n] == sinh_series[n] for n in range(4)]
    [True, True, True, True]
    """
    check_callable(function, wanted="a function")

    def apply(*series: Series) -> Series:
        checked = [as_series(s, "series:elementwise") for s in series]
        return Series(lambda n: function(*(s[n] for s in checked)), power=all(s.is_power for s in checked))

    return apply


@public("*integrate-series", python="integrate_series")
def integrate_series(s: Series, constant: Value) -> Series:
    """The integral of a power series by its variable, with this constant term.

    Scheme:  (*integrate-series s constant)
    >>> from scmpy import power_series
    >>> integrated = integrate_series(power_series(1, 2, 3), 5)
    >>> [integrated[n] for n in range(5)]
    [5, 1, 1, 1, 0]
    """
    terms = s
    return Series(lambda n: g.div(terms[n - 1], n) if n else constant, power=True)


@public("Taylor-series-coefficients")
def Taylor_series_coefficients(f: Callable[..., Any], *args: Value) -> Series:
    """The coefficients of the Taylor expansion of a function at a point, as a series.

    The n-th one is a number for a function of one, else a nested down tuple, which n increments contract with.

    Scheme:  (Taylor-series-coefficients f x ...)
    Math:    f(x), Df(x), D^2 f(x)/2, ..., D^n f(x)/n!
    Shapes:  f: x ... -> anything;  the n-th coefficient of k arguments: a down(k), nested n times
    >>> from scmpy import cube, symbols
    >>> Taylor_series_coefficients(cube, symbols("x"))
    (series (expt x 3) (* 3 (expt x 2)) (* 3 x) 1 ...)
    """
    check_callable(f, wanted="a function")
    return series_generate(lambda n: g.div((D**n)(f)(*args), math.factorial(n)))


@public("series:generate")
def series_generate(function: Callable[[int], Any]) -> Series:
    """The power series whose n-th coefficient is a function of n.

    Scheme:  (series:generate f)
    Raises:  WrongTypeError if f is no function
    >>> squares = series_generate(lambda n: n * n)
    >>> [squares[n] for n in range(4)]
    [0, 1, 4, 9]
    """
    check_callable(function, wanted="a function of the index of a term")
    return Series(function, power=True)


@public("constant-series")
def constant_series(value: Value) -> Series:
    """The power series of a constant: the value, then zeros.

    Scheme:  (constant-series c)
    >>> [constant_series(5)[n] for n in range(3)]
    [5, 0, 0]
    """
    return of_sequence((value,), power=True)


@public("series:inflate")
def series_inflate(s: Series, exponent: int) -> Series:
    """The power series in x^exponent.

    Scheme:  (series:inflate s n)
    Raises:  WrongTypeError unless n is an integer from 1
    >>> from scmpy import exp_series
    >>> inflated = series_inflate(exp_series, 2)
    >>> [inflated[n] for n in range(5)]
    [1, 0, 1, 0, Fraction(1, 2)]
    """
    terms, places = s, _places(exponent)
    return Series(lambda n: 0 if n % places else terms[n // places], power=terms.is_power)


def _places(places: Any) -> int:
    """The number of places from a term to the next one."""
    if not isinstance(places, int) or isinstance(places, bool) or places < 1:
        raise WrongTypeError(f"{CALLED} expects an integer from 1, got {describe(places)}")
    return places


@public("expn")
def expn(o: Operator, spread: int = 1) -> Operator:
    """The exponential of an operator with its powers spread by a number of places.

    Scheme:  (expn op n)
    Math:    sum over k of op^k / k!, the k-th term at the place n k
    Raises:  WrongTypeError if op is no operator, or n no integer from 1
    >>> from scmpy import D, symbols
    >>> terms = expn(D, 2)(lambda x: x**2)(symbols("x"))
    >>> terms[0], terms[1], terms[2], terms[4]
    ((expt x 2), 0, (* 2 x), 1)
    """
    if not isinstance(o, Operator):
        raise WrongTypeError(f"expn expects an operator, got {describe(o)}")
    _places(spread)
    expand = g.exp(o)
    return expand if spread == 1 else expand.remake(lambda f: series_inflate(expand(f), spread), expand.expression)
