"""Bases of the rotation group: rotations about the axes fixed in space, and about the principal axes of a body.

An infinitesimal rotation about the spatial x axis moves the Euler angles so that

    Rx(eps) M(theta, phi, psi) = M(theta + b eps, phi + a eps, psi + c eps),

and the derivative by eps gives the field e_x; about an axis of the body the rotation multiplies M from the right.
The brackets of the two families have opposite signs, and the families commute:

    [e_x, e_y] = -e_z,      [e_a, e_b] = +e_c,      cyclic;      [e_x, e_a] = 0, ...

Source:  MIT 12.620J, "Poincaré equations" (where the second e_y is a slip for e_z); FDG 4
"""

from __future__ import annotations

from scmpy.generic.operations import cos, sin
from scmpy.geometry.basis import make_basis, vector_basis_to_dual
from scmpy.geometry.rotation_group import Euler_angles
from scmpy.registry import register
from scmpy.structure.structure import down

_theta, _phi, _psi = Euler_angles.coordinates()
_d_theta, _d_phi, _d_psi = Euler_angles.vector_basis()

e_x = cos(_phi) * _d_theta + sin(_phi) / sin(_theta) * (_d_psi - cos(_theta) * _d_phi)
e_y = sin(_phi) * _d_theta + cos(_phi) / sin(_theta) * (cos(_theta) * _d_phi - _d_psi)
e_z = _d_phi

e_a = cos(_psi) * _d_theta + sin(_psi) / sin(_theta) * (_d_phi - cos(_theta) * _d_psi)
e_b = -sin(_psi) * _d_theta + cos(_psi) / sin(_theta) * (_d_phi - cos(_theta) * _d_psi)
e_c = _d_psi

_space, _body = down(e_x, e_y, e_z), down(e_a, e_b, e_c)

#: Rotations about the rectangular axes of space; the quasi-velocities are the spatial angular velocities.
so3_basis = make_basis(_space, vector_basis_to_dual(_space, Euler_angles))
#: Rotations about the principal axes; the quasi-velocities are the body's angular velocities.
so3p_basis = make_basis(_body, vector_basis_to_dual(_body, Euler_angles))
#: The coordinate basis of Euler's angles; the quasi-velocities are the velocities.
Euler_basis = Euler_angles.basis()

for _name, _value in (
    *(("e_x", e_x), ("e_y", e_y), ("e_z", e_z), ("e_a", e_a), ("e_b", e_b), ("e_c", e_c)),
    *(("so3-basis", so3_basis), ("so3p-basis", so3p_basis), ("Euler-basis", Euler_basis)),
):
    register(_name, _value, module=__name__)
