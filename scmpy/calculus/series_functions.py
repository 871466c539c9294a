"""Elementary functions of series: sqrt, exp, log, the circular and hyperbolic functions and their inverses, powers.

With the series s and the derivation that takes the term of order n to n times itself, the chain rule for y = f(s),

    n y_n = sum over k from 1 to n of k s_k f'(s)_(n-k),

gives one term of y after the other from y_0 = f(s_0). The slope f'(s) is a series again, found in the same way; where
it asks for y itself, as that of exp does, it gets the terms that are known. The terms of s must commute.

Source: Knuth, The Art of Computer Programming, volume 2, 4.7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series, constant_like
from scmpy.errors import DivisionByZeroError, GenericOperationError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import Scalar, is_zero_number
from scmpy.generic.records import Elementary, each
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import sum_of


def _commuting(s: Series, operation: str) -> Callable[[int], Any]:
    """The terms of a series, none of which is a value whose products do not commute."""

    def term(n: int) -> Any:
        if isinstance(s[n], (Operator, Matrix, Quaternion)):
            raise GenericOperationError(f"{operation} of a series expects terms that commute, got {describe(s[n])}")
        return s[n]

    return term


def _from_slope(s: Series, first: Callable[[Any], Any], slope: Callable[[], Any], name: str) -> Series:
    """The series that starts with a function of the first term, and whose slope by s is this series."""
    of_s = _commuting(s, name)
    wanted: set[int] = set()

    def term(n: int) -> Any:
        if n == 0:
            return first(of_s(0))
        if n in wanted:
            raise DivisionByZeroError(f"{name} of a series that starts with {describe(of_s(0))} is no power series")
        wanted.add(n)
        try:
            by_s = slope()
            terms = (g.mul(g.mul(k, of_s(k)), by_s[n - k]) for k in range(1, n + 1) if not is_zero_number(of_s(k)))
            return g.div(sum_of(terms), n)
        finally:
            wanted.discard(n)

    return Series(term, power=s.is_power)


@each("analytic")
def _install(record: Elementary) -> None:
    if record.arity > 1:
        return
    if record.definition is not None:
        record.operation.add((Series,), record.definition)
        return
    operation, (derivative,) = record.operation, record.operation.derivatives

    def apply(s: Series) -> Series:
        slopes: list[Any] = []

        def slope() -> Any:
            if not slopes:
                by_s = derivative(s)
                slopes.append(by_s if isinstance(by_s, Series) else constant_like(s, by_s))
            return slopes[0]

        if operation not in s.images:
            s.images[operation] = _from_slope(s, operation, slope, str(operation.name))
        return s.images[operation]

    operation.add((Series,), apply)


@g.expt.on(Series, Scalar)
def _power(s: Series, exponent: Any) -> Series:
    """s^a: its slope is a s^a / s."""
    result = _from_slope(
        s,
        lambda first: g.expt(first, exponent),
        lambda: g.div(g.mul(exponent, result), s),
        "expt",
    )
    return result


@g.expt.on(Series, Series)
def _power_of_series(s: Series, exponent: Series) -> Series:
    return g.exp(g.mul(exponent, g.log(s)))  # type: ignore[no-any-return]


@g.expt.on(Scalar, Series)
def _exponential(base: Any, exponent: Series) -> Series:
    return g.exp(g.mul(exponent, g.log(base)))  # type: ignore[no-any-return]
