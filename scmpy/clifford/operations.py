"""Products of multivectors made of the geometric one, involutions, norms, inverses; exponentials and logarithms.

``a ^ b`` is the outer product, of blades the subspace of both; ``a | b`` the inner one, a contraction; ``a & b`` the
regressive one, the outer product of complements. In PGA2 and PGA3 vectors are lines or planes: there the outer product
is the meet, the regressive one the join; elsewhere it is the other way round. Source: Dorst, Fontijne and Mann
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import frexp, inf, isfinite, ldexp, pi
from typing import Any, NamedTuple

from scmpy.calculus.derivative import anticommutator, commutator
from scmpy.calculus.dual_numbers import finite_part
from scmpy.clifford.multivector import (
    Blades,
    Element,
    Keep,
    Multivector,
    as_multivector,
    check_grade,
    in_algebra,
    lifted,
    multiplied,
    pointwise,
    reversion_sign,
)
from scmpy.errors import DivisionByZeroError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.types import ScalarKind, ScalarValue, Value, is_number, is_zero_number
from scmpy.registry import public
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.tuples import Structure
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.printed_form import is_negated
from scmpy.symbolic.real_numbers import is_real_number
from scmpy.symbolic.rules import cos_squared_to_sin_squared
from scmpy.symbolic.simplify import reduced, simplify


def _is_outer(a: int, b: int) -> bool:
    return not a & b


def algebra_of(operation: str, *values: Any) -> Blades:
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


@g.dot_product.on(Multivector, Multivector)
def _inner(a: Multivector, b: Multivector) -> Multivector:
    return multiplied(a, b, "dot-product", lambda s, t: s & t in (s, t))


for _operation in (g.wedge2, g.dot_product, g.vee):
    lifted(_operation)


@public("dual")
@pointwise
def dual(a: Multivector) -> Multivector:
    """The complement: of a basis blade, the blade of the other vectors with the sign that makes a ^ dual(a) the I.

    It does not depend on the metric, so it is there for null vectors too. (The polarity, where I has an inverse, is
    ``a * I**-1``.)

    Scheme:  (dual M)
    Math:    e_A ^ *e_A = I
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

    Math:    <a b> of grade(b) - grade(a)
    Source:  Dorst, Fontijne and Mann 3
    >>> left_contraction(VGA3.e1, VGA3.e12), left_contraction(VGA3.e12, VGA3.e1)
    (e2, 0)
    """
    return _product("left-contraction", a, b, lambda s, t: s & t == s)


@public("right-contraction")
@pointwise
def right_contraction(a: Element, b: Element) -> Multivector:
    """The right contraction: of blades, what of a is orthogonal to b, of the grade of a less that of b.

    Math:    <a b> of grade(a) - grade(b)
    >>> right_contraction(VGA3.e12, VGA3.e2), right_contraction(VGA3.e1, VGA3.e12)
    (e1, 0)
    """
    return _product("right-contraction", a, b, lambda s, t: s & t == t)


@public("scalar-product")
@pointwise
def scalar_product(a: Element, b: Element) -> ScalarValue:
    """The scalar part of the geometric product, as a scalar.

    Math:    <a b>
    >>> scalar_product(VGA3.e12 + VGA3.e1, 3 * VGA3.e12)
    -3
    """
    return _product("scalar-product", a, b, int.__eq__).scalar


@public("commutator-product")
@pointwise
def commutator_product(a: Element, b: Element) -> Multivector:
    """Half the commutator of two multivectors. That with a bivector keeps every grade.

    Math:    a x b = (a b - b a) / 2; (commutator a b) is without the half, as for operators and matrices
    Raises:  StructureError for multivectors of two algebras
    >>> commutator_product(VGA3.e12, VGA3.e23)
    e13
    """
    algebra = algebra_of("commutator-product", a, b)
    x, y = (in_algebra(value, algebra, "commutator-product") for value in (a, b))
    # Blades commute or anticommute: of the first nothing is left, the others count twice.
    return multiplied(x, y, "commutator-product", lambda s, t: algebra.signs(s)[t] != algebra.signs(t)[s])


for _types in ((Multivector, Multivector), (ScalarKind, Multivector), (Multivector, ScalarKind)):
    commutator.add(_types, lambda a, b: g.mul(2, commutator_product(a, b)))
    anticommutator.add(_types, lambda a, b: g.add(g.mul(a, b), g.mul(b, a)))


@public("sandwich")
@pointwise
def sandwich(versor: Element, a: Element) -> Value:
    """The multivector a moved by a versor: rotated and translated by a motor, reflected in a vector.

    Scheme:  (sandwich R a)
    Math:    R a R~, where R R~ = 1; for odd R with the sign that keeps the orientation of what is reflected
    Raises:  WrongTypeError if R is neither even nor odd; StructureError for multivectors of two algebras
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

    >>> meet(PGA3.e1, PGA3.e2), meet(VGA3.e12, VGA3.e23)
    (e12, e2)
    """
    return (g.wedge2 if _has_planes(algebra_of("meet", a, b)) else g.vee)(a, b)


@public("join")
@pointwise
def join(a: Element, b: Element) -> Value:
    """What two have in common as a whole: the line through two points. The regressive product in the projective
    algebras, whose vectors are planes; else the outer.

    >>> join(PGA3.e123, PGA3.e023), join(VGA3.e1, VGA3.e2)
    ((* -1 e23), e12)
    """
    return (g.vee if _has_planes(algebra_of("join", a, b)) else g.wedge2)(a, b)


def _has_planes(algebra: Blades) -> bool:
    """Do vectors stand for lines or planes? One null vector is the line or plane at infinity."""
    return algebra.signature[2] == 1


# --- involutions -----------------------------------------------------------------------------------------------------
# Reversion, the grade involution, Clifford's conjugation, grades, norms, and inverses of multivectors.

#: The binary exponents up to which floats are taken as they are, and by which they are shifted at most.
MODERATE, MAXIMUM_SHIFT = 25, 1000


@public("reversion")
@pointwise
def reversion(a: Multivector) -> Multivector:
    """The reverse: every product of vectors in the opposite order. In Python ``~a``.

    Math:    a~, of grade k with the sign (-1)^(k (k - 1) / 2)
    >>> reversion(1 + VGA3.e1 + VGA3.e12)
    (+ 1 e1 (* -1 e12))
    """
    return as_multivector(a, "reversion").signed(reversion_sign)


@public("grade-involution")
@pointwise
def grade_involution(a: Multivector) -> Multivector:
    """The grade involution: every vector negated, so that odd grades change their sign.

    >>> grade_involution(1 + VGA3.e1 + VGA3.e12)
    (+ 1 (* -1 e1) e12)
    """
    return as_multivector(a, "grade-involution").signed(lambda grade: -1 if grade & 1 else 1)


@public("Clifford-conjugate")
@pointwise
def Clifford_conjugate(a: Multivector) -> Multivector:
    """Clifford's conjugate: the reverse with every vector negated.

    Raises:  WrongTypeError for what is no multivector
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

    >>> even_part(1 + VGA3.e1 + VGA3.e12)
    (+ 1 e12)
    """
    checked = as_multivector(a, "even-part")
    return checked.selected(checked.algebra.of_grade(*range(0, checked.algebra.dimension + 1, 2)))


@public("scalar-part")
@pointwise
def scalar_part(a: Element) -> ScalarValue:
    """The coefficient of 1, as a scalar; a scalar is its own. A Lagrangian is such a part: it is differentiated.

    >>> scalar_part(VGA3.e1 * (2 * VGA3.e1 + VGA3.e2)), scalar_part(3)
    (2, 3)
    """
    return a if isinstance(a, ScalarKind) else as_multivector(a, "scalar-part").scalar


@public("norm-squared")
@pointwise
def norm_squared(a: Element) -> ScalarValue:
    """The scalar part of the product with the reverse; it is negative for some elements of some algebras.

    Math:    <a a~>
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

    Math:    sqrt |<a a~>|
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
    parts = a._children_()
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

    Raises:  DivisionByZeroError for one of norm 0
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
    power, c = a, g.mul(size, a.scalar)
    for k in range(2, size + 1):
        last = reduced(g.sub(power, c))
        power = reduced(g.mul(a, last))
        c = g.div(g.mul(size, power.scalar), k)
    return g.div(last, _not_zero(c, a))


