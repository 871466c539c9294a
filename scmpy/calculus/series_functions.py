"""Elementary functions of series: sqrt, exp, log, the circular and hyperbolic functions and their inverses, powers.

With the series s and the derivation that takes the term of order n to n times itself, the chain rule for y = f(s),

    n y_n = sum over k from 1 to n of k s_k f'(s)_(n-k),

gives one term of y after the other from y_0 = f(s_0). The slope f'(s) is a series again, found in the same way; where
it asks for y itself, as that of exp does, it gets the terms that are known. The terms of s must commute. A function of
several arguments has a sum for each.

Source: Knuth, The Art of Computer Programming, volume 2, 4.7.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series, constant_like
from scmpy.errors import DivisionByZeroError, GenericOperationError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import ScalarKind, is_zero_number
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


def _from_slopes(
    arguments: tuple[Series, ...], first: Callable[..., Any], slopes: Sequence[Callable[[], Any]], name: str
) -> Series:
    """The series that starts with a function of the first terms, and whose slopes by the arguments are these series."""
    terms_of = [_commuting(s, name) for s in arguments]
    wanted: set[int] = set()

    def term(n: int) -> Any:
        starts = [of_s(0) for of_s in terms_of]
        if n == 0:
            return first(*starts)
        if n in wanted:
            which = " and ".join(map(describe, starts))
            raise DivisionByZeroError(f"{name} of a series that starts with {which} is no power series")
        wanted.add(n)
        try:
            terms = (
                g.mul(g.mul(k, of_s(k)), slope()[n - k])
                for of_s, slope in zip(terms_of, slopes, strict=True)
                for k in range(1, n + 1)
                if not is_zero_number(of_s(k))
            )
            return g.div(sum_of(terms), n)
        finally:
            wanted.discard(n)

    return Series(term, power=arguments[0].is_power)


@each("analytic")
def _install(record: Elementary) -> None:
    """Let a function take series, beside numbers if it has several arguments: by its definition, or its derivatives."""
    operation = record.operation

    def apply(*given: Any) -> Series:
        like = next(x for x in given if isinstance(x, Series))
        arguments = tuple(x if isinstance(x, Series) else constant_like(like, x) for x in given)

        def slope(derivative: Callable[..., Any]) -> Any:
            by_s = derivative(*given)
            return by_s if isinstance(by_s, Series) else constant_like(like, by_s)

        slopes = [functools.cache(functools.partial(slope, derivative)) for derivative in operation.derivatives]
        return _from_slopes(arguments, operation, slopes, str(operation.name))

    def remembered(*given: Any) -> Series:
        like = next(x for x in given if isinstance(x, Series))
        key = (operation, *(id(x) if isinstance(x, Series) else (type(x), x) for x in given))
        if key not in like.images:
            like.images[key] = apply(*given)
        return like.images[key]

    for types in record.beside(Series, ScalarKind):
        operation.add(types, record.definition or remembered)


@g.expt.on(Series, ScalarKind)
def _power(s: Series, exponent: Any) -> Series:
    """s^a: its slope is a s^a / s."""
    result = _from_slopes(
        (s,),
        lambda first: g.expt(first, exponent),
        [lambda: g.div(g.mul(exponent, result), s)],
        "expt",
    )
    return result


@g.expt.on(Series, Series)
def _power_of_series(s: Series, exponent: Series) -> Series:
    return g.exp(g.mul(exponent, g.log(s)))  # type: ignore[no-any-return]


@g.expt.on(ScalarKind, Series)
def _exponential(base: Any, exponent: Series) -> Series:
    return g.exp(g.mul(exponent, g.log(base)))  # type: ignore[no-any-return]
