"""Points, lines, planes, circles, spheres and motors as multivectors of the projective and conformal algebras.

In the projective algebras PGA2 and PGA3 a plane (a line of the plane) is a vector, with e0 for that at infinity, and a
point is what its coordinates make of the complements. In the conformal algebras CGA2 and CGA3 a point is a null vector;
planes and spheres are vectors that are orthogonal to their points.

Source: Gunn, Geometric Algebras for Euclidean Geometry; Dorst, Fontijne and Mann 13
"""

from __future__ import annotations

from typing import Any

from scmpy.clifford.algebra import Algebra
from scmpy.clifford.blades import Blades
from scmpy.clifford.construction import as_algebra
from scmpy.clifford.involutions import even_part, normalized
from scmpy.clifford.multivector import Multivector, as_multivector
from scmpy.clifford.products import dual, join, undual
from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_zero_number
from scmpy.registry import public
from scmpy.structure.aliases import Angle, Scalar, Vector
from scmpy.structure.structure import Up, as_structure, sum_of
from scmpy.symbolic.real_numbers import is_real_number

PROJECTIVE, CONFORMAL = "projective", "conformal"


def _kind(algebra: Any) -> str:
    """Is the algebra that of projective or of conformal geometry?"""
    _, q, r = as_algebra(algebra).signature
    if (q, r) == (0, 1):
        return PROJECTIVE
    if (q, r) == (1, 0) and algebra.dimension > 2:
        return CONFORMAL
    raise WrongTypeError(
        f"{CALLED} expects a projective algebra (n, 0, 1) or a conformal one (n + 1, 1, 0), got {describe(algebra)}"
    )


def _euclidean(algebra: Blades, kind: str) -> list[int]:
    """The basis vectors of the directions of space."""
    n = algebra.dimension
    return [1 << i for i in (range(1, n) if kind == PROJECTIVE else range(n - 2))]


def _vector(algebra: Algebra, components: Any, kind: str) -> Multivector:
    """The vector of the algebra with these components along the directions of space."""
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
    >>> from scmpy import CGA2, PGA3
    >>> ga_origin(PGA3), ga_origin(CGA2)
    (e123, (+ (* -1/2 e3) (* 1/2 e4)))
    """
    dimension = algebra.dimension
    return ga_point(algebra, [0] * (dimension - (1 if _kind(algebra) == PROJECTIVE else 2)))


@public("ga:infinity")
def ga_infinity(algebra: Algebra) -> Multivector:
    """What is at infinity: the plane e0 in a projective algebra, the point in a conformal one.

    Scheme:  (ga:infinity A)
    >>> from scmpy import CGA2, PGA3
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
    >>> from scmpy import CGA3, PGA3, symbols, up
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
    >>> from scmpy import CGA2, PGA3, up
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
    >>> from scmpy import PGA3, up
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
    >>> from scmpy import PGA3, up
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
    >>> from scmpy import CGA3, up
    >>> S = ga_sphere(CGA3, up(1, 2, 3), 5)
    >>> S**2, S | ga_point(CGA3, up(1, 2, 8)), S | ga_point(CGA3, up(1, 2, 3))
    (25, 0, 25/2)
    """
    _conformal(algebra)
    shrunk = g.mul(g.div(g.square(radius), 2), ga_infinity(algebra))
    return g.sub(ga_point(algebra, centre), shrunk)  # type: ignore[no-any-return]


@public("ga:circle")
def ga_circle(first: Multivector, second: Multivector, third: Multivector) -> Multivector:
    """The circle through three points: of its points the outer product with it vanishes.

    Scheme:  (ga:circle P Q R)
    >>> from scmpy import CGA2, up
    >>> circle = ga_circle(ga_point(CGA2, up(1, 0)), ga_point(CGA2, up(0, 1)), ga_point(CGA2, up(-1, 0)))
    >>> circle ^ ga_point(CGA2, up(0, -1))
    0
    """
    _conformal(as_multivector(first).algebra)
    return g.wedge2(g.wedge2(first, second), third)  # type: ignore[no-any-return]


@public("ga:translator")
def ga_translator(algebra: Algebra, displacement: Vector) -> Multivector:
    """The motor that translates by a vector.

    Scheme:  (ga:translator A (up x y z))
    Math:    1 - t/2 infinity
    Shapes:  displacement: up(n), in n dimensions
    Raises:  StructureError unless there are as many components as directions of space
    >>> from scmpy import PGA3, sandwich, up
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
    >>> from scmpy import VGA3, symbols
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
    >>> from scmpy import CGA2, sandwich, up
    >>> ga_coordinates(sandwich(ga_dilator(CGA2, 4), ga_point(CGA2, up(1, 2))))
    (up 4 8)
    """
    _conformal(algebra)
    if is_real_number(factor) and not factor > 0:  # type: ignore[operator]
        raise DomainError(f"ga:dilator expects a factor above 0, got {describe(factor)}")
    origin, infinity = _null_vectors(algebra)
    scaled = g.add(g.add(factor, 1), g.mul(g.sub(factor, 1), g.wedge2(origin, infinity)))
    return even_part(g.div(scaled, g.mul(2, g.sqrt(factor))))