def _not_zero(determinant: Any, a: Multivector) -> Any:
    found = reduced(determinant)
    if is_zero_number(found):
        raise DivisionByZeroError(f"/ : the multivector {a!r} has no inverse, its determinant is 0")
    return found


g.div.add((Multivector, Multivector), lambda a, b: g.mul(a, g.invert(b)))
g.div.add((ScalarKind, Multivector), lambda x, b: g.mul(x, g.invert(b)))
g.div.add((Structure, Multivector), lambda s, b: g.mul(s, g.invert(b)))


# --- split numbers ---------------------------------------------------------------------------------------------------
# Split numbers a + b W with W^2 = w: the commutative ring in which exp and log of multivectors are worked out.
#
# The square of a bivector B, in up to five dimensions, is s + W with a scalar s and a four-vector W whose square is a
# scalar w. So an even function of B is a function of the split number s + W, which commutes with B. Of w = 0, as in
# the projective algebras, they are dual numbers; of w > 0 two numbers s +- sqrt(w); of w < 0 complex ones. Sums of
# powers do for all three alike, with no division by what may vanish.

#: Terms of the series below: of |s| + |W| <= 4 cosh and of u <= 1/4 the inverse of sinhc lose nothing.
TERMS = 24


class Split:
    """The number a + b W of floats, with W^2 = w."""

    __slots__ = ("a", "b", "w")

    def __init__(self, a: float, b: float, w: float) -> None:
        self.a, self.b, self.w = a, b, w

    def __add__(self, x: float) -> Split:
        return Split(self.a + x, self.b, self.w)

    def __mul__(self, other: Any) -> Split:
        if not isinstance(other, Split):
            return Split(self.a * other, self.b * other, self.w)
        return Split(self.a * other.a + self.b * other.b * self.w, self.a * other.b + self.b * other.a, self.w)

    @property
    def norm(self) -> float:
        return self.a * self.a - self.b * self.b * self.w

    @property
    def size(self) -> float:
        """No less than |a + b sqrt(w)|. (abs itself has no derivative at 0.)"""
        a, b, w = (x if x >= 0 else -x for x in (self.a, self.b, self.w))
        return a + b * (1 + w)

    def inverse(self) -> Split:
        return Split(self.a / self.norm, -self.b / self.norm, self.w)

    def root(self) -> Split | None:
        """The principal square root; None where there is none but those with sqrt(w) in them."""
        norm = self.norm
        if norm <= 0:
            return None
        half = (self.a + norm**0.5) / 2
        if half <= 0:
            return None
        a = half**0.5
        return Split(a, self.b / (2 * a), self.w)

    def powers(self) -> Iterator[Split]:
        power = Split(1.0, 0.0, self.w)
        while True:
            yield power
            power = power * self


