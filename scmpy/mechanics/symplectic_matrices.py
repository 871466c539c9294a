"""Symplectic matrices and transformations: the tests of canonical transformations as matrices.

With states as columns the flow of a Hamiltonian is J times its gradient. A transformation with derivative M is
canonical if J = M J M^T; the tests return the residual J - M J M^T.

Source: SICM 5.2.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.mechanics.canonical_transformations import check_transformation, transformation_in_tuples
from scmpy.mechanics.pairing import is_in_tuples, pair
from scmpy.mechanics.phase_state import check_H_state, degrees_of_freedom, on_phase_space
from scmpy.mechanics.state import check_degrees
from scmpy.registry import public
from scmpy.structure.aliases import PhaseSpaceTransformation, ScalarValue, State
from scmpy.structure.linear_maps import as_matrix
from scmpy.structure.matrix import Matrix, m_generate
from scmpy.structure.structure import Up, leaves, unflatten


@public("D-as-matrix")
def D_as_matrix(F: Callable[[Any], Any]) -> Function:
    """The matrix of the derivative of a function of structures.

    Scheme:  ((D-as-matrix F) state)
    Shapes:  F: up(n) -> up(m), of any depth;  result: state -> m by n, counted in leaves
    Source:  SICM 5.2.2
    >>> from scmpy import symbols, up
    >>> D_as_matrix(lambda s: up(s[0], s[2], -s[1]))(up(*symbols("t q p")))
    (matrix-by-rows (list 1 0 0) (list 0 0 1) (list 0 -1 0))
    """
    check_transformation(F, "D-as-matrix")
    slope = as_matrix(D(F))

    def matrix(place: Any) -> Matrix:
        if is_in_tuples(place):
            return slope(place)  # type: ignore[no-any-return]
        flat = Up(leaves(place))
        return as_matrix(D(lambda x: Up(leaves(F(unflatten(iter(x), place))))))(flat)  # type: ignore[no-any-return]

    return Function(matrix, "D-as-matrix")


@public("symplectic-unit")
def symplectic_unit(n: int) -> Matrix:
    """The 2n by 2n matrix (0 1; -1 0) of n by n blocks.

    Scheme:  (symplectic-unit n)
    Shapes:  result: 2n by 2n
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 5.2.2
    >>> symplectic_unit(1)
    (matrix-by-rows (list 0 1) (list -1 0))
    """
    check_degrees(n)
    return m_generate(2 * n, 2 * n, lambda i, j: int(j == i + n) - int(i == j + n))


@public("J-matrix")
def J_matrix(n: int) -> Matrix:
    """The symplectic unit with a row and a column of zeros for the time in front.

    Scheme:  (J-matrix n)
    Shapes:  result: 2 n + 1 by 2 n + 1
    Source:  SICM 5.2.2
    >>> J_matrix(1)
    (matrix-by-rows (list 0 0 0) (list 0 0 1) (list 0 -1 0))
    """
    unit = symplectic_unit(n)
    return m_generate(2 * n + 1, 2 * n + 1, lambda i, j: unit.rows[i - 1][j - 1] if i and j else 0)


@public("qp-submatrix")
def qp_submatrix(matrix: Matrix) -> Matrix:
    """The matrix without the row and the column of the time.

    Scheme:  (qp-submatrix M)
    Shapes:  matrix: m by m;  result: m - 1 by m - 1
    Raises:  WrongTypeError for what is no matrix
    Source:  SICM 5.2.2
    >>> qp_submatrix(J_matrix(1))
    (matrix-by-rows (list 0 1) (list -1 0))
    """
    if not isinstance(matrix, Matrix):
        raise WrongTypeError(f"qp-submatrix expects a matrix, got {describe(matrix)}")
    return Matrix([row[1:] for row in matrix.rows[1:]])


def _residual(unit: Matrix, matrix: Matrix) -> Matrix:
    return g.sub(unit, g.mul(g.mul(matrix, unit), matrix.transpose))  # type: ignore[no-any-return]


@public("symplectic-matrix?")
def is_symplectic_matrix(matrix: Matrix) -> Matrix:
    """The residual J - M J M^T of a 2n by 2n matrix.

    Scheme:  (symplectic-matrix? M)
    Shapes:  M, result: 2n by 2n
    Raises:  StructureError if it is no square matrix of even size
    Source:  SICM 5.2.2
    >>> from scmpy import matrix_by_rows, symbols
    >>> is_symplectic_matrix(matrix_by_rows([1, symbols("a")], [0, 1]))
    (matrix-by-rows (list 0 0) (list 0 0))
    """
    size = len(matrix.rows) if isinstance(matrix, Matrix) else 0
    if not size or size % 2 or len(matrix.rows[0]) != size:
        raise StructureError(f"symplectic-matrix? expects a square matrix of even size, got {describe(matrix)}")
    return _residual(symplectic_unit(size // 2), matrix)


@public("symplectic-transform?")
def is_symplectic_transform(C: PhaseSpaceTransformation) -> Function:
    """The residual J - M J M^T of the derivative by coordinates and momenta of a transformation of states.

    Scheme:  ((symplectic-transform? C) state)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: state -> 2 n by 2 n
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> from scmpy import symbols, up
    >>> a, t, q, p = symbols("a t q p")
    >>> is_symplectic_transform(lambda s: up(s[0], s[1], a * s[2]))(up(t, q, p))
    (matrix-by-rows (list 0 (+ 1 (* -1 a))) (list (+ -1 a) 0))
    """
    name = "symplectic-transform?"
    return on_phase_space(name, lambda state: is_symplectic_matrix(qp_submatrix(_derivative(C, state, name))))


def _derivative(C: Any, state: Up, operation: str) -> Matrix:
    """The matrix of the derivative of a transformation, by the components of states."""
    flat, of_tuples = transformation_in_tuples(C, state, operation)
    return as_matrix(D(of_tuples))(flat)  # type: ignore[no-any-return]


@public("symplectic?")
def is_symplectic(C: PhaseSpaceTransformation) -> Function:
    """The residual J - M J M^T of the whole derivative of a transformation of states, the time included.

    Scheme:  ((symplectic? C) state)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: state -> 2 n + 1 by 2 n + 1
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> from scmpy import symbols, up
    >>> is_symplectic(lambda s: up(s[0], s[2], -s[1]))(up(*symbols("t q p")))
    (matrix-by-rows (list 0 0 0) (list 0 0 0) (list 0 0 0))
    """
    name = "symplectic?"
    return on_phase_space(
        name, lambda state: _residual(J_matrix(degrees_of_freedom(state)), _derivative(C, state, name))
    )


@public("symplectic-two-form")
def symplectic_two_form(one: State, other: State) -> ScalarValue:
    """The symplectic form on two displacements of states.

    Scheme:  (symplectic-two-form zeta1 zeta2)
    Math:    p2 q1 - p1 q2
    Shapes:  zeta1, zeta2: up(t, q, p);  result: scalar
    Raises:  StructureError unless the states are up(t, q, p)
    Source:  SICM 5.3
    >>> from scmpy import down, up
    >>> symplectic_two_form(up(0, up(1, 2), down(3, 4)), up(0, up(5, 6), down(7, 8)))
    -16
    """
    (_, q1, p1), (_, q2, p2) = (check_H_state(zeta) for zeta in (one, other))
    return g.sub(*(pair(p, q, "symplectic-two-form") for p, q in ((p2, q1), (p1, q2))))
