"""Quaternions under names of their own: arithmetic, units, and the representation by 4 by 4 matrices.

The matrices multiply as the quaternions do: that of p times that of q is that of p q. As linear maps of up tuples
the four units are the structures s:1, s:i, s:j, s:k.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DivisionByZeroError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import apply_value, arity_of_parts
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.registry import public, register
from scmpy.structure.aliases import Scalar, ScalarValue, Value, Values
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion, as_quaternion, q_to_4x4, quaternion
from scmpy.structure.quaternion_functions import length_of
from scmpy.structure.structure import Down, Structure, Up, sum_of
from scmpy.symbolic.simplify import reduced, reduces_to_zero

register(
    "q:make",
    quaternion,
    python="q_make",
    doc="""The quaternion of four components, as quaternion.

    Scheme:  (q:make a b c d)
    >>> from scmpy import q_make
    >>> q_make(0, 1, 0, 0) * q_make(0, 0, 1, 0)
    (quaternion 0 0 0 1)
    """,
)
register(
    "quaternion->4x4",
    q_to_4x4,
    python="quaternion_to_4x4",
    doc="""The matrix of a quaternion, as q:->4x4.

    Scheme:  (quaternion->4x4 q)
    >>> from scmpy import determinant, quaternion, quaternion_to_4x4
    >>> determinant(quaternion_to_4x4(quaternion(1, 1, 1, 1)))
    16
    """,
)


def _arithmetic(scheme: str, python: str, operation: Callable[..., Any], doc: str, arguments: str, result: str) -> None:
    """A generic operation for quaternions alone, with what it gives for p = i and q = 2 j."""

    def of_one(q: Quaternion) -> Quaternion:
        return operation(as_quaternion(q, scheme))

    def of_two(p: Quaternion, q: Quaternion) -> Value:
        return operation(as_quaternion(p, scheme), as_quaternion(q, scheme))

    applied = of_one if arguments == "q" else of_two
    applied.__doc__ = f"""{doc}

    Scheme:  ({scheme} {arguments.replace(",", "")})
    Raises:  WrongTypeError if something is no quaternion
    >>> from scmpy import {python}, quaternion
    >>> p, q = quaternion(0, 1, 0, 0), quaternion(0, 0, 2, 0)
    >>> {python}({arguments})
    {result}
    """
    register(scheme, applied, python=python, module=__name__)


for _scheme, _python, _operation, _doc, _arguments, _result in (
    ("q:+", "q_plus", lambda p, q: g.add(p, q), "The sum of two quaternions.", "p, q", "(quaternion 0 1 2 0)"),
    ("q:-", "q_minus", lambda p, q: g.sub(p, q), "The difference of two quaternions.", "p, q", "(quaternion 0 1 -2 0)"),
    ("q:*", "q_times", lambda p, q: g.mul(p, q), "The product of two quaternions.", "p, q", "(quaternion 0 0 0 2)"),
    ("q:/", "q_over", lambda p, q: g.mul(p, g.invert(q)), "The quotient p q^-1.", "p, q", "(quaternion 0 0 0 -1/2)"),
    ("q:negate", "q_negate", lambda q: g.negate(q), "The negative of a quaternion.", "q", "(quaternion 0 0 -2 0)"),
    ("q:invert", "q_invert", lambda q: g.invert(q), "The inverse of a quaternion.", "q", "(quaternion 0 0 -1/2 0)"),
    ("q:=", "q_equal", lambda p, q: p == q, "Are two quaternions equal?", "p, q", "False"),
):
    _arithmetic(_scheme, _python, _operation, _doc, _arguments, _result)


@public("quaternion-ref")
def quaternion_ref(q: Quaternion, i: int) -> ScalarValue:
    """The i-th component of a quaternion, 0 the real one.

    Scheme:  (quaternion-ref q i)
    >>> quaternion_ref(quaternion(1, 2, 3, 4), 2)
    3
    """
    return q[i]


@public("real&3vector->quaternion", python="real_and_three_vector_to_quaternion")
def real_and_three_vector_to_quaternion(real: Scalar, vector: Values) -> Quaternion:
    """The quaternion of a real part and a vector.

    Scheme:  (real&3vector->quaternion a (up b c d))
    Shapes:  vector: 3 numbers, as a vector or a tuple
    Raises:  StructureError unless the vector has three components
    >>> from scmpy import up
    >>> real_and_three_vector_to_quaternion(1, up(2, 3, 4))
    (quaternion 1 2 3 4)
    """
    if not isinstance(vector, (Structure, list)) or len(vector) != 3:
        raise StructureError(f"real&3vector->quaternion expects a vector of 3, got {describe(vector)}")
    return Quaternion(real, *vector)


@public("q:make-unit", python="q_make_unit")
@orbit_by_orbit
def q_make_unit(q: Quaternion) -> Quaternion:
    """The quaternion divided by its magnitude.

    Scheme:  (q:make-unit q)
    Raises:  DivisionByZeroError for the quaternion 0
    >>> q_make_unit(quaternion(0, 3, 0, 4))
    (quaternion 0 3/5 0 4/5)
    """
    given = q
    magnitude = length_of(given)
    if is_zero_number(magnitude):
        raise DivisionByZeroError("q:make-unit: the quaternion is 0")
    return given.map(lambda x: g.div(x, magnitude))


@public("q:unit?", python="q_is_unit")
def q_is_unit(q: Quaternion) -> bool:
    """Is the magnitude of the quaternion 1, as far as arithmetic shows?

    Scheme:  (q:unit? q)
    >>> q_is_unit(quaternion(0, 1, 0, 0)), q_is_unit(quaternion(1, 1, 0, 0))
    (True, False)
    """
    return reduces_to_zero(g.sub(q.norm, 1))


@public("4x4->quaternion", "q:4x4->", python="matrix_4x4_to_quaternion")
@orbit_by_orbit
def matrix_4x4_to_quaternion(matrix: Matrix) -> Quaternion:
    """The quaternion of a 4 by 4 matrix that is one's.

    Scheme:  (4x4->quaternion M)
    Shapes:  M: 4 by 4
    Raises:  StructureError if the matrix is not that of a quaternion; WrongTypeError unless it is a matrix of 4 by 4
    >>> matrix_4x4_to_quaternion(q_to_4x4(quaternion(1, 2, 3, 4)))
    (quaternion 1 2 3 4)
    """
    if not isinstance(matrix, Matrix) or matrix.shape != (4, 4):
        raise WrongTypeError(f"4x4->quaternion expects a 4 by 4 matrix, got {describe(matrix)}")
    found = Quaternion(*matrix.rows[0])
    if any(reduced(x) != 0 for row in g.sub(q_to_4x4(found), matrix).rows for x in row):
        raise StructureError("4x4->quaternion: the matrix is not that of a quaternion")
    return found


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


for _name, _unit in zip("1ijk", ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), strict=True):
    register(
        f"s:{_name}",
        Down(map(Up, zip(*q_to_4x4(Quaternion(*_unit)).rows, strict=True))),
        module=__name__,
        doc=f"""The quaternion unit {_name} as a linear map of up tuples of 4: a down tuple of its columns.

    Scheme:  s:{_name}
    >>> from scmpy import s_1, s_i, s_j, s_k
    >>> s_{_name} * s_{_name} == {"s_1" if _name == "1" else "-s_1"}, s_i * s_j == s_k
    (True, True)
    """,
    )


@public("q:apply", python="q_apply")
def q_apply(q: Quaternion, arguments: Values) -> Quaternion:
    """The quaternion of the values of the functions in a quaternion; other components stay as they are.

    Scheme:  (q:apply q (list x ...))
    >>> q_apply(quaternion(abs, 5, 0, 0), [-1])
    (quaternion 1 5 0 0)
    """
    given = items(arguments)
    return Quaternion(*(apply_value(x, given) for x in q))


@public("q:arity", python="q_arity")
def q_arity(q: Quaternion) -> tuple[int, int | None]:
    """The least and the greatest number of arguments that all functions of a quaternion take (None: any number).

    Scheme:  (q:arity q)
    1 ]=> (q:arity (quaternion sin cos sin cos))
    ;Value: (1 . 1)
    >>> q_arity(quaternion(lambda x: x, lambda x, y=0: x, 0, 0))
    (1, 1)
    """
    return arity_of_parts(x for x in q if callable(x))


@public("q:exp", python="q_exp")
def q_exp(q: Quaternion) -> Quaternion:
    """The exponential of a quaternion.

    Scheme:  (q:exp q)
    Math:    exp(a + v) = exp(a) (cos |v| + sin |v| v/|v|)
    >>> from scmpy import quaternion
    >>> q_exp(quaternion(0, 0, 0, 0))
    (quaternion 1 0 0 0)
    """
    return g.exp(q)  # type: ignore[no-any-return]


@public("q:log", python="q_log")
def q_log(q: Quaternion) -> Quaternion:
    """The principal logarithm of a quaternion.

    Scheme:  (q:log q)
    Math:    log(a + v) = log |q| + atan(|v|, a) v/|v|
    Raises:  DomainError for 0, and for a negative number, which has logarithms in every direction
    >>> from scmpy import quaternion
    >>> q_log(quaternion(1, 0, 0, 0))
    (quaternion 0 0 0 0)
    """
    return g.log(q)  # type: ignore[no-any-return]


@public("quaternion->real-part")
def quaternion_to_real_part(q: Quaternion) -> ScalarValue:
    """The real part.

    Scheme:  (quaternion->real-part q)
    >>> quaternion_to_real_part(quaternion(1, 2, 3, 4))
    1
    """
    return q[0]


@public("q:conjugate")
def q_conjugate(q: Quaternion) -> Quaternion:
    """The conjugate quaternion.

    Scheme:  (q:conjugate q)
    >>> q_conjugate(quaternion(1, 2, 3, 4))
    (quaternion 1 -2 -3 -4)
    """
    return q.conjugate