def _series(x: Split, coefficients: list[float]) -> Split:
    a = b = 0.0
    for c, power in zip(coefficients, x.powers(), strict=False):
        a, b = a + c * power.a, b + c * power.b
    return Split(a, b, x.w)


def _ratios(ratio: Any) -> list[float]:
    found = [1.0]
    for n in range(1, TERMS):
        found.append(found[-1] * ratio(n))
    return found


#: cosh(sqrt(x)) and sinh(sqrt(x)) / sqrt(x) in powers of x; acosh(c) / sqrt(c^2 - 1) in powers of 1 - c, which follows
#: from its differential equation, (c^2 - 1) h' + c h = 1.
_COSH = _ratios(lambda n: 1 / (2 * n * (2 * n - 1)))
_SINHC = _ratios(lambda n: 1 / (2 * n * (2 * n + 1)))
_INVERSE = _ratios(lambda n: n / (2 * n + 1))


def cosh_and_sinhc(x: Split) -> tuple[Split, Split]:
    """cosh(y) and sinh(y)/y of y = sqrt(x), both even in y: series after halvings, then doubled again."""
    halvings = 0
    while x.size > 4:
        x, halvings = x * 0.25, halvings + 1
    cosh, sinhc = _series(x, _COSH), _series(x, _SINHC)
    for _ in range(halvings):
        cosh, sinhc = cosh * cosh * 2 + -1.0, sinhc * cosh
    return cosh, sinhc


