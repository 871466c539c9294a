"""The group of rigid motions SE(3): rotations with translations, and its bases of screws.

A rigid motion is the 4 by 4 matrix of a rotation R and a displacement x, (R x; 0 1), with Euler's angles and the
rectangular coordinates of x as coordinates. Its generators are rotations about the axes and translations along them.
In the left-invariant basis quasi-velocities are angular and linear velocity on the axes of the body; in the right-
invariant one they are the angular velocity in space and the velocity of the body's point that passes the origin.
"""

from __future__ import annotations

from scmpy.errors import StructureError, describe
from scmpy.geometry.basis import CoordinateChart
from scmpy.geometry.chart import POLE
from scmpy.geometry.manifold import Manifold
from scmpy.geometry.standard_manifolds import Euler_angles
from scmpy.mechanics.matrix_group import left_invariant_basis, right_invariant_basis, so3_generators
from scmpy.mechanics.rotation import Euler_to_M
from scmpy.registry import public, register
from scmpy.structure.aliases import Vector
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Down, Up, as_structure


def _from_coordinates(q: Up) -> Up:
    return Up((Euler_angles.to_manifold(q[:3]), q[3:]))


def _to_coordinates(motion: Up) -> Up:
    rotation, displacement = motion
    return Up((*Euler_angles.from_manifold(rotation), *displacement))


SE3 = register(
    "SE3",
    Manifold("SE3", 6, 12),
    doc="""The rigid motions of space, rotations with displacements: a manifold of dimension 6.

    Scheme:  SE3
    1 ]=> ((chart SE3-Euler) ((point SE3-Euler) (up 1 2 3 4 5 6)))
    ;Value: (up 1 2 3 4 5 6)
    >>> from scmpy import SE3, SE3_Euler
    >>> SE3_Euler.manifold is SE3, SE3.dimension
    (True, 6)
    """,
)

SE3_Euler = register(
    "SE3-Euler",
    CoordinateChart("SE3-Euler", SE3, "theta phi psi x y z", _from_coordinates, _to_coordinates, {"theta": POLE}),
    doc="""Euler angles of the rotation and rectangular coordinates of the displacement of a rigid motion.

    Scheme:  SE3-Euler
    >>> from scmpy import SE3_Euler, chart, point, symbols, up
    >>> coordinates = up(*symbols("theta phi psi x y z"))
    >>> chart(SE3_Euler)(point(SE3_Euler)(coordinates))
    (up theta phi psi x y z)
    """,
)


@public("SE3->M")
def SE3_to_M(q: Vector) -> Matrix:
    """The 4 by 4 matrix (R x; 0 1) of a rigid motion.

    Scheme:  (SE3->M (up theta phi psi x y z))
    Shapes:  q: up(6);  result: 4 by 4
    Raises:  StructureError unless there are six coordinates
    Source:  Murray, Li and Sastry, A Mathematical Introduction to Robotic Manipulation, 2
    >>> from scmpy import up
    >>> SE3_to_M(up(0, 0, 0, 1, 2, 3))
    (matrix-by-rows (list 1 0 0 1) (list 0 1 0 2) (list 0 0 1 3) (list 0 0 0 1))
    """
    place = as_structure(q)
    if len(place) != 6:
        raise StructureError(f"SE3->M expects (up theta phi psi x y z), got {describe(q)}")
    rows = Euler_to_M(place[:3]).rows
    return Matrix((*((*row, x) for row, x in zip(rows, place[3:], strict=True)), (0, 0, 0, 1)))


def _rotation(generator: Matrix) -> Matrix:
    return Matrix((*((*row, 0) for row in generator.rows), (0, 0, 0, 0)))


def _translation(axis: int) -> Matrix:
    return Matrix(tuple(tuple(int(i == axis and j == 3) for j in range(4)) for i in range(4)))


se3_generators = register(
    "se3-generators",
    Down((*map(_rotation, so3_generators), *map(_translation, range(3)))),
    module=__name__,
    doc="""The generators of rigid motions: rotations about the axes x, y and z, then translations along them.

    They are a down tuple of 4 by 4 matrices that act on up(x, y, z, 1).

    Scheme:  se3-generators
    >>> from scmpy import se3_generators, up
    >>> se3_generators[3] * up(0, 0, 0, 1)
    (up 1 0 0 0)
    """,
)
se3_basis = register(
    "se3-basis",
    right_invariant_basis(SE3_Euler, SE3_to_M, se3_generators),
    module=__name__,
    doc="""Screws about the axes of space: the right-invariant basis of the rigid motions.

    Scheme:  se3-basis
    >>> from scmpy import cos, quasi_velocities, se3_basis, sin, symbols, up
    >>> a, x, t, w = symbols("a x t w")
    >>> quasi_velocities(se3_basis, lambda t: up(a, w * t, 0, x * cos(w * t), x * sin(w * t), 0))(t)
    (up 0 0 w 0 0 0)
    """,
)
se3p_basis = register(
    "se3p-basis",
    left_invariant_basis(SE3_Euler, SE3_to_M, se3_generators),
    module=__name__,
    doc="""Screws about the axes of the body: quasi-velocities are angular and linear velocity on these axes.

    Scheme:  se3p-basis
    >>> from scmpy import quasi_velocities, se3p_basis, symbols, up
    >>> a, t = symbols("a t")
    >>> quasi_velocities(se3p_basis, lambda t: up(a, 0, 0, 0, 0, t))(t)
    (up 0 0 0 0 (sin a) (cos a))
    """,
)
