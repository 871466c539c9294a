"""Polynomials of given roots, the root nearest to a place, and single steps to a root."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_number
from scmpy.numerics.roots.polynomial import MOST_DEGREES
from scmpy.registry import public
from scmpy.structure.aliases import Values
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial


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
