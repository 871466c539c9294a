"""Matrix Lie groups; the rotations SO(3), and generators of the rigid motions SE(3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from scmpy.calculus.derivative import D
from scmpy.calculus.jet import traced
from scmpy.errors import CALLED, DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.operations import cos, sin
from scmpy.generic.types import is_zero_number
from scmpy.geometry.basis import Basis, vector_basis_to_dual
from scmpy.geometry.chart import Chart, as_chart, dot
from scmpy.geometry.fields import VectorField, components_to_vector_field, contraction
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.standard_manifolds import Euler_angles
from scmpy.mechanics.rigid_body import antisymmetric
from scmpy.mechanics.state import literal_like
from scmpy.registry import docstring, public, register
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, down, leaves, up
from scmpy.structure.types import Coordinates
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import reduced, reduces_to_zero

# --- matrix group ----------------------------------------------------------------------------------------------------
# Invariant bases of matrix Lie groups, from nothing but their multiplication.
#
# Coordinates q of a group give its matrices M(q). A motion is seen from within as M^-1 dM, from without as dM M^-1;
# both are combinations of generators E_i, the basis of the Lie algebra, with one-forms as coefficients:
#
#     M^-1 dM = theta^i E_i   (left-invariant),      dM M^-1 = theta^i E_i   (right-invariant).
#
# The fields dual to these forms are the basis: along a left-invariant e_i, e_i(M) = M E_i; along a right-invariant one
# e_i(M) = E_i M. With [E_i, E_k] = c^j_ik E_j the left-invariant fields have the structure constants c, the right-
# invariant ones -c. Of rotations, the left-invariant fields turn about the axes of the body, the right-invariant ones
# about those of space.
#
# Source:  MIT 12.620J, "Poincaré equations", for the rotations; FDG 4

MatrixFunction = Callable[[Any], Matrix]
T = TypeVar("T")


def as_generators(value: Any, operation: str = CALLED) -> tuple[Matrix, ...]:
    parts = tuple(value) if isinstance(value, (tuple, list, Structure)) else ()
    if not parts or not all(isinstance(part, Matrix) and part.shape == parts[0].shape for part in parts):
        raise WrongTypeError(f"{operation} expects generators, a tuple of square matrices, got {describe(value)}")
    linear.check_square(parts[0].rows, operation)
    return parts


def _entries(matrix: Matrix) -> tuple[Any, ...]:
    return tuple(x for row in matrix.rows for x in row)


class Span:
    """Matrices as combinations of generators: the coefficients are the least squares ones, and are checked."""

    def __init__(self, generators: tuple[Matrix, ...], operation: str) -> None:
        self.operation = operation
        self.columns = [_entries(E) for E in generators]
        self.rows = [tuple(map(g.conjugate, column)) for column in self.columns]
        gram = tuple(tuple(dot(row, column) for column in self.columns) for row in self.rows)
        try:
            self.inverse = linear.inverse(gram)
        except DivisionByZeroError:
            raise DivisionByZeroError(f"{operation}: the generators are linearly dependent") from None

    def coefficients(self, matrix: Matrix) -> tuple[Any, ...]:
        """The numbers c with c^i E_i the matrix; an error if it is no combination of the generators."""
        entries = _entries(matrix)
        projections = [dot(row, entries) for row in self.rows]
        factors = tuple(reduced(dot(row, projections)) for row in self.inverse)
        for entry, parts in zip(entries, zip(*self.columns, strict=True), strict=True):
            left = reduced(g.sub(entry, dot(factors, parts)))
            if not is_zero_number(left):
                raise DomainError(f"{self.operation}: {left} is left over: the generators do not span what they should")
        return factors


@public("group-generators")
def group_generators(M: MatrixFunction, identity: Coordinates) -> Down:
    """The generators of a matrix group that go with its coordinates, at the coordinates of the identity.

    Scheme:  (group-generators M q0)
    Math:    E_i = d_i M (q0), where M(q0) = 1
    Shapes:  M: up(k) -> n by n;  q0: up(k);  result: down(k) of n by n matrices
    Raises:  DomainError if the matrix there is not the identity
    Source:  MIT 12.620J, "Poincaré equations"; FDG 4
    >>> group_generators(lambda q: matrix_by_rows([1 + q[0], q[1]], [0, 1]), up(0, 0))
    (down (matrix-by-rows (list 1 0) (list 0 0)) (matrix-by-rows (list 0 1) (list 0 0)))
    """
    unknown = literal_like(identity)
    values = dict(zip(leaves(unknown), leaves(identity), strict=True))
    value = _matrix_at(M, identity)
    if not all(reduces_to_zero(g.sub(x, int(i == j))) for i, row in enumerate(value.rows) for j, x in enumerate(row)):
        raise DomainError(f"group-generators expects the coordinates of the identity, got those of {value}")
    return Down(matrix.map(lambda x: reduced(traced(x, values))) for matrix in _slopes(M, unknown))


def _matrix_at(M: MatrixFunction, place: Any, operation: str = CALLED) -> Matrix:
    value = M(place)
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{operation} expects a function from coordinates to matrices, got {describe(value)}")
    linear.check_square(value.rows, operation)
    return value


def _slopes(M: MatrixFunction, place: Any, operation: str = CALLED) -> list[Matrix]:
    size = len(_matrix_at(M, place, operation))
    slopes = D(lambda q: Up(map(Up, M(q).rows)))(place)
    if not isinstance(place, Structure):
        return [Matrix(slopes)]
    return [Matrix(slope.components[i].components for i in range(size)) for slope in slopes]


@public("generators->structure-constants")
def generators_to_structure_constants(generators: Structure) -> Up:
    """The structure constants of a Lie algebra of matrices.

    Math:    c[j][i][k] with E_i E_k - E_k E_i = sum_j c[j][i][k] E_j
    Shapes:  generators: down(k) of n by n matrices;  result: up(k) of down(k) of down(k)
    Raises:  DomainError if a commutator is no combination of the generators
    Source:  MIT 12.620J, "Poincaré equations"; FDG 4
    >>> generators_to_structure_constants(so3_generators)[2]
    (down (down 0 1 0) (down -1 0 0) (down 0 0 0))
    """
    E = as_generators(generators)
    span = Span(E, "generators->structure-constants")
    brackets = [[span.coefficients(g.sub(g.mul(x, y), g.mul(y, x))) for y in E] for x in E]
    return Up(Down(Down(bracket[j] for bracket in row) for row in brackets) for j in range(len(E)))


def _invariant_basis(system: Chart, M: MatrixFunction, generators: Any, left: bool) -> Basis:
    operation = "left-invariant-basis" if left else "right-invariant-basis"
    chart = as_chart(system, operation)
    E = as_generators(generators, operation)
    n = chart.dimension
    if len(E) != n:
        raise StructureError(f"{operation} expects {n} generators for the chart {chart}, got {len(E)}")
    span = Span(E, operation)
    place = literal_like(chart.tuple_of(Up, range(n)))

    @cache
    def components() -> tuple[linear.Rows, linear.Rows]:
        inverse = Matrix(linear.inverse(_matrix_at(M, place, operation).rows))
        slopes = _slopes(M, place, operation)
        motions = (g.mul(inverse, slope) if left else g.mul(slope, inverse) for slope in slopes)
        forms = tuple(zip(*(span.coefficients(motion) for motion in motions), strict=True))
        try:
            fields = linear.inverse(forms)
        except DivisionByZeroError:
            raise DivisionByZeroError(f"{operation}: the coordinates of {chart} do not parametrize the group") from None
        return forms, tuple(tuple(map(reduced, row)) for row in zip(*fields, strict=True))

    return basis_of_components(chart, place, components, operation)


def basis_of_components(
    chart: Chart, place: Any, components: Callable[[], tuple[linear.Rows, linear.Rows]], operation: str
) -> Basis:
    """The basis whose forms, and whose fields, have these rows of components, written for a place of symbols."""

    def along(which: int, i: int, orientation: type[Structure]) -> ManifoldFunction:
        def at(where: Any) -> Any:
            row = components()[which][i]
            values = dict(zip(leaves(place), leaves(chart.at(where)), strict=True))
            return traced(chart.tuple_of(orientation, row), values)

        return ManifoldFunction(at, operation, (chart,))

    n = chart.dimension
    return Basis(
        Down(VectorField(chart, along(1, i, Up), symbol(f"e_{i}")) for i in range(n)),
        Up(contraction(chart, along(0, i, Down), f"theta^{i}") for i in range(n)),
    )


@public("left-invariant-basis")
def left_invariant_basis(system: Chart, M: MatrixFunction, generators: Structure) -> Basis:
    """The left-invariant basis of a matrix group: e_i(M) = M E_i.

    Scheme:  (left-invariant-basis sys M generators)
    Math:    M^-1 dM = theta^i E_i, with the dual basis of fields e_i
    Shapes:  M: coordinates of sys -> matrix;  as many generators as coordinates
    Raises:  DomainError if M^-1 dM is no combination of the generators; StructureError unless there is a generator for
             each coordinate, DivisionByZeroError, when applied, where the coordinates do not parametrize the group
    Source:  MIT 12.620J, "Poincaré equations"; FDG 4
    >>> body = left_invariant_basis(Euler_angles, Euler_to_M, so3_generators)
    >>> quasi_velocities(body, up(*literal_functions("theta phi psi")))(symbols("t"))[2]
    (+ (* ((D phi) t) (cos (theta t))) ((D psi) t))
    """
    return _invariant_basis(system, M, generators, True)


@public("right-invariant-basis")
def right_invariant_basis(system: Chart, M: MatrixFunction, generators: Structure) -> Basis:
    """The right-invariant basis of a matrix group: e_i(M) = E_i M.

    Scheme:  (right-invariant-basis sys M generators)
    Math:    dM M^-1 = theta^i E_i, with the dual basis of fields e_i
    Shapes:  M: up(k) -> n by n;  generators: down(k) of n by n matrices, for k coordinates
    Raises:  DomainError if dM M^-1 is no combination of the generators; StructureError unless there is a generator for
             each coordinate, DivisionByZeroError, when applied, where the coordinates do not parametrize the group
    Source:  MIT 12.620J, "Poincaré equations"; FDG 4
    >>> space = right_invariant_basis(Euler_angles, Euler_to_M, so3_generators)
    >>> structure_constants(space)(up(*symbols("theta phi psi")))[2]
    (down (down 0 -1 0) (down 1 0 0) (down 0 0 0))
    """
    return _invariant_basis(system, M, generators, False)


def _declared(name: str, value: T, meaning: str, typed: str, answer: str, given: str = "", **fields: str) -> T:
    return register(name, value, module=__name__, doc=docstring(meaning, name, typed, answer, given, **fields))


so3_generators = _declared(
    "so3-generators",
    Down(antisymmetric(Up(int(i == k) for i in range(3))) for k in range(3)),
    "The generators of rotations about the axes x, y and z: E_i v = e_i x v, a down tuple of matrices.",
    "so3_generators[0] * up(0, 1, 0)",
    "(up 0 0 1)",
)


se3_generators = _declared(
    "se3-generators",
    Down(
        (
            *(Matrix((*((*row, 0) for row in E.rows), (0, 0, 0, 0))) for E in so3_generators),
            *(Matrix(tuple(tuple(int(i == k and j == 3) for j in range(4)) for i in range(4))) for k in range(3)),
        )
    ),
    "The generators of rotations about x, y and z, then of translations along them: they act on up(x, y, z, 1).",
    "se3_generators[3] * up(0, 0, 0, 1)",
    "(up 1 0 0 0)",
)


# --- so3 -------------------------------------------------------------------------------------------------------------
# Bases of the rotation group: rotations about the axes fixed in space, and about the principal axes of a body.
#
# An infinitesimal rotation about the spatial x axis moves the Euler angles so that
#
#     Rx(eps) M(theta, phi, psi) = M(theta + b eps, phi + a eps, psi + c eps),
#
# and the derivative by eps gives the field e_x; about an axis of the body the rotation multiplies M from the right.
# The brackets of the two families have opposite signs, and the families commute:
#
#     [e_x, e_y] = -e_z,      [e_a, e_b] = +e_c,      cyclic;      [e_x, e_a] = 0, ...
#
# Source:  MIT 12.620J, "Poincaré equations" (where the second e_y is a slip for e_z); FDG 4


def _field(components: Callable[[Any, Any, Any], Up], name: str) -> VectorField:
    return components_to_vector_field(lambda q: components(*q), Euler_angles, name)


def _basis(*fields: VectorField) -> Basis:
    frame = down(*fields)
    return Basis(frame, vector_basis_to_dual(frame, Euler_angles))


e_x = _field(lambda theta, phi, psi: up(cos(phi), -sin(phi) * cos(theta) / sin(theta), sin(phi) / sin(theta)), "e_x")
e_y = _field(lambda theta, phi, psi: up(sin(phi), cos(phi) * cos(theta) / sin(theta), -cos(phi) / sin(theta)), "e_y")
e_z = _field(lambda theta, phi, psi: up(0, 1, 0), "e_z")
e_a = _field(lambda theta, phi, psi: up(cos(psi), sin(psi) / sin(theta), -sin(psi) * cos(theta) / sin(theta)), "e_a")
e_b = _field(lambda theta, phi, psi: up(-sin(psi), cos(psi) / sin(theta), -cos(psi) * cos(theta) / sin(theta)), "e_b")
e_c = _field(lambda theta, phi, psi: up(0, 0, 1), "e_c")

so3_basis = _basis(e_x, e_y, e_z)
so3p_basis = _basis(e_a, e_b, e_c)
Euler_basis = Euler_angles.basis()


_LECTURE = 'MIT 12.620J, "Poincaré equations"'
_PLACE = 'f, q = literal_manifold_function("f", Euler_angles), Euler_angles.point(*symbols("theta phi psi"))'

for _fields, _kind, _sign in (((e_x, e_y, e_z), "axis of space", "-"), ((e_a, e_b, e_c), "principal axis", "")):
    for _i, _e in enumerate(_fields):
        _one, _other, _opposite = _fields[_i - 2], _fields[_i - 1], "+" if _sign else "-"
        _declared(
            str(_e),
            _e,
            f"The field of rotations about the {_kind} {str(_e)[2:]}, on the chart of Euler angles.",
            f"commutator({_one}, {_other})(f)(q) {_opposite} {_e}(f)(q)",
            "0",
            _PLACE,
            math=f"[{_one}, {_other}] = {_sign}{_e}",
            source=_LECTURE,
        )
for _name, _value, _meaning, _path, _velocities in (
    ("so3-basis", so3_basis, "Rotations about the axes of space: spatial angular velocities", "a, w * t, 0", "0 0 w"),
    ("so3p-basis", so3p_basis, "Rotations about the principal axes: body angular velocities", "a, 0, w * t", "0 0 w"),
    ("Euler-basis", Euler_basis, "The coordinate basis of Euler's angles: their rates", "a, w * t, 0", "0 w 0"),
):
    _typed = f"quasi_velocities({_name.replace('-', '_')}, lambda t: up({_path}))(t)"
    _given = 'a, t, w = symbols("a t w")'
    _declared(
        _name, _value, f"{_meaning} are its quasi-velocities.", _typed, f"(up {_velocities})", _given, source=_LECTURE
    )
