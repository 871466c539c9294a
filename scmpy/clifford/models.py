"""Algebras by name, and points, lines, planes, circles, spheres and motors of the projective and conformal ones.

In PGA2 and PGA3 a plane (a line of the plane) is a vector, with e0 for that at infinity, a point what its coordinates
make of the complements. In CGA2 and CGA3 a point is a null vector; planes and spheres are orthogonal to their points.
Source: Gunn, Geometric Algebras for Euclidean Geometry; Dorst, Fontijne and Mann 13
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from scmpy.boundary import checks, guarded_call
from scmpy.clifford.multivector import (
    Blades,
    Element,
    Multivector,
    as_multivector,
    blade_name,
    check_grade,
    first_of,
    pointwise,
)
from scmpy.clifford.operations import dual, even_part, join, normalized, undual
from scmpy.errors import CALLED, BadIndexError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch
from scmpy.generic.dispatch import converted
from scmpy.generic.display import Shown
from scmpy.generic.settings import count, instances
from scmpy.generic.types import Angle, Procedure, Scalar, ScalarKind, ScalarValue, Values, is_zero_number
from scmpy.registry import declare_predicate, docstring, public, register, scheme_name_of
from scmpy.render.scheme import scheme_text
from scmpy.structure.tuples import Up, as_structure, sum_of
from scmpy.structure.types import Name, Vector
from scmpy.symbolic.expression import application, symbol
from scmpy.symbolic.real_numbers import is_real_number

# --- algebra ---------------------------------------------------------------------------------------------------------
# Geometric algebras as values: their blades by name, and the algebras of the field by theirs.

#: Vectors are named by one digit each, and an algebra of n vectors has 2^n blades.
MAXIMUM_DIMENSION = 9


class Algebra(Blades, Shown):
    """A geometric algebra. Its blades are its attributes: ``A.e12``, the unit pseudoscalar ``A.I``.

    >>> A = geometric_algebra(3, 0, 1)
    >>> A.e1 * A.e2, A.e2 * A.e1, A.e0 * A.e0, A.e31
    (e12, (* -1 e12), 0, (* -1 e13))
    """

    __slots__ = ()

    def blade(self, name: str) -> Multivector:
        """The basis blade of a name, whose vectors may stand in any order; ``I`` is the pseudoscalar, ``1`` is 1."""
        blade, sign = self.named(name)
        return Multivector(self, {blade: sign})

    @property
    def vectors(self) -> tuple[Multivector, ...]:
        return tuple(self.blade(self.names[1 << i]) for i in range(self.dimension))

    def __getattr__(self, name: str) -> Multivector:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.blade(name)
        except BadIndexError as error:
            raise AttributeError(str(error)) from None

    @guarded_call
    def __call__(self, name: Name) -> Multivector:
        return self.blade(blade_name(name, "a geometric algebra"))

    def __repr__(self) -> str:
        return scheme_text(self._shown_())

    def _shown_(self) -> Any:
        name = scheme_name_of(self)
        return symbol(name) if name else application(symbol("geometric-algebra"), *self.signature)

    def __reduce__(self) -> Any:
        return _algebra, (*self.signature, self.first)


@functools.cache
def _algebra(p: int, q: int, r: int, first: int) -> Algebra:
    return Algebra(p, q, r, first)


@public("geometric-algebra", python="geometric_algebra")
def geometric_algebra(p: int, q: int = 0, r: int = 0) -> Algebra:
    """The geometric algebra with p vectors of the square 1, q of the square -1 and r of the square 0.

    Scheme:  (geometric-algebra p q r); its blades are (A 'e12) and so on, (A 'I) the unit pseudoscalar
    Math:    Cl(p, q, r); with r = 1 the vectors are e0 of the square 0, e1, e2, ..., else e1, e2, ..., null ones first
    Raises:  WrongTypeError for what are no numbers from 0; BadIndexError for more than nine vectors
    >>> A = geometric_algebra(1, 3)
    >>> A.e1**2, A.e2**2, (A.e1 * A.e2) ** 2
    (1, -1, 1)
    """
    for number in (p, q, r):
        count(number, "geometric-algebra")
    if p + q + r > MAXIMUM_DIMENSION:
        raise BadIndexError(f"geometric-algebra has up to {MAXIMUM_DIMENSION} vectors, got {p + q + r}")
    return _algebra(p, q, r, first_of(p, q, r))


#: The algebras of the field: name, signature, first vector; what it is; an example; its value.
_NAMED = """\
VGA2 2 0 0 1 | The geometric algebra of the plane. | VGA2.I**2 | -1
VGA3 3 0 0 1 | The geometric algebra of space: its vectors are those of space. | VGA3.e1 * VGA3.e2 * VGA3.e3 | e123
PGA2 2 0 1 0 | The projective algebra of the plane: vectors are lines, bivectors points. | PGA2.e0**2 | 0
PGA3 3 0 1 0 | The projective algebra of space: \
vectors are planes, trivectors points, even elements motors. | PGA3.e0 * PGA3.e1 | e01
CGA2 3 1 0 1 | The conformal algebra of the plane: \
origin and infinity are (e4 - e3)/2 and e3 + e4. | CGA2.e3**2, CGA2.e4**2 | (1, -1)
CGA3 4 1 0 1 | The conformal algebra of space: \
origin and infinity are (e5 - e4)/2 and e4 + e5. | CGA3.e4**2, CGA3.e5**2 | (1, -1)
STA 1 3 0 0 | The spacetime algebra. | STA.e0**2, STA.e1**2 | (1, -1)"""


def _named(row: str) -> Algebra:
    heading, meaning, typed, answer = row.split(" | ")
    name, *numbers = heading.split()
    return register(name, _algebra(*map(int, numbers)), module=__name__, doc=docstring(meaning, name, typed, answer))


VGA2, VGA3, PGA2, PGA3, CGA2, CGA3, STA = map(_named, _NAMED.splitlines())


declare_predicate("geometric-algebra?", Algebra, "Is this a geometric algebra?", "geometric_algebra(2)", "2")


# --- construction ----------------------------------------------------------------------------------------------------
# Multivectors made from coefficients and names, and taken apart again.


declare_predicate("multivector?", Multivector, "Is this a multivector?", "VGA2.e1", "1")


@public("basis-blades")
def basis_blades(algebra: Algebra, *grades: int) -> tuple[Multivector, ...]:
    """The basis blades of an algebra, of all grades or of some, by grade and then by name.

    Scheme:  (basis-blades A), (basis-blades A k ...)
    Shapes:  a list; of grade 1 it is that of the basis vectors
    >>> basis_blades(VGA3, 2)
    (e12, e13, e23)
    """
    wanted = algebra.of_grade(*_grades(algebra, grades))
    return tuple(Multivector(algebra, {blade: 1}) for blade in wanted)


@public("literal-multivector")
def literal_multivector(name: Name, algebra: Algebra, *grades: int) -> Multivector:
    """The multivector of symbols for coefficients, of all grades or of some.

    Scheme:  (literal-multivector 'B A 2)
    Shapes:  the coefficient of e12 is the symbol B_12, that of 1 the symbol B_0
    >>> literal_multivector("B", VGA3, 2)
    (+ (* B_12 e12) (* B_13 e13) (* B_23 e23))
    """
    found = algebra.of_grade(*_grades(algebra, grades))
    return Multivector(algebra, {blade: symbol(f"{name}_{algebra.names[blade][1:] or '0'}") for blade in found})


@public("make-multivector")
def make_multivector(algebra: Algebra, coefficients: Values, *grades: int) -> Multivector:
    """The multivector of coefficients: as many as the algebra has blades of these grades, in the order of basis-blades.

    Scheme:  (make-multivector A (list c ...) k ...)
    Shapes:  a sequence of coefficients, or a mapping from the names of blades
    Raises:  StructureError if there are more or fewer, BadIndexError for the name of a blade of another grade,
             WrongTypeError for a coefficient that is no scalar and no function
    >>> make_multivector(VGA3, [1, 2, 3], 2), make_multivector(VGA3, {"1": 5, "e31": 2})
    ((+ e12 (* 2 e13) (* 3 e23)), (+ 5 (* -2 e13)))
    """
    blades = algebra.of_grade(*_grades(algebra, grades))
    if isinstance(coefficients, Mapping):
        total: Any = Multivector(algebra, {})
        for name, c in coefficients.items():
            blade, sign = algebra.named(blade_name(name, "make-multivector"))
            if blade not in blades:
                raise BadIndexError(f"make-multivector of the grades {grades}: the blade {name} has another")
            total = g.add(total, g.mul(Multivector(algebra, {blade: sign}), _coefficient(c)))
        return total  # type: ignore[no-any-return]
    given = tuple(map(_coefficient, coefficients))
    if len(given) != len(blades):
        raise StructureError(
            f"make-multivector expects {len(blades)} coefficients in {algebra._describe_()}, got {len(given)}"
        )
    return Multivector(algebra, dict(zip(blades, given, strict=True)))


def _coefficient(value: Any) -> Any:
    found = as_batch(converted(value))
    if isinstance(found, (ScalarKind, Procedure)) and not isinstance(found, bool):
        return found
    raise WrongTypeError(f"make-multivector expects scalars for coefficients, got {describe(value)}")


as_algebra = checks("Algebra")(instances(Algebra, "a geometric algebra, such as VGA3"))


def _grades(algebra: Algebra, grades: Sequence[Any]) -> Sequence[int]:
    for grade in grades:
        check_grade(algebra, grade)
    return grades or range(algebra.dimension + 1)


@public("coefficient-of", python="coefficient_of")
@pointwise
def coefficient_of(blade: Name | int, value: Element) -> ScalarValue:
    """The coefficient of a basis blade in a multivector.

    Scheme:  (coefficient-of 'e12 M)
    Raises:  BadIndexError for the name of no blade
    >>> coefficient_of("e21", 3 * VGA3.e12), (3 * VGA3.e12)["e12"]
    (-3, 3)
    """
    return as_multivector(value, "coefficient-of")[blade]


PROJECTIVE, CONFORMAL = "projective", "conformal"


def _kind(algebra: Any) -> str:
    _, q, r = as_algebra(algebra).signature
    if (q, r) == (0, 1):
        return PROJECTIVE
    if (q, r) == (1, 0) and algebra.dimension > 2:
        return CONFORMAL
    raise WrongTypeError(
        f"{CALLED} expects a projective algebra (n, 0, 1) or a conformal one (n + 1, 1, 0), got {describe(algebra)}"
    )


def _euclidean(algebra: Blades, kind: str) -> list[int]:
    n = algebra.dimension
    return [1 << i for i in (range(1, n) if kind == PROJECTIVE else range(n - 2))]


def _vector(algebra: Algebra, components: Any, kind: str) -> Multivector:
    places = _euclidean(algebra, kind)
    given = as_structure(components)
    if len(given) != len(places):
        raise StructureError(f"{CALLED} expects {len(places)} components in {describe(algebra)}, got {len(given)}")
    return Multivector(algebra, dict(zip(places, given, strict=True)))


def _null_vectors(algebra: Blades) -> tuple[Multivector, Multivector]:
    """The origin and infinity of a conformal algebra, whose inner product is -1."""
    plus, minus = 1 << (algebra.dimension - 2), 1 << (algebra.dimension - 1)
    half = g.div(1, 2)
    return Multivector(algebra, {plus: g.negate(half), minus: half}), Multivector(algebra, {plus: 1, minus: 1})


@public("ga:origin")
def ga_origin(algebra: Algebra) -> Multivector:
    """The origin of space, as a point.

    Scheme:  (ga:origin A)
    >>> ga_origin(PGA3), ga_origin(CGA2)
    (e123, (+ (* -1/2 e3) (* 1/2 e4)))
    """
    dimension = algebra.dimension
    return ga_point(algebra, [0] * (dimension - (1 if _kind(algebra) == PROJECTIVE else 2)))


@public("ga:infinity")
def ga_infinity(algebra: Algebra) -> Multivector:
    """What is at infinity: the plane e0 in a projective algebra, the point in a conformal one.

    Scheme:  (ga:infinity A)
    >>> ga_infinity(PGA3), ga_infinity(CGA2)
    (e0, (+ e3 e4))
    """
    if _kind(algebra) == PROJECTIVE:
        return Multivector(algebra, {1: 1})
    return _null_vectors(algebra)[1]


@public("ga:point")
def ga_point(algebra: Algebra, coordinates: Vector) -> Multivector:
    """The point with these coordinates.

    Scheme:  (ga:point A (up x y z))
    Math:    the complement of e0 + x e1 + y e2 + z e3 in PGA3; origin + x + x^2/2 infinity in CGA3, a null vector
    Shapes:  coordinates: up(n), in n dimensions
    Raises:  StructureError for another number of coordinates than the space has
    >>> ga_point(PGA3, up(*symbols("x y z")))
    (+ (* -1 z e012) (* y e013) (* -1 x e023) e123)
    >>> ga_point(CGA3, up(1, 2, 3)) ** 2
    0
    """
    kind = _kind(algebra)
    vector = _vector(algebra, coordinates, kind)
    if kind == PROJECTIVE:
        return dual(g.add(Multivector(algebra, {1: 1}), vector))
    origin, infinity = _null_vectors(algebra)
    square = sum_of(map(g.square, vector.terms.values()))
    return g.add(g.add(origin, vector), g.mul(g.div(square, 2), infinity))  # type: ignore[no-any-return]


@public("ga:coordinates")
def ga_coordinates(point: Multivector) -> Up:
    """The coordinates of a point, of any weight.

    Scheme:  (ga:coordinates P)
    Shapes:  P: a point of n dimensions;  result: up(n)
    Raises:  DomainError for a point at infinity, of weight 0
    >>> ga_coordinates(3 * ga_point(PGA3, up(1, 2, 3))), ga_coordinates(-2 * ga_point(CGA2, up(1, 2)))
    ((up 1 2 3), (up 1 2))
    """
    given = as_multivector(point)
    algebra = given.algebra
    kind = _kind(algebra)
    if kind == PROJECTIVE:
        given = undual(given)
        weight = given.terms.get(1, 0)
    else:
        weight = g.negate(g.dot_product(given, _null_vectors(algebra)[1]).scalar)
    if is_zero_number(weight):
        raise DomainError(f"ga:coordinates: {point!r} is no finite point, its weight is 0")
    return Up(g.div(given.terms.get(blade, 0), weight) for blade in _euclidean(algebra, kind))


@public("ga:plane")
def ga_plane(algebra: Algebra, normal: Vector, offset: Scalar = 0) -> Multivector:
    """The plane of the points x with normal . x + offset = 0; in two dimensions the line.

    Scheme:  (ga:plane A (up a b c) d)
    Math:    a e1 + b e2 + c e3 + d e0, or - d infinity in a conformal algebra
    Shapes:  normal: up(n), in n dimensions
    Raises:  StructureError unless there are as many components as directions of space
    >>> ga_plane(PGA3, up(1, 0, 0), -5)
    (+ (* -5 e0) e1)
    >>> ga_plane(PGA3, up(1, 0, 0), -5) ^ ga_point(PGA3, up(5, 7, 8))
    0
    """
    kind = _kind(algebra)
    far = ga_infinity(algebra)
    if kind == CONFORMAL:
        far = g.negate(far)
    return g.add(g.mul(offset, far), _vector(algebra, normal, kind))  # type: ignore[no-any-return]


@public("ga:line")
def ga_line(first: Multivector, second: Multivector) -> Multivector:
    """The line through two points, from the first to the second.

    Scheme:  (ga:line P Q)
    Math:    the regressive product of the points in a projective algebra, their outer product with infinity in a
             conformal one
    Raises:  WrongTypeError if the algebra is neither; StructureError for points of different algebras
    >>> ga_line(ga_point(PGA3, up(0, 0, 0)), ga_point(PGA3, up(0, 0, 1)))
    e12
    """
    algebra = as_multivector(first).algebra
    found = join(first, second)
    return found if _kind(algebra) == PROJECTIVE else g.wedge2(found, _null_vectors(algebra)[1])


def _conformal(algebra: Any) -> None:
    if _kind(algebra) == PROJECTIVE:
        raise WrongTypeError(f"{CALLED} expects a conformal algebra, such as CGA3, got {describe(algebra)}")


@public("ga:sphere")
def ga_sphere(algebra: Algebra, centre: Vector, radius: Scalar) -> Multivector:
    """The sphere about a centre, in two dimensions the circle: the vector to which its points are orthogonal.

    Scheme:  (ga:sphere A (up x y z) r)
    Math:    P - r^2/2 infinity, whose square is r^2
    Shapes:  centre: up(n), in n dimensions
    >>> S = ga_sphere(CGA3, up(1, 2, 3), 5)
    >>> S**2, S | ga_point(CGA3, up(1, 2, 8)), S | ga_point(CGA3, up(1, 2, 3))
    (25, 0, 25/2)
    """
    _conformal(algebra)
    shrunk = g.mul(g.div(g.square(radius), 2), ga_infinity(algebra))
    return g.sub(ga_point(algebra, centre), shrunk)  # type: ignore[no-any-return]


@public("ga:translator")
def ga_translator(algebra: Algebra, displacement: Vector) -> Multivector:
    """The motor that translates by a vector.

    Scheme:  (ga:translator A (up x y z))
    Math:    1 - t/2 infinity
    Shapes:  displacement: up(n), in n dimensions
    Raises:  StructureError unless there are as many components as directions of space
    >>> T = ga_translator(PGA3, up(1, 2, 3))
    >>> ga_coordinates(sandwich(T, ga_point(PGA3, up(5, 5, 5))))
    (up 6 7 8)
    """
    kind = _kind(algebra)
    along = g.mul(_vector(algebra, displacement, kind), ga_infinity(algebra))
    half = g.div(-1 if kind == CONFORMAL else 1, 2)
    return even_part(g.add(1, g.mul(half, along)))


@public("ga:rotor")
def ga_rotor(angle: Angle, plane: Multivector) -> Multivector:
    """The rotor by an angle in the plane of a bivector, from its first vector to its second; about a line of PGA3.

    Scheme:  (ga:rotor angle B)
    Math:    exp(- angle/2 B/|B|); about the line from P to Q counter-clockwise, seen against its direction
    Units:   the angle in radians
    Raises:  WrongTypeError for what is no bivector; DivisionByZeroError for a bivector of norm 0
    >>> ga_rotor(2 * symbols("a"), 5 * VGA3.e12)
    (+ (cos a) (* -1 (sin a) e12))
    """
    checked = as_multivector(plane)
    if any(blade.bit_count() != 2 for blade in checked._content()):
        raise WrongTypeError(f"ga:rotor expects a bivector for its plane, got {checked!r}")
    return even_part(g.exp(g.mul(g.div(angle, -2), normalized(plane))))


@public("ga:dilator")
def ga_dilator(algebra: Algebra, factor: Scalar) -> Multivector:
    """The versor of a conformal algebra that scales by a factor about the origin.

    Scheme:  (ga:dilator A s)
    Math:    exp(log(s)/2 origin ^ infinity)
    Raises:  DomainError for a number that is not above 0
    >>> ga_coordinates(sandwich(ga_dilator(CGA2, 4), ga_point(CGA2, up(1, 2))))
    (up 4 8)
    """
    _conformal(algebra)
    if is_real_number(factor) and not factor > 0:  # type: ignore[operator]
        raise DomainError(f"ga:dilator expects a factor above 0, got {describe(factor)}")
    origin, infinity = _null_vectors(algebra)
    scaled = g.add(g.add(factor, 1), g.mul(g.sub(factor, 1), g.wedge2(origin, infinity)))
    return even_part(g.div(scaled, g.mul(2, g.sqrt(factor))))
