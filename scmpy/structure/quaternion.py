"""Quaternions, rotations, elementary functions of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scmpy.boundary import checks
from scmpy.errors import (
    CALLED,
    BadIndexError,
    DivisionByZeroError,
    DomainError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic import types
from scmpy.generic.dispatch import Arithmetic, converted
from scmpy.generic.display import Displayed
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.functions import Function, OfFunctions
from scmpy.generic.numbers import by_squarings
from scmpy.generic.settings import MOST_FACTORS, instances
from scmpy.generic.types import (
    Angle,
    Procedure,
    Scalar,
    ScalarKind,
    ScalarValue,
    Value,
    Values,
    binary_size,
    is_number,
    is_zero_number,
)
from scmpy.registry import declare_predicate, public, register
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, as_structure, sum_of, with_zeros
from scmpy.structure.types import Vector
from scmpy.symbolic.expression import Expression, application, expression_of, symbol
from scmpy.symbolic.rules import cos_squared_to_sin_squared
from scmpy.symbolic.simplify import display_form, reduced, simplify

# --- quaternion ------------------------------------------------------------------------------------------------------
# Quaternions q0 + q1 i + q2 j + q3 k over generic scalars, and rotations by them.
#
# A unit quaternion (cos(a/2), sin(a/2) n) turns vectors by the angle a about the unit vector n. The names ``q:i``,
# ``q:j``, ``q:k`` and ``q:1`` stand for the 4 by 4 matrices of the original. Source: SICM 2.12.


class Quaternion(Displayed, OfFunctions, Arithmetic):
    """A quaternion with generic components.

    >>> Quaternion(1, 2, -1, 3) * Quaternion(1, -2, 1, -3)
    (quaternion 15 0 0 0)
    """

    _kind_ = "quaternions"
    __slots__ = ("components",)

    def __init__(self, a: Any, b: Any, c: Any, d: Any) -> None:
        self.components = (a, b, c, d)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.components)

    def __getitem__(self, i: int) -> Any:
        if not isinstance(i, (int, slice)) or (isinstance(i, int) and not -4 <= i < 4):
            raise BadIndexError(f"a quaternion has the components 0 to 3, not {describe(i)}")
        return Up(self.components[i]) if isinstance(i, slice) else self.components[i]

    def __len__(self) -> int:
        return 4

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quaternion) and self.components == other.components

    def __hash__(self) -> int:
        return hash((Quaternion, self.components))

    def _describe_(self) -> str:
        return "a quaternion"

    def _shown_(self) -> Any:
        return application(symbol("quaternion"), *map(display_form, self.components))

    def map(self, function: Callable[[Any], Any]) -> Quaternion:
        return Quaternion(*map(function, self.components))

    def _children_(self) -> Sequence[Any]:
        return self.components

    def _with_children_(self, parts: Sequence[Any]) -> Quaternion:
        return Quaternion(*parts)

    def _dual_(self, parts: Sequence[Any]) -> Down:
        return Down(parts)

    def _parts_of_dual_(self, dual: Any) -> Sequence[Any] | None:
        """Those of a down tuple, or of a quaternion, which may be a momentum too."""
        return dual.components if isinstance(dual, (Down, Quaternion)) and len(dual) == 4 else None

    def _scalar_and_rest_(self) -> tuple[Any, Sequence[Any]]:
        return self.components[0], self.components[1:]

    @property
    def conjugate(self) -> Quaternion:
        a, b, c, d = self
        return Quaternion(a, g.negate(b), g.negate(c), g.negate(d))

    @property
    def norm(self) -> Any:
        return sum_of(map(g.square, self.components))


as_quaternion = checks("Quaternion")(instances(Quaternion, "a quaternion"))


def components(value: Any, n: int, operation: str = CALLED) -> Structure:
    vector = as_structure(value)
    if len(vector) != n:
        raise StructureError(f"{operation} expects {n} components, got {describe(vector)}")
    return vector


for _operation in (g.add, g.sub):
    _operation.add((Quaternion, Quaternion), lambda p, q, op=_operation: Quaternion(*map(op, p, q)))
    _operation.add(
        (Quaternion, types.ScalarKind), lambda p, x, op=_operation: Quaternion(op(p[0], x), *p.components[1:])
    )
g.add.add((types.ScalarKind, Quaternion), lambda x, q: g.add(q, x))
g.sub.add((types.ScalarKind, Quaternion), lambda x, q: g.add(g.negate(q), x))
g.negate.add((Quaternion,), lambda q: Quaternion(*map(g.negate, q)))


@g.mul.on(Quaternion, Quaternion)
@with_zeros
def _multiply(p: Quaternion, q: Quaternion, mul: Callable[[Any, Any], Any]) -> Quaternion:
    (a, b, c, d), (u, x, y, z) = p, q

    def signed(*terms: tuple[int, Any, Any]) -> Any:
        total: Any = 0
        for sign, left, right in terms:
            total = (g.add if sign > 0 else g.sub)(total, mul(left, right))
        return total

    return Quaternion(
        signed((1, a, u), (-1, b, x), (-1, c, y), (-1, d, z)),
        signed((1, a, x), (1, b, u), (1, c, z), (-1, d, y)),
        signed((1, a, y), (-1, b, z), (1, c, u), (1, d, x)),
        signed((1, a, z), (1, b, y), (-1, c, x), (1, d, u)),
    )


g.mul.add((types.ScalarKind, Quaternion), lambda x, q: Quaternion(*(g.mul(x, c) for c in q)))
g.mul.add((Quaternion, types.ScalarKind), lambda q, x: Quaternion(*(g.mul(c, x) for c in q)))
g.div.add((Quaternion, types.ScalarKind), lambda q, x: Quaternion(*(g.div(c, x) for c in q)))
g.div.add((Quaternion, Quaternion), lambda p, q: g.mul(p, g.invert(q)))
g.div.add((types.ScalarKind, Quaternion), lambda x, q: g.mul(x, g.invert(q)))
g.conjugate.add((Quaternion,), lambda q: q.conjugate)
g.abs_.add((Quaternion,), lambda q: g.abs_(Up(q.components)))
g.zero_like.add((Quaternion,), lambda q: Quaternion(0, 0, 0, 0))
for _operation in (g.one_like, g.identity_like):
    _operation.add((Quaternion,), lambda q: Quaternion(1, 0, 0, 0))
g.square.add((Quaternion,), lambda q: g.mul(q, q))
g.cube.add((Quaternion,), lambda q: g.mul(q, g.mul(q, q)))


@g.invert.on(Quaternion)
def _inverse(q: Quaternion) -> Any:
    size = binary_size(*q)
    if size != 1:
        return g.div(g.invert(g.div(q, size)), size)
    return g.div(q.conjugate, q.norm)


@g.expt.on(Quaternion, int)
def _power(q: Quaternion, n: int) -> Quaternion:
    MOST_FACTORS.check(abs(n), "expt of a quaternion", each=10)
    return by_squarings(q, n, Quaternion(1, 0, 0, 0))  # type: ignore[no-any-return]


@expression_of.on(Quaternion)
def _expression(q: Quaternion) -> Any:
    return application(symbol("quaternion"), *map(expression_of, q))


@public("quaternion")
def quaternion(
    a: Scalar | Callable[..., Any],
    b: Scalar | Callable[..., Any],
    c: Scalar | Callable[..., Any],
    d: Scalar | Callable[..., Any],
) -> Quaternion:
    """The quaternion a + b i + c j + d k.

    Raises:  WrongTypeError unless these are numbers, expressions or functions
    Source:  SICM 2.12
    >>> i, j = quaternion(0, 1, 0, 0), quaternion(0, 0, 1, 0)
    >>> i * j
    (quaternion 0 0 0 1)
    """
    for component in (a, b, c, d):
        if isinstance(component, bool) or not isinstance(converted(component), (types.ScalarKind, Procedure)):
            raise WrongTypeError(
                f"quaternion expects four numbers, expressions or functions, got {describe(component)}"
            )
    return Quaternion(a, b, c, d)


declare_predicate("quaternion?", Quaternion, "Is this a quaternion?", "quaternion(1, 0, 0, 0)", "1")


@public("quaternion->vector")
def quaternion_to_vector(q: Quaternion) -> Up:
    """The four components as an up tuple.

    Shapes:  result: up(4)
    Source:  SICM 2.12
    >>> quaternion_to_vector(quaternion(1, 2, 3, 4))
    (up 1 2 3 4)
    """
    return Up(q)


@public("vector->quaternion", "make-quaternion", python="vector_to_quaternion")
def vector_to_quaternion(v: Values) -> Quaternion:
    """The quaternion of four components.

    Shapes:  v: four components
    Raises:  StructureError unless there are four components
    >>> vector_to_quaternion(up(1, 2, 3, 4))
    (quaternion 1 2 3 4)
    """
    return Quaternion(*components(v, 4))


@public("quaternion->3vector")
def quaternion_to_three_vector(q: Quaternion) -> Up:
    """The vector part.

    Shapes:  result: up(3)
    >>> quaternion_to_3vector(quaternion(1, 2, 3, 4))
    (up 2 3 4)
    """
    return Up(q.components[1:])


@public("q:magnitude")
def q_magnitude(q: Quaternion) -> ScalarValue:
    """The root of the sum of the squares of the components.

    >>> q_magnitude(quaternion(1, 1, 1, 1))
    2
    """
    return g.abs_(q)


@public("angle-axis->quaternion")
def angle_axis_to_quaternion(angle: Angle, axis: Vector) -> Quaternion:
    """The unit quaternion of the rotation by an angle about a unit vector.

    Scheme:  (angle-axis->quaternion theta n)
    Shapes:  n: up(3), of norm 1
    Units:   the angle in radians
    Raises:  StructureError unless n has three components
    Source:  SICM 2.12
    >>> angle_axis_to_quaternion(0, up(0, 0, 1))
    (quaternion 1 0 0 0)
    """
    half = g.div(angle, 2)
    s = g.sin(half)
    return Quaternion(g.cos(half), *(g.mul(s, n) for n in components(axis, 3)))


def _length(vector: Any) -> Any:
    square = simplify(sum_of(map(g.square, vector)))
    if not isinstance(square, Expression):
        return length_of(vector)
    return simplify(g.sqrt(cos_squared_to_sin_squared(square)))


@public("quaternion->angle-axis")
@orbit_by_orbit
def quaternion_to_angle_axis(q: Quaternion, receive: Callable[[Any, Up], Any] | None = None) -> Value:
    """The angle and the axis of the rotation by a unit quaternion: a list of the two, or what a function makes of them.

    Scheme:  (quaternion->angle-axis q), (quaternion->angle-axis q receive)
    Shapes:  result: a list of a scalar and up(3), or receive(scalar, up(3))
    Raises:  DivisionByZeroError for a real quaternion, which turns about no axis
    Source:  SICM 2.12
    >>> angle, axis = quaternion_to_angle_axis(quaternion(0, 0, 0, 1))
    >>> round(angle, 6), axis
    (3.141593, (up 0 0 1))
    """
    a, *v = q
    length = _length(v)
    if is_zero_number(length):
        raise DivisionByZeroError(f"quaternion->angle-axis: the quaternion {describe(a)} turns about no axis")
    angle, axis = simplify(g.mul(2, g.atan(length, a))), Up(simplify(g.div(x, length)) for x in v)
    return receive(angle, axis) if receive else (angle, axis)


@public("q:rotate")
def q_rotate(q: Quaternion) -> Function:
    """The rotation of up tuples by a unit quaternion.

    Scheme:  ((q:rotate q) v)
    Math:    q v q*, with q* = q^-1 for a unit quaternion; one of another norm also scales by its norm |q|^2
    Shapes:  result: up(3) -> up(3)
    Raises:  StructureError if v has not three components
    Source:  SICM 2.12
    >>> q_rotate(quaternion(0, 0, 0, 1))(up(1, 2, 3))
    (up -1 -2 3)
    """

    def rotated(v: Any) -> Up:
        vector = Quaternion(0, *components(v, 3, "q:rotate"))
        return quaternion_to_three_vector(g.mul(q, g.mul(vector, q.conjugate)))

    return Function(rotated, "q:rotate")


@public("quaternion->rotation-matrix")
def quaternion_to_rotation_matrix(q: Quaternion) -> Matrix:
    """The matrix of the rotation by a quaternion, of any norm.

    Math:    2 (q_i q_j -+ q_0 q_k) / norm off the diagonal (Euler and Rodrigues)
    Shapes:  result: 3 by 3
    Source:  SICM 2.12
    >>> quaternion_to_rotation_matrix(quaternion(0, 0, 0, 1))
    (matrix-by-rows (list -1 0 0) (list 0 -1 0) (list 0 0 1))
    """
    q = g.div(q, binary_size(*q))
    norm = q.norm

    def entry(i: int, j: int) -> Any:
        if i == j:
            squares = [g.square(x) for x in q]
            return sum_of(x if k in (0, i) else g.mul(-1, x) for k, x in enumerate(squares))
        low, high, third = min(i, j), max(i, j), 6 - i - j
        combine = g.add if (i - j) % 3 == 1 else g.sub
        return g.mul(2, combine(g.mul(q[low], q[high]), g.mul(q[0], q[third])))

    return Matrix([[g.div(entry(i, j), norm) for j in (1, 2, 3)] for i in (1, 2, 3)])


_UNITS = (Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0), Quaternion(0, 0, 0, 1))


@public("q:->4x4", python="q_to_4x4")
def q_to_4x4(q: Quaternion) -> Matrix:
    """The 4 by 4 matrix that represents a quaternion.

    Shapes:  result: 4 by 4
    >>> q_to_4x4(quaternion(1, 2, 3, 4))
    (matrix-by-rows (list 1 2 3 4) (list -2 1 -4 3) (list -3 4 1 -2) (list -4 -3 2 1))
    """
    a, b, c, d = q
    n = g.negate
    return Matrix(((a, b, c, d), (n(b), a, n(d), c), (n(c), d, a, n(b)), (n(d), n(c), b, a)))


for _name, _unit in zip("1ijk", (Quaternion(1, 0, 0, 0), *_UNITS), strict=True):
    register(
        f"q:{_name}",
        q_to_4x4(_unit),
        module=__name__,
        doc=f"""The 4 by 4 matrix of the quaternion {_name}.

    Scheme:  q:{_name}
    Source:  SICM 2.12
    >>> q_{_name} * q_{_name} == {"q_1" if _name == "1" else "-q_1"}, q_i * q_j == q_k
    (True, True)
    """,
    )


# --- quaternion functions --------------------------------------------------------------------------------------------
# Elementary functions of quaternions: of symbols exp, log, powers, and those that are made of these; of numbers all.
#
# A quaternion a + v with the vector v lies in a plane of numbers a + b u, where u = v/|v| has the square -1. There a
# function of a complex number is a function of quaternions: where f(a + b i) = x + y i, f(a + b u) = x + y u. A real
# number lies in all planes: where f(a) = x + y i, there is a value in each of them, and none is chosen.
#
# Source: Conway and Smith, On Quaternions and Octonions, chapter 2.

#: What a function makes of a + b i, as the two parts of the result.
_Parts = Callable[[Any, Any], tuple[Any, Any]]


def length_of(parts: Any) -> Any:
    return reduced(g.abs_(Up(parts)))


def _in_the_plane(name: str, q: Quaternion, parts: _Parts) -> Quaternion:
    """The quaternion x + y v/|v| of the parts x and y that a function has at a + |v| i; at |v| = 0 the y is 0."""
    a, *v = q
    size = length_of(v)
    real, imaginary = parts(a, size)
    if not is_zero_number(size):
        return Quaternion(real, *(g.mul(g.div(imaginary, size), x) for x in v))
    if is_number(a) and not is_zero_number(reduced(imaginary)):
        raise DomainError(f"{name}: {describe(a)} has values in every direction among the quaternions")
    return Quaternion(real, *v)


_PARTS: dict[Any, _Parts] = {
    g.exp: lambda a, b: (g.mul(g.exp(a), g.cos(b)), g.mul(g.exp(a), g.sin(b))),
    g.sin: lambda a, b: (g.mul(g.sin(a), g.cosh(b)), g.mul(g.cos(a), g.sinh(b))),
    g.cos: lambda a, b: (g.mul(g.cos(a), g.cosh(b)), g.negate(g.mul(g.sin(a), g.sinh(b)))),
    g.sinh: lambda a, b: (g.mul(g.sinh(a), g.cos(b)), g.mul(g.cosh(a), g.sin(b))),
    g.cosh: lambda a, b: (g.mul(g.cosh(a), g.cos(b)), g.mul(g.sinh(a), g.sin(b))),
}


@each("analytic")
def _define(record: Elementary) -> None:
    """A function with a definition is that: functions of one quaternion commute. Others are those of a + b i.

    So are all of floats: in a definition a part may leave their range.
    """
    if record.arity > 1:
        return

    def parts(a: Any, b: Any) -> tuple[Any, Any]:
        a, b = g.inexact(a), g.inexact(b)
        if not (is_number(a) and is_number(b)):
            raise WrongTypeError(f"{record.name} of a quaternion expects numbers, got {describe(a)} and {describe(b)}")
        value = record.operation(complex(a, b))
        return value.real, value.imag

    @orbit_by_orbit
    def method(q: Quaternion) -> Any:
        is_inexact = all(map(is_number, q)) and any(isinstance(x, float) for x in q)
        by_parts = is_inexact or not record.definition
        return _in_the_plane(record.name, q, parts) if by_parts else record.definition(q)  # type: ignore[misc]

    record.operation.add((Quaternion,), method)


for _operation, _parts in _PARTS.items():
    _operation.add(
        (Quaternion,), orbit_by_orbit(lambda q, name=_operation.name, parts=_parts: _in_the_plane(name, q, parts))
    )


@g.log.on(Quaternion)
@orbit_by_orbit
def _log(q: Quaternion) -> Quaternion:
    a, *v = q
    if not is_number(a) and is_zero_number(length_of(v)):
        return Quaternion(g.log(a), *v)
    return _in_the_plane("log", q, lambda a, b: (g.log(length_of(q)), g.atan(b, a)))


@g.sqrt.on(Quaternion)
@orbit_by_orbit
def _sqrt(q: Quaternion) -> Quaternion:
    """The root with a real part from 0: (q + |q|) / sqrt(2 (|q| + a)), |q| + a being |v|^2 / (|q| - a)."""
    (a, *v), size = q, length_of(q)
    if isinstance(size, float) and a < 0 and (length := length_of(v)):  # where the sum would cancel
        root = g.sqrt(2 * length / (size - a) * length)
        return Quaternion(root / 2, *(g.div(x, root) for x in v))
    double = g.mul(2, g.add(size, a))
    if is_zero_number(double):
        if is_zero_number(size):
            return q
        raise DomainError(f"sqrt: {describe(a)} has roots in every direction among the quaternions")
    return g.div(g.add(q, size), g.sqrt(double))  # type: ignore[no-any-return]


for _types in ((Quaternion, ScalarKind), (Quaternion, Quaternion), (ScalarKind, Quaternion)):
    g.expt.add(_types, lambda base, exponent: g.exp(g.mul(g.log(base), exponent)))
