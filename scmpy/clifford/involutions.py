"""Reversion, the grade involution, Clifford's conjugation, grades, norms, and inverses of multivectors."""

from __future__ import annotations

from math import frexp, inf, ldexp
from typing import Any

from scmpy.clifford.blades import reversion_sign
from scmpy.clifford.multivector import Element, Multivector, as_multivector, check_grade, pointwise
from scmpy.errors import DivisionByZeroError
from scmpy.generic import operations as g
from scmpy.generic.kinds import Scalar, is_number, is_zero_number
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue
from scmpy.structure.structure import Structure
from scmpy.symbolic.simplify import reduced

#: The binary exponents up to which floats are taken as they are, and by which they are shifted at most.
MODERATE, MAXIMUM_SHIFT = 25, 1000


@public("reversion")
@pointwise
def reversion(a: Multivector) -> Multivector:
    """The reverse: every product of vectors in the opposite order. In Python ``~a``.

    Scheme:  (reversion a)
    Math:    a~, of grade k with the sign (-1)^(k (k - 1) / 2)
    >>> from scmpy import VGA3
    >>> reversion(1 + VGA3.e1 + VGA3.e12)
    (+ 1 e1 (* -1 e12))
    """
    return as_multivector(a, "reversion").signed(reversion_sign)


@public("grade-involution")
@pointwise
def grade_involution(a: Multivector) -> Multivector:
    """The grade involution: every vector negated, so that odd grades change their sign.

    Scheme:  (grade-involution a)
    >>> from scmpy import VGA3
    >>> grade_involution(1 + VGA3.e1 + VGA3.e12)
    (+ 1 (* -1 e1) e12)
    """
    return as_multivector(a, "grade-involution").signed(lambda grade: -1 if grade & 1 else 1)


@public("Clifford-conjugate")
@pointwise
def Clifford_conjugate(a: Multivector) -> Multivector:
    """Clifford's conjugate: the reverse with every vector negated.

    Scheme:  (Clifford-conjugate a)
    Raises:  WrongTypeError for what is no multivector
    >>> from scmpy import VGA3
    >>> Clifford_conjugate(1 + VGA3.e1 + VGA3.e12)
    (+ 1 (* -1 e1) (* -1 e12))
    """
    return as_multivector(a, "Clifford-conjugate").signed(lambda grade: -1 if (grade + 1) & 2 else 1)


@public("grade-part")
@pointwise
def grade_part(a: Element, *grades: int) -> Multivector:
    """The part of some grades; missing blades of these have the coefficient 0.

    Scheme:  (grade-part a k ...)
    Raises:  BadIndexError for a grade that the algebra has not
    >>> from scmpy import VGA3
    >>> grade_part(1 + VGA3.e1 + VGA3.e12, 0, 2)
    (+ 1 e12)
    """
    checked = as_multivector(a, "grade-part")
    for grade in grades:
        check_grade(checked.algebra, grade, "grade-part")
    return checked.selected(checked.algebra.of_grade(*grades))


@public("even-part")
@pointwise
def even_part(a: Element) -> Multivector:
    """The part of the even grades, with the coefficient 0 for its missing blades: what a motor has.

    Scheme:  (even-part a)
    >>> from scmpy import VGA3
    >>> even_part(1 + VGA3.e1 + VGA3.e12)
    (+ 1 e12)
    """
    checked = as_multivector(a, "even-part")
    return checked.selected(checked.algebra.of_grade(*range(0, checked.algebra.dimension + 1, 2)))


@public("scalar-part")
@pointwise
def scalar_part(a: Element) -> ScalarValue:
    """The coefficient of 1, as a scalar; a scalar is its own. A Lagrangian is such a part: it is differentiated.

    Scheme:  (scalar-part a)
    >>> from scmpy import VGA3
    >>> scalar_part(VGA3.e1 * (2 * VGA3.e1 + VGA3.e2)), scalar_part(3)
    (2, 3)
    """
    return a if isinstance(a, Scalar) else as_multivector(a, "scalar-part").scalar


