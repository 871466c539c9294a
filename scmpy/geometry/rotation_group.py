"""The group of rotations SO(3), with Euler's angles, and others, as coordinates.

    M(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi)      Euler-angles
    M(theta, phi, psi) = Rz(phi) Rx(theta) Ry(psi)      alternate-angles

A rotation is represented by its matrix, a down tuple of its columns. Where sin theta = 0 Euler's angles phi and psi
are not determined: the chart is singular there; the alternate ones are singular where cos theta = 0.
"""

from __future__ import annotations

import math

from scmpy.generic import operations as g
from scmpy.geometry.chart import POLE, Exclusion
from scmpy.geometry.family import Family, Transformations, register_charts
from scmpy.geometry.manifold import Manifold
from scmpy.registry import register
from scmpy.structure.structure import Down, Up, down, up

#: Between the charts of alternate angles: theta is less than a right angle.
TURNED_OVER = Exclusion(
    lambda x: not abs(x) < math.pi / 2,
    lambda x: (-math.pi / 2, math.pi / 2),
    "the chart covers the angles between minus and plus a right angle",
)


def _from_angles(q: Up) -> Down:
    (ct, cf, cs), (st, sf, ss) = map(g.cos, q), map(g.sin, q)  # of theta, phi, psi
    return down(
        up(cf * cs - sf * ct * ss, sf * cs + cf * ct * ss, st * ss),
        up(-cf * ss - sf * ct * cs, cf * ct * cs - sf * ss, st * cs),
        up(sf * st, -cf * st, ct),
    )


def _to_angles(m: Down) -> Up:
    first, second, third = m
    return up(g.acos(third[2]), g.atan2(third[0], g.negate(third[1])), g.atan2(first[2], second[2]))


def _from_alternate(q: Up) -> Down:
    (ct, cf, cs), (st, sf, ss) = map(g.cos, q), map(g.sin, q)
    return down(
        up(cf * cs - sf * st * ss, sf * cs + cf * st * ss, -ct * ss),
        up(-sf * ct, cf * ct, st),
        up(cf * ss + sf * st * cs, sf * ss - cf * st * cs, ct * cs),
    )


def _to_alternate(m: Down) -> Up:
    first, second, third = m
    return up(g.asin(second[2]), g.atan2(g.negate(second[0]), second[1]), g.atan2(g.negate(first[2]), third[2]))


def Euler_chart(manifold: Manifold) -> Transformations:
    """Euler's angles."""
    return Transformations(_from_angles, _to_angles, "theta phi psi", {"theta": POLE})


def alternate_chart(manifold: Manifold) -> Transformations:
    """Angles about the z, the x and the y axis."""
    return Transformations(_from_alternate, _to_alternate, "theta phi psi", {"theta": TURNED_OVER})


SO3_type = Family("SO3")
SO3_type.patches.update({"Euler-patch": {"Euler": Euler_chart}, "alternate-patch": {"alternate": alternate_chart}})

SO3 = SO3_type.member(3, 9, "SO3")
Euler_angles = SO3_type.chart("Euler", "Euler-patch", SO3, "Euler-angles")
alternate_angles = SO3_type.chart("alternate", "alternate-patch", SO3, "alternate-angles")

register(
    "SO3-type",
    SO3_type,
    doc="""The family of the group of rotations.

    Scheme:  SO3-type
    >>> SO3("type"), patch_names(SO3)
    (SO3, (alternate-patch, Euler-patch))
""",
)
register(
    "SO3",
    SO3,
    doc="""The rotations of space, represented by their matrices.

    Scheme:  SO3
    Source:  FDG 2
    >>> M = manifold_point_representation(Euler_angles.point(*symbols("a b c")))
    >>> simplify(determinant(M))
    1
""",
)
register_charts(
    (
        "Euler-angles",
        Euler_angles,
        "Euler angles (theta, phi, psi) of rotations, M = Rz(phi) Rx(theta) Rz(psi); sin theta = 0 is off the chart.",
        'symbols("a"), 0, 0',
        "(down (up 1 0 0) (up 0 (cos a) (sin a)) (up 0 (* -1 (sin a)) (cos a)))",
    ),
    (
        "alternate-angles",
        alternate_angles,
        "Angles (theta, phi, psi) of rotations, M = Rz(phi) Rx(theta) Ry(psi); cos theta = 0 is off the chart.",
        '0, symbols("a"), 0',
        "(down (up (cos a) (sin a) 0) (up (* -1 (sin a)) (cos a) 0) (up 0 0 1))",
    ),
    Euler_angles="FDG 4.2",
    alternate_angles="FDG 4, exercise 4.1",
)