def inverse_sinhc(cosh: Split, beyond: Split) -> Split | None:
    """y / sinh(y) of the split numbers cosh(y) and cosh(y) + 1, with the principal y: None off the branch, from -1 on.

    Half the angle is taken until cosh is near 1, as sinh(y)/y is sinh(y/2)/(y/2) times cosh(y/2).
    """
    product = Split(1.0, 0.0, cosh.w)
    while (cosh + -1.0).size > 0.25:
        half = (beyond * 0.5).root()
        if half is None:
            return None
        cosh, beyond, product = half, half + 1.0, product * half
    return _series(cosh * -1.0 + 1.0, _INVERSE) * product.inverse()


# --- exponential -----------------------------------------------------------------------------------------------------
# The exponential and the logarithm of multivectors, in closed form for bivectors and motors in up to five dimensions.
#
# Let B be a bivector and B^2 = s + W with a scalar s, where W^2 = w is a scalar too. Even functions of B are
# functions of the split number S = s + W (:mod:`~scmpy.clifford.operations`), and
#
#     exp B = cosh(sqrt S) + sinh(sqrt S)/sqrt S  B,
#     log M = h(C) <M>2   with C = <M>0 + <M>4 and h(C) = acosh(C)/sqrt(C^2 - 1).
#
# On numbers, also those that D or the compiler of numerical code put in their place, they are sums of series without
# a division by what may vanish; on expressions they are sines and cosines, or hyperbolic ones, of a root of S.
#
# Source: Roelfs and De Keninck, Graded symmetry groups: plane and simple; Dorst and Valkenburg, Square root and
# logarithm of rotors in 3D conformal geometric algebra

#: In more dimensions the square of the square of a bivector is no scalar.
MAXIMUM_DIMENSION = 5

#: From the part of grade 4 of M M~, relative to the scalar, on, M is no motor.
CLOSE = 1e-9

#: By how much, relative to its terms, M M~ of a motor is not 1.
ROUNDING = 2.0**-49

#: The series of the exponential, for coefficients of the size 1/2, and the squarings that lead there.
SERIES_TERMS, MAXIMUM_SQUARINGS = 20, 60


class Square(NamedTuple):
    """A split number s + W with W^2 = w, and whether its square root is known to be imaginary."""

    s: Any
    W: Multivector
    w: Any
    negative: bool


@g.exp.on(Multivector)
@orbit_by_orbit
def exp(a: Multivector) -> Any:
    """The exponential of a scalar and, beside it, a bivector, or anything else whose square is a split number."""
    scalar = a.scalar
    rest = Multivector(a.algebra, {blade: x for blade, x in a.terms.items() if blade})
    found = _exponential(rest)
    return found if is_zero_number(scalar) else g.mul(g.exp(scalar), found)


def _exponential(a: Multivector) -> Any:
    if not a._content():
        blades = {blade for blade in g.mul(a, a).terms if blade.bit_count() in (0, 4)}
        return Multivector(a.algebra, {**dict.fromkeys(blades | a.terms.keys(), 0), 0: 1})
    square = _square(a)
    if square is None:
        return _by_squarings(a)
    even, odd = _on(square, cosh_and_sinhc, _cosh_and_sinhc)
    return g.add(even, g.mul(odd, a))


def _square(a: Multivector) -> Square | None:
    product = g.mul(a, a)
    is_bivector = a.grades == (2,) and a.algebra.dimension <= MAXIMUM_DIMENSION
    if is_bivector:
        product = product.selected([blade for blade in product.terms if blade.bit_count() in (0, 4)])
    if not _has_values(a):
        product = reduced(product)
    W = Multivector(a.algebra, {blade: x for blade, x in product.terms.items() if blade})
    if not is_bivector:
        W = Multivector(a.algebra, W._content())
        if reduced(g.mul(W, W))._content().keys() - {0}:
            return None
    w = scalar_product(W, W)
    return Square(product.scalar, W, w if _has_values(a) else reduced(w), is_bivector and a.algebra.is_euclidean)


