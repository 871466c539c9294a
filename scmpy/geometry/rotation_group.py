"""The group of rotations SO(3), with Euler's angles as coordinates.

    M(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi)

A rotation is represented by its matrix, a down tuple of its columns. Where sin theta = 0 the angles phi and psi
are not determined: the chart is singular there.
"""

from __future__ import annotations

from scmpy.generic import operations as g
from scmpy.geometry.chart import POLE, Chart
from scmpy.geometry.manifold import Manifold
from scmpy.registry import register
from scmpy.structure.structure import Down, Up, down, up


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


SO3 = register("SO3", Manifold("SO3", 3, 9), doc="The rotations of space.")

Euler_angles = register(
    "Euler-angles",
    Chart("Euler-angles", SO3, "theta phi psi", _from_angles, _to_angles, {"theta": POLE}),
    doc="Euler angles (theta, phi, psi) of rotations, M = Rz(phi) Rx(theta) Rz(psi); sin theta = 0 is off the chart.",
)
