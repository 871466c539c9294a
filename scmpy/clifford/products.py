"""The products of multivectors that keep some grades of the geometric product, and those made of several.

``a ^ b`` is the outer product: of blades, the subspace of both. ``a | b`` is the inner product, of the grade that is
the difference of the two, which is one of the two contractions. ``a & b`` is the regressive product, the outer product
of the complements. In the projective algebras PGA2 and PGA3 vectors are lines or planes, so there the outer product is
the meet, and the regressive product the join; in the others vectors are points or directions, and it is the other way
round.

Source: Dorst, Fontijne and Mann, Geometric Algebra for Computer Science; Gunn, Geometric Algebras for Euclidean
Geometry
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.anticommutator import anticommutator
from scmpy.calculus.operator import commutator
from scmpy.clifford.blades import Blades
from scmpy.clifford.multivector import Element, Keep, Multivector, in_algebra, multiplied, pointwise
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import Scalar
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue, Value


def _is_outer(a: int, b: int) -> bool:
    return not a & b


def _is_left_contraction(a: int, b: int) -> bool:
    return a & b == a


def _is_right_contraction(a: int, b: int) -> bool:
    return a & b == b


def _is_inner(a: int, b: int) -> bool:
    return a & b in (a, b)


def algebra_of(operation: str, *values: Any) -> Blades:
    """The algebra of the first multivector among values."""
    for value in values:
        if isinstance(value, Multivector):
            return value.algebra
    raise WrongTypeError(f"{operation} expects multivectors, got {' and '.join(map(describe, values))}")


def _product(operation: str, a: Any, b: Any, keep: Keep) -> Multivector:
    algebra = algebra_of(operation, a, b)
    return multiplied(in_algebra(a, algebra, operation), in_algebra(b, algebra, operation), operation, keep)


@g.vee.on(Multivector, Multivector)
def _vee(a: Multivector, b: Multivector) -> Multivector:
    return undual(multiplied(dual(a), in_algebra(dual(b), a.algebra, "vee"), "vee", _is_outer))


g.wedge2.add((Multivector, Multivector), lambda a, b: multiplied(a, b, "wedge2", _is_outer))
g.dot_product.add((Multivector, Multivector), lambda a, b: multiplied(a, b, "dot-product", _is_inner))
for _operation in (g.wedge2, g.dot_product, g.vee):
    _operation.add(
        (Scalar, Multivector), lambda x, y, operation=_operation: operation(Multivector(y.algebra, {0: x}), y)
    )
    _operation.add(
        (Multivector, Scalar), lambda x, y, operation=_operation: operation(x, Multivector(x.algebra, {0: y}))
    )


@public("dual")
@pointwise
def dual(a: Multivector) -> Multivector:
    """The complement: of a basis blade, the blade of the other vectors with the sign that makes a ^ dual(a) the I.

    It does not depend on the metric, so it is there for null vectors too. (The polarity, where I has an inverse, is
    ``a * I**-1``.)

    Scheme:  (dual M)
    Math:    e_A ^ *e_A = I
    >>> from scmpy import PGA3, VGA3
    >>> dual(VGA3.e12), dual(PGA3.e0), dual(VGA3.e1 ^ VGA3.e2) == VGA3.e3
    (e3, e123, True)
    """
    algebra = algebra_of("dual", a)
    return _complemented(a, lambda blade: algebra.complement_sign(blade))


@public("undual")
@pointwise
def undual(a: Multivector) -> Multivector:
    """The multivector of which this is the dual.

    Scheme:  (undual M)
    >>> from scmpy import PGA3
    >>> undual(dual(PGA3.e1)), undual(PGA3.e1)
    (e1, e023)
    """
    algebra = algebra_of("undual", a)
    return _complemented(a, lambda blade: algebra.complement_sign(blade ^ algebra.pseudoscalar))


def _complemented(a: Multivector, sign: Any) -> Multivector:
    whole = a.algebra.pseudoscalar
    return Multivector(
        a.algebra, {blade ^ whole: x if sign(blade) > 0 else g.negate(x) for blade, x in a.terms.items()}
    )


@public("left-contraction")
@pointwise
def left_contraction(a: Element, b: Element) -> Multivector:
    """The left contraction: of blades, what of b is orthogonal to a, of the grade of b less that of a.

    Scheme:  (left-contraction a b)
    Math:    <a b> of grade(b) - grade(a)
    Source:  Dorst, Fontijne and Mann 3
    >>> from scmpy import VGA3
    >>> left_contraction(VGA3.e1, VGA3.e12), left_contraction(VGA3.e12, VGA3.e1)
    (e2, 0)
    """
    return _product("left-contraction", a, b, _is_left_contraction)


@public("right-contraction")
@pointwise
def right_contraction(a: Element, b: Element) -> Multivector:
    """The right contraction: of blades, what of a is orthogonal to b, of the grade of a less that of b.

    Scheme:  (right-contraction a b)
    Math:    <a b> of grade(a) - grade(b)
    >>> from scmpy import VGA3
    >>> right_contraction(VGA3.e12, VGA3.e2), right_contraction(VGA3.e1, VGA3.e12)
    (e1, 0)
    """
    return _product("right-contraction", a, b, _is_right_contraction)


@public("scalar-product")
@pointwise
def scalar_product(a: Element, b: Element) -> ScalarValue:
    """The scalar part of the geometric product, as a scalar.

    Scheme:  (scalar-product a b)
    Math:    <a b>
    >>> from scmpy import VGA3
    >>> scalar_product(VGA3.e12 + VGA3.e1, 3 * VGA3.e12)
    -3
    """
    return _product("scalar-product", a, b, int.__eq__).scalar


@public("commutator-product")
@pointwise
def commutator_product(a: Element, b: Element) -> Multivector:
    """Half the commutator of two multivectors. That with a bivector keeps every grade.

    Scheme:  (commutator-product a b)
    Math:    a x b = (a b - b a) / 2; (commutator a b) is without the half, as for operators and matrices
    Raises:  StructureError for multivectors of two algebras
    >>> from scmpy import VGA3
    >>> commutator_product(VGA3.e12, VGA3.e23)
    e13
    """
    algebra = algebra_of("commutator-product", a, b)
    x, y = (in_algebra(value, algebra, "commutator-product") for value in (a, b))
    # Blades commute or anticommute: of the first nothing is left, the others count twice.
    return multiplied(x, y, "commutator-product", lambda s, t: algebra.signs(s)[t] != algebra.signs(t)[s])


for _types in ((Multivector, Multivector), (Scalar, Multivector), (Multivector, Scalar)):
    commutator.add(_types, lambda a, b: g.mul(2, commutator_product(a, b)))
    anticommutator.add(_types, lambda a, b: g.add(g.mul(a, b), g.mul(b, a)))


@public("sandwich")
@pointwise
def sandwich(versor: Element, a: Element) -> Value:
    """The multivector a moved by a versor: rotated and translated by a motor, reflected in a vector.

    Scheme:  (sandwich R a)
    Math:    R a R~, where R R~ = 1; for odd R with the sign that keeps the orientation of what is reflected
    Raises:  WrongTypeError if R is neither even nor odd; StructureError for multivectors of two algebras
    >>> from scmpy import VGA3, ga_rotor, pi
    >>> sandwich(ga_rotor(pi / 2, VGA3.e12), VGA3.e1), sandwich(VGA3.e1, VGA3.e1 + VGA3.e2)
    (e2, (+ (* -1 e1) e2))
    """
    algebra = algebra_of("sandwich", versor, a)
    R, moved = (in_algebra(value, algebra, "sandwich") for value in (versor, a))
    parities = {grade & 1 for grade in R.grades}
    if len(parities) > 1:
        raise WrongTypeError(f"sandwich expects a versor, even or odd, got one of the grades {R.grades}")
    if parities == {1}:
        moved = moved.signed(lambda grade: -1 if grade & 1 else 1)
    found = g.mul(g.mul(R, moved), ~R)
    return found.selected([blade for blade in found.terms if blade.bit_count() in moved.grades])


@public("meet")
@pointwise
def meet(a: Element, b: Element) -> Value:
    """The intersection: the outer product in the projective algebras, whose vectors are planes; else the regressive.

    Scheme:  (meet a b)
    >>> from scmpy import PGA3, VGA3
    >>> meet(PGA3.e1, PGA3.e2), meet(VGA3.e12, VGA3.e23)
    (e12, e2)
    """
    return (g.wedge2 if _has_planes(algebra_of("meet", a, b)) else g.vee)(a, b)


@public("join")
@pointwise
def join(a: Element, b: Element) -> Value:
    """What two have in common as a whole: the line through two points. The regressive product in the projective
    algebras, whose vectors are planes; else the outer.

    Scheme:  (join a b)
    >>> from scmpy import PGA3, VGA3
    >>> join(PGA3.e123, PGA3.e023), join(VGA3.e1, VGA3.e2)
    ((* -1 e23), e12)
    """
    return (g.vee if _has_planes(algebra_of("join", a, b)) else g.wedge2)(a, b)


def _has_planes(algebra: Blades) -> bool:
    """Do vectors stand for lines or planes? One null vector is the line or plane at infinity."""
    return algebra.signature[2] == 1
