"""Rotation matrices, Euler angles and quaternions, there and back."""

import math

import pytest

from scmpy import *
from scmpy.errors import DomainError

from ..comparing import same

angles = up(*symbols("theta phi psi"))


def near(M, N):
    return all(
        x == pytest.approx(y, abs=1e-12)
        for rows in zip(M.rows, N.rows, strict=True)
        for x, y in zip(*rows, strict=True)
    )


@pytest.mark.parametrize("theta", [0.0, 3e-10, 1e-7, 1.2, math.pi - 1e-7, math.pi, -2.0])
@pytest.mark.parametrize(("phi", "psi"), [(0.4, 0.0), (-3.0, 2.5)])
def test_euler_angles_of_a_matrix(theta, phi, psi):
    """The angles found make the same rotation, also where theta is 0 or pi; and theta is between these."""
    M = Euler_to_M(up(theta, phi, psi))
    found = M_to_Euler(M)
    assert 0 <= found[0] <= math.pi
    assert near(Euler_to_M(found), M)


def test_euler_angles_of_symbols():
    assert str(M_to_Euler(Euler_to_M(angles))) == "(up theta phi psi)"
    alpha = symbols("alpha")
    assert str(M_to_Euler(Rz_matrix(alpha))) == "(up 0 alpha 0)"
    assert str(M_to_Euler(Rx_matrix(alpha))) == "(up alpha 0 0)"


def test_the_vector_of_a_cross_product():
    w, v = up(*symbols("a b c")), up(*symbols("x y z"))
    columns = down(*(cross_product(w, up(*(int(i == j) for j in range(3)))) for i in range(3)))
    assert same(columns * v, cross_product(w, v))
    assert wcross_to_w(columns) == w


def test_an_axis_of_numbers_is_a_unit_vector():
    with pytest.raises(DomainError, match="unit vector"):
        angle_and_axis_to_rotation_matrix(1, up(1, 1, 0))


def test_angle_and_axis():
    """A list of the two, or what a function makes of them."""
    q = angle_axis_to_quaternion(0.7, up(0, 0.6, 0.8))
    angle, axis = quaternion_to_angle_axis(q)
    assert angle == pytest.approx(0.7)
    assert list(axis) == pytest.approx([0, 0.6, 0.8])
    assert quaternion_to_angle_axis(q, lambda angle, axis: axis * angle) == axis * angle
    assert near(quaternion_to_rotation_matrix(q), angle_and_axis_to_rotation_matrix(angle, axis))
