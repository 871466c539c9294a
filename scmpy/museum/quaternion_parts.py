"""Quaternions: their parts, and that of a rotation."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import sum_of
from scmpy.symbolic.simplify import reduced


@public("quaternion-ref")
def quaternion_ref(q: Quaternion, i: int) -> ScalarValue:
    """The i-th component of a quaternion, 0 the real one.

    Scheme:  (quaternion-ref q i)
    >>> from scmpy import quaternion
    >>> quaternion_ref(quaternion(1, 2, 3, 4), 2)
    3
    """
    return q[i]


@public("rotation-matrix->quaternion")
@orbit_by_orbit
def rotation_matrix_to_quaternion(matrix: Matrix) -> Quaternion:
    """A unit quaternion of a rotation, from its matrix: of q and -q, which turn alike, that with a real part >= 0.

    Scheme:  (rotation-matrix->quaternion M)
    Math:    q = s/(2 sqrt(s_i)) with a column s = 4 q_i q of 4 q q^T: of numbers the one with the largest s_i, else the
             first one, where s_0 = 1 + trace M
    Shapes:  M: 3 by 3
    Raises:  WrongTypeError unless it is a matrix of 3 by 3
    Source:  SICM 2.12
    >>> from scmpy import matrix_by_rows
    >>> rotation_matrix_to_quaternion(matrix_by_rows([1, 0, 0], [0, 1, 0], [0, 0, 1]))
    (quaternion 1 0 0 0)
    >>> rotation_matrix_to_quaternion(matrix_by_rows([-1, 0, 0], [0, -1, 0], [0, 0, 1]))
    (quaternion 0 0 0 1)
    """
    if not isinstance(matrix, Matrix) or matrix.shape != (3, 3):
        raise WrongTypeError(f"rotation-matrix->quaternion expects a 3 by 3 matrix, got {describe(matrix)}")
    m = matrix.rows
    columns = _fourfold_square(m)
    numerical = all(is_number(x) for row in m for x in row)
    i = max(range(4), key=lambda i: complex(columns[i][i]).real) if numerical else 0
    double = g.sqrt(reduced(columns[i][i]))
    found = [g.div(x, g.mul(2, double)) for x in columns[i]]
    found[i] = g.div(double, 2)
    return Quaternion(*(map(g.negate, found) if numerical and complex(found[0]).real < 0 else found))


def _fourfold_square(m: Any) -> list[list[Any]]:
    """4 q q^T, of the rows of the matrix of the rotation by q."""
    (a, b, c), (d, e, f), (p, q, r) = m
    x, y, z = g.sub(q, f), g.sub(c, p), g.sub(d, b)
    xy, zx, yz = g.add(b, d), g.add(c, p), g.add(f, q)

    def diagonal(*signs: int) -> Any:
        return sum_of([1, *map(g.mul, signs, (a, e, r))])

    return [
        [diagonal(1, 1, 1), x, y, z],
        [x, diagonal(1, -1, -1), xy, zx],
        [y, xy, diagonal(-1, 1, -1), yz],
        [z, zx, yz, diagonal(-1, -1, 1)],
    ]


@public("quaternion->real-part")
def quaternion_to_real_part(q: Quaternion) -> ScalarValue:
    """The real part.

    Scheme:  (quaternion->real-part q)
    >>> from scmpy import quaternion
    >>> quaternion_to_real_part(quaternion(1, 2, 3, 4))
    1
    """
    return q[0]


@public("q:conjugate")
def q_conjugate(q: Quaternion) -> Quaternion:
    """The conjugate quaternion.

    Scheme:  (q:conjugate q)
    >>> from scmpy import quaternion
    >>> q_conjugate(quaternion(1, 2, 3, 4))
    (quaternion 1 -2 -3 -4)
    """
    return q.conjugate
