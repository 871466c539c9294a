"""Rotations of space: matrices about the axes, Euler angles, antisymmetric matrices.

Euler angles are (theta, phi, psi) with M = Rz(phi) Rx(theta) Rz(psi). Source: SICM 2.7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.geometry.special_relativity import as_direction
from scmpy.registry import public
from scmpy.structure.aliases import Angle, Scalar, Vector
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.matrix import Matrix, column_matrix, m_make_identity
from scmpy.structure.structure import Down, Up, as_structure, leaves
from scmpy.symbolic.simplify import reduced

ROUNDING = 1e-9  # how much the scalar products of a numerical rotation's columns may be off


@public("rotate-x-matrix-2")
def rotate_x_matrix_2(c: Scalar, s: Scalar) -> Matrix:
    """The matrix of a rotation about the x axis, by the cosine and the sine of its angle.

    Scheme:  (rotate-x-matrix-2 c s)
    Shapes:  result: 3 by 3
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> rotate_x_matrix_2(0, 1) * up(0, 1, 0)
    (up 0 0 1)
    """
    return Matrix(((1, 0, 0), (0, c, g.negate(s)), (0, s, c)))


@public("Rx-matrix", "rotate-x-matrix")
def Rx_matrix(angle: Angle) -> Matrix:
    """The matrix of the rotation by an angle about the x axis.

    Scheme:  (Rx-matrix angle)
    Shapes:  result: 3 by 3
    Units:   the angle in radians
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> Rx_matrix(symbols("a")) * up(0, 1, 0)
    (up 0 (cos a) (sin a))
    """
    return rotate_x_matrix_2(g.cos(angle), g.sin(angle))


@public("rotate-y-matrix-2")
def rotate_y_matrix_2(c: Scalar, s: Scalar) -> Matrix:
    """The matrix of a rotation about the y axis, by the cosine and the sine of its angle.

    Scheme:  (rotate-y-matrix-2 c s)
    Shapes:  result: 3 by 3
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> rotate_y_matrix_2(0, 1) * up(0, 0, 1)
    (up 1 0 0)
    """
    return Matrix(((c, 0, s), (0, 1, 0), (g.negate(s), 0, c)))


@public("Ry-matrix", "rotate-y-matrix")
def Ry_matrix(angle: Angle) -> Matrix:
    """The matrix of the rotation by an angle about the y axis.

    Scheme:  (Ry-matrix angle)
    Shapes:  result: 3 by 3
    Units:   the angle in radians
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> Ry_matrix(symbols("a")) * up(0, 0, 1)
    (up (sin a) 0 (cos a))
    """
    return rotate_y_matrix_2(g.cos(angle), g.sin(angle))


@public("rotate-z-matrix-2")
def rotate_z_matrix_2(c: Scalar, s: Scalar) -> Matrix:
    """The matrix of a rotation about the z axis, by the cosine and the sine of its angle.

    Scheme:  (rotate-z-matrix-2 c s)
    Shapes:  result: 3 by 3
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> rotate_z_matrix_2(0, 1) * up(1, 0, 0)
    (up 0 1 0)
    """
    return Matrix(((c, g.negate(s), 0), (s, c, 0), (0, 0, 1)))


@public("Rz-matrix", "rotate-z-matrix")
def Rz_matrix(angle: Angle) -> Matrix:
    """The matrix of the rotation by an angle about the z axis.

    Scheme:  (Rz-matrix angle)
    Shapes:  result: 3 by 3
    Units:   the angle in radians
    Source:  SICM 2.7
    >>> from scmpy import *
    >>> Rz_matrix(symbols("a")) * up(1, 0, 0)
    (up (cos a) (sin a) 0)
    """
    return rotate_z_matrix_2(g.cos(angle), g.sin(angle))


#: A place that a rotation about each axis turns, and where the rotation by a takes it.
_TURNED = {
    "x": ("0, 1, 0", "(up 0 (cos a) (sin a))"),
    "y": ("0, 0, 1", "(up (sin a) 0 (cos a))"),
    "z": ("1, 0, 0", "(up (cos a) (sin a) 0)"),
}


def _rotation(matrix: Callable[[Any], Matrix], axis: str) -> Callable[[Any], Function]:
    def rotation(angle: Angle) -> Function:
        return Function(lambda v: g.mul(matrix(angle), Up(as_structure(v))), f"R{axis}")

    place, turned = _TURNED[axis]
    rotation.__doc__ = f"""The rotation of the three coordinates of a place about the {axis} axis: an up tuple.

    Of a down tuple it takes the components by position and answers an up tuple too, as the original does;
    rotate-{axis} multiplies by a linear map of up tuples.

    Scheme:  ((R{axis} angle) v)
    Shapes:  v: three components;  result: up(3)
    Units:   the angle in radians
    Source:  SICM 1.8.5
    >>> from scmpy import R{axis}, symbols, up
    >>> R{axis}(symbols("a"))(up({place}))
    {turned}
    """
    return rotation


Rx = public("Rx")(_rotation(Rx_matrix, "x"))
Ry = public("Ry")(_rotation(Ry_matrix, "y"))
Rz = public("Rz")(_rotation(Rz_matrix, "z"))


def _as_tuple(matrix: Callable[[Any], Matrix], axis: str) -> Callable[[Any], Down]:
    def columns(angle: Angle) -> Down:
        return Down(map(Up, matrix(angle).transpose.rows))

    place, turned = _TURNED[axis]
    columns.__doc__ = f"""The rotation about the {axis} axis as a linear map of up tuples: a down tuple of columns.

    Scheme:  (rotate-{axis}-tuple angle)
    Shapes:  result: down(3) of up(3)
    Units:   the angle in radians
    Source:  SICM 1.8.5
    >>> from scmpy import rotate_{axis}_tuple, symbols, up
    >>> rotate_{axis}_tuple(symbols("a")) * up({place})
    {turned}
    """
    return columns


rotate_x_tuple = public("rotate-x-tuple")(_as_tuple(Rx_matrix, "x"))
rotate_y_tuple = public("rotate-y-tuple")(_as_tuple(Ry_matrix, "y"))
rotate_z_tuple = public("rotate-z-tuple")(_as_tuple(Rz_matrix, "z"))


def _turning(columns: Callable[[Any], Down], axis: str) -> Callable[[Any], Function]:
    def turning(angle: Angle) -> Function:
        return Function(lambda v: g.mul(columns(angle), as_structure(v)), f"rotate-{axis}")

    place, turned = _TURNED[axis]
    turning.__doc__ = f"""The product with the linear map of up tuples that is the rotation about the {axis} axis.

    Scheme:  ((rotate-{axis} angle) v)
    Shapes:  v, result: up(3)
    Units:   the angle in radians
    Source:  FDG 7.2
    >>> from scmpy import rotate_{axis}, symbols, up
    >>> rotate_{axis}(symbols("a"))(up({place}))
    {turned}
    """
    return turning


rotate_x = public("rotate-x")(_turning(rotate_x_tuple, "x"))
rotate_y = public("rotate-y")(_turning(rotate_y_tuple, "y"))
rotate_z = public("rotate-z")(_turning(rotate_z_tuple, "z"))


@public("Euler->M")
def Euler_to_M(angles: Vector) -> Matrix:
    """The rotation matrix of Euler angles (theta, phi, psi).

    Scheme:  (Euler->M (up theta phi psi))
    Math:    M = Rz(phi) Rx(theta) Rz(psi)
    Shapes:  angles: up(3);  result: 3 by 3
    Raises:  StructureError unless there are three angles
    Source:  SICM 2.7
    >>> from scmpy import symbols, up
    >>> Euler_to_M(up(symbols("theta"), 0, 0))
    (matrix-by-rows (list 1 0 0) (list 0 (cos theta) (* -1 (sin theta))) (list 0 (sin theta) (cos theta)))
    """
    theta, phi, psi = three(angles)
    return g.mul(Rz_matrix(phi), g.mul(Rx_matrix(theta), Rz_matrix(psi)))  # type: ignore[no-any-return]


def three(value: Any, operation: str = CALLED) -> tuple[Any, ...]:
    """The three components of a tuple or column."""
    components = value.column(0) if isinstance(value, Matrix) else tuple(as_structure(value))
    if len(components) != 3:
        raise StructureError(f"{operation} expects three components, got {describe(value)}")
    return components


@public("M->Euler")
@orbit_by_orbit
def M_to_Euler(M: Matrix) -> Up:
    """The Euler angles of a rotation matrix: the inverse of Euler->M.

    Scheme:  (M->Euler M)
    Math:    theta = acos(M22), phi = atan(M02, -M12), psi = atan(M20, M21); psi = 0 where theta is 0 or pi and only
             phi + psi, or phi - psi, is determined
    Shapes:  M: 3 by 3;  result: up(theta, phi, psi), with theta between 0 and pi
    Raises:  StructureError if M is no 3 by 3 matrix, or a numerical one that is not a rotation
    Source:  SICM 2.7
    1 ]=> (M->Euler (Euler->M (up .5 -1.2 3.)))
    ;Value: (up .5 -1.2 3.)
    >>> [round(angle, 9) for angle in M_to_Euler(Euler_to_M([0.5, -1.2, 3.0]))]
    [0.5, -1.2, 3.0]
    """
    check_square(M, "M->Euler")
    if any(is_number(x) and not -ROUNDING <= x <= ROUNDING for row in _excess(M).rows for x in row):
        raise StructureError(
            f"M->Euler expects a rotation matrix, got {describe(M)}, whose columns are not orthonormal"
        )
    (m00, _, m02), (m10, _, m12), (m20, m21, m22) = M.rows
    if not all(map(is_number, (m02, m12, m22))):
        theta = g.acos(m22)
        sine = g.sin(theta)  # positive: it divides out, and where it is symbolic atan could not see that
        phi = g.atan(g.div(m02, sine), g.negate(g.div(m12, sine)))
        return Up((theta, phi, g.atan(g.div(m20, sine), g.div(m21, sine))))
    theta = g.atan(g.sqrt(g.add(g.square(m02), g.square(m12))), m22)
    if abs(m02) <= ROUNDING and abs(m12) <= ROUNDING:
        return Up((theta, g.atan(m10, m00), 0))
    return Up((theta, g.atan(m02, g.negate(m12)), g.atan(m20, m21)))


def _excess(M: Matrix) -> Matrix:
    """M^T M - 1."""
    return reduced(g.sub(g.mul(M.transpose, M), m_make_identity(3)))  # type: ignore[no-any-return]


def check_square(M: Any, operation: str) -> None:
    """An error unless this is a 3 by 3 matrix."""
    if not isinstance(M, Matrix) or (len(M.rows), len(M.rows[0])) != (3, 3):
        raise StructureError(f"{operation} expects a 3 by 3 matrix, got {describe(M)}")


@public("3vector-components->antisymmetric", python="three_vector_components_to_antisymmetric")
def antisymmetric(v: Vector) -> Matrix:
    """The matrix A with A w = v x w.

    Scheme:  (3vector-components->antisymmetric (up a b c))
    Shapes:  v: up(3);  result: 3 by 3
    Raises:  StructureError if there are not three components
    Source:  SICM 2.2
    >>> from scmpy import three_vector_components_to_antisymmetric, up
    >>> three_vector_components_to_antisymmetric(up(0, 0, 1)) * up(1, 0, 0)
    (up 0 1 0)
    """
    a, b, c = three(v)
    return Matrix(((0, g.negate(c), b), (c, 0, g.negate(a)), (g.negate(b), a, 0)))


@public("antisymmetric->column-matrix")
@orbit_by_orbit
def antisymmetric_to_column_matrix(matrix: Matrix) -> Matrix:
    """The column v of an antisymmetric matrix A, with A w = v x w.

    Scheme:  (antisymmetric->column-matrix A)
    Shapes:  A: 3 by 3;  result: 3 by 1
    Raises:  StructureError if the matrix is not antisymmetric
    Source:  SICM 2.2
    >>> from scmpy import three_vector_components_to_antisymmetric, up
    >>> antisymmetric_to_column_matrix(three_vector_components_to_antisymmetric(up(1, 2, 3)))
    (matrix-by-rows (list 1) (list 2) (list 3))
    """
    symmetric = reduced(g.add(matrix, matrix.transpose))
    if any(not _is_rounding(entry) for row in symmetric.rows for entry in row):
        raise StructureError("antisymmetric->column-matrix expects an antisymmetric matrix")
    return axis_of(matrix)


def axis_of(matrix: Matrix) -> Matrix:
    return column_matrix(matrix.rows[2][1], matrix.rows[0][2], matrix.rows[1][0])


def _is_rounding(x: Any) -> bool:
    return isinstance(x, (int, float)) and abs(x) < 1e-12


@public("angle&axis->rotation-matrix", python="angle_and_axis_to_rotation_matrix")
@orbit_by_orbit
def angle_and_axis_to_rotation_matrix(angle: Angle, axis: Vector) -> Matrix:
    """The matrix of the rotation by an angle about a unit vector.

    Scheme:  (angle&axis->rotation-matrix angle (up nx ny nz))
    Math:    cos(angle) 1 + sin(angle) [n x] + (1 - cos(angle)) n n^T
    Shapes:  axis: up(3), of norm 1;  result: 3 by 3
    Units:   the angle in radians
    Raises:  DomainError for numbers that are not the components of a unit vector; StructureError unless there are three
             of them
    Source:  SICM 2.2
    >>> from scmpy import symbols, up
    >>> angle_and_axis_to_rotation_matrix(symbols("a"), up(0, 0, 1))
    (matrix-by-rows (list (cos a) (* -1 (sin a)) 0) (list (sin a) (cos a) 0) (list 0 0 1))
    """
    n = three(axis, "angle&axis->rotation-matrix")
    as_direction(Up(n), "angle&axis->rotation-matrix")
    c, s = g.cos(angle), g.sin(angle)
    outer = Matrix([[g.mul(a, b) for b in n] for a in n])
    return g.add(  # type: ignore[no-any-return]
        g.add(g.mul(c, m_make_identity(3)), g.mul(s, antisymmetric(leaves(axis)))), g.mul(g.sub(1, c), outer)
    )
