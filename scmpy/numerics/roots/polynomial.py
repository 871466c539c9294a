"""Roots of polynomials in one variable, by python-flint: isolated in balls, multiple ones with their multiplicities.

Polynomials with rational coefficients have their multiple roots apart before the roots are found, so these are as exact
as floats are. Inexact coefficients are the binary fractions that they are; roots that are nearer to each other than the
rounding of such coefficients moves a multiple root are taken for one of that multiplicity, at their mean.

Source:  J. H. Wilkinson, Rounding Errors in Algebraic Processes, ch. 2
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, ConvergenceError, WrongTypeError, describe
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import inexact_complex
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Scalar
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial
from scmpy.symbolic.enclosure.ball import precision

BITS = 128
MOST_BITS = 8192  # of the numbers with which roots are told apart
MOST_DEGREES = Limit("most-root-degrees", 400, "Degree of a polynomial whose roots are computed.")
NEAR = 100 * MACHINE_EPSILON  # what rounding moves coefficients by

Root = tuple[int, Any]


def coefficients_of(polynomial: Any, operation: str = CALLED) -> list[Any]:
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
def poly_to_roots(polynomial: Polynomial | Scalar, expand: bool = True) -> tuple[Any, ...]:
    """The roots of a polynomial in one variable by their magnitudes, each as often as its multiplicity.

    Unless they are to be expanded: then every one comes once, with its multiplicity before it.

    Scheme:  (poly->roots p), (poly->roots p #f), a list of (cons multiplicity root)
    Shapes:  p: of degree n;  result: a list of n
    Raises:  WrongTypeError if this is no polynomial in one variable; LimitError for a degree above most-root-degrees
    >>> from scmpy import poly_from_dense
    >>> poly_to_roots(poly_from_dense([-6, 11, -6, 1])), poly_to_roots(poly_from_dense([1, 2, 1]), False)
    ((1.0, 2.0, 3.0), ((2, -1.0),))
    """
    found = roots_of(coefficients_of(polynomial))
    if expand is False:
        return tuple(found)
    return tuple(root for count, root in found for _ in range(count))
