"""Invariant bases of matrix Lie groups, from nothing but their multiplication.

Coordinates q of a group give its matrices M(q). A motion is seen from within as M^-1 dM, from without as dM M^-1;
both are combinations of generators E_i, the basis of the Lie algebra, with one-forms as coefficients:

    M^-1 dM = theta^i E_i   (left-invariant),      dM M^-1 = theta^i E_i   (right-invariant).

The fields dual to these forms are the basis: along a left-invariant e_i, e_i(M) = M E_i; along a right-invariant one
e_i(M) = E_i M. With [E_i, E_k] = c^j_ik E_j the left-invariant fields have the structure constants c, the right-
invariant ones -c. Of rotations, the left-invariant fields turn about the axes of the body, the right-invariant ones
about those of space.

Source:  MIT 12.620J, "Poincaré equations", for the rotations; FDG 4
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.tape import replay
from scmpy.errors import CALLED, DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_zero_number
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart, as_chart
from scmpy.geometry.form_field import contraction
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.vector_field import VectorField
from scmpy.mechanics.state import literal_like
from scmpy.registry import public, register
from scmpy.structure import linear
from scmpy.structure.aliases import Coordinates
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Down, Structure, Up, leaves
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import reduced, reduces_to_zero

MatrixFunction = Callable[[Any], Matrix]


def as_generators(value: Any, operation: str = CALLED) -> tuple[Matrix, ...]:
    """Square matrices of one size, from a tuple, a list or a structure of them."""
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
        gram = tuple(tuple(_dot(row, column) for column in self.columns) for row in self.rows)
        try:
            self.inverse = linear.inverse(gram)
        except DivisionByZeroError:
            raise DivisionByZeroError(f"{operation}: the generators are linearly dependent") from None

    def coefficients(self, matrix: Matrix) -> tuple[Any, ...]:
        """The numbers c with c^i E_i the matrix; an error if it is no combination of the generators."""
        entries = _entries(matrix)
        projections = [_dot(row, entries) for row in self.rows]
        factors = tuple(reduced(_dot(row, projections)) for row in self.inverse)
        for entry, parts in zip(entries, zip(*self.columns, strict=True), strict=True):
            left = reduced(g.sub(entry, _dot(factors, parts)))
            if not is_zero_number(left):
                raise DomainError(f"{self.operation}: {left} is left over: the generators do not span what they should")
        return factors


def _dot(xs: Any, ys: Any) -> Any:
    """The sum of the products, without those that have a factor 0."""
    total: Any = 0
    for x, y in zip(xs, ys, strict=True):
        if not (is_zero_number(x) or is_zero_number(y)):
            total = g.add(total, g.mul(x, y))
    return total


@public("group-generators")
def group_generators(M: MatrixFunction, identity: Coordinates) -> Down:
    """The generators of a matrix group that go with its coordinates, at the coordinates of the identity.

    Scheme:  (group-generators M q0)
    Math:    E_i = d_i M (q0), where M(q0) = 1
    Shapes:  M: up(k) -> n by n;  q0: up(k);  result: down(k) of n by n matrices
    Raises:  DomainError if the matrix there is not the identity
    Source:  MIT 12.620J, "Poincaré equations"; FDG 4
    >>> from scmpy import matrix_by_rows, up
    >>> group_generators(lambda q: matrix_by_rows([1 + q[0], q[1]], [0, 1]), up(0, 0))
    (down (matrix-by-rows (list 1 0) (list 0 0)) (matrix-by-rows (list 0 1) (list 0 0)))
    """
    unknown = literal_like(identity)
    values = dict(zip(leaves(unknown), leaves(identity), strict=True))
    value = _matrix_at(M, identity)
    if not all(reduces_to_zero(g.sub(x, int(i == j))) for i, row in enumerate(value.rows) for j, x in enumerate(row)):
        raise DomainError(f"group-generators expects the coordinates of the identity, got those of {value}")
    return Down(matrix.map(lambda x: reduced(replay(x, values))) for matrix in _slopes(M, unknown))


def _matrix_at(M: MatrixFunction, place: Any, operation: str = CALLED) -> Matrix:
    value = M(place)
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{operation} expects a function from coordinates to matrices, got {describe(value)}")
    linear.check_square(value.rows, operation)
    return value


def _slopes(M: MatrixFunction, place: Any, operation: str = CALLED) -> list[Matrix]:
    """The derivatives of a matrix by the coordinates."""
    size = len(_matrix_at(M, place, operation))
    slopes = D(lambda q: Up(map(Up, M(q).rows)))(place)
    if not isinstance(place, Structure):
        return [Matrix(slopes)]
    return [Matrix(slope.components[i].components for i in range(size)) for slope in slopes]


@public("generators->structure-constants")
def generators_to_structure_constants(generators: Structure) -> Up:
    """The structure constants of a Lie algebra of matrices.

    Scheme:  (generators->structure-constants generators)
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
        """The forms by the coordinates, and the fields: one inverse of the other."""
        inverse = Matrix(linear.inverse(_matrix_at(M, place, operation).rows))
        slopes = _slopes(M, place, operation)
        motions = (g.mul(inverse, slope) if left else g.mul(slope, inverse) for slope in slopes)
        forms = tuple(zip(*(span.coefficients(motion) for motion in motions), strict=True))
        try:
            fields = linear.inverse(forms)
        except DivisionByZeroError:
            raise DivisionByZeroError(f"{operation}: the coordinates of {chart} do not parametrize the group") from None
        return forms, tuple(tuple(map(reduced, row)) for row in zip(*fields, strict=True))

    def along(which: int, i: int, orientation: type[Structure]) -> ManifoldFunction:
        def at(where: Any) -> Any:
            row = components()[which][i]
            values = dict(zip(leaves(place), leaves(chart.at(where)), strict=True))
            return replay(chart.tuple_of(orientation, row), values)

        return ManifoldFunction(at, operation, (chart,))

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
    >>> from scmpy import *
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
    >>> from scmpy import *
    >>> space = right_invariant_basis(Euler_angles, Euler_to_M, so3_generators)
    >>> structure_constants(space)(up(*symbols("theta phi psi")))[2]
    (down (down 0 -1 0) (down 1 0 0) (down 0 0 0))
    """
    return _invariant_basis(system, M, generators, False)


so3_generators = register(
    "so3-generators",
    Down(
        (
            Matrix(((0, 0, 0), (0, 0, -1), (0, 1, 0))),
            Matrix(((0, 0, 1), (0, 0, 0), (-1, 0, 0))),
            Matrix(((0, -1, 0), (1, 0, 0), (0, 0, 0))),
        )
    ),
    module=__name__,
    doc="""The generators of rotations about the axes x, y and z: E_i v = e_i x v, a down tuple of matrices.

    Scheme:  so3-generators
    >>> from scmpy import so3_generators, up
    >>> so3_generators[0] * up(0, 1, 0)
    (up 0 0 1)
    """,
)
