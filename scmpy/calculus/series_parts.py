"""Series from functions and back, constant series, and power series in a square matrix."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.series import (
    Series,
    as_series,
    cos_series,
    exp_series,
    of_sequence,
    series_for_each,
    series_generate,
    sin_series,
)
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items, length
from scmpy.generic.composite import Composite
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import RealFunction, Scalar, Value, Values
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import leaves, sum_of
from scmpy.symbolic.printing import print_expression


@public("series:print")
def series_print(s: Series, n: int = 10) -> None:
    """Print the first n terms, simplified.

    Scheme:  (series:print s), (series:print s n)
    >>> series_print(exp_series, 3)
    1
    1
    1/2
    """
    series_for_each(print_expression, s, length(n, "series:print"))


@public("constant-series")
def constant_series(value: Value) -> Series:
    """The power series of a constant: the value, then zeros.

    Scheme:  (constant-series c)
    >>> [constant_series(5)[n] for n in range(3)]
    [5, 0, 0]
    """
    return of_sequence((value,), power=True)


@public("series:value")
def series_value(s: Series, arguments: Values) -> Series:
    """The series of the values at a list of arguments.

    Scheme:  (series:value s (list x ...))
    >>> [series_value(exp_series, [2])[n] for n in range(3)]
    [1, 2, 2]
    """
    return s(*items(arguments, "series:value"))


@public("series:->function", python="series_to_function")
def series_to_function(s: Series) -> Series:
    """The power series with the terms of a series as coefficients, a function: x to the series of the terms c_n x^n.

    Scheme:  ((series:->function s) x)
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
    >>> from scmpy import cosh_series, sinh_series
    >>> difference = series_elementwise(lambda x, y: x - y)(exp_series, cosh_series)
    >>> [difference[n] == sinh_series[n] for n in range(4)]
    [True, True, True, True]
    """
    check_callable(function, "series:elementwise", "a function")

    def apply(*series: Series) -> Series:
        checked = [as_series(s, "series:elementwise") for s in series]
        return Series(lambda n: function(*(s[n] for s in checked)), power=all(s.is_power for s in checked))

    return apply


@public("series:derivative")
def series_derivative(s: Series) -> Series:
    """The derivative: of a power series by its variable, of a series of terms that of every term.

    Scheme:  (series:derivative s)
    >>> [series_derivative(exp_series)[n] for n in range(3)]
    [1, 1, Fraction(1, 2)]
    """
    return s._derivative_(())


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


@public("make-series")
def make_series(arity: int, terms: Values) -> Series:
    """The series of the terms of an iterator; 1 for a power series, 0 for one of plain terms.

    Scheme:  (make-series arity stream)
    Raises:  WrongTypeError unless the arity is 0 or 1
    1 ]=> (define (ones) (cons-stream 1 (ones)))
    1 ]=> (ref (make-series 1 (ones)) 100)
    ;Value: 1
    >>> import itertools
    >>> make_series(1, itertools.repeat(1))[100]
    1
    """
    if arity not in (0, 1):
        raise WrongTypeError(f"make-series expects the arity 0 or 1, got {describe(arity)}")
    rest: Iterator[Any] = iter(terms)
    return Series(lambda n: next(rest, 0), power=arity == 1)


def _of_matrix(coefficients: Series) -> Callable[[Matrix], Series]:
    """The power series in a square matrix: its terms are matrices."""

    def apply(matrix: Matrix) -> Series:
        linear.check_square(matrix.rows, "a power series")
        terms = coefficients(matrix)
        if any(isinstance(x, Composite) for row in matrix.rows for x in row):  # which may not add to their powers
            sum_of(terms.first(4))
        return terms

    return apply


for _operation, _coefficients in ((g.exp, exp_series), (g.sin, sin_series), (g.cos, cos_series)):
    _operation.add((Matrix,), _of_matrix(_coefficients))


@public("Taylor-series-coefficients")
def Taylor_series_coefficients(f: Callable[..., Any], *args: Value) -> Series:
    """The coefficients of the Taylor expansion of a function at a point, as a series.

    The n-th one is a number for a function of one, else a nested down tuple, which n increments contract with.

    Scheme:  (Taylor-series-coefficients f x ...)
    Math:    f(x), Df(x), D^2 f(x)/2, ..., D^n f(x)/n!
    >>> from scmpy import cube, symbols
    >>> Taylor_series_coefficients(cube, symbols("x"))
    (series (expt x 3) (* 3 (expt x 2)) (* 3 x) 1 ...)
    """
    check_callable(f, "Taylor-series-coefficients", "a function")
    return series_generate(lambda n: g.div((D**n)(f)(*args), math.factorial(n)))
