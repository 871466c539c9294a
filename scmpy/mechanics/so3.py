"""Bases of the rotation group: rotations about the axes fixed in space, and about the principal axes of a body.

An infinitesimal rotation about the spatial x axis moves the Euler angles so that

    Rx(eps) M(theta, phi, psi) = M(theta + b eps, phi + a eps, psi + c eps),

and the derivative by eps gives the field e_x; about an axis of the body the rotation multiplies M from the right.
The brackets of the two families have opposite signs, and the families commute:

    [e_x, e_y] = -e_z,      [e_a, e_b] = +e_c,      cyclic;      [e_x, e_a] = 0, ...

Source:  MIT 12.620J, "Poincaré equations" (where the second e_y is a slip for e_z); FDG 4
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.generic.operations import cos, sin
from scmpy.geometry.basis import Basis, vector_basis_to_dual
from scmpy.geometry.rotation_group import Euler_angles
from scmpy.geometry.vector_field import VectorField, components_to_vector_field
from scmpy.registry import register
from scmpy.structure.structure import Up, down, up


def _field(components: Callable[[Any, Any, Any], Up], name: str) -> VectorField:
    return components_to_vector_field(lambda q: components(*q), Euler_angles, name)


def _basis(*fields: VectorField) -> Basis:
    frame = down(*fields)
    return Basis(frame, vector_basis_to_dual(frame, Euler_angles))


e_x = _field(
    lambda theta, phi, psi: up(cos(phi), -sin(phi) * cos(theta) / sin(theta), sin(phi) / sin(theta)),
    "e_x",
)
e_y = _field(
    lambda theta, phi, psi: up(sin(phi), cos(phi) * cos(theta) / sin(theta), -cos(phi) / sin(theta)),
    "e_y",
)
e_z = _field(lambda theta, phi, psi: up(0, 1, 0), "e_z")

e_a = _field(
    lambda theta, phi, psi: up(cos(psi), sin(psi) / sin(theta), -sin(psi) * cos(theta) / sin(theta)),
    "e_a",
)
e_b = _field(
    lambda theta, phi, psi: up(-sin(psi), cos(psi) / sin(theta), -cos(psi) * cos(theta) / sin(theta)),
    "e_b",
)
e_c = _field(lambda theta, phi, psi: up(0, 0, 1), "e_c")

so3_basis = _basis(e_x, e_y, e_z)
so3p_basis = _basis(e_a, e_b, e_c)
Euler_basis = Euler_angles.basis()

for _axis, _field_of_axis in (("x", e_x), ("y", e_y), ("z", e_z)):
    register(
        f"e_{_axis}", _field_of_axis, module=__name__, doc=f"The field of rotations about the {_axis} axis of space."
    )
for _axis, _field_of_axis in (("a", e_a), ("b", e_b), ("c", e_c)):
    register(
        f"e_{_axis}", _field_of_axis, module=__name__, doc=f"The field of rotations about the principal axis {_axis}."
    )
for _name, _value, _doc in (
    ("so3-basis", so3_basis, "Rotations about the axes of space: quasi-velocities are spatial angular velocities."),
    ("so3p-basis", so3p_basis, "Rotations about the principal axes: quasi-velocities are body angular velocities."),
    ("Euler-basis", Euler_basis, "The coordinate basis of Euler's angles: quasi-velocities are the velocities."),
):
    register(_name, _value, module=__name__, doc=_doc)
