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
from scmpy.geometry.standard_manifolds import Euler_angles
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


def _field_doc(axes: str, axis: str, kind: str, sign: str) -> str:
    """The documentation of a field, with its bracket: of the next two axes, it is the field of this one or less it."""
    one, other = (f"e_{axes[(axes.index(axis) + k) % 3]}" for k in (1, 2))
    opposite = "+" if sign == "-" else "-"
    return f"""The field of rotations about the {kind} {axis}, on the chart of Euler angles.

    Scheme:  e_{axis}
    Math:    [{one}, {other}] = {sign}e_{axis}
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import Euler_angles, commutator, {", ".join(f"e_{a}" for a in axes)}, literal_manifold_function
    >>> from scmpy import point, symbols, up
    >>> f, place = literal_manifold_function("f", Euler_angles), point(Euler_angles)(up(*symbols("theta phi psi")))
    >>> commutator({one}, {other})(f)(place) {opposite} e_{axis}(f)(place)
    0
    """


def _basis_doc(name: str, meaning: str, path: str, velocities: str) -> str:
    """The documentation of a basis: what its vectors and its quasi-velocities are, and these on a path."""
    return f"""{meaning} are its quasi-velocities.

    Scheme:  {name.replace("_", "-")}
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import {name}, quasi_velocities, symbols, up
    >>> a, t, w = symbols("a t w")
    >>> quasi_velocities({name}, lambda t: up({path}))(t)
    (up {velocities})
    """


for _axes, _fields, _kind, _sign in (
    ("xyz", (e_x, e_y, e_z), "axis of space", "-"),
    ("abc", (e_a, e_b, e_c), "principal axis", ""),
):
    for _axis, _field_of_axis in zip(_axes, _fields, strict=True):
        register(f"e_{_axis}", _field_of_axis, module=__name__, doc=_field_doc(_axes, _axis, _kind, _sign))
for _name, _value, _meaning, _path, _velocities in (
    ("so3_basis", so3_basis, "Rotations about the axes of space: spatial angular velocities", "a, w * t, 0", "0 0 w"),
    ("so3p_basis", so3p_basis, "Rotations about the principal axes: body angular velocities", "a, 0, w * t", "0 0 w"),
    ("Euler_basis", Euler_basis, "The coordinate basis of Euler's angles: their rates", "a, w * t, 0", "0 w 0"),
):
    register(_name.replace("_", "-"), _value, module=__name__, doc=_basis_doc(_name, _meaning, _path, _velocities))
