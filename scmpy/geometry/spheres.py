"""Spheres and their charts: angles, stereographic and gnomonic projections.

A point of S^n is represented by a unit vector of n + 1 components. The angles (theta_0, ..., theta_n-1) stand for

    (sin theta_0 cos theta_1,  sin theta_0 sin theta_1 cos theta_2,  ...,  sin theta_0 ... sin theta_n-1,  cos theta_0),

on S^2 colatitude and longitude; on the circle one angle stands for (cos theta, sin theta). The stereographic
projection is from the point (0, ..., 0, 1) to the plane of the equator, the gnomonic one from the centre to the plane
that touches the sphere there. A tilted chart is the chart of the sphere turned by a right angle.

``S2`` is of the family S^2, ``S2p`` the same sphere of the family S^n, whose angles are read off the unit vector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.geometry.chart import POLE, known_numbers
from scmpy.geometry.family import Family, Transformations, register_charts
from scmpy.geometry.manifold import Manifold
from scmpy.registry import register
from scmpy.structure.structure import Up, sum_of, up

Columns = Sequence[Sequence[int]]  # of an orthogonal matrix of entries 0, 1 and -1
Orientation = Callable[[int], Columns]  # for the dimension of the embedding space


def _upright(n: int) -> Columns:
    return [[int(i == j) for i in range(n)] for j in range(n)]


def _tilted(n: int) -> Columns:
    """The last axis goes to minus the one before it, which goes to the last."""
    columns = [[int(i == j) for i in range(n)] for j in range(n)]
    columns[-2] = [int(i == n - 1) for i in range(n)]
    columns[-1] = [-int(i == n - 2) for i in range(n)]
    return columns


def _upside_down(n: int) -> Columns:
    return [[int(i == j) * (-1 if j == n - 1 else 1) for i in range(n)] for j in range(n)]


def _turned(columns: Columns, p: Any) -> Up:
    return Up(sum_of(g.mul(c[i], x) for c, x in zip(columns, p, strict=True)) for i in range(len(columns)))


def _turned_back(columns: Columns, p: Any) -> Up:
    return Up(sum_of(map(g.mul, c, p)) for c in columns)


def _oriented(
    orientation: Orientation,
    manifold: Manifold,
    outward: Callable[[Any], Any],
    inward: Callable[[Any], Any],
    names: str,
    keeps_coordinates: bool = True,
) -> Transformations:
    """The angles of a sphere that is turned before; where the sine of one that is not the last is 0, it has poles."""
    columns = orientation(manifold.dimension + 1)
    return Transformations(
        lambda q: _turned(columns, outward(q)),
        lambda p: inward(_turned_back(columns, p)),
        names,
        dict.fromkeys(names.split()[:-1], POLE),
        keeps_coordinates,
    )


def _from_colatitude(q: Up) -> Up:
    theta, phi = q
    return up(g.mul(g.sin(theta), g.cos(phi)), g.mul(g.sin(theta), g.sin(phi)), g.cos(theta))


def _to_colatitude(p: Up) -> Up:
    x, y, z = p
    return up(g.acos(z), g.atan2(y, x))


def colatitude_and_longitude(orientation: Orientation) -> Callable[[Manifold], Transformations]:
    """The angles of S^2."""
    return lambda manifold: _oriented(orientation, manifold, _from_colatitude, _to_colatitude, "theta phi")


def _products(q: Up) -> list[Any]:
    """The unit vector of angles: each cosine times the sines of the angles before it, the first cosine last."""
    sines, cosines = [g.sin(x) for x in q], [g.cos(x) for x in q]
    parts = [reduce(g.mul, sines[:i], cosine) for i, cosine in enumerate(cosines)]
    return [*parts[1:], reduce(g.mul, sines), parts[0]]


def _to_angles(p: Up) -> Up:
    *across, last, pole = p
    parts = [pole, *across]
    radius, angles = last, []
    for part in reversed(parts):
        angles.append(g.atan2(radius, part))
        radius = g.sqrt(g.add(g.square(part), g.square(radius)))
    return Up(reversed(angles))


def angles(orientation: Orientation) -> Callable[[Manifold], Transformations]:
    """The angles of S^n; those of more than one dimension are read off the unit vector each time."""

    def transformations(manifold: Manifold) -> Transformations:
        if manifold.dimension == 1:
            return _oriented(
                orientation, manifold, lambda q: up(g.cos(q), g.sin(q)), lambda p: g.atan2(p[1], p[0]), "theta"
            )
        names = " ".join(f"theta{i}" for i in range(manifold.dimension))
        return _oriented(orientation, manifold, lambda q: Up(_products(q)), _to_angles, names, False)

    return transformations


def _projection(
    manifold: Manifold, lift: Callable[[Sequence[Any]], Up], project: Callable[[Up], list[Any]]
) -> Transformations:
    """Transformations between the plane and the sphere; in one dimension a coordinate is a scalar."""
    one = manifold.dimension == 1
    names = "u" if one else "u v w"[: 2 * manifold.dimension - 1]
    if manifold.dimension > 3:
        names = " ".join(f"u{i}" for i in range(manifold.dimension))

    def inward(p: Up) -> Any:
        parts = project(p)
        return parts[0] if one else Up(parts)

    return Transformations(lambda q: lift((q,) if one else tuple(q)), inward, names)


def _stereographic_lift(q: Sequence[Any]) -> Up:
    delta = sum_of(map(g.square, q))
    scale = g.add(1, delta)
    return up(*(g.div(g.mul(2, x), scale) for x in q), g.div(g.sub(delta, 1), scale))


def _stereographic_projection(p: Up) -> list[Any]:
    *parts, last = p
    return [g.div(x, g.sub(1, last)) for x in parts]


def stereographic(manifold: Manifold) -> Transformations:
    """The stereographic projection from the pole where the last component is 1."""
    return _projection(manifold, _stereographic_lift, _stereographic_projection)


def _gnomonic_lift(q: Sequence[Any]) -> Up:
    length = g.sqrt(g.add(1, sum_of(map(g.square, q))))
    return up(*(g.div(x, length) for x in q), g.div(1, length))


def _gnomonic_projection(p: Up) -> list[Any]:
    *parts, last = p
    for value in (x for x in known_numbers(finite_part(last)) if not x > 0):
        raise DomainError(f"the gnomonic projection covers the half where the last component is positive, got {value}")
    return [g.div(x, last) for x in parts]


def gnomonic(manifold: Manifold) -> Transformations:
    """The projection from the centre of the sphere, of the half where the last component is positive."""
    return _projection(manifold, _gnomonic_lift, _gnomonic_projection)


S2_type, Sn_type = Family("S^2"), Family("S^n")
S2_type.patches.update(
    {
        "north-pole": {
            "spherical": colatitude_and_longitude(_upright),
            "stereographic": stereographic,
            "gnomic": gnomonic,
        },
        "tilted": {"spherical": colatitude_and_longitude(_tilted)},
        "south-pole": {
            "spherical": colatitude_and_longitude(_upside_down),
            "stereographic": stereographic,
            "gnomic": gnomonic,
        },
    }
)
Sn_type.patches.update(
    {
        "north-pole": {"spherical": angles(_upright), "stereographic": stereographic, "gnomic": gnomonic},
        "tilted": {"spherical": angles(_tilted)},
        "south-pole": {"stereographic": stereographic},
    }
)

S1, S2p, S3 = (Sn_type.member(n, n + 1, name) for n, name in ((1, "S1"), (2, "S2p"), (3, "S3")))
S2 = S2_type.member(2, 3, "S2")

S1_circular = Sn_type.chart("spherical", "north-pole", S1, "S1-circular")
S1_slope = Sn_type.chart("stereographic", "north-pole", S1, "S1-slope")
S2_spherical = S2_type.chart("spherical", "north-pole", S2, "S2-spherical")

register(
    "S^2-type",
    S2_type,
    python="S2_type",
    doc="""The family of two-dimensional spheres.

    Scheme:  S^2-type
    Source:  FDG 2
    >>> patch_names(make_manifold(S2_type, 2, 3))
    (south-pole, tilted, north-pole)
