"""The bridge to SymPy for power series: a polynomial with a remainder ``O(x^n)``, and back."""

from __future__ import annotations

from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series
from scmpy.errors import BadIndexError, WrongTypeError, describe
from scmpy.generic.arguments import count
from scmpy.generic.dispatch import adopt
from scmpy.registry import public
from scmpy.structure.aliases import Value
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy
from scmpy.symbolic.sympy_bridge.inward import expression_from_sympy

_TERMS = 6


@public("series->sympy", python="series_to_sympy", in_scheme=False)
def series_to_sympy(s: Series, x: Symbol, terms: int = _TERMS) -> Value:
    """SymPy's form of a power series in x: so many terms, or those that are known, and the order of the remainder.

    In Python alone: no program of Scheme holds a value of SymPy's.

    Raises:  WrongTypeError if a coefficient depends on x
    >>> from scmpy import *
    >>> series_to_sympy(series(1, symbols("a"), 3), symbols("x"), 2)
    1 + a*x + O(x**2)
    """
    import sympy

    variable = to_sympy(x)
    coefficients = [to_sympy(c) for c in s.first(count(terms))]
    if any(c.has(variable) for c in coefficients):
        raise WrongTypeError(f"series->sympy: a coefficient depends on {x}; name another variable")
    total = sympy.Add(*(c * variable**n for n, c in enumerate(coefficients)))
    return total + sympy.Order(variable ** len(coefficients), variable)


to_sympy.add((Series,), lambda s: series_to_sympy(s, symbol("x")))


@to_sympy.on(Operator)
def _operator_to_sympy(o: Operator) -> Any:
    raise WrongTypeError(f"to_sympy: SymPy has no form for {describe(o)}; apply it to a function, and that to symbols")


@adopt("sympy")
def _register() -> None:
    import sympy

    from_sympy.add((sympy.Add,), lambda e: _sum_from_sympy(sympy, e))


def _sum_from_sympy(sympy: Any, e: Any) -> Any:
    """The series of a polynomial with a remainder: its terms are known up to that."""
    remainder = e.getO()
    if remainder is None:
        return expression_from_sympy(e)
    if len(remainder.variables) != 1 or remainder.point[0] != 0:
        raise WrongTypeError(f"from_sympy: {e} is no power series in one variable at 0; its removeO() is an expression")
    x = remainder.variables[0]
    order = sympy.degree(remainder.expr, x) if remainder.expr.is_polynomial(x) else None
    polynomial = e.removeO()
    if order is None or not polynomial.is_polynomial(x):
        raise WrongTypeError(f"from_sympy: {e} is no power series in {x}; its removeO() is an expression")
    coefficients = [from_sympy(polynomial.coeff(x, n)) for n in range(order)]

    def term(n: int) -> Any:
        if n < len(coefficients):
            return coefficients[n]
        raise BadIndexError(f"the terms of this series are known up to {remainder}, term {n} is not")

    return Series(term, power=True)
