"""Numerical limits and derivatives by Richardson's extrapolation.

If f(h) = L + a h^p + b h^(p+q) + ..., then combining f(h) and f(h/2) removes the term in h^p, combining the
results removes the next one, and so on: the rows of a tableau converge to L much faster than f(h) does.

Source: SICM's numerical appendix; Stoer and Bulirsch, Introduction to Numerical Analysis, 3.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, pairwise
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.aliases import RealFunction, Value

#: How often the step is halved before the limit counts as not reached.
MAXIMUM_HALVINGS = 30


@public("richardson-sequence")
def richardson_sequence(f: Callable[[float], Any], step: float, order: int = 1, increment: int = 1) -> Iterator[Any]:
    """The extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order.

    The exponents of the further terms grow by the increment.

    Scheme:  (richardson-sequence f h), (richardson-sequence f h order), (richardson-sequence f h order increment)
    1 ]=> (stream-head (richardson-sequence (lambda (h) (+ 3 h (* h h))) 1.) 3)
    ;Value: (5. 2.5 3.)
    >>> from itertools import islice
    >>> [round(x, 4) for x in islice(richardson_sequence(lambda h: 3 + h + h * h, 1.0), 3)]
    [5.0, 2.5, 3.0]
    """
    return extrapolated((f(step / 2**k) for k in count()), order, increment)


def extrapolated(values: Iterable[Any], order: int, increment: int) -> Iterator[Any]:
    """The values at h, h/2, h/4, ... freed from their errors in h^order, h^(order + increment), and so on."""
    row: list[Any] = []
    for value in values:
        new = [value]
        for k, previous in enumerate(row):
            factor = 2.0 ** (order + k * increment) - 1
            new.append(g.add(new[k], g.div(g.sub(new[k], previous), factor)))
        row = new
        yield row[-1]


@public("richardson-limit")
def richardson_limit(f: RealFunction, step: float, order: int, increment: int, tolerance: float) -> Value:
    """The limit of f(h) for h to 0, extrapolated from steps h, h/2, ...

    Scheme:  (richardson-limit f h order increment tolerance)
    Units:   the tolerance is relative to the value plus 1
    Raises:  DomainError if two successive values never agree to the tolerance; WrongTypeError unless these are positive
             numbers and the values are numbers
    >>> round(richardson_limit(lambda h: 3 + h * h, 0.5, 2, 2, 1e-10), 9)
    3.0
    """
    for name, value in (("step", step), ("tolerance", tolerance)):
        if not isinstance(value, (int, float)) or not value > 0:
            raise WrongTypeError(f"richardson-limit expects a positive {name}, got {describe(value)}")
    values = richardson_sequence(f, float(step), order, increment)
    for (old, new), _ in zip(pairwise(values), range(MAXIMUM_HALVINGS), strict=False):
        error, scale = g.abs_(g.sub(new, old)), g.abs_(new)
        if not is_number(error):
            raise WrongTypeError(f"richardson-limit expects a function whose values are numbers, got {describe(new)}")
        if error <= tolerance * (scale + 1):
            return new
    raise DomainError(f"richardson-limit: no convergence to {tolerance} after {MAXIMUM_HALVINGS} halvings")


def _first_step(x: Any, operation: str) -> float:
    if not isinstance(x, (int, float)) and not hasattr(x, "numerator"):
        raise WrongTypeError(f"{operation} expects a real number, got {describe(x)}")
    return 0.1 * (abs(float(x)) or 1.0)


@public("richardson-derivative")
def richardson_derivative(f: RealFunction, tolerance: float) -> Function:
    """The numerical derivative of a function of a real number, by central differences.

    Scheme:  ((richardson-derivative f tolerance) x)
    Shapes:  f: real -> number;  result: real -> number
    Units:   none: the place is a number; the tolerance is relative to the value plus 1
    Raises:  DomainError where the differences do not converge to the tolerance
    1 ]=> ((richardson-derivative sin 1e-9) 0.)
    ;Value: 1.
    >>> import math
    >>> round(richardson_derivative(math.sin, 1e-9)(0.0), 8)
    1.0
    """

    def derivative(x: Any) -> Any:
        def slope(h: float) -> Any:
            return g.div(g.sub(f(g.add(x, h)), f(g.sub(x, h))), 2 * h)

        return richardson_limit(slope, _first_step(x, "richardson-derivative"), 2, 2, tolerance)

    return Function(derivative, "richardson-derivative")


@public("richardson-second-derivative")
def richardson_second_derivative(f: RealFunction, tolerance: float) -> Function:
    """The numerical second derivative of a function of a real number, by central differences.

    Scheme:  ((richardson-second-derivative f tolerance) x)
    Shapes:  f: real -> number;  result: real -> number
    Units:   none: the place is a number; the tolerance is relative to the value plus 1
    Raises:  DomainError where the differences do not converge to the tolerance
    1 ]=> ((richardson-second-derivative exp 1e-8) 0.)
    ;Value: 1.
    >>> import math
    >>> round(richardson_second_derivative(math.exp, 1e-8)(0.0), 6)
    1.0
    """

    def derivative(x: Any) -> Any:
        def curvature(h: float) -> Any:
            outer = g.add(f(g.add(x, h)), f(g.sub(x, h)))
            return g.div(g.sub(outer, g.mul(2, f(x))), h * h)

        return richardson_limit(curvature, _first_step(x, "richardson-second-derivative"), 2, 2, tolerance)

    return Function(derivative, "richardson-second-derivative")