def _has_values(a: Multivector) -> bool:
    """Are all coefficients real numbers of which one is inexact, or stand for numbers? Then they are compared."""
    values = [finite_part(x) for x in a._children_()]
    if any(isinstance(x, Expression) or (is_number(x) and not is_real_number(x)) for x in values):
        return False
    return any(not is_number(x) or isinstance(x, float) for x in values)


def _on(square: Square, of_values: Any, of_expressions: Any) -> tuple[Any, ...]:
    """The values of even functions, as multivectors: of numbers by series, of expressions in closed form."""
    s, W, w, negative = square
    real = all(map(is_real_number, (s, w, *W._children_())))
    if _has_values(g.add(s, W)) or (real and w < 0):  # of complex roots s +- sqrt(w) the series stay real
        if not all(isfinite(x) for x in map(finite_part, (s, w)) if is_number(x)):
            raise DomainError(f"exp of a multivector whose square is {describe(s)}: it is not finite")
        return tuple(g.add(g.mul(W, x.b), x.a) for x in of_values(Split(s, 1.0 if W._content() else 0.0, w)))
    if not W._content() or is_zero_number(w):
        return tuple(g.add(value, g.mul(W, slope)) for value, slope in of_expressions(s, negative))
    r = _root_of(w)
    above, below = (of_expressions(reduced(x), negative) for x in (g.add(s, r), g.sub(s, r)))
    return tuple(
        g.add(g.div(g.add(p, m), 2), g.mul(W, g.div(g.sub(p, m), g.mul(2, r))))
        for (p, _), (m, _) in zip(above, below, strict=True)
    )


#: The value of a function of x, and its slope.
_Jet = tuple[Any, Any]


def _cosh_and_sinhc(x: Any, negative: bool) -> tuple[_Jet, _Jet]:
    """cosh(y) and sinh(y)/y of y = sqrt(x), with their slopes by x; circular functions where x is negative."""
    if is_zero_number(x):
        return (1, g.div(1, 2)), (1, g.div(1, 6))
    if _is_circular(x, negative):
        y = _root_of(reduced(g.negate(x)))
        even, odd = g.cos(y), g.div(g.sin(y), y)
    else:
        y = _root_of(x)
        even, odd = g.cosh(y), g.div(g.sinh(y), y)
    return (even, g.div(odd, 2)), (odd, g.div(g.sub(even, odd), g.mul(2, x)))


def _is_circular(x: Any, known: bool) -> bool:
    """Are circular functions to be written for this square? Both are right for either sign, with complex roots."""
    if is_number(x):
        return is_real_number(x) and bool(x < 0)
    return known or is_negated(simplify(x))


def _root_of(x: Any) -> Any:
    """A square root of x, of either sign: for even functions. Of squares it is without a root, sqrt(t^2) is t."""
    root = g.sqrt(x)
    if not isinstance(root, Expression):
        return root
    short = simplify(g.sqrt(cos_squared_to_sin_squared(x)))
    return short if equivalent(g.square(short), x).verdict == "equal" else root


def _by_squarings(a: Multivector) -> Any:
    size = 0.0
    for x in a._children_():
        if not is_number(x):
            raise DomainError(
                f"exp of {a!r}: there is a closed form for bivectors in up to {MAXIMUM_DIMENSION} dimensions and for "
                "what has such a square; of anything else numbers are expected"
            )
        size += abs(x)
    squarings = 0
    while size > 0.5:
        size, squarings = size / 2, squarings + 1
        if squarings > MAXIMUM_SQUARINGS:
            raise DomainError(f"exp of {a!r}: its coefficients are too large")
    small = g.div(g.inexact(a), 2**squarings)
    total: Any = Multivector(a.algebra, {0: 1.0})
    for n in range(SERIES_TERMS, 0, -1):
        total = g.add(1.0, g.div(g.mul(small, total), n))
    for _ in range(squarings):
        total = g.mul(total, total)
    return total


