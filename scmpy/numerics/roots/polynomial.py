"""Roots of polynomials in one variable, by python-flint: isolated in balls, multiple ones with their multiplicities.

Polynomials with rational coefficients have their multiple roots apart before the roots are found, so these are as exact
as floats are. Inexact coefficients are the binary fractions that they are; roots that are nearer to each other than the
rounding of such coefficients moves a multiple root are taken for one of that multiplicity, at their mean.

Source:  J. H. Wilkinson, Rounding Errors in Algebraic Processes, ch. 2
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import ConvergenceError, DomainError, LimitError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.generic.numbers import inexact_complex
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, ScalarValue, Values
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial
from scmpy.symbolic.decision.ball import precision

BITS = 128
MOST_BITS = 8192
MOST_DEGREES = Limit("most-root-degrees", 400, "Degree of a polynomial whose roots are computed.")
NEAR = 100 * MACHINE_EPSILON  # what rounding moves coefficients by
SMALLEST = 1e-100  # a smaller divisor is 0

Root = tuple[int, Any]


def _coefficients(polynomial: Any, operation: str) -> list[Any]:
    """The coefficients of a polynomial in one variable, checked to be finite numbers, the constant term first."""
    p = as_polynomial(polynomial)
    if p.arity != 1:
        raise WrongTypeError(f"{operation} expects a polynomial in one variable, got {describe(polynomial)}")
    MOST_DEGREES.check(p.degree, operation)
    found = p.coefficients()
    if any(not is_number(c) or not math.isfinite(abs(complex(c))) for c in found):
        raise WrongTypeError(f"{operation} expects finite numbers as coefficients, got {describe(polynomial)}")
    return found


def _fraction(x: Any) -> Any:
    from flint import fmpq

    exact = Fraction(x)
    return fmpq(exact.numerator, exact.denominator)


def _balls(coefficients: list[Any]) -> list[tuple[Any, int]]:
    """The roots in balls, with their multiplicities."""
    from flint import acb, acb_poly, arb, fmpq_poly

    bits = BITS
    while bits <= MOST_BITS:
        with precision(bits):
            try:
                if all(isinstance(c, (int, Fraction, float)) for c in coefficients):
                    numerator = fmpq_poly([_fraction(c) for c in coefficients]).numer()
                    return [(acb(root), count) for root, count in numerator.complex_roots()]
                parts = (acb(arb(_fraction(c.real)), arb(_fraction(c.imag))) for c in coefficients)
                return [(root, 1) for root in acb_poly(list(parts)).roots(tol=2.0**-70)]
            except ValueError:
                bits *= 2
    raise ConvergenceError(f"poly->roots: the roots are not isolated by {MOST_BITS} bits")


def _number(ball: Any) -> Any:
    """The number nearest to a ball; a part that may be 0 is 0."""
    parts = [0.0 if part.contains(0) else float(part.mid()) for part in (ball.real, ball.imag)]
    return inexact_complex(complex(*parts))


def _is_root(coefficients: list[Any], z: complex, count: int) -> bool:
    """Is this a root of that multiplicity, of a polynomial whose coefficients differ by rounding?"""
    for order in range(count):
        terms = [math.perm(k, order) * complex(c) * z ** (k - order) for k, c in enumerate(coefficients) if k >= order]
        if abs(sum(terms)) > NEAR * sum(map(abs, terms)):
            return False
    return True


def _merged(roots: list[Root], coefficients: list[Any]) -> list[Root]:
    """Roots that are one of several times their multiplicity but for the rounding of the coefficients."""
    left, found = list(roots), []
    for count in range(len(roots), 1, -1):
        for root in roots:
            near = sorted(left, key=lambda other: abs(other[1] - root[1]))[:count]
            if root not in left or len(near) < count:
                continue
            middle = sum(complex(z) for _, z in near) / count
            if all(m == 1 for m, _ in near) and _is_root(coefficients, middle, count):
                left = [other for other in left if other not in near]
                found.append((count, _cleaned(middle)))
    return [*found, *left]


def _cleaned(z: complex) -> Any:
    """Without a part that is what rounding leaves of 0."""
    size = 1000 * MACHINE_EPSILON * abs(z)
    return inexact_complex(complex(*(0.0 if abs(part) < size else part for part in (z.real, z.imag))))


def _order(root: Root) -> tuple[float, float, float]:
    z = complex(root[1])
    return float(f"{abs(z):.12e}"), float(f"{z.real:.12e}"), -z.imag


def roots_of(coefficients: list[Any]) -> list[Root]:
    """The roots with their multiplicities, by their magnitudes.

    >>> roots_of([1, 2, 1])
    [(2, -1.0)]
    """
    lowest = next((k for k, c in enumerate(coefficients) if c != 0), len(coefficients))
    rest = coefficients[lowest:]
    found = [(count, _number(ball)) for ball, count in _balls(rest)] if len(rest) > 1 else []
    if any(isinstance(c, (float, complex)) for c in rest):
        found = _merged(found, rest)
    return [*([(lowest, 0)] if lowest and rest else []), *sorted(found, key=_order)]


@public("poly->roots")
def poly_to_roots(polynomial: Polynomial | Scalar, expand: object = True) -> tuple[Any, ...]:
    """The roots of a polynomial in one variable by their magnitudes, each as often as its multiplicity.

    Unless they are to be expanded: then every one comes once, with its multiplicity before it.

    Scheme:  (poly->roots p), (poly->roots p #f), a list of (cons multiplicity root)
    Shapes:  p: of degree n;  result: a list of n
    Raises:  WrongTypeError if this is no polynomial in one variable
    >>> from scmpy import poly_from_dense
    >>> poly_to_roots(poly_from_dense([-6, 11, -6, 1])), poly_to_roots(poly_from_dense([1, 2, 1]), False)
    ((1.0, 2.0, 3.0), ((2, -1.0),))
    """
    found = roots_of(_coefficients(polynomial, "poly->roots"))
    if expand is False:
        return tuple(found)
    return tuple(root for count, root in found for _ in range(count))


@public("roots->poly")
def roots_to_poly(roots: Values) -> Polynomial:
    """The polynomial in one variable, of leading coefficient 1, that has these roots.

    Scheme:  (roots->poly roots)
    Shapes:  roots: n numbers;  result: of degree n
    >>> roots_to_poly([1, 2])
    (+ 2 (expt x 2) (* -3 x))
    """
    given = items(roots, "roots->poly")
    MOST_DEGREES.check(len(given), "roots->poly", "roots")
    x = Polynomial.variables(1)[0]
    product: Any = Polynomial.constant(1, 1)
    for root in given:
        if not is_number(root):
            raise WrongTypeError(f"roots->poly expects numbers, got {describe(root)}")
        product = g.mul(product, g.sub(x, root))
    return as_polynomial(product)


def _nearest(polynomial: Any, place: complex, operation: str) -> Any:
    found = roots_of(_coefficients(polynomial, operation))
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
    return _nearest(polynomial, 0.1 + 0.1j, "root-searcher")


@public("root-polisher")
def root_polisher(polynomial: Polynomial | Scalar) -> Function:
    """The function from a number to the root of a polynomial that is nearest to it.

    Scheme:  ((root-polisher p) x)
    Raises:  DomainError if the polynomial is constant
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
    degree = len(_coefficients(polynomial, name)) - 1

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