""",
)
register(
    "S^n-type",
    Sn_type,
    python="Sn_type",
    doc="""The family of spheres of any dimension.

    Scheme:  S^n-type
    >>> S4 = make_manifold(Sn_type, 4, 5)
    >>> len(coordinate_system_at("spherical", "north-pole", S4).coordinates())
    4
""",
)
for _manifold, _meaning, _point in (
    (S1, "The circle", "S1_slope.point(2)"),
    (S2, "The sphere", "S2_Riemann.point(2, 2)"),
    (S2p, "The sphere, as a member of the family of spheres of any dimension", "S2p_Riemann.point(2, 2)"),
    (S3, "The three-sphere", "S3_stereographic.point(1, 2, 2)"),
):
    _doc = f"""{_meaning}; its points are represented by unit vectors.

    Scheme:  {_manifold}
    Source:  FDG 2
    >>> m = {_point}
    >>> point_to_manifold(m), square(manifold_point_representation(m))
    ({_manifold}, 1)
"""
    register(_manifold.name, _manifold, doc=_doc)
register_charts(
    (
        "S1-circular",
        S1_circular,
        "The angle of a point of the circle from the first axis.",
        'symbols("a")',
        "(up (cos a) (sin a))",
    ),
    (
        "S1-tilted",
        Sn_type.chart("spherical", "tilted", S1, "S1-tilted"),
        "The angle of a point of the circle from the second axis.",
        'symbols("a")',
        "(up (* -1 (sin a)) (cos a))",
    ),
    ("S1-slope", S1_slope, "The stereographic projection of the circle to a line.", "2", "(up 4/5 3/5)"),
    (
        "S1-gnomic",
        Sn_type.chart("gnomic", "north-pole", S1, "S1-gnomic"),
        "The gnomonic projection of the circle to a line.",
        'symbols("u")',
        "(up (/ u (sqrt (+ 1 (expt u 2)))) (/ 1 (sqrt (+ 1 (expt u 2)))))",
    ),
    (
        "S3-spherical",
        Sn_type.chart("spherical", "north-pole", S3, "S3-spherical"),
        "The three angles of S3, the first from the last axis.",
        '*symbols("a b c")',
        "(up (* (sin a) (cos b)) (* (sin a) (sin b) (cos c)) (* (sin a) (sin b) (sin c)) (cos a))",
    ),
    (
        "S3-tilted",
        Sn_type.chart("spherical", "tilted", S3, "S3-tilted"),
        "Three angles of S3, the first from minus the third axis.",
        '*symbols("a b c")',
        "(up (* (sin a) (cos b)) (* (sin a) (sin b) (cos c)) (* -1 (cos a)) (* (sin a) (sin b) (sin c)))",
    ),
    (
        "S3-stereographic",
        Sn_type.chart("stereographic", "south-pole", S3, "S3-stereographic"),
        "The stereographic projection of the three-sphere to space.",
        "1, 2, 2",
        "(up 1/5 2/5 2/5 4/5)",
    ),
    (
        "S3-gnomic",
        Sn_type.chart("gnomic", "north-pole", S3, "S3-gnomic"),
        "The gnomonic projection of half the three-sphere to space.",
        "1, 1, 1",
        "(up 1/2 1/2 1/2 1/2)",
    ),
)
_turned_axis = "Angles of the sphere from an axis in the equator, minus the second."
_projected = ("2, 2", "(up 4/9 4/9 7/9)")
for _family, _sphere in ((S2_type, S2), (Sn_type, S2p)):
    _angles = _family.chart("spherical", "north-pole", _sphere, f"{_sphere}-spherical")
    _tilt = _family.chart("spherical", "tilted", _sphere, f"{_sphere}-tilted")
    _flat = _family.chart("stereographic", "north-pole", _sphere, f"{_sphere}-stereographic")
    _gnomic = _family.chart("gnomic", "north-pole", _sphere, f"{_sphere}-gnomic")
    _at = '*symbols("a b")'
    register_charts(
        (
            _angles.name,
            _angles,
            "Colatitude and longitude of the sphere.",
            _at,
            "(up (* (sin a) (cos b)) (* (sin a) (sin b)) (cos a))",
        ),
        (_tilt.name, _tilt, _turned_axis, _at, "(up (* (sin a) (cos b)) (* -1 (cos a)) (* (sin a) (sin b)))"),
        (_flat.name, _flat, "The stereographic projection of the sphere to the plane of the equator.", *_projected),
        (f"{_sphere}-Riemann", _flat, "The sphere of Riemann: the stereographic projection to the plane.", *_projected),
        (
            _gnomic.name,
            _gnomic,
            "The gnomonic projection of the northern half of the sphere.",
            "2, 2",
            "(up 2/3 2/3 1/3)",
        ),
        S2_spherical="FDG 2, exercise 2.2",
        S2_Riemann="FDG 2, exercise 2.2",
    )