@public("norm-squared")
@pointwise
def norm_squared(a: Element) -> ScalarValue:
    """The scalar part of the product with the reverse; it is negative for some elements of some algebras.

    Scheme:  (norm-squared a)
    Math:    <a a~>
    >>> from scmpy import STA, VGA3
    >>> norm_squared(3 * VGA3.e1 + 4 * VGA3.e2), norm_squared(STA.e1)
    (25, -1)
    """
    checked = as_multivector(a, "norm-squared")
    total: Any = 0
    for blade, x in checked.terms.items():
        sign = checked.algebra.signs(blade)[blade] * reversion_sign(blade.bit_count())
        if sign:
            total = g.add(total, g.square(x)) if sign > 0 else g.sub(total, g.square(x))
    return total


@public("norm-of", python="norm_of")
@pointwise
def norm_of(a: Element) -> ScalarValue:
    """The root of the absolute value of the norm squared.

    Scheme:  (norm-of a)
    Math:    sqrt |<a a~>|
    >>> from scmpy import PGA3, VGA3
    >>> norm_of(3 * VGA3.e1 + 4 * VGA3.e2), norm_of(2 * PGA3.e12 + 7 * PGA3.e01)
    (5, 2)
    """
    checked = as_multivector(a, "norm-of")
    scale = _scale(checked)
    square = norm_squared(checked if scale == 1 else g.mul(scale, checked))
    positive = checked.algebra.signature[1] == 0 and not is_number(square)
    root = g.sqrt(square if positive else g.abs_(square))
    return root if scale == 1 else g.div(root, scale)


def _scale(a: Multivector) -> float:
    """The power of 2 by which very large or small floats are multiplied, so that no power is inf or 0."""
    parts = a._parts_()
    if not all(map(is_number, parts)) or not any(isinstance(x, (float, complex)) for x in parts):
        return 1
    size = max(map(g.abs_, parts))
    exponent = frexp(size)[1] if 0 < size < inf else 0
    return 1 if abs(exponent) <= MODERATE else ldexp(1.0, max(-MAXIMUM_SHIFT, min(-exponent, MAXIMUM_SHIFT)))


g.abs_.add((Multivector,), norm_of)


@public("normalized")
@pointwise
def normalized(a: Element) -> Multivector:
    """The multivector divided by its norm.

    Scheme:  (normalized a)
    Raises:  DivisionByZeroError for one of norm 0
    >>> from scmpy import VGA3
    >>> normalized(3 * VGA3.e1 + 4 * VGA3.e2)
    (+ (* 3/5 e1) (* 4/5 e2))
    """
    norm = norm_of(a)
    if is_zero_number(norm):
        raise DivisionByZeroError(f"normalized: the norm of {a!r} is 0")
    return g.div(a, norm)  # type: ignore[no-any-return]


@g.invert.on(Multivector)
def inverse(a: Multivector) -> Any:
    """The inverse, by the method of Faddeev and LeVerrier for the matrices that represent the algebra.

    Their trace is the coefficient of 1 times their size N, a power of 2. With the reverse, a simple element, as versors
    and blades are, takes one product: a a~ is a scalar then. That is seen from the blades that a a~ has, or its
    coefficients' values.

    Source: Shirokov, On computing the determinant, other characteristic polynomial coefficients, and inverse in
    Clifford algebras of arbitrary dimension
    """
    scale = _scale(a)
    if scale != 1:
        return g.mul(scale, inverse(g.mul(scale, a)))
    reverse = ~a
    square = g.mul(a, reverse)
    rest = reduced(square.selected([blade for blade in square.terms if blade]))
    if not rest._content():
        return g.div(reverse, _not_zero(square.scalar, a))
    size = 1 << (a.algebra.dimension + 1) // 2
    power, c = a, _trace(a, size)
    for k in range(2, size + 1):
        last = reduced(g.sub(power, c))
        power = reduced(g.mul(a, last))
        c = g.div(_trace(power, size), k)
    return g.div(last, _not_zero(c, a))


def _trace(a: Multivector, size: int) -> Any:
    return g.mul(size, a.scalar)


def _not_zero(determinant: Any, a: Multivector) -> Any:
    found = reduced(determinant)
    if is_zero_number(found):
        raise DivisionByZeroError(f"/ : the multivector {a!r} has no inverse, its determinant is 0")
    return found


g.div.add((Multivector, Multivector), lambda a, b: g.mul(a, g.invert(b)))
g.div.add((Scalar, Multivector), lambda x, b: g.mul(x, g.invert(b)))
g.div.add((Structure, Multivector), lambda s, b: g.mul(s, g.invert(b)))
