"""Polynomials of given roots, the root nearest to a place, and single steps to a root."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError, LimitError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.numerics.roots.polynomial import MOST_DEGREES, coefficients_of, roots_of
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, ScalarValue, Values
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial

SMALLEST = 1e-100  # a smaller divisor is 0


@public("roots->poly")
def roots_to_poly(roots: Values) -> Polynomial:
    """The polynomial in one variable, of leading coefficient 1, that has these roots.

    Scheme:  (roots->poly roots)
    Shapes:  roots: n numbers;  result: of degree n
    Raises:  WrongTypeError unless the roots are numbers; LimitError for too many of them
    >>> roots_to_poly([1, 2])
    (+ 2 (expt x 2) (* -3 x))
    """
    given = items(roots)
    MOST_DEGREES.check(len(given), things="roots")
    x = Polynomial.variables(1)[0]
    product: Any = Polynomial.constant(1, 1)
    for root in given:
        if not is_number(root):
            raise WrongTypeError(f"roots->poly expects numbers, got {describe(root)}")
        product = g.mul(product, g.sub(x, root))
    return as_polynomial(product)


def _nearest(polynomial: Any, place: complex, operation: str = CALLED) -> Any:
    found = roots_of(coefficients_of(polynomial, operation))
    if not found:
        raise DomainError(f"{operation}: {describe(polynomial)} has no root")
    return min((root for _, root in found), key=lambda z: abs(z - place))


@public("root-searcher")
def root_searcher(polynomial: Polynomial | Scalar) -> ScalarValue:
    """A root of a polynomial, the one nearest to 0.1 + 0.1 i.

    Scheme:  (root-searcher p)
    Raises:  DomainError if it is constant
    >>> from scmpy import poly_from_dense
    >>> root_searcher(poly_from_dense([-6, 11, -6, 1]))
    1.0
    """
    return _nearest(polynomial, 0.1 + 0.1j)


@public("root-polisher")
def root_polisher(polynomial: Polynomial | Scalar) -> Function:
    """The function from a number to the root of a polynomial that is nearest to it.

    Scheme:  ((root-polisher p) x)
    Raises:  DomainError if the polynomial is constant; WrongTypeError if x is no number
    >>> from scmpy import poly_from_dense
    >>> root_polisher(poly_from_dense([-6, 11, -6, 1]))(2.1)
    2.0
    """
    name = "root-polisher"

    def polished(x: Any) -> Any:
        if not is_number(x):
            raise WrongTypeError(f"{name} expects a number, got {describe(x)}")
        return _nearest(polynomial, complex(x), name)

    return Function(polished, name)


def _value_and_derivatives(found: Any, operation: str) -> list[complex | float]:
    numbers = [g.inexact(x) for x in items(found, operation)]
    if len(numbers) < 3 or not all(map(is_number, numbers)):
        raise WrongTypeError(
            f"{operation} expects a value and two derivatives of the polynomial, got {describe(found)}"
        )
    return numbers


@public("poly-newton-method")
def poly_newton_method(polynomial: Polynomial | Scalar) -> Function:
    """A step of Newton's method to a root of a polynomial: what a procedure makes of the next place.

    It takes the place, a list of the value and the first two derivatives there, and a procedure for where the
    derivative is 0.

    Scheme:  ((poly-newton-method p) x (list px dpx ddpx) (lambda (next-x) ...) (lambda () ...))
    >>> from scmpy import poly_from_dense
    >>> poly_newton_method(poly_from_dense([-2, 0, 1]))(1.0, [-1.0, 2.0, 2.0], lambda x: x, lambda: 0)
    1.5
    """
    name = "poly-newton-method"

    def improve(x: Any, found: Any, succeed: Callable[[Any], Any], fail: Callable[[], Any]) -> Any:
        value, slope, *_ = _value_and_derivatives(found, name)
        return fail() if abs(slope) < SMALLEST else succeed(g.sub(x, g.div(value, slope)))

    return Function(improve, name)


@public("poly-laguerre-method")
def poly_laguerre_method(polynomial: Polynomial | Scalar) -> Function:
    """A step of Laguerre's method to a root of a polynomial: what a procedure makes of the next place.

    It takes what a step of Newton's method takes (poly-newton-method); the last procedure is for where the value is 0.

    Scheme:  ((poly-laguerre-method p) x (list px dpx ddpx) (lambda (next-x) ...) (lambda () ...))
    Math:    x - n/(G +- ((n - 1) (n H - G^2))^(1/2)), G = p'/p, H = G^2 - p''/p
    Raises:  LimitError where the derivatives are 0
    >>> from scmpy import poly_from_dense
    >>> poly_laguerre_method(poly_from_dense([-2, 0, 1]))(1.0, [-1.0, 2.0, 2.0], lambda x: x, lambda: 0)
    1.4142135623730951
    """
    name = "poly-laguerre-method"
    degree = len(coefficients_of(polynomial, name)) - 1

    def improve(x: Any, found: Any, succeed: Callable[[Any], Any], fail: Callable[[], Any]) -> Any:
        value, slope, curvature, *_ = _value_and_derivatives(found, name)
        if abs(value) < SMALLEST:
            return fail()
        G = g.div(slope, value)
        H = g.sub(g.square(G), g.div(curvature, value))
        root = g.sqrt(g.inexact(g.mul(degree - 1, g.sub(g.mul(degree, H), g.square(G)))))
        divisor = max(g.add(G, root), g.sub(G, root), key=abs)
        if abs(divisor) < SMALLEST:
            raise LimitError(f"{name}: there is no step from {x}, where the derivatives are 0")
        return succeed(g.sub(x, g.div(degree, divisor)))

    return Function(improve, name)
