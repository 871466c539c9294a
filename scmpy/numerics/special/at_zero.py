"""Derivatives whose formula is 0/0 at 0, where they are regular: about 0 they are their power series.

An argument is about 0 where it is 0, 0 and an infinitesimal of :func:`D`, or a series that starts with 0. Derivatives
of higher orders take as many terms as there are infinitesimals: their next power is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from scmpy.calculus.differential import depth, finite_part
from scmpy.calculus.series import Series, constant_like
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.structure.structure import sum_of
from scmpy.symbolic.expression import Expression

Function = Callable[..., Any]


def is_about_zero(x: Any) -> bool:
    """Is this 0 but for infinitesimals, or a series that starts so?

    >>> from scmpy import power_series
    >>> is_about_zero(0.0), is_about_zero(power_series(0, 1)), is_about_zero(power_series(1, 1))
    (True, True, False)
    """
    return is_zero_number(finite_part(x[0] if isinstance(x, Series) else x))


def with_expansion(formula: Function, coefficient: Function) -> Function:
    """A function by a formula, about 0 of its last argument by its power series: the order is the coefficient's last.

    >>> from scmpy import sin, symbols
    >>> f = with_expansion(lambda x: sin(x) / x, lambda j: [1, 0, -1, 0][j % 4])
    >>> f(0), f(symbols("x"))
    (1, (/ (sin x) x))
    """

    def function(*arguments: Any) -> Any:
        *others, x = arguments
        if not is_about_zero(x):
            return formula(*arguments)
        start = x[0] if isinstance(x, Series) else x
        is_inexact = isinstance(finite_part(start), (float, complex))

        def of_order(j: int) -> Any:
            found = coefficient(*others, j)
            return g.inexact(found) if is_inexact and (is_number(found) or isinstance(found, Expression)) else found

        if not isinstance(x, Series):
            return reduce(lambda sum_, j: g.add(g.mul(sum_, x), of_order(j)), reversed(range(depth(x) + 1)), 0)
        powers, coefficients = [constant_like(x, 1)], [_series_like(x, of_order(0))]

        def term(n: int) -> Any:
            for j in range(len(powers), n + depth(start) + 1):
                powers.append(g.mul(powers[-1], x))
                coefficients.append(_series_like(x, of_order(j)))
            return sum_of(
                g.mul(power[i], coefficients[j][n - i])
                for j, power in enumerate(powers[: n + depth(start) + 1])
                for i in range(n + 1)
                if not is_zero_number(power[i])
            )

        return Series(term, power=x.is_power)

    return function


def _series_like(s: Series, value: Any) -> Series:
    return value if isinstance(value, Series) else constant_like(s, value)