@g.log.on(Multivector)
@orbit_by_orbit
def log(m: Multivector) -> Any:
    """The principal logarithm of a motor: the bivector B, and the logarithm of its norm, with exp B = M."""
    if any(grade & 1 for grade in m.grades) or m.algebra.dimension > MAXIMUM_DIMENSION:
        raise DomainError(
            f"log expects an even multivector in up to {MAXIMUM_DIMENSION} dimensions, got one of the grades "
            f"{', '.join(map(str, m.grades))} of {m.algebra._describe_()}"
        )
    values = _has_values(m)
    size = norm_squared(m)
    excess = grade_part(g.mul(m, ~m), 4) if m.algebra.dimension >= 4 else Multivector(m.algebra, {})
    if values:
        bad = any(abs(x) > CLOSE * abs(size) for x in map(finite_part, excess._children_()) if is_number(x))
    else:
        size, bad = reduced(size), bool(reduced(excess)._content())
    if bad or (is_real_number(size) and not size > 0):
        raise DomainError(
            f"log expects a motor, a product of exponentials of bivectors, got {m!r}: M M~ is no number above 0"
        )
    rounding = ROUNDING * sum(x * x for x in m._children_()) if isinstance(size, float) else 0
    if is_real_number(size) and abs(size - 1) <= rounding:
        return _logarithm(m)
    return g.add(_logarithm(g.div(m, _root_of(size))), g.div(g.log(size), 2))


def _logarithm(m: Multivector) -> Any:
    bivector = grade_part(m, 2) if m.algebra.dimension > 1 else Multivector(m.algebra, {})
    W = grade_part(m, 4) if m.algebra.dimension >= 4 else Multivector(m.algebra, {})
    w, c = scalar_product(W, W), scalar_part(m)
    if not _has_values(m):
        W, w, c = reduced(W), reduced(w), reduced(c)
    elif finite_part(c) < 0 and finite_part(g.square(c)) > finite_part(w):
        # h is large near a whole turn. -M turns by what is left, and half a turn more in the plane, made a unit twice.
        plane = _unit(_unit(bivector, m), m)
        return g.add(_logarithm(g.negate(m)), g.mul(pi, plane))
    (factor,) = _on(Square(c, W, w, m.algebra.is_euclidean), _principal(m, bivector), _angle_over_sine)
    product = g.mul(factor, bivector)
    return product.selected([blade for blade in product.terms if blade.bit_count() == 2])


def _unit(bivector: Multivector, m: Multivector) -> Multivector:
    square = g.mul(bivector, bivector)
    W = Multivector(m.algebra, {blade: x for blade, x in square.terms.items() if blade.bit_count() == 4})
    root = Split(g.negate(square.scalar), -1.0, scalar_product(W, W)).root()
    if root is None:
        raise _off_branch(m)
    inverse = root.inverse()
    product = g.mul(g.add(g.mul(W, inverse.b), inverse.a), bivector)
    return product.selected([blade for blade in product.terms if blade.bit_count() == 2])


def _off_branch(m: Multivector) -> DomainError:
    return DomainError(f"log: {m!r} is off the principal branch: it turns by a whole turn, in no certain plane")


def _principal(m: Multivector, bivector: Multivector) -> Callable[[Split], tuple[Split]]:
    def of_values(cosh: Split) -> tuple[Split]:
        beyond = cosh + 1.0
        if cosh.a < 0:
            # Near -1 its difference from -1 is lost in it, but M M~ = 1 says it by the bivector.
            beyond.a = (scalar_product(bivector, bivector) - cosh.w) / (cosh.a - 1)
        found = inverse_sinhc(cosh, beyond)
        if found is None:
            raise _off_branch(m)
        return (found,)

    return of_values


def _angle_over_sine(c: Any, circular: bool) -> tuple[_Jet]:
    """h(c) = acosh(c)/sqrt(c^2 - 1), with its slope, which is (1 - c h)/(c^2 - 1)."""
    if is_number(c) and c == 1:
        return ((1, g.div(-1, 3)),)
    square = reduced(g.sub(g.square(c), 1))
    if is_zero_number(square):
        raise DomainError("log is off the principal branch: the motor turns by a whole turn, in no certain plane")
    if _is_circular(square, circular):
        r = _root_of(reduced(g.negate(square)))
        h = g.div(g.atan2(r, c), r)
    else:
        r = _root_of(square)
        h = g.div(g.log(g.add(c, r)), r)
    return ((h, g.div(g.sub(1, g.mul(c, h)), square)),)
